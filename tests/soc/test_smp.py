# SPDX-License-Identifier: Apache-2.0
"""Several harts: FreeRTOS on two, its real kernel, and the hooks of weir_smp.h under POSIX threads.

The harts have no extension A: the kernel's locks and the driver's are devices of the SoC. With A
the hooks are compiled.
"""

import re
import subprocess
from collections import Counter

import pytest
from soc import decode, offered_by, rows_at_once, run
from weirstream import THREAD_SWITCH

HARTS = range(2)
PINNED, MOVING, VISIT, UNDER_LOCK = range(1, 5)
MOVERS = ["red", "green", "blue"]


@pytest.fixture(scope="module")
def traced(program, tmp_path_factory):
    result = run(program,
                 tmp_path_factory.mktemp("smp"),
                 "ibex",
                 "freertos_smp",
                 "cpp-harts2",
                 watch=["pxCurrentTCBs", "pxCurrentTCBs+4"])
    events, losses = decode(program, result.trace)
    assert not losses
    return result, events, rows_at_once(program("build/weir"), result.trace)


def test_each_hart_at_the_pins(traced):
    """Each event and switch of each hart equals the stores at this core's pins, to the cycle."""
    result, events, _ = traced
    expected = sorted((time, hart, id_, value) for hart in HARTS
                      for time, _, id_, value in offered_by(result.stores, hart))
    assert [(e.time, e.hart, e.id, e.value) for e in events] == expected
    assert min(Counter(hart for _, hart, *_ in expected).values()) > 500


def test_switches_are_the_kernels(traced):
    """The kernel's own log of what each core ran, taken under its locks, is that of the trace."""
    result, events, _ = traced
    for hart in HARTS:
        logged = [int(task, 16) for task in re.findall(rf"switch {hart} 0x(\w+)", result.console)]
        seen = [e.value for e in events if e.hart == hart and e.id == THREAD_SWITCH]
        assert len(seen) > 100
        # Before its first switch a hart runs the task that the scheduler's start gave it.
        assert logged in (seen, logged[:1] + seen)


def test_events_have_their_task_and_hart(traced):
    result, events, rows = traced
    count = {name: int(n) for name, n in re.findall(r"^(\w+(?: \d)?) (\d+)$", result.console, re.M)}
    for hart, name in zip(HARTS, ("left", "right")):
        mine = [e for e in events if e.id == PINNED and e.hart == hart]
        assert [e.value for e in mine] == list(range(count[f"pinned {hart}"]))
        assert {e.name for e in mine} == {name}
    for number, name in enumerate(MOVERS):
        mine = [e for e in events if e.id == MOVING and e.value >> 24 == number]
        assert [e.value & 0xffffff for e in mine] == list(range(count[f"moving {number}"]))
        assert {e.name for e in mine} == {name} and {e.hart for e in mine} == set(HARTS)
    # One mutex for both harts: its holder counts on.
    held = [e for e in events if e.id == UNDER_LOCK]
    assert [e.value for e in held] == list(range(count["shared"])) and len(held) > 50
    assert sum(a.hart != b.hart for a, b in zip(held, held[1:])) > 10
    kinds = Counter(r["id_name"] for r in rows if r["kind"] == "instant")
    assert kinds["queue send"] == count["sent"] > 50 and kinds["queue receive"] == count["received"]
    assert kinds["mutex take"] == count["locked"] == count["shared"]


def test_deleted_tasks_while_both_harts_repeat_names(traced):
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


def functions(code):
    return dict(re.findall(r"^\w+ <(\w+)>:\n(.*?)(?=^\w+ <\w+>:|\Z)", code, re.M | re.S))


def test_with_the_extension_a(root, tmp_path):
    """An event of a task masks interrupts, without a lock; the lock of names is an atomic word."""
    kernel = root / "build/deps/freertos"

    def compiled(source):
        out = tmp_path / "object.o"
        subprocess.run([
            "riscv64-unknown-elf-gcc", "--specs=picolibc.specs", "-march=rv32ima", "-mabi=ilp32",
            "-misa-spec=2.2", "-std=gnu11", "-Os", "-DWEIR_HOOKS=\"smp_hooks.h\"", "-w",
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
    assert not re.search(r"lr\.w|weir_smp_(lock|take)", suspend)
    assert "lr.w" in compiled(root / "driver/src/weir.c")["weir_smp_lock"]


def test_lock(root, tmp_path):
    """Two harts never hold the lock at once; it nests, and gives back interrupts as they were."""
    source = tmp_path / "lock.c"
    source.write_text("""#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
static __thread unsigned long hartid, mstatus = 8;
#define __riscv_atomic 1
static unsigned long read_hart(void) { return hartid; }
static unsigned long mask(void) { unsigned long b = mstatus; mstatus &= ~8ul; return b; }
static void unmask(unsigned long b) { mstatus |= b; }
HEADER
static volatile unsigned inside, total;
static void *run(void *number)
{
    hartid = (unsigned long)(uintptr_t)number;
    for (int i = 0; i < 200000; i++) {
        const uint32_t a = WEIR_LOCK();
        assert(!(mstatus & 8) && inside++ == 0);
        const uint32_t b = WEIR_LOCK();
        total++;
        WEIR_UNLOCK(b);
        assert(!(mstatus & 8) && inside-- == 1);
        WEIR_UNLOCK(a);
        assert(mstatus & 8);
    }
    return NULL;
}
int main(void)
{
    pthread_t other;
    assert(!pthread_create(&other, NULL, run, (void *)1));
    run((void *)0);
    assert(!pthread_join(other, NULL) && total == 400000);
    puts("good");
}
""".replace("HEADER", host_header(root)))
    subprocess.run(["gcc", "-O1", "-pthread", "-Wall", "-Werror", source, "-o", tmp_path / "lock"],
                   check=True)
    done = subprocess.run([tmp_path / "lock"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout == "good\n", done.stderr


def host_header(root):
    """weir_smp.h with its three instructions replaced by calls."""
    text = (root / "driver/rtos/weir_smp.h").read_text()
    for pattern, call in ((r'__asm__ volatile\("csrr %0, mhartid" : "=r"\(hart\)\);',
                           "hart = read_hart();"),
                          (r'__asm__ volatile\("csrrci %0, mstatus, 8" : "=r"\(before\)[^;]*;',
                           "before = mask();"),
                          (r'__asm__ volatile\("csrs mstatus, %0" : : "r"\(([^;]*)\) : "memory"\);',
                           r"unmask(\1);")):
        text, count = re.subn(pattern, call, text)
        assert count == 1, pattern
    return text
