// SPDX-License-Identifier: Apache-2.0
// FXT writer: composes each record of fxt.h word by word.
#include "fxt.h"

#include <string.h>

enum record_type {
    METADATA = 0, INITIALIZATION = 1, STRING = 2, THREAD = 3, EVENT = 4, BLOB = 5, USERSPACE_OBJECT = 6,
    KERNEL_OBJECT = 7, SCHEDULING = 8, LOG = 9,
};
enum metadata_type { PROVIDER_INFO = 1, PROVIDER_SECTION = 2, PROVIDER_EVENT = 3, TRACE_INFO = 4 };

static const uint64_t magic = 0x0016547846040010;

void fxt_writer_init(struct fxt_writer *w, fxt_write_fn *write, void *context, void *record, size_t capacity)
{
    *w = (struct fxt_writer){.write = write, .context = context, .record = record,
                             .capacity = capacity < FXT_RECORD_MAX ? capacity : FXT_RECORD_MAX};
}

struct fxt_string fxt_indexed(uint16_t index)
{
    return (struct fxt_string){index, NULL, 0};
}

struct fxt_string fxt_text(const char *text)
{
    return (struct fxt_string){0, text, strlen(text)};
}

// --- words and streams of the record being composed ------------------------------------------------------------------

static void put_word(struct fxt_writer *w, size_t at, uint64_t word)
{
    for (unsigned i = 0; i < 8; i++)
        w->record[at + i] = (uint8_t)(word >> 8 * i);
}

static void append(struct fxt_writer *w, uint64_t word)
{
    if (w->capacity - w->used < 8) {
        w->overflow = 1;
        return;
    }
    put_word(w, w->used, word);
    w->used += 8;
}

static void append_stream(struct fxt_writer *w, const void *octets, size_t size)
{
    size_t padded = (size + 7) & ~(size_t)7;
    if (w->capacity - w->used < padded) {
        w->overflow = 1;
        return;
    }
    if (size)
        memcpy(w->record + w->used, octets, size);
    memset(w->record + w->used + size, 0, padded - size);
    w->used += padded;
}

static void begin(struct fxt_writer *w)
{
    w->used = 0;
    w->overflow = 0;
    append(w, 0);
}

// Finishes a record: fields is its header word without size.
static int end(struct fxt_writer *w, uint64_t fields)
{
    if (w->failed)
        return FXT_E_WRITE;
    if (w->overflow)
        return FXT_E_SIZE;
    put_word(w, 0, fields | (uint64_t)(w->used / 8) << 4);
    if (w->write(w->context, w->record, w->used)) {
        w->failed = 1;
        return FXT_E_WRITE;
    }
    return 0;
}

// --- references and arguments ------------------------------------------------------------------------------------------

static int string_ok(struct fxt_string s)
{
    return s.index <= 0x7fff && s.length <= FXT_STRING_MAX && !(s.index && s.length);
}

static uint64_t string_ref(struct fxt_string s)
{
    return s.length ? 0x8000 | s.length : s.index;
}

static void append_string(struct fxt_writer *w, struct fxt_string s)
{
    append_stream(w, s.text, s.length);
}

static void append_thread(struct fxt_writer *w, struct fxt_thread t)
{
    if (t.index)
        return;
    append(w, t.process);
    append(w, t.thread);
}

static int args_ok(struct fxt_args args)
{
    if (args.count > FXT_ARGS_MAX)
        return 0;
    for (unsigned i = 0; i < args.count; i++) {
        const struct fxt_arg *a = &args.arg[i];
        if ((unsigned)a->type > FXT_KOID || !string_ok(a->name) ||
            (a->type == FXT_STRING && !string_ok(a->value.string)))
            return 0;
    }
    return 1;
}

static void append_arg(struct fxt_writer *w, const struct fxt_arg *a)
{
    size_t at = w->used;
    uint64_t header = (uint64_t)a->type | string_ref(a->name) << 16;

    append(w, 0);
    append_string(w, a->name);
    switch (a->type) {
    case FXT_NULL:
        break;
    case FXT_INT32:
        header |= (uint64_t)(uint32_t)a->value.i32 << 32;
        break;
    case FXT_UINT32:
        header |= (uint64_t)a->value.u32 << 32;
        break;
    case FXT_STRING:
        header |= string_ref(a->value.string) << 32;
        append_string(w, a->value.string);
        break;
    case FXT_DOUBLE: {
        uint64_t bits;
        memcpy(&bits, &a->value.f64, sizeof bits);
        append(w, bits);
        break;
    }
    case FXT_INT64:
        append(w, (uint64_t)a->value.i64);
        break;
    case FXT_UINT64:
    case FXT_POINTER:
    case FXT_KOID:
        append(w, a->value.u64);
        break;
    }
    if (!w->overflow)
        put_word(w, at, header | (uint64_t)((w->used - at) / 8) << 4);
}

static void append_args(struct fxt_writer *w, struct fxt_args args)
{
    for (unsigned i = 0; i < args.count; i++)
        append_arg(w, &args.arg[i]);
}

// --- metadata --------------------------------------------------------------------------------------------------------------

static uint64_t metadata(enum metadata_type type, uint32_t id)
{
    return METADATA | (uint64_t)type << 16 | (uint64_t)id << 20;
}

int fxt_magic(struct fxt_writer *w)
{
    begin(w);
    return end(w, magic & ~(uint64_t)0xfff0);
}

int fxt_provider(struct fxt_writer *w, uint32_t id, const char *name)
{
    size_t length = strlen(name);
    if (length > 0xff)
        return FXT_E_ARG;
    begin(w);
    append_stream(w, name, length);
    return end(w, metadata(PROVIDER_INFO, id) | (uint64_t)length << 52);
}

int fxt_section(struct fxt_writer *w, uint32_t id)
{
    begin(w);
    return end(w, metadata(PROVIDER_SECTION, id));
}

int fxt_provider_event(struct fxt_writer *w, uint32_t id, unsigned event)
{
    if (event > 0xf)
        return FXT_E_ARG;
    begin(w);
    return end(w, metadata(PROVIDER_EVENT, id) | (uint64_t)event << 52);
}

int fxt_init(struct fxt_writer *w, uint64_t ticks_per_second)
{
    if (!ticks_per_second)
        return FXT_E_ARG;
    begin(w);
    append(w, ticks_per_second);
    return end(w, INITIALIZATION);
}

// --- tables ------------------------------------------------------------------------------------------------------------------

int fxt_string_record(struct fxt_writer *w, uint16_t index, const char *text, size_t length)
{
    if (index < 1 || index > 0x7fff || length > FXT_STRING_MAX)
        return FXT_E_ARG;
    begin(w);
    append_stream(w, text, length);
    return end(w, STRING | (uint64_t)index << 16 | (uint64_t)length << 32);
}

int fxt_thread_record(struct fxt_writer *w, uint8_t index, uint64_t process, uint64_t thread)
{
    if (!index)
        return FXT_E_ARG;
    begin(w);
    append(w, process);
    append(w, thread);
    return end(w, THREAD | (uint64_t)index << 16);
}

// --- events ------------------------------------------------------------------------------------------------------------------

static int has_extra(enum fxt_event_type type)
{
    return type == FXT_COUNTER || type >= FXT_COMPLETE;
}

int fxt_event(struct fxt_writer *w, const struct fxt_event *e)
{
    if ((unsigned)e->type > FXT_FLOW_END || !string_ok(e->category) || !string_ok(e->name) || !args_ok(e->args))
        return FXT_E_ARG;
    begin(w);
    append(w, e->time);
    append_thread(w, e->thread);
    append_string(w, e->category);
    append_string(w, e->name);
    append_args(w, e->args);
    if (has_extra(e->type))
        append(w, e->extra);
    return end(w, EVENT | (uint64_t)e->type << 16 | (uint64_t)e->args.count << 20 | (uint64_t)e->thread.index << 24 |
                      string_ref(e->category) << 32 | string_ref(e->name) << 48);
}

// --- objects, switches, the rest -----------------------------------------------------------------------------------------

int fxt_blob(struct fxt_writer *w, struct fxt_string name, unsigned type, const void *data, size_t size)
{
    if (!string_ok(name) || type > 0xff || size > 0x7fff)
        return FXT_E_ARG;
    begin(w);
    append_string(w, name);
    append_stream(w, data, size);
    return end(w, BLOB | string_ref(name) << 16 | (uint64_t)size << 32 | (uint64_t)type << 48);
}

int fxt_userspace_object(struct fxt_writer *w, struct fxt_thread process, uint64_t pointer, struct fxt_string name,
                         struct fxt_args args)
{
    if (!string_ok(name) || !args_ok(args))
        return FXT_E_ARG;
    begin(w);
    append(w, pointer);
    if (!process.index)
        append(w, process.process);
    append_string(w, name);
    append_args(w, args);
    return end(w, USERSPACE_OBJECT | (uint64_t)process.index << 16 | string_ref(name) << 24 | (uint64_t)args.count << 40);
}

int fxt_kernel_object(struct fxt_writer *w, unsigned type, uint64_t koid, struct fxt_string name, struct fxt_args args)
{
    if (type > 0xff || !string_ok(name) || !args_ok(args))
        return FXT_E_ARG;
    begin(w);
    append(w, koid);
    append_string(w, name);
    append_args(w, args);
    return end(w, KERNEL_OBJECT | (uint64_t)type << 16 | string_ref(name) << 24 | (uint64_t)args.count << 40);
}

int fxt_context_switch(struct fxt_writer *w, const struct fxt_switch *s)
{
    if ((unsigned)s->outgoing_state > FXT_STATE_DEAD || !args_ok(s->args))
        return FXT_E_ARG;
    begin(w);
    append(w, s->time);
    append(w, s->outgoing);
    append(w, s->incoming);
    append_args(w, s->args);
    return end(w, SCHEDULING | (uint64_t)s->args.count << 16 | (uint64_t)s->cpu << 20 |
                      (uint64_t)s->outgoing_state << 36 | (uint64_t)1 << 60);
}

int fxt_legacy_context_switch(struct fxt_writer *w, const struct fxt_legacy_switch *s)
{
    if ((unsigned)s->outgoing_state > FXT_STATE_DEAD)
        return FXT_E_ARG;
    begin(w);
    append(w, s->time);
    append_thread(w, s->outgoing);
    append_thread(w, s->incoming);
    return end(w, SCHEDULING | (uint64_t)s->cpu << 16 | (uint64_t)s->outgoing_state << 24 |
                      (uint64_t)s->outgoing.index << 28 | (uint64_t)s->incoming.index << 36 |
                      (uint64_t)s->outgoing_priority << 44 | (uint64_t)s->incoming_priority << 52);
}

int fxt_log(struct fxt_writer *w, uint64_t time, struct fxt_thread thread, const char *text, size_t length)
{
    if (length > 0x7fff)
        return FXT_E_ARG;
    begin(w);
    append(w, time);
    append_thread(w, thread);
    append_stream(w, text, length);
    return end(w, LOG | (uint64_t)length << 16 | (uint64_t)thread.index << 32);
}
