// SPDX-License-Identifier: Apache-2.0
// Messages about the command line, see usage.h.
#include "usage.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "files.h"
#include "text.h"

static void line(const char *format, va_list arguments)
{
    enum { LINE = 3 * FILE_PATH };
    char text[LINE], clean[LINE];
    vsnprintf(text, sizeof text, format, arguments);
    fprintf(stderr, "weir: %s\n", text_name(clean, sizeof clean, text, strlen(text), 0));
}

void message(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    line(format, arguments);
    va_end(arguments);
}

int usage(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    line(format, arguments);
    va_end(arguments);
    return EXIT_ERROR;
}

enum { WORD = 32, FAR = 100 };

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

static bool differ(char a, char b)
{
    return tolower((unsigned char)a) != tolower((unsigned char)b);
}

// Letters changed, added, left out or swapped with their neighbour; capitals do not count.
static unsigned distance(const char *a, const char *b)
{
    unsigned rows[3][WORD + 1]; // of a[0..i-2], a[0..i-1], a[0..i]
    const size_t a_size = strlen(a), b_size = strlen(b);
    if (a_size > WORD || b_size > WORD)
        return FAR;
    for (size_t j = 0; j <= b_size; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= a_size; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *twice = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_size; j++) {
            row[j] = least(least(above[j] + 1, row[j - 1] + 1),
                           above[j - 1] + differ(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && !differ(a[i - 1], b[j - 2]) && !differ(a[i - 2], b[j - 1]))
                row[j] = least(row[j], twice[j - 2] + 1);
        }
    }
    return rows[a_size % 3][b_size];
}

nearest_t nearest_to(const char *word) { return (nearest_t){.word = word, .distance = FAR}; }

void nearest_try(nearest_t *n, const char *candidate)
{
    const size_t size = strlen(n->word);
    unsigned away = distance(n->word, candidate);
    if (away > (size < 3 ? 1 : size / 3 < 3 ? size / 3 : 3))
        away = FAR;
    if (size > 1 && !strncmp(n->word, candidate, size))
        away = 0;
    if (away < n->distance) {
        n->distance = away;
        n->best = candidate;
    }
}

const char *nearest_hint(const nearest_t *n, char text[NEAREST_MAX])
{
    *text = 0;
    if (n->best)
        snprintf(text, NEAREST_MAX, "; did you mean %s?", n->best);
    return text;
}
