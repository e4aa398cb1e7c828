// SPDX-License-Identifier: Apache-2.0
// Decodes logs and RKH records from runs of events, see assemble_words.h.
#include "assemble_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "batch.h"
#include "rkh_weir.h"
#include "weir_stream.h"

// ---- printf, with arguments as 32-bit words

typedef struct {
    const names_t *names;
    const uint32_t *words;
    unsigned count, at; // words, index of the next
    char *out;
    size_t space; // left in out, with the final 0
    bool words_missing;
} print_t;

static void append(print_t *p, const char *text, size_t size)
{
    if (size >= p->space)
        size = p->space - 1;
    memcpy(p->out, text, size);
    p->out += size;
    p->space -= size;
    *p->out = 0;
}

static uint64_t take(print_t *p, unsigned words)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < words; i++, p->at++) {
        p->words_missing |= p->at >= p->count;
        value |= (uint64_t)(p->at < p->count ? p->words[p->at] : 0) << 32 * i;
    }
    return value;
}

// Copies the number after % or a point to spec: digits, or a word for *.
static const char *number(print_t *p, const char *at, char *spec, size_t size)
{
    size_t used = strlen(spec);
    if (*at == '*') {
        int value = (int)(int32_t)take(p, 1);
        value = value > 4000 ? 4000 : value < -4000 ? -4000 : value;
        snprintf(spec + used, size - used, "%d", value);
        return at + 1;
    }
    for (unsigned digits = 0; *at >= '0' && *at <= '9'; at++)
        if (digits++ < 4 && used + 1 < size) { // limit to 4 digits
            spec[used++] = *at;
            spec[used] = 0;
        }
    return at;
}

// Formats one conversion; at: after its %. Returns the position after it.
static const char *conversion(print_t *p, const char *at)
{
    char spec[40] = "%", text[4200] = "", name[24];
    unsigned l_count = 0, h_count = 0, bytes = 4;
    size_t used = 1;
    for (; *at && strchr("-+ #0'", *at); at++)
        if (used < 8)
            spec[used++] = *at;
    spec[used] = 0;
    at = number(p, at, spec, 20);
    if (*at == '.') {
        strcat(spec, ".");
        const size_t before = strlen(spec);
        at = number(p, at + 1, spec, 30);
        if (spec[before] == '-') // a negative precision counts as none
            spec[before - 1] = 0;
    }
    for (; *at && strchr("hljztLq", *at); at++) {
        l_count += *at == 'l';
        h_count += *at == 'h';
        if (*at == 'z' || *at == 't')
            l_count = 1;
        if (*at == 'j' || *at == 'q')
            l_count = 2;
    }
    if (l_count > 1 || (l_count && names_long(p->names) == 8))
        bytes = 8;
    switch (*at) {
    case 0: return at;
    case 'd':
    case 'i': {
        uint64_t value = take(p, bytes / 4);
        int64_t n = bytes == 8     ? (int64_t)value
                    : h_count == 1 ? (int16_t)value
                    : h_count      ? (int8_t)value
                                   : (int32_t)value;
        snprintf(spec + strlen(spec), 5, "ll%c", *at);
        snprintf(text, sizeof text, spec, (long long)n);
        break;
    }
    case 'u':
    case 'x':
    case 'X':
    case 'o': {
        uint64_t value = take(p, bytes / 4);
        value = bytes == 8     ? value
                : h_count == 1 ? (uint16_t)value
                : h_count      ? (uint8_t)value
                               : value;
        snprintf(spec + strlen(spec), 5, "ll%c", *at);
        snprintf(text, sizeof text, spec, (unsigned long long)value);
        break;
    }
    case 'p': snprintf(text, sizeof text, "0x%" PRIx64, take(p, names_long(p->names) / 4)); break;
    case 'c':
        strcat(spec, "c");
        snprintf(text, sizeof text, spec, (int)take(p, 1));
        break;
    case 's': {
        uint64_t address = take(p, names_long(p->names) / 4);
        const char *string = names_string(p->names, address);
        snprintf(name, sizeof name, "<0x%" PRIx64 ">", address);
        strcat(spec, "s");
        if (string)
            snprintf(text, sizeof text, spec, string);
        else
            strcpy(text, name);
        break;
    }
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A': {
        uint64_t bits = take(p, 2);
        double value;
        memcpy(&value, &bits, sizeof value);
        snprintf(spec + strlen(spec), 2, "%c", *at);
        snprintf(text, sizeof text, spec, value);
        break;
    }
    default: // unknown conversion: copy it
        append(p, "%", 1);
        return at;
    }
    append(p, text, strlen(text));
    return at + 1;
}

// Formats all words. Returns whether their number matches the format.
static bool print(print_t *p, const char *format)
{
    while (*format) {
        const char *percent = strchr(format, '%');
        append(p, format, percent ? (size_t)(percent - format) : strlen(format));
        if (!percent)
            break;
        if (percent[1] == '%') {
            append(p, "%", 1);
            format = percent + 2;
        } else {
            format = conversion(p, percent + 1);
        }
    }
    return !p->words_missing && p->at == p->count;
}

// ---- records from runs

static const model_record_t *decode_log(runs_t *runs, const names_t *names, const model_record_t *r,
                                        const uint32_t *words, unsigned count)
{
    const char *format = names_format(names, r->args[0].u);
    print_t p = {.names = names,
                 .words = words,
                 .count = count,
                 .out = runs->text,
                 .space = sizeof runs->text};
    runs->text[0] = 0;
    if (!format || !print(&p, format))
        return NULL;
    runs->record = *r;
    runs->record.kind = MODEL_LOG;
    runs->record.space = MODEL_SPACE_NONE;
    runs->record.class = MODEL_CLASS_NONE;
    runs->record.id = 0;
    runs->record.arg_count = 0;
    runs->record.args = NULL;
    runs->record.name = model_text("log");
    runs->record.text = model_text(runs->text);
    return &runs->record;
}

// Decodes the words as arguments of an RKH frame.
static const model_record_t *decode_rkh(runs_t *runs, const model_record_t *r,
                                        const uint32_t *words, unsigned count)
{
    const uint32_t te = (uint32_t)r->args[0].u >> 16, size = r->args[0].u & 0xffff;
    const bool user = te >= RUNS_TE_USER;
    if (size > 4 * count || (size + 3) / 4 != count)
        return NULL;
    for (uint32_t i = 0; i < size; i++)
        runs->bytes[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    const rkh_frame_t frame = {.group = user ? RKH_GROUP_USR : rkh_group(1, te),
                               .event = rkh_event(1, te),
                               .args = runs->bytes,
                               .args_size = size};
    rkh_args_t args;
    int rc = 1;
    runs->record = *r;
    runs->record.args = runs->args;
    runs->record.arg_count = 0;
    rkh_args_begin(&args, &rkh_weir_config, &frame);
    while (runs->record.arg_count < MODEL_ARGS_MAX) {
        rkh_arg_t *from = &runs->rkh_args[runs->record.arg_count];
        model_arg_t *to = &runs->args[runs->record.arg_count];
        if ((rc = rkh_args_next(&args, from)) != 1)
            break;
        *to = (model_arg_t){.name = model_text(from->name),
                            .type = MODEL_ARG_UINT,
                            .bits = (uint8_t)(8 * from->size),
                            .u = from->value};
        if (user && !runs->record.arg_count)
            to->name = model_text("value");
        if (from->type == RKH_I8 || from->type == RKH_I16 || from->type == RKH_I32) {
            to->type = MODEL_ARG_INT;
            to->i = (int64_t)from->value;
        } else if (from->type == RKH_OBJ || from->type == RKH_FUN) {
            to->type = MODEL_ARG_POINTER;
        } else if (from->type == RKH_STR || from->type == RKH_MEM) {
            to->type = from->type == RKH_STR ? MODEL_ARG_TEXT : MODEL_ARG_BYTES;
            to->text = (model_text_t){(const char *)from->data, from->size};
            to->bits = 0;
        }
        runs->record.arg_count++;
    }
    if (rc)
        return NULL;
    runs->record.space = user ? MODEL_SPACE_WEIR : MODEL_SPACE_RKH;
    runs->record.id = user ? RUNS_USER + te - RUNS_TE_USER : te;
    runs->record.class = (uint8_t)(user ? model_class(runs->record.id) : MODEL_CLASS_NONE);
    runs->record.category = model_text(user ? "" : rkh_group_name(rkh_group(1, te)));
    const char *name = user ? "" : rkh_event_name(rkh_group(1, te), rkh_event(1, te));
    runs->record.name = model_text(name ? name : "");
    return &runs->record;
}

// ---- runs

static void add_word(runs_hart_t *h, const model_record_t *r)
{
    if (!h->count) {
        size_t size = r->name.size < sizeof h->name ? r->name.size : sizeof h->name;
        if (size)
            memcpy(h->name, r->name.bytes, size);
        h->first_word = *r;
        h->first_word.name = (model_text_t){h->name, size};
        h->arg = r->args[0];
        h->arg.name = model_text("value");
    }
    h->words[h->count++] = (struct runs_word){r->time, r->thread, (uint32_t)r->args[0].u};
}

// Decodes a complete run; NULL if it is damaged.
static const model_record_t *decode_run(runs_t *runs, const names_t *names, const runs_hart_t *h,
                                        const model_record_t *r)
{
    uint32_t sum = (uint32_t)r->args[0].u;
    const unsigned words = h->count ? h->count - 1 : 0;
    for (unsigned i = 0; i < words; i++)
        sum += runs->words[i] = h->words[i].value;
    if (h->count && h->words[words].value != ((sum ^ sum >> 16) & 0xffff))
        return NULL;
    return r->id == WEIR_ID_LOG ? decode_log(runs, names, r, runs->words, words)
                                : decode_rkh(runs, r, runs->words, words);
}

static bool is_word(model_space_t space, uint32_t id)
{
    return space == MODEL_SPACE_WEIR && id >= WEIR_ID_DATA && id <= WEIR_ID_RECORD;
}

bool runs_in_batch(const model_batch_t *batch, uint32_t *types_seen)
{
    const batch_dictionary_t *d = batch->dictionary;
    bool found = false;
    for (; !found && *types_seen < d->type_count; ++*types_seen)
        found = is_word(d->types[*types_seen].space, d->types[*types_seen].id);
    for (uint32_t i = 0; !found && i < batch->record_count; i++)
        found = is_word(batch->records[i]->space, batch->records[i]->id);
    return found;
}

void runs_put(runs_t *runs, const names_t *names, const model_record_t *r)
{
    runs->last = r;
    if (r->hart >= RUNS_HARTS || !r->timed)
        return;
    runs_hart_t *h = &runs->harts[r->hart];
    const bool in_run = r->kind == MODEL_INSTANT && is_word(r->space, r->id) &&
                        r->arg_count == 1 && r->args[0].type == MODEL_ARG_UINT &&
                        r->args[0].u <= UINT32_MAX;
    if (in_run && r->id == WEIR_ID_DATA && h->count < RUNS_WORDS) {
        add_word(h, r);
        runs->last = NULL;
        return;
    }
    const model_record_t *decoded = in_run && r->id != WEIR_ID_DATA ? decode_run(runs, names, h, r)
                                                                    : NULL;
    if (decoded) {
        runs->last = decoded;
        h->count = 0;
    }
    runs->replaying = h->count;
    runs->hart = r->hart;
    runs->next = 0;
}

const model_record_t *runs_get(runs_t *runs)
{
    while (runs->replaying) {
        runs_hart_t *h = &runs->harts[runs->hart];
        if (runs->next < h->count) {
            const struct runs_word *word = &h->words[runs->next++];
            h->first_word.time = word->time;
            h->first_word.thread = word->thread;
            h->arg.u = word->value;
            h->first_word.args = &h->arg;
            return &h->first_word;
        }
        h->count = runs->next = 0;
        runs->replaying = runs->ending = runs->ending && ++runs->hart < RUNS_HARTS;
    }
    const model_record_t *last = runs->last;
    runs->last = NULL;
    return last;
}

void runs_end(runs_t *runs)
{
    runs->ending = runs->replaying = true;
    runs->last = NULL;
    runs->hart = runs->next = 0;
}
