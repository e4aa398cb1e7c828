# SPDX-License-Identifier: Apache-2.0
"""The real ThreadX on the demo SoC with Ibex: make regress-threadx THREADX=DIR.

Builds the kernel from its sources, with the port risc-v64/gnu, whose assembler also fits RV32. It
compares what the host decodes with the stores at the core's pins and with ThreadX's own trace
buffer, and prints the cost of events.
"""

import argparse
import json
import re
import struct
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path += [
    str(ROOT / f) for f in ("tests", "tests/soc", "tests/soc/hints", "tests/formats")
]

import kernels  # noqa: E402
from hints import Expected  # noqa: E402
from soc import address_of, decode, image_of, offered_by, rows_at_once, run  # noqa: E402
from soc import write_hex  # noqa: E402
from weirstream import THREAD_SWITCH  # noqa: E402

CC = [
    "riscv64-unknown-elf-gcc", "--specs=picolibc.specs", "-march=rv32imc", "-mabi=ilp32",
    "-misa-spec=2.2", "-std=gnu11", "-Os", "-g", "-ffunction-sections", "-fdata-sections",
    "-DPICOLIBC_INTEGER_PRINTF_SCANF", "-DTX_INCLUDE_USER_DEFINE_FILE"
]
REPLACED = {
    f"tx_trace_{name}.c"
    for name in ("object_register", "object_unregister", "user_event_insert", "event_filter",
                 "event_unfilter")
}
# Variant: harness, whether the glue is in it, options.
IDS = "-DWEIR_WINDOW_THIRD=0x5000u"
VARIANTS = {
    "off": ("cpp", False), "native": ("cpp", False), "weir": ("cpp", True),
    "window": ("cpp", True, "-DWEIR_WINDOW=1", IDS), "hint": ("cpp-full", True, "-DWEIR_HINT=1",
                                                              IDS), "both": ("cpp-full", True)
}
THREADX, RUN_CYCLES = 0x5000, 1_000_000
RESUME, SUSPEND, ISR_ENTER, ISR_EXIT, TIME_SLICE, RUNNING, USER = 1, 2, 3, 4, 5, 6, 4096
BLOCK_ALLOCATE, BYTE_ALLOCATE = 10, 20
MAPPED = {0xc112: RESUME, 0xc113: SUSPEND, 0xc120: ISR_ENTER, 0xc121: ISR_EXIT}
DRAINED = 4
check = kernels.Checks()
COLUMNS = {
    "weir": "two stores, preset small", "window": "one store, preset small",
    "hint": "one HINT, preset full", "both": "four fields, preset full"
}
ROWS = [
    ("switches equal the core's writes of `_tx_thread_current_ptr`, value and cycle",
     r"^(\d+) switches equal"),
    ("all events equal what the core retired, in the order of the program",
     r"^(\d+) events equal what the core retired"),
    ("events equal ThreadX's own buffer in the same run, but for a field that ThreadX fills in "
     "after RESUME, SUSPEND, BLOCK_ALLOCATE and BYTE_ALLOCATE",
     r"^(\d+) events equal the kernel's own buffer"),
    ("share of each thread in the run time, as TraceX computes it from the written file and from "
     "ThreadX's own buffer", r"run time of (\d+) threads.* by ([\d.]+) percent",
     "{0} threads and idle, within {1} % of the time"),
    ("priority, start and size of the stack of each thread in the written file, as in its control "
     "block", r"^(\d+) of (\d+) threads have priority", "{0} of {1}"),
    ("threads that ran and have a name", r"^all (\d+) threads that ran"),
    ("threads created during the trace, named within two drains", r"^(\d+) creations named"),
    ("user events without `tx_trace_enable`", r"^(\d+) user events"),
    ("events of a group that `tx_trace_event_filter` excludes", r"^(\d+) events filtered out",
     "0 of {0}"),
    ("ISR intervals", r"^(\d+) ISR intervals", "{0}"),
    ("events lost", r"^no loss", "0"),
]
COSTS = {
    "off": "no trace", "weir": "two stores", "window": "one store", "hint": "one HINT",
    "native": "ThreadX's own trace"
}
SERVICES = {
    "semaphore_put": "`tx_semaphore_put`", "thread_identify": "`tx_thread_identify`",
    "user_event": "`tx_trace_user_event_insert`"
}


def port_header(threadx, folder):
    """tx_port.h with interrupts that the compiler cannot merge or move code across."""
    text = (threadx / "ports/risc-v64/gnu/inc/tx_port.h").read_text()
    text, disabled = re.subn(
        r'__asm__ (?:volatile )?\("csrrci %0, mstatus, 0x08" : "=r" \(interrupt_save\) :[^)]*\)',
        '__asm__ volatile ("csrrci %0, mstatus, 0x08" : "=r" (interrupt_save) : : "memory")', text)
    text, restored = re.subn(
        r'__asm__ (?:volatile )?\("csrrs x0, mstatus, %0 \\n\\t" : : "r" \(__tempmask\)[^)]*\)',
        '__asm__ volatile ("csrrs x0, mstatus, %0" : : "r" (__tempmask) : "memory")', text)
    if (disabled, restored) != (1, 1):
        sys.exit(f"{threadx}: tx_port.h has another TX_DISABLE than the one this script knows")
    (folder / "tx_port.h").write_text(text)


def native_insert(threadx, folder):
    """ThreadX's own macro of an event, as NATIVE_INSERT."""
    text = (threadx / "common/inc/tx_trace.h").read_text()
    begin = text.index("#ifndef TX_TRACE_IN_LINE_INSERT")
    lines = text[begin:].splitlines()[1:]
    end = next(n for n, line in enumerate(lines) if not line.endswith("\\"))
    macro = "\n".join(lines[:end + 1])
    (folder / "native_insert.h"
     ).write_text(macro.replace("TX_TRACE_IN_LINE_INSERT", "NATIVE_INSERT") + "\n")


def compile_all(threadx, folder, variant):
    _, glue, *options = VARIANTS[variant]
    folder.mkdir(parents=True, exist_ok=True)
    port_header(threadx, folder)
    native_insert(threadx, folder)
    port = threadx / "ports/risc-v64/gnu"
    kernel = [
        f for f in sorted((threadx / "common/src").glob("*.c"))
        if f.name != "tx_misra.c" and not (glue and f.name in REPLACED)
    ]
    low_level = "tx_initialize_low_level"
    kernel += [
        f for f in sorted((port / "src").iterdir())
        if f.suffix in (".c", ".S") and f.stem != low_level
    ]
    # A frame of 32-bit registers: the port has its size once in bytes of 64-bit ones.
    fixed = []
    for source in kernel:
        if source.suffix == ".S" and "240(sp)" in source.read_text():
            copy = folder / source.name
            copy.write_text(source.read_text().replace("240(sp)", "30*REGBYTES(sp)"))
            source = copy
        fixed.append(source)
    flags = [
        *CC, f"-DVARIANT_{variant}", *options, *([] if glue else ["-DWEIR_OFF"]),
        *(f"-I{f}" for f in (folder, ROOT / "tests/threadx", ROOT / "driver/include",
                             ROOT / "driver/apps/soc", ROOT / "driver/rtos",
                             ROOT / "driver/rtos/threadx")), "-isystem",
        str(threadx / "common/inc")
    ]
    objects = []
    for source in fixed:
        objects.append(folder / f"{source.stem}.o")
        subprocess.run([*flags, "-w", "-c", source, "-o", objects[-1]], check=True)
    own = [
        ROOT / "tests/threadx/program.c", ROOT / "tests/threadx/port.S",
        ROOT / "driver/apps/soc/crt0.S", ROOT / "driver/apps/soc/soc.c", ROOT / "driver/src/weir.c",
        ROOT / "driver/src/flux_emit.c"
    ] + ([ROOT / "driver/rtos/threadx/weir_threadx.c"] if glue else [])
    elf = folder.parent / f"fw/ibex/{variant}.elf"
    elf.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([
        *flags, "-Wall", "-Wextra", "-Werror", "-nostartfiles", "-T",
        ROOT / "driver/apps/soc/soc.ld", "-Wl,--gc-sections", "-Wl,--no-warn-rwx-segments", *own,
        *objects, "-o", elf
    ],
                   check=True)
    write_hex(elf.with_suffix(".hex"), image_of(elf))
    return elf


def rows_of(trace, *options):
    return rows_at_once(ROOT / "build/weir", trace, *options)


def numbers(console):
    return {name: int(n) for name, n in re.findall(r"(\w+) (\d+)\b(?!x)", console)}


def at_the_pins(program, result, variant):
    """Every event and every switch equals the core's stores, to the cycle; HINTs and stores equal
    what the core retired, in its order.
    """
    events, losses = decode(program, result.trace)
    if variant == "hint":
        watched = address_of(program, "ibex", variant, "_tx_thread_current_ptr")
        expected = [(i or THREAD_SWITCH, v)
                    for _, i, v, _ in Expected(watched).lines(
                        result.stores.with_name("retired").read_text().splitlines())]
        check([(e.id, e.value) for e in events] == expected and len(expected) > 1000,
              f"{len(events)} events equal what the core retired, HINTs and stores, in its order")
    offered = list(offered_by(result.stores))
    pins = [(t, i, v) for t, _, i, v in offered]
    switches = [e for e in events if e.id == THREAD_SWITCH]
    check(not losses, "no loss")
    check([(e.time, e.id, e.value) for e in switches] == [p for p in pins if p[1] == THREAD_SWITCH]
          and len(switches) > 300,
          f"{len(switches)} switches equal the core's writes of _tx_thread_current_ptr")
    return events, switches


def named(rows, result, events, switches):
    """All threads are named once they run, and each within two drains."""
    names = {
        int(address, 16): name
        for name, address in re.findall(r"name (\w+) 0x(\w+)", result.console)
    }
    shown = {
        int(r["thread"] or r["value"] or 0): r["id_name"]
        for r in rows if r["kind"] == "object"
    }
    missing = {n for a, n in names.items() if shown.get(a) != n}
    check(
        not missing, f"{len(names)} threads and objects are named" +
        (f", but not {sorted(missing)}" if missing else ""))
    late = {int(a, 16) for a in re.findall(r"late 0x(\w+)", result.console)}
    ran = [e for e in switches if e.value]
    check({e.value for e in ran} >= late, f"{len(late)} threads were created late")
    nameless = {e.value for e in ran if not e.name}
    check(not nameless, f"all {len({e.value for e in ran})} threads that ran have a name")
    # "late N" gets its name in the stream, and with it all its events, within two drains.
    drain, named_at, created, slow, count = 0, {}, {}, [], 0
    for r in rows:
        if r["kind"] == "instant" and int(r["id"]) == DRAINED:
            drain += 1
        elif r["kind"] == "object":
            thread = int(r["thread"] or 0)
            named_at[thread] = r["id_name"], drain
            if thread in created:
                slow += [thread] * (drain - created.pop(thread) > 2)
        elif r["kind"] == "instant" and int(r["id"]) == THREADX + 100:
            thread, count = int(value_of(r)), count + 1
            if named_at.get(thread, ("", -1))[1] != drain:
                created[thread] = drain
    check(not slow and not created and count > 5, f"{count} creations named within two drains")
    names, done = {}, []
    for r in rows:
        if r["kind"] == "object":
            names[int(r["thread"] or 0)] = r["id_name"]
        elif r["kind"] == "instant" and int(r["id"]) == 2:
            done.append((value_of(r), names.get(int(r["thread"]))))
    check(
        len(done) > 2 and all(name == f"late {number}" for number, name in done),
        f"{len(done)} late threads have their own names")


def own_words(console):
    return [int(w, 16) for line in re.findall(r"buffer (.*)", console) for w in line.split()]


def own_buffer(console):
    """Events of ThreadX's own buffer, oldest first: (id, four fields)."""
    words = own_words(console)
    start, end, current, base = words[6], words[7], words[8], words[2]
    ring = [words[(a - base) // 4:(a - base) // 4 + 8] for a in range(start, end, 32)]
    first = (current - start) // 32
    ring = ring[first:] + ring[:first]
    return [(e[2], tuple(e[4:8])) for e in ring if e[2]]


def against_own_trace(result, rows):
    own = [e for e in own_buffer(result.console) if e[0] not in (TIME_SLICE, RUNNING)]
    mine = []
    for r in rows:
        if r["kind"] == "instant" and int(r["id"]) != DRAINED:
            i, fields = int(r["id"]), tuple(fields_of(r))
        elif r["kind"] in ("isr enter", "isr exit"):
            i, fields = ({"isr enter": 0xc120, "isr exit": 0xc121}[r["kind"]], tuple(fields_of(r)))
        else:
            continue
        number = MAPPED.get(i) or (i - THREADX if THREADX < i < THREADX + 1000 else i +
                                   USER if i < 0x4000 else None)
        if number is None:
            continue
        if number in (ISR_ENTER, ISR_EXIT):
            fields = (fields[1], fields[0], *fields[2:])
        mine.append((number, fields))
    # Fields that ThreadX fills in its buffer after the event: the next thread, allocated memory.
    filled = {RESUME: 3, SUSPEND: 3, BLOCK_ALLOCATE: 1, BYTE_ALLOCATE: 1}
    known = lambda e: (e[0], tuple(f for n, f in enumerate(e[1]) if n != filled.get(e[0])))
    own, mine = list(map(known, own)), list(map(known, mine))
    tail = min(len(own), len(mine))
    same = [a == b for a, b in zip(own[-tail:], mine[-tail:])]
    check(all(same) and tail > 400,
          f"{tail} events equal the kernel's own buffer, but the fields that it fills in later")
    if not all(same):
        at = same.index(False)
        for a, b in list(zip(own[-tail:], mine[-tail:]))[max(0, at - 2):at + 3]:
            print("      ", a, b)


def statistics(folder, result):
    """TraceX's share of the run time of each thread, from the file that weir writes and from
    ThreadX's own buffer of the same run. ThreadX records a switch where it decides on it, also one
    that another decision replaces; the unit records it where it happens.
    """
    own = folder / "own.trx"
    own.write_bytes(b"".join(w.to_bytes(4, "little") for w in own_words(result.console)))
    theirs, ours = ([(int(r["time"] or 0), r) for r in rows_of(f)]
                    for f in (own, folder / "trace.trx"))
    send = "69"
    apart = {t - o for t, o in zip(*([t for t, r in rows if r["id"] == send][::-1]
                                     for rows in (theirs, ours)))}  # yapf: disable
    check(len(apart) == 1, "times of both differ by one constant")
    switches = [[(t + more, int(r["thread"] or 0)) for t, r in rows if r["kind"] == "switch"]
                for rows, more in ((theirs, 0), (ours, apart.pop()))]
    first, last = switches[0][0][0], switches[0][-1][0]
    shares = []
    for ran in switches:
        total = Counter()
        for (begin, thread), (end, _) in zip(ran, [*ran[1:], (last, 0)]):
            total[thread] += max(0, min(end, last) - max(begin, first))
        shares.append({thread: 100 * n / (last - first) for thread, n in total.items() if n})
    most = max(abs(share - shares[1].get(thread, 0)) for thread, share in shares[0].items())
    check(
        shares[0].keys() == shares[1].keys() and most < 0.5,
        f"TraceX's run time of {len(shares[0]) - 1} threads and idle from both files: shares "
        f"differ by {most:.2f} percent of the time at most")


def fields_of(row):
    """The values of an event; of a handler's, its number first."""
    fields = [int(v) for v in json.loads(row["args"]).values()] if row["args"] else []
    if row["kind"] != "instant":
        return [int(row["id"]), *fields]
    return fields or [int(row["value"])]


def value_of(row):
    return fields_of(row)[0]


def counted(result, rows):
    n = numbers(result.console)
    used = Counter((int(r["id"]), value_of(r)) for r in rows if r["kind"] == "instant")
    users = Counter()
    for r in rows:
        if r["kind"] == "instant" and r["id"]:
            users[int(r["id"])] += 1
    check(users[1] == n["received"] > 30, f"{users[1]} user events, without tx_trace_enable")
    address = {name: int(a, 16) for name, a in re.findall(r"name (\w+) 0x(\w+)", result.console)}
    check(used[THREADX + 69, address["mail"]] == n["sent"] + n["dropped"],
          f"{used[THREADX + 69, address['mail']]} queue sends")
    check(0 <= n["put"] - used[THREADX + 88, address["alarm"]] <= n["put_filtered"],
          f"{used[THREADX + 88, address['alarm']]} puts of the handler's semaphore")
    rounds = 65  # of the cost
    check(used[THREADX + 88, address["seldom"]] == rounds and n["filtered"] > 1,
          f"{n['filtered']} events filtered out by tx_trace_event_filter")
    enters = [r for r in rows if r["kind"] == "isr enter"]
    exits = [r for r in rows if r["kind"] == "isr exit"]
    check(
        abs(len(enters) - len(exits)) <= 1 and len(enters) >= n["put"]
        and {int(r["id"])
             for r in enters} >= {7}, f"{len(enters)} ISR intervals")


def trx(folder, result):
    """TXTB written from the trace opens as ThreadX's own does."""
    trace = folder / "trace.trx"
    subprocess.run([ROOT / "build/weir", "convert", "--output", trace, result.trace],
                   check=True,
                   capture_output=True)
    try:
        from tracex_parser.file_parser import parse_tracex_buffer
    except ImportError:
        return
    parsed = parse_tracex_buffer(str(trace))[0]
    check(any(e.id == USER + 1 and e.thread_name == "reader" for e in parsed),
          "the .trx file has user events of thread reader")


def registry(folder, result):
    """Priority and stack of each thread in the registry of the written file are those of its
    control block.
    """
    data = (folder / "trace.trx").read_bytes()
    base, start, _, names, end = struct.unpack_from("<LLHHL", data, 8)
    found = {}
    for at in range(start - base, end - base, 16 + names):
        _, kind, high, low, address, stack, size = struct.unpack_from("<BBBBLLL", data, at)
        if kind == 1 and high & 0x80:
            found[address] = (high & 3) << 8 | low, stack, size
    expected = {
        int(address, 16): (int(priority), int(stack, 16), int(size))
        for address, priority, stack, size in re.findall(
            r"control 0x(\w+) (\d+) 0x(\w+) (\d+)", result.console)
    }
    same = sum(found.get(address) == fields for address, fields in expected.items())
    check(
        same == len(expected) > 5,
        f"{same} of {len(expected)} threads have priority, start and size of the stack in the file")


def stores_of(elf):
    """Instructions of one event of the glue: those of an insert in tx_thread_identify."""
    done = subprocess.run(
        ["riscv64-unknown-elf-objdump", "-d", "--disassemble=_tx_thread_identify", elf],
        check=True,
        capture_output=True,
        text=True)
    return len(re.findall(r"^ +[0-9a-f]+:\t", done.stdout, re.M))


def page(kernel, costs):
    def cost(variant, service):
        if variant == "off" and service == "user_event":
            return "not recorded"
        return "{:.0f}, {:.0f}".format(*costs[variant][service])

    kernels.write("threadx", {
        "of": kernels.paragraph(f"Weir {kernels.REVISION} and {kernel}."),
        "checked": check.table(COLUMNS, ROWS),
        "costs": kernels.table(["service", *COSTS.values()], [
            [title, *(cost(variant, service) for variant in COSTS)]
            for service, title in SERVICES.items()])
    })  # yapf: disable


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("threadx", type=Path)
    parser.add_argument("--variant", choices=VARIANTS, action="append")
    arguments = parser.parse_args()
    threadx = arguments.threadx.resolve()
    if not (threadx / "common/src").is_dir() or not (threadx / "ports/risc-v64/gnu").is_dir():
        sys.exit(f"{threadx}: no sources of ThreadX (common/src, ports/risc-v64/gnu)")
    version = ".".join(
        re.search(rf"define THREADX_{part}_VERSION +(\d+)", (threadx /
                                                             "common/inc/tx_api.h").read_text())[1]
        for part in ("MAJOR", "MINOR", "PATCH"))
    out = ROOT / "build/threadx"

    def program(path):
        return out / path.removeprefix("build/") if "build/fw/" in path else ROOT / path

    costs, sizes = {}, {}
    chosen = arguments.variant or list(VARIANTS)
    for variant in chosen:
        harness, glue, *_ = VARIANTS[variant]
        check.begin(variant, f"ThreadX {version}, variant {variant}")
        elf = compile_all(threadx, out / variant, variant)
        sizes[variant] = stores_of(elf)
        result = run(program, out / variant, "ibex", variant, harness, RUN_CYCLES,
                     ["_tx_thread_current_ptr"])
        costs[variant] = dict(
            (name, (float(i), float(c)))
            for name, i, c in re.findall(r"cost (\w+) ([\d.]+) ([\d.]+)", result.console))
        if not glue:
            continue
        events, switches = at_the_pins(program, result, variant)
        rows = rows_of(result.trace)
        named(rows, result, events, switches)
        counted(result, rows)
        trx(out / variant, result)
        if variant == "both":
            against_own_trace(result, rows)
            registry(out / variant, result)
            statistics(out / variant, result)
    print(f"\ncosts on Ibex, ThreadX {version}: instructions and cycles of a service")
    shown = [v for v in COSTS if v in chosen]
    for service in costs[chosen[0]]:
        print(f"  {service:16}",
              "   ".join(f"{v} {costs[v][service][0]:6.1f} {costs[v][service][1]:6.1f}"
                         for v in shown))
    print("  instructions of tx_thread_identify, an event in it:", ", ".join(
        f"{v} {sizes[v]}" for v in shown))
    print(f"\n{len(check.problems)} problems" if check.problems else "\ngood")
    if not check.problems and not arguments.variant:
        page(f"ThreadX {version} ({kernels.sources_of(threadx)})", costs)
    sys.exit(bool(check.problems))


if __name__ == "__main__":
    main()
