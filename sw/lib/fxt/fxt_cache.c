// SPDX-License-Identifier: Apache-2.0
// FXT: tables of a writer. Both are set-associative caches: a hash chooses a set of FXT_CACHE_WAYS
// entries, and the least recently used one is replaced, except entries that the current record
// refers to.
#include "fxt_cache.h"

#include <string.h>

static uint64_t mix(uint64_t hash)
{
    hash ^= hash >> 32;
    hash *= 0x9e3779b97f4a7c15;
    return hash ^ hash >> 29;
}

// The bytes as a little-endian number: which strings share a set decides what is written.
static uint64_t little(const char *text, size_t length)
{
    uint64_t number = 0;
    for (size_t i = length; i-- > 0;)
        number = number << 8 | (uint8_t)text[i];
    return number;
}

static uint64_t hash_text(const char *text, size_t length)
{
    uint64_t hash = length;
    for (; length >= 8; text += 8, length -= 8)
        hash = mix(hash ^ little(text, 8));
    return mix(hash ^ little(text, length));
}

int fxt_cache_init(fxt_cache_t *cache, fxt_writer_t *writer, fxt_cached_string_t *strings,
                   uint32_t count, uint16_t first)
{
    if (!first || count > FXT_STRINGS_MAX || first + count > FXT_STRINGS_MAX + 1u)
        return FXT_E_ARG;
    cache->writer = writer;
    cache->strings = strings;
    cache->count = count / FXT_CACHE_WAYS * FXT_CACHE_WAYS;
    cache->first = first;
    cache->changes = 0;
    fxt_cache_reset(cache);
    return 0;
}

void fxt_cache_reset(fxt_cache_t *cache)
{
    for (uint32_t i = 0; i < cache->count; i++)
        cache->strings[i].used = 0;
    memset(cache->threads, 0, sizeof cache->threads);
    cache->record = 1;
    cache->changes++;
}

void fxt_cache_begin(fxt_cache_t *cache)
{
    if (++cache->record)
        return;
    cache->record = 2; // 2^32 records: the order of use is lost, the entries stay
    for (uint32_t i = 0; i < cache->count; i++)
        cache->strings[i].used = cache->strings[i].used != 0;
    for (unsigned i = 0; i < FXT_CACHE_THREADS; i++)
        cache->threads[i].used = cache->threads[i].used != 0;
}

static uint32_t set_of_text(const fxt_cache_t *cache, const char *text, size_t length)
{
    return (uint32_t)(hash_text(text, length) % (cache->count / FXT_CACHE_WAYS)) * FXT_CACHE_WAYS;
}

static unsigned set_of_thread(uint64_t process, uint64_t thread)
{
    return (unsigned)(mix(mix(process) + thread) % (FXT_CACHE_THREADS / FXT_CACHE_WAYS)) *
           FXT_CACHE_WAYS;
}

static bool is_text(const fxt_cached_string_t *string, const char *text, size_t length)
{
    return string->used && string->length == length && !memcmp(string->text, text, length);
}

int fxt_cache_string(fxt_cache_t *cache, const char *text, size_t length, fxt_string_t *string)
{
    if (length > FXT_STRING_MAX)
        return FXT_E_ARG;
    *string = (fxt_string_t){text, (uint16_t)length, 0};
    if (!length || length > FXT_CACHE_TEXT || !cache->count)
        return 0;
    const uint32_t place = set_of_text(cache, text, length);
    fxt_cached_string_t *set = &cache->strings[place];
    unsigned oldest = 0;
    for (unsigned i = 0; i < FXT_CACHE_WAYS; i++) {
        if (is_text(&set[i], text, length)) {
            set[i].used = cache->record;
            string->index = (uint16_t)(cache->first + place + i);
            return 0;
        }
        if (set[i].used < set[oldest].used)
            oldest = i;
    }
    if (set[oldest].used == cache->record)
        return 0; // all are in use in this record
    uint16_t index = (uint16_t)(cache->first + place + oldest);
    int rc = fxt_write_string(cache->writer, index, text, length);
    if (rc)
        return rc;
    cache->changes++;
    set[oldest].used = cache->record;
    set[oldest].length = (uint8_t)length;
    memcpy(set[oldest].text, text, length);
    string->index = index;
    return 0;
}

int fxt_cache_thread(fxt_cache_t *cache, uint64_t process, uint64_t thread, fxt_thread_t *ref)
{
    const unsigned place = set_of_thread(process, thread);
    fxt_cached_thread_t *set = &cache->threads[place];
    unsigned oldest = 0;

    *ref = (fxt_thread_t){.process = process, .thread = thread};
    for (unsigned i = 0; i < FXT_CACHE_WAYS; i++) {
        if (set[i].used && set[i].thread == thread && set[i].process == process) {
            set[i].used = cache->record;
            ref->index = (uint8_t)(1 + place + i);
            return 0;
        }
        if (set[i].used < set[oldest].used)
            oldest = i;
    }
    uint8_t index = (uint8_t)(1 + place +
                              oldest); // a record has at most two threads: this one is neither
    int rc = fxt_write_thread(cache->writer, index, process, thread);
    if (rc)
        return rc;
    cache->changes++;
    set[oldest] = (fxt_cached_thread_t){process, thread, cache->record};
    ref->index = index;
    return 0;
}

uint16_t fxt_cache_find_string(const fxt_cache_t *cache, const char *text, size_t length)
{
    if (!length || length > FXT_CACHE_TEXT || !cache->count)
        return 0;
    const uint32_t place = set_of_text(cache, text, length);
    for (uint32_t i = place; i < place + FXT_CACHE_WAYS; i++)
        if (is_text(&cache->strings[i], text, length))
            return (uint16_t)(cache->first + i);
    return 0;
}

uint8_t fxt_cache_find_thread(const fxt_cache_t *cache, uint64_t process, uint64_t thread)
{
    const unsigned place = set_of_thread(process, thread);
    for (unsigned i = place; i < place + FXT_CACHE_WAYS; i++)
        if (cache->threads[i].used && cache->threads[i].thread == thread &&
            cache->threads[i].process == process)
            return (uint8_t)(1 + i);
    return 0;
}
