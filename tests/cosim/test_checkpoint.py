# SPDX-License-Identifier: Apache-2.0
"""Checkpoints in the stream: when they come, what they report, and that a reader can start there.
"""

import random
import subprocess

import pytest
from bench import HAS, REG, Unit

CTRL, STATUS, FAULT, LEVEL, TAIL, CHECKPOINT, DATA = (
    REG[name]
    for name in ("CTRL", "STATUS", "FAULT", "LEVEL", "TAIL", "CHECKPOINT", "DATA"))
SNOOP_CTRL, SNOOP_ADDR, RUNNING = (
    REG[name]
    for name in ("SNOOP_CTRL", "SNOOP_ADDR", "SNOOP_RUNNING"))
PORT, WINDOW, WORD = REG["HART"], REG["HART_WINDOW"], 0x2000_0000
NOW, ENABLE, CLEAR, ACCESS = 0x8000_0000, 1, 2, 1
CURR, CHECKPOINT_ITEM, THREAD, CACHE_ENTRY, DROPPED = 0, 4, 1, 768, 256
SETS = [name for name, has in HAS.items() if has["CHECKPOINT"] and name != "full"]


def start(tmp_path, parameters="full_short"):
    return Unit(tmp_path, parameters).write(SNOOP_ADDR, WORD).write(SNOOP_CTRL, 1).write(
        CTRL, ENABLE)


def words(unit, number):
    """Reads a number of words, no more."""
    for _ in range(number):
        unit.read(DATA)
    return unit


@pytest.mark.parametrize("parameters", SETS)
def test_at_once(tmp_path, parameters):
    """Running thread, cache entries, and only what was reported before; NOW reads 1 until it
    begins.
    """
    unit = start(tmp_path, parameters).write(WINDOW, 0).write(WINDOW + 4, 7).store(WORD,
                                                                                   0x100).idle(600)
    unit.write(CHECKPOINT, NOW).idle(300).read(CHECKPOINT).write(WINDOW + 4, 8).idle(20).write(
        CTRL, 0).write(CHECKPOINT, NOW | 9).idle(100).read(CHECKPOINT).play()
    entries = unit.entries()
    begin = [item for _, item, _ in entries].index(CURR)
    state = entries[begin:begin + 6]
    assert len({time for time, _, _ in state}) == 1 and state[0][0] == entries[begin - 1][0]
    expected = [(CHECKPOINT_ITEM, 1), (DROPPED + 64 * 4, 1), (THREAD, 0x100), (CACHE_ENTRY, 0x100),
                (CHECKPOINT_ITEM, 2)]
    assert [(item, value) for _, item, value in state[1:]] == expected
    assert entries[begin + 6][1:] == (5, 8) and len(entries) == begin + 7 and unit.values == [0, 9]


@pytest.mark.parametrize("parameters", SETS)
def test_asked_for_again(tmp_path, parameters):
    """A request during a checkpoint: the next follows as soon as there is free space."""
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
    """After EVERY bytes, between entries, once the space of the previous one has returned."""
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
    # Entries of 7 to 11 bytes, and the space of a checkpoint.
    assert min(between) >= 3 and max(between) <= 8


def test_bytes_do_not_go_round(tmp_path):
    """The byte count saturates at 65535: a checkpoint asked for after fewer is due at once."""
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
    """For any sizes, and for a reader that reads as fast as it can during the checkpoint."""
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
    """Checkpoint 3 in the middle of a loss, with the totals reported so far."""
    unit = start(tmp_path).write(WINDOW, 1).idle(20).write(CHECKPOINT, NOW)
    for _ in range(20):
        unit.idle(20).write(WINDOW, 1)  # id 0: dropped, again and again
    unit.write(CTRL, 0).idle(100).play()
    assert [value for _, item, value in unit.entries() if item == CHECKPOINT_ITEM] == [1, 3]


def test_clear_forgets(tmp_path):
    """After CLEAR nothing counts as reported; CHECKPOINT keeps its value."""
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
    """Cut at any checkpoint, `weir check` accepts the rest, with the same events and threads."""
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
