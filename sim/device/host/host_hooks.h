/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's hooks on the host: the device in place of the bus. Include it first. */
#ifndef HOST_HOOKS_H
#define HOST_HOOKS_H

#include <stdint.h>

void host_store(uintptr_t address, uint32_t data);
uint32_t host_load(uintptr_t address);
unsigned long host_mask(void);
void host_unmask(unsigned long before);

#define WEIR_LOCK() host_mask()
#define WEIR_UNLOCK(before) host_unmask(before)
#define WEIR_STORE32(address, data) host_store(address, data)
#define WEIR_LOAD32(address) host_load(address)

#endif
