# SPDX-License-Identifier: Apache-2.0
"""What the tests of the formats share: running the command `weir`."""

import subprocess
from types import SimpleNamespace

import pytest


@pytest.fixture(scope="session")
def weir(program):
    """weir("info", path, ...) runs the sanitized command.

    .code, .out, .err. data: bytes for standard input.
    """
    def run(*args, data=None, build="build/weir-san"):
        done = subprocess.run([program(build), *map(str, args)],
                              input=data,
                              capture_output=True,
                              timeout=120)
        error = done.stderr.decode()
        assert "Sanitizer" not in error and "runtime error" not in error and done.returncode in (
            0, 1, 2, 3), error
        return SimpleNamespace(code=done.returncode,
                               out=done.stdout.decode(errors="replace"),
                               err=error,
                               data=done.stdout)

    return run
