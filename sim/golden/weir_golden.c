/* SPDX-License-Identifier: Apache-2.0 */
/* Golden model of the trace unit: ports, snoop, registers and the stream, as docs/ says. */
#include "weir_golden.h"

#include <string.h>

/* ---- Part A: ports, snoop and registers ---- */

enum {
    ADDRESS_SPACE = 0x8000, /* own 16 KiB and those of one hart */
    PAGE_CONTROL = 0x0000,
    PAGE_DATA = 0x1000,
    PAGE_THREAD = 0x4000,
    PAGE_INTERRUPT = 0x5000,
    PORT_VALUE = 0x0,
    PORT_ID = 0x4,

    REG_MAGIC = 0x000,
    REG_VERSION = 0x004,
    REG_CONFIG = 0x008,
    REG_CTRL = 0x010,
    REG_STATUS = 0x014,
    REG_FAULT = 0x018,
    REG_IRQ_ENABLE = 0x01c,
    REG_IRQ_STATUS = 0x020,
    REG_WATERMARK = 0x024,
    REG_LEVEL = 0x028,
    REG_TAIL = 0x02c,
    REG_TIME_LO = 0x030,
    REG_TIME_HI = 0x034,
    REG_SWITCH_ID = 0x038,
    REG_OFFERED = 0x040,
    REG_REFUSED = 0x050,
    REG_CAUSE = 0x060,
    REG_SNOOP_CTRL = 0x100,
    REG_SNOOP_ADDR = 0x104,
    REG_SNOOP_RUNNING = 0x108,

    CTRL_ENABLE = 1,
    CTRL_CLEAR = 2,
    WHOLE_WORD = 0xf,
};

static const uint32_t all = 0xffffffff;

static uint32_t page_of(uint32_t addr) { return addr & (ADDRESS_SPACE - 1) & ~0xfffu; }
static uint32_t offset_of(uint32_t addr) { return addr & 0xffc; }
static bool is_port(uint32_t page) { return page == PAGE_THREAD || page == PAGE_INTERRUPT; }

static bool is_running(const struct weir_golden_access *a)
{
    return page_of(a->addr) == PAGE_CONTROL && offset_of(a->addr) == REG_SNOOP_RUNNING;
}

/* A store that takes effect in the order of events: to VALUE, to ID, or a whole one to RUNNING. */
static bool is_ordered(const struct weir_golden_access *a)
{
    if (is_running(a))
        return a->write && a->strobes == WHOLE_WORD;
    return a->write && is_port(page_of(a->addr)) && offset_of(a->addr) <= PORT_ID;
}

void weir_golden_reset(struct weir_golden *g, unsigned slots, unsigned queue_log2, unsigned fifo_log2)
{
    memset(g, 0, sizeof *g);
    g->slots = slots;
    g->queue_log2 = queue_log2;
    g->fifo_log2 = fifo_log2;
    g->switch_id = 0x8000;
    g->watermark = 0xffff;
}

bool weir_golden_must_wait(const struct weir_golden *g, const struct weir_golden_access *access)
{
    bool reads_value = !access->write && is_port(page_of(access->addr)) && offset_of(access->addr) == PORT_VALUE;
    return g->held.valid && (is_ordered(access) || reads_value || is_running(access));
}

bool weir_golden_is_clear(const struct weir_golden_access *a)
{
    return a->valid && a->write && a->strobes == WHOLE_WORD && page_of(a->addr) == PAGE_CONTROL &&
           offset_of(a->addr) == REG_CTRL && (a->data & CTRL_CLEAR);
}

void weir_golden_clear(struct weir_golden *g)
{
    memset(g->offered, 0, sizeof g->offered);
}

static unsigned class_of(const struct weir_golden *g, uint32_t id)
{
    if (id == g->switch_id || (id >= 0xc000 && id <= 0xffff))
        return WEIR_GOLDEN_SYS;
    if (id >= 0x0001 && id <= 0x3fff)
        return WEIR_GOLDEN_USER;
    if (id >= 0x4000 && id <= 0x7fff)
        return WEIR_GOLDEN_COM;
    return WEIR_GOLDEN_NONE;
}

/* The latch of the running thread (interrupt port: the latch), or NULL. */
static struct weir_golden_latch *own_latch(struct weir_golden *g, uint32_t page)
{
    if (page == PAGE_INTERRUPT)
        return &g->interrupt;
    for (unsigned i = 0; i < g->slots; i++)
        if (g->thread[i].owned && g->thread[i].thread == g->running)
            return &g->thread[i];
    return NULL;
}

static struct weir_golden_latch *latch_to_write(struct weir_golden *g, uint32_t page)
{
    struct weir_golden_latch *latch = own_latch(g, page);
    if (latch)
        return latch;
    for (unsigned i = 0; i < g->slots; i++)
        if (!g->thread[i].fresh)
            return &g->thread[i];
    latch = &g->thread[g->victim];
    g->victim = (g->victim + 1) % g->slots;
    return latch;
}

static void forget_latches(struct weir_golden *g)
{
    for (unsigned i = 0; i < g->slots; i++)
        g->thread[i].owned = g->thread[i].fresh = false;
    g->interrupt.fresh = false;
    g->victim = 0;
}

static void store_value(struct weir_golden *g, uint32_t page, uint32_t data, bool whole)
{
    if (whole) {
        struct weir_golden_latch *latch = latch_to_write(g, page);
        *latch = (struct weir_golden_latch){.owned = true, .fresh = true, .thread = g->running, .value = data};
    } else {
        struct weir_golden_latch *latch = own_latch(g, page);
        if (latch)
            latch->fresh = false;
    }
}

static void store_id(struct weir_golden *g, uint32_t page, uint32_t id, bool whole, struct weir_golden_event *event)
{
    struct weir_golden_latch *latch = own_latch(g, page);
    bool fresh = latch && latch->fresh;
    if (latch)
        latch->fresh = false;

    event->source = page == PAGE_INTERRUPT ? WEIR_GOLDEN_INTERRUPT : WEIR_GOLDEN_THREAD;
    event->id = id;
    event->class_ = (uint8_t)(whole ? class_of(g, id) : WEIR_GOLDEN_NONE);
    event->value = fresh ? latch->value : 0;
    if (event->class_ == WEIR_GOLDEN_NONE)
        event->cause = WEIR_GOLDEN_ID;
    else if (!fresh)
        event->cause = WEIR_GOLDEN_TORN;
    event->is_switch = event->class_ != WEIR_GOLDEN_NONE && id == g->switch_id;
    if (event->is_switch && !event->cause)
        g->running = event->value;
}

static void hardware_switch(struct weir_golden *g, uint32_t thread, struct weir_golden_event *event)
{
    event->source = WEIR_GOLDEN_SNOOP;
    event->class_ = WEIR_GOLDEN_SYS;
    event->value = thread;
    event->is_switch = true;
    g->running = thread;
}

/* An ordered store takes effect. True: it offers an event. */
static bool port_store(struct weir_golden *g, const struct weir_golden_access *a, struct weir_golden_event *event)
{
    bool whole = a->strobes == WHOLE_WORD;
    if (is_running(a)) {
        if (g->running == a->data)
            return false;
        if (g->enable) {
            hardware_switch(g, a->data, event);
            return true;
        }
        g->running = a->data;
        return false;
    }
    if (!g->enable)
        return false;
    if (offset_of(a->addr) == PORT_VALUE) {
        store_value(g, page_of(a->addr), a->data, whole);
        return false;
    }
    store_id(g, page_of(a->addr), a->data, whole, event);
    return true;
}

static bool snoop_store(struct weir_golden *g, const struct weir_golden_store *s, struct weir_golden_event *event)
{
    if (!s->valid || !g->enable || !g->snoop_enable || s->strobes != WHOLE_WORD)
        return false;
    if ((s->addr & ~3u) != g->snoop_addr || s->data == g->running)
        return false;
    hardware_switch(g, s->data, event);
    return true;
}

static bool is_register(uint32_t offset)
{
    switch (offset) {
    case REG_MAGIC: case REG_VERSION: case REG_CONFIG: case REG_CTRL: case REG_STATUS: case REG_FAULT:
    case REG_IRQ_ENABLE: case REG_IRQ_STATUS: case REG_WATERMARK: case REG_LEVEL: case REG_TAIL: case REG_TIME_LO:
    case REG_TIME_HI: case REG_SWITCH_ID: case REG_SNOOP_CTRL: case REG_SNOOP_ADDR: case REG_SNOOP_RUNNING:
        return true;
    default:
        return offset >= REG_OFFERED && offset < REG_CAUSE + 3 * 4;
    }
}

static struct weir_golden_answer read_register(const struct weir_golden *g, uint32_t offset)
{
    switch (offset) {
    case REG_MAGIC:
        return (struct weir_golden_answer){'W' | 'E' << 8 | 'I' << 16 | (uint32_t)'R' << 24, all};
    case REG_VERSION:
        return (struct weir_golden_answer){0x00010101, all};
    case REG_CONFIG:
        return (struct weir_golden_answer){1 | g->slots << 8 | g->queue_log2 << 13 | g->fifo_log2 << 18, all};
    case REG_CTRL:
        return (struct weir_golden_answer){g->enable, all};
    case REG_STATUS:
        return (struct weir_golden_answer){0, ~0xfu};
    case REG_FAULT:
        return (struct weir_golden_answer){g->fault_access, ~2u}; /* EMPTY depends on the FIFO */
    case REG_IRQ_ENABLE:
        return (struct weir_golden_answer){g->irq_enable, all};
    case REG_IRQ_STATUS:
        return (struct weir_golden_answer){0, ~3u};
    case REG_WATERMARK:
        return (struct weir_golden_answer){g->watermark, all};
    case REG_LEVEL:
        return (struct weir_golden_answer){0, 0xffff0000};
    case REG_TAIL:
        return (struct weir_golden_answer){0, 0xfc000000};
    case REG_SWITCH_ID:
        return (struct weir_golden_answer){g->switch_id, all};
    case REG_SNOOP_CTRL:
        return (struct weir_golden_answer){g->snoop_enable, all};
    case REG_SNOOP_ADDR:
        return (struct weir_golden_answer){g->snoop_addr, all};
    case REG_SNOOP_RUNNING:
        return (struct weir_golden_answer){g->running, all};
    default: /* TIME: the edge of the answer is the bench's to judge; counters: they may lag behind */
        return (struct weir_golden_answer){0, is_register(offset) ? 0 : all};
    }
}

static void write_register(struct weir_golden *g, uint32_t offset, uint32_t data, bool busy)
{
    switch (offset) {
    case REG_CTRL:
        if (data & CTRL_CLEAR) {
            if (g->enable || busy)
                g->fault_access = true;
            else
                weir_golden_clear(g);
        }
        g->enable = data & CTRL_ENABLE;
        if (!g->enable)
            forget_latches(g);
        break;
    case REG_FAULT:
        g->fault_access &= !(data & 1);
        break;
    case REG_IRQ_ENABLE:
        g->irq_enable = data & 3;
        break;
    case REG_WATERMARK:
        g->watermark = data & 0xffff;
        break;
    case REG_SWITCH_ID:
        if (data == 0x8000 || data == 0xc000)
            g->switch_id = data;
        else
            g->fault_access = true;
        break;
    case REG_SNOOP_CTRL:
        g->snoop_enable = data & 1;
        break;
    case REG_SNOOP_ADDR:
        g->snoop_addr = data & ~3u;
        break;
    default: /* read-only, or the unit's own: IRQ_STATUS */
        break;
    }
}

/* A register or an undefined offset, or the fault that a port access brings. */
static void control_access(struct weir_golden *g, const struct weir_golden_access *a, bool busy,
                           struct weir_golden_answer *answer)
{
    uint32_t page = page_of(a->addr), offset = offset_of(a->addr);
    bool whole = a->strobes == WHOLE_WORD;
    *answer = (struct weir_golden_answer){0, all};
    if (page == PAGE_DATA) {
        if (a->write)
            g->fault_access = true;
        else
            answer->known = 0;
    } else if (is_port(page)) {
        if (offset != PORT_VALUE && offset != PORT_ID)
            g->fault_access = true;
        else if (a->write && !whole && g->enable)
            g->fault_access = true;
        else if (!a->write && offset == PORT_VALUE) {
            const struct weir_golden_latch *latch = own_latch(g, page);
            answer->value = latch ? latch->value : 0;
        }
    } else if (page != PAGE_CONTROL || !is_register(offset) || (a->write && !whole)) {
        g->fault_access = true;
    } else if (a->write) {
        write_register(g, offset, a->data, busy);
    } else {
        *answer = read_register(g, offset);
    }
}

bool weir_golden_clock(struct weir_golden *g, const struct weir_golden_access *access,
                       const struct weir_golden_store *store, bool busy, struct weir_golden_answer *answer,
                       struct weir_golden_event *event)
{
    *event = (struct weir_golden_event){.time = ++g->time};

    struct weir_golden_access port = g->held; /* what wants to take effect at this edge */
    if (!port.valid && access->valid && is_ordered(access))
        port = *access;
    uint32_t running_before = g->running;
    bool offered = snoop_store(g, store, event);
    bool snooped = offered;
    uint32_t running_after = g->running;

    if (access->valid) { /* answers show the unit as it was before the edge */
        g->running = running_before;
        control_access(g, access, busy, answer);
        g->running = running_after;
    }
    if (snooped) {
        g->held = port;
    } else {
        g->held.valid = false;
        if (port.valid)
            offered = port_store(g, &port, event);
    }
    if (offered)
        g->offered[event->class_]++;
    return offered;
}

/* ---- Part B: the stream ---- */

static size_t put_pint(uint8_t *octets, uint64_t n)
{
    size_t size = 0;
    do {
        octets[size++] = (uint8_t)((n & 0x7f) | (n > 0x7f ? 0x80 : 0));
        n >>= 7;
    } while (n);
    return size;
}

/* The fewest little-endian octets whose top bit is clear. */
static size_t put_value(uint8_t *octets, uint64_t n)
{
    size_t size = 0;
    while (n) {
        octets[size++] = (uint8_t)n;
        n >>= 8;
    }
    if (size && (octets[size - 1] & 0x80))
        octets[size++] = 0;
    return size;
}

static size_t put_header(struct weir_golden_stream *stream, uint8_t *octets, uint32_t item, uint64_t time)
{
    uint64_t delta = time - stream->time;
    size_t size = put_pint(octets, (uint64_t)item << 3 | (delta ? 2 : 0));
    if (delta)
        size += put_pint(octets + size, delta);
    stream->time = time;
    return size;
}

static uint32_t item_of(const struct weir_golden_event *event)
{
    uint32_t hart = event->source / 4;
    if (event->is_switch)
        return hart ? 16 + hart : 1;
    if (hart == 0 && event->id >= 1 && event->id <= 11)
        return 4 + event->id;
    return 16 * (event->id + 15) + hart;
}

size_t weir_golden_encode_event(struct weir_golden_stream *stream, const struct weir_golden_event *event,
                                uint8_t octets[WEIR_GOLDEN_EVENT_MAX])
{
    uint8_t value[9];
    size_t value_size = put_value(value, event->value);
    size_t size = put_header(stream, octets, item_of(event), event->time);
    size += put_pint(octets + size, value_size << 4 | (event->is_switch ? 2 : 1));
    memcpy(octets + size, value, value_size);
    return size + value_size;
}

void weir_golden_loss_add(struct weir_golden_loss *loss, const struct weir_golden_event *event, unsigned cause)
{
    if (weir_golden_loss_empty(loss))
        loss->first = event->time;
    loss->last = event->time;
    loss->count[event->class_]++;
    loss->cause |= cause;
    loss->source |= (uint64_t)1 << event->source;
}

bool weir_golden_loss_empty(const struct weir_golden_loss *loss)
{
    return loss->cause == 0;
}

static size_t put_member(uint8_t *octets, unsigned member, uint64_t value)
{
    uint8_t number[9];
    size_t number_size = put_value(number, value);
    size_t size = put_pint(octets, member);
    octets[size++] = 3;
    size += put_pint(octets + size, number_size);
    memcpy(octets + size, number, number_size);
    return size + number_size;
}

size_t weir_golden_encode_loss(struct weir_golden_stream *stream, const struct weir_golden_loss *loss, uint64_t time,
                               uint8_t octets[WEIR_GOLDEN_LOSS_MAX])
{
    uint8_t members[WEIR_GOLDEN_LOSS_MAX];
    size_t members_size = 0;
    for (unsigned i = 0; i < WEIR_GOLDEN_CLASSES; i++)
        if (loss->count[i])
            members_size += put_member(members + members_size, i, loss->count[i]);
    members_size += put_member(members + members_size, 4, loss->cause);
    members_size += put_member(members + members_size, 5, loss->source);
    members_size += put_member(members + members_size, 6, loss->first);
    members_size += put_member(members + members_size, 7, loss->last);

    size_t size = put_header(stream, octets, 3, time);
    uint32_t size_field = (uint32_t)members_size << 4 | 1; /* always two octets */
    octets[size++] = (uint8_t)((size_field & 0x7f) | 0x80);
    octets[size++] = (uint8_t)(size_field >> 7);
    memcpy(octets + size, members, members_size);
    return size + members_size;
}
