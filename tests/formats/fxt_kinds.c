// SPDX-License-Identifier: Apache-2.0
// Writes one FXT record of every kind and argument of every type to standard output; tests read them. With an argument,
// checks instead what the writer refuses.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "fxt.h"

static int to_stdout(void *context, const void *octets, size_t size)
{
    (void)context;
    return fwrite(octets, 1, size, stdout) != size;
}

static void write_kinds(void)
{
    static uint8_t record[FXT_RECORD_MAX];
    static const uint8_t octets[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    struct fxt_writer w;
    const struct fxt_thread main_thread = {.index = 1}, other = {.process = 7, .thread = 21};
    const struct fxt_arg args[] = {
        {FXT_NULL, fxt_text("null"), {.u64 = 0}},
        {FXT_INT32, fxt_text("int32"), {.i32 = -5}},
        {FXT_UINT32, fxt_text("uint32"), {.u32 = 4000000000u}},
        {FXT_INT64, fxt_indexed(3), {.i64 = -5000000000}},
        {FXT_UINT64, fxt_text("uint64"), {.u64 = UINT64_MAX}},
        {FXT_DOUBLE, fxt_text("double"), {.f64 = 0.5}},
        {FXT_STRING, fxt_text("string"), {.string = fxt_text("longer than eight")}},
        {FXT_STRING, fxt_text("string2"), {.string = fxt_indexed(2)}},
        {FXT_POINTER, fxt_text("pointer"), {.u64 = 0xdeadbeef}},
        {FXT_KOID, fxt_text("koid"), {.u64 = 7}},
    };
    const struct fxt_args all = {args, sizeof args / sizeof *args};
    const struct fxt_arg process[] = {{FXT_KOID, fxt_text("process"), {.u64 = 7}}};
    const struct fxt_arg one[] = {{FXT_UINT32, fxt_text("level"), {.u32 = 3}}};

    fxt_writer_init(&w, to_stdout, NULL, record, sizeof record);
    assert(!fxt_magic(&w));
    assert(!fxt_provider(&w, 1, "kinds"));
    assert(!fxt_section(&w, 1));
    assert(!fxt_provider_event(&w, 1, FXT_BUFFER_FULL));
    assert(!fxt_init(&w, 1000000000));
    assert(!fxt_string_record(&w, 1, "category", 8));
    assert(!fxt_string_record(&w, 2, "Gr\xc3\xbc\xc3\x9f""e", 7));
    assert(!fxt_string_record(&w, 3, "int64", 5));
    assert(!fxt_thread_record(&w, 1, 7, 20));
    assert(!fxt_kernel_object(&w, FXT_PROCESS, 7, fxt_text("process seven"), FXT_NO_ARGS));
    assert(!fxt_kernel_object(&w, FXT_THREAD, 20, fxt_text("twenty"), (struct fxt_args){process, 1}));
    assert(!fxt_kernel_object(&w, FXT_THREAD, 21, fxt_indexed(2), (struct fxt_args){process, 1}));
    assert(!fxt_userspace_object(&w, other, 0x1000, fxt_text("object"), (struct fxt_args){one, 1}));
    for (int type = FXT_INSTANT; type <= FXT_FLOW_END; type++) {
        const struct fxt_event event = {
            .type = (enum fxt_event_type)type, .time = 1000 + 100 * (uint64_t)type,
            .thread = type == FXT_COUNTER ? other : main_thread, .category = fxt_indexed(1),
            .name = type == FXT_INSTANT ? fxt_text("instant") : fxt_indexed(2),
            .args = type == FXT_INSTANT ? all : type == FXT_COUNTER ? (struct fxt_args){one, 1} : FXT_NO_ARGS,
            .extra = type == FXT_COMPLETE ? 1900 : 99,
        };
        assert(!fxt_event(&w, &event));
    }
    assert(!fxt_blob(&w, fxt_text("blob"), FXT_BLOB_DATA, octets, sizeof octets));
    assert(!fxt_context_switch(&w, &(struct fxt_switch){.time = 3000, .cpu = 2, .outgoing_state = FXT_STATE_BLOCKED,
                                                        .outgoing = 20, .incoming = 21}));
    assert(!fxt_context_switch(&w, &(struct fxt_switch){.time = 3500, .cpu = 2, .outgoing_state = FXT_STATE_SUSPENDED,
                                                        .outgoing = 21, .incoming = 20, .args = {one, 1}}));
    assert(!fxt_log(&w, 4000, main_thread, "a message", 9));
}

static int failing(void *context, const void *octets, size_t size)
{
    (void)octets;
    (void)size;
    return ++*(int *)context > 1;
}

// What must be refused is refused, without a trace in the output.
static void check_refusals(void)
{
    static uint8_t record[FXT_RECORD_MAX];
    static char text[FXT_STRING_MAX + 2];
    struct fxt_writer w;
    struct fxt_arg many[FXT_ARGS_MAX + 1] = {{FXT_NULL, FXT_EMPTY, {.u64 = 0}}};
    uint8_t small[24];
    int calls = 0;

    memset(text, 'x', sizeof text - 1);
    fxt_writer_init(&w, to_stdout, NULL, record, sizeof record);
    assert(fxt_init(&w, 0) == FXT_E_ARG);
    assert(fxt_provider(&w, 1, text) == FXT_E_ARG);
    assert(fxt_provider_event(&w, 1, 16) == FXT_E_ARG);
    assert(fxt_string_record(&w, 0, "x", 1) == FXT_E_ARG);
    assert(fxt_string_record(&w, 0x8000, "x", 1) == FXT_E_ARG);
    assert(fxt_string_record(&w, 1, text, FXT_STRING_MAX + 1) == FXT_E_ARG);
    assert(fxt_thread_record(&w, 0, 1, 1) == FXT_E_ARG);
    assert(fxt_event(&w, &(struct fxt_event){.type = FXT_INSTANT, .name = fxt_indexed(0x8000)}) == FXT_E_ARG);
    assert(fxt_event(&w, &(struct fxt_event){.type = (enum fxt_event_type)11}) == FXT_E_ARG);
    assert(fxt_event(&w, &(struct fxt_event){.args = {many, FXT_ARGS_MAX + 1}}) == FXT_E_ARG);
    assert(fxt_event(&w, &(struct fxt_event){.category = fxt_text(text)}) == FXT_E_ARG);
    text[FXT_STRING_MAX] = 0;
    assert(fxt_event(&w, &(struct fxt_event){.category = fxt_text(text), .name = fxt_text(text)}) == FXT_E_SIZE);
    assert(fxt_blob(&w, FXT_EMPTY, 1, text, 0x8000) == FXT_E_ARG);
    assert(fxt_blob(&w, fxt_text(text), 1, text, 0x7fff) == FXT_E_SIZE);
    assert(fxt_log(&w, 0, (struct fxt_thread){.index = 1}, text, 0x8000) == FXT_E_ARG);
    assert(fxt_context_switch(&w, &(struct fxt_switch){.outgoing_state = (enum fxt_thread_state)6}) == FXT_E_ARG);
    assert(fxt_legacy_context_switch(&w, &(struct fxt_legacy_switch){.outgoing_state = (enum fxt_thread_state)6}) ==
           FXT_E_ARG);

    fxt_writer_init(&w, failing, &calls, small, sizeof small);
    assert(!fxt_thread_record(&w, 1, 2, 3));    // 24 octets fit
    assert(fxt_event(&w, &(struct fxt_event){.thread = {.process = 1, .thread = 2}}) == FXT_E_SIZE);
    assert(calls == 1);
    assert(fxt_magic(&w) == FXT_E_WRITE);
    assert(fxt_magic(&w) == FXT_E_WRITE);
    assert(calls == 2);
}

static void write_legacy(void)
{
    static uint8_t record[FXT_RECORD_MAX];
    struct fxt_writer w;

    fxt_writer_init(&w, to_stdout, NULL, record, sizeof record);
    assert(!fxt_magic(&w));
    assert(!fxt_thread_record(&w, 1, 7, 20));
    for (unsigned i = 0; i < 2; i++)
        assert(!fxt_legacy_context_switch(&w, &(struct fxt_legacy_switch){
            .time = 100 + 50 * i, .cpu = 3, .outgoing_state = FXT_STATE_BLOCKED,
            .outgoing = i ? (struct fxt_thread){.process = 7, .thread = 21} : (struct fxt_thread){.index = 1},
            .incoming = i ? (struct fxt_thread){.index = 1} : (struct fxt_thread){.process = 7, .thread = 21},
            .outgoing_priority = 4, .incoming_priority = 5,
        }));
}

int main(int argc, char **argv)
{
    if (argc == 1)
        write_kinds();
    else if (!strcmp(argv[1], "legacy"))
        write_legacy();
    else
        check_refusals();
    return fflush(stdout) ? 1 : 0;
}
