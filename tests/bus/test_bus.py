# SPDX-License-Identifier: Apache-2.0
"""The bus shells under Icarus Verilog and cocotb, driven by masters of other projects and by our
own: shells.py, and the file of each bus.
"""

import re
from pathlib import Path

import benches
import page
import pytest
from buses import BUSES, SHELL, SHELLS, measured, mutated
from simulate import Failed, simulate

HERE = Path(__file__).parent


def number_in(file):
    return len(re.findall(r"^ *@cocotb.test\b", (HERE / f"{file}.py").read_text(), re.M))


@pytest.mark.parametrize("bus", BUSES)
def test_shell(tmp_path, bus):
    own = number_in(SHELL[bus])
    some = number_in("shells") - (BUSES[bus].package is None)
    assert some > 4
    try:
        modules = ["shells", SHELL[bus]][:1 + (own > 0)]
        assert simulate(bus, modules, tmp_path) == some + own
    except Failed as failed:
        pytest.fail(str(failed))


@pytest.mark.parametrize("bus, tests", [("axil", 3), ("axi", 3), ("wb", 4), ("wb_classic", 4)])
def test_ring_shell(tmp_path, bus, tests):
    try:
        assert simulate("ring_" + bus, "ring_shells", tmp_path) == tests
    except Failed as failed:
        pytest.fail(str(failed))


def test_every_shell_has_a_file():
    """Each is built, measured and mutated; and the proof of the shell knows the contract."""
    files = {path.stem for path in (page.ROOT / "rtl/bus").glob("*.sv")}
    assert {f"weir_{shell}" for shell in SHELLS} == {f for f in files if "weir_ring" not in f}
    assert [m["at"] for m in measured()] == [f"bench_{name}.u_bus" for name in BUSES]
    assert [m["name"] for m in mutated()] == list(BUSES)
    assert {m["module"] for m in measured()} == {m["top"] for m in mutated()} == {
        f"weir_{shell}"
        for shell in SHELLS
    }
    for shell in SHELLS:
        text = (page.ROOT / f"rtl/bus/weir_{shell}_fv.svh").read_text()
        assert f"{shell}_contract " in text and f"{shell}_contract.sv" in text


@pytest.mark.parametrize("name", BUSES)
def test_bench_has_all_pins(name):
    """Each pin of the shell is in the contract; none is left out unless the bus says so."""
    shell, contract = SHELL[name], f"{SHELL[name]}_contract"
    text, bus = benches.text(name), BUSES[name]
    _, ports = benches.header(page.ROOT / f"rtl/bus/weir_{shell}.sv")
    of_shell, of_contract = text.split("u_contract")
    for *_, pin in ports:
        if pin.startswith("s_"):
            short = pin.removeprefix(bus.master.prefix)
            assert short != pin
            wired = f"({pin})" not in of_contract
            assert wired == (short in bus.unconnected) == (f"({pin})" not in of_shell), pin
    assert re.search(r"wire (\[\d:0\] *)?manager_honoured;", text)
    with pytest.raises(ValueError, match=contract):
        benches.bench(name, shell, {}, contract, bus.unconnected, ("no_such_pin", ))


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
    shells = [file.stem for folder in ("bus", "snoop")
              for file in (page.ROOT / f"rtl/{folder}").glob("*.sv")
              if file.stem != "weir_snoop_word"]  # a part of the others
    assert sorted(re.findall(r"<!-- ports (\w+) -->", text)) == sorted(shells)
    assert set(re.findall(r"<!-- timing (\w+) -->", text)) == {*BUSES, *page.RINGS}
    assert set(re.findall(r"<!-- timing (\w+) -->", signals + theory)) == set(page.SIGNALS)
    unit = (page.ROOT / "rtl/weir.sv").read_text()
    ports = {name for *_, name, _ in page.PORTS.findall(unit)}
    assert len(ports) == len(re.findall(r"^ {4}(?:in|out)put ", unit, re.M))
    assert ports - set(re.findall(r"^\| `(\w+)`", signals, re.M)) == {"clk_i", "rst_ni"}
    for bus in BUSES.values():
        store, load = bus.cycles
        assert re.search(rf"\| {bus.title} \|.*\| {store} \| {load} \|$", text, re.M), bus.title
