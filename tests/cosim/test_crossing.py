# SPDX-License-Identifier: Apache-2.0
"""The external counter in a clock of its own: clocks that drift, bits that come late, and flops
that catch either value of a bit that changes.
"""

import re
import subprocess

import pytest
from bench import ROOT
from pins import printed, watched
from survivors import with_mutants

RTL = [
    ROOT / "rtl" / name
    for name in ("weir_pkg.sv", "weir_event.sv", "weir_gray.sv", "weir_timestamp.sv")
]
# Periods of the counter and of the unit, in ps; how late a bit may be, less than a period of the
# counter; and the time around an edge in which it is not sure what a flop catches.
CLOCKS = {
    "slower": (26000, 10000, 18000, 1500), "alike": (10000, 10000, 7000, 400),
    "faster": (1700, 10000, 1200, 80), "much slower": (300000, 10000, 100000, 9000)
}


def run(tmp_path, clocks, seed, rtl=RTL, plain=0, cycles=5000, jumps=0):
    counter, unit, skew, window = clocks
    values = {
        "SEED": seed, "CYCLES": cycles, "COUNTER": counter, "UNIT": unit, "SKEW": skew,
        "WINDOW": window, "PLAIN": plain, "START": "64'hffffff00", "JUMPS": jumps
    }
    options, watch = watched("crossing")
    subprocess.run([
        "iverilog", "-g2012", "-s", "crossing", *options, *(f"-D{name}={value}"
                                                            for name, value in values.items()),
        "-o", tmp_path / "crossing", *rtl, ROOT / "tests/cosim/crossing.sv", *watch
    ],
                   check=True)
    done = subprocess.run(["vvp", "-n", tmp_path / "crossing"], capture_output=True, text=True)
    return done.returncode, printed(done.stdout)


@pytest.mark.parametrize("clocks", CLOCKS)
def test_time_is_what_the_counter_was(tmp_path, clocks):
    """The count four cycles before, or one step more if under way; never back, and past 2^32."""
    code, text = run(tmp_path, CLOCKS[clocks], seed=sum(map(ord, clocks)))
    assert code == 0, text
    steps, jumps, unsure = (int(n) for n in re.match(
        r"steps (\d+), of several (\d+), bits caught while they changed (\d+)", text).groups())
    assert steps > 100 and unsure >= 10 and (jumps > 1000 or clocks != "faster"), text


def test_time_of_any_size(tmp_path):
    """The counter starts just below each power of two, so every bit of the code changes."""
    code, text = run(tmp_path, CLOCKS["alike"], seed=7, cycles=5800, jumps=1)
    assert code == 0, text
    steps, time = re.match(r"steps (\d+), .*, time (\w+)", text).groups()
    assert int(steps) > 58 * 40 and int(time, 16) >= 1 << 63, text


def test_a_skew_of_more_than_a_period_is_seen(tmp_path):
    """The path constraint of docs/explanation/theory.md is necessary."""
    code, text = run(tmp_path, (1700, 10000, 4000, 80), seed=1)
    assert code and "the counter was" in text, text


def test_a_binary_counter_is_seen(tmp_path):
    """Without the Gray code the unit reads values that never existed."""
    changed = {
        "weir_gray.sv": ("gray_q <= count_i ^ {1'b0, count_i[63:1]};", "gray_q <= count_i;"),
        "weir_timestamp.sv": ("binary_q <= binary(code) ^ {16{above}};", "binary_q <= code;")
    }
    rtl = []
    for file in RTL:
        text = file.read_text()
        old, new = changed.get(file.name, ("", ""))
        assert not old or text.count(old) == 1
        (tmp_path / file.name).write_text(text.replace(old, new) if old else text)
        rtl.append(tmp_path / file.name)
    code, text = run(tmp_path, CLOCKS["slower"], seed=2, rtl=rtl, plain=1)
    assert code and "the counter was" in text, text


# ---- Frames, handed to another clock by weir_cdc_fifo

CROSS = [ROOT / "rtl/weir_cdc_fifo_src.sv", ROOT / "rtl/weir_cdc_fifo_dst.sv"]
# Periods of the giving and of the taking side; how late bits of their pointers may be, less than a
# period of each, and bytes; the time around an edge.
SIDES = {
    "slower": (26000, 10000, 20000, 7000, 7000, 900),
    "alike": (10000, 10000, 7000, 7000, 7000, 400), "faster": (1700, 10000, 1200, 7000, 8000, 80),
    "much slower": (130000, 10000, 90000, 7000, 7000, 900),
    "much faster": (1700, 50000, 1200, 35000, 40000, 80)
}


def data(tmp_path, sides, seed, rtl=CROSS, busy=0, depth=3, count=800, whole=False):
    give, take, give_skew, take_skew, data_skew, window = sides
    values = {
        "SEED": seed, "BYTES": count, "GIVE": give, "TAKE": take, "GIVE_SKEW": give_skew,
        "TAKE_SKEW": take_skew, "DATA_SKEW": data_skew, "WINDOW": window, "BUSY": busy,
        "DEPTH_LOG2": depth
    }
    rtl, mutant = with_mutants([*rtl, ROOT / "rtl/weir_cdc_fifo.sv"] if whole else rtl)
    options, watch = watched("crossing_bytes")
    options += ["-DWHOLE"] if whole else []
    subprocess.run([
        "iverilog", "-g2012", "-s", "crossing_bytes", *options,
        *(f"-D{name}={value}" for name, value in values.items()), "-o", tmp_path / "bytes", *rtl,
        ROOT / "tests/cosim/crossing_bytes.sv", *watch
    ],
                   check=True)
    done = subprocess.run(["vvp", "-n", tmp_path / "bytes", mutant], capture_output=True, text=True)
    return done.returncode, printed(done.stdout)


def numbers(text):
    return map(
        int,
        re.match(r"bytes (\d+), cycles (\d+), full (\d+), bits caught while they changed (\d+)",
                 text).groups())


@pytest.mark.parametrize("sides", SIDES)
def test_every_byte_crosses(tmp_path, sides):
    """Once, in order, unchanged, stable until taken; one in every cycle of the slower clock."""
    code, text = data(tmp_path,
                      SIDES[sides],
                      seed=sum(map(ord, sides)),
                      depth=5 if sides == "alike" else 3)
    assert code == 0, text
    count, _, full, unsure = numbers(text)
    assert count == 800 and unsure >= 10 and (full > 50 or SIDES[sides][0] > SIDES[sides][1]), text
    code, text = data(tmp_path, SIDES[sides], seed=5, busy=1)
    assert code == 0, text
    count, cycles, *_ = numbers(text)
    possible = cycles * min(1, SIDES[sides][1] / SIDES[sides][0])
    assert count > 0.97 * possible, text


@pytest.mark.parametrize("sides", SIDES)
def test_every_byte_crosses_whole(tmp_path, sides):
    """The same of weir_cdc_fifo itself, whose two sides see each other without skew."""
    give, take, *_ = SIDES[sides]
    waits = 0
    for busy, seed in (0, 1), (1, 2):
        code, text = data(tmp_path, (give, take, 1, 1, 1, 0), seed=seed, busy=busy, whole=True)
        assert code == 0, text
        count, cycles, full, _ = numbers(text)
        waits += full
        assert count == 800 and (not busy or count > 0.97 * cycles * min(1, take / give)), text
    assert waits > 10 or give > take


@pytest.mark.parametrize("skews", [(1700, 10000, 9000, 7000, 8000, 80),
                                   (1700, 1800, 1200, 9000, 1200, 80)])
def test_a_late_pointer_is_seen(tmp_path, skews):
    """The path constraint is necessary: a pointer bit later than a period breaks either side."""
    code, text = data(tmp_path, skews, seed=1, count=3000)
    assert code and "byte" in text, text


def test_a_binary_pointer_is_seen(tmp_path):
    """Without the Gray code bytes appear that never existed."""
    changes = [("gray_q  <= next_o;", "gray_q  <= count;"),
               ("~other_q[DEPTH_LOG2:DEPTH_LOG2-1], other_q[DEPTH_LOG2-2:0]",
                "~other_q[DEPTH_LOG2], other_q[DEPTH_LOG2-1:0]")]
    rtl = []
    # full and empty as binary numbers have it, so that only what is caught is wrong
    for part in CROSS:
        text = part.read_text()
        for old, new in changes:
            text = text.replace(old, new)
        (tmp_path / part.name).write_text(text)
        rtl.append(tmp_path / part.name)
    code, text = data(tmp_path, SIDES["alike"], seed=1, rtl=rtl)
    assert code and "byte" in text, text
