# SPDX-License-Identifier: Apache-2.0
"""Columns: of libweir, through the Arrow C Data Interface, read by nanoarrow; and in files of
`weir convert --to arrow`, read by pyarrow. Neither is ours.
"""

import ctypes
import re
import subprocess

import fxtgen
import nanoarrow
import pyarrow
import pyarrow.ipc
import pytest
import weirstream
from nanoarrow.c_array_stream import CArrayStream

TABLES = ["events", "runs", "interrupts", "losses", "names"]


@pytest.fixture(scope="session")
def columns(program):
    """columns(path, table) is (schema, rows)."""
    lib = ctypes.CDLL(str(program("build/lib/libweir.so")))
    lib.weir_trace_error.restype = ctypes.c_char_p
    lib.weir_trace_left_out.restype = ctypes.c_uint64

    def read(path, table):
        trace = ctypes.c_void_p()
        rc = lib.weir_trace_open_file(ctypes.byref(trace), str(path).encode(), None)
        assert rc == 0, lib.weir_trace_error(trace)
        stream = CArrayStream.allocate()
        rc = lib.weir_trace_columns(trace, TABLES.index(table), ctypes.c_void_p(stream._addr()))
        assert rc == 0, lib.weir_trace_error(trace)
        arrays = nanoarrow.ArrayStream(stream)
        schema = arrays.schema
        rows = [row for chunk in arrays for row in chunk.to_pylist()]
        del arrays, stream
        read.left_out = lib.weir_trace_left_out(trace)
        lib.weir_trace_close(trace)
        return schema, rows

    return read


def test_schema(columns, trace, root):
    """The header lists what there is, and the metadata has the clock."""
    header = (root / "sw/include/weir/columns.h").read_text()
    for table in TABLES:
        schema, _ = columns(trace.path, table)
        fields = [(f.name, str(f.type), f.nullable) for f in schema.fields]
        words = header.split(f" *   {table} ")[1].split(" *\n")[0]
        words = words.split("\n *   " + TABLES[TABLES.index(table) + 1])[0] if table != "names" \
            else words
        for name, kind, nullable in fields:
            kind = kind.split(".")[-1].lower().replace("string", "utf8")
            assert f"{name} {kind}{'?' * nullable}" in " ".join(words.replace("*", " ").split()), (
                table, name, kind, nullable)
        metadata = {k.decode(): v.decode() for k, v in schema.metadata.items()}
        assert metadata == {
            "weir_columns": "3",
            "table": table,
            "format": "flux",
            "tick_numerator": "10",
            "tick_denominator": "1000000000"
        }


def test_events(columns, trace):
    """All of them, as they were made: times, harts, ids, values, names."""
    _, rows = columns(trace.path, "events")
    found = [r for r in rows if r["kind"] in ("instant", "switch")]
    want = trace.stream.events
    assert len(found) == len(want)
    for row, event in zip(found, want):
        assert (row["time"], row["hart"]) == (event.time, event.hart)
        if row["kind"] == "switch":
            assert event.id == weirstream.THREAD_SWITCH and row["thread"] == event.value
            assert row["thread_name"] == (trace.names.get(event.value) if event.value else None)
        else:
            assert (row["id"], row["value"]) == (event.id, event.value)
            if event.hart == 0 and event.id == trace.id:
                assert row["name"] == "temperature"
    assert {r["kind"] for r in rows} == {"instant", "switch", "loss"}


def test_losses(columns, trace):
    _, rows = columns(trace.path, "losses")
    want = [(l.time, l.first, l.last, sum(l.counts.values())) for l in trace.stream.losses]
    assert want and [(r["time"], r["first"], r["last"], r["events"]) for r in rows] == want


def test_runs(columns, trace):
    """The runs of a hart follow one another, each from a switch to the next."""
    _, rows = columns(trace.path, "runs")
    for hart in (0, 1):
        switches = [
            e for e in trace.stream.events if e.hart == hart and e.id == weirstream.THREAD_SWITCH
        ]
        runs = [r for r in rows if r["hart"] == hart]
        known = [r for r in runs if r["thread"] is not None]
        starts = {e.time: e.value for e in switches}
        for run in known[1:]:
            assert starts[run["start"]] == run["thread"]
        assert [r["end"] for r in runs[:-1]] == [r["start"] for r in runs[1:]]
    before, first = {}, 0
    for r in sorted(rows, key=lambda r: r["start"]):
        if not r["thread"]:
            assert r["period"] is None
            continue
        first += r["thread"] not in before
        assert r["period"] == (r["start"] - before[r["thread"]] if r["thread"] in before else None)
        before[r["thread"]] = r["start"]
    assert 1 < first < len(rows) / 2


def test_interrupts(columns, arrow, tmp_path):
    stream = weirstream.Stream()
    for _ in range(3):
        stream.trap(0, 0x80000007, True, 10)
        stream.trap(0, 0x8000000B, True, 5)
        stream.trap(0, 0x8000000B, False, 5)
        stream.trap(0, 0x80000007, False, 10)
    path = tmp_path / "traps.recTr"
    path.write_bytes(weirstream.definitions(retire=True) + bytes(stream.bytes))
    _, rows = columns(path, "interrupts")
    assert [(r["start"], r["end"], r["cause"] & 0xFFFF, r["depth"]) for r in rows] == [
        row for n in range(3) for row in ((30 * n + 15, 30 * n + 20, 11, 1),
                                          (30 * n + 10, 30 * n + 30, 7, 0))
    ]
    assert arrow(path, table="interrupts").to_pylist() == rows
    traps = [r["id"] for r in columns(path, "events")[1] if r["kind"].startswith("isr")]
    assert traps == 3 * [0x80000007, 0x8000000B, 0x8000000B, 0x80000007]


def test_interrupts_without_room_are_counted(columns, tmp_path):
    stream = weirstream.Stream()
    for enters in (True, False):
        for _ in range(20):
            stream.trap(0, 7, enters, 10)
    path = tmp_path / "deep.recTr"
    path.write_bytes(weirstream.definitions(retire=True) + bytes(stream.bytes))
    _, rows = columns(path, "interrupts")
    assert [r["depth"] for r in rows] == list(range(19, 3, -1)) and columns.left_out == 4


def test_names(columns, trace):
    _, rows = columns(trace.path, "names")
    threads = {r["number"]: r["name"] for r in rows if r["kind"] == "thread"}
    assert threads == trace.names
    ids = {r["number"]: r["name"] for r in rows if r["kind"] == "id"}
    assert ids[trace.id] == "temperature"


def test_large_and_empty(columns, tmp_path):
    """More rows than a batch has, with nulls in some columns; and none."""
    stream, _ = weirstream.random_stream(seed=3, events=70_000, loss=False)
    path = tmp_path / "large.recTr"
    path.write_bytes(weirstream.definitions(harts=2) + bytes(stream.bytes))
    _, rows = columns(path, "events")
    found = [(r["time"], r["value"]) for r in rows if r["kind"] == "instant"]
    assert found == [(e.time, e.value) for e in stream.events if e.id != weirstream.THREAD_SWITCH]
    path.write_bytes(weirstream.definitions(harts=2))
    assert columns(path, "events")[1] == [] and columns(path, "runs")[1] == []


def test_damage(columns, trace, tmp_path):
    """A damaged trace gives what is whole."""
    bytes_ = bytearray(trace.path.read_bytes())
    path = tmp_path / "cut.recTr"
    path.write_bytes(bytes_[:len(bytes_) // 2])
    _, rows = columns(path, "events")
    assert 1000 < len(rows) < len(trace.stream.events)


# ---- files


@pytest.fixture(scope="session")
def arrow(program, tmp_path_factory):
    """arrow(*paths, settings, stream=False) is the table that `weir convert` writes, validated in
    full.
    """
    folder = tmp_path_factory.mktemp("arrow")

    def convert(*paths, stream=False, **settings):
        out = folder / "out.arrow"
        settings = ",".join(f"{k}={v}" for k, v in {
            **settings, "layout": "stream" if stream else "file"
        }.items())
        words = [*paths, "--set", settings, "-o", out]
        done = subprocess.run([program("build/weir-san"), "convert", *words],
                              capture_output=True,
                              text=True)
        assert done.returncode == 0, done.stderr
        opened = (pyarrow.ipc.open_stream if stream else pyarrow.ipc.open_file)(out.read_bytes())
        table = opened.read_all()
        table.validate(full=True)
        convert.said = done.stderr
        return table

    return convert


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("stream", [False, True])
def test_file(columns, arrow, trace, table, stream):
    """A file has the rows and the schema of the library."""
    schema, rows = columns(trace.path, table)
    found = arrow(trace.path, table=table, stream=stream)
    assert (rows or table == "interrupts") and found.to_pylist() == rows
    assert found.schema == pyarrow.schema(schema)
    assert found.schema.metadata == pyarrow.schema(schema).metadata
    for field in found.schema:
        timed = field.name in ("time", "start", "end", "first", "last", "period")
        assert field.metadata == ({b"unit": b"tick"} if timed else None)
    assert all(row["trace"] == "trace" for row in rows)


def test_page(root):
    """The page lists what the header does."""
    page = (root / "docs/reference/columns.md").read_text()
    words = re.search(r"```\n(events .*?)```", page, re.S)[1].split()
    header = (root / "sw/include/weir/columns.h").read_text()
    assert re.search(r" \*   (events .*?) \*\n", header, re.S)[1].replace("*", " ").split() == words


@pytest.mark.parametrize("stream", [False, True])
def test_late_names(columns, arrow, tmp_path, stream):
    """A thread that gets its name behind its events has it in all of them; a new name gives those
    behind it another. So names come in the second batch: a stream adds to its dictionaries.
    """
    first, second = weirstream.Stream(), weirstream.Stream()
    for made in (first, second):
        for n in range(35_000):
            made.switch(0, 0x100 + n % 3)
            made.event(0, 5 if made is first else 6, n)
    path = tmp_path / "late.recTr"
    between = weirstream.Stream()
    between.name(0, 0x100, "early")
    between.name(0, 0x101, "late")
    path.write_bytes(
        weirstream.definitions(names=[(0, 0x100, "first")]) + bytes(first.bytes) +
        bytes(between.bytes) + bytes(second.bytes))
    rows = arrow(path, stream=stream).to_pylist()
    assert rows == columns(path, "events")[1]
    names = [{r["thread_name"] for r in rows[at:][:60_000] if r["thread"] == thread}
             for at in (0, len(rows) - 60_000) for thread in (0x100, 0x101, 0x102)]
    assert names == [{"first"}, {"late"}, {None}, {"early"}, {"late"}, {None}]
    assert {r["name"] for r in rows[-60_000:]} == {"switch", "0x0006"}


def test_several(arrow, trace, tmp_path):
    """Rows of several inputs are in the order of time; each says which input it is from. The second
    has other numbers of threads, so the words of their names in its stream are left out.
    """
    other = tmp_path / "other.recTr"
    other.write_bytes(trace.path.read_bytes())
    one, both = arrow(trace.path), arrow(trace.path, other)
    rows = both.to_pylist()
    times = [r["time"] for r in rows if r["time"] is not None]
    assert times == sorted(times) and "instant records" in arrow.said

    def events_of(rows):
        return [(r["time"], r["kind"], r["value"]) for r in rows if r["name"] != "THREAD_NAME"]

    for name in ("trace", "other"):
        assert events_of(r for r in rows if r["trace"] == name) == events_of(one.to_pylist())
    assert sum(r["trace"] == "trace" for r in rows) == one.num_rows
    for table in ("runs", "losses", "names"):
        found = arrow(trace.path, other, table=table).to_pylist()
        assert {r["trace"] for r in found} >= {"trace", "other"}
    assert set(arrow(trace.path, trace="d7")["trace"].to_pylist()) == {"d7"}


def test_several_begin_and_end_by_themselves(arrow, tmp_path):
    """A merge has the runs of each trace as that has them alone, whatever the others last."""
    paths = [tmp_path / "early.recTr", tmp_path / "late.recTr"]
    for path, begin in zip(paths, (10, 500)):
        stream = weirstream.Stream()
        for thread, delta in ((begin, begin), (0, 60), (begin + 2, 60)):
            stream.switch(0, thread, delta)
        stream.event(0, 1, 1, 40)
        path.write_bytes(weirstream.definitions() + stream.bytes)
    alone = [arrow(path, table="runs").to_pylist() for path in paths]
    for more in ({}, {"trace": "all"}):
        both = arrow(*paths, table="runs", **more).to_pylist()
        for hart, runs in enumerate(alone):
            found = [(r["start"], r["end"], r["thread"]) for r in both if r["hart"] == hart]
            assert found == [(r["start"], r["end"], r["thread"]) for r in runs]


def test_left_out(arrow, program, trace, tmp_path):
    """What has no column is counted; wrong settings are rejected by name; texts become UTF-8."""
    assert arrow(trace.path).num_rows and "details of loss" in arrow.said
    for words, said in ((["table=event"], "table=events, runs"), (["layout=x"], "file or stream"),
                        (["tables=x"], "no setting tables")):
        done = subprocess.run(
            [program("build/weir"), "convert", trace.path, "-o", tmp_path / "no.arrow", "--set",
             *words], capture_output=True, text=True)
        assert done.returncode and said in done.stderr, done.stderr
        assert not (tmp_path / "no.arrow").exists()
    path = tmp_path / "latin.recTr"
    path.write_bytes(trace.path.read_bytes().replace(b"temperature", b"temp\xe9rature"))
    assert "temp\N{REPLACEMENT CHARACTER}rature" in arrow(path)["name"].to_pylist()


def test_blobs_are_left_out(columns, program, tmp_path):
    """They are no events: event by event, as columns, and to the end at once they are counted."""
    lib, path = ctypes.CDLL(str(program("build/lib/libweir.so"))), tmp_path / "t.fxt"
    words = fxtgen.Words()
    for vector in fxtgen.vectors("kinds.txt"):
        if vector.name in ("provider-info", "string-2", "blob", "large-blob-plain",
                           "instant-inline"):
            words += vector.words
    path.write_bytes(bytes.fromhex("1000044678541600") + words.bytes[fxtgen.LITTLE])
    for table in TABLES:
        columns(path, table)
        assert columns.left_out == 2, table
    trace, event = ctypes.c_void_p(), (ctypes.c_uint32 * 64)()
    for most, found in ((0, []), (1, [0]), (99, [0])):
        kinds = []
        assert lib.weir_trace_open_file(ctypes.byref(trace), str(path).encode(), None) == 0
        while len(kinds) < most and lib.weir_trace_next(trace, event) == 1:
            kinds.append(event[0])
        assert lib.weir_trace_read_all(trace) == 0 and lib.weir_trace_left_out(trace) == 2
        lib.weir_trace_close(trace)
        assert kinds == found


def test_empty(arrow, tmp_path):
    path = tmp_path / "empty.recTr"
    path.write_bytes(weirstream.definitions())
    for stream in (False, True):
        for table in TABLES[:4]:
            assert arrow(path, table=table, stream=stream).num_rows == 0


def test_memory(program, tmp_path):
    """That of a file does not grow with the trace."""
    made = weirstream.Stream()
    for n in range(40_000):
        made.switch(0, 0x100 + n % 3)
    most = []
    for repeat in (12, 40):
        path = tmp_path / "large.recTr"
        path.write_bytes(weirstream.definitions() + bytes(made.bytes) * repeat)
        most.append(
            int(
                subprocess.run([
                    "/usr/bin/env", "time", "-f", "%M",
                    program("build/weir"), "convert", path, "-o", tmp_path / "large.arrow"
                ],
                               capture_output=True,
                               text=True,
                               check=True).stderr.split()[-1]))
    assert most[1] < 1.2 * most[0], most
