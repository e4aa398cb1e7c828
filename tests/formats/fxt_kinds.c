// SPDX-License-Identifier: Apache-2.0
// Checks of the FXT library that need its functions: fxt_kinds PART, where PART is one of those in main. Exit code 0: all is well.
#undef NDEBUG
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fxt.h"

typedef struct {
    uint8_t *octets;
    size_t size, capacity;
    unsigned calls, good;       // calls that succeed
} stream_t;

static int to_stream(void *context, const void *octets, size_t size)
{
    stream_t *s = context;
    if (s->calls++ >= s->good)
        return 1;
    assert(size % 8 == 0 && s->size + size <= s->capacity);
    memcpy(s->octets + s->size, octets, size);
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

static fxt_reader_t *reader(const fxt_reader_config_t *config)
{
    size_t size = fxt_reader_size(config);
    void *space = malloc(size);
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

// What must be refused is refused, without a trace in the output.
static void refusals(void)
{
    fxt_writer_t w;
    stream_t s;
    fxt_arg_t many[FXT_ARGS_MAX + 1] = {{.type = FXT_ARG_NULL}};
    uint8_t small[24];
    const fxt_string_t long_text = {text, FXT_STRING_MAX, 0}, too_long = {text, FXT_STRING_MAX + 1, 0};
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
    assert(fxt_write_event(&w, &(fxt_event_t){.category = long_text, .name = long_text}) == FXT_E_SIZE);
    bad = (fxt_arg_t){.type = FXT_ARG_STRING, .value.string = too_long};
    assert(fxt_write_event(&w, &(fxt_event_t){.args = bad_args}) == FXT_E_ARG);
    bad = (fxt_arg_t){.type = 12, .value.raw = {0, 4, record}};
    assert(fxt_write_event(&w, &(fxt_event_t){.args = bad_args}) == FXT_E_ARG);
    assert(fxt_write_blob(&w, &(fxt_blob_t){.data = record, .size = 0x8000}) == FXT_E_ARG);
    assert(fxt_write_blob(&w, &(fxt_blob_t){.name = long_text, .data = memory, .size = 0x7fff}) == FXT_E_SIZE);
    assert(fxt_write_userspace_object(&w, &(fxt_userspace_object_t){.args = too_many}) == FXT_E_ARG);
    assert(fxt_write_kernel_object(&w, &(fxt_kernel_object_t){.name = too_long}) == FXT_E_ARG);
    assert(fxt_write_switch(&w, &(fxt_switch_t){.outgoing_state = 16}) == FXT_E_ARG);
    assert(fxt_write_switch(&w, &(fxt_switch_t){.legacy = true, .cpu = 256}) == FXT_E_ARG);
    assert(fxt_write_switch(&w, &(fxt_switch_t){.legacy = true, .args = {many, 1}}) == FXT_E_ARG);
    assert(fxt_write_wakeup(&w, &(fxt_wakeup_t){.args = too_many}) == FXT_E_ARG);
    assert(fxt_write_log(&w, &(fxt_log_t){.text = text, .length = 0x8000}) == FXT_E_ARG);
    assert(fxt_write_large_blob(&w, &(fxt_large_blob_t){.plain = true, .data = record, .size = 2, .length = 1}) == FXT_E_ARG);
    assert(fxt_write_large_blob(&w, &(fxt_large_blob_t){.plain = true, .args = {many, 1}}) == FXT_E_ARG);
    assert(fxt_write_large_blob(&w, &(fxt_large_blob_t){.category = long_text, .name = long_text}) == FXT_E_SIZE);
    assert(fxt_write(&w, &(fxt_record_t){.kind = FXT_ERROR}) == FXT_E_ARG);
    assert(fxt_write(&w, &(fxt_record_t){.kind = FXT_UNKNOWN, .raw = record, .raw_size = 8, .big_endian = true}) == FXT_E_ORDER);
    assert(!s.calls);

    // the longest record: 4095 words
    assert(!fxt_write_event(&w, &(fxt_event_t){.thread = {.index = 1}, .category = long_text, .name = {text, 744, 0}}));
    assert(s.size == FXT_RECORD_MAX);
    assert(fxt_write_event(&w, &(fxt_event_t){.thread = {.index = 1}, .category = long_text, .name = {text, 745, 0}}) == FXT_E_SIZE);

    s = (stream_t){memory, 0, sizeof memory, 0, 1};
    fxt_writer_init(&w, to_stream, &s, small, sizeof small);
    assert(!fxt_write_thread(&w, 1, 2, 3));     // 24 octets fit
    assert(fxt_write_event(&w, &(fxt_event_t){.thread = {.process = 1, .thread = 2}}) == FXT_E_SIZE);
    assert(s.calls == 1);
    assert(fxt_write_magic(&w) == FXT_E_WRITE);
    assert(fxt_write_magic(&w) == FXT_E_WRITE);
    assert(s.calls == 2);
}

// The caches: far more texts and threads than places; every reference must mean, in the reader, what was asked for.
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
            cache.record = UINT32_MAX - 5;      // soon it wraps
        for (unsigned k = 0; k < 32; k++) {
            random = random * 1103515245 + 12345;
            snprintf(names[k], sizeof names[k], "%u", i % 3 ? random >> 28 : random >> 20);
        }
        assert(!fxt_cache_string(&cache, names[30], strlen(names[30]), &e.category));
        assert(!fxt_cache_string(&cache, names[31], strlen(names[31]), &e.name));
        for (unsigned k = 0; k < 15; k++) {
            args[k].type = FXT_ARG_STRING;
            assert(!fxt_cache_string(&cache, names[2 * k], strlen(names[2 * k]), &args[k].name));
            assert(!fxt_cache_string(&cache, names[2 * k + 1], strlen(names[2 * k + 1]), &args[k].value.string));
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
            fxt_string_t found = k == 30 ? e->category : k == 31 ? e->name : k % 2 ? e->args.arg[k / 2].value.string
                                                                                   : e->args.arg[k / 2].name;
            assert(found.length == strlen(names[k]) && !memcmp(found.text, names[k], found.length));
        }
        assert(e->time == i && e->thread.process == i % 5 && e->thread.thread == i % 1000);
    }
    assert(events == 4000);
    free(r);
}

// Limits of the reader: more names, text and providers than it may keep are told, and what it keeps stays right.
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
            int size = snprintf(name, sizeof name, "%u/%u%.*s", round, i, (int)(round + i) % 17, "................");
            fxt_write_string(&w, i, name, (size_t)size);
            fxt_write_event(&w, &(fxt_event_t){.time = round, .thread = {.process = 1, .thread = i}, .name = fxt_indexed(i)});
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
            assert(!found->error.dropped);
        }
        if (found->kind != FXT_EVENT)
            continue;
        char name[32];
        snprintf(name, sizeof name, "%u/%u", (unsigned)found->event.time, (unsigned)found->event.thread.thread);
        size_t size = strlen(name);
        unknown += !found->event.name.text;
        wrong += found->event.name.text && (found->event.name.length < size || memcmp(found->event.name.text, name, size) ||
                                            (found->event.name.length > size && found->event.name.text[size] != '.'));
    }
    assert(errors >= 2 * unknown && unknown > 1000 && unknown < 9000 && !wrong);
    assert(fxt_reader_totals(r)->records[FXT_ERROR] == errors && fxt_reader_totals(r)->records[FXT_EVENT] == 12000);
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
        assert(found->provider->id == id && found->log.thread.process == id && found->provider->ticks_per_second == 1000 + id);
    }
    assert(logs == 8 && errors == 1);   // the fourth has a place as long as there is no fifth
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

    config.providers = 0;
    assert(!fxt_reader_size(&config));
    config.providers = 65001;
    assert(!fxt_reader_size(&config));
    config = (fxt_reader_config_t){.providers = 1};
    r = reader(&config);        // no names at all
    assert(!fxt_reader_feed(r, memory, s.size));
    fxt_reader_finish(r);
    while (fxt_reader_next(r, &found))
        ;
    free(r);
}

// Objects are remembered, the newest name counts; large blobs come in pieces; visitors can stop and go on.
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
    fxt_write_kernel_object(&w, &(fxt_kernel_object_t){FXT_OBJECT_THREAD, 6, fxt_indexed(1), {&process, 1}});
    fxt_write_kernel_object(&w, &(fxt_kernel_object_t){FXT_OBJECT_PROCESS, 5, fxt_text("old"), FXT_NO_ARGS});
    fxt_write_userspace_object(&w, &(fxt_userspace_object_t){{.process = 5}, 0x10, fxt_text("here"), FXT_NO_ARGS});
    fxt_write_kernel_object(&w, &(fxt_kernel_object_t){FXT_OBJECT_PROCESS, 5, fxt_text("new name"), FXT_NO_ARGS});
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 7 >> 3);
    const fxt_large_blob_t blob = {.category = fxt_indexed(1), .name = fxt_text("blob"), .time = 9, .thread = {.thread = 3},
                                   .args = {&process, 1}, .size = sizeof data, .data = data, .length = sizeof data};
    assert(!fxt_write_large_blob(&w, &blob));
    fxt_write_magic(&w);

    for (size_t chunk = 8; chunk < 200000; chunk = chunk * 5 / 2 + 1) {
        fxt_reader_t *r = default_reader();
        uint64_t at = 0, pieces = 0;
        for (size_t done = 0; done < s.size; done += chunk) {
            assert(!fxt_reader_feed(r, memory + done, s.size - done < chunk ? s.size - done : chunk));
            while (fxt_reader_next(r, &found)) {
                assert(found->kind != FXT_ERROR);
                if (found->kind != FXT_LARGE_BLOB)
                    continue;
                const fxt_large_blob_t *b = &found->large_blob;
                assert(b->at == at && b->size == sizeof data && !memcmp(b->data, data + at, b->length));
                assert(b->name.length == (at ? 0 : 4) && b->args.count == (at ? 0 : 1) && b->time == (at ? 0 : 9));
                at += b->length;
                pieces++;
            }
        }
        assert(at == sizeof data && pieces == 4);
        assert(fxt_reader_kernel_object(r, 6, &object) && object.type == FXT_OBJECT_THREAD && object.process == 5);
        assert(object.name.length == 7 && !memcmp(object.name.text, "indexed", 7));
        assert(fxt_reader_kernel_object(r, 5, &object) && object.name.length == 8 && !memcmp(object.name.text, "new name", 8));
        assert(fxt_reader_userspace_object(r, 5, 0x10, &object) && !memcmp(object.name.text, "here", 4));
        assert(!fxt_reader_kernel_object(r, 7, &object) && !fxt_reader_userspace_object(r, 6, 0x10, &object));
        assert(fxt_reader_totals(r)->records[FXT_MAGIC] == 2);
        fxt_reader_finish(r);
        assert(!fxt_reader_next(r, &found) && fxt_reader_totals(r)->octets == s.size);
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
    fxt_record_t r = {.kind = FXT_LOG, .log = {.text = "a long message that does not fit", .length = 32}};
    assert(strlen(fxt_record_text(&r, line, sizeof line)) == sizeof line - 1);
    assert(!*fxt_record_text(&r, line, 1));
}

int main(int argc, char **argv)
{
    static const struct { const char *name; void (*run)(void); } parts[] = {
        {"refusals", refusals}, {"cache", cache}, {"limits", limits}, {"reading", reading}, {"numbers", numbers},
    };
    for (size_t i = 0; argc > 1 && i < sizeof parts / sizeof *parts; i++)
        if (!strcmp(argv[1], parts[i].name)) {
            parts[i].run();
            return 0;
        }
    return 2;
}
