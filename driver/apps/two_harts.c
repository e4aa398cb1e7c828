/* SPDX-License-Identifier: Apache-2.0 */
/* Two harts, one unit. Each hart runs its tasks in turn and stores the running one to its own word,
 * which the unit watches. A token passes from hart to hart through memory: the trace must show the
 * events in the order of the token. */
#include "soc.h"
#include "weir.h"

enum { HARTS = 2, TASKS = 3 };
enum { TOKEN = 1, NOISE = 2 }; /* USER ids */

struct task {
    uint32_t noise;
};
static struct task tasks[HARTS][TASKS];
static struct task *volatile running[HARTS]; /* the unit watches these; NULL: no task */

static volatile uint32_t token; /* how often it was passed on; hart token % HARTS has it */
static volatile uint32_t stop, stopped;

static struct weir_named names[HARTS * TASKS];
static const struct weir_event_name events[] = {{TOKEN, "token"}, {NOISE, "noise"}};
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
    for (unsigned hart = 0; hart < HARTS; hart++)
        soc_check(weir_snoop(&weir, hart, &running[hart]), "weir_snoop");

    const uint32_t cycles = SOC_RUN, begin = SOC_MTIME;
    soc_go = 1;
    for (uint32_t turn = 0; SOC_MTIME - begin < cycles; turn++) {
        run(0, &tasks[0][turn % TASKS]);
        soc_check(weir_drain(&weir), "weir_drain");
    }
    stop = 1;
    while (!stopped)
        soc_check(weir_drain(&weir), "weir_drain");
    soc_check(weir_finish(&weir), "weir_finish");
    printf("token %lu\n", (unsigned long)token);
    return 0;
}
