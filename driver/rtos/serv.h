/* SPDX-License-Identifier: Apache-2.0 */
/* SERV 1.2.0 for schedulers: mstatus.MPIE, which software can neither read nor write there.
 *
 * Only a trap sets the bit, from MIE, and an mret puts it back into MIE. So a scheduler that keeps
 * mstatus for each thread keeps nothing: the thread that is entered gets the bit of the one that
 * was left. And that bit may be wrong: if an interrupt is taken at an instruction that reads or
 * writes mstatus (a csrrci that takes a lock), SERV clears MIE half way through the trap, and MPIE
 * becomes 0; the thread was to run with interrupts on, and never would again. (serv_csr.v:
 * mstatus_mie takes `!i_trap & ...` at bit 3, mstatus_mpie takes mstatus_mie at bit 31.)
 *
 * If the timer's interrupt is taken at an ecall the cause is SERV_ECALL_AND_TIMER, an exception: it
 * is to be handled as the ecall, and the interrupt comes behind that. What a SoC must do besides is
 * in sim/soc/core_serv.sv.
 *
 * So who leaves a handler by mret says what MPIE is to be, behind everything that may trap and
 * before mepc is written. */
#ifndef WEIR_SERV_H
#define WEIR_SERV_H

#define SERV_ECALL_AND_TIMER 15u

#ifdef __ASSEMBLER__
/* MPIE = bit 3 of \mie, by one more trap with MIE as wanted; no interrupt comes meanwhile. mepc and
 * mcause are lost, mie is as it was for a thread: the timer's bit is all there is of it. Uses \a
 * and \b. */
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
#endif

#endif
