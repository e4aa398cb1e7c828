// SPDX-License-Identifier: Apache-2.0
// FXT writer: composes each record of fxt_types.h word by word.
#include "fxt_write.h"

#include <string.h>

#include "fxt_layout.h"

void fxt_writer_init(fxt_writer_t *w, fxt_write_fn *write, void *context, void *record,
                     size_t capacity)
{
    *w = (fxt_writer_t){.write = write,
                        .context = context,
                        .record = record,
                        .capacity = capacity < FXT_RECORD_MAX ? capacity : FXT_RECORD_MAX};
}

fxt_string_t fxt_indexed(uint16_t index) { return (fxt_string_t){.index = index}; }

fxt_string_t fxt_text(const char *text)
{
    size_t length = strlen(text);
    return (fxt_string_t){.text = text,
                          .length = length > UINT16_MAX ? UINT16_MAX : (uint16_t)length};
}

// ---- words and streams of the record being composed

static void put_word(fxt_writer_t *w, size_t at, uint64_t word)
{
    for (unsigned i = 0; i < 8; i++)
        w->record[at + i] = (uint8_t)(word >> 8 * i);
}

static void append(fxt_writer_t *w, uint64_t word)
{
    if (w->capacity - w->used < 8) {
        w->overflow = true;
        return;
    }
    put_word(w, w->used, word);
    w->used += 8;
}

static void append_stream(fxt_writer_t *w, const void *bytes, size_t size)
{
    size_t padded = (size + 7) & ~(size_t)7;
    if (w->capacity - w->used < padded) {
        w->overflow = true;
        return;
    }
    if (!size)
        return;
    put_word(w, w->used + padded - 8, 0);
    memcpy(w->record + w->used, bytes, size);
    w->used += padded;
}

static void begin(fxt_writer_t *w)
{
    w->used = 0;
    w->overflow = false;
    append(w, 0);
}

static int flush(fxt_writer_t *w, const void *bytes, size_t size)
{
    if (w->write(w->context, bytes, size))
        w->failed = true;
    return w->failed ? FXT_E_WRITE : 0;
}

// Ends a record: fields is its header word without size.
static int end(fxt_writer_t *w, uint64_t fields)
{
    if (w->failed)
        return FXT_E_WRITE;
    if (w->overflow)
        return FXT_E_SIZE;
    put_word(w, 0, fields | (uint64_t)(w->used / 8) << 4);
    return flush(w, w->record, w->used);
}

// ---- references and arguments

static bool string_ok(fxt_string_t s)
{
    return s.index <= FXT_STRINGS_MAX && (s.index || s.length <= FXT_STRING_MAX);
}

static uint64_t string_ref(fxt_string_t s)
{
    return s.index ? s.index : s.length ? 0x8000u | s.length : 0;
}

static void append_string(fxt_writer_t *w, fxt_string_t s)
{
    if (!s.index)
        append_stream(w, s.text, s.length);
}

static void append_thread(fxt_writer_t *w, fxt_thread_t t)
{
    if (t.index)
        return;
    append(w, t.process);
    append(w, t.thread);
}

static bool args_ok(fxt_args_t args)
{
    if (args.count > FXT_ARGS_MAX)
        return false;
    for (unsigned i = 0; i < args.count; i++) {
        const fxt_arg_t *a = &args.arg[i];
        if (a->type > 15 || !string_ok(a->name) ||
            (a->type == FXT_ARG_STRING && !string_ok(a->value.string)) ||
            (a->type > FXT_ARG_BOOL && a->value.raw.size % 8))
            return false;
    }
    return true;
}

static void append_arg(fxt_writer_t *w, const fxt_arg_t *a)
{
    size_t at = w->used;
    uint64_t header = a->type | string_ref(a->name) << 16;

    append(w, 0);
    append_string(w, a->name);
    switch (a->type) {
    case FXT_ARG_NULL: break;
    case FXT_ARG_INT32: header |= (uint64_t)(uint32_t)a->value.i32 << 32; break;
    case FXT_ARG_UINT32: header |= (uint64_t)a->value.u32 << 32; break;
    case FXT_ARG_STRING:
        header |= string_ref(a->value.string) << 32;
        append_string(w, a->value.string);
        break;
    case FXT_ARG_DOUBLE: {
        uint64_t bits;
        memcpy(&bits, &a->value.f64, sizeof bits);
        append(w, bits);
        break;
    }
    case FXT_ARG_INT64: append(w, (uint64_t)a->value.i64); break;
    case FXT_ARG_UINT64:
    case FXT_ARG_POINTER:
    case FXT_ARG_KOID: append(w, a->value.u64); break;
    case FXT_ARG_BOOL: header |= (uint64_t)a->value.boolean << 32; break;
    default:
        header |= (uint64_t)a->value.raw.high << 32;
        append_stream(w, a->value.raw.bytes, a->value.raw.size);
    }
    if (!w->overflow)
        put_word(w, at, header | (uint64_t)((w->used - at) / 8) << 4);
}

static void append_args(fxt_writer_t *w, fxt_args_t args)
{
    for (unsigned i = 0; i < args.count; i++)
        append_arg(w, &args.arg[i]);
}

// ---- metadata

static uint64_t metadata(unsigned type, uint32_t id)
{
    return FXT_T_METADATA | (uint64_t)type << 16 | (uint64_t)id << 20;
}

int fxt_write_magic(fxt_writer_t *w)
{
    begin(w);
    return end(w, FXT_MAGIC_WORD & ~(uint64_t)0xfff0);
}

int fxt_write_provider(fxt_writer_t *w, uint32_t id, const char *name, size_t length)
{
    if (length > FXT_PROVIDER_NAME_MAX)
        return FXT_E_ARG;
    begin(w);
    append_stream(w, name, length);
    return end(w, metadata(FXT_M_PROVIDER_INFO, id) | (uint64_t)length << 52);
}

int fxt_write_section(fxt_writer_t *w, uint32_t id)
{
    begin(w);
    return end(w, metadata(FXT_M_PROVIDER_SECTION, id));
}

int fxt_write_provider_event(fxt_writer_t *w, uint32_t id, unsigned event)
{
    if (event > 0xf)
        return FXT_E_ARG;
    begin(w);
    return end(w, metadata(FXT_M_PROVIDER_EVENT, id) | (uint64_t)event << 52);
}

int fxt_write_init(fxt_writer_t *w, uint64_t ticks_per_second)
{
    if (!ticks_per_second)
        return FXT_E_ARG;
    begin(w);
    append(w, ticks_per_second);
    return end(w, FXT_T_INITIALIZATION);
}

// ---- tables

int fxt_write_string(fxt_writer_t *w, uint16_t index, const char *text, size_t length)
{
    if (index < 1 || index > FXT_STRINGS_MAX || length > FXT_STRING_MAX)
        return FXT_E_ARG;
    begin(w);
    append_stream(w, text, length);
    return end(w, FXT_T_STRING | (uint64_t)index << 16 | (uint64_t)length << 32);
}

int fxt_write_thread(fxt_writer_t *w, uint8_t index, uint64_t process, uint64_t thread)
{
    if (!index)
        return FXT_E_ARG;
    begin(w);
    append(w, process);
    append(w, thread);
    return end(w, FXT_T_THREAD | (uint64_t)index << 16);
}

// ---- events

int fxt_write_event(fxt_writer_t *w, const fxt_event_t *e)
{
    if ((unsigned)e->type > FXT_FLOW_END || !string_ok(e->category) || !string_ok(e->name) ||
        !args_ok(e->args))
        return FXT_E_ARG;
    begin(w);
    append(w, e->time);
    append_thread(w, e->thread);
    append_string(w, e->category);
    append_string(w, e->name);
    append_args(w, e->args);
    if (fxt_event_has_extra(e->type) || (e->type == FXT_INSTANT && e->extra))
        append(w, e->extra);
    return end(w, FXT_T_EVENT | (uint64_t)e->type << 16 | (uint64_t)e->args.count << 20 |
                      (uint64_t)e->thread.index << 24 | string_ref(e->category) << 32 |
                      string_ref(e->name) << 48);
}

// ---- objects, switches, the rest

int fxt_write_blob(fxt_writer_t *w, const fxt_blob_t *b)
{
    if (!string_ok(b->name) || b->size > 0x7fff)
        return FXT_E_ARG;
    begin(w);
    append_string(w, b->name);
    append_stream(w, b->data, b->size);
    return end(w, FXT_T_BLOB | string_ref(b->name) << 16 | (uint64_t)b->size << 32 |
                      (uint64_t)b->type << 48);
}

int fxt_write_userspace_object(fxt_writer_t *w, const fxt_userspace_object_t *o)
{
    if (!string_ok(o->name) || !args_ok(o->args))
        return FXT_E_ARG;
    begin(w);
    append(w, o->pointer);
    if (!o->process.index)
        append(w, o->process.process);
    append_string(w, o->name);
    append_args(w, o->args);
    return end(w, FXT_T_USERSPACE_OBJECT | (uint64_t)o->process.index << 16 |
                      string_ref(o->name) << 24 | (uint64_t)o->args.count << 40);
}

int fxt_write_kernel_object(fxt_writer_t *w, const fxt_kernel_object_t *o)
{
    if (!string_ok(o->name) || !args_ok(o->args))
        return FXT_E_ARG;
    begin(w);
    append(w, o->koid);
    append_string(w, o->name);
    append_args(w, o->args);
    return end(w, FXT_T_KERNEL_OBJECT | (uint64_t)o->type << 16 | string_ref(o->name) << 24 |
                      (uint64_t)o->args.count << 40);
}

int fxt_write_switch(fxt_writer_t *w, const fxt_switch_t *s)
{
    if (s->outgoing_state > 0xf || !args_ok(s->args) ||
        (s->legacy && (s->cpu > 0xff || s->args.count)))
        return FXT_E_ARG;
    begin(w);
    append(w, s->time);
    if (s->legacy) {
        append_thread(w, s->outgoing);
        append_thread(w, s->incoming);
        return end(w, FXT_T_SCHEDULING | (uint64_t)s->cpu << 16 |
                          (uint64_t)s->outgoing_state << 24 | (uint64_t)s->outgoing.index << 28 |
                          (uint64_t)s->incoming.index << 36 | (uint64_t)s->outgoing_priority << 44 |
                          (uint64_t)s->incoming_priority << 52);
    }
    append(w, s->outgoing.thread);
    append(w, s->incoming.thread);
    append_args(w, s->args);
    return end(w, FXT_T_SCHEDULING | (uint64_t)s->args.count << 16 | (uint64_t)s->cpu << 20 |
                      (uint64_t)s->outgoing_state << 36 | (uint64_t)FXT_S_SWITCH << 60);
}

int fxt_write_wakeup(fxt_writer_t *w, const fxt_wakeup_t *k)
{
    if (!args_ok(k->args))
        return FXT_E_ARG;
    begin(w);
    append(w, k->time);
    append(w, k->thread);
    append_args(w, k->args);
    return end(w, FXT_T_SCHEDULING | (uint64_t)k->args.count << 16 | (uint64_t)k->cpu << 20 |
                      (uint64_t)FXT_S_WAKEUP << 60);
}

int fxt_write_log(fxt_writer_t *w, const fxt_log_t *l)
{
    if (l->length > 0x7fff)
        return FXT_E_ARG;
    begin(w);
    append(w, l->time);
    append_thread(w, l->thread);
    append_stream(w, l->text, l->length);
    return end(w, FXT_T_LOG | (uint64_t)l->length << 16 | (uint64_t)l->thread.index << 32);
}

int fxt_write_large_blob(fxt_writer_t *w, const fxt_large_blob_t *b)
{
    static const uint8_t padding[8];
    if (b->at || b->length != b->size || b->size >> 34 || !string_ok(b->category) ||
        !string_ok(b->name) || !args_ok(b->args) || (b->plain && b->args.count))
        return FXT_E_ARG;
    begin(w);
    append(w, string_ref(b->category) | string_ref(b->name) << 16 | (uint64_t)b->args.count << 32 |
                  (uint64_t)(b->plain ? 0 : b->thread.index) << 36);
    append_string(w, b->category);
    append_string(w, b->name);
    if (!b->plain) {
        append(w, b->time);
        append_thread(w, b->thread);
        append_args(w, b->args);
    }
    append(w, b->size);
    if (w->failed)
        return FXT_E_WRITE;
    if (w->overflow)
        return FXT_E_SIZE;
    put_word(w, 0,
             FXT_T_LARGE | (uint64_t)(w->used / 8 + (b->size + 7) / 8) << 4 |
                 (uint64_t)b->plain << 40);
    int rc = flush(w, w->record, w->used);
    size_t whole = b->length & ~(size_t)7, rest = b->length - whole;
    if (!rc && whole)
        rc = flush(w, b->data, whole);
    if (!rc && rest) {
        memcpy(w->record, padding, 8);
        memcpy(w->record, b->data + whole, rest);
        rc = flush(w, w->record, 8);
    }
    return rc;
}

// ---- any record

static int copy(fxt_writer_t *w, const fxt_record_t *r)
{
    if (r->big_endian)
        return FXT_E_ORDER;
    if (r->raw_size < 8 || r->raw_size % 8)
        return FXT_E_ARG;
    return w->failed ? FXT_E_WRITE : flush(w, r->raw, r->raw_size);
}

int fxt_write(fxt_writer_t *w, const fxt_record_t *r)
{
    switch (r->kind) {
    case FXT_ERROR: return FXT_E_ARG;
    case FXT_MAGIC: return fxt_write_magic(w);
    case FXT_PROVIDER_INFO:
        return fxt_write_provider(w, r->provider_info.id, r->provider_info.name,
                                  r->provider_info.name_length);
    case FXT_PROVIDER_SECTION: return fxt_write_section(w, r->provider_section);
    case FXT_PROVIDER_EVENT:
        return fxt_write_provider_event(w, r->provider_event.id, r->provider_event.event);
    case FXT_INITIALIZATION: return fxt_write_init(w, r->ticks_per_second);
    case FXT_STRING: return fxt_write_string(w, r->string.index, r->string.text, r->string.length);
    case FXT_THREAD:
        return fxt_write_thread(w, r->thread.index, r->thread.process, r->thread.thread);
    case FXT_EVENT: return fxt_write_event(w, &r->event);
    case FXT_BLOB: return fxt_write_blob(w, &r->blob);
    case FXT_USERSPACE_OBJECT: return fxt_write_userspace_object(w, &r->userspace_object);
    case FXT_KERNEL_OBJECT: return fxt_write_kernel_object(w, &r->kernel_object);
    case FXT_SWITCH: return fxt_write_switch(w, &r->context_switch);
    case FXT_WAKEUP: return fxt_write_wakeup(w, &r->wakeup);
    case FXT_LOG: return fxt_write_log(w, &r->log);
    case FXT_LARGE_BLOB: return fxt_write_large_blob(w, &r->large_blob);
    case FXT_UNKNOWN: return copy(w, r);
    }
    return FXT_E_ARG;
}
