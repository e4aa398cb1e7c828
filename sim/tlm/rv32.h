/* SPDX-License-Identifier: Apache-2.0 */
/* A small instruction-set simulator of a hart: RV32IMC, Zicsr, machine and user mode. It decodes
 * each instruction once. One instruction takes one cycle; it is not a model of any core's timing.
 *
 * Left out: A, F, memory protection (the registers read 0), debug mode, counters beside mcycle and
 * minstret. An access outside of RAM goes to the hooks. Misaligned accesses to RAM work. */
#ifndef RV32_H
#define RV32_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RV32_TIMER 0x80u
#define RV32_EXTERNAL 0x800u /* bits of mip */

struct rv32 {
    uint32_t x[33]; /* x[32] takes what is written to x0 */
    uint32_t pc;
    uint32_t mstatus, mie, mip, mtvec, mepc, mcause, mtval, mscratch, mhartid;
    bool user;    /* mode */
    bool waiting; /* in wfi: no enabled interrupt is pending */
    bool stop;    /* rv32_run returns after this instruction; set by hooks */
    uint64_t cycles, instructions; /* of cycles also those that hooks add */

    uint8_t *ram; /* at address 0, little-endian like the host */
    uint32_t ram_size; /* a multiple of 4 */
    uint32_t watch;    /* the hook `stored` sees stores to this word; 1: to none */

    /* Accesses outside of RAM: 1, 2 or 4 bytes; a load returns them in the low bits. `cycles` is
     * right in all hooks. */
    void *context;
    uint32_t (*load)(void *context, uint32_t addr, unsigned bytes);
    void (*store)(void *context, uint32_t addr, uint32_t data, unsigned bytes);
    void (*stored)(void *context, uint32_t addr, uint32_t data, unsigned bytes);
    void (*trap)(void *context, uint32_t code, bool interrupt); /* may be NULL, like the next */
    void (*returns)(void *context);

    struct rv32_op *ops; /* decoded instructions, one for each two bytes of RAM */
    uint32_t decoded;    /* the end of what is decoded: stores below it decode anew */
    uint64_t until;
};

/* `ops`: ram_size / 2 + 2 of them, zeroed, of the caller. */
struct rv32_op {
    uint8_t kind, rd, rs1, rs2;
    int32_t imm;
};

void rv32_reset(struct rv32 *cpu, uint32_t pc);

/* Runs to this cycle, until wfi, or until a hook sets `stop`. Looks at mip at its begin and where
 * an instruction may enable an interrupt. */
void rv32_run(struct rv32 *cpu, uint64_t until);

/* RAM was written from outside. */
void rv32_written(struct rv32 *cpu, uint32_t addr, uint32_t bytes);

#ifdef __cplusplus
}
#endif

#endif
