// SPDX-License-Identifier: Apache-2.0
// FXT: string and thread tables that a writer keeps by itself: each text and thread gets an index
// when it first occurs, and when there is no place, takes that of one that was not used for long.
// In memory the caller owns.
#ifndef FXT_CACHE_H
#define FXT_CACHE_H

#include "fxt_write.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    FXT_CACHE_TEXT = 59, // bytes of the longest text that is kept; longer ones stay inline
    FXT_CACHE_WAYS = 8,  // entries that compete for one place
    FXT_CACHE_THREADS = FXT_THREADS_MAX / FXT_CACHE_WAYS * FXT_CACHE_WAYS,
};

typedef struct { // private
    char text[FXT_CACHE_TEXT];
    uint8_t length;
    uint32_t used; // the last record that referred to it; 0: free
} fxt_cached_string_t;

typedef struct { // private
    uint64_t process, thread;
    uint32_t used; // as above
} fxt_cached_thread_t;

typedef struct { // private; set by fxt_cache_init
    fxt_writer_t *writer;
    fxt_cached_string_t *strings;
    uint32_t count, record;
    uint16_t first;
    fxt_cached_thread_t threads[FXT_CACHE_THREADS];
} fxt_cache_t;

// strings: places for count strings, rounded down to a multiple of FXT_CACHE_WAYS; they get the
// indexes from first up. Returns 0, or FXT_E_ARG if first is 0 or the last index would be above
// FXT_STRINGS_MAX. 1024 places are plenty for names and categories of a program.
int fxt_cache_init(fxt_cache_t *cache, fxt_writer_t *writer, fxt_cached_string_t *strings,
                   uint32_t count, uint16_t first);

// Forgets all entries, as is needed before another provider's records.
void fxt_cache_reset(fxt_cache_t *cache);

// Another record begins: what was referred to so far may now be replaced.
void fxt_cache_begin(fxt_cache_t *cache);

// Makes *string refer to a text of 0-FXT_STRING_MAX bytes, writing a string record if needed; it
// holds until the next record begins, and text must live as long. Returns 0 or an error of
// fxt_write_string.
int fxt_cache_string(fxt_cache_t *cache, const char *text, size_t length, fxt_string_t *string);

// Makes *ref refer to a thread likewise.
int fxt_cache_thread(fxt_cache_t *cache, uint64_t process, uint64_t thread, fxt_thread_t *ref);

#ifdef __cplusplus
}
#endif
#endif
