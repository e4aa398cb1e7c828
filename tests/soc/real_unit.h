/* SPDX-License-Identifier: Apache-2.0 */
/* The Verilated unit behind the driver's register hooks, for driver_on_unit.cpp. Include it first.
 */
#ifndef REAL_UNIT_H
#define REAL_UNIT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
void unit_store(uintptr_t address, uint32_t data);
void unit_store8(uintptr_t address, uint8_t data);
uint32_t unit_load(uintptr_t address);
#ifdef __cplusplus
}
#endif

#define WEIR_LOCK() 0u
#define WEIR_UNLOCK(before) ((void)(before))
#define WEIR_STORE32(address, data) unit_store(address, data)
#define WEIR_STORE8(address, data) unit_store8(address, data)
#define WEIR_LOAD32(address) unit_load(address)

#endif
