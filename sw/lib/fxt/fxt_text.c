// SPDX-License-Identifier: Apache-2.0
// FXT: records and errors as text, times as nanoseconds.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "fxt_types.h"

static const char *const kinds[FXT_KINDS] = {
    [FXT_ERROR] = "error",
    [FXT_MAGIC] = "magic",
    [FXT_PROVIDER_INFO] = "provider-info",
    [FXT_PROVIDER_SECTION] = "provider-section",
    [FXT_PROVIDER_EVENT] = "provider-event",
    [FXT_INITIALIZATION] = "initialization",
    [FXT_STRING] = "string",
    [FXT_THREAD] = "thread",
    [FXT_EVENT] = "event",
    [FXT_BLOB] = "blob",
    [FXT_USERSPACE_OBJECT] = "userspace-object",
    [FXT_KERNEL_OBJECT] = "kernel-object",
    [FXT_SWITCH] = "switch",
    [FXT_WAKEUP] = "wakeup",
    [FXT_LOG] = "log",
    [FXT_LARGE_BLOB] = "large-blob",
    [FXT_UNKNOWN] = "unknown",
};

const char *fxt_kind_name(fxt_kind_t kind)
{
    return (unsigned)kind < FXT_KINDS ? kinds[kind] : "?";
}

const char *fxt_event_name(fxt_event_type_t type)
{
    static const char *const names[] = {"instant",    "counter",     "begin",         "end",
                                        "complete",   "async-begin", "async-instant", "async-end",
                                        "flow-begin", "flow-step",   "flow-end"};
    return (unsigned)type < sizeof names / sizeof *names ? names[type] : "?";
}

// ---- a line

typedef struct {
    char *at;
    size_t left; // with the final 0
} line_t;

__attribute__((format(printf, 2, 3))) static void put(line_t *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int size = vsnprintf(l->at, l->left, format, args);
    va_end(args);
    size_t used = size < 0 ? 0 : (size_t)size < l->left ? (size_t)size : l->left ? l->left - 1 : 0;
    l->at += used;
    l->left -= used;
}

static void put_char(line_t *l, char c)
{
    if (l->left < 2)
        return;
    *l->at++ = c;
    *l->at = 0;
    l->left--;
}

static void put_byte(line_t *l, uint8_t byte)
{
    static const char digits[] = "0123456789abcdef";
    put_char(l, digits[byte >> 4]);
    put_char(l, digits[byte & 15]);
}

// In quotes. Escapes characters that a terminal cannot show; bytes outside ASCII stay.
static void put_text(line_t *l, const char *text, size_t length)
{
    put_char(l, '"');
    for (size_t i = 0; i < length && l->left > 1; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < 0x20 || c == 0x7f) {
            put_char(l, '\\');
            put_char(l, 'x');
            put_byte(l, c);
            continue;
        }
        if (c == '"' || c == '\\')
            put_char(l, '\\');
        put_char(l, (char)c);
    }
    put_char(l, '"');
}

static void put_bytes(line_t *l, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size && l->left > 1; i++)
        put_byte(l, bytes[i]);
}

static void put_string(line_t *l, fxt_string_t s)
{
    if (s.text)
        put_text(l, s.text, s.length);
    else
        put(l, "?");
    if (s.index)
        put(l, "#%u", s.index);
}

static void put_thread(line_t *l, const char *label, fxt_thread_t t)
{
    put(l, " %s ", label);
    if (t.unknown)
        put(l, "?");
    else
        put(l, "%" PRIu64 ":%" PRIu64, t.process, t.thread);
    if (t.index)
        put(l, "#%u", t.index);
}

static void put_arg(line_t *l, const fxt_arg_t *a)
{
    static const char *const types[] = {"null",   "int32",  "uint32",  "int64", "uint64",
                                        "double", "string", "pointer", "koid",  "bool"};
    put(l, " ");
    put_string(l, a->name);
    if (a->type > FXT_ARG_BOOL) {
        put(l, "=type-%u(%08" PRIx32 ":", a->type, a->value.raw.high);
        put_bytes(l, a->value.raw.bytes, a->value.raw.size);
        put(l, ")");
        return;
    }
    if (a->type == FXT_ARG_NULL)
        return;
    put(l, "=%s(", types[a->type]);
    switch (a->type) {
    case FXT_ARG_INT32: put(l, "%" PRId32, a->value.i32); break;
    case FXT_ARG_UINT32: put(l, "%" PRIu32, a->value.u32); break;
    case FXT_ARG_INT64: put(l, "%" PRId64, a->value.i64); break;
    case FXT_ARG_DOUBLE: put(l, "%.17g", a->value.f64); break;
    case FXT_ARG_STRING: put_string(l, a->value.string); break;
    case FXT_ARG_POINTER: put(l, "0x%" PRIx64, a->value.u64); break;
    case FXT_ARG_BOOL: put(l, a->value.boolean ? "true" : "false"); break;
    default: put(l, "%" PRIu64, a->value.u64);
    }
    put(l, ")");
}

static void put_args(line_t *l, fxt_args_t args)
{
    for (unsigned i = 0; i < args.count; i++)
        put_arg(l, &args.arg[i]);
}

// ---- records

static void put_event(line_t *l, const fxt_event_t *e)
{
    put(l, " %s time %" PRIu64, fxt_event_name(e->type), e->time);
    if (e->type == FXT_COMPLETE)
        put(l, " end %" PRIu64, e->extra);
    put_thread(l, "thread", e->thread);
    put(l, " category ");
    put_string(l, e->category);
    put(l, " name ");
    put_string(l, e->name);
    if (e->type == FXT_COUNTER || e->type > FXT_COMPLETE)
        put(l, " id %" PRIu64, e->extra);
    if (e->type == FXT_INSTANT && e->extra)
        put(l, " scope %" PRIu64, e->extra);
    put_args(l, e->args);
}

static const char *state_name(unsigned state)
{
    static const char *const names[] = {"new", "running", "suspended", "blocked", "dying", "dead"};
    return state < sizeof names / sizeof *names ? names[state] : NULL;
}

static void put_switch(line_t *l, const fxt_switch_t *s)
{
    put(l, "%s time %" PRIu64 " cpu %u", s->legacy ? " legacy" : "", s->time, s->cpu);
    if (s->legacy) {
        put_thread(l, "outgoing", s->outgoing);
        put(l, " priority %u", s->outgoing_priority);
    } else {
        put(l, " outgoing %" PRIu64, s->outgoing.thread);
    }
    if (state_name(s->outgoing_state))
        put(l, " %s", state_name(s->outgoing_state));
    else
        put(l, " state-%u", s->outgoing_state);
    if (s->legacy) {
        put_thread(l, "incoming", s->incoming);
        put(l, " priority %u", s->incoming_priority);
    } else {
        put(l, " incoming %" PRIu64, s->incoming.thread);
    }
    put_args(l, s->args);
}

static void put_large_blob(line_t *l, const fxt_large_blob_t *b)
{
    if (!b->at) {
        put(l, " category ");
        put_string(l, b->category);
        put(l, " name ");
        put_string(l, b->name);
        if (!b->plain) {
            put(l, " time %" PRIu64, b->time);
            put_thread(l, "thread", b->thread);
            put_args(l, b->args);
        }
    }
    put(l, " at %" PRIu64 " of %" PRIu64 " ", b->at, b->size);
    put_bytes(l, b->data, b->length);
}

char *fxt_record_text(const fxt_record_t *r, char *text, size_t size)
{
    line_t line = {text, size}, *l = &line;

    if (size)
        *text = 0;
    if (r->kind == FXT_ERROR)
        return fxt_error_text(&r->error, text, size);
    put(l, "%s", fxt_kind_name(r->kind));
    switch (r->kind) {
    case FXT_ERROR:
    case FXT_MAGIC: break;
    case FXT_PROVIDER_INFO:
        put(l, " %" PRIu32 " ", r->provider_info.id);
        put_text(l, r->provider_info.name, r->provider_info.name_length);
        break;
    case FXT_PROVIDER_SECTION: put(l, " %" PRIu32, r->provider_section); break;
    case FXT_PROVIDER_EVENT:
        put(l, " %" PRIu32, r->provider_event.id);
        if (r->provider_event.event == FXT_BUFFER_FULL)
            put(l, " buffer-full");
        else
            put(l, " event-%u", r->provider_event.event);
        break;
    case FXT_INITIALIZATION: put(l, " %" PRIu64 " ticks/s", r->ticks_per_second); break;
    case FXT_STRING:
        put(l, " #%u ", r->string.index);
        put_text(l, r->string.text, r->string.length);
        break;
    case FXT_THREAD:
        put(l, " #%u %" PRIu64 ":%" PRIu64, r->thread.index, r->thread.process, r->thread.thread);
        break;
    case FXT_EVENT: put_event(l, &r->event); break;
    case FXT_BLOB:
        put(l, " ");
        put_string(l, r->blob.name);
        put(l, " type %u ", r->blob.type);
        put_bytes(l, r->blob.data, r->blob.size);
        break;
    case FXT_USERSPACE_OBJECT:
        put_thread(l, "process", r->userspace_object.process);
        put(l, " address 0x%" PRIx64 " name ", r->userspace_object.pointer);
        put_string(l, r->userspace_object.name);
        put_args(l, r->userspace_object.args);
        break;
    case FXT_KERNEL_OBJECT:
        put(l, " type %u koid %" PRIu64 " name ", r->kernel_object.type, r->kernel_object.koid);
        put_string(l, r->kernel_object.name);
        put_args(l, r->kernel_object.args);
        break;
    case FXT_SWITCH: put_switch(l, &r->context_switch); break;
    case FXT_WAKEUP:
        put(l, " time %" PRIu64 " cpu %u thread %" PRIu64, r->wakeup.time, r->wakeup.cpu,
            r->wakeup.thread);
        put_args(l, r->wakeup.args);
        break;
    case FXT_LOG:
        put(l, " time %" PRIu64, r->log.time);
        put_thread(l, "thread", r->log.thread);
        put(l, " ");
        put_text(l, r->log.text, r->log.length);
        break;
    case FXT_LARGE_BLOB: put_large_blob(l, &r->large_blob); break;
    case FXT_UNKNOWN:
        put(l, " type %u ", r->unknown);
        put_bytes(l, r->raw, r->raw_size);
        break;
    }
    return text;
}

// ---- errors

static void put_problem(line_t *l, const fxt_error_t *e)
{
    switch (e->code) {
    case FXT_E_HEADER: put(l, "expected a record header, found 0x%016" PRIx64, e->found); break;
    case FXT_E_CUT:
        put(l, "the stream ends: expected %" PRIu64 " bytes, found %" PRIu64, e->expected,
            e->found);
        break;
    case FXT_E_SHORT:
        put(l, "ends in %s: expected %" PRIu64 " bytes, found %" PRIu64, e->what, e->expected,
            e->found);
        break;
    case FXT_E_ARG_SIZE:
        put(l, "size of an argument: expected 1 to %" PRIu64 " words, found %" PRIu64, e->expected,
            e->found);
        break;
    case FXT_E_ARG_SHORT:
        put(l, "argument ends in %s: expected %" PRIu64 " bytes, found %" PRIu64, e->what,
            e->expected, e->found);
        break;
    case FXT_E_STRING:
        put(l, "%s: expected a string of the table, found index %" PRIu64, e->what, e->found);
        break;
    case FXT_E_THREAD:
        put(l, "%s: expected a thread of the table, found index %" PRIu64, e->what, e->found);
        break;
    case FXT_E_VALUE:
        if (e->expected < e->found)
            put(l, "%s: expected at most %" PRIu64 ", found %" PRIu64, e->what, e->expected,
                e->found);
        else
            put(l, "%s: expected at least %" PRIu64 ", found %" PRIu64, e->what, e->expected,
                e->found);
        break;
    case FXT_E_MEMORY:
        put(l, "limit of this reader: expected at most %" PRIu64 " %s", e->expected, e->what);
        break;
    case FXT_E_RESERVED: put(l, "unused bits: expected 0, found 0x%" PRIx64, e->found); break;
    case FXT_E_PADDING:
        put(l, "padding of %s: expected 0, found 0x%02" PRIx64, e->what, e->found);
        break;
    case FXT_E_LENGTH:
        put(l, "%s: expected at most %" PRIu64 " bytes, found %" PRIu64, e->what, e->expected,
            e->found);
        break;
    case FXT_E_UTF8: put(l, "%s: expected UTF-8, found other bytes", e->what); break;
    case FXT_E_MORE:
        put(l, "expected the end of the %s, found %" PRIu64 " bytes more",
            *e->what ? e->what : "record", e->found);
        break;
    case FXT_E_INDEX: put(l, "expected an index of at least 1, found 0"); break;
    case FXT_E_UNKNOWN:
        put(l, "expected a known %s, found type %" PRIu64, e->what, e->found);
        break;
    case FXT_E_FIRST:
        put(l, "expected the magic record first, found 0x%016" PRIx64, e->found);
        break;
    case FXT_E_PROVIDER:
        put(l, "expected a provider that was introduced, found %" PRIu64, e->found);
        break;
    case FXT_E_ARG: put(l, "argument out of range"); break;
    case FXT_E_SIZE: put(l, "record too long"); break;
    case FXT_E_WRITE: put(l, "write failed"); break;
    case FXT_E_ORDER: put(l, "unknown record of the other byte order"); break;
    default: put(l, "error %d", e->code);
    }
}

char *fxt_error_text(const fxt_error_t *error, char *text, size_t size)
{
    line_t line = {text, size}, *l = &line;

    if (size)
        *text = 0;
    put(l, "byte %" PRIu64, error->offset);
    if (error->kind != FXT_UNKNOWN)
        put(l, ": %s", fxt_kind_name(error->kind));
    if (error->at)
        put(l, "%s at +%" PRIu32, error->kind != FXT_UNKNOWN ? "" : ": record", error->at);
    put(l, ": ");
    put_problem(l, error);
    if (error->rejected && error->skipped)
        put(l, " (%" PRIu64 " bytes passed over)", error->skipped);
    return text;
}

// ---- times

uint64_t fxt_nanoseconds(uint64_t ticks, uint64_t ticks_per_second)
{
    const uint64_t billion = 1000000000;
    uint64_t seconds = ticks / ticks_per_second, rest = ticks % ticks_per_second, part = 0;

    if (ticks_per_second == billion)
        return ticks;
    if (rest <= UINT64_MAX / billion) {
        part = rest * billion / ticks_per_second;
    } else { // more than 18 ticks a nanosecond: long division, decimal digit by digit
        for (int digit = 0; digit < 9; digit++) {
            unsigned d = 0;
            uint64_t sum = 0; // rest * 10, reduced in each step against overflow
            for (int i = 0; i < 10; i++) {
                if (sum >= ticks_per_second - rest) {
                    sum -= ticks_per_second - rest;
                    d++;
                } else {
                    sum += rest;
                }
            }
            part = part * 10 + d;
            rest = sum;
        }
    }
    return seconds > (UINT64_MAX - part) / billion ? UINT64_MAX : seconds * billion + part;
}
