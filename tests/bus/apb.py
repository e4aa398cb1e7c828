# SPDX-License-Identifier: Apache-2.0
"""APB: its masters, what its pages show, and the tests that only it has."""

import logging

import cocotb
from cocotb.triggers import RisingEdge
from cocotbext.apb import Apb3Bus, Apb4Bus, ApbMaster

from behind import LIMIT, same
from masters import Bus, Master


class Apb(Master):
    prefix, not_looked_at = "s_apb_", ("pprot", )

    def idle(self):
        self.set(psel=0, penable=0, pprot=0)

    async def run(self, accesses):
        answers, self.cycles = [], 0
        for access in accesses:
            while self.pause():
                self.idle()
                await self.edge()
            self.set(psel=1,
                     penable=0,
                     pwrite=access.write,
                     paddr=access.addr,
                     pwdata=access.data,
                     pstrb=access.strobes if access.write else 0)
            await self.edge()
            self.set(penable=1)
            await self.edge()
            while not self.get("pready"):
                await self.edge()
            assert not self.get("pslverr")
            if not access.write:
                answers.append(self.get("prdata"))
        self.idle()
        return answers


class Package:
    """cocotbext-apb, with strobes."""

    bus = Apb4Bus

    def __init__(self, dut):
        self.dut, self.rng = dut, None
        self.master = ApbMaster(self.bus.from_prefix(dut, "s_apb"), dut.clk_i)
        self.master.log.setLevel(logging.WARNING)

    def pauses(self, rng):
        self.rng = rng

    async def run(self, accesses):
        answers = []
        for access in accesses:
            while self.rng and self.rng.random() < 0.3:
                await RisingEdge(self.dut.clk_i)
            if access.write:
                await self.master.write(access.addr, access.data, strb=access.strobes)
            else:
                answers.append(int.from_bytes(await self.master.read(access.addr), "little"))
        return answers


class PackageApb3(Package):
    """The same without strobes."""

    bus = Apb3Bus


BUSES = {
    "apb":
    Bus(title="APB3, APB4",
        master=Apb,
        cycles=(2, 2),
        package=Package,
        mutants=40,
        pins={
            "psel": "", "penable": "", "pwrite": "psel", "paddr": "psel",
            "pwdata": "psel and pwrite", "pready": "psel and penable",
            "prdata": "psel and penable and pready and not pwrite"
        }),
}


@cocotb.test(**LIMIT)
async def apb3(dut):
    """A master without strobes: they are tied high, in reads as well."""
    dut.s_apb_pstrb.value = 15
    await same(dut, lambda rng: PackageApb3(dut), narrow=False, ignore=8)
