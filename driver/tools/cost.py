# SPDX-License-Identifier: Apache-2.0
"""Runs bench_events and bench_load on the cores and writes docs/results/cost.md; weighs the driver: docs/results/footprint.md."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEAD = "<!-- SPDX-License-Identifier: Apache-2.0 -->\n"

ROWS = [  # name in bench_events, what it is
    ("plain_store", "a plain store to memory, to compare with"),
    ("fast_event_inline", "**one store** (`weir_emit_fast`)"),
    ("event_inline", "**two stores** (`weir_emit`)"),
    ("thread_switch", "**THREAD_SWITCH**, beyond the store that the RTOS does anyway"),
    ("fast_event_inline_disabled", "one store, unit disabled"),
    ("event_inline_disabled", "two stores, unit disabled"),
    ("fast_event_lone_site", "one store at a lone place in the code (addresses are made there)"),
    ("event_lone_site", "two stores at a lone place"),
    ("fast_event_function_call", "one store behind a call"),
    ("event_function_call", "two stores behind a call"),
    ("software_record_inline", "TXTB entry written in line, interrupts off"),
    ("software_record_function_call", "TXTB entry behind a call, interrupts off"),
    ("txtb_event", "back-end WEIR_TXTB: a call; counts, wraps, time beyond 32 bits"),
    ("txtb_event_disabled", "the same, disabled"),
    ("txtb_thread_switch", "the same, a thread switch"),
    ("rkh_event", "back-end WEIR_RKH: framed, escaped, summed"),
    ("rkh_event_disabled", "the same, disabled"),
    ("rkh_thread_switch", "the same, a thread switch"),
    ("barectf_event", "barectf 3.1.2, without a lock"),
    ("barectf_event_disabled", "the same, disabled"),
]

# Instructions of one event of other systems. They are not run here: their sources, of the version named, were compiled for RV32IM
# by GCC 12.2 -O2 and counted under QEMU.
ELSEWHERE = [
    ("ThreadX 6.4, TX_TRACE_IN_LINE_INSERT", "30", 32),
    ("SystemView 3.32 over RTT", "181-238 (70 when stopped)", "3-10"),
    ("Tracealyzer recorder 4.11, ring buffer", "120 (task switch 189)", "12 (16)"),
    ("QP/QS 7.3.4", "299", 13),
    ("RKH 3", "469", 13),
    ("barectf 3.1.2", "170", 12),
]


def run(core, app):
    done = subprocess.run([ROOT / f"build/soc/{core}-cpp/soc", "--quiet", "--hex", ROOT / f"build/fw/{core}/{app}.hex"],
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"cost: {app} on {core}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def events(core):
    """{case: (cycles, instructions or None)}, {case: octets}, the core's name."""
    cost, octets, name = {}, {}, core
    for line in run(core, "bench_events").splitlines():
        name, case, *rest = line.split()
        if rest[1] == "octets":
            octets[case] = int(rest[0])
        else:
            cost[case] = float(rest[0]), float(rest[2])
    if not any(instructions for _, instructions in cost.values()):
        cost = {case: (cycles, None) for case, (cycles, _) in cost.items()}
    return cost, octets, name


def load(core):
    """[(what, cycles of the work, events)] of bench_load."""
    return [(m[1], int(m[2]), int(m[3])) for m in re.finditer(r"^\S+ load (\S+) (\d+) cycles (\d+) events$", run(core, "bench_load"), re.M)]


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(str(c) for c in row) + " |" for row in rows]) + "\n"


def cell(cost):
    cycles, instructions = cost
    return f"{cycles:.1f}" if instructions is None else f"{cycles:.1f} ({instructions:.0f})"


def cost_page(cores):
    measured = {core: events(core) for core in cores}
    names = [measured[core][2] for core in cores]
    page = HEAD + """# What an event costs

Made by `make bench-cost`: [bench_events.c](../../driver/apps/bench_events.c), cycles of the core, exact, over 100 events; in
brackets instructions, where the core counts them. One id, one value of 32 bits, no wait states; programs compiled with GCC 12.2
-Os for the core; caches, where there are any, are warm. Every row of a column is of the same run; the loop around is subtracted.

"""
    page += table(["event", *names], [[what, *(cell(measured[core][0][case]) for core in cores)] for case, what in ROWS])
    page += "\nHow many times cheaper an event of the unit is than one that software records, in the same run:\n\n"
    software = [("software_record_inline", "TXTB in line"), ("txtb_event", "WEIR_TXTB"), ("rkh_event", "WEIR_RKH"),
                ("barectf_event", "barectf")]
    page += table(["", *(f"{name}, {stores}" for name in names for stores in ("one store", "two stores"))],
                  [[f"than {what}", *(f"{measured[core][0][case][0] / measured[core][0][ours][0]:.0f}" for core in cores
                                 for ours in ("fast_event_inline", "event_inline"))] for case, what in software])
    octets = measured[cores[0]][1]
    page += f"\nMemory an event takes: TXTB {octets['txtb_event']} octets, RKH {octets['rkh_event']}, barectf {octets['barectf_event']}; " \
            "the unit's are in its own FIFO, about 6.\n\n"
    page += "Other systems, instructions of one event, not run here: sources of this version, compiled for RV32IM by GCC 12.2 -O2, counted under QEMU.\n\n"
    page += table(["system", "instructions", "octets"], ELSEWHERE)
    page += """
# How much tracing disturbs

[bench_load.c](../../driver/apps/bench_load.c): the same work (lists, matrices, a state machine, checksums) by two threads that a
timer preempts every 5000 cycles: without trace, with switches only, and with events of one store at two rates; nothing but
the events differs. Cycles until the work is done. Nobody drains meanwhile: that is the reader's cost, and how much depends on him; a
unit that is full refuses in the same time. What is below the accuracy of such a comparison (the timer falls on other instructions)
is shown as it came out.

"""
    rows = []
    for core, name in zip(cores, names):
        runs = load(core)
        base = next(cycles for what, cycles, _ in runs if what == "nothing")
        for what, cycles, count in runs[2:]:
            rows.append([name, what.replace("_", " "), count, f"{count * 1e6 / cycles:.0f}", f"{(cycles - base) * 100 / base:+.2f} %",
                         f"{(cycles - base) / count:.1f}" if "event" in what else ""])
    page += table(["core", "traced", "events", "a million cycles", "run time", "cycles an event"], rows)
    page += "\nSo a core slows down by 1 % at this many events in a million cycles: "
    page += ", ".join(f"{row[0]} {int(1e4 / float(row[-1]) / 100) * 100}" for row in rows if row[1].endswith("many events") and row[0] != "VexRiscv")
    page += ".\n10000 events in a million cycles disturb by 1 % where an event takes one cycle.\n"
    page += "On VexRiscv, which has caches, what lies where in them matters more, about 1 %, than the events.\n"
    return page


# ---- Footprint

CC = ["riscv64-unknown-elf-gcc", "--specs=picolibc.specs", "-march=rv32imc", "-mabi=ilp32", "-misa-spec=2.2", "-Os", "-std=gnu11",
      "-ffunction-sections", "-fdata-sections", "-Wno-unused", "-Idriver/include", "-Isw/lib/flux", "-Isw/lib/txtb", "-Isw/lib/rkh"]
LINK = ["-nostartfiles", "-Wl,-e,program", "-Wl,--gc-sections", "-Wl,--no-warn-rwx-segments"]
BACK_ENDS = {  # what is compiled, of what sources
    "the unit": ("", ["driver/src/weir.c", "sw/lib/flux/flux_emit.c"]),
    "WEIR_TXTB": ("-DWEIR_TXTB", ["driver/src/weir_soft.c", "sw/lib/txtb/txtb_ring.c"]),
    "WEIR_RKH": ("-DWEIR_RKH", ["driver/src/weir_soft.c", "sw/lib/rkh/rkh_emit.c", "sw/lib/rkh/rkh_config.c", "sw/lib/rkh/rkh_weir.c"]),
    "WEIR_OFF": ("-DWEIR_OFF", []),
}
FEW_CALLS = """#include "weir.h"
extern int sink(void *context, const void *octets, size_t count);
static uint32_t memory[WEIR_SOFT_WORDS(1)];
static const struct weir_config config = {.base = 0x40000000, .unit = "ns10", .sink = sink, .memory = memory, .memory_octets = 4096};
static struct weir weir;
volatile uint32_t work;
int sink(void *context, const void *octets, size_t count) { (void)context; (void)octets; work += count; return 0; }
int program(uint32_t n)
{
    if (weir_init(&weir, &config) < 0 || weir_start(&weir) < 0) return -1;
    while (n--) { weir_emit(&weir, 7, n); work += n; if (weir_drain(&weir) < 0) return -1; }
    return weir_finish(&weir);
}
"""


def weigh(folder, source, flags, sources):
    """Octets of code and constants, and of data, of a whole program, linked."""
    out = folder / "program.elf"
    subprocess.run([*CC, *flags, *LINK, source, *sources, "-o", out], cwd=ROOT, check=True)
    text, data, bss = map(int, subprocess.run(["riscv64-unknown-elf-size", out], capture_output=True, text=True,
                                              check=True).stdout.splitlines()[1].split()[:3])
    return text + data, data + bss


def footprint_page(folder):
    few = folder / "few.c"
    few.write_text(FEW_CALLS)
    programs = [("init, start, emit, drain, finish", few, []), ("every call, a log, RKH records", ROOT / "tests/soc/off_test.c", ["-DCALLS"])]
    rows = []
    for name, (flag, sources) in BACK_ENDS.items():
        row = [name]
        for _, source, flags in programs:
            more = ["driver/src/weir_rkhtrc.c"] if flags and sources else []
            flash, ram = weigh(folder, source, [*filter(None, [flag]), *flags], [*sources, *more])
            without, ram_without = weigh(folder, source, ["-DWEIR_OFF"], [])
            row += [flash - without, ram - ram_without]
        rows.append(row)
    glue = {}
    for name, flags in (("with", []), ("without", ["-DWEIR_OFF"])):
        source = folder / "glue.c"
        source.write_text("""struct tcb { char pcTaskName[16]; };
#define WEIR_FREERTOS_HANDLE weir
#include "weir_freertos.h"
void create(struct tcb *t) { traceTASK_CREATE(t); }
void forget(struct tcb *t) { traceTASK_DELETE(t); }
""")
        out = folder / "glue.o"
        subprocess.run([*CC, *flags, "-Idriver/rtos", "-Idriver/rtos/freertos", "-c", source, "-o", out], cwd=ROOT, check=True)
        glue[name] = int(subprocess.run(["riscv64-unknown-elf-size", out], capture_output=True, text=True,
                                        check=True).stdout.splitlines()[1].split()[0])
    page = HEAD + """# What the driver takes

Made by `make footprint`: octets that a linked program grows by, GCC 12.2, rv32imc, -Os, `--gc-sections`, beside the same program with WEIR_OFF.
Flash is code and constants; RAM is the handle and constants the driver copies, without the memory that the configuration gives
it (buffers, names), and without stack.

"""
    head = ["driver for"]
    for name, *_ in programs:
        head += [f"{name}: flash", "RAM"]
    page += table(head, rows)
    page += f"\nThe glue for FreeRTOS: {glue['with'] - glue['without']} octets of flash for the hooks of task creation and deletion, no RAM.\n"
    return page


def main():
    if sys.argv[1:] == ["--footprint"]:
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            (ROOT / "docs/results/footprint.md").write_text(footprint_page(Path(folder)))
        print("docs/results/footprint.md")
        return
    (ROOT / "docs/results/cost.md").write_text(cost_page(sys.argv[1:]))
    print("docs/results/cost.md")


if __name__ == "__main__":
    main()
