# SPDX-License-Identifier: Apache-2.0
"""flux: the long fuzzing campaign of the reader, and the long run of round trips.

    flux_campaign.py BUILD_DIRECTORY RESULT.md [EXECUTIONS]

Most executions on short inputs, some on longer ones; the corpus stays in BUILD_DIRECTORY/fuzz/corpus-LENGTH and is where
the next campaign begins. Stops at the first finding, which is then the input crash-... in BUILD_DIRECTORY/fuzz.
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
SHARES = {120: 0.75, 400: 0.2, 2500: 0.05}  # of the executions, by the largest input in octets


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
    done = subprocess.run(
        [build / "fuzz/flux-fuzz", f"-runs={executions}", f"-max_len={length}", "-timeout=20", "-entropic=0",
         f"-dict={HERE / 'flux.dict'}", "-print_final_stats=1", f"-artifact_prefix={folder}/", corpus, seeds],
        stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode:
        sys.exit(done.stderr[-4000:])
    runs = int(re.search(r"number_of_executed_units: (\d+)", done.stderr).group(1))
    last = [line for line in done.stderr.splitlines() if " cov: " in line][-1]
    coverage, features, inputs = re.search(r"cov: (\d+) ft: (\d+) corp: (\d+)", last).groups()
    minutes = (time.monotonic() - start) / 60
    print(f"{runs} executions of up to {length} octets", flush=True)
    return runs, f"| up to {length} octets | {runs:,} | {minutes:.0f} min | {coverage} | {features} | {inputs} | none |"


def main():
    build, result = Path(sys.argv[1]), Path(sys.argv[2])
    executions = int(sys.argv[3]) if len(sys.argv) > 3 else 10_200_000
    folder = build / "fuzz"
    rows = [fuzz(build, folder, int(executions * share), length) for length, share in SHARES.items()]
    trips = subprocess.run([build / "sw/flux-roundtrip", "1000000", str(TRACES)], check=True, capture_output=True, text=True)
    table = "\n".join(row for _, row in rows)
    result.write_text(f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# flux: fuzzing

Made by `make regress-flux` on {datetime.date.today()}: {sum(runs for runs, _ in rows):,} executions of `tests/fuzz/flux_fuzz.c`
(libFuzzer, address and undefined-behaviour sanitizers), seeds from the vectors and from random traces. Each execution reads
an input twice, pulled in small chunks and pushed whole, and requires the same entries and the same end from both; takes
every payload as every type; and writes every entry again, which must succeed in no more octets.

| inputs | executions | time | edges covered | features | corpus | findings |
|---|---|---|---|---|---|---|
{table}

Round trips (`tests/fuzz/flux_roundtrip.c`): {trips.stdout.strip()}; no difference.
""")
    print(result.read_text())


main()
