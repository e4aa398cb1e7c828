// SPDX-License-Identifier: Apache-2.0
// Parts of a record as a terminal may see them.
#ifndef WEIR_CLI_RECORD_TEXT_H
#define WEIR_CLI_RECORD_TEXT_H

#include <stdio.h>

#include "model.h"

// What is not printable or not UTF-8 becomes ?; cut after some 250 octets.
void print_text(FILE *out, model_text_t text);
// A value in the words of its type: 12, "text", 0x20000100, #7, octets in hexadecimal.
void print_arg(FILE *out, const model_arg_t *arg);
// The name of a thread, or its number; "idle" if it is no thread, "?" if it is not known.
void print_thread(FILE *out, const model_survey_t *survey, model_thread_t thread);

#endif
