# SPDX-License-Identifier: Apache-2.0
"""Modules of registers from weir.rdl: decode, storage, write masks, read multiplexer, lock list.

weir_csr has the control page, weir_filter_csr and weir_ring_csr the registers of these stages,
weir_tiny_csr those of weir_tiny. Part of generate.py. What each user-defined property means stands
at the head of weir.rdl.
"""

import re
import textwrap

from systemrdl.node import RegNode

CONTROL_PAGE = 0x1000
HEAD = """// SPDX-License-Identifier: Apache-2.0
// {name}: {what}.
// Made by `make regs` from rtl/regs/weir.rdl.
//
{ports}
`default_nettype none"""
PORTS = (
    "REGISTER_FIELD_o is what is stored, _early_o its value of the next cycle, _i what another "
    "stage holds; _set_i sets a sticky bit, _incr_i counts. at_REGISTER_o: it is addressed. Of "
    "several registers, the first is in the low bits.")
MANY_PORTS = "More than 40, because each field has its own. "


class Field:
    """A field and how a module makes it: constant, stored, sticky, counter, input or write-only."""
    def __init__(self, register, node):
        name = node.inst_name.lower()
        self.lsb, self.width, self.reset = node.low, node.width, node.get_property("reset")
        self.name = register.name if name == register.name else f"{register.name}_{name}"
        self.present = node.get_property("present") or register.present
        self.bits, self.low = node.get_property("bits"), node.get_property("unused_low") or 0
        self.early, self.cleared = node.get_property("early"), node.get_property("cleared")
        onwrite = node.get_property("onwrite")
        self.onwrite = onwrite.name if onwrite else None
        self.saturates = node.get_property("incrsaturate")
        outside = node.get_property("by") or register.by
        if not node.is_sw_readable:
            self.kind = "write-only"
        elif node.get_property("counter"):
            self.kind = "counter"
        elif not outside and self.onwrite == "woclr":
            self.kind = "sticky"
            if node.get_property("precedence").name != "hw":
                raise ValueError(f"{self.name}: an event wins over a store that clears it")
        elif outside or node.is_hw_writable:
            self.kind = "input"
        else:
            self.kind = "stored" if node.is_sw_writable else "constant"
        self.stored = self.kind in ("stored", "sticky", "counter")
        self.count, self.used = register.count, self.width - self.low

    def vector(self):
        if self.count:
            return f"[{f'{self.used}*' if self.used > 1 else ''}{self.count}-1:0]"
        return f"[{self.width - 1}:{self.low}]" if self.used > 1 else ""

    def of(self, k):
        """Its part of a port: of register k, if there are several."""
        if not self.count:
            return ""
        return f"[{k}]" if self.used == 1 else f"[{self.used}*{k} +: {self.used}]"

    def data(self):
        msb, lsb = self.lsb + self.width - 1, self.lsb + self.low
        return f"wdata_i[{lsb}]" if self.used == 1 else f"wdata_i[{msb}:{lsb}]"

    def initial(self):
        return f"{self.used}'h{(self.reset or 0) >> self.low:x}"


class Register:
    """A register, or an array of them; `count` is HARTS if each hart has one."""
    def __init__(self, node, parent=None):
        prefix = f"{parent.inst_name.lower()}_" if parent is not None else ""
        self.name = prefix + node.inst_name.lower()
        self.title = node.get_property("name")
        self.offset = node.raw_address_offset + (parent.raw_address_offset if parent else 0)
        array = parent if parent is not None and parent.is_array else node
        self.element = array.raw_address_offset
        self.stride = array.array_stride if array.is_array else 0
        number = array.array_dimensions[0] if array.is_array else 0
        self.count = "HARTS" if number == 16 else str(number) if number else None
        self.present, self.by = node.get_property("present"), node.get_property("by")
        self.group = node.get_property("group")
        self.locked, self.secret = node.get_property("locked"), node.get_property("secret")
        self.whole, self.not_tiny = node.get_property("whole"), node.get_property("not_tiny")
        # a stage needs to know that it is addressed
        self.acts = self.by or node.get_property("acts") or any(
            f.get_property("by") for f in node.fields())
        self.node = node
        self.fields = [Field(self, f) for f in node.fields()]
        self.stores = any(f.kind in ("stored", "sticky") for f in self.fields)
        self.hit = f"at_{self.name}_o" if self.acts else f"is_{self.name}"
        self.any = f"|{self.hit}" if self.count else self.hit


def registers(top):
    """Those of the control page."""
    found = []
    for n in top.children():
        if n.raw_address_offset < CONTROL_PAGE:
            found += [Register(n)] if isinstance(
                n, RegNode) else [Register(r, n) for r in n.registers()]
    return found


def commented(text, indent):
    return textwrap.wrap(text,
                         98 - indent,
                         initial_indent=" " * indent + "// ",
                         subsequent_indent=" " * indent + "// ")


def joined(first, parts, glue, indent, end=";"):
    """`first` and the parts, as many a line as fit."""
    lines, line = [], first
    for i, part in enumerate(parts):
        line += "," if glue == "," and i else ""
        piece = part if not i or glue in ("", ",") else f"{glue} {part}"
        if len(line) + 1 + len(piece) + len(end) > 98:
            lines.append(line)
            line = " " * indent + piece
        else:
            line += ("" if line.endswith(("{", "(")) else " ") + piece
    return lines + [line + end]


def at_spaces(text):
    """An expression in pieces between which a line may end."""
    return re.split(r"(?<=,) | (?=[?:] )", text)


class Module:
    """values: of all parameters, for a unit that has none of them but FIFO_LOG2.
    group: of the registers; late: a store arrives a cycle after its address.
    """
    def __init__(self, top, defaults, name, what, values=None, group=None, late=False):
        self.name, self.what, self.values, self.group, self.late = name, what, values, group, late
        every = [r for r in registers(top) if self.has(r.present) and not (values and r.not_tiny)]
        for r in every:
            r.fields = [f for f in r.fields if r.whole or self.has(f.present)]
        self.own = [r for r in every if values or r.group == group]
        self.others = [] if values or group else sorted({r.group for r in every if r.group})
        self.locked_groups = {r.group for r in every if r.locked}
        offsets = [at for r in self.own for at, _ in self.places(r)]
        # bits that distinguish the registers
        self.top = max((max(offsets) ^ min(offsets)).bit_length(), 6) if group else 12
        expressions = " ".join(x or "" for r in self.own
                               for x in (r.present, r.count, *(y for f in r.fields if f.stored
                                                               for y in (f.present, f.bits))))
        self.parameters = {
            p: d
            for p, d in defaults.items() if p in re.findall(r"\w+", expressions)
        } if not values else {"FIFO_LOG2": defaults["FIFO_LOG2"]}
        if group:
            self.parameters = {}

    def has(self, condition):
        return (not condition or self.values is None
                or bool(eval(condition, {}, dict(self.values))))  # a comparison of parameters

    def need(self, condition):
        """A condition that the module has to check."""
        return None if self.values or self.group else condition

    @staticmethod
    def places(r):
        """(offset, index) of each register of an array, but not of those of all harts."""
        if r.count == "HARTS":
            return []
        return [(r.offset + k * r.stride, k) for k in range(int(r.count or 1))]

    # ---- ports

    def ports(self):
        span = f"[{self.top - 1}:2]"
        page = "the control page is addressed," if not self.group else "one of them is addressed,"
        ports = [("input", "", "clk_i", ""), ("input", "", "rst_ni", "")]
        if any(f.cleared for r in self.own for f in r.fields):
            ports.append(("input", "", "clear_i", "see CTRL.CLEAR"))
        if not self.group:
            ports.append(("input", "", "page_i", page))
        ports += [("input", span, "offset_i",
                   "at this word" if not self.group else "read this one"),
                  ("input", "", "store_i", "a whole word is stored")]
        if self.late:
            ports.append(("input", span, "store_offset_i", "to this one"))
        ports.append(("input", "[31:0]", "wdata_i", ""))
        ports += [("input", "", f"{g}_i", f"registers of {g} are addressed") for g in self.others]
        ports += [("output", "[31:0]", "read_o", "0 if there is no such register"),
                  ("output", "", "known_o", "there is")]
        if not self.group and not self.values:
            ports += [("output", "", "locked_o", "it cannot be stored now"),
                      ("output", "", "secret_o", "its reads need authorisation")]
        for r in self.own:
            more = []
            if r.acts:
                more.append(("output", f"[{r.count}-1:0]" if r.count else "", f"at_{r.name}_o", ""))
            if r.whole and not self.values:
                more.append(("input", "[31:0]", f"{r.name}_i", ""))
            for f in () if r.whole else r.fields:
                if f.stored:
                    more.append(("register", f.vector(), f"{f.name}_o", ""))
                if f.stored and f.early:
                    more.append(("output", f.vector(), f"{f.name}_early_o", ""))
                if f.kind in ("sticky", "counter"):
                    what = "set" if f.kind == "sticky" else "incr"
                    more.append(("input", "", f"{f.name}_{what}_i", ""))
                if f.kind == "input":
                    more.append(("input", f.vector(), f"{f.name}_i", ""))
            if more:
                ports += [commented(r.title, 4), *more]
        out, last = [], max(i for i, p in enumerate(ports) if isinstance(p, tuple))
        for i, p in enumerate(ports):
            if isinstance(p, list):
                out += ["", *p]
                continue
            way, vector, name, comment = p
            way = "output logic" if way == "register" else f"{way:6} wire"
            text = f"    {way:12} {vector:15} {name}{',' if i != last else ''}"
            out.append(f"{text:56}  // {comment}" if comment else text.rstrip())
        return out, sum(isinstance(p, tuple) for p in ports)

    # ---- decode

    def compared(self, offset, high, low, address="offset_i"):
        bits = high - low
        return f"{address}[{high - 1}:{low}] == {bits}'h{offset >> low & (1 << bits) - 1:x}"

    def blocks(self):
        """Offsets of the blocks of 16 words that have registers."""
        return sorted({at >> 6 << 6 for r in self.own for at, _ in self.places(r)})

    def decode(self, r, hit, address):
        """The wire that says that a register is addressed."""
        need = self.need(r.present)
        need = f"{need} && " if need else ""
        size = f"[{r.count}-1:0] " if r.count else ""
        hit = f"assign {hit}" if r.acts else f"wire {size}{hit}"
        if r.count == "HARTS":
            if r.stride == 4:
                return [f"  {hit} = at_{r.element:03x};"]
            log2 = (r.stride - 1).bit_length()
            word = self.compared(r.offset - r.element, log2, 2)
            return [f"  {hit} = at_{r.element:03x} & {{HARTS{{{word}}}}};"]
        if r.count:
            each = [
                self.compared(r.offset + k * r.stride, self.top, 2, address)
                for k in reversed(range(int(r.count)))
            ]
            return joined(f"  {hit} = {{", each, ",", 6, "};")
        if self.top <= 7:
            return [f"  {hit} = {need}{self.compared(r.offset, self.top, 2, address)};"]
        return [
            f"  {hit} = {need}in_{r.offset >> 6 << 6:03x} && "
            f"{self.compared(r.offset, 6, 2)};"
        ]

    def decodes(self):
        out = ["", "  // ---- decode"]
        if self.top > 7:
            out += [
                f"  wire in_{b:03x} = page_i && {self.compared(b, self.top, 6)};"
                for b in self.blocks()
            ]
        per_hart = [r for r in self.own if r.count == "HARTS" and r.offset == r.element]
        out += ["  genvar h;"] if per_hart else []
        for r in per_hart:
            log2 = (r.stride - 1).bit_length()
            need = self.need(r.present)
            need = f"{need} && " if need else ""
            out += [
                f"  wire [HARTS-1:0] at_{r.element:03x};", "  generate",
                f"    for (h = 0; h < HARTS; h = h + 1) begin : g_at_{r.element:03x}",
                f"      assign at_{r.element:03x}[h] = {need}page_i && offset_i[11:{log2}]"
                f" == {12 - log2}'h{r.element >> log2:x} + h[{11 - log2}:0];", "    end",
                "  endgenerate"
            ]
        checked = not self.group and not self.values
        for r in self.own:
            if r.count == "HARTS" or r.acts or r.stores or (checked and (r.locked or r.secret)):
                out += self.decode(r, r.hit, "store_offset_i" if self.late else "offset_i")
        return out

    def checks(self):
        """known_o, locked_o, secret_o."""
        out, known = [], []
        for b in self.blocks():
            bits = ["1'b0"] * 16
            for r in self.own:
                for at, _ in self.places(r):
                    if at >> 6 << 6 == b:
                        bits[at >> 2 & 15] = self.need(r.present) or "1'b1"
            if all(x[0] in "01" for x in bits):
                value = sum((x == "1'b1") << n for n, x in enumerate(bits))
                out.append(f"  localparam [15:0] KNOWN_{b:03x} = 16'h{value:04x};")
            else:
                out += joined(f"  localparam [15:0] KNOWN_{b:03x} = {{", bits[::-1], ",", 6, "};")
            where = f"in_{b:03x} && " if self.top > 7 else (
                f"{self.compared(b, self.top, 6)} && " if self.top > 6 else "")
            listed = f"{where}KNOWN_{b:03x}[offset_i[5:2]]"
            known.append(f"({listed})" if where else listed)
        known += [r.any for r in self.own if r.count == "HARTS"]
        out += joined("  assign known_o =", known, "||", 6)
        if self.group or self.values:
            return out
        locked = [r.any for r in self.own if r.locked]
        locked += [f"{g}_i" for g in self.others if g in self.locked_groups]
        out += joined("  assign locked_o = lock_o && (", locked, "||", 6, ");")
        out += joined("  assign secret_o =", [r.any for r in self.own if r.secret], "||", 6)
        return out

    # ---- storage

    def value(self, f):
        """What a store writes."""
        if f.bits:
            return f"{f.data()} & ~NO_{f.bits}[31:0]"
        return f.data()

    def clocked(self, reset, initial, condition, loop, stores):
        """A block of registers: reset to `initial`; under `condition`, each k of `loop`, stored."""
        out = ["  always_ff @(posedge clk_i) begin"]
        if len(initial) == 1:
            out += [f"    if ({reset}) {initial[0]}", f"    else {condition}"]
        else:
            out += [
                f"    if ({reset}) begin", *(f"      {i}" for i in initial),
                f"    end else {condition}"
            ]
        indent = "      "
        if loop:
            out[-1] = out[-1].rstrip()
            first, second = loop
            out += [f"{indent}{first}", f"{indent}  {second}"]
            indent += "  "
        if len(stores) == 1 and len(out[-1]) + len(stores[0]) < 98:
            out[-1] = f"{out[-1].rstrip()} {stores[0]}"
        elif len(stores) == 1:
            out.append(f"{indent}  {stores[0]}")
        else:
            out[-1] = f"{out[-1].rstrip()} begin"
            out += [f"{indent}  {s}" if loop else f"      {s}" for s in stores]
            out.append(f"{indent}end" if loop else "    end")
        return out + ["  end"]

    def storage(self, r):
        """The flops of a register."""
        out = []
        each = f"for (int k = 0; k < {r.count}; k = k + 1)"
        hit = f"store && {r.hit}[k]" if r.count else f"store && {r.hit}"

        def of_field(f):
            need = self.need(f.present)
            return f"{need} && " if need and f.present != r.present or f.kind == "counter" else ""

        initial = lambda f: f"{f.name}_o <= " + (f"{{{r.count}{{{f.initial()}}}}};"
                                                 if r.count else f"{f.initial()};")
        reset = lambda f: "!rst_ni || clear_i" if f.cleared else "!rst_ni"
        plain = [f for f in r.fields if f.kind == "stored" and f.onwrite != "woset" and not f.early]
        for condition in dict.fromkeys((of_field(f), f.cleared) for f in plain):
            some = [f for f in plain if (of_field(f), f.cleared) == condition]
            stores = [f"{f.name}_o{f.of('k')} <= {self.value(f)};" for f in some]
            test = f"if ({condition[0]}{hit})"
            out += self.clocked(reset(some[0]), [initial(f) for f in some], "" if r.count else test,
                                (each, test) if r.count else None, stores)
        for f in (f for f in r.fields if f.stored and f not in plain):
            if f.early:
                out += [
                    "  generate", f"    for (h = 0; h < {r.count}; h = h + 1) begin : g_{f.name}",
                    f"      assign {f.name}_early_o{f.of('h')} = {of_field(f)}"
                    f"{hit.replace('[k]', '[h]')}",
                    f"          ? {self.value(f)} : {f.name}_o{f.of('h')};", "    end",
                    "  endgenerate"
                ]
                out += self.clocked(reset(f), [initial(f)], "", None,
                                    [f"{f.name}_o <= {f.name}_early_o;"])
            elif f.kind == "counter":
                full = f" && !(&{f.name}_o)" if f.saturates else ""
                need = f"{self.need(f.present)} && " if self.need(f.present) else ""
                out += self.clocked(reset(f), [initial(f)], f"if ({need}{f.name}_incr_i{full})",
                                    None, [f"{f.name}_o <= {f.name}_o + {f.used}'d1;"])
            elif f.kind == "sticky":
                out += [
                    "  always_ff @(posedge clk_i) begin", f"    if ({reset(f)}) {initial(f)}",
                    f"    else if ({of_field(f)}{f.name}_set_i) {f.name}_o <= 1'b1;",
                    f"    else if ({hit} && {f.data()}) {f.name}_o <= 1'b0;", "  end"
                ]
            else:
                out += self.clocked(reset(f), [initial(f)], f"if ({hit} && {f.data()})", None,
                                    [f"{f.name}_o <= 1'b1;"])
        return out

    # ---- read

    def built(self, r):
        """A word of parameters, where their values are known."""
        parts, fixed = [], 0
        for f in r.node.fields():
            name = f.inst_name.upper()
            if name in self.parameters:
                parts.append(f"{name} << {f.low}")
            else:
                fixed |= self.values[name] << f.low
        return " | ".join([f"32'h{fixed:08x}", *parts])

    def word(self, r, k=""):
        """The 32 bits that a read returns, from the highest field on."""
        if r.whole:
            return self.built(r) if self.values else f"{r.name}_i"
        parts, at = [], 32
        for f in sorted(r.fields, key=lambda f: -f.lsb):
            if f.kind == "write-only":
                continue
            if f.lsb + f.width < at:
                parts.append(f"{at - f.lsb - f.width}'d0")
            if f.kind == "constant":
                parts.append(f"{f.width}'h{f.reset:x}")
            else:
                parts.append(f"{f.name}_{'i' if f.kind == 'input' else 'o'}{f.of(k)}")
            if f.low:
                parts.append(f"{f.low}'d0")
            at = f.lsb
        if at:
            parts.append(f"{at}'d0")
        if all(f.kind == "constant" for f in r.fields):
            return f"32'h{sum(f.reset << f.lsb for f in r.fields):08x}"
        return "{" + ", ".join(parts) + "}" if len(parts) > 1 else parts[0]

    def tree(self, words, high, low=2):
        """A binary multiplexer of {word offset / 4: expression}; none reads 0."""
        if not words:
            return "32'd0"
        if high == low:
            return words[0]
        half = 1 << (high - low - 1)
        zero = self.tree({n: w for n, w in words.items() if n < half}, high - 1, low)
        one = self.tree({n - half: w for n, w in words.items() if n >= half}, high - 1, low)
        return f"(n{high - 1} ? {one} : {zero})"

    def gated(self, words, high, low=2):
        """(conditions, multiplexer): the conditions are those without which it reads 0."""
        half = 1 << (high - low - 1) if high > low else 0
        upper = {n - half: w for n, w in words.items() if n >= half}
        if not half or 0 < len(upper) < len(words):
            return [], self.tree(words, high, low)
        conditions, tree = self.gated(upper or words, high - 1, low)
        return [f"{'' if upper else '!'}n{high - 1}", *conditions], tree

    def block(self, base, words, within):
        """Wires, and [condition, word] of a block of 16 words; what is not chosen reads 0."""
        quarters = {}
        for n, word in words.items():
            quarters.setdefault(n >> 2, {})[n & 3] = word
        out, parts = [], []
        if len(quarters) == 4:
            for quarter, part in quarters.items():
                name = quarters[quarter] = f"word_{base:03x}_{quarter}"
                tree = self.tree(part, 4)
                out += joined(f"  wire [31:0] {name} =", at_spaces(tree), "", 6)
            return out, [(within, self.tree(quarters, 6, 4))]
        for quarter, part in quarters.items():
            conditions, tree = self.gated(part, 4)
            place = [f"{'' if quarter >> 1 else '!'}n5", f"{'' if quarter & 1 else '!'}n4"]
            select = f"sel_{base:03x}_{quarter}"
            out.append(f"  wire {select} = {' && '.join([*within, *place, *conditions])};")
            parts.append(([select], tree))
        return out, parts

    def reads(self):
        bits = ", ".join(f"n{n} = offset_i[{n}]" for n in range(2, min(self.top, 6)))
        out = ["", "  // ---- read", f"  wire {bits};"]
        ored = []
        for b in self.blocks():
            words = {}
            for r in self.own:
                readable = any(f.kind != "write-only" for f in r.fields)
                for at, k in self.places(r) if readable else ():
                    if at >> 6 << 6 != b:
                        continue
                    need, word = self.need(r.present), self.word(r, k)
                    if need or len(word) > 24:
                        name = f"{r.name}_w{k if r.count else ''}"
                        word = f"{need} ? {word} : 32'd0" if need else word
                        out += joined(f"  wire [31:0] {name} =", at_spaces(word), "", 6)
                        word = name
                    words[at - b >> 2] = word
            within = [f"in_{b:03x}"] if self.top > 7 else (
                [self.compared(b, self.top, 6)] if self.top > 6 else [])
            lines, parts = self.block(b, words, within)
            out += lines
            for n, (conditions, tree) in enumerate(parts):
                name = f"word_{b:03x}" + (f"_{n}" if len(parts) > 1 else "")
                if tree not in words.values():
                    out += joined(f"  wire [31:0] {name} =", at_spaces(tree), "", 6)
                    tree = name
                ored.append(f"({{32{{{conditions[0]}}}}} & {tree})" if conditions else tree)
        for element in sorted({r.element for r in self.own if r.count == "HARTS"}):
            those = [r for r in self.own if r.element == element and r.count == "HARTS"]
            name = f"word_{element:03x}"
            words = {r.offset - element >> 2: self.word(r, "k") for r in those}
            conditions, tree = self.gated(words, (those[0].stride - 1).bit_length())
            gate = " && ".join([f"at_{element:03x}[k]", *conditions])
            out += [
                f"  logic [31:0] {name};", "  always_comb begin", f"    {name} = 32'd0;",
                "    for (int k = 0; k < HARTS; k = k + 1)", f"      if ({gate})",
                *joined(f"        {name} = {name} |", at_spaces(tree), "", 12), "  end"
            ]
            ored.append(name)
        out.append("  // AREA: four words a LUT; AND-OR where most words of four are of no "
                   "register.")
        return out + joined("  assign read_o =", ored, "|", 6)

    def unused(self):
        """Bits of a store that no register has."""
        written = 0
        for f in (f for r in self.own for f in r.fields):
            if f.kind in ("stored", "sticky"):
                written |= (1 << f.lsb + f.width) - (1 << f.lsb + f.low)
        return [] if written == 0xffffffff else ["  wire unused = &{1'b0, wdata_i};"]

    def text(self):
        ports, number = self.ports()
        out = [
            HEAD.format(name=self.name,
                        what=self.what,
                        ports="\n".join(
                            textwrap.wrap((MANY_PORTS if number > 40 else "") + PORTS,
                                          98,
                                          initial_indent="// Ports    ",
                                          subsequent_indent="//          ")))
        ]
        if self.parameters:
            out.append(f"module {self.name} #(")
            out += [
                f"    parameter integer {p} = {d}{',' if i < len(self.parameters) - 1 else ''}"
                for i, (p, d) in enumerate(self.parameters.items())
            ]
            out.append(") (")
        else:
            out.append(f"module {self.name} (")
        out += [*ports, ");"]
        out += self.decodes() + self.checks()
        out += ["", "  // ---- storage"]
        out += [
            f"  localparam [32:0] NO_{bits} = 33'h1ffffffff << {bits};  // bits that are not there"
            for bits in sorted({f.bits for r in self.own for f in r.fields if f.bits})
        ]
        lock = not self.group and not self.values
        out.append(f"  wire store = store_i{' && !locked_o' if lock else ''};")
        for r in self.own:
            out += self.storage(r)
        out += self.reads()
        out += [*self.unused(), "`ifdef FORMAL", f'`include "{self.name}_fv.svh"', "`endif"]
        return "\n".join([*out, "endmodule", "`default_nettype wire", ""])


def modules(top, defaults, tiny):
    """{name: text} of the modules. defaults: of the parameters; tiny: values of weir_tiny."""
    made = [
        Module(top, defaults, "weir_csr",
               "the registers of the control page: decode, storage, read multiplexer, lock list"),
        Module(top,
               defaults,
               "weir_filter_csr",
               "the registers of filter: storage and read multiplexer",
               group="filter",
               late=True),
        Module(top,
               defaults,
               "weir_ring_csr",
               "the registers of the ring: storage and read multiplexer",
               group="ring"),
        Module(top,
               defaults,
               "weir_tiny_csr",
               "the registers of weir_tiny: decode, storage, read multiplexer",
               values=tiny),
    ]
    return {m.name: m.text() for m in made}
