// SPDX-License-Identifier: Apache-2.0
// Items of a stream: what an item number means. docs/reference/stream.md has the map.
#include "event_state.h"

const char *event_class_name(unsigned class)
{
    static const char *const names[EVENT_CLASSES] = {"USER", "COM", "SYS", "NONE"};
    return class < EVENT_CLASSES ? names[class] : "?";
}

unsigned event_class_of(unsigned id)
{
    if (id >= WEIR_ID_USER_FIRST && id <= WEIR_ID_USER_LAST)
        return WEIR_CLASS_USER;
    if (id >= WEIR_ID_COM_FIRST && id <= WEIR_ID_COM_LAST)
        return WEIR_CLASS_COM;
    if ((id >= WEIR_ID_SYS_FIRST && id <= WEIR_ID_SYS_LAST) || id == WEIR_ID_THREAD_SWITCH)
        return WEIR_CLASS_SYS;
    return WEIR_CLASS_NONE;
}

static unsigned class_of_drop(unsigned reason)
{
    return reason < WEIR_DROP_TORN ? reason : WEIR_CLASS_NONE;
}

static event_item_t id_item(unsigned hart, unsigned id)
{
    return (event_item_t){
        .kind = EVENT_ITEM_ID, .hart = hart, .id = id, .class = event_class_of(id)};
}

static event_item_t isr_item(unsigned hart)
{
    return (event_item_t){
        .kind = EVENT_ITEM_ISR, .hart = hart, .id = WEIR_ID_ISR, .class = WEIR_CLASS_SYS};
}

event_item_t event_item(uint32_t item)
{
    const event_item_t none = {.kind = EVENT_ITEM_NONE, .class = WEIR_CLASS_NONE};
    unsigned row = item / EVENT_HARTS, hart = item % EVENT_HARTS;

    if (item == WEIR_ITEM_THREAD)
        return id_item(0, WEIR_ID_THREAD_SWITCH);
    if (item == WEIR_ITEM_CHECKPOINT)
        return (event_item_t){.kind = EVENT_ITEM_CHECKPOINT};
    if (item == WEIR_ITEM_ISR)
        return isr_item(0);
    if (item == WEIR_ITEM_LOSS)
        return (event_item_t){.kind = EVENT_ITEM_LOSS};
    if (item > WEIR_ITEM_USER_SHORT && item <= WEIR_ITEM_USER_SHORT + WEIR_ITEM_USER_SHORT_IDS)
        return id_item(0, item - WEIR_ITEM_USER_SHORT);
    if (row == WEIR_ITEM_ROW_THREAD / EVENT_HARTS && hart)
        return id_item(hart, WEIR_ID_THREAD_SWITCH);
    if (row == WEIR_ITEM_ROW_ISR / EVENT_HARTS && hart)
        return isr_item(hart);
    if (item >= WEIR_ITEM_ARG && item < WEIR_ITEM_ARG + EVENT_HARTS * (EVENT_ARGS))
        return (event_item_t){.kind = EVENT_ITEM_ARG,
                              .hart = hart,
                              .class = WEIR_CLASS_NONE,
                              .arg = 1 + (item - WEIR_ITEM_ARG) / EVENT_HARTS};
    if (row == WEIR_ITEM_ROW_SCOPE / EVENT_HARTS)
        return (event_item_t){.kind = EVENT_ITEM_SCOPE, .hart = hart};
    const bool later = item >= WEIR_ITEM_DROPPED_MORE; // totals of reasons 0-7, and of 8-15
    const uint32_t dropped = later ? WEIR_ITEM_DROPPED_MORE : WEIR_ITEM_DROPPED;
    if (item >= dropped && item - dropped < EVENT_COUNTERS / 2) {
        unsigned reason = (item - dropped) / 64 + 8 * later;
        return (event_item_t){.kind = EVENT_ITEM_DROPPED,
                              .hart = hart,
                              .class = class_of_drop(reason),
                              .reason = reason,
                              .context = item / 16 % 4};
    }
    if (item >= WEIR_ITEM_CACHE_ENTRY &&
        item - WEIR_ITEM_CACHE_ENTRY < EVENT_HARTS * EVENT_CACHE_ENTRIES) {
        event_item_t what = id_item(hart, WEIR_ID_THREAD_SWITCH);
        what.kind = EVENT_ITEM_CACHE_ENTRY;
        what.cache_entry = (item - WEIR_ITEM_CACHE_ENTRY) / EVENT_HARTS;
        return what;
    }
    if (item > WEIR_ITEM_MAX || row <= WEIR_ITEM_ID_BIAS)
        return none;
    unsigned id = row - WEIR_ITEM_ID_BIAS;
    if (event_class_of(id) == WEIR_CLASS_NONE || id == WEIR_ID_THREAD_SWITCH ||
        (!hart && id <= WEIR_ITEM_USER_SHORT_IDS))
        return none;
    return id_item(hart, id);
}
