// SPDX-License-Identifier: Apache-2.0
// Common functions of everything that writes text, sinks and command: output in pieces, JSON, names
// of threads and series.
#ifndef MODEL_TEXT_H
#define MODEL_TEXT_H

#include <stdarg.h>

#include "digits.h"
#include "model.h"

enum { MODEL_OUT_SIZE = 1 << 16 };

// Buffered text output. After a failure all later calls do nothing.
typedef struct {
    model_output_t *output;
    int failed;
    size_t used;
    char bytes[MODEL_OUT_SIZE];
} model_out_t;

void model_out_wide(model_out_t *out, const void *bytes, size_t size); // of any size
static inline void model_out(model_out_t *out, const void *bytes, size_t size)
{
    if (size >= sizeof out->bytes - out->used || out->failed || !size) {
        model_out_wide(out, bytes, size);
        return;
    }
    memcpy(out->bytes + out->used, bytes, size);
    out->used += size;
}
static inline void model_out_text(model_out_t *out, const char *text)
{
    model_out(out, text, strlen(text));
}
void model_out_number(model_out_t *out, uint64_t number);
__attribute__((format(printf, 2, 3))) void model_out_format(model_out_t *out, const char *format,
                                                            ...);
// Writes the buffered text. Returns 0 or MODEL_E_WRITE.
int model_out_flush(model_out_t *out);

// ---- rows of batches

// The next bytes of the output, at least MODEL_OUT_ROW: for a row that the caller writes itself, up
// to model_out_end.
enum { MODEL_OUT_ROW = 2048 };
static inline char *model_out_begin(model_out_t *out)
{
    if (sizeof out->bytes - out->used < MODEL_OUT_ROW)
        model_out_flush(out);
    return out->bytes + out->used;
}
static inline void model_out_end(model_out_t *out, const char *end)
{
    out->used = (size_t)(end - out->bytes);
}

// Write at a place, and return its end. For numbers: digits_put.
static inline char *model_put_text(char *at, const char *text, size_t size)
{
    memcpy(at, text, size);
    return at + size;
}
#define MODEL_PUT(at, literal) model_put_text(at, literal, sizeof literal - 1)

// A piece of text that many rows have, by a number: of a thread or a type of a dictionary. A cache
// holds the latest one of each place.
typedef struct {
    uint32_t number; // + 1; 0: free
    uint16_t size;
    char text[122];
} model_piece_t;
enum { MODEL_PIECES = 256, MODEL_PIECE_TEXT = 96 };

// The piece of this number; NULL if it is not there.
static inline const model_piece_t *model_piece(const model_piece_t *pieces, uint32_t number)
{
    const model_piece_t *piece = &pieces[number % MODEL_PIECES];
    return piece->number == number + 1 ? piece : NULL;
}
static inline char *model_put_piece(char *at, const model_piece_t *piece)
{
    memcpy(at, piece->text, sizeof piece->text);
    return at + piece->size;
}
// Makes a piece: begin, write it to the output with texts of at most MODEL_PIECE_TEXT bytes, end,
// which takes it back from the output. NULL: it is too long.
size_t model_piece_begin(model_out_t *out);
const model_piece_t *model_piece_end(model_out_t *out, size_t begin, model_piece_t *pieces,
                                     uint32_t number);

// The first character of a text that is not empty, and its number of bytes; MODEL_REPLACEMENT and 1
// for a byte that is not UTF-8.
enum { MODEL_REPLACEMENT = 0xfffd };
size_t model_character(model_text_t text, uint32_t *code);
// Whether a character is a control character of ASCII or Unicode (C0, DEL, C1), ends a line, or
// changes the direction of the text after it: what a terminal or a page obeys, and no text needs.
bool model_is_control(uint32_t code);
// Writes a text; control characters become \n, \r, \t or \uXXXX, bytes that are not UTF-8 the
// replacement character, and quotes and backslashes the two last arguments.
void model_out_escaped(model_out_t *out, model_text_t text, const char *quote,
                       const char *backslash);
// A JSON string with its quotes, escaped like this.
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
