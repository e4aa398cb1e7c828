/* SPDX-License-Identifier: Apache-2.0 */
/* The demo: three FreeRTOS tasks pass measurements on, and Weir records which task ran when.
 *
 *   sensor (high)   every other tick: takes a sample, event `sample`, queue to filter
 *   filter (middle) every sample: event `filtered`; some results to logger
 *   logger (low)    writes a line to the console and to its journal, and seals the journal, event
 *                   `seal`. That takes longer than a tick, so the others preempt it. Ends the
 *                   program after LINES lines
 *   idle            repeats the names of the tasks
 *
 * The tick interrupt offers `tick` through the interrupt port. Weir's own interrupt drains the FIFO
 * to the host channel, event `drain`. No task and no hook reports switches: the unit sees
 * pxCurrentTCB change. */
#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"

#include "soc.h"
#include "traps.h"
#include "weir.h"

enum { LINES = 10, SAMPLES_PER_LINE = 4, TAPS = 16, JOURNAL = 384 };
enum { SAMPLE = 1, FILTERED = 2, SEAL = 3, TICK = 4, DRAIN = 5, LENGTH = 12 }; /* USER ids */

static const struct weir_event_name events[] = {
    {SAMPLE, "sample"}, {FILTERED, "filtered"}, {SEAL, "seal"},
    {TICK, "tick"},     {DRAIN, "drain"},       {LENGTH, "length"},
};
static struct weir_named names[8];
static uint32_t memory[WEIR_SOFT_WORDS(49152)];
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .event_names = events,
    .event_name_count = sizeof events / sizeof *events,
    .names = names,
    .name_max = sizeof names / sizeof *names,
    .sink = soc_host,
    .watermark = 64,
    .memory = memory,
    .memory_bytes = sizeof memory,
};
struct weir weir;

extern void *volatile pxCurrentTCB; /* the kernel's */

static QueueHandle_t samples, results;

#ifdef WEIR_VERIFY
static struct {
    const void *task[4096];
    size_t count;
    int closed;
} kernel_log;

void demo_switched_in(const void *task)
{
    if (!kernel_log.closed && kernel_log.count < sizeof kernel_log.task / sizeof *kernel_log.task)
        kernel_log.task[kernel_log.count++] = task;
}
#endif

/* ---- Tasks */

static void sensor(void *unused)
{
    (void)unused;
    uint32_t noise = 1;
    TickType_t wake = xTaskGetTickCount();
    for (uint32_t n = 0;; n++) {
        noise = noise * 1664525u + 1013904223u;
        const uint32_t sample = 1000 + 10 * (n % 50) + (noise >> 24);
        weir_emit(&weir, SAMPLE, sample);
        xQueueSend(samples, &sample, 0);
        xTaskDelayUntil(&wake, 2);
    }
}

static void filter(void *unused)
{
    (void)unused;
    uint32_t history[TAPS] = {0};
    for (uint32_t n = 1;; n++) {
        xQueueReceive(samples, &history[n % TAPS], portMAX_DELAY);
        uint32_t sum = 0, weights = 0;
        for (uint32_t age = 0; age < TAPS && age < n; age++) {
            sum += (TAPS - age) * history[(n - age) % TAPS];
            weights += TAPS - age;
        }
        const uint32_t level = sum / weights;
        weir_emit(&weir, FILTERED, level);
        if (n % SAMPLES_PER_LINE == 0)
            xQueueSend(results, &level, 0);
    }
}

static uint32_t crc32(const char *bytes, size_t count)
{
    uint32_t crc = ~0u;
    for (size_t i = 0; i < count; i++) {
        crc ^= (uint8_t)bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

static void finish(void);

static void logger(void *unused)
{
    (void)unused;
    static char journal[JOURNAL];
    size_t used = 0;
    for (uint32_t n = 1; n <= LINES; n++) {
        uint32_t level;
        xQueueReceive(results, &level, portMAX_DELAY);
        const int length = snprintf(journal + used, JOURNAL - used,
                                    "line %lu: level %lu at tick %lu\n", (unsigned long)n,
                                    (unsigned long)level, (unsigned long)xTaskGetTickCount());
        configASSERT(length > 0 && used + (size_t)length < JOURNAL);
        printf("%s", journal + used);
        used += (size_t)length;
        weir_emit(&weir, LENGTH, used);
        weir_emit(&weir, SEAL, crc32(journal, JOURNAL));
    }
    finish();
}

/* ---- Hooks and interrupts */

void vApplicationIdleHook(void)
{
    static TickType_t last;
    const TickType_t now = xTaskGetTickCount();
    if (now - last >= 10) {
        last = now;
        soc_check(weir_names_repeat(&weir), "weir_names_repeat");
    }
}

void vApplicationTickHook(void) { weir_emit_isr(&weir, TICK, xTaskGetTickCountFromISR()); }

void freertos_risc_v_application_interrupt_handler(uint32_t cause)
{
    configASSERT(cause == 0x8000000bu);
    const int bytes = weir_irq(&weir);
    soc_check(bytes, "weir_irq");
    weir_emit_isr(&weir, DRAIN, (uint32_t)bytes);
}

/* ---- Start and end */

static void finish(void)
{
    taskENTER_CRITICAL(); /* the kernel's log and the trace end at the same switch */
    soc_check(weir_disable(&weir), "weir_disable");
#ifdef WEIR_VERIFY
    kernel_log.closed = 1;
#endif
    taskEXIT_CRITICAL();
    soc_check(weir_finish(&weir), "weir_finish");

    static const char *const classes[] = {"USER", "COM", "SYS", "NONE"};
    struct weir_counts n = {0};
    soc_check(weir_counters(&weir, &n), "weir_counters");
    const uint32_t none = n.dropped[WEIR_DROP_TORN] + n.dropped[WEIR_DROP_ID] +
                          n.dropped[WEIR_DROP_MASK];
    for (int class = 0; class < 4; class ++) {
        const uint32_t dropped = class == WEIR_CLASS_NONE ? none : n.dropped[class];
        printf("total %-4s offered %lu delivered %lu dropped %lu\n", classes[class],
               (unsigned long)n.offered[class], (unsigned long)(n.offered[class] - dropped),
               (unsigned long)dropped);
    }
#ifdef WEIR_VERIFY
    for (size_t i = 0; i < kernel_log.count; i++)
        printf("switch %08lx\n", (unsigned long)(uintptr_t)kernel_log.task[i]);
    printf("switches %lu\n", (unsigned long)kernel_log.count);
#endif
    exit(0);
}

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    samples = xQueueCreate(4, sizeof(uint32_t));
    results = xQueueCreate(4, sizeof(uint32_t));
    configASSERT(samples && results);
    configASSERT(xTaskCreate(sensor, "sensor", 256, NULL, 3, NULL) == pdPASS);
    configASSERT(xTaskCreate(filter, "filter", 256, NULL, 2, NULL) == pdPASS);
    configASSERT(xTaskCreate(logger, "logger", 512, NULL, 1, NULL) == pdPASS);
    soc_check(weir_start(&weir), "weir_start");
    soc_check(weir_snoop_freertos(&weir, &pxCurrentTCB), "weir_snoop_freertos");
    vTaskStartScheduler();
    return 1;
}
