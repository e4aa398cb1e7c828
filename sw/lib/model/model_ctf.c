// SPDX-License-Identifier: Apache-2.0
// CTF 1.8 (Common Trace Format): a directory with `metadata` and a stream for each hart, for
// babeltrace2 and Trace Compass.
//
// Lost events are in the packets' count of discarded events, which every reader of CTF reports: it
// names the time from the end of the packet before to the end of the packet with the new count. So
// a packet begins at the first lost event and ends at the last one. An event `loss` at its begin
// has all details. Each series of the trace is an event class with its own name; arguments beyond
// the first are JSON in a field `args`. Only bytes of blobs, arguments with a repeated name, and
// those of switches and traps are left out.
//
// The metadata is written last, so a trace without losses needs one pass.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "batch.h"
#include "model_text.h"

enum {
    HARTS = 64,               // further ones have no stream
    STREAMS = HARTS + 1,      // the last is for records without a hart
    PACKET = 1 << 16,         // bytes of content at which a packet is written
    EVENT = 1 << 18,          // bytes of the longest event
    HEAD = 4 + 4 + 6 * 8 + 4, // of a packet of a hart; in the last stream 4 less
    SERIES = 16,              // first event id of the survey's series
};
static const uint32_t packet_magic = 0xc1fc1fc1;

enum { SWITCH, ISR_ENTER, ISR_EXIT, LOSS, OBJECT, NAME, OTHER };

typedef struct {
    FILE *file;
    uint64_t begin, end; // times of the packet
    uint64_t packets, discarded;
    bool loses;          // the packet is that of a loss
    uint64_t loss_until; // its end then
    size_t used;         // of the content
    bool opened; // the packet has begun
} stream_t;

typedef struct {
    model_out_t out; // of JSON; in the end of the metadata
    model_output_t file_output, json_output;
    uint64_t frequency;
    model_rate_t rate; // from ticks to those of the clock
    uint64_t last;     // latest time, in ticks of the clock
    bool too_long;
    size_t used; // of event
    stream_t streams[STREAMS];
    uint8_t event[EVENT];
    uint8_t content[STREAMS][PACKET]; // apart, for most streams have none
} sink_t;

static size_t sink_size(const model_options_t *options)
{
    (void)options;
    return sizeof(sink_t);
}

static const model_survey_t *survey_of(const model_sink_t *sink)
{
    return sink->learns ? sink->learns : sink->survey;
}

// ---- metadata

static void tsdl(sink_t *s, const char *text)
{
    model_out(&s->out, "\"", 1);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            model_out(&s->out, "\\", 1);
        if ((unsigned char)*text < ' ')
            model_out_format(&s->out, "\\%03o", (unsigned char)*text);
        else
            model_out(&s->out, text, 1);
    }
    model_out(&s->out, "\"", 1);
}

static void threads(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    model_out_text(&s->out, "typealias enum : uint64_t { ");
    tsdl(s, "none");
    model_out_text(&s->out, " = 0");
    for (size_t i = 0; i < survey_of(sink)->thread_capacity; i++) {
        const model_survey_thread_t *t = &survey_of(sink)->threads[i];
        if (!t->order || !*t->name)
            continue;
        model_out_text(&s->out, ",\n  ");
        tsdl(s, t->name);
        model_out_format(&s->out, " = %" PRIu64, t->thread.number);
    }
    model_out_text(&s->out, " } := thread_t;\n");
}

static void class_begins(sink_t *s, unsigned stream, uint32_t id, const char *name)
{
    model_out_text(&s->out, "event { name = ");
    tsdl(s, name);
    model_out_format(&s->out, "; id = %" PRIu32 "; stream_id = %u; fields := struct {\n", id,
                     stream);
}

static void class_ends(sink_t *s) { model_out_text(&s->out, "}; };\n"); }

// The value of an event has a field of its own if its type is always the same.
static const char *value_type(const model_survey_series_t *p)
{
    if (p->kind != MODEL_INSTANT || !p->args || p->mixed)
        return NULL;
    switch (p->type) {
    case MODEL_ARG_BOOL:
    case MODEL_ARG_UINT:
    case MODEL_ARG_OBJECT: return "uint64_t value;";
    case MODEL_ARG_POINTER: return "xint64_t value;";
    case MODEL_ARG_INT: return "sint64_t value;";
    case MODEL_ARG_FLOAT: return "double_t value;";
    case MODEL_ARG_TEXT: return "string value;";
    default: return NULL;
    }
}

static bool has_args(const model_survey_series_t *p)
{
    return p->args > 1 || (p->args && !value_type(p));
}

static void series(model_sink_t *sink, unsigned stream, const model_survey_series_t *p)
{
    sink_t *s = sink->memory;
    model_record_t like = model_record(p->kind);
    char name[160], text[MODEL_LABEL_TEXT];

    like.space = p->space;
    like.id = p->id;
    like.class = p->class;
    like.name = model_text(p->name);
    model_text_t label = model_label(&like, text);
    snprintf(name, sizeof name, "%s%s%.*s", p->category, *p->category ? ":" : "", (int)label.size,
             label.bytes);
    if (p->cut)
        model_reduce(&sink->account, p->kind, MODEL_LESS_TEXT);
    class_begins(s, stream, SERIES + p->order, name);
    if (p->kind == MODEL_BEGIN)
        model_out_text(&s->out,
                       "  enum : uint8_t { begin, end, complete } what; uint64_t until;\n");
    if (p->kind == MODEL_ASYNC_BEGIN)
        model_out_text(&s->out,
                       "  enum : uint8_t { begin, instant, end } what; uint64_t correlation;\n");
    if (p->kind == MODEL_FLOW_BEGIN)
        model_out_text(&s->out,
                       "  enum : uint8_t { begin, step, end } what; uint64_t correlation;\n");
    if (p->kind == MODEL_COUNTER)
        model_out_text(&s->out, "  uint64_t correlation;\n");
    if (p->kind == MODEL_LOG)
        model_out_text(&s->out, "  string message;\n");
    if (value_type(p))
        model_out_format(&s->out, "  %s\n", value_type(p));
    if (has_args(p))
        model_out_text(&s->out, "  string args;\n");
    class_ends(s);
}

static void classes(model_sink_t *sink, unsigned stream)
{
    sink_t *s = sink->memory;
    const model_survey_t *survey = survey_of(sink);

    model_out_format(&s->out,
                     "stream { id = %u;\n  packet.context := struct {\n    clock_t "
                     "timestamp_begin; clock_t timestamp_end;\n"
                     "    uint64_t content_size; uint64_t packet_size; uint64_t packet_seq_num; "
                     "uint64_t events_discarded;\n%s  };\n"
                     "  event.header := struct { uint32_t id; clock_t timestamp; };\n"
                     "  event.context := struct { uint64_t process; thread_t thread; uint8_t "
                     "thread_known; };\n};\n",
                     stream, stream ? "" : "    uint32_t cpu_id;\n");
    class_begins(s, stream, SWITCH, "switch");
    model_out_text(&s->out, "  thread_t outgoing; uint8_t outgoing_known;\n"
                            "  enum : uint8_t { unknown, new, running, suspended, blocked, dying, "
                            "dead } outgoing_state;\n"
                            "  sint64_t outgoing_priority; sint64_t incoming_priority;\n");
    class_ends(s);
    class_begins(s, stream, ISR_ENTER, "isr_enter");
    model_out_text(&s->out, "  xint64_t cause;\n");
    class_ends(s);
    class_begins(s, stream, ISR_EXIT, "isr_exit");
    model_out_text(&s->out, "  xint64_t cause;\n");
    class_ends(s);
    class_begins(s, stream, LOSS, "loss");
    model_out_text(&s->out, "  uint8_t counted; uint64_t user; uint64_t com; uint64_t sys; "
                            "uint64_t none; uint64_t cause; xint64_t source;\n"
                            "  uint64_t first; uint64_t last;\n");
    class_ends(s);
    class_begins(s, stream, OBJECT, "object");
    model_out_text(&s->out, "  string kind; uint64_t type; uint64_t number; uint64_t process; "
                            "string name; string args;\n");
    class_ends(s);
    class_begins(s, stream, NAME, "name");
    model_out_text(&s->out, "  uint64_t id; uint8_t value_named; uint64_t value; string name;\n");
    class_ends(s);
    class_begins(s, stream, OTHER, "other");
    model_out_text(&s->out, "  string kind; string category; string name; uint64_t correlation; "
                            "uint64_t until; string args;\n");
    class_ends(s);
    for (size_t i = 0; i < survey->series_capacity; i++)
        if (survey->series[i].order && survey->series[i].kind != MODEL_ISR_ENTER &&
            (survey->series[i].hart < HARTS) == !stream)
            series(sink, stream, &survey->series[i]);
}

static int write_metadata(void *context, const void *bytes, size_t size)
{
    FILE *file = context;
    return fwrite(bytes, 1, size, file) == size ? 0 : MODEL_E_WRITE;
}

static FILE *create(const model_sink_t *sink, const char *name)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", sink->output.path, name) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    return fopen(path, "wb");
}

// Makes the directory; removes the files of an earlier trace.
static int directory(const model_sink_t *sink)
{
    char path[4096];
    if (!mkdir(sink->output.path, 0777))
        return 0;
    if (errno != EEXIST)
        return MODEL_E_WRITE;
    for (unsigned i = 0; i <= STREAMS; i++) {
        const char *form = i < HARTS ? "%s/hart%u" : i == HARTS ? "%s/rest" : "%s/metadata";
        if (snprintf(path, sizeof path, form, sink->output.path, i) >= (int)sizeof path)
            return MODEL_E_WRITE;
        if (unlink(path) && errno != ENOENT)
            return MODEL_E_WRITE;
    }
    if (rmdir(sink->output.path) || mkdir(sink->output.path, 0777))
        return MODEL_E_WRITE;
    return 0;
}

static int begin(model_sink_t *sink)
{
    sink_t *s = sink->memory;

    s->frequency = 1000000000;
    if (sink->base.numerator && sink->base.denominator % sink->base.numerator == 0)
        s->frequency = sink->base.denominator / sink->base.numerator;
    s->rate = sink->base.denominator ? model_rate(sink->base, (model_base_t){1, s->frequency})
                                     : model_rate_same;
    return directory(sink) ? MODEL_E_WRITE : 0;
}

static int write_all_metadata(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    FILE *file = create(sink, "metadata");
    if (!file)
        return MODEL_E_WRITE;
    s->file_output = (model_output_t){.write = write_metadata, .context = file};
    s->out.output = &s->file_output;
    model_out_text(&s->out,
                   "/* CTF 1.8 */\n"
                   "trace { major = 1; minor = 8; byte_order = le;\n"
                   "  packet.header := struct {\n"
                   "    integer { size = 32; align = 8; signed = false; base = 16; } magic;\n"
                   "    integer { size = 32; align = 8; signed = false; } stream_id;\n  };\n};\n"
                   "env { tracer_name = \"weir\"; ");
    if (sink->title.size) {
        char title[256];
        snprintf(title, sizeof title, "%.*s", (int)sink->title.size, sink->title.bytes);
        model_out_text(&s->out, "title = ");
        tsdl(s, title);
        model_out_text(&s->out, "; ");
    }
    model_out_format(&s->out, "};\nclock { name = ticks; freq = %" PRIu64 "; offset = 0;%s };\n",
                     s->frequency,
                     sink->base.denominator
                         ? ""
                         : " description = \"the length of a tick is not known, shown as 1 ns\";");
    model_out_text(
        &s->out,
        "typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
        "typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
        "typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
        "typealias integer { size = 64; align = 8; signed = false; base = 16; } := xint64_t;\n"
        "typealias integer { size = 64; align = 8; signed = true; } := sint64_t;\n"
        "typealias floating_point { exp_dig = 11; mant_dig = 53; align = 8; } := double_t;\n"
        "typealias integer { size = 64; align = 8; signed = false; map = clock.ticks.value; } := "
        "clock_t;\n");
    threads(sink);
    classes(sink, 0);
    classes(sink, 1);
    const int failed = model_out_flush(&s->out);
    return fclose(file) || failed ? MODEL_E_WRITE : 0;
}

// ---- packets

// Little-endian numbers. The compiler makes one store of each of the first two.
static void put8(uint8_t *at, uint64_t v)
{
    at[0] = (uint8_t)v, at[1] = (uint8_t)(v >> 8), at[2] = (uint8_t)(v >> 16);
    at[3] = (uint8_t)(v >> 24), at[4] = (uint8_t)(v >> 32), at[5] = (uint8_t)(v >> 40);
    at[6] = (uint8_t)(v >> 48), at[7] = (uint8_t)(v >> 56);
}

static void put4(uint8_t *at, uint32_t v)
{
    at[0] = (uint8_t)v, at[1] = (uint8_t)(v >> 8), at[2] = (uint8_t)(v >> 16);
    at[3] = (uint8_t)(v >> 24);
}

static void put(uint8_t *at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

// Writes the packet of a stream; content may be one event that is longer than the packet's memory.
static int write_packet(model_sink_t *sink, unsigned number, const uint8_t *content, size_t size)
{
    sink_t *s = sink->memory;
    stream_t *stream = &s->streams[number];
    bool hart = number < HARTS;
    size_t head = HEAD - (hart ? 0 : 4);
    uint8_t bytes[HEAD];

    if (!stream->file) {
        char name[16];
        snprintf(name, sizeof name, hart ? "hart%u" : "rest", number);
        stream->file = create(sink, name);
        if (!stream->file)
            return MODEL_E_WRITE;
    }
    put(bytes, packet_magic, 4);
    put(bytes + 4, !hart, 4);
    put(bytes + 8, stream->begin, 8);
    put(bytes + 16, stream->end, 8);
    put(bytes + 24, 8 * (head + size), 8);
    put(bytes + 32, 8 * (head + size), 8);
    put(bytes + 40, stream->packets++, 8);
    put(bytes + 48, stream->discarded, 8);
    if (hart)
        put(bytes + 56, number, 4);
    stream->used = 0;
    stream->opened = stream->loses = false;
    stream->begin = stream->end;
    if (fwrite(bytes, 1, head, stream->file) != head ||
        fwrite(content, 1, size, stream->file) != size)
        return MODEL_E_WRITE;
    return 0;
}

static int close_packet(model_sink_t *sink, unsigned number)
{
    sink_t *s = sink->memory;
    stream_t *stream = &s->streams[number];
    if (stream->loses && stream->loss_until > stream->end)
        stream->end = stream->loss_until;
    return stream->opened ? write_packet(sink, number, s->content[number], stream->used) : 0;
}

static void open_packet(stream_t *stream, uint64_t time)
{
    if (!stream->opened) {
        stream->begin = stream->packets ? stream->end : time;
        stream->end = time;
    }
    stream->opened = true;
}

// ---- events

static void number(sink_t *s, uint64_t value, unsigned bytes)
{
    if (s->used + bytes > sizeof s->event) {
        s->too_long = true;
        return;
    }
    put(s->event + s->used, value, bytes);
    s->used += bytes;
}

static int append(void *context, const void *bytes, size_t size)
{
    sink_t *s = context;
    if (s->used + size > sizeof s->event) {
        s->too_long = true;
        return 0;
    }
    if (size)
        memcpy(s->event + s->used, bytes, size);
    s->used += size;
    return 0;
}

static void string(model_sink_t *sink, const model_record_t *r, model_text_t text)
{
    sink_t *s = sink->memory;
    const char *zero = text.size ? memchr(text.bytes, 0, text.size) : NULL;
    if (zero) {
        model_reduce(&sink->account, r->kind, MODEL_LESS_TEXT);
        text.size = (size_t)(zero - text.bytes);
    }
    append(s, text.bytes, text.size);
    number(s, 0, 1);
}

static void args(model_sink_t *sink, const model_record_t *r, unsigned from)
{
    sink_t *s = sink->memory;
    if (from < r->arg_count) {
        s->json_output = (model_output_t){.write = append, .context = s};
        s->out.output = &s->json_output;
        if (model_out_json_args(&s->out, r->args + from, r->arg_count - from))
            model_reduce(&sink->account, r->kind, MODEL_LESS_ARGS);
        model_out_flush(&s->out);
    }
    number(s, 0, 1);
}

static void event_begins(sink_t *s, const model_record_t *r, uint32_t id, uint64_t time)
{
    s->used = 0;
    s->too_long = false;
    number(s, id, 4);
    number(s, time, 8);
    number(s, r->thread.process, 8);
    number(s, r->thread.number, 8);
    number(s, r->thread.known, 1);
}

static int event_ends(model_sink_t *sink, const model_record_t *r, unsigned stream_number,
                      uint64_t time)
{
    sink_t *s = sink->memory;
    stream_t *stream = &s->streams[stream_number];
    int rc = 0;

    if (s->too_long) {
        model_drop(&sink->account, r->kind);
        return 0;
    }
    if (stream->loses && time > stream->loss_until) {
        rc = close_packet(sink, stream_number);
    } else if (stream->used + s->used > PACKET) {
        stream->loses = false; // the loss goes on in the next packet
        rc = close_packet(sink, stream_number);
    }
    if (rc)
        return rc;
    open_packet(stream, time);
    stream->end = time;
    if (s->used > PACKET)
        return write_packet(sink, stream_number, s->event, s->used);
    memcpy(s->content[stream_number] + stream->used, s->event, s->used);
    stream->used += s->used;
    return 0;
}

static void value(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    const model_arg_t *arg = r->args;
    uint64_t bits = 0;
    if (!r->arg_count) {
        if (model_survey_series(survey_of(sink), r)->type == MODEL_ARG_TEXT)
            number(s, 0, 1);
        else
            number(s, 0, 8);
        model_reduce(&sink->account, r->kind,
                     MODEL_LESS_VALUE); // it has no value, but the field requires one
        return;
    }
    if (arg->type == MODEL_ARG_TEXT) {
        string(sink, r, arg->text);
        return;
    }
    if (arg->type == MODEL_ARG_FLOAT)
        memcpy(&bits, &arg->f, sizeof bits);
    else
        bits = arg->type == MODEL_ARG_INT ? (uint64_t)arg->i : arg->u;
    number(s, bits, 8);
}

static bool plainly_named(const model_record_t *r)
{
    return r->arg_count == 1 &&
           (!r->args->name.size || model_text_equal(r->args->name, model_text("value")));
}

static void payload_of_series(model_sink_t *sink, const model_record_t *r,
                              const model_survey_series_t *p)
{
    sink_t *s = sink->memory;
    const bool valued = value_type(p) != NULL;

    switch (p->kind) {
    case MODEL_BEGIN:
        number(s, r->kind - MODEL_BEGIN, 1);
        number(s, r->until, 8);
        break;
    case MODEL_ASYNC_BEGIN:
        number(s, r->kind - MODEL_ASYNC_BEGIN, 1);
        number(s, r->correlation, 8);
        break;
    case MODEL_FLOW_BEGIN:
        number(s, r->kind - MODEL_FLOW_BEGIN, 1);
        number(s, r->correlation, 8);
        break;
    case MODEL_COUNTER: number(s, r->correlation, 8); break;
    case MODEL_LOG: string(sink, r, r->text); break;
    default: break;
    }
    if (valued)
        value(sink, r);
    if (has_args(p))
        args(sink, r, valued && plainly_named(r) ? 1 : 0);
    else if (r->arg_count && !plainly_named(r))
        model_reduce(&sink->account, r->kind, MODEL_LESS_TEXT); // the name of its only argument
}

// Records without an event class.
static void payload_of_other(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    char text[MODEL_LABEL_TEXT];
    string(sink, r, model_text(model_kind_name(r->kind)));
    string(sink, r, r->category);
    string(sink, r, r->kind == MODEL_LOG ? r->text : model_label(r, text));
    number(s, r->correlation, 8);
    number(s, r->until, 8);
    args(sink, r, 0);
    if (r->text.size && r->kind != MODEL_LOG)
        model_reduce(&sink->account, r->kind, MODEL_LESS_TEXT);
}

// A loss arrives at the time of its first lost event.
static int loss(model_sink_t *sink, const model_record_t *r, unsigned number_of_stream)
{
    sink_t *s = sink->memory;
    stream_t *stream = &s->streams[number_of_stream];
    uint64_t lost = 0;
    bool exact;

    const uint64_t first = model_scale(&s->rate, r->loss.first, &exact),
                   last = model_scale(&s->rate, r->loss.last, &exact);
    if (first > s->last)
        s->last = first;
    // an empty packet before the loss, if necessary: readers take the difference of two counts
    open_packet(stream, s->last);
    stream->loses = false; // of the loss before it
    stream->end = s->last;
    int rc = close_packet(sink, number_of_stream);
    if (rc)
        return rc;
    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        lost += r->loss.count[class];
    stream->discarded += lost;
    event_begins(s, r, LOSS, s->last);
    number(s, r->loss.counted, 1);
    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        number(s, r->loss.count[class], 8);
    number(s, r->loss.cause, 8);
    number(s, r->loss.source, 8);
    number(s, r->loss.first, 8);
    number(s, r->loss.last, 8);
    rc = event_ends(sink, r, number_of_stream, s->last);
    stream->loses = true;
    stream->loss_until = last > s->last ? last : s->last;
    return rc;
}

// ---- rows of a batch

enum { HAS_ARGS = 1 << 9, LAID_OUT = 1 << 10 }; // the rest: the type of the value, or 0xff

// What fields the class of a series has.
static uint64_t layout_of(const model_survey_series_t *p)
{
    return LAID_OUT | (value_type(p) ? p->type : 0xffu) | (has_args(p) ? HAS_ARGS : 0);
}

// One pass: takes what a record says of its series. MODEL_E_SURVEY: its class has had other fields.
static int learn(model_sink_t *sink, const model_record_t *r)
{
    model_survey_record(sink->learns, r);
    model_survey_series_t *p = model_survey_series(sink->learns, r);
    if (r->kind == MODEL_LOSS) // packets must end where it begins
        return MODEL_E_SURVEY;
    if (!p || p->kind == MODEL_ISR_ENTER)
        return 0;
    if (p->data[0] && p->data[0] != layout_of(p))
        return MODEL_E_SURVEY;
    p->data[0] = layout_of(p);
    return 0;
}

// Events with a value, switches and traps that are like an earlier one.
static int rows(model_sink_t *sink, const model_batch_t *b, uint32_t first)
{
    enum { COMMON = 29, LONGEST = COMMON + 26 };
    sink_t *s = sink->memory;
    model_survey_t *survey = (model_survey_t *)survey_of(sink); // only its cache changes
    const model_thread_t *threads = b->dictionary->threads;
    uint32_t row = first;
    bool exact;
    for (; row < b->count; row++) {
        const unsigned form = b->form[row], kind = b->kind[row], hart = b->hart[row];
        const uint32_t number = b->thread[row];
        const bool isr = form == ROW_PLAIN && (kind == MODEL_ISR_ENTER || kind == MODEL_ISR_EXIT);
        uint32_t id = kind == MODEL_ISR_ENTER ? ISR_ENTER : ISR_EXIT;
        if (hart >= HARTS || b->context[row] ||
            !((form == ROW_VALUE && kind == MODEL_INSTANT) || isr ||
              (form == ROW_SWITCH && number != BATCH_UNKNOWN)) ||
            b->dictionary->types[b->type[row]].scope)
            break;
        if (form == ROW_SWITCH) {
            id = SWITCH;
        } else {
            const model_survey_series_t *p = model_survey_row(survey, b, row);
            if (!p || (!isr && layout_of(p) != (LAID_OUT | MODEL_ARG_UINT)))
                break;
            if (!isr)
                id = SERIES + p->order;
        }
        stream_t *stream = &s->streams[hart];
        if (stream->loses || stream->used + LONGEST > PACKET)
            break;
        const uint64_t time = model_scale(&s->rate, b->time[row], &exact);
        if (!exact)
            break;
        if (time > s->last)
            s->last = time;
        open_packet(stream, s->last);
        stream->end = s->last;
        uint8_t *p = s->content[hart] + stream->used;
        put4(p, id);
        put8(p + 4, s->last);
        put8(p + 12, threads[number].process);
        put8(p + 20, threads[number].number);
        p[28] = threads[number].known;
        p += COMMON;
        if (form == ROW_SWITCH) {
            const model_thread_t *from = &threads[b->value[row]];
            put8(p, from->number);
            p[8] = from->known;
            p[9] = MODEL_STATE_UNKNOWN;
            put8(p + 10, UINT64_MAX);
            put8(p + 18, UINT64_MAX);
            p += 26;
        } else {
            put8(p, isr ? b->dictionary->types[b->type[row]].id : b->value[row]);
            p += 8;
        }
        stream->used = (size_t)(p - s->content[hart]);
    }
    return (int)(row - first);
}

static int record(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    unsigned stream = r->hart < HARTS ? r->hart : HARTS;
    const model_survey_series_t *p;
    bool exact = true;

    if (sink->learns) {
        const int rc = learn(sink, r);
        if (rc)
            return rc;
    }
    if (r->hart != MODEL_NO_HART && r->hart >= HARTS)
        model_reduce(&sink->account, r->kind, MODEL_LESS_HART);
    if (r->timed && r->kind != MODEL_LOSS) {
        const uint64_t time = model_scale(&s->rate, r->time, &exact);
        if (!exact)
            model_reduce(&sink->account, r->kind, MODEL_LESS_TIME);
        if (time > s->last)
            s->last = time;
    }
    if (r->kind == MODEL_LOSS) {
        if (r->loss.source)
            stream = (unsigned)__builtin_ctzll(r->loss.source) / 4;
        return loss(sink, r, stream);
    }
    if (r->kind >= MODEL_SWITCH && r->kind <= MODEL_ISR_EXIT && r->arg_count)
        model_reduce(&sink->account, r->kind, MODEL_LESS_ARGS); // their classes have none
    switch (r->kind) {
    case MODEL_SWITCH:
        event_begins(s, r, SWITCH, s->last);
        number(s, r->change.outgoing.number, 8);
        number(s, r->change.outgoing.known, 1);
        number(s, r->change.state, 1);
        number(s, r->change.has_priority ? r->change.outgoing_priority : UINT64_MAX, 8);
        number(s, r->change.has_priority ? r->change.incoming_priority : UINT64_MAX, 8);
        break;
    case MODEL_ISR_ENTER:
    case MODEL_ISR_EXIT:
        event_begins(s, r, r->kind == MODEL_ISR_ENTER ? ISR_ENTER : ISR_EXIT, s->last);
        number(s, r->id, 8);
        break;
    case MODEL_OBJECT:
        event_begins(s, r, OBJECT, s->last);
        string(sink, r, model_text(model_object_name(r->object.kind)));
        number(s, r->object.type, 8);
        number(s, r->object.number, 8);
        number(s, r->object.process, 8);
        string(sink, r, r->name);
        args(sink, r, 0);
        break;
    case MODEL_NAME:
        event_begins(s, r, NAME, s->last);
        number(s, r->id, 8);
        number(s, r->value_named, 1);
        number(s, r->value, 8);
        string(sink, r, r->name);
        break;
    default:
        p = model_survey_series(survey_of(sink), r);
        event_begins(s, r, p ? SERIES + p->order : OTHER, s->last);
        if (p)
            payload_of_series(sink, r, p);
        else
            payload_of_other(sink, r);
    }
    return event_ends(sink, r, stream, s->last);
}

static int end(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    int rc = 0;
    for (unsigned i = 0; i < STREAMS; i++) {
        if (close_packet(sink, i))
            rc = MODEL_E_WRITE;
        if (s->streams[i].file && fclose(s->streams[i].file))
            rc = MODEL_E_WRITE;
    }
    return write_all_metadata(sink) ? MODEL_E_WRITE : rc;
}

const model_format_t model_ctf = {
    .name = "ctf",
    .title = "CTF 1.8, a directory, for babeltrace2 and Trace Compass",
    .endings = "ctf",
    .flags = MODEL_SURVEYS | MODEL_SERIES | MODEL_ORDERED | MODEL_DIRECTORY | MODEL_LOSS_FIRST |
             MODEL_ONE_PASS | MODEL_TICKS,
    .sink_size = sink_size,
    .begin = begin,
    .record = record,
    .rows = rows,
    .end = end,
};
