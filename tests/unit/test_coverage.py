# SPDX-License-Identifier: Apache-2.0
"""What the coverage of the RTL excludes is in the RTL; `make regress-coverage` says whether it is met."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLAN = tomllib.loads((ROOT / "sim/coverage/coverage.toml").read_text())


@pytest.mark.parametrize("entry", PLAN["excluded"], ids=lambda entry: f"{entry['module']}-{entry['points'][0]}")
def test_excluded_is_there(entry):
    source = (ROOT / f"rtl/{entry['module']}.sv").read_text()
    lines = {line.strip() for line in source.splitlines()}
    assert set(entry) == {"module", "kind", "points", "why"} and entry["why"]
    for point in entry["points"]:
        if entry["kind"] == "toggle":
            assert re.search(rf"\b{point.split('[')[0]}\b", source), point
        else:
            assert (point.split(": ", 1)[1] if entry["kind"] == "branch" else point) in lines, point


def test_what_is_run_is_there():
    assert all((ROOT / "tests/cosim" / file).exists() for file in PLAN["tests"]) and PLAN["least"] >= 98
