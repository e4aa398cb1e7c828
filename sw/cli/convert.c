// SPDX-License-Identifier: Apache-2.0
// weir convert: merges traces of any format into one file of any format.
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "commands.h"
#include "format_choice.h"
#include "output.h"

typedef struct {
    const options_t *options;
    const model_format_t *format;
    traces_t traces;
    model_text_t *names; // of the inputs
    model_sink_t sink;
    output_t out;
} convert_t;

// Whether the times of a batch fall: the sink needs them sorted.
static bool falls(uint64_t *last, const model_batch_t *b)
{
    bool falling = false;
    for (uint32_t row = 0; row < b->count; row++) {
        if (b->form[row] == ROW_RECORD && !b->records[b->value[row]]->timed)
            continue;
        falling = falling || b->time[row] < *last;
        *last = b->time[row];
    }
    return falling;
}

// Returns 0 or MODEL_E_* of the sink; *rc is less than 0 after an error of the input.
static int write_rows(convert_t *c, int *rc)
{
    const model_batch_t *batch;
    uint64_t last = 0;
    int written = 0;
    while (!written && (*rc = traces_read(&c->traces, &batch)) == 1)
        written = (c->sink.learns && c->format->flags & MODEL_ORDERED && falls(&last, batch)) ||
                          !traces_watch(&c->traces, batch)
                      ? MODEL_E_SURVEY
                      : model_write_rows(&c->sink, batch);
    return written;
}

// Writes the output that was created. MODEL_E_SURVEY: a survey is necessary, and then it is written
// anew.
static int write_output(convert_t *c)
{
    int read = 1, rc;
    if (c->traces.inputs[0].source.ahead)
        output_write_behind(&c->out);
    c->sink.memory = xcalloc(1, c->format->sink_size(&c->sink.options));
    const int begun = model_begin(&c->sink);
    if (begun == MODEL_E_OPTION) {
        rc = usage_setting(&c->sink.problem);
        output_discard(&c->out);
    } else {
        int written = begun ? begun : write_rows(c, &read);
        if (!begun) {
            const int ended = model_end(&c->sink);
            written = written ? written : ended;
        }
        if (read < 0 && !written)
            output_discard(&c->out);
        rc = written == MODEL_E_SURVEY ? MODEL_E_SURVEY
             : read < 0 && !written    ? EXIT_ERROR
                                       : output_finish(&c->out, written != 0);
    }
    free(c->sink.memory);
    c->sink.memory = NULL;
    return rc;
}

static model_sink_t new_sink(const convert_t *c)
{
    return (model_sink_t){.format = c->format,
                          .options = {.settings = c->options->write_settings},
                          .base = c->traces.base,
                          .title = c->traces.title,
                          .from = c->traces.inputs[0].source.format->name,
                          .inputs = c->names,
                          .input_count = c->traces.count};
}

// Surveys the input, for a sink that begins with one.
static int survey(convert_t *c, int (*survey)(traces_t *t, unsigned flags))
{
    const int rc = survey(&c->traces, c->format->flags);
    c->sink = new_sink(c);
    c->sink.survey = &c->traces.survey;
    return rc;
}

// Writes the output after a survey that the first attempt asked for.
static int write_again(convert_t *c)
{
    int rc = survey(c, traces_survey_first);
    if (rc) {
        output_discard(&c->out);
        return rc;
    }
    rc = output_restart(&c->out, c->format, &c->sink.output);
    return rc ? rc : write_output(c);
}

static int convert(convert_t *c)
{
    const bool surveys = c->traces.options.rewind,
               once = c->traces.count == 1 &&
                      (!(c->format->flags & MODEL_SURVEYS) ||
                       c->format->flags & MODEL_ONE_PASS);
    int rc = output_check(c->options->output, c->format);
    if (!rc && surveys && !once)
        rc = survey(c, output_can_restart(c->options->output, c->format) ? traces_survey_first
                                                                        : traces_survey);
    if (rc)
        return rc;
    if (surveys && once) {
        traces_learn(&c->traces);
        c->sink.learns = &c->traces.survey;
    }
    rc = output_create(&c->out, c->options->output, c->format, c->sink.learns || c->traces.partial,
                       &c->sink.output);
    if (rc)
        return rc;
    rc = write_output(c);
    while (rc == MODEL_E_SURVEY)
        rc = write_again(c);
    return rc;
}

int command_convert(const options_t *options)
{
    convert_t c = {.options = options, .format = output_format(options)};
    traces_options_t how = traces_options(options);

    if (!c.format)
        return EXIT_ERROR;
    how.apart = c.format->flags & MODEL_APART;
    how.rewind = options->count > 1 || c.format->flags & (MODEL_SURVEYS | MODEL_ORDERED);
    int rc = traces_open(&c.traces, options->paths, options->count, &how);
    if (rc)
        return rc;
    c.names = xcalloc(options->count, sizeof *c.names);
    for (unsigned i = 0; i < options->count; i++)
        c.names[i] = columns_trace(options->paths[i]);
    c.sink = new_sink(&c);
    rc = convert(&c);
    if (!rc) {
        if (!options->quiet) {
            traces_account(&c.traces);
            report_account(c.out.name, &c.sink.account);
            if (c.traces.follow)
                fputs("weir: the inputs follow each other in time. If they are pieces of one "
                      "trace, join them: cat FILE... | weir convert - -o OUT\n",
                      stderr);
        }
        rc = traces_verdict(&c.traces);
    }
    traces_close(&c.traces);
    free(c.names);
    return rc;
}
