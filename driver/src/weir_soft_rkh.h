/* SPDX-License-Identifier: Apache-2.0 */
/* Records RKH frames (docs/reference/rkh.md). Part of weir_soft.c. */

/* Sizes in bytes if escaping doubles every byte */
enum {
    HALF_MIN = 320,   /* half of the memory: a LOSS, a name and an event */
    EVENT_BYTES = 64, /* an event and a TIME before it */
    ARGS_BYTES = 96,  /* an event with extra arguments and a TIME before it */
    LOSS_BYTES = 192, /* a LOSS and a TIME before it */
    NAME_BYTES = 160, /* a name of 63 bytes */
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
    const int exponent = unit_exponent(unit);
    uint32_t hz = 1;
    for (int i = exponent; i < 0; i++)
        hz *= 10;
    return exponent < -9 || exponent > 0 ? 0 : hz;
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
    const uint32_t bytes = name_bytes(name, WEIR_SIZE_THREAD_NAME_MAX);
    for (uint32_t i = 0; i < bytes; i++)
        text[i] = name[i];
    text[bytes] = 0;
    return text;
}

static int name_thread(struct weir *w, const struct weir_named *n)
{
    char text[WEIR_NAME_SIZE + 1];
    for (uint32_t i = 0; i < n->bytes; i++)
        text[i] = n->name[i];
    text[n->bytes] = 0;
    return rkh_emit_object(&w->writer, RKH_FWK_OBJ, (uint32_t)time_of(w), n->number, text);
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
    for (size_t i = 0; !error && i < c->name_max; i++) {
        const uint32_t before = WEIR_LOCK();
        const struct weir_named n = c->names[i];
        c->names[i].pending = n.kind != WEIR_OBJECT_THREAD;
        WEIR_UNLOCK(before);
        if (n.kind == WEIR_OBJECT_THREAD)
            error = name_thread(w, &n);
    }
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

/* Threads have frames for their names; other objects have events, as with the unit. */
static bool record_name(struct weir *w, const struct weir_named *n)
{
    read_clock(w);
    if (n->kind == WEIR_OBJECT_THREAD)
        return close_loss(w) && has_space(w, NAME_BYTES) && name_thread(w, n) == 0;
    if (!has_space(w, (size_t)EVENT_BYTES * run_events(n)))
        return false;
    emit_run(w, n);
    return true;
}

static void record_forget(struct weir *w, uint32_t number)
{
    (void)w;
    (void)number;
}

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
    (void)close_loss(w);
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

static int record_loss(const struct weir *w) { return w->loss.open; }
