# SPDX-License-Identifier: Apache-2.0
"""The same applications on the demo's cores: the trace equals a log of the core's own data port.

The comparison reads events one by one, so a run may have any length. As a program (`make
regress-soc`): runs many cycles of every application on each of them and writes cores.md.
"""

import argparse
import json
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/formats"))
from soc import CORES, FREERTOS_CORES, STANDS, event_of, of_revision, offered_by  # noqa: E402
from soc import rows_of, run  # noqa: E402
from weirstream import THREAD_NAME, THREAD_SWITCH  # noqa: E402

APPS = {
    "cooperative": "running", "preemptive": "thread_running", "freertos_objects": "pxCurrentTCB"
}  # application: watched word
RUNS = [(core, app) for app in APPS for core in (FREERTOS_CORES if "freertos" in app else CORES)]
RETIRE_CORES = ["ibex", "picorv32", "serv"]
ISR_ENTER, ISR_EXIT = 0xC120, 0xC121  # of the glue, in software
ENTERED, LEAVES, STEP, BEFORE, BEHIND, IN_HANDLER = range(1, 7)  # ids of retire.c
AROUND = [BEFORE, STEP, BEHIND]  # of each step of a thread, by HINT, store, HINT
TIMER, ECALL = 0x80000007, 11  # causes
WAITS = 3  # most cycles that an event of a port waits for events of the snoop in its cycle


def in_step(got, expected):
    """Pairs of both, one by one. Fails if one ends before the other."""
    missing = object()
    for n, pair in enumerate(zip_longest(got, expected, fillvalue=missing)):
        shorter = "trace" if pair[0] is missing else "log"
        assert missing not in pair, f"event {n}: the {shorter} ends first"
        yield n, *pair


def as_at_the_pins(program, result):
    """Checks that trace and log have equal events, without loss; counts them."""
    seen, inside = Counter(), 0

    def events():
        for row in rows_of(program, result.trace):
            assert row["kind"] != "loss", row
            if row["kind"] in ("instant", "switch", *STANDS):
                yield event_of(row)

    for n, e, (cycle, _, id_, value) in in_step(events(), offered_by(result.stores)):
        assert (e.time, e.id, e.value) == (cycle, id_,
                                           value), f"event {n}: {e} != {(cycle, id_, value)}"
        seen["events"] += 1
        seen["switches"] += id_ == THREAD_SWITCH
        seen["names"] += id_ == THREAD_NAME
        if id_ in (ISR_ENTER, ISR_EXIT):
            assert inside == (id_ == ISR_EXIT), f"event {n}: handlers do not nest here"
            inside = int(id_ == ISR_ENTER)
            seen["spans"] += id_ == ISR_EXIT
    return seen


def as_retired(program, core, result):
    """The same with a retire view.

    retire.c stores an event at the start and end of each handler, with the cause, and the running
    thread to a word. It also has the thread in `tp` and in mscratch, and lets the unit watch one of
    the three in turn. Checks that events of ports are in the log, at most WAITS cycles earlier,
    that the switches are equal, that events of handlers lie inside the traps which the unit
    recorded, and that events of threads lie outside. HINTs are in no log of stores: those around
    the stores of a thread carry its count, those of a handler lie between its two stores.
    """
    step = {}  # (id, value) that a thread did last
    seen, causes, threads, seen_in = Counter(), set(), set(), set()

    def port_events():  # each with the running thread
        thread = 0
        for cycle, _, id_, value in offered_by(result.stores):
            if id_ == THREAD_SWITCH:
                thread = value
            elif id_ != THREAD_NAME:
                yield cycle, id_, value, thread

    expected_switches = (value for _, _, id_, value in offered_by(result.stores)
                         if id_ == THREAD_SWITCH)
    expected_ports = port_events()
    inside, innermost, marks = None, None, []
    for n, row in enumerate(
            r for r in rows_of(program, result.trace) if r["kind"] not in ("name", "object")):
        kind, where = row["kind"], f"row {n}: {row}"
        assert kind in ("instant", "switch", "isr enter", "isr exit"), where  # nothing is lost
        # On SERV a handler sets MPIE by an ecall after its events.
        if kind == "isr enter" and core == "serv" and inside is not None:
            assert int(
                row["id"]) == ECALL and innermost == inside and len(marks) % 2 == 0 and marks, where
            innermost = ECALL  # the only mret returns from it
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
                core != "ibex" or len(opened) == 1), where  # SERV has one cause
            assert core != "serv" or innermost == ECALL, where
            seen["spans"] += 1
            causes.add(inside)
            inside = None
        elif kind == "switch":
            assert int(row["thread"]) == next(expected_switches, None), where
            assert inside is not None or not seen[
                "switches"], where  # the driver announces the first
            seen_in.add(len(marks) % 2 if inside is not None else None)
            seen["switches"] += 1
            threads.add(row["thread"])
        elif int(row["id"]) == IN_HANDLER:
            assert inside is not None and len(marks) % 2 == 1, where
            seen["hints in handlers"] += 1
        else:
            id_, value = int(row["id"]), int(row["value"])
            if id_ in AROUND:
                last, count = step.get(row["thread"], (BEHIND, -1))
                step[row["thread"]] = id_, value
                assert AROUND.index(id_) == (AROUND.index(last) + 1) % 3, where
                assert value == count + (id_ == BEFORE) and inside is None, where
                seen["hints"] += id_ != STEP
                if id_ != STEP:
                    continue
            cycle, *rest = next(expected_ports, (0, None))
            assert [id_, value] == rest[:2] and 0 <= int(row["time"]) - cycle <= WAITS, where
            assert id_ != STEP or int(
                row["thread"]) == rest[2], where  # a switch comes before later events
            assert (inside is not None) == (id_ in (ENTERED, LEAVES)), where
            if inside is not None:
                marks.append((id_, value))
        seen["events"] += kind in ("instant", "switch")
    assert next(expected_switches, None) is None and next(expected_ports,
                                                          None) is None, "the trace ends first"
    assert inside is not None and [m[0]
                                   for m in marks] == [ENTERED]  # the last handler ends the trace
    assert len(causes) == (1 if core == "serv" else 2) and len(threads) == 3
    assert seen_in == {None, 0, 1}, (
        seen_in, seen)  # store and mscratch: inside the handler's events; tp: after them
    return seen


# ---- In volume

DONE = ROOT / "build/soc/volume"
PAGE = ROOT / "docs/evidence/cores.md"
NAMES = {"ibex": "Ibex", "picorv32": "PicoRV32", "vexriscv": "VexRiscv", "serv": "SERV"}
ALL = RUNS + [(core, "retire") for core in RETIRE_CORES]


def built(path):
    return ROOT / path


def sections():
    """Those of other campaigns, below the table: {name of the target: text}."""
    _, *found = re.split(r"^## `make ", PAGE.read_text(), flags=re.M)
    return {text.split("`")[0]: "## `make " + text for text in found}


def report(target, lines):
    """Writes what a campaign found into its section of the page."""
    text = "\n".join(f"* {line}" for line in lines)
    of = sections() | {target: f"## `make {target}`\n\nRevision {of_revision()}:\n\n{text}\n"}
    table = PAGE.read_text().split("\n## ")[0].rstrip()
    PAGE.write_text("\n\n".join([table, *(of[name].rstrip() for name in sorted(of))]) + "\n")


def campaign(core, app, cycles):
    """Runs one application and writes its numbers to DONE."""
    began = time.monotonic()
    revision = of_revision()
    with tempfile.TemporaryDirectory(dir=DONE) as folder:
        harness, watch = ("cpp-full", "thread_running") if app == "retire" else ("cpp", APPS[app])
        result = run(built, Path(folder), core, app, harness, cycles, watch)
        seen = as_retired(built, core, result) if app == "retire" else as_at_the_pins(built, result)
        data, answers = map(
            int,
            re.search(r"(\d+) bytes and (\d+) register answers", result.report).groups())
    found = {"spans": 0} | seen | {"cycles": result.cycles, "bytes": data, "answers": answers}
    (DONE / f"{core}-{app}.json").write_text(json.dumps(found | {"revision": revision}))
    print(
        f"{core} {app}: {result.cycles} cycles, {seen['events']} events, "
        f"{seen['switches']} switches, {seen['spans']} spans of handlers: "
        f"equal to the log ({time.monotonic() - began:.0f} s)",
        flush=True)


def page():
    rows, total, missing = [], Counter(), 0
    for core, app in ALL:
        file = DONE / f"{core}-{app}.json"
        if not file.exists():
            rows.append(f"| {NAMES[core]} | {app} | not run |" + " |" * len(COLUMNS))
            missing += 1
            continue
        seen = json.loads(file.read_text())
        total += Counter({what: seen[what] for what in COLUMNS})
        rows.append(f"| {NAMES[core]} | {app} | " + " | ".join(f"{seen[what]:,}"
                                                               for what in COLUMNS) +
                    f" | {seen['revision']} |")
    rows.append("| | all | " + " | ".join(f"{total[what]:,}" for what in COLUMNS) + " | |")
    result = f"{missing} of {len(ALL)} have not run" if missing else "No difference in any of them"
    below = "\n".join(text.rstrip() + "\n" for _, text in sorted(sections().items()))
    head = HEAD.format(result=result, waits=WAITS)
    PAGE.write_text(head + "\n".join(rows) + "\n" + (below and "\n" + below))


COLUMNS = ["cycles", "events", "switches", "spans", "bytes", "answers"]
HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# The same applications on seven cores

*For SoC engineers. It answers: whether the trace is right on each of seven cores.*

Ibex, PicoRV32, VexRiscv and SERV run a hundred million cycles of each application in the table.
**{result}.** CV32E40P, Hazard3 and Rocket, below it, run some millions. On Rocket with the retire
view, an event just before a trap may lie inside its handler, with the right time
([why](../guides/integration.md#the-retire-view)): the rows of `tp` count these events.

Written by `make regress-soc` ([same.py](../../tests/soc/same.py)); do not edit. Runs the
[programs of the driver](../guides/driver.md#programs-to-learn-from). The trace, as read by the host
tools, must equal a log of the stores at the core's own data port: each event with id, value and
cycle, each switch, each span of a handler (`retire`: see below). Every byte and every answer of the
unit must equal the golden model. A difference ends the campaign. `make test` does the same with a
million cycles, except `retire` on SERV. A run is reproducible from its revision; `-dirty` had
changes beside it.

`retire` uses the unit with a retire view (preset full): hardware records its switches and spans.
There an event of a port may be 0 to {waits} cycles later than in the log, as it waits for those of
the snoop. Switches, spans and HINTs must be in order; their time is not compared. The others use
the preset small. The spans of freertos_objects are events of the RTOS glue.

""" + "| core | application | cycles | events | switches | spans of handlers | bytes " \
    "| register answers | revision |\n" + "|---" * 9 + "|\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cycles", type=int, default=100_000_000)
    parser.add_argument("--app", choices=[*APPS, "retire"], help="only this application")
    parser.add_argument("cores", nargs="*", default=[], help="only these cores")
    args = parser.parse_args()
    if not args.cores and not args.app:
        shutil.rmtree(DONE, ignore_errors=True)  # the page is of this run
    DONE.mkdir(parents=True, exist_ok=True)
    for core, app in ALL:
        if core in (args.cores or CORES) and app == (args.app or app):
            campaign(core, app, args.cycles)
            page()


if __name__ == "__main__":
    main()
