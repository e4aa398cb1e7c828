/* SPDX-License-Identifier: Apache-2.0 */
/* Rocket's devices: CLINT, of which only the firmware writes, and the PLIC's context 1, that of
 * supervisor mode. */
#ifndef PORT_H
#define PORT_H

#include <stdint.h>

#define MTIME (*(volatile uint64_t *)0x0200bff8u) /* a tick for each 100 cycles */
#define MTIMECMP (*(volatile uint64_t *)0x02004000u)
#define PLIC(offset) (*(volatile uint32_t *)(uintptr_t)(0x0c000000u + (offset)))
enum { PLIC_ENABLE = 0x2080, PLIC_THRESHOLD = 0x201000, PLIC_CLAIM = 0x201004 };
#define LINES (*(volatile uint32_t *)0x60000ffcu) /* bit n: source n + 1 of the PLIC */

#endif
