/* SPDX-License-Identifier: Apache-2.0 */
/* Hooks of the driver (weir.h) on the demo SoCs, where cores differ. */
#ifndef SOC_HOOKS_H
#define SOC_HOOKS_H

#include "soc.h"

#ifdef SOC_PICORV32 /* elsewhere the driver's own lock will do */
#define WEIR_LOCK() soc_irq_save()
#define WEIR_UNLOCK(before) soc_irq_restore(before)
#endif
#define WEIR_CLOCK() soc_cycles()
#if defined(SOC_HARTS) && !defined(WEIR_HART)
#define WEIR_HART() SOC_HART
#endif

#endif
