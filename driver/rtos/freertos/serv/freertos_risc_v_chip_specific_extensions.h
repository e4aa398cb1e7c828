/* SPDX-License-Identifier: Apache-2.0 */
/* FreeRTOS's RISC-V port on SERV, to be found before the kernel's own file of this name.
 *
 * The port keeps mstatus.MPIE for every task, since a task may be left inside a critical section (a queue that wakes another
 * task yields there). SERV has the bit, but software can neither read nor write it: only a trap sets it, from MIE. So before a
 * task is entered one trap more is taken, with MIE as the task had it: on if it is in no critical section, which the port
 * keeps for each task, too. Costs eleven instructions a switch; no interrupt comes meanwhile. */
#ifndef FREERTOS_RISC_V_EXTENSIONS_H
#define FREERTOS_RISC_V_EXTENSIONS_H

#define portasmHAS_SIFIVE_CLINT 1
#define portasmHAS_MTIME 1
#define portasmADDITIONAL_CONTEXT_SIZE 0

.macro portasmSAVE_ADDITIONAL_REGISTERS
.endm

.macro portasmRESTORE_ADDITIONAL_REGISTERS
    csrw mie, zero
    csrr t2, mtvec
    la   t1, serv_trap_\@
    csrw mtvec, t1
    lw   t0, 29*4(sp)               /* critical nesting; the port defines this place after it includes us */
    seqz t0, t0
    slli t0, t0, 3
    csrw mstatus, t0
    ecall                           /* MPIE = MIE, MIE = 0 */
    .balign 4
serv_trap_\@:
    csrw mtvec, t2
    li   t0, 0x80                   /* of mie SERV has the timer's bit only */
    csrw mie, t0
    lw   t0, 0(sp)
    csrw mepc, t0
.endm

#endif
