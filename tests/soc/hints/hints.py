# SPDX-License-Identifier: Apache-2.0
"""Random programs of HINTs: the stream equals what the core itself shows that it retired.

Each seed makes a program: three threads of random code, one in user mode on a core that has it,
and random ends of the handlers. The code mixes HINTs, stores to event windows, pairs of stores,
switches by stores to the watched word, arithmetic, branches, calls of the handler, and memory.
Timer and unit interrupt it. The expected stream is computed from the core's RVFI pins alone, in
program order.

As a program (`make regress-hints`): many seeds on Ibex, PicoRV32 and SERV.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path += [str(ROOT / "tests/formats"), str(ROOT / "tests/soc")]
from soc import BASE, CTRL, SNOOP_ADDR, SNOOP_CTRL, SNOOP_RUNNING, WINDOW_IDS  # noqa: E402
from soc import address_of, event_of, image_of, of_revision, rows_of, write_hex  # noqa: E402

HERE = Path(__file__).resolve().parent
CORES = {"ibex": "-march=rv32imc", "picorv32": "-march=rv32imc -DSOC_PICORV32",
         "serv": "-march=rv32i -DSOC_SERV"}  # yapf: disable
PACE = {"ibex": 1, "picorv32": 4, "serv": 20}  # cycles of an instruction, roughly, as in soc.h
THREADS, VARIANTS, ENTERED = 3, 4, 1  # as in program.c
SNIPPETS = 160  # of a thread, before it repeats
USER_THREAD = {"ibex": 2}  # the thread that runs in user mode
THREAD, INTERRUPT, USER, SNOOP = range(4)  # contexts
ID, MASK = 4, 5  # drop reasons
OTHERS = ["ra", "t6", *(f"s{n}" for n in range(6, 12))]  # that HINTs show
VALUES = ["t0", "t1", "t2", "t3", "t4", "t5", *(f"a{n}" for n in range(8))]
SLTI, SLTIU = 0x2013, 0x3013
SERV_ECALL = 11
THIRD, FOURTH = 0x4100, 0xc100


# ---- The program


def id_of(sltiu, immediate, ids=THIRD >> 8 | FOURTH >> 8 << 8):
    """The id that the manual gives a HINT; `ids` is WINDOW_IDS."""
    if not sltiu:
        return immediate
    block = (ids >> 8 if immediate & 0x800 else ids) & 0xf8
    return block << 8 | immediate & 0x7ff


def special(event_id):
    """Ids of which readers make something else than events: names, spans, handlers, switches."""
    return event_id == ENTERED or event_id & 0xff00 in (0x4000, 0xc000) or event_id in (
        0xc120, 0xc121, 0x8000)


class Code:
    """Random code of one thread or handler. s0 port page, s1 middle of its event window, s2 memory,
    s3 this thread, s4 address of the watched word, s5 counter of loops, s6 mask of interrupts."""

    def __init__(self, dice, core, context, quiet, name):
        self.dice, self.core, self.context, self.quiet = dice, core, context, quiet
        self.name = name
        self.lines, self.labels = [], 0

    def say(self, *lines):
        self.lines += [f"    {line}" for line in lines]

    def value(self):
        return self.dice.choice(VALUES)

    def label(self):
        self.labels += 1
        return f".L{self.name}_{self.labels}"

    def hint(self):
        while True:
            sltiu, imm = self.dice.random() < 0.3, self.dice.randrange(4096)
            if self.dice.random() < 0.3:
                imm = self.dice.choice([2, 3, 15, 16, 0x7ff, 0x800, 0x801, 0xffe, 0xfff])
            if self.dice.random() < 0.01:
                sltiu, imm = False, 0  # dropped for its id
            if not special(id_of(sltiu, imm)):
                break
        register = f"x{self.dice.randrange(32)}" if self.dice.random() < 0.3 else self.value()
        self.say(f"{'sltiu' if sltiu else 'slti'} x0, {register}, {(imm ^ 0x800) - 0x800}")

    def hints(self):
        for _ in range(self.dice.choice([1, 1, 1, 2, 2, 3])):
            self.hint()
        self.wait()

    def window(self):
        while True:
            entry = self.dice.randrange(1, 1024)
            if entry < 512 or not special(
                (THIRD if entry < 768 else FOURTH) + entry % 256) and entry != ENTERED:
                break
        if entry == ENTERED:
            entry = 2
        self.say(f"sw {self.value()}, {4 * entry - 2048}(s1)")
        self.wait(0.5)

    def pair(self):
        while True:
            event_id = self.dice.choice([
                self.dice.randrange(1, 0x4000), self.dice.randrange(0x4000, 0x8000),
                self.dice.randrange(0xc000, 0x10000)])  # yapf: disable
            if self.dice.random() < 0.02:
                event_id = self.dice.choice([0, 0x8001, 0x9000, 0xbfff])  # dropped
            if not special(event_id):
                break
        self.say(f"sw {self.value()}, 0(s0)")
        for _ in range(self.dice.randrange(3)):
            self.dice.choice([self.arithmetic, self.memory, self.hint])()
        self.say(f"li t6, {event_id}", "sw t6, 4(s0)")
        self.wait(0.5)

    def arithmetic(self):
        operations = ["add", "sub", "xor", "or", "and", "sll", "srl", "sra", "slt", "sltu"]
        if self.core != "serv":
            operations += ["mul", "mulhu", "div", "remu"]
        kind = self.dice.random()
        to, a, b = self.value(), self.value(), self.value()
        if kind < 0.2:
            self.say(f"li {to}, {self.dice.getrandbits(32):#x}")
        elif kind < 0.4:  # no HINTs: their rd is not x0
            self.say(f"{self.dice.choice(['slti', 'sltiu', 'addi', 'xori'])} {to}, {a}, "
                     f"{self.dice.randrange(-2048, 2048)}")
        else:
            self.say(f"{self.dice.choice(operations)} {to}, {a}, {b}")

    def others(self):
        """HINTs that are none of the custom ones."""
        self.say(self.dice.choice(["add x0, t0, t1", "xori x0, a0, 7", "lui x0, 0x12345",
                                   "andi x0, t2, -1", "slt x0, t0, t1", "sltu x0, a0, a1",
                                   "srli x0, a1, 3"]))  # yapf: disable

    def memory(self):
        at = 4 * self.dice.randrange(256)
        self.say(f"{self.dice.choice(['lw', 'sw'])} {self.value()}, {at}(s2)")

    def branch(self):
        """Over code that may be skipped."""
        over = self.label()
        self.say(f"{self.dice.choice(['beq', 'bne', 'blt', 'bgeu'])} {self.value()}, "
                 f"{self.value()}, {over}")  # yapf: disable
        for _ in range(self.dice.randrange(1, 3)):
            self.dice.choice([self.hint, self.arithmetic])()
        self.lines.append(f"{over}:")
        self.wait(0.5)

    def wait(self, chance=1.0):
        if self.dice.random() > chance:
            return
        if self.core == "serv":
            return
        over = self.label()
        self.say(f"li t6, {self.dice.randrange(4, 30)}")
        self.lines.append(f"{over}:")
        self.say("addi t6, t6, -1", f"bnez t6, {over}")

    def call(self):
        self.say("ecall")

    def masked(self):
        """Other threads "run", with interrupts masked; then this one again."""
        off, on = {
            "picorv32": (".insn r 0x0b, 6, 3, s6, t6, x0", ".insn r 0x0b, 6, 3, x0, s6, x0")
        }.get(self.core, ("csrrci s6, mstatus, 8", "andi s6, s6, 8\n    csrs mstatus, s6"))
        self.say("li t6, -1", off)
        for _ in range(self.dice.randrange(1, 4)):
            if not self.quiet or self.dice.random() < 0.7:
                self.say(f"sw {self.value()}, 0(s4)")
            self.dice.choice([self.hint, self.arithmetic] + [self.window] * (not self.quiet))()
            self.wait()
        self.say("sw s3, 0(s4)", *on.split("\n"))

    def body(self, count):
        kinds = [self.hints] * 8 + [self.arithmetic] * 4 + [self.memory] * 2
        kinds += [self.branch] * 2 + [self.others]
        if not self.quiet:
            kinds += [self.window] * 5 + [self.pair] * 3
        if self.context == THREAD:
            kinds += [self.masked]
        if self.context != INTERRUPT and self.core == "ibex":
            kinds += [self.call]
        for _ in range(count):
            self.dice.choice(kinds)()


def port_of(context):
    return BASE + 0x10000 + 0x1000 * context


def program_text(seed, core, quiet):
    dice = random.Random(f"{seed} {core} {quiet}")
    text = [f"/* seed {seed} */", "    .option norelax", "    .text"]

    def base(context, memory):
        return [f"    li s0, {port_of(context):#x}", f"    li s1, {port_of(context) + 0x4800:#x}",
                f"    la s2, hint_memory + {1024 * memory}"]  # yapf: disable

    for n in range(THREADS):
        context = USER if USER_THREAD.get(core) == n else THREAD
        code = Code(dice, core, context, quiet, f"thread{n}")
        code.body(SNIPPETS)
        text += [f"    .balign 4\nhint_thread_{n}:", *base(context, n), "    la s4, thread_running",
                 "    lw s3, 0(s4)", "    li s5, 0"]  # yapf: disable
        text += [f"    li {r}, {dice.getrandbits(32):#x}" for r in [*VALUES, *OTHERS]]
        text += [f"hint_again_{n}:", "    addi s5, s5, 1", *code.lines, f"    j hint_again_{n}"]
    saved = ["ra", "s0", "s1", "s2"]
    for n in range(VARIANTS):
        code = Code(dice, core, INTERRUPT, quiet, f"handler{n}")
        code.body(dice.randrange(6))
        text += [f"    .balign 4\nhint_handler_{n}:", "    addi sp, sp, -16"]
        text += [f"    sw {r}, {4 * at}(sp)" for at, r in enumerate(saved)]
        text += [*base(INTERRUPT, THREADS), *code.lines]
        text += [f"    lw {r}, {4 * at}(sp)" for at, r in enumerate(saved)]
        text += ["    addi sp, sp, 16", "    ret"]
    text += ["    .section .rodata", "    .balign 4"]
    for kind, count in ("thread", THREADS), ("handler", VARIANTS):
        text += [f"    .globl hint_{kind}s\nhint_{kind}s:"]
        text += [f"    .word hint_{kind}_{n}" for n in range(count)]
    return "\n".join(text) + "\n"


def build(folder, seed, core, quiet=False):
    """The program as FOLDER/fw/CORE/hints.elf and .hex."""
    elf = folder / f"fw/{core}/hints.elf"
    elf.parent.mkdir(parents=True, exist_ok=True)
    source = folder / "random.S"
    source.write_text(program_text(seed, core, quiet))
    subprocess.run([
        "riscv64-unknown-elf-gcc", "--specs=picolibc.specs", "-mabi=ilp32", "-misa-spec=2.2",
        "-std=gnu11", "-Os", "-ffunction-sections", "-fdata-sections",
        "-DPICOLIBC_INTEGER_PRINTF_SCANF", *CORES[core].split(), *(["-DQUIET"] if quiet else []),
        f"-DHINT_SEED={seed & 0xffffffff}u",
        f"-DHINT_USER_THREADS={1 << USER_THREAD[core] if core in USER_THREAD else 0}",
        *(f"-I{ROOT / 'driver' / f}"
          for f in ("include", "apps/soc", "apps/threads")), "-Wall", "-Wextra", "-Werror",
        "-nostartfiles", "-T", ROOT / "driver/apps/soc/soc.ld", "-Wl,--gc-sections",
        "-Wl,--no-warn-rwx-segments",
        *(ROOT / f for f in ("driver/apps/soc/crt0.S", "driver/apps/soc/soc.c",
                             "driver/src/weir.c", "driver/src/flux_emit.c",
                             "driver/apps/threads/switch.S")), HERE / "program.c", source, "-o", elf
    ],
                   check=True)
    write_hex(elf.with_suffix(".hex"), image_of(elf))
    return elf


def simulate(program, folder, core, cycles, *options):
    """(console, trace, what the core retired, watched word) of the program that build() made. The
    bench compared the unit with the golden model, unless there is none."""
    elf = folder / f"fw/{core}/hints.elf"
    word = address_of(lambda _: elf, core, "hints", "thread_running")
    trace, retired = folder / "trace.recTr", folder / "retired"
    done = subprocess.run([
        program(f"build/soc/{core}-cpp-full/soc"), "--quiet", "--hex",
        elf.with_suffix(".hex"), "--out", trace, "--retired", retired, "--watch",
        str(word), "--run",
        str(cycles), "--max",
        str(20_000_000 + 4 * cycles), *options
    ],
                          capture_output=True,
                          text=True)
    unused = "; 0 bytes and 0 register answers checked" in done.stderr
    assert done.returncode == (3 if unused else 0), done.stdout + done.stderr
    return done.stdout, trace, retired, word


# ---- What the stream must be


class Expected:
    """Computes the events from what the core retired, line by line."""

    def __init__(self, word):
        self.word = word
        self.enabled = self.start = self.running = self.depth = self.ids = self.control = 0
        self.watched, self.value = None, {}
        self.offered, self.dropped = Counter(), Counter()  # by context and class, or reason

    def event(self, cycle, context, event_id, value, exact):
        kind = event_id >> 14
        self.offered[context, 3 if event_id == 0 or kind == 2 else kind - (kind == 3)] += 1
        if event_id == 0 or kind == 2:
            self.dropped[context, ID] += 1
        elif context == USER and kind == 3:
            self.offered[context, 2] -= 1
            self.offered[context, 3] += 1
            self.dropped[context, MASK] += 1
        else:
            yield "event", event_id, value, cycle - self.start if exact else None

    def switch(self, value):
        if self.enabled and value != self.running:
            yield "switch", 0, value, None
        self.running = value

    def store(self, cycle, address, data, strobes):
        offset = address - BASE
        if address == self.word:
            if self.control & 1 and strobes == 15 and self.watched == address and self.enabled:
                yield from self.switch(data)
        elif not 0 <= offset < 0x20000:
            return
        elif offset == CTRL:
            self.enabled = data & 1
            if data & 2:
                self.start, self.value = cycle, {}
        elif offset == WINDOW_IDS:
            self.ids = data
        elif offset == SNOOP_CTRL:
            self.control = data
        elif offset == SNOOP_ADDR:
            self.watched = data
        elif offset == SNOOP_RUNNING:
            yield from self.switch(data)
        elif offset >= 0x10000 and self.enabled:
            context, register = offset >> 12 & 3, offset & 0xfff
            owner = (context, self.running if context == THREAD else None)
            if offset >> 14 & 1:  # event window
                entry = register >> 2
                high = (0, 256, (self.ids & 0xff) << 8, self.ids & 0xff00)[entry >> 8]
                yield from self.event(cycle, context, high + (entry & 0xff), data, False)
            elif register == 0:
                self.value[owner] = data
            elif register == 4:
                yield from self.event(cycle, context, data & 0xffff, self.value.pop(owner), False)

    def lines(self, lines):
        for line in lines:
            kind, *fields = line.split()
            cycle = int(fields[0])
            if kind == "T":
                if self.control & 2 and self.enabled:
                    yield "isr enter", 0, 0, None
                self.depth += 1
            elif kind == "R":
                if self.control & 2 and self.enabled:
                    yield "isr exit", 0, 0, None
                self.depth = max(0, self.depth - 1)
            elif kind == "S":
                yield from self.store(cycle, *(int(f, 16) for f in fields[1:]))
            elif self.control & 8 and self.enabled:
                instruction, value = (int(f, 16) for f in fields[1:3])
                assert instruction & 0x6fff == 0x2013 and instruction & 0x707f in (SLTI, SLTIU)
                context = USER if fields[3] == "1" else INTERRUPT if self.depth else THREAD
                event_id = id_of(instruction & 0x1000, instruction >> 20, self.ids)
                yield from self.event(cycle, context, event_id, value, True)


def compare(program, console, trace, retired, word):
    """Checks that the stream is what the core retired; counts the events."""
    seen, expected = Counter(), Expected(word)
    inside, fresh, threads = [], None, set()
    rows = (r for r in rows_of(program, trace) if r["kind"] not in ("name", "loss"))
    late = set()  # cycles from the core's RVFI to the time of a HINT: always as many
    with retired.open() as lines:
        for n, (row, want) in enumerate(zip_longest(rows, expected.lines(lines))):
            where = f"event {n}: {row} {want} {seen}"
            assert row and want, where
            kind, event_id, value, cycle = want
            if kind == "switch":
                assert row["kind"] == "switch" and int(row["thread"] or 0) == value, where
                threads.add(value)
            elif kind == "isr enter":
                assert row["kind"] == kind and fresh is None, where
                inside.append(int(row["id"]))
                # SERV's handler ends with a trap of its own (serv.h), which has no HINT.
                fresh = None if inside[-1] == SERV_ECALL and len(inside) > 1 else inside[-1]
            elif kind == "isr exit":
                assert row["kind"] == kind and int(row["id"]) == inside.pop(), where
            else:
                event = event_of(row)
                assert row["kind"] == "instant" and (event.id, event.value) == (event_id,
                                                                                value), where
                assert event.thread == expected.running, where
                if cycle is not None:
                    late.add(event.time - cycle)
                    assert len(late) == 1, (where, late)
                    seen["hints"] += 1
                if event_id == ENTERED:
                    assert fresh == value, (where, fresh)
                    fresh = None
            seen[kind] += 1
    for context, rest in re.findall(r"context (\d) offered (.*)", console):
        offered, dropped = ([int(n) for n in part.split()] for part in rest.split("dropped"))
        if int(context) != SNOOP:
            assert offered == [expected.offered[int(context), c] for c in range(4)], (context, rest)
            seen[f"offered {context}"] += sum(offered)
        assert dropped == [expected.dropped[int(context), r] for r in range(8)], (context, rest)
        seen["dropped"] += sum(dropped)
    seen["events"] = sum(seen[k] for k in ("event", "switch", "isr enter", "isr exit"))
    seen["threads"] = len(threads)
    seen["late"], = late
    return seen


def one(program, folder, core, seed, cycles):
    build(folder, seed, core)
    return compare(program, *simulate(program, folder, core, cycles))


# ---- In volume

PAGE = ROOT / "docs/evidence/hints.md"
NAMES = {"ibex": "Ibex", "picorv32": "PicoRV32", "serv": "SERV"}
EVENTS = {"ibex": 980_000, "picorv32": 30_000, "serv": 2_000}
CYCLES = {"ibex": 1_000_000, "picorv32": 2_000_000, "serv": 20_000_000}
COLUMNS = {
    "programs": "programs", "events": "events", "HINTs": "hints", "from user mode": "offered 2",
    "switches": "switch", "handlers": "isr exit", "dropped for id or class": "dropped"
}
HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# Random programs of HINTs

*For SoC engineers. It answers: whether events without a store are complete and in order.*

Written by `make regress-hints` ([hints.py](../../tests/soc/hints/hints.py)); do not edit. Each
program is random code: HINTs, stores to event windows, pairs of stores, switches, arithmetic,
branches, memory, interrupts and, on Ibex, user mode and ecall. The stream, as read by the host
tools, must equal what the core's RVFI pins show that it retired, in program order: each event with
id, value and thread, each switch, each handler with its cause. The time of each HINT is a number of
cycles behind its pins that is the same for all of a core. Counters by port must count what the pins
show. Every byte must equal the golden model. A difference ends the campaign. `make test` runs one
program each on Ibex and PicoRV32.

"""


def page(totals, revision):
    rows = [f"| core | {' | '.join(COLUMNS)} | a HINT's time behind its pins, cycles |",
            "|---" * (len(COLUMNS) + 2) + "|"]  # yapf: disable
    for core, total in totals.items():
        rows.append(f"| {NAMES.get(core, core)} | " +
                    " | ".join(f"{total[k]:,}" for k in COLUMNS.values()) +
                    f" | {total['late'] or ''} |")
    PAGE.write_text(HEAD + "\n".join(rows) + f"\n\nRTL of {revision}.\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, help="only this one")
    parser.add_argument("cores", nargs="*", default=[])
    args = parser.parse_args()
    totals, lates = {}, {}
    for core in args.cores or CORES:
        total, late, began, seed = Counter(), set(), time.monotonic(), args.seed or 1
        while total["events"] < EVENTS[core] and not (args.seed and total):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    seen = one(lambda p: ROOT / p, Path(folder), core, seed, CYCLES[core])
                    late.add(seen.pop("late"))
                    assert len(late) == 1, f"cycles behind the pins: {late}"
                except AssertionError:
                    sys.exit(f"{core}, seed {seed}:\n{sys.exc_info()[1]}")
            total += seen
            total["programs"] += 1
            seed += 1
        totals[core], lates[core] = total, late
        print(
            f"{core}: {total['programs']} programs, {total['events']:,} events, of them "
            f"{total['hints']:,} HINTs, {min(late)} cycles behind their pins: equal to what the "
            f"core retired ({time.monotonic() - began:.0f} s)",
            flush=True)
    if args.cores or args.seed:
        return
    revision = of_revision()
    totals["all"] = sum(totals.values(), Counter())
    for core in lates:
        totals[core]["late"], = lates[core]
    page(totals, revision)


if __name__ == "__main__":
    main()
