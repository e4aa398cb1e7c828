// SPDX-License-Identifier: Apache-2.0
// Values of all kinds, and what is left of them where only simple ones are possible; see model.h.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model.h"

const char *model_arg_type_name(model_arg_type_t type)
{
    static const char *const names[MODEL_ARG_TYPES] = {
        "null",    "bool",   "int",   "uint", "float", "text",  "pointer",
        "object", "bytes", "enum", "logic", "wide",  "array", "struct",
    };
    return (unsigned)type < MODEL_ARG_TYPES ? names[type] : "?";
}

// ---- as text: numbers as in C, texts in quotes, [elements], {name: member}

enum { DEPTH_MAX = 16 };

typedef struct {
    char *text;
    size_t size, used;
    bool whole;
} writing_t;

static void put(writing_t *w, const char *bytes, size_t size)
{
    const size_t room = w->size - w->used;
    w->whole = w->whole && size <= room;
    if (size > room)
        size = room;
    if (size)
        memcpy(w->text + w->used, bytes, size);
    w->used += size;
}

static void put_word(writing_t *w, const char *word) { put(w, word, strlen(word)); }

__attribute__((format(printf, 2, 3))) static void put_format(writing_t *w, const char *format, ...)
{
    char text[48];
    va_list args;
    va_start(args, format);
    const int size = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    put(w, text, (size_t)size);
}

static void put_hex(writing_t *w, model_text_t bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        put_format(w, "%02x", (uint8_t)bytes.bytes[i]);
}

// An integer of any size: its digits in hexadecimal, behind a sign.
static void put_wide(writing_t *w, model_text_t bytes)
{
    const bool negative = bytes.size && (uint8_t)bytes.bytes[bytes.size - 1] >> 7;
    size_t low = 0; // bytes of 0 at the low end: only behind them minus differs from not
    while (low < bytes.size && !bytes.bytes[low])
        low++;
    put_word(w, negative ? "-0x" : "0x");
    bool begun = false;
    for (size_t i = bytes.size; i-- > 0;) {
        uint8_t byte = (uint8_t)bytes.bytes[i];
        if (negative && i >= low)
            byte = (uint8_t)(~byte + (i == low));
        if (byte || begun || !i)
            put_format(w, begun ? "%02x" : "%x", byte);
        begun = begun || byte;
    }
}

static void put_value(writing_t *w, const model_arg_t *arg, unsigned depth);

static void put_items(writing_t *w, const model_arg_t *arg, unsigned depth)
{
    if (depth == DEPTH_MAX) {
        w->whole = false;
        return;
    }
    for (uint32_t i = 0; i < arg->count && w->whole; i++) {
        put_word(w, i ? ", " : "");
        if (arg->items[i].name.size) {
            put(w, arg->items[i].name.bytes, arg->items[i].name.size);
            put_word(w, ": ");
        }
        put_value(w, &arg->items[i], depth + 1);
    }
}

static void put_value(writing_t *w, const model_arg_t *arg, unsigned depth)
{
    switch (arg->type) {
    case MODEL_ARG_NULL: put_word(w, "null"); break;
    case MODEL_ARG_BOOL: put_word(w, arg->u ? "true" : "false"); break;
    case MODEL_ARG_INT: put_format(w, "%lld", (long long)arg->i); break;
    case MODEL_ARG_UINT: put_format(w, "%llu", (unsigned long long)arg->u); break;
    case MODEL_ARG_FLOAT: put_format(w, "%.17g", arg->f); break;
    case MODEL_ARG_POINTER: put_format(w, "0x%llx", (unsigned long long)arg->u); break;
    case MODEL_ARG_OBJECT: put_format(w, "#%llu", (unsigned long long)arg->u); break;
    case MODEL_ARG_TEXT:
        put_word(w, "\"");
        put(w, arg->text.bytes, arg->text.size);
        put_word(w, "\"");
        break;
    case MODEL_ARG_BYTES: put_hex(w, arg->text); break;
    case MODEL_ARG_ENUM:
        put_format(w, "%lld", (long long)arg->i);
        if (arg->text.size) {
            put_word(w, " ");
            put(w, arg->text.bytes, arg->text.size);
        }
        break;
    case MODEL_ARG_LOGIC: put(w, arg->text.bytes, arg->text.size); break;
    case MODEL_ARG_WIDE: put_wide(w, arg->text); break;
    case MODEL_ARG_ARRAY:
    case MODEL_ARG_STRUCT:
    default:
        put_word(w, arg->type == MODEL_ARG_STRUCT ? "{" : "[");
        put_items(w, arg, depth);
        put_word(w, arg->type == MODEL_ARG_STRUCT ? "}" : "]");
    }
}

size_t model_arg_text(const model_arg_t *arg, char *text, size_t size, bool *whole)
{
    writing_t w = {.text = text, .size = size, .whole = true};
    put_value(&w, arg, 0);
    *whole = w.whole;
    return w.used;
}

bool model_arg_is_simple(const model_arg_t *arg) { return arg->type <= MODEL_ARG_BYTES; }

const model_arg_t *model_arg_simple(const model_arg_t *arg, model_arg_t *simple, char *text,
                                    size_t size, bool *whole)
{
    *whole = true;
    if (model_arg_is_simple(arg))
        return arg;
    *simple = (model_arg_t){.name = arg->name, .bits = arg->bits};
    if (arg->type == MODEL_ARG_ENUM) {
        simple->type = MODEL_ARG_INT;
        simple->i = arg->i;
        *whole = !arg->text.size;
        return simple;
    }
    simple->type = MODEL_ARG_TEXT;
    simple->bits = 0;
    simple->text = (model_text_t){text, model_arg_text(arg, text, size, whole)};
    return simple;
}
