# SPDX-License-Identifier: Apache-2.0
"""The software back ends: the same program without the unit, read by tools of other projects."""

import csv
import io
import json
import re
import subprocess

import pytest
import test_txtb as txtb
from soc import QUICK, run

PRIME, FACTORS, TURN = 1, 2, 3
CLASSES = ("USER", "COM", "SYS")


def rows(program, trace, *options):
    done = subprocess.run(
        [program("build/weir-san"), "convert", *options, "--to", "csv", "--output", "-", trace],
        check=True,
        capture_output=True,
        text=True)
    return list(csv.DictReader(io.StringIO(done.stdout)))


def counted(console):
    """(offered, delivered, dropped), counted by the program."""
    return tuple(
        map(int,
            re.search(r"offered (\d+) delivered (\d+) dropped (\d+)", console).groups()))


def check_threads(events, names):
    """Events of two_threads in any recording: turns in order, primes of the hunter."""
    assert [int(e["value"]) for e in events if e["id"] == str(TURN)] == list(range(1, 81))
    primes = [int(e["value"]) for e in events if e["id"] == str(PRIME)]
    assert primes and primes == [
        n for n in range(2, primes[-1] + 1) if all(n % d for d in range(2, n))
    ]
    switches = [e for e in events if e["kind"] == "switch"]
    assert [names[int(e["thread"])] for e in switches] == ["hunter", "divider"] * 40
    assert {names[int(e["thread"])] for e in events if e["id"] == str(PRIME)} == {"hunter"}
    assert {names[int(e["thread"])] for e in events if e["id"] == str(FACTORS)} <= {"divider"}
    times = [int(e["time"]) for e in events]
    assert times == sorted(times)


@pytest.mark.parametrize("core", QUICK)
def test_txtb(program, tmp_path, core):
    result = run(program, tmp_path, core, "two_threads_txtb")
    buffer = result.trace.read_bytes()
    records = rows(program, result.trace)
    events = [r for r in records if r["kind"] in ("instant", "switch")]
    assert (len(events), len(events), 0) == counted(result.console)
    by_tracex, objects = txtb.by_tracex(result.trace)
    names = {address: name for address, name in objects.items() if address}
    assert set(names.values()) == {"hunter", "divider"}
    check_threads(events, names)

    # tracex-parser: the same events, one for one, in the same order
    assert len(by_tracex) == len(events)
    for parsed, row in zip(by_tracex, events):
        assert parsed[3] == int(row["time"]) & 0xFFFFFFFF
        assert parsed[2] == (4096 + int(row["id"]) if row["kind"] == "instant" else parsed[2])
    assert {e[2]
            for e, o in zip(by_tracex, events)
            if o["kind"] == "switch"} == {1, 2}  # RESUME once, then SUSPEND
    # Events of interrupts have the context of an interrupt.
    assert {e[0] for e, o in zip(by_tracex, events) if o["id"] == str(TURN)} == {txtb.ISR}
    assert len(buffer) == 48 + 3 * 48 + 32 * len(events)


@pytest.mark.parametrize("core", QUICK)
def test_rkh(program, tmp_path, core):
    result = run(program, tmp_path, core, "two_threads_rkh")
    records = rows(program, result.trace)
    names = {int(r["thread"]): r["id_name"] for r in records if r["kind"] == "object"}
    events = [r for r in records if r["kind"] in ("instant", "switch")]
    assert (len(events), len(events), 0) == counted(result.console)
    assert set(names.values()) == {"hunter", "divider"}
    check_threads(events, names)
    assert {"prime", "turn"} <= {r["id_name"]
                                 for r in events
                                 if r["kind"] == "instant"} <= {"prime", "factors", "turn"}
    assert not [r for r in records if r["kind"] == "loss"]

    # live: `weir record` from a pipe has the same events
    again = tmp_path / "again.csv"
    subprocess.run([program("build/weir-san"), "record", "-q", "--from", "rkh", "-o", again, "-"],
                   input=result.trace.read_bytes(),
                   check=True,
                   capture_output=True)
    recorded = list(csv.DictReader(io.StringIO(again.read_text())))
    strip = lambda all_rows: [(r["kind"], r["time"], r["id"], r["value"]) for r in all_rows
                              if r["kind"] in ("instant", "switch")]
    assert strip(recorded) == strip(records)


def recorded(count):
    """(time, kind, thread or id and values) of the events of soft_test.c."""
    events, now = [(0, "switch", 0x1000)], 0
    for i in range(count):
        now += 10 if i % 7 else 0x7E7D
        if i % 5 == 4:
            events.append((now, "switch", 0 if i % 10 == 9 else 0x2000))
        elif i % 3 == 2:
            words = [i * 0x01010101 & 0xFFFFFFFF, i % 256, i * 300, i + 1][:2 + i % 4]
            events.append((now, "instant", 1 + i % 50, *words))
        elif i % 3:
            events.append((now, "instant", 1 + i % 50, i * 0x01010101 & 0xFFFFFFFF))
        else:
            events.append((now, "instant", 0x4001, i))
    return events


@pytest.mark.parametrize("kind", ["txtb", "rkh"])
@pytest.mark.parametrize("count", [10, 300])
def test_on_the_host(program, tmp_path, kind, count):
    trace = tmp_path / f"trace.{kind}"
    done = subprocess.run([program(f"build/tests/soc/soft_{kind}"), trace,
                           str(count)],
                          capture_output=True,
                          text=True)
    assert done.returncode == 0 and done.stdout == "good\n", done.stderr
    records = rows(program, trace, "--from", kind)
    words = lambda r: [int(word) for word in json.loads(r["args"]).values()] if r[
        "args"] else [int(r["value"])]
    seen = [(int(r["time"]), r["kind"],
             *([int(r["thread"])] if r["kind"] == "switch" else [int(r["id"]), *words(r)]))
            for r in records if r["kind"] in ("instant", "switch")]
    expected = recorded(count)
    if kind == "txtb" and count == 300:  # keeps the newest
        entries = (1024 - 48 - 4 * 48) // 32
        before = [e for e in expected[:-entries] if e[1] == "switch"]
        expected = expected[-entries:]
        assert expected[0][1] == "instant"  # its entry tells which thread runs
        assert seen.pop(0) == (expected[0][0], *before[-1][1:])
    assert seen == expected
    names = {int(r["thread"]): r["id_name"] for r in records if r["kind"] == "object"}
    long = "a name that is longer than thirty-two bytes, and even than sixty-three of them"
    assert names == {0x1000: "a ü", 0x2000: long[:32] if kind == "txtb" else long[:63]}
    if kind == "txtb":
        assert [(t & 0xFFFFFFFF) for t, *_ in seen] == [e[3] for e in txtb.by_tracex(trace)[0]]


@pytest.mark.parametrize("count", [60, 400])
def test_loss_in_frames(program, tmp_path, count):
    """LOSS reports exactly the events without space or id; no frame number is missing."""
    trace = tmp_path / "trace.rkh"
    done = subprocess.run([program("build/tests/soc/soft_rkh"), "overflow", trace,
                           str(count)],
                          capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr
    dropped = tuple(map(int, re.search(r"dropped (\d+) (\d+) (\d+) (\d+)", done.stdout).groups()))
    records = rows(program, trace, "--from", "rkh")
    losses = [r for r in records if r["kind"] == "loss"]
    assert tuple(
        sum(int(r["dropped_" + c]) for r in losses)
        for c in ("user", "com", "sys", "none")) == dropped
    assert all(int(r["first"]) <= int(r["last"]) <= int(r["time"]) for r in losses)
    assert len([r for r in records if r["kind"] == "instant"]) == int(
        re.search(r"delivered (\d+)", done.stdout)[1])
    assert sum(dropped) >= (200 if count == 400 else 1)


def test_freertos(program, tmp_path):
    """The demo without the unit: the kernel's hook reports the switches that the unit sees."""
    from soc import decode
    from weirstream import THREAD_SWITCH

    result = run(program, tmp_path, "ibex", "freertos_txtb")
    events, objects = txtb.by_tracex(result.trace)
    names = {address: name for address, name in objects.items() if address}
    assert set(names.values()) == {"sensor", "filter", "logger", "IDLE"}
    records = [r for r in rows(program, result.trace) if r["kind"] in ("instant", "switch")]
    assert len(records) == len(events)
    switches = [names[int(r["thread"])] for r in records if r["kind"] == "switch"]
    (tmp_path / "unit").mkdir()
    with_unit, _ = decode(program, run(program, tmp_path / "unit", "ibex", "freertos_demo").trace)
    assert switches == [e.name for e in with_unit if e.id == THREAD_SWITCH]
    for event_id in (1, 2, 3, 12):  # sample, filtered, seal, length
        assert [int(r["value"]) for r in records if r["id"] == str(event_id)
                ] == [e.value for e in with_unit if e.id == event_id] != []
