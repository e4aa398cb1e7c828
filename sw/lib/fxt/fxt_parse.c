// SPDX-License-Identifier: Apache-2.0
// FXT reader: parses one record. Errors; parts of a record (words, strings, threads, arguments);
// each kind of record; plausible headers; a complete record.
#include <string.h>

#include "fxt_reader.h"

// ---- errors

void fxt_report_error(fxt_reader_t *r, int code, uint32_t at, const char *what, uint64_t expected,
                      uint64_t found, bool reject)
{
    fxt_error_t *e = &r->error.error;
    if (r->has_error && (e->rejected || !reject))
        return;
    r->has_error = true;
    *e = (fxt_error_t){code,     r->record.kind, r->record.offset, at, what,
                       expected, found,          reject,           0};
}

static void note(fxt_reader_t *r, int code, uint32_t at, const char *what, uint64_t expected,
                 uint64_t found)
{
    fxt_report_error(r, code, at, what, expected, found, false);
}

// An error only for strict readers or trials. Later versions of the format may use bits and words
// that are unused today, so these do not fail a trial.
static void strict(fxt_reader_t *r, bool good, int code, uint32_t at, const char *what,
                   uint64_t expected, uint64_t found)
{
    if (!good && code == FXT_E_MORE && !r->trial)
        r->totals.more += found;
    if (good || (!r->config.strict && !r->trial))
        return;
    if (r->trial == FXT_TRIAL && code != FXT_E_PADDING && (code != FXT_E_MORE || found <= 32))
        return;
    note(r, code, at, what, expected, found);
}

static void reserved(fxt_reader_t *r, uint64_t word, uint32_t at, uint64_t mask)
{
    strict(r, !(word & mask), FXT_E_RESERVED, at, "", 0, word & mask);
}

void fxt_start_record(fxt_reader_t *r, const uint8_t *bytes, uint32_t size)
{
    r->record.kind = FXT_UNKNOWN;
    r->record.offset = r->offset;
    r->record.raw = bytes;
    r->record.raw_size = size;
    r->record.big_endian = r->big;
}

// ---- parts of a record

typedef struct {
    fxt_reader_t *r;
    const uint8_t *bytes; // of the record
    uint32_t at, end;     // end: of the record, or of the argument
    int code;             // error for a short one
} cursor_t;

// The next bytes, with padding; NULL, and an error, if they are missing.
static const uint8_t *take(cursor_t *c, uint32_t size, const char *what)
{
    uint32_t padded = (size + 7) & ~7u;
    if (c->end - c->at < padded) {
        fxt_report_error(c->r, c->code, c->at, what, padded, c->end - c->at,
                         c->code == FXT_E_SHORT);
        return NULL;
    }
    const uint8_t *bytes = c->bytes + c->at;
    if (c->r->config.strict || c->r->trial)
        for (uint32_t i = size; i < padded; i++)
            if (bytes[i]) {
                strict(c->r, false, FXT_E_PADDING, c->at + i, what, 0, bytes[i]);
                break;
            }
    c->at += padded;
    return bytes;
}

static bool take_word(cursor_t *c, uint64_t *word, const char *what)
{
    const uint8_t *bytes = take(c, 8, what);
    if (bytes)
        *word = fxt_word_at(c->r, bytes);
    return bytes;
}

static bool is_utf8(const uint8_t *s, size_t size)
{
    for (size_t i = 0; i < size;) {
        uint32_t c = s[i++];
        if (c < 0x80)
            continue;
        unsigned more = c >= 0xc2 && c < 0xe0   ? 1
                        : c >= 0xe0 && c < 0xf0 ? 2
                        : c >= 0xf0 && c < 0xf5 ? 3
                                                : 0;
        if (!more || size - i < more)
            return false;
        for (unsigned k = 0; k < more; k++) {
            if ((s[i + k] & 0xc0) != 0x80)
                return false;
        }
        if ((c == 0xe0 && s[i] < 0xa0) || (c == 0xed && s[i] > 0x9f) ||
            (c == 0xf0 && s[i] < 0x90) || (c == 0xf4 && s[i] > 0x8f))
            return false;
        i += more;
    }
    return true;
}

static const char *take_text(cursor_t *c, uint32_t length, const char *what)
{
    uint32_t at = c->at;
    const uint8_t *bytes = take(c, length, what);
    if (bytes && (c->r->config.strict || c->r->trial)) {
        strict(c->r, length <= FXT_STRING_MAX, FXT_E_LENGTH, at, what, FXT_STRING_MAX, length);
        strict(c->r, is_utf8(bytes, length), FXT_E_UTF8, at, what, 0, 0);
    }
    return (const char *)bytes;
}

// A string; ref_at: position of its reference.
static bool take_string(cursor_t *c, uint64_t ref, uint32_t ref_at, fxt_string_t *s,
                        const char *what)
{
    fxt_reader_t *r = c->r;
    *s = (fxt_string_t){.text = ""};
    if (ref & 0x8000) {
        s->length = ref & 0x7fff;
        s->text = take_text(c, s->length, what);
        return s->text;
    }
    if (!ref)
        return true;
    s->index = (uint16_t)ref;
    const fxt_name_t *name = fxt_names_find(
        &r->names, &(fxt_name_key_t){ref, 0, fxt_provider_index(r), FXT_NAME_STRING});
    if (name) {
        s->text = fxt_name_text(name);
        s->length = name->length;
    } else {
        s->text = NULL;
        note(r, FXT_E_STRING, ref_at, what, 0, ref);
    }
    return true;
}

static void find_thread(cursor_t *c, uint8_t ref, uint32_t ref_at, fxt_thread_t *t,
                        const char *what)
{
    const thread_entry_t *entry = &c->r->provider->threads[ref];
    *t = (fxt_thread_t){
        .process = entry->process, .thread = entry->thread, .index = ref, .unknown = !entry->known};
    if (t->unknown)
        note(c->r, FXT_E_THREAD, ref_at, what, 0, ref);
}

static bool take_thread(cursor_t *c, uint8_t ref, uint32_t ref_at, fxt_thread_t *t,
                        const char *what)
{
    if (ref) {
        find_thread(c, ref, ref_at, t, what);
        return true;
    }
    *t = (fxt_thread_t){0};
    return take_word(c, &t->process, what) && take_word(c, &t->thread, what);
}

// An argument; c ends at its end. Returns false if it is too short.
static bool parse_arg(cursor_t *c, uint64_t header, fxt_arg_t *a)
{
    uint32_t start = c->at - 8;
    uint32_t high = (uint32_t)(header >> 32);
    uint64_t word;

    a->type = header & 15;
    if (!take_string(c, header >> 16 & 0xffff, start + 2, &a->name, "an argument's name"))
        return false;
    switch (a->type) {
    case FXT_ARG_NULL:
        a->value.u64 = 0;
        reserved(c->r, header, start, (uint64_t)UINT32_MAX << 32);
        break;
    case FXT_ARG_INT32: memcpy(&a->value.i32, &high, sizeof high); break;
    case FXT_ARG_UINT32: a->value.u32 = high; break;
    case FXT_ARG_BOOL:
        a->value.boolean = high & 1;
        reserved(c->r, header, start, (uint64_t)(UINT32_MAX - 1) << 32);
        break;
    case FXT_ARG_STRING:
        reserved(c->r, header, start, (uint64_t)0xffff << 48);
        if (!take_string(c, high & 0xffff, start + 4, &a->value.string, "an argument's value"))
            return false;
        break;
    case FXT_ARG_INT64:
    case FXT_ARG_UINT64:
    case FXT_ARG_DOUBLE:
    case FXT_ARG_POINTER:
    case FXT_ARG_KOID:
        reserved(c->r, header, start, (uint64_t)UINT32_MAX << 32);
        if (!take_word(c, &word, "an argument's value"))
            return false;
        memcpy(&a->value, &word, sizeof word);
        break;
    default:
        strict(c->r, false, FXT_E_UNKNOWN, start, "argument", 0, a->type);
        a->value.raw.high = high;
        a->value.raw.bytes = c->bytes + c->at;
        a->value.raw.size = c->end - c->at;
        c->at = c->end;
    }
    strict(c->r, c->at == c->end, FXT_E_MORE, c->at, "argument", 0, c->end - c->at);
    return true;
}

static bool take_args(cursor_t *c, unsigned count, fxt_args_t *args)
{
    fxt_reader_t *r = c->r;
    uint64_t header;

    *args = (fxt_args_t){r->args, 0};
    for (unsigned i = 0; i < count; i++) {
        uint32_t start = c->at;
        if (!take_word(c, &header, "its arguments"))
            return false;
        uint32_t size = (header >> 4 & 0xfff) * 8;
        if (size < 8 || size > c->end - start) {
            fxt_report_error(r, FXT_E_ARG_SIZE, start, "", (c->end - start) / 8, size / 8, true);
            return false;
        }
        cursor_t inner = {r, c->bytes, c->at, start + size, FXT_E_ARG_SHORT};
        if (parse_arg(&inner, header, &r->args[args->count]))
            args->count++;
        c->at = start + size;
    }
    return true;
}

// The record is read: no bytes should be left.
static bool done(cursor_t *c)
{
    strict(c->r, c->at == c->end, FXT_E_MORE, c->at, "", 0, c->end - c->at);
    return true;
}

// ---- each kind of record

static void check_introduced(fxt_reader_t *r, uint32_t id)
{
    for (uint32_t i = 1; i < r->config.providers + 2 && (r->config.strict || r->trial); i++)
        if (r->providers[i].introduced && r->providers[i].delivered.id == id)
            return;
    strict(r, false, FXT_E_PROVIDER, 2, "", 0, id);
}

static bool parse_metadata(cursor_t *c, uint64_t header)
{
    fxt_reader_t *r = c->r;
    fxt_record_t *d = &r->record;
    uint32_t id = (uint32_t)(header >> 20);

    switch (header >> 16 & 15) {
    case FXT_M_PROVIDER_INFO: {
        d->kind = FXT_PROVIDER_INFO;
        uint8_t length = header >> 52 & 0xff;
        const char *name = take_text(c, length, "its name");
        if (!name)
            return false;
        d->provider_info = (fxt_provider_t){id, name, length, 0};
        reserved(r, header, 0, (uint64_t)15 << 60);
        return done(c);
    }
    case FXT_M_PROVIDER_SECTION:
        d->kind = FXT_PROVIDER_SECTION;
        check_introduced(r, id);
        d->provider_section = id;
        reserved(r, header, 0, (uint64_t)0xfff << 52);
        return done(c);
    case FXT_M_PROVIDER_EVENT:
        d->kind = FXT_PROVIDER_EVENT;
        check_introduced(r, id);
        d->provider_event = (fxt_provider_event_t){id, header >> 52 & 15};
        reserved(r, header, 0, (uint64_t)0xff << 56);
        return done(c);
    case FXT_M_TRACE_INFO:
        if (header == FXT_MAGIC_WORD) {
            d->kind = FXT_MAGIC;
            return true;
        }
    }
    return false;
}

static bool parse_initialization(cursor_t *c, uint64_t header)
{
    fxt_reader_t *r = c->r;
    r->record.kind = FXT_INITIALIZATION;
    if (!take_word(c, &r->record.ticks_per_second, "its rate"))
        return false;
    if (!r->record.ticks_per_second)
        note(r, FXT_E_VALUE, 8, "its rate", 1, 0);
    reserved(r, header, 0, (uint64_t)0xffffffffffff << 16);
    return done(c);
}

static bool parse_string(cursor_t *c, uint64_t header)
{
    fxt_reader_t *r = c->r;
    fxt_string_entry_t *s = &r->record.string;
    r->record.kind = FXT_STRING;
    s->index = header >> 16 & 0x7fff;
    s->length = header >> 32 & 0x7fff;
    s->text = take_text(c, s->length, "its text");
    if (!s->text)
        return false;
    reserved(r, header, 0, (uint64_t)0xffff << 48 | (uint64_t)1 << 47 | (uint64_t)1 << 31);
    strict(r, s->index, FXT_E_INDEX, 2, "", 1, 0);
    return done(c);
}

static bool parse_thread(cursor_t *c, uint64_t header)
{
    fxt_reader_t *r = c->r;
    fxt_thread_entry_t *t = &r->record.thread;
    r->record.kind = FXT_THREAD;
    t->index = header >> 16 & 0xff;
    if (!take_word(c, &t->process, "its process") || !take_word(c, &t->thread, "its thread"))
        return false;
    reserved(r, header, 0, (uint64_t)0xffffffffff << 24);
    strict(r, t->index, FXT_E_INDEX, 2, "", 1, 0);
    return done(c);
}

static bool parse_event(cursor_t *c, uint64_t header)
{
    fxt_event_t *e = &c->r->record.event;
    unsigned type = header >> 16 & 15;
    if (type > FXT_FLOW_END)
        return false;
    c->r->record.kind = FXT_EVENT;
    e->type = (fxt_event_type_t)type;
    e->extra = 0;
    if (!take_word(c, &e->time, "its time") ||
        !take_thread(c, header >> 24 & 0xff, 3, &e->thread, "its thread") ||
        !take_string(c, header >> 32 & 0xffff, 4, &e->category, "its category") ||
        !take_string(c, header >> 48, 6, &e->name, "its name") ||
        !take_args(c, header >> 20 & 15, &e->args))
        return false;
    if (fxt_event_has_extra(e->type))
        return take_word(c, &e->extra, e->type == FXT_COMPLETE ? "its end time" : "its id") &&
               done(c);
    if (type == FXT_INSTANT && c->end - c->at == 8)
        take_word(c, &e->extra, "its scope");
    return done(c);
}

static bool parse_blob(cursor_t *c, uint64_t header)
{
    fxt_blob_t *b = &c->r->record.blob;
    c->r->record.kind = FXT_BLOB;
    b->type = header >> 48 & 0xff;
    b->size = header >> 32 & 0x7fff;
    if (!take_string(c, header >> 16 & 0xffff, 2, &b->name, "its name") ||
        !(b->data = take(c, b->size, "its data")))
        return false;
    reserved(c->r, header, 0, (uint64_t)0xff << 56 | (uint64_t)1 << 47);
    return done(c);
}

static bool parse_userspace_object(cursor_t *c, uint64_t header)
{
    fxt_reader_t *r = c->r;
    fxt_userspace_object_t *o = &r->record.userspace_object;
    uint8_t ref = header >> 16 & 0xff;
    r->record.kind = FXT_USERSPACE_OBJECT;
    o->process = (fxt_thread_t){0};
    if (!take_word(c, &o->pointer, "its address"))
        return false;
    if (ref)
        find_thread(c, ref, 2, &o->process, "its process");
    else if (!take_word(c, &o->process.process, "its process"))
        return false;
    if (!take_string(c, header >> 24 & 0xffff, 3, &o->name, "its name") ||
        !take_args(c, header >> 40 & 15, &o->args))
        return false;
    reserved(r, header, 0, (uint64_t)0xfffff << 44);
    return done(c);
}

static bool parse_kernel_object(cursor_t *c, uint64_t header)
{
    fxt_reader_t *r = c->r;
    fxt_kernel_object_t *o = &r->record.kernel_object;
    r->record.kind = FXT_KERNEL_OBJECT;
    o->type = header >> 16 & 0xff;
    if (!take_word(c, &o->koid, "its koid") ||
        !take_string(c, header >> 24 & 0xffff, 3, &o->name, "its name") ||
        !take_args(c, header >> 40 & 15, &o->args))
        return false;
    reserved(r, header, 0, (uint64_t)0xfffff << 44);
    return done(c);
}

static void check_state(cursor_t *c, uint8_t state)
{
    strict(c->r, state <= FXT_STATE_DEAD, FXT_E_VALUE, 0, "its thread state", FXT_STATE_DEAD,
           state);
}

static bool parse_scheduling(cursor_t *c, uint64_t header)
{
    fxt_record_t *d = &c->r->record;
    fxt_switch_t *s = &d->context_switch;

    switch (header >> 60) {
    case FXT_S_LEGACY_SWITCH:
        d->kind = FXT_SWITCH;
        *s = (fxt_switch_t){.legacy = true,
                            .cpu = header >> 16 & 0xff,
                            .outgoing_state = header >> 24 & 15,
                            .outgoing_priority = header >> 44 & 0xff,
                            .incoming_priority = header >> 52 & 0xff,
                            .args = {c->r->args, 0}};
        if (!take_word(c, &s->time, "its time") ||
            !take_thread(c, header >> 28 & 0xff, 3, &s->outgoing, "its outgoing thread") ||
            !take_thread(c, header >> 36 & 0xff, 4, &s->incoming, "its incoming thread"))
            return false;
        check_state(c, s->outgoing_state);
        return done(c);
    case FXT_S_SWITCH:
        d->kind = FXT_SWITCH;
        *s = (fxt_switch_t){.cpu = (uint16_t)(header >> 20), .outgoing_state = header >> 36 & 15};
        if (!take_word(c, &s->time, "its time") ||
            !take_word(c, &s->outgoing.thread, "its outgoing thread") ||
            !take_word(c, &s->incoming.thread, "its incoming thread") ||
            !take_args(c, header >> 16 & 15, &s->args))
            return false;
        check_state(c, s->outgoing_state);
        reserved(c->r, header, 0, (uint64_t)0xfffff << 40);
        return done(c);
    case FXT_S_WAKEUP:
        d->kind = FXT_WAKEUP;
        d->wakeup = (fxt_wakeup_t){.cpu = (uint16_t)(header >> 20)};
        if (!take_word(c, &d->wakeup.time, "its time") ||
            !take_word(c, &d->wakeup.thread, "its thread") ||
            !take_args(c, header >> 16 & 15, &d->wakeup.args))
            return false;
        reserved(c->r, header, 0, (uint64_t)0xffffff << 36);
        return done(c);
    }
    return false;
}

static bool parse_log(cursor_t *c, uint64_t header)
{
    fxt_log_t *l = &c->r->record.log;
    c->r->record.kind = FXT_LOG;
    l->length = header >> 16 & 0x7fff;
    if (!take_word(c, &l->time, "its time") ||
        !take_thread(c, header >> 32 & 0xff, 4, &l->thread, "its thread") ||
        !(l->text = take_text(c, l->length, "its message")))
        return false;
    reserved(c->r, header, 0, (uint64_t)0xffffff << 40 | (uint64_t)1 << 31);
    return done(c);
}

// The head of a large blob. The rest of the record's bytes is its data, or the begin of it.
static bool parse_large(cursor_t *c, uint64_t header, uint64_t total)
{
    fxt_reader_t *r = c->r;
    fxt_large_blob_t *b = &r->record.large_blob;
    uint64_t format = 0;

    if (header >> 36 & 15 || (header >> 40 & 15) > 1)
        return false;
    r->record.kind = FXT_LARGE_BLOB;
    *b = (fxt_large_blob_t){.plain = header >> 40 & 1};
    if (!take_word(c, &format, "its format word") ||
        !take_string(c, format & 0xffff, 8, &b->category, "its category") ||
        !take_string(c, format >> 16 & 0xffff, 10, &b->name, "its name"))
        return false;
    if (!b->plain && (!take_word(c, &b->time, "its time") ||
                      !take_thread(c, format >> 36 & 0xff, 12, &b->thread, "its thread") ||
                      !take_args(c, format >> 32 & 15, &b->args)))
        return false;
    if (!take_word(c, &b->size, "its size"))
        return false;
    if (b->size > total - c->at) {
        fxt_report_error(r, FXT_E_SHORT, c->at, "its data", b->size, total - c->at, true);
        return false;
    }
    reserved(r, header, 0, (uint64_t)0xfffff << 44);
    reserved(r, format, 8, b->plain ? ~(uint64_t)UINT32_MAX : (uint64_t)0xfffff << 44);
    b->data = c->bytes + c->at;
    b->length = b->size < c->end - c->at ? (size_t)b->size : c->end - c->at;
    return true;
}

// ---- plausible headers

static uint64_t string_words(uint64_t ref) { return ref & 0x8000 ? ((ref & 0x7fff) + 7) / 8 : 0; }

bool fxt_plausible(uint64_t h)
{
    uint64_t size = fxt_size_words(h), thread = h >> 24 & 0xff ? 0 : 2;

    switch (h & 15) {
    case FXT_T_METADATA:
        switch (h >> 16 & 15) {
        case FXT_M_PROVIDER_INFO: return !(h >> 60) && size == 1 + ((h >> 52 & 0xff) + 7) / 8;
        case FXT_M_PROVIDER_SECTION: return !(h >> 52) && size == 1;
        case FXT_M_PROVIDER_EVENT: return !(h >> 56) && size == 1;
        }
        return h == FXT_MAGIC_WORD;
    case FXT_T_INITIALIZATION: return !(h >> 16) && size == 2;
    case FXT_T_STRING:
        return !(h >> 47) && !(h >> 31 & 1) && size == 1 + (h >> 32) / 8 + (h >> 32 & 7 ? 1 : 0);
    case FXT_T_THREAD: return !(h >> 24) && size == 3;
    case FXT_T_EVENT: {
        unsigned type = h >> 16 & 15, args = h >> 20 & 15;
        uint64_t least = 2 + thread + string_words(h >> 32 & 0xffff) + string_words(h >> 48) +
                         args + fxt_event_has_extra((fxt_event_type_t)type);
        return type <= FXT_FLOW_END && size >= least &&
               (args || size == least || (size == least + 1 && type == FXT_INSTANT));
    }
    case FXT_T_BLOB:
        return !(h >> 56) && !(h >> 47 & 1) &&
               size == 1 + string_words(h >> 16 & 0xffff) + ((h >> 32 & 0x7fff) + 7) / 8;
    case FXT_T_USERSPACE_OBJECT:
        return !(h >> 44) &&
               size >= (h >> 16 & 0xff ? 2u : 3u) + string_words(h >> 24 & 0xffff) + (h >> 40 & 15);
    case FXT_T_KERNEL_OBJECT:
        return !(h >> 44) && size >= 2 + string_words(h >> 24 & 0xffff) + (h >> 40 & 15);
    case FXT_T_SCHEDULING:
        switch (h >> 60) {
        case FXT_S_LEGACY_SWITCH:
            return size == 2u + (h >> 28 & 0xff ? 0 : 2) + (h >> 36 & 0xff ? 0 : 2);
        case FXT_S_SWITCH: return !(h >> 40 & 0xfffff) && size >= 4 + (h >> 16 & 15);
        case FXT_S_WAKEUP: return !(h >> 36 & 0xffffff) && size >= 3 + (h >> 16 & 15);
        }
        return false;
    case FXT_T_LOG:
        return !(h >> 40) && !(h >> 31 & 1) &&
               size == 2u + (h >> 32 & 0xff ? 0 : 2) + ((h >> 16 & 0x7fff) + 7) / 8;
    case FXT_T_LARGE: return !(h >> 44) && !(h >> 36 & 15) && (h >> 40 & 15) <= 1 && size >= 3;
    }
    return false;
}

bool fxt_is_new(uint64_t h)
{
    unsigned what = h >> 16 & 15;
    switch (h & 15) {
    case FXT_T_METADATA:
        return (what < FXT_M_PROVIDER_INFO || what > FXT_M_TRACE_INFO ||
                (what == FXT_M_TRACE_INFO && h >> 20 & 15)) &&
               h >> 16;
    case FXT_T_EVENT: return what > FXT_FLOW_END;
    case FXT_T_SCHEDULING: return h >> 60 > FXT_S_WAKEUP;
    case FXT_T_LARGE: return h >> 36 & 15 || (h >> 40 & 15) > 1;
    }
    return (h & 15) > FXT_T_LOG;
}

// ---- a complete record

// A large record with size bytes at p. Returns false if it is damaged.
static bool parse_large_record(fxt_reader_t *r, const uint8_t *p, uint32_t size, uint64_t header)
{
    uint64_t total = fxt_size_words(header) * 8;
    cursor_t c = {r, p, 8, size, FXT_E_SHORT};

    fxt_start_record(r, p, size);
    if (parse_large(&c, header, total)) {
        uint64_t padded = (r->record.large_blob.size + 7) & ~(uint64_t)7;
        strict(r, total - c.at == padded, FXT_E_MORE, c.at, "", 0, total - c.at - padded);
        r->blob_left = padded > size - c.at ? padded - (size - c.at) : 0;
        r->blob_at = r->record.large_blob.length;
        r->blob_size = r->record.large_blob.size;
        r->blob_plain = r->record.large_blob.plain;
    } else if (r->record.kind == FXT_UNKNOWN) {
        r->record.unknown = FXT_T_LARGE;
        strict(r, false, FXT_E_UNKNOWN, 0, "record", 0, FXT_T_LARGE);
    } else {
        return false;
    }
    r->large_offset = r->offset;
    r->large_size = total;
    r->skipping = total - size - r->blob_left;
    if (r->record.kind == FXT_LARGE_BLOB || r->skipping) {
        r->record.raw = NULL;
        r->record.raw_size = 0;
    }
    return true;
}

bool fxt_parse(fxt_reader_t *r, const uint8_t *p, uint32_t size, uint64_t header)
{
    bool (*const parsers[])(cursor_t *, uint64_t) = {
        parse_metadata, parse_initialization,   parse_string,        parse_thread,     parse_event,
        parse_blob,     parse_userspace_object, parse_kernel_object, parse_scheduling, parse_log,
    };
    unsigned type = header & 15;
    cursor_t c = {r, p, 8, size, FXT_E_SHORT};

    fxt_start_record(r, p, size);
    strict(r, r->offset || header == FXT_MAGIC_WORD || r->trial, FXT_E_FIRST, 0, "", 0, header);
    if (type == FXT_T_LARGE)
        return parse_large_record(r, p, size, header);
    if (type <= FXT_T_LOG && parsers[type](&c, header))
        return true;
    if (r->record.kind != FXT_UNKNOWN)
        return false;
    r->record.unknown = type;
    strict(r, false, FXT_E_UNKNOWN, 0, "record", 0, type);
    return true;
}

bool fxt_convincing(fxt_reader_t *r, const uint8_t *p, uint32_t size, uint64_t header,
                    fxt_trial_t trial)
{
    const fxt_record_t *d = &r->record;
    fxt_error_t reason = r->error.error;
    r->trial = trial;
    bool good = fxt_parse(r, p, size, header) && !r->has_error;
    r->trial = FXT_NO_TRIAL;
    r->has_error = false;
    r->error.error = reason;
    if (trial == FXT_TRIAL)
        return good && d->kind != FXT_UNKNOWN;
    switch (d->kind) { // arguments can look like some records, but have no names
    case FXT_STRING: return good && d->string.length;
    case FXT_EVENT: return good && (d->event.name.length || d->event.category.length);
    case FXT_USERSPACE_OBJECT: return good && d->userspace_object.name.length;
    case FXT_KERNEL_OBJECT: return good && d->kernel_object.name.length;
    case FXT_LARGE_BLOB: return good && d->large_blob.name.length;
    default: return good;
    }
}
