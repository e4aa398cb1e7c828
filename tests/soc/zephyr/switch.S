/* SPDX-License-Identifier: Apache-2.0 */
/* The switch sequence of Zephyr on RISC-V, in miniature: one primitive, for a thread that waits and
 * for the end of an interrupt. On its call _kernel.cpus[0].current already is the new thread. */
    .text
    .globl z_riscv_switch           /* a0 new thread, a1 old one; saves callee-saved registers */
z_riscv_switch:
    sw   ra, 0(a1)
    sw   sp, 4(a1)
    sw   x8, 8(a1)
    sw   x9, 12(a1)
    sw   x18, 16(a1)
    sw   x19, 20(a1)
    sw   x20, 24(a1)
    sw   x21, 28(a1)
    sw   x22, 32(a1)
    sw   x23, 36(a1)
    sw   x24, 40(a1)
    sw   x25, 44(a1)
    sw   x26, 48(a1)
    sw   x27, 52(a1)
    lw   ra, 0(a0)
    lw   sp, 4(a0)
    lw   x8, 8(a0)
    lw   x9, 12(a0)
    lw   x18, 16(a0)
    lw   x19, 20(a0)
    lw   x20, 24(a0)
    lw   x21, 28(a0)
    lw   x22, 32(a0)
    lw   x23, 36(a0)
    lw   x24, 40(a0)
    lw   x25, 44(a0)
    lw   x26, 48(a0)
    lw   x27, 52(a0)
    ret

    .balign 4
/* Frame of 20 words: 0 mepc, 1 mstatus, caller-saved registers */
    .globl irq_entry
irq_entry:
    addi sp, sp, -80
    sw   x1, 8(sp)
    sw   x5, 12(sp)
    sw   x6, 16(sp)
    sw   x7, 20(sp)
    sw   x10, 24(sp)
    sw   x11, 28(sp)
    sw   x12, 32(sp)
    sw   x13, 36(sp)
    sw   x14, 40(sp)
    sw   x15, 44(sp)
    sw   x16, 48(sp)
    sw   x17, 52(sp)
    sw   x28, 56(sp)
    sw   x29, 60(sp)
    sw   x30, 64(sp)
    sw   x31, 68(sp)
    csrr t0, mepc
    sw   t0, 0(sp)
    csrr t0, mstatus
    sw   t0, 4(sp)
    la   t0, _kernel
    lw   t1, 0(t0)
    addi t1, t1, 1                  /* nested */
    sw   t1, 0(t0)
    mv   t1, sp
    lw   sp, 4(t0)                  /* interrupt stack */
    addi sp, sp, -16
    sw   t1, 0(sp)
    call sys_trace_isr_enter_user
    csrr a0, mcause
    call on_interrupt
    call sys_trace_isr_exit_user
    la   t0, _kernel
    lw   t1, 0(t0)
    addi t1, t1, -1
    sw   t1, 0(t0)
    lw   sp, 0(sp)
    lw   a1, 8(t0)                  /* current */
    lw   t1, 12(t0)                 /* who should run */
    beq  t1, a1, z_thread_start
    addi sp, sp, -16
    sw   a1, 0(sp)
    call z_get_next_switch_handle
    lw   a1, 0(sp)
    addi sp, sp, 16
    call z_riscv_switch
    .globl z_thread_start
z_thread_start:
    lw   t0, 0(sp)
    csrw mepc, t0
    lw   t0, 4(sp)
    csrw mstatus, t0
    lw   x1, 8(sp)
    lw   x5, 12(sp)
    lw   x6, 16(sp)
    lw   x7, 20(sp)
    lw   x10, 24(sp)
    lw   x11, 28(sp)
    lw   x12, 32(sp)
    lw   x13, 36(sp)
    lw   x14, 40(sp)
    lw   x15, 44(sp)
    lw   x16, 48(sp)
    lw   x17, 52(sp)
    lw   x28, 56(sp)
    lw   x29, 60(sp)
    lw   x30, 64(sp)
    lw   x31, 68(sp)
    addi sp, sp, 80
    mret
