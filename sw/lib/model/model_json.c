// SPDX-License-Identifier: Apache-2.0
// Chrome's JSON trace format (array of traceEvents), for chrome://tracing, Perfetto, speedscope.
//
// Threads of the trace are threads. Each hart is three threads of the process "harts", with
// durations for the running thread, for the current trap or interrupt, and of no known thread.
// Losses are durations of the thread "loss" of that process. Times are microseconds, with all
// digits of a tick.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "batch.h"
#include "model_text.h"

enum {
    HARTS = 1024,
    TID_HART = 1,
    TID_ISR = 1 << 16,
    TID_LOSS = 1 << 17,
    TID_NO_THREAD = 1 << 18,
}; // viewers use thread 0 for the process itself

typedef enum { RUNS, TRAPS, DURATIONS, TRACKS } track_t; // threads of a hart

typedef struct {
    model_out_t out;
    const char *separator;
    uint64_t program, harts; // process numbers: of threads without a process, of the harts
    bool named[TRACKS][HARTS], running[HARTS];
    bool loss_named;
    uint64_t last;
    model_rate_t microseconds, back, picoseconds; // of ticks; back: ticks of microseconds
    uint64_t per_microsecond; // ticks, if each has whole picoseconds; 0: others
    model_piece_t threads[MODEL_PIECES], names[MODEL_PIECES], types[MODEL_PIECES]; // of rows
} sink_t;

static size_t sink_size(const model_options_t *options)
{
    (void)options;
    return sizeof(sink_t);
}

// A number of neither a process nor a thread.
static uint64_t free_process(const model_sink_t *sink, uint64_t from)
{
    for (;; from++) {
        bool used = false;
        for (size_t i = 0; i < sink->survey->thread_capacity && !used; i++)
            used = sink->survey->threads[i].order &&
                   (sink->survey->threads[i].thread.process == from ||
                    sink->survey->threads[i].thread.number == from);
        if (!used)
            return from;
    }
}

// Begins an event: all but name, category and arguments.
static void event(sink_t *s, char phase, uint64_t process, uint64_t thread)
{
    model_out_text(&s->out, s->separator);
    s->separator = ",\n";
    model_out_text(&s->out, "{\"ph\":\"");
    model_out(&s->out, &phase, 1);
    model_out_text(&s->out, "\",\"pid\":");
    model_out_number(&s->out, process);
    model_out_text(&s->out, ",\"tid\":");
    model_out_number(&s->out, thread);
}

static void number(sink_t *s, const char *key, uint64_t value)
{
    model_out_text(&s->out, ",\"");
    model_out_text(&s->out, key);
    model_out_text(&s->out, "\":");
    model_out_number(&s->out, value);
}

static void string(sink_t *s, const char *key, model_text_t text)
{
    model_out_text(&s->out, ",\"");
    model_out_text(&s->out, key);
    model_out_text(&s->out, "\":");
    model_out_json(&s->out, text);
}

// A time or a length of time in microseconds, to the picosecond.
static void time_of(model_sink_t *sink, const char *key, uint64_t ticks, model_kind_t kind)
{
    sink_t *s = sink->memory;
    bool exact;
    uint64_t whole = model_scale(&s->microseconds, ticks, &exact), picoseconds = 0;
    if (!exact) {
        // the rest is below one microsecond
        bool rest_exact;
        uint64_t below = model_scale(&s->back, whole, &rest_exact);
        uint64_t rest = ticks - below;
        picoseconds = model_scale(&s->picoseconds, rest, &exact);
        if (!rest_exact) { // ticks and microseconds have no common multiple there: the digits of
                           // the complete time
            uint64_t all = model_scale(&s->picoseconds, ticks, &exact);
            picoseconds = all == UINT64_MAX ? 0 : all - whole * 1000000;
        }
        if (!exact)
            model_reduce(&sink->account, kind, MODEL_LESS_TIME);
    }
    number(s, key, whole);
    if (!picoseconds)
        return;
    char digits[8];
    int size = snprintf(digits, sizeof digits, ".%06" PRIu64, picoseconds % 1000000);
    while (size > 1 && digits[size - 1] == '0')
        size--;
    model_out(&s->out, digits, (size_t)size);
}

static void end_event(sink_t *s) { model_out_text(&s->out, "}"); }

static void args(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    if (!r->arg_count)
        return;
    model_out_text(&s->out, ",\"args\":");
    if (model_out_json_args(&s->out, r->args, r->arg_count))
        model_reduce(&sink->account, r->kind, MODEL_LESS_ARGS);
}

static void name_thread(sink_t *s, uint64_t process, uint64_t thread, model_text_t name)
{
    event(s, 'M', process, thread);
    string(s, "name", model_text("thread_name"));
    model_out_text(&s->out, ",\"args\":{\"name\":");
    model_out_json(&s->out, name);
    model_out_text(&s->out, "}");
    end_event(s);
}

static void name_process(sink_t *s, uint64_t process, model_text_t name)
{
    event(s, 'M', process, 0);
    string(s, "name", model_text("process_name"));
    model_out_text(&s->out, ",\"args\":{\"name\":");
    model_out_json(&s->out, name);
    model_out_text(&s->out, "}");
    end_event(s);
}

static int begin(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    s->out.output = &sink->output;
    s->separator = "";
    model_survey_begin(sink->survey);
    static const model_base_t microsecond = {1, 1000000};
    s->microseconds = model_rate(sink->base, microsecond);
    if (s->microseconds.exact && s->microseconds.up == 1 &&
        1000000 % s->microseconds.down == 0)
        s->per_microsecond = s->microseconds.down;
    s->back = model_rate(microsecond, sink->base);
    s->picoseconds = model_rate(sink->base, (model_base_t){1, UINT64_C(1000000000000)});
    s->program = free_process(sink, 1);
    s->harts = free_process(sink, s->program + 1);
    model_out_text(&s->out, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
    name_process(s, s->program, sink->title.size ? sink->title : model_text("program"));
    name_process(s, s->harts, model_text("harts"));
    for (size_t i = 0; i < sink->survey->thread_capacity; i++) {
        const model_survey_thread_t *t = &sink->survey->threads[i];
        if (t->order && *t->name)
            name_thread(s, t->thread.process ? t->thread.process : s->program, t->thread.number,
                        model_text(t->name));
    }
    return s->out.failed;
}

static uint64_t process_of(const sink_t *s, const model_record_t *r)
{
    return r->thread.process ? r->thread.process : s->program;
}

// The thread number of a track, which gets its name with its first event.
static uint64_t track_of(sink_t *s, const model_record_t *r, track_t track)
{
    static const uint64_t first[] = {TID_HART, TID_ISR, TID_NO_THREAD};
    static const char *const names[] = {"", " traps", " without a thread"};
    bool *named = &s->named[track][r->hart];
    char text[40];
    if (!*named) {
        snprintf(text, sizeof text, "hart %u%s", r->hart, names[track]);
        name_thread(s, s->harts, r->hart + first[track], model_text(text));
    }
    *named = true;
    return r->hart + first[track];
}

static void run_ends(model_sink_t *sink, unsigned hart, uint64_t time)
{
    sink_t *s = sink->memory;
    event(s, 'E', s->harts, hart + TID_HART);
    time_of(sink, "ts", time, MODEL_SWITCH);
    end_event(s);
    s->running[hart] = false;
}

static void change(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    char text[MODEL_THREAD_TEXT];

    const uint64_t track = track_of(s, r, RUNS);
    if (s->running[r->hart])
        run_ends(sink, r->hart, r->time);
    event(s, 'B', s->harts, track);
    time_of(sink, "ts", r->time, r->kind);
    string(s, "cat", model_text("thread"));
    string(s, "name",
           r->thread.number || !r->thread.known
               ? model_text(model_thread_text(sink->survey, r->thread, text))
               : model_text("idle"));
    model_out_text(&s->out, ",\"args\":{\"thread\":");
    model_out_number(&s->out, r->thread.number);
    if (r->change.outgoing.known)
        number(s, "outgoing", r->change.outgoing.number);
    if (r->change.state)
        number(s, "outgoing_state", r->change.state);
    if (r->change.has_priority) {
        number(s, "outgoing_priority", r->change.outgoing_priority);
        number(s, "incoming_priority", r->change.incoming_priority);
    }
    model_out_text(&s->out, "}");
    end_event(s);
    s->running[r->hart] = true;
    if (r->arg_count)
        model_reduce(&sink->account, r->kind, MODEL_LESS_ARGS);
}

static void loss(model_sink_t *sink, const model_record_t *r)
{
    static const char *const keys[] = {"USER", "COM", "SYS", "NONE"};
    sink_t *s = sink->memory;
    const char *separator = "";

    if (!s->loss_named)
        name_thread(s, s->harts, TID_LOSS, model_text("loss"));
    s->loss_named = true;
    event(s, 'X', s->harts, TID_LOSS);
    time_of(sink, "ts", r->loss.first, r->kind);
    time_of(sink, "dur", r->loss.last - r->loss.first, r->kind);
    string(s, "cat", model_text("loss"));
    string(s, "name", model_text(r->loss.counted ? "dropped" : "lost"));
    model_out_text(&s->out, ",\"args\":{");
    for (unsigned class = 0; class < MODEL_CLASSES && r->loss.counted; class ++) {
        model_out_format(&s->out, "%s\"%s\":%" PRIu64, separator, keys[class],
                         r->loss.count[class]);
        separator = ",";
    }
    model_out_format(&s->out, "%s\"cause\":%" PRIu32 ",\"source\":\"0x%" PRIx64 "\"}", separator,
                     r->loss.cause, r->loss.source);
    end_event(s);
}

// The phase letter of a kind, 0 for kinds that are written differently.
static char phase_of(model_kind_t kind)
{
    switch (kind) {
    case MODEL_INSTANT:
    case MODEL_LOG: return 'i';
    case MODEL_COUNTER: return 'C';
    case MODEL_BEGIN:
    case MODEL_ISR_ENTER: return 'B';
    case MODEL_END:
    case MODEL_ISR_EXIT: return 'E';
    case MODEL_COMPLETE: return 'X';
    case MODEL_ASYNC_BEGIN: return 'b';
    case MODEL_ASYNC_INSTANT: return 'n';
    case MODEL_ASYNC_END: return 'e';
    case MODEL_FLOW_BEGIN: return 's';
    case MODEL_FLOW_STEP: return 't';
    case MODEL_FLOW_END: return 'f';
    default: return 0;
    }
}

static void happened(model_sink_t *sink, const model_record_t *r, char phase)
{
    sink_t *s = sink->memory;
    char text[MODEL_LABEL_TEXT];
    const bool isr = r->kind == MODEL_ISR_ENTER || r->kind == MODEL_ISR_EXIT;
    const bool nests = r->kind == MODEL_BEGIN || r->kind == MODEL_END || r->kind == MODEL_COMPLETE;

    if (isr || (nests && !r->thread.number && r->hart < HARTS)) {
        const uint64_t track = track_of(s, r, isr ? TRAPS : DURATIONS);
        event(s, phase, s->harts, track);
    } else { // others without a thread are on a thread of the process's number
        event(s, phase, process_of(s, r), r->thread.number ? r->thread.number : process_of(s, r));
    }
    time_of(sink, "ts", r->time, r->kind);
    if (r->kind == MODEL_COMPLETE)
        time_of(sink, "dur", r->until - r->time, r->kind);
    string(s, "cat",
           r->category.size ? r->category : model_text(isr ? "isr" : model_class_name(r->class)));
    string(s, "name", model_label(r, text));
    if (phase == 'i')
        string(s, "s", model_text("t"));
    if (r->kind == MODEL_FLOW_END)
        string(s, "bp", model_text("e"));
    if (r->kind >= MODEL_ASYNC_BEGIN && r->kind <= MODEL_FLOW_END) {
        snprintf(text, sizeof text, "0x%" PRIx64, r->correlation);
        string(s, "id", model_text(text));
    } else if (r->kind == MODEL_COUNTER) {
        snprintf(text, sizeof text, "%" PRIu64, r->correlation);
        string(s, "id", model_text(text));
    }
    if (r->kind == MODEL_LOG) {
        model_out_text(&s->out, ",\"args\":{\"message\":");
        model_out_json(&s->out, r->text);
        model_out_text(&s->out, "}");
    } else {
        args(sink, r);
    }
    end_event(s);
}

// ---- rows of a batch

// A time, as time_of. NULL: it has more digits, or needs counting.
static char *put_time(const sink_t *s, char *p, uint64_t ticks)
{
    bool exact;
    uint64_t whole, rest;
    if (s->per_microsecond) {
        whole = ticks / s->per_microsecond;
        p = digits_put(p, whole);
        rest = (ticks - whole * s->per_microsecond) * (1000000 / s->per_microsecond);
    } else {
        whole = model_scale(&s->microseconds, ticks, &exact);
        p = digits_put(p, whole);
        if (exact)
            return p;
        const uint64_t below = model_scale(&s->back, whole, &exact);
        if (!exact)
            return NULL;
        rest = model_scale(&s->picoseconds, ticks - below, &exact) % 1000000;
        if (!exact)
            return NULL;
    }
    if (!rest)
        return p;
    *p++ = '.';
    for (uint64_t digit = 100000; rest; digit /= 10) {
        *p++ = (char)('0' + rest / digit);
        rest %= digit;
    }
    return p;
}

// The begin of an event on the thread of rows.
static const model_piece_t *thread_piece(sink_t *s, model_thread_t thread, uint32_t number)
{
    const uint64_t process = thread.process ? thread.process : s->program;
    const size_t at = model_piece_begin(&s->out);
    const char *separator = s->separator;
    s->separator = "";
    event(s, 'i', process, thread.number ? thread.number : process);
    s->separator = separator;
    model_out_text(&s->out, ",\"ts\":");
    return model_piece_end(&s->out, at, s->threads, number);
}

// Everything between time and value.
static const model_piece_t *type_piece(sink_t *s, const batch_type_t *type, uint32_t number)
{
    char text[MODEL_LABEL_TEXT];
    model_record_t like = model_record(MODEL_INSTANT);
    like.space = type->space;
    like.id = type->id;
    like.class = type->class;
    like.name = type->name;
    if (type->name.size + type->category.size > MODEL_PIECE_TEXT / 2)
        return NULL;
    const size_t at = model_piece_begin(&s->out);
    string(s, "cat",
           type->category.size ? type->category : model_text(model_class_name(type->class)));
    string(s, "name", model_label(&like, text));
    model_out_text(&s->out, ",\"s\":\"t\",\"args\":{\"value\":");
    return model_piece_end(&s->out, at, s->types, number);
}

// Category, name and number of a thread that begins to run.
static const model_piece_t *name_piece(model_sink_t *sink, model_thread_t thread, uint32_t number)
{
    sink_t *s = sink->memory;
    char text[MODEL_THREAD_TEXT];
    const size_t at = model_piece_begin(&s->out);
    string(s, "cat", model_text("thread"));
    string(s, "name",
           thread.number ? model_text(model_thread_text(sink->survey, thread, text))
                         : model_text("idle"));
    model_out_text(&s->out, ",\"args\":{\"thread\":");
    model_out_number(&s->out, thread.number);
    return model_piece_end(&s->out, at, s->names, number);
}

static char *put_hart(const sink_t *s, char *p, char phase, unsigned hart)
{
    p = MODEL_PUT(p, "{\"ph\":\"");
    *p++ = phase;
    p = MODEL_PUT(p, "\",\"pid\":");
    p = digits_put(p, s->harts);
    p = MODEL_PUT(p, ",\"tid\":");
    p = digits_put(p, (uint64_t)hart + TID_HART);
    return MODEL_PUT(p, ",\"ts\":");
}

// A switch of a hart on which a thread runs. NULL as put_time.
static char *put_switch(sink_t *s, const model_batch_t *b, uint32_t row, char *p,
                        const model_piece_t *name)
{
    const model_thread_t from = b->dictionary->threads[b->value[row]];
    char time[48];
    char *end = put_time(s, time, b->time[row]);
    if (!end)
        return NULL;
    p = put_hart(s, p, 'E', b->hart[row]);
    p = model_put_text(p, time, (size_t)(end - time));
    p = MODEL_PUT(p, "},\n");
    p = put_hart(s, p, 'B', b->hart[row]);
    p = model_put_text(p, time, (size_t)(end - time));
    p = model_put_piece(p, name);
    if (from.known) {
        p = MODEL_PUT(p, ",\"outgoing\":");
        p = digits_put(p, from.number);
    }
    return MODEL_PUT(p, "}}");
}

// Events with a value, and switches.
static int rows(model_sink_t *sink, const model_batch_t *b, uint32_t first)
{
    sink_t *s = sink->memory;
    const batch_dictionary_t *d = b->dictionary;
    uint32_t row = first;
    for (; row < b->count && *s->separator; row++) {
        const batch_type_t *type = &d->types[b->type[row]];
        const uint32_t number = b->thread[row];
        const model_thread_t thread = d->threads[number];
        char *p;
        if (b->context[row] || type->scope || type->item || !thread.known)
            break;
        if (b->form[row] == ROW_VALUE && b->kind[row] == MODEL_INSTANT &&
            b->value[row] <= INT64_MAX) {
            const model_piece_t *who = model_piece(s->threads, number),
                                *what = model_piece(s->types, b->type[row]);
            if ((!who && !(who = thread_piece(s, thread, number))) ||
                (!what && !(what = type_piece(s, type, b->type[row]))))
                break;
            p = MODEL_PUT(model_out_begin(&s->out), ",\n");
            p = put_time(s, model_put_piece(p, who), b->time[row]);
            if (!p)
                break;
            p = digits_put(model_put_piece(p, what), b->value[row]);
            p = MODEL_PUT(p, "}}");
        } else if (b->form[row] == ROW_SWITCH && b->hart[row] < HARTS && s->running[b->hart[row]]) {
            const model_piece_t *name = model_piece(s->names, number);
            if (!name && !(name = name_piece(sink, thread, number)))
                break;
            p = put_switch(s, b, row, MODEL_PUT(model_out_begin(&s->out), ",\n"), name);
            if (!p)
                break;
        } else {
            break;
        }
        model_out_end(&s->out, p);
        if (b->time[row] > s->last)
            s->last = b->time[row];
    }
    return s->out.failed ? s->out.failed : (int)(row - first);
}

static void rename_thread(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    if (model_survey_name(sink->survey, r))
        memset(s->names, 0, sizeof s->names);
    if (!model_survey_whole(sink->survey, r))
        model_reduce(&sink->account, r->kind, MODEL_LESS_TEXT);
}

static int record(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    char phase = phase_of(r->kind);
    bool on_hart = r->kind == MODEL_SWITCH || r->kind == MODEL_ISR_ENTER ||
                   r->kind == MODEL_ISR_EXIT;

    if (r->timed && r->time > s->last)
        s->last = r->time;
    if (on_hart && r->hart >= HARTS)
        model_drop(&sink->account, r->kind);
    else if (r->kind == MODEL_SWITCH)
        change(sink, r);
    else if (r->kind == MODEL_LOSS)
        loss(sink, r);
    else if (phase)
        happened(sink, r, phase);
    else if (r->kind == MODEL_OBJECT && r->object.kind == MODEL_OBJECT_PROCESS)
        name_process(s, r->object.number, r->name);
    else if (r->kind == MODEL_OBJECT && r->object.kind == MODEL_OBJECT_THREAD)
        rename_thread(sink, r); // the head has its names
    else if (r->kind == MODEL_NAME && !r->value_named)
        ; // its events have the name
    else
        model_drop(&sink->account, r->kind);
    if (r->kind == MODEL_INSTANT && r->hart != MODEL_NO_HART && !r->thread.known)
        model_reduce(&sink->account, r->kind, MODEL_LESS_HART);
    return s->out.failed;
}

static int end(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    for (unsigned hart = 0; hart < HARTS; hart++)
        if (s->running[hart])
            run_ends(sink, hart, s->last);
    model_out_text(&s->out, "\n]}\n");
    return model_out_flush(&s->out);
}

const model_format_t model_json = {
    .name = "json",
    .title = "Chrome JSON trace, for chrome://tracing and Perfetto",
    .endings = "json",
    .flags = MODEL_SURVEYS | MODEL_TEXT | MODEL_TICKS,
    .sink_size = sink_size,
    .begin = begin,
    .record = record,
    .rows = rows,
    .end = end,
};
