# SPDX-License-Identifier: Apache-2.0
"""What the coverage of the RTL excludes is in the RTL; `make regress-coverage` says whether it is
met. No module is left out, and the page is that of the plan.
"""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/evidence/coverage.md").read_text()
MODULES = {
    name: file
    for file in (ROOT / "rtl").rglob("*.sv")
    for name in re.findall(r"^module (\w+)", file.read_text(), re.M)
}
sys.path += [str(ROOT / f) for f in ("rtl", "sim/bench", "sim/formal", "sim/coverage")]
import labels  # noqa: E402
from counts import PLAN  # noqa: E402
from lists import HAS, with_properties  # noqa: E402
from points import every  # noqa: E402


def table(heading):
    """{first cell: the others} of the table of the page whose first heading this is."""
    rows = PAGE.split(f"\n| {heading} |", 1)[1].split("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip(" *") for cell in row.strip("|").split(" | ")] for row in rows]
    return {name: others for name, *others in cells}


@pytest.mark.parametrize("entry",
                         PLAN["excluded"],
                         ids=lambda entry: f"{entry['module']}-{entry['points'][0]}")
def test_excluded_is_there(entry):
    source = MODULES[entry["module"]].read_text()
    assert set(entry) == {"module", "kind", "points", "why"} and entry["why"]
    for point in entry["points"]:
        if entry["kind"] == "toggle":
            assert re.search(rf"\b{point.split('[')[0]}\b", source), point
        else:
            way, label = re.fullmatch(r"(\w+: )?@(\w+)", point).groups()
            assert bool(way) == (entry["kind"] == "branch") and label in labels.names(source), point


def test_what_is_run_is_there():
    assert all(
        (ROOT / "tests/cosim" / file).exists() for file in PLAN["tests"]) and PLAN["least"] >= 98
    for entry in PLAN["around"]:
        for test in entry["tests"]:
            file, name = test.split("::")
            assert re.search(rf"^def {name}\(", (ROOT / file).read_text(), re.M), test
        assert all(
            list(ROOT.glob(pattern))
            for pattern in entry["from"]) and {test.split("::")[0]
                                               for test in entry["tests"]} <= {
                                                   str(file.relative_to(ROOT))
                                                   for pattern in entry["from"]
                                                   for file in ROOT.glob(pattern)
                                               }, entry["name"]


def test_no_module_is_left_out():
    """Each is in a table of the page, with 98 % and more, or the plan says why not."""
    unit, around = table("module"), table("around the unit")
    assert not unit.keys() & around.keys() - {"all"}
    measured = {**unit, **around}.keys() - {"all"}
    assert measured | PLAN["unmeasured"].keys() == MODULES.keys(
    ) and not measured & PLAN["unmeasured"].keys()
    assert all(PLAN["unmeasured"].values())
    assert {module["module"]
            for entry in PLAN["around"]
            for module in entry["modules"]} == around.keys() - {"all"}
    for name, (*kinds, _) in {**unit, **around}.items():
        assert all(cell == "-" or float(cell.replace("*", "").split()[0]) >= PLAN["least"]
                   for cell in kinds), name


def test_page_is_of_the_plan():
    """What is excluded, and the sets; and that each module with a `cover` is in the table of those,
    with as many, and the others in the sentence below.
    """
    assert ", ".join(PLAN["sets"]) in re.sub(r"\s+", " ", PAGE)
    excluded = [
        row for row in PAGE.splitlines() if re.match(r"\| \w+ \| (line|branch|toggle) \| `", row)
    ]
    assert [row.split(" | ")[0].strip("| ")
            for row in excluded] == [entry["module"] for entry in PLAN["excluded"]]
    assert [row.split(" | ")[-1].strip("| ")
            for row in excluded] == [entry["why"] for entry in PLAN["excluded"]]
    covers = {
        name: len(re.findall(r"\bcover \(", with_properties(file.relative_to(ROOT))))
        for name, file in MODULES.items()
    }
    cells = dict(re.findall(r"^\| (weir\w*) \| (\d+) \| [a-z_ ]+ \|$", PAGE, re.M))
    assert {name: int(cell)
            for name, cell in cells.items()} == {
                name: number
                for name, number in covers.items() if number
            }
    assert set(
        re.search(r"^Without any: (.*?)\.", PAGE,
                  re.M)[1].split(", ")) == {name
                                            for name, number in covers.items() if not number}


def test_points_have_words():
    """Every counter that a set must move is in the table of what streams met, and no other."""
    assert PLAN["points"].keys() == {
        name
        for parameters in PLAN["sets"]
        for name in every(HAS[parameters])
    }
    assert all(f"\n| {what} | " in PAGE for what in PLAN["points"].values())
