/* SPDX-License-Identifier: Apache-2.0 */
/* Records a ThreadX trace buffer (docs/reference/txtb.md). Part of weir_soft.c. */

/* Indices of words in its header */
enum { BUFFER_BEGIN = 6, BUFFER_END = 7, CURRENT = 8 };

/* Whether the format has an event number for this id. */
static inline bool record_has(uint16_t id) { return id <= TXTB_USER_LAST - TXTB_USER_FIRST; }

/* One object more than names: readers expect a free entry in the registry. */
static int record_init(struct weir *w)
{
    const struct weir_config *c = w->config;
    const int32_t entries = c->memory_bytes > UINT32_MAX
                                ? -1
                                : txtb_ring_init(&w->ring, c->memory, (uint32_t)c->memory_bytes,
                                                 (uint32_t)c->name_max + 1, ~UINT32_C(0),
                                                 (uint32_t)(uintptr_t)c->memory);
    return entries > 0 ? 0 : WEIR_EINVAL;
}

static bool record_name(struct weir *w, const struct weir_named *n)
{
    txtb_ring_object_deleted(&w->ring, n->number); /* one that is renamed has one entry */
    (void)txtb_ring_object(&w->ring, &(txtb_object_t){
                                         .type = n->kind,
                                         .address = n->number,
                                         .name = n->name,
                                         .name_size = n->bytes,
                                     });
    return true;
}

static void record_forget(struct weir *w, uint32_t number)
{
    if (w->state == RUNNING)
        txtb_ring_object_deleted(&w->ring, number);
}

static int record_start(struct weir *w)
{
    if (record_init(w) < 0)
        return WEIR_EINVAL;
    w->wrapped = 0;
    for (size_t i = 0; i < w->config->name_max; i++)
        w->config->names[i].pending = 1;
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
    if (!w->known && thread) /* no thread is known before */
        put(w, TXTB_INIT, 0, TXTB_THREAD_RESUME, thread, thread);
    else if (txtb_switch(&e, w->running, thread, 0) == 0)
        put(w, e.context, e.priority, e.id, e.info[0], e.info[3]);
    return true;
}

/* An interrupt carries the thread that it interrupted. Events outside of any thread count as
 * interrupts, too. */
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

/* The values become the information fields. */
static bool record_args(struct weir *w, unsigned class, unsigned context, uint16_t id,
                        unsigned count, const uint32_t *values)
{
    (void)class;
    uint32_t *const entry = put_event(w, context, id, values[0]);
    for (unsigned i = 1; i < count; i++)
        entry[4 + i] = values[i];
    return true;
}

/* The format cannot carry drops; weir_counters reports them. */
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

/* If the ring never wrapped, set its end to the write position: readers then find the oldest event
 * without a case of their own. */
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
        w->pending = w->wrapped ? bytes : header[BUFFER_END] - base;
    }
    if (!w->config->sink)
        w->pending = 0;
    const int taken = flush_chunk(w);
    return taken < 0 ? taken : 0;
}

static int record_loss(const struct weir *w) { return w->wrapped; }
