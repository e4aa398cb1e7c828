#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whole systems at random: core x kernel x preset x load, against a log of the core's own pins.

Each run draws a core, a kernel, a preset of the unit, a load and a seed from its number. Its
program (driver/apps/random.c, driver/apps/freertos_demo/random.c) does random things, up to bursts
that the FIFO cannot hold. The trace, as read by the host tools, must have the events of the log,
with id, value and cycle, but for as many as the unit's counters say were dropped; the scoreboard
compares every byte and every answer with the golden model.

As a program (`make regress-system`): runs until those of the same programs and SoCs have taken
MINUTES in all. What was run before counts, so it can be interrupted at any time, and goes on.
"""

import argparse
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/formats"))
from soc import FREERTOS_CORES, STANDS, event_of, offered_by, rows_of, run  # noqa: E402
from weirstream import THREAD_SWITCH  # noqa: E402

KERNELS = {"threads": ("random", "thread_running"), "FreeRTOS": ("freertos_random", "pxCurrentTCB")}
PRESETS = {"small": "cpp", "small, one value register": "cpp-value1", "full": "cpp-full"}
SOCS = {"ibex": list(PRESETS), "picorv32": list(PRESETS), "vexriscv": ["small"], "serv": ["small"]}
SYSTEMS = [(core, kernel, preset) for core, presets in SOCS.items() for kernel in KERNELS
           for preset in presets if kernel != "FreeRTOS" or core in FREERTOS_CORES]
CYCLES = {"ibex": 800_000, "picorv32": 1_000_000, "vexriscv": 800_000, "serv": 4_000_000}
LOADS = 4


def drawn(number):
    """(core, kernel, preset), cycles: the number of cycles is the seed, and has the load."""
    dice = random.Random(number)
    system = dice.choice(SYSTEMS)
    return system, CYCLES[system[0]] + 4 * number + dice.randrange(LOADS)


def compare(program, result):
    """Checks that the trace has what was offered, but for what was dropped; counts the events."""
    offered, dropped = map(int, re.search(r"offered (\d+) dropped (\d+)", result.console).groups())
    seen, log = Counter(offered=offered, dropped=dropped), offered_by(result.stores)
    missing = losses = 0
    for n, row in enumerate(rows_of(program, result.trace)):
        losses += row["kind"] == "loss"
        if row["kind"] not in ("instant", "switch", *STANDS):
            continue
        e = event_of(row)
        for cycle, _, id_, value in log:
            if (e.time, e.id, e.value) == (cycle, id_, value):
                break
            missing += 1
            assert missing <= dropped, f"row {n}: {e} is not in the log, or {missing} others miss"
        else:
            raise AssertionError(f"row {n}: {e} is not in the log")
        seen["events"] += 1
        seen["switches"] += id_ == THREAD_SWITCH
    missing += sum(1 for _ in log)
    assert (missing, seen["events"] + missing) == (dropped, offered), (missing, seen)
    assert bool(losses) == bool(dropped), (losses, seen)
    return seen


def one(program, folder, number, cycles=0):
    """One run; what was seen in it."""
    (core, kernel, preset), drawn_cycles = drawn(number)
    app, watch = KERNELS[kernel]
    result = run(program, folder, core, app, PRESETS[preset], cycles or drawn_cycles, watch)
    seen = compare(program, result)
    compared = re.search(r"(\d+) bytes and (\d+) register answers", result.report).groups()
    return {"run": number, "system": [core, kernel, preset], "load": drawn_cycles % LOADS,
            "cycles": result.cycles, "bytes": int(compared[0]), "answers": int(compared[1]), **seen}


# ---- In volume

DONE = ROOT / "build/soc/system"
PAGE = ROOT / "docs/evidence/system.md"
NAMES = {"ibex": "Ibex", "picorv32": "PicoRV32", "vexriscv": "VexRiscv", "serv": "SERV"}
COLUMNS = ["cycles", "events", "switches", "dropped", "bytes", "answers"]
HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# Whole systems at random

*For SoC engineers. It answers: whether traces are right on systems drawn at random: core, kernel,
preset and load.*

Written by `make regress-system` ([system.py](../../tests/soc/system.py)); do not edit. Each run
draws core, kernel, preset, load and seed. Its program emits from threads and handlers, switches,
and uses objects of the kernel at random; at the highest load it emits more than the FIFO holds
while interrupts are masked. The trace, as read by the host tools, must equal a log of the stores at
the core's own data port: each event with id, value and cycle, but for as many as the unit counted
as dropped. Every byte and every answer of the unit must equal the golden model. A difference ends
the campaign, and the message names the run.

"""


def files():
    """What the runs are of."""
    return sorted({f"build/soc/{core}-{PRESETS[preset]}/soc" for core, _, preset in SYSTEMS} |
                  {f"build/fw/{core}/{KERNELS[kernel][0]}.hex" for core, kernel, _ in SYSTEMS})


def results(key):
    """Those of all runs, by number."""
    path = DONE / f"{key}.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    return {found["run"]: found for found in map(json.loads, lines)}


def page(found, rtl):
    rows = ["| core | kernel | preset | runs, by load | cycles | events | switches | dropped | "
            "bytes | register answers | differences |", "|---" * 11 + "|"]
    for names in [*SYSTEMS, None]:
        of = [f for f in found.values() if names in (None, tuple(f["system"]))]
        loads = " + ".join(str(sum(f["load"] == load for f in of)) for load in range(LOADS))
        core, kernel, preset = names or ("", "", "all")
        differences = 0 if of else "not run"
        counts = " | ".join(f"{sum(f[c] for f in of):,}" for c in COLUMNS)
        rows.append(f"| {NAMES.get(core, core)} | {kernel} | {preset} | {loads} | {counts} | "
                    f"{differences} |")
    minutes = sum(f["seconds"] for f in found.values()) / 60
    PAGE.write_text(HEAD + "\n".join(rows) + f"\n\n{len(found)} runs, which took "
                    f"{minutes:.0f} minutes in all. RTL of {rtl}.\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=180, help="of all runs together")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--run", type=int, help="only this one, and keep nothing")
    a = parser.parse_args()
    program = lambda path: ROOT / path
    DONE.mkdir(parents=True, exist_ok=True)
    key = hashlib.sha256(b"".join(program(f).read_bytes() for f in files())).hexdigest()[:16]
    rtl = subprocess.run(["git", "-C", ROOT, "log", "-1", "--format=%h", "--", "rtl"],
                         capture_output=True, text=True).stdout.strip()  # fmt: skip

    def timed(number):
        began = time.monotonic()
        with tempfile.TemporaryDirectory(dir=DONE) as folder:
            found = one(program, Path(folder), number)
        return found | {"seconds": round(time.monotonic() - began, 1)}

    if a.run is not None:
        print(json.dumps(timed(a.run)))
        return
    found = results(key)
    with ThreadPoolExecutor(a.jobs) as pool:
        while sum(f["seconds"] for f in found.values()) < 60 * a.minutes:
            todo, number = [], 0
            while len(todo) < 4 * a.jobs:
                if number not in found:
                    todo.append(number)
                number += 1
            asked = {n: pool.submit(timed, n) for n in todo}
            for number, result in asked.items():
                try:
                    found[number] = result.result()
                except AssertionError as failure:
                    pool.shutdown(cancel_futures=True)
                    sys.exit(f"run {number}, {drawn(number)}: {failure}\n"
                             f"again: tests/soc/system.py --run {number}")
                with open(DONE / f"{key}.jsonl", "a") as out:
                    out.write(json.dumps(found[number]) + "\n")
            page(found, rtl)
    page(found, rtl)
    print(f"{len(found)} runs, {sum(f['events'] for f in found.values()):,} events: no difference")


if __name__ == "__main__":
    main()
