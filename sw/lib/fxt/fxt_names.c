// SPDX-License-Identifier: Apache-2.0
// FXT: the texts of a reader.
#include "fxt_names.h"

#include <string.h>

enum { LARGEST = sizeof(fxt_name_t) + 32768 };

_Static_assert(sizeof(fxt_name_t) % 8 == 0, "entries are aligned");

static size_t buckets_for(uint32_t count_max)
{
    size_t buckets = 16;
    while (buckets < 4 * (size_t)count_max)
        buckets *= 2;
    return buckets;
}

static size_t arena_for(uint32_t count_max, uint32_t text_max)
{
    return 2 * ((size_t)count_max * sizeof(fxt_name_t) + ((size_t)text_max & ~(size_t)7)) + LARGEST;
}

size_t fxt_names_size(uint32_t count_max, uint32_t text_max, uint32_t owners)
{
    uint64_t arena = 2 * ((uint64_t)count_max * sizeof(fxt_name_t) + text_max) + LARGEST;
    if (arena / 8 >= UINT32_MAX || arena + 16 * (uint64_t)count_max > SIZE_MAX / 4)
        return 0;
    size_t size = arena_for(count_max, text_max) + buckets_for(count_max) * sizeof(uint32_t) +
                  owners * sizeof(fxt_name_owner_t);
    return (size + 7) & ~(size_t)7;
}

void fxt_names_init(fxt_names_t *names, void *memory, uint32_t count_max, uint32_t text_max,
                    uint32_t owners)
{
    *names = (fxt_names_t){.arena = memory,
                           .size = arena_for(count_max, text_max),
                           .buckets = buckets_for(count_max),
                           .count_max = count_max,
                           .text_max = text_max & ~7u};
    names->index = (uint32_t *)(void *)(names->arena + names->size);
    names->owners = (fxt_name_owner_t *)(names->index + names->buckets);
    memset(names->index, 0, names->buckets * sizeof *names->index);
    memset(names->owners, 0, owners * sizeof *names->owners);
}

static fxt_name_t *at(const fxt_names_t *names, size_t place)
{
    return (fxt_name_t *)(void *)(names->arena + place);
}

static char *text_of(fxt_name_t *name) { return (char *)(name + 1); }

const char *fxt_name_text(const fxt_name_t *name) { return (const char *)(name + 1); }

static uint64_t hash_of(const fxt_name_key_t *key)
{
    uint64_t h = (key->id ^ key->process * 0xff51afd7ed558ccdu ^ (uint64_t)key->owner << 48 ^
                  (uint64_t)key->kind << 40) *
                 0x9e3779b97f4a7c15u;
    return h ^ h >> 32;
}

// The bucket of an entry with this key and the owner's current epoch, or the free bucket for it. At
// most half of the buckets are in use, so a free one exists.
static uint32_t *bucket_of(const fxt_names_t *names, const fxt_name_key_t *key)
{
    uint32_t epoch = names->owners[key->owner].epoch;
    for (size_t bucket = hash_of(key) & (names->buckets - 1);;
         bucket = (bucket + 1) & (names->buckets - 1)) {
        if (!names->index[bucket])
            return &names->index[bucket];
        const fxt_name_t *name = at(names, (size_t)(names->index[bucket] - 1) * 8);
        if (name->key.id == key->id && name->key.process == key->process &&
            name->key.owner == key->owner && name->key.kind == key->kind && name->epoch == epoch)
            return &names->index[bucket];
    }
}

static bool alive(const fxt_names_t *names, const fxt_name_t *name)
{
    return !name->dead && name->epoch == names->owners[name->key.owner].epoch;
}

void fxt_names_reserve(fxt_names_t *names)
{
    if (names->size - names->used >= LARGEST && names->filled < names->buckets / 2)
        return;
    size_t to = 0, size;
    memset(names->index, 0, names->buckets * sizeof *names->index);
    names->filled = 0;
    for (size_t from = 0; from < names->used; from += size) {
        size = sizeof(fxt_name_t) + at(names, from)->words * (size_t)8;
        if (!alive(names, at(names, from)))
            continue;
        memmove(names->arena + to, names->arena + from, size);
        *bucket_of(names, &at(names, to)->key) = (uint32_t)(to / 8 + 1);
        names->filled++;
        to += size;
    }
    names->used = to;
}

const fxt_name_t *fxt_names_find(const fxt_names_t *names, const fxt_name_key_t *key)
{
    uint32_t place = *bucket_of(names, key);
    const fxt_name_t *name = place ? at(names, (size_t)(place - 1) * 8) : NULL;
    return name && !name->dead ? name : NULL;
}

static void count(fxt_names_t *names, fxt_name_t *name, bool lives)
{
    fxt_name_owner_t *owner = &names->owners[name->key.owner];
    uint32_t text = name->words * 8u;
    owner->count += lives ? 1 : -1u;
    owner->text += lives ? text : -text;
    names->count += lives ? 1 : -1u;
    names->text += lives ? text : -text;
    name->dead = !lives;
}

bool fxt_names_put(fxt_names_t *names, const fxt_name_key_t *key, uint8_t type, uint64_t data,
                   const char *text, size_t length)
{
    uint32_t *bucket = bucket_of(names, key);
    fxt_name_t *name = *bucket ? at(names, (size_t)(*bucket - 1) * 8) : NULL;
    uint16_t words = (uint16_t)((length + 7) / 8);

    if (!name || name->dead || name->words < words) {
        if (name && !name->dead)
            count(names, name, false);
        if (names->count >= names->count_max || names->text_max - names->text < words * 8u)
            return false;
        names->filled += !*bucket;
        *bucket = (uint32_t)(names->used / 8 + 1);
        name = at(names, names->used);
        *name = (fxt_name_t){.key = *key, .epoch = names->owners[key->owner].epoch, .words = words};
        names->used += sizeof *name + words * (size_t)8;
        count(names, name, true);
    }
    name->type = type;
    name->data = data;
    name->length = (uint16_t)length;
    if (length)
        memmove(text_of(name), text, length);
    return true;
}

void fxt_names_forget(fxt_names_t *names, uint16_t owner)
{
    fxt_name_owner_t *o = &names->owners[owner];
    names->count -= o->count;
    names->text -= o->text;
    *o = (fxt_name_owner_t){.epoch = o->epoch + 1};
}
