# SPDX-License-Identifier: Apache-2.0
"""Properties of the modules of registers, NAME_fv.svh: what each address reads and what a store to
it does, as weir.rdl says. Part of generate.py.

csr.py makes the modules. This file shares no code with it, so an error of either is a property that
fails. Each register that a module stores is modelled as the word that software reads.
properties.toml has the proofs, and the mutants that they must catch.
"""

import re
import textwrap
import tomllib
from pathlib import Path

from systemrdl.node import RegNode

HERE = Path(__file__).resolve().parent
PAGE = 0x1000


class Field:
    """A field; `low` and `high` are the first and the last bit that it has."""
    def __init__(self, register, node, present, outside):
        self.node, self.present = node, present
        inst = node.inst_name.lower()
        self.port = inst if inst == register else f"{register}_{inst}"
        self.low, self.high = node.low + (node.get_property("unused_low") or 0), node.high
        self.width = self.high - self.low + 1
        self.reset = (node.get_property("reset") or 0) << node.low
        write = node.get_property("onwrite")
        self.write = write.name if write is not None else None
        self.counts, self.early = node.get_property("counter"), node.get_property("early")
        self.saturates = node.get_property("incrsaturate")
        self.event_wins = node.get_property("precedence").name == "hw"  # over a store of its cycle
        self.cleared, self.bits = node.get_property("cleared"), node.get_property("bits")
        self.outside = outside or bool(node.get_property("by"))

    def kind(self):
        """model: the module stores it; port: it comes from outside; none: it never changes."""
        if not self.node.is_sw_readable:
            return "none"
        if not self.outside and (self.counts or self.write == "woclr"):
            return "model"
        if self.outside or self.node.is_hw_writable:
            return "port"
        return "model" if self.node.is_sw_writable else "none"

    def part(self, word):
        return f"{word}[{self.high}:{self.low}]"


class Register:
    """A register at one address, or that of one hart: index is f_hart, or its place in an array."""
    def __init__(self, node, name, offset, stride, index, condition):
        self.node, self.name, self.index = node, name, index
        self.offset, self.stride = offset, stride
        self.present = condition(node)
        self.harts = index == "f_hart"
        self.label = name + (f"_{index}" if isinstance(index, int) else "")
        self.f = f"f_{self.label}"
        self.at = f"12'h{offset:03x}" + (f" + {stride} * {{7'd0, f_hart}}" if self.harts else "")
        outside = bool(node.get_property("by"))
        self.fields = [
            Field(name, f, condition(f), outside) for f in node.fields()
            if condition(f) is not None
        ]
        self.seen = node.get_property("acts") or any(f.outside for f in self.fields)

    def of(self, kind):
        return [f for f in self.fields if f.kind() == kind]

    def port(self, name, width):
        """The part of a port that is of this register."""
        if self.index is None:
            return name
        return f"{name}[{self.index}]" if width == 1 else (
            f"{name}[{width}*{self.index} +: {width}]")


def mask(fields):
    return sum((2 << f.high) - (1 << f.low) for f in fields)


def number(value):
    return f"32'h{value:08x}"


def shifted(expression, field):
    """A part of a word in its place."""
    above, below = 31 - field.high, field.low
    parts = [f"{above}'d0"] * bool(above) + [expression] + [f"{below}'d0"] * bool(below)
    return "{" + ", ".join(parts) + "}" if len(parts) > 1 else expression


def joined(first, parts, glue, glued=False):
    """`first` and the parts, as many a line as fit; `glued`: the glue is before the first, too."""
    indent = " " * (len(first) - len(first.lstrip()) + 4)
    lines, line = [], first
    for n, part in enumerate(parts):
        piece = f"{glue} {part}" if glue and (n or glued) else part
        for word in piece.split(" ") if len(piece) > 90 else [piece]:
            if len(line) + 1 + len(word) > 100:
                lines.append(line)
                line = indent + word
            else:
                line += " " * bool(line) + word
    return [*lines, line]


class Properties:
    """Of one module. known: the values of parameters that it does not have; parameters: its own."""
    def __init__(self, top, name, plan, parameters, known):
        self.name, self.plan = name, plan
        self.parameters, self.known = parameters, known
        self.group, self.late = plan.get("group"), plan.get("late", False)
        self.locks = plan.get("locks", False)
        self.registers = [r for node, *place in self.nodes(top) for r in self.of_node(node, *place)]

    # ---- what the module has

    def condition(self, node):
        """When it is there: "" always, None never, else an expression of parameters."""
        text = node.get_property("present")
        if not text or self.group:
            return ""
        name = text.split()[0]
        if name in self.parameters:
            return f"({text})"
        if name in self.known:
            return "" if self.known[name] else None
        return ""

    @staticmethod
    def nodes(top):
        """(register, the group it lies in or nothing) of the control page."""
        for child in top.children():
            if child.raw_address_offset >= PAGE:
                continue
            if isinstance(child, RegNode):
                yield child, None
            else:
                yield from ((node, child) for node in child.registers())

    def of_node(self, node, outer):
        if self.known and node.get_property("not_tiny"):
            return
        if (node.get_property("group") or None) != self.group or self.condition(node) is None:
            return
        name = "_".join(n.inst_name.lower() for n in (outer, node) if n is not None)
        base = node.raw_address_offset + (outer.raw_address_offset if outer is not None else 0)
        array = outer if outer is not None and outer.is_array else node
        count = array.array_dimensions[0] if array.is_array else 0
        stride = array.array_stride if count else 0
        if count == 16:
            yield Register(node, name, base, stride, "f_hart", self.condition)
        elif count:
            for k in range(count):
                yield Register(node, name, base + k * stride, stride, k, self.condition)
        else:
            yield Register(node, name, base, 0, None, self.condition)

    # ---- the words

    def whole(self, register):
        """Parameters that software reads: given to the module, or known here."""
        if not self.known:
            return [f"{register.name}_i"]
        parts, fixed = [], 0
        for field in register.node.fields():
            name = field.inst_name.upper()
            if name in self.parameters:
                parts.append(f"({name} << {field.low})")
            else:
                fixed |= self.known[name] << field.low
        return [number(fixed), *parts]

    def read(self, register):
        """What the register reads: the parts of its word."""
        if register.node.get_property("whole"):
            return self.whole(register)
        constant = sum(f.reset for f in register.of("none") if f.node.is_sw_readable)
        parts = [number(constant)] if constant else []
        if register.of("model"):
            parts.append(register.f)
        parts += [
            shifted(register.port(f"{field.port}_i", field.width), field)
            for field in register.of("port")
        ]
        return parts or ["32'd0"]

    def stored(self, register):
        """The bits of its word that a store changes; an expression."""
        def bits(fields):
            names = {f.bits for f in fields if f.bits}
            return f"32'hffffffff >> (32 - {names.pop()})" if names else number(mask(fields))

        plain = [f for f in register.of("model") if not f.write and not f.counts]
        always = [f for f in plain if not f.present or f.present == register.present]
        some = [f for f in plain if f not in always]
        parts = [bits(always)] if always else []
        parts += [
            f"({need} ? {bits([f for f in some if f.present == need])} : 32'd0)"
            for need in dict.fromkeys(f.present for f in some)
        ]
        return " | ".join(parts)

    @staticmethod
    def event(register, field, word):
        """What an event of the hardware does to a field."""
        need = field.present or register.present
        need = f"{need} && " if need else ""
        part = field.part(word)
        if field.write == "woclr":
            return [f"  if ({need}{field.port}_set_i) {part} = 1'b1;"]
        if field.counts:
            full = f" && {part} != '1" if field.saturates else ""
            test = f"  if ({need}{field.port}_incr_i{full})"
            return joined(test, [f"{part} = {part} + 1'b1;"], "")
        return []

    def model(self, register):
        """The word of what the module stores of a register, as it is read."""
        fields = register.of("model")
        if not fields:
            return []
        if len({bool(f.cleared) for f in fields}) > 1:
            raise ValueError(f"{register.name}: CLEAR resets all of it, or nothing")
        hit = f"f_store && {self.hit(register, 'to' if self.late else 'is')}"
        word = f"{register.f}_next"
        out = [
            f"logic [31:0] {register.f}, {word};", "always_comb begin", f"  {word} = {register.f};"
        ]
        change = lambda value: joined(f"  if ({hit}) {word} =", [f"{value};"], "")
        for field in (f for f in fields if not f.event_wins):
            out += self.event(register, field, word)
        if stored := self.stored(register):
            out += change(f"f_mixed({register.f}, {stored})")
        for how, value in ("woclr", "& ~(wdata_i & {})"), ("woset", "| (wdata_i & {})"):
            if some := [f for f in fields if f.write == how]:
                out += change(f"{register.f} {value.format(number(mask(some)))}")
        for field in (f for f in fields if f.event_wins):
            out += self.event(register, field, word)
        reset = f"!rst_ni{' || clear_i' if fields[0].cleared else ''}"
        begins = number(sum(f.reset for f in fields))
        return [
            *out, "end",
            f"always_ff @(posedge clk_i) {register.f} <= {reset} ? {begins} : {word};"
        ]

    # ---- the properties

    @staticmethod
    def hit(register, what="is"):
        """The wire that says that it is addressed; of those of harts, that of one hart."""
        return f"f_{what}_{register.label}"

    def decode(self, register):
        need = f"{register.present} && " if register.present else ""
        page = "" if self.group else "page_i && "
        out = [f"wire {self.hit(register)} = {need}{page}f_at == {register.at};"]
        if self.late:
            out += [f"wire {self.hit(register, 'to')} = {need}f_store_at == {register.at};"]
        if register.harts:
            above = f"({{20'd0, f_at}} - 32'h{register.offset:x})"
            out += joined(f"wire f_some_{register.label} = {need}page_i", [
                f"f_at >= 12'h{register.offset:03x}", f"{above} % {register.stride} == 0",
                f"{above} / {register.stride} < HARTS;"
            ], "&&", True)
        return out

    def list_of(self, name, chosen):
        """A wire that says that one of these registers is addressed, of any hart."""
        parts = [f"f_{'some' if r.harts else 'is'}_{r.label}" for r in self.registers if chosen(r)]
        return joined(f"wire {name} =", [*parts[:-1], parts[-1] + ";"], "||")

    def models(self):
        """Everything before the properties."""
        harts = [r for r in self.registers if r.harts]
        out = ["logic f_started = 1'b0;", "always_ff @(posedge clk_i) f_started <= 1'b1;",
               "// Reset is first.", "always_comb m_reset: assume (f_started || !rst_ni);"]
        if harts:
            out += ["// f_is_: the register of this hart is addressed; f_some_: that of some hart.",
                    "(* anyconst *) wire [4:0] f_any;",
                    "wire [4:0] f_hart = {27'd0, f_any} < HARTS ? f_any : 5'd0;"]
        out += ["", "// ---- what is addressed"]
        if self.group:
            base, bits = min(r.offset for r in self.registers), self.plan["bits"]
            high = f"{12 - bits}'h{base >> bits:x}"
            out += [f"wire [11:0] f_at = {{{high}, offset_i, 2'b00}};"]
            out += [f"wire [11:0] f_store_at = {{{high}, store_offset_i, 2'b00}};"] * self.late
        else:
            out += ["wire [11:0] f_at = {offset_i, 2'b00};"]
        for r in self.registers:
            out += self.decode(r)
        out += self.list_of("f_known", lambda r: True)
        if harts:
            others = [f"(f_some_{r.label} && !f_is_{r.label})" for r in harts]
            out += joined("wire f_other =", [*others[:-1], others[-1] + ";"], "||")
        if self.locks:
            out += self.list_of("f_locked", lambda r: r.node.get_property("locked"))
            out += self.list_of("f_secret", lambda r: r.node.get_property("secret"))
        out += ["", "// ---- what is stored, as software reads it"]
        if self.locks:
            out += ["logic [31:0] f_lock;",
                    "wire f_locks = f_lock[0] && (f_locked || filter_i || ring_i);"]
        out += [f"wire f_store = store_i{' && !f_locks' if self.locks else ''};"]
        out += ["function automatic [31:0] f_mixed(input [31:0] word, input [31:0] bits);",
                "  f_mixed = (word & ~bits) | (wdata_i & bits);", "endfunction"]
        for r in self.registers:
            lines = self.model(r)
            out += lines if r.name != "lock" else [lines[0].replace("f_lock, ", ""), *lines[1:]]
        out += ["", "// ---- what is read", "logic [31:0] f_read;", "always_comb begin",
                "  f_read = 32'd0;"]
        for r in self.registers:
            if any(f.node.is_sw_readable for f in r.fields):
                parts = self.read(r)
                out += joined(f"  if ({self.hit(r)}) f_read =", [*parts[:-1], parts[-1] + ";"], "|")
        return out + ["end"]

    def properties(self):
        """[(sentence or nothing, label, assertion)]."""
        harts = [r for r in self.registers if r.harts]
        rows = [("Each address reads its register; where there is none, 0.", "a_read",
                 f"{'f_other || ' if harts else ''}read_o == f_read"),
                ("These registers are there, and no others.", "a_known", "known_o == f_known")]
        if self.locks:
            rows += [("LOCK keeps what its list has, and the registers of filter and ring.",
                      "a_locked", "locked_o == f_locks"),
                     ("Reads of these need authorisation.", "a_secret", "secret_o == f_secret")]
        seen = [(f"a_at_{r.label}", f"{r.port(f'at_{r.name}_o', 1)} == "
                 f"{self.hit(r, 'to' if self.late else 'is')}") for r in self.registers if r.seen]
        stored, rest = [], []
        for r in self.registers:
            for field in r.of("model"):
                label = field.port + (f"_{r.index}" if isinstance(r.index, int) else "")
                port = lambda way, r=r, field=field: r.port(field.port + way, field.width)
                stored.append((f"a_{label}", f"{port('_o')} == {field.part(r.f)}"))
                if field.early:
                    stored.append((f"a_{label}_early",
                                   f"{port('_early_o')} == {field.part(f'{r.f}_next')}"))
            others = 0xffffffff ^ mask(r.of("model"))
            if r.of("model") and others:
                rest.append((f"a_rest_{r.label}", f"({r.f} & {number(others)}) == 32'd0"))
        for says, those in (("A stage sees that its register is addressed.", seen),
                            ("Each field has what the stores and the hardware made it.", stored),
                            ("Why: the bits between the fields stay 0.", rest)):
            rows += [(says if n == 0 else "", *row) for n, row in enumerate(those)]
        return rows

    def text(self):
        out = ["// SPDX-License-Identifier: Apache-2.0",
               f"// Properties of {self.name}, which includes this file under FORMAL: what each "
               "address reads and",
               "// what a store does, as rtl/regs/weir.rdl says. Made by `make regs`, of which "
               "properties.py, which",
               "// writes this, shares no code with csr.py, which writes the module.", "//"]
        for proof in self.plan["proof"]:
            out += self.comment(f"proof {proof['head']}: {proof['says']}", "")
        out += ["", f"`ifdef PROVE_{self.name}", *self.models(), "",
                "always_comb if (f_started) begin"]
        for says, label, claim in self.properties():
            out += [f"  // {says}"] if says else []
            out += joined(f"  {label}:", [f"assert ({claim});"], "")
            out += self.mutants(label)
        return "\n".join([*out, "end", "`endif", ""])

    @staticmethod
    def comment(text, indent):
        return textwrap.wrap(text, 100, initial_indent=indent + "//! ",
                             subsequent_indent=indent + "//!     ",
                             break_long_words=False, break_on_hyphens=False)  # yapf: disable

    def mutants(self, label):
        out = []
        for m in self.plan["mutant"]:
            if m["by"] != label:
                continue
            options = f", {m['also']}" if "also" in m else ""
            out += self.comment(f"mutant {m['name']}{options}: {m['says']}", "  ")
            becomes = self.comment(f"@{label_of(self.name, m['line'])} {m['becomes']}", "  ")
            out += ["  //!     " + line.split("//!", 1)[1].strip() for line in becomes]
        return out


PLANS = tomllib.loads((HERE / "properties.toml").read_text())


def label_of(module, line):
    """The label of a line that mutants change: the first one's name, without the module's."""
    first = next(m["name"] for m in PLANS[module]["mutant"] if m["line"] == line)
    return first.removeprefix(module.removeprefix("weir_") + "_")


def labelled(path, text):
    """The text of a module with the labels of the lines that mutants change."""
    lines, module = text.splitlines(), Path(path).stem
    for line in dict.fromkeys(m["line"] for m in PLANS[module]["mutant"]):
        at = [n for n, code in enumerate(lines) if code.strip() == line]
        if len(at) != 1:
            raise ValueError(f"{path}: {len(at)} lines {line}")
        lines[at[0]] += f"  // @{label_of(module, line)}"
        if len(lines[at[0]]) > 100:
            raise ValueError(f"{path}: no space for the label of {line}")
    return "\n".join([*lines, ""])


def files(top, known, modules):
    """{path of a module's properties: text}. known: the parameters of weir_tiny; modules: {path of
    a module: text}.
    """
    out = {}
    for path, module in modules.items():
        name = Path(path).stem
        own = re.findall(r"parameter integer (\w+)", module)
        out[path.replace(".sv", "_fv.svh")] = Properties(
            top, name, PLANS[name], own, known if "tiny" in name else {}).text()
    return out
