# SPDX-License-Identifier: Apache-2.0
"""Bytes an event: the cost of the stream as documented, other formats by examples counted by hand.
"""

import sys

import pytest
from bench import ROOT

sys.path.insert(0, str(ROOT / "sim/bench"))
import event_bytes  # noqa: E402
from event_bytes import Event  # noqa: E402


def weir(kind):
    events, size = event_bytes.pattern(kind, count=60, seed=7)
    assert len(events) == 60
    return size / len(events)


def test_what_an_event_costs():
    assert weir(("threads", None)) <= 5  # a known thread, its time in two bytes
    assert weir(("B", 1)) <= 6  # a small value
    assert weir(("A", 1)) <= 10  # 32 bits
    assert weir(("A", 1)) < weir(("A", 100)) and weir(("B", 1)) < weir(("B", 100))


@pytest.mark.parametrize(
    "cost, events, size",
    [
        (event_bytes.osd, [Event(1, 1, 1), Event(2, None, 0)], 32),
        (event_bytes.txtb, [Event(1, 1, 1), Event(2, None, 0)], 64),
        (event_bytes.stp, [Event(0x123, 0, 0x12345678)], 6.5),  # D32MTS, 3 nibbles of time
        (event_bytes.stp, [Event(0x10, 0, 5), Event(0x12, 0, 5)
                           ], 3 + 2.5),  # D8MTS with two nibbles, then one has changed
        (event_bytes.stp, [Event(0, 1, 0), Event(0, 0x4000, 0),
                           Event(0, 0x4000, 0)], 2 + 1.5 + 2 + 3 + 2),  # C8, C16, no change
        (event_bytes.stp, [Event(1 << 48, 0, 0x100)],
         (1 + 4 + 1 + 14) / 2),  # 13 nibbles of time are sent as 14
        (event_bytes.systemview, [Event(100, None, 0x80001000),
                                  Event(300, None, 0x80001158)], 1 + 1 + 1 + 1 + 1 + 2),
        (event_bytes.systemview, [Event(100, 1, 7), Event(228, 1, 128)
                                  ], 2 + 1 + 1 + 1 + 2 + 1 + 2 + 2),
    ])
def test_formats_beside_it(cost, events, size):
    assert cost(events) == size
