# SPDX-License-Identifier: Apache-2.0
"""The device in C: its short ways are its cycles one by one; the driver runs on it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

sys.path += [str(Path(__file__).resolve().parents[1] / part) for part in ("soc", "formats")]
import test_driver_on_unit as on_unit  # noqa: E402
from test_selftest import FAULTS  # noqa: E402


def test_device(program):
    done = subprocess.run([program("build/tests/device/device_test")],
                          capture_output=True,
                          text=True,
                          timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "device: as its cycles one by one\n"


@pytest.mark.parametrize("preset", ["tiny", "small", "full"])
def test_driver(program, tmp_path, preset):
    """The driver's test on the RTL, with the model in its place."""
    on_unit.test_driver_on_unit(
        lambda path: program(path.replace("build/tests/soc/", "build/tests/device/")), tmp_path,
        preset)


ESTATE = "-4"
#: No unit, wrong pages, and no snoop, as this host has none.
BASE, DECODE, SNOOP_NONE = (1 << FAULTS.index(name) for name in ("BASE", "DECODE", "SNOOP_NONE"))


def test_wrong_decoders(program):
    """The self-test names each address bit that is missing, stuck at 1 or missing at ports alone,
    and each range that ends before the last page; a right decoder passes.
    """
    lines = subprocess.run([program("build/tests/device/selftest_decode")],
                           capture_output=True,
                           text=True,
                           check=True).stdout.splitlines()
    cases, locked = set(), set()
    for line in lines:
        name, tiny, protect, decoder, init, result, faults, tested, found = line.split()
        tiny, contexts = tiny == "1", 2 + int(protect)
        if decoder == "locked":  # somebody's trace may run: nothing is tried, nothing is changed
            assert (init, result, faults, tested) == (ESTATE, ESTATE, "0", "0"), line
            locked.add(name)
            continue
        kind, at = re.fullmatch(r"(good|zero|one|port|end)(\w*)", decoder).groups()
        bad = {
            "good": 0,
            "zero": DECODE,
            "one": BASE,
            # Of ports, tiny has two in all; a user port and guaranteed stores that wait (which the
            # test does not look for) alone tell bits 13 and 15.
            "port": DECODE * (at != "15" and (at != "13" or contexts == 3) and
                              (at != "14" or not tiny)),
            "end": DECODE * (int(at or "0", 16) < 0x1000 * (0x12 if tiny else 0x1c + contexts)),
        }[kind]  # yapf: disable
        assert int(faults, 16) == (bad or SNOOP_NONE * (not tiny)), line
        assert int(result) == int(bool(bad or not tiny)), line
        assert tested == ("0" if bad == BASE else "1"), line
        if kind == "zero":
            assert int(found, 16) == 1 << int(at), line
        assert kind in ("zero", "one") or init == "0", line
        cases.add((name, decoder))
    for preset in ("tiny", "small", "full", "wide"):
        assert {(preset, f"zero{bit}") for bit in range(2, 17)} < cases
    assert ("many_harts", "zero18") in cases and {"full", "two_harts"} <= locked


def test_selftest_leaves_hints_on(program):
    done = subprocess.run([program("build/tests/device/selftest_hints")],
                          capture_output=True,
                          text=True,
                          check=True)
    lines = done.stdout.splitlines()
    assert len(lines) == 4 and all(" good 0 1 " in line for line in lines), done.stdout


#: What the self-test must say about each mistake of hookup_test.c.
HOOKUP = {
    "CACHED": ["cached", "reads_buffered"],
    "LANES": ["bytes_swapped", "upper_half_lost", "strobes_tied"],
    # A page that is cached since it was empty reads as one that is not there.
    "DECODE": ["data_page_cached", "data_page_missing", "counters_missing", "sw_entry_missing"],
    "MERGED": ["stores_merged", "values_lost", "pairs_lost", "port_bit_stuck"],
    "REORDERED": ["pairs_reordered", "stores_reordered"],
    "REPEATED": ["stores_twice", "pairs_twice", "reads_twice", "reads_ahead"],
    "TIME": ["time_stands"],
    "TIME_JUMPS": ["time_of_no_gray_code", "time_jumps_at_first", "time_runs_back"],
    "TIME_RATE": ["clock_of_half_the_rate", "clock_of_twice_the_rate"],
    "IRQ_MISSING": ["irq_missing"],
    "IRQ_STUCK": ["irq_inverted", "irq_held"],
    "SNOOP_NONE": ["snoop_missing", "snoop_of_low_words_missing"],
    "SNOOP_HART": ["snoop_of_other_hart"],
    "SNOOP_ADDRESS": [
        "snoop_address_shifted", "snoop_address_shifted_up", "snoop_address_28_bits",
        "snoop_address_24_bits", "snoop_address_16_bits", "snoop_address_14_bits",
        "snoop_address_and_data_before"
    ],
    "SNOOP_PHASE": ["snoop_data_before", "snoop_address_before"],
    "SNOOP_DATA": ["snoop_halves_alike", "snoop_bit_stuck"],
    "SNOOP_LANES": ["snoop_strobes_tied", "snoop_bytes_swapped"],
    "SNOOP_WORD": ["snoop_not_of_word"],
    "SNOOP_MERGED": [
        "snoop_merges", "snoop_replays", "snoop_swaps", "snoop_misses_before_stores"
    ],
    "SNOOP_LATE": [
        "snoop_pushed_by_stores", "snoop_late", "snoop_late_by_a_store", "snoop_late_but_for_reads"
    ],
    "POSTED": ["stores_posted", "store_posted", "stores_posted_under_load", "windows_posted"],
    None: ["none", "pins_move", "other_hart_emits"],
}  # yapf: disable
EBUSY = "-5"


def test_wrong_hook_ups(program):
    """The self-test names each mistake, on units with and without a snoop, and none where there is
    none. Where the unit stops to become idle, it says so, and ends.
    """
    named = {mistake: fault for fault, mistakes in HOOKUP.items() for mistake in mistakes}
    lines = subprocess.run([program("build/tests/device/selftest_hookup")],
                           capture_output=True,
                           text=True,
                           check=True).stdout.splitlines()
    seen, stops = set(), {}
    for line in lines:
        name, hart, mistake, result, faults, tested, expected, found = line.split()
        if mistake.endswith("_stops"):
            stops.setdefault((name, mistake), []).append((result, int(faults, 16)))
            continue
        fault = named[mistake]
        if name == "tiny" and fault and re.match("SNOOP|POSTED|TIME", fault):
            fault = None  # neither snoop nor register of the time
        elif mistake == "sw_entry_missing" and name in ("small", "tiny", "wide"):
            fault = None
        elif fault == "SNOOP_HART" and name != "two_harts":
            fault = "SNOOP_NONE"  # no other hart's snoop to look at
        bit = 1 << FAULTS.index(fault) if fault else 0
        assert (int(faults, 16), int(result)) == (bit, fault is not None), line
        assert int(tested, 16) & bit == bit, line
        if fault == "SNOOP_HART":
            assert (int(expected, 16), int(found, 16)) == (int(hart), 1 - int(hart)), line
        seen.add((name, hart, mistake))
    units = {("tiny", "0"), ("small", "0"), ("full", "0"), ("wide", "0"), ("value64", "0"),
             ("two_harts", "0"), ("two_harts", "1")}
    assert seen == {(*unit, mistake) for unit in units for mistake in named}
    stuck = 1 << FAULTS.index("IRQ_STUCK")
    for name in ("tiny", "full"):
        *early, last = stops.pop((name, "none_stops"))
        assert last == ("0", 0) and len(early) > 8 and set(early) == {(EBUSY, 0)}
        # A fault that was found is reported, too.
        assert set(stops.pop((name, "irq_held_stops"))) == {(EBUSY, 0), ("1", stuck)}
    assert not stops


def test_example(root, program, tmp_path):
    """The program of docs/guides/device.md."""
    (block, ) = re.findall(r"```c\n(.*?)```", (root / "docs/guides/device.md").read_text(), re.S)
    (tmp_path / "main.c").write_text(block)
    subprocess.run([
        "cc", "-Wall", "-Wextra", "-Werror", f"-I{root}/sim/device", f"-I{root}/sim/golden",
        tmp_path / "main.c",
        program("build/device/libweir_device.a"), "-o", tmp_path / "main"
    ],
                   check=True)
    subprocess.run([tmp_path / "main"], check=True)
