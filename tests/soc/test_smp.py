# SPDX-License-Identifier: Apache-2.0
"""Several harts: the hooks of weir_smp.h under POSIX threads, and FreeRTOS for two cores, compiled.

No core of the packages has both the extension A and a second hart, so this kernel does not run.
"""

import re
import subprocess

CC = [
    "riscv64-unknown-elf-gcc", "--specs=picolibc.specs", "-march=rv32ima", "-mabi=ilp32",
    "-misa-spec=2.2", "-std=gnu11", "-Os", "-DWEIR_HOOKS=\"weir_smp.h\""
]


def compile_kernel(root, tmp_path, source):
    kernel, out = root / "build/deps/freertos", tmp_path / "kernel.o"
    subprocess.run([
        *CC, "-w", "-Werror=implicit-function-declaration",
        *(f"-I{root / f}" for f in ("tests/soc/smp", "driver/include", "driver/rtos",
                                    "driver/rtos/freertos")), "-isystem", kernel / "include", "-c",
        kernel / source, "-o", out
    ],
                   check=True)
    return subprocess.run(["riscv64-unknown-elf-objdump", "-dr", out],
                          check=True,
                          capture_output=True,
                          text=True).stdout


def functions(code):
    return dict(re.findall(r"^\w+ <(\w+)>:\n(.*?)(?=^\w+ <\w+>:|\Z)", code, re.M | re.S))


def test_freertos_on_two_cores(root, tmp_path):
    """An event of the kernel goes to the port of the core that runs, of a task under the lock."""
    for source, names in (("tasks.c", ["vTaskSuspend", "xTaskIncrementTick"]),
                          ("queue.c", ["xQueueReceive", "xQueueGenericSendFromISR"])):
        code = functions(compile_kernel(root, tmp_path, source))
        for name in names:
            assert "mhartid" in code[name], name
            # A handler stays on its core by itself.
            assert "FromISR" in name or re.search(r"lr\.w|weir_smp_lock", code[name]), name
        assert "lr.w" in code["weir_smp_lock"]


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
