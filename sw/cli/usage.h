// SPDX-License-Identifier: Apache-2.0
// Messages about the command line: one line each, with what to write instead.
#ifndef WEIR_CLI_USAGE_H
#define WEIR_CLI_USAGE_H

#include <stdbool.h>
#include <stddef.h>

// Reports a line on stderr: "weir: MESSAGE". It is safe for a terminal, whatever the names in it
// (text_name).
void message(const char *format, ...) __attribute__((format(printf, 1, 2)));
// The same of an error in the command line. Returns EXIT_ERROR.
int usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Chooses the name that somebody meant: `nearest_try` takes each candidate, `best` is the nearest
// one so far, or NULL if none is near. A candidate is near if it begins with the word, or with few
// letters changed, left out, added or swapped.
typedef struct {
    const char *word;
    const char *best;
    unsigned distance; // of the best one
} nearest_t;

nearest_t nearest_to(const char *word);
void nearest_try(nearest_t *nearest, const char *candidate);

// "; did you mean NAME?", or "".
enum { NEAREST_MAX = 100 };
const char *nearest_hint(const nearest_t *nearest, char text[NEAREST_MAX]);

#endif
