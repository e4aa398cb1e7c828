# SPDX-License-Identifier: Apache-2.0
"""State in the stream: when it comes, what it says, and that a reader may begin with it."""

import random
import subprocess

import pytest
from bench import HAS, Unit

CTRL, STATUS, FAULT, LEVEL, TAIL, CHECKPOINT, DATA = 0x10, 0x14, 0x18, 0x28, 0x2C, 0x60, 0x1000
SNOOP_CTRL, SNOOP_ADDR, RUNNING = 0x100, 0x104, 0x108
PORT, WINDOW, WORD = 0x10000, 0x14000, 0x2000_0000
NOW, ENABLE, CLEAR, ACCESS = 0x8000_0000, 1, 2, 1
CURR, CHECKPOINT_ITEM, THREAD, SLOT, DROPPED = 0, 4, 1, 768, 256
SETS = [name for name, has in HAS.items() if has["CHECKPOINT"] and name != "full"]


def start(tmp_path, parameters="full_short"):
    return Unit(tmp_path, parameters).write(SNOOP_ADDR, WORD).write(SNOOP_CTRL, 1).write(
        CTRL, ENABLE)


def words(unit, number):
    """Reads so many words, no more."""
    for _ in range(number):
        unit.read(DATA)
    return unit


@pytest.mark.parametrize("parameters", SETS)
def test_at_once(tmp_path, parameters):
    """Running thread, slots, and no more than was told; NOW reads 1 until it begins; while disabled nothing comes."""
    unit = start(tmp_path, parameters).write(WINDOW, 0).write(WINDOW + 4, 7).store(WORD,
                                                                                   0x100).idle(600)
    unit.write(CHECKPOINT, NOW).idle(300).read(CHECKPOINT).write(WINDOW + 4, 8).idle(20).write(
        CTRL, 0).write(CHECKPOINT, NOW | 9).idle(100).read(CHECKPOINT).play()
    entries = unit.entries()
    begin = [item for _, item, _ in entries].index(CURR)
    state = entries[begin:begin + 6]
    assert len({time for time, _, _ in state}) == 1 and state[0][0] == entries[begin - 1][0]
    assert [(item, value) for _, item, value in state[1:]] == [(CHECKPOINT_ITEM, 1),
                                                               (DROPPED + 64 * 4, 1),
                                                               (THREAD, 0x100), (SLOT, 0x100),
                                                               (CHECKPOINT_ITEM, 2)]
    assert entries[begin + 6][1:] == (5, 8) and len(entries) == begin + 7 and unit.values == [0, 9]


@pytest.mark.parametrize("parameters", SETS)
def test_asked_for_again(tmp_path, parameters):
    """While one is written: another follows as soon as there is room for it, and is not forgotten."""
    for edges in range(1, 60, 3):
        unit = start(tmp_path, parameters).store(WORD, 0x100).idle(100).write(
            CHECKPOINT, NOW | 9).read(CHECKPOINT).idle(edges).write(CHECKPOINT, NOW | 4)
        for _ in range(150):
            words(unit.read(LEVEL), 1)  # a reader who is faster than the state
        unit.read(CHECKPOINT).write(CTRL, 0).idle(100).play()
        assert unit.values[0] == NOW | 9 and unit.values[-1] == 4 and unit.numbers[
            "checkpoints"] == 2, edges


@pytest.mark.parametrize("parameters", SETS)
def test_every_so_many_bytes(tmp_path, parameters):
    """Between entries, when so many bytes have passed and the room of the one before has come back; not while it has not."""
    unit = start(tmp_path, parameters).write(CHECKPOINT, 40)
    for n in range(40):
        unit.write(WINDOW + 4 * 100, n << 20).idle(150)
    unit.write(CTRL, 0).idle(100).play()
    kinds = [item for _, item, _ in unit.entries()]
    assert kinds.count(CURR) == 1 and unit.numbers["checkpoints"] == 1  # nobody reads

    unit = start(tmp_path, parameters).write(CHECKPOINT, 40)
    for n in range(40):
        words(unit.write(WINDOW + 4 * 100, n << 20).idle(150).read(LEVEL), 2)
    unit.write(CTRL, 0).idle(100).play()
    kinds = [item for _, item, _ in unit.entries()]
    assert kinds.count(CURR) > 5
    places = [n for n, item in enumerate(kinds) if item == CURR]
    between = [kinds[a:b].count(16 * 163) for a, b in zip(places, places[1:])]
    assert min(
        between) >= 3 and max(between) <= 8  # entries of 7 to 11 bytes, and the room of a state


def test_bytes_do_not_go_round(tmp_path):
    """The bytes since the state before are 65535 at the most, whatever the last event has: a state is due as soon as it is asked for after fewer."""
    def event(unit, *further):
        unit.write(PORT, 0xFFFF_FFFF if further else 0)
        for n, word in enumerate(further):
            unit.write(PORT + 0xC + 4 * n, word)
        return unit.write(PORT + 4, 0x3F00 if further else 1).idle(60)

    def emptied(unit, number):
        for _ in range(number):
            words(unit.read(LEVEL), 1)
        return unit

    for small in range(5, 8):  # 65499, 65502 and 65505 bytes, and 34 more
        unit = start(tmp_path, "full_short")
        for _ in range(1926):
            emptied(event(unit, *[0xFFFF_FFFF] * 3), 9)
        for _ in range(small):
            emptied(event(unit), 1)
        emptied(event(unit, *[0xFFFF_FFFF] * 3), 9).write(CHECKPOINT, 60000).idle(3000)
        emptied(event(unit).idle(2000), 20).write(CTRL, 0).idle(100).play()
        assert unit.numbers["checkpoints"] == 1 and len(unit.stream) > 65536


@pytest.mark.parametrize("parameters", SETS)
def test_when_all_is_read_another_may_begin(tmp_path, parameters):
    """Whatever the sizes are, and however fast a reader is who reads while a state is written."""
    rng = random.Random(5)
    unit = start(tmp_path, parameters)
    for _ in range(100):
        unit.store(WORD, rng.getrandbits(rng.choice([7, 14, 21, 31]))).idle(100).write(
            CHECKPOINT, NOW).idle(rng.choice([5, 9, 30, 300])).read(CHECKPOINT)
        for _ in range(rng.choice([0, 40, 90])):
            words(unit.idle(rng.choice([0, 0, 1, 3])).read(LEVEL), 1)
        unit.idle(300)
        for _ in range(70):
            words(unit.idle(4).read(LEVEL), 1)
    unit.write(CTRL, 0).idle(100).play()
    reads = [line for line in unit.lines if line.startswith("r ")]
    asked = [value for line, value in zip(reads, unit.values) if line == f"r {CHECKPOINT:x}"]
    assert len(asked) == 100 and sum(asked) == 0 and unit.numbers["checkpoints"] == 100


def test_a_loss_that_goes_on(tmp_path):
    """Checkpoint 3 in the middle of one, with the totals told so far."""
    unit = start(tmp_path).write(WINDOW, 1).idle(20).write(CHECKPOINT, NOW)
    for _ in range(20):
        unit.idle(20).write(WINDOW, 1)  # id 0: dropped, again and again
    unit.write(CTRL, 0).idle(100).play()
    assert [value for _, item, value in unit.entries() if item == CHECKPOINT_ITEM] == [1, 3]


def test_clear_forgets(tmp_path):
    """After CLEAR nothing was told, and CHECKPOINT stays."""
    unit = start(tmp_path).store(WORD, 0x100).idle(60).write(CHECKPOINT, 5).write(CTRL, 0).idle(120)
    unit.read(STATUS).read(LEVEL)
    words(unit, 1).read(LEVEL).read(TAIL).write(CTRL, CLEAR).idle(200).read(CHECKPOINT).write(
        RUNNING, 0).write(CTRL, ENABLE | 0)
    unit.write(WINDOW + 4, 1 << 20).idle(100).write(WINDOW + 4, 2).idle(20).write(CTRL, 0).play()
    entries = unit.entries()
    at = [item for _, item, _ in entries].index(CURR)
    assert [e[1:] for e in entries[at + 1:at + 4]] == [(CHECKPOINT_ITEM, 1), (CHECKPOINT_ITEM, 2),
                                                       (5, 2)] and 5 in unit.values


@pytest.mark.parametrize("parameters", ["small", "tiny_short"])
def test_units_without(tmp_path, parameters):
    unit = Unit(tmp_path, parameters).write(CHECKPOINT, NOW | 9).read(FAULT).read(CHECKPOINT).play()
    assert unit.values == [ACCESS, 0]


@pytest.mark.parametrize("parameters", SETS)
def test_a_reader_may_begin_there(tmp_path, program, parameters):
    """Cut at any state, the rest is a stream that `weir check` accepts, with the events and threads of the whole."""
    rng = random.Random(3)
    unit = start(tmp_path, parameters).write(CHECKPOINT, 60)
    for n in range(150):
        if n % 5 == 2:
            unit.store(
                WORD,
                rng.choice(
                    [0, 0x80001000, 0x80002000, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA]))
        unit.idle(30).write(WINDOW + 4 * rng.choice([0, 1, 2, 100]),
                            rng.getrandbits(20)).idle(150).read(LEVEL)
        words(unit, 2)
    unit.write(CTRL, 0).idle(300).play()
    weir = program("build/weir")

    def rows(data):
        path = tmp_path / "part"
        path.write_bytes(data)
        assert subprocess.run([weir, "check", "--raw", path], capture_output=True).returncode == 0
        done = subprocess.run([weir, "convert", "--raw", "--to", "csv", "-o", "-", path],
                              capture_output=True,
                              text=True)
        assert done.returncode == 0
        return [row for row in done.stdout.splitlines()[1:] if ",0x" not in row]

    whole, at, cuts = rows(unit.stream), 0, 0
    header = bytes([0, 0x23, 0, 8])
    while (at := unit.stream.find(header, at + 1)) >= 0:
        part = rows(unit.stream[at:])
        happened = [r for r in part if not r.startswith("loss")]
        assert happened == [r for r in whole
                            if not r.startswith("loss")][-len(happened):] if happened else True
        cuts += 1
    assert cuts > 5
