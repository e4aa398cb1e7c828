/* SPDX-License-Identifier: Apache-2.0 */
/* Devices of the demo SoC (sim/soc/soc_devices.sv) for applications of Zephyr. */
#ifndef DEMO_H
#define DEMO_H

#include <stdint.h>

#define SOC(offset) (*(volatile uint32_t *)(0x50000000u + (offset)))
#define CONSOLE SOC(0x00)
#define EXIT SOC(0x04)
#define HOST SOC(0x08)
#define HOST_BYTE (*(volatile uint8_t *)0x50000008u)

#endif
