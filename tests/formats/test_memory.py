# SPDX-License-Identifier: Apache-2.0
"""Memory that ends: the n-th allocation of a command fails. It says so in plain words, with exit
code 2, and leaves nothing that is not whole; or it did without, and its output is what it is.
`make regress-memory` fails each n, `make test` some of them."""

import os
import shutil
import subprocess

import pytest
import weirstream

FORMATS = "flux fxt txtb rkh ctf vcd fst json csv arrow".split()
COMMANDS = {
    **{f"convert-{name}": f"convert a.recTr --to {name} -o out/x" for name in FORMATS},
    "merge": "convert a.recTr a.recTr --to fxt -o out/x",
    "info": "info a.recTr",
    "check": "check a.recTr",
    "dump": "dump a.recTr",
    "entries": "dump --entries a.recTr",
    "stats": "stats a.recTr",
    "stats-json": "stats --json a.recTr",
    "stats-svg": "stats a.recTr --svg out/x.svg",
    "timeline": "timeline a.recTr",
    "view": "view a.recTr -o out/x",
    "plot": "plot timeline a.recTr -o out/x.svg",
    "doctor": "doctor a.recTr",
    "compare": "compare a.recTr a.recTr",
    "compare-json": "compare --json a.recTr a.recTr",
    "record": "record a.recTr --quiet -o out/x.fxt",
    "names": "names n.yaml -o out/x",
    "with-names": "stats a.recTr --names n.yaml",
    "formats": "formats",
}
EACH = bool(os.environ.get("WEIR_MEMORY_EACH"))
SOME = 16  # of a command, otherwise
LOCALE = 20  # before this one, the C library reads the locale: without it, names are ASCII


@pytest.fixture
def folder(tmp_path):
    stream, _ = weirstream.random_stream(1, events=200, harts=2, threads=4)
    (tmp_path / "a.recTr").write_bytes(weirstream.definitions(harts=2) + bytes(stream.bytes))
    (tmp_path / "n.yaml").write_text("ids:\n  1: sample\n  2: {name: valve, unit: bar, values: "
                                     "{0: shut, 1: open}}\nthreads:\n  0x20001000: pump\n")
    return tmp_path


@pytest.mark.parametrize("name", COMMANDS)
def test_no_memory(program, folder, name):
    out, weir, fail = folder / "out", program("build/weir"), program("build/tests/fail_memory.so")

    def run(at):
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        done = subprocess.run(
            [weir, *COMMANDS[name].split()], cwd=folder, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=60, env={
                **os.environ, "LD_PRELOAD": str(fail), "FAIL_MEMORY_AT": str(at),
                "FAIL_MEMORY_COUNT": str(folder / "count"), "TMPDIR": str(out),
                "WEIR_PARALLEL": "0", "ASAN_OPTIONS": "detect_leaks=0"
            })
        written = {path.relative_to(out): path.read_bytes()
                   for path in out.rglob("*") if path.is_file()}
        return done, written

    whole, files = run(-1)
    assert whole.returncode in (0, 1), whole.stderr
    count = int((folder / "count").read_text())
    assert count > 20
    step = 1 if EACH else count // SOME + 1
    failed = 0
    for at in range(step // 3, count, step):
        done, written = run(at)
        said = done.stderr.decode(errors="replace")
        if done.returncode == whole.returncode:
            assert set(written) == set(files), (at, set(written))
            assert at < LOCALE or name == "convert-fst" or (done.stdout, written) == (
                whole.stdout, files), (at, said)
            continue
        failed += 1
        assert done.returncode == 2 and "allocate" in said, (at, done.returncode, said)
        # a file that is whole may stay, as a recording up to there
        assert name == "record" or not written or written == files, (at, set(written))
    assert failed
