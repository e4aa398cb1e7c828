/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's register hooks on the example platform: host-compiled firmware, whose loads and
 * stores go over the platform's bus. Include it first (-include). */
#ifndef PLATFORM_HOOKS_H
#define PLATFORM_HOOKS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void platform_store(uintptr_t address, uint32_t data);
uint32_t platform_load(uintptr_t address);
unsigned platform_hart(void);
uint64_t platform_cycle(void);               /* this hart's own time */
void platform_work(unsigned instructions);   /* passes, one cycle each */
void platform_wait(void);                    /* until an interrupt */
void platform_output(const void *bytes, unsigned long count);
extern unsigned platform_events;             /* for each hart */

#ifdef __cplusplus
}
#endif

#define WEIR_HART() platform_hart()
#define WEIR_LOCK() 0u
#define WEIR_UNLOCK(before) ((void)(before))
#define WEIR_STORE32(address, data) platform_store(address, data)
#define WEIR_LOAD32(address) platform_load(address)

#endif
