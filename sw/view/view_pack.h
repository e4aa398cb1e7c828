// SPDX-License-Identifier: Apache-2.0
// Packs records of the event model into blocks, which the page of `weir view` unpacks (trace.js):
// columns, each coded with the fewest bytes that do, then zlib, then base64. A block is what was
// recorded since the block before: definitions (threads, series, templates, names), then events.
// docs/view.md has the layout.
//
//   series     records that belong together, as `weir stats` counts them: of one kind, id, hart,
//   and name if there is no id template   a series with the kind and the arguments of a record; an
//   event is its time, template, thread and values
//
// Memory is the packer's own: what one block needs, and the definitions met so far.
#ifndef VIEW_PACK_H
#define VIEW_PACK_H

#include "model.h"

enum {
    VIEW_BLOCK = 1 << 16, // events after which a block is full
    VIEW_MAX = 65535,     // threads, series and templates, each
};

typedef struct view_pack view_pack_t;

typedef struct {
    model_text_t file, title;
    model_base_t base;
    bool known;           // first, last and records are told: the trace was surveyed
    uint64_t first, last; // ticks
    uint64_t records;     // that happened, at most
} view_head_t;

// What could not be kept.
typedef struct {
    uint64_t untimed;  // records without a time, which have no place
    uint64_t late;     // records told after a later one: they are shown at that one's time
    uint64_t overflow; // records of more threads or series than VIEW_MOST: shown without thread, or
                       // as "others"
    uint64_t blobs;    // bytes with a name, providers: not shown
} view_left_t;

// NULL if there is no memory.
view_pack_t *view_pack_new(const view_head_t *head);
void view_pack_free(view_pack_t *pack);

// Adds a record. Returns 0, or MODEL_E_ROOM if there is no memory.
int view_pack_record(view_pack_t *pack, const model_record_t *record);

// Events, and definitions or events, that the block has so far.
unsigned view_pack_events(const view_pack_t *pack);
bool view_pack_any(const view_pack_t *pack);

// Ends the block: its base64, 0-terminated, valid until the next call; the next block begins. NULL
// if there is no memory.
const char *view_pack_block(view_pack_t *pack, size_t *size);

const view_left_t *view_pack_left(const view_pack_t *pack);

#endif
