# SPDX-License-Identifier: Apache-2.0
"""Runs mutants of the flattened unit in the bench of one module alone, which exercises what the
unit seldom does: waits, cuts, corners of its sizes.

The module has the parameters that it has in the unit; each mutant is found in it by its cell, as in
a proof (proved.py).
"""

import os
import re
import resource
import subprocess

import proved
from unit import HAS, HEADERS, INCLUDE, ROOT, RTL, call, split

# What sim.mk builds the bench of: its top, the sources besides the RTL, the parameters in a unit
# with these, the macros of the program, and what it is linked with.
BENCHES = {
    "weir_ring": {
        "top": "weir_ring", "sources": [], "program": "ring_cpp.cpp", "parameters": lambda has: {
            "HARTS": has["HARTS"] + (has["PINS"] > 0),
            **{name: has[name]
               for name in ("THREAD_CACHE", "CHECKPOINT", "ARGS")}
        }, "defines": lambda is_: {name: is_[name]
                                   for name in ("HARTS", "THREAD_CACHE", "ARGS")},
        "with": [
            "build/sim/obj/golden/weir_golden_checkpoint.o",
            "build/sim/obj/golden/weir_golden_ring.o", "build/sw/libflux.a"
        ], "libraries": "-llz4 -lz"
    },
    "weir_frame": {
        "top": "frame_top", "sources": ["sim/bench/frame_top.sv"], "program": "frame_cpp.cpp",
        "parameters": lambda has: {"ID": has["FRAME"]},
        "defines": lambda is_: {"FRAME_ID": is_["ID"], "FRAME_TIMESTAMP": 4, "FRAME_TIME_W": 64},
        "with": ["build/sim/obj/golden/weir_golden.o",
                 "build/sim/obj/golden/weir_golden_frame.o"], "libraries": ""
    },
}

ASKED = {
    # see mutant.c
    "verilator": 'import "DPI-C" function int weir_mutant();\n  initial mutsel = weir_mutant();',
    "icarus": 'initial if (!$value$plusargs("mutant=%d", mutsel)) mutsel = 0;'
}


def numbered(verilog, top, simulator="verilator"):
    """Verilog of Yosys with an input `mutsel`, which says which mutant is at work, so that it is no
    pin, but is asked for once.
    """
    head, body = verilog.split(f"module {top}(")
    body = body.replace(", mutsel);", ");", 1)
    body, done = re.subn(r"  input (\[\d+:0\] )?mutsel;\n  wire (\[\d+:0\] )?mutsel;\n",
                         rf"  reg \1mutsel;\n  {ASKED[simulator]}\n",
                         body,
                         count=1)
    assert done == 1
    return f"{head}module {top}({body}"


def build(module, parameters, design, commands, folder):
    """The bench of a module as it is in the unit of a parameter set, with those of these mutants,
    {number: Yosys command}, that lie in it. Returns (the bench, {number: the number by which the
    bench knows it}).
    """
    has = BENCHES[module]
    sizes = has["parameters"](HAS[parameters])
    read = [
        f"read_verilog -sv {INCLUDE} {' '.join([*RTL, *has['sources']])}",
        f"chparam {' '.join(f'-set {k} {v}' for k, v in sizes.items())} {has['top']}",
        f"hierarchy -check -top {has['top']}", "proc"
    ]
    theirs = proved.hierarchy(read, folder)
    theirs.top_name = module
    wanted = proved.moved(design, commands, theirs)
    if not wanted:
        return None, {}
    mutated = folder / "mutated.v"
    (folder / "apply.ys").write_text("\n".join([
        *read, f"rename -top {has['top']}", "flatten", *proved.changed(
            [re.sub(r" -module \S+", f" -module {has['top']}", c) for c in wanted.values()]),
        *split(), f"write_verilog -noattr {mutated}", ""
    ]))
    call(["yosys", "-q", folder / "apply.ys"], folder / "apply.log")
    verilog = folder / "mutated.sv"
    verilog.write_text(numbered(mutated.read_text(), has["top"]))
    call(["gcc", "-O2", "-c", ROOT / "sim/netlist/mutant.c", "-o", folder / "mutant.o"],
         folder / "gcc.log")
    defines = " ".join(f"-D{k}={v}" for k, v in has["defines"](sizes).items())
    (folder / "bench").unlink(
        missing_ok=True)  # as in unit.py: it is linked again when what it is linked with changes
    call([
        "verilator", "--cc", "--exe", "--build", "-O3", "-fno-const-bit-op-tree", "--x-assign",
        "unique", "--x-initial", "unique", "-Wno-fatal", "-Wno-lint", "-Wno-UNOPTFLAT",
        "-MAKEFLAGS", "OPT_FAST=-O1 OPT_GLOBAL=-O1 CXX=clang++ LINK=clang++", "--Mdir",
        folder / "obj", "--top-module", has["top"], "-CFLAGS",
        f"-std=c++17 -O2 {HEADERS} -I{ROOT}/sw/lib/flux -I{ROOT}/driver/include {defines}",
        "-LDFLAGS", f"-latomic {has['libraries']}".strip(), verilog, ROOT / "sim/bench" /
        has["program"], *(ROOT / file
                          for file in has["with"]), folder / "mutant.o", "-o", folder / "bench"
    ], folder / "verilator.log")
    return folder / "bench", {n: at for at, n in enumerate(wanted, 1)}


def run(bench, arguments, number, seconds):
    """What is wrong in a run of a bench, with a mutant or without (0), or None."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    code = subprocess.run([bench, *arguments.split()],
                          preexec_fn=limit,
                          stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL,
                          env={**os.environ, "WEIR_MUTANT": str(number)}).returncode
    return f"{arguments}{': hangs' if code < 0 else ''}" if code else None


def found(module, runs, parameters, design, mutants, folder, seconds, say=print):
    """{number: what failed} of those mutants, {number: Yosys command}, that one of these runs of
    the bench of a module finds.
    """
    mutants = {n: c for n, c in mutants.items() if module in proved.within(design, c)}
    if not mutants:
        return {}
    bench, inside = build(module, parameters, design, mutants, folder / module)
    say(f"{parameters}: {module} alone: {len(inside)} of {len(mutants)} mutants are in it",
        flush=True)
    by = lambda number: next((f"{module} alone: {bad}" for arguments in runs
                              if (bad := run(bench, arguments, number, seconds))), None)
    if inside and by(0):
        raise SystemExit(f"{parameters}: {module} without a mutant fails: {by(0)}")
    fails = {n: by(number) for n, number in inside.items()}
    say(f"{parameters}: {module} alone: {sum(map(bool, fails.values()))} found", flush=True)
    return {n: bad for n, bad in fails.items() if bad}
