// SPDX-License-Identifier: Apache-2.0
// info, dump and check of traces in any format: flux has its own, with what only flux has; all others are shown as
// the records of the event model that they are.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "progress.h"
#include "record_text.h"
#include "text.h"

enum { NAME_COLUMNS = 24 };

// Opens the input and finds its format: *flux tells whether it is flux, or what flux's reader shall complain of.
static int open_input(const options_t *options, octets_in_t *in, bool *flux)
{
    int rc = octets_open(in, options->paths[0]);
    if (rc)
        return rc;
    const model_format_t *format = options->raw    ? model_format_named("flux")
                                 : options->from ? model_format_named(options->from)
                                                 : model_format_guess(in->head, in->head_size);
    // with a dictionary, too, the records of the model are shown: it names them
    *flux = format ? !strcmp(format->name, "flux") && !options->names.count : !options->from;
    return EXIT_GOOD;
}

// --- text of records ----------------------------------------------------------------------------------------------------------

static int decimals(model_base_t base)
{
    int digits = 0;
    for (uint64_t ticks = base.denominator / base.numerator; ticks > 1000000; ticks /= 10)
        digits++;
    return digits;
}

// A time in microseconds with as many digits as a tick needs, or in ticks.
static void print_time(model_base_t base, uint64_t ticks, int columns)
{
    if (!base.denominator || !base.numerator)
        printf("%*" PRIu64, columns, ticks);
    else
        printf("%*.*f", columns, decimals(base), (double)ticks * (double)base.numerator * 1e6 / (double)base.denominator);
}

static void print_id(const model_record_t *r)
{
    if (r->space == MODEL_SPACE_WEIR)
        printf(" %s %" PRIu32, model_class_name(r->class), r->id);
    else if (r->space != MODEL_SPACE_NONE)
        printf(" %s %" PRIu32, r->space == MODEL_SPACE_THREADX ? "ThreadX" : "RKH", r->id);
    if (r->category.size) {
        printf(" ");
        print_text(stdout, r->category);
        printf(":");
    } else if (r->name.size) {
        printf(" ");
    }
    print_text(stdout, r->name);
}

static void print_record(const model_survey_t *survey, model_base_t base, const model_record_t *r)
{
    if (r->timed)
        print_time(base, r->time, 16);
    else
        printf("%16s", "");
    if (r->hart == MODEL_NO_HART)
        printf("    -");
    else
        printf(" %4u", r->hart);
    printf("  %-13s", model_kind_name(r->kind));
    switch (r->kind) {
    case MODEL_SWITCH:
        printf(" ");
        print_thread(stdout, survey, r->change.outgoing);
        printf(" -> ");
        print_thread(stdout, survey, r->thread);
        break;
    case MODEL_ISR_ENTER:
    case MODEL_ISR_EXIT:
        printf(" %s %" PRIu32, r->id >> 31 ? "interrupt" : "trap", r->id & 0x7fffffff);
        break;
    case MODEL_LOSS:
        for (unsigned class = 0; class < MODEL_CLASSES && r->loss.counted; class++)
            if (r->loss.count[class])
                printf(" %s %" PRIu64, model_class_name(class), r->loss.count[class]);
        printf("%s from ", r->loss.counted ? "" : " uncounted");
        print_time(base, r->loss.first, 0);
        printf(" to ");
        print_time(base, r->loss.last, 0);
        break;
    case MODEL_OBJECT:
        printf(" %s 0x%" PRIx64 " \"", model_object_name(r->object.kind), r->object.number);
        print_text(stdout, r->name);
        printf("\"");
        break;
    case MODEL_NAME:
        if (r->space == MODEL_SPACE_WEIR)
            printf(" %s %" PRIu32, model_class_name(r->class), r->id);
        else
            printf(" %" PRIu32, r->id);
        if (r->value_named)
            printf(" value %" PRIu64, r->value);
        printf(" \"");
        print_text(stdout, r->name);
        printf("\"");
        break;
    default:
        print_id(r);
        if (r->thread.known && r->kind <= MODEL_LOG) {
            printf("  on ");
            print_thread(stdout, survey, r->thread);
        }
    }
    if (r->kind == MODEL_COMPLETE) {
        printf("  until ");
        print_time(base, r->until, 0);
    }
    if (r->correlation)
        printf("  #%" PRIu64, r->correlation);
    if (r->text.size) {
        printf("  \"");
        print_text(stdout, r->text);
        printf("\"");
    }
    for (unsigned i = 0; i < r->arg_count; i++) {
        printf("  ");
        if (r->args[i].name.size) {
            print_text(stdout, r->args[i].name);
            printf(" = ");
        }
        print_arg(stdout, &r->args[i]);
    }
    printf("\n");
}

// --- dump -----------------------------------------------------------------------------------------------------------------------

static int dump(const options_t *options, const octets_in_t *opened)
{
    traces_options_t how = traces_options(options);
    const model_record_t *record;
    traces_t t;

    how.opened = opened;
    how.live = true;            // the lines are the progress
    int rc = traces_open(&t, options->paths, 1, &how), more;
    if (rc)
        return rc;
    // names of threads as they are told
    model_survey_init(&t.survey, need(TRACES_THREADS, sizeof(model_survey_thread_t)), TRACES_THREADS, NULL, 0);
    printf("%16s %4s\n", t.base.denominator ? "us" : "ticks", "hart");
    while ((more = traces_next(&t, &record)) == 1) {
        model_survey_record(&t.survey, record);
        print_record(&t.survey, t.base, record);
    }
    rc = more < 0 ? EXIT_TROUBLE : traces_verdict(&t);
    traces_close(&t);
    return rc;
}

int command_dump(const options_t *options)
{
    octets_in_t in;
    bool flux;
    int rc = open_input(options, &in, &flux);
    if (rc)
        return rc;
    return flux ? dump_flux(options, &in) : dump(options, &in);
}

// --- info -----------------------------------------------------------------------------------------------------------------------

static void print_threads(const model_survey_t *survey)
{
    const model_survey_thread_t **threads = survey_threads(survey);
    char name[TEXT_NAME_MAX];

    if (threads[0])
        printf("\n  %-18s  %-*s  %8s %10s %10s\n", "thread", NAME_COLUMNS, "name", "process", "switches", "records");
    for (size_t i = 0; threads[i]; i++) {
        printf("  0x%-16" PRIx64 "  ", threads[i]->thread.number);
        text_padded(text_name(name, sizeof name, threads[i]->name, strlen(threads[i]->name), NAME_COLUMNS), NAME_COLUMNS);
        printf("  %8" PRIu64 " %10" PRIu64 " %10" PRIu64 "\n", threads[i]->thread.process, threads[i]->switches, threads[i]->records);
    }
    free(threads);
}

static void print_series(const model_survey_t *survey)
{
    const model_survey_series_t **series = survey_series(survey);
    char name[TEXT_NAME_MAX];

    if (series[0])
        printf("\n  %-13s %4s  %-12s  %-16s  %-*s %10s\n", "kind", "hart", "id", "category", NAME_COLUMNS, "name", "records");
    for (size_t i = 0; series[i]; i++) {
        const model_survey_series_t *p = series[i];
        char id[24] = "";
        if (p->space != MODEL_SPACE_NONE || p->kind == MODEL_ISR_ENTER)
            snprintf(id, sizeof id, "%s%" PRIu32,
                     p->space == MODEL_SPACE_WEIR ? "" : p->space == MODEL_SPACE_THREADX ? "ThreadX " : p->space == MODEL_SPACE_RKH ? "RKH " : "",
                     p->id);
        printf("  %-13s ", model_kind_name(p->kind));
        if (p->hart == MODEL_NO_HART)
            printf("   -");
        else
            printf("%4u", p->hart);
        printf("  %-12s  ", id);
        text_padded(text_name(name, sizeof name, p->category, strlen(p->category), 16), 16);
        printf("  ");
        text_padded(text_name(name, sizeof name, p->name, strlen(p->name), NAME_COLUMNS), NAME_COLUMNS);
        printf(" %10" PRIu64 "\n", p->count);
    }
    free(series);
}

static int info(const options_t *options, const octets_in_t *opened)
{
    traces_options_t how = traces_options(options);
    traces_t t;

    how.opened = opened;
    how.rewind = true;
    int rc = traces_open(&t, options->paths, 1, &how);
    if (rc)
        return rc;
    rc = traces_survey(&t, 0);
    const model_survey_t *survey = &t.survey;
    if (!rc) {
        printf("%s: %s", t.inputs[0].octets.name, t.inputs[0].source.format->title);
        if (t.title.size) {
            printf(": ");
            print_text(stdout, t.title);
        }
        printf("\n  %-12s ", "tick");
        if (t.base.denominator)
            printf("%.9g ns\n", (double)t.base.numerator * 1e9 / (double)t.base.denominator);
        else
            printf("unknown\n");
        printf("  %-12s ", "time");
        print_time(t.base, survey->first, 0);
        printf(" to ");
        print_time(t.base, survey->last, 0);
        printf(" %s\n", t.base.denominator ? "us" : "ticks");
        for (unsigned kind = 0; kind < MODEL_KINDS; kind++)
            if (survey->count[kind])
                printf("  %-12s %" PRIu64 "\n", model_kind_name(kind), survey->count[kind]);
        printf("  %-12s %" PRIu64 "\n", "lost", survey->lost);
        print_threads(survey);
        print_series(survey);
        if (survey->left_out)
            printf("\n  further threads and ids: %" PRIu64 " records\n", survey->left_out);
        tell_account(t.inputs[0].octets.name, &t.inputs[0].account);
        rc = traces_verdict(&t);
    }
    traces_close(&t);
    return rc;
}

int command_info(const options_t *options)
{
    octets_in_t in;
    bool flux;
    int rc = open_input(options, &in, &flux);
    if (rc)
        return rc;
    return flux ? info_flux(options, &in) : info(options, &in);
}

// --- check ----------------------------------------------------------------------------------------------------------------------

static int check(const options_t *options, const octets_in_t *opened)
{
    traces_options_t how = traces_options(options);
    const model_record_t *record;
    traces_t t;
    uint64_t records = 0;
    int more;

    how.opened = opened;
    how.model.strict = true;
    int rc = traces_open(&t, options->paths, 1, &how);
    if (rc)
        return rc;
    while ((more = traces_next(&t, &record)) == 1)
        records++;
    rc = more < 0 ? EXIT_TROUBLE : traces_verdict(&t);
    if (!rc && t.inputs[0].account.unknown)
        tell_account(t.inputs[0].octets.name, &t.inputs[0].account);
    if (!rc)
        printf("%s: good %s, %" PRIu64 " records\n", t.inputs[0].octets.name, t.inputs[0].source.format->name, records);
    traces_close(&t);
    return rc;
}

int command_check(const options_t *options)
{
    octets_in_t in;
    bool flux;
    int rc = open_input(options, &in, &flux);
    if (rc)
        return rc;
    return flux ? check_flux(options, &in) : check(options, &in);
}
