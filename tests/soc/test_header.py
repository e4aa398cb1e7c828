# SPDX-License-Identifier: Apache-2.0
"""weir.h in C++ and in the examples of docs/driver.md; its manual against the code."""

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
FIRST = """#include <stddef.h>
int uart_send(const void *bytes, size_t count);
int read_temperature(void);
"""
UNIT, OFF, TXTB, RKH = [], ["-DWEIR_OFF"], ["-DWEIR_TXTB"], ["-DWEIR_RKH"]
IN_F = HANDLES + "void f(void)\n{"
# A phrase of each block of docs/driver.md: code before it, code after it, builds.
BLOCKS = {
    "read_temperature": (FIRST, "", [UNIT, OFF, RKH]),
    "weir_trigger_arm": (IN_F, "}", [UNIT, OFF, TXTB]),
    "weir_pins_watch": (IN_F, "}", [UNIT, OFF, TXTB]),
    "weir_start_frames": (IN_F, "}", [UNIT, OFF, TXTB]),
    "weir_emit_args(": (HANDLES + "void f(int x, int y, int z)\n{", "}", [UNIT, OFF, TXTB, RKH]),
    "weir_sw_entry(": (HANDLES + '#include "weir_stream.h"\n#include "flux_emit.h"\n', "", [
        UNIT, OFF, TXTB
    ]),
    "weir_ring(": (IN_F, "}", [UNIT, OFF, TXTB]),
    "vTaskStartScheduler": (HANDLES +
                            "#define xTaskCreate(...) ((void)0)\nvoid vTaskStartScheduler(void);\n"
                            "void f(void)\n{", "}", [UNIT, OFF, TXTB]),
    "weir_freertos.h": ("", "struct tcb { char pcTaskName[16]; };\nvoid f(struct tcb *t)\n"
                        "{ traceTASK_CREATE(t); traceTASK_DELETE(t); }", [UNIT, OFF, RKH]),
    "weir_printf": (HANDLES, "", [UNIT, OFF, TXTB]),
    "RKH_TRC_USR_BEGIN": ("", "", [UNIT, OFF, RKH]),
    "WEIR_CRASH_ENTRY": (HANDLES +
                         "int polled_uart(void *, const void *, size_t);\nvoid reset(void);\n", "",
                         [UNIT, TXTB]),
    "WEIR_SOFT_WORDS": ('#include "weir.h"\nint uart(void *, const void *, size_t);\n',
                        "const struct weir_config *c = &config;", [UNIT, TXTB, RKH, OFF]),
    "board_trace.h": ("#include <stdint.h>\nuint32_t irq_disable(void), timer_count(void);\n"
                      "void irq_restore(uint32_t);\n",
                      '#include "weir_log.h"\nvoid f(struct weir *w) { weir_printf(w, "%d", 1); }',
                      [UNIT, TXTB]),
}


def test_code_of_the_manual(root, tmp_path):
    """Every block of C in docs/driver.md compiles, with each of its back ends."""
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


def documented(header):
    """{function: errors} in the comments of weir.h.

    They stand after "Returns", also as "the results of" other functions.
    """
    text, listed = re.sub(r"\n \*(?= )", "", header.read_text()), {}
    for comment, declarations in re.findall(
            r"/\*((?:(?!\*/).)*)\*/\n((?:WEIR_MUST_CHECK int weir_\w+\([^;]*;\n)+)", text, re.S):
        returns = re.search(r"\b(?:Returns|Both return)\b(.*)", comment, re.S)
        for name in re.findall(r"int (weir_\w+)\(", declarations):
            assert returns, f"{name}: its comment lists no results"
            listed[name] = (set(re.findall(ERRORS, returns[1])),
                            re.findall(r"weir_\w+",
                                       (re.search(r"^ the results of ([^.;]*)", returns[1])
                                        or " ")[0]))
    return {
        name: errors.union(*(listed[other][0] for other in others))
        for name, (errors, others) in listed.items()
    }


def possible(*sources):
    """{function: errors} that it or the functions it calls can return."""
    bodies = {}
    for source in sources:
        for name, body in re.findall(
                r"^(?:static |WEIR_INLINE |inline )*[a-z]\w*(?: \w+)* \**(\w+)"
                r"\([^;{]*\)\n\{\n(.*?)^\}", source.read_text(), re.M | re.S):
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
    """weir.h lists exactly the errors that the code of each function can return."""
    listed = documented(root / "driver/include/weir.h")
    can = possible(root / "driver/src/weir_shared.h", root / "driver/src/weir.c")
    assert len(listed) > 35
    assert {name: sorted(errors)
            for name, errors in listed.items()} == {name: sorted(can[name])
                                                    for name in listed}
