# SPDX-License-Identifier: Apache-2.0
"""AXI4-Lite: its masters, what its pages show, and the tests that only it has."""

import itertools
import random
from collections import deque

import cocotb
from cocotbext.axi import AxiLiteBus, AxiLiteMaster

from behind import LIMIT, MAGIC, SEED, WATERMARK, holds, start
from masters import Bus, Master, read, write


class Axil(Master):
    """Writes in a row, or reads in a row: it waits for all answers where one follows the other."""

    prefix, not_looked_at = "s_axil_", ("awprot", "arprot")

    def idle(self):
        self.set(awvalid=0, wvalid=0, arvalid=0, bready=0, rready=0, awprot=0, arprot=0)

    async def run(self, accesses):
        aw, w, ar, answers, under_way, writing = deque(), deque(), deque(), [], 0, False
        queue, self.cycles = deque(accesses), 0
        while queue or under_way:
            while queue and under_way < 4 and (not under_way
                                               or queue[0].write == writing) and not self.pause():
                access = queue.popleft()
                writing, under_way = access.write, under_way + 1
                for channel in (aw, w) if writing else (ar, ):
                    channel.append(access)
            self.set(awvalid=bool(aw),
                     wvalid=bool(w),
                     arvalid=bool(ar),
                     bready=not self.pause(),
                     rready=not self.pause())
            if aw:
                self.set(awaddr=aw[0].addr)
            if w:
                self.set(wdata=w[0].data, wstrb=w[0].strobes)
            if ar:
                self.set(araddr=ar[0].addr)
            await self.edge()
            for channel, name in (aw, "aw"), (w, "w"), (ar, "ar"):
                if channel and self.get(name + "ready"):
                    channel.popleft()
            if self.get("bvalid") and self.get("bready"):
                assert self.get("bresp") == 0
                under_way -= 1
            if self.get("rvalid") and self.get("rready"):
                assert self.get("rresp") == 0
                answers.append(self.get("rdata"))
                under_way -= 1
        self.idle()
        return answers


class Package:
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
                answers.append(int.from_bytes((await self.read(access.addr)).data, "little"))
        return answers

    async def read(self, addr):
        return await self.master.read(addr, 4)


BUSES = {
    "axil":
    Bus(title="AXI4-Lite",
        master=Axil,
        cycles=(2, 2),
        package=Package,
        mutants=80,
        pins={
            "awvalid": "", "awready": "", "awaddr": "awvalid", "wvalid": "", "wready": "",
            "wdata": "wvalid", "bvalid": "", "bready": "", "arvalid": "", "arready": "",
            "araddr": "arvalid", "rvalid": "", "rready": "", "rdata": "rvalid"
        }),
}


@cocotb.test(**LIMIT)
async def both(dut):
    """Writes and reads at once, more than can be made: they take turns, and none gives way
    while it waits. One of each that come at once take turns with what was last, long ago.
    """
    native, watch = await start(dut)
    rng = random.Random("axil" + SEED)
    master = Axil(dut)
    for last, order in (write(WATERMARK, 7), "RW"), (read(MAGIC), "WR"):
        await master.run([last])
        for _ in range(4):
            await master.edge()
        watch.accesses.clear()
        master.set(awvalid=1, awaddr=WATERMARK, wvalid=1, wdata=7, wstrb=15)
        master.set(arvalid=1, araddr=MAGIC, bready=1, rready=1)
        await master.edge()
        master.set(awvalid=0, wvalid=0, arvalid=0)
        for _ in range(6):
            await master.edge()
        master.idle()
        assert "".join("RW"[access.write] for access in watch.accesses) == order
    watch.accesses.clear()
    package = Package(dut)
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
