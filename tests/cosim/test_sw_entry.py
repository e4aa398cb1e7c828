# SPDX-License-Identifier: Apache-2.0
"""Software entries: whole or not at all, between two events; what readers show of them."""

import csv
import io
import subprocess

import pytest
from bench import HAS, REG, Unit
from weirstream import definitions

CTRL, STATUS, FAULT, SW_DROPPED, CHECKPOINT, RUNNING = (
    REG[name]
    for name in ("CTRL", "STATUS", "FAULT", "SW_DROPPED", "CHECKPOINT", "SNOOP_RUNNING"))
FRAME_CTRL, RING_CTRL, RING_BASE, RING_SIZE = (
    REG[name]
    for name in ("FRAME_CTRL", "RING_CTRL", "RING_BASE", "RING_SIZE"))
VALUE, ID, DATA = (REG[name] for name in ("HART_PORT_VALUE", "HART_PORT_ID", "DATA"))
BEGIN, WORD, END = (REG[f"SW_ENTRY_{name}"] for name in ("BEGIN", "WORD", "END"))
ENABLE, CLEAR, ACCESS = 1, 2, 1
WRITTEN, LATER, TORN = 1, 2, 3
SETS = [name for name, has in HAS.items() if has["CHECKPOINT"]]


def pint(n):
    data = [n & 0x7F]
    while n := n >> 7:
        data[-1] |= 0x80
        data.append(n & 0x7F)
    return bytes(data)


def padded(tag, item, rest):
    """A definition of whole words."""
    number = pint(item)
    while (2 + len(number) + len(rest)) % 4:
        number = number[:-1] + bytes([number[-1] | 0x80, 0])
    return b"\0" + bytes([tag]) + number + rest


def text(name):
    return pint(len(name)) + name.encode()


def label(item, value, name):
    return padded(0x30, item, pint(0) + text(name) + pint(value))


def words(entry):
    return [int.from_bytes(entry[i:i + 4], "little") for i in range(0, len(entry), 4)]


def raw(unit, entry):
    unit.write(BEGIN, len(entry) // 4)
    for word in words(entry):
        unit.write(WORD, word)
    return unit.read(END)


def event(unit, value):
    return unit.write(VALUE, value).write(ID, 1)


@pytest.mark.parametrize("parameters", SETS)
def test_between_two_events(tmp_path, parameters):
    """Byte for byte, of every length."""
    unit, expected = Unit(tmp_path, parameters).write(CTRL, ENABLE), []
    for n in range(1, 33):
        entry = label(1, 5, "n" * max(0, 4 * n - 7)) if n > 1 else b"\0\x30\x01\0"
        expected.append(entry)
        assert len(entry) == 4 * n
        raw(event(unit, n).idle(30), entry).idle(300)
        for _ in range(n + 2):
            unit.read(DATA)
    event(unit, 99).idle(20).read(SW_DROPPED).play()
    assert unit.values[-1] == 0  # none was dropped
    at = 0
    for entry in expected:
        found = unit.stream.index(entry, at)
        assert unit.stream[at:found].count(b"\x11") >= 1  # the event before it
        at = found + len(entry)
    assert unit.numbers["sw_entries"] == 32 and unit.numbers["delivered"] == 33


@pytest.mark.parametrize("parameters", SETS)
def test_behind_a_checkpoint(tmp_path, parameters):
    """An entry that begins like a checkpoint is not taken for one, nor the other way round."""
    entry = b"\0\x23ha"
    unit = event(Unit(tmp_path, parameters).write(CTRL, ENABLE), 1).idle(30)
    unit.write(CHECKPOINT, 1 << 31).idle(300)
    raw(unit, entry).idle(100)
    event(unit, 2).idle(30).play()
    assert unit.values == [WRITTEN] and unit.numbers["sw_entries"] == 1
    assert unit.stream.index(b"\0\x23\0\x08") < unit.stream.index(entry)


def test_not_whole(tmp_path):
    """Too short, too long, not a definition, no BEGIN, a switch between: not written, but counted.
    """
    entry = label(1, 5, "abcdef")
    first, *rest = words(entry)
    unit = Unit(tmp_path, "full_short").write(CTRL, ENABLE)
    n = len(rest) + 1

    def attempt(said, *stores):
        unit.write(BEGIN, said)
        for store in stores:
            unit.write(WORD, store)
        unit.read(END)

    attempt(n, first, *rest[:-1])
    attempt(n, first, *rest, 5)
    attempt(0)
    attempt(33, first, *rest)
    attempt(n, first | 0x22, *rest)
    unit.read(END)
    unit.write(BEGIN, n).write(WORD, first).write(RUNNING, 0x55)
    for word in rest:
        unit.write(WORD, word)
    unit.read(END)
    unit.write(BEGIN, n).write(WORD, first).write(BEGIN, n)  # who comes later wins
    for word in (first, *rest):
        unit.write(WORD, word)
    unit.read(END).idle(100).read(END).read(SW_DROPPED).write(FAULT, 1).write(
        WORD, 0, 3).read(FAULT).write(FAULT, ACCESS).write(CTRL, 0).idle(100).read(STATUS)
    unit.write(CTRL, CLEAR).read(SW_DROPPED).play()
    status = unit.values.pop(-2)
    assert unit.values == [TORN] * 7 + [WRITTEN, TORN, 8, ACCESS, 0] and not status & 1
    assert unit.numbers["sw_entries_torn"] == 8


def test_not_behind_a_clear(tmp_path):
    """CLEAR forgets an entry that has begun."""
    unit = Unit(tmp_path, "small_frames").write(CTRL, ENABLE).write(BEGIN, 2)
    for word in words(label(1, 2, "ab"))[:2]:
        unit.write(WORD, word)
    unit.write(CTRL, 0).idle(200).read(STATUS).write(CTRL, CLEAR).write(CTRL, ENABLE).read(END)
    assert unit.play().values[-1] == TORN and unit.stream == b""


@pytest.mark.parametrize("parameters", ["small_frames", "full_short"])
def test_many_are_dropped(tmp_path, parameters):
    unit = Unit(tmp_path, parameters).write(CTRL, ENABLE)
    for _ in range(0x4003):
        unit.read(END)
    unit.read(SW_DROPPED).play()
    assert set(unit.values[:-1]) == {TORN} and unit.values[-1] == 0x4003


def test_no_space(tmp_path):
    """As many as fit into their reservation; more after a read."""
    entry = label(1, 5, "x" * 121)
    unit = Unit(tmp_path, "full_short").write(CTRL, ENABLE)
    for _ in range(6):
        raw(unit, entry).idle(200)
    for _ in range(64):
        unit.read(DATA)
    raw(unit, entry).idle(200).read(SW_DROPPED).play()
    answers = [unit.values[i] for i in range(6)]
    assert answers == sorted(answers) and answers[0] == WRITTEN and answers[-1] == LATER
    assert unit.values[-2] == WRITTEN and unit.values[-1] == answers.count(
        LATER) == unit.numbers["sw_entries_later"]


def test_two_harts_share_the_place(tmp_path):
    """The last BEGIN wins, whatever the other hart stores; that one begins anew."""
    first, second = label(1, 0x100, "worker"), label(17, 0x200, "other one")
    unit = event(Unit(tmp_path, "two_harts").write(CTRL, ENABLE), 5).idle(40).write(
        BEGIN,
        len(first) // 4).write(WORD,
                               words(first)[0])
    unit.write(BEGIN + 0x10, len(second) // 4)
    for mine, other in zip(words(second), words(first)[1:] + words(first)):
        unit.write(WORD + 0x10, mine).write(WORD, other)
    unit.read(END).read(END + 0x10).idle(60)
    event(raw(unit, first).idle(60), 6).idle(40).read(SW_DROPPED).write(CTRL, 0).idle(60).play()
    assert unit.values == [TORN, WRITTEN, WRITTEN, 1]
    assert unit.stream.count(first) == unit.stream.count(second) == 1 and unit.stream.index(
        second) < unit.stream.index(first)


@pytest.mark.parametrize("sink", ["disabled", "frames", "ring"])
def test_only_in_a_stream_that_is_read(tmp_path, sink):
    unit = Unit(tmp_path, "full_short")
    if sink == "frames":
        unit.write(FRAME_CTRL, 1).read(STATUS).write(CTRL, CLEAR)
    if sink == "ring":
        unit.write(RING_BASE, 0x8000_0000).write(RING_SIZE, 9 << 8 | 11).write(RING_CTRL, 5)
    raw(unit.write(CTRL, int(sink != "disabled")).idle(100), label(1, 5, "a")).idle(100).write(
        CTRL, 0).idle(0x1000).read(STATUS).read(FRAME_CTRL).read(SW_DROPPED).play()
    assert LATER in unit.values[:2] and unit.values[-1] == 1


def test_what_readers_show(program, tmp_path):
    """A name and a definition in mid-trace: `weir`, and the names in CTF by babeltrace2."""
    unit = Unit(tmp_path, "small_frames").write(CTRL, ENABLE)
    unit.write(RUNNING, 0x1234).idle(40)
    raw(unit, label(1, 0x1234, "blinker")).idle(100)
    signal = padded(0x11, 16 * (300 + 63),
                    pint(240) + text("level of the tank") + text("") + bytes([2]) + text(""))
    raw(unit, signal).idle(100)
    unit.write(VALUE, 7).write(ID, 300).idle(40).write(RUNNING, 0x99).idle(40).play()
    assert unit.numbers["sw_entries"] == 2
    trace = tmp_path / "trace.recTr"
    trace.write_bytes(definitions(threads=8) + unit.stream)
    check = subprocess.run([program("build/weir"), "check", trace], capture_output=True, text=True)
    assert check.returncode == 0, check.stderr
    rows = subprocess.run([program("build/weir"), "convert", "--to", "csv", "-o", "-", trace],
                          capture_output=True,
                          text=True,
                          check=True).stdout
    found = list(csv.DictReader(io.StringIO(rows)))
    assert any("blinker" in ",".join(filter(None, map(str, r.values()))) for r in found), rows
    assert any(
        r["kind"] == "instant" and int(r["id"]) == 300 and int(r["value"]) == 7 for r in found)
    folder = tmp_path / "ctf"
    subprocess.run([program("build/weir"), "convert", "--to", "ctf", "-o", folder, trace],
                   check=True,
                   capture_output=True)
    shown = subprocess.run(["babeltrace2", folder], capture_output=True, text=True,
                           check=True).stdout
    assert "blinker" in shown and "level of the tank" in shown, shown
