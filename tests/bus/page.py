#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what docs/buses.md has between its marks: timing diagrams of the bus shells, from simulation (timing.py); their ports."""

import json
import logging
import re
import tempfile
from pathlib import Path

from masters import MASTERS
from simulate import HERE, ROOT, simulate

PAGE = ROOT / "docs/buses.md"
# For each bus its pins in the order of the picture, and the condition in which a pin means something, if not always.
BUSES = {
    "apb": {"psel": "", "penable": "", "pwrite": "psel", "paddr": "psel", "pwdata": "psel and pwrite",
            "pready": "psel and penable", "prdata": "psel and penable and pready and not pwrite"},
    "axil": {"awvalid": "", "awready": "", "awaddr": "awvalid", "wvalid": "", "wready": "", "wdata": "wvalid", "bvalid": "",
             "bready": "", "arvalid": "", "arready": "", "araddr": "arvalid", "rvalid": "", "rready": "", "rdata": "rvalid"},
    "obi": {"req": "", "gnt": "req", "we": "req", "addr": "req", "wdata": "req and we", "rvalid": "", "rready": "",
            "rdata": "rvalid and reads"},
    "tlul": {"a_valid": "", "a_ready": "a_valid", "a_opcode": "a_valid", "a_address": "a_valid",
             "a_data": "a_valid and a_opcode < 4", "d_valid": "", "d_ready": "", "d_opcode": "d_valid",
             "d_data": "d_valid and d_opcode"},
    "wb": {"cyc": "", "stb": "", "stall": "stb", "we": "stb", "adr": "stb", "dat_w": "stb and we", "ack": "",
           "dat_r": "ack and reads"},
    "wb_classic": {"cyc": "", "stb": "", "we": "stb", "adr": "stb", "dat_w": "stb and we", "ack": "", "dat_r": "ack and not we"},
}
PORT = {"reg_valid": "", "reg_ready": "reg_valid", "reg_write": "reg_valid", "reg_addr": "reg_valid",
        "reg_wdata": "reg_valid and reg_write", "reg_rdata": "reads"}
TITLES = {"apb": "APB3, APB4", "axil": "AXI4-Lite", "obi": "OBI", "tlul": "TL-UL", "wb": "Wishbone B4, pipelined",
          "wb_classic": "Wishbone B4, classic"}
WORDS = re.compile("addr|adr|dat|opcode")                  # in the names of pins of several bits
OPCODES = {"a_opcode": {0: "Put", 4: "Get"}, "d_opcode": {0: "Ack", 1: "Data"}}
CELL = 6                                                   # characters of a cycle


def bit_line(values):
    line, last = "", None
    for value in values:
        level = "-" if value is None else "_‾"[value]
        edge = "/" if (last, value) == (0, 1) else "\\" if (last, value) == (1, 0) else level
        line += edge + level * (CELL - 1)
        last = value
    return line


def word_line(values, texts):
    line = ""
    for i, value in enumerate(values):
        begins, ends = i == 0 or values[i - 1] != value, i + 1 == len(values) or values[i + 1] != value
        if value is None:
            line += "-" * CELL
        else:
            text = texts.get(value, f"{value:x}") if begins else ""
            line += ("<" if begins else " ") + text.ljust(CELL - 2)[:CELL - 2] + (">" if ends else " ")
    return line


def diagram(bus, cycles):
    prefix, lines, reads = MASTERS[bus].prefix, [], False
    for cycle in cycles:                                   # reads: what was accepted at the last edge was a read
        cycle["reads"] = reads
        reads = bool(cycle["reg_valid"] and cycle["reg_ready"] and not cycle["reg_write"])
    cycles = [{name.removeprefix(prefix): value for name, value in cycle.items()} for cycle in cycles]
    lines.append(" " * 11 + "".join(f"|{i}".ljust(CELL) for i in range(len(cycles))))
    for pins in BUSES[bus], PORT:
        for name, condition in pins.items():
            values = [c[name] if not condition or eval(condition, {}, c) else None for c in cycles]
            line = word_line(values, OPCODES.get(name, {})) if WORDS.search(name) else bit_line(values)
            lines.append(f"{name:11}" + line)
        lines.append("")
    return "\n".join(line.rstrip() for line in lines[:-1])


def simulated(bus):
    """The diagram of one bus."""
    with tempfile.TemporaryDirectory() as work:
        file = Path(work) / "timing.json"
        simulate(bus, "timing", Path(work), WEIR_TIMING=str(file))
        return diagram(bus, json.loads(file.read_text()))


def ports(module):
    """The ports of a shell as a table; not those that all shells have."""
    text = (ROOT / f"rtl/bus/{module}.sv").read_text()
    side, others = ("m", 8) if module.startswith("weir_ring") else ("s", 9)
    found = re.findall(rf"^ *(input|output) +wire +(\[(.*?):0\])? *({side}_\w+),? *(?://(.*))?$", text, re.M)
    assert len(found) == text.count("put  wire") + text.count("put wire") - others, module
    width = lambda high: "1" if not high else high.removesuffix("-1") if "-1" in high else str(int(high) + 1)
    rows = [f"| `{name}` | {way.removesuffix('put')} | {width(high)} | {note.strip()} |" for way, _, high, name, note in found]
    return "\n".join(["| port | | bits | |", "|---|---|---|---|", *rows])


def page():
    """docs/buses.md as it must be now."""
    text = PAGE.read_text()
    for bus in BUSES:
        text, found = re.subn(rf"(<!-- timing {bus} -->\n```\n).*?(```\n)", lambda m: m[1] + simulated(bus) + "\n" + m[2], text,
                              flags=re.S)
        assert found == 1, bus
    return re.sub(r"(<!-- ports (\w+) -->\n)(\|.*\n)*", lambda m: m[1] + ports(m[2]) + "\n", text)


if __name__ == "__main__":
    logging.disable()
    PAGE.write_text(page())
