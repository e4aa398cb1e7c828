# SPDX-License-Identifier: Apache-2.0
"""The ring: its writes against the golden model, images of its memory cut at any cycle, and `weir`
reading them.
"""

import random
import subprocess

import pytest
from bench import REG, ROOT, Unit, cpp, run

CTRL, STATUS, FAULT, RUNNING = (REG[name] for name in ("CTRL", "STATUS", "FAULT", "SNOOP_RUNNING"))
DATA = REG["DATA"]
RING_CTRL, RING_BASE, RING_SIZE, RING_STATUS, RING_AT = range(0x600, 0x614, 4)
VALUE, ID = (REG[name] for name in ("HART_PORT_VALUE", "HART_PORT_ID"))
WINDOW = REG["HART_WINDOW"]
ENABLE, CLEAR, ACCESS, RING_ERROR = 1, 2, 1, 4
STOP, FIFO = 2, 4
READY, FULL, WRAPPED, BUSY = 1, 2, 4, 8
SECTION_LOG2, WINDOW_LOG2 = 9, 11
SECTION = 1 << SECTION_LOG2


def alone(harts):
    return ROOT / f"build/sim/ring{harts}/bench"


def weir(*arguments, code=0):
    done = subprocess.run([ROOT / "build/weir", *map(str, arguments)],
                          capture_output=True,
                          text=True)
    assert done.returncode == code, done.stderr
    return done.stdout


@pytest.mark.parametrize("harts, seed, runs, entries, cuts", [(1, 1, 60, 1500, 20),
                                                              (1, 1000, 10, 150, 1000),
                                                              (3, 1, 20, 2500, 20)])
def test_alone(harts, seed, runs, entries, cuts):
    """Random entries, pauses and waits: every image holds consecutive entries, the newest included.
    """
    n, _, _ = run(alone(harts), seed, runs, entries, cuts)
    assert n["runs"] == runs and n["cuts"] > 100 * runs and n["wraps"] > 0 and n["fulls"] > 0
    assert n["parts"] > 100 * runs if harts == 3 else n[
        "parts"] == 0  # extra arguments of events: no image ends, and no section begins, among them


def test_corrupt_memory_is_seen():
    _, _, text = run(alone(1), 1, 1, 500, 20, "corrupt", code=1)
    assert "byte" in text


def ring_unit(path, window=WINDOW_LOG2, section=SECTION_LOG2, flags=FIFO):
    return (Unit(path, "full_short").write(RING_BASE, 0x8000_0000).write(
        RING_SIZE, section << 8 | window).write(RING_CTRL, flags | ENABLE).write(CTRL, ENABLE))


def play(unit, *more):
    unit.lines = [line for line in unit.lines if line]
    memory = unit.path / "memory"
    log, stream = unit.path / "log", unit.path / "stream"
    unit.numbers, reads, _ = run(cpp(unit.parameters),
                                 "play",
                                 "--log",
                                 log,
                                 "--stream",
                                 stream,
                                 "--memory",
                                 memory,
                                 *more,
                                 "-",
                                 stdin="\n".join(unit.lines) + "\n")
    unit.values = [value for _, value in reads]
    unit.events = [line.split() for line in log.read_text().splitlines()]
    unit.stream, unit.memory = stream.read_bytes(), memory.read_bytes()
    return unit


def some_events(unit, number, seed=1, idle=12):
    rng = random.Random(seed)
    for i in range(number):
        if i % 7 == 3:
            unit.write(RUNNING, rng.choice([0, 0x80001000, 0x20, 0xFFFFFFFF]))
        else:
            unit.write(WINDOW + 4 * rng.choice([1, 2, 12, 100]),
                       rng.getrandbits(rng.choice([0, 7, 32])))
        unit.idle(rng.choice([0, 1, idle])).read(DATA).read(DATA)  # the data page is drained, too
    return unit


def reported(unit, path, *, code=0):
    """(time, id, value) of the events that `weir` reads in a file without head."""
    rows = weir("convert", "--raw", path, "-o", "-", "--to", "csv", code=code).splitlines()
    return rows


def events_of(text):
    """The rows of a CSV without their offsets."""
    return [row for row in text if not row.startswith("#")]


def test_weir_reads_an_image(tmp_path):
    """The whole ring holds the newest events of the stream; so does each section alone."""
    unit = play(some_events(ring_unit(tmp_path), 600))
    assert unit.numbers["rings"] == 1
    weir("check", "--raw", tmp_path / "memory")
    stream, ring = events_of(reported(unit, tmp_path / "stream")), events_of(
        reported(unit, tmp_path / "memory"))
    body, found = stream[1:], ring[1:]
    assert stream[0] == ring[0] and 40 < len(found) < len(body) and body[-len(found):] == found
    alone = []
    for at in range(0, len(unit.memory), SECTION):
        section = bytearray(unit.memory[at:at + SECTION])
        section[2] |= 0x80  # as if it were the last
        path = tmp_path / f"section{at}"
        path.write_bytes(section)
        weir("check", "--raw", path)
        rows = events_of(reported(unit, path))[1:]
        assert rows
        alone.append(rows)
    alone.sort(key=lambda rows: found.index(rows[0]))
    assert sum(alone, []) == found


def test_weir_reads_images_cut_at_any_cycle(tmp_path):
    """In any state of the unit: the file keeps every rule, and its events are consecutive."""
    unit = some_events(ring_unit(tmp_path), 250, idle=3)
    play(unit)
    edges = int(unit.numbers["cycles"])
    happened = lambda path: [
        row for row in events_of(reported(unit, path))[1:] if not row.startswith("loss")
    ]  # one may be open
    body = happened(tmp_path / "stream")
    last, counts = 0, set()
    for cut in range(300, edges - 60, max(1, (edges - 360) // 25)):
        play(unit, "--cut", f"{cut:x}")
        weir("check", "--raw", tmp_path / "memory")
        found = happened(tmp_path / "memory")
        counts.add(len(found))
        if found:
            first = body.index(found[0])
            assert body[first:first + len(found)] == found and first + len(found) >= last
            last = first + len(found)
    assert last > len(body) / 2 and len(counts) > 10


def test_stop_when_full(tmp_path):
    """The oldest stay; later ones are on the data page only."""
    unit = some_events(ring_unit(tmp_path, flags=FIFO | STOP), 600).idle(600).read(RING_STATUS)
    play(unit)
    assert unit.values[-1] == READY | FULL
    body, found = events_of(reported(unit, tmp_path / "stream"))[1:], events_of(
        reported(unit, tmp_path / "memory"))[1:]
    assert 40 < len(found) < len(body) and body[:len(found)] == found


def test_registers(tmp_path):
    """The ring is set once, while the stream is empty; the sizes must fit; CLEAR ends it."""
    unit = Unit(tmp_path, "full_short")
    for size in (8 << 8 | 11, 10 << 8 | 10, 17 << 8 | 20, 9 << 8 | 8):
        unit.write(RING_SIZE, size).write(RING_CTRL,
                                          FIFO | ENABLE).read(RING_CTRL).read(FAULT).write(
                                              FAULT, ACCESS)
    unit.write(RING_SIZE, SECTION_LOG2 << 8 | WINDOW_LOG2).write(
        RING_BASE, 0x1237).read(RING_BASE).read(RING_SIZE).read(RING_STATUS)
    unit.write(RING_CTRL,
               FIFO | ENABLE).idle(200).read(RING_CTRL).read(RING_STATUS).read(RING_AT).read(FAULT)
    for register in (RING_CTRL, RING_BASE, RING_SIZE):  # too late
        unit.write(register, 0).read(FAULT).write(FAULT, ACCESS)
    unit.write(CTRL, ENABLE).write(VALUE, 5).write(ID, 1).idle(60).write(CTRL,
                                                                         0).idle(100).read(RING_AT)
    unit.write(RING_CTRL, 0).read(FAULT).write(FAULT, ACCESS)
    unit.read(STATUS).read(0x28).read(0x1000).read(0x2C).write(
        CTRL, CLEAR).idle(200).read(RING_CTRL).read(RING_STATUS)
    unit.write(CTRL, ENABLE).write(RING_BASE, 0).read(FAULT).write(FAULT, ACCESS)
    unit.play()
    values = iter(unit.values)
    take = lambda n: [next(values) for _ in range(n)]
    assert take(8) == [0, ACCESS] * 4
    assert take(3) == [0x1234, SECTION_LOG2 << 8 | WINDOW_LOG2, 0]
    assert take(4) == [FIFO | ENABLE, READY, 7 + 12 + 6 - 0, 0]
    assert take(3) == [ACCESS] * 3
    assert take(2) == [7 + 12 + 6 + 5, ACCESS]
    take(4)
    assert take(3) == [0, 0, ACCESS]


def test_where_it_writes(tmp_path):
    """RING_AT counts every byte written."""
    unit = ring_unit(tmp_path).idle(200).write(CTRL, ENABLE)
    for _ in range(60):
        unit.write(VALUE, 5).write(ID, 1).idle(60).read(RING_AT)
    play(unit)
    assert unit.values == [7 + 12 + 6 + 5 + 4 * n for n in range(60)]


def test_window_of_half_of_all(tmp_path):
    """The largest ring buffer and sections: each gets its header, and the ring wraps."""
    unit = Unit(tmp_path, "full_short").write(RING_BASE, 0xC000_0000).write(
        RING_SIZE, 16 << 8 | 31).write(RING_CTRL, ENABLE)
    unit.idle(0xFF00).read(RING_AT).idle(0x200).read(RING_STATUS).read(RING_AT).write(
        CTRL, ENABLE).write(VALUE, 5).write(ID, 1).idle(200).read(RING_AT).read(FAULT).play()
    last, *values = unit.values
    assert 0x7F00 <= last >> 16 < 0x8000 and values == [READY, 7 + 12 + 6, 7 + 12 + 6 + 6, 0]


def test_many_sections(tmp_path):
    """Each gets its header, whatever the memory holds."""
    unit = play(ring_unit(tmp_path, window=17).idle(4 << 8).write(VALUE, 5).write(ID, 1).idle(200))
    headers = [unit.memory[at:at + 8] for at in range(0, len(unit.memory), SECTION)]
    assert len(headers) == 256 and headers[1:-1] == [
        headers[1]
    ] * 254 and headers[-1][2] & 0x80 and unit.numbers["rings"] == 1
    weir("check", "--raw", tmp_path / "memory")


@pytest.mark.parametrize("parameters", ["full_short", "two_harts"])
def test_times_of_every_width(tmp_path, parameters):
    """Sections begin with them."""
    unit = Unit(tmp_path,
                parameters).write(RING_BASE, 0x8000_0000).write(RING_SIZE, 10 << 8 | 15).write(
                    RING_CTRL, FIFO | ENABLE).write(CTRL, ENABLE).idle(0x8000)
    for n in (61, 60, *range(24, 60), 62):
        unit.line(f"jump {1 << n:x}")
        for _ in range(40):  # more than half of a section
            unit.write(VALUE, 0x40000000).write(ID,
                                                0x3000).idle(50).read(DATA).read(DATA).read(DATA)
    play(unit)
    assert unit.numbers["rings"] == 1 and unit.numbers["delivered"] == 39 * 40
    weir("check", "--raw", tmp_path / "memory")


@pytest.mark.parametrize("parameters", ["full_short", "two_harts"])
def test_rings_that_cannot_be(tmp_path, parameters):
    """They never begin, whatever the registers say."""
    sizes = [section << 8 | 20
             for section in range(9)] + [9 << 8 | window for window in range(10)] + [20 << 8 | 31]
    unit = Unit(tmp_path, parameters)
    for size in sizes:
        unit.write(RING_SIZE, size).read(RING_SIZE).write(RING_CTRL,
                                                          FIFO | ENABLE).read(RING_STATUS)
    unit.play()
    assert unit.values == [word for size in sizes for word in (size, 0)]


@pytest.mark.parametrize("number", [2100, 2300, 3600])
def test_generations(tmp_path, number):
    """The ring wraps often, in the end more often than a section header can count."""
    unit = play(some_events(ring_unit(tmp_path, window=SECTION_LOG2 + 1), number))
    assert number < 3600 or len(unit.stream) > 16 * 2 * SECTION
    weir("check", "--raw", tmp_path / "memory")


def test_a_write_that_failed(tmp_path):
    """The pin sets FAULT.RING until it is cleared; the ring continues."""
    unit = ring_unit(tmp_path).idle(200).line("error 1").line("error 0").read(FAULT).write(
        CTRL, ENABLE).write(VALUE, 5).write(ID, 1).idle(60)
    unit.write(FAULT, ~RING_ERROR & 0xFFFFFFFF).read(FAULT).write(FAULT, RING_ERROR).read(FAULT)
    unit.line(f"w {FAULT:x} {RING_ERROR:x}",
              "error 1").line("error 0").read(FAULT).read(RING_STATUS)
    play(unit)
    assert unit.values == [RING_ERROR, RING_ERROR, 0, RING_ERROR, READY]
    weir("check", "--raw", tmp_path / "memory")
