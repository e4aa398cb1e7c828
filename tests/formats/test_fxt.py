# SPDX-License-Identifier: Apache-2.0
"""The FXT writer: golden octets of every record kind, and what others' readers make of them."""

import struct
import subprocess

import pytest
import readers


def run(program, *args):
    done = subprocess.run([program("build/tests/formats/fxt_kinds"), *args], capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def words(*numbers):
    return struct.pack(f"<{len(numbers)}Q", *(n & (1 << 64) - 1 for n in numbers))


def stream(text):
    octets = text if isinstance(text, bytes) else text.encode()
    return octets + bytes(-len(octets) % 8)


def inline(text):
    return 0x8000 | len(text.encode())


def record(fields, body=b""):
    """A record or argument: its header word with the size filled in, then its body."""
    return words(fields | (len(body) // 8 + 1) << 4) + body


def arg(kind, name, high=0, body=b""):
    ref, name_stream = (name, b"") if isinstance(name, int) else (inline(name), stream(name))
    return record(kind | ref << 16 | high << 32, name_stream + body)


def golden():
    """What fxt_kinds writes, composed from the format's text."""
    gruesse = "Grüße".encode()
    level = arg(2, "level", 3)
    process = arg(8, "process", 0, words(7))
    args = b"".join([
        arg(0, "null"),
        arg(1, "int32", -5 & 0xFFFFFFFF),
        arg(2, "uint32", 4000000000),
        arg(3, 3, 0, words(-5000000000)),
        arg(4, "uint64", 0, words((1 << 64) - 1)),
        arg(5, "double", 0, struct.pack("<d", 0.5)),
        arg(6, "string", inline("longer than eight"), stream("longer than eight")),
        arg(6, "string2", 2),
        arg(7, "pointer", 0, words(0xDEADBEEF)),
        arg(8, "koid", 0, words(7)),
    ])
    kinds = [
        bytes.fromhex("1000044678541600"),
        record(0 | 1 << 16 | 1 << 20 | 5 << 52, stream("kinds")),
        record(0 | 2 << 16 | 1 << 20),
        record(0 | 3 << 16 | 1 << 20 | 0 << 52),
        record(1, words(1000000000)),
        record(2 | 1 << 16 | 8 << 32, stream("category")),
        record(2 | 2 << 16 | 7 << 32, stream(gruesse)),
        record(2 | 3 << 16 | 5 << 32, stream("int64")),
        record(3 | 1 << 16, words(7, 20)),
        record(7 | 1 << 16 | inline("process seven") << 24, words(7) + stream("process seven")),
        record(7 | 2 << 16 | inline("twenty") << 24 | 1 << 40, words(20) + stream("twenty") + process),
        record(7 | 2 << 16 | 2 << 24 | 1 << 40, words(21) + process),
        record(6 | 0 << 16 | inline("object") << 24 | 1 << 40, words(0x1000, 7) + stream("object") + level),
        record(4 | 0 << 16 | 10 << 20 | 1 << 24 | 1 << 32 | inline("instant") << 48, words(1000) + stream("instant") + args),
        record(4 | 1 << 16 | 1 << 20 | 0 << 24 | 1 << 32 | 2 << 48, words(1100, 7, 21) + level + words(99)),
        record(4 | 2 << 16 | 1 << 24 | 1 << 32 | 2 << 48, words(1200)),
        record(4 | 3 << 16 | 1 << 24 | 1 << 32 | 2 << 48, words(1300)),
        record(4 | 4 << 16 | 1 << 24 | 1 << 32 | 2 << 48, words(1400, 1900)),
    ]
    for kind in range(5, 11):
        kinds.append(record(4 | kind << 16 | 1 << 24 | 1 << 32 | 2 << 48, words(1000 + 100 * kind, 99)))
    kinds += [
        record(5 | inline("blob") << 16 | 10 << 32 | 1 << 48, stream("blob") + stream(bytes(range(10)))),
        record(8 | 0 << 16 | 2 << 20 | 3 << 36 | 1 << 60, words(3000, 20, 21)),
        record(8 | 1 << 16 | 2 << 20 | 2 << 36 | 1 << 60, words(3500, 21, 20) + level),
        record(9 | 9 << 16 | 1 << 32, words(4000) + stream("a message")),
    ]
    return kinds


def test_golden_octets(program):
    written = run(program)
    at = 0
    for number, expected in enumerate(golden()):
        assert written[at : at + len(expected)] == expected, f"record {number}"
        at += len(expected)
    assert at == len(written)


def test_golden_octets_of_the_legacy_switch(program):
    switch = 8 | 3 << 16 | 3 << 24 | 4 << 44 | 5 << 52
    expected = bytes.fromhex("1000044678541600") + record(3 | 1 << 16, words(7, 20))
    expected += record(switch | 1 << 28, words(100, 7, 21)) + record(switch | 1 << 36, words(150, 7, 21))
    assert run(program, "legacy") == expected


def test_refusals(program):
    assert run(program, "refusals") == b""


@pytest.fixture
def kinds(program, tmp_path):
    path = tmp_path / "kinds.fxt"
    path.write_bytes(run(program))
    return path


def test_read_by_fxt(kinds):
    records = readers.fxt_records(kinds)
    by_name = {}
    for r in records:
        by_name.setdefault(type(r).__name__, []).append(r)
    assert {name: len(found) for name, found in by_name.items()} == {
        "KernelObjectRecord": 3, "UserspaceObjectRecord": 1, "InstantEventRecord": 1, "CounterEventRecord": 1,
        "DurationBeginEventRecord": 1, "DurationEndEventRecord": 1, "DurationCompleteEventRecord": 1,
        "AsyncBeginEventRecord": 1, "AsyncInstantEventRecord": 1, "AsyncEndEventRecord": 1, "FlowBeginEventRecord": 1,
        "FlowStepEventRecord": 1, "FlowEndEventRecord": 1, "BlobRecord": 1, "ContextSwitchRecord": 2, "LogRecord": 1,
    }
    instant = by_name["InstantEventRecord"][0]
    assert (instant.timestamp_ns, instant.category, instant.name) == (1000, "category", "instant")
    assert (instant.thread.process_id, instant.thread.thread_id) == (7, 20)
    assert instant.args == {
        "null": None, "int32": -5, "uint32": 4000000000, "int64": -5000000000, "uint64": (1 << 64) - 1, "double": 0.5,
        "string": "longer than eight", "string2": "Grüße", "pointer": 0xDEADBEEF, "koid": 7,
    }
    assert [o.name for o in by_name["KernelObjectRecord"]] == ["process seven", "twenty", "Grüße"]
    assert by_name["CounterEventRecord"][0].counter_id == 99
    assert by_name["BlobRecord"][0].payload == bytes(range(10))
    assert [(s.cpu_id, s.outgoing_thread_id, s.outgoing_thread_state, s.incoming_thread_id)
            for s in by_name["ContextSwitchRecord"]] == [(2, 20, 3, 21), (2, 21, 2, 20)]
    assert by_name["LogRecord"][0].message == "a message"


def test_read_by_perfetto(kinds, program, tmp_path):
    sched = "select ts, dur, cpu, tid, name from sched join thread using (utid)"
    slices, switches, counters, processes, complaints = readers.perfetto_queries(kinds, [
        "select ts, dur, name from slice order by ts", sched,
        "select ts, value, name from counter join track on track_id = track.id",
        "select pid, name from process where pid = 7",
        "select name from stats where value > 0 and severity != 'info'",
    ])
    assert slices == [
        {"ts": 1000, "dur": 0, "name": "instant"},
        {"ts": 1200, "dur": 100, "name": "Grüße"},
        {"ts": 1400, "dur": 500, "name": "Grüße"},
        {"ts": 1500, "dur": 200, "name": "Grüße"},
        {"ts": 1600, "dur": 0, "name": "Grüße"},
    ]
    assert switches == [
        {"ts": 3000, "dur": 500, "cpu": 2, "tid": 21, "name": "Grüße"},
        {"ts": 3500, "dur": -1, "cpu": 2, "tid": 20, "name": "twenty"},
    ]
    assert counters == [{"ts": 1100, "value": 3.0, "name": "Grüße:level:99"}]
    assert processes == [{"pid": 7, "name": "process seven"}]
    assert complaints == []

    legacy = tmp_path / "legacy.fxt"
    legacy.write_bytes(run(program, "legacy"))
    assert readers.perfetto_query(legacy, sched) == [
        {"ts": 100, "dur": 50, "cpu": 3, "tid": 21, "name": None},
        {"ts": 150, "dur": -1, "cpu": 3, "tid": 20, "name": None},
    ]
    assert readers.perfetto_complaints(legacy) == []


def test_perfetto_does_complain(tmp_path):
    """The check of its statistics would see a damaged trace."""
    path = tmp_path / "bad.fxt"
    path.write_bytes(bytes.fromhex("1000044678541600") + record(4 | 77 << 32 | 78 << 48, words(10, 1, 2)))
    assert readers.perfetto_complaints(path) != []
