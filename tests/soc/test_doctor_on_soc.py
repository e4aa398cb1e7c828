# SPDX-License-Identifier: Apache-2.0
"""`weir doctor` on traces of threads on Ibex: it finds the planted hook-up faults that change which
threads run, and nothing in the trace of a right hook-up. For all faults, see test_selftest.py.
"""

import subprocess

import pytest
from test_selftest import PLANTED

VALUES, NO_STORE = "The snoop takes other values", "The snoop sees no store of the scheduler"
SEEN = {1: VALUES, 2: VALUES, 3: NO_STORE, 5: VALUES, 6: NO_STORE}


@pytest.mark.parametrize("fault", [0, *SEEN], ids=lambda n: f"{n}-{PLANTED.get(n, 'right')}")
@pytest.mark.parametrize("app", ["cooperative", "freertos_objects"])
def test_planted_hook_up(program, tmp_path, app, fault):
    trace = tmp_path / "t.recTr"
    options = ["--quiet", "--hex", program(f"build/fw/ibex/{app}.hex"), "--out", trace]
    subprocess.run([program("build/soc/ibex-cpp/soc"), *options, "--fault", str(fault),
                    "--run", "100000", "--max", "3000000"],
                   check=True, timeout=600)  # yapf: disable
    done = subprocess.run([program("build/weir"), "doctor", trace], capture_output=True, text=True)
    if not fault:
        assert done.returncode == 0 and ": nothing is odd;" in done.stdout, done.stdout
    else:
        assert done.returncode == 1 and ": 1 problem, 0 remarks;" in done.stdout, done.stdout
        assert f"\n           {SEEN[fault]}" in done.stdout
