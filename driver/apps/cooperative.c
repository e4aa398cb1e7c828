/* SPDX-License-Identifier: Apache-2.0 */
/* A traced cooperative scheduler. Tasks are functions that run to completion, each with its own
 * period; the first in the table has priority. The unit watches one word in memory that names the
 * running task: `running`, NULL if there is none. The program uses no interrupt and no instruction
 * of a particular core: it runs on all. */
#include "soc.h"
#include "weir.h"
#include "weir_names.h"

struct task {
    const char *name;
    void (*run)(void);
    uint32_t period, due; /* in cycles; time of the next run */
};

static void measure(void), control(void), report(void);

static struct task tasks[] = {
    {"measure", measure, 1000 * SOC_PACE, 0},
    {"control", control, 3000 * SOC_PACE, 0},
    {"report", report, 20000 * SOC_PACE, 0},
};
enum { TASKS = sizeof tasks / sizeof *tasks };
enum { SAMPLE = 1, LEVEL = 2, RUNS = 3 }; /* USER ids */

WEIR_NAME(SAMPLE, "sample"); /* for frames, which have no head: weir --names firmware.elf */
WEIR_NAME(LEVEL, "level");
WEIR_NAME(RUNS, "runs");

static struct task *volatile running; /* the unit watches this word */

static struct weir_named names[TASKS];
static const struct weir_event_name events[] = {
    {SAMPLE, "sample"}, {LEVEL, "level"}, {RUNS, "runs"}};
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .event_names = events,
    .event_name_count = sizeof events / sizeof *events,
    .names = names,
    .name_max = TASKS,
    .sink = soc_host,
};
static struct weir weir;

/* ---- The tasks */

static uint32_t level, runs;

static void measure(void)
{
    static uint32_t noise = 1;
    noise = (noise << 5) - noise + 7;
    level += (noise >> 24) - (level >> 4);
    weir_emit_fast(&weir, SAMPLE, noise >> 24);
}

static void control(void) { weir_emit_fast(&weir, LEVEL, level >> 4); }

static void report(void)
{
    weir_emit_fast(&weir, RUNS, runs);
    soc_check(weir_names_repeat(&weir), "weir_names_repeat");
}

/* ---- The scheduler */

static void run_one(void) /* the first task that is due */
{
    const uint32_t now = SOC_MTIME;
    for (struct task *task = tasks; task < tasks + TASKS; task++) {
        if ((int32_t)(now - task->due) >= 0) {
            task->due = now + task->period;
            runs++;
            running = task; /* this store is the switch */
            task->run();
            running = NULL;
            return;
        }
    }
    soc_check(weir_drain(&weir), "weir_drain"); /* no task runs: drain the trace */
}

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    for (struct task *task = tasks; task < tasks + TASKS; task++)
        soc_check(weir_thread_name(&weir, (uint32_t)(uintptr_t)task, task->name),
                  "weir_thread_name");
#ifdef SOC_BOARD_HZ
    soc_check(weir_start_frames(&weir, SOC_BOARD_HZ, 200), "weir_start_frames");
#else
    soc_check(weir_start(&weir), "weir_start");
#endif
    soc_check(weir_snoop(&weir, 0, &running), "weir_snoop");
    const uint32_t cycles = SOC_RUN, begin = SOC_MTIME;
    while (cycles == 0 || SOC_MTIME - begin < cycles)
        run_one();
    soc_check(weir_finish(&weir), "weir_finish");
    printf("runs %lu\n", (unsigned long)runs);
    return 0;
}
