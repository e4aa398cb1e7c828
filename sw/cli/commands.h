// SPDX-License-Identifier: Apache-2.0
// The commands of `weir`. Each returns an exit code; what was wrong was told on stderr.
#ifndef WEIR_CLI_COMMANDS_H
#define WEIR_CLI_COMMANDS_H

#include <stdbool.h>

#include "trace.h"

typedef enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_t;

typedef struct {
    bool raw;                   // the input is what the FIFO gave, without head
    const char *unit;           // of a raw input's ticks
    bool entries;               // dump: the flux level
    const char *output, *format;        // convert
    unsigned columns, events;   // timeline
    bool ascii;
    color_t color;
} options_t;

int command_info(const char *path, const options_t *options);
int command_dump(const char *path, const options_t *options);
int command_timeline(const char *path, const options_t *options);
int command_convert(const char *path, const options_t *options);
int command_check(const char *path, const options_t *options);

// Prints the table of offered, delivered and refused, and the octets.
void print_totals(const event_totals_t *totals);

// Prints what a loss record tells, in one line without its end.
void print_loss(const event_t *event, int exponent);

#endif
