# SPDX-License-Identifier: Apache-2.0
"""Timing of a shell: a few accesses with the unit behind it, under cocotb; what the pins show goes
to a file, cycle by cycle.

A write, a read, a write for which the register port is not ready at once, two reads back to back.
"""

import json
import os
from pathlib import Path

import cocotb
from cocotb.triggers import RisingEdge

from behind import SNOOP_ADDR, WATERMARK, start, this
from masters import read, write


@cocotb.test(timeout_time=10, timeout_unit="us")
async def timing(dut):
    await start(dut)
    cycles = []
    names = [name for name in dir(dut) if name.startswith(this().master.prefix)]
    names += ["reg_valid", "reg_ready", "reg_write", "reg_addr", "reg_wdata", "reg_rdata"]

    def trace():
        cycles.append({
            name: int(value) if (value := getattr(dut, name).value).is_resolvable else None
            for name in names
        })

    master = this().master(dut, trace=trace)
    await master.edge()
    first = [write(WATERMARK, 0x123)], [read(WATERMARK)], [write(WATERMARK, 0x456)]
    for accesses, hold in (first[0], 0), (first[1], 0), (first[2], 1), \
            ([read(WATERMARK), read(SNOOP_ADDR)], 0):
        dut.hold.value = hold
        running = cocotb.start_soon(master.run(accesses))
        while hold:  # for one cycle of the access
            await RisingEdge(dut.clk_i)
            hold = not dut.reg_valid.value
        dut.hold.value = 0
        await running
        await master.edge()
    Path(os.environ["WEIR_TIMING"]).write_text(json.dumps(cycles))
