/* SPDX-License-Identifier: Apache-2.0 */
/* An interrupt switches threads at every instant of taking and releasing the lock. Checks that the
 * lock holds, and that interrupts are on again after it, in every thread. Each thread sets the
 * timer a little later than the previous one, and uses the lock until it was preempted and runs
 * again. */
#include "soc.h"
#include "threads.h"
#include "weir.h"

enum { STEP = SOC_PACE < 20 ? 1 : 32 }; /* cycles; shorter than an instruction */
/* The steps cover more than a round with the lock; each is for either thread. */
enum { STEPS = 120 * SOC_PACE / STEP, TURNS = 2 * STEPS };
enum { TURN = 1 }; /* USER id */
#ifdef SOC_PICORV32
static int was_on(uint32_t lock) { return !(lock & 1u << 5); }
#else
static int was_on(uint32_t lock) { return lock & 8; }
#endif

static const struct weir_config config = {.base = SOC_WEIR, .unit = "ns10", .sink = soc_host};
static struct weir weir;
static struct thread threads[2];
static volatile uint32_t turns, shared, rounds[2];

void on_timer(void)
{
    soc_timer_at(SOC_MTIME + 1000000); /* far away: the next thread sets it */
    turns++;
    thread_running = &threads[turns % 2];
}

void on_weir(void) {}

static void finish(void)
{
    (void)soc_irq_save();
    printf("turns %lu rounds %lu shared %lu\n", (unsigned long)turns,
           (unsigned long)(rounds[0] + rounds[1]), (unsigned long)shared);
    soc_check(weir_finish(&weir), "weir_finish");
    exit(0);
}

static void work(unsigned me)
{
    for (;;) {
        const uint32_t before = turns;
        weir_emit(&weir, TURN, before);
        soc_timer_at(SOC_MTIME + 30 * SOC_PACE + before / 2 % STEPS * STEP);
        for (uint32_t tries = 0; turns == before; tries++) {
            const uint32_t lock = soc_irq_save();
            const uint32_t inner = soc_irq_save(); /* it nests */
            shared++;
            soc_irq_restore(inner);
            rounds[me]++;
            soc_irq_restore(lock);
            if (!was_on(lock) || was_on(inner) || tries == 1000) {
                printf("interrupts are off in turn %lu\n", (unsigned long)before);
                exit(1);
            }
        }
        if (turns >= TURNS)
            finish();
        if (before % 16 == 0)
            soc_check(weir_drain(&weir), "weir_drain");
    }
}

static void first(void) { work(0); }
static void second(void) { work(1); }

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    soc_check(weir_start(&weir), "weir_start");
    thread_make(&threads[0], first);
    thread_make(&threads[1], second);
    thread_running = &threads[0];
    soc_check(weir_snoop(&weir, 0, &thread_running), "weir_snoop");
    soc_timer_at(SOC_MTIME + 1000000);
    threads_start();
}
