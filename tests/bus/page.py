#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what signals.md, buses.md and theory.md have behind their marks: ports,
from the RTL; timing diagrams, from simulation, drawn by WaveDrom.
"""

import json
import logging
import re
import tempfile
from functools import cache
from pathlib import Path

import wavedrom
from buses import BUSES
from simulate import ROOT, simulate

PAGES = [
    ROOT / "docs" / page
    for page in ("reference/signals.md", "reference/buses.md", "explanation/theory.md")
]
FIGURES = ROOT / "docs/figures/timing"
# For each diagram its pins in the order of the picture, and the condition in which a pin means
# something, if not always. Those of the buses are in the files of the buses.
PORT = {
    "reg_valid": "", "reg_ready": "reg_valid", "reg_write": "reg_valid", "reg_addr": "reg_valid",
    "reg_wdata": "reg_valid and reg_write", "reg_rdata": "reads"
}
RING_WORDS = {"valid": "", "ready": "valid", "addr": "valid", "wdata": "valid", "idle": ""}
RING_WB = {"cyc": "", "stb": "", "stall": "stb", "adr": "stb", "dat_w": "stb", "ack": ""}
RINGS = {
    "ring_axil": {
        "awvalid": "", "awready": "awvalid", "awaddr": "awvalid", "wvalid": "", "wready": "wvalid",
        "wdata": "wvalid", "bvalid": ""
    },
    "ring_axi": {
        "awvalid": "", "awready": "awvalid", "awaddr": "awvalid", "awlen": "awvalid", "wvalid": "",
        "wready": "wvalid", "wdata": "wvalid", "wlast": "wvalid", "bvalid": ""
    },
    "ring_wb": RING_WB,
    "ring_wb_classic": {pin: condition
                        for pin, condition in RING_WB.items() if pin != "stall"},
}
READS = {pin: PORT[pin] for pin in ("reg_valid", "reg_ready", "reg_addr", "reg_rdata")}
SIGNALS = {
    "event": [
        PORT, {
            "port": "", "merge": "", "filter": "", "admit": "", "delta": "admit", "queue": "",
            "pack": "", "word": "pack", "level": ""
        }
    ],
    "reg": [PORT],
    "snoop": [{
        "snoop_valid": "", "snoop_addr": "snoop_valid", "snoop_data": "snoop_valid",
        "snoop_strb": "snoop_valid"
    }, READS],
    "retire": [{
        "retire_rd": "", "retire_rd_data": "retire_rd", "retire_csr_valid": "",
        "retire_csr": "retire_csr_valid or retire_hint",
        "retire_csr_data": "retire_csr_valid or retire_hint", "retire_trap": "",
        "retire_interrupt": "retire_trap", "retire_code": "retire_trap", "retire_return": "",
        "retire_hint": "", "retire_hint_u": "retire_hint", "retire_user": "retire_hint"
    }, READS],
    "auth": [{"auth": "", "level": ""}, READS],
    "time": [{"count": "", "time_gray": "", "time_now": ""}],
    "trigger": [{"trigger_in": "", "trigger_out": ""},
                {pin: PORT[pin]
                 for pin in ("reg_valid", "reg_addr", "reg_wdata")}],
    "pins": [{
        "pins": "", "event_valid": "", "event_id": "event_valid", "event_value": "event_valid"
    }],
    "frame": [{"frame_valid": "", "frame_ready": "", "frame_data": "frame_valid"}],
    "uart": [{"frame_valid": "", "frame_ready": "frame_valid", "frame_data": "frame_valid"},
             {"tx": ""}],
    "m": [{
        "m_" + pin: condition.replace("valid", "m_valid")
        for pin, condition in RING_WORDS.items()
    }],
    "irq": [{"level": "", "irq": ""}, PORT],
}
WORDS = re.compile(
    "addr|adr|dat|code|trans|strb|len|count|gray|now|level|pins|event_id|value|delta|word|rd$|csr$"
)  # in the names of pins of several bits
TEXTS = {"retire_rd": {0: None, 2: "x2", 4: "x4", 5: "x5"}}
TAKEN = {"frame_data": "frame_valid and frame_ready"}  # where the next of a row may look the same
LETTER = 7  # pixels of a letter


def wave(values, words, texts, taken):
    """A row of WaveJSON: its wave, a character a cycle, and the words in it. A word begins anew
    behind a cycle in which one was taken.
    """
    drawn, data, last = "", [], ()
    for i, value in enumerate(values):
        value = texts.get(value, value)
        if value == last and not (i and taken[i - 1]):
            drawn += "."
        elif value is None or not words:
            drawn += "x" if value is None else str(value)
        else:
            drawn += "="
            data.append(value if isinstance(value, str) else f"{value:x}")
        last = value
    return {"wave": drawn, **({"data": data} if data else {})}


def widest(row):
    """Pixels a cycle must have for its words to fit."""
    lengths = [len(found) for found in re.findall("=\\.*", row["wave"])]
    return max((LETTER * len(text) + 12) / length
               for text, length in zip(row["data"], lengths)) if "data" in row else 0


def diagram(groups, cycles, prefix="", more_texts={}):
    texts = TEXTS | more_texts
    reads = False
    for cycle in cycles:  # reads: what was accepted at the last edge was a read
        if "reg_valid" in cycle:
            cycle["reads"] = reads
            reads = bool(cycle["reg_valid"] and cycle["reg_ready"] and not cycle["reg_write"])
    cycles = [{pin.removeprefix(prefix): value for pin, value in cycle.items()} for cycle in cycles]
    rows = [{"name": "clk", "wave": "p" + "." * (len(cycles) - 1)}]
    for pins in groups:
        for pin, condition in pins.items():
            values = [c[pin] if not condition or eval(condition, {}, c) else None for c in cycles]
            taken = [bool(eval(TAKEN.get(pin, "0"), {}, c)) for c in cycles]
            rows.append({
                "name": pin, **wave(values,
                                    WORDS.search(pin) is not None, texts.get(pin, {}), taken)
            })
        rows.append({})
    scale = next(n for n in range(1, 9) if all(widest(row) <= 40 * n for row in rows if row))
    return {"signal": rows[:-1], "config": {"hscale": scale}, "head": {"tick": 0}}


@cache
def simulated(bench, module):
    """What a module of this folder has seen: {name of a file: cycles}."""
    with tempfile.TemporaryDirectory() as work:
        file = Path(work) / "timing.json"
        simulate(bench, module, Path(work), WEIR_TIMING=work if module == "signals" else str(file))
        return {found.stem: found.read_text() for found in Path(work).glob("*.json")}


def timing(name):
    """The diagram of this name, as WaveJSON."""
    if name in SIGNALS:
        return diagram(SIGNALS[name], json.loads(simulated("signals", "signals")[name]))
    bus, module = name, "ring_timing" if name in RINGS else "timing"
    cycles = json.loads(simulated(bus, module)["timing"])
    if name in BUSES:
        known = BUSES[name]
        return diagram([known.pins, PORT], cycles, known.master.prefix, known.texts)
    prefix = "m_wb_" if "wb" in name else name.replace("ring", "m") + "_"
    words = {
        "s_" + pin: condition.replace("valid", "s_valid")
        for pin, condition in RING_WORDS.items()
    }
    return diagram([words, RINGS[name]], cycles, prefix)


PORTS = re.compile(r"^ *(input|output) +wire +(?:\[(.*?):0\])? *(\w+),? *(?://(.*))?$", re.M)


def with_notes(text):
    """The ports, each with its comment: behind it, or on the lines above it."""
    found, above = [], []
    for line in text.split("\n"):
        port = PORTS.match(line)
        if port:
            way, high, name, note = port.groups()
            for at in range(len(above) - 1, 0, -1):  # a sentence about several ports is no note
                if above[at - 1].endswith(".") and above[at][:1].islower():
                    above = above[at:]
                    break
            found.append((way, high or "", name, note or " ".join(above)))
        comment = re.match(r" *// ?(.*)", line)
        above = [*above, comment[1]] if comment else []
    return found


def width_of(high):
    """The bits of [high:0], as a name where it is one."""
    if not high:
        return "1"
    if high.isdigit():
        return str(int(high) + 1)
    if high.endswith("-1"):
        return high.removesuffix("-1").replace("*", " * ")
    return high.replace("15+", "16 + ") if high.startswith("15+") else f"{high} + 1"


def table(found):
    rows = [
        f"| `{name}` | {way.removesuffix('put')} | {width_of(high)} | "
        f"{note.strip().replace('docs/reference/signals.md has the bounds', 'bounds: see above')} |"
        for way, high, name, note in found
    ]
    return "\n".join(["| port | way | bits | meaning |", "|---|---|---|---|", *rows])


PARAMETERS = re.compile(r"^ *parameter +(?:integer|\[31:0\]) +(\w+) = (\d+),? *(?://(.*))?$", re.M)


def ports(module, prefix=None):
    """The ports of a module as a table: those with this prefix, else of a shell its parameters and
    the ports of its bus, of a snoop all, of others all but clock and reset.
    """
    shell, snoop = (ROOT / f"rtl/{folder}/{module}.sv" for folder in ("bus", "snoop"))
    text = next(file for file in (shell, snoop, ROOT / f"rtl/{module}.sv")
                if file.exists()).read_text()
    found = with_notes(text[:text.index(");\n")])
    parameters = PARAMETERS.findall(text) if prefix is None else []
    if shell.exists() and not prefix:
        prefix, others = ("m_", 8) if module.startswith("weir_ring") else ("s_", 9)
        assert len(
            [1 for port in found if port[2].startswith(prefix)]) == len(found) - others, module
    head, rule, *rows = table([
        port for port in found if port[2].startswith(prefix or "") and
        (snoop.exists() or port[2] not in ("clk_i", "rst_ni"))
    ]).split("\n")
    return "\n".join([
        head, rule,
        *(f"| `{name}` | parameter | | {note.strip()}{'; ' * bool(note)}default {value} |"
          for name, value, note in parameters if shell.exists() or snoop.exists()), *rows
    ])


def picture(name):
    pins = [row["name"] for row in timing(name)["signal"] if row]
    return f"![Timing of {', '.join(pins[1:])}](../figures/timing/{name}.svg)"


def svg(diagram):
    """WaveDrom's drawing, on white whatever is around it, without the parts that this one does not
    use.
    """
    text = wavedrom.render(json.dumps(diagram)).tostring()
    used = set(re.findall(r'xlink:href="#([^"]+)"', text))
    text = re.sub(r'<g id="([^"]+)">(?:<(?:path|rect)[^>]*/>)*</g>', lambda m: m[0]
                  if m[1] in used else "", text)
    width, height = re.search(r'viewBox="0,0,(\d+),(\d+)"', text).groups()
    return text.replace("</defs>", f'</defs><rect width="{width}" height="{height}" fill="#fff"/>',
                        1) + "\n"


def files():
    """{name: text} of all pictures, each beside its source in WaveJSON."""
    made = {}
    for name in [*SIGNALS, *BUSES, *RINGS]:
        diagram = timing(name)
        rows = ",\n    ".join(json.dumps(row) for row in diagram["signal"])
        rest = "".join(f',\n  "{key}": {json.dumps(value)}' for key, value in diagram.items()
                       if key != "signal")
        made[f"{name}.json"] = f'{{\n  "signal": [\n    {rows}\n  ]{rest}\n}}\n'
        made[f"{name}.svg"] = svg(diagram)
    return made


def page(path):
    """A page as it must be now."""
    text = re.sub(r"(<!-- timing (\w+) -->\n).*?\n", lambda m: m[1] + picture(m[2]) + "\n",
                  path.read_text())
    return re.sub(r"(<!-- ports (\w+)(?: (\w+))? -->\n)(\|.*\n)*",
                  lambda m: m[1] + ports(m[2], m[3]) + "\n", text)


if __name__ == "__main__":
    logging.disable()
    for each in PAGES:
        each.write_text(page(each))
    FIGURES.mkdir(exist_ok=True)
    for each, text in files().items():
        (FIGURES / each).write_text(text)
