# SPDX-License-Identifier: Apache-2.0
"""Fuzzes the unit, RTL against golden model, and writes what was done.

    unit_campaign.py EXECUTIONS JOBS SET...

Executes EXECUTIONS inputs of each set, in rounds, JOBS at a time. build/fuzz/unit-SET is the
fuzzer; its corpus stays in build/fuzz/corpus-SET, and what was done in build/fuzz/unit.json, so
that a campaign goes on where it was, or a longer one from there; but executions are counted of one
state of the sources only, those of RTL, golden model, bench and harness. Afterwards
tests/fuzz/unit-corpus.txt, and unit-pins-corpus.txt of the sets whose inputs go to all pins, have
of each set the fewest inputs that cover what the corpus covers, shortest first, as far as there is
room, and docs/evidence/unit-fuzz.md the figures. Stops at the first finding, which is then
build/fuzz/unit-SET-crash-... and counted: `build/sim/SET/bench inputs FILE`, of the others
`build/fuzz/play-SET FILE`, does it again.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import fuzzing

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "rtl"))
from lists import HAS  # noqa: E402

MOST = 160  # bytes of an input
ROUND = 2_500  # executions
ROOM = 28_000  # letters of a set's inputs that are kept, about
LOCK = threading.Lock()
SEEDS = 60  # random inputs to begin with, of a set whose inputs go to all pins


def sources():
    """RTL, and what it is compared by."""
    sim = [
        "golden/weir_golden*.c", *(f"bench/{name}"
                                   for name in ("scoreboard.c", "transcribe.c", "inputs_cpp.cpp",
                                                "record.cpp", "unit_cpp.cpp", "unit.vlt"))
    ]
    compared = [path for name in sim for path in (ROOT / "sim").glob(name)]
    return [*ROOT.glob("rtl/**/*.sv"), ROOT / "rtl/presets.mk"], [
        *compared, *(fuzzing.HERE / name for name in ("unit_fuzz.cpp", "unit_pins.cpp"))
    ]


def at_all_pins(name):
    """As tests/fuzz/unit_fuzz.cpp has it."""
    return HAS[name]["FILTER"]


def corpus(name):
    return fuzzing.corpus("unit-pins" if at_all_pins(name) else "unit")


def some(number):
    """Random bytes, with more that begins another stream, offers and stores than chance brings."""
    chance, data = random.Random(number), bytearray()
    while len(data) < MOST:
        data += chance.choice([
            bytes([0xEF, chance.randrange(256)]),
            bytes([chance.choice([0x0F, 0x3F, 0x5F, 0x8F, 0xBF]),
                   chance.randrange(256)]),
            bytes([
                0x92,
                chance.randrange(256),
                chance.randrange(4),
                chance.randrange(256), 9 + 16 * chance.randrange(8)
            ]), *([chance.randbytes(1 + number % 4)] * 5)
        ])  # fmt: skip
    return bytes(data[:MOST])


def begin(name, folder):
    """The inputs that are kept, and random ones."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(fuzzing.kept(corpus(name)).get(name, [])):
        (folder / f"kept-{number}").write_bytes(data)
    for number in range(SEEDS if at_all_pins(name) else 0):
        (folder / f"random-{number}").write_bytes(some(number))


def fuzz(name, executions, done):
    """A round; the corpus grows, and what is done. Returns what a finding says, or None."""
    command = [
        ROOT / f"build/fuzz/unit-{name}", f"-runs={executions}", f"-max_len={MOST}",
        "-len_control=20", f"-seed={1 + done['rounds']}", "-print_final_stats=1", "-timeout=120",
        f"-artifact_prefix={ROOT}/build/fuzz/unit-{name}-", ROOT / f"build/fuzz/corpus-{name}"
    ]  # fmt: skip
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
        _, code, used = os.wait4(process.pid, 0)
        process.returncode = code
        log.seek(0)
        said = log.read()
    ran = re.search(r"number_of_executed_units: (\d+)", said) or re.findall(
        r"^#(\d+)\t", said, re.M)[-1:]
    figures = re.findall(r"cov: (\d+) ft: (\d+)", said)[-1:]
    with LOCK:
        done["minutes"] += (used.ru_utime + used.ru_stime) / 60
        done["rounds"] += 1
        done["executions"] += int(ran[1] if isinstance(ran, re.Match) else ran[0] if ran else 0)
        for edges, features in figures:
            done["edges"], done["features"] = max(done["edges"], int(edges)), max(
                done["features"], int(features))
        done["findings"] += code != 0
    return f"unit_campaign.py: {name}: {said[-3000:]}" if code else None


def row(name, done):
    inputs = "all" if at_all_pins(name) else "registers, snoop, event pins"
    return (f"| {name} | {inputs} | {done['executions']:,} | {done['minutes']:.0f} min | "
            f"{done['edges']:,} | {done['features']:,} | {done['kept']} |")


def page(state):
    rows = "\n".join(row(name, done) for name, done in state["sets"].items())
    where = [name for name, done in state["sets"].items() if done["findings"]]
    return f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# The unit: fuzzing

*For verification engineers. It answers: what random stimulus did to the unit.*

Made by `make regress-fuzz-unit`: `tests/fuzz/unit_fuzz.cpp` under libFuzzer, whose bytes drive
software at the register port, and harts and pins beside it. RTL (Verilated), golden model and
scoreboard are all explored. After each input the unit is drained; every byte, register answer and
drop must be the golden model's. C parts run with the undefined-behaviour sanitizer.

RTL of {state["revision"]}; RTL, golden model, bench and harness have SHA-256
{state["code"][:16]}. Executions of others do not count.
{fuzzing.findings(where)}

| set | inputs | executions | CPU time | edges covered | features | stored inputs |
|---|---|--:|--:|--:|--:|--:|
{rows}

Inputs of the first kind are bytes of `sim/bench/inputs_cpp.cpp`. Those of the others
(`tests/fuzz/unit_pins.cpp`), units with FILTER and some of CHECKPOINT, FRAME, RING, software
entries, PROTECT, TIME_BASE, RETIRE, PEEK and wide values, also drive what harts retire,
authorisation that comes and goes, the trigger pin, a memory that is slow or fails, a receiver of
frames that is slow, and an external counter. Software there does what
[theory](../explanation/theory.md) allows: it clears a unit that frames or an external counter work
with only when it is drained,
stores FRAME_HZ only then, and locks only a disabled unit.

The stored inputs, those of every edge and then the shortest that do something else, are in
`tests/fuzz/unit-corpus.txt` and `tests/fuzz/unit-pins-corpus.txt`; `tests/cosim/test_inputs.py` and
`tests/fuzz/test_unit.py` play them. One planted fault tested the fuzzer once, on 2026-11-22: it
found the carry of [verification](verification.md#random-streams-in-volume), in `small_one`, without
a corpus after 31,190 executions, by 16 bytes. In the unit as it is, it found two undocumented
effects: a store to RUNNING keeps STATUS.BUSY for two cycles; and of a stream that began less than
two cycles before a reset there is no snapshot, not even SNAPSHOT.VALID, so inputs reset a unit two
cycles after the last access at the earliest.
"""


def main():
    wanted, jobs, names = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    book, result = ROOT / "build/fuzz/unit.json", ROOT / "docs/evidence/unit-fuzz.md"
    state, about = json.loads(book.read_text()) if book.exists() else {}, fuzzing.about(*sources())
    if state.get("code") != about["code"]:
        state = {"sets": {}}
    state |= about
    for name in names:
        state["sets"].setdefault(
            name, dict(rounds=0, executions=0, minutes=0, edges=0, features=0, kept=0, findings=0))
    for name in names:
        if not state["sets"][name]["rounds"]:
            begin(name, ROOT / f"build/fuzz/corpus-{name}")
    # The sets in turn: when it is stopped, none is far behind.
    rounds = sorted((number, name, min(ROUND, left - number * ROUND)) for name in names
                    for left in [wanted - state["sets"][name]["executions"]]
                    for number in range(-(-left // ROUND)))
    found = []

    def run(part):
        _, name, executions = part
        if found:
            return
        if failure := fuzz(name, executions, state["sets"][name]):
            found.append(failure)
        with LOCK:
            book.write_text(json.dumps(state))
            of = state["sets"][name]
            print(f"{name}: {of['executions']:,} in {of['minutes']:.1f} min", flush=True)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(run, rounds))
    if found:
        result.write_text(page(state))
        sys.exit("\n".join(found))
    with ThreadPoolExecutor(jobs) as pool:
        keep = list(
            pool.map(
                lambda name: fuzzing.fewest_within(ROOM, ROOT / f"build/fuzz/unit-{name}",
                                                   [ROOT / f"build/fuzz/corpus-{name}"], name),
                names))
    for name, kept in zip(names, keep):
        path = corpus(name)
        inputs = fuzzing.kept(path) | {name: kept}
        state["sets"][name]["kept"] = len(inputs[name])
        fuzzing.keep(
            path, inputs,
            "Inputs of the unit's fuzzer, by parameter set: the fewest that cover what was "
            "covered, as far as there is room. Made by `make regress-fuzz-unit`.")
    book.write_text(json.dumps(state))
    result.write_text(page(state))


if __name__ == "__main__":
    main()
