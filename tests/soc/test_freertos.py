# SPDX-License-Identifier: Apache-2.0
"""The glue for FreeRTOS: each use of a kernel object is one event, by name."""

import csv
import io
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from soc import FREERTOS_CORES, address_of, decode, run
from weirstream import THREAD_SWITCH

sys.path.append(str(Path(__file__).resolve().parent / "hints"))
from hints import Expected  # noqa: E402

TASKS = {"producer", "consumer", "worker", "listener", "IDLE", "Tmr Svc"}
VISITORS = {"even", "odd"}


def rtos_ids(root):
    """{text: id} of driver/rtos/weir_rtos.h."""
    rows = re.findall(r"X\((\w+), 0x(\w+), \"(.*?)\"\)",
                      (root / "driver/rtos/weir_rtos.h").read_text())
    assert len({i for _, i, _ in rows}) == len({t for _, _, t in rows}) == len(rows) > 40
    return {text: int(number, 16) for _, number, text in rows}


@pytest.fixture(scope="module", params=[*FREERTOS_CORES, "ibex hint"])
def traced(request, program, tmp_path_factory):
    core, *hint = request.param.split()
    folder, app = tmp_path_factory.mktemp(core), "freertos_hint" if hint else "freertos_objects"
    result = run(program,
                 folder,
                 core,
                 app,
                 "cpp-full" if hint else "cpp",
                 cycles=6_000_000 if core == "serv" else 1_000_000,
                 watch="pxCurrentTCB")
    if hint:  # events without a store, in the order of the program
        expected = Expected(address_of(program, core, app, "pxCurrentTCB"))
        with (folder / "retired").open() as lines:
            assert [(i or THREAD_SWITCH, v) for _, i, v, _ in expected.lines(lines)
                    ] == [(e.id, e.value) for e in decode(program, result.trace)[0]]
    done = subprocess.run(
        [program("build/weir"), "convert", "--to", "csv", "--output", "-", result.trace],
        check=True,
        capture_output=True,
        text=True)
    rows = [
        r for r in csv.DictReader(io.StringIO(done.stdout))
        if r["kind"] in ("instant", "switch", "loss", "isr enter", "isr exit", "object")
    ]
    assert not [r for r in rows if r["kind"] == "loss"]
    counted = {
        name: int(count)
        for name, count in re.findall(r"^(.*) (\d+)$", result.console, re.M)
    }
    objects = {
        name: int(address, 16)
        for name, address in re.findall(r"(\w+) 0x(\w+)", result.console)
    }
    return core, rows, counted, objects


def test_every_use_is_an_event(root, traced):
    core, rows, counted, objects = traced
    used = Counter((r["id_name"], int(r["value"])) for r in rows if r["kind"] == "instant")
    assert used["queue send", objects["samples"]] == counted["queue send"] > 15
    assert used["queue send failed", objects["samples"]] == counted["queue send failed"]
    assert used["queue receive", objects["samples"]] == counted["queue receive"]
    assert used["semaphore give", objects["wake"]] == counted["semaphore give"]
    assert used["semaphore take", objects["wake"]] == counted["semaphore take"] >= 2
    assert used["mutex take", objects["lock"]] == counted["mutex take"]
    assert 0 <= used["mutex take", objects["lock"]] - used["mutex give", objects["lock"]] <= 1
    assert used["notify", objects["listener"]] == counted["notify"] >= 1
    assert used["event set", objects["group"]] == counted["event set"]
    assert sum(n for (name, _), n in used.items() if name == "timer") == counted["timer"] > 1
    assert used["stream send", objects["stream"]] == counted["stream send"] >= 2
    assert used["stream receive", objects["stream"]] == counted["stream send"]
    assert used["notify taken", objects["listener"]] == counted["notify"]
    assert used["event got", objects["group"]] >= counted["event set"] - 1
    assert used["queue receive waits", objects["samples"]] and used["semaphore take waits",
                                                                    objects["wake"]]
    if core != "serv":
        assert counted["queue send failed"] and used["queue send waits", objects["samples"]]
        assert used["mutex take waits", objects["lock"]]
        entered = [r["id"] for r in rows if r["kind"] == "isr enter"]
        assert entered and set(entered) == {str(0x8000000B)}
        assert len(entered) - sum(r["kind"] == "isr exit" for r in rows) in (0, 1)


def test_ids_are_the_documented_ones(root, traced):
    _, rows, *_ = traced
    ids = rtos_ids(root)
    seen = {
        r["id_name"]: int(r["id"])
        for r in rows if r["kind"] == "instant" and int(r["id"]) >= 0x4100
    }
    assert len(seen) >= 14 and all(ids[name] == number for name, number in seen.items())


def test_deleted_tasks(traced):
    """Tasks come and go while the idle hook repeats names: each has its own name when it runs."""
    _, rows, counted, _ = traced
    now, visits = {}, []
    for r in rows:
        if r["kind"] == "object":
            now[int(r["thread"])] = r["id_name"]
        elif r["id_name"] == "visit":
            visits.append((int(r["value"]), now[int(r["thread"])]))
    assert visits == [(n, "odd" if n % 2 else "even") for n in range(counted["visits"])] != []
    deleted = [r for r in rows if r["id_name"] == "thread delete"]
    assert len(deleted) == counted["visits"]


def test_names_of_objects(traced):
    """Queues, semaphores and mutexes of the registry, and timers."""
    _, rows, _, objects = traced
    named = {r["id_name"]: (r["thread_name"], int(r["thread"])) for r in rows
             if r["kind"] == "object"}
    for name, kind in (("samples", "queue"), ("wake", "semaphore"), ("lock", "mutex")):
        assert named[name] == (kind, objects[name])
    assert named["timer"][0] == "timer"


def test_stack(traced):
    """The stack that a task never used, on request."""
    _, rows, _, _ = traced
    ids = [r for r in rows if r["id_name"] in ("stack", "stack free")]
    assert ids and [r["id_name"] for r in ids] == ["stack", "stack free"] * (len(ids) // 2)
    assert all(0 < int(r["value"]) < 1024 for r in ids[1::2])
    assert all(int(r["value"]) in (0, int(r["thread"])) for r in ids[::2])


def test_ready_before_running(traced):
    """A task becomes ready before it runs, unless it was ready when the trace began."""
    _, rows, *_ = traced
    names = {int(r["thread"]): r["thread_name"]
             for r in rows
             if r["thread_name"] != "?" and r["kind"] != "object"}  # the last name is valid
    ready, first = set(), set()
    for r in rows:
        if r["id_name"] == "thread ready":
            ready.add(names[int(r["value"])])
        elif r["kind"] == "switch" and names[int(r["thread"])] not in ready:
            first.add(names[int(r["thread"])])
    assert TASKS < set(names.values()) <= TASKS | VISITORS
    assert ready >= TASKS - first and len(first) < len(TASKS)


def test_ticks_are_counted_through(traced):
    """No tick is missing. A tick while the scheduler is suspended appears twice."""
    _, rows, *_ = traced
    ticks = [int(r["value"]) for r in rows if r["id_name"] == "tick"]
    assert {later - tick
            for tick, later in zip(ticks, ticks[1:])} <= {0, 1} and ticks[0] == 0 and len(
                set(ticks)) > 15
