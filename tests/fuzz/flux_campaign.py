# SPDX-License-Identifier: Apache-2.0
"""flux: the long fuzzing campaign of the reader, and the long run of round trips.

    flux_campaign.py BUILD_DIRECTORY RESULT.md [EXECUTIONS]

Most executions on short inputs, some on longer ones, in pieces. The corpus and what was done so far stay in
BUILD_DIRECTORY/fuzz: a campaign that was interrupted goes on there, and RESULT.md is right after each piece. Stops at the
first finding, which is then the input crash-... in BUILD_DIRECTORY/fuzz.
"""

import datetime
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
VECTORS = HERE.parent / "formats/vectors/flux"
TRACES = 1_000_000
TRACES_PIECE = 20_000
PIECES = {60: 400_000, 120: 150_000, 400: 25_000, 2500: 2_500}  # executions of a round, by the largest input in octets


def write_seeds(build, folder, length):
    """Every vector and some random traces, with several options of the harness, cut to length."""
    streams = folder.parent / "streams"
    for path in (folder, streams):
        path.mkdir(parents=True, exist_ok=True)
    subprocess.run([build / "sw/flux-roundtrip", "0", "400", streams], check=True, stdout=subprocess.DEVNULL)
    for path in sorted(VECTORS.glob("*.recTr")) + sorted(streams.glob("*.flux")):
        for option in (0, 4, 12, 128):
            (folder / f"{path.stem}-{option}").write_bytes(bytes([option, 1]) + path.read_bytes()[: length - 2])


def fuzz(build, folder, length, done):
    """One piece of libFuzzer's work; adds to what is done."""
    seeds, corpus = folder / f"seeds-{length}", folder / f"corpus-{length}"
    if not corpus.exists():
        write_seeds(build, seeds, length)
        corpus.mkdir()
    start = time.monotonic()
    run = subprocess.run(
        [build / "fuzz/flux-fuzz", f"-runs={PIECES[length]}", f"-max_len={length}", "-timeout=20", "-entropic=0",
         f"-dict={HERE / 'flux.dict'}", "-print_final_stats=1", f"-artifact_prefix={folder}/", corpus,
         *([] if done["executions"] else [seeds])],
        stderr=subprocess.PIPE, text=True, errors="replace",
        env={**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=8:malloc_context_size=1"})  # a tenth faster
    if run.returncode:
        sys.exit(run.stderr[-4000:])
    last = [line for line in run.stderr.splitlines() if " cov: " in line][-1]
    done["executions"] += int(re.search(r"number_of_executed_units: (\d+)", run.stderr).group(1))
    done["minutes"] += (time.monotonic() - start) / 60
    done["edges"], done["features"], done["corpus"] = map(int, re.search(r"cov: (\d+) ft: (\d+) corp: (\d+)", last).groups())


def round_trips(build, done):
    """Some more random traces; adds to what is done."""
    first = 1_000_000 + done["traces"]
    said = subprocess.run([build / "sw/flux-roundtrip", str(first), str(TRACES_PIECE)], check=True, capture_output=True, text=True)
    traces, entries, octets, _ = map(int, re.findall(r"\d+", said.stdout))
    for name, number in (("traces", traces), ("entries", entries), ("octets", octets)):
        done[name] += number


def page(state):
    rows = "\n".join(f"| up to {length} octets | {d['executions']:,} | {d['minutes']:.0f} min | {d['edges']} | {d['features']} | "
                     f"{d['corpus']} | none |" for length, d in state["fuzz"].items() if d["executions"])
    trips = state["trips"]
    return f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# flux: fuzzing

Made by `make regress-flux` on {datetime.date.today()}: {executed(state):,} executions of `tests/fuzz/flux_fuzz.c`
(libFuzzer, address and undefined-behaviour sanitizers), seeds from the vectors and from random traces. Each execution reads
an input three times, pulled in small chunks, pushed whole, and pushed whole with integers in runs, and requires the same entries
and the same end; takes every payload as every type; and writes every entry again, which must succeed in no more octets.

| inputs | executions | time | edges covered | features | corpus | findings |
|---|---|---|---|---|---|---|
{rows}

Round trips (`tests/fuzz/flux_roundtrip.c`): {trips['traces']:,} random traces, {trips['entries']:,} entries, {trips['octets']:,}
octets, each read four times; no difference.
"""


def executed(state):
    return sum(d["executions"] for d in state["fuzz"].values())


def main():
    build, result = Path(sys.argv[1]), Path(sys.argv[2])
    wanted = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000_000
    folder = build / "fuzz"
    book = folder / "campaign.json"
    state = {"fuzz": {str(length): dict(executions=0, minutes=0, edges=0, features=0, corpus=0) for length in PIECES},
             "trips": dict(traces=0, entries=0, octets=0)}
    if book.exists():
        state = json.loads(book.read_text())
    while executed(state) < wanted or state["trips"]["traces"] < TRACES:
        for length in PIECES if executed(state) < wanted else []:
            fuzz(build, folder, length, state["fuzz"][str(length)])
        if state["trips"]["traces"] < TRACES:
            round_trips(build, state["trips"])
        book.write_text(json.dumps(state))
        result.write_text(page(state))
        print(f"{executed(state):,} executions, {state['trips']['traces']:,} round trips", flush=True)
    book.unlink(missing_ok=True)  # the next campaign counts anew
    print(result.read_text())


main()
