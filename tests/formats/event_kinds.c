// SPDX-License-Identifier: Apache-2.0
// Prints the meaning of every itemId; tests compare it with their own map. Checks the thread table
// when it is too small.
#undef NDEBUG
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

int main(void)
{
    static const char *const kinds[] = {"none",        "id",  "loss", "dropped", "checkpoint",
                                        "cache_entry", "isr", "arg",  "scope"};

    check_small_table();
    check_classes();
    check_late_begin();
    check_rejected_argument();
    check_events_of_threads();
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
