# SPDX-License-Identifier: Apache-2.0
"""The event model.

What others' readers find in the files that are written from it, and what comes back.
"""

import csv
import io
import json
import os
import random
import re
import struct
import subprocess
import sys
from pathlib import Path

import fxtgen
import pytest
import readers
import roundtrip
import weirstream
from weirstream import THREAD_SWITCH, USER, Stream

HARTS = 3


@pytest.fixture(scope="module")
def busy(tmp_path_factory):
    """A busy stream, its names, and its file."""
    stream, names = weirstream.random_stream(seed=5, harts=HARTS, threads=9, events=1500)
    path = tmp_path_factory.mktemp("model") / "trace.recTr"
    path.write_bytes(
        weirstream.definitions(harts=HARTS, ids=[(0, 16, 'queue "0"'), (1, 16, "queue 1")]) +
        stream.bytes)
    return stream, names, path


def rows(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


def happened(stream):
    """(time, hart, id, thread, value) of all events."""
    return [(e.time, e.hart, e.id, e.thread, e.value) for e in stream.events]


def from_csv(table):
    return [
        tuple(int(r[k]) for k in ("time", "hart", "id", "thread", "value")) for r in table
        if r["kind"] in ("instant", "switch")
    ]


def label(event):
    if event.id == 16 and event.hart < 2:
        return ['queue "0"', "queue 1"][event.hart]
    return weirstream.KNOWN.get(event.id, f"{event.cls} {event.id}")


# --- CTF ------------------------------------------------------------------------------------------


def babeltrace(root, path):
    done = subprocess.run(
        ["/usr/bin/python3",
         str(root / "tests/formats/ctf_events.py"),
         str(path)],
        capture_output=True,
        timeout=120)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def test_ctf_by_babeltrace2(weir, root, busy, tmp_path):
    stream, names, path = busy
    out = tmp_path / "trace.ctf"
    for _ in range(2):  # the second replaces the first
        assert weir("convert", path, "-o", out).code == 0
    read = babeltrace(root, out)
    got = [(e["time"], e["cpu"], e["name"], e["fields"].get("value"), e["thread"])
           for e in read["events"] if e["name"] not in ("name", "object", "loss", "switch")]
    assert sorted(got) == sorted((e.time, e.hart, label(e), e.value, e.thread)
                                 for e in stream.events if e.id != THREAD_SWITCH)
    assert sorted((e["time"], e["cpu"], e["thread"]) for e in read["events"]
                  if e["name"] == "switch") == sorted(
                      (e.time, e.hart, e.value) for e in stream.events if e.id == THREAD_SWITCH)
    assert sum(d[0] for d in read["discarded"]) == sum(stream.dropped.values())
    assert sorted(d[0] for d in read["discarded"]) == sorted(
        sum(l.counts.values()) for l in stream.losses)
    assert sorted((e["time"], e["fields"]["user"], e["fields"]["first"], e["fields"]["last"])
                  for e in read["events"] if e["name"] == "loss") == sorted(
                      (l.first, l.counts.get(USER, 0), l.first, l.last) for l in stream.losses)
    labelled = {e["thread"]: e["labels"] for e in read["events"] if e["thread"] in names}
    assert labelled and all(names[thread] in labels for thread, labels in labelled.items())
    text = subprocess.run(["babeltrace2", str(out)], capture_output=True, text=True, timeout=120)
    assert text.returncode == 0 and "discarded" in text.stderr


def test_ctf_loss_first_and_last(weir, root, tmp_path):
    stream = Stream()
    stream.loss({USER: 3}, first=6, last=90)
    stream.event(0, 16, 1)
    stream.loss({USER: 4}, first=stream.time + 2, last=stream.time + 6)
    path, out = tmp_path / "t.recTr", tmp_path / "t.ctf"
    path.write_bytes(weirstream.definitions() + stream.bytes)
    assert weir("convert", path, "-o", out).code == 0
    assert [d[0] for d in babeltrace(root, out)["discarded"]] == [3, 4]


def test_ctf_reports_when_events_were_lost(weir, root, tmp_path):
    """Readers name the time from the first to the last lost event, not to the next loss."""
    stream = Stream()
    for value in range(3):
        stream.event(0, 1, value, 30)
    stream.loss({USER: 5}, first=101, last=129)
    for value in range(6000):  # more than a packet
        stream.event(0, 1, value, 2)
    later = stream.time
    stream.loss({USER: 2}, first=later + 3, last=later + 9)
    stream.event(0, 1, 1, 2)
    path, out = tmp_path / "t.recTr", tmp_path / "t.ctf"
    path.write_bytes(weirstream.definitions() + stream.bytes)
    assert weir("convert", path, "-o", out).code == 0
    assert babeltrace(root, out)["discarded"] == [[5, 101, 129], [2, later + 3, later + 9]]


def test_ctf_of_ids_whose_fields_change(weir, root, tmp_path):
    """One pass writes the classes last; what does not fit the events written needs a second."""
    import fluxgen

    data, truth, _ = fluxgen.generate(4, 300)
    path, out = tmp_path / "t.recTr", tmp_path / "t.ctf"
    path.write_bytes(data)
    assert weir("convert", path, "-o", out).code == 0
    events = [e["name"] for e in babeltrace(root, out)["events"]]
    assert len(events) - events.count("object") == len(truth)


def test_ctf_in_one_pass_is_that_of_two(program, weir, tmp_path):
    """A pipe of many batches, and the same with a loss at its end."""
    stream, _ = weirstream.random_stream(seed=4, harts=2, threads=9, events=9000, loss=False)
    files = {}
    for lossy in (False, True):
        if lossy:
            stream.loss({USER: 1}, first=stream.time + 5, last=stream.time + 5)
        out = tmp_path / f"{lossy}.ctf"
        data = weirstream.definitions(harts=2) + bytes(stream.bytes)
        assert weir("convert", "-", "-o", out, data=data).code == 0
        files[lossy] = {p.name: p.read_bytes() for p in out.iterdir()}
    assert files[False].keys() == files[True].keys()
    for name, data in files[False].items():
        if name == "metadata":
            assert sorted(data.splitlines()) == sorted(files[True][name].splitlines())
        else:  # up to the last packets
            assert files[True][name][:len(data) // 2] == data[:len(data) // 2]


def test_ctf_is_a_directory(weir, busy, tmp_path):
    done = weir("convert", busy[2], "--to", "ctf", "-o", "-")
    assert done.code == 2 and "ctf is a folder of files: give its name with -o OUT" in done.err
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("x")
    assert weir("convert", busy[2], "--to", "ctf", "-o", tmp_path / "full").code == 2
    assert (tmp_path / "full" / "mine").exists()


# --- FST, Chrome JSON, CSV ------------------------------------------------------------------------


def fst_changes(path):
    """Full name -> list of (time, bytes), as pylibfst reads them."""
    import pylibfst

    lib, ffi = pylibfst.lib, pylibfst.ffi
    fst = lib.fstReaderOpen(str(path).encode())
    assert fst != ffi.NULL
    _, signals = pylibfst.get_scopes_signals2(fst)
    names, changes = {}, {}
    for signal in signals.by_handle.values():
        names[signal.handle] = signal.name
        changes[signal.name] = []

    def change(_, time, handle, value, size=None):
        changes[names[handle]].append(
            (time,
             pylibfst.string(value) if size is None else bytes(ffi.buffer(value, size)).decode()))

    lib.fstReaderSetFacProcessMaskAll(fst)
    pylibfst.fstReaderIterBlocks2(fst, change, change, None)
    lib.fstReaderClose(fst)
    return changes


def test_fst_holds_what_vcd_holds(weir, busy, tmp_path):
    _, _, path = busy
    vcd, fst, back = tmp_path / "t.vcd", tmp_path / "t.fst", tmp_path / "back.vcd"
    assert weir("convert", path, "-o", vcd).code == weir("convert", path, "-o", fst).code == 0
    assert subprocess.run(
        ["fst2vcd", "-f", str(fst), "-o", str(back)], capture_output=True,
        timeout=60).returncode == 0
    wanted, got = readers.vcd_signals(vcd), readers.vcd_signals(back)

    def settled(changes):
        values = [(t, int(v, 2)) for t, v in changes if set(v) <= set("01b")]
        return [(t, v) for i, (t, v) in enumerate(values) if i == 0 or v != values[i - 1][1]]

    for name in wanted:
        if "queue" not in name and not name.endswith("_event"):
            assert settled(got[name]) == settled(wanted[name]), name
        elif name.endswith("_event") and "queue" not in name:
            assert len(got[name]) == len(wanted[name]), name


def test_the_same_trace_makes_the_same_file(program, busy, tmp_path):
    """At any time and place."""
    _, _, path = busy
    for name in ("flux", "fxt", "txtb", "rkh", "csv", "json", "vcd", "fst", "arrow"):
        for zone in ("UTC+1", "UTC-2"):
            subprocess.run([program("build/weir"), "convert", "--to", name, path, "-o",
                            tmp_path / zone], env={**os.environ, "TZ": zone}, capture_output=True)
        assert (tmp_path / "UTC+1").read_bytes() == (tmp_path / "UTC-2").read_bytes(), name
        (tmp_path / "UTC+1").unlink()
        (tmp_path / "UTC-2").unlink()


def test_fst_names_threads(weir, busy, tmp_path):
    stream, names, path = busy
    out = tmp_path / "t.fst"
    assert weir("convert", path, "-o", out).code == 0
    changes = fst_changes(out)
    for hart in range(HARTS):
        found = [(t, v) for t, v in changes[f"weir.hart{hart}.thread_name"] if v]
        assert found == [(e.time, names.get(e.value, hex(e.value))) for e in stream.events
                         if e.id == THREAD_SWITCH and e.hart == hart]
    piped = weir("convert", path, "--to", "fst", "-o", "-")
    assert piped.code == 0
    (tmp_path / "piped.fst").write_bytes(piped.data)
    assert fst_changes(tmp_path / "piped.fst") == changes


def test_waves_by_wellen(weir, busy, tmp_path):
    import pywellen

    stream, _, path = busy
    for form in ("vcd", "fst"):
        out = tmp_path / f"t.{form}"
        assert weir("convert", path, "-o", out).code == 0
        wave = pywellen.Waveform(str(out))
        thread = next(v for v in wave.all_vars() if v.full_name == "weir.hart0.thread")
        changes = [(t, v) for t, v in thread.tv if isinstance(v, int)]
        assert changes == [(e.time, e.value) for e in stream.events
                           if e.id == THREAD_SWITCH and e.hart == 0]


def test_json_by_perfetto(weir, busy, tmp_path):
    stream, names, path = busy
    out = tmp_path / "t.json"
    assert weir("convert", path, "-o", out).code == 0
    json.loads(out.read_text())
    on_thread = "from slice s join thread_track tt on s.track_id = tt.id join thread t using (utid)"
    instants, runs, losses, complaints = readers.perfetto_queries(out, [
        f"select s.ts, s.name, s.category, t.tid, extract_arg(s.arg_set_id, 'args.value') as value "
        f"{on_thread} "
        "where s.category in ('USER', 'COM', 'SYS')",
        f"select s.ts, s.name, t.tid, extract_arg(s.arg_set_id, 'args.thread') as thread "
        f"{on_thread} where s.category = 'thread'",
        f"select s.ts, s.dur, extract_arg(s.arg_set_id, 'args.USER') as user {on_thread} where "
        f"s.category = 'loss' order by s.ts",
        "select name, value from stats where value > 0 and severity != 'info'",
    ])
    assert complaints == []
    ns = 10
    assert sorted(
        (i["ts"], i["name"], i["category"], i["tid"], i["value"]) for i in instants) == sorted(
            (e.time * ns, label(e), e.cls, e.thread or 1, e.value) for e in stream.events
            if e.id != THREAD_SWITCH)
    assert sorted((r["ts"], r["tid"], r["thread"], r["name"]) for r in runs) == sorted(
        (e.time * ns, e.hart + 1, e.value, names.get(e.value, hex(e.value))) for e in stream.events
        if e.id == THREAD_SWITCH)
    assert [(l["ts"], l["dur"], l["user"]) for l in losses] == [
        (l.first * ns, (l.last - l.first) * ns, l.counts.get(USER, 0)) for l in stream.losses
    ]


@pytest.mark.parametrize("form", ["json", "fst"])
def test_long_names_of_threads_remain_two(weir, tmp_path, form):
    """What has no room for the rest of a name says so."""
    path, out = tmp_path / "t.recTr", tmp_path / f"t.{form}"
    long = "com.company.product.service.subsystem.workerpool.instance.thread-0"
    stream = Stream()
    for thread in (0x100, 0x200, 0x300):
        stream.switch(0, thread, 10)
    stream.event(0, 1, 1, 10)
    path.write_bytes(
        weirstream.definitions(names=[(0, 0x100, long + "1"), (0, 0x200, long + "2"),
                                      (0, 0x300, "short")]) + stream.bytes)
    done = weir("convert", path, "-o", out)
    assert "texts of 2 object records" in done.err
    if form == "json":
        events = json.loads(out.read_text())["traceEvents"]
        names = [
            e["args"]["name"] for e in events if e.get("name") == "thread_name" and e["tid"] > 9
        ]
        names += [e["name"] for e in events if e.get("cat") == "thread"]
    else:
        names = [name for _, name in fst_changes(out)["weir.hart0.thread_name"] if name]
    assert len(set(names)) == 3 and "short" in names, names


def test_more_threads_than_the_table_holds(weir, tmp_path):
    """JSON names those of the table, and counts the others."""
    path, out = tmp_path / "t.recTr", tmp_path / "t.json"
    count, room = 6200, 6144
    stream = Stream()
    stream.event(0, 1, 1, 10)
    path.write_bytes(
        weirstream.definitions(names=[(0, 0x1000 + i, f"t{i}") for i in range(count)]) +
        stream.bytes)
    done = weir("convert", path, "-o", out)
    events = json.loads(out.read_text())["traceEvents"]
    names = [e for e in events if e.get("name") == "thread_name"]
    assert len([e for e in names if e["tid"] >= 0x1000]) == room
    assert f"texts of {count - room} object records" in done.err


def test_csv_by_duckdb(weir, busy, tmp_path):
    import duckdb

    stream, _, path = busy
    out, parquet = tmp_path / "t.csv", tmp_path / "t.parquet"
    assert weir("convert", path, "-o", out).code == 0
    duckdb.sql(f"copy (select * from '{out}') to '{parquet}' (format parquet)")
    events = duckdb.sql(
        f"select time, hart, id, thread, value from '{parquet}' where kind in ('instant', 'switch')"
    ).fetchall()
    assert sorted(events) == sorted(happened(stream))
    assert duckdb.sql(
        f"select sum(dropped_user + dropped_com + dropped_sys + dropped_none) from '{parquet}'"
    ).fetchall()[0][0] == sum(stream.dropped.values())


# --- back again -----------------------------------------------------------------------------------


def test_flux_to_flux(weir, busy, tmp_path):
    """Every event, loss and name remains.

    And once written by the model, nothing changes any more.
    """
    stream, names, path = busy
    once, twice = tmp_path / "once.recTr", tmp_path / "twice.recTr"
    done = weir("convert", path, "-o", once)
    some = r"(times|details of loss) of \d+ loss records?"
    assert done.code == 0 and re.fullmatch(rf"(weir: {once}: left out {some}(, {some})*\n)?",
                                           done.err)
    assert weir("convert", once, "-o", twice).code == 0
    a, b, c = (weir("convert", p, "--to", "csv", "-o", "-").out for p in (path, once, twice))
    assert from_csv(rows(a)) == from_csv(rows(b)) == happened(stream)
    # a stream tells the first drop by its age, which has 31 bits
    losses = lambda table: [[
        r[k] for k in r if k.startswith("dropped") or k in
        ("time", "last") or (k == "first" and int(r["time"]) - int(r["first"]) < 2**31 - 100)
    ] for r in table if r["kind"] == "loss"]
    assert losses(rows(a)) == losses(rows(b)) and losses(rows(a))
    assert {(r["id"], r["hart"], r["id_name"])
            for r in rows(a) if r["kind"] == "name"} == {(r["id"], r["hart"], r["id_name"])
                                                         for r in rows(b) if r["kind"] == "name"}
    assert {int(r["thread"]): r["id_name"] for r in rows(b) if r["kind"] == "object"} == names
    assert rows(b) == rows(c)


def test_more_losses_than_32_bits(weir, tmp_path):
    """Two sources lose more of a class than one counter holds.

    The output has as much as fits, and the loss is reported.
    """
    stream = Stream()
    span = dict(count=3 * 10**9, first=1, last=8 * 10**9)
    stream.drop(USER, context=0, **span)
    stream.drop(USER, context=1, **span)
    stream.begin()
    stream.report(9 * 10**9)
    stream.end()
    path = tmp_path / "t.recTr"
    path.write_bytes(weirstream.definitions() + stream.bytes)
    lost = lambda p: [
        r["dropped_user"] for r in rows(weir("convert", p, "--to", "csv", "-o", "-").out)
        if r["kind"] == "loss"
    ]
    assert lost(path) == [str(6 * 10**9)]
    for ending, less in (("recTr", "values"), ("rkh", "details of loss")):
        out = tmp_path / f"out.{ending}"
        done = weir("convert", path, "-o", out)
        assert done.code == 0 and f"{less} of 1 loss record" in done.err
        assert lost(out) == [str(2**32 - 1)]


def test_not_onto_itself(weir, busy, tmp_path):
    path = tmp_path / "t.recTr"
    path.write_bytes(busy[2].read_bytes())
    for command in (["convert"], ["record", "-q"]):
        done = weir(*command, path, "-o", path)
        assert done.code == 2 and "is an input: choose another output" in done.err
    assert path.read_bytes() == busy[2].read_bytes()


# --- several inputs -------------------------------------------------------------------------------


def test_merge(weir, busy, tmp_path):
    """Two traces with other units of time and the same thread numbers.

    One time base, harts one behind the other.
    """
    stream, names, path = busy
    other = Stream()
    other.switch(0, stream.events[-1].thread or 0x80001000, 3)
    other.event(0, 7, 1, 4)
    other.event(1, 7, 2, 5000)
    second, out = tmp_path / "second.recTr", tmp_path / "both.csv"
    second.write_bytes(weirstream.definitions(harts=2, unit="us") + other.bytes)
    assert weir("convert", path, second, "-o", out).code == 0
    table = rows(out.read_text())
    times = [int(r["time"]) for r in table if r["time"]]
    assert times == sorted(times)
    mine = [r for r in table if r["kind"] in ("instant", "switch") and int(r["hart"]) < HARTS]
    assert [(t, h, i, v) for t, h, i, _, v in from_csv(mine)
            ] == [(t, h, i, v) for t, h, i, _, v in happened(stream)]
    theirs = [r for r in table if r["kind"] in ("instant", "switch") and int(r["hart"]) >= HARTS]
    assert [(t, h, i) for t, h, i, _, _ in from_csv(theirs)
            ] == [(e.time * 100, e.hart + HARTS, e.id) for e in other.events]
    assert {r["thread"]
            for r in theirs if r["kind"] == "switch"}.isdisjoint(
                {r["thread"]
                 for r in mine if r["kind"] == "switch"})


def test_merge_more_than_memory_holds(weir, tmp_path, monkeypatch):
    """What is sorted piece by piece in a temporary file is sorted all the same."""
    paths = []
    for seed in (1, 2):
        stream, _ = weirstream.random_stream(seed=seed, events=3000, loss=False)
        paths.append(tmp_path / f"{seed}.recTr")
        paths[-1].write_bytes(weirstream.definitions(harts=2) + stream.bytes)
    whole = weir("convert", *paths, "--to", "csv", "-o", "-")
    monkeypatch.setenv("WEIR_SORT_MEMORY", "20000")
    pieces = weir("convert", *paths, "--to", "csv", "-o", "-")
    assert whole.code == pieces.code == 0 and whole.out == pieces.out and whole.out.count(
        "\n") > 5000


THREAD_READY = 0xC112


def board(tmp_path, name, threads, offset):
    """A trace of a board, with the names of its two threads by software, as a file."""
    stream = Stream()
    stream.switch(0, 0x100, 10 + offset)
    for thread, text in zip((0x100, 0x200), threads):
        if text:
            stream.name(0, thread, text)
    stream.event(0, THREAD_READY, 0x200, 5)
    stream.switch(0, 0x200, 10)
    stream.event(0, 7, 0x200, 10)  # a value like any other
    path = tmp_path / name
    path.write_bytes(weirstream.definitions() + stream.bytes)
    return path


@pytest.mark.parametrize("to", ["recTr", "rkh", "fxt"])
def test_merge_of_the_same_threads(weir, tmp_path, to):
    """Two boards whose threads have the same numbers: each keeps its names, in any format.

    The value of THREAD_READY is the thread of its own board.
    """
    paths = [
        board(tmp_path, "a.recTr", ("radio", "pump"), 0),
        board(tmp_path, "b.recTr", ("lcd", "motor"), 3)
    ]
    both = tmp_path / f"both.{to}"
    done = weir("convert", *paths, "-o", both)
    assert done.code == 0 and "b.recTr: left out 5 instant records" in done.err, done.err
    for merged in (paths, [both]):
        done = weir("timeline", *merged)
        assert done.code == 0
        ready = [line.split()[-2:] for line in done.out.splitlines() if "49426" in line]
        assert [name for name, _ in ready] == ["pump", "motor"], done.out
        assert ready[0][1] == "(0x200)" and ready[1][1] != "(0x200)"
        assert re.findall("USER 7 = (.*)", done.out) == ["512 (0x200)"] * 2
        known = json.loads(weir("stats", *merged, "--json").out)["threads"]
        assert sorted(thread["name"] for thread in known) == ["lcd", "motor", "pump", "radio"]


def test_merge_names_each_input(weir, tmp_path):
    """A dictionary names the threads of every input, not of the first one only."""
    paths = [board(tmp_path, name, (), offset) for name, offset in (("a.recTr", 0), ("b.recTr", 3))]
    names = tmp_path / "names.json"
    names.write_text(json.dumps({"threads": {"0x100": "radio", "0x200": "pump"}}))
    done = weir("stats", "-N", names, *paths, "--json")
    assert sorted(t["name"] for t in json.loads(done.out)["threads"]
                  ) == ["pump", "pump", "radio", "radio"]


# --- dictionaries ---------------------------------------------------------------------------------

YAML = ("ids:\n  1: sample\n  0x10: {name: valve, unit: bar, values: {0: shut, 1: open}}\n"
        "threads: {0x1000: pump}\n")
DICTIONARY = {
    "ids": {
        "1": {"name": "sample"},
        "16": {"name": "valve", "unit": "bar", "values": {"0": "shut", "1": "open"}}
    }, "threads": {"0x1000": "pump"}
}


@pytest.mark.parametrize("text", [YAML, json.dumps(DICTIONARY)], ids=["yaml", "json"])
def test_names_from_a_file(weir, tmp_path, text):
    names, trace = tmp_path / "names", tmp_path / "t.recTr"
    names.write_text(text)
    assert json.loads(weir("names", names).out) == DICTIONARY
    header = weir("names", "--header", names).out
    assert "WEIR_ID_VALVE = 16, /* bar */" in header and "WEIR_VALUE_VALVE_OPEN = 1," in header
    stream = Stream()
    stream.switch(0, 0x1000)
    stream.event(0, 16, 1)
    stream.event(0, 1, 5)
    trace.write_bytes(weirstream.definitions() + stream.bytes)
    table = [
        r for r in rows(weir("convert", trace, "-N", names, "--to", "csv", "-o", "-").out)
        if r["kind"] in ("instant", "switch")
    ]
    assert [(r["thread_name"], r["id_name"]) for r in table] == [("pump", ""), ("pump", "valve"),
                                                                 ("pump", "sample")]
    assert json.loads(table[1]["args"]) == {"value": 1, "label": "open"}
    assert "open" in weir("dump", "-N", names, trace).out


@pytest.mark.parametrize("text,message", [
    ("ids: {70000: x}", "offset 6: expected an id (a number up to 0xffff), found 70000"),
    ("ids: [1]", "offset 5: expected a map of ids, found a list"),
    ("colours: {}", "offset 0: expected ids or threads, found colours"),
    ("ids: {1: {colour: red}}", "expected name, unit or values, found colour"),
    ("{", "expected JSON or YAML, found other text (did not find"),
    ("", "expected a map with ids and threads, found nothing"),
    ("ids: {1: a, 0x1: b}", "offset 12: expected one name for id 1, found a and b"),
    ("ids: {1: {values: {2: a, 2: b}}}", "expected one name for value 2 of id 1, found a and b"),
    ("threads: {16: a, 0x10: b}", "expected one name for thread 0x10, found a and b"),
    ("ids: {010: a, 10: b}", "expected one name for id 10, found a and b"),
    ("ids: {1: a}\n---\nids: {2: b}\n", "offset 12: expected the end, found a second document"),
    ('{"ids": {"1": "a"}}\n{"ids": {"2": "b"}}', "expected JSON or YAML, found other text ("),
    ("ids: {1: a}\n...\n%", "expected JSON or YAML, found other text ("),
])
def test_bad_dictionaries(weir, tmp_path, text, message):
    path = tmp_path / "names"
    path.write_text(text)
    done = weir("names", path)
    assert done.code == 1 and message in done.err and done.err.count("\n") == 1 and done.out == ""


def test_a_dictionary_may_have_an_end(weir, tmp_path):
    path = tmp_path / "names"
    path.write_text("---\nids: {1: a}\n...\n# no more\n")
    assert json.loads(weir("names", path).out) == {"ids": {"1": {"name": "a"}}}


def test_constants_of_like_names(weir, tmp_path):
    """Names that differ in what no identifier has get their numbers: the header compiles."""
    path, header = tmp_path / "names.json", tmp_path / "names.h"
    path.write_text(json.dumps({"ids": {
        "1": {"name": "foo bar", "values": {"1": "on", "2": "On", "3": "off"}},
        "2": {"name": "foo-bar", "values": {"2": "on"}}, "3": "foo bar 2", "4": "valve"}}))
    assert weir("names", "--header", path, "-o", header).code == 0
    assert re.findall(r"WEIR_(\w+) = (\d+),", header.read_text()) == [
        ("ID_FOO_BAR_1", "1"), ("ID_FOO_BAR_2", "2"), ("ID_FOO_BAR_2_3", "3"),
        ("ID_VALVE", "4"), ("VALUE_FOO_BAR_ON_1_1", "1"), ("VALUE_FOO_BAR_ON_1_2", "2"),
        ("VALUE_FOO_BAR_OFF", "3"), ("VALUE_FOO_BAR_ON_2_2", "2")
    ]
    subprocess.run(["cc", "-fsyntax-only", "-Wall", "-Werror", header], check=True)


def test_names_from_an_elf(weir, root, tmp_path):
    source, elf = tmp_path / "f.c", tmp_path / "f.o"
    source.write_text(
        '#include "weir_names.h"\nWEIR_NAME(1, "sample");\nWEIR_NAME_UNIT(2, "level", '
        '"mV");\nWEIR_VALUE_NAME(2, 7, "full");\n'
        "int idle_tcb[30] = {1};\nint main(void) { return 0; }\n")
    subprocess.run(["gcc", "-static", f"-I{root}/driver/include",
                    str(source), "-o",
                    str(elf)],
                   check=True)
    said = json.loads(weir("names", elf).out)
    assert said["ids"] == {
        "1": {"name": "sample"}, "2": {"name": "level", "unit": "mV", "values": {"7": "full"}}
    }
    assert "idle_tcb" in said["threads"].values()
    cut = tmp_path / "cut"
    cut.write_bytes(elf.read_bytes().replace(b"\x02\0\0\0" + bytes(8) + b"level", b"\x01\0\0\0" +
                                             bytes(8) + b"level"))
    done = weir("names", cut)
    assert done.code == 1 and "expected one name for id 1, found " in done.err
    cut.write_bytes(elf.read_bytes()[:40])
    assert weir("names", cut).code == 1
    for less in (elf.stat().st_size // 2, 1):  # the table of sections is at the end
        cut.write_bytes(elf.read_bytes()[:-less])
        done = weir("names", cut)
        assert done.code == 1 and done.out == ""
        assert "expected the table of sections, found the end" in done.err


def log_stream(address, words):
    """A log as weir_log.h makes it: its words, their sum, and the address of its format."""
    stream = Stream()
    stream.switch(0, 0x1000)
    total = (sum(words) + address) & 0xFFFFFFFF
    for word in [*words, (total ^ total >> 16) & 0xFFFF]:
        stream.event(0, 0x4010, word)
    stream.event(0, 0x4011, address)
    stream.event(0, 1, 5)
    return stream


@pytest.fixture
def firmware(tmp_path):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fuzz"))
    import fuzzing

    path = tmp_path / "firmware.elf"
    name = struct.pack("<LLQ52s12s", 1, 1, 0, b"level", b"*/ int x")
    path.write_bytes(
        fuzzing.elf("<", False, [(".weir_names", 1, 0, 0, name),
                                 (".weir_formats", 1, 0, 0x100, b"?\0motor %u: %s\0"),
                                 (".rodata", 1, 2, 0x8000, b"running\0"),
                                 (".bss", 8, 3, 0x1000, b"")], [("pump", 4, 0x1000),
                                                                ("constant", 3, 0x8000)]))
    return path


def test_a_symbol_is_the_last_resort(weir, firmware, tmp_path):
    """A thread has the name that a dictionary gives.

    Else that of the trace; else, until the trace tells one, its symbol.
    """
    trace, names = tmp_path / "t.recTr", tmp_path / "names.yaml"
    names.write_text("threads: {0x1000: compressor}\n")
    stream = Stream()
    stream.switch(0, 0x1000)
    stream.event(0, 1, 5)
    trace.write_bytes(weirstream.definitions() + stream.bytes)

    def of(*options):
        table = rows(weir("convert", trace, *options, "--to", "csv", "-o", "-").out)
        return {r["thread_name"] for r in table if r["kind"] == "instant" and r["id"] == "1"}

    assert of("-N", firmware) == {"pump"}
    stream.name(0, 0x1000, "fan")
    stream.switch(0, 0x1000)
    trace.write_bytes(weirstream.definitions() + stream.bytes)
    assert of("-N", firmware) == of() == {"fan"}
    assert of("-N", firmware, "-N", names) == of("-N", names, "-N", firmware) == {"compressor"}
    later = tmp_path / "later.yaml"
    later.write_text("threads: {0x1000: blower, 4096: blower}\n")
    assert of("-N", names, "-N", later) == {"blower"}
    assert of("-N", later, "-N", names) == {"compressor"}


def test_names_and_logs_in_every_command(weir, firmware, tmp_path):
    """A dictionary does the same whoever reads.

    Conversion, dump, and a recording. flux keeps the words of a log, to be read later.
    """
    trace = tmp_path / "t.recTr"
    trace.write_bytes(weirstream.definitions() + log_stream(0x102, [3, 0x8000]).bytes)
    want = [("switch", "pump", "", ""), ("log", "pump", "log", "motor 3: running"),
            ("instant", "pump", "level", "")]
    said = lambda out: [(r["kind"], r["thread_name"], r["id_name"], r["text"]) for r in rows(out)
                        if r["time"]]
    assert said(weir("convert", trace, "-N", firmware, "--to", "csv", "-o", "-").out) == want
    table = rows(weir("record", trace, "-N", firmware, "--to", "csv", "-o", "-").out)
    assert [(r["kind"], r["id_name"], r["text"]) for r in table
            if r["time"]] == [(kind, name, text) for kind, _, name, text in want]
    # CSV as it comes has names of threads in rows of their own
    assert [r["kind"] for r in table].index("switch") == 1 + [(r["kind"], r["thread"], r["id_name"])
                                                              for r in table].index(
                                                                  ("object", "4096", "pump"))
    assert "log: motor 3: running\n" in weir("dump", "-N", firmware, trace).out
    for command in ("convert", "record"):
        done = weir(command, trace, "-N", firmware, "-o", tmp_path / "kept.recTr")
        assert done.code == 0 and "left out" not in done.err
        assert said(
            weir("convert", tmp_path / "kept.recTr", "-N", firmware, "--to", "csv", "-o",
                 "-").out) == want
    damaged = log_stream(0x102, [3, 0x8000, 9])  # a word too many: the events as they came
    trace.write_bytes(weirstream.definitions() + damaged.bytes)
    for command in ("convert", "record"):
        kinds = [(r["kind"], r["id"])
                 for r in rows(weir(command, trace, "-N", firmware, "--to", "csv", "-o", "-").out)
                 if r["time"]]
        assert kinds == [("switch", "32768"), *[("instant", "16400")] * 4, ("instant", "16401"),
                         ("instant", "1")]


def test_names_from_standard_input(weir, firmware):
    said = weir("names", firmware).out
    assert json.loads(said) == {
        "ids": {"1": {"name": "level", "unit": "*/ int x"}}, "threads": {"0x1000": "pump"}
    }
    assert weir("names", "-", data=firmware.read_bytes()).out == said
    assert weir("names", "-", data=said.encode()).out == said
    assert "WEIR_ID_LEVEL = 1, /* ?/ int x */\n" in weir("names", "--header", firmware).out


def test_sections_that_overlap(weir, tmp_path):
    """An ELF cannot make the command keep more than the file has."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fuzz"))
    import fuzzing

    data = bytearray(
        fuzzing.elf(
            "<", False,
            [(".rodata", 1, 2, 0x8000, b"x" * 4000), *[(".rodata", 1, 2, 0x9000, b"")] * 50]))
    heads = struct.unpack_from("<L", data, 32)[0]
    for number in range(2, 52):
        data[heads + 40 * number + 16:heads + 40 * number + 24] = data[heads + 40 + 16:heads + 40 +
                                                                       24]
    path = tmp_path / "bad.elf"
    path.write_bytes(data)
    done = weir("names", path)
    assert done.code == 1 and "expected sections that do not overlap" in done.err


# --- stats ----------------------------------------------------------------------------------------


def test_stats(weir, tmp_path):
    stream = Stream()
    for n in range(10):  # 30 ticks of one thread, 70 of the other
        stream.switch(0, 0x1000, 70 if n else 10)
        stream.event(0, 5, n, 10)
        stream.switch(0, 0x2000, 20)
    stream.loss({USER: 3}, first=stream.time + 40, last=stream.time + 50)
    stream.switch(0, 0x2000, 1010 - stream.time)
    path, picture = tmp_path / "t.recTr", tmp_path / "s.svg"
    path.write_bytes(weirstream.definitions(names=[(0, 0x1000, "<pump>")]) + stream.bytes)
    done = weir("stats", "--json", path, "--svg", picture)
    assert done.code == 0
    got = json.loads(done.out)
    pump, rest = got["threads"]
    assert (pump["name"], pump["switches"], rest["name"]) == ("<pump>", 10, None)
    assert pump["share"] == pytest.approx(0.3) and rest["share"] == pytest.approx(0.7)
    assert pump["run"]["max"] == pytest.approx(300e-9) and rest["run"]["max"] == pytest.approx(
        700e-9)
    assert pump["period"]["mean"] == pytest.approx(
        1e-6) and pump["period"]["deviation"] == pytest.approx(0, abs=1e-15)
    (event, ) = [i for i in got["ids"] if i.get("id") == 5]
    assert event["count"] == 10 and event["value"]["mean"] == 4.5 and event["interval"][
        "mean"] == pytest.approx(1e-6)
    assert {h["from"]: h["count"] for h in event["histogram"]} == {0: 1, 1: 1, 2: 2, 4: 4, 8: 2}
    assert got["lost"]["USER"] == 3 and got["lost"]["losses"] == 1
    import xml.etree.ElementTree as tree

    drawn = "".join(tree.parse(picture).getroot().itertext())
    assert "<pump>" in drawn and "30.0 %" in drawn
    text = weir("stats", path).out
    assert "<pump>" in text and "30.0 %" in text and "3 in 1 losses" in text
    assert weir("stats", path, "--svg", "-").out == picture.read_text()


def test_threads_of_high_addresses_in_json(weir, tmp_path):
    """Their numbers are not negative."""
    numbers, path = [0x7fffffffffffffff, 0xffffffff80201000, 0x100], tmp_path / "t.fxt"
    words = fxtgen.Words().word(0x16547846040010)
    for number in numbers:  # an instant, "x"
        words += fxtgen.record(4 | 0x8001 << 48,
                               fxtgen.Words().word(10).word(1).word(number).stream(b"x"))
    path.write_bytes(words.bytes[fxtgen.LITTLE])
    threads = [t["thread"] for t in json.loads(weir("stats", "--json", path).out)["threads"]]
    assert threads == [numbers[0], hex(numbers[1]), numbers[2]]


def test_stats_of_interrupts(weir, tmp_path):
    """How long each was served, nested ones too, and when a thread ran after it.

    Of a ThreadX buffer, and of what it becomes.
    """
    import test_txtb as txtb

    A, B, ISR = txtb.A, txtb.B, txtb.ISR
    events = [txtb.event(A, 0, 6, 100)]
    for n, (tick, length) in enumerate([(200, 10), (300, 30), (400, 20)]):
        events += [txtb.event(ISR, A, 3, tick, (0, 7, 0, 0))]
        if n == 1:  # another one within
            events += [
                txtb.event(ISR, A, 3, tick + 5, (0, 9, 0, 0)),
                txtb.event(ISR, A, 4, tick + 9, (0, 9, 0, 0))
            ]
        events += [txtb.event(ISR, A, 4, tick + length, (0, 7, 0, 0))]
    events += [txtb.event(A, 0, 2, 450, (A, 5, 0, B))]
    path, picture = tmp_path / "a.trx", tmp_path / "a.svg"
    path.write_bytes(txtb.trace(txtb.THREADS, events))
    done = weir("stats", "--json", path, "--svg", picture)
    assert done.code == 0, done.err
    isrs = {isr["cause"]: isr for isr in json.loads(done.out)["isrs"]}
    assert {
        cause: (isr["duration"]["count"], isr["duration"]["min"], isr["duration"]["max"],
                isr["duration"]["mean"])
        for cause, isr in isrs.items()
    } == {7: (3, 10, 30, 20), 9: (1, 4, 4, 4)}
    assert isrs[7]["to_switch"]["mean"] == 50 and isrs[9]["to_switch"] is None
    text = weir("stats", path).out
    assert re.search(r"trap 7 +0 +3 +10 ticks +20 ticks +30 ticks +50 ticks", text)
    import xml.etree.ElementTree as tree

    assert "3 times · 10 ticks to 30 ticks, mean 20 ticks" in "".join(
        tree.parse(picture).getroot().itertext())
    frames = tmp_path / "a.rkh"
    assert weir("convert", path, "-o", frames).code == 0
    assert re.search(r"trap 7 +0 +3 ", weir("stats", frames).out)


# --- any format and back --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_every_format_and_back(program, tmp_path, seed):
    """A trace as of one small system: one hart, threads with names, events with and without names,
    idle or with a thread that is;
    each pair of formats."""
    rng, stream = random.Random(seed), Stream()
    threads = {
        0x80001000 + 0x158 * n: name
        for n, name in enumerate(["idle", "sensor", "filter", "logger"][:2 + seed])
    }
    running = None
    for _ in range(400):
        if rng.random() < 0.4:
            running = rng.choice([t for t in (*threads, *([0] if seed else [])) if t != running])
            stream.switch(0, running, rng.randrange(1, 3000))
        elif running:
            stream.event(0, rng.choice([1, 2, 16, 300]), rng.getrandbits(rng.choice([1, 8, 32])),
                         rng.randrange(1, 3000))
    path = tmp_path / "small.recTr"
    path.write_bytes(
        weirstream.definitions(ids=[(0, 16, "queue")],
                               names=[(0, t, n) for t, n in threads.items()]) + stream.bytes)
    switches, events = roundtrip.every_pair(program("build/weir-san"), path, tmp_path)
    assert len(switches) + len(events) == len(stream.events)


# --- memory ---------------------------------------------------------------------------------------


def peak(program, *args):
    """Bytes of memory that the command used at most."""
    process = subprocess.Popen([program("build/weir"), *map(str, args)],
                               stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_maxrss * 1024


@pytest.mark.parametrize("command", [
    ["convert", "--to", "csv", "-o", "-"],
    ["convert", "--to", "json", "-o", "-"],
    ["convert", "--to", "vcd", "-o", "-"],
    ["convert", "--to", "flux", "-o", "-"],
    ["convert", "--to", "rkh", "-o", "-"],
    ["convert", "--to", "ctf", "-o", "OUT"],
    ["stats"],
    ["record", "-q", "--to", "flux", "-o", "-"],
],
                         ids=lambda command: " ".join(command[:3]))
def test_memory_does_not_grow(program, tmp_path, command):
    stream, _ = weirstream.random_stream(seed=2, harts=2, threads=20, events=3000, loss=False)
    used = []
    for repeat in (2, 40):
        path = tmp_path / f"{repeat}.bin"
        path.write_bytes(bytes(stream.bytes) * repeat)
        out = [tmp_path / "out" if word == "OUT" else word for word in command]
        used.append(peak(program, *out, "--raw", "--unit", "ns10", path))
    assert used[1] < used[0] * 1.1 + (1 << 20)


@pytest.mark.parametrize("name", ["flux", "fxt", "txtb", "rkh"])
def test_traces_of_other_tools(program, name):
    """A million random events of each, against their truth."""
    done = subprocess.run([program("build/tests/foreign"), name, "1000000007", "50", "20000"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert re.match(r"50 streams, 10000\d\d events, ", done.stdout)


FAULTS = {  # format: file, its code, the fault
    "flux, signs": ("sw/lib/flux/flux_value.c",
                    "uint64_t v = size && data[size - 1] & 0x80 ? UINT64_MAX : 0;",
                    "uint64_t v = 0;"),
    "flux, offset of the second domain": ("sw/lib/flux/flux_read.c",
                                          ".current = open->start,",
                                          ".current = r->domains[at - 1].next ? 0 : open->start,"),
    "fxt, a loss that is not counted": ("sw/lib/model/model_fxt.c",
                                        "m->time = m->loss.first = m->loss.last = s->last;\n"
                                        "        return 1;",
                                        "m->time = m->loss.first = m->loss.last = s->last;\n"
                                        "        return 0;"),
    "txtb, the end of a handler": ("sw/lib/model/model_txtb.c",
                                   "push_switch(s, says->time, NULL, s->running, next,", "(void)("),
}


def test_traces_of_other_tools_find_faults(root, tmp_path):
    """Each fault, planted, makes the test above fail."""
    files = [file for file, _, _ in FAULTS.values()]
    said = subprocess.run(["make", "-n", *(f"-W{file}" for file in files), "build/tests/foreign"],
                          cwd=root, capture_output=True, text=True, check=True).stdout
    lines = said.replace("\\\n", " ").splitlines()
    line = lambda end: next(line for line in lines if line.rstrip().endswith(end) or end in line)
    link = line(" -o build/tests/foreign ")
    for number, (name, (file, code, fault)) in enumerate(FAULTS.items()):
        text = (root / file).read_text()
        assert text.count(code) == 1, name
        source, made = tmp_path / f"{number}.c", tmp_path / f"{number}.o"
        source.write_text(text.replace(code, fault))
        compile_ = line(f" -c -o build/obj/{file[:-2]}.o ").replace(file, str(source))
        compile_ = re.sub(r"-MMD -MP| -W\w+|-o \S+", "", compile_.replace(" -O2 ", " -O1 "))
        foreign = tmp_path / str(number)
        for words in (f"{compile_} -O1 -I{(root / file).parent} -o {made}",
                      link.replace(f"build/obj/{file[:-2]}.o", str(made)).replace(
                          "-o build/tests/foreign", f"-o {foreign}")):
            subprocess.run(words, shell=True, cwd=root, check=True, capture_output=True)
        done = subprocess.run([foreign, name.split(",")[0], "1", "8", "20000"],
                              capture_output=True, text=True)
        assert done.returncode == 1 and re.match(r"event \d+ of|\d+ events of", done.stderr), (
            name, done.stderr)
