# SPDX-License-Identifier: Apache-2.0
"""The frame sink: every octet against the golden model, for every width of a field; the UART's line decoded."""

import os
import subprocess
import threading

import pytest
from bench import ROOT, run

WIDTHS = ["1_4_64", "2_2_64", "4_4_40"]  # octets of an id, of a timestamp; bits of time


def sink(widths=WIDTHS[0]):
    return ROOT / f"build/sim/frame/{widths}/bench"


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("widths", WIDTHS)
def test_volume(widths, seed):
    """Back-pressure, gaps beyond a timestamp, CLEAR at any cycle, entries that have no frame."""
    n, _, _ = run(sink(widths), "--seed", seed, "--entries", 10000)
    assert n["entries"] == 10000 and n["frame_octets"] > 100000 and n["clears"] > 50


@pytest.mark.parametrize("interval", [0, 1, 2])
def test_starts(interval):
    few, _, _ = run(sink(), "--entries", 2000, "--interval", interval, "--no-clear")
    seldom, _, _ = run(sink(), "--entries", 2000, "--interval", 1000, "--no-clear")
    assert (few["frame_octets"] > 2 * seldom["frame_octets"]) == (interval > 0)


@pytest.mark.parametrize("divide", [16, 32, 40, 53, 63, 100, 1389, 13889])
def test_serial(divide):
    """Sixteenths of a cycle a bit: every bit is where it must be, and octets follow each other without a gap."""
    entries = 40 if divide > 1000 else 500
    n, _, _ = run(sink(), "--serial", divide, "--entries", entries, "--no-clear")
    assert n["cycles"] >= n["frame_octets"] * 10 * divide // 16
    if divide > 300:  # slower than the entries come
        assert n["cycles"] < n["frame_octets"] * 10 * divide / 16 + divide + 2000


def csv(program, *arguments):
    done = subprocess.run([program("build/weir"), *arguments, "--to", "csv", "-o", "-"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("widths", WIDTHS)
def test_decoded(tmp_path, program, widths):
    """`weir` reads the frames as what it reads from the entries they were made of: every event, every loss, every time."""
    frames, stream = tmp_path / "frames", tmp_path / "stream"
    run(sink(widths), "--entries", 5000, "--no-clear", "--plain", "--frames", frames, "--stream", stream)
    decoded = csv(program, "convert", frames)
    assert decoded == csv(program, "convert", "--raw", "--from", "flux", stream)
    assert decoded.count("\nloss,") > 100 and decoded.count("\nswitch,") > 100 and decoded.count("\ninstant,") > 1000


def test_recorded(tmp_path, program):
    """From the UART's line to a file: `weir record` reads what a receiver of the line gives, while it comes."""
    pipe, stream = tmp_path / "pipe", tmp_path / "stream"
    os.mkfifo(pipe)
    sender = threading.Thread(target=run, args=(sink(), "--entries", 400, "--serial", 139, "--no-clear", "--plain", "--frames", pipe,
                                                "--stream", stream))
    sender.start()
    recorded = csv(program, "record", "-q", "--from", "rkh", pipe)
    sender.join()
    assert recorded == csv(program, "convert", "--raw", "--from", "flux", stream) and recorded.count("\n") > 200


def test_damage(tmp_path, program):
    """A damaged octet costs the frames that it touches, and the sequence numbers say how many."""
    frames = tmp_path / "frames"
    run(sink(), "--entries", 2000, "--no-clear", "--plain", "--frames", frames)
    whole = csv(program, "convert", frames).splitlines()
    octets = bytearray(frames.read_bytes())
    for place in range(1000, len(octets) - 1000, len(octets) // 20):
        damaged = octets.copy()
        damaged[place] ^= 0x10
        (tmp_path / "damaged").write_bytes(damaged)
        done = subprocess.run([program("build/sw/rkh-dump-san"), "-w", "-i", "1", tmp_path / "damaged"], capture_output=True, text=True)
        totals = dict(field.split("=") for field in done.stdout.splitlines()[-1].split())
        flags = octets[place] == 0x7E or damaged[place] == 0x7E
        assert int(totals["lost"]) <= (2 if flags else 1) and int(totals["frames"]) + int(totals["lost"]) >= len(whole) - 1


@pytest.mark.parametrize("arguments, message", [(["--serial", "15"], "16 to 0xffff0"), (["--x"], "--help lists them"),
                                                (["--seed"], "needs a value"), (["--entries", "-1"], "not a number")])
def test_wrong_usage(arguments, message):
    _, _, error = run(sink(), *arguments, code=2)
    assert message in error and error.count("\n") == 1
