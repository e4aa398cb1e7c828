/* SPDX-License-Identifier: Apache-2.0 */
/* SERV 1.2.0 for schedulers: mstatus.MPIE, which software can neither read nor write there.
 *
 * Only a trap sets MPIE, from MIE, and mret copies it back to MIE. So a scheduler that saves
 * mstatus for each thread saves nothing: the next thread gets the MPIE of the previous one.
 * Moreover, that bit may be wrong. If an interrupt is taken at an instruction that accesses mstatus
 * (a csrrci that takes a lock), SERV clears MIE half way through the trap, and MPIE becomes 0. The
 * thread then never runs with interrupts on again. (serv_csr.v: mstatus_mie takes `!i_trap & ...`
 * at bit 3, mstatus_mpie takes mstatus_mie at bit 31.)
 *
 * If the timer's interrupt is taken at an ecall, the cause is SERV_ECALL_AND_TIMER, an exception:
 * handle it as the ecall; the interrupt follows. sim/soc/core_serv.sv has what the SoC must add.
 *
 * So a handler that ends with mret first sets MPIE with serv_set_mpie: after everything that may
 * trap, and before it writes mepc. */
#ifndef WEIR_SERV_H
#define WEIR_SERV_H

#define SERV_ECALL_AND_TIMER 15u

#ifdef __ASSEMBLER__
/* clang-format off */
/* MPIE = bit 3 of \mie, by one more trap that has MIE set so. No interrupt is taken meanwhile.
 * Overwrites mepc, mcause, \a and \b. mie ends as threads have it: SERV implements only the bit of
 * the timer. */
.macro serv_set_mpie mie, a, b
    csrw mie, zero
    csrr \b, mtvec
    la   \a, serv_trap_\@
    csrw mtvec, \a
    csrw mstatus, \mie
    ecall                           /* MPIE = MIE, MIE = 0 */
    .balign 4
serv_trap_\@:
    csrw mtvec, \b
    li   \a, 0x80
    csrw mie, \a
.endm
/* clang-format on */
#endif

#endif
