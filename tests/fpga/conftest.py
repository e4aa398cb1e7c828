# SPDX-License-Identifier: Apache-2.0
"""Lets these tests use the readers and the second opinion on the format in tests/formats."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "formats"))
