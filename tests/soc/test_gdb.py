# SPDX-License-Identifier: Apache-2.0
"""GDB with driver/tools/weir_gdb.py on the RTL of the unit saves the trace."""

import importlib.util
import struct
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from test_soft import rows

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def target(program, kind, events):
    with subprocess.Popen([program("build/tests/soc/gdb_on_full_short"), kind,
                           str(events)],
                          stdout=subprocess.PIPE,
                          text=True) as process:
        try:
            yield int(process.stdout.readline())
        finally:
            process.kill()


def gdb(port, *commands):
    output = subprocess.run([
        "gdb-multiarch", "-q", "-nx", "-batch", "-ex", "set architecture riscv:rv32", "-ex",
        f"target remote localhost:{port}", "-ex", f"source {ROOT / 'driver/tools/weir_gdb.py'}",
        *(w for c in commands for w in ("-ex", c))
    ],
                            capture_output=True,
                            text=True,
                            timeout=120)
    return output.stdout + output.stderr


@pytest.mark.parametrize("kind, events", [("fifo", 60), ("fifo", 1), ("fifo", 0), ("fifo", 1000),
                                          ("ring", 1000), ("ring", 3)])
def test_save(program, tmp_path, kind, events):
    trace = tmp_path / "a.recTr"
    with target(program, kind, events) as port:
        output = gdb(port, "weir status 0x40000000", f"weir save {trace} 0x40000000",
                     "weir status 0x40000000")
    source = "ring" if kind == "ring" else "FIFO"
    assert f"{trace}: {trace.stat().st_size} bytes of the {source}" in output, output
    assert output.count("enabled") == 2 and "hart(s)" in output
    records = rows(program, trace, "--raw")
    values = [int(r["value"]) for r in records if r["kind"] == "instant"]
    lost = sum(int(r["dropped_user"]) for r in records if r["kind"] == "loss")
    if kind == "ring":  # keeps the newest
        assert values == list(range(events - len(values) + 1, events + 1)) and len(values) >= min(
            events, 300) and not lost
    else:  # keeps the oldest and reports the number of drops
        assert values == list(range(
            1,
            len(values) + 1)) and len(values) + lost == events and (lost > 0) == (events == 1000)


def test_without_authorisation(program, tmp_path):
    with target(program, "closed", 10) as port:
        output = gdb(port, f"weir save {tmp_path / 'a'} 0x40000000", "weir status 0x40000000")
    for text in ("does not authorise reading the trace now", "not authorised, 1 reads denied",
                 "enabled"):
        assert text in output
    assert not (tmp_path / "a").exists()


def test_errors(program, tmp_path):
    with target(program, "fifo", 1) as port:
        output = gdb(port, "weir status", "weir save x", "weir status 0x80000000",
                     "weir save /nowhere/x 0x40000000")
    assert "usage: weir status ADDRESS" in output and "usage: weir save FILE ADDRESS" in output
    assert "there is no Weir unit at 0x80000000: MAGIC reads 0xcccccccc, not 0x52494557" in output
    assert "/nowhere/x: No such file or directory" in output and "Traceback" not in output


@pytest.mark.parametrize("at, full, section, size", [(0, 0, 0, 0), (100, 0, 0, 100),
                                                     (1500, 0, 0, 1500), (0, 1, 0, 4096),
                                                     (1500, 0, 8, 4096)])
def test_plain_ring(monkeypatch, tmp_path, at, full, section, size):
    """Of a ring without sections, which `wide` has, only what was written is saved; a reader
    could not know where old memory begins."""
    unit, base, memory = 0x40000000, 0x80000000, bytes(n % 251 for n in range(4096))
    stopped = []

    def read_memory(address, count):
        if address >= base:
            return memoryview(memory[address - base:address - base + count])
        return memoryview(struct.pack("<I", registers.get(address - unit, 0)))

    inferior = SimpleNamespace(read_memory=read_memory,
                               write_memory=lambda address, data: stopped.append(data))
    monkeypatch.setitem(
        sys.modules, "gdb",
        SimpleNamespace(Command=type("Command", (), {"__init__": lambda *_, **__: None}),
                        COMMAND_DATA=0, COMPLETE_NONE=0, COMPLETE_EXPRESSION=0,
                        COMPLETE_FILENAME=0, GdbError=Exception, parse_and_eval=lambda text: unit,
                        selected_inferior=lambda: inferior))
    spec = importlib.util.spec_from_file_location("weir_gdb", ROOT / "driver/tools/weir_gdb.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    number = script.NUMBER
    put = lambda name, value: value << number[f"{name}_LSB"]
    registers = {number[f"REG_{name}"]: value for name, value in {
        "MAGIC": number["MAGIC_VALUE"],
        "FEATURES": put("FEATURES_RING", 1) | put("FEATURES_WIDE", not section),
        "RING_CTRL": put("RING_CTRL_ENABLE", 1),
        "RING_BASE": base,
        "RING_SIZE": put("RING_SIZE_BUFFER", 12) | put("RING_SIZE_SECTION", section),
        "RING_STATUS": put("RING_STATUS_FULL", full),
        "RING_AT": at,
    }.items()}
    script.save(script.Unit("unit"), tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == memory[:size] and stopped
