/* SPDX-License-Identifier: Apache-2.0 */
/* What goes on in an SoC while a trace runs: DMA at the event pins, clocks that change, a reset of
 * the hart alone or of the unit alone. SOC_RUN (option --run) has a mode in its upper 8 bits, and
 * below it the cycles until the reset. Devices: sim/soc/soc_life.sv. */
#include "soc.h"
#include "threads.h"
#include "weir.h"

#define DMA_FROM SOC_REG(0x50)
#define DMA_TO SOC_REG(0x54)
#define DMA_WORDS SOC_REG(0x58)
#define CORE_DIV SOC_REG(0x60)
#define COUNTER_RATE SOC_REG(0x64)
#define CORE_RESET SOC_REG(0x68)
#define UNIT_RESET SOC_REG(0x6c)

enum { TOGETHER, RESET_HART, RESET_UNIT };
/* Ids: two stores, one store, a tick, a block that was copied, the first after a reset */
enum { PAIR = 1, FAST, TICK, COPIED, BOOTED };
enum { THREADS = 3, SLICE = 1500, SLICES = 24, BLOCK = 24, BOOTS = 0x600d };

static struct thread threads[THREADS];
static const char *const names[THREADS] = {"alpha", "beta", "gamma"};
static struct weir_named table[THREADS];
static struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .names = table,
    .name_max = THREADS,
    .sink = soc_host,
    .watermark = 24,
};
/* These survive a reset of the hart: memory is as it was, and the start code leaves them alone. */
static struct weir weir __attribute__((section(".noinit")));
static uint32_t boots __attribute__((section(".noinit")));
static uint32_t mode, ticks, from[BLOCK], to[BLOCK];

static void begin(uint32_t after);

static void counters(void)
{
    struct weir_counts n, of_pins;
    uint32_t offered = 0, dropped = 0;
    soc_check(weir_counters(&weir, &n), "weir_counters");
    for (int class = 0; class < 4; class ++)
        offered += n.offered[class];
    for (unsigned kind = 0; kind < WEIR_DROP_COUNT; kind++)
        dropped += n.dropped[kind];
    of_pins.offered[WEIR_CLASS_COM] = 0;
    if (weir.pins)
        soc_check(weir_counters_of(&weir, weir.harts, WEIR_CONTEXT_INTERRUPT, &of_pins), "pins");
    printf("offered %lu dropped %lu pins %lu\n", (unsigned long)offered, (unsigned long)dropped,
           (unsigned long)of_pins.offered[WEIR_CLASS_COM]);
}

static void finish(void)
{
    const int result = weir_finish(&weir);
    printf("weir_finish %d\n", result);
    counters();
    if (result == WEIR_ESTATE && boots != BOOTS) { /* the unit was reset: another trace */
        boots = BOOTS;
        begin(0);
    }
    exit(result);
}

void on_timer(void)
{
    static const uint8_t divs[] = {0, 1, 4, 0, 2}, rates[] = {255, 97, 30, 200};
    weir_emit_isr(&weir, TICK, ++ticks);
    if (ticks >= SLICES)
        finish();
    if (mode == TOGETHER) {
        CORE_DIV = divs[ticks % sizeof divs];
        COUNTER_RATE = rates[ticks % sizeof rates];
    }
    soc_timer_at(SOC_MTIME + SLICE);
    thread_running = &threads[ticks % THREADS];
}

void on_weir(void) { soc_check(weir_irq(&weir), "weir_irq"); }

/* Copies a block, and checks it: the last words are in memory when the device says so. */
static void copy(uint32_t n)
{
    for (uint32_t i = 0; i < BLOCK; i++)
        from[i] = n << 16 | i;
    DMA_FROM = (uint32_t)(uintptr_t)from;
    DMA_TO = (uint32_t)(uintptr_t)to;
    DMA_WORDS = BLOCK;
    while (DMA_WORDS)
        weir_emit_fast(&weir, FAST, 0u << 16 | (n & 0xffff));
    uint32_t right = 0;
    for (uint32_t i = 0; i < BLOCK; i++)
        right += ((volatile uint32_t *)to)[i] == (n << 16 | i);
    weir_emit(&weir, COPIED, right);
}

/* The DMA stores to the watched word: no hart has switched. */
static void decoy(void)
{
    static uint32_t decoys[1] = {0xdead0000};
    const uint32_t lock = soc_irq_save();
    struct thread *const self = thread_running;
    DMA_FROM = (uint32_t)(uintptr_t)decoys;
    DMA_TO = (uint32_t)(uintptr_t)&thread_running;
    DMA_WORDS = 1;
    while (DMA_WORDS)
        ;
    if ((uint32_t)(uintptr_t)thread_running != decoys[0])
        exit(90);
    weir_emit(&weir, PAIR, (uint32_t)(self - threads) << 16);
    thread_running = self;
    soc_irq_restore(lock);
}

/* Values have the number of their thread. */
static void work(uint32_t thread)
{
    for (uint32_t n = 1;; n++) {
        weir_emit(&weir, PAIR, thread << 16 | (n & 0xffff));
        weir_emit_fast(&weir, FAST, thread << 16 | (n & 0xffff));
        for (volatile uint32_t i = 0; i < 4; i++)
            ;
        if (mode == TOGETHER && thread == 0) {
            copy(n);
            decoy();
        }
    }
}

static void work_alpha(void) { work(0); }
static void work_beta(void) { work(1); }
static void work_gamma(void) { work(2); }

/* Starts a trace, and threads in it; a reset comes `after` cycles, if not 0. */
static void begin(uint32_t after)
{
    static void (*const entries[])(void) = {work_alpha, work_beta, work_gamma};
    config.mtime = mode == TOGETHER;
    int result = weir_init(&weir, &config);
    if (result == WEIR_ENOTSUP) { /* no time base: ticks are cycles */
        config.mtime = 0;
        result = weir_init(&weir, &config);
    }
    soc_check(result, "weir_init");
    for (unsigned i = 0; i < THREADS; i++) {
        thread_make(&threads[i], entries[i]);
        soc_check(weir_thread_name(&weir, (uint32_t)(uintptr_t)&threads[i], names[i]), names[i]);
    }
    soc_check(weir_start(&weir), "weir_start");
    if (weir.pins && mode == TOGETHER)
        soc_check(weir_pins_watch(&weir, 3, 3, 0xc0), "weir_pins_watch");
    ticks = 0;
    thread_running = &threads[0];
    soc_check(weir_snoop(&weir, 0, &thread_running), "weir_snoop");
    soc_timer_at(SOC_MTIME + SLICE);
    if (after && mode == RESET_HART)
        CORE_RESET = after;
    if (after && mode == RESET_UNIT)
        UNIT_RESET = after;
    threads_start();
}

int main(void)
{
    mode = SOC_RUN >> 24;
    if (mode == RESET_HART && boots == BOOTS) {
        size_t uncertain = 0;
        weir_emit(&weir, BOOTED, 1);
        const int result = weir_crash(&weir, NULL, NULL, &uncertain);
        printf("weir_crash %d uncertain %lu\n", result, (unsigned long)uncertain);
        counters();
        begin(0);
    }
    boots = mode == RESET_HART ? BOOTS : 0;
    begin(SOC_RUN & 0xffffff);
    return 1;
}
