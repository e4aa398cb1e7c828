# SPDX-License-Identifier: Apache-2.0
"""Runs, handlers, responses, spans and load, against a second computation of them."""

import json
import random

import pyarrow
import pytest
import weirstream
from weirstream import Stream

SPAN_BEGIN, SPAN_END = 0x4002, 0x4003
NAMES = {0x100: "IDLE", 0x200: "Idle task", 0x300: "work", 0x400: "not idle", 0x500: ""}


def make(seed):
    """A random trace, and what stats must find in it, in ticks."""
    rng, stream = random.Random(seed), Stream()
    harts = rng.randint(1, 3)
    state = [{"running": None, "since": None, "handlers": [], "done": None} for _ in range(harts)]
    spans, runs, handlers, responses, durations = {}, [], [], [], []
    unmatched = 0
    first = None
    for _ in range(600):
        hart = rng.randrange(harts)
        h = state[hart]
        what = rng.random()
        delta = rng.randrange(1, 200)
        if what < 0.4:
            busy = [s["running"] for s in state]
            thread = rng.choice([t for t in (0, *NAMES) if not t or t not in busy])
            stream.switch(hart, thread, delta)
            if h["since"] is not None:
                runs.append((hart, h["running"], stream.time - h["since"]))
            if h["done"]:
                responses.append((hart, h["done"][0], stream.time - h["done"][1]))
                h["done"] = None
            h["running"], h["since"] = thread, stream.time
        elif what < 0.55 and len(h["handlers"]) < 12:
            cause = rng.choice([3, 7, 0x80000007])
            stream.trap(hart, cause, 1, delta)
            h["handlers"].append((cause, stream.time))
        elif what < 0.7:
            stream.trap(hart, 9, 0, delta)
            if h["handlers"]:
                cause, since = h["handlers"].pop()
                handlers.append((hart, cause, stream.time - since))
                h["done"] = (cause, since)
            else:
                unmatched += 1
        else:  # while no thread runs, or none is known, spans nest on the hart
            stack = spans.setdefault(h["running"] or ("hart", hart), [])
            if stack and rng.random() < 0.5:
                ident, since = stack.pop()
                stream.event(hart, SPAN_END, ident, delta)
                durations.append((hart, ident, stream.time - since))
            elif len(stack) < 3:
                ident = rng.choice([5, 6])
                stream.event(hart, SPAN_BEGIN, ident, delta)
                stack.append((ident, stream.time))
            else:
                stream.event(hart, 20, 1, delta)
        first = stream.time if first is None else first
    for number, h in enumerate(state):
        if h["since"] is not None:
            runs.append((number, h["running"], stream.time - h["since"]))
    data = weirstream.definitions(harts=harts, unit="s",
                                  names=[(0, t, n) for t, n in NAMES.items() if n]) + stream.bytes
    return bytes(data), runs, handlers, responses, durations, unmatched


def grouped(found):
    out = {}
    for *key, ticks in found:
        out.setdefault(tuple(key), []).append(ticks)
    return {
        key: (len(ticks), min(ticks), max(ticks), pytest.approx(sum(ticks) / len(ticks)))
        for key, ticks in out.items()
    }


def spread(s):
    return s["count"], s["min"], s["max"], s["mean"]


@pytest.mark.parametrize("seed", range(12))
def test_against_a_second_computation(weir, tmp_path, seed):
    data, runs, handlers, responses, durations, unmatched = make(seed)
    path = tmp_path / "t.recTr"
    path.write_bytes(data)
    done = weir("stats", "--json", path)
    assert done.code == 0, done.err
    got = json.loads(done.out)
    # runs of each thread, on any hart
    expected = grouped((thread, ticks) for _, thread, ticks in runs if thread)
    assert {(t["thread"], ): spread(t["run"]) for t in got["threads"] if t["run"]} == expected
    # load: idle are no thread, and those whose name begins with idle
    for hart in got["harts"]:
        mine = [(t, n) for h, t, n in runs if h == hart["hart"]]
        idle = sum(n for t, n in mine if t == 0 or NAMES[t].lower().startswith("idle"))
        none = sum(n for t, n in mine if t == 0)
        every = sum(n for _, n in mine)
        assert (hart["idle"], hart["busy"], hart["load"]) == (none, every - none, every - idle)
    isrs = {(i["hart"], i["cause"]): i for i in got["isrs"]}
    assert {key: spread(i["duration"]) for key, i in isrs.items()} == grouped(handlers)
    assert {key: spread(i["to_switch"]) for key, i in isrs.items() if i["to_switch"]
            } == grouped(responses)
    found = {(i["hart"], i["id"]): spread(i["duration"]) for i in got["ids"] if "duration" in i}
    # an end on another hart than the begin belongs to the hart of the end
    assert found == grouped(durations)
    text = weir("stats", path).out
    assert ("returns without an entry" in text) == bool(unmatched)
    assert ("\n  span " in text) == bool(durations)


def test_idle_is_not_busy(weir, tmp_path):
    """The idle task of a kernel is a thread like any other, but for its name."""
    stream = Stream()
    stream.switch(0, 0x100, 10)
    stream.switch(0, 0x300, 60)
    stream.event(0, 1, 1, 40)
    path = tmp_path / "t.recTr"
    path.write_bytes(weirstream.definitions(names=[(0, 0x100, "IDLE")]) + stream.bytes)
    assert "busy 100.0 %, load 40.0 %" in weir("stats", path).out


def traps(stream, count, cause=7, taken=10):
    for _ in range(count):
        stream.trap(0, cause, 1, 50)
        stream.trap(0, cause, 0, taken)


def test_handlers_are_measured_behind_lost_returns(weir, tmp_path):
    """However many returns were lost."""
    stream = Stream()
    stream.switch(0, 0x100, 10)
    for _ in range(20):
        traps(stream, 10)
        stream.trap(0, 7, 1, 50)
        stream.loss({"SYS": 1})
    traps(stream, 1000)
    path = tmp_path / "t.recTr"
    path.write_bytes(weirstream.definitions(unit="s", retire=True) + stream.bytes)
    done = weir("stats", "--json", path)
    got = json.loads(done.out)
    assert [(i["duration"]["count"], i["duration"]["max"]) for i in got["isrs"]] == [(1200, 10)]
    assert got["left_out"] == {"records": 0, "handlers_and_spans": 0} and "left out" not in done.err
    out = tmp_path / "t.arrow"
    done = weir("convert", path, "-o", out, "--set", "table=interrupts")
    assert pyarrow.ipc.open_file(out.read_bytes()).read_all().num_rows == 1200 and not done.err


def test_deep_handlers_without_room_are_counted(weir, tmp_path):
    stream = Stream()
    stream.switch(0, 0x100, 10)
    for cause in range(20):
        stream.trap(0, cause, 1, 10)
    for _ in range(20):
        stream.trap(0, 0, 0, 10)
    stream.switch(0, 0x200, 10)
    path, out = tmp_path / "t.recTr", tmp_path / "t.arrow"
    path.write_bytes(weirstream.definitions(unit="s", retire=True) + stream.bytes)
    message = "weir: left out 4 handlers or spans"
    done = weir("stats", "--json", path)
    got = json.loads(done.out)
    assert {i["cause"]: i["duration"]["max"] for i in got["isrs"]
            } == {cause: 10 + 20 * (19 - cause) for cause in range(4, 20)}
    assert got["left_out"]["handlers_and_spans"] == 4 and message in done.err
    assert message in weir("plot", "latency", path, "-o", tmp_path / "t.svg").err
    done = weir("compare", path, path)
    assert done.code == 1 and message in done.err
    done = weir("convert", path, "-o", out, "--set", "table=interrupts")
    assert pyarrow.ipc.open_file(out.read_bytes()).read_all().num_rows == 16
    assert "left out 4 isr exit records" in done.err


def test_spans_without_room_end_no_others(weir, tmp_path):
    stream = Stream()
    stream.switch(0, 0x100, 10)
    for _ in range(3071):  # with the next one, three quarters of the table
        stream.event(0, SPAN_BEGIN, 1, 1)
    stream.switch(0, 0x200, 1)
    stream.event(0, SPAN_BEGIN, 5, 1)
    for _ in range(7):
        stream.event(0, SPAN_BEGIN, 6, 2)
        stream.event(0, SPAN_BEGIN, 7, 2)
        stream.event(0, SPAN_END, 7, 2)
        stream.event(0, SPAN_END, 6, 2)
    stream.event(0, SPAN_END, 5, 2)
    stream.event(0, SPAN_BEGIN, 6, 3)
    stream.event(0, SPAN_END, 6, 3)
    path = tmp_path / "t.recTr"
    path.write_bytes(weirstream.definitions(unit="s") + stream.bytes)
    done = weir("stats", "--json", path)
    got = json.loads(done.out)
    assert {i["id"]: spread(i["duration"]) for i in got["ids"] if "duration" in i
            } == {5: (1, 58, 58, 58), 6: (1, 3, 3, 3)}
    assert got["left_out"]["handlers_and_spans"] == 14
    assert "left out 14 handlers or spans" in done.err


def test_json_nests_what_no_thread_began_on_its_hart(weir, tmp_path):
    """As stats measures it."""
    stream = Stream()
    for thread in (None, 0):  # not known, idle
        for hart in (0, 1):
            if thread is not None:
                stream.switch(hart, thread, 10)
        for hart, what in ((0, SPAN_BEGIN), (1, SPAN_BEGIN), (0, SPAN_END), (1, SPAN_END)):
            stream.event(hart, what, hart + 1, 10)
    path, out = tmp_path / "t.recTr", tmp_path / "t.json"
    path.write_bytes(weirstream.definitions(harts=2, ids=[(0, 1, "left"), (1, 2, "right")]) +
                     stream.bytes)
    assert weir("convert", path, "-o", out).code == 0
    events = json.loads(out.read_text())["traceEvents"]
    spans = [e for e in events if e["ph"] in "BE" and e.get("name") in ("left", "right")]
    tracks = {name: {(e["pid"], e["tid"]) for e in spans if e["name"] == name}
              for name in ("left", "right")}
    assert len(spans) == 8 and [len(t) for t in tracks.values()] == [1, 1], spans
    assert tracks["left"] != tracks["right"]
    named = {(e["pid"], e["tid"]): e["args"]["name"] for e in events
             if e.get("name") == "thread_name"}
    assert [named[track] for name in tracks for track in tracks[name]
            ] == ["hart 0 without a thread", "hart 1 without a thread"]


def test_a_merge_measures_each_input_in_its_own_time(weir, tmp_path):
    paths = [tmp_path / "early.recTr", tmp_path / "late.recTr"]
    for path, begin in zip(paths, (10, 500)):
        stream = Stream()
        stream.switch(0, 0x300, begin)
        stream.event(0, 1, 1, 40)
        path.write_bytes(weirstream.definitions(unit="s") + stream.bytes)
    got = json.loads(weir("stats", "--json", *paths).out)
    assert [(hart["idle"], hart["busy"]) for hart in got["harts"]] == [(0, 40), (0, 40)]
    listed = weir("timeline", "--ascii", *paths).out
    assert [line.split()[-3] for line in listed.splitlines() if "%" in line] == ["3.8", "3.8"]


def test_entries_and_returns_have_rows_of_their_own(weir, tmp_path):
    stream = Stream()
    for cause, enters in ((7, 1), (7, 0), (7, 1), (0x80000003, 0)):
        stream.trap(0, cause, enters, 10)
    path = tmp_path / "t.recTr"
    path.write_bytes(weirstream.definitions() + stream.bytes)
    rows = [line.split() for line in weir("info", path).out.splitlines() if " isr e" in line[:7]]
    assert rows == [["isr", "enter", "0", "trap", "7", "2"], ["isr", "exit", "0", "trap", "7", "1"],
                    ["isr", "exit", "0", "interrupt", "3", "1"]]


def test_what_no_sample_says_is_no_number(weir, tmp_path):
    """A thread that ran once has no period, one that ran twice no jitter; so have ids."""
    stream = Stream()
    for thread, number in ((0x300, 1), (0x400, 2), (0x400, 2)):
        stream.switch(0, 0, 10)
        stream.switch(0, thread, 10)
        stream.event(0, number, 7, 10)
    path = tmp_path / "t.recTr"
    path.write_bytes(weirstream.definitions(unit="s", ids=[(0, 1, "one"), (0, 2, "two")]) +
                     stream.bytes)
    rows = {line.split()[0]: line.split() for line in weir("stats", path).out.splitlines() if line}
    assert rows["0x300"][-2:] == ["-", "-"] and rows["0x400"][-3:] == ["30.0", "s", "-"]
    assert rows["one"][4:6] == ["-", "-"] and rows["two"][4:7] == ["30.0", "s", "-"]
