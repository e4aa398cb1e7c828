# SPDX-License-Identifier: Apache-2.0
"""Fuzzing of the libraries of the formats: the inputs to begin with, and a run of libFuzzer."""

import os
import re
import struct
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FORMATS = HERE.parent / "formats"
sys.path.insert(0, str(FORMATS))
import fxtgen  # noqa: E402

# The first octets of an input are options of the harness.


def flux_seeds(build, folder):
    """Every vector, and random traces."""
    subprocess.run([build / "sw/flux-roundtrip", "0", "400", folder], check=True, stdout=subprocess.DEVNULL)
    for path in sorted((FORMATS / "vectors/flux").glob("*.recTr")) + sorted(folder.glob("*.flux")):
        for option in (0, 4, 12, 128):
            yield f"{path.stem}-{option}", bytes([option, 1]) + path.read_bytes()


def fxt_seeds(build, folder):
    """Every vector in both byte orders, and random streams."""
    for name in ("kinds.txt", "bad.txt"):
        for vector in fxtgen.vectors(name):
            for order, label in ((fxtgen.LITTLE, "little"), (fxtgen.BIG, "big")):
                for option in (0, 1, 28):
                    magic = bytes.fromhex("1000044678541600") if name == "kinds.txt" else b""
                    yield f"{vector.name}-{label}-{option}", bytes([option, 3]) + magic + vector.words.octets[order]
    for number in range(40):
        yield f"random-{number}", bytes([0, 9]) + fxtgen.Random(number, 12).words.octets[fxtgen.LITTLE]


def rkh_seeds(build, folder):
    """Frames with and without escapes, configuration, dictionary, and all of them."""
    frames = [bytes.fromhex(text) for text in (
        "ac00300c800300144111011000001e", "ab0001000000034c4f575057520066", "c3017d5e00000003240493", "c5020000000005", "7d7d7e7e")]
    for number, octets in enumerate(frames + [b"\x7e".join(frames)]):
        for option in (0, 4, 0x1C, 1, 2):
            yield f"{number}-{option}", bytes([option, 0x13, number, number]) + b"\x7e" + octets + b"\x7e"


def txtb_seeds(build, folder):
    """Buffers in both byte orders, with names of several sizes, some longer than the reader's memory."""
    for order in "<>":
        for names in (0, 4, 32, 400):
            for events in (1, 3):
                ring = 0x1000 + 48 + 16 + names
                head = struct.pack(order + "LLLLHHLLLLLLL", 0x54585442, 0xFFFF, 0x1000, 0x1030, 0, names, ring, ring, ring + 32 * events,
                                   ring, 1, 2, 3)
                body = struct.pack(order + "BBBBLLL", 0, 1, 0x80, 5, 9, 1, 2) + b"n" * names
                rest = b"".join(struct.pack(order + "8L", 9, 1, k, 5, 1, 2, 3, 4) for k in range(events))
                yield f"{'little' if order == '<' else 'big'}-{names}-{events}", b"\x10" + head + body + rest


SEEDS = {"flux": flux_seeds, "fxt": fxt_seeds, "rkh": rkh_seeds, "txtb": txtb_seeds}


def write_seeds(name, build, folder, length):
    """The seeds of a format as files in a folder, cut to length; as a list, always the same."""
    made, seeds = folder / "made", folder / "seeds"
    for path in (made, seeds):
        path.mkdir(parents=True, exist_ok=True)
    for label, octets in SEEDS[name](build, made):
        (seeds / label).write_bytes(octets[:length])
    return sorted(seeds.iterdir())


def run(name, build, folder, *, runs, length, seed, seeds=(), corpus=()):
    """One run of libFuzzer, from a list of seeds and folders that it adds to: (failure's text or None, its figures). What it finds
    is left in folder as crash-... It depends on these arguments alone, if there are no folders."""
    names = folder / "seed-inputs"
    names.write_text(",".join(map(str, seeds)))
    dictionary = HERE / f"{name}.dict"
    done = subprocess.run(
        [build / f"fuzz/{name}-fuzz", f"-runs={runs}", f"-max_len={length}", f"-seed={seed}", "-timeout=60", "-entropic=0", "-reload=0",
         "-print_final_stats=1", f"-artifact_prefix={folder}/", *([f"-dict={dictionary}"] if dictionary.exists() else []),
         *([f"-seed_inputs=@{names}"] if seeds else []), *corpus],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace",
        env={**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=8:malloc_context_size=1"})  # a tenth faster
    if done.returncode:
        return done.stderr[-4000:], {}
    edges, features, inputs = map(int, re.findall(r" cov: (\d+) ft: (\d+) corp: (\d+)", done.stderr)[-1])
    executions = int(re.search(r"number_of_executed_units: (\d+)", done.stderr).group(1))
    return None, dict(executions=executions, edges=edges, features=features, corpus=inputs)
