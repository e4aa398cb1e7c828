// SPDX-License-Identifier: Apache-2.0
// flux reader: takes a stream in chunks of any size and delivers its entries, without copies and
// without recursion.
//
// Memory is the caller's and bounded by the configuration; the reader allocates nothing. All entry
// kinds of versions 4 and 6 (classic and extended, told apart by the reader), packed blocks nested
// up to FLUX_DEPTH_MAX, ring dumps (their sections are put in order), several traces in one stream.
// What is delivered does not depend on how the stream is cut into chunks.
//
// Push:                                          Pull:
//     flux_reader_push(r, chunk, size);              flux_reader_feed(r, chunk, size);
//     ...                                            while (flux_reader_next(r, &entry) == 1) ...
//     flux_reader_push(r, chunk, size);              ... feed the next chunk, and so on; then
//     flux_reader_end(r);                            flux_reader_finish(r); while
//     (flux_reader_next...) ...
//
// No function blocks. Readers are independent of one another; calls on one reader must not overlap.
#ifndef FLUX_READ_H
#define FLUX_READ_H

#include "flux_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct flux_reader flux_reader_t;

// One callback per kind of entry; a NULL one is skipped. ctx is the pointer given to
// flux_reader_init. where says where the entry begins. Pointers in what is delivered live until the
// callback returns. Returning 0 goes on; any other number ends the call of push with that number,
// and a later flux_reader_push(r, NULL, 0) goes on behind the entry.
typedef struct {
    int (*head)(void *ctx, const flux_where_t *where, const flux_head_t *head);
    int (*switched)(void *ctx, const flux_where_t *where, uint32_t trace); // SWTH
    int (*scope)(void *ctx, const flux_where_t *where, const flux_scope_t *scope);
    int (*signal)(void *ctx, const flux_where_t *where,
                  const flux_signal_t *signal); // SIGD, MSGD, SSGD
    int (*reference)(void *ctx, const flux_where_t *where,
                     const flux_reference_t *reference);                          // SIRD, SSRD
    int (*label)(void *ctx, const flux_where_t *where, const flux_enum_t *label); // ENMD
    int (*member)(void *ctx, const flux_where_t *where, const flux_member_t *member);
    int (*open)(void *ctx, const flux_where_t *where,
                const flux_open_t *open); // base: the default filled in
    int (*close)(void *ctx, const flux_where_t *where, const flux_close_t *close);
    int (*base)(void *ctx, const flux_where_t *where, flux_text_t base); // DOMD
    int (*current)(void *ctx, const flux_where_t *where, const flux_current_t *current);
    int (*data)(void *ctx, const flux_where_t *where,
                const flux_data_t *data); // the position is absolute
    // Optional, for speed: integers come in runs, where is that of the first of them. Those that
    // are not plain, or stand where a chunk ends, still come to data, so the two need one another;
    // how runs are cut depends on the chunks.
    int (*samples)(void *ctx, const flux_where_t *where, const flux_run_t *run);
    int (*relation)(void *ctx, const flux_where_t *where, const flux_relation_t *relation);
    int (*attached)(void *ctx, const flux_where_t *where, const flux_label_t *label); // ATLA
    int (*request)(void *ctx, const flux_where_t *where, const flux_control_t *request);
    int (*result)(void *ctx, const flux_where_t *where, const flux_control_t *result);
    int (*block)(void *ctx, const flux_where_t *where,
                 const flux_block_t *block); // before what is in it
    int (*section)(void *ctx, const flux_where_t *where,
                   const flux_section_t *section); // likewise, in reading order
    int (*error)(
        void *ctx,
        const flux_error_t *error); // with config.resync: damage that is being stepped over
} flux_visitor_t;

// Unpacks in_size bytes at in to exactly out_size bytes at out; work is scratch memory of
// config.work bytes. Returns 0, or anything else if the input does not unpack to just that.
// flux_pack.h has one for each mode.
typedef int (*flux_unpack_t)(const uint8_t *in, uint32_t in_size, uint8_t *out, uint32_t out_size,
                             void *work, uint32_t work_size);

// What the reader may use. flux_reader_defaults fills in the values in brackets.
typedef struct {
    uint32_t entry_max; // bytes of the largest entry, packed blocks and sections included [1 MiB]
    uint32_t window;    // bytes for unpacked blocks, all nested ones together [4 MiB]
    uint32_t ring;  // bytes for the sections of one ring dump, 32 more for each section [16 MiB]
    uint32_t work;  // bytes for unpackers [64 KiB]; flux_pack.h says what each needs
    uint32_t items; // scopes and signals remembered, of all traces [65536]. 0: none; then only an
                    // item that is opened itself, or the root, gives a sample its position
    uint32_t ranges;  // MSGD entries remembered [256]
    uint32_t traces;  // traces in one stream [64]
    uint32_t domains; // items open, of all traces together [64]
    bool resync; // false [default]: the first error ends the stream. true: it is delivered (visitor
                 // error, entry FLUX_ERROR) and the reader goes on at the next HEAD, section, or
                 // undamaged block
    bool headless;     // true: the stream may begin without HEAD and OPEN: trace 0, root open at 0
                       // without base
    bool fixed_layout; // true: use layout for every version 6 trace instead of finding out
    flux_layout_t layout; // with fixed_layout; with headless: of the trace that has no HEAD
    flux_unpack_t unpack[FLUX_MODES]; // NULL: blocks of that mode are an error [all NULL]
} flux_reader_config_t;

void flux_reader_defaults(flux_reader_config_t *config);

// Bytes of memory that flux_reader_init needs for this configuration; 0 if it is not valid
// (entry_max below 64, traces or domains 0, or a size that memory cannot have).
size_t flux_reader_size(const flux_reader_config_t *config);

// Puts a reader into memory (aligned as for malloc). visitor may be NULL for pull; it is not copied
// and must outlive the reader. Returns NULL if size is less than flux_reader_size. Nothing has to
// be released.
flux_reader_t *flux_reader_init(void *memory, size_t size, const flux_reader_config_t *config,
                                const flux_visitor_t *visitor, void *ctx);

// Reads the next chunk and calls the visitor for every entry that is complete. 0; the number a
// callback stopped with; or a negative error. After an error the reader is over, and everything
// before it has been delivered; every further call returns it again. With config.resync there is
// none but FLUX_E_ARG, for a chunk given before the last one is used up.
int flux_reader_push(flux_reader_t *r, const void *data, size_t size);

// The stream is over: delivers what only now is known to be complete. As push; FLUX_E_CUT if it
// ends inside an entry.
int flux_reader_end(flux_reader_t *r);

// Pull. An entry of any kind; kind is its tag, FLUX_DATA or FLUX_ERROR.
typedef struct {
    int kind;
    flux_where_t where;
    const uint8_t
        *raw; // the bytes of the entry; NULL for FLUX_ERROR, and for FLUX_SECT: section.content has
              // those of a section, which comes when its ring is complete
    uint32_t raw_size;    // bytes of it, 0 if raw is NULL
    uint32_t trace;       // the trace it belongs to
    flux_layout_t layout; // of that trace
    union {
        flux_head_t head;
        uint32_t switched;
        flux_scope_t scope;
        flux_signal_t signal;
        flux_reference_t reference;
        flux_enum_t label;
        flux_member_t member;
        flux_open_t open;
        flux_close_t close;
        flux_text_t base;
        flux_current_t current;
        flux_data_t data;
        flux_relation_t relation;
        flux_label_t attached;
        flux_control_t control;
        flux_block_t block;
        flux_section_t section;
        flux_error_t error;
    };
} flux_entry_t;

// Gives the reader a chunk, which must stay until next returns 0. FLUX_E_ARG if the chunk before is
// not used up.
int flux_reader_feed(flux_reader_t *r, const void *data, size_t size);
// The stream ends behind the last chunk.
void flux_reader_finish(flux_reader_t *r);
// 1: *entry is the next entry, valid until the next call. 0: feed more, or, after finish, the end.
// Negative: error.
int flux_reader_next(flux_reader_t *r, const flux_entry_t **entry);

// The error that ended the stream, or NULL.
const flux_error_t *flux_reader_error(const flux_reader_t *r);

// One line of text for an error, without newline, always terminated: "byte 123: SIGD at +7:
// expected ...". Returns text.
char *flux_error_text(const flux_error_t *error, char *text, size_t size);
const char *flux_kind_name(int kind); // "HEAD", ... "data", "error"; "?" for an unknown tag

// What the reader knows of an item of the current trace: its type (FLUX_...) and parent, as far as
// config.items and ranges reach. Returns false if it was not defined.
typedef struct {
    uint32_t item, parent;
    bool scope; // a scope, not a signal
    uint8_t type;
    uint32_t width; // logic: states, 0 if not said
} flux_item_t;
bool flux_reader_item(const flux_reader_t *r, uint32_t item, flux_item_t *found);

// Bytes that a resynchronising reader passed over, and samples it dropped because their position
// was lost.
typedef struct {
    uint64_t bytes, samples;
} flux_skipped_t;
flux_skipped_t flux_reader_skipped(const flux_reader_t *r);

#ifdef __cplusplus
}
#endif

#endif
