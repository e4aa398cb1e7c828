/* SPDX-License-Identifier: Apache-2.0 */
/* What ThreadX's port risc-v64/gnu leaves to the board, for the demo SoC: interrupt entry and the
 * first initialization. */
#include "tx_port.h"

    .text
    .balign 4
    .globl irq_entry
irq_entry:
    addi  sp, sp, -32*REGBYTES      /* the port's frame, in which the caller stores ra */
    STORE ra, 28*REGBYTES(sp)
    call  _tx_thread_context_save
    csrr  a0, mcause
    call  on_interrupt
    j     _tx_thread_context_restore

    .globl _tx_initialize_low_level
_tx_initialize_low_level:
    la    t1, _tx_thread_system_stack_ptr
    STORE sp, 0(t1)
    la    t2, __heap_start
    la    t1, _tx_initialize_unused_memory
    STORE t2, 0(t1)
    li    t1, 1 << 7 | 1 << 11      /* the timer's and the unit's interrupt; MIE is still 0 */
    csrs  mie, t1
    ret
