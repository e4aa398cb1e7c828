# SPDX-License-Identifier: Apache-2.0
"""FXT in the event model: through `weir convert` and back."""

import csv
import io
import re
import struct
import subprocess

import fxtgen
import pytest
import readers
import weirstream


@pytest.mark.parametrize("setting", [[], ["layout=legacy"]])
def test_every_kind_of_record(program, setting):
    """A record of every kind returns unchanged."""
    done = subprocess.run([program("build/tests/formats/model_fxt_kinds"), *setting],
                          capture_output=True,
                          text=True,
                          timeout=60)
    assert done.returncode == 0, done.stderr


def rows(weir, path, kind, columns):
    """Rows of the CSV that a file converts to."""
    done = weir("convert", path, "--to", "csv", "-o", "-")
    assert done.code == 0, done.err
    return [
        tuple(row[c] for c in columns) for row in csv.DictReader(io.StringIO(done.out))
        if row["kind"] == kind
    ]


@pytest.mark.parametrize("layout", ["newer", "legacy"])
def test_weir_streams_come_back(weir, tmp_path, layout):
    """Events, losses and switches of a stream of the unit are the same after a way through FXT."""
    stream, _ = weirstream.random_stream(seed=3, harts=4, threads=300, events=1500)
    path, fxt, again = tmp_path / "t.recTr", tmp_path / "t.fxt", tmp_path / "again.fxt"
    path.write_bytes(
        weirstream.definitions(harts=4, ids=[(hart, 16, f"queue {hart}")
                                             for hart in range(4)]) + stream.bytes)
    assert weir("convert", path, "-o", fxt,
                *(["--set", "layout=legacy"] if layout == "legacy" else [])).code == 0
    assert weir("convert", fxt, "-o", again).code == 0
    happened = [
        "time", "hart", "thread", "thread_name", "class", "id", "id_name", "value", "text", "args"
    ]
    lost = [
        "time", "dropped_user", "dropped_com", "dropped_sys", "dropped_none", "cause", "source",
        "first", "last"
    ]
    switched = ["time", "hart", "thread", "thread_name", "outgoing"]
    for kind, columns in (("instant", happened), ("loss", lost), ("switch", switched)):
        expected = rows(weir, path, kind, columns)
        assert expected and rows(weir, fxt, kind, columns) == expected
        assert rows(weir, again, kind, columns) == expected
    assert readers.perfetto_complaints(fxt) == [] and readers.perfetto_complaints(again) == []


@pytest.mark.parametrize("layout", ["newer", "legacy"])
def test_idle(weir, layout, tmp_path):
    """Thread 0 is no thread: nothing is scheduled while a hart has it (in the newer layout, which
    can say so). What ran before the
    first switch is not known, not idle."""
    stream = weirstream.Stream()
    for n in range(12):
        stream.switch(0, (0x1000, 0, 0x2000)[n % 3], 100)
        stream.event(0, 7, n, 10)
    path, fxt = tmp_path / "t.recTr", tmp_path / "t.fxt"
    path.write_bytes(weirstream.definitions() + stream.bytes)
    assert weir("convert", path, "-o", fxt,
                *(["--set", "layout=legacy"] if layout == "legacy" else [])).code == 0
    for kind, columns in (("instant", ["time", "thread", "thread_name", "value"]), ("switch", [
            "time", "thread", "thread_name", "outgoing"
    ])):
        expected = rows(weir, path, kind, columns)
        assert {r[1]
                for r in expected} == {"0", "4096", "8192"} and rows(weir, fxt, kind,
                                                                     columns) == expected
    sched, complaints = readers.perfetto_queries(fxt, [
        "select tid, dur from sched join thread using (utid) order by ts",
        "select name, value from stats where value > 0 and severity != 'info'"
    ])
    assert complaints == []
    assert [(s["tid"], s["dur"]) for s in sched
            if s["tid"]] == [(0x1000, 1100), (0x2000, 1100)] * 3 + [(0x1000, 1100), (0x2000, -1)]
    assert layout == "legacy" or len(sched) == 8


def lines(program, data):
    """What fxt-dump prints of the records that the model carries, without offsets and indexes of
    tables.
    """
    done = subprocess.run([program("build/sw/fxt-dump-san")],
                          input=data,
                          capture_output=True,
                          timeout=60)
    found = []
    for line in done.stdout.decode().splitlines():
        kind = line.split()[1]
        if kind in ("event", "blob", "log", "userspace-object", "switch", "kernel-object",
                    "large-blob", "wakeup"):
            line = re.sub(r"#\d+", "", line.split(" ", 1)[1])
            line = re.sub(r"^(userspace-object process \d+):\d+", r"\1",
                          line)  # which thread does not count
            # a blob that fits into a plain one is written as that
            found.append(
                re.sub(r'^large-blob category "" name (.*) at 0 of \d+', r"blob \1 type 1", line))
    return found


def test_foreign_streams_come_back(weir, program, tmp_path):
    """FXT that others could have written is the same after a way through the model."""
    words = fxtgen.Words()
    left_out = ("magic", "switch-legacy", "unknown", "provider-event", "arguments")
    for vector in fxtgen.vectors("kinds.txt"):
        if vector.name not in left_out:
            words += vector.words
    path, out = tmp_path / "kinds.fxt", tmp_path / "out.fxt"
    path.write_bytes(bytes.fromhex("1000044678541600") + words.bytes[fxtgen.LITTLE])
    assert weir("convert", path, "-o", out).code == 0
    expected = lines(program, path.read_bytes())
    found = lines(program, out.read_bytes())
    missing = [line for line in expected if line not in found]
    assert missing == []
    assert len(readers.fxt_records(out)) > 25


def test_other_events_of_a_provider(weir, tmp_path):
    """Event 0 means lost records; no other is defined, so it is counted, and no loss."""
    path = tmp_path / "p.fxt"
    word = lambda event: (1 << 4 | 3 << 16 | 7 << 20 | event << 52).to_bytes(8, "little")
    for event, losses in ((0, 1), (3, 0)):
        path.write_bytes(bytes.fromhex("1000044678541600") + word(event))
        done = weir("convert", path, "--to", "csv", "-o", "-")
        assert done.code == 0 and done.out.count("\nloss,") == losses
        assert ("left out 1 unknown record" in done.err) == (not losses)


def test_wakeups_and_scopes(weir, tmp_path):
    """A wakeup is one in every command; the scope of an instant is counted where it is lost."""
    words = fxtgen.Words()
    for vector in fxtgen.vectors("kinds.txt"):
        if vector.name in ("wakeup", "instant-scope"):
            words += vector.words
    path = tmp_path / "w.fxt"
    path.write_bytes(bytes.fromhex("1000044678541600") + words.bytes[fxtgen.LITTLE])
    assert "1 wakeup" in weir("info", path).out
    done = weir("convert", path, "--to", "json", "-o", "-")
    assert "contexts of 1 instant record" in done.err


WEIR = 0x77656972
MAGIC = bytes.fromhex("1000044678541600")


def provider(number, name):
    return fxtgen.record(1 << 16 | number << 20 | len(name) << 52,
                         fxtgen.Words().stream(name.encode()))


def numbers(args):
    """Arguments that are numbers of 32 bits, with their names inline."""
    words = fxtgen.Words()
    for name, value in args.items():
        words += fxtgen.record(2 | (0x8000 | len(name)) << 16 | value << 32,
                               fxtgen.Words().stream(name.encode()))
    return words


def event(kind, category, name, args, time=10, thread=(7, 20)):
    body = fxtgen.Words()
    for word in (time, *thread):
        body.word(word)
    body.stream(category.encode()).stream(name.encode())
    return fxtgen.record(
        4 | kind << 16 | len(args) << 20 | (0x8000 | len(category)) << 32 |
        (0x8000 | len(name)) << 48, body + numbers(args))


def write(path, *records):
    path.write_bytes(MAGIC + b"".join(r.bytes[fxtgen.LITTLE] for r in records))
    return path


def scheduling(kind, args, *words, time=10, state=0):
    body = fxtgen.Words().word(time)
    for word in words:
        body.word(word)
    return fxtgen.record(8 | len(args) << 16 | state << 36 | kind << 60, body + numbers(args))


def test_ctf_of_a_wakeup_with_a_number(weir, tmp_path):
    """Only events have a field for their value. babeltrace2 reads what is behind a wakeup."""
    path = write(tmp_path / "wake.fxt", scheduling(2, {"weight": 7}, 41),
                 event(0, "app", "later", {"value": 3}, 20))
    assert weir("convert", path, "-o", tmp_path / "wake.ctf").code == 0
    done = subprocess.run(["babeltrace2", tmp_path / "wake.ctf"],
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert 'wakeup: ' in done.stdout and '{ args = "{\\"weight\\":7}" }' in done.stdout
    assert "app:later: " in done.stdout and "{ value = 3 }" in done.stdout


@pytest.mark.parametrize("to", ["ctf", "vcd", "fst", "recTr", "rkh", "trx"])
def test_arguments_of_traps_and_switches_are_counted(weir, tmp_path, to):
    path = write(tmp_path / "t.fxt", provider(WEIR, "weir"),
                 event(2, "isr", "isr enter", {"id": 11, "address": 5}, 20),
                 event(3, "isr", "isr exit", {"id": 11}, 30),
                 scheduling(1, {"budget": 5}, 41, 42, time=40))
    done = weir("convert", path, "-o", tmp_path / f"t.{to}")
    assert done.code == 0
    assert "arguments of 1 isr enter record" in done.err, done.err
    assert "arguments of 1 switch record" in done.err


@pytest.mark.parametrize("to", ["csv", "arrow"])
def test_priorities_and_states_of_switches_are_counted(weir, tmp_path, to):
    """CSV has a column for states, a table of events has none."""
    first = scheduling(1, {"outgoing_weight": 4, "incoming_weight": 5}, 41, 42, state=2)
    state = scheduling(1, {"outgoing_state": 2}, 42, 41, time=20, state=2)
    path = write(tmp_path / "t.fxt", provider(WEIR, "weir"), first, state)
    done = weir("convert", path, "-o", tmp_path / f"t.{to}")
    switches = "1 switch record" if to == "csv" else "2 switch records"
    assert done.code == 0 and f"left out states of {switches}\n" in done.err, done.err
    path = write(tmp_path / "t.fxt", provider(WEIR, "weir"), scheduling(1, {}, 41, 42, state=2))
    assert weir("convert", path, "-o", tmp_path / f"t.{to}").err == ""


def test_flux_counts_values_that_it_makes_up(weir, tmp_path):
    """An event without a value has the value 0 in flux."""
    path = write(tmp_path / "t.fxt", event(0, "app", "tick", {}), event(
        0, "app", "tock", {"value": 0}, 20))
    done = weir("convert", path, "-o", tmp_path / "t.recTr")
    assert done.code == 0 and "values of 1 instant record" in done.err, done.err
    assert "values" not in weir("convert", path, "-o", tmp_path / "t.csv").err


def test_events_of_other_programs_stay_what_they_are(weir, tmp_path):
    """Only in records of the provider `weir` a category or an argument means what weir writes."""
    records = [
        event(0, "loss", "dropped", {"USER": 3}, 10),
        event(2, "loss", "lost", {"cause": 1}, 20),
        event(0, "USER", "login", {"id": 70005}, 30),
        event(2, "isr", "work", {"id": 7}, 40),
        event(3, "isr", "work", {"id": 7}, 50),
        fxtgen.record(6 | 1 << 40 | 0x8005 << 24,
                      fxtgen.Words().word(77).word(7).stream(b"queue") +
                      fxtgen.record(6 | 0x8004 << 16 | 0x8005 << 32,
                                    fxtgen.Words().stream(b"kind").stream(b"queue"))),
    ]
    path = write(tmp_path / "other.fxt", provider(5, "board"), *records)
    again = tmp_path / "again.fxt"
    assert weir("convert", path, "-o", again).code == 0
    columns = ["time", "category", "id_name", "id", "value", "args"]
    for file in (path, again):
        assert rows(weir, file, "instant", columns) == [
            ("10", "loss", "dropped", "", "", '{"USER":3}'),
            ("30", "USER", "login", "", "", '{"id":70005}')
        ]
        assert rows(weir, file, "begin", columns) == [
            ("20", "loss", "lost", "", "", '{"cause":1}'),
            ("40", "isr", "work", "", "", '{"id":7}')
        ]
        assert [row[0] for row in rows(weir, file, "end", columns)] == ["50"]
        assert not rows(weir, file, "loss", columns) and not rows(weir, file, "isr enter", columns)
        assert rows(weir, file, "object", ["id_name", "thread_name", "args"]) == [
            ("queue", "userspace object", '{"kind":"queue"}')]
    own = write(tmp_path / "own.fxt", provider(WEIR, "weir"), *records[1:])
    assert len(rows(weir, own, "loss", columns)) == len(rows(weir, own, "isr enter", columns)) == 1
    assert rows(weir, own, "instant", ["id", "id_name"]) == [("70005", "login")]
    assert [row[0] for row in rows(weir, own, "object", ["thread_name"])] == ["queue"]


def test_title_is_the_provider(weir):
    done = weir("info", fxtgen.VECTORS / "others/magic_trace.fxt")
    assert done.code == 0 and "jane_tracing" in done.out.splitlines()[0]


def test_problems_are_reported(weir, tmp_path):
    vector = next(v for v in fxtgen.vectors("bad.txt") if v.name == "category-long")
    path = tmp_path / "bad.fxt"
    path.write_bytes(vector.words.bytes[fxtgen.LITTLE])
    done = weir("convert", path, "--to", "csv", "-o", "-")
    assert done.code == 1
    assert "offset 48: expected 16 bytes (event at +16: ends in its category), found 8" in done.err
    assert done.out.count("instant,") == 1  # what is behind it was still read


def test_values_of_every_type_in_flux(weir, tmp_path):
    """What no entry of the unit has gets a trace of its own; no number comes out as another."""
    words, wanted = fxtgen.Words(), []
    for time, (kind, value) in enumerate([
        (1, -10000), (2, 4000000000), (3, -5000000000), (4, 2**64 - 1), (5, -1.5), (3, 7), (1, 7)
    ]):
        wide = kind > 2
        name = f"type{kind}".encode()
        size = 7 + wide + 1
        words.word(4 | size << 4 | 1 << 20 | 0x8003 << 32 | (0x8000 | len(name)) << 48)
        for word in (time, 10, 11):
            words.word(word)
        words.stream(b"cat")
        words.stream(name)
        low = 0 if wide else value & 0xffffffff
        words.word(kind | (2 + wide) << 4 | 0x8005 << 16 | low << 32)
        words.stream(b"value")
        if wide:
            words.word(struct.unpack("<Q", struct.pack("<d", value))[0] if kind == 5 else
                       value & 2**64 - 1)
        wanted.append(("" if kind == 2 else "cat", str(value)))
    path, out = tmp_path / "v.fxt", tmp_path / "v.recTr"
    path.write_bytes(bytes.fromhex("1000044678541600") + words.bytes[fxtgen.LITTLE])
    done = weir("convert", path, "-o", out)
    assert done.code == 0 and "values of" not in done.err
    assert weir("check", out).code == 0
    rows = csv.DictReader(io.StringIO(weir("convert", out, "--to", "csv", "-o", "-").out))
    assert [(row["category"], row["value"]) for row in rows if row["kind"] == "instant"] == wanted


def test_words_behind_a_record_are_counted(weir, root, tmp_path):
    """A trace of magic-trace: the lenient commands report what check takes for an error."""
    path = root / "tests/formats/vectors/fxt/others/magic_trace.fxt"
    done = weir("check", path)
    assert (done.code, done.err) == (
        1, f"weir: {path}: offset 56: expected the end of the record (initialization at +16), "
        "found 16 bytes more\n")
    for command in (["info"], ["dump"], ["convert", "-o", tmp_path / "x.fxt"]):
        done = weir(*command, path)
        assert (done.code, done.err.splitlines()[0]) == (
            0, f"weir: {path}: left out 16 bytes of no known meaning")
    assert "skipped bytes of no known meaning: 16" in weir("doctor", path).out
