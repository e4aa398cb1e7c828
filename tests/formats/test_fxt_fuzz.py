# SPDX-License-Identifier: Apache-2.0
"""FXT: random round trips, and a short fuzzing run of reader and writer, with sanitizers."""

import subprocess

import fxtgen

SECONDS = 20
LENGTH = 400
MAGIC = bytes.fromhex("1000044678541600")


def write_seeds(folder, length=LENGTH):
    """One seed per vector, byte order and option of the harness; and some random streams that are short."""
    folder.mkdir(parents=True)
    for name in ("kinds.txt", "bad.txt"):
        for vector in fxtgen.vectors(name):
            for order, label in ((fxtgen.LITTLE, "little"), (fxtgen.BIG, "big")):
                for option in (0, 1, 28):
                    seed = bytes([option, 3]) + (MAGIC if name == "kinds.txt" else b"") + vector.words.octets[order]
                    (folder / f"{vector.name}-{label}-{option}").write_bytes(seed[:length])
    for number in range(40):
        (folder / f"random-{number}").write_bytes((bytes([0, 9]) + fxtgen.Random(number, 12).words.octets[fxtgen.LITTLE])[:length])
    return folder


def test_round_trips(program):
    for name, first, count in (("fxt-roundtrip-san", 1, 60), ("fxt-roundtrip", 1000, 1000)):
        done = subprocess.run([program(f"build/sw/{name}"), str(first), str(count)], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        assert int(done.stdout.split()[2]) > 100 * count


def test_fuzz(program, root, tmp_path):
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    done = subprocess.run(
        [program("build/fuzz/fxt-fuzz"), f"-max_total_time={SECONDS}", f"-max_len={LENGTH}", "-seed=1",
         f"-dict={root / 'tests/fuzz/fxt.dict'}", "-print_final_stats=1", f"-artifact_prefix={tmp_path}/", corpus,
         write_seeds(tmp_path / "seeds")],
        capture_output=True, text=True, errors="replace", timeout=SECONDS * 5 + 100)
    assert done.returncode == 0, done.stderr[-4000:]
    assert int(done.stderr.split("stat::number_of_executed_units:")[1].split()[0]) > 1000
