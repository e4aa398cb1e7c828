# SPDX-License-Identifier: Apache-2.0
"""flux: vectors made by the format's own emitters, damage, round trips of random traces."""

import hashlib
import json
import platform
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from weirstream import pint

VECTORS = Path(__file__).parent / "vectors" / "flux"
NAMES = sorted(p.name for p in VECTORS.glob("*.recTr"))
HEAD_LINES, TAIL_LINES = 150, 30

HEAD = bytes.fromhex("0001 666c7578 06 00 0174 00 00 0a 8020".replace(
    " ", ""))  # trace 0 "t", 10 items, 4096 bytes
SIGNAL = bytes.fromhex("0011 01 00 0169 00 02 00".replace(" ", ""))  # item 1 "i", integer
OPEN = bytes.fromhex("0020 00 026e73 00 00".replace(" ", ""))  # item 0, ns, from 0
START = HEAD + SIGNAL + OPEN


def condensed(text):
    """All of a short dump; of a long one its two ends, its length and its hash."""
    lines = text.splitlines()
    if len(lines) <= HEAD_LINES + TAIL_LINES:
        return text
    digest = hashlib.sha256(text.encode()).hexdigest()
    middle = [f"... {len(lines)} lines in all, SHA-256 {digest}"]
    return "\n".join(lines[:HEAD_LINES] + middle + lines[-TAIL_LINES:]) + "\n"


def vector_dump(tool, name, *options):
    """The output of flux-dump for a vector, with its error line."""
    done = subprocess.run([tool, *options, name], cwd=VECTORS, capture_output=True, timeout=300)
    assert done.returncode in (0, 1), done.stderr
    return condensed((done.stdout + done.stderr).decode())


@pytest.fixture(scope="session")
def dump(program):
    """dump(bytes, ...) is (exit code, lines, error) of the sanitized flux-dump reading standard
    input.
    """
    tool = program("build/sw/flux-dump-san")

    def run(data, *options):
        done = subprocess.run([tool, *options, "-"], input=data, capture_output=True, timeout=60)
        error = done.stderr.decode().strip()
        assert "Sanitizer" not in error and "runtime error" not in error, error
        return done.returncode, done.stdout.decode().splitlines(), error

    return run


@pytest.mark.parametrize("name", NAMES)
def test_vector(program, name):
    """Every vector reads as reviewed, to its last byte, and is written again in the same bytes but
    where marked ~.
    """
    expected = (VECTORS / name).with_suffix(".txt").read_text()
    assert vector_dump(program("build/sw/flux-dump"), name, "-w") == expected


@pytest.mark.parametrize("name", [n for n in NAMES if (VECTORS / n).stat().st_size < 10000])
@pytest.mark.parametrize("chunk", [1, 7, 61])
def test_vector_in_chunks(program, name, chunk):
    """The size of the chunks makes no difference."""
    expected = (VECTORS / name).with_suffix(".txt").read_text()
    assert vector_dump(program("build/sw/flux-dump-san"), name, "-w", "-c", str(chunk)) == expected


def test_every_kind_is_in_the_vectors():
    seen = {
        line.split()[1]
        for name in NAMES
        for line in (VECTORS / name).with_suffix(".txt").read_text().splitlines()
        if len(line.split()) > 1
    }
    kinds = ("HEAD SWTH PBLK SECT SCPD SIGD MSGD SIRD SSGD SSRD OPEN CLOS DOMD CURR ENMD MEMD data "
             "ATRE ATLA CREQ CRES")
    assert set(kinds.split()) <= seen


# ---- damage --------------------------------------------------------------------------------------


def entry(text):
    return bytes.fromhex(text.replace(" ", ""))


DAMAGE = {
    "empty": (b"", 0, "byte 0: entry at +0: no flux HEAD: expected HEAD before the end"),
    "not flux": (b"\x7fELF", 0, "byte 0: entry at +0: no flux HEAD: expected HEAD"),
    "other magic": (HEAD.replace(b"flux",
                                 b"flox"), 0, "byte 0: HEAD at +2: no flux HEAD: expected magic"),
    "version 5": (HEAD[:6] + b"\x05" + HEAD[7:], 0,
                  "byte 0: HEAD at +6: unknown version: expected version 4 or 6"),
    "no HEAD": (OPEN, 0, "no flux HEAD"),
    "cut in HEAD": (HEAD[:9], 0, "byte 0: HEAD at +9: cut off: expected name"),
    "unknown tag": (START + entry("0a 01 11 05 00 77 01"), 4,
                    "byte 36: entry at +1: unknown tag: expected known tag"),
    "cut behind a magic": (HEAD + SIGNAL + HEAD[:6], 2,
                           "byte 24: HEAD at +6: cut off: expected version"),
    "cut in data": (START + entry("0a 01 41 05"), 3,
                    "byte 32: data at +3: cut off: expected sample"),
    "item 0": (START + entry("02 01 11 05"), 3,
               "byte 32: data at +0: bad number: expected item id other than 0"),
    "flag 4 alone": (START + entry("0e 07 01 11 05"), 3,
                     "byte 32: data at +0: bad number: expected tag flags"),
    "id too wide": (START + entry("0021 8080808010 00"), 3,
                    "byte 32: CLOS at +2: bad number: expected item id"),
    "endless number": (START + entry("0a" + "80" * 11 + "01"), 3,
                       "byte 32: data at +1: bad number: expected delta"),
    "value too wide": (START + entry("0030 01 00 00 ffffffffffffffffff 03"), 3,
                       "byte 32: ENMD at +5: bad number"),
    "value without format": (START + entry("0a 01 10 05"), 3, "byte 32: data at +2: bad value"),
    "data before OPEN": (HEAD + SIGNAL + entry("0020 01 00 00 00 10 11 05"), 3,
                         "byte 30: data at +0: item not open"),
    "position": (START + entry("0023 00 08 ffffffffffffff7f 0a 01 00"), 4,
                 "byte 44: data at +0: position out of range"),
    "no HEAD, no tag": (entry("00 00 01"), 0,
                        'byte 0: entry at +0: no flux HEAD: expected HEAD: 00 01 "flux"'),
    "range that ends before it begins": (
        START + entry("0012 05 03 00 0169 00 02 00"), 3,
        "byte 32: MSGD at +3: bad number: expected last item id, not below the first"),
    "cut in a format": (HEAD + entry("0011 02 05 016c 00 0561 2c 67616e 05 10 0368"), 1,
                        "byte 15: SIGD at +16: cut off: expected format"),
    "cut in a descriptor": (START + entry("0031 04 00 00 016d 02 0361"), 3,
                            "byte 32: MEMD at +9: cut off: expected descriptor"),
    "cut in a member's format": (
        HEAD + entry("0010 05 00 0173 00 00  0031 04 00 00 016d 00 00 00 02 00 0361"), 2,
        "byte 23: MEMD at +13: cut off: expected format"),
    "cut in tags": (HEAD + entry("0010 05 00 0173 00 05 6162"), 1,
                    "byte 15: SCPD at +8: cut off: expected tags"),
    "closed twice": (START + entry("0021 03 00"), 3, "byte 32: CLOS at +0: item not open"),
    "mode": (START + entry("0005 04 01 01 00"), 3, "byte 32: PBLK at +0: unknown packing mode"),
    "block": (START + entry("0005 00 05 02 ffff"), 3, "byte 32: PBLK at +0: bad packed block"),
    "bomb": (START + entry("0005 02 ffffffff0f 01 00"), 3,
             "byte 32: PBLK at +0: limit of this reader reached"),
    "in a block": (START + entry("0005 00 05 06 50 0a 01 11 05 00"), 5,
                   "byte 32, in its block byte 4 (depth 1): entry at +1: cut off: expected tag"),
    "huge text": (START + entry("0022 ffffffff0f"), 3,
                  "byte 32: DOMD at +7: entry too large: expected domain base"),
    "section counter": (START + entry("0006 41 1000 0000") + bytes(16), 3,
                        "byte 32: SECT at +2: bad ring"),
    "section used": (START + entry("0006 81 1000 1100") + bytes(16), 3,
                     "byte 32: SECT at +5: bad ring"),
    "ring without an end": (START + entry("0006 01 1000 0400 0a011105") + bytes(12), 5,
                            "byte 55: SECT at +0: bad ring"),
    "ring that something else ends": (
        START + entry("0006 01 1000 0400 0a011105") + bytes(12) + entry("0a 01 11 05"), 5,
        "byte 55: SECT at +0: bad ring"),
    "position of more than 64 bits": (START + entry("0023 00 09 000000000000008000"), 3,
                                      "byte 32: CURR at +3: position out of range"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damage(dump, name):
    """One line has offset and error; everything before the damage is delivered."""
    data, before, message = DAMAGE[name]
    code, lines, error = dump(data)
    assert code == 1 and message in error and "\n" not in error
    assert len(lines) == before


def test_nesting_is_bounded(dump):
    def literals(data):  # an LZ4 block of literals only
        return bytes([0xF0]) + bytes([255] * (
            (len(data) - 15) // 255)) + bytes([(len(data) - 15) % 255]) + data

    def pint(n):
        return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + pint(n >> 7)

    content = entry("0a 01 11 05") * 5
    for depth in range(1, 11):
        packed = literals(content)
        content = entry("0005 00") + pint(len(content)) + pint(len(packed)) + packed
        code, lines, error = dump(START + content)
        if depth <= 8:
            assert code == 0 and len(lines) == 3 + depth + 5
        else:
            assert code == 1 and "nested too deep" in error and len(lines) == 3 + 8


# ---- going on after damage -----------------------------------------------------------------------


def test_resync_at_head(dump):
    """Damage in the middle: everything before it, one line, and all from the next HEAD on."""
    data = START + entry("0a 01 11 05") + entry("00 77 aabb") + START + entry("0a 09 11 06")
    code, lines, error = dump(data, "-r")
    assert code == 0 and not error
    assert [line.split()[1]
            for line in lines] == "HEAD SIGD OPEN data byte HEAD SIGD OPEN data".split()
    assert lines[4].startswith("! byte 36: entry at +1: unknown tag")
    assert lines[-1].endswith("@9 ns integer 6")


def test_resync_from_rubbish(dump):
    code, lines, _ = dump(b"\x00\x01flu" + START + entry("0a 09 11 06"), "-r")
    assert code == 0 and len(lines) == 5 and lines[-1].endswith("@9 ns integer 6")
    code, lines, _ = dump(b"\x00\x01flu" + HEAD[:6] + b"\x05" + START + entry("0a 09 11 06"),
                          "-r")  # a version that there is not
    assert code == 0 and len(lines) == 5 and lines[-1].endswith("@9 ns integer 6")


def test_resync_behind_a_block(dump):
    """A damaged block costs only its content.

    Positions behind it are marked: they are too early until one is known again.
    """
    packed = zlib.compress(entry("0a 05 11 01  00 77  0a 05 11 02"))
    damaged = b"\0\5\2" + pint(10) + pint(len(packed)) + packed
    for bad, inside in ((entry("0005 00 09 02 ffff"), []), (damaged, ["PBLK", "data"])):
        data = START + bad + entry("0a 01 11 05  0023 00 01 64  0a 01 11 07")
        code, lines, _ = dump(data, "-r")
        assert code == 0
        kinds = [line.split()[1] for line in lines]
        assert kinds == [*"HEAD SIGD OPEN".split(), *inside, *"byte data CURR data".split()]
        assert lines[-3].endswith(f"@?{6 if inside else 1} ns integer 5")
        assert lines[-1].endswith("@101 ns integer 7")


def bomb(depth, copies=60):
    """Blocks in blocks: less than a kB that holds 60 times as much at each level."""
    content = (entry("0a 01 81 7d") + bytes(1000)) * 200
    for _ in range(depth):
        small = zlib.compress(content, 9)
        content = (b"\0\5\2" + pint(len(content)) + pint(len(small)) + small) * copies
    small = zlib.compress(content, 9)
    return START + b"\0\5\2" + pint(len(content)) + pint(len(small)) + small


def test_expansion_is_limited(weir, tmp_path):
    """Nested blocks that hold far more than their bytes cost a bounded time; an option lifts it."""
    path = tmp_path / "bomb.flux"
    path.write_bytes(bomb(2))
    assert path.stat().st_size < 1000

    def count(*options, code):
        done = weir("stats", "--json", *options, path, build="build/weir")
        assert done.code == code, done.err
        return json.loads(done.out)["ids"][0]["count"], done.err

    some, err = count(code=1)
    assert "expected packed blocks of at most 256 times the file's bytes" in err
    assert "--get expansion=0 lifts the limit" in err
    assert len(err.splitlines()) <= 2 and some * 1004 < 66 << 20
    assert count("--get", "expansion=0", code=0) == (60 * 60 * 200, "")
    done = weir("check", "--get", "expansion=x", path)
    assert done.code == 2 and "write expansion= with a number" in done.err


def test_what_follows_a_bad_block_is_counted(weir):
    """The command reads on behind it, and reports whose times are uncertain."""
    data = START + entry("0a 01 11 01  0005 00 09 02 ffff") + entry("0a 01 11 05") * 7
    done = weir("convert", "-", "--to", "csv", "-o", "-", data=data)
    rows = [row for row in done.out.splitlines() if row.startswith("instant")]
    assert done.code == 1 and len(rows) == 8
    assert "1 unknown record" in done.err and "times of 7 instant records" in done.err


def test_resync_at_section(dump):
    """A damaged section costs its rest; the next one begins with its own position."""
    def section(counter, content):
        return entry(f"0006 {counter:02x} 2000 {len(content):02x}00") + content.ljust(32, b"\0")

    first = section(0x02, entry("0023 00 01 0a  0a 01 11 01  00 77  0a 01 11 02"))
    second = section(0x82, entry("0023 00 01 64  0a 01 11 03"))
    code, lines, _ = dump(START + first + second, "-r")
    assert code == 0
    assert [line.split()[1]
            for line in lines] == "HEAD SIGD OPEN SECT CURR data byte SECT CURR data".split()
    assert lines[-1].endswith("@101 ns integer 3")


# two scopes, 5 and 7, each with a domain and an integer, 6 and 8; none on the root
TWO = HEAD + entry(
    "0010 05 00 0173 00  0010 07 00 0173 00  0011 06 05 0169 00 02 00  0011 08 07 0169 00 02 00  "
    "0020 05 026e73 00 00  0020 07 026e73 00 00")


def test_the_root_closes_all(dump):
    """Where no sequence is on the root itself; and what comes after that goes on."""
    code, lines, _ = dump(TWO + entry("0021 00 00  32 01 11 05  42 01 11 06"))
    assert code == 0 and [line.split(" ", 1)[1] for line in lines[7:]] == [
        "CLOS item=0 end=0", "data item=6 @1 ns integer 5", "data item=8 @1 ns integer 6"
    ]


def test_each_position_is_found_anew(dump):
    """After damage each domain waits for its own position, whatever comes before it."""
    data = TWO + entry(
        "0023 09 01 01  32 01 11 05  42 01 11 06  0023 05 01 64  32 01 11 07" +
        20 * "42 01 11 08  " + "0023 07 01 70  42 01 11 09")
    code, lines, _ = dump(data, "-r")
    assert code == 0 and [line.split(" ", 1)[1] for line in lines[8:]] == [
        "CURR item=5 @100", "data item=6 @101 ns integer 7", "CURR item=7 @112",
        "data item=8 @113 ns integer 9"
    ]


def test_positions_of_a_trace_that_began_anew(dump):
    """What the trace before it has lost is no longer missing: a repeated HEAD changes nothing."""
    again = HEAD[:-4] + entry("01 0a8020")  # mode 1: as it was
    data = TWO + entry("00 77") + START + entry("0a 05 11 01") + again + OPEN + entry("0a 05 11 02")
    code, lines, _ = dump(data, "-r")
    assert code == 0 and [line.split(" ", 1)[1] for line in lines
                          if "data" in line] == ["data item=1 @5 ns integer 1",
                                                 "data item=1 @10 ns integer 2"]


def test_samples_of_nothing_open_are_reported_anew(dump):
    """Once, and again where an OPEN has changed what is open."""
    data = TWO[:TWO.index(b"\0\x20")] + entry(
        "32 01 11 05  32 01 11 05  42 01 11 05  0020 05 026e73 00 00  32 01 11 06  42 01 11 07")
    code, lines, _ = dump(data, "-r")
    assert code == 0 and [line.split()[1] for line in lines[5:]
                          ] == ["byte", "OPEN", "data", "byte"]
    assert all("item not open: expected OPEN" in lines[i] for i in (5, 8))


def test_a_section_has_positions_of_its_own(dump):
    def section(counter, content):
        return entry(f"0006 {counter:02x} 2000 {len(content):02x}00") + content.ljust(32, b"\0")

    data = TWO + section(0x02, entry("0023 05 01 0a  32 01 11 01  00 77  32 01 11 02")) + section(
        0x82, entry("32 01 11 03  42 01 11 04"))
    code, lines, _ = dump(data, "-r")
    assert code == 0 and [line.split(" ", 1)[1] for line in lines[-2:]
                          ] == ["data item=6 @12 ns integer 3", "data item=8 @1 ns integer 4"]
    data = TWO + section(0x02, entry("0005 00 09 02 ffff  0023 05 01 64")) + section(
        0x82, entry("42 01 11 04"))
    code, lines, _ = dump(data, "-r")
    assert code == 0 and lines[-1].endswith("data item=8 @1 ns integer 4")


def test_without_head(dump):
    code, lines, _ = dump(entry("0a 05 11 01  12 02 12 ff"), "-n")
    assert code == 0 and [line.split(" ", 1)[1] for line in lines
                          ] == ["data item=1 @5 unknown df=1 01", "data item=2 @7 unknown df=2 ff"]


# ---- layouts -------------------------------------------------------------------------------------


def test_extended_layout(dump):
    """The layout that shares its version number with the classic one is detected by its first
    definition.
    """
    head = HEAD
    definitions = [
        entry("0010 05 00 0173 00 00"),  # scope without tags
        entry("0011 01 05 0166 00 00 03 01 00"),  # float, scale -1, no format
        entry("0011 02 05 016c 00 0561 2c 67616e 05 10 03686578"
              ),  # logic of 8 states, tags, format hex
        entry("0014 03 05 0176 00 00 05 20 00 04 07"),  # scattered logic
        entry("0013 01 05 0172 00 00"),
    ]
    data = OPEN + entry("0031 04 00 00 016d 00 00 00 02 01 00") + entry(
        "12 01 1b 01  1a 00 29 f8 00")
    code, lines, error = dump(head + b"".join(definitions) + data)
    assert code == 0, error
    text = "\n".join(line.split(" ", 1)[1] for line in lines)
    assert 'SCPD item=5 parent=0 "s" "" (extended)' in text
    assert 'SIGD item=1 parent=5 "f" "" float scale=-1 (extended)' in text
    assert ('SIGD item=2 parent=5 "l" "" logic descriptor="hex" tags="a,gan" scale=8 (extended)'
            in text)
    assert 'SSGD item=3 parent=5 "v" "" logic scale=16 bits=4..7 (extended)' in text
    assert 'MEMD item=4 member=0 parent=0 "m" integer scale=-1' in text
    for first in definitions[1:4]:  # whichever comes first
        assert dump(head + first + data)[1][1].endswith("(extended)")
    assert dump(HEAD + entry("0010 05 00 0173 00") +
                data.replace(entry("00 00 00 02 01 00"), entry("02 00")))[0] == 0


@pytest.mark.parametrize("kind, type", [("text", "04"), ("logic", "05"), ("binary", "06")])
def test_member_without_texts(dump, kind, type):
    """Four empty texts and such a type could be a classic member and the begin of a SWTH, a block
    or a section.
    """
    code, lines, error = dump(HEAD + entry(f"0031 04 00 00 00 00 00 00 {type} 00 00") + OPEN)
    assert code == 0 and [line.split(" ", 1)[1] for line in lines[1:]] == [
        f'MEMD item=4 member=0 parent=0 "" {kind} scale=0', 'OPEN item=0 base="ns" start=0 rate=0'
    ], error


# ---- programs ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["flux-emitter-san", "flux-fastlz-san", "flux-reader-san"])
def test_program(program, name):
    done = subprocess.run([program(f"build/sw/{name}")],
                          capture_output=True,
                          text=True,
                          timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_older_processor(program):
    """One without BMI2, as all others without it, reads runs in another way."""
    older = ["qemu-x86_64", "-cpu", "Westmere"] if platform.machine() == "x86_64" else []
    done = subprocess.run([*older, program("build/sw/flux-reader")],
                          capture_output=True,
                          text=True,
                          timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


# writes the expectations of the vectors anew, to be reviewed: test_flux.py build/sw/flux-dump
if __name__ == "__main__":
    for vector in NAMES:
        (VECTORS / vector).with_suffix(".txt").write_text(
            vector_dump(Path(sys.argv[1]).resolve(), vector, "-w"))
