# SPDX-License-Identifier: Apache-2.0
"""Event pins (docs/explanation/theory.md, pins): edges, the bus, overruns, filtering, registers.

The expected events are written out; the scoreboard also compares them with the golden model.
"""

import csv
import io
import subprocess

import pytest
from bench import HAS, REG, Unit
from test_directed import ACCESS, COUNT, CTRL, ENABLE, FAULT, ID, MATCH, RATE_LIMIT, SELECT
from test_directed import TRIGGER, TRIGGER_STATE, VALUE

RISE, FALL, BUS = (REG[name] for name in ("PIN_RISE", "PIN_FALL", "PIN_BUS"))
PIN, OF_BUS, SYNCHRONISE = 0x4400, 0x4420, 3
LOCK, RANGE = (REG[name] for name in ("LOCK", "RANGE"))
OVERRUN, COM = 7, 1


def start(tmp_path, rise=0, fall=0, bus=0, parameters="full_short"):
    unit = Unit(tmp_path, parameters).write(RISE, rise).write(FALL, fall).write(BUS, bus)
    return unit.write(CTRL, ENABLE).idle(SYNCHRONISE)


def source(parameters="full_short"):
    return 4 * HAS[parameters]["HARTS"] + 1


def reported(unit):
    """(id, value) of every event, in the order in which they left."""
    unit.idle(8).play()
    return [(int(e[3], 16) if e[3] != "thread" else e[3], int(e[4], 16)) for e in unit.events]


@pytest.mark.parametrize("parameters", ["full_short", "full", "two_harts"])
def test_pin_edges(tmp_path, parameters):
    unit = start(tmp_path, rise=0b101, fall=0b110, parameters=parameters)
    unit.pins(0b111).idle(3).pins(0).idle(3).pins(0b010).pins(0b011).pins(0b001)
    edges = [(PIN, 1), (PIN + 2, 1), (PIN + 1, 0), (PIN + 2, 0), (PIN, 1), (PIN + 1, 0)]
    assert reported(unit) == edges
    assert {(int(e[1]), e[2], e[5])
            for e in unit.events} == {(source(parameters), "COM", "delivered")}


def test_time(tmp_path):
    """The timestamp is two cycles after the first sample; of one sample, the lowest pin leaves
    first.
    """
    unit = start(tmp_path, rise=0b111).write(VALUE, 5).line(f"w {ID:x} 64", "p 7")
    assert reported(unit) == [(100, 5), (PIN, 1), (PIN + 1, 1), (PIN + 2, 1)]
    stored = int(unit.events[0][0])
    assert [int(e[0]) - stored for e in unit.events] == [0, 2, 3, 4]


def test_bus(tmp_path):
    """Its first state, and each later one that two samples agree on; other pins do not matter."""
    unit = start(tmp_path, bus=0b110).idle(4)
    unit.pins(0b001).idle(3).pins(0b010).pins(0b110).idle(3).pins(0b100).pins(0b111).idle(3).pins(
        0b001).idle(3)
    unit.write(BUS, 0b111).idle(4).write(BUS, 0).pins(0b111).idle(4).write(BUS, 0b011).idle(4)
    assert reported(unit) == [(OF_BUS, v) for v in (0, 0b110, 0, 0b001, 0b011)]


def test_edges_and_bus(tmp_path):
    """A pin may be both; of one sample the bus goes last."""
    unit = start(
        tmp_path, rise=0b001, fall=0b001,
        bus=0b011).idle(4).pins(0b001).idle(6).pins(0b011).pins(0b010).idle(6).pins(0b110).idle(6)
    assert reported(unit) == [(OF_BUS, 0), (PIN, 1), (OF_BUS, 1), (PIN, 0), (OF_BUS, 0b010)]


def test_disabled(tmp_path):
    """A change while disabled, or while starting, is no edge; the bus is reported anew."""
    unit = start(tmp_path, rise=0b111, fall=0b111, bus=0b100).idle(4).pins(0b001).idle(4)
    unit.write(CTRL, 0).pins(0b110).idle(4).write(CTRL, ENABLE).pins(0b101).idle(6).pins(0b100)
    assert reported(unit) == [(OF_BUS, 0), (PIN, 1), (OF_BUS, 0b100), (PIN, 0)]


@pytest.mark.parametrize("parameters, cycles", [("full_short", 40), ("two_harts", 40),
                                                ("two_harts", 600), ("many_harts", 40)])
def test_too_fast(tmp_path, parameters, cycles):
    """More edges than can leave: each is an event, or is dropped as OVERRUN."""
    pins = HAS[parameters]["PINS"]
    every = (1 << pins) - 1
    unit = start(tmp_path, rise=every, fall=every, bus=every, parameters=parameters).idle(4)
    for i in range(cycles):
        unit.pins(every if i % 2 == 0 else 0)
    counter = COUNT + 128 * source(parameters)
    unit.idle(pins * cycles + 50).write(
        CTRL, 0).read(counter + 4 * OVERRUN).read(counter + 64 + 4 * COM).read(FAULT)
    unit.idle(8).play()
    events = [e for e in unit.events if e[2] == "COM"]
    over = [e for e in unit.events if e[6] == "OVERRUN"]
    assert {int(e[1]) for e in unit.events} == {source(parameters)}
    delivered = [e for e in events if e[5] == "delivered"]
    assert len(events) + len(over) == pins * cycles + 1 and unit.values == [
        len(over), len(delivered), 0
    ]
    assert len(over) > pins * cycles // 4
    assert [int(e[0]) for e in unit.events] == sorted({int(e[0]) for e in unit.events})


def test_turns(tmp_path):
    """Pins, snoops of two harts and the register port take turns."""
    word = 0x80001000
    unit = Unit(tmp_path, "two_harts").write(RISE, 3).write(FALL, 3)
    for hart in range(2):
        unit.write(0x104 + 0x20 * hart, word).write(0x100 + 0x20 * hart, 5)
    unit.write(CTRL, ENABLE).idle(SYNCHRONISE).write(VALUE, 1).pins(3).idle(1)
    for i in range(3):
        unit.stores(h0=(word, 0x100 + i), h1=(word, 0x200 + i))
    unit.idle(8).play()
    assert [int(e[1]) for e in unit.events[:4]] in ([3, 7, 9, 3], [9, 3, 7, 9], [7, 9, 3, 7])
    assert len(unit.events) == 8


def test_filter(tmp_path):
    """Selected by class and id, and rate limited, like events of software."""
    unit = start(tmp_path, rise=0b111).write(SELECT, 0b101).pins(0b001).idle(4).write(SELECT, 7)
    unit.write(RANGE, PIN + 1 | PIN + 1 << 16).write(SELECT, 0x107).pins(0b110).idle(4).write(
        SELECT, 7).pins(0).idle(4)
    unit.write(RATE_LIMIT + 4, 0x80000000 | 20 << 16 | 1).pins(0b111).idle(4)
    unit.idle(8).play()
    assert [(int(e[3], 16), e[5], e[6])
            for e in unit.events] == [(PIN + 1, "delivered", "-"), (PIN, "delivered", "-"),
                                      (PIN + 1, "dropped", "RATE_LIMIT"),
                                      (PIN + 2, "dropped", "RATE_LIMIT")]


def test_trigger(tmp_path):
    """A falling edge of pin 1 opens the trigger: MATCH has its id and its value."""
    unit = start(tmp_path, rise=0b011, fall=0b011).write(MATCH, PIN + 1 | 0xFFFF0000).write(
        MATCH + 4, 0).write(MATCH + 8, 1)
    unit.write(TRIGGER, 1).write(
        TRIGGER_STATE, 1).pins(0b011).idle(4).pins(0b010).idle(4).pins(0b000).idle(4).pins(0b001)
    assert reported(unit) == [(PIN + 1, 0), (PIN, 1)]


@pytest.mark.parametrize("parameters, pins", [("full_short", 3), ("full", 8), ("two_harts", 32),
                                              ("many_harts", 2)])
def test_registers(tmp_path, parameters, pins):
    unit = Unit(tmp_path, parameters).read(0x00C)
    for address in (RISE, FALL, BUS):
        unit.write(address, 0xFFFFFFFF).read(address)
    unit.read(FAULT).write(RISE, 0, 0x3).read(RISE).read(FAULT)
    unit.play()
    every = (1 << pins) - 1
    assert unit.values[0] >> 16 & 0x3F == pins and unit.values[1:] == [
        every, every, every, 0, every, ACCESS
    ]


def test_lock(tmp_path):
    unit = start(tmp_path, rise=1).write(LOCK, 1).write(RISE,
                                                        0).read(RISE).read(FAULT).reset().read(RISE)
    assert reported(unit) == [] and unit.values == [1, ACCESS, 0]


@pytest.mark.parametrize("address", [RISE, FALL, BUS, COUNT + 128 * 5 + 4 * COM])
def test_there_are_none(tmp_path, address):
    unit = Unit(tmp_path, "small").read(address).read(FAULT).write(CTRL,
                                                                   ENABLE).idle(4).pins(0xFFFFFFFF)
    assert reported(unit) == [] and unit.values == [0, ACCESS]


def test_shown(tmp_path, program):
    """`weir` gives them by name, and to no hart and no thread."""
    unit = start(tmp_path, rise=0b100, bus=0b011).store(0x2000_0000,
                                                        0x100).idle(4).pins(0b110).idle(8).write(
                                                            VALUE, 9).write(ID, PIN)
    unit.idle(20).play()
    done = subprocess.run(
        [program("build/weir"), "convert", "--raw", "--to", "csv", "-o", "-", tmp_path / "stream"],
        capture_output=True,
        text=True)
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(r["hart"], r["thread"], r["id_name"], r["value"])
            for r in rows] == [("", "0", "pin bus", "0"), ("", "0", "pin 2", "1"),
                               ("", "0", "pin bus", "2"), ("", "0", "pin 0", "9")]
