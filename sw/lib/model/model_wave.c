// SPDX-License-Identifier: Apache-2.0
// A trace as waves, see model_wave.h.
#include "model_wave.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wide.h"

int model_wave_exponent(model_base_t base)
{
    if (!base.numerator || !base.denominator)
        return -9;
    for (int exponent = -18; exponent <= 2; exponent++) {
        model_base_t power = {1, 1};
        for (int i = exponent; i < 0; i++)
            power.denominator *= 10;
        for (int i = exponent; i > 0; i--)
            power.numerator *= 10;
        if (wide_equal(wide_product(base.numerator, power.denominator),
                       wide_product(power.numerator, base.denominator)))
            return exponent < -15 ? -15 : exponent;
    }
    return -12;
}

// ---- definitions

// Whether the variable of the values of a series is a real one.
static bool is_real(const model_survey_series_t *p)
{
    return p->type == MODEL_ARG_FLOAT && !p->mixed && p->kind != MODEL_BEGIN &&
           p->kind != MODEL_ASYNC_BEGIN && p->kind != MODEL_LOG;
}

static void define_series(model_wave_t *w, model_sink_t *sink, model_survey_series_t *p)
{
    char name[176];
    int size;

    if (p->space == MODEL_SPACE_NONE)
        size = snprintf(name, 160, "%s%s%s", p->category, *p->category && *p->name ? "." : "",
                        *p->name ? p->name : model_kind_name(p->kind));
    else
        size = snprintf(name, 160, *p->name ? "%s_%" PRIu32 "_%s" : "%s_%" PRIu32,
                        p->space == MODEL_SPACE_WEIR      ? model_class_name(p->class)
                        : p->space == MODEL_SPACE_THREADX ? "ThreadX"
                                                          : "RKH",
                        p->id, p->name);
    model_wave_type_t type = MODEL_WAVE_VECTOR;
    unsigned bits = p->bits ? p->bits : 64;
    if (p->kind == MODEL_LOG || (p->kind == MODEL_INSTANT && p->type == MODEL_ARG_TEXT))
        type = MODEL_WAVE_STRING;
    else if (is_real(p))
        type = MODEL_WAVE_REAL;
    else if (p->kind == MODEL_BEGIN || p->kind == MODEL_ASYNC_BEGIN)
        bits = 32;
    bool valued = p->kind == MODEL_BEGIN || p->kind == MODEL_ASYNC_BEGIN || p->kind == MODEL_LOG ||
                  (p->kind != MODEL_FLOW_BEGIN && p->args);
    if ((type == MODEL_WAVE_STRING && !w->file->string) ||
        (type == MODEL_WAVE_REAL && !w->file->real))
        valued = false;
    p->data[0] = p->data[1] = 0;
    if (p->kind == MODEL_ISR_ENTER)
        return;
    if (p->cut)
        model_reduce(&sink->account, p->kind, MODEL_LESS_TEXT);
    if (valued)
        p->data[0] = (uint64_t)w->file->variable(w->context, name, type, bits) + 1;
    strcpy(name + size, "_event");
    if (p->kind != MODEL_COUNTER)
        p->data[1] = (uint64_t)w->file->variable(w->context, name, MODEL_WAVE_EVENT, 1) + 1;
}

static int in_order(const void *a, const void *b)
{
    const model_survey_series_t *const *x = a, *const *y = b;
    return (*x)->order < (*y)->order ? -1 : 1;
}

static bool traps(const model_survey_t *survey, unsigned hart)
{
    for (size_t i = 0; i < survey->series_capacity; i++)
        if (survey->series[i].order && survey->series[i].kind == MODEL_ISR_ENTER &&
            survey->series[i].hart == hart)
            return true;
    return false;
}

int model_wave_begin(model_wave_t *w, model_sink_t *sink, const model_wave_file_t *file,
                     void *context)
{
    const model_survey_t *survey = sink->survey;
    model_survey_series_t **series = malloc((survey->series_count + 1) * sizeof *series);
    if (!series) {
        errno = ENOMEM;
        return MODEL_E_ROOM;
    }
    size_t count = 0;
    bool hartless = false;
    char name[32];

    *w = (model_wave_t){.file = file, .context = context, .rate = model_rate_same};
    model_survey_begin(sink->survey);
    if (sink->base.denominator) {
        model_base_t unit = {1, 1};
        int exponent = model_wave_exponent(sink->base);
        for (; exponent < 0; exponent++)
            unit.denominator *= 10;
        for (; exponent > 0; exponent--)
            unit.numerator *= 10;
        w->rate = model_rate(sink->base, unit);
    }
    for (size_t i = 0; i < survey->series_capacity; i++)
        if (survey->series[i].order)
            series[count++] = &survey->series[i];
    qsort(series, count, sizeof *series, in_order);
    file->scope(context, "weir");
    w->loss = file->variable(context, "loss", MODEL_WAVE_VECTOR, 1);
    w->dropped = file->variable(context, "dropped", MODEL_WAVE_VECTOR, 64);
    for (unsigned hart = 0; hart < MODEL_WAVE_HARTS; hart++) {
        if (!model_survey_hart(survey, hart) || model_survey_pins(survey, hart))
            continue;
        snprintf(name, sizeof name, "hart%u", hart);
        file->scope(context, name);
        w->thread[hart] = file->variable(context, "thread", MODEL_WAVE_VECTOR, 64) + 1;
        if (file->string)
            w->thread_name[hart] = file->variable(context, "thread_name", MODEL_WAVE_STRING, 0) + 1;
        if (traps(survey, hart))
            w->isr[hart] = file->variable(context, "isr", MODEL_WAVE_VECTOR, 33) + 1;
        for (size_t i = 0; i < count; i++)
            if (series[i]->hart == hart)
                define_series(w, sink, series[i]);
        file->upscope(context);
    }
    for (size_t i = 0; i < count; i++)
        hartless = hartless || series[i]->hart == MODEL_NO_HART;
    if (hartless) {
        file->scope(context, "events");
        for (size_t i = 0; i < count; i++)
            if (series[i]->hart == MODEL_NO_HART)
                define_series(w, sink, series[i]);
        file->upscope(context);
    }
    file->upscope(context);
    file->defined(context);
    free(series);
    file->time(context, 0);
    file->number(context, w->loss, 0);
    file->number(context, w->dropped, 0);
    return 0;
}

// ---- changes

static void at(model_wave_t *w, model_sink_t *sink, model_kind_t kind, uint64_t time)
{
    bool exact;
    time = model_scale(&w->rate, time, &exact);
    if (!exact || time < w->time)
        model_reduce(&sink->account, kind, MODEL_LESS_TIME);
    if (time >= w->time)
        w->file->time(w->context, w->time = time);
}

// `loss` falls one tick behind the last lost event, if that is before this time.
static void loss_until(model_wave_t *w, model_sink_t *sink, uint64_t time)
{
    if (!w->losing || w->lost_until == UINT64_MAX || w->lost_until + 1 > time)
        return;
    at(w, sink, MODEL_LOSS, w->lost_until + 1);
    w->file->number(w->context, w->loss, 0);
    w->file->number(w->context, w->dropped, w->dropped_next);
    w->dropped_now = w->dropped_next;
    w->losing = false;
}

static void loss(model_wave_t *w, model_sink_t *sink, const model_record_t *r)
{
    loss_until(w, sink, r->loss.first);
    at(w, sink, r->kind, r->loss.first);
    if (!w->losing)
        w->file->number(w->context, w->loss, 1);
    if (!w->losing || r->loss.last > w->lost_until)
        w->lost_until = r->loss.last;
    w->losing = true;
    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        w->dropped_next += r->loss.count[class];
    model_reduce(&sink->account, r->kind, MODEL_LESS_LOSS);
}

static void set(model_wave_t *w, model_sink_t *sink, const model_record_t *r,
                const model_survey_series_t *p)
{
    const model_arg_t *arg = r->args;
    uint32_t variable = (uint32_t)p->data[0] - 1;

    if (p->kind == MODEL_LOG) {
        w->file->string(w->context, variable, r->text);
        return;
    }
    if (r->arg_count > 1)
        model_reduce(&sink->account, r->kind, MODEL_LESS_ARGS);
    if (!r->arg_count)
        return;
    if (p->type == MODEL_ARG_TEXT && p->kind == MODEL_INSTANT) {
        if (arg->type == MODEL_ARG_TEXT)
            w->file->string(w->context, variable, arg->text);
        else
            model_reduce(&sink->account, r->kind, MODEL_LESS_VALUE);
    } else if (is_real(p)) {
        w->file->real(w->context, variable, arg->f);
    } else if (arg->type == MODEL_ARG_INT) {
        w->file->number(w->context, variable, p->bits == 32 ? (uint32_t)arg->i : (uint64_t)arg->i);
    } else if (arg->type == MODEL_ARG_TEXT || arg->type == MODEL_ARG_BYTES ||
               arg->type == MODEL_ARG_NULL || arg->type == MODEL_ARG_FLOAT) {
        model_reduce(&sink->account, r->kind, MODEL_LESS_VALUE);
    } else {
        w->file->number(w->context, variable, arg->u);
    }
}

static void series(model_wave_t *w, model_sink_t *sink, const model_record_t *r)
{
    model_survey_series_t *p = model_survey_series(sink->survey, r);

    if (!p || (!p->data[0] && !p->data[1])) {
        model_drop(&sink->account, r->kind);
        return;
    }
    at(w, sink, r->kind, r->time);
    switch (r->kind) {
    case MODEL_BEGIN:
    case MODEL_ASYNC_BEGIN: w->file->number(w->context, (uint32_t)p->data[0] - 1, 1); break;
    case MODEL_END:
    case MODEL_ASYNC_END: w->file->number(w->context, (uint32_t)p->data[0] - 1, 0); break;
    case MODEL_COMPLETE: model_reduce(&sink->account, r->kind, MODEL_LESS_TIME); break;
    case MODEL_FLOW_BEGIN:
    case MODEL_FLOW_STEP:
    case MODEL_FLOW_END:
    case MODEL_ASYNC_INSTANT: model_reduce(&sink->account, r->kind, MODEL_LESS_KIND); break;
    default:
        if (p->data[0])
            set(w, sink, r, p);
        else if (r->arg_count || r->text.size)
            model_reduce(&sink->account, r->kind, MODEL_LESS_VALUE);
    }
    if (r->kind >= MODEL_BEGIN && r->kind <= MODEL_FLOW_END && r->arg_count)
        model_reduce(&sink->account, r->kind, MODEL_LESS_ARGS);
    if (p->data[1])
        w->file->number(w->context, (uint32_t)p->data[1] - 1, 1);
}

static void change(model_wave_t *w, model_sink_t *sink, const model_record_t *r)
{
    char text[MODEL_THREAD_TEXT];
    if (r->hart >= MODEL_WAVE_HARTS || !w->thread[r->hart]) {
        model_drop(&sink->account, r->kind);
        return;
    }
    at(w, sink, r->kind, r->time);
    w->file->number(w->context, w->thread[r->hart] - 1, r->thread.number);
    if (w->thread_name[r->hart])
        w->file->string(w->context, w->thread_name[r->hart] - 1,
                        model_text(model_thread_text(sink->survey, r->thread, text)));
    if (r->change.state || r->change.has_priority)
        model_reduce(&sink->account, r->kind, MODEL_LESS_STATE);
}

int model_wave_rows(model_wave_t *w, model_sink_t *sink, const model_batch_t *b, uint32_t first)
{
    model_survey_t *const survey = sink->survey;
    uint32_t row = first;
    for (; row < b->count; row++) {
        const unsigned hart = b->hart[row];
        const batch_type_t *type = &b->dictionary->types[b->type[row]];
        if (b->context[row] || type->scope)
            break;
        if (b->form[row] == ROW_VALUE && b->kind[row] == MODEL_INSTANT) {
            const model_survey_series_t *p = model_survey_row(survey, b, row);
            if (!p || !p->data[0] || !p->data[1] || p->type == MODEL_ARG_TEXT || is_real(p))
                break;
            loss_until(w, sink, b->time[row]);
            at(w, sink, MODEL_INSTANT, b->time[row]);
            w->file->number(w->context, (uint32_t)p->data[0] - 1, b->value[row]);
            w->file->number(w->context, (uint32_t)p->data[1] - 1, 1);
        } else if (b->form[row] == ROW_SWITCH && b->thread[row] != BATCH_UNKNOWN &&
                   hart < MODEL_WAVE_HARTS && w->thread[hart] && !w->thread_name[hart]) {
            loss_until(w, sink, b->time[row]);
            at(w, sink, MODEL_SWITCH, b->time[row]);
            w->file->number(w->context, w->thread[hart] - 1,
                            b->dictionary->threads[b->thread[row]].number);
        } else {
            break;
        }
    }
    return w->file->failed(w->context) ? MODEL_E_WRITE : (int)(row - first);
}

int model_wave_record(model_wave_t *w, model_sink_t *sink, const model_record_t *r)
{
    uint64_t time = r->kind == MODEL_LOSS ? r->loss.first : r->time;

    if (r->timed)
        loss_until(w, sink, time);
    if (r->kind >= MODEL_SWITCH && r->kind <= MODEL_ISR_EXIT && r->arg_count)
        model_reduce(&sink->account, r->kind, MODEL_LESS_ARGS);
    if (r->kind == MODEL_SWITCH) {
        change(w, sink, r);
    } else if (r->kind == MODEL_LOSS) {
        loss(w, sink, r);
    } else if (r->kind == MODEL_ISR_ENTER || r->kind == MODEL_ISR_EXIT) {
        if (r->hart >= MODEL_WAVE_HARTS || !w->isr[r->hart]) {
            model_drop(&sink->account, r->kind);
        } else {
            at(w, sink, r->kind, r->time);
            w->file->number(w->context, w->isr[r->hart] - 1,
                            r->kind == MODEL_ISR_ENTER ? (uint64_t)r->id + 1 : 0);
        }
    } else if (r->kind <= MODEL_LOG) {
        series(w, sink, r);
    } else if (r->kind == MODEL_OBJECT && r->object.kind == MODEL_OBJECT_THREAD) {
        (void)model_survey_name(sink->survey, r);
        if (!w->file->string || !model_survey_whole(sink->survey, r))
            model_reduce(&sink->account, r->kind, MODEL_LESS_TEXT);
    } else if (r->kind != MODEL_NAME || r->value_named) {
        model_drop(&sink->account, r->kind);
    }
    return w->file->failed(w->context) ? MODEL_E_WRITE : 0;
}

void model_wave_end(model_wave_t *w, model_sink_t *sink) { loss_until(w, sink, UINT64_MAX); }
