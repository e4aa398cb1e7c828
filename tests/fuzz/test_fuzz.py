# SPDX-License-Identifier: Apache-2.0
"""Of each library, and of the command's dictionaries and server, random round trips and a short
fuzzing run, always the same; and what fuzzing found once, or reached. `make regress` has the long
ones."""

import os
import subprocess

import pytest

import fuzzing

RUNS = {
    "flux": 150_000, "fxt": 100_000, "rkh": 150_000, "txtb": 100_000, "event": 100_000,
    "names": 50_000, "serve": 50_000
}
FEWER = int(os.environ.get("WEIR_FUZZ_RUNS",
                           1_000_000))  # in programs that are slow for another reason (tests/c)
LENGTH = {
    "flux": 400, "fxt": 400, "rkh": 250, "txtb": 500, "event": 400, "names": 1200, "serve": 300
}


@pytest.mark.parametrize("name, first, count", [("flux-roundtrip", 0, 60_000),
                                                ("flux-roundtrip-san", 900_000, 10_000),
                                                ("fxt-roundtrip", 1000, 1000),
                                                ("fxt-roundtrip-san", 1, 60),
                                                ("rkh-roundtrip-san", 0, 20_000),
                                                ("txtb-roundtrip-san", 0, 30_000)])
def test_round_trips(program, name, first, count):
    """Everything a format can say, written and read."""
    done = subprocess.run([program(f"build/sw/{name}"),
                           str(first), str(count)],
                          capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{count} ")


@pytest.mark.parametrize("name", RUNS)
def test_short_run(program, tmp_path, name):
    build = program(f"build/fuzz/{name}-fuzz").parents[1]
    seeds = fuzzing.write_seeds(name, build, tmp_path, LENGTH[name])
    runs = min(RUNS[name], FEWER)
    failure, figures = fuzzing.run(name,
                                   build,
                                   tmp_path,
                                   runs=runs,
                                   length=LENGTH[name],
                                   seed=1,
                                   seeds=seeds)
    assert failure is None, failure
    assert figures["executions"] >= runs and figures["edges"] > 200 and figures["corpus"] > 100


def test_always_the_same(program, tmp_path):
    """The same figures of a run in another folder."""
    build, figures = program("build/fuzz/txtb-fuzz").parents[1], []
    for folder in (tmp_path / "one", tmp_path / "two"):
        seeds = fuzzing.write_seeds("txtb", build, folder, 300)
        figures.append(
            fuzzing.run("txtb", build, folder, runs=5000, length=300, seed=7, seeds=seeds))
    assert figures[0] == figures[1] and figures[0][1]["executions"] >= 5000


@pytest.mark.parametrize("name", RUNS)
def test_corpus(program, tmp_path, name):
    """The inputs that reached something new, once more."""
    inputs = fuzzing.kept(fuzzing.corpus(name))[name]
    files = [tmp_path / str(number) for number in range(len(inputs))]
    for path, data in zip(files, inputs):
        path.write_bytes(data)
    assert len(files) > 80
    done = subprocess.run([program(f"build/fuzz/{name}-fuzz"), *files],
                          capture_output=True,
                          text=True,
                          errors="replace",
                          timeout=300)
    assert done.returncode == 0, done.stderr[-4000:]
    assert done.stderr.count("Executed ") == len(files)


@pytest.mark.parametrize("finding",
                         sorted((fuzzing.HERE / "findings").iterdir()),
                         ids=lambda path: path.name)
def test_finding(program, finding):
    """FORMAT-WHAT is an input that once failed."""
    fuzzer = program(f"build/fuzz/{finding.name.split('-')[0]}-fuzz")
    done = subprocess.run([fuzzer, finding],
                          capture_output=True,
                          text=True,
                          errors="replace",
                          timeout=60)
    assert done.returncode == 0, done.stderr[-4000:]
