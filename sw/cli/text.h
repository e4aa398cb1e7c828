// SPDX-License-Identifier: Apache-2.0
// Text output: times, names from a file, columns.
#ifndef WEIR_CLI_TEXT_H
#define WEIR_CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// The length of a tick as a power of ten of seconds: 10ns and ns10 are -8. TEXT_TICKS if it is
// unknown.
enum { TEXT_TICKS = 99 };
int text_exponent(const char *unit);

enum { TEXT_TIME_MAX = 48 };
// A time in microseconds with the full resolution of a tick ("12.34"), or in ticks. Returns text.
char *text_time(char text[TEXT_TIME_MAX], uint64_t ticks, int exponent);
// The same without a final 0. Returns its end.
char *text_put_time(char *at, uint64_t ticks, int exponent);
// The unit of text_time: "us" or "ticks".
const char *text_unit(int exponent);
// The frequency of the clock ("100 MHz"), or "unknown".
char *text_clock(char text[TEXT_TIME_MAX], int exponent);

enum { TEXT_NAME_MAX = 64 * 4 };
// A name of `length` bytes, safe for a terminal: characters that are not printable or not UTF-8
// become ?. Truncated to columns, unless 0, and to the size of text. Returns text.
char *text_name(char *text, size_t size, const char *name, size_t length, int columns);
// The part of a path behind its folders.
const char *text_file(const char *path);
// Prints JSON of jansson. Control characters and those that change the direction of text, which can
// only be in its strings, become \uXXXX. Returns whether it could.
struct json_t;
bool text_json(FILE *out, const struct json_t *json, size_t flags);
// Columns that a printable text takes on a terminal.
int text_columns(const char *text);
// Prints a printable text, padded with spaces to columns.
void text_padded(const char *text, int columns);

#endif
