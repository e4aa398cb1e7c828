// SPDX-License-Identifier: Apache-2.0
// weir convert: merges traces of any format into one file of any format.
#include <stdlib.h>
#include <string.h>

#include "commands.h"

model_base_t base_of_unit(const char *unit)
{
    model_base_t base = {1, 1};
    int exponent = text_exponent(unit);
    if (exponent == TEXT_TICKS)
        return (model_base_t){0, 0};
    for (; exponent < 0; exponent++)
        base.denominator *= 10;
    for (; exponent > 0; exponent--)
        base.numerator *= 10;
    return base;
}

traces_options_t traces_options(const options_t *options)
{
    traces_options_t t = {.format = options->from};
    t.model.raw = options->raw;
    t.model.settings = options->read_settings;
    if (options->unit)
        t.model.base = base_of_unit(options->unit);
    t.names = names_any(&options->names) ? &options->names : NULL;
    return t;
}

bool settings_known(const model_format_t *format, bool writing, const char *settings)
{
    char key[64], expected[80];
    size_t size;
    const char *unknown = model_setting_unknown(format, writing, settings, &size);
    if (!unknown)
        return true;
    snprintf(expected, sizeof expected, "--%s with settings of %s (weir formats)",
             writing ? "set" : "get", format->name);
    snprintf(key, sizeof key, "%.*s", (int)(size < sizeof key ? size : sizeof key - 1), unknown);
    usage(expected, key);
    return false;
}

const model_format_t *output_format(const options_t *options)
{
    const model_format_t *format = NULL;
    char expected[256] = "";

    if (options->to)
        format = model_format_named(options->to);
    else if (options->output)
        format = model_format_of_path(options->output);
    if (options->output && format && format->begin)
        return settings_known(format, true, options->write_settings) ? format : NULL;
    if (!options->output) {
        usage("--output OUT", "none");
        return NULL;
    }
    for (const model_format_t *const *f = model_formats; *f; f++)
        if ((*f)->begin)
            snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%s%s",
                     *expected ? ", " : "", (*f)->name);
    strncat(expected, " as format (--to FORMAT, or the extension of OUT)",
            sizeof expected - strlen(expected) - 1);
    usage(expected, options->to ? options->to : options->output);
    return NULL;
}

static int write_all(traces_t *t, model_sink_t *sink, bool *failed)
{
    const model_record_t *record;
    int rc = 1;

    *failed = false;
    int written = model_begin(sink);
    if (written == MODEL_E_OPTION)
        return usage(sink->problem.expected, sink->problem.found);
    *failed = written != 0;
    if (written)
        return EXIT_ERROR;
    while (!written && (rc = traces_next(t, &record)) == 1)
        written = model_write(sink, record);
    int ended = model_end(sink);
    *failed = written || ended;
    return rc < 0 || *failed ? EXIT_ERROR : EXIT_GOOD;
}

int command_convert(const options_t *options)
{
    const model_format_t *format = output_format(options);
    traces_options_t how = traces_options(options);
    traces_t t;
    bytes_out_t out;

    if (!format)
        return EXIT_ERROR;
    how.apart = format->flags & MODEL_APART;
    how.rewind = options->count > 1 || format->flags & (MODEL_SURVEYS | MODEL_ORDERED);
    int rc = traces_open(&t, options->paths, options->count, &how);
    if (rc)
        return rc;
    for (unsigned i = 0; i < t.count && !rc; i++)
        if (bytes_is_file(t.inputs[i].bytes.file, options->output))
            rc = usage("--output with a file that is not an input", options->output);
    if (how.rewind && !rc)
        rc = traces_survey(&t, format->flags);
    model_sink_t sink = {.format = format,
                         .options = {.settings = options->write_settings},
                         .base = t.base,
                         .title = t.title};
    if (how.rewind)
        sink.survey = &t.survey;
    if (!rc)
        rc = bytes_create(&out, options->output, format, &sink.output);
    if (!rc) {
        sink.memory = xcalloc(1, format->sink_size(&sink.options));
        bool failed;
        rc = write_all(&t, &sink, &failed);
        int finished = bytes_finish(&out, failed);
        rc = rc ? rc : finished;
        if (!rc) {
            for (unsigned i = 0; i < t.count && !options->quiet; i++)
                report_account(t.inputs[i].bytes.name, &t.inputs[i].account);
            if (!options->quiet)
                report_account(out.name, &sink.account);
            rc = traces_verdict(&t);
        }
        free(sink.memory);
    }
    traces_close(&t);
    return rc;
}
