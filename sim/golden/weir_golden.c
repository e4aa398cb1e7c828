/* SPDX-License-Identifier: Apache-2.0 */
/* Golden model of the trace unit, from the documents alone: ports, snoop, registers, and which
 * events are offered (part A); the entries of the stream (part B). weir_golden_unit.c decides what
 * is dropped for lack of space. */
#include "weir_golden.h"

#include <string.h>

/* ---- Part A: ports, snoop and registers */

enum {
    BLOCK = 0x10000, /* the unit's own, then one for each hart */
    PAGE_CONTROL = 0x0000,
    PAGE_DATA = 0x1000,
    PAGE_COUNT = 0x2000,
    PAGE_COUNT_END = 0x4000,
    PAGE_SW_ENTRY = 0x4000,   /* BEGIN, WORD and END of each hart */
    SW_ENTRY_TORN = 3,        /* what END reads */
    PAGE_GUARANTEED = 0x8000, /* in a hart's block, the same pages again, for stores that wait */
    PAGE_WINDOWS = 0x4000,    /* in a hart's block, behind its thread, interrupt and user port */
    PORT_VALUE = 0x0,
    PORT_ID = 0x4,
    PORT_VALUE_LOW = 0x8, /* of several words, the same as VALUE */
    PORT_MORE = 0xc,      /* the second word, and those behind it */

    REG_MAGIC = 0x000,
    REG_VERSION = 0x004,
    REG_CONFIG = 0x008,
    REG_FEATURES = 0x00c,
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
    REG_TIME_STEP = 0x03c,
    REG_TIME_CTRL = 0x040,
    REG_PEEK_AT = 0x044,
    REG_PEEK_DATA = 0x048,
    REG_FIFO_POINTERS = 0x04c,
    REG_SNAPSHOT = 0x050,
    REG_SNAPSHOT_POINTERS = 0x054,
    REG_SNAPSHOT_TAIL = 0x058,
    REG_LOCK = 0x05c,
    REG_CHECKPOINT = 0x060,
    REG_AUTH = 0x064,
    REG_SW_DROPPED = 0x068,
    REG_PIN_RISE = 0x4a4,
    REG_PIN_FALL = 0x4a8,
    REG_PIN_BUS = 0x4ac,
    REG_FRAME_CTRL = 0x480,
    REG_FRAME_HZ = 0x484,
    REG_WAIT = 0x490,
    REG_WINDOW_IDS = 0x494,
    REG_SNOOP_CTRL = 0x100,
    REG_SNOOP_ADDR = 0x104,
    REG_SNOOP_RUNNING = 0x108,
    REG_SNOOP_MASK = 0x10c,
    REG_PORT_MASK = 0x400,
    REG_SELECT = 0x080,
    REG_SELECT_ID = 0x084,
    REG_RANGE_0 = 0x088,
    REG_RANGE_1 = 0x08c,
    REG_RATE_LIMIT_USER = 0x090,
    REG_RATE_LIMIT_COM = 0x094,
    REG_FILTERED = 0x098,
    REG_FREEZE_AFTER = 0x09c,
    REG_TRIGGER = 0x0a0,
    REG_TRIGGER_STATE = 0x0a4,
    REG_MATCH_0 = 0x0b0, /* id, value, mask */
    REG_MATCH_1 = 0x0c0,
    REG_RING_CTRL = 0x600,
    REG_RING_BASE = 0x604,
    REG_RING_SIZE = 0x608,
    REG_RING_STATUS = 0x60c,
    REG_RING_AT = 0x610,

    SNOOP_ENABLE = 1,
    SNOOP_ISR = 2,
    SNOOP_EVERY = 4,
    SNOOP_HINT = 8,
    SNOOP_CTRL_BITS = SNOOP_ENABLE | SNOOP_EVERY,
    SNOOP_RETIRE_BITS = 0xfff003a, /* units with RETIRE */
    SNOOP_STORES = 0,              /* kinds */
    SNOOP_GPR = 1,
    SNOOP_CSR = 2,
    CAUSES = 4,
    CAUSE_UNKNOWN = 4 * 4095,

    CTRL_ENABLE = 1,
    CTRL_CLEAR = 2,
    STATUS_FROZEN = 0x10,
    SELECT_BITS = 0x1707,
    SELECT_RESET = 0x7,
    SELECT_INVERT = 0x1000,
    RATE_LIMIT_BITS = 0x1fffff, /* and ENABLE */
    TRIGGER_BITS = 0x17777,
    TRIGGER_FALLING = 0x10000,
    PORT_MASK_BITS = 0x70707,
    PORT_MASK_RESET = 0x30707,
    WAIT_BITS = 0xffffff,
    WAIT_RESET = 0x1000,
    WINDOW_IDS_BITS = 0xffff,
    WINDOW_IDS_RESET = 0x0302,
    DENIED_MOST = 0x7fffffff,
    RING_SIZE_BITS = 0x1f1f,
    RING_SIZE_RESET = 12 << 8 | 16,
    RING_SECTION_MOST = 16,
    RING_FIFO = 4,
    RING_WIDE_LEAST = 4, /* bytes of the ring buffer of weir_wide, log2 */
    WHOLE_WORD = 0xf,
};

static const uint32_t all = 0xffffffff;
static const uint32_t rate_limit_enable = 0x80000000;

/* The pins are one source more. */
static unsigned sources(const struct weir_golden *g) { return g->has.harts + (g->has.pins > 0); }
static unsigned contexts(const struct weir_golden *g) { return g->has.protect ? 3 : 2; }
static bool several(const struct weir_golden *g) { return sources(g) > 1; }

static uint32_t page_of(uint32_t addr) { return addr & ~0xfffu; }
static uint32_t offset_of(uint32_t addr) { return addr & 0xffc; }

/* The port, as a source, whose page, or whose window, this is; `none` if the unit has no such page.
 */
enum { none = WEIR_GOLDEN_SOURCES };

static unsigned port_of(const struct weir_golden *g, uint32_t page)
{
    if (!g->has.tiny && page >= BLOCK)
        page &= ~(uint32_t)PAGE_GUARANTEED;
    unsigned block = page / BLOCK, port = page % BLOCK / 0x1000;
    return block >= 1 && block <= g->has.harts && port < contexts(g) ? 4 * (block - 1) + port
                                                                     : none;
}

static unsigned window_of(const struct weir_golden *g, uint32_t page)
{
    if (!g->has.tiny && page >= BLOCK)
        page &= ~(uint32_t)PAGE_GUARANTEED;
    return !g->has.tiny && page % BLOCK >= PAGE_WINDOWS ? port_of(g, page - PAGE_WINDOWS) : none;
}

uint32_t weir_golden_window_id(const struct weir_golden *g, uint32_t addr)
{
    uint32_t at = offset_of(addr) / 4; /* two quarters are the ids up to 511 */
    return at < 512   ? at
           : at < 768 ? (g->window_ids & 0xff) * 256 + (at - 512)
                      : (g->window_ids >> 8) * 256 + (at - 768);
}

/* A register that each hart has, and which hart's it is; else the offset itself, and hart 0. */
static uint32_t register_of(const struct weir_golden *g, uint32_t offset, unsigned *hart)
{
    *hart = 0;
    if (!g->has.tiny && offset >= REG_SNOOP_CTRL && offset < REG_SNOOP_CTRL + 0x20 * g->has.harts) {
        *hart = (offset - REG_SNOOP_CTRL) / 0x20;
        return offset - 0x20 * *hart;
    }
    if (g->has.protect && offset >= REG_PORT_MASK && offset < REG_PORT_MASK + 4 * g->has.harts) {
        *hart = (offset - REG_PORT_MASK) / 4;
        return REG_PORT_MASK;
    }
    return offset;
}

static bool is_running(const struct weir_golden *g, const struct weir_golden_access *a,
                       unsigned *hart)
{
    return register_of(g, offset_of(a->addr), hart) == REG_SNOOP_RUNNING && !g->has.tiny &&
           page_of(a->addr) == PAGE_CONTROL;
}

void weir_golden_reset(struct weir_golden *g, const struct weir_golden_parameters *has)
{
    memset(g, 0, sizeof *g);
    g->has = *has;
    g->switch_id = 0x8000;
    g->time_step = g->step_before = 1 << 24;
    for (unsigned h = 0; h < WEIR_GOLDEN_HARTS; h++)
        g->hart[h].port_mask = PORT_MASK_RESET, g->hart[h].snoop_mask = all;
    g->last_grant = sources(g);
    g->filter.select = SELECT_RESET;
    g->filter.pin[0] = g->filter.pin[1] = true;
    g->watermark = 0xffff;
    g->ring_size = RING_SIZE_RESET;
    g->wait = WAIT_RESET;
    g->window_ids = WINDOW_IDS_RESET;
    g->clearing = g->empty = true;
}

/* Words that a value register has. */
static unsigned words(const struct weir_golden *g)
{
    return g->has.value_w == 64 ? 2 : g->has.args;
}

/* A word of a value, and which. */
static bool is_value(const struct weir_golden *g, uint32_t offset, unsigned *word)
{
    bool first = offset == PORT_VALUE || (words(g) > 1 && offset == PORT_VALUE_LOW);
    *word = first ? 0 : (offset - PORT_VALUE_LOW) / 4;
    return first || (offset >= PORT_MORE && *word < words(g));
}

/* BEGIN, WORD or END of an entry by software, and whose. */
static bool is_sw_entry(const struct weir_golden *g, uint32_t addr, unsigned *hart)
{
    *hart = offset_of(addr) / 16;
    return g->has.checkpoint && page_of(addr) == PAGE_SW_ENTRY && *hart < g->has.harts &&
           offset_of(addr) % 16 < 12;
}

bool weir_golden_closed(const struct weir_golden *g) { return g->has.protect && !g->auth[1]; }

/* Whether what a read of this address shows was traced. */
static bool is_secret(const struct weir_golden *g, const struct weir_golden_access *a)
{
    uint32_t offset = offset_of(a->addr);
    unsigned hart;
    if (page_of(a->addr) == PAGE_DATA)
        return true;
    return page_of(a->addr) == PAGE_CONTROL &&
           (offset == REG_TAIL ||
            (g->has.peek && (offset == REG_PEEK_DATA || offset == REG_SNAPSHOT_TAIL)) ||
            is_running(g, a, &hart));
}

/* Of a port: a store that makes an event, or one to RUNNING. */
static bool is_offer(const struct weir_golden *g, const struct weir_golden_access *a)
{
    uint32_t page = page_of(a->addr);
    unsigned hart;
    return a->write && (window_of(g, page) != none || is_running(g, a, &hart) ||
                        (port_of(g, page) != none && offset_of(a->addr) == PORT_ID));
}

bool weir_golden_turn_waits(const struct weir_golden *g, const struct weir_golden_access *a)
{
    return several(g) && g->shared && is_offer(g, a);
}

bool weir_golden_must_wait(const struct weir_golden *g, const struct weir_golden_access *a)
{
    if (!several(g) && !g->settling && !g->hart[0].search[1])
        return g->filter.stored;
    uint32_t page = page_of(a->addr), offset = offset_of(a->addr);
    unsigned port = port_of(g, page), window = window_of(g, page), hart, word;
    unsigned page_port = port != none ? port : window;
    bool of_hart = page_port != none, running = is_running(g, a, &hart);
    if (of_hart)
        hart = page_port / 4;
    unsigned sw_entry_hart;
    bool sw_entry = is_sw_entry(g, a->addr, &sw_entry_hart);
    if (sw_entry)
        hart = sw_entry_hart;
    bool depends = sw_entry   ? a->write || offset % 16 == 8
                   : a->write ? of_hart || running
                              : (port != none && is_value(g, offset, &word)) || running;
    bool settling = g->settling || (several(g) && depends && g->hart[hart].settling) ||
                    (port != none && port % 4 != WEIR_GOLDEN_INTERRUPT && depends &&
                     g->hart[hart].search[1]);
    return g->filter.stored || (settling && (a->write || depends)) ||
           (several(g) && g->waiting.valid && is_offer(g, a));
}

bool weir_golden_is_clear(const struct weir_golden_access *a)
{
    return a->valid && a->write && a->strobes == WHOLE_WORD && page_of(a->addr) == PAGE_CONTROL &&
           offset_of(a->addr) == REG_CTRL && (a->data & CTRL_CLEAR);
}

void weir_golden_clear(struct weir_golden *g, uint64_t cycles)
{
    memset(g->offered, 0, sizeof g->offered);
    g->filter.now.filtered = g->filter.soon.filtered = g->filter.shown.filtered = 0;
    g->time = cycles * g->time_step >> 24;
    g->fraction = cycles * g->time_step & 0xffffff;
    g->mtime_active = g->mtime;
    if (g->mtime)
        g->time = g->external;
    g->clearing = cycles == 0;
    g->sw_entry.open = false;
    g->framing = g->frame_enable;
    g->ring_ctrl = 0;
    g->empty = true;
    g->live = true;
}

const char *weir_golden_reason(unsigned kind)
{
    static const char *const names[WEIR_GOLDEN_KINDS] = {
        "USER",
        "COM",
        "SYS",
        [WEIR_GOLDEN_TORN] = "TORN",
        [WEIR_GOLDEN_ID] = "ID",
        [WEIR_GOLDEN_MASK] = "MASK",
        [WEIR_GOLDEN_RATE_LIMIT] = "RATE_LIMIT",
        [WEIR_GOLDEN_OVERRUN] = "OVERRUN",
    };
    return names[kind];
}

bool weir_golden_counter(const struct weir_golden *g, uint32_t addr, unsigned *source,
                         unsigned *counter)
{
    uint32_t offset = (addr - PAGE_COUNT) & ~3u; /* 128 bytes a source: 16 reasons, 8 classes */
    *source = offset / 128 % WEIR_GOLDEN_SOURCES;
    *counter = offset % 128 / 4;
    unsigned context = *source % 4;
    bool of_pins = g->has.pins && *source / 4 == g->has.harts;
    bool has_source = of_pins ? context == WEIR_GOLDEN_INTERRUPT
                              : *source / 4 < g->has.harts &&
                                    (context == WEIR_GOLDEN_SNOOP ? !g->has.tiny
                                                                  : context < contexts(g));
    bool overruns = g->has.harts > 1 || g->has.retire || g->has.pins;
    bool has_counter = (*counter < WEIR_GOLDEN_KINDS && weir_golden_reason(*counter) &&
                        (*counter < WEIR_GOLDEN_RATE_LIMIT || !g->has.tiny) &&
                        (*counter != WEIR_GOLDEN_RATE_LIMIT || g->has.filter) &&
                        (*counter != WEIR_GOLDEN_OVERRUN || overruns)) ||
                       (!g->has.tiny && *counter >= WEIR_GOLDEN_DELIVERED &&
                        *counter <= WEIR_GOLDEN_DELIVERED + WEIR_GOLDEN_SYS);
    return addr >= PAGE_COUNT && addr < PAGE_COUNT_END && has_source && has_counter;
}

static unsigned class_of(uint32_t switch_id, uint32_t id)
{
    if (id == switch_id || (id >= 0xc000 && id <= 0xffff))
        return WEIR_GOLDEN_SYS;
    if (id >= 0x0001 && id <= 0x3fff)
        return WEIR_GOLDEN_USER;
    if (id >= 0x4000 && id <= 0x7fff)
        return WEIR_GOLDEN_COM;
    return WEIR_GOLDEN_NONE;
}

/* The hart of a source. */
static struct weir_golden_hart *hart_of(struct weir_golden *g, unsigned source)
{
    return &g->hart[source / 4];
}

/* Whether the value registers of a port are those of the bank. */
static bool banked(const struct weir_golden *g, unsigned port)
{
    return g->has.value_regs && port != WEIR_GOLDEN_INTERRUPT;
}

/* The value register that belongs to the owner that would store at this port now, or NULL. */
static struct weir_golden_value_reg *own_value_reg(struct weir_golden *g, unsigned source)
{
    struct weir_golden_hart *hart = hart_of(g, source);
    unsigned port = source % 4;
    if (!banked(g, port))
        return &hart->value_reg[port];
    for (unsigned i = 0; i < g->has.value_regs; i++)
        if (hart->bank[i].owned && hart->bank[i].port == port &&
            hart->bank[i].thread == hart->running)
            return &hart->bank[i];
    return NULL;
}

static struct weir_golden_value_reg *value_reg_to_write(struct weir_golden *g, unsigned source)
{
    struct weir_golden_hart *hart = hart_of(g, source);
    struct weir_golden_value_reg *value_reg = own_value_reg(g, source);
    if (value_reg)
        return value_reg;
    for (unsigned i = 0; i < g->has.value_regs; i++)
        if (!hart->bank[i].fresh)
            return &hart->bank[i];
    value_reg = &hart->bank[hart->victim];
    hart->victim = (hart->victim + 1) % g->has.value_regs;
    return value_reg;
}

static void forget_values(struct weir_golden *g)
{
    for (struct weir_golden_hart *hart = g->hart; hart < g->hart + WEIR_GOLDEN_HARTS; hart++) {
        for (unsigned i = 0; i < WEIR_GOLDEN_VALUE_REGS_MAX; i++)
            hart->bank[i].owned = hart->bank[i].fresh = false;
        for (unsigned i = 0; i < WEIR_GOLDEN_PORTS; i++)
            hart->value_reg[i].fresh = false;
        hart->victim = 0;
        hart->search[0] = hart->search[1] = 0;
    }
}

static void store_value(struct weir_golden *g, unsigned source, uint32_t data, bool whole)
{
    if (whole) {
        uint32_t thread = hart_of(g, source)->running;
        *value_reg_to_write(g, source) = (struct weir_golden_value_reg){
            true, true, (uint8_t)(source % 4), thread, data, {0}, 0};
    } else {
        struct weir_golden_value_reg *value_reg = own_value_reg(g, source);
        if (value_reg)
            value_reg->fresh = false;
    }
}

/* A extra argument of a value, behind the first: the high half of one of 64 bits, or one more of an
 * event. */
static void store_more(struct weir_golden *g, unsigned source, unsigned word, uint32_t data,
                       bool whole)
{
    struct weir_golden_value_reg *value_reg = own_value_reg(g, source);
    if (value_reg && value_reg->fresh && whole) {
        value_reg->more[word - 1] = data;
        if (word > value_reg->extra)
            value_reg->extra = (uint8_t)word;
    } else if (value_reg) {
        value_reg->fresh = false;
    }
}

/* Why an event of a port is dropped, whatever the free space: its id is bad, the port may not emit
 * its class, or it has no value; or 0. */
static unsigned drop_of(struct weir_golden *g, unsigned source, uint32_t id, bool whole,
                        bool has_value)
{
    unsigned class_ = whole ? class_of(g->switch_id, id) : WEIR_GOLDEN_NONE;
    bool masked = g->has.protect &&
                  !(hart_of(g, source)->port_mask >> (8 * (source % 4) + class_) & 1);
    return class_ == WEIR_GOLDEN_NONE ? WEIR_GOLDEN_ID
           : masked                   ? WEIR_GOLDEN_MASK
           : has_value                ? 0
                                      : WEIR_GOLDEN_TORN;
}

/* An event of a port. */
static void offer(struct weir_golden *g, unsigned source, uint32_t id, bool whole,
                  const struct weir_golden_value_reg *value_reg)
{
    struct weir_golden_event *event = &g->waiting.event;
    unsigned class_ = whole ? class_of(g->switch_id, id) : WEIR_GOLDEN_NONE;
    g->waiting = (struct weir_golden_waiting){.valid = true};
    event->source = (uint8_t)source;
    event->id = id;
    event->kind = (uint8_t)drop_of(g, source, id, whole, value_reg);
    event->class_ = (uint8_t)(event->kind ? WEIR_GOLDEN_NONE : class_);
    event->is_switch = class_ != WEIR_GOLDEN_NONE && id == g->switch_id;
    if (!value_reg)
        return;
    event->value = value_reg->value;
    if (event->is_switch)
        return; /* threads have one word */
    if (g->has.value_w == 64)
        event->value |= (uint64_t)value_reg->more[0] << 32;
    else
        memcpy(event->more, value_reg->more, sizeof event->more), event->extra = value_reg->extra;
}

static void store_id(struct weir_golden *g, unsigned source, uint32_t id, bool whole)
{
    struct weir_golden_value_reg *value_reg = own_value_reg(g, source);
    bool fresh = value_reg && value_reg->fresh;
    if (value_reg)
        value_reg->fresh = false;
    offer(g, source, id, whole, fresh ? value_reg : NULL);
}

/* A store that offers an event at a guaranteed port or window. */
static bool is_guaranteed(const struct weir_golden *g, const struct weir_golden_access *a)
{
    uint32_t page = page_of(a->addr);
    if (!a->write || page < BLOCK || !(page & PAGE_GUARANTEED))
        return false;
    return (port_of(g, page) != none && offset_of(a->addr) == PORT_ID) ||
           (window_of(g, page) != none && a->strobes == WHOLE_WORD);
}

bool weir_golden_may_reserve(struct weir_golden *g, const struct weir_golden_access *a)
{
    if (!is_guaranteed(g, a) || !g->enable || g->filter.shown.state == WEIR_GOLDEN_FROZEN)
        return false;
    uint32_t page = page_of(a->addr);
    unsigned port = port_of(g, page);
    bool window = port == none;
    unsigned drop = drop_of(g, window ? window_of(g, page) : port,
                            window ? weir_golden_window_id(g, a->addr) : a->data,
                            window || a->strobes == WHOLE_WORD, true); /* torn is not asked */
    return !drop;
}

bool weir_golden_may_wait(struct weir_golden *g, const struct weir_golden_access *a)
{
    unsigned ring = g->ring_ctrl & 1 ? g->ring_ctrl : 0; /* ENABLE, STOP 2, FIFO 4 */
    bool drains = !weir_golden_closed(g) && (!ring || (ring & 4) ? g->framing : !(ring & 2));
    return weir_golden_may_reserve(g, a) && (g->wait ? g->waited < g->wait : drains);
}

void weir_golden_held(struct weir_golden *g, const struct weir_golden_access *a)
{
    if (is_guaranteed(g, a) && g->waited < WAIT_BITS)
        g->waited++;
}

/* The running thread of a hart is another now, or the same again. */
static void switch_to(struct weir_golden *g, struct weir_golden_hart *hart, uint32_t thread)
{
    hart->running = thread;
    hart->search[0] = 0;
    for (unsigned i = 0; i < g->has.value_regs; i++)
        hart->search[0] += hart->bank[i].owned;
    g->sw_entry.open &= hart != &g->hart[g->sw_entry.hart];
    if (g->has.value_regs == 0)
        hart->value_reg[WEIR_GOLDEN_THREAD].fresh = hart->value_reg[WEIR_GOLDEN_USER_PORT].fresh =
            false;
}

/* A thread runs on a hart, as the hardware sees it. True: another one, or `every` one is an event.
 */
static bool hardware_switch(struct weir_golden *g, unsigned hart, uint32_t thread, bool every,
                            struct weir_golden_event *event)
{
    if (g->hart[hart].running == thread && !every)
        return false;
    event->source = (uint8_t)(4 * hart + WEIR_GOLDEN_SNOOP);
    event->class_ = WEIR_GOLDEN_SYS;
    event->value = thread;
    event->is_switch = true;
    switch_to(g, &g->hart[hart], thread);
    return true;
}

/* What waits leaves the arbiter. True: as an event. */
static bool leave(struct weir_golden *g, struct weir_golden_event *event)
{
    uint64_t time = event->time;
    unsigned source = g->waiting.event.source;
    g->waiting.valid = false;
    if (g->waiting.is_running) {
        if (g->waiting.enabled)
            return hardware_switch(g, source / 4, (uint32_t)g->waiting.event.value, false, event);
        if (hart_of(g, source)->running != (uint32_t)g->waiting.event.value)
            switch_to(g, hart_of(g, source), (uint32_t)g->waiting.event.value);
        return false;
    }
    *event = g->waiting.event;
    event->time = time;
    if (event->is_switch && !event->kind)
        switch_to(g, hart_of(g, source), (uint32_t)event->value);
    return true;
}

/* Items that wait for their grants: of each record one, two or three. */
static unsigned waiting_items(const struct weir_golden_hart *hart)
{
    unsigned items = 0;
    for (unsigned i = 0; i < hart->records; i++)
        items += hart->record[i].enters + hart->record[i].returns + hart->record[i].has_word;
    return items;
}

/* A trap is entered, one is left: of both in one cycle the same. The causes of the innermost four
 * are known. */
static void see_traps(struct weir_golden_hart *hart, const struct weir_golden_retire *r,
                      struct weir_golden_record *record)
{
    uint32_t cause = 4u * r->code + 2u * r->interrupt;
    record->enters = r->trap;
    record->returns = r->returns;
    if (r->trap)
        record->cause = cause;
    else if (r->returns)
        record->cause = hart->traps ? hart->cause[--hart->traps] : CAUSE_UNKNOWN;
    if (r->trap && !r->returns) {
        if (hart->traps == CAUSES)
            memmove(hart->cause, hart->cause + 1, --hart->traps * sizeof hart->cause[0]);
        hart->cause[hart->traps++] = cause;
    }
}

/* The word that the hart has written, if it is what the snoop looks for; or NULL. */
static const uint32_t *snooped_word(const struct weir_golden_hart *hart,
                                    const struct weir_golden_store *s)
{
    const struct weir_golden_retire *r = &s->retire;
    uint32_t index = hart->snoop_ctrl >> 16;
    switch (hart->snoop_ctrl >> 4 & 3) {
    case SNOOP_STORES:
        return s->valid && s->strobes == WHOLE_WORD && (s->addr & ~3u) == hart->snoop_addr
                   ? &s->data
                   : NULL;
    case SNOOP_GPR: return r->rd && r->rd == index ? &r->rd_data : NULL;
    case SNOOP_CSR: return r->csr_valid && r->csr == index ? &r->csr_data : NULL;
    default: return NULL;
    }
}

/* What a cycle brought is queued. If four records were before the last grant, its traps and its
 * HINT are dropped, and its word replaces that of the newest, or its HINT. */
static void append(struct weir_golden_hart *hart, const struct weir_golden_record *brings)
{
    if (!hart->full) {
        hart->record[hart->records++] = *brings;
        return;
    }
    struct weir_golden_record *newest = &hart->record[hart->records - 1];
    bool word = brings->has_word && !brings->is_hint;
    hart->over += brings->enters + brings->returns + brings->is_hint + (word && newest->has_word);
    if (word) {
        newest->has_word = true;
        newest->is_hint = false;
        newest->word = brings->word;
        newest->every = brings->every;
    }
}

/* What the snoops see at this cycle. */
static void take_stores(struct weir_golden *g, const struct weir_golden_store *stores)
{
    for (unsigned h = 0; !g->has.tiny && h < g->has.harts; h++) {
        struct weir_golden_hart *hart = &g->hart[h];
        struct weir_golden_record brings = {0};
        bool on = g->enable && !g->clearing;
        const struct weir_golden_retire *retire = &stores[h].retire;
        bool isr = on && (hart->snoop_ctrl & SNOOP_ISR);
        bool hints = on && (hart->snoop_ctrl & SNOOP_HINT);
        if (isr || hints)
            see_traps(hart, retire, &brings);
        else
            hart->traps = 0;
        brings.enters &= isr;
        brings.returns &= isr;
        const uint32_t *word = on && (hart->snoop_ctrl & SNOOP_ENABLE)
                                   ? snooped_word(hart, &stores[h])
                                   : NULL;
        if (word) {
            brings.has_word = true;
            brings.every = hart->snoop_ctrl & SNOOP_EVERY;
            brings.word = *word;
            hart->over += hints && retire->hint; /* there is no place for both */
        } else if (hints && retire->hint) {
            brings.has_word = brings.is_hint = true;
            brings.word = retire->csr_data;
            brings.immediate = retire->csr;
            brings.sltiu = retire->sltiu;
            brings.user = retire->user;
            brings.in_trap = hart->traps > 0;
        }
        if (brings.enters || brings.returns || brings.has_word)
            append(hart, &brings);
        hart->full = hart->records == 4;
    }
}

/* A HINT is what a store to the event window of its port would be. A register stored to in
 * this cycle counts. */
static bool offer_hint(struct weir_golden *g, unsigned number,
                       const struct weir_golden_record *record, struct weir_golden_event *event)
{
    struct weir_golden_hart *hart = &g->hart[number];
    uint32_t ids = record->immediate < 2048 ? g->window_ids & 0xff
                                            : g->window_ids >> 8;
    uint32_t id = record->sltiu ? ids / 8 * 2048 + record->immediate % 2048 : record->immediate;
    unsigned port = record->user      ? WEIR_GOLDEN_USER_PORT
                    : record->in_trap ? WEIR_GOLDEN_INTERRUPT
                                      : WEIR_GOLDEN_THREAD;
    uint32_t may = g->has.protect ? hart->port_mask >> (8 * port) : record->user ? 3 : 7;
    unsigned class_ = class_of(g->switch_id, id);
    if (port == WEIR_GOLDEN_USER_PORT && !g->has.protect)
        port = WEIR_GOLDEN_THREAD;
    event->source = (uint8_t)(4 * number + port);
    event->id = id;
    event->value = record->word;
    event->kind = class_ == WEIR_GOLDEN_NONE ? WEIR_GOLDEN_ID
                  : may >> class_ & 1        ? 0
                                             : WEIR_GOLDEN_MASK;
    event->class_ = (uint8_t)(event->kind ? WEIR_GOLDEN_NONE : class_);
    event->is_switch = id == g->switch_id;
    event->is_hint = true;
    if (event->is_switch && !event->kind)
        switch_to(g, hart, record->word);
    return true;
}

/* The oldest that the snoop of a hart saw and that waits leaves the arbiter. True: as an event. */
static bool leave_snoop(struct weir_golden *g, unsigned number, struct weir_golden_event *event)
{
    struct weir_golden_hart *hart = &g->hart[number];
    struct weir_golden_record *oldest = &hart->record[0], record = *oldest;
    if (g->waiting.event.source / 4 == number && g->waiting.ahead)
        g->waiting.ahead--;
    if (record.enters)
        oldest->enters = false;
    else if (record.returns)
        oldest->returns = false;
    else
        oldest->has_word = false;
    if (!oldest->enters && !oldest->returns && !oldest->has_word)
        memmove(oldest, oldest + 1, --hart->records * sizeof *oldest);
    if (!record.enters && !record.returns && record.is_hint)
        return offer_hint(g, number, &record, event);
    if (!record.enters && !record.returns)
        return hardware_switch(g, number, record.word & hart->snoop_mask, record.every,
                               event);
    event->source = (uint8_t)(4 * number + WEIR_GOLDEN_SNOOP);
    event->class_ = WEIR_GOLDEN_SYS;
    event->id = WEIR_GOLDEN_ISR;
    event->value = record.cause + record.enters;
    return true;
}

/* One was passed over, and that is reported. */
static bool report_overrun(struct weir_golden *g, struct weir_golden_event *event)
{
    for (unsigned h = 0; h < g->has.harts; h++)
        if (g->hart[h].over) {
            g->hart[h].over--;
            event->source = (uint8_t)(4 * h + WEIR_GOLDEN_SNOOP);
            event->class_ = WEIR_GOLDEN_NONE;
            event->kind = WEIR_GOLDEN_OVERRUN;
            return true;
        }
    if (!g->pins.over)
        return false;
    g->pins.over--;
    event->source = (uint8_t)(4 * g->has.harts + WEIR_GOLDEN_INTERRUPT);
    event->class_ = WEIR_GOLDEN_NONE;
    event->kind = WEIR_GOLDEN_OVERRUN;
    return true;
}

/* What the pins show at this edge: edges between the last two of the samples that came through the
 * synchronisers, which take two edges; and the bus, if both samples of it are alike and it was not
 * reported like this. */
static void see_pins(struct weir_golden *g)
{
    struct weir_golden_pins *p = &g->pins;
    if (!g->has.pins)
        return;
    if (!g->enable || g->clearing) {
        p->samples = 0;
        p->reported = false;
        return;
    }
    uint32_t now = p->sample[1], was = p->sample[2], bus = now & p->bus;
    struct weir_golden_pins_sample s = {.level = now, .bus = bus};
    if (p->samples >= 3) {
        s.todo = (now & ~was & p->rise) | (~now & was & p->fall);
        if (p->bus && ((now ^ was) & p->bus) == 0 && !(p->reported && p->reported_bus == bus)) {
            s.todo |= (uint64_t)1 << WEIR_GOLDEN_PIN_BUS;
            p->reported = true;
            p->reported_bus = bus;
        }
    }
    p->reported &= p->bus != 0;
    if (s.todo && p->count < 4)
        p->waits[p->count++] = s;
    else
        for (; s.todo; s.todo &= s.todo - 1)
            p->over++;
    p->sample[2] = p->sample[1];
    p->sample[1] = p->sample[0];
    p->sample[0] = g->pins_level;
    p->samples += p->samples < 3;
}

/* The next event of the oldest sample leaves the arbiter: the lowest pin, the bus last. */
static bool leave_pins(struct weir_golden *g, struct weir_golden_event *event)
{
    struct weir_golden_pins *p = &g->pins;
    unsigned number = 0;
    while (!(p->waits[0].todo >> number & 1))
        number++;
    event->source = (uint8_t)(4 * g->has.harts + WEIR_GOLDEN_INTERRUPT);
    event->class_ = WEIR_GOLDEN_COM;
    event->id = WEIR_GOLDEN_PIN + number;
    event->value = number == WEIR_GOLDEN_PIN_BUS ? p->waits[0].bus
                                                 : p->waits[0].level >> number & 1;
    p->waits[0].todo &= ~((uint64_t)1 << number);
    if (!p->waits[0].todo)
        memmove(p->waits, p->waits + 1, --p->count * sizeof p->waits[0]);
    return true;
}

/* What waits is granted: the snoops, the register port and the pins, those of one hart in the
 * order in which they came; at one cycle the snoop first. True: something leaves as an event. */
static bool arbitrate(struct weir_golden *g, struct weir_golden_event *event)
{
    unsigned harts = g->has.harts, requesters = sources(g) + 1, left = requesters;
    bool port = g->waiting.valid && !g->waiting.ahead, others = g->pins.count;
    for (unsigned h = 0; h < harts; h++)
        others |= g->hart[h].records > 0;
    g->shared = g->waiting.valid && others;
    for (unsigned i = 1; i <= requesters && left == requesters; i++) {
        unsigned next = g->last_grant + i;
        next -= next < requesters ? 0 : requesters;
        bool first = port && g->waiting.event.source / 4 == next; /* its snoop waits */
        if (next < harts ? g->hart[next].records && !first : next == harts ? port : g->pins.count)
            left = next;
    }
    bool offered = left < harts        ? leave_snoop(g, left, event)
                   : left == harts     ? leave(g, event)
                   : left < requesters ? leave_pins(g, event)
                                       : report_overrun(g, event);
    g->granted = left < requesters || offered;
    if (left < requesters)
        g->last_grant = left;
    return offered;
}

bool weir_golden_arbitrating(const struct weir_golden *g)
{
    bool some = g->waiting.valid || g->pins.count || g->pins.over;
    for (unsigned h = 0; h < g->has.harts; h++)
        some |= g->hart[h].records || g->hart[h].over;
    return some;
}

/* ---- filter */

/* The register of filter at this offset that software can write, or NULL; `bits` are those it has.
 */
static uint32_t *filter_register(struct weir_golden_filter *f, uint32_t offset, uint32_t *bits)
{
    *bits = all;
    switch (offset) {
    case REG_SELECT: *bits = SELECT_BITS; return &f->select;
    case REG_SELECT_ID: return &f->select_id;
    case REG_RANGE_0: return &f->range[0];
    case REG_RANGE_1: return &f->range[1];
    case REG_RATE_LIMIT_USER: *bits = RATE_LIMIT_BITS | rate_limit_enable; return &f->rate_limit[0];
    case REG_RATE_LIMIT_COM: *bits = RATE_LIMIT_BITS | rate_limit_enable; return &f->rate_limit[1];
    case REG_FREEZE_AFTER: *bits = 0xffff; return &f->freeze_after;
    case REG_TRIGGER: *bits = TRIGGER_BITS; return &f->trigger;
    case REG_MATCH_0: return &f->match[0].id;
    case REG_MATCH_0 + 4: return &f->match[0].value;
    case REG_MATCH_0 + 8: return &f->match[0].mask;
    case REG_MATCH_1: return &f->match[1].id;
    case REG_MATCH_1 + 4: return &f->match[1].value;
    case REG_MATCH_1 + 8: return &f->match[1].mask;
    default: return NULL;
    }
}

static void set_trigger(struct weir_golden_filter *f, uint32_t state)
{
    f->now.state = state == WEIR_GOLDEN_FREEZING && f->freeze_after == 0 ? WEIR_GOLDEN_FROZEN
                                                                         : state;
    f->now.left = f->now.state == WEIR_GOLDEN_FREEZING ? f->freeze_after : 0;
}

static void write_filter(struct weir_golden *g, uint32_t offset, uint32_t data)
{
    struct weir_golden_filter *f = &g->filter;
    uint32_t bits, *reg = filter_register(f, offset, &bits);
    if (reg)
        *reg = data & bits;
    if (offset == REG_RATE_LIMIT_USER || offset == REG_RATE_LIMIT_COM)
        f->window[offset == REG_RATE_LIMIT_COM].end = 0;
    if (offset == REG_TRIGGER_STATE)
        set_trigger(f, data & 3);
    f->stored |= reg || offset == REG_TRIGGER_STATE || offset == REG_FILTERED;
}

static uint32_t read_filter(struct weir_golden *g, uint32_t offset)
{
    uint32_t bits, *reg = filter_register(&g->filter, offset, &bits);
    return reg                           ? *reg
           : offset == REG_TRIGGER_STATE ? g->filter.shown.state | g->filter.shown.left << 16
                                         : g->filter.shown.filtered;
}

/* Whether two ids agree in the bits that `with` (mask and id) says. */
static bool agrees(uint32_t id, uint32_t with) { return ((id ^ with) & with >> 16) == 0; }

static uint32_t filter_id(const struct weir_golden *g, const struct weir_golden_event *event)
{
    return event->is_switch ? g->switch_id : event->id;
}

/* The causes that come now: bit 0 and 1 by the event, if there is one, 2 by the pin. */
static unsigned causes(struct weir_golden *g, const struct weir_golden_event *event)
{
    struct weir_golden_filter *f = &g->filter;
    bool falls = f->trigger & TRIGGER_FALLING;
    unsigned found = f->pin[0] != f->pin[1] && f->pin[0] != falls ? 4 : 0;
    for (unsigned i = 0; event && !event->kind && i < 2; i++)
        if (agrees(filter_id(g, event), f->match[i].id) &&
            ((event->value ^ f->match[i].value) & f->match[i].mask) == 0)
            found |= 1u << i;
    f->pin[1] = f->pin[0];
    f->pin[0] = g->trigger_pin;
    return found;
}

/* The trigger goes on by one cycle. Returns whether an event that comes at it passes. */
static bool pull_trigger(struct weir_golden_filter *f, unsigned found)
{
    bool starts = found & f->trigger, stops = found & f->trigger >> 4,
         freezes = found & f->trigger >> 8;
    uint32_t state = f->now.state;
    f->pulse = state != WEIR_GOLDEN_FROZEN && (found & f->trigger >> 12);
    if (state == WEIR_GOLDEN_OPEN && freezes)
        set_trigger(f, WEIR_GOLDEN_FREEZING);
    else if (state == WEIR_GOLDEN_OPEN && stops)
        set_trigger(f, WEIR_GOLDEN_CLOSED);
    else if (state == WEIR_GOLDEN_CLOSED && starts)
        set_trigger(f, WEIR_GOLDEN_OPEN);
    return state == WEIR_GOLDEN_OPEN || state == WEIR_GOLDEN_FREEZING ||
           (state == WEIR_GOLDEN_CLOSED && starts);
}

static bool is_selected(const struct weir_golden *g, const struct weir_golden_event *event)
{
    const struct weir_golden_filter *f = &g->filter;
    uint32_t id = filter_id(g, event), sets = f->select >> 8 & 7;
    if (!(f->select >> event->class_ & 1))
        return false;
    if (event->is_switch || event->source % 4 == WEIR_GOLDEN_SNOOP || !sets)
        return true;
    bool in = (sets & 4) && agrees(id, f->select_id);
    for (unsigned i = 0; i < 2; i++)
        in |= (sets >> i & 1) && id >= (f->range[i] & 0xffff) && id <= f->range[i] >> 16;
    return in != !!(f->select & SELECT_INVERT);
}

/* Whether the rate limit of its class drops a selected event. */
static bool is_rate_limited(struct weir_golden *g, const struct weir_golden_event *event)
{
    if (event->class_ > WEIR_GOLDEN_COM)
        return false;
    uint32_t rate_limit = g->filter.rate_limit[event->class_];
    if (g->cycle >= g->filter.window[event->class_].end) {
        g->filter.window[event->class_].end = g->cycle + ((uint64_t)1 << (rate_limit >> 16 & 31));
        g->filter.window[event->class_].events = 0;
    }
    return g->filter.window[event->class_].events++ >= (rate_limit & 0xffff) &&
           (rate_limit & rate_limit_enable);
}

/* The event of this cycle, or NULL, comes to filter. Returns whether there is one and it is
 * offered.
 */
static bool filter(struct weir_golden *g, struct weir_golden_event *event)
{
    struct weir_golden_filter *f = &g->filter;
    bool counts = f->now.state == WEIR_GOLDEN_FREEZING, frozen = f->now.state == WEIR_GOLDEN_FROZEN;
    f->shown = f->soon;
    f->soon = f->now;
    bool passes = pull_trigger(f, causes(g, event));
    if (!event)
        return false;
    if (frozen || (!event->kind && !(passes && is_selected(g, event)))) {
        f->now.filtered++;
        return false;
    }
    if (event->kind)
        return true;
    if (is_rate_limited(g, event)) {
        event->kind = WEIR_GOLDEN_RATE_LIMIT;
        event->class_ = WEIR_GOLDEN_NONE;
    } else if (counts && --f->now.left == 0) {
        f->now.state = WEIR_GOLDEN_FROZEN;
    }
    return true;
}

/* ---- registers */

static bool is_register(const struct weir_golden *g, uint32_t offset)
{
    struct weir_golden_filter any;
    uint32_t bits;
    unsigned hart;
    switch (register_of(g, offset, &hart)) {
    case REG_MAGIC:
    case REG_VERSION:
    case REG_CONFIG:
    case REG_FEATURES:
    case REG_CTRL:
    case REG_STATUS:
    case REG_FAULT:
    case REG_IRQ_ENABLE:
    case REG_IRQ_STATUS:
    case REG_WATERMARK:
    case REG_LEVEL:
    case REG_TAIL:
    case REG_SWITCH_ID: return true;
    case REG_TIME_LO:
    case REG_TIME_HI: return !g->has.tiny;
    case REG_TIME_STEP:
    case REG_TIME_CTRL: return g->has.time_base;
    case REG_LOCK: return g->has.protect;
    case REG_PEEK_AT:
    case REG_PEEK_DATA:
    case REG_FIFO_POINTERS:
    case REG_SNAPSHOT:
    case REG_SNAPSHOT_POINTERS:
    case REG_SNAPSHOT_TAIL: return g->has.peek;
    case REG_CHECKPOINT: return g->has.checkpoint;
    case REG_AUTH: return g->has.protect;
    case REG_SW_DROPPED: return g->has.checkpoint;
    case REG_SNOOP_CTRL:
    case REG_SNOOP_ADDR:
    case REG_SNOOP_RUNNING:
    case REG_SNOOP_MASK: return !g->has.tiny;
    case REG_FRAME_CTRL:
    case REG_FRAME_HZ: return g->has.frame;
    case REG_WAIT:
    case REG_WINDOW_IDS: return !g->has.tiny;
    case REG_PIN_RISE:
    case REG_PIN_FALL:
    case REG_PIN_BUS: return g->has.pins;
    case REG_PORT_MASK: return g->has.protect;
    case REG_RING_CTRL:
    case REG_RING_BASE:
    case REG_RING_SIZE:
    case REG_RING_STATUS:
    case REG_RING_AT: return g->has.ring;
    default:
        return g->has.filter && (filter_register(&any, offset, &bits) ||
                                 offset == REG_TRIGGER_STATE || offset == REG_FILTERED);
    }
}

static struct weir_golden_answer read_register(struct weir_golden *g, uint32_t offset)
{
    const struct weir_golden_parameters *has = &g->has;
    unsigned number;
    offset = register_of(g, offset, &number);
    const struct weir_golden_hart *hart = &g->hart[number];
    switch (offset) {
    case REG_MAGIC:
        return (struct weir_golden_answer){'W' | 'E' << 8 | 'I' << 16 | (uint32_t)'R' << 24, all};
    case REG_VERSION: return (struct weir_golden_answer){0x01000503, all};
    case REG_CONFIG:
        return (struct weir_golden_answer){has->harts | has->value_regs << 8 |
                                               has->queue_log2 << 13 | has->fifo_log2 << 18 |
                                               has->thread_cache << 23,
                                           all};
    case REG_FEATURES:
        return (struct weir_golden_answer){
            has->retire | has->filter << 1 | has->time_base << 2 | has->checkpoint << 3 |
                has->peek << 4 | has->protect << 5 | has->ring << 6 | has->tiny << 7 |
                has->args << 8 | has->frame << 12 | has->wide << 15 | has->pins << 16 |
                has->value_w << 24,
            all};
    case REG_CTRL: return (struct weir_golden_answer){g->enable, all};
    case REG_STATUS:
        return (struct weir_golden_answer){
            g->filter.shown.state == WEIR_GOLDEN_FROZEN ? STATUS_FROZEN : 0, ~0xfu};
    case REG_FAULT:
        return (struct weir_golden_answer){g->fault_access | (uint32_t)g->fault_ring << 2,
                                           ~2u}; /* EMPTY depends on the FIFO */
    case REG_IRQ_ENABLE: return (struct weir_golden_answer){g->irq_enable, all};
    case REG_IRQ_STATUS: return (struct weir_golden_answer){0, ~3u};
    case REG_WATERMARK: return (struct weir_golden_answer){g->watermark, all};
    case REG_LEVEL: return (struct weir_golden_answer){0, 0xffff0000};
    case REG_TAIL: return (struct weir_golden_answer){0, 0xfc000000};
    case REG_SWITCH_ID: return (struct weir_golden_answer){g->switch_id, all};
    case REG_LOCK: return (struct weir_golden_answer){g->locked, all};
    case REG_PEEK_AT: return (struct weir_golden_answer){g->peek_at, all};
    case REG_PEEK_DATA:
        g->peek_at = (g->peek_at + 1) & ((1u << has->fifo_log2) - 1);
        return (struct weir_golden_answer){0, 0};
    case REG_FIFO_POINTERS:
        return (struct weir_golden_answer){0, ~(((2u << has->fifo_log2) - 1) * 0x10001u)};
    case REG_SNAPSHOT: /* what there was before a reset is not known here */
        return (struct weir_golden_answer){0, g->live ? all : ~1u};
    case REG_SNAPSHOT_POINTERS:
        return (struct weir_golden_answer){0, g->live ? all
                                                      : ~(((2u << has->fifo_log2) - 1) * 0x10001u)};
    case REG_SNAPSHOT_TAIL: return (struct weir_golden_answer){0, g->live ? all : 0xfc000000};
    case REG_TIME_STEP: return (struct weir_golden_answer){g->time_step, all};
    case REG_TIME_CTRL: return (struct weir_golden_answer){g->mtime | g->mtime_active << 1, all};
    case REG_CHECKPOINT: /* NOW is the unit's own */
        return (struct weir_golden_answer){g->checkpoint_every, 0x7fffffff};
    case REG_AUTH:
        return (struct weir_golden_answer){g->denied | (uint32_t)!weir_golden_closed(g) << 31, all};
    case REG_FRAME_CTRL: /* BUSY is the unit's own */
        return (struct weir_golden_answer){g->frame_enable | g->frame_interval << 16, ~2u};
    case REG_FRAME_HZ: return (struct weir_golden_answer){g->frame_hz, all};
    case REG_WAIT: return (struct weir_golden_answer){g->wait, all};
    case REG_WINDOW_IDS: return (struct weir_golden_answer){g->window_ids, all};
    case REG_PIN_RISE: return (struct weir_golden_answer){g->pins.rise, all};
    case REG_PIN_FALL: return (struct weir_golden_answer){g->pins.fall, all};
    case REG_PIN_BUS: return (struct weir_golden_answer){g->pins.bus, all};
    case REG_SNOOP_CTRL: return (struct weir_golden_answer){hart->snoop_ctrl, all};
    case REG_SNOOP_ADDR: return (struct weir_golden_answer){hart->snoop_addr, all};
    case REG_SNOOP_RUNNING: return (struct weir_golden_answer){hart->running, all};
    case REG_SNOOP_MASK: return (struct weir_golden_answer){hart->snoop_mask, all};
    case REG_PORT_MASK: return (struct weir_golden_answer){hart->port_mask, all};
    case REG_RING_CTRL: return (struct weir_golden_answer){g->ring_ctrl, all};
    case REG_RING_BASE: return (struct weir_golden_answer){g->ring_base, all};
    case REG_RING_SIZE: return (struct weir_golden_answer){g->ring_size, all};
    case REG_RING_STATUS: /* as far as its memory is */
        return (struct weir_golden_answer){0, ~0xfu};
    case REG_RING_AT:    /* likewise */
    case REG_SW_DROPPED: /* what the unit does not write is its own */
    case REG_TIME_LO:
    case REG_TIME_HI: /* the cycle of the answer is the bench's to judge */
        return (struct weir_golden_answer){0, 0};
    default: return (struct weir_golden_answer){read_filter(g, offset), all};
    }
}

/* The ring's registers can be written once, while the stream is empty; and a ring must have whole
 * sections. */
static bool ring_may(const struct weir_golden *g, uint32_t offset, uint32_t data)
{
    unsigned window = g->ring_size & 0x1f, section = g->ring_size >> 8, least = 8;
    while (1u << (least - 8) < g->has.harts)
        least++;
    if (weir_golden_reason(8))
        least += 2;
    least += g->has.thread_cache > 0 || g->has.args > 1 || (g->has.pins && g->has.harts == 1);
    bool fits = section >= least && section <= RING_SECTION_MOST && window > section;
    if (g->has.wide) /* the stream as it is, in whole rows, and nowhere else */
        fits = section == 0 && window >= RING_WIDE_LEAST && g->ring_base % 8 == 0 &&
               !(data & RING_FIFO);
    return g->empty && !g->enable && !(g->ring_ctrl & 1) &&
           (offset != REG_RING_CTRL || !(data & 1) || fits);
}

static void write_ring(struct weir_golden *g, uint32_t offset, uint32_t data)
{
    if (!ring_may(g, offset, data))
        g->fault_access = true;
    else if (offset == REG_RING_CTRL)
        g->ring_ctrl = data & 7;
    else if (offset == REG_RING_BASE)
        g->ring_base = data & ~3u;
    else
        g->ring_size = data & RING_SIZE_BITS;
}

/* What LOCK keeps as it is: all that can be stored, but for what concerns the reader, and the
 * running thread. */
static bool is_locked(uint32_t offset)
{
    switch (offset) {
    case REG_MAGIC:
    case REG_VERSION:
    case REG_CONFIG:
    case REG_FEATURES:
    case REG_STATUS:
    case REG_FAULT:
    case REG_IRQ_ENABLE:
    case REG_IRQ_STATUS:
    case REG_WATERMARK:
    case REG_LEVEL:
    case REG_TAIL:
    case REG_TIME_LO:
    case REG_TIME_HI:
    case REG_PEEK_AT:
    case REG_PEEK_DATA:
    case REG_FIFO_POINTERS:
    case REG_SNAPSHOT:
    case REG_SNAPSHOT_POINTERS:
    case REG_SNAPSHOT_TAIL:
    case REG_LOCK:
    case REG_CHECKPOINT:
    case REG_AUTH:
    case REG_SW_DROPPED:
    case REG_SNOOP_RUNNING: return false;
    default: return true;
    }
}

static uint32_t pins_there(const struct weir_golden *g)
{
    return g->has.pins ? all >> (32 - g->has.pins) : 0;
}

static void write_register(struct weir_golden *g, uint32_t offset, uint32_t data, bool busy)
{
    unsigned number;
    offset = register_of(g, offset, &number);
    struct weir_golden_hart *hart = &g->hart[number];
    if (g->locked && is_locked(offset)) {
        g->fault_access = true;
        return;
    }
    switch (offset) {
    case REG_CTRL:
        if (data & CTRL_CLEAR) {
            if (g->enable || busy)
                g->fault_access = true;
            else
                weir_golden_clear(g, 0);
        }
        g->enable = data & CTRL_ENABLE;
        g->empty &= !g->enable;
        g->live |= g->enable;
        if (!g->enable)
            forget_values(g);
        break;
    case REG_FAULT:
        g->fault_access &= !(data & 1);
        g->fault_ring &= !(data & 4);
        break;
    case REG_IRQ_ENABLE: g->irq_enable = data & 3; break;
    case REG_WATERMARK: g->watermark = data & 0xffff; break;
    case REG_SWITCH_ID:
        if (data == 0x8000 || data == 0xc000)
            g->switch_id = data;
        else
            g->fault_access = true;
        break;
    case REG_LOCK: g->locked |= data & 1; break;
    case REG_PEEK_AT: g->peek_at = data & ((1u << g->has.fifo_log2) - 1); break;
    case REG_TIME_STEP: g->time_step = data; break;
    case REG_TIME_CTRL: g->mtime = data & 1; break;
    case REG_CHECKPOINT: g->checkpoint_every = data & 0xffff; break;
    case REG_FRAME_CTRL:
        g->frame_enable = data & 1;
        g->frame_interval = data >> 16;
        break;
    case REG_FRAME_HZ: g->frame_hz = data; break;
    case REG_WAIT: g->wait = data & WAIT_BITS; break;
    case REG_WINDOW_IDS: g->window_ids = data & WINDOW_IDS_BITS; break;
    case REG_PIN_RISE: g->pins.rise = data & pins_there(g); break;
    case REG_PIN_FALL: g->pins.fall = data & pins_there(g); break;
    case REG_PIN_BUS: g->pins.bus = data & pins_there(g); break;
    case REG_SNOOP_CTRL:
        hart->snoop_ctrl = data & (SNOOP_CTRL_BITS | (g->has.retire ? SNOOP_RETIRE_BITS : 0));
        break;
    case REG_SNOOP_MASK: hart->snoop_mask = data; break;
    case REG_SNOOP_ADDR: hart->snoop_addr = data & ~3u; break;
    case REG_SNOOP_RUNNING:
        g->waiting = (struct weir_golden_waiting){
            .valid = true, .is_running = true, .enabled = g->enable};
        g->waiting.event.value = data;
        g->waiting.event.source = (uint8_t)(4 * number);
        break;
    case REG_PORT_MASK: hart->port_mask = data & PORT_MASK_BITS; break;
    case REG_RING_CTRL:
    case REG_RING_BASE:
    case REG_RING_SIZE: write_ring(g, offset, data); break;
    default: /* read-only, the unit's own (IRQ_STATUS), or of filter */
        write_filter(g, offset, data);
        break;
    }
}

static uint32_t read_value(struct weir_golden *g, unsigned port, unsigned word)
{
    const struct weir_golden_value_reg *value_reg = own_value_reg(g, port);
    return !value_reg || (!g->has.value_regs && !value_reg->fresh) ? 0
           : word                                                  ? value_reg->more[word - 1]
                                                                   : (uint32_t)value_reg->value;
}

/* A store to BEGIN (0) or WORD (4), or a read of END (8). Returns whether what END reads is known.
 */
static void use_sw_entry(struct weir_golden *g, const struct weir_golden_access *a, unsigned hart,
                         struct weir_golden_answer *answer)
{
    unsigned at = offset_of(a->addr) % 16;
    bool mine = g->sw_entry.open && g->sw_entry.hart == hart;
    if (a->write && at == 0) {
        g->sw_entry.open = a->data >= 1 && a->data <= WEIR_GOLDEN_SW_ENTRY_WORDS;
        g->sw_entry.hart = hart;
        g->sw_entry.words = a->data;
        g->sw_entry.count = 0;
    } else if (a->write && at == 4 && mine) {
        if (g->sw_entry.count == g->sw_entry.words || (g->sw_entry.count == 0 && (a->data & 0xff)))
            g->sw_entry.open = false;
        else
            g->sw_entry.word[g->sw_entry.count++] = a->data;
    } else if (!a->write && at == 8) {
        g->sw_entry_ended = mine && g->sw_entry.count == g->sw_entry.words ? g->sw_entry.words : 0;
        *answer = g->sw_entry_ended ? (struct weir_golden_answer){0, 0}
                                    : (struct weir_golden_answer){SW_ENTRY_TORN, all};
        g->sw_entry.open &= !mine;
    }
}

/* An access takes effect. */
static void take_access(struct weir_golden *g, const struct weir_golden_access *a, bool busy,
                        struct weir_golden_answer *answer)
{
    uint32_t page = page_of(a->addr), offset = offset_of(a->addr);
    unsigned port = none, window = none, source, counter, hart, word = 0;
    bool whole = a->strobes == WHOLE_WORD, narrow_write = a->write && !whole;
    *answer = (struct weir_golden_answer){0, all};
    if (page >= BLOCK) {
        port = port_of(g, page);
        window = window_of(g, page);
    }
    bool value = port != none && is_value(g, offset, &word);
    if (!a->write && weir_golden_closed(g) && is_secret(g, a)) {
        g->denied += g->denied < DENIED_MOST;
    } else if (page == PAGE_DATA && !a->write) {
        answer->known = 0;
    } else if (value || (port != none && offset == PORT_ID)) {
        g->fault_access |= narrow_write && g->enable;
        if (!a->write)
            answer->value = value ? read_value(g, port, word) : 0;
        else if (g->enable && value && word)
            store_more(g, port, word, a->data, whole);
        else if (g->enable && value)
            store_value(g, port, a->data, whole);
        else if (g->enable)
            store_id(g, port, a->data, whole);
    } else if (window != none) {
        g->fault_access |= narrow_write && g->enable;
        const struct weir_golden_value_reg data = {.value = a->data};
        if (a->write && whole && g->enable)
            offer(g, window, weir_golden_window_id(g, a->addr), true, &data);
    } else if (is_sw_entry(g, a->addr, &hart) && !narrow_write) {
        use_sw_entry(g, a, hart, answer);
    } else if (page == PAGE_CONTROL && is_register(g, offset) && !narrow_write) {
        if (a->write)
            write_register(g, offset, a->data, busy);
        else
            *answer = read_register(g, offset);
    } else if (weir_golden_counter(g, a->addr, &source, &counter) && !narrow_write) {
        answer->known = 0;
    } else {
        g->fault_access = true;
    }
}

/* The ticks of a cycle; a step stored at one works from the second after it on. */
static void pass_time(struct weir_golden *g)
{
    g->fraction += g->step_before & 0xffffff;
    g->time += (g->step_before >> 24) + (g->fraction >> 24);
    g->fraction &= 0xffffff;
    g->step_before = g->time_step;
    if (g->mtime_active)
        g->time = g->external;
}

bool weir_golden_clock(struct weir_golden *g, const struct weir_golden_access *access,
                       const struct weir_golden_store *store, bool busy,
                       struct weir_golden_answer *answer, struct weir_golden_event *event)
{
    pass_time(g);
    *event = (struct weir_golden_event){.time = g->time};
    g->cycle++;

    g->clearing &= !access->valid && !g->ready; /* the port accepts: the counters are cleared */
    bool waited = g->waiting.valid;
    g->filter.stored = false;
    take_stores(g, store);
    see_pins(g);
    g->sw_entry_ended = 0;
    if (access->valid) {
        bool reserved = weir_golden_may_reserve(g, access), waits = weir_golden_may_wait(g, access);
        take_access(g, access, busy, answer);
        g->waiting.event.reserved = reserved;
        g->waiting.event.waits = waits;
        if (is_guaranteed(g, access))
            g->waited = 0;
    }
    g->fault_ring |= g->has.ring && g->memory_error;
    if (waited && g->waiting.valid && g->waiting.event.reserved)
        g->waiting.event.reserved++;
    if (g->waiting.valid && !waited)
        g->waiting.ahead = waiting_items(&g->hart[g->waiting.event.source / 4]);
    g->settling = !g->has.tiny && g->waiting.valid &&
                  (g->waiting.is_running || g->waiting.event.is_switch);
    for (unsigned h = 0; h < g->has.harts; h++) {
        g->hart[h].settling = g->hart[h].records > 0;
        if (g->hart[h].search[0])
            g->hart[h].search[1] = g->hart[h].search[0];
        else if (g->hart[h].search[1])
            g->hart[h].search[1]--;
        g->hart[h].search[0] = 0;
    }
    if (!several(g))
        g->settling |= g->hart[0].settling;
    g->auth[1] = g->auth[0];
    g->auth[0] = g->auth_pin;
    bool offered = arbitrate(g, event);
    if (g->has.filter)
        offered = filter(g, offered ? event : NULL);
    if (offered)
        g->offered[event->source][event->class_]++;
    return offered;
}

/* What software reads of the trigger is what it is now, and nothing pulls it. */
static bool is_filter_quiet(const struct weir_golden *g)
{
    const struct weir_golden_filter *f = &g->filter;
    const struct weir_golden_trigger *copy[2] = {&f->soon, &f->shown};
    for (unsigned i = 0; i < 2; i++)
        if (copy[i]->state != f->now.state || copy[i]->left != f->now.left ||
            copy[i]->filtered != f->now.filtered)
            return false;
    return !f->pulse && f->pin[0] == f->pin[1] && f->pin[0] == g->trigger_pin;
}

static bool are_pins_quiet(const struct weir_golden *g)
{
    const struct weir_golden_pins *p = &g->pins;
    if (!g->has.pins)
        return true;
    if (!g->enable || g->clearing)
        return !p->samples && !p->reported;
    if (p->samples < 3)
        return false;
    for (unsigned i = 0; i < 3; i++)
        if (p->sample[i] != g->pins_level)
            return false;
    return p->bus ? p->reported && p->reported_bus == (g->pins_level & p->bus) : !p->reported;
}

bool weir_golden_quiet(const struct weir_golden *g)
{
    if (weir_golden_arbitrating(g) || g->settling || g->sw_entry_ended ||
        g->filter.stored || (g->clearing && g->ready) || g->step_before != g->time_step ||
        g->auth[0] != g->auth_pin || g->auth[1] != g->auth_pin ||
        (g->has.ring && g->memory_error && !g->fault_ring))
        return false;
    for (unsigned h = 0; h < g->has.harts; h++) {
        const struct weir_golden_hart *hart = &g->hart[h];
        bool watched =
            g->enable && !g->clearing && (hart->snoop_ctrl & (SNOOP_ISR | SNOOP_HINT));
        if (hart->settling || hart->search[0] || hart->search[1] || hart->full ||
            (hart->traps && !watched))
            return false;
    }
    return (!g->has.filter || is_filter_quiet(g)) && are_pins_quiet(g);
}

void weir_golden_quick(struct weir_golden *g, const struct weir_golden_access *access,
                       struct weir_golden_answer *answer)
{
    pass_time(g);
    g->cycle++;
    take_access(g, access, false, answer);
}

void weir_golden_advance(struct weir_golden *g, uint64_t cycles)
{
    if (!cycles)
        return;
    g->granted = g->shared = false;
    if (!g->has.time_base) { /* a tick is a cycle */
        g->time += cycles;
        g->cycle += cycles;
        return;
    }
    const uint64_t whole = g->time_step >> 24, part = g->time_step & 0xffffff;
    const uint64_t sum = g->fraction + part * (cycles & 0xffffff);
    g->time += whole * cycles + part * (cycles >> 24) + (sum >> 24);
    g->fraction = sum & 0xffffff;
    g->cycle += cycles;
    if (g->mtime_active)
        g->time = g->external;
}

/* ---- Part B: the stream */

enum {
    DF_INTEGER = 1,
    DF_EVENT = 2,
    ITEM_LOSS = 3,
    ITEM_ARG = 192,
    ITEM_DROPPED = 256,
    ITEM_CACHE_ENTRY = 768,
    ITEM_DROPPED_MORE = 525312 /* of reasons 8 to 15 */
};

static size_t put_pint(uint8_t *bytes, uint64_t n)
{
    size_t size = 0;
    do {
        bytes[size++] = (uint8_t)((n & 0x7f) | (n > 0x7f ? 0x80 : 0));
        n >>= 7;
    } while (n);
    return size;
}

/* The fewest little-endian bytes whose top bit is clear. */
static size_t put_value(uint8_t *bytes, uint64_t n)
{
    size_t size = 0;
    while (n) {
        bytes[size++] = (uint8_t)n;
        n >>= 8;
    }
    if (size && (bytes[size - 1] & 0x80))
        bytes[size++] = 0;
    return size;
}

static size_t put_entry(struct weir_golden_stream *stream, uint8_t *bytes, uint32_t item,
                        uint64_t time, unsigned df, uint64_t n)
{
    uint64_t delta = time - stream->time;
    uint8_t value[9];
    size_t value_size = put_value(value, n);
    size_t size = put_pint(bytes, (uint64_t)item << 3 | (delta ? 2 : 0));
    if (delta)
        size += put_pint(bytes + size, delta);
    size += put_pint(bytes + size, value_size << 4 | df);
    memcpy(bytes + size, value, value_size);
    stream->time = time;
    return size + value_size;
}

/* Of hardware; of software it is an id like others. */
static bool is_trap(const struct weir_golden_event *event)
{
    return event->source % 4 == WEIR_GOLDEN_SNOOP && event->id == WEIR_GOLDEN_ISR;
}

static uint32_t item_of(const struct weir_golden_event *event)
{
    uint32_t hart = event->source / 4;
    if (event->is_switch)
        return hart ? 16 + hart : 1;
    if (is_trap(event))
        return hart ? 32 + hart : 2;
    if (hart == 0 && event->id >= 1 && event->id <= 11)
        return 4 + event->id;
    return 16 * (event->id + 63) + hart;
}

/* A switch to a thread that is not 0, with the cache. Returns the cache entry of the thread;
 * `value` becomes what the entry says. */
static unsigned cache_entry_of(struct weir_golden_stream *stream, uint64_t *value)
{
    for (unsigned entry = 0; entry < stream->filled; entry++)
        if (stream->cache[entry] == *value) {
            if (entry == stream->victim)
                stream->victim = (entry + 1) % stream->threads;
            *value = 0;
            return entry;
        }
    unsigned entry = stream->victim;
    if (stream->filled < stream->threads)
        stream->filled++;
    stream->victim = (entry + 1) % stream->threads;
    stream->cache[entry] = *value;
    return entry;
}

size_t weir_golden_encode_event(struct weir_golden_stream *stream,
                                const struct weir_golden_event *event,
                                uint8_t bytes[WEIR_GOLDEN_ENTRY_MAX])
{
    unsigned df = event->is_switch || is_trap(event) ? DF_EVENT : DF_INTEGER;
    uint32_t item = item_of(event);
    uint64_t value = event->value;
    if (event->is_switch && value && stream->threads)
        item = ITEM_CACHE_ENTRY + 16 * cache_entry_of(stream, &value) + event->source / 4;
    size_t size = 0;
    for (unsigned i = 0; i < event->extra; i++)
        size += put_entry(stream, bytes + size, ITEM_ARG + 16 * i + event->source / 4, event->time,
                          DF_INTEGER, event->more[i]);
    return size + put_entry(stream, bytes + size, item, event->time, df, value);
}

size_t weir_golden_encode_loss(struct weir_golden_stream *stream, bool begins, uint64_t dropped,
                               uint64_t time, uint8_t bytes[WEIR_GOLDEN_ENTRY_MAX])
{
    const uint64_t age_max = 0x7fffffff;
    uint64_t age = time - dropped < age_max ? time - dropped : age_max;
    return put_entry(stream, bytes, ITEM_LOSS, time, DF_INTEGER, 2 * age + begins);
}

size_t weir_golden_encode_dropped(struct weir_golden_stream *stream, unsigned kind, unsigned source,
                                  uint32_t total, uint64_t time,
                                  uint8_t bytes[WEIR_GOLDEN_ENTRY_MAX])
{
    uint32_t item = (kind < 8 ? ITEM_DROPPED : ITEM_DROPPED_MORE) + 64 * (kind % 8) +
                    16 * (source % 4) + source / 4;
    return put_entry(stream, bytes, item, time, DF_INTEGER, total);
}

enum weir_golden_item weir_golden_item(uint64_t item, unsigned *kind, unsigned *source)
{
    if (item == ITEM_LOSS)
        return WEIR_GOLDEN_ITEM_LOSS;
    bool more = item >= ITEM_DROPPED_MORE;
    uint64_t at = item - (more ? ITEM_DROPPED_MORE : ITEM_DROPPED);
    if (item < ITEM_DROPPED || at >= 64 * 8)
        return WEIR_GOLDEN_ITEM_EVENT;
    *kind = (unsigned)(at / 64 + 8 * more);
    *source = (unsigned)(4 * (item % 16) + item / 16 % 4);
    return WEIR_GOLDEN_ITEM_DROPPED;
}
