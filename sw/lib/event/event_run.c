// SPDX-License-Identifier: Apache-2.0
// Decodes runs of samples: the frequent events of a stream, without a struct for each of them.
// Whatever a rule of event.c would reject ends the run, so that each rule has one message.
#include <string.h>

#include "event_state.h"

// Bits of a number, and 1 for 0.
static unsigned bits_of(uint64_t number)
{
#if defined(__GNUC__)
    return 64 - (unsigned)__builtin_clzll(number | 1);
#else
    unsigned bits = 1;
    while (number >>= 1)
        bits++;
    return bits;
#endif
}

static unsigned pint_size(uint64_t number) { return (9 * bits_of(number) + 64) / 64; }

// Bytes of an entry as a unit encodes it. No other encoding of the same sample is as short, so an
// entry of this size is the one of a unit.
static unsigned entry_size(uint32_t item, uint64_t delta, uint64_t value)
{
    const unsigned size = value ? bits_of(value) / 8 + 1 : 0;
    return pint_size((uint64_t)item << 3) + (delta ? pint_size(delta) : 0) + 1 + (size > 7) + size;
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

uint32_t event_decode_run(event_decoder_t *d, const flux_run_t *run, const event_columns_t *to,
                          event_t *name)
{
    static const uint8_t formats[KINDS] = {
        0, FLUX_DF_INTEGER, FLUX_DF_INTEGER, FLUX_DF_EVENT, FLUX_DF_EVENT, FLUX_DF_EVENT};
    static const uint8_t classes[4] = {WEIR_CLASS_USER, WEIR_CLASS_COM, WEIR_CLASS_NONE,
                                       WEIR_CLASS_SYS};
    const bool strict = d->strict, rises = strict && !d->coarse;
    const uint32_t begin = run->samples[0].offset;
    uint64_t time = d->time, delivered[EVENT_CLASSES] = {0};
    uint32_t row = 0, at = begin;

    name->name = NULL;
    // the encoding of the first delta is relative to what was before it
    if (d->in_checkpoint || d->args.count || run->trace != d->trace ||
        (strict && (uint64_t)run->from != time))
        return 0;
    while (row < run->count && !name->name) {
        const flux_sample_t *s = &run->samples[row];
        const uint32_t end = row + 1 < run->count ? s[1].offset : run->end;
        const uint64_t now = (uint64_t)s->position;
        uint64_t value = (uint64_t)s->value;
        uint32_t id;
        const unsigned kind = kind_of(s->item, &id),
                       hart = s->item < EVENT_HARTS ? 0 : s->item % EVENT_HARTS;
        if (s->df != formats[kind] || s->tag || s->position < (int64_t)time || s->value < 0 ||
            (rises && now == time) || (kind >= SWITCH && value > UINT32_MAX) ||
            (strict && end - at != entry_size(s->item, now - time, value)) ||
            (kind == ID && stands_for_more(id)) ||
            (kind == CACHED && !take_cache_entry(d, s->item, &value)))
            break;
        if (!d->totals.bytes && !row)
            d->totals.first = now;
        time = now;
        at = end;
        to->time[row] = now;
        to->item[row] = s->item;
        to->hart[row] = (uint8_t)hart;
        const uint8_t known = d->running[hart].known ? EVENT_ROW_KNOWN : 0;
        const uint32_t running = d->running[hart].thread;
        if (kind == SWITCH || kind == CACHED) {
            to->value[row] = running;
            to->thread[row] = (uint32_t)value;
            to->what[row] = WEIR_CLASS_SYS | EVENT_ROW_SWITCH | known;
            delivered[WEIR_CLASS_SYS]++;
            d->totals.switches++;
            event_switch_to(d, hart, (uint32_t)value, now);
        } else {
            const uint8_t class = kind == TRAP ? WEIR_CLASS_SYS : classes[id >> 14];
            to->value[row] = value;
            to->thread[row] = running;
            to->what[row] = class | known | (kind == TRAP ? EVENT_ROW_TRAP : 0);
            delivered[class]++;
            if (d->running[hart].entry && kind != TRAP)
                d->running[hart].entry->events++;
            if (kind == ID && (id == WEIR_ID_THREAD_NAME || id == WEIR_ID_OBJECT_NAME)) {
                name->hart = hart;
                name->id = id;
                name->value = value;
                event_take_name(d, name);
            }
        }
        row++;
    }
    if (!row)
        return 0;
    for (unsigned class = 0; class < EVENT_CLASSES; class ++)
        d->totals.delivered[class] += delivered[class];
    d->totals.bytes += at - begin;
    d->totals.last = d->time = time;
    return row;
}
