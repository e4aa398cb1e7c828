// SPDX-License-Identifier: Apache-2.0
// Measures a trace, for `weir stats`, `weir info` and `weir compare`.
#include "stats.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"

// ---- numbers

static inline void add(const stats_t *stats, spread_t *s, double number)
{
    if (stats->brief)
        return;
    double distance = number - s->mean;
    if (!s->count || number < s->min)
        s->min = number;
    if (!s->count || number > s->max)
        s->max = number;
    s->count++;
    s->mean += distance / (double)(int64_t)s->count; // of unsigned numbers it takes longer
    s->squares += distance * (number - s->mean);
}

double spread_deviation(const spread_t *spread)
{
    return spread->count > 1 ? sqrt(spread->squares / (double)(spread->count - 1)) : 0;
}

double stats_seconds(const stats_t *s, double ticks)
{
    model_base_t base = s->traces.base;
    return base.denominator ? ticks * (double)base.numerator / (double)base.denominator : ticks;
}

char *stats_time(char text[STATS_TIME], const stats_t *s, double ticks)
{
    static const char *const units[] = {"s", "ms", "us", "ns", "ps"};
    double seconds = stats_seconds(s, ticks);
    unsigned unit = 0;

    if (!s->traces.base.denominator) {
        snprintf(text, STATS_TIME, "%.0f ticks", ticks);
        return text;
    }
    while (unit < 4 && seconds < 0.9995 && seconds > 0) {
        seconds *= 1000;
        unit++;
    }
    snprintf(text, STATS_TIME,
             seconds >= 99.95   ? "%.0f %s"
             : seconds >= 9.995 ? "%.1f %s"
                                : "%.2f %s",
             seconds, ticks > 0 ? units[unit] : "s");
    return text;
}

double stats_share(const stats_t *s, const model_survey_thread_t *thread)
{
    const stats_thread_t *t = &s->threads[thread - s->traces.survey.threads];
    double all = 0;
    for (unsigned hart = 0; hart < STATS_HARTS; hart++)
        all += s->harts[hart].switches ? s->span : 0;
    return all > 0 ? (double)t->ticks / all : 0;
}

// ---- names

const char *stats_label(const model_survey_series_t *p, char text[160])
{
    if (p->space == MODEL_SPACE_NONE)
        snprintf(text, 160, "%s%s%s", p->category, *p->category && *p->name ? ":" : "",
                 *p->name ? p->name : model_kind_name(p->kind));
    else if (*p->name)
        snprintf(text, 160, "%s", p->name);
    else
        snprintf(text, 160, "%s %" PRIu32,
                 p->space == MODEL_SPACE_WEIR      ? model_class_name(p->class)
                 : p->space == MODEL_SPACE_THREADX ? "ThreadX"
                                                   : "RKH",
                 p->id);
    return text;
}

// ---- measuring

static stats_thread_t *thread_of(stats_t *s, model_thread_t thread)
{
    if (!thread.known || !thread.number)
        return NULL;
    const unsigned at = thread.number * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (STATS_KNOWN - 1);
    if (s->known[at].number != thread.number || !s->known[at].thread) {
        const model_survey_thread_t *seen = model_survey_thread(&s->traces.survey, thread);
        s->known[at].number = thread.number;
        s->known[at].thread = seen ? &s->threads[seen - s->traces.survey.threads] : NULL;
    }
    return s->known[at].thread;
}

static void take_run(void *context, const analysis_run_t *run)
{
    stats_t *s = context;
    const uint64_t length = run->to - run->from;
    stats_thread_t *t = thread_of(s, run->thread);
    uint64_t **ticks = &s->harts[run->hart].threads;
    if (run->thread.known && !run->thread.number)
        s->harts[run->hart].idle += length;
    if (!t)
        return;
    add(s, &t->runs, (double)length);
    t->ticks += length;
    t->harts |= run->hart < 64 ? UINT64_C(1) << run->hart : 0;
    if (!*ticks)
        *ticks = xcalloc(s->traces.survey.thread_capacity, sizeof **ticks);
    (*ticks)[t - s->threads] += length;
}

static void take_start(void *context, unsigned hart, model_thread_t thread, uint64_t time)
{
    stats_t *s = context;
    stats_thread_t *t = thread_of(s, thread);
    s->harts[hart].switches++;
    if (!t)
        return;
    if (t->has_started)
        add(s, &t->period, (double)(time - t->started));
    t->started = time;
    t->has_started = true;
}

analysis_load_t stats_load(const stats_t *s, unsigned hart)
{
    const model_survey_t *survey = &s->traces.survey;
    analysis_load_t load = {.idle = s->harts[hart].idle};
    for (size_t i = 0; s->harts[hart].threads && i < survey->thread_capacity; i++)
        if (s->harts[hart].threads[i])
            analysis_add_load(&load,
                              &(analysis_run_t){.hart = hart,
                                                .thread = survey->threads[i].thread,
                                                .to = s->harts[hart].threads[i]},
                              survey->threads[i].name);
    return load;
}

static stats_isr_t *isr_of(stats_t *s, unsigned hart, uint32_t cause)
{
    for (unsigned i = 0; i < s->isr_count; i++)
        if (s->isrs[i].hart == hart && s->isrs[i].cause == cause)
            return &s->isrs[i];
    if (s->isr_count == STATS_ISRS)
        return NULL;
    s->isrs[s->isr_count] = (stats_isr_t){.hart = hart, .cause = cause, .used = true};
    return &s->isrs[s->isr_count++];
}

static void take_handler(void *context, const analysis_handler_t *handler)
{
    stats_isr_t *found = isr_of(context, handler->hart, handler->cause);
    if (found)
        add(context, &found->duration, (double)(handler->to - handler->from));
    else
        ((stats_t *)context)->analysis.left_out++;
}

static void take_response(void *context, const analysis_handler_t *handler, uint64_t ticks)
{
    stats_isr_t *found = isr_of(context, handler->hart, handler->cause);
    if (found)
        add(context, &found->response, (double)ticks);
}

static void take_span(void *context, const analysis_span_t *span)
{
    stats_t *s = context;
    const model_survey_series_t *seen = model_survey_series(&s->traces.survey, span->end);
    if (seen)
        add(s, &s->series[seen - s->traces.survey.series].duration,
            (double)(span->to - span->from));
}

// One more event of a series. Returns what is known of it.
static stats_series_t *measure_interval(stats_t *s, model_survey_series_t *seen, uint64_t time)
{
    stats_series_t *p = &s->series[seen - s->traces.survey.series];
    if (seen->data[0])
        add(s, &p->interval, (double)(time - p->last));
    seen->data[0] = 1;
    p->last = time;
    return p;
}

static void measure_value(const stats_t *s, stats_series_t *p, double number, uint64_t whole)
{
    add(s, &p->value, number);
    p->buckets[whole ? 2 + 63 - __builtin_clzll(whole) : number < 0 ? 0 : 1]++;
}

static void measure_event(stats_t *s, const model_record_t *r)
{
    model_survey_series_t *seen = model_survey_series(&s->traces.survey, r);
    if (!seen)
        return;
    stats_series_t *p = measure_interval(s, seen, r->time);
    if (!r->arg_count)
        return;
    double number;
    switch (r->args->type) {
    case MODEL_ARG_INT: number = (double)r->args->i; break;
    case MODEL_ARG_UINT:
    case MODEL_ARG_BOOL:
    case MODEL_ARG_POINTER:
    case MODEL_ARG_OBJECT: number = (double)r->args->u; break;
    case MODEL_ARG_FLOAT:
        if (!isfinite(r->args->f))
            return;
        number = r->args->f;
        break;
    default: return;
    }
    measure_value(s, p, number,
                  number < 0 ? 0
                  : r->args->type == MODEL_ARG_FLOAT
                      ? (number < 0x1p63 ? (uint64_t)number : UINT64_MAX)
                      : r->args->u);
}

static void measure(stats_t *s, const model_record_t *r)
{
    totals_record(&s->totals, r);
    analysis_record(&s->analysis, r);
    if (r->kind == MODEL_LOSS)
        s->lost_time += r->loss.last - r->loss.first;
    else if (r->kind <= MODEL_LOG && r->timed && r->kind != MODEL_SWITCH &&
             r->kind != MODEL_ISR_ENTER && r->kind != MODEL_ISR_EXIT)
        measure_event(s, r);
}

// An event with a value.
static inline void measure_plain(stats_t *s, const model_batch_t *b, uint32_t row)
{
    model_survey_series_t *seen = model_survey_row(&s->traces.survey, b, row);
    if (seen)
        measure_value(s, measure_interval(s, seen, b->time[row]), (double)b->value[row],
                      b->value[row]);
}

// Measures the frequent rows, without records, up to one of another kind.
static uint32_t measure_frequent(stats_t *s, const model_batch_t *b, uint32_t row)
{
    enum { CLASS_BITS = 64 / MODEL_CLASSES }; // a batch has fewer rows
    const batch_dictionary_t *d = b->dictionary;
    const uint32_t end = row + UINT16_MAX < b->count ? row + UINT16_MAX : b->count;
    uint64_t delivered = 0; // of each class
    for (; row < end; row++) {
        const unsigned kind = b->kind[row], form = b->form[row];
        if (form == ROW_SWITCH) {
            delivered += UINT64_C(1) << CLASS_BITS * MODEL_CLASS_SYS;
            analysis_switch(&s->analysis, b->hart[row], d->threads[b->value[row]],
                            d->threads[b->thread[row]], b->time[row]);
            continue;
        }
        const batch_type_t *type = &d->types[b->type[row]];
        unsigned class = MODEL_CLASS_SYS;
        if (form == ROW_VALUE && kind == MODEL_INSTANT) {
            class = type->class;
            if (!s->brief)
                measure_plain(s, b, row);
        } else if (form == ROW_PLAIN && (kind == MODEL_ISR_ENTER || kind == MODEL_ISR_EXIT)) {
            analysis_handler(&s->analysis, b->hart[row], type->id, kind == MODEL_ISR_ENTER,
                             b->time[row]);
        } else {
            break;
        }
        delivered += UINT64_C(1) << CLASS_BITS * class;
    }
    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        s->totals.delivered[class] += delivered >> CLASS_BITS * class & UINT16_MAX;
    return row;
}

static void measure_rows(stats_t *s, const model_batch_t *b)
{
    batch_space_t space;
    s->analysis.first = s->traces.survey.first;
    analysis_times(&s->analysis, b);
    for (uint32_t row = 0; row < b->count;) {
        const uint32_t next = measure_frequent(s, b, row);
        if (next == row)
            measure(s, batch_get(b, row++, &space));
        else
            row = next;
    }
}

static void forget(stats_t *s)
{
    for (unsigned hart = 0; hart < STATS_HARTS; hart++)
        free(s->harts[hart].threads);
    free(s->threads);
    free(s->series);
}

void stats_free(stats_t *s)
{
    forget(s);
    traces_close(&s->traces);
    free(s);
}

// Begins to measure, with the tables of the survey.
static void begin(stats_t *s)
{
    static const analysis_results_t results = {.start = take_start,
                                               .run = take_run,
                                               .handler = take_handler,
                                               .response = take_response,
                                               .span = take_span};
    const traces_t traces = s->traces;
    const bool brief = s->brief;
    forget(s);
    memset(s, 0, sizeof *s);
    s->traces = traces;
    s->brief = brief;
    s->threads = xcalloc(s->traces.survey.thread_capacity, sizeof *s->threads);
    s->series = xcalloc(s->traces.survey.series_capacity, sizeof *s->series);
    analysis_init(&s->analysis, &results, s, s->traces.survey.first, s->traces.count);
}

// Measures while it surveys, in one pass. Returns 1 if the times do not rise: then the records must
// be sorted first.
static int measure_once(stats_t *s, int *more)
{
    const model_batch_t *batch;
    traces_learn(&s->traces);
    begin(s);
    while ((*more = traces_read(&s->traces, &batch)) == 1) {
        model_survey_batch(&s->traces.survey, batch);
        if (!s->traces.survey.ordered)
            return 1;
        measure_rows(s, batch);
    }
    return 0;
}

static int measure_sorted(stats_t *s, int *more)
{
    const model_batch_t *batch;
    int rc = traces_survey(&s->traces, MODEL_ORDERED);
    if (rc)
        return rc;
    begin(s);
    while ((*more = traces_read(&s->traces, &batch)) == 1)
        measure_rows(s, batch);
    return EXIT_GOOD;
}

int stats_measure(stats_t **stats, const options_t *options, bool brief)
{
    stats_t *s = *stats = xcalloc(1, sizeof *s);
    traces_options_t how = traces_options(options);
    int more = 0;

    s->brief = brief;
    how.rewind = true;
    int rc = traces_open(&s->traces, options->paths, options->count, &how);
    if (rc) {
        free(s);
        return rc;
    }
    const bool once = s->traces.count == 1 && !measure_once(s, &more);
    if (!once && s->traces.count == 1)
        rc = traces_again(&s->traces);
    if (!rc && !once)
        rc = measure_sorted(s, &more);
    s->span = (double)(s->traces.survey.last - s->traces.survey.first);
    analysis_end(&s->analysis, s->traces.survey.last);
    if (more < 0)
        rc = EXIT_ERROR;
    if (rc)
        stats_free(s);
    return rc;
}
