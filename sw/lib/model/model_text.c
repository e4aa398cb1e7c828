// SPDX-License-Identifier: Apache-2.0
// Text output of the sinks, see model_text.h.
#include "model_text.h"

#include <inttypes.h>
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

void model_out_wide(model_out_t *out, const void *bytes, size_t size)
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

void model_out_number(model_out_t *out, uint64_t number)
{
    char digits[DIGITS_ROOM];
    model_out(out, digits, (size_t)(digits_put(digits, number) - digits));
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

size_t model_piece_begin(model_out_t *out)
{
    (void)model_out_begin(out);
    return out->used;
}

const model_piece_t *model_piece_end(model_out_t *out, size_t begin, model_piece_t *pieces,
                                     uint32_t number)
{
    model_piece_t *piece = &pieces[number % MODEL_PIECES];
    const size_t size = out->used - begin;
    out->used = begin;
    if (size > sizeof piece->text)
        return NULL;
    piece->number = number + 1;
    piece->size = (uint16_t)size;
    memcpy(piece->text, out->bytes + begin, size);
    return piece;
}

// ---- characters

size_t model_character(model_text_t text, uint32_t *code)
{
    const uint8_t *at = (const uint8_t *)text.bytes;
    const size_t length = at[0] < 0x80   ? 1
                          : at[0] < 0xc2 ? 0
                          : at[0] < 0xe0 ? 2
                          : at[0] < 0xf0 ? 3
                          : at[0] < 0xf5 ? 4
                                         : 0;
    *code = MODEL_REPLACEMENT;
    if (!length || length > text.size)
        return 1;
    uint32_t c = length == 1 ? at[0] : at[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 1;
        c = c << 6 | (at[i] & 0x3fu);
    }
    if ((length == 3 && (c < 0x800 || (c >= 0xd800 && c < 0xe000))) ||
        (length == 4 && (c < 0x10000 || c > 0x10ffff)))
        return 1;
    *code = c;
    return length;
}

bool model_is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

// Bytes at the begin that need no look at their characters.
static size_t plain_bytes(model_text_t text)
{
    size_t i = 0;
    while (i < text.size && text.bytes[i] >= ' ' && text.bytes[i] < 0x7f && text.bytes[i] != '"' &&
           text.bytes[i] != '\\')
        i++;
    return i;
}

static void skip(model_text_t *text, size_t bytes)
{
    text->bytes += bytes;
    text->size -= bytes;
}

void model_out_escaped(model_out_t *out, model_text_t text, const char *quote,
                       const char *backslash)
{
    static const char replacement[] = "\xef\xbf\xbd";
    uint32_t code;
    while (text.size) {
        size_t size = plain_bytes(text);
        if (size) {
            model_out(out, text.bytes, size);
            skip(&text, size);
            continue;
        }
        size = model_character(text, &code);
        if (code == '"')
            model_out_text(out, quote);
        else if (code == '\\')
            model_out_text(out, backslash);
        else if (code == '\n' || code == '\r' || code == '\t')
            model_out_text(out, code == '\n' ? "\\n" : code == '\r' ? "\\r" : "\\t");
        else if (model_is_control(code))
            model_out_format(out, "\\u%04" PRIx32, code);
        else if (code == MODEL_REPLACEMENT)
            model_out_text(out, replacement);
        else
            model_out(out, text.bytes, size);
        skip(&text, size);
    }
}

// ---- JSON

void model_out_json(model_out_t *out, model_text_t text)
{
    model_out(out, "\"", 1);
    model_out_escaped(out, text, "\\\"", "\\\\");
    model_out(out, "\"", 1);
}

static void json_bytes(model_out_t *out, model_text_t bytes)
{
    static const char digits[] = "0123456789abcdef";
    model_out(out, "\"", 1);
    for (size_t i = 0; i < bytes.size; i++) {
        const uint8_t byte = (uint8_t)bytes.bytes[i];
        model_out(out, (const char[]){digits[byte >> 4], digits[byte & 15]}, 2);
    }
    model_out(out, "\"", 1);
}

// As short as possible with all digits; always with a point or an exponent.
static void json_real(model_out_t *out, double number)
{
    char text[40];
    snprintf(text, sizeof text, "%.17g", number);
    char *exponent = strchr(text, 'e');
    size_t digits = exponent ? (size_t)(exponent - text) : strlen(text);
    model_out(out, text, digits);
    if (exponent)
        model_out_format(out, "e%ld", strtol(exponent + 1, NULL, 10));
    else if (!strchr(text, '.'))
        model_out_text(out, ".0");
}

static void json_value(model_out_t *out, const model_arg_t *arg)
{
    switch (arg->type) {
    case MODEL_ARG_NULL: model_out_text(out, "null"); break;
    case MODEL_ARG_BOOL: model_out_text(out, arg->u ? "true" : "false"); break;
    case MODEL_ARG_INT:
        if (arg->i < 0)
            model_out(out, "-", 1);
        model_out_number(out, arg->i < 0 ? 0 - (uint64_t)arg->i : (uint64_t)arg->i);
        break;
    case MODEL_ARG_UINT:
    case MODEL_ARG_OBJECT:
        if (arg->u <= INT64_MAX)
            model_out_number(out, arg->u);
        else // JSON readers with 64-bit signed numbers would lose it
            model_out_format(out, "\"%" PRIu64 "\"", arg->u);
        break;
    case MODEL_ARG_POINTER: model_out_format(out, "\"0x%" PRIx64 "\"", arg->u); break;
    case MODEL_ARG_FLOAT:
        if (isfinite(arg->f))
            json_real(out, arg->f);
        else
            model_out_text(out, isnan(arg->f) ? "\"nan\"" : arg->f < 0 ? "\"-inf\"" : "\"inf\"");
        break;
    case MODEL_ARG_BYTES: json_bytes(out, arg->text); break;
    default: model_out_json(out, arg->text);
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
        json_value(out, &args[i]);
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
    const char *name = model_survey_named(met);
    if (*name)
        return name;
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
