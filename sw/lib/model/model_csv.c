// SPDX-License-Identifier: Apache-2.0
// CSV (RFC 4180), for analysis: one row a record, times in ticks. DuckDB, pandas and spreadsheets
// read it, and write Parquet.
//
// `value` has the only value of an event; `args` has all other arguments, as JSON. Only arguments
// with a repeated name are left out.
#include <string.h>

#include "model_text.h"

typedef struct {
    model_out_t out;
    model_out_t json; // of one cell
} sink_t;

static size_t sink_size(const model_options_t *options)
{
    (void)options;
    return sizeof(sink_t);
}

static int begin(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    s->out.output = &sink->output;
    model_out_text(&s->out, "kind,time,hart,thread,thread_name,class,id,id_name,value,dropped_user,"
                            "dropped_com,dropped_sys,"
                            "dropped_none,cause,source,first,last,until,process,outgoing,state,"
                            "correlation,category,text,args\r\n");
    return s->out.failed;
}

static void comma(model_out_t *out) { model_out(out, ",", 1); }

// Text inside quotes: quotes in it are doubled.
static int quoted_piece(void *context, const void *bytes, size_t size)
{
    model_out_t *out = context;
    model_text_t text = {bytes, size};
    for (size_t i = 0; i < text.size;) {
        const char *quote = memchr(text.bytes + i, '"', text.size - i);
        size_t end = quote ? (size_t)(quote - text.bytes) + 1 : text.size;
        model_out(out, text.bytes + i, end - i);
        if (quote)
            model_out(out, "\"", 1);
        i = end;
    }
    return 0;
}

static void quoted(model_out_t *out, model_text_t text)
{
    model_out(out, "\"", 1);
    quoted_piece(out, text.bytes, text.size);
    model_out(out, "\"", 1);
}

// A cell, empty without content.
static void text_cell(model_out_t *out, model_text_t text)
{
    if (text.size)
        quoted(out, text);
    comma(out);
}

static void number_cell(model_out_t *out, bool known, uint64_t number)
{
    if (known)
        model_out_number(out, number);
    comma(out);
}

static void value_cell(model_out_t *out, const model_arg_t *value)
{
    if (value && value->type == MODEL_ARG_INT)
        model_out_format(out, "%lld", (long long)value->i);
    else if (value && value->type == MODEL_ARG_FLOAT)
        model_out_format(out, "%.17g", value->f);
    else if (value)
        model_out_number(out, value->u);
    comma(out);
}

// Arguments as a cell: JSON, quoted. Returns the number of arguments left out.
static unsigned args_cell(sink_t *s, const model_record_t *r)
{
    model_output_t doubled = {.write = quoted_piece, .context = &s->out};
    s->json.output = &doubled;
    s->json.failed = 0;
    model_out(&s->out, "\"", 1);
    unsigned left_out = model_out_json_args(&s->json, r->args, r->arg_count);
    model_out_flush(&s->json);
    model_out(&s->out, "\"", 1);
    return left_out;
}

static int record(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    model_out_t *out = &s->out;
    char text[MODEL_THREAD_TEXT];
    bool loss = r->kind == MODEL_LOSS, object = r->kind == MODEL_OBJECT,
         happened = r->kind <= MODEL_LOG;
    const model_arg_t *value = model_only_value(r);
    static const char *const states[] = {"",        "new",   "running", "suspended",
                                         "blocked", "dying", "dead"};

    model_out_text(out, model_kind_name(r->kind));
    comma(out);
    number_cell(out, r->timed, r->time);
    number_cell(out, r->hart != MODEL_NO_HART, r->hart);
    number_cell(out, happened || object, object ? r->object.number : r->thread.number);
    text_cell(out, happened ? model_text(model_thread_text(sink->survey, r->thread, text))
                   : object ? model_text(model_object_name(r->object.kind))
                            : model_text(NULL));
    if (r->space == MODEL_SPACE_WEIR)
        model_out_text(out, model_class_name(r->class));
    comma(out);
    number_cell(out,
                r->space != MODEL_SPACE_NONE || r->kind == MODEL_ISR_ENTER ||
                    r->kind == MODEL_ISR_EXIT,
                r->id);
    text_cell(out, r->name);
    if (r->kind == MODEL_SWITCH)
        number_cell(out, true, r->thread.number);
    else if (r->value_named)
        number_cell(out, true, r->value);
    else
        value_cell(out, value);
    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        number_cell(out, loss && r->loss.counted, r->loss.count[class]);
    number_cell(out, loss, r->loss.cause);
    number_cell(out, loss, r->loss.source);
    number_cell(out, loss, r->loss.first);
    number_cell(out, loss, r->loss.last);
    number_cell(out, r->kind == MODEL_COMPLETE, r->until);
    number_cell(out, r->thread.process || (object && r->object.process),
                object ? r->object.process : r->thread.process);
    number_cell(out, r->kind == MODEL_SWITCH && r->change.outgoing.known,
                r->change.outgoing.number);
    text_cell(out, model_text(r->kind == MODEL_SWITCH ? states[r->change.state % 7] : ""));
    number_cell(out, r->correlation != 0, r->correlation);
    text_cell(out, r->category);
    text_cell(out, r->text);
    if (r->arg_count && !value && args_cell(s, r))
        model_reduce(&sink->account, r->kind, MODEL_LESS_ARGS);
    model_out_text(out, "\r\n");
    return out->failed;
}

static int flush(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    return model_out_flush(&s->out);
}

const model_format_t model_csv = {
    .name = "csv",
    .title = "CSV, one row a record, for DuckDB, pandas, spreadsheets",
    .endings = "csv",
    .flags = MODEL_TEXT | MODEL_SURVEYS | MODEL_LIVE,
    .sink_size = sink_size,
    .begin = begin,
    .record = record,
    .end = flush,
    .flush = flush,
};
