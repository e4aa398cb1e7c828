// SPDX-License-Identifier: Apache-2.0
// flux reader: takes a stream in chunks of any size and delivers its entries, without copies and
// without recursion.
//
// The caller provides the memory, whose size the configuration decides; the reader allocates
// nothing. It reads all entry kinds of versions 4 and 6 (it detects the classic and the extended
// layout), packed blocks nested up to FLUX_DEPTH_MAX, ring dumps (it sorts their sections), and
// several traces in one stream. The division into chunks has no effect on the result.
//
// Push:                              Pull:
//     flux_reader_push(r, chunk, size);  flux_reader_feed(r, chunk, size);
//     ...                                while (flux_reader_next(r, &entry) == 1) ...
//     flux_reader_push(r, chunk, size);  ... feed the next chunk, and so on; at the end
//     flux_reader_end(r);                flux_reader_finish(r);
//                                        while (flux_reader_next(r, &entry) == 1) ...
//
// No function blocks. Readers are independent of one another; calls on one reader must not overlap.
#ifndef FLUX_READ_H
#define FLUX_READ_H

#include "flux_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct flux_reader flux_reader_t;

// One callback per kind of entry; NULL ones are skipped. ctx is the pointer given to
// flux_reader_init; where is the begin of the entry. Pointers in the arguments are valid until the
// callback returns. Return 0 to continue. Any other number ends the call of push with that number;
// flux_reader_push(r, NULL, 0) then continues behind the entry.
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
    // Optional, for speed: integers arrive in runs, and where is that of the first one. Samples
    // that are not plain, or at the end of a chunk, still go to data, so a visitor with samples
    // needs data, too. The division into runs depends on the chunks.
    int (*samples)(void *ctx, const flux_where_t *where, const flux_run_t *run);
    int (*relation)(void *ctx, const flux_where_t *where, const flux_relation_t *relation);
    int (*attached)(void *ctx, const flux_where_t *where, const flux_label_t *label); // ATLA
    int (*request)(void *ctx, const flux_where_t *where, const flux_control_t *request);
    int (*result)(void *ctx, const flux_where_t *where, const flux_control_t *result);
    int (*block)(void *ctx, const flux_where_t *where,
                 const flux_block_t *block); // before the content of the block
    int (*section)(
        void *ctx, const flux_where_t *where,
        const flux_section_t *section); // before the content of the section, in reading order
    int (*error)(void *ctx,
                 const flux_error_t *error); // with config.resync: damage that the reader skips
} flux_visitor_t;

// Unpacks in_size bytes at in to exactly out_size bytes at out; work is scratch memory of
// config.work bytes. Returns 0; any other number if the input does not unpack to that size.
// flux_pack.h has one for each mode.
typedef int (*flux_unpack_t)(const uint8_t *in, uint32_t in_size, uint8_t *out, uint32_t out_size,
                             void *work, uint32_t work_size);

// Limits and options of a reader. flux_reader_defaults sets the values in brackets.
typedef struct {
    uint32_t entry_max; // bytes of the largest entry, packed blocks and sections included [1 MiB]
    uint32_t window;    // bytes for unpacked blocks, all nested ones together [4 MiB]
    uint32_t expansion; // unpacked bytes, of all levels, for each byte of the stream; the first
                        // FLUX_EXPANSION_FREE bytes are free. 0: no limit [256]
    uint32_t ring; // bytes for the sections of one ring dump, 32 more for each section [16 MiB]
    uint32_t work; // bytes for unpackers [64 KiB]; flux_pack.h says what each needs
    uint32_t
        items; // scopes and signals of all traces that the reader remembers [65536]. 0: none; then
               // only an item with an OPEN of its own, or the root, gives a sample its position
    uint32_t ranges;  // MSGD entries that the reader remembers [256]
    uint32_t traces;  // traces in one stream [64]
    uint32_t domains; // open items of all traces [64]
    bool resync; // false [default]: the first error ends the stream. true: the reader delivers the
                 // error (visitor error, entry FLUX_ERROR) and continues at the next HEAD, section,
                 // or behind the packed block; there, see flux_domain_t.uncertain
    bool headless;     // true: the stream may begin without HEAD and OPEN: trace 0, root open at 0
                       // without base
    bool fixed_layout; // true: layout holds for every version 6 trace; false: the reader detects it
    flux_layout_t layout;             // with fixed_layout; with headless: of the trace without HEAD
    flux_unpack_t unpack[FLUX_MODES]; // NULL: blocks of that mode are an error [all NULL]
} flux_reader_config_t;

void flux_reader_defaults(flux_reader_config_t *config);
#define FLUX_EXPANSION_FREE ((uint64_t)64 << 20)

// Returns the bytes of memory that flux_reader_init needs for this configuration; 0 if it is not
// valid (entry_max below 64, traces or domains 0, or a size beyond the address space).
size_t flux_reader_size(const flux_reader_config_t *config);

// Makes a reader in memory (aligned as for malloc). visitor may be NULL for pull; the caller keeps
// it as long as the reader. Returns NULL if size is below flux_reader_size. A reader needs no
// release.
flux_reader_t *flux_reader_init(void *memory, size_t size, const flux_reader_config_t *config,
                                const flux_visitor_t *visitor, void *ctx);

// Reads the next chunk and calls the visitor for every complete entry. Returns 0; the number with
// which a callback stopped; or a negative error. After an error, everything before it has been
// delivered, the reader has ended, and every further call returns the same error. With
// config.resync the only error is FLUX_E_ARG, for a chunk before the end of the last one.
int flux_reader_push(flux_reader_t *r, const void *data, size_t size);

// Ends the stream: delivers entries that are complete only because the stream ends. As push;
// FLUX_E_CUT if the stream ends inside an entry.
int flux_reader_end(flux_reader_t *r);

// Pull. An entry of any kind; kind is its tag, FLUX_DATA or FLUX_ERROR.
typedef struct {
    int kind;
    flux_where_t where;
    const uint8_t *raw;   // the bytes of the entry; NULL for FLUX_ERROR and for FLUX_SECT, which
                          // arrives when its ring is complete and has its bytes in section.content
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

// Gives the reader a chunk, which must remain until next returns 0. FLUX_E_ARG before the end of
// the last chunk.
int flux_reader_feed(flux_reader_t *r, const void *data, size_t size);
// Ends the stream behind the last chunk.
void flux_reader_finish(flux_reader_t *r);
// Returns 1 with *entry, valid until the next call; 0: feed more, or, after finish, the end;
// negative: error.
int flux_reader_next(flux_reader_t *r, const flux_entry_t **entry);
// For speed, before next: the plain integer samples that come next, with their place. Returns their
// run, valid until the next call; NULL if next has something else, or nothing.
const flux_run_t *flux_reader_run(flux_reader_t *r, flux_where_t *where);
// Right after it: gives back all but the first `count` samples of the run. They come next again.
void flux_reader_unread(flux_reader_t *r, uint32_t count);

// Returns the error that ended the stream, or NULL.
const flux_error_t *flux_reader_error(const flux_reader_t *r);

// Writes one line of text for an error, without newline, always terminated: "byte 123: SIGD at +7:
// expected ...". Returns text.
char *flux_error_text(const flux_error_t *error, char *text, size_t size);
const char *flux_kind_name(int kind); // "HEAD", ... "data", "error"; "?" for an unknown tag

// An item of the current trace, within config.items and ranges: its type (FLUX_...) and parent.
// Returns false if it has no definition.
typedef struct {
    uint32_t item, parent;
    bool scope; // true: a scope; false: a signal
    uint8_t type;
    uint32_t width; // logic: states; 0 if not given
} flux_item_t;
bool flux_reader_item(const flux_reader_t *r, uint32_t item, flux_item_t *found);

// Bytes that a resynchronising reader skipped, and samples that it discarded without their
// position.
typedef struct {
    uint64_t bytes, samples;
} flux_skipped_t;
flux_skipped_t flux_reader_skipped(const flux_reader_t *r);

#ifdef __cplusplus
}
#endif

#endif
