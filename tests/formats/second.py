# SPDX-License-Identifier: Apache-2.0
"""A second decoder of the unit's stream, minimal and strict: a second opinion on the bytes.

Its source are the documents alone: flux.md for the bytes, stream.md and
theory.md for their meaning. It shares no line, no constant and no table with the RTL, the
golden model, the C libraries, the command `weir` or the other Python of the tests, and imports
nothing of the project. Keep it so: to change it, read the documents and not the code. Then a
mistake on one side is a difference, not two equal mistakes.

Decoder(bytes).records() yields, in the order of the stream, Event, Loss (begin or end), Total (of a
drop counter), Checkpoint and Entry (a definition or a name). Everything that the documents do not
allow raises Damaged, with the offset and the expectation; earlier records remain valid.
"""

from collections import namedtuple

# id: a number, "thread" or "isr"; values: the value, then the extra arguments;
# cache_entry: that of the thread, in the thread cache
Event = namedtuple("Event", "time hart cls id values cache_entry", defaults=[None])
# at: time of the first or last drop, None if longer ago than an age can express
Loss = namedtuple("Loss", "time begins at")
# reason: 0-15, as in the table of theory.md, admit
Total = namedtuple("Total", "time hart context reason total")
# for readers that begin here; repeats earlier entries
Checkpoint = namedtuple("Checkpoint", "time loss")
Entry = namedtuple("Entry", "name fields")

AGE_MAX = 2**31 - 1
HEAD, OPEN, CURR = 0x01, 0x20, 0x23  # tags
# Name and fields of those without a delta: p PInt, o byte, t text, m MInt
BODIES = {
    HEAD: ("HEAD", "ooooopttopp"), 0x10: ("SCPD", "pptt"), 0x11: ("SIGD", "ppttot"),
    0x12: ("MSGD", "pppttot"), 0x13: ("SIRD", "pptt"), 0x14: ("SSGD", "ppttotpp"),
    0x15: ("SSRD", "ppttpp"), OPEN: ("OPEN", "ptmm"), 0x22: ("DOMD", "t"), 0x30: ("ENMD", "pptp"),
    0x31: ("MEMD", "ppptot")
}


class Damaged(Exception):
    """The stream contradicts the documents: at this offset they demand something else."""
    def __init__(self, offset, expected):
        super().__init__(f"offset {offset}: expected {expected}")


class Bytes:
    """Bytes, numbers and texts of flux.md, section 1. Never reads beyond the end."""
    def __init__(self, data):
        self.bytes, self.at = data, 0

    def take(self, count, what):
        if count > len(self.bytes) - self.at:
            raise Damaged(self.at, f"{count} bytes of {what}, found {len(self.bytes) - self.at}")
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
    """The item map of stream.md: (what, hart, number), all None for an unknown item."""
    row, hart = divmod(item, 16)
    if row == 0:
        fixed = {
            1: ("thread", 0, None), 2: ("isr", 0, None), 3: ("loss", None, None),
            4: ("checkpoint", None, None)
        }
        return fixed.get(item) or (("event", 0, item - 4) if item > 4 else (None, None, None))
    if row in (1, 2) and hart:
        return {1: "thread", 2: "isr"}[row], hart, None
    if 12 <= row <= 14:
        return "arg", hart, row - 11
    if 16 <= row < 48:
        return "dropped", hart, ((row - 16) % 4, (row - 16) // 4)
    if 48 <= row < 64:
        return "cache entry", hart, row - 48
    number = row - 63
    if 0x8001 <= number < 0x8021:  # drop reasons 8-15
        return "dropped", hart, ((number - 0x8001) % 4, 8 + (number - 0x8001) // 4)
    if (1 if hart else 12) <= number < 0x8000 or 0xC000 <= number <= 0xFFFF:
        return "event", hart, number
    return None, None, None


class Decoder:
    """Decodes a stream from its begin, with or without a head."""
    def __init__(self, data):
        self.bytes, self.coarse, self.time, self.loss = Bytes(bytes(data)), False, 0, False
        # the latest thread of a hart, of a cache entry; totals of (hart, context, reason)
        self.threads, self.cache, self.totals = {}, {}, {}

    def records(self):
        data, args, of = self.bytes, (), None  # extra arguments of a hart that wait for their event
        while data.at < len(data.bytes):
            start = data.at
            header = data.pint("an entry")
            if header == 0 and not args:
                yield self.entry(start)
                continue
            what, hart, number, delta, value = self.sample(start, header)
            if args and (what not in ("arg", "event") or hart != of or delta):
                raise Damaged(start, f"an extra argument or an event of hart {of}, without a delta")
            if not (delta or args or self.coarse):
                raise Damaged(start, "a delta, because no head has coarse ticks")
            self.time += delta
            if self.time >> 63:
                raise Damaged(start, "a position of 63 bits")
            if what == "arg":
                args, of = (*args, value), hart
                if number != len(args):
                    raise Damaged(start, f"extra argument {len(args)}, found {number}")
            else:
                yield self.meant(start, what, hart, number, (value, *args))
                args = ()
        if args:
            raise Damaged(data.at, "the event of these extra arguments")

    def entry(self, start):
        """An entry that begins with 00: a checkpoint, or one of driver, host or software."""
        tag = self.bytes.byte("a tag")
        if tag == CURR:
            return self.checkpoint(start)
        if tag not in BODIES or (tag == HEAD and start):
            raise Damaged(start, f"a checkpoint, a definition or a name, found tag {tag:#04x}")
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
        """A data entry of the unit: what, hart, number, delta and value."""
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
        if df != (2 if what in ("thread", "cache entry", "isr") else
                  1) or size != (value.bit_length() // 8 + 1 if value else 0) or value >> bits:
            raise Damaged(
                start, f"a value of {what} in the fewest bytes, of {bits} bits at most; "
                f"found df {df}, {size} bytes")
        return what, hart, number, delta, value

    def meant(self, start, what, hart, number, values):
        """Returns the record of a sample and updates the state of the decoder."""
        value = values[0]
        if what == "event":
            return Event(self.time, hart, ("USER", "COM", None, "SYS")[number >> 14], number,
                         values)
        if what == "isr" and value <= 4 * 4095:  # code 4095: a return whose cause is unknown
            return Event(self.time, hart, "SYS", "isr", values)
        # a unit with a thread cache uses cache entries for all threads but 0
        if what == "thread" and not (self.cache and value):
            self.threads[hart] = value
            return Event(self.time, hart, "SYS", "thread", values)
        if what == "cache entry" and (value not in self.cache.values()
                                      if value else number in self.cache):
            self.threads[hart] = self.cache[number] = value or self.cache[number]
            return Event(self.time, hart, "SYS", "thread", (self.threads[hart], ), number)
        if what == "loss" and value & 1 != self.loss and value >> 1 <= self.time:
            self.loss = not self.loss
            return Loss(self.time, self.loss,
                        self.time - (value >> 1) if value >> 1 < AGE_MAX else None)
        if what == "dropped" and self.loss and value != self.totals.get((hart, *number), 0):
            self.totals[hart, *number] = value
            return Total(self.time, hart, *number, value)
        raise Damaged(start, f"no {what} of value {value} here")

    def checkpoint(self, start):
        """CURR and the entries of a checkpoint: the decoder knows and compares all of them."""
        at = self.bytes.at
        if self.bytes.take(10, "CURR") != b"\0\x08" + self.time.to_bytes(8, "little"):
            raise Damaged(at, f"CURR of item 0, position {self.time} in 8 bytes")
        for known in self.known():
            at = self.bytes.at
            found = self.sample(at, self.bytes.pint("an entry of a checkpoint"))
            if found != known:
                raise Damaged(at, f"{known} in a checkpoint, found {found}")
        return Checkpoint(self.time, self.loss)

    def known(self):
        """The entries of a checkpoint at this point, in their order, as sample() returns them."""
        yield "checkpoint", None, None, 0, 1
        latest = {(hart, context, 0, reason): ("dropped", hart, (context, reason), 0, total)
                  for (hart, context, reason), total in self.totals.items()}
        latest |= {(hart, 0, 1): ("thread", hart, None, 0, thread)
                   for hart, thread in self.threads.items()}
        yield from (latest[key] for key in sorted(latest))
        yield from (("cache entry", 0, number, 0, thread)
                    for number, thread in sorted(self.cache.items()))
        yield "checkpoint", None, None, 0, 3 if self.loss else 2
