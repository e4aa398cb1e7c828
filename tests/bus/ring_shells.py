# SPDX-License-Identifier: Apache-2.0
"""The shells of the ring: words of a made-up ring go to a memory behind the bus, of cocotbext-axi
or our own.
"""

import logging
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ReadOnly, RisingEdge
from cocotbext.axi import AxiLiteRamWrite, AxiLiteWriteBus, AxiRamWrite, AxiWriteBus

logging.getLogger("cocotb").setLevel(logging.WARNING)
BUS = os.environ["WEIR_BUS"].removeprefix("ring_")
SEED = int(os.environ.get("WEIR_SEED", 1))
LENGTH = int(os.environ.get("WEIR_LENGTH", 1))
SIZE = 1 << 14
LIMIT = {"timeout_time": 20, "timeout_unit": "ms"}


class Package:
    """A memory of cocotbext-axi, at `base`; an answer to elsewhere is an error, and answers are the
    next of `answers`, if there are.
    """
    def __init__(self, dut, kind, bus, prefix):
        self.ram = kind(bus.from_prefix(dut, prefix),
                        dut.clk_i,
                        dut.rst_ni,
                        reset_active_level=False,
                        size=SIZE)
        self.ram.log.setLevel(logging.WARNING)
        self.base, self.answers = 0, []
        channel = self.ram.b_channel
        channel.queue_occupancy_limit = 32
        write, send = self.ram._write, channel.send

        async def write_from_base(addr, data):
            assert self.base <= addr < self.base + SIZE, hex(addr)
            await write(addr, data)

        async def send_answer(answer):
            if self.answers:
                answer.bresp = self.answers.pop(0)
            await send(answer)

        self.ram._write, channel.send = write_from_base, send_answer

    def pauses(self, rng, often, late=None):
        """`late`: how often answers pause, if not as often."""
        ram = self.ram
        for channel, chance in (ram.aw_channel, often), (ram.w_channel,
                                                         often), (ram.b_channel,
                                                                  often if late is None else late):
            channel.set_pause_generator(iter(lambda chance=chance: rng.random() < chance, None))

    def read(self):
        return self.ram.read(0, SIZE)


class Wishbone:
    """A memory of our own at `base`, pipelined or classic; it answers in order, after some cycles,
    with errors elsewhere.
    """
    def __init__(self, dut):
        self.dut, self.memory, self.often, self.rng, self.base = dut, bytearray(
            SIZE), 0, random.Random(SEED), 0
        dut.m_wb_stall.value = dut.m_wb_ack.value = dut.m_wb_err.value = 0
        cocotb.start_soon(self.classic() if BUS == "wb_classic" else self.pipelined())

    def pauses(self, rng, often, late=0):
        self.rng, self.often = rng, max(often, late)

    def read(self):
        return bytes(self.memory)

    def write(self):
        """Does the request on the bus; True if it is an error."""
        at = int(self.dut.m_wb_adr.value) - self.base
        assert self.dut.m_wb_we.value == 1 and self.dut.m_wb_sel.value == 15
        if there := 0 <= at < SIZE:
            self.memory[at:at + 4] = int(self.dut.m_wb_dat_w.value).to_bytes(4, "little")
        return not there

    async def pipelined(self):
        dut, asked = self.dut, []
        while True:
            await RisingEdge(dut.clk_i)
            if not dut.rst_ni.value:
                asked.clear()
                dut.m_wb_ack.value = dut.m_wb_err.value = 0
                continue
            if dut.m_wb_cyc.value and dut.m_wb_stb.value and not dut.m_wb_stall.value:
                asked.append(self.write())
            answers = asked and self.rng.random() >= self.often
            error = asked.pop(0) if answers else False
            dut.m_wb_ack.value, dut.m_wb_err.value = bool(answers) and not error, error
            dut.m_wb_stall.value = self.rng.random() < self.often

    async def classic(self):
        dut, answered = self.dut, False
        while True:
            await RisingEdge(dut.clk_i)
            if not dut.rst_ni.value:
                answered = False
                dut.m_wb_ack.value = dut.m_wb_err.value = 0
                continue
            asked = dut.m_wb_cyc.value and dut.m_wb_stb.value
            answers = asked and not answered and self.rng.random() >= self.often
            error = self.write() if answers else False
            dut.m_wb_ack.value, dut.m_wb_err.value = bool(answers) and not error, error
            answered = bool(answers)


def memory(dut):
    if BUS == "axil":
        return Package(dut, AxiLiteRamWrite, AxiLiteWriteBus, "m_axil")
    return Package(dut, AxiRamWrite, AxiWriteBus, "m_axi") if BUS == "axi" else Wishbone(dut)


async def start(dut):
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    dut.rst_ni.value = dut.s_valid.value = 0
    ram = memory(dut)
    for _ in range(3):
        await RisingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    broken, errors = [], []

    async def watch():
        while True:
            await RisingEdge(dut.clk_i)
            for side in "manager_honoured", "subordinate_honoured":
                kept = getattr(dut, side)
                if int(kept.value) != (1 << len(kept)) - 1:
                    broken.append((side, kept.value))
            errors.extend([1] * int(dut.s_error.value))

    cocotb.start_soon(watch())
    return ram, broken, errors


async def put(dut, rng, words, often):
    """Words as the ring gives them: each stays until it is accepted. Returns the cycles."""
    cycles = 0
    for addr, data in words:
        while rng.random() < often:
            await RisingEdge(dut.clk_i)
        dut.s_valid.value, dut.s_addr.value, dut.s_wdata.value = 1, addr, data
        for _ in range(2000):
            await ReadOnly()
            ready = dut.s_ready.value
            await RisingEdge(dut.clk_i)
            cycles += 1
            if ready:
                break
        else:
            raise AssertionError("never accepted")
        dut.s_valid.value = 0
    return cycles


async def idle(dut):
    for _ in range(2000):
        await RisingEdge(dut.clk_i)
        if dut.s_idle.value and not dut.s_valid.value:
            return
    raise AssertionError("never idle")


def like_a_ring(rng, number):
    """Runs at rising addresses, over pages of 4 KiB too, with a jump back now and then."""
    at, words = 0, []
    while len(words) < number:
        for _ in range(rng.choice([1, 1, 2, 15, 16, 17, 40])):
            words.append((at, rng.getrandbits(32)))
            at = (at + 4) % SIZE
        words.append((at & ~0xff | 4, rng.getrandbits(32)))
        at = rng.choice([at, at, at, at ^ 0x100, 0xff0, 0x1ffc, 0x2000]) % SIZE
    return words


@cocotb.test(**LIMIT)
async def words(dut):
    """All words are in memory when the shell is idle, the later of two at one address last,
    wherever the memory is; an error answer is reported once.
    """
    ram, broken, errors = await start(dut)
    rng, expected = random.Random(BUS + str(SEED)), bytearray(ram.read())
    for ours, theirs, late, ram.base in ((0, 0, 0, 0), (0.5, 0, 0, 0xFFFFC000),
                                         (0, 0.5, 0.5, 0x55554000), (0.75, 0.3, 0.3, 0xAAAA8000),
                                         (0.1, 0.9, 0.9, 0x7FFF4000), (0, 0, 0.9, 0x80000000)):
        ram.pauses(rng, theirs, late)
        some = like_a_ring(rng, 150 * LENGTH)
        await put(dut, rng, [(ram.base + addr, data) for addr, data in some], ours)
        await idle(dut)
        for addr, data in some:
            expected[addr:addr + 4] = data.to_bytes(4, "little")
        assert ram.read() == expected and not broken and not errors, (broken[:3], errors)
    if not BUS.startswith("wb"):  # those have a test of their own
        ram.answers += [0, 2, 3, 0]  # OKAY, SLVERR, DECERR
        await put(dut, rng, [(ram.base + 0x100 * n, n) for n in range(4)], 0)
        await idle(dut)
        await RisingEdge(dut.clk_i)
        assert len(errors) == 2 and not ram.answers and not broken, errors


@cocotb.test(**LIMIT)
async def speed(dut):
    """A word a cycle, or what the bus takes."""
    ram, broken, _ = await start(dut)
    cycles = await put(dut, random.Random(1), [(4 * i, i) for i in range(256)], 0)
    assert cycles <= {"axil": 300, "axi": 340, "wb": 300, "wb_classic": 520}[BUS], cycles
    await idle(dut)
    assert not broken


@cocotb.test(**LIMIT)
async def reset(dut):
    """A reset while words are under way: the shell is quiet and idle, nothing of them comes later,
    and what comes then is written.
    """
    ram, broken, errors = await start(dut)
    rng, midst = random.Random(BUS + str(SEED)), 0
    ram.pauses(rng, 0.5)
    for _ in range(20 * LENGTH):
        running = cocotb.start_soon(put(dut, rng, like_a_ring(rng, 100), 0.2))
        for _ in range(rng.randrange(3, 30)):
            await RisingEdge(dut.clk_i)
        running.cancel()
        dut.rst_ni.value = 0
        await ReadOnly()
        midst += not dut.s_idle.value
        for _ in range(rng.randrange(1, 4)):
            await RisingEdge(dut.clk_i)
            dut.s_valid.value = 0
        dut.rst_ni.value = 1
        await ReadOnly()
        assert dut.s_idle.value == 1, "not idle after reset"
        expected = bytearray(ram.read())
        await RisingEdge(dut.clk_i)
        await idle(dut)
        some = like_a_ring(rng, 20)
        await put(dut, rng, some, 0)
        await idle(dut)
        for addr, data in some:
            expected[addr:addr + 4] = data.to_bytes(4, "little")
        assert ram.read() == expected and not broken and not errors, (broken[:3], errors)
    assert midst > 10 * LENGTH, midst


if BUS.startswith("wb"):

    @cocotb.test(**LIMIT)
    async def error(dut):
        """An answer with ERR is reported once, and what follows is written."""
        ram, broken, errors = await start(dut)
        await put(dut, random.Random(1), [(0, 1), (SIZE, 2), (4, 3)], 0)
        await idle(dut)
        await RisingEdge(dut.clk_i)
        assert len(errors) == 1 and ram.read()[:8] == bytes([1, 0, 0, 0, 3, 0, 0, 0]) and not broken
