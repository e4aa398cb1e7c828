/* SPDX-License-Identifier: Apache-2.0 */
/* A program of the real ThreadX for run.py: threads, an interrupt, and objects of every kind. It
 * prints what it counted, and in variant both the kernel's own trace buffer. */
#include "tx_api.h"

#include "soc.h"
#include "weir.h"

#if !defined(VARIANT_off) && !defined(VARIANT_native)
    #define GLUE 1
#else
    #define GLUE 0
#endif

enum { TICK = 4000, STACK = 1024, COST_ROUNDS = 64, LATE = 3 };

static struct weir_named names[24];
static const struct weir_event_name events[] = {{1, "letter"}, {2, "done"}};
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .event_names = events,
    .event_name_count = sizeof events / sizeof *events,
    .names = names,
    .name_max = sizeof names / sizeof *names,
    .sink = soc_host,
    .watermark = 64,
};
struct weir weir;

extern TX_THREAD *_tx_thread_current_ptr;

static TX_THREAD reader, writer, first, second, late[LATE];
static TX_QUEUE mail;
static TX_SEMAPHORE alarm, seldom;
static TX_MUTEX lock;
static TX_EVENT_FLAGS_GROUP flags;
static TX_BLOCK_POOL blocks;
static TX_BYTE_POOL bytes;
static TX_TIMER timer;
static ULONG stacks[4 + LATE][STACK / sizeof(ULONG)], letters[4], block_memory[32],
    byte_memory[128];
static uint32_t end, next_tick, sent, dropped, received, put, got, filtered, late_runs, timed;
static uint32_t drains, put_filtered;
static volatile uint32_t filters; /* a filter may be on */

#ifdef VARIANT_both
static UCHAR buffer[60000] __attribute__((aligned(8)));
#endif

/* ---- Costs: instructions and cycles of a service, in a thread that no interrupt disturbs */

static inline uint32_t instructions(void)
{
    uint32_t n;
    __asm__ volatile("csrr %0, minstret" : "=r"(n));
    return n;
}

#define COST(name, call)                                                                           \
    do {                                                                                           \
        TX_INTERRUPT_SAVE_AREA                                                                     \
        TX_DISABLE                                                                                 \
        call;                                                                                      \
        const uint32_t instructions_before = instructions(), cycles_before = soc_cycles();         \
        for (unsigned i = 0; i < COST_ROUNDS; i++) {                                               \
            call;                                                                                  \
        }                                                                                          \
        const uint32_t cycles = soc_cycles() - cycles_before,                                      \
                       all = instructions() - instructions_before;                                 \
        TX_RESTORE                                                                                 \
        printf("cost %s %lu.%02lu %lu.%02lu\n", name, (unsigned long)(all / COST_ROUNDS),          \
               (unsigned long)(all % COST_ROUNDS * 100 / COST_ROUNDS),                             \
               (unsigned long)(cycles / COST_ROUNDS),                                              \
               (unsigned long)(cycles % COST_ROUNDS * 100 / COST_ROUNDS));                         \
    } while (0)

/* ---- The program */

#ifdef VARIANT_both
static void print_word(uint32_t word) /* printf takes thirty times as long */
{
    SOC_CONSOLE = ' ';
    for (int shift = 28; shift >= 0; shift -= 4)
        SOC_CONSOLE = (uint32_t)"0123456789abcdef"[word >> shift & 15];
}
#endif

static void finish(void)
{
    soc_irq_save();
    if (GLUE)
        soc_check(weir_finish(&weir), "weir_finish");
    printf("sent %lu dropped %lu received %lu put %lu got %lu filtered %lu put_filtered %lu "
           "late_runs %lu\n",
           (unsigned long)sent, (unsigned long)dropped, (unsigned long)received, (unsigned long)put,
           (unsigned long)got, (unsigned long)filtered, (unsigned long)put_filtered,
           (unsigned long)late_runs);
    printf("name reader %p\nname writer %p\nname first %p\nname second %p\nname mail %p\n"
           "name alarm %p\nname seldom %p\nname lock %p\nname flags %p\nname blocks %p\n"
           "name bytes %p\nname timer %p\n",
           (void *)&reader, (void *)&writer, (void *)&first, (void *)&second, (void *)&mail,
           (void *)&alarm, (void *)&seldom, (void *)&lock, (void *)&flags, (void *)&blocks,
           (void *)&bytes, (void *)&timer);
    for (unsigned i = 0; i < LATE; i++)
        printf("late %p\n", (void *)&late[i]);
#ifdef VARIANT_both
    TX_THREAD *const threads[] = {&reader, &writer, &first, &second};
    for (unsigned i = 0; i < 4 + LATE; i++) {
        TX_THREAD *const t = i < 4 ? threads[i] : &late[i - 4];
        if (i < 4 || i - 4 < late_runs)
            printf("control %p %u %p %lu\n", (void *)t, t->tx_thread_user_priority,
                   t->tx_thread_stack_start, (unsigned long)t->tx_thread_stack_size);
    }
    for (unsigned i = 0; i < sizeof buffer / 4; i += 8) {
        const uint32_t *const word = (const uint32_t *)buffer + i;
        printf("buffer");
        for (unsigned k = 0; k < 8 && i + k < sizeof buffer / 4; k++)
            print_word(word[k]);
        printf("\n");
    }
#endif
    exit(0);
}

static VOID run_late(ULONG number)
{
    late_runs++;
    tx_trace_user_event_insert(4096 + 2, number, 0, 0, 0);
    tx_thread_sleep(3);
}

/* Threads that begin while the trace runs. The last ones have the address of one that was deleted.
 */
static void create_late(unsigned number)
{
    static CHAR text[LATE][8];
    const unsigned which = number % LATE;
    TX_THREAD *const thread = &late[which];
    if (number >= LATE) {
        tx_thread_terminate(thread);
        tx_thread_delete(thread);
    }
    snprintf(text[which], sizeof text[which], "late %u", number);
    tx_thread_create(thread, text[which], run_late, number, stacks[4 + which], STACK, 4, 4,
                     TX_NO_TIME_SLICE, TX_AUTO_START);
    text[which][0] = 'L'; /* the trace has a copy of the name */
    text[which][0] = 'l';
}

static VOID read_mail(ULONG unused)
{
    (void)unused;
    for (unsigned number = 0;;) {
        ULONG letter, actual;
        VOID *block;
        tx_queue_receive(&mail, &letter, TX_WAIT_FOREVER);
        received++;
        tx_trace_user_event_insert(4096 + 1, letter, received, 3, 4);
        tx_mutex_get(&lock, TX_WAIT_FOREVER);
        tx_mutex_put(&lock);
        tx_event_flags_set(&flags, 1, TX_OR);
        tx_event_flags_get(&flags, 1, TX_OR_CLEAR, &actual, TX_NO_WAIT);
        if (tx_block_allocate(&blocks, &block, TX_NO_WAIT) == TX_SUCCESS)
            tx_block_release(block);
        if (tx_byte_allocate(&bytes, &block, 16, TX_NO_WAIT) == TX_SUCCESS)
            tx_byte_release(block);
        if (letter % 8 == 0)
            tx_thread_sleep(2);
        if (letter % 16 == 5)
            create_late(number++);
        if (letter % 16 == 9) { /* its events do not count, those of others do */
            filters = 1;
            tx_trace_event_filter(TX_TRACE_SEMAPHORE_EVENTS);
            tx_semaphore_put(&seldom);
            filtered++;
            filters = 0;
            tx_trace_event_unfilter(TX_TRACE_SEMAPHORE_EVENTS);
        }
    }
}

static VOID write_mail(ULONG unused)
{
    (void)unused;
    COST("user_event", tx_trace_user_event_insert(4096 + 3, 1, 2, 3, 4));
    COST("semaphore_put", tx_semaphore_put(&seldom));
    COST("thread_identify", tx_thread_identify());
    if (GLUE)
        soc_check(weir_drain(&weir), "weir_drain");
    for (ULONG letter = 1;; letter++) {
        got++;
        tx_semaphore_get(&alarm, TX_WAIT_FOREVER);
        sent++; /* before the reader preempts */
        if (tx_queue_send(&mail, &letter, TX_NO_WAIT) != TX_SUCCESS) {
            sent--;
            dropped++;
        }
        if (GLUE) {
            tx_thread_identify(); /* ThreadX's own buffer knows by its events alone who runs */
            const int taken = weir_drain(&weir);
            soc_check(taken, "weir_drain");
            weir_emit(&weir, 4, ++drains);
        }
        if ((int32_t)(SOC_MTIME - end) >= 0)
            finish();
    }
}

static VOID relinquish(ULONG unused)
{
    (void)unused;
    for (unsigned n = 0;; n++) {
        tx_thread_relinquish();
        if (n % 16 == 15)
            tx_thread_sleep(4);
    }
}

static VOID on_timer(ULONG unused)
{
    (void)unused;
    timed++;
}

VOID _tx_timer_interrupt(VOID);

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
        put_filtered += filters;
        tx_semaphore_put(&alarm);
        tx_trace_isr_exit_insert(7);
    } else {
        printf("trap %08lx\n", (unsigned long)cause);
        exit(98);
    }
}

static void create(TX_THREAD *thread, CHAR *name, VOID (*entry)(ULONG), unsigned which,
                   UINT priority)
{
    tx_thread_create(thread, name, entry, 0, stacks[which], STACK, priority, priority,
                     TX_NO_TIME_SLICE, TX_AUTO_START);
}

VOID tx_application_define(VOID *unused_memory)
{
    (void)unused_memory;
    if (GLUE) { /* exactly as docs/guides/rtos.md: the trace starts before the threads exist */
        soc_check(weir_start(&weir), "weir_start");
        soc_check(weir_snoop(&weir, 0, &_tx_thread_current_ptr), "weir_snoop");
    }
#ifdef VARIANT_both
    tx_trace_enable(buffer, sizeof buffer, 30);
#elif defined(VARIANT_native)
    static UCHAR memory[8192] __attribute__((aligned(8)));
    tx_trace_enable(memory, sizeof memory, 30);
#endif
    tx_queue_create(&mail, "mail", 1, letters, sizeof letters);
    tx_semaphore_create(&alarm, "alarm", 0);
    tx_semaphore_create(&seldom, "seldom", 0);
    tx_mutex_create(&lock, "lock", TX_INHERIT);
    tx_event_flags_create(&flags, "flags");
    tx_block_pool_create(&blocks, "blocks", 16, block_memory, sizeof block_memory);
    tx_byte_pool_create(&bytes, "bytes", byte_memory, sizeof byte_memory);
    tx_timer_create(&timer, "timer", on_timer, 0, 5, 5, TX_AUTO_ACTIVATE);
    create(&reader, "reader", read_mail, 0, 5);
    create(&writer, "writer", write_mail, 1, 10);
    create(&first, "first", relinquish, 2, 15);
    create(&second, "second", relinquish, 3, 15);
    end = SOC_MTIME + SOC_RUN;
    next_tick = SOC_MTIME + 3 * TICK;
    soc_timer_at(next_tick);
}

int main(void)
{
    if (GLUE)
        soc_check(weir_init(&weir, &config), "weir_init");
    tx_kernel_enter();
}
