# SPDX-License-Identifier: Apache-2.0
"""The masters of other projects, with the same face as those of masters.py: run() makes accesses
and gives what reads answered.
"""

import itertools
import logging
import random

from cocotb.triggers import RisingEdge
from cocotbext.apb import Apb3Bus, Apb4Bus, ApbMaster
from cocotbext.axi import AxiLiteBus, AxiLiteMaster
from cocotbext.obi import ObiBus, ObiHost
from cocotbext.wishbone.driver import WBOp, WishboneMaster

logging.getLogger("cocotb").setLevel(logging.WARNING)


class Axil:
    """cocotbext-axi. A narrow write is one of neighbouring bytes; strobes with gaps become several.
    """
    def __init__(self, dut):
        self.master = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"),
                                    dut.clk_i,
                                    dut.rst_ni,
                                    reset_active_level=False)

    def pauses(self, rng):
        write, read = self.master.write_if, self.master.read_if
        writes = write.aw_channel, write.w_channel, write.b_channel
        for channel in *writes, read.ar_channel, read.r_channel:
            channel.set_pause_generator(rng.random() < 0.4 for _ in itertools.count())

    async def run(self, accesses):
        answers = []
        for access in accesses:
            if access.write:
                data = access.data.to_bytes(4, "little")
                lanes = [i for i in range(4) if access.strobes >> i & 1]
                await self.master.write(access.addr + lanes[0], data[lanes[0]:lanes[-1] + 1])
            else:
                answers.append(
                    int.from_bytes((await self.master.read(access.addr, 4)).data, "little"))
        return answers


class Apb:
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


class Apb3(Apb):
    """The same, without."""

    bus = Apb3Bus


class Obi:
    """cocotbext-obi: up to two requests under way, zero cycles between two."""
    def __init__(self, dut):
        self.host = ObiHost(ObiBus.from_prefix(dut, "s_obi"), dut.clk_i)
        self.host.log.setLevel(logging.WARNING)

    def pauses(self, rng):
        self.host.enable_backpressure(rng.randrange(1 << 20))

    async def run(self, accesses):
        host = self.host
        for access in accesses:
            if access.write:
                host.write_nowait(access.addr, access.data, access.strobes, length=4)
            else:
                host.read_nowait(access.addr, length=4)
        await host.wait()
        answers = [int.from_bytes(data, "little") for data, _ in host.queue_rx]
        host.queue_rx.clear()
        return answers


class Wishbone:
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


PACKAGES = {"axil": Axil, "apb": Apb, "obi": Obi, "wb": Wishbone, "wb_classic": Wishbone}
