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

// Of a row's `what`, between its check and the end of its making.
enum { CACHE = 32, NAME = 64, ROW = 31 };

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
        .format = formats[kind],
        .value_max = kind >= SWITCH ? UINT32_MAX : UINT64_MAX >> 1,
        .size = (uint8_t)pint_size(item << 3),
        .hart = item < EVENT_HARTS ? 0 : (uint8_t)(item % EVENT_HARTS),
        .what = (uint8_t)((switches       ? WEIR_CLASS_SYS | EVENT_ROW_SWITCH
                           : kind == TRAP ? WEIR_CLASS_SYS | EVENT_ROW_TRAP
                                          : classes[id >> 14 & 3]) |
                          (kind == CACHED ? CACHE : 0) | (name ? NAME : 0))};
}

static inline event_known_item_t *place_of(event_decoder_t *d, uint32_t item)
{
    return &d->items[(item * UINT32_C(2654435769) >> 16) % EVENT_KNOWN_ITEMS];
}

// Looks at the samples of a run from `row` on: are they events that keep the rules, but for those
// of the thread cache? Fills their columns, but for the threads. Returns the first one that is not,
// or the one behind the value of a name.
static uint32_t check_samples(event_decoder_t *d, const flux_run_t *run, uint32_t row,
                              uint64_t time, const event_columns_t *to)
{
    const bool strict = d->strict;
    const uint64_t rises = strict && !d->coarse; // the least delta
    const flux_sample_t *s = run->samples + row, *const last = run->samples + run->count - 1;
    uint64_t *restrict const times = to->time, *restrict const values = to->value;
    uint32_t *restrict const items = to->item;
    uint8_t *restrict const harts = to->hart, *restrict const whats = to->what;
    bool name = false;
    for (; s <= last && !name; s++, row++) {
        event_known_item_t *item = place_of(d, s->item);
        if (item->item != s->item)
            know_item(item, s->item);
        const uint64_t delta = (uint64_t)s->position - time, value = (uint64_t)s->value;
        const uint32_t end = s < last ? s[1].offset : run->end;
        const uint32_t size = item->size + delta_sizes[leading_zeros(2 * delta + 1)] +
                              value_sizes[leading_zeros(2 * value + 1)];
        // few branches: nearly every sample keeps all rules
        const uint32_t wrong = (uint32_t)(s->df ^ item->format) | s->tag |
                               (uint32_t)(((uint64_t)s->position | value | delta) >> 63) |
                               (delta < rises) | (value > item->value_max);
        if (wrong || (strict && end - s->offset != size))
            break;
        time += delta;
        times[row] = time;
        values[row] = value;
        items[row] = s->item;
        harts[row] = item->hart;
        whats[row] = item->what;
        name = item->what & NAME;
    }
    return row;
}

// Takes a value of a THREAD_NAME or OBJECT_NAME.
static void take_name(event_decoder_t *d, event_t *name, unsigned hart, uint32_t item,
                      uint64_t value)
{
    name->hart = hart;
    name->id = item / EVENT_HARTS - WEIR_ITEM_ID_BIAS;
    name->value = value;
    event_take_name(d, name);
}

// Completes rows that were checked, up to the first one with a cache entry that breaks a rule.
// Returns that, or the end.
static uint32_t take_samples(event_decoder_t *d, uint32_t row, uint32_t end,
                             const event_columns_t *to, event_t *name)
{
    const event_columns_t c = *to; // a byte that is stored cannot be a part of it
    for (; row < end; row++) {
        const unsigned hart = c.hart[row], what = c.what[row];
        if (what & CACHE && !take_cache_entry(d, c.item[row], &c.value[row]))
            return row;
        const uint32_t running = d->running[hart].thread;
        c.what[row] = (uint8_t)((what & ROW) | d->running[hart].known * EVENT_ROW_KNOWN);
        c.thread[row] = running;
        d->totals.delivered[what & EVENT_ROW_CLASS]++;
        if (what & EVENT_ROW_SWITCH) {
            c.thread[row] = (uint32_t)c.value[row];
            c.value[row] = running;
            d->totals.switches++;
            event_switch_to(d, hart, c.thread[row], c.time[row]);
            continue;
        }
        event_thread_t *entry = d->running[hart].entry;
        if (entry && !(what & EVENT_ROW_TRAP))
            entry->events++;
        if (what & NAME)
            take_name(d, name, hart, c.item[row], c.value[row]);
    }
    return row;
}

uint32_t event_decode_run(event_decoder_t *d, const flux_run_t *run, const event_columns_t *to,
                          event_t *name)
{
    uint32_t row = 0, checked = 0;

    name->name = NULL;
    // the encoding of the first delta is relative to what was before it
    if (d->in_checkpoint || d->args.count || run->trace != d->trace ||
        (d->strict && (uint64_t)run->from != d->time))
        return 0;
    while (row == checked && row < run->count && !name->name) {
        checked = check_samples(d, run, row, row ? to->time[row - 1] : d->time, to);
        if (checked == row)
            break;
        row = take_samples(d, row, checked, to, name);
    }
    if (!row)
        return 0;
    if (!d->totals.bytes)
        d->totals.first = to->time[0];
    d->totals.bytes += (row < run->count ? run->samples[row].offset : run->end) -
                       run->samples[0].offset;
    d->totals.last = d->time = to->time[row - 1];
    return row;
}
