# SPDX-License-Identifier: Apache-2.0
"""The demo, FreeRTOS on Ibex: the trace is what the kernel did, and all readers agree."""

import re
import subprocess

import pytest
import readers
import roundtrip
from soc import decode, run, without_repeats
from weirstream import THREAD_NAME, THREAD_SWITCH, name_run

NS = 10  # a tick of ns10
TASKS = {"sensor", "filter", "logger", "IDLE"}
TICK, DRAIN = 4, 5


@pytest.fixture(scope="module")
def demo(program, tmp_path_factory):
    """The demo with the kernel's own log of its switches."""
    return run(program, tmp_path_factory.mktemp("demo"), "ibex", "freertos_verify")


@pytest.fixture(scope="module")
def events(program, demo):
    events, losses = decode(program, demo.trace)
    assert not losses
    return events


@pytest.fixture(scope="module")
def pins(demo):
    """(time, source, id, value) of every event at the pins of the unit; all were delivered."""
    seen = []
    for line in demo.log.read_text().splitlines():
        time, source, _, event_id, value, fate, *_ = line.split()
        assert fate == "delivered"
        event_id = THREAD_SWITCH if event_id == "thread" else int(event_id, 16)
        seen.append((int(time), int(source), event_id, int(value, 16)))
    return seen


def test_switches_are_those_of_the_kernel(demo, events):
    logged = [int(v, 16) for v in re.findall(r"^switch ([0-9a-f]+)$", demo.console, re.M)]
    assert f"switches {len(logged)}\n" in demo.console and 100 < len(logged) < 4096
    captured = [e.value for e in events if e.id == THREAD_SWITCH]
    assert captured == without_repeats(logged)
    assert len(set(captured)) == len(TASKS)


def test_the_demo_itself_has_no_switch_hook(program):
    """Only the verification build has the kernel's log; nothing in the demo reports switches."""
    symbols = [
        subprocess.run([
            "riscv64-unknown-elf-nm",
            program(f"build/fw/ibex/freertos_{kind}.hex").with_suffix(".elf")
        ],
                       capture_output=True,
                       text=True,
                       check=True).stdout for kind in ("verify", "demo")
    ]
    assert "demo_switched_in" in symbols[0] and "demo_switched_in" not in symbols[1]


def test_without_trace(program, demo):
    """The demo compiled with WEIR_OFF does the same work and contains no driver."""
    hex_file = program("build/fw/ibex/freertos_off.hex")
    done = subprocess.run([program("build/soc/ibex-cpp/soc"), "--quiet", "--hex", hex_file],
                          capture_output=True,
                          text=True)
    results = lambda console: re.findall(r"^line \d+: level \d+ ", console, re.M)
    assert results(done.stdout) == results(demo.console) != []
    symbols = subprocess.run(
        ["riscv64-unknown-elf-nm", hex_file.with_suffix(".elf")], capture_output=True,
        text=True).stdout
    assert "vTaskSwitchContext" in symbols and "weir" not in symbols and "flux" not in symbols


def test_events_are_those_at_the_pins(events, pins):
    assert [(e.time, e.id, e.value) for e in events] == [(t, i, v) for t, _, i, v in pins]
    contexts = {}
    for _, source, event_id, _ in pins:
        contexts.setdefault(event_id, set()).add(source)
    assert contexts.pop(THREAD_SWITCH) == {3}
    assert contexts.pop(TICK) == contexts.pop(DRAIN) == {1}
    assert contexts.pop(THREAD_NAME) <= {0, 1}  # some wait for the drain
    assert set().union(*contexts.values()) == {0}


def test_totals(demo, events):
    for cls in ("USER", "COM", "SYS", "NONE"):
        count = sum(e.cls == cls for e in events)
        assert f"total {cls:4} offered {count} delivered {count} dropped 0\n" in demo.console


def test_names(events):
    threads = {e.thread: e.name for e in events if e.thread}
    assert set(threads.values()) == TASKS
    # A reader without the head gets the names from the runs.
    values = [e.value for e in events if e.id == THREAD_NAME]
    for thread, name in threads.items():
        expected = name_run(thread, name)
        assert any(values[n:n + len(expected)] == expected for n in range(len(values)))


def scheduling(pins):
    """(ts, dur, thread) of every time slice of a thread; the last one has no end: -1."""
    switches = [(t * NS, v) for t, _, i, v in pins if i == THREAD_SWITCH]
    ends = [t for t, _ in switches[1:]] + [None]
    return [(t, -1 if end is None else end - t, v) for (t, v), end in zip(switches, ends)]


def test_perfetto(program, demo, pins, tmp_path):
    out = tmp_path / "trace.fxt"
    subprocess.run([program("build/weir"), "convert", "--output", out, demo.trace], check=True)
    sched, slices, complaints = readers.perfetto_queries(out, [
        "select ts, dur, tid, t.name from sched join thread t using (utid) order by ts",
        "select count(*) as n from slice",
        "select name, value from stats where value > 0 and severity != 'info'",
    ])
    assert complaints == []
    assert [(s["ts"], s["dur"], s["tid"]) for s in sched] == scheduling(pins)
    assert {s["name"] for s in sched} == TASKS
    assert slices[0]["n"] == sum(i != THREAD_SWITCH for _, _, i, _ in pins)


def test_fxt(program, demo, pins, tmp_path):
    out = tmp_path / "trace.fxt"
    subprocess.run([program("build/weir"), "convert", "--output", out, demo.trace], check=True)
    records = readers.fxt_records(out)
    switches = [(r.timestamp_ns, r.incoming_thread_id) for r in records
                if type(r).__name__ == "ContextSwitchRecord"]
    assert switches == [(t * NS, v) for t, _, i, v in pins if i == THREAD_SWITCH]
    instants = [(r.timestamp_ns, r.args["value"]) for r in records
                if type(r).__name__ == "InstantEventRecord"]
    assert instants == [(t * NS, v) for t, _, i, v in pins if i != THREAD_SWITCH]


def test_vcd(program, demo, pins, tmp_path):
    out = tmp_path / "trace.vcd"
    subprocess.run([program("build/weir"), "convert", "--output", out, demo.trace], check=True)
    signals = readers.vcd_signals(readers.vcd_through_fst(out, tmp_path))
    assert [(t, int(v, 2)) for t, v in signals["weir.hart0.thread"]] == [(t, v)
                                                                         for t, _, i, v in pins
                                                                         if i == THREAD_SWITCH]


def test_every_format_and_back(program, demo, events, tmp_path):
    """A conversion through each pair of formats keeps the events of the demo."""
    switches, others = roundtrip.every_pair(program("build/weir"), demo.trace, tmp_path)
    assert [(e.time, e.value) for e in events
            if e.id != THREAD_SWITCH] == [(time, value) for time, _, value in others]
    assert [e.time for e in events if e.id == THREAD_SWITCH] == [time for time, _ in switches]


def test_systemc_gives_the_same_and_a_waveform(program, tmp_path):
    plain = run(program, tmp_path, "ibex", "freertos_demo")
    traced, fst, vcd = tmp_path / "sc.recTr", tmp_path / "waves.fst", tmp_path / "waves.vcd"
    done = subprocess.run([
        program("build/soc/ibex-sc-fst/soc"), "--quiet", "--hex",
        program("build/fw/ibex/freertos_demo.hex"), "--out", traced, "--fst", fst
    ],
                          capture_output=True,
                          text=True)
    assert done.returncode == 0 and ": no mismatch" in done.stderr
    assert traced.read_bytes() == plain.trace.read_bytes()
    subprocess.run(["fst2vcd", "-f", fst, "-o", vcd], check=True, capture_output=True)
    with open(vcd) as file:
        scopes = {
            line.split()[2]
            for line in iter(file.readline, "$enddefinitions $end\n") if line.startswith("$scope")
        }
    assert {"u_weir", "u_port", "u_snoop", "u_fifo"
            } <= scopes and not any("ibex" in s for s in scopes - {"soc_ibex"})
