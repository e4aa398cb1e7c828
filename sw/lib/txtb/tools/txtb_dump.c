// SPDX-License-Identifier: Apache-2.0
// txtb-dump: prints every trace buffer in a file or memory dump: header, objects, and events in the
// order of time.
//
//     txtb-dump [-c] [-m N] FILE       - is standard input
//         -c      only the number of events, and the last time
//         -m N    bytes of the reader's memory
//
// Exit code: 0; 1 if a buffer is cut off; 2 without one, or for a wrong command or file.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "txtb_read.h"

enum { MEMORY = 1 << 17 };

static uint8_t memory[MEMORY];

typedef struct {
    uint32_t address, order;
    char *name;
} name_t;

static name_t *names;
static size_t name_count, name_room;
static const char *path;

static _Noreturn void fail(const char *message)
{
    fprintf(stderr, "txtb-dump: %s: %s\n", path, message);
    exit(2);
}

static void *more(void *old, size_t size)
{
    void *p = realloc(old, size);
    if (!p)
        fail("no memory");
    return p;
}

// ---- input: a file is mapped; a pipe is read completely

static uint8_t *piped;
static size_t piped_size;

static int64_t read_file(void *context, void *bytes, size_t size, uint64_t offset)
{
    FILE *file = context;
    if (fseeko(file, (off_t)offset, SEEK_SET))
        return -1;
    size_t got = fread(bytes, 1, size, file);
    return got < size && ferror(file) ? -1 : (int64_t)got;
}

static int64_t read_piped(void *context, void *bytes, size_t size, uint64_t offset)
{
    (void)context;
    if (offset >= piped_size)
        return 0;
    size_t left = piped_size - (size_t)offset;
    size = size < left ? size : left;
    memcpy(bytes, piped + offset, size);
    return (int64_t)size;
}

static void take_pipe(FILE *file)
{
    for (size_t room = 0, got;; piped_size += got) {
        if (piped_size == room)
            piped = more(piped, room = room ? 2 * room : 1 << 16);
        got = fread(piped + piped_size, 1, room - piped_size, file);
        if (!got)
            break;
    }
    if (ferror(file))
        fail(strerror(errno));
}

// ---- names

static void remember(const txtb_object_t *o)
{
    if (name_count == name_room)
        names = more(names, (name_room = name_room ? 2 * name_room : 64) * sizeof *names);
    char *name = more(NULL, o->name_size + 1);
    memcpy(name, o->name, o->name_size);
    name[o->name_size] = 0;
    names[name_count] = (name_t){o->address, (uint32_t)name_count, name};
    name_count++;
}

static int by_address(const void *a, const void *b)
{
    const name_t *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static const char *name_of(uint32_t address)
{
    size_t low = 0, high = name_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (names[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < name_count && names[low].address == address ? names[low].name : NULL;
}

static void forget(void)
{
    while (name_count)
        free(names[--name_count].name);
}

// ---- lines

static void print_text(const char *text, size_t size)
{
    putchar('"');
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == '"' || text[i] == '\\' ||
            (unsigned char)text[i] > '~')
            printf("\\x%02x", (unsigned char)text[i]);
        else
            putchar(text[i]);
    putchar('"');
}

static void print_address(uint32_t address)
{
    const char *name = name_of(address);
    printf("0x%08" PRIx32, address);
    if (address && name)
        printf("(%s)", name);
}

static void print_thread(uint32_t address)
{
    if (address)
        print_address(address);
    else
        printf("idle");
}

static void print_header(const txtb_reader_t *r)
{
    const txtb_header_t *h = &r->header;
    printf("TXTB at %" PRIu64 " %s mask=0x%08" PRIx32 " base=0x%08" PRIx32
           " names=%u registry=%" PRIu32 " ring=%" PRIu32 " oldest=%" PRIu32 "%s%s\n",
           r->offset, h->big_endian ? "big-endian" : "little-endian", h->mask, h->base,
           h->name_size, r->objects, r->events, r->first_event, r->sequential ? " sequential" : "",
           r->misplaced ? " misplaced" : "");
}

static void print_object(const txtb_object_t *o)
{
    unsigned priority;
    printf("object 0x%08" PRIx32 " %s%s ", o->address, txtb_type_name(o->type),
           o->available ? " deleted" : "");
    print_text(o->name, o->name_size);
    if (txtb_object_priority(o, &priority))
        printf(" priority=%u", priority);
    for (unsigned i = 0; i < 2; i++)
        if (txtb_parameter_name(o->type, i))
            printf(" \"%s\"=%" PRIu32, txtb_parameter_name(o->type, i), o->parameter[i]);
    putchar('\n');
}

static void print_field(uint32_t id, unsigned index, uint32_t value)
{
    txtb_field_t field = txtb_field(id, index);
    const char *state;
    if (field.kind == TXTB_FIELD_NONE)
        return;
    printf(" %s=", field.name);
    switch (field.kind) {
    case TXTB_FIELD_OBJECT:
    case TXTB_FIELD_THREAD: print_address(value); break;
    case TXTB_FIELD_NUMBER: printf("%" PRIu32, value); break;
    case TXTB_FIELD_ADDRESS: printf("0x%08" PRIx32, value); break;
    case TXTB_FIELD_WAIT:
        if (value == UINT32_MAX)
            printf("forever");
        else
            printf("%" PRIu32, value);
        break;
    case TXTB_FIELD_STATE:
        state = txtb_state_name(value);
        if (state)
            printf("%s", state);
        else
            printf("%" PRIu32, value);
        break;
    default: printf("0x%" PRIx32, value);
    }
}

static void print_event(const txtb_event_t *e)
{
    const char *name = txtb_event_name(e->id);
    uint32_t from, to;
    printf("@%" PRIu64 " ", e->time);
    if (e->context == TXTB_ISR) {
        printf("ISR over ");
        print_thread(e->priority);
    } else if (e->context == TXTB_INIT) {
        printf("init");
    } else {
        print_address(e->context);
        if (e->priority & 0x80000000u)
            printf(" priority=%" PRIu32 "/%" PRIu32, e->priority & 0xffff,
                   e->priority >> 16 & 0x7fff);
    }
    if (name)
        printf(" %s", name);
    else if (e->id >= TXTB_USER_FIRST)
        printf(" user+%" PRIu32, e->id - TXTB_USER_FIRST);
    else
        printf(" %s %" PRIu32, txtb_event_range(e->id), e->id);
    for (unsigned i = 0; i < 4; i++)
        print_field(e->id, i, e->info[i]);
    if (txtb_is_switch(e, &from, &to)) {
        printf(" | ");
        print_thread(from);
        printf(" -> ");
        print_thread(to);
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    size_t capacity = MEMORY;
    bool count = false;
    int at = 1, code = 0;
    for (path = argv[0]; at < argc && argv[at][0] == '-' && argv[at][1]; at++)
        if (!strcmp(argv[at], "-c"))
            count = true;
        else if (!strcmp(argv[at], "-m") && at + 1 < argc &&
                 atol(argv[at + 1]) >= TXTB_MEMORY_LEAST && atol(argv[at + 1]) <= MEMORY)
            capacity = (size_t)atol(argv[++at]);
        else
            fail("no such option, or out of range");
    if (at + 1 != argc)
        fail("usage: txtb-dump [-c] [-m N] FILE");
    path = argv[at];
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    if (!file)
        fail(strerror(errno));
    bool seeks = file != stdin && fseeko(file, 0, SEEK_SET) == 0;
    if (!seeks)
        take_pipe(file);
    txtb_reader_t r;
    char line[200];
    uint64_t from = 0;
    int rc;
    while ((rc = txtb_open(&r, seeks ? read_file : read_piped, file, from, memory, capacity)) ==
           1) {
        txtb_object_t object;
        txtb_event_t event = {0};
        uint64_t events = 0;
        print_header(&r);
        while ((rc = txtb_next_object(&r, &object)) == 1 && !count) {
            remember(&object);
            print_object(&object);
        }
        if (name_count)
            qsort(names, name_count, sizeof *names, by_address);
        if (rc == TXTB_E_READ)
            break;
        while ((rc = txtb_next_event(&r, &event)) == 1) {
            events++;
            if (!count)
                print_event(&event);
        }
        printf("events=%" PRIu64 " unused=%" PRIu32 " wraps=%" PRIu64 " last=%" PRIu64 "\n", events,
               r.unused, r.wraps, event.time);
        if (rc == TXTB_E_CUT) {
            fprintf(stderr, "txtb-dump: %s: %s\n", path,
                    txtb_problem_text(&r.problem, line, sizeof line));
            code = 1;
        } else if (rc < 0) {
            break;
        }
        forget();
        from = r.end;
    }
    if (rc < 0)
        fail(strerror(errno));
    if (from == 0)
        fail(txtb_problem_text(&r.problem, line, sizeof line));
    free(names);
    free(piped);
    return fclose(stdout) ? 2 : code;
}
