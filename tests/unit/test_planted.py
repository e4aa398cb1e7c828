# SPDX-License-Identifier: Apache-2.0
"""The planted bugs can be planted: what they change is there, and so are the tests that are to see
them.
"""

import re
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "sim/formal"))
import labels  # noqa: E402
import proofs  # noqa: E402

BUGS = tomllib.loads((ROOT / "tests/planted/bugs.toml").read_text())["bug"]


@pytest.mark.parametrize("bug", BUGS, ids=[bug["name"] for bug in BUGS])
def test_can_be_planted(bug):
    text = (ROOT / bug["file"]).read_text()
    for label, new in bug["change"].items():
        assert labels.code(text, label) != new
        text = labels.replaced(text, label, new)
    assert len(bug["method"]) >= 2
    for method in bug["method"]:
        for file, test in re.findall(r"(tests/\S+\.py)::(\w+)", method["run"]):
            assert f"def {test}(" in (ROOT / file).read_text()
        if "prove.py" in method["run"]:
            assert method["run"].split()[-1] in {proof["name"] for proof in proofs.plan()["proof"]}
