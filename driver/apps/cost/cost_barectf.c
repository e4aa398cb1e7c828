/* SPDX-License-Identifier: Apache-2.0 */
/* Measures barectf's tracer for the same event. It has no lock of its own and gets none here; with
 * a lock it costs more. */
#include "barectf.h"
#include "cost.h"

static uint8_t packet[8192];
static struct barectf_events_ctx context;

static uint32_t clock_value(void *data)
{
    (void)data;
    return soc_cycles();
}

static int never_full(void *data)
{
    (void)data;
    return 0;
}

static void open_packet(void *data)
{
    (void)data;
    barectf_events_open_packet(&context);
}

static void close_packet(void *data)
{
    (void)data;
    barectf_events_close_packet(&context);
}

static uint32_t empty;

static void start(void)
{
    barectf_init(
        &context, packet, sizeof packet,
        (struct barectf_platform_callbacks){clock_value, never_full, open_packet, close_packet},
        NULL);
    open_packet(NULL);
    empty = context.parent.at;
}

static void enable(int on) { barectf_enable_tracing(&context, on); }

static uint32_t bytes(void) { return (context.parent.at - empty) / 8; }

COST_CASE(emit, barectf_trace_sample(&context, ID, value))

const struct cost_soft cost_barectf = {start, enable, emit, NULL, bytes};
