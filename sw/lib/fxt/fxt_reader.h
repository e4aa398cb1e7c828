// SPDX-License-Identifier: Apache-2.0
// FXT reader: what its parts share. Private.
//
//   fxt_read.c     frames records, finds the next one after damage
//   fxt_parse.c    takes one record apart, says what is wrong with it; changes nothing
//   fxt_state.c    what records change: providers, tables, names; the reader's memory
#ifndef FXT_READER_H
#define FXT_READER_H

#include "fxt_layout.h"
#include "fxt_names.h"
#include "fxt_read.h"

typedef struct { // a place of the thread table
    uint64_t process, thread;
    bool known;
} thread_entry_t;

typedef struct {
    fxt_provider_t shown; // what records point to
    bool introduced, used;
    char name[FXT_PROVIDER_NAME_MAX + 1];
    thread_entry_t threads[FXT_THREADS_MAX + 1];
} provider_t;

typedef enum { FXT_NO_TRIAL, FXT_TRIAL, FXT_HARD_TRIAL } fxt_trial_t;

enum {
    HOLD = 2 * (FXT_RECORD_MAX + 8)
}; // twice what is looked at at once, so that little has to be moved

struct fxt_reader {
    fxt_reader_config_t config;
    fxt_totals_t totals;
    // input
    const uint8_t *in; // the chunk, as far as it is not used up
    size_t in_size;
    uint64_t offset;      // of the next byte of the stream that is not used up
    size_t held, hold_at; // bytes of it that are in hold, and where
    size_t recent;        // bytes of the chunk that were put into hold
    bool finished;
    // framing
    bool ordered, big; // the byte order is known; what it is
    uint64_t judged; // size of a record that is not good, while it is not known whether another one
                     // follows it
    bool lost;       // nor is it known where the next record begins; why and since when is in error
    uint64_t passing;         // bytes of a large record still to be passed over
    fxt_trial_t trial;        // a record is looked at for fxt_convincing
    bool pending, complained; // record is to be delivered; error is, or will be
    // a large blob under way
    uint64_t large_offset, large_size; // the whole record
    uint64_t blob_left, blob_at,
        blob_size; // bytes of data, padding included, to come; of data delivered; of data in all
    bool blob_plain;
    // state
    provider_t *providers; // 0: what comes before any provider; the last one: those for which there
                           // was no place
    provider_t *provider;  // the current one
    uint32_t provider_count; // places in use, 0 included
    fxt_names_t names;
    // what is delivered
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

// The place of a provider, by which its names are known.
static inline uint16_t fxt_place_of(const fxt_reader_t *r)
{
    return (uint16_t)(r->provider - r->providers);
}

// Words in a record, as its header says.
static inline uint64_t fxt_size_words(uint64_t header)
{
    return header >> 4 & ((header & 15) == FXT_T_LARGE ? UINT32_MAX : 0xfff);
}

// --- fxt_parse.c

// Complains of the record at hand. Only the first complaint is kept; but what makes a record
// unreadable (drop) replaces one that does not.
void fxt_complain(fxt_reader_t *r, int code, uint32_t at, const char *what, uint64_t expected,
                  uint64_t found, bool drop);
// Begins with the record here.
void fxt_start_record(fxt_reader_t *r, const uint8_t *bytes, uint32_t size);
// A record, of which size bytes are at p: all, or of a large one the first FXT_RECORD_MAX. Returns
// false, having complained, if it cannot be delivered.
bool fxt_parse(fxt_reader_t *r, const uint8_t *p, uint32_t size, uint64_t header);
// Whether a word is a header as a writer of known records makes it: type, size and unused bits fit
// each other.
bool fxt_plausible(uint64_t header);
// Whether it is the header of a record of a type that is not known.
bool fxt_is_new(uint64_t header);
// Whether the record, of which all size bytes are at p, is one by its content: it has just the size
// that it needs, or a little more, padding is zero, and what it refers to is known. FXT_HARD_TRIAL:
// also beyond doubt, even if it was found by chance: there is nothing to complain of, and it says
// something.
bool fxt_convincing(fxt_reader_t *r, const uint8_t *p, uint32_t size, uint64_t header,
                    fxt_trial_t trial);

// --- fxt_state.c

// What the record that was just parsed changes. There must be room for a name.
void fxt_apply(fxt_reader_t *r);

#endif
