/* SPDX-License-Identifier: Apache-2.0 */
/* FreeRTOS on the host, in the virtual time of the device: host_port.c. */
#ifndef PORTMACRO_H
#define PORTMACRO_H

#include <stdint.h>

typedef uintptr_t StackType_t;
typedef long BaseType_t;
typedef unsigned long UBaseType_t;
typedef uint32_t TickType_t;

#define portPOINTER_SIZE_TYPE uintptr_t
#define portMAX_DELAY ((TickType_t)0xffffffff)
#define portTICK_TYPE_IS_ATOMIC 1
#define portSTACK_GROWTH (-1)
#define portBYTE_ALIGNMENT 16
#define portTICK_PERIOD_MS ((TickType_t)1000 / configTICK_RATE_HZ)
#define portNOP() ((void)0)

void host_yield(void);
unsigned long host_mask(void); /* no handler until the next host_unmask with its result */
void host_unmask(unsigned long before);
void host_enter(void);
void host_exit(void);

#define portYIELD() host_yield()
#define portEND_SWITCHING_ISR(needed) \
    do {                              \
        if (needed)                   \
            host_yield();             \
    } while (0)
#define portYIELD_FROM_ISR(needed) portEND_SWITCHING_ISR(needed)
#define portENTER_CRITICAL() host_enter()
#define portEXIT_CRITICAL() host_exit()
#define portDISABLE_INTERRUPTS() host_enter()
#define portENABLE_INTERRUPTS() host_exit()
#define portSET_INTERRUPT_MASK_FROM_ISR() host_mask()
#define portCLEAR_INTERRUPT_MASK_FROM_ISR(before) host_unmask(before)
#define portTASK_FUNCTION_PROTO(function, parameters) void function(void *parameters)
#define portTASK_FUNCTION(function, parameters) void function(void *parameters)

#endif
