/* SPDX-License-Identifier: Apache-2.0 */
/* Start of every program on the demo SoCs: vectors of all cores, stack, zeroed memory, main. */
    .section .vectors, "ax"
    .option push
    .option norvc
    .org 0x10
    j    irq_entry                  /* PicoRV32: interrupts */
    .org 0x80
    j    start                      /* reset */
    .org 0x100
vectors:                            /* Ibex: a jump per cause, 256-aligned; others: the first */
    .rept 32
    j    irq_entry
    .endr
    .option pop

    .text
    .globl start
start:
    .option push
    .option norelax
    la   gp, __global_pointer$
    la   sp, __stack_top
    .option pop
    la   tp, __tls_base
#ifndef SOC_PICORV32
    la   t0, vectors
    csrw mtvec, t0
#endif
#ifdef SOC_VEXRISCV
    csrwi 0xbc0, 1                  /* its mask of external interrupts */
#endif
#ifdef SOC_HARTS                     /* other harts have 4 KiB of stack each and wait for hart 0 */
    lui  a0, 0x50000
    lw   a0, 0x28(a0)
    beqz a0, 4f
    slli t1, a0, 12
    sub  sp, sp, t1
3:  lw   t0, soc_go
    beqz t0, 3b
    call other_main
    j    .
    .data
    .balign 4
    .globl soc_go
soc_go:
    .word 0
    .text
4:
#endif
    la   t0, __bss_start
    la   t1, __bss_end
1:  bgeu t0, t1, 2f
    sw   zero, 0(t0)
    addi t0, t0, 4
    j    1b
2:  call main
    call exit

    .weak irq_entry                 /* for programs without interrupts */
irq_entry:
    li   a0, 99
    call _exit
