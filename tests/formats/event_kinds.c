// SPDX-License-Identifier: Apache-2.0
// Prints the meaning of every itemId; tests compare it with their own map. Checks the thread table
// when it is too small, and that runs of samples become the same events as single entries.
#undef NDEBUG
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fuzz/random.h"
#include "event.h"

static const event_decoder_t *switch_to(event_decoder_t *d, uint32_t thread, int64_t time)
{
    const uint8_t bytes[5] = {(uint8_t)thread, (uint8_t)(thread >> 8), (uint8_t)(thread >> 16),
                              (uint8_t)(thread >> 24), 0};
    flux_entry_t entry = {.kind = FLUX_DATA, .raw_size = 8};
    event_t event;

    entry.data = (flux_data_t){
        .item = WEIR_ITEM_THREAD, .df = FLUX_DF_EVENT, .size = 5, .data = bytes, .position = time};
    assert(event_decode(d, &entry, &event) == 1);
    assert(event.kind == EVENT_HAPPENED && event.thread == thread && event.time == (uint64_t)time);
    return d;
}

static void check_small_table(void)
{
    event_thread_t threads[8];
    event_decoder_t d;

    event_decoder_init(&d, threads, 8, true, false);
    for (uint32_t i = 0; i < 20; i++)
        switch_to(&d, 1000 + i, 10 * i);
    event_finish(&d);
    assert(d.totals.threads == 6 && d.totals.left_out == 14 && d.totals.switches == 20);
    for (uint32_t i = 0; i < 6; i++) {
        const event_thread_t *t = event_find(&d, 1000 + i);
        assert(t && t->order == i + 1 && t->ticks == 10 && t->switches == 1);
    }
    assert(!event_find(&d, 1006));

    event_decoder_init(&d, NULL, 0, true, false);
    switch_to(&d, 7, 1);
    switch_to(&d, 8, 2);
    event_finish(&d);
    assert(!event_find(&d, 7) && d.totals.left_out == 2 && d.totals.delivered[WEIR_CLASS_SYS] == 2);
}

// The first and the last id of each class, and their neighbours; numbers that are no class.
static void check_classes(void)
{
    static const struct {
        unsigned id, class;
    } of[] = {
        {WEIR_ID_USER_FIRST, WEIR_CLASS_USER},   {WEIR_ID_USER_LAST, WEIR_CLASS_USER},
        {WEIR_ID_COM_FIRST, WEIR_CLASS_COM},     {WEIR_ID_COM_LAST, WEIR_CLASS_COM},
        {WEIR_ID_THREAD_SWITCH, WEIR_CLASS_SYS}, {WEIR_ID_SYS_FIRST, WEIR_CLASS_SYS},
        {WEIR_ID_SYS_LAST, WEIR_CLASS_SYS},
    };
    for (unsigned i = 0; i < sizeof of / sizeof *of; i++) {
        const event_item_t what = event_item(16 * (of[i].id + 63) + 5);
        assert(of[i].id == WEIR_ID_THREAD_SWITCH ||
               (what.kind == EVENT_ITEM_ID && what.id == of[i].id && what.class == of[i].class &&
                what.hart == 5));
    }
    assert(event_item(16 * (WEIR_ID_THREAD_SWITCH + 0x21 + 63)).kind == EVENT_ITEM_NONE &&
           event_item(16 * (WEIR_ID_SYS_LAST + 1 + 63)).kind == EVENT_ITEM_NONE);
    assert(event_item(17).id == WEIR_ID_THREAD_SWITCH && event_item(17).class == WEIR_CLASS_SYS);
    static const char *const names[] = {"USER", "COM", "SYS", "NONE", "?"};
    for (unsigned class = 0; class <= EVENT_CLASSES; class ++)
        assert(!strcmp(event_class_name(class), names[class]));
}

// A switch to a cache entry that the stream, which began later, has not reported.
static void check_late_begin(void)
{
    event_decoder_t d;
    event_t event;
    const flux_entry_t entry = {.kind = FLUX_DATA,
                                .raw_size = 3,
                                .data = {.item = WEIR_ITEM_CACHE_ENTRY + 5 * EVENT_HARTS,
                                         .df = FLUX_DF_EVENT,
                                         .data = (const uint8_t *)"",
                                         .position = 7}};

    event_thread_t threads[4];
    event_decoder_init(&d, threads, 4, true, false);
    switch_to(&d, 7, 1);
    assert(event_decode(&d, &entry, &event) == 0);
    assert(d.totals.delivered[WEIR_CLASS_SYS] == 2 && d.totals.switches == 2 &&
           d.totals.nameless == 1);
    flux_entry_t there = {.kind = FLUX_DATA,
                          .raw_size = 3,
                          .data = {.item = WEIR_ITEM_ROW_THREAD + 3,
                                   .df = FLUX_DF_EVENT,
                                   .size = 1,
                                   .data = (const uint8_t *)"\7",
                                   .position = 10}};
    assert(event_decode(&d, &there, &event) == 1 && event.hart == 3 && event.thread == 7);
    there.data.position = 30;
    there.data.size = 0; // to thread 0
    assert(event_decode(&d, &there, &event) == 1);
    event_finish(&d);
    const event_thread_t *t = event_find(&d, 7), *none = event_find(&d, 0);
    assert(t && t->harts == (1 << 0 | 1 << 3) && t->ticks == 6 + 20 && t->switches == 2 &&
           t->order == 1); // until that switch, and on hart 3
    assert(none && none->harts == 1 << 3 && none->ticks == 0 && none->order == 2);
}

// An extra argument that breaks a rule does not wait for its event.
static void check_rejected_argument(void)
{
    event_decoder_t d;
    event_t event;
    uint64_t begun;
    const uint8_t arg[] = {0x82, 0x0c, 5, 1}, entry[] = {0x28, 1}, first[] = {0x2a, 5, 1};

    event_decoder_init(&d, NULL, 0, false, true);
    flux_entry_t e = {.kind = FLUX_DATA, .raw = first, .raw_size = 3};
    e.data = (flux_data_t){.item = 5, .df = FLUX_DF_INTEGER, .data = arg, .position = 5};
    assert(event_decode(&d, &e, &event) == 1);
    e.data.item = WEIR_ITEM_ARG; // of the same time again
    e.raw = (const uint8_t[]){0x80, 0x0c, 1};
    assert(event_decode(&d, &e, &event) == EVENT_E_BAD && !event_unfinished(&d, &begun));
    e.data.item = 5;
    e.raw = entry;
    e.raw_size = 2;
    assert(event_decode(&d, &e, &event) == EVENT_E_BAD); // without arguments it comes too early
    assert(d.totals.delivered[WEIR_CLASS_USER] == 1 && d.totals.bytes == 3);
}

// Events count for the running thread of their hart, if it is known and in the table.
static void check_events_of_threads(void)
{
    enum { THREADS = 5, SNAPSHOT = 3 };
    event_thread_t threads[4];
    event_decoder_t d;
    event_t event;
    unsigned counted[THREADS] = {0}, unknown = 0, runs[2] = {THREADS, THREADS};
    uint64_t ticks[THREADS] = {0};
    int64_t now = 1, since[2] = {0, 0};

    event_decoder_init(&d, threads, 4, true, false);
    for (unsigned i = 0; i < 200; i++) {
        const unsigned hart = i / 2 % 3,
                       running = hart < 2 ? (i / 12 + 2 * hart) % THREADS : THREADS;
        if (hart < 2 && i % 12 < 6 && i % 2 == 0) {
            const uint8_t thread[] = {(uint8_t)(50 + running), 0};
            const flux_entry_t to = {
                .kind = FLUX_DATA,
                .raw_size = 3,
                .data = {.item = hart ? WEIR_ITEM_ROW_THREAD + hart : WEIR_ITEM_THREAD,
                         .df = FLUX_DF_EVENT,
                         .size = 1,
                         .data = thread,
                         .position = now++}};
            assert(event_decode(&d, &to, &event) == 1 && event.thread == 50 + running);
            if (runs[hart] < THREADS)
                ticks[runs[hart]] += (uint64_t)(now - 1 - since[hart]);
            since[hart] = now - 1;
            runs[hart] = running;
        }
        const flux_entry_t user = {.kind = FLUX_DATA,
                                   .raw_size = 3,
                                   .data = {.item = 16 * (77 + 63) + hart,
                                            .df = FLUX_DF_INTEGER,
                                            .data = (const uint8_t *)"",
                                            .position = now++}};
        assert(event_decode(&d, &user, &event) == 1 && event.id == 77 && event.hart == hart &&
               event.thread_known == (hart < 2));
        if (hart < 2) {
            assert(event.thread == 50 + running && event.outgoing == event.thread);
            counted[running]++;
        } else {
            unknown++;
        }
    }
    unsigned all = unknown;
    event_finish(&d);
    for (unsigned hart = 0; hart < 2; hart++)
        ticks[runs[hart]] += (uint64_t)(now - 1 - since[hart]);
    for (unsigned i = 0; i < THREADS; i++) {
        const event_thread_t *t = event_find(&d, 50 + i);
        assert(!t || (t->events == counted[i] && t->ticks == ticks[i]));
        assert((t != NULL) == (t && t->order <= SNAPSHOT));
        all += counted[i];
    }
    assert(d.totals.threads == SNAPSHOT && d.totals.left_out && all == 200 &&
           d.totals.delivered[WEIR_CLASS_USER] == 200);
}

// A stream that begins with a checkpoint has the totals of all counters from it.
static void check_totals_of_checkpoint(void)
{
    static event_decoder_t d;
    event_t event;
    uint32_t total, count = 0;

    event_decoder_init(&d, NULL, 0, true, true);
    for (uint32_t item = 0, ends = 0; item <= WEIR_ITEM_MAX + 1; item++) {
        uint32_t meant = item;
        count++;
        uint8_t value[3] = {(uint8_t)count, (uint8_t)(count >> 8), 0}, raw[16];
        if (item == 0 || item > WEIR_ITEM_MAX) { // begin and end
            meant = WEIR_ITEM_CHECKPOINT;
            value[0] = (uint8_t)(1 + ends++);
            value[1] = 0;
        } else if (event_item(item).kind != EVENT_ITEM_DROPPED) {
            count--;
            continue;
        }
        flux_entry_t entry = {.kind = FLUX_DATA, .raw = raw};
        const uint32_t size = value[1] ? 2 + (value[1] >> 7) : 1 + (value[0] >> 7);
        for (uint32_t rest = meant << 3; rest || !entry.raw_size; rest >>= 7)
            raw[entry.raw_size++] = (uint8_t)(rest > 127 ? rest | 128 : rest);
        raw[entry.raw_size++] = (uint8_t)(size << 4 | FLUX_DF_INTEGER);
        memcpy(raw + entry.raw_size, value, size);
        entry.raw_size += size;
        entry.data = (flux_data_t){
            .item = meant, .df = FLUX_DF_INTEGER, .size = size, .data = value, .position = 0};
        assert(event_decode(&d, &entry, &event) == 0);
    }
    count = 1;
    for (uint32_t item = 0; item <= WEIR_ITEM_MAX; item++) {
        const event_item_t what = event_item(item);
        if (what.kind == EVENT_ITEM_DROPPED)
            assert(event_dropped_total(&d, what.reason, what.hart, what.context, &total) &&
                   total == ++count);
    }
    assert(count == 1 + EVENT_COUNTERS);
}

// ---- runs
// Rows of samples are the events that event_decode makes of the same entries.

enum { STREAM = 1 << 16, SEEN = 1 << 12 };

static uint8_t stream[STREAM];
static uint32_t stream_size;

static void put_number(uint64_t number, bool padded)
{
    for (; number > 127 || padded; number >>= 7) {
        padded = padded && number > 127;
        stream[stream_size++] = (uint8_t)(number | 128);
    }
    stream[stream_size++] = (uint8_t)number;
}

// An entry as a unit encodes it; padded: its delta, or its value if it has no delta, is longer.
static void put_entry(uint32_t item, uint64_t delta, uint64_t value, bool padded)
{
    const event_item_t what = event_item(item);
    const bool happens = what.kind == EVENT_ITEM_ISR || what.id == WEIR_ID_THREAD_SWITCH;
    uint32_t size = 0;
    while (size < 8 && value >> 8 * size)
        size++;
    size += size && value >> (8 * size - 1);
    const uint32_t more = padded && !delta;
    put_number((uint64_t)item << 3 | (delta ? 2 : 0), false);
    if (delta)
        put_number(delta, padded);
    put_number((size + more) << 4 | (happens ? FLUX_DF_EVENT : FLUX_DF_INTEGER), false);
    for (uint32_t i = 0; i < size + more; i++)
        stream[stream_size++] = i < 8 ? (uint8_t)(value >> 8 * i) : 0;
}

static uint32_t id_item(unsigned hart, unsigned id)
{
    return !hart && id <= WEIR_ITEM_USER_SHORT_IDS ? WEIR_ITEM_USER_SHORT + id
                                                   : EVENT_HARTS * (id + WEIR_ITEM_ID_BIAS) + hart;
}

static uint32_t thread_item(unsigned hart)
{
    return hart ? WEIR_ITEM_ROW_THREAD + hart : WEIR_ITEM_THREAD;
}

static void put_name(unsigned hart, unsigned id, uint32_t named, const char *name)
{
    uint8_t text[4 + EVENT_NAME_MAX + 4] = {(uint8_t)named, (uint8_t)(named >> 8),
                                            (uint8_t)(named >> 16), (uint8_t)(named >> 24)};
    const uint32_t size = (uint32_t)strlen(name);
    uint32_t crc = 0xffff;
    memcpy(text + 4, name, size);
    for (uint32_t i = 0; i < 8 * (4 + size); i++) {
        const bool bit = (text[i / 8] >> (7 - i % 8) & 1) ^ crc >> 15;
        crc = (crc << 1 & 0xffff) ^ (bit ? 0x1021 : 0);
    }
    put_entry(id_item(hart, id), 1 + below(9), UINT32_C(0xff) << 24 | size << 16 | crc, false);
    for (uint32_t i = 0; i < 4 + size; i += 4)
        put_entry(id_item(hart, id), 1 + below(9),
                  text[i] | text[i + 1] << 8 | text[i + 2] << 16 | (uint32_t)text[i + 3] << 24,
                  false);
}

// A loss of one drop.
static void put_loss(uint32_t *total)
{
    put_entry(WEIR_ITEM_LOSS, 5, 2 * 3 + 1, false);
    put_entry(WEIR_ITEM_DROPPED, 1, ++*total, false);
    put_entry(WEIR_ITEM_LOSS, 1, 2 * 5, false);
}

// What a unit might write, with a damage now and then.
static void put_random(const uint8_t *harts, unsigned hart_count, unsigned damage)
{
    static const char letters[] = "A name of 63 bytes, the longest one that there can be: 90 12345";
    uint32_t total = 0, cached = 0;
    stream_size = 0;
    for (unsigned i = 0; i < 500; i++) {
        const unsigned hart = harts[below(hart_count)];
        const uint64_t delta = below(50) ? 1 + below(1 << below(20)) : UINT64_C(1) << 40;
        const uint32_t thread = 0x1000 + below(6),
                       ids[] = {1 + below(WEIR_ID_USER_LAST), WEIR_ID_COM_FIRST + below(9),
                                WEIR_ID_SYS_FIRST + below(0x2000)};
        const uint32_t id = ids[below(8) % 3 * (below(3) > 0)];
        const uint64_t value = below(9) ? below(1u << below(31)) : UINT64_MAX >> below(33);
        char name[EVENT_NAME_MAX + 1] = "";
        memcpy(name, letters, below(4) ? below(EVENT_NAME_MAX) : EVENT_NAME_MAX);
        const uint32_t what = below(1000);
        const bool bad = below(100) < damage;
        if (bad && what < 200) { // the times fall, or do not rise
            put_entry(id_item(hart, id), 0, value, what < 100);
            if (what < 20) {
                const uint8_t current[] = {0, FLUX_CURR, 0, 1, (uint8_t)below(100)};
                memcpy(stream + stream_size, current, sizeof current);
                stream_size += sizeof current;
            }
        } else if (bad && what < 300) { // no thread has such a number
            put_entry(thread_item(hart), delta, (uint64_t)thread << 24 | UINT64_C(1) << 32, false);
        } else if (what < 100) {
            put_entry(thread_item(hart), delta, thread, bad);
        } else if (what < 150) { // new, or again
            const uint32_t entry = below(6);
            put_entry(WEIR_ITEM_CACHE_ENTRY + EVENT_HARTS * entry + hart, delta,
                      cached >> entry & 1 ? 0 : 0x2000 + entry, bad);
            cached |= 1u << entry;
        } else if (what < 200) {
            put_entry(hart ? WEIR_ITEM_ROW_ISR + hart : WEIR_ITEM_ISR, delta, below(1 << 10), bad);
        } else if (what < 220) {
            put_name(hart, WEIR_ID_THREAD_NAME, thread, name);
        } else if (what < 240) {
            put_name(hart, WEIR_ID_OBJECT_NAME, 0x3000 + below(9), name);
        } else if (what < 260) { // extra arguments, and the event
            put_entry(WEIR_ITEM_ARG + hart, delta, below(1 << 30), bad);
            put_entry(id_item(hart, id), 0, value, false);
        } else if (what < 265) {
            put_loss(&total);
        } else if (what < 285) { // a checkpoint, with something else in it
            put_entry(WEIR_ITEM_CHECKPOINT, 0, 1, false);
            for (unsigned k = 0; bad && k < 30; k++)
                put_entry(id_item(hart, id), 0, k, false);
            for (unsigned entry = 0; entry < 6; entry++)
                if (cached >> entry & 1)
                    put_entry(WEIR_ITEM_CACHE_ENTRY + EVENT_HARTS * entry, 0, 0x2000 + entry,
                              false);
            put_entry(WEIR_ITEM_CHECKPOINT, 0, 2, false);
        } else {
            put_entry(id_item(hart, id), delta, value, bad);
        }
    }
}

typedef struct { // an event, or an error
    int rc;
    unsigned kind, hart, id, class, arg_count, known;
    uint32_t thread, outgoing, named, object;
    uint64_t time, value, offset, bytes;
    uint32_t args[EVENT_ARGS];
    char name[EVENT_NAME_MAX + 1], expected[112];
} seen_t;

typedef struct {
    event_decoder_t decoder;
    event_thread_t threads[8];
    uint32_t count, rows, errors;
    seen_t seen[SEEN];
} decoded_t;

static seen_t *next_seen(decoded_t *to)
{
    assert(to->count < SEEN);
    return memset(&to->seen[to->count++], 0, sizeof *to->seen);
}

static void take_event(decoded_t *to, const flux_entry_t *entry)
{
    event_t e;
    const int rc = event_decode(&to->decoder, entry, &e);
    if (!rc)
        return;
    seen_t *s = next_seen(to);
    s->rc = rc;
    if (rc < 0) {
        to->errors++;
        s->offset = to->decoder.problem.offset;
        strcpy(s->expected, to->decoder.problem.expected);
        return;
    }
    s->kind = e.kind, s->time = e.time, s->offset = e.offset, s->bytes = e.bytes;
    if (e.kind == EVENT_LOSS) {
        s->value = e.dropped[WEIR_CLASS_USER];
        return;
    }
    s->hart = e.hart, s->id = e.id, s->class = e.class, s->arg_count = e.arg_count;
    s->known = e.thread_known, s->value = e.value, s->thread = e.thread, s->outgoing = e.outgoing;
    memcpy(s->args, e.args, sizeof e.args[0] * e.arg_count);
    if (e.name) {
        strcpy(s->name, e.name);
        s->named = e.named, s->object = e.object;
    }
}

// Columns of the size of the run, for the sanitizer.
static uint32_t take_rows(decoded_t *to, const flux_run_t *run, const flux_where_t *where)
{
    const uint32_t n = run->count;
    uint64_t *time = malloc(n * sizeof *time), *value = malloc(n * sizeof *value);
    uint32_t *thread = malloc(n * sizeof *thread), *item = malloc(n * sizeof *item), named = 0,
             changes = 0;
    uint8_t *hart = malloc(n), *what = malloc(n);
    static event_names_t names;
    const event_columns_t columns = {time, value, thread, item, hart, what};
    const uint32_t rows = event_decode_run(&to->decoder, run, &columns, &names);
    assert(rows <= n);
    for (uint32_t row = 0; row < rows; row++) {
        const bool switches = what[row] & EVENT_ROW_SWITCH;
        const flux_sample_t *sample = &run->samples[row];
        seen_t *s = next_seen(to);
        s->rc = 1;
        s->kind = what[row] & EVENT_ROW_TRAP ? EVENT_TRAP : EVENT_HAPPENED;
        s->time = time[row], s->hart = hart[row], s->id = event_item(item[row]).id;
        s->class = what[row] & EVENT_ROW_CLASS, s->known = (what[row] & EVENT_ROW_KNOWN) != 0;
        s->thread = thread[row], s->outgoing = switches ? (uint32_t)value[row] : thread[row];
        s->value = switches ? thread[row] : value[row];
        s->offset = where->offset + sample->offset;
        s->bytes = (row + 1 < n ? sample[1].offset : run->end) - sample->offset;
        assert(item[row] == sample->item);
        if (named < names.count && names.name[named].row == row) {
            const event_name_t *name = &names.name[named++];
            assert(name->is_object == (s->id == WEIR_ID_OBJECT_NAME));
            strcpy(s->name, name->name);
            s->named = name->named, s->object = name->object;
        }
        if (switches || s->kind == EVENT_TRAP)
            assert(changes < names.change_count && names.change[changes++] == row);
    }
    assert(named == names.count && changes == names.change_count);
    to->rows += rows;
    free(time), free(value), free(thread), free(item), free(hart), free(what);
    return rows;
}

static void decode_stream(decoded_t *to, unsigned capacity, bool strict, bool rows)
{
    flux_reader_config_t config;
    const flux_entry_t *entry;
    flux_where_t where;
    flux_reader_defaults(&config);
    config.headless = true;
    const size_t size = flux_reader_size(&config);
    void *memory = malloc(size);
    flux_reader_t *reader = flux_reader_init(memory, size, &config, NULL, NULL);
    to->count = to->rows = to->errors = 0;
    event_decoder_init(&to->decoder, capacity ? to->threads : NULL, capacity, false, strict);
    assert(reader && !flux_reader_feed(reader, stream, stream_size));
    flux_reader_finish(reader);
    for (int rc = 1; rc == 1;) {
        const flux_run_t *run = rows ? flux_reader_run(reader, &where) : NULL;
        if (run)
            flux_reader_unread(reader, take_rows(to, run, &where));
        rc = flux_reader_next(reader, &entry);
        assert(rc >= 0);
        if (rc == 1)
            take_event(to, entry);
    }
    event_finish(&to->decoder);
    free(memory);
}

static decoded_t by_entries, by_runs;

static void check_same(void)
{
    const decoded_t *const a = &by_entries, *const b = &by_runs;
    const event_totals_t *x = &a->decoder.totals, *y = &b->decoder.totals;
    assert(a->count == b->count && !memcmp(a->seen, b->seen, a->count * sizeof *a->seen));
    for (unsigned class = 0; class < EVENT_CLASSES; class ++)
        assert(x->delivered[class] == y->delivered[class] &&
               x->dropped[class] == y->dropped[class]);
    assert(x->switches == y->switches && x->nameless == y->nameless && x->losses == y->losses &&
           x->unknown == y->unknown && x->bytes == y->bytes && x->first == y->first &&
           x->last == y->last && x->threads == y->threads && x->left_out == y->left_out);
    for (size_t i = 0; i < a->decoder.capacity; i++) {
        const event_thread_t *t = &a->threads[i], *u = &b->threads[i];
        assert(t->value == u->value && t->order == u->order && t->harts == u->harts &&
               t->switches == u->switches && t->events == u->events && t->ticks == u->ticks &&
               !strcmp(t->name, u->name));
    }
}

static void check_runs(void)
{
    static const uint8_t harts[] = {0, 3, 15, 7};
    // by damage and strictness
    uint32_t rows[2][2] = {{0}}, events[2][2] = {{0}}, errors[2] = {0};
    for (unsigned round = 0; round < 48; round++) {
        const unsigned one = round / 2 % 2, damage = round % 3, capacity = round & 8 ? 8 : 0;
        const bool strict = round & 1;
        random_begin(round);
        put_random(harts + one * (round / 4 % 2), one ? 1 : 4, damage);
        decode_stream(&by_entries, capacity, strict, false);
        decode_stream(&by_runs, capacity, strict, true);
        check_same();
        assert(!by_entries.rows && (damage || !by_entries.errors));
        errors[strict] += by_runs.errors;
        rows[damage > 0][strict] += by_runs.rows;
        events[damage > 0][strict] += by_runs.count - by_runs.errors;
    }
    for (unsigned i = 0; i < 4; i++) // most events are in runs
        assert(rows[i / 2][i % 2] > events[i / 2][i % 2] / 4 * 3 && events[i / 2][i % 2] > 1000);
    assert(errors[0] > 20 && errors[1] > 20);
}

// Thread names go into the table of threads, names of other objects do not.
static void check_names(void)
{
    for (unsigned rows = 0; rows < 2; rows++) {
        stream_size = 0;
        put_name(0, WEIR_ID_THREAD_NAME, 7, "seven");
        put_name(2, WEIR_ID_OBJECT_NAME, 8, "\5queue");
        put_name(2, WEIR_ID_OBJECT_NAME, 7, "\1other");
        decode_stream(&by_runs, 8, true, rows);
        const event_thread_t *t = event_find(&by_runs.decoder, 7);
        assert(t && !strcmp(t->name, "seven") && !event_find(&by_runs.decoder, 8));
        unsigned names = 0;
        for (uint32_t i = 0; i < by_runs.count; i++)
            names += by_runs.seen[i].named != 0;
        assert(names == 3 && !by_runs.errors && !by_runs.rows == !rows);
    }
}

// Labels of the caller, which may change.
static uint32_t label_of_thread(void *context, uint32_t thread, bool known)
{
    return *(const uint32_t *)context + (known ? thread : 99);
}

static uint32_t label_of_item(void *context, uint32_t item)
{
    return *(const uint32_t *)context + item;
}

static void check_labels(void)
{
    enum { HARTS = EVENT_HARTS, ROUNDS = 4 };
    static event_decoder_t d;
    static event_names_t names;
    uint64_t time[2 * HARTS], value[2 * HARTS];
    uint32_t thread[2 * HARTS], item[2 * HARTS], added = 0;
    uint8_t hart[2 * HARTS], what[2 * HARTS];
    const event_columns_t to = {time, value, thread, item, hart, what};
    const event_labels_t labels = {label_of_thread, label_of_item, &added};
    flux_sample_t samples[2 * HARTS];
    flux_run_t run = {.samples = samples};

    event_decoder_init(&d, NULL, 0, true, false);
    for (unsigned round = 0; round < ROUNDS; round++) { // events; from the second on, switches too
        const bool labelled = round & 1;
        added = labelled ? 10000 * round : 0;
        event_label(&d, labelled ? &labels : NULL);
        run.count = 0;
        for (unsigned i = 0; i < HARTS; i++) {
            samples[run.count++] = (flux_sample_t){
                .position = 100 * round + 2 * i, .item = id_item(i, 100), .df = FLUX_DF_INTEGER};
            if (round == 1)
                samples[run.count++] = (flux_sample_t){.position = 100 * round + 2 * i + 1,
                                                       .item = thread_item(i),
                                                       .value = 500 + i,
                                                       .df = FLUX_DF_EVENT};
        }
        assert(event_decode_run(&d, &run, &to, &names) == run.count);
        for (uint32_t row = 0; row < run.count; row++) {
            const bool switches = what[row] & EVENT_ROW_SWITCH;
            const uint32_t before = labelled ? added + 99 : 0;
            assert(item[row] == samples[row].item + added);
            assert(thread[row] == (round > 1 || switches ? added + 500 + hart[row] : before));
            assert(!switches || value[row] == before);
        }
    }
}

int main(void)
{
    static const char *const kinds[] = {"none",        "id",  "loss", "dropped", "checkpoint",
                                        "cache_entry", "isr", "arg",  "scope"};

    check_small_table();
    check_classes();
    check_late_begin();
    check_rejected_argument();
    check_events_of_threads();
    check_totals_of_checkpoint();
    check_runs();
    check_names();
    check_labels();
    for (uint32_t item = 0; item < 1200000; item++) {
        event_item_t what = event_item(item);
        if (what.kind == EVENT_ITEM_ID)
            printf("%" PRIu32 " id %u %u %s\n", item, what.hart, what.id,
                   event_class_name(what.class));
        else if (what.kind == EVENT_ITEM_CACHE_ENTRY && what.id == WEIR_ID_THREAD_SWITCH &&
                 what.class == WEIR_CLASS_SYS)
            printf("%" PRIu32 " cache_entry %u %u\n", item, what.hart, what.cache_entry);
        else if (what.kind == EVENT_ITEM_DROPPED)
            printf("%" PRIu32 " dropped %u %u %u %s\n", item, what.hart, what.context, what.reason,
                   event_class_name(what.class));
        else if (what.kind == EVENT_ITEM_ISR)
            printf("%" PRIu32 " isr %u %u %s\n", item, what.hart, what.id,
                   event_class_name(what.class));
        else if (what.kind == EVENT_ITEM_ARG)
            printf("%" PRIu32 " arg %u %u\n", item, what.hart, what.arg);
        else if (what.kind != EVENT_ITEM_NONE)
            printf("%" PRIu32 " %s\n", item, kinds[what.kind]);
    }
    assert(event_item(UINT32_MAX).kind == EVENT_ITEM_NONE);
    return fflush(stdout) ? 1 : 0;
}
