# SPDX-License-Identifier: Apache-2.0
"""What the masters of the buses have in common, and that of the register port. They know every
cycle of their bus: they go back to back where the bus can, and pause where the test asks for it.

All inputs change after a rising edge; all outputs are sampled before the next. `trace`, if
given, is called in each cycle
when all signals have settled.
"""

import logging
from collections import deque
from typing import NamedTuple

from cocotb.triggers import ReadOnly, RisingEdge

logging.getLogger("cocotb").setLevel(logging.WARNING)  # what masters of packages do


class Bus(NamedTuple):
    """What tests, pages and flows know of a bus: BUSES of the file that has the name of its shell.
    """
    title: str  # in the table of docs/reference/buses.md
    master: type
    cycles: tuple  # of a write, of a read, when one follows the other at once; buses.md too
    mutants: int  # that sim/netlist makes of the shell
    pins: dict  # of the diagram, in order: {name: condition in which it means something}
    package: type | None = None  # a master of another project
    parameters: dict = {}  # of the shell and its contract
    unconnected: tuple = ()  # pins that the bench does not have
    absent: tuple = ()  # inputs of the contract that the shell has no pins for
    # {pin: expression of the others}: pins that the bench drives; what it needs from outside beyond
    # the shell's pins is an input of the bench
    wires: dict = {}
    may_withdraw: bool = False  # a request that waits may change
    anywhere: bool = True  # an address may be that of any byte of its word
    texts: dict = {}  # words for values in the diagram: {pin: {value: word}}


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
