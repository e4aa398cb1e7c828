# SPDX-License-Identifier: Apache-2.0
"""Weir beside Rocket, a core of 64 bits with caches that write back (make regress-rocket).

The self-test must name what is wrong with two hook-ups, and nothing of a right one. Then each
program of driver/apps/rv64 runs with units of three kinds. The trace must equal a log of what the
core did at its uncached port and at the end of its pipeline: events with id, value and thread,
switches, trap entries and returns, each in order. The values of threads have their number, so a
wrong thread is seen without the log.
"""

import argparse
import csv
import io
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/formats"), str(ROOT / "tests/soc")]
from same import report  # noqa: E402
from soc import BASE, SNOOP_RUNNING, STANDS, event_of, offered_in, rows_at_once  # noqa: E402
from test_selftest import FAULTS  # noqa: E402
from weirstream import THREAD_NAME, THREAD_SWITCH  # noqa: E402

BEHIND, PAIR, BEFORE, WIDE, TICK, DRAINED, LEAVES, FIBER = range(1, 9)
OF_THREADS = BEHIND, PAIR, BEFORE, WIDE, LEAVES, FIBER
THREADS = {"alpha": 1, "beta": 2, "gamma": 3, "delta": 4}
SAMPLE, VISIT, UNDER_LOCK, SOURCE = range(1, 5)  # of driver/apps/freertos_s
S_HANDLERS, CALL, M_TIMER = (1 << 31 | 5, 1 << 31 | 9), 9, 1 << 31 | 7
LINES = "60000ffc"
INTERRUPT, ECALL, TIMER, EXTERNAL = 1 << 31, 11, 1 << 31 | 7, 1 << 31 | 11
EARLIEST, LATEST = -2, 24  # cycles from the core's port to the unit. CLEAR, too, takes some
ESTATE = int(re.search(r"WEIR_ESTATE = (-\d+)", (ROOT / "driver/include/weir.h").read_text())[1])
LOW = [BASE + 0x10008, BASE + 0x11008]  # of the ports of threads and handlers
RUNS = [("full", "word", 1), ("value64", "word", 1), ("full", "tp", 1), ("value64", "tp", 1),
        ("full", "ring", 1), ("wide", "plain", 1), ("full", "ring", 4)]  # the last one wraps


said = []


def say(line):
    print(line, flush=True)
    said.append(line)


def simulate(unit, app, folder, run, *reset, code=0):
    trace, log = folder / "trace.recTr", folder / "log"
    done = subprocess.run([
        ROOT / f"build/soc/rocket-{unit}/soc", ROOT / f"build/fw/rocket/{app}.hex", trace, log,
        str(run), *map(str, reset)
    ],
                          capture_output=True,
                          text=True)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout, trace, log


def hook_up(folder):
    """The self-test of the driver, with the running thread in memory without and with a cache."""
    for unit, app, expected in [
            ("value64", "selftest", {"RETIRE_EARLY"}),  # the core does not wait for a store
            ("full", "selftest", {"RETIRE_EARLY"}),
            ("full", "selftest-cached", {"RETIRE_EARLY", "SNOOP_NONE"}),
    ]:  # yapf: disable
        out, _, _ = simulate(unit, app, folder, 0)
        faults = int(re.search(r"faults (\w+)", out)[1], 16)
        named = {name for n, name in enumerate(FAULTS) if faults >> n & 1}
        assert named == expected, f"rocket-{unit}: {app} names {named}"
        say(f"rocket, {unit}: {app} names {', '.join(sorted(named))}")


def truth(log, app):
    """What the core did: events (cycle, context, id, value), with switches among them; and traps:
    the code of an entry, None for a return. Values have 32 bits."""
    stores, traps, announced = [], [], False
    for line in log.read_text().splitlines():
        cycle, kind, *rest = line.split()
        if kind == "s":
            address = int(rest[0], 16)
            if address in LOW:  # of 64 bits: as VALUE
                address -= 8
            stores.append(f"{cycle} {address:x} {rest[1]} {rest[2]} 0")
            announced |= address == BASE + SNOOP_RUNNING and int(rest[1], 16) != 0
        elif kind == "t" and app in ("tp", "bare") and announced:
            # as a store to RUNNING: the thread runs from here on
            stores.append(f"{cycle} {BASE + SNOOP_RUNNING:x} {int(rest[0], 16) & 0xffffffff:x} f 0")
        elif kind == "e":
            code = int(rest[0], 16)
            traps.append((int(cycle), (code >> 63) << 31 | code & 0xFFF))
        elif kind == "r":
            traps.append((int(cycle), None))
    return list(offered_in(stores, 0, BASE)), traps


def value_of(row):
    return int(row["value"]) if row["value"] else next(iter(json.loads(row["args"]).values()))


def wrong_threads(rows):
    """Events of threads whose thread is not the one with their number, by id."""
    wrong = Counter()
    for row in rows:
        id_ = int(row["id"]) if row["kind"] == "instant" else 0
        if id_ in OF_THREADS:
            right = (row["thread_name"] == "fiber" if id_ == FIBER else
                     value_of(row) >> 16 & 0xFFFF == THREADS.get(row["thread_name"]))
            wrong[id_] += not right
    return +wrong


def compare(unit, app, run, folder):
    out, trace, log = simulate(unit, app, folder, run)
    ticks, drains = map(int, re.search(r"ticks (\d+) drains (\d+)", out).groups())
    events, traps = truth(log, app)
    rows = [row for row in rows_at_once(ROOT / "build/weir", trace)
            if row["kind"] in ("instant", "switch", "isr enter", "isr exit", "loss")]
    assert not [row for row in rows if row["kind"] == "loss"], "events are lost"

    # events and switches
    got = [row for row in rows if row["kind"] in ("instant", "switch")]
    expected = [event for event in events if event[2] != THREAD_NAME]
    missing = len(expected) - len(got)
    assert (missing > 0) if run > RUN and app == "ring" else missing == 0, (missing, len(got))
    counts, latest = Counter(), 0
    for row, (cycle, _, id_, value) in zip(got, expected[missing:]):
        if id_ == WIDE and unit == "value64":
            value |= (value >> 16) << 48 | 0x1234 << 32
        seen = int(row["thread"]) if row["kind"] == "switch" else value_of(row)
        late = int(row["time"]) - cycle
        assert (int(row["id"]), seen) == (id_, value) and EARLIEST <= late <= LATEST, (row, cycle)
        counts["switches" if id_ == THREAD_SWITCH else "events"] += 1
        latest = max(latest, late)
        assert id_ != DRAINED or value == 1, "the PLIC has another source"
    wrong = wrong_threads(got)
    assert not wrong, f"events with a wrong thread: {wrong}"

    # traps, with the retire view. Stores of a thread may still be on their way when it traps.
    overtaken, inside, last = 0, None, 0
    if app == "tp":
        marks = [row for row in rows if row["kind"] in ("isr enter", "isr exit")]
        entries = [code for _, code in traps if code is not None]
        assert len(marks) == len(traps) and set(entries) == {ECALL, TIMER, EXTERNAL}
        assert entries.count(TIMER) == ticks and entries.count(EXTERNAL) == drains
        for row, (_, code) in zip(marks, traps):
            assert row["kind"] == ("isr exit" if code is None else "isr enter"), row
            assert code is None or int(row["id"]) == code, row
        for row in rows:
            id_ = int(row["id"])
            if row["kind"] == "isr enter":
                inside, last = id_, int(row["time"])
            elif row["kind"] == "isr exit":
                inside = None
            elif id_ in (TICK, DRAINED):
                assert inside == (TIMER if id_ == TICK else EXTERNAL), row
            elif id_ in OF_THREADS and inside is not None:
                overtaken += 1
                assert int(row["time"]) - last <= LATEST, row
        counts["traps"] = len(entries)
    assert ticks > run / 24 and (drains > run / 240 or app in ("ring", "plain")), out
    cycles = re.search(r"(\d+) cycles, (\d+) writes", out)
    say(f"rocket, {unit}, {app}: {cycles[1]} cycles, {counts['events']} events, "
          f"{counts['switches']} switches, {counts['traps']} traps, {ticks} timer and {drains} "
          f"external interrupts, {cycles[2]} writes of the ring, which has overwritten {missing} "
          f"entries; at most {latest} cycles from the core's port to the unit; {overtaken} events "
          "inside the handler whose trap overtook them: equal to the log of the core")
    return counts


def without_fence(folder):
    """The fault that the self-test names is real: each event right at the switch is wrong."""
    _, trace, _ = simulate("full", "bare", folder, RUN)
    wrong = wrong_threads(rows_at_once(ROOT / "build/weir", trace))
    assert set(wrong) == {LEAVES, FIBER}, wrong
    say(f"rocket, full, bare: on purpose without the fence, {wrong[LEAVES]} events before a switch "
        f"by tp and {wrong[FIBER]} behind it have the wrong thread, and no other")


def reset_alone(folder):
    """The unit is reset while the core goes on: the driver reports it, and what the sink has is
    right up to the break, which the reader reports."""
    at, ahead = 450_000, 240
    out, trace, log = simulate("full", "word", folder, ahead, at, code=1)
    assert out.startswith(f"weir_finish: error {ESTATE}\n"), out
    events = [event for event in truth(log, "word")[0] if event[2] != THREAD_NAME]
    done = subprocess.run(
        [ROOT / "build/weir", "convert", "--to", "csv", "--output", "-", trace],
        capture_output=True,
        text=True)
    assert done.returncode == 0 or "offset" in done.stderr  # an entry may be cut
    rows = csv.DictReader(io.StringIO(done.stdout))
    got = [row for row in rows if row["kind"] in ("instant", "switch")]
    assert 100 < len(got) < len(events)
    for row, (_, _, id_, value) in zip(got, events):
        seen = int(row["thread"]) if row["kind"] == "switch" else value_of(row)
        assert (int(row["id"]), seen) == (id_, value), row
    say(f"rocket, full, word: the unit alone is reset; weir_finish returns ESTATE, {len(got)} of "
          f"{len(events)} events are in the file, the first ones, all right")


def supervisor(folder, cycles=2_000_000):
    """FreeRTOS in supervisor mode, with pages, and the driver in it: a firmware in machine mode
    sets the timer and reads the time, and ends the program if anything else reaches it.
    """
    out, trace, log = simulate("linux", "freertos_s", folder, cycles)
    n = {name: int(count) for name, count in re.findall(r"^(\w+) (\d+)$", out, re.M)}
    rows = rows_at_once(ROOT / "build/weir", trace)
    assert not [row for row in rows if row["kind"] == "loss"], "events are lost"
    events, traps = truth(log, "freertos_s")
    got = [event_of(row) for row in rows if row["kind"] in ("instant", "switch", *STANDS)]
    assert [(e.id, e.value) for e in got] == [(id_, value) for _, _, id_, value in events]
    late = [e.time - cycle for e, (cycle, *_) in zip(got, events)]
    assert EARLIEST <= min(late) and max(late) <= LATEST, (min(late), max(late))

    # switches, as the kernel logs them; its first task begins before the scheduler
    logged = [int(task, 16) for task in re.findall(r"^switch 0x(\w+)$", out, re.M)]
    switches = [e.value for e in got if e.id == THREAD_SWITCH]
    assert logged in (switches, logged[:1] + switches, switches[1:]) and len(switches) > 100
    # handlers: what the core took in supervisor mode, by scause
    enters = [e.value for e in got if e.id == STANDS["isr enter"]]
    taken = [code for _, code in traps if code in S_HANDLERS]
    assert enters == taken[:len(enters)] and len(taken) - len(enters) < 4
    assert set(enters) == set(S_HANDLERS) and {CALL, M_TIMER} < {code for _, code in traps}
    # sources of the PLIC: the lines that the program raised, and the unit
    with log.open() as lines:
        stores = [line.split() for line in lines]
    raised = [int(line[3], 16).bit_length() for line in stores
              if line[1] == "s" and line[2] == LINES and int(line[3], 16)]
    sources = [e.value for e in got if e.id == SOURCE]
    assert [s for s in sources if s != 1] == raised[:n["source_3"] + n["source_6"]]
    assert Counter(sources) == {1: n["drains"], 3: n["source_3"], 6: n["source_6"]}
    # tasks: own events, mutex, names of deleted ones
    held = [e.value for e in got if e.id == UNDER_LOCK]
    assert held == list(range(n["shared"])) and n["shared"] == n["locked"] > 20
    assert {e.name for e in got if e.id == UNDER_LOCK} == {"red", "green"}
    samples = [(e.name, e.value) for e in got if e.id == SAMPLE]
    assert samples == [("consumer", v) for v in range(n["received"])] and n["received"] > 50
    visits = [(e.name, e.value) for e in got if e.id == VISIT]
    assert visits == [("odd" if v % 2 else "even", v) for v in range(n["visits"])] and visits
    kinds = Counter(row["id_name"] for row in rows if row["kind"] == "instant")
    assert kinds["queue send"] == n["sent"] and kinds["queue receive"] == n["received"]
    assert kinds["thread delete"] == n["visits"]
    say(f"rocket, linux, freertos_s: in supervisor mode {len(got) - len(switches)} events, "
          f"{len(switches)} switches, {len(enters)} handlers, {len(sources)} sources of the PLIC, "
          f"{len(visits)} deleted tasks; {max(late)} cycles from the core's port to the unit at "
          "most: equal to the log of the core and of the kernel")
    return Counter(events=len(got) - len(switches), switches=len(switches), handlers=len(enters),
                   sources=len(sources), deleted=len(visits), late=max(map(abs, late)))


RUN = 1200  # rounds of the threads together


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--run", type=int, default=RUN, help="rounds of the threads together")
    parser.add_argument("--page", metavar="TARGET", help="write its section of cores.md")
    args = parser.parse_args()
    total = Counter()
    with tempfile.TemporaryDirectory() as folder:
        hook_up(Path(folder))
        without_fence(Path(folder))
        reset_alone(Path(folder))
        total += supervisor(Path(folder))
        for unit, app, times in RUNS:
            total += compare(unit, app, args.run * times, Path(folder))
    say(f"rocket: {total['events']} events, {total['switches']} switches, {total['traps']} "
          "traps, 0 differences")
    if args.page:
        report(args.page, said)


if __name__ == "__main__":
    main()
