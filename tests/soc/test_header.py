# SPDX-License-Identifier: Apache-2.0
"""The headers in C++ and in the examples of docs/guides/driver.md; its manual against the code."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

RISCV = [
    "riscv64-unknown-elf-gcc", "-march=rv32imc", "-mabi=ilp32", "-misa-spec=2.2", "-ffreestanding"
]
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-unused-parameter"]

CPP = STRICT + [
    "-Wshadow", "-Wold-style-cast", "-Wconversion", "-Wsign-conversion", "-Wcast-qual",
    "-Wzero-as-null-pointer-constant", "-DWEIR_LOCK()=0u", "-DWEIR_UNLOCK(before)=((void)(before))",
    "-DWEIR_CLOCK()=0u"
]


@pytest.mark.parametrize("kind", ["", "-DWEIR_OFF", "-DWEIR_TXTB", "-DWEIR_RKH"])
@pytest.mark.parametrize("standard", ["c++11", "c++14", "c++17", "c++20"])
@pytest.mark.parametrize("compiler", ["g++", "clang++", "riscv64-unknown-elf-g++"])
def test_cpp(root, tmp_path, compiler, standard, kind):
    """All public headers, the structs by their bare names, and logs; no warning."""
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    source = tmp_path / "use.cpp"
    source.write_text("""#include "weir.hpp"
#include "weir_crash.h"
#include "weir_log.h"
#include "weir_names.h"
#include "weir_rkhtrc.h"
#include "weir_selftest.h"
#include "flux_emit.h"
#include "txtb_ring.h"
#define WEIR_THREADX_HANDLE the_trace
#include "weir_threadx.h"
WEIR_NAME(1, "sample");
WEIR_NAME_UNIT(2, "sample", "mV");
constexpr weirpp::event<int16_t> temperature{1};
constexpr weirpp::event<float> voltage{2};
int use(weir *w, void *const volatile *tcb, float f, const char *s, short h) {
    const weirpp::span all{*w, 3};
    temperature(*w, h);
    voltage.from_isr(*w, f);
    weir_counts counts;
    weir_named names[4];
    static weir_ring_memory ring;
    weir_emit(w, 1, 2);
    weir_emit_isr(w, 1, 2);
    weir_emit_fast_user(w, 1, 2);
    weir_hint(4095, h);
    weir_hint(0x4110u, tcb);
    weir_printf(w, "%f %s %d %lld", static_cast<double>(f), s, h, 5LL);
    weir_printf_isr(w, "none");
    if (weir_counters(w, &counts) < 0 || weir_ring(w, &ring) < 0)
        return weir_thread_name(w, 1, names[0].name);
    weir_threadx_event(69, 0x80, 1, 2, 3, 4);
    return weir_snoop_freertos(w, tcb) + weir_drain(w) + (weir_error_text(-1) == nullptr);
}
""")
    riscv = ["--specs=picolibc.specs", *RISCV[1:-1]] if compiler.startswith("riscv") else []
    subprocess.run([
        compiler, *riscv, f"-std={standard}", *CPP, *filter(None, [kind]),
        *(f"-I{root / f}" for f in ("driver/include", "driver/rtos", "driver/rtos/threadx")), "-c",
        source, "-o", tmp_path / "use.o"
    ],
                   check=True)


GLUE = {
    "threadx": ("#define WEIR_THREADX_HANDLE trace\n#include \"weir_threadx.h\"\n"
                "void use(void *queue) { TX_TRACE_IN_LINE_INSERT(69, queue, 1, 2, 3, 0x80) }\n",
                ["driver/rtos/threadx"], []),
    "freertos": ("#define DEMO_OBJECTS\n#include \"FreeRTOS.h\"\n#include \"task.h\"\n"
                 "struct weir weir;\n"
                 "void use() { traceISR_ENTER(); WEIR_FREERTOS_STACK(nullptr); }\n",
                 ["driver/apps/freertos_demo", "driver/apps/soc", "driver/rtos/freertos"], []),
    "smp": ("#include \"weir.h\"\n"
            "void use(weir *w) { const uint32_t b = WEIR_MASK();"
            " weir_emit_isr(w, 1, WEIR_LOCK()); WEIR_UNLOCK(0); WEIR_UNMASK(b); }\n", [],
            ["-DWEIR_HOOKS=\"weir_smp.h\""]),
    "zephyr": ("#define _Alignas alignas\n#include \"weir_zephyr.h\"\n"
               "WEIR_ZEPHYR_EVENT_NAME(sample, 1, \"sample\");\n"
               "void use() { weir_zephyr_emit(1, 42); }\n",
               ["driver/rtos/zephyr", "driver/rtos/zephyr/tracing", "tests/soc/zephyr",
                "tests/soc/zephyr/next"], ["-D__ZEPHYR__", "-include", "autoconf.h"]),
}  # yapf: disable


@pytest.mark.parametrize("standard", ["c++11", "c++20"])
@pytest.mark.parametrize("glue", GLUE)
def test_glue_in_cpp(root, tmp_path, glue, standard):
    text, folders, options = GLUE[glue]
    kernel = root / "build/deps/freertos"
    port = kernel / "portable/GCC/RISC-V"
    source = tmp_path / "use.cpp"
    source.write_text(text)
    subprocess.run([
        "riscv64-unknown-elf-g++", "--specs=picolibc.specs", *RISCV[1:-1], f"-std={standard}",
        "-Wall", "-Wextra", "-Werror",
        *(f"-I{root / f}" for f in ("driver/include", "driver/rtos", *folders)), *options,
        *(arg for f in (kernel / "include", port, port / "chip_specific_extensions"
                        / "RISCV_MTIME_CLINT_no_extensions") for arg in ("-isystem", f)), "-c",
        source, "-o", tmp_path / "use.o"
    ],
                   check=True)


def check_event(root, tmp_path, kernel, kind, events, functions):
    """An event of a kernel's glue takes as many instructions as `events` and its page say: in each
    of the functions of use.c, which does nothing else.
    """
    count, flags = events[kind]
    subprocess.run([
        RISCV[0], "--specs=picolibc.specs", *RISCV[1:-1], "-std=gnu11", "-Os", *flags,
        *(f"-I{root / f}" for f in ("driver/include", "driver/rtos", f"driver/rtos/{kernel}")),
        "-c", tmp_path / "use.c", "-o", tmp_path / "use.o"
    ],
                   check=True)
    code = subprocess.run(["riscv64-unknown-elf-objdump", "-d", tmp_path / "use.o"],
                          check=True,
                          capture_output=True,
                          text=True).stdout
    found = re.split(r"^\w+ <(?=\w)", code, flags=re.M)[1:]  # labels begin with a dot
    assert [text.split(">")[0] for text in found] == functions
    for text in found:
        lines = re.findall(r"^ +\w+:\t.*", text, re.M)
        assert len(lines) - 1 == count and "ret" in lines[-1], text
    page = (root / f"docs/evidence/{kernel}.md").read_text()
    assert f"| {kind} | {count} |" in page


# Instructions of an event of FreeRTOS' glue: the table of docs/evidence/freertos.md.
FREERTOS_EVENT = {
    "one HINT": (1, ["-DWEIR_HINT=1"]),
    "one store, address known": (2, ["-DWEIR_WINDOW=1", "-DWEIR_BASE=0x40000000u"]),
    "one store, address from the handle": (6, ["-DWEIR_WINDOW=1"]),
    "one store, address known, two harts": (8, [
        "-DWEIR_WINDOW=1", "-DWEIR_BASE=0x40000000u", "-DconfigNUMBER_OF_CORES=2",
        "-DWEIR_HOOKS=\"weir_smp.h\""
    ]),
    "one HINT, two harts": (1, [
        "-DWEIR_HINT=1", "-DconfigNUMBER_OF_CORES=2", "-DWEIR_HOOKS=\"weir_smp.h\""
    ]),
}


@pytest.mark.parametrize("kind", FREERTOS_EVENT)
def test_an_event_of_freertos(root, tmp_path, kind):
    (tmp_path / "use.c").write_text("""#define WEIR_FREERTOS_HANDLE weir
#include "weir_freertos.h"
struct weir weir;
void task(void *q) { WEIR_FREERTOS_EMIT(WEIR_RTOS_QUEUE_SEND, q); }
void shared(void *q) { WEIR_FREERTOS_EMIT_SHARED(WEIR_RTOS_THREAD_READY, q); }
""")
    check_event(root, tmp_path, "freertos", kind, FREERTOS_EVENT, ["task", "shared"])


# Instructions of an event of ThreadX's glue: the table of docs/evidence/threadx.md.
THREADX_IDS = "-DWEIR_WINDOW_THIRD=0x5000u"
THREADX_EVENT = {
    "two stores": (6, []),
    "one store": (5, ["-DWEIR_WINDOW=1", THREADX_IDS]),
    "one HINT": (4, ["-DWEIR_HINT=1", THREADX_IDS]),
    "two fields, three stores": (7, ["-DWEIR_THREADX_ARGS=2"]),
    "four fields, five stores": (9, ["-DWEIR_THREADX_ARGS=4"]),
}


@pytest.mark.parametrize("kind", THREADX_EVENT)
def test_an_event_of_threadx(root, tmp_path, kind):
    (tmp_path / "use.c").write_text("""#define WEIR_THREADX_HANDLE weir
#include "weir_threadx.h"
#define EVENT(name, number, group)                                                                 \
    void name(void *object, uint32_t b, uint32_t c, uint32_t d)                                    \
    {                                                                                              \
        TX_TRACE_IN_LINE_INSERT(number, object, b, c, d, group)                                    \
    }
EVENT(send, 69, 0x80)
EVENT(resume, 1, 1)
EVENT(enter, 3, 2)
""")
    check_event(root, tmp_path, "threadx", kind, THREADX_EVENT, ["send", "resume", "enter"])


TWO_CORES = "-DconfigNUMBER_OF_CORES=2"
HART, LOCK = "-DWEIR_HART()=1u", ["-DWEIR_LOCK()=0u", "-DWEIR_UNLOCK(before)=((void)(before))"]
SMP_HOOKS = "-DWEIR_HOOKS=\"weir_smp.h\""


@pytest.mark.parametrize("flags,builds", [
    ([], True),
    (["-DconfigNUMBER_OF_CORES=1"], True),
    ([TWO_CORES, SMP_HOOKS], True),
    ([TWO_CORES, HART, *LOCK], True),
    ([TWO_CORES, "-DWEIR_OFF"], True),
    ([TWO_CORES], False),
    ([TWO_CORES, "-DWEIR_HINT=1"], False),
    ([TWO_CORES, "-DWEIR_TXTB"], False),
    ([TWO_CORES, HART], False),
    ([TWO_CORES, *LOCK], False),
])  # yapf: disable
def test_freertos_of_several_cores_needs_hooks(root, tmp_path, flags, builds):
    """Without them all events would be those of hart 0."""
    (tmp_path / "use.c").write_text("""#define WEIR_FREERTOS_HANDLE weir
#include "weir_freertos.h"
struct weir weir;
void task(void *q) { WEIR_FREERTOS_EMIT(WEIR_RTOS_QUEUE_SEND, q); }
""")
    done = subprocess.run([
        *RISCV, "-std=gnu11", "-Wall", "-Wextra", "-Werror", *flags,
        *(f"-I{root / f}" for f in ("driver/include", "driver/rtos", "driver/rtos/freertos")), "-c",
        tmp_path / "use.c", "-o", tmp_path / "use.o"
    ],
                          capture_output=True,
                          text=True)
    errors = re.findall("error: (.*)", done.stderr)
    assert (done.returncode == 0) == builds, done.stderr
    if not builds:
        assert len(errors) == 1 and "weir_smp.h" in errors[0] and "WEIR_HART" in errors[0], errors


@pytest.mark.parametrize("cores", [None, 1, 2])
def test_threadx_is_of_one_hart(root, tmp_path, cores):
    """With the cores of ThreadX SMP the glue does not build."""
    done = subprocess.run([
        *RISCV, "--specs=picolibc.specs", "-std=gnu11", "-Wall", "-Wextra", "-Werror",
        *([f"-DTX_THREAD_SMP_MAX_CORES={cores}"] if cores else []),
        *(f"-I{root / f}" for f in ("driver/include", "driver/rtos", "driver/rtos/threadx",
                                    "tests/soc/threadx")), "-c",
        root / "driver/rtos/threadx/weir_threadx.c", "-o", tmp_path / "use.o"
    ],
                          capture_output=True,
                          text=True)
    assert (done.returncode == 0) == (cores != 2), done.stderr
    assert cores != 2 or re.findall("error: .*(one hart)", done.stderr) == ["one hart"]


def test_an_event_of_u_mode_reads_no_memory(root, tmp_path):
    """With WEIR_BASE: a user thread may not read the handle, which is the kernel's."""
    (tmp_path / "use.c").write_text("""#include "weir.h"
extern struct weir kernels;
void user(uint32_t v) { weir_emit_user(&kernels, 1, v); weir_emit_fast_user(&kernels, 2, v); }
""")
    subprocess.run([
        RISCV[0], "--specs=picolibc.specs", *RISCV[1:-1], "-std=gnu11", "-Os", "-DWEIR_WINDOW=1",
        "-DWEIR_BASE=0x40000000u", f"-I{root / 'driver/include'}", "-c", tmp_path / "use.c", "-o",
        tmp_path / "use.o"
    ],
                   check=True)
    code = subprocess.run(["riscv64-unknown-elf-objdump", "-dr", tmp_path / "use.o"],
                          check=True,
                          capture_output=True,
                          text=True).stdout
    assert "kernels" not in code and not re.search(r"\tl[bhw]u?\t", code)
    assert code.count("\tsw\t") == 3


HINTS = [1, 2047, 2048, 4095, 0x4000, 0x4110, 0x47FF, 0xC000, 0xC127, 0xC7FF]


@pytest.mark.parametrize("build", ["c -O0", "c -Os", "c++ -O2", "as"])
def test_a_hint_is_one_instruction(root, tmp_path, build):
    """Disassembled: one instruction of four bytes at each trace point, none of them compressed, and
    in C also where weir_emit_fast makes one (WEIR_HINT).
    """
    language, *level = build.split()
    fast = language == "c" and level == ["-Os"]
    lines = [f"void at_{i:x}(unsigned v) {{ weir_hint({i}, v); }}" for i in HINTS]
    if fast:
        lines += [f"void fast_{i:x}(unsigned v) {{ weir_emit_fast(&w, {i}, v); }}" for i in HINTS]
    text = ['#include "weir.h"', "extern struct weir w;", *lines]
    if language == "as":
        text = ['.include "weir_hint.inc"']
        text += [f"at_{i:x}: weir_hint {i}, a0\n  ret" for i in HINTS]
    source = tmp_path / f"use.{dict(zip(['c', 'c++', 'as'], ['c', 'cc', 's']))[language]}"
    source.write_text("\n".join(text) + "\n")
    subprocess.run([
        *RISCV, "--specs=picolibc.specs", *level, *(["-DWEIR_HINT=1"] if fast else []),
        f"-I{root / 'driver/include'}", f"-Wa,-I{root / 'driver/include'}", "-c", source, "-o",
        tmp_path / "use.o"
    ],
                   check=True)
    found = subprocess.run(["riscv64-unknown-elf-objdump", "-d", tmp_path / "use.o"],
                           check=True,
                           capture_output=True,
                           text=True).stdout
    hints = []
    for code in re.findall(r"^\s+[0-9a-f]+:\s+([0-9a-f]{8})\s+slti", found, re.M):
        insn = int(code, 16)
        assert insn & 0x6FFF == 0x2013, code  # slti or sltiu, rd is x0
        imm = insn >> 20
        hints.append(imm if not insn >> 12 & 1 else 0x4000 + imm if imm < 2048 else 0xC000 + imm -
                     2048)
    assert hints == HINTS * (1 + fast)
    stores = re.findall(r"\bs[wd]\b", found)
    assert level == ["-O0"] or not stores, found


@pytest.mark.parametrize("event_id", [0, 0x4800, 0x8000, 0xBFFF, 0x10000])
def test_a_hint_has_its_ids(root, tmp_path, event_id):
    """Others do not compile."""
    source = tmp_path / "use.c"
    source.write_text(f'#include "weir_hint.h"\nvoid use(void) {{ weir_hint({event_id}, 0); }}\n')
    done = subprocess.run([*RISCV, f"-I{root / 'driver/include'}", "-c", source, "-o", "/dev/null"],
                          capture_output=True,
                          text=True)
    assert done.returncode and "negative" in done.stderr


def test_spans_and_typed_events(root, tmp_path):
    """weir.hpp offers what it says: the words at the ports."""
    source = tmp_path / "use.cpp"
    source.write_text("""#include <stdint.h>
#include <stdio.h>
static void put(uintptr_t address, uint32_t data) { printf("%lx %x\\n", (long)address, data); }
#define WEIR_STORE32(address, data) put(address, data)
#define WEIR_LOAD32(address) 0u
#define WEIR_LOCK() 0u
#define WEIR_UNLOCK(before) ((void)(before))
#include "weir.hpp"
constexpr weirpp::event<int16_t> temperature{1};
constexpr weirpp::event<float> voltage{2};
constexpr weirpp::event<uint32_t> count{4};
constexpr weirpp::event<double> exact{5};
int main() {
    weir w{};
    w.ports = 0x10000;
    w.wide = 1;
    const weirpp::span outer{w, 3};
    { const weirpp::span inner{w, 9}; temperature(w, -2); }
    voltage.from_isr(w, 1.5f);
    count(w, 0xfffffffe);
    exact(w, 1.5);
}
""")
    subprocess.run(
        ["g++", "-std=c++11", "-I", root / "driver/include", source, "-o", tmp_path / "use"],
        check=True)
    words = [
        int(line.split()[1], 16) for line in subprocess.run(
            [tmp_path / "use"], capture_output=True, text=True, check=True).stdout.splitlines()
    ]
    assert words == [
        3, 0x4002, 9, 0x4002, 0xfffffffe, 1, 9, 0x4003, 0x3fc00000, 2, 0xfffffffe, 4, 0, 0x3ff80000,
        5, 3, 0x4003
    ]


def test_log_in_cpp(root, tmp_path):
    """weir_printf offers the same words in C and in C++."""
    program = """#include <stdint.h>
#include <stdio.h>
static void put(uintptr_t address, uint32_t data) {
    static int parts;
    if (parts++ % 2 == 0 || data != 0x4011) printf("%x %x\\n", (unsigned)address, (unsigned)data);
}
#define WEIR_STORE32(address, data) put(address, data)
#define WEIR_LOAD32(address) 0u
#define WEIR_LOCK() 0u
#define WEIR_UNLOCK(before) ((void)(before))
#define WEIR_BASE 0x40000000u
#include "weir_log.h"
static weir w;
int main(void) {
    unsigned char c = 200; short h = -3; float f = 1.5f; double d = 2.5; int *p = 0;
    weir_printf(&w, "%u %d %f %f %p %lld", c, h, (double)f, d, (void *)p, -7LL);
    weir_printf(&w, "%d %c", true, 'x');
    return 0;
}
"""
    text = []
    for compiler, name, before in (("gcc", "use.c",
                                    "#include <stdbool.h>\ntypedef struct weir weir;\n"),
                                   ("g++", "use.cpp", "")):
        source = tmp_path / name
        source.write_text(before + program.replace("\\\\n", "\\n"))
        subprocess.run(
            [compiler, "-no-pie", "-I", root / "driver/include", source, "-o", tmp_path / "use"],
            check=True)
        lines = subprocess.run([tmp_path / "use"], capture_output=True, text=True,
                               check=True).stdout.splitlines()
        text.append(lines)
    # The sum and the last word contain the address of the format, which differs.
    assert len(text[0]) == len(text[1]) > 20
    different = [(a, b) for a, b in zip(*text) if a != b]
    assert len(different) <= 4 and text[0][:16] == text[1][:16]


def test_arguments_of_a_log(root, tmp_path):
    """Each argument is evaluated once, in order and before the lock: one that takes another lock,
    or logs itself, changes neither text. With WEIR_OFF, none is.
    """
    program = """#include <assert.h>
#include <stdint.h>
#include <stdio.h>
static uint32_t depth, stores[64], count, calls;
static void put(uintptr_t address, uint32_t data) {
    assert(depth == 1);
    if (address & 4)
        assert(data == 0x4010 || data == 0x4011);
    else
        stores[count++] = data;
}
#define WEIR_STORE32(address, data) put(address, data)
#define WEIR_LOAD32(address) 0u
#define WEIR_LOCK() depth++
#define WEIR_UNLOCK(before) ((void)(depth = (before)))
#include "weir_log.h"
static struct weir w;
static uint32_t next(void) { assert(depth == 0); return ++calls; }
static int logs(void) { next(); weir_printf(&w, "inner %u", 77u); return 8; }
static uint64_t wide(void) { return (uint64_t)next() << 32 | 9; }
static double real(void) { next(); return 2.5; }
int main(void) {
    weir_printf(&w, "%u %u %d %llu %u %f %u %u", next(), next(), logs(),
                (unsigned long long)wide(), next(), real(), next(), next());
    weir_printf_isr(&w, "%s", (next(), "text"));
    weir_printf(&w, "nothing");
    printf("%u", calls);
    for (uint32_t i = 0; i < count; i++)
        printf(" %x", stores[i]);
    return 0;
}
"""

    def ran(compiler, name, *flags):
        source = tmp_path / name
        source.write_text(program)
        subprocess.run([
            compiler, "-O1", "-no-pie", "-Wall", "-Wextra", "-Wno-unused-function",
            "-Wno-unused-variable", "-Wno-unused-but-set-variable", *flags, "-I",
            root / "driver/include", source, "-o", tmp_path / "use"
        ],
                       check=True)
        done = subprocess.run([tmp_path / "use"], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    for compiler, name in (("gcc", "use.c"), ("clang", "use.c"), ("g++", "use.cpp"), ("clang++",
                                                                                      "use.cpp")):
        if not shutil.which(compiler):
            continue
        calls, *stores = ran(compiler, name)
        assert calls == "9" and stores[0] == "4d"  # the inner log is the first
        words = ["1", "2", "8", "9", "4", "5", "0", "40040000", "7", "8"]
        assert stores[3:13] == words and len(stores) == 3 + 10 + 2 + 4 + 1
        assert ran(compiler, name, "-DWEIR_OFF") == ["0"]


HANDLES = """#include "weir.h"
extern struct weir weir;
extern const struct weir_config config;
int uart(void *, const void *, size_t);
"""
FIRST = """#include <stddef.h>
int uart_send(const void *bytes, size_t count);
"""
UNIT, OFF, TXTB, RKH = [], ["-DWEIR_OFF"], ["-DWEIR_TXTB"], ["-DWEIR_RKH"]
IN_F = HANDLES + "void f(void)\n{"
# A phrase of each block of docs/guides/driver.md: code before it, code after it, builds.
BLOCKS = {
    "return weir_finish(&weir);": (FIRST, "", [UNIT, OFF, RKH]),
    "weir_trigger_arm": (IN_F, "}", [UNIT, OFF, TXTB]),
    "weir_hint(7, value)": (HANDLES + "void f(uint32_t value)\n{", "}", [UNIT, OFF, TXTB, RKH]),
    "weir_pins_watch": (IN_F, "}", [UNIT, OFF, TXTB]),
    "wake_drain_task": (HANDLES + "void wake_drain_task(void), sleep_a_tick(void);\n", "", [
        UNIT, OFF, TXTB
    ]),
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
    "weir_span_begin": (HANDLES + "enum { FILTER = 3 };\nvoid filter(void);\n" + "void f(void)\n{",
                        "}", [UNIT, OFF, TXTB, RKH]),
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
    """Every block of C in docs/guides/driver.md compiles, with each of its back ends."""
    blocks = re.findall(r"```c\n(.*?)```", (root / "docs/guides/driver.md").read_text(), re.S)
    used = [next(phrase for phrase in reversed(BLOCKS) if phrase in block) for block in blocks]
    assert sorted(used) == sorted(BLOCKS)
    first = next(block for block in blocks if "return weir_finish(&weir);" in block)
    assert len(first.strip().splitlines()) == 10  # ten lines to the first trace
    for block, phrase in zip(blocks, used):
        # Without the unit, a result is an error for ever, with WEIR_OFF 0.
        assert not re.search(r"while \(.*\bweir_\w+\(", block), block
        before, behind, kinds = BLOCKS[phrase]
        source = tmp_path / "block.c"
        source.write_text(before + block + behind + "\n")
        for flags in kinds:
            done = subprocess.run([
                *RISCV, "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-Wno-unused",
                "-Wno-unused-parameter", "-Wno-unused-result", *flags,
                *(f"-I{root / folder}"
                  for folder in ("driver/include", "driver/rtos", "driver/rtos/freertos")), "-c",
                source, "-o", tmp_path / "block.o"
            ],
                                  capture_output=True,
                                  text=True)
            assert done.returncode == 0, (phrase, flags, done.stderr)


def test_rkh_handle_for_all_files(root, tmp_path):
    """The flag that weir_rkhtrc.h asks for may be that of the driver's own files, too."""
    subprocess.run([
        "gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I", root / "driver/include",
        "-DWEIR_RKH_HANDLE=rkh", "-DWEIR_LOCK()=0u", "-DWEIR_UNLOCK(before)=((void)(before))", "-c",
        root / "driver/src/weir_rkhtrc.c", "-o", tmp_path / "weir_rkhtrc.o"
    ], check=True)  # fmt: skip


def test_results_must_be_checked(root, tmp_path):
    source = tmp_path / "careless.c"
    source.write_text('#include "weir.h"\nvoid f(struct weir *w) { weir_start(w); }\n')
    done = subprocess.run([
        "gcc", "-Werror", "-I", root / "driver/include", "-c", source, "-o", tmp_path / "careless.o"
    ],
                          capture_output=True,
                          text=True)
    assert done.returncode != 0 and "warn_unused_result" in done.stderr


WEIR_H = (Path(__file__).resolve().parents[2] / "driver/include/weir.h").read_text()
#: {error: (its number, what the comment says)}
ERRORS_OF = {
    name: (int(number), comment)
    for name, number, comment in re.findall(r"^    WEIR_(\w+) = (-\d+), +/\* (.*?) \*/$",
                                            re.search(r"^enum weir_error {\n.*?^}", WEIR_H, re.M
                                                      | re.S)[0], re.M | re.S)
}
ERRORS = rf"\b(?:WEIR_)?({'|'.join(ERRORS_OF)})\b"


def test_error_texts(root, tmp_path):
    """Each number from -1 on is an error with a text of its own: its name, and what its comment in
    weir.h says. Other numbers have no error's text.
    """
    enum = re.search(r"^enum weir_error {\n(.*?)^}", WEIR_H, re.M | re.S)[1]
    assert len(re.findall(r"^ +WEIR_\w+", enum, re.M)) == len(ERRORS_OF) > 12
    count = len(ERRORS_OF)
    assert [number for number, _ in ERRORS_OF.values()] == [-1 - n for n in range(count)]
    source, out = tmp_path / "texts.c", tmp_path / "texts"
    source.write_text(f"""#include <stdio.h>
#include "weir.h"
int main(void)
{{
    for (int error = 1; error >= -{count + 2}; error--)
        puts(weir_error_text(error));
}}
""")
    subprocess.run(["gcc", f"-I{root}/driver/include", source, "-o", out], check=True)
    done = subprocess.run([out], check=True, capture_output=True, text=True)
    one, zero, *texts, behind, last = done.stdout.splitlines()
    assert one == zero == "no error" and behind == last != "no error" and ":" not in last
    words = lambda text: set(re.findall(r"\w+", text.lower()))
    for name, text in zip(ERRORS_OF, texts, strict=True):
        said, _, what = text.partition(": ")
        same = {other: len(words(what) & words(c)) for other, (_, c) in ERRORS_OF.items()}
        assert said == name and len(what) > 10, text
        assert same.pop(name) > max(len(words(what)) / 2, *same.values()), text


def documented(*headers):
    """{function: errors} in the comments of the headers.

    They stand after "Returns", also as "the results of" other functions.
    """
    text, listed = re.sub(r"\n \*(?= )", "", "".join(h.read_text() for h in headers)), {}
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
        for name, *body in re.findall(
                r"^(?:static |WEIR_INLINE |inline )*[a-z]\w*(?: \w+)* \**(\w+)"
                r"\([^;{}]*\)(?:\n\{\n(.*?)^\}| \{ (.*?) \}$)", source.read_text(), re.M | re.S):
            bodies.setdefault(name, "".join(body))
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
    listed = documented(*(root / "driver/include" / name for name in ("weir.h", "weir_more.h")))
    can = possible(root / "driver/src/weir_shared.h", root / "driver/src/weir.c")
    assert len(listed) > 35
    assert {name: sorted(errors)
            for name, errors in listed.items()} == {name: sorted(can[name])
                                                    for name in listed}


@pytest.mark.parametrize("source,flags,uses", [
    ("driver/src/weir.c", [], {"sstatus"}),
    ("driver/src/weir_soft.c", ["-DWEIR_TXTB"], {"sstatus", "time"}),
    ("driver/rtos/zephyr/weir_zephyr.c", [
        "-D__ZEPHYR__", "-DCONFIG_WEIR_S_MODE", "-DTWO_STORES", "-include",
        "tests/soc/zephyr/autoconf.h"
    ], {"sstatus", "scause"}),
])
def test_s_mode(root, tmp_path, source, flags, uses):
    """With WEIR_S_MODE no code touches a CSR of machine mode."""
    out = tmp_path / "s_mode.o"
    folders = ("driver/include", "driver/rtos", "driver/rtos/zephyr", "driver/rtos/zephyr/tracing",
               "tests/soc/zephyr", "tests/soc/zephyr/next")
    subprocess.run([
        RISCV[0], "--specs=picolibc.specs", *RISCV[1:-1], "-std=gnu11", "-Os", "-Wall", "-Wextra",
        "-Werror", *(flags if "-D__ZEPHYR__" in flags else ["-DWEIR_S_MODE", *flags]),
        *(f"-I{root / f}" for f in folders), "-c", root / source, "-o", out
    ],
                   check=True,
                   cwd=root)
    code = subprocess.run(["riscv64-unknown-elf-objdump", "-d", out],
                          capture_output=True,
                          text=True,
                          check=True).stdout
    used = set(re.findall(r"\tcsr\w*\t[^\n]*?\b([ms][a-z]+)\b", code)) | set(
        re.findall(r"\trd(time)\b", code))
    assert used == uses


@pytest.mark.parametrize("mode", ["m", "s"])
def test_crash_entry(root, tmp_path, mode):
    """The entry of an exception reads the CSRs of the driver's mode, and no others."""
    source, out = tmp_path / "crash.c", tmp_path / "crash.o"
    source.write_text("""#include "weir_crash.h"
static void crashed(uint32_t cause, uint32_t pc, uint32_t address) { for (;;) ; }
WEIR_CRASH_ENTRY(crash_entry, 1024, crashed)
""")
    subprocess.run([
        *RISCV, "-Wall", "-Werror", f"-I{root}/driver/include",
        *(["-DWEIR_S_MODE"] if mode == "s" else []), "-c", source, "-o", out
    ],
                   check=True)
    code = subprocess.run(["riscv64-unknown-elf-objdump", "-d", out],
                          capture_output=True,
                          text=True,
                          check=True).stdout
    assert re.findall(r"csrr\ta\d,(\w+)", code) == [f"{mode}{name}"
                                                   for name in ("cause", "epc", "tval")]
    wide = [RISCV[0], "-march=rv64imac", "-mabi=lp64", "-mcmodel=medany", *RISCV[3:]]
    done = subprocess.run([*wide, f"-I{root}/driver/include", "-c", source, "-o", out],
                          capture_output=True,
                          text=True)
    assert re.findall("error: .*RV32", done.stderr), done.stderr


@pytest.mark.parametrize("kind", ["", "-DWEIR_TXTB"])
def test_trace_macros_of_the_application_stay(root, tmp_path, kind):
    """What the application defines before the glue of FreeRTOS, the glue does not define again."""
    macros = [
        "traceTASK_CREATE", "traceTASK_DELETE", "traceTASK_SWITCHED_IN", "traceTIMER_CREATE",
        "traceQUEUE_DELETE", "traceISR_ENTER"
    ]
    (tmp_path / "use.c").write_text("".join(f"#define {macro}(...) mine()\n" for macro in macros) +
                                    '#define WEIR_FREERTOS_HANDLE weir\n'
                                    '#include "weir_freertos.h"\nvoid mine(void), use(void);\n'
                                    "void use(void)\n{\n" +
                                    "".join(f"    {macro}(0);\n" for macro in macros) + "}\n")
    subprocess.run([
        *RISCV, "-std=gnu11", "-Wall", "-Wextra", "-Werror", *filter(None, [kind]),
        *(f"-I{root / f}" for f in ("driver/include", "driver/rtos", "driver/rtos/freertos")), "-c",
        tmp_path / "use.c", "-o", tmp_path / "use.o"
    ],
                   check=True)


# A source that only this program has, or only its variant
SOURCES_OF = {
    "ibex/selftest": "driver/src/weir_selftest.c",
    "serv/retire": "driver/apps/threads/threads.c",
    "ibex/records_rkh": "driver/src/rkh_emit.c",
    "ibex/freertos_txtb": "driver/src/txtb_ring.c",
    "ibex/cost_txtb.o": "driver/src/weir_soft.c",
    "picorv32/corners": "driver/include/weir_hint.inc",
}


def test_programs_are_built_again(root):
    """A change of any of its sources builds a program again, and no other change does."""
    targets = [f"build/fw/{name}" + ("" if "." in name else ".elf") for name in SOURCES_OF]
    make = ["make", "--no-print-directory", "-n", "-W"]

    def built(changed):
        done = subprocess.run([*make, changed, *targets], cwd=root, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return {name for name, target in zip(SOURCES_OF, targets) if f"-o {target}" in done.stdout}

    always = built("LICENSE")  # what is not built yet
    for name, source in SOURCES_OF.items():
        assert built(source) >= {name} | always
    assert "picorv32/corners" not in built("driver/src/weir_selftest.c") - always
