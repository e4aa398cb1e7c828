// SPDX-License-Identifier: Apache-2.0
// Runs, handlers, responses, spans and load, see analysis.h.
#include "analysis.h"

#include <string.h>

void analysis_init(analysis_t *a, const analysis_results_t *results, void *context, uint64_t first,
                   unsigned inputs)
{
    a->results = results;
    a->context = context;
    a->first = first;
    a->inputs = inputs;
}

bool analysis_is_idle(const char *name)
{
    for (size_t i = 0; i < 4; i++)
        if ((name[i] | 0x20) != "idle"[i])
            return false;
    return true;
}

void analysis_add_load(analysis_load_t *load, const analysis_run_t *run, const char *name)
{
    const uint64_t ticks = run->to - run->from;
    if (!run->thread.known)
        return;
    if (!run->thread.number)
        load->idle += ticks;
    else if (analysis_is_idle(name))
        load->idle_threads += ticks;
    else
        load->work += ticks;
}

// ---- inputs

// The input of a thread: 1, 2, ...; 0: unknown, or the only one.
static unsigned input_of(const analysis_t *a, model_thread_t thread)
{
    return a->inputs > 1 && thread.process <= a->inputs && thread.process <= ANALYSIS_INPUTS
               ? (unsigned)thread.process
               : 0;
}

void analysis_time(analysis_t *a, model_thread_t thread, uint64_t time)
{
    const unsigned input = input_of(a, thread);
    if (!input)
        return;
    if (!a->times[input - 1].any)
        a->times[input - 1].first = time;
    a->times[input - 1].any = true;
    a->times[input - 1].last = time;
}

void analysis_times(analysis_t *a, const model_batch_t *b)
{
    for (uint32_t row = 0; a->inputs > 1 && row < b->count; row++) {
        const model_record_t *r = b->form[row] == ROW_RECORD ? b->records[b->value[row]] : NULL;
        if (!r)
            analysis_time(a, b->dictionary->threads[b->thread[row]], b->time[row]);
        else if (r->timed)
            analysis_time(a, r->thread, r->time);
    }
}

static uint64_t first_of(const analysis_t *a, unsigned input)
{
    return input && a->times[input - 1].any ? a->times[input - 1].first : a->first;
}

static uint64_t last_of(const analysis_t *a, unsigned input, uint64_t last)
{
    return input && a->times[input - 1].any ? a->times[input - 1].last : last;
}

// ---- runs

static void end_run(analysis_t *a, unsigned number, uint64_t time)
{
    const analysis_hart_t *hart = &a->harts[number];
    if (!hart->switched || time < hart->since || !a->results->run)
        return;
    const analysis_run_t run = {.hart = number,
                                .thread = hart->known ? hart->running : (model_thread_t){0},
                                .from = hart->since,
                                .to = time};
    a->results->run(a->context, &run);
}

void analysis_switch(analysis_t *a, unsigned number, model_thread_t outgoing,
                     model_thread_t incoming, uint64_t time)
{
    if (number >= ANALYSIS_HARTS)
        return;
    analysis_hart_t *hart = &a->harts[number];
    if (!hart->switched) {
        hart->input = input_of(a, incoming);
        hart->since = first_of(a, hart->input);
    }
    if (hart->switched && hart->known && outgoing.known &&
        outgoing.number != hart->running.number) {
        a->astray++;
        hart->astray++;
    }
    if (!hart->known && outgoing.known) { // only this switch names who ran
        hart->running = outgoing;
        hart->known = true;
    }
    a->switched += !hart->switched;
    a->switches++;
    hart->switches++;
    hart->switched = true;
    end_run(a, number, time);
    if (hart->responds && a->results->response)
        a->results->response(a->context, &hart->pending, time - hart->pending.from);
    hart->responds = false;
    hart->running = incoming;
    hart->known = incoming.known;
    hart->since = time;
    if (a->results->start)
        a->results->start(a->context, number, incoming, time);
}

// ---- handlers

void analysis_handler(analysis_t *a, unsigned number, uint32_t cause, bool enters, uint64_t time)
{
    if (number >= ANALYSIS_HARTS)
        return;
    analysis_hart_t *hart = &a->harts[number];
    if (enters) { // deep ones take the places of the outermost, whose exits may be lost
        hart->entered[hart->depth % ANALYSIS_DEPTH] = (analysis_handler_t){
            .hart = number, .cause = cause, .depth = hart->depth, .from = time};
        hart->depth++;
        return;
    }
    if (!hart->depth) {
        a->unmatched++;
        hart->unmatched++;
        return;
    }
    analysis_handler_t *handler = &hart->entered[--hart->depth % ANALYSIS_DEPTH];
    if (handler->depth != hart->depth) {
        a->left_out++;
        return;
    }
    handler->to = time;
    if (a->results->handler)
        a->results->handler(a->context, handler);
    hart->pending = *handler;
    hart->responds = true;
}

// ---- spans: a hash table of the open ones, by thread and depth

// The thread of a span. Without one, the hart stands for it: its idle loop, or who is not known.
static analysis_thread_t thread_of(const model_record_t *r)
{
    return (analysis_thread_t){r->thread.process, r->thread.number,
                               r->thread.number ? MODEL_NO_HART : r->hart};
}

static bool same_thread(analysis_thread_t a, analysis_thread_t b)
{
    return a.number == b.number && a.process == b.process && a.hart == b.hart;
}

static uint32_t span_place(const analysis_t *a, analysis_thread_t thread, uint32_t depth)
{
    uint64_t hash = (thread.number ^ thread.process << 32 ^ (uint64_t)depth << 20 ^ thread.hart) *
                    UINT64_C(0x9e3779b97f4a7c15);
    uint32_t i = (uint32_t)(hash >> 40) % ANALYSIS_SPANS;
    while (a->spans[i].depth &&
           (a->spans[i].depth != depth || !same_thread(a->spans[i].thread, thread)))
        i = (i + 1) % ANALYSIS_SPANS;
    return i;
}

// How many spans of a thread are open. They have the depths 1 up.
static uint32_t open_spans(const analysis_t *a, analysis_thread_t thread)
{
    uint32_t depth = 0;
    while (a->spans[span_place(a, thread, depth + 1)].depth)
        depth++;
    return depth;
}

static void begin_span(analysis_t *a, const model_record_t *r)
{
    const analysis_thread_t thread = thread_of(r);
    const uint32_t depth = open_spans(a, thread);
    if (a->span_count < ANALYSIS_SPANS / 4 * 3) {
        a->spans[span_place(a, thread, depth + 1)] = (analysis_open_t){
            .thread = thread, .depth = depth + 1, .from = r->time};
        a->span_count++;
        return;
    }
    a->left_out++;
    if (depth)
        a->spans[span_place(a, thread, depth)].skipped++;
}

// Frees an entry, and moves those behind it that were there for lack of its place.
static void free_span(analysis_t *a, uint32_t at)
{
    a->spans[at].depth = 0;
    a->span_count--;
    for (uint32_t i = (at + 1) % ANALYSIS_SPANS; a->spans[i].depth; i = (i + 1) % ANALYSIS_SPANS) {
        const analysis_open_t moved = a->spans[i];
        a->spans[i].depth = 0;
        a->spans[span_place(a, moved.thread, moved.depth)] = moved;
    }
}

static void end_span(analysis_t *a, const model_record_t *r)
{
    const analysis_thread_t thread = thread_of(r);
    const uint32_t depth = open_spans(a, thread);
    if (!depth)
        return;
    const uint32_t at = span_place(a, thread, depth);
    if (a->spans[at].skipped) { // the end of one without room
        a->spans[at].skipped--;
        return;
    }
    const analysis_span_t span = {
        .thread = r->thread, .end = r, .from = a->spans[at].from, .to = r->time};
    free_span(a, at);
    if (a->results->span)
        a->results->span(a->context, &span);
}

// ---- all

void analysis_record(analysis_t *a, const model_record_t *r)
{
    if (r->timed)
        analysis_time(a, r->thread, r->time);
    switch (r->kind) {
    case MODEL_SWITCH:
        analysis_switch(a, r->hart, r->change.outgoing, r->thread, r->time);
        break;
    case MODEL_ISR_ENTER:
    case MODEL_ISR_EXIT:
        analysis_handler(a, r->hart, r->id, r->kind == MODEL_ISR_ENTER, r->time);
        break;
    case MODEL_BEGIN: begin_span(a, r); break;
    case MODEL_END: end_span(a, r); break;
    case MODEL_COMPLETE:
        if (a->results->span)
            a->results->span(a->context, &(analysis_span_t){.thread = r->thread,
                                                            .end = r,
                                                            .from = r->time,
                                                            .to = r->until});
        break;
    default: break;
    }
}

void analysis_end(analysis_t *a, uint64_t last)
{
    for (unsigned hart = 0; hart < ANALYSIS_HARTS; hart++)
        end_run(a, hart, last_of(a, a->harts[hart].input, last));
}
