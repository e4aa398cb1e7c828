// SPDX-License-Identifier: Apache-2.0
// The decoder of event.h. Its specification is docs/reference/stream.md.
#include "event_state.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DELTA_FLAG = 2 };

// Describes a broken rule; found is a printf format.
__attribute__((format(printf, 4, 5))) static int
problem(event_decoder_t *d, uint64_t offset, const char *expected, const char *found, ...)
{
    va_list args;
    d->problem.offset = offset;
    snprintf(d->problem.expected, sizeof d->problem.expected, "%s", expected);
    va_start(args, found);
    vsnprintf(d->problem.found, sizeof d->problem.found, found, args);
    va_end(args);
    return EVENT_E_BAD;
}

static bool text_is(flux_text_t text, const char *wanted)
{
    return text.size == strlen(wanted) && !memcmp(text.data, wanted, text.size);
}

// ---- items

static const char description_start[] = "weir ip ";
static const char description_coarse[] = " coarse ";
enum { COARSE_CYCLES = 65536 };

bool event_is_weir(const flux_head_t *head)
{
    size_t size = sizeof description_start - 1;
    return text_is(head->name, "weir") && head->description.size >= size &&
           !memcmp(head->description.data, description_start, size);
}

static bool has_word(flux_text_t text, const char *word, size_t size)
{
    for (size_t i = 0; i + size <= text.size; i++)
        if (!memcmp(text.data + i, word, size))
            return true;
    return false;
}

// The number behind " stream " at the end of a description, or -1.
static int stream_version(flux_text_t description)
{
    static const char word[] = " stream ";
    const size_t size = sizeof word - 1;
    int version = -1;

    for (size_t i = 0; i + size < description.size; i++) {
        if (memcmp(description.data + i, word, size))
            continue;
        version = 0;
        for (i += size; i < description.size; i++) {
            int digit = description.data[i] - '0';
            if (digit < 0 || digit > 9 || version > 1000)
                return -1;
            version = 10 * version + digit;
        }
    }
    return version;
}

// ---- values and their unique encoding

// Reads an unsigned value with its guard byte. False if it is negative or over 64 bits.
static bool unsigned_value(const uint8_t *bytes, size_t size, uint64_t *value)
{
    *value = 0;
    if (size && bytes[size - 1] >> 7)
        return false;
    for (size_t i = size; i-- > 0;) {
        if (*value >> 56)
            return false;
        *value = *value << 8 | bytes[i];
    }
    return true;
}

typedef struct {
    uint8_t bytes[WEIR_SIZE_ENTRY_MAX_WIDE + 16];
    size_t size;
} encoding_t;

static void put_pint(encoding_t *e, uint64_t number)
{
    for (; number > 127; number >>= 7)
        e->bytes[e->size++] = (uint8_t)(number | 128);
    e->bytes[e->size++] = (uint8_t)number;
}

static size_t unsigned_size(uint64_t value)
{
    size_t size = 0;
    while (size < 8 && value >> 8 * size)
        size++;
    return size + (size && value >> (8 * size - 1)); // the guard byte
}

static void put_unsigned(encoding_t *e, uint64_t value)
{
    for (size_t i = 0, size = unsigned_size(value); i < size; i++)
        e->bytes[e->size++] = i < 8 ? (uint8_t)(value >> 8 * i) : 0;
}

// Strict: the entry must equal, byte for byte, the encoding that a unit writes. In a checkpoint it
// has no delta.
static int check_encoding(event_decoder_t *d, const flux_entry_t *entry, const event_t *event,
                          uint8_t df, bool in_checkpoint)
{
    if (in_checkpoint && entry->data.delta)
        return problem(d, event->offset, "a checkpoint without deltas", "a delta of %" PRIu64,
                       entry->data.delta);
    uint64_t delta = event->time - d->time;
    encoding_t e;
    e.size = 0;
    put_pint(&e, (uint64_t)entry->data.item << 3 | (delta ? DELTA_FLAG : 0));
    if (delta)
        put_pint(&e, delta);
    put_pint(&e, unsigned_size(event->value) << 4 | df);
    put_unsigned(&e, event->value);
    if (e.size == entry->raw_size && !memcmp(entry->raw, e.bytes, e.size))
        return 0;
    for (uint32_t i = 0; i < entry->raw_size; i++) {
        if (i < e.size && entry->raw[i] == e.bytes[i])
            continue;
        char expected[sizeof d->problem.expected];
        if (i < e.size)
            snprintf(expected, sizeof expected, "byte %02x, as a unit encodes it", e.bytes[i]);
        else
            snprintf(expected, sizeof expected, "the entry to end, as a unit encodes it");
        return problem(d, event->offset + (entry->where.depth ? 0 : i), expected, "byte %02x",
                       entry->raw[i]);
    }
    return 0;
}

// ---- loss

// Units of a later version may have drop reasons without a name here.
static const char *reason_name(unsigned reason)
{
    static const char *const names[WEIR_DROP_COUNT] = WEIR_DROP_NAMES;
    return reason < WEIR_DROP_COUNT ? names[reason] : "a later reason";
}

static uint64_t counted(const event_t *loss)
{
    return loss->dropped[0] + loss->dropped[1] + loss->dropped[2] + loss->dropped[3];
}

static void open_loss(event_decoder_t *d, uint64_t first, unsigned unknown)
{
    d->loss = (event_loss_t){.open = true,
                             .reported = {.kind = EVENT_LOSS, .first = first, .unknown = unknown}};
    d->loss_seen = true;
}

// Opens a loss whose begin is missing.
static void open_midway(event_decoder_t *d, const event_t *event)
{
    uint64_t first = d->totals.bytes ? d->totals.first : event->time;
    if (!d->loss_seen)
        d->cut = true;
    open_loss(d, first > d->loss_end ? first : d->loss_end,
              EVENT_UNKNOWN_FIRST | EVENT_UNKNOWN_COUNT);
}

// The time of an age before an entry. Sets the bit in *unknown if the stream does not give this
// time.
static uint64_t before(const event_t *event, unsigned bit, unsigned *unknown)
{
    uint64_t age = event->value >> 1;
    if (age >= WEIR_LOSS_AGE_MAX || age > event->time)
        *unknown |= bit;
    return age > event->time ? 0 : event->time - age;
}

static int begin_loss(event_decoder_t *d, const event_t *event)
{
    unsigned unknown = 0;
    uint64_t first = before(event, EVENT_UNKNOWN_FIRST, &unknown);

    if (d->strict && d->loss.open)
        return problem(d, event->offset, "the end of the open loss", "the begin of another");
    if (d->strict && (event->value >> 1 > event->time || (first < d->loss_end && !unknown)))
        return problem(d, event->offset,
                       "a first drop inside the stream and after the previous loss",
                       "%" PRIu64 " ticks before %" PRIu64 ", loss until %" PRIu64,
                       event->value >> 1, event->time, d->loss_end);
    if (d->loss.open) // it continues; what it reported so far remains
        return 0;
    if (unknown || first < d->loss_end) {
        unknown |= EVENT_UNKNOWN_FIRST;
        first = d->loss_end;
    }
    open_loss(d, first, unknown);
    return 0;
}

// The most drops that this number of ticks, at most 2^32, can have.
static uint64_t drops_max(const event_decoder_t *d, uint64_t ticks)
{
    return d->coarse ? (ticks + 1) * COARSE_CYCLES : ticks;
}

static int decode_total(event_decoder_t *d, const event_item_t *item, const event_t *event)
{
    event_loss_t *loss = &d->loss;
    unsigned index = 64 * item->reason + 16 * item->context + item->hart;
    uint32_t total = (uint32_t)event->value, more = total - d->counter[index];

    if (!loss->open) {
        if (d->strict)
            return problem(d, event->offset, "the begin of a loss before its totals",
                           "a total of %s", reason_name(item->reason));
        open_midway(d, event);
    }
    bool known = d->counter_known[index] || !d->cut;
    uint64_t ticks = event->time - loss->reported.first;
    if (!(loss->reported.unknown & EVENT_UNKNOWN_FIRST) && known && ticks <= UINT32_MAX) {
        const uint64_t most = drops_max(d, ticks);
        if (d->strict && (!more || counted(&loss->reported) + more > most))
            return problem(d, event->offset, "a total that rises, by at most one drop a tick",
                           "%" PRIu32 " after %" PRIu32 ", with %" PRIu64 " counted in %" PRIu64
                           " ticks of this loss",
                           total, d->counter[index], counted(&loss->reported), ticks);
        known = counted(&loss->reported) + more <= most;
    }
    if (known) {
        loss->reported.dropped[item->class] += more;
        d->totals.dropped[item->class] += more;
    } else {
        loss->reported.unknown |= EVENT_UNKNOWN_COUNT;
    }
    if (item->reason != EVENT_DROP_UNKNOWN)
        loss->reported.cause |= 1u << WEIR_DROP_CAUSE(item->reason);
    loss->reported.source |= UINT64_C(1) << (4 * item->hart + item->context);
    loss->reported_time = event->time;
    d->counter[index] = total;
    d->counter_known[index] = true;
    return 0;
}

static int check_end(event_decoder_t *d, const event_t *event, uint64_t last, unsigned unknown)
{
    const event_loss_t *loss = &d->loss;
    uint64_t all = counted(&loss->reported);
    bool midway = loss->reported.unknown & EVENT_UNKNOWN_FIRST;

    if (!loss->open)
        return problem(d, event->offset, "the begin of a loss before its end", "an end");
    if (!all && !midway)
        return problem(d, event->offset, "the totals of a loss before its end",
                       "a loss without totals");
    if (event->value >> 1 > event->time || (last < loss->reported.first && !midway) ||
        (last >= loss->reported_time + d->coarse && !unknown && all))
        return problem(d, event->offset,
                       "a last drop not before the first, and before the last total",
                       "first %" PRIu64 ", last %" PRIu64 ", total at %" PRIu64,
                       loss->reported.first, last, loss->reported_time);
    if (!(loss->reported.unknown | unknown) && last - loss->reported.first < UINT32_MAX &&
        (all > drops_max(d, last - loss->reported.first + 1) ||
         (all == 1 && last > loss->reported.first)))
        return problem(d, event->offset,
                       "as many drops as fit between the first and the last of a loss",
                       "%" PRIu64 " from %" PRIu64 " to %" PRIu64, all, loss->reported.first, last);
    return 0;
}

static int end_loss(event_decoder_t *d, event_t *event)
{
    unsigned unknown = 0;
    uint64_t last = before(event, EVENT_UNKNOWN_LAST, &unknown);

    if (d->strict && check_end(d, event, last, unknown))
        return EVENT_E_BAD;
    if (!d->loss.open)
        open_midway(d, event);
    event_t *reported = &d->loss.reported;
    if (last < reported->first) {
        if (reported->unknown & EVENT_UNKNOWN_FIRST && !unknown && last >= d->loss_end) {
            reported->first = last;
        } else {
            last = reported->first;
            unknown |= EVENT_UNKNOWN_LAST;
        }
    }
    reported->last = last;
    reported->unknown |= unknown;
    reported->time = event->time;
    reported->offset = event->offset;
    reported->bytes = event->bytes;
    *event = *reported;
    d->totals.unknown |= event->unknown;
    d->loss.open = false;
    d->loss_end = event->time;
    return 1;
}

bool event_open_loss(const event_decoder_t *d, event_t *loss)
{
    if (!d->loss.open)
        return false;
    *loss = d->loss.reported;
    loss->time = loss->last = d->time;
    loss->unknown |= EVENT_UNKNOWN_LAST | EVENT_UNKNOWN_COUNT;
    return true;
}

bool event_dropped_total(const event_decoder_t *d, unsigned reason, unsigned hart, unsigned context,
                         uint32_t *total)
{
    if (reason >= WEIR_DROP_CODES || hart >= EVENT_HARTS || context > WEIR_CONTEXT_SNOOP)
        return false;
    unsigned index = 64 * reason + 16 * context + hart;
    *total = d->counter[index];
    return d->counter_known[index];
}

// ---- checkpoints

enum { CHECKPOINT_BEGIN = 1, CHECKPOINT_END = 2, CHECKPOINT_END_IN_LOSS = 3 };

static int decode_checkpoint(event_decoder_t *d, const event_t *event)
{
    bool begins = event->value == CHECKPOINT_BEGIN;

    if (event->value < CHECKPOINT_BEGIN || event->value > CHECKPOINT_END_IN_LOSS ||
        begins == d->in_checkpoint)
        return problem(d, event->offset,
                       d->in_checkpoint ? "checkpoint 2 or 3, the end of a checkpoint"
                                        : "checkpoint 1, the begin of a checkpoint",
                       "checkpoint %" PRIu64, event->value);
    d->in_checkpoint = begins;
    if (begins) {
        d->cache_before = d->cache_valid;
        d->cache_valid = 0;
        d->cut = d->cut || !d->totals.bytes;
        return 0;
    }
    memset(d->counter_known, true, sizeof d->counter_known); // missing totals are 0
    if (d->strict && d->cache_before & ~d->cache_valid)
        return problem(d, event->offset, "all valid cache entries", "entries %x instead of %x",
                       d->cache_valid, d->cache_before);
    d->loss_seen = true;
    bool loss = event->value == CHECKPOINT_END_IN_LOSS;
    if (d->strict && d->loss.open && !loss)
        return problem(d, event->offset, "checkpoint 3: a loss is open", "checkpoint 2");
    if (loss && !d->loss.open)
        open_midway(d, event);
    d->loss.open = loss;
    return 0;
}

// An entry inside a checkpoint: known already, unless the reader begins here.
static int decode_in_checkpoint(event_decoder_t *d, const event_item_t *item, const event_t *event)
{
    if (item->kind == EVENT_ITEM_DROPPED) {
        unsigned index = 64 * item->reason + 16 * item->context + item->hart;
        if (d->strict && (d->counter_known[index] || !d->cut) && d->counter[index] != event->value)
            return problem(d, event->offset, "the total reported before",
                           "%" PRIu64 " after %" PRIu32, event->value, d->counter[index]);
        d->counter[index] = (uint32_t)event->value;
        d->counter_known[index] = true;
    } else if (item->kind == EVENT_ITEM_ID && item->id == WEIR_ID_THREAD_SWITCH) {
        uint32_t thread = (uint32_t)event->value;
        if (d->running[item->hart].known && d->running[item->hart].thread == thread)
            return 0;
        if (d->strict && d->running[item->hart].known)
            return problem(d, event->offset, "the thread that runs",
                           "%" PRIu32 " instead of %" PRIu32, thread,
                           d->running[item->hart].thread);
        event_now_runs(d, item->hart, thread, event->time);
    } else if (item->kind == EVENT_ITEM_CACHE_ENTRY && !item->hart && event->value) {
        uint32_t thread = (uint32_t)event->value;
        if (d->strict && d->cache_before & 1u << item->cache_entry &&
            d->cache[item->cache_entry] != thread)
            return problem(d, event->offset, "the thread of this cache entry",
                           "%" PRIu32 " instead of %" PRIu32, thread, d->cache[item->cache_entry]);
        d->cache[item->cache_entry] = thread;
        d->cache_valid |= 1u << item->cache_entry;
    } else {
        return problem(d, event->offset,
                       "a checkpoint of running threads, totals and cache entries",
                       "item of an event");
    }
    return 0;
}

// A switch by the thread cache: with a value it fills a cache entry, without one it names a valid
// entry.
static int decode_cache_entry(event_decoder_t *d, const event_item_t *item, event_t *event)
{
    unsigned bit = 1u << item->cache_entry;
    if (event->value) {
        for (unsigned i = 0; d->strict && i < EVENT_CACHE_ENTRIES; i++)
            if (d->cache_valid >> i & 1 && d->cache[i] == event->value)
                return problem(d, event->offset, "the cache entry of this thread",
                               "entry %u, which would repeat entry %u", item->cache_entry, i);
        d->cache[item->cache_entry] = (uint32_t)event->value;
        d->cache_valid |= bit;
        return 0;
    }
    if (d->cache_valid & bit) {
        event->value = d->cache[item->cache_entry];
        return 0;
    }
    if (d->strict)
        return problem(d, event->offset, "a valid cache entry", "entry %u, which has no thread yet",
                       item->cache_entry);
    return 1;
}

// A hart switches to a thread that the stream has not reported, because it begins later.
static void switch_to_unknown(event_decoder_t *d, unsigned hart, uint64_t time)
{
    event_stop_running(d, hart, time);
    d->running[hart].thread = 0;
    d->running[hart].known = false;
    d->running[hart].labelled = false;
    d->running[hart].entry = NULL;
    d->totals.delivered[WEIR_CLASS_SYS]++;
    d->totals.switches++;
    d->totals.nameless++;
}

// ---- data entries

// Events may have 64-bit values; threads, losses and checkpoints have 32-bit values.
static int decode_value(event_decoder_t *d, const flux_data_t *data, event_t *event, bool wide)
{
    if (!unsigned_value(data->data, data->size, &event->value) ||
        (!wide && event->value > UINT32_MAX))
        return problem(d, event->offset,
                       wide ? "an unsigned value of 64 bits" : "an unsigned value of 32 bits",
                       "%" PRIu32 " bytes that are not one", data->size);
    return 0;
}

static void account(event_decoder_t *d, uint64_t time, uint32_t bytes)
{
    if (!d->totals.bytes)
        d->totals.first = time;
    d->totals.last = time;
    d->totals.bytes += bytes;
    d->time = time;
}

static void happened(event_decoder_t *d, event_t *event)
{
    event_totals_t *totals = &d->totals;

    totals->delivered[event->class]++;
    event->outgoing = d->running[event->hart].thread;
    event->thread_known = d->running[event->hart].known;
    if (event->id == WEIR_ID_THREAD_SWITCH) {
        totals->switches++;
        event_switch_to(d, event->hart, (uint32_t)event->value, event->time);
    } else if (event->thread_known) {
        event_thread_t *t = d->running[event->hart].entry;
        if (t)
            t->events++;
    }
    event->thread = d->running[event->hart].thread;
    event_take_name(d, event);
}

static void trapped(event_decoder_t *d, event_t *event)
{
    enum { ENTERS = 1, INTERRUPT = 2, CODE_LSB = 2 };
    const uint32_t value = (uint32_t)event->value;

    d->totals.delivered[event->class]++;
    event->kind = EVENT_TRAP;
    event->thread = event->outgoing = d->running[event->hart].thread;
    event->thread_known = d->running[event->hart].known;
    event->enters = value & ENTERS;
    event->trap = (value & INTERRUPT ? UINT32_C(1) << 31 : 0) | value >> CODE_LSB;
}

// Collects an extra argument, or joins the collected ones with their event, of the same hart and
// time. Any other entry between them is an error, and the extra arguments are lost.
static int join_args(event_decoder_t *d, const event_item_t *item, event_t *event)
{
    event_args_t *args = &d->args;
    const unsigned count = args->count;

    if (item->kind == EVENT_ITEM_ARG) {
        if (item->arg != count + 1 ||
            (count && (item->hart != args->hart || event->time != d->time))) {
            args->count = 0;
            return problem(d, event->offset,
                           count ? "the next extra argument or the event, of the same hart and time"
                                 : "an event, or its first extra argument",
                           "extra argument %u of hart %u", item->arg, item->hart);
        }
        if (!count)
            *args = (event_args_t){.hart = item->hart, .offset = event->offset};
        args->value[args->count++] = (uint32_t)event->value;
        args->bytes += event->bytes;
        return 0;
    }
    if (!count)
        return 0;
    args->count = 0;
    if (item->kind != EVENT_ITEM_ID || item->id == WEIR_ID_THREAD_SWITCH ||
        item->hart != args->hart || event->time != d->time)
        return problem(d, event->offset,
                       "the next extra argument or the event, of the same hart and time",
                       "another entry");
    event->arg_count = count;
    memcpy(event->args, args->value, sizeof event->args);
    event->offset = args->offset;
    event->bytes += args->bytes;
    return 0;
}

bool event_unfinished(const event_decoder_t *d, uint64_t *offset)
{
    *offset = d->args.offset;
    return d->args.count > 0;
}

static int decode_data(event_decoder_t *d, const flux_entry_t *entry, event_t *event)
{
    const flux_data_t *data = &entry->data;
    const event_item_t item = event_item(data->item);
    const bool happens = item.kind == EVENT_ITEM_ID || item.kind == EVENT_ITEM_CACHE_ENTRY;
    const bool is_event = item.kind == EVENT_ITEM_ISR ||
                          (happens && item.id == WEIR_ID_THREAD_SWITCH);
    const uint8_t df = is_event ? FLUX_DF_EVENT : FLUX_DF_INTEGER;
    int rc = 1, cached = 0;

    *event = (event_t){.offset = entry->where.offset,
                       .bytes = entry->raw_size,
                       .time = (uint64_t)data->position,
                       .hart = item.hart,
                       .id = item.id,
                       .class = item.class};
    if (data->position < 0 || event->time < d->time)
        return problem(d, event->offset, "a timestamp that does not fall",
                       "%" PRId64 " after %" PRIu64, data->position, d->time);
    if (!happens && item.kind != EVENT_ITEM_ISR && item.kind != EVENT_ITEM_LOSS &&
        item.kind != EVENT_ITEM_DROPPED && item.kind != EVENT_ITEM_CHECKPOINT &&
        item.kind != EVENT_ITEM_ARG)
        return problem(
            d, event->offset, "an item of the map with samples", "item %" PRIu32 "%s", data->item,
            item.kind == EVENT_ITEM_NONE ? ", which is not in the map" : ", which is a scope");
    if (data->df != df || data->tag)
        return problem(d, event->offset,
                       df == FLUX_DF_EVENT ? "data format 2 (event)" : "data format 1 (integer)",
                       "%u%s", data->df, data->tag ? " with a tag" : "");
    if (decode_value(d, data, event,
                     item.kind == EVENT_ITEM_ID && item.id != WEIR_ID_THREAD_SWITCH))
        return EVENT_E_BAD;
    const bool in_checkpoint = d->in_checkpoint || item.kind == EVENT_ITEM_CHECKPOINT;
    if (in_checkpoint)
        d->time = event->time; // previous entries may be overwritten
    if (d->strict && check_encoding(d, entry, event, df, in_checkpoint)) {
        d->args.count = 0; // as after any error
        return EVENT_E_BAD;
    }
    const bool joins = d->args.count > 0;
    if (join_args(d, &item, event))
        return EVENT_E_BAD;
    if (in_checkpoint) {
        d->args.count = 0; // a checkpoint has none
        return item.kind == EVENT_ITEM_CHECKPOINT ? decode_checkpoint(d, event)
                                                  : decode_in_checkpoint(d, &item, event);
    }
    if (d->strict && event->time == d->time && !d->coarse && !joins) {
        d->args.count = 0;
        return problem(d, event->offset, "a timestamp later than the one before",
                       "%" PRIu64 " again", event->time);
    }

    const uint64_t time = event->time;
    if (item.kind == EVENT_ITEM_ARG) {
        account(d, time, entry->raw_size);
        return 0;
    }
    if (item.kind == EVENT_ITEM_DROPPED)
        rc = decode_total(d, &item, event);
    else if (item.kind == EVENT_ITEM_LOSS)
        rc = event->value & 1 ? begin_loss(d, event) : end_loss(d, event);
    else if (item.kind == EVENT_ITEM_CACHE_ENTRY)
        cached = decode_cache_entry(d, &item, event);
    if (cached < 0)
        return cached;
    if (rc < 0)
        return rc;
    account(d, time, entry->raw_size);
    if (cached) {
        switch_to_unknown(d, event->hart, event->time);
        return 0;
    }
    if (happens)
        happened(d, event);
    else if (item.kind == EVENT_ITEM_ISR)
        trapped(d, event);
    else
        d->totals.losses += (uint64_t)rc;
    return rc;
}

// ---- everything else in the stream

static int decode_head(event_decoder_t *d, const flux_entry_t *entry)
{
    const flux_head_t *head = &entry->head;
    const uint64_t offset = entry->where.offset;
    int version = stream_version(head->description);

    if (d->started && (d->strict || head->trace != d->trace))
        return problem(d, offset, "one HEAD", "a second one");
    if (!event_is_weir(head))
        return problem(d, offset, "the HEAD of a Weir stream", "another name or description");
    if (version != EVENT_STREAM_VERSION)
        return problem(d, offset, "stream version 3", "version %d", version);
    if (d->strict &&
        (head->version != 6 || head->mode || head->max_item != WEIR_ITEM_MAX ||
         (head->max_entry != WEIR_SIZE_ENTRY_MAX && head->max_entry != WEIR_SIZE_ENTRY_MAX_WIDE)))
        return problem(d, offset,
                       "HEAD of flux version 6, mode 0, maxItemId 1049583, maxEntrySize 20 or 25",
                       "version %u, mode %u, %" PRIu32 ", %" PRIu32, head->version, head->mode,
                       head->max_item, head->max_entry);
    d->started = true;
    d->coarse = has_word(head->description, description_coarse, sizeof description_coarse - 1);
    d->trace = head->trace;
    return 0;
}

static int check_signal(event_decoder_t *d, const flux_entry_t *entry)
{
    const flux_signal_t *signal = &entry->signal;
    event_item_t item = event_item(signal->item);
    uint32_t parent = WEIR_ITEM_ROW_SCOPE + item.hart;
    uint8_t type = FLUX_INTEGER;

    if (item.kind == EVENT_ITEM_LOSS) {
        parent = 0;
    } else if (item.kind != EVENT_ITEM_ID && item.kind != EVENT_ITEM_CACHE_ENTRY &&
               item.kind != EVENT_ITEM_ISR && item.kind != EVENT_ITEM_DROPPED &&
               item.kind != EVENT_ITEM_ARG) {
        return problem(d, entry->where.offset, "a signal of the map", "item %" PRIu32,
                       signal->item);
    } else if (item.kind == EVENT_ITEM_ISR || item.id == WEIR_ID_THREAD_SWITCH) {
        type = FLUX_EVENT;
    }
    if (entry->kind != FLUX_SIGD || signal->type != type || signal->parent != parent) {
        char expected[sizeof d->problem.expected];
        snprintf(expected, sizeof expected, "item %" PRIu32 " as SIGD of type %u in scope %" PRIu32,
                 signal->item, type, parent);
        return problem(d, entry->where.offset, expected, "%s of type %u in scope %" PRIu32,
                       flux_kind_name(entry->kind), signal->type, signal->parent);
    }
    return 0;
}

static int check_definition(event_decoder_t *d, const flux_entry_t *entry)
{
    const uint64_t offset = entry->where.offset;

    if (entry->layout != FLUX_CLASSIC)
        return problem(d, offset, "definitions of the classic layout", "another layout");
    switch (entry->kind) {
    case FLUX_SCPD:
        if (event_item(entry->scope.item).kind != EVENT_ITEM_SCOPE || entry->scope.parent)
            return problem(d, offset, "the scope of a hart: 240 + hart in 0",
                           "%" PRIu32 " in %" PRIu32, entry->scope.item, entry->scope.parent);
        return 0;
    case FLUX_SIGD:
    case FLUX_MSGD:
    case FLUX_SSGD: return check_signal(d, entry);
    case FLUX_OPEN:
        if (entry->open.item || entry->open.start || entry->open.rate)
            return problem(d, offset, "OPEN of item 0 with start 0 and rate 0",
                           "item %" PRIu32 ", start %" PRId64 ", rate %" PRId64, entry->open.item,
                           entry->open.start, entry->open.rate);
        return 0;
    case FLUX_ENMD:
        if (event_item(entry->label.item).id != WEIR_ID_THREAD_SWITCH ||
            entry->label.scope != FLUX_ENUM_SIGNAL || entry->label.value > UINT32_MAX)
            return problem(d, offset, "a label of scope 0 for a thread of 32 bits",
                           "scope %" PRIu32 ", item %" PRIu32 ", value %" PRIu64,
                           entry->label.scope, entry->label.item, entry->label.value);
        return 0;
    case FLUX_CURR:
        if (entry->current.item)
            return problem(d, offset, "the position of item 0", "that of item %" PRIu32,
                           entry->current.item);
        return 0;
    case FLUX_PBLK: // other programs pack a stream and end it
    case FLUX_SECT:
    case FLUX_CLOS: return 0;
    default:
        return problem(d, offset, "an entry of a Weir stream", "%s", flux_kind_name(entry->kind));
    }
}

void event_decoder_init(event_decoder_t *d, event_thread_t *threads, size_t capacity, bool headless,
                        bool strict)
{
    *d = (event_decoder_t){.threads = threads,
                           .capacity = capacity,
                           .headless = headless,
                           .strict = strict,
                           .coarse = headless}; // without HEAD ticks may be coarse
    if (capacity)
        memset(threads, 0, capacity * sizeof *threads);
}

void event_cut(event_decoder_t *d) { d->cut = true; }

void event_coarse(event_decoder_t *d) { d->coarse = true; }

// Entries that only files have. The FIFO has data entries, checkpoints, and the definitions and
// ENMD entries of software.
static bool is_of_file(unsigned kind)
{
    return kind == FLUX_HEAD || kind == FLUX_OPEN || kind == FLUX_CLOS || kind == FLUX_PBLK;
}

int event_decode(event_decoder_t *d, const flux_entry_t *entry, event_t *event)
{
    if (entry->kind == FLUX_DATA) {
        if (entry->data.trace != d->trace)
            return problem(d, entry->where.offset, "one trace", "an entry of another");
        return decode_data(d, entry, event);
    }
    if (d->headless && d->strict && is_of_file(entry->kind))
        return problem(d, entry->where.offset, "an entry of the FIFO", "%s",
                       flux_kind_name(entry->kind));
    if (entry->kind == FLUX_HEAD)
        return decode_head(d, entry);
    if (d->strict && check_definition(d, entry))
        return EVENT_E_BAD;
    if (entry->kind == FLUX_ENMD && event_item(entry->label.item).id == WEIR_ID_THREAD_SWITCH &&
        entry->label.scope == FLUX_ENUM_SIGNAL)
        event_set_name(d, (uint32_t)entry->label.value, entry->label.label.data,
                       entry->label.label.size);
    return 0;
}

void event_finish(event_decoder_t *d)
{
    for (unsigned hart = 0; hart < EVENT_HARTS; hart++) {
        event_stop_running(d, hart, d->time);
        d->running[hart].since = d->time;
    }
}
