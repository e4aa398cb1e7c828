/* SPDX-License-Identifier: Apache-2.0 */
/* A traced application of ThreadX: two threads and an interrupt share a queue and a semaphore.
 * Counts its calls. */
#include "tx_api.h"

#include "soc.h"

static struct weir_named names[8];
static const struct weir_event_name events[] = {{1, "mark"}, WEIR_RTOS_EVENT_NAMES};
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .event_names = events,
    .event_name_count = sizeof events / sizeof *events,
    .names = names,
    .name_max = 8,
    .sink = soc_host,
    .watermark = 64,
};
struct weir weir;

enum { TICK = 4000 * SOC_PACE };
static TX_THREAD reader, writer, late;
static TX_QUEUE mail;
static TX_SEMAPHORE alarm;
static ULONG letters[4];
static uint32_t end, next_tick, sent, dropped, received, put, got;

static void finish(void)
{
    soc_irq_save();
    soc_check(weir_finish(&weir), "weir_finish");
    printf("sent %lu dropped %lu received %lu put %lu got %lu\n", (unsigned long)sent,
           (unsigned long)dropped, (unsigned long)received, (unsigned long)put, (unsigned long)got);
    printf("runs %lu\nreader %p writer %p mail %p alarm %p late %p\n",
           reader.tx_thread_run_count + writer.tx_thread_run_count + late.tx_thread_run_count,
           (void *)&reader, (void *)&writer, (void *)&mail, (void *)&alarm, (void *)&late);
    printf("stack %p size %lu letters %p\n", (void *)late.stack, (unsigned long)sizeof late.stack,
           (void *)letters);
    exit(0);
}

static VOID run_late(ULONG unused)
{
    (void)unused;
    tx_trace_user_event_insert(4096 + 3, 0, 0, 0, 0);
}

static VOID read_mail(ULONG unused)
{
    (void)unused;
    for (;;) {
        ULONG letter;
        tx_queue_receive(&mail, &letter, TX_WAIT_FOREVER);
        received++;
        tx_trace_user_event_insert(4096 + 1, letter, ~letter, 3 * letter, received);
        if (received == 20) { /* while the trace runs; its name is gone at once */
            static CHAR name[] = "late";
            tx_thread_create(&late, name, run_late, 4);
            name[0] = 'L';
        }
        if (letter % 16 == 7) {
            tx_trace_event_filter(TX_TRACE_USER_EVENTS);
            tx_trace_user_event_insert(4096 + 2, letter, 0, 0, 0);
            tx_trace_event_unfilter(TX_TRACE_USER_EVENTS);
        }
        if (letter % 8 == 0)
            tx_thread_sleep(7);
    }
}

static VOID write_mail(ULONG unused)
{
    (void)unused;
    for (ULONG letter = 1;; letter++) {
        got++;
        tx_semaphore_get(&alarm, TX_WAIT_FOREVER);
        sent++; /* before the reader preempts */
        if (tx_queue_send(&mail, &letter, TX_NO_WAIT) != TX_SUCCESS) {
            sent--;
            dropped++;
        }
        if ((int32_t)(SOC_MTIME - end) >= 0)
            finish();
    }
}

void on_interrupt(uint32_t cause)
{
    if (cause == 0x8000000bu) {
        tx_trace_isr_enter_insert(11);
        soc_check(weir_irq(&weir), "weir_irq");
        tx_trace_isr_exit_insert(11);
    } else if (cause == 0x80000007u) {
        tx_trace_isr_enter_insert(7);
        next_tick += TICK;
        soc_timer_at(next_tick);
        _tx_timer_interrupt();
        put++;
        tx_semaphore_put(&alarm);
        tx_trace_isr_exit_insert(7);
    } else {
        printf("trap %08lx\n", (unsigned long)cause);
        exit(98);
    }
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    soc_check(weir_start(&weir), "weir_start");
    soc_check(weir_snoop(&weir, 0, &_tx_thread_current_ptr), "weir_snoop");
    tx_queue_create(&mail, "mail", letters, 4);
    tx_semaphore_create(&alarm, "alarm", 0);
    tx_thread_create(&reader, "reader", read_mail, 5);
    tx_thread_create(&writer, "writer", write_mail, 10);
    end = SOC_MTIME + SOC_RUN;
    next_tick = SOC_MTIME + TICK;
    soc_timer_at(next_tick);
}

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    tx_kernel_enter();
}
