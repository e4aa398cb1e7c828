# SPDX-License-Identifier: Apache-2.0
"""Synthetic Weir streams: a second implementation of the item map and the bytes.

Written from docs/reference/stream.md. Only the names of the drop reasons are read from stream.toml.
"""

import random
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

USER, COM, SYS, NONE = "USER", "COM", "SYS", "NONE"
CLASSES = [USER, COM, SYS, NONE]
STREAM = Path(__file__).resolve().parents[2] / "rtl/regs/stream.toml"
REASONS = list(tomllib.loads(STREAM.read_text())["drop"])  # in the order of their codes
PORTS = ["thread", "interrupt", "user", "snoop"]
# Causes of drops, as sets: 1 is want of space, for any class.
CAUSE = {reason: 1 << max(0, code - 2) for code, reason in enumerate(REASONS)}
ROOM, TORN, ID, MASK, RATE_LIMIT, OVERRUN = (CAUSE[reason] for reason in REASONS[2:8])
THREAD_NAME, THREAD_SWITCH, ISR = 0x4000, 0x8000, 0xC001
KNOWN = {THREAD_NAME: "THREAD_NAME", 0x4001: "OBJECT_NAME"}  # ids with a predefined name
LOSS_ITEM, DROPPED_ITEM, CACHE_ENTRY_ITEM = 3, 256, 768
DROPPED_MORE_ITEM = 16 * (0x8001 + 63)  # of drop reasons 8-15
MAX_ITEM, MAX_ENTRY = 1049583, 20
MAX_AGE = 2**31 - 1
EVENT_TYPE, INTEGER_TYPE = 1, 2


def class_of(event_id):
    if 1 <= event_id <= 0x3FFF:
        return USER
    if 0x4000 <= event_id <= 0x7FFF:
        return COM
    if event_id == THREAD_SWITCH or 0xC000 <= event_id <= 0xFFFF:
        return SYS
    return NONE


def item_of(hart, event_id):
    if event_id == THREAD_SWITCH:
        return 1 if hart == 0 else 16 + hart
    if hart == 0 and 1 <= event_id <= 11:
        return 4 + event_id
    return 16 * (event_id + 63) + hart


def isr_item(hart):
    return 2 if hart == 0 else 32 + hart


def arg_item(number, hart=0):
    """Extra argument 1-3 of an event."""
    return 176 + 16 * number + hart


def dropped_item(reason, context=0, hart=0):
    """The total of a counter: reason by name, context by number."""
    number = REASONS.index(reason) if reason in REASONS else reason
    first = DROPPED_ITEM + 64 * number if number < 8 else DROPPED_MORE_ITEM + 64 * (number - 8)
    return first + 16 * context + hart


def pint(number, width=0):
    """Unsigned LEB128, padded to at least width bytes (over-long encodings)."""
    data = bytearray()
    while number > 127 or len(data) + 1 < width:
        data.append(number & 127 | 128)
        number >>= 7
    data.append(number)
    return bytes(data)


def unsigned(number):
    """The fewest little-endian bytes whose top bit is clear."""
    return number.to_bytes((number.bit_length() + 8) // 8 if number else 0, "little")


def text(string):
    data = string.encode() if isinstance(string, str) else string
    return pint(len(data)) + data


def mint(number):
    return pint(len(unsigned(number))) + unsigned(number)


def entry(item, delta, df, data, size_width=0):
    flags = 2 if delta else 0
    return pint(item << 3 | flags) + (pint(delta) if delta else b"") + pint(
        len(data) << 4 | df, size_width) + data


def crc16(data):
    """CRC-16/CCITT-FALSE."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


assert crc16(b"123456789") == 0x29B1


def name_run(thread, name):
    """The values of THREAD_NAME events that carry a name."""
    data = cut_name(name).encode()
    crc = crc16(thread.to_bytes(4, "little") + data)
    padded = data + bytes(-len(data) % 4)
    words = [int.from_bytes(padded[i:i + 4], "little") for i in range(0, len(padded), 4)]
    return [0xFF << 24 | len(data) << 16 | crc, thread, *words]


def drops(contexts=2, snoop=True, filtered=False, harts=1, retire=False):
    """(reason, context) of every counter that a hart of such a unit can increment."""
    reasons = [
        r for r in REASONS if (r != "MASK" or contexts == 3) and
        (r != "RATE_LIMIT" or filtered) and r != "OVERRUN"
    ]
    return [(r, c) for c in range(contexts) for r in reasons
            ] + [(SYS, 3)] * snoop + [("OVERRUN", 3)] * (snoop and harts > 1 or retire)


def definitions(harts=1,
                ids=(),
                unit="ns10",
                names=(),
                name="weir",
                description="weir ip 1.0 regs 3 stream 3",
                start=0,
                trace=0,
                contexts=2,
                snoop=True,
                filtered=False,
                threads=0,
                retire=False,
                args=1):
    """HEAD, scopes, signals, OPEN and names. ids: (hart, id, name); names: (hart, thread, name)."""
    out = bytearray(b"\0\x01flux\x06" + pint(trace) + text(name) + text(description) + b"\0" +
                    pint(MAX_ITEM) + pint(MAX_ENTRY))
    signal = lambda item, parent, label, kind: b"\0\x11" + pint(item) + pint(parent) + text(
        label) + text("") + bytes([kind]) + text("")
    for hart in range(harts):
        out += b"\0\x10" + pint(240 + hart) + pint(0) + text(f"hart{hart}") + text("")
        out += signal(item_of(hart, THREAD_SWITCH), 240 + hart, "thread", EVENT_TYPE)
        for entry_number in range(threads):
            out += signal(CACHE_ENTRY_ITEM + 16 * entry_number + hart, 240 + hart,
                          f"cache entry {entry_number}", EVENT_TYPE)
        if retire:
            out += signal(isr_item(hart), 240 + hart, "isr", EVENT_TYPE)
        for number in range(1, args):
            out += signal(arg_item(number, hart), 240 + hart, f"value{number}", INTEGER_TYPE)
    out += signal(LOSS_ITEM, 0, "loss", INTEGER_TYPE)
    for hart in range(harts):
        for reason, context in drops(contexts, snoop, filtered, harts, retire):
            out += signal(dropped_item(reason, context, hart), 240 + hart,
                          f"dropped {reason} {PORTS[context]}", INTEGER_TYPE)
    for hart, event_id, label in ids:
        out += signal(item_of(hart, event_id), 240 + hart, label, INTEGER_TYPE)
    out += b"\0\x20" + pint(0) + text(unit) + mint(start) + mint(0)
    for hart, thread, label in names:
        out += b"\0\x30" + pint(item_of(hart, THREAD_SWITCH)) + pint(0) + text(label) + pint(thread)
    return bytes(out)


@dataclass
class Event:
    time: int
    hart: int
    id: int
    value: int
    thread: int  # the running thread after the event

    @property
    def cls(self):
        return class_of(self.id)


@dataclass
class Loss:
    time: int  # of the entry that ends it
    counts: dict  # by class
    cause: int = 0
    source: int = 0
    first: int = 0
    last: int = 0


@dataclass
class Stream:
    """Bytes as the FIFO delivers them, and their meaning."""

    bytes: bytearray = field(default_factory=bytearray)
    time: int = 0
    entries: list = field(default_factory=list)  # (item, time, value)
    events: list = field(default_factory=list)
    losses: list = field(default_factory=list)
    running: dict = field(default_factory=dict)
    counters: dict = field(default_factory=dict)  # of drops, by (hart, context, reason)
    pending: set = field(default_factory=set)  # counters that have changed since their last total
    threads: int = 0  # entries of the thread cache
    cache: list = field(default_factory=list)  # their threads
    victim: int = 0
    lost: Loss = None  # the open loss

    def put(self, item, delta, df, value):
        self.time += delta
        self.entries.append((item, self.time, value))
        self.bytes += entry(item, delta, df, unsigned(value))

    def put_switch(self, hart, thread, delta):
        """A switch to a thread other than 0, by the thread cache."""
        if thread in self.cache:
            number, value = self.cache.index(thread), 0
            moves = number == self.victim
        elif len(self.cache) < self.threads:
            number, value, moves = len(self.cache), thread, True
            self.cache.append(thread)
        else:
            number, value, moves = self.victim, thread, True
            self.cache[number] = thread
        if moves:
            self.victim = (number + 1) % self.threads
        self.put(CACHE_ENTRY_ITEM + 16 * number + hart, delta, 2, value)

    def event(self, hart, event_id, value, delta=1, args=()):
        for number, arg in enumerate(args, 1):
            self.put(arg_item(number, hart), delta, 1, arg)
            delta = 0
        if event_id == THREAD_SWITCH and value and self.threads:
            self.put_switch(hart, value, delta)
        else:
            self.put(item_of(hart, event_id), delta, 2 if event_id == THREAD_SWITCH else 1, value)
        if event_id == THREAD_SWITCH:
            self.running[hart] = value
        self.events.append(Event(self.time, hart, event_id, value, self.running.get(hart, 0)))

    def switch(self, hart, thread, delta=1):
        self.event(hart, THREAD_SWITCH, thread, delta)

    def trap(self, hart, cause, enters, delta=1):
        """cause as in mcause: bit 31 an interrupt."""
        self.put(isr_item(hart), delta, 2, (cause & 0x3FFFFFFF) << 2 | cause >> 31 << 1 | enters)

    def name(self, hart, thread, name, delta=1):
        for value in name_run(thread, name):
            self.event(hart, THREAD_NAME, value, delta)

    def drop(self, reason, context=0, hart=0, count=1, first=None, last=None):
        """Drops `count` events from tick first to last; by default one, at the next tick."""
        first = self.time + 1 if first is None else first
        last = first + count - 1 if last is None else last
        number = REASONS.index(reason)
        cause, cls = (1, reason) if number < 3 else (1 << number - 2, NONE)
        if self.lost is None:
            self.lost = Loss(0, dict.fromkeys(CLASSES, 0), first=first, last=last)
        self.lost.counts[cls] += count
        self.lost.cause |= cause
        self.lost.source |= 1 << 4 * hart + context
        self.lost.first, self.lost.last = min(first, self.lost.first), max(last, self.lost.last)
        counter = hart, context, number
        self.counters[counter] = self.counters.get(counter, 0) + count & 0xFFFFFFFF
        self.pending.add(counter)

    def begin(self, delta=1):
        """Reports the begin of the loss."""
        self.put(LOSS_ITEM, delta, 1, 2 * min(self.time + delta - self.lost.first, MAX_AGE) + 1)

    def report(self, delta=1):
        """Reports the changed counters, in ascending order of address."""
        for hart, context, number in sorted(self.pending):
            total = self.counters[hart, context, number]
            self.put(dropped_item(REASONS[number], context, hart), delta, 1, total)
            delta = 1
        self.pending.clear()

    def end(self, delta=1):
        """Reports the end of the loss."""
        self.put(LOSS_ITEM, delta, 1, 2 * min(self.time + delta - self.lost.last, MAX_AGE))
        self.lost.time = self.time
        self.losses.append(self.lost)
        self.lost = None

    def loss(self, counts, context=0, hart=0, first=None, last=None):
        """A complete loss, reported at once: counts by reason."""
        for reason, count in counts.items():
            self.drop(reason, context, hart, count, first, last)
        self.begin(max(1, self.lost.first - self.time))
        self.report(max(1, self.lost.last + 1 - self.time))
        self.end()

    @property
    def delivered(self):
        return {c: sum(e.cls == c for e in self.events) for c in CLASSES}

    @property
    def dropped(self):
        return {c: sum(l.counts.get(c, 0) for l in self.losses) for c in CLASSES}


NAMES = [
    "idle", "sensor", "Überwachung", "log/писать",
    "a name that is cut at sixty-three bytes, inside ü or before it"
]


def cut_name(name):
    """A name that fits a run: at most 63 bytes, not cut inside a character."""
    return name.encode()[:63].decode(errors="ignore")


def random_stream(seed=1, events=2000, harts=2, threads=12, named=8, loss=True, cache=0):
    """A busy system: switches, events of every class and width, repeated names, losses.

    Returns the stream and its names.
    """
    rng = random.Random(seed)
    stream = Stream(threads=cache)
    values = [0x80001000 + 0x158 * n for n in range(threads)]
    names = {thread: cut_name(NAMES[n % len(NAMES)]) for n, thread in enumerate(values[:named])}

    def wait():
        return rng.choice(
            [1, 1, 2,
             rng.randrange(1, 200),
             rng.randrange(1, 5000),
             rng.randrange(1, 70000)])

    for thread, name in names.items():
        stream.name(rng.randrange(harts), thread, name, wait())

    def wait_and_drop():
        """Ticks to the next entry. During a loss, some of them drop events."""
        delta = wait()
        if stream.lost:
            for tick in sorted(rng.sample(range(1, delta), min(delta - 1, rng.randrange(4)))):
                context = rng.randrange(4)
                kind = SYS if context == 3 else rng.choice([USER, USER, *REASONS])
                stream.drop(kind, context, rng.randrange(harts), first=stream.time + tick)
        return delta

    while len(stream.events) < events or stream.lost:
        hart = rng.randrange(harts)
        kind = rng.random()
        if stream.lost and kind < 0.1:
            stream.report(wait_and_drop())
            if rng.randrange(2):
                stream.end(rng.randrange(1, 300))
        elif not stream.lost and kind < 0.02 and loss:
            dropped = rng.choice([1, 1, 2, 300])
            stream.drop(rng.choice(REASONS),
                        rng.randrange(3),
                        hart,
                        count=dropped,
                        last=stream.time + 2 * dropped - 1)
            stream.begin(rng.randrange(1, 4))
            if stream.lost.last > stream.time:
                stream.event(0, 1, 7, stream.lost.last - stream.time + 1)
        elif kind < 0.25:
            stream.switch(hart, rng.choice([t for t in values if t not in stream.running.values()]),
                          wait_and_drop())
        elif kind < 0.30:
            stream.name(hart, *rng.choice(list(names.items())))
        elif kind < 0.33:
            stream.event(hart, rng.choice([0x4001, 0x7FFF, 0xC000, 0xFFFF]), rng.getrandbits(32),
                         wait_and_drop())
        elif kind < 0.335:
            stream.event(hart, 3, rng.getrandbits(32), 1 << rng.randrange(30, 40))
        else:
            event_id = rng.choice([1, 2, 11, 12, 16, 100, 0x3FFF])
            stream.event(hart, event_id, rng.getrandbits(rng.choice([0, 1, 7, 8, 15, 16, 31, 32])),
                         wait_and_drop())
    return stream, names
