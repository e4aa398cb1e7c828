/* SPDX-License-Identifier: Apache-2.0 */
/* Cycles per event: the unit's two stores, and its one store through the window, beside a record that software makes, on the same core in the same run. */
#include "soc.h"
#include "weir.h"

enum { EVENTS = 100, ID = 7 };

static const struct weir_config config = {.base = SOC_WEIR, .unit = "ns10", .sink = soc_host};
static struct weir weir;

/* ---- A software trace, as an RTOS keeps one: ring of 32-octet entries (the TXTB layout), filled under a lock ---- */

struct entry {
    uint32_t thread, priority, event, time, info[4];
};
struct task {
    uint32_t priority, threshold;
};

static struct entry ring[64];
static struct entry *volatile ring_next = ring;
static struct task this_task = {5, 5};
static struct task *volatile running = &this_task;
static volatile uint32_t interrupt_depth, event_mask = ~0u;

static inline __attribute__((always_inline)) void software_insert(uint32_t event, uint32_t value)
{
    const uint32_t lock = soc_irq_save();
    if (event_mask & 1u << event % 32) {
        struct entry *const e = ring_next;
        if (interrupt_depth) {
            e->thread = ~0u;
            e->priority = (uint32_t)(uintptr_t)running;
        } else {
            const struct task *const task = running;
            e->thread = (uint32_t)(uintptr_t)task;
            e->priority = 1u << 31 | task->threshold << 16 | task->priority;
        }
        e->event = event;
        e->time = soc_cycles();
        e->info[0] = value;
        e->info[1] = e->info[2] = e->info[3] = 0;
        ring_next = e + 1 == ring + sizeof ring / sizeof *ring ? ring : e + 1;
    }
    soc_irq_restore(lock);
}

/* ---- What is measured: each case is a piece of code that handles one value ---- */

static volatile uint32_t word;

#define CASE(name, code)                                   \
    static __attribute__((noinline, aligned(16))) uint32_t name(void) \
    {                                                      \
        uint32_t value = 1;                                \
        const uint32_t start = soc_cycles();               \
        for (int i = 0; i < EVENTS / 10; i++) {            \
            code; value++; code; value++; code; value++;   \
            code; value++; code; value++; code; value++;   \
            code; value++; code; value++; code; value++;   \
            code; value++;                                 \
        }                                                  \
        return soc_cycles() - start;                       \
    }

#define SITE __attribute__((noinline, noclone, aligned(16))) static void
SITE site_nothing(uint32_t value) { __asm__ volatile("" : : "r"(value)); }
SITE site_emit(uint32_t value) { weir_emit(&weir, ID, value); }
SITE site_fast(uint32_t value) { weir_emit_fast(&weir, ID, value); }
SITE site_software(uint32_t value) { software_insert(ID, value); }

CASE(nothing, __asm__ volatile("" : : "r"(value)))
CASE(store, word = value)
CASE(emit, weir_emit(&weir, ID, value))
CASE(fast, weir_emit_fast(&weir, ID, value))
CASE(software, software_insert(ID, value))
CASE(call_nothing, site_nothing(value))
CASE(call_emit, site_emit(value))
CASE(call_fast, site_fast(value))
CASE(call_software, site_software(value))

static void report(const char *name, uint32_t cycles)
{
    const uint32_t tenths = (cycles * 10 + EVENTS / 2) / EVENTS;
    printf("%s_%s %lu.%lu cycles\n", SOC_CORE, name, (unsigned long)(tenths / 10), (unsigned long)(tenths % 10));
    soc_check(weir_drain(&weir), "weir_drain");
}

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    soc_check(weir_start(&weir), "weir_start");

    const uint32_t loop = nothing(), call = call_nothing();
    report("plain_store", store() - loop);
    report("event_inline", emit() - loop);
    report("event_lone_site", call_emit() - call);
    report("event_function_call", call_emit() - loop);
    report("fast_event_inline", fast() - loop);
    report("fast_event_lone_site", call_fast() - call);
    report("fast_event_function_call", call_fast() - loop);
    soc_check(weir_disable(&weir), "weir_disable");
    report("event_inline_disabled", emit() - loop);
    report("fast_event_inline_disabled", fast() - loop);
    soc_check(weir_enable(&weir), "weir_enable");
    report("software_record_inline", software() - loop);
    report("software_record_lone_site", call_software() - call);
    report("software_record_function_call", call_software() - loop);

    struct weir_counters n;
    soc_check(weir_finish(&weir), "weir_finish");
    soc_check(weir_counters(&weir, &n), "weir_counters");
    return n.offered[WEIR_CLASS_USER] != 6 * EVENTS || n.refused[WEIR_KIND_USER];
}
