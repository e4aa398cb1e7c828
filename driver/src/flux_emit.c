// SPDX-License-Identifier: Apache-2.0
// flux emitter: each function encodes one entry at a cursor and commits it, or leaves the buffer
// unchanged.
#include "flux_emit.h"

#if __STDC_HOSTED__
#include <string.h>
#endif

// FLUX_CLASSIC_ONLY limits the emitter to the classic layout, which saves code on small targets.
#ifdef FLUX_CLASSIC_ONLY
#define LAYOUT(owner) FLUX_CLASSIC
#else
#define LAYOUT(owner) ((owner)->layout)
#endif

// ---- cursor

// A write position with a limit: `at` counts beyond the limit, too, so that it ends as the required
// size.
typedef struct {
    uint8_t *data;
    uint32_t at, room;
} cursor_t;

#define CURSOR_LIMIT                                                                               \
    0xfffff000u // sizes saturate here; everything that follows a text is far smaller

static void put(cursor_t *c, uint8_t byte)
{
    if (c->at < c->room)
        c->data[c->at] = byte;
    c->at++;
}

static void put_bytes(cursor_t *c, const void *data, uint32_t size)
{
    if (size > CURSOR_LIMIT || c->at > CURSOR_LIMIT - size) {
        c->at = CURSOR_LIMIT;
        return;
    }
    if (c->at <= c->room && size <= c->room - c->at) {
#if __STDC_HOSTED__
        if (size)
            memcpy(c->data + c->at, data, size);
#else
        const uint8_t *from = data;
        for (uint32_t i = 0; i < size; i++)
            c->data[c->at + i] = from[i];
#endif
    }
    c->at += size;
}

// Stores a PInt of at most PINT_MAX bytes and returns its end. Most numbers have at most 32 bits,
// and 64-bit shifts cost a small core much more.
#define PINT_MAX 10
static uint8_t *store_pint(uint8_t *p, uint64_t value)
{
    for (; value >> 32; value >>= 7)
        *p++ = (uint8_t)(value | 0x80);
    uint32_t low = (uint32_t)value;
    for (; low > 0x7f; low >>= 7)
        *p++ = (uint8_t)(low | 0x80);
    *p++ = (uint8_t)low;
    return p;
}

static void put_pint(cursor_t *c, uint64_t value)
{
    uint8_t bytes[PINT_MAX];
    put_bytes(c, bytes, (uint32_t)(store_pint(bytes, value) - bytes));
}

static void put_value(cursor_t *c, const void *data, uint32_t size)
{
    put_pint(c, size);
    put_bytes(c, data, size);
}

static void put_text(cursor_t *c, flux_text_t text) { put_value(c, text.data, text.size); }

// Bytes of a minimal integer: as few as leave a sign bit; unsigned numbers have one, too.
#define MINT_MAX 9
static uint32_t mint_size(uint64_t value, bool is_signed)
{
    uint32_t size = value != 0;
    if (is_signed && value >> 63)
        value = ~value;
    for (value >>= 7; value >> 32; value >>= 8)
        size++;
    for (uint32_t low = (uint32_t)value; low; low >>= 8)
        size++;
    return size;
}

static uint8_t *store_mint(uint8_t *p, uint64_t value, uint32_t size)
{
    uint32_t word = (uint32_t)value;
    for (uint32_t i = 1; i <= size; i++) {
        *p++ = (uint8_t)word;
        word = i == 4 ? (uint32_t)(value >> 32) : word >> 8; // the ninth byte is 0
    }
    return p;
}

static void put_mint(cursor_t *c, int64_t value)
{
    uint8_t bytes[MINT_MAX];
    uint32_t size = mint_size((uint64_t)value, true);
    store_mint(bytes, (uint64_t)value, size);
    put_value(c, bytes, size);
}

static void put_little(cursor_t *c, uint64_t bits, uint32_t size)
{
    for (; size; size--) {
        put(c, (uint8_t)bits);
        bits >>= 8;
    }
}

static uint64_t double_bits(double value)
{
    union {
        double value;
        uint64_t bits;
    } u = {value};
    return u.bits;
}

static uint32_t float_bits(float value)
{
    union {
        float value;
        uint32_t bits;
    } u = {value};
    return u.bits;
}

// ---- entries

// One entry in progress. Use: entry_t e = { buffer }; do { begin(&e, ...); put...; } while
// (again(&e));
typedef struct {
    flux_buffer_t *buffer;
    cursor_t cursor;
    bool tried; // the handler has made space once
    int result;
} entry_t;

static cursor_t *start(entry_t *e)
{
    flux_buffer_t *b = e->buffer;
    e->cursor = (cursor_t){b->data + b->used, 0, b->size - b->used};
    return &e->cursor;
}

static cursor_t *begin(entry_t *e, uint8_t tag)
{
    cursor_t *c = start(e);
    put(c, 0);
    put(c, tag);
    return c;
}

// Commits the entry; or makes space and returns true, to write the entry again.
static bool again(entry_t *e)
{
    flux_buffer_t *b = e->buffer;
    if (e->cursor.at <= e->cursor.room) {
        b->used += e->cursor.at;
        if (b->commit)
            b->commit(b);
        e->result = 0;
        return false;
    }
    e->result = e->tried || !b->more ? FLUX_E_ROOM : b->more(b, e->cursor.at);
    e->tried = true;
    return e->result == 0;
}

int flux_emit_raw(flux_buffer_t *buffer, const void *entries, uint32_t size)
{
    entry_t e = {.buffer = buffer};
    do
        put_bytes(start(&e), entries, size);
    while (again(&e));
    return e.result;
}

int flux_emit_block(flux_buffer_t *buffer, const flux_block_t *block)
{
    entry_t e = {.buffer = buffer};
    do {
        cursor_t *c = begin(&e, FLUX_PBLK);
        put(c, block->mode);
        put_pint(c, block->original);
        put_value(c, block->packed, block->size);
    } while (again(&e));
    return e.result;
}

// ---- buffers

int flux_flush(flux_buffer_t *buffer)
{
    if (!buffer->handler || !buffer->used)
        return 0;
    if (buffer->handler(buffer->arg, buffer->data, buffer->used))
        return FLUX_E_SINK;
    buffer->used = 0;
    return 0;
}

static int linear_more(flux_buffer_t *buffer, uint32_t need)
{
    return !buffer->handler || need > buffer->size ? FLUX_E_ROOM : flux_flush(buffer);
}

void flux_buffer_init(flux_buffer_t *buffer, void *memory, uint32_t size, flux_handler_t handler,
                      void *arg)
{
    buffer->data = memory;
    buffer->size = size;
    buffer->used = 0;
    buffer->more = linear_more;
    buffer->commit = NULL;
    buffer->handler = handler;
    buffer->arg = arg;
}

#define SECTION_HEADER 7

static int ring_more(flux_buffer_t *buffer, uint32_t need);

static uint32_t section_stride(const flux_ring_t *ring) { return ring->size / ring->sections; }

// The order of these stores keeps the memory valid for a dump at any time.
static void ring_commit(flux_buffer_t *buffer)
{
    volatile uint8_t *header = buffer->data - SECTION_HEADER;
    header[5] = (uint8_t)buffer->used;
    header[6] = (uint8_t)(buffer->used >> 8);
}

static void ring_enter(flux_ring_t *ring)
{
    flux_buffer_t *b = &ring->buffer;
    uint32_t at = ring->section * section_stride(ring);
    volatile uint8_t *header = ring->memory + at;
    b->data = ring->memory + at + SECTION_HEADER;
    b->size = header[3] | (uint32_t)header[4] << 8;
    b->used = 0;
    ring_commit(b);
    uint8_t generation = header[2] & 0x0f;
    header[2] = (header[2] & 0x80) | (generation == 15 ? 1 : generation + 1);
    if (ring->enter) {
        b->more = NULL; // the entries of the callback must fit in this section
        ring->enter(ring);
        b->more = ring_more;
    }
}

static int ring_more(flux_buffer_t *buffer, uint32_t need)
{
    flux_ring_t *ring = (flux_ring_t *)buffer; // its first member
    if (need > section_stride(ring) - SECTION_HEADER)
        return FLUX_E_ROOM;
    ring->section = ring->section + 1 == ring->sections ? 0 : ring->section + 1;
    ring_enter(ring);
    return 0;
}

int flux_ring_init(flux_ring_t *ring, void *memory, uint32_t size, uint32_t sections,
                   void (*enter)(flux_ring_t *ring), void *arg)
{
    if (sections < 2 || sections > 65535)
        return FLUX_E_ARG;
    uint32_t stride = size / sections, last = size - stride * (sections - 1);
    if (stride < SECTION_HEADER + 16 || last > SECTION_HEADER + 65535)
        return FLUX_E_ARG;
    flux_buffer_init(&ring->buffer, memory, 0, NULL, NULL);
    ring->buffer.more = ring_more;
    ring->buffer.commit = ring_commit;
    ring->memory = memory;
    ring->size = size;
    ring->sections = sections;
    ring->section = 0;
    ring->enter = enter;
    ring->arg = arg;
    for (uint32_t i = 0; i < sections; i++) {
        bool is_last = i + 1 == sections;
        cursor_t c = {ring->memory + i * stride, 0, SECTION_HEADER};
        put(&c, 0);
        put(&c, FLUX_SECT);
        put(&c, is_last ? 0x80 : 0);
        put_little(&c, (is_last ? last : stride) - SECTION_HEADER, 2);
        put_little(&c, 0, 2);
    }
    ring_enter(ring);
    return 0;
}

// ---- traces

void flux_trace_init(flux_trace_t *trace, flux_buffer_t *buffer, flux_layout_t layout)
{
    *trace = (flux_trace_t){buffer, layout};
}

int flux_emit_head(flux_trace_t *trace, const flux_head_t *head)
{
    entry_t e = {.buffer = trace->buffer};
    do {
        cursor_t *c = begin(&e, FLUX_HEAD);
        put_bytes(c, "flux", 4);
        put(c, LAYOUT(trace) == FLUX_V4 ? 4 : 6);
        put_pint(c, head->trace);
        put_text(c, head->name);
        put_text(c, head->description);
        put(c, head->mode);
        put_pint(c, head->max_item);
        put_pint(c, head->max_entry);
    } while (again(&e));
    return e.result;
}

int flux_emit_switch(flux_trace_t *trace, uint32_t id)
{
    entry_t e = {.buffer = trace->buffer};
    do
        put_pint(begin(&e, FLUX_SWTH), id);
    while (again(&e));
    return e.result;
}

// ---- definitions

// The number of a signal type in the extended layout: three types change places.
static uint8_t extended_signal_type(uint8_t type)
{
    return type == FLUX_LOGIC ? 5 : type == FLUX_FLOAT ? 3 : type == FLUX_TEXT ? 4 : type;
}

// The byte of a member type, or a negative error if the layout has no such type.
static int member_type(flux_layout_t layout, uint8_t type)
{
    static const int8_t extended[] = {0, 4, FLUX_E_ARG, 2, 3, 5, 6, 1, FLUX_E_ARG, 7, 8, 9, 10, 11};
    if (layout != FLUX_EXTENDED)
        return type > 15 ? FLUX_E_ARG : type;
    return type < sizeof extended ? extended[type] : FLUX_E_ARG;
}

static void put_scale(cursor_t *c, int32_t scale)
{
    put_pint(c, ((uint32_t)scale << 1) ^ (scale < 0 ? UINT32_MAX : 0)); // zig-zag
}

int flux_emit_scope(flux_trace_t *trace, const flux_scope_t *scope)
{
    entry_t e = {.buffer = trace->buffer};
    do {
        cursor_t *c = begin(&e, FLUX_SCPD);
        put_pint(c, scope->item);
        put_pint(c, scope->parent);
        put_text(c, scope->name);
        put_text(c, scope->description);
        if (LAYOUT(trace) == FLUX_EXTENDED)
            put_text(c, scope->tags);
    } while (again(&e));
    return e.result;
}

int flux_emit_signal(flux_trace_t *trace, const flux_signal_t *signal)
{
    if (signal->type > 15 || (signal->last && (signal->scattered || signal->last < signal->item)))
        return FLUX_E_ARG;
    bool extended = LAYOUT(trace) == FLUX_EXTENDED;
    uint8_t type = extended ? extended_signal_type(signal->type) : signal->type;
    entry_t e = {.buffer = trace->buffer};
    do {
        cursor_t *c = begin(&e, signal->scattered ? FLUX_SSGD
                                : signal->last    ? FLUX_MSGD
                                                  : FLUX_SIGD);
        put_pint(c, signal->item);
        if (signal->last)
            put_pint(c, signal->last);
        put_pint(c, signal->parent);
        put_text(c, signal->name);
        put_text(c, signal->description);
        if (extended)
            put_text(c, signal->tags);
        put(c, (signal->modifiers & 0xf0) | type);
        if (extended)
            put_scale(c, signal->scale);
        put_text(c, signal->descriptor);
        if (signal->scattered) {
            put_pint(c, signal->from);
            put_pint(c, signal->to);
        }
    } while (again(&e));
    return e.result;
}

int flux_emit_reference(flux_trace_t *trace, const flux_reference_t *ref)
{
    entry_t e = {.buffer = trace->buffer};
    do {
        cursor_t *c = begin(&e, ref->scattered ? FLUX_SSRD : FLUX_SIRD);
        put_pint(c, ref->item);
        put_pint(c, ref->parent);
        put_text(c, ref->name);
        put_text(c, ref->description);
        if (LAYOUT(trace) == FLUX_EXTENDED)
            put_text(c, ref->tags);
        if (ref->scattered) {
            put_pint(c, ref->from);
            put_pint(c, ref->to);
        }
    } while (again(&e));
    return e.result;
}

int flux_emit_enum(flux_trace_t *trace, const flux_enum_t *label)
{
    entry_t e = {.buffer = trace->buffer};
    do {
        cursor_t *c = begin(&e, FLUX_ENMD);
        put_pint(c, label->item);
        put_pint(c, label->scope);
        put_text(c, label->label);
        put_pint(c, label->value);
    } while (again(&e));
    return e.result;
}

int flux_emit_member(flux_trace_t *trace, const flux_member_t *member)
{
    flux_layout_t layout = LAYOUT(trace);
    int type = member_type(layout, member->type);
    if (type < 0 || (layout == FLUX_V4 && member->parent))
        return FLUX_E_ARG;
    entry_t e = {.buffer = trace->buffer};
    do {
        cursor_t *c = begin(&e, FLUX_MEMD);
        put_pint(c, member->item);
        put_pint(c, member->member);
        if (layout != FLUX_V4)
            put_pint(c, member->parent);
        put_text(c, member->label);
        if (layout == FLUX_EXTENDED) {
            put_text(c, member->description);
            put_text(c, member->icon);
            put_text(c, member->tags);
        }
        put(c, (uint8_t)((member->modifiers & 0xf0) | type));
        if (layout == FLUX_EXTENDED)
            put_scale(c, member->scale);
        put_text(c, member->descriptor);
    } while (again(&e));
    return e.result;
}

// ---- domains

int flux_emit_open(flux_trace_t *trace, flux_domain_t *domain, const flux_open_t *open)
{
    if (open->base.size > FLUX_BASE_MAX)
        return FLUX_E_ARG;
    entry_t e = {.buffer = trace->buffer};
    do {
        cursor_t *c = begin(&e, FLUX_OPEN);
        put_pint(c, open->item);
        put_text(c, open->implied ? (flux_text_t){0} : open->base);
        put_mint(c, open->start);
        put_mint(c, open->rate);
    } while (again(&e));
    if (!e.result) {
        domain->item = open->item;
        domain->current = domain->start = open->start;
        domain->rate = open->rate;
        domain->open = true;
    }
    return e.result;
}

int flux_emit_close(flux_trace_t *trace, flux_domain_t *domain, int64_t end)
{
    if (!domain->open)
        return FLUX_E_CLOSED;
    entry_t e = {.buffer = trace->buffer};
    do {
        cursor_t *c = begin(&e, FLUX_CLOS);
        put_pint(c, domain->item);
        put_mint(c, end);
    } while (again(&e));
    if (!e.result)
        domain->open = false;
    return e.result;
}

int flux_emit_base(flux_trace_t *trace, flux_text_t base)
{
    if (base.size > FLUX_BASE_MAX)
        return FLUX_E_ARG;
    entry_t e = {.buffer = trace->buffer};
    do
        put_text(begin(&e, FLUX_DOMD), base);
    while (again(&e));
    return e.result;
}

int flux_emit_current(flux_trace_t *trace, flux_domain_t *domain, int64_t position)
{
    if (!domain->open)
        return FLUX_E_CLOSED;
    entry_t e = {.buffer = trace->buffer};
    do {
        cursor_t *c = begin(&e, FLUX_CURR);
        put_pint(c, domain->item);
        put_mint(c, position);
    } while (again(&e));
    if (!e.result)
        domain->current = position;
    return e.result;
}

// ---- data

static int check_data(const flux_domain_t *domain, uint32_t item, int64_t position, uint8_t df,
                      uint32_t size)
{
    if (!domain->open)
        return FLUX_E_CLOSED;
    if (!item || df > 15 || (df == FLUX_DF_NONE && size))
        return FLUX_E_ARG;
    return position < domain->current ? FLUX_E_BACK : 0;
}

// Stores everything before the payload of a data entry, at most PREFIX_MAX bytes, and returns its
// end.
#define PREFIX_MAX 22 // item 5, tag 1, delta 10, size and format 6
static uint8_t *store_prefix(uint8_t *p, const flux_domain_t *domain, uint32_t item, uint8_t tag,
                             int64_t position, uint8_t df, uint32_t size)
{
    uint64_t delta = (uint64_t)position - (uint64_t)domain->current;
    p = store_pint(p, (uint64_t)item << 3 | (tag > 1 ? 4 : 0) | (delta ? 2 : 0) | (tag ? 1 : 0));
    if (tag > 1)
        *p++ = tag;
    if (delta)
        p = store_pint(p, delta);
    return store_pint(p, (uint64_t)size << 4 | df);
}

static cursor_t *begin_data(entry_t *e, const flux_domain_t *domain, uint32_t item, uint8_t tag,
                            int64_t position, uint8_t df, uint32_t size)
{
    uint8_t bytes[PREFIX_MAX];
    cursor_t *c = start(e);
    put_bytes(c, bytes,
              (uint32_t)(store_prefix(bytes, domain, item, tag, position, df, size) - bytes));
    return c;
}

static int emit(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, uint8_t tag,
                int64_t position, uint8_t df, const void *data, uint32_t size)
{
    entry_t e = {.buffer = trace->buffer};
    do {
        int rc = check_data(domain, item, position, df,
                            size); // again: a handler may have moved the domain
        if (rc)
            return rc;
        put_bytes(begin_data(&e, domain, item, tag, position, df, size), data, size);
    } while (again(&e));
    if (!e.result)
        domain->current = position;
    return e.result;
}

// An integer, the most frequent entry: stored in place if there is space for the largest one.
static int emit_mint(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                     uint8_t df, uint64_t value, bool is_signed)
{
    uint32_t size = mint_size(value, is_signed);
    flux_buffer_t *b = trace->buffer;
    if (b->size - b->used < PREFIX_MAX + MINT_MAX) {
        uint8_t bytes[MINT_MAX];
        store_mint(bytes, value, size);
        return emit(trace, domain, item, 0, position, df, bytes, size);
    }
    int rc = check_data(domain, item, position, df, size);
    if (rc)
        return rc;
    uint64_t delta = (uint64_t)position - (uint64_t)domain->current;
    uint8_t *p = store_pint(b->data + b->used, (uint64_t)item << 3 | (delta ? 2 : 0));
    if (delta)
        p = store_pint(p, delta);
    p = store_pint(p, size << 4 | df);
    b->used = (uint32_t)(store_mint(p, value, size) - b->data);
    if (b->commit)
        b->commit(b);
    domain->current = position;
    return 0;
}

int flux_emit_data(flux_trace_t *trace, flux_domain_t *domain, const flux_data_t *sample)
{
    if (LAYOUT(trace) == FLUX_V4 && sample->tag > 1)
        return FLUX_E_ARG;
    return emit(trace, domain, sample->item, sample->tag, sample->position, sample->df,
                sample->data, sample->size);
}

int flux_emit_integer(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                      int64_t value)
{
    return emit_mint(trace, domain, item, position, FLUX_DF_INTEGER, (uint64_t)value, true);
}

int flux_emit_unsigned(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                       uint64_t value)
{
    return emit_mint(trace, domain, item, position, FLUX_DF_INTEGER, value, false);
}

int flux_emit_event(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                    int64_t value)
{
    return emit_mint(trace, domain, item, position, FLUX_DF_EVENT, (uint64_t)value, true);
}

int flux_emit_float(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                    double value)
{
    uint8_t bytes[8];
    put_little(&(cursor_t){bytes, 0, 8}, double_bits(value), 8);
    return emit(trace, domain, item, 0, position, FLUX_DF_FLOAT64, bytes, 8);
}

int flux_emit_float32(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                      float value)
{
    uint8_t bytes[4];
    put_little(&(cursor_t){bytes, 0, 4}, float_bits(value), 4);
    return emit(trace, domain, item, 0, position, FLUX_DF_FLOAT32, bytes, 4);
}

int flux_emit_text(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                   flux_text_t text)
{
    return emit(trace, domain, item, 0, position, 1, text.data, text.size);
}

int flux_emit_binary(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                     const void *data, uint32_t size)
{
    return emit(trace, domain, item, 0, position, 1, data, size);
}

int flux_emit_none(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position)
{
    return emit(trace, domain, item, 0, position, FLUX_DF_NONE, NULL, 0);
}

int flux_emit_payload(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                      uint8_t df, const flux_payload_t *payload)
{
    return payload->error
               ? payload->error
               : emit(trace, domain, item, 0, position, df, payload->data, payload->used);
}

int flux_emit_logic(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                    const uint8_t *states, uint32_t count)
{
    if (!count)
        return FLUX_E_ARG;
    uint8_t all = 0;
    uint32_t lead = 0; // states after the first that are equal to it
    for (uint32_t i = 0; i < count; i++) {
        all |= states[i];
        if (lead + 1 == i && states[i] == states[0])
            lead = i;
    }
    if (all > 15)
        return FLUX_E_ARG;
    uint8_t level = all > 3 ? 3 : all > 1 ? 2 : 1;
    uint32_t bits = 1u << (level - 1), per_byte = 8 / bits; // of a state; states in a byte
    uint32_t tail = count - 1 - lead;                       // states after them, written one by one
    uint32_t size = tail / per_byte + 1;
    uint8_t df = level + 8;
    if (!tail && states[0] <= 1) { // all 0 or all 1 take no byte
        size = 0;
        df = states[0] ? 5 : 1;
    }
    entry_t e = {.buffer = trace->buffer};
    do {
        int rc = check_data(domain, item, position, df, size);
        if (rc)
            return rc;
        cursor_t *c = begin_data(&e, domain, item, 0, position, df, size);
        uint32_t fill = size * per_byte - tail; // states equal to the first, before the tail
        for (uint32_t i = 0, byte = 0; i < size * per_byte; i++) {
            byte = byte << bits | states[i < fill ? 0 : count - tail + (i - fill)];
            if (i % per_byte == per_byte - 1)
                put(c, (uint8_t)byte);
        }
    } while (again(&e));
    if (!e.result)
        domain->current = position;
    return e.result;
}

// ---- payloads

void flux_payload_init(flux_payload_t *payload, void *memory, uint32_t size, flux_layout_t layout)
{
    *payload = (flux_payload_t){memory, size, 0, layout, 0};
}

static cursor_t append(const flux_payload_t *p)
{
    return (cursor_t){p->data + p->used, 0, p->size - p->used};
}

static void appended(flux_payload_t *p, const cursor_t *c)
{
    if (p->error)
        return;
    if (c->at > c->room)
        p->error = FLUX_E_ROOM;
    else
        p->used += c->at;
}

void flux_add_member(flux_payload_t *p, uint32_t member, uint8_t type, const void *data,
                     uint32_t size)
{
    int number = member_type(LAYOUT(p), type & 0x0f);
    if (number < 0) {
        if (!p->error)
            p->error = number;
        return;
    }
    cursor_t c = append(p);
    put_pint(&c, member);
    put(&c, (uint8_t)((type & 0xf0) | number));
    put_value(&c, data, size);
    appended(p, &c);
}

static void add_mint(flux_payload_t *p, uint32_t member, uint8_t type, uint64_t value,
                     bool is_signed)
{
    uint8_t bytes[MINT_MAX];
    uint32_t size = mint_size(value, is_signed);
    store_mint(bytes, value, size);
    flux_add_member(p, member, type, bytes, size);
}

void flux_add_enum(flux_payload_t *p, uint32_t member, uint8_t type, int64_t value)
{
    add_mint(p, member, type, (uint64_t)value, true);
}

void flux_add_integer(flux_payload_t *p, uint32_t member, int64_t value)
{
    add_mint(p, member, FLUX_M_INTEGER, (uint64_t)value, true);
}

void flux_add_unsigned(flux_payload_t *p, uint32_t member, uint64_t value)
{
    add_mint(p, member, FLUX_M_INTEGER, value, false);
}

void flux_add_float(flux_payload_t *p, uint32_t member, double value)
{
    uint8_t bytes[8];
    put_little(&(cursor_t){bytes, 0, 8}, double_bits(value), 8);
    flux_add_member(p, member, FLUX_M_FLOAT, bytes, 8);
}

void flux_add_text(flux_payload_t *p, uint32_t member, flux_text_t text)
{
    flux_add_member(p, member, FLUX_M_TEXT, text.data, text.size);
}

void flux_add_count(flux_payload_t *p, uint32_t count)
{
    cursor_t c = append(p);
    put_pint(&c, count);
    appended(p, &c);
}

void flux_add_element(flux_payload_t *p, const void *data, uint32_t size)
{
    cursor_t c = append(p);
    put_value(&c, data, size);
    appended(p, &c);
}

void flux_add_integer_element(flux_payload_t *p, int64_t value)
{
    cursor_t c = append(p);
    put_mint(&c, value);
    appended(p, &c);
}

void flux_add_float_element(flux_payload_t *p, double value)
{
    cursor_t c = append(p);
    put_little(&c, double_bits(value), 8);
    appended(p, &c);
}

void flux_add_float32_element(flux_payload_t *p, float value)
{
    cursor_t c = append(p);
    put_little(&c, float_bits(value), 4);
    appended(p, &c);
}

// ---- attachments and control

int flux_emit_relation(flux_trace_t *trace, const flux_relation_t *relation)
{
    bool v4 = LAYOUT(trace) == FLUX_V4;
    if (v4 && (relation->type || relation->base))
        return FLUX_E_ARG;
    entry_t e = {.buffer = trace->buffer};
    do {
        cursor_t *c = begin(&e, FLUX_ATRE);
        put_pint(c, relation->item);
        if (!v4)
            put(c, relation->type);
        put_pint(c, relation->target);
        put_pint(c, relation->style);
        put_mint(c, relation->distance);
        if (!v4)
            put_pint(c, relation->base);
    } while (again(&e));
    return e.result;
}

int flux_emit_label(flux_trace_t *trace, const flux_label_t *label)
{
    bool v4 = LAYOUT(trace) == FLUX_V4;
    if (!v4 && (label->x < 0 || label->y < 0))
        return FLUX_E_ARG;
    entry_t e = {.buffer = trace->buffer};
    do {
        cursor_t *c = begin(&e, FLUX_ATLA);
        put_pint(c, label->item);
        put_pint(c, label->style);
        if (v4) {
            put_mint(c, label->x);
            put_mint(c, label->y);
        } else {
            put_pint(c, (uint64_t)label->x);
            put_pint(c, (uint64_t)label->y);
        }
    } while (again(&e));
    return e.result;
}

static int emit_control(flux_trace_t *trace, uint8_t tag, const flux_control_t *control)
{
    entry_t e = {.buffer = trace->buffer};
    do {
        cursor_t *c = begin(&e, tag);
        put_pint(c, control->control);
        put_pint(c, control->message);
        put_pint(c, control->count);
        put_bytes(c, control->members, control->size);
    } while (again(&e));
    return e.result;
}

int flux_emit_request(flux_trace_t *trace, const flux_control_t *control)
{
    return emit_control(trace, FLUX_CREQ, control);
}

int flux_emit_result(flux_trace_t *trace, const flux_control_t *control)
{
    return emit_control(trace, FLUX_CRES, control);
}
