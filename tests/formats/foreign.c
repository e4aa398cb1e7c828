// SPDX-License-Identifier: Apache-2.0
// Random legal traces of other tools with the truth beside them, as the generators in Python
// (fluxgen.py, fxtgen.py, rkhgen.py), but fast: millions of events a second. It writes its bytes
// and knows its rows by itself; the event model reads them, and every row must be the same.
//
//     foreign FORMAT SEED STREAMS EVENTS       format: flux, fxt, txtb or rkh
//
// Prints "STREAMS streams, N events, M bytes"; ends with 1 at the first difference.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "batch.h"

// ---- chance

static uint64_t state;

static uint64_t chance(void)
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint32_t below(uint32_t limit) { return (uint32_t)((chance() >> 32) * limit >> 32); }

// A number of every size.
static uint64_t number(void) { return chance() >> below(64); }

// ---- bytes

static uint8_t *out;
static size_t used, room;

static void *larger(void *memory, size_t size)
{
    memory = realloc(memory, size);
    if (!memory) {
        fprintf(stderr, "no memory\n");
        exit(2);
    }
    return memory;
}

static void bytes(const void *data, size_t size)
{
    if (used + size > room) {
        room = 2 * (used + size) + 4096;
        out = larger(out, room);
    }
    if (size)
        memcpy(out + used, data, size);
    used += size;
}

static void byte(unsigned b)
{
    const uint8_t data = (uint8_t)b;
    bytes(&data, 1);
}

static void little(uint64_t value, unsigned size)
{
    uint8_t data[8];
    for (unsigned i = 0; i < size; i++)
        data[i] = (uint8_t)(value >> 8 * i);
    bytes(data, size);
}

// ---- rows of the truth: what a row says as one number for each part

typedef struct {
    uint8_t kind, tag;
    uint16_t hart;
    uint32_t id;
    uint64_t time, item, thread, what, value;
} row_t;

static row_t *truth;
static size_t rows, row_room, found;

static uint64_t mix(uint64_t hash, uint64_t with)
{
    hash = (hash ^ with) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

static uint64_t mix_text(uint64_t hash, const void *text, size_t size)
{
    const uint8_t *at = text;
    uint64_t part = 0;
    size_t left = size;
    for (; left > 8; at += 8, left -= 8) {
        memcpy(&part, at, 8);
        hash = mix(hash, part);
    }
    part = 0;
    if (left)
        memcpy(&part, at, left);
    return mix(mix(hash, part), size);
}

static uint64_t mix_string(uint64_t hash, const char *text)
{
    return mix_text(hash, text, strlen(text));
}

#define NO_TIME UINT64_MAX
static uint64_t nameless; // of a row without category and name

static uint64_t thread_of(uint64_t process, uint64_t thread)
{
    return mix(mix(1, process), thread);
}

static row_t *row(model_kind_t kind)
{
    if (rows == row_room) {
        row_room = row_room ? 2 * row_room : 1 << 16;
        truth = larger(truth, row_room * sizeof *truth);
    }
    row_t *r = &truth[rows++];
    *r = (row_t){.kind = (uint8_t)kind, .hart = MODEL_NO_HART, .what = nameless};
    if (kind > MODEL_LOSS)
        r->time = NO_TIME;
    return r;
}

// The value of an argument, with its type.
enum { NUMBER = 100, LABELLED, REAL, WORDS, STATES, WIDE, LIST, GROUP, FLAG, NOTHING, ADDRESS,
       KERNEL, MEMORY };

static uint64_t said_value(const model_arg_t *a)
{
    uint64_t hash = 0;
    switch (a->type) {
    case MODEL_ARG_NULL: return mix(NOTHING, 0);
    case MODEL_ARG_BOOL: return mix(FLAG, a->u);
    case MODEL_ARG_INT:
    case MODEL_ARG_UINT: return mix(NUMBER, mix(a->type == MODEL_ARG_INT && a->i < 0, a->u));
    case MODEL_ARG_FLOAT: memcpy(&hash, &a->f, sizeof hash); return mix(REAL, hash);
    case MODEL_ARG_TEXT: return mix_text(WORDS, a->text.bytes, a->text.size);
    case MODEL_ARG_POINTER: return mix(ADDRESS, a->u);
    case MODEL_ARG_OBJECT: return mix(KERNEL, a->u);
    case MODEL_ARG_BYTES: return mix_text(MEMORY, a->text.bytes, a->text.size);
    case MODEL_ARG_ENUM: return mix_text(mix(LABELLED, a->u), a->text.bytes, a->text.size);
    case MODEL_ARG_LOGIC: return mix_text(STATES, a->text.bytes, a->text.size);
    case MODEL_ARG_WIDE: return mix_text(WIDE, a->text.bytes, a->text.size);
    case MODEL_ARG_ARRAY:
    case MODEL_ARG_STRUCT:
        hash = a->type == MODEL_ARG_ARRAY ? LIST : GROUP;
        for (unsigned i = 0; i < a->count; i++) {
            if (a->type == MODEL_ARG_STRUCT)
                hash = mix_text(hash, a->items[i].name.bytes, a->items[i].name.size);
            hash = mix(hash, said_value(&a->items[i]));
        }
        return mix(hash, a->count);
    default: return 0;
    }
}

static uint64_t true_number(int64_t value, bool is_signed)
{
    return mix(NUMBER, mix(is_signed && value < 0, (uint64_t)value));
}

static uint64_t true_switch(bool known, uint64_t outgoing, unsigned state_of, bool priorities,
                            uint32_t before, uint32_t after, unsigned context)
{
    return mix(mix(mix(known ? outgoing : 3, state_of << 3 | context << 1 | priorities), before),
               after);
}

static uint64_t true_context(unsigned kind, bool valid, unsigned priority, unsigned threshold,
                             uint32_t other)
{
    return mix(mix(kind << 1 | valid, priority << 16 | threshold), other);
}

// ---- flux

enum { EVENT = 1, INTEGER, LOGIC, FLOAT, TEXT, BINARY, STRUCT, EVENTS, INTEGERS, FLOATS, TEXTS };

static void pint(uint64_t value)
{
    for (; value > 127; value >>= 7)
        byte((value & 127) | 128);
    byte((unsigned)value);
}

static void text(const char *string)
{
    pint(strlen(string));
    bytes(string, strlen(string));
}

// The fewest bytes of two's complement; none for 0.
static unsigned signed_size(int64_t value)
{
    unsigned size = 0;
    if (value)
        for (size = 1; size < 8 && value != (int64_t)((uint64_t)value << (64 - 8 * size)) >>
                                                 (64 - 8 * size);)
            size++;
    return size;
}

static void with_size(int64_t value)
{
    pint(signed_size(value));
    little((uint64_t)value, signed_size(value));
}

typedef struct {
    uint32_t item, kind, width;
    uint64_t named;     // hash of category and name
    bool label[2][6];   // of the values 0 to 5, global and for elements of number 0
    unsigned members;   // of a struct
} signal_t;

typedef struct {
    uint32_t item;
    uint64_t position, factor;
    signal_t signals[11];
} domain_t;

typedef struct {
    uint32_t id, item;
    unsigned domains;
    domain_t domain[3];
} trace_t;

static const char *const member_names[] = {"a", "bb", "c é", "d"};
static const uint8_t member_types[] = {3, 1, 4, 6}; // integer, text, float, binary

static void labels(signal_t *s, unsigned scope)
{
    for (unsigned value = 0; value < 6; value++) {
        char label[16];
        s->label[scope][value] = below(3) == 0;
        if (!s->label[scope][value])
            continue;
        snprintf(label, sizeof label, "L%u=%u", scope, value);
        bytes("\0\x30", 2);
        pint(s->item);
        pint(scope ? 8 : 0);
        text(label);
        pint(value);
    }
}

// A number with its label, of the first scope that has one.
static uint64_t true_enum(const signal_t *s, int64_t value, bool element)
{
    char label[16];
    for (int scope = element; scope >= 0; scope--)
        if (value >= 0 && value < 6 && s->label[scope][value]) {
            snprintf(label, sizeof label, "L%d=%d", scope, (int)value);
            return mix_string(mix(LABELLED, (uint64_t)value), label);
        }
    return true_number(value, true);
}

static void add_signal(trace_t *t, domain_t *d, signal_t *s, uint32_t kind, const char *path)
{
    char name[24], descriptor[32] = "";
    *s = (signal_t){.item = t->item += 1 + below(4), .kind = kind, .width = 1};
    snprintf(name, sizeof name, "s%u é", s->item);
    if (kind == LOGIC) {
        static const uint8_t widths[] = {1, 2, 7, 8, 12, 64, 65, 130};
        s->width = widths[below(8)];
        snprintf(descriptor, sizeof descriptor, "default<bits=%u>", s->width);
    }
    s->named = mix_string(mix_string(7, path), name);
    bytes("\0\x11", 2);
    pint(s->item);
    pint(d->item);
    text(name);
    text("");
    byte(kind);
    text(descriptor);
    if (kind == EVENT || kind == INTEGER)
        labels(s, 0);
    if (kind == EVENTS) {
        labels(s, 0);
        labels(s, 1);
    }
    for (unsigned i = 0; kind == STRUCT && i < 4; i++) {
        bytes("\0\x31", 2);
        pint(s->item);
        pint(i);
        pint(0);
        text(member_names[i]);
        byte(member_types[i]);
        text("");
    }
}

static const char *const unit_names[] = {"ns", "ns10", "ns100", "us", "us10", "us100", "ms"};
static const uint64_t unit_factors[] = {1, 10, 100, 1000, 10000, 100000, 1000000};

static void flux_trace(trace_t *t, unsigned number_of)
{
    char name[8], path[16];
    *t = (trace_t){.id = 3 * number_of + 1, .domains = 1 + below(3)};
    snprintf(name, sizeof name, "t%u", t->id);
    bytes("\0\1flux\6", 7);
    pint(t->id);
    text(name);
    text("made at random");
    byte(0);
    pint(1000);
    pint(1 << 16);
    for (unsigned i = 0; i < t->domains; i++) {
        domain_t *d = &t->domain[i];
        const unsigned unit = number_of + i ? below(7) : 0; // the first one decides the base
        d->item = t->item += 1 + below(4);
        d->factor = unit_factors[unit];
        d->position = below(2) ? 0 : 123456;
        bytes("\0\x10", 2);
        pint(d->item);
        pint(0);
        text("scope");
        text("");
        snprintf(path, sizeof path, number_of ? "%s.scope" : "scope", name);
        for (unsigned kind = 1; kind <= 11; kind++)
            add_signal(t, d, &d->signals[kind - 1], kind, path);
        bytes("\0\x20", 2);
        pint(d->item);
        text(unit_names[unit]);
        with_size((int64_t)d->position);
        with_size(0);
    }
}

static int64_t some_number(void)
{
    const uint32_t kind = below(4);
    return kind == 0 ? (int64_t)below(8) : kind == 1 ? -(int64_t)number() : (int64_t)number();
}

// A payload apart, whose size stands before it.
static uint8_t payload[1 << 12];
static size_t size;

static void pay(const void *data, size_t count)
{
    memcpy(payload + size, data, count);
    size += count;
}

static void pay_number(uint64_t value, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        payload[size++] = (uint8_t)(value >> 8 * i);
}

static unsigned pay_logic(const signal_t *s, uint64_t *value)
{
    static const char alphabet[] = "01ZXLHUW-JKMNOP#";
    const unsigned level = 1 + below(3), states = level == 1 ? 2 : level == 2 ? 4 : 16,
                   bits = 1u << (level - 1);
    uint8_t number_of[136];
    char shown[136] = "";
    bool same = true;
    unsigned highest = 0, width = s->width, first = 0;
    for (unsigned i = 0; i < width; i++) {
        number_of[i] = (uint8_t)(i && below(4) == 0 ? number_of[i - 1] : below(states));
        shown[i] = alphabet[number_of[i]];
        same = same && number_of[i] == number_of[0];
        highest = number_of[i] > highest ? number_of[i] : highest;
    }
    *value = mix_text(STATES, shown, width);
    if (same && number_of[0] < 2)
        return level | (unsigned)number_of[0] << 2;
    while (first + 1 < width && number_of[first] == number_of[first + 1])
        first++; // equal leading ones are left out
    const unsigned per = 8 / bits, missing = (per - (width - first) % per) % per;
    unsigned filled = 0, whole_byte = 0;
    for (unsigned i = 0; i < missing; i++, filled += bits)
        whole_byte = whole_byte << bits | number_of[first];
    for (unsigned i = first; i < width; i++) {
        whole_byte = whole_byte << bits | number_of[i];
        filled += bits;
        if (filled == 8) {
            payload[size++] = (uint8_t)whole_byte;
            filled = whole_byte = 0;
        }
    }
    return level | 8;
}

static const double reals[] = {0.5, -2.25, 3.0e20, 1e-9, 0.0, 123456.789};

static unsigned pay_real(uint64_t *value, bool single)
{
    double real = reals[below(6)];
    float narrow = (float)real;
    uint64_t bits;
    if (single) {
        real = narrow;
        pay(&narrow, 4);
    } else {
        pay(&real, 8);
    }
    memcpy(&bits, &real, 8);
    *value = mix(REAL, bits);
    return single ? 4 : 8;
}

static void pay_words(uint64_t *value, unsigned most, unsigned type)
{
    char words[256];
    const unsigned length = below(most);
    for (unsigned i = 0; i < length; i++)
        words[i] = (char)('a' + (length * 7 + i * 3) % 26);
    pay(words, length);
    *value = mix_text(type, words, length);
}

// An integer of more than 64 bits, or not.
static void pay_integer(uint64_t *value)
{
    if (below(8)) {
        const int64_t small = some_number();
        pay_number((uint64_t)small, signed_size(small));
        *value = true_number(small, true);
        return;
    }
    uint8_t wide[24];
    const unsigned length = 10 + below(14);
    for (unsigned i = 0; i < length; i++)
        wide[i] = (uint8_t)chance();
    wide[length - 1] = (uint8_t)(1 + below(126)) | (below(2) ? 0x80 : 0);
    if (wide[length - 1] == 0xff)
        wide[length - 1] = 0x90;
    pay(wide, length);
    *value = mix_text(WIDE, wide, length);
}

static void pay_array(const signal_t *s, unsigned *df, uint64_t *value)
{
    const unsigned count = below(5), width = below(2) ? 4 : 8;
    uint64_t hash = LIST;
    for (unsigned i = 0; i < count; i++) {
        uint64_t element = 0;
        const size_t at = size++; // of its size, which is small
        if (s->kind == EVENTS) {
            const int64_t small = below(8);
            pay_number((uint64_t)small, signed_size(small));
            element = true_enum(s, small, i == 0);
        } else if (s->kind == INTEGERS) {
            pay_integer(&element);
        } else if (s->kind == TEXTS) {
            pay_words(&element, 20, WORDS);
        } else {
            size--;
            pay_real(&element, width == 4);
        }
        if (s->kind != FLOATS)
            payload[at] = (uint8_t)(size - at - 1);
        hash = mix(hash, element);
    }
    *value = mix(hash, count);
    *df = s->kind == EVENTS ? 2 : s->kind == TEXTS ? 1 : 1 + (s->kind == FLOATS ? width : 4);
}

static void pay_struct(uint64_t *value)
{
    uint64_t hash = GROUP;
    unsigned count = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t member = 0;
        if (below(3) == 0)
            continue;
        payload[size++] = (uint8_t)i;
        payload[size++] = member_types[i];
        const size_t at = size++;
        if (i == 0)
            pay_integer(&member);
        else if (i == 1)
            pay_words(&member, 20, WORDS);
        else if (i == 2)
            pay_real(&member, false);
        else
            pay_words(&member, 20, MEMORY);
        payload[at] = (uint8_t)(size - at - 1);
        hash = mix(mix_string(hash, member_names[i]), member);
        count++;
    }
    *value = mix(hash, count);
}

static void flux_sample(trace_t *t)
{
    domain_t *d = &t->domain[below(t->domains)];
    const signal_t *s = &d->signals[below(11)];
    const uint32_t step = below(4);
    const uint64_t delta = step == 0 ? 0 : step == 1 ? 1 : below(step == 2 ? 100 : 1 << 14);
    const unsigned tag = below(30) ? 0 : below(2) ? 1 : 2 + below(250);
    unsigned df = 1;
    uint64_t value = 0;
    size = 0;
    switch (s->kind) {
    case EVENT:
    case INTEGER: {
        const int64_t small = s->kind == EVENT && below(2) ? (int64_t)below(8) : some_number();
        if (s->kind == INTEGER && below(4) == 0) {
            pay_integer(&value);
            if (size <= 1 && !(size && payload[0] > 5)) { // perhaps one with a label
                const int64_t labelled = size ? payload[0] : 0;
                value = true_enum(s, labelled, false);
            }
        } else {
            pay_number((uint64_t)small, signed_size(small));
            value = true_enum(s, small, false);
        }
        df = s->kind == EVENT ? 2 : 1;
        break;
    }
    case LOGIC: df = pay_logic(s, &value); break;
    case FLOAT: df = 1 + pay_real(&value, below(2)); break;
    case TEXT: pay_words(&value, 200, WORDS); break;
    case BINARY: pay_words(&value, 60, MEMORY); break;
    case STRUCT: pay_struct(&value); break;
    default: pay_array(s, &df, &value);
    }
    d->position += delta;
    pint((uint64_t)s->item << 3 | (delta ? 2 : 0) | (tag == 0 ? 0 : tag == 1 ? 1 : 5));
    if (tag > 1)
        byte(tag);
    if (delta)
        pint(delta);
    pint((uint64_t)size << 4 | df);
    bytes(payload, size);
    row_t *r = row(MODEL_INSTANT);
    r->tag = (uint8_t)tag;
    r->time = d->position * d->factor;
    r->item = (uint64_t)t->id << 32 | s->item;
    r->what = s->named;
    r->value = mix_string(mix(5, value), "value");
}

static void flux(uint32_t events)
{
    static trace_t traces[4];
    const unsigned count = 1 + below(4);
    for (unsigned i = 0; i < count; i++)
        flux_trace(&traces[i], i);
    unsigned current = count - 1;
    size_t block = used;
    while (events-- > 0) {
        if (below(20) == 0 && count > 1) {
            current = below(count);
            bytes("\0\4", 2);
            pint(traces[current].id);
        }
        flux_sample(&traces[current]);
        if (below(256) == 0 && used - block > 64) { // pack what is behind the last one
            static uint8_t packed[1 << 20], plain[1 << 20];
            const size_t raw = used - block;
            uLongf got = sizeof packed;
            if (raw < sizeof plain && below(2)) {
                memcpy(plain, out + block, raw);
                used = block;
                compress2(packed, &got, plain, raw, 1);
                bytes("\0\5\2", 3);
                pint(raw);
                pint(got);
                bytes(packed, got);
            }
            block = used;
        }
    }
}

// ---- FXT

static void word(uint64_t value) { little(value, 8); }

static void stream(const void *data, size_t count)
{
    bytes(data, count);
    little(0, (unsigned)(-count & 7));
}

// Each of two providers has its tables and its length of a tick.
enum { PROVIDERS = 2, KOIDS = 1001 };

static struct {
    char table[16][24]; // strings 1 to 15
    uint64_t threads[16][2];
} providers[PROVIDERS], *from;

static unsigned provider;          // 0, 1
static uint64_t last_time;         // of a record, in ticks of the first provider
static uint64_t process_of[KOIDS]; // of threads that have an object

// A string: of the table, or in the record. Its reference; *hash of its text.
static unsigned string(char text_of[24], const char *letters)
{
    const unsigned index = below(16);
    if (index && *letters != 'a') { // names of arguments are in the record
        memcpy(text_of, from->table[index], 24);
        return index;
    }
    snprintf(text_of, 24, "%s%u", letters, below(1000));
    return 0x8000 | (unsigned)strlen(text_of);
}

static void inlined(unsigned reference, const char *text_of)
{
    if (reference & 0x8000)
        stream(text_of, reference & 0x7fff);
}

// An argument, with its header in front. Returns its hash.
static uint64_t fxt_arg(void)
{
    char name[24], content[24];
    const unsigned type = below(10), name_of = string(name, "a");
    const uint64_t value = number();
    const unsigned own = type == 6 ? string(content, "t") : 0;
    const unsigned words = 1 + (name_of & 0x8000 ? (unsigned)(strlen(name) + 7) / 8 : 0) +
                           (type == 3 || type == 4 || type == 5 || type == 7 || type == 8) +
                           (own & 0x8000 ? (unsigned)(strlen(content) + 7) / 8 : 0);
    uint64_t header = type | (uint64_t)words << 4 | (uint64_t)name_of << 16, hash = 0;
    double real = reals[value % 6];
    uint64_t bits;
    memcpy(&bits, &real, 8);
    if (type == 1 || type == 2)
        header |= (value & 0xffffffff) << 32;
    if (type == 6)
        header |= (uint64_t)own << 32;
    if (type == 9)
        header |= (value & 1) << 32;
    word(header);
    inlined(name_of, name);
    inlined(own, content);
    switch (type) {
    case 0: hash = mix(NOTHING, 0); break;
    case 1: hash = true_number((int32_t)value, true); break;
    case 2: hash = true_number((int64_t)(value & 0xffffffff), false); break;
    case 3: word(value); hash = true_number((int64_t)value, true); break;
    case 4: word(value); hash = true_number((int64_t)value, false); break;
    case 5: word(bits); hash = mix(REAL, bits); break;
    case 6: hash = mix_string(WORDS, content); break;
    case 7: word(value); hash = mix(ADDRESS, value); break;
    case 8: word(value); hash = mix(KERNEL, value); break;
    default: hash = mix(FLAG, value & 1);
    }
    return mix_string(mix(5, hash), name);
}

static const uint32_t numbers_of[PROVIDERS] = {7, 70000};

// A row of the provider.
static row_t *fxt_row(model_kind_t kind, uint64_t time)
{
    row_t *r = row(kind);
    r->id = numbers_of[provider];
    if (time != NO_TIME)
        r->time = last_time = time;
    return r;
}

// The time as the provider writes it.
static uint64_t ticks(uint64_t time) { return provider ? time / 1000 : time; }

// A reference to a thread. 0: it stands in the record.
static unsigned reference(uint64_t *process, uint64_t *own)
{
    const unsigned index = below(16);
    *process = index ? from->threads[index][0] : 1 + below(100);
    *own = index ? from->threads[index][1] : 1 + number() / 2;
    return index;
}

// Sets the size of a record that began at a place.
static void sized(size_t at)
{
    const uint64_t words = (used - at) / 8;
    out[at] |= (uint8_t)(words << 4);
    out[at + 1] |= (uint8_t)(words >> 4);
}

static void fxt_event(uint64_t time)
{
    static const model_kind_t kinds[] = {
        MODEL_INSTANT,       MODEL_COUNTER,   MODEL_BEGIN,      MODEL_END,       MODEL_COMPLETE,
        MODEL_ASYNC_BEGIN, MODEL_ASYNC_INSTANT, MODEL_ASYNC_END, MODEL_FLOW_BEGIN, MODEL_FLOW_STEP,
        MODEL_FLOW_END};
    char category[24], name[24];
    const unsigned kind = below(11), args = below(4);
    uint64_t process, own;
    const unsigned thread = reference(&process, &own);
    const unsigned category_of = string(category, "c"), name_of = string(name, "n");
    const uint64_t length = below(1000) * UINT64_C(1000),
                   extra = kind == 4 ? ticks(time + length) : number();
    const size_t at = used;
    word(4 | (uint64_t)kind << 16 | (uint64_t)args << 20 | (uint64_t)thread << 24 |
         (uint64_t)category_of << 32 | (uint64_t)name_of << 48);
    word(ticks(time));
    if (!thread) {
        word(process);
        word(own);
    }
    inlined(category_of, category);
    inlined(name_of, name);
    row_t *r = fxt_row(kinds[kind], time);
    r->thread = thread_of(process, own);
    r->what = mix_string(mix_string(7, category), name);
    for (unsigned i = 0; i < args; i++)
        r->value = mix(r->value, fxt_arg());
    if (kind == 1 || kind >= 4) {
        word(extra);
        r->item = kind == 4 ? time + length : extra;
    }
    sized(at);
}

// A weight as an argument.
static void weight(const char *name, int32_t value)
{
    word(1 | (uint64_t)(2 + (strlen(name) > 8)) << 4 | (uint64_t)(0x8000 | strlen(name)) << 16 |
         (uint64_t)(uint32_t)value << 32);
    stream(name, strlen(name));
}

// Threads are numbers of objects; the idle one is 0, if its weight says so.
static void fxt_switch(uint64_t time)
{
    const uint64_t cpu = below(300);
    const bool weights = below(2), idle = weights && below(4) == 0;
    const uint64_t from_thread = 1 + below(1000), to = idle ? 0 : 1 + below(1000);
    const uint32_t before = below(1 << 20), after = idle ? 0 : below(100), state_of = below(6);
    const size_t at = used;
    word(8 | (uint64_t)(2 * weights) << 16 | cpu << 20 | (uint64_t)state_of << 36 |
         UINT64_C(1) << 60);
    word(ticks(time));
    word(from_thread);
    word(to);
    if (weights) {
        weight("incoming_weight", idle ? INT32_MIN : (int32_t)after);
        weight("outgoing_weight", (int32_t)before);
    }
    sized(at);
    row_t *r = fxt_row(MODEL_SWITCH, time);
    r->hart = (uint16_t)cpu;
    r->id = 0;
    r->thread = idle ? thread_of(0, 0) : thread_of(process_of[to], to);
    r->item = true_switch(true, thread_of(process_of[from_thread], from_thread), 1 + state_of,
                          weights, weights ? before : 0, weights ? after : 0, 0);
}

static void fxt_legacy_switch(uint64_t time)
{
    const uint64_t cpu = below(256), before = below(256), after = below(256);
    const unsigned state_of = below(6);
    uint64_t process[2], own[2];
    const unsigned out_of = reference(&process[0], &own[0]), into = reference(&process[1], &own[1]);
    const size_t at = used;
    word(8 | cpu << 16 | (uint64_t)state_of << 24 | (uint64_t)out_of << 28 | (uint64_t)into << 36 |
         before << 44 | after << 52);
    word(ticks(time));
    for (unsigned i = 0; i < 2; i++)
        if (!(i ? into : out_of)) {
            word(process[i]);
            word(own[i]);
        }
    sized(at);
    row_t *r = fxt_row(MODEL_SWITCH, time);
    r->hart = (uint16_t)cpu;
    r->id = 0;
    r->thread = thread_of(process[1], own[1]);
    r->item = true_switch(true, thread_of(process[0], own[0]), 1 + state_of, true,
                          (uint32_t)before, (uint32_t)after, 0);
}

static void fxt_wakeup(uint64_t time)
{
    const uint64_t thread = 1 + below(1000), cpu = below(300);
    const size_t at = used;
    word(8 | cpu << 20 | UINT64_C(2) << 60);
    word(ticks(time));
    word(thread);
    sized(at);
    row_t *r = fxt_row(MODEL_WAKEUP, time);
    r->hart = (uint16_t)cpu;
    r->thread = thread_of(process_of[thread], thread);
}

// A process, a thread with its process, or another object of the kernel, whose numbers are higher.
static void fxt_kernel_object(void)
{
    char name[24];
    const unsigned type = 1 + below(4), name_of = string(name, "o"), args = below(3),
                   linked = type == 2 && below(4);
    const uint64_t koid = type == 2 ? 1 + below(1000) : 2000 + below(50), process = 1 + below(100);
    const size_t at = used;
    word(7 | (uint64_t)type << 16 | (uint64_t)name_of << 24 | (uint64_t)(args + linked) << 40);
    word(koid);
    inlined(name_of, name);
    row_t *r = fxt_row(MODEL_OBJECT, NO_TIME);
    for (unsigned i = 0; i < args; i++)
        r->value = mix(r->value, fxt_arg());
    if (linked) {
        word(8 | 3 << 4 | UINT64_C(0x8007) << 16);
        stream("process", 7);
        word(process);
    }
    sized(at);
    if (type == 2)
        process_of[koid] = linked ? process : 0;
    r->id = type;
    r->what = mix_string(mix_string(7, ""), name);
    r->item = mix(mix(type == 1   ? MODEL_OBJECT_PROCESS
                      : type == 2 ? MODEL_OBJECT_THREAD
                                  : MODEL_OBJECT_OTHER,
                      linked ? process : 0),
                  koid);
}

static void fxt_user_object(void)
{
    char name[24];
    uint64_t process, own;
    const unsigned thread = reference(&process, &own), name_of = string(name, "u"),
                   args = below(3);
    const uint64_t address = number();
    const size_t at = used;
    word(6 | (uint64_t)thread << 16 | (uint64_t)name_of << 24 | (uint64_t)args << 40);
    word(address);
    if (!thread)
        word(process);
    inlined(name_of, name);
    row_t *r = fxt_row(MODEL_OBJECT, NO_TIME);
    for (unsigned i = 0; i < args; i++)
        r->value = mix(r->value, fxt_arg());
    sized(at);
    r->id = 0;
    r->what = mix_string(mix_string(7, ""), name);
    r->item = mix(mix(MODEL_OBJECT_USERSPACE, process), address);
}

// Any bytes.
static uint8_t some[1 << 10];

static size_t some_bytes(bool letters)
{
    const size_t count = below(below(8) ? 40 : 1000);
    for (size_t i = 0; i < count; i++)
        some[i] = (uint8_t)(letters ? 'a' + (i + count) % 26 : i * 37 + count);
    return count;
}

static void fxt_log(uint64_t time)
{
    uint64_t process, own;
    const unsigned thread = reference(&process, &own);
    const size_t at = used, count = some_bytes(true);
    word(9 | (uint64_t)count << 16 | (uint64_t)thread << 32);
    word(ticks(time));
    if (!thread) {
        word(process);
        word(own);
    }
    stream(some, count);
    sized(at);
    row_t *r = fxt_row(MODEL_LOG, time);
    r->thread = thread_of(process, own);
    r->item = mix_text(0, some, count);
}

static void fxt_blob(void)
{
    char name[24];
    const unsigned name_of = string(name, "b"), type = 1 + below(3);
    const size_t at = used, count = some_bytes(false);
    word(5 | (uint64_t)name_of << 16 | (uint64_t)count << 32 | (uint64_t)type << 48);
    inlined(name_of, name);
    stream(some, count);
    sized(at);
    row_t *r = fxt_row(MODEL_BLOB, NO_TIME);
    r->what = mix_string(mix_string(7, ""), name);
    r->item = mix_text(0, some, count);
    if (type != 1)
        r->value = mix(0, mix_string(mix(5, true_number(type, false)), "type"));
}

static void fxt_large_blob(uint64_t time)
{
    char category[24], name[24];
    uint64_t process, own;
    const bool plain = below(2);
    const unsigned thread = reference(&process, &own), args = plain ? 0 : below(3),
                   category_of = string(category, "c"), name_of = string(name, "b");
    const size_t at = used, count = some_bytes(false);
    word(15 | (uint64_t)plain << 40);
    word(category_of | (uint64_t)name_of << 16 |
         (plain ? 0 : (uint64_t)args << 32 | (uint64_t)thread << 36));
    inlined(category_of, category);
    inlined(name_of, name);
    row_t *r = fxt_row(MODEL_BLOB, plain ? NO_TIME : time);
    if (!plain) {
        word(ticks(time));
        if (!thread) {
            word(process);
            word(own);
        }
        r->thread = thread_of(process, own);
        for (unsigned i = 0; i < args; i++)
            r->value = mix(r->value, fxt_arg());
    }
    word(count);
    stream(some, count);
    sized(at);
    r->what = mix_string(mix_string(7, category), name);
    r->item = mix_text(0, some, count);
}

// Its buffer was full: a loss at the time of the last record.
static void fxt_full(void)
{
    word(0x10 | UINT64_C(3) << 16 | (uint64_t)numbers_of[provider] << 20);
    row_t *r = row(MODEL_LOSS);
    r->id = numbers_of[provider];
    r->time = last_time;
    r->item = mix(last_time, 0);
}

static void fxt_tables(void)
{
    const unsigned index = 1 + below(15);
    size_t at = used;
    snprintf(from->table[index], 24, "text %u", below(100000));
    word(2 | (uint64_t)index << 16 | (uint64_t)strlen(from->table[index]) << 32);
    stream(from->table[index], strlen(from->table[index]));
    sized(at);
    at = used;
    from->threads[index][0] = 1 + below(100);
    from->threads[index][1] = 1 + number() / 2;
    word(3 | (uint64_t)index << 16);
    word(from->threads[index][0]);
    word(from->threads[index][1]);
    sized(at);
}

static void fxt_provider(void)
{
    char name[24];
    snprintf(name, sizeof name, "part %u", below(1000));
    const size_t at = used;
    word(UINT64_C(1) << 16 | (uint64_t)numbers_of[provider] << 20 | (uint64_t)strlen(name) << 52);
    stream(name, strlen(name));
    sized(at);
    row_t *r = row(MODEL_PROVIDER);
    r->id = numbers_of[provider];
    r->item = numbers_of[provider];
    r->what = mix_string(mix_string(7, ""), name);
    word(0x21);
    word(provider ? 1000 : 1000000);
    memset(from, 0, sizeof *from);
    for (bool all = false; !all;) {
        all = true;
        fxt_tables();
        for (unsigned i = 1; i < 16; i++)
            all = all && from->table[i][0];
    }
}

static void fxt(uint32_t events)
{
    uint64_t time = 0;
    memset(process_of, 0, sizeof process_of);
    last_time = 0;
    word(UINT64_C(0x0016547846040010));
    for (provider = 0; provider < PROVIDERS; provider++) {
        from = &providers[provider];
        fxt_provider();
    }
    provider = PROVIDERS - 1;
    while (rows < events) {
        const uint32_t which = below(32);
        if (below(64) == 0) {
            provider = below(PROVIDERS);
            from = &providers[provider];
            word(0x10 | UINT64_C(2) << 16 | (uint64_t)numbers_of[provider] << 20);
        }
        time += number() >> 40;
        time += provider ? 999 - (time + 999) % 1000 : 0; // a whole tick of the provider
        if (below(32) == 0)
            fxt_tables();
        switch (which) {
        case 0:
        case 1: fxt_switch(time); break;
        case 2: fxt_wakeup(time); break;
        case 3: fxt_legacy_switch(time); break;
        case 4: fxt_kernel_object(); break;
        case 5: fxt_user_object(); break;
        case 6: fxt_log(time); break;
        case 7: below(2) ? fxt_blob() : fxt_large_blob(time); break;
        case 8: below(4) ? fxt_event(time) : fxt_full(); break;
        default: fxt_event(time);
        }
    }
}

// ---- RKH: what docs/reference/rkh.md lists; p address, 1, 2 and 4 numbers of that length

static const struct {
    uint8_t id;
    const char *category, *name, *form;
    const char *args[7];
} records[] = {
    {0x00, "MP", "INIT", "p11", {"pool", "blocks", "size"}},
    {0x01, "MP", "GET", "p11", {"pool", "free", "least"}},
    {0x02, "MP", "PUT", "p1", {"pool", "free"}},
    {0x20, "QUE", "INIT", "pp1", {"queue", "active", "elements"}},
    {0x22, "QUE", "FIFO", "p11", {"queue", "elements", "least"}},
    {0x24, "QUE", "FULL", "p", {"queue"}},
    {0x40, "SMA", "ACT", "p11", {"active", "priority", "queue"}},
    {0x42, "SMA", "GET", "p11111", {"active", "signal", "pool", "refs", "elements", "least"}},
    {0x43, "SMA", "FIFO", "p1p1111",
     {"active", "signal", "sender", "pool", "refs", "elements", "least"}},
    {0x48, "SMA", "RCALL", "p1", {"active", "signal"}},
    {0x60, "SM", "INIT", "pp", {"active", "state"}},
    {0x62, "SM", "TRN", "ppp", {"active", "source", "target"}},
    {0x66, "SM", "NENEX", "p11", {"active", "entries", "exits"}},
    {0x70, "SM", "EXE_ACT", "1ppp", {"type", "active", "state", "action"}},
    {0x71, "SM", "DCH", "p1p", {"active", "signal", "state"}},
    {0x80, "TMR", "INIT", "p1", {"timer", "signal"}},
    {0x81, "TMR", "START", "pp11", {"timer", "active", "ticks", "period"}},
    {0x83, "TMR", "TOUT", "p1p", {"timer", "signal", "active"}},
    {0xa0, "FWK", "EN", "", {NULL}},
    {0xa2, "FWK", "EPREG", "1411", {"pool", "storage", "event", "blocks"}},
    {0xa3, "FWK", "AE", "111111p",
     {"event", "signal", "pool", "refs", "used", "least", "sender"}},
    {0xaa, "FWK", "SYNC_EVT", "ppp", {"function", "sender", "receiver"}},
};
enum { RECORDS = sizeof records / sizeof *records };

static void rkh_frame(const uint8_t *data, size_t count)
{
    uint8_t sum = 0;
    for (size_t i = 0; i <= count; i++) {
        const uint8_t whole_byte = i < count ? data[i] : (uint8_t)-sum;
        sum = (uint8_t)(sum + whole_byte);
        if (whole_byte == 0x7d || whole_byte == 0x7e)
            byte(0x7d);
        byte(whole_byte == 0x7d || whole_byte == 0x7e ? whole_byte ^ 0x20u : whole_byte);
    }
    byte(0x7e);
}

static void rkh(uint32_t events)
{
    static const uint8_t configuration[] = {0xac, 0x00, 0x30, 0x0d, 0x98, 0x03, 0x00,
                                            0x14, 0x41, 0x11, 0x01, 0x10, 0x00, 0x00};
    uint64_t time = 0;
    byte(0x7e);
    rkh_frame(configuration, sizeof configuration);
    for (uint32_t event = 0; event < events; event++) {
        const unsigned which = below(RECORDS);
        uint8_t data[48] = {records[which].id, (uint8_t)event};
        size_t count = 6;
        row_t *r = row(MODEL_INSTANT);
        time += below(4) ? below(1 << 8) : below(1 << 28);
        for (unsigned i = 0; i < 4; i++)
            data[2 + i] = (uint8_t)(time >> 8 * i);
        r->time = time;
        r->id = records[which].id;
        r->what = mix_string(mix_string(7, records[which].category), records[which].name);
        for (unsigned i = 0; records[which].form[i]; i++) {
            const char form = records[which].form[i];
            const unsigned bytes_of = form == 'p' ? 4 : (unsigned)(form - '0');
            const uint64_t value = chance() >> (64 - 8 * bytes_of);
            for (unsigned b = 0; b < bytes_of; b++)
                data[count++] = (uint8_t)(value >> 8 * b);
            r->value = mix(r->value,
                           mix_string(mix(5, form == 'p' ? mix(ADDRESS, value)
                                                         : true_number((int64_t)value, false)),
                                      records[which].args[i]));
        }
        rkh_frame(data, count);
    }
}

// ---- TXTB: who runs, by the rules of docs/reference/txtb.md

static const struct {
    uint16_t id;
    const char *name;
    struct {
        char kind; // a, o, t: an address; n: a number; 0: no field
        const char *name;
    } field[4];
} services[] = {
    {6, "RUNNING", {{0}}},
    {10, "BLOCK_ALLOCATE",
     {{'o', "pool"}, {'a', "memory"}, {'n', "wait"}, {'n', "remaining_blocks"}}},
    {12, "BLOCK_POOL_DELETE", {{'o', "pool"}, {'a', "stack"}}},
    {20, "BYTE_ALLOCATE", {{'o', "pool"}, {'a', "memory"}, {'n', "size"}, {'n', "wait"}}},
    {36, "EVENT_FLAGS_SET",
     {{'o', "group"}, {'n', "flags"}, {'n', "set_option"}, {'n', "suspended"}}},
    {40, "INTERRUPT_CONTROL", {{'n', "posture"}, {'a', "stack"}}},
    {57, "MUTEX_PUT", {{'o', "mutex"}, {'t', "owner"}, {'n', "own_count"}, {'a', "stack"}}},
    {69, "QUEUE_SEND", {{'o', "queue"}, {'a', "source"}, {'n', "wait"}, {'n', "enqueued"}}},
    {83, "SEMAPHORE_GET", {{'o', "semaphore"}, {'n', "wait"}, {'n', "count"}, {'a', "stack"}}},
    {103, "THREAD_IDENTIFY", {{0}}},
    {108, "THREAD_PRIORITY_CHANGE",
     {{'t', "thread"}, {'n', "new_priority"}, {'n', "old_priority"}, {'n', "state"}}},
    {124, "TIMER_CREATE",
     {{'o', "timer"}, {'n', "initial_ticks"}, {'n', "reschedule_ticks"}, {'n', "enable"}}},
};
enum { SERVICES = sizeof services / sizeof *services };

static const struct {
    model_object_t kind;
    const char *parameter[2];
} object_types[29] = {
    [1] = {MODEL_OBJECT_THREAD, {"stack start", "stack size"}},
    [2] = {MODEL_OBJECT_TIMER, {"initial ticks", "reschedule ticks"}},
    [3] = {MODEL_OBJECT_QUEUE, {"queue size", "message size"}},
    [4] = {MODEL_OBJECT_SEMAPHORE, {"initial instances"}},
    [5] = {MODEL_OBJECT_MUTEX, {"inheritance flag"}},
    [6] = {MODEL_OBJECT_EVENT_FLAGS, {NULL}},
    [7] = {MODEL_OBJECT_BLOCK_POOL, {"total blocks", "block size"}},
    [8] = {MODEL_OBJECT_BYTE_POOL, {"total bytes"}},
    [9] = {MODEL_OBJECT_MEDIA, {"FAT cache size", "sector cache size"}},
    [10] = {MODEL_OBJECT_FILE, {NULL}},
    [11] = {MODEL_OBJECT_IP, {"stack start", "stack size"}},
    [12] = {MODEL_OBJECT_PACKET_POOL, {"packet size", "number of packets"}},
    [13] = {MODEL_OBJECT_TCP_SOCKET, {"IP address", "window size"}},
    [14] = {MODEL_OBJECT_UDP_SOCKET, {"IP address", "RX queue max"}},
    [21] = {MODEL_OBJECT_USB, {NULL}},
    [28] = {MODEL_OBJECT_USB, {NULL}},
};

enum { ISR = 0xffffffff, INIT = 0xf0f0f0f0, THREADS = 6 };

static bool big;
static uint32_t mask;
static bool down;

static void number4(uint64_t value)
{
    for (unsigned i = 0; i < 4; i++)
        byte((unsigned)(value >> 8 * (big ? 3 - i : i) & 0xff));
}

// Who runs. A switch that an entry says is a fact when the next entry does not contradict it.
static struct {
    uint64_t time;
    bool known; // which thread runs
    uint32_t thread;
    unsigned handlers;
    bool resumes; // a handler has said that `resumed` runs
    uint32_t resumed;
    enum { SAYS_NOTHING, SAYS, SAYS_OF_ITSELF, SAYS_AT_THE_END } says;
    uint64_t said;
    uint32_t next;
    unsigned state; // of the thread before
} hart;

static void true_arg(row_t *r, const char *name, bool address, uint64_t value)
{
    r->value = mix(r->value, mix_string(mix(5, address ? mix(ADDRESS, value)
                                                       : true_number((int64_t)value, false)),
                                        name));
}

static void runs(uint64_t time, uint32_t to, bool reported, unsigned state_of)
{
    row_t *r = row(MODEL_SWITCH);
    r->hart = 0;
    r->time = time;
    r->thread = thread_of(0, to);
    r->item = true_switch(hart.known, thread_of(0, hart.thread), state_of, false, 0, 0,
                          reported ? MODEL_CONTEXT_UNKNOWN : MODEL_CONTEXT_THREAD);
    hart.known = true;
    hart.thread = to;
}

static void handlers_end(void)
{
    hart.handlers = 0;
    if (hart.resumes)
        hart.says = SAYS_AT_THE_END;
    hart.said = hart.time;
}

// The thread that the next entry should be of.
static uint32_t runner(void)
{
    if (hart.says)
        return hart.says == SAYS_AT_THE_END ? hart.resumed : hart.next;
    return hart.known ? hart.thread : 0;
}

// By the next entry; INIT: it shows nothing.
static void switch_is_made(uint32_t context, uint32_t interrupted)
{
    const unsigned says = hart.says;
    const uint32_t shows = context == ISR ? interrupted : context;
    const bool same = context != INIT && hart.known && shows == hart.thread;
    hart.says = SAYS_NOTHING;
    if (says == SAYS_AT_THE_END && same) {
        hart.resumes = context == ISR; // at the end of this handler
        return;
    }
    if (same && (context == ISR ? interrupted != 0 : says == SAYS_OF_ITSELF))
        return;
    if (says != SAYS_AT_THE_END) {
        runs(hart.said, hart.next, true, hart.state);
        return;
    }
    const uint32_t to = context != INIT && shows ? shows : hart.resumed;
    hart.resumes = false;
    if (!hart.known || to != hart.thread)
        runs(hart.said, to, to == hart.resumed, MODEL_STATE_UNKNOWN);
}

// Writes an entry, and knows the switches before it. Returns its row.
static row_t *txtb_entry(uint32_t context, uint32_t id, const uint32_t info[4], model_kind_t kind)
{
    const unsigned priority = below(1024), threshold = below(1024);
    const bool valid = below(8), isr = context == ISR;
    const uint32_t before = hart.known ? hart.thread : 0,
                   interrupted = below(4) ? runner() : before, other = (uint32_t)chance() >> 1;
    number4(context);
    number4(isr     ? interrupted
            : valid ? 0x80000000u | threshold << 16 | priority
                    : other);
    number4(id);
    number4((down ? ~hart.time : hart.time) & mask);
    for (unsigned i = 0; i < 4; i++)
        number4(info[i]);
    if (!isr && !hart.says && (hart.handlers || hart.resumes))
        handlers_end();
    if (hart.says)
        switch_is_made(context, interrupted);
    const uint32_t thread = isr ? interrupted : context;
    if (context != INIT && (hart.known ? thread != hart.thread : thread))
        runs(hart.time, thread, false, MODEL_STATE_UNKNOWN);
    if (context != INIT) {
        hart.known = true;
        hart.thread = thread;
    }
    row_t *r = row(kind);
    r->hart = 0;
    r->time = hart.time;
    r->thread = context == INIT ? 0 : thread_of(0, thread);
    r->id = id;
    r->item = isr     ? true_context(MODEL_CONTEXT_ISR, false, 0, 0, 0)
              : valid ? true_context(context == INIT ? MODEL_CONTEXT_INIT : MODEL_CONTEXT_THREAD,
                                     true, priority, threshold, 0)
                      : true_context(context == INIT ? MODEL_CONTEXT_INIT : MODEL_CONTEXT_THREAD,
                                     false, 0, 0, other);
    return r;
}

static uint32_t some_word(void) { return below(3) ? below(100) : (uint32_t)number(); }

static void txtb_service(uint32_t context)
{
    const unsigned which = below(SERVICES);
    uint32_t info[4];
    for (unsigned i = 0; i < 4; i++)
        info[i] = services[which].field[i].name || below(8) == 0 ? some_word() : 0;
    row_t *r = txtb_entry(context, services[which].id, info, MODEL_INSTANT);
    r->what = mix_string(mix_string(7, "ThreadX"), services[which].name);
    for (unsigned i = 0; i < 4; i++) {
        const char plain[] = {'i', 'n', 'f', 'o', (char)('1' + i), 0};
        const char *name = services[which].field[i].name;
        if (name || info[i])
            true_arg(r, name ? name : plain, name && services[which].field[i].kind != 'n',
                     info[i]);
    }
}

// An event of which only the range of its id is known, or one of the user.
static void txtb_other(uint32_t context)
{
    static const struct {
        uint32_t id;
        const char *range;
    } others[] = {{150, "ThreadX"}, {205, "FileX"},     {310, "NetX"},       {650, "USBX"},
                  {999, "USBX"},    {1001, "reserved"}, {2000, "user"},      {70000, "reserved"}};
    const unsigned which = below(16);
    const bool user = which >= 8;
    const uint32_t id = user ? below(0x4000) : others[which].id,
                   info[4] = {some_word(), below(2) ? some_word() : 0, below(2) ? some_word() : 0,
                              below(4) ? 0 : some_word()};
    unsigned count = 4;
    while (user && count > 1 && !info[count - 1])
        count--;
    row_t *r = txtb_entry(context, user ? 4096 + id : id, info, MODEL_INSTANT);
    r->id = id;
    if (!user)
        r->what = mix_string(mix_string(7, others[which].range), "");
    for (unsigned i = 0; i < count; i++) {
        const char name[] = {'i', 'n', 'f', 'o', (char)('1' + i), 0};
        true_arg(r, user && !i ? "value" : name, false, info[i]);
    }
}

static void txtb_handler(bool enters)
{
    const uint32_t info[4] = {some_word(), some_word() | below(2) << 31, below(3), 0};
    row_t *r = txtb_entry(ISR, enters ? 3 : 4, info,
                          enters ? MODEL_ISR_ENTER : MODEL_ISR_EXIT);
    r->id = info[1];
    if (info[0] || info[2]) {
        true_arg(r, "stack", true, info[0]);
        true_arg(r, "isr", false, info[1]);
        true_arg(r, "system_state", false, info[2]);
        true_arg(r, "preempt_disable", false, info[3]);
    }
    if (enters)
        hart.handlers++;
    else if (hart.handlers <= 1)
        handlers_end();
    else
        hart.handlers--;
}

static uint32_t some_thread(void) { return 0x20001000 + 0x100 * below(THREADS); }

// An entry after which another thread may run: at once, or at the end of the handlers.
static void txtb_switch_entry(uint32_t context)
{
    static const struct {
        const char *name, *field[4];
        char kind[5];
    } forms[] = {{"THREAD_RESUME", {"thread", "previous_state", "stack", "next_thread"}, "anaa"},
                 {"THREAD_SUSPEND", {"thread", "new_state", "stack", "next_thread"}, "anaa"},
                 {"TIME_SLICE",
                  {"next_thread", "system_state", "preempt_disable", "stack"},
                  "anna"},
                 {"THREAD_RELINQUISH", {"stack", "next_thread"}, "aa"}};
    static const uint32_t ids[] = {1, 2, 5, 109};
    const unsigned which = below(context == ISR ? 3 : 4), old = below(15); // ISRs do not relinquish
    const uint32_t next = which == 1 && below(4) == 0 ? 0 : some_thread(),
                   likely = context == ISR ? runner() : context,
                   thread = which == 1 && likely && below(4) ? likely : some_thread(),
                   stack = 0x20008000 + below(1000);
    const uint32_t info[4] = {which == 2 ? next : which == 3 ? stack : thread,
                              which == 3 ? next : which == 2 ? below(3) : old,
                              which == 2 ? below(2) : which == 3 ? 0 : stack,
                              which == 2 ? stack : which == 3 ? 0 : next};
    row_t *r = txtb_entry(context, ids[which], info, MODEL_INSTANT);
    r->what = mix_string(mix_string(7, "ThreadX"), forms[which].name);
    for (unsigned i = 0; forms[which].kind[i]; i++)
        true_arg(r, forms[which].field[i], forms[which].kind[i] == 'a', info[i]);
    if (hart.handlers && context == ISR) {
        if (which < 3) {
            hart.resumes = true;
            hart.resumed = next;
        }
    } else if (next != hart.thread) { // that of the entry
        const unsigned states[] = {MODEL_STATE_UNKNOWN, MODEL_STATE_DEAD, MODEL_STATE_DEAD,
                                   MODEL_STATE_SUSPENDED};
        hart.says = which == 1 && thread == context ? SAYS_OF_ITSELF : SAYS;
        hart.said = hart.time;
        hart.next = next;
        hart.state = which == 1 && thread == hart.thread
                         ? old < 4 ? states[old] : MODEL_STATE_BLOCKED
                         : MODEL_STATE_UNKNOWN;
    }
}

static void txtb_object(unsigned names, uint32_t address)
{
    const unsigned type = address ? 1 : 1 + below(below(8) ? 14 : 28), ready = below(4) == 0;
    const uint32_t parameter[2] = {below(3) ? some_word() : 0, below(3) ? some_word() : 0};
    unsigned reserved[2] = {below(2), below(3)};
    char name[64] = "";
    if (type == 1 && below(8)) {
        reserved[0] = 0x80 | below(4);
        reserved[1] = below(256);
    }
    const bool has_priority = type == 1 && reserved[0] & 0x80;
    for (unsigned i = 0; i < names; i++)
        name[i] = i < below(names + 1) ? (char)('a' + i % 26) : 0;
    const size_t length = strnlen(name, names);
    address = address ? address : 0x30000000 + below(1 << 20);
    byte(ready);
    byte(type);
    byte(reserved[0]);
    byte(reserved[1]);
    number4(address);
    number4(parameter[0]);
    number4(parameter[1]);
    bytes(name, names);
    row_t *r = row(MODEL_OBJECT);
    r->id = type;
    r->what = mix_text(mix_string(7, ""), name, length);
    r->item = mix(mix(type < 21 ? object_types[type].kind : MODEL_OBJECT_USB, 0), address);
    if (type > 14 && type < 21)
        r->item = mix(mix(MODEL_OBJECT_OTHER, 0), address);
    for (unsigned i = 0; i < 2; i++) {
        const char *meaning = object_types[type].parameter[i];
        if (meaning ? parameter[0] || parameter[1] : parameter[i])
            true_arg(r, meaning ? meaning : i ? "parameter 2" : "parameter 1", false,
                     parameter[i]);
    }
    if (has_priority)
        true_arg(r, "priority", false, (reserved[0] & 3) << 8 | reserved[1]);
    else if (reserved[0] || reserved[1])
        true_arg(r, "reserved", false, reserved[0] << 8 | reserved[1]);
    if (ready)
        true_arg(r, "deleted", false, 1);
}

static void txtb(uint32_t events)
{
    static const uint32_t masks[] = {0xffffffff, 0xffffff, 0xffff};
    const unsigned names = 8 + 4 * below(8), objects = THREADS + below(20);
    memset(&hart, 0, sizeof hart);
    big = below(2);
    down = below(2);
    mask = masks[below(3)];
    hart.time = below(0x4000);
    const uint32_t base = 0x20000000 + 16 * below(1000), registry = base + 48,
                   ring = registry + (objects + 1) * (16 + names);
    for (unsigned i = 0; i < 12; i++) // the header comes when the number of entries is known
        number4(0);
    for (unsigned i = 0; i < objects; i++)
        txtb_object(names, i < THREADS ? 0x20001000 + 0x100 * i : 0);
    byte(1); // a free entry
    for (unsigned i = 1; i < 16 + names; i++)
        byte(0);
    const size_t start = used;
    while (rows < events) {
        const uint32_t which = below(32);
        hart.time += below(8) ? below(100) : below(0x4000); // less than half of the narrowest timer
        if (used == start)
            hart.time = hart.time & mask;
        const uint32_t thread = hart.handlers && below(64) ? 0
                                : below(16) == 0           ? some_thread()
                                : below(16) == 0           ? hart.thread
                                                           : runner(),
                       context = hart.handlers && !thread ? ISR
                                 : thread                 ? thread
                                                          : ISR;
        if (below(256) == 0) { // not in use
            const bool by_id = below(2);
            for (unsigned i = 0; i < 8; i++)
                number4(by_id ? i == 2 ? 0xffffffff : 1 : i ? some_word() : 0);
        }
        if (!hart.known && below(4))
            below(2) ? txtb_service(INIT) : txtb_other(INIT);
        else if (which == 0)
            txtb_handler(true);
        else if (which == 1 || (hart.handlers && which < 6))
            txtb_handler(false);
        else if (which < 10)
            txtb_switch_entry(context);
        else if (which < 20)
            txtb_other(context);
        else
            txtb_service(context);
    }
    if (hart.says)
        switch_is_made(INIT, 0);
    // the ring begins anywhere
    const size_t entries = (used - start) / 32, first = below((uint32_t)entries);
    uint8_t *moved = larger(NULL, used - start);
    memcpy(moved, out + start + 32 * (entries - first), 32 * first);
    memcpy(moved + 32 * first, out + start, 32 * (entries - first));
    memcpy(out + start, moved, used - start);
    free(moved);
    const uint32_t end = ring + 32 * (uint32_t)entries;
    const size_t all = used;
    used = 0;
    number4(0x54585442);
    number4(mask);
    number4(base);
    number4(registry);
    byte(0), byte(0);
    byte(big ? 0 : names), byte(big ? names : 0);
    number4(ring);
    number4(ring);
    number4(end);
    number4(ring + 32 * (uint32_t)first);
    number4(0xaaaaaaaa);
    number4(0xbbbbbbbb);
    number4(0xcccccccc);
    used = all;
}

// ---- the comparison

static int64_t read_input(void *context, void *data, size_t count, uint64_t offset)
{
    (void)context;
    const size_t left = offset < used ? used - (size_t)offset : 0;
    count = count < left ? count : left;
    memcpy(data, out + offset, count);
    return (int64_t)count;
}

static uint64_t said_item(const model_record_t *r, bool is_txtb)
{
    const model_context_t *c = &r->context;
    switch (r->kind) {
    case MODEL_SWITCH:
        return true_switch(r->change.outgoing.known, thread_of(r->change.outgoing.process,
                                                               r->change.outgoing.number),
                           r->change.state, r->change.has_priority, r->change.outgoing_priority,
                           r->change.incoming_priority, c->kind);
    case MODEL_OBJECT: return mix(mix(r->object.kind, r->object.process), r->object.number);
    case MODEL_LOG:
    case MODEL_BLOB: return mix_text(0, r->text.bytes, r->text.size);
    case MODEL_COMPLETE: return r->until;
    case MODEL_LOSS: return mix(r->loss.first, r->loss.counted);
    default:
        return is_txtb ? true_context(c->kind, c->has_priority, c->priority, c->threshold, c->word)
                       : r->correlation;
    }
}

static bool differs(const model_record_t *r, const model_format_t *format)
{
    row_t said = {.kind = (uint8_t)r->kind, .tag = r->tag, .hart = r->hart};
    const bool is_flux = !strcmp(format->name, "flux"), is_txtb = !strcmp(format->name, "txtb");
    said.time = r->timed ? r->time : NO_TIME;
    said.item = is_flux ? r->item : said_item(r, is_txtb);
    said.id = r->kind == MODEL_OBJECT ? r->object.type
              : is_flux || r->kind == MODEL_SWITCH ? 0 : *format->name == 'f' ? r->provider : r->id;
    said.thread = r->thread.known ? thread_of(r->thread.process, r->thread.number) : 0;
    said.what = mix_text(mix_text(7, r->category.bytes, r->category.size), r->name.bytes,
                         r->name.size);
    for (unsigned i = 0; i < r->arg_count; i++) {
        const uint64_t value = mix_text(mix(5, said_value(&r->args[i])), r->args[i].name.bytes,
                                        r->args[i].name.size);
        said.value = is_flux ? value : mix(said.value, value);
    }
    if (found < rows && !memcmp(&said, &truth[found], sizeof said))
        return false;
    const row_t none = {0}, *want = found < rows ? &truth[found] : &none;
    char text_of[200];
    bool whole;
    fprintf(stderr,
            "event %zu of %zu: kind %u for %u, time %" PRIu64 " for %" PRIu64 ", hart %u for %u, "
            "tag %u for %u, id %u for %u, item %" PRIx64 " for %" PRIx64
            "; the same: thread %d, name %d, value %d; name %.*s",
            found, rows, said.kind, want->kind, said.time, want->time, said.hart, want->hart,
            said.tag, want->tag, said.id, want->id, said.item, want->item,
            said.thread == want->thread, said.what == want->what, said.value == want->value,
            (int)r->name.size, r->name.bytes);
    for (unsigned i = 0; i < r->arg_count; i++)
        fprintf(stderr, ", %s %.*s", model_arg_type_name(r->args[i].type),
                (int)model_arg_text(&r->args[i], text_of, sizeof text_of, &whole), text_of);
    fprintf(stderr, "\n");
    return true;
}

static int compare(const model_format_t *format)
{
    model_source_t source = {.format = format,
                             .input = {read_input, NULL, used},
                             .options = {.strict = true}};
    const model_batch_t *batch;
    batch_space_t space;
    int rc = model_open(&source);
    found = 0;
    while (rc >= 0 && (rc = model_read(&source, &batch)) == 1)
        for (uint32_t i = 0; i < batch->count; i++) {
            const model_record_t *r = batch_get(batch, i, &space);
            if (r->kind > MODEL_LOSS && *format->name == 'f' && format->name[1] == 'l')
                continue; // definitions
            if (differs(r, format))
                return 1;
            found++;
        }
    if (rc < 0)
        fprintf(stderr, "byte %" PRIu64 ": expected %s, found %s\n", source.problem.offset,
                source.problem.expected, source.problem.found);
    else if (found != rows)
        fprintf(stderr, "%zu events of %zu\n", found, rows);
    else if (model_lossy(&source.account))
        fprintf(stderr, "something was left out\n");
    const bool good = rc == 0 && found == rows && !model_lossy(&source.account);
    model_close(&source);
    return !good;
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    const model_format_t *format = model_format_named(argv[1]);
    const uint64_t first = strtoull(argv[2], NULL, 0), count = strtoull(argv[3], NULL, 0);
    const uint32_t events = (uint32_t)strtoul(argv[4], NULL, 0);
    void (*const make)(uint32_t) = *argv[1] == 'r'     ? rkh
                                   : *argv[1] == 't'   ? txtb
                                   : argv[1][1] == 'x' ? fxt
                                                       : flux;
    nameless = mix_string(mix_string(7, ""), "");
    uint64_t all = 0, all_bytes = 0;
    for (uint64_t seed = first; seed < first + count; seed++) {
        state = seed * UINT64_C(0xd1342543de82ef95);
        used = rows = 0;
        make(events);
        if (compare(format)) {
            fprintf(stderr, "%s, seed %" PRIu64 ", %u events\n", argv[1], seed, events);
            return 1;
        }
        all += rows;
        all_bytes += used;
    }
    printf("%" PRIu64 " streams, %" PRIu64 " events, %" PRIu64 " bytes\n", count, all, all_bytes);
    return 0;
}
