// SPDX-License-Identifier: Apache-2.0
// Arrow's format for files and streams: a table of the trace in columns, for pandas, polars, DuckDB
// and all others that read Arrow. docs/reference/columns.md lists the tables.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "arrow_ipc.h"
#include "columns.h"

enum { PAIRS = 5 };

typedef struct {
    columns_t *columns;
    arrow_ipc_t ipc;
    const char *metadata[2 * PAIRS];
    char numerator[24], denominator[24], version[12];
    model_text_t trace; // of the setting
    bool failed;
} sink_t;

static size_t sink_size(const model_options_t *options)
{
    (void)options;
    return sizeof(sink_t);
}

static int fail(int rc)
{
    if (rc == MODEL_E_ROOM)
        errno = ENOMEM;
    return rc;
}

static int wrong(model_sink_t *sink, const char *expected, const char *key, const char *value,
                 size_t size)
{
    model_problem(&sink->problem, 0, expected, "%s=%.*s", key, (int)size, value);
    return MODEL_E_OPTION;
}

static int begin(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    size_t size;
    unsigned table = COLUMNS_EVENTS;
    const char *value = model_setting(&sink->options, "table", &size);
    if (value)
        for (table = 0; table < COLUMNS_TABLES; table++)
            if (strlen(columns_schemas[table].name) == size &&
                !memcmp(columns_schemas[table].name, value, size))
                break;
    if (table == COLUMNS_TABLES)
        return wrong(sink, "table=events, runs, interrupts, losses or names", "table", value, size);
    value = model_setting(&sink->options, "layout", &size);
    s->ipc.stream = value && size == 6 && !memcmp(value, "stream", 6);
    if (value && !s->ipc.stream && !(size == 4 && !memcmp(value, "file", 4)))
        return wrong(sink, "layout=file or stream", "layout", value, size);
    const model_text_t *traces = sink->inputs;
    unsigned count = sink->input_count;
    if ((s->trace.bytes = model_setting(&sink->options, "trace", &s->trace.size))) {
        traces = &s->trace;
        count = 1;
    }
    s->columns = columns_new((columns_table_t)table, traces, count);
    if (!s->columns)
        return fail(MODEL_E_ROOM);
    s->columns->inputs = sink->input_count;
    for (size_t i = 0; sink->survey && i < sink->survey->thread_capacity; i++) {
        const model_survey_thread_t *t = &sink->survey->threads[i];
        if (t->order)
            columns_later(s->columns, t->thread.process, t->thread.number,
                          (model_text_t){t->name, t->first});
    }
    snprintf(s->version, sizeof s->version, "%d", (int)COLUMNS_VERSION);
    snprintf(s->numerator, sizeof s->numerator, "%" PRIu64, sink->base.numerator);
    snprintf(s->denominator, sizeof s->denominator, "%" PRIu64, sink->base.denominator);
    const char *const pairs[] = {"weir_columns",
                                 s->version,
                                 "table",
                                 columns_schemas[table].name,
                                 "format",
                                 sink->from ? sink->from : "",
                                 "tick_numerator",
                                 s->numerator,
                                 "tick_denominator",
                                 s->denominator};
    memcpy(s->metadata, pairs, sizeof pairs);
    s->ipc.output = &sink->output;
    s->ipc.metadata = s->metadata;
    s->ipc.pairs = PAIRS;
    const int rc = arrow_begin(&s->ipc, s->columns);
    if (rc) {
        columns_free(s->columns);
        arrow_free(&s->ipc);
    }
    return fail(rc);
}

// Writes the rows so far, if there are at least that many.
static int write_rows(sink_t *s, uint64_t least)
{
    if (s->columns->no_memory)
        return fail(MODEL_E_ROOM);
    if (s->columns->rows < least || !s->columns->rows)
        return 0;
    columns_pack(s->columns);
    const int rc = arrow_batch(&s->ipc, s->columns);
    columns_clear(s->columns);
    return fail(rc);
}

// Counts what a table of events has no column for. The other tables are a choice of their rows.
static void account(model_sink_t *sink, const model_record_t *r)
{
    model_account_t *a = &sink->account;
    const bool thread = r->kind == MODEL_OBJECT && r->object.kind == MODEL_OBJECT_THREAD;
    if (r->kind > MODEL_LOSS && !thread && !(r->kind == MODEL_NAME && !r->value_named))
        model_drop(a, r->kind);
    if (r->kind > MODEL_LOSS)
        return;
    if (r->kind == MODEL_COMPLETE)
        model_reduce(a, r->kind, MODEL_LESS_TIME);
    if (r->correlation)
        model_reduce(a, r->kind, MODEL_LESS_ID);
    if (r->category.size)
        model_reduce(a, r->kind, MODEL_LESS_TEXT);
    if (r->thread.process && sink->input_count < 2)
        model_reduce(a, r->kind, MODEL_LESS_PROCESS);
    if (r->kind == MODEL_LOSS)
        model_reduce(a, r->kind, MODEL_LESS_LOSS);
    if (r->kind == MODEL_SWITCH && (r->change.state || r->change.has_priority))
        model_reduce(a, r->kind, MODEL_LESS_STATE);
    if (r->tag)
        model_reduce(a, r->kind, MODEL_LESS_TAG);
    if (r->scope || r->context.has_priority || r->context.word ||
        r->context.kind > MODEL_CONTEXT_THREAD)
        model_reduce(a, r->kind, MODEL_LESS_CONTEXT);
    if (r->text.size && r->arg_count)
        model_reduce(a, r->kind, MODEL_LESS_ARGS);
}

static void account_rows(model_sink_t *sink, const model_batch_t *b, uint32_t first)
{
    batch_space_t space;
    for (uint32_t row = first; row < b->count; row++) {
        const model_thread_t *thread = &b->dictionary->threads[b->thread[row]];
        if (b->form[row] > ROW_SWITCH || b->kind[row] > MODEL_ISR_EXIT || thread->process ||
            b->context[row] || b->dictionary->types[b->type[row]].category.size)
            account(sink, batch_get(b, row, &space));
    }
}

// Takes all rows: none comes as a record.
static int rows(model_sink_t *sink, const model_batch_t *b, uint32_t first)
{
    sink_t *s = sink->memory;
    if (s->columns->table == COLUMNS_EVENTS)
        account_rows(sink, b, first);
    columns_rows(s->columns, b);
    const int rc = s->columns->late && sink->learns ? MODEL_E_SURVEY : write_rows(s, COLUMNS_CHUNK);
    s->failed = rc != 0;
    return rc ? rc : (int)(b->count - first);
}

static int end(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    int rc = 0;
    if (!s->failed) {
        columns_end(s->columns);
        sink->account.dropped[MODEL_ISR_EXIT] += s->columns->left_out;
        rc = write_rows(s, 1);
        rc = rc ? rc : fail(arrow_end(&s->ipc, s->columns));
    }
    columns_free(s->columns);
    arrow_free(&s->ipc);
    return rc;
}

const model_format_t model_arrow = {
    .name = "arrow",
    .title = "Apache Arrow, a table in columns, for pandas, polars, DuckDB",
    .endings = "arrow,feather",
    .settings =
        "table=NAME      writing: events, which is the default, runs, interrupts, losses or "
        "names\n"
        "layout=file|stream  writing: a stream is for a pipe; a file by default\n"
        "trace=NAME      writing: the text of the column trace; that of the input's name by "
        "default\n",
    .flags = MODEL_SURVEYS | MODEL_ONE_PASS | MODEL_VALUES,
    .sink_size = sink_size,
    .begin = begin,
    .rows = rows,
    .end = end,
};
