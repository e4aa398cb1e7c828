// SPDX-License-Identifier: Apache-2.0
// Common functions of everything that writes text, sinks and command: output in pieces, JSON, names
// of threads and series.
#ifndef MODEL_TEXT_H
#define MODEL_TEXT_H

#include <stdarg.h>

#include "model.h"

enum { MODEL_OUT_SIZE = 1 << 16 };

// Buffered text output. After a failure all later calls do nothing.
typedef struct {
    model_output_t *output;
    int failed;
    size_t used;
    char bytes[MODEL_OUT_SIZE];
} model_out_t;

void model_out(model_out_t *out, const void *bytes, size_t size);
void model_out_text(model_out_t *out, const char *text);
void model_out_number(model_out_t *out, uint64_t number);
__attribute__((format(printf, 2, 3))) void model_out_format(model_out_t *out, const char *format,
                                                            ...);
// Writes the buffered text. Returns 0 or MODEL_E_WRITE.
int model_out_flush(model_out_t *out);

// A JSON string with its quotes; bytes that are not UTF-8 become the replacement character.
void model_out_json(model_out_t *out, model_text_t text);
// Arguments as a JSON object. Of arguments with one name only the first is written. Returns the
// number of the others.
unsigned model_out_json_args(model_out_t *out, const model_arg_t *args, unsigned count);

// The name of a thread from the survey, or its number ("0x20001234"), or "?" if unknown. Valid
// until the next call with the same buffer.
enum { MODEL_THREAD_TEXT = 72 };
const char *model_thread_text(const model_survey_t *survey, model_thread_t thread,
                              char text[MODEL_THREAD_TEXT]);

// The label of a record: its name, else its class and id ("USER 16"), else the name of its kind.
enum { MODEL_LABEL_TEXT = 40 };
model_text_t model_label(const model_record_t *record, char text[MODEL_LABEL_TEXT]);

// The only argument of a record if that is a number called "value" or "", else NULL.
const model_arg_t *model_only_value(const model_record_t *record);

#endif
