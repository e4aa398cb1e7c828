# SPDX-License-Identifier: Apache-2.0
"""Synthetic traces for the viewer: a small system with records of all kinds, as FXT, and a stream
of the unit with losses."""

import random
import struct


def padded(data):
    return data + bytes(-len(data) % 8)


class Fxt:
    """A Fuchsia trace, with names and threads inline."""
    def __init__(self, ticks_per_second=100_000_000):
        self.bytes = bytearray(struct.pack("<Q", 0x0016547846040010))
        self.record(0, 1 | 0x77656972 << 4 | 4 << 36, padded(b"weir"))  # the provider of `weir`
        self.record(1, 0, struct.pack("<Q", ticks_per_second))

    def record(self, kind, fields, body):
        self.bytes += struct.pack("<Q", kind | (len(body) // 8 + 1) << 4 | fields << 16) + body

    @staticmethod
    def text(data):
        data = data.encode() if isinstance(data, str) else data
        return (0x8000 | len(data), padded(data)) if data else (0, b"")

    def args(self, args):
        body = b""
        for name, value in args.items():
            name_ref, name_bytes = self.text(name)
            if isinstance(value, str):
                ref, data = self.text(value)
                kind, high, data = 6, ref, data
            elif isinstance(value, float):
                kind, high, data = 5, 0, struct.pack("<d", value)
            elif value < 0:
                kind, high, data = 3, 0, struct.pack("<q", value)
            else:
                kind, high, data = 4, 0, struct.pack("<Q", value)
            body += struct.pack(
                "<Q", kind | (len(name_bytes + data) // 8 + 1) << 4 | name_ref << 16
                | high << 32) + name_bytes + data
        return body

    def event(self, kind, time, thread, category, name, extra=None, **args):
        category_ref, category_bytes = self.text(category)
        name_ref, name_bytes = self.text(name)
        body = struct.pack("<QQQ", time, 1, thread) + category_bytes + name_bytes + self.args(args)
        body += b"" if extra is None else struct.pack("<Q", extra)
        self.record(4, kind | len(args) << 4 | category_ref << 16 | name_ref << 32, body)

    def thread(self, number, name):
        ref, data = self.text(name)
        self.record(7, 2 | ref << 8, struct.pack("<Q", number) + data)

    def switch(self, time, hart, outgoing, incoming, state=4):
        self.record(8, hart << 4 | state << 20 | 1 << 44,
                    struct.pack("<QQQ", time, outgoing, incoming))

    def isr(self, kind, time, hart, cause):
        self.event(kind, time, 0, "isr", "isr", id=cause, hart=hart)

    def log(self, time, thread, message):
        data = message.encode()
        self.record(9, len(data), struct.pack("<QQQ", time, 1, thread) + padded(data))


INSTANT, COUNTER, BEGIN, END, COMPLETE, ASYNC_BEGIN, ASYNC_INSTANT, ASYNC_END = range(8)
FLOW_BEGIN, FLOW_STEP, FLOW_END = range(8, 11)
NAMES = ["control", "radio", "sensor", "display", "logger", "IDLE 0", "IDLE 1"]
INTERRUPT = 1 << 31


def system(seed=1, periods=120, names=None):
    """Two harts, seven threads, nested interrupts, counters, durations, an asynchronous task,
    logs."""
    rng, fxt = random.Random(seed), Fxt()
    for i, name in enumerate(names or NAMES):
        fxt.thread(0x1000 + i, name)
    running, time = [0x1005, 0x1006], 1000
    fill = 20
    for period in range(periods):
        for hart in (0, 1):
            start = time + hart * 3000 + rng.randrange(300)
            fxt.isr(BEGIN, start, hart, INTERRUPT | (7 if period % 5 else 11))
            nested = period % 7 == 3 and hart == 0
            if nested:
                fxt.isr(BEGIN, start + 60, hart, INTERRUPT | 3)
                fxt.isr(END, start + 110, hart, INTERRUPT | 3)
            fxt.isr(END, start + 180, hart, INTERRUPT | (7 if period % 5 else 11))
            at = start + 200
            for thread in rng.sample(range(0, 3) if hart == 0 else range(3, 5), 2):
                number = 0x1000 + thread
                fxt.switch(at, hart, running[hart], number)
                running[hart] = number
                length = rng.randrange(300, 1400)
                fxt.event(BEGIN, at + 20, number, "app", "step", round=period)
                if thread == 0:
                    fxt.event(COMPLETE,
                              at + 60,
                              number,
                              "app",
                              "filter",
                              at + 60 + length // 3,
                              taps=32)
                fxt.event(INSTANT,
                          at + length // 2,
                          number,
                          "app",
                          "sample",
                          value=1000 + rng.randrange(-90, 90))
                fxt.event(END, at + length - 20, number, "app", "step")
                at += length
            fill = max(0, min(64, fill + rng.randrange(-9, 10)))
            fxt.event(COUNTER, at, running[hart], "mem", "queue", 1, fill=fill)
            if period % 8 == 0 and hart == 0:
                fxt.event(ASYNC_BEGIN,
                          at + 10,
                          running[hart],
                          "net",
                          "packet",
                          period,
                          length=64 + period)
            if period % 8 == 5 and hart == 1:
                fxt.event(ASYNC_END, at + 10, running[hart], "net", "packet", period - 5)
            if period % 40 == 7:
                fxt.log(at + 15, running[hart], f"round {period}: all is <b>well</b>")
            fxt.switch(at + 30, hart, running[hart], 0x1005 + hart)
            running[hart] = 0x1005 + hart
        time += 10_000
    return bytes(fxt.bytes)
