// SPDX-License-Identifier: Apache-2.0
// The event model's adapters, without the command: reads a file through one, writes it through
// another or prints its records.
//
//     adapter_kinds [-s] FROM IN                  -s: strict
//     adapter_kinds FROM IN TO OUT
//
// Prints one line a record; problems and losses of the conversion go to standard error. Exit code 1
// if there was a problem.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

enum { THREADS = 1024, SERIES = 1024 };

static uint8_t *input;
static size_t input_size;
static uint8_t *output;
static size_t output_size, output_room;

static int64_t read_input(void *context, void *bytes, size_t size, uint64_t offset)
{
    (void)context;
    if (offset >= input_size)
        return 0;
    size_t left = input_size - (size_t)offset;
    size = size < left ? size : left;
    memcpy(bytes, input + offset, size);
    return (int64_t)size;
}

static int write_output(void *context, const void *bytes, size_t size)
{
    (void)context;
    while (output_size + size > output_room)
        output = realloc(output, output_room = output_room ? 2 * output_room : 4096);
    memcpy(output + output_size, bytes, size);
    output_size += size;
    return 0;
}

static int patch_output(void *context, const void *bytes, size_t size, uint64_t offset)
{
    (void)context;
    if (offset + size > output_size)
        return MODEL_E_WRITE;
    memcpy(output + offset, bytes, size);
    return 0;
}

static void print_thread(const char *label, model_thread_t thread)
{
    if (thread.known)
        printf(" %s=%" PRIu64, label, thread.number);
    else
        printf(" %s=?", label);
}

enum { INPUT_MAX = 1 << 28 };
static bool contexts; // print them

static void print(const model_record_t *r)
{
    printf("%s", model_kind_name(r->kind));
    if (r->timed)
        printf(" @%" PRIu64, r->time);
    if (r->hart != MODEL_NO_HART)
        printf(" hart=%u", r->hart);
    if (r->space != MODEL_SPACE_NONE)
        printf(" %s=%" PRIu32,
               r->space == MODEL_SPACE_WEIR      ? "weir"
               : r->space == MODEL_SPACE_THREADX ? "threadx"
                                                 : "rkh",
               r->id);
    if (r->kind == MODEL_ISR_ENTER || r->kind == MODEL_ISR_EXIT)
        printf(" cause=%" PRIu32, r->id);
    if (r->class != MODEL_CLASS_NONE)
        printf(" %s", model_class_name(r->class));
    if (r->kind == MODEL_OBJECT)
        printf(" %s %" PRIu64, model_object_name(r->object.kind), r->object.number);
    else if (r->kind != MODEL_LOSS && r->kind != MODEL_NAME)
        print_thread("thread", r->thread);
    if (r->kind == MODEL_SWITCH) {
        print_thread("from", r->change.outgoing);
        printf(" state=%d", r->change.state);
    }
    if (r->name.size)
        printf(" \"%.*s\"", (int)r->name.size, r->name.bytes);
    if (r->item)
        printf(" item=%" PRIx64 " in=\"%.*s\"", r->item, (int)r->category.size, r->category.bytes);
    if (r->tag)
        printf(" tag=%u", r->tag);
    if (r->scope)
        printf(" scope=%u", r->scope);
    if (contexts && r->context.kind)
        printf(" in %s", model_context_name(r->context.kind));
    if (contexts && r->context.has_priority)
        printf(" priority %u/%u", r->context.priority, r->context.threshold);
    if (r->kind == MODEL_LOSS)
        printf(" counted=%d %" PRIu64 "+%" PRIu64 "+%" PRIu64 "+%" PRIu64 " cause=%" PRIu32
               " source=%" PRIu64 " %" PRIu64 "..%" PRIu64,
               r->loss.counted, r->loss.count[0], r->loss.count[1], r->loss.count[2],
               r->loss.count[3], r->loss.cause, r->loss.source, r->loss.first, r->loss.last);
    for (unsigned i = 0; i < r->arg_count; i++) {
        const model_arg_t *a = &r->args[i];
        printf(" %.*s=", (int)a->name.size, a->name.bytes);
        if (a->type == MODEL_ARG_TEXT)
            printf("\"%.*s\"", (int)a->text.size, a->text.bytes);
        else if (a->type == MODEL_ARG_BYTES)
            printf("[%zu]", a->text.size);
        else if (a->type == MODEL_ARG_INT)
            printf("%" PRId64, a->i);
        else if (a->type >= MODEL_ARG_ENUM) {
            static char text[1 << 16];
            bool whole;
            const size_t size = model_arg_text(a, text, sizeof text, &whole);
            printf("%s:%.*s", model_arg_type_name(a->type), (int)size, text);
        } else
            printf("%" PRIu64, a->u);
    }
    putchar('\n');
}

static void print_account(const char *side, const model_account_t *a)
{
    for (unsigned k = 0; k < MODEL_KINDS; k++) {
        if (a->dropped[k])
            fprintf(stderr, "%s: dropped %" PRIu64 " %s\n", side, a->dropped[k],
                    model_kind_name(k));
        for (unsigned l = 0; l < MODEL_LESSES; l++)
            if (a->reduced[k][l])
                fprintf(stderr, "%s: %" PRIu64 " %s without %s\n", side, a->reduced[k][l],
                        model_kind_name(k), model_less_name(l));
    }
    if (a->unknown)
        fprintf(stderr, "%s: unknown %" PRIu64 "\n", side, a->unknown);
}

static const model_format_t *format(const char *name)
{
    const model_format_t *f = model_format_named(name);
    if (!f)
        exit(2);
    return f;
}

static int problems;

// One pass over the input: for the survey, for the sink, or printed.
static model_source_t pass(const model_format_t *from, bool strict, model_survey_t *survey,
                           model_sink_t *sink)
{
    model_source_t source = {
        .format = from, .input = {read_input, NULL, input_size}, .options = {.strict = strict}};
    const model_record_t *r;
    int rc;
    rc = model_open(&source);
    if (rc == 0) {
        if (sink) {
            sink->base = source.base;
            rc = model_begin(sink);
        }
        while (rc >= 0 && ((rc = model_next(&source, &r)) == 1 || rc == MODEL_E_BAD)) {
            if (rc == MODEL_E_BAD) {
                problems++;
                if (!survey)
                    fprintf(stderr, "byte %" PRIu64 ": expected %s, found %s\n",
                            source.problem.offset, source.problem.expected, source.problem.found);
                rc = 0;
            } else if (survey) {
                model_survey_record(survey, r);
            } else if (sink) {
                rc = model_write(sink, r);
            } else {
                print(r);
            }
        }
        if (sink && rc >= 0)
            rc = model_end(sink);
    }
    if (rc < 0) {
        fprintf(stderr, "failed: %d: byte %" PRIu64 ": expected %s, found %s\n", rc,
                source.problem.offset, source.problem.expected, source.problem.found);
        exit(2);
    }
    if (!survey)
        print_account("read", &source.account);
    model_close(&source);
    return source;
}

int main(int argc, char **argv)
{
    bool strict = argc > 1 && !strcmp(argv[1], "-s");
    argv += strict;
    argc -= strict;
    contexts = argc > 1 && !strcmp(argv[1], "-c");
    argv += contexts;
    argc -= contexts;
    if (argc != 3 && argc != 5)
        return 2;
    FILE *file = fopen(argv[2], "rb");
    if (!file)
        return 2;
    input = malloc(INPUT_MAX);
    input_size = fread(input, 1, INPUT_MAX, file);
    fclose(file);
    const model_format_t *from = format(argv[1]),
                         *guessed = model_format_guess(
                             input, input_size < MODEL_GUESS_SIZE ? input_size : MODEL_GUESS_SIZE);
    if (guessed && guessed != from)
        fprintf(stderr, "guessed: %s\n", guessed->name);
    if (argc == 3) {
        model_source_t source = pass(from, strict, NULL, NULL);
        printf("base %" PRIu64 "/%" PRIu64 "\n", source.base.numerator, source.base.denominator);
        free(input);
        return problems != 0;
    }
    static model_survey_thread_t threads[THREADS];
    static model_survey_series_t series[SERIES];
    model_survey_t survey;
    model_survey_init(&survey, threads, THREADS, series, SERIES);
    pass(from, strict, &survey, NULL);
    problems = 0;
    model_sink_t sink = {.format = format(argv[3]),
                         .output = {write_output, patch_output, NULL, NULL},
                         .survey = &survey};
    sink.memory = calloc(1, sink.format->sink_size(&sink.options));
    pass(from, strict, NULL, &sink);
    print_account("write", &sink.account);
    file = fopen(argv[4], "wb");
    if (!file || fwrite(output, 1, output_size, file) != output_size || fclose(file))
        return 2;
    free(sink.memory);
    free(output);
    free(input);
    return problems != 0;
}
