# SPDX-License-Identifier: Apache-2.0
"""The glue for ThreadX and Zephyr, on miniatures with their switch sequences and hooks.

The miniatures contain no code of either: the glue is right if both behave as documented.
"""

import csv
import io
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from soc import address_of, decode, offered_by, run
from tracex_parser.file_parser import parse_tracex_buffer
from weirstream import THREAD_SWITCH

sys.path.append(str(Path(__file__).resolve().parent / "hints"))
from hints import Expected  # noqa: E402

# Core and program: an event is two stores, one store, or a HINT; or all four information fields.
THREADX = [("ibex", "threadx"), ("vexriscv", "threadx_window"), ("ibex", "threadx_hint"),
           ("ibex", "threadx_args")]  # yapf: disable
ZEPHYR = [("vexriscv", "zephyr_stores"), ("ibex", "zephyr"), ("ibex", "zephyr_hint")]
PORTS, WINDOWS = 0x40010000, 0x40014000


def numbers(console):
    found = {name: int(n) for name, n in re.findall(r"(\w+) (\d+)\b(?!x)", console)}
    return found | {name: int(n, 16) for name, n in re.findall(r"(\w+) 0x(\w+)", console)}


def run_as(program, folder, core, app, watch):
    """Runs it; its trace equals the pins; its events took as many stores as they should."""
    hints = app.endswith("hint")
    full = hints or app.endswith("args")
    result = run(program, folder, core, app, "cpp-full" if full else "cpp", watch=watch)
    events, losses = decode(program, result.trace)
    assert not losses
    if hints:  # in the order of the program
        expected = Expected(address_of(program, core, app, watch))
        with (folder / "retired").open() as lines:
            assert [(e.id, e.value) for e in events
                    ] == [(i or THREAD_SWITCH, v) for _, i, v, _ in expected.lines(lines)]
    else:
        assert [(e.time, e.id, e.value)
                for e in events] == [(t, i, v) for t, _, i, v in offered_by(result.stores)]
    glue = lambda i: 0xc120 <= i < 0xc128 or 0x5000 < i < 0x5080
    own = sum(glue(e.id) for e in events)
    with result.stores.open() as stores:
        at = [(int(a, 16), int(d, 16)) for _, a, d, *_ in map(str.split, stores)]
    pairs = sum(PORTS <= a < WINDOWS and a & 0xfff == 4 and glue(d) for a, d in at)
    windows = sum(WINDOWS <= a < WINDOWS + 0x4000 for a, _ in at)
    two = app in ("threadx", "threadx_args", "zephyr_stores")
    assert own > 100 and pairs == (own if two else 0) and (windows >= own or hints or two)
    return result, events


@pytest.mark.parametrize("core, app", THREADX)
def test_threadx(program, tmp_path, core, app):
    result, events = run_as(program, tmp_path, core, app, "_tx_thread_current_ptr")
    n = numbers(result.console)
    switches = [e.value for e in events if e.id == THREAD_SWITCH]
    assert switches[::2] == [v for v in switches if v] and set(
        switches[1::2]) == {0}  # NULL between two threads
    assert sum(v != 0 for v in switches) == n["runs"] > 100  # ThreadX counts runs, too

    trx = tmp_path / "trace.trx"
    subprocess.run([program("build/weir"), "convert", "--output", trx, result.trace],
                   check=True,
                   capture_output=True)
    parsed, objects = parse_tracex_buffer(str(trx))[:2]
    registry = {
        o["thread_reg_entry_obj_name"].decode(): (address, int(o["obj_reg_entry_obj_type **"]))
        for address, o in objects.items() if address
    }
    assert registry == {
        "reader": (n["reader"], 1), "writer": (n["writer"], 1), "mail": (n["mail"], 3),
        "alarm": (n["alarm"], 4), "late": (n["late"], 1)
    }
    count = Counter((e.id, e.raw_args[0]) for e in parsed)
    assert count[69, n["mail"]] == n["sent"] + n["dropped"] > 50  # queue send
    assert count[68, n["mail"]] - n["received"] in (0, 1)  # queue receive: recorded before it waits
    assert count[88,
                 n["alarm"]] == n["put"] and count[83,
                                                   n["alarm"]] == n["got"]  # semaphore put and get
    assert count[60, n["mail"]] == count[81, n["alarm"]] == count[100, n["reader"]] == 1  # create
    assert sum(count[1, n[thread]] for thread in ("writer", "reader", "late")) == n["runs"]
    assert sum(
        c for (event, _), c in count.items() if event == 4096 + 1) == n["received"]  # user events
    entered = Counter(e.raw_args[1] for e in parsed if e.id == 3)
    assert not any(event == 4096 + 2 for event, _ in count)  # tx_trace_event_filter
    assert {e.thread_name for e in parsed if e.id == 4096 + 3} == {"late"}
    assert entered == Counter(
        e.raw_args[1] for e in parsed if e.id == 4) and entered[7] == n["put"] and entered[11] > 5
    assert {e.thread_name for e in parsed if e.id == 69} == {"writer"}
    assert {e.thread_name for e in parsed if e.id == 4096 + 1} == {"reader"}
    check_fields(n, parsed, objects, 4 if app.endswith("args") else 1)


def check_fields(n, parsed, objects, carried):
    """The information fields are those that the kernel and the program gave, as many as the glue
    carries; the registry has what the creation of a thread reports in them.
    """
    fields = lambda event: [tuple(e.raw_args) for e in parsed if e.id == event]
    given = lambda *values: tuple(v & 0xffffffff for v in values[:carried]) + (0, ) * (4 - carried)
    letters = [first for first, *_ in fields(4096 + 1)]
    assert letters == sorted(set(letters))
    assert fields(4096 + 1) == [
        given(letter, ~letter, 3 * letter, count) for count, letter in enumerate(letters, 1)]
    assert fields(100)[-1] == given(n["late"], 4, n["stack"], n["size"])
    assert fields(60) == [given(n["mail"], 1, n["letters"], 16)]
    late = objects[n["late"]]
    assert (late["reserved1"], late["reserved2"], late["obj_reg_entry_obj_parameter_1"],
            late["obj_reg_entry_obj_parameter_2"]) == (
                (0x80, 4, n["stack"], n["size"]) if carried == 4 else (0, 0, 0, 0))
    mail = objects[n["mail"]]
    assert (mail["obj_reg_entry_obj_parameter_1"],
            mail["obj_reg_entry_obj_parameter_2"]) == ((16, 1) if carried == 4 else (0, 0))
    forever, message = 0xffffffff, {second for _, second, *_ in fields(69)}
    assert len(message) == 1 and (carried == 1) == (message == {0})
    assert {third for *_, third, _ in fields(69)} == {0}  # TX_NO_WAIT
    assert {second for _, second, *_ in fields(83)} == {forever if carried > 1 else 0}
    queued = {fourth for *_, fourth in fields(69)}
    assert queued == ({*range(max(queued) + 1)} if carried == 4 else {0})
    assert carried == 1 or max(queued) > 1
    for first, _, state, disabled in fields(3) + fields(4):  # the stack of the handler, the state
        assert (first != 0) == (carried > 1) and (state, disabled) in {(0, 0), (1, 0)}


@pytest.mark.parametrize("core, app", ZEPHYR)
def test_zephyr(program, tmp_path, core, app):
    result, _ = run_as(program, tmp_path, core, app, "_kernel+8")  # cpus[0].current
    n = numbers(result.console)
    done = subprocess.run(
        [program("build/weir"), "convert", "--to", "csv", "--output", "-", result.trace],
        check=True,
        capture_output=True,
        text=True)
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    used = Counter(
        (r["id_name"], int(r["value"])) for r in rows if r["kind"] == "instant" and r["value"])
    used += Counter((r["kind"], int(r["id"])) for r in rows if r["kind"].startswith("isr"))
    assert used["queue send", n["mail"]] == n["sent"] > 50 and used["queue send failed",
                                                                    n["mail"]] == n["dropped"] > 5
    assert used["queue receive", n["mail"]] == n["received"]
    assert used["semaphore give", n["alarm"]] == n["given"] and used["semaphore take",
                                                                     n["alarm"]] == n["taken"]
    assert used["mutex take", n["lock"]] - n["locked"] in (
        0, 1)  # the reader may be about to count at the end
    assert used["mutex take", n["lock"]] - used["mutex give", n["lock"]] in (0, 1)
    assert used["queue receive waits", n["mail"]] and used["mutex take waits", n["lock"]]
    for event in ("queue create", "semaphore create", "mutex create"):
        assert sum(c for (name, _), c in used.items() if name == event) == 1
    assert used["isr enter", 0x80000007] == used["isr exit",
                                                 0x80000007] == n["given"] and used["isr enter",
                                                                                    0x8000000b]
    # Behind a PLIC all have one cause: the source comes before the end of the handler.
    steps = [(r["id_name"] if r["kind"] == "instant" else r["kind"], int(r["value"] or r["id"]))
             for r in rows if r["kind"] in ("isr enter", "isr exit") or r["id_name"] == "irq"
             and r["kind"] == "instant"]  # yapf: disable
    assert [step for step in steps if step[0] == "irq"] == [
        ("irq", 33 + (n + 1) % 7) for n in range(used["isr exit", 0x8000000b])
    ]
    for before, step in zip(steps, steps[1:]):
        assert (before[0] == "irq") == (step == ("isr exit", 0x8000000b))
    # Static threads, and threads that are older than the trace
    now, visits, ran = {}, [], {}
    for r in rows:
        if r["kind"] == "object":
            now[int(r["thread"])] = r["id_name"]
        elif r["kind"] in ("instant", "switch") and r["thread"]:
            ran[now.get(int(r["thread"]), "")] = int(r["thread"])
            if r["id_name"] == "visit":
                visits.append(now.get(int(r["thread"]), ""))
    assert set(ran) == {"main", "idle", "reader", "writer", "visitor", ""}
    # A thread in the memory of a deleted one has its own name, or none.
    assert len(visits) == n["visits"] > 2
    assert visits == ["visitor" if number % 2 == 0 else "" for number in range(len(visits))]
    assert used["thread create", n["visitor"]] == used["thread delete", n["visitor"]] == n["visits"]
    last = max(i for i, r in enumerate(rows) if r["id_name"] == "thread delete")
    again = [(r["id_name"], int(r["thread"])) for r in rows[last:] if r["kind"] == "object"]
    assert ("writer", ran["writer"]) in again and n["visitor"] not in dict(map(reversed, again))
    running = lambda event: {
        int(r["thread"])
        for r in rows if r["kind"] == "instant" and r["id_name"] == event
    }
    assert running("queue send") == {ran["writer"]} and running("sample") == {ran["reader"]}
