# SPDX-License-Identifier: Apache-2.0
"""What all tests share: the repository's root, and the programs that `make test` has built."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def root():
    return ROOT


@pytest.fixture(scope="session")
def program():
    """program("build/x/y") is the path of a built program; the test fails if it is missing.

    Programs below WEIR_BUILD are taken from there (tests/c).
    """
    def find(path):
        other = Path(os.environ.get("WEIR_BUILD", ROOT / "build"), path.removeprefix("build/"))
        if other.exists():
            return other
        assert (ROOT / path).exists(), f"{path} is not built; run: make test"
        return ROOT / path

    return find
