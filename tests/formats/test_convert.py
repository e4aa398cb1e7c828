# SPDX-License-Identifier: Apache-2.0
"""Conversions of `weir`: others' readers see the same switches, events, names and losses."""

import csv
import json
import re

import pytest
import readers
import weirstream
from weirstream import THREAD_SWITCH, USER, Stream

NS = 10  # a tick of ns10


@pytest.fixture(params=[(1, 5, 1), (4, 300, 2)], ids=["one hart", "four harts, 300 threads"])
def busy(request, tmp_path):
    """A busy stream, its names, and its file."""
    harts, threads, seed = request.param
    stream, names = weirstream.random_stream(seed=seed, harts=harts, threads=threads, events=1500)
    path = tmp_path / "trace.recTr"
    ids = [(hart, 16, f"queue {hart}") for hart in range(harts)]
    path.write_bytes(weirstream.definitions(harts=harts, ids=ids) + stream.bytes)
    return stream, names, path


def scheduling(stream):
    """(cpu, ts, dur, tid) of every stretch a thread ran; the last of each hart has no end: -1."""
    slices, open_since = [], {}
    for e in stream.events:
        if e.id == THREAD_SWITCH:
            if e.hart in open_since:
                thread, start = open_since[e.hart]
                slices.append((e.hart, start * NS, (e.time - start) * NS, thread))
            open_since[e.hart] = (e.value, e.time)
    slices += [(hart, start * NS, -1, thread) for hart, (thread, start) in open_since.items()]
    return sorted(slices)


def label(event):
    if event.id == 16:
        return f"queue {event.hart}"
    return weirstream.KNOWN.get(event.id, f"{event.cls} {event.id}")


def instants(stream):
    return sorted((e.time * NS, label(e), e.cls, e.thread, e.value) for e in stream.events
                  if e.id != THREAD_SWITCH)


def test_fxt_by_perfetto(weir, busy, tmp_path):
    stream, names, path = busy
    out = tmp_path / "trace.fxt"
    assert weir("convert", path, "-o", out).code == 0
    on_thread = "from slice s join thread_track tt on s.track_id = tt.id join thread t using (utid)"
    sched, slices, losses, threads, counters, complaints = readers.perfetto_queries(
        out, [
            "select cpu, ts, dur, tid from sched join thread using (utid)",
            f"select s.ts, s.dur, s.name, s.category, t.tid, extract_arg(s.arg_set_id, 'value') as "
            f"value {on_thread} "
            "where s.category != 'loss'",
            f"select s.ts, s.dur, s.name, t.name as track, extract_arg(s.arg_set_id, 'USER') as "
            f"user, "
            f"extract_arg(s.arg_set_id, 'cause') as cause {on_thread} where s.category = 'loss' "
            f"order by s.ts",
            "select tid, t.name, p.name as process from thread t join process p using (upid) where "
            "p.name = 'weir'",
            "select ct.name, c.ts, c.value from counter c join track ct on c.track_id = ct.id "
            "order by c.ts",
            "select name, value from stats where value > 0 and severity != 'info'",
        ])
    assert complaints == []
    assert sorted((s["cpu"], s["ts"], s["dur"], s["tid"]) for s in sched) == scheduling(stream)
    assert all(s["dur"] == 0 for s in slices)
    assert sorted((s["ts"], s["name"], s["category"], s["tid"], s["value"])
                  for s in slices) == instants(stream)
    assert [(l["ts"], l["dur"], l["name"], l["track"], l["user"], l["cause"]) for l in losses] == [
        (l.first * NS, (l.last - l.first) * NS, "dropped", "loss", l.counts[USER], l.cause)
        for l in stream.losses
    ]
    met = {e.value for e in stream.events if e.id == THREAD_SWITCH} | set(names)
    assert {t["tid"]: t["name"]
            for t in threads} == {t: names.get(t, hex(t))
                                  for t in met} | {0: "?", 1: "loss"}
    total, expected = 0, []
    for l in stream.losses:
        total += l.counts[USER]
        expected.append((l.last * NS, float(total)))
    assert [(c["ts"], c["value"]) for c in counters if c["name"] == "dropped:USER:0"] == expected


def test_fxt_by_fxt(weir, busy, tmp_path):
    stream, names, path = busy
    out = tmp_path / "trace.fxt"
    assert weir("convert", path, "-o", out).code == 0
    kinds = {}
    for record in readers.fxt_records(out):
        kinds.setdefault(type(record).__name__, []).append(record)
    switches = [e for e in stream.events if e.id == THREAD_SWITCH]
    assert [(s.timestamp_ns, s.cpu_id, s.incoming_thread_id) for s in kinds["ContextSwitchRecord"]
            ] == [(e.time * NS, e.hart, e.value) for e in switches]
    running = {}
    for s in kinds["ContextSwitchRecord"]:
        assert s.outgoing_thread_id == running.get(s.cpu_id, 0)
        running[s.cpu_id] = s.incoming_thread_id
    assert sorted((i.timestamp_ns, i.name, i.category, i.thread.thread_id, i.args["value"])
                  for i in kinds["InstantEventRecord"]) == instants(stream)
    assert len(kinds["DurationBeginEventRecord"]) == len(kinds["DurationEndEventRecord"]) == len(
        stream.losses)
    named = {o.id: o.name for o in kinds["KernelObjectRecord"] if int(o.type) == 2}
    assert {t: named[t] for t in names} == names


def test_vcd(weir, busy, tmp_path):
    stream, _, path = busy
    out = tmp_path / "trace.vcd"
    assert weir("convert", path, "-o", out).code == 0
    assert "$timescale 10 ns $end" in out.read_text()
    signals = {
        name: [(t, int(v, 2)) for t, v in changes]
        for name, changes in readers.vcd_signals(out).items()
    }

    expected = {"weir.loss": [(0, 0)], "weir.dropped": [(0, 0)]}
    for e in stream.events:
        scope = f"weir.hart{e.hart}."
        if e.id == THREAD_SWITCH:
            expected.setdefault(scope + "thread", []).append((e.time, e.value))
            continue
        name = f"{e.cls}_{e.id}" + ("_" +
                                    weirstream.KNOWN[e.id] if e.id in weirstream.KNOWN else "")
        if e.id == 16:
            name = f"USER_16_queue_{e.hart}"
        expected.setdefault(scope + name, []).append((e.time, e.value))
        expected.setdefault(scope + name + "_event", []).append((e.time, 1))
    total = 0
    for l in stream.losses:
        total += sum(l.counts.values())
        expected["weir.loss"] += [(l.first, 1), (l.last + 1, 0)]
        expected["weir.dropped"].append((l.last + 1, total))
    assert signals == expected

    back = readers.vcd_signals(readers.vcd_through_fst(out, tmp_path))
    changes = lambda table: {
        n: [(t, v) for i, (t, v) in enumerate(c) if i == 0 or v != c[i - 1][1]]
        for n, c in table.items()
    }
    back = {name: [(t, int(v, 2)) for t, v in c] for name, c in back.items()}
    assert changes(back) == changes(signals)
    marks = [name for name in signals if name.endswith("_event")]
    assert {name: len(back[name]) for name in marks} == {name: len(signals[name]) for name in marks}


def test_edges_of_loss(weir, tmp_path):
    """Right behind an event, and behind the last."""
    stream = Stream()
    stream.switch(0, 9, 5)
    stream.loss({USER: 3}, first=6, last=90)
    stream.event(0, 16, 1, 7)
    stream.event(0, 16, 2, 10)
    stream.loss({USER: 1}, first=110)
    path, out = tmp_path / "t.recTr", tmp_path / "t.vcd"
    path.write_bytes(weirstream.definitions() + stream.bytes)
    assert weir("check", path).code == 0
    assert weir("convert", path, "-o", out).code == 0
    signals = {
        name: [(t, int(v, 2)) for t, v in changes]
        for name, changes in readers.vcd_signals(out).items()
    }
    assert signals == {
        "weir.loss": [(0, 0), (6, 1), (91, 0), (110, 1), (111, 0)],
        "weir.dropped": [(0, 0), (91, 3), (111, 4)],
        "weir.hart0.thread": [(5, 9)],
        "weir.hart0.USER_16": [(99, 1), (109, 2)],
        "weir.hart0.USER_16_event": [(99, 1), (109, 1)],
    }


@pytest.mark.parametrize("unit,timescale,factor,per_second", [
    ("ns", "1 ns", 1, 10**9),
    ("us100", "100 us", 1, 10**4),
    ("s10", "10 s", 1, None),
    ("ps10", "10 ps", 1, 10**11),
    ("as100", "1 fs", 0.1, 10**16),
    ("Hz", "1 ns", 1, 10**9),
])
def test_units(weir, tmp_path, unit, timescale, factor, per_second):
    stream = Stream()
    stream.event(0, 16, 1, 1230)
    path = tmp_path / "t.recTr"
    path.write_bytes(weirstream.definitions(unit=unit) + stream.bytes)
    vcd = weir("convert", path, "--to", "vcd", "-o", "-").out
    assert f"$timescale {timescale} $end" in vcd and f"#{int(1230 * factor)}\n" in vcd
    fxt = weir("convert", path, "--to", "fxt", "-o", "-").data
    rate = int.from_bytes(fxt[fxt.index(b"weir\0\0\0\0") + 16:][:8], "little")
    assert rate == (per_second or 1)
    time = 1230 * (1 if per_second else 10)
    assert time.to_bytes(8, "little") in fxt


def test_process_number_is_no_thread(weir, tmp_path):
    stream = Stream()
    for thread in (1, 2, 0, 1):
        stream.switch(0, thread, 7)
        stream.event(0, 1, thread)
    path, out = tmp_path / "t.recTr", tmp_path / "t.fxt"
    path.write_bytes(weirstream.definitions() + stream.bytes)
    assert weir("convert", path, "-o", out).code == 0
    assert readers.perfetto_query(out,
                                  "select pid from process where name = 'weir'") == [{"pid": 3}]
    assert readers.perfetto_query(
        out, "select ts, dur, tid from sched join thread using (utid)") == [{
            "ts": 70, "dur": 80, "tid": 1
        }, {"ts": 150, "dur": 80, "tid": 2}, {"ts": 310, "dur": -1, "tid": 1}]  # 0 is no thread
    assert readers.perfetto_complaints(out) == []


def test_without_definitions(weir, tmp_path):
    """A raw FIFO dump converts as the file with a head does, but for names of signals."""
    stream, _ = weirstream.random_stream(events=300)
    full, raw = tmp_path / "t.recTr", tmp_path / "t.bin"
    full.write_bytes(weirstream.definitions(harts=2) + stream.bytes)
    raw.write_bytes(stream.bytes)
    for form in ("fxt", "vcd", "csv"):
        want = weir("convert", full, "--to", form, "-o", "-")
        got = weir("convert", "--raw", "--unit", "ns10", raw, "--to", form, "-o", "-")
        assert want.code == got.code == 0 and want.data == got.data


def test_late_name_in_csv(weir, tmp_path):
    """A thread that gets its name after its events: rows before the name have it, too."""
    stream = Stream()
    stream.switch(0, 0x1000, 5)
    stream.event(0, 16, 1, 5)
    stream.switch(0, 0x2000, 5)
    stream.name(0, 0x1000, "early bird", 5)
    path = tmp_path / "a.recTr"
    path.write_bytes(weirstream.definitions() + stream.bytes)
    weir("convert", path, "-o", tmp_path / "a.csv")
    rows = list(csv.DictReader(open(tmp_path / "a.csv", newline="")))
    event = next(row for row in rows if row["id"] == "16")
    assert event["thread_name"] == "early bird"


@pytest.mark.parametrize("source", ["file", "pipe"])
def test_one_number_for_two_threads(weir, tmp_path, source):
    """A thread in the memory of a deleted one: each row has the name of its time, before the first
    name that; tables and heads have both.
    """
    stream, path = Stream(), tmp_path / "a.recTr"
    stream.switch(0, 0x1000, 5)
    stream.event(0, 16, 1, 5)
    for number, name in enumerate(("even", "odd", "even")):
        stream.switch(0, 0x2000, 5)
        stream.name(0, 0x1000, name, 5)
        stream.switch(0, 0x1000, 5)
        stream.event(0, 16, 2 + number, 5)
    path.write_bytes(weirstream.definitions() + stream.bytes)

    def done(*words):
        if source == "file":
            return weir(*(path if word == "FILE" else word for word in words)).data.decode()
        return weir(*("-" if word == "FILE" else word for word in words),
                    data=path.read_bytes()).data.decode()

    rows = list(csv.DictReader(done("convert", "FILE", "--to", "csv", "-o", "-").splitlines()))
    events = [row for row in rows if row["kind"] == "instant" and row["id"] == "16"]
    names = ["even", "even", "odd", "even"]
    assert [(row["value"], row["thread_name"])
            for row in events] == [(str(1 + at), name) for at, name in enumerate(names)]
    lines = [line.split() for line in done("dump", "FILE").splitlines() if "USER 16" in line]
    first = [] if source == "file" else ["0x1000"]  # nothing is read twice
    assert [line[2] for line in lines] == first + names[len(first):]
    said = json.loads(done("convert", "FILE", "--to", "json", "-o", "-"))["traceEvents"]
    assert [e["name"] for e in said if e["ph"] == "B" and e["args"]["thread"] == 0x1000] == names
    assert [e["args"]["name"] for e in said
            if e["ph"] == "M" and e["tid"] == 0x1000] == ["even, odd"]
    assert re.search(r"0x0*1000 +even, odd ", done("info", "FILE"))


def test_many_threads_of_one_number(weir, tmp_path):
    """Names that find no space in a table are three dots."""
    stream, path = Stream(), tmp_path / "a.recTr"
    for number in range(20):
        stream.switch(0, 0x1000, 5)
        stream.name(0, 0x1000, f"number {number}", 5)
    path.write_bytes(weirstream.definitions() + stream.bytes)
    said = json.loads(weir("convert", path, "--to", "json", "-o", "-").data)["traceEvents"]
    assert [e["args"]["name"] for e in said if e["ph"] == "M" and e["tid"] == 0x1000
            ] == ["number 0, number 1, number 2, number 3, number 4, number 5, ..."]


NEWS = {
    "nothing": lambda s: None,
    "thread": lambda s: s.switch(0, 0x900, 5),
    "name": lambda s: s.name(0, 0x300, "late", 5),
    "another name": lambda s: s.name(0, 0x100, "late", 5),
    "id": lambda s: s.event(0, 77, 1, 5),
    "hart": lambda s: s.event(1, 1, 1, 5),
    "trap": lambda s: s.trap(0, 7, 1, 5),
    "loss": lambda s: s.loss({USER: 3}),
}


@pytest.mark.parametrize("news", NEWS)
def test_late_news(weir, tmp_path, news):
    """What a sink needs in its head comes late in a long trace: a file has it, as a pipe has.

    A pipe gets its bytes after a survey of the whole trace, a file after one of the first 65536
    records.
    """
    stream = Stream()
    for thread in 0x100, 0x200:
        stream.name(0, thread, f"thread {thread}", 3)
    for number in range(70000):
        if number % 8:
            stream.event(0, 1 + number % 3, number % 128, 1)
        else:
            stream.switch(0, 0x100 << number // 8 % 2, 1)
    NEWS[news](stream)
    for number in range(5000):
        stream.event(0, 1 + number % 3, number % 128, 1)
    path = tmp_path / "in.recTr"
    path.write_bytes(weirstream.definitions(harts=2) + stream.bytes)
    for to in "fxt", "json", "vcd":
        done = weir("convert", path, "-o", tmp_path / f"out.{to}", build="build/weir")
        pipe = weir("convert", path, "--to", to, "-o", "-", build="build/weir")
        assert done.code == pipe.code == 0
        assert (tmp_path / f"out.{to}").read_bytes() == pipe.data
        assert done.err.replace(str(tmp_path / f"out.{to}"), "standard output") == pipe.err


@pytest.mark.parametrize("to", ["flux", "fxt", "txtb", "csv", "json", "ctf"])
@pytest.mark.parametrize("damage", [0, 1])
def test_threads_change_nothing(weir, tmp_path, monkeypatch, to, damage):
    """One thread or three, which read ahead, convert and write: the same bytes and messages."""
    stream, _ = weirstream.random_stream(seed=7, events=20000, harts=2, threads=300)
    data = bytearray(weirstream.definitions(harts=2) + stream.bytes)
    for at in range(5000, len(data), 30000) if damage else ():
        data[at] ^= 0x55
    path, results = tmp_path / "in.recTr", []
    path.write_bytes(data)
    for parallel in "01":
        monkeypatch.setenv("WEIR_PARALLEL", parallel)
        out = tmp_path / f"out.{to}"
        done = weir("convert", path, "-o", out)
        files = sorted(out.iterdir()) if out.is_dir() else [out]
        results.append((done.code, done.err, [f.read_bytes() for f in files]))
        assert results[-1][2][0]
    assert results[0] == results[1] and results[0][0] == damage


# ---- the length of a tick


@pytest.mark.parametrize("name", ["fxt", "ctf", "vcd", "fst", "json", "recTr", "csv",
                                  "arrow", "rkh"])
def test_an_unknown_tick_is_reported(weir, tmp_path, name):
    """By formats that need one; the others hold what is known."""
    path, out = tmp_path / "t.bin", tmp_path / f"x.{name}"
    path.write_bytes(bytes(weirstream.random_stream(events=50, loss=False)[0].bytes))
    error = "the length of a tick is unknown, and taken as 1 ns; give it with --unit"
    done = weir("convert", "--raw", path, "-o", out)
    assert done.code == 0
    assert (f"weir: {out}: {error}\n" in done.err) == (name in ("fxt", "ctf", "vcd", "fst", "json"))
    assert "the length of a tick" not in weir("convert", "--raw", "--unit", "10ns", path, "-o",
                                              out).err


def test_a_tick_that_the_format_does_not_hold(weir, tmp_path):
    path, out = tmp_path / "t.bin", tmp_path / "x.trx"
    stream = weirstream.Stream()
    stream.switch(0, 0x100)
    stream.event(0, 1, 7)
    path.write_bytes(bytes(stream.bytes))
    assert weir("convert", "--raw", path, "-o", out).err == ""
    done = weir("convert", "--raw", "--unit", "10ns", path, "-o", out)
    assert (done.code, done.err) == (0, f"weir: {out}: left out the length of a tick\n")


@pytest.mark.parametrize("command", ["convert", "timeline", "stats", "view"])
def test_a_merge_with_an_unknown_tick(weir, tmp_path, command):
    """It is reported of the file without a tick, unless --unit gives it."""
    known, unknown = tmp_path / "a.recTr", tmp_path / "b.trx"
    stream = weirstream.Stream()
    stream.switch(0, 0x100)
    for i in range(9):
        stream.event(0, 1, i, delta=10)
    known.write_bytes(weirstream.definitions() + bytes(stream.bytes))
    assert weir("convert", known, "-o", unknown).code == 0
    out = {"convert": ["-o", tmp_path / "x.csv"], "view": ["-o", tmp_path / "x.html"]}
    error = f"weir: {unknown}: the length of a tick is unknown, and taken as 1 ns"
    for options, files, found in (([], [known, unknown], True), ([], [unknown, known], True),
                                  ([], [unknown, unknown], False), ([], [known, known], False),
                                  (["--unit", "10ns"], [known, unknown], False)):
        done = weir(command, *options, *files, *out.get(command, []))
        assert (done.code, error in done.err) == (0, found), done.err
