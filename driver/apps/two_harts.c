/* SPDX-License-Identifier: Apache-2.0 */
/* Two harts, one unit. Each hart runs its tasks in turn and stores the running one to its own word,
 * which the unit watches. A token passes from hart to hart through memory: the trace must show the
 * events in the order of the token. In the second half of the run each hart also makes events by
 * HINTs, and stores their values to a word of its own. */
#include "soc.h"
#include "soc_counts.h"
#include "weir.h"
#include "weir_hint.h"

enum { HARTS = 2, TASKS = 3 };
enum { TOKEN = 1, NOISE = 2, MARK = 3 }; /* USER ids; MARK by HINT */

struct task {
    uint32_t noise;
};
static struct task tasks[HARTS][TASKS];
static struct task *volatile running[HARTS]; /* the unit watches these; NULL: no task */

static volatile uint32_t token; /* how often it was passed on; hart token % HARTS has it */
static volatile uint32_t stop, stopped, hinting;
static volatile uint32_t marked[HARTS]; /* the bench logs stores to it */

static struct weir_named names[HARTS * TASKS];
static const struct weir_event_name events[] = {{TOKEN, "token"}, {NOISE, "noise"}, {MARK, "mark"}};
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .event_names = events,
    .event_name_count = sizeof events / sizeof *events,
    .names = names,
    .name_max = HARTS * TASKS,
    .sink = soc_host,
};
static struct weir weir;

static void run(uint32_t hart, struct task *task)
{
    running[hart] = task; /* this store is the switch */
    task->noise = (task->noise << 5) - task->noise + 7;
    weir_emit(&weir, NOISE, task->noise);
    if (hinting) {
        const uint32_t mark = task->noise << 2 | hart << 1 | 1u; /* not the 0 of the start code */
        weir_hint(MARK, mark); /* does nothing where the unit sees no HINTs */
        marked[hart] = mark;
    }
    if (token % HARTS == hart) {
        weir_emit_fast(&weir, TOKEN, token);
        token++; /* after the event, as it allows the other hart to emit */
    }
    for (volatile uint32_t work = 50 + task->noise % 32; work;
         work--) /* slow enough for hart 0 to drain both */
        ;
    running[hart] = NULL;
}

void other_main(uint32_t hart)
{
    /* Its lock does not exclude hart 0. */
    if (weir_thread_name(&weir, (uint32_t)(uintptr_t)&tasks[hart][0], "mine") != WEIR_EHART ||
        weir_names_repeat(&weir) != WEIR_EHART)
        soc_check(-1, "a name of another hart");
    for (uint32_t turn = hart; !stop; turn++)
        run(hart, &tasks[hart][turn % TASKS]);
    stopped = 1;
}

int main(void)
{
    static const char *const text[HARTS][TASKS] = {{"left", "right", "both"},
                                                   {"north", "south", "centre"}};
    soc_check(weir_init(&weir, &config), "weir_init");
    for (unsigned hart = 0; hart < HARTS; hart++)
        for (unsigned i = 0; i < TASKS; i++)
            soc_check(weir_thread_name(&weir, (uint32_t)(uintptr_t)&tasks[hart][i], text[hart][i]),
                      "weir_thread_name");
    soc_check(weir_start(&weir), "weir_start");
    for (unsigned hart = 0; hart < HARTS; hart++) {
        soc_check(weir_snoop(&weir, hart, &running[hart]), "weir_snoop");
        const int hints = weir_hints(&weir, hart, 1);
        if (hints != WEIR_ENOTSUP)
            soc_check(hints, "weir_hints");
    }

    const uint32_t cycles = SOC_RUN, begin = SOC_MTIME;
    soc_go = 1;
    for (uint32_t turn = 0; SOC_MTIME - begin < cycles; turn++) {
        hinting = SOC_MTIME - begin > cycles / 2;
        run(0, &tasks[0][turn % TASKS]);
        soc_check(weir_drain(&weir), "weir_drain");
    }
    stop = 1;
    while (!stopped)
        soc_check(weir_drain(&weir), "weir_drain");
    soc_check(weir_finish(&weir), "weir_finish");
    printf("token %lu\n", (unsigned long)token);
    soc_counts(&weir);
    return 0;
}
