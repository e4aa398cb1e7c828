# SPDX-License-Identifier: Apache-2.0
"""What all tests share: the repository's root, and the programs that `make test` has built."""

import os
import signal
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


def pytest_configure(config):
    # A job in the background inherits ignored signals, and would hand them down to what it tests.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    config.addinivalue_line("markers", "check: the tests of `make check`, by tests/check.txt")


def pytest_collection_modifyitems(items):
    """Marks the tests of `make check`: pytest -m check."""
    lines = (ROOT / "tests/check.txt").read_text().splitlines()
    listed = {line for line in lines if not line.startswith("#")}
    for item in items:
        path = Path(item.path)
        name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else ""
        if name in listed or name + "::" + item.name in listed:
            item.add_marker("check")
