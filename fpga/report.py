#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Size and speed of core, Weir and demo SoC on each board: docs/evidence/fpga.md.

`make fpga-report`. Core and unit are each alone on the part, behind a shift register of another
clock, as in area.py. The SoC is that of the bitstream. build/report caches results until their
inputs change, so an interrupted run continues.
"""

import argparse
import functools
import hashlib
import json
import re
import statistics
import sys
from pathlib import Path

from area import ROOT, SEEDS, behind_few_pins, cells, packed, revision, version

sys.path.append(str(Path(__file__).resolve().parent / "boards"))
import build  # noqa: E402
from build import BOARDS  # noqa: E402

FOLDER = Path("build/report")  # relative: see build.run()
# What counts as LUT: what nextpnr counts as it packs, or cells of the netlist (cell: number); LUT
# RAM, FF, block RAM
CELLS = {
    "ice40": ("ICESTORM_LC", None, r"SB_DFF\w*", r"SB_RAM40_4K"),
    "ecp5": ("Total LUT4s", r"TRELLIS_DPR16X4", r"TRELLIS_FF", r"DP16KD"),
    "gowin": ({r"LUT[1-4]": 1, "ALU": 1}, r"RAM16S\w+", r"DFF\w*", r"SDP\w*|DP\w*B|SPX?9?"),
    "xilinx": ({r"LUT[1-6]": 1, r"RAM\w*M": 4}, r"RAM\d+\w+", r"FD[RSCP]E", r"RAMB\d+E1"),
}
UNCONSTRAINED = {"ice40": "--pcf-allow-unconstrained", "ecp5": "--lpf-allow-unconstrained"}
# Pins of a module alone on Gowin, where the tool does not choose
PINS = {"clk_i": 52, "rst_ni": 4, "pin_clk_i": 35, "pin_i": 3, "pin_o": 10}
# Few seeds where one takes ten minutes of CPU
SEEDS_OF = {"ice40": SEEDS, "ecp5": SEEDS, "gowin": SEEDS[:1]}  # core and unit
SEEDS_OF_SOC = {**SEEDS_OF, "ecp5": SEEDS[:1]}


@functools.cache
def tools(family):
    yosys = "Yosys " + version([build.YOSYS[family], "-V"])
    if family == "xilinx":
        return yosys
    place = build.PLACE[family]
    return f"{yosys}, {Path(place).name.removeprefix('yowasp-')} {version([place, '--version'])}"


def text(file):
    """The text that synthesis reads: without comments and properties (`ifdef FORMAL)."""
    lines, depth = [], 0
    for line in (ROOT / file).read_text().splitlines():
        word = line.lstrip().partition(" ")[0]
        if depth:
            depth += (word in ("`ifdef", "`ifndef")) - (word == "`endif") - (word == "`else"
                                                                             and depth == 1)
        elif line.startswith("`ifdef FORMAL"):
            depth = 1
        else:
            lines.append(line.partition("//")[0].rstrip())
    return "\n".join(filter(None, lines))


def cached(what, measure, name):
    """measure(path), or its cached result. `what`: all its inputs."""
    path = FOLDER / hashlib.sha256(json.dumps(what).encode()).hexdigest()[:16]
    done = ROOT / f"{path}.done"
    if not done.exists():
        if measure is None:
            return None
        print(name, flush=True)
        done.write_text(json.dumps(measure(path)))
    return json.loads(done.read_text())


def count(stat, board, module, netlist):
    """LUT, LUT RAM, FF, block RAM of a flat module in the output of `stat`, of either Yosys, and in
    its netlist.
    """
    sections = re.split(r"^=== (.*) ===$", stat, flags=re.M)
    body, = [
        body for title, body in zip(sections[1::2], sections[2::2])
        if re.fullmatch(rf"(\$paramod\S*\\)?{module}(\\\S+)?", title)
    ]
    family = board["family"]
    luts, *others = CELLS[family]
    if family in UNCONSTRAINED:
        number = packed([build.PLACE[family], *board["place"], UNCONSTRAINED[family]], netlist,
                        luts)
    else:
        number = sum(weight * cells(body, kind) for kind, weight in luts.items())
    return [number, *(cells(body, kinds) if kinds else 0 for kinds in others)]


def made_of(module, files):
    """Files that a module of Weir needs, so that other changes do not repeat a measurement.

    Each file has the name of its module.
    """
    texts, found, more = {Path(file).stem: text(file) for file in files}, set(), [module]
    while more:
        name = more.pop()
        if name in texts and name not in found:
            found.add(name)
            more += re.findall(r"\bweir_\w+", texts[name])
    return [file for file in files if Path(file).stem in found]


def speed(board, netlist, key, pins, wanted, dry, name):
    """Median and minimum MHz over the seeds, "does not fit", or None if not measured."""
    family = board["family"]
    if family == "xilinx":
        return []

    def placed(seed):
        def measure(path):
            (ROOT / f"{path}.cst").write_text("".join(
                f'IO_LOC "{port}" {pin};\n' for port, pin in PINS.items()))
            try:
                build.place(board,
                            netlist,
                            path,
                            seed,
                            "--freq",
                            str(wanted),
                            "--timing-allow-fail",
                            pins=pins)
            except SystemExit as failed:
                if re.search("no BELs remaining", str(failed), re.I):
                    return "does not fit"
                raise
            report = json.loads((ROOT / f"{path}.report").read_text())
            for end in ("asc", "config", "json", "report", "cst"):
                (ROOT / f"{path}.{end}").unlink(missing_ok=True)
            mhz, = [
                clock["achieved"] for net, clock in report["fmax"].items() if "pin_clk" not in net
            ]
            return mhz

        return cached([
            *key, board["place"], pins and
            (ROOT / "constraints" / board["constraints"]).read_text(), wanted, seed
        ], None if dry else measure, f"{name}: place and route, seed {seed}")

    found = []
    for seed in (SEEDS_OF_SOC if pins else SEEDS_OF)[family]:
        found.append(placed(seed))
        if not isinstance(found[-1], float):
            return found[-1]
    return [statistics.median(found), min(found)]


def alone(name, board, module, parameters, files, title, dry):
    """(counts, speed) of a module alone on the part of a board; None if not measured."""
    family, title = board["family"], f"{name}: {title}"
    sources = [text(file) for file in files]
    key = [CELLS[family], tools(family), board["synth"], module, parameters, sources]

    def measure(path):
        yosys = lambda script, end: build.run([build.YOSYS[family], "-q", "-p", script], ROOT /
                                              f"{path}.{end}.log")
        top = f"{path}.v"
        read = f"read_verilog -sv -Irtl {' '.join(map(str, files))}"
        (ROOT / top).write_text(f"module alone; {module} #({parameters}) u_alone (); endmodule\n")
        yosys(
            f"{read} {top}; hierarchy -top alone; "
            f"tee -o {path}.ports portlist *{module} *\\{module}\\*", "ports")
        ports = re.findall(r"^(input|output) \[(\d+):0\] (\w+)$",
                           (ROOT / f"{path}.ports").read_text(), re.M)
        (ROOT / top).write_text(behind_few_pins(ports, f"{module} #({parameters}) u_alone",
                                                "alone"))
        # For Gowin, Yosys would add pin buffers to each module.
        synth, pads = (board["synth"] + " -noiopads",
                       "iopadmap -bits -inpad IBUF O:I -outpad OBUF I:O;"
                       ) if family == "gowin" else (board["synth"], "")
        yosys(
            f"{read} {top}; hierarchy -top alone; "
            f"setattr -mod -set keep_hierarchy 1 *{module} *\\{module}\\*; {synth} -top alone; "
            f"tee -o {path}.stat stat; json -o {path}.module *{module} *\\{module}\\*; "
            f"setattr -mod -unset keep_hierarchy *; flatten; {pads} "
            f"clean; write_json {path}.netlist", "yosys")
        stat = (ROOT / f"{path}.stat").read_text()
        return [str(path), count(stat, board, module, Path(f"{path}.module"))]

    done = cached(key, None if dry else measure, f"{title}: synthesis")
    if done is None:
        return None, None
    return done[1], speed(board, f"{done[0]}.netlist", key, False, 120, dry, title)


def soc(name, board, dry):
    files, options = build.rtl_files(name,
                                     board)[:2], [board["synth"],
                                                  build.unit_parameters(board)]
    key = [
        CELLS[board["family"]],
        tools(board["family"]), name, options, *(text(file) for part in files for file in part)
    ]

    def measure(path):
        for step in ("header", "firmware", "netlist"):
            getattr(build, step)(name, board)
        folder = build.folder_of(name)
        netlist = Path(f"{path}.netlist")
        (ROOT / netlist).write_bytes((ROOT / folder / "netlist.json").read_bytes())
        return [str(path), count((ROOT / folder / "stat.txt").read_text(), board, name, netlist)]

    done = cached(key, None if dry else measure, f"{name}: the demo SoC: synthesis")
    if done is None:
        return None, None
    return done[1], speed(board, f"{done[0]}.netlist", key, True, board["clock_hz"] / 1e6, dry,
                          f"{name}: the demo SoC")


def rows(name, board, dry):
    """(title, counts, speed) of the measurements on a board: core, Weir, SoC."""
    core = {
        "serv": "SERV", "picorv32": "PicoRV32, RV32IMC" if board["large"] else "PicoRV32, RV32I"
    }[board["core"]]
    package = []
    for file in build.core_files(board["core"]):  # tools from wheels see the repository only
        package.append(FOLDER / file.name)
        (ROOT / package[-1]).write_bytes(file.read_bytes())
    glue = ["rtl/weir_pkg.sv", "rtl/retire/weir_rvfi.sv", f"sim/soc/core_{board['core']}.sv"]
    yield core, *alone(name, board, f"core_{board['core']}", f".LARGE({board['large']})"
                       if board["core"] == "picorv32" else "", [*package, *glue], core, dry)

    parameters = ", ".join(
        f".{key}({value})" for key, value in build.unit_parameters(board).items())
    title = f"Weir `{board['preset']}`" + "".join(f", {key} {value}"
                                                  for key, value in board["changes"].items())
    yield title, *alone(name, board, "weir", parameters, made_of("weir", build.RTL), title, dry)
    yield f"the demo SoC, which needs {board['clock_hz'] / 1e6:.0f} MHz", *soc(name, board, dry)


def table(name, board):
    """The table of a board, and the number of missing figures."""
    number, of_soc = (len(of.get(board["family"], ())) for of in (SEEDS_OF, SEEDS_OF_SOC))
    seeds = {0: "", 1: ", one seed"}.get(
        number, f", {number} seeds{'' if of_soc == number else ', of the SoC one'}")
    out = [
        f"## {board['part']}, {board['name']}", "",
        f"{tools(board['family'])}, `{board['synth']}`{seeds}.", "",
        f"| | {'cells' if board['family'] == 'ice40' else 'LUT'} | of the core "
        "| LUTs as RAM, cells | FF | block RAM | MHz, median | least "
        "| of the core |", "|---|" + "---|" * 8
    ]
    core, verdict, missing = None, [], 0
    for title, counts, mhz in rows(name, board, dry=True):
        core = core or (counts, mhz)
        missing += (counts is None) + (mhz is None)
        share = lambda mine, core: f"{mine / core:.2f}" if mine and core else "·"
        speeds = isinstance(mhz, list) and len(mhz) == 2
        both = speeds and isinstance(core[1], list)
        line = [f"{n:,}" for n in counts] if counts else ["·"] * 4
        line.insert(1, share(counts and counts[0], core[0] and core[0][0]))
        line += [f"{mhz[0]:.1f}", f"{mhz[1]:.1f}",
                 share(mhz[0], core[1][0]) if both else "·"] if speeds else [
                     mhz if isinstance(mhz, str) else "–" if mhz == [] else "·", "", ""
                 ]
        out.append(f"| {title} | {' | '.join(line)} |")
        if both and title.startswith("Weir"):
            verdict = [
                "",
                f"The unit is {'slower than' if mhz[0] < core[1][0] else 'at least as fast as'} "
                "the core beside it."
            ]
    return [*out, *verdict, ""], missing


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards",
                        nargs="*",
                        metavar="BOARD",
                        help="boards to measure; default: all")
    parser.add_argument("--table",
                        action="store_true",
                        help="only write the page, from cached results")
    options = parser.parse_args()
    if unknown := set(options.boards) - set(BOARDS):
        parser.error(f"{', '.join(sorted(unknown))}: not one of {', '.join(BOARDS)}")
    (ROOT / FOLDER).mkdir(parents=True, exist_ok=True)
    for name in [] if options.table else options.boards or BOARDS:
        for _ in rows(name, BOARDS[name], dry=False):
            pass
    tables, missing = zip(*(table(name, board) for name, board in BOARDS.items()))
    out = [
        "<!-- SPDX-License-Identifier: Apache-2.0 -->",
        "# Size and speed of the boards",
        "",
        "*For those who want the unit on a board. It answers: how much of each part it takes, and "
        "how fast it is there.*",
        "",
        "Written by `make fpga-report`; do not edit. The part of each [board](../guides/fpga.md) "
        "with its",
        "core, its configuration of the unit, and the demo SoC. [Area and speed](area.md) has the",
        "presets.",
        "",
        "* Core and unit are each alone on the part, without a bus shell. Their pins are behind a",
        "  shift register of another clock, which is not counted. The core includes its adapter to",
        "  the SoC's bus.",
        "* Cells of iCE40, LUT of ECP5: what nextpnr packs. A cell of iCE40 has a LUT, a",
        "  flip-flop and a carry, and counts once, whatever is used. LUTs of ECP5 are those of",
        "  carries and RAM, too. LUT of Gowin: LUT1 to LUT4, and ALU, which has the carries. LUT",
        "  of Xilinx: LUT1 to LUT6; a LUTRAM, RAM32M or RAM64M, counts as four. *Of the core*: as",
        "  a fraction of the core.",
        "* MHz: from nextpnr, median and minimum of the seeds. Xilinx is not placed.",
        f"* RTL: commit {revision()}. `·`: not measured with it. Compare with",
        "  [area and speed](area.md) only where that page has the same RTL.",
        "",
        *(line for lines in tables for line in lines),
    ]
    (ROOT / "docs/evidence/fpga.md").write_text("\n".join(out))
    note = f"; {sum(missing)} figures are missing" if sum(missing) else ""
    print(f"wrote docs/evidence/fpga.md{note}")


if __name__ == "__main__":
    main()
