// SPDX-License-Identifier: Apache-2.0
// CSV (RFC 4180), for analysis: one row a record, times in ticks. The first row, of kind "clock",
// has the length of a tick in seconds as a fraction in `text`, if it is known. DuckDB, pandas and
// spreadsheets read it, and write Parquet.
//
// `value` has the only value of an event; `args` has all other arguments, as JSON. Only arguments
// with a repeated name are left out. A text that a spreadsheet would take as a formula gets a ' in
// front.
#include <inttypes.h>
#include <string.h>

#include "batch.h"
#include "model_text.h"

enum { THREADS = 1 << 12 };

typedef struct {
    model_out_t out;
    model_out_t json; // of one cell
    model_piece_t threads[MODEL_PIECES], types[MODEL_PIECES]; // cells of rows
    bool written[THREADS]; // one pass: threads, by a hash, that have rows with the name so far
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
    if (sink->survey)
        model_survey_begin(sink->survey);
    model_out_text(&s->out, "kind,time,hart,thread,thread_name,class,id,id_name,value,dropped_user,"
                            "dropped_com,dropped_sys,"
                            "dropped_none,cause,source,first,last,until,process,outgoing,state,"
                            "correlation,category,text,args\r\n");
    if (sink->base.denominator) {
        uint64_t both = sink->base.numerator, rest = sink->base.denominator;
        while (rest) { // the greatest common divisor
            const uint64_t next = both % rest;
            both = rest;
            rest = next;
        }
        model_out_format(&s->out, "clock,,,,,,,,,,,,,,,,,,,,,,,\"%" PRIu64 "/%" PRIu64 "\",\r\n",
                         sink->base.numerator / both, sink->base.denominator / both);
    }
    return s->out.failed;
}

static void comma(model_out_t *out) { model_out(out, ",", 1); }

// A spreadsheet takes a text that begins like this as a formula.
static bool is_formula(model_text_t text)
{
    return text.size && memchr("=+-@\t\r", text.bytes[0], 6);
}

static void quoted(model_out_t *out, model_text_t text)
{
    model_out_text(out, is_formula(text) ? "\"'" : "\"");
    model_out_escaped(out, text, "\"\"", "\\");
    model_out(out, "\"", 1);
}

// JSON inside quotes: quotes in it are doubled.
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

// Whether rows of a thread are written. Threads of one hash count as one: that costs a second pass,
// and no mistake.
static bool *written(sink_t *s, uint64_t number)
{
    return &s->written[number * UINT64_C(0x9e3779b97f4a7c15) >> 52];
}

static model_survey_t *names(const model_sink_t *sink)
{
    return sink->learns ? sink->learns : sink->survey;
}

// Takes a name. MODEL_E_SURVEY: rows of this thread are written without one.
static int learn(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    bool unnamed = false;
    if (sink->learns) {
        const model_survey_thread_t *known = model_survey_thread(
            sink->learns, (model_thread_t){r->object.process, r->object.number, true});
        unnamed = !known || !*known->name || known->symbol;
        model_survey_record(sink->learns, r);
    }
    if (!names(sink) || !model_survey_name(names(sink), r))
        return 0;
    memset(s->threads, 0, sizeof s->threads);
    return unnamed && *written(s, r->object.number) ? MODEL_E_SURVEY : 0;
}

// ---- rows of a batch

static const model_piece_t *thread_cells(model_sink_t *sink, const model_batch_t *b,
                                         uint32_t number)
{
    sink_t *s = sink->memory;
    char text[MODEL_THREAD_TEXT];
    const model_thread_t thread = b->dictionary->threads[number];
    *written(s, thread.number) = true;
    if (thread.process)
        return NULL;
    const size_t at = model_piece_begin(&s->out);
    model_out_number(&s->out, thread.number);
    comma(&s->out);
    text_cell(&s->out, model_text(model_thread_text(names(sink), thread, text)));
    return model_piece_end(&s->out, at, s->threads, number);
}

static const model_piece_t *type_cells(sink_t *s, const model_batch_t *b, uint32_t number)
{
    const batch_type_t *type = &b->dictionary->types[number];
    if (type->name.size > MODEL_PIECE_TEXT || type->category.size)
        return NULL;
    const size_t at = model_piece_begin(&s->out);
    if (type->space == MODEL_SPACE_WEIR)
        model_out_text(&s->out, model_class_name(type->class));
    comma(&s->out);
    number_cell(&s->out, true, type->id);
    text_cell(&s->out, type->name);
    return model_piece_end(&s->out, at, s->types, number);
}

// Events with a value, switches and traps, without a process or a category.
static int rows(model_sink_t *sink, const model_batch_t *b, uint32_t first)
{
    sink_t *s = sink->memory;
    uint32_t row = first;
    for (; row < b->count; row++) {
        const unsigned form = b->form[row], kind = b->kind[row];
        const uint32_t type = b->type[row], thread = b->thread[row];
        const model_piece_t *who = model_piece(s->threads, thread),
                            *what = model_piece(s->types, type);
        const bool id = b->dictionary->types[type].space != MODEL_SPACE_NONE,
                   bare = form == ROW_SWITCH && !id; // shares the type of a trap of cause 0
        if (!(form == ROW_VALUE && kind == MODEL_INSTANT && id) &&
            !(form == ROW_SWITCH && thread != BATCH_UNKNOWN) &&
            !(form == ROW_PLAIN && (kind == MODEL_ISR_ENTER || kind == MODEL_ISR_EXIT) && !id))
            break;
        if (b->context[row] || (bare && b->dictionary->types[type].name.size) ||
            (!who && !(who = thread_cells(sink, b, thread))) ||
            (!what && !(what = type_cells(s, b, type))))
            break;
        char *p = model_out_begin(&s->out);
        p = form == ROW_VALUE         ? MODEL_PUT(p, "instant,")
            : form == ROW_SWITCH      ? MODEL_PUT(p, "switch,")
            : kind == MODEL_ISR_ENTER ? MODEL_PUT(p, "isr enter,")
                                      : MODEL_PUT(p, "isr exit,");
        p = digits_put(p, b->time[row]);
        *p++ = ',';
        if (b->hart[row] != MODEL_NO_HART)
            p = digits_put(p, b->hart[row]);
        *p++ = ',';
        p = model_put_piece(p, who);
        p = bare ? MODEL_PUT(p, ",,,") : model_put_piece(p, what);
        if (form == ROW_SWITCH) {
            const model_thread_t outgoing = b->dictionary->threads[b->value[row]];
            p = digits_put(p, b->dictionary->threads[thread].number);
            p = MODEL_PUT(p, ",,,,,,,,,,,");
            if (outgoing.known)
                p = digits_put(p, outgoing.number);
            p = MODEL_PUT(p, ",,,,,\r\n");
        } else {
            if (form == ROW_VALUE)
                p = digits_put(p, b->value[row]);
            p = MODEL_PUT(p, ",,,,,,,,,,,,,,,,\r\n");
        }
        model_out_end(&s->out, p);
    }
    return s->out.failed ? s->out.failed : (int)(row - first);
}

static int record(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    model_out_t *out = &s->out;
    char text[MODEL_THREAD_TEXT];
    if (r->kind == MODEL_OBJECT && r->object.kind == MODEL_OBJECT_THREAD) {
        const int rc = learn(sink, r);
        if (rc)
            return rc;
    }
    bool loss = r->kind == MODEL_LOSS, object = r->kind == MODEL_OBJECT,
         happened = r->kind <= MODEL_LOG;
    const model_arg_t *value = model_only_value(r);
    static const char *const states[] = {"",        "new",   "running", "suspended",
                                         "blocked", "dying", "dead"};

    if (happened)
        *written(s, r->thread.number) = true;
    model_out_text(out, model_kind_name(r->kind));
    comma(out);
    number_cell(out, r->timed, r->time);
    number_cell(out, r->hart != MODEL_NO_HART, r->hart);
    number_cell(out, happened || object, object ? r->object.number : r->thread.number);
    text_cell(out, happened ? model_text(model_thread_text(names(sink), r->thread, text))
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
    if (r->kind == MODEL_SWITCH && r->change.has_priority)
        model_reduce(&sink->account, r->kind, MODEL_LESS_STATE);
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
    .flags = MODEL_TEXT | MODEL_SURVEYS | MODEL_LIVE | MODEL_ONE_PASS,
    .sink_size = sink_size,
    .begin = begin,
    .record = record,
    .rows = rows,
    .end = flush,
    .flush = flush,
};
