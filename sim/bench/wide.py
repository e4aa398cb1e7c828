#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `weir_wide` delivers to its ring port, from a tenth of an event a cycle to one in each;
writes docs/evidence/wide.md.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/evidence/wide.md"
RATES = [n / 10 for n in range(1, 11)]
# (set, kind of the load bench, what it is)
EVENTS = [
    ("wide", "window", "one hart, by event windows: values of four bytes"),
    ("wide", "snoop", "one hart, switches to four threads by snoop"),
    ("wide_harts", "window", "three harts in turn, by event windows"),
    ("wide_harts", "retire", "three harts in turn, switches by what they retire"),
]
SINKS = {1: "64 bits", 2: "32 bits"}  # cycles in which memory takes a row: the width of the bus
CYCLES = 20000


def measure(parameters, kind, rate, row_every, cycles=CYCLES):
    """The numbers of the load bench; every byte is compared with the golden model."""
    done = subprocess.run(
        [
            ROOT / f"build/sim/{parameters}/bench", "load", "--kind", kind, "--rate", str(rate),
            "--periodic", "--row-every", str(row_every), "--word-every", "0", "--warm-up", "5000",
            "--cycles", str(cycles)
        ],
        capture_output=True,
        text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, done.args))}\n{done.stderr}")
    return {
        name: float(value)
        for name, value, _ in (line.split() for line in done.stdout.splitlines())
    }


def row(parameters, kind, rate, row_every):
    n = measure(parameters, kind, rate, row_every)
    return (f"| {SINKS[row_every]} | {n['window_offered']:.2f} | {n['window_delivered']:.3f} "
            f"| {n['dropped']:.0f} | {n['window_event_size']:.2f} | {n['window_drain']:.2f} |")


def page():
    lines = [
        "<!-- SPDX-License-Identifier: Apache-2.0 -->",
        "# One event in every cycle",
        "",
        "*For SoC engineers. It answers: how many events a cycle `weir_wide` sustains.*",
        "",
        "Made by `make wide` from the RTL under Verilator; do not edit. Every byte that the ring "
        "wrote was compared with the",
        "golden model.",
        "",
        "Events arrive at equal distances, whether the unit takes them or not. The ring of `wide` "
        "has the stream; memory takes a",
        "row of 64 bits in every cycle, or in every second, as a bus of 32 bits does. After 5,000 "
        f"cycles, {CYCLES:,} are counted.",
        "*Dropped* is of the whole run.",
    ]
    for parameters, kind, title in EVENTS:
        lines += [
            "",
            f"## {title[0].upper()}{title[1:]}",
            "",
            "| sink | offered, events a cycle | delivered | dropped, events | bytes an event | "
            "bytes a cycle to memory |",
            "|---|---|---|---|---|---|",
        ]
        for row_every in SINKS:
            for rate in RATES:
                lines.append(row(parameters, kind, rate, row_every))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    try:
        PAGE.write_text(page())
    except (RuntimeError, OSError) as error:
        sys.exit(f"wide.py: {error}")
