# SPDX-License-Identifier: Apache-2.0
"""The trace of the tests: WEIR_TRACE, the path of any trace of the unit."""

import os

import pytest


@pytest.fixture
def trace_path():
    path = os.environ.get("WEIR_TRACE")
    if not path:
        pytest.skip("WEIR_TRACE names no trace")
    return path
