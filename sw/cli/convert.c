// SPDX-License-Identifier: Apache-2.0
// weir convert: chooses the format and opens the output.
#include "convert.h"

#include <stdlib.h>
#include <string.h>

#include "commands.h"

static const struct {
    const char *name;
    converter_t *convert;
} formats[] = {{"fxt", convert_fxt}, {"vcd", convert_vcd}, {"csv", convert_csv}};

int convert_write(void *context, const void *octets, size_t size)
{
    return fwrite(octets, 1, size, context) != size;
}

static converter_t *converter_of(const char *format)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (format && !strcmp(format, formats[i].name))
            return formats[i].convert;
    return NULL;
}

static int convert(trace_t *trace, converter_t *converter, const char *path)
{
    bool standard = !strcmp(path, "-");
    const char *name = standard ? "standard output" : path;
    trace_t *pass = need(1, sizeof *pass);
    int rc = EXIT_GOOD;

    trace_survey(trace);
    FILE *out = standard ? stdout : fopen(path, "wb");
    if (!out)
        rc = trouble(name, "cannot open");
    if (!rc && !(rc = trace_again(pass, trace))) {
        rc = converter(trace, pass, out);
        trace_close(pass);
    }
    if (out) {
        bool failed = ferror(out);
        if ((standard ? fflush(out) : fclose(out)) || failed)
            rc = trouble(name, "cannot write");
    }
    free(pass);
    if (!rc && trace->input.failed)
        rc = EXIT_BAD_INPUT;
    return rc;
}

int command_convert(const char *path, const options_t *options)
{
    const char *ending = options->output ? strrchr(options->output, '.') : NULL;
    converter_t *converter = converter_of(options->format ? options->format : ending ? ending + 1 : NULL);

    if (!options->output || !converter) {
        fprintf(stderr, "weir: convert: expected %s, found %s\n",
                options->output ? "fxt, vcd or csv as format (--to FORMAT, or the ending of OUT)" : "--output OUT",
                options->output ? (options->format ? options->format : options->output) : "none");
        return EXIT_TROUBLE;
    }
    trace_t *trace = need(1, sizeof *trace);
    int rc = trace_open(trace, path, (trace_options_t){.raw = options->raw, .unit = options->unit, .rewind = true});
    if (!rc) {
        if (trace->weir) {
            rc = convert(trace, converter, options->output);
        } else {
            input_wrong(&trace->input, 0, "a Weir stream", "another flux trace");
            rc = EXIT_BAD_INPUT;
        }
        trace_close(trace);
    }
    free(trace);
    return rc;
}
