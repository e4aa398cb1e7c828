# SPDX-License-Identifier: Apache-2.0
"""`weir` on wrong input.

One line that says where and what, exit code 1, everything before it still given, never a crash.
"""

import gzip
import os
import random
import re
import zlib

import pytest
import weirstream
from weirstream import (
    LOSS_ITEM,
    DROPPED_ITEM,
    CACHE_ENTRY_ITEM,
    USER,
    Stream,
    definitions,
    entry,
    item_of,
    mint,
    pint,
    dropped_item,
    text,
    unsigned,
)

ERROR = re.compile(r"weir: (.+): offset (\d+): expected (.+), found (.+)\n")


def good():
    stream = Stream()
    stream.switch(0, 0x1000, 100)
    stream.event(0, 1, 7, 10)
    return stream


def begins(age, delta=1):
    return entry(LOSS_ITEM, delta, 1, unsigned(2 * age + 1))


def ends(age, delta=1):
    return entry(LOSS_ITEM, delta, 1, unsigned(2 * age))


def total(number, delta=1, kind=USER):
    return entry(dropped_item(kind), delta, 1, unsigned(number))


BEGUN = begins(0, 10)  # after an event at 110: a loss since 120
COUNTED = BEGUN + total(5, 30)  # five dropped before 150
FILLED = entry(CACHE_ENTRY_ITEM, 5, 2, b"\7")
ARG = entry(192, 5, 1, b"\7")  # an extra argument of an event of hart 0
JOINED = "the next extra argument or the event, of the same hart and time"

# Entries behind a good stream (a switch at 100, an event at 110): who rejects them, the entry, the
# offset of the error, what was expected and what found. STRICT: readers can do without the rule, so
# only `check` rejects the entry.
LENIENT, STRICT = "all commands", "check only"
BAD = {
    "an extra argument out of order": (LENIENT, entry(
        208, 5, 1,
        b"\7"), 0, "an event, or its first extra argument", "extra argument 2 of hart 0"),
    "an extra argument twice": (LENIENT, ARG + entry(192, 0, 1, b"\7"), len(ARG), JOINED,
                                "extra argument 1 of hart 0"),
    "extra arguments of a switch": (LENIENT, ARG + entry(1, 0, 2, b"\7"), len(ARG), JOINED,
                                    "another entry"),
    "extra arguments of another hart": (LENIENT, ARG + entry(item_of(1, 5), 0, 1, b"\7"), len(ARG),
                                        JOINED, "another entry"),
    "an event later than its extra arguments": (LENIENT, ARG + entry(5, 1, 1, b"\7"), len(ARG),
                                                JOINED, "another entry"),
    "33 bits of an extra argument": (LENIENT, entry(192, 5, 1, unsigned(1 << 32)), 0,
                                     "an unsigned value of 32 bits", "5 bytes that are not one"),
    "extra arguments at the end": (LENIENT, ARG, 0, "the event of these words",
                                   "the end of the stream"),
    "item 0x8021, reserved id": (LENIENT, entry(
        item_of(0, 0x8021), 5, 1,
        b"\7"), 0, "an item of the map with samples", "item 525824, which is not in the map"),
    "long item of a short id": (LENIENT, entry(
        16 * (5 + 63), 5, 1,
        b"\7"), 0, "an item of the map with samples", "item 1088, which is not in the map"),
    "item above the map": (LENIENT, entry(
        weirstream.MAX_ITEM + 1, 5, 1,
        b"\7"), 0, "an item of the map with samples", "item 1049584, which is not in the map"),
    "scope with data": (LENIENT, entry(
        240, 5, 1, b"\7"), 0, "an item of the map with samples", "item 240, which is a scope"),
    "isr as integer": (LENIENT, entry(2, 5, 1, b"\7"), 0, "data format 2 (event)", "1"),
    "isr of hart 16": (LENIENT, entry(
        32, 5, 2, b"\7"), 0, "an item of the map with samples", "item 32, which is not in the map"),
    "checkpoint": (LENIENT, entry(4, 0, 1,
                                  b""), 0, "checkpoint 1, the begin of a checkpoint", None),
    "checkpoint with a delta": (STRICT, entry(
        4, 5, 1, b"\1"), 0, "a checkpoint without deltas", "a delta of 5"),
    "thread as integer": (LENIENT, entry(1, 5, 1, b"\7"), 0, "data format 2 (event)", "1"),
    "id as event": (LENIENT, entry(5, 5, 2, b"\7"), 0, "data format 1 (integer)", "2"),
    "id as float": (LENIENT, entry(5, 5, 5, b"\7\7\7\7"), 0, "data format 1 (integer)", "5"),
    "tagged sample": (LENIENT, pint(5 << 3 | 3) + b"\5\x11\7", 0, "data format 1 (integer)",
                      "1 with a tag"),
    "negative value": (LENIENT, entry(
        5, 5, 1, b"\x80"), 0, "an unsigned value of 64 bits", "1 bytes that are not one"),
    "65 bits": (LENIENT, entry(
        5, 5, 1, unsigned(1 << 64)), 0, "an unsigned value of 64 bits", "9 bytes that are not one"),
    "33 bits of a thread": (LENIENT, entry(
        1, 5, 2, unsigned(1 << 32)), 0, "an unsigned value of 32 bits", "5 bytes that are not one"),
    "20 bytes": (LENIENT, entry(
        5, 5, 1,
        bytes(19) + b"\1"), 0, "an unsigned value of 64 bits", "20 bytes that are not one"),
    "33 bits of a total": (LENIENT, BEGUN + total(1 << 32), len(BEGUN),
                           "an unsigned value of 32 bits", "5 bytes that are not one"),
    "loss as a struct": (LENIENT,
                         entry(LOSS_ITEM, 5, 1,
                               bytes.fromhex("00030103 04030101 05030101 06030169 0703016e")), 0,
                         "an unsigned value of 32 bits", "20 bytes that are not one"),
    "an item of row 1 of no thread": (LENIENT, BEGUN + entry(16, 1, 1, b"\7"), len(BEGUN),
                                      "an item of the map with samples",
                                      "item 16, which is not in the map"),
    "total as event": (LENIENT, BEGUN + entry(DROPPED_ITEM, 1, 2, b"\7"), len(BEGUN),
                       "data format 1 (integer)", "2"),
    "cache entry as integer": (LENIENT, entry(CACHE_ENTRY_ITEM, 5, 1,
                                              b"\7"), 0, "data format 2 (event)", "1"),
    "cache entry that is not valid": (STRICT, FILLED + entry(CACHE_ENTRY_ITEM + 16 * 3, 5, 2, b""),
                                      len(FILLED), "a valid cache entry",
                                      "entry 3, which has no thread yet"),
    "thread in two cache entries": (STRICT, FILLED + entry(CACHE_ENTRY_ITEM + 16, 5, 2, b"\7"),
                                    len(FILLED), "the cache entry of this thread",
                                    "entry 1, which would repeat entry 0"),
    "over-long item": (STRICT, pint(5 << 3 | 2, 2) + b"\5\x11\7", 0,
                       "byte 2a, as a unit encodes it", "byte aa"),
    "over-long delta": (STRICT, pint(5 << 3 | 2) + pint(5, 2) + b"\x11\7", 1,
                        "byte 05, as a unit encodes it", "byte 85"),
    "over-long size": (STRICT, entry(5, 5, 1, b"\7",
                                     2), 2, "byte 11, as a unit encodes it", "byte 91"),
    "delta 0 written": (STRICT, pint(5 << 3 | 2) + b"\0\x11\7", 0, "byte 28, as a unit encodes it",
                        "byte 2a"),
    "guard byte for nothing": (STRICT, entry(
        5, 5, 1, b"\7\0"), 2, "byte 11, as a unit encodes it", "byte 21"),
    "zero with a byte": (STRICT, entry(5, 5, 1,
                                       b"\0"), 2, "byte 01, as a unit encodes it", "byte 11"),
    "same timestamp again": (STRICT, entry(
        5, 0, 1, b"\7"), 0, "a timestamp later than the one before", "110 again"),
    "over-long age": (STRICT, entry(LOSS_ITEM, 10, 1,
                                    b"\1\0"), 2, "byte 11, as a unit encodes it", "byte 21"),
    "loss begins twice": (STRICT, BEGUN + begins(0), len(BEGUN), "the end of the open loss",
                          "the begin of another"),
    "loss begins before the stream": (STRICT, begins(
        121, 10), 0, "a first drop inside the stream and after the previous loss",
                                      "121 ticks before 120, loss until 0"),
    "loss begins in the one before": (STRICT, COUNTED + ends(26) + begins(2),
                                      len(COUNTED + ends(26)),
                                      "a first drop inside the stream and after the previous loss",
                                      "2 ticks before 152, loss until 151"),
    "total without a loss": (STRICT, total(
        5, 30), 0, "the begin of a loss before its totals", "a total of USER"),
    "end without a loss": (STRICT, ends(5, 30), 0, "the begin of a loss before its end", "an end"),
    "end of a second loss": (STRICT, COUNTED + ends(26) + ends(27), len(COUNTED + ends(26)),
                             "the begin of a loss before its end", "an end"),
    "total behind the end": (STRICT, COUNTED + ends(26) + total(6, kind="ID"),
                             len(COUNTED + ends(26)), "the begin of a loss before its totals",
                             "a total of ID"),
    "total of 0": (STRICT, BEGUN + total(0), len(BEGUN),
                   "a total that rises, by at most one drop a tick",
                   "0 after 0, with 0 counted in 1 ticks of this loss"),
    "repeated total": (STRICT, COUNTED + total(5), len(COUNTED),
                       "a total that rises, by at most one drop a tick",
                       "5 after 5, with 5 counted in 31 ticks of this loss"),
    "total that falls": (STRICT, COUNTED + total(4), len(COUNTED),
                         "a total that rises, by at most one drop a tick",
                         "4 after 5, with 5 counted in 31 ticks of this loss"),
    "total that rises too fast": (STRICT, COUNTED + total(27, kind="COM"), len(COUNTED),
                                  "a total that rises, by at most one drop a tick",
                                  "27 after 0, with 5 counted in 31 ticks of this loss"),
    "loss of nothing": (STRICT, BEGUN + ends(0), len(BEGUN), "the totals of a loss before its end",
                        "a loss without totals"),
    "loss ends before it began": (STRICT, COUNTED + ends(32), len(COUNTED),
                                  "a last drop not before the first, and before the last total",
                                  "first 120, last 119, total at 150"),
    "loss ends before the stream": (STRICT, COUNTED + ends(152), len(COUNTED),
                                    "a last drop not before the first, and before the last total",
                                    "first 120, last 0, total at 150"),
    "loss ends without a total": (STRICT, COUNTED + ends(1), len(COUNTED),
                                  "a last drop not before the first, and before the last total",
                                  "first 120, last 150, total at 150"),
    "loss too short for its count": (
        STRICT, COUNTED + ends(28), len(COUNTED),
        "as many drops as fit between the first and the last of a loss", "5 from 120 to 123"),
    "loss of one drop at two times": (
        STRICT, BEGUN + total(1, 30) + ends(26), len(BEGUN + total(1, 30)),
        "as many drops as fit between the first and the last of a loss", "1 from 120 to 125"),
    "loss at the timestamp of an event": (STRICT, begins(
        0, 0), 0, "a timestamp later than the one before", "110 again"),
    "CURR": (STRICT, b"\0\x23\5" + mint(200), 0, "the position of item 0", "that of item 5"),
    "label on a sample": (STRICT, b"\0\x41\5\0\0\0", 0, "an entry of a Weir stream", "ATLA"),
    "definition of item 77": (STRICT, b"\0\x11" + pint(77) + pint(240) + text("x") + text("") +
                              b"\2" + text(""), 0, "a signal of the map", "item 77"),
    "thread as integer signal": (STRICT, b"\0\x11" + pint(1) + pint(240) + text("thread") +
                                 text("") + b"\2" + text(""), 0,
                                 "item 1 as SIGD of type 1 in scope 240",
                                 "SIGD of type 2 in scope 240"),
    "signal in another hart": (STRICT, b"\0\x11" + pint(17) + pint(240) + text("thread") +
                               text("") + b"\1" + text(""), 0,
                               "item 17 as SIGD of type 1 in scope 241",
                               "SIGD of type 1 in scope 240"),
    "scope of no hart": (STRICT, b"\0\x10" + pint(239) + pint(0) + text("x") + text(""), 0,
                         "the scope of a hart: 240 + hart in 0", "239 in 0"),
    "member of the loss": (STRICT,
                           b"\0\x31" + pint(3) + pint(0) + pint(0) + text("x") + b"\3" + text(""),
                           0, "an entry of a Weir stream", "MEMD"),
    "loss as a struct signal": (STRICT, b"\0\x11" + pint(3) + pint(0) + text("loss") + text("") +
                                b"\7" + text(""), 0, "item 3 as SIGD of type 2 in scope 0",
                                "SIGD of type 7 in scope 0"),
    "total in another hart": (STRICT, b"\0\x11" + pint(258) + pint(240) + text("x") + text("") +
                              b"\2" + text(""), 0, "item 258 as SIGD of type 2 in scope 242",
                              "SIGD of type 2 in scope 240"),
    "second OPEN with a start": (STRICT, b"\0\x20\0" + text("ns") + mint(5) + mint(0), 0,
                                 "OPEN of item 0 with start 0 and rate 0",
                                 "item 0, start 5, rate 0"),
    "second HEAD": (STRICT, definitions().partition(b"\0\x10\xf0")[0], 0, "one HEAD",
                    "a second one"),
    "unknown tag": (LENIENT, b"\0\x99", None, None, None),
    "over-long for ever": (LENIENT, b"\xaa" * 12, None, None, None),
    "size beyond the end": (LENIENT, pint(5 << 3 | 2) + b"\5" + pint(100 << 4 | 1) + b"\7", None,
                            None, "the end"),
    "size of gigabytes": (LENIENT, pint(5 << 3 | 2) + b"\5" + pint(1 << 36 | 1) + b"\7", None, None,
                          None),
    "time beyond 64 bits": (LENIENT, entry(5, (1 << 63) - 1, 1, b"\7"), None, None, None),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_streams(weir, tmp_path, name):
    who, data, at, expected, found = BAD[name]
    stream = good()
    head = definitions()
    path = tmp_path / "bad.recTr"
    path.write_bytes(head + stream.bytes + data)
    start = len(head) + len(stream.bytes)

    for command in ("check", "dump", "info", "timeline"):
        done = weir(command, path)
        errors = "".join(
            line for line in done.err.splitlines(keepends=True) if "left out" not in line)
        if command != "check" and who == STRICT:
            assert (done.code, errors) == (0, ""), "readers accept what they understand"
            continue
        assert done.code == 1
        error = ERROR.fullmatch(errors)
        assert error and error[1] == str(path), done.err
        assert int(error[2]) == start + at if at is not None else start <= int(
            error[2]) <= start + len(data)
        assert expected is None or error[3] == expected
        assert found is None or error[4] == found
        if command == "dump":
            lines = [line for line in done.out.splitlines()
                     if line.split()[0] != "-"]  # without names
            assert "; still open; " in lines.pop() if data.startswith(
                BEGUN) else "still open" not in done.out
            assert [line.split()[0] for line in lines] == ["us", "1.00", "1.10"]
        if command == "info":
            assert re.search(r"delivered +1 +0 +1 +0 +2\n", done.out)
    done = weir("convert", path, "--to", "csv", "-o", "-")
    errors = [line for line in done.err.splitlines() if "left out" not in line]
    assert done.code == (1 if who == LENIENT else 0) and len(errors) == (1 if who == LENIENT else 0)
    assert len(done.out.splitlines()) >= 3


HEADS = {
    "nothing": (b"", 0, "a trace", "no byte: it is empty"),
    "another magic": (definitions().replace(b"flux", b"flax"), 0, "the start of a known format",
                      "other bytes. A dump of the FIFO or the ring needs --raw --unit 10ns; else "
                      "name the format with --from: flux, fxt, txtb, rkh"),
    "flux version 9": (definitions().replace(b"flux\6", b"flux\x09"), None, None, None),
    "stream version 1": (definitions(description="weir ip 0.1 regs 1 stream 1"), 0,
                         "stream version 3", "version 1"),
    "no stream version": (definitions(description="weir ip 1.0 regs 3"), 0, "stream version 3",
                          "version -1"),
    "cut": (definitions()[:20], None, None, "the end"),
}


@pytest.mark.parametrize("name", HEADS)
def test_bad_heads(weir, tmp_path, name):
    data, at, expected, found = HEADS[name]
    path = tmp_path / "bad.recTr"
    path.write_bytes(data + (bytes(good().bytes) if len(data) > 50 else b""))
    for command in ("check", "dump", "info", "timeline"):
        done = weir(command, path)
        first, *rest = done.err.splitlines(keepends=True)
        error = ERROR.fullmatch(first)
        assert done.code == 1 and error, done.err
        assert all(": left out " in line for line in rest) and len(rest) < 2
        assert at is None or int(error[2]) == at
        assert expected is None or error[3] == expected
        assert found is None or error[4] == found


def test_files_of_other_kinds(weir, tmp_path):
    """Outputs of the command, packed files and firmware are named."""
    source = tmp_path / "t.recTr"
    source.write_bytes(definitions() + bytes(good().bytes))
    for name in ("vcd", "fst", "csv", "json", "arrow"):
        path = tmp_path / f"t.{name}"
        assert weir("convert", source, "-o", path).code == 0
        done = weir("info", path)
        assert (done.code, done.err.upper()) == (
            1, f"weir: {path}: this is {name}, which weir writes and does not read\n".upper())
    for data, kind in ((gzip.compress(source.read_bytes()), "gzip: unpack it first"),
                       (b"\x7fELF\2\1\1\0",
                        "an ELF file, which has names for a trace: give it to --names")):
        done = weir("info", "-", data=data)
        assert (done.code, done.err) == (1, f"weir: standard input: this is {kind}\n")
    assert weir("convert", source, "-o", tmp_path / "t.ctf").code == 0
    done = weir("record", tmp_path / "t.ctf/metadata", "-o", tmp_path / "x.fxt")
    assert "this is CTF, which weir writes" in done.err


def test_strict_heads(weir, tmp_path):
    path = tmp_path / "bad.recTr"
    head = definitions()
    size = len(pint(weirstream.MAX_ITEM))
    at = head.index(pint(weirstream.MAX_ITEM))
    for wrong in (head[:at - 1] + b"\1" + head[at:], head[:at] + pint(99) + head[at + size:],
                  head[:at + size] + b"\x58" + head[at + size + 1:]):
        path.write_bytes(wrong + good().bytes)
        done = weir("check", path)
        assert done.code == 1
        assert ERROR.fullmatch(
            done.err
        )[3] == "HEAD of flux version 6, mode 0, maxItemId 1049583, maxEntrySize 20 or 25"


def test_other_flux_is_no_weir_stream(weir, tmp_path):
    path = tmp_path / "other.recTr"
    path.write_bytes(definitions(name="other") + good().bytes)
    assert weir("check",
                path).out.endswith(
                    ': valid flux, but not read whole, 18 records, "weir ip 1.0 regs 3 stream 3"\n')
    assert weir("info", path).code == weir("dump", path).code == 0
    done = weir("timeline", path)
    assert done.code == 0 and "0 switches" in done.out and "NONE" in done.out
    assert weir("convert", path, "-o", tmp_path / "x.csv").code == 0


# --- damage at random -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def trace(tmp_path_factory):
    stream, _ = weirstream.random_stream(seed=7, harts=2, threads=6, named=4, events=120)
    data = definitions(harts=2, ids=[(0, 16, "queue")], names=[(0, 5, "five")]) + bytes(
        stream.bytes)
    return data


def boundaries(weir, data):
    return [
        int(line.split()[0]) for line in weir("dump", "--entries", "-", data=data).out.splitlines()
    ] + [len(data)]


TICK = "the length of a tick is unknown, and taken as 1 ns"  # of an output, if the entry is damaged


def complain(done):
    lines = [
        line for line in done.err.splitlines(keepends=True)
        if "left out" not in line and TICK not in line
    ]
    errors = [ERROR.fullmatch(line) for line in lines]
    assert done.code == 1 and errors and all(errors), done.err
    return errors[0]


def test_truncations(weir, trace):
    """A cut is reported at its offset, and everything before it is read."""
    lines = weir("dump", "-", data=trace).out.splitlines()
    edges = boundaries(weir, trace)
    rng = random.Random(1)
    inside = 0
    for cut in sorted({*range(0, 80, 3), *rng.sample(range(len(trace)), 60), len(trace) - 1}):
        done, check = weir("dump", "-", data=trace[:cut]), weir("check", "-", data=trace[:cut])
        shown = done.out.splitlines()
        if shown and "; still open; " in shown[-1]:  # the cut is in a loss
            inside += shown.pop().split()[3] == "dropped:"
        assert shown[1:] == lines[1:len(shown)]  # the first names the unit, which OPEN tells
        if cut in edges[1:]:
            assert done.code == check.code == 0
            continue
        error = complain(check)
        if error[
                # a lone 00 behind a definition makes one of the other layout
                3] == "definitions of the classic layout":
            continue
        assert error[4] == ("no byte: it is empty" if not cut else f"the end after {cut} bytes"
                            if error[3] == "the start of a known format" else "the end")
        assert max(e for e in edges if e <= cut) <= int(error[2]) <= cut
        assert complain(done)[0] == error[0]
    assert inside > 2


@pytest.mark.parametrize("part", range(4))
def test_flipped_bits(weir, trace, part):
    """Whatever a flipped bit makes of a stream.

    No crash, and no error before the entry that contains it.
    """
    edges = boundaries(weir, trace)
    rng = random.Random(100 + part)
    commands = [["check"], ["dump"], ["dump", "--entries"], ["info"], ["timeline"],
                ["convert", "--to", "fxt", "-o", "-"], ["convert", "--to", "vcd", "-o", "-"],
                ["convert", "--to", "csv", "-o", "-"]]
    for n in range(60):
        damaged = bytearray(trace)
        at = rng.randrange(len(trace))
        for _ in range(rng.choice([1, 1, 1, 3])):
            damaged[at] ^= 1 << rng.randrange(8)
        done = weir(*commands[n % len(commands)], "-", data=bytes(damaged))
        assert done.code in (0, 1)
        if done.code:
            assert int(complain(done)[2]) >= max(e for e in edges if e <= at)


@pytest.mark.parametrize("part", range(2))
def test_garbage(weir, part):
    rng = random.Random(200 + part)
    for n in range(40):
        data = rng.randbytes(rng.randrange(400))
        for args in (["dump", "--raw"], ["check", "--raw"], ["info"], ["timeline", "--raw"]):
            done = weir(*args, "-", data=data)
            assert done.code in (0, 1)
            if done.code and "no event in it" not in done.err:
                complain(done)


# --- other people's flux --------------------------------------------------------------------------


def test_flux_of_others(weir, root):
    """Files of other emitters: described, dumped and checked without Weir's names in them."""
    files = sorted((root / "tests/formats/vectors/flux").glob("*.recTr"))
    if not files:
        pytest.skip("no vectors")
    for path in files:
        for args in (["info"], ["dump"], ["dump", "--entries"], ["check"]):
            done = weir(*args, path)
            if "first4089" in path.name:  # cut on purpose
                assert complain(done)[4] == "the end" and (args == ["check"] or len(done.out) > 400)
            else:
                assert re.fullmatch(r"(weir: .*: left out .*\n)?", done.err), path
                # good only if all was understood
                assert done.code == (args == ["check"] and bool(done.err)), path


def test_values_of_every_type(weir):
    signal = lambda item, kind, name, descriptor="": (b"\0\x11" + pint(item) + pint(1) + text(name)
                                                      + text("") + bytes([kind]) + text(descriptor))
    data = b"\0\1flux\6" + pint(0) + text("types") + text("") + b"\0" + pint(20) + pint(4096)
    data += b"\0\x10" + pint(1) + pint(0) + text("top") + text("")
    data += signal(2, 2, "int") + signal(3, 4, "float") + signal(4, 5, "text") + signal(
        5, 3, "logic", "default<bits=4>")
    data += signal(6, 6, "binary") + signal(7, 7, "struct") + signal(8, 9, "ints") + signal(
        9, 11, "texts")
    data += b"\0\x20\0" + text("us") + mint(0) + mint(0)
    data += entry(2, 5, 1, b"\xfe") + entry(3, 0, 5, b"\0\0\0\x3f") + entry(4, 0, 1, b'a "b\x1b')
    data += entry(5, 0, 9, b"\5") + entry(6, 0, 1, b"\1\2") + entry(2, 0, 0, b"") + entry(
        2, 0, 1, b"\7" * 9)
    data += entry(7, 0, 1, b"\0\3\1\7" + b"\1\1\2hi" + b"\2\4\4\0\0\x80\x3f" + b"\3\x09\4\0\3\1\1")
    data += entry(8, 1, 7, b"\2" + b"\1\5" + b"\1\xff") + entry(9, 0, 1, b"\1x\2yz")
    done = weir("dump", "--entries", "-", data=data)
    assert (done.code, done.err) == (0, "")
    assert [
        re.search(r" data item \d+ at (\d+) .*?\((.*)\)  \|", line).groups()
        for line in done.out.splitlines() if " data " in line
    ] == [
        ("5", "top/int = -2"),
        ("5", "top/float = 0.5"),
        ("5", 'top/text = "a "b?"'),
        ("5", "top/logic = 0101"),
        ("5", "top/binary = <01 02>"),
        ("5", "top/int = none"),
        ("5", "top/int = <07 07 07 07 07 07 07 07 07>"),
        ("5", 'top/struct = {0: 7, 1: "hi", 2: 1, 3: {0: 1}}'),
        ("6", "top/ints = [5, -1]"),
        ("6", 'top/texts = ["x", "yz"]'),
    ]
    done = weir("dump", "-", data=data)
    assert (done.code, done.err) == (0, "")
    assert [
        line.split()[0] + " " + line.split(maxsplit=3)[3] for line in done.out.splitlines()[1:]
        if line.split()[0].isdigit()
    ] == [
        "5 top:int = -2",
        "5 top:float = 0.5",
        '5 top:text value="a "b?"',
        "5 top:logic value=0101",
        "5 top:binary value=01 02",
        "5 top:int value=null",
        "5 top:int value=0x70707070707070707",
        '5 top:struct value={0: 7, 1: "hi", 2: 1, 3: {0: 1}}',
        "6 top:ints value=[5, -1]",
        '6 top:texts value=["x", "yz"]',
    ]


def test_packed_streams(weir):
    """A stream put into a packed block reads as before.

    An error inside is reported by its offset in the block.
    """
    stream, _ = weirstream.random_stream(events=200)

    def packed(data):
        small = zlib.compress(data)
        return definitions(harts=2) + b"\0\5\2" + pint(len(data)) + pint(len(small)) + small

    assert weir("check", "-", data=packed(bytes(stream.bytes))).code == 0
    plain = weir("dump", "-", data=definitions(harts=2) + stream.bytes)
    assert weir("dump", "-", data=packed(bytes(stream.bytes))).out == plain.out
    done = weir("dump", "-", data=packed(bytes(stream.bytes) + b"\0\x99"))
    error = complain(done)
    assert done.out == plain.out and int(error[2]) == len(definitions(harts=2))
    assert re.fullmatch(r"something else at byte (\d+) of a packed block", error[4])
    assert len(stream.bytes) <= int(re.search(r"\d+", error[4])[0]) < len(stream.bytes) + 2


# --- memory ---------------------------------------------------------------------------------------


def test_memory_does_not_grow(program, tmp_path):
    """Ten times the trace takes the same memory."""
    stream, _ = weirstream.random_stream(events=3000, loss=False)
    path = tmp_path / "long.bin"

    def peak(repeat, *args):
        path.write_bytes(bytes(stream.bytes) * repeat)
        with open(os.devnull, "w") as null:
            pid = os.posix_spawn(program("build/weir"),
                                 ["weir", *args, "--raw", str(path)],
                                 os.environ,
                                 file_actions=[(os.POSIX_SPAWN_DUP2, null.fileno(), 1)])
        _, status, usage = os.wait4(pid, 0)
        assert status == 0
        return usage.ru_maxrss

    for args in (["info"], ["dump"], ["timeline"], ["convert", "--to", "vcd", "-o", "-"]):
        assert peak(60, *args) - peak(6, *args) < 300  # KiB


def test_pins_are_no_hart(weir, tmp_path):
    """The unit's event pins have the number behind its last hart; `weir info` says so.

    Waves have no scope for it.
    """
    for ids, harts in (([(0, 1, "a"), (1, 0x4400, "pin 0")], "0 1 (event pins)"),
                       ([(0, 1, "a"), (1, 2, "b")], "0 1")):  # yapf: disable
        stream = weirstream.Stream()
        stream.event(0, 1, 1)
        stream.event(*ids[1][:2], 1)
        path = tmp_path / "t.recTr"
        path.write_bytes(weirstream.definitions(ids=ids) + bytes(stream.bytes))
        assert re.search(rf"^  harts +{re.escape(harts)}$", weir("info", path).out, re.M)
        assert weir("convert", path, "-o", tmp_path / "t.rkh").code == 0
        assert re.search(rf"^  harts +{re.escape(harts)}$",
                         weir("info", tmp_path / "t.rkh").out, re.M)
        waves = weir("convert", path, "--to", "vcd", "-o", "-").out
        assert ("$scope module hart1 " in waves) == ("pins" not in harts)
