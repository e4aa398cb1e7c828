# SPDX-License-Identifier: Apache-2.0
"""Bare-metal programs on the cores: threads without an RTOS, invalid accesses, cost of an event."""

import re
import subprocess

import pytest
from soc import CORES, FREERTOS_CORES, QUICK, USER_MODE, decode, run
from weirstream import MASK, THREAD_SWITCH

PRIME, TURN, TURN_OF_LOCKS = 1, 3, 1
WITH_SYSTEMC = ["ibex", "picorv32"]  # one harness for all cores: two suffice


@pytest.mark.parametrize("core", CORES)
def test_two_threads(program, tmp_path, core):
    result = run(program, tmp_path, core, "two_threads")
    events, losses = decode(program, result.trace)
    n = len(events)
    assert not losses and f"offered {n} delivered {n} dropped 0\n" in result.console
    assert [e.value for e in events if e.id == TURN] == list(range(1, 81))
    primes = [e.value for e in events if e.id == PRIME]
    assert len(primes) > 20 and primes == [
        n for n in range(2, primes[-1] + 1) if all(n % d for d in range(2, n))
    ]
    names = [e.name for e in events if e.id == THREAD_SWITCH]
    assert names == ["hunter", "divider"] * 40  # the 80th turn ends the program before it switches
    assert {e.name for e in events if e.id == PRIME} == {"hunter"}

    if core not in WITH_SYSTEMC:
        return
    again = tmp_path / "sc.recTr"
    done = subprocess.run([
        program(f"build/soc/{core}-sc-fst/soc"), "--quiet", "--hex",
        program(f"build/fw/{core}/two_threads.hex"), "--out", again
    ],
                          capture_output=True,
                          text=True)
    assert done.returncode == 0 and ": no mismatch" in done.stderr
    assert again.read_bytes() == result.trace.read_bytes()


@pytest.mark.parametrize("core", CORES)
def test_corners(program, tmp_path, core):
    result = run(program, tmp_path, core, "corners")
    assert result.console == "as specified\n"
    _, losses = decode(program, result.trace)
    assert losses


@pytest.mark.parametrize("core, app",
                         [(core, "locks") for core in CORES] + [(core, "freertos_locks")
                                                                for core in FREERTOS_CORES])
def test_locks(program, tmp_path, core, app):
    """Switches at every instant of the lock: it holds, and every thread gets interrupts back."""
    result = run(program, tmp_path, core, app)
    turns, rounds, shared = map(
        int,
        re.fullmatch(r"turns (\d+) rounds (\d+) shared (\d+)\n", result.console).groups())
    assert turns >= 150 and rounds == shared > turns // 2
    events, losses = decode(program, result.trace)
    switches, numbers = (list(e.value for e in events if e.id == i)
                         for i in (THREAD_SWITCH, TURN_OF_LOCKS))
    assert not losses
    if app == "locks":
        assert len(switches) == turns + 1 and numbers == list(range(turns))
    else:  # also yields: both tasks can emit the same turn
        assert len(switches) > 1.5 * turns and sorted(set(numbers)) == list(range(turns))


@pytest.mark.parametrize("core", QUICK)
def test_cost_of_an_event(program, tmp_path, core):
    """The goals: one store costs a plain store, within a cycle. Software costs 20 times as much.

    Two stores are 10 times cheaper than software.
    """
    result = run(program, tmp_path, core, "bench_events")
    cycles, instructions, data = {}, {}, {}
    for line in result.console.splitlines():
        _, name, value, unit, *more = line.split()
        if unit == "bytes":
            data[name] = int(value)
        else:
            cycles[name], instructions[name] = float(value), float(more[0])
    cache = 0.25 if core == "vexriscv" else 0  # where a loop lies in the lines of its cache
    assert abs(cycles["hint_inline"] - cycles["nop"]) <= cache
    assert abs(cycles["slti"] - cycles["nop"]) <= cache
    assert cycles["nop"] < 0.9 * cycles["fast_event_inline"]
    assert core == "vexriscv" or cycles["hint_lone_site"] < 0.7 * cycles["fast_event_known_site"]
    one, two = cycles["fast_event_inline"], cycles["event_inline"]
    assert 1 <= cycles["plain_store"] < two <= 2.7 * cycles[
        "plain_store"]  # two stores and almost nothing else
    assert one <= min(cycles["plain_store"] + 0.5, 0.65 * two)  # one store
    if core != "vexriscv":  # no counter
        assert instructions["event_inline"] == 2 and instructions["fast_event_inline"] <= 1.2
    assert cycles["thread_switch"] == instructions["thread_switch"] == 0
    assert cycles["fast_event_lone_site"] <= cycles["event_lone_site"] + (
        0.5 if core == "vexriscv" else 0)  # the second store overlaps
    for known, lone in (("fast_event_known_site", "fast_event_lone_site"), ("event_known_site",
                                                                            "event_lone_site")):
        assert cycles[known] <= cycles[lone] - 1, "a constant address saves a load"
    assert abs(cycles["event_inline_disabled"] - two) <= cache
    assert abs(cycles["fast_event_inline_disabled"] - one) <= cache
    for software in ("software_record_inline", "txtb_event", "rkh_event", "barectf_event"):
        assert cycles[software] > 20 * one and cycles[software] > 10 * two, software
    assert cycles["software_record_lone_site"] > 5 * cycles["event_lone_site"]
    assert data == {"txtb_event": 32, "rkh_event": 13, "barectf_event": 12}


@pytest.mark.parametrize("core", QUICK)
def test_cost_of_draining(program, tmp_path, core):
    """A hart that drains pays for each byte; storing the bytes elsewhere comes on top."""
    console = run(program, tmp_path, core, "bench_drain").console
    lines = map(str.split, console.splitlines())
    found = {words[2]: int(words[3]) / int(words[5]) for words in lines}
    assert 2 < found["nothing"] < found["words"] < 60


# Limits of cycles per event: a store, half a cycle for its address, and effects of a cache.
DISTURBS = {"ibex-cpp": 2.5, "ibex-cpp-maxperf": 1.0, "picorv32-cpp": 8.5, "vexriscv-cpp": 6}


@pytest.mark.parametrize("soc", DISTURBS)
def test_disturbance(program, tmp_path, soc):
    """The same work with and without trace: only the stores of events cost cycles; none stalls."""
    core, harness = soc.split("-", 1)
    result = run(program, tmp_path, core, "bench_load", harness)
    assert ", 0 stall cycles at its ports" in result.report
    cycles, events = {}, {}
    for line in result.console.splitlines():
        _, _, what, number, _, count, _ = line.split()
        cycles[what], events[what] = int(number), int(count)
    base, many = cycles["nothing"], "switches_and_many_events"
    assert events["nothing"] == 0 < events["switches"] < events["switches_and_few_events"] < events[
        many]
    assert cycles["switches"] < 1.001 * base and cycles["switches_and_few_events"] < 1.01 * base
    assert cycles[many] - base < DISTURBS[soc] * events[many]
    hints = cycles["switches_and_many_hints"] - base
    if soc in ("ibex-cpp", "picorv32-cpp"):  # elsewhere a store takes hardly more than one cycle
        assert hints < 0.65 * (cycles[many] - base)
    assert core != "ibex" or hints < 1.2 * events[many]


def test_user_mode(program, tmp_path):
    """The unit accepts stores of U-mode to its port, by class. The PMP stops all others."""
    result = run(program, tmp_path, "ibex", "user_mode", "cpp-full")
    assert result.console == (
        "offered user 400 com 200 sys 1 none 202\ndropped by mask 202\nstopped stores 4 loads 1\n")
    events, losses = decode(program, result.trace)
    assert [
        (e.id, e.value) for e in events
    ] == [event for n in range(1, 201)
          for event in ((1, n), (1, 1000 + n), (0x4200, 2000 + n))] + [(0xC200, 4000)]
    assert sum(int(l["dropped_none"]) for l in losses) == 202
    assert {(l["cause"], l["source"]) for l in losses} == {(str(MASK), str(1 << USER_MODE))}
    fates = [line.split()[1:] for line in result.log.read_text().splitlines()]
    assert {f[0]
            for f in fates} == {str(USER_MODE)} and sum(f[4] == "dropped" for f in fates) == 202
