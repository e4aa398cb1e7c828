// SPDX-License-Identifier: Apache-2.0
// Fuzzer of the sinks of the event model. The bytes make any records that the model allows, or are
// read as flux, FXT, TXTB or RKH. A sink writes them. What can be read is read back without damage;
// JSON is JSON, rows of CSV have the columns of its head, and text has no control characters. A bit
// field of the input chooses what is asked besides: single records must give the bytes and the
// account of rows of batches; one pass, if it is enough, those of two; an output that fails at any
// byte ends in an error, not in damage. Of one in 16, texts may be very long: they take long, too.
//
// $WEIR_SINK names the only sink to fuzz.
#undef NDEBUG
#include <assert.h>
#include <ctype.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "batch.h"
#include "flux_read.h"
#include "fxt.h"
#include "large_memory.h"

extern const model_format_t model_flux, model_fxt, model_txtb, model_rkh, model_csv, model_json,
    model_vcd, model_ctf, model_fst, model_arrow;
const model_format_t *const model_formats[] = {&model_flux, &model_fxt,  &model_txtb, &model_rkh,
                                               &model_csv,  &model_json, &model_vcd,  &model_ctf,
                                               &model_fst,  &model_arrow, NULL};
enum { FORMATS = 10, READ = 4, TABLE = 64, CALLS_MAX = 1 << 16 };

// Tables of the readers that are full soon, and cleared soon.
void __wrap_flux_reader_defaults(flux_reader_config_t *config);
void __wrap_flux_reader_defaults(flux_reader_config_t *config)
{
    *config = (flux_reader_config_t){.entry_max = 1 << 17,
                                     .window = 1 << 18,
                                     .expansion = 256,
                                     .ring = 1 << 17,
                                     .work = 1 << 16,
                                     .items = 1024,
                                     .ranges = 32,
                                     .traces = 64,
                                     .domains = 64};
}

void __wrap_fxt_reader_defaults(fxt_reader_config_t *config);
void __wrap_fxt_reader_defaults(fxt_reader_config_t *config)
{
    *config = (fxt_reader_config_t){.names = 1024, .text = 1 << 19, .providers = 64};
}

// ---- input

typedef struct {
    const uint8_t *data;
    size_t size;
    const model_format_t *format; // NULL: the bytes make records
    model_base_t base;            // of these
    bool falls;                   // their times may fall
    bool loss_first;
    bool long_text;               // a text may be longer than any format has room for
} input_t;

static int64_t read_input(void *context, void *bytes, size_t size, uint64_t offset)
{
    const input_t *in = context;
    if (offset >= in->size)
        return 0;
    size_t got = in->size - (size_t)offset;
    got = got < size ? got : size;
    memcpy(bytes, in->data + offset, got);
    return (int64_t)got;
}

// ---- records of bytes

typedef struct {
    const uint8_t *at, *end;
    uint64_t time;
    unsigned args; // used of `spare`
    bool long_text; // one more may come
} maker_t;

static model_arg_t spare[256];

static uint8_t byte(maker_t *m) { return m->at < m->end ? *m->at++ : 0; }

static uint64_t bytes_of(maker_t *m, unsigned count)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < count; i++)
        number |= (uint64_t)byte(m) << 8 * i;
    return number;
}

static uint64_t number(maker_t *m)
{
    static const uint64_t extreme[] = {UINT64_MAX,          UINT32_MAX,    UINT64_C(1) << 32,
                                       UINT64_C(1) << 63,   INT64_MAX,     INT32_MAX,
                                       UINT64_C(1) << 31,   0xffff,        0x10000,
                                       UINT64_MAX / 1000,   1000000000,    0x4000,
                                       (uint64_t)-10000,    0xffffffff00000000,
                                       0x7ff0000000000000, 0x3ff8000000000000};
    const uint8_t b = byte(m);
    switch (b & 7) {
    case 3: return bytes_of(m, 2);
    case 4: return bytes_of(m, 4);
    case 5: return bytes_of(m, 8);
    case 6: return extreme[b >> 3 & 15];
    default: return b >> 3;
    }
}

static model_text_t some_text(maker_t *m)
{
    static const char *const known[] = {"",      "value", "pump", "a\"b\\c", "=1+2", "a,b\nc",
                                        "id",    "hart",  "\xc2\x9b[2J\xe2\x80\xae", "kind", "isr",
                                        "\xff\xfe", "name", "$end", "a b/c:d",   "@x"};
    static char filled[3][70000];
    const uint8_t b = byte(m);
    if (b < 160)
        return model_text(known[b & 15]);
    if (b == 0xff) { // longer than what formats have room for
        static const size_t sizes[] = {60, 130, 300, 1000}, long_sizes[] = {40000, 70000};
        const uint8_t c = m->long_text ? byte(m) : byte(m) % 0xfc;
        char *text = filled[m->args % 3];
        m->long_text = m->long_text && c < 0xfc;
        const size_t size = c < 0xfc ? sizes[c & 3] : long_sizes[c & 1];
        memset(text, 'a' + c % 26, size);
        return (model_text_t){text, size};
    }
    const size_t size = b & 15, left = (size_t)(m->end - m->at), got = size < left ? size : left;
    const model_text_t text = {(const char *)m->at, got};
    m->at += got;
    return text;
}

static void make_arg(maker_t *m, model_arg_t *arg, unsigned depth)
{
    static const uint8_t widths[] = {0, 8, 16, 32, 64};
    static const char states[] = "01ZXLHUW-JKMNOP#";
    static char logic[8][80];
    const uint8_t b = byte(m);
    *arg = (model_arg_t){.type = b % MODEL_ARG_TYPES, .bits = widths[b / MODEL_ARG_TYPES % 5]};
    arg->name = some_text(m);
    switch (arg->type) {
    case MODEL_ARG_NULL: break;
    case MODEL_ARG_BOOL: arg->u = byte(m) & 1; break;
    case MODEL_ARG_ENUM: arg->u = number(m); arg->text = some_text(m); break;
    case MODEL_ARG_TEXT:
    case MODEL_ARG_BYTES: arg->text = some_text(m); break;
    case MODEL_ARG_LOGIC: {
        const uint8_t width = byte(m) % 80, seed = byte(m);
        char *text = logic[m->args % 8];
        for (unsigned i = 0; i < width; i++)
            text[i] = states[(seed + i * (seed >> 4)) & 15];
        arg->text = (model_text_t){text, width};
        break;
    }
    case MODEL_ARG_WIDE:
        arg->text = some_text(m);
        if (arg->text.size < 9)
            arg->text = model_text("\x80 123456789\xff");
        break;
    case MODEL_ARG_ARRAY:
    case MODEL_ARG_STRUCT: {
        const unsigned count = depth < 3 ? byte(m) % 4 : 0;
        if (m->args + count > sizeof spare / sizeof *spare)
            break;
        model_arg_t *items = &spare[m->args];
        m->args += count;
        arg->items = items;
        arg->count = count;
        for (unsigned i = 0; i < count; i++)
            make_arg(m, &items[i], depth + 1);
        break;
    }
    default: arg->u = number(m);
    }
}

static model_thread_t make_thread(maker_t *m)
{
    const uint8_t b = byte(m);
    model_thread_t thread = {.known = b % 8 != 7};
    if (thread.known) {
        thread.number = b & 0x80 ? number(m) : b % 8;
        thread.process = b & 0x40 ? number(m) : 0;
    }
    return thread;
}

static void make_id(maker_t *m, model_record_t *r)
{
    static const uint32_t ids[] = {0x0000, 0x3fff, 0x4000, 0x4400, 0x8000, 0xc000, 0xffff, 0xfe00};
    const uint8_t b = byte(m);
    r->space = b & 3;
    if (r->space == MODEL_SPACE_WEIR)
        r->id = b & 0x80 ? (uint32_t)bytes_of(m, 2) : ids[b >> 2 & 7] + (b >> 5 & 3);
    else if (r->space == MODEL_SPACE_THREADX)
        r->id = 1 + (uint32_t)bytes_of(m, 2) % 1023;
    else if (r->space == MODEL_SPACE_RKH)
        r->id = (uint32_t)bytes_of(m, 2) & 0x1fff;
    if (r->space == MODEL_SPACE_WEIR)
        r->class = (uint8_t)model_class(r->id);
    else {
        r->category = some_text(m);
        r->name = some_text(m);
    }
}

static void make_loss(maker_t *m, const input_t *in, model_record_t *r)
{
    const uint8_t b = byte(m);
    const uint64_t length = b & 1 ? number(m) : 0, ago = b & 2 ? number(m) : 0;
    r->loss.counted = b & 4;
    for (unsigned class = 0; class < MODEL_CLASSES; class++)
        r->loss.count[class] = r->loss.counted ? number(m) : 0;
    r->loss.cause = b & 8 ? (uint32_t)number(m) : 0;
    r->loss.source = b & 16 ? number(m) : 0;
    r->loss.first_unknown = b & 32;
    r->loss.last_unknown = b & 64;
    r->loss.more = b & 128;
    if (in->loss_first) { // comes at the time of the first one
        r->loss.first = m->time;
        r->loss.last = length > UINT64_MAX - m->time ? UINT64_MAX : m->time + length;
        r->time = ago > UINT64_MAX - r->loss.last ? UINT64_MAX : r->loss.last + ago;
    } else {
        r->loss.last = ago > m->time ? 0 : m->time - ago;
        r->loss.first = length > r->loss.last ? 0 : r->loss.last - length;
    }
}

static void make_rest(maker_t *m, const input_t *in, model_record_t *r)
{
    switch (r->kind) {
    case MODEL_SWITCH: {
        const uint8_t b = byte(m);
        r->change.outgoing = make_thread(m);
        r->change.state = b % 7;
        r->change.has_priority = b & 0x80;
        if (r->change.has_priority) {
            r->change.outgoing_priority = (uint32_t)number(m);
            r->change.incoming_priority = (uint32_t)number(m);
        }
        break;
    }
    case MODEL_ISR_ENTER:
    case MODEL_ISR_EXIT: r->id = (uint32_t)number(m) ^ (byte(m) & 1 ? 1u << 31 : 0); break;
    case MODEL_COMPLETE: {
        const uint64_t length = number(m);
        r->until = length > UINT64_MAX - r->time ? UINT64_MAX : r->time + length;
        break;
    }
    case MODEL_COUNTER:
    case MODEL_ASYNC_BEGIN:
    case MODEL_ASYNC_INSTANT:
    case MODEL_ASYNC_END:
    case MODEL_FLOW_BEGIN:
    case MODEL_FLOW_STEP:
    case MODEL_FLOW_END:
    case MODEL_PROVIDER: r->correlation = number(m); break;
    case MODEL_LOSS: make_loss(m, in, r); break;
    case MODEL_LOG:
    case MODEL_BLOB: r->text = some_text(m); break;
    case MODEL_NAME:
        r->value_named = byte(m) & 1;
        r->value = r->value_named ? number(m) : 0;
        r->name = some_text(m);
        break;
    case MODEL_OBJECT:
        r->object.kind = byte(m) % MODEL_OBJECTS;
        r->object.type = (uint32_t)number(m);
        r->object.number = number(m);
        r->object.process = number(m);
        r->name = some_text(m);
        r->text = some_text(m);
        break;
    default: break;
    }
}

// Makes a record of some bytes. True: the batch ends with it.
static bool make_record(maker_t *m, const input_t *in, model_record_t *r, model_arg_t *args)
{
    static const uint16_t harts[] = {0, 1, 2, 3, 5, 15, 16, 63, 64, 65, 1000, 0xfffe};
    const uint8_t kind = byte(m), b = byte(m);
    const uint64_t step = b & 1 ? number(m) : 1 + (b & 2);
    m->args = 0;
    model_clear(r, kind % MODEL_KINDS);
    if (in->falls && b & 4)
        m->time = step;
    else
        m->time = step > UINT64_MAX - m->time ? UINT64_MAX : m->time + step;
    r->timed = r->kind <= MODEL_LOSS || b & 8;
    r->time = r->timed ? m->time : 0;
    r->hart = b & 0x10 ? MODEL_NO_HART : harts[b & 0x20 ? byte(m) % 12 : 0];
    r->thread = make_thread(m);
    if (r->kind == MODEL_SWITCH && !r->thread.known)
        r->hart = 0; // no sink sees it, but a survey its hart
    if (r->kind != MODEL_SWITCH && r->kind != MODEL_ISR_ENTER && r->kind != MODEL_ISR_EXIT)
        make_id(m, r);
    if (b & 0x40) {
        const uint8_t c = byte(m);
        r->tag = c & 3 ? 0 : c >> 2 & 15;
        r->scope = r->kind == MODEL_INSTANT ? (c >> 6) % 3 : 0;
        r->context.kind = byte(m) & 3;
        r->context.has_priority = c & 1;
        if (c & 1) {
            r->context.priority = (uint16_t)number(m);
            r->context.threshold = (uint16_t)number(m);
        }
        r->provider = (uint32_t)number(m);
        r->item = r->kind == MODEL_INSTANT ? number(m) : 0;
    }
    make_rest(m, in, r);
    if (b & 0x80) {
        const uint8_t c = byte(m);
        r->arg_count = c < 8 ? MODEL_ARGS_MAX - c % 2 : 1 + c % 3;
        r->args = args;
        for (unsigned i = 0; i < r->arg_count; i++)
            make_arg(m, &args[i], 0);
    }
    return kind >= 0xf0;
}

// ---- a pass over the input

typedef void take_t(void *context, const model_batch_t *batch);

static int each_made(const input_t *in, take_t *take, void *context)
{
    static model_batch_t batch;
    static batch_dictionary_t dictionary;
    model_arg_t args[MODEL_ARGS_MAX];
    model_record_t record;
    maker_t m = {.at = in->data, .end = in->data + in->size, .long_text = in->long_text};
    assert(!batch_dictionary_init(&dictionary));
    if (!batch.room)
        assert(!batch_init(&batch, &dictionary));
    while (m.at < m.end) {
        batch_clear(&batch);
        for (bool last = false; m.at < m.end && !last;) {
            last = make_record(&m, in, &record, args);
            assert(!batch_put(&batch, &record));
        }
        take(context, &batch);
    }
    batch_clear(&batch);
    batch_memory_free(&batch.memory); // its ends are guarded anew
    batch_dictionary_free(&dictionary);
    return 0;
}

// Passes all batches on. Returns the problems; *base is that of the source. -1: not readable.
static int each(const input_t *in, model_base_t *base, take_t *take, void *context)
{
    if (!in->format) {
        *base = in->base;
        return each_made(in, take, context);
    }
    model_source_t source = {.format = in->format,
                             .input = {read_input, (void *)in, in->size}};
    const model_batch_t *b;
    int problems = 0, rc = model_open(&source);
    *base = source.base;
    for (unsigned calls = 0; rc >= 0 && calls < CALLS_MAX; calls++) {
        rc = model_read(&source, &b);
        if (rc == 0)
            break;
        if (rc == 1 && take)
            take(context, b);
        problems += rc == MODEL_E_BAD;
        rc = rc == MODEL_E_BAD ? 0 : rc;
    }
    model_close(&source);
    return rc < 0 ? -1 : problems;
}

// ---- output

typedef struct {
    uint8_t *data;
    size_t size, room, limit; // limit: bytes after which it fails
    model_account_t account;
    int rc; // of the first call that failed
} written_t;

static int append(void *context, const void *bytes, size_t size)
{
    written_t *w = context;
    if (size > w->limit - w->size)
        return MODEL_E_WRITE;
    while (w->size + size > w->room) {
        w->room = w->room ? 2 * w->room : 1 << 16;
        w->data = realloc(w->data, w->room);
        assert(w->data);
    }
    if (size)
        memcpy(w->data + w->size, bytes, size);
    w->size += size;
    return 0;
}

static int patch(void *context, const void *bytes, size_t size, uint64_t offset)
{
    written_t *w = context;
    assert(offset <= w->size && size <= w->size - offset);
    memcpy(w->data + offset, bytes, size);
    return 0;
}

static char folder[64], path[80];

static void read_back(written_t *w, const char *name)
{
    char bytes[4096];
    ssize_t got;
    const int file = open(name, O_RDONLY);
    while (file >= 0 && (got = read(file, bytes, sizeof bytes)) > 0)
        append(w, bytes, (size_t)got);
    if (file >= 0)
        close(file);
    unlink(name);
}

// Files of a folder are in memory: the kernel's take as long as all the rest.
static struct {
    char name[16];
    char *data;
    size_t size;
} files[80];
static unsigned file_count;

FILE *__real_fopen(const char *name, const char *mode);
FILE *__wrap_fopen(const char *name, const char *mode);
FILE *__wrap_fopen(const char *name, const char *mode)
{
    const size_t length = strlen(path);
    if (!length || strncmp(name, path, length) || name[length] != '/')
        return __real_fopen(name, mode);
    assert(file_count < sizeof files / sizeof *files);
    snprintf(files[file_count].name, sizeof files->name, "%s", name + length + 1);
    FILE *file = open_memstream(&files[file_count].data, &files[file_count].size);
    file_count++;
    return file;
}

// Of the library of FST: in memory, as a file system takes a fifth of an execution.
FILE *__wrap_tmpfile(void);
FILE *__wrap_tmpfile(void)
{
    const int file = memfd_create("fst", 0);
    return file < 0 ? NULL : fdopen(file, "w+b");
}

int __wrap_mkdir(const char *name, mode_t mode);
int __wrap_mkdir(const char *name, mode_t mode)
{
    (void)name, (void)mode;
    return 0;
}

static int by_name(const void *a, const void *b) { return strcmp(a, b); }

static void read_folder(written_t *w)
{
    qsort(files, file_count, sizeof *files, by_name);
    for (unsigned i = 0; i < file_count; i++) {
        append(w, files[i].name, strlen(files[i].name));
        append(w, files[i].data, files[i].size);
        free(files[i].data);
    }
    file_count = 0;
}

// For people who look at a finding.
static void show(const char *what, const written_t *w)
{
    fprintf(stderr, "%s: %zu bytes, result %d\n", what, w->size, w->rc);
    for (size_t i = 0; i < w->size; i++)
        fputc(w->data[i] == '\n' || (w->data[i] >= ' ' && w->data[i] < 0x7f) ? w->data[i] : '?',
              stderr);
}

static void survey_batch(void *context, const model_batch_t *b) { model_survey_batch(context, b); }

static void write_batch(void *context, const model_batch_t *b)
{
    model_sink_t *sink = context;
    written_t *w = sink->output.context;
    if (!w->rc)
        w->rc = model_write_rows(sink, b);
}

typedef struct {
    const model_format_t *to;
    const char *settings;
    model_survey_t *survey;
    model_base_t base;
    bool rows, once;
    size_t limit;
} how_t;

static void convert(const input_t *in, how_t how, written_t *w)
{
    static model_survey_thread_t threads[TABLE];
    static model_survey_series_t series[TABLE];
    static model_survey_t learns;
    const model_text_t name = {"trace", 5};
    model_format_t format = *how.to;
    uint8_t *data = w->data;
    *w = (written_t){.data = data, .room = w->room, .limit = how.limit};
    if (!how.rows)
        format.rows = NULL;
    model_sink_t sink = {.format = &format,
                         .output = {append, patch, w, path},
                         .options = {.settings = how.settings},
                         .base = how.base,
                         .title = name,
                         .from = in->format ? in->format->name : NULL,
                         .inputs = &name,
                         .input_count = 1,
                         .survey = how.once ? NULL : how.survey,
                         .learns = how.once ? &learns : NULL};
    if (how.once) {
        memset(threads, 0, sizeof threads);
        memset(series, 0, sizeof series);
        model_survey_init(&learns, threads, TABLE, series, TABLE);
    } else {
        model_survey_again(how.survey);
    }
    sink.memory = calloc(1, format.sink_size(&sink.options));
    assert(sink.memory);
    w->rc = model_begin(&sink);
    if (!w->rc) {
        model_base_t base;
        each(in, &base, write_batch, &sink);
        const int rc = model_end(&sink);
        w->rc = w->rc ? w->rc : rc;
    }
    if (getenv("WEIR_SHOW") && w->rc)
        show("failed", w);
    assert(!w->rc || (w->rc == MODEL_E_SURVEY && how.once) ||
           (w->rc == MODEL_E_WRITE && how.limit != SIZE_MAX));
    w->account = sink.account;
    w->limit = SIZE_MAX;
    if (format.flags & MODEL_DIRECTORY)
        read_folder(w);
    else if (format.flags & MODEL_PATH)
        read_back(w, path);
    free(sink.memory);
}

static void same(const written_t *a, const written_t *b)
{
    if (getenv("WEIR_SHOW")) {
        show("first", a);
        show("second", b);
    }
    assert(a->size == b->size && (!a->size || !memcmp(a->data, b->data, a->size)));
    assert(!memcmp(&a->account, &b->account, sizeof a->account));
}

// ---- what a text must be

static void check_text(const written_t *w)
{
    for (size_t i = 0; i < w->size; i++)
        assert(w->data[i] >= ' ' || w->data[i] == '\n' || w->data[i] == '\t' ||
               w->data[i] == '\r');
}

// Of JSON: a string, its quotation marks apart. Returns what is behind it.
static const uint8_t *string_end(const uint8_t *p, const uint8_t *end)
{
    for (; p < end && *p != '"'; p++) {
        assert(*p >= ' ');
        if (*p == '\\') {
            p++;
            assert(p < end && strchr("\"\\/bfnrtu", *p));
            for (unsigned i = 0; *p == 'u' && i < 4; i++)
                assert(end - p > 4 && isxdigit(p[1 + i]));
        } else if (*p >= 0x80) { // UTF-8
            const unsigned more = *p < 0xc2 ? 4 : *p < 0xe0 ? 1 : *p < 0xf0 ? 2 : *p < 0xf5 ? 3 : 4;
            assert(more < 4 && (size_t)(end - p) > more);
            assert(*p != 0xe0 || p[1] >= 0xa0);
            assert(*p != 0xed || p[1] < 0xa0);
            assert(*p != 0xf0 || p[1] >= 0x90);
            assert(*p != 0xf4 || p[1] < 0x90);
            for (unsigned i = 0; i < more; i++)
                assert(*++p >> 6 == 2);
        }
    }
    assert(p < end);
    return p + 1;
}

static const uint8_t *word_end(const uint8_t *p, const uint8_t *end)
{
    const uint8_t *first = p;
    while (p < end && strchr("+-.0123456789Eaeflnrstu", *p))
        p++;
    const size_t size = (size_t)(p - first);
    const bool word = (size == 4 && (!memcmp(first, "true", 4) || !memcmp(first, "null", 4))) ||
                      (size == 5 && !memcmp(first, "false", 5));
    char number[400], *rest = number;
    if (!word) {
        assert(size && size < sizeof number);
        memcpy(number, first, size);
        number[size] = 0;
        strtod(number, &rest);
        assert(!*rest && *first != '+' && (*first != '0' || size == 1 || !isdigit(first[1])));
    }
    return p;
}

// Whether it is JSON. jansson reads one of 16: it takes longer than all the rest.
static void check_json(const written_t *w)
{
    enum { DEPTH = 64 };
    const uint8_t *p = w->data, *const end = p + w->size;
    uint8_t open[DEPTH];
    unsigned depth = 0;
    bool value = true, after = false; // a value may come, one was before
    for (; p < end;) {
        const uint8_t c = *p++;
        if (c == ' ' || c == '\n')
            continue;
        if (c == '}' || c == ']') {
            assert(depth && open[--depth] == (c == '}' ? '{' : '[') && (after || value));
            after = true, value = false;
        } else if (c == ',') {
            assert(depth && after);
            after = false, value = false;
        } else {
            assert(!after);
            if (depth && open[depth - 1] == '{') { // a key
                assert(c == '"');
                p = string_end(p, end);
                assert(p < end && *p++ == ':');
                while (p < end && *p == ' ')
                    p++;
                assert(p < end);
            } else {
                p--;
            }
            const uint8_t first = *p++;
            value = first == '{' || first == '[';
            after = !value;
            if (value) {
                assert(depth < DEPTH);
                open[depth++] = first;
            } else {
                p = first == '"' ? string_end(p, end) : word_end(p - 1, end);
            }
        }
    }
    assert(!depth && after);
    if (w->size % 16)
        return;
    json_error_t error;
    json_t *json = json_loadb((const char *)w->data, w->size,
                              JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL, &error);
    if (!json && getenv("WEIR_SHOW"))
        fprintf(stderr, "JSON: %s, at byte %d\n", error.text, error.position);
    assert(json || json_error_code(&error) == json_error_null_byte_in_key);
    json_decref(json);
}

static void check_csv(const written_t *w)
{
    unsigned columns = 0, all = 0;
    bool quoted = false;
    for (size_t i = 0; i < w->size; i++) {
        const uint8_t c = w->data[i];
        quoted = c == '"' ? !quoted : quoted;
        columns += c == ',' && !quoted;
        if (c == '\n' && !quoted) {
            assert(!all || columns == all);
            all = columns;
            columns = 0;
        }
    }
    assert(!quoted && !columns);
}

static void check(const model_format_t *to, const written_t *w, bool ordered, bool made)
{
    model_base_t base;
    if (to->flags & MODEL_TEXT)
        check_text(w);
    if (to == &model_json)
        check_json(w);
    if (to == &model_csv)
        check_csv(w);
    if (to->open && ordered) {
        const input_t again = {.data = w->data, .size = w->size, .format = to};
        const int problems = each(&again, &base, NULL, NULL);
        assert(problems == 0 || (made && problems < 0 && !w->size));
    }
}

// ---- an execution

static int only = -1;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *name = getenv("WEIR_SINK");
    (void)argc, (void)argv;
    for (int i = 0; name && i < FORMATS; i++)
        if (!strcmp(model_formats[i]->name, name))
            only = i;
    assert(!name || only >= 0);
    snprintf(folder, sizeof folder, "/dev/shm/sinks-fuzz-%d", (int)getpid());
    snprintf(path, sizeof path, "%s", folder);
    return 0;
}

static const char *settings_of(const model_format_t *to, unsigned which)
{
    static const char *const flux[] = {NULL, "pack=lz4", NULL, "pack=zlib"},
                      *const fxt[] = {NULL, "counters=1", "layout=legacy", "counters=1"},
                      *const arrow[] = {NULL, "table=runs", "table=interrupts,layout=stream",
                                        "table=losses"};
    return to == &model_flux    ? flux[which]
           : to == &model_fxt   ? fxt[which]
           : to == &model_arrow ? arrow[which]
                                : NULL;
}

enum { SAME_RECORDS, SAME_IN_ONE_PASS, FAILS, LONG_TEXT };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const model_base_t bases[] = {{1, 1000000000}, {1, 1000000}, {0, 0},   {1, 32768},
                                         {3, 1000},       {1, 1},       {10, 1000000000},
                                         {1, UINT64_C(3000000000000000001)}};
    static model_survey_thread_t threads[TABLE];
    static model_survey_series_t series[TABLE];
    static model_survey_t survey;
    static written_t rows, other;
    if (size < 4)
        return 0;
    const model_format_t *to = model_formats[only >= 0 ? (unsigned)only : data[0] % FORMATS];
    const bool made = (data[1] & 12) != 12;
    const unsigned besides = data[1] >> 6;
    const input_t in = {.data = data + 3,
                        .size = size - 3,
                        .format = made ? NULL : model_formats[data[1] & 3],
                        .base = bases[data[2] & 7],
                        .falls = !(to->flags & MODEL_ORDERED),
                        .loss_first = to->flags & MODEL_LOSS_FIRST,
                        .long_text = besides == LONG_TEXT && !(data[2] >> 3 & 3)};
    memset(threads, 0, sizeof threads);
    memset(series, 0, sizeof series);
    model_survey_init(&survey, threads, TABLE, series, TABLE);
    how_t how = {.to = to,
                 .settings = settings_of(to, data[1] >> 4 & 3),
                 .survey = &survey,
                 .rows = true,
                 .limit = SIZE_MAX};
    if (each(&in, &how.base, survey_batch, &survey) < 0)
        return 0;
    if (!(to->flags & MODEL_SURVEYS))
        how.survey = &survey;
    convert(&in, how, &rows);
    if (besides == SAME_RECORDS && to->rows && to->record) {
        how.rows = false;
        convert(&in, how, &other);
        same(&rows, &other);
    }
    if (besides == SAME_IN_ONE_PASS && to->flags & MODEL_ONE_PASS && !survey.left_out) {
        how.once = true;
        convert(&in, how, &other);
        // CSV has the names of threads up to there
        if (!other.rc && to != &model_csv && to != &model_arrow)
            same(&rows, &other);
    }
    if (besides == FAILS && !(to->flags & (MODEL_PATH | MODEL_DIRECTORY))) {
        how.limit = (size_t)(data[2] >> 3) * rows.size / 31;
        convert(&in, how, &other);
        assert(how.limit >= rows.size || other.rc == MODEL_E_WRITE);
    }
    check(to, &rows, !(to->flags & MODEL_ORDERED) || survey.ordered, made);
    return 0;
}
