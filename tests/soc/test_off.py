# SPDX-License-Identifier: Apache-2.0
"""WEIR_OFF: traced code compiles to the same bytes as code without calls."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "driver/tools"))
import cost  # noqa: E402

COMPILERS = {
    "riscv": [
        "riscv64-unknown-elf-gcc", "--specs=picolibc.specs", "-march=rv32imc", "-mabi=ilp32",
        "-misa-spec=2.2"
    ],
    "host": ["gcc"],
}


def code(root, folder, compiler, level, *defines):
    """Loaded sections of the object file, as text."""
    out = folder / ("_".join(d.strip("-") for d in defines) + ".o")
    subprocess.run([
        *COMPILERS[compiler], "-std=c11", level, "-Wall", "-Wextra", "-Werror", "-I",
        root / "driver/include", *defines, "-c", root / "tests/soc/off_test.c", "-o", out
    ],
                   check=True)
    prefix = COMPILERS[compiler][0].removesuffix("gcc")
    dump = subprocess.run([
        f"{prefix}objdump", "-s", "-r", "-j", ".text", "-j", ".rodata", "-j", ".data", "-j", ".bss",
        out
    ],
                          capture_output=True,
                          text=True,
                          check=True).stdout
    symbols = subprocess.run([f"{prefix}nm", out], capture_output=True, text=True,
                             check=True).stdout
    return dump.replace(str(out), ""), symbols


@pytest.mark.parametrize("level", ["-O0", "-O1", "-O2", "-Os"])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_same_code(root, tmp_path, compiler, level):
    off = code(root, tmp_path, compiler, level, "-DWEIR_OFF", "-DCALLS")
    without = code(root, tmp_path, compiler, level, "-DWEIR_OFF")
    on = code(root, tmp_path, compiler, level, "-DCALLS")
    assert off == without
    assert on[0] != without[0] and "weir_start" in on[1]


def test_nothing_is_forgotten(root):
    """Every function of the manual has its macro, and the program above calls it."""
    header = "".join(
        (root / "driver/include" / name).read_text() for name in ("weir.h", "weir_more.h"))
    prototype = (r"^(?:WEIR_MUST_CHECK |WEIR_INLINE |static inline )*"
                 r"(?:int|void|uintptr_t|const char) \*?(weir_[a-z0-9_]*[a-z0-9])\(")
    functions = set(re.findall(prototype, header, re.M))
    assert len(functions) > 30 and {"weir_emit", "weir_crash", "weir_loss"} <= functions
    macros = set(
        re.findall(r"^#define (weir_[a-z0-9_]+)\(",
                   (root / "driver/include/weir_off.h").read_text(), re.M))
    calls = set(re.findall(r"\b(weir_[a-z0-9_]+)\(", (root / "tests/soc/off_test.c").read_text()))
    assert macros == functions and functions <= calls


def test_types_are_checked(root, tmp_path):
    source = tmp_path / "wrong.c"
    source.write_text(
        '#include "weir.h"\nvoid f(struct weir *w) { weir_emit("no handle", 1, 2); (void)w; }\n')
    done = subprocess.run([
        "gcc", "-Werror", "-DWEIR_OFF", "-I", root / "driver/include", "-c", source, "-o",
        "/dev/null"
    ],
                          capture_output=True,
                          text=True)
    assert done.returncode != 0 and "incompatible pointer type" in done.stderr


def test_the_driver_itself_is_empty(root, tmp_path):
    out = tmp_path / "weir.o"
    subprocess.run([
        "gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-DWEIR_OFF", "-I",
        root / "driver/include", "-c", root / "driver/src/weir.c", "-o", out
    ],
                   check=True)
    assert subprocess.run(["nm", out], capture_output=True, text=True, check=True).stdout == ""


def test_footprint(monkeypatch, tmp_path):
    """The programs and the glue that `make footprint` weighs: they build, and glue is small."""
    monkeypatch.setattr(cost, "BACK_ENDS", {"the unit": cost.BACK_ENDS["the unit"]})
    page = cost.footprint_page(tmp_path)
    rows = {name: int(flash) for name, flash in re.findall(r"^\| (\w+).*? \| (\d+) \|", page, re.M)}
    assert rows["the"] > 4000 and 0 < rows["FreeRTOS"] < rows["ThreadX"] < 1000
    assert rows["ThreadX"] < rows["Zephyr"] < 4000
