/* SPDX-License-Identifier: Apache-2.0 */
/* Every trap of every hart: the context goes to the stack of the task, whose TCB keeps its address;
 * handlers run on a stack of the hart. Beginning of a task: port_first. */
#define FRAME 128                   /* 0: mepc, 8: mstatus, 4 * n: register n */

    .macro each op
    \op  x1, 4(sp)
    .irp n, 5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    \op  x\n, 4*\n(sp)
    .endr
    .endm

    .macro task_of_hart reg, other  /* TCB that this hart runs */
    csrr \reg, mhartid
    slli \reg, \reg, 2
    la   \other, pxCurrentTCBs
    add  \reg, \reg, \other
    lw   \reg, 0(\reg)
    .endm

    .text
    .globl irq_entry, port_first
irq_entry:
    addi sp, sp, -FRAME
    each sw
    csrr a0, mcause
    csrr t0, mepc
    li   t1, 11
    bne  a0, t1, 1f
    addi t0, t0, 4                  /* behind the ecall */
1:  sw   t0, 0(sp)
    csrr t1, mstatus
    sw   t1, 8(sp)
    task_of_hart t0, t1
    sw   sp, 0(t0)
    csrr a1, mhartid
    slli t0, a1, 11                 /* 2 KiB each */
    la   sp, __irq_stack_top
    sub  sp, sp, t0
    call port_trap
port_first:
    task_of_hart t0, t1
    lw   sp, 0(t0)
    lw   t0, 0(sp)
    csrw mepc, t0
    lw   t0, 8(sp)
    csrw mstatus, t0
    each lw
    addi sp, sp, FRAME
    mret
