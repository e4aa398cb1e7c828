// SPDX-License-Identifier: Apache-2.0
// weir info: summary and totals of a trace.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "record_text.h"
#include "stats.h"

enum { NAME_COLUMNS = 24, CATEGORY_COLUMNS = 16 };

static void print_name(const char *name, int columns)
{
    char text[TEXT_NAME_MAX];
    text_padded(text_name(text, sizeof text, name, strlen(name), columns), columns);
}

static void print_head(const stats_t *s)
{
    const traces_t *t = &s->traces;
    const trace_in_t *in = &t->inputs[0];
    const int exponent = record_exponent(t->base);
    char clock[TEXT_TIME_MAX], first[TEXT_TIME_MAX], last[TEXT_TIME_MAX], name[FILE_PATH];

    printf("%s: %s", text_name(name, sizeof name, in->bytes.name, strlen(in->bytes.name), 0),
           in->source.format->name);
    if (t->title.size) {
        printf(": ");
        print_text(stdout, t->title);
    }
    printf("\n  %-12s %s\n", "clock", record_clock(clock, t->base));
    printf("  %-12s %s to %s %s\n", "time",
           text_time(first, record_time(t->base, t->survey.first), exponent),
           text_time(last, record_time(t->base, t->survey.last), exponent), text_unit(exponent));
    printf("  %-12s", "harts");
    for (unsigned hart = 0; hart < MODEL_NO_HART; hart++)
        if (model_survey_hart(&t->survey, hart))
            printf(" %u%s", hart, model_survey_pins(&t->survey, hart) ? " (event pins)" : "");
    printf("\n  %-12s", "records");
    for (unsigned kind = 0, any = 0; kind < MODEL_KINDS; kind++)
        if (t->survey.count[kind])
            printf("%s %" PRIu64 " %s", any++ ? "," : "", t->survey.count[kind],
                   model_kind_name(kind));
    printf("\n\n");
}

static void print_bytes(const stats_t *s)
{
    const trace_in_t *in = &s->traces.inputs[0];
    const uint64_t stream_bytes = in->source.bytes,
                   bytes = stream_bytes ? stream_bytes : in->bytes.size;
    uint64_t delivered = 0;

    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        delivered += s->totals.delivered[class];
    printf("  %-12s %12" PRIu64 " in the %s", "bytes", bytes, stream_bytes ? "stream" : "file");
    if (delivered)
        printf(", %.2f an event", (double)bytes / (double)delivered);
    printf("\n");
}

static void print_threads(const stats_t *s)
{
    const model_survey_thread_t **threads = survey_threads(&s->traces.survey);
    const model_base_t base = s->traces.base;
    const int exponent = record_exponent(base);
    bool wide = false, processes = false;
    char time[TEXT_TIME_MAX];

    for (size_t i = 0; threads[i]; i++) {
        wide |= threads[i]->thread.number > UINT32_MAX;
        processes |= threads[i]->thread.process != 0;
    }
    if (threads[0]) {
        printf("\n  %-*s  ", wide ? 18 : 10, "thread");
        text_padded("name", NAME_COLUMNS);
        printf("%s %10s %10s  %16s %s  harts\n", processes ? "  process" : "", "switches",
               "records", "run time", text_unit(exponent));
    }
    for (size_t i = 0; threads[i]; i++) {
        const stats_thread_t *t = &s->threads[threads[i] - s->traces.survey.threads];
        printf("  0x%0*" PRIx64 "  ", wide ? 16 : 8, threads[i]->thread.number);
        print_name(threads[i]->name, NAME_COLUMNS);
        if (processes)
            printf(" %8" PRIu64, threads[i]->thread.process);
        printf(" %10" PRIu64 " %10" PRIu64 "  %16s %*s ", threads[i]->switches, threads[i]->records,
               text_time(time, record_time(base, t->ticks), exponent),
               (int)strlen(text_unit(exponent)), "");
        for (unsigned hart = 0; hart < 64; hart++)
            if (t->harts >> hart & 1)
                printf(" %u", hart);
        printf("\n");
    }
    free(threads);
}

// A row of the records of this kind in a series.
static void print_row(const model_survey_series_t *p, model_kind_t kind, uint64_t count)
{
    char id[24] = "", hart[8] = "-";
    if (!count)
        return;
    if (p->kind == MODEL_ISR_ENTER)
        snprintf(id, sizeof id, "%s %" PRIu32, p->id >> 31 ? "interrupt" : "trap",
                 p->id & INT32_MAX);
    else if (p->space != MODEL_SPACE_NONE)
        snprintf(id, sizeof id, "%s %" PRIu32,
                 p->space == MODEL_SPACE_WEIR      ? model_class_name(p->class)
                 : p->space == MODEL_SPACE_THREADX ? "ThreadX"
                                                   : "RKH",
                 p->id);
    if (p->hart != MODEL_NO_HART)
        snprintf(hart, sizeof hart, "%u", p->hart);
    printf("  %-12s %4s  %-14s  ", model_kind_name(kind), hart, id);
    print_name(p->category, CATEGORY_COLUMNS);
    printf("  ");
    print_name(p->name, NAME_COLUMNS);
    printf(" %10" PRIu64 "\n", count);
}

static void print_series(const stats_t *s)
{
    const model_survey_series_t **series = survey_series(&s->traces.survey);

    if (series[0])
        printf("\n  %-12s %4s  %-14s  %-*s  %-*s %10s\n", "kind", "hart", "id", CATEGORY_COLUMNS,
               "category", NAME_COLUMNS, "name", "records");
    for (size_t i = 0; series[i]; i++) {
        print_row(series[i], series[i]->kind, series[i]->count - series[i]->exits);
        print_row(series[i], MODEL_ISR_EXIT, series[i]->exits);
    }
    free(series);
}

int command_info(const options_t *options)
{
    stats_t *s;
    int rc = stats_measure(&s, options, true);
    if (!rc) {
        print_head(s);
        totals_print(&s->totals);
        print_bytes(s);
        print_threads(s);
        print_series(s);
        if (s->traces.survey.left_out)
            printf("\n  further threads and ids: %" PRIu64 " records\n", s->traces.survey.left_out);
        traces_account(&s->traces);
        rc = traces_verdict(&s->traces);
        stats_free(s);
    }
    return rc;
}
