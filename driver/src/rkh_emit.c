// SPDX-License-Identifier: Apache-2.0
// RKH writer. Escapes bytes directly into the caller's memory.
#include "rkh_emit.h"

int rkh_writer_init(rkh_writer_t *w, const rkh_config_t *config, void *memory, uint32_t capacity,
                    rkh_flush_fn *flush, void *context)
{
    if (!rkh_config_valid(config) || !memory || !capacity)
        return RKH_E_ARG;
    w->config = config;
    w->memory = memory;
    w->capacity = capacity;
    w->memory[0] = RKH_FLAG;
    w->used = w->at = 1;
    w->flush = flush;
    w->context = context;
    w->dropped = 0;
    w->sequence = w->sum = 0;
    w->open = w->full = w->failed = false;
    return 0;
}

int rkh_flush(rkh_writer_t *w)
{
    if (!w->flush || !w->used)
        return 0;
    if (w->flush(w->context, w->memory, w->used))
        return RKH_E_WRITE;
    rkh_taken(w);
    return 0;
}

void rkh_taken(rkh_writer_t *w)
{
    // The begin of the current frame moves to the front. volatile: prevents a call of memmove.
    volatile uint8_t *to = w->memory;
    for (uint32_t from = w->used; from < w->at; from++)
        *to++ = w->memory[from];
    w->at -= w->used;
    w->used = 0;
}

void *rkh_swap(rkh_writer_t *w, void *memory)
{
    void *taken = w->memory;
    w->memory = memory;
    w->used = w->at = 0;
    return taken;
}

// One byte, without escapes.
static void raw(rkh_writer_t *w, uint8_t byte)
{
    if (w->at == w->capacity && !w->full) {
        w->failed = rkh_flush(w) != 0;
        w->full = w->at == w->capacity;
    }
    if (!w->full)
        w->memory[w->at++] = byte;
}

static void put8(rkh_writer_t *w, uint8_t byte)
{
    w->sum = (uint8_t)(w->sum + byte);
    if (byte == RKH_FLAG || byte == RKH_ESCAPE) {
        raw(w, RKH_ESCAPE);
        byte ^= RKH_XOR;
    }
    raw(w, byte);
}

static void begin(rkh_writer_t *w, uint32_t id)
{
    w->at = w->used;
    w->sum = 0;
    w->full = w->failed = false;
    w->open = true;
    rkh_put(w, id, w->config->id_size);
}

void rkh_begin(rkh_writer_t *w, uint32_t id, uint32_t time)
{
    begin(w, id);
    if (w->config->sequence)
        put8(w, w->sequence++);
    if (w->config->timestamp)
        rkh_put(w, time, w->config->timestamp_size);
}

// Escapes size bytes to `to`, with space for twice as many, and returns the end.
static uint8_t *escape(uint8_t *to, const uint8_t *bytes, uint32_t size, uint8_t *sum)
{
    uint8_t total = *sum;
    for (const uint8_t *end = bytes + size; bytes != end; bytes++) {
        uint8_t byte = *bytes;
        total = (uint8_t)(total + byte);
        if ((uint8_t)(byte - RKH_ESCAPE) <= RKH_FLAG - RKH_ESCAPE) {
            *to++ = RKH_ESCAPE;
            byte ^= RKH_XOR;
        }
        *to++ = byte;
    }
    *sum = total;
    return to;
}

void rkh_put(rkh_writer_t *w, uint64_t value, unsigned size)
{
    uint32_t part = (uint32_t)value;
    for (unsigned i = 0; i < size; i++, part >>= 8) {
        if (i == 4)
            part = (uint32_t)(value >> 32);
        put8(w, (uint8_t)part);
    }
}

void rkh_put_bytes(rkh_writer_t *w, const void *bytes, uint32_t size)
{
    const uint8_t *p = bytes;
    while (size--)
        put8(w, *p++);
}

void rkh_put_string(rkh_writer_t *w, const char *text)
{
    do
        put8(w, (uint8_t)*text);
    while (*text++);
}

void rkh_arg(rkh_writer_t *w, unsigned type, unsigned width, uint64_t value)
{
    static const uint8_t sizes[] = {1, 1, 2, 2, 4, 4, 4};
    put8(w, (uint8_t)(width << 4 | type));
    rkh_put(w, value,
            type == RKH_SIG       ? w->config->signal_size
            : type < sizeof sizes ? sizes[type]
                                  : w->config->pointer_size);
}

void rkh_arg_string(rkh_writer_t *w, const char *text)
{
    put8(w, RKH_STR);
    rkh_put_string(w, text);
}

void rkh_arg_memory(rkh_writer_t *w, const void *bytes, uint8_t size)
{
    put8(w, RKH_MEM);
    put8(w, size);
    rkh_put_bytes(w, bytes, size);
}

int rkh_end(rkh_writer_t *w)
{
    if (!w->open)
        return RKH_E_ARG;
    if (w->config->checksum)
        put8(w, (uint8_t)-w->sum);
    raw(w, RKH_FLAG);
    w->open = false;
    if (w->full) {
        w->at = w->used;
        w->dropped++;
        return w->failed ? RKH_E_WRITE : RKH_E_ROOM;
    }
    w->used = w->at;
    return 0;
}

int rkh_emit_frame(rkh_writer_t *w, uint32_t id, uint32_t time, const void *args, uint32_t size)
{
    const rkh_config_t *config = w->config;
    uint8_t head[9], sum = 0;
    uint32_t used = 0;
    if (w->used > w->capacity ||
        (w->capacity - w->used) / 2 < sizeof head + size + 2) { // perhaps no space: byte by byte
        rkh_begin(w, id, time);
        rkh_put_bytes(w, args, size);
        return rkh_end(w);
    }
    for (unsigned i = config->id_size; i; i--, id >>= 8)
        head[used++] = (uint8_t)id;
    if (config->sequence)
        head[used++] = w->sequence++;
    if (config->timestamp)
        for (unsigned i = config->timestamp_size; i; i--, time >>= 8)
            head[used++] = (uint8_t)time;
    uint8_t *to = escape(w->memory + w->used, head, used, &sum);
    to = escape(to, args, size, &sum);
    if (config->checksum) {
        const uint8_t check = (uint8_t)-sum;
        to = escape(to, &check, 1, &sum);
    }
    *to++ = RKH_FLAG;
    w->used = w->at = (uint32_t)(to - w->memory);
    w->open = false;
    return 0;
}

int rkh_emit_tcfg(rkh_writer_t *w)
{
    uint8_t bytes[RKH_TCFG_SIZE];
    rkh_tcfg_pack(w->config, bytes);
    begin(w, rkh_id(w->config->id_size, RKH_GROUP_FWK, RKH_FWK_TCFG));
    rkh_put_bytes(w, bytes, sizeof bytes);
    return rkh_end(w);
}

// A dictionary record: up to two numbers, then the name.
static int named(rkh_writer_t *w, unsigned event, uint32_t time, uint64_t first,
                 unsigned first_size, uint64_t key, unsigned key_size, const char *name)
{
    rkh_begin(w, rkh_id(w->config->id_size, RKH_GROUP_FWK, event), time);
    rkh_put(w, first, first_size);
    rkh_put(w, key, key_size);
    rkh_put_string(w, name);
    return rkh_end(w);
}

int rkh_emit_object(rkh_writer_t *w, unsigned event, uint32_t time, uint64_t address,
                    const char *name)
{
    return named(w, event, time, 0, 0, address, w->config->pointer_size, name);
}

int rkh_emit_state(rkh_writer_t *w, unsigned event, uint32_t time, uint64_t active, uint64_t state,
                   const char *name)
{
    return named(w, event, time, active, w->config->pointer_size, state, w->config->pointer_size,
                 name);
}

int rkh_emit_signal(rkh_writer_t *w, uint32_t time, uint32_t signal, const char *name)
{
    return named(w, RKH_FWK_SIG, time, 0, 0, signal, w->config->signal_size, name);
}

int rkh_emit_pool(rkh_writer_t *w, uint32_t time, uint8_t pool, const char *name)
{
    return named(w, RKH_FWK_EPOOL, time, 0, 0, pool, 1, name);
}

int rkh_emit_user(rkh_writer_t *w, uint32_t time, uint32_t event, const char *name)
{
    return named(w, RKH_FWK_TUSR, time, 0, 0, event, w->config->id_size, name);
}
