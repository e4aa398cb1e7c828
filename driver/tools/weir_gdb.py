# SPDX-License-Identifier: Apache-2.0
"""For GDB: saves the trace of a stopped target, with any probe (OpenOCD, J-Link, QEMU's stub ...).

  (gdb) source driver/tools/weir_gdb.py
  (gdb) weir status 0x40000000
  (gdb) weir save trace.bin 0x40000000

The argument is the address of the unit, any expression of GDB. `save` disables the unit
(CTRL.ENABLE), waits until it is idle, and writes the ring in memory if there is one, else the words
in the FIFO, which it removes, and TAIL. Then it enables the unit again if it was enabled. Stop the
program outside of weir_drain(): its own reader must not be in the middle of a read.
"""

import re
import struct
from pathlib import Path

import gdb

INCLUDE = Path(__file__).resolve().parents[1] / "include"
NUMBER = {
    name: int(value, 0)
    for header in ("weir_regs.h", "weir_stream.h")
    for name, value in re.findall(r"^#define WEIR_(\w+) +(0x[0-9a-f]+|[0-9]+)u", (
        INCLUDE / header).read_text(), re.M)
}
POLL_MAX = 10000  # reads of STATUS
CHUNK = 1024  # bytes of memory in one read


def field(register, name, value):
    """The field `name` of a register that has this value."""
    return (value & NUMBER[f"{register}_{name}_MASK"]) >> NUMBER[f"{register}_{name}_LSB"]


class Unit:
    def __init__(self, base):
        self.base = int(gdb.parse_and_eval(base)) & 0xFFFFFFFFFFFFFFFF
        self.memory = gdb.selected_inferior()
        magic, wanted = self.load("MAGIC"), NUMBER["MAGIC_VALUE"]
        if magic != wanted:
            raise gdb.GdbError(f"there is no Weir unit at {self.base:#x}: "
                               f"MAGIC reads {magic:#010x}, not {wanted:#010x}")

    def word(self, offset):
        return struct.unpack("<I", self.memory.read_memory(self.base + offset, 4).tobytes())[0]

    def load(self, register):
        return self.word(NUMBER[f"REG_{register}"])

    def read(self, register, *names):
        """Fields of a register, read once: a number, or a list of them."""
        value = self.load(register)
        fields = [field(register, name, value) for name in names]
        return fields if len(fields) > 1 else fields[0]

    def enable(self, on):
        self.memory.write_memory(self.base + NUMBER["REG_CTRL"],
                                 struct.pack("<I", on << NUMBER["CTRL_ENABLE_LSB"]))

    def stop(self):
        """Disables the unit and waits until all accepted events are in the FIFO; returns STATUS."""
        self.enable(0)
        for _ in range(POLL_MAX):
            status = self.load("STATUS")
            if not field("STATUS", "BUSY", status):
                return status
        raise gdb.GdbError(f"the unit stays busy: STATUS is {status:#x}; is its clock running?")

    def tail(self):
        """The bytes that do not fill a word yet."""
        data, count = self.read("TAIL", "BYTES", "COUNT")
        return struct.pack("<I", data)[:count]

    def fifo(self):
        """All bytes. Reading frees space, in which the unit reports the rest of a loss."""
        data = b""
        while True:
            status = self.stop()
            words = self.load("LEVEL")
            data += b"".join(
                struct.pack("<I", self.word(NUMBER["REG_DATA"])) for _ in range(words))
            if not (words and field("STATUS", "LOSS", status)):
                return data + self.tail()

    def check_auth(self):
        if self.read("FEATURES", "PROTECT") and not self.read("AUTH", "NOW"):
            raise gdb.GdbError(
                "the SoC does not authorise reading the trace now: AUTH.NOW is 0, see auth_i")

    def has_frames(self):
        return self.read("FEATURES", "FRAME") and self.read("FRAME_CTRL", "ENABLE")

    def has_ring(self):
        return self.read("FEATURES", "RING") and self.read("RING_CTRL", "ENABLE")

    def ring(self):
        """Of a ring without sections what the unit has written: behind it is other memory."""
        self.stop()
        buffer, section = self.read("RING_SIZE", "BUFFER", "SECTION")
        base, size = self.load("RING_BASE"), 1 << buffer
        if not section and not self.read("RING_STATUS", "FULL"):
            size = self.load("RING_AT")
        return b"".join(
            self.memory.read_memory(base + at, min(CHUNK, size - at)).tobytes()
            for at in range(0, size, CHUNK))


def status(unit):
    major, minor, regs, stream = unit.read("VERSION", "IP_MAJOR", "IP_MINOR", "REGS", "STREAM")
    harts, fifo_log2 = unit.read("CONFIG", "HARTS", "FIFO_LOG2")
    state = unit.load("STATUS")
    lines = [
        f"Weir {major}.{minor}, registers {regs}, stream {stream}, {harts} hart(s)",
        ("enabled" if unit.read("CTRL", "ENABLE") else "disabled") +
        "".join(f", {text}"
                for name, text in (("BUSY", "busy"), ("OVERLOAD", "overload"),
                                   ("LOSS", "dropping events"),
                                   ("FROZEN", "frozen")) if field("STATUS", name, state)),
        f"FIFO: {unit.load('LEVEL')} of {1 << fifo_log2} words and {len(unit.tail())} bytes",
    ]
    if unit.has_frames():
        lines.append("drained by frames")
    if unit.has_ring():
        buffer, section = unit.read("RING_SIZE", "BUFFER", "SECTION")
        lines.append(
            f"ring: 2^{buffer} bytes at {unit.load('RING_BASE'):#x}, sections of 2^{section}")
    if unit.read("FEATURES", "PROTECT"):
        denied, now = unit.read("AUTH", "DENIED", "NOW")
        lines.append(f"{'' if now else 'not '}authorised, {denied} reads denied")
    print("\n".join(lines))


def save(unit, path):
    unit.check_auth()
    try:
        file = open(path, "wb")  # may fail, so before any word is removed
    except OSError as e:
        raise gdb.GdbError(f"{path}: {e.strerror}")
    with file:
        running = unit.read("CTRL", "ENABLE")
        data, source = (unit.ring(), "ring") if unit.has_ring() else (unit.fifo(), "FIFO")
        file.write(data)
        if running:
            unit.enable(1)
    print(f"{path}: {len(data)} bytes of the {source}; weir view --raw {path}")


class Prefix(gdb.Command):
    """The Weir trace unit of a stopped target: weir status ADDRESS, weir save FILE ADDRESS."""
    def __init__(self):
        super().__init__("weir", gdb.COMMAND_DATA, gdb.COMPLETE_NONE, prefix=True)


class Status(gdb.Command):
    """weir status ADDRESS: version, state and contents of the unit."""
    def __init__(self):
        super().__init__("weir status", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, text, _from_tty):
        if not text:
            raise gdb.GdbError("usage: weir status ADDRESS")
        status(Unit(text))


class Save(gdb.Command):
    """weir save FILE ADDRESS: writes the trace of the unit: its ring, or its FIFO."""
    def __init__(self):
        super().__init__("weir save", gdb.COMMAND_DATA, gdb.COMPLETE_FILENAME)

    def invoke(self, text, _from_tty):
        parts = text.split(maxsplit=1)
        if len(parts) != 2:
            raise gdb.GdbError("usage: weir save FILE ADDRESS")
        save(Unit(parts[1]), parts[0])


Prefix()
Status()
Save()
