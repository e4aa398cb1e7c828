# SPDX-License-Identifier: Apache-2.0
"""Timing of the unit's own ports, under cocotb: one test for each diagram, and what the pins show
goes to a file, cycle by cycle.
"""

import json
import os
import re
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ReadOnly, RisingEdge

from behind import COUNT, CTRL, DATA, ID, REG, ROOT, VALUE, WATERMARK
from masters import Native, read, write

OUT = Path(os.environ["WEIR_TIMING"])
LIMIT = {"timeout_time": 100, "timeout_unit": "us"}
FIELD = {
    name: int(lsb)
    for name, lsb in re.findall(r"#define WEIR_(\w+)_LSB +(\d+)u", (
        ROOT / "driver/include/weir_regs.h").read_text())
}
SNOOP = REG["SNOOP"]
RUNNING = SNOOP + REG["SNOOP_RUNNING"]
INPUTS = [
    "snoop_valid", "snoop_addr", "snoop_data", "snoop_strb", "retire_rd", "retire_rd_data",
    "retire_csr_valid", "retire_csr", "retire_csr_data", "retire_trap", "retire_interrupt",
    "retire_code", "retire_return", "retire_hint", "retire_hint_u", "retire_user", "count_clk",
    "count", "trigger_in", "pins", "taker_ready", "uart", "m_ready"
]


class Port(Native):
    prefix = "reg_"


class Bench:
    """The unit after reset, its register port, and what its pins showed since `begin`."""
    def __init__(self, dut):
        self.dut, self.port, self.cycles, self.probes = dut, Port(dut), [], {}
        self.names = [
            name for name in dir(dut) if not name.startswith("_") and name not in (
                "clk_i", "rst_ni") and hasattr(getattr(dut, name), "value")
        ]

    async def start(self, *accesses):
        dut = self.dut
        for name in INPUTS:
            getattr(dut, name).value = 0
        dut.m_idle.value = dut.rst_ni.value = 0
        dut.auth.value = 1
        cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
        for _ in range(3):
            await RisingEdge(dut.clk_i)
        dut.rst_ni.value = dut.m_idle.value = 1
        await RisingEdge(dut.clk_i)
        await self.run(*accesses)

    async def run(self, *accesses):
        return await self.port.run(accesses)

    def begin(self):
        cocotb.start_soon(self.watch())

    async def watch(self):
        while True:
            await ReadOnly()
            values = {name: getattr(self.dut, name).value for name in self.names}
            values |= {
                name: getattr(self.dut.u_unit, net).value
                for name, net in self.probes.items()
            }
            self.cycles.append({
                name: int(value) if value.is_resolvable else None
                for name, value in values.items()
            })
            await RisingEdge(self.dut.clk_i)

    async def edges(self, number=1):
        for _ in range(number):
            await RisingEdge(self.dut.clk_i)

    async def show(self, edges=1, **values):
        """These values at the pins for some edges, then 0."""
        for name, value in values.items():
            getattr(self.dut, name).value = value
        await self.edges(edges)
        for name in values:
            getattr(self.dut, name).value = 0

    async def until(self, register, bits):
        """Waits for a register that has these bits."""
        while not (await self.run(read(register)))[0] & bits:
            pass

    async def rest(self, valid):
        """Waits until nothing came there for some time."""
        quiet = 0
        while quiet < 40:
            await self.edges()
            quiet = 0 if getattr(self.dut, valid).value else quiet + 1

    def end(self, name, first=lambda cycle: True, number=None, before=1):
        """Keeps cycles from just before the first of a kind on."""
        at = next(i for i, cycle in enumerate(self.cycles) if first(cycle))
        cycles = self.cycles[max(at - before, 0):]
        (OUT / f"{name}.json").write_text(json.dumps(cycles[:number]))


@cocotb.test(**LIMIT)
async def one_event(dut):
    """A pair of stores, what the stages make of it, and the read that takes the word. Inside, a
    stage is the valid that it gives.
    """
    bench = Bench(dut)
    await bench.start(write(CTRL, 1))
    await bench.run(write(VALUE, 0))  # fills a word, so that the next event does, too
    await bench.run(write(ID, 1))
    await bench.edges(9)
    await bench.run(read(DATA))
    bench.probes = {
        "port": "port_valid", "merge": "event_valid", "filter": "offer_valid", "delta": "delta",
        "admit": "entry_valid", "queue": "queued_valid", "pack": "word_valid", "word": "word"
    }
    bench.begin()
    await bench.edges()
    await bench.run(write(VALUE, 7))
    await bench.run(write(ID, 1))
    await bench.edges(9)
    (word, ) = await bench.run(read(DATA))
    assert word & 0xff == 0x2a and word >> 16 == 0x0711  # docs/explanation/theory.md tells of it
    await bench.edges()
    bench.end("event")


@cocotb.test(**LIMIT)
async def register_port(dut):
    """A write, a read, a read of a counter that waits for a cycle, two reads back to back."""
    bench = Bench(dut)
    await bench.start(write(CTRL, 1), write(ID, 1))  # torn: a counter has something to show
    bench.begin()
    await bench.edges()
    for accesses in [write(WATERMARK, 0x123)], [read(WATERMARK)], [read(COUNT + 12)], [
            read(WATERMARK), read(CTRL)
    ]:
        await bench.run(*accesses)
        await bench.edges()
    bench.end("reg")


@cocotb.test(**LIMIT)
async def snoop(dut):
    """A store elsewhere, the store of a thread, and a read of RUNNING that is made meanwhile."""
    bench = Bench(dut)
    await bench.start(write(SNOOP + REG["SNOOP_ADDR"], 0x2040), write(SNOOP + REG["SNOOP_CTRL"], 1),
                      write(CTRL, 1))
    bench.begin()
    await bench.edges()
    await bench.show(snoop_valid=1, snoop_addr=0x2f00, snoop_data=0x77, snoop_strb=15)
    await bench.edges()
    await bench.show(snoop_valid=1, snoop_addr=0x2040, snoop_data=0x5c0, snoop_strb=15)
    assert await bench.run(read(RUNNING)) == [0x5c0]
    await bench.edges()
    bench.end("snoop")


@cocotb.test(**LIMIT)
async def retire(dut):
    """A write of x5, of tp, an interrupt with code 7, a CSR, the return, a HINT; RUNNING is tp."""
    bench = Bench(dut)
    control = 1 << 0 | 1 << FIELD["SNOOP_CTRL_MATCH_ON"] | 1 << FIELD[
        "SNOOP_CTRL_ISR"] | 4 << FIELD["SNOOP_CTRL_INDEX"]
    await bench.start(write(SNOOP + REG["SNOOP_CTRL"], control), write(CTRL, 1))
    bench.begin()
    await bench.edges()
    await bench.show(retire_rd=5, retire_rd_data=0x77)
    await bench.show(retire_rd=4, retire_rd_data=0x5c0)
    await bench.edges()
    await bench.show(retire_trap=1, retire_interrupt=1, retire_code=7)
    await bench.show(retire_csr_valid=1,
                     retire_csr=0x340,
                     retire_csr_data=0x9a0,
                     retire_rd=2,
                     retire_rd_data=0xff0)
    await bench.edges()
    await bench.show(retire_return=1)
    await bench.show(retire_hint=1, retire_csr=0x123, retire_csr_data=0x2a)
    assert await bench.run(read(RUNNING)) == [0x5c0]
    await bench.edges()
    bench.end("retire")


@cocotb.test(**LIMIT)
async def authorisation(dut):
    """A word waits; a read without authorisation does not get it, one with it does."""
    bench = Bench(dut)
    await bench.start(write(CTRL, 1), write(VALUE, 0x7), write(ID, 0x22))
    dut.auth.value = 0
    await bench.edges(40)
    bench.begin()
    await bench.edges()
    assert await bench.run(read(DATA)) == [0]
    dut.auth.value = 1
    await bench.edges(2)
    assert (await bench.run(read(DATA)))[0] & 0xff == 0x82
    await bench.edges()
    bench.end("auth")


@cocotb.test(**LIMIT)
async def time_base(dut):
    """A counter of a slower clock, its Gray code, and the time in the unit."""
    bench = Bench(dut)
    await bench.start()

    async def counter():
        clock = cocotb.start_soon(Clock(dut.count_clk, 26, "ns").start())
        for number in range(5, 200):
            dut.count.value = number
            await RisingEdge(dut.count_clk)
        clock.cancel()

    cocotb.start_soon(counter())
    await bench.run(write(REG["TIME_CTRL"], 1), write(CTRL, 2))
    await bench.edges(80)
    bench.begin()
    await bench.edges(16)
    bench.end("time")


@cocotb.test(**LIMIT)
async def trigger(dut):
    """An edge of the pin, then an event that matches: each gives a pulse."""
    bench = Bench(dut)
    matches = REG["MATCH"] + REG["MATCH_ID"]
    await bench.start(write(matches, 0xffff0022),
                      write(REG["TRIGGER"], 0b101 << FIELD["TRIGGER_OUT"]), write(CTRL, 1))
    bench.begin()
    await bench.edges()
    await bench.show(4, trigger_in=1)
    await bench.edges(3)
    await bench.run(write(VALUE, 0x7), write(ID, 0x22))
    await bench.edges(4)
    bench.end("trigger")


@cocotb.test(**LIMIT)
async def pins(dut):
    """Both edges of pin 0; two edges at once; a bus of which one pin is late."""
    bench = Bench(dut)
    await bench.start(write(REG["PIN_RISE"], 0b0011), write(REG["PIN_FALL"], 0b0001),
                      write(REG["PIN_BUS"], 0b1100), write(CTRL, 1))
    await bench.edges(8)
    bench.begin()
    await bench.edges()
    for levels, cycles in (0b0001, 1), (0b0000, 2), (0b0011, 4), (0b0110, 1), (0b1100, 6):
        dut.pins.value = levels
        await bench.edges(cycles)
    bench.end("pins")


@cocotb.test(**LIMIT)
async def frames(dut):
    """The frame of one event; who takes it waits for a cycle."""
    bench = Bench(dut)
    await bench.start(write(REG["FRAME_CTRL"], 1), write(CTRL, 2), write(CTRL, 1), write(VALUE, 1),
                      write(ID, 0x22))
    dut.taker_ready.value = 1
    await bench.rest("frame_valid")
    bench.begin()
    await bench.run(write(VALUE, 0x7), write(ID, 0x22), write(CTRL, 0))
    while not dut.frame_valid.value:
        await bench.edges()
    await bench.edges()
    dut.taker_ready.value = 0
    await bench.edges()
    dut.taker_ready.value = 1
    await bench.rest("frame_valid")
    bench.end("frame", lambda cycle: cycle["frame_valid"], 16)


@cocotb.test(**LIMIT)
async def uart(dut):
    """The first bytes of frames on the line, two cycles a bit."""
    bench = Bench(dut)
    await bench.start(write(REG["FRAME_CTRL"], 1), write(CTRL, 2), write(CTRL, 1))
    dut.uart.value = 1
    bench.begin()
    await bench.run(write(VALUE, 0x7), write(ID, 0x22))
    await bench.edges(80)
    bench.end("uart", lambda cycle: cycle["frame_valid"], 26)


@cocotb.test(**LIMIT)
async def ring(dut):
    """Words of events; memory is not ready at once for the second, and has them some cycles later.
    """
    bench = Bench(dut)
    accepted = []

    async def memory():
        under_way = 0
        while True:
            await ReadOnly()
            accept = bool(dut.m_valid.value and dut.m_ready.value)
            await RisingEdge(dut.clk_i)
            accepted.extend([1] * accept)
            under_way = 3 if accept else max(under_way - 1, 0)
            dut.m_idle.value = not under_way

    await bench.start()
    dut.m_ready.value = 1
    cocotb.start_soon(memory())
    size = 12 << FIELD["RING_SIZE_BUFFER"] | 9 << FIELD["RING_SIZE_SECTION"]
    await bench.run(write(REG["RING_BASE"], 0x4000), write(REG["RING_SIZE"], size),
                    write(REG["RING_CTRL"], 1))
    await bench.until(REG["RING_STATUS"], 1)
    await bench.run(write(CTRL, 1), write(VALUE, 1), write(ID, 0x22))
    await bench.rest("m_valid")
    bench.begin()
    done = len(accepted)
    await bench.run(write(VALUE, 0x11223344), write(ID, 0x22))
    while len(accepted) == done:
        await bench.edges()
    dut.m_ready.value = 0
    while not dut.m_valid.value:
        await bench.edges()
    await bench.edges()
    dut.m_ready.value = 1
    await bench.rest("m_valid")
    bench.end("m", lambda cycle: cycle["m_valid"], 13)


@cocotb.test(**LIMIT)
async def interrupt(dut):
    """An event fills the second word of a WATERMARK of 2; a reader takes both."""
    bench = Bench(dut)
    await bench.start(write(WATERMARK, 2), write(REG["IRQ_ENABLE"], 1), write(CTRL, 1),
                      write(VALUE, 0x7), write(ID, 0x22))
    await bench.edges(40)
    bench.begin()
    await bench.edges()
    await bench.run(write(VALUE, 0x7), write(ID, 0x22))
    while not dut.irq.value:
        await bench.edges()
    await bench.edges()
    await bench.run(read(DATA), read(DATA))
    await bench.edges(2)
    bench.end("irq")
