# SPDX-License-Identifier: Apache-2.0
"""The frame sink: every byte against the golden model, for every width of a field; the UART's line
decoded.
"""

import itertools
import os
import re
import random
import subprocess
import threading

import pytest
from bench import ROOT, run
from pins import printed, watched
from survivors import with_mutants

WIDTHS = ["1", "2", "4"]  # bytes of an id


def sink(widths=WIDTHS[0]):
    return ROOT / f"build/sim/frame/{widths}/bench"


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("widths", WIDTHS)
def test_volume(widths, seed):
    """Back-pressure, gaps beyond a timestamp, CLEAR at any cycle, entries that have no frame."""
    n, _, _ = run(sink(widths), "--seed", seed, "--entries", 10000)
    assert n["entries"] == 10000 and n["frame_bytes"] > 100000 and n["clears"] > 50


@pytest.mark.parametrize("interval", [0, 1, 2])
def test_starts(interval):
    few, _, _ = run(sink(), "--entries", 2000, "--interval", interval, "--no-clear")
    seldom, _, _ = run(sink(), "--entries", 2000, "--interval", 1000, "--no-clear")
    assert (few["frame_bytes"] > 2 * seldom["frame_bytes"]) == (interval > 0)


@pytest.mark.parametrize("divide", [16, 32, 40, 53, 63, 100, 1389, 13889])
def test_serial(divide):
    """Bit times in sixteenths of a cycle: every bit at its place, no gap between bytes."""
    entries = 40 if divide > 1000 else 500
    n, _, _ = run(sink(), "--serial", divide, "--entries", entries, "--no-clear")
    assert n["cycles"] >= n["frame_bytes"] * 10 * divide // 16
    if divide > 300:  # slower than the entries come
        assert n["cycles"] < n["frame_bytes"] * 10 * divide / 16 + divide + 2000


def line(tmp_path, data):
    """Sends bytes, (idle cycles before it, rate, byte), checks every edge of the line; returns
    cycles.
    """
    (tmp_path / "in").write_text("".join(
        f"{idle} {rate:x} {byte:x}\n" for idle, rate, byte in data))
    rtl, mutant = with_mutants(["rtl/weir_uart.sv"])
    options, watch = watched("uart")
    subprocess.run([
        "iverilog", "-g2012", "-s", "uart", *options, "-o", tmp_path / "uart", *rtl,
        ROOT / "tests/cosim/uart.sv", *watch
    ],
                   check=True)
    done = subprocess.run(["vvp", "-n", tmp_path / "uart", f"+in={tmp_path / 'in'}", mutant],
                          check=True,
                          capture_output=True,
                          text=True)
    lines = [words for words in map(str.split, printed(done.stdout).splitlines())]
    takes = [int(cycle) for what, cycle, *_ in lines if what == "take"]
    found = [(int(cycle), int(level)) for what, cycle, *level in lines if what == "line"
             for level in level]
    levels, end = [
        (-1, 1)
    ], 0  # (cycle, level from there on); the end of the byte before, in sixteenths of a cycle
    for taken, (idle, rate, byte) in zip(takes, data, strict=True):
        begin = (taken + 1) * 16 if idle else end
        assert begin // 16 == taken + 1, "a gap between bytes"
        levels += [((begin + n * rate) // 16, bit)
                   for n, bit in enumerate([0, *(byte >> bit & 1 for bit in range(8)), 1])]
        end = begin + 10 * rate
    assert found == [after for before, after in itertools.pairwise(levels) if before[1] != after[1]]
    return end // 16


def test_rates(tmp_path):
    """Rates that change while idle, and back-to-back bytes: every bit has its length, fractions add
    up.
    """
    r = random.Random(1)
    data = []
    for _ in range(60):
        rate = r.choice(
            [16, 17, 31, 32, 33, 139, 0x1FFF,
             r.randrange(16, 600),
             r.randrange(16, 3000)])
        data += [(idle, rate, r.getrandbits(8))
                 for idle in [r.choice([1, 2, 10]), *[0] * r.choice([0, 1, 3])]]
    assert line(tmp_path, data) > 30000


def test_slowest(tmp_path):
    assert line(tmp_path, [(1, 0xFFFF0, 0x5A)]) >= 655350


def csv(program, *arguments):
    done = subprocess.run([program("build/weir"), *arguments, "--to", "csv", "-o", "-"],
                          capture_output=True,
                          text=True,
                          timeout=60)
    assert done.returncode == 0, done.stderr
    return re.sub(r"^clock,.*\n", "", done.stdout, flags=re.M)  # only frames tell the clock


@pytest.mark.parametrize("widths", WIDTHS)
def test_decoded(tmp_path, program, widths):
    """`weir` reads the same events, losses and times from frames as from their entries."""
    frames, stream = tmp_path / "frames", tmp_path / "stream"
    run(sink(widths), "--entries", 5000, "--no-clear", "--plain", "--frames", frames, "--stream",
        stream)
    decoded = csv(program, "convert", frames)
    assert decoded == csv(program, "convert", "--raw", "--from", "flux", stream)
    assert decoded.count("\nloss,") > 100 and decoded.count("\nswitch,") > 100 and decoded.count(
        "\ninstant,") > 1000


def test_recorded(tmp_path, program):
    """From the UART to a file: `weir record` reads a receiver of the line live."""
    pipe, stream = tmp_path / "pipe", tmp_path / "stream"
    os.mkfifo(pipe)
    sender = threading.Thread(target=run,
                              args=(sink(), "--entries", 400, "--serial", 139, "--no-clear",
                                    "--plain", "--frames", pipe, "--stream", stream))
    sender.start()
    recorded = csv(program, "record", "-q", "--from", "rkh", pipe)
    sender.join()
    assert recorded == csv(program, "convert", "--raw", "--from", "flux",
                           stream) and recorded.count("\n") > 200


def test_damage(tmp_path, program):
    """A damaged byte costs the frames that it touches; the sequence numbers count them."""
    frames = tmp_path / "frames"
    run(sink(), "--entries", 2000, "--no-clear", "--plain", "--frames", frames)
    whole = csv(program, "convert", frames).splitlines()
    data = bytearray(frames.read_bytes())
    for place in range(1000, len(data) - 1000, len(data) // 20):
        damaged = data.copy()
        damaged[place] ^= 0x10
        (tmp_path / "damaged").write_bytes(damaged)
        done = subprocess.run(
            [program("build/sw/rkh-dump-san"), "-w", "-i", "1", tmp_path / "damaged"],
            capture_output=True,
            text=True)
        totals = dict(field.split("=") for field in done.stdout.splitlines()[-1].split())
        flags = data[place] == 0x7E or damaged[place] == 0x7E
        assert int(totals["lost"]) <= (
            2 if flags else 1) and int(totals["frames"]) + int(totals["lost"]) >= len(whole) - 1


@pytest.mark.parametrize("arguments, message", [(["--serial", "15"], "16 to 0xffff0"),
                                                (["--x"], "--help lists them"),
                                                (["--seed"], "needs a value"),
                                                (["--entries", "-1"], "not a number")])
def test_wrong_usage(arguments, message):
    _, _, error = run(sink(), *arguments, code=2)
    assert message in error and error.count("\n") == 1
