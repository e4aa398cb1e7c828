/* SPDX-License-Identifier: Apache-2.0 */
/* ../locks.c with FreeRTOS: ticks switch two tasks at every instant of a critical section, of the
 * driver's lock, and of a yield. Checks that both locks hold, and that ticks continue in both
 * tasks.
 */
#include "FreeRTOS.h"
#include "task.h"

#include "soc.h"
#include "traps.h"
#include "weir.h"

enum { STEP = SOC_PACE < 20 ? 1 : 32 }; /* cycles; shorter than an instruction */
/* The steps cover more than a round with the lock; each is for either thread. */
enum { STEPS = 160 * SOC_PACE / STEP, TURNS = 2 * STEPS };
enum { TURN = 1 }; /* USER id */

static struct weir_named names[4];
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .names = names,
    .name_max = sizeof names / sizeof *names,
    .sink = soc_host,
};
struct weir weir;

extern void *volatile pxCurrentTCB; /* the kernel's */

static volatile uint32_t turns, shared, rounds[2];

void vApplicationTickHook(void)
{
    turns++; /* the other task is next: both have the same priority */
}

static void work(void *number)
{
    const uintptr_t me = (uintptr_t)number;
    for (;;) {
        const uint32_t before = turns;
        weir_emit(&weir, TURN, before);
        soc_timer_at(SOC_MTIME + 30 * SOC_PACE + before / 2 % STEPS * STEP); /* an early tick */
        for (uint32_t tries = 0; turns == before; tries++) {
            const uint32_t lock = WEIR_LOCK();
            shared++;
            rounds[me]++;
            WEIR_UNLOCK(lock);
            taskENTER_CRITICAL();
            shared++;
            rounds[me]++;
            taskEXIT_CRITICAL();
            taskYIELD();
            if (!(lock & 8) || tries == 1000) {
                printf("interrupts are off in turn %lu\n", (unsigned long)before);
                exit(1);
            }
        }
        if (turns >= TURNS) {
            taskENTER_CRITICAL();
            printf("turns %lu rounds %lu shared %lu\n", (unsigned long)turns,
                   (unsigned long)(rounds[0] + rounds[1]), (unsigned long)shared);
            soc_check(weir_finish(&weir), "weir_finish");
            exit(0);
        }
        if (before % 16 == 0) {
            vTaskSuspendAll();
            soc_check(weir_drain(&weir), "weir_drain");
            (void)xTaskResumeAll();
        }
    }
}

void vApplicationIdleHook(void) {}

void freertos_risc_v_application_interrupt_handler(uint32_t cause)
{
    printf("interrupt %08lx\n", (unsigned long)cause);
    exit(98);
}

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    for (uintptr_t n = 0; n < 2; n++)
        configASSERT(xTaskCreate(work, n ? "right" : "left", 512, (void *)n, 1, NULL) == pdPASS);
    soc_check(weir_start(&weir), "weir_start");
    soc_check(weir_snoop_freertos(&weir, &pxCurrentTCB), "weir_snoop_freertos");
    vTaskStartScheduler();
    return 1;
}
