# SPDX-License-Identifier: Apache-2.0
"""Switches and traps by what the core retires: what the host reads is what the core did, by a log of its own data port.

The program says by stores what it does: the handlers when they begin and end, and of which cause; and the running thread in a
word. It has its threads in `tp` besides, and in mscratch, and tells the unit to look at one of the three in turn."""

import csv
import io
import os
import subprocess

import pytest
from soc import meant, run
from weirstream import THREAD_NAME, THREAD_SWITCH

CYCLES = int(os.environ.get("WEIR_CYCLES", 600_000))
ENTERED, LEAVES, STEP = 1, 2, 3
WAITS = 3  # cycles that an event of a port waits for what the snoop saw at its edge, at most


@pytest.mark.parametrize("core", ["ibex", "picorv32"])
def test_as_at_the_pins(program, tmp_path, core):
    result = run(program, tmp_path, core, "retire", "cpp-full", cycles=CYCLES, watch="thread_running")
    subprocess.run([program("build/weir"), "check", result.trace], check=True)
    done = subprocess.run([program("build/weir"), "convert", "--to", "csv", "-o", "-", result.trace], check=True, capture_output=True, text=True)
    rows = [r for r in csv.DictReader(io.StringIO(done.stdout)) if r["kind"] != "name" and r["kind"] != "object"]
    assert {r["kind"] for r in rows} == {"instant", "switch", "isr enter", "isr exit"}  # nothing is lost

    # Every event of a port, with its time; and every switch, whatever it was seen by.
    expected = [e for e in meant(result.stores) if e[2] != THREAD_NAME]
    ports = [(int(r["time"]), int(r["id"]), int(r["value"]), int(r["thread"])) for r in rows if r["kind"] == "instant"]
    running, told = 0, []
    for time, _, event_id, value in expected:
        if event_id == THREAD_SWITCH:
            running = value
        else:
            told.append((time, event_id, value, running))
    assert [p[1:3] for p in ports] == [t[1:3] for t in told]
    assert all(0 <= p[0] - t[0] <= WAITS for p, t in zip(ports, told))
    switches = [int(r["thread"]) for r in rows if r["kind"] == "switch"]
    assert switches == [value for _, _, event_id, value in expected if event_id == THREAD_SWITCH]
    assert len(switches) > CYCLES // 20000 and len(set(switches)) == 3
    # Steps are those of the thread that runs: a switch is told before what follows it.
    assert [p for p in ports if p[1] == STEP] == [(p[0], *t[1:]) for p, t in zip(ports, told) if p[1] == STEP]

    # What the handlers say lies inside their traps, and nothing of threads does.
    causes, inside, seen_in, switched = [], None, set(), 0
    for r in rows:
        if r["kind"] == "isr enter":
            assert inside is None
            inside = int(r["id"])
            marks = []
        elif r["kind"] == "isr exit":
            assert int(r["id"]) == inside and len(marks) % 2 == 0 and marks
            opened = [cause for _, cause in marks[::2]]
            assert [m for cause in opened for m in ((ENTERED, cause), (LEAVES, cause))] == marks
            assert inside == min(opened) and (core != "ibex" or len(opened) == 1)
            causes.append(inside)
            inside = None
        elif r["kind"] == "switch":
            assert inside is not None or not switched  # the first is announced by the driver
            seen_in.add(len(marks) % 2 if inside is not None else None)
            switched += 1
        else:
            assert (inside is not None) == (int(r["id"]) in (ENTERED, LEAVES))
            if inside is not None:
                marks.append((int(r["id"]), int(r["value"])))
    assert inside is not None and [m[0] for m in marks] == [ENTERED]  # the last handler ends the trace
    assert len(causes) > CYCLES // 10000 and len(set(causes)) == 2
    assert seen_in == {None, 0, 1}  # by the store or mscratch inside the handler's work, by tp behind it
