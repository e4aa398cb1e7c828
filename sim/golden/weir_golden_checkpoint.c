/* SPDX-License-Identifier: Apache-2.0 */
/* Golden model of checkpoints, from docs/reference/stream.md, *Sections*. */
#include "weir_golden_checkpoint.h"

#include <string.h>

enum {
    ITEM_THREAD = 1,
    ITEM_LOSS = 3,
    ITEM_CHECKPOINT = 4,
    ITEM_DROPPED = 256,
    ITEM_CACHE_ENTRY = 768,
    ITEM_IDS = 1024,
    ITEM_DROPPED_MORE = 525312 /* of reasons 8 to 15 */
};

/* By hart, then context, then kind; the running thread is behind the kinds of context 0. Behind all
 * of these the cache entries. */
static void remember(struct weir_golden_checkpoint *s, uint32_t item, uint32_t value)
{
    uint32_t place;
    if (item >= ITEM_CACHE_ENTRY &&
        item < ITEM_CACHE_ENTRY + 16 * WEIR_GOLDEN_CHECKPOINT_CACHE_ENTRIES) {
        uint32_t hart = item % 16,
                 entry = 64 * WEIR_GOLDEN_CHECKPOINT_HARTS + (item - ITEM_CACHE_ENTRY) / 16;
        if (value) {
            s->field[entry].reported = true;
            s->field[entry].item = item - hart;
            s->field[entry].value = value;
        }
        remember(s, hart ? 16 + hart : ITEM_THREAD, s->field[entry].value);
        return;
    }
    if (item == ITEM_THREAD || (item > 16 && item < 32))
        place = 64 * (item == ITEM_THREAD ? 0 : item - 16) + 15;
    else if (item >= ITEM_DROPPED && item < ITEM_DROPPED + 8 * 64)
        place = 64 * (item % 16) + 16 * (item / 16 % 4) + (item - ITEM_DROPPED) / 64;
    else if (item >= ITEM_DROPPED_MORE && item < ITEM_DROPPED_MORE + 8 * 64)
        place = 64 * (item % 16) + 16 * (item / 16 % 4) + 8 + (item - ITEM_DROPPED_MORE) / 64;
    else
        return;
    s->field[place].reported = true;
    s->field[place].item = item;
    s->field[place].value = value;
}

void weir_golden_checkpoint_entry(struct weir_golden_checkpoint *checkpoint, uint64_t time,
                                  uint32_t item, uint64_t value)
{
    checkpoint->time = time;
    if (item == ITEM_LOSS)
        checkpoint->loss = value & 1;
    else
        remember(checkpoint, item, (uint32_t)value);
}

/* An entry without delta. */
static size_t put_entry(uint8_t *bytes, uint32_t item, uint32_t value)
{
    size_t size = 0, of_value = 0;
    bool is_event = (item < ITEM_DROPPED && item != ITEM_CHECKPOINT) ||
                    (item >= ITEM_CACHE_ENTRY && item < ITEM_IDS);
    for (uint32_t head = item << 3; head || !size; head >>= 7)
        bytes[size++] = (uint8_t)((head & 0x7f) | (head > 0x7f ? 0x80 : 0));
    while (of_value < 4 && value >> 8 * of_value)
        of_value++;
    if (of_value && value >> (8 * of_value - 1))
        of_value++;
    bytes[size++] = (uint8_t)(of_value << 4 | (is_event ? 2 : 1));
    for (size_t i = 0; i < of_value; i++)
        bytes[size++] = i < 4 ? (uint8_t)(value >> 8 * i) : 0;
    return size;
}

size_t weir_golden_checkpoint_write(const struct weir_golden_checkpoint *checkpoint,
                                    uint8_t bytes[WEIR_GOLDEN_CHECKPOINT_BYTES])
{
    static const uint8_t current[4] = {0, 0x23, 0, 8};
    size_t size = 4;
    memcpy(bytes, current, sizeof current);
    for (unsigned i = 0; i < 8; i++)
        bytes[size++] = (uint8_t)(checkpoint->time >> 8 * i);
    size += put_entry(bytes + size, ITEM_CHECKPOINT, 1);
    for (unsigned i = 0; i < WEIR_GOLDEN_CHECKPOINT_PLACES; i++)
        if (checkpoint->field[i].reported)
            size += put_entry(bytes + size, checkpoint->field[i].item, checkpoint->field[i].value);
    return size + put_entry(bytes + size, ITEM_CHECKPOINT, checkpoint->loss ? 3 : 2);
}
