// SPDX-License-Identifier: Apache-2.0
// Decodes runs of samples: the frequent events of a stream, without a struct for each of them.
// Whatever a rule of event.c would reject ends the run, so that each rule has one message.
#include <string.h>

#include "event_state.h"

// The leading zeros of a number that is not 0.
static inline unsigned leading_zeros(uint64_t number)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_clzll(number);
#else
    unsigned zeros = 0;
    for (; !(number >> 63); number <<= 1)
        zeros++;
    return zeros;
#endif
}

// Bytes of a delta, and of a format with its value, as a unit encodes them, both by the leading
// zeros of 2 * number + 1. No other encoding of the same sample is as short, so an entry of this
// size is the one of a unit.
static const uint8_t delta_sizes[64] = {
    9, 9, 9, 9, 9, 9, 9, 8, 8, 8, 8, 8, 8, 8, 7, 7, 7, 7, 7, 7, 7, 6, 6, 6, 6, 6, 6, 6, 5, 5, 5, 5,
    5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 0,
};
static const uint8_t value_sizes[64] = {
    10, 10, 10, 10, 10, 10, 10, 10, 8, 8, 8, 8, 8, 8, 8, 8, 7, 7, 7, 7, 7, 7,
    7,  7,  6,  6,  6,  6,  6,  6,  6, 6, 5, 5, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4,
    4,  4,  4,  4,  3,  3,  3,  3,  3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 1,
};

static unsigned pint_size(uint32_t number)
{
    return delta_sizes[leading_zeros(2 * (uint64_t)number + 1)];
}

// The frequent kinds of items.
enum { OTHER, ID, SHORT_ID, SWITCH, CACHED, TRAP, KINDS };

// By row of 16 items, up to the first row of ids.
static const uint8_t row_kinds[64] = {
    [1] = SWITCH,  [2] = TRAP,    [48] = CACHED, [49] = CACHED, [50] = CACHED, [51] = CACHED,
    [52] = CACHED, [53] = CACHED, [54] = CACHED, [55] = CACHED, [56] = CACHED, [57] = CACHED,
    [58] = CACHED, [59] = CACHED, [60] = CACHED, [61] = CACHED, [62] = CACHED, [63] = CACHED,
};
// By item, those of row 0, all of hart 0.
static const uint8_t item_kinds[16] = {
    [1] = SWITCH,    [2] = TRAP,      [5] = SHORT_ID,  [6] = SHORT_ID,  [7] = SHORT_ID,
    [8] = SHORT_ID,  [9] = SHORT_ID,  [10] = SHORT_ID, [11] = SHORT_ID, [12] = SHORT_ID,
    [13] = SHORT_ID, [14] = SHORT_ID, [15] = SHORT_ID,
};
_Static_assert(WEIR_ITEM_THREAD == 1 && WEIR_ITEM_ISR == 2 && WEIR_ITEM_ROW_THREAD == 16 &&
                   WEIR_ITEM_ROW_ISR == 32 && WEIR_ITEM_CACHE_ENTRY == 48 * 16 &&
                   WEIR_ITEM_ID_BIAS == 63 && WEIR_ITEM_USER_SHORT == 4 &&
                   WEIR_ITEM_USER_SHORT_IDS == 11,
               "the tables are those of this map");

static inline unsigned kind_of(uint32_t item, uint32_t *id)
{
    static const uint8_t by_class[4] = {ID, ID, OTHER, ID}; // by the upper bits of an id
    const uint32_t row = item / EVENT_HARTS, hart = item % EVENT_HARTS;
    *id = row - WEIR_ITEM_ID_BIAS;
    if (row > WEIR_ITEM_ID_BIAS)
        return item > WEIR_ITEM_MAX || (!hart && *id <= WEIR_ITEM_USER_SHORT_IDS)
                   ? OTHER
                   : by_class[*id >> 14];
    *id = item - WEIR_ITEM_USER_SHORT; // of the short ones
    return !row ? item_kinds[item] : row < 3 && !hart ? OTHER : row_kinds[row];
}

// Ids of software that readers make another kind of record of: handlers and spans.
static bool stands_for_more(uint32_t id)
{
    return id == WEIR_ID_SPAN_BEGIN || id == WEIR_ID_SPAN_END || id == WEIR_ID_ISR_ENTER ||
           id == WEIR_ID_ISR_EXIT;
}

// Takes the thread of a cache entry, or gives it a new one. False if event_decode has more to say.
static bool take_cache_entry(event_decoder_t *d, uint32_t item, uint64_t *value)
{
    const unsigned entry = (item - WEIR_ITEM_CACHE_ENTRY) / EVENT_HARTS, bit = 1u << entry;
    if (!*value) {
        *value = d->cache[entry];
        return d->cache_valid & bit;
    }
    for (unsigned i = 0; d->strict && i < EVENT_CACHE_ENTRIES; i++)
        if (d->cache[i] == *value && d->cache_valid >> i & 1)
            return false;
    d->cache[entry] = (uint32_t)*value;
    d->cache_valid |= bit;
    return true;
}

// Of a known item's `what`, beyond EVENT_ROW_*.
enum { CACHE = 32, NAME = 64, ROW = 31 };

// Counts of events by class, 16 bits each.
static inline uint64_t class_once(unsigned what)
{
    return UINT64_C(1) << 16 * (what & EVENT_ROW_CLASS);
}

// Of a known item's `format`, until it has its label.
enum { UNLABELLED = 128 };

// What the rules say about an item. The place of the decoder's cache is that of the item.
static void know_item(event_known_item_t *known, uint32_t item)
{
    static const uint8_t formats[KINDS] = {
        0, FLUX_DF_INTEGER, FLUX_DF_INTEGER, FLUX_DF_EVENT, FLUX_DF_EVENT, FLUX_DF_EVENT};
    static const uint8_t classes[4] = {WEIR_CLASS_USER, WEIR_CLASS_COM, WEIR_CLASS_NONE,
                                       WEIR_CLASS_SYS};
    uint32_t id;
    unsigned kind = kind_of(item, &id);
    if (kind == ID && stands_for_more(id))
        kind = OTHER;
    const bool switches = kind == SWITCH || kind == CACHED,
               name = kind == ID && (id == WEIR_ID_THREAD_NAME || id == WEIR_ID_OBJECT_NAME);
    *known = (event_known_item_t){
        .item = item,
        .format = kind == OTHER ? 0 : formats[kind] | UNLABELLED,
        .narrow = kind >= SWITCH ? UINT32_MAX : 0,
        .size = (uint8_t)pint_size(item << 3),
        .hart = item < EVENT_HARTS ? 0 : (uint8_t)(item % EVENT_HARTS),
        .what = (uint8_t)((switches       ? WEIR_CLASS_SYS | EVENT_ROW_SWITCH
                           : kind == TRAP ? WEIR_CLASS_SYS | EVENT_ROW_TRAP
                                          : classes[id >> 14 & 3]) |
                          (kind == CACHED ? CACHE : 0) | (name ? NAME : 0)),
        .special = kind >= SWITCH || name}; // its events change more than their row
    known->row_what = (known->what & ROW) | EVENT_ROW_KNOWN;
    known->counts = class_once(known->what);
}

// Sets the label of an item when it has its first event.
static void label_item(const event_decoder_t *d, event_known_item_t *known)
{
    const bool asks = d->labels.item && !(known->what & EVENT_ROW_TRAP);
    known->label = asks ? d->labels.item(d->labels.context, known->item) : known->item;
    known->format &= (uint8_t)~UNLABELLED;
}

static inline event_known_item_t *place_of(event_decoder_t *d, uint32_t item)
{
    return &d->items[(item * UINT32_C(2654435769) >> 16) % EVENT_KNOWN_ITEMS];
}

// The bytes in which a unit encodes a sample.
static inline uint32_t size_of(const event_known_item_t *item, uint64_t delta, uint64_t value)
{
    return item->size + delta_sizes[leading_zeros(2 * delta + 1)] +
           value_sizes[leading_zeros(2 * value + 1)];
}

// The rows that check_samples has seen.
typedef struct {
    uint32_t count, specials;
    bool one_hart;
    uint64_t hart_bits;
    uint64_t classes;               // events of each class, 16 bits each
    uint32_t special[FLUX_RUN_MAX]; // switches, traps and names: row << 8 | `what`
} checked_t;
_Static_assert(FLUX_RUN_MAX < 1 << 16, "checked_t.classes");

// Looks at samples of a run: are they events that keep the rules, but for those of the thread
// cache? Fills their columns, but for the threads, up to the first one that is not. Returns the
// bytes that a unit encodes them in.
static uint32_t check_samples(event_decoder_t *d, const flux_run_t *run, uint32_t count,
                              const event_columns_t *to, checked_t *seen)
{
    const uint64_t rises = d->strict && !d->coarse; // the least delta
    const flux_sample_t *s = run->samples, *const end = s + count;
    uint64_t *restrict const times = to->time, *restrict const values = to->value;
    uint32_t *restrict const items = to->item;
    uint8_t *restrict const harts = to->hart, *restrict const whats = to->what;
    uint64_t time = d->time, classes = 0, hart_bits = 0;
    uint32_t row = 0, specials = 0, bytes = 0;
    while (s < end) {
        event_known_item_t *item = place_of(d, s->item);
        if (item->item != s->item)
            know_item(item, s->item);
        const uint64_t position = (uint64_t)s->position, delta = position - time,
                       value = (uint64_t)s->value;
        // few branches: nearly every sample keeps all rules
        const uint32_t wrong = (uint32_t)(s->df ^ item->format) | s->tag |
                               (uint32_t)((position | value | delta) >> 63) | (delta < rises) |
                               ((uint32_t)(value >> 32) & item->narrow);
        if (wrong) {
            if (!(item->format & UNLABELLED))
                break;
            label_item(d, item);
            continue;
        }
        bytes += size_of(item, delta, value);
        times[row] = time = position;
        values[row] = value;
        items[row] = item->label;
        harts[row] = item->hart;
        whats[row] = item->row_what;
        seen->special[specials] = row << 8 | item->what;
        specials += item->special;
        classes += item->counts;
        hart_bits |= UINT64_C(1) << item->hart;
        s++, row++;
    }
    seen->count = row;
    seen->specials = specials;
    seen->hart_bits = hart_bits;
    seen->one_hart = !(hart_bits & (hart_bits - 1));
    seen->classes = classes;
    return bytes;
}

// Where the entry of a sample begins; of the number behind the last one, where that ends.
static inline uint32_t begin_of(const flux_run_t *run, uint32_t row)
{
    return row < run->count ? run->samples[row].offset : run->end;
}

// The rows up to the first whose encoding is longer than that of a unit.
static uint32_t shortest(const event_decoder_t *d, const flux_run_t *run)
{
    uint64_t time = d->time;
    for (uint32_t row = 0; row < run->count; row++) {
        const flux_sample_t *s = &run->samples[row];
        event_known_item_t item;
        know_item(&item, s->item);
        const uint64_t delta = (uint64_t)s->position - time;
        if (begin_of(run, row + 1) - s->offset != size_of(&item, delta, (uint64_t)s->value))
            return row;
        time += delta;
    }
    return run->count;
}

// The label of the thread that runs on a hart.
static inline uint32_t label_of(event_decoder_t *d, unsigned hart)
{
    if (!d->running[hart].labelled) {
        const event_labels_t *l = &d->labels;
        d->running[hart].labelled = true;
        d->running[hart].label = l->thread ? l->thread(l->context, d->running[hart].thread,
                                                       d->running[hart].known)
                                           : d->running[hart].thread;
    }
    return d->running[hart].label;
}

// Who runs on each hart, in a run.
typedef struct {
    uint32_t thread[EVENT_HARTS]; // labels
    uint64_t unknown;             // set of harts of which no thread was known
    uint32_t now, begin;          // of one hart: who runs, from which row on
} runs_t;

static void note_running(event_decoder_t *d, uint64_t hart_bits, runs_t *runs)
{
    runs->now = runs->begin = 0;
    runs->unknown = 0;
    for (unsigned hart = 0; hart < EVENT_HARTS; hart++)
        if (hart_bits >> hart & 1) {
            runs->now = runs->thread[hart] = label_of(d, hart);
            runs->unknown |= (uint64_t)!d->running[hart].known << hart;
        }
}

// Writes the thread of one hart into its rows up to the next switch, and behind it, where the next
// thread comes: in steps that are longer than most stretches, so that the branch is foreseen.
static inline void put_thread(const event_columns_t *c, runs_t *runs, uint32_t to, uint32_t end)
{
    enum { STEP = 8 };
    const uint32_t thread = runs->now, step[STEP] = {thread, thread, thread, thread,
                                                     thread, thread, thread, thread};
    uint32_t *const threads = c->thread, row = runs->begin;
    for (; row < to && row + STEP <= end; row += STEP)
        memcpy(threads + row, step, sizeof step);
    for (; row < to; row++)
        threads[row] = thread;
    runs->begin = to;
}

// Completes column `thread` of several harts: only switches have theirs.
static void fill_threads(runs_t *runs, uint32_t rows, const event_columns_t *c)
{
    for (uint32_t row = 0; row < rows; row++) {
        uint32_t *const thread = &runs->thread[c->hart[row]];
        if (c->what[row] & EVENT_ROW_SWITCH)
            *thread = c->thread[row];
        c->thread[row] = *thread;
    }
}

// The thread is known from the first switch of a hart on.
static void mark_unknown(uint64_t unknown, uint32_t rows, const event_columns_t *c)
{
    for (uint32_t row = 0; row < rows && unknown; row++) {
        const uint64_t hart_bit = UINT64_C(1) << c->hart[row];
        if (!(unknown & hart_bit))
            continue;
        c->what[row] &= (uint8_t)~EVENT_ROW_KNOWN;
        if (c->what[row] & EVENT_ROW_SWITCH)
            unknown &= ~hart_bit;
    }
}

// Counts events in the table of threads, if there is one: rows between switches and traps.
static inline void count_rows(event_decoder_t *d, uint32_t row, uint32_t end, bool one_hart,
                              const event_columns_t *c)
{
    if (!d->capacity || row >= end)
        return;
    if (one_hart) {
        if (d->running[c->hart[row]].entry)
            d->running[c->hart[row]].entry->events += end - row;
        return;
    }
    for (; row < end; row++)
        if (d->running[c->hart[row]].entry)
            d->running[c->hart[row]].entry->events++;
}

// Takes a value of a THREAD_NAME or OBJECT_NAME.
static void take_name(event_decoder_t *d, const flux_run_t *samples, uint32_t row,
                      const event_columns_t *c, event_names_t *names)
{
    const unsigned hart = c->hart[row];
    const uint32_t id = samples->samples[row].item / EVENT_HARTS - WEIR_ITEM_ID_BIAS;
    event_run_t *run = id == WEIR_ID_THREAD_NAME ? &d->run[hart] : &d->object_run[hart];
    const uint64_t value = c->value[row];
    if (event_inside_run(run, value) || value > UINT32_MAX ||
        !event_completes_name(d, id, run, (uint32_t)value))
        return;
    event_name_t *name = &names->name[names->count++];
    name->row = row;
    name->named = run->thread;
    name->is_object = id == WEIR_ID_OBJECT_NAME;
    name->object = name->is_object ? (uint8_t)run->name[0] : 0;
    const char *text = run->name + name->is_object;
    memcpy(name->name, text, strlen(text) + 1);
}

// A hart switches to the thread that a row has as its value.
static inline void take_switch(event_decoder_t *d, uint32_t row, const checked_t *seen,
                               const event_columns_t *c, runs_t *runs)
{
    const unsigned hart = c->hart[row];
    const uint32_t thread = (uint32_t)c->value[row];
    c->value[row] = d->running[hart].label; // note_running, or a switch, has set it
    d->totals.switches++;
    event_switch_to(d, hart, thread, c->time[row]);
    const uint32_t label = label_of(d, hart);
    if (seen->one_hart) {
        put_thread(c, runs, row, seen->count);
        runs->now = label;
    } else {
        c->thread[row] = label;
    }
}

// Completes the rows that were checked, up to the first one with a cache entry that breaks a rule,
// or behind the last name for which there is room. Returns that, or the end.
static uint32_t take_samples(event_decoder_t *d, const flux_run_t *run, const checked_t *seen,
                             const event_columns_t *c, event_names_t *names, runs_t *runs)
{
    uint32_t next = 0, end = seen->count;
    for (uint32_t i = 0; i < seen->specials; i++) {
        const uint32_t row = seen->special[i] >> 8, what = seen->special[i];
        if (what & NAME) {
            take_name(d, run, row, c, names);
            if (names->count < EVENT_NAMES)
                continue;
            end = row + 1;
            break;
        }
        if (what & CACHE && !take_cache_entry(d, run->samples[row].item, &c->value[row])) {
            end = row;
            break;
        }
        count_rows(d, next, row, seen->one_hart, c);
        next = row + 1;
        names->change[names->change_count++] = row;
        if (what & EVENT_ROW_SWITCH)
            take_switch(d, row, seen, c, runs);
    }
    count_rows(d, next, end, seen->one_hart, c);
    return end;
}

uint32_t event_decode_run(event_decoder_t *d, const flux_run_t *run, const event_columns_t *to,
                          event_names_t *names)
{
    checked_t seen;
    runs_t runs;

    names->count = names->change_count = 0;
    // the encoding of the first delta is relative to what was before it
    if (d->in_checkpoint || d->args.count || run->trace != d->trace ||
        (d->strict && (uint64_t)run->from != d->time))
        return 0;
    // None is shorter than that of a unit: if all together are as long, then each.
    const uint32_t bytes = check_samples(d, run, run->count, to, &seen);
    if (d->strict && bytes != begin_of(run, seen.count) - run->samples[0].offset)
        check_samples(d, run, shortest(d, run), to, &seen);
    note_running(d, seen.hart_bits, &runs);
    const uint32_t rows = take_samples(d, run, &seen, to, names, &runs);
    if (!rows)
        return 0;
    if (seen.one_hart)
        put_thread(to, &runs, rows, rows);
    else
        fill_threads(&runs, rows, to);
    mark_unknown(runs.unknown, rows, to);
    for (uint32_t row = rows; row < seen.count; row++) // it stopped there
        seen.classes -= class_once(to->what[row]);
    for (unsigned class = 0; class < EVENT_CLASSES; class ++)
        d->totals.delivered[class] += seen.classes >> 16 * class & 0xffff;
    if (!d->totals.bytes)
        d->totals.first = to->time[0];
    d->totals.bytes += begin_of(run, rows) - run->samples[0].offset;
    d->totals.last = d->time = to->time[rows - 1];
    return rows;
}

void event_label(event_decoder_t *d, const event_labels_t *labels)
{
    d->labels = labels ? *labels : (event_labels_t){NULL, NULL, NULL};
    memset(d->items, 0, sizeof d->items);
    for (unsigned hart = 0; hart < EVENT_HARTS; hart++)
        d->running[hart].labelled = false;
}
