# SPDX-License-Identifier: Apache-2.0
"""Runs of events: weir_printf, which the host formats, and RKH's trace macros."""

import csv
import io
import re
import subprocess

import pytest
from soc import run

KINDS = ["", "_txtb", "_rkh"]
DATA, LOG = 0x4010, 0x4011


def records(program, trace, *options):
    done = subprocess.run(
        [program("build/weir-san"), "convert", *options, "--to", "csv", "--output", "-", trace],
        capture_output=True,
        text=True)
    assert done.returncode == 0 and "Sanitizer" not in done.stderr, done.stderr
    return list(csv.DictReader(io.StringIO(done.stdout))), done.stderr


def dump(program, trace, elf):
    done = subprocess.run([program("build/weir-san"), "dump", "--names", elf, trace],
                          capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    return [line[lines[0].index("event"):] for line in lines[1:] if not re.match(r"\s+-\s", line)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("core", ["ibex", "picorv32"])
def test_log(program, tmp_path, core, kind):
    """The host formats like the C library of the target."""
    result = run(program, tmp_path, core, "log" + kind)
    printed = re.findall(r"^log (.*)$", result.console, re.M)
    assert len(printed) == 13
    elf = program(f"build/fw/{core}/log{kind}.hex").with_suffix(".elf")
    rows, _ = records(program, result.trace, "--names", elf)
    happened = [r for r in rows if r["time"]]
    # CSV marks texts that a spreadsheet would take for a formula.
    printed = ["'" + text if text[0] in "=+-@" else text for text in printed]
    assert [r["text"] for r in happened if r["kind"] == "log"][:len(printed)] == printed
    rest = [r["text"] for r in happened if r["kind"] == "log"][len(printed):]
    assert rest[0] == ("long long -1234567890123 fedcba9876543210, "
                       "double 3.142 1e-09 1.234568e+04, float 0.5")
    assert re.fullmatch(r"not of the program: <0x[0-9a-f]+>",
                        rest[1]) and rest[2:] == ["eight 1 2 3 4 5 6 7 8"]
    assert [(r["id_name"], r["value"]) for r in happened
            if r["kind"] == "instant"] == [("sample", "42"), ("sample", "43")]
    if not kind:  # the target's memory has none of the texts
        assert b"of nothing" not in elf.with_suffix(".bin").read_bytes().replace(
            b"log 100 %% of nothing", b"")


def test_without_the_elf(program, tmp_path):
    """Words, sum and address are visible as plain events."""
    result = run(program, tmp_path, "ibex", "log")
    rows, _ = records(program, result.trace)
    ids = [int(r["id"]) for r in rows if r["time"]]
    assert ids.count(LOG) == 16
    assert ids[-11:-1] == [DATA] * 9 + [LOG] and [r["value"] for r in rows[-11:-3]
                                                  ] == [str(n) for n in range(1, 9)]
    times = [int(r["time"]) for r in rows if r["time"]]
    assert times == sorted(times)


@pytest.mark.parametrize("lost", ["word", "sum", "log"])
def test_loss_in_a_run(program, tmp_path, lost):
    """An incomplete run stays plain events, never a wrong text; the next run is intact."""
    result = run(program, tmp_path, "ibex", "log_txtb")
    data = bytearray(result.trace.read_bytes())
    begin = int.from_bytes(data[24:28], "little") - int.from_bytes(data[8:12], "little")
    entries = [data[i:i + 32] for i in range(begin, len(data), 32)]
    ids = [int.from_bytes(e[8:12], "little") - 4096 for e in entries]
    last = len(ids) - 2  # the LOG of "eight ...", the last but one event
    assert ids[last] == LOG and ids[last - 9:last] == [DATA] * 9
    before = max(i for i in range(last - 9) if ids[i] == LOG)  # of "not of the program"
    hole = {"word": before - 2, "sum": before - 1, "log": before}[lost]
    del entries[hole]
    data[begin:] = b"".join(entries)
    data[28:32] = (int.from_bytes(data[28:32], "little") - 32).to_bytes(
        4, "little")  # the end of the ring
    trace = tmp_path / "hole.trx"
    trace.write_bytes(data)
    elf = program("build/fw/ibex/log_txtb.hex").with_suffix(".elf")
    rows, _ = records(program, trace, "--names", elf)
    texts = [r["text"] for r in rows if r["kind"] == "log"]
    raw = [r for r in rows if r["id"] == str(LOG)]
    assert len(raw) == 1 and not any("not of the program" in t for t in texts)
    assert len([r for r in rows if r["id"] == str(DATA)]) == {"word": 1, "sum": 1,
                                                              "log": 2 + 9}[lost]
    assert ("eight 1 2 3 4 5 6 7 8"
            in texts) == (lost != "log")  # without its LOG, its words precede the next run


def test_format_is_checked(root, tmp_path):
    """A wrong argument is a warning at the call, with and without trace."""
    source = tmp_path / "wrong.c"
    source.write_text(
        '#include "weir_log.h"\nvoid f(const struct weir *w) { weir_printf(w, "%d", "text"); }\n')
    for off in ([], ["-DWEIR_OFF"]):
        done = subprocess.run([
            "riscv64-unknown-elf-gcc", "-march=rv32imc", "-mabi=ilp32", "-misa-spec=2.2", "-Os",
            "-Wall", "-Werror", *off, "-I", root / "driver/include", "-c", source, "-o", "/dev/null"
        ],
                              capture_output=True,
                              text=True)
        assert done.returncode != 0 and "format" in done.stderr


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("core", ["ibex", "picorv32"])
def test_records(program, tmp_path, core, kind):
    """Every back end records the same; filtered records are missing."""
    result = run(program, tmp_path, core, "records" + kind)
    lines = dump(program, result.trace,
                 program(f"build/fw/{core}/records{kind}.hex").with_suffix(".elf"))
    assert lines == [
        "QUE:INIT queue=0x20001000 active=0x20002000 elements=8",
        "SMA:FIFO active=0x20002000 signal=17 pool=1 refs=2 elements=3",
        "USER 12288 value=-1 255 -2 65535 -3 4294967295 48879",
        'USER 12289 value="hello" 7e 7d 00 ff 0x20001000 0x100 17',
        "SMA:FIFO active=0x20002000 signal=17 pool=4 refs=5 elements=6",
        "SMA:FIFO active=0x20002000 signal=18 pool=7 refs=8 elements=9",
        "QUE:INIT queue=0x20001000 active=0x20002000 elements=9",
    ]
