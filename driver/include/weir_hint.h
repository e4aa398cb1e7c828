/* SPDX-License-Identifier: Apache-2.0 */
/* An event in one instruction, without a store: a HINT that the RISC-V base ISA leaves to custom
 * use. On a core without the unit it does nothing, in every privilege mode.
 *
 * This header needs no handle, no address and no other file but weir_hooks.h. weir_hint.inc is the
 * same for assembler. */
#ifndef WEIR_HINT_H
#define WEIR_HINT_H

#include "weir_hooks.h"

/* weir_hint(id, value): offers an event. `id` is a constant: 1 to 4095, or one of the 2048 ids
 * around WEIR_WINDOW_THIRD or WEIR_WINDOW_FOURTH (weir_hooks.h); another one does not compile.
 * `value` is an integer or a pointer; the event has its low 32 bits.
 *
 * It counts as an event of the interrupt port in a trap handler, of the user port in user mode (if
 * the unit has PROTECT), and else of the thread port. Never blocks; may be called from anywhere,
 * also before weir_init. The compiler neither removes it nor reorders it with volatile accesses.
 * Does nothing on other processors than RISC-V, with WEIR_OFF, and in software recording.
 *
 * Needs a unit with a retire view that shows HINTs (docs/guides/integration.md), and weir_hints. */
#ifdef __cplusplus
#define WEIR_HINT_INT_(number) static_cast<int>(number)
#else
#define WEIR_HINT_INT_(number) ((int)(number))
#define weir_hint_word_(value) ((uintptr_t)(value))
#endif
#if defined(__riscv) && !defined(WEIR_OFF) && !defined(WEIR_SOFT)
/* One line: compilers count lines as instructions. 0x13 is the opcode, 2 slti, 3 sltiu. */
#define WEIR_HINT_ASM_(sltiu, immediate, value)                                                    \
    __asm__ volatile(".insn i 0x13, %1, x0, %z0, %2"                                               \
                     :                                                                             \
                     : "rJ"(value), "i"(2 + (sltiu)), "i"(immediate))
#define weir_hint(id, value)                                                                       \
    do {                                                                                           \
        WEIR_HINT_CHECK_(id);                                                                      \
        WEIR_HINT_ASM_((id) > 4095, WEIR_HINT_IMMEDIATE_(id), weir_hint_word_(value));             \
    } while (0)
#elif defined(WEIR_OFF)
#define weir_hint(id, value) (WEIR_HINT_CHECK_(id), 0 ? (void)(value) : (void)0)
#else
#define weir_hint(id, value) (WEIR_HINT_CHECK_(id), (void)(value))
#endif
/* Does not compile for another id. */
#define WEIR_HINT_CHECK_(id) ((void)sizeof(char[WEIR_HINT_REACHES(id) ? 1 : -1]))

/* Whether weir_hint takes this id. */
#define WEIR_HINT_REACHES(id)                                                                      \
    (((id) > 0 && (id) <= 4095) || WEIR_HINT_IN_(id, WEIR_WINDOW_THIRD) ||                         \
     WEIR_HINT_IN_(id, WEIR_WINDOW_FOURTH))

#define WEIR_HINT_IN_(id, block) (WEIR_HINT_INT_(id) >> 11 == WEIR_HINT_INT_(block) >> 11)
/* As the assembler wants it, -2048 to 2047. */
#define WEIR_HINT_IMMEDIATE_(id)                                                                   \
    ((id) <= 4095 ? ((WEIR_HINT_INT_(id) & 0xfff) ^ 0x800) - 0x800                                 \
                  : (WEIR_HINT_INT_(id) & 0x7ff) -                                                 \
                        (WEIR_HINT_IN_(id, WEIR_WINDOW_THIRD) ? 0 : 0x800))

#ifdef __cplusplus
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif
/* An integer, an enumerator or a pointer. */
template <typename T> inline uintptr_t weir_hint_word_(T value) { return (uintptr_t)value; }
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif
#endif

#endif /* WEIR_HINT_H */
