# SPDX-License-Identifier: Apache-2.0
"""HINTs on real cores: random programs (tests/soc/hints), and the same one without the unit."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parent / "hints"))
from hints import build, one, simulate  # noqa: E402

NO_UNIT, BEGIN = "22", 150_000  # a fault of soc_faults.sv; the cycle of program.c


@pytest.mark.parametrize("core", ["ibex", "picorv32"])  # SERV: make regress-hints
def test_random_programs(program, tmp_path, core):
    """The stream equals what the core itself shows that it retired, in its order."""
    seen = one(program, tmp_path, core, 1, 300_000)
    assert min(seen["hints"], seen["event"] - seen["hints"]) > 150 and seen["switch"] > 30
    assert seen["isr exit"] > 20 and (seen["offered 2"] > 100 or core != "ibex")


def test_the_same_without_the_unit(program, tmp_path):
    """HINTs of machine and user mode do nothing to the program: what retires, and in which cycle,
    is the same on an SoC without the unit."""
    build(tmp_path, 1, "ibex", quiet=True)
    runs = []
    for options in [], ["--fault", NO_UNIT]:
        _, trace, retired, _ = simulate(program, tmp_path, "ibex", 150_000, *options)
        lines = [line.split() for line in retired.open()]
        last = max(int(line[1]) for line in lines if line[0] == "R")
        runs.append([line for line in lines if BEGIN < int(line[1]) <= last])
        assert (trace.stat().st_size > 5000) == (not options)
    assert runs[0] == runs[1]
    hints = [line for line in runs[0] if line[0] == "H"]
    assert len(hints) > 1000 and 100 < sum(line[4] == "1" for line in hints) < len(hints) - 100
    assert sum(line[0] == "T" for line in runs[0]) > 20
