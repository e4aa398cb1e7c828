# SPDX-License-Identifier: Apache-2.0
"""The device in C: its short ways are its cycles one by one; the driver runs on it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

sys.path += [str(Path(__file__).resolve().parents[1] / part) for part in ("soc", "formats")]
import test_driver_on_unit as on_unit  # noqa: E402


def test_device(program):
    done = subprocess.run([program("build/tests/device/device_test")],
                          capture_output=True,
                          text=True,
                          timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "device: as its cycles one by one\n"


@pytest.mark.parametrize("preset", ["tiny", "small", "full"])
def test_driver(program, tmp_path, preset):
    """The driver's test on the RTL, with the model in its place."""
    on_unit.test_driver_on_unit(
        lambda path: program(path.replace("build/tests/soc/", "build/tests/device/")), tmp_path,
        preset)


def test_example(root, program, tmp_path):
    """The program of docs/guides/device.md."""
    (block, ) = re.findall(r"```c\n(.*?)```", (root / "docs/guides/device.md").read_text(), re.S)
    (tmp_path / "main.c").write_text(block)
    subprocess.run([
        "cc", "-Wall", "-Wextra", "-Werror", f"-I{root}/sim/device", f"-I{root}/sim/golden",
        tmp_path / "main.c",
        program("build/device/libweir_device.a"), "-o", tmp_path / "main"
    ],
                   check=True)
    subprocess.run([tmp_path / "main"], check=True)
