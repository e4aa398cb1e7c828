# SPDX-License-Identifier: Apache-2.0
"""Random legal flux that is not of a unit, with the truth beside it.

Several traces in one stream, each with domains of their own unit, nested scopes, signals of every
type, labels, members, references, tags, and packed blocks. The lines of the truth are those of
adapter_kinds.
"""

import math
import random
import struct
import zlib
from fractions import Fraction

from weirstream import pint, text

STATES = "01ZXLHUW-JKMNOP#"
EVENT, INTEGER, LOGIC, FLOAT, TEXT, BINARY, STRUCT = range(1, 8)
EVENTS, INTEGERS, FLOATS, TEXTS = range(8, 12)
M_TEXT, M_GLOBAL, M_INTEGER, M_FLOAT, M_BINARY, M_LOCAL, M_MERGE, M_STRUCT = 1, 2, 3, 4, 6, 7, 8, 9
M_EVENTS, M_INTEGERS, M_FLOATS, M_TEXTS = 10, 11, 12, 13
UNITS = {
    unit + (str(multiple) if multiple > 1 else ""): Fraction(multiple, 1000**power)
    for power, unit in enumerate(("s", "ms", "us", "ns", "ps"))
    for multiple in (1, 10, 100)
}


def signed(number):
    """The fewest bytes of two's complement; none for 0."""
    size = (number.bit_length() if number >= 0 else (number + 1).bit_length()) // 8 + 1
    return number.to_bytes(size, "little", signed=True) if number else b""


def mint(number):
    return text(signed(number))


def bits(value):
    return struct.unpack("<Q", struct.pack("<d", value))[0]


def show_wide(number):
    return f"-{-number:#x}" if number < 0 else f"{number:#x}"


def show_integer(number):
    """As an element or member."""
    return str(number) if -1 << 63 <= number < 1 << 64 else show_wide(number)


def show_float(value):
    return "%.17g" % value


def logic(states):
    """df and payload of the states: in as few bits as possible, equal leading ones left out."""
    numbers = [STATES.index(c) for c in states]
    level = 1 if max(numbers) < 2 else 2 if max(numbers) < 4 else 3
    if len(set(numbers)) == 1 and numbers[0] < 2:
        return level | numbers[0] << 2, b""
    size = 1 << level - 1
    while len(numbers) > 1 and numbers[0] == numbers[1]:
        numbers.pop(0)
    numbers = [numbers[0]] * (-len(numbers) % (8 // size)) + numbers
    value = 0
    for number in numbers:
        value = value << size | number
    return level | 8, value.to_bytes(len(numbers) * size // 8, "big")


class Signal:

    def __init__(self, item, kind, name, path):
        self.item, self.kind, self.name, self.path = item, kind, name, path
        self.width = 1
        self.labels = {}  # scope, value: label
        self.members = {}  # member: (type, name)
        self.arrays = {}


class Trace:

    def __init__(self, rng, number, name, prefix, units):
        self.rng, self.id, self.name, self.prefix = rng, number, name, prefix
        self.units = units
        self.domains = []  # [item, unit, position, signals]
        self.head = bytearray(b"\0\1flux\6" + pint(number) + text(name) + text("made at random") +
                              b"\0" + pint(1000) + pint(1 << 16))
        self.tail = bytearray()
        self.item = 0
        for _ in range(rng.randint(1, 3)):
            self.add_domain()
        self.head += self.tail

    def new(self):
        self.item += self.rng.randint(1, 5)
        return self.item

    def scope(self, parent, path):
        item, name = self.new(), f"s{self.rng.randrange(100)}"
        self.head += b"\0\x10" + pint(item) + pint(parent) + text(name) + text("a scope")
        return item, path + [name]

    def add_domain(self):
        rng, unit = self.rng, self.rng.choice(self.units)
        top, path = self.scope(0, [self.prefix] if self.prefix else [])
        scopes = [(top, path)]
        for _ in range(rng.randrange(3)):
            scopes.append(self.scope(*rng.choice(scopes)))
        signals = [
            self.add_signal(*rng.choice(scopes), kind)
            for kind in rng.sample(range(1, 12), rng.randint(3, 11))
        ]
        start = rng.choice([0, 0, 7, 123456789])
        self.tail += b"\0\x20" + pint(top) + text(unit) + mint(start) + mint(0)
        self.domains.append([top, unit, start, signals])

    def add_signal(self, parent, path, kind):
        rng = self.rng
        s = Signal(self.new(), kind, f"{'x' if kind % 2 else 'y'}{self.item} é", ".".join(path))
        descriptor, tag, more = "", b"\x11", b""
        if kind == LOGIC:
            s.width = rng.choice([1, 2, 7, 8, 12, 64, 65, 130])
            if rng.randrange(3):
                descriptor = f"default<bits={s.width}>"
            else:
                low = rng.randrange(20)
                tag, more = b"\x14", pint(low + s.width - 1) + pint(low)
        self.head += (b"\0" + tag + pint(s.item) + pint(parent) + text(s.name) + text("") +
                      bytes([kind]) + text(descriptor) + more)
        if more:
            s.name += f"[{low + s.width - 1}:{low}]"
        if rng.randrange(4) == 0:
            self.head += b"\0\x13" + pint(s.item) + pint(parent) + text("again") + text("")
        if kind == STRUCT:
            self.add_members(s)
        scopes = {EVENT: [0], INTEGER: [0], STRUCT: [0, *(8 + m for m in s.members)],
                  EVENTS: [0, 8, 9, 10]}.get(kind, [])
        for scope in scopes:
            for value in rng.sample(range(6), rng.randrange(4)):
                s.labels[scope, value] = f"L{scope}={value}"
                self.tail += (b"\0\x30" + pint(s.item) + pint(scope) +
                              text(s.labels[scope, value]) + pint(value))
        return s

    def add_members(self, s):
        kinds = [M_TEXT, M_GLOBAL, M_INTEGER, M_FLOAT, M_BINARY, M_LOCAL, M_MERGE, M_EVENTS,
                 M_INTEGERS, M_FLOATS, M_TEXTS]
        for kind in self.rng.sample(kinds, self.rng.randint(1, 8)) + [M_STRUCT]:
            member = len(s.members)
            name = f"m{member}" if self.rng.randrange(5) else ""
            s.members[member] = (kind, name or str(member))
            if name:
                self.tail += (b"\0\x31" + pint(s.item) + pint(member) + pint(0) + text(name) +
                              bytes([kind]) + text(""))

    # ---- values: df, payload, text of the truth

    def number(self):
        rng = self.rng
        return rng.choice([
            rng.randrange(6), -rng.randrange(300), rng.getrandbits(31), rng.getrandbits(63),
            -rng.getrandbits(63) - 1
        ])

    def big(self):
        rng = self.rng
        return rng.choice(
            [rng.getrandbits(64) | 1 << 63, rng.getrandbits(rng.randint(65, 300)) | 1 << 64,
             -rng.getrandbits(200) - (1 << 64)])

    def labelled(self, s, scopes, number):
        for scope in scopes:
            if (scope, number) in s.labels:
                return s.labels[scope, number]
        return None

    def element(self, s, kind, member, index):
        """Bytes as a Value, or of a float, and the text."""
        rng = self.rng
        if kind == "event":
            number = rng.randrange(8)
            label = self.labelled(s, [8 + (index if member is None else member), 0], number)
            shown = f"{number} {label}" if label else str(number)
            return text(signed(number)), shown
        if kind == "integer":
            number = rng.choice([self.number(), self.number(), self.big()])
            return text(signed(number)), show_integer(number)
        if kind == "text":
            word = rng.choice(["", "ab", "é", "a longer text"])
            return text(word), f'"{word}"'
        value = rng.choice([0.5, -3.25, 1e10, 0.0])
        return struct.pack("<f" if kind == 4 else "<d", value), show_float(value)

    def array(self, s, kind, member):
        if kind == "float":
            kind = self.rng.choice([4, 8])
        items = [self.element(s, kind, member, i) for i in range(self.rng.randrange(5))]
        return kind, b"".join(i[0] for i in items), len(items), "[" + ", ".join(
            i[1] for i in items) + "]"

    def member(self, s, number, depth):
        """Type byte, data, text."""
        rng = self.rng
        kind, _ = s.members[number]
        if kind == M_TEXT:
            return kind, "hé".encode(), '"hé"'
        if kind == M_BINARY:
            data = rng.randbytes(rng.randrange(6))
            return kind, data, data.hex()
        if kind == M_FLOAT:
            return kind, struct.pack("<d", 2.5), "2.5"
        if kind in (M_GLOBAL, M_LOCAL, M_MERGE):
            value = rng.randrange(8)
            scopes = {M_GLOBAL: [0], M_LOCAL: [8 + number], M_MERGE: [8 + number, 0]}[kind]
            label = self.labelled(s, scopes, value)
            return kind, signed(value), f"{value} {label}" if label else str(value)
        if kind == M_INTEGER:
            value = rng.choice([self.number(), self.big()])
            # an integer of a struct has no label of its own
            return kind, signed(value), show_integer(value)
        if kind == M_STRUCT:
            data, shown = self.structure(s, depth + 1)
            return kind, data, shown
        name = {M_EVENTS: "event", M_INTEGERS: "integer", M_FLOATS: "float", M_TEXTS: "text"}[kind]
        width, data, count, shown = self.array(s, name, number)
        hint = {4: 0x10, 8: 0x20}.get(width, 0)
        return kind | hint, pint(count) + data, shown

    def structure(self, s, depth=0):
        data, shown = b"", []
        for number in self.rng.sample(sorted(s.members), self.rng.randint(0, len(s.members))):
            if s.members[number][0] == M_STRUCT and depth > 2:
                continue
            kind, payload, value = self.member(s, number, depth)
            data += pint(number) + bytes([kind]) + text(payload)
            shown.append(f"{s.members[number][1]}: {value}")
        return data, "{" + ", ".join(shown) + "}"

    def value(self, s):
        """df, payload, text of the truth."""
        rng, kind = self.rng, s.kind
        if rng.randrange(30) == 0:
            return 0, b"", "0"  # no value from here on
        if kind in (EVENT, INTEGER):
            number = self.number() if kind == EVENT or rng.randrange(4) else self.big()
            label = self.labelled(s, [0], number)
            df = 2 if kind == EVENT else 1
            if label:
                return df, signed(number), f"enum:{number} {label}"
            wide = not -1 << 63 <= number < 1 << 64
            return df, signed(number), f"wide:{show_wide(number)}" if wide else str(number)
        if kind == LOGIC:
            alphabet = STATES[:rng.choice([2, 2, 4, 16])]
            run = rng.choice([0, s.width // 2, s.width])
            states = rng.choice(alphabet) * run + "".join(
                rng.choice(alphabet) for _ in range(s.width - run))
            return *logic(states), f"logic:{states}"
        if kind == FLOAT:
            value = rng.choice([0.5, -2.25, 3.0e20, rng.random()])
            single = struct.unpack("<f", struct.pack("<f", value))[0]
            if rng.randrange(2):
                return 5, struct.pack("<f", value), str(bits(single))
            return 9, struct.pack("<d", value), str(bits(value))
        if kind == TEXT:
            word = rng.choice(["", "short", "é" * 40, "x" * rng.randrange(300)])
            return 1, word.encode(), f'"{word}"'
        if kind == BINARY:
            data = rng.randbytes(rng.randrange(40))
            return 1, data, f"[{len(data)}]"
        if kind == STRUCT:
            data, shown = self.structure(s)
            return 1, data, f"struct:{shown}"
        name = {EVENTS: "event", INTEGERS: "integer", FLOATS: "float", TEXTS: "text"}[kind]
        width, data, count, shown = self.array(s, name, None)
        hint = width if kind == FLOATS else 4 * rng.randint(1, 3)
        df = {EVENTS: 2, TEXTS: 1}.get(kind, 1 + hint)
        if rng.randrange(2):
            df, data = df | 3, pint(count) + data
        return df, data, f"array:{shown}"

    def sample(self):
        rng = self.rng
        domain = rng.choice(self.domains)
        s = rng.choice(domain[3])
        delta = rng.choice([0, 1, 1, 5, rng.getrandbits(14)])
        domain[2] += delta
        df, data, shown = self.value(s)
        tag = rng.choice([0] * 30 + [1, 2, 200])
        flags = (2 if delta else 0) | (0 if not tag else 1 if tag == 1 else 5)
        out = (pint(s.item << 3 | flags) + (bytes([tag]) if tag > 1 else b"") +
               (pint(delta) if delta else b"") + pint(len(data) << 4 | df) + data)
        line = (f'instant @{{}} thread=? "{s.name}" item={self.id << 32 | s.item:x} '
                f'in="{s.path}"' + (f" tag={tag}" if tag else "") + " value={}")
        return out, domain[1], domain[2], line, shown


def common(units):
    """The greatest tick in which all units are whole."""
    tick = units[0]
    for unit in units[1:]:
        d = tick.denominator * unit.denominator // math.gcd(tick.denominator, unit.denominator)
        tick = Fraction(math.gcd(int(tick * d), int(unit * d)), d)
    return tick


def generate(seed, samples):
    """The bytes of a stream, and the truth of its samples, line by line."""
    rng = random.Random(seed)
    numbers = rng.sample(range(50), rng.randint(1, 4))
    first = 3 * rng.randrange(3)  # so that no time has more than 64 bits
    units = list(UNITS)[first:first + 9]
    traces = [
        Trace(rng, number, f"t{number}", f"t{number}" if i else "", units)
        for i, number in enumerate(numbers)
    ]
    out = bytearray()
    for trace in traces:
        out += trace.head
    current = traces[-1]
    found, block = [], bytearray()
    for _ in range(samples):
        trace = rng.choice(traces) if rng.randrange(10) == 0 else current
        if trace is not current:
            block += b"\0\4" + pint(trace.id)
            current = trace
        data, unit, position, line, shown = trace.sample()
        block += data
        found.append((unit, position, line, shown))
        if rng.randrange(200) == 0:
            packed = zlib.compress(bytes(block), 1)
            out += b"\0\5\2" + pint(len(block)) + pint(len(packed)) + packed
            block.clear()
        elif rng.randrange(200) == 0:
            out += block
            block.clear()
    out += block
    tick = common([UNITS[d[1]] for t in traces for d in t.domains])
    factor = {unit: int(UNITS[unit] / tick) for t in traces for d in t.domains for unit in [d[1]]}
    lines = [line.format(position * factor[unit], shown) for unit, position, line, shown in found]
    return bytes(out), lines, tick
