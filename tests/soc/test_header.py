# SPDX-License-Identifier: Apache-2.0
"""weir.h in other places than the driver's own tests: C++, and the program that docs/driver.md begins with."""

import re
import subprocess

import pytest

RISCV = ["riscv64-unknown-elf-gcc", "-march=rv32imc", "-mabi=ilp32", "-misa-spec=2.2", "-ffreestanding"]
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-unused-parameter"]


@pytest.mark.parametrize("off", [[], ["-DWEIR_OFF"]])
def test_cpp(root, tmp_path, off):
    source = tmp_path / "use.cpp"
    source.write_text("""#include "weir.h"
int use(struct weir *w, void *const volatile *tcb) {
    weir_emit(w, 1, 2);
    weir_emit_isr(w, 1, 2);
    weir_emit_fast_user(w, 1, 2);
    return weir_snoop_freertos(w, tcb) + weir_drain(w);
}
""")
    subprocess.run(["g++", "-std=c++17", *STRICT, *off, "-I", root / "driver/include", "-c", source, "-o", tmp_path / "use.o"],
                   check=True)


@pytest.mark.parametrize("off", [[], ["-DWEIR_OFF"]])
def test_program_of_the_manual(root, tmp_path, off):
    program = re.search(r"```c\n(.*?)```", (root / "docs/driver.md").read_text(), re.S)[1]
    source = tmp_path / "program.c"
    source.write_text("#include <stddef.h>\nint uart_send(const void *octets, size_t count);\nint read_temperature(void);\n" + program)
    unused = ["-Wno-unused"] if off else []
    subprocess.run([*RISCV, "-std=c11", *STRICT, *unused, *off, "-I", root / "driver/include", "-c", source, "-o",
                    tmp_path / "program.o"], check=True)


def test_results_must_be_checked(root, tmp_path):
    source = tmp_path / "careless.c"
    source.write_text('#include "weir.h"\nvoid f(struct weir *w) { weir_start(w); }\n')
    done = subprocess.run(["gcc", "-Werror", "-I", root / "driver/include", "-c", source, "-o", tmp_path / "careless.o"],
                          capture_output=True, text=True)
    assert done.returncode != 0 and "warn_unused_result" in done.stderr
