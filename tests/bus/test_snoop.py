# SPDX-License-Identifier: Apache-2.0
"""The snoops of the buses under Icarus Verilog and cocotb: snoops.py."""

import benches
import pytest
from lists import FILES
from simulate import Failed, simulate

TESTS = {"ahb": 2, "axi": 5, "obi": 1, "tlul": 1, "wb": 1}


@pytest.mark.parametrize("name", benches.SNOOPS)
def test_snoop(tmp_path, name):
    try:
        assert simulate(name, "snoops", tmp_path) == TESTS[benches.SNOOPS[name][0]]
    except Failed as failed:
        pytest.fail(str(failed))


def test_every_snoop_is_tested():
    snoops = {file.split("weir_snoop_")[1].removesuffix(".sv")
              for file in FILES if file.startswith("rtl/snoop/")}  # yapf: disable
    assert snoops - {"word"} == set(TESTS) == {bus for bus, _ in benches.SNOOPS.values()}
