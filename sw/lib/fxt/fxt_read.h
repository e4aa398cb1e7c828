// SPDX-License-Identifier: Apache-2.0
// FXT reader: takes a stream in chunks of any size and delivers its records, references resolved.
//
// Memory is the caller's and bounded by the configuration; the reader allocates nothing. Both byte
// orders are read and told apart by the reader, also where another trace follows in the same
// stream. Each provider has its own tables. What is delivered does not depend on how the stream is
// cut into chunks.
//
// Nothing stops the reader. What it has to say about the stream is delivered as a record of kind
// FXT_ERROR, before the record that is meant: that record follows, with what could be read of it,
// unless error.dropped says that it was passed over. Records and arguments of types that are not
// known are delivered as such. Where no record begins, the reader goes on at the next word that can
// be a header, 8 bytes at a time.
//
// Push:                                          Pull:
//     fxt_reader_push(r, chunk, size);               fxt_reader_feed(r, chunk, size);
//     ...                                            while (fxt_reader_next(r, &record)) ...
//     fxt_reader_push(r, chunk, size);               ... feed the next chunk, and so on; then
//     fxt_reader_end(r);                             fxt_reader_finish(r); while
//     (fxt_reader_next...) ...
//
// No function blocks. Readers are independent of one another; calls on one reader must not overlap.
#ifndef FXT_READ_H
#define FXT_READ_H

#include "fxt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fxt_reader fxt_reader_t;

typedef enum { FXT_ORDER_AUTO, FXT_ORDER_LITTLE, FXT_ORDER_BIG } fxt_order_t;

// What the reader may use. fxt_reader_defaults fills in the values in brackets.
typedef struct {
    uint32_t names;     // strings of the tables and names of objects remembered, of all providers
                        // together [65536]
    uint32_t text;      // bytes of their text [4 MiB], each rounded up to a multiple of 8
    uint32_t providers; // providers whose tables are kept, 1-65000 [64]. Further ones share one
                        // place: the tables begin empty whenever another of them has its turn
    fxt_order_t order; // byte order of the words; AUTO [default]: as the first record says
    bool strict;       // true: complain of everything that a conforming writer does not do [false]
} fxt_reader_config_t;

void fxt_reader_defaults(fxt_reader_config_t *config);

// Bytes of memory that fxt_reader_init needs for this configuration; 0 if it is not valid
// (providers out of range, or a size that memory cannot have). About 2 * text + 100 * names + 4 KiB
// * providers.
size_t fxt_reader_size(const fxt_reader_config_t *config);

// Puts a reader into memory (aligned as for malloc). Returns NULL if size is less than
// fxt_reader_size. Nothing has to be released.
fxt_reader_t *fxt_reader_init(void *memory, size_t size, const fxt_reader_config_t *config);

// Pull. Gives the reader a chunk, which must stay until next returns 0. FXT_E_ARG if the chunk
// before is not used up.
int fxt_reader_feed(fxt_reader_t *r, const void *data, size_t size);
// The stream ends behind the last chunk.
void fxt_reader_finish(fxt_reader_t *r);
// True: *record is the next record; it and what it points to are valid until the next call. False:
// feed more, or, after finish, the end.
bool fxt_reader_next(fxt_reader_t *r, const fxt_record_t **record);

// Push. Calls visit with every record that is complete; what it points to is valid until visit
// returns. Returning 0 goes on; any other number ends the call with that number, and a later
// fxt_reader_push(r, NULL, 0, ...) goes on behind the record. Returns 0, or that number, or
// FXT_E_ARG for a chunk given before the last one is used up.
typedef int fxt_visit_fn(void *ctx, const fxt_record_t *record);
int fxt_reader_push(fxt_reader_t *r, const void *data, size_t size, fxt_visit_fn *visit, void *ctx);
// The stream is over: says so if that is inside a record. As push.
int fxt_reader_end(fxt_reader_t *r, fxt_visit_fn *visit, void *ctx);

// What was read so far.
typedef struct {
    uint64_t bytes;              // of the stream
    uint64_t records[FXT_KINDS]; // delivered, by kind (of a large blob: its pieces)
    uint64_t skipped;            // bytes passed over
} fxt_totals_t;
const fxt_totals_t *fxt_reader_totals(const fxt_reader_t *r);

// What object records told. Kernel objects are known by their koid, whichever provider told it;
// objects of a process by their address, of the current provider. The last record counts. Returns
// false if there was none. name.text is valid until the next record.
typedef struct {
    fxt_string_t name;
    uint8_t type;     // kernel object: FXT_OBJECT_...
    uint64_t process; // koid; kernel object: its argument "process", or 0
} fxt_object_t;
bool fxt_reader_kernel_object(const fxt_reader_t *r, uint64_t koid, fxt_object_t *object);
bool fxt_reader_userspace_object(const fxt_reader_t *r, uint64_t process, uint64_t pointer,
                                 fxt_object_t *object);

// How sure it is, 0 (no) to 100 (the magic was seen), that these first bytes of a file are FXT, of
// either byte order. Without the magic, several records must stand one behind the other.
int fxt_guess(const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif
#endif
