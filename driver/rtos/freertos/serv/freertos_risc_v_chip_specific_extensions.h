/* SPDX-License-Identifier: Apache-2.0 */
/* FreeRTOS's RISC-V port on SERV, to be found before the kernel's own file of this name.
 *
 * The port keeps mstatus.MPIE for every task, since a task may be left inside a critical section (a
 * queue that wakes another task yields there). SERV has the bit, but not for software: see serv.h.
 * So before a task is entered its MPIE is made from what the port keeps for each task, too: on if
 * it is in no critical section. Costs eleven instructions a switch; no interrupt comes meanwhile.
 */
#ifndef FREERTOS_RISC_V_EXTENSIONS_H
#define FREERTOS_RISC_V_EXTENSIONS_H

#include "../../serv.h"

#define portasmHAS_SIFIVE_CLINT 1
#define portasmHAS_MTIME 1
#define portasmADDITIONAL_CONTEXT_SIZE 0

.macro portasmSAVE_ADDITIONAL_REGISTERS
    .endm

    .macro portasmRESTORE_ADDITIONAL_REGISTERS lw t0,
    29 * 4(sp) /* critical nesting; the port defines this place after it includes us */
        seqz t0,
    t0 slli t0, t0, 3 serv_set_mpie t0, t1, t2 lw t0, 0(sp)csrw mepc, t0.endm

#endif
