/* SPDX-License-Identifier: Apache-2.0 */
/* FreeRTOS at work with all of its objects, which the glue traces: a queue that is at times full, a
 * semaphore that an interrupt gives, a mutex that two tasks want, notifications, an event group, a
 * timer. Every use is counted here, too, and printed at the end, so that a test can compare. Runs
 * on every core that FreeRTOS runs on. */
#include "FreeRTOS.h"
#include "event_groups.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"
#include "timers.h"

#include "serv.h"
#include "soc.h"
#include "weir.h"
#include "weir_rtos.h"

enum { SAMPLE = 1 }; /* USER id */

static const struct weir_event_name events[] = {{SAMPLE, "sample"}, WEIR_RTOS_EVENT_NAMES};
static struct weir_thread_name names[8];
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .event_names = events,
    .event_name_count = sizeof events / sizeof *events,
    .thread_names = names,
    .thread_name_max = sizeof names / sizeof *names,
    .sink = soc_host,
#ifndef SOC_SERV /* whose only interrupt is the timer's: there the idle task drains */
    .watermark = 64,
#endif
};
struct weir weir;

extern void *volatile pxCurrentTCB; /* of the kernel */

static QueueHandle_t samples;
static SemaphoreHandle_t wake, lock;
static EventGroupHandle_t group;
static TaskHandle_t listening;
static uint32_t end;
static volatile int over; /* idle ends the run: then no task is between a use and its count */
static volatile uint32_t sent, failed, received, given, taken, locked, notified, heard, set, timed;

void demo_assert(const char *file, int line)
{
    printf("%s:%d: assertion failed\n", file, line);
    exit(97);
}

static void finish(void)
{
    taskENTER_CRITICAL(); /* the counts end where the trace ends */
    soc_check(weir_disable(&weir), "weir_disable");
    soc_check(weir_finish(&weir), "weir_finish");
    printf("queue send %lu\nqueue send failed %lu\nqueue receive %lu\n", (unsigned long)sent,
           (unsigned long)failed, (unsigned long)received);
    printf("semaphore give %lu\nsemaphore take %lu\nmutex take %lu\n", (unsigned long)given,
           (unsigned long)taken, (unsigned long)locked);
    printf("notify %lu\nevent set %lu\ntimer %lu\n", (unsigned long)notified, (unsigned long)set,
           (unsigned long)timed);
    printf("samples %p wake %p lock %p group %p listener %p\n", (void *)samples, (void *)wake,
           (void *)lock, (void *)group, (void *)listening);
    exit(0);
}

/* ---- Tasks. A count is raised before the call, where the call cannot fail, since a call may not
 * come back in time. */

static void producer(void *unused) /* sends faster than the consumer receives, now and then */
{
    (void)unused;
    for (uint32_t n = 1;; n++) {
        weir_emit(&weir, SAMPLE, n);
        const TickType_t patience = n % 16 ? 0 : portMAX_DELAY;
        if (patience || uxQueueSpacesAvailable(samples))
            sent++;
        else
            failed++;
        xQueueSend(samples, &n, patience);
        if (n % 8)
            vTaskDelay(1);
        else if ((int32_t)(SOC_MTIME - end) >= 0) {
            over = 1;
            vTaskSuspend(NULL);
        }
    }
}

static void with_lock(uint32_t work)
{
    xSemaphoreTake(lock, portMAX_DELAY);
    locked++;
    for (volatile uint32_t n = 0; n < work; n++)
        ;
    xSemaphoreGive(lock);
}

static void consumer(void *unused)
{
    (void)unused;
    for (;;) {
        uint32_t sample;
        xQueueReceive(samples, &sample, portMAX_DELAY);
        received++;
        with_lock(20);
        if (sample % 16 == 0)
            vTaskDelay(20); /* the queue fills up */
    }
}

static void worker(void *unused) /* what the interrupt wakes */
{
    (void)unused;
    for (;;) {
        xSemaphoreTake(wake, portMAX_DELAY);
        taken++;
        with_lock(700);
        notified++;
        xTaskNotifyGive(listening);
        set++;
        xEventGroupSetBits(group, 1);
    }
}

static void listener(void *unused)
{
    (void)unused;
    for (;;) {
        ulTaskNotifyTake(pdFALSE, portMAX_DELAY);
        xEventGroupWaitBits(group, 1, pdTRUE, pdTRUE, portMAX_DELAY);
        heard++;
    }
}

static void expired(TimerHandle_t timer)
{
    (void)timer;
    timed++;
}

/* ---- Hooks and interrupts */

void vApplicationTickHook(void)
{
    BaseType_t woken = pdFALSE; /* after the tick the kernel looks for itself */
    if (xTaskGetTickCountFromISR() % 5 == 0)
        given += xSemaphoreGiveFromISR(wake, &woken) == pdPASS;
}

void vApplicationIdleHook(void)
{
    if (over)
        finish();
    static TickType_t last;
    static unsigned tasks = 6; /* their names all at once, first; then one a tick */
    for (; tasks; tasks--)
        soc_check(weir_names_repeat(&weir), "weir_names_repeat");
    if (!config.watermark) {
        vTaskSuspendAll(); /* one owner at a time: the task that ends the trace must not come
                              between */
        soc_check(weir_drain(&weir), "weir_drain");
        xTaskResumeAll();
    }
    if (xTaskGetTickCount() != last) {
        last = xTaskGetTickCount();
        soc_check(weir_names_repeat(&weir), "weir_names_repeat");
    }
}

__asm__(".globl irq_entry\nirq_entry: j freertos_risc_v_trap_handler\n");

void freertos_risc_v_application_interrupt_handler(uint32_t cause)
{
    configASSERT(cause == 0x8000000bu);
    traceISR_ENTER();
    soc_check(weir_irq(&weir), "weir_irq");
    traceISR_EXIT();
}

void freertos_risc_v_application_exception_handler(uint32_t cause)
{
#ifdef SOC_SERV
    if (cause == SERV_ECALL_AND_TIMER) { /* a yield; the interrupt is still up */
        vTaskSwitchContext();
        return;
    }
#endif
    printf("exception %lu\n", (unsigned long)cause);
    exit(98);
}

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    samples = xQueueCreate(4, sizeof(uint32_t));
    wake = xSemaphoreCreateBinary();
    lock = xSemaphoreCreateMutex();
    group = xEventGroupCreate();
    const TimerHandle_t timer = xTimerCreate("timer", 7, pdTRUE, NULL, expired);
    configASSERT(samples && wake && lock && group && timer && xTimerStart(timer, 0) == pdPASS);
    configASSERT(xTaskCreate(producer, "producer", 256, NULL, 2, NULL) == pdPASS);
    configASSERT(xTaskCreate(consumer, "consumer", 256, NULL, 2, NULL) == pdPASS);
    configASSERT(xTaskCreate(worker, "worker", 256, NULL, 1, NULL) == pdPASS);
    configASSERT(xTaskCreate(listener, "listener", 256, NULL, 3, &listening) == pdPASS);
    soc_check(weir_start(&weir), "weir_start");
    soc_check(weir_snoop_freertos(&weir, &pxCurrentTCB), "weir_snoop_freertos");
    end = SOC_MTIME + SOC_RUN;
    vTaskStartScheduler();
    return 1;
}
