/* SPDX-License-Identifier: Apache-2.0 */
/* Random load on FreeRTOS (../soc/random_load.h): tasks that use a queue, a semaphore, a mutex,
 * notifications and tasks of a short life at random, with the events of the glue beside their own.
 */
#include "FreeRTOS.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"

#include "random_load.h"
#include "traps.h"

enum { TASKS = 4 };

static struct weir_named names[16];
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .names = names,
    .name_max = sizeof names / sizeof *names,
    .sink = soc_host,
#ifndef SOC_SERV /* its only interrupt is the timer's, so the idle task drains */
    .watermark = 64,
#endif
};
struct weir weir;

extern void *volatile pxCurrentTCB; /* the kernel's */

static QueueHandle_t queue;
static SemaphoreHandle_t semaphore, mutex;
static TaskHandle_t tasks[TASKS];
static uint32_t end;

static void visitor(void *unused)
{
    (void)unused;
    random_events(&weir);
    vTaskDelete(NULL);
}

static void step(void)
{
    uint32_t value = random_bits();
    switch (below(10)) {
    case 0: vTaskDelay(below(2)); break;
    case 1: xQueueSend(queue, &value, below(2)); break;
    case 2: xQueueReceive(queue, &value, below(2)); break;
    case 3: xSemaphoreGive(semaphore); break;
    case 4: xSemaphoreTake(semaphore, below(2)); break;
    case 5: xTaskNotifyGive(tasks[below(TASKS)]); break;
    case 6: ulTaskNotifyTake(pdTRUE, below(2)); break;
    case 7: /* fails when no memory is left */
        if (!below(8))
            (void)xTaskCreate(visitor, "visitor", 128, NULL, 1 + below(3), NULL);
        break;
    case 8:
        if (xSemaphoreTake(mutex, below(2)) == pdPASS) {
            random_events(&weir);
            xSemaphoreGive(mutex);
        }
        break;
    default:
        if (!below(2)) {
            taskENTER_CRITICAL();
            random_burst(&weir);
            taskEXIT_CRITICAL();
        }
    }
}

static void task(void *unused)
{
    (void)unused;
    while ((int32_t)(SOC_MTIME - end) < 0) {
        random_events(&weir);
        random_spin();
        step();
    }
    vTaskSuspend(NULL);
}

void vApplicationTickHook(void) { random_events_isr(&weir); }

void vApplicationIdleHook(void)
{
    if (!config.watermark) {
        vTaskSuspendAll();
        soc_check(weir_drain(&weir), "weir_drain");
        xTaskResumeAll();
    }
    if (!below(50))
        soc_check(weir_names_repeat(&weir), "weir_names_repeat");
    if ((int32_t)(SOC_MTIME - end) >= 0) { /* all tasks are suspended, or the trace ends early */
        taskENTER_CRITICAL();
        soc_check(weir_disable(&weir), "weir_disable");
        random_end(&weir);
    }
}

void freertos_risc_v_application_interrupt_handler(uint32_t cause)
{
    configASSERT(cause == 0x8000000bu);
    traceISR_ENTER();
    soc_check(weir_irq(&weir), "weir_irq");
    traceISR_EXIT();
}

int main(void)
{
    random_begin();
    soc_check(weir_init(&weir, &config), "weir_init");
    queue = xQueueCreate(4, sizeof(uint32_t));
    semaphore = xSemaphoreCreateBinary();
    mutex = xSemaphoreCreateMutex();
    configASSERT(queue && semaphore && mutex);
    for (unsigned n = 0; n < TASKS; n++)
        configASSERT(xTaskCreate(task, "task", 256, NULL, 1 + below(3), &tasks[n]) == pdPASS);
    soc_check(weir_start(&weir), "weir_start");
    soc_check(weir_snoop_freertos(&weir, &pxCurrentTCB), "weir_snoop_freertos");
    end = SOC_MTIME + SOC_RUN;
    vTaskStartScheduler();
    return 1;
}
