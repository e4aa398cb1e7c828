/* SPDX-License-Identifier: Apache-2.0 */
/* Hooks of the driver for hookup_test.c: those of real_unit.h, and a hart that the test chooses. */
#ifndef HOOKUP_HOOKS_H
#define HOOKUP_HOOKS_H

#include "../soc/real_unit.h"

extern unsigned unit_hart;
#define WEIR_HART() unit_hart

#endif
