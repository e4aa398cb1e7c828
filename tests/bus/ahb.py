# SPDX-License-Identifier: Apache-2.0
"""AHB-Lite and AHB5: its masters, what its pages show, and the tests that only it has."""

import logging
import random
from collections import deque

import cocotb
from cocotb.triggers import RisingEdge
from cocotbext.ahb import AHBBus, AHBLiteMaster

from behind import LIMIT, SEED, WATERMARK, start
from masters import Bus, Master, read, write

IDLE, BUSY, NONSEQ, SEQ = range(4)
#: {byte lanes: (hsize, offset)} of the transfers of AHB-Lite.
NARROW = {1: (0, 0), 2: (0, 1), 4: (0, 2), 8: (0, 3), 3: (1, 0), 12: (1, 2), 15: (2, 0)}


class Ahb(Master):
    """Address and data phases overlap. Its pauses are idle cycles, and transfers of another
    subordinate, which waits as long as it likes. Strobes are those of AHB-Lite, by size and
    address, or those of AHB5.
    """

    prefix = "s_ahb_"

    def idle(self):
        self.set(htrans=IDLE, hsel=0, hwstrb=15, hsize=2, others=1)

    def begin(self, access):
        """Shows an address phase, of this subordinate or of another."""
        if access is None:
            self.set(htrans=IDLE, hsel=self.pause())
        elif access == "other":
            self.set(htrans=NONSEQ, hsel=0, hwrite=1, haddr=WATERMARK, hsize=2)
        else:
            size, offset = NARROW[access.strobes]
            if self.pause():  # the strobes of AHB5
                size, offset = 2, 0
            self.set(htrans=NONSEQ,
                     hsel=1,
                     hwrite=access.write,
                     haddr=access.addr + offset,
                     hsize=size)

    async def run(self, accesses):
        queue, answers, self.cycles = deque(accesses), [], 0
        address, data, fresh = None, None, True
        while queue or address or data:
            if fresh or address is None:
                address = None
                if self.pause():
                    address = "other" if self.pause() else None
                elif queue:
                    address = queue.popleft()
                self.begin(address)
            writes = data not in (None, "other") and data.write
            if writes:
                self.set(hwdata=data.data, hwstrb=data.strobes)
            else:
                self.set(hwdata=0xdeadbeef, hwstrb=5)
            self.set(others=data != "other" or not self.pause())
            await self.edge()
            fresh = self.get("hready")
            assert not self.get("hresp")
            if fresh:
                if data not in (None, "other") and not data.write:
                    answers.append(self.get("hrdata"))
                data, address = address, None
        self.idle()
        return answers


class Package:
    """cocotbext-ahb: transfers in a row, or with an idle cycle between two."""
    def __init__(self, dut):
        names = dict(hready="hreadyout", **{
            name: name
            for name in ("haddr", "hsize", "htrans", "hwdata", "hrdata", "hwrite", "hresp")
        })
        dut.s_ahb_others.value = 1
        dut.s_ahb_hwstrb.value = 15
        self.master = AHBLiteMaster(
            AHBBus.from_prefix(dut, "s_ahb", signals=names, optional_signals=["hsel"]), dut.clk_i,
            dut.rst_ni)
        self.master.log.setLevel(logging.WARNING)
        self.rng = None

    def pauses(self, rng):
        self.rng = rng

    async def run(self, accesses):
        answers, rest = [], list(accesses)
        while rest:
            some, rest = (rest, []) if not self.rng else (rest[:7], rest[7:])
            size, offset = zip(*(NARROW[a.strobes] for a in some))
            found = await self.master.custom([a.addr + o for a, o in zip(some, offset)],
                                             [a.data for a in some], [int(a.write) for a in some],
                                             [1 << s for s in size],
                                             pip=not self.rng or self.rng.random() < 0.5)
            assert [one["resp"] for one in found] == [0] * len(some)
            answers += [int(one["data"], 16) for a, one in zip(some, found) if not a.write]
        return answers


BUSES = {
    "ahb":
    Bus(title="AHB-Lite, AHB5",
        master=Ahb,
        cycles=(1, 2),
        package=Package,
        mutants=40,
        anywhere=False,  # an address is a multiple of the size
        wires={"hready": "s_ahb_hreadyout && s_ahb_others"},
        texts={"htrans": {0: "Idle", 2: "Nseq"}},
        pins={
            "htrans": "hsel", "hwrite": "hsel and htrans", "haddr": "hsel and htrans",
            "hwdata": "reg_valid and reg_write", "hready": "", "hrdata": "reads"
        }),
}


@cocotb.test(**LIMIT)
async def burst(dut):
    """A burst with BUSY between its beats: each beat is an access, BUSY is none."""
    native, watch = await start(dut)
    rng, made = random.Random(SEED), []
    for name, value in (("hwstrb", 15), ("hsize", 2), ("hsel", 1), ("hwrite", 1), ("others", 1)):
        getattr(dut, f"s_ahb_{name}").value = value
    data = None
    for number in range(40):
        trans = NONSEQ if number == 0 else rng.choice((BUSY, SEQ))
        dut.s_ahb_htrans.value = trans
        dut.s_ahb_haddr.value = WATERMARK
        if data is not None:
            dut.s_ahb_hwdata.value = data
            made.append(write(WATERMARK, data))
        await RisingEdge(dut.clk_i)
        while not dut.s_ahb_hreadyout.value:
            await RisingEdge(dut.clk_i)
        data = number if trans != BUSY else None
    dut.s_ahb_htrans.value = IDLE
    if data is not None:
        dut.s_ahb_hwdata.value = data
        made.append(write(WATERMARK, data))
    await RisingEdge(dut.clk_i)
    assert 10 < len(made) < 40
    await watch.check(made, [])
    assert await Ahb(dut).run([read(WATERMARK)]) == [made[-1].data]
