# SPDX-License-Identifier: Apache-2.0
"""The account: what a file has is in its conversion, or is reported with its number."""

import csv
import io
import json
import os
import random
import re
import subprocess

import fluxgen
import fxtgen
import pytest
import test_txtb
import test_txtb_model
import weirstream
from test_adapters import adapter  # a fixture
from test_txtb import A, B

_ = adapter
# longest first: a line begins with its kind
EVENTS = sorted([
    "instant", "switch", "isr enter", "isr exit", "counter", "begin", "end", "complete",
    "async begin", "async instant", "async end", "flow begin", "flow step", "flow end", "wakeup",
    "log", "loss"
], key=len, reverse=True)


def events(lines):
    return sum(any(line.startswith(kind + " ") for kind in EVENTS) for line in lines)


def source(kind, seed):
    if kind == "unit":
        stream, _ = weirstream.random_stream(seed=seed, harts=2, threads=6, events=400)
        return "flux", weirstream.definitions(harts=2) + bytes(stream.bytes)
    if kind == "flux":
        return "flux", fluxgen.generate(seed, 400)[0]
    if kind == "fxt":
        return "fxt", bytes(fxtgen.Random(seed, 300).words.bytes[fxtgen.LITTLE])
    objects, found, order = test_txtb_model.random_buffer(seed)
    return "txtb", test_txtb.trace(objects, found, order=order)


@pytest.mark.parametrize("to", ["flux", "fxt", "rkh"])
@pytest.mark.parametrize("kind", ["unit", "flux", "fxt", "txtb"])
@pytest.mark.parametrize("seed", range(3))
def test_events_are_there_or_counted(weir, adapter, tmp_path, kind, seed, to):
    """As many as in the source, less those that the command reports as left out."""
    name, data = source(kind, seed)
    path, out = tmp_path / "in", tmp_path / f"out.{to}"
    path.write_bytes(data)
    before = events(adapter(name, path)[1])
    done = weir("convert", "--from", name, path, "--to", to, "-o", out)
    assert done.code in (0, 1)  # a random file may have problems, reported one by one
    report = next((line for line in done.err.splitlines() if line.startswith(f"weir: {out}:")), "")
    dropped = sum(
        int(number) for number, what in re.findall(r"(?:left out|,) (\d+) ([a-z ]+?) records?",
                                                   report) if what in EVENTS)
    assert before > 50 and before == events(adapter(to, out)[1]) + dropped, report


def contents(weir, path, name):
    """The rows of a trace; of FXT without what it cannot leave away: a name for each event, and a
    process for threads whose process is unknown."""
    done = weir("convert", "--from", name, path, "--to", "csv", "-o", "-")
    assert done.code in (0, 1)
    rows = list(csv.DictReader(io.StringIO(done.data.decode(), newline="")))
    for row in rows if name == "fxt" else ():
        del row["process"], row["thread_name"]
        row["id_name"] = "" if row["id_name"] == row["kind"] else row["id_name"]
    return rows


@pytest.mark.parametrize("kind", ["flux", "fxt", "txtb"])
@pytest.mark.parametrize("seed", range(3))
def test_contents_stay_in_the_same_format(weir, tmp_path, kind, seed):
    """A file in its own format again has the same records with the same contents."""
    name, data = source(kind, seed)
    path, out = tmp_path / "in", tmp_path / f"out.{name}"
    path.write_bytes(data)
    weir("convert", "--from", name, path, "--to", name, "-o", out)
    before = contents(weir, path, name)
    assert len(before) > 200 and before == contents(weir, out, name)


@pytest.mark.parametrize(
    "to", ["flux", "fxt", "txtb", "rkh", "csv", "json", "vcd", "ctf", "fst", "arrow"])
def test_any_bytes_to_any_sink(program, tmp_path, to):
    """The fuzzer of the sinks, for a moment each: rows and records give the same bytes."""
    seeds = tmp_path / "seeds"
    seeds.mkdir()
    for seed in range(4):
        for place, kind in enumerate(["flux", "fxt", "txtb", "unit"]):
            _, data = source(kind, seed)
            (seeds / f"{kind}-{seed}").write_bytes(bytes([0, 12 + place % 3, 0]) + data[:8000])
            made = random.Random(4 * seed + place).randbytes(100)
            (seeds / f"made-{place}-{seed}").write_bytes(bytes([0, made[0] & 0xf3]) + made)
    done = subprocess.run([
        program("build/fuzz/sinks-fuzz"), "-seed=1", "-runs=400", "-max_len=8192", "-timeout=60",
        f"-artifact_prefix={tmp_path}/", seeds
    ], capture_output=True, text=True, timeout=300, env={**os.environ, "WEIR_SINK": to})
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.parametrize("kinds", [["unit"], ["flux"], ["fxt"], ["txtb"], ["unit", "unit"],
                                   ["unit", "fxt"], ["txtb", "unit"]], ids="-".join)
@pytest.mark.parametrize("seed", range(3))
def test_written_flux_keeps_its_rules(weir, tmp_path, kinds, seed):
    """Several entries may have one time, and losses of several units may overlap."""
    paths = []
    for place, kind in enumerate(kinds):
        paths.append(tmp_path / f"in{place}.{kind.replace('unit', 'recTr').replace('txtb', 'trx')}")
        paths[-1].write_bytes(source(kind, seed + place)[1])
    for inputs in (paths, 2 * paths):
        out = tmp_path / "out.recTr"
        assert weir("convert", *inputs, "-o", out).code in (0, 1)
        done = weir("check", out)
        assert done.code == 0, done.err


def test_losses_that_overlap(weir, tmp_path):
    """The second one begins where the first one ends; that is counted."""
    paths = []
    for place, (first, last) in enumerate([(10, 90), (50, 60)]):
        stream = weirstream.Stream()
        stream.event(0, 1, 1, 5)
        stream.loss({weirstream.USER: 3}, first=first, last=last)
        paths.append(tmp_path / f"{place}.recTr")
        paths[-1].write_bytes(weirstream.definitions() + bytes(stream.bytes))
    out = tmp_path / "out.recTr"
    done = weir("convert", *paths, "-o", out)
    assert done.code == 0 and f"weir: {out}: " in done.err and "times of 1 loss record" in done.err
    assert weir("check", out).code == 0
    shown = [line for line in weir("dump", out).out.splitlines() if "dropped: 3 USER" in line]
    assert "hart 1" in shown[0] and shown[0].endswith("from 0.50 to 0.60 us")
    assert "hart 0" in shown[1] and shown[1].endswith("from 0.62 to 0.90 us")


def test_a_loss_without_a_known_reason_keeps_none(weir, tmp_path):
    """Frames that are missing have no reason, and flux makes none of it."""
    stream = weirstream.Stream()
    for value in range(1, 21):
        stream.event(0, 1, value, 90)
    path, frames, out = tmp_path / "t.recTr", tmp_path / "t.rkh", tmp_path / "out.recTr"
    path.write_bytes(weirstream.definitions() + bytes(stream.bytes))
    assert weir("convert", path, "-o", frames).code == 0
    each = frames.read_bytes().split(b"\x7e")
    frames.write_bytes(b"\x7e".join(each[:-12] + each[-4:]))
    done = weir("convert", frames, "-o", out)
    assert "details of loss of 1 loss record" in done.err # its port
    for name in (frames, out):
        shown = weir("dump", name).out
        assert "dropped: 8 NONE; " in shown and "reason" not in shown, shown
    shown = weir("doctor", out).out
    assert "1 problem," in shown and "missing in the transport: 8\n" in shown, shown
    assert weir("check", out).code == 0


@pytest.mark.parametrize("to", ["fxt", "csv", "vcd", "rkh"])
def test_a_bound_of_a_loss_without_a_number_is_counted(weir, tmp_path, to):
    """Only the end of the loss is there: its first event is a guess, which no other format says."""
    stream = weirstream.Stream()
    stream.event(0, 1, 7, 10)
    stream.put(weirstream.LOSS_ITEM, 3, 1, 0)
    path, out = tmp_path / "t.recTr", tmp_path / f"out.{to}"
    path.write_bytes(weirstream.definitions() + bytes(stream.bytes))
    assert "dropped: some; begin unknown; from 0.10? to 0.13 us" in weir("dump", path).out
    done = weir("convert", path, "-o", out)
    assert done.code == 0 and "details of loss of 1 loss record\n" in done.err, done.err


def test_two_events_of_one_tick_stay(weir, tmp_path):
    """The head says that ticks may be shared: that of a unit, too, if it is kept."""
    stream = weirstream.Stream()
    stream.event(0, 1, 7, 3)
    stream.event(0, 2, 7, 4)
    path, out = tmp_path / "t.recTr", tmp_path / "out.recTr"
    path.write_bytes(weirstream.definitions(description="weir ip 1.0 regs 5 stream 3") +
                     bytes(stream.bytes))
    done = weir("convert", path, path, "-o", out)
    assert "times" not in done.err
    assert weir("check", out).out.endswith('"weir ip 0.0 regs 0 coarse stream 3"\n')
    assert [line.split()[0] for line in weir("dump", out).out.splitlines()
            if "USER" in line] == 2 * ["0.03"] + 2 * ["0.07"]
    path.write_bytes(weirstream.definitions(description="weir ip 1.0 regs 5 stream 3") +
                     bytes(stream.bytes) + weirstream.entry(5, 0, 1, b"\1"))
    assert weir("convert", path, "-o", out).err == ""
    assert weir("check", out).out.endswith('"weir ip 1.0 regs 5 coarse stream 3"\n')


@pytest.mark.parametrize("to", ["recTr", "rkh"])
def test_names_of_ids_come_back_from_fxt(weir, tmp_path, to):
    """FXT has them in each event. Nothing is lost on the way, and nothing is reported."""
    stream = weirstream.Stream()
    stream.switch(0, 9, 5)
    for hart, event_id in [(0, 1), (1, 1), (0, 300), (0, 1), (0, 5), (0, 0x4123)]:
        stream.event(hart, event_id, 7)
    stream.name(0, 9, "pump")
    ids = [(0, 1, "level"), (1, 1, "depth"), (0, 300, 30 * "long "), (0, 0x4123, "radio")]
    path, fxt, out = tmp_path / "t.recTr", tmp_path / "t.fxt", tmp_path / f"out.{to}"
    path.write_bytes(weirstream.definitions(harts=2, ids=ids) + bytes(stream.bytes))
    assert weir("convert", path, "-o", fxt).err == weir("convert", fxt, "-o", out).err == ""
    rows = [[line for line in weir("dump", p).out.splitlines()[1:] if " id " not in line and
             " thread " not in line] for p in (path, fxt, out)]
    assert len(rows[0]) == 10 and rows[0] == rows[1] == rows[2]
    assert " id USER 1 is level" in weir("dump", out).out


def test_names_that_look_like_addresses_come_back_from_rkh(weir, tmp_path):
    """Its readers omit one & at the begin."""
    stream = weirstream.Stream()
    names = {0x100: "&radio", 0x200: "&&", 0x300: "pump", 0x400: "&" + 150 * "x"}
    for thread in names:
        stream.switch(0, thread, 10)
    path, rkh = tmp_path / "t.recTr", tmp_path / "t.rkh"
    path.write_bytes(weirstream.definitions(names=[(0, *one) for one in names.items()]) +
                     bytes(stream.bytes))
    done = weir("convert", path, "-o", rkh)
    assert done.err == ""
    stats = [json.loads(weir("stats", "--json", p).out)["threads"] for p in (path, rkh)]
    found = [{t["thread"]: t["name"] for t in threads} for threads in stats]
    assert found[0] == found[1] and found[1][0x100] == "&radio"


def test_threads_of_traps_come_back_from_fxt(weir, tmp_path):
    """Of the running thread, before the first switch, and after frames that are missing."""
    stream = weirstream.Stream()
    for thread in (0x100, 0, 0x300):
        stream.trap(0, 7, 1, 5)
        stream.switch(0, thread, 5)
        stream.trap(0, 7, 0, 5)
        for number in range(3):
            stream.event(0, 1, number, 5)
    path, frames, out = tmp_path / "t.recTr", tmp_path / "t.rkh", tmp_path / "out.fxt"
    path.write_bytes(weirstream.definitions() + bytes(stream.bytes))
    assert weir("convert", path, "-o", frames).code == 0
    each = frames.read_bytes().split(b"\x7e")
    gap = tmp_path / "gap.rkh"
    gap.write_bytes(b"\x7e".join(each[:-9] + each[-7:]))
    for source in (path, frames, gap):
        assert weir("convert", source, "-o", out).err == ""
        traps = [[line for line in weir("dump", p).out.splitlines() if "interrupt" in line
                  or "trap" in line] for p in (source, out)]
        assert len(traps[0]) >= 5 and traps[0] == traps[1]


def test_states_of_threads_stay_in_fxt(weir, tmp_path):
    """FXT has no unknown state; a suspended thread is not taken for one."""
    events = [test_txtb.event(a, 0x80050005, test_txtb_model.SUSPEND, time, (a, state, 0, b))
              for time, (a, b, state) in enumerate([(A, B, 0), (B, A, 3), (A, B, 5)], 10)]
    path, fxt = tmp_path / "t.trx", tmp_path / "t.fxt"
    path.write_bytes(test_txtb.trace(test_txtb_model.THREADS, events))
    weir("convert", path, "-o", fxt)
    states = []
    for file in path, fxt:
        rows = csv.DictReader(io.StringIO(weir("convert", file, "--to", "csv", "-o", "-").out))
        states.append([row["state"] for row in rows if row["kind"] == "switch"])
    assert states[0] == states[1] and {"", "suspended"} < set(states[0])
    done = weir("convert", fxt, "-o", tmp_path / "t.recTr")
    known = sum(state != "" for state in states[0])
    assert f"states of {known} switch records" in done.err and "threads of" not in done.err


def test_the_stream_of_one_unit_stays_what_it_is(weir, tmp_path):
    """With its versions and its objects: those that runs of events name are written once."""
    stream = weirstream.Stream()
    stream.switch(0, 9, 5)
    stream.name(0, 9, "pump")
    stream.event(0, 1, 7)
    check = weirstream.crc16(b"\0\x09\0\0\x03jobs")
    for value in (0xff << 24 | 5 << 16 | check, 0x900, 0x626f6a03, 0x73):
        stream.event(0, 0x4001, value)
    path, out = tmp_path / "t.recTr", tmp_path / "out.recTr"
    path.write_bytes(weirstream.definitions(ids=[(0, 1, "level")], names=[(0, 8, "tank")],
                                            description="weir ip 1.0 regs 5 stream 3") +
                     bytes(stream.bytes))
    assert " queue 0x900 is jobs" in weir("dump", path).out
    assert weir("convert", path, "-o", out).err == ""
    assert weir("dump", path).out == weir("dump", out).out
    assert weir("info", path).out.splitlines()[1:] == weir("info", out).out.splitlines()[1:]
    assert weir("check", out).out.endswith('"weir ip 1.0 regs 5 stream 3"\n')


@pytest.mark.parametrize("unit", ["us10", "us100", "ms", "s"])
def test_slow_clocks_in_frames(weir, tmp_path, unit):
    """Up to 65535 ticks a second the rate is also in the configuration frame, as in RKH's own."""
    stream = weirstream.Stream()
    stream.event(0, 1, 7, 3)
    path, out = tmp_path / "t.recTr", tmp_path / "t.rkh"
    path.write_bytes(weirstream.definitions(unit=unit) + bytes(stream.bytes))
    assert weir("convert", path, "-o", out).code == 0
    rows = [weir("dump", p).out.splitlines()[-1] for p in (path, out)]
    assert "USER 1 = 7" in rows[0] and rows[0].split() == rows[1].split()
