/* SPDX-License-Identifier: Apache-2.0 */
/* Machine mode below a kernel in supervisor mode: gives it all memory, its own traps and
 * interrupts, and serves its calls (firmware.c). */
    .section .vectors, "ax"
    .globl firmware
firmware:
    la   t0, entry
    csrw mtvec, t0
    la   t0, frame
    csrw mscratch, t0
    li   t0, -1
    csrw pmpaddr0, t0
    li   t0, 0x1f                   /* all below: read, write, execute */
    csrw pmpcfg0, t0
    li   t0, 0xb1fb                 /* all but illegal instructions and calls of S-mode */
    csrw medeleg, t0
    li   t0, 0x222                  /* software, timer, external */
    csrw mideleg, t0
    li   t0, 0x1800
    csrc mstatus, t0
    li   t0, 0x800                  /* MPP: supervisor */
    csrs mstatus, t0
    la   t0, start
    csrw mepc, t0
    mret

    .balign 4
entry:
    csrrw sp, mscratch, sp
    sd   x1, 8(sp)
    .irp n, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    sd   x\n, 8*\n(sp)
    .endr
    csrr t0, mscratch
    sd   t0, 16(sp)
    mv   a0, sp
    la   sp, stack_end
    call firmware_trap
    la   sp, frame
    csrw mscratch, sp
    ld   x1, 8(sp)
    .irp n, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    ld   x\n, 8*\n(sp)
    .endr
    ld   sp, 16(sp)
    mret

    .section .data.firmware, "aw"
    .balign 16
frame:
    .zero 256
    .zero 1024
stack_end:
