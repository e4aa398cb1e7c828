// SPDX-License-Identifier: Apache-2.0
// Checks of the FXT library through its functions: fxt_kinds PART, where PART is one of those in
// main. Exit code 0: no error.
#undef NDEBUG
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fxt.h"
#include "fxt_layout.h"
#include "fxt_reader.h"

typedef struct {
    uint8_t *bytes;
    size_t size, capacity;
    unsigned calls, good; // calls that succeed
} stream_t;

static int to_stream(void *context, const void *bytes, size_t size)
{
    stream_t *s = context;
    if (s->calls++ >= s->good)
        return 1;
    assert(size && size % 8 == 0 && s->size + size <= s->capacity);
    memcpy(s->bytes + s->size, bytes, size);
    s->size += size;
    return 0;
}

static uint8_t record[FXT_RECORD_MAX];
static uint8_t memory[2 << 20];
static char text[FXT_STRING_MAX + 2];

static void begin(fxt_writer_t *w, stream_t *s)
{
    *s = (stream_t){memory, 0, sizeof memory, 0, UINT32_MAX};
    fxt_writer_init(w, to_stream, s, record, sizeof record);
}

static void append(stream_t *s, uint64_t word)
{
    for (unsigned n = 0; n < 8; n++)
        s->bytes[s->size++] = (uint8_t)(word >> 8 * n);
}

static fxt_reader_t *reader(const fxt_reader_config_t *config)
{
    size_t size = fxt_reader_size(config);
    void *space = memset(malloc(size), 0xff, size);
    fxt_reader_t *r = fxt_reader_init(space, size, config);
    assert(size && r == space && !fxt_reader_init(space, size - 1, config));
    return r;
}

static fxt_reader_t *default_reader(void)
{
    fxt_reader_config_t config;
    fxt_reader_defaults(&config);
    return reader(&config);
}

// Wrong arguments are rejected, without a trace in the output.
static void rejections(void)
{
    fxt_writer_t w;
    stream_t s;
    fxt_arg_t many[FXT_ARGS_MAX + 1] = {{.type = FXT_ARG_NULL}};
    uint8_t small[24];
    const fxt_string_t long_text = {text, FXT_STRING_MAX, 0},
                       too_long = {text, FXT_STRING_MAX + 1, 0};
    const fxt_args_t too_many = {many, FXT_ARGS_MAX + 1};
    fxt_arg_t bad = {.type = 16};
    const fxt_args_t bad_args = {&bad, 1};

    memset(text, 'x', sizeof text - 1);
    begin(&w, &s);
    assert(fxt_write_init(&w, 0) == FXT_E_ARG);
    assert(fxt_write_provider(&w, 1, text, FXT_PROVIDER_NAME_MAX + 1) == FXT_E_ARG);
    assert(fxt_write_provider_event(&w, 1, 16) == FXT_E_ARG);
    assert(fxt_write_string(&w, 0, "x", 1) == FXT_E_ARG);
    assert(fxt_write_string(&w, 0x8000, "x", 1) == FXT_E_ARG);
    assert(fxt_write_string(&w, 1, text, FXT_STRING_MAX + 1) == FXT_E_ARG);
    assert(fxt_write_thread(&w, 0, 1, 1) == FXT_E_ARG);
    assert(fxt_write_event(&w, &(fxt_event_t){.name = fxt_indexed(0x8000)}) == FXT_E_ARG);
    assert(fxt_write_event(&w, &(fxt_event_t){.type = (fxt_event_type_t)11}) == FXT_E_ARG);
    assert(fxt_write_event(&w, &(fxt_event_t){.args = too_many}) == FXT_E_ARG);
    assert(fxt_write_event(&w, &(fxt_event_t){.args = bad_args}) == FXT_E_ARG);
    assert(fxt_write_event(&w, &(fxt_event_t){.category = too_long}) == FXT_E_ARG);
    assert(fxt_write_event(&w, &(fxt_event_t){.category = long_text, .name = long_text}) ==
           FXT_E_SIZE);
    bad = (fxt_arg_t){.type = FXT_ARG_STRING, .value.string = too_long};
    assert(fxt_write_event(&w, &(fxt_event_t){.args = bad_args}) == FXT_E_ARG);
    bad = (fxt_arg_t){.type = 12, .value.raw = {0, 4, record}};
    assert(fxt_write_event(&w, &(fxt_event_t){.args = bad_args}) == FXT_E_ARG);
    assert(fxt_write_blob(&w, &(fxt_blob_t){.data = record, .size = 0x8000}) == FXT_E_ARG);
    assert(fxt_write_blob(&w, &(fxt_blob_t){.name = long_text, .data = memory, .size = 0x7fff}) ==
           FXT_E_SIZE);
    assert(fxt_write_userspace_object(&w, &(fxt_userspace_object_t){.args = too_many}) ==
           FXT_E_ARG);
    assert(fxt_write_kernel_object(&w, &(fxt_kernel_object_t){.name = too_long}) == FXT_E_ARG);
    assert(fxt_write_switch(&w, &(fxt_switch_t){.outgoing_state = 16}) == FXT_E_ARG);
    assert(fxt_write_switch(&w, &(fxt_switch_t){.legacy = true, .cpu = 256}) == FXT_E_ARG);
    assert(fxt_write_switch(&w, &(fxt_switch_t){.legacy = true, .args = {many, 1}}) == FXT_E_ARG);
    assert(fxt_write_wakeup(&w, &(fxt_wakeup_t){.args = too_many}) == FXT_E_ARG);
    assert(fxt_write_log(&w, &(fxt_log_t){.text = text, .length = 0x8000}) == FXT_E_ARG);
    assert(fxt_write_large_blob(
               &w, &(fxt_large_blob_t){.plain = true, .data = record, .size = 2, .length = 1}) ==
           FXT_E_ARG);
    assert(fxt_write_large_blob(&w, &(fxt_large_blob_t){.plain = true, .args = {many, 1}}) ==
           FXT_E_ARG);
    assert(fxt_write_large_blob(
               &w, &(fxt_large_blob_t){.category = long_text, .name = long_text}) == FXT_E_SIZE);
    assert(fxt_write(&w, &(fxt_record_t){.kind = FXT_ERROR}) == FXT_E_ARG);
    assert(fxt_write(&w,
                     &(fxt_record_t){
                         .kind = FXT_UNKNOWN, .raw = record, .raw_size = 8, .big_endian = true}) ==
           FXT_E_ORDER);
    assert(!s.calls);

    // the longest record: 4095 words
    assert(!fxt_write_event(
        &w, &(fxt_event_t){.thread = {.index = 1}, .category = long_text, .name = {text, 744, 0}}));
    assert(s.size == FXT_RECORD_MAX && !fxt_write_string(&w, 1, text, FXT_STRING_MAX));
    assert(fxt_write_event(&w, &(fxt_event_t){.thread = {.index = 1},
                                              .category = long_text,
                                              .name = {text, 745, 0}}) == FXT_E_SIZE);

    s = (stream_t){memory, 0, sizeof memory, 0, 1};
    fxt_writer_init(&w, to_stream, &s, small, sizeof small);
    assert(!fxt_write_thread(&w, 1, 2, 3)); // 24 bytes fit
    assert(fxt_write_event(&w, &(fxt_event_t){.thread = {.process = 1, .thread = 2}}) ==
           FXT_E_SIZE);
    assert(s.calls == 1);
    assert(fxt_write_magic(&w) == FXT_E_WRITE);
    assert(fxt_write_magic(&w) == FXT_E_WRITE);
    assert(s.calls == 2);

    // a large blob in parts: its head, whole words of its data, and the rest; none behind a failure
    for (size_t size = 0; size < 25; size++) {
        const unsigned parts = 1 + (size >= 8) + (size % 8 > 0);
        for (unsigned good = 0; good <= parts; good++) {
            s = (stream_t){memory, 0, sizeof memory, 0, good};
            fxt_writer_init(&w, to_stream, &s, record, sizeof record);
            const int rc = fxt_write_large_blob(
                &w,
                &(fxt_large_blob_t){
                    .plain = true, .data = (const uint8_t *)text, .size = size, .length = size});
            assert(rc == (good < parts ? FXT_E_WRITE : 0) &&
                   s.calls == (good < parts ? good + 1 : parts));
            assert(rc || (s.size == 24 + (size + 7) / 8 * 8 && !memcmp(memory + 24, text, size)));
        }
    }
}

// The caches: far more texts and threads than entries; every reference must mean, in the reader,
// the requested text or thread.
static void cache(void)
{
    static fxt_cached_string_t places[64];
    fxt_writer_t w;
    stream_t s;
    fxt_cache_t cache;
    char names[32][16];
    unsigned inlined = 0, random = 1;

    begin(&w, &s);
    assert(fxt_cache_init(&cache, &w, places, 64, 0) == FXT_E_ARG);
    assert(fxt_cache_init(&cache, &w, places, 64, 0x7fff - 62) == FXT_E_ARG);
    assert(!fxt_cache_init(&cache, &w, places, 64, 0x7fff - 63));
    fxt_write_magic(&w);
    for (unsigned i = 0; i < 4000; i++) {
        fxt_event_t e = {.type = FXT_INSTANT, .time = i};
        fxt_arg_t args[15];
        fxt_cache_begin(&cache);
        if (i == 2000)
            cache.record = UINT32_MAX - 5; // wraps soon
        for (unsigned k = 0; k < 32; k++) {
            random = random * 1103515245 + 12345;
            snprintf(names[k], sizeof names[k], "%u", i % 3 ? random >> 28 : random >> 20);
        }
        assert(!fxt_cache_string(&cache, names[30], strlen(names[30]), &e.category));
        assert(!fxt_cache_string(&cache, names[31], strlen(names[31]), &e.name));
        for (unsigned k = 0; k < 15; k++) {
            args[k].type = FXT_ARG_STRING;
            assert(!fxt_cache_string(&cache, names[2 * k], strlen(names[2 * k]), &args[k].name));
            assert(!fxt_cache_string(&cache, names[2 * k + 1], strlen(names[2 * k + 1]),
                                     &args[k].value.string));
        }
        assert(!fxt_cache_thread(&cache, i % 5, i % 1000, &e.thread));
        assert(e.thread.index);
        e.args = (fxt_args_t){args, 15};
        inlined += !e.name.index;
        assert(!fxt_write_event(&w, &e));
    }
    assert(inlined < 100);

    fxt_reader_t *r = default_reader();
    const fxt_record_t *record;
    unsigned events = 0;
    random = 1;
    assert(!fxt_reader_feed(r, memory, s.size));
    fxt_reader_finish(r);
    while (fxt_reader_next(r, &record)) {
        assert(record->kind != FXT_ERROR);
        if (record->kind != FXT_EVENT)
            continue;
        const fxt_event_t *e = &record->event;
        unsigned i = events++;
        for (unsigned k = 0; k < 32; k++) {
            random = random * 1103515245 + 12345;
            snprintf(names[k], sizeof names[k], "%u", i % 3 ? random >> 28 : random >> 20);
            fxt_string_t found = k == 30   ? e->category
                                 : k == 31 ? e->name
                                 : k % 2   ? e->args.arg[k / 2].value.string
                                           : e->args.arg[k / 2].name;
            assert(found.length == strlen(names[k]) && !memcmp(found.text, names[k], found.length));
        }
        assert(e->time == i && e->thread.process == i % 5 && e->thread.thread == i % 1000);
    }
    assert(events == 4000);
    free(r);
}

// A cache is empty after a reset, and unchanged after 2^32 records: it writes a record exactly for
// what is not in the tables.
static void cache_again(void)
{
    static fxt_cached_string_t places[64];
    static const char *const texts[] = {"a",         "eight oc",        "seven o",
                                        "nine octe", "sixteen bytes !", "more than sixteen bytes"};
    enum { TEXTS = sizeof texts / sizeof *texts, THREADS = 12 };
    for (unsigned wraps = 0; wraps < 2; wraps++)
        for (unsigned resets = 0; resets < 2; resets++)
            for (unsigned begun = 0; begun < 2;
                 begun++) { // used in the first record, or in a later one
                fxt_writer_t w;
                stream_t s;
                fxt_cache_t cache;
                fxt_string_t string[2][TEXTS], again;
                fxt_thread_t thread[2][THREADS], one;
                begin(&w, &s);
                memset(places, 0, sizeof places);
                assert(!fxt_cache_init(&cache, &w, places, 64, 1));
                for (unsigned round = 0; round < 2; round++) {
                    for (unsigned i = 0; i < (begun || round ? 2 + resets + begun : 0); i++)
                        fxt_cache_begin(&cache);
                    for (unsigned i = 0; i < TEXTS; i++) {
                        const unsigned calls = s.calls;
                        assert(!fxt_cache_string(&cache, texts[i], strlen(texts[i]),
                                                 &string[round][i]) &&
                               string[round][i].index);
                        assert((s.calls > calls) == (!round || resets));
                    }
                    for (unsigned i = 0; i < THREADS; i++) {
                        const unsigned calls = s.calls;
                        assert(!fxt_cache_thread(&cache, i / 5, i % 5, &thread[round][i]) &&
                               thread[round][i].index);
                        assert((s.calls > calls) == (!round || resets));
                    }
                    const unsigned calls = s.calls; // and once more in this record
                    for (unsigned i = 0; i < TEXTS; i++)
                        assert(!fxt_cache_string(&cache, texts[i], strlen(texts[i]), &again) &&
                               again.index == string[round][i].index);
                    for (unsigned i = 0; i < THREADS; i++)
                        assert(!fxt_cache_thread(&cache, i / 5, i % 5, &one) &&
                               one.index == thread[round][i].index);
                    assert(s.calls == calls);
                    if (!round && resets)
                        fxt_cache_reset(&cache);
                    if (!round && wraps)
                        cache.record = UINT32_MAX - 1;
                }
                for (unsigned i = 0; i < TEXTS && !resets; i++)
                    assert(string[1][i].index == string[0][i].index);
                for (unsigned i = 0; i < THREADS && !resets; i++)
                    assert(thread[1][i].index == thread[0][i].index);
            }
    // thread 0 of process 0 is a thread like others, also when all entries are free
    for (unsigned wraps = 0; wraps < 2; wraps++) {
        fxt_writer_t w;
        stream_t s;
        fxt_cache_t cache;
        fxt_thread_t thread;
        begin(&w, &s);
        assert(!fxt_cache_init(&cache, &w, places, 64, 1));
        if (wraps)
            cache.record = UINT32_MAX;
        fxt_cache_begin(&cache);
        assert(!fxt_cache_thread(&cache, 0, 0, &thread) && s.calls == 1);
    }
}

// Limits of the reader: it reports names, text and providers beyond them, and earlier ones stay
// right.
static void limits(void)
{
    fxt_writer_t w;
    stream_t s;
    const fxt_record_t *found;
    unsigned errors = 0, wrong = 0, unknown = 0;

    begin(&w, &s);
    fxt_write_magic(&w);
    for (unsigned round = 0; round < 300; round++)
        for (uint16_t i = 1; i <= 40; i++) {
            char name[32];
            int size = snprintf(name, sizeof name, "%u/%u%.*s", round, i, (int)(round + i) % 17,
                                "................");
            fxt_write_string(&w, i, name, (size_t)size);
            fxt_write_event(&w, &(fxt_event_t){.time = round,
                                               .thread = {.process = 1, .thread = i},
                                               .name = fxt_indexed(i)});
        }
    fxt_reader_config_t config;
    fxt_reader_defaults(&config);
    config.names = 30;
    config.text = 512;
    fxt_reader_t *r = reader(&config);
    assert(!fxt_reader_feed(r, memory, s.size));
    fxt_reader_finish(r);
    while (fxt_reader_next(r, &found)) {
        if (found->kind == FXT_ERROR) {
            errors++;
            assert(found->error.code == FXT_E_MEMORY || found->error.code == FXT_E_STRING);
            assert(!found->error.rejected);
        }
        if (found->kind != FXT_EVENT)
            continue;
        char name[32];
        snprintf(name, sizeof name, "%u/%u", (unsigned)found->event.time,
                 (unsigned)found->event.thread.thread);
        size_t size = strlen(name);
        unknown += !found->event.name.text;
        wrong += found->event.name.text &&
                 (found->event.name.length < size || memcmp(found->event.name.text, name, size) ||
                  (found->event.name.length > size && found->event.name.text[size] != '.'));
    }
    assert(errors >= 2 * unknown && unknown > 1000 && unknown < 9000 && !wrong);
    assert(fxt_reader_totals(r)->records[FXT_ERROR] == errors &&
           fxt_reader_totals(r)->records[FXT_EVENT] == 12000);
    free(r);

    begin(&w, &s);
    fxt_write_magic(&w);
    for (unsigned round = 0; round < 2; round++)
        for (uint32_t id = 1; id <= 4; id++) {
            if (round) {
                fxt_write_section(&w, id);
            } else {
                fxt_write_provider(&w, id, "p", 1);
                fxt_write_init(&w, 1000 + id);
                fxt_write_thread(&w, 1, id, id);
            }
            fxt_write_log(&w, &(fxt_log_t){.thread = {.index = 1}});
        }
    config.providers = 3;
    r = reader(&config);
    assert(!fxt_reader_feed(r, memory, s.size));
    fxt_reader_finish(r);
    unsigned logs = 0;
    errors = 0;
    while (fxt_reader_next(r, &found)) {
        errors += found->kind == FXT_ERROR;
        if (found->kind != FXT_LOG)
            continue;
        uint32_t id = logs++ % 4 + 1;
        assert(found->provider->id == id && found->log.thread.process == id &&
               found->provider->ticks_per_second == 1000 + id);
    }
    assert(logs == 8 && errors == 1); // the fourth has tables of its own until the fifth
    free(r);

    config.providers = 2;
    r = reader(&config);
    assert(!fxt_reader_feed(r, memory, s.size));
    fxt_reader_finish(r);
    logs = errors = unknown = 0;
    while (fxt_reader_next(r, &found)) {
        errors += found->kind == FXT_ERROR && found->error.code == FXT_E_MEMORY;
        if (found->kind == FXT_LOG) {
            logs++;
            unknown += found->log.thread.unknown;
        }
    }
    assert(logs == 8 && errors == 4 && unknown == 2);
    free(r);

    // to the last name, and to the last byte of names
    static const struct {
        uint32_t names, text;
        const char *what;
        uint64_t most;
    } of[] = {{8, 1 << 16, "names", 8}, {100, 64, "bytes of names", 64}};
    for (unsigned i = 0; i < 2; i++) {
        begin(&w, &s);
        fxt_write_magic(&w);
        for (uint16_t k = 1; k <= 9; k++)
            fxt_write_string(&w, k, "8 bytes", 8);
        fxt_reader_defaults(&config);
        config.names = of[i].names;
        config.text = of[i].text;
        r = reader(&config);
        assert(!fxt_reader_feed(r, memory, s.size));
        fxt_reader_finish(r);
        errors = 0;
        while (fxt_reader_next(r, &found))
            if (found->kind == FXT_ERROR) {
                errors++;
                assert(found->error.code == FXT_E_MEMORY &&
                       !strcmp(found->error.what, of[i].what) &&
                       found->error.expected == of[i].most);
                assert(found->offset == s.size - 16);
            }
        assert(errors == 1);
        free(r);
    }

    // a provider that is introduced again begins with empty tables, for as many names as before
    begin(&w, &s);
    fxt_write_magic(&w);
    for (uint32_t round = 0; round < 20; round++) {
        fxt_write_provider(&w, round % 2, "p", 1);
        for (uint16_t k = 1; k <= 8; k++)
            fxt_write_string(&w, k, "8 bytes", 8);
    }
    for (unsigned much = 0; much < 2;
         much++) { // with exactly the space for the text, or with much more
        fxt_reader_defaults(&config);
        config.names = 16;
        config.text = much ? 1 << 20 : 128;
        r = reader(&config);
        assert(!fxt_reader_feed(r, memory, s.size));
        fxt_reader_finish(r);
        while (fxt_reader_next(r, &found))
            assert(found->kind != FXT_ERROR);
        free(r);
    }

    // it has nothing from before: no rate, string or thread
    begin(&w, &s);
    fxt_write_magic(&w);
    for (unsigned round = 0; round < 2; round++) {
        fxt_write_provider(&w, 1, "p", 1);
        if (!round) {
            fxt_write_init(&w, 1000);
            fxt_write_string(&w, 1, "s", 1);
            fxt_write_thread(&w, 1, 2, 3);
        }
        fxt_write_event(&w, &(fxt_event_t){.thread = {.index = 1}, .name = fxt_indexed(1)});
    }
    r = default_reader();
    assert(!fxt_reader_feed(r, memory, s.size));
    fxt_reader_finish(r);
    unsigned events = 0;
    while (fxt_reader_next(r, &found)) {
        if (found->kind != FXT_EVENT)
            continue;
        const bool again = events++;
        assert(found->event.thread.unknown == again && !found->event.name.text == again &&
               found->provider->ticks_per_second == (again ? 1000000000 : 1000));
    }
    assert(events == 2);
    free(r);

    // a provider without introduction has nothing, not even a rate of its own
    begin(&w, &s);
    fxt_write_magic(&w);
    fxt_write_section(&w, 5);
    fxt_write_log(&w, &(fxt_log_t){.thread = {.index = 200}});
    r = default_reader();
    assert(!fxt_reader_feed(r, memory, s.size));
    fxt_reader_finish(r);
    logs = 0;
    while (fxt_reader_next(r, &found))
        if (found->kind == FXT_LOG) {
            logs++;
            assert(found->log.thread.unknown && found->provider->id == 5 &&
                   found->provider->ticks_per_second == 1000000000 &&
                   !found->provider->name_length);
        }
    assert(logs == 1);
    free(r);

    config.providers = 0;
    assert(!fxt_reader_size(&config));
    config.providers = 65001;
    assert(!fxt_reader_size(&config));
    config = (fxt_reader_config_t){.providers = 1};
    r = reader(&config); // no names at all
    assert(!fxt_reader_feed(r, memory, s.size));
    fxt_reader_finish(r);
    while (fxt_reader_next(r, &found))
        ;
    free(r);
}

// Objects are remembered, the newest name counts; large blobs arrive in pieces; visitors can stop
// and continue.
static int count_to(void *ctx, const fxt_record_t *r)
{
    (void)r;
    return --*(int *)ctx ? 0 : 7;
}

static void reading(void)
{
    fxt_writer_t w;
    stream_t s;
    fxt_object_t object;
    const fxt_record_t *found;
    static uint8_t data[100003];
    const fxt_arg_t process = {.type = FXT_ARG_KOID, .name = fxt_text("process"), .value.u64 = 5};

    begin(&w, &s);
    fxt_write_magic(&w);
    fxt_write_provider(&w, 1, "one", 3);
    fxt_write_string(&w, 1, "indexed", 7);
    fxt_write_kernel_object(
        &w, &(fxt_kernel_object_t){FXT_OBJECT_THREAD, 6, fxt_indexed(1), {&process, 1}});
    fxt_write_kernel_object(
        &w, &(fxt_kernel_object_t){FXT_OBJECT_PROCESS, 5, fxt_text("old"), FXT_NO_ARGS});
    fxt_write_userspace_object(
        &w, &(fxt_userspace_object_t){{.process = 5}, 0x10, fxt_text("here"), FXT_NO_ARGS});
    fxt_write_kernel_object(
        &w, &(fxt_kernel_object_t){FXT_OBJECT_PROCESS, 5, fxt_text("new name"), FXT_NO_ARGS});
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 7 >> 3);
    const fxt_large_blob_t blob = {.category = fxt_indexed(1),
                                   .name = fxt_text("blob"),
                                   .time = 9,
                                   .thread = {.thread = 3},
                                   .args = {&process, 1},
                                   .size = sizeof data,
                                   .data = data,
                                   .length = sizeof data};
    const size_t begins = s.size;
    assert(!fxt_write_large_blob(&w, &blob));
    fxt_write_magic(&w);

    for (size_t chunk = 8; chunk < 200000; chunk = chunk * 5 / 2 + 1) {
        fxt_reader_t *r = default_reader();
        uint64_t at = 0, pieces = 0;
        for (size_t done = 0; done < s.size; done += chunk) {
            assert(
                !fxt_reader_feed(r, memory + done, s.size - done < chunk ? s.size - done : chunk));
            while (fxt_reader_next(r, &found)) {
                assert(found->kind != FXT_ERROR);
                assert(!found->raw == (found->kind == FXT_LARGE_BLOB) &&
                       !found->raw_size == !found->raw);
                if (found->kind != FXT_LARGE_BLOB)
                    continue;
                const fxt_large_blob_t *b = &found->large_blob;
                assert(found->offset == begins && b->at == at && b->size == sizeof data &&
                       !memcmp(b->data, data + at, b->length));
                assert(b->name.length == (at ? 0 : 4) && b->args.count == (at ? 0 : 1) &&
                       b->time == (at ? 0 : 9));
                at += b->length;
                pieces++;
            }
        }
        assert(at == sizeof data && pieces == 4);
        assert(fxt_reader_kernel_object(r, 6, &object) && object.type == FXT_OBJECT_THREAD &&
               object.process == 5);
        assert(object.name.length == 7 && !memcmp(object.name.text, "indexed", 7));
        assert(fxt_reader_kernel_object(r, 5, &object) && object.name.length == 8 &&
               !memcmp(object.name.text, "new name", 8));
        assert(fxt_reader_userspace_object(r, 5, 0x10, &object) &&
               !memcmp(object.name.text, "here", 4));
        assert(!fxt_reader_kernel_object(r, 7, &object) &&
               !fxt_reader_userspace_object(r, 6, 0x10, &object));
        assert(fxt_reader_totals(r)->records[FXT_MAGIC] == 2);
        fxt_reader_finish(r);
        assert(!fxt_reader_next(r, &found) && fxt_reader_totals(r)->bytes == s.size);
        free(r);
    }

    fxt_reader_t *r = default_reader();
    int left = 3;
    assert(fxt_reader_push(r, memory, s.size, count_to, &left) == 7);
    assert(fxt_reader_push(r, memory, s.size, count_to, &left) == FXT_E_ARG);
    left = 2;
    assert(fxt_reader_push(r, NULL, 0, count_to, &left) == 7);
    left = 100;
    assert(fxt_reader_push(r, NULL, 0, count_to, &left) == 0 && left == 93);
    assert(fxt_reader_end(r, count_to, &left) == 0 && left == 93);
    free(r);

    assert(fxt_guess("\x10\0\4FxT\x16", 8) == 100 && fxt_guess("\0\x16TxF\4\0\x10 ", 9) == 100);
    assert(!fxt_guess("\x10\0\4FxT\x16", 7) && !fxt_guess("any text of a few words, and more", 33));
    assert(fxt_guess(memory + 8, s.size - 8) > 5 && fxt_guess(memory + 8, s.size - 8) < 100);
    assert(fxt_guess(memory + 8, 16) == 0);
    begin(&w, &s);
    for (unsigned i = 0; i < 3; i++)
        fxt_write_thread(&w, 1, i, i);
    assert(fxt_guess(memory, s.size) == 6 && fxt_guess(memory, s.size - 24) == 0);

    // a record that is delivered only when the next one arrives: that one is still to be read
    begin(&w, &s);
    fxt_write_magic(&w);
    append(&s, 10 | 2 << 4); // of a later version
    append(&s, 5);
    fxt_write_magic(&w);
    r = default_reader();
    assert(!fxt_reader_feed(r, memory, s.size - 8));
    assert(fxt_reader_next(r, &found) && found->kind == FXT_MAGIC);
    assert(!fxt_reader_next(r, &found) && !fxt_reader_feed(r, memory + s.size - 8, 8));
    assert(fxt_reader_next(r, &found) && found->kind == FXT_UNKNOWN && found->raw_size == 16);
    assert(fxt_reader_feed(r, memory, 8) == FXT_E_ARG && !fxt_reader_feed(r, NULL, 0));
    assert(fxt_reader_next(r, &found) && found->kind == FXT_MAGIC && found->offset == s.size - 8);
    assert(!fxt_reader_next(r, &found) && !fxt_reader_feed(r, memory, 8));
    free(r);
}

// Damage that could be records longer than it is, in chunks of any size: the reader holds much of
// what follows, to find out, and then reads it.
static void damage(void)
{
    enum { WORDS = 6000, THREADS = 5000, LONGEST = FXT_RECORD_MAX - 8 };
    static const size_t chunks[] = {8, 13, 24, 1000, 40000, sizeof memory};
    fxt_writer_t w;
    stream_t s;
    begin(&w, &s);
    fxt_write_magic(&w);
    const size_t at = s.size;
    append(&s, 10); // a record without a size
    for (unsigned i = 1; i < WORDS; i++)
        append(&s, 2 | (uint64_t)FXT_RECORD_MAX / 8 << 4 | 5 << 16 | (uint64_t)LONGEST << 32);
    const size_t behind = s.size;
    for (unsigned i = 0; i < THREADS; i++)
        fxt_write_thread(&w, (uint8_t)(1 + i % 255), 2, i);
    for (unsigned c = 0; c < sizeof chunks / sizeof *chunks; c++) {
        fxt_reader_t *r = reader(&(fxt_reader_config_t){.names = 16, .text = 1024, .providers = 1});
        const fxt_record_t *found;
        unsigned threads = 0, errors = 0;
        for (size_t done = 0; done < s.size; done += chunks[c]) {
            assert(!fxt_reader_feed(r, memory + done,
                                    s.size - done < chunks[c] ? s.size - done : chunks[c]));
            if (s.size - done <= chunks[c])
                fxt_reader_finish(r);
            while (fxt_reader_next(r, &found))
                if (found->kind == FXT_ERROR) {
                    const fxt_error_t *e = &found->error;
                    assert(e->code == FXT_E_HEADER && e->offset == at && e->rejected &&
                           e->skipped == behind - at);
                    errors++;
                } else if (found->kind == FXT_THREAD) {
                    assert(found->offset == behind + 24 * threads &&
                           found->thread.thread == threads);
                    threads++;
                }
        }
        assert(errors == 1 && threads == THREADS);
        free(r);
    }
}

// Large records with more bytes behind their data than needed, and large records of unknown
// formats, of all sizes, in chunks of any size: unknown parts are skipped, and the next record is
// read. An unknown record longer than others may not be one. An end of the stream inside is
// reported.
static void skipping(void)
{
    enum { MOST = FXT_RECORD_MAX / 8 };
    static const uint32_t sizes[] = {3,        4,        100,      MOST - 1, MOST,
                                     MOST + 1, MOST + 2, 2 * MOST, 20000};
    static const size_t chunks[] = {
        8, 24, 1000, FXT_RECORD_MAX - 8, FXT_RECORD_MAX, FXT_RECORD_MAX + 8, 100000, sizeof memory};
    static const uint32_t extras[] = {0, 1, 100, MOST, 3 * MOST};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (unsigned k = 0; k <= sizeof extras / sizeof *extras; k++) {
            const bool known = k > 0; // a plain blob
            const uint32_t extra = known ? extras[k - 1] : 0, words = sizes[i] + extra;
            const uint64_t data = 8 * (uint64_t)(sizes[i] - 3);
            fxt_writer_t w;
            stream_t s;
            begin(&w, &s);
            fxt_write_magic(&w);
            const size_t at = s.size;
            append(&s, 15 | (uint64_t)words << 4 | (known ? (uint64_t)1 << 40 : (uint64_t)1 << 36));
            append(&s, 0);
            append(&s, data);
            for (uint32_t word = 3; word < words; word++)
                append(&s, known ? 0x0706050403020100u + word : UINT64_MAX);
            const size_t behind = s.size;
            assert(behind == at + 8 * (size_t)words);
            fxt_write_thread(&w, 1, 2, 3);
            for (unsigned c = 0; c < sizeof chunks / sizeof *chunks; c++)
                for (unsigned cut = 0; cut < 4; cut++) { // cut: in the last word of the record, or
                                                         // about in the middle; 3: behind it
                    const size_t size = cut == 1   ? behind - 8
                                        : cut == 2 ? at + 8 + (behind - at - 8) / 16 * 8
                                        : cut      ? behind
                                                   : s.size;
                    fxt_reader_t *r = reader(
                        &(fxt_reader_config_t){.names = 16, .text = 1024, .providers = 1});
                    const fxt_record_t *found;
                    fxt_error_t error = {0};
                    unsigned large = 0, threads = 0, errors = 0;
                    uint64_t read = 0;
                    for (size_t done = 0; done < size || !fxt_reader_totals(r)->bytes;
                         done += chunks[c]) {
                        assert(!fxt_reader_feed(r, memory + done,
                                                size - done < chunks[c] ? size - done : chunks[c]));
                        if (size - done <= chunks[c])
                            fxt_reader_finish(r);
                        while (fxt_reader_next(r, &found)) {
                            if (found->kind == FXT_ERROR) {
                                error = found->error;
                                errors++;
                            } else if (found->kind == FXT_UNKNOWN) {
                                assert(!known && found->unknown == 15 && found->offset == at &&
                                       found->raw && found->raw_size == 8 * words);
                                large++;
                            } else if (found->kind == FXT_LARGE_BLOB) {
                                const fxt_large_blob_t *b = &found->large_blob;
                                assert(known && found->offset == at && b->size == data &&
                                       b->at == read &&
                                       !memcmp(b->data, memory + at + 24 + read, b->length));
                                read += b->length;
                                large++;
                            } else if (found->kind == FXT_THREAD) {
                                assert(found->offset == behind && found->thread.thread == 3);
                                threads++;
                            }
                        }
                    }
                    assert(fxt_reader_totals(r)->bytes == size);
                    if (cut == 1 || cut == 2) {
                        assert(!threads && errors == 1 && error.offset == at && error.rejected &&
                               (words > MOST || !large));
                        assert(!known ||
                               (error.code == FXT_E_CUT && error.expected == 8 * (uint64_t)words &&
                                error.found == size - at));
                        // delivered parts, and bytes behind the data, are not lost
                        if (known)
                            assert(error.skipped == (!large        ? size - at
                                                     : read < data ? size - at - 24 - read
                                                                   : 0) &&
                                   fxt_reader_totals(r)->skipped == error.skipped);
                    } else if (known || words <= MOST) {
                        assert(threads == !cut && !errors && large >= 1 &&
                               read == (known ? data : 0));
                    } else {
                        assert(threads == !cut && errors == 1 && error.code == FXT_E_HEADER &&
                               error.offset == at && error.skipped == 8 * (uint64_t)words &&
                               !large);
                    }
                    free(r);
                }
        }
}

// The text of a record, and of an error, in buffers of any size: as much as fits, and nothing
// beyond.
static void room(void)
{
#define TEXT(text)                                                                                 \
    {                                                                                              \
        (text), sizeof(text) - 1, 0                                                                \
    }
    static const uint8_t bytes[] = {0, 1, 0xfe, 0xff, 0x7f, 0x80, '"', 8};
    static const fxt_arg_t args[] = {
        {.type = FXT_ARG_NULL, .name = TEXT("nothing")},
        {.type = FXT_ARG_INT32, .name = TEXT("i"), .value.i32 = INT32_MIN},
        {.type = FXT_ARG_UINT32, .name = {.index = 7}, .value.u32 = UINT32_MAX},
        {.type = FXT_ARG_INT64, .value.i64 = INT64_MIN},
        {.type = FXT_ARG_UINT64, .value.u64 = UINT64_MAX},
        {.type = FXT_ARG_DOUBLE, .value.f64 = 0.5},
        {.type = FXT_ARG_STRING, .value.string = TEXT("a \"text\" \\ of \x01\x7f\xc3\xa4")},
        {.type = FXT_ARG_POINTER, .value.u64 = 0x1234},
        {.type = FXT_ARG_KOID, .value.u64 = 77},
        {.type = FXT_ARG_BOOL, .value.boolean = true},
        {.type = 13, .value.raw = {0xabcd, 8, bytes}},
    };
    const fxt_args_t all = {args, sizeof args / sizeof *args};
    const fxt_string_t name = TEXT("the name \n of it"), known = {"known", 5, 300},
                       unknown = {.index = 301};
    const fxt_thread_t one = {.process = 1, .thread = 2},
                       other = {.process = 3, .thread = 4, .index = 5},
                       nobody = {.index = 6, .unknown = true};
    const fxt_record_t records[] = {
        {.kind = FXT_MAGIC},
        {.kind = FXT_PROVIDER_INFO, .provider_info = {7, "seven\t", 6, 1000}},
        {.kind = FXT_PROVIDER_SECTION, .provider_section = 7},
        {.kind = FXT_PROVIDER_EVENT, .provider_event = {7, 3}},
        {.kind = FXT_INITIALIZATION, .ticks_per_second = UINT64_MAX},
        {.kind = FXT_STRING, .string = {5, "a\\\"b\0c", 6}},
        {.kind = FXT_THREAD, .thread = {5, 1, 2}},
        {.kind = FXT_EVENT,
         .event = {.type = FXT_COMPLETE,
                   .time = 5,
                   .thread = one,
                   .category = known,
                   .name = name,
                   .args = all,
                   .extra = 9}},
        {.kind = FXT_EVENT,
         .event = {.type = FXT_INSTANT,
                   .time = 5,
                   .thread = nobody,
                   .category = unknown,
                   .name = known,
                   .args = all}},
        {.kind = FXT_BLOB, .blob = {.type = 1, .name = name, .data = bytes, .size = sizeof bytes}},
        {.kind = FXT_USERSPACE_OBJECT,
         .userspace_object = {.process = one, .pointer = 0x10, .name = name, .args = all}},
        {.kind = FXT_KERNEL_OBJECT,
         .kernel_object = {.type = 2, .koid = 6, .name = unknown, .args = all}},
        {.kind = FXT_SWITCH,
         .context_switch = {.time = 5,
                            .outgoing = one,
                            .incoming = other,
                            .cpu = 3,
                            .outgoing_state = 2,
                            .legacy = true}},
        {.kind = FXT_SWITCH,
         .context_switch = {.time = 5,
                            .outgoing = one,
                            .incoming = other,
                            .cpu = 3,
                            .outgoing_state = 14,
                            .args = all}},
        {.kind = FXT_WAKEUP, .wakeup = {.time = 5, .thread = 6, .cpu = 7, .args = all}},
        {.kind = FXT_LOG,
         .log = {.time = 5, .thread = nobody, .text = "said \"\x1b\" ", .length = 9}},
        {.kind = FXT_LARGE_BLOB,
         .large_blob = {.category = known,
                        .name = name,
                        .time = 5,
                        .thread = other,
                        .args = all,
                        .size = 100,
                        .at = 8,
                        .data = bytes,
                        .length = sizeof bytes}},
        {.kind = FXT_UNKNOWN, .unknown = 12, .raw = bytes, .raw_size = sizeof bytes},
    };
#undef TEXT
    static char whole[4000], part[4000];
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
        const size_t size = strlen(fxt_record_text(&records[i], whole, sizeof whole));
        assert(size > 2 && size < sizeof whole - 10 &&
               !strncmp(whole, fxt_kind_name(records[i].kind),
                        strlen(fxt_kind_name(records[i].kind))));
        for (size_t space = 0; space <= size + 2; space++) {
            const size_t rest = !space ? 0 : space <= size ? space - 1 : size;
            memset(part, '!', sizeof part);
            fxt_record_text(&records[i], part, space);
            for (size_t k = space; k < sizeof part; k++)
                assert(part[k] == '!');
            assert(!space || (!part[rest] && !memcmp(part, whole, rest)));
        }
    }
}

static void numbers(void)
{
    assert(fxt_nanoseconds(12345, 1000000000) == 12345);
    assert(fxt_nanoseconds(1000, 3000000) == 333333);
    assert(fxt_nanoseconds(7, 1) == 7000000000);
    assert(fxt_nanoseconds(UINT64_MAX, 1) == UINT64_MAX);
    assert(fxt_nanoseconds(UINT64_MAX, UINT64_MAX) == 1000000000);
    assert(fxt_nanoseconds(UINT64_MAX - 1, UINT64_MAX) == 999999999);
    assert(fxt_nanoseconds(0xfedcba9876543210, 0xffffffff00000001) == 995555555);
    assert(fxt_nanoseconds(18446744073709551615u, 1000000001) == 18446744055262807559u);

    char line[20];
    fxt_record_t r = {.kind = FXT_LOG,
                      .log = {.text = "a long message that does not fit", .length = 32}};
    assert(strlen(fxt_record_text(&r, line, sizeof line)) == sizeof line - 1);
    assert(!*fxt_record_text(&r, line, 1));

    char all[200];
    const uint8_t bytes[8] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef};
    const fxt_arg_t arg = {
        .type = 12, .name = fxt_text("of later"), .value.raw = {0xabcd, 8, bytes}};
    r = (fxt_record_t){.kind = FXT_EVENT, .event = {.args = {&arg, 1}}};
    assert(strstr(fxt_record_text(&r, all, sizeof all), "=type-12(0000abcd:0123456789abcdef)"));
    r = (fxt_record_t){.kind = FXT_LARGE_BLOB, .large_blob = {.time = 77}};
    assert(strstr(fxt_record_text(&r, all, sizeof all), " time 77 "));
}

// Plausible headers, and headers of unknown records.
static void headers(void)
{
#define H(type, size, ...) ((type) | (uint64_t)(size) << 4 | (__VA_ARGS__))
#define AT(bit, value) ((uint64_t)(value) << (bit))
    enum { TEXT_9 = 0x8009, TEXT_1 = 0x8001 }; // in line
    static const uint64_t good[] =
        {
            FXT_MAGIC_WORD,
            H(0, 1, AT(16, 1)),
            H(0, 2, AT(16, 1) | AT(52, 1)),
            H(0, 2, AT(16, 1) | AT(52, 8)),
            H(0, 3, AT(16, 1) | AT(52, 9)),
            H(0, 33, AT(16, 1) | AT(52, 255)),
            H(0, 1, AT(16, 2)),
            H(0, 1, AT(16, 2) | AT(51, 1)),
            H(0, 1, AT(16, 3)),
            H(0, 1, AT(16, 3) | AT(55, 1)),
            H(1, 2, 0),
            H(2, 1, AT(16, 5)),
            H(2, 2, AT(16, 5) | AT(32, 8)),
            H(2, 3, AT(16, 5) | AT(32, 9)),
            H(3, 3, AT(16, 1)),
            H(3, 3, AT(23, 1)),
            H(4, 2, AT(24, 1) | AT(32, 1) | AT(48, 1)),
            H(4, 3, AT(24, 1)),
            H(4, 3, AT(16, 1) | AT(24, 1)),
            H(4, 4, AT(16, 1) | AT(20, 1) | AT(24, 1)),
            H(4, 5, AT(16, 1) | AT(20, 1) | AT(24, 1)),
            H(4, 4, 0),
            H(4, 4, AT(24, 1) | AT(32, TEXT_9)),
            H(4, 3, AT(24, 1) | AT(48, TEXT_1)),
            H(4, 3, AT(16, 10) | AT(24, 1)),
            H(5, 3, AT(16, 1) | AT(32, 9)),
            H(5, 5, AT(16, TEXT_9) | AT(32, 9)),
            H(5, 1, AT(55, 1)),
            H(6, 2, AT(16, 1)),
            H(6, 3, 0),
            H(6, 4, AT(16, 1) | AT(40, 2)),
            H(6, 4, AT(16, 1) | AT(24, TEXT_9)),
            H(7, 2, 0),
            H(7, 3, AT(40, 1)),
            H(7, 3, AT(24, TEXT_1)),
            H(7, 2, AT(16, 255)),
            H(8, 2, AT(28, 1) | AT(36, 1)),
            H(8, 4, AT(28, 1)),
            H(8, 4, AT(36, 1)),
            H(8, 6, 0),
            H(8, 6, AT(44, 0xffff)),
            H(8, 4, AT(60, 1)),
            H(8, 6, AT(60, 1) | AT(16, 2)),
            H(8, 3, AT(60, 2)),
            H(8, 4, AT(60, 2) | AT(16, 1)),
            H(8, 18, AT(60, 2) | AT(16, 15)),
            H(8, 3, AT(60, 2) | AT(35, 1)),
            H(9, 2, AT(32, 1)),
            H(9, 4, 0),
            H(9, 4, AT(32, 1) | AT(16, 9)),
            H(15, 3, 0),
            H(15, 3, AT(40, 1)),
            H(15, 0x10003, 0),
        },
                          bad[] = {
                              FXT_MAGIC_WORD ^ AT(63, 1),
                              FXT_MAGIC_WORD ^ AT(20, 1),
                              H(0, 2, AT(16, 1) | AT(52, 9)),
                              H(0, 2, AT(16, 1) | AT(52, 8) | AT(60, 1)),
                              H(0, 1, AT(16, 1) | AT(52, 1)),
                              H(0, 2, AT(16, 2)),
                              H(0, 1, AT(16, 2) | AT(52, 1)),
                              H(0, 2, AT(16, 3)),
                              H(0, 1, AT(16, 3) | AT(56, 1)),
                              H(0, 1, AT(16, 5)),
                              0,
                              H(1, 3, 0),
                              H(1, 2, AT(16, 1)),
                              H(2, 2, AT(16, 5) | AT(32, 9)),
                              H(2, 1, AT(47, 1)),
                              H(2, 1, AT(31, 1)),
                              H(3, 2, AT(16, 1)),
                              H(3, 3, AT(24, 1)),
                              H(4, 1, AT(24, 1)),
                              H(4, 4, AT(24, 1)),
                              H(4, 2, AT(16, 1) | AT(24, 1)),
                              H(4, 4, AT(16, 1) | AT(24, 1)),
                              H(4, 3, AT(16, 1) | AT(20, 1) | AT(24, 1)),
                              H(4, 3, 0),
                              H(4, 3, AT(24, 1) | AT(32, TEXT_9)),
                              H(4, 2, AT(24, 1) | AT(48, TEXT_1)),
                              H(4, 2, AT(16, 10) | AT(24, 1)),
                              H(4, 9, AT(16, 11) | AT(20, 1) | AT(24, 1)),
                              H(4, 2, AT(20, 1) | AT(24, 1)),
                              H(5, 2, AT(16, 1) | AT(32, 9)),
                              H(5, 4, AT(16, TEXT_9) | AT(32, 9)),
                              H(5, 1, AT(47, 1)),
                              H(5, 1, AT(56, 1)),
                              H(6, 1, AT(16, 1)),
                              H(6, 2, 0),
                              H(6, 3, AT(16, 1) | AT(40, 2)),
                              H(6, 3, AT(16, 1) | AT(24, TEXT_9)),
                              H(6, 2, AT(16, 1) | AT(44, 1)),
                              H(7, 1, 0),
                              H(7, 2, AT(40, 1)),
                              H(7, 2, AT(24, TEXT_1)),
                              H(7, 2, AT(44, 1)),
                              H(8, 3, AT(28, 1) | AT(36, 1)),
                              H(8, 2, AT(28, 1)),
                              H(8, 2, AT(36, 1)),
                              H(8, 5, 0),
                              H(8, 3, AT(60, 1)),
                              H(8, 5, AT(60, 1) | AT(16, 2)),
                              H(8, 4, AT(60, 1) | AT(40, 1)),
                              H(8, 4, AT(60, 1) | AT(59, 1)),
                              H(8, 2, AT(60, 2)),
                              H(8, 3, AT(60, 2) | AT(16, 1)),
                              H(8, 17, AT(60, 2) | AT(16, 15)),
                              H(8, 3, AT(60, 2) | AT(36, 1)),
                              H(8, 3, AT(60, 2) | AT(59, 1)),
                              H(8, 3, AT(60, 3)),
                              H(9, 3, AT(32, 1) | AT(16, 9)),
                              H(9, 3, 0),
                              H(9, 2, AT(32, 1) | AT(31, 1)),
                              H(9, 2, AT(32, 1) | AT(40, 1)),
                              H(10, 2, 0),
                              H(14, 2, 0),
                              H(15, 2, 0),
                              H(15, 3, AT(36, 1)),
                              H(15, 3, AT(41, 1)),
                              H(15, 3, AT(44, 1)),
                          };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert(fxt_plausible(good[i]) && !fxt_is_new(good[i]));
    static const uint64_t later[] = {
        H(0, 1, AT(20, 1)),  H(0, 1, AT(16, 5)),  H(0, 1, AT(16, 4) | AT(20, 1)),
        H(4, 9, AT(16, 11)), H(8, 3, AT(60, 3)),  H(10, 1, 0),
        H(14, 1, 0),         H(15, 3, AT(36, 1)), H(15, 3, AT(41, 1))};
    for (size_t i = 0; i < sizeof later / sizeof *later; i++)
        assert(fxt_is_new(later[i]) && !fxt_plausible(later[i]));
    unsigned both = 0;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert(!fxt_plausible(bad[i]));
        both += fxt_is_new(bad[i]);
    }
    assert(both == 8 && !fxt_is_new(H(0, 1, 0)) && !fxt_is_new(H(9, 1, 0)));
}

// Results of reading a stream in memory: number of errors, and the last one; the byte order of the
// last record without error.
static bool big_endian;

// A stream of one record of these words, between a provider and two threads. Returns its offset.
static size_t one_record(const uint64_t *content, unsigned words, size_t *size)
{
    fxt_writer_t w;
    stream_t s;
    begin(&w, &s);
    fxt_write_magic(&w);
    fxt_write_provider(&w, 7, "seven", 5);
    const size_t at = s.size;
    for (unsigned i = 0; i < words; i++)
        append(&s, content[i]);
    fxt_write_thread(&w, 1, 2, 3);
    fxt_write_thread(&w, 2, 2, 4);
    *size = s.size;
    return at;
}

static unsigned complaints(size_t size, bool strict, char said[200])
{
    fxt_reader_config_t config;
    const fxt_record_t *found;
    unsigned errors = 0;
    uint64_t skipped = 0;
    fxt_reader_defaults(&config);
    config.names = 256, config.text = 1 << 16; // soon cleared
    config.strict = strict;
    fxt_reader_t *r = reader(&config);
    assert(!fxt_reader_feed(r, memory, size));
    fxt_reader_finish(r);
    while (fxt_reader_next(r, &found))
        if (found->kind == FXT_ERROR) {
            errors++;
            skipped += found->error.skipped;
            fxt_error_text(&found->error, said, 200);
        } else {
            big_endian = found->big_endian;
        }
    assert(fxt_reader_totals(r)->skipped == skipped);
    free(r);
    return errors;
}

// Errors that only a strict reader finds.
static void strictly(void)
{
    enum { PROVIDER, THREAD, SWITCH, BLOB, PLAIN, STRING, PARTS };
    fxt_writer_t w;
    stream_t s;
    size_t at[PARTS];
    char said[200] = "";

    begin(&w, &s);
    fxt_write_magic(&w);
    at[PROVIDER] = s.size;
    fxt_write_provider(&w, 1, "one", 3);
    fxt_write_init(&w, 1000);
    at[THREAD] = s.size;
    fxt_write_thread(&w, 1, 2, 3);
    at[SWITCH] = s.size;
    assert(!fxt_write_switch(&w, &(fxt_switch_t){.cpu = 1,
                                                 .time = 2,
                                                 .outgoing = {.thread = 4},
                                                 .incoming = {.thread = 5},
                                                 .outgoing_state = 2}));
    at[BLOB] = s.size;
    assert(!fxt_write_large_blob(&w, &(fxt_large_blob_t){.category = fxt_text("c"),
                                                         .name = fxt_text("n"),
                                                         .time = 9,
                                                         .thread = {.thread = 3},
                                                         .size = 20,
                                                         .data = record,
                                                         .length = 20}));
    at[PLAIN] = s.size;
    assert(!fxt_write_large_blob(&w, &(fxt_large_blob_t){.plain = true,
                                                         .category = fxt_text("c"),
                                                         .name = fxt_text("n"),
                                                         .size = 16,
                                                         .data = record,
                                                         .length = 16}));
    at[STRING] = s.size;
    memset(text, 'x', FXT_STRING_MAX + 1);
    assert(!fxt_write_string(&w, 1, text, FXT_STRING_MAX));
    fxt_write_thread(&w, 2, 2, 4);
    assert(!complaints(s.size, true, said));

    static const struct {
        unsigned part, word, bit;
        const char *says;
    } bits[] = {
        {PROVIDER, 0, 60,
         "byte 8: provider-info: unused bits: expected 0, found 0x1000000000000000"},
        {THREAD, 0, 24, "byte 40: thread: unused bits: expected 0, found 0x1000000"},
        {THREAD, 0, 63, "thread: unused bits"},
        {SWITCH, 0, 40, "byte 64: switch: unused bits: expected 0, found 0x10000000000"},
        {SWITCH, 0, 59, "switch: unused bits"},
        {BLOB, 0, 44, "byte 96: large-blob: unused bits: expected 0, found 0x100000000000"},
        {BLOB, 1, 44, "byte 96: large-blob at +8: unused bits"},
        {PLAIN, 0, 44, "large-blob: unused bits"},
        {PLAIN, 1, 32, "large-blob at +8: unused bits: expected 0, found 0x100000000"},
        {THREAD, 0, 16, "byte 40: thread at +2: "},
    };
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        uint8_t *byte = memory + at[bits[i].part] + 8 * bits[i].word + bits[i].bit / 8;
        *byte ^= (uint8_t)(1 << bits[i].bit % 8);
        assert(complaints(s.size, true, said) == 1 && strstr(said, bits[i].says) &&
               !complaints(s.size, false, said));
        *byte ^= (uint8_t)(1 << bits[i].bit % 8);
    }
    memory[at[STRING] + 4]++; // 32001, in as many words
    memory[at[STRING]] += 16;
    memmove(memory + at[STRING] + 8 + FXT_STRING_MAX + 8, memory + at[STRING] + 8 + FXT_STRING_MAX,
            24);
    memset(memory + at[STRING] + 8 + FXT_STRING_MAX, 0, 8);
    memory[at[STRING] + 8 + FXT_STRING_MAX] = 'x';
    assert(complaints(s.size + 8, true, said) == 1 && strstr(said, "32000") &&
           strstr(said, "32001") && !complaints(s.size + 8, false, said));

    // a name of a large blob without a string record; and data that are shorter than they should be
    begin(&w, &s);
    fxt_write_magic(&w);
    assert(!fxt_write_large_blob(&w, &(fxt_large_blob_t){.plain = true,
                                                         .category = fxt_text("c"),
                                                         .name = fxt_indexed(7),
                                                         .size = 8,
                                                         .data = record,
                                                         .length = 8}));
    fxt_write_thread(&w, 2, 2, 4);
    assert(
        complaints(s.size, false, said) == 1 &&
        !strcmp(
            said,
            "byte 8: large-blob at +10: its name: expected a string of the table, found index 7"));
    begin(&w, &s);
    fxt_write_magic(&w);
    assert(!fxt_write_large_blob(
        &w,
        &(fxt_large_blob_t){
            .plain = true, .category = fxt_text("c"), .size = 24, .data = record, .length = 24}));
    memory[8 + 24] = 16;
    fxt_write_thread(&w, 2, 2, 4);
    assert(
        complaints(s.size, true, said) == 1 &&
        !strcmp(said,
                "byte 8: large-blob at +32: expected the end of the record, found 8 bytes more"));

    // an argument that is longer than its record
    const fxt_arg_t arg = {.type = FXT_ARG_NULL};
    begin(&w, &s);
    fxt_write_magic(&w);
    assert(!fxt_write_event(&w, &(fxt_event_t){.thread = {.thread = 1}, .args = {&arg, 1}}));
    memory[s.size - 8] |= 9 << 4;
    fxt_write_thread(&w, 2, 2, 4);
    assert(complaints(s.size, false, said) == 1 && strstr(said, "found 9"));

    // a word in between; in the other byte order it could be a header, but the order is known
    begin(&w, &s);
    fxt_write_magic(&w);
    fxt_write_thread(&w, 1, 2, 3);
    fxt_write_thread(&w, 2, 2, 4);
    memmove(memory + 40, memory + 32, 24);
    for (unsigned i = 0; i < 8; i++)
        memory[32 + i] = memory[40 + 7 - i];
    assert(
        complaints(s.size + 8, false, said) == 1 &&
        strstr(
            said,
            "byte 32: expected a record header, found 0x3300020000000000 (8 bytes passed over)") &&
        !big_endian);

    // a stream without its begin is read in either order
    for (unsigned big = 0; big < 2; big++) {
        begin(&w, &s);
        for (uint8_t i = 1; i < 5; i++)
            fxt_write_thread(&w, i, 2, i);
        for (size_t word = 0; big && word < s.size; word += 8)
            for (unsigned i = 0; i < 4; i++) {
                const uint8_t byte = memory[word + i];
                memory[word + i] = memory[word + 7 - i];
                memory[word + 7 - i] = byte;
            }
        assert(!complaints(s.size, false, said) && big_endian == big);
    }
}

// Each bit of each header, of records and of arguments: unused ones are errors, with value and
// position, and no other one is.
static void unused(void)
{
#define UPPER ((uint64_t)UINT32_MAX << 32)
    static const struct {
        unsigned word;
        uint64_t mask;
        unsigned words;
        uint64_t content[8];
    } kinds[] = {
        {0, AT(60, 15), 2, {H(0, 2, AT(16, 1) | AT(20, 7) | AT(52, 1)), 'a'}},
        {0, AT(52, 0xfff), 1, {H(0, 1, AT(16, 2) | AT(20, 7))}},
        {0, AT(56, 0xff), 1, {H(0, 1, AT(16, 3) | AT(20, 7))}},
        {0, ~(uint64_t)0 << 16, 2, {H(1, 2, 0), 1000}},
        {0, AT(48, 0xffff) | AT(47, 1) | AT(31, 1), 2, {H(2, 2, AT(16, 5) | AT(32, 1)), 'a'}},
        {0, ~(uint64_t)0 << 24, 3, {H(3, 3, AT(16, 1)), 2, 3}},
        {0, 0, 4, {H(4, 4, 0), 5, 2, 3}},
        {0, AT(56, 0xff) | AT(47, 1), 2, {H(5, 2, AT(32, 8) | AT(48, 1)), 'a'}},
        {0, ~(uint64_t)0 << 44, 3, {H(6, 3, 0), 4, 2}},
        {0, ~(uint64_t)0 << 44, 2, {H(7, 2, AT(16, 1)), 4}},
        {0, 0, 6, {H(8, 6, 0), 5, 2, 3, 2, 4}},
        {0, AT(40, 0xfffff), 4, {H(8, 4, AT(60, 1)), 5, 2, 3}},
        {0, AT(36, 0xffffff), 3, {H(8, 3, AT(60, 2)), 5, 2}},
        {0, AT(40, 0xffffff) | AT(31, 1), 4, {H(9, 4, 0), 5, 2, 3}},
        {0, ~(uint64_t)0 << 44, 3, {H(15, 3, AT(40, 1)), 0, 0}},
        {1, UPPER, 3, {H(15, 3, AT(40, 1)), 0, 0}},
        {1, ~(uint64_t)0 << 44, 6, {H(15, 6, 0), 0, 5, 2, 3, 0}},
        // an event with one argument of each type
        {4, UPPER, 5, {H(4, 5, AT(20, 1)), 5, 2, 3, H(0, 1, 0)}},
        {4, 0, 5, {H(4, 5, AT(20, 1)), 5, 2, 3, H(1, 1, 0)}},
        {4, 0, 5, {H(4, 5, AT(20, 1)), 5, 2, 3, H(2, 1, 0)}},
        {4, UPPER, 6, {H(4, 6, AT(20, 1)), 5, 2, 3, H(3, 2, 0), 0}},
        {4, UPPER, 6, {H(4, 6, AT(20, 1)), 5, 2, 3, H(4, 2, 0), 0}},
        {4, UPPER, 6, {H(4, 6, AT(20, 1)), 5, 2, 3, H(5, 2, 0), 0}},
        {4, AT(48, 0xffff), 5, {H(4, 5, AT(20, 1)), 5, 2, 3, H(6, 1, 0)}},
        {4, UPPER, 6, {H(4, 6, AT(20, 1)), 5, 2, 3, H(7, 2, 0), 0}},
        {4, UPPER, 6, {H(4, 6, AT(20, 1)), 5, 2, 3, H(8, 2, 0), 0}},
        {4, UPPER & ~AT(32, 1), 5, {H(4, 5, AT(20, 1)), 5, 2, 3, H(9, 1, 0)}},
    };
    char said[200], there[40], wanted[120];
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (unsigned bit = 0; bit <= 64; bit++) { // 64: none
            const uint64_t one = bit < 64 ? (uint64_t)1 << bit : 0;
            uint64_t content[8];
            size_t size;
            memcpy(content, kinds[k].content, sizeof content);
            content[kinds[k].word] ^= one;
            const size_t at = one_record(content, kinds[k].words, &size);
            *said = 0;
            const unsigned count = complaints(size, true, said);
            snprintf(there, sizeof there, kinds[k].word ? " at +%u: " : ": ", 8 * kinds[k].word);
            snprintf(wanted, sizeof wanted, "%sunused bits: expected 0, found 0x%llx", there,
                     (unsigned long long)one);
            const size_t length = strlen(said), least = strlen(wanted);
            const bool found = length >= least && !strcmp(said + length - least, wanted);
            if (kinds[k].mask & one) {
                char byte[40];
                const int place = snprintf(byte, sizeof byte, "byte %zu: ", at);
                assert(count == 1 && found && (kinds[k].word || !strstr(said, " at +")) &&
                       !strncmp(said, byte, (size_t)place) && !complaints(size, false, said));
            } else {
                assert(bit == 64 ? !count : !found);
            }
        }
#undef UPPER
}

// Errors, to the byte: each one alone in a stream. later: errors for a strict reader only.
static void errors(void)
{
#define SAY(error_code, record, place, part, wanted, seen)                                         \
    {                                                                                              \
        .code = (error_code), .kind = (record), .at = (place), .what = (part),                     \
        .expected = (wanted), .found = (seen)                                                      \
    }
    enum { NOBODY = 9, UNKNOWN_HEADER_BITS = 0x1234 };
    static const struct {
        bool later;
        fxt_error_t error;
        unsigned words;
        uint64_t content[8];
    } kinds[] = {
        {true,
         SAY(FXT_E_PROVIDER, FXT_PROVIDER_SECTION, 2, "", 0, NOBODY),
         1,
         {H(0, 1, AT(16, 2) | AT(20, NOBODY))}},
        {true,
         SAY(FXT_E_PROVIDER, FXT_PROVIDER_EVENT, 2, "", 0, NOBODY),
         1,
         {H(0, 1, AT(16, 3) | AT(20, NOBODY))}},
        {true, SAY(FXT_E_UNKNOWN, FXT_UNKNOWN, 0, "record", 0, 10), 2, {H(10, 2, 0), 5}},
        {true, SAY(FXT_E_UNKNOWN, FXT_UNKNOWN, 0, "record", 0, 0), 1, {H(0, 1, AT(16, 5))}},
        {true, SAY(FXT_E_UNKNOWN, FXT_UNKNOWN, 0, "record", 0, 4), 2, {H(4, 2, AT(16, 11)), 5}},
        {true, SAY(FXT_E_UNKNOWN, FXT_UNKNOWN, 0, "record", 0, 8), 2, {H(8, 2, AT(60, 3)), 5}},
        {true, SAY(FXT_E_UNKNOWN, FXT_UNKNOWN, 0, "record", 0, 15), 3, {H(15, 3, AT(36, 1)), 5, 6}},
        {true, SAY(FXT_E_UNKNOWN, FXT_UNKNOWN, 0, "record", 0, 15), 3, {H(15, 3, AT(41, 1)), 5, 6}},
        {false,
         {.code = FXT_E_HEADER,
          .kind = FXT_UNKNOWN,
          .what = "",
          .found = H(10, 0, AT(40, UNKNOWN_HEADER_BITS)),
          .rejected = true,
          .skipped = 8},
         1,
         {H(10, 0, AT(40, UNKNOWN_HEADER_BITS))}},
        {false,
         SAY(FXT_E_STRING, FXT_EVENT, 4, "its category", 0, NOBODY),
         4,
         {H(4, 4, AT(32, NOBODY)), 5, 2, 3}},
        {false,
         SAY(FXT_E_STRING, FXT_EVENT, 6, "its name", 0, NOBODY),
         4,
         {H(4, 4, AT(48, NOBODY)), 5, 2, 3}},
        {false,
         SAY(FXT_E_THREAD, FXT_EVENT, 3, "its thread", 0, NOBODY),
         2,
         {H(4, 2, AT(24, NOBODY)), 5}},
        {false,
         SAY(FXT_E_STRING, FXT_BLOB, 2, "its name", 0, NOBODY),
         1,
         {H(5, 1, AT(16, NOBODY))}},
        {false,
         SAY(FXT_E_STRING, FXT_USERSPACE_OBJECT, 3, "its name", 0, NOBODY),
         3,
         {H(6, 3, AT(24, NOBODY)), 4, 2}},
        {false,
         SAY(FXT_E_THREAD, FXT_USERSPACE_OBJECT, 2, "its process", 0, NOBODY),
         2,
         {H(6, 2, AT(16, NOBODY)), 4}},
        {false,
         SAY(FXT_E_STRING, FXT_KERNEL_OBJECT, 3, "its name", 0, NOBODY),
         2,
         {H(7, 2, AT(24, NOBODY)), 4}},
        {false,
         SAY(FXT_E_THREAD, FXT_LOG, 4, "its thread", 0, NOBODY),
         2,
         {H(9, 2, AT(32, NOBODY)), 5}},
        {false,
         SAY(FXT_E_THREAD, FXT_SWITCH, 3, "its outgoing thread", 0, NOBODY),
         4,
         {H(8, 4, AT(28, NOBODY)), 5, 2, 3}},
        {false,
         SAY(FXT_E_THREAD, FXT_SWITCH, 4, "its incoming thread", 0, NOBODY),
         4,
         {H(8, 4, AT(36, NOBODY)), 5, 2, 3}},
        {false,
         SAY(FXT_E_STRING, FXT_LARGE_BLOB, 8, "its category", 0, NOBODY),
         3,
         {H(15, 3, AT(40, 1)), NOBODY, 0}},
        {false,
         SAY(FXT_E_STRING, FXT_LARGE_BLOB, 10, "its name", 0, NOBODY),
         3,
         {H(15, 3, AT(40, 1)), AT(16, NOBODY), 0}},
        {false,
         SAY(FXT_E_THREAD, FXT_LARGE_BLOB, 12, "its thread", 0, NOBODY),
         4,
         {H(15, 4, 0), AT(36, NOBODY), 5, 0}},
        {false,
         SAY(FXT_E_STRING, FXT_EVENT, 34, "an argument's name", 0, NOBODY),
         5,
         {H(4, 5, AT(20, 1)), 5, 2, 3, H(0, 1, AT(16, NOBODY))}},
        {false,
         SAY(FXT_E_STRING, FXT_EVENT, 36, "an argument's value", 0, NOBODY),
         5,
         {H(4, 5, AT(20, 1)), 5, 2, 3, H(6, 1, AT(32, NOBODY))}},
        {false,
         SAY(FXT_E_ARG_SHORT, FXT_EVENT, 40, "an argument's value", 8, 0),
         5,
         {H(4, 5, AT(20, 1)), 5, 2, 3, H(3, 1, 0)}},
        {false,
         {.code = FXT_E_ARG_SIZE,
          .kind = FXT_EVENT,
          .at = 32,
          .what = "",
          .expected = 1,
          .found = 3,
          .rejected = true,
          .skipped = 40},
         5,
         {H(4, 5, AT(20, 1)), 5, 2, 3, H(0, 3, 0)}},
        {false,
         {.code = FXT_E_SHORT,
          .kind = FXT_EVENT,
          .at = 16,
          .what = "its thread",
          .expected = 8,
          .found = 0,
          .rejected = true,
          .skipped = 16},
         2,
         {H(4, 2, 0), 5}},
        {false,
         {.code = FXT_E_SHORT,
          .kind = FXT_LARGE_BLOB,
          .at = 24,
          .what = "its data",
          .expected = 9,
          .found = 8,
          .rejected = true,
          .skipped = 32},
         4,
         {H(15, 4, AT(40, 1)), 0, 9, 0}},
        {false, SAY(FXT_E_VALUE, FXT_INITIALIZATION, 8, "its rate", 1, 0), 2, {H(1, 2, 0), 0}},
        {true,
         SAY(FXT_E_UNKNOWN, FXT_EVENT, 32, "argument", 0, 10),
         5,
         {H(4, 5, AT(20, 1)), 5, 2, 3, H(10, 1, 0)}},
        {true,
         SAY(FXT_E_MORE, FXT_EVENT, 40, "argument", 0, 8),
         6,
         {H(4, 6, AT(20, 1)), 5, 2, 3, H(0, 2, 0), 0}},
        {true, SAY(FXT_E_INDEX, FXT_THREAD, 2, "", 1, 0), 3, {H(3, 3, 0), 2, 3}},
        {true, SAY(FXT_E_INDEX, FXT_STRING, 2, "", 1, 0), 2, {H(2, 2, AT(32, 1)), 'a'}},
        {true,
         SAY(FXT_E_PADDING, FXT_STRING, 9, "its text", 0, 'b'),
         2,
         {H(2, 2, AT(16, 5) | AT(32, 1)), 'a' | 'b' << 8}},
        {true, SAY(FXT_E_MORE, FXT_THREAD, 24, "", 0, 8), 4, {H(3, 4, AT(16, 1)), 2, 3, 0}},
        {true,
         SAY(FXT_E_UTF8, FXT_STRING, 8, "its text", 0, 0),
         2,
         {H(2, 2, AT(16, 5) | AT(32, 1)), 0xff}},
        {true,
         SAY(FXT_E_VALUE, FXT_SWITCH, 0, "its thread state", FXT_STATE_DEAD, 15),
         4,
         {H(8, 4, AT(60, 1) | AT(36, 15)), 5, 2, 3}},
        {true, SAY(FXT_E_MORE, FXT_LARGE_BLOB, 24, "", 0, 8), 4, {H(15, 4, AT(40, 1)), 0, 0, 0}},
    };
#undef SAY
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (unsigned strict = 0; strict < 2; strict++) {
            size_t size;
            const size_t at = one_record(kinds[k].content, kinds[k].words, &size);
            fxt_reader_t *r = reader(&(fxt_reader_config_t){
                .names = 16, .text = 1024, .providers = 2, .strict = strict});
            const fxt_record_t *found;
            unsigned errors = 0, threads = 0, meant = 0;
            assert(!fxt_reader_feed(r, memory, size));
            fxt_reader_finish(r);
            while (fxt_reader_next(r, &found)) {
                threads += found->kind == FXT_THREAD && found->offset > at;
                meant += found->kind != FXT_ERROR && found->offset == at;
                if (found->kind != FXT_ERROR)
                    continue;
                const fxt_error_t *e = &found->error, *want = &kinds[k].error;
                assert(e->code == want->code && e->kind == want->kind && e->offset == at &&
                       e->at == want->at && !strcmp(e->what, want->what));
                assert(e->expected == want->expected && e->found == want->found &&
                       e->rejected == want->rejected && e->skipped == want->skipped);
                assert(found->offset == at && !found->raw && !found->raw_size && !meant);
                errors++;
            }
            assert(errors == (strict || !kinds[k].later) && threads == 2 &&
                   meant == !kinds[k].error.rejected);
            free(r);
        }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } parts[] = {
        {"cache_again", cache_again},
        {"skipping", skipping},
        {"room", room},
        {"errors", errors},
        {"damage", damage},
        {"rejections", rejections},
        {"cache", cache},
        {"limits", limits},
        {"reading", reading},
        {"numbers", numbers},
        {"headers", headers},
        {"strictly", strictly},
        {"unused", unused},
    };
    for (size_t i = 0; argc > 1 && i < sizeof parts / sizeof *parts; i++)
        if (!strcmp(argv[1], parts[i].name)) {
            parts[i].run();
            return 0;
        }
    return 2;
}
