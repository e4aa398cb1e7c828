# SPDX-License-Identifier: Apache-2.0
"""A few mutants of one module, so that the campaign of `make regress-mutation` cannot rot."""

import subprocess
import sys

from bench import ROOT


def test_mutants_are_found():
    command = [sys.executable, "sim/netlist/mutate.py", "--only", "weir_fifo", "--mutants", "8", "tiny"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("8 mutants: 8 killed (100.0 %), 0 equivalent, 0 survive\n"), done.stdout
