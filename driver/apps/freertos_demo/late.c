/* SPDX-License-Identifier: Apache-2.0 */
/* A program with a mistake, for the tutorial: find it in its trace.
 *
 *   control (high)  every fifth tick, 500 us: uses the bus for 40 us; it must be done 300 us after
 *                   the tick
 *   radio (middle)  now and then: sends a frame, 420 us of work, without the bus
 *   logger (low)    uses the bus for 120 us, then sleeps
 *
 * Events: `due` (by the tick's handler), `done`, and `deadline missed` with the microseconds beyond
 * the deadline. The mistake is in `bus`: it is a semaphore, so logger does not inherit the priority
 * of control while control waits for it. Units with a retire view record the interrupts too. */
#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"

#include "soc.h"
#include "traps.h"
#include "weir.h"
#include "weir_rtos.h"

enum { DUE = 1, DONE = 2, MISSED = 3, FRAME = 4, SAVED = 5 }; /* USER ids */
enum { PERIOD = 5, RUNS = 40, DEADLINE = 300, CYCLES_PER_US = 100 };

static const struct weir_event_name events[] = {
    {DUE, "due"},     {DONE, "done"},   {MISSED, "deadline missed"},
    {FRAME, "frame"}, {SAVED, "saved"}, WEIR_RTOS_EVENT_NAMES
};
static struct weir_named names[8];
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

extern void *volatile pxCurrentTCB; /* the kernel's */

static SemaphoreHandle_t bus;
static volatile uint32_t due_at; /* mtime */

/* Instructions of this length; others may preempt them, so it may take longer. */
static void work(uint32_t us)
{
    enum { CYCLES = 4 }; /* of a round on Ibex */
    for (uint32_t n = us * CYCLES_PER_US / CYCLES; n; n--)
        __asm__ volatile("");
}

static void finish(void)
{
    taskENTER_CRITICAL();
    soc_check(weir_disable(&weir), "weir_disable");
    soc_check(weir_finish(&weir), "weir_finish");
    exit(0);
}

/* ---- Tasks */

static void control(void *unused)
{
    (void)unused;
    uint32_t missed = 0;
    TickType_t wake = 0;
    for (uint32_t n = 1; n <= RUNS; n++) {
        xTaskDelayUntil(&wake, PERIOD);
        xSemaphoreTake(bus, portMAX_DELAY);
        work(40);
        xSemaphoreGive(bus);
        const uint32_t took = (SOC_MTIME - due_at) / CYCLES_PER_US;
        weir_emit(&weir, DONE, n);
        if (took > DEADLINE) {
            weir_emit(&weir, MISSED, took - DEADLINE);
            missed++;
        }
    }
    printf("deadlines missed: %lu of %lu\n", (unsigned long)missed, (unsigned long)RUNS);
    finish();
}

static void radio(void *unused)
{
    (void)unused;
    for (uint32_t n = 1;; n++) {
        vTaskDelay(37);
        weir_emit(&weir, FRAME, n);
        work(420);
    }
}

static void logger(void *unused)
{
    (void)unused;
    for (uint32_t n = 1;; n++) {
        xSemaphoreTake(bus, portMAX_DELAY);
        work(120);
        xSemaphoreGive(bus);
        weir_emit(&weir, SAVED, n);
        vTaskDelay(4);
    }
}

/* ---- Hooks and interrupts */

void vApplicationIdleHook(void) {}

void vApplicationTickHook(void)
{
    static uint32_t ticks; /* while the scheduler is suspended, that of the kernel stands still */
    if (++ticks % PERIOD)
        return;
    due_at = SOC_MTIME;
    weir_emit_isr(&weir, DUE, ticks / PERIOD);
}

void freertos_risc_v_application_interrupt_handler(uint32_t cause)
{
    configASSERT(cause == 0x8000000bu);
    soc_check(weir_irq(&weir), "weir_irq");
}

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    bus = xSemaphoreCreateBinary();
    configASSERT(bus);
    xSemaphoreGive(bus);
    configASSERT(xTaskCreate(control, "control", 256, NULL, 3, NULL) == pdPASS);
    configASSERT(xTaskCreate(radio, "radio", 256, NULL, 2, NULL) == pdPASS);
    configASSERT(xTaskCreate(logger, "logger", 256, NULL, 1, NULL) == pdPASS);
    soc_check(weir_start(&weir), "weir_start");
    soc_check(weir_snoop_freertos(&weir, &pxCurrentTCB), "weir_snoop_freertos");
    const int traps = weir_traps(&weir, 0, 1);
    if (traps != WEIR_ENOTSUP)
        soc_check(traps, "weir_traps");
    vTaskStartScheduler();
    return 1;
}
