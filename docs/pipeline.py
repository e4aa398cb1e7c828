# SPDX-License-Identifier: Apache-2.0
"""The block diagram: the way of an event through the unit, with the widths of weir_event.sv."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WIDTH, HEIGHT = 1352, 388
STYLE = (
    'text{font:12px "DejaVu Sans",Helvetica,Arial,sans-serif;fill:#44566b;text-anchor:middle}'
    ".name{font-size:12px;font-weight:bold;fill:#1b2733}.bits{font-size:11px;fill:#2b6cb0}"
    ".say{font-size:13px;fill:#1b2733}"
    ".unit{font-size:15px;font-weight:bold;fill:#2b6cb0;text-anchor:start}"
    "rect{stroke-width:1.5}.page{fill:#fff;stroke:none}.around{fill:#f7fafc;stroke:#a0aec0}"
    ".stage{fill:#e8f1fb;stroke:#2b6cb0}"
    ".option{fill:#f7fafc;stroke:#2b6cb0;stroke-dasharray:5 3}"
    ".from{fill:#fff7e6;stroke:#b7791f}.to{fill:#eefaf0;stroke:#2f855a}"
    ".way{stroke:#44566b;stroke-width:1.6;fill:none;marker-end:url(#a)}"
    ".loss{stroke:#c53030;stroke-width:1.5;fill:none;stroke-dasharray:4 3;marker-end:url(#b)}"
    ".lost{fill:#c53030}")


def widths():
    """{name: bits}"""
    text = (ROOT / "rtl/weir_event.sv").read_text()
    found = {name: int(bits) for name, bits in re.findall(r"integer (\w+) += (\d+);", text)}
    found["args"] = int(re.search(r"NO_ARGS = (\d+)'d0", text)[1])
    return found


def words(x, y, what, kind=""):
    return f'<text x="{x:g}" y="{y:g}"' + (f' class="{kind}"' if kind else "") + f">{what}</text>"


def box(kind, x, y, width, height, name, *lines):
    top = y + height / 2 - 8 * len(lines)
    return [
        f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}" rx="7"/>',
        words(x + width / 2, top + 5, name, "name"),
        *(words(x + width / 2, top + 22 + 15 * n, line) for n, line in enumerate(lines))
    ]


def way(path, bits="", x=0, y=0, kind="way"):
    return [f'<path class="{kind}" d="{path}"/>', *([words(x, y, bits, "bits")] if bits else [])]


def pipeline():
    w = widths()
    event, entry, time = w["W"] - w["args"], w["ENTRY_W"], 64
    marker = ('<marker id="{}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
              'markerHeight="7" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="{}"/></marker>')
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Pipeline of the trace unit">',
        f"<style>{STYLE}</style>",
        f"<defs>{marker.format('a', '#44566b')}{marker.format('b', '#c53030')}</defs>",
        f'<rect class="page" width="{WIDTH}" height="{HEIGHT}"/>',
        '<rect class="around" x="166" y="14" width="1010" height="282" rx="10"/>',
        '<text class="unit" x="180" y="38">Weir</text>'
    ]
    for y, source, said, bits, kind, name, does in (
        (50, "software", ("value and id,", "or one store"), "32", "stage", "port",
         ("value register", "per owner")),
        (132, "RISC-V harts", ("stores; registers,", "CSRs, traps"), "32+32", "stage", "snoop",
         ("threads, traps:", "0 instructions")),
        (214, "hardware", ("wires of other", "blocks, any clock"), "0-32", "option", "pins",
         ("edges; several", "as a bus")),
    ):
        out += box("from", 8, y, 122, 70, source, *said)
        out += box(kind, 186, y, 106, 70, name, *does)
        out += way(f"M130,{y + 35} L184,{y + 35}", bits, 156 if len(bits) < 5 else 158, y + 28)
    out += way("M292,85 L328,132") + way("M292,167 L328,160") + way("M292,249 L328,184")
    stages = (
        ("stage", "arbiter", ("one order", ), f"{event}"),
        ("option", "filter", ("class, id,", "rate, trigger"), f"{event}"),
        ("stage", "timestamp", ("64-bit time", ), f"+{time}"),
        ("stage", "admit", ("deliver, or", "count a drop"), f"{entry}"),
        ("option", "thread cache", ("short codes", "for switches"), f"{entry}"),
        ("option", "checkpoint", ("lets readers", "join late"), f"{entry}"),
        ("stage", "pack", ("flux bytes", ), ""),
    )
    step, wide, left, top, high = 122, 92, 330, 122, 76
    for n, (kind, name, does, bits) in enumerate(stages):
        x = left + step * n - (4 if name == "thread cache" else 0)
        out += box(kind, x, top, wide + (8 if name == "thread cache" else 0), high, name, *does)
        if bits:
            end = left + step * (n + 1) - (4 if stages[n + 1][1] == "thread cache" else 0)
            begin = x + wide + (8 if name == "thread cache" else 0)
            out += way(f"M{begin},{top + 38} L{end - 2},{top + 38}", bits, (begin + end) / 2 - 1,
                       top + 31)
    admit, cache, pack = (left + step * n + wide / 2 for n in (3, 4, 6))
    out += way(f"M{admit:g},{top + high} L{admit:g},236 L{cache:g},236 L{cache:g},{top + high + 2}",
               kind="loss")
    out += [words((admit + cache) / 2, 252, "losses", "lost")]
    out += box("stage", left + step * 6, 222, wide, 58, "fifo", "words")
    out += way(f"M{pack:g},{top + high} L{pack:g},220", "32", pack + 14, 213)
    for y, name, said, bits, bend in (
        (26, "data page", "the driver reads", "32", "C1210,236 1176,90 1220,58"),
        (124, "ring", "sections in RAM", "32", "C1196,246 1190,166 1220,156"),
        (222, "frame", "RKH frames, UART", "8", "L1220,254"),
    ):
        out += box("to", 1222, y, 124, 64, name, said)
        out += way(f"M{left + step * 6 + wide},251 {bend}", bits, 1202, y + 26)
    out += [
        words(WIDTH / 2, 326, "offered = delivered + dropped, always: the stream reports every "
              "drop with count, class, reason, source and time", "say"),
        words(
            WIDTH / 2, 350,
            f"Blue numbers are bits. An event of {event}: id {w['ID_W']}, value 32, source "
            f"{w['SOURCE_W']}, class or drop reason; with extra arguments up to {w['W']}. "
            f"An entry of {entry}: item {w['ITEM_W']}, value 32, kind."),
        words(
            WIDTH / 2, 372, "A dashed outline is an option. Simulation compares every byte with a "
            "golden model that shares no code with the RTL."), "</svg>", ""
    ]
    return "\n".join(out)
