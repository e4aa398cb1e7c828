/* SPDX-License-Identifier: Apache-2.0 */
/* An application of Zephyr with objects of every kind, threads that are static, created late and
 * deleted, and a handler. It counts its calls and prints the counts at the end, for run.py to
 * compare with the trace. Without CONFIG_WEIR it only measures. */
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

#include "demo.h"
#include "lines.h"
#ifdef CONFIG_WEIR
#include "weir_zephyr.h"
#endif

#define MTIME SOC(0x10)
#define RUN SOC(0x24) /* option --run of the simulation */

#ifdef CONFIG_WEIR
WEIR_ZEPHYR_EVENT_NAME(sample, 1, "sample");
WEIR_ZEPHYR_EVENT_NAME(late, 2, "late");

#ifdef CONFIG_WEIR_EVENTS
#define UNTIL_NAMED_MS 0
#else /* without hooks the trace finds names later */
#define UNTIL_NAMED_MS (2 * CONFIG_WEIR_NAMES_MS)
#endif
#define EMIT(id, value) weir_zephyr_emit(id, value)
static void drain(void)
{
    if (weir_drain(&weir) < 0)
        printk("weir_drain failed\n");
}
#else
#define UNTIL_NAMED_MS 0
#define EMIT(id, value) ((void)(value))
static void drain(void) {}
#endif

K_MSGQ_DEFINE(mail, sizeof(uint32_t), 4, 4);
K_SEM_DEFINE(alarm, 0, 100);
K_MUTEX_DEFINE(lock);
K_CONDVAR_DEFINE(condition);
K_EVENT_DEFINE(flags);
K_MBOX_DEFINE(mailbox);
K_MEM_SLAB_DEFINE(slab, 32, 2, 4);
K_STACK_DEFINE(pile, 4);
K_FIFO_DEFINE(fifo);
static struct k_poll_signal signal;
static struct k_sem seldom, own;
static volatile uint32_t sent, dropped, received, given, taken, locked, signalled, met, posted,
    got_flags, mailed, mail_got, took, freed, pushed, popped, fifo_put, fifo_got, raised, polled,
    submitted, worked, created, slept, timers;
static volatile bool ready;
static uint32_t end;

static void work(uint32_t count)
{
    k_mutex_lock(&lock, K_FOREVER);
    locked++;
    for (volatile uint32_t n = 0; n < count; n++)
        ;
    k_mutex_unlock(&lock);
}

/* ---- Work queue */

static void do_work(struct k_work *item)
{
    ARG_UNUSED(item);
    worked++;
}
K_WORK_DEFINE(item, do_work);

/* ---- Threads */

static void reader(void *a, void *b, void *c)
{
    for (;;) {
        uint32_t letter;
        k_msgq_get(&mail, &letter, K_FOREVER);
        received++;
        EMIT(1, letter);
        work(10);
        if (letter % 8 == 0) {
            slept++;
            k_sleep(K_TICKS(7));
        }
        if (letter % 4 == 0) {
            signalled++;
            k_mutex_lock(&lock, K_FOREVER);
            locked++;
            k_condvar_signal(&condition);
            k_mutex_unlock(&lock);
            posted++;
            k_event_post(&flags, 1);
            raised++;
            k_poll_signal_raise(&signal, 1);
            submitted++;
            k_work_submit(&item);
        }
    }
}
K_THREAD_DEFINE(reader_id, 1024, reader, NULL, NULL, NULL, 5, 0, 0);

static void waiter(void *a, void *b, void *c)
{
    struct k_poll_event event =
        K_POLL_EVENT_INITIALIZER(K_POLL_TYPE_SIGNAL, K_POLL_MODE_NOTIFY_ONLY, &signal);
    while (!ready)
        k_msleep(1);
    for (;;) {
        k_mutex_lock(&lock, K_FOREVER);
        locked++;
        k_condvar_wait(&condition, &lock, K_FOREVER);
        met++;
        k_mutex_unlock(&lock);
        k_event_wait(&flags, 1, false, K_FOREVER);
        k_event_clear(&flags, 1);
        got_flags++;
        k_poll(&event, 1, K_FOREVER);
        polled++;
        k_poll_signal_reset(&signal);
        event.state = K_POLL_STATE_NOT_READY;
        void *block;
        k_mem_slab_alloc(&slab, &block, K_FOREVER);
        took++;
        k_mem_slab_free(&slab, block);
        freed++;
        k_stack_push(&pile, 1);
        pushed++;
        stack_data_t data;
        k_stack_pop(&pile, &data, K_NO_WAIT);
        popped++;
        static struct {
            void *reserved;
            uint32_t n;
        } thing;
        k_fifo_put(&fifo, &thing);
        fifo_put++;
        (void)k_fifo_get(&fifo, K_NO_WAIT);
        fifo_got++;
        struct k_mbox_msg message = {.size = 0, .info = 1, .tx_target_thread = K_ANY};
        k_mbox_put(&mailbox, &message, K_FOREVER);
        mailed++;
    }
}
K_THREAD_DEFINE(waiter_id, 1024, waiter, NULL, NULL, NULL, 4, 0, 0);

static void postman(void *a, void *b, void *c)
{
    for (;;) {
        struct k_mbox_msg message = {.size = 0, .rx_source_thread = K_ANY};
        k_mbox_get(&mailbox, &message, NULL, K_FOREVER);
        mail_got++;
    }
}
K_THREAD_DEFINE(postman_id, 1024, postman, NULL, NULL, NULL, 6, 0, 0);

/* Lives for one event; its memory is used again by the next, which has another name or none. */
static void late(void *number, void *b, void *c)
{
    if (UNTIL_NAMED_MS)
        k_msleep(UNTIL_NAMED_MS);
    EMIT(2, (uint32_t)(uintptr_t)number);
}
static K_THREAD_STACK_DEFINE(late_stack, 1024);
static struct k_thread late_thread;

static void create_late(void)
{
    static const char *const names[] = {"late", "late 1", NULL, "late 3"};
    const uint32_t number = created++;
    k_thread_create(&late_thread, late_stack, K_THREAD_STACK_SIZEOF(late_stack), late,
                    (void *)(uintptr_t)number, NULL, NULL, 3, 0, K_FOREVER);
    if (names[number % 4])
        k_thread_name_set(&late_thread, names[number % 4]);
    k_thread_start(&late_thread);
    k_thread_join(&late_thread, K_FOREVER);
}

static void stuck(void *a, void *b, void *c) { k_sleep(K_FOREVER); }
static K_THREAD_STACK_DEFINE(stuck_stack, 512);
static struct k_thread stuck_thread;

static void abort_one(void)
{
    k_thread_create(&stuck_thread, stuck_stack, K_THREAD_STACK_SIZEOF(stuck_stack), stuck, NULL,
                    NULL, NULL, 3, 0, K_NO_WAIT);
    k_thread_name_set(&stuck_thread, "stuck");
    k_thread_abort(&stuck_thread);
}

static void rang(struct k_timer *timer)
{
    ARG_UNUSED(timer);
    timers++;
    given++;
    k_sem_give(&alarm);
}
K_TIMER_DEFINE(clock, rang, NULL);

/* ---- Costs: cycles and instructions of a call, less those of the loop */

#define COUNTER(csr)                                                                               \
    ({                                                                                             \
        uint32_t now_;                                                                             \
        __asm__ volatile("csrr %0, " csr : "=r"(now_) : : "memory");                               \
        now_;                                                                                      \
    })
enum { ROUNDS = 16 };
#define COST(name, call)                                                                           \
    do {                                                                                           \
        const unsigned int key = irq_lock();                                                       \
        call;                                                                                      \
        const uint32_t c0 = COUNTER("mcycle"), i0 = COUNTER("minstret");                           \
        for (volatile int n = 0; n < ROUNDS; n++)                                                  \
            ;                                                                                      \
        const uint32_t c1 = COUNTER("mcycle"), i1 = COUNTER("minstret");                           \
        for (volatile int n = 0; n < ROUNDS; n++) {                                                \
            call;                                                                                  \
        }                                                                                          \
        const uint32_t c2 = COUNTER("mcycle"), i2 = COUNTER("minstret");                           \
        irq_unlock(key);                                                                           \
        const uint32_t i = (i2 - i1) - (i1 - i0), c = (c2 - c1) - (c1 - c0);                       \
        drain();                                                                                   \
        printk("cost %s %u.%02u %u.%02u\n", name, i / ROUNDS, i % ROUNDS * 100 / ROUNDS,           \
               c / ROUNDS, c % ROUNDS * 100 / ROUNDS);                                             \
    } while (0)

/* Two threads of one priority give way to each other: a round is two switches. Interrupts are
 * masked and there are no time slices, as their cost depends on the other timeouts. */
static volatile bool pinging;
static void ping(void *a, void *b, void *c)
{
    const unsigned int key = irq_lock();
    while (pinging)
        k_yield();
    irq_unlock(key);
}

static void measure(void)
{
    COST("k_sem_give", k_sem_give(&seldom));
    COST("k_sem_give_and_take", (k_sem_give(&own), (void)k_sem_take(&own, K_NO_WAIT)));
    const k_tid_t me = k_current_get();
    const int before = k_thread_priority_get(me);
    k_sched_time_slice_set(0, 0);
    pinging = true;
    k_thread_priority_set(me, 2);
    k_thread_create(&late_thread, late_stack, K_THREAD_STACK_SIZEOF(late_stack), ping, NULL, NULL,
                    NULL, 2, 0, K_NO_WAIT);
    const unsigned int key = irq_lock();
    k_yield();
    const uint32_t c0 = COUNTER("mcycle"), i0 = COUNTER("minstret");
    for (int n = 0; n < ROUNDS; n++)
        k_yield();
    const uint32_t c1 = COUNTER("mcycle"), i1 = COUNTER("minstret");
    pinging = false;
    irq_unlock(key);
    drain();
    k_thread_join(&late_thread, K_FOREVER);
    k_thread_priority_set(me, before);
    k_sched_time_slice_set(CONFIG_TIMESLICE_SIZE, CONFIG_TIMESLICE_PRIORITY);
    printk("cost two_switches %u.0 %u.0\n", (i1 - i0) / ROUNDS, (c1 - c0) / ROUNDS);
}

static void count(const char *name, uint32_t n) { printk("%s %u\n", name, n); }
#define COUNT(name) count(#name, name)
#define PLACE(object) printk("place %s 0x%lx\n", #object, (unsigned long)(uintptr_t)(object))

int main(void)
{
#ifdef CONFIG_WEIR
    if (weir_zephyr_result < 0) {
        EXIT = 1;
        return 1;
    }
#endif
    k_sem_init(&seldom, 0, 1000);
    k_sem_init(&own, 0, 1000);
    measure();
    k_poll_signal_init(&signal);
    ready = true;
    lines_begin();
    end = MTIME + RUN;
    k_timer_start(&clock, K_TICKS(2), K_TICKS(2));
    for (uint32_t letter = 1; (int32_t)(MTIME - end) < 0; letter++) {
        k_sem_take(&alarm, K_FOREVER);
        taken++;
        lines_raise(letter);
        work(letter % 4 ? 10 : 900);
        if (k_msgq_put(&mail, &letter, K_NO_WAIT) == 0)
            sent++;
        else
            dropped++;
        if (letter % 8 == 0)
            create_late();
        if (letter % 16 == 0)
            abort_one();
    }
    k_timer_stop(&clock);
    k_msleep(5); /* the others become idle */
#ifdef CONFIG_WEIR
    weir_zephyr_stacks();
    irq_lock();
    if (weir_finish(&weir) < 0) {
        printk("weir_finish failed\n");
        EXIT = 1;
    }
#endif
    COUNT(sent), COUNT(dropped), COUNT(received), COUNT(given), COUNT(taken), COUNT(locked);
    COUNT(signalled), COUNT(met), COUNT(posted), COUNT(got_flags), COUNT(mailed), COUNT(mail_got);
    COUNT(took), COUNT(freed), COUNT(pushed), COUNT(popped), COUNT(fifo_put), COUNT(fifo_got);
    COUNT(raised), COUNT(polled), COUNT(submitted), COUNT(worked), COUNT(created), COUNT(slept);
    COUNT(timers);
    lines_end();
    PLACE(&mail), PLACE(&alarm), PLACE(&lock), PLACE(&condition), PLACE(&flags), PLACE(&mailbox);
    PLACE(&slab), PLACE(&pile), PLACE(&fifo), PLACE(&signal), PLACE(&item), PLACE(&clock);
    PLACE(&seldom), PLACE(&late_thread), PLACE(&stuck_thread);
    PLACE(reader_id), PLACE(waiter_id), PLACE(postman_id), PLACE(k_current_get());
#ifndef CONFIG_WEIR /* lets the bench check that the unit is idle */
    (void)*(volatile uint32_t *)0x40000014; /* STATUS, LEVEL, TAIL */
    (void)*(volatile uint32_t *)0x40000028;
    (void)*(volatile uint32_t *)0x4000002c;
#endif
    EXIT = 0;
    for (;;)
        ;
}
