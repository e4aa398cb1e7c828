# SPDX-License-Identifier: Apache-2.0
"""Lets these tests use modules of tests/soc and tests/formats."""

import sys
from pathlib import Path

sys.path += [str(Path(__file__).resolve().parents[1] / folder) for folder in ("formats", "soc")]
