// SPDX-License-Identifier: Apache-2.0
// weir dump: one line for each record of the event model; with --entries, one line for each entry
// of a flux file.
#include <stdlib.h>

#include "commands.h"
#include "entries.h"
#include "record_text.h"

enum { TIME_COLUMNS = 14, HART_COLUMNS = 4, THREAD_COLUMNS = 16 };

static void print_thread_of(const model_survey_t *survey, const model_record_t *r)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        exit(report_errno("memory", "cannot allocate"));
    if (r->kind == MODEL_LOSS || r->kind >= MODEL_OBJECT)
        fputc('-', out);
    else
        print_thread(out, survey, r->kind == MODEL_SWITCH ? r->change.outgoing : r->thread);
    fclose(out);
    char name[TEXT_NAME_MAX];
    text_padded(text_name(name, sizeof name, text, size, THREAD_COLUMNS), THREAD_COLUMNS);
    free(text);
}

// A ? after a time: the input does not state this time; it is a bound.
static void print_interval(model_base_t base, const model_record_t *r)
{
    char first[TEXT_TIME_MAX], last[TEXT_TIME_MAX];
    const int exponent = record_exponent(base);
    printf("; from %s%s to %s%s %s", text_time(first, record_time(base, r->loss.first), exponent),
           r->loss.first_unknown ? "?" : "",
           text_time(last, record_time(base, r->loss.last), exponent),
           r->loss.last_unknown ? "?" : "", text_unit(exponent));
}

static void print_line(const model_survey_t *survey, model_base_t base, const model_record_t *r)
{
    const int exponent = record_exponent(base);
    char time[TEXT_TIME_MAX] = "", hart[8] = "-";

    if (r->timed)
        text_time(time, record_time(base, r->time), exponent);
    if (r->hart != MODEL_NO_HART)
        snprintf(hart, sizeof hart, "%u", r->hart);
    printf("%*s %*s  ", TIME_COLUMNS, *time ? time : "-", HART_COLUMNS, hart);
    print_thread_of(survey, r);
    printf("  ");
    print_record(stdout, survey, r, "to");
    if (r->kind == MODEL_COMPLETE)
        printf("; until %s %s", text_time(time, record_time(base, r->until), exponent),
               text_unit(exponent));
    if (r->kind == MODEL_LOSS)
        print_interval(base, r);
    printf("\n");
}

int command_dump(const options_t *options)
{
    traces_options_t how = traces_options(options);
    const model_record_t *record;
    traces_t t;

    if (options->entries)
        return entries_dump(options->paths[0], options->raw);
    how.no_progress = true; // the output itself shows the progress
    int rc = traces_open(&t, options->paths, 1, &how), more;
    if (rc)
        return rc;
    // collects names of threads as they appear
    model_survey_init(&t.survey, xcalloc(TRACES_THREADS, sizeof(model_survey_thread_t)),
                      TRACES_THREADS, NULL, 0);
    printf("%*s %*s  ", TIME_COLUMNS, text_unit(record_exponent(t.base)), HART_COLUMNS, "hart");
    text_padded("thread", THREAD_COLUMNS);
    printf("  event\n");
    while ((more = traces_next(&t, &record)) == 1) {
        model_survey_record(&t.survey, record);
        print_line(&t.survey, t.base, record);
    }
    rc = more < 0 ? EXIT_ERROR : traces_verdict(&t);
    traces_close(&t);
    return rc;
}
