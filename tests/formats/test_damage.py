# SPDX-License-Identifier: Apache-2.0
"""`weir` on wrong input: one line that says where and what, exit code 1, everything before it still given, never a crash."""

import os
import random
import re
import zlib

import pytest
import weirstream
from weirstream import LOSS_ITEM, ROOM, Stream, definitions, entry, item_of, mint, pint, text, unsigned

ERROR = re.compile(r"weir: (.+): offset (\d+): expected (.+), found (.+)\n")


def good():
    stream = Stream()
    stream.switch(0, 0x1000, 100)
    stream.event(0, 1, 7, 10)
    return stream


def member(number, value, kind=3):
    return pint(number) + bytes([kind]) + pint(len(unsigned(value))) + unsigned(value)


def loss(*members, delta=0, size_width=2):
    return entry(LOSS_ITEM, delta, 1, b"".join(members), size_width)


WHOLE = [member(0, 3), member(4, ROOM), member(5, 1), member(6, 105), member(7, 110)]

# What follows a good stream (a switch at 100, an event at 110), what is wrong with it at which octet, and whether a
# reader can do without the rule: then only `check` refuses it.
LENIENT, STRICT = "all commands", "check only"
BAD = {
    "item 0x8001, reserved id": (LENIENT, entry(item_of(0, 0x8001), 5, 1, b"\7"), 0, "an item that carries events",
                                 "item 524544, which is not in the map"),
    "long item of a short id": (LENIENT, entry(16 * (5 + 15), 5, 1, b"\7"), 0, "an item that carries events",
                                "item 320, which is not in the map"),
    "item above the map": (LENIENT, entry(weirstream.MAX_ITEM + 1, 5, 1, b"\7"), 0, "an item that carries events",
                           "item 1048816, which is not in the map"),
    "scope with data": (LENIENT, entry(240, 5, 1, b"\7"), 0, "an item that carries events", "item 240, which is a scope"),
    "isr": (LENIENT, entry(2, 5, 2, b"\7"), 0, "an item that carries events", "item 2, which is reserved"),
    "sync": (LENIENT, entry(4, 5, 1, b""), 0, "an item that carries events", "item 4, which is reserved"),
    "thread as integer": (LENIENT, entry(1, 5, 1, b"\7"), 0, "data format 2 (event)", "1"),
    "id as event": (LENIENT, entry(5, 5, 2, b"\7"), 0, "data format 1 (integer, struct)", "2"),
    "id as float": (LENIENT, entry(5, 5, 5, b"\7\7\7\7"), 0, "data format 1 (integer, struct)", "5"),
    "tagged sample": (LENIENT, pint(5 << 3 | 3) + b"\5\x11\7", 0, "data format 1 (integer, struct)", "1 with a tag"),
    "negative value": (LENIENT, entry(5, 5, 1, b"\x80"), 0, "an unsigned value of 32 bits", "1 octets that are none"),
    "33 bits": (LENIENT, entry(5, 5, 1, unsigned(1 << 32)), 0, "an unsigned value of 32 bits", "5 octets that are none"),
    "20 octets": (LENIENT, entry(5, 5, 1, bytes(19) + b"\1"), 0, "an unsigned value of 32 bits", "20 octets that are none"),
    "loss with member 8": (LENIENT, loss(*WHOLE, member(8, 1)), 0, "a loss record of integer members 0 to 7",
                           "member 8 of type 3"),
    "loss with text": (LENIENT, loss(*WHOLE[:4], member(7, 110, 1)), 0, "a loss record of integer members 0 to 7",
                       "member 7 of type 1"),
    "loss with a negative count": (LENIENT, loss(b"\0\3\1\xff", *WHOLE[1:]), 0, "a loss record of unsigned values",
                                   "another value in member 0"),
    "loss cut inside": (LENIENT, entry(LOSS_ITEM, 0, 1, b"".join(WHOLE)[:-1], 2), 0, "a whole loss record",
                        "one whose members do not fit"),
    "33 bits of loss": (LENIENT, loss(member(1, 1 << 32), *WHOLE[1:]), 0, "counts of 32 bits in a loss record",
                        "4294967296 of class COM"),
    "cause 8": (LENIENT, loss(WHOLE[0], member(4, 8), *WHOLE[2:]), 0, "a set of causes below 8", "8"),
    "over-long item": (STRICT, pint(5 << 3 | 2, 2) + b"\5\x11\7", 0, "octet 2a, as a unit encodes it", "octet aa"),
    "over-long delta": (STRICT, pint(5 << 3 | 2) + pint(5, 2) + b"\x11\7", 1, "octet 05, as a unit encodes it", "octet 85"),
    "over-long size": (STRICT, entry(5, 5, 1, b"\7", 2), 2, "octet 11, as a unit encodes it", "octet 91"),
    "delta 0 written": (STRICT, pint(5 << 3 | 2) + b"\0\x11\7", 0, "octet 28, as a unit encodes it", "octet 2a"),
    "guard octet for nothing": (STRICT, entry(5, 5, 1, b"\7\0"), 2, "octet 11, as a unit encodes it", "octet 21"),
    "zero with an octet": (STRICT, entry(5, 5, 1, b"\0"), 2, "octet 01, as a unit encodes it", "octet 11"),
    "same stamp again": (STRICT, entry(5, 0, 1, b"\7"), 0, "a stamp later than the one before", "110 again"),
    "loss with an over-long size": (STRICT, loss(*WHOLE, size_width=3), 2, None, None),
    "loss without cause": (STRICT, loss(WHOLE[0], *WHOLE[2:]), 1, None, None),
    "loss out of order": (STRICT, loss(WHOLE[1], WHOLE[0], *WHOLE[2:]), 3, "octet 00, as a unit encodes it", "octet 04"),
    "loss with a member twice": (STRICT, loss(WHOLE[0], WHOLE[0], *WHOLE[1:]), 1, None, None),
    "loss that counts 0": (STRICT, loss(member(0, 0), *WHOLE[1:]), 1, None, None),
    "loss of nothing": (STRICT, loss(*WHOLE[1:]), 0, "a loss record that tells of a refusal", "one that counts none"),
    "loss of no cause": (STRICT, loss(WHOLE[0], member(4, 0), *WHOLE[2:]), 0, "a loss record with cause and source",
                         "cause 0, source 0x1"),
    "loss of no source": (STRICT, loss(*WHOLE[:2], member(5, 0), *WHOLE[3:]), 0, "a loss record with cause and source",
                          "cause 0x1, source 0"),
    "loss whose last is before its first": (STRICT, loss(*WHOLE[:3], member(6, 108), member(7, 107)), 0,
                                            "a loss record whose first and last refusal lie in order behind the record before",
                                            "first 108, last 107, time 110, before 0"),
    "loss of the future": (STRICT, loss(*WHOLE[:4], member(7, 111)), 0,
                           "a loss record whose first and last refusal lie in order behind the record before",
                           "first 105, last 111, time 110, before 0"),
    "loss told twice": (STRICT, loss(*WHOLE) + loss(*WHOLE, delta=1), len(loss(*WHOLE)),
                        "a loss record whose first and last refusal lie in order behind the record before",
                        "first 105, last 110, time 111, before 110"),
    "CURR": (STRICT, b"\0\x23\0" + mint(200), 0, "an entry of a Weir stream", "CURR"),
    "label on a sample": (STRICT, b"\0\x41\5\0\0\0", 0, "an entry of a Weir stream", "ATLA"),
    "definition of item 77": (STRICT, b"\0\x11" + pint(77) + pint(240) + text("x") + text("") + b"\2" + text(""), 0,
                              "a signal of the map", "item 77"),
    "thread as integer signal": (STRICT, b"\0\x11" + pint(1) + pint(240) + text("thread") + text("") + b"\2" + text(""), 0,
                                 "item 1 as SIGD of type 1 in scope 240", "SIGD of type 2 in scope 240"),
    "signal in another hart": (STRICT, b"\0\x11" + pint(17) + pint(240) + text("thread") + text("") + b"\1" + text(""), 0,
                               "item 17 as SIGD of type 1 in scope 241", "SIGD of type 1 in scope 240"),
    "scope of no hart": (STRICT, b"\0\x10" + pint(239) + pint(0) + text("x") + text(""), 0,
                         "the scope of a hart: 240 + hart in 0", "239 in 0"),
    "member of another item": (STRICT, b"\0\x31" + pint(5) + pint(0) + pint(0) + text("x") + b"\3" + text(""), 0,
                               "an integer member 0 to 7 of item 3", "member 0 of item 5"),
    "second OPEN with a start": (STRICT, b"\0\x20\0" + text("ns") + mint(5) + mint(0), 0,
                                 "OPEN of item 0 with start 0 and rate 0", "item 0, start 5, rate 0"),
    "second HEAD": (STRICT, definitions().partition(b"\0\x10\xf0")[0], 0, "one HEAD", "another"),
    "unknown tag": (LENIENT, b"\0\x99", None, None, None),
    "over-long for ever": (LENIENT, b"\xaa" * 12, None, None, None),
    "size beyond the end": (LENIENT, pint(5 << 3 | 2) + b"\5" + pint(100 << 4 | 1) + b"\7", None, None, "the end"),
    "size of gigabytes": (LENIENT, pint(5 << 3 | 2) + b"\5" + pint(1 << 36 | 1) + b"\7", None, None, None),
    "time beyond 64 bits": (LENIENT, entry(5, (1 << 63) - 1, 1, b"\7"), None, None, None),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_streams(weir, tmp_path, name):
    who, octets, at, expected, found = BAD[name]
    stream = good()
    head = definitions()
    path = tmp_path / "bad.recTr"
    path.write_bytes(head + stream.octets + octets)
    start = len(head) + len(stream.octets)

    for command in ("check", "dump", "info", "timeline"):
        done = weir(command, path)
        if command != "check" and who == STRICT:
            assert (done.code, done.err) == (0, ""), "what a reader can understand it reads"
            continue
        assert done.code == 1
        error = ERROR.fullmatch(done.err)
        assert error and error[1] == str(path), done.err
        assert int(error[2]) == start + at if at is not None else start <= int(error[2]) <= start + len(octets)
        assert expected is None or error[3] == expected
        assert found is None or error[4] == found
        if command == "dump":
            assert [line.split()[0] for line in done.out.splitlines()] == ["us", "1.00", "1.10"]
        if command == "info":
            assert re.search(r"delivered +1 +0 +1 +0 +2\n", done.out)
    done = weir("convert", path, "--to", "csv", "-o", "-")
    told = [line for line in done.err.splitlines() if "left out" not in line]
    assert done.code == (1 if who == LENIENT else 0) and len(told) == (1 if who == LENIENT else 0)
    assert len(done.out.splitlines()) >= 3


HEADS = {
    "nothing": (b"", 0, "HEAD before the end", "the end"),
    "another format": (b"\x7fELF\2\1\1\0", 0, None, "octet 7f"),
    "another magic": (definitions().replace(b"flux", b"flax"), None, None, None),
    "flux version 9": (definitions().replace(b"flux\6", b"flux\x09"), None, None, None),
    "stream version 2": (definitions(description="weir ip 0.1 regs 1 stream 2"), 0, "stream version 1", "version 2"),
    "no stream version": (definitions(description="weir ip 0.1 regs 1"), 0, "stream version 1", "version -1"),
    "cut": (definitions()[:20], None, None, "the end"),
}


@pytest.mark.parametrize("name", HEADS)
def test_bad_heads(weir, tmp_path, name):
    octets, at, expected, found = HEADS[name]
    path = tmp_path / "bad.recTr"
    path.write_bytes(octets + (bytes(good().octets) if len(octets) > 50 else b""))
    for command in ("check", "dump", "info", "timeline"):
        done = weir(command, path)
        error = ERROR.fullmatch(done.err)
        assert done.code == 1 and error, done.err
        assert at is None or int(error[2]) == at
        assert expected is None or error[3] == expected
        assert found is None or error[4] == found


def test_strict_heads(weir, tmp_path):
    path = tmp_path / "bad.recTr"
    head = definitions()
    size = len(pint(weirstream.MAX_ITEM))
    at = head.index(pint(weirstream.MAX_ITEM))
    for wrong in (head[: at - 1] + b"\1" + head[at:], head[:at] + pint(99) + head[at + size :],
                  head[: at + size] + b"\x59" + head[at + size + 1 :]):
        path.write_bytes(wrong + good().octets)
        done = weir("check", path)
        assert done.code == 1
        assert ERROR.fullmatch(done.err)[3] == "HEAD of flux version 6, mode 0, maxItemId 1048815, maxEntrySize 88"


def test_other_flux_is_no_weir_stream(weir, tmp_path):
    path = tmp_path / "other.recTr"
    path.write_bytes(definitions(name="other") + good().octets)
    assert weir("check", path).out.endswith("good flux, 15 entries\n")
    assert weir("info", path).code == weir("dump", path).code == 0
    done = weir("timeline", path)
    assert done.code == 1 and ERROR.fullmatch(done.err)[3] == "a Weir stream"
    assert weir("convert", path, "-o", tmp_path / "x.csv").code == 0


# --- damage at random ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def trace(tmp_path_factory):
    stream, _ = weirstream.random_stream(seed=7, harts=2, threads=6, named=4, events=120)
    octets = definitions(harts=2, ids=[(0, 16, "queue")], names=[(0, 5, "five")]) + bytes(stream.octets)
    return octets


def boundaries(weir, octets):
    return [int(line.split()[0]) for line in weir("dump", "--entries", "-", data=octets).out.splitlines()] + [len(octets)]


def complain(done):
    lines = [line for line in done.err.splitlines(keepends=True) if "left out" not in line]
    errors = [ERROR.fullmatch(line) for line in lines]
    assert done.code == 1 and errors and all(errors), done.err
    return errors[0]


def test_truncations(weir, trace):
    """A cut is found where it is; all that was whole is told."""
    lines = weir("dump", "-", data=trace).out.splitlines()
    edges = boundaries(weir, trace)
    rng = random.Random(1)
    for cut in sorted({*range(0, 80, 3), *rng.sample(range(len(trace)), 60), len(trace) - 1}):
        done, check = weir("dump", "-", data=trace[:cut]), weir("check", "-", data=trace[:cut])
        shown = done.out.splitlines()
        assert shown == lines[: len(shown)]
        if cut in edges[1:]:
            assert done.code == check.code == 0
            continue
        error = complain(check)
        if error[3] == "definitions of the classic layout":  # a lone 00 behind a definition makes one of the other layout
            continue
        assert error[4] == "the end" and max(e for e in edges if e <= cut) <= int(error[2]) <= cut
        assert complain(done)[0] == error[0]


@pytest.mark.parametrize("part", range(4))
def test_flipped_bits(weir, trace, part):
    """Whatever a flipped bit makes of a stream: no crash, and no error is told before the entry it is in."""
    edges = boundaries(weir, trace)
    rng = random.Random(100 + part)
    commands = [["check"], ["dump"], ["dump", "--entries"], ["info"], ["timeline"], ["convert", "--to", "fxt", "-o", "-"],
                ["convert", "--to", "vcd", "-o", "-"], ["convert", "--to", "csv", "-o", "-"]]
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
        octets = rng.randbytes(rng.randrange(400))
        for args in (["dump", "--raw"], ["check", "--raw"], ["info"], ["timeline", "--raw"]):
            done = weir(*args, "-", data=octets)
            assert done.code in (0, 1)
            if done.code:
                complain(done)


# --- other people's flux ------------------------------------------------------------------------------------------------------


def test_flux_of_others(weir, root):
    """Files of other emitters: described, dumped and checked without Weir's names in them."""
    files = sorted((root / "tests/formats/vectors/flux").glob("*.recTr"))
    if not files:
        pytest.skip("no vectors")
    for path in files:
        for args in (["info"], ["dump"], ["dump", "--entries"], ["check"]):
            done = weir(*args, path)
            if "first4089" in path.name:    # cut on purpose
                assert complain(done)[4] == "the end" and (args == ["check"] or len(done.out) > 400)
            else:
                assert (done.code, done.err) == (0, ""), path


def test_values_of_every_type(weir):
    signal = lambda item, kind, name, descriptor="": (
        b"\0\x11" + pint(item) + pint(1) + text(name) + text("") + bytes([kind]) + text(descriptor))
    octets = b"\0\1flux\6" + pint(0) + text("types") + text("") + b"\0" + pint(20) + pint(4096)
    octets += b"\0\x10" + pint(1) + pint(0) + text("top") + text("")
    octets += signal(2, 2, "int") + signal(3, 4, "float") + signal(4, 5, "text") + signal(5, 3, "logic", "default<bits=4>")
    octets += signal(6, 6, "binary") + signal(7, 7, "struct") + signal(8, 9, "ints") + signal(9, 11, "texts")
    octets += b"\0\x20\0" + text("us") + mint(0) + mint(0)
    octets += entry(2, 5, 1, b"\xfe") + entry(3, 0, 5, b"\0\0\0\x3f") + entry(4, 0, 1, b'a "b\x1b')
    octets += entry(5, 0, 9, b"\5") + entry(6, 0, 1, b"\1\2") + entry(2, 0, 0, b"") + entry(2, 0, 1, b"\7" * 9)
    octets += entry(7, 0, 1, b"\0\3\1\7" + b"\1\1\2hi" + b"\2\4\4\0\0\x80\x3f" + b"\3\x09\4\0\3\1\1")
    octets += entry(8, 1, 7, b"\2" + b"\1\5" + b"\1\xff") + entry(9, 0, 1, b"\1x\2yz")
    done = weir("dump", "-", data=octets)
    assert (done.code, done.err) == (0, "")
    assert [line.split(maxsplit=2)[2] for line in done.out.splitlines()] == [
        "top/int = -2", "top/float = 0.5", 'top/text = "a "b?"', "top/logic = 0101", "top/binary = <01 02>", "top/int = none",
        "top/int = <07 07 07 07 07 07 07 07 07>", 'top/struct = {0: 7, 1: "hi", 2: 1, 3: {0: 1}}', "top/ints = [5, -1]",
        'top/texts = ["x", "yz"]',
    ]
    assert all(line.split()[:2] == ["5", "us"] for line in done.out.splitlines()[:8])


def test_packed_streams(weir):
    """A stream put into a packed block reads as before; an error inside is told by its place in the block."""
    stream, _ = weirstream.random_stream(events=200)

    def packed(octets):
        small = zlib.compress(octets)
        return definitions(harts=2) + b"\0\5\2" + pint(len(octets)) + pint(len(small)) + small

    assert weir("check", "-", data=packed(bytes(stream.octets))).code == 0
    plain = weir("dump", "-", data=definitions(harts=2) + stream.octets)
    assert weir("dump", "-", data=packed(bytes(stream.octets))).out == plain.out
    done = weir("dump", "-", data=packed(bytes(stream.octets) + b"\0\x99"))
    error = complain(done)
    assert done.out == plain.out and int(error[2]) == len(definitions(harts=2))
    assert re.fullmatch(r"something else at octet (\d+) of a packed block", error[4])
    assert len(stream.octets) <= int(re.search(r"\d+", error[4])[0]) < len(stream.octets) + 2


# --- memory -------------------------------------------------------------------------------------------------------------------


def test_memory_does_not_grow(program, tmp_path):
    """Ten times the trace takes the same memory."""
    stream, _ = weirstream.random_stream(events=3000, loss=False)
    path = tmp_path / "long.bin"

    def peak(repeat, *args):
        path.write_bytes(bytes(stream.octets) * repeat)
        with open(os.devnull, "w") as null:
            pid = os.posix_spawn(program("build/weir"), ["weir", *args, "--raw", str(path)], os.environ,
                                 file_actions=[(os.POSIX_SPAWN_DUP2, null.fileno(), 1)])
        _, status, usage = os.wait4(pid, 0)
        assert status == 0
        return usage.ru_maxrss

    for args in (["info"], ["dump"], ["timeline"], ["convert", "--to", "vcd", "-o", "-"]):
        assert peak(60, *args) - peak(6, *args) < 300  # KiB
