// SPDX-License-Identifier: Apache-2.0
// FXT reader: common definitions of its parts. Private.
//
//   fxt_read.c     frames records, finds the next one after damage
//   fxt_parse.c    splits one record into its parts and checks it; changes nothing
//   fxt_state.c    effects of records: providers, tables, names; the reader's memory
#ifndef FXT_READER_H
#define FXT_READER_H

#include "fxt_layout.h"
#include "fxt_names.h"
#include "fxt_read.h"

typedef struct { // an entry of the thread table
    uint64_t process, thread;
    bool known;
} thread_entry_t;

typedef struct {
    fxt_provider_t delivered; // the target of pointers in records
    bool introduced, used;
    char name[FXT_PROVIDER_NAME_MAX + 1];
    thread_entry_t threads[FXT_THREADS_MAX + 1];
} provider_t;

typedef enum { FXT_NO_TRIAL, FXT_TRIAL, FXT_HARD_TRIAL } fxt_trial_t;

enum { HOLD = 2 * (FXT_RECORD_MAX + 8) }; // twice the largest window, so that bytes seldom move

struct fxt_reader {
    fxt_reader_config_t config;
    fxt_totals_t totals;
    // input
    const uint8_t *in; // the unused rest of the chunk
    size_t in_size;
    uint64_t offset;      // of the next unused byte of the stream
    size_t held, hold_at; // bytes in hold, and their begin
    size_t recent;        // bytes of the chunk that are in hold, too
    bool finished;
    // framing
    bool ordered, big; // the byte order is known; its value
    uint64_t bad_size; // size of a bad record, while it is unknown whether another one follows
    bool lost;         // true: the begin of the next record is unknown; error has reason and begin
    uint64_t skipping; // remaining bytes of a large record to skip
    fxt_trial_t trial; // fxt_convincing examines a record
    bool pending, has_error; // record is to be delivered; error is pending
    // a large blob in progress
    uint64_t large_offset, large_size; // the whole record
    uint64_t blob_left, blob_at,
        blob_size; // bytes of data and padding left; of data delivered; of data in all
    bool blob_plain;
    // state
    provider_t *providers;   // 0: before any provider; the last one: those beyond the limit
    provider_t *provider;    // the current one
    uint32_t provider_count; // entries in use, 0 included
    fxt_names_t names;
    // records for delivery
    fxt_record_t record, error;
    fxt_arg_t args[FXT_ARGS_MAX];
    uint8_t hold[HOLD];
};

static inline uint64_t fxt_word_at(const fxt_reader_t *r, const uint8_t *p)
{
    uint64_t little = (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
                      (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 |
                      (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
    return r->big ? __builtin_bswap64(little) : little;
}

// The index of a provider, part of the key of its names.
static inline uint16_t fxt_provider_index(const fxt_reader_t *r)
{
    return (uint16_t)(r->provider - r->providers);
}

// Words of a record, by its header.
static inline uint64_t fxt_size_words(uint64_t header)
{
    return header >> 4 & ((header & 15) == FXT_T_LARGE ? UINT32_MAX : 0xfff);
}

// --- fxt_parse.c

// Reports an error in the current record. The first error remains; but one that makes the record
// unreadable (reject) replaces one that does not.
void fxt_report_error(fxt_reader_t *r, int code, uint32_t at, const char *what, uint64_t expected,
                      uint64_t found, bool reject);
// Begins with this record.
void fxt_start_record(fxt_reader_t *r, const uint8_t *bytes, uint32_t size);
// Parses a record with size bytes at p: all of it, or the first FXT_RECORD_MAX of a large one.
// Returns false, with an error reported, if it cannot be delivered.
bool fxt_parse(fxt_reader_t *r, const uint8_t *p, uint32_t size, uint64_t header);
// True if a writer of known records can make this word as a header: type, size and unused bits
// agree.
bool fxt_plausible(uint64_t header);
// True if the word is the header of a record of unknown type.
bool fxt_is_new(uint64_t header);
// True if the content of a record with size bytes at p is convincing: it has the size that it
// needs, or a little more, zero padding, and known references. FXT_HARD_TRIAL: also convincing for
// a record found by chance: no error, and some content.
bool fxt_convincing(fxt_reader_t *r, const uint8_t *p, uint32_t size, uint64_t header,
                    fxt_trial_t trial);

// --- fxt_state.c

// Applies the effects of the parsed record. Space for a name must exist.
void fxt_apply(fxt_reader_t *r);

#endif
