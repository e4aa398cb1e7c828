# SPDX-License-Identifier: Apache-2.0
"""A few mutants of one module, so that the campaign of `make regress-mutation` cannot rot."""

import subprocess
import sys

from bench import ROOT


def test_mutants_are_found():
    command = [sys.executable, "sim/netlist/mutate.py", "--only", "weir_fifo", "--mutants", "8", "tiny"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1, done.stdout + done.stderr
    # What survives here, a pop of the last word that leaves the fifo showing one for a cycle, nobody takes in this unit.
    assert "weir_fifo.sv:42: $eq.A[4] cnot0 1\n" in done.stdout, done.stdout
    assert done.stdout.endswith("8 mutants: 7 killed (87.5 %), 0 equivalent, 1 survive\n"), done.stdout
