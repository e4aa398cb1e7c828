# SPDX-License-Identifier: Apache-2.0
"""Inputs that the fuzzer of the unit found, played again: RTL against golden model."""

import subprocess
import sys

import pytest
from bench import ROOT, cpp

sys.path.append(str(ROOT / "tests/fuzz"))
import fuzzing  # noqa: E402

CORPUS = fuzzing.kept(fuzzing.corpus("unit"))


@pytest.mark.parametrize("parameters", sorted(CORPUS))
def test_corpus(parameters, tmp_path):
    files = [tmp_path / str(number) for number in range(len(CORPUS[parameters]))]
    for path, data in zip(files, CORPUS[parameters]):
        path.write_bytes(data)
    assert len(files) > 100
    done = subprocess.run([cpp(parameters), "inputs", *files],
                          capture_output=True,
                          text=True,
                          timeout=300)
    assert done.returncode == 0, done.stderr


def test_wrong_usage(tmp_path):
    for words, code in (([], 2), (["/nowhere/x"], 2), (["--help"], 0)):
        assert subprocess.run([cpp(), "inputs", *words], capture_output=True).returncode == code
