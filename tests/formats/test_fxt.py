# SPDX-License-Identifier: Apache-2.0
"""FXT, read and written.

Vectors checked by hand, bad streams, random streams, and what others' readers make of ours.
"""

import random
import subprocess
import sys

import fxtgen
import pytest
import readers
from fxtgen import BIG, LITTLE, Words, record


@pytest.fixture(scope="session")
def dump(program):
    """dump(bytes, option, ...) is the output of fxt-dump.

    Dump.rewrite(bytes) what it writes again.
    """
    def run(data, *options, code=(0, 1)):
        done = subprocess.run([program("build/sw/fxt-dump-san"), *map(str, options)],
                              input=data,
                              capture_output=True,
                              timeout=120)
        assert not done.stderr and done.returncode in code, done.stderr.decode()
        return done.stdout

    def lines(data, *options, **more):
        return run(data, *options, **more).decode(errors="surrogateescape").splitlines()

    lines.rewrite = lambda data: run(data, "--rewrite", code=(0, ))
    return lines


@pytest.mark.parametrize("part", [
    "rejections", "cache", "cache_again", "limits", "reading", "damage", "skipping", "room",
    "numbers", "headers", "strictly", "unused", "errors"
])
def test_library(program, part):
    done = subprocess.run([program("build/tests/formats/fxt_kinds"), part],
                          capture_output=True,
                          text=True,
                          timeout=60)
    assert done.returncode == 0, done.stderr


# --- vectors --------------------------------------------------------------------------------------


def kinds(unknown=True):
    """The vectors of every kind of record, one behind the other, and what the reader makes of
    them.
    """
    words, lines = Words(), []
    for vector in fxtgen.vectors("kinds.txt"):
        if unknown or not any("unknown" in line or "type-" in line for line in vector.expected):
            lines.append(f"{len(words)} {vector.expected[0]}")
            words += vector.words
    return words, lines


@pytest.mark.parametrize("chunk", [1, 7, 64, 1 << 20])
def test_vectors_are_read(dump, chunk):
    words, lines = kinds()
    assert len(lines) > 35
    assert dump(words.bytes[LITTLE], "--chunk", chunk, code=(0, )) == lines


def test_vectors_are_read_in_the_other_order(dump):
    words, lines = kinds(unknown=False)
    assert dump(words.bytes[BIG], code=(0, )) == lines
    assert dump(words.bytes[BIG], "--big", code=(0, )) == lines
    assert dump(words.bytes[BIG][8:], code=(0, )) == [
        f"{int(at) - 8} {text}" for at, text in (line.split(" ", 1) for line in lines[1:])
    ]
    assert dump(words.bytes[BIG], "--little", code=(1, ))[0].startswith("! byte 0: ")


def test_vectors_are_written(dump):
    words, _ = kinds()
    assert dump.rewrite(words.bytes[LITTLE]) == words.bytes[LITTLE]
    words, _ = kinds(unknown=False)
    assert dump.rewrite(words.bytes[BIG]) == words.bytes[LITTLE]


def test_vectors_are_strictly_right(dump):
    words, lines = kinds(unknown=False)
    assert [line for line in dump(words.bytes[LITTLE], "--strict") if line.startswith("!")] == [
        f"! byte {next(line.split()[0] for line in lines if line.endswith('provider-section 9'))}: "
        f"provider-section at +2: "
        "expected a provider that was introduced, found 9"
    ]


@pytest.mark.parametrize("vector", fxtgen.vectors("bad.txt"), ids=lambda v: v.name)
def test_bad_streams(dump, vector):
    data = vector.words.bytes[LITTLE]
    bad = any(line.startswith("!") for line in vector.expected)
    for chunk in (3, 1 << 20):
        found = dump(data,
                     "--chunk",
                     chunk,
                     *(["--strict"] if "strict" in vector.options else []),
                     code=(int(bad), ))
        assert found == vector.expected


def test_every_complaint_has_a_vector(root):
    text = (
        root /
        "sw/lib/fxt/fxt_text.c").read_text().split("static void put_problem")[1].split("\n}\n")[0]
    phrases = [
        line.split('put(l, "')[1].split("%")[0] for line in text.splitlines() if 'put(l, "' in line
    ]
    messages = "\n".join(line for vector in fxtgen.vectors("bad.txt") for line in vector.expected)
    only_by_program = {
        "limit of this reader: expected at most ", "argument out of range", "record too long",
        "write failed", "unknown record of the other byte order", "error ", ""
    }
    starts = {phrase.split('"')[0] for phrase in phrases} - only_by_program
    assert [start for start in starts if start not in messages] == []


@pytest.mark.parametrize("name", ["go_all", "magic_trace"])
def test_written_by_others(dump, name):
    """Files that other projects' writers made are read.

    Those lines were looked at, and agree with what went in.
    """
    data = (fxtgen.VECTORS / f"others/{name}.fxt").read_bytes()
    assert dump(data) == (fxtgen.VECTORS / f"others/{name}.txt").read_text().splitlines()


# --- random streams -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_random_streams(dump, seed):
    stream = fxtgen.Random(seed, 400)
    for order in (LITTLE, BIG):
        assert dump(stream.words.bytes[order],
                    "--chunk",
                    random.Random(seed).randint(1, 5000),
                    code=(0, )) == stream.expected(order)
    assert dump.rewrite(stream.words.bytes[LITTLE]) == stream.words.bytes[LITTLE]


def test_streams_joined(dump):
    """A trace may follow another one, in any byte order."""
    parts = [(fxtgen.Random(100 + i, 30), order)
             for i, order in enumerate([LITTLE, BIG, BIG, LITTLE])]
    data, lines = b"", []
    for stream, order in parts:
        lines += [
            f"{int(line.split()[0]) + len(data)} {line.split(' ', 1)[1]}"
            for line in stream.expected(order)
        ]
        data += stream.words.bytes[order]
    assert dump(data, code=(0, )) == lines


@pytest.mark.parametrize("seed", range(4))
def test_cut_streams(dump, seed):
    """A stream that ends anywhere gives all records before, and one complaint unless it ends
    between two.
    """
    stream = fxtgen.Random(seed, 60)
    data, lines = stream.words.bytes[LITTLE], stream.expected(LITTLE)
    starts = [int(line.split()[0]) for line in lines] + [len(data)]
    for end in random.Random(seed).sample(range(8, len(data)), 25):
        whole = sum(start <= end for start in starts[1:])
        found = dump(data[:end], "--chunk", 100)
        assert found[:whole] == lines[:whole]
        assert len(found) == whole + (end not in starts)
        assert end in starts or found[-1].startswith(f"! byte {starts[whole]}: the stream ends")


def test_overwritten_streams(dump):
    """Whatever stands in the middle, all before it is read, and what is behind it, mostly from the
    very next record on.
    """
    more = []
    for seed in range(40):
        chance = random.Random(seed)
        stream = fxtgen.Random(seed, 300)
        data, lines = stream.words.bytes[LITTLE], stream.expected(LITTLE)
        starts = [int(line.split()[0]) for line in lines] + [len(data)]
        at = starts[100] + 8 * chance.randint(0, 3)
        end = at + 8 * chance.randint(1, 30)
        found = dump(data[:at] + chance.randbytes(end - at) + data[end:])
        assert found[:100] == lines[:100]
        # References to strings and threads that were lost have other texts; so the places where
        # records begin are compared.
        again = {line.split()[0] for line in found if not line.startswith("!")}
        damaged = sum(start < end and behind > at for start, behind in zip(starts, starts[1:]))
        more.append(len([start for start in starts[:-1] if str(start) not in again]) - damaged)
    assert len([n for n in more if n <= 5]) >= 35, more


# --- readers that others wrote --------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_read_by_fxt(dump, seed, tmp_path):
    """PyPI fxt reads the same records from the output of the writer."""
    stream = fxtgen.Random(1000 + seed, 1500, plain=True)
    path = tmp_path / "plain.fxt"
    path.write_bytes(dump.rewrite(stream.words.bytes[BIG]))
    found = {}
    for r in readers.fxt_records(path):
        found[type(r).__name__] = found.get(type(r).__name__, 0) + 1
    names = {
        "userspace-object": "UserspaceObjectRecord", "kernel-object": "KernelObjectRecord",
        "blob": "BlobRecord", "switch": "ContextSwitchRecord", "wakeup": "ThreadWakeupRecord",
        "log": "LogRecord"
    }
    names |= {kind: kind.title().replace("-", "") + "EventRecord" for kind in fxtgen.Random.EVENTS}
    names |= {kind: f"Duration{kind.title()}EventRecord" for kind in ("begin", "end", "complete")}
    expected = {}
    for line in stream.lines:
        kind = line.split()[2] if line.split()[1] == "event" else line.split()[1]
        name = names.get(kind)
        if kind == "large-blob":
            head = line.split(" at 0 of ")[0]
            metadata = "With" if " time " in head else "No"
            name = f"LargeBlob{metadata}MetadataRecord"
        if name:
            expected[name] = expected.get(name, 0) + 1
    assert found == expected and len(found) == 19


class Schedule:
    """A trace as a system would make it.

    Cores, threads, nested durations, counters, flows; and its sums.
    """
    def __init__(self, seed, count, legacy=False):
        self.words = Words().word(0x0016547846040010)
        self.words += record(1 << 16 | 1 << 20 | 4 << 52, Words().stream(b"weir"))
        self.words += record(1, Words().word(1000000000))
        chance = random.Random(seed)
        names = ["sched", "work", "inner", "level", "message"]
        for index, name in enumerate(names, 1):
            self.words += record(2 | index << 16 | len(name) << 32, Words().stream(name.encode()))
        self.words += record(7 | 1 << 16 | 0x8003 << 24, Words().word(10).stream(b"app"))
        process = record(8 | 0x8007 << 16, Words().stream(b"process").word(10))
        for thread in range(1, 9):
            self.words += record(3 | thread << 16, Words().word(10).word(100 + thread))
            name = b"thread %d" % thread
            self.words += record(7 | 2 << 16 | (0x8000 | len(name)) << 24 | 1 << 40,
                                 Words().word(100 + thread).stream(name) + process)
        self.slices, self.switches, self.counters, self.flows = [], [], [], 0
        running, open_ = {0: 1, 1: 2}, {thread: [] for thread in range(1, 9)}
        now = 1000
        for i in range(count):
            now += chance.randint(1, 500)
            cpu = chance.randint(0, 1)
            thread = running[cpu]
            event = lambda kind, name, body=None, args=0: record(
                4 | kind << 16 | args << 20 | thread << 24 | 1 << 32 | name << 48,
                Words().word(now) + (body or Words()))
            what = chance.randrange(7)
            if what == 0:
                other = chance.choice([t for t in open_ if t not in running.values()])
                state = chance.choice([2, 3])
                if legacy:
                    self.words += record(
                        8 | cpu << 16 | state << 24 | thread << 28 | other << 36 | 7 << 44
                        | 9 << 52,
                        Words().word(now))
                else:
                    self.words += record(8 | cpu << 20 | state << 36 | 1 << 60,
                                         Words().word(now).word(100 + thread).word(100 + other))
                running[cpu] = other
                self.switches.append((now, cpu, 100 + other))
            elif what == 1:
                self.words += event(2, 2 + len(open_[thread]) % 2)
                open_[thread].append((now, 2 + len(open_[thread]) % 2))
            elif what == 2 and open_[thread]:
                start, name = open_[thread].pop()
                self.words += event(3, name)
                self.slices.append((start, now - start, names[name - 1], 100 + thread))
            elif what == 3:
                self.words += event(0, 5, record(2 | 4 << 16 | i << 32), 1)
                self.slices.append((now, 0, "message", 100 + thread))
            elif what == 4:
                self.words += event(1, 4, record(2 | 4 << 16 | (i % 50) << 32) + Words().word(1), 1)
                self.counters.append((now, i % 50))
            elif what == 5:
                duration = chance.randint(0, 1)
                self.words += event(4, 3, Words().word(now + duration))
                self.slices.append((now, duration, "inner", 100 + thread))
                now += 1
            elif what == 6 and open_[thread]:
                self.words += event(8, 5, Words().word(i))
                now += 1
                self.words += event(10, 5, Words().word(i))
        for thread, slices in open_.items():
            for start, name in slices:
                self.slices.append((start, -1, names[name - 1], 100 + thread))


@pytest.mark.parametrize("legacy", [False, True])
def test_read_by_perfetto(dump, legacy, tmp_path):
    """Perfetto's trace processor finds in what our writer wrote every slice, counter and switch
    that went in.
    """
    trace = Schedule(5, 3000, legacy)
    path = tmp_path / "schedule.fxt"
    path.write_bytes(dump.rewrite(trace.words.bytes[BIG]))
    assert path.read_bytes() == trace.words.bytes[LITTLE]
    slices, switches, counters, threads, complaints = readers.perfetto_queries(
        path, [
            "select s.ts, s.dur, s.name, t.tid from slice s join thread_track k on s.track_id = "
            "k.id join thread t using (utid)",
            "select ts, cpu, tid from sched join thread using (utid) order by ts",
            "select ts, cast(value as int) as value from counter order by ts",
            "select tid, name from thread where tid > 100 order by tid",
            "select name, value from stats where value > 0 and severity != 'info'",
        ])
    assert sorted((s["ts"], s["dur"], s["name"], s["tid"]) for s in slices) == sorted(trace.slices)
    assert [(s["ts"], s["cpu"], s["tid"])
            for s in switches] == trace.switches and len(trace.switches) > 300
    assert [(c["ts"], c["value"]) for c in counters] == trace.counters and len(trace.counters) > 300
    assert [t["name"] for t in threads] == [f"thread {i}" for i in range(1, 9)]
    assert complaints == []
    if not legacy:
        records = readers.fxt_records(path)
        named = [type(r).__name__ for r in records]
        assert named.count("ContextSwitchRecord") == len(switches) and named.count(
            "CounterEventRecord") == len(counters)


def test_perfetto_does_complain(tmp_path):
    """The check of its statistics would see a damaged trace."""
    path = tmp_path / "bad.fxt"
    path.write_bytes(
        bytes.fromhex("1000044678541600") + record(4 | 77 << 32 | 78 << 48,
                                                   Words().word(10).word(1).word(2)).bytes[LITTLE])
    assert readers.perfetto_complaints(path) != []


def test_page_is_up_to_date(root):
    """docs/reference/fxt.md has every vector unchanged."""
    done = subprocess.run([
        sys.executable, root / "sw/lib/fxt/tools/fxt_spec.py", root / "docs/reference/fxt.md",
        fxtgen.VECTORS, "--check"
    ],
                          capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr
