/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LINES_H
#define LINES_H

#include <stdint.h>

#ifdef CONFIG_SOC_WEIR_ROCKET_SOC
void lines_begin(void), lines_raise(uint32_t n), lines_end(void);
#else
static inline void lines_begin(void) {}
static inline void lines_raise(uint32_t n) { (void)n; }
static inline void lines_end(void) {}
#endif

#endif
