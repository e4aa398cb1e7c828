// SPDX-License-Identifier: Apache-2.0
// Records as text that is safe for a terminal.
#ifndef WEIR_CLI_RECORD_TEXT_H
#define WEIR_CLI_RECORD_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "model.h"
#include "text.h"

// Characters that are not printable or not UTF-8 become ?; truncated after about 250 bytes.
void print_text(FILE *out, model_text_t text);
// A value by its type: 12, "text", 0x20000100, #7, bytes in hexadecimal.
void print_arg(FILE *out, const model_arg_t *arg);
// The name of a thread, or its number; "idle" for none, "?" if unknown.
void print_thread(FILE *out, const model_survey_t *survey, model_thread_t thread);
// The content of a record, without time, hart and thread. to: the arrow before the thread that a
// hart switches to.
void print_record(FILE *out, const model_survey_t *survey, const model_record_t *record,
                  const char *to);

// Whether the value of an event of an RTOS's glue is a thread. print_record prints its name.
bool tells_a_thread(const model_record_t *record);

// The unit of printed times (text_time), as a power of ten of seconds: that of a tick, or ns, or ps
// for shorter ticks; TEXT_TICKS if the length of a tick is unknown.
int record_exponent(model_base_t base);
// The frequency of the clock: "100 MHz", or "unknown".
char *record_clock(char text[TEXT_TIME_MAX], model_base_t base);
// Converts a time of this base to that unit.
uint64_t record_time(model_base_t base, uint64_t time);
// The same for many times, with model_scale.
model_rate_t record_rate(model_base_t base);

#endif
