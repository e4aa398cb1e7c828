// SPDX-License-Identifier: Apache-2.0
// Fuzzer of the sinks of the event model: any bytes, read as flux, FXT, TXTB or RKH, are written as
// every other format. Rows of batches and single records must give the same bytes and the same
// account; one pass, if it is enough, the bytes of two. What is written can be read, and is not
// damaged.
#undef NDEBUG
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "batch.h"

extern const model_format_t model_flux, model_fxt, model_txtb, model_rkh, model_csv, model_json,
    model_vcd, model_ctf;
const model_format_t *const model_formats[] = {&model_flux, &model_fxt,  &model_txtb,
                                               &model_rkh,  &model_csv,  &model_json,
                                               &model_vcd,  &model_ctf,  NULL};
enum { FORMATS = 8, READ = 4, TABLE = 256, CALLS_MAX = 1 << 16 };

typedef struct {
    const uint8_t *data;
    size_t size;
} input_t;

typedef struct {
    uint8_t *data;
    size_t size, room;
    model_account_t account;
    bool failed; // one pass was not enough
} written_t;

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

static int append(void *context, const void *bytes, size_t size)
{
    written_t *w = context;
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
    assert(offset + size <= w->size);
    memcpy(w->data + offset, bytes, size);
    return 0;
}

typedef void take_t(void *context, const model_batch_t *batch);

// Passes all batches on. Returns the problems; *base is that of the source. -1: not readable.
static int each(const model_format_t *format, const input_t *in, model_base_t *base, take_t *take,
                void *context)
{
    model_source_t source = {.format = format,
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

static void survey_batch(void *context, const model_batch_t *b) { model_survey_batch(context, b); }

static void write_batch(void *context, const model_batch_t *b)
{
    model_sink_t *sink = context;
    written_t *w = sink->output.context;
    if (!w->failed) {
        const int rc = model_write_rows(sink, b);
        assert(!rc || (rc == MODEL_E_SURVEY && sink->learns));
        w->failed = rc;
    }
}

static void read_back(const char *folder, const char *name, written_t *w)
{
    char path[300], bytes[4096];
    size_t got;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        return;
    while ((got = fread(bytes, 1, sizeof bytes, file)) > 0)
        append(w, bytes, got);
    fclose(file);
    unlink(path);
}

static written_t convert(const model_format_t *from, const model_format_t *to, const input_t *in,
                         model_base_t base, model_survey_t *survey, bool rows, bool once)
{
    static model_survey_thread_t threads[TABLE];
    static model_survey_series_t series[TABLE];
    static char folder[64];
    model_survey_t learns;
    model_format_t format = *to;
    written_t w = {.data = NULL};
    if (!rows)
        format.rows = NULL;
    if (!*folder)
        snprintf(folder, sizeof folder, "/tmp/sinks-fuzz-%d", (int)getpid());
    model_sink_t sink = {.format = &format,
                         .output = {append, patch, &w, folder},
                         .base = base,
                         .survey = once ? NULL : survey,
                         .learns = once ? &learns : NULL};
    if (once) {
        memset(threads, 0, sizeof threads);
        memset(series, 0, sizeof series);
        model_survey_init(&learns, threads, TABLE, series, TABLE);
    } else {
        model_survey_again(survey);
    }
    sink.memory = calloc(1, to->sink_size(&sink.options));
    assert(sink.memory);
    assert(model_begin(&sink) == 0);
    each(from, in, &base, write_batch, &sink);
    assert(model_end(&sink) == 0);
    w.account = sink.account;
    if (to->flags & MODEL_DIRECTORY) {
        char name[16];
        for (unsigned hart = 0; hart < 64; hart++) {
            snprintf(name, sizeof name, "hart%u", hart);
            read_back(folder, name, &w);
        }
        read_back(folder, "rest", &w);
        read_back(folder, "metadata", &w);
        rmdir(folder);
    }
    free(sink.memory);
    return w;
}

static void same(const written_t *a, const written_t *b)
{
    assert(a->size == b->size && (!a->size || !memcmp(a->data, b->data, a->size)));
    assert(!memcmp(&a->account, &b->account, sizeof a->account));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static model_survey_thread_t threads[TABLE];
    static model_survey_series_t series[TABLE];
    if (size < 2)
        return 0;
    const model_format_t *from = model_formats[data[0] % READ],
                         *to = model_formats[data[0] / READ % FORMATS];
    const input_t in = {data + 1, size - 1};
    model_survey_t survey;
    model_base_t base;
    memset(threads, 0, sizeof threads);
    memset(series, 0, sizeof series);
    model_survey_init(&survey, threads, TABLE, series, TABLE);
    if (each(from, &in, &base, survey_batch, &survey) < 0)
        return 0;
    written_t rows = convert(from, to, &in, base, &survey, true, false),
              records = convert(from, to, &in, base, &survey, false, false);
    same(&rows, &records);
    if (to->flags & MODEL_ONE_PASS && !(to->flags & MODEL_DIRECTORY) && !survey.left_out) {
        written_t once = convert(from, to, &in, base, &survey, true, true);
        if (!once.failed && to != &model_csv) // CSV has the names of threads up to there
            same(&rows, &once);
        free(once.data);
    }
    if (to->open && !(to->flags & MODEL_ORDERED && !survey.ordered)) {
        const input_t again = {rows.data, rows.size};
        assert(each(to, &again, &base, NULL, NULL) == 0);
    }
    free(rows.data);
    free(records.data);
    return 0;
}
