// SPDX-License-Identifier: Apache-2.0
// CTF 1.8 (Common Trace Format): a directory with `metadata` and a stream for each hart, for
// babeltrace2 and Trace Compass.
//
// Lost events are in the packets' count of discarded events, which every reader of CTF reports, and
// in an event `loss` with all details. Each series of the trace is an event class with its own
// name; arguments beyond the first are JSON in a field `args`. Only bytes of blobs and arguments
// with a repeated name are left out.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    size_t used; // of the content
    bool opened; // the packet has begun
    uint8_t content[PACKET];
} stream_t;

typedef struct {
    model_out_t out; // of the metadata; later of JSON
    model_output_t file_output, json_output;
    FILE *metadata;
    model_rate_t rate; // from ticks to those of the clock
    uint64_t last;     // latest time, in ticks of the clock
    bool too_long;
    size_t used; // of event
    stream_t streams[STREAMS];
    uint8_t event[EVENT];
} sink_t;

static size_t sink_size(const model_options_t *options)
{
    (void)options;
    return sizeof(sink_t);
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
    for (size_t i = 0; i < sink->survey->thread_capacity; i++) {
        const model_survey_thread_t *t = &sink->survey->threads[i];
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

// The value of a series has a field of its own if its type is always the same.
static const char *value_type(const model_survey_series_t *p)
{
    if (!p->args || p->mixed)
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
    return p->args > 1 || (p->args && !value_type(p)) || (p->kind != MODEL_INSTANT && p->args);
}

static void series(sink_t *s, unsigned stream, const model_survey_series_t *p)
{
    model_record_t like = model_record(p->kind);
    char name[160], text[MODEL_LABEL_TEXT];

    like.space = p->space;
    like.id = p->id;
    like.class = p->class;
    like.name = model_text(p->name);
    model_text_t label = model_label(&like, text);
    snprintf(name, sizeof name, "%s%s%.*s", p->category, *p->category ? ":" : "", (int)label.size,
             label.bytes);
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
    if (p->kind == MODEL_INSTANT && value_type(p))
        model_out_format(&s->out, "  %s\n", value_type(p));
    if (has_args(p))
        model_out_text(&s->out, "  string args;\n");
    class_ends(s);
}

static void classes(model_sink_t *sink, unsigned stream)
{
    sink_t *s = sink->memory;
    const model_survey_t *survey = sink->survey;

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
            series(s, stream, &survey->series[i]);
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
    uint64_t frequency = 1000000000;

    if (directory(sink))
        return MODEL_E_WRITE;
    s->metadata = create(sink, "metadata");
    if (!s->metadata)
        return MODEL_E_WRITE;
    s->file_output = (model_output_t){.write = write_metadata, .context = s->metadata};
    s->out.output = &s->file_output;
    if (sink->base.numerator && sink->base.denominator % sink->base.numerator == 0)
        frequency = sink->base.denominator / sink->base.numerator;
    s->rate = sink->base.denominator ? model_rate(sink->base, (model_base_t){1, frequency})
                                     : model_rate_same;
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
                     frequency,
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
    if (model_out_flush(&s->out) || fclose(s->metadata))
        return MODEL_E_WRITE;
    s->metadata = NULL;
    return 0;
}

// ---- packets

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
    stream->opened = false;
    stream->begin = stream->end;
    if (fwrite(bytes, 1, head, stream->file) != head ||
        fwrite(content, 1, size, stream->file) != size)
        return MODEL_E_WRITE;
    return 0;
}

static int close_packet(model_sink_t *sink, unsigned number)
{
    stream_t *stream = &((sink_t *)sink->memory)->streams[number];
    return stream->opened ? write_packet(sink, number, stream->content, stream->used) : 0;
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
    if (stream->used + s->used > sizeof stream->content)
        rc = close_packet(sink, stream_number);
    if (rc)
        return rc;
    open_packet(stream, time);
    stream->end = time;
    if (s->used > sizeof stream->content)
        return write_packet(sink, stream_number, s->event, s->used);
    memcpy(stream->content + stream->used, s->event, s->used);
    stream->used += s->used;
    return 0;
}

static void value(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    const model_arg_t *arg = r->args;
    uint64_t bits = 0;
    if (!r->arg_count) {
        if (model_survey_series(sink->survey, r)->type == MODEL_ARG_TEXT)
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
    bool valued = false;

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
    default: valued = value_type(p) != NULL;
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

static int loss(model_sink_t *sink, const model_record_t *r, unsigned number_of_stream,
                uint64_t time)
{
    sink_t *s = sink->memory;
    stream_t *stream = &s->streams[number_of_stream];
    uint64_t lost = 0;

    // an empty packet before the loss, if necessary: readers take the difference of two counts
    open_packet(stream, time);
    int rc = close_packet(sink, number_of_stream);
    if (rc)
        return rc;
    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        lost += r->loss.count[class];
    stream->discarded += lost;
    event_begins(s, r, LOSS, time);
    number(s, r->loss.counted, 1);
    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        number(s, r->loss.count[class], 8);
    number(s, r->loss.cause, 8);
    number(s, r->loss.source, 8);
    number(s, r->loss.first, 8);
    number(s, r->loss.last, 8);
    return event_ends(sink, r, number_of_stream, time);
}

static int record(model_sink_t *sink, const model_record_t *r)
{
    sink_t *s = sink->memory;
    unsigned stream = r->hart < HARTS ? r->hart : HARTS;
    const model_survey_series_t *p;
    bool exact = true;

    if (r->hart != MODEL_NO_HART && r->hart >= HARTS)
        model_reduce(&sink->account, r->kind, MODEL_LESS_HART);
    if (r->timed) {
        const uint64_t time = model_scale(&s->rate, r->time, &exact);
        if (!exact)
            model_reduce(&sink->account, r->kind, MODEL_LESS_TIME);
        if (time > s->last)
            s->last = time;
    }
    if (r->kind == MODEL_LOSS) {
        if (r->loss.source)
            stream = (unsigned)__builtin_ctzll(r->loss.source) / 4;
        return loss(sink, r, stream, s->last);
    }
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
        p = model_survey_series(sink->survey, r);
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
    return rc;
}

const model_format_t model_ctf = {
    .name = "ctf",
    .title = "CTF 1.8, a directory, for babeltrace2 and Trace Compass",
    .endings = "ctf",
    .flags = MODEL_SURVEYS | MODEL_ORDERED | MODEL_DIRECTORY,
    .sink_size = sink_size,
    .begin = begin,
    .record = record,
    .end = end,
};
