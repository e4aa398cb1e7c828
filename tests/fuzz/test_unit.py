# SPDX-License-Identifier: Apache-2.0
"""Inputs that the fuzzer of the unit has found to be different, at all pins, played again: RTL
against golden model. Those of the sets with
fewer pins: tests/cosim/test_inputs.py."""

import subprocess
import sys

import pytest

import fuzzing

sys.path.append(str(fuzzing.ROOT / "rtl"))
from lists import HAS  # noqa: E402

CORPUS = fuzzing.kept(fuzzing.corpus("unit-pins"))
# What must have happened in some of them, and the parameter without which it cannot.
REACHED = {
    "dropped_rate_limit": "FILTER", "trigger_frozen": "FILTER", "filtered": "FILTER",
    "checkpoints": "CHECKPOINT", "frame_bytes": "FRAME", "rings": "RING",
    "sw_entries": "CHECKPOINT", "denied": "PROTECT", "mtime": "TIME_BASE", "steps": "TIME_BASE",
    "traps": "RETIRE", "pins": "PINS", "peeks": "PEEK", "locked": "PROTECT", "reserved": "HARTS",
    "thread_cache_known": "THREAD_CACHE", "dropped_space": "HARTS", "losses": "HARTS"
}


@pytest.mark.parametrize("parameters", sorted(CORPUS))
def test_corpus(program, parameters, tmp_path):
    files = [tmp_path / str(number) for number in range(len(CORPUS[parameters]))]
    for path, data in zip(files, CORPUS[parameters]):
        path.write_bytes(data)
    assert len(files) > 80
    done = subprocess.run([program(f"build/fuzz/play-{parameters}"), *files],
                          capture_output=True,
                          text=True,
                          timeout=300)
    assert done.returncode == 0, done.stderr
    inputs = {what: int(number) for what, number, _ in map(str.split, done.stdout.splitlines())}
    has = HAS[parameters]
    wanted = {what for what, parameter in REACHED.items() if has[parameter]}
    wanted |= {
        what
        for what, parameter, least in (("wide", "VALUE_W", 64), ("several", "ARGS", 2))
        if has[parameter] >= least
    }
    assert not {what for what in wanted if not inputs[what]}


def test_every_set():
    """The sets with all inputs are those that the makefile builds a player for."""
    makefile = (fuzzing.ROOT / "sim/sim.mk").read_text()
    assert f"UNIT_FUZZ_PINS := {' '.join(sorted(CORPUS))}\n" in makefile


def test_recorded(program, tmp_path):
    """What was played, as a script of the play bench, goes as well there.

    No difference, and the unit drained.
    """
    path, script = tmp_path / "input", tmp_path / "script"
    path.write_bytes(max(CORPUS["full_short"], key=len).replace(b"\xff",
                                                                b"\xfe"))  # not reset in the middle
    subprocess.run([program("build/fuzz/play-full_short"), "--record", script, path],
                   check=True,
                   timeout=60)
    done = subprocess.run([program("build/sim/full_short/bench"), "play", script],
                          capture_output=True,
                          text=True,
                          timeout=60)
    assert done.returncode == 0, done.stderr
    assert "errors 0 errors" in done.stdout


def test_wrong_usage(program):
    assert subprocess.run([program("build/fuzz/play-value64")], capture_output=True).returncode == 2
    assert subprocess.run([program("build/fuzz/play-value64"), "/nowhere/x"],
                          capture_output=True).returncode == 1
