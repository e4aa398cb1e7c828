/* SPDX-License-Identifier: Apache-2.0 */
/* The devicetree of the demo SoC: one unit at 0x40000000 with a clock of 100 MHz, interrupt 11. */
#ifndef ZEPHYR_DEVICETREE_H
#define ZEPHYR_DEVICETREE_H

#define DT_INST(number, compatible) number
#define DT_REG_ADDR(node) 0x40000000u
#define DT_CLOCKS_CTLR(node) node
#define DT_PROP(node, property) 100000000u
#define DT_NODE_HAS_PROP(node, property) 0
#define DT_IRQ_HAS_IDX(node, index) 1
#define DT_IRQ_HAS_CELL(node, cell) 0
#define DT_IRQN(node) 11

#endif
