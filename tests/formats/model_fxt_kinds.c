// SPDX-License-Identifier: Apache-2.0
// A record of every kind of the event model goes through FXT and returns unchanged. Exit code 0,
// without output, if all is well. With an argument, layout=legacy, switches use that layout.
#undef NDEBUG
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

enum { FILE_MAX = 1 << 16, RECORDS = 64 };

static uint8_t file[FILE_MAX];
static size_t file_size;

static int write_file(void *context, const void *bytes, size_t size)
{
    (void)context;
    assert(file_size + size <= FILE_MAX);
    memcpy(file + file_size, bytes, size);
    file_size += size;
    return 0;
}

static int64_t read_file(void *context, void *bytes, size_t size, uint64_t offset)
{
    (void)context;
    size_t left = file_size - (size_t)offset;
    size = size < left ? size : left;
    size = size < 100 ? size : 100; // in small pieces
    memcpy(bytes, file + offset, size);
    return (int64_t)size;
}

static model_record_t given[RECORDS];
static model_arg_t args[RECORDS][MODEL_ARGS_MAX];
static unsigned count;

static model_record_t *add(model_kind_t kind, uint64_t time)
{
    given[count] = model_record(kind);
    given[count].timed = true;
    given[count].time = time;
    given[count].args = args[count];
    return &given[count++];
}

static model_arg_t *add_arg(model_record_t *r, const char *name, model_arg_type_t type)
{
    model_arg_t *a = &args[r - given][r->arg_count++];
    *a = (model_arg_t){.name = model_text(name), .type = type};
    return a;
}

static const model_thread_t main_thread = {7, 20, true}, other = {0, 21, true}, none = {0, 0, true};

static void compose(bool legacy)
{
    model_record_t *r = add(MODEL_PROVIDER, 0);
    r->timed = false;
    r->correlation = r->provider = 5;
    r->name = model_text("board");
    static const model_object_t objects[] = {MODEL_OBJECT_PROCESS, MODEL_OBJECT_THREAD,
                                             MODEL_OBJECT_QUEUE, MODEL_OBJECT_USERSPACE,
                                             MODEL_OBJECT_STATE_MACHINE};
    for (unsigned i = 0; i < 5; i++) {
        r = add(MODEL_OBJECT, 0);
        r->timed = false;
        r->object.kind = objects[i];
        r->object.type = i < 2 ? i + 1 : 0;
        r->object.number = i < 1 ? 7 : 19 + i;
        r->object.process = i == 1 || i == 3 ? 7 : 0;
        r->name = model_text(i < 1 ? "program" : "named");
        add_arg(r, "size", MODEL_ARG_UINT)->u = i;
    }
    static const model_kind_t kinds[] = {
        MODEL_INSTANT,    MODEL_COUNTER,     MODEL_BEGIN,         MODEL_END,
        MODEL_COMPLETE,   MODEL_ASYNC_BEGIN, MODEL_ASYNC_INSTANT, MODEL_ASYNC_END,
        MODEL_FLOW_BEGIN, MODEL_FLOW_STEP,   MODEL_FLOW_END,
    };
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        r = add(kinds[i], 100 + i);
        r->thread = i % 3 ? other : main_thread;
        r->provider = i % 2 ? 5 : 0;
        r->category = model_text("category");
        r->name = model_text(i % 2 ? "name" : "another name");
        r->until = kinds[i] == MODEL_COMPLETE ? 999 : 0;
        r->correlation = i && kinds[i] != MODEL_COMPLETE && i != 2 && i != 3 ? 1000 + i : 0;
        add_arg(r, "value", MODEL_ARG_INT)->i = -5;
    }
    r = add(MODEL_INSTANT, 200);
    r->thread = main_thread;
    r->name = model_text("all");
    add_arg(r, "null", MODEL_ARG_NULL);
    add_arg(r, "bool", MODEL_ARG_BOOL)->u = 1;
    add_arg(r, "int", MODEL_ARG_INT)->i = INT64_MIN;
    add_arg(r, "uint", MODEL_ARG_UINT)->u = UINT64_MAX;
    add_arg(r, "float", MODEL_ARG_FLOAT)->f = 0.1;
    add_arg(r, "text", MODEL_ARG_TEXT)->text = model_text("some text");
    add_arg(r, "pointer", MODEL_ARG_POINTER)->u = 0x20001000;
    add_arg(r, "object", MODEL_ARG_OBJECT)->u = 20;
    r = add(MODEL_NAME, 0); // FXT has it in the event, from which it comes back
    r->timed = false;
    r->space = MODEL_SPACE_WEIR;
    r->id = 16;
    r->hart = 0;
    r->class = (uint8_t)model_class(r->id);
    r->name = model_text("named");
    for (unsigned i = 0; i < 4; i++) { // numbered
        r = add(MODEL_INSTANT, 300 + i);
        r->thread = i == 3 ? none : main_thread;
        r->space = i < 2 ? MODEL_SPACE_WEIR : i == 2 ? MODEL_SPACE_THREADX : MODEL_SPACE_RKH;
        r->id = i ? 0x4000 + i : 16;
        r->class = (uint8_t)(i < 2 ? model_class(r->id) : MODEL_CLASS_NONE);
        r->hart = (uint16_t)i;
        r->name = model_text(i == 1 ? "" : "named");
        add_arg(r, "value", MODEL_ARG_UINT)->u = UINT64_C(0x100000000) * i;
    }
    for (unsigned i = 0; i < 4; i++) {
        r = add(i % 2 ? MODEL_ISR_EXIT : MODEL_ISR_ENTER, 400 + i);
        r->hart = i / 2 ? 3 : 0;
        r->id = i / 2 ? 0x80000007 : 11;
    }
    for (unsigned i = 0; i < 4; i++) {
        r = add(MODEL_SWITCH, 500 + i);
        r->hart = (uint16_t)i;
        r->thread = i % 2 ? other : i ? none : main_thread;
        r->change.outgoing = i % 2 ? none : other;
        r->change.state = (model_state_t)(MODEL_STATE_SUSPENDED + i % 2);
        r->change.has_priority = legacy || i < 2;
        if (i < 2) {
            r->change.outgoing_priority = i ? 0 : 4; // no thread has none
            r->change.incoming_priority = 5;
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        r = add(MODEL_LOSS, 600 + i);
        r->loss.counted = !i;
        r->loss.count[0] = i ? 0 : UINT64_C(5000000000);
        r->loss.count[2] = i ? 0 : 3;
        r->loss.cause = 6;
        r->loss.source = 0x11;
        r->loss.first = 550;
        r->loss.last = 560;
    }
    r = add(MODEL_LOG, 700);
    r->thread = main_thread;
    r->text = model_text("a message");
    r = add(MODEL_BLOB, 0);
    r->timed = false;
    r->name = model_text("blob");
    r->text = (model_text_t){"\0\1\2", 3};
    add_arg(r, "type", MODEL_ARG_UINT)->u = 77;
    r = add(MODEL_BLOB, 800);
    r->thread = main_thread;
    r->name = model_text("large blob");
    r->text = model_text("data");
}

static void compare_threads(model_thread_t a, model_thread_t b)
{
    assert(a.known == b.known && a.process == b.process && a.number == b.number);
}

static void compare(const model_record_t *a, const model_record_t *b, bool legacy)
{
    assert(a->kind == b->kind && a->timed == b->timed && a->time == b->time &&
           a->until == b->until);
    assert(a->class == b->class && a->hart == b->hart && a->space == b->space && a->id == b->id);
    assert(a->provider == b->provider && a->correlation == b->correlation);
    assert(model_text_equal(a->category, b->category) && model_text_equal(a->name, b->name) &&
           model_text_equal(a->text, b->text));
    if (a->kind == MODEL_SWITCH && !legacy) // that layout has no processes
        assert(a->thread.number == b->thread.number &&
               a->change.outgoing.number == b->change.outgoing.number);
    else
        compare_threads(a->thread, b->thread);
    assert(a->change.state == b->change.state && a->change.has_priority == b->change.has_priority);
    assert(a->change.outgoing_priority == b->change.outgoing_priority &&
           a->change.incoming_priority == b->change.incoming_priority);
    assert(a->loss.counted == b->loss.counted &&
           !memcmp(a->loss.count, b->loss.count, sizeof a->loss.count));
    assert(a->loss.cause == b->loss.cause && a->loss.source == b->loss.source &&
           a->loss.first == b->loss.first && a->loss.last == b->loss.last);
    assert(a->object.kind == b->object.kind && a->object.type == b->object.type &&
           a->object.number == b->object.number && a->object.process == b->object.process);
    assert(a->arg_count == b->arg_count);
    for (unsigned i = 0; i < a->arg_count; i++) {
        assert(a->args[i].type == b->args[i].type &&
               model_text_equal(a->args[i].name, b->args[i].name));
        assert(a->args[i].u == b->args[i].u && model_text_equal(a->args[i].text, b->args[i].text));
    }
}

int main(int argc, char **argv)
{
    const bool legacy = argc > 1 && !strcmp(argv[1], "layout=legacy");
    const model_format_t *fxt = model_format_named("fxt");
    assert(fxt && model_format_of_path("a/b.fxt") == fxt);
    compose(legacy);

    model_sink_t sink = {.format = fxt,
                         .output = {.write = write_file},
                         .base = {1, 10000000},
                         .options.settings = argc > 1 ? argv[1] : NULL};
    sink.memory = calloc(1, fxt->sink_size(&sink.options));
    assert(!model_begin(&sink));
    for (unsigned i = 0; i < count; i++)
        assert(!model_write(&sink, &given[i]));
    assert(!model_end(&sink));
    assert(!model_lossy(&sink.account));
    free(sink.memory);

    assert(model_format_guess(file, file_size) == fxt);
    model_source_t source = {.format = fxt, .input = {.read = read_file, .size = file_size}};
    assert(!model_open(&source));
    assert(source.base.numerator == 1 && source.base.denominator == 10000000);
    const model_record_t *record;
    unsigned got = 0;
    int rc;
    while ((rc = model_next(&source, &record)) == 1) {
        assert(got < count);
        compare(&given[got++], record, legacy);
    }
    assert(!rc && got == count && !model_lossy(&source.account));
    model_close(&source);
    return 0;
}
