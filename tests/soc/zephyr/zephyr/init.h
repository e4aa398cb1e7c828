/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ZEPHYR_INIT_H
#define ZEPHYR_INIT_H

/* The kernel calls it when its own threads exist, before static threads and main. */
#define SYS_INIT(function, level, priority) int (*const kernel_init_step)(void) = function
extern int (*const kernel_init_step)(void);

#endif
