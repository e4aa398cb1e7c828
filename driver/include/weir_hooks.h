/* SPDX-License-Identifier: Apache-2.0 */
/* Hooks of the driver, with their defaults. Define your own in a header that all files see:
 * -DWEIR_HOOKS='"board_trace.h"'. The glue brings such headers: weir_smp.h for several harts, and
 * one for Zephyr, which is used by itself. */
#ifndef WEIR_HOOKS_H
#define WEIR_HOOKS_H

#include <stdint.h>

#ifdef WEIR_HOOKS
#include WEIR_HOOKS
#elif defined(__ZEPHYR__) && defined(CONFIG_WEIR)
#include "weir_zephyr_hooks.h"
#endif

/* WEIR_BASE: the unit's base address, if it is known at compile time. Saves a load in each
 * weir_emit. weir_init checks it against config.base. Not defined by default.
 *
 *   #define WEIR_BASE 0x40000000u */

/* WEIR_WINDOW: 1 if the unit is known to have event windows (FEATURES.TINY is 0), 0 if it is known
 * to have none. Saves a comparison in each weir_emit_fast. weir_init checks a 1. Not defined by
 * default.
 *
 *   #define WEIR_WINDOW 1 */

/* First ids of the third and of the fourth quarter of the event windows, 256 ids each: multiples of
 * 256; weir_hint reaches the 2048 ids around each. weir_init stores them. The defaults are the ids
 * of weir_rtos.h, COM and SYS. */
#ifndef WEIR_WINDOW_THIRD
#define WEIR_WINDOW_THIRD 0x4100u
#endif
#ifndef WEIR_WINDOW_FOURTH
#define WEIR_WINDOW_FOURTH 0xc100u
#endif

/* WEIR_HINT: 1 if weir_emit_fast with a constant id, its twins and the RTOS glue shall be HINTs:
 * one instruction each (weir_hint.h). weir_init then switches HINTs on. Not defined by default.
 *
 *   #define WEIR_HINT 1 */

/* WEIR_S_MODE: define it if the driver runs in supervisor mode, below SBI. The defaults of
 * WEIR_LOCK, WEIR_CAUSE and WEIR_CLOCK then use sstatus, scause and time, which S-mode may read. */

/* Number of the calling hart, 0 to harts - 1. A thread must not move to another hart inside
 * weir_emit. */
#ifndef WEIR_HART
#define WEIR_HART() 0u
#define WEIR_HART_DEFAULT_
#endif

/* Runs before, between and after the stores of an event, and before each access to a control
 * register, except in weir_freeze; the self-test has fences of its own. Empty if the accesses of a
 * hart reach the unit and the watched word in program order. Otherwise a fence: driver.md, Memory
 * types.
 *
 *   #define WEIR_BARRIER() __asm__ volatile("fence iow, iow" ::: "memory") */
#ifndef WEIR_BARRIER
#define WEIR_BARRIER() ((void)0)
#endif

/* Register access. Replace both if a plain volatile access does not work on your bus. */
#ifndef WEIR_STORE32
#define WEIR_PLAIN_STORES_
#define WEIR_STORE32(address, data) (*(volatile uint32_t *)(address) = (data))
#define WEIR_LOAD32(address) (*(const volatile uint32_t *)(address))
#endif

/* A critical section of this hart, up to the stores of a name long; sections may nest. It guards
 * the table of names, keeps events together that belong together (names, weir_log.h,
 * weir_rkhtrc.h), and guards each event of software recording. WEIR_LOCK() returns a uint32_t that
 * WEIR_UNLOCK takes. The default disables the interrupts of the hart; if several harts name
 * threads, it must also exclude the others (weir_smp.h), or names of harts other than that of
 * weir_init fail with EHART. */
#ifndef WEIR_LOCK
#define WEIR_LOCK_DEFAULT_
#if defined(__riscv) && defined(WEIR_S_MODE)
#define WEIR_LOCK() weir_lock_()
#define WEIR_UNLOCK(before) __asm__ volatile("csrs sstatus, %0" : : "r"((before)&2u) : "memory")
static inline uint32_t weir_lock_(void)
{
    unsigned long before;
    __asm__ volatile("csrrci %0, sstatus, 2" : "=r"(before) : : "memory");
    return (uint32_t)before;
}
#elif defined(__riscv)
#define WEIR_LOCK() weir_lock_()
#define WEIR_UNLOCK(before) __asm__ volatile("csrs mstatus, %0" : : "r"((before)&8u) : "memory")
static inline uint32_t weir_lock_(void)
{
    unsigned long before;
    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(before) : : "memory");
    return (uint32_t)before;
}
#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#define WEIR_LOCK() weir_lock_()
#define WEIR_UNLOCK(before) __asm__ volatile("msr primask, %0" : : "r"(before) : "memory")
static inline uint32_t weir_lock_(void)
{
    uint32_t before;
    __asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(before) : : "memory");
    return before;
}
#endif
#endif

/* Masks the interrupts of this hart, and nothing else: around the stores of an event of a thread
 * that could move to another hart. Differs from WEIR_LOCK where that also excludes other harts. */
#ifndef WEIR_MASK
#define WEIR_MASK() WEIR_LOCK()
#define WEIR_UNMASK(before) WEIR_UNLOCK(before)
#endif

/* Cause of the interrupt that the hart handles now: the value of ISR_ENTER and ISR_EXIT. */
#ifndef WEIR_CAUSE
#ifdef __riscv
#define WEIR_CAUSE() weir_cause_()
static inline uint32_t weir_cause_(void)
{
    unsigned long cause;
#ifdef WEIR_S_MODE
    __asm__ volatile("csrr %0, scause" : "=r"(cause));
#else
    __asm__ volatile("csrr %0, mcause" : "=r"(cause));
#endif
    /* The interrupt bit is the top bit of the register; readers look for bit 31. */
    return (uint32_t)cause | (uint32_t)(cause >> (8 * sizeof cause - 32));
}
#else
#define WEIR_CAUSE() 0u
#endif
#endif

/* Time source of software recording: the low 32 bits of a free-running counter. One tick is as long
 * as config.unit says. The default is the cycle counter of machine mode, or the time of S-mode. */
#if !defined(WEIR_CLOCK) && defined(__riscv)
#define WEIR_CLOCK() weir_clock_()
static inline uint32_t weir_clock_(void)
{
    unsigned long now;
#ifdef WEIR_S_MODE
    __asm__ volatile("csrr %0, time" : "=r"(now));
#else
    __asm__ volatile("csrr %0, mcycle" : "=r"(now));
#endif
    return (uint32_t)now;
}
#endif

/* All files of a program must have the same WEIR_NAME_SIZE, WEIR_WINDOW_THIRD and
 * WEIR_WINDOW_FOURTH, written alike; and if one has WEIR_HINT or WEIR_WINDOW 1, so must weir.c,
 * which switches HINTs on and checks the unit. Otherwise the program does not link: each file that
 * includes weir.h refers to symbols whose names say what it needs, in a section that is not loaded,
 * and weir.c defines those of what it has. A debug section, as --gc-sections removes others. (GNU
 * tools without an operating system: tests on a host may replace weir.c, and in Zephyr Kconfig is
 * one for all files.) */
#if defined(__GNUC__) && defined(__ELF__) && !defined(__unix__) && !defined(__ZEPHYR__) &&         \
    !defined(WEIR_OFF)
#define WEIR_TEXT_OF_(text) #text
#define WEIR_TEXT_(macro) WEIR_TEXT_OF_(macro)
#define WEIR_NEEDS_(symbol)                                                                        \
    __asm__(".pushsection .debug_weir_alike,\"\"\n\t.4byte " symbol "\n\t.popsection")
#define WEIR_HAS_(symbol) __asm__(".globl " symbol "\n\t.set " symbol ", 0")
#if defined(WEIR_HINT) && WEIR_HINT && !defined(WEIR_SOFT)
#define WEIR_ALIKE_HINT_(each) each("weir_c_has_WEIR_HINT_1");
#else
#define WEIR_ALIKE_HINT_(each)
#endif
#if defined(WEIR_WINDOW) && WEIR_WINDOW && !defined(WEIR_SOFT)
#define WEIR_ALIKE_WINDOW_(each) each("weir_c_has_WEIR_WINDOW_1");
#else
#define WEIR_ALIKE_WINDOW_(each)
#endif
#ifndef WEIR_SOFT
#define WEIR_ALIKE_IDS_(each)                                                                      \
    each("weir_c_has_WEIR_WINDOW_THIRD_" WEIR_TEXT_(WEIR_WINDOW_THIRD) "_FOURTH_" WEIR_TEXT_(      \
        WEIR_WINDOW_FOURTH));
#else
#define WEIR_ALIKE_IDS_(each)
#endif
/* WEIR_NEEDS_ or WEIR_HAS_ of each symbol of this file. */
#define WEIR_ALIKE_(each)                                                                          \
    each("weir_c_has_WEIR_NAME_SIZE_" WEIR_TEXT_(WEIR_NAME_SIZE));                                 \
    WEIR_ALIKE_IDS_(each) WEIR_ALIKE_HINT_(each) WEIR_ALIKE_WINDOW_(each)
#endif

#endif /* WEIR_HOOKS_H */
