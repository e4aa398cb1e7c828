// SPDX-License-Identifier: Apache-2.0
// Decodes entries given as lines "item time value" and prints every loss, the one that is open at
// the end, and all reported totals of counters. The argument `cut` declares the stream to be cut.
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "event.h"

static event_decoder_t d;

static int decode(uint32_t item, int64_t time, uint64_t value, event_t *event)
{
    uint8_t bytes[9] = {0};
    flux_entry_t entry = {.kind = FLUX_DATA, .raw_size = 4};
    uint32_t size = 0;

    for (; value >> 8 * size; size++)
        bytes[size] = (uint8_t)(value >> 8 * size);
    if (size && bytes[size - 1] >> 7)
        size++;
    entry.data = (flux_data_t){
        .item = item, .df = FLUX_DF_INTEGER, .size = size, .data = bytes, .position = time};
    if (event_item(item).kind == EVENT_ITEM_ID && event_item(item).id == WEIR_ID_THREAD_SWITCH)
        entry.data.df = FLUX_DF_EVENT;
    return event_decode(&d, &entry, event);
}

static void print_loss(const char *what, const event_t *loss)
{
    assert(loss->kind == EVENT_LOSS);
    printf("%s %" PRIu64, what, loss->time);
    for (unsigned class = 0; class < EVENT_CLASSES; class ++)
        printf(" %" PRIu64, loss->dropped[class]);
    printf(" %u %" PRIu64 " %" PRIu64 " %" PRIu64 " %u\n", loss->cause, loss->source, loss->first,
           loss->last, loss->unknown);
}

int main(int argc, char **argv)
{
    uint32_t item, total;
    uint64_t value, losses = 0;
    int64_t time;
    event_t event;

    event_decoder_init(&d, NULL, 0, true, false);
    if (argc > 1 && *argv[1] == 'c')
        event_cut(&d);
    while (scanf("%" SCNu32 " %" SCNd64 " %" SCNu64, &item, &time, &value) == 3) {
        int rc = decode(item, time, value, &event);
        assert(rc >= 0);
        if (rc && event.kind == EVENT_LOSS) {
            print_loss("loss", &event);
            losses++;
        }
    }
    event_finish(&d);
    assert(d.totals.losses == losses);
    if (event_open_loss(&d, &event))
        print_loss("open", &event);
    for (unsigned hart = 0; hart < EVENT_HARTS; hart++)
        for (unsigned context = 0; context < 4; context++)
            for (unsigned kind = 0; kind < WEIR_DROP_CODES; kind++)
                if (event_dropped_total(&d, kind, hart, context, &total))
                    printf("total %u %u %u %" PRIu32 "\n", hart, context, kind, total);
    printf("all");
    for (unsigned class = 0; class < EVENT_CLASSES; class ++)
        printf(" %" PRIu64, d.totals.dropped[class]);
    printf("\n");
    assert(!event_dropped_total(&d, WEIR_DROP_CODES, 0, 0, &total) &&
           !event_dropped_total(&d, 0, EVENT_HARTS, 0, &total));
    assert(!event_dropped_total(&d, 0, 0, 4, &total));
    return fflush(stdout) ? 1 : 0;
}
