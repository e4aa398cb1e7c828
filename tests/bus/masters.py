# SPDX-License-Identifier: Apache-2.0
"""Masters that know every cycle of their bus: they go back to back where the bus can, and pause
where the test asks for it.

All inputs change after a rising edge; all outputs are sampled before the next. `trace`, if
given, is called in each cycle
when all signals have settled.
"""

from collections import deque
from typing import NamedTuple

from cocotb.triggers import ReadOnly, RisingEdge


class Access(NamedTuple):
    write: bool
    addr: int
    data: int = 0
    strobes: int = 15


def read(addr):
    return Access(False, addr)


def write(addr, data, strobes=15):
    return Access(True, addr, data, strobes)


class Master:
    """Makes accesses; run() gives what the reads answered, and counts in `cycles` from the first
    request to the last answer.
    """

    prefix = ""
    not_looked_at = ()  # signals of three bits that mean nothing to the shell

    def __init__(self, dut, pause=lambda: False, trace=None):
        self.dut, self.pause, self.trace, self.cycles = dut, pause, trace, 0
        self.idle()

    def get(self, name):
        return int(getattr(self.dut, self.prefix + name).value)

    def set(self, **values):
        for name, value in values.items():
            getattr(self.dut, self.prefix + name).value = value

    async def edge(self):
        if self.trace:
            await ReadOnly()
            self.trace()
        await RisingEdge(self.dut.clk_i)
        self.cycles += 1


class Pipelined(Master):
    """Requests in a row, each accepted in some cycle, and answers in the same order in later
    cycles.
    """

    depth, data = 4, "rdata"

    async def run(self, accesses):
        queue, waiting, answers, current = deque(accesses), deque(), [], None
        self.cycles = 0
        while queue or current or waiting:
            if current is None and queue and len(waiting) < self.depth and not self.pause():
                current = queue.popleft()
            self.request(current, bool(current or waiting))
            self.take(not self.pause())
            await self.edge()
            if waiting and self.answered():
                access = waiting.popleft()
                self.check(access)
                if not access.write:
                    answers.append(self.get(self.data))
            if current and self.accepted():
                waiting.append(current)
                current = None
        self.idle()
        return answers

    def take(self, ready):
        pass

    def check(self, access):
        pass


class Native(Pipelined):
    """The register port itself: an access is answered in the cycle after it was accepted."""

    prefix, depth = "n_", 2

    def idle(self):
        self.set(valid=0)

    def request(self, access, busy):
        self.set(valid=access is not None)
        if access:
            self.set(write=access.write, addr=access.addr, wdata=access.data, wstrb=access.strobes)

    def accepted(self):
        return self.get("ready")

    def answered(self):
        return True


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


class Obi(Pipelined):
    prefix = "s_obi_"
    id = 0

    def idle(self):
        self.set(req=0, rready=0)

    def request(self, access, busy):
        self.set(req=access is not None)
        if access:
            self.set(we=access.write,
                     addr=access.addr,
                     wdata=access.data,
                     be=access.strobes,
                     aid=self.id)

    def take(self, ready):
        self.set(rready=ready)

    def accepted(self):
        self.id = (self.id + self.get("gnt")) % 8
        return self.get("gnt")

    def answered(self):
        return self.get("rvalid") and self.get("rready")

    def check(self, access):
        assert not self.get("err")


class Tlul(Pipelined):
    """Each request has a source of its own while it is under way."""

    prefix, data = "s_tl_", "d_data"
    source = 0

    def idle(self):
        self.set(a_valid=0, d_ready=0, a_param=0, a_corrupt=0)

    def request(self, access, busy):
        self.set(a_valid=access is not None)
        if not access:
            return
        opcode, size, lane = 4, 2, 0
        if access.write:
            opcode = 0 if access.strobes == 15 else 1
            for size, lane in (0,
                               0), (0,
                                    1), (0,
                                         2), (0,
                                              3), (1,
                                                   0), (1,
                                                        2), (2,
                                                             0):  # the smallest that has all lanes
                if not access.strobes & ~(((1 << (1 << size)) - 1) << lane):
                    break
        self.set(a_opcode=opcode,
                 a_size=size,
                 a_address=access.addr + lane,
                 a_mask=access.strobes,
                 a_data=access.data,
                 a_source=self.source)

    def take(self, ready):
        self.set(d_ready=ready)

    def accepted(self):
        self.source = (self.source + self.get("a_ready")) % 16
        return self.get("a_ready")

    def answered(self):
        return self.get("d_valid") and self.get("d_ready")

    def check(self, access):
        assert self.get("d_opcode") == (
            not access.write) and not self.get("d_denied") and not self.get("d_corrupt")


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


MASTERS = {
    "apb": Apb, "axil": Axil, "obi": Obi, "tlul": Tlul, "wb": Wishbone,
    "wb_classic": WishboneClassic
}
