// SPDX-License-Identifier: Apache-2.0
// TXTB writer.
#include "txtb_write.h"

#include <string.h>

// ---- bytes

static uint8_t *put(uint8_t *p, uint32_t value, unsigned size, bool big)
{
    for (unsigned i = 0; i < size; i++)
        *p++ = (uint8_t)(value >> 8 * (big ? size - 1 - i : i));
    return p;
}

int txtb_pack_header(const txtb_writer_config_t *c, uint8_t bytes[TXTB_HEADER_SIZE])
{
    uint32_t names = c->name_size ? c->name_size : TXTB_NAME_SIZE;
    uint64_t registry = (uint64_t)c->base + TXTB_HEADER_SIZE;
    uint64_t ring = registry + ((uint64_t)c->objects + 1) * (TXTB_OBJECT_SIZE + names);
    uint64_t end = ring + (uint64_t)c->events * TXTB_EVENT_SIZE;
    if (end > UINT32_MAX)
        return TXTB_E_ARG;
    const uint32_t words[] = {TXTB_ID, c->mask ? c->mask : UINT32_MAX, c->base, (uint32_t)registry};
    const uint32_t more[] = {(uint32_t)ring, (uint32_t)ring, (uint32_t)end, (uint32_t)ring,
                             0xaaaaaaaa,     0xbbbbbbbb,     0xcccccccc};
    uint8_t *p = bytes;
    for (int i = 0; i < 4; i++)
        p = put(p, words[i], 4, c->big_endian);
    p = put(p, 0, 2, c->big_endian);
    p = put(p, names, 2, c->big_endian);
    for (int i = 0; i < 7; i++)
        p = put(p, more[i], 4, c->big_endian);
    return 0;
}

void txtb_pack_object(const txtb_object_t *o, bool big, uint8_t bytes[TXTB_OBJECT_SIZE])
{
    bytes[0] = o->available;
    bytes[1] = o->type;
    bytes[2] = o->reserved[0];
    bytes[3] = o->reserved[1];
    put(bytes + 4, o->address, 4, big);
    put(bytes + 8, o->parameter[0], 4, big);
    put(bytes + 12, o->parameter[1], 4, big);
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
enum { HOST_IS_BIG = true };
#else
enum { HOST_IS_BIG = false };
#endif

// By words, not by bytes, of which compilers make vectors that are slower.
void txtb_pack_event(const txtb_event_t *e, bool big, uint32_t mask, uint8_t bytes[TXTB_EVENT_SIZE])
{
    uint32_t words[] = {e->context, e->priority, e->id,      (uint32_t)e->time & mask,
                        e->info[0], e->info[1],  e->info[2], e->info[3]};
    for (int i = 0; i < 8 && big != HOST_IS_BIG; i++) {
        const uint32_t w = words[i];
        words[i] = w >> 24 | (w >> 8 & 0xff00) | (w & 0xff00) << 8 | w << 24;
    }
    memcpy(bytes, words, sizeof words);
}

// ---- a stream

static int write(txtb_writer_t *w, const void *bytes, size_t size)
{
    if (!w->failed && w->write(w->context, bytes, size))
        w->failed = true;
    return w->failed ? TXTB_E_WRITE : 0;
}

int txtb_writer_init(txtb_writer_t *w, const txtb_writer_config_t *config, txtb_write_fn *function,
                     void *context)
{
    uint8_t bytes[TXTB_HEADER_SIZE];
    if (!function || txtb_pack_header(config, bytes))
        return TXTB_E_ARG;
    *w = (txtb_writer_t){.config = *config, .write = function, .context = context};
    w->config.mask = config->mask ? config->mask : UINT32_MAX;
    w->config.name_size = config->name_size ? config->name_size : TXTB_NAME_SIZE;
    return write(w, bytes, sizeof bytes);
}

static int object(txtb_writer_t *w, const txtb_object_t *o)
{
    static const uint8_t zeros[64];
    uint8_t bytes[TXTB_OBJECT_SIZE];
    uint32_t room = w->config.name_size, size = o->name_size < room ? o->name_size : room;
    txtb_pack_object(o, w->config.big_endian, bytes);
    int rc = write(w, bytes, sizeof bytes);
    if (rc == 0 && size)
        rc = write(w, o->name, size);
    for (room -= size; rc == 0 && room; room -= size) {
        size = room < sizeof zeros ? room : sizeof zeros;
        rc = write(w, zeros, size);
    }
    return rc;
}

int txtb_write_object(txtb_writer_t *w, const txtb_object_t *o)
{
    if (w->registry_done)
        return TXTB_E_ARG;
    if (w->objects == w->config.objects)
        return TXTB_E_ROOM;
    w->objects++;
    return object(w, o);
}

// Fills the registry with free entries.
static int registry_end(txtb_writer_t *w)
{
    const txtb_object_t none = {.available = true};
    int rc = 0;
    for (; rc == 0 && !w->registry_done; w->objects++) {
        rc = object(w, &none);
        w->registry_done = w->objects == w->config.objects;
    }
    return rc;
}

static int entry(txtb_writer_t *w, const txtb_event_t *e)
{
    uint8_t bytes[TXTB_EVENT_SIZE];
    txtb_pack_event(e, w->config.big_endian, w->config.mask, bytes);
    w->events++;
    return write(w, bytes, sizeof bytes);
}

int txtb_write_event(txtb_writer_t *w, const txtb_event_t *e)
{
    if (!e->context)
        return TXTB_E_ARG;
    if (w->events == w->config.events)
        return TXTB_E_ROOM;
    int rc = registry_end(w);
    return rc ? rc : entry(w, e);
}

int txtb_writer_end(txtb_writer_t *w)
{
    const txtb_event_t none = {.id = UINT32_MAX};
    int rc = registry_end(w);
    while (rc == 0 && w->events < w->config.events)
        rc = entry(w, &none);
    return w->failed ? TXTB_E_WRITE : rc;
}
