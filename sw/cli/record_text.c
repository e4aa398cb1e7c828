// SPDX-License-Identifier: Apache-2.0
// Parts of records as text, see record_text.h.
#include "record_text.h"

#include <inttypes.h>

#include "model_text.h"
#include "text.h"

enum { OCTETS_MOST = 32 };

void print_text(FILE *out, model_text_t text)
{
    char clean[TEXT_NAME_MAX];
    fputs(text_name(clean, sizeof clean, text.octets ? text.octets : "", text.size, 0), out);
}

void print_arg(FILE *out, const model_arg_t *arg)
{
    switch (arg->type) {
    case MODEL_ARG_NULL:
        fprintf(out, "null");
        break;
    case MODEL_ARG_BOOL:
        fprintf(out, arg->u ? "true" : "false");
        break;
    case MODEL_ARG_INT:
        fprintf(out, "%" PRId64, arg->i);
        break;
    case MODEL_ARG_UINT:
        fprintf(out, "%" PRIu64, arg->u);
        break;
    case MODEL_ARG_FLOAT:
        fprintf(out, "%.17g", arg->f);
        break;
    case MODEL_ARG_POINTER:
        fprintf(out, "0x%" PRIx64, arg->u);
        break;
    case MODEL_ARG_OBJECT:
        fprintf(out, "#%" PRIu64, arg->u);
        break;
    case MODEL_ARG_TEXT:
        fputc('"', out);
        print_text(out, arg->text);
        fputc('"', out);
        break;
    case MODEL_ARG_OCTETS:
        for (size_t i = 0; i < arg->text.size && i < OCTETS_MOST; i++)
            fprintf(out, "%s%02x", i ? " " : "", (uint8_t)arg->text.octets[i]);
        if (arg->text.size > OCTETS_MOST)
            fprintf(out, " ... %zu octets", arg->text.size);
    }
}

void print_thread(FILE *out, const model_survey_t *survey, model_thread_t thread)
{
    char text[MODEL_THREAD_TEXT];
    if (thread.known && !thread.number)
        fprintf(out, "idle");
    else
        print_text(out, model_text(model_thread_text(survey, thread, text)));
}
