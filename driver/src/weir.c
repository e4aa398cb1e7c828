/* SPDX-License-Identifier: Apache-2.0 */
/* Driver of the Weir trace unit; weir.h is its manual. */
#include "weir.h"

#if !defined(WEIR_OFF) && !defined(WEIR_SOFT)

#include <stdatomic.h>

#include "flux_emit.h"
#include "weir_shared.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "words of the FIFO are little-endian bytes, and so must be the hart"
#endif

enum {
    PORT_MASK_RESET = WEIR_PORT_MASK_THREAD_RESET << WEIR_PORT_MASK_THREAD_LSB |
                      WEIR_PORT_MASK_INTERRUPT_RESET << WEIR_PORT_MASK_INTERRUPT_LSB |
                      WEIR_PORT_MASK_USER_RESET << WEIR_PORT_MASK_USER_LSB,
    ALL_CLASSES = 1 << WEIR_CLASS_USER | 1 << WEIR_CLASS_COM | 1 << WEIR_CLASS_SYS,
    ALL_CAUSES = WEIR_CAUSE_MATCH_0 | WEIR_CAUSE_MATCH_1 | WEIR_CAUSE_PIN,
    SW_ENTRY_TRIES = 8, /* attempts before weir_sw_entry returns EBUSY */
    POLL_MAX = 100000,  /* reads of STATUS before a function returns EBUSY */
    ENTRY_MAX = 160, /* bytes of the largest entry of the head: a name of 63 bytes and its fields */
};

static const char *const reason_names[WEIR_DROP_COUNT] = WEIR_DROP_NAMES;
static const char *const port_names[] = {"thread", "interrupt", "user", "snoop"};

#define FIELD(word, field) (((word)&field##_MASK) >> field##_LSB)

static uint32_t load(const struct weir *w, uint32_t offset)
{
    WEIR_BARRIER();
    return WEIR_LOAD32(w->base + offset);
}

static void store(const struct weir *w, uint32_t offset, uint32_t data)
{
    WEIR_BARRIER();
    WEIR_STORE32(w->base + offset, data);
}

/* Between IRQ_ENABLE and a member that weir_irq looks at: the compiler keeps their order. */
static void keep_order(void) { atomic_signal_fence(memory_order_seq_cst); }

static uint32_t snoop_reg(unsigned hart, uint32_t offset)
{
    return WEIR_REG_SNOOP + WEIR_REG_SNOOP_STRIDE * hart + offset;
}

/* Whether the unit has this source of events. */
static bool has_source(const struct weir *w, unsigned context)
{
    return context == WEIR_CONTEXT_SNOOP ? w->snoop : context < w->contexts;
}

static uint32_t mask_reg(unsigned hart)
{
    return WEIR_REG_PORT_MASK + WEIR_REG_PORT_MASK_STRIDE * hart;
}

/* Disables the unit and waits until everything accepted is in the FIFO. Returns STATUS.LOSS (not 0:
 * the rest of the loss record follows when words are read), or EBUSY. */
static int quiesce(const struct weir *w)
{
    store(w, WEIR_REG_CTRL, 0);
    for (unsigned i = 0; i < POLL_MAX; i++) {
        const uint32_t status = load(w, WEIR_REG_STATUS);
        if (!(status & WEIR_STATUS_BUSY_MASK))
            return (int)(status & WEIR_STATUS_LOSS_MASK);
    }
    return WEIR_EBUSY;
}

/* ---- Head of the file */

static char *put_text(char *to, const char *text)
{
    while (*text)
        *to++ = *text++;
    return to;
}

static char *put_number(char *to, uint32_t n) /* 0-255 */
{
    if (n >= 100)
        *to++ = (char)('0' + n / 100);
    if (n >= 10)
        *to++ = (char)('0' + n / 10 % 10);
    *to++ = (char)('0' + n % 10);
    return to;
}

static flux_text_t text_of(const char *name)
{
    return (flux_text_t){name, name_bytes(name, WEIR_SIZE_THREAD_NAME_MAX)};
}

static uint32_t thread_item(unsigned hart)
{
    return hart ? WEIR_ITEM_ROW_THREAD + hart : WEIR_ITEM_THREAD;
}

static uint32_t event_item(unsigned hart, uint16_t id)
{
    if (hart == 0 && id <= WEIR_ITEM_USER_SHORT_IDS)
        return WEIR_ITEM_USER_SHORT + id;
    return 16u * (id + WEIR_ITEM_ID_BIAS) + hart;
}

static int head_entry(const struct weir *w, flux_trace_t *trace)
{
    const uint32_t version = load(w, WEIR_REG_VERSION);
    char description[48], *end = description; /* "weir ip 255.255 regs 255 coarse stream 255" */
    end = put_text(end, "weir ip ");
    end = put_number(end, FIELD(version, WEIR_VERSION_IP_MAJOR));
    end = put_text(end, ".");
    end = put_number(end, FIELD(version, WEIR_VERSION_IP_MINOR));
    end = put_text(end, " regs ");
    end = put_number(end, FIELD(version, WEIR_VERSION_REGS));
    if (w->config->mtime || w->config->clock_hz)
        end = put_text(end, " coarse"); /* a tick may be longer than a cycle, or become it */
    end = put_text(end, " stream ");
    end = put_number(end, FIELD(version, WEIR_VERSION_STREAM));

    return flux_emit_head(trace,
                          &(flux_head_t){
                              .trace = w->config->trace_id,
                              .name = FLUX_STR("weir"),
                              .description = {description, (uint32_t)(end - description)},
                              .max_item = WEIR_ITEM_MAX,
                              .max_entry = w->wide ? WEIR_SIZE_ENTRY_MAX_WIDE : WEIR_SIZE_ENTRY_MAX,
                          });
}

static int hart_entries(const struct weir *w, flux_trace_t *trace, unsigned hart)
{
    const uint32_t scope = WEIR_ITEM_ROW_SCOPE + hart;
    char name[8];
    const uint32_t bytes = (uint32_t)(put_number(put_text(name, "hart"), hart) - name);

    int error = flux_emit_scope(trace, &(flux_scope_t){.item = scope, .name = {name, bytes}});
    if (!error)
        error = flux_emit_signal(trace, &(flux_signal_t){
                                            .item = thread_item(hart),
                                            .parent = scope,
                                            .name = FLUX_STR("thread"),
                                            .type = FLUX_EVENT,
                                        });
    for (unsigned i = 0; !error && i < w->thread_cache; i++) {
        char text[16];
        const uint32_t size = (uint32_t)(put_number(put_text(text, "cache entry "), i) - text);
        error = flux_emit_signal(trace, &(flux_signal_t){
                                            .item = WEIR_ITEM_CACHE_ENTRY + 16 * i + hart,
                                            .parent = scope,
                                            .name = {text, size},
                                            .type = FLUX_EVENT,
                                        });
    }
    if (!error && w->retire)
        error = flux_emit_signal(trace, &(flux_signal_t){
                                            .item = hart ? WEIR_ITEM_ROW_ISR + hart : WEIR_ITEM_ISR,
                                            .parent = scope,
                                            .name = FLUX_STR("isr"),
                                            .type = FLUX_EVENT,
                                        });
    for (unsigned i = 1; !error && i < w->args; i++) {
        char text[8];
        const uint32_t size = (uint32_t)(put_number(put_text(text, "value"), i) - text);
        error = flux_emit_signal(trace, &(flux_signal_t){
                                            .item = WEIR_ITEM_ARG + 16 * (i - 1) + hart,
                                            .parent = scope,
                                            .name = {text, size},
                                            .type = FLUX_INTEGER,
                                        });
    }
    return error;
}

static int event_entries(const struct weir *w, flux_trace_t *trace, unsigned hart)
{
    const struct weir_config *c = w->config;
    int error = 0;
    for (size_t i = 0; !error && i < c->event_name_count; i++)
        error = flux_emit_signal(trace, &(flux_signal_t){
                                            .item = event_item(hart, c->event_names[i].id),
                                            .parent = WEIR_ITEM_ROW_SCOPE + hart,
                                            .name = text_of(c->event_names[i].name),
                                            .type = FLUX_INTEGER,
                                        });
    return error;
}

/* Whether the snoop or the pins of this unit can drop by OVERRUN: only sources that share a port
 * do. */
static bool has_overruns(const struct weir *w)
{
    return (w->snoop && w->harts > 1) || w->retire || w->pins;
}

/* Whether this source can ever drop an event for this reason. */
static bool can_drop(const struct weir *w, unsigned reason, unsigned context)
{
    if (context == WEIR_CONTEXT_SNOOP)
        return reason == WEIR_DROP_SYS || (reason == WEIR_DROP_OVERRUN && has_overruns(w));
    if (reason == WEIR_DROP_OVERRUN)
        return false;
    if (reason == WEIR_DROP_RATE_LIMIT)
        return w->filter;
    return reason != WEIR_DROP_MASK || w->contexts == 3;
}

static int dropped_entries(const struct weir *w, flux_trace_t *trace, unsigned hart)
{
    int error = 0;
    for (unsigned context = 0; context <= WEIR_CONTEXT_SNOOP; context++)
        for (unsigned reason = 0; !error && has_source(w, context) && reason < WEIR_DROP_COUNT;
             reason++) {
            if (!can_drop(w, reason, context))
                continue;
            char name[32], *end = put_text(name, "dropped ");
            end = put_text(end, reason_names[reason]);
            end = put_text(end, " ");
            end = put_text(end, port_names[context]);
            error = flux_emit_signal(trace, &(flux_signal_t){
                                                .item = WEIR_ITEM_DROPPED_OF(reason, context, hart),
                                                .parent = WEIR_ITEM_ROW_SCOPE + hart,
                                                .name = {name, (uint32_t)(end - name)},
                                                .type = FLUX_INTEGER,
                                            });
        }
    return error;
}

/* The head takes each name in a copy, as a hook may change the table meanwhile. What it has is
 * pending no more: but not by the rows of later harts, nor by the second head of a trace, which may
 * find names that the first ones lack. */
static int name_entries(const struct weir *w, flux_trace_t *trace)
{
    const struct weir_config *c = w->config;
    int error = 0;
    for (unsigned hart = 0; hart < w->harts; hart++)
        for (size_t i = 0; !error && i < c->name_max; i++) {
            const uint32_t before = WEIR_LOCK();
            const struct weir_named n = c->names[i];
            if (n.kind == WEIR_OBJECT_THREAD && !hart && !w->image)
                c->names[i].pending = 0;
            WEIR_UNLOCK(before);
            if (n.kind == WEIR_OBJECT_THREAD)
                error = flux_emit_enum(trace, &(flux_enum_t){
                                                  .item = thread_item(hart),
                                                  .scope = FLUX_ENUM_SIGNAL,
                                                  .label = {n.name, n.bytes},
                                                  .value = n.number,
                                              });
        }
    return error;
}

static int sink_head(void *arg, const uint8_t *bytes, uint32_t count)
{
    const struct weir_config *c = arg;
    return c->sink(c->sink_context, bytes, count);
}

/* The event pins have a scope of their own, numbered like one more hart. */
static int pins_entries(const struct weir *w, flux_trace_t *trace)
{
    const unsigned hart = w->harts;
    const uint32_t scope = WEIR_ITEM_ROW_SCOPE + hart;
    char name[32], *end;
    int error = flux_emit_scope(trace, &(flux_scope_t){.item = scope, .name = FLUX_STR("pins")});
    for (unsigned pin = 0; !error && pin <= w->pins; pin++) { /* pin == w->pins: the bus */
        const bool bus = pin == w->pins;
        end = put_text(name, bus ? "pin bus" : "pin ");
        if (!bus)
            end = put_number(end, pin);
        error = flux_emit_signal(
            trace,
            &(flux_signal_t){
                .item = event_item(hart, bus ? WEIR_ID_PIN_BUS : (uint16_t)(WEIR_ID_PIN + pin)),
                .parent = scope,
                .name = {name, (uint32_t)(end - name)},
                .type = FLUX_INTEGER,
            });
    }
    static const unsigned reasons[] = {WEIR_DROP_COM, WEIR_DROP_RATE_LIMIT, WEIR_DROP_OVERRUN};
    for (unsigned i = 0; !error && i < 3; i++) {
        if (reasons[i] == WEIR_DROP_RATE_LIMIT && !w->filter)
            continue;
        end = put_text(put_text(put_text(name, "dropped "), reason_names[reasons[i]]), " pins");
        error = flux_emit_signal(
            trace, &(flux_signal_t){
                       .item = WEIR_ITEM_DROPPED_OF(reasons[i], WEIR_CONTEXT_INTERRUPT, hart),
                       .parent = scope,
                       .name = {name, (uint32_t)(end - name)},
                       .type = FLUX_INTEGER,
                   });
    }
    return error;
}

/* Hands everything before the first byte of hardware to `handler` (docs/reference/stream.md). */
static int head(const struct weir *w, flux_handler_t handler, void *arg)
{
    _Alignas(4) uint8_t memory[ENTRY_MAX];
    flux_buffer_t buffer;
    flux_trace_t trace;
    flux_domain_t domain;
    flux_buffer_init(&buffer, memory, sizeof memory, handler, arg);
    flux_trace_init(&trace, &buffer, FLUX_CLASSIC);

    int error = head_entry(w, &trace);
    for (unsigned hart = 0; !error && hart < w->harts; hart++)
        error = hart_entries(w, &trace, hart);
    if (!error)
        error = flux_emit_signal(&trace, &(flux_signal_t){
                                             .item = WEIR_ITEM_LOSS,
                                             .name = FLUX_STR("loss"),
                                             .type = FLUX_INTEGER,
                                         });
    for (unsigned hart = 0; !error && hart < w->harts; hart++)
        error = dropped_entries(w, &trace, hart);
    for (unsigned hart = 0; !error && hart < w->harts; hart++)
        error = event_entries(w, &trace, hart);
    if (!error && w->pins)
        error = pins_entries(w, &trace);
    if (!error)
        error = flux_emit_open(&trace, &domain, &(flux_open_t){.base = text_of(w->config->unit)});
    if (!error)
        error = name_entries(w, &trace);
    if (!error)
        error = flux_flush(&buffer);
    return !error ? 0 : error == FLUX_E_SINK ? WEIR_ESINK : WEIR_EINVAL;
}

/* ---- The ring */

enum { PLAIN_RING_LOG2 = 4 }; /* least bytes of a ring buffer without sections */

/* Of the ring buffer. Without sections, the unit writes rows of 8 bytes. */
static size_t ring_align(const struct weir_ring_memory *r) { return r->section_log2 ? 4 : 8; }

/* Bytes of the head so far, and the memory for them. */
struct head_copy {
    uint8_t *to;
    size_t bytes, most;
};

static int copy_head(void *arg, const uint8_t *bytes, uint32_t count)
{
    struct head_copy *const copy = arg;
    for (; count && copy->bytes < copy->most; count--)
        copy->to[copy->bytes++] = *bytes++;
    return count != 0;
}

/* The ring buffer begins with this until the unit writes there. No entry begins with 0xff. */
#define NOT_WRITTEN UINT32_MAX

static bool ring_written(const struct weir *w) { return *w->ring_begin != NOT_WRITTEN; }

/* Puts the head into memory, directly before the ring buffer, which ends where the memory ends. The
 * unit is empty. The head is made once, and moved when its length is known: names may change. */
static int start_ring(struct weir *w)
{
    const struct weir_ring_memory *r = w->ring;
    const size_t bytes = r->bytes / ring_align(r) * ring_align(r);
    const unsigned least = r->section_log2 ? r->section_log2 : PLAIN_RING_LOG2 - 1;
    struct head_copy copy = {.to = r->memory, .most = bytes};
    unsigned buffer_log2 = 31;
    if (head(w, copy_head, &copy))
        return WEIR_EINVAL;
    while (buffer_log2 > least && bytes - copy.bytes < (size_t)1 << buffer_log2)
        buffer_log2--;
    if (buffer_log2 <= least)
        return WEIR_EINVAL;
    uint8_t *const base = copy.to + (bytes - ((size_t)1 << buffer_log2));
    for (size_t i = 1; i <= copy.bytes; i++)
        *(base - i) = copy.to[copy.bytes - i];
    w->ring_begin = (volatile uint32_t *)base;
    *w->ring_begin = NOT_WRITTEN;
    w->image = base - copy.bytes;
    w->image_bytes = copy.bytes + ((size_t)1 << buffer_log2);
    store(w, WEIR_REG_RING_BASE, (uint32_t)(uintptr_t)base);
    store(w, WEIR_REG_RING_SIZE,
          buffer_log2 << WEIR_RING_SIZE_BUFFER_LSB | (uint32_t)r->section_log2
                                                         << WEIR_RING_SIZE_SECTION_LSB);
    store(w, WEIR_REG_RING_CTRL,
          WEIR_RING_CTRL_ENABLE_MASK | (r->stop ? WEIR_RING_CTRL_STOP_MASK : 0) |
              (r->stream ? WEIR_RING_CTRL_FIFO_MASK : 0));
    /* The unit ignores ENABLE if it does not support sections of this size. */
    if (!(load(w, WEIR_REG_RING_CTRL) & WEIR_RING_CTRL_ENABLE_MASK))
        return WEIR_EINVAL;
    bool ready = false;
    for (unsigned i = 0; i < POLL_MAX; i++) {
        ready = (load(w, WEIR_REG_RING_STATUS) & WEIR_RING_STATUS_READY_MASK) != 0;
        /* Without sections, nothing is written yet. */
        if (ready && (!r->section_log2 || ring_written(w)))
            return 0;
    }
    return ready ? WEIR_ERING : WEIR_EBUSY;
}

/* Whether the sink gets the trace. */
static bool streams(const struct weir *w) { return !w->ring || w->ring->stream; }

int weir_ring(struct weir *w, const struct weir_ring_memory *ring)
{
    if (!w || (ring && (!ring->memory || (uintptr_t)ring->memory % ring_align(ring) ||
                        (uint64_t)(uint32_t)(uintptr_t)ring->memory + ring->bytes > 0x100000000u ||
                        (ring->section_log2 ? ring->section_log2 < 8 || ring->section_log2 > 16
                                            : !ring->stop || ring->stream))))
        return WEIR_EINVAL;
    if (w->state != READY && w->state != FINISHED)
        return WEIR_ESTATE;
    if (!w->has_ring)
        return WEIR_ENOTSUP;
    const bool plain = (load(w, WEIR_REG_FEATURES) & WEIR_FEATURES_WIDE_MASK) != 0;
    if (ring && plain != !ring->section_log2)
        return WEIR_EINVAL;
    w->ring = ring;
    return 0;
}

int weir_ring_image(const struct weir *w, const void **image, size_t *bytes)
{
    if (!w || !image || !bytes)
        return WEIR_EINVAL;
    if (w->state == UNKNOWN || !w->image)
        return WEIR_ESTATE;
    *image = w->image;
    *bytes = w->image_bytes;
    /* Without sections, no reader could know where the trace ends. */
    const uint32_t size = load(w, WEIR_REG_RING_SIZE);
    const unsigned buffer_log2 = FIELD(size, WEIR_RING_SIZE_BUFFER);
    const uint32_t at = load(w, WEIR_REG_RING_AT); /* first: the last row may come between */
    if (buffer_log2 && !FIELD(size, WEIR_RING_SIZE_SECTION) && !weir_ring_full(w))
        *bytes -= ((size_t)1 << buffer_log2) - at;
    return 0;
}

int weir_ring_full(const struct weir *w)
{
    if (!w)
        return WEIR_EINVAL;
    if (w->state == UNKNOWN || !w->image)
        return WEIR_ESTATE;
    return !!(load(w, WEIR_REG_RING_STATUS) & WEIR_RING_STATUS_FULL_MASK);
}

/* ---- Life of a trace */

static int config_error(const struct weir_config *c)
{
    const int error = check_config(c);
    if (error)
        return error;
#ifdef WEIR_BASE
    if (c->base != WEIR_BASE)
        return WEIR_EINVAL;
#endif
    return c->base % 4 || !c->sink ? WEIR_EINVAL : 0;
}

/* Reads what the unit was built with. */
static void read_features(struct weir *w)
{
    const uint32_t parameters = load(w, WEIR_REG_CONFIG), features = load(w, WEIR_REG_FEATURES);
    w->harts = (uint8_t)FIELD(parameters, WEIR_CONFIG_HARTS);
    w->value_regs = (uint8_t)FIELD(parameters, WEIR_CONFIG_VALUE_REGS);
    w->thread_cache = (uint8_t)FIELD(parameters, WEIR_CONFIG_THREAD_CACHE);
    w->fifo_log2 = (uint8_t)FIELD(parameters, WEIR_CONFIG_FIFO_LOG2);
    w->snoop = w->time = w->offered = w->guaranteed = !FIELD(features, WEIR_FEATURES_TINY);
    w->windows = w->guaranteed ? w->ports + WEIR_REG_HART_WINDOW : 0;
    w->wait_port = w->ports + (w->guaranteed ? WEIR_REG_HART_GUARANTEED_PORT : 0);
    w->lock = w->auth = (uint8_t)FIELD(features, WEIR_FEATURES_PROTECT);
    w->contexts = w->lock ? 3 : 2;
    w->retire = (uint8_t)FIELD(features, WEIR_FEATURES_RETIRE);
    w->pins = (uint8_t)FIELD(features, WEIR_FEATURES_PINS);
    w->time_base = (uint8_t)FIELD(features, WEIR_FEATURES_TIME_BASE);
    w->peek = (uint8_t)FIELD(features, WEIR_FEATURES_PEEK);
    w->filter = (uint8_t)FIELD(features, WEIR_FEATURES_FILTER);
    w->frame = FIELD(features, WEIR_FEATURES_FRAME) != 0;
    w->has_ring = (uint8_t)FIELD(features, WEIR_FEATURES_RING);
    w->wide = FIELD(features, WEIR_FEATURES_VALUE_W) == 64;
    w->args = (uint8_t)FIELD(features, WEIR_FEATURES_ARGS);
    w->checkpoint = w->sw_entry = (uint8_t)FIELD(features, WEIR_FEATURES_CHECKPOINT);
}

static void watch_pins(const struct weir *w, uint32_t rising, uint32_t falling, uint32_t bus)
{
    store(w, WEIR_REG_PIN_RISE, rising);
    store(w, WEIR_REG_PIN_FALL, falling);
    store(w, WEIR_REG_PIN_BUS, bus);
}

/* Filter as after reset. The other registers of the filter have no effect then. */
static void pass_all(const struct weir *w)
{
    store(w, WEIR_REG_SELECT, ALL_CLASSES);
    for (unsigned i = 0; i < WEIR_REG_RATE_LIMIT_COUNT; i++)
        store(w, WEIR_REG_RATE_LIMIT + WEIR_REG_RATE_LIMIT_STRIDE * i, 0);
    store(w, WEIR_REG_TRIGGER, 0);
    store(w, WEIR_REG_TRIGGER_STATE, WEIR_TRIGGER_OPEN);
}

/* Ticks per cycle, fixed point 8.24, if a tick is one `unit`; 0 if that is out of range. */
static uint32_t step_of(const char *unit, uint64_t clock_hz)
{
    int exponent = unit_exponent(unit);
    uint64_t hz = 1; /* of ticks */
    for (; exponent < 0; exponent++)
        hz *= 10;
    for (; exponent > 0; exponent--)
        clock_hz *= 10; /* a tick ten times as long: as if the clock were ten times as fast */
    const uint64_t part = clock_hz << 7; /* 128 ticks per cycle: the top bit of the result */
    uint32_t step = 0;
    if (hz >= 2 * part)
        return 0;
    for (unsigned bit = 0; bit < 32; bit++, hz <<= 1) {
        const bool more = hz >= part;
        step = step << 1 | more;
        hz -= more ? part : 0;
    }
    return hz >= part ? step + 1 : step; /* round to nearest */
}

/* Sets the length of a tick as the config asks. Takes effect at the next CLEAR. */
static int set_ticks(const struct weir *w)
{
    const struct weir_config *c = w->config;
    uint32_t step = WEIR_TIME_STEP_RESET;
    if (c->clock_hz && !c->mtime)
        step = step_of(c->unit, c->clock_hz);
    if (!step)
        return WEIR_EUNIT;
    if (!w->time_base)
        return c->clock_hz || c->mtime ? WEIR_ENOTSUP : 0;
    store(w, WEIR_REG_TIME_STEP, step);
    store(w, WEIR_REG_TIME_CTRL, c->mtime ? WEIR_TIME_CTRL_MTIME_MASK : 0);
    return 0;
}

int weir_clock_hz(struct weir *w, uint32_t hz)
{
    if (!w || !hz)
        return WEIR_EINVAL;
    if (w->state == UNKNOWN || w->locked)
        return WEIR_ESTATE;
    if (!w->time_base || !w->config->clock_hz || w->config->mtime)
        return WEIR_ENOTSUP;
    const uint32_t step = step_of(w->config->unit, hz);
    if (!step)
        return WEIR_EINVAL;
    store(w, WEIR_REG_TIME_STEP, step);
    return 0;
}

/* Zeroes the handle and looks for a unit that this driver supports. */
static int probe(struct weir *w, const struct weir_config *config)
{
    const int error = w ? config_error(config) : WEIR_EINVAL;
    if (error)
        return error;
    *w = (struct weir){
        .ports = config->base + WEIR_REG_HART, .base = config->base, .config = config};

    if (load(w, WEIR_REG_MAGIC) != WEIR_MAGIC_VALUE)
        return WEIR_ENODEV;
    const uint32_t version = load(w, WEIR_REG_VERSION);
    if (FIELD(version, WEIR_VERSION_REGS) != WEIR_VERSION_REGS_RESET ||
        FIELD(version, WEIR_VERSION_STREAM) != WEIR_VERSION_STREAM_RESET)
        return WEIR_EVERSION;
    read_features(w);
    w->locked = w->lock && load(w, WEIR_REG_LOCK) & WEIR_LOCK_MASK;
    if (w->locked)
        return WEIR_ESTATE;
#if defined(WEIR_WINDOW) && WEIR_WINDOW
    if (!w->windows)
        return WEIR_ENOTSUP;
#endif
    if (HINTS_RESET != 0 && !w->retire)
        return WEIR_ENOTSUP;
    return 0;
}

/* Words that the FIFO takes before it drops events of class USER and COM (theory.md). */
static uint16_t usual_words(const struct weir *w)
{
    const uint32_t counters = 8u * (4u * w->harts + (w->pins != 0));
    const uint32_t entry = w->wide ? WEIR_SIZE_ENTRY_MAX_WIDE
                                   : WEIR_SIZE_ENTRY_MAX + WEIR_SIZE_ENTRY_ARG * (w->args - 1u);
    uint32_t bytes = 4u << w->fifo_log2;
    if (w->checkpoint)
        bytes -= 32 + 8 * (counters + w->thread_cache) + WEIR_SIZE_SW_ENTRY_MAX;
    return (uint16_t)((bytes - bytes / 8 - 2 * entry) / 4);
}

int weir_init(struct weir *w, const struct weir_config *config)
{
    const int error = probe(w, config);
    if (error)
        return error;
    if (WEIR_HART() >= w->harts)
        return WEIR_EHART;
    store(w, WEIR_REG_IRQ_ENABLE, 0);
    for (unsigned hart = 0; hart < w->harts; hart++) {
        if (w->snoop)
            store(w, snoop_reg(hart, WEIR_REG_SNOOP_CTRL), HINTS_RESET);
        if (w->contexts == 3)
            store(w, mask_reg(hart), PORT_MASK_RESET);
    }
    if (w->filter)
        pass_all(w);
    if (w->pins)
        watch_pins(w, 0, 0, 0);
    if (w->guaranteed)
        store(w, WEIR_REG_WAIT, WEIR_WAIT_CYCLES_RESET);
    if (w->windows)
        store(w, WEIR_REG_WINDOW_IDS,
              WEIR_WINDOW_THIRD >> 8 | WEIR_WINDOW_FOURTH >> 8 << WEIR_WINDOW_IDS_FOURTH_LSB);
    if (w->checkpoint)
        store(w, WEIR_REG_CHECKPOINT, 0);
    if (quiesce(w) < 0)
        return WEIR_EBUSY;
    const int ticks = set_ticks(w);
    if (ticks)
        return ticks;
    store(w, WEIR_REG_CTRL, WEIR_CTRL_CLEAR_MASK);
    store(w, WEIR_REG_SWITCH_ID, WEIR_ID_THREAD_SWITCH);
    /* No two bytes of it are equal; CLEAR reads as 0, but not from a cache. */
    store(w, WEIR_REG_WATERMARK, 0x5a3c);
    if (load(w, WEIR_REG_CTRL) || load(w, WEIR_REG_WATERMARK) != 0x5a3c)
        return WEIR_EPORT;
    store(w, WEIR_REG_WATERMARK, WEIR_WATERMARK_WORDS_RESET);
    w->usual_words = usual_words(w);
    if (config->watermark > w->usual_words)
        return WEIR_EWATERMARK;

    clear_names(config);
    w->hart = (uint8_t)WEIR_HART();
    w->state = READY;
    return 0;
}

/* Stores the running thread of this hart to the unit, if it watches a word. The caller is that
 * thread, so it reads its own value however often it is preempted between load and store. */
static void announce(const struct weir *w)
{
    const unsigned hart = WEIR_HART();
    const uint32_t control = w->snoop ? load(w, snoop_reg(hart, WEIR_REG_SNOOP_CTRL)) : 0;
    if (control & WEIR_SNOOP_CTRL_ENABLE_MASK &&
        FIELD(control, WEIR_SNOOP_CTRL_MATCH_ON) == WEIR_SNOOP_STORE) {
        const uintptr_t word = load(w, snoop_reg(hart, WEIR_REG_SNOOP_ADDR));
        store(w, snoop_reg(hart, WEIR_REG_SNOOP_RUNNING), *(const volatile uint32_t *)word);
    }
}

static void enable_irq(const struct weir *w)
{
    store(w, WEIR_REG_IRQ_ENABLE, w->config->watermark ? WEIR_IRQ_ENABLE_WATERMARK_MASK : 0);
}

/* Empties the unit for a new trace; `frame_ctrl` is the value of FRAME_CTRL. */
static int begin(struct weir *w, uint32_t frame_ctrl)
{
    if (w->state != READY && w->state != FINISHED)
        return WEIR_ESTATE;
    if (quiesce(w) < 0)
        return WEIR_EBUSY;
    if (w->frame)
        store(w, WEIR_REG_FRAME_CTRL, frame_ctrl);
    store(w, WEIR_REG_CTRL, WEIR_CTRL_CLEAR_MASK);
    store(w, WEIR_REG_IRQ_STATUS, WEIR_IRQ_STATUS_LOSS_MASK);
    /* RUNNING = 0 makes the announcement a switch, and so an event, in every file. */
    for (unsigned hart = 0; w->snoop && hart < w->harts; hart++)
        store(w, snoop_reg(hart, WEIR_REG_SNOOP_RUNNING), 0);
    for (size_t i = 0; i < w->config->name_max; i++)
        w->config->names[i].pending = 1;
    w->image = NULL;
    w->framing = frame_ctrl != 0;
    return 0;
}

/* Enables the unit. Until then names wait, as in a pause. */
static int run(struct weir *w)
{
    w->pending = 0;
    w->given = 0;
    w->paused = 1;
    store(w, WEIR_REG_WATERMARK, w->config->watermark);
    w->state = RUNNING;
    keep_order();
    enable_irq(w);
    return weir_enable(w);
}

int weir_start(struct weir *w)
{
    if (!w)
        return WEIR_EINVAL;
    int error = begin(w, 0);
    if (!error && w->ring)
        error = start_ring(w);
    if (!error && streams(w))
        error = head(w, sink_head, (void *)(uintptr_t)w->config);
    return error ? error : run(w);
}

/* Waits until the last frame is sent. */
static int wait_for_frames(const struct weir *w)
{
    for (unsigned i = 0; i < POLL_MAX; i++)
        if (!(load(w, WEIR_REG_FRAME_CTRL) & WEIR_FRAME_CTRL_BUSY_MASK))
            return 0;
    return WEIR_EBUSY;
}

int weir_start_frames(struct weir *w, uint32_t hz, unsigned interval)
{
    if (!w || interval > WEIR_FRAME_CTRL_INTERVAL_MASK >> WEIR_FRAME_CTRL_INTERVAL_LSB)
        return WEIR_EINVAL;
    if (w->state != UNKNOWN && !w->frame)
        return WEIR_ENOTSUP;
    int error = begin(w, WEIR_FRAME_CTRL_ENABLE_MASK | (uint32_t)interval
                                                           << WEIR_FRAME_CTRL_INTERVAL_LSB);
    if (!error)
        error = wait_for_frames(w);
    if (error)
        return error;
    store(w, WEIR_REG_FRAME_HZ, hz);
    return run(w);
}

/* Whether the unit was reset since weir_start: no trace has the watermark of reset. */
static bool was_reset(const struct weir *w)
{
    return load(w, WEIR_REG_WATERMARK) == WEIR_WATERMARK_WORDS_RESET;
}

int weir_enable(struct weir *w)
{
    if (!w)
        return WEIR_EINVAL;
    if (w->state != RUNNING || w->locked || was_reset(w))
        return WEIR_ESTATE;
    store(w, WEIR_REG_CTRL, WEIR_CTRL_ENABLE_MASK);
    w->paused = 0;
    announce(w);
    emit_pending(w);
    return 0;
}

int weir_disable(struct weir *w)
{
    if (!w)
        return WEIR_EINVAL;
    if (w->state != RUNNING || w->locked)
        return WEIR_ESTATE;
    w->paused = 1;
    store(w, WEIR_REG_CTRL, 0);
    return 0;
}

/* Authorisation to read the trace, and reads denied. Units without the register always authorise.
 */
static uint32_t auth(const struct weir *w)
{
    return w->auth ? load(w, WEIR_REG_AUTH) : WEIR_AUTH_NOW_MASK;
}

/* Whether a read since auth() returned `before` may have been denied. */
static bool denied(const struct weir *w, uint32_t before)
{
    return !(before & WEIR_AUTH_NOW_MASK) || auth(w) != before;
}

static void sink_took(struct weir *w, size_t bytes) { w->given += (uint32_t)bytes / 4; }

/* Words that were read from the FIFO, modulo twice its depth, on units with PEEK. */
static uint32_t words_read(const struct weir *w)
{
    return FIELD(load(w, WEIR_REG_FIFO_POINTERS), WEIR_FIFO_POINTERS_READ);
}

/* After a crash, or a reset of the hart, between the read of a word and its count: takes it again
 * from the FIFO, which still has it, on units with PEEK. Returns 0 or EACCES. */
static int recover_word(struct weir *w)
{
    if (!w->peek || w->framing || !streams(w) || was_reset(w))
        return 0;
    const uint32_t before = auth(w), read = words_read(w), mask = (2u << w->fifo_log2) - 1,
                   counted = w->given + (uint32_t)w->pending / 4;
    if (((read - counted) & mask) != 1)
        return 0;
    store(w, WEIR_REG_PEEK_AT, counted & mask);
    const uint32_t word = load(w, WEIR_REG_PEEK_DATA);
    if (denied(w, before))
        return WEIR_EACCES;
    w->chunk[w->pending / 4] = word;
    w->pending += 4;
    return 0;
}

/* Hands the pending chunk to the sink, and then the words that are in the FIFO now. */
static int drain(struct weir *w)
{
    const uint32_t before = auth(w);
    int total = flush_chunk(w);
    bool stopped = denied(w, before);
    if (total < 0)
        return total;
    const uintptr_t data = w->base + WEIR_REG_DATA;
    for (uint32_t level = load(w, WEIR_REG_LEVEL); level && !stopped;) {
        const uint32_t most = level < WEIR_CHUNK_WORDS ? level : WEIR_CHUNK_WORDS;
        volatile uint32_t *to = w->chunk;
        uint32_t words = 0;
        /* Each word counts at once, for a crash or a reset of the hart in between. */
        do {
            const uint32_t word = WEIR_LOAD32(data);
            stopped = !word && w->auth && denied(w, before); /* check on 0 only: rare in a stream */
            if (stopped)
                break;
            *to++ = word;
            w->pending = 4 * ++words;
        } while (words < most);
        level -= words;
        const int taken = words ? flush_chunk(w) : 0;
        if (taken < 0)
            return taken;
        total += taken;
    }
    return stopped && !total ? WEIR_EACCES : total;
}

int weir_drain(struct weir *w)
{
    if (!w)
        return WEIR_EINVAL;
    if (w->state != RUNNING)
        return WEIR_ESTATE;
    /* An interrupt that is on its way finds the flag: two drains would mix the words. It comes
     * once, as it is disabled before. */
    store(w, WEIR_REG_IRQ_ENABLE, 0);
    keep_order();
    w->draining = 1;
    const int bytes = drain(w);
    emit_pending(w); /* there is space now */
    w->draining = 0;
    keep_order();
    if (bytes >= 0)
        enable_irq(w);
    return bytes;
}

int weir_irq(struct weir *w)
{
    if (!w)
        return WEIR_EINVAL;
    /* The interrupt was pending when weir_finish or weir_drain disabled it. */
    if (w->state != RUNNING || w->draining)
        return 0;
    const int bytes = drain(w);
    emit_pending(w);
    if (bytes < 0)
        store(w, WEIR_REG_IRQ_ENABLE, 0);
    return bytes;
}

static int finish(struct weir *w)
{
    if ((w->state != RUNNING && w->state != FINISHING) || w->locked)
        return WEIR_ESTATE;
    const bool reset = was_reset(w);
    /* First: weir_irq drains while RUNNING. Then it would return, and its level would stay. */
    store(w, WEIR_REG_IRQ_ENABLE, 0);
    keep_order();
    w->state = FINISHING;
    int loss, bytes = recover_word(w);
    unsigned idle = 0; /* rounds without a word */
    do { /* each word read frees space, in which the unit reports the rest of a loss */
        loss = quiesce(w);
        if (loss < 0 || idle > POLL_MAX)
            return WEIR_EBUSY;
        for (idle++; bytes >= 0 && (bytes = drain(w)) > 0; idle = 0)
            ;
        if (bytes < 0)
            return bytes;
        /* A full ring that nobody drains cannot take the rest. */
    } while (loss && !(w->image && weir_ring_full(w) && !streams(w)));
    if (w->framing && wait_for_frames(w) < 0)
        return WEIR_EBUSY;
    if (w->framing || !streams(w)) {
        w->state = FINISHED;
        const bool lost = w->image && !ring_written(w) &&
                          (load(w, WEIR_REG_RING_AT) || weir_ring_full(w));
        return reset ? WEIR_ESTATE : lost ? WEIR_ERING : 0;
    }

    const uint32_t before = auth(w), tail = load(w, WEIR_REG_TAIL);
    if (denied(w, before))
        return WEIR_EACCES;
    w->chunk[0] = FIELD(tail, WEIR_TAIL_BYTES);
    w->pending = FIELD(tail, WEIR_TAIL_COUNT);
    bytes = flush_chunk(w);
    if (bytes < 0) {
        w->pending = 0; /* reading TAIL does not consume it: the next call reads it again */
        return bytes;
    }
    w->state = FINISHED;
    return reset ? WEIR_ESTATE : 0;
}

int weir_finish(struct weir *w)
{
    if (!w)
        return WEIR_EINVAL;
    if (w->state == RUNNING && !w->locked)
        emit_pending(w);
    return finish(w);
}

/* ---- Crash */

int weir_crash(struct weir *w, weir_sink *sink, void *context, size_t *uncertain_bytes)
{
    return crash(w, sink, context, uncertain_bytes);
}

/* Sets PEEK_AT to the read pointer of FIFO_POINTERS or SNAPSHOT_POINTERS, which have the same
 * layout. Returns the number of words between the pointers. */
static uint32_t start_peek(const struct weir *w, uint32_t pointers)
{
    const uint32_t read = FIELD(pointers, WEIR_FIFO_POINTERS_READ);
    store(w, WEIR_REG_PEEK_AT, read);
    return (FIELD(pointers, WEIR_FIFO_POINTERS_WRITE) - read) & ((2u << w->fifo_log2) - 1);
}

/* Hands what the FIFO held at the last reset to the sink. */
static int drain_snapshot(struct weir *w)
{
    const struct weir_config *c = w->config;
    const uint32_t before = auth(w), tail = load(w, WEIR_REG_SNAPSHOT_TAIL);
    uint32_t level = start_peek(w, load(w, WEIR_REG_SNAPSHOT_POINTERS));
    while (level) {
        uint32_t count = 0;
        for (; level && count < WEIR_CHUNK_WORDS; level--)
            w->chunk[count++] = load(w, WEIR_REG_PEEK_DATA);
        if (denied(w, before))
            return WEIR_EACCES;
        if (c->sink(c->sink_context, w->chunk, 4 * count))
            return WEIR_ESINK;
    }
    if (denied(w, before))
        return WEIR_EACCES;
    w->chunk[0] = tail & WEIR_SNAPSHOT_TAIL_BYTES_MASK;
    if (FIELD(tail, WEIR_SNAPSHOT_TAIL_COUNT) &&
        c->sink(c->sink_context, w->chunk, FIELD(tail, WEIR_SNAPSHOT_TAIL_COUNT)))
        return WEIR_ESINK;
    return 0;
}

int weir_rescue(struct weir *w, const struct weir_config *config)
{
    const int error = probe(w, config);
    if (error)
        return error;
    if (w->peek && load(w, WEIR_REG_SNAPSHOT) & WEIR_SNAPSHOT_VALID_MASK) {
        const int failed = drain_snapshot(w);
        if (failed)
            return failed;
    }
    w->given = w->peek ? words_read(w) : 0;
    w->state = FINISHING;
    const int result = finish(w);
    return result == WEIR_ESTATE ? 0 : result; /* the unit was reset, too */
}

int weir_lock(struct weir *w)
{
    if (!w)
        return WEIR_EINVAL;
    if (w->state != RUNNING)
        return WEIR_ESTATE;
    if (!w->lock)
        return WEIR_ENOTSUP;
    store(w, WEIR_REG_LOCK, WEIR_LOCK_MASK);
    w->locked = 1;
    return 0;
}

int weir_peek(struct weir *w, uint32_t *words, size_t count)
{
    if (!w || (!words && count))
        return WEIR_EINVAL;
    if (w->state == UNKNOWN)
        return WEIR_ESTATE;
    if (!w->peek)
        return WEIR_ENOTSUP;
    const uint32_t before = auth(w), level = start_peek(w, load(w, WEIR_REG_FIFO_POINTERS));
    if (count > level)
        count = level;
    for (size_t i = 0; i < count; i++)
        words[i] = load(w, WEIR_REG_PEEK_DATA);
    return denied(w, before) ? WEIR_EACCES : (int)count;
}

int weir_authorised(const struct weir *w, uint32_t *count)
{
    if (!w)
        return WEIR_EINVAL;
    if (w->state == UNKNOWN)
        return WEIR_ESTATE;
    const uint32_t now = auth(w);
    if (count)
        *count = FIELD(now, WEIR_AUTH_DENIED);
    return !!(now & WEIR_AUTH_NOW_MASK);
}

/* ---- Ports */

uintptr_t weir_port(const struct weir *w, unsigned hart, unsigned context)
{
    if (!w || w->state == UNKNOWN || hart >= w->harts || context >= w->contexts)
        return 0;
    return w->ports + (uintptr_t)WEIR_REG_HART_STRIDE * hart + WEIR_REG_HART_PORT_STRIDE * context;
}

int weir_wait(struct weir *w, uint32_t cycles)
{
    if (!w || cycles > WEIR_WAIT_CYCLES_MASK)
        return WEIR_EINVAL;
    if (w->state == UNKNOWN || w->locked)
        return WEIR_ESTATE;
    if (!w->guaranteed)
        return WEIR_ENOTSUP;
    store(w, WEIR_REG_WAIT, cycles);
    return 0;
}

int weir_port_mask(struct weir *w, unsigned hart, unsigned context, unsigned classes)
{
    static const struct {
        uint32_t mask, lsb;
    } fields[] = {
        [WEIR_CONTEXT_THREAD] = {WEIR_PORT_MASK_THREAD_MASK, WEIR_PORT_MASK_THREAD_LSB},
        [WEIR_CONTEXT_INTERRUPT] = {WEIR_PORT_MASK_INTERRUPT_MASK, WEIR_PORT_MASK_INTERRUPT_LSB},
        [WEIR_CONTEXT_USER_MODE] = {WEIR_PORT_MASK_USER_MASK, WEIR_PORT_MASK_USER_LSB},
    };
    if (!w || context >= sizeof fields / sizeof *fields || classes >> WEIR_CLASS_NONE)
        return WEIR_EINVAL;
    if (w->state == UNKNOWN || w->locked)
        return WEIR_ESTATE;
    if (hart >= w->harts)
        return WEIR_EINVAL;
    if (w->contexts != 3)
        return WEIR_ENOTSUP;
    store(w, mask_reg(hart),
          (load(w, mask_reg(hart)) & ~fields[context].mask) | classes << fields[context].lsb);
    return 0;
}

/* ---- Threads */

/* Whether the snoop of this hart may be set up: 0, or an error. */
static int snoop_error(const struct weir *w, unsigned hart, bool supported)
{
    return w->state == UNKNOWN || w->locked ? WEIR_ESTATE
           : hart >= w->harts               ? WEIR_EINVAL
           : supported                      ? 0
                                            : WEIR_ENOTSUP;
}

/* Sets what the snoop of this hart watches, and leaves its traps as they are. */
static void watch(const struct weir *w, unsigned hart, uint32_t control, uint32_t mask)
{
    const uint32_t kept = load(w, snoop_reg(hart, WEIR_REG_SNOOP_CTRL)) &
                          (WEIR_SNOOP_CTRL_ISR_MASK | WEIR_SNOOP_CTRL_HINT_MASK);
    store(w, snoop_reg(hart, WEIR_REG_SNOOP_MASK), mask);
    store(w, snoop_reg(hart, WEIR_REG_SNOOP_CTRL), kept | control | WEIR_SNOOP_CTRL_ENABLE_MASK);
}

int weir_snoop(struct weir *w, unsigned hart, const volatile void *word)
{
    const uintptr_t address = (uintptr_t)word;
    if (!w || !word || address % 4 || (uint32_t)address != address)
        return WEIR_EINVAL;
    const int error = snoop_error(w, hart, w->snoop);
    if (error)
        return error;
    store(w, snoop_reg(hart, WEIR_REG_SNOOP_ADDR), (uint32_t)address);
    w->armed |= (uint16_t)(1u << hart);
    watch(w, hart, WEIR_SNOOP_STORE << WEIR_SNOOP_CTRL_MATCH_ON_LSB, UINT32_MAX);
    announce(w);
    return 0;
}

int weir_snoop_register(struct weir *w, unsigned hart, unsigned match_on, unsigned index,
                        uint32_t mask, uint32_t running)
{
    const unsigned last = match_on == WEIR_SNOOP_GPR ? 31 : match_on == WEIR_SNOOP_CSR ? 0xfff : 0;
    if (!w || index > last || (match_on == WEIR_SNOOP_GPR && !index) || !last)
        return WEIR_EINVAL;
    const int error = snoop_error(w, hart, w->retire);
    if (error)
        return error;
    w->armed |= (uint16_t)(1u << hart);
    watch(w, hart, match_on << WEIR_SNOOP_CTRL_MATCH_ON_LSB | index << WEIR_SNOOP_CTRL_INDEX_LSB,
          mask);
    store(w, snoop_reg(hart, WEIR_REG_SNOOP_RUNNING), running & mask);
    return 0;
}

/* Sets a bit of SNOOP_CTRL that needs a retire view. */
static int set_watched(struct weir *w, unsigned hart, uint32_t bit, int on)
{
    if (!w || (on != 0 && on != 1))
        return WEIR_EINVAL;
    const int error = snoop_error(w, hart, w->retire);
    if (error)
        return error;
    const uint32_t control = load(w, snoop_reg(hart, WEIR_REG_SNOOP_CTRL)) & ~bit;
    store(w, snoop_reg(hart, WEIR_REG_SNOOP_CTRL), on ? control | bit : control);
    return 0;
}

int weir_traps(struct weir *w, unsigned hart, int on)
{
    return set_watched(w, hart, WEIR_SNOOP_CTRL_ISR_MASK, on);
}

int weir_hints(struct weir *w, unsigned hart, int on)
{
    return set_watched(w, hart, WEIR_SNOOP_CTRL_HINT_MASK, on);
}

/* ---- Names */

static bool records(const struct weir *w) { return w->state == RUNNING && !w->paused; }

/* An event takes at most three words if it follows another closely. In an overload the unit drops
 * names like other events. */
static bool record_name(struct weir *w, const struct weir_named *n)
{
    const uint32_t level = load(w, WEIR_REG_LEVEL);
    if (load(w, WEIR_REG_STATUS) & WEIR_STATUS_OVERLOAD_MASK ||
        (level && level + 3 * run_events(n) > w->usual_words))
        return false;
    emit_run(w, n);
    return true;
}

static void record_forget(struct weir *w, uint32_t number)
{
    (void)w;
    (void)number;
}

int weir_thread_name(struct weir *w, uint32_t thread, const char *name)
{
    return add_name(w, WEIR_OBJECT_THREAD, thread, name);
}

int weir_object_name(struct weir *w, unsigned kind, uint32_t object, const char *name)
{
    return add_name(w, kind, object, name);
}

void weir_forget(struct weir *w, uint32_t number) { forget(w, number); }

int weir_names_repeat(struct weir *w)
{
    /* A hart that does nothing else would keep the handler of another one busy for ever. */
    const uint32_t most = w && w->state == RUNNING ? w->config->watermark / 2 : 0;
    return most && load(w, WEIR_REG_LEVEL) > most ? 0 : repeat_name(w);
}

/* ---- Filter */

/* Whether the filter may be read now, or, with `changes`, written: 0, or an error. */
static int filter_ready(const struct weir *w, bool changes)
{
    return w->state == UNKNOWN || (changes && w->locked) ? WEIR_ESTATE
           : w->filter                                   ? 0
                                                         : WEIR_ENOTSUP;
}

int weir_select(struct weir *w, const struct weir_selection *selection)
{
    static const struct weir_selection all = {.classes = ALL_CLASSES};
    const struct weir_selection *s = selection ? selection : &all;
    if (!w || s->classes & ~(unsigned)ALL_CLASSES || s->range_count > WEIR_REG_RANGE_COUNT)
        return WEIR_EINVAL;
    const int error = filter_ready(w, true);
    if (error)
        return error;
    uint32_t select = s->classes << WEIR_SELECT_USER_LSB;
    for (unsigned i = 0; i < s->range_count; i++) {
        store(w, WEIR_REG_RANGE + WEIR_REG_RANGE_STRIDE * i,
              (uint32_t)s->range[i].first << WEIR_RANGE_FIRST_LSB | (uint32_t)s->range[i].last
                                                                        << WEIR_RANGE_LAST_LSB);
        select |= 1u << (WEIR_SELECT_RANGE0_LSB + i);
    }
    if (s->mask) {
        store(w, WEIR_REG_SELECT_ID, (uint32_t)s->id | (uint32_t)s->mask << 16);
        select |= WEIR_SELECT_ID_MASK;
    }
    if (s->invert)
        select |= WEIR_SELECT_INVERT_MASK;
    store(w, WEIR_REG_SELECT, select);
    return 0;
}

int weir_checkpoint(struct weir *w, unsigned bytes, int now)
{
    if (!w || bytes > WEIR_CHECKPOINT_BYTES_MASK)
        return WEIR_EINVAL;
    if (w->state == UNKNOWN)
        return WEIR_ESTATE;
    if (!w->checkpoint)
        return WEIR_ENOTSUP;
    store(w, WEIR_REG_CHECKPOINT, bytes | (now ? WEIR_CHECKPOINT_NOW_MASK : 0));
    return 0;
}

/* Stores an entry, padded to whole words, and reads END, which commits it. The padding goes into
 * its first number, which ends at byte `last`. */
static uint32_t sw_entry_once(const struct weir *w, const uint8_t *entry, size_t bytes, size_t last)
{
    const uintptr_t page = WEIR_REG_SW_ENTRY + WEIR_REG_SW_ENTRY_STRIDE * WEIR_HART();
    const size_t padding = (4 - bytes % 4) % 4;
    store(w, (uint32_t)page + WEIR_REG_SW_ENTRY_BEGIN, (uint32_t)((bytes + padding) / 4));
    uint32_t word = 0;
    for (size_t i = 0; i < bytes + padding; i++) {
        const uint32_t byte = i < last || !padding  ? entry[i]
                              : i == last           ? entry[last] | 0x80u
                              : i < last + padding  ? 0x80
                              : i == last + padding ? 0
                                                    : entry[i - padding];
        word |= byte << 8 * (i % 4);
        if (i % 4 == 3) {
            store(w, (uint32_t)page + WEIR_REG_SW_ENTRY_WORD, word);
            word = 0;
        }
    }
    return load(w, (uint32_t)page + WEIR_REG_SW_ENTRY_END);
}

int weir_sw_entry(struct weir *w, const void *entry, size_t bytes)
{
    const uint8_t *const at = entry;
    if (!w || !entry || bytes < 3 || (bytes + 3) / 4 * 4 > WEIR_SIZE_SW_ENTRY_MAX || at[0])
        return WEIR_EINVAL;
    size_t last = 2;
    while (last < bytes && at[last] & 0x80)
        last++;
    if (last == bytes)
        return WEIR_EINVAL;
    if (w->state != RUNNING)
        return WEIR_ESTATE;
    if (!w->sw_entry)
        return WEIR_ENOTSUP;
    for (unsigned i = 0; i < SW_ENTRY_TRIES; i++) {
        const uint32_t answer = sw_entry_once(w, at, bytes, last);
        if (answer != WEIR_SW_ENTRY_TORN)
            return answer == WEIR_SW_ENTRY_WRITTEN ? 0 : WEIR_EBUSY;
    }
    return WEIR_EBUSY;
}

int weir_rate_limit(struct weir *w, unsigned class, unsigned events, unsigned cycles_log2)
{
    if (!w || class > WEIR_CLASS_COM || events > WEIR_NO_RATE_LIMIT || cycles_log2 > 31)
        return WEIR_EINVAL;
    const int error = filter_ready(w, true);
    if (error)
        return error;
    store(w, WEIR_REG_RATE_LIMIT + WEIR_REG_RATE_LIMIT_STRIDE * class,
          events == WEIR_NO_RATE_LIMIT
              ? 0
              : WEIR_RATE_LIMIT_ENABLE_MASK | events << WEIR_RATE_LIMIT_COUNT_LSB |
                    cycles_log2 << WEIR_RATE_LIMIT_INTERVAL_LSB);
    return 0;
}

int weir_pins_watch(struct weir *w, uint32_t rising, uint32_t falling, uint32_t bus)
{
    if (!w)
        return WEIR_EINVAL;
    if (w->state == UNKNOWN || w->locked)
        return WEIR_ESTATE;
    if (!w->pins)
        return WEIR_ENOTSUP;
    if ((rising | falling | bus) & ~(uint32_t)((UINT64_C(1) << w->pins) - 1))
        return WEIR_EINVAL;
    watch_pins(w, rising, falling, bus);
    return 0;
}

int weir_trigger_arm(struct weir *w, const struct weir_trigger *trigger, unsigned state)
{
    if (!w || state > WEIR_TRIGGER_FROZEN ||
        (trigger &&
         (trigger->start | trigger->stop | trigger->freeze | trigger->out) & ~(unsigned)ALL_CAUSES))
        return WEIR_EINVAL;
    const int error = filter_ready(w, true);
    if (error)
        return error;
    if (trigger) {
        store(w, WEIR_REG_TRIGGER, 0); /* no cause acts on a half-written trigger */
        for (unsigned i = 0; i < WEIR_REG_MATCH_COUNT; i++) {
            const struct weir_match *m = &trigger->match[i];
            const uint32_t block = WEIR_REG_MATCH + WEIR_REG_MATCH_STRIDE * i;
            store(w, block + WEIR_REG_MATCH_ID, (uint32_t)m->id | (uint32_t)m->id_mask << 16);
            store(w, block + WEIR_REG_MATCH_VALUE, m->value);
            store(w, block + WEIR_REG_MATCH_MASK, m->value_mask);
        }
        store(w, WEIR_REG_FREEZE_AFTER, trigger->freeze_after);
    }
    store(w, WEIR_REG_TRIGGER_STATE, state);
    if (trigger)
        store(w, WEIR_REG_TRIGGER,
              trigger->start << WEIR_TRIGGER_START_LSB | trigger->stop << WEIR_TRIGGER_STOP_LSB |
                  trigger->freeze << WEIR_TRIGGER_FREEZE_LSB |
                  trigger->out << WEIR_TRIGGER_OUT_LSB |
                  (trigger->falling ? WEIR_TRIGGER_FALLING_MASK : 0));
    return 0;
}

int weir_trigger_state(const struct weir *w)
{
    if (!w)
        return WEIR_EINVAL;
    const int error = filter_ready(w, false);
    return error ? error : (int)FIELD(load(w, WEIR_REG_TRIGGER_STATE), WEIR_TRIGGER_STATE_STATE);
}

int weir_filtered(const struct weir *w, uint32_t *count)
{
    if (!w || !count)
        return WEIR_EINVAL;
    *count = 0;
    const int error = filter_ready(w, false);
    if (!error)
        *count = load(w, WEIR_REG_FILTERED);
    return error;
}

/* ---- Counters, loss and time */

/* Adds the counters of one source. */
static void count(const struct weir *w, unsigned hart, unsigned context, struct weir_counts *counts)
{
    const uint32_t source = WEIR_REG_COUNTERS + WEIR_REG_COUNTERS_STRIDE * (4 * hart + context);
    for (unsigned reason = 0; reason < WEIR_DROP_COUNT; reason++)
        if (reason < WEIR_DROP_RATE_LIMIT ||
            (reason == WEIR_DROP_RATE_LIMIT ? w->filter : has_overruns(w))) {
            const uint32_t dropped = load(w, source + 4 * reason);
            counts->dropped[reason] += dropped;
            if (w->offered)
                counts->offered[reason < WEIR_CLASS_NONE ? reason : WEIR_CLASS_NONE] += dropped;
        }
    for (unsigned class = 0; w->offered && class < WEIR_CLASS_NONE; class ++)
        counts->offered[class] += load(w, source + WEIR_REG_COUNTERS_DELIVERED + 4 * class);
}

int weir_counters(const struct weir *w, struct weir_counts *counts)
{
    if (!w || !counts)
        return WEIR_EINVAL;
    if (w->state == UNKNOWN)
        return WEIR_ESTATE;
    *counts = (struct weir_counts){{0}, {0}};
    for (unsigned hart = 0; hart < w->harts; hart++)
        for (unsigned context = 0; context <= WEIR_CONTEXT_SNOOP; context++)
            if (has_source(w, context))
                count(w, hart, context, counts);
    if (w->pins)
        count(w, w->harts, WEIR_CONTEXT_INTERRUPT, counts);
    return 0;
}

int weir_counters_of(const struct weir *w, unsigned hart, unsigned context,
                     struct weir_counts *counts)
{
    if (!w || !counts)
        return WEIR_EINVAL;
    if (w->state == UNKNOWN)
        return WEIR_ESTATE;
    const bool of_pins = w->pins && hart == w->harts && context == WEIR_CONTEXT_INTERRUPT;
    if ((hart >= w->harts && !of_pins) || context > WEIR_CONTEXT_SNOOP)
        return WEIR_EINVAL;
    *counts = (struct weir_counts){{0}, {0}};
    if (!has_source(w, context))
        return WEIR_ENOTSUP;
    count(w, hart, context, counts);
    return 0;
}

int weir_loss(const struct weir *w)
{
    if (!w)
        return WEIR_EINVAL;
    if (w->state == UNKNOWN)
        return WEIR_ESTATE;
    return load(w, WEIR_REG_STATUS) & WEIR_STATUS_LOSS_MASK ? 1 : 0;
}

/* A read of TIME_LO captures TIME_HI. A handler that reads the time between the two reads captures
 * another TIME_HI. That matters only if TIME_LO wrapped; then the next TIME_LO is below the first.
 */
int weir_time(const struct weir *w, uint64_t *time)
{
    if (!w || !time)
        return WEIR_EINVAL;
    *time = 0;
    if (w->state == UNKNOWN)
        return WEIR_ESTATE;
    if (!w->time)
        return WEIR_ENOTSUP;
    uint32_t lo, hi, next = load(w, WEIR_REG_TIME_LO);
    do {
        lo = next;
        hi = load(w, WEIR_REG_TIME_HI);
        next = load(w, WEIR_REG_TIME_LO);
    } while (next < lo);
    *time = (uint64_t)hi << 32 | lo;
    return 0;
}

#endif
