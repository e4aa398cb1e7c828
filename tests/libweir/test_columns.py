# SPDX-License-Identifier: Apache-2.0
"""Columns of libweir, through the Arrow C Data Interface, read by nanoarrow, which is not ours."""

import ctypes

import nanoarrow
import pytest
import weirstream
from nanoarrow.c_array_stream import CArrayStream

TABLES = ["events", "runs", "interrupts", "losses", "names"]


@pytest.fixture(scope="session")
def columns(program):
    """columns(path, table) is (schema, rows)."""
    lib = ctypes.CDLL(str(program("build/lib/libweir.so.0.3")))
    lib.weir_trace_error.restype = ctypes.c_char_p

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
            "weir_columns": "1",
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


def test_interrupts(columns, tmp_path):
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
