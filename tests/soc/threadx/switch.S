/* SPDX-License-Identifier: Apache-2.0 */
/* The switch sequence of ThreadX on RV32, in miniature. _tx_thread_current_ptr is NULL after a
 * thread was left, until the scheduler found the next one. _tx_thread_system_state counts
 * interrupts. Frames have 32 words: 0 kind (1 interrupt, 0 solicited), 1 ra, 2 mepc, 3-31 x3-x31
 * (solicited: only callee-saved registers). */
    .text
    .globl _tx_thread_schedule
_tx_thread_schedule:
    la   sp, __irq_stack_top        /* belongs to no thread */
    csrsi mstatus, 8
1:  lw   t1, _tx_thread_execute_ptr
    beqz t1, 1b
    csrci mstatus, 8
    lw   t1, _tx_thread_execute_ptr /* an interrupt may have set it */
    beqz t1, _tx_thread_schedule
    la   t0, _tx_thread_current_ptr
    sw   t1, 0(t0)                  /* the thread runs */
    lw   t2, 4(t1)
    addi t2, t2, 1                  /* run count */
    sw   t2, 4(t1)
    lw   sp, 8(t1)
    lw   t0, 0(sp)
    beqz t0, solicited
    lw   t0, 8(sp)
    csrw mepc, t0
    li   t0, 0x1880
    csrw mstatus, t0
restore:
    lw   x1, 4(sp)
    .irp n,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    lw   x\n, 4*\n(sp)
    .endr
    addi sp, sp, 128
    mret
solicited:
    lw   ra, 4(sp)
    .irp n,8,9,18,19,20,21,22,23,24,25,26,27
    lw   x\n, 4*\n(sp)
    .endr
    addi sp, sp, 128
    csrsi mstatus, 8
    ret

    .globl _tx_thread_system_return  /* a thread yields, interrupts masked */
_tx_thread_system_return:
    addi sp, sp, -128
    sw   zero, 0(sp)
    sw   ra, 4(sp)
    .irp n,8,9,18,19,20,21,22,23,24,25,26,27
    sw   x\n, 4*\n(sp)
    .endr
    la   t0, _tx_thread_current_ptr
    lw   t1, 0(t0)
    sw   sp, 8(t1)
    sw   zero, 0(t0)                /* no thread runs */
    j    _tx_thread_schedule

    .balign 4
    .globl irq_entry
irq_entry:                          /* context save, the handler, context restore */
    addi sp, sp, -128
    sw   x1, 4(sp)
    .irp n,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    sw   x\n, 4*\n(sp)
    .endr
    csrr t0, mepc
    sw   t0, 8(sp)
    li   t0, 1
    sw   t0, 0(sp)
    la   t0, _tx_thread_system_state
    lw   t1, 0(t0)
    addi t1, t1, 1
    sw   t1, 0(t0)
    lw   t1, _tx_thread_current_ptr
    beqz t1, 1f
    sw   sp, 8(t1)
1:  la   sp, __irq_stack_top
    csrr a0, mcause
    call on_interrupt
    la   t0, _tx_thread_system_state
    lw   t1, 0(t0)
    addi t1, t1, -1
    sw   t1, 0(t0)
    lw   t1, _tx_thread_current_ptr
    beqz t1, _tx_thread_schedule    /* the idle system was interrupted */
    lw   t2, _tx_thread_preempt_disable
    bnez t2, 2f
    lw   t2, _tx_thread_execute_ptr
    bne  t1, t2, 3f
2:  lw   sp, 8(t1)
    lw   t0, 8(sp)
    csrw mepc, t0
    li   t0, 0x1880
    csrw mstatus, t0
    j    restore
3:  la   t0, _tx_thread_current_ptr /* preempted */
    sw   zero, 0(t0)
    j    _tx_thread_schedule
