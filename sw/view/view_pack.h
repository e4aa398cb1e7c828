// SPDX-License-Identifier: Apache-2.0
// Packs records of the event model into blocks, which the page of `weir view` unpacks (bytes.js,
// trace.js): columns of variable-length numbers, then zlib, then base64 in a
// `<script type="weir/block">`, so that no name of a trace becomes markup. A block has the
// definitions (threads, series, templates, names) and the events since the previous block:
//
//   number of events, bytes of definitions, definitions, four columns, each behind its bytes:
//     time       ticks since the event before
//     template   its number
//     thread     its number; 0: not known, 1: none
//     values     of the arguments, one after the other, as their types say
//
// Numbers are LEB128 (signed ones zigzag), floats 8 bytes, texts their length and bytes.
//
//   series     the records of one kind, id and hart, and of one name if there is no id
//   template   a series with the kind and the arguments of a record
//   event      time, template, thread and values
//
// Uses memory for one block, for one that is kept, and for all definitions.
#ifndef VIEW_PACK_H
#define VIEW_PACK_H

#include "batch.h"

enum {
    VIEW_BLOCK = 1 << 16, // events of a full block
    VIEW_MAX = 65535,     // of threads, of series and of templates
};

typedef struct view_pack view_pack_t;

typedef struct {
    model_text_t file, title;
    model_base_t base;
    bool known;           // first, last and records are valid: the trace was surveyed
    uint64_t first, last; // ticks
    uint64_t records;     // upper limit
} view_head_t;

// Records that the page does not show as they are.
typedef struct {
    uint64_t untimed;  // records without a time: left out
    uint64_t late;     // records after a later one: drawn at the later time
    uint64_t overflow; // records of more threads or series than VIEW_MAX: thread unknown,
                       // or series "others"
    uint64_t blobs;    // blobs and providers: left out
} view_left_t;

// Returns NULL if there is no memory.
view_pack_t *view_pack_new(const view_head_t *head);
void view_pack_free(view_pack_t *pack);

// Adds a record. Returns 0, or MODEL_E_ROOM if there is no memory.
int view_pack_record(view_pack_t *pack, const model_record_t *record);

// Adds rows of a batch from this one on, up to the end of the batch or of the block. Returns the
// number of the next row, or MODEL_E_ROOM. All batches have the same dictionary.
int view_pack_rows(view_pack_t *pack, const model_batch_t *batch, uint32_t row);

// The events of the block so far; whether it has any event or definition.
unsigned view_pack_events(const view_pack_t *pack);
bool view_pack_any(const view_pack_t *pack);

// Ends the block and begins the next. Returns the block as 0-terminated base64, valid until the
// next call; NULL if there is no memory.
const char *view_pack_block(view_pack_t *pack, size_t *size);

// The same block before zlib and base64.
const uint8_t *view_pack_plain(view_pack_t *pack, size_t *size);

// For a head that is known only at the end: ends the first block and keeps it, without the head of
// view_pack_new, of which only `first` must be right. Returns 0 or MODEL_E_ROOM.
int view_pack_end_first(view_pack_t *pack);
// The block that is kept, with this head, as from view_pack_block.
const char *view_pack_first(view_pack_t *pack, const view_head_t *head, size_t *size);

// Reports on stderr what the page does not show: "weir: NAME: left out ...".
void view_report(const char *name, const view_left_t *left);

const view_left_t *view_pack_left(const view_pack_t *pack);

#endif
