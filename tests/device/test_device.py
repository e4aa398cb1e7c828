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
