// SPDX-License-Identifier: Apache-2.0
// rkh-dump: prints every frame of a stream on a line of its own, with the names in the stream;
// damage goes to standard error.
//
//     rkh-dump [options] FILE      - is standard input
//         -i N        bytes of an id: 1, 2, 4
//         -t N        bytes of a timestamp: 0 (none), 1, 2, 4
//         -s          no sequence number
//         -c          no checksum
//         -k N        read in chunks of N bytes (default 65536)
//         -m N        bytes of the longest frame (default 4096)
//         -w          also print Weir's events
//
// Without -i, -t, -s and -c the configuration is guessed. Exit code: 0; 1 for damage or a frame
// with wrong arguments; 2 for a wrong command or file.
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rkh_args.h"
#include "rkh_names.h"
#include "rkh_weir_read.h"

enum { CHUNK_MAX = 1 << 16, MEMORY_MAX = 1 << 16, NAMES = 4096 };

static uint8_t chunk[CHUNK_MAX], memory[MEMORY_MAX];
static rkh_name_t table[NAMES];
static char text[NAMES * 32];
static rkh_names_t names;
static rkh_weir_t weir;
static const char *path;
static int code;

static _Noreturn void fail(const char *message, const char *what)
{
    fprintf(stderr, "rkh-dump: %s: %s\n", what, message);
    exit(2);
}

static void print_name(rkh_name_kind_t kind, uint64_t key)
{
    const char *name = rkh_names_find(&names, kind, key);
    if (name)
        printf("(%s)", name);
}

static void print_arg(const rkh_arg_t *a)
{
    putchar(' ');
    if (*a->name)
        printf("%s=", a->name);
    switch (a->type) {
    case RKH_STR:
    case RKH_MEM:
        putchar(a->type == RKH_STR ? '"' : '[');
        for (uint32_t i = 0; i < a->size; i++)
            if (a->type == RKH_MEM)
                printf("%s%02x", i ? " " : "", a->data[i]);
            else if (isprint(a->data[i]) && a->data[i] != '"' && a->data[i] != '\\')
                putchar(a->data[i]);
            else
                printf("\\x%02x", a->data[i]);
        putchar(a->type == RKH_STR ? '"' : ']');
        break;
    case RKH_I8:
    case RKH_I16:
    case RKH_I32: printf("%" PRId64, (int64_t)a->value); break;
    case RKH_OBJ:
    case RKH_FUN:
        printf("0x%" PRIx64, a->value);
        print_name(RKH_NAME_OBJECT, a->value);
        break;
    case RKH_SIG:
        printf("%" PRIu64, a->value);
        print_name(RKH_NAME_SIGNAL, a->value);
        break;
    case RKH_X32: printf("0x%0*" PRIx64, a->width, a->value); break;
    default: printf("%0*" PRIu64, a->width, a->value);
    }
}

static void print_weir(const rkh_weir_event_t *e)
{
    printf(" | %s hart=%u time=%" PRIu64, rkh_weir_kind_name(e->kind), e->hart, e->time);
    if (e->kind == RKH_WEIR_LOSS && e->part && e->what < RKH_WEIR_LOSS_TOTAL)
        printf(" %s age=%" PRIu64, e->what ? "begins" : "ends", e->value);
    else if (e->kind == RKH_WEIR_LOSS && e->part)
        printf(" kind=%u context=%u total=%" PRIu64, (e->what - RKH_WEIR_LOSS_TOTAL) / 4u,
               e->what % 4u, e->value);
    else if (e->kind == RKH_WEIR_LOSS)
        printf(" user=%" PRIu32 " com=%" PRIu32 " sys=%" PRIu32 " none=%" PRIu32
               " cause=%u source=0x%" PRIx64 " first=%" PRIu64 " last=%" PRIu64,
               e->dropped[0], e->dropped[1], e->dropped[2], e->dropped[3], e->cause, e->source,
               e->first, e->last);
    else if (e->kind == RKH_WEIR_THREAD)
        printf(" value=%" PRIu64, e->value);
    else if (e->kind == RKH_WEIR_ISR)
        printf(" %s cause=0x%" PRIx64, e->enter ? "enter" : "exit", e->value);
    else
        printf(" id=%u value=%" PRIu64, e->id, e->value);
}

static void print_config(const rkh_config_t *c)
{
    printf(" version=%x.%x.%02x sequence=%d timestamp=%d/%u checksum=%d pointer=%u signal=%u "
           "ticks=%u blocks=%u elements=%u event=%u"
           " block=%u pools=%u hz=%u flags=0x%04" PRIx32,
           c->version >> 12, c->version >> 8 & 15, c->version & 255, c->sequence, c->timestamp,
           c->timestamp_size, c->checksum, c->pointer_size, c->signal_size, c->ticks_size,
           c->blocks_size, c->elements_size, c->event_size, c->block_size, c->pools, c->hz,
           c->flags);
}

static void print_frame(const rkh_reader_t *r, bool with_weir)
{
    const rkh_frame_t *f = &r->frame;
    const char *event = rkh_event_name(f->group, f->event);
    printf("%" PRIu64 " %s", f->offset, rkh_group_name(f->group));
    if (event)
        printf("_%s", event);
    else
        printf("_%" PRIu32, f->event);
    if (f->group == RKH_GROUP_USR)
        print_name(RKH_NAME_USER, f->event);
    if (!f->tcfg) {
        if (r->config.sequence)
            printf(" #%u", f->sequence);
        if (r->config.timestamp)
            printf(" @%" PRIu64, f->time);
    }
    if (f->lost)
        printf(" lost=%u", f->lost);
    if (f->restart)
        printf(" restart");
    rkh_args_t args;
    rkh_arg_t arg;
    int rc;
    rkh_args_begin(&args, &r->config, f);
    if (f->tcfg)
        print_config(&r->config);
    while ((rc = rkh_args_next(&args, &arg)) == 1)
        if (!f->tcfg)
            print_arg(&arg);
    if (rc == 0)
        rc = rkh_names_take(&names, &r->config, f);
    rkh_weir_event_t e;
    if (with_weir && rc >= 0 && (rc = rkh_weir_take(&weir, r, &e)) == 1)
        print_weir(&e);
    putchar('\n');
    if (rc == RKH_E_FORMAT) {
        fprintf(stderr,
                "rkh-dump: %s: byte %" PRIu64
                ": expected the arguments of this record, found others\n",
                path, f->offset);
        code = 1;
    }
}

static void print_damage(const rkh_reader_t *r)
{
    char line[160];
    fprintf(stderr, "rkh-dump: %s: %s\n", path, rkh_damage_text(&r->damage, line, sizeof line));
    code = 1;
}

int main(int argc, char **argv)
{
    rkh_config_t config = rkh_config_default;
    size_t chunk_size = CHUNK_MAX;
    uint32_t capacity = 4096;
    bool with_weir = false, configured = false;
    int at = 1;
    for (; at < argc && argv[at][0] == '-' && argv[at][1]; at++) {
        char option = argv[at][1];
        unsigned long number = 0;
        if (strchr("itkm", option)) {
            const char *value = ++at < argc ? argv[at] : "";
            char *end;
            number = strtoul(value, &end, 10);
            if (!*value || *end)
                fail("expected a number behind the option", argv[at - 1]);
        }
        configured |= strchr("itsc", option) != NULL;
        switch (option) {
        case 'i': config.id_size = (uint8_t)number; break;
        case 't':
            config.timestamp = number;
            config.timestamp_size = (uint8_t)number;
            break;
        case 's': config.sequence = false; break;
        case 'c': config.checksum = false; break;
        case 'k': chunk_size = number; break;
        case 'm': capacity = (uint32_t)number; break;
        case 'w': with_weir = true; break;
        default: fail("no such option", argv[at]);
        }
    }
    if (at + 1 != argc)
        fail("expected one file",
             "usage: rkh-dump [-i N] [-t N] [-s] [-c] [-k N] [-m N] [-w] FILE");
    if (!chunk_size || chunk_size > CHUNK_MAX || !capacity || capacity > MEMORY_MAX ||
        !rkh_config_valid(&config))
        fail("option out of range", argv[0]);
    path = argv[at];
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    if (!file)
        fail(strerror(errno), path);
    rkh_names_init(&names, table, NAMES, text, sizeof text);
    rkh_weir_init(&weir, 0);
    rkh_reader_t r;
    size_t have = fread(chunk, 1, sizeof chunk, file);
    if (!configured && !rkh_probe(chunk, have, &config))
        fail("expected RKH frames; options can give their configuration", path);
    rkh_reader_init(&r, &config, memory, capacity);
    while (have) {
        for (size_t from = 0; from < have; from += chunk_size) {
            rkh_feed(&r, chunk + from, have - from < chunk_size ? have - from : chunk_size);
            for (int what; (what = rkh_next(&r)) != RKH_MORE;)
                if (what == RKH_FRAME)
                    print_frame(&r, with_weir);
                else
                    print_damage(&r);
        }
        have = fread(chunk, 1, sizeof chunk, file);
    }
    if (ferror(file))
        fail(strerror(errno), path);
    if (rkh_finish(&r) == RKH_DAMAGE)
        print_damage(&r);
    printf("bytes=%" PRIu64 " frames=%" PRIu64 " lost=%" PRIu64 " damaged=%" PRIu64
           " skipped=%" PRIu64 " restarts=%" PRIu64 "\n",
           r.totals.bytes, r.totals.frames, r.totals.lost, r.totals.damaged, r.totals.skipped,
           r.totals.restarts);
    return fclose(stdout) ? 2 : code;
}
