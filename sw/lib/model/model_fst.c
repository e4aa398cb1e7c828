// SPDX-License-Identifier: Apache-2.0
// FST, through GTKWave's own library (fstapi, in Verilator's package): waves of model_wave.h.
#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fstapi.h"
#include "model_wave.h"

// The library reports no failed writes. It closes all its files, temporary ones too, with this
// function (sw.mk), and all of a sink's before fstWriterClose returns.
int model_fst_close(FILE *file);
static _Thread_local int broken; // the reason; 0: none

int model_fst_close(FILE *file)
{
    errno = 0;
    bool bad = ferror(file);
    int rc = fclose(file);
    if (bad || rc)
        broken = errno ? errno : EIO;
    return rc;
}

// Nor does it check its memory, or it ends the program: it allocates and exits with these (sw.mk),
// which jump back into the function of the sink that called it. What it had is lost then.
void *model_fst_malloc(size_t size);
void *model_fst_calloc(size_t count, size_t size);
void *model_fst_realloc(void *memory, size_t size);
char *model_fst_strdup(const char *text);
void model_fst_exit(int code);
static _Thread_local jmp_buf no_memory;

void model_fst_exit(int code)
{
    (void)code;
    errno = ENOMEM;
    longjmp(no_memory, 1);
}

static void *taken(void *memory)
{
    if (!memory)
        model_fst_exit(0);
    return memory;
}

void *model_fst_malloc(size_t size) { return taken(malloc(size ? size : 1)); }

void *model_fst_calloc(size_t count, size_t size)
{
    return taken(calloc(count ? count : 1, size ? size : 1));
}

void *model_fst_realloc(void *memory, size_t size)
{
    return taken(realloc(memory, size ? size : 1));
}

char *model_fst_strdup(const char *text) { return taken(strdup(text)); }

typedef struct {
    void *writer; // NULL: it has no memory
    model_wave_t wave;
    uint8_t bits[1 << 16]; // of each variable, by its handle
} sink_t;

static size_t sink_size(const model_options_t *options)
{
    (void)options;
    return sizeof(sink_t);
}

static void scope(void *context, const char *name)
{
    fstWriterSetScope(((sink_t *)context)->writer, FST_ST_VCD_MODULE, name, NULL);
}

static void upscope(void *context) { fstWriterSetUpscope(((sink_t *)context)->writer); }

// Names in the file have no blanks.
static void blankless(char *out, const char *name, size_t size)
{
    size_t i = 0;
    for (; name[i] && i + 1 < size; i++)
        out[i] = (unsigned char)name[i] <= ' ' ? '_' : name[i];
    out[i] = 0;
}

static uint32_t variable(void *context, const char *name, model_wave_type_t type, unsigned bits)
{
    static const enum fstVarType types[] = {FST_VT_VCD_WIRE, FST_VT_VCD_EVENT, FST_VT_VCD_REAL,
                                            FST_VT_GEN_STRING};
    sink_t *s = context;
    char clean[192];

    blankless(clean, name, sizeof clean);
    fstHandle handle = fstWriterCreateVar(s->writer, types[type], FST_VD_IMPLICIT,
                                          type == MODEL_WAVE_REAL     ? 8
                                          : type == MODEL_WAVE_STRING ? 0
                                                                      : bits,
                                          clean, 0);
    s->bits[handle & 0xffff] = (uint8_t)bits;
    return handle;
}

static void defined(void *context) { (void)context; }

static void at(void *context, uint64_t time)
{
    fstWriterEmitTimeChange(((sink_t *)context)->writer, time);
}

static void number(void *context, uint32_t which, uint64_t value)
{
    sink_t *s = context;
    fstWriterEmitValueChange64(s->writer, which, s->bits[which & 0xffff], value);
}

static void real(void *context, uint32_t which, double value)
{
    fstWriterEmitValueChange(((sink_t *)context)->writer, which, &value);
}

static void string(void *context, uint32_t which, model_text_t value)
{
    fstWriterEmitVariableLengthValueChange(((sink_t *)context)->writer, which,
                                           value.size ? value.bytes : "", (uint32_t)value.size);
}

static bool failed(void *context) { return fstWriterGetFseekFailed(((sink_t *)context)->writer); }

static const model_wave_file_t file = {
    .scope = scope,
    .upscope = upscope,
    .variable = variable,
    .defined = defined,
    .time = at,
    .number = number,
    .real = real,
    .string = string,
    .failed = failed,
};

static int begin(model_sink_t *sink)
{
    sink_t *s = sink->memory;

    if (setjmp(no_memory))
        return MODEL_E_ROOM;
    errno = 0;
    s->writer = fstWriterCreate(sink->output.path, 1);
    if (!s->writer) {
        errno = errno ? errno : ENOMEM; // of a stream's buffer
        return MODEL_E_WRITE;
    }
    fstWriterSetPackType(s->writer, FST_WR_PT_LZ4);
    fstWriterSetTimescale(s->writer, model_wave_exponent(sink->base));
    fstWriterSetVersion(s->writer, "weir");
    fstWriterSetDate(s->writer, ""); // the same trace makes the same file
    if (!sink->base.denominator)
        fstWriterSetComment(s->writer, "the length of a tick is not known, shown as 1 ns");
    return model_wave_begin(&s->wave, sink, &file, s);
}

// The writer is in no state to be closed.
static int forget(model_sink_t *sink)
{
    ((sink_t *)sink->memory)->writer = NULL;
    return MODEL_E_ROOM;
}

static int record(model_sink_t *sink, const model_record_t *r)
{
    if (setjmp(no_memory))
        return forget(sink);
    return model_wave_record(&((sink_t *)sink->memory)->wave, sink, r);
}

static int rows(model_sink_t *sink, const model_batch_t *batch, uint32_t row)
{
    if (setjmp(no_memory))
        return forget(sink);
    return model_wave_rows(&((sink_t *)sink->memory)->wave, sink, batch, row);
}

static int end(model_sink_t *sink)
{
    sink_t *s = sink->memory;
    if (!s->writer || setjmp(no_memory))
        return MODEL_E_ROOM;
    model_wave_end(&s->wave, sink);
    bool bad = failed(s);
    broken = 0;
    fstWriterClose(s->writer);
    if (broken)
        errno = broken;
    return bad || broken ? MODEL_E_WRITE : 0;
}

const model_format_t model_fst = {
    .name = "fst",
    .title = "FST, for GTKWave and Surfer: smaller than VCD, with names of threads",
    .endings = "fst",
    .flags = MODEL_SURVEYS | MODEL_SERIES | MODEL_ORDERED | MODEL_LOSS_FIRST | MODEL_PATH |
             MODEL_TICKS,
    .sink_size = sink_size,
    .begin = begin,
    .record = record,
    .rows = rows,
    .end = end,
};
