// SPDX-License-Identifier: Apache-2.0
// Tables of a trace, column by column: what libweir gives to users of Arrow, and what
// `weir convert --to arrow` writes. docs/reference/columns.md lists the tables. Memory does not
// grow with the trace, except for its different names and threads.
//
//   columns_t *c = columns_new(COLUMNS_EVENTS, &trace, 1);
//   each batch:  columns_rows(c, batch); if (c->rows >= COLUMNS_CHUNK) use the rows: columns_pack,
//                take c->column[i], columns_clear
//   at the end:  columns_end(c); use the last rows; columns_free(c)
//
// thread_name is the latest name of a thread so far; before it has one, a name that it gets later.
// So a row may need a name that is behind it in the trace: `look_ahead` reads on, or `late` says
// that a name was missing.
#ifndef COLUMNS_H
#define COLUMNS_H

#include "analysis.h"
#include "batch.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    COLUMNS_MAX = 10,
    COLUMNS_CHUNK = 1 << 16, // rows; there may be some more, up to those of a batch
    COLUMNS_VERSION = 3,     // of the list of tables
};

typedef enum {
    COLUMNS_EVENTS,
    COLUMNS_RUNS,
    COLUMNS_INTERRUPTS,
    COLUMNS_LOSSES,
    COLUMNS_NAMES,
    COLUMNS_TABLES
} columns_table_t;

// NAME: int32, the number of a text of the dictionary. UTF8: int32 offsets, one more than rows.
typedef enum { COLUMNS_U16, COLUMNS_U32, COLUMNS_U64, COLUMNS_NAME, COLUMNS_UTF8 } columns_type_t;

typedef struct {
    const char *name; // NULL: behind the last
    columns_type_t type;
    bool nullable, ticks;
} columns_field_t;

typedef struct {
    const char *name;
    columns_field_t fields[COLUMNS_MAX + 1];
} columns_schema_t;

extern const columns_schema_t columns_schemas[COLUMNS_TABLES];

typedef struct { // memory that doubles
    uint8_t *bytes;
    size_t size, room;
    size_t last; // size when it was given away
} columns_bytes_t;

typedef struct {                    // a set of texts, numbered from 0
    columns_bytes_t offsets, texts; // int32 offsets, one more than texts, if there is any
    uint32_t count;
    uint32_t *slots; // private
    uint32_t mask;
} columns_dictionary_t;

typedef struct {
    columns_bytes_t data, texts;
    columns_bytes_t valid; // of nullable ones: a byte a row; after columns_pack a bit
    int64_t nulls;         // after columns_pack
    columns_dictionary_t dictionary;
} columns_column_t;

typedef struct columns columns_t;
struct columns {
    columns_table_t table;
    const columns_schema_t *schema;
    unsigned count; // of columns
    columns_column_t column[COLUMNS_MAX];
    uint64_t rows;
    bool no_memory; // what is here is not whole
    unsigned inputs; // that were merged; columns_new sets it to the number of its traces
    uint64_t left_out; // handlers without room, after columns_end
    bool late;      // a thread got its first name behind rows that are without it
    // Set by the caller, NULL: none. Called before a row of a thread without a name: calls
    // columns_later for some more names. Returns false at the end of the trace.
    bool (*look_ahead)(void *context, columns_t *columns);
    void *context;
    struct columns_private *private;
};

// The name of a trace: that of its file, without folder and ending.
model_text_t columns_trace(const char *path);
// traces: names of the inputs, whose texts stay. With several, a row is of the input that is the
// process of its thread, from 1 on, as traces of the command have it. NULL without memory.
columns_t *columns_new(columns_table_t table, const model_text_t *traces, unsigned count);
void columns_free(columns_t *columns);
// A name that a thread gets later; the first one counts.
void columns_later(columns_t *columns, uint64_t process, uint64_t number, model_text_t name);
// Adds the rows of a batch that belong to the table. All batches have one dictionary.
void columns_rows(columns_t *columns, const model_batch_t *batch);
// The trace has ended: adds what ends with it.
void columns_end(columns_t *columns);
// Makes valid bits of valid bytes, and counts nulls; nothing but columns_clear may follow.
void columns_pack(columns_t *columns);
void columns_clear(columns_t *columns);

#ifdef __cplusplus
}
#endif
#endif
