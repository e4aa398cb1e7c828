/* SPDX-License-Identifier: Apache-2.0 */
/* An exception handler for the end of a trace: it trusts nothing, least of all the stack. For RV32
 * in machine mode.
 *
 *   static _Noreturn void crashed(uint32_t cause, uint32_t pc, uint32_t address)
 *   {
 *       weir_emit_isr(&weir, CRASH, pc);
 *       if (weir_crash(&weir, uart_by_polling, NULL, NULL) < 0)
 *           weir_freeze(&weir);
 *       reset();
 *   }
 *   WEIR_CRASH_ENTRY(crash_entry, 1024, crashed)
 *
 * At file scope: defines crash_entry, where mtvec, or the handler of exceptions, goes to: it takes
 * a stack of so many bytes of its own, sets gp, which may be broken, too, and calls crashed(mcause,
 * mepc, mtval). Interrupts are off there, as after every trap. */
#ifndef WEIR_CRASH_H
#define WEIR_CRASH_H

#include "weir.h"

#define WEIR_CRASH_ENTRY(entry, bytes, handler)                                                    \
    static uint32_t entry##_stack[((bytes) + 15) / 16 * 4] __attribute__((aligned(16), used));     \
    static void (*const entry##_handler)(uint32_t, uint32_t, uint32_t)                             \
        __attribute__((used)) = handler;                                                           \
    __attribute__((naked, aligned(4))) void entry(void)                                            \
    {                                                                                              \
        __asm__ volatile(".option push\n\t.option norelax\n\tla   gp, __global_pointer$\n\tla   "  \
                         "sp, %0\n\tcsrr a0, mcause\n\tcsrr a1, mepc\n\tcsrr a2, mtval\n\t"        \
                         "la   t0, %1\n\tlw   t0, 0(t0)\n\tjr   t0\n\t.option pop"                 \
                         :                                                                         \
                         : "i"((char *)entry##_stack + sizeof entry##_stack),                      \
                           "i"(&entry##_handler));                                                 \
    }

#endif /* WEIR_CRASH_H */
