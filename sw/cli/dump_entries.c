// SPDX-License-Identifier: Apache-2.0
// weir dump --entries: the entries of a flux file, one line each, with offset and bytes. All other
// commands see flux only as records of the event model.
#include "dump_entries.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "flux_file.h"
#include "flux_pack.h"
#include "flux_read.h"
#include "text.h"
#include "value.h"

enum {
    ITEMS = 1 << 15, // entries of the hash table of items, filled up to 3/4
    PATH_BYTES = 16,
    RAW_MAX = 24,
};

typedef struct { // a defined scope or signal
    uint32_t trace, item, parent;
    bool used;
    uint8_t type;  // FLUX_...; 0: a scope
    char name[48]; // printable, truncated
} item_t;

typedef struct {
    input_t bytes;
    flux_reader_t *reader;
    uint64_t chunk_offset; // of the chunk in the input
    size_t chunk_size;
    uint8_t chunk[1 << 16];
    item_t items[ITEMS];
    size_t items_used;
} entries_t;

// ---- items

static item_t *place_of(entries_t *s, uint32_t trace, uint32_t item)
{
    size_t i = ((item ^ trace << 20) * UINT32_C(2654435769) >> 7) % ITEMS;
    while (s->items[i].used && (s->items[i].item != item || s->items[i].trace != trace))
        i = (i + 1) % ITEMS;
    return &s->items[i];
}

static const item_t *find(const entries_t *s, uint32_t trace, uint32_t item)
{
    const item_t *place = place_of((entries_t *)s, trace, item);
    return place->used ? place : NULL;
}

// An item that no longer fits into the table has no name.
static void define(entries_t *s, uint32_t trace, uint32_t item, uint32_t parent, flux_text_t name,
                   uint8_t type)
{
    item_t *place = place_of(s, trace, item);
    if (!place->used && s->items_used >= ITEMS - ITEMS / 4)
        return;
    s->items_used += !place->used;
    *place = (item_t){.trace = trace, .item = item, .parent = parent, .used = true, .type = type};
    text_name(place->name, sizeof place->name, name.data, name.size, 0);
}

static void note(entries_t *s, const flux_entry_t *entry)
{
    if (entry->kind == FLUX_SCPD)
        define(s, entry->trace, entry->scope.item, entry->scope.parent, entry->scope.name, 0);
    else if (entry->kind == FLUX_SIGD || entry->kind == FLUX_SSGD)
        define(s, entry->trace, entry->signal.item, entry->signal.parent, entry->signal.name,
               entry->signal.type);
}

// ---- text

static void print_path(const entries_t *s, uint32_t trace, uint32_t number)
{
    const item_t *path[PATH_BYTES];
    unsigned depth = 0;

    for (uint32_t i = number; i && depth < PATH_BYTES; i = path[depth++]->parent) {
        const item_t *item = find(s, trace, i);
        if (!item || !*item->name)
            break;
        path[depth] = item;
    }
    if (!depth)
        printf("item %" PRIu32, number);
    while (depth--)
        printf("%s%s", path[depth]->name, depth ? "/" : "");
}

// Path and value, if the signal is defined.
static void print_sample(const entries_t *s, const flux_entry_t *entry)
{
    const item_t *item = find(s, entry->trace, entry->data.item);
    flux_item_t known = {.type = FLUX_UNKNOWN};

    flux_reader_item(s->reader, entry->data.item, &known);
    printf(" (");
    print_path(s, entry->trace, entry->data.item);
    printf(" = ");
    value_print(item && item->type ? item->type : known.type, known.width, &entry->data);
    printf(")");
}

static void quoted(const char *label, flux_text_t text)
{
    printf(" %s", label);
    value_print_text(text.data, text.size);
}

static void print_entry(const entries_t *s, const flux_entry_t *entry)
{
    printf("%10" PRIu64, entry->where.offset);
    if (entry->where.depth)
        printf("/%-6" PRIu32, entry->where.inner);
    printf("  %s", flux_kind_name(entry->kind));
    switch (entry->kind) {
    case FLUX_HEAD:
        printf(" version %u trace %" PRIu32, entry->head.version, entry->head.trace);
        quoted("", entry->head.name);
        quoted("", entry->head.description);
        printf(" mode %u maxItemId %" PRIu32 " maxEntrySize %" PRIu32, entry->head.mode,
               entry->head.max_item, entry->head.max_entry);
        break;
    case FLUX_SWTH: printf(" trace %" PRIu32, entry->switched); break;
    case FLUX_PBLK:
        printf(" mode %u, %" PRIu32 " bytes packed in %" PRIu32, entry->block.mode,
               entry->block.original, entry->block.size);
        break;
    case FLUX_SECT:
        printf(" generation %u%s, %u of %u bytes used", entry->section.generation,
               entry->section.last ? ", last" : "", entry->section.used, entry->section.size);
        break;
    case FLUX_SCPD:
        printf(" item %" PRIu32 " in %" PRIu32, entry->scope.item, entry->scope.parent);
        quoted("", entry->scope.name);
        break;
    case FLUX_SIGD:
    case FLUX_MSGD:
    case FLUX_SSGD:
        printf(" item %" PRIu32, entry->signal.item);
        if (entry->signal.last)
            printf("-%" PRIu32, entry->signal.last);
        printf(" in %" PRIu32, entry->signal.parent);
        quoted("", entry->signal.name);
        printf(" type %u", entry->signal.type);
        if (entry->signal.descriptor.size)
            quoted("", entry->signal.descriptor);
        if (entry->signal.scattered)
            printf(" bits %" PRIu32 "-%" PRIu32, entry->signal.from, entry->signal.to);
        break;
    case FLUX_SIRD:
    case FLUX_SSRD:
        printf(" item %" PRIu32 " again in %" PRIu32, entry->reference.item,
               entry->reference.parent);
        quoted("", entry->reference.name);
        break;
    case FLUX_ENMD:
        printf(" item %" PRIu32 " scope %" PRIu32 " %" PRIu64, entry->label.item,
               entry->label.scope, entry->label.value);
        quoted("is ", entry->label.label);
        break;
    case FLUX_MEMD:
        printf(" item %" PRIu32 " member %" PRIu32, entry->member.item, entry->member.member);
        quoted("", entry->member.label);
        printf(" type %u", entry->member.type);
        break;
    case FLUX_OPEN:
        printf(" item %" PRIu32, entry->open.item);
        quoted("", entry->open.base);
        printf(" start %" PRId64 " rate %" PRId64, entry->open.start, entry->open.rate);
        break;
    case FLUX_CLOS:
        printf(" item %" PRIu32 " end %" PRId64, entry->close.item, entry->close.end);
        break;
    case FLUX_DOMD: quoted("", entry->base); break;
    case FLUX_CURR:
        printf(" item %" PRIu32 " position %" PRId64, entry->current.item, entry->current.position);
        break;
    case FLUX_ATRE:
        printf(" item %" PRIu32 " type %u target %" PRIu32 " distance %" PRId64,
               entry->relation.item, entry->relation.type, entry->relation.target,
               entry->relation.distance);
        break;
    case FLUX_ATLA:
        printf(" item %" PRIu32 " style %" PRIu32, entry->attached.item, entry->attached.style);
        break;
    case FLUX_CREQ:
    case FLUX_CRES:
        printf(" control %" PRIu32 " message %" PRIu32 " members %" PRIu32, entry->control.control,
               entry->control.message, entry->control.count);
        break;
    case FLUX_DATA:
        printf(" item %" PRIu32 " at %" PRId64 " df %u size %" PRIu32, entry->data.item,
               entry->data.position, entry->data.df, entry->data.size);
        if (entry->data.tag)
            printf(" tag %u", entry->data.tag);
        print_sample(s, entry);
        break;
    default: break;
    }
    if (entry->raw) { // a section of a ring has no bytes here
        printf("  | ");
        value_print_bytes(entry->raw, entry->raw_size, RAW_MAX);
    }
    printf("\n");
}

// ---- reading

static int start(entries_t *s, bool raw)
{
    flux_reader_config_t config;

    flux_reader_defaults(&config);
    config.headless = raw;
    config.fixed_layout = raw;
    flux_unpack_all(&config);
    s->reader = flux_reader_new(&config, NULL, NULL);
    return s->reader ? EXIT_GOOD : report_errno("memory", "cannot allocate");
}

// Reports what the reader expected and found.
static void report_error(const entries_t *s)
{
    const flux_error_t *error = flux_reader_error(s->reader);
    uint64_t offset = error->where.offset + (error->where.depth ? 0 : error->at);
    uint8_t byte;
    bool seen = offset >= s->chunk_offset && offset < s->chunk_offset + s->chunk_size;
    char found[64] = "something else";

    if (error->where.depth)
        snprintf(found, sizeof found, "something else at byte %" PRIu32 " of a packed block",
                 error->where.inner + error->at);
    else if (error->code == FLUX_E_CUT)
        snprintf(found, sizeof found, "the end");
    else if (seen)
        snprintf(found, sizeof found, "byte %02x", s->chunk[offset - s->chunk_offset]);
    else if (pread(s->bytes.file, &byte, 1, (off_t)offset) == 1)
        snprintf(found, sizeof found, "byte %02x", byte);
    message("%s: offset %" PRIu64 ": expected %s, found %s", s->bytes.name, offset, error->expected,
            found);
}

static int print_all(entries_t *s)
{
    const flux_entry_t *entry;

    for (bool ended = false;;) {
        int rc = flux_reader_next(s->reader, &entry);
        if (rc == 1) {
            note(s, entry);
            print_entry(s, entry);
            continue;
        }
        if (rc < 0) {
            report_error(s);
            return EXIT_BAD_INPUT;
        }
        if (ended)
            return EXIT_GOOD;
        s->chunk_offset += s->chunk_size;
        int64_t got = input_read(&s->bytes, s->chunk, sizeof s->chunk, s->chunk_offset);
        if (got < 0)
            return report_errno(s->bytes.name, "cannot read");
        s->chunk_size = (size_t)got;
        ended = !got;
        if (ended)
            flux_reader_finish(s->reader);
        else
            flux_reader_feed(s->reader, s->chunk, s->chunk_size);
    }
}

int entries_dump(const char *path, bool raw)
{
    entries_t *s = xcalloc(1, sizeof *s);
    int rc = input_open(&s->bytes, path);
    if (!rc) {
        rc = start(s, raw);
        if (!rc)
            rc = print_all(s);
        input_close(&s->bytes);
        free(s->reader);
    }
    free(s);
    return rc;
}
