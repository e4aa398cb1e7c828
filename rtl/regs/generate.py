#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make every file that is derived from weir.rdl, stream.toml, presets.toml and weir.f: `make regs`, or generate.py [output root]."""

import re
import sys
import tempfile
import textwrap
import textwrap
import tomllib
from pathlib import Path

import csr
import describe
from peakrdl_cheader.exporter import CHeaderExporter
from peakrdl_markdown import MarkdownExporter
from systemrdl import RDLCompiler
from systemrdl.node import AddrmapNode, RegNode

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
        self.name = prefix + node.inst_name
        self.offset = node.raw_address_offset
        self.count = node.array_dimensions[0] if node.is_array else None
        self.stride = node.array_stride if node.is_array else None
        self.title = node.get_property("name")
        self.fields = [Field(self.name, f) for f in node.fields()]
        self.value = sum(f.reset << f.lsb for f in self.fields) if all(
            f.constant for f in self.fields) else None


class Block:
    """An array of register groups; its registers have offsets inside one element."""
    def __init__(self, node):
        self.name, self.offset = node.inst_name, node.raw_address_offset
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
    """stream.toml as [(group title, [(name, value, bits)])]; bits None is a plain integer."""
    s = tomllib.loads(path.read_text())
    known = s["ids"].pop("known")
    ids = [(f"ID_{g.upper()}_{end}", v, 16) for g, pair in s["ids"].items()
           for end, v in zip(("FIRST", "LAST"), pair)]
    ids += [(f"ID_{n}", v, 16) for n, v in known.items()]
    items = [(f"ITEM_{n}", v, 16 if n == "USER_SHORT_IDS" else s["items"]["MAX"].bit_length())
             for n, v in s["items"].items()]

    def group(key, prefix, bits):
        return [(f"{prefix}_{n}", v, bits) for n, v in s[key].items()]

    def codes(key, prefix):
        """Codes as narrow as those in use need, so that free ones cost nothing, and that width."""
        width = (s[key]["COUNT"] - 1).bit_length()
        return [(name, v, None if name in (f"{prefix}_COUNT", f"{prefix}_CODES") else width)
                for name, v, _ in group(key, prefix, width)] + [(f"{prefix}_W", width, None)]

    return [
        ("ids", ids),
        ("classes", codes("classes", "CLASS")),
        ("drop reasons", codes("drop", "DROP")),
        ("states of the trigger", group("trigger", "TRIGGER", 2)),
        ("what a snoop watches", group("snoop", "SNOOP", 2)),
        ("traps", group("isr", "ISR", 12)),
        ("entries by software", group("sw_entry", "SW_ENTRY", 2)),
        ("contexts", group("contexts", "CONTEXT", 2)),
        ("items: 16 * (id + ITEM_ID_BIAS) + hart, unless one of the others", items),
        ("sizes in bytes", group("sizes", "SIZE", None)),
        ("loss, in ticks", group("loss", "LOSS", 32)),
        ("pages and ports: byte offsets", group("pages", "PAGE", None)),
    ]


def in_hex(name):
    """Whether people read this constant in hexadecimal; the others they count with."""
    return name.startswith(("ID_", "PAGE_")) or name.endswith(
        ("_VALUE", "_RESET")) or re.fullmatch(r"REG_\w+(?<!_COUNT)(?<!_STRIDE)", name)


def used_by_rtl():
    """Constants that designs, properties and benches name, whatever they are."""
    folders = ("rtl", "sim", "tests", "fpga")
    files = [f for d in folders for f in (ROOT / d).rglob("*.sv*") if f.suffix in (".sv", ".svh")]
    return set(re.findall(r"weir_pkg::(\w+)", " ".join(f.read_text() for f in files)))


def in_columns(text, width=100):
    """The text with its comments wrapped; a trailing comment that does not fit goes above its line."""
    out = []
    for line in text.split("\n"):
        found = re.match(r"(.*?)\s*(//|/\*) (.*?)( \*/)?$", line) if len(line) > width else None
        if not found:
            out.append(line)
            continue
        code, begin, comment, end = found.groups()
        indent = re.match(r" *", code or line)[0]
        first = f"{indent}{begin} "
        rest = f"{indent}{'//' if begin == '//' else ' *'} "
        out += textwrap.wrap(comment + (end or ""), width, initial_indent=first,
                             subsequent_indent=rest, break_long_words=False,
                             break_on_hyphens=False)
        out += [code] if code.strip() else []
    return "\n".join(out)


def systemverilog(entries, stream):
    out = [
        "// SPDX-License-Identifier: Apache-2.0",
        f"// Constants of the registers and of the stream. Made by `make regs` from {SOURCES}.",
        "",
        "// A design uses what it needs of these:",
        "// verilator lint_off UNUSEDPARAM",
        "package weir_pkg;",
    ]

    used = used_by_rtl() | {"VERSION_VALUE"}

    def constant(name, value, bits=None):
        if re.search("_(LSB|WIDTH|RESET|VALUE)$", name) and name not in used:
            return  # of a field: C has all, RTL those that something uses
        kind = "integer" if bits is None else f"[{bits - 1}:0]"
        number = f"h{value:0{((bits or 16) + 3) // 4}X}" if in_hex(name) else f"d{value}"
        text = str(value) if bits is None and not in_hex(name) else f"{bits or 32}'{number}"
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


def event_layout(stream):
    """Where the fields of an event and of an entry lie, from the lowest bit on."""
    drop_w = dict(c[:2] for _, constants in stream for c in constants)["DROP_W"]
    event = [("VALUE", 32, ""), ("ID", 16, ""),
             ("KIND", drop_w,
              "weir_pkg::DROP_*: the reason if it is dropped; USER, COM, SYS: its class"),
             ("CONTEXT", 2, "weir_pkg::CONTEXT_*"), ("HART", 4, ""),
             ("SWITCH", 1, "1: id is SWITCH_ID")]
    entry = [("E_VALUE", 32, ""), ("E_ITEM", 21, ""), ("E_EVENT", 1, "1: flux event, 0: integer")]
    out = [
        "// SPDX-License-Identifier: Apache-2.0",
        "// The packed event from port and snoop to admit, and the packed entry from admit to pack.",
        f"// Made by `make regs` from {SOURCES}.",
        "// A module uses what it needs of these:",
        "// verilator lint_off UNUSEDPARAM",
        "package weir_event;",
    ]

    def fields(layout, width):
        lsb = 0
        for name, bits, meaning in layout:
            text = f"{bits} bit{'s'[:bits > 1]}{', ' if meaning else ''}{meaning}"
            out.append(f"  localparam integer {name + '_LSB':11} = {lsb:2};  // {text}")
            lsb += bits
        out.append(f"  localparam integer {width:11} = {lsb:2};")

    fields(event, "W")
    out += ["", "  // Kinds of items from snoop to the arbiter, above the value:"]
    for code, (name, meaning) in enumerate(
        (("CHANGE", "a word that is a THREAD_SWITCH if it is not the running thread"),
         ("EVERY", "a word that is a THREAD_SWITCH"), ("ISR", "entry into a trap, or return"))):
        out.append(f"  localparam [1:0] {'SNOOP_' + name:12} = 2'd{code};  // {meaning}")
    out += ["", "  // An entry; the time since the entry before it is above."]
    fields(entry, "E_DELTA_LSB")
    return "\n".join(out + ["endpackage", "// verilator lint_on UNUSEDPARAM", ""])


def c_header(guard, purpose, sources, sections):
    """A header of unsigned constants from [(title, [(name, text of the value)])], aligned."""
    width = max(len(name) for _, constants in sections for name, _ in constants)
    out = [
        "/* SPDX-License-Identifier: Apache-2.0 */",
        f"/* {purpose} Made by `make regs` from {sources}. */",
        f"#ifndef {guard}",
        f"#define {guard}",
    ]
    for title, constants in sections:
        out += ["", f"/* {title} */"]
        out += [f"#define {name:{width}} {value}u" for name, value in constants]
    return "\n".join(out + ["", f"#endif /* {guard} */", ""])


def c_registers(top, entries):
    """PeakRDL's field macros with names as in RTL, and offsets instead of its packed structs.

    A packed struct has alignment 1, so a RISC-V compiler may access it byte by byte; registers take whole words.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "weir.h"
        CHeaderExporter().export(top, str(path))
        text = path.read_text()
    fields = {}
    suffix = {"bm": "MASK", "bp": "LSB", "bw": "WIDTH", "reset": "RESET"}
    for path, kind, value in re.findall(r"^#define (WEIR__\w+)_(bm|bp|bw|reset) (\w+)$", text,
                                        re.M):
        *names, register, field = path.split("__")
        register_name = "_".join([*names, register])
        name = register_name if field == register else f"{register_name}_{field}"
        fields.setdefault(register_name, []).append((f"{name}_{suffix[kind]}", value))

    sections = []

    def offset(e, digits):
        constants = [(f"WEIR_REG_{e.name}", f"0x{e.offset:0{digits}x}")]
        if e.count:
            constants += [(f"WEIR_REG_{e.name}_COUNT", e.count),
                          (f"WEIR_REG_{e.name}_STRIDE", f"0x{e.stride:x}")]
        return constants

    def register(r, digits):
        constants = offset(r, digits)
        if r.value is not None:
            constants.append((f"WEIR_{r.name}_VALUE", f"0x{r.value:08x}"))
        sections.append((f"{r.name}: {r.title}", constants + fields[f"WEIR_{r.name}"]))

    for e in entries:
        if isinstance(e, Register):
            register(e, 3)
            continue
        sections.append(
            (f"{e.name}: {e.title}; the offsets of its registers are inside one block", offset(
                e, 3)))
        for r in e.registers:
            register(r, 2)
    return c_header("WEIR_REGS_H", "Offsets and fields of the registers of the control page.",
                    "weir.rdl", sections)


def c_stream(stream):
    sections = [(title, [(f"WEIR_{n}", f"0x{v:04x}" if in_hex(n) else v) for n, v, _ in constants])
                for title, constants in stream]
    text = c_header("WEIR_STREAM_H", "Numbers of the stream and of the address map.", "stream.toml",
                    sections)
    names = tomllib.loads((HERE / "stream.toml").read_text())["drop"]
    names = [f'"{n}"' for n in names if n not in ("COUNT", "CODES")]
    more = ["", "/* names of the drop reasons, by code */", "#define WEIR_DROP_NAMES \\"]
    more += textwrap.wrap(", ".join(names), 92, initial_indent="    {", subsequent_indent="     ")
    more[-1] += "}"
    more += [
        "", "/* item of the total of the drops for a reason, of a source */",
        "#define WEIR_ITEM_DROPPED_OF(reason, context, hart) \\",
        "    (((reason) < 8 ? WEIR_ITEM_DROPPED + 64u * (reason) \\",
        "                   : WEIR_ITEM_DROPPED_MORE + 64u * ((reason)-8u)) + \\",
        "     16u * (context) + (hart))", ""
    ]
    end = "\n#endif"
    return text.replace(end, "\n".join(more) + end)


class Markdown(MarkdownExporter):
    """PeakRDL's Markdown, but an array appears once and the meaning of a field stands in its row."""
    def _addrnode_header(self, node, msg, heading_level):
        if isinstance(node, AddrmapNode):
            more = " What each access does beside this: [theory.md](theory.md).\n\n"
            return self._heading(1, node.get_property("name")) + node.get_property("desc") + more
        name, level = node.inst_name, 2
        where = f"Offset 0x{node.raw_address_offset:03X}"
        if not isinstance(node.parent, AddrmapNode):
            name, level = f"{node.parent.inst_name} {name}", 3
            where += f" in {node.parent.inst_name}"
        if node.is_array:
            where += f"; {node.array_dimensions[0]} of them, one every 0x{node.array_stride:X} bytes"
        return self._heading(level, f"{name}: {node.get_property('name')}") + where + ".\n\n"

    def _add_field(self, node, msg):
        out = super()._add_field(node, msg)
        del out.table_row["Name"]
        out.table_row["Access"] = out.table_row["Access"].replace("rw, woclr", "r, 1 clears")
        out.table_row["Meaning"] = node.get_property("desc")
        out.generated = ""
        return out

    def _add_reg(self, node, msg):
        return self._once(super()._add_reg(node, msg))

    def _add_addrmap_regfile_mem(self, node, msg, depth):
        return self._once(super()._add_addrmap_regfile_mem(node, msg, depth))

    @staticmethod
    def _once(out):
        if out.node.is_array and out.node.current_idx != [0]:
            out.generated = ""
        return out


def documentation(top):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "registers.md"
        Markdown().export(top, str(path))
        text = path.read_text()
    text = text[text.index("# "):]
    rows = [r for r in text.splitlines() if not re.match(r"\|[^|]+\|\s*\w+\[[1-9]\d*\]\s*\|", r)]
    rows = [
        re.sub("--+", "---",
               re.sub(r" *\| *", " | ", r).strip()) if r.startswith("|") else r for r in rows
    ]
    notice = [
        "<!-- SPDX-License-Identifier: Apache-2.0 -->",
        "<!-- What software reads and writes in the control page. Made by `make regs` from rtl/regs/weir.rdl. -->",
    ]
    return "\n".join(notice + rows) + "\n"


def read_presets(path):
    """presets.toml as {name: (top module, {parameter: value})}, presets first, and their number."""
    p = tomllib.loads(path.read_text())
    found = {n: (values.pop("top", "weir"), values) for n, values in p["presets"].items()}
    for name, differences in p["sets"].items():
        top, values = found[differences.pop("preset")]
        found[name] = top, {**values, **differences}
    return found, len(p["presets"])


# What a unit has besides the parameters of its top module. Benches and tests ask for these.
TINY = {
    "HARTS": 1, "CONTEXTS": 2, "VALUE_REGS": 0, "WINDOW": 0, "SNOOP": 0, "RETIRE": 0, "PINS": 0,
    "FILTER": 0, "TIME": 0, "TIME_W": 48, "TIME_BASE": 0, "OFFERED": 0, "LANES": 1,
    "QUEUE_LOG2": 0, "THREAD_CACHE": 0, "CHECKPOINT": 0, "PEEK": 0, "LOCK": 0, "FRAME": 0,
    "FRAME_ID": 1, "FRAME_TIMESTAMP": 4, "RING": 0, "GUARANTEED": 0, "VALUE_W": 32, "AUTH": 0,
    "SW_ENTRY": 0, "ARGS": 1, "PROTECT": 0
}  # yapf: disable


def features(top, parameters):
    """{what: how much of it} a unit has."""
    p = {**TINY, **parameters}
    if top == "weir_tiny":
        return p
    always = {
        "WINDOW": 1, "SNOOP": 1, "TIME": 1, "TIME_W": 64, "OFFERED": 1, "LANES": 4, "GUARANTEED": 1
    }  # yapf: disable
    return {
        **p, **always, "CONTEXTS": 3 if p["PROTECT"] else 2, "LOCK": p["PROTECT"],
        "AUTH": p["PROTECT"], "SW_ENTRY": p["CHECKPOINT"], "FRAME": int(p["FRAME"] != 0),
        "FRAME_ID": p["FRAME"] or 1
    }  # yapf: disable


def presets_make(presets, count):
    names = list(presets)
    out = [
        "# SPDX-License-Identifier: Apache-2.0",
        "# Top module and parameters of the presets, and of further sets for tests; what each has.",
        "# Made by `make regs` from presets.toml.",
        f"PRESETS := {' '.join(names[:count])}",
        f"PARAMETER_SETS := {' '.join(names)}",
    ]
    for n, (top, p) in presets.items():
        out += [
            f"TOP_{n} := {top}", f"PARAMETERS_{n} := {' '.join(f'{k}={v}' for k, v in p.items())}",
            f"HAS_{n} := {' '.join(f'{k}={v}' for k, v in features(top, p).items())}"
        ]
    return "\n".join(out) + "\n"


def read_parameters(path):
    """parameters.toml as {name: ([value or [first, last]], reason)}."""
    return {k: (v["values"], v["reason"]) for k, v in tomllib.loads(path.read_text()).items()}


def range_of(values):
    """Allowed values in words: "0, 4 to 16"."""
    return ", ".join(f"{v[0]} to {v[1]}" if isinstance(v, list) else str(v) for v in values)


def parameter_list(module, parameters, defaults):
    """The text of a module of RTL, with its parameter list made anew."""
    lines = [
        f"    // {range_of(values)}: {reason}\n    parameter integer {name} = {defaults[name]}"
        for name, (values, reason) in parameters.items()
    ]
    return re.sub(r"(?<=\nmodule weir #\(\n).*?(?=\n\) \()",
                  lambda _: ",\n".join(lines),
                  module,
                  count=1,
                  flags=re.S)


NEEDS = [  # what must not be, and the name of the error
    ("VALUE_W == 64 && (VALUE_REGS == 0 || ARGS != 1 || FRAME != 0 || RING != 0)",
     "VALUE_W_64_needs_VALUE_REGS_and_ARGS_1_and_neither_FRAME_nor_RING"),
    ("ARGS > 1 && VALUE_REGS == 0", "ARGS_above_1_needs_VALUE_REGS"),
    ("PINS != 0 && HARTS > 15", "PINS_need_HARTS_up_to_15"),
    ("FRAME == 1 && HARTS + (PINS != 0 ? 1 : 0) > 4",
     "more_than_4_HARTS_with_one_more_for_PINS_need_FRAME_2_or_4"),
    ("CHECKPOINT != 0 && 2 * RESERVED > (4 << FIFO_LOG2)", "CHECKPOINT_needs_a_larger_FIFO_LOG2"),
]


def ranges(parameters, defaults):
    """The module that rejects parameter values: the name of what it instantiates is the error."""
    out = [
        "// SPDX-License-Identifier: Apache-2.0",
        "// weir_ranges: elaboration fails, with the reason as the name of a missing module, when a parameter",
        "// of `weir` is out of range. Made by `make regs` from rtl/regs/parameters.toml.",
        "`default_nettype none",
        "module weir_ranges #(",
        ",\n".join(f"    parameter integer {name} = {defaults[name]}"
                   for name in [*parameters]) + ",",
        "    parameter integer RESERVED = 0  // bytes of FIFO for a checkpoint",
        ") ();",
        "  generate",
    ]

    def check(label, wrong, what):
        out.extend(
            [f"    if ({wrong}) begin : g_{label}", f"      ERROR_{what} error ();", "    end"])

    for name, (values, _) in parameters.items():
        wrong = " && ".join(
            f"({name} < {v[0]} || {name} > {v[1]})" if isinstance(v, list) else f"{name} != {v}"
            for v in values)
        check(name.lower(), wrong,
              f"{name}_must_be_" + range_of(values).replace(", ", "_or_").replace(" ", "_"))
    for i, (wrong, what) in enumerate(NEEDS):
        check(f"need_{i}", wrong, what)
    out += ["  endgenerate", "endmodule", "`default_nettype wire", ""]
    return "\n".join(out)


PINS_OF = {  # pins that a unit has only with this parameter, by how their names begin
    "RETIRE": "retire_", "PINS": "pins_", "PROTECT": "auth_", "TIME_BASE": "time_gray_",
    "FILTER": "trigger_", "FRAME": "frame_", "RING": "m_"
}  # yapf: disable
HIGH = {"auth_i", "m_idle_i"}  # inputs that are high where they are absent


def preset_module(name, values, parameters, weir):
    """Module weir_NAME: a preset with only the pins that it has."""
    header = weir[weir.index(") (") + 3:weir.index("\n);")]
    ports = re.findall(r"^    (input|output) +wire +(\[.*?\](?= \w+_i|\ +\w+_[io]))? *(\w+)",
                       header, re.M)
    owner = lambda port: next((p for p, start in PINS_OF.items() if port.startswith(start)), None)
    has = [p for p in ports if not owner(p[2]) or values[owner(p[2])]]
    fixed = [k for k in parameters if k in PINS_OF]
    free = [k for k in parameters if k not in fixed]
    size = lambda text: re.sub(r"\((PINS) > 0 \? PINS : 1\)", str(max(values["PINS"], 1)), text)

    def tied(port, width):
        """A constant as wide as this input."""
        high = int(port in HIGH)
        found = re.fullmatch(r"\[(.*)-1:0\]", size(width)) if width else None
        if not width:
            return f"1'b{high}"
        return f"{{({found[1]}){{1'b{high}}}}}" if found else f"{int(width[1:-3]) + 1}'d0"

    text = ", ".join(f"{k} {values[k]}" for k in fixed)
    out = [
        "// SPDX-License-Identifier: Apache-2.0",
        f"// weir_{name}: preset `{name}` of `weir`, with only the pins that it has.",
        "// Made by `make regs` from rtl/regs/presets.toml and rtl/weir.sv, which says what the pins do.",
        "//",
        f"// Fixed    {text}",
        "`default_nettype none",
        f"module weir_{name} #(",
        ",\n".join(f"    parameter integer {k} = {values[k]}" for k in free),
        ") (",
        ",\n".join(f"    {d:6} wire {size(w) + ' ' if w else ''}{n}" for d, w, n in has),
        ");",
    ]
    absent = [p for p in ports if p not in has]
    wires = [p for p in absent if p[0] == "output"]
    out += [f"  wire {size(w) + ' ' if w else ''}{n};" for _, w, n in wires]
    if wires:
        out.append(f"  wire unused = &{{1'b0, {', '.join(n for *_, n in wires)}}};")
    out.append("  weir #(")
    out.append(",\n".join([f"      .{k}({k})"
                           for k in free] + [f"      .{k}({values[k]})" for k in fixed]))
    out.append("  ) u_weir (")
    out.append(",\n".join(
        f"      .{n}" if (d, w, n) in has or d == "output" else f"      .{n}({tied(n, w)})"
        for d, w, n in ports))
    out += ["  );", "endmodule", "`default_nettype wire", ""]
    return "\n".join(out)


def presets_table(presets, count, parameters):
    names = list(presets)[:count]
    out = [
        "<!-- SPDX-License-Identifier: Apache-2.0 -->",
        "<!-- Made by `make regs` from rtl/regs/presets.toml and rtl/regs/parameters.toml. -->",
        "# Presets",
        "",
        "The parameters of `weir`, and the values of each preset. The defaults are those of `small`.",
        "`tiny` is a top module of its own, `weir_tiny`, with one parameter. A value outside its range",
        "ends the elaboration with an error that names it.",
        "",
        f"| parameter | values | choose it for | {' | '.join(names)} |",
        "|---|---|---|" + "---|" * count,
    ]
    out += [
        f"| {k} | {range_of(values)} | {reason} | " +
        " | ".join(str(presets[n][1].get(k, "-")) for n in names) + " |"
        for k, (values, reason) in parameters.items()
    ]
    return "\n".join(out) + "\n"


def main():
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    top, entries = read_registers(HERE / "weir.rdl")
    stream = read_stream(HERE / "stream.toml")
    presets = read_presets(HERE / "presets.toml")
    parameters = read_parameters(HERE / "parameters.toml")
    small = presets[0]["small"][1]
    weir = (ROOT / "rtl/weir.sv").read_text()
    sources = describe.files_of(ROOT / "rtl/weir.f")
    files = {
        "rtl/weir_pkg.sv": systemverilog(entries, stream),
        "rtl/weir_event.sv": event_layout(stream),
        "rtl/weir_csr.sv": csr.module(top),
        "driver/include/weir_regs.h": c_registers(top, entries),
        "driver/include/weir_stream.h": c_stream(stream),
        "docs/registers.md": documentation(top),
        "docs/presets.md": presets_table(*presets, parameters),
        "rtl/presets.mk": presets_make(*presets),
        "rtl/weir_ranges.sv": ranges(parameters, small),
        "rtl/weir_small.sv": preset_module("small", small, parameters, weir),
        "rtl/weir_full.sv": preset_module("full", presets[0]["full"][1], parameters, weir),
        "rtl/weir.sv": parameter_list(weir, parameters, small),
        "rtl/regs/weir.svd": describe.svd(top),
        "rtl/regs/weir.ipxact.xml": describe.ipxact(top),
        "weir.core": describe.fusesoc(top, sources),
        "Bender.yml": describe.bender(sources),
    }
    for path, text in files.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        if path.endswith((".sv", ".h")):
            text = in_columns(text)
        (target / path).write_text(text)
        print(f"wrote {path}")


if __name__ == "__main__":
    main()
