# SPDX-License-Identifier: Apache-2.0
"""The threads of `weir` under a thread sanitizer, with the same bytes as one thread:
weir_parallel.py BUILD."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tests" / "formats"))
import weirstream  # noqa: E402

FORMATS = ["flux", "fxt", "txtb", "rkh", "ctf", "vcd", "json", "csv"]


def contents(path):
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    return [file.read_bytes() for file in files]


def main(build):
    one, several = (str(Path(build).resolve() / name) for name in ("weir", "weir-tsan"))
    alone = {**os.environ, "WEIR_PARALLEL": "0"}
    parallel = {**os.environ, "WEIR_PARALLEL": "1", "TSAN_OPTIONS": "halt_on_error=1"}
    stream, _ = weirstream.random_stream(seed=1, harts=2, threads=2000, events=200000)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        path = folder / "in.recTr"
        path.write_bytes(weirstream.definitions(harts=2) + bytes(stream.bytes))
        for command in ("check", "info", "stats", "timeline", "dump", "doctor"):
            said = [
                subprocess.run([weir, command, path], env=env, capture_output=True)
                for weir, env in ((one, alone), (several, parallel))
            ]
            if said[0].stdout != said[1].stdout or said[0].returncode != said[1].returncode:
                sys.exit(f"{command}: {said[1].stderr.decode()[-3000:]}")
        for name in FORMATS:
            outputs = []
            for number, (weir, env) in enumerate(((one, alone), (several, parallel))):
                out = folder / f"{number}.{name}"
                done = subprocess.run([weir, "convert", path, "-o", out],
                                      env=env,
                                      capture_output=True)
                if done.returncode:
                    sys.exit(f"{name}: {done.stderr.decode()[-3000:]}")
                outputs.append(contents(out))
            if outputs[0] != outputs[1]:
                sys.exit(f"{name}: other bytes than with one thread")
    print("no data race, the same bytes as one thread:", ", ".join(FORMATS))


main(sys.argv[1])
