/* SPDX-License-Identifier: Apache-2.0 */
/* Records in a ThreadX trace buffer, docs/formats/txtb.md. Part of weir_soft.c. */

enum {
    BUFFER_BEGIN = 6,
    BUFFER_END = 7,
    CURRENT = 8, /* words of its header */
};

/* Whether there is a place for events of this id. */
static inline bool record_has(uint16_t id) { return id <= TXTB_USER_LAST - TXTB_USER_FIRST; }

/* One more object than names: a free place stays, which readers want. */
static int record_init(struct weir *w)
{
    const struct weir_config *c = w->config;
    const int32_t entries = c->memory_bytes > UINT32_MAX
                                ? -1
                                : txtb_ring_init(&w->ring, c->memory, (uint32_t)c->memory_bytes,
                                                 (uint32_t)c->thread_name_max + 1, ~UINT32_C(0),
                                                 (uint32_t)(uintptr_t)c->memory);
    return entries > 0 ? 0 : WEIR_EINVAL;
}

static void record_name(struct weir *w, uint32_t thread, const char *name)
{
    txtb_ring_object_deleted(&w->ring, thread); /* another name of the same thread */
    (void)txtb_ring_object(&w->ring, &(txtb_object_t){
                                         .type = TXTB_THREAD,
                                         .address = thread,
                                         .name = name,
                                         .name_size = name_bytes(name),
                                     });
}

static void record_forget(struct weir *w, uint32_t thread)
{
    txtb_ring_object_deleted(&w->ring, thread);
}

static int record_start(struct weir *w)
{
    if (record_init(w) < 0)
        return WEIR_EINVAL;
    w->wrapped = 0;
    for (size_t i = 0; i < w->config->thread_name_max; i++)
        if (w->config->thread_names[i].name)
            record_name(w, w->config->thread_names[i].thread, w->config->thread_names[i].name);
    return 0;
}

WEIR_INLINE uint32_t *put(struct weir *w, uint32_t context, uint32_t priority, uint32_t id,
                          uint32_t info1, uint32_t info4)
{
    uint32_t *const entry = txtb_ring_next(&w->ring);
    entry[0] = context;
    entry[1] = priority;
    entry[2] = id;
    entry[3] = w->clock - (uint32_t)w->start;
    entry[4] = info1;
    entry[5] = entry[6] = 0;
    entry[7] = info4;
    if (w->ring.at == w->ring.first)
        w->wrapped = 1;
    return entry;
}

static bool record_switch(struct weir *w, uint32_t thread)
{
    txtb_event_t e;
    if (!w->known && thread) /* what ran before was nobody's */
        put(w, TXTB_INIT, 0, TXTB_THREAD_RESUME, thread, thread);
    else if (txtb_switch(&e, w->running, thread, 0) == 0)
        put(w, e.context, e.priority, e.id, e.info[0], e.info[3]);
    return true;
}

/* Of an interrupt, the thread it interrupted; what no thread made is an interrupt's, too. */
WEIR_INLINE uint32_t *put_event(struct weir *w, unsigned context, uint16_t id, uint32_t value)
{
    const uint32_t thread = w->running;
    const bool isr = context == WEIR_CONTEXT_INTERRUPT || !thread;
    return put(w,
               !w->known ? TXTB_INIT
               : isr     ? TXTB_ISR
                         : thread,
               w->known && isr ? thread : 0, TXTB_USER_FIRST + id, value, 0);
}

WEIR_INLINE bool record_event(struct weir *w, unsigned class, unsigned context, uint16_t id,
                              uint32_t value)
{
    (void)class;
    put_event(w, context, id, value);
    return true;
}

/* The words are the information fields. */
static bool record_args(struct weir *w, unsigned class, unsigned context, uint16_t id,
                        unsigned count, const uint32_t *words)
{
    (void)class;
    uint32_t *const entry = put_event(w, context, id, words[0]);
    for (unsigned i = 1; i < count; i++)
        entry[4 + i] = words[i];
    return true;
}

/* The format has no place for it; weir_counters does. */
static inline void record_drop(struct weir *w, unsigned class, unsigned context)
{
    (void)w;
    (void)class;
    (void)context;
}

static int record_drain(struct weir *w)
{
    (void)w;
    return 0;
}

/* A ring that is not full ends where it is written: then every reader finds its oldest event. */
static int record_finish(struct weir *w, bool again)
{
    uint32_t *const header = w->config->memory;
    const uint32_t base = header[2], bytes = header[BUFFER_END] - base;
    if (!again) {
        if (!w->wrapped) {
            header[BUFFER_END] = header[CURRENT];
            header[CURRENT] = header[BUFFER_BEGIN];
        }
        w->chunk = w->config->memory;
        w->held = w->wrapped ? bytes : header[BUFFER_END] - base;
    }
    if (!w->config->sink)
        w->held = 0;
    const int given = give(w);
    return given < 0 ? given : 0;
}

static int record_repeat(struct weir *w)
{
    (void)w;
    return 0;
}

static int record_loss(const struct weir *w) { return w->wrapped; }
