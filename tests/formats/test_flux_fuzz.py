# SPDX-License-Identifier: Apache-2.0
"""flux: a short fuzzing run of the reader, with sanitizers, from seeds of the vectors and of random traces."""

import subprocess
from pathlib import Path

VECTORS = Path(__file__).parent / "vectors" / "flux"
SECONDS = 40
LENGTH = 400


def write_seeds(program, folder):
    """One seed per option of the harness and vector, cut to LENGTH; and random traces that are short."""
    streams = folder / "streams"
    seeds = folder / "seeds"
    streams.mkdir(parents=True)
    seeds.mkdir()
    subprocess.run([program("build/sw/flux-roundtrip"), "0", "400", str(streams)], check=True, capture_output=True)
    for path in sorted(VECTORS.glob("*.recTr")) + sorted(streams.glob("*.flux")):
        octets = path.read_bytes()
        if path.suffix == ".flux" and len(octets) > LENGTH:
            continue
        for option in (0, 4, 128):
            (seeds / f"{path.stem}-{option}").write_bytes(bytes([option, 1]) + octets[: LENGTH - 2])
    return seeds


def test_fuzz(program, root, tmp_path):
    seeds = write_seeds(program, tmp_path)
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    done = subprocess.run(
        [program("build/fuzz/flux-fuzz"), f"-max_total_time={SECONDS}", f"-max_len={LENGTH}", "-seed=1",
         f"-dict={root / 'tests/fuzz/flux.dict'}", "-print_final_stats=1", f"-artifact_prefix={tmp_path}/", corpus, seeds],
        capture_output=True, text=True, errors="replace", timeout=SECONDS * 5 + 100)
    assert done.returncode == 0, done.stderr[-4000:]
    runs = int(done.stderr.split("stat::number_of_executed_units:")[1].split()[0])
    assert runs > 1000
