// SPDX-License-Identifier: Apache-2.0
// Text output of the sinks, see model_text.h. JSON values are made by jansson.
#include "model_text.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int model_out_flush(model_out_t *out)
{
    if (!out->failed && out->used &&
        out->output->write(out->output->context, out->bytes, out->used))
        out->failed = MODEL_E_WRITE;
    out->used = 0;
    return out->failed;
}

void model_out(model_out_t *out, const void *bytes, size_t size)
{
    while (size && !out->failed) {
        size_t room = sizeof out->bytes - out->used, piece = size < room ? size : room;
        memcpy(out->bytes + out->used, bytes, piece);
        out->used += piece;
        bytes = (const char *)bytes + piece;
        size -= piece;
        if (out->used == sizeof out->bytes)
            model_out_flush(out);
    }
}

void model_out_text(model_out_t *out, const char *text) { model_out(out, text, strlen(text)); }

void model_out_number(model_out_t *out, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    model_out(out, digits + at, sizeof digits - at);
}

void model_out_format(model_out_t *out, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (size > 0)
        model_out(out, text, (size_t)size < sizeof text ? (size_t)size : sizeof text - 1);
}

// ---- JSON

// Bytes of one UTF-8 character at the start of text, 0 if there is none.
static size_t character(const uint8_t *text, size_t size)
{
    uint32_t code;
    size_t length = text[0] < 0x80   ? 1
                    : text[0] < 0xc2 ? 0
                    : text[0] < 0xe0 ? 2
                    : text[0] < 0xf0 ? 3
                    : text[0] < 0xf5 ? 4
                                     : 0;
    if (!length || length > size)
        return 0;
    code = length == 1 ? text[0] : text[0] & (0x7f >> length);
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (text[i] & 0x3f);
    }
    if ((length == 3 && (code < 0x800 || (code >= 0xd800 && code < 0xe000))) ||
        (length == 4 && (code < 0x10000 || code > 0x10ffff)))
        return 0;
    return length;
}

static json_t *json_of_text(model_text_t text)
{
    json_t *string = json_stringn(text.bytes ? text.bytes : "", text.size);
    if (string)
        return string;
    char *clean = malloc(3 * text.size + 1);
    size_t used = 0, step;
    if (!clean)
        return NULL;
    for (size_t i = 0; i < text.size; i += step ? step : 1) {
        step = character((const uint8_t *)text.bytes + i, text.size - i);
        memcpy(clean + used, step ? text.bytes + i : "\xef\xbf\xbd", step ? step : 3);
        used += step ? step : 3;
    }
    string = json_stringn(clean, used);
    free(clean);
    return string;
}

static int put(const char *bytes, size_t size, void *out)
{
    model_out(out, bytes, size);
    return 0;
}

static void dump(model_out_t *out, json_t *value)
{
    if (!value || json_dump_callback(value, put, out, JSON_COMPACT | JSON_ENCODE_ANY))
        out->failed = MODEL_E_WRITE;
    json_decref(value);
}

void model_out_json(model_out_t *out, model_text_t text) { dump(out, json_of_text(text)); }

static json_t *json_of_bytes(model_text_t bytes)
{
    char *digits = malloc(2 * bytes.size + 1);
    if (!digits)
        return NULL;
    for (size_t i = 0; i < bytes.size; i++)
        sprintf(digits + 2 * i, "%02x", (uint8_t)bytes.bytes[i]);
    json_t *string = json_stringn(digits, 2 * bytes.size);
    free(digits);
    return string;
}

static json_t *json_of(const model_arg_t *arg)
{
    char text[40];
    switch (arg->type) {
    case MODEL_ARG_NULL: return json_null();
    case MODEL_ARG_BOOL: return json_boolean(arg->u);
    case MODEL_ARG_INT: return json_integer(arg->i);
    case MODEL_ARG_UINT:
    case MODEL_ARG_OBJECT:
        if (arg->u <= INT64_MAX)
            return json_integer((json_int_t)arg->u);
        snprintf(text, sizeof text, "%" PRIu64,
                 arg->u); // JSON readers with 64-bit signed numbers would lose it
        return json_string(text);
    case MODEL_ARG_POINTER:
        snprintf(text, sizeof text, "0x%" PRIx64, arg->u);
        return json_string(text);
    case MODEL_ARG_FLOAT:
        if (isfinite(arg->f))
            return json_real(arg->f);
        return json_string(isnan(arg->f) ? "nan" : arg->f < 0 ? "-inf" : "inf");
    case MODEL_ARG_BYTES: return json_of_bytes(arg->text);
    default: return json_of_text(arg->text);
    }
}

unsigned model_out_json_args(model_out_t *out, const model_arg_t *args, unsigned count)
{
    unsigned left_out = 0;
    const char *separator = "";

    model_out_text(out, "{");
    for (unsigned i = 0; i < count; i++) {
        bool twice = false;
        for (unsigned j = 0; j < i; j++)
            twice = twice || model_text_equal(args[i].name, args[j].name);
        if (twice) {
            left_out++;
            continue;
        }
        model_out_text(out, separator);
        separator = ",";
        model_out_json(out, args[i].name);
        model_out_text(out, ":");
        dump(out, json_of(&args[i]));
    }
    model_out_text(out, "}");
    return left_out;
}

// ---- names

const char *model_thread_text(const model_survey_t *survey, model_thread_t thread,
                              char text[MODEL_THREAD_TEXT])
{
    const model_survey_thread_t *met = survey && thread.known ? model_survey_thread(survey, thread)
                                                              : NULL;
    if (!thread.known)
        return "?";
    if (met && *met->name)
        return met->name;
    snprintf(text, MODEL_THREAD_TEXT, "0x%" PRIx64, thread.number);
    return text;
}

model_text_t model_label(const model_record_t *record, char text[MODEL_LABEL_TEXT])
{
    if (record->name.size)
        return record->name;
    if (record->kind == MODEL_ISR_ENTER || record->kind == MODEL_ISR_EXIT)
        snprintf(text, MODEL_LABEL_TEXT, "%s %" PRIu32, record->id >> 31 ? "interrupt" : "trap",
                 record->id & 0x7fffffff);
    else if (record->space == MODEL_SPACE_NONE)
        snprintf(text, MODEL_LABEL_TEXT, "%s", model_kind_name(record->kind));
    else
        snprintf(text, MODEL_LABEL_TEXT, "%s %" PRIu32,
                 record->space == MODEL_SPACE_WEIR      ? model_class_name(record->class)
                 : record->space == MODEL_SPACE_THREADX ? "ThreadX"
                                                        : "RKH",
                 record->id);
    return model_text(text);
}

const model_arg_t *model_only_value(const model_record_t *record)
{
    const model_arg_t *arg = record->args;
    if (record->arg_count != 1 ||
        (arg->name.size && !model_text_equal(arg->name, model_text("value"))))
        return NULL;
    return arg->type == MODEL_ARG_INT || arg->type == MODEL_ARG_UINT ||
                   arg->type == MODEL_ARG_FLOAT || arg->type == MODEL_ARG_POINTER ||
                   arg->type == MODEL_ARG_OBJECT || arg->type == MODEL_ARG_BOOL
               ? arg
               : NULL;
}
