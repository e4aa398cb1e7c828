#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the unit and its benches: events a cycle, speed of simulation; `name value unit` a line.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CPP = ROOT / "build/sim/small/bench"


def numbers(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        sys.exit(
            f"rates.py: {' '.join(map(str, command))}: exit code {done.returncode}\n{done.stderr}")
    words = (line.split() for line in done.stdout.splitlines())
    return {w[0]: float(w[1]) for w in words if len(w) == 3 and w[1].replace(".", "", 1).isdigit()}


def burst(kind):
    """Events a cycle that a burst of 16 is taken with; none may be dropped."""
    n = numbers(CPP, "load", "--kind", kind, "--rate", 1, "--periodic", "--events", 16,
                "--word-every", 0)
    if n["dropped"]:
        sys.exit(f"rates.py: {n['dropped']:.0f} of a burst of 16 ({kind}) dropped")
    return n["burst"]


def sustained(kind):
    """Sustained: events delivered a cycle, the reader at the same port reading whenever it can."""
    return numbers(CPP, "load", "--kind", kind, "--rate", 1, "--periodic", "--word-every", 1,
                   "--warm-up", 20000, "--cycles", 100000)["window_delivered"]


def speed(bench, events):
    return max(numbers(bench, "--events", events, "--seed", seed)["speed"] for seed in (1, 2, 3))


if __name__ == "__main__":
    for kind in ("pair", "window", "running", "snoop"):
        print(f"unit_burst_{kind} {burst(kind):.3f} events/cycle")
    for kind in ("pair", "window", "running", "snoop"):
        print(f"unit_sustained_{kind} {sustained(kind):.3f} events/cycle")
    print(f"bench_cpp {speed(CPP, 100000):.0f} kHz")
    print(f"bench_systemc {speed(ROOT / 'build/sim/native/bench_sc', 20000):.0f} kHz")
    print(f"bench_systemc_axil {speed(ROOT / 'build/sim/axil/bench_sc', 20000):.0f} kHz")
