# SPDX-License-Identifier: Apache-2.0
"""The driver on the RTL of every preset: trace and counters add up to the offered events."""

import subprocess
from collections import Counter

import pytest
from soc import decode
from weirstream import COM, REASONS, NONE, SYS, THREAD_SWITCH, USER, class_of

# Masked classes by context, as driver_on_unit.cpp sets them on a unit with a user port
MASKED = {1: [COM], 2: [COM, SYS]}


def reason_of(preset, context, event_id):
    """Reason of a drop of this event, if the unit drops it."""
    cls = class_of(event_id)
    if cls == NONE:
        return "ID"
    return "MASK" if preset == "full" and cls in MASKED.get(context, []) else cls


@pytest.mark.parametrize("preset", ["tiny", "small", "full"])
def test_driver_on_unit(program, tmp_path, preset):
    trace, offered_log = tmp_path / "trace.recTr", tmp_path / "offered"
    done = subprocess.run([program(f"build/tests/soc/driver_on_{preset}"), "1", trace, offered_log],
                          capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    counters = [list(map(int, line.split()[1:])) for line in done.stdout.splitlines()[-5:]]

    events, losses = decode(program, trace)
    delivered = iter([(e.id, e.value) for e in events] + [None])
    waiting, dropped = next(delivered), Counter()
    offered = Counter()
    for line in offered_log.read_text().splitlines():
        context, event_id, value = map(int, line.split())
        reason = reason_of(preset, context, event_id)
        offered[context, reason if reason in (USER, COM, SYS) else NONE] += 1
        if (event_id, value) == waiting:
            assert reason in (USER, COM, SYS)
            waiting = next(delivered)
        else:
            dropped[context, reason] += 1
    assert waiting is None, "delivered an event that was not offered, or out of order"

    by_source = [[dropped[context, reason] for reason in REASONS] for context in range(4)]
    assert [c[:8] for c in counters[1:]] == by_source
    assert counters[0][:8] == [sum(n) for n in zip(*by_source)]
    if preset == "tiny":
        assert not any(counters[0][8:])
    else:
        assert [c[8:] for c in counters[1:]] == [[offered[n, c] for c in (USER, COM, SYS, NONE)]
                                                 for n in range(4)]
    for cls, reasons in ((USER, [0]), (COM, [1]), (SYS, [2]), (NONE, [3, 4, 5, 6, 7])):
        assert sum(int(l[f"dropped_{cls.lower()}"]) for l in losses) == sum(
            counters[0][k] for k in reasons)
    assert counters[0][0] > 300 and counters[0][4] > 100 and losses  # enough drops
    assert (counters[0][5] > 300) == (preset == "full")
    assert len({e.value for e in events if e.id == THREAD_SWITCH}) >= 5
