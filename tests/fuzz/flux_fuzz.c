// SPDX-License-Identifier: Apache-2.0
// flux: fuzzing of the reader. Any bytes, pulled in chunks, pushed whole, and pushed whole with
// integers in runs, must give the same entries and the same end, and no access beyond the memory.
// Every delivered entry can be written again in no more bytes.
//
// The first two bytes of an input choose the configuration and the chunks; the rest is the stream.
#include <string.h>

#include "flux.h"
#include "flux_copy.h"
#include "flux_pack.h"
#include "random.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// ---- delivered entries, as one number

typedef struct {
    flux_reader_t *reader;
    uint64_t hash, entries;
    uint64_t samples; // likewise, but for plain integers only what a run contains
} digest_t;

static void add(digest_t *g, uint64_t v)
{
    g->hash = (g->hash ^ v) * 0x100000001b3u;
    g->hash ^= g->hash >> 29;
}

static void add_bytes(digest_t *g, const void *data, uint32_t size)
{
    const uint8_t *p = data;
    add(g, size);
    for (uint32_t i = 0; i < size; i++)
        add(g, p[i]);
}

static void add_text(digest_t *g, flux_text_t text) { add_bytes(g, text.data, text.size); }

static void add_array(digest_t *g, flux_array_t *array)
{
    flux_bytes_t e;
    int rc;
    while ((rc = flux_array_next(array, &e)) == 1) {
        int64_t integer = 0;
        double real = 0;
        add_bytes(g, e.data, e.size);
        add(g, (uint64_t)flux_integer(e.data, e.size, &integer));
        add(g, (uint64_t)flux_float(e.data, e.size, &real));
        add(g, (uint64_t)integer);
    }
    REQUIRE(rc == 0 || rc == FLUX_E_VALUE);
}

static void add_members(digest_t *g, flux_layout_t layout, const uint8_t *data, uint32_t size)
{
    flux_members_t stack[4];
    flux_field_t f;
    int depth = 0;
    flux_members_begin(&stack[0], layout, data, size);
    while (depth >= 0) {
        if (flux_members_next(&stack[depth], &f) != 1) {
            depth--;
            continue;
        }
        add(g, f.member);
        add(g, f.type | (uint64_t)f.modifiers << 8);
        add_bytes(g, f.data, f.size);
        flux_array_t array;
        if (f.type == FLUX_M_STRUCT && depth < 3)
            flux_members_begin(&stack[++depth], layout, f.data, f.size);
        else if (flux_array_begin_member(&array, f.type, f.modifiers, f.data, f.size) == 0)
            add_array(g, &array);
    }
}

// Reads the payload as every type.
static void add_payload(digest_t *g, const flux_data_t *d)
{
    uint8_t states[40];
    flux_item_t item = {0};
    add(g, flux_reader_item(g->reader, d->item, &item));
    add(g, item.type | (uint64_t)item.width << 8);
    for (uint32_t width = 1; width <= sizeof states; width += 13)
        if (flux_logic(d->df, d->data, d->size, states, width) == 0)
            add_bytes(g, states, width);
    for (uint8_t type = FLUX_EVENT_ARRAY; type <= FLUX_TEXT_ARRAY; type++) {
        flux_array_t array;
        if (flux_array_begin(&array, type, d->df, d->data, d->size) == 0)
            add_array(g, &array);
    }
    add_members(g, d->layout, d->data, d->size);
}

static uint64_t mix(uint64_t hash, uint64_t v)
{
    hash = (hash ^ v) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 31;
}

static void add_sample(digest_t *g, uint64_t offset, uint32_t inner, const flux_sample_t *s,
                       const flux_domain_t *domain)
{
    uint64_t hash = mix(mix(offset, inner),
                        s->item | (uint64_t)s->tag << 32 | (uint64_t)s->df << 40);
    hash = mix(mix(hash, (uint64_t)s->position), (uint64_t)s->value);
    g->samples = mix(mix(g->samples, hash), domain->item | (uint64_t)domain->base_size << 32);
}

static void add_entry(digest_t *g, const flux_entry_t *e)
{
    g->entries++;
    if (e->kind == FLUX_DATA && (e->data.df == FLUX_DF_INTEGER || e->data.df == FLUX_DF_EVENT) &&
        e->data.size <= 8) {
        flux_sample_t s = {e->data.position, e->data.integer, e->data.item, 0,
                           e->data.df,       e->data.tag};
        add_sample(g, e->where.offset, e->where.inner, &s, e->data.domain);
    } else {
        g->samples = mix(mix(mix(g->samples, (uint64_t)e->kind), e->where.offset), e->where.inner);
    }
    add(g, (uint64_t)e->kind);
    add(g, e->where.offset);
    add(g, e->where.inner | (uint64_t)e->where.depth << 32);
    switch (e->kind) {
    case FLUX_HEAD:
        add(g, e->head.trace);
        add_text(g, e->head.name);
        add_text(g, e->head.description);
        add(g, e->head.version | (uint64_t)e->head.mode << 8 | (uint64_t)e->head.max_item << 32);
        add(g, e->head.max_entry);
        break;
    case FLUX_SWTH: add(g, e->switched); break;
    case FLUX_PBLK: add_bytes(g, e->block.packed, e->block.size); break;
    case FLUX_SECT: add_bytes(g, e->section.content, e->section.used); break;
    case FLUX_SCPD:
        add(g, e->scope.item | (uint64_t)e->scope.parent << 32);
        add_text(g, e->scope.name);
        add_text(g, e->scope.description);
        add_text(g, e->scope.tags);
        break;
    case FLUX_SIGD:
    case FLUX_MSGD:
    case FLUX_SSGD:
        add(g, e->signal.item | (uint64_t)e->signal.parent << 32);
        add(g,
            e->signal.last | (uint64_t)e->signal.type << 32 | (uint64_t)e->signal.modifiers << 40);
        add_text(g, e->signal.name);
        add_text(g, e->signal.description);
        add_text(g, e->signal.descriptor);
        add_text(g, e->signal.tags);
        add(g, (uint64_t)e->signal.scale);
        add(g, e->signal.from | (uint64_t)e->signal.to << 32);
        break;
    case FLUX_SIRD:
    case FLUX_SSRD:
        add(g, e->reference.item | (uint64_t)e->reference.parent << 32);
        add_text(g, e->reference.name);
        add_text(g, e->reference.description);
        add_text(g, e->reference.tags);
        add(g, e->reference.from | (uint64_t)e->reference.to << 32);
        break;
    case FLUX_OPEN:
        add(g, e->open.item);
        add_text(g, e->open.base);
        add(g, (uint64_t)e->open.start);
        add(g, (uint64_t)e->open.rate);
        break;
    case FLUX_CLOS:
        add(g, e->close.item);
        add(g, (uint64_t)e->close.end);
        break;
    case FLUX_DOMD: add_text(g, e->base); break;
    case FLUX_CURR:
        add(g, e->current.item);
        add(g, (uint64_t)e->current.position);
        break;
    case FLUX_ENMD:
        add(g, e->label.item | (uint64_t)e->label.scope << 32);
        add_text(g, e->label.label);
        add(g, e->label.value);
        break;
    case FLUX_MEMD:
        add(g, e->member.item | (uint64_t)e->member.member << 32);
        add(g, e->member.parent | (uint64_t)e->member.type << 32 |
                   (uint64_t)e->member.modifiers << 40);
        add_text(g, e->member.label);
        add_text(g, e->member.descriptor);
        add_text(g, e->member.description);
        add_text(g, e->member.icon);
        add_text(g, e->member.tags);
        add(g, (uint64_t)e->member.scale);
        break;
    case FLUX_DATA:
        add(g, e->data.item | (uint64_t)e->data.tag << 32 | (uint64_t)e->data.df << 40);
        add(g, (uint64_t)e->data.position);
        add(g, e->data.delta);
        add(g, (uint64_t)e->data.integer);
        add(g, e->data.trace | (uint64_t)e->data.layout << 32);
        add_bytes(g, e->data.domain->base, (uint32_t)strlen(e->data.domain->base));
        REQUIRE(e->data.domain->current == e->data.position);
        add_bytes(g, e->data.data, e->data.size);
        add_payload(g, &e->data);
        break;
    case FLUX_ATRE:
        add(g, e->relation.item | (uint64_t)e->relation.type << 32);
        add(g, e->relation.target | (uint64_t)e->relation.style << 32);
        add(g, (uint64_t)e->relation.distance);
        add(g, e->relation.base);
        break;
    case FLUX_ATLA:
        add(g, e->attached.item | (uint64_t)e->attached.style << 32);
        add(g, (uint64_t)e->attached.x);
        add(g, (uint64_t)e->attached.y);
        break;
    case FLUX_CREQ:
    case FLUX_CRES:
        add(g, e->control.control | (uint64_t)e->control.message << 32);
        add(g, e->control.count);
        add_bytes(g, e->control.members, e->control.size);
        add_members(g, e->layout, e->control.members, e->control.size);
        break;
    case FLUX_ERROR:
        add(g, (uint64_t)e->error.code);
        add(g, e->error.at | (uint64_t)e->error.kind << 32);
        break;
    default: REQUIRE(!"known kind");
    }
}

static void add_end(digest_t *g, int rc)
{
    const flux_error_t *error = flux_reader_error(g->reader);
    flux_skipped_t skipped = flux_reader_skipped(g->reader);
    add(g, (uint64_t)rc);
    add(g, skipped.bytes);
    add(g, skipped.samples);
    REQUIRE((rc < 0) == (error != NULL));
    if (error) {
        char text[200];
        add(g, (uint64_t)error->code);
        add(g, error->where.offset);
        add(g, error->at | (uint64_t)error->kind << 32);
        add_bytes(g, text, (uint32_t)strlen(flux_error_text(error, text, sizeof text)));
    }
}

// ---- visitor

static int visit(digest_t *g, const flux_where_t *where, flux_entry_t *e, int kind)
{
    e->kind = kind;
    e->where = *where;
    add_entry(g, e);
    return 0;
}

static flux_layout_t layout_now; // control entries do not have it

#define VISIT(name, type, kind, member, value)                                                     \
    static int on_##name(void *ctx, const flux_where_t *where, type v)                             \
    {                                                                                              \
        flux_entry_t e = {.layout = layout_now};                                                   \
        e.member = value;                                                                          \
        return visit(ctx, where, &e, kind);                                                        \
    }
VISIT(switched, uint32_t, FLUX_SWTH, switched, v)
VISIT(scope, const flux_scope_t *, FLUX_SCPD, scope, *v)
VISIT(signal, const flux_signal_t *,
      v->scattered ? FLUX_SSGD
      : v->last    ? FLUX_MSGD
                   : FLUX_SIGD,
      signal, *v)
VISIT(reference, const flux_reference_t *, v->scattered ? FLUX_SSRD : FLUX_SIRD, reference, *v)
VISIT(head, const flux_head_t *, FLUX_HEAD, head, *v)
VISIT(label, const flux_enum_t *, FLUX_ENMD, label, *v)
VISIT(member, const flux_member_t *, FLUX_MEMD, member, *v)
VISIT(open, const flux_open_t *, FLUX_OPEN, open, *v)
VISIT(close, const flux_close_t *, FLUX_CLOS, close, *v)
VISIT(base, flux_text_t, FLUX_DOMD, base, v)
VISIT(current, const flux_current_t *, FLUX_CURR, current, *v)
VISIT(data, const flux_data_t *, FLUX_DATA, data, *v)
VISIT(relation, const flux_relation_t *, FLUX_ATRE, relation, *v)
VISIT(attached, const flux_label_t *, FLUX_ATLA, attached, *v)
VISIT(request, const flux_control_t *, FLUX_CREQ, control, *v)
VISIT(result, const flux_control_t *, FLUX_CRES, control, *v)
VISIT(block, const flux_block_t *, FLUX_PBLK, block, *v)
VISIT(section, const flux_section_t *, FLUX_SECT, section, *v)

static int on_error(void *ctx, const flux_error_t *error)
{
    flux_entry_t e = {.error = *error};
    return visit(ctx, &error->where, &e, FLUX_ERROR);
}

static int on_samples(void *ctx, const flux_where_t *where, const flux_run_t *run)
{
    digest_t *g = ctx;
    REQUIRE(run->count > 0 && run->count <= FLUX_RUN_MAX && run->samples[0].offset == 0);
    REQUIRE(run->domain->current == run->samples[run->count - 1].position);
    for (uint32_t i = 0; i < run->count; i++) {
        const uint16_t offset = run->samples[i].offset;
        add_sample(g, where->offset + (where->depth ? 0 : offset),
                   where->inner + (where->depth ? offset : 0), &run->samples[i], run->domain);
        g->entries++;
    }
    return 0;
}

#define VISITOR                                                                                    \
    .head = on_head, .switched = on_switched, .scope = on_scope, .signal = on_signal,              \
    .reference = on_reference, .label = on_label, .member = on_member, .open = on_open,            \
    .close = on_close, .base = on_base, .current = on_current, .data = on_data,                    \
    .relation = on_relation, .attached = on_attached, .request = on_request, .result = on_result,  \
    .block = on_block, .section = on_section, .error = on_error
static const flux_visitor_t visitor = {VISITOR}, visitor_of_runs = {VISITOR, .samples = on_samples};

// ---- both ways

static void rewrite(const flux_entry_t *e)
{
    static uint8_t memory[1 << 16];
    flux_buffer_t buffer;
    flux_trace_t trace;
    flux_buffer_init(&buffer, memory, sizeof memory, NULL, NULL);
    flux_trace_init(&trace, &buffer, e->layout);
    int rc = flux_emit_entry(&trace, e);
    if (rc != 0 && rc != 1)
        fprintf(stderr, "flux_fuzz: emitting %s again: %d\n", flux_kind_name(e->kind), rc);
    REQUIRE(rc == 0 || rc == 1);
    REQUIRE(buffer.used <= e->raw_size);
    if (rc == 0 && buffer.used == e->raw_size && e->kind == FLUX_DATA)
        REQUIRE(!memcmp(memory, e->raw,
                        e->raw_size)); // every PInt has minimal length: there is one encoding
}

static uint64_t random_state;

static size_t random_size(size_t most)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return 1 + (random_state >> 33) % most;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void *memory;
    static size_t memory_size;
    if (size < 2)
        return 0;
    uint8_t options = data[0];
    random_state = data[1];
    flux_reader_config_t config;
    flux_reader_defaults(&config);
    flux_unpack_all(&config);
    config.entry_max = options & 1 ? 64 : 8192;
    config.window = 16384;
    config.ring = 4096;
    config.work = FLUX_UNPACK_WORK;
    config.items = options & 2 ? 0 : 16;
    config.ranges = 3;
    config.traces = 2;
    config.domains = 3;
    config.resync = options & 4;
    config.headless = options & 8;
    config.fixed_layout = options & 16;
    config.layout = (options >> 5) % 3;
    data += 2;
    size -= 2;
    size_t need = flux_reader_size(&config);
    REQUIRE(need);
    if (need > memory_size) {
        free(memory);
        memory = malloc(memory_size = need);
    }

    // the layout of a control entry is known with pull only: any layout will do, if it is the same
    digest_t pulled = {.reader = flux_reader_init(memory, need, &config, NULL, NULL)};
    layout_now = FLUX_CLASSIC;
    int rc = 0;
    for (size_t at = 0; rc == 0;) {
        size_t part = options & 128 ? 1 : random_size(100);
        part = part < size - at ? part : size - at;
        uint8_t byte,
            *chunk = part == 1 ? &byte : malloc(part); // of exactly this size, for the sanitizer
        memcpy(chunk, data + at, part);
        at += part;
        if (part)
            REQUIRE(flux_reader_feed(pulled.reader, chunk, part) == 0);
        else
            flux_reader_finish(pulled.reader);
        const flux_entry_t *e;
        while ((rc = flux_reader_next(pulled.reader, &e)) == 1) {
            flux_entry_t same = *e;
            same.layout = layout_now;
            add_entry(&pulled, &same);
            REQUIRE(!e->raw == (e->kind == FLUX_ERROR || e->kind == FLUX_SECT));
            REQUIRE(!e->raw == !e->raw_size);
            if (e->raw)
                rewrite(e);
        }
        if (chunk != &byte)
            free(chunk);
        if (!part)
            break;
    }
    const int end = rc;
    add_end(&pulled, rc);

    for (int runs = 0; runs < 2; runs++) {
        digest_t pushed = {0};
        pushed.reader = flux_reader_init(memory, need, &config, runs ? &visitor_of_runs : &visitor,
                                         &pushed);
        rc = flux_reader_push(pushed.reader, data, size);
        if (rc == 0)
            rc = flux_reader_end(pushed.reader);
        if (!runs) {
            add_end(&pushed, rc);
            REQUIRE(pushed.hash == pulled.hash);
        }
        REQUIRE(rc == end);
        REQUIRE(pushed.entries == pulled.entries);
        REQUIRE(pushed.samples == pulled.samples);
    }
    return 0;
}
