# SPDX-License-Identifier: Apache-2.0
"""The Python package weir-trace: its own tests, and as pip installs it."""

import json
import os
import re
import subprocess
import sys

import pytest


def test_own_tests(root, program, trace):
    """sw/python/tests, with the library of this build, nanoarrow and DuckDB."""
    env = {
        **os.environ, "WEIR_LIBRARY": str(program("build/lib/libweir.so")),
        "WEIR_TRACE": str(trace.path),
        "PYTHONPATH": str(root / "sw/python")
    }
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", root / "sw/python/tests"],
        env=env,
        capture_output=True,
        text=True)
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout


@pytest.fixture(scope="module")
def wheel(root, program, tmp_path_factory):
    """The wheel, installed into a folder of its own."""
    program("build/weir"), program("build/lib/libweir.so")
    folder = tmp_path_factory.mktemp("wheel")
    pip = [root / "build/flows/bin/pip", "-q", "--disable-pip-version-check"]
    # in a build folder of its own: other tests use those of make
    subprocess.run([
        *pip, "wheel", "--no-build-isolation", "--no-deps", "-w", folder, "-C",
        f"build-dir={folder}/cmake", root
    ],
                   check=True,
                   timeout=500)
    found, = folder.glob("weir_trace-1.0rc1-py3-none-linux_*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--target", folder / "site", found], check=True)
    return folder / "site"


def test_wheel(wheel, trace):
    """As a new user: threads, losses, columns and the command, with nothing of the repository."""
    done = subprocess.run([
        sys.executable, "-c", "import sys, weir\n"
        "trace = weir.open(sys.argv[1])\n"
        "print(weir.__file__, trace.format, len(trace.columns('events')), trace.lost)\n"
        "print(sorted(trace.threads.values()))", trace.path
    ],
                          cwd=wheel,
                          env={"PYTHONPATH": str(wheel)},
                          capture_output=True,
                          text=True)
    assert not done.returncode, done.stderr
    where, kind, events, lost = done.stdout.splitlines()[0].split()
    assert where.startswith(str(wheel)) and kind == "flux"
    assert int(events) == len(trace.stream.events) + len(trace.stream.losses)
    assert int(lost) == sum(sum(l.counts.values()) for l in trace.stream.losses)
    assert done.stdout.splitlines()[1] == str(sorted(trace.names.values()))
    done = subprocess.run([wheel / "bin/weir", "check", trace.path], capture_output=True, text=True)
    assert done.returncode == 0 and "flux" in done.stdout


def test_page(root, program, trace):
    """The block of docs/guides/library.md."""
    page = (root / "docs/guides/library.md").read_text()
    block = re.search(r"```python\n(.*?)```", page, re.S)[1]
    env = {
        **os.environ, "WEIR_LIBRARY": str(program("build/lib/libweir.so")),
        "PYTHONPATH": str(root / "sw/python")
    }
    done = subprocess.run([sys.executable, "-c", block],
                          env=env,
                          cwd=trace.path.parent,
                          capture_output=True,
                          text=True)
    count = len(trace.stream.events) + len(trace.stream.losses)
    assert not done.returncode and done.stdout.splitlines()[-1] == str(count), done.stderr


def test_notebook(root, program, trace):
    """docs/guides/trace.ipynb, without its plot (sw/python/tests/regress.sh has that)."""
    notebook = json.loads((root / "docs/guides/trace.ipynb").read_text())
    cells = [
        "".join(cell["source"]) for cell in notebook["cells"]
        if cell["cell_type"] == "code" and "pandas" not in cell["metadata"].get("tags", [])
    ]
    assert len(cells) == 3
    env = {
        **os.environ, "WEIR_LIBRARY": str(program("build/lib/libweir.so")),
        "PYTHONPATH": str(root / "sw/python")
    }
    check = "\nassert len(busy.fetchall()) == len(periods.fetchall()) > 3"
    done = subprocess.run([sys.executable, "-c", "\n".join(cells) + check],
                          env=env,
                          cwd=trace.path.parent,
                          capture_output=True,
                          text=True)
    assert not done.returncode, done.stderr


def test_what_has_no_known_meaning(root, program, trace, tmp_path):
    """The library counts it as the command does: words behind a record, bytes behind a buffer."""
    fxt = root / "tests/formats/vectors/fxt/others/magic_trace.fxt"
    whole, more = tmp_path / "whole.trx", tmp_path / "more.trx"
    subprocess.run([program("build/weir"), "convert", trace.path, "-o", whole],
                   check=True, capture_output=True)
    more.write_bytes(whole.read_bytes() + b"more")
    done = subprocess.run([
        sys.executable, "-c", "import sys, weir\n"
        "print(*(weir.open(path).left_out for path in sys.argv[1:]))", fxt, whole, more
    ], env={**os.environ, "WEIR_LIBRARY": str(program("build/lib/libweir.so")),
            "PYTHONPATH": str(root / "sw/python")}, capture_output=True, text=True)
    counts = list(map(int, done.stdout.split()))
    assert done.stderr == "" and counts[0] == 16 and counts[2] == counts[1] + 4
