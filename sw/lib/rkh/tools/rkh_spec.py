# SPDX-License-Identifier: Apache-2.0
"""RKH: writes the table of predefined records into docs/reference/rkh.md.

The source is sw/lib/rkh/rkh_records.h.

    rkh_spec.py RECORDS.h PAGE.md
"""

import re
import sys
from pathlib import Path

BEGIN, END = "<!-- BEGIN records -->\n", "<!-- END records -->"
ID = {"MP": 0, "QUE": 1, "SMA": 2, "SM": 3, "TMR": 4, "FWK": 5, "USR": 6, "UT": 7}


def records(source):
    """(id of one byte, group, name, form) of every predefined record."""
    group, event, found = None, 0, []
    for start, name, form in re.findall(
            r'\{\s*// (MP|QUE|SMA|SM|TMR|FWK|UT)\b|\{"(\w+)",\s*"([^"]*)"\}', source):
        if start:
            group, event = start, 0
        else:
            found.append((ID[group] << 5 | event, group, name, form))
            event += 1
    return found


def arguments(form):
    return ", ".join(f"{part.split(':')[0]} `{part.split(':')[1]}`" for part in form.split())


def table(source):
    rows = [
        f"| `{number:02x}` | {group} {name} | {arguments(form)} |"
        for number, group, name, form in records(source)
    ]
    return "\n".join(["| id | record | arguments |", "|---|---|---|", *rows]) + "\n"


def page(source, text):
    head, rest = text.split(BEGIN)
    return head + BEGIN + table(source) + END + rest.split(END)[1]


if __name__ == "__main__":
    target = Path(sys.argv[2])
    target.write_text(page(Path(sys.argv[1]).read_text(), target.read_text()))
