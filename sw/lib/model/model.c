// SPDX-License-Identifier: Apache-2.0
// Names, accounts, time bases, settings and formats of the event model; see model.h.
#include "batch.h"
#include "model_ahead.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "txtb_names.h"
#include "weir_stream.h"
#include "wide.h"

// ---- names

const char *model_kind_name(model_kind_t kind)
{
    static const char *const names[MODEL_KINDS] = {
        "instant",   "switch",     "isr enter", "isr exit",    "counter",
        "begin",     "end",        "complete",  "async begin", "async instant",
        "async end", "flow begin", "flow step", "flow end",    "wakeup",      "log",
        "loss",      "object",     "name",      "provider",    "blob",
    };
    return (unsigned)kind < MODEL_KINDS ? names[kind] : "?";
}

const char *model_class_name(unsigned class)
{
    static const char *const names[MODEL_CLASSES] = {"USER", "COM", "SYS", "NONE"};
    return class < MODEL_CLASSES ? names[class] : "?";
}

const char *model_object_name(model_object_t kind)
{
    static const char *const names[MODEL_OBJECTS] = {
        "object",
        "process",
        "thread",
        "timer",
        "queue",
        "semaphore",
        "mutex",
        "event flags",
        "block pool",
        "byte pool",
        "media",
        "file",
        "ip",
        "packet pool",
        "tcp socket",
        "udp socket",
        "usb",
        "signal",
        "function",
        "state machine",
        "active object",
        "userspace object",
        "trace",
        "scope",
        "variable",
        "reference",
        "member",
        "label",
        "domain",
        "relation",
        "message",
    };
    return (unsigned)kind < MODEL_OBJECTS ? names[kind] : "?";
}

const char *model_less_name(model_less_t less)
{
    static const char *const names[MODEL_LESSES] = {
        "arguments", "values", "texts",           "times", "harts",
        "threads",   "ids",    "details of loss", "kinds",
        "contexts",  "tags",   "processes",       "states",
    };
    return (unsigned)less < MODEL_LESSES ? names[less] : "?";
}

const char *model_context_name(unsigned kind)
{
    static const char *const names[] = {"", "thread", "isr", "initialization"};
    return kind < sizeof names / sizeof *names ? names[kind] : "?";
}

model_text_t model_text(const char *text) { return (model_text_t){text, text ? strlen(text) : 0}; }

bool model_text_equal(model_text_t a, model_text_t b)
{
    return a.size == b.size && (!a.size || !memcmp(a.bytes, b.bytes, a.size));
}

bool model_is_pin(uint32_t id) { return id >= WEIR_ID_PIN && id <= WEIR_ID_PIN_BUS; }

const char *model_id_name(uint32_t id)
{
    static const char *const pins[WEIR_ID_PIN_BUS - WEIR_ID_PIN + 1] = {
        "pin 0",  "pin 1",  "pin 2",  "pin 3",  "pin 4",  "pin 5",   "pin 6",  "pin 7",  "pin 8",
        "pin 9",  "pin 10", "pin 11", "pin 12", "pin 13", "pin 14",  "pin 15", "pin 16", "pin 17",
        "pin 18", "pin 19", "pin 20", "pin 21", "pin 22", "pin 23",  "pin 24", "pin 25", "pin 26",
        "pin 27", "pin 28", "pin 29", "pin 30", "pin 31", "pin bus",
    };
    if (id == WEIR_ID_THREAD_NAME)
        return "THREAD_NAME";
    if (id == WEIR_ID_OBJECT_NAME)
        return "OBJECT_NAME";
    if (model_is_pin(id))
        return pins[id - WEIR_ID_PIN];
    const char *name = id > WEIR_ID_THREADX && id - WEIR_ID_THREADX < 1000
                           ? txtb_event_name(id - WEIR_ID_THREADX)
                           : NULL;
    return name ? name : "";
}

unsigned model_class(uint32_t id)
{
    if (id >= WEIR_ID_USER_FIRST && id <= WEIR_ID_USER_LAST)
        return MODEL_CLASS_USER;
    if (id >= WEIR_ID_COM_FIRST && id <= WEIR_ID_COM_LAST)
        return MODEL_CLASS_COM;
    if ((id >= WEIR_ID_SYS_FIRST && id <= WEIR_ID_SYS_LAST) || id == WEIR_ID_THREAD_SWITCH)
        return MODEL_CLASS_SYS;
    return MODEL_CLASS_NONE;
}

// ---- account

void model_drop(model_account_t *account, model_kind_t kind) { account->dropped[kind]++; }

void model_reduce(model_account_t *account, model_kind_t kind, model_less_t less)
{
    account->reduced[kind][less]++;
}

void model_account_add(model_account_t *account, const model_account_t *more)
{
    for (unsigned kind = 0; kind < MODEL_KINDS; kind++) {
        account->records[kind] += more->records[kind];
        account->dropped[kind] += more->dropped[kind];
        for (unsigned less = 0; less < MODEL_LESSES; less++)
            account->reduced[kind][less] += more->reduced[kind][less];
    }
    account->unknown += more->unknown;
    account->bytes += more->bytes;
    account->buffer_at = account->buffers ? account->buffer_at : more->buffer_at;
    account->buffers += more->buffers;
    account->damaged += more->damaged;
    account->tick_lost |= more->tick_lost;
    account->tick_taken |= more->tick_taken;
}

uint64_t model_left_out(const model_account_t *account)
{
    uint64_t sum = account->unknown + account->bytes + account->buffers;
    for (unsigned kind = 0; kind < MODEL_KINDS; kind++) {
        sum += account->dropped[kind];
        for (unsigned less = 0; less < MODEL_LESSES; less++)
            sum += account->reduced[kind][less];
    }
    return sum;
}

bool model_lossy(const model_account_t *account)
{
    return model_left_out(account) || account->damaged || account->tick_lost || account->tick_taken;
}

int model_problem(model_problem_t *problem, uint64_t offset, const char *expected,
                  const char *found, ...)
{
    va_list args;
    problem->offset = offset;
    snprintf(problem->expected, sizeof problem->expected, "%s", expected);
    va_start(args, found);
    vsnprintf(problem->found, sizeof problem->found, found, args);
    va_end(args);
    return MODEL_E_BAD;
}

// ---- time

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

model_rate_t model_rate(model_base_t from, model_base_t to)
{
    static const model_base_t nanosecond = {1, 1000000000};

    if (!from.numerator || !from.denominator)
        from = nanosecond;
    if (!to.numerator || !to.denominator)
        to = nanosecond;
    // time * (from.n * to.d) / (from.d * to.n), both factors reduced first
    uint64_t an = from.numerator, ad = from.denominator, bn = to.denominator, bd = to.numerator, d;
    d = gcd(an, ad), an /= d, ad /= d;
    d = gcd(bn, bd), bn /= d, bd /= d;
    d = gcd(an, bd), an /= d, bd /= d;
    d = gcd(bn, ad), bn /= d, ad /= d;
    wide_t up = wide_product(an, bn), down = wide_product(ad, bd);
    bool exact = true;
    for (; wide_high(up) || wide_high(down); exact = false) { // far longer or shorter ticks
        up = wide_half(up);
        down = wide_half(down);
    }
    return (model_rate_t){wide_low(up), wide_low(down) ? wide_low(down) : 1, exact};
}

uint64_t model_scale_wide(const model_rate_t *rate, uint64_t time, bool *exact)
{
    const wide_t result = wide_quotient(wide_product(time, rate->up), wide_product(1, rate->down),
                                        exact);
    *exact = *exact && rate->exact && !wide_high(result);
    return wide_high(result) ? UINT64_MAX : wide_low(result);
}

uint64_t model_rescale(uint64_t time, model_base_t from, model_base_t to, bool *exact)
{
    const model_rate_t rate = model_rate(from, to);
    return model_scale(&rate, time, exact);
}

// ---- settings

const char *model_setting(const model_options_t *options, const char *key, size_t *size)
{
    size_t length = strlen(key);

    for (const char *at = options->settings; at && *at;) {
        size_t piece = strcspn(at, ",");
        if (piece >= length && !memcmp(at, key, length) && (piece == length || at[length] == '=')) {
            *size = piece == length ? 0 : piece - length - 1;
            return at + piece - *size;
        }
        at += piece + (at[piece] == ',');
    }
    return NULL;
}

// True if a line of a format's help has this key, for reading or for writing.
static bool is_help_of(const char *line, const char *key, size_t size, const char *use)
{
    const char *found = strstr(line, use), *end = strchr(line, '\n');
    return strcspn(line, "=") == size && !strncmp(line, key, size) && found &&
           (!end || found < end);
}

const char *model_setting_unknown(const model_format_t *format, bool writing, const char *settings,
                                  size_t *size)
{
    for (const char *at = settings; at && *at;) {
        bool known = false;
        *size = strcspn(at, "=,");
        for (const char *line = format->settings; line && *line && !known;) {
            known = is_help_of(line, at, *size, writing ? " writing:" : " reading:");
            line += strcspn(line, "\n");
            line += *line == '\n';
        }
        if (!known)
            return at;
        at += strcspn(at, ",");
        at += *at == ',';
    }
    return NULL;
}

int model_setting_number(const model_options_t *options, const char *key, uint64_t *value)
{
    char digits[24], *end;
    size_t size;
    const char *text = model_setting(options, key, &size);

    if (!text)
        return 0;
    if (!size || size >= sizeof digits || *text < '0' || *text > '9')
        return MODEL_E_OPTION;
    memcpy(digits, text, size);
    digits[size] = 0;
    uint64_t number = strtoull(digits, &end, 0);
    if (*end)
        return MODEL_E_OPTION;
    *value = number;
    return 0;
}

// ---- formats

static bool listed(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; *at;) {
        size_t piece = strcspn(at, ",");
        if (piece == length && !strncmp(at, word, piece))
            return true;
        at += piece + (at[piece] == ',');
    }
    return false;
}

const model_format_t *model_format_named(const char *name)
{
    for (const model_format_t *const *f = model_formats; *f; f++)
        if (!strcmp((*f)->name, name))
            return *f;
    return NULL;
}

const model_format_t *model_format_of_path(const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    for (const model_format_t *const *f = model_formats; dot && *f; f++)
        if (listed((*f)->endings, dot + 1))
            return *f;
    return NULL;
}

const model_format_t *model_format_guess(const uint8_t *bytes, size_t size)
{
    const model_format_t *best = NULL;
    int sure = 0;
    for (const model_format_t *const *f = model_formats; *f; f++) {
        int guess = (*f)->guess && (*f)->open ? (*f)->guess(bytes, size) : 0;
        if (guess > sure) {
            sure = guess;
            best = *f;
        }
    }
    return best;
}

struct model_reading {
    batch_dictionary_t dictionary;
    model_batch_t own;    // filled by the caller's thread
    model_batch_t *batch; // that was read last
    batch_space_t space;
    uint32_t row; // model_next: of the batch
    bool opened;  // the batch has rows from open
    int result;   // of the last read, if it had rows: to report behind them
    model_ahead_t *ahead;
};

int model_open(model_source_t *source)
{
    struct model_reading *r = source->reading = calloc(1, sizeof *r);
    source->memory = calloc(1, source->format->source_size(&source->options));
    if (!r || !source->memory || batch_dictionary_init(&r->dictionary) ||
        batch_init(&r->own, &r->dictionary))
        return MODEL_E_ROOM;
    source->batch = r->batch = &r->own;
    r->result = 1;
    const int rc = source->format->open(source);
    r->opened = r->own.count;
    return rc;
}

void model_close(model_source_t *source)
{
    if (source->reading) {
        model_ahead_end(source->reading->ahead);
        batch_free(&source->reading->own);
        batch_dictionary_free(&source->reading->dictionary);
    }
    free(source->reading);
    free(source->memory);
    source->reading = NULL;
    source->memory = NULL;
    source->batch = NULL;
}

// Fills a batch record by record.
static int read_records(model_source_t *source, model_batch_t *batch)
{
    const model_record_t *record;
    int rc = 1;
    while (batch->count < BATCH_ROWS && (rc = source->format->next(source, &record)) == 1)
        if (batch_put(batch, record))
            return MODEL_E_ROOM;
    return rc;
}

// Reads the next rows, which may be none.
static int read_batch(model_source_t *source)
{
    struct model_reading *r = source->reading;
    model_fill_t *fill = source->format->read ? source->format->read : read_records;

    if (source->ahead && !r->ahead)
        r->ahead = model_ahead_begin(source, fill, &r->dictionary);
    if (r->ahead)
        return model_ahead_read(r->ahead, source, &r->batch);
    source->ahead = false; // without a thread, then
    batch_clear(&r->own);
    const int rc = fill(source, &r->own);
    batch_count(&r->own, 0, r->own.count, source->account.records);
    return rc;
}

int model_read(model_source_t *source, const model_batch_t **batch)
{
    struct model_reading *r = source->reading;

    if (r->opened) {
        batch_count(&r->own, 0, r->own.count, source->account.records);
    } else {
        int rc = r->result; // reported behind the rows of the last batch
        r->result = 1;
        if (rc == 1) {
            rc = read_batch(source);
            if (r->batch->count)
                r->result = rc;
        } else {
            batch_clear(r->batch);
        }
        if (!r->batch->count)
            return rc;
    }
    *batch = r->batch;
    r->opened = false;
    r->row = r->batch->count;
    return 1;
}

int model_next(model_source_t *source, const model_record_t **record)
{
    struct model_reading *r = source->reading;
    const model_batch_t *batch;
    int rc;

    if (!source->format->read && !source->ahead && r->row >= r->batch->count) {
        rc = source->format->next(source, record);
        if (rc == 1)
            source->account.records[(*record)->kind]++;
        return rc;
    }
    while (r->row >= r->batch->count || r->opened) {
        rc = model_read(source, &batch);
        if (rc != 1)
            return rc;
        r->row = 0;
    }
    *record = batch_get(r->batch, r->row++, &r->space);
    return 1;
}

void model_again(model_source_t *source) { source->reading->row = 0; }

int model_begin(model_sink_t *sink)
{
    const bool known = sink->base.numerator && sink->base.denominator;
    sink->account.tick_lost = known && sink->format->flags & MODEL_TICKLESS;
    sink->account.tick_taken = !known && sink->format->flags & MODEL_TICKS;
    return sink->format->begin(sink);
}

// A record for a sink that takes only arguments of simple types.
static int write_simple(model_sink_t *sink, const model_record_t *record)
{
    enum { TEXT = 512 };
    model_record_t simple = *record;
    model_arg_t args[MODEL_ARGS_MAX];
    char text[MODEL_ARGS_MAX][TEXT];
    bool whole, all = true;
    for (unsigned i = 0; i < record->arg_count; i++) {
        args[i] = *model_arg_simple(&record->args[i], &args[i], text[i], TEXT, &whole);
        all = all && whole;
    }
    if (!all)
        model_reduce(&sink->account, record->kind, MODEL_LESS_VALUE);
    simple.args = args;
    return sink->format->record(sink, &simple);
}

int model_write(model_sink_t *sink, const model_record_t *record)
{
    const unsigned flags = sink->format->flags;
    const uint64_t *less = &sink->account.reduced[MODEL_LOSS][MODEL_LESS_LOSS], less_before = *less;
    bool simple = true;

    sink->account.records[record->kind]++;
    if (record->kind == MODEL_SWITCH && !record->thread.known) { // no format can express it
        model_drop(&sink->account, record->kind);
        return 0;
    }
    if (record->tag && !(flags & MODEL_TAGS))
        model_reduce(&sink->account, record->kind, MODEL_LESS_TAG);
    if ((record->scope && !(flags & MODEL_SCOPES)) ||
        ((record->context.has_priority || record->context.word ||
          record->context.kind > MODEL_CONTEXT_THREAD) &&
         !(flags & MODEL_CONTEXTS)))
        model_reduce(&sink->account, record->kind, MODEL_LESS_CONTEXT);
    for (unsigned i = 0; i < record->arg_count && simple; i++)
        simple = flags & MODEL_VALUES || model_arg_is_simple(&record->args[i]);
    const int rc = simple ? sink->format->record(sink, record) : write_simple(sink, record);
    // the stream was cut: its begin, its end, or a part of its count is only a bound
    if (record->kind == MODEL_LOSS && *less == less_before &&
        (record->loss.more || record->loss.first_unknown || record->loss.last_unknown))
        model_reduce(&sink->account, record->kind, MODEL_LESS_LOSS);
    return rc;
}

int model_write_rows(model_sink_t *sink, const model_batch_t *batch)
{
    batch_space_t space;
    for (uint32_t row = 0; row < batch->count; row++) {
        const int count = sink->format->rows ? sink->format->rows(sink, batch, row) : 0;
        if (count < 0)
            return count;
        batch_count(batch, row, row + (uint32_t)count, sink->account.records);
        row += (uint32_t)count;
        if (row == batch->count)
            break;
        const int rc = model_write(sink, batch_get(batch, row, &space));
        if (rc)
            return rc;
    }
    return 0;
}

int model_flush(model_sink_t *sink) { return sink->format->flush ? sink->format->flush(sink) : 0; }

int model_end(model_sink_t *sink) { return sink->format->end(sink); }
