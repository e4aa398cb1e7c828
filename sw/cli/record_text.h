// SPDX-License-Identifier: Apache-2.0
// Records, and parts of them, as a terminal may see them.
#ifndef WEIR_CLI_RECORD_TEXT_H
#define WEIR_CLI_RECORD_TEXT_H

#include <stdio.h>

#include "model.h"
#include "text.h"

// What is not printable or not UTF-8 becomes ?; cut after some 250 bytes.
void print_text(FILE *out, model_text_t text);
// A value in the words of its type: 12, "text", 0x20000100, #7, bytes in hexadecimal.
void print_arg(FILE *out, const model_arg_t *arg);
// The name of a thread, or its number; "idle" if it is no thread, "?" if it is not known.
void print_thread(FILE *out, const model_survey_t *survey, model_thread_t thread);
// What a record says, without its time, its hart and the thread that made it. to: the sign before
// the thread that a hart goes to.
void print_record(FILE *out, const model_survey_t *survey, const model_record_t *record,
                  const char *to);

// The power of ten of seconds that times are shown in (text_time): that of a tick, or ns, or ps for
// ticks shorter than that; TEXT_TICKS if the length of a tick is not known.
int record_exponent(model_base_t base);
// The frequency of the clock: "100 MHz", or "unknown".
char *record_clock(char text[TEXT_TIME_MAX], model_base_t base);
// A time of this base in that unit.
uint64_t record_time(model_base_t base, uint64_t time);

#endif
