# SPDX-License-Identifier: Apache-2.0
"""The same application on every core: the trace equals a log of the core's own data port."""

import pytest
from same import APPS, RETIRE_CORES, RUNS, as_at_the_pins, as_retired
from soc import QUICK, run

CYCLES = 1_000_000


@pytest.mark.parametrize("core, app", RUNS)
def test_as_at_the_pins(program, tmp_path, core, app):
    seen = as_at_the_pins(program, run(program, tmp_path, core, app, cycles=CYCLES,
                                       watch=APPS[app]))
    assert min(seen["switches"], seen["events"] - seen["switches"] -
               seen["names"]) > CYCLES // (100_000 if core == "serv" else 10_000)
    assert "freertos" not in app or core == "serv" or seen["spans"] > 3


@pytest.mark.parametrize(
    "core", [core for core in RETIRE_CORES if core in QUICK])  # SERV: `make regress-soc`
def test_as_retired(program, tmp_path, core):
    """With a retire view: also switches by register or CSR, and traps."""
    seen = as_retired(
        program, core,
        run(program, tmp_path, core, "retire", "cpp-full", cycles=CYCLES, watch="thread_running"))
    assert seen["switches"] > CYCLES // 20000 and seen["spans"] > CYCLES // 10000
    assert seen["hints"] > CYCLES // 5000 and seen["hints in handlers"] > CYCLES // 10000
