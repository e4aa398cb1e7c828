/* SPDX-License-Identifier: Apache-2.0 */
/* FreeRTOS in supervisor mode, with pages, below a firmware of machine mode: the driver uses
 * sstatus, scause and time. Tasks share a queue and a mutex, and are created and deleted; sources
 * of the PLIC interrupt them, one of which is the unit. The program prints its counts and the
 * kernel's log of its switches, for a test to compare. */
#include "FreeRTOS.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"

#include "port.h"
#include "soc.h"
#include "weir.h"
#include "weir_rtos.h"

enum { SAMPLE = 1, VISIT, UNDER_LOCK, SOURCE }; /* USER ids */
enum { UNIT = 1, FIRST = 3, SECOND = 6, LOG = 4000, WORKERS = 2 };

static const struct weir_event_name events[] = {{SAMPLE, "sample"},
                                                {VISIT, "visit"},
                                                {UNDER_LOCK, "under lock"},
                                                {SOURCE, "source"},
                                                WEIR_RTOS_EVENT_NAMES};
static struct weir_named names[16];
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

static const void *switched[LOG];
static uint32_t switches, sent, received, locked, shared, visits, drains, end;
static volatile uint32_t lines[9];
static int drain_error;
static QueueHandle_t samples;
static SemaphoreHandle_t lock;

void demo_assert(const char *file, int line)
{
    printf("%s:%d: assertion failed\n", file, line);
    exit(97);
}

void demo_switched_in(const void *task)
{
    if ((switches == 0 || switched[switches - 1] != task) && switches < LOG)
        switched[switches++] = task;
}

void demo_interrupt(uint32_t source)
{
    weir_emit_fast_isr(&weir, SOURCE, source);
    if (source == UNIT) {
        const int error = weir_irq(&weir);
        if (error < 0)
            drain_error = error;
        drains++;
    } else {
        LINES = 0;
        lines[source]++;
    }
}

static void work(uint32_t amount)
{
    for (volatile uint32_t n = amount; n; n--)
        ;
}

static void visitor(void *number)
{
    weir_emit(&weir, VISIT, (uint32_t)(uintptr_t)number);
    vTaskDelete(NULL);
}

static void producer(void *unused)
{
    (void)unused;
    for (uint32_t n = 0; (int32_t)(SOC_MTIME - end) < 0; n++) {
        sent++;
        xQueueSend(samples, &n, portMAX_DELAY);
        LINES = 1u << ((n % 3 ? FIRST : SECOND) - 1);
        work(20 + n * 37 % 60);
        if (n % 2 == 0)
            vTaskDelay(1);
    }
    vTaskDelay(20); /* the others become idle */
    taskENTER_CRITICAL();
    soc_check(weir_finish(&weir), "weir_finish");
    soc_check(drain_error, "weir_irq");
    printf("sent %lu\nreceived %lu\nlocked %lu\nshared %lu\nvisits %lu\ndrains %lu\nsource_3 %lu\n"
           "source_6 %lu\n",
           (unsigned long)sent, (unsigned long)received, (unsigned long)locked,
           (unsigned long)shared, (unsigned long)visits, (unsigned long)drains,
           (unsigned long)lines[FIRST], (unsigned long)lines[SECOND]);
    for (uint32_t n = 0; n < switches; n++)
        printf("switch %p\n", switched[n]);
    exit(0);
}

static void consumer(void *unused)
{
    (void)unused;
    for (;;) {
        uint32_t n;
        xQueueReceive(samples, &n, portMAX_DELAY);
        weir_emit_fast(&weir, SAMPLE, n);
        received++;
        if (n % 8 == 0) {
            configASSERT(xTaskCreate(visitor, visits % 2 ? "odd" : "even", 256,
                                     (void *)(uintptr_t)visits, 3, NULL) == pdPASS);
            visits++;
        }
    }
}

static void worker(void *unused) /* several of one priority */
{
    (void)unused;
    for (;;) {
        xSemaphoreTake(lock, portMAX_DELAY);
        locked++;
        weir_emit(&weir, UNDER_LOCK, shared);
        const uint32_t before = shared;
        work(100);
        shared = before + 1;
        xSemaphoreGive(lock);
        if (locked % 4 == 0)
            vTaskDelay(1 + locked % 3);
        if ((int32_t)(SOC_MTIME - end) > 0)
            vTaskSuspend(NULL);
    }
}

void vApplicationIdleHook(void)
{
    static uint32_t clock;
    const uint32_t now = WEIR_CLOCK(); /* the CSR time */
    configASSERT((int32_t)(now - clock) >= 0 && now);
    clock = now;
    if ((int32_t)(SOC_MTIME - end) < 0)
        soc_check(weir_names_repeat(&weir), "weir_names_repeat");
}

/* Three pages of 1 GiB, each at its own address: interrupt controllers, devices, memory. */
static uint64_t root[512] __attribute__((aligned(4096)));
static void pages(void)
{
    for (uint64_t n = 0; n < 3; n++)
        root[n] = n << 28 | 0xcf; /* valid, read, write, execute; accessed, written */
    __asm__ volatile("csrw satp, %0\n\tsfence.vma" : : "r"(8ull << 60 | (uintptr_t)root >> 12)
                     : "memory");
}

int main(void)
{
    pages();
    pxCurrentTCB = NULL; /* in memory that start.S does not clear */
    soc_check(weir_init(&weir, &config), "weir_init");
    samples = xQueueCreate(4, sizeof(uint32_t));
    lock = xSemaphoreCreateMutex();
    configASSERT(samples && lock);
    vQueueAddToRegistry(samples, "samples");
    vQueueAddToRegistry(lock, "lock");
    configASSERT(xTaskCreate(producer, "producer", 512, NULL, 2, NULL) == pdPASS);
    configASSERT(xTaskCreate(consumer, "consumer", 512, NULL, 4, NULL) == pdPASS);
    for (unsigned n = 0; n < WORKERS; n++)
        configASSERT(xTaskCreate(worker, n ? "green" : "red", 512, NULL, 1, NULL) == pdPASS);
    soc_check(weir_start(&weir), "weir_start");
    soc_check(weir_snoop_freertos(&weir, &pxCurrentTCB), "weir_snoop");
    static const uint8_t sources[] = {UNIT, FIRST, SECOND};
    for (unsigned n = 0; n < sizeof sources; n++) {
        PLIC(4 * sources[n]) = 1; /* priority */
        PLIC(PLIC_ENABLE) |= 1u << sources[n];
    }
    PLIC(PLIC_THRESHOLD) = 0;
    end = SOC_MTIME + SOC_RUN;
    vTaskStartScheduler();
    return 1;
}
