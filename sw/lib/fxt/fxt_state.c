// SPDX-License-Identifier: Apache-2.0
// FXT reader: effects of records, and their memory.
#include <string.h>

#include "fxt_reader.h"

// ---- memory

void fxt_reader_defaults(fxt_reader_config_t *config)
{
    *config = (fxt_reader_config_t){.names = 1u << 16, .text = 4u << 20, .providers = 64};
}

static size_t aligned(size_t size) { return (size + 15) & ~(size_t)15; }

size_t fxt_reader_size(const fxt_reader_config_t *config)
{
    if (config->providers < 1 || config->providers > 65000)
        return 0;
    size_t names = fxt_names_size(config->names, config->text, config->providers + 2);
    size_t rest = aligned(sizeof(fxt_reader_t)) +
                  aligned((config->providers + 2) * sizeof(provider_t));
    return names && names < SIZE_MAX - rest ? rest + names : 0;
}

static void forget(fxt_reader_t *r, provider_t *p)
{
    fxt_names_forget(&r->names, (uint16_t)(p - r->providers));
    *p = (provider_t){.used = true};
    p->delivered = (fxt_provider_t){.name = p->name, .ticks_per_second = 1000000000};
}

fxt_reader_t *fxt_reader_init(void *memory, size_t size, const fxt_reader_config_t *config)
{
    size_t needed = fxt_reader_size(config);
    if (!needed || size < needed)
        return NULL;
    fxt_reader_t *r = memory;
    uint8_t *rest = (uint8_t *)memory + aligned(sizeof *r);
    memset(r, 0, offsetof(fxt_reader_t, hold));
    r->config = *config;
    r->providers = (provider_t *)(void *)rest;
    rest += aligned((config->providers + 2) * sizeof(provider_t));
    fxt_names_init(&r->names, rest, config->names, config->text, config->providers + 2);
    for (uint32_t i = 0; i < config->providers + 2; i++)
        r->providers[i].used = r->providers[i].introduced = false;
    forget(r, &r->providers[0]);
    r->provider = &r->providers[0];
    r->provider_count = 1;
    if (config->order != FXT_ORDER_AUTO) {
        r->ordered = true;
        r->big = config->order == FXT_ORDER_BIG;
    }
    return r;
}

// ---- effects of records

static void note(fxt_reader_t *r, int code, uint32_t at, const char *what, uint64_t expected,
                 uint64_t found)
{
    fxt_report_error(r, code, at, what, expected, found, false);
}

// Makes a provider current. Its tables are unchanged, or empty if it is new or introduced again.
static void enter(fxt_reader_t *r, uint32_t id, bool introduced)
{
    uint32_t places = r->config.providers + 1; // without the last one
    provider_t *p = NULL;

    for (uint32_t i = 1; i < r->provider_count && !p; i++)
        if (r->providers[i].delivered.id == id)
            p = &r->providers[i];
    if (!p && r->provider_count < places) {
        p = &r->providers[r->provider_count++];
        forget(r, p);
    } else if (!p) {
        p = &r->providers[places];
        if (!p->used || p->delivered.id != id) {
            forget(r, p);
            note(r, FXT_E_MEMORY, 2, "providers", r->config.providers, id);
        }
    }
    if (introduced)
        forget(r, p);
    p->delivered.id = id;
    r->provider = p;
}

// Stores a name. Reports a limit.
static void remember(fxt_reader_t *r, const fxt_name_key_t *key, uint8_t type, uint64_t data,
                     const char *text, size_t length)
{
    bool count = r->names.count < r->names.count_max;
    if (!fxt_names_put(&r->names, key, type, data, text, length))
        note(r, FXT_E_MEMORY, 0, count ? "bytes of names" : "names",
             count ? r->names.text_max : r->names.count_max, 0);
}

static bool text_is(fxt_string_t s, const char *text)
{
    return s.text && s.length == strlen(text) && !memcmp(s.text, text, s.length);
}

// The koid in the argument "process" of a kernel object.
static uint64_t process_of(fxt_args_t args)
{
    for (unsigned i = args.count; i > 0; i--)
        if (args.arg[i - 1].type == FXT_ARG_KOID && text_is(args.arg[i - 1].name, "process"))
            return args.arg[i - 1].value.u64;
    return 0;
}

void fxt_apply(fxt_reader_t *r)
{
    fxt_record_t *d = &r->record;

    switch (d->kind) {
    case FXT_PROVIDER_INFO: {
        fxt_provider_t *info = &d->provider_info;
        enter(r, info->id, true);
        r->provider->introduced = true;
        if (info->name_length)
            memcpy(r->provider->name, info->name, info->name_length);
        r->provider->delivered.name_length = info->name_length;
        *info = r->provider->delivered;
        break;
    }
    case FXT_PROVIDER_SECTION: enter(r, d->provider_section, false); break;
    case FXT_INITIALIZATION:
        if (d->ticks_per_second)
            r->provider->delivered.ticks_per_second = d->ticks_per_second;
        break;
    case FXT_STRING: {
        const fxt_string_entry_t *s = &d->string;
        if (s->index)
            remember(r, &(fxt_name_key_t){s->index, 0, fxt_provider_index(r), FXT_NAME_STRING}, 0,
                     0, s->text, s->length);
        break;
    }
    case FXT_THREAD:
        if (d->thread.index)
            r->provider->threads[d->thread.index] = (thread_entry_t){d->thread.process,
                                                                     d->thread.thread, true};
        break;
    case FXT_USERSPACE_OBJECT: {
        const fxt_userspace_object_t *o = &d->userspace_object;
        if (o->name.text && !o->process.unknown)
            remember(r,
                     &(fxt_name_key_t){o->pointer, o->process.process, fxt_provider_index(r),
                                       FXT_NAME_USERSPACE},
                     0, 0, o->name.text, o->name.length);
        break;
    }
    case FXT_KERNEL_OBJECT: {
        const fxt_kernel_object_t *o = &d->kernel_object;
        if (o->name.text)
            remember(r, &(fxt_name_key_t){o->koid, 0, 0, FXT_NAME_KERNEL}, o->type,
                     process_of(o->args), o->name.text, o->name.length);
        break;
    }
    default: break;
    }
}

// ---- objects

static bool object_of(const fxt_reader_t *r, const fxt_name_key_t *key, fxt_object_t *object)
{
    const fxt_name_t *name = fxt_names_find(&r->names, key);
    if (!name)
        return false;
    *object = (fxt_object_t){{fxt_name_text(name), name->length, 0},
                             name->type,
                             key->kind == FXT_NAME_KERNEL ? name->data : key->process};
    return true;
}

bool fxt_reader_kernel_object(const fxt_reader_t *r, uint64_t koid, fxt_object_t *object)
{
    return object_of(r, &(fxt_name_key_t){koid, 0, 0, FXT_NAME_KERNEL}, object);
}

bool fxt_reader_userspace_object(const fxt_reader_t *r, uint64_t process, uint64_t pointer,
                                 fxt_object_t *object)
{
    return object_of(
        r, &(fxt_name_key_t){pointer, process, fxt_provider_index(r), FXT_NAME_USERSPACE}, object);
}
