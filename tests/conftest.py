# SPDX-License-Identifier: Apache-2.0
"""What all tests share: the repository's root, and the programs that `make test` has built."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def root():
    return ROOT


@pytest.fixture(scope="session")
def program():
    """program("build/x/y") is the path of a built program; the test fails if nobody built it."""

    def find(path):
        assert (ROOT / path).exists(), f"{path} is not built; run: make test"
        return ROOT / path

    return find
