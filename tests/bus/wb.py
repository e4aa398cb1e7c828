# SPDX-License-Identifier: Apache-2.0
"""Wishbone, pipelined and classic: its masters, what its pages show, and the tests that only it
has.
"""

import cocotb
from cocotbext.wishbone.driver import WBOp, WishboneMaster

from behind import BUS, LIMIT, MAGIC, WATERMARK, start
from masters import Bus, Master, Pipelined, read


class Wishbone(Pipelined):
    prefix, data = "s_wb_", "dat_r"

    def idle(self):
        self.set(cyc=0, stb=0)

    def request(self, access, busy):
        self.set(cyc=busy, stb=access is not None)
        if access:
            self.set(we=access.write, adr=access.addr, dat_w=access.data, sel=access.strobes)

    def accepted(self):
        return not self.get("stall")

    def answered(self):
        return self.get("ack")


class WishboneClassic(Master):
    prefix = "s_wb_"

    def idle(self):
        self.set(cyc=0, stb=0)

    async def run(self, accesses):
        answers, self.cycles = [], 0
        for access in accesses:
            while self.pause():
                self.set(stb=0)
                await self.edge()
            self.set(cyc=1,
                     stb=1,
                     we=access.write,
                     adr=access.addr,
                     dat_w=access.data,
                     sel=access.strobes)
            await self.edge()
            while not self.get("ack"):
                await self.edge()
            if not access.write:
                answers.append(self.get("dat_r"))
        self.idle()
        return answers


class Package:
    """cocotbext-wishbone: pipelined if the bus has STALL, but one request at a time."""
    def __init__(self, dut):
        self.rng = None
        self.master = WishboneMaster(dut,
                                     "s_wb",
                                     dut.clk_i,
                                     timeout=1000,
                                     signals_dict={
                                         "cyc": "cyc", "stb": "stb", "we": "we", "adr": "adr",
                                         "datwr": "dat_w", "datrd": "dat_r", "ack": "ack"
                                     })

    def pauses(self, rng):
        self.rng = rng

    async def run(self, accesses):
        answers, accesses = [], list(accesses)
        while accesses:
            part = accesses[:1 if self.rng is None else self.rng.randint(1, 8)]
            del accesses[:len(part)]
            idle = lambda: self.rng.choice((0, 0, 0, 1, 2, 5)) if self.rng else 0
            results = await self.master.send_cycle([
                WBOp(a.addr, a.data if a.write else None, sel=a.strobes, idle=idle()) for a in part
            ])
            assert len(results) == len(part)
            answers += [int(r.datrd) for r, a in zip(results, part) if not a.write]
        return answers


BUSES = {
    "wb":
    Bus(title="Wishbone B4, pipelined",
        master=Wishbone,
        cycles=(1, 1),
        package=Package,
        absent=("err", "rty"),
        may_withdraw=True,
        mutants=50,
        pins={
            "cyc": "", "stb": "", "stall": "stb", "we": "stb", "adr": "stb", "dat_w": "stb and we",
            "ack": "", "dat_r": "ack and reads"
        }),
    "wb_classic":
    Bus(title="Wishbone B4, classic",
        master=WishboneClassic,
        cycles=(1, 2),
        package=Package,
        parameters={"CLASSIC": 1},
        unconnected=("stall", ),
        absent=("err", "rty"),
        may_withdraw=True,
        mutants=30,
        pins={
            "cyc": "", "stb": "", "we": "stb", "adr": "stb", "dat_w": "stb and we", "ack": "",
            "dat_r": "ack and not we"
        }),
}


@cocotb.test(**LIMIT)
async def given_up(dut):
    """A master that lowers CYC gets no ACK, whether the access was made or still waited."""
    native, watch = await start(dut)
    master = BUSES[BUS].master(dut)
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
    master = BUSES[BUS].master(dut)
    for we in 1, 0:
        master.set(cyc=0, stb=1, we=we, adr=WATERMARK, sel=15, dat_w=5)
        for _ in range(3):
            await master.edge()
            assert not master.get("ack")
    master.idle()
    assert await master.run([read(WATERMARK)]) == [0xffff]
    await watch.check([read(WATERMARK)], [0xffff])
