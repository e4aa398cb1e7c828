# SPDX-License-Identifier: Apache-2.0
"""`weir_wide`: entries in successive cycles, its ring of rows, and times of every width."""

import pytest
from bench import REG, Unit

CTRL, FAULT, ID, WINDOW, DATA = (
    REG[name] for name in ("CTRL", "FAULT", "HART_PORT_ID", "HART_WINDOW", "DATA"))
RING_CTRL, RING_BASE, RING_SIZE, RING_STATUS, RING_AT = (
    REG[f"RING_{name}"] for name in ("CTRL", "BASE", "SIZE", "STATUS", "AT"))
ENABLE, FIFO, ACCESS, READY = 1, 4, 1, 1
SET = "wide_short"


def ring(tmp_path, size=20):
    return Unit(tmp_path, SET).write(RING_BASE, 0x4000_0000).write(RING_SIZE,
                                                                   size).write(RING_CTRL, ENABLE)


def windows(unit, number, first, ids):
    for i in range(number):
        unit.write(WINDOW + 4 * ids[i % len(ids)], first + i)
    return unit


def test_nine_bytes_in_every_cycle(tmp_path):
    """More than a row: the events fill queue and FIFO, then what memory takes is delivered."""
    unit = windows(ring(tmp_path).write(CTRL, ENABLE), 400, 0x4000_0000, [900, 901]).idle(400)
    unit.play()
    delivered = [(int(e[3], 16), int(e[4], 16)) for e in unit.events if e[5] == "delivered"]
    assert delivered[:50] == [(900 + i % 2, 0x4000_0000 + i) for i in range(50)]
    assert len(delivered) + unit.numbers["user_dropped"] == 400
    assert 7.4 * 400 < len(unit.stream) <= 8 * 400 + 4 * 128
    values = [value for _, _, value in unit.entries() if value >= 0x4000_0000]
    assert values == [value for _, value in delivered] == sorted(values)


def test_a_loss_waits_for_a_cycle_without_an_event(tmp_path):
    """Events in every cycle go before its first entry, which says when the first drop was."""
    unit = ring(tmp_path).write(CTRL, ENABLE).write(ID, 1, 0x7)
    events = 40000
    windows(unit, events, 0, range(1, 9)).idle(200).play()
    (_, *dropped), *delivered = ((e[5], int(e[0]), e[6]) for e in unit.events)
    assert dropped[1] == "ID" and len(delivered) == events
    begins, = ((time, value >> 1) for time, item, value in unit.entries()
               if item == 3 and value & 1)
    assert begins[0] - begins[1] == dropped[0] and begins[1] > events


def test_times_of_every_width(tmp_path):
    """A delta has up to ten bytes, four of them in a cycle. Together they are just below 2^64."""
    unit = Unit(tmp_path, SET).write(CTRL, ENABLE).write(WINDOW + 4, 0)
    jumps = [*range(13, 61), 63, 62, 61]
    for n in jumps:
        unit.idle(30).line(f"jump {1 << n:x}").write(WINDOW + 4, n).idle(20)
        for _ in range(5):
            unit.read(DATA)
    unit.play()
    times = [time for time, _, _ in unit.entries()]
    steps = [b - a for a, b in zip(times, times[1:])]
    assert len(steps) == len(jumps) == unit.numbers["delivered"] - 1
    assert all(0 <= step - (1 << n) < 100 for step, n in zip(steps, jumps))


def test_registers_of_the_ring(tmp_path):
    """What it cannot be is dropped when it is enabled: sections, less than 16 bytes, half a row,
    the FIFO beside it. What was written can be read.
    """
    unit = Unit(tmp_path, SET)
    for base, size, flags in [(0, 0x1F14, 0), (0, 3, 0), (4, 20, 0), (0, 20, FIFO)]:
        unit.write(RING_BASE, base).write(RING_SIZE, size).write(RING_CTRL, flags).read(
            RING_BASE).read(RING_SIZE).read(RING_CTRL).read(FAULT)
        unit.write(RING_CTRL, flags | ENABLE).read(RING_CTRL).read(FAULT).write(FAULT, ACCESS)
        unit.write(RING_CTRL, 0)
    unit.write(RING_BASE, 0xFFFF_FFF8).write(RING_SIZE, 20).write(RING_CTRL, ENABLE).read(
        RING_BASE).read(RING_CTRL).read(RING_STATUS).read(FAULT).play()
    values = iter(unit.values)
    take = lambda n: [next(values) for _ in range(n)]
    for base, size, flags in [(0, 0x1F14, 0), (0, 3, 0), (4, 20, 0), (0, 20, FIFO)]:
        assert take(6) == [base, size, flags, 0, flags, ACCESS]
    assert take(4) == [0xFFFF_FFF8, ENABLE, READY, 0]


@pytest.mark.parametrize("size", [4, 7, 11])
def test_the_ring_goes_on_at_its_begin(tmp_path, size):
    """RING_AT follows every row, whatever the size of the buffer."""
    unit = windows(ring(tmp_path, size).write(CTRL, ENABLE), 3 << size, 0x100, [1]).idle(100)
    unit.read(RING_AT).read(RING_STATUS).play()
    assert unit.numbers["delivered"] == 3 << size and unit.numbers["rings"] == 1
    assert unit.values[0] < 1 << size and unit.values[1] & READY
