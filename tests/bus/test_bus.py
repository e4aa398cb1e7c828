# SPDX-License-Identifier: Apache-2.0
"""The bus shells under Icarus Verilog and cocotb, driven by masters of other projects and by our
own: shells.py.
"""

import ast
import re

import page
import pytest
from simulate import Failed, simulate

BUSES = {"apb": 7, "axil": 7, "obi": 6, "tlul": 7, "wb": 8,
         "wb_classic": 8}  # and how many tests shells.py has for each


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


def test_pages_are_current():
    """Diagrams, their sources and port tables of the documents are those of the RTL."""
    for path in page.PAGES:
        assert page.page(path) == path.read_text(), f"{path} is stale; run: make timing"
    made = page.files()
    assert sorted(made) == sorted(path.name for path in page.FIGURES.iterdir())
    for name, text in made.items():
        assert text == (page.FIGURES /
                        name).read_text(), f"docs/figures/timing/{name} is stale; run: make timing"


def test_pages_have_all():
    """Each shell has its section, its ports and its diagrams, each port of the unit is in a table;
    the cycles of an access are those that are measured.
    """
    signals, text, theory = (path.read_text() for path in page.PAGES)
    shells = [file.stem for file in (page.ROOT / "rtl/bus").glob("*.sv")]
    assert sorted(re.findall(r"<!-- ports (\w+) -->", text)) == sorted(shells)
    assert set(re.findall(r"<!-- timing (\w+) -->", text)) == {*BUSES, *page.RINGS}
    assert set(re.findall(r"<!-- timing (\w+) -->", signals + theory)) == set(page.SIGNALS)
    unit = (page.ROOT / "rtl/weir.sv").read_text()
    ports = {name for *_, name, _ in page.PORTS.findall(unit)}
    assert len(ports) == len(re.findall(r"^ {4}(?:in|out)put ", unit, re.M))
    assert ports - set(re.findall(r"^\| `(\w+)`", signals, re.M)) == {"clk_i", "rst_ni"}
    measured = re.search(r"CYCLES = (\{.*?\})\n", (page.HERE / "shells.py").read_text(), re.S)[1]
    for bus, (store, load) in ast.literal_eval(measured).items():
        assert re.search(rf"\| {page.TITLES[bus]} \|.*\| {store} \| {load} \|$", text, re.M), bus
