// SPDX-License-Identifier: Apache-2.0
// weir doctor: what is odd in a trace, and what to do about it. A finding is a problem (events are
// lost, or assigned to the wrong thread) or a remark (the trace may be as it was meant).
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "analysis.h"
#include "commands.h"
#include "event.h"
#include "record_text.h"
#include "stats.h"
#include "weir_stream.h"

enum {
    MANY_THREADS = 64, // more threads without a name, each with few runs, are no threads
    FEW_RUNS = 4,
    SEVERAL = 2,       // named threads, of which each is expected to run
    SWITCHES_MIN = 10, // fewer to unnamed threads say nothing
    EVENTS_MIN = 20,   // fewer say nothing about their threads
    NAMES_SHOWN = 4,   // of threads in a finding
    CAUSES = 32,
};

typedef struct {
    uint64_t events, unassigned, idle; // idle: while no thread ran (thread 0)
} hart_t;

typedef struct {
    traces_t traces;
    analysis_t analysis;
    hart_t harts[ANALYSIS_HARTS];
    totals_t totals;
    uint64_t cause_losses[CAUSES]; // losses with this bit in their cause
    uint64_t missing;              // lost records without cause and class: RKH counts its frames
    uint64_t unknown;              // losses of a raw stream for the last reason
    uint64_t unexplained;          // other losses without cause
    uint64_t reported[MODEL_CLASSES];
    uint64_t last, falls, gap, gap_at; // time of the record before; the longest time without one
    uint64_t timed, begins, ends;
    uint64_t names;    // events of the driver's own, with a part of a name
    uint64_t hartless; // events of no hart, nor of an event pin
    bool any;
    uint64_t *damage; // problems of each input, in one pass
    FILE *out;        // findings
    unsigned problems, remarks;
} doctor_t;

// ---- reading

static void examine_time(doctor_t *d, uint64_t time)
{
    d->falls += d->any && time < d->last;
    if (d->any && time > d->last && time - d->last > d->gap) {
        d->gap = time - d->last;
        d->gap_at = d->last;
    }
    d->last = time;
    d->any = true;
    d->timed++;
}

static void examine_event(doctor_t *d, unsigned hart, model_thread_t thread, model_space_t space,
                          uint32_t id)
{
    d->names += space == MODEL_SPACE_WEIR &&
                (id == WEIR_ID_THREAD_NAME || id == WEIR_ID_OBJECT_NAME);
    if (hart >= ANALYSIS_HARTS) { // of an event pin, or of a program on a host
        d->hartless += space != MODEL_SPACE_WEIR || !model_is_pin(id);
        return;
    }
    d->harts[hart].events++;
    d->harts[hart].unassigned += !thread.known;
    d->harts[hart].idle += thread.known && !thread.number;
}

// Frames that are missing have no cause; nor has the last reason of a stream, which is that of such
// frames where `weir` wrote it. No `weir` wrote a stream without a head.
static void examine_loss(doctor_t *d, const model_record_t *r)
{
    for (unsigned bit = 0; bit < CAUSES; bit++)
        d->cause_losses[bit] += r->loss.cause >> bit & 1;
    if (r->loss.cause)
        return;
    if (!r->loss.count[MODEL_CLASS_NONE])
        d->unexplained++;
    else if (d->traces.options.model.raw)
        d->unknown++;
    else
        d->missing += r->loss.count[MODEL_CLASS_NONE];
}

static void examine(doctor_t *d, const model_record_t *r)
{
    totals_record(&d->totals, r);
    analysis_record(&d->analysis, r);
    if (r->kind == MODEL_LOSS)
        examine_loss(d, r);
    if (r->timed)
        examine_time(d, r->time);
    d->begins += r->kind == MODEL_BEGIN;
    d->ends += r->kind == MODEL_END;
    if (r->kind < MODEL_LOSS && r->timed && r->kind != MODEL_SWITCH && r->kind != MODEL_ISR_ENTER &&
        r->kind != MODEL_ISR_EXIT)
        examine_event(d, r->hart, r->thread, r->space, r->id);
}

// The most frequent rows without a record.
static void examine_rows(doctor_t *d, const model_batch_t *b)
{
    const batch_dictionary_t *names = b->dictionary;
    batch_space_t space;
    for (uint32_t row = 0; row < b->count; row++) {
        if (b->form[row] != ROW_VALUE || b->kind[row] != MODEL_INSTANT) {
            examine(d, batch_get(b, row, &space));
            continue;
        }
        d->totals.delivered[names->types[b->type[row]].class]++;
        examine_time(d, b->time[row]);
        const batch_type_t *type = &names->types[b->type[row]];
        examine_event(d, b->hart[row], names->threads[b->thread[row]], type->space, type->id);
    }
}

// ---- findings

// A finding: what it is, and on a line of its own what to do.
static void find(doctor_t *d, bool problem, const char *advice, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void find(doctor_t *d, bool problem, const char *advice, const char *format, ...)
{
    va_list arguments;
    ++*(problem ? &d->problems : &d->remarks);
    fprintf(d->out, "\n  %-8s ", problem ? "problem" : "remark");
    va_start(arguments, format);
    vfprintf(d->out, format, arguments);
    va_end(arguments);
    fprintf(d->out, "\n");
    while (*advice) { // lines of the advice
        const size_t size = strcspn(advice, "\n");
        fprintf(d->out, "           %.*s\n", (int)size, advice);
        advice += size + (advice[size] == '\n');
    }
}

static const char *const reason_advice[WEIR_DROP_COUNT] = {
    [WEIR_DROP_TORN] = "Another thread or handler wrote the port between value and id. Use an "
                       "event window (one store),\nor a port of its own for the handler. Or stores "
                       "to the unit are posted, or made twice:\nweir_selftest names it.",
    [WEIR_DROP_ID] = "The id is 0, reserved or above 16 bits, or the store is no whole word.",
    [WEIR_DROP_MASK] = "The mask of the port excludes this class: see weir_port_mask.",
    [WEIR_DROP_RATE_LIMIT] = "The rate limit did this, as configured: see weir_rate_limit.",
    [WEIR_DROP_OVERRUN] = "Harts, traps or pins made events faster than the arbiter passes them "
                          "on.",
};

static void find_unknown_reason(doctor_t *d, unsigned reason, uint64_t losses)
{
    if (losses)
        find(d, true, "Of a newer unit: take its `weir`, which names the reason.",
             "losses for an unknown reason, number %u: %" PRIu64, reason, losses);
}

static void find_losses(doctor_t *d)
{
    static const char *const names[WEIR_DROP_COUNT] = WEIR_DROP_NAMES;
    uint64_t dropped = 0, delivered = 0;
    for (unsigned class = 0; class < MODEL_CLASSES; class ++) {
        dropped += d->totals.dropped[class];
        delivered += d->totals.delivered[class];
    }
    if (!d->totals.losses)
        return;
    if (d->cause_losses[0])
        find(d, true,
             "Read more often or in larger pieces (watermark interrupt), take a larger FIFO, send "
             "less\n(weir_select, weir_rate_limit), or store what must not be lost to the "
             "guaranteed address.",
             "losses because the FIFO was full: %" PRIu64, d->cause_losses[0]);
    for (unsigned reason = WEIR_DROP_TORN; reason < WEIR_DROP_COUNT; reason++)
        if (d->cause_losses[WEIR_DROP_CAUSE(reason)])
            find(d, reason != WEIR_DROP_RATE_LIMIT, reason_advice[reason],
                 "losses for the reason %s: %" PRIu64, names[reason],
                 d->cause_losses[WEIR_DROP_CAUSE(reason)]);
    for (unsigned bit = WEIR_DROP_CAUSE(WEIR_DROP_COUNT); bit < CAUSES; bit++)
        find_unknown_reason(d, bit - WEIR_DROP_CAUSE(WEIR_DROP_TORN) + WEIR_DROP_TORN,
                            d->cause_losses[bit]);
    find_unknown_reason(d, EVENT_DROP_UNKNOWN, d->unknown);
    if (d->unexplained)
        find(d, true,
             "The trace does not say why. FXT: the buffer of a provider was full; take a larger "
             "one, or send less.\nRKH: the target was reset. A stream of the unit: it is cut in "
             "the middle of a loss.",
             "losses without a known reason: %" PRIu64, d->unexplained);
    if (d->missing)
        find(d, true,
             "The line is faster than its reader, or the port drops bytes: check baud rate, flow "
             "control and\nthe buffer of the adapter.",
             "frames or bytes are missing in the transport: %" PRIu64, d->missing);
    find(d, false, "`weir dump` shows each loss in place, `weir info` the totals.",
         "%" PRIu64 " of %" PRIu64 " events were lost%s%s", dropped, dropped + delivered,
         d->totals.uncounted ? ", and some that are not counted" : "",
         d->totals.open ? "; the last loss is still open at the end" : "");
}

// `named`: a thread has a name, so there is an RTOS.
static void find_hart(doctor_t *d, unsigned number, bool named)
{
    const hart_t *hart = &d->harts[number];
    const analysis_hart_t *ran = &d->analysis.harts[number];
    if (hart->events >= EVENTS_MIN && !ran->switches)
        find(d, named,
             named
                 ? "The snoop sees no store of the scheduler. Compare SNOOP_ADDR with the address "
                   "of the variable\nthat holds the current thread (nm firmware.elf), check "
                   "SNOOP_CTRL, and that the hart's stores reach\nthe unit's snoop pins."
                 : "Without an RTOS, this is as it should be. With one, the snoop sees no store of "
                   "the scheduler:\ncheck SNOOP_ADDR, SNOOP_CTRL and the stores at the snoop's "
                   "pins.",
             "hart %u: %" PRIu64 " events, but no thread switch", number, hart->events);
    else if (hart->events >= EVENTS_MIN && hart->unassigned > hart->events / 2)
        find(d, true,
             "The snoop was armed late. Call weir_snoop before the scheduler starts, or "
             "announce the running\nthread with an event THREAD_SWITCH.",
             "hart %u: %" PRIu64 " of %" PRIu64 " events come before the first known thread",
             number, hart->unassigned, hart->events);
    if (ran->astray)
        find(d, true,
             "Runs overlap: two traces of one hart are in the file, or one is in it twice. Or "
             "switches are\nmissing. Run times are too short.",
             "hart %u: %" PRIu64 " of %" PRIu64 " switches are from a thread that did not run",
             number, ran->astray, ran->switches);
    if (ran->unmatched)
        find(d, false, "The trace began inside a handler, or lost its entry.",
             "hart %u: returns from traps without entry: %" PRIu64, number, ran->unmatched);
    if (ran->depth)
        find(d, ran->depth > 4,
             "The trace ended inside a handler, or a handler leaves without mret: then look at "
             "what wakes it up.",
             "hart %u: traps that do not return: %u", number, ran->depth);
}

typedef struct {
    uint64_t known, unnamed;             // threads; those without a name that ran
    uint64_t expected, absent;           // named ones, not idle; those that never appear
    uint64_t rare;                       // unnamed threads with few runs
    uint64_t switches, unnamed_switches; // of all threads, of those without a name
    uint64_t events, with_events;        // events of threads, threads with events
    uint64_t idle_events, all_events;    // while no thread ran; in all
    const model_survey_thread_t *busiest;
} thread_counts_t;

// What follows a number of threads, or of ids, if the tables of the survey could not take others.
static const char *or_more(const model_survey_t *survey, size_t count, size_t capacity)
{
    return survey->left_out && count >= model_survey_most(capacity) ? " or more" : "";
}

static const char *or_more_threads(const doctor_t *d)
{
    const model_survey_t *survey = &d->traces.survey;
    return or_more(survey, survey->thread_count, survey->thread_capacity);
}

static const char *or_more_ids(const doctor_t *d)
{
    const model_survey_t *survey = &d->traces.survey;
    return or_more(survey, survey->series_count, survey->series_capacity);
}

static thread_counts_t count_threads(const doctor_t *d, const model_survey_thread_t **threads)
{
    thread_counts_t c = {.known = 0};
    for (unsigned hart = 0; hart < ANALYSIS_HARTS; hart++) {
        c.idle_events += d->harts[hart].idle;
        c.all_events += d->harts[hart].events;
    }
    for (size_t i = 0; threads[i]; i++) {
        const model_survey_thread_t *t = threads[i];
        c.known++;
        c.switches += t->switches;
        c.events += t->records;
        c.with_events += t->records != 0;
        if (t->records && (!c.busiest || t->records > c.busiest->records))
            c.busiest = t;
        if (*t->name) {
            c.expected += !survey_is_idle(t);
            c.absent += !survey_is_idle(t) && !t->switches && !t->records;
        } else {
            c.unnamed += t->switches != 0;
            c.unnamed_switches += t->switches;
            c.rare += t->switches && t->switches <= FEW_RUNS;
        }
    }
    return c;
}

// Wrong wires between the hart's stores and the snoop, as far as names show them. Returns whether
// there is one. ThreadX's own trace has no snoop.
static bool find_wrong_snoop(doctor_t *d, const thread_counts_t *c)
{
    static const char advice[] =
        "The snoop takes other values than those of the scheduler's variable. Compare SNOOP_ADDR "
        "with its\naddress (nm firmware.elf). Then look at the snoop's wires: the phase of the "
        "bus, byte lanes,\nthe width of the store. weir_selftest names the mistake.";
    if (!strcmp(d->traces.inputs[0].source.format->name, "txtb"))
        return false;
    if (c->unnamed > MANY_THREADS && 2 * c->rare > c->unnamed)
        find(d, true, advice,
             "%" PRIu64 "%s different threads without a name in %" PRIu64
             " switches: most ran at most %d times",
             c->unnamed, or_more_threads(d),
             *or_more_threads(d) ? d->traces.survey.count[MODEL_SWITCH] : c->switches, FEW_RUNS);
    else if (c->expected >= SEVERAL && 2 * c->absent >= c->expected &&
             c->unnamed_switches >= SWITCHES_MIN &&
             c->unnamed_switches > 10 * (c->switches - c->unnamed_switches))
        find(d, true, advice,
             "%" PRIu64 " of %" PRIu64 " named threads never run, and %" PRIu64 " of %" PRIu64
             " switches are to others",
             c->absent, c->expected, c->unnamed_switches, c->switches);
    else if (c->expected >= SEVERAL && 2 * c->absent >= c->expected &&
             c->idle_events >= EVENTS_MIN && 2 * c->idle_events > c->all_events)
        find(d, true, advice,
             "%" PRIu64 " of %" PRIu64 " named threads never run, and %" PRIu64 " of %" PRIu64
             " events come while no thread runs",
             c->absent, c->expected, c->idle_events, c->all_events);
    else if (c->expected >= SEVERAL && c->switches && c->switches <= d->analysis.switched &&
             c->events >= EVENTS_MIN)
        find(d, true,
             "The snoop sees no store of the scheduler: weir_snoop found the one value in the "
             "variable.\nCompare SNOOP_ADDR with the address of that variable (nm firmware.elf), "
             "and check that the hart's\nstores reach the snoop, before any cache, with their "
             "strobes. weir_selftest names the mistake.",
             "%" PRIu64 " switch%s in all, but %" PRIu64 " threads have names", c->switches,
             c->switches == 1 ? "" : "es", c->expected);
    else
        return false;
    return true;
}

static void find_threads(doctor_t *d, const model_survey_thread_t **threads, thread_counts_t c)
{
    char text[300] = "", clean[TEXT_NAME_MAX];
    uint64_t unnamed = 0;

    for (size_t i = 0; threads[i]; i++)
        if (!*threads[i]->name && unnamed++ < NAMES_SHOWN)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s0x%" PRIx64,
                     *text ? ", " : "", threads[i]->thread.number);
    const bool wrong = find_wrong_snoop(d, &c);
    if (unnamed && !wrong)
        find(d, false,
             "Name them on the target (weir_thread_name), or here: --names firmware.elf, or a "
             "dictionary.\nIf they are no threads, the snoop takes wrong values: see "
             "weir_selftest.",
             "threads without a name: %" PRIu64 " of %" PRIu64 "%s (%s%s)", unnamed, c.known,
             or_more_threads(d), text, unnamed > NAMES_SHOWN ? ", ..." : "");
    if (c.all_events + d->hartless == d->names && !d->totals.losses &&
        d->traces.survey.count[MODEL_SWITCH] >= SWITCHES_MIN)
        find(d, false,
             "If the firmware emits events, their stores do not reach the unit: its port pages are "
             "not decoded\n(weir_selftest names it), or the port of another hart, or weir_select "
             "excludes them.",
             "%" PRIu64 " switches, and no event", d->traces.survey.count[MODEL_SWITCH]);
    if (c.known > 1 && c.with_events == 1 && c.events >= EVENTS_MIN && !c.idle_events && !wrong)
        find(d, false,
             "If other threads emit events too: the switch may come too late (arm the snoop before "
             "the scheduler\nstarts), or the interrupt path restores another thread.",
             "every event belongs to one thread: %s",
             *c.busiest->name
                 ? text_name(clean, sizeof clean, c.busiest->name, strlen(c.busiest->name), 40)
                 : "without a name");
    if (c.known == 1 && c.switches > 1)
        find(d, false, "Is there only one thread? Otherwise see SNOOP_CTRL and the snoop's mask.",
             "%" PRIu64 " switches, all to the same thread", c.switches);
}

static void find_times(doctor_t *d)
{
    const model_base_t base = d->traces.base;
    const stats_t scale = {.traces = {.base = base}};
    char gap[STATS_TIME], at[STATS_TIME];
    const uint64_t span = d->traces.survey.last - d->traces.survey.first;

    if (!base.denominator)
        find(d, false, "Give it, so that times are seconds: --unit 10ns for 100 MHz.",
             "the length of a tick is unknown");
    if (d->falls)
        find(d, false,
             "A merge of several sources does this; in a stream of the unit, part of it is "
             "missing.",
             "steps back in time: %" PRIu64, d->falls);
    if (d->timed >= EVENTS_MIN && !span)
        find(d, true,
             "The time base does not run: see TIME_STEP, the clock, or the external "
             "counter.",
             "all %" PRIu64 " records have the same time", d->timed);
    if (d->timed >= EVENTS_MIN && d->gap > span / 2)
        find(d, false,
             "The target slept, was halted by a debugger, or the stream lacks a part here.",
             "nothing for %s, more than half of the trace, from %s on",
             stats_time(gap, &scale, (double)d->gap),
             stats_time(at, &scale, (double)(d->gap_at - d->traces.survey.first)));
}

static void find_names(doctor_t *d)
{
    const model_survey_series_t **series = survey_series(&d->traces.survey);
    uint64_t unnamed = 0;
    char text[200] = "";
    for (size_t i = 0; series[i]; i++)
        if (series[i]->kind == MODEL_INSTANT && series[i]->space == MODEL_SPACE_WEIR &&
            !*series[i]->name && unnamed++ < NAMES_SHOWN)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s %" PRIu32,
                     *text ? ", " : "", model_class_name(series[i]->class), series[i]->id);
    free(series);
    if (unnamed)
        find(d, false,
             "Name them: WEIR_NAME in the firmware and --names firmware.elf, or a "
             "dictionary (weir help names).",
             "ids without a name: %" PRIu64 "%s (%s%s)", unnamed, or_more_ids(d), text,
             unnamed > NAMES_SHOWN ? ", ..." : "");
    const model_survey_t *survey = &d->traces.survey;
    if (survey->left_out) {
        char advice[100];
        snprintf(advice, sizeof advice, "The tables hold %zu threads and %zu ids.",
                 model_survey_most(survey->thread_capacity),
                 model_survey_most(survey->series_capacity));
        find(d, false, advice, "records of further threads and ids, which are left out: %" PRIu64,
             survey->left_out);
    }
    if (d->begins != d->ends)
        find(d, false, "The trace is a part of a longer run, or a path leaves without its end.",
             "%" PRIu64 " durations begin, %" PRIu64 " end", d->begins, d->ends);
}

static void find_damage(doctor_t *d)
{
    for (unsigned i = 0; i < d->traces.count; i++) {
        const trace_in_t *in = &d->traces.inputs[i];
        char name[TEXT_NAME_MAX];
        char advice[TEXT_NAME_MAX + 100];
        text_name(name, sizeof name, in->bytes.name, strlen(in->bytes.name), 60);
        int size = snprintf(advice, sizeof advice, "`weir check` names the first one.");
        if (in->account.damaged)
            snprintf(advice + size, sizeof advice - (size_t)size, " %" PRIu64 " byte%s skipped.",
                     in->account.damaged, in->account.damaged == 1 ? " was" : "s were");
        if (d->damage[i])
            find(d, true, advice, "places that break the format: %" PRIu64 " in %s", d->damage[i],
                 name);
        if (in->account.unknown)
            find(d, false, "A newer version of the format, or an extension.",
                 "skipped items of unknown kinds: %" PRIu64, in->account.unknown);
        if (in->account.bytes)
            find(d, false, "Data of another kind, or an extension of the format.",
                 "skipped bytes of no known meaning: %" PRIu64, in->account.bytes);
        snprintf(advice, sizeof advice, "Cut it out: tail -c +%" PRIu64 " %s > second.trx",
                 in->account.buffer_at + 1, name);
        if (in->account.buffers)
            find(d, false, advice,
                 "trace buffers behind the first, which are left out: %" PRIu64 ", %sat offset "
                 "%" PRIu64,
                 in->account.buffers, in->account.buffers > 1 ? "the first " : "",
                 in->account.buffer_at);
    }
}

static void print_summary(const doctor_t *d)
{
    const model_survey_t *survey = &d->traces.survey;
    char name[TEXT_NAME_MAX];
    const char *path = d->traces.inputs[0].bytes.name;
    printf("%s%s: ", text_name(name, sizeof name, path, strlen(path), 0),
           d->traces.count > 1 ? " and others" : "");
    if (!d->problems && !d->remarks)
        printf("nothing is odd");
    else
        printf("%u problem%s, %u remark%s", d->problems, d->problems == 1 ? "" : "s", d->remarks,
               d->remarks == 1 ? "" : "s");
    printf("; %" PRIu64 " records, %" PRIu64 " switches, %zu threads%s\n", d->timed,
           survey->count[MODEL_SWITCH], survey->thread_count, or_more_threads(d));
}

static void find_all(doctor_t *d)
{
    const model_survey_thread_t **threads = survey_threads(&d->traces.survey);
    const thread_counts_t c = count_threads(d, threads);

    if (!d->timed)
        find(d, true,
             traces_verdict(&d->traces)
                 ? "" // damage is the reason
                 : "Is the unit enabled (weir_start), and does its reader run?",
             "there is no event in it");
    find_damage(d);
    find_losses(d);
    for (unsigned hart = 0; hart < ANALYSIS_HARTS; hart++)
        find_hart(d, hart, c.expected != 0);
    find_threads(d, threads, c);
    find_times(d);
    find_names(d);
    free(threads);
}

static const analysis_results_t results = {.start = NULL}; // only its counts

// Analyses a trace whose times fall once more, in order of time. Returns an exit code.
static int analyse_sorted(doctor_t *d)
{
    const model_batch_t *batch;
    batch_space_t space;
    int rc = traces_rewind(&d->traces), more = 0;
    rc = rc ? rc : traces_survey(&d->traces, MODEL_ORDERED);
    memset(&d->analysis, 0, sizeof d->analysis);
    analysis_init(&d->analysis, &results, d, d->traces.survey.first, d->traces.count);
    while (!rc && (more = traces_read(&d->traces, &batch)) == 1)
        for (uint32_t row = 0; row < batch->count; row++)
            analysis_record(&d->analysis, batch_get(batch, row, &space));
    return !rc && more < 0 ? EXIT_ERROR : rc;
}

// Reads the trace twice: names first. Returns an exit code.
static int read_all(doctor_t *d)
{
    const model_batch_t *batch;
    int rc = traces_survey(&d->traces, 0), more = 0;
    d->damage = xcalloc(d->traces.count, sizeof *d->damage);
    for (unsigned i = 0; i < d->traces.count; i++)
        d->damage[i] = d->traces.inputs[i].problems;
    analysis_init(&d->analysis, &results, d, d->traces.survey.first, d->traces.count);
    while (!rc && (more = traces_read(&d->traces, &batch)) == 1)
        examine_rows(d, batch);
    if (!rc && !more && !d->traces.survey.ordered)
        return analyse_sorted(d);
    return !rc && more < 0 ? EXIT_ERROR : rc;
}

int command_doctor(const options_t *options)
{
    doctor_t *d = xcalloc(1, sizeof *d);
    traces_options_t how = traces_options(options);
    char *findings = NULL;
    size_t size = 0;

    how.rewind = true;
    int rc = traces_open(&d->traces, options->paths, options->count, &how);
    if (rc) {
        free(d);
        return rc;
    }
    rc = read_all(d);
    if (!rc) {
        d->out = text_stream(&findings, &size);
        find_all(d);
        close_text(d->out, &findings);
        print_summary(d);
        fputs(findings, stdout);
        traces_account(&d->traces);
        rc = d->problems ? EXIT_BAD_INPUT : EXIT_GOOD;
    }
    free(findings);
    free(d->damage);
    traces_close(&d->traces);
    free(d);
    return rc;
}
