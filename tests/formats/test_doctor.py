# SPDX-License-Identifier: Apache-2.0
"""`weir doctor`: each oddity is found in a trace that has it, with advice, and in no other."""

import json
import re

import pytest
import test_flux_model as flux
import weirstream


def sound():
    """Two named threads and idle, named ids: nothing is odd."""
    stream = weirstream.Stream()
    for thread, name in ((0x100, "sensor"), (0x200, "logger"), (0x300, "IDLE")):
        stream.name(0, thread, name)
    for i in range(60):
        stream.switch(0, (0x100, 0x200, 0x300)[i % 3], delta=50)
        stream.event(0, 1, i, delta=20)
    return stream


def lossy(**counts):
    stream = sound()
    stream.loss(counts, first=stream.time + 1, last=stream.time + 50)
    stream.event(0, 1, 1, delta=20)
    return stream


def without_switch(named=True):
    stream = weirstream.Stream()
    if named:
        stream.name(0, 0x100, "main")
    for i in range(40):
        stream.event(0, 1, i, delta=20)
    return stream


def late():
    stream = weirstream.Stream()
    for i in range(60):
        stream.event(0, 1, i, delta=20)
    for i in range(10):
        stream.switch(0, (0x100, 0x200)[i % 2], delta=20)
        stream.event(0, 1, i)
    return stream


def unnamed():
    stream = sound()
    stream.switch(0, 0x4440)
    stream.event(0, 1, 1)
    stream.switch(0, 0x100)
    return stream


def not_threads():
    stream = weirstream.Stream()
    for i in range(100):
        stream.switch(0, 0x1000 + 4 * i, delta=20)
        stream.event(0, 1, i)
    return stream


NAMES = {0x20001000: "sensor", 0x20001080: "logger", 0x20001100: "net", 0x20001180: "IDLE"}


def named():
    stream = weirstream.Stream()
    for thread, name in NAMES.items():
        stream.name(0, thread, name)
    stream.switch(0, 0x20001000)  # what weir_snoop finds in the watched word
    return stream


def values():
    """The snoop has the values of other stores: each runs a few times."""
    stream = named()
    for i in range(200):
        for value in (0x30000 + i // 3, 0x16000 + i // 2):
            stream.switch(0, value, delta=20)
            stream.event(0, 1, i)
    return stream


def many_named():
    """Threads that are made and named, and end: no oddity."""
    stream = weirstream.Stream()
    for i in range(100):
        stream.name(0, 0x1000 + 64 * i, f"job {i}")
        for thread in (0x1000 + 64 * i, 0x1000):
            stream.switch(0, thread, delta=20)
            stream.event(0, 1, i)
    return stream


def byte_lanes():
    stream = named()
    for i in range(60):
        thread = int.from_bytes(list(NAMES)[i % 4].to_bytes(4, "little"), "big")
        stream.switch(0, thread, delta=20)
        stream.event(0, 1, i)
    return stream


def one_phase():
    """The snoop has the data of the store before, the same for each thread."""
    stream = named()
    for i in range(60):
        stream.switch(0, 0x400164a0 + 8 * (i % 3), delta=20)
        stream.event(0, 1, i)
    return stream


def one_switch():
    stream = named()
    for i in range(60):
        stream.event(0, 1, i, delta=20)
    return stream


def zeros():
    """The snoop has the data of the store before: 0 for one thread."""
    stream = weirstream.Stream()
    for thread, name in ((0x100, "sensor"), (0x200, "logger")):
        stream.name(0, thread, name)
    for i in range(60):
        stream.switch(0, (0x100, 0)[i % 2], delta=20)
        for n in range(1 + 2 * (i % 2)):
            stream.event(0, 1, n)
    return stream


def only_switches():
    stream = weirstream.Stream()
    for thread, name in ((0x100, "sensor"), (0x200, "logger")):
        stream.name(0, thread, name)
    for i in range(88):
        stream.switch(0, (0x100, 0x200)[i % 2], delta=20)
    return stream


def idle_often():
    """Handlers emit while no thread runs; each thread ran: no oddity."""
    stream = zeros()
    stream.switch(0, 0x200, delta=20)
    return stream


def only_main():
    """One thread with a name, and the idle thread that never runs: no oddity."""
    stream = weirstream.Stream()
    stream.name(0, 0x100, "main")
    stream.name(0, 0x200, "IDLE")
    stream.switch(0, 0x100)
    for i in range(60):
        stream.event(0, 1, i, delta=20)
    return stream


def blocked():
    """Threads without a name beside named ones, two of which wait for ever."""
    stream = named()
    for i in range(60):
        stream.switch(0, (0x20001180, 0x20002000, 0x20002080)[i % 3], delta=20)
        stream.event(0, 1, i)
    return stream


def one_thread():
    stream = sound()
    only = weirstream.Stream()
    for thread, name in ((0x100, "sensor"), (0x200, "logger")):
        only.name(0, thread, name)
    for i in range(60):
        only.switch(0, (0x100, 0x200)[i % 2], delta=50)
        if i % 2 == 0:
            only.event(0, 1, i, delta=20)
    del stream
    return only


def gap():
    stream = sound()
    stream.event(0, 1, 9, delta=100000)
    return stream


def in_a_handler():
    stream = sound()
    stream.trap(0, 0x80000007, True)
    return stream


def unnamed_id():
    stream = sound()
    stream.event(0, 77, 1)
    return stream


def save(tmp_path, stream):
    path = tmp_path / "t.recTr"
    path.write_bytes(weirstream.definitions(ids=[(0, 1, "sample")]) + bytes(stream.bytes))
    return path


def test_a_sound_trace(weir, tmp_path):
    done = weir("doctor", save(tmp_path, sound()))
    assert done.code == 0 and re.fullmatch(
        r"\S+: nothing is odd; \d+ records, \d+ switches, 3 threads\n", done.out)


@pytest.mark.parametrize("stream, kind, what, advice", [
    (lossy(USER=42), "problem", "losses because the FIFO was full: 1", "Read more often"),
    (lossy(USER=42), "remark", r"42 of \d+ events were lost", "weir dump"),
    (lossy(TORN=3), "problem", "losses for the reason TORN: 1", "event window"),
    (lossy(TORN=3), "problem", "losses for the reason TORN: 1", "posted"),
    (lossy(RATE_LIMIT=3), "remark", "losses for the reason RATE_LIMIT: 1", "weir_rate_limit"),
    (without_switch(), "problem", r"hart 0: \d+ events, but no thread switch", "SNOOP_ADDR"),
    (without_switch(named=False), "remark", "hart 0: 40 events, but no thread switch",
     "Without an RTOS"),
    (late(), "problem", "hart 0: 60 of 70 events come before the first known thread",
     "armed late"),
    (unnamed(), "remark", r"threads without a name: 1 of 4 \(0x4440\)", "weir_thread_name"),
    (not_threads(), "problem", "100 different threads without a name in 100 switches",
     "SNOOP_ADDR"),
    (values(), "problem", "167 different threads without a name in 401 switches", "byte lanes"),
    (byte_lanes(), "problem",
     "2 of 3 named threads never run, and 60 of 61 switches are to others", "byte lanes"),
    (one_phase(), "problem",
     "2 of 3 named threads never run, and 60 of 61 switches are to others", "phase"),
    (one_switch(), "problem", "1 switch in all, but 3 threads have names", "strobes"),
    (blocked(), "remark", r"threads without a name: 2 of 6 ", "weir_selftest"),
    (zeros(), "problem",
     "1 of 2 named threads never run, and 90 of 128 events come while no thread runs", "phase"),
    (only_switches(), "remark", "88 switches, and no event", "port pages"),
    (one_thread(), "remark", "every event belongs to one thread: sensor", "snoop"),
    (gap(), "remark", r"nothing for 1\.00 ms, more than half of the trace", "slept"),
    (in_a_handler(), "remark", "hart 0: traps that do not return: 1", "handler"),
    (unnamed_id(), "remark", r"ids without a name: 1 \(USER 77\)", "WEIR_NAME"),
])
def test_a_finding(weir, tmp_path, stream, kind, what, advice):
    done = weir("doctor", save(tmp_path, stream))
    found = re.search(rf"^  {kind} +{what}.*\n((?: {{11}}\S.*\n)+)", done.out, re.M)
    assert found and advice in found[1], done.out
    problems = len(re.findall(r"^  problem ", done.out, re.M))
    remarks = len(re.findall(r"^  remark ", done.out, re.M))
    assert done.out.startswith(f"{tmp_path}/t.recTr: {problems} problem")
    assert f"{remarks} remark" in done.out.split("\n")[0]
    assert done.code == (1 if problems else 0)
    assert all(len(line) <= 110 for line in done.out.split("\n")[1:])


@pytest.mark.parametrize("stream", [many_named(), only_main(), blocked(), idle_often()])
def test_no_false_alarm(weir, tmp_path, stream):
    done = weir("doctor", save(tmp_path, stream))
    assert done.code == 0 and "problem  " not in done.out, done.out


def test_events_without_a_hart_are_events(weir, tmp_path):
    """Of a program on a host."""
    path, other = save(tmp_path, only_switches()), tmp_path / "host.recTr"
    assert "switches, and no event" in weir("doctor", path).out
    other.write_bytes(
        flux.head(1, "host") + flux.signal(5, 0, "x") + flux.opened(0, "ns10") +
        b"".join(weirstream.entry(5, 20, 1, bytes([n])) for n in range(90)))
    done = weir("doctor", path, other)
    assert "no event" not in done.out, done.out


def test_a_trace_of_the_unit_twice(weir, tmp_path):
    """One problem, once; the rest is counted."""
    path = tmp_path / "two.recTr"
    data = weirstream.definitions(ids=[(0, 1, "level")]) + bytes(sound().bytes)
    path.write_bytes(2 * data)
    done = weir("stats", path)
    problems = [line for line in done.err.splitlines() if "expected" in line]
    assert done.code == 1 and len(problems) == 1 and "more problems" not in done.err
    found = f"offset {len(data)}: expected times that go on, found another trace, which begins here"
    assert found in problems[0]
    assert re.search(r"its time, [\d.]+ us, is before [\d.]+ us\. Cut the file here", done.err)
    assert re.search(r"left out \d+ instant records\n", done.err)
    assert "60 switches" in done.out


def test_a_trace_twice_in_fxt(weir, tmp_path):
    """Its runs overlap: their times are not those of the switches."""
    path, fxt = tmp_path / "t.recTr", tmp_path / "t.fxt"
    path.write_bytes(weirstream.definitions(ids=[(0, 1, "level")]) + bytes(sound().bytes))
    assert weir("convert", path, "-o", fxt).code == 0
    assert weir("stats", fxt).err == "" and "did not run" not in weir("doctor", fxt).out
    fxt.write_bytes(2 * fxt.read_bytes())
    assert "of 120 switches are from a thread that did not run" in weir("stats", fxt).err
    switches = json.loads(weir("stats", "--json", fxt).out)["switches"]
    assert switches == {"all": 120, "inconsistent": 59}
    done = weir("doctor", fxt)
    found = re.search(r"problem +hart 0: (59|60) of 120 switches are from", done.out)
    assert done.code == 1 and found


def test_damage_and_units(weir, tmp_path):
    data = bytes(sound().bytes)
    path = tmp_path / "f.bin"
    path.write_bytes(data)
    done = weir("doctor", "--raw", path)
    assert "the length of a tick is unknown" in done.out and "--unit 10ns" in done.out
    assert "length of a tick" not in weir("doctor", "--raw", "--unit", "10ns", path).out
    whole = save(tmp_path, sound()).read_bytes()
    path.write_bytes(whole[:-3])
    done = weir("doctor", path)
    assert done.code == 1 and "places that break the format: 1 in" in done.out
    assert "`weir check` names the first one. 1 byte was skipped." in done.out
    assert weir("stats", path).err.endswith(f"weir: {path}: left out 1 unreadable byte\n")
    path.write_bytes(weirstream.definitions() + b"\0\x7f" + bytes(98))
    done = weir("doctor", path)
    assert "no event in it" in done.out and "weir_start" not in done.out
    assert "100 bytes were skipped." in done.out


@pytest.mark.parametrize("to", ["rkh", "fxt"])
def test_unreadable_bytes(weir, tmp_path, to):
    """A cut in the last record: the account has the bytes that are left of it."""
    path, cut = tmp_path / f"t.{to}", tmp_path / f"cut.{to}"
    assert weir("convert", save(tmp_path, sound()), "-o", path).code == 0
    cut.write_bytes(path.read_bytes()[:-1])
    found = re.search(r"(?m)left out (\d+) unreadable bytes$", weir("info", cut).err)
    assert found and f"{found[1]} bytes were skipped." in weir("doctor", cut).out


def test_missing_frames(weir, tmp_path):
    """Without a reason: no unit has dropped them."""
    path = tmp_path / "t.rkh"
    assert weir("convert", save(tmp_path, sound()), "-o", path).code == 0
    frames = path.read_bytes().split(b"\x7e")
    path.write_bytes(b"\x7e".join(frames[:40] + frames[80:]))
    done = weir("doctor", path)
    assert done.code == 1 and re.search(
        "problem +frames or bytes are missing in the transport: 40\n +The line is faster", done.out)


def test_losses_without_a_known_reason(weir, tmp_path):
    """A provider of FXT whose buffer was full: how much was lost is unknown, that it was is not."""
    path = tmp_path / "t.fxt"
    assert weir("convert", save(tmp_path, sound()), "-o", path).code == 0
    assert weir("doctor", path).code == 0
    full = (1 << 4 | 3 << 16 | 7 << 20).to_bytes(8, "little")
    path.write_bytes(path.read_bytes() + full)
    done = weir("doctor", path)
    assert done.code == 1 and re.search(
        r"problem +losses without a known reason: 1\n +The trace does not say why\. FXT: ",
        done.out), done.out
    assert "and some that are not counted" in done.out and "transport" not in done.out


@pytest.mark.parametrize("reason", [8, 9, 14, 15])
def test_losses_for_a_reserved_reason(weir, tmp_path, reason):
    """Of a newer unit: its number. The transport is sound."""
    stream, path = sound(), tmp_path / "f.bin"
    stream.put(3, 6, 1, 2 * 1 + 1)
    stream.put(weirstream.dropped_item(reason), 5, 1, 3)
    stream.put(3, 1, 1, 2 * 3)
    path.write_bytes(stream.bytes)
    done = weir("doctor", "--raw", "--unit", "10ns", path)
    assert done.code == 1 and re.search(
        rf"problem +losses for an unknown reason, number {reason}: 1\n +Of a newer unit", done.out)
    assert "transport" not in done.out and done.out.count("  problem ") == 1, done.out


def test_the_account_of_the_reader(weir, tmp_path):
    """As every command prints it."""
    path, other = save(tmp_path, sound()), tmp_path / "other.recTr"
    other.write_bytes(weirstream.definitions(unit="ns") + bytes(sound().bytes))
    assert weir("doctor", path).err == ""
    cut = tmp_path / "cut.recTr"
    cut.write_bytes(path.read_bytes()[:-3])
    third = tmp_path / "third.recTr"
    third.write_bytes(weirstream.definitions(unit="ns100") + bytes(sound().bytes) + b"\0\x7f\0")
    for inputs in ([cut], [path, other], [cut, third]):
        account = [line for line in weir("stats", *inputs).err.splitlines() if "left out" in line]
        found = weir("doctor", *inputs).err.splitlines()
        assert [line for line in found if "left out" in line] == account
    assert account


@pytest.mark.parametrize("what, counted, wrong", [
    ("threads", "6144 or more different threads without a name in 6244 switches", "6144 threads\n"),
    ("ids", r"ids without a name: 12288 or more \(", "threads or more"),
])
def test_more_than_the_tables_hold(weir, tmp_path, what, counted, wrong):
    """Numbers say that they are the least, and records of others are counted."""
    stream = weirstream.Stream()
    for number in range(6244 if what == "threads" else 12388):
        if what == "threads":
            stream.switch(0, 0x1000 + 64 * number, delta=20)
        else:
            stream.event(0, 12 + number, 1, delta=20)
    done = weir("doctor", save(tmp_path, stream))
    assert re.search(counted, done.out) and wrong not in done.out, done.out
    left = re.search(r"records of further threads and ids, which are left out: (\d+)\n", done.out)
    said = weir("info", tmp_path / "t.recTr").out
    info = re.search(r"further threads and ids: (\d+) records", said)
    assert int(left[1]) == int(info[1]) and int(left[1]) >= 100


def test_empty(weir, tmp_path):
    path = tmp_path / "t.recTr"
    path.write_bytes(weirstream.definitions())
    done = weir("doctor", path)
    assert done.code == 1 and "there is no event in it" in done.out
