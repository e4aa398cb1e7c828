# SPDX-License-Identifier: Apache-2.0
"""Weir streams made up for tests, written from docs/formats/stream.md: the second opinion on the item map and octets."""

import random
from dataclasses import dataclass, field

USER, COM, SYS, NONE = "USER", "COM", "SYS", "NONE"
CLASSES = [USER, COM, SYS, NONE]
ROOM, TORN, ID = 1, 2, 4
THREAD_NAME, THREAD_SWITCH = 0x4000, 0x8000
LOSS_ITEM = 3
MAX_ITEM = 1048815
EVENT_TYPE, INTEGER_TYPE, STRUCT_TYPE = 1, 2, 7
LOSS_MEMBERS = ["user", "com", "sys", "none", "cause", "source", "first", "last"]


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
    return 16 * (event_id + 15) + hart


def pint(number, width=0):
    """Unsigned LEB128, padded to at least width octets (over-long) if asked."""
    octets = bytearray()
    while number > 127 or len(octets) + 1 < width:
        octets.append(number & 127 | 128)
        number >>= 7
    octets.append(number)
    return bytes(octets)


def unsigned(number):
    """The fewest little-endian octets whose top bit is clear."""
    return number.to_bytes((number.bit_length() + 8) // 8 if number else 0, "little")


def text(string):
    octets = string.encode() if isinstance(string, str) else string
    return pint(len(octets)) + octets


def mint(number):
    return pint(len(unsigned(number))) + unsigned(number)


def entry(item, delta, df, octets, size_width=0):
    flags = 2 if delta else 0
    return pint(item << 3 | flags) + (pint(delta) if delta else b"") + pint(len(octets) << 4 | df, size_width) + octets


def crc16(octets):
    """CRC-16/CCITT-FALSE."""
    crc = 0xFFFF
    for octet in octets:
        crc ^= octet << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


assert crc16(b"123456789") == 0x29B1


def name_run(thread, name):
    """The values of THREAD_NAME events that carry a name."""
    octets = told(name).encode()
    crc = crc16(thread.to_bytes(4, "little") + octets)
    padded = octets + bytes(-len(octets) % 4)
    words = [int.from_bytes(padded[i : i + 4], "little") for i in range(0, len(padded), 4)]
    return [0xFF << 24 | len(octets) << 16 | crc, thread, *words]


def definitions(harts=1, ids=(), unit="ns10", names=(), name="weir", description="weir ip 0.1 regs 1 stream 1", start=0,
                trace=0):
    """HEAD, scopes, signals, OPEN, members and names. ids: (hart, id, name); names: (hart, thread, name)."""
    out = bytearray(b"\0\x01flux\x06" + pint(trace) + text(name) + text(description) + b"\0" + pint(MAX_ITEM) + pint(88))
    signal = lambda item, parent, label, kind: b"\0\x11" + pint(item) + pint(parent) + text(label) + text("") + bytes([kind]) + text("")
    for hart in range(harts):
        out += b"\0\x10" + pint(240 + hart) + pint(0) + text(f"hart{hart}") + text("")
        out += signal(item_of(hart, THREAD_SWITCH), 240 + hart, "thread", EVENT_TYPE)
    out += signal(LOSS_ITEM, 0, "loss", STRUCT_TYPE)
    for hart, event_id, label in ids:
        out += signal(item_of(hart, event_id), 240 + hart, label, INTEGER_TYPE)
    out += b"\0\x20" + pint(0) + text(unit) + mint(start) + mint(0)
    for number, member in enumerate(LOSS_MEMBERS):
        out += b"\0\x31" + pint(LOSS_ITEM) + pint(number) + pint(0) + text(member) + b"\x03" + text("")
    for hart, thread, label in names:
        out += b"\0\x30" + pint(item_of(hart, THREAD_SWITCH)) + pint(0) + text(label) + pint(thread)
    return bytes(out)


@dataclass
class Event:
    time: int
    hart: int
    id: int
    value: int
    thread: int  # that runs on the hart when it is over: the new one after a switch

    @property
    def cls(self):
        return class_of(self.id)


@dataclass
class Loss:
    time: int
    counts: dict
    cause: int
    source: int
    first: int
    last: int


@dataclass
class Stream:
    """Octets as the FIFO gives them, and beside them what they mean."""

    octets: bytearray = field(default_factory=bytearray)
    time: int = 0
    events: list = field(default_factory=list)
    losses: list = field(default_factory=list)
    running: dict = field(default_factory=dict)

    def event(self, hart, event_id, value, delta=1):
        self.time += delta
        if event_id == THREAD_SWITCH:
            self.running[hart] = value
        df = 2 if event_id == THREAD_SWITCH else 1
        self.octets += entry(item_of(hart, event_id), delta, df, unsigned(value))
        self.events.append(Event(self.time, hart, event_id, value, self.running.get(hart, 0)))

    def switch(self, hart, thread, delta=1):
        self.event(hart, THREAD_SWITCH, thread, delta)

    def name(self, hart, thread, name, delta=1):
        for value in name_run(thread, name):
            self.event(hart, THREAD_NAME, value, delta)

    def loss(self, counts, cause, source, first, last, delta=0):
        self.time += delta
        members = [(n, counts.get(c, 0)) for n, c in enumerate(CLASSES) if counts.get(c, 0)]
        members += [(4, cause), (5, source), (6, first), (7, last)]
        body = b"".join(pint(n) + b"\x03" + pint(len(unsigned(v))) + unsigned(v) for n, v in members)
        self.octets += entry(LOSS_ITEM, delta, 1, body, size_width=2)
        self.losses.append(Loss(self.time, dict(counts), cause, source, first, last))

    @property
    def delivered(self):
        return {c: sum(e.cls == c for e in self.events) for c in CLASSES}

    @property
    def refused(self):
        return {c: sum(l.counts.get(c, 0) for l in self.losses) for c in CLASSES}


NAMES = ["idle", "sensor", "Überwachung", "log/писать", "a name that is cut at sixty-three octets, inside ü or before it"]


def told(name):
    """A name as it can be told: at most 63 octets, not cut inside a character."""
    return name.encode()[:63].decode(errors="ignore")


def random_stream(seed=1, events=2000, harts=2, threads=12, named=8, loss=True):
    """A busy system: switches, events of every class and width, names told repeatedly, losses in between.

    Returns the stream and the names told in it.
    """
    rng = random.Random(seed)
    stream = Stream()
    values = [0x80001000 + 0x158 * n for n in range(threads)]
    names = {thread: told(NAMES[n % len(NAMES)]) for n, thread in enumerate(values[:named])}

    def wait():
        return rng.choice([1, 1, 2, rng.randrange(1, 200), rng.randrange(1, 5000), rng.randrange(1, 70000)])

    for thread, name in names.items():
        stream.name(rng.randrange(harts), thread, name, wait())
    while len(stream.events) < events:
        hart = rng.randrange(harts)
        kind = rng.random()
        if kind < 0.25:
            stream.switch(hart, rng.choice([t for t in values if t not in stream.running.values()]), wait())
        elif kind < 0.30:
            stream.name(hart, *rng.choice(list(names.items())))
        elif kind < 0.32 and loss:
            refused = rng.randrange(1, 1000)
            stream.loss({USER: 7, rng.choice(CLASSES): refused}, ROOM | (TORN if refused & 1 else 0), 1 << 4 * hart,
                        stream.time + 1, stream.time + 1 + refused, refused + 5)
        elif kind < 0.33:
            stream.event(hart, rng.choice([0x4001, 0x7FFF, 0xC000, 0xFFFF]), rng.getrandbits(32), wait())
        elif kind < 0.335:
            stream.event(hart, 3, rng.getrandbits(32), 1 << rng.randrange(30, 40))
        else:
            event_id = rng.choice([1, 2, 11, 12, 16, 100, 0x3FFF])
            stream.event(hart, event_id, rng.getrandbits(rng.choice([0, 1, 7, 8, 15, 16, 31, 32])), wait())
    return stream, names
