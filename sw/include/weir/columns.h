/* SPDX-License-Identifier: Apache-2.0 */
/* libweir: a trace as columns, through the Arrow C Data Interface: pandas, polars, DuckDB and every
 * other user of Arrow take them without a copy. The library itself does not need Arrow.
 *
 * Tables and their columns; docs/reference/columns.md has the same list. Names of columns, their
 * types and their order are stable: later versions add columns at the end. Times are in ticks: the
 * metadata of such a column has "unit" "tick". The metadata of a schema has the length of a tick in
 * seconds as "tick_numerator" and "tick_denominator" (0 / 0: unknown), the "format" of the trace,
 * the name of the "table", and "weir_columns", the version of this list. Text columns with few
 * different texts are dictionaries of int32; each batch has the dictionary of the texts so far.
 * Bytes that are not UTF-8 become U+FFFD.
 *
 *   events       time uint64?  hart uint16?  kind dictionary  id uint32?  name dictionary
 *                thread uint64?  thread_name dictionary?  value uint64?  text utf8?
 *                trace dictionary?
 *   runs         start uint64  end uint64  hart uint16  thread uint64?  thread_name dictionary?
 *                trace dictionary?  period uint64?
 *   interrupts   start uint64  end uint64  hart uint16  cause uint32  depth uint16
 *                trace dictionary?
 *   losses       time uint64?  first uint64  last uint64  hart uint16?  events uint64?
 *                trace dictionary?
 *   names        kind dictionary  number uint64  value uint64?  name utf8  trace dictionary?
 *
 * A question mark: may be null. id: of a trap or interrupt its cause, as in mcause: bit 31 is set
 * for an interrupt. value: of an event whose only argument is an unsigned number or an address;
 * text: the message of a log, or all arguments of an event that has others, signed numbers and
 * floats too, as "name=value name=value". thread_name: the latest name so far, or, before the
 * thread has one, the first that it gets. kind of a name: "thread", "id", or "value", of the id
 * that is the number. trace: the name of the file, without folder and ending. period: from the
 * start of the thread's run before to the start of this one. */
#ifndef WEIR_COLUMNS_H
#define WEIR_COLUMNS_H

#include "weir/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

#endif

typedef enum weir_trace_table {
    WEIR_TRACE_EVENTS,
    WEIR_TRACE_RUNS,
    WEIR_TRACE_INTERRUPTS,
    WEIR_TRACE_LOSSES,
    WEIR_TRACE_NAMES
} weir_trace_table_t;

/* Begins a table of the trace. *stream uses the handle, from the first event on, until its release:
 * one stream of a handle at a time, and no other call with the handle meanwhile but
 * weir_trace_error and weir_trace_damage. Where a thread has no name yet, a second reader looks
 * ahead for it. Damage in the trace does not end a stream: weir_trace_damage counts it. Returns 0
 * or WEIR_TRACE_E_...; then *stream is released. */
WEIR_TRACE_API int weir_trace_columns(weir_trace_t *trace, weir_trace_table_t table,
                                      struct ArrowArrayStream *stream);

/* From now on the stream owns the handle: its release closes the trace. For streams that outlive
 * the code that opened the trace. */
WEIR_TRACE_API void weir_trace_give(struct ArrowArrayStream *stream);

#ifdef __cplusplus
}
#endif
#endif
