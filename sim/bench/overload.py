#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Overload: what the unit delivers from a tenth to eight times of what its reader drains; writes
docs/evidence/overload.md.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT / "build/sim/small/bench"
PAGE = ROOT / "docs/evidence/overload.md"

WORD_EVERY = 16  # cycles
DRAIN = 4 / WORD_EVERY  # bytes a cycle
EVENT = 7  # bytes: id 1-11, a value of four bytes, less than 128 cycles after the event before
CAPACITY = DRAIN / EVENT  # events a cycle
LOADS = [0.1, 0.4, 0.8, 1, 1.12, 8 / 7, 1.28, 4 / 3, 1.6, 2, 2.4, 3.2, 4, 8]
ARRIVALS = ["periodic", "random"]
SWITCH_EVERY = 200  # cycles
WAIT = 0xFFFFFF  # cycles: longer than any store waits

# Delivered by Open SoC Debug's unit, % of its capacity of one event in 8 cycles: 2,500 and 50,000
# events are capacity. Measured once, by a bench that is not in this repository.
OSD = {
    "periodic": {1: 100, 8 / 7: 89, 4 / 3: 77, 1.6: 67, 2: 0.6, 8: 0.3},
    "random": {
        0.4: 39.5, 0.8: 78.6, 1: 90.0, 1.12: 90.3, 1.28: 86, 1.6: 75, 2: 62, 2.4: 51, 3.2: 30,
        4: 15, 8: 0.0
    },
}


def run(*arguments):
    """Numbers that the load bench prints, by name; raises if its scoreboard finds an error."""
    done = subprocess.run([BENCH, "load", *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, done.args))}\n{done.stderr}")
    return {
        name: float(value)
        for name, value, _ in (line.split() for line in done.stdout.splitlines())
    }


def measure(load, arrivals, *more):
    periodic = ["--periodic"] if arrivals == "periodic" else []
    return run("--rate", load * CAPACITY, "--word-every", WORD_EVERY, *periodic, *more)


def sweep():
    """{arrivals: {load: numbers}}"""
    return {arrivals: {load: measure(load, arrivals) for load in LOADS} for arrivals in ARRIVALS}


def wait():
    """{load: numbers}: every store waits for free space."""
    return {load: measure(load, "random", "--wait", WAIT) for load in LOADS}


def flood():
    """{(load, arrivals): numbers}: USER events, and a THREAD_SWITCH in every SWITCH_EVERY cycles.
    """
    return {(load, arrivals): measure(load, arrivals, "--switch-every", SWITCH_EVERY)
            for load in (2, 8)
            for arrivals in ARRIVALS}


def percent(value):
    return f"{100 * value:.1f} %"


def page(points, waits, floods):
    most, last = list(points["periodic"].items())[-1]
    best = last["window_delivered"]
    lines = [
        "<!-- SPDX-License-Identifier: Apache-2.0 -->",
        "# Overload",
        "",
        "*For those who choose a trace unit. It answers: what is delivered when more events come",
        "than the reader takes.*",
        "",
        f"**At {most:.3g} times the load, the reader gets {percent(best / CAPACITY)} of what it "
        "can take** (periodic arrivals).",
        "",
        "Made by `make overload` from the RTL (`small`) under Verilator, except the column Open "
        "SoC Debug; do not edit. Every",
        "byte of these runs was compared with the golden model. `make test` makes them again and "
        "compares this page.",
        "",
        "USER events arrive at the port at equal distances (periodic) or with the same chance in "
        "every cycle (random), whether",
        f"the unit takes them or not. The reader takes one word in every {WORD_EVERY} cycles, "
        f"{DRAIN} bytes a cycle, and never more. An event",
        f"is {EVENT} bytes, so the reader drains {CAPACITY:.4f} events a cycle: load 1, and 100 % "
        "in the table. After 100,000 cycles,",
        "what the reader gets is counted for 400,000.",
        "",
        "**Open SoC Debug.** Its unit (osd-hw f30a3f5) was measured once under Verilator, by a "
        "bench that is not in this",
        "repository. `make overload` does not repeat it: the numbers are constants in "
        "[overload.py](../../sim/bench/overload.py).",
        "Load and percentage are of another number than Weir's. Its link is always ready, and the "
        "unit can deliver one event in",
        "8 cycles, 0.1250 events a cycle: that is its load 1, and its 100 %.",
    ]
    for arrivals in ARRIVALS:
        lines += [
            "",
            f"## {arrivals.capitalize()} arrivals",
            "",
            "| load | delivered | events a cycle, offered | delivered | bytes a cycle, of events "
            "| with loss | Open SoC Debug |",
            "|---|---|---|---|---|---|---|",
        ]
        for load, n in points[arrivals].items():
            osd = OSD[arrivals].get(load)
            lines.append(f"| {load:.3g} | {percent(n['window_delivered'] / CAPACITY)} | "
                         f"{n['window_offered']:.4f} "
                         f"| {n['window_delivered']:.4f} | {n['window_delivered_bytes']:.4f} | "
                         f"{n['window_stream_bytes']:.4f} "
                         f"| {'' if osd is None else f'{osd} %'} |")
    lines += [
        "",
        "## Stores that wait",
        "",
        "The same random arrivals, each stored to a guaranteed address: nothing is dropped, and "
        "the hart waits instead.",
        f"The wait is limited to {WAIT:,} cycles. In one of four cycles the bench withdraws "
        "a store that waits, so that the",
        "reader gets the register port: as on a bus that can withdraw requests (Wishbone, "
        "TL-UL), or as a reader that needs no",
        "bus (ring, frames). On another bus the waiting hart holds the port against a "
        "reader. *Held* is cycles per event.",
        "",
        "| load | delivered | events a cycle, accepted | dropped | held | bytes a cycle, of "
        "events |",
        "|---|---|---|---|---|---|",
    ]
    for load, n in waits.items():
        lines.append(f"| {load:.3g} | {percent(n['window_delivered'] / CAPACITY)} | "
                     f"{n['window_offered']:.4f} | {n['dropped']:.0f} "
                     f"| {n['held'] / n['offered']:.1f} | {n['window_delivered_bytes']:.4f} |")
    lines += [
        "",
        "An overload costs its report: the begin of a loss, the total of each counter that "
        "changed, its end; here about 16",
        "bytes. Under a heavier load half of the FIFO fills again sooner, so there are more "
        "reports. The reader is busy throughout.",
        "",
        "## A flood does not push out thread switches",
        "",
        f"USER events as above, and a THREAD_SWITCH by snoop in every {SWITCH_EVERY} cycles, from "
        "start to end.",
        "",
        "| load | arrivals | USER offered | USER dropped | THREAD_SWITCH offered | THREAD_SWITCH "
        "dropped |",
        "|---|---|---|---|---|---|",
    ]
    for (load, arrivals), n in floods.items():
        lines.append(f"| {load} | {arrivals} | {n['user_offered']:.0f} | {n['user_dropped']:.0f} | "
                     f"{n['sys_offered']:.0f} "
                     f"| {n['sys_dropped']:.0f} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    try:
        PAGE.write_text(page(sweep(), wait(), flood()))
    except (RuntimeError, OSError) as error:
        sys.exit(f"overload.py: {error}")
