# SPDX-License-Identifier: Apache-2.0
"""What a shell must do, in simulation with the unit behind it; test_bus.py runs this under cocotb,
once for each bus.
"""

import itertools
import os
import random
import re
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge

from masters import MASTERS, Access, Native, read, write
from packages import PACKAGES, Apb3

BUS = os.environ["WEIR_BUS"]
ROOT = Path(os.environ["WEIR_ROOT"])
SEED, LENGTH = os.environ.get("WEIR_SEED", "1"), int(os.environ.get("WEIR_LENGTH",
                                                                    "1"))  # of the random accesses
REG = {
    name: int(value, 16)
    for name, value in re.findall(r"REG_(\w+) *= *12'h(\w+)", (ROOT /
                                                               "rtl/weir_pkg.sv").read_text())
}
MAGIC, VERSION, CTRL, WATERMARK = (REG[name] for name in ("MAGIC", "VERSION", "CTRL", "WATERMARK"))
SNOOP_ADDR = REG["SNOOP"] + REG["SNOOP_ADDR"]
LIMIT = {"timeout_time": 100 * LENGTH, "timeout_unit": "us"}
DATA, COUNT, VALUE, ID = 0x1000, 0x2000, 0x10000, 0x10004
NOWHERE = 0xfed8  # an address with nothing; of those that are used no other has all of its bits
# Cycles of a write, a read, when one follows the other at once: docs/buses.md says the same.
CYCLES = {
    "apb": (2, 2), "axil": (2, 2), "obi": (1, 1), "tlul": (1, 1), "wb": (1, 1), "wb_classic": (1, 2)
}

MAY_WITHDRAW = "tlul", "wb", "wb_classic"


class Watch:
    """Looks at every cycle: the rules of the bus, and the accesses that reach the unit behind the
    shell.
    """
    def __init__(self, dut):
        self.dut, self.accesses, self.answers, self.ignore, self.broken = dut, [], [], 0, []
        cocotb.start_soon(self.run())

    async def run(self):
        dut, reading, waits = self.dut, False, None
        while True:
            await RisingEdge(dut.clk_i)
            if not dut.rst_ni.value:
                reading, waits = False, None
                continue
            request = (int(dut.reg_write.value),
                       int(dut.reg_addr.value)) if dut.reg_valid.value else None
            if waits and request != waits and BUS not in MAY_WITHDRAW:
                self.broken.append(f"the register port waited for {waits}, and now has {request}")
            waits = request if dut.reg_valid.value and not dut.reg_ready.value else None
            for side in "manager_honoured", "subordinate_honoured":
                kept = getattr(dut, side).value
                bad = ~int(kept) & ((1 << len(kept)) - 1)
                if side == "manager_honoured":
                    bad &= ~self.ignore
                if bad:
                    self.broken.append(f"{side}: rule {bad:#b} is broken")
            if reading:
                self.answers.append(int(dut.reg_rdata.value))
            reading = False
            if dut.reg_valid.value and dut.reg_ready.value:
                reading = not dut.reg_write.value
                data, strobes = (0, 15) if reading else (int(dut.reg_wdata.value),
                                                         int(dut.reg_wstrb.value))
                self.accesses.append(
                    Access(not reading,
                           int(dut.reg_addr.value) & ~3, data, strobes))

    async def check(self, accesses, answers):
        """Each access was made once, in order, and its answer given back."""
        await RisingEdge(self.dut.clk_i)
        lanes = lambda a: a._replace(data=sum(a.data & 255 << 8 * i for i in range(4)
                                              if a.strobes >> i & 1))
        assert not self.broken, self.broken[:3]
        assert [lanes(a) for a in self.accesses] == [lanes(a) for a in accesses]
        assert self.answers == answers
        self.accesses.clear()
        self.answers.clear()


async def start(dut):
    cocotb.start_soon(Clock(dut.clk_i, 10, unit="ns").start())
    dut.hold.value = 0
    dut.rst_ni.value = 0
    native = Native(dut)
    MASTERS[BUS](dut).idle()
    for _ in range(3):
        await RisingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await RisingEdge(dut.clk_i)
    for _ in range(70):  # the unit clears its counters
        await RisingEdge(dut.clk_i)
    return native, Watch(dut)


async def holds(dut, rng, chance):
    """The register port behind the shell is not always ready."""
    while True:
        dut.hold.value = rng.random() < chance
        await RisingEdge(dut.clk_i)


def some_accesses(rng, number, narrow=True):
    """Registers and a port page; strobes of neighbouring bytes, which every bus has."""
    for _ in range(number):
        addr = rng.choice((MAGIC, VERSION, WATERMARK, WATERMARK, SNOOP_ADDR, SNOOP_ADDR, VALUE,
                           VALUE, DATA, NOWHERE))
        if addr in (MAGIC, VERSION, DATA) or rng.random() < 0.5:
            yield read(addr)
        else:
            yield write(addr, rng.getrandbits(32),
                        rng.choice((1, 2, 4, 8, 3, 12)) if narrow and rng.random() < 0.3 else 15)


async def same(dut, make_master, narrow=True, ignore=0, anywhere=False):
    """The same accesses at the bus of one unit and at the register port of another, with and
    without pauses. `anywhere`: at any byte of their words.
    """
    native, watch = await start(dut)
    watch.ignore = ignore
    rng = random.Random(BUS + SEED)
    master = make_master(rng)
    for number, pauses, hold in (100, False, 0.0), (100, True, 0.3), (40, True, 0.9):
        holding = cocotb.start_soon(holds(dut, rng, hold))
        if pauses:
            master.pauses(rng)
        accesses = [
            write(CTRL, 1), *some_accesses(rng, number * LENGTH, narrow),
            write(WATERMARK, 0x1234),
            read(WATERMARK)
        ]
        answers = await master.run([a._replace(addr=a.addr + rng.randrange(4))
                                    for a in accesses] if anywhere else accesses)
        await watch.check(accesses, answers)
        assert answers == await native.run(accesses)
        assert answers[-1] == 0x1234
        holding.cancel()
        dut.hold.value = 0


@cocotb.test(**LIMIT)
async def own_master(dut):
    def make(rng):
        master = MASTERS[BUS](dut)

        def pauses(rng):
            master.pause = lambda: rng.random() < 0.4
            master.set(**dict.fromkeys(master.not_looked_at, 7))

        master.pauses = pauses
        return master

    await same(dut, make, anywhere=BUS != "tlul")  # there it must be the lowest of the lanes


if BUS in PACKAGES:

    @cocotb.test(**LIMIT)
    async def package(dut):
        await same(dut, lambda rng: PACKAGES[BUS](dut))


if BUS == "axil":

    @cocotb.test(**LIMIT)
    async def both(dut):
        """Writes and reads at once, more than can be made: they take turns, and none gives way
        while it waits.
        """
        native, watch = await start(dut)
        rng = random.Random(BUS + SEED)
        package = PACKAGES[BUS](dut)
        for hold in 0.0, 0.6:
            holding = cocotb.start_soon(holds(dut, rng, hold))
            if hold:
                package.pauses(rng)
            writes = [package.master.init_write(WATERMARK, bytes([i, 0, 0, 0])) for i in range(40)]
            reads = [package.master.init_read(MAGIC, 4) for i in range(40)]
            for event in writes + reads:
                await event.wait()
            holding.cancel()
            kinds = "".join("RW"[access.write] for access in watch.accesses)
            assert not watch.broken, watch.broken[:3]
            assert kinds.count("W") == kinds.count("R") == 40 and (hold
                                                                   or "WR" * 35 in kinds), kinds
            assert [access.data & 255 for access in watch.accesses if access.write] == list(
                range(40))
            assert {read.data.data for read in reads} == {b"WEIR"}
            watch.accesses.clear()


if BUS == "apb":

    @cocotb.test(**LIMIT)
    async def apb3(dut):
        """A master without strobes: they are tied high, in reads as well."""
        dut.s_apb_pstrb.value = 15
        await same(dut, lambda rng: Apb3(dut), narrow=False, ignore=8)


@cocotb.test(**LIMIT)
async def events(dut):
    """Events stored over the bus come out of the data page over the bus; each word is taken once.
    """
    native, watch = await start(dut)
    values = [0x11223344 + 0x01010101 * i for i in range(6)]
    store = [
        write(CTRL, 1), *(access for i, value in enumerate(values)
                          for access in (write(VALUE, value), write(ID, 100 + i)))
    ]
    for master in MASTERS[BUS](dut), native:
        await master.run(store)
        words = []
        while not words or words[-1]:
            words += await master.run([read(DATA)])
        data = b"".join(word.to_bytes(4, "little") for word in words)
        found = [data.find(value.to_bytes(4, "little"))
                 for value in values[:-1]]  # the last may not fill its word yet
        assert -1 not in found and found == sorted(found), data.hex()
        if master is not native:
            await watch.check([*store, *[read(DATA)] * len(words)], words)


@cocotb.test(**LIMIT)
async def longest_wait(dut):
    """A full unit holds a store to a guaranteed window for as long as WAIT says; the bus is held
    with it, and then goes on.
    """
    native, watch = await start(dut)
    master, held, late = MASTERS[BUS](dut), 300, 3
    store = write(VALUE + 0xc000 + 4 * 100, 0x87654321)  # an event of 9 bytes and more
    fill = [write(CTRL, 1), write(REG["WAIT"], 30), *[store] * 420, write(REG["WAIT"], held)]
    await master.run(fill)
    dropped = (await master.run([read(COUNT)]))[0]
    assert 10 < dropped < 200, dropped  # full, and so it stays
    cycles = []
    for _ in range(late):
        await master.run([store])
        cycles.append(master.cycles)
    assert all(held < n < held + 10 for n in cycles), cycles
    answers = await master.run([read(COUNT), read(MAGIC)])
    assert answers == [dropped + late, 0x52494557]
    assert not watch.broken, watch.broken[:3]
    made = [store] * late + [read(COUNT), read(MAGIC)]
    assert watch.accesses[-len(made):] == made and len(watch.accesses) == len(fill) + 1 + len(made)


@cocotb.test(**LIMIT)
async def throughput(dut):
    """As many cycles for each access as the docs say, when nothing waits."""
    native, watch = await start(dut)
    master, number = MASTERS[BUS](dut), 64
    for access, cycles in zip((write(WATERMARK, 7), read(WATERMARK)), CYCLES[BUS]):
        await master.run([access] * number)
        took = master.cycles
        assert number * cycles <= took <= number * cycles + 3, f"{took} cycles for {number}"


@cocotb.test(**LIMIT)
async def reset(dut):
    """A reset in the middle of a transfer: the shell forgets it, is quiet, and then works as
    before.
    """
    native, watch = await start(dut)
    rng = random.Random(BUS + SEED)
    for _ in range(40 * LENGTH):
        master = MASTERS[BUS](dut, pause=lambda: rng.random() < 0.3)
        dut.hold.value = rng.random() < 0.5
        running = cocotb.start_soon(master.run([*some_accesses(rng, 30)]))
        for _ in range(rng.randrange(2, 15)):
            await RisingEdge(dut.clk_i)
        running.cancel()
        dut.rst_ni.value = 0
        dut.hold.value = 0
        for _ in range(rng.randrange(1, 3)):
            await RisingEdge(dut.clk_i)
            master.idle()
        dut.rst_ni.value = 1
        await RisingEdge(dut.clk_i)
        watch.accesses.clear()
        watch.answers.clear()
        accesses = [read(MAGIC), read(WATERMARK), write(WATERMARK, 5), read(WATERMARK)]
        answers = await MASTERS[BUS](dut).run(accesses)
        await watch.check(accesses, answers)
        assert answers == [0x52494557, 0xffff, 5], [hex(a) for a in answers]


if BUS in ("wb", "wb_classic"):

    @cocotb.test(**LIMIT)
    async def given_up(dut):
        """A master that lowers CYC gets no ACK, whether the access was made or still waited."""
        native, watch = await start(dut)
        master = MASTERS[BUS](dut)
        for hold, made in (0, [read(WATERMARK)]), (1, []):
            dut.hold.value = hold
            master.set(cyc=1, stb=1, we=0, adr=WATERMARK, sel=15, dat_w=0)
            await master.edge()
            master.idle()
            dut.hold.value = 0
            for _ in range(3):
                await master.edge()
                assert not master.get("ack")
            await watch.check(made, [0xffff] * len(made))
            assert await master.run([read(MAGIC)]) == [0x52494557]
            await watch.check([read(MAGIC)], [0x52494557])

    @cocotb.test(**LIMIT)
    async def elsewhere(dut):
        """STB without CYC, as interconnects show it to those that are not meant, is no access and
        gets no ACK.
        """
        native, watch = await start(dut)
        watch.ignore = 1  # the rule that a master of its own raises CYC with it
        master = MASTERS[BUS](dut)
        for we in 1, 0:
            master.set(cyc=0, stb=1, we=we, adr=WATERMARK, sel=15, dat_w=5)
            for _ in range(3):
                await master.edge()
                assert not master.get("ack")
        master.idle()
        assert await master.run([read(WATERMARK)]) == [0xffff]
        await watch.check([read(WATERMARK)], [0xffff])


if BUS == "tlul":

    @cocotb.test(**LIMIT)
    async def another_counter(dut):
        """A request that waits may give way to another: a counter is answered, never the one asked
        for before it.
        """
        native, watch = await start(dut)
        master = MASTERS[BUS](dut)
        await master.run([write(CTRL, 1), *[write(ID, 1)] * 3])  # three torn pairs: COUNT + 4 * 3
        untorn, torn = COUNT, COUNT + 12
        for first, second, answer in (untorn, torn, 3), (torn, untorn, 0):
            for name, value in (("opcode", 4), ("size", 2), ("mask", 15), ("corrupt", 0),
                                ("source", 1), ("data", 0), ("param", 0)):
                getattr(dut, f"s_tl_a_{name}").value = value
            dut.s_tl_d_ready.value = 1
            dut.s_tl_a_valid.value = 1
            dut.s_tl_a_address.value = first
            await RisingEdge(dut.clk_i)
            assert not dut.s_tl_a_ready.value  # a counter takes a cycle more
            dut.s_tl_a_address.value = second
            await RisingEdge(dut.clk_i)
            while not dut.s_tl_a_ready.value:
                await RisingEdge(dut.clk_i)
            dut.s_tl_a_valid.value = 0
            await RisingEdge(dut.clk_i)
            assert dut.s_tl_d_valid.value and int(dut.s_tl_d_data.value) == answer

    @cocotb.test(**LIMIT)
    async def malformed(dut):
        """Each request that is not one of TL-UL is denied by one beat of its size and source, and
        does not reach the unit.
        """
        native, watch = await start(dut)
        watch.ignore = 1  # the rule that requests are well-formed
        expected = 0
        dut.s_tl_d_ready.value = 1
        for opcode, size, address, mask in itertools.product(range(8), range(4), range(4),
                                                             range(16)):
            corrupt = (opcode ^ mask ^ address) % 8 == 7
            lanes = ((1 << (1 << size)) - 1) << address
            fits = size < 3 and address % (1 << size) == 0
            legal = fits and not corrupt and (mask == lanes if opcode in (0, 4) else opcode == 1
                                              and not mask & ~lanes)
            expected += legal
            source = (7 * opcode + mask) % 16
            for name, value in (("valid", 1), ("opcode", opcode), ("size", size),
                                ("address", WATERMARK + address), ("mask", mask),
                                ("corrupt", corrupt), ("source", source), ("data", 0), ("param",
                                                                                        mask % 8)):
                getattr(dut, f"s_tl_a_{name}").value = value
            await RisingEdge(dut.clk_i)
            assert dut.s_tl_a_ready.value
            dut.s_tl_a_valid.value = 0
            await RisingEdge(dut.clk_i)
            answer = {
                name: int(getattr(dut, f"s_tl_d_{name}").value)
                for name in ("valid", "opcode", "size", "source", "denied", "corrupt")
            }
            has_data = opcode in (2, 3, 4)
            assert answer == {
                "valid": 1, "opcode": has_data, "size": size, "source": source, "denied": not legal,
                "corrupt": has_data and not legal
            }, (opcode, size, address, mask)
            if not legal:
                assert dut.s_tl_d_data.value == 0
        assert len(watch.accesses) == expected and not watch.broken
