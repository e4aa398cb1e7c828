/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ZEPHYR_RISCV_PLIC_H
#define ZEPHYR_RISCV_PLIC_H

unsigned riscv_plic_get_irq(void); /* the source that was claimed last */

#endif
