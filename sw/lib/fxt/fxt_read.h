// SPDX-License-Identifier: Apache-2.0
// FXT reader: takes a stream in chunks of any size and delivers its records with resolved
// references.
//
// The caller provides the memory, whose size the configuration decides; the reader allocates
// nothing. It detects either byte order, also when another trace follows in the same stream. Each
// provider has its own tables. The division into chunks has no effect on the result.
//
// No error stops the reader. It reports an error as a record of kind FXT_ERROR, before the record
// in question. That record follows with its readable part, unless error.rejected says that it was
// skipped. Records and arguments of unknown types are delivered as such. Where no record begins,
// the reader continues at the next word that can be a header, 8 bytes at a time.
//
// Push:                             Pull:
//     fxt_reader_push(r, chunk, size);  fxt_reader_feed(r, chunk, size);
//     ...                               while (fxt_reader_next(r, &record)) ...
//     fxt_reader_push(r, chunk, size);  ... feed the next chunk, and so on; at the end
//     fxt_reader_end(r);                fxt_reader_finish(r);
//                                       while (fxt_reader_next(r, &record)) ...
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

// Limits and options of a reader. fxt_reader_defaults sets the values in brackets.
typedef struct {
    uint32_t names;     // entries of string tables and names of objects, over all providers [65536]
    uint32_t text;      // bytes of their text [4 MiB], each rounded up to a multiple of 8
    uint32_t providers; // providers with tables of their own, 1-65000 [64]. Further ones share one
                        // set of tables, which is cleared when another of them becomes current
    fxt_order_t order;  // byte order of the words; AUTO [default]: that of the first record
    bool strict;        // true: report everything that a conforming writer does not do [false]
} fxt_reader_config_t;

void fxt_reader_defaults(fxt_reader_config_t *config);

// Returns the bytes of memory that fxt_reader_init needs for this configuration; 0 if it is not
// valid (providers out of range, or a size beyond the address space). About 2 * text + 100 * names
// + 4 KiB * providers.
size_t fxt_reader_size(const fxt_reader_config_t *config);

// Makes a reader in memory (aligned as for malloc). Returns NULL if size is below fxt_reader_size.
// A reader needs no release.
fxt_reader_t *fxt_reader_init(void *memory, size_t size, const fxt_reader_config_t *config);

// Pull. Gives the reader a chunk, which must remain until next returns 0. FXT_E_ARG before the end
// of the last chunk.
int fxt_reader_feed(fxt_reader_t *r, const void *data, size_t size);
// Ends the stream behind the last chunk.
void fxt_reader_finish(fxt_reader_t *r);
// True: *record is the next record; it and its pointers are valid until the next call. False: feed
// more, or, after finish, the end.
bool fxt_reader_next(fxt_reader_t *r, const fxt_record_t **record);

// Push. Calls visit with every complete record; its pointers are valid until visit returns. visit
// returns 0 to continue. Any other number ends the call with that number; fxt_reader_push(r, NULL,
// 0, ...) then continues behind the record. Returns 0, or that number, or FXT_E_ARG for a chunk
// before the end of the last one.
typedef int fxt_visit_fn(void *ctx, const fxt_record_t *record);
int fxt_reader_push(fxt_reader_t *r, const void *data, size_t size, fxt_visit_fn *visit, void *ctx);
// Ends the stream; an end inside a record is an error record. As push.
int fxt_reader_end(fxt_reader_t *r, fxt_visit_fn *visit, void *ctx);

// Totals so far.
typedef struct {
    uint64_t bytes;              // of the stream
    uint64_t records[FXT_KINDS]; // delivered, by kind (of a large blob: its pieces)
    uint64_t skipped;            // bytes that the reader skipped
    uint64_t more;               // bytes behind the known parts of records and arguments
} fxt_totals_t;
const fxt_totals_t *fxt_reader_totals(const fxt_reader_t *r);

// An object by its records. Kernel objects are known by their koid, from any provider; objects of a
// process by their address, of the current provider. The last record counts. Returns false without
// such a record. name.text is valid until the next record.
typedef struct {
    fxt_string_t name;
    uint8_t type;     // kernel object: FXT_OBJECT_...
    uint64_t process; // koid; kernel object: its argument "process", or 0
} fxt_object_t;
bool fxt_reader_kernel_object(const fxt_reader_t *r, uint64_t koid, fxt_object_t *object);
bool fxt_reader_userspace_object(const fxt_reader_t *r, uint64_t process, uint64_t pointer,
                                 fxt_object_t *object);

// Returns how likely the first bytes of a file are FXT of either byte order: 0 (no) to 100 (the
// magic is present). Without the magic, several consecutive records are required.
int fxt_guess(const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif
#endif
