# SPDX-License-Identifier: Apache-2.0
"""OBI: its masters and what its pages show."""

import logging

from cocotbext.obi import ObiBus, ObiHost

from masters import Bus, Pipelined


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


class Package:
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


BUSES = {
    "obi":
    Bus(title="OBI",
        master=Obi,
        cycles=(1, 1),
        package=Package,
        parameters={"ID_W": 3},
        mutants=50,
        pins={
            "req": "", "gnt": "req", "we": "req", "addr": "req", "wdata": "req and we",
            "rvalid": "", "rready": "", "rdata": "rvalid and reads"
        }),
}
