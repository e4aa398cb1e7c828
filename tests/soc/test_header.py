# SPDX-License-Identifier: Apache-2.0
"""weir.h in other places than the driver's own tests: C++, and the program that docs/driver.md begins with."""

import re
import subprocess

import pytest

RISCV = [
    "riscv64-unknown-elf-gcc", "-march=rv32imc", "-mabi=ilp32", "-misa-spec=2.2", "-ffreestanding"
]
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
    subprocess.run([
        "g++", "-std=c++17", *STRICT, *off, "-I", root / "driver/include", "-c", source, "-o",
        tmp_path / "use.o"
    ],
                   check=True)


HANDLES = """#include "weir.h"
extern struct weir weir;
extern const struct weir_config config;
int uart(void *, const void *, size_t);
"""
FIRST = "#include <stddef.h>\nint uart_send(const void *bytes, size_t count);\nint read_temperature(void);\n"
BLOCKS = {  # a phrase of each block of docs/driver.md: what stands before it, behind it, and the flags it is compiled with
    "read_temperature": (FIRST, "", [[], ["-DWEIR_OFF"], ["-DWEIR_RKH"]]),
    "weir_trigger_arm": (HANDLES + "void f(void)\n{", "}", [[], ["-DWEIR_OFF"], ["-DWEIR_TXTB"]]),
    "weir_pins_watch": (HANDLES + "void f(void)\n{", "}", [[], ["-DWEIR_OFF"], ["-DWEIR_TXTB"]]),
    "weir_start_frames": (HANDLES + "void f(void)\n{", "}", [[], ["-DWEIR_OFF"], ["-DWEIR_TXTB"]]),
    "weir_emit_args(": (HANDLES + "void f(int x, int y, int z)\n{", "}", [[], ["-DWEIR_OFF"], ["-DWEIR_TXTB"], ["-DWEIR_RKH"]]),
    "weir_sw_entry(": (HANDLES + '#include "weir_stream.h"\n#include "flux_emit.h"\n', "", [[], ["-DWEIR_OFF"], ["-DWEIR_TXTB"]]),
    "weir_ring(": (HANDLES + "void f(void)\n{", "}", [[], ["-DWEIR_OFF"], ["-DWEIR_TXTB"]]),
    "vTaskStartScheduler": (HANDLES + "#define xTaskCreate(...) ((void)0)\nvoid vTaskStartScheduler(void);\nvoid f(void)\n{", "}",
                            [[], ["-DWEIR_OFF"], ["-DWEIR_TXTB"]]),
    "weir_freertos.h": ("", "struct tcb { char pcTaskName[16]; };\nvoid f(struct tcb *t) { traceTASK_CREATE(t); traceTASK_DELETE(t); }",
                        [[], ["-DWEIR_OFF"], ["-DWEIR_RKH"]]),
    "weir_printf": (HANDLES, "", [[], ["-DWEIR_OFF"], ["-DWEIR_TXTB"]]),
    "RKH_TRC_USR_BEGIN": ("", "", [[], ["-DWEIR_OFF"], ["-DWEIR_RKH"]]),
    "WEIR_CRASH_ENTRY": (HANDLES + "int polled_uart(void *, const void *, size_t);\nvoid reset(void);\n", "", [[], ["-DWEIR_TXTB"]]),
    "WEIR_SOFT_WORDS": ('#include "weir.h"\nint uart(void *, const void *, size_t);\n', "const struct weir_config *c = &config;",
                        [[], ["-DWEIR_TXTB"], ["-DWEIR_RKH"], ["-DWEIR_OFF"]]),
    "board_trace.h": ("#include <stdint.h>\nuint32_t irq_disable(void), timer_count(void);\nvoid irq_restore(uint32_t);\n",
                      '#include "weir_log.h"\nvoid f(struct weir *w) { weir_printf(w, "%d", 1); }', [[], ["-DWEIR_TXTB"]]),
}


def test_code_of_the_manual(root, tmp_path):
    """Every block of C in docs/driver.md compiles, with each back-end that it is for."""
    blocks = re.findall(r"```c\n(.*?)```", (root / "docs/driver.md").read_text(), re.S)
    used = [next(phrase for phrase in reversed(BLOCKS) if phrase in block) for block in blocks]
    assert sorted(used) == sorted(BLOCKS)
    for block, phrase in zip(blocks, used):
        before, behind, kinds = BLOCKS[phrase]
        source = tmp_path / "block.c"
        source.write_text(before + block + behind + "\n")
        for flags in kinds:
            done = subprocess.run([
                *RISCV, "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-Wno-unused",
                "-Wno-unused-parameter", "-Wno-unused-result", *flags,
                *(f"-I{root / folder}"
                  for folder in ("driver/include", "driver/rtos", "driver/rtos/freertos",
                                 "sw/lib/flux", "sw/lib/txtb", "sw/lib/rkh")), "-c", source, "-o",
                tmp_path / "block.o"
            ],
                                  capture_output=True,
                                  text=True)
            assert done.returncode == 0, (phrase, flags, done.stderr)


def test_results_must_be_checked(root, tmp_path):
    source = tmp_path / "careless.c"
    source.write_text('#include "weir.h"\nvoid f(struct weir *w) { weir_start(w); }\n')
    done = subprocess.run([
        "gcc", "-Werror", "-I", root / "driver/include", "-c", source, "-o", tmp_path / "careless.o"
    ],
                          capture_output=True,
                          text=True)
    assert done.returncode != 0 and "warn_unused_result" in done.stderr


ERRORS = r"\b(?:WEIR_)?(EINVAL|ENODEV|EVERSION|ESTATE|EBUSY|ENOSPC|ESINK|ENOTSUP|EACCES)\b"


def promised(header):
    """Of each function of weir.h that returns errors, those that its comment says: behind "Return", and those of the functions named there."""
    text, said = re.sub(r"\n \*(?= )", "", header.read_text()), {}
    for comment, declarations in re.findall(
            r"/\*((?:(?!\*/).)*)\*/\n((?:WEIR_MUST_CHECK int weir_\w+\([^;]*;\n)+)", text, re.S):
        returns = re.search(r"\b(?:Returns|Both return)\b(.*)", comment, re.S)
        for name in re.findall(r"int (weir_\w+)\(", declarations):
            assert returns, f"{name}: its comment does not say what it returns"
            said[name] = (set(re.findall(ERRORS, returns[1])),
                          re.findall(r"weir_\w+", (re.search(r"^ the results of ([^.;]*)", returns[1])
                                                   or " ")[0]))
    return {
        name: errors.union(*(said[other][0] for other in others))
        for name, (errors, others) in said.items()
    }


def given(*sources):
    """Of each function of the driver, the errors that it, or what it calls, can return."""
    bodies = {}
    for source in sources:
        for name, body in re.findall(
                r"^(?:static |WEIR_INLINE |inline )*[a-z]\w*(?: \w+)* \**(\w+)\([^;{]*\)\n\{\n(.*?)^\}",
                source.read_text(), re.M | re.S):
            bodies.setdefault(name, body)
    direct = {name: set(re.findall(ERRORS, body)) for name, body in bodies.items()}
    calls = {
        name: set(re.findall(r"\b(\w+)\(", body)) & bodies.keys()
        for name, body in bodies.items()
    }
    while True:
        more = {
            name: errors.union(*(direct[called] for called in calls[name]))
            for name, errors in direct.items()
        }
        if more == direct:
            return direct
        direct = more


def test_errors_are_those_of_the_code(root):
    """weir.h promises of each function the errors that its code can return, no more and no less."""
    said, can = promised(root / "driver/include/weir.h"), given(root / "driver/src/weir_shared.h",
                                                                root / "driver/src/weir.c")
    assert len(said) > 35
    assert {name: sorted(errors)
            for name, errors in said.items()} == {name: sorted(can[name])
                                                  for name in said}
