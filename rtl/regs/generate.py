#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make every file that is derived from weir.rdl, stream.toml, parameters.toml and weir.f:
`make regs`, or generate.py [output root].
"""

import re
import sys
import textwrap
import tomllib
from pathlib import Path

import csr
import describe
import properties
from systemrdl import RDLCompiler
from systemrdl.node import RegNode

PRESETS = ("tiny", "small", "full", "wide")
OWN = ("tiny", "wide")  # presets with a top module of their own
DROP_CODES = 16  # of drop reasons in registers and stream
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SOURCES = "rtl/regs/weir.rdl and rtl/regs/stream.toml"


class Field:
    """A field of a register; constants are REG_FIELD, or REG when both have the same name."""
    def __init__(self, register, node):
        field = node.inst_name.upper()
        self.name = register if field == node.parent.inst_name else f"{register}_{field}"
        self.lsb, self.width = node.low, node.width
        self.reset = node.get_property("reset")
        self.constant = not node.is_hw_writable and not node.is_sw_writable


class Component:
    """A register or a group of them, or an array; offset is relative to the group it lies in."""
    def __init__(self, node, parent=None):
        self.inst, self.parent, self.title = node.inst_name, parent, node.get_property("name")
        self.name = f"{parent.name}_{self.inst}" if parent else self.inst
        self.offset = node.raw_address_offset
        self.count = node.array_dimensions[0] if node.is_array else None
        self.stride = node.array_stride if node.is_array else None
        self.definition = node.inst.original_def  # shared by those of one named type
        self.is_register = isinstance(node, RegNode)
        self.nodes = list(node.fields()) if self.is_register else []
        self.fields = [Field(self.name, f) for f in self.nodes]
        self.value = sum(
            f.reset << f.lsb
            for f in self.fields) if self.fields and all(f.constant for f in self.fields) else None
        self.children = [] if self.is_register else [Component(n, self) for n in node.children()]


def walk(components, seen=None):
    """All components, outer ones first; those inside a type only where it is used first."""
    seen = set() if seen is None else seen
    for c in components:
        shared = c.definition in seen and c.definition is not None
        yield c, shared
        if not shared:
            seen.add(c.definition)
            yield from walk(c.children, seen)


def read_registers(path):
    """The address map of weir.rdl as (root node, [Component])."""
    compiler = RDLCompiler()
    compiler.compile_file(str(path))
    top = compiler.elaborate().top
    return top, [Component(n) for n in top.children()]


def parameters_rdl(parameters):
    """CONFIG and FEATURES, with a field for each parameter."""
    out = [
        "// SPDX-License-Identifier: Apache-2.0",
        "// Registers that show the parameters. Made by `make regs` from rtl/regs/parameters.toml."
    ]
    for register, title in (("CONFIG", "Sizes that this unit was built with"),
                            ("FEATURES", "Features that this unit was built with")):
        out += [f"reg {register.lower()}_t {{", f'    name = "{title}";', "    whole = true;"]
        fields = [(name, p["field"], p["reason"]) for name, p in parameters.items()]
        fields += TOP_FIELDS
        for name, bits, reason in fields:
            if bits.startswith(register):
                out.append(
                    f'    field {{ sw = r; hw = w; desc = "{reason[0].upper()}{reason[1:]}."; }} '
                    f"{name.lower()}{bits.removeprefix(register)};")
        out.append("};")
    return "\n".join(out) + "\n"


def read_stream(path):
    """stream.toml as [(group title, [(name, value, bits)])]; bits None is a plain integer."""
    s = tomllib.loads(path.read_text())
    s["drop"] = {name: reason["code"] for name, reason in s["drop"].items()}
    s["drop"] |= {"COUNT": len(s["drop"]), "CODES": DROP_CODES}
    known = s["ids"].pop("known")
    id_w = s["ids"]["sys"][1].bit_length()
    ids = [(f"ID_{g.upper()}_{end}", v, id_w) for g, pair in s["ids"].items()
           for end, v in zip(("FIRST", "LAST"), pair)]
    ids += [(f"ID_{n}", v, id_w) for n, v in known.items()]
    items = [(f"ITEM_{n}", v, id_w if n == "USER_SHORT_IDS" else s["items"]["MAX"].bit_length())
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
    ]


def in_hex(name):
    """Whether people read this constant in hexadecimal; the others they count with."""
    return name.startswith("ID_") or name.endswith(
        ("_VALUE", "_RESET")) or re.fullmatch(r"REG_\w+(?<!_COUNT)(?<!_STRIDE)", name)


def described(component):
    """The title of its constants."""
    inside = "; offsets inside it are relative to one of them" if component.count else ""
    return f"{component.name}: {component.title}" + (inside if component.children else "")


def used_by_rtl():
    """Constants that designs, properties and benches name, whatever they are."""
    folders = ("rtl", "sim", "tests", "fpga")
    files = [f for d in folders for f in (ROOT / d).rglob("*.sv*") if f.suffix in (".sv", ".svh")]
    return set(re.findall(r"weir_pkg::(\w+)", " ".join(f.read_text() for f in files)))


def in_columns(text, width=100):
    """The text with comments wrapped; a trailing comment that does not fit goes above its line."""
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
        out += textwrap.wrap(comment + (end or ""),
                             width,
                             initial_indent=first,
                             subsequent_indent=rest,
                             break_long_words=False,
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
        if re.search("^REG_|_(LSB|WIDTH|RESET|VALUE)$", name) and name not in used:
            return  # of a register: C has all, RTL those that something uses
        kind = "integer" if bits is None else f"[{bits - 1}:0]"
        number = f"h{value:0{((bits or 16) + 3) // 4}X}" if in_hex(name) else f"d{value}"
        text = str(value) if bits is None and not in_hex(name) else f"{bits or 32}'{number}"
        out.append(f"  localparam {kind} {name} = {text};")

    def title(text):
        out.extend(["", f"  // {text}"])

    for c, shared in walk(entries):
        before = len(out)
        constant(f"REG_{c.name}", c.offset, max(12, -(-c.offset.bit_length() // 4) * 4))
        if c.count:
            constant(f"REG_{c.name}_COUNT", c.count)
            constant(f"REG_{c.name}_STRIDE", c.stride)
        if c.value is not None:
            constant(f"{c.name}_VALUE", c.value, 32)
        for f in c.fields if not shared else ():
            constant(f"{f.name}_LSB", f.lsb)
            constant(f"{f.name}_WIDTH", f.width)
            if f.reset is not None:
                constant(f"{f.name}_RESET", f.reset, f.width)
        if out[before:]:
            out[before:before] = ["", f"  // {c.name}: {c.title}"]
    for name, constants in stream:
        title(name)
        for c in constants:
            constant(*c)
    out += ["", "endpackage", "// verilator lint_on UNUSEDPARAM", ""]
    return "\n".join(out)


def event_layout(stream):
    """(rtl/weir_event.sv: widths, rtl/weir_types.svh: fields) of an event and of an entry."""
    constants = {c[0]: c[1] for _, constants in stream for c in constants}
    item, tag = "weir_event::ITEM_W", "weir_event::ID_W"
    id_w, item_w = (constants[name].bit_length() for name in ("ID_SYS_LAST", "ITEM_MAX"))
    event = [("logic [1:0]", 2, "arg_count", "extra arguments it has,"),
             ("logic [95:0]", 96, "args",
              "and these, the first in the low bits; nothing else is read"),
             ("logic", 1, "is_switch", "id is SWITCH_ID"), ("logic [3:0]", 4, "hart", ""),
             ("logic [1:0]", 2, "ctx", "weir_pkg::CONTEXT_*"),
             ("logic [weir_pkg::DROP_W-1:0]", constants["DROP_W"], "kind",
              "the drop reason, weir_pkg::DROP_*; USER, COM, SYS: its class"),
             (f"logic [{tag}-1:0]", id_w, "id", ""), ("logic [31:0]", 32, "value", "")]
    shared = [field for field in event if field[2] in ("is_switch", "ctx", "kind", "id", "value")]
    item_of_snoop = [("logic", 1, "change", "an event only if value is another running thread"),
                     *shared]
    entry = [("logic", 1, "is_event", "1: flux event, 0: integer"),
             (f"logic [{item}-1:0]", item_w, "item", ""), ("logic [31:0]", 32, "value", "")]
    width = lambda fields: sum(bits for _, bits, *_ in fields)
    package = [
        "// SPDX-License-Identifier: Apache-2.0",
        "// Widths of what goes from stage to stage; its fields are in weir_types.svh.",
        f"// Made by `make regs` from {SOURCES}.",
        "// A module uses what it needs of these:",
        "// verilator lint_off UNUSEDPARAM",
        "package weir_event;",
        f"  localparam integer ID_W    = {id_w};",
        f"  localparam integer ITEM_W  = {item_w};   // a row, one bit wider than an id, and a "
        "hart",
        f"  localparam integer W       = {width(event)};  // event_t, from port and snoop to "
        "admit",
        f"  localparam integer ENTRY_W = {width(entry)};   // entry_t, from admit to pack",
        "  localparam integer SOURCE_W = 6;   // a source: hart, context",
        "  // arg_count and args of an event without",
        "  localparam [97:0] NO_ARGS = 98'd0;",
        f"  localparam integer ITEM = {width(item_of_snoop)};  // item_t, from snoop to arbiter",
    ]
    package += ["endpackage", "// verilator lint_on UNUSEDPARAM", ""]
    types = [
        "// SPDX-License-Identifier: Apache-2.0",
        "// Types of what goes from stage to stage, for a module to include. Ports are plain bits,",
        "// as wide as weir_event says: not every tool takes types of ports, or of packages.",
        f"// Made by `make regs` from {SOURCES}.",
    ]
    for name, fields in (("event_t", event), ("item_t", item_of_snoop), ("entry_t", entry)):
        types.append("typedef struct packed {")
        for kind, _, field, meaning in fields:
            types += [f"  // {meaning}"] if len(meaning) > 40 else []
            note = f"  // {meaning}" if 0 < len(meaning) <= 40 else ""
            types.append(f"  {kind} {field};{note}")
        types.append(f"}} {name};")
    return "\n".join(package), "\n".join([*types, ""])


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


def c_registers(entries):
    """Offsets and fields, with names as in RTL, and no packed structs.

    A packed struct has alignment 1, so a RISC-V compiler may access it byte by byte; registers take
    whole words.
    """
    sections = []
    for c, shared in walk(entries):
        digits = 2 if c.parent else 3
        constants = [(f"WEIR_REG_{c.name}", f"0x{c.offset:0{digits}x}")]
        if c.count:
            constants += [(f"WEIR_REG_{c.name}_COUNT", c.count),
                          (f"WEIR_REG_{c.name}_STRIDE", f"0x{c.stride:x}")]
        if c.value is not None:
            constants.append((f"WEIR_{c.name}_VALUE", f"0x{c.value:08x}"))
        for f in c.fields if not shared else ():
            constants += [(f"WEIR_{f.name}_LSB", f.lsb),
                          (f"WEIR_{f.name}_MASK", f"0x{((1 << f.width) - 1) << f.lsb:x}"),
                          (f"WEIR_{f.name}_WIDTH", f.width)]
            if f.reset is not None:
                constants.append((f"WEIR_{f.name}_RESET", f"0x{f.reset:x}"))
        if shared:
            sections[-1][1].extend(constants)
        else:
            sections.append((described(c), constants))
    return c_header("WEIR_REGS_H", "Offsets and fields of the registers.", "weir.rdl", sections)


def drop_reasons(path=HERE / "stream.toml"):
    """[(name, code, what is dropped)], which have the codes from 0 on."""
    found = [(name, reason["code"], reason["dropped"].strip())
             for name, reason in tomllib.loads(path.read_text())["drop"].items()]
    if [code for _, code, _ in found] != list(range(len(found))) or len(found) > DROP_CODES:
        raise ValueError("the codes of the drop reasons are not 0, 1, 2, ...")
    return found


def reasons_table(page, reasons):
    """The text of theory.md with its table of the drop reasons made anew."""
    rows = [f"| {code} | {name} | {dropped} |" for name, code, dropped in reasons]
    table = "\n".join(["| reason | name | dropped |", "|---|---|---|", *rows])
    return re.sub(r"(?<=<!-- drop reasons: made by `make regs` -->\n)(\|.*\n)+",
                  lambda _: table + "\n", page)  # yapf: disable


def c_stream(stream):
    sections = [(title, [(f"WEIR_{n}", f"0x{v:04x}" if in_hex(n) else v) for n, v, _ in constants])
                for title, constants in stream]
    text = c_header("WEIR_STREAM_H", "Numbers of the stream.", "stream.toml", sections)
    names = [f'"{name}"' for name, _, _ in drop_reasons()]
    more = ["", "/* names of the drop reasons, by code */", "#define WEIR_DROP_NAMES \\"]
    more += textwrap.wrap(", ".join(names), 92, initial_indent="    {", subsequent_indent="     ")
    more[-1] += "}"
    more += [
        "", "/* bit of a drop reason in a set of causes: 0 is no space, for any class */",
        "#define WEIR_DROP_CAUSE(reason) \\",
        "    ((reason) < WEIR_DROP_TORN ? 0u : 1u + (reason)-WEIR_DROP_TORN)",
        "", "/* item of the total of the drops for a reason, of a source */",
        "#define WEIR_ITEM_DROPPED_OF(reason, context, hart) \\",
        "    (((reason) < 8 ? WEIR_ITEM_DROPPED + 64u * (reason) \\",
        "                   : WEIR_ITEM_DROPPED_MORE + 64u * ((reason)-8u)) + \\",
        "     16u * (context) + (hart))", ""
    ]
    end = "\n#endif"
    return text.replace(end, "\n".join(more) + end)


def counted(path):
    """{registers of the counters: what each counts}."""
    classes = {
        name: code
        for name, code in tomllib.loads(path.read_text())["classes"].items()
        if name not in ("COUNT", "CODES")
    }
    return {
        "DROPPED": ", ".join(f"{code} {name}" for name, code, _ in drop_reasons(path)),
        "OFFERED": ", ".join(f"{code} {name}" for name, code in classes.items()),
    }


TASKS = [  # (what a reader wants to do, registers, how)
    ("find the unit, and what it has", "MAGIC VERSION CONFIG FEATURES", ""),
    ("start, stop, begin anew", "CTRL STATUS FAULT", ""),
    ("offer an event", "HART", "a PORT: store VALUE, then ID; or a WINDOW: one store"),
    ("read the trace", "LEVEL DATA TAIL", "read as many words of DATA as LEVEL says"),
    ("be interrupted", "IRQ_ENABLE IRQ_STATUS WATERMARK", ""),
    ("know what was dropped", "COUNTERS", ""),
    ("follow thread switches and traps", "SNOOP SWITCH_ID", ""),
    ("record less", "SELECT SELECT_ID RANGE RATE_LIMIT FILTERED PORT_MASK", ""),
    ("record at the right time", "TRIGGER TRIGGER_STATE MATCH FREEZE_AFTER", ""),
    ("trace pins", "PIN_RISE PIN_FALL PIN_BUS", ""),
    ("set the unit of time", "TIME_STEP TIME_CTRL", ""),
    ("let the unit drain itself", "RING_CTRL RING_BASE RING_SIZE RING_STATUS RING_AT", "to memory"),
    ("", "FRAME_CTRL FRAME_HZ", "to a byte stream"),
    ("look without taking, or after a crash", "PEEK_AT PEEK_DATA FIFO_POINTERS SNAPSHOT", ""),
    ("protect it", "LOCK AUTH PORT_MASK", ""),
]


def tasks(entries):
    """The table of what registers are for."""
    named = {c.inst for c in entries}
    yield from ("| you want to | registers | |", "|---|---|---|")
    for task, registers, how in TASKS:
        if missing := set(registers.split()) - named:
            raise ValueError(f"TASKS of the registers: there is no {', '.join(missing)}")
        yield f"| {task} | {', '.join(registers.split())} | {how} |"


def documentation(top, entries, codes):
    """docs/reference/registers.md. `codes`: {register: what its copies count}."""
    def where(c):
        text = (f"Offset 0x{c.offset:03X} in {c.parent.name.replace('_', ' ')}"
                if c.parent else f"Offset 0x{c.offset:05X}")
        return text + (f"; {c.count} of them, one every 0x{c.stride:X} bytes." if c.count else ".")

    def heading(c):
        # a title ends at its first stop; the rest is a sentence below
        title, *rest = re.split("[;:.] ", c.title, maxsplit=1)
        return f"{c.parent.name + ' ' if c.parent else ''}{c.inst}: {title}", "".join(rest)

    described = [c for c, shared in walk(entries) if not shared]  # others: the table of their group

    def link(c):
        anchor = re.sub(r"[^\w -]", "", heading(c)[0].lower()).replace(" ", "-")
        either = "--" not in anchor  # where GitHub and MkDocs differ
        return f"[{c.inst}](#{anchor})" if either and c in described else c.inst

    def table(components):
        yield from ("| Offset | Identifier | Name |", "| --- | --- | --- |")
        for c in components:
            digits = 3 if c.parent else 5
            several = f"[{c.count}]" if c.count else ""
            yield f"| 0x{c.offset:0{digits}X} | {link(c)}{several} | {c.title} |"

    def access(node):
        text = ("r" if node.is_sw_readable else "") + ("w" if node.is_sw_writable else "")
        effect = node.get_property("onwrite")
        return {"woclr": "r, 1 clears", "woset": "r, 1 sets"}.get(effect and effect.name, text)

    hart = next(c for c in entries if c.inst == "HART")
    port = next(c for c in hart.children if c.inst == "PORT")
    out = [
        "<!-- SPDX-License-Identifier: Apache-2.0 -->",
        "<!-- What software reads and writes. Made by `make regs` from rtl/regs/weir.rdl. -->",
        f"# {top.get_property('name')}",
        "",
        "*For firmware and RTL engineers. It answers: what is at each address, bit by bit.*",
        "",
        f"{top.get_property('desc')} What each access does beside this: "
        "[theory](../explanation/theory.md).",
        "",
        *tasks(entries),
        "",
        "The page of a port of hart h and context c (0 thread, 1 interrupt, 2 user) is at "
        f"0x{hart.offset:X} + 0x{hart.stride:X} * h + 0x{port.stride:X} * c.",
        "",
        "## All registers",
        "",
        *table(entries),
    ]
    for c in described:
        level = "##" if not c.parent else "###" if not c.parent.parent else "####"
        title, rest = heading(c)
        out += [
            "", f"{level} {title}", "",
            where(c) + (f" {rest[0].upper()}{rest[1:]}." if rest else ""), ""
        ]
        if c.inst in codes:
            out += [f"Register n counts: {codes[c.inst]}.", ""]
        if c.children:
            out += table(c.children)
            continue
        out += [
            "| Bits | Identifier | Access | Reset | Meaning |", "| --- | --- | --- | --- | --- |"
        ]
        for f in c.nodes:
            bits = f"{f.high}:{f.low}" if f.width > 1 else f"{f.low}"
            reset = f.get_property("reset")
            out.append(f"| {bits} | {f.inst_name} | {access(f)} | "
                       f"{'—' if reset is None else f'0x{reset:X}'} | {f.get_property('desc')} |")
    return "\n".join(out) + "\n"


def read_presets(path):
    """The sets of parameters.toml as {name: (top module, {parameter: value})}, presets first, and
    the number of presets.
    """
    t = tomllib.loads(path.read_text())
    of = lambda preset: {name: entry[preset] for name, entry in t["parameters"].items()}
    found = {preset: (f"weir_{preset}", t[preset]["parameters"]) if preset in OWN else
                     ("weir", of(preset)) for preset in PRESETS}
    for name, differences in t["sets"].items():
        top, values = found[differences.pop("preset")]
        if unknown := differences.keys() - values.keys():
            raise ValueError(f"sets.{name}: no such parameter: {', '.join(unknown)}")
        found[name] = top, {**values, **differences}
    return found, len(PRESETS)


# Of FEATURES, beside the fields of the parameters: what software has to know of weir_tiny and
# weir_wide.
TOP_FIELDS = [("TINY", "FEATURES[7:7]",
               "1: weir_tiny, which has no event windows, guaranteed ports, counters of delivered "
               "events, snoop, or registers TIME_LO, TIME_HI and WAIT"),
              ("WIDE", "FEATURES[15:15]",
               "1: weir_wide, whose ring port has 64 bits, and whose ring has no sections")]


def features(top, parameters, path=HERE / "parameters.toml"):
    """{parameter: value} of a unit, whatever its top module; what this does not have is 0.

    Benches, golden model and tests ask for these, and for TINY and WIDE.
    """
    t = tomllib.loads(path.read_text())
    tops = {own.upper(): int(top == f"weir_{own}") for own in OWN}
    fixed = t.get(top.removeprefix("weir_"), {}).get("fixed", {})
    return {**tops, **dict.fromkeys(t["parameters"], 0), **fixed, **parameters}


def golden_parameters(parameters, presets):
    """The header with the parameters as the golden model has them, an initialiser of them, and
    those of every set.
    """
    names = [*(own.upper() for own in OWN), *parameters]
    meaning = {own.upper(): f"1: the top module is weir_{own}" for own in OWN}
    meaning |= {k: f"{range_of(p['values'])}: {p['reason']}" for k, p in parameters.items()}
    fields = [f"    unsigned {name.lower()}; /* {meaning[name]} */" for name in names]
    values = textwrap.wrap(", ".join(f"UNIT_{name}" for name in names),
                           92, initial_indent="    {", subsequent_indent="     ")  # yapf: disable
    sets = [
        f"    SET({n}, " + ", ".join(str(features(top, p)[name]) for name in names) + ")"
        for n, (top, p) in presets.items()
    ]
    return "\n".join([
        "/* SPDX-License-Identifier: Apache-2.0 */",
        "/* The parameters that the RTL was built with. Made by `make regs` from parameters.toml: "
        "the",
        " * golden model knows their names from there, but nothing else of the RTL. */",
        "#ifndef WEIR_GOLDEN_PARAMETERS_H",
        "#define WEIR_GOLDEN_PARAMETERS_H",
        "",
        "struct weir_golden_parameters {",
        *fields,
        "};",
        "",
        "/* Their values: a build defines them as UNIT_NAME. */",
        "#define WEIR_GOLDEN_BUILT_WITH \\",
        " \\\n".join(values) + "}",
        "",
        "/* The presets, then further sets for tests: SET(name, values). */",
        "#define WEIR_GOLDEN_SETS(SET) \\",
        " \\\n".join(sets),
        "",
        "#endif",
        "",
    ])


def presets_make(presets, count):
    names = list(presets)
    out = [
        "# SPDX-License-Identifier: Apache-2.0",
        "# Top module and parameters of the presets, and of further sets for tests; what each has.",
        "# Made by `make regs` from parameters.toml.",
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
    """parameters.toml as {name: what it says of this parameter}."""
    return tomllib.loads(path.read_text())["parameters"]


def read_exclusions(path):
    """parameters.toml as [(expression that must not be true, reason)]."""
    return [(e["wrong"], e["reason"]) for e in tomllib.loads(path.read_text())["exclusion"]]


def range_of(values):
    """Allowed values in words: "0, 4 to 16"."""
    return ", ".join(f"{v[0]} to {v[1]}" if isinstance(v, list) else str(v) for v in values)


def parameter_list(module, parameters, defaults):
    """The text of a module of RTL, with its parameter list made anew."""
    lines = [
        f"    // {range_of(p['values'])}: {p['reason']}\n"
        f"    parameter integer {name} = {defaults[name]}" for name, p in parameters.items()
    ]
    return re.sub(r"(?<=\nmodule weir #\(\n).*?(?=\n\) \()",
                  lambda _: ",\n".join(lines),
                  module,
                  count=1,
                  flags=re.S)


def ranges(parameters, defaults, exclusions):
    """The module that rejects parameter values: the name of what it instantiates is the error."""
    out = [
        "// SPDX-License-Identifier: Apache-2.0",
        "// weir_ranges: elaboration fails, with the reason as the name of a missing module, when "
        "a parameter",
        "// of `weir` is out of range. Shows all of them as CONFIG and FEATURES do.",
        "// Made by `make regs` from rtl/regs/parameters.toml.",
        "`default_nettype none",
        "module weir_ranges #(",
        ",\n".join(f"    parameter integer {name} = {defaults[name]}"
                   for name in [*parameters]) + ",",
        "    parameter integer RESERVED = 0  // bytes of FIFO for a checkpoint",
        ") (",
        "    output wire [31:0] config_o,",
        "    output wire [31:0] features_o",
        ");",
    ]
    for register in "CONFIG", "FEATURES":
        parts = [
            f"{name} << {re.search(r':([0-9]+)', bits)[1]}"
            for name, bits in ((k, p["field"]) for k, p in parameters.items())
            if bits.startswith(register)
        ]
        out += csr.joined(f"  assign {register.lower()}_o =", parts, "|", 6)
    out.append("  generate")

    def check(label, wrong, what):
        out.extend(
            [f"    if ({wrong}) begin : g_{label}", f"      ERROR_{what} error ();", "    end"])

    for name, parameter in parameters.items():
        values = parameter["values"]
        wrong = " && ".join(
            f"({name} < {v[0]} || {name} > {v[1]})" if isinstance(v, list) else f"{name} != {v}"
            for v in values)
        check(name.lower(), wrong,
              f"{name}_must_be_" + range_of(values).replace(", ", "_or_").replace(" ", "_"))
    for i, (wrong, reason) in enumerate(exclusions):
        check(f"exclusion_{i}", wrong, re.sub(r"\W+", "_", reason))
    out += ["  endgenerate", "endmodule", "`default_nettype wire", ""]
    return "\n".join(out)


def preset_module(name, values, parameters, weir):
    """Module weir_NAME: a preset with only the pins that it has."""
    header = weir[weir.index(") (") + 3:weir.index("\n);")]
    ports = re.findall(r"^    (input|output) +wire +(\[.*?\](?= \w+_i|\ +\w+_[io]))? *(\w+)",
                       header, re.M)
    pins_of = {k: p["pins"] for k, p in parameters.items() if "pins" in p}
    highs = [pin for p in parameters.values() for pin in p.get("high", [])]
    owner = lambda port: next((p for p, start in pins_of.items() if port.startswith(start)), None)
    has = [p for p in ports if not owner(p[2]) or values[owner(p[2])]]
    fixed = [k for k in parameters if k in pins_of]
    free = [k for k in parameters if k not in fixed]
    size = lambda text: re.sub(r"\((PINS) > 0 \? PINS : 1\)", str(max(values["PINS"], 1)), text)

    def tied(port, width):
        """A constant as wide as this input."""
        high = int(port in highs)
        found = re.fullmatch(r"\[(.*)-1:0\]", size(width)) if width else None
        if not width:
            return f"1'b{high}"
        return f"{{({found[1]}){{1'b{high}}}}}" if found else f"{int(width[1:-3]) + 1}'d0"

    text = ", ".join(f"{k} {values[k]}" for k in fixed)
    out = [
        "// SPDX-License-Identifier: Apache-2.0",
        f"// weir_{name}: preset `{name}` of `weir`, with only the pins that it has.",
        "// Made by `make regs` from rtl/regs/parameters.toml and rtl/weir.sv, which says what "
        "the pins do.",
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
    heads = re.findall(r"^## ((.*): .*)$", (ROOT / "docs/explanation/theory.md").read_text(), re.M)
    anchors = {stage: re.sub(r"[^\w\- ]", "", head).replace(" ", "-") for head, stage in heads}
    link = lambda stage: f"[{stage}](../explanation/theory.md#{anchors[stage].lower()})"
    out = [
        "<!-- SPDX-License-Identifier: Apache-2.0 -->",
        "<!-- Made by `make regs` from rtl/regs/parameters.toml. -->",
        "# Presets",
        "",
        "*For SoC engineers who configure the unit. It answers: which parameter does what, and "
        "what each preset has.*",
        "",
        "The parameters of `weir`, and the values of each preset. The defaults are those of "
        "`small`.",
        "`tiny` and `wide` are top modules of their own, `weir_tiny` and `weir_wide`, with some of "
        "the parameters.",
        "A value outside its range ends the elaboration with an error that names it.",
        "So do values that exclude each other: `weir_full`, with frames and 8 pins, takes up to 3 "
        "harts and values of 32 bits.",
        "",
        f"| parameter | values | choose it for | described in | {' | '.join(names)} |",
        "|---|---|---|---|" + "---|" * count,
    ]
    out += [
        f"| {k} | {range_of(p['values'])} | {p['reason']} | {link(p['stage'])} | " +
        " | ".join(str(presets[n][1].get(k, "-")) for n in names) + " |"
        for k, p in parameters.items()
    ]
    return "\n".join(out) + "\n"


def main():
    sys.path.append(str(ROOT / "sim/bench"))
    import pairs  # which reads the tables by this module

    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    parameters = read_parameters(HERE / "parameters.toml")
    rdl = parameters_rdl(parameters)
    if target == ROOT:
        (HERE / "parameters.rdl").write_text(rdl)  # weir.rdl includes it
    top, entries = read_registers(HERE / "weir.rdl")
    stream = read_stream(HERE / "stream.toml")
    presets = read_presets(HERE / "parameters.toml")
    small = presets[0]["small"][1]
    weir = (ROOT / "rtl/weir.sv").read_text()
    sources = describe.files_of(ROOT / "rtl/weir.f")
    event, types = event_layout(stream)
    files = {
        "rtl/weir_pkg.sv": systemverilog(entries, stream),
        "rtl/weir_event.sv": event,
        "rtl/weir_types.svh": types,
        "rtl/regs/parameters.rdl": rdl,
        "driver/include/weir_regs.h": c_registers(entries),
        "driver/include/weir_stream.h": c_stream(stream),
        "docs/reference/registers.md": documentation(top, entries, counted(HERE / "stream.toml")),
        "docs/explanation/theory.md": reasons_table(
            (ROOT / "docs/explanation/theory.md").read_text(), drop_reasons()),
        "docs/reference/presets.md": presets_table(*presets, parameters),
        "rtl/presets.mk": presets_make(*presets),
        "rtl/pairs.mk": pairs.makefile(),
        "rtl/weir_ranges.sv": ranges(parameters, small, read_exclusions(HERE / "parameters.toml")),
        "rtl/weir_small.sv": preset_module("small", small, parameters, weir),
        "rtl/weir_full.sv": preset_module("full", presets[0]["full"][1], parameters, weir),
        "sim/golden/weir_golden_parameters.h": golden_parameters(parameters, presets[0]),
        "rtl/weir.sv": parameter_list(weir, parameters, small),
        "rtl/regs/weir.svd": describe.svd(top),
        "rtl/regs/weir.ipxact.xml": describe.ipxact(top),
        "weir.core": describe.fusesoc(top, sources),
        "Bender.yml": describe.bender(sources),
    }
    tiny = features(*presets[0]["tiny"])
    made = {
        f"rtl/{'tiny/' if 'tiny' in name else ''}{name}.sv": text
        for name, text in csr.modules(top, {p: small[p]
                                            for p in parameters}, tiny).items()
    }
    files |= {path: properties.labelled(path, text) for path, text in made.items()}
    files |= properties.files(top, tiny, made)
    for path, text in files.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        if path.endswith((".sv", ".h")):
            text = in_columns(text)
        (target / path).write_text(text)
        print(f"wrote {path}")


if __name__ == "__main__":
    main()
