// SPDX-License-Identifier: Apache-2.0
// Fuzzer of the sources of the event model: any bytes as flux, FXT, TXTB or RKH. Every row is taken
// apart, with all its arguments; two readings of the same bytes, in pieces and at once, must give
// the same rows.
#undef NDEBUG
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"

extern const model_format_t model_flux, model_fxt, model_txtb, model_rkh;
const model_format_t *const model_formats[] = {&model_flux, &model_fxt, &model_txtb, &model_rkh,
                                               NULL};

typedef struct {
    const uint8_t *data;
    size_t size, piece;
} input_t;

static int64_t read_input(void *context, void *bytes, size_t size, uint64_t offset)
{
    const input_t *in = context;
    if (offset >= in->size)
        return 0;
    size_t got = in->size - (size_t)offset;
    got = got < size ? got : size;
    got = got < in->piece ? got : in->piece;
    memcpy(bytes, in->data + offset, got);
    return (int64_t)got;
}

static uint64_t mix(uint64_t hash, uint64_t number)
{
    return (hash ^ number) * UINT64_C(0x100000001b3);
}

static uint64_t mix_text(uint64_t hash, model_text_t text)
{
    for (size_t i = 0; i < text.size; i++)
        hash = mix(hash, (uint8_t)text.bytes[i]);
    return mix(hash, text.size);
}

static uint64_t mix_args(uint64_t hash, const model_arg_t *args, unsigned count)
{
    static char text[1 << 12];
    for (unsigned i = 0; i < count; i++) {
        bool whole;
        const size_t size = model_arg_text(&args[i], text, sizeof text, &whole);
        assert(size <= sizeof text);
        hash = mix_text(mix_text(hash, (model_text_t){text, size}), args[i].name);
        hash = mix(hash, args[i].type);
        if (args[i].type == MODEL_ARG_ARRAY || args[i].type == MODEL_ARG_STRUCT)
            hash = mix_args(hash, args[i].items, args[i].count);
        else
            hash = mix_text(hash, args[i].text);
    }
    return hash;
}

// Reads everything. Returns a hash of all rows. known: the size of the input is.
static uint64_t read_all(const model_format_t *format, input_t *in, bool strict, bool known)
{
    enum { CALLS_MAX = 1 << 20 };
    model_source_t source = {.format = format,
                             .input = {read_input, in, known ? in->size : UINT64_MAX},
                             .options = {.strict = strict}};
    const model_batch_t *b;
    batch_space_t space;
    uint64_t hash = 0;
    int rc = model_open(&source);
    for (unsigned calls = 0; rc >= 0; calls++) {
        assert(calls < CALLS_MAX);
        rc = model_read(&source, &b);
        if (rc == 0)
            break;
        if (rc != 1) {
            rc = rc == MODEL_E_BAD ? 0 : rc;
            hash = mix(hash, source.problem.offset);
            continue;
        }
        for (uint32_t row = 0; row < b->count; row++) {
            const model_record_t *r = batch_get(b, row, &space);
            assert(r->kind < MODEL_KINDS && r->arg_count <= MODEL_ARGS_MAX);
            assert(b->kind[row] == r->kind);
            hash = mix(mix(mix(hash, r->kind), r->time), r->hart);
            hash = mix(mix(mix(hash, r->id), r->item), r->thread.number);
            hash = mix_text(mix_text(mix_text(hash, r->name), r->category), r->text);
            hash = mix_args(hash, r->args, r->arg_count);
        }
    }
    for (unsigned kind = 0; kind < MODEL_KINDS; kind++)
        hash = mix(hash, source.account.dropped[kind]);
    model_close(&source);
    return hash;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const model_format_t *format = model_formats[data[0] & 3];
    const bool strict = data[0] & 4;
    input_t in = {data + 1, size - 1, SIZE_MAX};
    const uint64_t whole = read_all(format, &in, strict, true);
    if (format->flags & MODEL_SEEKS)
        return 0;
    const uint64_t piped = read_all(format, &in, strict, false);
    in.piece = 1 + (data[0] >> 3);
    assert(read_all(format, &in, strict, true) == whole);
    assert(read_all(format, &in, strict, false) == piped);
    return 0;
}
