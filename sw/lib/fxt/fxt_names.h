// SPDX-License-Identifier: Apache-2.0
// FXT: the texts a reader remembers: entries of string tables, names of objects. Private.
//
// Entries lie one behind the other in an arena twice as large as what may live in it, with a hash
// table of where they are. What is replaced stays as garbage; when the arena is full, the living
// move together. As at least half of it was written since the last time, that costs a constant time
// for each byte, however the input was made.
#ifndef FXT_NAMES_H
#define FXT_NAMES_H

#include "fxt_types.h"

typedef enum { FXT_NAME_STRING, FXT_NAME_KERNEL, FXT_NAME_USERSPACE } fxt_name_kind_t;

// What an entry is known by.
typedef struct {
    uint64_t id;      // index, koid or address
    uint64_t process; // of a userspace object, else 0
    uint16_t owner;   // place of the provider; 0 for kernel objects
    uint8_t kind;     // fxt_name_kind_t
} fxt_name_key_t;

typedef struct { // in the arena, its text behind it
    fxt_name_key_t key;
    uint64_t data;   // the process of a kernel object
    uint32_t epoch;  // of the owner
    uint16_t length; // bytes of text
    uint16_t words;  // room for text
    uint8_t type;    // of a kernel object
    bool dead;
} fxt_name_t;

typedef struct {
    uint32_t epoch;
    uint32_t count, text; // entries that live, room for their text
} fxt_name_owner_t;

typedef struct {
    uint8_t *arena;
    size_t size, used;
    uint32_t *index;      // hash table: place in the arena / 8 + 1; 0: free
    size_t slots, filled; // slots is a power of two
    fxt_name_owner_t *owners;
    uint32_t count, text; // of all owners
    uint32_t count_max, text_max;
} fxt_names_t;

// Bytes of memory (aligned to 8) for these limits; 0 if there cannot be as many.
size_t fxt_names_size(uint32_t count_max, uint32_t text_max, uint32_t owners);
void fxt_names_init(fxt_names_t *names, void *memory, uint32_t count_max, uint32_t text_max,
                    uint32_t owners);

// Makes room for one entry of any length: the next put moves nothing. Moves what find returned
// before.
void fxt_names_room(fxt_names_t *names);
const fxt_name_t *fxt_names_find(const fxt_names_t *names, const fxt_name_key_t *key);
const char *fxt_name_text(const fxt_name_t *name);
// Adds or replaces an entry; there must be room. length: at most 32767. Returns false if a limit is
// reached: then there is no such entry any more.
bool fxt_names_put(fxt_names_t *names, const fxt_name_key_t *key, uint8_t type, uint64_t data,
                   const char *text, size_t length);
// Forgets all entries of an owner.
void fxt_names_forget(fxt_names_t *names, uint16_t owner);

#endif
