/* SPDX-License-Identifier: Apache-2.0 */
/* An exception handler that saves the trace. It relies on nothing that the crash may have broken,
 * above all not on the stack. For RV32 in machine mode, or, with WEIR_S_MODE, in S-mode.
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
 * Use the macro at file scope, and arm its handler after weir_init. It defines crash_entry: call
 * or jump to it from your handler of exceptions; on FreeRTOS, that is
 * freertos_risc_v_application_exception_handler. Point mtvec (stvec) to it only if no interrupt is
 * enabled and the core takes a direct vector, as it takes every trap.
 *
 * crash_entry switches to a stack of its own (here 1024 bytes), sets gp, and calls crashed(mcause,
 * mepc, mtval), in S-mode (scause, sepc, stval). Interrupts are off, as after every trap. */
#ifndef WEIR_CRASH_H
#define WEIR_CRASH_H

#include "weir.h"

#if defined(__riscv) && __riscv_xlen != 32
#error "weir_crash.h is for RV32"
#endif

#ifdef WEIR_S_MODE
#define WEIR_CRASH_MODE_ "s"
#else
#define WEIR_CRASH_MODE_ "m"
#endif

#define WEIR_CRASH_ENTRY(entry, bytes, handler)                                                    \
    static uint32_t entry##_stack[((bytes) + 15) / 16 * 4] __attribute__((aligned(16), used));     \
    static void (*const entry##_handler)(uint32_t, uint32_t, uint32_t)                             \
        __attribute__((used)) = handler;                                                           \
    __attribute__((naked, aligned(4))) void entry(void)                                            \
    {                                                                                              \
        __asm__ volatile(                                                                          \
            ".option push\n\t.option norelax\n\tla   gp, __global_pointer$\n\tla   sp, %0\n\t"     \
            "csrr a0, " WEIR_CRASH_MODE_ "cause\n\tcsrr a1, " WEIR_CRASH_MODE_ "epc\n\tcsrr a2, "  \
            WEIR_CRASH_MODE_ "tval\n\tla   t0, %1\n\tlw   t0, 0(t0)\n\tjr   t0\n\t.option pop"     \
            :                                                                                      \
            : "i"((char *)entry##_stack + sizeof entry##_stack), "i"(&entry##_handler));           \
    }

#endif /* WEIR_CRASH_H */
