/* SPDX-License-Identifier: Apache-2.0 */
/* Rocket: start, and traps, whose handler may return into another thread. With WEIR_S_MODE all of
 * it runs in supervisor mode, below a firmware. */
#ifdef WEIR_S_MODE
#define CSR(name) s##name
#define RETURN sret
#else
#define CSR(name) m##name
#define RETURN mret
#endif
    .section .vectors, "ax"
start:
    .globl start
    .option push
    .option norelax
    la   gp, __global_pointer$
    .option pop
    la   sp, __stack_top
    la   tp, __tls_base
    la   t0, trap_entry
    csrw CSR(tvec), t0
    la   t0, __bss_start
    la   t1, __bss_end
1:  bgeu t0, t1, 2f
    sd   zero, 0(t0)
    addi t0, t0, 8
    j    1b
2:  call main
    call exit

    .weak on_trap                   /* programs without interrupts have none */
on_trap:
    li   a0, 99
    call exit

    .balign 4
trap_entry:                         /* frame: epc, x1, status, x3 to x31; x2 is its address */
    addi sp, sp, -256
    sd   x1, 8(sp)
    .irp n, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    sd   x\n, 8*\n(sp)
    .endr
    csrr t0, CSR(epc)
    csrr t1, CSR(status)
    sd   t0, 0(sp)
    sd   t1, 16(sp)
    csrr a0, CSR(cause)
    mv   a1, sp
    call on_trap                    /* returns the frame to go on with */
    .globl trap_return
trap_return:
    mv   sp, a0
    ld   t0, 0(sp)
    ld   t1, 16(sp)
    csrw CSR(epc), t0
    csrw CSR(status), t1
    ld   x1, 8(sp)
    .irp n, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    ld   x\n, 8*\n(sp)
    .endr
    addi sp, sp, 256
    RETURN
