# SPDX-License-Identifier: Apache-2.0
"""The verification plan names what exists, and leaves nothing of the unit out."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import plan  # noqa: E402

FEATURES = plan.features()
HAS = plan.has()


@pytest.mark.parametrize("feature", FEATURES, ids=lambda f: f["name"])
def test_names_exist(feature):
    for kind in plan.CLAIMS:
        assert set(feature.get(kind, [])) <= HAS[kind]
    for name in feature["tests"]:
        path, _, test = name.partition("::")
        assert test in plan.tests_of(path) if test else plan.tests_of(path), name
    page, _, anchor = feature["section"].partition("#")
    assert not anchor or anchor in plan.anchors(page)
    random_runs = (plan.ROOT / "tests/cosim/test_random.py").read_text()
    assert all(f'"{what}"' in random_runs for what in feature.get("met", []))


@pytest.mark.parametrize("kind", plan.CLAIMS)
def test_nothing_is_left_out(kind):
    assert HAS[kind] == {name for feature in FEATURES for name in feature.get(kind, [])}


def test_page_is_current():
    assert plan.PAGE.read_text() == plan.page()
