/* SPDX-License-Identifier: Apache-2.0 */
/* A traced application of Zephyr: threads and an interrupt share a queue, a semaphore and a mutex.
 * Counts its calls. */
#include <zephyr/kernel.h>

#include "soc.h"
#include "weir_zephyr.h"

static struct weir_named names[4];
static const struct weir_event_name events[] = {{1, "sample"}, WEIR_RTOS_EVENT_NAMES};
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .event_names = events,
    .event_name_count = sizeof events / sizeof *events,
    .names = names,
    .name_max = 4,
    .sink = soc_host,
    .watermark = 512,
};
struct weir weir;

enum { TICK = 4000 * SOC_PACE };
static struct k_thread reader, writer;
static struct k_msgq mail;
static struct k_sem alarm;
static struct k_mutex lock;
static uint32_t letters[4], end, next_tick;
static volatile uint32_t sent, dropped, received, given, taken, locked;

static void work(uint32_t count)
{
    locked++;
    k_mutex_lock(&lock, K_FOREVER);
    for (volatile uint32_t n = 0; n < count; n++)
        ;
    k_mutex_unlock(&lock);
}

static void finish(void)
{
    soc_irq_save();
    soc_check(weir_finish(&weir), "weir_finish");
    printf("sent %lu dropped %lu received %lu given %lu taken %lu locked %lu\n",
           (unsigned long)sent, (unsigned long)dropped, (unsigned long)received,
           (unsigned long)given, (unsigned long)taken, (unsigned long)locked);
    printf("reader %p writer %p mail %p alarm %p lock %p\n", (void *)&reader, (void *)&writer,
           (void *)&mail, (void *)&alarm, (void *)&lock);
    exit(0);
}

static void read_mail(void)
{
    for (;;) {
        uint32_t letter;
        k_msgq_get(&mail, &letter, K_FOREVER);
        received++;
        weir_emit(&weir, 1, letter);
        work(10);
        if (letter % 8 == 0)
            k_sleep(K_TICKS(7));
        if (letter % 16 == 0)
            soc_check(weir_names_repeat(&weir), "weir_names_repeat");
    }
}

static void write_mail(void)
{
    for (uint32_t letter = 1;; letter++) {
        k_sem_take(&alarm, K_FOREVER);
        taken++;
        work(letter % 4 ? 10 : 900);
        if (k_msgq_put(&mail, &letter, K_NO_WAIT) == 0)
            sent++;
        else
            dropped++;
        if ((int32_t)(SOC_MTIME - end) >= 0)
            finish();
    }
}

void on_interrupt(uint32_t cause)
{
    if (cause == 0x8000000bu)
        soc_check(weir_irq(&weir), "weir_irq");
    else if (cause == 0x80000007u) {
        next_tick += TICK;
        soc_timer_at(next_tick);
        z_tick();
        given++;
        k_sem_give(&alarm);
    } else {
        printf("trap %08lx\n", (unsigned long)cause);
        exit(98);
    }
}

static void first(void) /* Zephyr's main */
{
    soc_check(weir_init(&weir, &config), "weir_init");
    soc_check(weir_start(&weir), "weir_start");
    soc_check(weir_zephyr_snoop(&weir), "weir_zephyr_snoop");
    k_msgq_init(&mail, letters, 4);
    k_sem_init(&alarm, 0, 10);
    k_mutex_init(&lock);
    k_thread_create(&reader, read_mail, 5);
    k_thread_name_set(&reader, "reader");
    k_thread_create(&writer, write_mail, 10);
    k_thread_name_set(&writer, "writer");
    end = SOC_MTIME + SOC_RUN;
    next_tick = SOC_MTIME + TICK;
    soc_timer_at(next_tick);
}

int main(void) { z_cstart(first); }
