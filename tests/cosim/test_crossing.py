# SPDX-License-Identifier: Apache-2.0
"""The external counter in a clock of its own: clocks that drift, bits that come late, and flops that catch either value of a bit that changes."""

import re
import subprocess

import pytest
from bench import ROOT

RTL = [ROOT / "rtl" / name for name in ("weir_pkg.sv", "weir_event.sv", "weir_gray.sv", "weir_stamp.sv")]
# Periods of the counter and of the unit, in ps; how late a bit may be, less than a period of the counter; and the time around an edge in which it is not sure what a flop catches.
CLOCKS = {"slower": (26000, 10000, 18000, 1500), "alike": (10000, 10000, 7000, 400), "faster": (1700, 10000, 1200, 80), "much slower": (300000, 10000, 100000, 9000)}


def run(tmp_path, clocks, seed, rtl=RTL, plain=0):
    counter, unit, skew, window = clocks
    values = {"SEED": seed, "EDGES": 5000, "COUNTER": counter, "UNIT": unit, "SKEW": skew, "WINDOW": window, "PLAIN": plain, "START": "64'hffffff00"}
    subprocess.run(["iverilog", "-g2012", "-s", "crossing", *(f"-D{name}={value}" for name, value in values.items()), "-o", tmp_path / "crossing",
                    *rtl, ROOT / "tests/cosim/crossing.sv"], check=True)
    done = subprocess.run(["vvp", "-n", tmp_path / "crossing"], capture_output=True, text=True)
    return done.returncode, done.stdout


@pytest.mark.parametrize("clocks", CLOCKS)
def test_time_is_what_the_counter_was(tmp_path, clocks):
    """Four edges before, and one step more if that was under way; it never goes back, and passes 2^32."""
    code, text = run(tmp_path, CLOCKS[clocks], seed=sum(map(ord, clocks)))
    assert code == 0, text
    steps, jumps, unsure = (int(n) for n in re.match(r"steps (\d+), of several (\d+), bits caught while they changed (\d+)", text).groups())
    assert steps > 100 and unsure >= 10 and (jumps > 1000 or clocks != "faster"), text


def test_a_skew_of_more_than_a_period_is_seen(tmp_path):
    """What docs/theory.md asks of the paths is needed."""
    code, text = run(tmp_path, (1700, 10000, 4000, 80), seed=1)
    assert code and "the counter was" in text, text


def test_a_binary_counter_is_seen(tmp_path):
    """Without the code numbers are read that never were."""
    changed = {"weir_gray.sv": ("gray_q <= count_i ^ {1'b0, count_i[63:1]};", "gray_q <= count_i;"),
               "weir_stamp.sv": ("for (k = 1; k < 64; k = 2 * k) binary = binary ^ (binary >> k);", "")}
    rtl = []
    for file in RTL:
        text = file.read_text()
        old, new = changed.get(file.name, ("", ""))
        assert not old or text.count(old) == 1
        (tmp_path / file.name).write_text(text.replace(old, new) if old else text)
        rtl.append(tmp_path / file.name)
    code, text = run(tmp_path, CLOCKS["slower"], seed=2, rtl=rtl, plain=1)
    assert code and "the counter was" in text, text
