# SPDX-License-Identifier: Apache-2.0
"""Measures the cost of tracing and the size of the driver.

Runs bench_events, bench_load and bench_drain on the cores and writes docs/evidence/cost.md. With
--footprint, writes the size of the driver to docs/evidence/footprint.md.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "rtl"))
from lists import revision  # noqa: E402

HEAD = "<!-- SPDX-License-Identifier: Apache-2.0 -->\n"

ROWS = [  # name in bench_events, text
    ("plain_store", "a plain store to memory, to compare with"),
    ("nop", "a NOP of four bytes, to compare with"),
    ("slti", "an `slti` to a register, to compare with"),
    ("hint_inline", "**one HINT** (`weir_hint`)"),
    ("fast_event_inline", "**one store** (`weir_emit_fast`), address in a register"),
    ("event_inline", "**two stores** (`weir_emit`), address in a register"),
    ("thread_switch", "**THREAD_SWITCH**, beyond the store that the RTOS does anyway"),
    ("fast_event_inline_disabled", "one store, unit disabled"),
    ("event_inline_disabled", "two stores, unit disabled"),
    ("fast_event_lone_site", "one store at an isolated site (loads its addresses itself)"),
    ("event_lone_site", "two stores at an isolated site"),
    ("hint_lone_site", "one HINT at an isolated site"),
    ("fast_event_known_site",
     "one store at an isolated site, address constant (`WEIR_BASE`, `WEIR_WINDOW`)"),
    ("event_known_site", "two stores at an isolated site, address constant"),
    ("fast_event_function_call", "one store in a function"),
    ("event_function_call", "two stores in a function"),
    ("software_record_inline", "TXTB entry written in line, interrupts off"),
    ("software_record_lone_site", "TXTB entry at an isolated site, interrupts off"),
    ("software_record_function_call", "TXTB entry in a function, interrupts off"),
    ("txtb_event", "back end WEIR_TXTB: a call; counts, wraps, 64-bit time"),
    ("txtb_event_disabled", "the same, disabled"),
    ("txtb_thread_switch", "the same, a thread switch"),
    ("rkh_event", "back end WEIR_RKH: frame, escapes, checksum"),
    ("rkh_event_disabled", "the same, disabled"),
    ("rkh_thread_switch", "the same, a thread switch"),
    ("barectf_event", "barectf 3.1.2, without a lock"),
    ("barectf_event_disabled", "the same, disabled"),
]

# Instructions of one event of other systems, counted once under QEMU: their sources, in this
# version, compiled for RV32IM by GCC 12.2 -O2.
ELSEWHERE = [
    ("ThreadX 6.4, TX_TRACE_IN_LINE_INSERT", "30", 32),
    ("SystemView 3.32 over RTT", "181-238 (70 when stopped)", "3-10"),
    ("Tracealyzer recorder 4.11, ring buffer", "120 (task switch 189)", "12 (16)"),
    ("QP/QS 7.3.4", "299", 13),
    ("RKH 3", "469", 13),
    ("barectf 3.1.2", "170", 12),
]


def run(soc, app):
    """Output of a program on a demo SoC, and cycles that the unit stalled it."""
    done = subprocess.run([
        ROOT / f"build/soc/{soc}/soc", "--quiet", "--max", "1000000000", "--hex",
        ROOT / f"build/fw/{soc.split('-')[0]}/{app}.hex"
    ],
                          capture_output=True,
                          text=True)
    if done.returncode:
        sys.exit(f"cost: {app} on {soc}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    print(f"{app} on {soc}", flush=True)
    return done.stdout, int(re.search(r"(\d+) stall cycles at its ports", done.stderr)[1])


def events(soc):
    """{case: (cycles, instructions or None)}, {case: bytes}."""
    cost, data = {}, {}
    for line in run(soc, "bench_events")[0].splitlines():
        _, case, *rest = line.split()
        if rest[1] == "bytes":
            data[case] = int(rest[0])
        else:
            cost[case] = float(rest[0]), float(rest[2])
    if not any(instructions for _, instructions in cost.values()):
        cost = {case: (cycles, None) for case, (cycles, _) in cost.items()}
    return cost, data


def load(soc, build):
    """{run: (cycles of the work, events)} of one build of bench_load; cycles its stores stalled."""
    console, waited = run(soc, build)
    return {
        m[1]: (int(m[2]), int(m[3]))
        for m in re.finditer(r"^\S+ load (\S+) (\d+) cycles (\d+) events$", console, re.M)
    }, waited


def drains(soc):
    """{sink: (cycles an event, cycles a byte)} and bytes an event, of a hart that drains."""
    found = {m[1]: [int(number) for number in m.groups()[1:]] for m in re.finditer(
        r"^\S+ drain (\S+) (\d+) cycles (\d+) bytes (\d+) events$", run(soc, "bench_drain")[0],
        re.M)}
    costs = {sink: (cycles / events, cycles / count)
             for sink, (cycles, count, events) in found.items()}
    return costs, found["nothing"][1] / found["nothing"][2]


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(str(c) for c in row) + " |" for row in rows]) + "\n"


def tables(page):
    """The tables of a page of results: lists of rows, each a list of cells."""
    text = (ROOT / f"docs/evidence/{page}.md").read_text()
    cells = lambda line: [cell.strip() for cell in line.strip("|").split("|")]
    return [[cells(line) for line in lines.splitlines() if not re.match(r"\| ?--", line)]
            for lines in re.findall(r"(?:^\|.*\n)+", text, re.M)]


def hooks():
    """What the hooks of kernels add to services, of the tables of their pages."""
    columns = ["two stores", "one store", "one HINT"]
    rows = []
    for page, name in (("threadx", "ThreadX"), ("zephyr", "Zephyr")):
        for head, *services in (t for t in tables(page) if t[0][0] == "service"):
            own = [title for title in head if title.endswith("own trace")]
            for service in services:
                of = {title: re.fullmatch(r"(\d+), (\d+)", cell)
                      for title, cell in zip(head, service)}
                added = lambda title: ", ".join(
                    f"{int(with_it) - int(without):+}" for with_it, without in
                    zip(of[title].groups(), of["no trace"].groups()))
                whole = lambda title: ", ".join(of[title].groups()) if of[title] else "-"
                cost = added if of["no trace"] else whole
                rows.append([name, service[0], *map(cost, columns),
                             *(map(cost, own) if own else "-")])
    return table(["kernel", "service", *columns, "the kernel's own trace"], rows)


def alone():
    head, *rows = next(t for t in tables("freertos") if t[0][0] == "an event is")
    return table(head, rows)


def cell(cost):
    cycles, instructions = cost
    if instructions is None:
        return f"{cycles:.1f}"
    return f"{cycles:.1f} ({f'{instructions:.1f}'.removesuffix('.0')})"


NAMES = {
    "ibex-cpp": "Ibex", "ibex-cpp-maxperf": "Ibex, three stages", "picorv32-cpp": "PicoRV32",
    "vexriscv-cpp": "VexRiscv", "serv-cpp": "SERV"
}
RATE = 10_000  # events in a million cycles


def answer(measured):
    """The result in a sentence."""
    first = next(iter(measured))
    cost = {case: f"{cycles:.1f}" for case, (cycles, _) in measured[first][0].items()}
    return (f"**On {NAMES[first]} an event by one store takes {cost['fast_event_inline']} cycles "
            f"if its address is in a register,\nand {cost['fast_event_lone_site']} at an isolated "
            f"site, which loads it.** A plain store takes {cost['plain_store']}, a ThreadX record\n"
            f"{cost['software_record_inline']}, and {cost['software_record_lone_site']} at an "
            "isolated site.")


def cost_page(socs, builds):
    measured = {soc: events(soc) for soc in socs}
    names = [NAMES[soc] for soc in socs]
    page = HEAD + """# Cost of an event

*For firmware engineers. It answers: how many cycles an event takes, and how much tracing slows
a program.*

""" + answer(measured) + """

Written by `make bench-cost` from [bench_events.c](../../driver/apps/bench_events.c). Exact cycles
of the core per event, over 100 events; in brackets instructions, if the core counts them. An
event has one id and one value of 32 bits. Programs are compiled for the core with GCC 12.2 -Os.
Caches are warm. All rows of a column are from the same run, without the cost of the loop. One
instruction between two events makes the next value. *Three stages* is Ibex's configuration
maxperf; *Ibex* is its configuration small, where a store takes two cycles. RTL: commit
""" + revision() + """.

* *Address in a register*: a loop of ten events. GCC loads the address before the loop. Once in ten
  events the loop tests for event windows: these are the instructions above 1.
* *Isolated site*: a function with one event, which loads its addresses itself. The call is
  subtracted.
* On PicoRV32 an event takes less than the plain store: its instruction has two bytes, that of the
  plain store four. PicoRV32 takes longer for one of four, which may lie in two words.
* Software records depend on where code and data lie. A change elsewhere in the program made them up
  to a tenth slower or faster.

"""
    page += table(["event", *names],
                  [[what, *(cell(measured[soc][0][case]) for soc in socs)] for case, what in ROWS])
    page += """
A HINT costs what an `slti` costs, with a unit that sees it and without (VexRiscv has no retire
view). This is what a NOP costs, except on SERV, which compares in two passes of 32 cycles.
"""
    page += (
        "\nHow many times cheaper an event of the unit is than one recorded by software in the "
        "same run: by one store, and by two.\n\n")
    software = [("software_record_inline", "TXTB inline"), ("txtb_event", "WEIR_TXTB"),
                ("rkh_event", "WEIR_RKH"), ("barectf_event", "barectf")]

    def times(soc, case, weir):
        return f"{measured[soc][0][case][0] / measured[soc][0][weir][0]:.0f}"

    def row(what, case, site="inline"):
        return [
            f"than {what}", *(", ".join(times(soc, case, f"{weir}_{site}")
                                        for weir in ("fast_event", "event")) for soc in socs)
        ]

    page += table(["", *names], [
        *(row(what, case) for case, what in software),
        row("TXTB, both at an isolated site", "software_record_lone_site", "lone_site")
    ])
    data = measured[socs[0]][1]
    page += f"""
Memory of an event: TXTB {data['txtb_event']} bytes, RKH {data['rkh_event']}, barectf
{data['barectf_event']}. Events of the unit take about 6 bytes of its own FIFO.

Other systems, instructions of one event. `make bench-cost` does not count them. They were counted
once under QEMU: sources of this version, compiled for RV32IM by GCC 12.2 -O2.

"""
    page += table(["system", "instructions", "bytes"], ELSEWHERE)
    page += f"""
## Hooks of real kernels

What an event adds to a service of a real kernel on Ibex, in instructions and cycles, from the pages
of [ThreadX](threadx.md) and [Zephyr](zephyr.md). Without a sign: the whole call, which does nothing
without a trace. A dash: not measured.

{hooks()}
An event of [FreeRTOS](freertos.md), of a hook alone, in instructions:

{alone()}"""
    page += f"""
## Overhead of tracing

[bench_load.c](../../driver/apps/bench_load.c): two threads do the same work (lists, matrices, a
state machine, checksums); a timer preempts them every 5000 cycles (SERV: 100000). Runs differ in
their events only: no trace, switches only, and events of one store or one HINT. The table compares
the cycles until both threads are done. The FIFO is not drained meanwhile, as the cost of draining
depends on the reader ([below](#reading-by-the-hart-itself)); a full unit drops events in the same
time, here most of them.

A compiler generates other code around an event, and with a cache the address of code matters. So
the table has the median of {len(builds)} builds, and in brackets the minimum and maximum: -Os and
-O2, functions aligned to 4, 16 and 64 bytes. The last columns are of the goal of {RATE:,} events in
a million cycles. There the unit's address and the window are constants (`WEIR_BASE`,
`WEIR_WINDOW`). Through a handle, each event loads the address besides.

"""
    rows, waited = [], 0
    for soc in socs:
        switches, rates, each, hints, loaded = [], [], [], [], []
        for build in builds:
            runs, waits = load(soc, f"load_{build}")
            waited += waits
            base = runs["nothing"][0]
            cycles, count = runs["switches_and_many_events"]
            switches.append((runs["switches"][0] - base) * 100 / base)
            rates.append(count * 1e6 / cycles)
            each.append((cycles - base) / count)
            hints.append((runs["switches_and_many_hints"][0] - base) / count)
            runs, waits = load(soc, f"handle_{build}")
            waited += waits
            cycles, count = runs["switches_and_many_events"]
            loaded.append((cycles - runs["nothing"][0]) / count)
        rows.append([
            NAMES[soc],
            spread(switches, "{:+.2f}") + " %", f"{median(rates):,.0f}",
            spread(each, "{:.2f}"), f"{measured[soc][0]['plain_store'][0]:.1f}",
            spread([e * RATE / 1e4 for e in each], "{:.2f}") + " %",
            spread([e * RATE / 1e4 for e in loaded], "{:.2f}") + " %",
            spread([e * RATE / 1e4 for e in hints], "{:.2f}") + " %"
        ])
    page += table([
        "core", "switches only: run time", "events a million cycles", "cycles an event",
        "a plain store", f"{RATE:,} a million cycles: run time", "the same through a handle",
        "the same by HINTs"
    ], rows)
    page += f"""
Stores to the unit stalled for {waited} cycles in all of these runs. With a constant address, an
event costs about a store on the core; less if the compiler then orders the code around it better.
Where a store takes longer, events cost as much more, with any trace unit that software stores to.
Switches cost no instruction where the kernel calls no hook; Zephyr with CONFIG_TRACING takes 4 for
each.

## Reading by the hart itself

A ring and frames cost the hart nothing, and a debugger or another hart can read the FIFO. If the
hart itself calls `weir_drain`, it pays more for that than for the events.
[bench_drain.c](../../driver/apps/bench_drain.c) measures that: cycles an event, in brackets cycles
a byte, for a sink that does nothing and for one that stores each word to a register. Events have
an id of one byte and small values.

"""
    rows = []
    for soc in socs:
        costs, size = drains(soc)
        rows.append([NAMES[soc], f"{size:.1f}",
                     *("{:.1f} ({:.1f})".format(*costs[sink]) for sink in ("nothing", "words"))])
    return page + table(["core", "bytes an event", "`weir_drain`, to a sink that does nothing",
                         "to a register, word by word"], rows)


def spread(values, form):
    middle, least, most = (form.format(f(values)) for f in (median, min, max))
    return f"{middle} ({least} to {most})"


# ---- Footprint

CC = [
    "riscv64-unknown-elf-gcc", "--specs=picolibc.specs", "-march=rv32imc", "-mabi=ilp32",
    "-misa-spec=2.2", "-Os", "-std=gnu11", "-ffunction-sections", "-fdata-sections", "-Wno-unused",
    "-Idriver/include"
]
LINK = ["-nostartfiles", "-Wl,-e,program", "-Wl,--gc-sections", "-Wl,--no-warn-rwx-segments"]
BACK_ENDS = {  # name: flag, sources
    "the unit": ("", ["driver/src/weir.c", "driver/src/flux_emit.c"]),
    "WEIR_TXTB": ("-DWEIR_TXTB", ["driver/src/weir_soft.c", "driver/src/txtb_ring.c"]),
    "WEIR_RKH": ("-DWEIR_RKH", [
        "driver/src/weir_soft.c", "driver/src/rkh_emit.c", "driver/src/rkh_config.c",
        "driver/src/rkh_weir.c"
    ]),
    "WEIR_OFF": ("-DWEIR_OFF", []),
}
FEW_CALLS = """#include "weir.h"
extern int sink(void *context, const void *bytes, size_t count);
static uint32_t memory[WEIR_SOFT_WORDS(1)];
static const struct weir_config config = {.base = 0x40000000, .unit = "ns10", .sink = sink,
    .memory = memory, .memory_bytes = 4096};
static struct weir weir;
volatile uint32_t work;
int sink(void *context, const void *bytes, size_t count)
{ (void)context; (void)bytes; work += count; return 0; }
int program(uint32_t n)
{
    if (weir_init(&weir, &config) < 0 || weir_start(&weir) < 0) return -1;
    while (n--) { weir_emit(&weir, 7, n); work += n; if (weir_drain(&weir) < 0) return -1; }
    return weir_finish(&weir);
}
"""


def weigh(folder, source, flags, sources):
    """Size of a linked program in bytes: code and constants, data."""
    out = folder / "program.elf"
    subprocess.run([*CC, *flags, *LINK, source, *sources, "-o", out], cwd=ROOT, check=True)
    text, data, bss = map(
        int,
        subprocess.run(["riscv64-unknown-elf-size", out],
                       capture_output=True,
                       text=True,
                       check=True).stdout.splitlines()[1].split()[:3])
    return text + data, data + bss


def compiled(folder, files, flags):
    """Size of object files in bytes: code and constants, data."""
    flash = ram = 0
    for file in files:
        subprocess.run([*CC, *flags, "-Idriver/rtos", "-c", file, "-o", folder / "file.o"],
                       cwd=ROOT,
                       check=True)
        text, data, bss = map(
            int,
            subprocess.run(["riscv64-unknown-elf-size", folder / "file.o"],
                           capture_output=True,
                           text=True,
                           check=True).stdout.splitlines()[1].split()[:3])
        flash, ram = flash + text + data, ram + data + bss
    return flash, ram


def footprint_page(folder):
    few = folder / "few.c"
    few.write_text(FEW_CALLS)
    programs = [("init, start, emit, drain, finish", few, []),
                # Its constant is elsewhere, so that no compiler knows it.
                ("every call, a log, RKH records", ROOT / "tests/soc/off_test.c",
                 ["-DCALLS", "-Wl,--defsym=words=0"])]
    rows = []
    for name, (flag, sources) in BACK_ENDS.items():
        row = [name]
        for _, source, flags in programs:
            more = ["driver/src/weir_rkhtrc.c"] if flags and sources else []
            flash, ram = weigh(folder, source, [*filter(None, [flag]), *flags], [*sources, *more])
            without, ram_without = weigh(folder, source, ["-DWEIR_OFF", *flags[1:]], [])
            row += [flash - without, ram - ram_without]
        rows.append(row)
    source = folder / "glue.c"
    source.write_text("""struct tcb { char pcTaskName[16]; };
#define WEIR_FREERTOS_HANDLE weir
#include "weir_freertos.h"
void create(struct tcb *t) { traceTASK_CREATE(t); }
void forget(struct tcb *t) { traceTASK_DELETE(t); }
""")
    glue = []
    for name, files, flags in (("FreeRTOS: the hooks of task creation and deletion", [source], [
            "-Idriver/rtos/freertos"
    ]), ("ThreadX", ["driver/rtos/threadx/weir_threadx.c"], [
            "-Idriver/rtos/threadx", "-Itests/soc/threadx"
    ]), ("Zephyr", ["driver/rtos/zephyr/weir_zephyr.c"], [
            "-D__ZEPHYR__", "-include", "tests/soc/zephyr/autoconf.h", "-Idriver/rtos/zephyr",
            "-Idriver/rtos/zephyr/tracing", "-Itests/soc/zephyr/next", "-Itests/soc/zephyr"
    ])):
        flash, ram = compiled(folder, files, flags)
        without, ram_without = compiled(folder, files,
                                        [*flags, "-DWEIR_OFF"]) if files == [source] else (0, 0)
        glue.append([name, flash - without, ram - ram_without])
    page = HEAD + """# Footprint of the driver

*For firmware engineers. It answers: how much flash and RAM the driver takes.*

Written by `make footprint`: growth of a linked program in bytes, compared with the same program
with WEIR_OFF. GCC 12.2, rv32imc, -Os, `--gc-sections`. Flash is code and constants. RAM is the
handle and constants that the driver copies, without the memory of the configuration (buffers,
names) and without stack.

"""
    head = ["driver for"]
    for name, *_ in programs:
        head += [f"{name}: flash", "RAM"]
    page += table(head, rows)
    page += """
The glue for RTOSes comes on top, as compiled. The kernel's hooks are inline; an event in them costs
as much as anywhere else.

"""
    page += table(["glue for", "flash", "RAM"], glue)
    return page


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--footprint", action="store_true", help="write docs/evidence/footprint.md")
    parser.add_argument("--socs",
                        nargs="+",
                        default=[],
                        help="demo SoCs to measure, for docs/evidence/cost.md")
    parser.add_argument("--load",
                        nargs="+",
                        default=[],
                        help="builds of bench_load: LEVEL_ALIGNMENT")
    args = parser.parse_args()
    if args.footprint:
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            (ROOT / "docs/evidence/footprint.md").write_text(footprint_page(Path(folder)))
        print("docs/evidence/footprint.md")
    else:
        (ROOT / "docs/evidence/cost.md").write_text(cost_page(args.socs, args.load))
        print("docs/evidence/cost.md")


if __name__ == "__main__":
    main()
