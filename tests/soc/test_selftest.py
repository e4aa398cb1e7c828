# SPDX-License-Identifier: Apache-2.0
"""The driver's self-test on the demo SoCs: it names each wrong hook-up that is planted, and finds
nothing wrong with a right one.

The faults of soc_faults.sv are planted on Ibex, PicoRV32 and VexRiscv; those of the retire view
(soc_late.sv, and RETIRE_EARLY) on Ibex alone; the snoop of another hart on Ibex with two harts.
"""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEADER = (ROOT / "driver/include/weir_selftest.h").read_text()
FAULTS = re.findall(r"^    WEIR_SELFTEST_(\w+),", HEADER, re.M)
#: What it must say about each fault; the first is that of all others.
PLANTED = {
    1: "SNOOP_PHASE",
    2: "SNOOP_PHASE",
    3: "SNOOP_NONE",
    4: "SNOOP_LANES",
    5: "SNOOP_LANES",
    6: "SNOOP_ADDRESS",
    7: "POSTED",
    8: "SNOOP_LATE",
    9: "SNOOP_MERGED",
    10: "MERGED",
    11: "REORDERED",
    12: "DECODE",
    13: "CACHED",
    14: "IRQ_MISSING",
    15: "IRQ_STUCK",
    16: "LANES",
    17: "RETIRE_LATE",
    18: "TIME",
    19: "RETIRE_NONE",
    20: "SNOOP_DATA",
    21: "BASE",
    24: "POSTED",  # under load only
    25: "SNOOP_WORD",
    26: "TIME_JUMPS",
    27: "REPEATED",
    28: "REPEATED",
    29: "LANES",
}
#: No unit answers, or a store of CTRL does not arrive: nobody drains it.
NEVER_DRAINED = {21, 29}
#: With a retire view a write buffer has one more effect.
ALSO = {7: "RETIRE_EARLY", 24: "RETIRE_EARLY"}
RETIRE = {"RETIRE_NONE", "RETIRE_LATE", "RETIRE_EARLY"}
SOCS = {"ibex-cpp-full": "ibex", "picorv32-cpp": "picorv32", "vexriscv-cpp": "vexriscv"}


def selftest(program, soc, core, fault, app="selftest", run=1_000_000):
    """(result of weir_init, of weir_selftest, names of its faults, of what it tested)"""
    done = subprocess.run([
        program(f"build/soc/{soc}/soc"), "--quiet", "--hex",
        program(f"build/fw/{core}/{app}.hex"), "--fault",
        str(fault), "--run",
        str(run), "--max", "8000000"
    ],
                          capture_output=True,
                          text=True,
                          timeout=600)
    idle = "the run ends before the unit was seen drained"
    right = ": no mismatch" in done.stderr or (fault in NEVER_DRAINED and idle in done.stderr)
    assert right, done.stdout + done.stderr
    found = re.match(
        r"init (-?\d+) selftest (-?\d+) faults (\w+) tested (\w+) expected \w+ found \w+\n",
        done.stdout)
    init, result = int(found[1]), int(found[2])
    named, tested = ({name for n, name in enumerate(FAULTS) if int(found[group], 16) >> n & 1}
                     for group in (3, 4))  # yapf: disable
    assert done.stdout.count("\nfault ") == len(named) and (result == len(named) or result < 0)
    return init, result, named, tested


def test_each_fault_is_planted():
    source = (ROOT / "sim/soc/soc_faults.sv").read_text().split("module")[0]
    assert {int(number) for number in re.findall(r" (\d+) +[a-z]", source)} >= set(PLANTED)
    planted = {*PLANTED.values(), *ALSO.values(), "SNOOP_HART", "TIME_RATE"}
    assert planted == set(FAULTS) - {"COUNT"}


@pytest.mark.parametrize("soc", [*SOCS, "ibex-cpp", "serv-cpp", "ibex-cpp-harts2"])
def test_right_hook_up(program, soc):
    """Nothing is wrong, everything was tested that this SoC has, and a trace can begin."""
    app = "selftest_harts" if "harts2" in soc else "selftest"
    init, result, named, tested = selftest(program, soc, soc.split("-")[0], 0, app)
    assert (init, result, named) == (0, 0, set())
    without = {"COUNT"}
    if "full" not in soc and "harts2" not in soc:
        without |= RETIRE
    if "harts2" not in soc:
        without |= {"SNOOP_HART"}
    assert tested == set(FAULTS) - without


@pytest.mark.parametrize("fault", PLANTED)
@pytest.mark.parametrize("soc", SOCS)
def test_wrong_hook_up(program, soc, fault):
    if PLANTED[fault].startswith("RETIRE") and "full" not in soc:
        pytest.skip("no retire view on this SoC")
    _, result, named, _ = selftest(program, soc, SOCS[soc], fault)
    expected = {PLANTED[fault]} | ({ALSO[fault]} if fault in ALSO and "full" in soc else set())
    assert named == expected and result == len(expected)


def test_retire_view_tied_to_0(program):
    """The program says so: nothing is wrong, all the rest was tested, and a trace can begin."""
    _, result, named, tested = selftest(program, "ibex-cpp-full", "ibex", 19, "selftest_tied")
    assert (PLANTED[19], result, named) == ("RETIRE_NONE", 0, set())
    assert tested == set(FAULTS) - RETIRE - {"COUNT", "SNOOP_HART"}


@pytest.mark.parametrize("soc", ["ibex-cpp", "vexriscv-cpp", "serv-cpp"])
def test_wrong_unit(program, soc):
    """A tick is a cycle of 10 ns, and the firmware says 1 ns. For a wrong clock_hz, see
    driver_on_unit.cpp.
    """
    _, result, named, _ = selftest(program, soc, soc.split("-")[0], 0, run=1)
    assert (result, named) == (1, {"TIME_RATE"})


def test_wrong_hart(program):
    """The driver takes this hart for another: its stores are at the snoop of hart 0."""
    _, _, named, _ = selftest(program, "ibex-cpp-harts2", "ibex", 0, "selftest_hart")
    assert named == {"SNOOP_HART"}
