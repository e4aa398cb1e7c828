/* SPDX-License-Identifier: Apache-2.0 */
/* The driver without a unit. weir.h is its manual; weir_soft.h lists the differences.
 *
 * weir_soft_txtb.h and weir_soft_rkh.h define the functions record_..., which write the two
 * formats. They run under WEIR_LOCK, or while recording is off. */
#include "weir.h"

#ifdef WEIR_SOFT

#include "weir_shared.h"

static void sink_took(struct weir *w, size_t bytes)
{
    (void)w;
    (void)bytes;
}

WEIR_INLINE void read_clock(struct weir *w)
{
    const uint32_t clock = WEIR_CLOCK();
    if (clock < w->clock)
        w->clock_high++;
    w->clock = clock;
}

/* Time of the last read_clock, since weir_start. */
static uint64_t time_of(const struct weir *w)
{
    return ((uint64_t)w->clock_high << 32 | w->clock) - w->start;
}

#ifdef WEIR_TXTB
#include "weir_soft_txtb.h"
#else
#include "weir_soft_rkh.h"
#endif

/* ---- Events */

/* The class of an id, from its top two bits. NONE for 0, reserved ids, and ids that the format
 * cannot carry. */
static unsigned class_of(uint16_t id)
{
    static const uint8_t classes[] = {WEIR_CLASS_USER, WEIR_CLASS_COM, WEIR_CLASS_NONE,
                                      WEIR_CLASS_SYS};
    return id && record_has(id) ? classes[id >> 14] : WEIR_CLASS_NONE;
}

static void switch_to(struct weir *w, uint32_t thread)
{
    if (w->known && thread == w->running)
        return;
    w->offered_count[WEIR_CLASS_SYS]++;
    if (!record_switch(w, thread)) {
        w->dropped_count[WEIR_DROP_SYS]++;
        record_drop(w, WEIR_CLASS_SYS, WEIR_CONTEXT_SNOOP);
    }
    w->running = thread;
    w->known = 1;
}

/* Records the running thread from the watched word. */
static void announce(struct weir *w)
{
    read_clock(w);
    switch_to(w, *w->word);
}

WEIR_INLINE void record(struct weir *w, unsigned class, unsigned context, uint16_t id,
                        uint32_t value)
{
    w->offered_count[class]++;
    if (!record_event(w, class, context, id, value)) {
        w->dropped_count[class]++;
        record_drop(w, class, context);
    }
}

/* Events that weir_soft_emit_ leaves to a call: other classes, switches, and invalid ids. */
static __attribute__((noinline)) void emit_other(struct weir *w, unsigned context, uint16_t id,
                                                 uint32_t value, uint32_t before)
{
    const unsigned class = class_of(id);
    if (id == WEIR_ID_THREAD_SWITCH) {
        switch_to(w, value);
    } else {
        if (w->word)
            switch_to(w, *w->word);
        if (class != WEIR_CLASS_NONE)
            record(w, class, context, id, value);
        else {
            w->offered_count[WEIR_CLASS_NONE]++;
            w->dropped_count[WEIR_DROP_ID]++;
            record_drop(w, WEIR_CLASS_NONE, context);
        }
    }
    WEIR_UNLOCK(before);
}

/* Most events take this path without a further call, so it stays short. */
void weir_soft_emit_(struct weir *w, unsigned context, uint16_t id, uint32_t value)
{
    if (!w->enabled)
        return;
    const uint32_t before = WEIR_LOCK();
    read_clock(w);
    if (!id || id > WEIR_ID_USER_LAST || (w->word && (!w->known || *w->word != w->running))) {
        emit_other(w, context, id, value, before);
        return;
    }
    record(w, WEIR_CLASS_USER, context, id, value);
    WEIR_UNLOCK(before);
}

void weir_soft_emit_args_(struct weir *w, unsigned context, uint16_t id, unsigned count,
                          const uint32_t *values)
{
    if (!w->enabled)
        return;
    const uint32_t before = WEIR_LOCK();
    const unsigned class = class_of(id);
    read_clock(w);
    if (id == WEIR_ID_THREAD_SWITCH || class == WEIR_CLASS_NONE) {
        emit_other(w, context, id, values[0], before);
        return;
    }
    if (w->word)
        switch_to(w, *w->word);
    w->offered_count[class]++;
    if (!record_args(w, class, context, id, count < WEIR_ARGS_MAX ? count : WEIR_ARGS_MAX,
                     values)) {
        w->dropped_count[class]++;
        record_drop(w, class, context);
    }
    WEIR_UNLOCK(before);
}

#ifdef WEIR_RKH
static void drop_record(struct weir *w)
{
    w->dropped_count[WEIR_DROP_USER]++;
    record_drop(w, WEIR_CLASS_USER, WEIR_CONTEXT_THREAD);
}

int weir_soft_record_begin_(struct weir *w, unsigned id, int user)
{
    if (!w->enabled)
        return 0;
    read_clock(w);
    if (w->word)
        switch_to(w, *w->word);
    w->offered_count[WEIR_CLASS_USER]++;
    const rkh_weir_event_t e = {.kind = RKH_WEIR_USER, .time = time_of(w), .id = (uint16_t)id};
    if (!may_record(w) || (user && rkh_weir_begin(&w->frames, &w->writer, &e))) {
        drop_record(w);
        return 0;
    }
    if (!user)
        rkh_begin(&w->writer, id, (uint32_t)e.time);
    return 1;
}

void weir_soft_record_byte_(struct weir *w, uint8_t byte) { rkh_put_bytes(&w->writer, &byte, 1); }

/* The length of a record is known only here. If it does not fit, its frame number is used again, so
 * that readers see the drop in LOSS and no gap. */
void weir_soft_record_end_(struct weir *w)
{
    if (rkh_end(&w->writer)) {
        w->writer.sequence--;
        drop_record(w);
    }
}
#endif

/* ---- Life of a trace */

static int config_error(const struct weir_config *c)
{
    const int error = check_config(c);
    return error ? error : !c->memory || (uintptr_t)c->memory % 4 ? WEIR_EINVAL : 0;
}

int weir_init(struct weir *w, const struct weir_config *config)
{
    int error = w ? config_error(config) : WEIR_EINVAL;
    if (error)
        return error;
    *w = (struct weir){
        .config = config, .harts = 1, .contexts = 2, .snoop = 1, .time = 1, .offered = 1};
    error = record_init(w);
    if (error)
        return error;
    clear_names(config);
    w->state = READY;
    return 0;
}

int weir_start(struct weir *w)
{
    if (!w)
        return WEIR_EINVAL;
    if (w->state != READY && w->state != FINISHED)
        return WEIR_ESTATE;
    for (unsigned i = 0; i < 4; i++)
        w->offered_count[i] = 0;
    for (unsigned i = 0; i < WEIR_DROP_COUNT; i++)
        w->dropped_count[i] = 0;
    w->known = 0;
    w->pending = 0;
    w->start = w->clock = w->clock_high = 0;
    const int error = record_start(w);
    if (error)
        return error;
    w->start = w->clock = WEIR_CLOCK();
    w->state = RUNNING;
    return weir_enable(w);
}

int weir_enable(struct weir *w)
{
    if (!w)
        return WEIR_EINVAL;
    if (w->state != RUNNING)
        return WEIR_ESTATE;
    const uint32_t before = WEIR_LOCK();
    w->enabled = 1;
    if (w->word)
        announce(w);
    WEIR_UNLOCK(before);
    emit_pending(w);
    return 0;
}

int weir_disable(struct weir *w)
{
    if (!w)
        return WEIR_EINVAL;
    if (w->state != RUNNING)
        return WEIR_ESTATE;
    w->enabled = 0;
    return 0;
}

int weir_drain(struct weir *w)
{
    if (!w)
        return WEIR_EINVAL;
    if (w->state != RUNNING)
        return WEIR_ESTATE;
    emit_pending(w);
    w->draining = 1;
    const int bytes = record_drain(w);
    w->draining = 0;
    return bytes;
}

int weir_irq(struct weir *w)
{
    if (!w)
        return WEIR_EINVAL;
    return w->state == RUNNING && !w->draining ? record_drain(w) : 0;
}

static int finish(struct weir *w)
{
    if (w->state != RUNNING && w->state != FINISHING)
        return WEIR_ESTATE;
    w->enabled = 0;
    const int error = record_finish(w, w->state == FINISHING);
    w->state = error ? FINISHING : FINISHED;
    return error;
}

int weir_finish(struct weir *w) { return w ? finish(w) : WEIR_EINVAL; }

int weir_crash(struct weir *w, weir_sink *sink, void *context, size_t *uncertain_bytes)
{
    return crash(w, sink, context, uncertain_bytes);
}

int weir_rescue(struct weir *w, const struct weir_config *config)
{
    const int error = w ? config_error(config) : WEIR_EINVAL;
    return error ? error : WEIR_ENOTSUP;
}

/* ---- Calls that only a unit supports: they check their arguments and return ENOTSUP */

static int no_unit(const struct weir *w, bool good)
{
    return !w || !good ? WEIR_EINVAL : w->state == UNKNOWN ? WEIR_ESTATE : WEIR_ENOTSUP;
}

/* The same for calls with a hart: there is only hart 0. */
static int no_unit_of(const struct weir *w, unsigned hart, bool good)
{
    const int error = no_unit(w, good);
    return error == WEIR_ENOTSUP && hart ? WEIR_EINVAL : error;
}

int weir_wait(struct weir *w, uint32_t cycles)
{
    return no_unit(w, cycles <= WEIR_WAIT_CYCLES_MASK);
}

int weir_port_mask(struct weir *w, unsigned hart, unsigned context, unsigned classes)
{
    return no_unit_of(w, hart,
                      context <= WEIR_CONTEXT_USER_MODE && classes >> WEIR_CLASS_NONE == 0);
}

int weir_start_frames(struct weir *w, uint32_t hz, unsigned interval)
{
    (void)hz;
    return no_unit(w, interval <= WEIR_FRAME_CTRL_INTERVAL_MASK >> WEIR_FRAME_CTRL_INTERVAL_LSB);
}

int weir_ring(struct weir *w, const struct weir_ring_memory *ring)
{
    return no_unit(w, !ring || (ring->memory && (uintptr_t)ring->memory % 4 == 0));
}

int weir_ring_image(const struct weir *w, const void **image, size_t *bytes)
{
    return !w || !image || !bytes ? WEIR_EINVAL : WEIR_ESTATE;
}

int weir_ring_full(const struct weir *w) { return w ? WEIR_ESTATE : WEIR_EINVAL; }

int weir_checkpoint(struct weir *w, unsigned bytes, int now)
{
    (void)now;
    return no_unit(w, bytes <= WEIR_CHECKPOINT_BYTES_MASK);
}

int weir_sw_entry(struct weir *w, const void *entry, size_t bytes)
{
    return no_unit(w, entry && bytes >= 3 && bytes <= WEIR_SIZE_SW_ENTRY_MAX);
}

int weir_select(struct weir *w, const struct weir_selection *selection)
{
    return no_unit(w, !selection || (selection->classes >> WEIR_CLASS_NONE == 0 &&
                                     selection->range_count <= 2));
}

int weir_rate_limit(struct weir *w, unsigned class, unsigned events, unsigned cycles_log2)
{
    return no_unit(w, class <= WEIR_CLASS_COM && events <= WEIR_NO_RATE_LIMIT && cycles_log2 <= 31);
}

int weir_pins_watch(struct weir *w, uint32_t rising, uint32_t falling, uint32_t bus)
{
    (void)rising, (void)falling, (void)bus;
    return no_unit(w, true);
}

int weir_trigger_arm(struct weir *w, const struct weir_trigger *trigger, unsigned state)
{
    (void)trigger;
    return no_unit(w, state <= WEIR_TRIGGER_FROZEN);
}

int weir_trigger_state(const struct weir *w) { return no_unit(w, true); }

int weir_filtered(const struct weir *w, uint32_t *count)
{
    if (count)
        *count = 0;
    return no_unit(w, count);
}

/* ---- Threads */

int weir_snoop(struct weir *w, unsigned hart, const volatile void *word)
{
    if (!w || !word || (uintptr_t)word % 4)
        return WEIR_EINVAL;
    if (w->state == UNKNOWN)
        return WEIR_ESTATE;
    if (hart)
        return WEIR_EINVAL;
    const uint32_t before = WEIR_LOCK();
    w->word = word;
    if (w->enabled)
        announce(w);
    WEIR_UNLOCK(before);
    return 0;
}

int weir_snoop_register(struct weir *w, unsigned hart, unsigned match_on, unsigned index,
                        uint32_t mask, uint32_t running)
{
    const unsigned last = match_on == WEIR_SNOOP_GPR ? 31 : match_on == WEIR_SNOOP_CSR ? 0xfff : 0;
    (void)mask, (void)running;
    return no_unit_of(w, hart, last && index <= last && (index || match_on != WEIR_SNOOP_GPR));
}

int weir_traps(struct weir *w, unsigned hart, int on)
{
    return no_unit_of(w, hart, on == 0 || on == 1);
}

int weir_hints(struct weir *w, unsigned hart, int on)
{
    return no_unit_of(w, hart, on == 0 || on == 1);
}

/* ---- Names */

static bool records(const struct weir *w) { return w->enabled; }

int weir_thread_name(struct weir *w, uint32_t thread, const char *name)
{
    return add_name(w, WEIR_OBJECT_THREAD, thread, name);
}

int weir_object_name(struct weir *w, unsigned kind, uint32_t object, const char *name)
{
    return add_name(w, kind, object, name);
}

void weir_forget(struct weir *w, uint32_t number) { forget(w, number); }

int weir_names_repeat(struct weir *w) { return repeat_name(w); }

uintptr_t weir_port(const struct weir *w, unsigned hart, unsigned context)
{
    (void)w, (void)hart, (void)context;
    return 0;
}

/* ---- Counters, loss and time */

int weir_counters(const struct weir *w, struct weir_counts *counters)
{
    if (!w || !counters)
        return WEIR_EINVAL;
    if (w->state == UNKNOWN)
        return WEIR_ESTATE;
    for (unsigned i = 0; i < WEIR_DROP_COUNT; i++)
        counters->dropped[i] = w->dropped_count[i];
    for (unsigned i = 0; i < 4; i++)
        counters->offered[i] = w->offered_count[i];
    return 0;
}

int weir_counters_of(const struct weir *w, unsigned hart, unsigned context,
                     struct weir_counts *counters)
{
    if (!w || !counters)
        return WEIR_EINVAL;
    if (w->state == UNKNOWN)
        return WEIR_ESTATE;
    if (hart || context > WEIR_CONTEXT_SNOOP)
        return WEIR_EINVAL;
    *counters = (struct weir_counts){{0}, {0}};
    return WEIR_ENOTSUP;
}

int weir_loss(const struct weir *w)
{
    if (!w)
        return WEIR_EINVAL;
    return w->state == UNKNOWN ? WEIR_ESTATE : record_loss(w);
}

int weir_lock(struct weir *w) { return no_unit(w, true); }

int weir_peek(struct weir *w, uint32_t *words, size_t count) { return no_unit(w, words || !count); }

int weir_authorised(const struct weir *w, uint32_t *denied)
{
    if (!w)
        return WEIR_EINVAL;
    if (w->state == UNKNOWN)
        return WEIR_ESTATE;
    if (denied)
        *denied = 0;
    return 1;
}

int weir_clock_hz(struct weir *w, uint32_t hz) { return no_unit(w, hz); }

int weir_time(const struct weir *w, uint64_t *time)
{
    if (!w || !time)
        return WEIR_EINVAL;
    *time = 0;
    if (w->state == UNKNOWN)
        return WEIR_ESTATE;
    const uint32_t before = WEIR_LOCK();
    read_clock((struct weir *)(uintptr_t)w);
    *time = time_of(w);
    WEIR_UNLOCK(before);
    return 0;
}

#endif
