# SPDX-License-Identifier: Apache-2.0
"""The command `weir` on good streams: all its output agrees with the content."""

import base64
import csv
import io
import json
import math
import os
import pty
import random
import re
import resource
import signal
import subprocess
import time
import zlib

import pytest
import readers
import weirstream
from weirstream import SYS, THREAD_NAME, THREAD_SWITCH, USER, Stream


@pytest.fixture
def save(tmp_path):
    def write(stream, name="trace.recTr", **head):
        path = tmp_path / name
        path.write_bytes((weirstream.definitions(**head) if head.get("harts") != 0 else b"") +
                         stream.bytes)
        return path

    return write


def rows(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


def as_rows(stream):
    """The rows of `convert --to csv`, without names, that a stream should give."""
    want = []
    entries = [(e.time, 0, e) for e in stream.events] + [(l.time, 1, l) for l in stream.losses]
    for _, kind, e in sorted(entries, key=lambda entry: entry[:2]):
        if kind:
            want.append(("loss", e.time, *(e.counts.get(c, 0) for c in weirstream.CLASSES), e.cause,
                         e.source, e.first, e.last))
        else:
            want.append(("event", e.time, e.hart, e.thread, e.cls, e.id, e.value))
    return want


# Events of software that readers make another kind of: their class and id. The value is the id.
STANDS = {
    "begin": ("COM", 0x4002), "end": ("COM", 0x4003), "isr enter": ("SYS", 0xc120),
    "isr exit": ("SYS", 0xc121)
}


def from_rows(table, stands=()):
    got = []
    for r in table:
        if r["kind"] == "loss":
            keys = [
                "time", "dropped_user", "dropped_com", "dropped_sys", "dropped_none", "cause",
                "source", "first", "last"
            ]
            got.append(("loss", *(int(r[k]) for k in keys)))
        elif r["kind"] in ("instant", "switch"):
            got.append(("event", int(r["time"]), int(r["hart"]), int(
                r["thread"]), r["class"], int(r["id"]), int(r["value"])))
        elif r["kind"] in stands:
            got.append(("event", int(r["time"]), int(r["hart"]), int(
                r["thread"]), *stands[r["kind"]], int(r["id"])))
    return got


# --- every event ----------------------------------------------------------------------------------


@pytest.mark.parametrize("harts,threads,seed,cache", [(1, 4, 1, 0), (2, 12, 2, 8),
                                                      (16, 300, 3, 16)])
def test_every_event(weir, save, harts, threads, seed, cache):
    stream, _ = weirstream.random_stream(seed=seed,
                                         harts=harts,
                                         threads=threads,
                                         events=3000,
                                         cache=cache)
    want = as_rows(stream)
    path = save(stream, harts=harts, threads=cache)
    for args, data in [((path, ), None), (("-", ), path.read_bytes()),
                       (("--raw", "-"), bytes(stream.bytes))]:
        done = weir("convert", *args, "--to", "csv", "-o", "-", data=data)
        assert (done.code, done.err) == (0, "")
        assert from_rows(rows(done.out)) == want
    assert weir("check", path).code == 0
    assert weir("check", "--raw", "-", data=bytes(stream.bytes)).code == 0


PINS = range(0x4400, 0x4421)  # and that of their bus


def test_every_id_and_value_width(weir, save):
    stream = Stream()
    ids = [*range(1, 0x8000), *range(0xC000, 0x10000)]
    for hart in (0, 1, 15):
        for number, event_id in enumerate(ids):
            if event_id != THREAD_NAME and event_id not in PINS:  # those of pins have no thread
                stream.event(hart, event_id, (1 << number % 33) - (number & 1) & 0xFFFFFFFF)
    for bits in range(64):
        stream.event(0, 1, bits, (1 << bits) - 1 if bits < 62 and bits else 1)
    path = save(stream, name="ids.raw", harts=0)
    done = weir("convert", "--raw", path, "--to", "csv", "-o", "-", build="build/weir")
    assert done.code == 0
    assert from_rows(rows(done.out), STANDS) == as_rows(stream)
    assert weir("check", "--raw", path).code == 0


def test_spans_and_handlers_of_software(weir, save):
    """They are durations in every format; the id that a span is named by gives its name."""
    stream = Stream()
    stream.switch(0, 0x100)
    for event_id, value in ((0x4002, 3), (0x4002, 0x4010), (0xC120, 0x80000007), (0xC121,
                                                                                  0x80000007),
                            (0x4003, 0x4010), (0x4003, 3), (0x4002, 0), (0x4003, 0x8000)):
        stream.event(0, event_id, value, 10)
    path = save(stream, ids=[(0, 3, "filter")])
    done = weir("convert", path, "--to", "csv", "-o", "-")
    found = [(r["kind"], int(r["id"]), r["id_name"]) for r in rows(done.out)
             if r["kind"] in (*STANDS, "instant")]
    assert found[:6] == [("begin", 3, "filter"), ("begin", 0x4010, ""),
                         ("isr enter", 0x80000007, ""), ("isr exit", 0x80000007, ""),
                         ("end", 0x4010, ""), ("end", 3, "filter")]
    assert [(kind, i) for kind, i, _ in found[6:]] == [("instant", 0x4002), ("instant", 0x4003)]
    done = weir("convert", path, "--to", "json", "-o", "-")
    spans = [e for e in json.loads(done.out)["traceEvents"] if e.get("name") == "filter"]
    assert [e["ph"] for e in spans] == ["B", "E"]
    handlers = [e for e in json.loads(done.out)["traceEvents"] if e.get("cat") == "isr"]
    assert [(e["ph"], e["name"]) for e in handlers] == [("B", "interrupt 7"), ("E", "interrupt 7")]
    shown, = json.loads(weir("stats", "--json", path).out)["isrs"]
    assert (shown["cause"], shown["duration"]["count"]) == (0x80000007, 1)
    assert round(shown["duration"]["max"] * 1e8) == 10
    # Readers of others: begin and end of each duration, by its name, outer and inner.
    begins, ends = [11, 21], [51, 61]
    whole = [(11, "begin", "filter"), (21, "begin", "COM 16400"), (51, "end", "COM 16400"),
             (61, "end", "filter")]
    for kind in ("ctf", "fxt", "vcd", "fst"):
        assert weir("convert", path, "-o", path.with_name(f"spans.{kind}")).code == 0
    text = subprocess.run(["babeltrace2", "--clock-cycles",
                           path.with_name("spans.ctf")],
                          capture_output=True,
                          text=True,
                          check=True).stdout
    assert [(int(time), what, name) for time, name, what in re.findall(
        r'^\[(\d+)\] .*?\) (\S.*?): .* what = \( "(begin|end)" :', text, re.M)] == whole
    records = [(r.timestamp_ns // 10, type(r).__name__, r.name)
               for r in readers.fxt_records(path.with_name("spans.fxt"))
               if "Duration" in type(r).__name__ and r.category != "isr"]
    assert records == [(time, f"Duration{what.title()}EventRecord", name)
                       for time, what, name in whole]
    back = path.with_name("back.vcd")
    subprocess.run(["fst2vcd", "-f", path.with_name("spans.fst"), "-o", back],
                   capture_output=True,
                   check=True)
    for wave in (path.with_name("spans.vcd"), back):
        signals = readers.vcd_signals(wave)
        for name, *times in zip(("USER_3_filter", "COM_16400"), begins, ends[::-1]):
            changes = [(t, int(v, 2)) for t, v in signals[f"weir.hart0.{name}"]]
            assert changes == list(zip(times, (1, 0))), (wave, name)
            assert [t for t, _ in signals[f"weir.hart0.{name}_event"]] == times, (wave, name)
    for kind in ("rkh", "txtb", "recTr"):  # formats without durations carry the events
        other = path.with_name(f"other.{kind}")
        assert weir("convert", path, "-o", other).code == 0
        again = weir("convert", other, "--to", "csv", "-o", "-")
        assert [(r["kind"], int(r["id"])) for r in rows(again.out)
                if r["kind"] in STANDS] == [("begin", 3), ("begin", 0x4010),
                                            ("isr enter", 0x80000007), ("isr exit", 0x80000007),
                                            ("end", 0x4010), ("end", 3)]


def test_threads_of_before_the_stream_begins(weir, save):
    """A stream that begins late names cache entries without their threads.

    The running thread is unknown, and no event counts for the previous one.
    """
    stream = Stream(threads=4)
    stream.switch(0, 0x1000)
    first = len(stream.bytes)
    stream.switch(0, 0x2000)
    stream.event(0, 1, 7, 10)
    stream.switch(0, 0x1000)
    stream.event(0, 1, 8, 10)
    late = stream.bytes[first:]  # cache entry 1 is known, entry 0 is not
    done = weir("convert", "--raw", "-", "--to", "csv", "-o", "-", data=bytes(late))
    assert done.code == 0 and "1 switch" in done.err
    table = rows(done.out)
    assert [(r["kind"], r["value"], r["thread"]) for r in table] == [("switch", "8192", "8192"),
                                                                     ("instant", "7", "8192"),
                                                                     ("instant", "8", "0")]
    done = weir("info", "--raw", "-", data=bytes(late))
    assert (done.code, done.err) == (0, "") and " 2 instant, 2 switch" in done.out
    ran = {
        line.split()[0]: line.split()[3]
        for line in done.out.splitlines() if re.match(r"  0x\w{8} ", line)
    }
    assert ran == {"0x00002000": str(stream.events[-2].time - stream.events[-4].time)}
    assert "? " in weir("dump", "--raw", "-",
                        data=bytes(late)).out.splitlines()[-1] and "to ?\n" in weir(
                            "dump", "--raw", "-", data=bytes(late)).out
    done = weir("check", "--raw", "-", data=bytes(late))
    offset = len(stream.bytes) - 4 - 4 - first
    assert done.code == 1 and f"offset {offset}: expected a valid cache entry" in done.err


IRQ = 1 << 31


def test_traps(weir, save, tmp_path):
    """Entries into traps and returns from them.

    Nested, of two harts, a return without an entry; in every format that has them, and back.
    """
    stream = Stream()
    want = []

    def trap(hart, cause, enters, delta):
        stream.trap(hart, cause, enters, delta)
        want.append(("isr enter" if enters else "isr exit", stream.time, hart, cause,
                     stream.running.get(hart, 0)))

    stream.switch(0, 0x100)
    trap(0, IRQ | 7, True, 10)
    trap(1, 2, True, 1)
    stream.switch(0, 0x200)
    trap(0, IRQ | 11, True, 20)
    stream.event(0, 1, 5)
    trap(0, IRQ | 11, False, 4)
    trap(0, IRQ | 7, False, 6)
    trap(1, 4095, False, 100)
    trap(0, 0, True, 1)
    trap(0, 0, False, 30)
    trap(0, IRQ | 0x3FFFFFFF, True, 30)
    trap(0, IRQ | 0x3FFFFFFF, False, 30)
    path = save(stream, harts=2)

    def traps(*args):
        done = weir("convert", *args, "--to", "csv", "-o", "-")
        assert (done.code, done.err) == (0, "")
        found = [(r["kind"], int(r["time"]), int(r["hart"]), int(r["id"]), int(r["thread"] or 0))
                 for r in rows(done.out) if r["kind"].startswith("isr")]
        return found, done.out

    assert weir("check", path).code == 0
    first, text = traps(path)
    assert first == want
    for form in ("flux", "fxt", "rkh"):
        there = tmp_path / f"there.{form}"
        done = weir("convert", path, "--to", form, "-o", there)
        assert done.code == 0
        back, _ = traps(there)
        assert [row[:1] + row[2:4] for row in back] == [row[:1] + row[2:4] for row in want], form
        for command in ("info", "timeline"):  # SYS, as the unit counts them, whatever the format
            assert re.search(r"\n  delivered +1 +0 +12 +0 +13\n", weir(command, there).out)
    assert traps(tmp_path / "there.flux")[1] == text  # nothing is lost on that way

    shown = json.loads(weir("stats", "--json", path).out)["isrs"]
    assert {(i["hart"], i["cause"], i["duration"]["count"], round(i["duration"]["max"] * 1e8))
            for i in shown} == {  # ticks of 10 ns
                (0, IRQ | 7, 1, 33), (0, IRQ | 11, 1, 5), (1, 2, 1, 132), (0, 0, 1, 30),
                (0, IRQ | 0x3FFFFFFF, 1, 30)
            }
    page = json.loads(weir("convert", path, "--to", "json", "-o", "-").out)
    spans = [e for e in page["traceEvents"] if e.get("cat") == "isr"]
    assert [e["ph"] for e in spans].count("B") == [e["ph"] for e in spans].count("E") == 5
    wave = weir("convert", path, "--to", "vcd", "-o", "-").out
    assert wave.count(" isr ") == 2 and f"b{(IRQ | 7) + 1:b} " in wave
    assert "enters interrupt 11" in weir("dump", path).out and "leaves trap 4095" in weir(
        "dump", path).out


def test_another_trace_id(weir, save):
    stream, _ = weirstream.random_stream(events=100)
    path = save(stream, harts=2, ids=[(1, 16, "queue")], trace=300)
    assert weir("check", path).code == 0
    table = rows(weir("convert", path, "--to", "csv", "-o", "-").out)
    assert from_rows(table) == as_rows(stream)
    assert {r["id_name"] for r in table if (r["hart"], r["id"]) == ("1", "16")} == {"queue"}


def test_names_are_learnt(weir, save):
    stream = Stream()
    whole = weirstream.name_run

    def tell(hart, values):
        for value in values:
            stream.event(hart, THREAD_NAME, value)

    for thread in range(101, 112):
        stream.switch(0, thread)
    tell(0, whole(101, "plain"))
    tell(0, whole(102, "")[:1] + [102])  # empty name: known, but nothing to show
    tell(0, whole(103, "cut by another")[:3] + whole(104, "the other"))
    tell(0, whole(105, "bad crc")[:1] + whole(106, "bad crc")[1:])
    for a, b in zip(whole(107, "hart zero!"),
                    whole(108, "hart one!!")):  # runs of two harts, interleaved
        tell(0, [a])
        tell(1, [b])
    tell(0, whole(109, "before"))
    tell(0, whole(109, "after"))
    tell(0, whole(110, "ü" * 40))  # cut at 63 bytes, not inside a character
    broken = whole(111, "padding")
    tell(0, broken[:-1] + [broken[-1] | 0x55000000])  # what is behind the name must be 0
    tell(0, [0x12345678] + whole(0xFF000000, "a thread like a header"))
    done = weir("info", save(stream, names=[(0, 200, "from ENMD"), (0, 101, "replaced")]))
    names = {
        int(line.split()[0], 16): line[14:38].strip()
        for line in done.out.splitlines() if re.match(r"  0x\w{8} ", line)
    }
    assert names == {
        200: "from ENMD",
        101: "replaced, plain",
        102: "",
        103: "",
        104: "the other",
        105: "",
        106: "",
        107: "hart zero!",
        108: "hart one!!",
        109: "before, after",
        110: "ü" * 24,
        111: "",
        0xFF000000: "a thread like a header",
    }


def test_hostile_names_do_not_reach_the_terminal(weir, save):
    stream = Stream()
    stream.name(0, 7, "x\x1b[31mred\x07")
    stream.event(0, 16, 1)
    done = weir("dump", save(stream, ids=[(0, 16, b"\xff\xfe\x1b]0;title")]))
    assert done.code == 0 and "x?[31mred?" in done.out and "???]0;title" in done.out
    assert all(c.isprintable() or c == "\n" for c in done.out)


# --- info -----------------------------------------------------------------------------------------


def run_times(stream):
    """Ticks, switches and events of each thread, computed from the events."""
    ticks, switches, events, since = {}, {}, {}, {}
    end = max(e.time for e in [*stream.events, *stream.losses])
    for e in stream.events:
        if e.id == THREAD_SWITCH:
            if e.hart in since:
                thread, start = since[e.hart]
                ticks[thread] = ticks.get(thread, 0) + e.time - start
            since[e.hart] = (e.value, e.time)
            switches[e.value] = switches.get(e.value, 0) + 1
        elif e.hart in since:
            thread = since[e.hart][0]
            events[thread] = events.get(thread, 0) + 1
    for thread, start in since.values():
        ticks[thread] = ticks.get(thread, 0) + end - start
    return ticks, switches, events


def test_a_page_is_read_once(weir, save, tmp_path, monkeypatch):
    """Its head is that of the whole trace; a record out of order, far behind, is sorted as ever."""
    stream = Stream()
    stream.switch(0, 0x100)
    for number in range(70000):
        stream.event(0, 5, number)
    path, out = save(stream), tmp_path / "a.fxt"
    assert weir("convert", path, "-o", out, build="build/weir").code == 0
    data, at, records = out.read_bytes(), 0, []
    while at < len(data):
        size = 8 * (int.from_bytes(data[at:at + 2], "little") >> 4 & 0xfff)
        records.append(data[at:at + size])
        at += size
    moved = next(i for i, r in enumerate(records) if i > 1000 and r[0] & 15 == 4)
    other = tmp_path / "other"
    other.mkdir()
    (other / "a.fxt").write_bytes(b"".join(records[:moved] + records[moved + 1:] +
                                           [records[moved]]))
    pages = []
    for folder in (tmp_path, other):
        page = folder / "a.html"
        monkeypatch.chdir(folder)
        done = weir("view", "a.fxt", "-o", page, build="build/weir")
        assert done.code == 0
        pages.append(page.read_bytes())
    assert pages[0] == pages[1]
    block = pages[0].split(b'<script type="weir/block">')[1].split(b"<")[0]
    head = zlib.decompress(base64.b64decode(block))
    number = lambda n: bytes([n & 127 | 128, n >> 7 & 127 | 128, n >> 14])
    assert number(70001) in head[:100]  # records


def test_event_pins_are_no_hart(weir, save):
    """They have the number of the hart behind the last one, and no switches, load or threads."""
    stream = Stream()
    stream.switch(0, 0x100)
    for level in range(6):
        stream.event(0, 5, level)
        stream.event(1, 0x4400, level & 1)
    stream.switch(0, 0x200)
    path = save(stream, harts=2)
    shown = json.loads(weir("stats", "--json", path).out)
    assert [hart["hart"] for hart in shown["harts"]] == [0]
    assert [(i["id"], i.get("hart"), i["count"]) for i in shown["ids"]] == [(5, 0, 6),
                                                                             (0x4400, None, 6)]
    assert "hart 1" not in weir("stats", path).out
    assert "· 1 hart ·" in weir("timeline", path).out


def test_info(weir, save):
    stream, names = weirstream.random_stream(seed=5, harts=2, cache=5)
    done = weir("info", save(stream, harts=2, threads=5, ids=[(0, 16, "queue")]))
    assert done.code == 0
    lines = done.out.splitlines()
    first, last = stream.events[0].time, max(stream.events[-1].time, stream.losses[-1].time)
    assert lines[0].endswith(": flux: weir ip 1.0 regs 3 stream 3")
    assert lines[1].split(maxsplit=1) == ["clock", "100 MHz"]
    assert lines[2].split() == ["time", f"{first / 100:.2f}", "to", f"{last / 100:.2f}", "us"]
    assert lines[3].split() == ["harts", "0", "1"]
    all_switches = sum(e.id == THREAD_SWITCH for e in stream.events)
    assert re.fullmatch(
        rf"  records      {len(stream.events) - all_switches} instant, {all_switches} switch, "
        rf"{len(stream.losses)} loss, .*", lines[4])

    table = {
        line.split()[0]: [int(n) for n in line.split()[1:]]
        for line in lines if line.split()[:1] in (["offered"], ["delivered"], ["dropped"])
    }
    delivered, dropped = list(stream.delivered.values()), list(stream.dropped.values())
    assert table["delivered"] == [*delivered, sum(delivered)]
    assert table["dropped"] == [*dropped, sum(dropped)]
    assert table["offered"] == [d + r for d, r in zip(table["delivered"], table["dropped"])]
    data = next(line.split() for line in lines if line.split()[:1] == ["bytes"])
    assert int(data[1]) == len(stream.bytes)
    assert f"in the stream, {len(stream.bytes) / sum(delivered):.2f} an event\n" in done.out
    assert f"\n  losses {len(stream.losses):18}\n" in done.out

    ticks, switches, events = run_times(stream)
    shown = {}
    for line in lines:
        if re.match(r"  0x\w{8} ", line):
            thread, rest = int(line[2:12], 16), line[38:].split()
            assert line[14:38].strip() == names.get(thread, "")[:24].strip()
            shown[thread] = (int(rest[0]), int(rest[1]), rest[2], set(map(int, rest[3:])))
    harts = {
        t: {e.hart
            for e in stream.events if e.id == THREAD_SWITCH and e.value == t}
        for t in switches
    }
    assert shown == {
        t: (switches.get(t, 0), events.get(t, 0), f"{ticks.get(t, 0) / 100:.2f}", harts[t])
        for t in switches
    }

    ids = {(words[2], int(words[3]), int(words[1])): int(words[-1])
           for words in map(str.split, lines) if words[:1] == ["instant"]}
    counted = {}
    for e in stream.events:
        if e.id != THREAD_SWITCH:
            counted[e.cls, e.id, e.hart] = counted.get((e.cls, e.id, e.hart), 0) + 1
    assert ids == counted
    assert re.search(r"  instant +0  USER 16 +queue ", done.out)


@pytest.mark.parametrize("unit,ticks,shown,clock", [
    ("ns", 1234567, "1234.567 us", "1 GHz"),
    ("ns10", 1234567, "12345.67 us", "100 MHz"),
    ("us", 12, "12 us", "1 MHz"),
    ("us100", 12, "1200 us", "10 kHz"),
    ("ms", 3, "3000 us", "1 kHz"),
    ("ps100", 7, "0.0007 us", "10 GHz"),
    ("Hz", 99, "99 ticks", "unknown"),
    ("s10", 2, "20000000 us", "0.1 Hz"),
])
def test_units(weir, save, unit, ticks, shown, clock):
    stream = Stream()
    stream.event(0, 1, 1, ticks)
    out = weir("info", save(stream, unit=unit)).out
    assert f"time         {shown.split()[0]} to {shown}\n" in out
    assert f"clock        {clock}\n" in out


# --- dump -----------------------------------------------------------------------------------------


def test_dump(weir, save):
    stream = Stream()
    stream.name(0, 0x1000, "idle")
    stream.switch(0, 0x1000, 100)
    stream.event(0, 16, 42, 5)
    stream.drop(USER, count=3, first=109, last=120)
    stream.drop("ID", context=1, hart=1, first=130)
    stream.drop(SYS, context=3, first=150)
    stream.begin(2)
    stream.report(50)
    stream.end(6)
    stream.event(1, 0xFFFF, 7, 5)
    stream.switch(0, 0x2000, 100)
    done = weir("dump", save(stream, harts=2, ids=[(0, 16, "queue")]))
    assert done.code == 0
    crc = weirstream.crc16(b"\0\x10\0\0idle")
    assert [line.split() for line in done.out.splitlines()] == [
        line.split() for line in f"""
        us hart thread event
        - 0 - id USER 16 is queue
        0.01 0 ? COM 16384 THREAD_NAME = {0xFF040000 | crc} (0xff04{crc:04x})
        0.02 0 ? COM 16384 THREAD_NAME = 4096 (0x1000)
        0.03 0 ? COM 16384 THREAD_NAME = 1701602409 (0x656c6469)
        - - - thread 0x1000 is idle
        1.03 0 ? to idle
        1.08 0 idle USER 16 queue = 42 (0x2a)
        1.68 - - dropped: 3 USER 1 SYS 1 NONE; reason: full id; hart 0: thread snoop; hart 1: \
interrupt; from 1.09 to 1.50 us
        1.73 1 ? SYS 65535 = 7
        2.73 0 idle to 0x2000
    """.strip().splitlines()
    ]


def test_dump_entries_covers_every_byte(weir, save):
    stream, _ = weirstream.random_stream(events=200)
    path = save(stream, harts=2)
    done = weir("dump", "--entries", path)
    assert done.code == 0
    offsets = [int(line.split()[0]) for line in done.out.splitlines()]
    data = path.read_bytes()
    assert offsets[0] == 0 and offsets == sorted(offsets)
    for offset, line in zip(offsets, done.out.splitlines()):
        shown = bytes.fromhex(line.split("  | ")[1].replace(" ...", ""))
        assert data[offset:offset + len(shown)] == shown
    assert sum(" data item " in line for line in done.out.splitlines()) == len(stream.entries)


# --- timeline -------------------------------------------------------------------------------------

BARS = " ▁▂▃▄▅▆▇█"


def lanes_of(stream, width):
    """What each thread's lane should look like: bars, and digits of events."""
    first = min(e.time for e in [*stream.events, *stream.losses])
    span = max(e.time for e in [*stream.events, *stream.losses]) - first
    edges = [first + span * c // width for c in range(width + 1)]
    intervals, since, marks = {}, {}, {}
    for e in stream.events:
        if e.id == THREAD_SWITCH:
            if e.hart in since:
                thread, start = since[e.hart]
                intervals.setdefault(thread, []).append((start, e.time))
            since[e.hart] = (e.value, e.time)
            intervals.setdefault(e.value, [])
        elif e.hart in since and e.id != THREAD_NAME:
            column = max(c for c in range(width) if edges[c] <= e.time)
            marks.setdefault(since[e.hart][0], [0] * width)[column] += 1
    for thread, start in since.values():
        intervals.setdefault(thread, []).append((start, first + span))
    drawn = {}
    for thread, ran in intervals.items():
        bars = ""
        for a, b in zip(edges, edges[1:]):
            inside = sum(max(0, min(b, end) - max(a, start)) for start, end in ran)
            bars += BARS[min(8, math.ceil(inside * 8 / (b - a)))]
        digits = "".join(" " if not n else str(n) if n < 10 else "+" for n in marks.get(thread, []))
        drawn[thread] = (bars, digits)
    return drawn


def check_lanes(done, stream, names, harts, width):
    """The lanes of a timeline are those the stream makes."""
    assert done.code == 0
    lines = done.out.splitlines()
    assert max(map(len, lines)) <= width and "\033" not in done.out
    assert f"{harts} hart" in lines[0] and "clock 100 MHz" in lines[0]

    body = width - 39
    shown, order = {}, []
    for line in lines[4:]:
        found = re.fullmatch(rf"([A-Z]) (.{{16}}) (.{{{body}}}) *([\d.]+) % *(\d+)", line)
        if found:
            order.append(found)
            shown[found[1]] = [found[3], "", found[4], found[5], found[2].strip()]
        elif line.startswith("            events "):
            shown[order[-1][1]][1] = line[19:19 + body]
    ticks, switches, _ = run_times(stream)
    span = max(e.time for e in [*stream.events, *stream.losses]) - stream.events[0].time
    met = list(dict.fromkeys([*names, *(e.value for e in stream.events if e.id == THREAD_SWITCH)]))
    threads_shown = [t for t in met if t in switches]
    assert [names.get(t, hex(t))[:16].strip()
            for t in threads_shown] == [row[4] for row in shown.values()]
    want = lanes_of(stream, body)
    for thread, (bars, digits, share, count, _) in zip(threads_shown, shown.values()):
        assert (bars, digits.rstrip()) == (want[thread][0], want[thread][1].rstrip())
        assert share == f"{100 * ticks[thread] / span / harts:.1f}" and int(
            count) == switches[thread]
    lost = next((line for line in lines if line.startswith("  loss ")), " " * width)
    first = stream.events[0].time
    for column, glyph in enumerate(lost[19:19 + body]):
        a, b = first + span * column // body, first + span * (column + 1) // body
        assert (glyph == "▒") == any(
            l.first < b and l.last >= a or (column == body - 1 and l.last >= b)
            for l in stream.losses)


@pytest.mark.parametrize("harts,threads,width,events", [(1, 5, 100, 600), (2, 12, 100, 600),
                                                        (3, 20, 160, 600), (2, 12, 80, 600),
                                                        (2, 20, 100, 70000)])
def test_timeline_lanes(weir, save, harts, threads, width, events):
    """The longest one goes through a temporary file."""
    stream, names = weirstream.random_stream(seed=9, harts=harts, threads=threads, events=events)
    check_lanes(weir("timeline", "--width", width, "-n", 30, save(stream, harts=harts)), stream,
                names, harts, width)


@pytest.mark.parametrize("seed", range(4))
def test_timeline_lanes_tick_by_tick(weir, save, seed):
    """A span of a few ticks a column, where every tick shows."""
    rng = random.Random(seed)
    stream = Stream()
    for n in range(40):
        stream.switch(0, 0x100 + n % 3, rng.randrange(1, 6))
        if rng.random() < 0.7:
            stream.event(0, 16, n, rng.randrange(1, 6))
    stream.event(0, 16, 0, 50)
    check_lanes(weir("timeline", save(stream)), stream, {}, 1, 100)


@pytest.mark.parametrize("traced", [(3, ), (1, 3)])
def test_timeline_counts_the_harts_that_are_in_it(weir, save, traced):
    """The others have no part in the time."""
    stream = Stream()
    for n in range(21):
        for hart in traced:
            stream.switch(hart, 0x100 + 16 * hart + n % 2, 10)
    lines = weir("timeline", "--ascii", save(stream, harts=4)).out.splitlines()
    assert f", {len(traced)} hart{'s' * (len(traced) > 1)}, " in lines[0]
    shares = [float(line.split()[-3]) for line in lines if line.split()[-2:-1] == ["%"]]
    assert len(shares) == 2 * len(traced) and sum(shares) > 85


def test_timeline_list_and_totals(weir, save):
    stream = Stream()
    stream.name(0, 1, "low")
    stream.name(0, 3, "high")
    stream.switch(0, 1, 100)
    stream.event(0, 16, 9, 50)
    stream.switch(0, 2, 10)
    stream.switch(0, 3, 10)
    stream.name(0, 3, "high")
    stream.event(0, 17, 10, 100)
    stream.switch(0, 1, 5)
    stream.loss({USER: 5, SYS: 1}, first=stream.time + 1, last=stream.time + 6)
    stream.switch(0, 3, 400)
    path = save(stream, ids=[(0, 16, "queue")])
    done = weir("timeline", path)
    lines = done.out.splitlines()
    start = next(n for n, line in enumerate(lines) if "later" in line)
    assert [line.rstrip() for line in lines[start:start + 11]] == [
        "            us       later  A B C  thread       event",
        "          0.03              · · ·  ?            THREAD_NAME 0x1 is low",
        "          0.06       +0.03  · · ·  ?            THREAD_NAME 0x3 is high",
        "          1.06       +1.00  ╷ · ·  ?            → low",
        "          1.56       +0.50  ● · ·  low          USER 16 queue = 9",
        "          1.66       +0.10  ╰───╮  low          → 0x2",
        "          1.76       +0.10  · ╭─╯  0x2          → high",
        "          2.79       +1.03  · ● ·  high         USER 17 = 10 (0xa)",
        "          2.84       +0.05  ╭─╯ ·  high         → low",
        "          2.93       +0.09  ▒▒▒▒▒               dropped: 5 USER 1 SYS; reason: full; hart "
        "0: thread",
        "          6.93       +4.00  ╰─╮ ·  low          → high",
    ]
    assert [line.split() for line in lines[-4:]] == [
        ["offered", "7", "9", "6", "0", "22"],
        ["delivered", "2", "9", "5", "0", "16"],
        ["dropped", "5", "0", "1", "0", "6"],
        ["losses", "1"],
    ]
    short = weir("timeline", "-n", 3, path).out
    assert "... and 10 more; weir dump lists them all" in short
    assert "●" not in weir("timeline", "--ascii", path).out
    assert all(ord(c) < 128 for c in weir("timeline", "--ascii", path).out)
    assert "\033[" in weir("timeline", "--color", path).out
    assert re.sub("\033\\[\\d*m", "", weir("timeline", "--color=always", path).out) == done.out


def test_timeline_of_other_formats(weir, save, tmp_path):
    """The lanes of a trace are the same in each format.

    A thread buffer's own events, interrupts and idle times are in the list.
    """
    import test_txtb as txtb

    stream = Stream()
    for n in range(30):
        stream.switch(0, (0x1000, 0x2000, 0)[n % 3], 100)
        stream.event(0, 16, n, 1000 + n)
    path = save(stream)
    lanes = lambda done: [line[19:] for line in done.out.splitlines() if re.match("[A-Z] 0x", line)]
    wanted = lanes(weir("timeline", path))
    assert len(wanted) == 2 and all("33.4 %" in line and line.split()[-1] == "10"
                                    for line in wanted)
    for ending in ("fxt", "trx", "rkh"):
        other = tmp_path / f"t.{ending}"
        assert weir("convert", path, "-o", other).code == 0
        done = weir("timeline", other)
        assert (done.code,
                done.err) == (0, "") and lanes(done) == wanted and " → idle" in done.out, ending
    A, B, ISR = txtb.A, txtb.B, txtb.ISR
    buffer = tmp_path / "own.trx"
    buffer.write_bytes(
        txtb.trace(txtb.THREADS, [
            txtb.event(A, 0, 68, 100, (1, 2, 3, 4)),
            txtb.event(ISR, A, 3, 200, (0, 7, 0, 0)),
            txtb.event(ISR, A, 4, 210, (0, 7, 0, 0)),
            txtb.event(A, 0, 2, 400, (A, 5, 0, B)),
            txtb.event(B, 0, 2, 500, (B, 5, 0, 0))
        ]))
    lines = weir("timeline", "-w", 120, buffer).out.splitlines()
    start = next(n for n, line in enumerate(lines) if "later" in line)
    assert [line[28:].rstrip() for line in lines[start + 1:start + 9]] == [
        "╷ ·  ?            → A",
        "● ·  A            ThreadX:QUEUE_RECEIVE queue=0x1 destination=0x2 wait=3 enqueued=4",
        "● ·  A            enters trap 7", "● ·  A            leaves trap 7",
        "● ·  A            ThreadX:THREAD_SUSPEND thread=0x20000100 new_state=5 stack=0x0 "
        "next_thread", "╰─╮  A            → B",
        "· ●  B            ThreadX:THREAD_SUSPEND thread=0x20000200 new_state=5 stack=0x0 "
        "next_thread", "· ╵  B            → idle"
    ]


def test_timeline_of_many_threads(weir, save):
    stream = Stream()
    for n in range(60):
        stream.switch(0, 0x1000 + n, 10)
        stream.event(0, 16, n, 1000 + n)
    done = weir("timeline", "-n", 200, save(stream))
    lines = done.out.splitlines()
    assert max(map(len, lines)) <= 100
    lanes = [line for line in lines if re.match("[A-Z] ", line)]
    assert len(lanes) == 24 and lanes[-1].startswith("X others ")
    assert sum(int(lane.split()[-1]) for lane in lanes) == 60
    assert sum(float(lane.split()[-3]) for lane in lanes) == pytest.approx(100, abs=2)
    assert next(line for line in lines if "later" in line).split()[2:14] == [*"ABCDEFGHIJK", "*"]


def test_timeline_of_little(weir, save):
    for events in (0, 1, 2):
        stream = Stream()
        for _ in range(events):
            stream.switch(0, 5 + len(stream.events), 3)
        done = weir("timeline", save(stream))
        assert done.code == (not events)
        assert f"delivered               0            0 {events:12}" in done.out


def test_what_is_not_known_of_a_loss(weir, save):
    """A stream that begins inside a loss and ends inside another.

    Unknown parts are marked.
    """
    stream = Stream()
    stream.event(0, 1, 1, 100)
    stream.drop(USER, count=3, first=50, last=105)
    stream.report(10)  # no begin of it in the stream
    stream.end()
    stream.event(0, 1, 2, 9)
    stream.drop(SYS, context=3, first=125, last=125)
    stream.begin(6)
    stream.event(0, 1, 3, 4)
    path = save(stream)
    info = weir("info", path)
    unknown = " 2, the last still open\n  unknown      begin, end, count of a loss\n"
    assert info.code == 0 and unknown in info.out
    assert info.err == ""
    assert [line.split() for line in weir("dump", path).out.splitlines() if " dropped" in line] == [
        line.split() for line in """
        1.11 - - dropped: some; reason: full; hart 0: thread; begin unknown; from 1.00? to 1.05 us
        1.30 - - dropped: some; still open; from 1.25 to 1.30? us
    """.strip().splitlines()
    ]
    shown = weir("timeline", "-w", 140, path).out
    assert "dropped: some; reason: full; hart 0: thread; begin unknown\n" in shown
    assert "dropped: some; still open\n" in shown
    assert "\n  loss " in shown and "more; weir dump" not in shown
    whole = Stream()
    whole.loss({USER: 3}, first=5, last=9)
    out = weir("info", save(whole)).out
    assert "  losses                  1\n" in out and "unknown" not in out


def test_reserved_reason(weir, save):
    """Of a newer unit: its number."""
    stream = Stream()
    stream.put(3, 6, 1, 2 * 1 + 1)  # a loss began one tick ago
    stream.put(525312 + 64 * (9 - 8), 5, 1, 3)
    stream.put(3, 1, 1, 2 * 3)
    assert "dropped: 3 NONE; reason: 9 (reserved); hart 0" in weir("dump", save(stream)).out


@pytest.mark.parametrize("unit,width", [("ns10", 80), ("ns10", 100), ("as", 80)])
def test_timeline_of_very_long_times(weir, save, unit, width):
    stream = Stream()
    for n in range(15):
        stream.switch(n % 2, 0x1000 + n, 10)
    stream.event(0, 1, 2**31, 2**61)
    stream.switch(0, 0x1000, 2**62)
    done = weir("timeline", "-w", width, save(stream, harts=2, unit=unit))
    assert done.code == 0
    lines = done.out.splitlines()
    start = next(n for n, line in enumerate(lines) if " later " in line)
    assert max(map(len, lines)) <= width and all(line[:lines[start].index("A ")].endswith("  ")
                                                 for line in lines[start:start + 18])
    assert any(" USER 1 " in line for line in lines[start:])


# --- the command itself ---------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["info", "dump", "timeline", "convert", "check"])
def test_help(weir, command):
    done = weir(command, "--help")
    assert done.code == 0 and f"Usage: weir {command}" in done.out and "Examples:" in done.out
    assert command in weir("--help").out


def test_version(weir, root):
    """That of the IP, which the list of changes follows, that of the stream, and optional parts."""
    number = re.search(r"^## (\d+\.\d+)", (root / "CHANGELOG.md").read_text(), re.M)[1]
    stream = re.search(r"stream version \d+", (root / "docs/reference/stream.md").read_text())[0]
    for command in ([], ["info"]):
        assert weir(*command, "--version").out == (f"weir {number} ({stream})\n"
                                                   "features: +elf +fst +tui\n")


def complete(root, *words):
    """What bash offers for the last of these words."""
    script = """source <(weir completion) && COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) && _weir &&
    printf '%s\\n' "${COMPREPLY[@]}" """
    done = subprocess.run(["bash", "-c", script, "bash", "weir", *words],
                          capture_output=True,
                          text=True,
                          check=True,
                          env={**os.environ, "PATH": f"{root / 'build'}:{os.environ['PATH']}"})
    return done.stdout.split()


def test_completion_and_manual(weir, root):
    """bash completes commands, the options of each, and formats.

    Every command has its page, with every option.
    """
    commands = [word for word in complete(root, "") if not word.startswith("-")]
    assert {"info", "convert", "record", "stats"} <= set(commands) and complete(
        root, "conv") == ["convert"]
    assert {"flux", "fxt", "txtb", "rkh"} <= set(complete(
        root, "convert", "x", "--from", "")) < set(complete(root, "convert", "x", "--to", ""))
    assert complete(root, "record", "--ba") == ["--baud"]
    assert complete(root, "plot", "l") == ["latency"] and len(complete(root, "plot", "")) == 4
    assert complete(root, "help", "st") == ["stats"] and "10ns" in complete(
        root, "info", "--raw", "--unit", "")
    commands.remove("help")
    for command in commands:
        options = set(re.findall(r"--[a-z]+", weir(command, "--help", build="build/weir").out))
        assert set(complete(root, command, "--")) <= options
        page = (root / f"build/man/weir-{command}.1").read_text().replace("\\-", "-")
        assert f".TH WEIR-{command.upper()} " in page and f"\nweir-{command} - " in page
        examples = weir(command, "--help", build="build/weir").out.split("Examples:\n")[-1]
        assert f".IP\n.nf\n{re.sub('(?m)^  ', '', examples).strip()}\n.fi\n" in page
        assert page.startswith(".") and all(option in page
                                            for option in complete(root, command, "--"))
    assert all(command in (root / "build/man/weir.1").read_text() for command in commands)


@pytest.mark.parametrize("args,message", [
    ([], "weir: missing COMMAND; example: weir timeline trace.recTr"),
    (["draw", "x"], "no command draw; `weir help` lists them"),
    (["stat", "x"], "no command stat; did you mean stats?"),
    (["timline", "x"], "no command timline; did you mean timeline?"),
    (["help", "dumb"], "no command dumb; did you mean dump?"),
    (["--nope"], "no option --nope"),
    (["info", "--fromm", "x"], "no option --fromm; did you mean --from?"),
    (["info", "--from"], "--from needs FORMAT"),
    (["info", "-N"], "-N needs DICTIONARY"),
    (["info", "-x.recTr"], "no option -x.recTr; -h lists them"),
    (["info", "-x"], "no option -x; -h lists them"),
    (["info", "--raw", "x", "-x.recTr"], "no option -x.recTr"),
    (["info", "-", "-x.recTr"], "no option -x.recTr"),
    (["info", "x", "--raw", "-x.recTr"], "no option -x.recTr"),
    (["info", "--from", "fxt", "x", "-x.recTr"], "no option -x.recTr"),
    (["info", "--from", "fxt", "-x"], "no option -x;"),
    (["view", "-q", "-qx.recTr", "--raw"], "no option -qx.recTr"),
    (["view", "-qx", "--raw"], "no option -qx"),
    (["info", "--raw=3", "x"], "--raw takes no argument"),
    (["info", "--from", "flx", "/dev/null"
      ], "--from flx is not a format to read; did you mean flux?"),
    (["convert", "x", "--to", "vdc", "-o", "y"
      ], "--to vdc is not a format to write; did you mean vcd?"),
    (["plot", "timelin", "x", "-o", "y.svg"
      ], "timelin is no kind of picture; did you mean timeline?"),
    (["plot", "share", "x"], "missing -o OUT; example: weir plot share trace.recTr -o share.svg"),
    (["plot", "share"], "missing FILE; example: weir plot share trace.recTr -o share.svg"),
    (["info"], "missing FILE; example: weir info trace.recTr"),
    (["names"], "missing DICTIONARY...; example: weir names firmware.elf"),
    (["info", "a", "b"], "weir: info takes one FILE: what is b for?"),
    (["record", "a", "b"], "weir: record takes one FROM: what is b for?"),
    (["formats", "a"], "weir: formats takes no arguments: what is a for?"),
    (["compare", "a", "b", "c"], "weir: compare takes BEFORE AFTER: what is c for?"),
    (["convert", "-", "-", "-o", "y.fxt"
      ], "weir: - is given twice: standard input can be read once"),
    (["compare", "-", "-"], "weir: - is given twice: standard input can be read once"),
    (["INFO", "x"], "no command INFO; did you mean info?"),
    (["info", "/nonexistent/x"], "weir: /nonexistent/x: cannot open: No such file"),
    (["info", "/"], "weir: / is a directory: name a trace file in it (CTF is written only)"),
    (["info", "--raw", "--unit", "parsec", "x"
      ], "--unit parsec: only 1, 10 or 100 of s, ms, us, ns, ps, fs or as"),
    (["timeline", "-w", "79", "x"], "--width 79: write a number from 80 to 400"),
    (["timeline", "-n", "many", "x"
      ], "--events many: write a number from 0 to 1000000"),
    (["convert", "x"], "missing -o OUT; example: weir convert trace.recTr -o trace.fxt"),
    (["convert", "x", "-o", "y.fxt", "--set", "layout=legacy,foo=1"
      ], "fxt has no setting foo for --set; `weir formats` lists them"),
    (["convert", "x", "-o", "y.rkh", "--set", "id=2"
      ], "rkh has no setting id for --set; `weir formats` lists them"),
    (["record", "x", "-o", "y.fxt", "--spool", "1k"
      ], "--spool limits the page of --view: add --view, or leave out --spool"),
    (["record", "x", "-o", "y.vcd"
      ], "vcd cannot be written live: record to flux (.recTr), or to FXT (.fxt) if events have "
      "extra arguments, then convert it"),
    (["convert", "x", "-o", "y.zip"
      ], "y.zip: its ending names no format; add --to FORMAT"),
    (["convert", "x", "-o", "y.png"], "y.png: `weir plot` draws pictures; `weir convert` writes"),
    (["convert", "x", "-o", "y.html"], "y.html: `weir view` writes pages; `weir convert` writes"),
    (["compare", "x", "y", "-o", "z.svg"], "z.svg: a page ends in .html; `weir plot` draws"),
])
def test_usage_errors(weir, args, message):
    done = weir(*args)
    assert done.code == 2 and message in done.err and done.out == ""


def test_a_dictionary_and_a_trace_from_standard_input(weir):
    done = weir("info", "-N", "-", "-", data=b'{"ids": {"1": "sample"}}')
    assert (done.code, done.err) == (
        2, "weir: - is given twice: standard input can be read once\n")
    assert done.err.startswith("weir: ") and done.err.count("\n") == 1


def test_a_file_without_a_command(weir, save):
    path = save(weirstream.random_stream(events=50)[0], harts=2)
    done = weir(path)
    assert done.code == 2 and done.err == (
        f"weir: {path} is a file: which command? "
        f"Examples: weir timeline {path}, weir view {path}\n")


def test_what_a_colleague_would_say_of_files(weir, save, tmp_path):
    path = save(weirstream.random_stream(events=50)[0], harts=2)
    for args, message in (
        (["convert", path, "-o", tmp_path / "none/x.fxt"], "x.fxt: its folder does not exist"),
        (["convert", path, "-o", "/proc/x.fxt"], "x.fxt: no file can be made in this folder"),
        (["convert", path, "-o", tmp_path / "x.recTr", "--set", "pack"
          ], "wrong setting pack=; write pack=lz4, fastlz, zlib or gzip"),
        (["view", path, path], "missing -o OUT; example: weir view hart0.recTr hart1.recTr -o"),
        (["view", path, "-o", tmp_path / "y.png"], "y.png: a page ends in .html; `weir plot`"),
        (["view", path, "-o", tmp_path / "y.fxt"], "y.fxt: a page ends in .html; `weir convert`"),
        (["plot", "share", path, "-o", tmp_path / "x.svg", "--span", "2us,1us"],
         "--span 2us,1us ends before it begins: write FROM,TO like 1.5ms,2ms"),
        (["plot", "share", path, "-o", tmp_path / "x.svg", "--span", "1us,1us"],
         "--span 1us,1us is empty: write FROM,TO like 1.5ms,2ms"),
    ):
        done = weir(*args)
        assert done.code == 2 and message in done.err and done.err.count("\n") == 1


NO_TICK = "the length of a tick is unknown: add --unit, or write ticks, like 100000,3000000"


@pytest.mark.parametrize("span,message", [
    ("1ms,30ms", NO_TICK),
    ("1,2ms", NO_TICK),
    ("1ms", "write FROM,TO like 1.5ms,2ms"),
    ("1parsec,2parsec", "write FROM,TO like 1.5ms,2ms"),
])
def test_a_span_needs_the_length_of_a_tick(weir, tmp_path, span, message):
    path, out = tmp_path / "t.bin", tmp_path / "x.svg"
    path.write_bytes(bytes(weirstream.random_stream(threads=4, events=200)[0].bytes))
    done = weir("plot", "share", "--raw", path, "-o", out, "--span", span)
    assert done.code == 2 and f"weir: --span {span}: {message}\n" in done.err
    assert weir("plot", "share", "--raw", path, "-o", out, "--span", "0,3000000").code == 0


def test_a_file_whose_name_begins_with_a_dash(program, tmp_path):
    (tmp_path / "-x.recTr").write_bytes(weirstream.definitions())
    runs = lambda name: subprocess.run([program("build/weir-san"), "info", name],
                                       cwd=tmp_path,
                                       capture_output=True,
                                       text=True)
    assert runs("-x.recTr").stderr == "weir: no option -x.recTr; for the file write ./-x.recTr\n"
    assert runs("./-x.recTr").returncode == 0


@pytest.mark.parametrize("args", [["info", "--from", "txtb", "-"], ["convert", "-", "-o", "x.vcd"],
                                  ["convert", "-", "--to", "fst", "-o", "-"],
                                  ["view", "-", "-o", "x.html"]])
def test_no_folder_for_temporary_files(program, tmp_path, args):
    done = subprocess.run([program("build/weir-san"), *args],
                          cwd=tmp_path,
                          input=b"\0" * 20 if "txtb" in args else weirstream.definitions(),
                          capture_output=True,
                          env={**os.environ, "TMPDIR": "/nonexistent"})
    assert (done.returncode, done.stderr.decode()) == (
        2, "weir: temporary file in /nonexistent: cannot open: No such file or directory; "
        "TMPDIR sets its folder\n")


def test_formats_lists_every_choice(weir):
    shown = weir("formats").out
    assert " timer=up|down " in shown and " layout=file|stream " in shown


def test_an_empty_result_is_an_error(weir, tmp_path):
    """A file without a byte, and one without an event."""
    path, page = tmp_path / "x.recTr", tmp_path / "x.html"
    path.write_bytes(b"")
    assert weir("info", path).err == (
        f"weir: {path}: offset 0: expected a trace, found no byte: it is empty\n")
    path.write_bytes(weirstream.definitions())
    for args in (["timeline", path], ["stats", path], ["view", path, "-o", page]):
        done = weir(*args)
        assert done.code == 1 and done.err == (
            f"weir: {path}: no event in it; `weir doctor` says what to check\n")
    assert weir("info", path).code == 0


def test_nothing_is_a_stream_only_without_a_head(weir, tmp_path):
    """What a FIFO with nothing in it holds is a stream; an empty file is no trace of a format."""
    path = tmp_path / "x.bin"
    path.write_bytes(b"")
    for command in ("info", "check", "dump"):
        assert weir(command, "--raw", path).code == 0
        done = weir(command, path)
        assert (done.code, done.out, done.err) == (
            1, "", f"weir: {path}: offset 0: expected a trace, found no byte: it is empty\n")


@pytest.mark.parametrize("command", ["info", "dump", "timeline", "stats", "convert", "record"])
def test_options_that_the_file_does_not_need(weir, save, tmp_path, command):
    """They are not passed over in silence; --unit is, if it says what the file says."""
    path = save(weirstream.random_stream(events=50)[0], harts=2)
    out = ["-o", tmp_path / "x.csv"] if command in ("convert", "record") else []
    plain = weir(command, path, *out)
    for options, error in ((["--unit", "10s"], "it states another unit: --unit is not used"),
                           (["--unit", "10ns"], ""),
                           (["--raw"], "it has a head: leave out --raw")):
        done = weir(command, path, *options, *out)
        assert (done.code, done.err) == (
            0, (error and f"weir: {path}: {error}\n") + plain.err), options
        assert done.out == plain.out or options == ["--raw"]  # which leaves out the title


def test_help_in_every_way(weir, root):
    whole = weir("--help")
    assert whole.code == 0 and "Commands:" in whole.out
    assert weir("help").out == weir("-h").out == weir("-?").out == whole.out
    for command in complete(root, "help", ""):
        one = weir("help", command)
        assert one.code == 0 and one.out.startswith(f"Usage: weir {command} ") and (
            one.out == weir(command, "-h").out == weir(command, "--help").out)
        assert f"\n  {command} " in whole.out
    assert weir("--version").out == weir("info", "--version").out == weir("-V").out
    assert weir("version").out == weir("-V").out and weir("help", "help").out == whole.out


def test_units_in_both_orders(weir, tmp_path):
    path = tmp_path / "f.bin"
    path.write_bytes(bytes(weirstream.random_stream(events=50, loss=False)[0].bytes))
    for one, other in (("10ns", "ns10"), ("100us", "us100"), ("1ms", "ms"), ("s", "1s")):
        assert weir("info", "--raw", "--unit", one, path).out == weir(
            "info", "--raw", "--unit", other, path).out
    for bad in ("10", "ns1000", "1000ns", "01ns", "20ns", "10ns10", "", "nsns"):
        assert weir("info", "--raw", "--unit", bad, path).code == 2, bad


def test_dump_knows_the_names_from_the_first_line_on(weir, tmp_path):
    """A file is read for its names first; a pipe has them from their events on."""
    stream = weirstream.Stream()
    stream.switch(0, 0x100)
    stream.event(0, 1, 7)
    stream.name(0, 0x100, "pump")
    stream.event(0, 1, 8)
    stream.event(0, 0xC112, 0x100)  # thread ready
    data = weirstream.definitions() + bytes(stream.bytes)
    path = tmp_path / "t.recTr"
    path.write_bytes(data)
    lines = [line for line in weir("dump", path).out.split("\n") if " USER 1" in line]
    assert len(lines) == 2 and all(" pump " in line for line in lines)
    for command in ("dump", "timeline"):
        assert "SYS 49426 = pump (0x100)" in weir(command, path).out
    lines = [line for line in weir("dump", "-", data=data).out.split("\n") if " USER 1" in line]
    assert " 0x100 " in lines[0] and " pump " in lines[1]


@pytest.mark.parametrize("form", ["csv", "json", "fxt", "rkh", "vcd"])
def test_standard_output_is_the_file(weir, tmp_path, form):
    """Also where a name comes after the rows that need it, so that a single pass is not enough."""
    stream = weirstream.Stream()
    stream.switch(0, 0x100)
    for i in range(30):
        stream.event(0, 1, i)
    stream.name(0, 0x100, "pump")
    stream.event(0, 1, 8)
    path = tmp_path / "t.recTr"
    path.write_bytes(weirstream.definitions() + bytes(stream.bytes))
    assert weir("convert", path, "--to", form, "-o", tmp_path / "out").code == 0
    assert weir("convert", path, "--to", form, "-o", "-").data == (tmp_path / "out").read_bytes()


def test_nothing_is_an_error(weir, tmp_path):
    (tmp_path / "d.yaml").write_text("ids: {}\n")
    subprocess.run(["gcc", "-s", "-x", "c", "-o", tmp_path / "d.elf", "-"],
                   input=b"int main(void) { return 0; }", check=True)
    for name in ("d.yaml", "d.elf"):
        done = weir("names", tmp_path / name)
        assert done.code == 2 and "no names in it" in done.err and done.out == ""


def on_terminal(command, stream, pieces=(), environment=()):
    """The messages of the command where its standard output or error (`stream`) is a terminal.

    Its standard input comes in pieces, slowly.
    """
    master, slave = pty.openpty()
    started = subprocess.Popen(
        list(map(str, command)),
        stdin=subprocess.PIPE,
        env={**os.environ, **dict(environment)},
        **{"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: slave})
    os.close(slave)
    for piece in pieces:
        started.stdin.write(piece)
        started.stdin.flush()
        time.sleep(0.35)
    started.stdin.close()
    said = b""
    while True:
        try:
            said += os.read(master, 65536)
        except OSError:
            break
    assert started.wait() == 0
    os.close(master)
    return said.decode()


def test_settings_that_a_format_does_not_have(weir, save, tmp_path):
    """No setting is passed over in silence; with several inputs it is of one of them."""
    path, frames = save(weirstream.random_stream(events=50, loss=False)[0],
                        harts=2), tmp_path / "a.rkh"
    assert weir("convert", path, "-o", frames).code == 0
    for command in (["info",
                     path], ["convert", path, "-o",
                             tmp_path / "x.csv"], ["record", path, "-o", tmp_path / "x.csv"]):
        for key in ("id", "harts", "nope"):
            done = weir(*command, "--get", f"{key}=2")
            assert (done.code, done.err) == (
                2, f"weir: flux has no setting {key} for --get; `weir formats` lists them\n")
    assert weir("info", frames, "--get",
                "harts=2").err.startswith("weir: rkh has no setting harts for --get")
    assert weir("convert", path, frames, "--get", "sequence=1", "-o", tmp_path / "x.fxt").code == 0
    buffer = tmp_path / "b.trx"
    assert weir("convert", path, "-o", buffer).code == 0
    done = weir("record", buffer, "-o", tmp_path / "x.csv")
    assert (done.code, done.err) == (2,
                                     "weir: txtb cannot be read live: record its bytes with "
                                     "another program, then convert the file\n")


def test_progress_on_terminals_only(program, tmp_path):
    """Long work shows how far it is, on one line that is gone at the end."""
    stream, _ = weirstream.random_stream(events=6000, loss=False)
    data = bytes(stream.bytes)  # is read more than once: a pipe is copied first
    path, pieces = tmp_path / "t.bin", [data] * 4
    command = [program("build/weir"), "convert", "--raw", "-", "--to", "csv", "-o", "/dev/null"]
    said = on_terminal(command, "stderr", pieces)
    assert re.search(r"\rcopying standard input  \d+\.\d MB\x1b\[K",
                     said) and said.endswith("\r\x1b[K")
    assert subprocess.run(command, input=data * 4, capture_output=True).stderr == b""
    path.write_bytes(data * 2000)
    said = on_terminal([program("build/weir"), "dump", "--raw", path], "stderr")
    assert said == ""  # its lines are the progress
    said = on_terminal(
        [program("build/weir"), "convert", "--raw", "--unit", "10ns", path, "--to", "json", "-o",
         "/dev/null"], "stderr")
    assert re.search(r"\rreading .*t\.bin  █*░*  +\d+ %  \d+ records", said) and re.search(
        r"\r\x1b\[K(weir: .*\s*)?$", said)


def test_color_on_terminals_only(program, save):
    path = save(weirstream.random_stream(events=50)[0], harts=2)
    command = [program("build/weir"), "timeline", path]
    assert "\x1b[" in on_terminal(command, "stdout")
    assert "\x1b[" not in on_terminal(command, "stdout", environment=[("NO_COLOR", "1")])
    assert "\x1b[" not in on_terminal([*command, "--color=never"], "stdout")
    assert b"\x1b[" not in subprocess.run(command, capture_output=True, check=True).stdout


FORMS = ("flux", "fxt", "txtb", "rkh", "vcd", "fst", "json", "csv", "arrow")


def test_output_that_cannot_be_written(weir, program, save, tmp_path):
    """A full device, or a full disk at any byte of the file, is an error in every format.

    The device stays what it is.
    """
    path = save(weirstream.random_stream(events=400, loss=False)[0], harts=2)
    full = tmp_path / "full"
    os.symlink("/dev/full", full)
    for form in FORMS:
        done = weir("convert", path, "--to", form, "-o", full)
        assert done.code == 2
        assert done.err == f"weir: {full}: cannot write: No space left on device\n"
        assert full.is_char_device()
        out = tmp_path / f"whole.{form}"
        assert weir("convert", path, "--to", form, "-o", out).code == 0
        size, short = out.stat().st_size, tmp_path / f"short.{form}"
        for limit in (1, size // 2, size - 1):
            done = subprocess.run(
                [program("build/weir"), "convert", path, "--to", form, "-o", short],
                capture_output=True,
                text=True,
                preexec_fn=lambda: full_disk(limit))
            assert done.returncode == 2 and done.stderr.startswith(
                f"weir: {short}: cannot write: "), (form, limit)
            assert form == "fst" or done.stderr.endswith(": File too large\n"), (
                form, limit)  # its library does not keep the reason
    done = weir("convert", path, "-o", "/nonexistent/x.fxt")
    assert done.code == 2 and "its folder does not exist" in done.err


def full_disk(data):
    """No file of this process takes more."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (data, data))


@pytest.mark.parametrize("form", FORMS)
def test_output_into_a_named_pipe(weir, program, save, tmp_path, form):
    """A pipe gets the same bytes as a file, also from formats that change earlier bytes.

    It stays a pipe, and nothing is left behind.
    """
    path, pipe, out = save(weirstream.random_stream(events=100, loss=False)[0],
                           harts=2), tmp_path / "pipe", tmp_path / "out"
    assert weir("convert", path, "--to", form, "-o", out).code == 0
    os.mkfifo(pipe)
    folder = tmp_path / "temporary"
    folder.mkdir()
    started = subprocess.Popen([program("build/weir"), "convert", path, "--to", form, "-o", pipe],
                               env={**os.environ, "TMPDIR": str(folder)},
                               stderr=subprocess.DEVNULL)
    with pipe.open("rb") as reader:
        got = reader.read()
        # A reader takes the first end for the end: nobody waits for a second.
        assert started.wait(timeout=60) == 0
    assert pipe.is_fifo() and not list(folder.iterdir())
    if form == "fst":  # it holds the date
        assert len(got) == out.stat().st_size and got[-100:] == out.read_bytes()[-100:]
    else:
        assert got == out.read_bytes()
