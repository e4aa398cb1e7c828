// SPDX-License-Identifier: Apache-2.0
// What the options of several commands mean, see commands.h.
#include <string.h>

#include "commands.h"
#include "format_choice.h"
#include "picture.h"

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

const model_format_t *output_format(const options_t *options)
{
    const model_format_t *format = NULL;

    if (options->to)
        format = model_format_named(options->to);
    else if (options->output)
        format = model_format_of_path(options->output);
    if (options->output && format && format->begin)
        return settings_known(format, true, options->write_settings) ? format : NULL;
    if (!options->output) {
        usage("missing -o OUT; example: weir %s %s", options->command,
              !strcmp(options->command, "record") ? "tcp:board:5000 -o trace.recTr"
                                                  : "trace.recTr -o trace.fxt");
        return NULL;
    }
    if (options->to)
        usage_format("--to", options->to, true);
    else if (picture_named(options->output))
        usage("%s: `weir plot` draws pictures; `weir %s` writes traces", options->output,
              options->command);
    else if (page_named(options->output))
        usage("%s: `weir view` writes pages; `weir %s` writes traces", options->output,
              options->command);
    else
        usage("%s: its ending names no format; add --to FORMAT (`weir formats` lists them)",
              options->output);
    return NULL;
}
