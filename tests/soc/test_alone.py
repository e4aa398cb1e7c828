# SPDX-License-Identifier: Apache-2.0
"""Who stands on whom: driver/ includes nothing of sw/, and builds and links alone."""

import re
import shutil
import subprocess

import pytest

RISCV = ["riscv64-unknown-elf-gcc", "-march=rv32imc", "-mabi=ilp32", "-misa-spec=2.2"]
STRICT = ["-std=c11", "-ffreestanding", "-Os", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
HOOKS = ["-DWEIR_LOCK()=0u", "-DWEIR_UNLOCK(before)=((void)(before))", "-DWEIR_CLOCK()=0u"]
SOURCES = {  # of each back end, as docs/driver.md lists them
    "": ["weir.c", "flux_emit.c", "weir_selftest.c", "weir_rkhtrc.c"],
    "-DWEIR_TXTB": ["weir_soft.c", "txtb_ring.c", "weir_rkhtrc.c"],
    "-DWEIR_RKH": ["weir_soft.c", "rkh_emit.c", "rkh_config.c", "rkh_weir.c", "weir_rkhtrc.c"],
}


@pytest.fixture(scope="module")
def alone(root, tmp_path_factory):
    """A copy of driver/, with nothing beside it."""
    folder = tmp_path_factory.mktemp("alone") / "driver"
    shutil.copytree(root / "driver", folder)
    return folder


@pytest.mark.parametrize("kind", SOURCES)
@pytest.mark.parametrize("compiler", [RISCV, ["gcc"], ["clang"]], ids=lambda c: c[0])
def test_driver_builds_alone(alone, tmp_path, compiler, kind):
    """With one folder of headers; the whole links with memcpy and memset alone.

    On a core of 32 bits also with a shift of 64 bits, which is in the compiler's own library.
    """
    objects = []
    for name in SOURCES[kind]:
        objects.append(tmp_path / f"{name}.o")
        subprocess.run([
            *compiler, *STRICT, *HOOKS, *filter(None, [kind]), "-I", alone / "include", "-c",
            alone / "src" / name, "-o", objects[-1]
        ],
                       check=True)
    tools = "riscv64-unknown-elf-" if compiler == RISCV else ""
    script = ["-m", "elf32lriscv"] if compiler == RISCV else []
    subprocess.run([f"{tools}ld", *script, "-r", *objects, "-o", tmp_path / "all.o"], check=True)
    missing = subprocess.run([f"{tools}nm", "-u", tmp_path / "all.o"],
                             capture_output=True,
                             text=True,
                             check=True).stdout.split()[1::2]
    assert set(missing) <= {"memcpy", "memset", "__ashldi3"}, missing


def test_nothing_of_the_host(root):
    """No file that a target compiles names one of sw/."""
    files = [
        path for folder in ("driver", "zephyr")
        for path in (root / folder).rglob("*")
        if path.suffix in (".c", ".h", ".hpp", ".S", ".mk", ".txt") or path.name == "Kconfig"
    ]
    host = {path.name for path in (root / "sw").rglob("*.h")}
    assert len(files) > 60 and len(host) > 50
    for path in files:
        text = path.read_text()
        assert "sw/" not in text.replace("https://", ""), path
        assert not host & set(re.findall(r'#include [<"]([^">]+)', text)), path
