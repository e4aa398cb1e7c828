# SPDX-License-Identifier: Apache-2.0
"""The same applications on every core: what the host reads of a run is what the core did, by a log of the core's own data port.

The comparisons take events one by one, so that a run may be of any length. As a program: `make regress-soc`, many cycles of every
application on every core, one run after another; each is written down in docs/results/cores.md.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/formats"))
from soc import CORES, FREERTOS_CORES, event_of, meant, rows_of, run  # noqa: E402
from weirstream import THREAD_NAME, THREAD_SWITCH  # noqa: E402

APPS = {
    "cooperative": "running", "preemptive": "thread_running", "freertos_objects": "pxCurrentTCB"
}  # and the word that is watched
RUNS = [(core, app) for app in APPS for core in (FREERTOS_CORES if "freertos" in app else CORES)]
RETIRE_CORES = ["ibex", "picorv32", "serv"]
ISR_ENTER, ISR_EXIT = 0xC120, 0xC121  # of the glue, by software
ENTERED, LEAVES, STEP = 1, 2, 3  # of retire.c
TIMER, ECALL = 0x80000007, 11  # causes
WAITS = 3  # cycles that an event of a port waits for what the snoop saw at its edge, at most


def in_step(got, expected):
    """Pairs of the two, one by one; one without the other is an error."""
    missing = object()
    for n, pair in enumerate(zip_longest(got, expected, fillvalue=missing)):
        assert missing not in pair, f"event {n}: " + ("the trace ends before the log" if pair[0]
                                                      is missing else "more than is in the log")
        yield n, *pair


def as_at_the_pins(program, result):
    """Every event of the trace is the log's, in its order and to the cycle, and nothing is lost. What there was."""
    seen, inside = Counter(), 0

    def events():
        for row in rows_of(program, result.trace):
            assert row["kind"] != "loss", row
            if row["kind"] in ("instant", "switch"):
                yield event_of(row)

    for n, e, (cycle, _, id_, value) in in_step(events(), meant(result.stores)):
        assert (e.time, e.id, e.value) == (cycle, id_,
                                           value), f"event {n}: {e} is not {(cycle, id_, value)}"
        seen["events"] += 1
        seen["switches"] += id_ == THREAD_SWITCH
        seen["names"] += id_ == THREAD_NAME
        if id_ in (ISR_ENTER, ISR_EXIT):
            assert inside == (id_ == ISR_EXIT), f"event {n}: handlers do not nest here"
            inside = int(id_ == ISR_ENTER)
            seen["spans"] += id_ == ISR_EXIT
    return seen


def as_retired(program, core, result):
    """The same where the unit sees what the core retires: retire.c says by stores what it does, the handlers when they begin and end,
    and of which cause; and the running thread in a word. It has its threads in `tp` besides, and in mscratch, and tells the unit to look
    at one of the three in turn. So the events of ports are the log's, at most WAITS later; the switches are; and what handlers say lies
    inside the traps that the unit saw, and nothing of threads does."""
    seen, causes, threads, seen_in = Counter(), set(), set(), set()

    def told():  # events of ports, each with the thread that runs
        thread = 0
        for cycle, _, id_, value in meant(result.stores):
            if id_ == THREAD_SWITCH:
                thread = value
            elif id_ != THREAD_NAME:
                yield cycle, id_, value, thread

    expected_switches = (value for _, _, id_, value in meant(result.stores) if id_ == THREAD_SWITCH)
    expected_ports = told()
    inside, innermost, marks = None, None, []
    for n, row in enumerate(
            r for r in rows_of(program, result.trace) if r["kind"] not in ("name", "object")):
        kind, where = row["kind"], f"row {n}: {row}"
        assert kind in ("instant", "switch", "isr enter", "isr exit"), where  # nothing is lost
        if kind == "isr enter" and core == "serv" and inside is not None:  # the ecall by which MPIE is set, behind what the handler tells
            assert int(
                row["id"]) == ECALL and innermost == inside and len(marks) % 2 == 0 and marks, where
            innermost = ECALL  # the one return is its
        elif kind == "isr enter":
            assert inside is None, where
            inside = innermost = int(row["id"])
            marks = []
        elif kind == "isr exit":
            assert int(row["id"]) == innermost and len(marks) % 2 == 0 and marks, where
            opened = [cause for _, cause in marks[::2]]
            assert [m for cause in opened
                    for m in ((ENTERED, cause), (LEAVES, cause))] == marks, where
            assert inside == (TIMER if core == "serv" else min(opened)) and (
                core != "ibex" or len(opened) == 1), where  # SERV has but one
            assert core != "serv" or innermost == ECALL, where
            seen["spans"] += 1
            causes.add(inside)
            inside = None
        elif kind == "switch":
            assert int(row["thread"]) == next(expected_switches, None), where
            assert inside is not None or not seen[
                "switches"], where  # the first is announced by the driver
            seen_in.add(len(marks) % 2 if inside is not None else None)
            seen["switches"] += 1
            threads.add(row["thread"])
        else:
            cycle, *rest = next(expected_ports, (0, None))
            id_, value = int(row["id"]), int(row["value"])
            assert [id_, value] == rest[:2] and 0 <= int(row["time"]) - cycle <= WAITS, where
            assert id_ != STEP or int(
                row["thread"]) == rest[2], where  # a switch is told before what follows it
            assert (inside is not None) == (id_ in (ENTERED, LEAVES)), where
            if inside is not None:
                marks.append((id_, value))
        seen["events"] += kind in ("instant", "switch")
    assert next(expected_switches, None) is None and next(
        expected_ports, None) is None, "the trace ends before the log"
    assert inside is not None and [m[0]
                                   for m in marks] == [ENTERED]  # the last handler ends the trace
    assert len(causes) == (1 if core == "serv" else 2) and len(threads) == 3
    assert seen_in == {None, 0, 1}, (
        seen_in, seen)  # by the store or mscratch inside the handler's work, by tp behind it
    return seen


# ---- In volume

DONE = ROOT / "build/soc/volume"
PAGE = ROOT / "docs/results/cores.md"
NAMES = {"ibex": "Ibex", "picorv32": "PicoRV32", "vexriscv": "VexRiscv", "serv": "SERV"}
ALL = RUNS + [(core, "retire") for core in RETIRE_CORES]


def built(path):
    return ROOT / path


def campaign(core, app, cycles):
    """One run; its numbers are kept in DONE."""
    began = time.monotonic()
    revision = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"],
                              capture_output=True,
                              text=True).stdout.strip()
    with tempfile.TemporaryDirectory(dir=DONE) as folder:
        harness, watch = ("cpp-full", "thread_running") if app == "retire" else ("cpp", APPS[app])
        result = run(built, Path(folder), core, app, harness, cycles, watch)
        seen = as_retired(built, core, result) if app == "retire" else as_at_the_pins(built, result)
        data, answers = map(
            int,
            re.search(r"(\d+) bytes and (\d+) register answers", result.report).groups())
    seen.update(cycles=result.cycles, data=data, answers=answers)
    (DONE / f"{core}-{app}.json").write_text(json.dumps({"revision": revision} | seen))
    print(
        f"{core} {app}: {result.cycles} cycles, {seen['events']} events, {seen['switches']} switches, {seen['spans']} spans of handlers: "
        f"all as in the log ({time.monotonic() - began:.0f} s)",
        flush=True)


def page():
    rows, total = [], Counter()
    for core, app in ALL:
        file = DONE / f"{core}-{app}.json"
        if not file.exists():
            rows.append(f"| {NAMES[core]} | {app} | not run |" + " |" * (len(COLUMNS) + 1))
            continue
        seen = json.loads(file.read_text())
        total += Counter({what: seen.get(what, 0) for what in COLUMNS})
        rows.append(f"| {NAMES[core]} | {app} | " + " | ".join(f"{seen.get(what, 0):,}"
                                                               for what in COLUMNS) +
                    f" | 0 | {seen['revision']} |")
    rows.append("| | all | " + " | ".join(f"{total[what]:,}" for what in COLUMNS) + " | 0 | |")
    PAGE.write_text(HEAD + "\n".join(rows) + "\n")


COLUMNS = ["cycles", "events", "switches", "spans", "bytes", "answers"]
HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# The same applications on every core

Made by `make regress-soc` ([same.py](../../tests/soc/same.py)); do not edit. The programs are those of [the driver](../driver.md#programs-to-learn-from), and the runs
are the same each time. What the host tools read out of the trace is compared with a log of the stores at the core's own data port: each
event with its id, value and cycle, each switch, each span of a handler; and every byte and every answer of the unit with the golden model.
A difference ends the campaign. The same with a million cycles is in `make test`, but for `retire` on SERV.

`retire` is on the unit with a retire view (preset full): its switches and spans are what the hardware saw; those of freertos_objects
are events of the RTOS glue. The unit of the others is the preset small.

| core | application | cycles | events | switches | spans of handlers | bytes | register answers | differences | revision |
|---|---|---|---|---|---|---|---|---|---|
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cycles", type=int, default=100_000_000)
    parser.add_argument("--app", choices=[*APPS, "retire"], help="only this application")
    parser.add_argument("cores", nargs="*", default=[], help="only these cores")
    args = parser.parse_args()
    DONE.mkdir(parents=True, exist_ok=True)
    for core, app in ALL:
        if core in (args.cores or CORES) and app == (args.app or app):
            campaign(core, app, args.cycles)
            page()


if __name__ == "__main__":
    main()
