# SPDX-License-Identifier: Apache-2.0
"""What the libraries of the formats reject.

Arguments, memory too small, functions of the caller that fail.
"""

import subprocess

import pytest


@pytest.mark.parametrize("part", ["flux", "fxt", "rkh", "txtb", "vcd", "event"])
def test_rejections(program, root, part):
    done = subprocess.run([
        program("build/tests/formats/rejection_kinds"), part,
        root / "tests/formats/vectors/flux/all_v6.recTr"
    ],
                          capture_output=True,
                          text=True,
                          timeout=60)
    assert done.returncode == 0, done.stderr
