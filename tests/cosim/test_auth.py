# SPDX-License-Identifier: Apache-2.0
"""Authorisation: without it the unit loses nothing, lets no traced data out, and counts denied
reads.
"""

import pytest
from bench import HAS, REG, Unit, run, cpp

CTRL, STATUS, FAULT, IRQ_STATUS, WATERMARK, LEVEL, TAIL = (
    REG[name]
    for name in ("CTRL", "STATUS", "FAULT", "IRQ_STATUS", "WATERMARK", "LEVEL", "TAIL"))
PEEK_AT, PEEK_DATA, FIFO_POINTERS = (
    REG[name]
    for name in ("PEEK_AT", "PEEK_DATA", "FIFO_POINTERS"))
SNAPSHOT_TAIL, AUTH, RUNNING = (REG[name] for name in ("SNAPSHOT_TAIL", "AUTH", "SNOOP_RUNNING"))
RING_CTRL, RING_BASE, RING_SIZE, FRAME_CTRL, WAIT, DATA = (
    REG[name]
    for name in ("RING_CTRL", "RING_BASE", "RING_SIZE", "FRAME_CTRL", "WAIT", "DATA"))
VALUE, ID = (REG[name] for name in ("HART_PORT_VALUE", "HART_PORT_ID"))
GUARANTEED = REG["HART_GUARANTEED_PORT"] - REG["HART"]
ENABLE, CLEAR, BUSY, EMPTY, NOW = 1, 2, 1, 4, 0x8000_0000
SETS = [name for name, has in HAS.items() if has["PROTECT"]]


def events(unit, number, base=VALUE, idle=30):
    for i in range(number):
        unit.write(base, 0x12345600 + i).write(base + 4, 1).idle(idle)
    return unit


@pytest.mark.parametrize("parameters", SETS)
def test_nothing_is_read(tmp_path, parameters):
    """Denied reads return 0, take nothing, set no FAULT, and are counted; later all data is there.
    """
    has = HAS[parameters]
    secrets = [DATA, TAIL, DATA + 0xFFC] + has["PEEK"] * [PEEK_DATA, SNAPSHOT_TAIL] + [RUNNING]
    unit = Unit(tmp_path, parameters).write(CTRL, ENABLE).write(WATERMARK, 1)
    if not has["TINY"]:
        unit.write(RUNNING, 0x77).idle(20)
    events(unit, 5).idle(20).read(LEVEL).auth(0).idle(4).read(AUTH)
    for secret in secrets:
        unit.read(secret)
    unit.read(LEVEL).read(STATUS).read(IRQ_STATUS).read(FAULT).read(AUTH).auth(1).idle(4).read(
        AUTH).read(LEVEL).read(STATUS).read(IRQ_STATUS)
    for secret in secrets:
        unit.read(secret)
    unit.play()
    level, before, *denied = unit.values[:2 + len(secrets)]
    closed_level, status, irq, fault, auth, *rest = unit.values[2 + len(secrets):]
    now, open_level, open_status, open_irq, *shown = rest
    assert level > 5 and before == 0 and denied == [0] * len(secrets)
    assert (closed_level, status & EMPTY, irq & 1, fault, auth) == (0, EMPTY, 0, 0, len(secrets))
    assert (now, open_level, open_status & EMPTY, open_irq & 1) == (NOW | len(secrets), level, 0, 1)
    assert shown[0] and shown[2] and shown[-1] == 0x77
    assert not has["PEEK"] or shown[3] == shown[0]  # PEEK_AT has stayed where it was
    assert [e[5] for e in unit.events] == ["delivered"] * len(unit.events) and len(unit.events) == 6


@pytest.mark.parametrize("parameters", SETS)
def test_many_are_counted(tmp_path, parameters):
    """Past 2^14, also one by one at the pin."""
    unit = Unit(tmp_path, parameters).write(CTRL, ENABLE).auth(0).idle(4)
    for _ in range(0x4002):
        unit.read(DATA)
    unit.read(AUTH).read(DATA).read(DATA).read(AUTH).auth(1).idle(4).read(AUTH).play()
    *denied, first, _, _, closed, opened = unit.values
    assert set(denied) == {0} and (first, closed, opened) == (0x4002, 0x4004, NOW | 0x4004)


def test_from_which_cycle(tmp_path):
    """Low after reset; the level takes effect in the third cycle that samples it."""
    unit = Unit(tmp_path, "small_frames").auth(0).reset()
    for level in (1, 0):
        unit.idle(0x200).line(f"r {AUTH:x}", f"a {level}")
        for _ in range(4):
            unit.read(AUTH)
    unit.play()
    assert [v >> 31 for v in unit.values] == [0, 0, 1, 1, 1] + [1, 1, 0, 0, 0]


def test_without_the_input(tmp_path):
    """Units without AUTH are open, whatever the pin says, and have no register."""
    unit = Unit(tmp_path, "small").auth(0).write(CTRL, ENABLE)
    events(unit, 1).idle(20).write(FAULT, 3).read(AUTH).read(FAULT).read(DATA).play()
    assert unit.values[:2] == [0, 1] and unit.values[2]


def test_events_are_still_taken(tmp_path):
    """The stream continues without authorisation: what does not fit is dropped and reported."""
    unit = Unit(tmp_path, "full_short").write(CTRL, ENABLE).auth(0)
    events(unit, 400, idle=8).play()
    n = unit.numbers
    assert n["user_delivered"] > 50 and n["user_dropped"] > 50 and n["losses"] == 1


def test_frames_wait(tmp_path):
    """Frames send nothing, then everything: the FIFO alone holds it meanwhile."""
    unit = Unit(tmp_path, "small_frames").write(FRAME_CTRL,
                                                1).read(STATUS).write(CTRL, CLEAR).write(
                                                    CTRL, ENABLE).auth(0).idle(4)
    events(unit, 20).idle(0x1000).read(FRAME_CTRL).auth(1).idle(0x2000).write(
        CTRL, 0).idle(20).read(STATUS).read(FRAME_CTRL).read(FRAME_CTRL).play()
    busy, status, *done = unit.values[1:]
    assert busy & 2 and not status & BUSY and not done[-1] & 2
    assert len(unit.events) == 20 and {e[5] for e in unit.events} == {"delivered"}


def ring(path, flags=4, window=11):
    return (Unit(path, "full_short").write(RING_BASE, 0x8000_0000).write(
        RING_SIZE, 9 << 8 | window).write(RING_CTRL, flags | 1).write(CTRL, ENABLE).idle(200))


def test_the_ring_waits(tmp_path):
    """Its memory gets nothing, then everything in order; the scoreboard compares every byte."""
    unit = events(ring(tmp_path), 10).auth(0).idle(4)
    events(unit, 20).idle(0x200).read(STATUS).auth(1).idle(0x400)
    edges = 4 + 200 + 10 * 32 + 4 + 20 * 32 + 0x100
    memory = tmp_path / "memory"
    script = "\n".join(unit.lines) + "\n"
    run(cpp("full_short"), "play", "--memory", memory, "--cut", f"{edges:x}", "-", stdin=script)
    image = memory.read_bytes()
    assert bytes([
        0x09, 0x56, 0x34, 0x12
    ]) in image and bytes([0x0A, 0x56, 0x34, 0x12]) not in image  # the values of events 9 and 10
    unit.play()
    assert unit.numbers["rings"] == 1 and len(unit.events) == 30 and unit.numbers["delivered"] == 30


def test_a_ring_that_waits_can_be_cleared(tmp_path):
    """BUSY must end: words that wait for authorisation count as unread words."""
    unit = ring(tmp_path, flags=0).auth(0).idle(4)
    events(unit, 10).write(CTRL, 0).idle(200).read(STATUS).write(FAULT, 3).write(
        CTRL, CLEAR).read(FAULT).read(STATUS)
    unit.write(CTRL, ENABLE).auth(1).idle(4)
    events(unit, 3).play()
    status, fault, after = unit.values
    assert status & BUSY == 0 and fault == 0 and after & BUSY == 0
    assert unit.numbers["delivered"] == 3 and unit.numbers["user_unread"] == 10


@pytest.mark.parametrize("sink", ["frames", "ring"])
def test_nobody_is_held_for_authorisation(tmp_path, sink):
    """WAIT = 0 stalls for a sink that drains by itself, but not for one that may not."""
    unit = Unit(tmp_path, "full_short").write(WAIT, 0)
    if sink == "frames":
        unit.write(FRAME_CTRL, 1).read(STATUS).write(CTRL, CLEAR)
    else:
        unit.write(RING_BASE, 0x8000_0000).write(RING_SIZE, 9 << 8 | 11).write(RING_CTRL, 1)
    unit.write(CTRL, ENABLE).auth(0).idle(4)
    events(unit, 200,
           base=VALUE + GUARANTEED, idle=4).read(0x2000).read(AUTH).auth(1).idle(0x4000).write(
               CTRL, 0).idle(0x4000).read(STATUS).read(FRAME_CTRL).play()
    assert 0 < unit.values[-4] < 200 and unit.values[-3] == 0
