// SPDX-License-Identifier: Apache-2.0
// RKH dictionaries: the names of objects, signals, user events and pools in a stream, in memory of
// the caller.
#ifndef RKH_NAMES_H
#define RKH_NAMES_H

#include "rkh_read.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    RKH_NAME_OBJECT = 1, // by address: OBJ, FUN, AO, STATE, PSTATE, TIMER, QUEUE, ACTOR
    RKH_NAME_SIGNAL,     // by number: SIG
    RKH_NAME_USER,       // by event of the group USR: TUSR
    RKH_NAME_POOL,       // by number: EPOOL
} rkh_name_kind_t;

typedef struct { // private
    uint64_t key;
    uint32_t text, size; // offset in the text, and its space without the 0
    uint8_t kind;        // 0: free
} rkh_name_t;

typedef struct { // used and left_out are public; the rest is private
    rkh_name_t *table;
    char *text;
    uint32_t capacity, text_capacity, text_used;
    uint32_t used;     // names known
    uint32_t left_out; // names without space in table or text
} rkh_names_t;

// table: capacity entries, a power of two, of which at most 3/4 are used; text: space for the
// names, each with a 0. The caller owns both and keeps them as long as the dictionary.
void rkh_names_init(rkh_names_t *names, rkh_name_t *table, uint32_t capacity, char *text,
                    uint32_t text_capacity);

// Reads a frame. Returns 1: it was a name, which replaces an earlier one of the same key (without a
// '&' at its begin); 0: it contains no name; RKH_E_ROOM: no space for the name; RKH_E_FORMAT: its
// arguments are wrong.
int rkh_names_take(rkh_names_t *names, const rkh_config_t *config, const rkh_frame_t *frame);

// Sets a name from another source (a symbol table). Returns 1 or RKH_E_ROOM.
int rkh_names_set(rkh_names_t *names, rkh_name_kind_t kind, uint64_t key, const char *text,
                  uint32_t size);

// Returns the name, valid until the next change; or NULL.
const char *rkh_names_find(const rkh_names_t *names, rkh_name_kind_t kind, uint64_t key);

#ifdef __cplusplus
}
#endif
#endif
