# SPDX-License-Identifier: Apache-2.0
"""RKH, TXTB: the long fuzzing campaign of a reader, and the long run of round trips (and, of RKH, of damage).

    reader_campaign.py rkh|txtb BUILD_DIRECTORY RESULT.md [EXECUTIONS]

Most executions on short inputs, some on longer ones; the corpus stays in BUILD_DIRECTORY/fuzz and is where the next
campaign begins. Stops at the first finding, which is then the input crash-... in BUILD_DIRECTORY/fuzz.
"""

import datetime
import re
import struct
import subprocess
import sys
import time
from pathlib import Path

SHARES = {"rkh": {60: 0.6, 150: 0.3, 600: 0.1}, "txtb": {150: 0.6, 300: 0.3, 1000: 0.1}}  # of the executions, by octets
CHECKS = {
    "rkh": "reads an input whole and in small chunks and requires the same frames, arguments, names and damage from both; requires "
           "every octet to be in a frame, in damage, or a flag; and writes every frame again, which must give the same octets",
    "txtb": "reads an input through a small window and a large one and requires the same buffers, objects and events from both, and "
            "times that never fall; and writes the first buffer again in the other byte order and reads that",
}


def rkh_seeds():
    frames = [bytes.fromhex(text) for text in (
        "ac00300c800300144111011000001e", "ab0001000000034c4f575057520066", "c3017d5e00000003240493", "c5020000000005", "7d7d7e7e")]
    for k, octets in enumerate(frames + [b"\x7e".join(frames)]):
        for option in (0, 4, 0x1C, 1, 2):
            yield bytes([option, 0x13, k, k]) + b"\x7e" + octets + b"\x7e"


def txtb_seeds():
    for order in "<>":
        for names in (0, 4, 32):
            for events in (1, 3):
                ring = 0x1000 + 48 + 16 + names
                head = struct.pack(order + "LLLLHHLLLLLLL", 0x54585442, 0xFFFF, 0x1000, 0x1030, 0, names, ring, ring, ring + 32 * events,
                                   ring, 1, 2, 3)
                body = struct.pack(order + "BBBBLLL", 0, 1, 0x80, 5, 9, 1, 2) + b"n" * names
                yield b"\x10" + head + body + b"".join(struct.pack(order + "8L", 9, 1, k, 5, 1, 2, 3, 4) for k in range(events))


def fuzz(name, build, folder, executions, length):
    """What one run of libFuzzer found: executions, and a row of the table."""
    seeds, corpus = folder / f"{name}-seeds", folder / f"{name}-corpus-{length}"
    seeds.mkdir(parents=True, exist_ok=True)
    corpus.mkdir(exist_ok=True)
    for k, octets in enumerate((rkh_seeds if name == "rkh" else txtb_seeds)()):
        (seeds / str(k)).write_bytes(octets)
    start = time.monotonic()
    done = subprocess.run(
        [build / f"fuzz/{name}-fuzz", f"-runs={executions}", f"-max_len={length}", "-timeout=20", "-print_final_stats=1",
         f"-artifact_prefix={folder}/", corpus, seeds], stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode:
        sys.exit(done.stderr[-4000:])
    runs = int(re.search(r"number_of_executed_units: (\d+)", done.stderr).group(1))
    last = [line for line in done.stderr.splitlines() if " cov: " in line][-1]
    coverage, features, inputs = re.search(r"cov: (\d+) ft: (\d+) corp: (\d+)", last).groups()
    minutes = (time.monotonic() - start) / 60
    return runs, f"| up to {length} octets | {runs:,} | {minutes:.0f} min | {coverage} | {features} | {inputs} | none |"


def main():
    name, build, result = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    executions = int(sys.argv[4]) if len(sys.argv) > 4 else 10_000_000
    rows = [fuzz(name, build, build / "fuzz", int(executions * share), length) for length, share in SHARES[name].items()]
    trips = subprocess.run([build / f"sw/{name}-roundtrip-san", "1000000", str(executions // 10)], check=True, capture_output=True, text=True)
    table = "\n".join(row for _, row in rows)
    result.write_text(f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# {name.upper()}: fuzzing

Made by `make regress-{name}` on {datetime.date.today()}: {sum(runs for runs, _ in rows):,} executions of `tests/fuzz/{name}_fuzz.c`
(libFuzzer, address and undefined-behaviour sanitizers). Each execution {CHECKS[name]}.

| inputs | executions | time | edges covered | features | corpus | findings |
|---|---|---|---|---|---|---|
{table}

Round trips (`tests/fuzz/{name}_roundtrip.c`, sanitizers): {trips.stdout.strip()}; no difference.
""")
    print(result.read_text())


main()
