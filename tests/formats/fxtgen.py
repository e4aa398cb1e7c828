# SPDX-License-Identifier: Apache-2.0
"""FXT composed from the format's text, independent of the library.

Vectors from files, and random streams.
"""

import random
import re
import struct
from pathlib import Path

VECTORS = Path(__file__).parent / "vectors" / "fxt"
LITTLE, BIG = "<", ">"


class Words:
    """Bytes of a stream in both byte orders: words are turned around, streams of bytes are not."""
    def __init__(self):
        self.bytes = {LITTLE: b"", BIG: b""}

    def word(self, number):
        for order in self.bytes:
            self.bytes[order] += struct.pack(order + "Q", number & (1 << 64) - 1)
        return self

    def stream(self, data):
        for order in self.bytes:
            self.bytes[order] += data + bytes(-len(data) % 8)
        return self

    def __add__(self, other):
        both = Words()
        both.bytes = {order: self.bytes[order] + other.bytes[order] for order in self.bytes}
        return both

    def __len__(self):
        return len(self.bytes[LITTLE])


def record(fields, body=None):
    """A record or argument: its header word with the size filled in, then its body."""
    body = body or Words()
    return Words().word(fields | (len(body) // 8 + 1) << 4) + body


# --- vectors --------------------------------------------------------------------------------------


class Vector:
    def __init__(self, block):
        head, self.title, *lines = block.splitlines()
        self.name, *self.options = head.split("]")[0].split()
        self.words, self.rows, self.expected = Words(), [], []
        for line in lines:
            if line.startswith("= "):
                self.expected.append(line[2:])
            elif match := re.fullmatch(r'((?:[0-9a-f]{2} ){1,8})([|"])(.*)', line):
                data = bytes.fromhex(match[1])
                self.rows.append((data, match[2], match[3]))
                if match[2] == "|":
                    self.words.word(struct.unpack("<Q", data)[0])
                else:
                    for order in self.words.bytes:
                        self.words.bytes[order] += data


def vectors(name):
    text = (VECTORS / name).read_text(errors="surrogateescape")
    return [Vector(block) for block in re.split(r"^\[", text, flags=re.M)[1:]]


# --- random streams -------------------------------------------------------------------------------

U64 = (1 << 64) - 1
SCHEDULING, LOG, LARGE = 8, 9, 15


def quoted(text):
    return '"' + re.sub(r'["\\]', lambda m: "\\" + m[0], text) + '"'


class Random:
    """A stream of random records: words, and the lines fxt-dump prints of them.

    plain: only what PyPI fxt takes (every kind it knows, references all defined, providers
    introduced once).
    """

    NAMES = [
        "", "a", "idle", "read sensor", "Grüße", "longer than one word", "x" * 70, 'quo"ted\\',
        "eight888"
    ]

    def __init__(self, seed, count, plain=False):
        self.random = random.Random(seed)
        self.plain = plain
        self.words, self.lines = Words(), []
        self.tables = {}
        self.add(Words().word(0x0016547846040010), "magic")
        self.provider()
        for _ in range(count):
            self.random.choices(*zip(*self.weights()))[0]()

    def weights(self):
        some = [(self.string, 6), (self.thread, 4), (self.event, 30), (self.blob, 2),
                (self.userspace_object, 2), (self.kernel_object, 3), (self.switch, 8),
                (self.wakeup, 2), (self.log, 3), (self.large_blob, 2), (self.provider, 1),
                (self.section, 2), (self.provider_event, 1), (self.initialization, 1)]
        return some if self.plain else some + [(self.legacy_switch, 4), (self.unknown, 1)]

    def add(self, words, line):
        self.lines.append(f"{len(self.words)} {line}")
        self.words += words

    # parts

    def number(self, bits=64):
        return self.random.getrandbits(self.random.randint(1, bits))

    def text(self):
        if self.random.random() < 0.02:
            return "y" * self.random.randint(1, 2000)
        return self.random.choice(self.NAMES)

    def ref(self):
        """A string: its reference, its stream, how it is printed."""
        if self.strings and self.random.random() < 0.6:
            index = self.random.choice(list(self.strings))
            return index, Words(), f"{quoted(self.strings[index])}#{index}"
        text = self.text()
        data = text.encode()
        return (0x8000 | len(data) if data else 0), Words().stream(data), quoted(text)

    def thread_ref(self):
        if self.threads and self.random.random() < 0.6:
            index = self.random.choice(list(self.threads))
            process, thread = self.threads[index]
            return index, Words(), f"{process}:{thread}#{index}", process
        process, thread = self.number(), self.number()
        return 0, Words().word(process).word(thread), f"{process}:{thread}", process

    def arg(self):
        kind = self.random.randint(0, 9 if self.plain else 15)
        name, stream, shown = self.ref()
        high, body, value = 0, Words(), ""
        if kind == 1:
            high, value = (n := self.number(32)), f"int32({n - (n >> 31 << 32)})"
        elif kind == 2:
            high, value = (n := self.number(32)), f"uint32({n})"
        elif kind == 3:
            n = self.number()
            body, value = Words().word(n), f"int64({n - (n >> 63 << 64)})"
        elif kind == 4:
            n = self.number()
            body, value = Words().word(n), f"uint64({n})"
        elif kind == 5:
            f = self.random.choice([0.0, -0.5, 1e300, 0.1, self.random.uniform(-1e9, 1e9)])
            body = Words().word(struct.unpack("<Q", struct.pack("<d", f))[0])
            value = f"double({f:.17g})"
        elif kind == 6:
            high, body, text = self.ref()
            value = f"string({text})"
        elif kind == 7:
            n = self.number()
            body, value = Words().word(n), f"pointer(0x{n:x})"
        elif kind == 8:
            n = self.number()
            body, value = Words().word(n), f"koid({n})"
        elif kind == 9:
            high, value = (n := self.random.randint(0, 1)), f"bool({'true' if n else 'false'})"
        elif kind > 9:
            high, data = self.number(32), self.random.randbytes(8 * self.random.randint(0, 3))
            body, value = Words().stream(data), f"type-{kind}({high:08x}:{data.hex()})"
        return record(kind | name << 16 | high << 32,
                      stream + body), f" {shown}" + (f"={value}" if kind else "")

    def args(self):
        args = [self.arg() for _ in range(self.random.choice([0, 0, 1, 1, 2, 5, 15]))]
        words = Words()
        for arg, _ in args:
            words += arg
        return len(args), words, "".join(line for _, line in args)

    # records

    def use(self, provider):
        self.current = provider
        self.strings, self.threads = self.tables.setdefault(provider, ({}, {}))

    def provider(self):
        number = self.number(32)
        if self.plain and number in self.tables:
            return
        name = self.text()[:60]
        data = name.encode()
        self.add(record(1 << 16 | number << 20 | len(data) << 52,
                        Words().stream(data)), f"provider-info {number} {quoted(name)}")
        self.tables.pop(number, None)
        self.use(number)
        self.initialization()

    def section(self):
        number = self.random.choice(list(self.tables))
        self.add(record(2 << 16 | number << 20), f"provider-section {number}")
        self.use(number)

    def provider_event(self):
        number = self.random.choice(list(self.tables))
        self.add(record(3 << 16 | number << 20), f"provider-event {number} buffer-full")

    def initialization(self):
        rate = self.random.choice([1, 1000, 3000000, 1000000000, 1 << 40, U64])
        self.add(record(1, Words().word(rate)), f"initialization {rate} ticks/s")

    def string(self):
        index, text = self.random.choice([1, 2, 3, 77, 0x7FFF]), self.text()
        data = text.encode()
        self.add(record(2 | index << 16 | len(data) << 32,
                        Words().stream(data)), f"string #{index} {quoted(text)}")
        self.strings[index] = text

    def thread(self):
        index, process, thread = self.random.choice([1, 2, 200, 255]), self.number(), self.number()
        self.add(record(3 | index << 16,
                        Words().word(process).word(thread)), f"thread #{index} {process}:{thread}")
        self.threads[index] = (process, thread)

    EVENTS = [
        "instant", "counter", "begin", "end", "complete", "async-begin", "async-instant",
        "async-end", "flow-begin", "flow-step", "flow-end"
    ]

    def event(self):
        kind, time = self.random.randrange(11), self.number()
        thread, thread_words, thread_line, _ = self.thread_ref()
        category, category_words, category_line = self.ref()
        name, name_words, name_line = self.ref()
        count, args, args_line = self.args()
        extra = self.number()
        body = Words().word(time) + thread_words + category_words + name_words + args
        scope = not kind and not self.plain and extra and self.random.random() < 0.2
        if kind in (1, 4) or kind > 4 or scope:
            body.word(extra)
        line = f"event {self.EVENTS[kind]} time {time}" + (f" end {extra}" if kind == 4 else "")
        line += f" thread {thread_line} category {category_line} name {name_line}"
        line += f" id {extra}" if kind == 1 or kind > 4 else f" scope {extra}" if scope else ""
        self.add(
            record(4 | kind << 16 | count << 20 | thread << 24 | category << 32 | name << 48, body),
            line + args_line)

    def blob(self):
        name, name_words, name_line = self.ref()
        kind, data = self.random.randrange(256), self.random.randbytes(self.random.randint(0, 100))
        self.add(
            record(5 | name << 16 | len(data) << 32 | kind << 48,
                   name_words + Words().stream(data)), f"blob {name_line} type {kind} {data.hex()}")

    def userspace_object(self):
        thread, _, thread_line, process = self.thread_ref()
        name, name_words, name_line = self.ref()
        count, args, args_line = self.args()
        pointer = self.number()
        body = Words().word(pointer)
        if not thread:
            body.word(process)
            thread_line = f"{process}:0"
        self.add(
            record(6 | thread << 16 | name << 24 | count << 40, body + name_words + args),
            f"userspace-object process {thread_line} address 0x{pointer:x} name "
            f"{name_line}{args_line}")

    def kernel_object(self):
        kind, koid = self.random.randint(
            1, 2) if self.plain else self.random.randrange(256), self.number()
        name, name_words, name_line = self.ref()
        count, args, args_line = self.args()
        self.add(
            record(7 | kind << 16 | name << 24 | count << 40,
                   Words().word(koid) + name_words + args),
            f"kernel-object type {kind} koid {koid} name {name_line}{args_line}")

    STATES = ["new", "running", "suspended", "blocked", "dying", "dead"]

    def switch(self):
        time, cpu, state, outgoing, incoming = self.number(), self.number(
            16), self.random.randrange(6), self.number(), self.number()
        count, args, args_line = self.args()
        self.add(
            record(SCHEDULING | count << 16 | cpu << 20 | state << 36 | 1 << 60,
                   Words().word(time).word(outgoing).word(incoming) + args),
            f"switch time {time} cpu {cpu} outgoing {outgoing} {self.STATES[state]} incoming "
            f"{incoming}{args_line}")

    def legacy_switch(self):
        time, cpu, state = self.number(), self.number(8), self.random.randrange(6)
        outgoing, outgoing_words, outgoing_line, _ = self.thread_ref()
        incoming, incoming_words, incoming_line, _ = self.thread_ref()
        before, after = self.number(8), self.number(8)
        header = (SCHEDULING | cpu << 16 | state << 24 | outgoing << 28 | incoming << 36
                  | before << 44 | after << 52)
        self.add(
            record(header,
                   Words().word(time) + outgoing_words + incoming_words),
            f"switch legacy time {time} cpu {cpu} outgoing {outgoing_line} priority {before} "
            f"{self.STATES[state]} "
            f"incoming {incoming_line} priority {after}")

    def wakeup(self):
        time, cpu, thread = self.number(), self.number(16), self.number()
        count, args, args_line = self.args()
        self.add(
            record(SCHEDULING | count << 16 | cpu << 20 | 2 << 60,
                   Words().word(time).word(thread) + args),
            f"wakeup time {time} cpu {cpu} thread {thread}{args_line}")

    def log(self):
        time, text = self.number(), self.text()
        thread, thread_words, thread_line, _ = self.thread_ref()
        data = text.encode()
        self.add(
            record(LOG | len(data) << 16 | thread << 32,
                   Words().word(time) + thread_words + Words().stream(data)),
            f"log time {time} thread {thread_line} {quoted(text)}")

    def large_blob(self):
        time, plain = self.number(), self.random.random() < 0.5
        data = self.random.randbytes(self.random.randint(0, 300))
        category, category_words, category_line = self.ref()
        name, name_words, name_line = self.ref()
        thread, thread_words, thread_line, _ = self.thread_ref()
        count, args, args_line = self.args()
        line = f"large-blob category {category_line} name {name_line}"
        if plain:
            body = Words().word(category | name << 16) + category_words + name_words
        else:
            body = Words().word(category | name << 16 | count << 32
                                | thread << 36) + category_words + name_words
            body += Words().word(time) + thread_words + args
            line += f" time {time} thread {thread_line}{args_line}"
        body.word(len(data)).stream(data)
        self.add(record(LARGE | plain << 40, body), f"{line} at 0 of {len(data)} {data.hex()}")

    def unknown(self):
        kind, data = self.random.randint(10,
                                         14), self.random.randbytes(8 * self.random.randint(0, 5))
        words = record(kind | self.number(48) << 16, Words().stream(data))
        self.add(words, f"unknown type {kind} {{}}")
        self.lines[-1] = (self.lines[-1], words)

    def expected(self, order):
        return [
            line[0].format(line[1].bytes[order].hex()) if isinstance(line, tuple) else line
            for line in self.lines
        ]
