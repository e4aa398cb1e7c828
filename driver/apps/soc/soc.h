/* SPDX-License-Identifier: Apache-2.0 */
/* The demo SoCs for their programs: devices (sim/soc/soc_devices.sv), interrupts, cycle counter,
 * sink. SOC_BOARD_HZ: the program runs on a board with this clock, does not end, and sends its
 * trace as frames. */
#ifndef SOC_H
#define SOC_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SOC_WEIR 0x40000000u /* Weir's control page */
#define SOC_REG(offset) (*(volatile uint32_t *)(0x50000000u + (offset)))
#define SOC_CONSOLE SOC_REG(0x00)
#define SOC_EXIT SOC_REG(0x04)
#define SOC_HOST SOC_REG(0x08)
#define SOC_HOST_BYTE (*(volatile uint8_t *)0x50000008u)
#define SOC_MTIME SOC_REG(0x10)
#define SOC_MTIMECMP SOC_REG(0x18)
#define SOC_MTIMECMPH SOC_REG(0x1c)
#define SOC_PENDING SOC_REG(0x20) /* pending interrupts: 1 timer, 2 Weir */
#ifdef SOC_BOARD_HZ
#define SOC_RUN 0u /* cycles that the program runs; 0: no end */
#else
#define SOC_RUN SOC_REG(0x24) /* option --run of the simulation */
#endif

#define SOC_HART SOC_REG(0x28) /* number of the hart that reads it */
/* SoCs of several harts (sim/soc/soc_harts.sv): locks 0 to 3. A store of a number takes a free one
 * for the hart that stores; a load returns the number of the hart that has it plus 1, or 0; a store
 * of 0 frees it. */
#define SOC_LOCK(n) SOC_REG(0x30 + 4 * (n))
#define SOC_SOFT(hart) SOC_REG(0x40 + 4 * (hart)) /* 1: its software interrupt */

/* Programs for several harts (SOC_HARTS): hart 0 runs main(). When it sets soc_go, the others run
 * other_main(). */
extern volatile uint32_t soc_go;
void other_main(uint32_t hart);

/* A weir_sink: the host channel, which always takes everything. */
int soc_host(void *context, const void *bytes, size_t count);

/* Timer interrupt at this mtime. Programs end long before mtime exceeds 32 bits. */
static inline void soc_timer_at(uint32_t time)
{
    SOC_MTIMECMPH = 0;
    SOC_MTIMECMP = time;
}

/* If `result` is negative, prints `what` failed and ends the program. */
void soc_check(int result, const char *what);

/* SOC_CORE: name of the core. SOC_PACE: its cycles per instruction, roughly, so that a time slice
 * holds the same work on all cores. */
#if defined(SOC_PICORV32) /* no machine CSRs, interrupts by instructions of its own */
#define SOC_CORE "PicoRV32"
#ifndef SOC_PACE
#define SOC_PACE 4
#endif
static inline uint32_t soc_cycles(void)
{
    uint32_t cycles;
    __asm__ volatile("rdcycle %0" : "=r"(cycles));
    return cycles;
}
static inline uint32_t soc_irq_mask(uint32_t mask) /* maskirq: 1 is masked */
{
    uint32_t old;
    __asm__ volatile(".insn r 0x0b, 6, 3, %0, %1, x0" : "=r"(old) : "r"(mask) : "memory");
    return old;
}
static inline uint32_t soc_irq_save(void) { return soc_irq_mask(~0u); }
static inline void soc_irq_restore(uint32_t old) { (void)soc_irq_mask(old); }
#else
#if defined(SOC_VEXRISCV)
#define SOC_CORE "VexRiscv"
#define SOC_PACE 2
#elif defined(SOC_SERV)
#define SOC_CORE "SERV"
#ifndef SOC_PACE
#define SOC_PACE 20
#endif
#elif defined(SOC_ROCKET)
#define SOC_CORE "Rocket"
#define SOC_PACE 1
#else
#define SOC_CORE "Ibex"
#define SOC_PACE 1
#endif
static inline uint32_t soc_cycles(void)
{
#if defined(SOC_VEXRISCV) || defined(SOC_SERV) /* no cycle counter, but mtime counts cycles */
    return SOC_MTIME;
#else
    uint32_t cycles;
    __asm__ volatile("csrr %0, mcycle" : "=r"(cycles));
    return cycles;
#endif
}
static inline uint32_t soc_irq_save(void)
{
    uint32_t old;
    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(old) : : "memory");
    return old;
}
static inline void soc_irq_restore(uint32_t old)
{
    __asm__ volatile("csrs mstatus, %0" : : "r"(old & 8u) : "memory");
}
#endif

#endif
