/* SPDX-License-Identifier: Apache-2.0 */
/* The trace unit as a device for virtual platforms and host tests: firmware runs before there is
 * RTL. Plain C; no simulator is needed. docs/guides/device.md is the guide. */
#ifndef WEIR_DEVICE_H
#define WEIR_DEVICE_H

#include "weir_golden_parameters.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What it is: registers, stream, counts and drops of a unit with these parameters, cycle by cycle
 * as theory.md says; it answers every read. What is exact, and what an RTL may do otherwise,
 * is in docs/explanation/theory.md, *The pace of the stages*.
 *
 * Time: the device counts clock cycles. An access or a snooped store takes place in the coming
 * cycle and takes at least that one. Between them the caller lets time pass (weir_device_advance or
 * weir_device_until); time in which nothing happens costs nothing. After power-up and CLEAR the
 * unit clears its counters: the first access takes that many cycles.
 *
 * Threads: a device is used by one thread at a time. There are no globals: use as many devices as
 * you like. Nothing here blocks. Callbacks are called from inside of the functions below and must
 * not call them for the same device. */

struct weir_device;

struct weir_device_config {
    /* "tiny", "small", "full" or "wide"; NULL: `parameters`, in the ranges of
     * docs/reference/presets.md. */
    const char *preset;
    struct weir_golden_parameters parameters;

    void *context; /* passed to the callbacks; each may be NULL */
    /* irq_o is another now. NULL: ask weir_device_irq. */
    void (*irq)(void *context, bool level);
    /* A byte of a frame (FRAME). NULL: nobody takes them, and the FIFO fills. */
    void (*frame)(void *context, uint8_t byte);
    unsigned frame_cycles; /* from one byte to the next, as a UART needs; 0 or 1: every cycle */
    /* A word that the ring writes (RING), in the order in which it must take effect; of a row of
     * `wide` the lower one first. false: it cannot be written (FAULT.RING). NULL: the memory takes
     * nothing. */
    bool (*memory)(void *context, uint32_t addr, uint32_t word);
    /* The external counter at a cycle (TIME_BASE, TIME_CTRL.MTIME); it must not go back. NULL: 0 */
    uint64_t (*mtime)(void *context, uint64_t cycle);
};

/* A unit after power-up, at cycle 0; auth_i is high. NULL: no memory, a name that is no preset,
 * or parameters out of range. */
struct weir_device *weir_device_new(const struct weir_device_config *config);
void weir_device_free(struct weir_device *d); /* NULL: nothing */

/* The parameters, and the bytes of address space: a power of two. Addresses wrap there. */
const struct weir_golden_parameters *weir_device_parameters(const struct weir_device *d);
uint32_t weir_device_space(const struct weir_device *d);

/* ---- The register port. `addr` is a byte address in the unit. */

/* Reads a word; bits 1:0 of the address are ignored. May take what it shows, as a bus read does. */
uint32_t weir_device_read(struct weir_device *d, uint32_t addr);

/* Writes a word, or bytes of it: bit n of `strobes` is byte n of `data`. A store to a guaranteed
 * page takes as many cycles as it stalls. */
void weir_device_write(struct weir_device *d, uint32_t addr, uint32_t data, unsigned strobes);

/* `size` bytes from any address on, as a bus with byte enables splits them into words, in ascending
 * order. `enables`: one byte each, 0: not this one; NULL: all. A read with no enabled byte in a
 * word leaves that word alone. */
void weir_device_transfer(struct weir_device *d, bool write, uint32_t addr, uint8_t *bytes,
                          size_t size, const uint8_t *enables);

/* What a read would answer now. Changes nothing and takes no time: for debuggers. */
uint32_t weir_device_peek(const struct weir_device *d, uint32_t addr);

/* ---- Time */

uint64_t weir_device_cycle(const struct weir_device *d); /* the coming one; 0 after a reset */
void weir_device_advance(struct weir_device *d, uint64_t cycles);
/* Up to this cycle; nothing if it has passed. */
void weir_device_until(struct weir_device *d, uint64_t cycle);
/* True if nothing changes until something comes from outside: no interrupt, no word, no byte. */
bool weir_device_still(const struct weir_device *d);

/* ---- What harts do: it is visible in the coming cycle, that of several harts in the same one.
 * The cycle passes with the next access, advance, or another action of the same hart. Stores that
 * the snoop does not look for cost next to nothing: call it for every store of a hart. `hart` is
 * below HARTS; others are ignored, as are actions that a unit without RETIRE does not see. */
void weir_device_snoop(struct weir_device *d, unsigned hart, uint32_t addr, uint32_t data,
                       unsigned strobes);
void weir_device_retire(struct weir_device *d, unsigned hart, unsigned rd, uint32_t value);
void weir_device_csr(struct weir_device *d, unsigned hart, unsigned csr, uint32_t value);
void weir_device_trap(struct weir_device *d, unsigned hart, unsigned code, bool interrupt);
void weir_device_return(struct weir_device *d, unsigned hart);
/* The instruction that retired, the value of its rs1, and whether the hart is in user mode: an
 * event if it is a custom HINT, else nothing. Call it for
 * every instruction whose low 12 bits are 0x013. */
void weir_device_hint(struct weir_device *d, unsigned hart, uint32_t instruction, uint32_t rs1,
                      bool user);

/* ---- Pins, from the coming cycle on */
void weir_device_pins(struct weir_device *d, uint32_t levels);
void weir_device_trigger(struct weir_device *d, bool level);
void weir_device_auth(struct weir_device *d, bool level);
bool weir_device_irq(const struct weir_device *d);
bool weir_device_trigger_out(const struct weir_device *d);

/* Reset, at any time: cycle 0 again. With PEEK, the stream survives it. */
void weir_device_reset(struct weir_device *d);

#ifdef __cplusplus
}
#endif
#endif
