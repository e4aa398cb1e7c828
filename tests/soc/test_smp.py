# SPDX-License-Identifier: Apache-2.0
"""Several harts: FreeRTOS on two, its real kernel, and the lock of weir_smp.h.

The harts have no extension A: the kernel's locks are devices of the SoC.
"""

import re
import shutil
import subprocess
from collections import Counter

import pytest
from soc import decode, offered_by, rows_at_once, run
from weirstream import THREAD_SWITCH

HARTS = range(2)
PINNED, MOVING, VISIT, UNDER_LOCK = range(1, 5)
MOVERS = ["red", "green", "blue"]


@pytest.fixture(scope="module", params=["freertos_smp", "freertos_smp_hint"])
def traced(program, tmp_path_factory, request):
    result = run(program,
                 tmp_path_factory.mktemp(request.param),
                 "ibex",
                 request.param,
                 "cpp-harts2",
                 watch=["pxCurrentTCBs", "pxCurrentTCBs+4"])
    events, losses = decode(program, result.trace)
    assert not losses
    for hart in HARTS:  # offered = delivered + dropped, and the stream has what was delivered
        assert f"\nhart {hart} offered {sum(e.hart == hart for e in events)} dropped 0\n" in \
            result.console
    return result, events, rows_at_once(program("build/weir"), result.trace)


def test_each_hart_at_the_pins(traced, record_property):
    """Each event and switch of each hart equals the stores at this core's pins, to the cycle; with
    HINTs, those that are stores do."""
    result, events, _ = traced
    expected = sorted((time, hart, id_, value) for hart in HARTS
                      for time, _, id_, value in offered_by(result.stores, hart))
    if "hint" in result.trace.parent.name:
        kernel = [e for e in events if e.id >> 8 in (0x41, 0xc1)]  # weir_rtos.h
        tasks = [e for e in events if e.id == PINNED and e.value % 2 == 0]
        for hart in HARTS:  # the other tests compare them with the program's counts
            assert sum(e.hart == hart for e in kernel) > 500
            assert sum(e.hart == hart for e in tasks) >= 50
        hints = {*kernel, *tasks}
        stores = [e for e in events if e not in hints]
        assert [(e.hart, e.id, e.value) for e in stores] == [tuple(r) for _, *r in expected]
        # HINTs of both harts in the same cycle go first.
        assert {e.time - time for e, (time, *_) in zip(stores, expected)} <= {0, 1, 2}
    else:
        assert [(e.time, e.hart, e.id, e.value) for e in events] == expected
        assert min(Counter(hart for _, hart, *_ in expected).values()) > 500
        for hart in HARTS:
            record_property(f"events {hart}", sum(e.hart == hart for e in events))


def test_switches_are_the_kernels(traced, record_property):
    """The kernel's own log of what each core ran, taken under its locks, is that of the trace."""
    result, events, _ = traced
    for hart in HARTS:
        logged = [int(task, 16) for task in re.findall(rf"switch {hart} 0x(\w+)", result.console)]
        seen = [e.value for e in events if e.hart == hart and e.id == THREAD_SWITCH]
        assert len(seen) > 100
        # Before its first switch a hart runs the task that the scheduler's start gave it.
        assert logged in (seen, logged[:1] + seen)
        record_property(f"switches {hart}", len(seen))


def test_events_have_their_task_and_hart(traced, record_property):
    result, events, rows = traced
    count = {name: int(n) for name, n in re.findall(r"^(\w+(?: \d)?) (\d+)$", result.console, re.M)}
    for hart, name in zip(HARTS, ("left", "right")):
        mine = [e for e in events if e.id == PINNED and e.hart == hart]
        assert [e.value for e in mine] == list(range(count[f"pinned {hart}"]))
        assert {e.name for e in mine} == {name}
    moves = 0
    for number, name in enumerate(MOVERS):
        ran = [e.hart for e in events if e.id == THREAD_SWITCH and e.name == name]
        moves += sum(a != b for a, b in zip(ran, ran[1:]))
        mine = [e for e in events if e.id == MOVING and e.value >> 24 == number]
        assert [e.value & 0xffffff for e in mine] == list(range(count[f"moving {number}"]))
        assert {e.name for e in mine} == {name} and {e.hart for e in mine} == set(HARTS)
    record_property("moving", sum(e.id == MOVING for e in events))
    record_property("moves", moves)
    # One mutex for both harts: its holder counts on.
    held = [e for e in events if e.id == UNDER_LOCK]
    assert [e.value for e in held] == list(range(count["shared"])) and len(held) > 50
    assert sum(a.hart != b.hart for a, b in zip(held, held[1:])) > 10
    kinds = Counter(r["id_name"] for r in rows if r["kind"] == "instant")
    assert kinds["queue send"] == count["sent"] > 50 and kinds["queue receive"] == count["received"]
    assert kinds["mutex take"] == count["locked"] == count["shared"]


def test_deleted_tasks_while_both_harts_repeat_names(traced, record_property):
    result, _, rows = traced
    now, visits = {}, []
    for r in rows:
        if r["kind"] == "object":
            now[int(r["thread"])] = r["id_name"]
        elif r["kind"] == "instant" and r["id_name"] == "visit":
            visits.append((int(r["value"]), now[int(r["thread"])]))
    total = int(re.search(r"^visits (\d+)$", result.console, re.M)[1])
    assert sorted(visits) == [(n, "odd" if n % 2 else "even") for n in range(total)] and total > 5
    deleted = [r for r in rows if r["kind"] == "instant" and r["id_name"] == "thread delete"]
    assert len(deleted) == total
    record_property("deleted", total)


def test_the_lock_is_fair(traced, record_property):
    """Both harts take the driver's lock again and again, without a pause, and neither starves."""
    turns, behind = ([int(n) for n in re.findall(rf"^{word} \d (\d+)$", traced[0].console, re.M)]
                     for word in ("turns", "behind"))
    assert len(turns) == 2 and min(turns) >= 200 and max(turns) - min(turns) < 10, turns
    # Once: the other hart had it, or asked before. Once more: it asked before this one's number.
    assert len(behind) == 2 and max(behind) <= 2, behind
    for hart in HARTS:
        record_property(f"turns {hart}", turns[hart])
        record_property(f"behind {hart}", behind[hart])


def functions(code):
    return dict(re.findall(r"^\w+ <(\w+)>:\n(.*?)(?=^\w+ <\w+>:|\Z)", code, re.M | re.S))


def test_an_event_takes_no_lock(root, tmp_path):
    """An event of a task masks interrupts, without a lock; the lock of names has fences."""
    kernel = root / "build/deps/freertos"

    def compiled(source):
        out = tmp_path / "object.o"
        subprocess.run([
            "riscv64-unknown-elf-gcc", "--specs=picolibc.specs", "-march=rv32im", "-mabi=ilp32",
            "-misa-spec=2.2", "-std=gnu11", "-Os", "-DWEIR_HOOKS=\"weir_smp.h\"", "-w",
            "-Werror=implicit-function-declaration",
            *(f"-I{root / f}" for f in ("driver/apps/freertos_smp", "driver/apps/soc",
                                        "driver/include", "driver/rtos", "driver/rtos/freertos")),
            "-isystem", kernel / "include", "-c", source, "-o", out
        ],
                       check=True)
        return functions(
            subprocess.run(["riscv64-unknown-elf-objdump", "-dr", out],
                           check=True,
                           capture_output=True,
                           text=True).stdout)

    suspend = compiled(kernel / "tasks.c")["vTaskSuspend"]
    assert "mhartid" in suspend and "mstatus" in suspend
    assert not re.search(r"fence|weir_(smp_lock|fair)", suspend)
    assert "\tfence\n" in compiled(root / "driver/src/weir.c")["weir_smp_lock"]


@pytest.mark.parametrize("compiler", ["riscv64-unknown-elf-gcc", "clang"])
@pytest.mark.parametrize("level", ["-O0", "-Os", "-O2"])
def test_the_lock_needs_no_library(root, tmp_path, compiler, level):
    """Without extension A, the lock is loads, stores and fences: nothing is left to link."""
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    source, out = tmp_path / "lock.c", tmp_path / "lock.o"
    source.write_text('#include "weir_smp.h"\nuint32_t take(void), after(uint32_t);\n'
                      "uint32_t take(void) { return WEIR_LOCK(); }\n"
                      "uint32_t after(uint32_t n) { WEIR_UNLOCK(n); return n; }\n")
    target = ["--target=riscv32"] if compiler == "clang" else ["-misa-spec=2.2"]
    subprocess.run([
        compiler, *target, "-march=rv32imc", "-mabi=ilp32", "-ffreestanding", level, "-Wall",
        "-Wextra", "-Werror", f"-I{root}/driver/rtos", "-c", source, "-o", out
    ],
                   check=True)
    left, code = (subprocess.run([f"riscv64-unknown-elf-{tool}", option, out],
                                 check=True,
                                 capture_output=True,
                                 text=True).stdout for tool, option in (("nm", "-u"),
                                                                        ("objdump", "-d")))
    assert left == "" and len(re.findall(r"\tfence\b", code)) >= 5


LOCK = r"""#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>
/* Harts are coroutines: each access of memory lets a hart of the generator's choice go on. A store
 * waits in a buffer of its hart, up to the generator, or to a fence. */
enum { HARTS = 3, ROUNDS = 3000, BUFFER = 4 };
#define WEIR_SMP_HARTS HARTS
static struct hart {
    ucontext_t context;
    char stack[32768];
    unsigned long mstatus;
    struct { volatile uint32_t *at; uint32_t value; } stores[BUFFER];
    unsigned waiting, entered, before[HARTS], left;
} harts[HARTS];
static ucontext_t scheduler;
static unsigned me;
static uint64_t random_state = 1;
static unsigned dice(unsigned faces)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % faces;
}
static void next(void) { swapcontext(&harts[me].context, &scheduler); }
static void store_one(struct hart *hart)
{
    *hart->stores[0].at = hart->stores[0].value;
    for (unsigned n = 1; n < hart->waiting; n++)
        hart->stores[n - 1] = hart->stores[n];
    hart->waiting--;
}
static void barrier(void)
{
    while (harts[me].waiting)
        store_one(&harts[me]);
    next();
}
static uint32_t get(volatile uint32_t *at)
{
    next();
    for (unsigned n = harts[me].waiting; n--;)
        if (harts[me].stores[n].at == at)
            return harts[me].stores[n].value;
    return *at;
}
static void chosen(const volatile uint32_t *at, uint32_t value);
static void set(volatile uint32_t *at, uint32_t value)
{
    struct hart *const hart = &harts[me];
    if (hart->waiting == BUFFER)
        store_one(hart);
    hart->stores[hart->waiting].at = at;
    hart->stores[hart->waiting++].value = value;
    chosen(at, value);
    next();
}
static unsigned long read_hart(void) { return me; }
static unsigned long mask(void)
{
    const unsigned long before = harts[me].mstatus;
    harts[me].mstatus &= ~8ul;
    return before;
}
static void unmask(unsigned long before) { harts[me].mstatus |= before; }
HEADER
static void chosen(const volatile uint32_t *at, uint32_t value)
{
    if (at == &weir_fair[me].choosing && !value)
        for (unsigned n = 0; n < HARTS; n++)
            harts[me].before[n] = harts[n].entered;
}
static unsigned inside, longest, wrapped;
static uint32_t last;
static void inside_it(void)
{
    struct hart *const hart = &harts[me];
    assert(!(hart->mstatus & 8) && inside++ == 0);
    for (unsigned n = 0; n < HARTS; n++) /* who asks later does not go first */
        if (n != me) {
            const unsigned behind = harts[n].entered - hart->before[n];
            assert(behind <= 1);
            longest += behind;
        }
    hart->entered++;
    wrapped |= last == ~0u && weir_fair[me].number == 1;
    last = weir_fair[me].number;
    next();
    const uint32_t nested = WEIR_LOCK();
    next();
    WEIR_UNLOCK(nested);
    assert(!(hart->mstatus & 8) && inside-- == 1);
}
static void body(void)
{
    for (; harts[me].left; harts[me].left--) {
        const uint32_t before = WEIR_LOCK();
        inside_it();
        WEIR_UNLOCK(before);
        assert(harts[me].mstatus & 8);
    }
}
int main(void)
{
    for (unsigned n = 0; n < HARTS; n++) {
        getcontext(&harts[n].context);
        harts[n].context.uc_stack.ss_sp = harts[n].stack;
        harts[n].context.uc_stack.ss_size = sizeof harts[n].stack;
        harts[n].context.uc_link = &scheduler;
        harts[n].mstatus = 8;
        harts[n].left = ROUNDS;
        makecontext(&harts[n].context, body, 0);
    }
    weir_fair[2].number = 0xfffffffdu; /* as if numbers had grown for long */
    harts[2].left = 0;
    unsigned late;
    for (uint32_t step = 0; harts[0].left + harts[1].left + harts[2].left; step++) {
        assert(step < 400 * HARTS * ROUNDS);
        if (step == 1000) { /* hart 2 gives it back and joins them */
            weir_fair[2].number = 0;
            harts[2].left = ROUNDS;
        }
        if (dice(4) == 0) /* a hart often makes several steps */
            me = dice(HARTS);
        if (dice(32) == 0 && harts[late = dice(HARTS)].waiting)
            store_one(&harts[late]);
        else if (harts[me].left)
            swapcontext(&scheduler, &harts[me].context);
    }
    assert(wrapped && longest > ROUNDS);
    puts("good");
}
"""


def test_lock(root, tmp_path):
    """No two of three harts hold the lock at once, whatever the order of their accesses; each is
    next after those that asked before. It nests, and gives back interrupts as they were.
    """
    source = tmp_path / "lock.c"
    source.write_text(LOCK.replace("HEADER", host_header(root)))
    subprocess.run(["gcc", "-O1", "-Wall", "-Werror", source, "-o", tmp_path / "lock"], check=True)
    done = subprocess.run([tmp_path / "lock"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout == "good\n", done.stderr


def host_header(root):
    """weir_smp.h and weir_fair.h with instructions and accesses replaced by calls."""
    text = (root / "driver/rtos/weir_smp.h").read_text()
    fair = (root / "driver/rtos/weir_fair.h").read_text()
    for pattern, call, times in (
        (r'#include "weir_fair.h"\n', lambda _: fair, 1),
        (r'__asm__ volatile\("csrr %0, mhartid" : "=r"\(hart\)\);', "hart = read_hart();", 1),
        (r'__asm__ volatile\("csrrci %0, mstatus, 8" : "=r"\(before\)[^;]*;', "before = mask();",
         1),
        (r'__asm__ volatile\("csrs mstatus, %0" : : "r"\(([^;]*)\) : "memory"\);', r"unmask(\1);",
         1), (r"(weir_fair\[\w+\]\.\w+) = (.*);", r"set(&\1, \2);", 4),
        (r"(?<!&)weir_fair\[\w+\]\.\w+", r"get(&\g<0>)", 4),
        (r"__atomic_thread_fence\(__ATOMIC_SEQ_CST\)", "barrier()", 5)):
        text, count = re.subn(pattern, call, text)
        assert count == times, pattern
    return text
