/* SPDX-License-Identifier: Apache-2.0 */
/* All kinds of FreeRTOS objects, traced by the glue: a queue that is sometimes full, a semaphore
 * that an interrupt gives, a mutex that two tasks contend for, notifications, an event group, a
 * timer, a stream buffer, and tasks that are created and deleted while the idle hook repeats names.
 * The program also counts each use and prints the counts at the end, for a test to compare. Runs on
 * every core that FreeRTOS supports. */
#include "FreeRTOS.h"
#include "event_groups.h"
#include "queue.h"
#include "semphr.h"
#include "stream_buffer.h"
#include "task.h"
#include "timers.h"

#include "soc.h"
#include "traps.h"
#include "weir.h"
#include "weir_rtos.h"

enum { SAMPLE = 1, VISIT = 2 }; /* USER ids */

static const struct weir_event_name events[] = {
    {SAMPLE, "sample"}, {VISIT, "visit"}, WEIR_RTOS_EVENT_NAMES};
static struct weir_named names[16];
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .event_names = events,
    .event_name_count = sizeof events / sizeof *events,
    .names = names,
    .name_max = sizeof names / sizeof *names,
    .sink = soc_host,
#ifndef SOC_SERV /* its only interrupt is the timer's, so the idle task drains */
    .watermark = 64,
#endif
};
struct weir weir;

extern void *volatile pxCurrentTCB; /* the kernel's */

static QueueHandle_t samples;
static SemaphoreHandle_t wake, lock;
static EventGroupHandle_t group;
static StreamBufferHandle_t stream;
static TaskHandle_t listening;
static uint32_t end;
static volatile int
    over; /* the idle task ends the run: no task is then between a use and its count */
static volatile uint32_t sent, failed, received, given, taken, locked, notified, heard, set, timed,
    streamed, visits;

static void finish(void)
{
    taskENTER_CRITICAL(); /* counts and trace end together */
    soc_check(weir_disable(&weir), "weir_disable");
    soc_check(weir_finish(&weir), "weir_finish");
    printf("queue send %lu\nqueue send failed %lu\nqueue receive %lu\n", (unsigned long)sent,
           (unsigned long)failed, (unsigned long)received);
    printf("semaphore give %lu\nsemaphore take %lu\nmutex take %lu\n", (unsigned long)given,
           (unsigned long)taken, (unsigned long)locked);
    printf("notify %lu\nevent set %lu\ntimer %lu\n", (unsigned long)notified, (unsigned long)set,
           (unsigned long)timed);
    printf("stream send %lu\nvisits %lu\n", (unsigned long)streamed, (unsigned long)visits);
    printf("stream %p ", (void *)stream);
    printf("samples %p wake %p lock %p group %p listener %p\n", (void *)samples, (void *)wake,
           (void *)lock, (void *)group, (void *)listening);
    exit(0);
}

/* ---- Tasks. Calls that cannot fail are counted before the call, as they may not return in time.
 */

static void producer(void *unused) /* at times sends faster than the consumer receives */
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

/* Has the lock for `ticks` ticks at least, at any speed of the core. */
static void with_lock(TickType_t ticks)
{
    xSemaphoreTake(lock, portMAX_DELAY);
    locked++;
    const TickType_t end = xTaskGetTickCount() + ticks;
    while ((BaseType_t)(xTaskGetTickCount() - end) < 0)
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
        with_lock(0);
        if (sample % 16 == 0)
            vTaskDelay(20); /* the queue fills up */
    }
}

static void visitor(void *number) /* its memory is often that of the visitor before it */
{
    weir_emit(&weir, VISIT, (uint32_t)(uintptr_t)number);
    vTaskDelete(NULL);
}

/* Ticks of the first lock of the worker: more than the consumer's pause, so it waits for the lock.
 * Where a tick is long it does so in any tick. */
enum { FIRST = configTICK_RATE_HZ >= 10000 ? 25 : 1 };

static void worker(void *unused) /* woken by the interrupt */
{
    (void)unused;
    for (;;) {
        xSemaphoreTake(wake, portMAX_DELAY);
        taken++;
        with_lock(taken == 1 ? FIRST : 1);
        notified++;
        xTaskNotifyGive(listening);
        set++;
        xEventGroupSetBits(group, 1);
        uint8_t byte = 1;
        streamed++;
        xStreamBufferSend(stream, &byte, 1, 0);
        xStreamBufferReceive(stream, &byte, 1, 0);
        if (taken % 2) {
            const uint32_t n = visits++;
            configASSERT(xTaskCreate(visitor, n % 2 ? "odd" : "even", 128, (void *)(uintptr_t)n, 3,
                                     NULL) == pdPASS);
        } else
            WEIR_FREERTOS_STACK(NULL);
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
    BaseType_t woken = pdFALSE; /* not needed: the kernel reschedules after the tick */
    if (xTaskGetTickCountFromISR() % 8 == 0)
        given += xSemaphoreGiveFromISR(wake, &woken) == pdPASS;
}

void vApplicationIdleHook(void)
{
    if (over)
        finish();
    static TickType_t last;
    static unsigned tasks = 10; /* first all names at once, then one per tick */
    for (; tasks; tasks--)
        soc_check(weir_names_repeat(&weir), "weir_names_repeat");
    if (!config.watermark) {
        vTaskSuspendAll(); /* weir_names_repeat must not run concurrently with weir_finish */
        soc_check(weir_drain(&weir), "weir_drain");
        xTaskResumeAll();
    }
    if (xTaskGetTickCount() != last) {
        last = xTaskGetTickCount();
        soc_check(weir_names_repeat(&weir), "weir_names_repeat");
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
    soc_check(weir_init(&weir, &config), "weir_init");
    samples = xQueueCreate(4, sizeof(uint32_t));
    wake = xSemaphoreCreateBinary();
    lock = xSemaphoreCreateMutex();
    group = xEventGroupCreate();
    stream = xStreamBufferCreate(8, 1);
    const TimerHandle_t timer = xTimerCreate("timer", 7, pdTRUE, NULL, expired);
    vQueueAddToRegistry(samples, "samples");
    vQueueAddToRegistry(wake, "wake");
    vQueueAddToRegistry(lock, "lock");
    configASSERT(samples && wake && lock && group && stream && timer &&
                 xTimerStart(timer, 0) == pdPASS);
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
