/* SPDX-License-Identifier: Apache-2.0 */
/* Firmware of a LiteX SoC with Weir. Two alternating threads and LiteX's timer emit events; Weir's
 * interrupt drains the trace to LiteX's UART. On units with a ring and frames it then repeats this
 * with a ring in main_ram and as frames. A CPU without interrupts (SERV) has no ticks and polls. */
#include <generated/csr.h>
#include <generated/mem.h>
#include <generated/soc.h>
#include <irq.h>
#include "weir.h"

enum { SAMPLE = 1, TURN = 2, TICK = 3, FAR = 300, THREADS = 2, TICK_CYCLES = 1777 };
enum { TO_TRACE, TO_RING, FAILED, DONE }; /* channels: destinations of the UART's bytes */

static struct thread {
    const char *name;
    uint32_t seed;
} threads[THREADS] = {{"pump", 1}, {"valve", 99}};
static struct thread *volatile running; /* the unit watches this word */

static int to_uart(void *context, const void *bytes, size_t count)
{
    (void)context;
    for (const uint8_t *byte = bytes; count--; byte++) {
        while (uart_txfull_read())
            ;
        uart_rxtx_write(*byte);
    }
    return 0;
}

static struct weir_named names[THREADS];
static const struct weir_event_name events[] = {
    {SAMPLE, "sample"}, {TURN, "turn"}, {TICK, "tick"}, {FAR, "far"}};
static const struct weir_config config = {
    .base = WEIR_BASE,
    .unit = "ns10",
    .event_names = events,
    .event_name_count = sizeof events / sizeof *events,
    .names = names,
    .name_max = THREADS,
    .sink = to_uart,
#ifdef CONFIG_CPU_HAS_INTERRUPT
    .watermark = 32,
#endif
};
static struct weir weir;

static void channel(uint32_t number) /* waits until the UART is empty */
{
    while (!uart_txempty_read())
        ;
    channel_out_write(number);
}

static void check(int result)
{
    if (result >= 0)
        return;
    channel(FAILED);
    uart_rxtx_write((uint8_t)-result);
    channel(DONE);
    for (;;)
        ;
}

void isr(void);
#ifdef CONFIG_CPU_HAS_INTERRUPT
void isr(void)
{
    const uint32_t pending = irq_pending() & irq_getmask();
    if (pending & 1u << TIMER0_INTERRUPT) {
        static uint32_t ticks;
        timer0_ev_pending_write(1);
        weir_emit_isr(&weir, TICK, ticks++);
    }
    if (pending & 1u << WEIR_INTERRUPT)
        check(weir_irq(&weir));
}

static void interrupts(int on)
{
    timer0_reload_write(TICK_CYCLES);
    timer0_ev_enable_write(1);
    timer0_en_write(1);
    irq_setmask(on ? 1u << TIMER0_INTERRUPT | 1u << WEIR_INTERRUPT : 0);
    irq_setie(on);
}
static void poll(void) {}
#else
void isr(void) {}
static void interrupts(int on) { (void)on; }
static void poll(void) { check(weir_drain(&weir)); }
#endif

static void work(unsigned turns)
{
    check(weir_snoop(&weir, 0, &running));
    for (unsigned turn = 0; turn < turns; turn++) {
        running = &threads[turn % THREADS]; /* this store is the switch */
        weir_emit(&weir, TURN, turn);
        for (unsigned i = 0; i < 4; i++) {
            running->seed = running->seed * 1103515245u + 12345u;
            weir_emit_fast(&weir, SAMPLE, running->seed >> 16);
        }
        weir_emit_wait(&weir, FAR, running->seed);
        poll();
    }
}

static uint32_t ring_memory[2048] __attribute__((section(".main_ram")));
static const struct weir_ring_memory ring = {
    .memory = ring_memory, .bytes = sizeof ring_memory, .section_log2 = 9};

int main(void)
{
    check(weir_init(&weir, &config));
    for (unsigned i = 0; i < THREADS; i++)
        check(weir_thread_name(&weir, (uint32_t)&threads[i], threads[i].name));

    channel(TO_TRACE);
    check(weir_start(&weir));
    interrupts(1);
    work(40);
    interrupts(0);
    check(weir_finish(&weir));

    if (weir.has_ring) {
        const void *image;
        size_t bytes;
        check(weir_ring(&weir, &ring));
        check(weir_start(&weir));
        work(100);
        check(weir_finish(&weir));
        check(weir_ring_image(&weir, &image, &bytes));
        channel(TO_RING);
        to_uart(NULL, image, bytes);
        check(weir_ring(&weir, NULL));
    }
    if (weir.frame) {
        check(weir_start_frames(&weir, CONFIG_CLOCK_FREQUENCY, 0));
        work(20);
        check(weir_finish(&weir));
    }
    channel(DONE);
    return 0;
}
