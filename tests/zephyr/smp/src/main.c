/* SPDX-License-Identifier: Apache-2.0 */
/* Zephyr on two CPUs: threads that stay on a CPU, threads that move, a queue and a mutex between
 * them. It prints its counts at the end, for run.py to compare with the trace. */
#include <string.h>

#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

#include "demo.h"
#include "weir_zephyr.h"

#define MTIME SOC(0x10)
#define RUN SOC(0x24) /* option --run of the simulation */

enum { PINNED = 1, MOVING, UNDER_LOCK, CPUS = 2, MOVERS = 3, THREADS = CPUS + MOVERS + 2 };
WEIR_ZEPHYR_EVENT_NAME(pinned, PINNED, "pinned");
WEIR_ZEPHYR_EVENT_NAME(moving, MOVING, "moving");
WEIR_ZEPHYR_EVENT_NAME(under_lock, UNDER_LOCK, "under lock");

K_MSGQ_DEFINE(mail, sizeof(uint32_t), 4, 4);
K_MUTEX_DEFINE(lock);
K_THREAD_STACK_ARRAY_DEFINE(stacks, THREADS, 768);
static struct k_thread threads[THREADS];
static volatile uint32_t over, pinned[CPUS], moving[MOVERS], shared, sent, received, wrong;

static void work(uint32_t amount)
{
    for (volatile uint32_t n = amount; n; n--)
        ;
}

static void stay(void *number, void *b, void *c)
{
    const uint32_t cpu = (uint32_t)(uintptr_t)number;
    while (!over) {
        weir_zephyr_emit(PINNED, pinned[cpu]++);
        work(5 + pinned[cpu] * 37 % 40);
        k_sleep(K_TICKS(1));
    }
}

static void move(void *number, void *b, void *c)
{
    const uint32_t me = (uint32_t)(uintptr_t)number;
    while (!over) {
        weir_zephyr_emit(MOVING, me << 24 | moving[me]++);
        work(20 + moving[me] * 91 % 100);
        k_mutex_lock(&lock, K_FOREVER);
        weir_zephyr_emit(UNDER_LOCK, shared);
        const uint32_t before = shared;
        work(30);
        shared = before + 1;
        k_mutex_unlock(&lock);
        if (moving[me] % 4 == 0)
            k_sleep(K_TICKS(1 + me));
    }
}

static void send(void *a, void *b, void *c)
{
    while (!over) {
        const uint32_t n = sent++;
        k_msgq_put(&mail, &n, K_FOREVER);
        if (n % 3 == 0)
            k_sleep(K_TICKS(1));
    }
}

static void receive(void *a, void *b, void *c)
{
    for (;;) {
        uint32_t n;
        k_msgq_get(&mail, &n, K_FOREVER);
        wrong += n != received++;
    }
}

static void begin(unsigned at, const char *name, k_thread_entry_t entry, unsigned number,
                  int priority, int cpu)
{
    k_thread_create(&threads[at], stacks[at], K_THREAD_STACK_SIZEOF(stacks[at]), entry,
                    (void *)(uintptr_t)number, NULL, NULL, priority, 0, K_FOREVER);
    k_thread_name_set(&threads[at], name);
    if (cpu >= 0)
        k_thread_cpu_pin(&threads[at], cpu);
    k_thread_start(&threads[at]);
}

#ifdef CONFIG_WEIR_DRAIN_THREAD
static k_tid_t drainer;
static void find(const struct k_thread *thread, void *unused)
{
    if (strcmp(k_thread_name_get((k_tid_t)thread), "weir drain") == 0)
        drainer = (k_tid_t)thread;
}

/* Puts the thread that drains on CPU 1; CPU 0 takes the unit's interrupt. Returns while it waits:
 * only then can it be pinned. */
static void settle(void)
{
    k_thread_foreach_unlocked(find, NULL);
    while (k_thread_cpu_pin(drainer, 1) < 0)
        k_sleep(K_TICKS(1));
}
#else
static void settle(void) {}
#endif

int main(void)
{
    /* For run.py, which watches this word as the unit does */
    __asm__ volatile(".globl second_current\n.set second_current, %0"
                     :
                     : "i"(offsetof(struct z_kernel, cpus[1].current)));
    if (weir_zephyr_result < 0)
        EXIT = 1;
    settle();
    const uint32_t end = MTIME + RUN;
    begin(0, "left", stay, 0, 3, 0);
    begin(1, "right", stay, 1, 3, 1);
    begin(2, "red", move, 0, 8, -1);
    begin(3, "green", move, 1, 8, -1);
    begin(4, "blue", move, 2, 8, -1);
    begin(5, "producer", send, 0, 5, -1);
    begin(6, "consumer", receive, 0, 5, -1);
    while ((int32_t)(MTIME - end) < 0)
        k_sleep(K_TICKS(2));
    over = 1;
    k_sleep(K_TICKS(8)); /* all others stop */
    settle();
    const unsigned key = irq_lock();
    if (weir_disable(&weir) < 0 || weir_finish(&weir) < 0)
        EXIT = 1;
    for (unsigned n = 0; n < CPUS; n++)
        printk("pinned %u %u\n", n, pinned[n]);
    for (unsigned n = 0; n < MOVERS; n++)
        printk("moving %u %u\n", n, moving[n]);
    printk("sent %u\nreceived %u\nshared %u\nwrong %u\nmail %p\n", sent, received, shared, wrong,
           (void *)&mail);
    EXIT = 0;
    irq_unlock(key);
    return 0;
}
