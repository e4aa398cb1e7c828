# SPDX-License-Identifier: Apache-2.0
"""RKH frames.

Bytes checked by hand, every record kind, bad streams with their messages, random round trips,
target code.
"""

import csv
import io
import json
import re
import struct
import subprocess
import sys

import pytest
import rkhgen

FLAG = b"\x7e"
TCFG = bytes.fromhex("ac 0030 0c800300 14411101 10 0000")


def frame(data, checksum=True):
    """A frame as any encoder would make it, from its bytes; the flag behind it included."""
    if checksum:
        data += bytes([-sum(data) & 255])
    return b"".join(bytes([0x7D, o ^ 0x20]) if o in (0x7D, 0x7E) else bytes([o])
                    for o in data) + FLAG


def event(number, args, sequence=0, timestamp=0):
    return frame(bytes([number, sequence]) + struct.pack("<I", timestamp) + args)


@pytest.fixture(scope="session")
def dump(program):
    """dump(bytes, ...) is (exit code, lines, error lines) of the sanitized rkh-dump reading
    standard input.
    """
    tool = program("build/sw/rkh-dump-san")

    def run(data, *options):
        done = subprocess.run([tool, *options, "-"], input=data, capture_output=True, timeout=60)
        error = done.stderr.decode()
        assert "Sanitizer" not in error and "runtime error" not in error, error
        return done.returncode, done.stdout.decode().splitlines(), error.splitlines()

    return run


# ---- golden bytes: what docs/reference/rkh.md works out by hand


def test_page_example(dump, root):
    """The stream of the page, which has its explanation."""
    page = (root / "docs/reference/rkh.md").read_text()
    block = page.split("The first frames of a stream")[1].split("```")[1]
    data = b"".join(
        bytes.fromhex(re.match(r"[0-9a-f ]*?(?=  +[a-zA-Z])", line).group())
        for line in block.strip().splitlines())
    assert data == FLAG + frame(TCFG) + event(0xAB, b"\x03LOWPWR\0", 0, 1) + event(
        0xC3, b"\x03\x24\x04", 1, 0x7E)
    for options in ((), ("-k", "1"), ("-i", "1"), ("-k", "3", "-m", "16")):
        code, lines, errors = dump(data, *options)
        assert (code, errors) == (0, [])
        assert lines == [
            "1 FWK_TCFG version=3.0.00 sequence=1 timestamp=1/4 checksum=1 pointer=4 signal=1 "
            "ticks=1 blocks=1 elements=1 event=1 "
            "block=1 pools=0 hz=0 flags=0x000c",
            '17 FWK_TUSR #0 @1 event=3 name="LOWPWR"',
            "33 USR_3(LOWPWR) #1 @126 1060",
            "bytes=45 frames=3 lost=0 damaged=0 skipped=0 restarts=0",
        ]


def test_page_weir(dump, root):
    """The frames of Weir's events in the page's table."""
    page = (root / "docs/reference/rkh.md").read_text()
    cells = re.findall(r"`([0-9a-f ]+ 7e)`", page.split("| event | frame behind the flag |")[1])
    assert len(cells) == 4
    code, lines, errors = dump(FLAG + b"".join(map(bytes.fromhex, cells)), "-w", "-i", "1")
    assert (code, errors) == (0, [])
    assert [line.split("| ")[1] for line in lines[:-1] if "|" in line] == [
        "USER hart=0 time=10 id=1 value=7",
        "COM hart=1 time=32381 id=16385 value=4660",
        "THREAD hart=0 time=4294967296 value=536871168",
    ]


P1, P2, P3 = (struct.pack("<I", v) for v in (0x20000100, 0x20000200, 0x0800CAFE))
# id, arguments in bytes, line of rkh-dump: every predefined record that has arguments of its own
RECORDS = [
    (0x00, P1 + b"\x0a\x10", "MP_INIT pool=0x20000100 blocks=10 size=16"),
    (0x01, P1 + b"\x09\x08", "MP_GET pool=0x20000100 free=9 least=8"),
    (0x02, P1 + b"\x0a", "MP_PUT pool=0x20000100 free=10"),
    (0x20, P1 + P2 + b"\x04", "QUE_INIT queue=0x20000100 active=0x20000200 elements=4"),
    (0x21, P1 + b"\x03", "QUE_GET queue=0x20000100 elements=3"),
    (0x22, P1 + b"\x03\x01", "QUE_FIFO queue=0x20000100 elements=3 least=1"),
    (0x23, P1 + b"\x03\x01", "QUE_LIFO queue=0x20000100 elements=3 least=1"),
    (0x24, P1, "QUE_FULL queue=0x20000100"),
    (0x25, P1, "QUE_DPT queue=0x20000100"),
    (0x26, P1, "QUE_GET_LAST queue=0x20000100"),
    (0x40, P1 + b"\x05\x04", "SMA_ACT active=0x20000100 priority=5 queue=4"),
    (0x41, P1 + b"\x05", "SMA_TERM active=0x20000100 priority=5"),
    (0x42, P1 + b"\x07\x01\x02\x03\x01",
     "SMA_GET active=0x20000100 signal=7 pool=1 refs=2 elements=3 least=1"),
    (0x43, P1 + b"\x07" + P2 + b"\x01\x02\x03\x01",
     "SMA_FIFO active=0x20000100 signal=7 sender=0x20000200 pool=1 refs=2 elements=3 least=1"),
    (0x44, P1 + b"\x07" + P2 + b"\x01\x02\x03\x01",
     "SMA_LIFO active=0x20000100 signal=7 sender=0x20000200 pool=1 refs=2 elements=3 least=1"),
    (0x45, P1 + b"\x05", "SMA_REG active=0x20000100 priority=5"),
    (0x46, P1 + b"\x05", "SMA_UNREG active=0x20000100 priority=5"),
    (0x47, P1 + b"\x07", "SMA_DEFER queue=0x20000100 signal=7"),
    (0x48, P1 + b"\x07", "SMA_RCALL active=0x20000100 signal=7"),
    (0x60, P1 + P2, "SM_INIT active=0x20000100 state=0x20000200"),
    (0x61, P1 + P2, "SM_CLRH active=0x20000100 history=0x20000200"),
    (0x62, P1 + P2 + P3, "SM_TRN active=0x20000100 source=0x20000200 target=0x800cafe"),
    (0x63, P1 + P2, "SM_STATE active=0x20000100 state=0x20000200"),
    (0x64, P1 + P2, "SM_ENSTATE active=0x20000100 state=0x20000200"),
    (0x65, P1 + P2, "SM_EXSTATE active=0x20000100 state=0x20000200"),
    (0x66, P1 + b"\x01\x02", "SM_NENEX active=0x20000100 entries=1 exits=2"),
    (0x67, P1 + b"\x01\x02", "SM_NTRNACT active=0x20000100 actions=1 segments=2"),
    (0x68, P1 + P2, "SM_TS_STATE active=0x20000100 state=0x20000200"),
    (0x69, P1, "SM_EVT_PROC active=0x20000100"),
    (0x6A, P1 + b"\x07", "SM_EVT_NFOUND active=0x20000100 signal=7"),
    (0x6B, P1, "SM_GRD_FALSE active=0x20000100"),
    (0x6C, P1, "SM_CND_NFOUND active=0x20000100"),
    (0x6D, P1, "SM_UNKN_STATE active=0x20000100"),
    (0x6E, P1, "SM_EX_HLEVEL active=0x20000100"),
    (0x6F, P1, "SM_EX_TSEG active=0x20000100"),
    (0x70, b"\x02" + P1 + P2 + P3,
     "SM_EXE_ACT type=2 active=0x20000100 state=0x20000200 action=0x800cafe"),
    (0x71, P1 + b"\x07" + P2, "SM_DCH active=0x20000100 signal=7 state=0x20000200"),
    (0x80, P1 + b"\x07", "TMR_INIT timer=0x20000100 signal=7"),
    (0x81, P1 + P2 + b"\x64\x32",
     "TMR_START timer=0x20000100 active=0x20000200 ticks=100 period=50"),
    (0x82, P1 + b"\x64\x32", "TMR_STOP timer=0x20000100 ticks=100 period=50"),
    (0x83, P1 + b"\x07" + P2, "TMR_TOUT timer=0x20000100 signal=7 active=0x20000200"),
    (0x84, P1, "TMR_REM timer=0x20000100"),
    (0xA0, b"", "FWK_EN"),
    (0xA1, b"", "FWK_EX"),
    (0xA2, b"\x01\x00\x01\x00\x00\x10\x08", "FWK_EPREG pool=1 storage=256 event=16 blocks=8"),
    (0xA3, b"\x10\x07\x01\x02\x03\x04" + P1,
     "FWK_AE event=16 signal=7 pool=1 refs=2 used=3 least=4 sender=0x20000100"),
    (0xA4, b"\x07\x01\x02", "FWK_GC signal=7 pool=1 refs=2"),
    (0xA5, b"\x07\x01\x02\x03\x04" + P1,
     "FWK_GCR signal=7 pool=1 refs=2 used=3 least=4 sender=0x20000100"),
    (0xA6, P1 + b"&timer\0", 'FWK_OBJ object=0x20000100 name="&timer"'),
    (0xA7, b"\x07GO\0", 'FWK_SIG signal=7 name="GO"'),
    (0xA8, P3 + b"init\0", 'FWK_FUN function=0x800cafe name="init"'),
    (0xA9, P3, "FWK_EXE_FUN function=0x800cafe"),
    (0xAA, P3 + P1 + P2, "FWK_SYNC_EVT function=0x800cafe sender=0x20000100 receiver=0x20000200"),
    (0xAB, b"\x03LOWPWR\0", 'FWK_TUSR event=3 name="LOWPWR"'),
    (0xAD, b"main\0\x2a\x01", 'FWK_ASSERT module="main" line=298'),
    (0xAE, P1 + b"ao\0", 'FWK_AO active=0x20000100 name="ao"'),
    (0xAF, P1 + P2 + b"on\0", 'FWK_STATE active=0x20000100 state=0x20000200 name="on"'),
    (0xB0, P1 + P2 + b"H\0", 'FWK_PSTATE active=0x20000100 state=0x20000200 name="H"'),
    (0xB1, P1 + b"t\0", 'FWK_TIMER timer=0x20000100 name="t"'),
    (0xB2, b"\x01ep\0", 'FWK_EPOOL pool=1 name="ep"'),
    (0xB3, P1 + b"q\0", 'FWK_QUEUE queue=0x20000100 name="q"'),
    (0xB4, P1 + b"isr\0", 'FWK_ACTOR actor=0x20000100 name="isr"'),
    (0xE4, b"\x01\x02", "UT_EXPECT bytes=[01 02]"),
    (0x1F, b"\x01\x02", "MP_31 bytes=[01 02]"),
    (0xC2,
     bytes.fromhex(
         "20ff 01ff 02feff 03feff 04feffffff 05feffffff 86efbe0000 0768690008 02aabb 0900010020 "
         "0afeca0008 0b07"),
     'USR_2 -1 255 -2 65534 -2 4294967294 0x0000beef "hi" [aa bb] 0x20000100 0x800cafe 7'),
]
FULL = bytes.fromhex("ac 0030 0d980300 14411101 10 0000")  # as TCFG, with sender and both minima


def test_records(dump):
    """Every predefined record, in one stream."""
    code, lines, errors = dump(FLAG + frame(FULL) + b"".join(
        event(number, args, k) for k, (number, args, _) in enumerate(RECORDS)))
    assert (code, errors) == (0, []) and len(lines) == len(RECORDS) + 2
    for k, (_, _, line) in enumerate(RECORDS):
        name, _, rest = line.partition(" ")
        if name not in ("FWK_EN", "FWK_EX"):
            rest = " " + rest
        shown = re.sub(r"(0x[0-9a-f]+|signal=7| 7)\([^)]*\)", r"\1",
                       lines[k + 1].split(" ", 1)[1])  # earlier names
        assert shown == f"{name} #{k} @0{rest}"


def truth_of(row):
    """A row of the command, as rkhgen has it."""
    if row["kind"] == "loss":
        return int(row["time"]), ("lost", int(row["dropped_none"]))
    if row["kind"] == "object":
        return ("object", int(row["thread"]), row["id_name"])
    args = json.loads(row["args"]) if row["args"] else {}
    return int(row["time"]), (row["kind"], row["category"], row["id_name"], args)


@pytest.mark.parametrize("seed", range(4))
def test_random_streams(weir, tmp_path, seed):
    """Every predefined record with any values, times and gaps: the command has the truth."""
    data, truth = rkhgen.generate(seed, 1000)
    path = tmp_path / "t.rkh"
    path.write_bytes(data)
    done = weir("convert", path, "--to", "csv", "-o", "-")
    assert (done.code, done.err) == (0, "")
    rows = csv.DictReader(io.StringIO(done.data.decode(), newline=""))
    assert [truth_of(row) for row in rows] == [
        what if what[0] == "object" else (time, what) for time, what in truth
    ]


def test_records_cut(dump):
    """A record with a byte less or more than its form is an error."""
    data, offsets = FLAG + frame(FULL), []
    for number, args, line in RECORDS:
        if args and "bytes=" not in line:
            for wrong in (args[:-1], args + b"\xff"):
                offsets.append(len(data))
                data += event(number, wrong, len(offsets) - 1 & 255)
    code, lines, errors = dump(data)
    assert code == 1 and len(offsets) > 100
    assert errors == [
        f"rkh-dump: -: byte {o}: expected the arguments of this record, found others"
        for o in offsets
    ]


def test_optional_arguments(dump):
    """Without their flags, the sender and the minima are absent."""
    data = FLAG + frame(TCFG) + event(0x43, P1 + b"\x07\x01\x02\x03") + event(
        0x01, P1 + b"\x09", 1) + event(0xAA, P3, 2)
    assert [line.split("@0 ")[1] for line in dump(data)[1][1:-1]] == [
        "active=0x20000100 signal=7 pool=1 refs=2 elements=3", "pool=0x20000100 free=9",
        "function=0x800cafe"
    ]


def test_names(dump):
    """Names are used from then on; a repeated name replaces the older one."""
    data = FLAG + frame(TCFG) + event(0xA6, P1 + b"&pump\0", 0) + event(
        0xA7, b"\x07GO\0", 1) + event(0x6A, P1 + b"\x07", 2)
    data += event(0xA6, P1 + b"valve\0", 3) + event(0x6A, P1 + b"\x07", 4)
    lines = dump(data)[1]
    assert lines[3].endswith("active=0x20000100(pump) signal=7(GO)")
    assert lines[5].endswith("active=0x20000100(valve) signal=7(GO)")


@pytest.mark.parametrize("id_size,id_bytes", [(2, b"\x0c\x05"), (4, b"\x0c\0\0\x05")])
def test_long_ids(dump, id_size, id_bytes):
    """Ids of two and four bytes have 8 bits of group; TCFG has everything else."""
    user = (b"\x34\x06", b"\x34\x12\0\x06")[id_size // 4]
    data = FLAG + frame(id_bytes + TCFG[1:]) + frame(user + b"\x05" + b"\x09\0\0\0" + b"\x01\x2a")
    lines = dump(data)[1]
    assert lines[1].split(" ", 1)[1] == ("USR_52 #5 @9 42", "USR_4660 #5 @9 42")[id_size // 4]


@pytest.mark.parametrize("options,data,line", [
    (["-s"], frame(b"\xc0" + b"\x09\0\0\0" + b"\x01\x2a"), "1 USR_0 @9 42"),
    (["-t", "2"], frame(b"\xc0\x05" + b"\x09\x01" + b"\x01\x2a"), "1 USR_0 #5 @265 42"),
    (["-t", "1"], frame(b"\xc0\x05" + b"\x09" + b"\x01\x2a"), "1 USR_0 #5 @9 42"),
    (["-t", "0"], frame(b"\xc0\x05" + b"\x01\x2a"), "1 USR_0 #5 42"),
    (["-c"], frame(b"\xc0\x05" + b"\x09\0\0\0" + b"\x01\x2a", checksum=False), "1 USR_0 #5 @9 42"),
    (["-c", "-s", "-t", "0"], frame(b"\xc0\x01\x2a", checksum=False), "1 USR_0 42"),
    (["-c", "-s", "-t", "0"], frame(b"\xa0", checksum=False), "1 FWK_EN"),
])
def test_optional_parts(dump, options, data, line):
    """Sequence number, timestamp and checksum are each optional."""
    code, lines, errors = dump(FLAG + data, *options)
    assert (code, errors, lines[0]) == (0, [], line)


def test_configuration_changes(dump):
    """A TCFG in the middle is taken over by the frames behind it."""
    small = bytes.fromhex("ac 0030 00800300 12211101 10 e803")  # timestamp 2, addresses 2, 1000 Hz
    data = FLAG + frame(TCFG) + event(
        0x24, P1) + frame(small) + frame(b"\x24\x01" + b"\x10\0" + b"\x34\x12")
    lines = dump(data)[1]
    assert lines[2].startswith(
        "29 FWK_TCFG version=3.0.00 sequence=1 timestamp=1/2 checksum=1 pointer=2"
    ) and "hz=1000" in lines[2]
    assert lines[3].split(" ", 1)[1] == "QUE_FULL #1 @16 queue=0x1234"


def test_time(dump):
    """Timestamps are continued over their wraps."""
    timestamps = [(0xFFFFFFF0, 0), (0x10, 1), (0x10, 2), (0xF, 3)]
    lines = dump(FLAG + b"".join(event(0xA0, b"", s, t) for t, s in timestamps))[1]
    assert [int(re.search(r"@(\d+)", line).group(1))
            for line in lines[:-1]] == [0xFFFFFFF0, 0x100000010, 0x100000010, 0x20000000F]


def test_lost_and_restart(dump):
    """Gaps are counted modulo 256.

    Number 0 behind a TCFG, back in time, is a target that was reset.
    """
    data = FLAG + event(0xA0, b"", 250, 10) + event(0xA0, b"", 252, 20) + event(0xA0, b"", 3, 30)
    data += frame(TCFG) + event(0xA0, b"", 6, 40)  # a TCFG alone is none
    data += frame(TCFG) + event(0xA0, b"", 0, 50)  # nor with time going on
    data += frame(TCFG) + event(0xA0, b"", 0, 5)
    data += event(0xA0, b"", 1, 6)
    lines = dump(data, "-i", "1")[1]
    events = [line.split(" ", 1)[1] for line in lines[:-1] if "TCFG" not in line]
    assert events == [
        "FWK_EN #250 @10", "FWK_EN #252 @20 lost=1", "FWK_EN #3 @30 lost=6", "FWK_EN #6 @40 lost=2",
        "FWK_EN #0 @50 lost=249", "FWK_EN #0 @55 restart", "FWK_EN #1 @56"
    ]
    assert lines[-1].split(" ", 1)[1] == "frames=10 lost=258 damaged=0 skipped=0 restarts=1"


# ---- bad streams, each with its message

GOOD = event(0xC0, b"\x01\x07")
BAD = [
    ("start", b"\x01\x02\x03" + FLAG + GOOD, "byte 0: 3 bytes: expected a flag (0x7e) before them"),
    ("no flag", b"\x01\x02\x03", "byte 0: 3 bytes: expected a flag (0x7e) before them"),
    ("cut", FLAG + GOOD + GOOD[:-1],
     "byte 11: 9 bytes: expected a flag (0x7e) behind them, found the end"),
    ("escape", FLAG + b"\xc0\x00\x7d\x41\x7e" + GOOD,
     "byte 1: 4 bytes: expected 0x5d or 0x5e after each escape (0x7d)"),
    ("abort", FLAG + b"\xc0\x00\x7d\x7e" + GOOD,
     "byte 1: 3 bytes: expected 0x5d or 0x5e after each escape (0x7d)"),
    ("short", FLAG + frame(b"\xc0\0\0\0\0") + GOOD,
     "byte 1: 6 bytes: expected a frame of at least 7 bytes, found 6"),
    ("checksum", FLAG + GOOD[:-2] + b"\x00\x7e" + GOOD,
     "byte 1: 9 bytes: checksum: expected 0x38, found 0x00"),
    ("long", FLAG + event(0xC0, b"\x01\x07" * 40) + GOOD,
     "byte 1: 87 bytes: expected a frame of at most 64 bytes, found 87"),
    ("TCFG size", FLAG + frame(TCFG[:-1]) + GOOD,
     "byte 1: 14 bytes: TCFG: expected 15 bytes, found 14"),
    ("TCFG more", FLAG + frame(TCFG + b"\0") + GOOD,
     "byte 1: 16 bytes: TCFG: expected 15 bytes, found 16"),
    ("TCFG sizes", FLAG + frame(TCFG[:7] + b"\x33" + TCFG[8:]) + GOOD,
     "byte 1: 15 bytes: TCFG: expected sizes of 0, 1, 2, 4 or 8 bytes and reserved bits of 0"),
    ("TCFG reserved", FLAG + frame(TCFG[:5] + b"\x04" + TCFG[6:]) + GOOD,
     "byte 1: 15 bytes: TCFG: expected sizes of 0, 1, 2, 4 or 8 bytes and reserved bits of 0"),
    ("TCFG without checksums", FLAG + frame(TCFG[:5] + b"\x01" + TCFG[6:]) + GOOD,
     "byte 1: 15 bytes: TCFG: expected sizes of 0, 1, 2, 4 or 8 bytes and reserved bits of 0"),
]


@pytest.mark.parametrize("data,message", [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_bad(dump, data, message):
    """One line has offset and expectation; everything else is read, with chunks of any size."""
    whole = dump(data, "-i", "1", "-m", "64")
    assert whole[0] == 1 and whole[2] == [f"rkh-dump: -: {message}"]
    if GOOD in data:
        assert any("USR_0" in line for line in whole[1])
    assert whole[1][-1].split()[3] == "damaged=1"
    for chunk in ("1", "2", "7"):
        assert dump(data, "-i", "1", "-m", "64", "-k", chunk) == whole


def test_no_rkh(dump):
    for data in (b"", b"hello", bytes(range(256)) * 20, FLAG * 100):
        code, lines, errors = dump(data)
        assert (code, lines) == (2, []) and errors == [
            "rkh-dump: -: expected RKH frames; options can give their configuration"
        ]


def test_idle_line(dump):
    """Flags without anything between them are no frames."""
    data = FLAG * 5 + GOOD + FLAG * 3 + event(0xC0, b"\x01\x07", 1) + FLAG
    assert dump(data, "-i", "1")[1][-1] == \
        "bytes=29 frames=2 lost=0 damaged=0 skipped=0 restarts=0"


# ---- generated pages, code for small cores


def test_beside_a_plain_reader(program):
    """In chunks of every size, cut anywhere, with each byte changed.

    Frames, damage and totals are those of a reader that is written down plainly.
    """
    done = subprocess.run([program("build/tests/formats/rkh_kinds")],
                          capture_output=True,
                          text=True,
                          timeout=60)
    assert done.returncode == 0, done.stderr


def test_damage(program):
    """Every flipped bit, every truncation, random splices: only touched frames are lost, the count
    is right, and wrong events are
    no more than an 8-bit checksum lets through."""
    done = subprocess.run([program("build/sw/rkh-damage"), "1", "500", "10000"],
                          capture_output=True,
                          text=True,
                          timeout=100)
    assert done.returncode == 0, done.stdout
    kinds = {
        line.split(":")[0]: dict(re.findall(r"(\w+)=([\d.]+)", line))
        for line in done.stdout.splitlines()
    }
    assert len(kinds) == 9
    for what, t in kinds.items():
        if what != "stream":
            assert int(t["cases"]) > 500 and t["collateral"] == "0" and t["miscounts"] == "0", what
    assert int(kinds["noise put in"]["wrong"]) > 10, "without wrong frames, nothing was measured"


def test_page_is_generated(root):
    sys.path.insert(0, str(root / "sw/lib/rkh/tools"))
    import rkh_spec

    text = (root / "docs/reference/rkh.md").read_text()
    source = (root / "sw/lib/rkh/rkh_records.h").read_text()
    assert rkh_spec.page(source, text) == text, "run: make docs-rkh"
    assert len(rkh_spec.records(source)) == 73


def test_target(program):
    """Writer and configuration need nothing from any library, have no data of their own, and stay
    small.
    """
    objects = [program(f"build/fw/rkh/{name}.o") for name in ("config", "emit", "weir")]
    undefined = subprocess.run(["riscv64-unknown-elf-nm", "-u", *objects],
                               capture_output=True,
                               text=True,
                               check=True).stdout
    assert all(name.startswith("rkh_") for name in re.findall(r"U (\S+)", undefined)), undefined
    sizes = subprocess.run(["riscv64-unknown-elf-size", *objects],
                           capture_output=True,
                           text=True,
                           check=True).stdout
    for line, most in zip(sizes.splitlines()[1:], (500, 1900, 2600)):
        text, data, bss = map(int, line.split()[:3])
        assert text < most and data == 0 and bss == 0, line
