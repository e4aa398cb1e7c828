// SPDX-License-Identifier: Apache-2.0
// Converts standard input to a file, with the libraries alone, in rows of batches as the command
// does: built for this machine and for a 32-bit big-endian one, whose bytes must be the same.
// portable FROM TO OUT
//
// FST and packed blocks need libraries of the machine and are left out; columns of Arrow have the
// byte order of the machine, and their file says which.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "flux_pack.h"

extern const model_format_t model_flux, model_fxt, model_rkh, model_txtb, model_csv, model_json,
    model_vcd, model_ctf;
const model_format_t *const model_formats[] = {&model_flux, &model_fxt,  &model_rkh,
                                               &model_txtb, &model_csv,  &model_json,
                                               &model_vcd,  &model_ctf, NULL};

void flux_unpack_all(flux_reader_config_t *config) { (void)config; }
int flux_packer_handler(void *packer, const uint8_t *data, uint32_t size)
{
    (void)packer;
    (void)data;
    (void)size;
    return -1;
}

enum { INPUT = 1 << 24, THREADS = 1 << 10, SERIES = 1 << 10 };

static uint8_t input[INPUT];
static FILE *out;

static int64_t read_bytes(void *context, void *bytes, size_t size, uint64_t offset)
{
    size_t all = *(const size_t *)context, left = offset < all ? all - (size_t)offset : 0;
    memcpy(bytes, input + offset, size < left ? size : left);
    return (int64_t)(size < left ? size : left);
}

static int write_bytes(void *context, const void *bytes, size_t size)
{
    (void)context;
    return fwrite(bytes, 1, size, out) == size ? 0 : MODEL_E_WRITE;
}

static int patch_bytes(void *context, const void *bytes, size_t size, uint64_t offset)
{
    const long at = ftell(out);
    (void)context;
    return fseek(out, (long)offset, SEEK_SET) || fwrite(bytes, 1, size, out) != size ||
                   fseek(out, at, SEEK_SET)
               ? MODEL_E_WRITE
               : 0;
}

// Calls a function for each batch. Returns 0, or 1 after an error; the caller closes the source.
static int each(const model_format_t *from, model_input_t in, model_source_t *source,
                void (*take)(void *, const model_batch_t *), void *context)
{
    const model_batch_t *batch;
    int rc;
    *source = (model_source_t){.format = from, .input = in};
    if (model_open(source))
        return 1;
    while ((rc = model_read(source, &batch)) == 1 || rc == MODEL_E_BAD)
        if (rc == 1)
            take(context, batch);
    return rc != 0;
}

static void survey_it(void *context, const model_batch_t *batch)
{
    model_survey_batch(context, batch);
}

static void write_it(void *context, const model_batch_t *batch)
{
    model_write_rows(context, batch);
}

int main(int argc, char **argv)
{
    const model_format_t *from = argc == 4 ? model_format_named(argv[1]) : NULL,
                         *to = argc == 4 ? model_format_named(argv[2]) : NULL;
    size_t size = fread(input, 1, sizeof input, stdin);
    model_input_t in = {read_bytes, &size, size};
    model_source_t source;
    model_survey_t survey = {0};

    if (!from || !to)
        return 2;
    model_survey_init(&survey, calloc(THREADS, sizeof(model_survey_thread_t)), THREADS,
                      calloc(SERIES, sizeof(model_survey_series_t)), SERIES);
    if (each(from, in, &source, survey_it, &survey))
        return 1;
    model_close(&source);
    if (!(to->flags & MODEL_DIRECTORY) && !(out = fopen(argv[3], "w+b")))
        return 1;
    // the second pass opens the source before the sink, which needs its base
    model_sink_t sink = {.format = to,
                         .survey = &survey,
                         .memory = calloc(1, to->sink_size(&(model_options_t){0})),
                         .output = {write_bytes, patch_bytes, NULL, argv[3]}};
    source = (model_source_t){.format = from, .input = in};
    if (model_open(&source))
        return 1;
    sink.base = source.base;
    sink.title = source.title;
    if (model_begin(&sink))
        return 1;
    model_close(&source);
    model_survey_again(&survey);
    int rc = each(from, in, &source, write_it, &sink);
    rc |= model_end(&sink);
    printf("%llu\n", (unsigned long long)source.account.records[MODEL_INSTANT]);
    model_close(&source);
    free(sink.memory);
    free(survey.threads);
    free(survey.series);
    return rc || (out && fclose(out));
}
