# SPDX-License-Identifier: Apache-2.0
"""Curves of results, as SVG: drawn from the tables of docs/evidence, and from nothing else. And the
block diagram, see pipeline.py. figures.py writes them; the tests compare.
"""

import math
import re
from pathlib import Path
from xml.sax.saxutils import escape

from pipeline import pipeline

ROOT = Path(__file__).resolve().parent.parent
STYLE = ("text{font:12px system-ui,'Noto Sans','DejaVu Sans',sans-serif;fill:#1f2530}"
         ".title{font-size:15px;font-weight:600}.note{fill:#5f6a7b;font-size:11px}.page{fill:#fff}"
         ".grid{stroke:#d9dee6}.weir{fill:#0b7a75;stroke:#0b7a75}"
         ".other{fill:#9aa5b4;stroke:#9aa5b4}"
         ".line{fill:none;stroke-width:2}.dash{stroke-dasharray:5 4}")


def table(page, section, number=0):
    """Rows of a table below a heading: [{column: cell}], without their marks."""
    text = (ROOT / f"docs/evidence/{page}.md").read_text()
    text = re.split(rf"^#+ {re.escape(section)}$", text, flags=re.M)[1]
    lines = re.findall(r"(?:^\|.*\n)+", text, re.M)[number].splitlines()
    cells = [[re.sub(r"[*`]", "", c.strip()) for c in line.strip("|").split("|")] for line in lines]
    first = [i for i, name in enumerate(cells[0]) if cells[0].index(name) == i]  # of equal names
    return [{cells[0][i]: row[i] for i in first} for row in cells[2:]]


def number(cell):
    return float(re.match(r"[+\d.]+", cell)[0])


def text(x, y, words, anchor="start", kind="note"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">'
            f"{escape(words)}</text>")


def line(x, y, to_x, to_y, kind="grid"):
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" class="{kind}"/>'


def picture(width, height, title, parts):
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">', f"<style>{STYLE}</style>",
        f'<rect class="page" width="{width}" height="{height}"/>',
        text(20, 28, title, kind="title"), *parts, "</svg>", ""
    ])


def overload():
    """What is delivered at each load, of the most that can be: what Weir's reader takes, what Open
    SoC Debug's unit can deliver, whose reader is always ready.
    """
    width, height, left, right, top, bottom = 960, 380, 70, 240, 56, 56
    x_of = lambda load: left + (width - left - right) * math.log(load / 0.1) / math.log(80)
    y_of = lambda percent: top + (height - top - bottom) * (1 - percent / 100)
    parts = []
    for percent in range(0, 101, 20):
        parts += [line(left, y_of(percent), width - right, y_of(percent)),
                  text(left - 8, y_of(percent) + 4, f"{percent} %", "end")]
    for load in (0.1, 0.2, 0.5, 1, 2, 4, 8):
        parts += [line(x_of(load), y_of(0), x_of(load), y_of(0) + 4),
                  text(x_of(load), y_of(0) + 18, f"{load:g}", "middle")]
    parts.append(text((left + width - right) / 2, height - 12,
                      "load: events offered, of the most that can be delivered", "middle"))
    labels = []
    for arrivals in ("periodic", "random"):
        rows = table("overload", arrivals.capitalize() + " arrivals")
        for name, column, kind in (("Weir", "delivered", "weir"),
                                   ("Open SoC Debug", "Open SoC Debug", "other")):
            points = [(number(r["load"]), number(r[column])) for r in rows if r[column]]
            path = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in points)
            dash = " dash" if arrivals == "random" else ""
            parts.append(f'<polyline points="{path}" class="{kind} line{dash}"/>')
            labels.append((name, arrivals, kind, dash))
    for i, (name, arrivals, kind, dash) in enumerate(labels):
        y = top + 20 + 22 * i
        parts += [line(width - right + 20, y - 4, width - right + 48, y - 4, f"{kind} line{dash}"),
                  text(width - right + 56, y, f"{name}, {arrivals}")]
    for i, words in enumerate(("The most, 100 % and load 1, is", "for Weir what its reader takes,",
                               "a word in every 16 cycles;", "for Open SoC Debug what its unit",
                               "can deliver; its reader is always", "ready.")):
        parts.append(text(width - right + 20, top + 130 + 16 * i, words))
    title = "Overload: events that are delivered, of the most that can be"
    return picture(width, height, title, parts)


COSTS = [("a plain store to memory, to compare with", "a plain store, to compare with"),
         ("one store (weir_emit_fast), address in a register", "Weir, one store"),
         ("two stores (weir_emit), address in a register", "Weir, any 16-bit id: two stores"),
         ("TXTB entry written in line, interrupts off", "ThreadX record, in line"),
         ("back end WEIR_TXTB: a call; counts, wraps, 64-bit time",
          "ThreadX record, by a call"), ("barectf 3.1.2, without a lock", "barectf 3.1.2"),
         ("back end WEIR_RKH: frame, escapes, checksum", "RKH frame")]


def cost():
    """Cycles of one event, on a logarithmic scale: on Ibex and on PicoRV32."""
    rows = {r["event"]: r for r in table("cost", "Cost of an event")}
    width, left, right, top, each = 960, 250, 90, 56, 44
    height = top + each * len(COSTS) + 44
    x_of = lambda cycles: left + (width - left - right) * math.log10(cycles) / math.log10(3000)
    parts = []
    for cycles in (1, 10, 100, 1000):
        parts += [line(x_of(cycles), top, x_of(cycles), height - 44),
                  text(x_of(cycles), height - 26, f"{cycles:,}", "middle")]
    for i, (row, name) in enumerate(COSTS):
        y, kind = top + each * i, "weir" if name.startswith("Weir") else "other"
        parts.append(text(left - 10, y + each / 2, name, "end", "name"))
        for n, core in enumerate(("Ibex", "PicoRV32")):
            cycles, at = number(rows[row][core]), y + 6 + 17 * n
            parts += [
                f'<rect x="{left}" y="{at}" width="{x_of(cycles) - left:.1f}" height="14" '
                f'class="{kind}" fill-opacity="{1 - 0.45 * n:g}"/>',
                text(x_of(cycles) + 6, at + 11, f"{cycles:g} {core}")
            ]
    parts.append(text((left + width - right) / 2, height - 8, "cycles of one event", "middle"))
    return picture(width, height, "What an event costs: cycles of the core, in one run", parts)


def disturbance():
    """Run time that events add, by how often they come."""
    rows = table("cost", "Overhead of tracing")
    software = {r["event"]: r for r in table("cost", "Cost of an event")}
    width, height, left, right, top, bottom = 960, 380, 70, 250, 56, 56
    x_of = lambda events: left + (width - left - right) * math.log10(events / 100) / 3
    y_of = lambda percent: top + (height - top - bottom) * (1 - math.log10(percent / 0.01) / 4)
    parts = []
    for percent in (0.01, 0.1, 1, 10, 100):
        parts += [line(left, y_of(percent), width - right, y_of(percent)),
                  text(left - 8, y_of(percent) + 4, f"{percent:g} %", "end")]
    for events in (100, 1000, 10000, 100000):
        parts += [line(x_of(events), y_of(0.01), x_of(events), y_of(0.01) + 4),
                  text(x_of(events), y_of(0.01) + 18, f"{events:,}", "middle")]
    parts.append(text((left + width - right) / 2, height - 12, "events in a million cycles",
                      "middle"))
    ibex = next(r for r in rows if r["core"] == "Ibex")
    lines = [("Weir, one store", number(ibex["cycles an event"]), "weir", ""),
             ("ThreadX record, in line", number(
                 software["TXTB entry written in line, interrupts off"]["Ibex"]), "other", ""),
             ("barectf", number(software["barectf 3.1.2, without a lock"]["Ibex"]), "other",
              " dash")]
    for i, (name, cycles, kind, dash) in enumerate(lines):
        ends = [(e, cycles * e / 1e4) for e in (100, min(1e6 / cycles, 100000))]
        path = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in ends)
        y = top + 20 + 22 * i
        parts += [f'<polyline points="{path}" class="{kind} line{dash}"/>',
                  line(width - right + 14, y - 4, width - right + 38, y - 4, f"{kind} line{dash}"),
                  text(width - right + 46, y, name)]
    for i, words in enumerate(("Nothing drains the unit in this run:",
                               "it drops most of the events, in the",
                               "same time. A ThreadX record stays", "in RAM.")):
        parts.append(text(width - right + 14, top + 108 + 16 * i, words))
    return picture(width, height, "Run time that tracing adds on Ibex, by the number of events",
                   parts)


def fleet():
    """Percentiles of the periods of a thread, by version: from the least to the most device."""
    rows = table("library", "Periods of the control thread")
    width, left, right, top, each = 960, 90, 40, 66, 56
    height = top + each * len(rows) + 44
    ranges = {r["version"]: {p: [float(n) for n in r[p].split(" to ")]
                             for p in ("50 %", "99 %", "99.9 %")} for r in rows}
    most = max(b for of in ranges.values() for _, b in of.values())
    x_of = lambda us: left + (width - left - right) * us / (5 * math.ceil(most / 5))
    parts = []
    for us in range(0, 5 * math.ceil(most / 5) + 1, 5):
        parts += [line(x_of(us), top, x_of(us), height - 44),
                  text(x_of(us), height - 26, f"{us}", "middle")]
    for i, (version, of) in enumerate(ranges.items()):
        y = top + each * i + each / 2
        parts += [text(left - 12, y + 4, version, "end", "name"),
                  line(x_of(of["50 %"][0]), y, x_of(of["99.9 %"][1]), y, "weir line")]
        for n, (percent, (least, greatest)) in enumerate(of.items()):
            size = max(6, x_of(greatest) - x_of(least))
            parts += [f'<rect x="{x_of(least):.1f}" y="{y - 8:.1f}" width="{size:.1f}" '
                      f'height="16" class="weir"/>',
                      text(x_of(least), y - 13, percent, ("middle", "end", "start")[n])]
    parts.append(text((left + width - right) / 2, height - 8, "period, us", "middle"))
    title = "Periods of the control thread in a fleet, by version of the firmware"
    return picture(width, height, title, parts)


CURVES = {
    "overload.svg": overload, "cost.svg": cost, "disturbance.svg": disturbance, "fleet.svg": fleet,
    "pipeline.svg": pipeline
}
