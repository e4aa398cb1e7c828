# SPDX-License-Identifier: Apache-2.0
"""The real Zephyr on the demo SoC with Ibex, and on Rocket: make regress-zephyr ZEPHYR=DIR.

Builds the application in tests/zephyr/sample with this repository as a module of Zephyr, as a user
does: snippet, devicetree, Kconfig. It runs it on the simulated core, compares what the host decodes
with the stores at the core's pins and with the counts of the application, and prints the cost of
events. DIR is Zephyr 3.7 or newer.
"""

import argparse
import os
import re
import shutil
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
from rocket import EARLIEST, LATEST, truth  # noqa: E402
from soc import address_of, decode, event_of, image_of, offered_by, rows_at_once  # noqa: E402
from soc import run, write_hex  # noqa: E402
from weirstream import THREAD_SWITCH  # noqa: E402

HERE, TOOLS, OUT = ROOT / "tests/zephyr", ROOT / "build/zephyr/bin", ROOT / "build/zephyr-run"
RUN_CYCLES, RESET, START = 1_000_000, 0x80, 0x100
TIMER, UNIT = 0x80000007, 0x8000000b
ISR_ENTER, IRQ, LINES = 0xc120, 0xc127, 0x60000ffc
EVENT_KINDS = "instant", "switch", "isr enter", "isr exit", "begin", "end"
OVERLAY, SNIPPET = "-DEXTRA_DTC_OVERLAY_FILE=demo.overlay", "-DSNIPPET=weir-tracing"
# Variant: options of CMake. The first has neither the unit nor hooks.
VARIANTS = {
    "off": [], "quiet": [OVERLAY, "-DEXTRA_CONF_FILE=quiet.conf"],
    "quiet-isr": [OVERLAY, "-DEXTRA_CONF_FILE=quiet.conf;isr.conf"],
    "weir": [OVERLAY, SNIPPET, "-DEXTRA_CONF_FILE=isr.conf"],
    "thread": [OVERLAY, SNIPPET],
    "stores": [OVERLAY, SNIPPET, "-DEXTRA_CONF_FILE=isr.conf", "-DCONFIG_WEIR_WINDOW=n"],
    "hint": [OVERLAY, SNIPPET, "-DEXTRA_CONF_FILE=isr.conf", "-DCONFIG_WEIR_HINT=y"],
    "ctf": ["-DEXTRA_CONF_FILE=ctf.conf"]
}
SMP = "qemu_riscv32/qemu_virt_riscv32/smp"
# Without the linker's shorter code, which depends on addresses: two kernels can be compared.
EXACT = "-DEXTRA_LDFLAGS=-Wl,--no-relax"
KERNEL = "zephyr/kernel/libkernel.a", "zephyr/arch/arch/riscv/core/libarch__riscv__core.a"
# What keeps the kernel's list of threads and their names, which CONFIG_WEIR selects.
LISTS = {"z_impl_k_thread_name_set", "z_init_cpu", "z_setup_new_thread", "z_thread_abort"}
SWITCH = "z_swap", "z_riscv_switch", "z_impl_k_yield"
check = kernels.Checks()
COLUMNS = {
    "weir": "one store, drained by the handler", "hint": "one HINT, drained by the handler",
    "thread": "one store, drained by a thread",
    "quiet": "without hooks, drained by a thread, two million cycles",
    "quiet-isr": "without hooks, drained by the handler, two million cycles"
}
NAMES = (
    ("static threads, `main` and `idle` have their names", r"^so has idle", "yes"),
    ("threads in the memory of deleted ones, with their own name or none",
     r"^(\d+) threads in the memory"),
)
COUNTED = r"^\d+ queue send: mail", "as the application counts"
ROWS = [
    ("switches equal the core's writes of `cpus[0].current`", r"^(\d+) switches equal"),
    ("events equal the core's stores, to the cycle", r"^(\d+) events equal the core's stores"),
    ("HINTs, stores and switches equal what the core retired, in its order",
     r"^(\d+) events equal what the core retired"),
    *NAMES,
    ("uses of a queue, semaphore, mutex, condition variable, event, mailbox, slab, stack, FIFO, "
     "poll signal, work item, timer", *COUNTED),
    ("handlers", r"^(\d+) intervals of handlers", "{0} intervals"),
    ("events lost", r"^no loss", "0"),
]
USER_ROWS = [
    ("events equal what the core retired, in its order",
     r"^(\d+) events equal what the core retired"),
    ("events of the user thread by stores to the user port, under its name",
     r"^(\d+) events of the user thread by stores"),
    ("events of the user thread by HINTs, under its name",
     r"^(\d+) events of the user thread by HINTs"),
    ("events of class SYS, dropped and counted", r"^(\d+) of (\d+) events of the user port dropped",
     "{0} of {1} of the user port"),
    ("a store to the page of another port ends the thread", r"^a store to another page", "yes"),
]
ROCKET_ROWS = [
    ("events equal the stores at the core's port, id, value and order, and the cycle within 1",
     r"^(\d+) events equal the stores at the core's port"),
    ("switches among them equal the core's writes of `cpus[0].current`",
     r"^(\d+) of them are switches"),
    ("`irq` events have the number of the line that the core raised, at its port, in this order",
     r"^(\d+) interrupts of sources"),
    ("`irq` events of source 1, the unit", r"^(\d+) of source 1"),
    ("handlers: one `irq` for each of the PLIC; none more than the core took",
     r"^(\d+) handlers of the timer, (\d+) of the PLIC", "{0} of the timer, {1} of the PLIC"),
    *NAMES,
    ("uses of objects", *COUNTED),
    ("events lost", r"^Rocket: no loss", "0"),
]
HART_ROWS = [
    ("events equal the stores at the core's own pins, value and cycle",
     r"^hart {}: (\d+) events equal"),
    ("switches equal its writes of `cpus[n].current`", r"^hart {}: (\d+) switches equal"),
    ("threads that stay on a CPU: name, hart, number",
     r"^(\d+) events of \w+, which stays on CPU {}"),
]
MOVES = r"^(\d+) events of (\w+), which moves"
COSTS = {"off": "no trace", "stores": "two stores", "weir": "one store", "hint": "one HINT"}
SERVICES = {
    "k_sem_give": "`k_sem_give`", "k_sem_give_and_take": "`k_sem_give` and `k_sem_take`",
    "two_switches": "two switches by `k_yield`"
}
SIZES = {"weir": "one store", "hint": "one HINT", "stores": "two stores"}


def build(zephyr, folder, options, board="weir_demo", target=None, application="sample"):
    environment = os.environ | {
        "ZEPHYR_BASE": str(zephyr), "ZEPHYR_TOOLCHAIN_VARIANT": "cross-compile",
        "CROSS_COMPILE": "/usr/bin/riscv64-unknown-elf-", "PATH": f"{TOOLS}:{os.environ['PATH']}"
    }
    log = folder.with_suffix(".log")
    folder.mkdir(parents=True, exist_ok=True)
    with log.open("w") as to:
        for command in ([
                "cmake", "-GNinja", "-B", folder, "-S", HERE / application, f"-DBOARD={board}",
                f"-DBOARD_ROOT={HERE}", f"-DSOC_ROOT={HERE}", f"-DZEPHYR_MODULES={ROOT}",
                f"-DPython3_EXECUTABLE={TOOLS}/python", *options
        ], ["ninja", "-C", folder, *([target] if target else [])]):
            if subprocess.run(command, env=environment, stdout=to, stderr=to).returncode:
                sys.exit("\n".join(log.read_text().splitlines()[-30:]) + f"\nsee {log}")
    return log.read_text()


def image(folder, variant):
    """The .hex file for the bench: Ibex begins at 0x80, the image at 0x100."""
    elf = OUT / f"fw/ibex/{variant}.elf"
    elf.parent.mkdir(parents=True, exist_ok=True)
    elf.write_bytes((folder / "zephyr/zephyr.elf").read_bytes())
    data = bytearray(START) + image_of(elf)
    data[RESET:RESET + 4] = (0x6f | (START - RESET) << 20).to_bytes(4, "little")  # j START
    write_hex(elf.with_suffix(".hex"), data)
    symbols = subprocess.run(["riscv64-unknown-elf-nm", elf],
                             check=True,
                             capture_output=True,
                             text=True).stdout
    return int(re.search(r"(\w+) A ___cpu_t_current_OFFSET", symbols)[1], 16)


def program(path):
    return OUT / path.removeprefix("build/") if "build/fw/" in path else ROOT / path


def rows_of(trace):
    return rows_at_once(ROOT / "build/weir", trace)


def at_the_pins(result, hooks, variant, watched):
    """Every event and every switch equals the core's stores, to the cycle; HINTs and stores equal
    what the core retired, in its order.
    """
    events, losses = decode(program, result.trace)
    switches = [e for e in events if e.id == THREAD_SWITCH]
    check(not losses, "no loss")
    if variant == "hint":
        word = address_of(program, "ibex", variant, watched)
        expected = [(i or THREAD_SWITCH, v)
                    for _, i, v, _ in Expected(word).lines(
                        result.stores.with_name("retired").read_text().splitlines())]
        check([(e.id, e.value) for e in events] == expected and len(expected) > 1000,
              f"{len(events)} events equal what the core retired, HINTs and stores, in its order")
        return switches
    offered = [(t, i, v) for t, _, i, v in offered_by(result.stores)]
    check([(e.time, e.id, e.value) for e in switches] == [p for p in offered
                                                          if p[1] == THREAD_SWITCH]
          and len(switches) > 200,
          f"{len(switches)} switches equal the core's writes of cpus[0].current")
    check([(e.time, e.id, e.value) for e in events] == offered and len(offered) > 1000 * hooks,
          f"{len(events)} events equal the core's stores, to the cycle")
    return switches


def counts(console):
    return ({name: int(n) for name, n in re.findall(r"^(\w+) (\d+)$", console, re.M)},
            {name: int(n, 16) for name, n in re.findall(r"place &?(\w+)\S* 0x(\w+)", console)})


def objects(rows, n, place):
    """Each use of an object is an event: as many as the application counted."""
    used = Counter(
        (r["id_name"], int(r["value"])) for r in rows if r["kind"] == "instant" and r["value"])

    def times(event, name, expected, least=1):
        found = used[event, place[name]]
        check(found == expected and found >= least, f"{found} {event}: {name}")

    times("queue send", "mail", n["sent"], 10)
    times("queue send failed", "mail", n["dropped"], 0)
    times("queue receive", "mail", n["received"], 10)
    times("semaphore give", "alarm", n["given"], 10)
    times("semaphore take", "alarm", n["taken"], 10)
    # k_condvar_wait gives the mutex back and takes it again, by functions inside the kernel.
    times("mutex take", "lock", n["locked"] + n["met"], 10)
    times("condition signal", "condition", n["signalled"])
    times("condition met", "condition", n["met"])
    # The kernel clears an event by the function that posts one.
    times("event set", "flags", n["posted"] + n["got_flags"])
    times("event got", "flags", n["got_flags"])
    times("mailbox send", "mailbox", n["mailed"])
    times("mailbox receive", "mailbox", n["mail_got"])
    times("memory take", "slab", n["took"])
    times("memory free", "slab", n["freed"])
    times("queue send", "pile", n["pushed"])
    times("queue receive", "pile", n["popped"])
    times("queue send", "fifo", n["fifo_put"])
    times("queue receive", "fifo", n["fifo_got"])
    times("poll signal", "signal", n["raised"])
    times("work submit", "item", n["submitted"])
    times("timer start", "clock", 1)
    times("timer stop", "clock", 1)
    ready = sum(c for (event, _), c in used.items() if event == "poll ready")
    # A work queue polls nothing; only the application's thread does.
    check(ready == n["polled"] > 0, f"{ready} poll ready")
    for name in ("late_thread", "stuck_thread"):
        created, deleted = (used[f"thread {what}", place[name]] for what in ("create", "delete"))
        check(created == deleted > 0, f"{created} creations and {deleted} deletions of {name}")
    check(used["thread sleep", place["reader_id"]] == n["slept"] > 0,
          f"{n['slept']} thread sleep: reader")
    samples = sum(c for (event, _), c in used.items() if event == "sample")
    check(samples == n["received"], f"{samples} events of the application")
    instants = [(r["id_name"], int(r["value"])) for r in rows
                if r["kind"] == "instant" and r["value"]]
    stacks = [value for name, value in instants if name == "stack"]
    free = [value for name, value in instants if name == "stack free"]
    check(
        len(stacks) == len(free) == len(set(stacks)) >= 5 and all(0 < f < 4096 for f in free),
        f"{len(free)} threads report their free stack")


def handlers(rows, n):
    enters = [int(r["id"]) for r in rows if r["kind"] == "isr enter"]
    exits = [r for r in rows if r["kind"] == "isr exit"]
    check(
        len(enters) == len(exits) and enters.count(TIMER) >= n["timers"] and UNIT in enters,
        f"{len(exits)} intervals of handlers, {enters.count(TIMER)} of the timer")


def names(rows, place):
    """Static threads, threads of the kernel, and threads that share one memory one after the
    other, each with its own name at the time, or none."""
    now, late, seen = {}, [], {}
    for r in rows:
        if r["kind"] == "object":
            now[int(r["thread"])] = r["id_name"]
        elif r["kind"] in ("switch", "instant") and r["thread"] and now.get(int(r["thread"])):
            seen[int(r["thread"])] = now[int(r["thread"])]
            if r["kind"] == "instant" and r["id"] == "2":
                late.append((int(r["value"]), now[int(r["thread"])]))
        elif r["kind"] == "instant" and r["id"] == "2":
            late.append((int(r["value"]), ""))
    expected = {
        "reader_id": "reader_id", "waiter_id": "waiter_id", "postman_id": "postman_id",
        "k_current_get": "main"
    }
    wrong = {name: seen.get(place[key]) for key, name in expected.items()}
    wrong = {name: found for name, found in wrong.items() if found != name}
    check(not wrong, f"static threads and main have their names {wrong or ''}")
    check({"idle", "main"} <= set(seen.values()), "so has idle")
    own = {0: "late", 1: "late 1", 2: "", 3: "late 3"}
    check(
        len(late) >= 4 and all(name == own[number % 4] for number, name in late),
        f"{len(late)} threads in the memory of deleted ones have their own name, or none")


def user_thread(zephyr):
    """A user thread reaches the user port and emits HINTs; the kernel ends it for anything else."""
    if not shutil.which("gperf"):
        print("  NOT RUN: a user thread. Zephyr needs gperf for CONFIG_USERSPACE")
        return
    folder = OUT / "user"
    build(zephyr, folder, [f"{OVERLAY.split('=')[0]}={HERE}/sample/demo.overlay", SNIPPET],
          application="user")
    watched = f"_kernel+{image(folder, 'user')}"
    result = run(program, folder, "ibex", "user", "cpp-full-pmp", RUN_CYCLES, [watched])
    n = {
        name: int(number, 0)
        for name, number in re.findall(r"^(\w+) (\w+)$", result.console, re.M)
    }
    events, losses = decode(program, result.trace)
    word = address_of(program, "ibex", "user", watched)
    expected = [(i or THREAD_SWITCH, v)
                for _, i, v, _ in Expected(word).lines(
                    result.stores.with_name("retired").read_text().splitlines())]
    check([(e.id, e.value) for e in events] == expected,
          f"{len(events)} events equal what the core retired, HINTs and stores, in its order")
    for event_id, how in (1, "stores"), (2, "HINTs"):
        own = [(e.name, e.value) for e in events if e.id == event_id]
        check(own == [("user", v) for v in range(n["rounds"])],
              f"{len(own)} events of the user thread by {how}")
    check(n["dropped"] == n["rounds"] and n["offered"] == 3 * n["rounds"],
          f"{n['dropped']} of {n['offered']} events of the user port dropped: class SYS")
    check(n["faults"] == 1 and [e.value for e in events if e.id == 3] == [1],
          "a store to another page of the unit ended the user thread")
    check(all(row["cause"] for row in losses), "no other loss")


def two_harts(zephyr, drained):
    """The real kernel for two CPUs, on two harts at one unit. CPU 0 takes the unit's interrupt; a
    thread that drains is on CPU 1."""
    name = f"harts-{drained}"
    folder = OUT / name
    build(zephyr, folder, [f"{OVERLAY.split('=')[0]}={HERE}/sample/demo.overlay", SNIPPET,
                           f"-DCONFIG_WEIR_DRAIN_{drained}=y"],
          "weir_demo_smp", application="smp")  # yapf: disable
    first = image(folder, name)
    second = address_of(program, "ibex", name, "second_current")
    result = run(program, folder, "ibex", name, "cpp-harts2", RUN_CYCLES,
                 [f"_kernel+{first}", f"_kernel+{second}"])
    events, losses = decode(program, result.trace)
    check(not losses, "two harts: no loss")
    n = {name: int(c) for name, c in re.findall(r"^(\w+(?: \d)?) (\d+)$", result.console, re.M)}
    for hart in range(2):
        pins = [(t, i, v) for t, _, i, v in offered_by(result.stores, hart)]
        mine = [(e.time, e.id, e.value) for e in events if e.hart == hart]
        check(mine == pins and len(pins) > 300,
              f"hart {hart}: {len(mine)} events equal the stores of this core, to the cycle")
        switches = [e for e in mine if e[1] == THREAD_SWITCH]
        check([p for p in pins if p[1] == THREAD_SWITCH] == switches and len(switches) > 50,
              f"hart {hart}: {len(switches)} switches equal its writes of cpus[{hart}].current")
    check([e.time for e in events] == sorted(e.time for e in events), "one order of both harts")
    for hart, name in enumerate(("left", "right")):
        own = [(e.hart, e.name, e.value) for e in events if e.id == 1 and e.name == name]
        check(own == [(hart, name, v) for v in range(n[f"pinned {hart}"])],
              f"{len(own)} events of {name}, which stays on CPU {hart}")
    for number, name in enumerate(("red", "green", "blue")):
        own = [e for e in events if e.id == 2 and e.value >> 24 == number]
        check({e.name for e in own} == {name} and {e.hart for e in own} == {0, 1}
              and [e.value & 0xffffff for e in own] == list(range(n[f"moving {number}"])),
              f"{len(own)} events of {name}, which moves: its own name, both harts")
    held = [e.value for e in events if e.id == 3]
    check(held == list(range(n["shared"])) and len(held) > 50 and not n["wrong"],
          f"{len(held)} events under one mutex, in its order")
    used = Counter(r["id_name"] for r in rows_of(result.trace) if r["kind"] == "instant")
    check(used["queue send"] == n["sent"] and used["queue receive"] == n["received"] > 10,
          f"{n['sent']} queue sends and {n['received']} receives")
    enters = [e.hart for e in events if (e.id, e.value) == (ISR_ENTER, UNIT)]
    check(len(enters) > 10 and not any(enters), f"{len(enters)} interrupts of the unit, on CPU 0")
    drainers = {e.hart for e in events if e.id == THREAD_SWITCH and e.name == "weir drain"}
    check(drainers - {0} == ({1} if drained == "THREAD" else set()),
          f"the thread that drains runs on CPUs {sorted(drainers)}")
    nameless = {e.value for e in events if e.id == THREAD_SWITCH and e.value and not e.name}
    # Before the scheduler runs on CPU 1, the kernel runs a thread there that nobody named.
    check(len(nameless) <= 1, "all threads have their names")


def rocket(zephyr):
    """64 bits, a data cache that writes back, and interrupts through a PLIC."""
    folder = OUT / "rocket"
    build(zephyr, folder, [OVERLAY, SNIPPET, "-DEXTRA_CONF_FILE=isr.conf"], "weir_rocket")
    elf = folder / "zephyr/zephyr.elf"
    if elf.read_bytes()[4] != 2:  # EI_CLASS
        sys.exit(f"{elf}: not built with 64 bits")
    data = image_of(elf)
    data += bytes(-len(data) % 8)
    (OUT / "rocket.hex").write_text("".join(f"{int.from_bytes(data[i:i + 8], 'little'):016x}\n"
                                            for i in range(0, len(data), 8)))
    trace, log = OUT / "rocket.recTr", OUT / "rocket.stores"
    done = subprocess.run([
        ROOT / "build/soc/rocket-linux/soc", OUT / "rocket.hex", trace, log, str(2 * RUN_CYCLES)
    ],
                          capture_output=True,
                          text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    rows, (n, place) = rows_of(trace), counts(done.stdout)
    expected, traps = truth(log, "zephyr")
    got = [event_of(r) for r in rows if r["kind"] in EVENT_KINDS]
    check(all(r["kind"] != "loss" for r in rows), "Rocket: no loss")
    same = [(e.id, e.value) for e in got] == [(i, v) for _, _, i, v in expected]
    late = [e.time - p[0] for e, p in zip(got, expected)]
    check(same and len(got) > 1000 and EARLIEST <= min(late) and max(late) <= LATEST,
          f"{len(got)} events equal the stores at the core's port, in its order, "
          f"{min(late)} to {max(late)} cycles later")
    switches = sum(e.id == THREAD_SWITCH for e in got)
    check(switches > 200, f"{switches} of them are switches: its writes of cpus[0].current")
    names(rows, place)
    objects(rows, n, place)
    entered = Counter(code for _, code in traps if code is not None)
    enters = Counter(int(r["id"]) for r in rows if r["kind"] == "isr enter")
    missing = {c: (entered[c], enters[c]) for c in (TIMER, UNIT) if entered[c] < enters[c]}
    check(not missing and enters[TIMER] >= n["timers"] and enters[UNIT] > 100,
          f"{enters[TIMER]} handlers of the timer, {enters[UNIT]} of the PLIC {missing or ''}")
    # The lines that the core raised, at its port, and the sources that the trace names
    with log.open() as lines:
        raised = [int(data, 16) for _, kind, *rest in map(str.split, lines) if kind == "s"
                  for address, data, _ in [rest] if int(address, 16) == LINES]
    raised = [value.bit_length() for value in raised if value]
    sources = [e.value for e in got if e.id == IRQ]
    check([s for s in sources if s != 1] == raised and set(raised) == {3, 6}
          and Counter(raised) == {3: n["source_3"], 6: n["source_6"]},
          f"{len(raised)} interrupts of sources 3 and 6 of the PLIC have their number")
    check(sources.count(1) > 5 and len(sources) == enters[UNIT],
          f"{sources.count(1)} of source 1, the unit")


def footprint(folder):
    done = subprocess.run(
        ["riscv64-unknown-elf-size", "-t", *folder.glob("modules/weir/CMakeFiles/**/*.obj")],
        check=True,
        capture_output=True,
        text=True)
    return done.stdout.splitlines()


def instructions(folder, elf):
    """{function: its instructions, without addresses and offsets}, of the kernel's functions."""
    def said_by(tool, *words):
        return subprocess.run([f"riscv64-unknown-elf-{tool}", *words],
                              check=True,
                              capture_output=True,
                              text=True).stdout

    symbols = said_by("nm", *(folder / library for library in KERNEL))
    own = set(re.findall(r"^\w+ [tT] (\w+)$", symbols, re.M))
    code = said_by("objdump", "-d", "--no-show-raw-insn", elf)
    # With the offset 0, `jr 0(t1)` is `jr t1`.
    number = re.compile(r"<.*?>|#.*|\b0x[0-9a-f]+|-?\b\d[0-9a-f]*\b|\b[0-9a-f]{3,}\b|[()]")
    return {
        name: [number.sub("", line).split() for line in re.findall(r"^ +\w+:\t(.*)", body, re.M)]
        for name, body in re.findall(r"^\w+ <(\w+)>:\n(.*?)(?=^\w+ <|\Z)", code, re.M | re.S)
        if name in own
    }


def without_hooks(zephyr):
    """With CONFIG_WEIR alone, without CONFIG_TRACING, a switch and a service are the same
    instructions as in a kernel that has no trace.
    """
    code, costs = {}, {}
    for variant in "off", "quiet":
        folder, name = OUT / f"{variant}-exact", f"{variant}-exact"
        build(zephyr, folder, [*VARIANTS[variant], EXACT])
        watched = f"_kernel+{image(folder, name)}"
        result = run(program, folder, "ibex", name, "cpp", RUN_CYCLES, [watched])
        costs[variant] = {
            service: float(count)
            for service, count in re.findall(r"cost (\w+) ([\d.]+) ", result.console)
        }
        code[variant] = instructions(folder, OUT / f"fw/ibex/{name}.elf")
    for service in SERVICES:
        count, with_it = (costs[variant][service] for variant in ("off", "quiet"))
        check(count == with_it > 0, f"{service}: {count:.0f} instructions, and with the unit "
              f"{with_it:.0f}")
    check(all(code["off"][name] == code["quiet"][name] for name in SWITCH),
          f"{', '.join(SWITCH)}: the same instructions")
    other = {name for name, body in code["off"].items() if code["quiet"].get(name) != body}
    same = len(code["off"]) - len(other)
    check(other <= LISTS and same > 100,
          f"{same} functions of the kernel have the same instructions. Others, which keep the "
          f"list of threads and their names: {', '.join(sorted(other))}")


def page(kernel, costs, sizes):
    moves = [re.search(MOVES, what) for what in check.said["harts-ISR"]]
    moved = sum(int(m[1]) for m in moves if m)
    lost = "events lost", "0", "0"
    harts = [[label, *(check.cell("harts-ISR", pattern.format(hart)) for hart in range(2))]
             for label, pattern in HART_ROWS]
    harts.append(["threads that move: own name, own order, on both harts",
                  f"{moved} events of {sum(map(bool, moves))} threads", ""])
    same = r"^(\d+) functions of the kernel have the same instructions.*names: (.*)"
    kernels.write("zephyr", {
        "of": kernels.paragraph(f"Weir {kernels.REVISION} and {kernel}."),
        "checked": check.table(COLUMNS, ROWS),
        "costs": kernels.table(["service", *COSTS.values()], [
            [title, *("{:.0f}, {:.0f}".format(*costs[variant][service]) for variant in COSTS)]
            for service, title in SERVICES.items()]),
        "without": kernels.table(
            ["checked", "no unit in the devicetree", "`CONFIG_WEIR` alone"],
            [[f"instructions of {title}", *check.cell(
                "exact", rf"^{service}: (\d+) instructions, and with the unit (\d+)",
                "{0} {1}").split()] for service, title in SERVICES.items()] +
            [["functions of the kernel and its port with the same instructions",
              check.cell("exact", same, "{0}"), check.cell("exact", same, "{0}")],
             ["others", "", check.cell("exact", same, "{1}")]]),
        "sizes": kernels.table(
            ["an event is", "text", "data", "bss"],
            [[title, *(f"{int(n):,}" for n in sizes[variant])]
             for variant, title in SIZES.items()]),
        "user": check.table({"user": ""}, USER_ROWS),
        "rocket": check.table({"rocket": ""}, ROCKET_ROWS),
        "harts": kernels.table(["checked", "hart 0", "hart 1"], [*harts, lost]),
    })  # yapf: disable


def several_cpus(zephyr):
    """The module for two CPUs behind a PLIC: it builds, and each hart has its port and word."""
    folder = OUT / "smp"
    build(
        zephyr, folder,
        ["-DEXTRA_DTC_OVERLAY_FILE=qemu_smp.overlay", SNIPPET, "-DCONFIG_WEIR_DRAIN_THREAD=y"], SMP,
        "modules/weir/libweir.a")
    code = subprocess.run(
        ["riscv64-unknown-elf-objdump", "-dr", folder / "modules/weir/libweir.a"],
        check=True,
        capture_output=True,
        text=True).stdout
    check("riscv_plic_get_irq" in code, "two CPUs: the PLIC's source is an event")
    functions = dict(
        re.findall(r"^\w+ <(\w+)>:\n(.*?)(?=^\w+ <\w+>:|\Z)", code, re.M | re.S))
    check(
        "weir_fair" in functions["weir_zephyr_lock"] and "fence" in functions["weir_zephyr_lock"],
        "two CPUs: the lock keeps the other out")
    check("mscratch" in functions["weir_zephyr_event"], "two CPUs: an event asks for its hart")
    # The word of each CPU, at the number that its hart has at the unit
    check(functions["weir_zephyr_init"].count("weir_snoop") >= 1, "two CPUs: each one's word")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("zephyr", type=Path)
    parser.add_argument("--variant", choices=VARIANTS, action="append")
    parser.add_argument("--user", action="store_true", help="the user thread, too")
    parser.add_argument("--harts", action="store_true", help="only two harts")
    parser.add_argument("--rocket", action="store_true", help="only Rocket")
    parser.add_argument("--exact", action="store_true", help="only the kernel without hooks")
    arguments = parser.parse_args()
    alone = arguments.harts or arguments.rocket or arguments.exact
    zephyr = arguments.zephyr.resolve()
    if not (zephyr / "VERSION").is_file() or not (zephyr / "kernel/sched.c").is_file():
        sys.exit(f"{zephyr}: no sources of Zephyr (VERSION, kernel/sched.c)")
    version = ".".join(re.findall(r"= *(\d+)", (zephyr / "VERSION").read_text())[:3])
    if tuple(map(int, version.split("."))) < (3, 7, 0):
        sys.exit(f"{zephyr}: Zephyr {version}; the board of this test needs 3.7 or newer")
    costs, sizes, whole = {}, {}, not (arguments.variant or alone)
    if arguments.rocket or whole:
        check.begin("rocket", f"Zephyr {version}, Rocket")
        rocket(zephyr)
    if arguments.harts or whole:
        for drained in "ISR", "THREAD":
            check.begin(f"harts-{drained}", f"Zephyr {version}, two harts, drained by {drained}")
            two_harts(zephyr, drained)
    if arguments.exact or whole:
        check.begin("exact", f"Zephyr {version}, without hooks")
        without_hooks(zephyr)
    for variant in [] if alone else arguments.variant or VARIANTS:
        check.begin(variant, f"Zephyr {version}, variant {variant}")
        folder = OUT / variant
        said = build(zephyr, folder, VARIANTS[variant])
        check("unknown vendor prefix" not in said, "the devicetree's vendor is known")
        offset = image(folder, variant)
        watched = f"_kernel+{offset}"
        harness = "cpp-full" if variant == "hint" else "cpp"
        hooks = "quiet" not in variant  # without them threads live until they are found
        cycles = RUN_CYCLES if hooks else 2 * RUN_CYCLES
        result = run(program, folder, "ibex", variant, harness, cycles, [watched])
        costs[variant] = {
            name: (float(i), float(c))
            for name, i, c in re.findall(r"cost (\w+) ([\d.]+) ([\d.]+)", result.console)
        }
        if variant in ("off", "ctf"):
            continue
        at_the_pins(result, hooks, variant, watched)
        rows, (n, place) = rows_of(result.trace), counts(result.console)
        names(rows, place)
        if hooks:
            objects(rows, n, place)
            if variant in ("weir", "stores", "hint"):
                handlers(rows, n)
        print("\n".join("    " + line for line in footprint(folder)))
        sizes[variant] = footprint(folder)[-1].split()[:3]
    if whole or arguments.user:
        check.begin("user", f"Zephyr {version}, a user thread")
        user_thread(zephyr)
    if whole:
        several_cpus(zephyr)
    if costs:
        print(f"\ncosts on Ibex, Zephyr {version}: instructions and cycles of a service")
    for service in next(iter(costs.values()), ()):
        print(f"  {service:20}",
              "   ".join(f"{v} {c[service][0]:.0f}, {c[service][1]:.0f}" for v, c in costs.items()))
    print(f"\n{len(check.problems)} problems" if check.problems else "\ngood")
    if whole and not check.problems:
        page(f"Zephyr {version} ({kernels.sources_of(zephyr)})", costs, sizes)
    sys.exit(bool(check.problems))


if __name__ == "__main__":
    main()
