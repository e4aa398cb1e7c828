# SPDX-License-Identifier: Apache-2.0
"""Interrupts and preemptions between the stores VALUE and ID: never the value of another event."""

import re
from collections import defaultdict

import pytest
from soc import decode, run
from weirstream import TORN

FIRST, SECOND, HANDLER = 1, 2, 3
ID = 4  # offset in a port page


def pairs_of(ports):
    """Offered values by emitter, from the stores at the pins of the unit.

    Each emitter tags its values with its id, so the running thread need not be known. Returns the
    values in program order, and those interrupted by the handler and by the other thread.
    """
    values, interrupted, preempted = defaultdict(list), defaultdict(set), defaultdict(set)
    half = {}
    for line in ports.read_text().splitlines():
        _, address, data, strobes = line.split()
        assert strobes == "f"
        data = int(data, 16)
        if int(address, 16) & ID:
            value, others = half.pop(data)
            values[data].append(value)
            if HANDLER in others:
                interrupted[data].add(value)
            if others & {FIRST, SECOND}:
                preempted[data].add(value)
            who = data
        else:
            who = data >> 24
            assert who not in half, "an emitter stores VALUE twice"
            half[who] = (data, set())
        for other, (_, others) in half.items():
            if other != who:
                others.add(who)
    return values, interrupted, preempted


@pytest.mark.parametrize("core, value_regs", [("ibex", 4), ("ibex", 1), ("picorv32", 4),
                                              ("picorv32", 1), ("vexriscv", 4)])
def test_torn(program, tmp_path, core, value_regs):
    result = run(program, tmp_path, core, "torn", "cpp" if value_regs == 4 else "cpp-value1")
    assert f"value registers {value_regs}\n" in result.console
    offered_values, interrupted, preempted = pairs_of(result.ports)
    assert sorted(offered_values) == [FIRST, SECOND, HANDLER]
    for emitter, values in offered_values.items():
        assert values == [emitter << 24 | n for n in range(1, len(values) + 1)]
    assert sum(map(len, interrupted.values())) > 2000
    assert sum(map(len, preempted.values())) > 1500

    events, losses = decode(program, result.trace)
    got = {emitter: [e.value for e in events if e.id == emitter] for emitter in offered_values}
    dropped = {}
    for emitter, values in offered_values.items():
        dropped[emitter] = set(values) - set(got[emitter])
        assert got[emitter] == [v for v in values
                                if v not in dropped[emitter]], "wrong, repeated or out of order"
    assert not dropped[HANDLER]

    total = sum(map(len, dropped.values()))
    offered = sum(map(len, offered_values.values()))
    assert f"class 0 offered {offered - total}\n" in result.console
    assert f"class 3 offered {total}\n" in result.console
    assert re.findall(r"kind \d dropped (\d+)",
                      result.console) == ["0", "0", "0",
                                          str(total), "0", "0", "0", "0"]
    if value_regs == 4:
        assert total == 0 and not losses
    else:  # one value register: drops only if the other thread stored in between
        assert total > 1500
        for emitter in (FIRST, SECOND):
            assert dropped[emitter] <= preempted[emitter]
        assert sum(int(l["dropped_none"]) for l in losses) == total
        assert all(l["cause"] == str(TORN) and l["source"] == "1" for l in losses)
