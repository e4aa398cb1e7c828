/* SPDX-License-Identifier: Apache-2.0 */
/* Random load on bare threads (random_load.h): the timer interrupts at random times and continues
 * with any thread. On every core. */
#include "random_load.h"
#include "threads.h"

enum { THREADS = 4, TICK = 1000 * SOC_PACE };

static struct thread threads[THREADS];
static const struct weir_config config = {
    .base = SOC_WEIR, .unit = "ns10", .sink = soc_host, .watermark = 64};
static struct weir weir;
static uint32_t end;

static void thread(void)
{
    for (;;) {
        random_events(&weir);
        random_spin();
        if (!below(32)) {
            const uint32_t lock = soc_irq_save();
            random_burst(&weir);
            soc_irq_restore(lock);
        }
    }
}

void on_timer(void)
{
    const uint32_t now = SOC_MTIME;
    if ((int32_t)(now - end) >= 0)
        random_end(&weir);
    random_events_isr(&weir);
    thread_running = &threads[below(THREADS)];
    soc_timer_at(now + TICK / 4 + below(TICK));
}

void on_weir(void)
{
    random_events_isr(&weir);
    soc_check(weir_irq(&weir), "weir_irq");
}

int main(void)
{
    random_begin();
    soc_check(weir_init(&weir, &config), "weir_init");
    for (unsigned n = 0; n < THREADS; n++)
        thread_make(&threads[n], thread);
    soc_check(weir_start(&weir), "weir_start");
    thread_running = threads;
    soc_check(weir_snoop(&weir, 0, &thread_running), "weir_snoop");
    end = SOC_MTIME + SOC_RUN;
    soc_timer_at(SOC_MTIME + TICK);
    threads_start();
}
