# SPDX-License-Identifier: Apache-2.0
"""`make check`: each line of tests/check.txt is a test that exists."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_list():
    lines = [
        line for line in (ROOT / "tests/check.txt").read_text().splitlines() if line[0] != "#"
    ]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider", *lines],
        cwd=ROOT,
        capture_output=True,
        text=True)
    assert done.returncode == 0, done.stdout[-2000:]
    assert len([line for line in done.stdout.splitlines() if "::" in line]) > 100
