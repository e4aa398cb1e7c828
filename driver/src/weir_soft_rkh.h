/* SPDX-License-Identifier: Apache-2.0 */
/* Records RKH frames (docs/formats/rkh.md). Part of weir_soft.c. */

/* Sizes in bytes if escaping doubles every byte */
enum {
    HALF_MIN = 320,   /* half of the memory: a LOSS, a name and an event */
    EVENT_BYTES = 64, /* an event and a TIME before it */
    ARGS_BYTES = 96,  /* an event with extra arguments and a TIME before it */
    LOSS_BYTES = 192, /* a LOSS and a TIME before it */
};

/* Causes in a LOSS */
enum { CAUSE_NO_SPACE = 1 << 0, CAUSE_BAD_ID = 1 << 2 };

static inline bool record_has(uint16_t id)
{
    (void)id;
    return true;
}

static size_t half_bytes(const struct weir *w) { return w->config->memory_bytes / 8 * 4; }

/* Ticks per second of a unit such as "ns10", if that is an integer of 32 bits; else 0: not known.
 */
static uint32_t hz_of(const char *unit)
{
    static const char units[][2] = {"s", "ms", "us", "ns"};
    uint32_t hz = 1;
    for (unsigned i = 0; i < sizeof units / sizeof *units; i++, hz *= 1000) {
        const char *at = unit;
        if (*at++ != units[i][0] || (i && *at++ != 's'))
            continue;
        for (; *at == '1' || *at == '0'; at++)
            if (*at == '0')
                hz = hz % 10 ? 0 : hz / 10;
        return *at ? 0 : hz;
    }
    return 0;
}

static int to_sink(void *context, const uint8_t *bytes, uint32_t size)
{
    const struct weir *w = context;
    return w->config->sink(w->config->sink_context, bytes, size);
}

static int record_init(struct weir *w)
{
    return w->config->sink && half_bytes(w) >= HALF_MIN && half_bytes(w) <= UINT32_MAX
               ? 0
               : WEIR_EINVAL;
}

static const char *cut(const char *name, char text[WEIR_SIZE_THREAD_NAME_MAX + 1])
{
    const uint32_t bytes = name_bytes(name);
    for (uint32_t i = 0; i < bytes; i++)
        text[i] = name[i];
    text[bytes] = 0;
    return text;
}

static int name_thread(struct weir *w, uint32_t thread, const char *name)
{
    char text[WEIR_SIZE_THREAD_NAME_MAX + 1];
    return rkh_emit_object(&w->writer, RKH_FWK_OBJ, (uint32_t)time_of(w), thread, cut(name, text));
}

static void record_name(struct weir *w, uint32_t thread, const char *name)
{
    (void)name_thread(w, thread, name); /* if it does not fit, weir_names_repeat sends it */
}

static void record_forget(struct weir *w, uint32_t thread)
{
    (void)w;
    (void)thread;
}

/* The start of the stream may be longer than a half: flush whenever one is full. */
static int record_start(struct weir *w)
{
    const struct weir_config *c = w->config;
    uint8_t *const memory = c->memory;
    int error = rkh_writer_init(&w->writer, &rkh_weir_config, memory, (uint32_t)half_bytes(w),
                                to_sink, w);
    w->spare = memory + half_bytes(w);
    rkh_weir_init(&w->frames, hz_of(c->unit));
    if (!error)
        error = rkh_weir_emit_start(&w->frames, &w->writer, 0);
    char text[WEIR_SIZE_THREAD_NAME_MAX + 1];
    for (size_t i = 0; !error && i < c->event_name_count; i++)
        error = rkh_weir_emit_name(&w->frames, &w->writer, 0, 0, c->event_names[i].id,
                                   cut(c->event_names[i].name, text));
    for (size_t i = 0; !error && i < c->thread_name_max; i++)
        if (c->thread_names[i].name)
            error = name_thread(w, c->thread_names[i].thread, c->thread_names[i].name);
    if (!error)
        error = rkh_flush(&w->writer);
    w->writer.flush = NULL; /* from now on, frames stay until record_drain */
    w->loss.open = 0;
    return !error ? 0 : error == RKH_E_WRITE ? WEIR_ESINK : WEIR_EINVAL;
}

/* Checked before a frame begins: a dropped event must not use a frame number, as LOSS reports it.
 */
static bool has_space(const struct weir *w, size_t bytes)
{
    return half_bytes(w) - w->writer.used >= bytes;
}

static void record_drop(struct weir *w, unsigned class, unsigned context)
{
    const uint64_t time = time_of(w);
    if (!w->loss.open) {
        w->loss.open = 1;
        w->loss.cause = 0;
        w->loss.source = 0;
        for (unsigned i = 0; i < 4; i++)
            w->loss.dropped[i] = 0;
        w->loss.first = time;
    }
    w->loss.dropped[class]++;
    w->loss.cause |= class == WEIR_CLASS_NONE ? CAUSE_BAD_ID : CAUSE_NO_SPACE;
    w->loss.source |= (uint16_t)(1u << context);
    w->loss.last = time;
}

/* Writes a LOSS once there is space. Returns whether no loss is open. */
static bool close_loss(struct weir *w)
{
    if (w->loss.open && has_space(w, LOSS_BYTES)) {
        rkh_weir_event_t e = {.kind = RKH_WEIR_LOSS,
                              .time = time_of(w),
                              .cause = w->loss.cause,
                              .source = w->loss.source,
                              .first = w->loss.first,
                              .last = w->loss.last};
        for (unsigned i = 0; i < 4; i++)
            e.dropped[i] = w->loss.dropped[i];
        if (rkh_weir_emit(&w->frames, &w->writer, &e) == 0)
            w->loss.open = 0;
    }
    return !w->loss.open;
}

static bool may_record(struct weir *w) { return close_loss(w) && has_space(w, EVENT_BYTES); }

static bool record_switch(struct weir *w, uint32_t thread)
{
    return may_record(w) && rkh_weir_emit_value(&w->frames, &w->writer, RKH_WEIR_THREAD, 0,
                                                time_of(w), WEIR_ID_THREAD_SWITCH, thread) == 0;
}

static bool record_event(struct weir *w, unsigned class, unsigned context, uint16_t id,
                         uint32_t value)
{
    (void)context;
    return may_record(w) && rkh_weir_emit_value(&w->frames, &w->writer, (rkh_weir_kind_t) class, 0,
                                                time_of(w), id, value) == 0;
}

/* The values become arguments of the frame. */
static bool record_args(struct weir *w, unsigned class, unsigned context, uint16_t id,
                        unsigned count, const uint32_t *values)
{
    (void)context;
    const rkh_weir_event_t e = {.kind = (rkh_weir_kind_t) class, .time = time_of(w), .id = id};
    if (!close_loss(w) || !has_space(w, ARGS_BYTES) || rkh_weir_begin(&w->frames, &w->writer, &e))
        return false;
    for (unsigned i = 0; i < count; i++)
        rkh_arg(&w->writer,
                values[i] >> 16  ? RKH_U32
                : values[i] >> 8 ? RKH_U16
                                 : RKH_U8,
                0, values[i]);
    return rkh_end(&w->writer) == 0;
}

/* Hands the pending bytes to the sink, then those recorded by now. Events go to the other half
 * meanwhile. */
static int record_drain(struct weir *w)
{
    const int before = flush_chunk(w);
    if (before < 0)
        return before;
    const uint32_t lock = WEIR_LOCK();
    w->pending = w->writer.used;
    if (w->pending)
        w->chunk = w->spare = rkh_swap(&w->writer, w->spare);
    (void)close_loss(w);
    WEIR_UNLOCK(lock);
    const int now = flush_chunk(w);
    return now < 0 ? now : before + now;
}

static int record_finish(struct weir *w, bool again)
{
    (void)again;
    int bytes;
    while ((bytes = record_drain(w)) > 0)
        ;
    return bytes;
}

static int record_repeat(struct weir *w)
{
    const struct weir_config *c = w->config;
    for (size_t tried = 0; tried < c->thread_name_max; tried++) {
        const struct weir_thread_name *entry = &c->thread_names[w->next_name];
        if (++w->next_name == c->thread_name_max)
            w->next_name = 0;
        if (!entry->name)
            continue;
        const uint32_t before = WEIR_LOCK();
        read_clock(w);
        record_name(w, entry->thread, entry->name);
        WEIR_UNLOCK(before);
        return 1;
    }
    return 0;
}

static int record_loss(const struct weir *w) { return w->loss.open; }
