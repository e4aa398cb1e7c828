#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make every file that is derived from weir.rdl and stream.toml: `make regs`, or generate.py [output root]."""

import sys
import tomllib
from pathlib import Path

from systemrdl import RDLCompiler
from systemrdl.node import RegNode

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SOURCES = "rtl/regs/weir.rdl and rtl/regs/stream.toml"


class Field:
    """One field of a register, under the name constants carry: REG_FIELD, or REG when both are named alike."""

    def __init__(self, register, node):
        field = node.inst_name.upper()
        self.name = register if field == node.parent.inst_name else f"{register}_{field}"
        self.lsb, self.width = node.low, node.width
        self.reset = node.get_property("reset")
        self.constant = not node.is_hw_writable and not node.is_sw_writable


class Register:
    """One register, or an array of them; offset is relative to the page, or to the block it lies in."""

    def __init__(self, node, prefix=""):
        self.node, self.name = node, prefix + node.inst_name
        self.offset = node.raw_address_offset
        self.count = node.array_dimensions[0] if node.is_array else None
        self.stride = node.array_stride if node.is_array else None
        self.title = node.get_property("name")
        self.fields = [Field(self.name, f) for f in node.fields()]
        self.value = sum(f.reset << f.lsb for f in self.fields) if all(f.constant for f in self.fields) else None


class Block:
    """An array of register groups; its registers have offsets inside one element."""

    def __init__(self, node):
        self.node, self.name, self.offset = node, node.inst_name, node.raw_address_offset
        self.count, self.stride = node.array_dimensions[0], node.array_stride
        self.title = node.get_property("name")
        self.registers = [Register(r, node.inst_name + "_") for r in node.registers()]


def read_registers(path):
    """The address map of weir.rdl as (root node, [Register or Block])."""
    compiler = RDLCompiler()
    compiler.compile_file(str(path))
    top = compiler.elaborate().top
    return top, [Register(n) if isinstance(n, RegNode) else Block(n) for n in top.children()]


def read_stream(path):
    """stream.toml as [(group title, [(name, value, bits or None)])]; bits None is a plain integer."""
    s = tomllib.loads(path.read_text())
    known = s["ids"].pop("known")
    ids = [(f"ID_{g.upper()}_{end}", v, 16) for g, pair in s["ids"].items() for end, v in zip(("FIRST", "LAST"), pair)]
    ids += [(f"ID_{n}", v, 16) for n, v in known.items()]
    items = [(f"ITEM_{n}", v, 16 if n == "USER_SHORT_IDS" else s["items"]["MAX"].bit_length())
             for n, v in s["items"].items()]

    def group(key, prefix, bits):
        return [(f"{prefix}_{n}", v, bits) for n, v in s[key].items()]

    return [
        ("ids", ids),
        ("classes", group("classes", "CLASS", 2)),
        ("causes of refusal: bit numbers", group("causes", "CAUSE", None)),
        ("contexts", group("contexts", "CONTEXT", 2)),
        ("items: 16 * (id + ITEM_ID_BIAS) + hart, unless one of the others", items),
        ("members of the loss record", group("loss_members", "LOSS_MEMBER", 8)),
        ("sizes in octets", group("sizes", "SIZE", None)),
        ("pages and ports: byte offsets", group("pages", "PAGE", None)),
    ]


def systemverilog(entries, stream):
    out = [
        "// SPDX-License-Identifier: Apache-2.0",
        f"// Constants of the registers and of the stream. Made by `make regs` from {SOURCES}.",
        "",
        "// A design uses what it needs of these:",
        "// verilator lint_off UNUSEDPARAM",
        "package weir_pkg;",
    ]

    def constant(name, value, bits=None):
        kind = "integer" if bits is None else f"[{bits - 1}:0]"
        text = str(value) if bits is None else f"{bits}'h{value:0{(bits + 3) // 4}X}"
        out.append(f"  localparam {kind} {name} = {text};")

    def title(text):
        out.extend(["", f"  // {text}"])

    def array(e):
        if e.count:
            constant(f"REG_{e.name}_COUNT", e.count)
            constant(f"REG_{e.name}_STRIDE", e.stride)

    def register(r):
        title(f"{r.name}: {r.title}")
        constant(f"REG_{r.name}", r.offset, 12)
        array(r)
        if r.value is not None:
            constant(f"{r.name}_VALUE", r.value, 32)
        for f in r.fields:
            constant(f"{f.name}_LSB", f.lsb)
            constant(f"{f.name}_WIDTH", f.width)
            if f.reset is not None:
                constant(f"{f.name}_RESET", f.reset, f.width)

    for e in entries:
        if isinstance(e, Register):
            register(e)
            continue
        title(f"{e.name}: {e.title}; the offsets of its registers are inside one block")
        constant(f"REG_{e.name}", e.offset, 12)
        array(e)
        for r in e.registers:
            register(r)
    for name, constants in stream:
        title(name)
        for c in constants:
            constant(*c)
    out += ["", "endpackage", "// verilator lint_on UNUSEDPARAM", ""]
    return "\n".join(out)


def main():
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    _top, entries = read_registers(HERE / "weir.rdl")
    stream = read_stream(HERE / "stream.toml")
    files = {
        "rtl/weir_pkg.sv": systemverilog(entries, stream),
    }
    for path, text in files.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_text(text)
        print(f"wrote {path}")


if __name__ == "__main__":
    main()
