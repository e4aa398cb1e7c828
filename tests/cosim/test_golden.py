# SPDX-License-Identifier: Apache-2.0
"""The golden model against the worked examples of docs/ and the rules of the ports."""

import subprocess


def test_golden_model(program):
    done = subprocess.run([program("build/sim/golden_test")], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
