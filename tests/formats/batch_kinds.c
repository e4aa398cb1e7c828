// SPDX-License-Identifier: Apache-2.0
// Batches: every row comes back as the record that it stands for, numbers of the dictionary stay
// what they are while it grows, and texts belong to the batch.
#undef NDEBUG
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"

static void check_dictionary(void)
{
    enum { MANY = 50000 };
    static uint32_t types[MANY], threads[MANY];
    batch_dictionary_t d;
    char name[16];

    assert(!batch_dictionary_init(&d));
    assert(batch_thread(&d, (model_thread_t){0}) == BATCH_UNKNOWN);
    assert(batch_thread(&d, (model_thread_t){.known = true}) == BATCH_NO_THREAD);
    assert(batch_thread(&d, (model_thread_t){.process = 1, .known = true}) == 2);
    assert(batch_type(&d, &(batch_type_t){.class = MODEL_CLASS_NONE}) == 1); // a trap of cause 0
    for (uint32_t again = 0; again < 2; again++)
        for (uint32_t i = 0; i < MANY; i++) {
            snprintf(name, sizeof name, "%u", (unsigned)i / 3);
            const batch_type_t type = {.space = i % 3 ? MODEL_SPACE_WEIR : MODEL_SPACE_NONE,
                                       .id = i % 3 == 1 ? 7 : 8,
                                       .name = model_text(name)};
            const uint32_t number = batch_type(&d, &type),
                           thread = batch_thread(&d, (model_thread_t){i % 2, i / 2, true});
            assert(!again || (number == types[i] && thread == threads[i]));
            assert(number && d.types[number].id == type.id &&
                   model_text_equal(d.types[number].name, type.name) &&
                   d.types[number].name.bytes != name);
            assert(d.threads[thread].number == i / 2 && d.threads[thread].process == i % 2);
            types[i] = number;
            threads[i] = thread;
        }
    assert(d.type_count == 2 + MANY && d.thread_count == 2 + MANY - 1 && !d.left_out);
    batch_dictionary_free(&d);
}

static void check_text(model_text_t a, model_text_t b)
{
    assert(model_text_equal(a, b) && (!a.size || a.bytes != b.bytes));
}

// A record of each kind, with other texts and arguments in each round, many more than a batch has
// rows for when it begins.
static void check_records(void)
{
    enum { ROUNDS = 700, COUNT = ROUNDS * MODEL_KINDS };
    batch_dictionary_t d;
    model_batch_t b;
    batch_space_t space;
    char name[32], text[300];

    assert(!batch_dictionary_init(&d) && !batch_init(&b, &d));
    for (unsigned pass = 0; pass < 2; pass++) {
        batch_clear(&b);
        for (uint32_t i = 0; i < COUNT; i++) {
            model_record_t r = model_record(i % MODEL_KINDS);
            model_arg_t args[3] = {{.type = MODEL_ARG_INT, .i = -(int64_t)i},
                                   {.type = MODEL_ARG_TEXT},
                                   {.type = MODEL_ARG_FLOAT, .f = i}};
            snprintf(name, sizeof name, "n%u", (unsigned)i);
            memset(text, 'a' + i % 26, sizeof text);
            r.name = r.category = args[0].name = model_text(name);
            r.text = args[1].text = (model_text_t){text, i % sizeof text};
            r.args = args;
            r.arg_count = i % 4;
            r.time = UINT64_MAX - i;
            r.hart = (uint16_t)i;
            assert(!batch_put(&b, &r));
        }
        assert(b.count == COUNT && b.count > BATCH_ROWS && b.record_count == COUNT);
        for (uint32_t i = 0; i < COUNT; i++) {
            const model_record_t *r = batch_get(&b, i, &space);
            snprintf(name, sizeof name, "n%u", (unsigned)i);
            memset(text, 'a' + i % 26, sizeof text);
            assert(r->kind == (model_kind_t)(i % MODEL_KINDS) && b.kind[i] == r->kind);
            assert(b.time[i] == UINT64_MAX - i && r->time == b.time[i]);
            assert(b.hart[i] == (uint16_t)i && r->hart == b.hart[i] && r->arg_count == i % 4);
            check_text(r->name, model_text(name));
            check_text(r->category, model_text(name));
            check_text(r->text, (model_text_t){text, i % sizeof text});
            assert(!r->arg_count || r->args[0].i == -(int64_t)i);
            if (r->arg_count)
                check_text(r->args[0].name, model_text(name));
            if (r->arg_count > 1)
                check_text(r->args[1].text, (model_text_t){text, i % sizeof text});
            assert(r->arg_count < 3 || r->args[2].f == i);
        }
    }
    batch_free(&b);
    batch_dictionary_free(&d);
}

// Rows without a record.
static void check_rows(void)
{
    batch_dictionary_t d;
    model_batch_t b;
    batch_space_t space;

    assert(!batch_dictionary_init(&d) && !batch_init(&b, &d));
    const uint32_t type = batch_type(&d, &(batch_type_t){.space = MODEL_SPACE_WEIR,
                                                         .id = 12,
                                                         .class = MODEL_CLASS_USER,
                                                         .name = model_text("speed")}),
                   thread = batch_thread(&d, (model_thread_t){3, 77, true});
    static const uint64_t values[] = {0, UINT32_MAX, UINT64_C(1) << 32, UINT64_MAX};
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t row = b.count++;
        b.kind[row] = MODEL_INSTANT;
        b.form[row] = ROW_VALUE;
        b.time[row] = 1000 + i;
        b.hart[row] = (uint16_t)i;
        b.context[row] = BATCH_UNKNOWN;
        b.type[row] = type;
        b.thread[row] = thread;
        b.value[row] = values[i];
        const model_record_t *r = batch_get(&b, row, &space);
        assert(r->kind == MODEL_INSTANT && r->timed && r->time == 1000 + i && r->hart == i);
        assert(r->space == MODEL_SPACE_WEIR && r->id == 12 && r->class == MODEL_CLASS_USER);
        assert(model_text_equal(r->name, model_text("speed")) && !r->category.size);
        assert(r->thread.number == 77 && r->thread.process == 3 && r->thread.known);
        assert(r->arg_count == 1 && r->args[0].type == MODEL_ARG_UINT &&
               r->args[0].u == values[i] && r->args[0].bits == (i < 2 ? 32 : 64) &&
               model_text_equal(r->args[0].name, model_text("value")));
    }
    b.kind[0] = MODEL_SWITCH;
    b.form[0] = ROW_SWITCH;
    b.value[0] = BATCH_UNKNOWN;
    const model_record_t *r = batch_get(&b, 0, &space);
    assert(r->kind == MODEL_SWITCH && !r->arg_count && r->thread.number == 77 &&
           !r->change.outgoing.known);
    b.value[0] = BATCH_NO_THREAD;
    r = batch_get(&b, 0, &space);
    assert(r->change.outgoing.known && !r->change.outgoing.number);
    b.form[0] = ROW_PLAIN;
    b.kind[0] = MODEL_ISR_ENTER;
    r = batch_get(&b, 0, &space);
    assert(r->kind == MODEL_ISR_ENTER && !r->arg_count && r->id == 12 && !r->change.outgoing.known);
    batch_free(&b);
    batch_dictionary_free(&d);
}

// ---- random records with arguments of all types

static uint64_t state = 88172645463325252u;

static uint64_t random_number(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state >> (state & 1 ? 40 : 0);
}

static model_text_t random_text(char *room, size_t most)
{
    const size_t size = random_number() % (most + 1);
    for (size_t i = 0; i < size; i++)
        room[i] = (char)random_number();
    return (model_text_t){room, size};
}

enum { POOL = 512, TEXT = 40 };

typedef struct {
    model_arg_t args[POOL];
    char text[POOL][2][TEXT];
    unsigned used;
} pool_t;

static const model_arg_t *random_args(pool_t *pool, unsigned count, unsigned depth)
{
    const unsigned first = pool->used;
    assert(pool->used + count <= POOL);
    pool->used += count;
    for (unsigned i = first; i < first + count; i++) {
        model_arg_t *a = &pool->args[i];
        *a = (model_arg_t){.type = (model_arg_type_t)(random_number() % MODEL_ARG_TYPES),
                           .bits = (uint8_t)(random_number() % 65)};
        a->name = random_text(pool->text[i][0], 9);
        switch (a->type) {
        case MODEL_ARG_NULL: break;
        case MODEL_ARG_FLOAT: a->f = (double)random_number() / 3; break;
        case MODEL_ARG_TEXT:
        case MODEL_ARG_BYTES:
        case MODEL_ARG_LOGIC:
        case MODEL_ARG_WIDE: a->text = random_text(pool->text[i][1], TEXT); break;
        case MODEL_ARG_ARRAY:
        case MODEL_ARG_STRUCT:
            a->count = depth < 3 ? random_number() % 4 : 0;
            a->items = random_args(pool, a->count, depth + 1);
            break;
        default:
            a->u = random_number();
            if (a->type == MODEL_ARG_ENUM)
                a->text = random_text(pool->text[i][1], TEXT);
        }
    }
    return &pool->args[first];
}

static void check_args(const model_arg_t *a, const model_arg_t *b, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        assert(a[i].type == b[i].type && a[i].bits == b[i].bits && a[i].count == b[i].count);
        assert(model_text_equal(a[i].name, b[i].name) && model_text_equal(a[i].text, b[i].text));
        if (a[i].type == MODEL_ARG_ARRAY || a[i].type == MODEL_ARG_STRUCT)
            check_args(a[i].items, b[i].items, a[i].count);
        else
            assert(a[i].u == b[i].u);
    }
}

static void random_record(model_record_t *r, pool_t *pool, char text[3][TEXT])
{
    pool->used = 0;
    *r = model_record((model_kind_t)(random_number() % MODEL_KINDS));
    r->timed = random_number() % 8;
    r->time = random_number();
    r->hart = (uint16_t)random_number();
    r->space = (model_space_t)(random_number() % 4);
    r->id = (uint32_t)(random_number() % 50);
    r->class = (uint8_t)(random_number() % 4);
    r->scope = random_number() % 8 ? 0 : 2;
    r->tag = random_number() % 8 ? 0 : 200;
    r->provider = random_number() % 3;
    r->item = random_number() % 3 << 32;
    r->context = (model_context_t){.kind = (uint8_t)(random_number() % 4),
                                   .has_priority = random_number() & 1,
                                   .priority = (uint16_t)(random_number() % 5),
                                   .threshold = (uint16_t)(random_number() % 5),
                                   .word = random_number() % 2};
    r->thread = (model_thread_t){random_number() % 3, random_number() % 9, random_number() & 1};
    r->until = r->kind == MODEL_COMPLETE || !(random_number() % 8) ? random_number() : 0;
    r->correlation = random_number() % 3;
    r->category = random_text(text[0], 3);
    r->name = random_text(text[1], 3);
    r->text = random_number() % 8 ? (model_text_t){NULL, 0} : random_text(text[2], TEXT);
    r->arg_count = random_number() % 5;
    r->args = random_args(pool, r->arg_count, 0);
    if (r->kind == MODEL_SWITCH) {
        r->change.outgoing = (model_thread_t){0, random_number() % 9, true};
        r->change.state = (model_state_t)(random_number() % 7);
        r->change.has_priority = random_number() & 1;
        if (r->change.has_priority) {
            r->change.outgoing_priority = (uint32_t)random_number();
            r->change.incoming_priority = (uint32_t)random_number();
        }
    }
}

static void check_same(const model_record_t *a, const model_record_t *b)
{
    assert(a->kind == b->kind && a->timed == b->timed && a->time == b->time && a->hart == b->hart);
    assert(a->space == b->space && a->id == b->id && a->class == b->class && a->scope == b->scope);
    assert(a->tag == b->tag && a->provider == b->provider && a->item == b->item);
    assert(a->context.kind == b->context.kind &&
           a->context.has_priority == b->context.has_priority &&
           a->context.priority == b->context.priority &&
           a->context.threshold == b->context.threshold && a->context.word == b->context.word);
    assert(!memcmp(&a->thread, &b->thread, sizeof a->thread - 7));
    assert(a->until == b->until && a->correlation == b->correlation && a->value == b->value);
    assert(model_text_equal(a->category, b->category) && model_text_equal(a->name, b->name) &&
           model_text_equal(a->text, b->text));
    assert(a->change.outgoing.number == b->change.outgoing.number &&
           a->change.outgoing.known == b->change.outgoing.known);
    assert(a->change.state == b->change.state &&
           a->change.has_priority == b->change.has_priority &&
           a->change.outgoing_priority == b->change.outgoing_priority &&
           a->change.incoming_priority == b->change.incoming_priority);
    assert(a->arg_count == b->arg_count);
    check_args(a->args, b->args, a->arg_count);
}

static void check_all(void)
{
    enum { ROUNDS = 100000 };
    static pool_t pool;
    static uint64_t forms[ROW_RECORD + 1];
    batch_dictionary_t d;
    model_batch_t b;
    batch_space_t space;
    char text[3][TEXT];
    model_record_t r;

    assert(!batch_dictionary_init(&d) && !batch_init(&b, &d));
    for (unsigned round = 0; round < ROUNDS; round += 1000) {
        const uint64_t begin = state;
        batch_clear(&b);
        for (unsigned i = 0; i < 1000; i++) {
            random_record(&r, &pool, text);
            assert(!batch_put(&b, &r));
        }
        state = begin; // the same records again
        for (uint32_t i = 0; i < 1000; i++) {
            random_record(&r, &pool, text);
            check_same(batch_get(&b, i, &space), &r);
            forms[b.form[i]]++;
        }
    }
    assert(forms[ROW_ARGS] > ROUNDS / 8 && forms[ROW_RECORD] > ROUNDS / 8);
    assert(forms[ROW_PLAIN] && forms[ROW_SWITCH] && !d.left_out);
    batch_free(&b);
    batch_dictionary_free(&d);
}

// Values of all types as text, and as the simple ones.
static void check_text_of(const model_arg_t *arg, const char *expected)
{
    char text[100];
    bool whole;
    const size_t size = model_arg_text(arg, text, sizeof text, &whole);
    assert(whole && size == strlen(expected) && !memcmp(text, expected, size));
    for (size_t room = 0; room < size; room++) // at most this many bytes are written
        assert(model_arg_text(arg, text, room, &whole) <= room && !whole);
}

static void check_values(void)
{
    const model_arg_t members[] = {{.name = model_text("a"), .type = MODEL_ARG_INT, .i = -1},
                                   {.name = model_text("b"), .type = MODEL_ARG_TEXT,
                                    .text = model_text("x")}};
    const model_arg_t whole_struct = {.type = MODEL_ARG_STRUCT, .count = 2, .items = members};
    check_text_of(&whole_struct, "{a: -1, b: \"x\"}");
    const model_arg_t elements[] = {{.type = MODEL_ARG_UINT, .u = UINT64_MAX}, whole_struct};
    check_text_of(&(model_arg_t){.type = MODEL_ARG_ARRAY, .count = 2, .items = elements},
                  "[18446744073709551615, {a: -1, b: \"x\"}]");
    static const struct {
        model_text_t bytes;
        const char *text;
    } wide[] = {
        {{"\0\0\0\0\0\0\0\0\1", 9}, "0x10000000000000000"},
        {{"\0\0\0\0\0\0\0\0\xff", 9}, "-0x10000000000000000"},
        {{"\1\0\0\0\0\0\0\0\xfe", 9}, "-0x1ffffffffffffffff"},
        {{"\xff\xff\xff\xff\xff\xff\xff\xff\xff", 9}, "-0x1"},
        {{"\0\0\0\0\0\0\0\0\0", 9}, "0x0"},
        {{"\xff\xff\xff\xff\xff\xff\xff\xff\0", 9}, "0xffffffffffffffff"},
        {{"\0\0\0\0\0\0\0\0\x80", 9}, "-0x800000000000000000"},
    };
    for (unsigned i = 0; i < sizeof wide / sizeof *wide; i++)
        check_text_of(&(model_arg_t){.type = MODEL_ARG_WIDE, .text = wide[i].bytes}, wide[i].text);
    model_arg_t simple;
    char text[8];
    bool whole;
    const model_arg_t label = {.type = MODEL_ARG_ENUM, .i = -7, .text = model_text("Off")};
    assert(model_arg_simple(&label, &simple, text, sizeof text, &whole)->type == MODEL_ARG_INT &&
           simple.i == -7 && !whole);
    const model_arg_t logic = {.type = MODEL_ARG_LOGIC, .text = model_text("01ZX")};
    assert(model_arg_simple(&logic, &simple, text, sizeof text, &whole)->type == MODEL_ARG_TEXT &&
           model_text_equal(simple.text, model_text("01ZX")) && whole);
    assert(model_arg_simple(&members[0], &simple, text, sizeof text, &whole) == &members[0]);
    for (unsigned type = 0; type <= MODEL_ARG_TYPES; type++)
        assert((*model_arg_type_name((model_arg_type_t)type) == '?') == (type == MODEL_ARG_TYPES));
}

int main(void)
{
    check_dictionary();
    check_records();
    check_rows();
    check_all();
    check_values();
    puts("ok");
    return 0;
}
