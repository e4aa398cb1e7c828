# SPDX-License-Identifier: Apache-2.0
"""The bus shells under Icarus Verilog and cocotb, driven by masters of other projects and by our own: shells.py."""

import ast
import re

import page
import pytest
from simulate import Failed, simulate

BUSES = {"apb": 7, "axil": 7, "obi": 6, "tlul": 7, "wb": 7, "wb_classic": 7}        # and how many tests shells.py has for each


@pytest.mark.parametrize("bus", BUSES)
def test_shell(tmp_path, bus):
    try:
        assert simulate(bus, "shells", tmp_path) == BUSES[bus]
    except Failed as failed:
        pytest.fail(str(failed))


@pytest.mark.parametrize("bus, tests", [("axil", 3), ("axi", 3), ("wb", 4), ("wb_classic", 4)])
def test_ring_shell(tmp_path, bus, tests):
    try:
        assert simulate("ring_" + bus, "ring_shells", tmp_path) == tests
    except Failed as failed:
        pytest.fail(str(failed))


def test_page_is_current():
    """Diagrams and port tables of docs/buses.md are those of the RTL."""
    assert page.page() == page.PAGE.read_text(), "run make timing"


def test_page_has_all():
    """Each shell has its section, its ports and its diagrams, and the cycles of an access are those that are measured."""
    text = page.PAGE.read_text()
    shells = [file.stem for file in (page.ROOT / "rtl/bus").glob("*.sv")]
    assert sorted(re.findall(r"<!-- ports (\w+) -->", text)) == sorted(shells)
    assert set(re.findall(r"<!-- timing (\w+) -->", text)) == set(BUSES)
    measured = re.search(r"CYCLES = (\{.*\})", (page.HERE / "shells.py").read_text())[1]
    for bus, (store, load) in ast.literal_eval(measured).items():
        assert re.search(rf"\| {page.TITLES[bus]} \|.*\| {store} \| {load} \|$", text, re.M), bus
