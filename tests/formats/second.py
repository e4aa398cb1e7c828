# SPDX-License-Identifier: Apache-2.0
"""A second decoder of the unit's stream, minimal and strict: a second opinion on what the bytes mean, to be compared with what was offered.

It is written from the documents alone: docs/formats/flux.md for the bytes, docs/formats/stream.md and docs/theory.md for what the unit says with
them. It shares no line, no constant and no table with the RTL, the golden model, the C libraries, the command `weir` or the other Python of the
tests, and imports nothing of the project. Keep it so: whoever changes it reads the documents and not the code, so that a mistake on one side shows
as a difference and not twice.

Decoder(bytes).records() yields, in the order of the stream, Event, Loss (begins or ends), Total (of a counter of drops), State and Entry (a
definition or a name). Whatever the documents do not allow is one Damaged, with the offset and what was expected there; what was yielded before
stands."""

from collections import namedtuple

# id: a number, "thread" or "isr"; words: the value, then further words; slot: of the thread cache, in which the thread is
Event = namedtuple("Event", "time hart cls id words slot", defaults=[None])
Loss = namedtuple(
    "Loss",
    "time begins at")  # at: time of the first or last drop, None if longer ago than an age can say
Total = namedtuple("Total",
                   "time hart context kind total")  # kind: 0-7, as in the table of theory.md, admit
State = namedtuple("State",
                   "time loss")  # for readers that begin here; repeats what was told before
Entry = namedtuple("Entry", "name fields")

AGE_MAX = 2**31 - 1
HEAD, OPEN, CURR = 0x01, 0x20, 0x23  # tags; of those without a delta: name and fields, p PInt, o byte, t text, m MInt
BODIES = {
    HEAD: ("HEAD", "ooooopttopp"), 0x10: ("SCPD", "pptt"), 0x11: ("SIGD", "ppttot"),
    0x12: ("MSGD", "pppttot"), 0x13: ("SIRD", "pptt"), 0x14: ("SSGD", "ppttotpp"),
    0x15: ("SSRD", "ppttpp"), OPEN: ("OPEN", "ptmm"), 0x22: ("DOMD", "t"), 0x30: ("ENMD", "pptp"),
    0x31: ("MEMD", "ppptot")
}


class Damaged(Exception):
    """The stream is not what the documents say: at this offset, this was expected."""
    def __init__(self, offset, expected):
        super().__init__(f"offset {offset}: expected {expected}")


class Bytes:
    """What flux.md, section 1 has: bytes, numbers and texts. Nothing is read that is not there."""
    def __init__(self, data):
        self.bytes, self.at = data, 0

    def take(self, count, what):
        if count > len(self.bytes) - self.at:
            raise Damaged(self.at,
                          f"{count} bytes of {what}, there are {len(self.bytes) - self.at}")
        self.at += count
        return self.bytes[self.at - count:self.at]

    def byte(self, what):
        return self.take(1, what)[0]

    def pint(self, what):
        number, start = 0, self.at
        for shift in range(0, 70, 7):
            byte = self.byte(what)
            number |= (byte & 0x7F) << shift
            if byte < 0x80 and number < 1 << 64:
                return number
        raise Damaged(start, f"a PInt of ten bytes and 64 bits at most, {what}")

    def text(self, what):
        data = self.take(self.pint(what), what)
        try:
            return data.decode()
        except UnicodeDecodeError:
            raise Damaged(self.at - len(data), f"UTF-8, {what}") from None

    def mint(self, what):
        return int.from_bytes(self.take(self.pint(what), what), "little", signed=True)


def meaning(item):
    """The item map of stream.md: (what, hart, number), all None for an item that the unit does not have."""
    row, hart = divmod(item, 16)
    if row == 0:
        fixed = {
            1: ("thread", 0, None), 2: ("isr", 0, None), 3: ("loss", None, None),
            4: ("sync", None, None)
        }
        return fixed.get(item) or (("event", 0, item - 4) if item > 4 else (None, None, None))
    if row in (1, 2) and hart:
        return {1: "thread", 2: "isr"}[row], hart, None
    if 12 <= row <= 14:
        return "word", hart, row - 11
    if 16 <= row < 48:
        return "dropped", hart, ((row - 16) % 4, (row - 16) // 4)
    if 48 <= row < 64:
        return "slot", hart, row - 48
    number = row - 63
    if (1 if hart else 12) <= number < 0x8000 or 0xC000 <= number <= 0xFFFF:
        return "event", hart, number
    return None, None, None


class Decoder:
    """Of a stream from its begin on, with or without a head."""
    def __init__(self, data):
        self.bytes, self.coarse, self.time, self.loss = Bytes(bytes(data)), False, 0, False
        self.threads, self.slots, self.totals = {}, {}, {
        }  # told last: of a hart; of a slot; of (hart, context, kind)

    def records(self):
        data, words, of = self.bytes, (
        ), None  # further words, and of which hart, that wait for their event
        while data.at < len(data.bytes):
            start = data.at
            header = data.pint("an entry")
            if header == 0 and not words:
                yield self.entry(start)
                continue
            what, hart, number, delta, value = self.sample(start, header)
            if words and (what not in ("word", "event") or hart != of or delta):
                raise Damaged(start, f"a further word or an event of hart {of}, without a delta")
            if not (delta or words or self.coarse):
                raise Damaged(start, "a delta, as no head says that ticks are coarse")
            self.time += delta
            if self.time >> 63:
                raise Damaged(start, "a position of 63 bits")
            if what == "word":
                words, of = (*words, value), hart
                if number != len(words):
                    raise Damaged(start, f"further word {len(words)}, found {number}")
            else:
                yield self.meant(start, what, hart, number, (value, *words))
                words = ()
        if words:
            raise Damaged(data.at, "the event of these further words")

    def entry(self, start):
        """What begins with 00: state, or what the driver, the host or software wrote."""
        tag = self.bytes.byte("a tag")
        if tag == CURR:
            return self.state(start)
        if tag not in BODIES or (tag == HEAD and start):
            raise Damaged(start, f"state, a definition or a name, found tag {tag:#04x}")
        name, kinds = BODIES[tag]
        read = {
            "p": self.bytes.pint, "o": self.bytes.byte, "t": self.bytes.text, "m": self.bytes.mint
        }
        fields = tuple(read[kind](name) for kind in kinds)
        if tag == HEAD:
            self.coarse = " coarse " in fields[7]
            if bytes(fields[:5]) != b"flux\x06":
                raise Damaged(start, "the head of flux, version 6")
        if tag == OPEN and fields[:3:2] != (0, 0):
            raise Damaged(start, "OPEN of item 0 at 0")
        return Entry(name, fields)

    def sample(self, start, header):
        """A data entry as the unit writes it: what, hart, number, delta and value."""
        what, hart, number = meaning(header >> 3)
        if what is None or header & 5:
            raise Damaged(
                start,
                f"a sample of an item of the map, found item {header >> 3}, flags {header & 7}")
        delta = self.bytes.pint("a delta") if header & 2 else 0
        if header & 2 and not delta:
            raise Damaged(start, "no delta rather than 0")
        size, df = divmod(self.bytes.pint("size and format"), 16)
        value = int.from_bytes(self.bytes.take(size, "a value"), "little")
        bits = 64 if what == "event" else 32
        if df != (2 if what in ("thread", "slot", "isr") else
                  1) or size != (value.bit_length() // 8 + 1 if value else 0) or value >> bits:
            raise Damaged(
                start,
                f"a value of {what} in as few bytes as it needs, {bits} bits at most; found df {df}, {size} bytes"
            )
        return what, hart, number, delta, value

    def meant(self, start, what, hart, number, words):
        """The record of a sample, and what is known from it on."""
        value = words[0]
        if what == "event":
            return Event(self.time, hart, ("USER", "COM", None, "SYS")[number >> 14], number, words)
        if what == "isr" and value <= 4 * 4095:  # code 4095: a return of which nobody knows the cause
            return Event(self.time, hart, "SYS", "isr", words)
        if what == "thread" and not (self.slots and
                                     value):  # a unit with a thread cache has slots for all but 0
            self.threads[hart] = value
            return Event(self.time, hart, "SYS", "thread", words)
        if what == "slot" and (value not in self.slots.values() if value else number in self.slots):
            self.threads[hart] = self.slots[number] = value or self.slots[number]
            return Event(self.time, hart, "SYS", "thread", (self.threads[hart], ), number)
        if what == "loss" and value & 1 != self.loss and value >> 1 <= self.time:
            self.loss = not self.loss
            return Loss(self.time, self.loss,
                        self.time - (value >> 1) if value >> 1 < AGE_MAX else None)
        if what == "dropped" and self.loss and value != self.totals.get((hart, *number), 0):
            self.totals[hart, *number] = value
            return Total(self.time, hart, *number, value)
        raise Damaged(start, f"no {what} of value {value} here")

    def state(self, start):
        """CURR and what follows it, up to the end of state: all of it is known, so all of it is compared."""
        at = self.bytes.at
        if self.bytes.take(10, "CURR") != b"\0\x08" + self.time.to_bytes(8, "little"):
            raise Damaged(at, f"CURR of item 0, position {self.time} in 8 bytes")
        for known in self.known():
            at = self.bytes.at
            found = self.sample(at, self.bytes.pint("an entry of state"))
            if found != known:
                raise Damaged(at, f"{known} in state, found {found}")
        return State(self.time, self.loss)

    def known(self):
        """What state says now, in its order, as sample() has it."""
        yield "sync", None, None, 0, 1
        told = {(hart, context, 0, kind): ("dropped", hart, (context, kind), 0, total)
                for (hart, context, kind), total in self.totals.items()}
        told |= {(hart, 0, 1): ("thread", hart, None, 0, thread)
                 for hart, thread in self.threads.items()}
        yield from (told[place] for place in sorted(told))
        yield from (("slot", 0, slot, 0, thread) for slot, thread in sorted(self.slots.items()))
        yield "sync", None, None, 0, 3 if self.loss else 2
