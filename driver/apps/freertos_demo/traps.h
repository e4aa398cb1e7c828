/* SPDX-License-Identifier: Apache-2.0 */
/* What the programs of this folder do at a trap that is no interrupt, and at a failed assertion of
 * the kernel. Once in a program: it defines functions that the kernel and crt0.S call. */
#ifndef TRAPS_H
#define TRAPS_H

#include "FreeRTOS.h"
#include "task.h"

#include "serv.h"
#include "soc.h"

__asm__(".globl irq_entry\nirq_entry: j freertos_risc_v_trap_handler\n");

void demo_assert(const char *file, int line)
{
    printf("%s:%d: assertion failed\n", file, line);
    exit(97);
}

void freertos_risc_v_application_exception_handler(uint32_t cause)
{
#ifdef SOC_SERV
    if (cause == SERV_ECALL_AND_TIMER) { /* a yield; the interrupt is still pending */
        vTaskSwitchContext();
        return;
    }
#endif
    printf("exception %lu\n", (unsigned long)cause);
    exit(98);
}

#endif
