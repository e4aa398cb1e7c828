# SPDX-License-Identifier: Apache-2.0
"""flux, once more and briefly: every entry as a list of fields, a decoder and an encoder over that
list, and the tables of flux.md made from it. Shares nothing with the C library, and is
what its tests compare it with.

    flux_spec.py DOCUMENT VECTORS            writes the tables again, between <!-- begin NAME -->
                                             and <!-- end NAME -->
    flux_spec.py --check DOCUMENT VECTORS    exits 1 if that would change something
"""

import re
import sys
from pathlib import Path

# Kinds of fields: B byte, H two bytes (least significant first), P PInt, Z zig-zag PInt, V Value
# (text), M Value that holds an integer, magic, X bytes whose number an earlier field gives, L
# members, D size, format and payload.
V4, CLASSIC, EXTENDED = "version 4", "version 6 classic", "version 6 extended"


def fields(text):
    """"item:P name:V" as pairs."""
    return [tuple(field.split(":")) for field in text.split()]


# tag: name, what it is, fields of the classic layout, and those of the other two where they differ
ENTRIES = {
    0x01: ("HEAD", "a trace begins",
           "magic:magic version:B trace:P name:V description:V mode:B max_item:P max_entry:P"),
    0x04: ("SWTH", "switch to a trace", "trace:P"),
    0x05: ("PBLK", "packed block", "mode:B original:P packed:P bytes:X"),
    0x06: ("SECT", "section of a ring", "counter:B size:H used:H content:X"),
    0x10: ("SCPD", "scope", "item:P parent:P name:V description:V", {
        EXTENDED: "item:P parent:P name:V description:V tags:V"
    }),
    0x11: ("SIGD", "signal", "item:P parent:P name:V description:V type:B descriptor:V", {
        EXTENDED: "item:P parent:P name:V description:V tags:V type:B scale:Z format:V"
    }),
    0x12: (
        "MSGD", "several signals",
        "first:P last:P parent:P name:V description:V type:B descriptor:V", {
            EXTENDED: "first:P last:P parent:P name:V description:V tags:V type:B scale:Z format:V"
        }),
    0x13: ("SIRD", "reference to a signal", "item:P parent:P name:V description:V", {
        EXTENDED: "item:P parent:P name:V description:V tags:V"
    }),
    0x14: (
        "SSGD", "scattered signal",
        "item:P parent:P name:V description:V type:B descriptor:V from:P to:P", {
            EXTENDED: "item:P parent:P name:V description:V tags:V type:B scale:Z format:V from:P "
            "to:P"
        }),
    0x15: ("SSRD", "scattered reference", "item:P parent:P name:V description:V from:P to:P", {
        EXTENDED: "item:P parent:P name:V description:V tags:V from:P to:P"
    }),
    0x20: ("OPEN", "an item begins to have a position", "item:P base:V start:M rate:M"),
    0x21: ("CLOS", "it ends", "item:P end:M"),
    0x22: ("DOMD", "default base", "base:V"),
    0x23: ("CURR", "the position, absolute", "item:P position:M"),
    0x30: ("ENMD", "label of a value", "item:P scope:P label:V value:P"),
    0x31: ("MEMD", "member of a struct", "item:P member:P parent:P label:V type:B descriptor:V", {
        V4: "item:P member:P label:V type:B descriptor:V",
        EXTENDED: "item:P member:P parent:P label:V description:V icon:V tags:V type:B scale:Z "
        "format:V"
    }),
    0x40: ("ATRE", "relation of a sample", "item:P type:B target:P style:P distance:M base:P", {
        V4: "item:P target:P style:P distance:M"
    }),
    0x41: ("ATLA", "label on a sample", "item:P style:P x:P y:P", {V4: "item:P style:P x:M y:M"}),
    0x80: ("CREQ", "control request", "control:P message:P count:P members:L"),
    0x81: ("CRES", "control result", "control:P message:P count:P members:L"),
}
TAGS = {entry[0]: tag for tag, entry in ENTRIES.items()}


def fields_of(tag, layout=CLASSIC):
    entry = ENTRIES[tag]
    return fields((entry[3] if len(entry) > 3 else {}).get(layout, entry[2]))


# ---- numbers -------------------------------------------------------------------------------------


def pint(n):
    return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + pint(n >> 7)


def mint(n):
    size = 0 if n == 0 else (n if n >= 0 else ~n).bit_length() // 8 + 1
    return n.to_bytes(size, "little", signed=True)


def value(data):
    return pint(len(data)) + data


def zigzag(n):
    return pint(n << 1 if n >= 0 else (-n << 1) - 1)


def hex_of(data):
    return data.hex(" ")


# ---- decoder -------------------------------------------------------------------------------------


class Cursor:
    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def bytes(self, size):
        assert self.at + size <= len(self.data), "cut off"
        self.at += size
        return self.data[self.at - size:self.at]

    def pint(self):
        n = shift = 0
        while True:
            byte = self.bytes(1)[0]
            n |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return n


def text(data):
    return '"' + data.decode(errors="replace") + '"'


def decode_field(c, kind, before):
    """What is shown for the next field; before: the fields so far."""
    if kind == "B":
        return c.bytes(1)[0]
    if kind == "H":
        return int.from_bytes(c.bytes(2), "little")
    if kind == "P":
        return c.pint()
    if kind == "Z":
        n = c.pint()
        return n >> 1 ^ -(n & 1)
    if kind == "V":
        return text(c.bytes(c.pint()))
    if kind == "M":
        return int.from_bytes(c.bytes(c.pint()), "little", signed=True)
    if kind == "magic":
        return text(c.bytes(4))
    if kind == "X":
        return c.bytes(before["packed" if "packed" in before else "size"])
    members = []
    for _ in range(before["count"]):
        number = c.pint()
        kind = c.bytes(1)[0]
        members.append((number, kind, c.bytes(c.pint())))
    return members


def decode_entry(data, at, layout=CLASSIC):
    """(name, [(field, its bytes, its value)], offset behind it) of the entry at an offset."""
    c = Cursor(data, at)
    if data[at]:
        first = c.pint()
        found = [("item and flags", data[at:c.at], f"item {first >> 3}, flags {first & 7}")]

        def take(name, shown):
            found.append((name, data[behind:c.at], shown))

        behind = c.at
        if first & 4:
            take("tag", c.bytes(1)[0])
            behind = c.at
        if first & 2:
            take("delta", c.pint())
            behind = c.at
        size = c.pint()
        take("size and format", f"{size >> 4} bytes, df {size & 15}")
        behind = c.at
        if size >> 4:
            c.bytes(size >> 4)
            take("payload", "")
        return "data", found, c.at
    tag = c.bytes(2)[1]
    found, values = [("tag", data[at:c.at], ENTRIES[tag][0])], {}
    for name, kind in fields_of(tag, layout):
        behind = c.at
        values[name] = decode_field(c, kind, values)
        shown = values[name] if kind not in "XL" else f"{c.at - behind} bytes"
        found.append((name, data[behind:c.at], shown))
    return ENTRIES[tag][0], found, c.at


def decode(data):
    """(offset, name, fields) of all entries of a stream of version 4 or 6 classic.

    Sections are looked into in file order.
    """
    at, layout, sections = 0, CLASSIC, []
    while at < len(data):
        name, found, behind = decode_entry(data, at, layout)
        if name == "HEAD":
            layout = V4 if found[2][2] == 4 else CLASSIC
        yield at, name, found
        if name == "SECT" and found[1][2] & 15:
            sections.append((at + 7, at + 7 + found[3][2]))
        at = behind
    for start, end in sections:
        while start < end:
            name, found, behind = decode_entry(data, start, layout)
            yield start, name, found
            start = behind


# ---- tables --------------------------------------------------------------------------------------


def row(*cells):
    return "| " + " | ".join(str(c) for c in cells) + " |"


def table(head, rows):
    return "\n".join([row(*head), row(*["---"] * len(head))] + [row(*r) for r in rows])


KIND_NAMES = {
    "B": "byte", "H": "2 bytes", "P": "PInt", "Z": "ZInt", "V": "Value", "M": "MInt",
    "magic": "`flux`", "X": "bytes", "L": "members"
}


def body(listed, common=()):
    known = dict(common)
    mark = lambda name, kind: "**" if common and known.get(name) != kind else ""
    return ", ".join(
        f"{mark(name, kind)}{name}{mark(name, kind)} {KIND_NAMES[kind]}" for name, kind in listed)


def table_entries(_):
    return table(
        ("", "name", "what", "body behind the tag"),
        [(f"`00 {tag:02x}`", e[0], e[1], body(fields_of(tag))) for tag, e in ENTRIES.items()])


def table_differences(_):
    rows = []
    for tag, e in ENTRIES.items():
        for layout, _ in (e[3] if len(e) > 3 else {}).items():
            rows.append((e[0], layout, body(fields_of(tag, layout), fields_of(tag))))
    return table(("", "layout", "body (bold: other than classic)"), sorted(rows,
                                                                           key=lambda r: r[1]))


def table_pints(_):
    rows = [(n, f"`{hex_of(pint(n))}`") for n in (0, 1, 127, 128, 300, 16383, 16384, 2**32 - 1)]
    return table(("number", "PInt"), rows)


def table_mints(_):
    rows = [(n, f"`{hex_of(value(mint(n)))}`")
            for n in (0, 1, -1, 127, 128, 200, -128, -129, 32767, 65535, -70000, 2**31, 2**64 - 1)]
    return table(("number", "MInt"), rows)


def annotated(at, found):
    lines = []
    for name, data, shown in found:
        bytes_text = hex_of(data[:12]) + (" ..." if len(data) > 12 else "")
        lines.append((bytes_text, name, shown))
    width = max(len(line[0]) for line in lines)
    out = []
    for i, (bytes_text, name, shown) in enumerate(lines):
        prefix = f"{at:06x}" if i == 0 else ""
        shown = "" if shown == "" or name == "tag" and i == 0 else f" {shown}"
        label = f"{lines[0][2]}" if i == 0 and name == "tag" else f"{name}{shown}"
        out.append(f"{prefix:6}  {bytes_text:{width}}  {label}".rstrip())
    return "\n".join(out)


def examples(vectors, names, file):
    """The first entry of each kind in a vector, byte by byte."""
    data = (vectors / file).read_bytes()
    wanted, out = list(names), []
    for at, name, found in decode(data):
        if name in wanted:
            wanted.remove(name)
            out.append(annotated(at, found))
    assert not wanted, wanted
    return "```\n" + "\n\n".join(out) + "\n```"


def table_structure(vectors):
    return examples(vectors, [
        "HEAD", "SCPD", "MSGD", "SIGD", "SIRD", "SSGD", "SSRD", "DOMD", "OPEN", "CURR", "CLOS",
        "ENMD", "MEMD", "ATRE", "ATLA", "CREQ", "SWTH"
    ], "all_v6.recTr")


def table_blocks(vectors):
    return examples(vectors, ["PBLK"], "java_gzip_v6_example10.recTr")


def table_sections(vectors):
    return examples(vectors, ["SECT"], "ring_v6_wrapped.recTr")


def data_example(vectors, file, at):
    return annotated(at, decode_entry((vectors / file).read_bytes(), at)[1])


def table_data(vectors):
    chosen = [("all_v6.recTr", at) for at in (0xc6, 0xcd, 0xd9, 0x118, 0x126)]
    chosen += [("java_all_v6.recTr", at) for at in (0x6d, 0x82, 0x8f)]
    return "```\n" + "\n\n".join(data_example(vectors, *c) for c in chosen) + "\n```"


def table_payloads(vectors):
    rows = []
    for what, file, at in (
        ("float -2.25, 64 bit", "all_v6.recTr",
         0x193), ("float 1.5, 32 bit", "all_v6.recTr",
                  0x19e), ("integers -1, 0, 300, not counted", "all_v6.recTr",
                           0x1a9), ("integers -1, 2^40, counted", "all_v6.recTr", 0x1be),
        ("floats 1, 2, 32 bit, not counted", "all_v6.recTr",
         0x1d0), ("events 0, 1, 2, counted", "all_v6.recTr",
                  0x202), ("texts \"ab\", \"\", \"é\", counted", "java_all_v6.recTr", 0xdc),
        ("struct: local enum 1; integer -70000 (until changed); float -2.25; text \"hey\"; hidden "
         "binary", "all_v6.recTr", 0x251)):
        found = decode_entry((vectors / file).read_bytes(), at)[1]
        by_name = {name: (data, shown) for name, data, shown in found}
        rows.append(
            (what, f"`{hex_of(by_name['size and format'][0])}`",
             by_name["size and format"][1].split("df ")[1], f"`{hex_of(by_name['payload'][0])}`"))
    return table(("sample", "size and format", "df", "payload"), rows)


STATES = "01ZXLHUW-JKMNOP#"


def logic_states(df, payload, width):
    """The states of a logic sample as characters."""
    level, packing = df & 3, df >> 2
    if packing < 2:
        return STATES[packing] * width
    bits = 1 << (level - 1)
    digits = "".join(STATES[byte >> shift & (1 << bits) - 1] for byte in payload
                     for shift in range(8 - bits, -1, -bits))
    return digits[-width:].rjust(width, digits[0])


def table_logic(vectors):
    data, rows = (vectors / "all_v6.recTr").read_bytes(), []
    for at, name, found in decode(data):
        by_name = {n: (data, shown) for n, data, shown in found}
        if name == "data" and by_name["item and flags"][1].startswith("item 5,") and at < 0x150:
            df = int(by_name["size and format"][1].split("df ")[1])
            payload = by_name.get("payload", (b"", ))[0]
            rows.append((f"`{logic_states(df, payload, 12)}`",
                         f"`{hex_of(by_name['size and format'][0] + payload)}`", df & 3,
                         ("all 0", "all 1", "states")[df >> 2]))
    return table(("12 states", "size and format, payload", "level", "packing"), rows)


def encode(name, layout, *values):
    """An entry from the values of its fields."""
    out = bytes([0, TAGS[name]])
    for (_, kind), v in zip(fields_of(TAGS[name], layout), values, strict=True):
        out += {
            "B": lambda: bytes([v]), "P": lambda: pint(v), "Z": lambda: zigzag(v),
            "V": lambda: value(v.encode()), "M": lambda: value(mint(v))
        }[kind]()
    return out


def table_extended(_):
    shown = [("SCPD", encode("SCPD", EXTENDED, 5, 0, "s", "", "")),
             ("SIGD", encode("SIGD", EXTENDED, 2, 5, "l", "", "gantt", 5, 8, "hex")),
             ("MEMD", encode("MEMD", EXTENDED, 4, 0, 0, "m", "", "", "", 2, -1, ""))]
    return "```\n" + "\n\n".join(
        annotated(0,
                  decode_entry(data, 0, EXTENDED)[1]) for _, data in shown) + "\n```"


TABLES = {
    "entries": table_entries, "differences": table_differences, "pints": table_pints,
    "mints": table_mints, "structure": table_structure, "data": table_data,
    "payloads": table_payloads, "logic": table_logic, "blocks": table_blocks,
    "sections": table_sections, "extended": table_extended
}


def with_tables(document, vectors):
    """The document with all its tables made anew."""
    names = re.findall(r"<!-- begin (\w+) -->", document)
    assert sorted(names) == sorted(TABLES), "each table once"
    for name in names:
        document = re.sub(rf"(<!-- begin {name} -->\n).*?(<!-- end {name} -->)",
                          lambda m, name=name: m.group(1) + TABLES[name]
                          (vectors) + "\n" + m.group(2),
                          document,
                          flags=re.S)
    return document


def main():
    check = sys.argv[1] == "--check"
    path, vectors = Path(sys.argv[-2]), Path(sys.argv[-1])
    before = path.read_text()
    after = with_tables(before, vectors)
    if check:
        sys.exit(f"{path}: tables are not up to date; run: make docs-flux" if after !=
                 before else 0)
    path.write_text(after)


if __name__ == "__main__":
    main()
