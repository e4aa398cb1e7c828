# SPDX-License-Identifier: Apache-2.0
"""The frame sink: every octet against the golden model, for every width of a field; the UART's line decoded."""

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


@pytest.mark.parametrize("arguments, message", [(["--serial", "15"], "16 to 0xffff0"), (["--x"], "--help lists them"),
                                                (["--seed"], "needs a value"), (["--entries", "-1"], "not a number")])
def test_wrong_usage(arguments, message):
    _, _, error = run(sink(), *arguments, code=2)
    assert message in error and error.count("\n") == 1
