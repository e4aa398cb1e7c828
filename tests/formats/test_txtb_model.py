# SPDX-License-Identifier: Apache-2.0
"""TXTB in the event model: who runs, by the rules of TraceX, and everything of an entry."""

import random
import re
import struct

import pytest
from test_adapters import adapter  # a fixture
from test_txtb import A, B, INIT, ISR, THREADS, UNUSED, entry, event, trace
from tracex import figures
from weirstream import Stream, crc16, definitions

_ = adapter
C = 0x20000300
ENTER, EXIT, RESUME, SUSPEND, SLICE = 3, 4, 1, 2, 5


def switches(lines):
    """(time, from, to), from None if unknown."""
    found = (re.match(r"switch @(\d+) .* thread=(\S+) from=(\S+)", line) for line in lines)
    return [(int(m[1]), None if m[3] == "?" else int(m[3]), int(m[2])) for m in found if m]


def run(adapter, tmp_path, events, **more):
    path = tmp_path / "t.trx"
    path.write_bytes(trace(THREADS, events, **more))
    code, lines, errors = adapter("txtb", path)
    assert (code, errors) == (0, [])
    return lines


def test_resume_in_a_handler(adapter, tmp_path):
    """The switch happens at the end of the outermost handler, to the thread resumed last."""
    lines = run(adapter, tmp_path, [
        event(A, 0x80050005, 60, 0),
        event(ISR, A, ENTER, 10, (0, 1, 1, 0)),
        event(ISR, A, RESUME, 12, (B, 4, 0, B)),
        event(ISR, A, ENTER, 14, (0, 2, 2, 0)),
        event(ISR, A, RESUME, 15, (C, 4, 0, C)),
        event(ISR, A, EXIT, 16, (0, 2, 2, 0)),
        event(ISR, A, 60, 17),
        event(ISR, A, EXIT, 20, (0, 1, 1, 0)),
        event(C, 0x80030003, 60, 25),
        event(ISR, C, ENTER, 30, (0, 1, 1, 0)),
        event(ISR, C, RESUME, 32, (A, 4, 0, C)),
        event(ISR, C, EXIT, 34, (0, 1, 1, 0)),
        event(C, 0x80030003, 60, 35),
        event(ISR, C, ENTER, 40, (0, 1, 1, 0)),
        event(ISR, C, SLICE, 42, (B, 1, 0, 0)),
        event(B, 0x80030003, 60, 45),
    ])
    # the last handler ends without an event
    assert switches(lines) == [(0, None, A), (20, A, C), (45, C, B)]


def test_resume_without_a_handler(adapter, tmp_path):
    """Interrupts without entries of their own: at the entry that says it."""
    lines = run(adapter, tmp_path, [
        event(A, 0x80050005, SUSPEND, 5, (A, 4, 0, 0)),
        event(ISR, 0, RESUME, 12, (B, 4, 0, B)),
        event(B, 0x80030003, 60, 20),
    ])
    assert switches(lines) == [(5, None, A), (5, A, 0), (12, 0, B)]


def test_the_first_thread_runs(adapter, weir, tmp_path):
    """It is not announced: it runs from its first entry on."""
    lines = run(adapter, tmp_path, [
        event(INIT, 0, 100, 0, (A, 5, 0, 512)),
        event(A, 0x80050005, 60, 100),
        event(A, 0x80050005, 60, 1000),
    ])
    assert switches(lines) == [(100, None, A)]
    path = tmp_path / "t.trx"
    done = weir("info", path)
    assert [row.split()[4] for row in done.out.splitlines() if row.split()[1:2] == ["A"]] == ["900"]


@pytest.mark.parametrize("mask", [0xFFFFFFFF, 0xFFFF, 0xFFFFFF])
@pytest.mark.parametrize("down", [False, True])
def test_timers_that_count_down(adapter, tmp_path, mask, down):
    """The majority of steps decides; a timer that jumps does not."""
    times = [1000 + 7 * i for i in range(200)]
    events = [
        event(A, 0x80050005, 60, ((mask - t) if down else t) & mask, (i, 0, 0, 0))
        for i, t in enumerate(times)
    ]
    lines = [line for line in run(adapter, tmp_path, events, mask=mask) if "instant" in line]
    found = [int(re.search(r"@(\d+)", line)[1]) for line in lines]
    assert [b - a for a, b in zip(found, found[1:])] == [7] * 199
    assert found[0] == 1000


def test_the_timer_by_a_setting(weir, tmp_path):
    path = tmp_path / "t.trx"
    path.write_bytes(trace(THREADS, [event(A, 0x80050005, 60, t) for t in (30, 20, 10)]))
    rows = [row.split()[0] for row in weir("dump", "--get", "timer=down", path).out.splitlines()
            if "60" in row or "QUEUE" in row]
    assert [int(b) - int(a) for a, b in zip(rows, rows[1:])] == [10, 10]
    assert weir("dump", "--get", "timer=left", path).code == 2


def test_contexts_and_priorities(adapter, tmp_path):
    path = tmp_path / "t.trx"
    path.write_bytes(
        trace(THREADS, [
            event(INIT, 0, 60, 0),
            event(A, 0x80070005, 60, 1),
            event(ISR, A, 60, 2),
            event(A, 0x12345678, 60, 3),
        ]))
    lines = [line for line in adapter("-c", "txtb", path)[1] if "instant" in line]
    assert [re.search(r'" (in .*?) queue', line)[1] for line in lines] == [
        "in initialization", "in thread priority 5/7", "in isr", "in thread"]


def random_buffer(seed):
    """A legal buffer with every kind of object, context, id and field."""
    rng = random.Random(seed)
    big = rng.choice("<>")
    threads = [0x20000000 + 0x100 * i for i in range(1, 6)]
    objects = [
        entry(rng.randrange(1, 29), 0x30000000 + 64 * i, b"o%d" % i,
              (rng.choice([0, rng.getrandbits(32)]), rng.choice([0, rng.getrandbits(32)])),
              (rng.choice([0, 1]), rng.randrange(3)), rng.randrange(2), big)
        for i in range(12)
    ] + [entry(1, t, b"thread %d" % i, (t, 512), (0x80 | i & 3, i), 0, big)
         for i, t in enumerate(threads)] + [entry(0, 0, b"", available=1, order=big)]
    events, time, depth, running = [], 0, 0, rng.choice(threads)
    for _ in range(400):
        time += rng.choice([1, 1, 50, rng.getrandbits(20)])
        number = rng.choice([rng.randrange(6, 130), rng.randrange(130, 1025),
                             rng.randrange(4096, 16000), rng.randrange(65536, 80000), 1, 2, 3, 4,
                             5])
        info = [rng.choice([0, 1, rng.getrandbits(32)]) for _ in range(4)]
        other = rng.choice(threads)
        if number == 3:
            depth += 1
        if number == 4:
            depth = max(0, depth - 1)
        if number in (1, 2):
            info = [other, rng.randrange(15), rng.getrandbits(32), rng.choice([other, running])]
        if number == 5:
            info[0] = other
        kind = "isr" if depth or number in (3, 4) else rng.choice(["thread"] * 8 + ["init"])
        word = rng.choice([0x80000000 | rng.randrange(1024) << 16 | rng.randrange(1024), 0,
                           rng.getrandbits(32)])
        context = {"isr": ISR, "init": INIT}.get(kind, running)
        events.append(event(context, running if kind == "isr" else word, number, time & 0xFFFFFFFF,
                            info, big))
        if kind == "thread" and number in (1, 2, 5) and not depth:
            running = (info[0] if number == 5 else info[3]) or running
        elif rng.randrange(5) == 0 and not depth:
            running = rng.choice(threads)
    return objects, events, big


def entries(data):
    """The ring's entries of a buffer, oldest first, and its objects."""
    order = ">" if data[:1] == b"T" else "<"
    _, _, base, start, _, names, end, ring, stop, current = struct.unpack_from(
        order + "LLLLHHLLLL", data)
    size = 16 + names
    objects = [data[at:at + size] for at in range(start - base, end - base, size)]
    found = [struct.unpack_from(order + "8L", data, at)
             for at in range(ring - base, stop - base, 32)]
    first = (current - ring) // 32
    return [struct.unpack(order + "BBBBLLL", o[:16]) + (o[16:],) for o in objects
            ], found[first:] + found[:first]


@pytest.mark.parametrize("seed", range(20))
def test_all_of_a_buffer_comes_back(adapter, tmp_path, seed):
    """What is read and written again is the same, entry for entry and object for object."""
    objects, events, order = random_buffer(seed)
    path, again = tmp_path / "a.trx", tmp_path / "b.trx"
    path.write_bytes(trace(objects, events, order=order))
    code, _, errors = adapter("txtb", path, "txtb", again)
    assert (code, errors) == (0, [])
    before, after = entries(path.read_bytes()), entries(again.read_bytes())
    for at, (got, expected) in enumerate(zip(after[1], before[1])):
        assert got == expected, at
    assert len(after[1]) == len(before[1])
    assert sorted(o for o in after[0] if o[4]) == sorted(o for o in before[0] if o[4])


def test_rings_that_are_not_full(adapter, tmp_path):
    lines = run(adapter, tmp_path, [event(A, 0, 60, 5), UNUSED, event(B, 0, 60, 3)], oldest=1)
    assert [int(re.search(r"@(\d+)", line)[1]) for line in lines if "instant" in line] == [3, 5]


@pytest.mark.parametrize("fields", range(1, 5))
def test_creations_of_the_glue(weir, tmp_path, fields):
    """Priority and stack of a thread reach the registry, if the unit carries the fields; a repeated
    name keeps them, another thread at the address does not.
    """
    stream, path, out = Stream(), tmp_path / "a.recTr", tmp_path / "a.trx"

    def create(thread, name, priority):
        values = [thread, priority, 0x9000, 0x400][:fields]
        stream.name(0, thread, name)
        stream.event(0, 0x5000 + 100, values[0], args=values[1:])

    create(0x100, "first", 5)
    create(0x200, "reused", 6)
    create(0x300, "high", 0x123)
    stream.name(0, 0x100, "first")
    stream.name(0, 0x200, "new")
    stream.event(0, 0x5000 + 100, 0x999, args=[1, 2, 3][:fields - 1])  # nobody knows it
    path.write_bytes(definitions(args=4) + bytes(stream.bytes))
    weir("convert", "--output", out, path)
    found = {
        name.rstrip(b"\0"): (address, first, second, high, low)
        for _, kind, high, low, address, first, second, name in entries(out.read_bytes())[0]
        if kind == 1
    }
    stack = (0x9000 if fields > 2 else 0), (0x400 if fields > 3 else 0)
    priority = lambda n: (0x80 | n >> 8, n & 0xff) if fields > 1 else (0, 0)
    assert found == {
        b"first": (0x100, *stack, *priority(5)), b"new": (0x200, 0, 0, 0, 0),
        b"high": (0x300, *stack, *priority(0x123))
    }


class Kernel:
    """A unit's trace of a kernel with handlers, and who ran, as TraceX should see it."""

    def __init__(self, rng, idles, glue):
        self.rng, self.idles, self.glue, self.stream = rng, idles, glue, Stream()
        self.threads = [0x100, 0x200, 0x300, 0x400]
        self.depth = self.running = self.traps = self.nested = self.ended = self.edges = 0
        self.pieces = []  # of time: [who, ticks]

    def tick(self):
        """Time goes on, for who runs."""
        delta = self.rng.choice([1, 3, 40, 300])
        if self.stream.events:
            self.pieces.append([ISR if self.depth else self.running, delta])
        return delta

    def switch(self, to):
        if to == self.running:
            return
        if self.glue and self.running and not self.depth and self.stream.events:
            self.stream.event(0, 0x5000 + SUSPEND, self.running, self.tick(), (4, 0x900, to))
        self.stream.switch(0, to, self.tick())
        if not self.depth and not self.running:
            # behind a handler, TraceX counts no idle, up to the entry of idle
            for piece in self.pieces[self.ended:] if self.ended else []:
                piece[0] = INIT
        self.running, self.ended = to, 0

    def step(self):
        rng, what = self.rng, self.rng.randrange(13)
        if what == 12 and (self.depth or self.running):  # of an event pin, whoever runs
            self.stream.event(1, 0x4400, rng.randrange(2), self.tick())
            self.edges += self.running > 0
        elif what < 2 and self.depth < 4:
            self.traps += 1
            self.nested += self.depth > 0
            self.stream.trap(0, 1 << 31 | rng.randrange(12), 1, self.tick())
            self.depth += 1
        elif what < 6 and self.depth:
            self.stream.trap(0, 1 << 31 | 7, 0, self.tick())
            self.depth -= 1
            self.ended = len(self.pieces)
        elif what < 8:
            none = self.idles and self.running and rng.randrange(2)
            self.switch(0 if none else rng.choice(self.threads))
        elif what == 8 and self.glue and self.depth and self.running:
            self.stream.event(0, 0x5000 + RESUME, self.threads[0], self.tick(),
                              (4, 0x900, self.running))
        elif self.depth or self.running:
            self.stream.event(0, rng.randrange(1, 900), rng.getrandbits(32), self.tick())


@pytest.mark.parametrize("glue", [False, True])
@pytest.mark.parametrize("idles", [False, True])
def test_tracex_sees_the_handlers_of_a_unit(adapter, tmp_path, idles, glue):
    """Switches, interrupts, and the times of handlers, threads and idle, by TraceX's rules; the way
    back gives the same handlers, switches and threads.
    """
    flux, path = tmp_path / "a.recTr", tmp_path / "a.trx"
    for seed in range(8):
        kernel = Kernel(random.Random(seed), idles, glue)
        kernel.switch(0x100)
        for _ in range(400):
            kernel.step()
        flux.write_bytes(
            definitions(harts=2, args=4, retire=True) + bytes(kernel.stream.bytes))
        code, original, _ = adapter("flux", flux)
        assert code == 0
        left_out = [f"write: {kernel.edges} instant without threads"]
        assert adapter("flux", flux, "txtb", path) == (0, [], left_out)
        found = figures(entries(path.read_bytes())[1])
        assert (found.interrupts, found.nested) == (kernel.traps, kernel.nested) and kernel.nested
        for who in [ISR, 0, *kernel.threads]:
            ticks = sum(t for piece, t in kernel.pieces if piece == who)
            assert (who, found.times.get(who, 0)) == (who, ticks) and (ticks or not who or idles)
        ran = [who for who, _ in kernel.pieces if who not in (ISR, INIT)]
        ran = [who for who, before in zip(ran, [None, *ran]) if who != before]
        assert found.runs == ran or found.runs == ran + found.runs[-1:]
        if not idles:  # each entry behind which no thread runs is another switch
            assert found.switches == len(found.runs) - 1 > 5
        same = lambda lines: [
            re.sub(' "[^"]*"', "", line) for line in lines
            if re.match("switch|isr|instant .* weir=(?!17408|2048[12] )", line)
        ]
        assert same(adapter("txtb", path)[1]) == same(original)


@pytest.mark.parametrize("reason,left", [("USER", True), ("SYS", False)])
def test_a_handler_whose_end_is_lost(adapter, tmp_path, reason, left):
    """It lasts until a loss that may have its end."""
    stream, flux, path = Stream(), tmp_path / "a.recTr", tmp_path / "a.trx"
    stream.switch(0, A)
    stream.trap(0, 7, 1)
    stream.event(0, 5, 1)
    stream.loss({reason: 3})
    stream.event(0, 5, 2)
    flux.write_bytes(definitions(retire=True) + bytes(stream.bytes))
    assert adapter("flux", flux, "txtb", path)[0] == 0
    found = [context for context, _, number, *_ in entries(path.read_bytes())[1] if number == 4101]
    assert found == [ISR, ISR if left else A]


def test_the_unit_sees_the_switch_that_an_entry_says(adapter, tmp_path):
    """Entries of the glue say who is next; the switch of the unit itself, next, is the one."""
    lines = run(adapter, tmp_path, [
        event(A, 0x80050005, 60, 0),
        event(A, 0x80050005, RESUME, 10, (B, 4, 0x900, B)),
        event(A, 0, SUSPEND, 12, (A, 0, 0, 0)),
        event(INIT, 0, RESUME, 15, (B, 0, 0, B)),
        event(B, 0x80030003, SUSPEND, 20, (B, 5, 0x900, C)),
        event(B, 0, SUSPEND, 22, (B, 0, 0, C)),
    ])
    assert switches(lines) == [(0, None, A), (12, A, 0), (15, 0, B), (22, B, C)]


def test_switches_of_a_target_without_the_unit(adapter, tmp_path):
    """From idle, an ISR reports them that has no other entries: they come back as they were."""
    events = [
        event(A, 0, SUSPEND, 12, (A, 0, 0, 0)),
        event(ISR, 0, RESUME, 15, (B, 0, 0, B)),
        event(B, 0, 60, 20),
    ]
    lines = run(adapter, tmp_path, events)
    assert switches(lines) == [(12, None, A), (12, A, 0), (15, 0, B)]
    assert len([line for line in lines if line.startswith("instant")]) == 1
    path, again = tmp_path / "t.trx", tmp_path / "again.trx"
    assert adapter("txtb", path, "txtb", again) == (0, [], [])
    assert entries(again.read_bytes())[1] == entries(path.read_bytes())[1]


# By object: type, event of its creation, information fields of both parameters, as ThreadX has them
OBJECTS = {
    "timer": (2, 124, 2, 3), "queue": (3, 60, 4, 2), "semaphore": (4, 81, 2, None),
    "mutex": (5, 50, 2, None), "bytes": (8, 21, 3, None)
}  # yapf: disable


@pytest.mark.parametrize("fields", range(1, 5))
def test_creations_of_objects(weir, tmp_path, fields):
    """The parameters of each kind of object, likewise; it has no priority."""
    stream, path, out = Stream(), tmp_path / "a.recTr", tmp_path / "a.trx"
    for address, (name, (kind, creation, *_)) in enumerate(OBJECTS.items(), 0x100):
        text = bytes([kind]) + name.encode()
        crc = crc16(address.to_bytes(4, "little") + text)
        words = [text[i:i + 4].ljust(4, b"\0") for i in range(0, len(text), 4)]
        for value in (0xff << 24 | len(text) << 16 | crc, address,
                      *(int.from_bytes(word, "little") for word in words)):
            stream.event(0, 0x4001, value)
        stream.event(0, 0x5000 + creation, address, args=[0x22, 0x33, 0x44][:fields - 1])
    path.write_bytes(definitions(args=4) + bytes(stream.bytes))
    weir("convert", "--output", out, path)
    found = {
        name.rstrip(b"\0").decode(): (kind, high, low, first, second)
        for used, kind, high, low, _, first, second, name in entries(out.read_bytes())[0] if name
    }
    value = lambda field: 0x11 * field if field and field <= fields else 0
    assert {name: found[name] for name in OBJECTS} == {
        name: (kind, 0, 0, value(first), value(second))
        for name, (kind, _, first, second) in OBJECTS.items()
    }


# ---- what a file has besides the buffer


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("before, gaps, behind, left", [
    (b"", (0, 0), b"", ""),
    (b"", (0, 0), bytes(31), ""),
    (b"", (20, 12), b"", "32 bytes of no known meaning"),
    (b"\xff" * 7, (0, 0), b"\xff" * 100_000, ""),
    (b"", (0, 0), b"\0" * 99_999 + b"\1", "100000 bytes of no known meaning"),
    (b"", (0, 0), b"\n", "1 byte of no known meaning"),
    (b"", (0, 0), b"\xff\0", "2 bytes of no known meaning"),
    (b"head", (0, 0), b"tail!", "9 bytes of no known meaning"),
    (b"", (0, 0), b"BTXT" * 20, "80 bytes of no known meaning"),
    (b"", (0, 0), None, "1 further trace buffer"),
    (b"head", (0, 0), (b"", b"x", b"\0\0", b"y"),
     "4 further trace buffers, 6 bytes of no known meaning"),
], ids=range(11))
def test_what_is_not_of_the_buffer(weir, tmp_path, order, before, gaps, behind, left):
    """Each command reports it with its number, and check does not take the file for whole."""
    one = trace(THREADS, [event(A, 0x80050005, 60, k) for k in range(9)], order=order, gaps=gaps)
    pieces = (b"",) if behind is None else behind
    rest = b"".join(piece + one for piece in pieces) if isinstance(pieces, tuple) else behind
    path, plain = tmp_path / "t.trx", tmp_path / "plain.trx"
    path.write_bytes(before + one + rest)
    plain.write_bytes(one)
    error = f"weir: {path}: left out {left}\n" if left else ""
    for command in (["info"], ["dump"], ["stats"], ["timeline"], ["convert", "-o",
                                                                  tmp_path / "x.trx"],
                    ["view", "-o", tmp_path / "x.html"]):
        done = weir(*command, path)
        assert (done.code, done.err) == (0, error), command
        assert done.out.count("\n") == weir(*command, plain).out.count("\n")
    done = weir("check", path)
    assert (done.code, done.err) == (1 if left else 0, error)
    assert f"valid txtb{', but not read whole' if left else ''}, " in done.out
    out = weir("doctor", path).out
    assert all(part.split()[0] in out for part in left.split(", ") if part)
    if isinstance(pieces, tuple):
        at = int(re.search(r"tail -c \+(\d+) ", out)[1]) - 1
        assert at == len(before + one) and f"at offset {at}\n" in out
        plain.write_bytes(path.read_bytes()[at:])
        assert weir("dump", plain).out == weir("dump", path).out
