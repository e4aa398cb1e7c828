# SPDX-License-Identifier: Apache-2.0
"""weir_csr.sv: decode, storage, read multiplexer and lock list of the control page, from weir.rdl.

Part of generate.py. What each user-defined property means stands at the head of weir.rdl.
"""

import re
import textwrap

from systemrdl.node import RegfileNode, RegNode

HEAD = """// SPDX-License-Identifier: Apache-2.0
// csr: the registers of the control page: decode, storage, read multiplexer, lock list.
// Made by `make regs` from rtl/regs/weir.rdl.
//
// Ports    more than 40, because each field has its own: REGISTER_FIELD_o what is stored, _early_o
//          its value of the next cycle, _i what another stage holds, _set_i sets a sticky bit.
//          at_REGISTER_o: the register is addressed. Registers of a hart: hart 0 in the low bits."""

PARAMETERS = ("HARTS VALUE_REGS VALUE_W ARGS QUEUE_LOG2 THREAD_CACHE FIFO_LOG2 RETIRE PINS FILTER "
              "TIME_BASE CHECKPOINT PEEK PROTECT FRAME RING").split()


class Field:
    """A field and how the module makes it: constant, shows, stored, sticky or input."""
    def __init__(self, register, node):
        name, self.lsb, self.width = node.inst_name.lower(), node.low, node.width
        self.name = register.name if name == register.name else f"{register.name}_{name}"
        self.shows, self.reset = node.get_property("shows"), node.get_property("reset")
        self.present = node.get_property("present") or register.present
        self.bits, self.low = node.get_property("bits"), node.get_property("unused_low") or 0
        self.early = node.get_property("early")
        elsewhere = node.get_property("by") or register.by
        sticky = node.get_property("onwrite") is not None and node.get_property(
            "onwrite").name == "woclr"
        if elsewhere or (not sticky and node.is_hw_writable and not self.shows):
            self.kind = "write-only" if not node.is_sw_readable else "input"
        elif self.shows:
            self.kind = "shows"
        elif not node.is_sw_writable:
            self.kind = "constant"
        elif node.get_property("singlepulse"):
            self.kind = "write-only"
        else:
            self.kind = "sticky" if sticky else "stored"
        self.sets = node.get_property("onwrite") is not None and node.get_property(
            "onwrite").name == "woset"
        self.many = register.many
        self.stored_bits = self.bits or str(self.width - self.low)
        # bits of the port, of all harts
        each = self.width - self.low
        self.port = (f"{each}*HARTS" if each > 1 else "HARTS") if self.many else str(self.width -
                                                                                     self.low)

    def vector(self):
        if self.port == "1":
            return ""
        return f"[{self.port}-1:0]" if self.many else f"[{self.width - 1}:{self.low}]"

    def of(self, h):
        """Its part of a port: of hart h, if it has one for each."""
        w = self.width - self.low
        if not self.many:
            return ""
        return f"[{h}]" if w == 1 else f"[{w}*{h} +: {w}]"


class Register:
    """A register of the control page, of all harts if `many`; RANGE and such are of other stages."""
    def __init__(self, node, parent=None):
        prefix = f"{parent.inst_name.lower()}_" if parent is not None else ""
        self.name = prefix + node.inst_name.lower()
        self.title = node.get_property("name")
        self.offset = node.raw_address_offset + (parent.raw_address_offset if parent else 0)
        array = parent if parent is not None and parent.is_array else node
        self.many = array.is_array
        self.stride = array.array_stride if self.many else 0
        self.present, self.by = node.get_property("present"), node.get_property("by")
        # a stage needs to know that it is addressed
        self.acts = self.by or node.get_property("acts") or any(
            f.get_property("by") for f in node.fields())
        self.locked, self.secret = node.get_property("locked"), node.get_property("secret")
        self.fields = [Field(self, f) for f in node.fields()]
        self.hit = f"is_{self.name}"


def registers(top):
    found = []
    for n in top.children():
        if isinstance(n, RegNode):
            found.append(Register(n))
        elif isinstance(n, RegfileNode):
            found += [Register(r, n) for r in n.registers()]
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
        piece = part if i == 0 else f"{glue} {part}"
        if len(line) + 1 + len(piece) + len(end) > 97:
            lines.append(line)
            line = " " * indent + piece
        else:
            line += ("" if line.endswith(("{", "(")) else " ") + piece
    return lines + [line + end]


class Module:
    def __init__(self, top, name="weir_csr", values=None, outside=("filter", "ring")):
        """`values`: those of all parameters, where the unit has none of them."""
        self.values, self.name, self.outside = values, name, outside
        self.all = [r for r in registers(top) if self.has(r.present)]
        self.own = [r for r in self.all if r.by not in outside]
        self.blocks = [b for b in outside if any(r.by == b for r in self.all)]
        self.used = [p for p in PARAMETERS if not values]

    def has(self, condition):
        if not condition or self.values is None:
            return True
        return bool(eval(condition, {}, dict(self.values)))  # a comparison of parameters

    def ports(self):
        ports = [("input", "", "clk_i", ""), ("input", "", "rst_ni", ""),
                 ("input", "", "page_i", "the control page is addressed,"),
                 ("input", "[11:2]", "offset_i", "at this word"),
                 ("input", "", "store_i", "a whole word is stored"),
                 ("input", "[31:0]", "wdata_i", "")]
        ports += [("input", "", f"{b}_i", f"registers of {b} are addressed") for b in self.blocks]
        ports += [("output", "[31:0]", "read_o", "0 if nothing of it is addressed"),
                  ("output", "", "known_o", "a register is addressed"),
                  ("output", "", "locked_o", "it cannot be stored now"),
                  ("output", "", "secret_o", "its reads need authorisation")]
        for r in self.own:
            first = commented(r.title, 4)
            more = []
            if r.acts:
                more.append(("output", "[HARTS-1:0]" if r.many else "", f"at_{r.name}_o", ""))
            for f in r.fields:
                if f.kind in ("stored", "sticky"):
                    more.append(("output", f.vector(), f"{f.name}_o", ""))
                    if f.early:
                        more.append(("output", f.vector(), f"{f.name}_early_o", ""))
                if f.kind == "sticky":
                    more.append(("input", "", f"{f.name}_set_i", ""))
                if f.kind == "input":
                    more.append(("input", f.vector(), f"{f.name}_i", ""))
            if more:
                ports.append(first)
                ports += more
        out = []
        last = max(i for i, p in enumerate(ports) if isinstance(p, tuple))
        for i, p in enumerate(ports):
            if isinstance(p, list):
                out += ["", *p] if i else p
                continue
            way, vector, name, comment = p
            text = f"    {way:6} wire {vector:15} {name}{',' if i != last else ''}"
            out.append(f"{text:56}  // {comment}" if comment else text.rstrip())
        return out

    def value(self, expression):
        """What a field shows: an expression of parameters, or its value if there are none."""
        if self.values is None or "FIFO_LOG2" in expression:
            return expression
        return str(int(eval(re.sub(r" \? 1 : 0", "", expression), {}, dict(self.values))))

    def read_blocks(self):
        """Offsets of the blocks of 16 words that have registers."""
        return sorted({r.offset >> 6 << 6 for r in self.own if not r.many})

    @staticmethod
    def stores(r):
        return any(f.kind in ("stored", "sticky") for f in r.fields)

    def decode(self, r):
        wide = f"10'h{r.offset >> 2:03x}"
        block, word = f"in_{r.offset >> 6 << 6:03x}", f"4'h{r.offset >> 2 & 15:x}"
        need = f"{r.present} && " if r.present and self.values is None else ""
        if not r.many:
            return [f"  wire {r.hit} = {need}{block} && offset_i[5:2] == {word};"]
        element, log2 = r.offset // r.stride * r.stride, (r.stride - 1).bit_length()
        top = f"in_{element:03x}"
        out = []
        if r.offset == element:
            out = [
                f"  wire [HARTS-1:0] {top};", "  generate",
                f"    for (h = 0; h < HARTS; h = h + 1) begin : g_{top}",
                f"      assign {top}[h] = {need}page_i && offset_i[11:{log2}]"
                f" == {12 - log2}'h{element >> log2:x} + h[{11 - log2}:0];", "    end",
                "  endgenerate"
            ]
        if log2 == 2:
            return out + [f"  wire [HARTS-1:0] {r.hit} = {top};"]
        return out + [
            f"  wire [HARTS-1:0] {r.hit} = {top} & {{HARTS{{offset_i[{log2 - 1}:2]"
            f" == {log2 - 2}'h{(r.offset - element) >> 2:x}}}}};"
        ]

    def storage(self, r):
        stored = [f for f in r.fields if f.kind in ("stored", "sticky")]
        out = []
        for f in stored:
            name, w = f.name, f.width - f.low
            lsb, msb = f.lsb + f.low, f.lsb + f.width - 1
            bits = f.bits or str(w)
            reset = f"{w}'h{f.reset >> f.low:x}"
            condition = f.present if f.present and self.values is None else None
            ind = "    " if condition or r.many else "  "
            loop = ind + ("  " if r.many else "")
            value = f"wdata_i[{lsb}]" if w == 1 else f"wdata_i[{msb}:{lsb}]"
            if f.bits:
                value, reset = f"wdata_i[{bits}-1:0]", f"'h{f.reset:x}"
                reset = "'0" if not f.reset else reset
            lines = []
            hit = f"{r.hit}[h]" if r.many else r.hit
            q = f"{name}_q" if r.many else f"{name}_q"
            top = f"{bits}-1" if f.bits else str(w - 1)
            vector = f"[{top}:0] " if bits != "1" else ""
            body = loop if r.many else ind
            lines.append(f"{body}logic {vector}{q};")
            if f.early:
                lines.append(f"{body}wire  {vector}{name}_d = store && {hit} ? {value} : {q};")
            lines.append(f"{body}always_ff @(posedge clk_i) begin")
            lines.append(f"{body}  if (!rst_ni) {q} <= {reset};")
            if f.kind == "sticky":
                lines.append(f"{body}  else if ({name}_set_i) {q} <= 1'b1;")
                lines.append(f"{body}  else if (store && {hit} && {value}) {q} <= 1'b0;")
            elif f.sets:
                lines.append(f"{body}  else if (store && {hit} && {value}) {q} <= 1'b1;")
            elif f.early:
                lines.append(f"{body}  else {q} <= {name}_d;")
            else:
                lines.append(f"{body}  else if (store && {hit}) {q} <= {value};")
            lines.append(f"{body}end")
            padded = f"{{{{({w}-{bits}){{1'b0}}}}, {q}}}" if f.bits else q
            lines.append(f"{body}assign {name}_o{f.of('h')} = {padded};")
            if f.early:
                lines.append(f"{body}assign {name}_early_o{f.of('h')} = {name}_d;")
            if r.many:
                lines = [
                    f"{ind}for (h = 0; h < HARTS; h = h + 1) begin : g_hart_{name}", *lines,
                    f"{ind}end"
                ]
            if condition:
                none = f"{{HARTS{{{w}'h{f.reset >> f.low:x}}}}}" if r.many else f"{w}'h{f.reset >> f.low:x}"
                lines = [
                    f"    if ({condition}) begin : g_{name}", *("  " + x for x in lines),
                    f"    end else begin : g_no_{name}", f"      assign {name}_o = {none};"
                ]
                if f.early:
                    lines.append(f"      assign {name}_early_o = {none};")
                if f.kind == "sticky":
                    lines.append(f"      wire unused = &{{1'b0, {name}_set_i}};")
                lines.append("    end")
            if condition or r.many:
                lines = ["  generate", *lines, "  endgenerate"]
            out += lines
        return out

    def word(self, r, h=""):
        """The 32 bits that a read shows, from the highest field on."""
        parts, at = [], 32
        if any(f.kind == "shows" for f in r.fields):
            return [f"BUILT_{r.name.upper()}"]
        for f in sorted(r.fields, key=lambda f: -f.lsb):
            if f.kind == "write-only":
                continue
            top = f.lsb + f.width
            if top < at:
                parts.append(f"{at - top}'d0")
            if f.kind == "constant":
                parts.append(f"{f.width}'h{f.reset:x}")
            else:
                parts.append(
                    f"{f.name}_{'i' if f.kind == 'input' else 'o'}{f.of(h) if r.many else ''}")
            if f.low:
                parts.append(f"{f.low}'d0")
            at = f.lsb
        if at:
            parts.append(f"{at}'d0")
        return parts

    def text(self):
        out = [HEAD, "`default_nettype none"]
        if self.values is None:
            out.append(f"module {self.name} #(")
            out += [
                f"    parameter integer {p} = {d}{',' if i != len(PARAMETERS) - 1 else ''}"
                for i, (p, d) in enumerate(self.defaults())
            ]
            out.append(") (")
        else:
            out.append(f"module {self.name} #(\n    parameter integer FIFO_LOG2 = 10\n) (")
        out += self.ports()
        out.append(");")
        harts = any(r.many for r in self.own)
        if harts:
            out.append("  genvar h;")
        built = [r for r in self.own if any(f.kind == "shows" for f in r.fields)]
        if built:
            out += ["", "  // ---- what this unit is built with"]
        for r in built:
            parts = [(f"({e}) << {f.lsb}" if " " in e else f"{e} << {f.lsb}") if f.lsb else e
                     for f, e in ((f, self.value(f.shows)) for f in r.fields)]
            out += joined(f"  localparam [31:0] BUILT_{r.name.upper()} =", parts, "|", 4)
        out += ["", "  // ---- decode"]
        for block in self.read_blocks():
            out.append(f"  wire in_{block:03x} = page_i && offset_i[11:6] == 6'h{block >> 6:02x};")
        for r in self.own:
            if r.many or r.acts or r.locked or r.secret or self.stores(r):
                out += self.decode(r)
        known = [f"(in_{b:03x} && known_{b:03x})" for b in self.read_blocks()]
        known += [self.any(r) for r in self.own if r.many]
        first = f"  logic {', '.join(f'known_{b:03x}' for b in self.read_blocks())};"
        out.append(first)
        out += joined("  assign known_o =", known, "||", 17)
        locked = [self.any(r) for r in self.own if r.locked]
        locked += [f"{b}_i" for b in self.blocks if any(r.by == b and r.locked for r in self.all)]
        if any(r.name == "lock" for r in self.own):
            out += joined("  assign locked_o = lock_o && (", locked, "||", 18, ");")
        else:
            out.append("  assign locked_o = 1'b0;")
        secret = [self.any(r) for r in self.own if r.secret]
        out += joined("  assign secret_o =", secret or ["1'b0"], "||", 18)
        for r in self.own:
            if r.acts:
                out.append(f"  assign at_{r.name}_o = {r.hit};")
        hits = [self.any(r) for r in self.own if not r.many and self.stores(r)]
        out += joined("  wire unused = &{1'b0,", hits, ",", 6, "};")
        out += ["", "  // ---- storage", "  wire store = store_i && !locked_o;"]
        for r in self.own:
            out += self.storage(r)
        out += ["", "  // ---- read", "  wire [3:0] nth = offset_i[5:2];"]
        reads = []
        for block in self.read_blocks():
            name = f"word_{block:03x}"
            out += [
                f"  logic [31:0] {name};", "  always_comb begin", f"    {name} = 32'd0;",
                f"    known_{block:03x} = 1'b1;", "    case (nth)"
            ]
            for r in (r for r in self.own if not r.many and r.offset >> 6 << 6 == block):
                parts, at = self.word(r), f"      4'h{r.offset >> 2 & 15:x}:"
                need = r.present if self.values is None else None
                first = f"{at}{f' if ({need})' if need else ''} {name} ="
                if len(parts) > 1:
                    out += joined(first + " {", parts, ",", 10, "};")
                else:
                    out.append(f"{first} {parts[0]};")
                if need:
                    out.append(f"        else known_{block:03x} = 1'b0;")
            out += [f"      default: known_{block:03x} = 1'b0;", "    endcase", "  end"]
            reads.append(f"({{32{{in_{block:03x}}}}} & {name})")
        for r in (r for r in self.own if r.many):
            name = f"{r.name}_word"
            first = f"      {name} = {name} | ({{32{{{r.hit}[k]}}}} & {{"
            out += [
                f"  logic [31:0] {name};", "  always_comb begin", f"    {name} = 32'd0;",
                "    for (int k = 0; k < HARTS; k = k + 1)",
                *joined(first, self.word(r, "k"), ",", 10, "});"), "  end"
            ]
            reads.append(name)
        out.append("  // TIMING: AND-OR, because no word waits for the decode of another.")
        out += joined("  assign read_o =", reads, "|", 16)
        out += ["endmodule", "`default_nettype wire", ""]
        text = "\n".join(out)
        return re.sub(r"\n( *), ", r",\n\1", re.sub(r" , ", ", ", text))

    @staticmethod
    def any(r):
        return f"{r.hit} != '0" if r.many else r.hit

    @staticmethod
    def defaults():
        small = dict(HARTS=1,
                     VALUE_REGS=4,
                     VALUE_W=32,
                     ARGS=1,
                     QUEUE_LOG2=5,
                     THREAD_CACHE=8,
                     FIFO_LOG2=10)
        return [(p, small.get(p, 0)) for p in PARAMETERS]


def module(top):
    return Module(top).text()
