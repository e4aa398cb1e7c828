/* SPDX-License-Identifier: Apache-2.0 */
/* FreeRTOS's RISC-V port on SERV. Put it on the include path before the kernel's file of this name.
 *
 * The port saves mstatus.MPIE for every task, as a task may be switched out inside a critical
 * section (a queue that wakes another task yields there). On SERV software cannot access that bit:
 * see serv.h. So before it enters a task, this code sets MPIE from the task's critical nesting,
 * which the port saves as well: on if the task is in no critical section. Costs eleven instructions
 * per switch; no interrupt is taken meanwhile. */
#ifndef FREERTOS_RISC_V_EXTENSIONS_H
#define FREERTOS_RISC_V_EXTENSIONS_H

#include "../../serv.h"

#define portasmHAS_SIFIVE_CLINT 1
#define portasmHAS_MTIME 1
#define portasmADDITIONAL_CONTEXT_SIZE 0

/* Assembler: */
/* clang-format off */
.macro portasmSAVE_ADDITIONAL_REGISTERS
.endm

.macro portasmRESTORE_ADDITIONAL_REGISTERS
    lw   t0, 29*4(sp)               /* critical nesting; the port names this offset only later */
    seqz t0, t0
    slli t0, t0, 3
    serv_set_mpie t0, t1, t2
    lw   t0, 0(sp)
    csrw mepc, t0
.endm
/* clang-format on */

#endif
