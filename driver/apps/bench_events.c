/* SPDX-License-Identifier: Apache-2.0 */
/* Cost of an event: one store and two stores to the unit, and the same event recorded by software,
 * on the same core in the same run. Prints a line for each: name, cycles, instructions. The cost of
 * the loop is subtracted. */
#include "cost/cost.h"
#include "weir.h"

static const struct weir_config config = {.base = SOC_WEIR, .unit = "ns10", .sink = soc_host};
static struct weir weir;

/* ---- A software trace as an RTOS has it: a ring of 32-byte entries (the TXTB layout), filled
 * inline under a lock */

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

/* ---- Measured code */

static volatile uint32_t word, snooped;

#define SITE __attribute__((noinline, noclone, aligned(16))) static void
SITE site_nothing(uint32_t value) { __asm__ volatile("" : : "r"(value)); }
SITE site_emit(uint32_t value) { weir_emit(&weir, ID, value); }
SITE site_fast(uint32_t value) { weir_emit_fast(&weir, ID, value); }
SITE site_hint(uint32_t value) { weir_hint(ID, value); }
SITE site_software(uint32_t value) { software_insert(ID, value); }

COST_CASE(nothing, __asm__ volatile("" : : "r"(value)))
COST_CASE(store, word = value)
COST_CASE(nop, __asm__ volatile(".4byte 0x13")) /* of four bytes, like a HINT */
/* The comparison that a HINT is, to a register that counts: no HINT. */
COST_CASE(slti, __asm__ volatile("slti t0, %0, 7" : : "r"(value) : "t0"))
COST_CASE(hint, weir_hint(ID, value))
COST_CASE(emit, weir_emit(&weir, ID, value))
COST_CASE(fast, weir_emit_fast(&weir, ID, value))
/* Switches between two threads. The second store keeps them slower than the unit's sustained rate.
 */
COST_CASE(thread_switch, (snooped = 1 + (value & 1), word = value))
COST_CASE(software, software_insert(ID, value))
COST_CASE(call_nothing, site_nothing(value))
COST_CASE(call_emit, site_emit(value))
COST_CASE(call_fast, site_fast(value))
COST_CASE(call_hint, site_hint(value))
COST_CASE(call_software, site_software(value))

static struct cost less(struct cost all, struct cost loop)
{
    return (struct cost){all.cycles - loop.cycles, all.instructions - loop.instructions};
}

static void report(const char *name, struct cost c)
{
    const uint32_t cycles = (c.cycles * 10 + EVENTS / 2) / EVENTS,
                   instructions = (c.instructions * 10 + EVENTS / 2) / EVENTS;
    printf("%s %s %lu.%lu cycles %lu.%lu instructions\n", SOC_CORE, name,
           (unsigned long)(cycles / 10), (unsigned long)(cycles % 10),
           (unsigned long)(instructions / 10), (unsigned long)(instructions % 10));
    soc_check(weir_drain(&weir), "weir_drain");
}

static void soft(const char *name, const struct cost_soft *s, struct cost loop)
{
    char line[40];
    s->start();
    snprintf(line, sizeof line, "%s_event", name);
    report(line, less(s->emit(), loop));
    printf("%s %s_event %lu bytes\n", SOC_CORE, name, (unsigned long)(s->bytes() / (2 * EVENTS)));
    s->enable(0);
    snprintf(line, sizeof line, "%s_event_disabled", name);
    report(line, less(s->emit(), loop));
    s->enable(1);
    if (!s->thread_switch)
        return;
    s->start();
    snprintf(line, sizeof line, "%s_thread_switch", name);
    report(line, less(s->thread_switch(), loop));
}

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    soc_check(weir_start(&weir), "weir_start");

    const struct cost loop = nothing(), call = call_nothing();
    report("plain_store", less(store(), loop));
    report("nop", less(nop(), loop));
    report("slti", less(slti(), loop));
    report("hint_inline", less(hint(), loop));
    report("hint_lone_site", less(call_hint(), call));
    report("fast_event_inline", less(fast(), loop));
    report("fast_event_lone_site", less(call_fast(), call));
    report("fast_event_known_site", less(cost_known_fast(), call));
    report("fast_event_function_call", less(call_fast(), loop));
    report("event_inline", less(emit(), loop));
    report("event_lone_site", less(call_emit(), call));
    report("event_known_site", less(cost_known_emit(), call));
    report("event_function_call", less(call_emit(), loop));
    const struct cost unwatched = thread_switch();
    soc_check(weir_snoop(&weir, 0, &snooped), "weir_snoop");
    snooped = 0;
    report("thread_switch", less(thread_switch(), unwatched));
    soc_check(weir_disable(&weir), "weir_disable");
    report("fast_event_inline_disabled", less(fast(), loop));
    report("event_inline_disabled", less(emit(), loop));
    soc_check(weir_enable(&weir), "weir_enable");
    report("software_record_inline", less(software(), loop));
    report("software_record_lone_site", less(call_software(), call));
    report("software_record_function_call", less(call_software(), loop));
    soft("txtb", &cost_txtb, loop);
    soft("rkh", &cost_rkh, loop);
    soft("barectf", &cost_barectf, loop);

    struct weir_counts n;
    soc_check(weir_finish(&weir), "weir_finish");
    soc_check(weir_counters(&weir, &n), "weir_counters");
    return n.offered[WEIR_CLASS_USER] != 16 * EVENTS || n.dropped[WEIR_DROP_USER] ||
           n.offered[WEIR_CLASS_SYS] < 2 * EVENTS || n.dropped[WEIR_DROP_SYS];
}
