# SPDX-License-Identifier: Apache-2.0
"""What the tests of libweir share: an installation in a folder of its own, and a trace."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "formats"))
import weirstream  # noqa: E402


@pytest.fixture(scope="session")
def installed(root, program, tmp_path_factory):
    """`make install-lib`, as a package does it: below a folder that is not its place."""
    program("build/lib/libweir.so")
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run(
        ["make", "--no-print-directory", "-s", "install-lib", f"DESTDIR={folder}", "PREFIX=/usr"],
        cwd=root,
        check=True,
        timeout=300)
    return folder


@pytest.fixture(scope="session")
def trace(tmp_path_factory):
    """A file, with what is in it: .path, .stream, .names, .id with the name temperature."""
    stream, names = weirstream.random_stream(seed=32, events=3000)
    used = next(e.id for e in stream.events if not e.hart and e.cls == weirstream.USER)
    path = tmp_path_factory.mktemp("trace") / "trace.recTr"
    path.write_bytes(
        weirstream.definitions(harts=2, ids=[(0, used, "temperature")],
                               names=[(0, thread, name) for thread, name in names.items()]) +
        bytes(stream.bytes))
    return SimpleNamespace(path=path, stream=stream, names=names, id=used)
