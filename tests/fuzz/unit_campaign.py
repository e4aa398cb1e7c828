# SPDX-License-Identifier: Apache-2.0
"""Fuzzes the unit, RTL against golden model, and writes what was done.

    unit_campaign.py EXECUTIONS SET...

build/fuzz/unit-SET is the fuzzer; its corpus stays in build/fuzz/corpus-SET, so that a campaign goes on where it was. Afterwards
tests/fuzz/unit-corpus.txt has, of each set, the fewest inputs that cover what the corpus covers, and docs/results/unit-fuzz.md the figures.
Stops at the first finding, which is then build/fuzz/unit-SET-crash-...: `build/sim/SET/bench inputs FILE` does it again."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import fuzzing

ROOT = Path(__file__).resolve().parents[2]
MOST = 160  # octets of an input


def fuzz(name, executions, inputs):
    """Returns the figures of a run; the corpus grows."""
    folder = ROOT / f"build/fuzz/corpus-{name}"
    folder.mkdir(parents=True, exist_ok=True)
    for number, octets in enumerate(inputs):
        (folder / f"kept-{number}").write_bytes(octets)
    command = [ROOT / f"build/fuzz/unit-{name}", f"-runs={executions}", f"-max_len={MOST}", "-len_control=20", "-seed=1", "-print_final_stats=1",
               f"-artifact_prefix={ROOT}/build/fuzz/unit-{name}-", folder]  # fmt: skip
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        done = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT)
        log.seek(0)
        said = log.read()
    if done.returncode:
        sys.exit(f"unit_campaign.py: {name}: {said[-3000:]}")
    cover, features = re.findall(r"cov: (\d+) ft: (\d+)", said)[-1]
    return {"executions": int(re.search(r"number_of_executed_units: (\d+)", said)[1]), "edges": int(cover), "features": int(features)}


def page(state):
    rows = "\n".join(f"| {name} | {f['executions']:,} | {f['edges']:,} | {f['features']:,} | {f['corpus']} | none |" for name, f in state.items())
    return f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# The unit: fuzzing

Made by `make regress-fuzz-unit`: `tests/fuzz/unit_fuzz.cpp` under libFuzzer, whose octets are what software does at the register port, and harts and pins beside it (`sim/bench/inputs_cpp.cpp`). RTL (Verilated), golden
model and scoreboard are all explored; after each input the unit is drained, and every octet, register answer and refusal must be the golden model's. C parts with the undefined-behaviour sanitizer.

| set | executions | edges covered | features | inputs that cover them | findings |
|---|--:|--:|--:|--:|---|
{rows}

These inputs are in `tests/fuzz/unit-corpus.txt`, and `tests/cosim/test_inputs.py` plays them. That the fuzzer finds faults was tried with one: the carry that [verification](../verification.md#random-streams-in-volume) tells
of, in `small_one`, was found from no corpus after 31,190 executions, by 16 octets. Of the unit as it is it found one thing that nobody had written down: a store to RUNNING keeps STATUS.BUSY for two cycles.
"""


def main():
    executions, names = int(sys.argv[1]), sys.argv[2:]
    book = ROOT / "build/fuzz/unit.json"
    state, inputs = json.loads(book.read_text()) if book.exists() else {}, fuzzing.kept(fuzzing.corpus("unit"))
    for name in names:
        figures = fuzz(name, executions, inputs.get(name, []))
        inputs[name] = fuzzing.fewest(ROOT / f"build/fuzz/unit-{name}", [ROOT / f"build/fuzz/corpus-{name}"])
        figures["executions"] += state.get(name, {}).get("executions", 0)
        state[name] = {**figures, "corpus": len(inputs[name])}
        print(f"unit-{name}: {state[name]}", flush=True)
    book.write_text(json.dumps(state))
    fuzzing.keep(fuzzing.corpus("unit"), inputs, "Inputs of the unit's fuzzer, by parameter set: the fewest that cover what was covered. Made by `make regress-fuzz-unit`.")
    (ROOT / "docs/results/unit-fuzz.md").write_text(page(state))


if __name__ == "__main__":
    main()
