# SPDX-License-Identifier: Apache-2.0
"""The directed tests of the unit on the golden model of the whole unit: beside the RTL, with all
pins the same in every cycle; where the two differ in pace, in the place of the RTL, and the
scoreboard judges it.
"""

import re
import sys
from pathlib import Path

import pytest
from test_unit_model import MODELS

sys.path.append(str(Path(__file__).resolve().parents[1] / "cosim"))
import bench  # noqa: E402
import test_auth  # noqa: E402
import test_checkpoint  # noqa: E402
import test_directed  # noqa: E402
import test_pins  # noqa: E402
import test_retire  # noqa: E402
import test_ring  # noqa: E402
import test_sw_entry  # noqa: E402
from test_directed import filtered, harts, unit  # noqa: E402, F401

#: Not of the unit alone, or long.
ASIDE = {
    "test_alone", "test_bytes_do_not_go_round", "test_carries_of_a_delta",
    "test_a_loss_lasts_as_long_as_an_overload", "test_random", "test_window_of_half_of_all"
}
#: Tests whose pins differ by cycles, with parameters that match: theory.md leaves the pace of
#: software entries, checkpoints, frames and ring open.
ALONE = {
    "test_external_time": "ring",
    "test_gaps_of_every_width_in_a_ring": "",
    "test_a_ring_that_drains_is_waited_for": "",
    "test_starts_of_frames": "32768|512|1024",
    "test_frames_are_waited_for": "",
    "test_nobody_is_held_for_authorisation": "frames|ring",
    "test_weir_reads_an_image": "",
    "test_weir_reads_images_cut_at_any_cycle": "",
    "test_stop_when_full": "",
    "test_times_of_every_width": "",
    "test_generations": "",
    "test_asked_for_again": "",
    "test_every_so_many_bytes": "two_harts",
    "test_when_all_is_read_another_may_begin": "",
    "test_a_reader_may_begin_there": "",
}

MODULES = (test_auth, test_checkpoint, test_directed, test_pins, test_retire, test_ring,
           test_sw_entry)
for module in MODULES:
    for name, function in vars(module).items():
        if name.startswith("test_") and callable(function) and name not in ASIDE:
            globals()[f"{name}_of_{module.__name__.removeprefix('test_')}"] = function


@pytest.fixture(autouse=True)
def benches(request, monkeypatch):
    """Those of the model in the place of the RTL's."""
    name = request.function.__name__
    case = getattr(request.node, "callspec", None)
    case = case.id if case else ""
    program = "bench" if name in ALONE and re.search(ALONE[name], case) else "twin"
    path = lambda parameters=bench.DEFAULT_SET: MODELS / parameters / program  # noqa: E731
    for module in (bench, *MODULES):
        monkeypatch.setattr(module, "cpp", path, raising=False)
