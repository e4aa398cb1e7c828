// SPDX-License-Identifier: Apache-2.0
// FXT: the texts of a reader: entries of string tables, names of objects. Private.
//
// Entries lie one behind the other in an arena of twice the size of the live ones, with a hash
// table of their offsets. Replaced entries stay as garbage; when the arena is full, the live ones
// move together. At least half of the arena was then written since the last move, so the cost for
// each byte is constant for any input.
#ifndef FXT_NAMES_H
#define FXT_NAMES_H

#include "fxt_types.h"

typedef enum { FXT_NAME_STRING, FXT_NAME_KERNEL, FXT_NAME_USERSPACE } fxt_name_kind_t;

// The key of an entry.
typedef struct {
    uint64_t id;      // index, koid or address
    uint64_t process; // of a userspace object, else 0
    uint16_t owner;   // index of the provider; 0 for kernel objects
    uint8_t kind;     // fxt_name_kind_t
} fxt_name_key_t;

typedef struct { // in the arena, followed by its text
    fxt_name_key_t key;
    uint64_t data;   // the process of a kernel object
    uint32_t epoch;  // of the owner
    uint16_t length; // bytes of text
    uint16_t words;  // space for text
    uint8_t type;    // of a kernel object
    bool dead;
} fxt_name_t;

typedef struct {
    uint32_t epoch;
    uint32_t count, text; // live entries, space for their text
} fxt_name_owner_t;

typedef struct {
    uint8_t *arena;
    size_t size, used;
    uint32_t *index;        // hash table: offset in the arena / 8 + 1; 0: free
    size_t buckets, filled; // buckets is a power of two
    fxt_name_owner_t *owners;
    uint32_t count, text; // over all owners
    uint32_t count_max, text_max;
} fxt_names_t;

// Returns the bytes of memory (aligned to 8) for these limits; 0 beyond the address space.
size_t fxt_names_size(uint32_t count_max, uint32_t text_max, uint32_t owners);
void fxt_names_init(fxt_names_t *names, void *memory, uint32_t count_max, uint32_t text_max,
                    uint32_t owners);

// Makes space for one entry of any length, so that the next put moves nothing. Invalidates results
// of find.
void fxt_names_reserve(fxt_names_t *names);
const fxt_name_t *fxt_names_find(const fxt_names_t *names, const fxt_name_key_t *key);
const char *fxt_name_text(const fxt_name_t *name);
// Adds or replaces an entry; space for it must exist. length: at most 32767. Returns false at a
// limit: then the table has no entry of this key.
bool fxt_names_put(fxt_names_t *names, const fxt_name_key_t *key, uint8_t type, uint64_t data,
                   const char *text, size_t length);
// Removes all entries of an owner.
void fxt_names_forget(fxt_names_t *names, uint16_t owner);

#endif
