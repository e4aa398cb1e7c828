/* SPDX-License-Identifier: Apache-2.0 */
/* Hooks of the driver (weir.h) in LiteX, where CPUs differ. */
#ifndef LITEX_HOOKS_H
#define LITEX_HOOKS_H

#include <generated/soc.h>
#include <stdint.h>

#ifdef CONFIG_CPU_TYPE_PICORV32 /* no mstatus; elsewhere the driver's own lock will do */
#include <irq.h>
#define WEIR_LOCK() litex_irq_save()
#define WEIR_UNLOCK(before) irq_setie(before)
static inline uint32_t litex_irq_save(void)
{
    const uint32_t before = irq_getie();
    irq_setie(0);
    return before;
}
#endif

#endif
