/* SPDX-License-Identifier: Apache-2.0 */
/* Hooks of the driver for several harts of the demo SoC, which have no extension A: its lock 2. */
#ifndef SMP_HOOKS_H
#define SMP_HOOKS_H

#include "soc.h"

#ifndef __riscv_atomic
#define WEIR_SMP_OWNER() SOC_LOCK(2)
#define WEIR_SMP_TAKE(me) (SOC_LOCK(2) = (me), SOC_LOCK(2) == (me))
#define WEIR_SMP_FREE() ((void)(SOC_LOCK(2) = 0))
#endif
#include "weir_smp.h"

#endif
