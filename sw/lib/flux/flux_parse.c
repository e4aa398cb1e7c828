// SPDX-License-Identifier: Apache-2.0
// flux reader: one entry from bytes to struct; detection of the layout of version 6.
#include "flux_parse.h"

#include <string.h>

#include "flux_pint.h"
#include "flux_value.h"

// ---- cursor

flux_cursor_t flux_cursor(const uint8_t *data, const uint8_t *end, uint64_t limit, bool final)
{
    flux_cursor_t c = {.start = data, .at = data, .end = end, .limit = limit, .final = final};
    if ((uint64_t)(end - data) > limit) {
        c.end = data + limit;
        c.final = false;
    }
    return c;
}

static void fail(flux_cursor_t *c, int code, const char *expected)
{
    if (!c->code) {
        c->code = code;
        c->expected = expected;
    }
}

// True if size bytes are left; otherwise the cursor fails.
static bool have(flux_cursor_t *c, uint64_t size, const char *what)
{
    if (c->code)
        return false;
    if (size <= (uint64_t)(c->end - c->at))
        return true;
    uint64_t before = (uint64_t)(c->at - c->start);
    if (size > c->limit - before) {
        fail(c, FLUX_E_BIG, what);
    } else if (c->final) {
        fail(c, FLUX_E_CUT, what);
    } else {
        fail(c, FLUX_MORE, what);
        c->need = before + size;
    }
    return false;
}

static uint8_t byte(flux_cursor_t *c, const char *what) { return have(c, 1, what) ? *c->at++ : 0; }

static const uint8_t *bytes(flux_cursor_t *c, uint64_t size, const char *what)
{
    if (!have(c, size, what))
        return c->at;
    c->at += size;
    return c->at - size;
}

static uint64_t pint(flux_cursor_t *c, uint64_t max, const char *what)
{
    uint64_t value = 0;
    if (c->code)
        return 0;
    size_t size = (size_t)(c->end - c->at);
    int used = flux_pint(c->at, size, &value);
    if (used == 0)
        have(c, size + 1, what);
    else if (used < 0 || value > max)
        fail(c, FLUX_E_PINT, what);
    else
        c->at += used;
    return c->code ? 0 : value;
}

static uint32_t pint32(flux_cursor_t *c, const char *what)
{
    return (uint32_t)pint(c, UINT32_MAX, what);
}

static uint32_t little16(flux_cursor_t *c, const char *what)
{
    uint32_t low = byte(c, what);
    return low | (uint32_t)byte(c, what) << 8;
}

static flux_text_t text(flux_cursor_t *c, const char *what)
{
    uint32_t size = pint32(c, what);
    const char *data = (const char *)bytes(c, size, what);
    return (flux_text_t){data, c->code ? 0 : size};
}

static int64_t position(flux_cursor_t *c, const char *what)
{
    const uint8_t *before = c->at;
    flux_text_t value = text(c, what);
    int64_t result = 0;
    if (!c->code && flux_integer((const uint8_t *)value.data, value.size, &result)) {
        c->at = before;
        fail(c, FLUX_E_RANGE, what);
    }
    return result;
}

// The extended layout's scale: zig-zag.
static int32_t scale(flux_cursor_t *c)
{
    uint32_t z = pint32(c, "scale");
    return (int32_t)(z >> 1 ^ (z & 1 ? UINT32_MAX : 0));
}

// ---- definitions

static uint8_t signal_type(flux_layout_t layout, uint8_t number)
{
    if (layout != FLUX_EXTENDED)
        return number;
    return number == 3 ? FLUX_FLOAT : number == 4 ? FLUX_TEXT : number == 5 ? FLUX_LOGIC : number;
}

static void parse_signal(flux_cursor_t *c, flux_layout_t layout, flux_signal_t *s)
{
    memset(s, 0, sizeof *s);
    s->item = pint32(c, "item id");
    if (c->kind == FLUX_MSGD) {
        const uint8_t *before = c->at;
        s->last = pint32(c, "last item id");
        if (!c->code && (s->last < s->item || s->last == 0)) {
            c->at = before;
            fail(c, FLUX_E_PINT, "last item id, not below the first");
        }
    }
    s->parent = pint32(c, "parent id");
    s->name = text(c, "name");
    s->description = text(c, "description");
    if (layout == FLUX_EXTENDED)
        s->tags = text(c, "tags");
    uint8_t type = byte(c, "signal type");
    s->type = signal_type(layout, type & 0x0f);
    s->modifiers = type & 0xf0;
    if (layout == FLUX_EXTENDED)
        s->scale = scale(c);
    s->descriptor = text(c, layout == FLUX_EXTENDED ? "format" : "descriptor");
    if (c->kind == FLUX_SSGD) {
        s->scattered = true;
        s->from = pint32(c, "first bit");
        s->to = pint32(c, "last bit");
    }
}

static void parse_reference(flux_cursor_t *c, flux_layout_t layout, flux_reference_t *r)
{
    memset(r, 0, sizeof *r);
    r->item = pint32(c, "referenced item id");
    r->parent = pint32(c, "parent id");
    r->name = text(c, "name");
    r->description = text(c, "description");
    if (layout == FLUX_EXTENDED)
        r->tags = text(c, "tags");
    if (c->kind == FLUX_SSRD) {
        r->scattered = true;
        r->from = pint32(c, "first bit");
        r->to = pint32(c, "last bit");
    }
}

static void parse_scope(flux_cursor_t *c, flux_layout_t layout, flux_scope_t *s)
{
    memset(s, 0, sizeof *s);
    s->item = pint32(c, "item id");
    s->parent = pint32(c, "parent id");
    s->name = text(c, "name");
    s->description = text(c, "description");
    if (layout == FLUX_EXTENDED)
        s->tags = text(c, "tags");
}

static void parse_member(flux_cursor_t *c, flux_layout_t layout, flux_member_t *m)
{
    memset(m, 0, sizeof *m);
    m->item = pint32(c, "item id");
    m->member = pint32(c, "member id");
    if (layout != FLUX_V4)
        m->parent = pint32(c, "parent member");
    m->label = text(c, "label");
    if (layout == FLUX_EXTENDED) {
        m->description = text(c, "description");
        m->icon = text(c, "icon");
        m->tags = text(c, "tags");
    }
    uint8_t type = byte(c, "member type");
    m->type = type & 0x0f;
    m->modifiers = type & 0xf0;
    if (layout == FLUX_EXTENDED) {
        int known = flux_member_from_extended(type & 0x0f);
        if (known < 0 && !c->code) {
            c->at--;
            fail(c, FLUX_E_PINT, "member type 0 to 11");
        }
        m->type = (uint8_t)known;
        m->scale = scale(c);
    }
    m->descriptor = text(c, layout == FLUX_EXTENDED ? "format" : "descriptor");
}

static void parse_definition(flux_cursor_t *c, flux_layout_t layout, flux_entry_t *e)
{
    switch (c->kind) {
    case FLUX_SCPD: parse_scope(c, layout, &e->scope); break;
    case FLUX_SIRD:
    case FLUX_SSRD: parse_reference(c, layout, &e->reference); break;
    case FLUX_MEMD: parse_member(c, layout, &e->member); break;
    default: parse_signal(c, layout, &e->signal); break;
    }
}

// ---- the other entries

static void parse_head(flux_cursor_t *c, flux_head_t *h)
{
    const uint8_t *magic = bytes(c, 4, "magic \"flux\"");
    if (!c->code && memcmp(magic, "flux", 4)) {
        c->at = magic;
        fail(c, FLUX_E_HEAD, "magic \"flux\"");
    }
    h->version = byte(c, "version");
    if (!c->code && h->version != 4 && h->version != 6) {
        c->at--;
        fail(c, FLUX_E_VERSION, "version 4 or 6");
    }
    h->trace = pint32(c, "trace id");
    h->name = text(c, "name");
    h->description = text(c, "description");
    h->mode = byte(c, "mode");
    h->max_item = pint32(c, "largest item id");
    h->max_entry = pint32(c, "largest entry size");
}

static void parse_block(flux_cursor_t *c, flux_block_t *b)
{
    b->mode = byte(c, "mode");
    b->original = pint32(c, "original size");
    b->size = pint32(c, "packed size");
    b->packed = bytes(c, b->size, "packed bytes");
}

static void parse_section(flux_cursor_t *c, flux_section_t *s)
{
    uint8_t counter = byte(c, "section counter");
    if (!c->code && counter & 0x70) {
        c->at--;
        fail(c, FLUX_E_SECTION, "section counter with bits 4 to 6 clear");
    }
    s->generation = counter & 0x0f;
    s->last = counter & 0x80;
    s->size = (uint16_t)little16(c, "content size");
    s->used = (uint16_t)little16(c, "used size");
    if (!c->code && s->used > s->size) {
        c->at -= 2;
        fail(c, FLUX_E_SECTION, "used size, not above the content size");
    }
    s->content = bytes(c, s->size, "section content");
}

static void parse_base(flux_cursor_t *c, flux_text_t *base)
{
    const uint8_t *before = c->at;
    *base = text(c, "domain base");
    if (!c->code && base->size > FLUX_BASE_MAX) {
        c->at = before;
        fail(c, FLUX_E_BIG, "domain base of at most 31 bytes");
    }
}

static void parse_relation(flux_cursor_t *c, flux_layout_t layout, flux_relation_t *r)
{
    memset(r, 0, sizeof *r);
    r->item = pint32(c, "item id");
    if (layout != FLUX_V4)
        r->type = byte(c, "relation type");
    r->target = pint32(c, "target");
    r->style = pint32(c, "style");
    r->distance = position(c, "delta or position");
    if (layout != FLUX_V4)
        r->base = pint32(c, "target base");
}

static void parse_label(flux_cursor_t *c, flux_layout_t layout, flux_label_t *l)
{
    l->item = pint32(c, "item id");
    l->style = pint32(c, "style");
    l->x = layout == FLUX_V4 ? position(c, "x") : (int64_t)pint(c, INT64_MAX, "x");
    l->y = layout == FLUX_V4 ? position(c, "y") : (int64_t)pint(c, INT64_MAX, "y");
}

static void parse_control(flux_cursor_t *c, flux_control_t *k)
{
    k->control = pint32(c, "control id");
    k->message = pint32(c, "message id");
    k->count = pint32(c, "member count");
    k->members = c->at;
    for (uint32_t left = k->count; left && have(c, 3 * (uint64_t)left, "members"); left--) {
        pint32(c, "member id");
        byte(c, "member type");
        text(c, "member data");
    }
    k->size = c->code ? 0 : (uint32_t)(c->at - k->members);
}

// A data entry, without its position.
static void parse_data(flux_cursor_t *c, flux_layout_t layout, flux_data_t *d)
{
    memset(d, 0, sizeof *d);
    uint64_t first = pint(c, (uint64_t)UINT32_MAX << 3 | 7, "item id");
    d->item = (uint32_t)(first >> 3);
    if (!c->code && (d->item == 0 || (first & 5) == 4 || (first & 4 && layout == FLUX_V4))) {
        c->at = c->start;
        fail(c, FLUX_E_PINT, d->item ? "tag flags" : "item id other than 0");
    }
    d->tag = first & 1;
    if (first & 4)
        d->tag = byte(c, "tag");
    if (first & 2)
        d->delta = pint(c, UINT64_MAX, "delta");
    const uint8_t *before = c->at;
    uint64_t size = pint(c, (uint64_t)UINT32_MAX << 4 | 15, "size and format");
    d->df = size & 15;
    d->size = (uint32_t)(size >> 4);
    if (!c->code && d->df == FLUX_DF_NONE && d->size) {
        c->at = before;
        fail(c, FLUX_E_VALUE, "no bytes without a format");
    }
    d->data = bytes(c, d->size, "sample");
    if ((d->df == FLUX_DF_INTEGER || d->df == FLUX_DF_EVENT) && d->size <= 8 && !c->code)
        (void)flux_integer(d->data, d->size, &d->integer); // 8 bytes always fit
}

static bool known(int tag)
{
    switch (tag) {
    case FLUX_HEAD:
    case FLUX_SWTH:
    case FLUX_PBLK:
    case FLUX_SECT:
    case FLUX_SCPD:
    case FLUX_SIGD:
    case FLUX_MSGD:
    case FLUX_SIRD:
    case FLUX_SSGD:
    case FLUX_SSRD:
    case FLUX_OPEN:
    case FLUX_CLOS:
    case FLUX_DOMD:
    case FLUX_CURR:
    case FLUX_ENMD:
    case FLUX_MEMD:
    case FLUX_ATRE:
    case FLUX_ATLA:
    case FLUX_CREQ:
    case FLUX_CRES: return true;
    }
    return false;
}

// Reads 00 and the tag, or detects a data entry.
static void parse_kind(flux_cursor_t *c)
{
    if (have(c, 1, "entry") && *c->at) {
        c->kind = FLUX_DATA;
        return;
    }
    byte(c, "entry");
    int tag = byte(c, "tag");
    if (c->code)
        return;
    if (known(tag)) {
        c->kind = tag;
    } else {
        c->at--;
        fail(c, FLUX_E_TAG, "known tag");
    }
}

int flux_parse(flux_cursor_t *c, flux_layout_t layout, flux_entry_t *e)
{
    parse_kind(c);
    switch (c->kind) {
    case FLUX_DATA: parse_data(c, layout, &e->data); break;
    case FLUX_HEAD: parse_head(c, &e->head); break;
    case FLUX_SWTH: e->switched = pint32(c, "trace id"); break;
    case FLUX_PBLK: parse_block(c, &e->block); break;
    case FLUX_SECT: parse_section(c, &e->section); break;
    case FLUX_OPEN:
        e->open.item = pint32(c, "item id");
        parse_base(c, &e->open.base);
        e->open.start = position(c, "start");
        e->open.rate = position(c, "rate");
        e->open.implied = false;
        break;
    case FLUX_CLOS:
        e->close.item = pint32(c, "item id");
        e->close.end = position(c, "end");
        break;
    case FLUX_DOMD: parse_base(c, &e->base); break;
    case FLUX_CURR:
        e->current.item = pint32(c, "item id");
        e->current.position = position(c, "position");
        break;
    case FLUX_ENMD:
        e->label.item = pint32(c, "item id");
        e->label.scope = pint32(c, "enum scope");
        e->label.label = text(c, "label");
        e->label.value = pint(c, UINT64_MAX, "value");
        break;
    case FLUX_ATRE: parse_relation(c, layout, &e->relation); break;
    case FLUX_ATLA: parse_label(c, layout, &e->attached); break;
    case FLUX_CREQ:
    case FLUX_CRES: parse_control(c, &e->control); break;
    case 0: break; // failed
    default: parse_definition(c, layout, e); break;
    }
    if (!c->code) {
        e->kind = c->kind;
        e->layout = layout;
        e->raw = c->start;
        e->raw_size = (uint32_t)(c->at - c->start);
    }
    return c->code;
}

// ---- detection of the layout
// Reads a definition in both layouts. A reading fits if its type exists and another tagged entry,
// or the end, follows. If both fit, the shorter one is right: texts contain no 00 bytes, so a wrong
// reading can only end later. If both end at the same byte, the layout is extended: a classic
// descriptor contains no byte that could be the extended type there.

bool flux_layout_matters(int tag)
{
    return (tag >= FLUX_SCPD && tag <= FLUX_SSRD) || tag == FLUX_MEMD;
}

// Reads the definition at *start (kind known) in a layout. c->code is the result.
static void try_layout(flux_cursor_t *c, const flux_cursor_t *start, flux_layout_t layout,
                       bool follow)
{
    flux_entry_t e;
    *c = *start;
    parse_definition(c, layout, &e);
    bool is_signal = c->kind == FLUX_SIGD || c->kind == FLUX_MSGD || c->kind == FLUX_SSGD;
    if (is_signal && (e.signal.type < 1 || e.signal.type > 11 || e.signal.modifiers))
        fail(c, FLUX_E_PINT, "signal type");
    if (!follow || c->code || (c->final && c->at == c->end))
        return;
    if (!have(c, 2, "entry"))
        return;
    int tag = c->at[1];
    bool fits = c->at[0] == 0 && known(tag);
    if (tag == FLUX_HEAD && fits && have(c, 6, "entry"))
        fits = !memcmp(c->at + 2, "flux", 4);
    // Three empty texts and a type of the extended layout look like a classic member of type 0 with
    // one of them.
    if (c->kind == FLUX_MEMD && layout == FLUX_CLASSIC && e.member.type == FLUX_M_UNKNOWN)
        fits = fits && tag != FLUX_SWTH && tag != FLUX_PBLK && tag != FLUX_SECT;
    if (!fits)
        fail(c, FLUX_E_TAG, "known tag");
}

// True if a reading that needs more bytes can still end before one that fits.
static bool may_be_shorter(const flux_cursor_t *more, const flux_cursor_t *fits)
{
    return more->code == FLUX_MORE &&
           more->need < (uint64_t)(fits->at - fits->start) + 8; // 6 bytes of lookahead, and a tie
}

int flux_parse_layout(flux_cursor_t *c, flux_layout_t *layout)
{
    flux_cursor_t classic, extended;
    parse_kind(c);
    if (c->code)
        return c->code;
    for (int follow = 1; follow >= 0; follow--) {
        try_layout(&classic, c, FLUX_CLASSIC, follow);
        try_layout(&extended, c, FLUX_EXTENDED, follow);
        if (!classic.code && !may_be_shorter(&extended, &classic) &&
            (extended.code || classic.at < extended.at)) {
            *layout = FLUX_CLASSIC;
            return 0;
        }
        if (!extended.code && !may_be_shorter(&classic, &extended)) {
            *layout = FLUX_EXTENDED;
            return 0;
        }
        if (classic.code == FLUX_MORE || extended.code == FLUX_MORE) {
            *c = classic.code != FLUX_MORE ||
                         (extended.code == FLUX_MORE && extended.need < classic.need)
                     ? extended
                     : classic;
            return FLUX_MORE;
        }
        if (classic.code == FLUX_E_CUT || extended.code == FLUX_E_CUT)
            break;
    }
    *c = extended.code == FLUX_E_CUT ? extended : classic;
    return c->code;
}
