# SPDX-License-Identifier: Apache-2.0
"""The trace of a crash: drained by the exception handler on its own stack, or after a reset."""

import re

import pytest
from soc import address_of, decode, run

COUNT, CRASH = 1, 2
ILLEGAL, ECALL = 2, 11
CRASHED = [(COUNT, n) for n in range(1, 301)] + [(CRASH, ECALL)]
VALUE_OF_ECALL = {"ibex": 0, "vexriscv": 0x73}  # VexRiscv gives the instruction
STACK = 1008  # 1000 bytes, and what aligns its end


def crash(program, tmp_path, core, app, way):
    """A crash that leaves neither stack nor gp. The handler gets cause, pc and value of the trap,
    and runs on all of the stack of WEIR_CRASH_ENTRY. Returns (the run, the result of weir_crash,
    the bytes that it calls uncertain)."""
    result = run(program, tmp_path, core, app, cycles=way)
    printed = re.search(
        r"crash (\d+) at (\w+) value (\w+) stack (\d+) of (\d+): (-?\d+), (\d+) bytes uncertain",
        result.console)
    cause, at, value, *stack = (int(n, 16 if place in (1, 2) else 10)
                                for place, n in enumerate(printed.groups()[:5]))
    place = address_of(program, core, app, "illegal_at" if way == 5 else "ecall_at")
    assert (cause, at, value) == ((ILLEGAL, place, 0xffffffff) if way == 5 else
                                  (ECALL, place, VALUE_OF_ECALL[core]))
    assert stack == [STACK, STACK]
    return result, int(printed[6]), int(printed[7])


@pytest.mark.parametrize("core", ["ibex", "vexriscv"])
@pytest.mark.parametrize("way", [0, 1, 3, 5],
                         ids=["in main", "before the sink takes", "frozen", "illegal"])
def test_everything_comes_out(program, tmp_path, core, way):
    result, *printed = crash(program, tmp_path, core, "crash", way)
    events, losses = decode(program, result.trace)
    expected = CRASHED[:-1] + [(CRASH, ILLEGAL)] if way == 5 else CRASHED
    assert [(e.id, e.value) for e in events] == expected and not losses
    assert printed == [0, 64 if way == 1 else 0]


@pytest.mark.parametrize("core", ["ibex", "vexriscv"])
def test_in_the_sink(program, tmp_path, core):
    """The sink took part of a chunk: without that number of bytes the trace is complete."""
    result, *printed = crash(program, tmp_path, core, "crash", 2)
    assert printed == [0, 64]
    data = result.trace.read_bytes()
    taken = next(n for n in range(len(data) - 96)
                 if data[n:n + 32] == data[n + 32:n + 64] and len(set(data[n:n + 32])) > 4)
    result.trace.write_bytes(data[:taken] + data[taken + 32:])
    events, losses = decode(program, result.trace)
    assert [(e.id, e.value) for e in events] == CRASHED and not losses


@pytest.mark.parametrize("core", ["ibex", "vexriscv"])
def test_reset_of_the_hart(program, tmp_path, core):
    """A warm reset in mid-stream: drained bytes and contents of the unit form one trace."""
    result = run(program, tmp_path, core, "crash", cycles=4)
    assert "rescued\n" in result.console
    data = result.trace.read_bytes()
    second = data.index(b"\0\x01flux", 1)
    result.trace.write_bytes(data[:second])
    events, losses = decode(program, result.trace)
    assert [(e.id, e.value) for e in events] == CRASHED[:-1] and not losses
    result.trace.write_bytes(data[second:])
    assert decode(program, result.trace) == ([], [])


@pytest.mark.parametrize("kind", ["txtb", "rkh"])
@pytest.mark.parametrize("way", [0, 3], ids=["in main", "frozen"])
def test_software(program, tmp_path, kind, way):
    from test_soft import rows

    result, *printed = crash(program, tmp_path, "ibex", f"crash_{kind}", way)
    assert printed == [0, 0]
    events = [(int(r["id"]), int(r["value"])) for r in rows(program, result.trace, "--from", kind)
              if r["kind"] == "instant"]
    assert events == CRASHED
