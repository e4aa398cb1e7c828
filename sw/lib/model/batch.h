// SPDX-License-Identifier: Apache-2.0
// Batches: rows of events in columns, the form in which a trace goes from its source to analyses
// and sinks. A row costs a store a column. Everything that a record (model.h) can hold, a row can:
//
//   kind     what happened: MODEL_INSTANT, MODEL_SWITCH, ...
//   time     ticks of the source's base, whatever the unit of its item in the file
//   hart     MODEL_NO_HART without one
//   type     number of a type of the dictionary: id, category, name, the names and types of the
//            arguments, the signal in the file
//   thread   number of a thread of the dictionary
//   context  number of a context of the dictionary: thread, ISR or initialization, with priority
//   form     where the rest of the row is:
//              ROW_PLAIN   nothing more
//              ROW_VALUE   one argument "value", an unsigned number: column value. The type has
//                          no arguments
//              ROW_SWITCH  column thread is the incoming thread, column value the one before it
//              ROW_ARGS    arguments of the names and types that the type has: column value is the
//                          first of its cells
//              ROW_RECORD  everything is in a record of the batch: column value is its number
//
// Cells. A row of form ROW_ARGS has one cell for each argument of its type, behind those that its
// kind needs (batch_head):
//
//   COMPLETE                       its end
//   COUNTER, ASYNC_..., FLOW_...   the correlation
//   SWITCH                         the thread before it; its state | has_priority << 8; its
//                                  priority | that of the incoming thread << 32
//
// The cell of a number (BOOL, UINT, INT, FLOAT, POINTER, OBJECT) is the number: INT in two's
// complement, FLOAT the bits of the double. The cell of any other argument is a number of
// `sides`, which has the argument as it is in a record: text, bytes, label, states, elements,
// members.
//
// What is frequent in no format (descriptions, losses, logs, samples with a tag) is a ROW_RECORD.
//
// A dictionary belongs to a source. Its entries are never changed or removed, so a number means the
// same for the whole trace, and a user can keep an array of its own, indexed by it. Number 0 of
// types and threads is "unknown", of contexts "not reported"; thread 1 is the known absence of a
// thread. Two types differ if anything in them does: a sink caches by type whatever it writes for
// all its rows.
//
// This part of the model allocates, unlike the formats below it: memory doubles when it is full. If
// memory runs out, or a table has BATCH_ENTRIES_MAX entries, the number is 0, and `left_out`
// counts.
#ifndef BATCH_H
#define BATCH_H

#include "model.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    BATCH_ROWS = 4096, // of a full batch; one that holds the definitions before the clock has more
    BATCH_ENTRIES_MAX = 1 << 22, // of a table of the dictionary
    BATCH_UNKNOWN = 0,
    BATCH_NO_THREAD = 1,
    BATCH_HEAD_MAX = 3, // cells of a row before its arguments
};

typedef enum { ROW_PLAIN, ROW_VALUE, ROW_SWITCH, ROW_ARGS, ROW_RECORD } batch_form_t;

// ---- memory that is released all at once

typedef struct batch_block batch_block_t;

typedef struct {
    batch_block_t *first, *current;
} batch_memory_t;

// Returns size bytes, aligned as for malloc, or NULL.
void *batch_take(batch_memory_t *memory, size_t size);
// Keeps the memory for the next use.
void batch_memory_clear(batch_memory_t *memory);
void batch_memory_free(batch_memory_t *memory);

// ---- dictionary

typedef struct { // what all arguments of this place have
    model_text_t name;
    model_arg_type_t type;
    uint8_t bits;
} batch_arg_t;

typedef struct { // a kind of event; without a name and an id: of no type
    model_space_t space;
    uint32_t id; // in space; of an ISR row without a space: the cause
    uint8_t class;
    uint8_t scope;    // MODEL_SCOPE_...
    uint8_t args;     // of ROW_ARGS: 0 to MODEL_ARGS_MAX
    uint32_t provider;
    uint64_t item;
    model_text_t category, name;
    const batch_arg_t *arg;
} batch_type_t;

typedef struct {
    uint32_t *slots;
    uint32_t mask; // slots - 1; 0 without slots
} batch_index_t;

typedef struct {
    batch_type_t *types;
    uint32_t type_count;
    model_thread_t *threads;
    uint32_t thread_count;
    model_context_t *contexts;
    uint32_t context_count; // at most 65536
    uint64_t left_out;

    // private
    uint32_t type_room, thread_room, context_room;
    uint32_t last_thread, last_context; // found last
    batch_index_t type_index, thread_index, context_index;
    batch_memory_t texts; // and the tables
} batch_dictionary_t;

// Returns 0 or MODEL_E_ROOM.
int batch_dictionary_init(batch_dictionary_t *dictionary);
void batch_dictionary_free(batch_dictionary_t *dictionary);
// Adds the entries of another dictionary to a new one: their numbers are the same in both. Returns
// 0 or MODEL_E_ROOM.
int batch_dictionary_copy(batch_dictionary_t *to, const batch_dictionary_t *from);
// The number of a type, a thread or a context, a new one if necessary. Texts and names of arguments
// are copied.
uint32_t batch_type(batch_dictionary_t *dictionary, const batch_type_t *type);
uint32_t batch_thread(batch_dictionary_t *dictionary, model_thread_t thread);
uint16_t batch_context(batch_dictionary_t *dictionary, model_context_t context);

// ---- batches

struct model_batch {
    uint32_t count, room; // rows
    uint8_t *kind, *form;
    uint16_t *hart, *context;
    uint32_t *type, *thread;
    uint64_t *time, *value;
    uint64_t *cells; // of rows of form ROW_ARGS
    uint32_t cell_count, cell_room;
    const model_arg_t **sides; // arguments that are no numbers
    uint32_t side_count, side_room;
    model_record_t **records;
    uint32_t record_count, record_room;
    batch_dictionary_t *dictionary;
    batch_memory_t memory; // of the records and sides, their texts and arguments
};

// Returns 0 or MODEL_E_ROOM. The caller keeps the dictionary as long as the batch.
int batch_init(model_batch_t *batch, batch_dictionary_t *dictionary);
void batch_free(model_batch_t *batch);
void batch_clear(model_batch_t *batch);
// Makes room for this number of rows more. Returns 0 or MODEL_E_ROOM.
int batch_reserve(model_batch_t *batch, uint32_t rows);

// Columns `context` of new rows must be set, 0 for most sources: a source that makes rows by itself
// fills all columns.

// Whether the cell of an argument is the number itself.
static inline bool batch_is_number(model_arg_type_t type)
{
    return type <= MODEL_ARG_FLOAT || type == MODEL_ARG_POINTER || type == MODEL_ARG_OBJECT;
}
// The cells of a row of this kind before its arguments.
static inline unsigned batch_head(model_kind_t kind)
{
    return kind == MODEL_SWITCH ? BATCH_HEAD_MAX
                                : kind == MODEL_COUNTER ||
                                      (kind >= MODEL_COMPLETE && kind <= MODEL_FLOW_END);
}
// Adds cells, for the caller to fill. Returns the number of the first; UINT32_MAX without memory.
uint32_t batch_cells(model_batch_t *batch, uint32_t count);
// The cell of an argument of any type: its number, or that of a copy in `sides`. *whole becomes
// false without memory, else it stays.
uint64_t batch_cell(model_batch_t *batch, const model_arg_t *arg, bool *whole);
// The cell of an argument that is not a number, and stays as long as the batch or its dictionary.
uint64_t batch_side(model_batch_t *batch, const model_arg_t *arg, bool *whole);
// The argument of a cell. Its texts are those of dictionary and batch.
model_arg_t batch_arg(const model_batch_t *batch, const batch_arg_t *arg, uint64_t cell);

// Adds a row with a cleared record, for the caller to fill. Its texts must be constants or come
// from batch_text, its arguments from batch_take. NULL without memory.
model_record_t *batch_add(model_batch_t *batch, model_kind_t kind);
// Copies a text, or arguments with their texts, elements and members, into the batch. Empty or NULL
// without memory.
model_text_t batch_text(model_batch_t *batch, model_text_t text);
const model_arg_t *batch_args(model_batch_t *batch, const model_arg_t *args, unsigned count);
// Adds a record as a row, with copies of its texts and arguments: in columns if it is an event that
// has a time, else with a record. Returns 0 or MODEL_E_ROOM.
int batch_put(model_batch_t *batch, const model_record_t *record);

// Adds the rows of a part of a batch to the numbers of records of an account.
void batch_count(const model_batch_t *batch, uint32_t row, uint32_t end,
                 uint64_t records[MODEL_KINDS]);

// A row as a record: it is valid until the batch changes, or the next call with this space.
typedef struct {
    model_record_t record;
    model_arg_t args[MODEL_ARGS_MAX];
} batch_space_t;
const model_record_t *batch_get(const model_batch_t *batch, uint32_t row, batch_space_t *space);

#ifdef __cplusplus
}
#endif
#endif
