# SPDX-License-Identifier: Apache-2.0
"""Lets these tests use what those of the demo SoCs have."""

import sys
from pathlib import Path

sys.path += [str(Path(__file__).resolve().parents[1] / folder) for folder in ("formats", "soc")]
