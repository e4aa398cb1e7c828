# SPDX-License-Identifier: Apache-2.0
"""The benches themselves: they fail when the stream is wrong, and name what they cannot do."""

import subprocess

import pytest
from bench import DEFAULT_SET, cpp, run, systemc


@pytest.mark.parametrize("bench",
                         [cpp(), systemc("native"), systemc("axil")],
                         ids=lambda b: b.parent.name)
@pytest.mark.parametrize("word", [1, 2, 1000])
def test_one_wrong_byte_is_seen(bench, word):
    n, _, report = run(bench, "--seed", 3, "--corrupt", word, code=1)
    assert n["errors"] > 0
    assert "scoreboard: cycle " in report and "the last accesses" in report
    run(bench, "--seed", 3)  # and without, all is well


def test_every_byte_counts(tmp_path):
    """One wrong bit in any of many words fails: no field of an entry is ignored."""
    for word in range(3, 60):
        run(cpp(), "--seed", 4, "--events", 200, "--no-clear", "--corrupt", word, code=1)


@pytest.mark.parametrize("parameters", ["small", "full"])
def test_replay(tmp_path, parameters):
    """A recorded run plays again cycle by cycle: the same bytes at the same times."""
    script, logs, streams = tmp_path / "script", [tmp_path / n
                                                  for n in "ab"], [tmp_path / n for n in "cd"]
    run(cpp(parameters), "--seed", 10, "--events", 2000, "--record", script, "--log", logs[0],
        "--stream", streams[0])
    run(cpp(parameters), "play", "--seed", 6, "--log", logs[1], "--stream", streams[1], script)
    assert logs[0].read_text().count("\n") >= 2000
    assert logs[0].read_bytes() == logs[1].read_bytes()
    assert streams[0].read_bytes() == streams[1].read_bytes()


def test_replay_fails_alike(tmp_path):
    """A run that fails is recorded up to its end, and fails in the same cycle when played."""
    script = tmp_path / "script"
    _, _, first = run(cpp(), "--seed", 3, "--corrupt", 500, "--record", script, code=1)
    _, _, again = run(cpp(), "play", "--seed", 3, "--corrupt", 500, script, code=1)
    assert first == again


@pytest.mark.parametrize("bench",
                         [cpp(), systemc("native"), systemc("axil")],
                         ids=lambda b: b.parent.name)
def test_waveform(tmp_path, bench):
    fst = tmp_path / "wave.fst"
    run(bench, "--seed", 1, "--events", 50, "--fst", fst)
    vcd = subprocess.run(["fst2vcd", fst], capture_output=True, text=True, check=True).stdout
    assert "reg_valid_i" in vcd or "s_axil_awvalid" in vcd
    assert vcd.count("\n#") > 100


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--seed"], "--seed needs a value"),
        (["--seed", "x"], "'x' is not a number"),
        (["--nonsense"], "unknown option '--nonsense'"),
        (["--stream", "/nowhere/x"], "/nowhere/x"),
        (["load", "--rate", "0"], "bad value '0'"),
        (["load", "--kind", "none"], "bad value 'none'"),
        (["play"], "no script"),
        (["play", "/nowhere/x"], "/nowhere/x"),
    ],
)
def test_wrong_usage(arguments, message):
    _, _, error = run(cpp(DEFAULT_SET), *arguments, code=2)
    assert message in error and error.count("\n") == 1


@pytest.mark.parametrize("line", ["w 4000", "w 20000 1", "r zz", "x 1", "w 0 1 10", "i -1"])
def test_wrong_script(line):
    _, _, error = run(cpp(), "play", "-", stdin=f"w 10 1\n{line}\n", code=2)
    assert "line 2" in error and error.count("\n") == 1


@pytest.mark.parametrize("bench", [cpp(), systemc("native")], ids=lambda b: b.parent.name)
def test_help(bench):
    run(bench, "--help")
