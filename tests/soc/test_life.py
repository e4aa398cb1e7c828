# SPDX-License-Identifier: Apache-2.0
"""What goes on in an SoC while a trace runs (driver/apps/life.c, sim/soc/soc_life.sv): DMA at the
event pins, clocks that change, a reset of the hart alone or of the unit alone. In each the trace
equals the log of the core's own data port, events are counted, and each has its thread.
"""

import csv
import io
import re
import subprocess
import sys
import tempfile
from collections import Counter
from itertools import accumulate
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/formats"), str(ROOT / "tests/soc")]
from soc import BASE, CTRL, STANDS, event_of, offered_in, rows_of, run  # noqa: E402
from weirstream import THREAD_SWITCH  # noqa: E402

ESTATE = -4
TOGETHER, RESET_HART, RESET_UNIT = (mode << 24 for mode in range(3))
PAIR, FAST, TICK, COPIED, BOOTED = range(1, 6)
THREADS = ["alpha", "beta", "gamma"]
BLOCK, SLICES = 24, 24
PIN, PIN_BUS = 0x4400, 0x4420
DEVICES, HOST, DIV, RATE, HART_RESET, UNIT_RESET = 0x50000000, 0x08, 0x60, 0x64, 0x68, 0x6C


def stores_of(result):
    return [[int(f, b) for f, b in zip(line.split(), (10, 16, 16, 16, 10))]
            for line in result.stores.read_text().splitlines()]


def store_to(stores, register):
    """Cycle and data of the only one."""
    (cycle, _, data, *_), = (s for s in stores if s[1] == DEVICES + register)
    return cycle, data


def traces_of(stores):
    """Of each trace, the cycle of the CLEAR that begins it, and the offered events: (cycle since
    then, context, id, value)."""
    begins = [n for n, s in enumerate(stores) if s[1] == BASE + CTRL and s[2] & 2]
    found = []
    for n, end in zip(begins, [*begins[1:], len(stores)]):
        lines = (f"{s[0]} {s[1]:x} {s[2]:x} {s[3]:x} {s[4]}" for s in stores[n:end])
        events = list(offered_in(lines, 0, BASE))
        if events:
            found.append((stores[n][0], events))
    return found


def events_in(program, path):
    """Events of the hart, and those of the pins, (id, value). Nothing is lost."""
    own, pins = [], []
    for row in rows_of(program, path):
        assert row["kind"] != "loss", row
        if row["kind"] in ("instant", "switch", *STANDS):
            if row["hart"]:
                own.append(event_of(row))
            else:
                pins.append((int(row["id"]), int(row["value"])))
    return own, pins


def counted(result):
    return [
        tuple(map(int, line))
        for line in re.findall(r"offered (\d+) dropped (\d+) pins (\d+)\n", result.console)
    ]


def check_threads(own):
    """Each event of a thread has the thread whose number is in its value."""
    assert not [e for e in own if e.id in (PAIR, FAST) and e.name != THREADS[e.value >> 16]]


def as_offered(own, offered):
    """Events are those of the log, at the cycle of their store."""
    assert [(e.id, e.value) for e in own] == [(id_, value) for *_, id_, value in offered]
    assert all(e.time == cycle for e, (cycle, *_) in zip(own, offered))
    check_threads(own)


def files_of(result, folder):
    """The traces that the sink got, one behind the other."""
    data = result.trace.read_bytes()
    at = [m.start() for m in re.finditer(b"\0\x01flux", data)] + [len(data)]
    files = [folder / f"trace{n}.recTr" for n in range(len(at) - 1)]
    for file, begin, end in zip(files, at, at[1:]):
        file.write_bytes(data[begin:end])
    return files


def check_together(program, folder, soc):
    """DMA reads and writes memory, posted, also the watched word; its state is at the event pins.
    On Ibex the clock of the hart becomes up to five times slower than that of the unit. With a time
    base, time is a counter whose clock changes as well. Returns events and those of pins.
    """
    core, harness = soc.split("-", 1)
    result = run(program, folder, core, "life", harness, TOGETHER, "thread_running")
    stores = stores_of(result)
    (begin, offered), = traces_of(stores)
    own, pins = events_in(program, result.trace)
    assert counted(result) == [(len(offered) + len(pins), 0, len(pins))]
    copies = [e.value for e in own if e.id == COPIED]
    assert len(copies) > 3 and set(copies) == {BLOCK}
    assert [e.value for e in own if e.id == TICK] == list(range(1, SLICES + 1))
    assert {e.name for e in own if e.id == PAIR} == set(THREADS)
    if "full" in soc:
        busy, beat, left = ([value for id_, value in pins if id_ == of]
                            for of in (PIN, PIN + 1, PIN_BUS))  # yapf: disable
        assert busy == [1, 0] * (len(busy) // 2) and len(busy) // 2 >= 2 * len(copies)
        assert len(beat) >= len(copies) * BLOCK // 4 and len(left) > len(copies)
        assert len({data for _, address, data, *_ in stores if address == DEVICES + DIV}) > 2
    else:
        assert not pins
    if "time" not in soc:
        as_offered(own, offered)
        return len(own), len(pins)
    assert [(e.id, e.value) for e in own] == [(id_, value) for *_, id_, value in offered]
    check_threads(own)
    rates = [256] * (begin + offered[-1][0] + 100)  # of the counter, as the log has them
    for cycle, address, data, *_ in stores:
        if address == DEVICES + RATE:
            rates[cycle:] = [data] * (len(rates) - cycle)
    assert len(set(rates)) > 3
    count = [part >> 8 for part in accumulate(rates)]
    for e, (cycle, *_) in zip(own, offered):
        at = begin + cycle
        assert count[at - 8] <= e.time <= count[at], (e, at)  # it takes some cycles to the unit
    return len(own), len(pins)


def as_read(program, file, offered, at, chunk):
    """Whether a trace has the events offered. Its sink was cut off behind byte `at`, in a
    chunk of `chunk` bytes; then all of the chunk came again.
    """
    data, reason = file.read_bytes(), None
    for taken in range(0, chunk + 1, 4):
        file.write_bytes(data[:at - taken] + data[at:])
        try:
            as_offered(events_in(program, file)[0], offered)
            return None
        except (AssertionError, ValueError, subprocess.CalledProcessError) as error:
            reason = reason or error
    return reason


def reset_hart(program, folder, soc, after):
    """A reset of the hart alone: the unit records on, and its trace is whole. Start code clears the
    watched word, which is a switch to no thread. Then comes another trace. Returns what is wrong
    with the first one, the unit's last store before the reset, and the file."""
    core, harness = soc.split("-", 1)
    result = run(program, folder, core, "life", harness, RESET_HART | after, "thread_running")
    stores = stores_of(result)
    before = [s for s in stores if s[0] <= store_to(stores, HART_RESET)[0] + after + 2]
    at = sum(bin(s[3]).count("1") for s in before if s[1] >> 2 == DEVICES + HOST >> 2)
    error, chunk = map(int, re.search(r"weir_crash (-?\d+) uncertain (\d+)",
                                      result.console).groups())  # yapf: disable
    (_, offered), (_, again) = traces_of(stores)
    assert error == 0 and counted(result) == [(len(offered), 0, 0), (len(again), 0, 0)]
    assert offered[-2][2:] == (THREAD_SWITCH, 0) and offered[-1][2:] == (BOOTED, 1)
    first, second = files_of(result, folder)
    as_offered(events_in(program, second)[0], again)
    return as_read(program, first, offered, at, chunk), before[-1][1], first


@pytest.mark.parametrize("soc", ["ibex-cpp-full", "vexriscv-cpp"])
def test_together(program, tmp_path, soc):
    check_together(program, tmp_path, soc)


# The instants: between the stores of an event, in a drain, in the sink, in the start code
@pytest.mark.parametrize("after", [6760, 6367, 10764])
def test_reset_of_the_hart(program, tmp_path, after):
    wrong, *_ = reset_hart(program, tmp_path, "ibex-cpp-full", after)
    assert not wrong, wrong


def test_reset_of_the_unit(program, tmp_path):
    """The driver reports it. What the sink has is right, up to the reset, and so is all of the next
    trace."""
    after = 9000
    result = run(program, tmp_path, "ibex", "life", "cpp-full", RESET_UNIT | after,
                 "thread_running")  # yapf: disable
    assert re.findall(r"weir_finish (-?\d+)\n", result.console) == [str(ESTATE), "0"]
    stores = stores_of(result)
    at = store_to(stores, UNIT_RESET)[0] + after
    (begin, offered), (_, again) = traces_of(stores)
    first, second = files_of(result, tmp_path)
    as_offered(events_in(program, second)[0], again)
    assert counted(result) == [(0, 0, 0), (len(again), 0, 0)]
    done = subprocess.run(
        [program("build/weir"), "convert", "--to", "csv", "--output", "-", first],
        capture_output=True,
        text=True)
    assert done.returncode == 0 or "offset" in done.stderr  # an entry may be cut
    own = [event_of(row) for row in csv.DictReader(io.StringIO(done.stdout))
           if row["kind"] in ("instant", "switch")]  # yapf: disable
    earlier = [o for o in offered if begin + o[0] < at]
    assert 20 < len(own) <= len(earlier) < len(offered)
    as_offered(own, earlier[:len(own)])


def main():
    """make regress-life"""
    from same import built, report
    said = []

    def say(line):
        print(line, flush=True)
        said.append(line)

    with tempfile.TemporaryDirectory() as folder:
        for soc in ("ibex-cpp-full", "ibex-cpp-full-time"):
            events, pins = check_together(built, Path(folder), soc)
            say(f"{soc}: {events} events of the hart and {pins} of the pins: equal to the log")
        found = Counter()
        for after in range(1000, 31000, 211):
            wrong, address, _ = reset_hart(built, Path(folder), "ibex-cpp-full", after)
            assert not wrong, f"reset after {after} cycles: {wrong}"
            found["in a pair" if address & 0xfff == 0 and address >> 28 == 4 else "in the sink"
                  if address == DEVICES + HOST else "elsewhere"] += 1
        say(f"ibex-cpp-full: {found.total()} resets of the hart alone ("
            + ", ".join(f"{n} {where}" for where, n in sorted(found.items()))
            + "): each trace is whole, and so is the one after it")
    report("regress-life", said)


if __name__ == "__main__":
    main()
