// SPDX-License-Identifier: Apache-2.0
// FXT writer: one function a record, streaming, in memory of the caller. Words are little-endian.
//
// The writer composes a record in the caller's buffer and passes complete records to the caller's
// write function. It allocates nothing and remembers nothing between records: the caller chooses
// the indexes of strings and threads and writes their records before it uses them, or uses
// fxt_cache.h.
//
// Viewers expect the magic first, then provider and initialization, then everything else.
//
// Every function returns 0 or a negative FXT_E_*. FXT_E_ARG, FXT_E_SIZE and FXT_E_ORDER write
// nothing, and the writer can continue. After FXT_E_WRITE the output is incomplete: every later
// call returns FXT_E_WRITE. No function blocks unless the write function does. One thread at a time
// may use a writer.
#ifndef FXT_WRITE_H
#define FXT_WRITE_H

#include "fxt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// Takes size bytes, a multiple of 8: whole records, except for large blobs. Returns 0, or any other
// number for a failure.
typedef int fxt_write_fn(void *context, const void *bytes, size_t size);

typedef struct { // private; set by fxt_writer_init
    fxt_write_fn *write;
    void *context;
    uint8_t *record;
    size_t capacity, used;
    bool overflow, failed;
} fxt_writer_t;

// record: capacity bytes in which records are composed, FXT_RECORD_MAX is always enough; the caller
// keeps it as long as the writer.
void fxt_writer_init(fxt_writer_t *w, fxt_write_fn *write, void *context, void *record,
                     size_t capacity);

fxt_string_t fxt_indexed(uint16_t index); // an entry of the string table, 1-32767
fxt_string_t fxt_text(const char *text);  // inline, up to its 0
#define FXT_EMPTY ((fxt_string_t){0, 0, 0})
#define FXT_NO_ARGS ((fxt_args_t){0, 0})

int fxt_write_magic(fxt_writer_t *w);
// A provider; later records belong to it. Name: at most FXT_PROVIDER_NAME_MAX bytes.
int fxt_write_provider(fxt_writer_t *w, uint32_t id, const char *name, size_t length);
// Later records belong to a provider introduced before. Each provider has tables and a tick rate of
// its own.
int fxt_write_section(fxt_writer_t *w, uint32_t id);
// event: 0-15, FXT_BUFFER_FULL.
int fxt_write_provider_event(fxt_writer_t *w, uint32_t id, unsigned event);
// ticks_per_second: the unit of all later times of this provider; not 0.
int fxt_write_init(fxt_writer_t *w, uint64_t ticks_per_second);
// index 1-32767; replaces the earlier entry. length: 0-FXT_STRING_MAX.
int fxt_write_string(fxt_writer_t *w, uint16_t index, const char *text, size_t length);
// index 1-255; replaces the earlier entry.
int fxt_write_thread(fxt_writer_t *w, uint8_t index, uint64_t process, uint64_t thread);
int fxt_write_event(fxt_writer_t *w, const fxt_event_t *event);
int fxt_write_blob(fxt_writer_t *w, const fxt_blob_t *blob);
int fxt_write_userspace_object(fxt_writer_t *w, const fxt_userspace_object_t *object);
int fxt_write_kernel_object(fxt_writer_t *w, const fxt_kernel_object_t *object);
int fxt_write_switch(fxt_writer_t *w, const fxt_switch_t *context_switch);
int fxt_write_wakeup(fxt_writer_t *w, const fxt_wakeup_t *wakeup);
int fxt_write_log(fxt_writer_t *w, const fxt_log_t *log);
// The write function takes its data without a copy. size: less than 2^34.
int fxt_write_large_blob(fxt_writer_t *w, const fxt_large_blob_t *blob);

// Any record of a reader, with the same indexes, so the records of tables must be written, too.
// Unknown records are copied. FXT_E_ARG for FXT_ERROR.
int fxt_write(fxt_writer_t *w, const fxt_record_t *record);

#ifdef __cplusplus
}
#endif
#endif
