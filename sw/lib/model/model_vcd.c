// SPDX-License-Identifier: Apache-2.0
// VCD (IEEE 1364), through the library vcd: waves of model_wave.h, without texts.
#include "model_wave.h"
#include "vcd.h"

enum { VARIABLES = 1 << 16 };

typedef struct {
    model_out_t out;
    model_wave_t wave;
    struct vcd_writer writer;
    struct vcd_variable variables[VARIABLES];
    uint32_t count;
} sink_t;

static size_t sink_size(const model_options_t *options)
{
    (void)options;
    return sizeof(sink_t);
}

static int write_out(void *context, const void *bytes, size_t size)
{
    sink_t *s = context;
    model_out(&s->out, bytes, size);
    return s->out.failed;
}

static void scope(void *context, const char *name)
{
    vcd_scope(&((sink_t *)context)->writer, name);
}

static void upscope(void *context) { vcd_upscope(&((sink_t *)context)->writer); }

static uint32_t variable(void *context, const char *name, model_wave_type_t type, unsigned bits)
{
    sink_t *s = context;
    if (type == MODEL_WAVE_EVENT)
        vcd_event(&s->writer, name, &s->variables[s->count]);
    else if (type == MODEL_WAVE_REAL)
        vcd_real(&s->writer, name, &s->variables[s->count]);
    else
        vcd_vector(&s->writer, name, bits, &s->variables[s->count]);
    return s->count++; // the table has an entry for every series of the survey
}

static void defined(void *context) { vcd_end_definitions(&((sink_t *)context)->writer); }

static void at(void *context, uint64_t time) { vcd_time(&((sink_t *)context)->writer, time); }

static void number(void *context, uint32_t which, uint64_t value)
{
    sink_t *s = context;
    vcd_change(&s->writer, s->variables[which], value);
}

static void real(void *context, uint32_t which, double value)
{
    sink_t *s = context;
    vcd_change_real(&s->writer, s->variables[which], value);
}

static bool failed(void *context) { return ((sink_t *)context)->out.failed; }

static const model_wave_file_t file = {
    .scope = scope,
    .upscope = upscope,
    .variable = variable,
    .defined = defined,
    .time = at,
    .number = number,
    .real = real,
    .failed = failed,
};

static int begin(model_sink_t *sink)
{
    static const char *const units[] = {"s", "ms", "us", "ns", "ps", "fs"};
    const unsigned magnitudes[] = {1, 10, 100};
    sink_t *s = sink->memory;
    int exponent = model_wave_exponent(sink->base), unit = (2 - exponent) / 3;

    s->out.output = &sink->output;
    vcd_begin(&s->writer, write_out, s, magnitudes[exponent + 3 * unit], units[unit],
              sink->base.denominator ? "weir"
                                     : "weir: the length of a tick is not known, shown as 1 ns");
    const int rc = model_wave_begin(&s->wave, sink, &file, s);
    return rc ? rc : s->out.failed;
}

static int record(model_sink_t *sink, const model_record_t *r)
{
    return model_wave_record(&((sink_t *)sink->memory)->wave, sink, r);
}

static int rows(model_sink_t *sink, const model_batch_t *batch, uint32_t row)
{
    return model_wave_rows(&((sink_t *)sink->memory)->wave, sink, batch, row);
}

static int end(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    model_wave_end(&s->wave, sink);
    return model_out_flush(&s->out);
}

const model_format_t model_vcd = {
    .name = "vcd",
    .title = "VCD, for GTKWave, Surfer, PulseView",
    .endings = "vcd",
    .flags = MODEL_SURVEYS | MODEL_SERIES | MODEL_ORDERED | MODEL_LOSS_FIRST | MODEL_TEXT |
             MODEL_TICKS,
    .sink_size = sink_size,
    .begin = begin,
    .record = record,
    .rows = rows,
    .end = end,
};
