/* SPDX-License-Identifier: Apache-2.0 */
/* FreeRTOS on two harts, one unit: tasks that stay on a hart, tasks that move between them, a queue
 * and a mutex between harts, tasks that are created and deleted while both harts repeat names. The
 * kernel logs its switches; the program prints them and its counts, for a test to compare. */
#include "FreeRTOS.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"

#include "soc.h"
#include "soc_counts.h"
#include "weir.h"
#include "weir_rtos.h"

enum { PINNED = 1, MOVING, VISIT, UNDER_LOCK }; /* USER ids */
enum { MOVERS = 3, LOG = 2000, TURNS = 200 };

static const struct weir_event_name events[] = {{PINNED, "pinned"},
                                                {MOVING, "moving"},
                                                {VISIT, "visit"},
                                                {UNDER_LOCK, "under lock"},
                                                WEIR_RTOS_EVENT_NAMES};
static struct weir_named names[24];
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

extern void *volatile pxCurrentTCBs[configNUMBER_OF_CORES]; /* the kernel's */

static const void *switched[configNUMBER_OF_CORES][LOG];
static uint32_t switches[configNUMBER_OF_CORES], end, shared;
static volatile uint32_t over, contest;
static QueueHandle_t samples;
static SemaphoreHandle_t lock;
static struct { /* one writer each; `locked` under the lock */
    uint32_t pinned[configNUMBER_OF_CORES], moving[MOVERS], locked, sent, received, visits;
    volatile uint32_t turns[configNUMBER_OF_CORES];
    uint32_t behind[configNUMBER_OF_CORES]; /* most turns of the other hart during a wait */
} counted;

void demo_assert(const char *file, int line)
{
    printf("%s:%d: assertion failed\n", file, line);
    exit(97);
}

void demo_switched_in(int core, const void *task) /* under the kernel's locks */
{
    const uint32_t n = switches[core];
    if ((n == 0 || switched[core][n - 1] != task) && n < LOG)
        switched[core][switches[core]++] = task;
}

static void stop_if_over(void)
{
    if (over)
        vTaskSuspend(NULL);
}

static void work(uint32_t amount)
{
    for (volatile uint32_t n = amount; n; n--)
        ;
}

/* Takes the driver's lock, counts, and how often the other hart had it meanwhile. */
static void take_turn(void)
{
    const uint32_t mask = WEIR_MASK();
    const BaseType_t core = portGET_CORE_ID();
    const uint32_t before = counted.turns[!core];
    const uint32_t lock = WEIR_LOCK();
    const uint32_t behind = counted.turns[!core] - before;
    if (behind > counted.behind[core])
        counted.behind[core] = behind;
    counted.turns[core]++;
    WEIR_UNLOCK(lock);
    WEIR_UNMASK(mask);
}

/* ---- Tasks. Calls that cannot fail are counted before the call. */

static void pinned(void *number) /* stays on its hart, so it needs no mask */
{
    const uint32_t core = (uint32_t)(uintptr_t)number;
    for (;;) {
        weir_emit_fast(&weir, PINNED, counted.pinned[core]++);
        work(5 + counted.pinned[core] * 37 % 40);
        weir_emit(&weir, PINNED, counted.pinned[core]++);
        if (core == 0 && (int32_t)(SOC_MTIME - end) >= 0)
            break;
        stop_if_over();
        vTaskDelay(1);
    }
    over = 1;
    vTaskDelay(8); /* all others stop, and the other hart is idle */
    contest = 1;
    while (counted.turns[0] < TURNS || counted.turns[1] < TURNS)
        take_turn();
    contest = 0;
    taskENTER_CRITICAL();
    soc_check(weir_disable(&weir), "weir_disable");
    soc_check(weir_finish(&weir), "weir_finish");
    for (unsigned n = 0; n < configNUMBER_OF_CORES; n++) {
        printf("pinned %u %lu\nturns %u %lu\nbehind %u %lu\n", n, (unsigned long)counted.pinned[n],
               n, (unsigned long)counted.turns[n], n, (unsigned long)counted.behind[n]);
        for (uint32_t i = 0; i < switches[n]; i++)
            printf("switch %u %p\n", n, switched[n][i]);
    }
    for (unsigned n = 0; n < MOVERS; n++)
        printf("moving %u %lu\n", n, (unsigned long)counted.moving[n]);
    printf("sent %lu\nreceived %lu\nlocked %lu\nshared %lu\nvisits %lu\n",
           (unsigned long)counted.sent, (unsigned long)counted.received,
           (unsigned long)counted.locked, (unsigned long)shared, (unsigned long)counted.visits);
    soc_counts(&weir);
    exit(0);
}

static void emit_moving(uint16_t id, uint32_t value)
{
    const uint32_t before = WEIR_MASK(); /* stays on its hart for the stores */
    weir_emit_isr(&weir, id, value);
    WEIR_UNMASK(before);
}

static void moving(void *number) /* several of one priority, on whichever hart is free */
{
    const uint32_t me = (uint32_t)(uintptr_t)number;
    for (;;) {
        emit_moving(MOVING, me << 24 | counted.moving[me]++);
        work(20 + counted.moving[me] * 91 % 100);
        xSemaphoreTake(lock, portMAX_DELAY);
        counted.locked++;
        emit_moving(UNDER_LOCK, shared);
        const uint32_t before = shared;
        work(30);
        shared = before + 1;
        xSemaphoreGive(lock);
        stop_if_over();
        if (counted.moving[me] % 4 == 0)
            vTaskDelay(1 + me);
    }
}

static void producer(void *unused)
{
    (void)unused;
    for (;;) {
        const uint32_t n = counted.sent++;
        xQueueSend(samples, &n, portMAX_DELAY);
        if (n % 3 == 0)
            vTaskDelay(1);
        stop_if_over();
    }
}

static void visitor(void *number)
{
    emit_moving(VISIT, (uint32_t)(uintptr_t)number);
    vTaskDelete(NULL);
}

static void consumer(void *unused)
{
    (void)unused;
    for (;;) {
        uint32_t n;
        xQueueReceive(samples, &n, portMAX_DELAY);
        configASSERT(n == counted.received);
        counted.received++;
        if (n % 8 == 0 && !over) {
            const uint32_t visit = counted.visits;
            if (xTaskCreate(visitor, visit % 2 ? "odd" : "even", 128, (void *)(uintptr_t)visit, 3,
                            NULL) == pdPASS)
                counted.visits++;
        }
    }
}

/* ---- Hooks */

void vApplicationTickHook(void) {}
void vApplicationIdleHook(void)
{
    while (contest)
        take_turn();
    if (!over)
        soc_check(weir_names_repeat(&weir), "weir_names_repeat"); /* without a pause */
}
void vApplicationPassiveIdleHook(void) { vApplicationIdleHook(); }

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    samples = xQueueCreate(4, sizeof(uint32_t));
    lock = xSemaphoreCreateMutex();
    configASSERT(samples && lock);
    vQueueAddToRegistry(samples, "samples");
    vQueueAddToRegistry(lock, "lock");
    static const char *const pin[] = {"left", "right"}, *const move[] = {"red", "green", "blue"};
    for (uintptr_t n = 0; n < configNUMBER_OF_CORES; n++)
        configASSERT(xTaskCreateAffinitySet(pinned, pin[n], 256, (void *)n, 3, 1u << n, NULL) ==
                     pdPASS);
    for (uintptr_t n = 0; n < MOVERS; n++)
        configASSERT(xTaskCreate(moving, move[n], 256, (void *)n, 1, NULL) == pdPASS);
    configASSERT(xTaskCreate(producer, "producer", 256, NULL, 2, NULL) == pdPASS);
    configASSERT(xTaskCreate(consumer, "consumer", 256, NULL, 2, NULL) == pdPASS);
    soc_check(weir_start(&weir), "weir_start");
    for (unsigned n = 0; n < configNUMBER_OF_CORES; n++)
        soc_check(weir_snoop(&weir, n, &pxCurrentTCBs[n]), "weir_snoop");
    end = SOC_MTIME + SOC_RUN;
    vTaskStartScheduler();
    return 1;
}
