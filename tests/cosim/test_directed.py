# SPDX-License-Identifier: Apache-2.0
"""What docs/theory.md defines for odd accesses, one thing at a time; the expected answers are written out here.

Besides, the scoreboard compares every answer and octet of these runs with the golden model."""

import re

import pytest
from bench import ROOT, Unit

CTRL, STATUS, FAULT, IRQ_ENABLE, IRQ_STATUS, WATERMARK = 0x10, 0x14, 0x18, 0x1C, 0x20, 0x24
LEVEL, TAIL, TIME_LO, TIME_HI, SWITCH_ID = 0x28, 0x2C, 0x30, 0x34, 0x38
OFFERED, REFUSED, CAUSE, SNOOP_CTRL, SNOOP_ADDR, RUNNING = 0x40, 0x50, 0x60, 0x100, 0x104, 0x108
DATA, VALUE, ID, IRQ_VALUE, IRQ_ID = 0x1000, 0x4000, 0x4004, 0x5000, 0x5004
ENABLE, CLEAR = 1, 2
ACCESS, EMPTY = 1, 2
WORD = 0x2000_0000  # that holds the running thread
DELIVERED, ROOM, TORN, BAD_ID = ["delivered", "0"], ["refused", "1"], ["refused", "2"], ["refused", "4"]


@pytest.fixture
def unit(tmp_path):
    """An enabled unit that snoops WORD."""
    return Unit(tmp_path).write(SNOOP_ADDR, WORD).write(SNOOP_CTRL, 1).write(CTRL, ENABLE)


def pair(unit, event_id, value, port=VALUE):
    return unit.write(port, value).write(port + 4, event_id)


def fates(unit):
    """(class, id, value, [fate, cause]) of every event."""
    return [(e[2], e[3], int(e[4], 16), e[5:]) for e in unit.events]


# ---- ids

IDS = [
    (0x0000, "NONE"), (0x0001, "USER"), (0x000B, "USER"), (0x000C, "USER"), (0x3FFF, "USER"), (0x4000, "COM"),
    (0x7FFF, "COM"), (0x8001, "NONE"), (0xBFFF, "NONE"), (0xC000, "SYS"), (0xFFFF, "SYS"), (0x10000, "NONE"),
    (0x10001, "NONE"), (0x18000, "NONE"), (0xFFFFFFFF, "NONE"),
]  # fmt: skip


def test_ids(unit):
    for event_id, _ in IDS:
        pair(unit, event_id, 5).write(ID, 1)  # a refused id has consumed the value as well
    unit.play()
    expected = []
    for event_id, class_ in IDS:
        expected.append((class_, f"{event_id:x}", 5, BAD_ID if class_ == "NONE" else DELIVERED))
        expected.append(("USER", "1", 0, TORN))
    assert fates(unit) == expected


def test_id_goes_before_torn(unit):
    unit.write(ID, 0).write(ID, 0x9000).write(ID, 1).play()
    assert [e[3] for e in fates(unit)] == [BAD_ID, BAD_ID, TORN]
    assert unit.numbers["refused_id"] == 2 and unit.numbers["refused_torn"] == 1


@pytest.mark.parametrize("switch_id, other", [(0x8000, 0xC000), (0xC000, 0x8000)])
def test_switch_id(unit, switch_id, other):
    unit.write(SWITCH_ID, switch_id).read(SWITCH_ID)
    pair(unit, switch_id, 0x77).read(RUNNING)
    pair(unit, other, 0x78).read(RUNNING)
    for wrong in (0, 0x8001, 0x4000, 0x18000, 0xFFFFFFFF):
        unit.write(FAULT, 3).write(SWITCH_ID, wrong).read(SWITCH_ID).read(FAULT)
    unit.play()
    assert unit.values == [switch_id, 0x77, 0x77] + [switch_id, ACCESS] * 5
    second = ("SYS", "c000", 0x78, DELIVERED) if other == 0xC000 else ("NONE", "8000", 0x78, BAD_ID)
    assert fates(unit) == [("SYS", "thread", 0x77, DELIVERED), second]


# ---- narrow stores


@pytest.mark.parametrize("strobes", [s for s in range(15)])
@pytest.mark.parametrize("port", [VALUE, IRQ_VALUE])
def test_narrow_value_latches_nothing(unit, port, strobes):
    unit.write(port, 5).write(port, 6, strobes).read(FAULT).read(port).write(port + 4, 1)
    unit.write(FAULT, ACCESS).read(FAULT).play()
    assert unit.values == [ACCESS, 5, 0]
    assert fates(unit) == [("USER", "1", 0, TORN)]


@pytest.mark.parametrize("strobes", [s for s in range(15)])
@pytest.mark.parametrize("port", [VALUE, IRQ_VALUE])
def test_narrow_id_is_refused(unit, port, strobes):
    unit.write(port, 5).write(port + 4, 1, strobes).read(FAULT).write(port + 4, 1).play()
    assert unit.values == [ACCESS]
    assert fates(unit) == [("NONE", "1", 5, BAD_ID), ("USER", "1", 0, TORN)]


def test_narrow_stores_to_registers_do_nothing(unit):
    registers = [SWITCH_ID, WATERMARK, IRQ_ENABLE, CTRL, SNOOP_CTRL, SNOOP_ADDR, RUNNING]
    for register in registers:
        unit.write(FAULT, 3).write(register, 0xC000, 0x3).write(register, 0, 0x8).read(register).read(FAULT)
    unit.play()
    assert unit.values == [v for x in (0x8000, 0xFFFF, 0, ENABLE, 1, WORD, 0) for v in (x, ACCESS)]
    assert unit.events == []


def test_narrow_and_other_stores_are_not_snooped(unit):
    for strobes in range(15):
        unit.store(WORD, 7, strobes)
    unit.store(WORD + 4, 7).store(WORD ^ 0x8000_0000, 7).store(WORD, 0)
    unit.store(WORD | 3, 9).store(WORD, 9).idle(3).read(RUNNING).play()
    assert fates(unit) == [("SYS", "thread", 9, DELIVERED)]
    assert unit.events[0][1] == "3" and unit.values == [9]


# ---- offsets


def registers():
    """Offsets of the control page that hold a register, for one hart, from the generated register manual."""
    rdl = (ROOT / "rtl/regs/weir.rdl").read_text()
    rdl = re.sub(r"//.*", "", rdl)
    found = set()
    for count, start in re.findall(r"}\s*[A-Z_]+(?:\[(\d+)\])?\s*@\s*0x([0-9A-F]+)", rdl.split("regfile")[0]):
        found |= {int(start, 16) + 4 * i for i in range(int(count or 1))}
    for start in re.findall(r"}\s*[A-Z_]+\s*@\s*0x([0-9A-F]+)", rdl.split("regfile")[1]):
        found.add(0x100 + int(start, 16))
    return found


@pytest.mark.parametrize("write", [False, True], ids=["read", "write"])
@pytest.mark.parametrize("enabled", [False, True], ids=["disabled", "enabled"])
def test_unknown_offsets(tmp_path, write, enabled):
    """Every word of the unit that is no register: reads 0, writes do nothing, FAULT.ACCESS is set, nothing hangs."""
    known = registers()
    assert {0, CTRL, CAUSE + 8, RUNNING} <= known and 0x0C not in known and len(known) == 28
    ports = {VALUE, ID, IRQ_VALUE, IRQ_ID}
    unknown = [a for a in range(0, 0x8000, 4) if a not in known | ports and not 0x1000 <= a < 0x2000]
    unit = Unit(tmp_path).write(CTRL, ENABLE if enabled else 0)
    for addr in unknown:
        unit.write(FAULT, 3)
        if write:
            unit.write(addr, 0xFFFFFFFF)
        else:
            unit.read(addr)
        unit.read(FAULT)
    for offset in (0, 4, 0xFFC):  # the data page is read only
        unit.write(FAULT, 3).write(DATA + offset, 1).read(FAULT)
    unit.play()
    assert unit.values == ([ACCESS] if write else [0, ACCESS]) * len(unknown) + [ACCESS] * 3
    assert unit.events == []


def test_read_only_registers_are_not_written(unit):
    unit.write(FAULT, 3)
    for register in (0, 4, 8, STATUS, LEVEL, TAIL, TIME_HI, OFFERED, REFUSED, CAUSE):
        unit.write(register, 0xFFFFFFFF)
    unit.read(0).read(4).read(8).read(STATUS).read(LEVEL).read(TAIL).read(OFFERED).read(REFUSED).read(CAUSE).read(FAULT)
    unit.play()
    assert unit.values == [0x52494557, 0x00010101, 1 | 4 << 8 | 5 << 13 | 10 << 18, 4, 0, 0, 0, 0, 0, 0]


# ---- FIFO


def test_empty_fifo(unit):
    unit.read(DATA).read(FAULT).write(FAULT, EMPTY).read(FAULT)
    pair(unit, 1, 7).idle(20)  # 2a 0a 11 07: one word
    unit.read(LEVEL).read(STATUS).read(DATA + 0xABC).read(FAULT).read(LEVEL).read(DATA).read(FAULT).play()
    time = int(unit.events[0][0])
    word = int.from_bytes(bytes([0x2A, time, 0x11, 7]), "little")
    assert unit.values == [0, EMPTY, 0, 1, 0, word, 0, 0, 0, EMPTY]


def test_tail(unit):
    """An entry of five octets: a word, and one octet that TAIL shows as often as it is asked."""
    pair(unit, 1, 0x1234).idle(20).read(LEVEL).read(TAIL).read(TAIL).read(DATA).read(TAIL).read(LEVEL).play()
    assert unit.values[:3] == [1, 0x01000012, 0x01000012]
    assert unit.values[4:] == [0x01000012, 0]
    assert len(unit.stream) == 5


def test_interrupt_by_level(unit):
    """Checked edge by edge in the scoreboard; here: that WATERMARK compares with >=."""
    unit.write(WATERMARK, 2).write(IRQ_ENABLE, 1).read(IRQ_STATUS)
    for _ in range(2):
        pair(unit, 1, 0x12).idle(20).read(LEVEL).read(IRQ_STATUS)
    unit.read(DATA).read(IRQ_STATUS).play()
    assert unit.values[:5] == [0, 1, 0, 2, 1] and unit.values[6] == 0


def test_interrupt_by_loss(unit):
    unit.read(IRQ_STATUS).write(ID, 1).idle(8).read(IRQ_STATUS).write(IRQ_STATUS, 1).read(IRQ_STATUS)
    unit.write(IRQ_STATUS, 2).read(IRQ_STATUS).play()
    assert unit.values == [0, 2, 2, 0]


# ---- disabling


def test_disable_between_value_and_id(unit):
    """The value is forgotten: the unit never gives it to an id that comes after."""
    unit.write(VALUE, 5).write(IRQ_VALUE, 6).write(CTRL, 0).read(VALUE).read(IRQ_VALUE).write(CTRL, ENABLE)
    unit.write(ID, 1).write(IRQ_ID, 1).play()
    assert unit.values == [0, 6]
    assert fates(unit) == [("USER", "1", 0, TORN)] * 2


def test_disabled_unit_takes_nothing(unit):
    unit.write(CTRL, 0).write(VALUE, 5).write(ID, 1).write(ID, 0).write(VALUE, 5, 1).write(ID, 1, 1).store(WORD, 4)
    unit.idle(4).read(FAULT).read(RUNNING).write(RUNNING, 8).read(RUNNING).read(OFFERED).read(OFFERED + 8).read(OFFERED + 12)
    unit.write(CTRL, ENABLE).write(RUNNING, 8).write(RUNNING, 9).play()
    assert unit.values == [0, 0, 8, 0, 0, 0]
    assert fates(unit) == [("SYS", "thread", 9, DELIVERED)]


def test_what_was_accepted_drains(unit):
    """Disabled in the very next cycle: the event comes out whole, and so does the record of the refused one."""
    pair(unit, 1, 0x12345678).write(ID, 2).write(CTRL, 0).idle(100).read(STATUS).read(LEVEL).play()
    assert fates(unit) == [("USER", "1", 0x12345678, DELIVERED), ("USER", "2", 0, TORN)]
    assert unit.values[0] & 9 == 0  # neither BUSY nor LOSS
    assert unit.values[1] == len(unit.stream) // 4
    assert unit.numbers["records"] == 1


def test_clear(unit):
    pair(unit, 1, 1).write(ID, 1).write(CTRL, ENABLE | CLEAR).read(FAULT).read(OFFERED)  # enabled: no
    unit.write(CTRL, 0).idle(100).read(STATUS).write(FAULT, 3).write(CTRL, CLEAR).read(CTRL).read(FAULT)
    unit.read(OFFERED).read(REFUSED).read(CAUSE + 4).read(LEVEL).read(TAIL)
    unit.write(CTRL, ENABLE).idle(50)
    pair(unit, 2, 3).play()
    assert unit.values[0] == ACCESS and unit.values[1] == 2
    assert unit.values[2] & 1 == 0 and unit.values[3:] == [0] * 7
    time = int(unit.events[-1][0])
    assert unit.stream == bytes([0x32, time & 0x7F | 0x80, time >> 7, 0x11, 3])  # its delta counts from 0


# ---- threads


def preempted(unit):
    """Thread 1 is preempted by 2, and 2 by 3, between value and id; an interrupt comes between, too."""
    for thread in (1, 2, 3):
        unit.store(WORD, thread).write(VALUE, 0x10 * thread)
    pair(unit, 3, 0x99, IRQ_VALUE)
    for thread in (3, 2, 1):
        unit.store(WORD, thread).read(VALUE).write(ID, thread)
    return unit.play()


def test_preemption_with_latches_for_all(unit):
    preempted(unit)
    assert unit.values == [0x30, 0x20, 0x10]
    pairs = [(e[1], value, fate) for e, (_, _, value, fate) in zip(unit.events, fates(unit)) if e[3] != "thread"]
    assert pairs == [("1", 0x99, DELIVERED), ("0", 0x30, DELIVERED), ("0", 0x20, DELIVERED), ("0", 0x10, DELIVERED)]


def test_preemption_with_one_latch(tmp_path):
    unit = Unit(tmp_path, "1_5_10").write(SNOOP_ADDR, WORD).write(SNOOP_CTRL, 1).write(CTRL, ENABLE)
    preempted(unit)
    assert unit.values == [0x30, 0, 0]  # a latch is never shown to another thread
    pairs = [(value, fate) for e, (_, _, value, fate) in zip(unit.events, fates(unit)) if e[3] != "thread"]
    assert pairs == [(0x99, DELIVERED), (0x30, DELIVERED), (0, TORN), (0, TORN)]


def test_store_and_access_at_the_same_edge(unit):
    """The snooped switch goes first; the port access takes effect an edge later, for the thread that runs then."""
    unit.write(VALUE, 5).write(VALUE, 6, store=(WORD, 1)).write(ID, 2)
    unit.write(ID, 3, store=(WORD, 0)).idle(4).play()
    assert fates(unit) == [
        ("SYS", "thread", 1, DELIVERED),
        ("USER", "2", 6, DELIVERED),
        ("SYS", "thread", 0, DELIVERED),
        ("USER", "3", 5, DELIVERED),
    ]
    times = [int(e[0]) for e in unit.events]
    assert times[0] == 5 and times[3] == times[2] + 1 and sorted(set(times)) == times


# ---- time


def test_time(unit):
    """A store at the edge after reset would be stamped 1; TIME agrees with the stamps."""
    unit.read(TIME_LO).read(TIME_HI).write(RUNNING, 7).play()
    assert int(unit.events[0][0]) == 6
    assert unit.values[0] in (3, 4) and unit.values[1] == 0


# ---- reset

RESET_VALUES = [(CTRL, 0), (STATUS, 4), (FAULT, 0), (IRQ_ENABLE, 0), (IRQ_STATUS, 0), (WATERMARK, 0xFFFF), (LEVEL, 0)]
RESET_VALUES += [(TAIL, 0), (SWITCH_ID, 0x8000), (SNOOP_CTRL, 0), (SNOOP_ADDR, 0), (RUNNING, 0), (VALUE, 0), (IRQ_VALUE, 0)]
RESET_VALUES += [(counter, 0) for counter in range(OFFERED, CAUSE + 12, 4)]


@pytest.mark.parametrize("cycles", range(1, 12))
def test_reset_in_the_middle(unit, cycles):
    """Wherever an event is on its way, reset leaves nothing of it, and time begins again."""
    unit.write(SWITCH_ID, 0xC000).write(IRQ_ENABLE, 3).write(WATERMARK, 1).read(0x0C).write(RUNNING, 5).write(ID, 1)
    for i in range(4):
        pair(unit, 1, 0x40000000 + i).write(IRQ_VALUE, i)
    unit.write(VALUE, 9, store=(WORD, 6)).idle(cycles).reset()
    for register, _ in RESET_VALUES:
        unit.read(register)
    unit.write(CTRL, ENABLE).write(ID, 1).write(RUNNING, 1).play()
    assert unit.values[1:] == [value for _, value in RESET_VALUES]
    assert fates(unit)[-2:] == [("USER", "1", 0, TORN), ("SYS", "thread", 1, DELIVERED)]
    assert int(unit.events[-1][0]) == len(RESET_VALUES) + 3


# ---- without a reader


def test_full_without_reader(unit):
    """USER events stop before the reserve, SYS events before the room of the record; the record tells all of it."""
    for i in range(900):
        pair(unit, 1, 0x40000000 + i).idle(6)
    for i in range(200):
        unit.write(RUNNING, 0x40000000 + i).idle(8)
    unit.play()
    n = unit.numbers
    user, system = n["user_delivered"] * 7, n["sys_delivered"] * 7
    assert 4096 * 7 / 8 - 88 - 20 - 7 <= user <= 4096 * 7 / 8 - 88
    assert 4096 - 88 - 20 - 7 <= user + system <= 4096 - 88
    assert n["user_refused"] == 900 - n["user_delivered"] > 300 and n["sys_refused"] > 100
    assert n["records"] == 1
