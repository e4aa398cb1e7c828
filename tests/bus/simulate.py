# SPDX-License-Identifier: Apache-2.0
"""Builds the bench of one bus with Icarus Verilog and runs a cocotb module on it."""

import sys
from pathlib import Path

from cocotb_tools.runner import get_results, get_runner

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path += [str(ROOT / "rtl"), str(ROOT / "tests")]
import benches  # noqa: E402
from lists import FILES, INCLUDE  # noqa: E402
from pins import watched  # noqa: E402
from survivors import with_mutants  # noqa: E402


class Failed(Exception):
    """A test of the module failed; the text is the log."""


def simulate(bus, modules, folder, **env):
    """Runs all tests of these modules of tests/bus in `folder`. Returns how many there are, or
    raises Failed.
    """
    runner, results = get_runner("icarus"), folder / "results.xml"
    rtl, mutant = with_mutants(FILES)
    options, watch = watched(f"bench_{bus}")
    shells = []
    if bus != "signals":
        shells = [folder / f"bench_{bus}.sv"]
        shells[0].write_text(f"`default_nettype none\n{benches.text(bus)}`default_nettype wire\n")
    runner.build(sources=[
        *rtl, *sorted((ROOT / "sim/formal").glob("*_contract.sv")), HERE / "bench.sv", *shells,
        *watch
    ],
                 hdl_toplevel=f"bench_{bus}",
                 build_dir=folder,
                 build_args=["-g2012", "-Wall", INCLUDE, *options],
                 timescale=("1ns", "1ns"),
                 log_file=folder / "build.log")
    try:
        runner.test(modules,
                    f"bench_{bus}",
                    build_dir=folder,
                    test_dir=HERE,
                    results_xml=str(results),
                    log_file=folder / "log",
                    plusargs=[mutant],
                    extra_env={
                        "WEIR_BUS": bus, "PYTHONPATH": str(HERE),
                        "COCOTB_LOG_LEVEL": "WARNING", "PYTHONDONTWRITEBYTECODE": "1", **env
                    })
    except SystemExit:  # so it says that a test failed, under pytest
        pass
    tests, failed = get_results(results)
    if failed:
        raise Failed((folder / "log").read_text())
    return tests
