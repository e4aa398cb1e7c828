# SPDX-License-Identifier: Apache-2.0
"""FXT: the long fuzzing campaign of reader and writer, and the long run of round trips.

    fxt_campaign.py BUILD_DIRECTORY RESULT.md [EXECUTIONS]

Most executions on short inputs, some on longer ones; the corpus stays in BUILD_DIRECTORY/fuzz/fxt-LENGTH and is where the next
campaign begins. Stops at the first finding, which is then the input crash-... in BUILD_DIRECTORY/fuzz.
"""

import datetime
import re
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "formats"))
from test_fxt_fuzz import write_seeds  # noqa: E402

SHARES = {96: 0.65, 400: 0.3, 2500: 0.05}  # of the executions, by the largest input in octets


def fuzz(build, folder, executions, length):
    """What one run of libFuzzer found: a row of the table."""
    seeds, corpus = folder / f"fxt-seeds-{length}", folder / f"fxt-{length}"
    if not seeds.exists():
        write_seeds(seeds, length)
    corpus.mkdir(exist_ok=True)
    start = time.monotonic()
    done = subprocess.run(
        [build / "fuzz/fxt-fuzz", f"-runs={executions}", f"-max_len={length}", "-timeout=20", f"-dict={HERE / 'fxt.dict'}",
         "-print_final_stats=1", f"-artifact_prefix={folder}/", corpus, seeds],
        stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode:
        sys.exit(done.stderr[-4000:])
    runs = int(re.search(r"number_of_executed_units: (\d+)", done.stderr).group(1))
    last = [line for line in done.stderr.splitlines() if " cov: " in line][-1]
    coverage, features, inputs = re.search(r"cov: (\d+) ft: (\d+) corp: (\d+)", last).groups()
    minutes = (time.monotonic() - start) / 60
    return runs, f"| up to {length} octets | {runs:,} | {minutes:.0f} min | {coverage} | {features} | {inputs} | none |"


def main():
    build, result = Path(sys.argv[1]), Path(sys.argv[2])
    executions = int(sys.argv[3]) if len(sys.argv) > 3 else 10_500_000
    folder = build / "fuzz"
    rows = [fuzz(build, folder, int(executions * share), length) for length, share in SHARES.items()]
    streams = min(200_000, executions // 50)
    trips = subprocess.run([build / "sw/fxt-roundtrip", "1000000", str(streams)], check=True, capture_output=True, text=True)
    table = "\n".join(row for _, row in rows)
    result.write_text(f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# FXT: fuzzing

Made by `make regress-fxt` on {datetime.date.today()}: {sum(runs for runs, _ in rows):,} executions of `tests/fuzz/fxt_fuzz.c`
(libFuzzer, address and undefined-behaviour sanitizers), seeds from the vectors and from random streams. Each execution reads
an input twice, pushed whole and pulled in small chunks, and requires the same records and complaints from both; writes every record
again, and requires that it is read again as it was.

| inputs | executions | time | edges covered | features | corpus | findings |
|---|---|---|---|---|---|---|
{table}

Round trips (`tests/fuzz/fxt_roundtrip.c`): {trips.stdout.strip()}; no difference.
""")
    print(result.read_text())


main()
