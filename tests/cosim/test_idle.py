# SPDX-License-Identifier: Apache-2.0
"""A disabled unit keeps still, whatever happens at its pins: counted in a waveform."""

import re

import idle
import pytest
from bench import ROOT

PAGE = ROOT / "docs/evidence/idle.md"
# of tiny, which has no gate: wires follow what is stored
BEHIND_THE_BUS = {"port", "admit", "pack"}


@pytest.fixture(scope="module")
def moves():
    return {unit: idle.moves(unit) for unit in idle.UNITS}


# AREA: the address of the counters of tiny follows the bus; to hold it costs LUTs. The page names
# both.
COUNTER_ADDRESS = {"u_admit.u_dropped.index_q", "u_admit.u_dropped.data_q"}


@pytest.mark.parametrize("unit", idle.UNITS)
@pytest.mark.parametrize("phase", list(idle.PHASES)[1:])
def test_nothing_moves(moves, unit, phase):
    behind = {
        what: nets
        for what, nets in moves[unit][phase].items() if what not in idle.ALLOWED and nets
    }
    if unit == "tiny" and phase == "hart and ports":
        assert set(behind) == BEHIND_THE_BUS and not any(
            idle.state(nets).keys() - COUNTER_ADDRESS for nets in behind.values()), behind
        assert all(f"`{name.partition('.')[2]}`" in PAGE.read_text() for name in COUNTER_ADDRESS)
    else:
        assert not behind, behind


@pytest.mark.parametrize("unit", idle.UNITS)
def test_it_is_seen(moves, unit):
    """All stages move while enabled; while disabled, only what may."""
    has = {"port", "admit", "pack", "fifo"} \
        | ({"arbiter", "filter", "thread_cache", "snoop", "queue"} if unit != "tiny" else set()) \
        | ({"pins", "checkpoint", "fifo_snapshot", "frame", "ring"} if "full" in unit else set())
    assert {what for what, nets in moves[unit]["enabled"].items() if nets} >= has
    assert moves[unit]["hart and ports"]["register port"] and moves[unit]["at rest"]["time"]


def test_a_gate_that_is_open_is_seen(tmp_path):
    """Without the gate of snoop, stores of the hart move it."""
    text = (ROOT / "rtl/weir_snoop.sv").read_text()
    opened = text.replace("assign word    = shows ? store_data_i : 32'd0;",
                          "assign word    = store_data_i;")
    assert opened != text
    (tmp_path / "weir_snoop.sv").write_text(opened)
    moved = idle.moves("small", files=[tmp_path / "weir_snoop.sv"])
    assert sum(moved["hart"]["snoop"].values()) > 5 and not moved["at rest"]["snoop"]


def test_page_is_current(moves):
    """The part of docs/evidence/idle.md on disabled units; the rest changes with every net."""
    def rows(text):
        return [[cell for i, cell in enumerate(line.split(" | ")) if i == 0 or i % 2 == 0]
                for line in text.splitlines()
                if re.match(rf"\| ({'|'.join(set(idle.STAGES) - {'timestamp'})}) ", line)]

    assert rows(PAGE.read_text()) == rows(idle.table(moves)), "run make idle"
