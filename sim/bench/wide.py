#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `weir_wide` delivers to its ring port, from a tenth of an event a cycle to one in each;
writes docs/evidence/wide.md.
"""

import random
import subprocess
import sys
from pathlib import Path

import event_bytes
from registers import REG

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/evidence/wide.md"
RATES = [n / 10 for n in range(1, 11)]
# (set, kind of the load bench, or ids that are played to event windows, what it is)
EVENTS = [
    ("wide", "window", "one hart, by event windows: ids 1 to 11, values of four bytes"),
    ("wide", range(128, 256), "one hart, by event windows: ids 128 to 255"),
    ("wide", range(0x4100, 0x4200), "one hart, by event windows: ids 0x4100 to 0x41ff, of COM"),
    ("wide", "snoop", "one hart, switches to four threads by snoop"),
    ("wide_harts", "window", "three harts in turn, by event windows: ids 1 to 11"),
    ("wide_harts", "retire", "three harts in turn, switches by what they retire"),
]
SINKS = {1: "64 bits", 2: "32 bits"}  # cycles in which memory takes a row: the width of the bus
CYCLES, PLAYED, WARM_UP = 20000, 100_000, 5000


def measure(parameters, kind, rate, row_every, cycles=CYCLES):
    """The numbers of the load bench; every byte is compared with the golden model."""
    if isinstance(kind, range):
        return played(parameters, kind, rate, row_every)
    done = subprocess.run(
        [
            ROOT / f"build/sim/{parameters}/bench", "load", "--kind", kind, "--rate", str(rate),
            "--periodic", "--row-every", str(row_every), "--word-every", "0", "--warm-up",
            str(WARM_UP), "--cycles", str(cycles)
        ],
        capture_output=True,
        text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, done.args))}\n{done.stderr}")
    return {
        name: float(value)
        for name, value, _ in (line.split() for line in done.stdout.splitlines())
    }


def played(parameters, ids, rate, row_every, cycles=PLAYED):
    """The same of one hart's event windows with these ids, by a script for the play bench."""
    dice = random.Random(1)
    high = max(2, ids[0] >> 8)  # 2: as after reset
    lines = [f"w {REG[name]:x} {value:x}" for name, value in (
        ("RING_BASE", 0x40000000), ("RING_SIZE", 20), ("RING_CTRL", 1), ("WINDOW_IDS", high),
        ("CTRL", 1))]  # yapf: disable
    due = 0
    for cycle in range(WARM_UP + cycles):
        due += round(rate * 10)
        ring = f"ring {int(cycle % row_every == 0)}; "
        if due < 10:
            lines.append(f"{ring}i 1")
            continue
        due -= 10
        entry = event_bytes.entry_of(dice.choice(ids))
        lines.append(f"{ring}w {REG['HART_WINDOW'] + 4 * entry:x} "
                     f"{dice.randrange(1 << 30, 1 << 31):x}")
    events, size = event_bytes.played(parameters, lines)
    inside = [fate for time, *_, fate, _ in events if WARM_UP <= int(time) < WARM_UP + cycles]
    dropped = sum(fate != "delivered" for *_, fate, _ in events)
    a_cycle, an_event = inside.count("delivered") / cycles, size / (len(events) - dropped)
    return {
        "window_offered": len(inside) / cycles, "window_delivered": a_cycle, "dropped": dropped,
        "window_event_size": an_event, "window_drain": a_cycle * an_event
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
        "row of 64 bits in every cycle, or in every second, as a bus of 32 bits does. After "
        f"{WARM_UP:,} cycles, {CYCLES:,} are counted,",
        f"of ids from 128 on {PLAYED:,}; there, bytes a cycle are computed from events and their "
        "bytes. *Dropped* is of the whole",
        "run. Ids 1 to 11 are the shortest. With longer ids an event has more bytes; above 8 the "
        "unit does not take one in every",
        "cycle, and drops some.",
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
