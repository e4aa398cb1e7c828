# SPDX-License-Identifier: Apache-2.0
"""Programs for the play bench: what firmware and a SoC do at the pins of a unit, from a seed."""

import random

WORD = 0x80001000  # that the snoop watches
THREADS = [0x80002000 + 0x100 * i for i in range(6)]


class Program:
    """Lines of a script. `dense`: events faster than they are read, so that some are dropped."""
    def __init__(self, has, seed, dense, length=300):
        self.has, self.random, self.dense, self.lines = has, random.Random(seed), dense, []
        contexts = 3 if has["PROTECT"] else 2
        self.ports = [
            0x10000 * (hart + 1) + 0x1000 * context for hart in range(has["HARTS"])
            for context in range(contexts)
        ]
        self.begin()
        for _ in range(length):
            self.step()
        self.end()

    def write(self, addr, data):
        self.lines.append(f"w {addr:x} {data:x}")

    def read(self, addr):
        self.lines.append(f"r {addr:x}")

    def idle(self, cycles):
        self.lines.append(f"i {cycles:x}")

    def begin(self):
        if not self.has["TINY"]:
            for hart in range(self.has["HARTS"]):
                self.write(0x104 + 0x20 * hart, WORD + 4 * hart)
                self.write(0x100 + 0x20 * hart, 1)
        self.write(0x24, 8)
        self.write(0x1C, 3)
        self.ring = self.has["WIDE"] and self.random.random() < 0.5
        if self.ring:
            self.write(0x604, 0x80001000)
            self.write(0x608, 7)
            self.write(0x600, 1)
        if self.has["CHECKPOINT"] and self.dense:
            self.write(0x60, 200)
        if self.has["PINS"]:
            self.write(0x4A4, 1)
            self.write(0x4A8, 2)
        self.write(0x10, 1)

    def event(self):
        r, port = self.random, self.random.choice(self.ports)
        value = r.getrandbits(r.randrange(1, 33))
        if not self.has["TINY"] and r.random() < 0.3:
            self.write(port + 0x4000 + 4 * r.randrange(1, 1024), value)
            return
        self.write(port, value)
        if self.has["ARGS"] > 1 and r.random() < 0.3:
            self.write(port + 0xC, r.getrandbits(32))
        self.write(
            port + 4,
            r.choice([
                r.randrange(1, 0x4000),
                r.randrange(0x4000, 0x8000), 0xD000, 3, 3, 0x9000 if r.random() < 0.2 else 4
            ]))

    def drain(self, words):
        """The reader takes what LEVEL says at most; an empty FIFO reads 0, which is no harm."""
        self.read(0x28)
        for _ in range(words):
            self.read(0x1000)

    def step(self):
        r = self.random
        kind = r.random()
        if kind < 0.6:
            self.event()
            self.idle(r.randrange(1, 4 if self.dense else 60))
        elif kind < 0.75 and not self.has["TINY"]:
            hart = r.randrange(self.has["HARTS"])
            self.lines.append(f"s{hart} {WORD + 4 * hart:x} {r.choice(THREADS):x}")
            self.idle(r.randrange(1, 30))
        elif kind < 0.8 and self.has["PINS"]:
            self.lines.append(f"p {r.randrange(4):x}")
        elif kind < 0.85 and not self.dense and not self.has["CHECKPOINT"]:
            self.drain(r.randrange(1, 6))
        elif kind < 0.9:
            self.read(0x14)
            self.read(0x28)
        elif kind < 0.92:
            self.read(0x20C0)
        elif kind < 0.97 and self.ring:
            self.idle(r.randrange(1, 40))
            self.read(0x610)
        self.idle(r.randrange(1, 8))

    def end(self):
        self.write(0x10, 0)
        self.idle(400)
        self.read(0x14)
        self.read(0x28)

    def text(self):
        return "\n".join(self.lines) + "\n"
