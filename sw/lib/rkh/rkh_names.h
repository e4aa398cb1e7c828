// SPDX-License-Identifier: Apache-2.0
// RKH dictionaries: the names a stream tells of its objects, signals, user events and pools, in
// memory the caller owns.
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
    uint32_t text, size; // where in the text, and the room there, the 0 not counted
    uint8_t kind;        // 0: free
} rkh_name_t;

typedef struct { // used and left_out may be read; the rest is private
    rkh_name_t *table;
    char *text;
    uint32_t capacity, text_capacity, text_used;
    uint32_t used;     // names known
    uint32_t left_out; // names told for which there was no room
} rkh_names_t;

// table: capacity places, a power of two, of which at most 3/4 are used; text: for the names, each
// with a 0. Both are the caller's and outlive the dictionary.
void rkh_names_init(rkh_names_t *names, rkh_name_t *table, uint32_t capacity, char *text,
                    uint32_t text_capacity);

// Takes what a frame tells. 1: it was a name, and is known now (it replaces an older one of the
// same key; a '&' at its begin is left out). 0: the frame tells no name. RKH_E_ROOM: it does, but
// there is no room. RKH_E_FORMAT: its arguments are wrong.
int rkh_names_take(rkh_names_t *names, const rkh_config_t *config, const rkh_frame_t *frame);

// The same for a name from elsewhere (a symbol table). RKH_E_ROOM or 1.
int rkh_names_set(rkh_names_t *names, rkh_name_kind_t kind, uint64_t key, const char *text,
                  uint32_t size);

// The name, valid until the next is taken; or NULL.
const char *rkh_names_find(const rkh_names_t *names, rkh_name_kind_t kind, uint64_t key);

#ifdef __cplusplus
}
#endif
#endif
