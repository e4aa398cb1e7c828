/* SPDX-License-Identifier: Apache-2.0 */
/* A traced application of Zephyr: threads and an interrupt share a queue, a semaphore and a mutex;
 * some threads are static, others come and go in one place of memory. Counts its calls. */
#include <zephyr/drivers/interrupt_controller/riscv_plic.h>
#include <zephyr/irq.h>
#include <zephyr/kernel.h>

#include "soc.h"
#include "weir_zephyr.h"

WEIR_ZEPHYR_EVENT_NAME(sample, 1, "sample");
WEIR_ZEPHYR_EVENT_NAME(visit, 2, "visit");

int weir_zephyr_sink(void *context, const void *bytes, size_t count)
{
    return soc_host(context, bytes, count);
}

enum { TICK = 4000 * SOC_PACE };
static struct k_thread visitor;
static struct k_msgq mail;
static struct k_sem alarm;
static struct k_mutex lock;
static uint32_t letters[4], end, next_tick;
static volatile uint32_t sent, dropped, received, given, taken, locked, visits;

static void work(uint32_t count)
{
    k_mutex_lock(&lock, K_FOREVER);
    locked++; /* by two threads */
    for (volatile uint32_t n = 0; n < count; n++)
        ;
    k_mutex_unlock(&lock);
}

static void finish(void)
{
    soc_irq_save();
    for (int n = 0; n < CONFIG_WEIR_NAMES; n++) { /* all names, and none of a deleted thread */
        soc_check(weir_names_repeat(&weir), "weir_names_repeat");
        soc_check(weir_drain(&weir), "weir_drain");
    }
    soc_check(weir_finish(&weir), "weir_finish");
    printf("sent %lu dropped %lu received %lu given %lu taken %lu locked %lu\n",
           (unsigned long)sent, (unsigned long)dropped, (unsigned long)received,
           (unsigned long)given, (unsigned long)taken, (unsigned long)locked);
    printf("visits %lu visitor %p\n", (unsigned long)visits, (void *)&visitor);
    printf("mail %p alarm %p lock %p\n", (void *)&mail, (void *)&alarm, (void *)&lock);
    exit(0);
}

static volatile bool away;

static void visit(void)
{
    weir_emit(&weir, 2, visits);
    away = true;
}

/* A thread in the memory of the one before it; every other one has a name. It runs when the reader
 * sleeps, and has ended when the reader runs again. */
static void invite(void)
{
    away = false;
    k_thread_create(&visitor, visit, 8);
    if (visits++ % 2 == 0)
        k_thread_name_set(&visitor, "visitor");
    do
        k_sleep(K_TICKS(1));
    while (!away);
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
        if (letter % 8 == 1)
            invite();
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

/* The source at a PLIC, as its driver remembers it: here a number of each interrupt. */
static unsigned claimed = 33;
unsigned riscv_plic_get_irq(void) { return claimed; }

void on_interrupt(uint32_t cause)
{
    if (cause == 0x8000000bu) {
        claimed = claimed == 39 ? 33 : claimed + 1;
        kernel_handler_11(NULL);
    } else if (cause == 0x80000007u) {
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

K_THREAD_DEFINE(reader, read_mail, 5);
K_THREAD_DEFINE(writer, write_mail, 10);

static void first(void) /* Zephyr's main */
{
    soc_check(weir_zephyr_result, "weir_zephyr_result");
    k_msgq_init(&mail, letters, 4);
    k_sem_init(&alarm, 0, 10);
    k_mutex_init(&lock);
    end = SOC_MTIME + SOC_RUN;
    next_tick = SOC_MTIME + TICK;
    soc_timer_at(next_tick);
}

int main(void)
{
    z_cstart(first);
}
