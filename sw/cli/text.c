// SPDX-License-Identifier: Apache-2.0
// Text output, see text.h.
#include "text.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "model_text.h"

int text_exponent(const char *unit)
{
    static const char *const units[] = {"s", "ms", "us", "ns", "ps", "fs", "as"};
    size_t before = strspn(unit, "10"), letters = strcspn(unit + before, "10");
    const char *name = unit + before, *number = before ? unit : name + letters;
    size_t digits = before ? before : strlen(number);

    if ((before && name[letters]) || digits > 3 || (digits && strncmp(number, "100", digits)))
        return TEXT_TICKS;
    for (int i = 0; i < (int)(sizeof units / sizeof *units); i++)
        if (strlen(units[i]) == letters && !strncmp(name, units[i], letters))
            return -3 * i + (digits ? (int)digits - 1 : 0);
    return TEXT_TICKS;
}

char *text_put_time(char *at, uint64_t ticks, int exponent)
{
    const int decimals = exponent == TEXT_TICKS ? 0 : -6 - exponent; // of a time in microseconds
    char digits[24 + 32] = "000000000000000000000000"; // zeros, for short numbers
    char *const number = digits + 24;
    char *end = digits_put(number, ticks), *begin = number;
    for (int zero = 0; ticks && zero < -decimals; zero++)
        *end++ = '0';
    if (decimals <= 0)
        return model_put_text(at, begin, (size_t)(end - begin));
    if (end - decimals <= begin)
        begin = end - decimals - 1;
    at = model_put_text(at, begin, (size_t)(end - decimals - begin));
    *at++ = '.';
    return model_put_text(at, end - decimals, (size_t)decimals);
}

char *text_time(char text[TEXT_TIME_MAX], uint64_t ticks, int exponent)
{
    *text_put_time(text, ticks, exponent) = 0;
    return text;
}

const char *text_unit(int exponent) { return exponent == TEXT_TICKS ? "ticks" : "us"; }

char *text_clock(char text[TEXT_TIME_MAX], int exponent)
{
    static const char *const prefixes[] = {"", "k", "M", "G", "T", "P", "E"};
    static const char *const multiples[] = {"1", "10", "100"};

    if (exponent == TEXT_TICKS)
        snprintf(text, TEXT_TIME_MAX, "unknown");
    else if (exponent > 0)
        snprintf(text, TEXT_TIME_MAX, "%s Hz", exponent == 1 ? "0.1" : "0.01");
    else
        snprintf(text, TEXT_TIME_MAX, "%s %sHz", multiples[-exponent % 3], prefixes[-exponent / 3]);
    return text;
}

const char *text_file(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *text_name(char *text, size_t size, const char *name, size_t length, int columns)
{
    mbstate_t state = {0};
    size_t used = 0;
    int width_used = 0;

    for (size_t i = 0, step; i < length; i += step) {
        wchar_t c;
        const bool plain = name[i] >= ' ' && name[i] < 0x7f && mbsinit(&state);
        if (plain && (!columns || width_used < columns) && used + 1 < size) {
            text[used++] = name[i];
            width_used++;
            step = 1;
            continue;
        }
        step = mbrtowc(&c, name + i, length - i, &state);
        bool whole = step > 0 && step <= length - i;
        if (!whole) {
            step = 1;
            memset(&state, 0, sizeof state);
        }
        const bool visible = whole && iswprint((wint_t)c) && !model_is_control((uint32_t)c);
        int width = visible ? wcwidth(c) : -1;
        const char *glyph = width < 0 ? "?" : name + i;
        size_t bytes = width < 0 ? 1 : step;
        width_used += width < 0 ? 1 : width;
        if ((columns && width_used > columns) || used + bytes >= size)
            break;
        memcpy(text + used, glyph, bytes);
        used += bytes;
    }
    text[used] = 0;
    return text;
}

static int json_piece(const char *bytes, size_t size, void *context)
{
    FILE *out = context;
    uint32_t code;
    for (size_t i = 0, length; i < size; i += length) {
        length = model_character((model_text_t){bytes + i, size - i}, &code);
        if (code != '\n' && model_is_control(code)) // jansson breaks lines between strings
            fprintf(out, "\\u%04" PRIx32, code);
        else
            fwrite(bytes + i, 1, length, out);
    }
    return ferror(out) ? -1 : 0;
}

bool text_json(FILE *out, const struct json_t *json, size_t flags)
{
    return !json_dump_callback(json, json_piece, out, flags);
}

int text_columns(const char *text)
{
    mbstate_t state = {0};
    int columns = 0;
    wchar_t c;
    for (size_t step; *text; text += step) {
        step = mbrtowc(&c, text, strlen(text), &state);
        if (step == 0 || step > strlen(text))
            return columns;
        int width = wcwidth(c);
        columns += width > 0 ? width : 0;
    }
    return columns;
}

void text_padded(const char *text, int columns)
{
    int spaces = columns - text_columns(text);
    printf("%s%*s", text, spaces > 0 ? spaces : 0, "");
}
