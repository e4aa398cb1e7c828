// SPDX-License-Identifier: Apache-2.0
// Records as text, see record_text.h.
#include "record_text.h"

#include <ctype.h>
#include <inttypes.h>

#include "model_text.h"
#include "weir_stream.h"

enum { BYTES_MAX = 32, ITEMS_MAX = 240 };

void print_text(FILE *out, model_text_t text)
{
    char clean[TEXT_NAME_MAX];
    fputs(text_name(clean, sizeof clean, text.bytes ? text.bytes : "", text.size, 0), out);
}

// An integer of more than 64 bits, an array, a struct.
static void print_items(FILE *out, const model_arg_t *arg)
{
    char text[ITEMS_MAX];
    bool whole;
    print_text(out, (model_text_t){text, model_arg_text(arg, text, sizeof text, &whole)});
    fputs(whole ? "" : " ...", out);
}

void print_arg(FILE *out, const model_arg_t *arg)
{
    switch (arg->type) {
    case MODEL_ARG_NULL: fprintf(out, "null"); break;
    case MODEL_ARG_BOOL: fprintf(out, arg->u ? "true" : "false"); break;
    case MODEL_ARG_INT: fprintf(out, "%" PRId64, arg->i); break;
    case MODEL_ARG_UINT: fprintf(out, "%" PRIu64, arg->u); break;
    case MODEL_ARG_FLOAT: fprintf(out, "%.17g", arg->f); break;
    case MODEL_ARG_POINTER: fprintf(out, "0x%" PRIx64, arg->u); break;
    case MODEL_ARG_OBJECT: fprintf(out, "#%" PRIu64, arg->u); break;
    case MODEL_ARG_TEXT:
        fputc('"', out);
        print_text(out, arg->text);
        fputc('"', out);
        break;
    case MODEL_ARG_BYTES:
        for (size_t i = 0; i < arg->text.size && i < BYTES_MAX; i++)
            fprintf(out, "%s%02x", i ? " " : "", (uint8_t)arg->text.bytes[i]);
        if (arg->text.size > BYTES_MAX)
            fprintf(out, " ... %zu bytes", arg->text.size);
        break;
    case MODEL_ARG_ENUM:
        fprintf(out, "%" PRId64, arg->i);
        if (arg->text.size) {
            fputc(' ', out);
            print_text(out, arg->text);
        }
        break;
    case MODEL_ARG_LOGIC: print_text(out, arg->text); break;
    default: print_items(out, arg);
    }
}

void print_thread(FILE *out, const model_survey_t *survey, model_thread_t thread)
{
    char text[MODEL_THREAD_TEXT];
    if (thread.known && !thread.number)
        fprintf(out, "idle");
    else
        print_text(out, model_text(model_thread_text(survey, thread, text)));
}

// ---- whole records

static void print_set(FILE *out, const char *const *names, unsigned count, uint64_t set)
{
    for (unsigned i = 0; i < count; i++)
        if (set >> i & 1)
            fprintf(out, " %s", names[i]);
}

// Bit 0 is lack of space, for any class; further bits are the drop reasons from TORN on.
static void print_reasons(FILE *out, uint32_t set)
{
    static const char *const names[WEIR_DROP_COUNT] = WEIR_DROP_NAMES;
    fputs(set & 1 ? " full" : "", out);
    for (unsigned reason = WEIR_DROP_TORN; reason < WEIR_DROP_COUNT; reason++)
        if (set >> WEIR_DROP_CAUSE(reason) & 1) {
            fputc(' ', out);
            for (const char *c = names[reason]; *c; c++)
                fputc(tolower((unsigned char)*c), out);
        }
    for (unsigned reason = WEIR_DROP_COUNT; reason < WEIR_DROP_CODES; reason++)
        if (set >> WEIR_DROP_CAUSE(reason) & 1)
            fprintf(out, " %u (reserved)", reason);
}

static void print_loss(FILE *out, const model_record_t *r)
{
    static const char *const contexts[] = {"thread", "interrupt", "user", "snoop"};
    uint64_t all = 0;

    fprintf(out, "dropped:");
    for (unsigned class = 0; class < MODEL_CLASSES; class ++) {
        if (r->loss.count[class])
            fprintf(out, " %" PRIu64 " %s", r->loss.count[class], model_class_name(class));
        all += r->loss.count[class];
    }
    if (r->loss.more || !r->loss.counted)
        fprintf(out, all ? " and more" : " some");
    if (r->loss.cause)
        fprintf(out, "; reason:");
    print_reasons(out, r->loss.cause);
    for (unsigned hart = 0; hart < 16; hart++)
        if (r->loss.source >> 4 * hart & 15) {
            fprintf(out, "; hart %u:", hart);
            print_set(out, contexts, 4, r->loss.source >> 4 * hart & 15);
        }
    fprintf(out, "%s%s%s", r->loss.first_unknown ? "; begin unknown" : "",
            r->loss.last_unknown && !r->loss.open ? "; end unknown" : "",
            r->loss.open ? "; still open" : "");
}

// Prints the namespace and the number of an id.
static void print_id(FILE *out, const model_record_t *r)
{
    if (r->space == MODEL_SPACE_WEIR)
        fprintf(out, "%s %" PRIu32, model_class_name(r->class), r->id);
    else if (r->space != MODEL_SPACE_NONE)
        fprintf(out, "%s %" PRIu32, r->space == MODEL_SPACE_THREADX ? "ThreadX" : "RKH", r->id);
}

static void print_label(FILE *out, const model_record_t *r)
{
    if (r->space == MODEL_SPACE_WEIR) {
        print_id(out, r);
        fprintf(out, r->name.size ? " " : "");
    } else if (r->category.size) {
        print_text(out, r->category);
        fprintf(out, r->name.size ? ":" : r->space != MODEL_SPACE_NONE ? " " : "");
    }
    if (r->space != MODEL_SPACE_WEIR && !r->name.size)
        print_id(out, r);
    print_text(out, r->name);
}

bool tells_a_thread(const model_record_t *r)
{
    // of weir_rtos.h: notify, thread ..., stack; but not the priority of a thread
    enum { NOTIFY = 0x4140, THREAD = 0xc110, PRIORITY = 0xc115, STACK = 0xc117 };
    return r->space == MODEL_SPACE_WEIR &&
           ((r->id >= NOTIFY && r->id < NOTIFY + 8) ||
            (r->id >= THREAD && r->id <= STACK && r->id != PRIORITY));
}

// The name of the thread that a value is, or NULL.
static const char *thread_named(const model_survey_t *survey, const model_record_t *r,
                                const model_arg_t *value)
{
    if (!survey || value->type != MODEL_ARG_UINT || !tells_a_thread(r))
        return NULL;
    const model_thread_t thread = {
        .process = r->thread.process, .number = value->u, .known = true};
    const char *name = model_survey_named(model_survey_thread(survey, thread));
    return *name ? name : NULL;
}

static void print_args(FILE *out, const model_survey_t *survey, const model_record_t *r)
{
    const model_arg_t *value = model_only_value(r);
    if (value) {
        const char *name = thread_named(survey, r, value);
        fprintf(out, " = ");
        if (name)
            print_text(out, model_text(name));
        else
            print_arg(out, value);
        if (value->type == MODEL_ARG_UINT && value->u > 9)
            fprintf(out, " (0x%" PRIx64 ")", value->u);
        return;
    }
    for (unsigned i = 0; i < r->arg_count; i++) {
        fprintf(out, " ");
        print_text(out, r->args[i].name);
        if (r->args[i].name.size)
            fprintf(out, "=");
        print_arg(out, &r->args[i]);
    }
}

void print_record(FILE *out, const model_survey_t *survey, const model_record_t *r, const char *to)
{
    switch (r->kind) {
    case MODEL_LOSS: print_loss(out, r); return;
    case MODEL_SWITCH:
        fprintf(out, "%s ", to);
        print_thread(out, survey, r->thread);
        return;
    case MODEL_ISR_ENTER:
    case MODEL_ISR_EXIT:
        fprintf(out, "%s %s %" PRIu32, r->kind == MODEL_ISR_ENTER ? "enters" : "leaves",
                r->id >> 31 ? "interrupt" : "trap", r->id & INT32_MAX);
        return;
    case MODEL_OBJECT:
        fprintf(out, "%s 0x%" PRIx64 " is ", model_object_name(r->object.kind), r->object.number);
        print_text(out, r->name);
        return;
    case MODEL_NAME:
        fprintf(out, "id ");
        print_id(out, r);
        if (r->value_named)
            fprintf(out, ", value %" PRIu64 ",", r->value);
        fprintf(out, " is ");
        print_text(out, r->name);
        return;
    default: break;
    }
    if (r->kind == MODEL_LOG) {
        const bool tag = r->name.size && !model_text_equal(r->name, model_text("log"));
        fprintf(out, tag ? "log " : "log");
        if (tag)
            print_text(out, r->name);
    } else {
        if (r->kind != MODEL_INSTANT)
            fprintf(out, "%s ", model_kind_name(r->kind));
        print_label(out, r);
    }
    if (r->correlation)
        fprintf(out, " #%" PRIu64, r->correlation);
    if (r->text.size) {
        fprintf(out, ": ");
        print_text(out, r->text);
    }
    print_args(out, survey, r);
}

// ---- times

// The power of ten of a tick; TEXT_TICKS if it is not one, or unknown.
static int exponent_of(model_base_t base)
{
    int exponent = 0;
    if (!base.numerator || !base.denominator)
        return TEXT_TICKS;
    for (; base.numerator % 10 == 0; base.numerator /= 10)
        exponent++;
    for (; base.denominator % 10 == 0; base.denominator /= 10)
        exponent--;
    return base.numerator == 1 && base.denominator == 1 ? exponent : TEXT_TICKS;
}

static bool odd(model_base_t base)
{
    return base.numerator && base.denominator && exponent_of(base) == TEXT_TICKS;
}

int record_exponent(model_base_t base)
{
    if (odd(base))
        return base.denominator / 1000000000 > base.numerator ? -12 : -9;
    return exponent_of(base);
}

model_rate_t record_rate(model_base_t base)
{
    if (!odd(base))
        return model_rate_same;
    return model_rate(base,
                      (model_base_t){1, record_exponent(base) == -12 ? 1000000000000 : 1000000000});
}

uint64_t record_time(model_base_t base, uint64_t time)
{
    bool exact;
    const model_rate_t rate = record_rate(base);
    return model_scale(&rate, time, &exact);
}

char *record_clock(char text[TEXT_TIME_MAX], model_base_t base)
{
    if (odd(base))
        snprintf(text, TEXT_TIME_MAX, "%.6g MHz",
                 (double)base.denominator / (double)base.numerator / 1e6);
    else
        text_clock(text, exponent_of(base));
    return text;
}
