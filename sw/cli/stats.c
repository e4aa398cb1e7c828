// SPDX-License-Identifier: Apache-2.0
// weir stats: measures a trace; stats_print.c prints the results.
#include "stats.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "picture.h"

// ---- numbers

static void add(spread_t *s, double number)
{
    double distance = number - s->mean;
    if (!s->count || number < s->min)
        s->min = number;
    if (!s->count || number > s->max)
        s->max = number;
    s->count++;
    s->mean += distance / (double)s->count;
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
    model_survey_thread_t *seen = thread.known && thread.number
                                      ? model_survey_thread(&s->traces.survey, thread)
                                      : NULL;
    return seen ? &s->threads[seen - s->traces.survey.threads] : NULL;
}

static void run_ends(stats_t *s, stats_hart_t *hart, uint64_t time)
{
    if (!hart->known)
        return;
    const uint64_t length = time - hart->since;
    const ptrdiff_t number = hart - s->harts;
    stats_thread_t *t = thread_of(s, hart->running);
    if (t) {
        add(&t->runs, (double)length);
        t->ticks += length;
        if (survey_is_idle(model_survey_thread(&s->traces.survey, hart->running)))
            hart->idle_threads += length;
        t->harts |= number < 64 ? UINT64_C(1) << number : 0;
    }
    *(hart->running.number ? &hart->busy : &hart->idle) += length;
}

static void measure_switch(stats_t *s, stats_hart_t *hart, const model_record_t *r)
{
    if (!hart->known && r->change.outgoing.known) { // only this switch names the outgoing thread;
                                                    // the first one ran before the trace
        hart->running = r->change.outgoing;
        if (!hart->switches)
            hart->since = s->traces.survey.first;
        hart->known = true;
    }
    run_ends(s, hart, r->time);
    if (hart->pending)
        add(&hart->pending->response, (double)(r->time - hart->pending_since));
    hart->pending = NULL;
    hart->switches++;
    hart->running = r->thread;
    hart->since = r->time;
    hart->known = r->thread.known;
    stats_thread_t *t = thread_of(s, r->thread);
    if (!t)
        return;
    if (t->has_started)
        add(&t->period, (double)(r->time - t->started));
    t->started = r->time;
    t->has_started = true;
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

static void measure_isr(stats_t *s, unsigned number, stats_hart_t *hart, const model_record_t *r)
{
    const unsigned max = sizeof hart->entered / sizeof *hart->entered;
    if (r->kind == MODEL_ISR_ENTER) {
        if (hart->depth < max) {
            hart->entered[hart->depth] = r->time;
            hart->cause[hart->depth] = r->id;
        }
        hart->depth++;
        return;
    }
    if (!hart->depth) {
        s->unmatched++;
        return;
    }
    if (--hart->depth >= max)
        return;
    stats_isr_t *found = isr_of(s, number, hart->cause[hart->depth]);
    if (!found)
        return;
    add(&found->duration, (double)(r->time - hart->entered[hart->depth]));
    hart->pending = found;
    hart->pending_since = hart->entered[hart->depth];
}

// One more event of a series. Returns what is known of it.
static stats_series_t *measure_interval(stats_t *s, model_survey_series_t *seen, uint64_t time)
{
    stats_series_t *p = &s->series[seen - s->traces.survey.series];
    if (seen->data[0])
        add(&p->interval, (double)(time - p->last));
    seen->data[0] = 1;
    p->last = time;
    return p;
}

static void measure_value(stats_series_t *p, double number, uint64_t whole)
{
    add(&p->value, number);
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
    measure_value(p, number,
                  number < 0 ? 0
                  : r->args->type == MODEL_ARG_FLOAT
                      ? (number < 0x1p63 ? (uint64_t)number : UINT64_MAX)
                      : r->args->u);
}

static void measure(stats_t *s, const model_record_t *r)
{
    stats_hart_t *hart = r->hart < STATS_HARTS ? &s->harts[r->hart] : NULL;

    totals_record(&s->totals, r);
    if (r->kind == MODEL_SWITCH && hart) {
        measure_switch(s, hart, r);
    } else if ((r->kind == MODEL_ISR_ENTER || r->kind == MODEL_ISR_EXIT) && hart) {
        measure_isr(s, r->hart, hart, r);
    } else if (r->kind == MODEL_LOSS) {
        s->lost_time += r->loss.last - r->loss.first;
    } else if (r->kind <= MODEL_LOG && r->timed) {
        measure_event(s, r);
    }
}

static void measure_rows(stats_t *s, const model_batch_t *b)
{
    batch_space_t space;
    for (uint32_t row = 0; row < b->count; row++) {
        if (b->form[row] != ROW_VALUE || b->kind[row] != MODEL_INSTANT) {
            measure(s, batch_get(b, row, &space));
            continue;
        }
        s->totals.delivered[b->dictionary->types[b->type[row]].class]++;
        model_survey_series_t *seen = model_survey_row(&s->traces.survey, b, row);
        if (seen)
            measure_value(measure_interval(s, seen, b->time[row]), (double)b->value[row],
                          b->value[row]);
    }
}

void stats_account(const stats_t *s)
{
    for (unsigned i = 0; i < s->traces.count; i++) {
        model_account_t account = s->traces.inputs[i].account;
        account.reduced[MODEL_LOSS][MODEL_LESS_LOSS] = 0; // the totals have what is unknown
        report_account(s->traces.inputs[i].bytes.name, &account);
    }
}

void stats_free(stats_t *s)
{
    traces_close(&s->traces);
    free(s->threads);
    free(s->series);
    free(s);
}

int stats_measure(stats_t **stats, const options_t *options)
{
    stats_t *s = *stats = xcalloc(1, sizeof *s);
    traces_options_t how = traces_options(options);
    const model_batch_t *batch;
    int more = 0;

    how.rewind = true;
    int rc = traces_open(&s->traces, options->paths, options->count, &how);
    if (rc) {
        free(s);
        return rc;
    }
    rc = traces_survey(&s->traces, MODEL_ORDERED);
    s->threads = xcalloc(s->traces.survey.thread_capacity, sizeof *s->threads);
    s->series = xcalloc(s->traces.survey.series_capacity, sizeof *s->series);
    s->span = (double)(s->traces.survey.last - s->traces.survey.first);
    while (!rc && (more = traces_read(&s->traces, &batch)) == 1)
        measure_rows(s, batch);
    for (unsigned hart = 0; hart < STATS_HARTS; hart++)
        run_ends(s, &s->harts[hart], s->traces.survey.last);
    if (more < 0)
        rc = EXIT_ERROR;
    if (rc)
        stats_free(s);
    return rc;
}

int command_stats(const options_t *options)
{
    stats_t *s;
    int rc = options->picture ? picture_check(options->picture) : EXIT_GOOD;
    if (!rc)
        rc = stats_measure(&s, options);
    if (rc)
        return rc;
    const bool drawn = options->picture &&
                       !strcmp(options->picture, "-"); // then stdout has only the picture
    if (options->picture)
        rc = stats_svg(s, options->picture);
    if (!rc && options->json && !drawn)
        rc = stats_json(s) ? report_errno("memory", "cannot allocate") : EXIT_GOOD;
    else if (!rc && !drawn)
        stats_text(s);
    if (!rc) {
        stats_account(s);
        rc = traces_verdict(&s->traces);
    }
    stats_free(s);
    return rc;
}
