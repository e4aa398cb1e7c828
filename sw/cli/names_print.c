// SPDX-License-Identifier: Apache-2.0
// weir names: merges dictionaries and prints them as JSON or as a C header.
#include <ctype.h>
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "commands.h"
#include "dictionary.h"
#include "output.h"

static json_t *part(json_t *parent, const char *key)
{
    json_t *child = json_object_get(parent, key);
    if (!child) {
        child = json_object();
        json_object_set_new(parent, key, child);
    }
    return child;
}

static json_t *string(const char *text)
{
    json_t *string = json_string(text);
    return string ? string : json_string("?"); // not UTF-8
}

// Returns whether it had memory.
static bool print_json(FILE *out, const names_t *names)
{
    json_t *all = json_object();
    char key[24], value[24];

    for (size_t i = 0; i < names->count; i++) {
        const names_entry_t *e = &names->entries[i];
        snprintf(key, sizeof key, "%" PRIu32, e->id);
        snprintf(value, sizeof value, e->kind == NAMES_THREAD ? "0x%" PRIx64 : "%" PRIu64,
                 e->value);
        json_t *name = string(e->name);
        if (e->kind == NAMES_THREAD) {
            json_object_set_new(part(all, "threads"), value, name);
        } else if (e->kind == NAMES_VALUE) {
            json_object_set_new(part(part(part(all, "ids"), key), "values"), value, name);
        } else {
            json_t *id = part(part(all, "ids"), key);
            json_object_set_new(id, "name", name);
            if (e->unit)
                json_object_set_new(id, "unit", string(e->unit));
        }
    }
    bool good = text_json(out, all, JSON_INDENT(2)) && fputs("\n", out) >= 0;
    json_decref(all);
    return good;
}

// A name as a C identifier in capitals.
static void print_identifier(FILE *out, const char *name)
{
    for (; *name; name++)
        fputc(isalnum((unsigned char)*name) ? toupper((unsigned char)*name) : '_', out);
}

// Prints it in a comment, which it must not close.
static void print_comment(FILE *out, const char *text)
{
    char clean[TEXT_NAME_MAX];
    text_name(clean, sizeof clean, text, strlen(text), 0);
    for (char *end = clean; (end = strstr(end, "*/")); end++)
        *end = '?';
    fprintf(out, " /* %s */", clean);
}

static void print_header(FILE *out, const names_t *names)
{
    fprintf(out, "/* Made by `weir names --header`. */\n#ifndef WEIR_IDS_H\n#define WEIR_IDS_H\n\n"
                 "enum {\n");
    for (size_t i = 0; i < names->count; i++) {
        const names_entry_t *e = &names->entries[i];
        if (e->kind == NAMES_THREAD)
            continue;
        fprintf(out, "    WEIR_%s_", e->kind == NAMES_ID ? "ID" : "VALUE");
        const char *id = e->kind == NAMES_VALUE ? names_id(names, e->id) : NULL;
        if (id) {
            print_identifier(out, id);
            fputc('_', out);
        }
        print_identifier(out, e->name);
        if (e->kind == NAMES_ID)
            fprintf(out, " = %" PRIu32 ",", e->id);
        else
            fprintf(out, " = %" PRIu64 ",", e->value);
        if (e->unit)
            print_comment(out, e->unit);
        fprintf(out, "\n");
    }
    fprintf(out, "};\n\n#endif\n");
}

int command_names(const options_t *options)
{
    const model_format_t format = {.name = "names", .flags = MODEL_TEXT};
    names_t names = {0};
    model_output_t output;
    output_t out;
    bool good = true;
    int rc = EXIT_GOOD;
    for (unsigned i = 0; i < options->count && !rc; i++)
        rc = names_load(&names, options->paths[i]);
    if (!rc && !names_any(&names))
        rc = usage("%s%s: no names in it; see WEIR_NAME in weir_names.h, or `weir help names`",
                   options->paths[0], options->count > 1 ? " and others" : "");
    if (!rc)
        rc = output_create(&out, options->output ? options->output : "-", &format, false, &output);
    if (!rc && options->header)
        print_header(out.file, &names);
    else if (!rc)
        good = print_json(out.file, &names);
    if (!rc)
        rc = output_finish(&out, !good);
    names_free(&names);
    return rc;
}
