/* SPDX-License-Identifier: Apache-2.0 */
/* A traced preemptive scheduler with fixed priorities, a tick, threads that sleep, and a queue that
 * wakes its reader. threads/ saves and restores threads (one page of assembler); schedule() here
 * selects the next one. The unit watches the word `thread_running`; the trace costs no instruction.
 */
#include "soc.h"
#include "threads.h"
#include "weir.h"

enum { TICK = 5000 * SOC_PACE, QUEUE = 8, FOREVER = 0x7fffffff };
enum { TICKS = 1, SAMPLE = 2, SUM = 3, PRIME = 4 }; /* USER ids */

static void sampler(void), summer(void), background(void);

static struct task {
    struct thread thread; /* first member: a task has the address of its thread */
    const char *name;
    void (*run)(void);
    volatile int32_t wake; /* ready from this tick on */
} tasks[] = {{.name = "sampler", .run = sampler},
             {.name = "summer", .run = summer},
             {.name = "background", .run = background}};
enum { TASKS = sizeof tasks / sizeof *tasks }; /* by priority; the last one is always ready */

static struct weir_named names[TASKS];
static const struct weir_event_name events[] = {
    {TICKS, "tick"}, {SAMPLE, "sample"}, {SUM, "sum"}, {PRIME, "prime"}};
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .event_names = events,
    .event_name_count = sizeof events / sizeof *events,
    .names = names,
    .name_max = TASKS,
    .sink = soc_host,
    .watermark = 64,
};
static struct weir weir;

/* ---- The scheduler */

static volatile int32_t tick;
static uint32_t next_tick, end;

static void schedule(void) /* called in the timer's handler */
{
    struct task *task = tasks;
    while (task->wake > tick)
        task++;
    thread_running = &task->thread;
}

static void reschedule(void) /* called in a thread: the timer interrupts at once */
{
    soc_timer_at(0);
}

static void pause(void) /* until it is time to wake */
{
    struct task *const self = (struct task *)thread_running;
    reschedule();
    while (self->wake > tick) /* until the interrupt is taken */
        ;
}

static void wake(struct task *task)
{
    task->wake = 0;
    reschedule();
}

static _Noreturn void finish(void)
{
    soc_check(weir_finish(&weir), "weir_finish");
    printf("ticks %lu\n", (unsigned long)tick);
    exit(0);
}

void on_timer(void)
{
    const uint32_t now = SOC_MTIME;
    if ((int32_t)(now - next_tick) >= 0) {
        next_tick = now + TICK;
        weir_emit_isr(&weir, TICKS, (uint32_t)++tick);
        if (now >= end)
            finish();
    }
    soc_timer_at(next_tick);
    schedule();
}

void on_weir(void) { soc_check(weir_irq(&weir), "weir_irq"); }

/* ---- The tasks */

static uint32_t queue[QUEUE];
static volatile uint32_t sent, received; /* each is written by one task only */

static void sampler(void)
{
    for (uint32_t noise = 1;;) {
        noise = (noise << 5) - noise + 7;
        weir_emit(&weir, SAMPLE, noise >> 24);
        if (sent - received < QUEUE) {
            queue[sent % QUEUE] = noise >> 24;
            sent++;
            wake(&tasks[1]);
        }
        tasks[0].wake = tick + 1;
        pause();
    }
}

static void summer(void)
{
    for (uint32_t sum = 0;;) {
        const uint32_t lock = soc_irq_save(); /* no wake between the check and the sleep */
        const int empty = received == sent;
        if (empty)
            tasks[1].wake = FOREVER;
        soc_irq_restore(lock);
        if (empty) {
            pause();
            continue;
        }
        sum += queue[received % QUEUE];
        received++;
        weir_emit(&weir, SUM, sum);
    }
}

static void background(void)
{
    for (uint32_t n = 2;; n++) {
        uint32_t multiple = 2 * n, d = 2; /* slow, as it avoids division */
        while (d < n) {
            for (multiple = d; multiple < n; multiple += d)
                ;
            if (multiple == n)
                break;
            d++;
        }
        if (d == n)
            weir_emit(&weir, PRIME, n);
        if (n % 64 == 0)
            soc_check(weir_names_repeat(&weir), "weir_names_repeat");
    }
}

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    for (struct task *task = tasks; task < tasks + TASKS; task++) {
        thread_make(&task->thread, task->run);
        soc_check(weir_thread_name(&weir, (uint32_t)(uintptr_t)task, task->name),
                  "weir_thread_name");
    }
    soc_check(weir_start(&weir), "weir_start");
    thread_running = &tasks[0].thread;
    soc_check(weir_snoop(&weir, 0, &thread_running), "weir_snoop");
    end = SOC_MTIME + SOC_RUN;
    next_tick = SOC_MTIME + TICK;
    soc_timer_at(next_tick);
    threads_start();
}
