# SPDX-License-Identifier: Apache-2.0
"""What the snoop sees besides stores (theory.md, snoop): registers, CSRs, traps; masks,
overruns, order.

The expected events are written out; the scoreboard also compares them with the golden model.
"""

import pytest
from bench import HAS, Unit
from test_directed import (
    ACCESS,
    COUNT,
    CTRL,
    ENABLE,
    FAULT,
    MATCH,
    RUNNING,
    SNOOP_ADDR,
    SNOOP_CTRL,
    SNOOP_MASK,
    TRIGGER,
    TRIGGER_STATE,
    VALUE,
    WINDOW,
    WINDOW_IDS,
    WORD,
)  # fmt: skip

ISR, EVERY, GPR, CSR, NOTHING, INDEX = 2, 4, 1 << 4, 2 << 4, 3 << 4, 16
TP, MSCRATCH = 4, 0x340
UNKNOWN = 4 * 4095


def start(tmp_path, control, parameters="full_short", mask=0xFFFFFFFF):
    unit = Unit(tmp_path, parameters)
    return unit.write(SNOOP_ADDR, WORD).write(SNOOP_MASK, mask).write(SNOOP_CTRL, control).write(
        CTRL, ENABLE)


def reported(unit):
    """(what, value) of every event."""
    unit.idle(8).play()
    return [(e[3], int(e[4], 16)) for e in unit.events]


def enter(code, interrupt=0):
    return "c001", 4 * code + 2 * interrupt + 1


def leave(code, interrupt=0):
    return "c001", 4 * code + 2 * interrupt


HINT, SLTIU, USER_MODE = 8, 0x1000, 0x2000


def hints(tmp_path, parameters="full_short", control=HINT, ids=0xC141):
    """`ids`: WINDOW_IDS."""
    unit = Unit(tmp_path, parameters).write(WINDOW_IDS, ids)
    return unit.write(SNOOP_CTRL, control).write(CTRL, ENABLE)


@pytest.mark.parametrize("parameters", ["full_short", "two_harts"])
def test_hints(tmp_path, parameters):
    """slti is USER, sltiu the ids around those of WINDOW_IDS; its context is where it runs."""
    unit = hints(tmp_path, parameters)
    for what in (1, 4095, 0, SLTIU | 0x110, SLTIU | 0xFFF, SLTIU | 0x800):
        unit.retires(("h", what, 0x80 + what)).idle(6)
    for what, value in (2, 7), (SLTIU | 0x900, 8):
        unit.retires(("h", USER_MODE | what, value)).idle(6)
    unit.retires(("e", 7, 1), ("h", 3, 9)).idle(6)  # the first instruction of a handler
    unit.retires(("e", 11, 0)).retires(("x", )).retires(("h", 4, 10)).idle(6).retires(("x", ))
    unit.retires(("h", 5, 11)).write(SNOOP_CTRL, 0).idle(6).retires(("h", 6, 12))
    found = reported(unit)
    assert found == [("1", 0x81), ("fff", 0x107F), ("0", 0x80), ("4110", 0x1190), ("c7ff", 0x207F),
                     ("c000", 0x1880), ("2", 7), ("c100", 8), ("3", 9), ("4", 10), ("5", 11)]
    user = "2" if HAS[parameters]["PROTECT"] else "0"
    assert [e[1] for e in unit.events] == ["0"] * 6 + [user] * 2 + ["1", "1", "0"]
    assert [e[6] for e in unit.events] == [*"--", "ID", *"----", "MASK", *"---"]


def test_hint_switches(tmp_path):
    """The id of THREAD_SWITCH is one, unless its class is masked; masks of words do not apply."""
    unit = hints(tmp_path, ids=0xC080).write(SNOOP_MASK, 0xF0)
    unit.retires(("h", SLTIU, 0x1234)).retires(("h", SLTIU, 0x1234)).idle(4).read(RUNNING)
    unit.retires(("h", SLTIU | USER_MODE, 5)).idle(4).read(RUNNING)
    unit.retires(("h", SLTIU | 1, 6)).idle(4)
    assert reported(unit) == [("thread", 0x1234)] * 2 + [("thread", 5), ("8001", 6)]
    assert [e[6] for e in unit.events] == ["-", "-", "MASK", "ID"] and unit.values == [0x1234] * 2


@pytest.mark.parametrize("parameters", ["full_short", "two_harts"])
def test_hints_and_ports_in_order(tmp_path, parameters):
    """HINTs in every cycle leave in their order; a store after them comes after them."""
    unit = hints(tmp_path, parameters, HINT | ENABLE | GPR | TP << INDEX)
    for n in range(20):
        unit.retires(("h", 1 + n, n))
    unit.write(VALUE + WINDOW + 4 * 99, 99).retires(("g", TP, 5)).retires(("h", 40, 40))
    unit.write(VALUE + WINDOW + 4 * 98, 98)
    assert reported(unit) == [(f"{1 + n:x}", n) for n in range(20)] + [("63", 99), ("thread", 5),
                                                                       ("28", 40), ("62", 98)]


def test_hint_beside_a_word(tmp_path):
    """There is place for one: the switch. The HINT is counted, at once or when nothing waits."""
    unit = hints(tmp_path, control=HINT | ENABLE).write(SNOOP_ADDR, WORD)
    unit.retires(("h", 1, 1), ("s", WORD, 7)).idle(6)
    unit.retires(("h", 2, 2), ("s", WORD + 4, 8)).idle(4)
    unit.read(COUNT + 128 * 3 + 4 * 7)
    assert reported(unit) == [("thread", 7), ("0", 0), ("2", 2)] and unit.values == [1]


def test_no_hints_without_retire(tmp_path):
    unit = hints(tmp_path, "small").read(SNOOP_CTRL)
    assert reported(unit) == [] and unit.values == [0]


@pytest.mark.parametrize("parameters", ["small", "full_short", "many_harts"])
def test_mask_and_every(tmp_path, parameters):
    unit = start(tmp_path, ENABLE, parameters, mask=0xFFFFFFFC)
    unit.store(WORD, 0x1003).idle(2).store(WORD, 0x1001).idle(2).store(WORD,
                                                                       0x2000).idle(2).read(RUNNING)
    unit.write(SNOOP_CTRL, ENABLE | EVERY).store(WORD, 0x2003).idle(2).store(WORD,
                                                                             0x2002).idle(2).write(
                                                                                 RUNNING, 0x2000)
    unit.write(SNOOP_CTRL, ENABLE).store(WORD, 0x2001)
    assert reported(unit) == [("thread", v) for v in (0x1000, 0x2000, 0x2000, 0x2000)]
    assert unit.values == [0x2000] and {e[1] for e in unit.events} == {"3"}


def test_registers(tmp_path):
    unit = start(tmp_path, ENABLE | GPR | TP << INDEX)
    unit.retires(("g", TP, 5)).retires(("g", 3, 6)).retires(("g", 0, 7)).retires(
        ("c", TP, 8)).store(WORD, 9)
    unit.retires(("g", TP, 5)).retires(("g", TP, 0)).idle(4)
    unit.write(SNOOP_CTRL, ENABLE | CSR | MSCRATCH << INDEX)
    unit.retires(("c", MSCRATCH, 5)).retires(("c", 0x341, 6)).retires(("g", TP, 7)).store(WORD,
                                                                                          9).idle(4)
    unit.write(SNOOP_CTRL, ENABLE | GPR)  # x0 is never written
    unit.retires(("g", 0, 10)).idle(4).write(SNOOP_CTRL, ENABLE | NOTHING | TP << INDEX)
    unit.retires(("g", TP, 10), ("c", TP, 10), ("s", WORD, 10)).idle(4).write(
        SNOOP_CTRL, GPR | TP << INDEX).retires(("g", TP, 10))
    assert reported(unit) == [("thread", v) for v in (5, 0, 5)]


def test_control_register(tmp_path):
    for parameters, bits in (("small", ENABLE | EVERY), ("full_short", 0x0FFF003F)):
        unit = start(tmp_path, 0xFFFFFFFF, parameters).read(SNOOP_CTRL).write(
            SNOOP_CTRL, 0, 0x3).read(SNOOP_CTRL).read(FAULT)
        unit.read(SNOOP_MASK).write(
            SNOOP_MASK,
            0x12345678).read(SNOOP_MASK).reset().read(SNOOP_CTRL).read(SNOOP_MASK).play()
        assert unit.values == [bits, bits, ACCESS, 0xFFFFFFFF, 0x12345678, 0, 0xFFFFFFFF]


def test_small_looks_at_stores_only(tmp_path):
    unit = start(tmp_path, 0xFFFFFFFF, "small")
    unit.retires(("e", 7, 1), ("g", 31, 5), ("c", 0xFFF, 6)).idle(2).retires(("x", )).idle(2).store(
        WORD, 3).read(COUNT + 128 * 3 + 4 * 7).read(FAULT)
    assert reported(unit) == [
        ("thread", 3)
    ] and unit.values == [0, ACCESS]  # nor has it a counter of what came too fast


def test_traps(tmp_path):
    unit = start(tmp_path, ISR)
    expected = []
    for code, interrupt in ((7, 1), (11, 0), (0, 1), (4094, 0), (2, 0),
                            (3, 1)):  # one in another: the causes of four are kept
        unit.retires(("e", code, interrupt)).idle(9)
        expected.append(enter(code, interrupt))
    for _ in range(4):
        unit.retires(("x", )).idle(9)
    unit.retires(("e", 5, 0)).idle(5)
    for _ in range(4):
        unit.retires(("x", )).idle(9)
    expected += [leave(3, 1), leave(2),
                 leave(4094), leave(0, 1),
                 enter(5), leave(5)] + [("c001", UNKNOWN)] * 3
    unit.retires(("e", 6, 0), ("x", )).idle(5)  # a handler of one instruction
    assert reported(unit) == [*expected, enter(6), leave(6)]
    assert {(e[1], e[2]) for e in unit.events} == {("3", "SYS")}
    assert [item for _, item, _ in unit.entries()] == [2] * len(unit.events)


def test_traps_that_were_not_looked_at(tmp_path):
    """None while the bit is 0 or the unit is disabled; earlier causes are discarded."""
    unit = start(tmp_path, ENABLE)
    unit.retires(("e", 1, 0)).idle(3).write(SNOOP_CTRL, ISR).retires(("x", )).idle(3)
    unit.retires(("e", 2, 0)).idle(3).write(CTRL, 0).retires(
        ("e", 3, 0)).write(CTRL, ENABLE).retires(("x", )).idle(3)
    unit.retires(("e", 4, 0)).idle(3).write(SNOOP_CTRL, 0).write(SNOOP_CTRL, ISR).retires(("x", ))
    assert reported(unit) == [("c001", UNKNOWN),
                              enter(2), ("c001", UNKNOWN),
                              enter(4), ("c001", UNKNOWN)]


def test_order_of_one_cycle(tmp_path):
    """Trap, return, switch, then the port's event; a later cycle is later."""
    unit = start(tmp_path, ENABLE | ISR).line(f"w {VALUE + WINDOW + 4:x} 77", "e 7 1", "x",
                                              f"s {WORD:x} 5")
    unit.retires(("e", 9, 0)).idle(9).write(VALUE + WINDOW + 8, 0x78)
    assert reported(unit) == [
        enter(7, 1), leave(7, 1), ("thread", 5), ("1", 0x77),
        enter(9), ("2", 0x78)
    ]
    assert unit.events[5][0] > unit.events[4][0]


@pytest.mark.parametrize("parameters", ["small", "full_short", "two_harts"])
def test_nothing_overtakes_an_event_of_the_port(tmp_path, parameters):
    """A switch a cycle after the store: the event is still of the previous thread."""
    unit = start(tmp_path, ENABLE, parameters).line(f"w {VALUE + WINDOW + 4:x} 77",
                                                    f"s {WORD:x} 5").store(WORD, 6).store(WORD, 7)
    assert reported(unit) == [("thread", 5), ("1", 0x77), ("thread", 6), ("thread", 7)]


def test_too_fast(tmp_path):
    """Three items a cycle, one leaves: with four records queued, traps are dropped, and a word
    replaces the newest.
    """
    unit = start(tmp_path, ENABLE | ISR | EVERY)
    for n in range(8):
        unit.retires(("e", n, 0), ("x", ), ("s", WORD, n))
    unit.idle(40).read(COUNT + 128 * 3 + 4 * 7).read(RUNNING)
    found = reported(unit)
    over = [e for e in unit.events if e[6] == "OVERRUN"]
    assert unit.values == [len(over), 7] and len(unit.events) == 24 and len(over) > 3
    assert [f for f, e in zip(found, unit.events)
            if e[6] != "OVERRUN"][:3] == [enter(0), leave(0), ("thread", 0)]
    assert [f for f, e in zip(found, unit.events) if e[6] != "OVERRUN"][-1] == (
        "thread", 7)  # the last is never lost


def test_a_trap_pulls_the_trigger(tmp_path):
    """The id and the value of a trap are causes like others."""
    unit = start(tmp_path, ISR).write(MATCH, 0xFFFFC001).write(MATCH + 4, 4 * 7 + 3).write(
        MATCH + 8, 0xFFFFFFFF)
    unit.write(TRIGGER, 1).write(TRIGGER_STATE, 1)
    unit.retires(("e", 3, 1)).idle(4).retires(("e", 7, 1)).idle(4).retires(("x", ))
    assert reported(unit) == [enter(7, 1), leave(7, 1)]


def test_of_each_hart(tmp_path):
    unit = start(tmp_path, ENABLE | ISR | GPR | TP << INDEX, "two_harts").write(
        SNOOP_CTRL + 0x20, ENABLE | ISR | CSR | MSCRATCH << INDEX)
    unit.retires(("e0", 7, 1), ("e1", 11, 1), ("g0", TP, 5), ("g1", TP, 6),
                 ("c1", MSCRATCH, 8)).idle(9).retires(("x1", )).retires(("x0", ))
    found = reported(unit)
    of_hart = {h: [f for f, e in zip(found, unit.events) if int(e[1]) == 4 * h + 3] for h in (0, 1)}
    assert of_hart == {
        0: [enter(7, 1), ("thread", 5), leave(7, 1)],
        1: [enter(11, 1), ("thread", 8), leave(11, 1)]
    }
    assert {item for _, item, _ in unit.entries()} >= {2, 33}
