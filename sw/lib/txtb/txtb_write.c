// SPDX-License-Identifier: Apache-2.0
// TXTB writer: every number goes through one buffer of an entry.
#include "txtb_write.h"

#include <string.h>

typedef struct {
    uint8_t octets[TXTB_HEADER_SIZE];
    size_t size;
    bool big;
} pack_t;

static void put(pack_t *p, uint32_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        p->octets[p->size++] = (uint8_t)(value >> 8 * (p->big ? size - 1 - i : i));
}

static int write(txtb_writer_t *w, const void *octets, size_t size)
{
    if (!w->failed && w->write(w->context, octets, size))
        w->failed = true;
    return w->failed ? TXTB_E_WRITE : 0;
}

int txtb_writer_init(txtb_writer_t *w, const txtb_writer_config_t *config, txtb_write_fn *function, void *context)
{
    *w = (txtb_writer_t){ .config = *config, .write = function, .context = context };
    txtb_writer_config_t *c = &w->config;
    if (!c->mask)
        c->mask = UINT32_MAX;
    if (!c->name_size)
        c->name_size = TXTB_NAME_SIZE;
    uint64_t registry = (uint64_t)c->base + TXTB_HEADER_SIZE;
    uint64_t buffer = registry + ((uint64_t)c->objects + 1) * (TXTB_OBJECT_SIZE + c->name_size);
    uint64_t end = buffer + (uint64_t)c->events * TXTB_EVENT_SIZE;
    if (!function || end > UINT32_MAX)
        return TXTB_E_ARG;
    pack_t p = { .big = c->big_endian };
    put(&p, TXTB_ID, 4);
    put(&p, c->mask, 4);
    put(&p, c->base, 4);
    put(&p, (uint32_t)registry, 4);
    put(&p, 0, 2);
    put(&p, c->name_size, 2);
    put(&p, (uint32_t)buffer, 4);
    put(&p, (uint32_t)buffer, 4);
    put(&p, (uint32_t)end, 4);
    put(&p, (uint32_t)buffer, 4); // the oldest entry is the first
    put(&p, 0xaaaaaaaa, 4);
    put(&p, 0xbbbbbbbb, 4);
    put(&p, 0xcccccccc, 4);
    return write(w, p.octets, p.size);
}

static int object(txtb_writer_t *w, const txtb_object_t *o)
{
    static const uint8_t zeros[64];
    uint32_t room = w->config.name_size, size = o->name_size < room ? o->name_size : room;
    pack_t p = { .big = w->config.big_endian };
    put(&p, o->available, 1);
    put(&p, o->type, 1);
    put(&p, o->reserved[0], 1);
    put(&p, o->reserved[1], 1);
    put(&p, o->address, 4);
    put(&p, o->parameter[0], 4);
    put(&p, o->parameter[1], 4);
    int rc = write(w, p.octets, p.size);
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

// Fills the registry up with free entries.
static int registry_end(txtb_writer_t *w)
{
    const txtb_object_t none = { .available = true };
    int rc = 0;
    for (; rc == 0 && !w->registry_done; w->objects++) {
        rc = object(w, &none);
        w->registry_done = w->objects == w->config.objects;
    }
    return rc;
}

static int entry(txtb_writer_t *w, const txtb_event_t *e)
{
    pack_t p = { .big = w->config.big_endian };
    put(&p, e->context, 4);
    put(&p, e->priority, 4);
    put(&p, e->id, 4);
    put(&p, (uint32_t)e->time & w->config.mask, 4);
    for (int i = 0; i < 4; i++)
        put(&p, e->info[i], 4);
    w->events++;
    return write(w, p.octets, p.size);
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
    const txtb_event_t none = { .id = UINT32_MAX };
    int rc = registry_end(w);
    while (rc == 0 && w->events < w->config.events)
        rc = entry(w, &none);
    return w->failed ? TXTB_E_WRITE : rc;
}
