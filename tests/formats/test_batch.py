# SPDX-License-Identifier: Apache-2.0
"""Batches: rows as records; a clock that comes late, or behind many definitions."""

import subprocess
import time

import pytest
import weirstream


def test_rows(program):
    done = subprocess.run([program("build/tests/formats/batch_kinds")],
                          capture_output=True,
                          text=True,
                          timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ok\n", "")


@pytest.mark.parametrize("to", ["recTr", "fxt", "rkh"])
def test_slow_input(program, weir, tmp_path, to):
    """The first bytes arrive one by one: the file is that of one read, with the clock in it."""
    stream, _ = weirstream.random_stream(seed=3, harts=2, threads=6, events=300)
    head = weirstream.definitions(harts=2, ids=[(0, 1, "speed")], unit="ns10")
    data = head + bytes(stream.bytes)
    whole, slow = tmp_path / f"whole.{to}", tmp_path / f"slow.{to}"
    assert weir("record", "-q", "-", "-o", whole, data=data).code == 0
    recording = subprocess.Popen(
        [program("build/weir-san"), "record", "-q", "-", "--from", "flux", "-o", slow],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE)
    for at in range(0, len(head) + 20, 64):
        recording.stdin.write(data[at:at + 64])
        recording.stdin.flush()
        time.sleep(0.002)
    recording.stdin.write(data[at + 64:])
    _, errors = recording.communicate(timeout=60)
    assert (recording.returncode, errors) == (0, b"")
    assert slow.read_bytes() == whole.read_bytes()
    assert "clock        100 MHz" in weir("info", slow).out


@pytest.mark.parametrize("count", [100, 6000])
def test_many_definitions(weir, tmp_path, count):
    """Names of 6000 ids, more than a batch and more than one read, come before the clock."""
    stream = weirstream.Stream()
    stream.event(0, 1, 7, 10)
    stream.event(0, count, 8, 10)
    ids = [(0, number, f"name of {number} " + "x" * 30) for number in range(1, count + 1)]
    path = tmp_path / "many.recTr"
    path.write_bytes(weirstream.definitions(ids=ids) + bytes(stream.bytes))
    assert count < 1000 or path.stat().st_size > 1 << 18
    done = weir("info", path)
    assert done.code == 0 and "clock        100 MHz" in done.out
    assert f"{count} name" in done.out and f"name of {count}"[:24] in done.out
    rows = weir("convert", path, "--to", "csv", "-o", "-").out.splitlines()
    assert sum(row.startswith("name,") for row in rows) == count


@pytest.mark.parametrize("command", ["check", "info", "dump", "stats", "convert"])
def test_every_command_reports_what_was_left_out(weir, root, command):
    """The modifiers of a member of a message have no place in a record. `check` is good only if all
    was understood."""
    path = root / "tests/formats/vectors/flux/all_v6.recTr"
    done = weir(command, path, *(["--to", "csv", "-o", "-"] if command == "convert" else []))
    assert done.err.startswith(f"weir: {path}: left out values of 1 object record\n")
    assert done.code == (command == "check")


def test_dump_shows_the_name_of_the_time(weir, tmp_path):
    """A thread has the latest of its names so far in every line, before that the first."""
    stream = weirstream.Stream()
    stream.switch(0, 0x500, 10)
    stream.event(0, 1, 5, 10)
    for name in ("first", "second"):
        for value in weirstream.name_run(0x500, name):
            stream.event(0, 0x4000, value, 10)
        stream.event(0, 1, 6, 10)
        stream.switch(0, 0x500, 10)
    path = tmp_path / "names.recTr"
    path.write_bytes(weirstream.definitions(ids=[(0, 1, "speed")]) + bytes(stream.bytes))
    rows = [row.split() for row in weir("dump", path).out.splitlines()]
    assert [row[2] for row in rows if "speed" in row and "=" in row] == ["first", "first", "second"]
    assert [row[-1] for row in rows if "to" in row] == ["first", "first", "second"]
