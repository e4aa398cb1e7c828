# SPDX-License-Identifier: Apache-2.0
"""The unit after Yosys: its netlist for one parameter set, and the bench of that set built around
what Yosys writes.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "rtl"))
from lists import FILES, HAS, INCLUDE, PARAMETERS, TOPS  # noqa: E402

RTL = [f for f in FILES if not f.startswith(("rtl/bus/", "rtl/snoop/", "rtl/retire/"))]
OBJECTS = [
    *(f"golden/weir_golden{part}" for part in ("", "_frame", "_checkpoint", "_ring")),
    *(f"bench/{part}" for part in ("scoreboard", "transcribe", "options", "session", "stimulus",
                                   "bench_cpp", "load_cpp", "play_cpp", "inputs_cpp", "record"))
]
# Of the sources of the benches, as in sim/sim.mk
HEADERS = " ".join(f"-I{ROOT}/{folder}" for folder in ("sim/bench", "sim/golden", "driver/include"))
# Registers and memories that the bench reaches (sim/bench/unit.vlt), as a flattened netlist names
# them.
REACHED = [
    "u_timestamp.time_q", "u_timestamp.delta_q", "u_timestamp.entry_i",
    *(f"u_timestamp.g_base.{register}_q" for register in ("more", "external", "load")),
    *(f"u_admit.{part}{register}" for part in ("", "u_drop_report.")
      for register in ("age_q", "full_q")),
    *(f"u_admit.{part}{of}.{memory}" for part in ("", "u_counters.")
      for of in ("u_dropped", "u_counts") for memory in ("ram", "g_two.marks"))
]


def call(command, log):
    """Runs a tool from the root of the repository; its output goes to a file."""
    with open(log, "w") as out:
        done = subprocess.run(list(map(str, command)),
                              cwd=ROOT,
                              stdout=out,
                              stderr=subprocess.STDOUT)
    if done.returncode:
        raise SystemExit(f"{command[0]} failed, see {log}")


def elaborated(parameters):
    """Yosys commands that read the RTL as the unit of a parameter set, module by module."""
    # Paths from the root, where call() runs: Yosys as WebAssembly sees no others.
    chparam = " ".join(f"-set {name} {value}" for name, value in PARAMETERS[parameters].items())
    top = TOPS[parameters]
    return [
        f"read_verilog -sv -Irtl {' '.join(RTL)}", f"chparam {chparam} {top}",
        f"hierarchy -check -top {top}", "rename -top weir"
    ]


def split(but=()):
    """Yosys commands that take words apart into wires of a bit, but for these: a mutant reads one
    bit of what it changes another of, and Verilator 5.006 goes wrong about loops of words that are
    none of bits.
    """
    return [
        f"select -set whole w:mutsel {' '.join(f'w:{wire}' for wire in but)}",
        "splitnets w:* @whole %d"
    ]


def bench(parameters, verilog, folder, gates=False, extra=()):
    """Builds folder/bench, the C++ bench of this set, around this flattened Verilog of Yosys: words
    as in the RTL, or gates.
    """
    names = folder / "unit.vlt"
    lines = [f'public_flat_rw -module "weir" -var "{v.replace(".", "__02e")}"'
             for v in REACHED] if not gates else []
    names.write_text("\n".join(["`verilator_config", *lines, ""]))
    top = TOPS[parameters]
    renamed = [
        f"-D{top}__DOT__{v.replace('.', '__DOT__')}=weir__DOT__{v.replace('.', '__02e')}"
        for v in REACHED
    ]
    return verilate(parameters, [names, verilog], folder, ["-Wno-lint", "-Wno-UNOPTFLAT", *extra],
                    ["-DUNIT_NETLIST", *(["-DUNIT_GATES"] if gates else renamed)])


def verilate(parameters, sources, folder, options, defines, top=None):
    """Builds folder/bench around these sources. Of what Yosys writes, Verilator 5.006 folds some
    comparisons of many bits wrongly, hence -fno-const-bit-op-tree.
    """
    flags = " ".join([
        f"-std=c++17 {HEADERS}",
        *(f"-DUNIT_{n}={v}" for n, v in HAS[parameters].items())
    ])
    call([
        "verilator", "--cc", "--exe", "-O3", "-fno-const-bit-op-tree", "--x-assign", "unique",
        "--x-initial", "unique", "-Wno-fatal", *options, "--Mdir", folder / "obj", "--top-module",
        top or "weir", "--prefix", "Vweir", "-CFLAGS", flags, "-LDFLAGS", "-latomic", INCLUDE,
        *sources,
        ROOT / "sim/bench/unit_cpp.cpp", *(ROOT / f"build/sim/obj/{o}.o"
                                           for o in OBJECTS), "-o", folder / "bench"
    ], folder / "verilator.log")
    (folder / "bench").unlink(
        missing_ok=True)  # Verilator's make does not look at the objects that it is linked with
    call([
        "make", "-C", folder / "obj", "-f", "Vweir.mk", f"-j{os.environ.get('JOBS', 1)}",
        "OPT_FAST=-O1", "OPT_GLOBAL=-O1", "CXX=clang++", "LINK=clang++",
        f"USER_CPPFLAGS={' '.join(defines)}"
    ], folder / "make.log")
    return folder / "bench"
