# SPDX-License-Identifier: Apache-2.0
"""flux: the long fuzzing campaign of the reader, and the long run of round trips.

    flux_campaign.py BUILD_DIRECTORY RESULT.md [EXECUTIONS]

Most executions on short inputs, some on longer ones; the corpus stays in BUILD_DIRECTORY/fuzz/corpus-LENGTH and is where
the next campaign begins. How far it is stands in log-LENGTH beside it. Stops at the first finding, which is then the
input crash-... in BUILD_DIRECTORY/fuzz.
"""

import datetime
import re
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
VECTORS = HERE.parent / "formats/vectors/flux"
TRACES = 1_000_000
SHARES = {60: 0.5, 120: 0.36, 400: 0.12, 2500: 0.02}  # of the executions, by the largest input in octets


def write_seeds(build, folder, length):
    """Every vector and some random traces, with several options of the harness, cut to length."""
    streams = folder.parent / "streams"
    for path in (folder, streams):
        path.mkdir(parents=True, exist_ok=True)
    subprocess.run([build / "sw/flux-roundtrip", "0", "400", streams], check=True, stdout=subprocess.DEVNULL)
    for path in sorted(VECTORS.glob("*.recTr")) + sorted(streams.glob("*.flux")):
        for option in (0, 4, 12, 128):
            (folder / f"{path.stem}-{option}").write_bytes(bytes([option, 1]) + path.read_bytes()[: length - 2])


def fuzz(build, folder, executions, length):
    """What one run of libFuzzer found: a row of the table."""
    seeds, corpus = folder / f"seeds-{length}", folder / f"corpus-{length}"
    write_seeds(build, seeds, length)
    corpus.mkdir(exist_ok=True)
    start = time.monotonic()
    log = folder / f"log-{length}"
    done = subprocess.run(
        [build / "fuzz/flux-fuzz", f"-runs={executions}", f"-max_len={length}", "-timeout=20", "-entropic=0",
         f"-dict={HERE / 'flux.dict'}", "-print_final_stats=1", f"-artifact_prefix={folder}/", corpus, seeds],
        stderr=log.open("w"))
    said = log.read_text(errors="replace")
    if done.returncode:
        sys.exit(said[-4000:])
    runs = int(re.search(r"number_of_executed_units: (\d+)", said).group(1))
    last = [line for line in said.splitlines() if " cov: " in line][-1]
    coverage, features, inputs = re.search(r"cov: (\d+) ft: (\d+) corp: (\d+)", last).groups()
    minutes = (time.monotonic() - start) / 60
    print(f"{runs} executions of up to {length} octets", flush=True)
    return runs, f"| up to {length} octets | {runs:,} | {minutes:.0f} min | {coverage} | {features} | {inputs} | none |"


def main():
    build, result = Path(sys.argv[1]), Path(sys.argv[2])
    executions = int(sys.argv[3]) if len(sys.argv) > 3 else 10_050_000
    folder = build / "fuzz"
    trips = subprocess.Popen([build / "sw/flux-roundtrip", "1000000", str(TRACES)], stdout=subprocess.PIPE, text=True)
    rows = [fuzz(build, folder, int(executions * share), length) for length, share in SHARES.items()]
    told = trips.communicate()[0].strip()
    if trips.returncode:
        sys.exit(f"flux-roundtrip: exit code {trips.returncode}")
    table = "\n".join(row for _, row in rows)
    result.write_text(f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# flux: fuzzing

Made by `make regress-flux` on {datetime.date.today()}: {sum(runs for runs, _ in rows):,} executions of `tests/fuzz/flux_fuzz.c`
(libFuzzer, address and undefined-behaviour sanitizers), seeds from the vectors and from random traces. Each execution reads
an input three times, pulled in small chunks, pushed whole, and pushed whole with integers in runs, and requires the same entries
and the same end; takes every payload as every type; and writes every entry again, which must succeed in no more octets.

| inputs | executions | time | edges covered | features | corpus | findings |
|---|---|---|---|---|---|---|
{table}

Round trips (`tests/fuzz/flux_roundtrip.c`): {told}; no difference.
""")
    print(result.read_text())


main()
