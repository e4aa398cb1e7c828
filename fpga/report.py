#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Size and speed, on the part of each board, of its core, of Weir as it is there, and of the demo SoC: docs/results/fpga.md. `make fpga-report`.

Core and unit are each alone on the part, behind a shift register of another clock, as in area.py; the SoC is as its bitstream.
What was measured is kept in build/report until what it depends on changes, so a run that was ended goes on."""

import argparse
import functools
import hashlib
import json
import re
import statistics
import sys
from pathlib import Path

from area import ROOT, SEEDS, behind_few_pins, cells, revision, version

sys.path.append(str(Path(__file__).resolve().parent / "boards"))
import build  # noqa: E402
from build import BOARDS  # noqa: E402

FOLDER = Path("build/report")  # relative: see build.run()
CELLS = {  # what counts as LUT (cell: how many), as RAM of LUTs, FF, block RAM
    "ice40": ({"SB_LUT4": 1}, None, r"SB_DFF\w*", r"SB_RAM40_4K"),
    "ecp5": ({"LUT4": 1, "CCU2C": 2}, r"TRELLIS_DPR16X4", r"TRELLIS_FF", r"DP16KD"),
    "gowin": ({r"LUT[1-4]": 1, "ALU": 1}, r"RAM16S\w+", r"DFF\w*", r"SDP\w*|DP\w*B|SPX?9?"),
    "xilinx": ({r"LUT[1-6]": 1}, r"RAM\d+\w+", r"FD[RSCP]E", r"RAMB\d+E1"),
}
PINS = {"clk_i": 52, "rst_ni": 4, "pin_clk_i": 35, "pin_i": 3,
        "pin_o": 10}  # of a module alone, on Gowin, where the tool does not choose
SEEDS_OF = {"ice40": SEEDS, "ecp5": SEEDS,
            "gowin": SEEDS[:1]}  # of core and unit; there, a seed takes up to ten minutes of CPU,
SEEDS_OF_SOC = {**SEEDS_OF, "ecp5": SEEDS[:1]}  # as does one of the SoC


@functools.cache
def tools(family):
    yosys = "Yosys " + version([build.YOSYS[family], "-V"])
    return yosys if family == "xilinx" else f"{yosys}, {Path(build.PLACE[family]).name.removeprefix('yowasp-')} {version([build.PLACE[family], '--version'])}"


def text(file):
    """What synthesis reads of a file: no comments, and not the properties, which are under `ifdef FORMAL."""
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


def kept(what, measure, name):
    """measure(path), or what it gave when it was last done of the same. `what`: all that it depends on."""
    path = FOLDER / hashlib.sha256(json.dumps(what).encode()).hexdigest()[:16]
    done = ROOT / f"{path}.done"
    if not done.exists():
        if measure is None:
            return None
        print(name, flush=True)
        done.write_text(json.dumps(measure(path)))
    return json.loads(done.read_text())


def count(stat, family, module):
    """LUT, RAM of LUTs, FF, block RAM of a module in what `stat` of either Yosys says; LUTs of what it is made of included, as all is flat."""
    sections = re.split(r"^=== (.*) ===$", stat, flags=re.M)
    body, = [
        body for title, body in zip(sections[1::2], sections[2::2])
        if re.fullmatch(rf"(\$paramod\S*\\)?{module}(\\\S+)?", title)
    ]
    luts, *others = CELLS[family]
    return [
        sum(weight * cells(body, kind) for kind, weight in luts.items()),
        *(cells(body, kinds) if kinds else 0 for kinds in others)
    ]


def made_of(module, files):
    """Those of the files, each named as its module, that a module of ours is made of: what else changes is not measured again."""
    texts, found, more = {Path(file).stem: text(file) for file in files}, set(), [module]
    while more:
        name = more.pop()
        if name in texts and name not in found:
            found.add(name)
            more += re.findall(r"\bweir_\w+", texts[name])
    return [file for file in files if Path(file).stem in found]


def speed(board, netlist, key, pins, wanted, dry, name):
    """Median and least MHz over the seeds, "no room", or None for what is not measured."""
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
                    return "no room"
                raise
            report = json.loads((ROOT / f"{path}.report").read_text())
            for end in ("asc", "config", "json", "report", "cst"):
                (ROOT / f"{path}.{end}").unlink(missing_ok=True)
            mhz, = [
                clock["achieved"] for net, clock in report["fmax"].items() if "pin_clk" not in net
            ]
            return mhz

        return kept([
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
    """(counts, speed) of a module by itself on the part of a board; None for what is not measured."""
    family, title = board["family"], f"{name}: {title}"
    sources = [text(file) for file in files]
    key = [CELLS[family], tools(family), board["synth"], module, parameters, sources]

    def measure(path):
        yosys = lambda script, end: build.run([build.YOSYS[family], "-q", "-p", script], ROOT /
                                              f"{path}.{end}.log")
        top, read = f"{path}.v", f"read_verilog -sv {' '.join(map(str, files))}"
        (ROOT / top).write_text(f"module alone; {module} #({parameters}) u_alone (); endmodule\n")
        yosys(
            f"{read} {top}; hierarchy -top alone; tee -o {path}.ports portlist *{module} *\\{module}\\*",
            "ports")
        ports = re.findall(r"^(input|output) \[(\d+):0\] (\w+)$",
                           (ROOT / f"{path}.ports").read_text(), re.M)
        (ROOT / top).write_text(behind_few_pins(ports, f"{module} #({parameters}) u_alone",
                                                "alone"))
        # of Gowin, Yosys would give each module buffers of pins
        synth, pads = (board["synth"] + " -noiopads",
                       "iopadmap -bits -inpad IBUF O:I -outpad OBUF I:O;"
                       ) if family == "gowin" else (board["synth"], "")
        yosys(
            f"{read} {top}; hierarchy -top alone; setattr -mod -set keep_hierarchy 1 *{module} *\\{module}\\*; {synth} -top alone; "
            f"tee -o {path}.stat stat; setattr -mod -unset keep_hierarchy *; flatten; {pads} clean; write_json {path}.netlist",
            "yosys")
        return [str(path), count((ROOT / f"{path}.stat").read_text(), family, module)]

    done = kept(key, None if dry else measure, f"{title}: synthesis")
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
        (ROOT / f"{path}.netlist").write_bytes((ROOT / folder / "netlist.json").read_bytes())
        return [str(path), count((ROOT / folder / "stat.txt").read_text(), board["family"], name)]

    done = kept(key, None if dry else measure, f"{name}: the demo SoC: synthesis")
    if done is None:
        return None, None
    return done[1], speed(board, f"{done[0]}.netlist", key, True, board["clock_hz"] / 1e6, dry,
                          f"{name}: the demo SoC")


def rows(name, board, dry):
    """(title, counts, speed) of all that is measured on the part of a board; the core comes first, the SoC last."""
    core = {
        "serv": "SERV", "picorv32": "PicoRV32, RV32IMC" if board["large"] else "PicoRV32, RV32I"
    }[board["core"]]
    package = []
    for file in build.core_files(board["core"]):  # the tools of the wheels see the repository only
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
    yield f"the demo SoC, which wants {board['clock_hz'] / 1e6:.0f} MHz", *soc(name, board, dry)


def table(name, board):
    """The table of a board, and how many of its figures are missing."""
    number, of_soc = (len(of.get(board["family"], ())) for of in (SEEDS_OF, SEEDS_OF_SOC))
    seeds = {0: "", 1: ", one seed"}.get(
        number, f", {number} seeds{'' if of_soc == number else ', of the SoC one'}")
    out = [
        f"## {board['part']}, {board['name']}", "",
        f"{tools(board['family'])}, `{board['synth']}`{seeds}.", "",
        "| | LUT | of the core | LUTs as RAM, cells | FF | block RAM | MHz, median | least | of the core |",
        "|---|" + "---|" * 8
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
                f"The unit is {'slower than' if mhz[0] < core[1][0] else 'at least as fast as'} the core beside it."
            ]
    return [*out, *verdict, ""], missing


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards",
                        nargs="*",
                        metavar="BOARD",
                        help="measure on the parts of these boards; without: of all")
    parser.add_argument("--table",
                        action="store_true",
                        help="measure nothing, write the page of what was measured")
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
        "Made by `make fpga-report`; do not edit. On the part of each [board](../fpga.md): its core, the unit as it is there, and the demo SoC. The presets are in [area and speed](area.md).",
        "",
        "* Core and unit are each alone on the part, without a bus shell; their pins are behind a shift register of another clock, which is not counted. The core has what adapts it to the SoC's bus.",
        "* LUT: cells of the netlist, with those that carry chains take for themselves (ECP5, Gowin). Of the core: in parts of what the core takes, or does.",
        "* MHz: by nextpnr, median of the seeds, and the least of them. Xilinx is not placed.",
        f"* All of the RTL as commit {revision()} has left it. A `·` has not been measured on it.",
        "",
        *(line for lines in tables for line in lines),
    ]
    (ROOT / "docs/results/fpga.md").write_text("\n".join(out))
    print(
        f"wrote docs/results/fpga.md{f'; {sum(missing)} figures are missing' if sum(missing) else ''}"
    )


if __name__ == "__main__":
    main()
