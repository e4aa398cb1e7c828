// SPDX-License-Identifier: Apache-2.0
// event: fuzzing of the decoder of a unit's stream. Any bytes, through the flux reader, whole and
// in chunks, one entry at a time and in runs, must give the same events. The lenient decoder gives
// the same result for everything that the strict one accepts. Events and their bytes never exceed
// the input; account, times, offsets, threads and names are consistent.
//
// The first two bytes of an input choose the configuration and the chunks; the rest is the stream.
#include <string.h>

#include "event.h"
#include "flux_read.h"
#include "random.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    HEADLESS = 1,
    STRICT = 2,
    RESYNC = 4,
    CUT = 8,
    COARSE = 16,
    THREADS = 32,
    SMALL = 64
}; // bits of the first byte
enum { THREADS_MOST = 16 };

// Results of a stream, counted from its events.
typedef struct {
    event_decoder_t decoder;
    event_thread_t threads[THREADS_MOST];
    uint64_t hash, entries, events, losses, nameless, switches;
    uint64_t delivered[EVENT_CLASSES], dropped[EVENT_CLASSES];
    uint64_t time, offset, bytes;
    uint32_t running[EVENT_HARTS];
    bool known[EVENT_HARTS], state, sections;
} account_t;

static void add(account_t *a, uint64_t v)
{
    a->hash = (a->hash ^ v) * 0x100000001b3u;
    a->hash ^= a->hash >> 29;
}

static void begin(account_t *a, unsigned options, bool strict)
{
    const size_t capacity = options & THREADS ? THREADS_MOST : options & SMALL ? 4 : 0;
    memset(a, 0, sizeof *a);
    event_decoder_init(&a->decoder, capacity ? a->threads : NULL, capacity, options & HEADLESS,
                       strict);
    if (options & CUT)
        event_cut(&a->decoder);
    if (options & COARSE)
        event_coarse(&a->decoder);
}

// ---- one event

static void check_item(const flux_entry_t *entry, const event_t *e)
{
    const event_item_t item = event_item(entry->data.item);
    REQUIRE(e->hart < EVENT_HARTS && e->class < WEIR_CLASS_NONE && e->class == item.class);
    REQUIRE(e->hart == item.hart && e->id == item.id);
    REQUIRE((e->kind == EVENT_TRAP) == (item.kind == EVENT_ITEM_ISR));
    REQUIRE(*event_class_name(e->class) != '?');
}

static void check_loss(const account_t *a, const event_t *e)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < EVENT_CLASSES; i++)
        all += e->dropped[i];
    REQUIRE(e->first <= e->last && e->last <= e->time);
    REQUIRE(!all || e->source);
    REQUIRE(!e->source == !e->cause && e->cause >> (1 + WEIR_DROP_CAUSE(WEIR_DROP_CODES - 1)) == 0);
    REQUIRE(!(e->unknown & ~a->decoder.totals.unknown));
}

static void take_loss(account_t *a, const event_t *e)
{
    check_loss(a, e);
    a->losses++;
    add(a, e->first);
    add(a, e->last);
    add(a, e->source);
    add(a, (uint64_t)e->cause << 32 | e->unknown);
    for (unsigned i = 0; i < EVENT_CLASSES; i++) {
        a->dropped[i] += e->dropped[i];
        add(a, e->dropped[i]);
    }
}

static void take_event(account_t *a, const flux_entry_t *entry, const event_t *e)
{
    check_item(entry, e);
    a->events++;
    a->delivered[e->class]++;
    REQUIRE(e->arg_count <= EVENT_ARGS);
    add(a, (uint64_t)e->kind << 32 | e->hart << 16 | e->id);
    add(a, e->value);
    for (unsigned i = 0; i < e->arg_count; i++)
        add(a, e->args[i]);
    if (!a->state) { // a checkpoint reports the running thread, too
        REQUIRE(e->thread_known == a->known[e->hart]);
        REQUIRE(!a->known[e->hart] || e->outgoing == a->running[e->hart]);
    }
    if (e->kind == EVENT_TRAP) {
        REQUIRE((e->trap & 0x7fffffff) == (uint32_t)e->value >> 2 && e->enters == (e->value & 1));
    } else if (e->id == WEIR_ID_THREAD_SWITCH) {
        REQUIRE(!e->arg_count && e->value <= UINT32_MAX && e->thread == e->value);
        a->switches++;
        a->known[e->hart] = true;
        a->running[e->hart] = e->thread;
    } else {
        REQUIRE(e->thread == e->outgoing);
    }
    if (e->name) {
        REQUIRE(e->id == WEIR_ID_THREAD_NAME || e->id == WEIR_ID_OBJECT_NAME);
        REQUIRE(strlen(e->name) <= EVENT_NAME_MAX);
        add(a, strlen(e->name));
        add(a, e->named);
    }
}

static void take_delivered(account_t *a, const flux_entry_t *entry, const event_t *e, size_t size)
{
    REQUIRE(entry->kind == FLUX_DATA && e->time == (uint64_t)entry->data.position &&
            e->time >= a->time);
    REQUIRE(e->bytes >= entry->raw_size && e->bytes <= size && e->offset <= entry->where.offset);
    if (!a->sections) { // the reader sorts the sections of a ring
        REQUIRE(e->offset >= a->offset && e->offset + e->bytes <= size);
        a->offset = e->offset + e->bytes;
    }
    a->time = e->time;
    a->bytes += e->bytes;
    add(a, e->time);
    add(a, e->offset << 8 | e->bytes);
    if (e->kind == EVENT_LOSS)
        take_loss(a, e);
    else
        take_event(a, entry, e);
}

static void take(account_t *a, const flux_entry_t *entry, size_t size)
{
    event_decoder_t *d = &a->decoder;
    const uint64_t nameless = d->totals.nameless;
    event_t e;

    a->sections = a->sections || entry->kind == FLUX_SECT;
    const bool sync = entry->kind == FLUX_DATA &&
                      event_item(entry->data.item).kind == EVENT_ITEM_CHECKPOINT;
    a->state = a->state || sync;
    a->entries += entry->kind == FLUX_DATA;
    const int rc = event_decode(d, entry, &e);
    add(a, (uint64_t)rc);
    REQUIRE(rc == 0 || rc == 1 || rc == EVENT_E_BAD);
    if (rc == EVENT_E_BAD) {
        REQUIRE(d->problem.offset <= size && *d->problem.expected && *d->problem.found);
        REQUIRE(memchr(d->problem.expected, 0, sizeof d->problem.expected) &&
                memchr(d->problem.found, 0, sizeof d->problem.found));
        add(a, d->problem.offset);
        return;
    }
    if (d->totals.nameless > nameless) {
        REQUIRE(rc == 0);
        const unsigned hart = event_item(entry->data.item).hart;
        a->delivered[WEIR_CLASS_SYS]++;
        a->nameless++;
        a->switches++;
        a->known[hart] = false;
        a->running[hart] = 0;
    }
    if (rc == 0)
        return;
    REQUIRE(e.time == d->totals.last);
    take_delivered(a, entry, &e, size);
}

// The event that a row stands for.
static event_t event_of_row(uint32_t item, uint64_t time, uint64_t value, uint32_t thread,
                            uint8_t hart, uint8_t what)
{
    event_t e = {.kind = what & EVENT_ROW_TRAP ? EVENT_TRAP : EVENT_HAPPENED,
                 .time = time,
                 .hart = hart,
                 .id = event_item(item).id,
                 .class = what & EVENT_ROW_CLASS,
                 .value = value,
                 .thread = thread,
                 .outgoing = thread,
                 .thread_known = what & EVENT_ROW_KNOWN};
    if (what & EVENT_ROW_SWITCH) {
        e.outgoing = (uint32_t)value;
        e.value = thread;
    } else if (what & EVENT_ROW_TRAP) {
        e.enters = value & 1;
        e.trap = (value & 2 ? UINT32_C(1) << 31 : 0) | (uint32_t)value >> 2;
    }
    REQUIRE(!(what & EVENT_ROW_SWITCH) == (e.id != WEIR_ID_THREAD_SWITCH));
    return e;
}

// Takes the begin of a run as rows. Returns their number.
static uint32_t take_run(account_t *a, const flux_run_t *run, const flux_where_t *where,
                         size_t size)
{
    uint64_t time[FLUX_RUN_MAX], value[FLUX_RUN_MAX];
    uint32_t thread[FLUX_RUN_MAX], item[FLUX_RUN_MAX];
    uint8_t hart[FLUX_RUN_MAX], what[FLUX_RUN_MAX];
    const event_columns_t to = {time, value, thread, item, hart, what};
    event_names_t names;
    uint32_t named = 0;

    const uint32_t rows = event_decode_run(&a->decoder, run, &to, &names);
    REQUIRE(rows <= run->count && names.count <= rows && names.count <= EVENT_NAMES);
    REQUIRE(!rows || a->decoder.totals.last == time[rows - 1]);
    for (uint32_t i = 0; i < rows; i++) {
        const flux_sample_t *s = &run->samples[i];
        const uint32_t end = i + 1 < run->count ? s[1].offset : run->end;
        const flux_entry_t entry = {
            .kind = FLUX_DATA,
            .where = {.offset = where->offset + (where->depth ? 0 : s->offset)},
            .raw_size = end - s->offset,
            .data = {.item = s->item, .position = s->position}};
        event_t e = event_of_row(item[i], time[i], value[i], thread[i], hart[i], what[i]);
        e.offset = entry.where.offset;
        e.bytes = entry.raw_size;
        if (named < names.count && names.name[named].row == i) {
            const event_name_t *name = &names.name[named++];
            REQUIRE(e.id == (name->is_object ? WEIR_ID_OBJECT_NAME : WEIR_ID_THREAD_NAME));
            e.name = name->name;
            e.named = name->named;
        }
        a->entries++;
        add(a, 1);
        take_delivered(a, &entry, &e, size);
    }
    REQUIRE(named == names.count);
    return rows;
}

// ---- the end

static void check_threads(const account_t *a)
{
    const event_decoder_t *d = &a->decoder;
    uint64_t met = 0, switches = 0, events = 0, orders = 0;
    for (size_t i = 0; i < d->capacity; i++) {
        const event_thread_t *t = &a->threads[i];
        if (!t->order)
            continue;
        met++;
        switches += t->switches;
        events += t->events;
        orders |= UINT64_C(1) << t->order;
        REQUIRE(event_find(d, t->value) == t);
        REQUIRE(strlen(t->name) <= EVENT_NAME_MAX && t->harts >> EVENT_HARTS == 0);
        REQUIRE(t->harts || (!t->switches && !t->events && !t->ticks));
        REQUIRE(d->time >> 59 || t->ticks <= d->time * EVENT_HARTS);
    }
    REQUIRE(met == d->totals.threads && met <= d->capacity - d->capacity / 4 &&
            orders == (UINT64_C(2) << met) - 2);
    REQUIRE(switches <= d->totals.switches && events <= a->events);
    REQUIRE(d->capacity || !event_find(d, 0));
}

static void finish(account_t *a, size_t size)
{
    event_decoder_t *d = &a->decoder;
    const event_totals_t *t = &d->totals;
    event_t open;
    uint64_t begun;
    uint32_t total;

    const bool losing = event_open_loss(d, &open);
    if (losing) {
        REQUIRE(open.kind == EVENT_LOSS && open.time == d->time && open.last == d->time &&
                open.first <= open.last);
        REQUIRE((open.unknown & (EVENT_UNKNOWN_LAST | EVENT_UNKNOWN_COUNT)) ==
                (EVENT_UNKNOWN_LAST | EVENT_UNKNOWN_COUNT));
    }
    if (event_unfinished(d, &begun))
        REQUIRE(begun < size);
    event_finish(d);
    for (unsigned i = 0; i < EVENT_CLASSES; i++) {
        const uint64_t dropped = a->dropped[i] + (losing ? open.dropped[i] : 0);
        REQUIRE(t->delivered[i] == a->delivered[i]);
        REQUIRE(a->state
                    ? dropped <= t->dropped[i]
                    : dropped ==
                          t->dropped[i]); // a checkpoint may end a loss that is never delivered
        add(a, t->dropped[i]);
    }
    REQUIRE(t->losses == a->losses && t->nameless == a->nameless && t->switches == a->switches);
    REQUIRE(a->events + a->losses + a->nameless <= a->entries && a->entries <= size);
    REQUIRE(a->bytes <= t->bytes && t->bytes <= size);
    REQUIRE(t->first <= t->last && (t->bytes || !t->last));
    for (unsigned kind = 0; kind <= WEIR_DROP_CODES; kind++)
        for (unsigned hart = 0; hart <= EVENT_HARTS; hart += 5)
            for (unsigned context = 0; context <= 4; context++) {
                const bool known = event_dropped_total(d, kind, hart, context, &total);
                REQUIRE(!known || (kind < WEIR_DROP_CODES && hart < EVENT_HARTS && context < 4));
                add(a, known ? total : 1);
            }
    check_threads(a);
    add(a, t->threads << 32 | t->left_out);
    add(a, t->unknown);
}

// ---- a stream

static uint64_t random_part(uint64_t most)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return 1 + (random_state >> 33) % most;
}

// `same`, unless NULL, decodes leniently what `a` decodes strictly, until only the lenient one
// accepts an entry.
static void run(account_t *a, account_t *same, unsigned options, const uint8_t *data, size_t size,
                bool whole, bool rows)
{
    static void *memory;
    static size_t memory_size;
    flux_reader_config_t config;
    flux_reader_defaults(&config);
    config.entry_max = 256;
    config.window = 0;
    config.ring = 1024;
    config.work = 0;
    config.items = 0;
    config.ranges = 0;
    config.traces = 2;
    config.domains = 2;
    config.headless = options & HEADLESS;
    config.resync = options & RESYNC;
    const size_t need = flux_reader_size(&config);
    REQUIRE(need);
    if (need > memory_size) {
        free(memory);
        memory = malloc(memory_size = need);
    }
    flux_reader_t *reader = flux_reader_init(memory, need, &config, NULL, NULL);
    int rc = 0;
    for (size_t at = 0; rc == 0;) {
        size_t part = whole ? size : random_part(40);
        part = part < size - at ? part : size - at;
        uint8_t *chunk = whole ? NULL
                               : malloc(part + !part); // of exactly this size, for the sanitizer
        if (chunk)
            memcpy(chunk, data + at, part);
        if (part)
            REQUIRE(flux_reader_feed(reader, chunk ? chunk : data + at, part) == 0);
        else
            flux_reader_finish(reader);
        at += part;
        const flux_entry_t *entry;
        for (;;) {
            flux_where_t where;
            const flux_run_t *samples = rows ? flux_reader_run(reader, &where) : NULL;
            if (samples)
                flux_reader_unread(reader, take_run(a, samples, &where, size));
            rc = flux_reader_next(reader, &entry);
            if (rc != 1)
                break;
            take(a, entry, size);
            if (!same)
                continue;
            const uint64_t events = same->events + same->losses + same->nameless;
            take(same, entry, size);
            if (a->hash != same->hash) { // only the lenient one accepts it
                REQUIRE(a->events + a->losses + a->nameless == events);
                same = NULL;
            }
        }
        free(chunk);
        if (!part)
            break;
    }
    add(a, (uint64_t)rc);
    finish(a, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static account_t whole, parts, rows, lenient;
    if (size < 2)
        return 0;
    const unsigned options = data[0];
    random_state = data[1];
    data += 2;
    size -= 2;
    begin(&whole, options, options & STRICT);
    begin(&lenient, options, false);
    run(&whole, options & STRICT ? &lenient : NULL, options, data, size, true, false);
    begin(&parts, options, options & STRICT);
    run(&parts, NULL, options, data, size, false, false);
    REQUIRE(whole.hash == parts.hash);
    begin(&rows, options, options & STRICT);
    run(&rows, NULL, options, data, size, random_part(2) == 1, true);
    REQUIRE(whole.hash == rows.hash);
    return 0;
}
