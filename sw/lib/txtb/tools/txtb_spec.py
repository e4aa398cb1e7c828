# SPDX-License-Identifier: Apache-2.0
"""TXTB: writes the tables of object types and events into docs/reference/txtb.md.

The source is sw/lib/txtb/txtb_table.h.

    txtb_spec.py TABLE.h PAGE.md
"""

import re
import sys
import textwrap
from pathlib import Path

KINDS = {
    "n": "", "x": "flags", "a": "address", "o": "object", "t": "thread", "w": "wait", "s": "state"
}


def types(source):
    rows = re.findall(r'\[(\d+)\] = \{"([^"]+)", \{(NULL|"[^"]+"), (NULL|"[^"]+")\}\}', source)
    lines = ["| type | object | parameter 1 | parameter 2 |", "|---|---|---|---|"]
    lines += [
        f"| {n} | {name} | {' | '.join(p.strip(chr(34)).replace('NULL', '') for p in two)} |"
        for n, name, *two in rows
    ]
    return "\n".join(lines) + "\n"


def field(text):
    name, _, kind = text.partition(":")
    return "" if name == "-" else name.replace("_",
                                               " ") + (f" ({KINDS[kind]})" if KINDS[kind] else "")


def events(source):
    rows = re.findall(r'\{(\d+), "(\w+)",\s*"([^"]+)"\}', source)
    lines = ["| id | event | I1 | I2 | I3 | I4 |", "|---|---|---|---|---|---|"]
    lines += [
        f"| {n} | `{name}` | {' | '.join(map(field, fields.split()))} |" for n, name, fields in rows
    ]
    return "\n".join(lines) + "\n"


def states(source):
    names = re.findall(r'"([^"]+)"', re.search(r"states\[\] = \{(.*?)\};", source, re.S).group(1))
    text = ", ".join(f"{n} {name}" for n, name in enumerate(names)) + "."
    return textwrap.fill(text, 118) + "\n"


def page(source, text):
    for name, make in (("types", types), ("events", events), ("states", states)):
        begin, end = f"<!-- BEGIN {name} -->\n", f"<!-- END {name} -->"
        head, rest = text.split(begin)
        text = head + begin + make(source) + end + rest.split(end)[1]
    return text


if __name__ == "__main__":
    target = Path(sys.argv[2])
    target.write_text(page(Path(sys.argv[1]).read_text(), target.read_text()))
