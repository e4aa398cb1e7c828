// SPDX-License-Identifier: Apache-2.0
// libweir: opens traces and reads events, see weir/trace.h.
#include "trace_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEXT(number) #number
#define VERSION(major, minor) TEXT(major) "." TEXT(minor)

// The formats that can be read.
extern const model_format_t model_flux, model_fxt, model_txtb, model_rkh;
const model_format_t *const model_formats[] = {&model_flux, &model_fxt, &model_txtb, &model_rkh,
                                               NULL};

// The kinds of the interface are those of the model up to the first description.
_Static_assert((int)WEIR_TRACE_LOSS == (int)MODEL_LOSS &&
                   (int)WEIR_TRACE_OBJECT == (int)MODEL_OBJECT &&
                   (int)WEIR_TRACE_NAME == (int)MODEL_NAME &&
                   (int)WEIR_TRACE_NO_HART == (int)MODEL_NO_HART,
               "kinds");

const char *weir_trace_version(void)
{
    return VERSION(WEIR_TRACE_VERSION_MAJOR, WEIR_TRACE_VERSION_MINOR);
}

const char *weir_trace_error_text(int error)
{
    static const char *const texts[] = {
        "no error",
        "the input breaks the rules of its format",
        "the input cannot be read",
        "an argument or option is wrong",
        "no memory",
        "the format of the input is unknown",
        "a dictionary cannot be read",
    };
    return error <= 0 && error > -(int)(sizeof texts / sizeof *texts) ? texts[-error]
                                                                      : "unknown error";
}

const char *weir_trace_kind_name(weir_trace_kind_t kind)
{
    return (unsigned)kind < MODEL_KINDS ? model_kind_name((model_kind_t)kind) : "unknown";
}

int trace_fail(weir_trace_t *trace, int error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(trace->error, sizeof trace->error, format, args);
    va_end(args);
    return error;
}

const char *weir_trace_error(const weir_trace_t *trace)
{
    return trace ? trace->error : weir_trace_error_text(WEIR_TRACE_E_MEMORY);
}

static const char *name_of(const weir_trace_t *trace)
{
    return trace->path ? trace->path : "input";
}

// strerror is not for threads, and strerror_r differs between C libraries.
static const char *errno_text(int error, char text[64])
{
    snprintf(text, 64, "error %d", error);
    locale_t none = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (none != (locale_t)0) {
        snprintf(text, 64, "%s", strerror_l(error, none));
        freelocale(none);
    }
    return text;
}

static int fail_model(weir_trace_t *trace, int rc)
{
    const model_problem_t *p = &trace->source.problem;
    char text[64];
    switch (rc) {
    case MODEL_E_BAD:
        return trace_fail(trace, WEIR_TRACE_E_BAD, "%s: offset %" PRIu64 ": expected %s, found %s",
                          name_of(trace), p->offset, p->expected, p->found);
    case MODEL_E_READ:
        return trace_fail(trace, WEIR_TRACE_E_READ, "%s: cannot read: %s", name_of(trace),
                          errno_text(trace->saved_errno, text));
    case MODEL_E_OPTION:
        return trace_fail(trace, WEIR_TRACE_E_ARGUMENT, "wrong setting %s; write %s", p->found,
                          p->expected);
    default: return trace_fail(trace, WEIR_TRACE_E_MEMORY, "%s: no memory", name_of(trace));
    }
}

// ---- input

static int64_t read_input(void *context, void *bytes, size_t size, uint64_t offset)
{
    weir_trace_t *t = context;
    if (t->bytes) {
        const uint64_t left = offset < t->size ? t->size - offset : 0;
        const size_t take = size < left ? size : (size_t)left;
        memcpy(bytes, t->bytes + (left ? offset : 0), take);
        return (int64_t)take;
    }
    int64_t got;
    if (t->file >= 0) {
        do
            got = pread(t->file, bytes, size, (off_t)offset);
        while (got < 0 && errno == EINTR);
        t->saved_errno = errno;
    } else {
        got = t->read(t->context, bytes, size, offset);
        t->saved_errno = EIO;
    }
    return got < 0 || (uint64_t)got > size ? MODEL_E_READ : got;
}

static int start(weir_trace_t *t)
{
    model_close(&t->source);
    t->source.account = (model_account_t){0};
    t->source.position = 0;
    t->source.title = (model_text_t){NULL, 0};
    t->source.base = (model_base_t){0, 0};
    t->lost = t->uncounted = t->damage = 0;
    t->by_records = t->ending = t->ended = false;
    t->types_seen = 0;
    t->pending = 0;
    t->name_next = 0;
    t->batch = NULL;
    t->event = NULL;
    naming_again(&t->naming);
    const int rc = model_open(&t->source);
    t->opened = rc == 0;
    return rc ? fail_model(t, rc) : 0;
}

// "10ns", "ns10", "us": a power of ten of seconds.
static bool unit(const char *text, model_base_t *base)
{
    static const struct {
        char name[3];
        int exponent;
    } units[] = {{"s", 0}, {"ms", -3}, {"us", -6}, {"ns", -9}, {"ps", -12}, {"fs", -15}};
    const size_t digits = strspn(text, "10"), letters = strspn(text + digits, "munpfs"),
                 behind = strspn(text + digits + letters, "10");
    const char *number = digits ? text : text + letters;
    const size_t size = digits ? digits : behind;
    if ((digits && behind) || text[digits + letters + behind] || size > 3 ||
        (size && strncmp(number, "100", size)))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strlen(units[i].name) != letters || memcmp(units[i].name, text + digits, letters))
            continue;
        int exponent = units[i].exponent + (size ? (int)size - 1 : 0);
        *base = (model_base_t){1, 1};
        for (; exponent < 0; exponent++)
            base->denominator *= 10;
        for (; exponent > 0; exponent--)
            base->numerator *= 10;
        return true;
    }
    return false;
}

static int load_names(weir_trace_t *t, const char *path)
{
    model_problem_t problem;
    char text[64];
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    int rc = file < 0 ? MODEL_E_READ : names_read(&t->names, file, &problem);
    const int error = errno;
    if (file >= 0)
        close(file);
    if (rc == MODEL_E_BAD)
        return trace_fail(t, WEIR_TRACE_E_NAMES, "%s: offset %" PRIu64 ": expected %s, found %s",
                          path, problem.offset, problem.expected, problem.found);
    return rc ? trace_fail(t, WEIR_TRACE_E_NAMES, "%s: cannot read: %s", path,
                           errno_text(error, text))
              : 0;
}

static int begin(weir_trace_t *t, const weir_trace_options_t *o)
{
    static const weir_trace_options_t none;
    model_options_t options = {0};
    uint8_t head[MODEL_GUESS_SIZE];
    size_t have = 0, size;
    int64_t got = 1;

    o = o ? o : &none;
    options.raw = o->raw;
    if (o->unit && !unit(o->unit, &options.base))
        return trace_fail(t, WEIR_TRACE_E_ARGUMENT,
                          "%s is no unit: only 1, 10 or 100 of s, ms, us, ns, ps, fs or as",
                          o->unit);
    if (o->settings && !(t->settings = strdup(o->settings)))
        return trace_fail(t, WEIR_TRACE_E_MEMORY, "no memory");
    options.settings = t->settings;
    for (size_t i = 0; i < o->names_count; i++) {
        const int rc = load_names(t, o->names[i]);
        if (rc)
            return rc;
    }
    while (have < sizeof head && (got = read_input(t, head + have, sizeof head - have, have)) > 0)
        have += (size_t)got;
    if (got < 0)
        return fail_model(t, MODEL_E_READ);
    const model_format_t *format = o->format ? model_format_named(o->format)
                                   : o->raw  ? &model_flux
                                             : model_format_guess(head, have);
    if (!format && o->format)
        return trace_fail(t, WEIR_TRACE_E_ARGUMENT, "%s is not a format to read", o->format);
    if (!format)
        return trace_fail(t, WEIR_TRACE_E_FORMAT, "%s: offset 0: expected %s", name_of(t),
                          have ? "the start of a known format, found other bytes"
                               : "a trace, found no byte: it is empty");
    const char *unknown = model_setting_unknown(format, false, options.settings, &size);
    if (unknown)
        return trace_fail(t, WEIR_TRACE_E_ARGUMENT, "%s has no setting %.*s", format->name,
                          (int)size, unknown);
    t->source = (model_source_t){
        .format = format, .options = options, .input = {read_input, t, t->size}};
    return start(t);
}

static weir_trace_t *new_trace(weir_trace_t **trace)
{
    weir_trace_t *t = *trace = calloc(1, sizeof *t);
    if (t)
        t->file = -1;
    return t;
}

int weir_trace_open_file(weir_trace_t **trace, const char *path,
                         const weir_trace_options_t *options)
{
    struct stat about;
    char text[64];
    weir_trace_t *t = new_trace(trace);
    if (!t)
        return WEIR_TRACE_E_MEMORY;
    if (!path)
        return trace_fail(t, WEIR_TRACE_E_ARGUMENT, "no path");
    if (!(t->path = strdup(path)))
        return trace_fail(t, WEIR_TRACE_E_MEMORY, "no memory");
    t->file = open(path, O_RDONLY | O_CLOEXEC);
    if (t->file < 0 || fstat(t->file, &about))
        return trace_fail(t, WEIR_TRACE_E_READ, "%s: cannot open: %s", path,
                          errno_text(errno, text));
    if (!S_ISREG(about.st_mode) && !S_ISBLK(about.st_mode))
        return trace_fail(t, WEIR_TRACE_E_READ, "%s: cannot read: not a file", path);
    t->size = (uint64_t)about.st_size;
    return begin(t, options);
}

int weir_trace_open_memory(weir_trace_t **trace, const void *bytes, size_t size,
                           const weir_trace_options_t *options)
{
    weir_trace_t *t = new_trace(trace);
    if (!t)
        return WEIR_TRACE_E_MEMORY;
    if (!bytes)
        return trace_fail(t, WEIR_TRACE_E_ARGUMENT, "no bytes");
    t->bytes = bytes;
    t->size = size;
    return begin(t, options);
}

int weir_trace_open_input(weir_trace_t **trace, weir_trace_read_t *read, void *context,
                          uint64_t size, const weir_trace_options_t *options)
{
    weir_trace_t *t = new_trace(trace);
    if (!t)
        return WEIR_TRACE_E_MEMORY;
    if (!read)
        return trace_fail(t, WEIR_TRACE_E_ARGUMENT, "no function to read");
    t->read = read;
    t->context = context;
    t->size = size;
    return begin(t, options);
}

void weir_trace_close(weir_trace_t *t)
{
    if (!t)
        return;
    model_close(&t->source);
    batch_free(&t->rows);
    batch_dictionary_free(&t->dictionary);
    naming_free(&t->naming);
    names_free(&t->names);
    for (size_t i = 0; i < t->thread_count; i++)
        free(t->threads[i].name);
    free(t->threads);
    free(t->texts);
    free(t->argument);
    free(t->settings);
    free(t->path);
    if (t->file >= 0)
        close(t->file);
    free(t);
}

int weir_trace_rewind(weir_trace_t *t)
{
    if (!t->source.format)
        return trace_fail(t, WEIR_TRACE_E_ARGUMENT, "the trace is not open");
    return start(t);
}

// ---- the trace as a whole

const char *weir_trace_format(const weir_trace_t *t)
{
    return t->source.format ? t->source.format->name : "";
}

void weir_trace_tick(const weir_trace_t *t, uint64_t *numerator, uint64_t *denominator)
{
    *numerator = t->source.base.numerator;
    *denominator = t->source.base.denominator;
}

uint64_t weir_trace_lost(const weir_trace_t *t, uint64_t *uncounted)
{
    if (uncounted)
        *uncounted = t->uncounted;
    return t->lost;
}

uint64_t weir_trace_left_out(const weir_trace_t *t) { return model_left_out(&t->source.account); }

uint64_t weir_trace_damage(const weir_trace_t *t, uint64_t *first)
{
    if (first && t->damage)
        *first = t->damaged_at;
    return t->damage;
}

// ---- names of threads

static size_t thread_at(const weir_trace_t *t, uint64_t process, uint64_t number, bool *found)
{
    size_t low = 0, high = t->thread_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        const trace_thread_t *one = &t->threads[middle];
        if (one->process < process || (one->process == process && one->number < number))
            low = middle + 1;
        else
            high = middle;
    }
    *found = low < t->thread_count && t->threads[low].process == process &&
             t->threads[low].number == number;
    return low;
}

const char *weir_trace_thread_name(const weir_trace_t *t, uint64_t process, uint64_t thread)
{
    bool found;
    const size_t at = thread_at(t, process, thread, &found);
    return found ? t->threads[at].name : "";
}

// Without memory a name is missing.
static void name_thread(weir_trace_t *t, uint64_t process, uint64_t number, model_text_t text)
{
    bool found;
    const size_t at = thread_at(t, process, number, &found);
    if (found && strlen(t->threads[at].name) == text.size &&
        !memcmp(t->threads[at].name, text.bytes, text.size))
        return;
    char *name = strndup(text.size ? text.bytes : "", text.size);
    if (!name)
        return;
    if (found) {
        free(t->threads[at].name);
        t->threads[at].name = name;
        return;
    }
    if (t->thread_count == t->thread_capacity) {
        const size_t capacity = t->thread_capacity ? 2 * t->thread_capacity : 16;
        trace_thread_t *threads = realloc(t->threads, capacity * sizeof *threads);
        if (!threads) {
            free(name);
            return;
        }
        t->threads = threads;
        t->thread_capacity = capacity;
    }
    memmove(&t->threads[at + 1], &t->threads[at], (t->thread_count - at) * sizeof *t->threads);
    t->threads[at] = (trace_thread_t){process, number, name};
    t->thread_count++;
}

static void learn_record(weir_trace_t *t, const model_record_t *r)
{
    if (r->kind == MODEL_OBJECT && r->object.kind == MODEL_OBJECT_THREAD)
        name_thread(t, r->object.process, r->object.number, r->name);
    if (r->kind != MODEL_LOSS)
        return;
    t->uncounted += !r->loss.counted;
    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        t->lost += r->loss.counted ? r->loss.count[class] : 0;
}

void trace_learn(weir_trace_t *t, const model_batch_t *b)
{
    for (uint32_t i = 0; i < b->record_count; i++)
        learn_record(t, b->records[i]);
}

// ---- rows

static int no_memory(weir_trace_t *t)
{
    return trace_fail(t, WEIR_TRACE_E_MEMORY, "%s: no memory", name_of(t));
}

// The next record, with names: 1, 0 at the end, or WEIR_TRACE_E_...
static int next_record(weir_trace_t *t, const model_record_t **record)
{
    const names_t *names = names_any(&t->names) ? &t->names : NULL;
    while (t->name_next < t->names.count) {
        const names_entry_t *entry = &t->names.entries[t->name_next++];
        if (entry->kind == NAMES_THREAD) // at its first switch
            continue;
        t->record = names_record(entry);
        *record = &t->record;
        return 1;
    }
    while (!(*record = naming_get(&t->naming, names))) {
        const model_record_t *read;
        if (t->ending)
            return 0;
        const int rc = model_next(&t->source, &read);
        if (rc < 0)
            return fail_model(t, rc);
        t->ending = !rc;
        if (rc)
            naming_put(&t->naming, names, read);
        else
            naming_end(&t->naming);
    }
    return 1;
}

static int read_rows(weir_trace_t *t, const model_batch_t **batch)
{
    const model_record_t *record;
    int rc;

    if (t->pending) {
        rc = t->pending;
        t->pending = 0;
        return rc;
    }
    if (!t->opened || t->ended)
        return 0;
    if (!t->by_records && !(t->by_records = names_any(&t->names))) {
        rc = model_read(&t->source, batch);
        if (rc != 1) {
            t->ended = rc != MODEL_E_BAD;
            return rc < 0 ? fail_model(t, rc) : 0;
        }
        if (!runs_in_batch(*batch, &t->types_seen))
            return 1;
        model_again(&t->source);
        t->by_records = true;
        // numbers of earlier rows stay what they are
        batch_free(&t->rows);
        batch_dictionary_free(&t->dictionary);
        if (batch_dictionary_init(&t->dictionary) ||
            batch_dictionary_copy(&t->dictionary, (*batch)->dictionary) ||
            batch_init(&t->rows, &t->dictionary))
            return no_memory(t);
    }
    if (!t->rows.room &&
        (batch_dictionary_init(&t->dictionary) || batch_init(&t->rows, &t->dictionary)))
        return no_memory(t);
    *batch = &t->rows;
    batch_clear(&t->rows);
    rc = 1;
    while (t->rows.count < BATCH_ROWS && (rc = next_record(t, &record)) == 1)
        if (batch_put(&t->rows, record))
            return no_memory(t);
    t->ended = rc != 1 && rc != WEIR_TRACE_E_BAD;
    if (!t->rows.count)
        return rc;
    t->pending = rc < 0 ? rc : 0; // behind the rows before it
    return 1;
}

// The interface has no blobs.
static void count_left_out(weir_trace_t *t, const model_batch_t *b)
{
    for (uint32_t i = 0; i < b->record_count; i++)
        if (b->records[i]->kind == MODEL_BLOB)
            model_drop(&t->source.account, b->records[i]->kind);
}

int trace_rows(weir_trace_t *t, const model_batch_t **batch)
{
    const int rc = read_rows(t, batch);
    if (rc == 1)
        count_left_out(t, *batch);
    if (rc == WEIR_TRACE_E_BAD && !t->damage++)
        t->damaged_at = t->source.problem.offset;
    return rc;
}

int weir_trace_thread(const weir_trace_t *t, size_t index, uint64_t *process, uint64_t *thread,
                      const char **name)
{
    if (index >= t->thread_count)
        return 0;
    *process = t->threads[index].process;
    *thread = t->threads[index].number;
    *name = t->threads[index].name;
    return 1;
}

int weir_trace_read_all(weir_trace_t *t)
{
    const model_batch_t *b;
    int rc;
    for (; t->batch && t->row < t->batch->count; t->row++)
        if (t->batch->form[t->row] == ROW_RECORD)
            learn_record(t, t->batch->records[t->batch->value[t->row]]);
    t->batch = NULL;
    t->event = NULL;
    while ((rc = trace_rows(t, &b)) == 1 || rc == WEIR_TRACE_E_BAD)
        if (rc == 1)
            trace_learn(t, b);
    return rc;
}

weir_trace_t *trace_beside(const weir_trace_t *t)
{
    weir_trace_t *beside = calloc(1, sizeof *beside);
    if (!beside)
        return NULL;
    *beside = (weir_trace_t){.file = t->file,
                             .bytes = t->bytes,
                             .read = t->read,
                             .context = t->context,
                             .size = t->size,
                             .names = t->names,
                             .source = {.format = t->source.format,
                                        .options = t->source.options,
                                        .input = {read_input, beside, t->size}}};
    start(beside);
    return beside;
}

void trace_beside_close(weir_trace_t *beside)
{
    if (!beside)
        return;
    beside->file = -1; // the others are the trace's
    beside->names = (names_t){0};
    weir_trace_close(beside);
}

// ---- events

// Copies a text behind the others of this event. Offsets, since the memory moves.
static size_t keep(weir_trace_t *t, size_t *used, model_text_t text)
{
    const size_t at = *used;
    if (t->texts_size < at + text.size + 1) {
        const size_t size = 2 * (at + text.size) + 256;
        char *texts = realloc(t->texts, size);
        if (!texts)
            return SIZE_MAX;
        t->texts = texts;
        t->texts_size = size;
    }
    if (text.size)
        memcpy(t->texts + at, text.bytes, text.size);
    t->texts[at + text.size] = 0;
    *used = at + text.size + 1;
    return at;
}

int weir_trace_next(weir_trace_t *t, weir_trace_event_t *e)
{
    const model_record_t *r;
    for (;;) {
        while (!t->batch || t->row == t->batch->count) {
            t->row = 0;
            const int rc = trace_rows(t, &t->batch);
            if (rc != 1) {
                t->batch = NULL;
                t->event = NULL;
                return rc;
            }
        }
        r = batch_get(t->batch, t->row++, &t->space);
        if (r->kind <= MODEL_NAME)
            break;
    }
    t->event = r;
    learn_record(t, r);
    size_t used = 0;
    const size_t category = keep(t, &used, r->category), name = keep(t, &used, r->name),
                 text = keep(t, &used, r->text);
    if (category == SIZE_MAX || name == SIZE_MAX || text == SIZE_MAX)
        return no_memory(t);
    *e = (weir_trace_event_t){
        .kind = (weir_trace_kind_t)r->kind,
        .timed = r->timed,
        .has_id = r->space == MODEL_SPACE_WEIR,
        .hart = r->hart,
        .id = r->id,
        .time = r->time,
        .until = r->until,
        .thread = r->thread.number,
        .process = r->thread.process,
        .thread_known = r->thread.known,
        .correlation = r->correlation,
        .category = t->texts + category,
        .name = t->texts + name,
        .text = t->texts + text,
        .arguments = r->arg_count,
    };
    if (r->kind == MODEL_SWITCH) {
        e->outgoing = r->change.outgoing.number;
        e->outgoing_known = r->change.outgoing.known;
    } else if (r->kind == MODEL_LOSS) {
        e->counted = r->loss.counted;
        e->until = r->loss.last;
        for (unsigned class = 0; class < MODEL_CLASSES; class ++)
            e->lost += r->loss.count[class];
    } else if (r->kind == MODEL_OBJECT) {
        e->thread = r->object.number;
        e->process = r->object.process;
        e->thread_known = r->object.kind == MODEL_OBJECT_THREAD;
    } else if (r->kind == MODEL_NAME) {
        e->has_value = r->value_named;
        e->value = r->value;
    } else if (r->arg_count == 1 && r->args[0].type == MODEL_ARG_UINT) {
        e->has_value = true;
        e->value = r->args[0].u;
    }
    return 1;
}

int weir_trace_argument(weir_trace_t *t, uint32_t index, const char **name, const char **value)
{
    enum { VALUE = 4096 };
    if (!t->event || index >= t->event->arg_count)
        return trace_fail(t, WEIR_TRACE_E_ARGUMENT, "the event has no argument %" PRIu32, index);
    const model_arg_t *arg = &t->event->args[index];
    const size_t size = arg->name.size + 1;
    char *texts = realloc(t->argument, size + VALUE);
    bool whole;
    if (!texts)
        return no_memory(t);
    t->argument = texts;
    if (arg->name.size)
        memcpy(texts, arg->name.bytes, arg->name.size);
    texts[arg->name.size] = 0;
    texts[size + model_arg_text(arg, texts + size, VALUE - 1, &whole)] = 0;
    *name = texts;
    *value = texts + size;
    return 0;
}
