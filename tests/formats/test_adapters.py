# SPDX-License-Identifier: Apache-2.0
"""RKH and TXTB in the event model: input, output and losses of the adapters."""

import random
import re
import struct
import subprocess
from collections import Counter

import pytest
import test_rkh as rkh
import test_txtb as txtb
import weirstream


@pytest.fixture(scope="session")
def adapter(program):
    """adapter("rkh", path, ...) is (exit code, lines, error lines) of the sanitized adapter_kinds.
    """
    tool = program("build/tests/formats/adapter_kinds")

    def run(*args):
        done = subprocess.run([tool, *map(str, args)], capture_output=True, timeout=60)
        error = done.stderr.decode()
        assert "Sanitizer" not in error and "runtime error" not in error, error
        return done.returncode, done.stdout.decode(
            errors="replace").splitlines(), error.splitlines()

    return run


def weir_stream(path, seed, harts):
    stream, names = weirstream.random_stream(seed=seed, harts=harts, threads=harts + 5, events=800)
    ids = [(hart, number, f"id_{number}") for hart in range(harts) for number in (1, 2, 300)]
    path.write_bytes(weirstream.definitions(harts=harts, ids=ids) + stream.bytes)


# ---- the unit's streams, there and back


@pytest.mark.parametrize("seed,harts", [(1, 1), (2, 2), (3, 4), (4, 9)])
def test_weir_through_rkh(adapter, tmp_path, seed, harts):
    """Everything of a stream of the unit, with its losses, returns from RKH frames.

    Only who runs behind a loss is not known.
    """
    flux, frames = tmp_path / "a.recTr", tmp_path / "a.rkh"
    weir_stream(flux, seed, harts)
    code, original, errors = adapter("flux", flux)
    assert code == 0 and len(original) > 800 and any(line.startswith("loss") for line in original)
    code, _, errors = adapter("flux", flux, "rkh", frames)
    assert (code, errors) == (0, [])
    code, back, errors = adapter("rkh", frames)
    assert (code, errors) == (0, [])
    assert back[:-1] == original[:-1] and (original[-1], back[-1]) == ("base 10/1000000000",
                                                                       "base 1/100000000")


@pytest.mark.parametrize("seed", [5, 6])
def test_weir_through_txtb(adapter, tmp_path, seed):
    """Events, switches and times of one hart return from a trace buffer.

    What it cannot carry is counted.
    """
    flux, trace = tmp_path / "a.recTr", tmp_path / "a.trx"
    weir_stream(flux, seed, 1)
    original = adapter("flux", flux)[1]
    code, _, errors = adapter("flux", flux, "txtb", trace)
    assert code == 0
    losses_of = dict(
        re.match(r"write: (?:dropped (\d+) (\w+)|(\d+) (\w+ without \w+))", line).group(
            *((2, 1) if "dropped" in line else (4, 3))) for line in errors)
    losses = [line for line in original if line.startswith("loss")]
    assert int(losses_of["loss without kinds"]) == len(losses) > 0
    code, back, errors = adapter("txtb", trace)
    assert (code, errors) == (0, [])

    def plain(line):
        line = re.sub(r' "[^"]*"', "", line)
        return re.sub(r"^loss (@\d+) counted=1 (\d+)\+(\d+)\+(\d+)\+(\d+) .*",
                      r"lost \1 \2 \3 \4 \5", line)

    def restored(line):
        m = re.match(
            r"instant (@\d+) hart=0 weir=61439 SYS thread=\? value=(\d+)(?: info2=(\d+))?"
            r"(?: info3=(\d+))?(?: info4=(\d+))?$", line)
        return f"lost {m.group(1)} " + " ".join(m.group(k) or "0"
                                                for k in range(2, 6)) if m else line

    expected = [plain(line) for line in original if not re.match(r"name|object|base", line)]
    ours = [restored(plain(line)) for line in back if not re.match(r"object|base", line)]
    dropped = int(losses_of.get("instant", 0))
    kept = [
        line for line in expected
        if not re.match(r"instant @\d+ hart=0 weir=(6[2-9]\d{3}|61[5-9]\d\d|614[4-9]\d)", line)
    ]
    assert len(expected) - len(kept) == dropped

    def low(line):  # of a 64-bit value, the upper half is info2
        m = re.search(r"value=(\d+)$", line)
        value = int(m.group(1)) if m and line.startswith("instant") else 0
        return re.sub(r"value=\d+$", f"value={value & 0xFFFFFFFF} info2={value >> 32}",
                      line) if value >> 32 else line

    def short(line):  # gaps of 2^32 ticks and more are not to be seen
        return re.sub(r"@(\d+)", lambda m: f"@{int(m.group(1)) & 0xFFFFFFFF}", line)

    assert [short(low(line)) for line in kept] == [short(line) for line in ours]
    times = [0, *(int(re.search(r"@(\d+)", line).group(1)) for line in kept)]
    gaps = sum(b - a > 0xFFFFFFFF for a, b in zip(times, times[1:]))
    assert gaps > 0 and sum(
        int(count) for what, count in losses_of.items() if what.endswith("without times")) == gaps


def test_tracex_parser_reads_it(adapter, tmp_path):
    """tracex-parser finds the same times, contexts and ids in what was converted, and the threads'
    names.
    """
    flux, trace = tmp_path / "a.recTr", tmp_path / "a.trx"
    weir_stream(flux, 7, 1)
    adapter("flux", flux, "txtb", trace)
    events, names = txtb.by_tracex(trace)
    lines = [line for line in adapter("txtb", trace)[1] if re.match(r"instant|switch", line)]
    assert len(events) == len(lines) > 500
    for event, line in zip(events, lines):
        time, number = int(re.search(r"@(\d+)", line).group(1)), int(
            re.search(r"weir=(\d+)", line).group(1))
        assert event[3] == time & 0xFFFFFFFF
        assert event[2] == (number + 4096 if line.startswith("instant") else
                            1 if "from=0" in line or "from=?" in line else 2)
    named = {
        int(m.group(1)): m.group(2)
        for m in (re.match(r'object thread (\d+) "([^"]*)"', line)
                  for line in adapter("txtb", trace)[1]) if m
    }
    assert named and {a: n for a, n in names.items() if a} == named
    assert len([line for line in adapter("txtb", trace)[1]
                if line.startswith("object")]) == len(named), "each thread once"


def test_gap_in_frames(adapter, tmp_path):
    """After missing frames, the running thread is unknown until the next switch."""
    path = tmp_path / "a.rkh"
    path.write_bytes(rkh.FLAG + b"".join([
        rkh.event(0xC6, bytes.fromhex("0501000000 0500e1f505"), 0, 5),
        rkh.event(0xC3,
                  bytes.fromhex("09") + rkh.P1, 1, 6),
        rkh.event(0xC0, bytes.fromhex("030100 0107"), 2, 7),
        rkh.event(0xC0, bytes.fromhex("030100 0108"), 5, 9),
        rkh.event(0xC3,
                  bytes.fromhex("09") + rkh.P2, 6, 10),
        rkh.event(0xC0, bytes.fromhex("030100 0109"), 7, 11)
    ]))
    code, lines, errors = adapter("rkh", path)
    assert (code, errors) == (0, [])
    high = 1 << 32
    assert lines == [
        f"switch @{high + 6} hart=0 weir=32768 SYS thread=536871168 from=? state=0",
        f"instant @{high + 7} hart=0 weir=1 USER thread=536871168 value=7",
        f"loss @{high + 9} counted=1 0+0+0+2 cause=0 source=0 {high + 7}..{high + 9}",
        f"instant @{high + 9} hart=0 weir=1 USER thread=? value=8",
        f"switch @{high + 10} hart=0 weir=32768 SYS thread=536871424 from=? state=0",
        f"instant @{high + 11} hart=0 weir=1 USER thread=536871424 value=9", "base 1/100000000"
    ]


def test_names_in_frames(adapter, tmp_path):
    """Frames of a unit spell the names of threads and objects word by word, each hart its own.

    A word that is missing leaves no name.
    """
    def word(number, hart, identity, value):
        return rkh.event(0xC0 | hart << 3 | 1, struct.pack("<BHBI", 3, identity, 5, value), number,
                         5 + number)

    runs = [
        [(0, weirstream.THREAD_NAME, w) for w in weirstream.name_run(0x20000100, "pump")],
        [(1, weirstream.THREAD_NAME, w) for w in weirstream.name_run(0x20000200, "logger")],
        [(0, weirstream.THREAD_NAME + 1, w) for w in weirstream.name_run(0x20000300, "\4results")],
        [(1, weirstream.THREAD_NAME, w) for w in weirstream.name_run(0x20000400, "cut short")[:3]]
    ]
    words = [
        *(w for pair in zip(*runs[:2]) for w in pair), *runs[1][len(runs[0]):], *runs[2], *runs[3],
        *runs[0]
    ]
    path = tmp_path / "a.rkh"
    path.write_bytes(rkh.FLAG + rkh.event(0xC6, bytes.fromhex("0501000000 0500e1f505"), 0, 5) +
                     b"".join(word(1 + k, *w) for k, w in enumerate(words)))
    code, lines, errors = adapter("rkh", path)
    assert (code, errors) == (0, [])
    assert len([line for line in lines
                if line.startswith("instant")]) == len(words), "the words stay events"
    assert [line for line in lines if line.startswith("object")] == [
        'object thread 536871168 "pump"', 'object thread 536871424 "logger"',
        'object semaphore 536871680 "results"', 'object thread 536871168 "pump"'
    ]


@pytest.mark.parametrize("seed", range(3))
def test_damaged_files(adapter, tmp_path, seed):
    """Bytes changed at random.

    Problems are reported; the rest is read and written.
    """
    rng = random.Random(seed)
    flux, made = tmp_path / "a.recTr", {"rkh": tmp_path / "a.rkh", "txtb": tmp_path / "a.trx"}
    weir_stream(flux, seed, 1)
    for name, path in made.items():
        adapter("flux", flux, name, path)
    for name, path in made.items():
        whole = path.read_bytes()
        for _ in range(12):
            data = bytearray(whole)
            for _ in range(rng.choice([1, 10, 300])):
                data[rng.randrange(64 if rng.random() < 0.1 else len(data))] = rng.randrange(256)
            bad, out = tmp_path / "bad", tmp_path / "out"
            bad.write_bytes(data[:rng.choice([len(data), rng.randrange(len(data))])])
            for other in ("rkh", "txtb", "csv"):
                assert adapter(name, bad, other, out)[0] in (0, 1, 2)


# ---- handlers


@pytest.mark.parametrize("way", ["unit", "software"])
def test_handlers_in_one_form(adapter, tmp_path, way):
    """Traps of the unit and handlers that software reports are the same records in every format."""
    stream = weirstream.Stream()
    stream.switch(0, 0x500, 5)
    for cause in (7, 11):
        for enters in (1, 0):
            if way == "unit":
                stream.trap(0, cause, enters, 10)
            else:
                stream.event(0, 0xC121 - enters, cause, 10)
    path = tmp_path / "t.recTr"
    path.write_bytes(weirstream.definitions() + stream.bytes)
    for ending in ("flux", "txtb", "rkh", "fxt"):
        other = tmp_path / f"t.{ending}"
        assert adapter("flux", path, ending, other)[0] == 0
        handlers = [line.split() for line in adapter(ending, other)[1] if line.startswith("isr")]
        assert [(line[1], line[2], line[4]) for line in handlers
                ] == [("enter", "@15", "cause=7"), ("exit", "@25", "cause=7"),
                      ("enter", "@35", "cause=11"), ("exit", "@45", "cause=11")], ending


# ---- RKH of RKH itself


def test_native_rkh(adapter, tmp_path):
    path = tmp_path / "a.rkh"
    tcfg = bytes.fromhex("ac 0030 0c800300 14411101 10 e803")
    path.write_bytes(rkh.FLAG + rkh.frame(tcfg) + b"".join([
        rkh.event(0xA6, rkh.P1 + b"&pump\0", 0, 5),
        rkh.event(0xA7, b"\x07GO\0", 1, 6),
        rkh.event(0xAB, b"\x03LOWPWR\0", 2, 7),
        rkh.event(0xAF, rkh.P1 + rkh.P2 + b"on\0", 3, 8),
        rkh.event(0x43, rkh.P1 + b"\x07\x01\x02\x03", 4, 9),
        rkh.event(0xC3, bytes.fromhex("03 2404 00ff 0768690008 02aabb"), 7, 11)
    ]))
    code, lines, errors = adapter("rkh", path)
    assert (code, errors) == (0, [])
    assert lines == [
        'object object 536871168 "pump"',
        'object signal 7 "GO"',
        'name weir=3 USER "LOWPWR"',
        'object state machine 536871424 "on"',
        'instant @9 rkh=67 thread=? "FIFO" active=536871168 signal=7 pool=1 refs=2 elements=3',
        "loss @11 counted=1 0+0+0+2 cause=0 source=0 9..11",
        'instant @11 weir=3 USER thread=? "LOWPWR" value=1060 =-1 ="hi" =[2]',
        "base 1/1000",
    ]


def test_rkh_problems(adapter, tmp_path):
    """Damage is a problem with its place, all else is read.

    The bytes before the first flag are one only if strict.
    """
    path = tmp_path / "a.rkh"
    tcfg = rkh.frame(bytes.fromhex("ac 0030 0c800300 14411101 10 e803"))
    good = [rkh.event(0xC1, b"\x01\x07", k, k) for k in range(6)]
    path.write_bytes(b"abc" + rkh.FLAG + tcfg + good[0] + good[1][:-3] + b"\0\0\x7e" + good[2] +
                     rkh.event(0x24, b"\x01", 3) + good[4] + good[5][:-1])
    code, lines, errors = adapter("rkh", path)
    assert code == 1 and [line.split(" ")[0]
                          for line in lines] == ["instant", "loss", "instant", "instant", "base"]
    assert errors == [
        "byte 30: expected bytes whose sum is 0, found a checksum of 0x00 where 0x3c is right",
        "byte 50: expected the arguments of this record, found others",
        "byte 69: expected a flag (0x7e) behind the frame, found the end after 9 bytes",
        "read: unknown 1"
    ]
    assert adapter("-s", "rkh",
                   path)[2][0] == "byte 0: expected a flag (0x7e), found 3 bytes before the first"


# ---- TXTB of ThreadX itself


def test_native_txtb(adapter, tmp_path):
    """Events with their names and fields.

    A switch beside each event that says one; ISRs; a switch that was missed.
    """
    path = tmp_path / "a.trx"
    A, B, ISR, INIT = txtb.A, txtb.B, txtb.ISR, txtb.INIT
    path.write_bytes(
        txtb.trace(txtb.THREADS[:2] + [txtb.entry(3, 0x30, b"queue", (20, 4)), txtb.THREADS[2]], [
            txtb.event(INIT, 0, 100, 1, (A, 5, 0x500, 512)),
            txtb.event(A, 0x80050005, 68, 10, (0x30, 0x40, 0xFFFFFFFF, 0)),
            txtb.event(A, 0x80050005, 2, 12, (A, 5, 0x700, B)),
            txtb.event(ISR, B, 3, 15, (0x800, 7, 1, 0)),
            txtb.event(ISR, B, 4, 17, (0, 7, 0, 0)),
            txtb.event(B, 0x80070007, 5000, 20, (1, 0, 3, 0)),
            txtb.event(A, 0x80050005, 1, 30, (B, 3, 0x900, A)),
            txtb.event(A, 0x80050005, 210, 31, (1, 2, 3, 4)),
        ]))
    code, lines, errors = adapter("txtb", path)
    assert (code, errors) == (0, [])
    assert lines == [
        f'object thread {A} "A" stack start=4096 stack size=512 priority=5',
        f'object thread {B} "B" stack start=8192 stack size=512 priority=263',
        'object queue 48 "queue" queue size=20 message size=4',
        f'instant @1 hart=0 threadx=100 thread=? "THREAD_CREATE" thread={A} priority=5 stack=1280 '
        f'stack_size=512',
        f"switch @10 hart=0 weir=32768 SYS thread={A} from=? state=0",
        f'instant @10 hart=0 threadx=68 thread={A} "QUEUE_RECEIVE" queue=48 destination=64 '
        f'wait=4294967295 enqueued=0',
        f'instant @12 hart=0 threadx=2 thread={A} "THREAD_SUSPEND" thread={A} new_state=5 '
        f'stack=1792 next_thread={B}',
        f"switch @12 hart=0 weir=32768 SYS thread={B} from={A} state=4",
        f"isr enter @15 hart=0 cause=7 thread={B} stack=2048 isr=7 system_state=1 "
        f"preempt_disable=0",
        f"isr exit @17 hart=0 cause=7 thread={B}",
        f"instant @20 hart=0 weir=904 USER thread={B} value=1 info2=0 info3=3",
        f"switch @30 hart=0 weir=32768 SYS thread={A} from={B} state=0",
        f'instant @30 hart=0 threadx=1 thread={A} "THREAD_RESUME" thread={B} previous_state=3 '
        f'stack=2304 next_thread={A}',
        f"instant @31 hart=0 threadx=210 thread={A} info1=1 info2=2 info3=3 info4=4",
        "base 0/0",
    ]
    again = tmp_path / "b.trx"
    assert adapter("txtb", path, "txtb", again)[0] == 0
    back = adapter("txtb", again)[1]
    assert back == lines
    assert txtb.by_tracex(again)[1].keys() == {0, A, B, 0x30}


def test_txtb_problems(adapter, tmp_path):
    path = tmp_path / "a.trx"
    path.write_bytes(txtb.GOOD[:-40])
    code, lines, errors = adapter("txtb", path)
    assert code == 1 and sum(line.startswith("instant") for line in lines) == 2
    assert errors == [
        f"byte {len(txtb.GOOD) - 40}: expected the rest of the trace buffer, found the end after "
        f"{len(txtb.GOOD) - 40} of {len(txtb.GOOD)} bytes"
    ]
    for name, data, _ in txtb.BAD:
        path.write_bytes(data)
        code, lines, errors = adapter("txtb", path)
        assert code == 2 and lines == [] and errors[-1].startswith("failed: -1: byte "), name


def test_guess(adapter, tmp_path):
    """Each format knows its own files, and no other's."""
    path = tmp_path / "a"
    for data, name in [(txtb.GOOD, "txtb"), (b"some text before " + txtb.GOOD, "txtb"),
                       (rkh.FLAG + rkh.frame(rkh.FULL) + rkh.GOOD, "rkh"),
                       (rkh.FLAG + b"".join(rkh.event(0xC0, b"", k) for k in range(9)), "rkh"),
                       (weirstream.definitions(), "flux")]:
        path.write_bytes(data)
        errors = adapter("csv", path)[2] if name == "none" else adapter("flux", path)[2]
        assert [line for line in errors if line.startswith("guessed")
                ] == ([f"guessed: {name}"] if name != "flux" else []), name


def test_statistics_agree(weir, tmp_path):
    """Who ran how long is the same from the unit's stream, from RKH frames, and from a trace
    buffer.
    """
    stream = weirstream.Stream()
    for k, thread in enumerate((0x20000100, 0x20000200, 0)):
        if thread:
            stream.name(0, thread, f"worker {k}", 5)
    for k in range(300):
        stream.switch(0, (0x20000100, 0x20000200, 0)[k % 3], 10 + 7 * (k % 5))
        stream.event(0, 1 + k % 20, k, 3)
    flux = tmp_path / "a.recTr"
    flux.write_bytes(weirstream.definitions() + stream.bytes)

    def shares(path):
        out = weir("stats", path).out
        return [(m.group(1).strip(), m.group(2), m.group(3))
                for m in re.finditer(r"^  (\S.*?)  .* (\d+\.\d) % +(\d+) ", out, re.M)]

    expected = shares(flux)
    assert [name for name, _, _ in expected] == ["worker 0", "worker 1"]  # idle is no thread
    for ending in ("rkh", "trx"):
        path = tmp_path / f"a.{ending}"
        assert weir("convert", flux, "-o", path).code == 0
        assert weir("check", path).code == 0
        assert shares(path) == expected, ending


def frames_of(data):
    """The frames between flags, without escapes."""
    for piece in data.split(b"\x7e"):
        frame, escaped = bytearray(), False
        for byte in piece:
            if byte == 0x7d:
                escaped = True
            else:
                frame.append(byte ^ 0x20 if escaped else byte)
                escaped = False
        if frame:
            assert sum(frame) & 0xff == 0
            yield bytes(frame)


def test_frames_of_many_harts(weir, tmp_path):
    """Frames have ids of one byte, as viewers of RKH read them; those of harts 4-15 begin with an
    argument I8. Recorded live, they are the same."""
    stream, _ = weirstream.random_stream(seed=9, harts=6, threads=9, events=300, loss=False)
    flux, frames, live = (tmp_path / name for name in ("a.recTr", "a.rkh", "live.rkh"))
    flux.write_bytes(weirstream.definitions(harts=6) + stream.bytes)
    assert weir("convert", flux, "-o", frames).code == 0
    harts = Counter()
    for frame in frames_of(frames.read_bytes()):
        kind, lower = frame[0] & 7, frame[0] >> 3 & 3
        if frame[0] >> 5 == 6 and kind <= 3:  # user events: USER, COM, SYS, THREAD
            assert frame[6] & 15 != 0 or 1 <= frame[7] <= 3
            harts[lower + 4 * (frame[7] if frame[6] & 15 == 0 else 0)] += 1
    assert harts == Counter(e.hart for e in stream.events) and set(harts) == set(range(6))
    assert weir("record", frames, "-o", live).code == 0
    assert live.read_bytes() == frames.read_bytes()
    assert weir("check", frames).code == 0
