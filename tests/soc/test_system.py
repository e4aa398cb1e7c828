# SPDX-License-Identifier: Apache-2.0
"""Random programs on whole systems (system.py): a few of what `make regress-system` runs for hours.
"""

from collections import Counter

import pytest
import system
from soc import run

SOME = [("ibex", "threads", "small, one value register", 600_003),
        ("ibex", "FreeRTOS", "small", 600_003), ("ibex", "FreeRTOS", "full", 400_001),
        ("picorv32", "threads", "small", 600_003), ("vexriscv", "FreeRTOS", "small", 400_002)]


@pytest.mark.parametrize("core, kernel, preset, cycles", SOME)
def test_random_load(program, tmp_path, monkeypatch, core, kernel, preset, cycles):
    monkeypatch.setattr(system, "drawn", lambda number: ((core, kernel, preset), cycles))
    seen = system.one(program, tmp_path, 0)
    assert seen["events"] > 150 and seen["switches"] > 10 and seen["load"] == cycles % 4
    assert seen["events"] + seen["dropped"] == seen["offered"]
    assert bool(seen["dropped"]) == (seen["load"] == 3)


def test_a_difference_is_found(program, tmp_path):
    """An event that the log lacks, one that the trace lacks, and one of another cycle."""
    result = run(program, tmp_path, "ibex", "random", cycles=300_000, watch="thread_running")
    system.compare(program, result)
    lines = result.stores.read_text().splitlines(keepends=True)
    at = [n for n, line in enumerate(lines) if line.split()[1] == "40011004"][5]  # of the handler
    cycle, rest = lines[at].split(" ", 1)
    for wrong in ([], [lines[at - 1], lines[at], lines[at - 1], lines[at]],
                  [f"{int(cycle) + 1} {rest}"]):
        result.stores.write_text("".join(lines[:at] + wrong + lines[at + 1:]))
        with pytest.raises(AssertionError):
            system.compare(program, result)


def test_a_system_without_runs_has_no_result(tmp_path, monkeypatch):
    monkeypatch.setattr(system, "PAGE", tmp_path / "system.md")
    found = {"system": list(system.SYSTEMS[0]), "load": 0, "seconds": 1.0,
             **dict.fromkeys(system.COLUMNS, 7)}
    system.page({0: found}, "rtl")
    of = [row.split(" | ")[-1] for row in system.PAGE.read_text().split("\n") if " + " in row]
    assert of == ["0 |", *["not run |"] * (len(system.SYSTEMS) - 1), "0 |"]


def test_runs_are_drawn_from_everything():
    """Each system at each load, and every seed once."""
    runs = [system.drawn(number) for number in range(2000)]
    assert len(Counter((names, cycles % system.LOADS) for names, cycles in runs)) == (
        len(system.SYSTEMS) * system.LOADS)
    assert len(set(runs)) == len(runs)
