/* SPDX-License-Identifier: Apache-2.0 */
/* Records in RKH frames, docs/formats/rkh.md. Part of weir_soft.c. */

enum {
    LEAST_BYTES =
        320,          /* of a half: a LOSS and a name of which every byte takes two, and an event */
    EVENT_BYTES = 64, /* of an event and a TIME before it, if every byte takes two */
    ARGS_BYTES = 96,  /* the same of an event of several words */
    LOSS_BYTES = 192, /* of a LOSS and a TIME, likewise */
    NO_ROOM = 1 << 0,
    BAD_ID = 1 << 2, /* causes of a loss */
};

static inline bool record_has(uint16_t id)
{
    (void)id;
    return true;
}

static size_t half_bytes(const struct weir *w) { return w->config->memory_bytes / 8 * 4; }

/* Ticks a second of a period "ns10", if that is a whole number of 32 bits, else 0: not known. */
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
    return w->config->sink && half_bytes(w) >= LEAST_BYTES && half_bytes(w) <= UINT32_MAX
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
    (void)name_thread(w, thread, name); /* if there is no room, weir_names_repeat brings it */
}

static void record_forget(struct weir *w, uint32_t thread)
{
    (void)w;
    (void)thread;
}

/* The start of the stream goes through one half as often as it takes. */
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
    w->writer.flush = NULL; /* from now on, frames gather */
    w->loss.open = 0;
    return !error ? 0 : error == RKH_E_WRITE ? WEIR_ESINK : WEIR_EINVAL;
}

/* Dropped events use up no number of the frames: they are told by LOSS. */
static bool has_room(const struct weir *w, size_t bytes)
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
    w->loss.cause |= class == WEIR_CLASS_NONE ? BAD_ID : NO_ROOM;
    w->loss.source |= (uint16_t)(1u << context);
    w->loss.last = time;
}

/* Tells of a loss as soon as there is room. Returns whether none is going on. */
static bool told_loss(struct weir *w)
{
    if (w->loss.open && has_room(w, LOSS_BYTES)) {
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

static bool may_record(struct weir *w) { return told_loss(w) && has_room(w, EVENT_BYTES); }

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

/* The words are arguments of the frame. */
static bool record_args(struct weir *w, unsigned class, unsigned context, uint16_t id,
                        unsigned count, const uint32_t *words)
{
    (void)context;
    const rkh_weir_event_t e = {.kind = (rkh_weir_kind_t) class, .time = time_of(w), .id = id};
    if (!told_loss(w) || !has_room(w, ARGS_BYTES) || rkh_weir_begin(&w->frames, &w->writer, &e))
        return false;
    for (unsigned i = 0; i < count; i++)
        rkh_arg(&w->writer,
                words[i] >> 16  ? RKH_U32
                : words[i] >> 8 ? RKH_U16
                                : RKH_U8,
                0, words[i]);
    return rkh_end(&w->writer) == 0;
}

/* Hands on what is held, and then what is recorded by now, while events go to the other half. */
static int record_drain(struct weir *w)
{
    const int before = give(w);
    if (before < 0)
        return before;
    const uint32_t lock = WEIR_LOCK();
    w->held = w->writer.used;
    if (w->held)
        w->chunk = w->spare = rkh_swap(&w->writer, w->spare);
    (void)told_loss(w);
    WEIR_UNLOCK(lock);
    const int now = give(w);
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
        look_at_clock(w);
        record_name(w, entry->thread, entry->name);
        WEIR_UNLOCK(before);
        return 1;
    }
    return 0;
}

static int record_loss(const struct weir *w) { return w->loss.open; }
