# SPDX-License-Identifier: Apache-2.0
"""Timing of a shell of the ring, under cocotb: four words in a row and one elsewhere, with a memory
that makes one of them wait.
"""

import json
import os
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ReadOnly, RisingEdge

from ring_shells import BUS

WORDS = [*((0x100 + 4 * i, 0x11 * (i + 1)) for i in range(4)), (0x200, 0x55)]
LATENCY = 2  # cycles from the last of a request to its answer


class Memory:
    """Takes what comes, but the second word after a cycle, and answers in order."""
    def __init__(self, dut):
        self.dut, self.answers = dut, []

    def set(self, name, value):
        getattr(self.dut, self.prefix + name).value = value

    def get(self, name):
        return int(getattr(self.dut, self.prefix + name).value)

    def answer(self, edge):
        """Whether an answer goes out in the cycle behind this edge."""
        if self.answers and self.answers[0] <= edge:
            return self.answers.pop(0)
        return 0


class Axi(Memory):
    """AXI4 and AXI4-Lite: channel by channel."""

    prefix = f"m_{BUS}_"

    def begin(self):
        self.beats, self.waited = 0, False
        for name, value in ("awready", 1), ("wready", 1), ("bvalid", 0), ("bresp", 0):
            self.set(name, value)

    def edge(self, edge):
        if self.get("wvalid") and self.get("wready"):
            self.beats += 1
            if BUS == "axil" or self.get("wlast"):
                self.answers.append(edge + LATENCY)
        self.set("wready", self.beats != 1 or self.waited)
        self.waited = self.beats == 1
        self.set("bvalid", bool(self.answer(edge)))


class Wishbone(Memory):
    prefix = "m_wb_"

    def begin(self):
        self.taken = 0
        for name in "stall", "ack", "err":
            self.set(name, 0)

    def edge(self, edge):
        asks = self.get("cyc") and self.get("stb")
        if BUS == "wb_classic":
            ack = asks and not self.get("ack") and self.taken != 1
            self.taken += bool(asks and not self.get("ack"))
            return self.set("ack", bool(ack))
        if asks and not self.get("stall"):
            self.taken += 1
            self.answers.append(edge + LATENCY)
            self.set("stall", self.taken == 1)
        else:
            self.set("stall", 0)
        self.set("ack", bool(self.answer(edge)))


@cocotb.test(timeout_time=10, timeout_unit="us")
async def timing(dut):
    cycles = []
    names = [name for name in dir(dut) if name.startswith(("m_", "s_"))]
    memory = Wishbone(dut) if BUS.startswith("wb") else Axi(dut)
    dut.rst_ni.value = dut.s_valid.value = 0
    memory.begin()
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    for _ in range(3):
        await RisingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await RisingEdge(dut.clk_i)
    waiting = [None, *WORDS]  # a cycle of rest first
    for edge in range(100):
        word = waiting[0] if waiting else None
        dut.s_valid.value = word is not None
        if word:
            dut.s_addr.value, dut.s_wdata.value = word
        await ReadOnly()
        cycles.append({
            name: int(value) if (value := getattr(dut, name).value).is_resolvable else None
            for name in names
        })
        ready, idle = dut.s_ready.value, dut.s_idle.value
        await RisingEdge(dut.clk_i)
        memory.edge(edge)
        if waiting and (not word or ready):
            waiting.pop(0)
        elif not waiting and idle:
            break
    else:
        raise AssertionError("never idle")
    Path(os.environ["WEIR_TIMING"]).write_text(json.dumps(cycles))
