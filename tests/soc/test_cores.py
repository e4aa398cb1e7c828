# SPDX-License-Identifier: Apache-2.0
"""Bare-metal programs on the cores: threads without an RTOS, what is not allowed, what an event costs."""

import subprocess

import pytest
from soc import CORES, decode, run
from weirstream import THREAD_SWITCH

PRIME, TURN = 1, 3
WITH_SYSTEMC = ["ibex", "picorv32"]  # for the others, too, but it is one harness


@pytest.mark.parametrize("core", CORES)
def test_two_threads(program, tmp_path, core):
    result = run(program, tmp_path, core, "two_threads")
    events, losses = decode(program, result.trace)
    assert not losses and f"offered {len(events)} delivered {len(events)} refused 0\n" in result.console
    assert [e.value for e in events if e.id == TURN] == list(range(1, 81))
    primes = [e.value for e in events if e.id == PRIME]
    assert len(primes) > 20 and primes == [n for n in range(2, primes[-1] + 1) if all(n % d for d in range(2, n))]
    names = [e.name for e in events if e.id == THREAD_SWITCH]
    assert names == ["hunter", "divider"] * 40  # the 80th turn ends the program before it switches
    assert {e.name for e in events if e.id == PRIME} == {"hunter"}

    if core not in WITH_SYSTEMC:
        return
    again = tmp_path / "sc.recTr"
    done = subprocess.run([program(f"build/soc/{core}-sc-fst/soc"), "--quiet", "--hex",
                           program(f"build/fw/{core}/two_threads.hex"), "--out", again], capture_output=True, text=True)
    assert done.returncode == 0 and "the unit is right" in done.stderr
    assert again.read_bytes() == result.trace.read_bytes()


@pytest.mark.parametrize("core", CORES)
def test_corners(program, tmp_path, core):
    result = run(program, tmp_path, core, "corners")
    assert result.console == "as specified\n"
    _, losses = decode(program, result.trace)
    assert losses


@pytest.mark.parametrize("core", ["ibex", "picorv32"])
def test_cost_of_an_event(program, tmp_path, core):
    result = run(program, tmp_path, core, "bench_events")
    cycles = {}
    for line in result.console.splitlines():
        name, value, unit = line.split()
        assert unit == "cycles"
        cycles[name.split("_", 1)[1]] = float(value)
    assert 1 <= cycles["plain_store"] < cycles["event_inline"]
    assert cycles["event_inline"] <= 2.5 * cycles["plain_store"]  # two stores and nothing to speak of
    assert cycles["fast_event_inline"] <= min(cycles["plain_store"] + 0.5, 0.6 * cycles["event_inline"])  # one store
    assert cycles["fast_event_lone_site"] < cycles["event_lone_site"]
    assert cycles["event_inline_disabled"] == cycles["event_inline"]
    assert cycles["fast_event_inline_disabled"] == cycles["fast_event_inline"]
    assert cycles["software_record_inline"] > 8 * cycles["event_inline"]
    assert cycles["software_record_lone_site"] > 5 * cycles["event_lone_site"]
