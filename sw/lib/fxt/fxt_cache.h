// SPDX-License-Identifier: Apache-2.0
// FXT: string and thread tables for a writer. Each text and thread gets an index when it first
// occurs; without a free index it replaces one that was not used for long. The caller owns the
// memory.
#ifndef FXT_CACHE_H
#define FXT_CACHE_H

#include "fxt_write.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    FXT_CACHE_TEXT = 59, // bytes of the longest text in the table; longer ones are written inline
    FXT_CACHE_WAYS = 8,  // entries of one set of the cache
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
    uint32_t changes; // of entries, modulo 2^32; public
    uint16_t first;
    fxt_cached_thread_t threads[FXT_CACHE_THREADS];
} fxt_cache_t;

// strings: memory for count strings, rounded down to a multiple of FXT_CACHE_WAYS; their indexes
// begin with first. Returns 0, or FXT_E_ARG if first is 0 or the last index is above
// FXT_STRINGS_MAX. 1024 strings are plenty for names and categories of a program.
int fxt_cache_init(fxt_cache_t *cache, fxt_writer_t *writer, fxt_cached_string_t *strings,
                   uint32_t count, uint16_t first);

// Clears all entries, as necessary before records of another provider.
void fxt_cache_reset(fxt_cache_t *cache);

// Begins a record: entries of earlier records may now be replaced.
void fxt_cache_begin(fxt_cache_t *cache);

// Sets *string to a text of 0-FXT_STRING_MAX bytes, writing a string record if necessary. The
// reference and text must remain valid until the next record begins. Returns 0 or an error of
// fxt_write_string.
int fxt_cache_string(fxt_cache_t *cache, const char *text, size_t length, fxt_string_t *string);

// Sets *ref to a thread likewise.
int fxt_cache_thread(fxt_cache_t *cache, uint64_t process, uint64_t thread, fxt_thread_t *ref);

// For records that are alike: the index of a text or a thread; 0 if it has none now. It stays valid
// as long as cache->changes stays the same. Tell the cache of each record that refers to it.
uint16_t fxt_cache_find_string(const fxt_cache_t *cache, const char *text, size_t length);
uint8_t fxt_cache_find_thread(const fxt_cache_t *cache, uint64_t process, uint64_t thread);
static inline void fxt_cache_use_string(fxt_cache_t *cache, uint16_t index)
{
    cache->strings[index - cache->first].used = cache->record;
}
static inline void fxt_cache_use_thread(fxt_cache_t *cache, uint8_t index)
{
    cache->threads[index - 1].used = cache->record;
}

#ifdef __cplusplus
}
#endif
#endif
