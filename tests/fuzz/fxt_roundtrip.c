// SPDX-License-Identifier: Apache-2.0
// FXT: random records, written, read in random chunks, written again: the same records and the same
// bytes. Then the same stream with one byte changed: what is delivered before it is as it was, and
// the reader comes to the end.
//
//     fxt-roundtrip FIRST_SEED COUNT [FOLDER]      with a folder, each stream is left there as
//     SEED.fxt
#include <string.h>

#include "fxt.h"
#include "random.h"

enum { STREAM = 1 << 20, RECORDS = 400, LINE = 1 << 18 };

// ---- random records

static char letters[FXT_STRING_MAX];
static uint8_t bytes[1 << 16];
static fxt_arg_t args[FXT_ARGS_MAX];

static fxt_string_t text(unsigned most)
{
    uint16_t length = (uint16_t)(below(50) ? below(most < 24 ? most : 24) : below(most));
    return (fxt_string_t){letters + below(sizeof letters - length), length, 0};
}

// Indexes are of entries at the beginning of each provider.
static fxt_string_t string(void)
{
    return below(2) ? (fxt_string_t){.index = (uint16_t)(1 + below(4) * 8191)} : text(300);
}

static fxt_thread_t thread(void)
{
    if (below(2))
        return (fxt_thread_t){.index = (uint8_t)(1 + below(3) * 127)};
    fxt_thread_t t = {.process = number(64)};
    t.thread = number(64);
    return t;
}

static fxt_args_t some_args(void)
{
    unsigned count = below(3) ? (unsigned)below(3) : (unsigned)below(FXT_ARGS_MAX + 1);
    for (unsigned i = 0; i < count; i++) {
        fxt_arg_t *a = &args[i];
        memset(a, 0, sizeof *a);
        a->type = (uint8_t)below(12);
        a->name = string();
        switch (a->type) {
        case FXT_ARG_INT32:
        case FXT_ARG_UINT32: a->value.u32 = (uint32_t)number(32); break;
        case FXT_ARG_STRING: a->value.string = string(); break;
        case FXT_ARG_BOOL: a->value.boolean = below(2); break;
        case FXT_ARG_NULL: break;
        default:
            a->value.u64 = number(64);
            if (a->type > FXT_ARG_BOOL) {
                a->value.raw.high = (uint32_t)number(32);
                a->value.raw.size = 8 * (uint32_t)below(4);
                a->value.raw.bytes = bytes + below(1000);
            }
        }
    }
    return (fxt_args_t){args, count};
}

static void some_record(fxt_record_t *r)
{
    *r = (fxt_record_t){
        .kind = (fxt_kind_t)(FXT_PROVIDER_EVENT + below(FXT_LARGE_BLOB - FXT_PROVIDER_EVENT + 1))};
    switch (r->kind) {
    case FXT_PROVIDER_EVENT:
        r->provider_event = (fxt_provider_event_t){(uint32_t)number(32), (uint8_t)below(16)};
        break;
    case FXT_INITIALIZATION: r->ticks_per_second = 1 + number(63); break;
    case FXT_STRING: {
        fxt_string_t s = text(2000);
        r->string = (fxt_string_entry_t){(uint16_t)(1 + below(4) * 8191), s.text, s.length};
        break;
    }
    case FXT_THREAD:
        r->thread = (fxt_thread_entry_t){.index = (uint8_t)(1 + below(3) * 127),
                                         .process = number(64)};
        r->thread.thread = number(64);
        break;
    case FXT_BLOB:
        r->blob = (fxt_blob_t){string(), (uint8_t)below(256), bytes + below(100),
                               (uint16_t)below(400)};
        break;
    case FXT_USERSPACE_OBJECT:
        r->userspace_object = (fxt_userspace_object_t){
            .process = thread(), .pointer = number(64), .args = some_args()};
        r->userspace_object.name = string();
        if (!r->userspace_object.process.index)
            r->userspace_object.process.thread = 0; // not kept
        break;
    case FXT_KERNEL_OBJECT:
        r->kernel_object = (fxt_kernel_object_t){
            .type = (uint8_t)below(256), .koid = number(64), .args = some_args()};
        r->kernel_object.name = string();
        break;
    case FXT_SWITCH: {
        fxt_switch_t *s = &r->context_switch;
        *s = (fxt_switch_t){
            .legacy = below(2), .time = number(64), .outgoing_state = (uint8_t)below(16)};
        s->cpu = (uint16_t)number(s->legacy ? 8 : 16);
        s->outgoing = thread();
        s->incoming = thread();
        if (s->legacy) {
            s->outgoing_priority = (uint8_t)below(256);
            s->incoming_priority = (uint8_t)below(256);
        } else {
            s->outgoing = (fxt_thread_t){.thread = number(64)};
            s->incoming = (fxt_thread_t){.thread = number(64)};
            s->args = some_args();
        }
        break;
    }
    case FXT_WAKEUP:
        r->wakeup = (fxt_wakeup_t){.time = number(64),
                                   .cpu = (uint16_t)number(16),
                                   .thread = number(64),
                                   .args = some_args()};
        break;
    case FXT_LOG: {
        fxt_string_t s = text(3000);
        r->log = (fxt_log_t){number(64), thread(), s.text, s.length};
        break;
    }
    case FXT_LARGE_BLOB: {
        fxt_large_blob_t *b = &r->large_blob;
        *b = (fxt_large_blob_t){
            .plain = below(2), .category = string(), .data = bytes, .size = below(200)};
        b->name = string();
        b->length = b->size;
        if (!b->plain) {
            b->time = number(64);
            b->thread = thread();
            b->args = some_args();
        }
        break;
    }
    default:
        r->kind = FXT_EVENT;
        r->event = (fxt_event_t){.type = (fxt_event_type_t)below(11),
                                 .time = number(64),
                                 .thread = thread(),
                                 .args = some_args()};
        r->event.category = string();
        r->event.name = string();
        if (r->event.type == FXT_COUNTER || r->event.type >= FXT_COMPLETE)
            r->event.extra = number(64);
    }
}

// ---- contents of records

typedef struct {
    uint8_t bytes[STREAM];
    size_t size;
} stream_t;

static int to_stream(void *context, const void *data, size_t size)
{
    stream_t *s = context;
    if (size > STREAM - s->size)
        return 1;
    memcpy(s->bytes + s->size, data, size);
    s->size += size;
    return 0;
}

// What a record says, references resolved: the text of it as it was delivered, but not its bytes.
static uint64_t digest(const fxt_record_t *r)
{
    static char line[LINE];
    uint64_t hash = 14695981039346656037u;
    for (const char *p = fxt_record_text(r, line, sizeof line); *p; p++)
        hash = (hash ^ (uint8_t)*p) * 0x100000001b3u;
    return hash;
}

// The tables as the reader must have them.
static struct {
    fxt_string_t strings[4];
    fxt_thread_t threads[3];
} tables;

static void resolve_string(fxt_string_t *s)
{
    if (!s->index)
        return;
    uint16_t index = s->index;
    *s = tables.strings[index / 8191];
    s->index = index;
}

static void resolve_thread(fxt_thread_t *t)
{
    if (!t->index)
        return;
    uint8_t index = t->index;
    *t = tables.threads[index / 127];
    t->index = index;
}

static void resolve_args(fxt_args_t given)
{
    for (unsigned i = 0; i < given.count; i++) {
        resolve_string(&args[i].name);
        if (args[i].type == FXT_ARG_STRING)
            resolve_string(&args[i].value.string);
    }
}

// Fills in what references mean, and remembers what the record changes.
static void resolve(fxt_record_t *r)
{
    switch (r->kind) {
    case FXT_STRING:
        tables.strings[r->string.index / 8191] = (fxt_string_t){r->string.text, r->string.length,
                                                                0};
        break;
    case FXT_THREAD:
        tables.threads[r->thread.index / 127] = (fxt_thread_t){r->thread.process, r->thread.thread,
                                                               0, false};
        break;
    case FXT_EVENT:
        resolve_thread(&r->event.thread);
        resolve_string(&r->event.category);
        resolve_string(&r->event.name);
        resolve_args(r->event.args);
        break;
    case FXT_BLOB: resolve_string(&r->blob.name); break;
    case FXT_USERSPACE_OBJECT:
        resolve_thread(&r->userspace_object.process);
        resolve_string(&r->userspace_object.name);
        resolve_args(r->userspace_object.args);
        break;
    case FXT_KERNEL_OBJECT:
        resolve_string(&r->kernel_object.name);
        resolve_args(r->kernel_object.args);
        break;
    case FXT_SWITCH:
        resolve_thread(&r->context_switch.outgoing);
        resolve_thread(&r->context_switch.incoming);
        resolve_args(r->context_switch.args);
        break;
    case FXT_WAKEUP: resolve_args(r->wakeup.args); break;
    case FXT_LOG: resolve_thread(&r->log.thread); break;
    case FXT_LARGE_BLOB:
        resolve_string(&r->large_blob.category);
        resolve_string(&r->large_blob.name);
        if (!r->large_blob.plain) {
            resolve_thread(&r->large_blob.thread);
            resolve_args(r->large_blob.args);
        }
        break;
    default: break;
    }
}

// ---- a round trip

static stream_t first, second;
static uint64_t digests[RECORDS + 16], starts[RECORDS + 16];
static unsigned count;

static void write_record(fxt_writer_t *w, fxt_record_t *r)
{
    starts[count] = first.size;
    int rc = fxt_write(w, r);
    if (rc == FXT_E_SIZE)
        return; // longer than 32 KB
    REQUIRE(rc == 0);
    resolve(r);
    digests[count++] = digest(r);
}

static void write_stream(fxt_writer_t *w)
{
    fxt_record_t r = {.kind = FXT_MAGIC};
    write_record(w, &r);
    r = (fxt_record_t){.kind = FXT_PROVIDER_INFO,
                       .provider_info = {(uint32_t)number(32), letters, (uint8_t)below(256), 0}};
    write_record(w, &r);
    for (uint16_t i = 0; i < 4; i++) {
        r = (fxt_record_t){.kind = FXT_STRING,
                           .string = {(uint16_t)(1 + i * 8191), letters + i, (uint16_t)(i * 5)}};
        write_record(w, &r);
    }
    for (uint8_t i = 0; i < 3; i++) {
        r = (fxt_record_t){.kind = FXT_THREAD, .thread = {(uint8_t)(1 + i * 127), i, number(64)}};
        write_record(w, &r);
    }
    for (unsigned i = (unsigned)below(RECORDS); i > 0 && first.size < STREAM / 2; i--) {
        some_record(&r);
        write_record(w, &r);
    }
}

static fxt_reader_t *reader(bool strict)
{
    static void *memory;
    fxt_reader_config_t config = {.names = 2000, .text = 200000, .providers = 2, .strict = strict};
    size_t size = fxt_reader_size(&config);
    if (!memory)
        memory = malloc(size);
    return fxt_reader_init(memory, size, &config);
}

static void read_stream(fxt_writer_t *w)
{
    fxt_reader_t *r = reader(false);
    const fxt_record_t *record;
    unsigned got = 0;
    size_t most = 1 + below(below(2) ? 40 : 40000);

    for (size_t done = 0, part; done < first.size; done += part) {
        part = 1 + below(most);
        part = part < first.size - done ? part : first.size - done;
        REQUIRE(!fxt_reader_feed(r, first.bytes + done, part));
        if (done + part == first.size)
            fxt_reader_finish(r);
        while (fxt_reader_next(r, &record)) {
            if (record->kind == FXT_ERROR) {
                char line[300];
                fprintf(stderr, "%s\n", fxt_error_text(&record->error, line, sizeof line));
            }
            REQUIRE(record->kind != FXT_ERROR && got < count);
            REQUIRE(record->offset == starts[got] && digest(record) == digests[got]);
            REQUIRE(fxt_write(w, record) == 0);
            got++;
        }
    }
    REQUIRE(got == count && fxt_reader_totals(r)->bytes == first.size);
    REQUIRE(second.size == first.size && !memcmp(first.bytes, second.bytes, first.size));
}

static void read_damaged(void)
{
    size_t at = (size_t)below(first.size);
    uint8_t was = first.bytes[at], end = (uint8_t)below(2);
    size_t size = end ? at : first.size;
    const fxt_record_t *record;
    unsigned got = 0;
    bool damaged = false;

    first.bytes[at] ^= (uint8_t)(1 + below(255));
    fxt_reader_t *r = reader(below(2));
    REQUIRE(!fxt_reader_feed(r, first.bytes, size));
    fxt_reader_finish(r);
    while (fxt_reader_next(r, &record)) {
        if (record->kind == FXT_ERROR &&
            (record->error.rejected || record->error.offset + 40000 > at)) {
            damaged = true;
            continue;
        }
        if (record->kind == FXT_ERROR)
            continue;
        if (!damaged && got < count && (got + 1 == count ? first.size : starts[got + 1]) <= at) {
            REQUIRE(record->offset == starts[got] && digest(record) == digests[got]);
            got++;
        }
    }
    REQUIRE(fxt_reader_totals(r)->bytes == size);
    first.bytes[at] = was;
}

int main(int argc, char **argv)
{
    static uint8_t composed[FXT_RECORD_MAX], composed_again[FXT_RECORD_MAX];
    if (argc < 3)
        return 2;
    for (size_t i = 0; i < sizeof letters; i++)
        letters[i] = (char)('a' + i % 26);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 37 >> 2);

    uint64_t from = strtoull(argv[1], NULL, 10), trips = strtoull(argv[2], NULL, 10), records = 0;
    for (uint64_t seed = from; seed < from + trips; seed++) {
        fxt_writer_t w, again;
        random_begin(seed);
        first.size = second.size = count = 0;
        fxt_writer_init(&w, to_stream, &first, composed, sizeof composed);
        fxt_writer_init(&again, to_stream, &second, composed_again, sizeof composed_again);
        write_stream(&w);
        read_stream(&again);
        for (int i = 0; i < 3; i++)
            read_damaged();
        records += count;
        if (argc > 3) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%" PRIu64 ".fxt", argv[3], seed);
            FILE *file = fopen(path, "wb");
            if (!file || fwrite(first.bytes, 1, first.size, file) != first.size || fclose(file)) {
                perror(path);
                return 2;
            }
        }
    }
    printf("%" PRIu64 " streams, %" PRIu64 " records\n", trips, records);
    return 0;
}
