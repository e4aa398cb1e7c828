# SPDX-License-Identifier: Apache-2.0
"""For GDB: the trace of a target that has stopped, by any probe (OpenOCD, J-Link, QEMU's stub ...).

  (gdb) source driver/tools/weir_gdb.py
  (gdb) weir status 0x40000000
  (gdb) weir save trace.bin 0x40000000

The argument is the address of the unit, any expression of GDB. `save` stops the unit (CTRL.ENABLE), waits until nothing is on its
way, and writes what it has: the ring in memory if there is one, else the words in the FIFO, which it takes, and TAIL. Then it
starts the unit again if it was running. The program's own reader must not be in the middle of a read: stop it outside of weir_drain().
"""

import struct

import gdb

# As in docs/registers.md.
MAGIC, VERSION, CONFIG, FEATURES, CTRL, STATUS, LEVEL, TAIL, DATA = 0x000, 0x004, 0x008, 0x00C, 0x010, 0x014, 0x028, 0x02C, 0x1000
FRAME_CTRL, RING_CTRL, RING_BASE, RING_SIZE, RING_STATUS = 0x480, 0x600, 0x604, 0x608, 0x60C
ENABLE, BUSY, LOSS, OVERLOAD, FROZEN = 1, 1, 8, 2, 16
HAS_FRAME, HAS_RING = 1 << 24, 1 << 25
WEIR = 0x52494557
PATIENCE = 10000  # reads of STATUS
CHUNK = 1024  # octets of memory that are read at once


class Unit:
    def __init__(self, base):
        self.base = int(gdb.parse_and_eval(base)) & 0xFFFFFFFFFFFFFFFF
        self.memory = gdb.selected_inferior()
        if self.load(MAGIC) != WEIR:
            raise gdb.GdbError(f"there is no Weir unit at {self.base:#x}: MAGIC reads {self.load(MAGIC):#010x}, not {WEIR:#010x}")

    def load(self, offset):
        return struct.unpack("<I", self.memory.read_memory(self.base + offset, 4).tobytes())[0]

    def store(self, offset, value):
        self.memory.write_memory(self.base + offset, struct.pack("<I", value))

    def stop(self):
        """Disables the unit, and waits until all that was accepted has arrived; returns STATUS."""
        self.store(CTRL, 0)
        for _ in range(PATIENCE):
            status = self.load(STATUS)
            if not status & BUSY:
                return status
        raise gdb.GdbError(f"the unit stays busy: STATUS is {status:#x}; is its clock running?")

    def fifo(self):
        """All octets there are; reading makes room for the rest of a loss, which then follows."""
        octets = b""
        while True:
            status = self.stop()
            words = self.load(LEVEL)
            octets += b"".join(struct.pack("<I", self.load(DATA)) for _ in range(words))
            if not (words and status & LOSS):
                break
        tail = self.load(TAIL)
        return octets + struct.pack("<I", tail)[: tail >> 24 & 3]

    def ring(self):
        self.stop()
        base, size = self.load(RING_BASE), 1 << (self.load(RING_SIZE) & 0x1F)
        return b"".join(self.memory.read_memory(base + at, min(CHUNK, size - at)).tobytes() for at in range(0, size, CHUNK))


def status(unit):
    version, config, features, state = (unit.load(r) for r in (VERSION, CONFIG, FEATURES, STATUS))
    lines = [
        f"Weir {version >> 24}.{version >> 16 & 255}, registers {version >> 8 & 255}, stream {version & 255}, {config & 31} hart(s)",
        f"{'enabled' if unit.load(CTRL) & ENABLE else 'disabled'}"
        + "".join(text for bit, text in ((BUSY, ", busy"), (OVERLOAD, ", overload"), (LOSS, ", a loss goes on"), (FROZEN, ", frozen")) if state & bit),
        f"FIFO: {unit.load(LEVEL)} of {1 << (config >> 18 & 31)} words and {unit.load(TAIL) >> 24 & 3} octets",
    ]
    if features & HAS_FRAME and unit.load(FRAME_CTRL) & 1:
        lines.append("frames drain it")
    if features & HAS_RING and unit.load(RING_CTRL) & 1:
        size = unit.load(RING_SIZE)
        lines.append(f"ring: 2^{size & 31} octets at {unit.load(RING_BASE):#x}, sections of 2^{size >> 8 & 31}")
    print("\n".join(lines))


def save(unit, path):
    try:
        file = open(path, "wb")  # before anything is taken
    except OSError as e:
        raise gdb.GdbError(f"{path}: {e.strerror}")
    with file:
        running = unit.load(CTRL) & ENABLE
        if unit.load(FEATURES) & HAS_RING and unit.load(RING_CTRL) & 1:
            octets, source = unit.ring(), "ring"
        else:
            octets, source = unit.fifo(), "FIFO"
        file.write(octets)
        if running:
            unit.store(CTRL, ENABLE)
    print(f"{path}: {len(octets)} octets of the {source}; weir view --raw {path}")


class Prefix(gdb.Command):
    """The Weir trace unit of a stopped target: weir status ADDRESS, weir save FILE ADDRESS."""

    def __init__(self):
        super().__init__("weir", gdb.COMMAND_DATA, gdb.COMPLETE_NONE, prefix=True)


class Status(gdb.Command):
    """weir status ADDRESS: what the unit is, and what it has."""

    def __init__(self):
        super().__init__("weir status", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, text, _from_tty):
        if not text:
            raise gdb.GdbError("usage: weir status ADDRESS")
        status(Unit(text))


class Save(gdb.Command):
    """weir save FILE ADDRESS: writes the trace that the unit has: its ring, or what is in the FIFO."""

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
