// SPDX-License-Identifier: Apache-2.0
// flux reader: chunks, blocks, sections, traces, domains and positions; delivers entries.
//
// Entries come from frames: the stream itself (chunks, with a carry for an entry across the end of
// a chunk), unpacked blocks and sections, on an explicit stack. One step reads one entry from the
// topmost frame.
#include "flux_read.h"

#include <string.h>

#include "flux_parse.h"
#include "flux_pint.h"

// ---- state

// Tables link by index + 1; 0 is no link.
typedef uint32_t link_t;

typedef struct {
    flux_domain_t domain;
    link_t next; // of the same trace
    bool lost;   // its position is unknown (resynchronising)
} domain_t;

typedef struct {
    uint32_t id, trace, parent;
    link_t next;    // of the same bucket, or of the free list
    link_t sibling; // of the same trace
    uint32_t epoch; // of the trace, when domain was found
    link_t domain;
    uint32_t width;
    uint8_t type;
    bool scope;
} item_t;

typedef struct {
    uint32_t first, last, trace, parent, width;
    uint8_t type;
} range_t;

typedef struct {
    uint32_t id;
    bool declared; // has had a HEAD
    bool decided;  // layout is known
    bool repeated; // inside a repeated (SYNC) head
    bool reported; // data without OPEN was reported (resynchronising)
    flux_layout_t layout;
    link_t domains, items;
    link_t sole;    // the domain of every item, if it does not depend on the item
    uint32_t epoch; // changes with every definition, OPEN and CLOS
    uint8_t base_size;
    char base[FLUX_BASE_MAX]; // default base
} trace_t;

// A section of a ring that waits for the last one.
typedef struct {
    flux_where_t where; // of the entry
    uint32_t content;   // index into ring memory
    uint16_t size, used;
    uint8_t generation;
    bool last;
} section_t;

typedef struct {
    const uint8_t *start, *at, *end;
    flux_where_t where;   // of start
    uint32_t window_used; // before it
    bool section;
} frame_t;

#define FRAMES (FLUX_DEPTH_MAX + 1) // plus one for a section

_Static_assert(FLUX_RUN_MAX * 17 <= UINT16_MAX, "flux_sample_t.offset");

// Reads a run of the most frequent entries, see read_run.
typedef const uint8_t *read_run_t(const uint8_t *p, const uint8_t *last, const uint8_t *start,
                                  flux_sample_t **out, flux_sample_t *full, int64_t *now);
static read_run_t *fastest_read_run(void);

struct flux_reader {
    flux_reader_config_t config;
    const flux_visitor_t *visitor;
    void *ctx;

    // the stream
    const uint8_t *chunk, *chunk_end;
    uint64_t offset; // of the byte taken next
    uint8_t *carry;  // the begin of an entry whose rest is missing
    size_t carry_at, carry_used;
    bool finished, ended;
    uint64_t need; // bytes of the entry necessary to continue

    frame_t frames[FRAMES];
    unsigned frame_count;
    uint8_t *window, *work;
    uint32_t window_used;
    uint64_t unpacked; // bytes of all blocks
    bool abandoned;    // they are too many: the rest of the outermost block is skipped

    // the ring being collected or delivered
    uint8_t *ring;
    section_t *sections; // the end of ring memory; section i is sections[-1 - i]
    uint32_t ring_used, section_count, section_first, section_at;
    bool delivering, unfinished; // unfinished: without a last section
    unsigned ring_level;         // frames below its sections
    flux_where_t ring_end;       // position of the missing section

    trace_t *traces, *trace; // trace: the current one
    uint32_t trace_count;
    domain_t *domains;
    link_t domain_free;
    uint32_t domain_count;
    item_t *items;
    link_t *buckets, item_free;
    uint32_t item_count, bucket_mask;
    range_t *ranges;
    uint32_t range_count;

    bool seeking, any_lost, any_section, any_head;
    flux_skipped_t skipped;
    int over; // the error that ended everything
    flux_error_t error;
    flux_entry_t entry;
    flux_sample_t *samples; // FLUX_RUN_MAX of them
    read_run_t *read_run;
    // pulled runs
    flux_run_t run;       // the last one
    domain_t *run_domain; // of it
    flux_where_t run_where;
    uint32_t run_count, run_end; // as it was read
    uint32_t run_left;           // samples that were given back and come next
};

// ---- memory

void flux_reader_defaults(flux_reader_config_t *config)
{
    *config = (flux_reader_config_t){.entry_max = 1u << 20,
                                     .window = 4u << 20,
                                     .expansion = 256,
                                     .ring = 16u << 20,
                                     .work = 64u << 10,
                                     .items = 65536,
                                     .ranges = 256,
                                     .traces = 64,
                                     .domains = 64};
}

static uint32_t buckets_for(uint32_t items)
{
    uint32_t buckets = 1;
    while (buckets < items && buckets < 1u << 31)
        buckets *= 2;
    return buckets;
}

// Places everything that init needs behind base; with base NULL only counts. Returns the number of
// bytes.
static uint64_t lay_out(const flux_reader_config_t *config, flux_reader_t *r, uint8_t *base)
{
    uint64_t used = 0;
#define PART(field, count, size)                                                                   \
    do {                                                                                           \
        if (base)                                                                                  \
            r->field = (void *)(base + used);                                                      \
        used += (((uint64_t)(count) * (size)) + 15) & ~(uint64_t)15;                               \
    } while (0)
    used = (sizeof *r + 15) & ~(uint64_t)15;
    PART(traces, config->traces, sizeof *r->traces);
    PART(domains, config->domains, sizeof *r->domains);
    PART(items, config->items, sizeof *r->items);
    PART(buckets, config->items ? buckets_for(config->items) : 0, sizeof *r->buckets);
    PART(ranges, config->ranges, sizeof *r->ranges);
    PART(samples, FLUX_RUN_MAX, sizeof *r->samples);
    PART(carry, config->entry_max, 1);
    PART(window, config->window, 1);
    PART(ring, config->ring, 1);
    if (base)
        r->sections = (void *)(base + used);
    PART(work, config->work, 1);
#undef PART
    return used;
}

size_t flux_reader_size(const flux_reader_config_t *config)
{
    if (config->entry_max < 64 || !config->traces || !config->domains)
        return 0;
    uint64_t size = lay_out(config, NULL, NULL);
    return size > SIZE_MAX ? 0 : (size_t)size;
}

flux_reader_t *flux_reader_init(void *memory, size_t size, const flux_reader_config_t *config,
                                const flux_visitor_t *visitor, void *ctx)
{
    size_t need = flux_reader_size(config);
    if (!memory || !need || size < need)
        return NULL;
    flux_reader_t *r = memory;
    memset(r, 0, sizeof *r);
    r->config = *config;
    r->visitor = visitor;
    r->ctx = ctx;
    r->read_run = fastest_read_run();
    lay_out(config, r, memory);
    if (config->items) {
        r->bucket_mask = buckets_for(config->items) - 1;
        memset(r->buckets, 0, ((size_t)r->bucket_mask + 1) * sizeof *r->buckets);
    }
    if (config->headless) {
        r->trace = &r->traces[r->trace_count++];
        *r->trace = (trace_t){.declared = true,
                              .decided = config->fixed_layout || config->layout == FLUX_V4,
                              .layout = config->layout,
                              .domains = 1,
                              .sole = 1,
                              .epoch = 1};
        r->domains[r->domain_count++] = (domain_t){.domain = {.open = true}};
        r->any_head = true;
    }
    return r;
}

// ---- errors

static int error_at(flux_reader_t *r, int code, int kind, flux_where_t where, uint64_t at,
                    const char *expected)
{
    r->error = (flux_error_t){code, kind, where, (uint32_t)at, expected};
    return code;
}

// Rejects an entry that is readable but breaks a rule.
static int reject(flux_reader_t *r, int code, const char *expected)
{
    return error_at(r, code, r->entry.kind, r->entry.where, 0, expected);
}

static void lose_positions(flux_reader_t *r)
{
    for (uint32_t i = 0; i < r->trace_count; i++)
        for (link_t at = r->traces[i].domains; at; at = r->domains[at - 1].next)
            r->domains[at - 1].lost = true;
    r->any_lost = true;
}

// The position behind a block that was skipped is that before it, or later.
static void doubt_positions(flux_reader_t *r)
{
    for (uint32_t i = 0; i < r->trace_count; i++)
        for (link_t at = r->traces[i].domains; at; at = r->domains[at - 1].next)
            r->domains[at - 1].domain.uncertain = true;
}

static void found_position(flux_reader_t *r, domain_t *d)
{
    d->lost = false;
    d->domain.uncertain = false;
    if (!r->any_lost)
        return;
    r->any_lost = false;
    for (uint32_t i = 0; i < r->domain_count; i++)
        r->any_lost |= r->domains[i].lost;
}

// Whether the bytes that are read are those of a packed block.
static bool in_block(const flux_reader_t *r)
{
    return r->frame_count && r->frames[r->frame_count - 1].where.depth;
}

// ---- items

static link_t *bucket_of(const flux_reader_t *r, uint32_t trace, uint32_t id)
{
    uint32_t hash = (id + trace * 0x01000193u) * 0x9e3779b1u;
    return &r->buckets[(hash ^ hash >> 15) & r->bucket_mask];
}

static item_t *find_item(const flux_reader_t *r, uint32_t trace, uint32_t id)
{
    if (!r->config.items)
        return NULL;
    for (link_t at = *bucket_of(r, trace, id); at; at = r->items[at - 1].next) {
        item_t *item = &r->items[at - 1];
        if (item->id == id && item->trace == trace)
            return item;
    }
    return NULL;
}

static const range_t *find_range(const flux_reader_t *r, uint32_t trace, uint32_t id)
{
    for (uint32_t i = r->range_count; i-- > 0;) {
        const range_t *range = &r->ranges[i];
        if (range->trace == trace && id >= range->first && id <= range->last)
            return range;
    }
    return NULL;
}

static uint32_t trace_index(const flux_reader_t *r) { return (uint32_t)(r->trace - r->traces); }

static int remember_item(flux_reader_t *r, uint32_t id, uint32_t parent, bool scope, uint8_t type,
                         uint32_t width)
{
    if (!r->config.items)
        return 0;
    uint32_t trace = trace_index(r);
    item_t *item = find_item(r, trace, id);
    if (!item) {
        link_t link = r->item_free;
        if (link)
            r->item_free = r->items[link - 1].next;
        else if (r->item_count < r->config.items)
            link = ++r->item_count;
        else
            return reject(r, FLUX_E_MEMORY, "no more items than config.items");
        item = &r->items[link - 1];
        link_t *bucket = bucket_of(r, trace, id);
        *item = (item_t){.id = id, .trace = trace, .next = *bucket, .sibling = r->trace->items};
        *bucket = r->trace->items = link;
    }
    item->parent = parent;
    item->scope = scope;
    item->type = type;
    item->width = width;
    r->trace->epoch++;
    return 0;
}

static int remember_range(flux_reader_t *r, const flux_signal_t *s, uint32_t width)
{
    if (!r->config.items)
        return 0;
    if (r->range_count == r->config.ranges)
        return reject(r, FLUX_E_MEMORY, "no more MSGD entries than config.ranges");
    r->ranges[r->range_count++] = (range_t){s->item,   s->last, trace_index(r),
                                            s->parent, width,   s->type};
    r->trace->epoch++;
    return 0;
}

// The number behind "bits=" in a descriptor, or 0.
static uint32_t descriptor_bits(flux_text_t descriptor)
{
    for (uint32_t i = 0; i + 5 < descriptor.size; i++) {
        if (memcmp(descriptor.data + i, "bits=", 5))
            continue;
        uint32_t bits = 0;
        for (i += 5; i < descriptor.size && descriptor.data[i] >= '0' &&
                     descriptor.data[i] <= '9' && bits < 1u << 24;
             i++)
            bits = bits * 10 + (uint32_t)(descriptor.data[i] - '0');
        return bits;
    }
    return 0;
}

static uint32_t signal_width(const flux_signal_t *s, flux_layout_t layout)
{
    if (s->type != FLUX_LOGIC)
        return 0;
    if (s->scattered && s->to >= s->from && s->to - s->from < UINT32_MAX)
        return s->to - s->from + 1;
    uint32_t width = layout == FLUX_EXTENDED ? (s->scale > 0 ? (uint32_t)s->scale : 0)
                                             : descriptor_bits(s->descriptor);
    return width ? width : 1;
}

bool flux_reader_item(const flux_reader_t *r, uint32_t id, flux_item_t *found)
{
    if (!r->trace)
        return false;
    const item_t *item = find_item(r, trace_index(r), id);
    const range_t *range = item ? NULL : find_range(r, trace_index(r), id);
    if (item)
        *found = (flux_item_t){id, item->parent, item->scope, item->type, item->width};
    else if (range)
        *found = (flux_item_t){id, range->parent, false, range->type, range->width};
    return item || range;
}

// ---- domains

// Two domains never have the same item.
static link_t domain_on(const flux_reader_t *r, const trace_t *t, uint32_t item)
{
    link_t at = t->domains;
    while (at && r->domains[at - 1].domain.item != item)
        at = r->domains[at - 1].next;
    return at;
}

// The open domain of an item: its own or that of the nearest scope above it. Without an open one, a
// closed one. 0: none.
static link_t cover(const flux_reader_t *r, const trace_t *t, uint32_t item)
{
    link_t closed = 0;
    for (unsigned level = 0; level <= FLUX_SCOPES_MAX; level++) {
        link_t at = domain_on(r, t, item);
        if (at && r->domains[at - 1].domain.open)
            return at;
        if (at && !closed)
            closed = at;
        if (!item)
            break;
        const item_t *known = find_item(r, (uint32_t)(t - r->traces), item);
        const range_t *range = known ? NULL : find_range(r, (uint32_t)(t - r->traces), item);
        item = known ? known->parent : range ? range->parent : 0;
    }
    return closed;
}

static domain_t *domain_of(flux_reader_t *r, uint32_t id)
{
    trace_t *t = r->trace;
    if (t->sole)
        return &r->domains[t->sole - 1];
    item_t *item = find_item(r, trace_index(r), id);
    link_t at;
    if (item && item->epoch == t->epoch) {
        at = item->domain;
    } else {
        at = cover(r, t, id);
        if (item) {
            item->epoch = t->epoch;
            item->domain = at;
        }
    }
    return at ? &r->domains[at - 1] : NULL;
}

static void domains_changed(flux_reader_t *r, trace_t *t)
{
    t->epoch++;
    t->sole = t->domains && !r->domains[t->domains - 1].next &&
                      !r->domains[t->domains - 1].domain.item
                  ? t->domains
                  : 0;
}

static int open_domain(flux_reader_t *r, flux_open_t *open)
{
    trace_t *t = r->trace;
    if (!open->base.size) {
        open->implied = true;
        open->base = (flux_text_t){t->base, t->base_size};
    }
    link_t at = domain_on(r, t, open->item);
    if (at && t->repeated && r->domains[at - 1].domain.open && !r->domains[at - 1].lost)
        return 0; // known already
    if (!at) {
        at = r->domain_free;
        if (at)
            r->domain_free = r->domains[at - 1].next;
        else if (r->domain_count < r->config.domains)
            at = ++r->domain_count;
        else
            return reject(r, FLUX_E_MEMORY, "no more open items than config.domains");
        r->domains[at - 1].next = t->domains;
        t->domains = at;
    }
    domain_t *d = &r->domains[at - 1];
    d->domain = (flux_domain_t){.item = open->item,
                                .current = open->start,
                                .start = open->start,
                                .rate = open->rate,
                                .open = true,
                                .base_size = (uint8_t)open->base.size};
    memcpy(d->domain.base, open->base.data ? open->base.data : "", open->base.size);
    found_position(r, d);
    t->reported = false;
    domains_changed(r, t);
    return 0;
}

static int close_domain(flux_reader_t *r, uint32_t item)
{
    trace_t *t = r->trace;
    link_t at = domain_on(r, t, item);
    if (at)
        r->domains[at - 1].domain.open = false;
    else if (item || !t->domains)
        return reject(r, FLUX_E_CLOSED, "an item that is open");
    else // the root closes all
        for (at = t->domains; at; at = r->domains[at - 1].next)
            r->domains[at - 1].domain.open = false;
    domains_changed(r, t);
    return 0;
}

// ---- traces

static void forget_trace(flux_reader_t *r, trace_t *t)
{
    while (t->items) {
        item_t *item = &r->items[t->items - 1];
        link_t *at = bucket_of(r, item->trace, item->id);
        while (*at != t->items)
            at = &r->items[*at - 1].next;
        *at = item->next;
        item->next = r->item_free;
        r->item_free = t->items;
        t->items = item->sibling;
    }
    while (t->domains) {
        domain_t *d = &r->domains[t->domains - 1];
        link_t next = d->next;
        d->next = r->domain_free;
        d->lost = false;
        r->domain_free = t->domains;
        t->domains = next;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->range_count; i++)
        if (r->ranges[i].trace != (uint32_t)(t - r->traces))
            r->ranges[kept++] = r->ranges[i];
    r->range_count = kept;
    *t = (trace_t){.id = t->id, .epoch = t->epoch + 1};
}

static int select_trace(flux_reader_t *r, uint32_t id)
{
    for (uint32_t i = 0; i < r->trace_count; i++)
        if (r->traces[i].id == id) {
            r->trace = &r->traces[i];
            return 0;
        }
    if (r->trace_count == r->config.traces)
        return reject(r, FLUX_E_MEMORY, "no more traces than config.traces");
    r->trace = &r->traces[r->trace_count++];
    *r->trace = (trace_t){.id = id, .epoch = 1};
    return 0;
}

static int take_head(flux_reader_t *r, const flux_head_t *head)
{
    int rc = select_trace(r, head->trace);
    if (rc)
        return rc;
    trace_t *t = r->trace;
    r->any_head = true;
    if (head->mode == FLUX_MODE_SYNC && t->declared && !r->any_lost &&
        (t->layout == FLUX_V4) == (head->version == 4)) {
        t->repeated = true;
        return 0;
    }
    forget_trace(r, t);
    t->declared = true;
    t->layout = head->version == 4       ? FLUX_V4
                : r->config.fixed_layout ? r->config.layout
                                         : FLUX_CLASSIC;
    t->decided = head->version == 4 || r->config.fixed_layout;
    return 0;
}

// ---- blocks and sections

static int open_block(flux_reader_t *r, const flux_block_t *block)
{
    if (block->mode >= FLUX_MODES || !r->config.unpack[block->mode])
        return reject(r, FLUX_E_MODE, "a mode that an unpacker is configured for");
    if (r->entry.where.depth == FLUX_DEPTH_MAX)
        return reject(r, FLUX_E_DEPTH, "blocks nested at most 8 deep");
    if (block->original > r->config.window - r->window_used)
        return reject(r, FLUX_E_MEMORY, "blocks that fit in config.window");
    // the limit is of the stream, so that nesting does not multiply it
    const uint64_t most = FLUX_EXPANSION_FREE + r->config.expansion * (r->offset + block->size);
    if (r->config.expansion && (uint64_t)block->original + r->unpacked > most) {
        r->abandoned = r->seeking = in_block(r);
        return reject(r, FLUX_E_EXPANSION,
                      "packed blocks of at most 256 times the file's bytes (config.expansion)");
    }
    uint8_t *content = r->window + r->window_used;
    if (r->config.unpack[block->mode](block->packed, block->size, content, block->original, r->work,
                                      r->config.work))
        return reject(r, FLUX_E_PACK, "bytes that unpack to the original size");
    r->frames[r->frame_count++] = (frame_t){
        .start = content,
        .at = content,
        .end = content + block->original,
        .window_used = r->window_used,
        .where = {r->entry.where.offset, 0, (uint8_t)(r->entry.where.depth + 1)}};
    r->window_used += block->original;
    r->unpacked += block->original;
    return 0;
}

static section_t *section(const flux_reader_t *r, uint32_t i) { return r->sections - 1 - i; }

// Sorts the sections: the oldest is where the generation changes.
static void deliver_sections(flux_reader_t *r)
{
    r->delivering = true;
    r->ring_level = r->frame_count;
    r->section_at = r->section_first = 0;
    for (uint32_t i = 0; i < r->section_count; i++) {
        if (!section(r, i)->generation) { // not full yet
            r->section_first = 0;
            break;
        }
        if (!r->section_first && section(r, i)->generation != section(r, 0)->generation)
            r->section_first = i;
    }
}

static int store_section(flux_reader_t *r, const flux_section_t *s)
{
    if (r->delivering)
        return reject(r, FLUX_E_SECTION, "no section inside a section");
    r->any_section = true;
    uint64_t tables = (uint64_t)(r->section_count + 1) * sizeof(section_t);
    if (tables + r->ring_used + s->used > r->config.ring)
        return reject(r, FLUX_E_MEMORY, "a ring that fits in config.ring");
    *section(r, r->section_count++) = (section_t){r->entry.where, r->ring_used,  s->size,
                                                  s->used,        s->generation, s->last};
    memcpy(r->ring + r->ring_used, s->content, s->used);
    r->ring_used += s->used;
    if (s->last)
        deliver_sections(r);
    return 0;
}

// Begins the next section to deliver, if any.
static bool begin_section(flux_reader_t *r)
{
    while (r->section_at < r->section_count) {
        const section_t *s = section(r, (r->section_first + r->section_at++) % r->section_count);
        if (!s->generation)
            continue; // never entered
        const uint8_t *content = r->ring + s->content;
        flux_where_t where = s->where;
        if (where.depth)
            where.inner += 7;
        else
            where.offset += 7;
        r->frames[r->frame_count++] = (frame_t){content, content,        content + s->used,
                                                where,   r->window_used, true};
        // a section has positions of its own
        for (uint32_t i = 0; i < r->domain_count; i++)
            r->domains[i].lost = r->domains[i].domain.uncertain = false;
        r->any_lost = false;
        r->entry.kind = FLUX_SECT;
        r->entry.trace = r->trace ? r->trace->id : 0;
        r->entry.layout = r->trace ? r->trace->layout : FLUX_CLASSIC;
        r->entry.where = s->where;
        r->entry.raw = NULL;
        r->entry.raw_size = 0;
        r->entry.section = (flux_section_t){s->generation, s->last, s->size, s->used, content};
        return true;
    }
    return false;
}

// ---- one entry

static int take_data(flux_reader_t *r, flux_data_t *data)
{
    domain_t *d = domain_of(r, data->item);
    if (!d) {
        if (r->trace->reported) {
            r->skipped.samples++;
            return 1;
        }
        r->trace->reported = true;
        return reject(r, FLUX_E_CLOSED, "OPEN before data");
    }
    if (data->delta > (uint64_t)INT64_MAX - (uint64_t)d->domain.current)
        return reject(r, FLUX_E_RANGE, "a position within 64 bit");
    d->domain.current = (int64_t)((uint64_t)d->domain.current + data->delta);
    if (d->lost) {
        r->skipped.samples++;
        return 1;
    }
    data->position = d->domain.current;
    data->domain = &d->domain;
    data->trace = r->trace->id;
    data->layout = r->trace->layout;
    return 0;
}

// Applies the effects of an entry. 0: deliver it. 1: do not. Negative: error, from reject.
static int take(flux_reader_t *r, flux_entry_t *e)
{
    domain_t *d;
    switch (e->kind) {
    case FLUX_DATA: return take_data(r, &e->data);
    case FLUX_HEAD: return take_head(r, &e->head);
    case FLUX_SWTH: return select_trace(r, e->switched);
    case FLUX_PBLK: return open_block(r, &e->block);
    case FLUX_SECT: return store_section(r, &e->section) ? r->error.code : 1; // delivered later
    case FLUX_SCPD: return remember_item(r, e->scope.item, e->scope.parent, true, FLUX_UNKNOWN, 0);
    case FLUX_SIGD:
    case FLUX_SSGD:
        return remember_item(r, e->signal.item, e->signal.parent, false, e->signal.type,
                             signal_width(&e->signal, e->layout));
    case FLUX_MSGD: return remember_range(r, &e->signal, signal_width(&e->signal, e->layout));
    case FLUX_OPEN: return open_domain(r, &e->open);
    case FLUX_CLOS: return close_domain(r, e->close.item);
    case FLUX_DOMD:
        r->trace->base_size = (uint8_t)e->base.size;
        memcpy(r->trace->base, e->base.data, e->base.size);
        return 0;
    case FLUX_CURR:
        d = domain_of(r, e->current.item);
        if (!d)
            return reject(r, FLUX_E_CLOSED, "an item that is open");
        d->domain.current = e->current.position;
        found_position(r, d);
        return 0;
    }
    return 0;
}

// Reads one entry at c; detects the layout first if that matters. As flux_parse.
static int read_entry(flux_reader_t *r, flux_cursor_t *c)
{
    trace_t *t = r->trace;
    bool declared = t && t->declared;
    int tag = c->end - c->at >= 2 && c->at[0] == 0 ? c->at[1] : -1;
    if (!declared && c->end > c->at &&
        (c->at[0] || (tag >= 0 && tag != FLUX_HEAD && tag != FLUX_SWTH && tag != FLUX_PBLK &&
                      tag != FLUX_SECT))) {
        c->code = FLUX_E_HEAD;
        c->expected = r->any_head ? "HEAD of this trace" : "HEAD: 00 01 \"flux\"";
        return c->code;
    }
    if (declared && !t->decided && flux_layout_matters(tag)) {
        flux_cursor_t look = *c;
        if (flux_parse_layout(&look, &t->layout)) {
            *c = look;
            return c->code;
        }
        t->decided = true;
    }
    return flux_parse(c, declared ? t->layout : FLUX_CLASSIC, &r->entry);
}

// Searches for an entry to continue with after damage. Returns the number of bytes before it, or 0
// with need set.
static size_t seek(flux_reader_t *r, const uint8_t *at, const uint8_t *end, bool final)
{
    static const uint8_t head[6] = {0, FLUX_HEAD, 'f', 'l', 'u', 'x'};
    const uint8_t *zero = memchr(at, 0, (size_t)(end - at));
    if (!zero)
        return (size_t)(end - at);
    if (zero > at)
        return (size_t)(zero - at);
    size_t size = (size_t)(end - at);
    if (size < 7) {
        r->need = 7;
        return final ? 1 : 0;
    }
    bool is_head = !memcmp(at, head, sizeof head) && (at[6] == 4 || at[6] == 6);
    unsigned content = at[3] | (unsigned)at[4] << 8, used = at[5] | (unsigned)at[6] << 8;
    bool is_section = at[1] == FLUX_SECT && !(at[2] & 0x70) && content >= 16 && used <= content &&
                      (r->any_section || r->config.headless) && !r->delivering;
    if (!is_head && !is_section)
        return 1;
    r->seeking = false;
    return 0;
}

enum { STEP_MORE, STEP_ENTRY, STEP_QUIET, STEP_OVER };

// Ends the stream with r->error; or, resynchronising, delivers it.
static int fault(flux_reader_t *r)
{
    if (!r->config.resync) {
        r->over = r->error.code;
        return STEP_OVER;
    }
    if (r->seeking || !flux_layout_matters(r->error.kind)) {
        // a rejected definition loses no position
        if (in_block(r) || (r->error.kind == FLUX_PBLK && !r->seeking))
            doubt_positions(r); // the damage ends with the block
        else
            lose_positions(r);
    }
    r->entry = (flux_entry_t){.kind = FLUX_ERROR, .where = r->error.where, .error = r->error};
    return STEP_ENTRY;
}

// Reads one entry from bytes that begin at where. *used: number of bytes read.
static int take_entry(flux_reader_t *r, const uint8_t *at, const uint8_t *end, flux_where_t where,
                      uint64_t limit, bool final, size_t *used)
{
    *used = 0;
    if (r->seeking) {
        *used = seek(r, at, end, final);
        r->skipped.bytes += *used;
        if (*used)
            return STEP_QUIET;
        if (r->seeking)
            return STEP_MORE;
    }
    flux_cursor_t c = flux_cursor(at, end, limit, final);
    int rc = read_entry(r, &c);
    if (rc == FLUX_MORE) {
        r->need = c.need;
        return STEP_MORE;
    }
    if (rc < 0) {
        error_at(r, rc, c.kind, where, (uint64_t)(c.at - c.start), c.expected);
        r->seeking = true;
        *used = 1;
        r->skipped.bytes++;
        return fault(r);
    }
    flux_entry_t *e = &r->entry;
    if (r->section_count && !r->delivering && e->kind != FLUX_SECT && e->kind != FLUX_PBLK) {
        r->unfinished = true; // the ring ends here: deliver its sections, then report it
        r->ring_end = where;
        deliver_sections(r);
        return STEP_QUIET;
    }
    *used = e->raw_size;
    e->where = where;
    rc = take(r, e);
    if (rc < 0)
        return fault(r);
    e->trace = r->trace ? r->trace->id : 0;
    e->layout = r->trace ? r->trace->layout : FLUX_CLASSIC;
    return rc ? STEP_QUIET : STEP_ENTRY;
}

// ---- the stream

static flux_where_t where_in(const frame_t *f)
{
    flux_where_t where = f->where;
    if (where.depth)
        where.inner += (uint32_t)(f->at - f->start);
    else
        where.offset += (uint64_t)(f->at - f->start);
    return where;
}

static int step_frame(flux_reader_t *r)
{
    frame_t *f = &r->frames[r->frame_count - 1];
    if (f->at == f->end || (r->abandoned && f->where.depth)) {
        r->window_used = f->window_used;
        r->frame_count--;
        r->abandoned = r->abandoned && in_block(r);
        r->seeking = r->abandoned; // its surroundings are intact
        return STEP_QUIET;
    }
    size_t used;
    int rc = take_entry(r, f->at, f->end, where_in(f), UINT64_MAX, true, &used);
    f->at += used; // frames below the top do not move
    return rc;
}

// The end of all bytes.
static int step_end(flux_reader_t *r)
{
    flux_where_t where = {r->offset, 0, 0};
    if (r->section_count && !r->delivering) {
        r->unfinished = true;
        r->ring_end = where;
        deliver_sections(r);
        return STEP_QUIET;
    }
    if (!r->ended && !r->any_head) {
        r->ended = r->any_head = true;
        error_at(r, FLUX_E_HEAD, 0, where, 0, "HEAD before the end");
        return fault(r);
    }
    r->ended = true;
    return STEP_MORE;
}

// An entry whose begin is in the carry: appends bytes of the chunk until it is complete.
static int step_carry(flux_reader_t *r)
{
    size_t held = r->carry_used - r->carry_at, from_chunk = 0;
    memmove(r->carry, r->carry + r->carry_at, held);
    r->carry_at = 0;
    for (;;) {
        size_t there = (size_t)(r->chunk_end - r->chunk);
        if (r->need > held) {
            size_t add = r->need - held < there ? (size_t)(r->need - held) : there;
            if (add)
                memcpy(r->carry + held, r->chunk, add);
            r->chunk += add;
            from_chunk += add;
            held += add;
            there -= add;
        }
        r->carry_used = held;
        if (r->need > held && !r->finished)
            return STEP_MORE;
        size_t used;
        int rc = take_entry(r, r->carry, r->carry + held, (flux_where_t){r->offset, 0, 0},
                            r->config.entry_max, r->finished && !there, &used);
        if (rc == STEP_MORE && (there || !r->finished))
            continue;
        r->offset += used;
        size_t rest = held - used;
        if (rest <= from_chunk) { // the rest is still in the chunk
            r->chunk -= rest;
            r->carry_used = 0;
        } else {
            r->carry_at = used;
            r->need = 1;
        }
        return rc;
    }
}

static int step_chunk(flux_reader_t *r)
{
    size_t there = (size_t)(r->chunk_end - r->chunk), used;
    int rc = take_entry(r, r->chunk, r->chunk_end, (flux_where_t){r->offset, 0, 0},
                        r->config.entry_max, r->finished, &used);
    if (rc == STEP_MORE) { // need, at most entry_max, is more than the carry has
        memcpy(r->carry, r->chunk, there);
        r->carry_at = 0;
        r->carry_used = there;
        r->chunk = r->chunk_end;
        return rc;
    }
    r->chunk += used;
    r->offset += used;
    return rc;
}

// Continues until an entry is ready (STEP_ENTRY), bytes are missing (STEP_MORE), or the stream has
// ended.
static int step(flux_reader_t *r)
{
    r->run_left = 0;
    int rc = STEP_QUIET;
    while (rc == STEP_QUIET) {
        if (r->over)
            return STEP_OVER;
        if (r->delivering && r->frame_count == r->ring_level) {
            if (begin_section(r))
                return STEP_ENTRY;
            bool unfinished = r->unfinished;
            r->delivering = r->unfinished = false;
            r->section_count = r->ring_used = 0;
            if (unfinished) {
                error_at(r, FLUX_E_SECTION, FLUX_SECT, r->ring_end, 0,
                         "the last section of the ring");
                return fault(r);
            }
        } else if (r->frame_count) {
            rc = step_frame(r);
        } else if (r->carry_used) {
            rc = step_carry(r);
        } else if (r->chunk < r->chunk_end) {
            rc = step_chunk(r);
        } else {
            rc = r->finished ? step_end(r) : STEP_MORE;
        }
    }
    return rc;
}

// ---- plain data, fast
// Reads consecutive data entries without any other work. The address of the next entry is on the
// critical path: it takes one load of 8 bytes and a dozen instructions without a branch.

static uint64_t little64(const uint8_t *p)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
#else
    uint64_t v = 0;
    for (int i = 8; i-- > 0;)
        v = v << 8 | p[i];
    return v;
#endif
}

// The index of the lowest bit that is set; v is not 0.
static unsigned lowest_bit(uint64_t v)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(v);
#else
    unsigned i = 0;
    for (; !(v & 1); v >>= 1)
        i++;
    return i;
#endif
}

// Eight bytes of seven bits each become one number.
static uint64_t join_sevens(uint64_t v)
{
    v = (v & 0x007f007f007f007f) | (v & 0x7f007f007f007f00) >> 1;
    v = (v & 0x00003fff00003fff) | (v & 0x3fff00003fff0000) >> 2;
    return (v & 0x0fffffff) | (v & 0x0fffffff00000000) >> 4;
}

#if defined(__GNUC__)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#define NOINLINE __attribute__((noinline))
#else
#define ALWAYS_INLINE inline
#define NOINLINE
#endif

#define PLAIN_MAX                                                                                  \
    18 // bytes of a plain data entry, without a payload of more than 8, and bytes that the load
       // reads beyond it

// A plain data entry: no explicit tag, and at most 7 bytes before the byte of size and format.
typedef struct {
    uint32_t item, size; // size: bytes of payload
    uint64_t delta;      // below 2^49
    uint8_t tag, df;
    const uint8_t *data;
} plain_t;

// Reads it at p, with PLAIN_MAX bytes; its payload may reach beyond. False: another entry, or
// damage.
static NOINLINE bool read_plain(const uint8_t *p, plain_t *x)
{
    uint64_t bytes = little64(p), has_delta = bytes >> 1 & 1;
    uint64_t ends = ~bytes & 0x8080808080808080; // bit 7 of every byte that ends a PInt
    uint64_t behind = ends &
                      (ends - has_delta); // likewise, from the last byte of item and delta on
    if (bytes & 4 || !(ends & 0x8080808080) || !(behind & 0x0080808080808080))
        return false;
    unsigned item_bits = lowest_bit(ends) + 1, bits = lowest_bit(behind) + 1;
    x->item = (uint32_t)(join_sevens(bytes & (((uint64_t)1 << item_bits) - 1) & 0x7f7f7f7f7f) >> 3);
    x->tag = bytes & 1;
    x->delta = join_sevens((bytes & (((uint64_t)1 << bits) - 1) & 0x7f7f7f7f7f7f7f7f) >> item_bits);
    uint32_t format = bytes >> bits & 0xff;
    p += bits / 8 + 1;
    x->df = format & 15;
    x->size = format >> 4;
    if (format & 0x80) { // 8 bytes or more, or a padded number
        if (*p & 0x80)
            return false;
        x->size = (format >> 4 & 7) | (uint32_t)*p++ << 3;
    }
    x->data = p;
    return x->item && (x->df || !x->size);
}

// The same for the most frequent: an integer of at most 7 bytes, item below 2^25. False: others.
// Without branches: lengths change from one entry to the next, so that no branch can be predicted.
static ALWAYS_INLINE bool read_common(const uint8_t *p, plain_t *x)
{
    const uint64_t bytes = little64(p), ends = ~bytes & 0x8080808080808080;
    const uint64_t behind = ends & (ends - (bytes >> 1 & 1)); // see read_plain
    const uint64_t guard = (uint64_t)1 << 63; // lowest_bit needs a bit
    const unsigned bits = lowest_bit(behind | guard) + 1;
    const uint32_t format = (uint32_t)(bytes >> (bits & 63)) & 0xff;
    x->size = format >> 4;
    x->df = format & 15;
    x->data = p + bits / 8 + 1;
    x->tag = bytes & 1;
    const uint64_t in_item = ends ^ (ends - 1), in_delta = (behind ^ (behind - 1)) & ~in_item;
    const uint32_t item = (uint32_t)(bytes & in_item);
    x->item = (item >> 3 & 15) | (item >> 4 & 0x7f0) | (item >> 5 & 0x3f800) |
              (item >> 6 & 0x1fc0000);
    x->delta = join_sevens((bytes & in_delta & 0x7f7f7f7f7f7f7f7f) >>
                           ((lowest_bit(ends | guard) + 1) & 63));
    return !(bytes & 4) & ((ends & 0x80808080) != 0) & ((behind & 0x0080808080808080) != 0) &
           (x->item != 0) & ((format & 0x8f) - 1 < 2);
}

// Tries both. x stays in registers, because only the address of y is taken.
static ALWAYS_INLINE bool read_data(const uint8_t *p, plain_t *x)
{
    plain_t y;
    if (read_common(p, x))
        return true;
    if (!read_plain(p, &y))
        return false;
    *x = y;
    return true;
}

static inline bool is_integer(const plain_t *x) { return (uint8_t)(x->df - 1) < 2 && x->size <= 8; }

// Its value. Reads 8 bytes at its payload.
static inline int64_t integer_of(const plain_t *x)
{
    static const uint64_t value_bits[9] = {
        0,          0xff,         0xffff,         0xffffff,
        0xffffffff, 0xffffffffff, 0xffffffffffff, 0xffffffffffffff,
        UINT64_MAX}; // by bytes of payload
    uint64_t bits = value_bits[x->size], sign = bits ^ bits >> 1;
    return (int64_t)(((little64(x->data) & bits) ^ sign) - sign);
}

static inline flux_sample_t sample_of(const plain_t *x, int64_t position, ptrdiff_t offset)
{
    return (flux_sample_t){position, integer_of(x), x->item, (uint16_t)offset, x->df, x->tag};
}

// The read position, if data entries of the current trace may follow there.
typedef struct {
    const uint8_t *at, *end;
    const uint8_t *begin; // the first position
    flux_where_t where;   // of begin
    uint32_t size_max;    // bytes of payload
} position_t;

static ALWAYS_INLINE bool stand(flux_reader_t *r, position_t *s)
{
    if (!r->trace || !r->trace->declared || r->seeking || r->any_lost ||
        (r->section_count && !r->delivering) || r->over)
        return false;
    if (r->delivering && r->frame_count == r->ring_level)
        return false;
    if (r->frame_count) {
        const frame_t *f = &r->frames[r->frame_count - 1];
        *s = (position_t){f->at, f->end, f->at, where_in(f), UINT32_MAX};
        return true;
    }
    *s = (position_t){
        r->chunk, r->chunk_end, r->chunk, {r->offset, 0, 0}, r->config.entry_max - PLAIN_MAX};
    return !r->carry_used;
}

// Sets the variable part of where. Field by field: store-to-load forwarding fails for other widths.
static inline void set_where(const position_t *s, flux_where_t *where)
{
    if (s->where.depth)
        where->inner = s->where.inner + (uint32_t)(s->at - s->begin);
    else
        where->offset = s->where.offset + (uint64_t)(s->at - s->begin);
}

static inline void go_on(flux_reader_t *r, const position_t *s)
{
    if (r->frame_count) {
        r->frames[r->frame_count - 1].at = s->at;
    } else {
        r->chunk = s->at;
        r->offset = s->where.offset + (uint64_t)(s->at - s->begin);
    }
}

static domain_t *sole_domain(const flux_reader_t *r)
{
    return r->trace->sole ? &r->domains[r->trace->sole - 1] : NULL;
}

// Reads the most frequent entries, all of one domain. Writes samples up to full, reads entries that
// begin up to last. Returns its end position. Not inlined, to keep its variables in registers.
static NOINLINE const uint8_t *read_run(const uint8_t *p, const uint8_t *last, const uint8_t *start,
                                        flux_sample_t **out, flux_sample_t *full, int64_t *now)
{
    int64_t position = *now;
    flux_sample_t *sample = *out;
    plain_t x;
    while (p <= last && sample != full && read_common(p, &x)) {
        position += (int64_t)x.delta;
        *sample++ = sample_of(&x, position, p - start);
        p = x.data + x.size;
    }
    *out = sample;
    *now = position;
    return p;
}

#if defined(__GNUC__) && defined(__x86_64__)
// The same by instructions of newer processors, with which a number is joined in one step.
__attribute__((target("bmi,bmi2"))) static NOINLINE const uint8_t *
read_run_bmi2(const uint8_t *p, const uint8_t *last, const uint8_t *start, flux_sample_t **out,
              flux_sample_t *full, int64_t *now)
{
    int64_t position = *now;
    flux_sample_t *sample = *out;
    while (p <= last && sample != full) {
        const uint64_t bytes = little64(p), ends = ~bytes & 0x8080808080808080;
        const uint64_t behind = ends & (ends - (bytes >> 1 & 1));
        const unsigned bits = (unsigned)__builtin_ctzll(behind | (uint64_t)1 << 63) + 1;
        const uint32_t format = (uint32_t)(bytes >> (bits & 63)) & 0xff;
        const uint64_t in_item = ends ^ (ends - 1), in_delta = (behind ^ (behind - 1)) & ~in_item;
        const uint32_t item = (uint32_t)__builtin_ia32_pext_di(bytes, in_item & 0x7f7f7f78);
        if ((bytes & 4) | !(ends & 0x80808080) | !(behind & 0x0080808080808080) | !item |
            ((format & 0x8f) - 1 > 1))
            break;
        const uint8_t *data = p + bits / 8 + 1;
        // the value: its last byte to the left, and back with its sign
        const unsigned size = format >> 4, unused = (64 - 8 * size) & 63;
        const int64_t value = size ? (int64_t)(little64(data) << unused) >> unused : 0;
        position += (int64_t)__builtin_ia32_pext_di(bytes, in_delta & 0x7f7f7f7f7f7f7f7f);
        *sample++ = (flux_sample_t){position, value, item, (uint16_t)(p - start),
                                    (uint8_t)(format & 15), bytes & 1};
        p = data + size;
    }
    *out = sample;
    *now = position;
    return p;
}

static read_run_t *fastest_read_run(void)
{
    __builtin_cpu_init();
    // the first two Zen have that instruction in microcode
    return __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") &&
                   !__builtin_cpu_is("znver2")
               ? read_run_bmi2
               : read_run;
}
#else
static read_run_t *fastest_read_run(void) { return read_run; }
#endif

// Reads plain integers of one domain, without going on. Returns the domain; NULL if there are none.
static domain_t *read_integers(flux_reader_t *r, const position_t *s, flux_run_t *run)
{
    domain_t *const sole = sole_domain(r);
    const uint8_t *p = s->at;
    domain_t *domain = sole;
    int64_t position = run->from = sole ? sole->domain.current : 0;
    run->count = 0;
    while (run->count < FLUX_RUN_MAX && s->end - p >= PLAIN_MAX) {
        plain_t x;
        if (sole && position < INT64_MAX - ((int64_t)FLUX_RUN_MAX << 49)) {
            flux_sample_t *to = r->samples + run->count;
            p = r->read_run(p, s->end - PLAIN_MAX, s->at, &to, r->samples + FLUX_RUN_MAX,
                            &position);
            if (to > r->samples + run->count) {
                run->count = (uint32_t)(to - r->samples);
                continue;
            }
        }
        if (!read_data(p, &x) || !is_integer(&x))
            break;
        domain_t *d = sole ? sole : domain_of(r, x.item);
        if (!d || (domain && d != domain))
            break;
        if (!domain)
            position = run->from = d->domain.current;
        domain = d;
        if (x.delta > (uint64_t)INT64_MAX - (uint64_t)position)
            break;
        position = (int64_t)((uint64_t)position + x.delta);
        r->samples[run->count++] = sample_of(&x, position, p - s->at);
        p = x.data + x.size;
    }
    if (!run->count)
        return NULL;
    run->end = (uint32_t)(p - s->at);
    run->trace = r->trace->id;
    run->layout = r->trace->layout;
    run->samples = r->samples;
    run->domain = &domain->domain;
    domain->domain.current = position;
    return domain;
}

// Delivers integers in runs.
static int read_runs(flux_reader_t *r, position_t *s)
{
    flux_run_t run;
    flux_where_t where = s->where;
    do {
        if (!read_integers(r, s, &run))
            break;
        set_where(s, &where);
        s->at += run.end;
        int rc = r->visitor->samples(r->ctx, &where, &run);
        if (rc)
            return rc;
    } while (run.count == FLUX_RUN_MAX);
    return 0;
}

// Makes the sample of the entry at s->at, with its position. False: incomplete or damaged.
static ALWAYS_INLINE bool take_plain(flux_reader_t *r, const position_t *s, domain_t *sole,
                                     const plain_t *x, flux_data_t *d)
{
    domain_t *domain = sole ? sole : domain_of(r, x->item);
    if ((x->size > 8 && (x->size > s->size_max || x->size > (size_t)(s->end - x->data))) ||
        !domain || x->delta > (uint64_t)INT64_MAX - (uint64_t)domain->domain.current)
        return false;
    d->position = domain->domain.current = (int64_t)((uint64_t)domain->domain.current + x->delta);
    d->domain = &domain->domain;
    d->item = x->item;
    d->tag = x->tag;
    d->df = x->df;
    d->size = x->size;
    d->data = x->data;
    d->delta = x->delta;
    d->integer = is_integer(x) ? integer_of(x) : 0;
    return true;
}

// Delivers samples one by one, up to the next one that can begin a run.
static int read_singles(flux_reader_t *r, position_t *s)
{
    domain_t *const sole = sole_domain(r);
    const bool runs = r->visitor->samples;
    flux_data_t d = {.trace = r->trace->id, .layout = r->trace->layout};
    flux_where_t where = s->where;
    plain_t x;
    int rc = 0;
    while (!rc && s->end - s->at >= PLAIN_MAX && read_data(s->at, &x) &&
           !(runs && is_integer(&x)) && take_plain(r, s, sole, &x, &d)) {
        set_where(s, &where);
        s->at = x.data + x.size;
        rc = r->visitor->data ? r->visitor->data(r->ctx, &where, &d) : 0;
    }
    return rc;
}

static int read_fast(flux_reader_t *r)
{
    position_t s;
    int rc = 0;
    if (!stand(r, &s))
        return 0;
    const uint8_t *before;
    do {
        before = s.at;
        if (r->visitor->samples)
            rc = read_runs(r, &s);
        if (!rc)
            rc = read_singles(r, &s);
    } while (!rc && s.at != before);
    go_on(r, &s);
    return rc;
}

// The same for one entry to be pulled.
static bool next_fast(flux_reader_t *r)
{
    position_t s;
    plain_t x;
    flux_entry_t *e = &r->entry;
    if (!stand(r, &s) || s.end - s.at < PLAIN_MAX || !read_data(s.at, &x) ||
        !take_plain(r, &s, sole_domain(r), &x, &e->data))
        return false;
    e->kind = FLUX_DATA;
    e->where = s.where;
    e->raw = s.at;
    s.at = x.data + x.size;
    e->raw_size = (uint32_t)(s.at - e->raw);
    e->trace = e->data.trace = r->trace->id;
    e->layout = e->data.layout = r->trace->layout;
    go_on(r, &s);
    r->run_left -= r->run_left > 0;
    return true;
}

// ---- push and pull

// Goes on by this number of bytes, or back.
static void move(flux_reader_t *r, ptrdiff_t bytes)
{
    if (r->frame_count) {
        r->frames[r->frame_count - 1].at += bytes;
    } else {
        r->chunk += bytes;
        r->offset += (uint64_t)bytes;
    }
}

const flux_run_t *flux_reader_run(flux_reader_t *r, flux_where_t *where)
{
    flux_run_t *run = &r->run;
    position_t s;
    if (r->run_left) { // not read again
        const flux_sample_t *first = r->samples + r->run_count - r->run_left;
        run->samples = first;
        run->count = r->run_left;
        run->end = r->run_end;
        run->from = r->run_domain->domain.current;
        r->run_domain->domain.current = first[run->count - 1].position;
        move(r, (ptrdiff_t)run->end - first->offset);
    } else {
        if (!stand(r, &s))
            return NULL;
        r->run_domain = read_integers(r, &s, run);
        if (!r->run_domain)
            return NULL;
        r->run_where = s.where;
        r->run_count = run->count;
        r->run_end = run->end;
        move(r, (ptrdiff_t)run->end);
    }
    *where = r->run_where;
    r->run_left = 0;
    return run;
}

void flux_reader_unread(flux_reader_t *r, uint32_t count)
{
    flux_run_t *run = &r->run;
    if (count >= run->count)
        return;
    r->run_left = run->count - count;
    r->run_domain->domain.current = count ? run->samples[count - 1].position : run->from;
    move(r, run->samples[count].offset - (ptrdiff_t)run->end);
}

static int visit(const flux_visitor_t *v, void *ctx, const flux_entry_t *e)
{
    const flux_where_t *w = &e->where;
    switch (e->kind) {
    case FLUX_DATA: return v->data ? v->data(ctx, w, &e->data) : 0;
    case FLUX_HEAD: return v->head ? v->head(ctx, w, &e->head) : 0;
    case FLUX_SWTH: return v->switched ? v->switched(ctx, w, e->switched) : 0;
    case FLUX_PBLK: return v->block ? v->block(ctx, w, &e->block) : 0;
    case FLUX_SECT: return v->section ? v->section(ctx, w, &e->section) : 0;
    case FLUX_SCPD: return v->scope ? v->scope(ctx, w, &e->scope) : 0;
    case FLUX_SIGD:
    case FLUX_MSGD:
    case FLUX_SSGD: return v->signal ? v->signal(ctx, w, &e->signal) : 0;
    case FLUX_SIRD:
    case FLUX_SSRD: return v->reference ? v->reference(ctx, w, &e->reference) : 0;
    case FLUX_OPEN: return v->open ? v->open(ctx, w, &e->open) : 0;
    case FLUX_CLOS: return v->close ? v->close(ctx, w, &e->close) : 0;
    case FLUX_DOMD: return v->base ? v->base(ctx, w, e->base) : 0;
    case FLUX_CURR: return v->current ? v->current(ctx, w, &e->current) : 0;
    case FLUX_ENMD: return v->label ? v->label(ctx, w, &e->label) : 0;
    case FLUX_MEMD: return v->member ? v->member(ctx, w, &e->member) : 0;
    case FLUX_ATRE: return v->relation ? v->relation(ctx, w, &e->relation) : 0;
    case FLUX_ATLA: return v->attached ? v->attached(ctx, w, &e->attached) : 0;
    case FLUX_CREQ: return v->request ? v->request(ctx, w, &e->control) : 0;
    case FLUX_CRES: return v->result ? v->result(ctx, w, &e->control) : 0;
    case FLUX_ERROR: return v->error ? v->error(ctx, &e->error) : 0;
    }
    return 0;
}

int flux_reader_feed(flux_reader_t *r, const void *data, size_t size)
{
    if (r->chunk < r->chunk_end || (r->finished && size))
        return FLUX_E_ARG;
    r->chunk = data;
    r->chunk_end = r->chunk + size;
    return 0;
}

void flux_reader_finish(flux_reader_t *r) { r->finished = true; }

int flux_reader_next(flux_reader_t *r, const flux_entry_t **entry)
{
    int rc = next_fast(r) ? STEP_ENTRY : step(r);
    *entry = &r->entry;
    return rc == STEP_ENTRY ? 1 : rc == STEP_MORE ? 0 : r->over;
}

static int visit_all(flux_reader_t *r)
{
    for (;;) {
        int stop = read_fast(r);
        if (stop)
            return stop;
        int rc = step(r);
        if (rc != STEP_ENTRY)
            return rc == STEP_MORE ? 0 : r->over;
        stop = visit(r->visitor, r->ctx, &r->entry);
        if (stop)
            return stop;
    }
}

int flux_reader_push(flux_reader_t *r, const void *data, size_t size)
{
    if (!r->visitor)
        return FLUX_E_ARG;
    if (size) {
        int rc = flux_reader_feed(r, data, size);
        if (rc)
            return rc;
    }
    return visit_all(r);
}

int flux_reader_end(flux_reader_t *r)
{
    flux_reader_finish(r);
    return flux_reader_push(r, NULL, 0);
}

const flux_error_t *flux_reader_error(const flux_reader_t *r) { return r->over ? &r->error : NULL; }

flux_skipped_t flux_reader_skipped(const flux_reader_t *r) { return r->skipped; }
