# SPDX-License-Identifier: Apache-2.0
"""The unit behind a shell: its reset, a check in each cycle, and accesses that must have the same
answers as at the register port of another unit.
"""

import os
import random
import re
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge

from masters import Access, Native, read, write

BUS = os.environ.get("WEIR_BUS")  # None outside of a simulation
ROOT = Path(__file__).resolve().parents[2]
SEED, LENGTH = os.environ.get("WEIR_SEED", "1"), int(os.environ.get("WEIR_LENGTH",
                                                                    "1"))  # of the random accesses
HEADER = (ROOT / "driver/include/weir_regs.h").read_text()
REG = {
    name: int(value, 16)
    for name, value in re.findall(r"#define WEIR_REG_(\w+) +0x(\w+)u", HEADER)
}
MAGIC, VERSION, CTRL, WATERMARK = (REG[name] for name in ("MAGIC", "VERSION", "CTRL", "WATERMARK"))
SNOOP_ADDR = REG["SNOOP"] + REG["SNOOP_ADDR"]
LIMIT = {"timeout_time": 100 * LENGTH, "timeout_unit": "us"}
DATA, COUNT = REG["DATA"], REG["COUNTERS"]
VALUE, ID = (REG["HART"] + REG[f"HART_PORT_{name}"] for name in ("VALUE", "ID"))
NOWHERE = 0xfed8  # an address with nothing; of those that are used no other has all of its bits


def this():
    """The bus of this simulation. The files of the buses import this one."""
    from buses import BUSES
    return BUSES[BUS]


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
            if waits and request != waits and not this().may_withdraw:
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
    this().master(dut).idle()
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
