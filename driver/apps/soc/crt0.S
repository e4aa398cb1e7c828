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
vectors:                            /* Ibex: one jump for each cause, 256-aligned; the others: the first one for all */
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
    csrwi 0xbc0, 1                  /* its own mask of external interrupts */
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
