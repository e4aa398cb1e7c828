/* SPDX-License-Identifier: Apache-2.0 */
/* Entry and exit of an interrupt. A frame of 32 words on the thread's stack holds 0 pc, 1 x1,
 * 2 mstatus, 3-31 x3-x31. */
    .macro getq rd, q
    .insn r 0x0b, 4, 0, \rd, \q, x0
    .endm
    .macro setq q, rs
    .insn r 0x0b, 2, 1, \q, \rs, x0
    .endm
    .macro retirq
    .insn r 0x0b, 0, 2, x0, x0, x0
    .endm

#ifdef SOC_SERV
#include "../../rtos/serv.h"
#endif

    .text
    .balign 4
    .globl irq_entry
irq_entry:
    addi sp, sp, -128
    sw   x1, 4(sp)
    .irp n,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    sw   x\n, 4*\n(sp)
    .endr
#ifdef SOC_PICORV32
    getq t0, x0
    getq a0, x1                     /* pending interrupts */
#else
    csrr t0, mepc
    csrr t1, mstatus
    sw   t1, 8(sp)
    csrr a0, mcause
#endif
    sw   t0, 0(sp)
    lw   t1, thread_running
    sw   sp, 0(t1)
    la   sp, __irq_stack_top
    call threads_trap

    lw   t0, thread_running
    lw   sp, 0(t0)
#ifdef SOC_SERV
    li   t0, 8                      /* interrupts on, as in every interrupted or new thread */
    serv_set_mpie t0, t1, t2
#endif
    lw   t0, 0(sp)
#ifdef SOC_PICORV32
    setq x0, t0
#else
    lw   t1, 8(sp)
    csrw mepc, t0
    csrw mstatus, t1
#endif
    lw   x1, 4(sp)
    .irp n,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    lw   x\n, 4*\n(sp)
    .endr
    addi sp, sp, 128
#ifdef SOC_PICORV32
    retirq
#else
    mret
#endif
