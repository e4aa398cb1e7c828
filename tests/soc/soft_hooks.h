/* SPDX-License-Identifier: Apache-2.0 */
/* Hooks of the driver for soft_test.c: a clock and a lock that the test controls. */
#ifndef SOFT_HOOKS_H
#define SOFT_HOOKS_H

#include <stdint.h>

extern uint32_t mock_clock, mock_locked;
uint32_t mock_lock(void);
void mock_unlock(uint32_t before);

#define WEIR_NAME_SIZE 63
#define WEIR_CLOCK() mock_clock
#define WEIR_LOCK() mock_lock()
#define WEIR_UNLOCK(before) mock_unlock(before)

#endif
