// SPDX-License-Identifier: Apache-2.0
// flux-dump: prints every entry of a flux stream as one line of text, with its offset and its
// values.
//
//     flux-dump [-r] [-n] [-w] [-c BYTES] FILE      - is standard input
//     -r  resynchronise after damage
//     -n  no HEAD needed
//     -w  after an entry that the emitter of this library encodes differently, print both encodings
//     -c  size of the chunks for the reader
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flux.h"
#include "flux_copy.h"
#include "flux_file.h"

static const char *const signal_types[16] = {
    "unknown", "event",     "integer", "logic",  "float", "text", "binary", "struct",
    "event[]", "integer[]", "float[]", "text[]", "12",    "13",   "14",     "15"};
static const char *const member_types[16] = {
    "unknown",    "text",   "enum",   "integer",   "float",   "logic",  "binary", "local-enum",
    "merge-enum", "struct", "enum[]", "integer[]", "float[]", "text[]", "14",     "15"};
static const char *const layouts[] = {"classic", "v4", "extended"};

static void print_text(flux_text_t text)
{
    putchar('"');
    for (uint32_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c < 0x20 || c == 0x7f || c == '"' || c == '\\')
            printf("\\x%02x", c);
        else
            putchar(c);
    }
    putchar('"');
}

static void print_named(const char *name, flux_text_t text)
{
    if (text.size) {
        printf(" %s=", name);
        print_text(text);
    }
}

static void print_bytes(const uint8_t *data, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++)
        printf("%02x", data[i]);
}

// A number that may be wider than 64 bits: then its bytes.
static void print_integer(const uint8_t *data, uint32_t size)
{
    int64_t value;
    if (flux_integer(data, size, &value) == 0) {
        printf("%" PRId64, value);
    } else {
        printf("big:");
        print_bytes(data, size);
    }
}

static void print_float(const uint8_t *data, uint32_t size)
{
    double value;
    if (flux_float(data, size, &value) == 0) {
        printf("%.17g", value);
    } else {
        printf("decimal:");
        print_bytes(data, size);
    }
}

static void print_array(flux_array_t *array, char kind)
{
    flux_bytes_t element;
    int rc;
    putchar('[');
    for (int i = 0; (rc = flux_array_next(array, &element)) == 1; i++) {
        if (i)
            putchar(' ');
        if (kind == 't')
            print_text((flux_text_t){(const char *)element.data, element.size});
        else if (kind == 'f')
            print_float(element.data, element.size);
        else
            print_integer(element.data, element.size);
    }
    fputs(rc ? " damaged]" : "]", stdout);
}

static char element_kind(uint8_t signal_type)
{
    return signal_type == FLUX_TEXT_ARRAY ? 't' : signal_type == FLUX_FLOAT_ARRAY ? 'f' : 'i';
}

#define NESTING 16

// Member lists; nested ones on an explicit stack.
static void print_members(flux_layout_t layout, const uint8_t *data, uint32_t size)
{
    flux_members_t stack[NESTING];
    int depth = 0;
    flux_members_begin(&stack[0], layout, data, size);
    putchar('{');
    bool first = true;
    while (depth >= 0) {
        flux_field_t f;
        int rc = flux_members_next(&stack[depth], &f);
        if (rc <= 0) {
            fputs(rc ? " damaged}" : "}", stdout);
            depth--;
            first = false;
            continue;
        }
        printf("%s%" PRIu32 ":", first ? "" : " ", f.member);
        first = false;
        flux_array_t array;
        if (f.modifiers)
            printf("(%02x)", f.modifiers);
        switch (f.type) {
        case FLUX_M_TEXT: print_text((flux_text_t){(const char *)f.data, f.size}); break;
        case FLUX_M_GLOBAL_ENUM:
        case FLUX_M_LOCAL_ENUM:
        case FLUX_M_MERGE_ENUM:
            printf("%s ", member_types[f.type]);
            print_integer(f.data, f.size);
            break;
        case FLUX_M_INTEGER: print_integer(f.data, f.size); break;
        case FLUX_M_FLOAT: print_float(f.data, f.size); break;
        case FLUX_M_STRUCT:
            if (depth + 1 < NESTING) {
                flux_members_begin(&stack[++depth], layout, f.data, f.size);
                putchar('{');
                first = true;
                break;
            }
            print_bytes(f.data, f.size);
            break;
        case FLUX_M_ENUM_ARRAY:
        case FLUX_M_INTEGER_ARRAY:
        case FLUX_M_FLOAT_ARRAY:
        case FLUX_M_TEXT_ARRAY:
            if (flux_array_begin_member(&array, f.type, f.modifiers, f.data, f.size) == 0) {
                print_array(&array, f.type == FLUX_M_TEXT_ARRAY    ? 't'
                                    : f.type == FLUX_M_FLOAT_ARRAY ? 'f'
                                                                   : 'i');
                break;
            }
            // fall through
        default: printf("%s ", member_types[f.type]); print_bytes(f.data, f.size);
        }
    }
}

static void print_logic(const flux_data_t *d, uint32_t width)
{
    uint8_t states[4096];
    if (width > sizeof states || flux_logic(d->df, d->data, d->size, states, width)) {
        printf("damaged ");
        print_bytes(d->data, d->size);
        return;
    }
    for (uint32_t i = 0; i < width; i++)
        putchar(flux_logic_chars[states[i]]);
}

static void print_data(const flux_reader_t *r, const flux_data_t *d)
{
    flux_item_t item = {0};
    flux_reader_item(r, d->item, &item);
    printf("item=%" PRIu32 " @%s%" PRId64, d->item, d->domain->uncertain ? "?" : "", d->position);
    if (d->domain->base[0])
        printf(" %s", d->domain->base);
    if (d->tag)
        printf(" tag=%u", d->tag);
    printf(" %s ", signal_types[item.type & 15]);
    flux_array_t array;
    if (d->df == FLUX_DF_NONE) {
        printf("none");
        return;
    }
    switch (item.type) {
    case FLUX_EVENT:
    case FLUX_INTEGER: print_integer(d->data, d->size); return;
    case FLUX_LOGIC: print_logic(d, item.width); return;
    case FLUX_FLOAT: print_float(d->data, d->size); return;
    case FLUX_TEXT: print_text((flux_text_t){(const char *)d->data, d->size}); return;
    case FLUX_STRUCT: print_members(d->layout, d->data, d->size); return;
    case FLUX_EVENT_ARRAY:
    case FLUX_INTEGER_ARRAY:
    case FLUX_FLOAT_ARRAY:
    case FLUX_TEXT_ARRAY:
        if (flux_array_begin(&array, item.type, d->df, d->data, d->size) == 0) {
            print_array(&array, element_kind(item.type));
            return;
        }
        break;
    }
    printf("df=%u ", d->df);
    print_bytes(d->data, d->size);
}

static void print_signal(const flux_entry_t *e)
{
    const flux_signal_t *s = &e->signal;
    printf("item=%" PRIu32, s->item);
    if (s->last)
        printf("-%" PRIu32, s->last);
    printf(" parent=%" PRIu32 " ", s->parent);
    print_text(s->name);
    putchar(' ');
    print_text(s->description);
    printf(" %s", signal_types[s->type]);
    if (s->modifiers)
        printf(" modifiers=%02x", s->modifiers);
    print_named("descriptor", s->descriptor);
    print_named("tags", s->tags);
    if (e->layout == FLUX_EXTENDED)
        printf(" scale=%" PRId32, s->scale);
    if (s->scattered)
        printf(" bits=%" PRIu32 "..%" PRIu32, s->from, s->to);
}

static void print_entry(const flux_reader_t *r, const flux_entry_t *e)
{
    if (e->kind == FLUX_ERROR) {
        char text[200];
        printf("! %s\n", flux_error_text(&e->error, text, sizeof text));
        return;
    }
    printf("%06" PRIx64, e->where.offset);
    if (e->where.depth)
        printf(":%06" PRIx32, e->where.inner);
    printf(" %*s%s ", 2 * e->where.depth, "", flux_kind_name(e->kind));
    switch (e->kind) {
    case FLUX_HEAD:
        printf("trace=%" PRIu32 " ", e->head.trace);
        print_text(e->head.name);
        putchar(' ');
        print_text(e->head.description);
        printf(" version=%u mode=%u items=%" PRIu32 " entry=%" PRIu32, e->head.version,
               e->head.mode, e->head.max_item, e->head.max_entry);
        break;
    case FLUX_SWTH: printf("trace=%" PRIu32, e->switched); break;
    case FLUX_PBLK:
        printf("mode=%u original=%" PRIu32 " packed=%" PRIu32, e->block.mode, e->block.original,
               e->block.size);
        break;
    case FLUX_SECT:
        printf("generation=%u used=%u of %u%s", e->section.generation, e->section.used,
               e->section.size, e->section.last ? " last" : "");
        break;
    case FLUX_SCPD:
        printf("item=%" PRIu32 " parent=%" PRIu32 " ", e->scope.item, e->scope.parent);
        print_text(e->scope.name);
        putchar(' ');
        print_text(e->scope.description);
        print_named("tags", e->scope.tags);
        break;
    case FLUX_SIGD:
    case FLUX_MSGD:
    case FLUX_SSGD: print_signal(e); break;
    case FLUX_SIRD:
    case FLUX_SSRD:
        printf("item=%" PRIu32 " parent=%" PRIu32 " ", e->reference.item, e->reference.parent);
        print_text(e->reference.name);
        putchar(' ');
        print_text(e->reference.description);
        print_named("tags", e->reference.tags);
        if (e->reference.scattered)
            printf(" bits=%" PRIu32 "..%" PRIu32, e->reference.from, e->reference.to);
        break;
    case FLUX_OPEN:
        printf("item=%" PRIu32 " base=", e->open.item);
        print_text(e->open.base);
        printf("%s start=%" PRId64 " rate=%" PRId64, e->open.implied ? " (default)" : "",
               e->open.start, e->open.rate);
        break;
    case FLUX_CLOS: printf("item=%" PRIu32 " end=%" PRId64, e->close.item, e->close.end); break;
    case FLUX_DOMD:
        printf("base=");
        print_text(e->base);
        break;
    case FLUX_CURR:
        printf("item=%" PRIu32 " @%" PRId64, e->current.item, e->current.position);
        break;
    case FLUX_ENMD:
        printf("item=%" PRIu32 " scope=%" PRIu32 " ", e->label.item, e->label.scope);
        print_text(e->label.label);
        printf(" = %" PRIu64, e->label.value);
        break;
    case FLUX_MEMD:
        printf("item=%" PRIu32 " member=%" PRIu32 " parent=%" PRIu32 " ", e->member.item,
               e->member.member, e->member.parent);
        print_text(e->member.label);
        printf(" %s", member_types[e->member.type]);
        if (e->member.modifiers)
            printf(" modifiers=%02x", e->member.modifiers);
        print_named("descriptor", e->member.descriptor);
        print_named("description", e->member.description);
        print_named("icon", e->member.icon);
        print_named("tags", e->member.tags);
        if (e->layout == FLUX_EXTENDED)
            printf(" scale=%" PRId32, e->member.scale);
        break;
    case FLUX_DATA: print_data(r, &e->data); break;
    case FLUX_ATRE:
        printf("item=%" PRIu32 " type=%u target=%" PRIu32 " style=%" PRIu32 " distance=%" PRId64
               " base=%" PRIu32,
               e->relation.item, e->relation.type, e->relation.target, e->relation.style,
               e->relation.distance, e->relation.base);
        break;
    case FLUX_ATLA:
        printf("item=%" PRIu32 " style=%" PRIu32 " x=%" PRId64 " y=%" PRId64, e->attached.item,
               e->attached.style, e->attached.x, e->attached.y);
        break;
    case FLUX_CREQ:
    case FLUX_CRES:
        printf("control=%" PRIu32 " message=%" PRIu32 " ", e->control.control, e->control.message);
        print_members(e->layout, e->control.members, e->control.size);
        break;
    }
    if (e->kind >= FLUX_SCPD && e->kind <= FLUX_SSRD && e->layout != FLUX_CLASSIC)
        printf(" (%s)", layouts[e->layout]);
    putchar('\n');
}

// Emits an entry again and prints it if the bytes differ.
static void print_rewritten(const flux_entry_t *e, uint8_t *memory, uint32_t size)
{
    flux_buffer_t buffer;
    flux_trace_t trace;
    flux_buffer_init(&buffer, memory, size, NULL, NULL);
    flux_trace_init(&trace, &buffer, e->layout);
    int rc = flux_emit_entry(&trace, e);
    if (rc == 1 || (rc == 0 && buffer.used == e->raw_size && !memcmp(memory, e->raw, e->raw_size)))
        return;
    fputs("       ~ ", stdout);
    print_bytes(e->raw, e->raw_size);
    fputs(" -> ", stdout);
    print_bytes(memory, buffer.used);
    if (rc)
        printf(" (%d)", rc);
    putchar('\n');
}

static int usage(void)
{
    fputs("usage: flux-dump [-r] [-n] [-w] [-c bytes] file\n", stderr);
    return 2;
}

int main(int argc, char **argv)
{
    flux_reader_config_t config;
    flux_reader_defaults(&config);
    size_t chunk = 256u << 10;
    bool rewrite = false;
    int arg = 1;
    for (; arg < argc && argv[arg][0] == '-' && argv[arg][1]; arg++) {
        if (!strcmp(argv[arg], "-r"))
            config.resync = true;
        else if (!strcmp(argv[arg], "-n"))
            config.headless = true;
        else if (!strcmp(argv[arg], "-w"))
            rewrite = true;
        else if (!strcmp(argv[arg], "-c") && arg + 1 < argc &&
                 (chunk = strtoul(argv[++arg], NULL, 10)) > 0)
            continue;
        else
            return usage();
    }
    if (arg + 1 != argc)
        return usage();
    const char *path = argv[arg];
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    uint8_t *data = malloc(chunk), *again = malloc(config.entry_max);
    flux_reader_t *r = flux_reader_new(&config, NULL, NULL);
    if (!file || !data || !again || !r) {
        fprintf(stderr, "flux-dump: %s: %s\n", path, strerror(errno));
        return 1;
    }
    int rc;
    bool more = true;
    do {
        size_t size = fread(data, 1, chunk, file);
        more = size > 0;
        if (more)
            flux_reader_feed(r, data, size);
        else
            flux_reader_finish(r);
        const flux_entry_t *entry;
        while ((rc = flux_reader_next(r, &entry)) == 1) {
            print_entry(r, entry);
            if (rewrite)
                print_rewritten(entry, again, config.entry_max);
        }
    } while (rc == 0 && more);
    if (rc < 0) {
        char text[200];
        fflush(stdout);
        fprintf(stderr, "flux-dump: %s: %s\n", path,
                flux_error_text(flux_reader_error(r), text, sizeof text));
    }
    free(r);
    free(data);
    free(again);
    if (ferror(file)) {
        fprintf(stderr, "flux-dump: %s: %s\n", path, strerror(errno));
        return 1;
    }
    return rc < 0;
}
