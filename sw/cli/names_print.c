// SPDX-License-Identifier: Apache-2.0
// weir names: merges dictionaries and prints them as JSON or as a C header.
#include <ctype.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
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

typedef struct {
    const names_entry_t *entry;
    char *name;
    bool numbered; // others have the same name but for what no identifier has
} constant_t;

// A name as a C identifier in capitals. Returns its end.
static char *identifier(char *to, const char *name)
{
    for (; *name; name++)
        *to++ = isalnum((unsigned char)*name) ? (char)toupper((unsigned char)*name) : '_';
    *to = 0;
    return to;
}

static void name_constant(const names_t *names, constant_t *c)
{
    enum { MORE = 64 }; // the prefix, two numbers
    const names_entry_t *e = c->entry;
    const char *id = e->kind == NAMES_VALUE ? names_id(names, e->id) : NULL;
    free(c->name);
    c->name = xcalloc(1, (id ? strlen(id) : 0) + strlen(e->name) + MORE);
    char *end = c->name + sprintf(c->name, e->kind == NAMES_ID ? "WEIR_ID_" : "WEIR_VALUE_");
    if (id) {
        end = identifier(end, id);
        *end++ = '_';
    }
    end = identifier(end, e->name);
    if (c->numbered)
        end += sprintf(end, "_%" PRIu32, e->id);
    if (c->numbered && e->kind == NAMES_VALUE)
        sprintf(end, "_%" PRIu64, e->value);
}

static int by_name(const void *a, const void *b)
{
    const constant_t *const *x = a, *const *y = b;
    return strcmp((*x)->name, (*y)->name);
}

// Numbers those of one name. Returns whether a name changes.
static bool number_equals(constant_t **sorted, size_t count)
{
    bool any = false;
    qsort(sorted, count, sizeof *sorted, by_name);
    for (size_t i = 1; i < count; i++)
        if (!by_name(&sorted[i - 1], &sorted[i]) &&
            !(sorted[i - 1]->numbered && sorted[i]->numbered))
            any = sorted[i - 1]->numbered = sorted[i]->numbered = true;
    return any;
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
    constant_t *constants = xcalloc(names->count, sizeof *constants);
    constant_t **sorted = xcalloc(names->count, sizeof *sorted);
    size_t count = 0;

    for (size_t i = 0; i < names->count; i++)
        if (names->entries[i].kind != NAMES_THREAD) {
            constants[count].entry = &names->entries[i];
            sorted[count] = &constants[count];
            count++;
        }
    do
        for (size_t i = 0; i < count; i++)
            name_constant(names, &constants[i]);
    while (number_equals(sorted, count));
    fprintf(out, "/* Made by `weir names --header`. */\n#ifndef WEIR_IDS_H\n#define WEIR_IDS_H\n\n"
                 "enum {\n");
    for (size_t i = 0; i < count; i++) {
        const names_entry_t *e = constants[i].entry;
        fprintf(out, "    %s = %" PRIu64 ",", constants[i].name,
                e->kind == NAMES_ID ? e->id : e->value);
        if (e->unit)
            print_comment(out, e->unit);
        fprintf(out, "\n");
        free(constants[i].name);
    }
    fprintf(out, "};\n\n#endif\n");
    free(sorted);
    free(constants);
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
    if (!rc && !names.count)
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
