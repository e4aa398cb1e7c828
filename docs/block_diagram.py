# SPDX-License-Identifier: Apache-2.0
"""The block diagram of the unit, as SVG: widths from rtl/weir_event.sv, memories from the
parameters of `full` and `small`. figures.py writes it; the tests compare.
"""

import math
import re
import sys
from pathlib import Path

from curves import picture, text
from pipeline import widths

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "rtl"))
from lists import PARAMETERS  # noqa: E402

_WIDTHS = widths()
DROP_W = int(re.search(r"integer DROP_W = (\d+)", (ROOT / "rtl/weir_pkg.sv").read_text())[1])
DELTA_W = 64


def memories(preset):
    """{memory: (words, bits)} of a preset with the stages of `weir`."""
    p = PARAMETERS[preset]
    words = p["ARGS"]
    sources = math.ceil(math.log2(p["HARTS"] + (p["PINS"] > 0))) + 2
    queue = _WIDTHS["ENTRY_W"] + DELTA_W + (32 * (words - 1) + 2 if words > 1 else 0)
    found = {
        "value registers": (p["VALUE_REGS"] + 1, 32 * words),
        "owners": (p["VALUE_REGS"], 33),
        "snoop": (4 if p["RETIRE"] or p["PINS"] or p["HARTS"] > 1 else 2,
                  33 + (15 + 16 if p["RETIRE"] else 0)),
        "counters": (1 << (sources + 1 + DROP_W), 32),
        "queue": (1 << p["QUEUE_LOG2"], queue),
        "thread cache": (p["THREAD_CACHE"], 32),
        "fifo": (1 << p["FIFO_LOG2"], 32),
    }
    if p["PINS"]:
        found["pins"] = (4, 2 * (p["PINS"] + 1) + p["PINS"] - 1)
    if p["RING"]:
        found["ring fifo"] = (1 << p["FIFO_LOG2"], 32)
    return found


def _box(x, y, width, name, lines, memory=None, option=False, height=None):
    height = height or 34 + 15 * len(lines) + (22 if memory else 0)
    look = 'fill="#f7fafc" stroke="#0b7a75" stroke-dasharray="5 3"' if option else (
        'fill="#e8f6f5" stroke="#0b7a75"')
    parts = [f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" {look}/>',
             text(x + width / 2, y + 20, name, "middle", "title")]
    for i, words in enumerate(lines):
        parts.append(text(x + width / 2, y + 38 + 15 * i, words, "middle"))
    if memory:
        at = y + height - 26
        parts += [f'<rect x="{x + 8}" y="{at}" width="{width - 16}" height="19" fill="#fff3d6" '
                  'stroke="#b7791f"/>', text(x + width / 2, at + 13, memory, "middle")]
    return parts


def _way(points, bits=None, at=None):
    path = "M" + " L".join(f"{x},{y}" for x, y in points)
    parts = [f'<path d="{path}" fill="none" stroke="#44566b" stroke-width="1.6" '
             'marker-end="url(#arrow)"/>']
    if bits:
        x, y = at or ((points[0][0] + points[1][0]) / 2, points[0][1] - 6)
        parts.append(text(x, y, str(bits), "middle"))
    return parts


def draw():
    """The stages from left to right, in two rows: events, then entries and bytes."""
    full, small = memories("full"), memories("small")
    both = lambda name: (  # noqa: E731
        "{}x{}".format(*small[name]) if small.get(name) == full[name] else
        "{}x{} | {}x{}".format(*small[name], *full[name]) if name in small else
        "- | {}x{}".format(*full[name]))
    event, item, entry = _WIDTHS["W"], _WIDTHS["ITEM"], _WIDTHS["ENTRY_W"]
    parts = ['<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
             'markerHeight="7" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="#44566b"/></marker>'
             "</defs>",
             text(20, 50, "Yellow: memories, words x bits, small | full. Numbers at arrows: bits. "
                  "Dashed: by parameter. FIFO and ring memories are block RAM.")]
    parts += _box(20, 70, 176, "port", ["a store is an event", "0 cycles, one a cycle"],
                  "values " + both("value registers"))
    parts += _box(20, 184, 176, "snoop", ["stores, retired instructions", "1 cycle, up to 3 items"],
                  "queue " + both("snoop"))
    parts += _box(20, 298, 176, "pins", ["edges of wires, any clock", "one a cycle"],
                  "samples " + both("pins"), option=True)
    parts += _box(246, 160, 128, "arbiter", ["one order", "1 cycle, one a cycle"])
    parts += _box(426, 160, 128, "filter", ["select, rate, trigger", "1 cycle, one a cycle"],
                  option=True)
    parts += _box(606, 70, 128, "timestamp", ["64-bit time,", "time since the entry"])
    parts += _box(606, 180, 128, "offer", ["a register", "1 cycle"])
    parts += _box(786, 160, 186, "admit", ["space? deliver, or drop", "and count: one a cycle"],
                  "counters " + both("counters"))
    parts += _box(1022, 160, 176, "queue", ["bursts", "2 cycles, one a cycle"], both("queue"))
    parts += _way([(196, 110), (310, 110), (310, 158)], event, (256, 104))
    parts += _way([(196, 205), (244, 205)], item)
    parts += _way([(196, 338), (310, 338), (310, 226)], 38, (256, 332))
    parts += _way([(374, 195), (424, 195)], event)
    parts += _way([(554, 195), (580, 195), (580, 214), (604, 214)], event, (580, 188))
    parts += _way([(734, 214), (784, 214)], event)
    parts += _way([(734, 104), (1110, 104), (1110, 158)], DELTA_W, (900, 98))
    parts += _way([(972, 214), (1020, 214)], f"{entry}+args", (996, 206))
    # second row
    parts += _way([(1110, 252), (1110, 424), (108, 424), (108, 448)],
                  f"{small['queue'][1]} | {full['queue'][1]}", (700, 418))
    parts += _box(20, 450, 176, "args", ["extra arguments as entries", "1 cycle, one a cycle"],
                  option=True)
    parts += _box(246, 450, 128, "thread cache", ["short switches", "a search of a switch"],
                  both("thread cache"))
    parts += _box(426, 450, 128, "checkpoint", ["for late readers", "0 cycles"], option=True)
    parts += _box(606, 450, 128, "pack", ["entries to bytes", "4 bytes a cycle"])
    parts += _box(786, 450, 186, "fifo", ["of the data page", "2 cycles, a word a cycle"],
                  both("fifo"))
    parts += _box(1022, 450, 176, "registers", ["decode, csr, stall", "the answer: 1 cycle"])
    parts += _box(606, 566, 128, "ring", ["sections in memory", "a byte a cycle"],
                  both("ring fifo"), option=True)
    parts += _box(786, 566, 186, "frame", ["RKH frames", "a byte a cycle"], option=True)
    for left, right, bits in ((196, 244, entry + 64), (374, 424, entry + 64),
                              (554, 604, entry + 64), (734, 784, 32), (972, 1020, 32)):
        parts += _way([(left, 480), (right, 480)], bits)
    parts += _way([(758, 480), (758, 590), (736, 590)])
    parts += _way([(879, 536), (879, 564)], 32, (894, 554))
    parts += _way([(606, 600), (560, 600)], 32)
    parts += [text(554, 604, "bus manager, m_*", "end")]
    parts += _way([(972, 600), (1020, 600)], 8)
    parts += [text(1028, 604, "bytes, frame_*"), text(1110, 550, "reg_*: the bus shell", "middle")]
    return picture(1220, 680, "The stages of weir", parts)
