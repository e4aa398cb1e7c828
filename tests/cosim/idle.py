#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What moves in a unit that is disabled, counted in a waveform: idle.sv under Icarus Verilog, read
by vcdvcd. `make idle`.

    idle.py [--nets] [--table FILE]
"""

import argparse
import re
import subprocess
import tempfile
from collections import defaultdict
from pathlib import Path

from bench import FILES, HAS, INCLUDE, PARAMETERS, ROOT, TOPS
from vcdvcd import VCDVCD

UNITS = {"tiny": "tiny", "small": "small", "full": "full", "full, to frames": "full",
         "wide": "wide"}  # what is measured, and its parameter set
CYCLES = 200
PERIOD = 10
PHASES = {"enabled": 1, "at rest": 2, "hart": 3, "hart and ports": 4}
STAGES = [
    "port", "snoop", "pins", "arbiter", "filter", "timestamp", "admit", "queue", "thread_cache",
    "args", "checkpoint", "pack", "fifo", "fifo_snapshot", "frame", "ring"
]
# ... and what belongs to them.
PART_OF = {"page": "fifo", "ring_sink": "ring", "port_mux": "port", "offer": "filter"}
# What may move in a unit that is disabled, by the names of nets: the register port with all that
# decodes it and answers, ...
ALLOWED = {
    "register port": r"u_(regs|ring_regs)\.|u_ring_sink\.(known_o|answer_o)$"
    r"|u_ring\.(known_o|at_ctrl|at_base|u_csr\.)"
    r"|u_filter\.(read_o|known_o|g_filter\.(u_csr\.|set_to))"
    r"|u_port_mux\.(kind|kind_of|wanted_o|sys_o)"
    r"|u_port\.(read_value_o|stored|stored_args|has_value|interrupt|user|named|fits"
    r"|is_tsw|bad|class_w|may|masked|fresh|access_kind_o|single|shown"
    r"|g_bank\.(mine|taken|put_at|read_at|words|g_word\[\d\]\.what|g_args\.count))$",
    "time": r"u_timestamp\.|(u_args|u_checkpoint)\.out_delta_o|u_queue\.in$",
    "trigger pin": r"u_filter\.g_filter\.(pin_q|cause)$",
}


def waves(unit, folder, files=()):
    """Simulates a unit; returns the waveform. `files` replace those of rtl/ by name."""
    parameters = ", ".join(f".{name}({value})" for name, value in PARAMETERS[UNITS[unit]].items())
    others = {Path(file).name: file for file in files}
    rtl = [others.get(Path(file).name, ROOT / file) for file in FILES]
    program, vcd = folder / "idle", folder / "idle.vcd"
    subprocess.run([
        "iverilog", "-g2012", "-s", "idle", f"-DFRAMES={int('frames' in unit)}",
        f"-DCYCLES={CYCLES}", f"-DPINS={max(1, HAS[UNITS[unit]]['PINS'])}",
        f"-D{TOPS[UNITS[unit]].removeprefix('weir_').upper()}", f"-DPARAMETERS={parameters}",
        f'-DWAVES="{vcd}"', "-o", program, INCLUDE, *rtl, ROOT / "tests/cosim/idle.sv"
    ],
                   check=True)
    done = subprocess.run(["vvp", "-n", program], text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return VCDVCD(str(vcd))


def net(name):
    """(stage, name) of a net driven in a stage; None for inputs and for wires between stages."""
    found = re.fullmatch(r"idle\.u_unit\.((?:\w+(?:\[\d+\])?\.)*?u_(\w+)\..*?)(\[\d+:\d+\])?", name)
    if not found or found[1].endswith("_i"):
        return None
    if "u_fifo_snapshot." in found[1]:
        return "fifo_snapshot", found[1]
    stage = found[2] if found[2] in STAGES else PART_OF.get(found[2], "regs")
    return stage, found[1]


def toggles(vcd):
    """{phase: {(stage, net): bits that changed}}, and cycles of each phase."""
    marks = {int(text, 2): time for time, text in vcd["idle.phase[31:0]"].tv if "x" not in text}
    spans = {
        phase: (marks[number] + PERIOD // 2,
                marks[number + 1] if number > 1 else marks[1] + CYCLES * PERIOD)
        for phase, number in PHASES.items()
    }
    found = {phase: defaultdict(int) for phase in PHASES}
    for signal in vcd.data.values():
        whose = next(filter(None, map(net, signal.references)), None)
        if whose is None or signal.var_type == "integer":
            continue
        width, before = int(signal.size), None
        for time, text in signal.tv:
            value = text.rjust(width, text[0] if text[0] in "xz" else "0")
            if before is not None:
                for phase, (begin, end) in spans.items():
                    if begin < time < end:
                        found[phase][whose] += sum(
                            a != b and "x" not in (a, b) for a, b in zip(before, value))
            before = value
    return found, {phase: (end - begin) / PERIOD for phase, (begin, end) in spans.items()}


def moves(unit, **options):
    """{phase: {what: {net: bits a cycle}}}; what is a stage, or something allowed to move."""
    with tempfile.TemporaryDirectory() as folder:
        found, cycles = toggles(waves(unit, Path(folder), **options))
    sorted_ = {phase: defaultdict(dict) for phase in PHASES}
    for phase, nets in found.items():
        for (stage, name), count in nets.items():
            what = next((what for what, names in ALLOWED.items() if re.search(names, name)), stage)
            if count:
                sorted_[phase][what][name] = count / cycles[phase]
    return sorted_


def state(nets):
    """Those that are registers."""
    return {name: count for name, count in nets.items() if re.search(r"_q$", name)}


def table(all_moves):
    number = lambda nets: f"{total:.1f}" if (total := sum(nets.values())
                                             ) >= 0.05 else "0" if not nets else "< 0.1"
    rows = [
        "| | " + " | ".join(f"{unit}: enabled | disabled" for unit in all_moves) + " |",
        "|---|" + "---|" * 2 * len(all_moves)
    ]
    for what in [*STAGES, *ALLOWED]:
        cells = [[number(m["enabled"][what]),
                  number(m["hart and ports"][what])] for m in all_moves.values()]
        if any(cell != ["0", "0"] for cell in cells):
            rows.append(f"| {what} | " + " | ".join(" | ".join(cell) for cell in cells) + " |")
    return "\n".join(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nets",
                        action="store_true",
                        help="name the nets that move in a unit that is disabled")
    parser.add_argument("--table", type=Path, help="write the table into this file, below its mark")
    options = parser.parse_args()
    found = {unit: moves(unit) for unit in UNITS}
    print(table(found))
    if options.nets:
        for unit, phases in found.items():
            for phase in list(PHASES)[1:]:
                for what, nets in phases[phase].items():
                    print(f"{unit}, {phase}, {what}: " + ", ".join(f"{name} {count:.2f}"
                                                                   for name, count in nets.items()))
    if options.table:
        text = options.table.read_text()
        options.table.write_text(text[:text.index("<!-- table -->\n")] + "<!-- table -->\n" +
                                 table(found) + "\n")


if __name__ == "__main__":
    main()
