// SPDX-License-Identifier: Apache-2.0
// Traces of any format as one stream of records, see traces.h.
#include "traces.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "analysis.h"
#include "format_choice.h"
#include "progress.h"
#include "record_text.h"
#include "text.h"
#include "weir_stream.h"
#include "wide.h"

enum { MAP_ENTRIES = 1 << 13 };

// ---- opening

static void report_problem(trace_in_t *in)
{
    const model_problem_t *p = &in->source.problem;
    in->problems++;
    if (in->reported || in->problems > TRACES_PROBLEMS || in->problems <= in->printed)
        return;
    in->printed = in->problems;
    progress_end();
    message("%s: offset %" PRIu64 ": expected %s, found %s", in->bytes.name, p->offset, p->expected,
            p->found);
}

static int start(trace_in_t *in)
{
    model_close(&in->source);
    in->source.account = (model_account_t){0};
    in->source.position = 0;
    in->source.title = (model_text_t){NULL, 0};
    in->source.base = (model_base_t){0, 0};
    in->time = 0;
    in->bytes.prefix.keeps = !in->bytes.seekable;
    int rc = model_open(&in->source);
    in->bytes.prefix.keeps = false;
    in->ended = rc != 0;
    switch (rc) {
    case 0: return EXIT_GOOD;
    case MODEL_E_READ: return report_errno(in->bytes.name, "cannot read");
    case MODEL_E_OPTION: return usage_setting(&in->source.problem);
    case MODEL_E_ROOM: errno = ENOMEM; return report_errno(in->bytes.name, "cannot read");
    default:
        in->unreadable = true;
        report_problem(in);
        return EXIT_BAD_INPUT;
    }
}

// What a file is that no format reads, by its first bytes, or NULL.
static const char *known_other(const uint8_t *head, size_t size)
{
#define OWN ", which weir writes and does not read"
    static const struct {
        const char *is, *bytes;
        size_t size;
    } others[] = {
        {"VCD" OWN, "$comment", 8},
        {"VCD" OWN, "$date", 5},
        {"VCD" OWN, "$timescale", 10},
        {"VCD" OWN, "$version", 8},
        {"FST" OWN, "\0\0\0\0\0\0\0\1\x49", 9},
        {"CSV" OWN, "kind,time,", 10},
        {"JSON" OWN, "{\"displayTimeUnit", 17},
        {"JSON" OWN, "{\"traceEvents", 13},
        {"Arrow" OWN, "ARROW1", 6},
        {"CTF" OWN, "\xc1\x1f\xfc\xc1", 4},
        {"CTF" OWN, "/* CTF", 6},
        {"gzip: unpack it first", "\x1f\x8b\x08", 3},
        {"zstd: unpack it first", "\x28\xb5\x2f\xfd", 4},
        {"xz: unpack it first",
         "\xfd"
         "7zXZ",
         5},
        {"zip: unpack it first", "PK\3\4", 4},
        {"an ELF file, which has names for a trace: give it to --names",
         "\x7f"
         "ELF",
         4},
    };
#undef OWN
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (size >= others[i].size && !memcmp(head, others[i].bytes, others[i].size))
            return others[i].is;
    return NULL;
}

void report_unknown(const char *name, const uint8_t *head, size_t size)
{
    enum { SHORTEST_FILE = 16 }; // bytes; no format has a shorter one
    const char *expected = "offset 0: expected the start of a known format, found";
    const char *is = known_other(head, size);
    char names[FORMAT_NAMES];
    if (!size)
        message("%s: offset 0: expected a trace, found no byte: it is empty", name);
    else if (is)
        message("%s: this is %s", name, is);
    else if (size < SHORTEST_FILE)
        message("%s: %s the end after %zu byte%s", name, expected, size, size == 1 ? "" : "s");
    else
        message("%s: %s other bytes. A dump of the FIFO or the ring needs --raw --unit 10ns; else "
                "name the format with --from: %s",
                name, expected, format_names(names, false));
}

static const model_format_t *format_of(const trace_in_t *in, const traces_options_t *options)
{
    const model_format_t *format;
    if (options->format) {
        format = model_format_named(options->format);
        if (!format || !format->open)
            usage_format("--from", options->format, false);
        return format && format->open ? format : NULL;
    }
    format = options->model.raw ? model_format_named("flux")
                                : model_format_guess(in->bytes.head, in->bytes.head_size);
    if (!format)
        report_unknown(in->bytes.name, in->bytes.head, in->bytes.head_size);
    return format;
}

// Whether a tick of a is shorter.
static bool finer(model_base_t a, model_base_t b)
{
    return wide_less(wide_product(a.numerator, b.denominator),
                     wide_product(b.numerator, a.denominator));
}

void report_unused(const char *name, const model_source_t *source, const uint8_t *head, size_t size)
{
    const model_base_t unit = source->options.base, base = source->base;
    if (source->options.raw && !source->options.strict &&
        model_format_guess(head, size) == source->format &&
        source->format->guess(head, size) == MODEL_GUESS_SURE)
        message("%s: it has a head: leave out --raw", name);
    if (unit.denominator && base.denominator && (finer(unit, base) || finer(base, unit)))
        message("%s: it states another unit: --unit is not used", name);
}

static int open_one(trace_in_t *in, const char *path, const traces_options_t *options)
{
    int rc = input_open(&in->bytes, path);
    if (rc)
        return rc;
    const model_format_t *format = format_of(in, options);
    if (!format)
        rc = options->format ? EXIT_ERROR : EXIT_BAD_INPUT;
    if (!rc && (options->rewind || format->flags & MODEL_SEEKS))
        rc = input_make_seekable(&in->bytes);
    if (!rc) {
        in->source = (model_source_t){
            .format = format,
            .options = options->model,
            .input = {input_read, &in->bytes, in->bytes.size},
            .ahead = !options->alone && input_reads_ahead(&in->bytes),
        };
        rc = start(in);
        if (rc)
            model_close(&in->source);
        else
            report_unused(in->bytes.name, &in->source, in->bytes.head, in->bytes.head_size);
    }
    if (rc)
        input_close(&in->bytes);
    return rc;
}

static void close_one(trace_in_t *in)
{
    model_close(&in->source); // ends the thread that reads ahead
    input_close(&in->bytes);
    free(in->threads);
}

int traces_open(traces_t *t, char *const *paths, unsigned count, const traces_options_t *options)
{
    *t = (traces_t){.options = *options,
                    .inputs = xcalloc(count, sizeof *t->inputs),
                    .naming = {.apart = options->apart}};
    for (unsigned i = 0; i < count; i++) {
        int rc = open_one(&t->inputs[i], paths[i], options);
        if (rc) {
            traces_close(t);
            return rc;
        }
        t->count++;
        model_base_t base = t->inputs[i].source.base;
        if (base.denominator && (!t->base.denominator || finer(base, t->base)))
            t->base = base;
        if (count > 1)
            t->inputs[i].threads = xcalloc(2 * MAP_ENTRIES, sizeof(uint64_t));
    }
    bool known = false; // a setting may belong to any of the inputs
    for (unsigned i = 0; i < count; i++) {
        size_t size;
        known |= !model_setting_unknown(t->inputs[i].source.format, false, options->model.settings,
                                        &size);
    }
    if (!known && !settings_known(t->inputs[0].source.format, false, options->model.settings)) {
        traces_close(t);
        return EXIT_ERROR;
    }
    t->title = t->inputs[0].source.title;
    if (count > 1)
        t->taken = xcalloc(2 * MAP_ENTRIES, sizeof(uint64_t));
    return EXIT_GOOD;
}

void traces_close(traces_t *t)
{
    for (unsigned i = 0; i < t->count; i++)
        close_one(&t->inputs[i]);
    order_free(t->order);
    batch_free(&t->rows);
    batch_dictionary_free(&t->dictionary);
    free(t->inputs);
    free(t->taken);
    naming_free(&t->naming);
    free(t->survey.threads);
    free(t->survey.series);
    progress_end();
}

int traces_verdict(const traces_t *t)
{
    for (unsigned i = 0; i < t->count; i++)
        if (t->inputs[i].problems)
            return EXIT_BAD_INPUT;
    return EXIT_GOOD;
}

int report_no_event(const char *name)
{
    message("%s: no event in it; `weir doctor` says what to check", name);
    return EXIT_BAD_INPUT;
}

int traces_any(const traces_t *t)
{
    return t->survey.any ? EXIT_GOOD : report_no_event(t->inputs[0].bytes.name);
}

// ---- several inputs become one

// Finds the pair of a number in a hash table, or a free pair; its second value is 0.
static uint64_t *pair(uint64_t *table, uint64_t number)
{
    size_t i = (number * UINT64_C(0x9e3779b97f4a7c15) >> 40) % MAP_ENTRIES;
    for (size_t tries = 0; tries < MAP_ENTRIES; tries++, i = (i + 1) % MAP_ENTRIES)
        if (!table[2 * i + 1] || table[2 * i] == number)
            return &table[2 * i];
    return NULL;
}

// Thread numbers of different inputs must not collide: renumbers one that another input uses.
static uint64_t remap_number(traces_t *t, unsigned input, uint64_t number)
{
    if (!number || !t->inputs[input].threads)
        return number;
    uint64_t *known = pair(t->inputs[input].threads, number);
    if (known && known[1])
        return known[1] - 1;
    uint64_t mapped = number;
    uint64_t *taken = pair(t->taken, mapped);
    while (taken && taken[1] && taken[1] != input + 1) {
        mapped = (mapped + 0x01000001) & UINT32_MAX;
        mapped += !mapped;
        taken = pair(t->taken, mapped);
    }
    if (!known || !taken) {
        model_reduce(&t->inputs[input].account, MODEL_SWITCH, MODEL_LESS_THREAD);
        return number;
    }
    taken[0] = mapped;
    taken[1] = input + 1;
    known[0] = number;
    known[1] = mapped + 1;
    return mapped;
}

// Processes 1, 2, ... are the inputs: those of an input with such a number get another one.
static uint64_t remap_process(const traces_t *t, unsigned input, uint64_t process)
{
    return !process ? input + 1 : process <= t->count ? process | UINT64_C(1) << 32 : process;
}

static model_thread_t remap_thread(traces_t *t, unsigned input, model_thread_t thread)
{
    if (thread.known || thread.number)
        thread.number = remap_number(t, input, thread.number);
    thread.process = remap_process(t, input, thread.process);
    return thread;
}

// Definitions of flux have numbers within a trace; traces of several inputs get ids of their own.
static uint64_t remap_item(unsigned input, uint64_t number)
{
    return number && !(number >> 56) ? number | (uint64_t)input << 56 : number;
}

// The words of a name hold the number of its thread, and a sum over it. Those of a thread that has
// another number now are left out, from the number on: its object has the name.
static bool spells_another(traces_t *t, unsigned input, const model_record_t *r)
{
    enum { OTHER, NUMBER, LEFT_OUT, HEADER = 0xff, HARTS = sizeof t->inputs->run };
    uint8_t *const run = &t->inputs[input].run[r->hart % HARTS];
    const uint64_t word = r->args[0].u;
    if (*run == NUMBER)
        *run = remap_number(t, input, word) == word ? OTHER : LEFT_OUT;
    else if (word >> 24 == HEADER)
        *run = (word >> 16 & 0xff) <= WEIR_SIZE_THREAD_NAME_MAX ? NUMBER : OTHER;
    return *run == LEFT_OUT;
}

// A value that is a thread follows its number. False: the record is to be left out.
static bool remap_value(traces_t *t, unsigned input, model_record_t *r)
{
    if (!r->arg_count || r->args[0].type != MODEL_ARG_UINT)
        return true;
    if (r->space == MODEL_SPACE_WEIR && r->id == WEIR_ID_THREAD_NAME)
        return !spells_another(t, input, r);
    if (tells_a_thread(r)) {
        memcpy(t->args, r->args, r->arg_count * sizeof *t->args);
        t->args[0].u = remap_number(t, input, t->args[0].u);
        r->args = t->args;
    }
    return true;
}

static void remap_record(traces_t *t, unsigned input, model_record_t *r)
{
    trace_in_t *in = &t->inputs[input];
    r->item = remap_item(input, r->item);
    if (r->hart != MODEL_NO_HART)
        r->hart = (uint16_t)(r->hart + in->harts_before);
    r->provider = r->provider ? input << 16 | r->provider : 0;
    r->thread = remap_thread(t, input, r->thread);
    if (r->kind == MODEL_SWITCH)
        r->change.outgoing = remap_thread(t, input, r->change.outgoing);
    if (r->kind == MODEL_OBJECT && r->object.kind >= MODEL_OBJECT_TRACE) {
        r->object.number = remap_item(input, r->object.number);
        r->object.process = remap_item(input, r->object.process);
    } else if (r->kind == MODEL_OBJECT) {
        if (r->object.kind == MODEL_OBJECT_THREAD)
            r->object.number = remap_number(t, input, r->object.number);
        if (r->object.kind == MODEL_OBJECT_PROCESS && r->object.number)
            r->object.number = remap_process(t, input, r->object.number);
        r->object.process = remap_process(t, input, r->object.process);
    }
    if (r->kind == MODEL_LOSS && in->harts_before)
        r->loss.source = in->harts_before < 16 ? r->loss.source << 4 * in->harts_before : 0;
}

static uint64_t rebase(traces_t *t, trace_in_t *in, model_kind_t kind, uint64_t time)
{
    bool exact;
    uint64_t now = model_rescale(time, in->source.base, t->base, &exact);
    if (!exact)
        model_reduce(&in->account, kind, MODEL_LESS_TIME);
    return now;
}

static bool same_base(model_base_t a, model_base_t b)
{
    return a.numerator == b.numerator && a.denominator == b.denominator;
}

// ---- reading

// Records before those of the inputs: names of the dictionary, and a process for each input.
static bool preamble(traces_t *t, const model_record_t **record)
{
    while (t->options.names && t->name_next < t->options.names->count) {
        const names_entry_t *entry = &t->options.names->entries[t->name_next++];
        // named when the thread appears: an ELF has more objects than threads
        if (entry->kind == NAMES_THREAD)
            continue;
        t->record = names_record(entry);
        *record = &t->record;
        return true;
    }
    if (t->count > 1 && t->processes < t->count) {
        t->record = model_record(MODEL_OBJECT);
        t->record.object.kind = MODEL_OBJECT_PROCESS;
        t->record.name = model_text(text_file(t->inputs[t->processes].bytes.name));
        t->record.object.number = ++t->processes;
        *record = &t->record;
        return true;
    }
    return false;
}

// At the end of an input: what this pass found is reported once.
static void end_input(trace_in_t *in)
{
    if (in->reported)
        return;
    if (in->problems > TRACES_PROBLEMS)
        message("%s: %" PRIu64 " more problems like these", in->bytes.name,
                in->problems - TRACES_PROBLEMS);
    model_account_add(&in->account, &in->source.account);
    in->reported = true;
}

static int cannot_read(const trace_in_t *in, int rc)
{
    errno = rc == MODEL_E_ROOM ? ENOMEM : errno;
    progress_end();
    report_errno(in->bytes.name, "cannot read");
    return -1;
}

// The next record of the inputs, one input after the other: 1, 0 at the end, -1.
static int next_unordered(traces_t *t, const model_record_t **record)
{
    if (preamble(t, record))
        return 1;
    for (; t->current < t->count; t->current++) {
        trace_in_t *in = &t->inputs[t->current];
        while (!in->ended) {
            const model_record_t *read = naming_get(&t->naming, t->options.names);
            if (!read) {
                int rc = t->ending ? 0 : model_next(&in->source, &read);
                if (rc == MODEL_E_BAD) {
                    report_problem(in);
                    in->ended = t->options.stop_at_first;
                } else if (rc < 0) {
                    return cannot_read(in, rc);
                } else if (rc == 1) {
                    naming_put(&t->naming, t->options.names, read);
                } else {
                    in->ended = t->ending;
                    t->ending = !t->ending;
                    if (t->ending)
                        naming_end(&t->naming);
                }
                continue;
            }
            if (!t->options.no_progress)
                progress("reading", in->bytes.name, in->source.position, in->bytes.size,
                         t->records);
            if (t->count == 1) {
                *record = read;
                return 1;
            }
            t->record = *read;
            if (!same_base(in->source.base, t->base)) {
                t->record.time = rebase(t, in, read->kind, read->time);
                t->record.until = rebase(t, in, read->kind, read->until);
                t->record.loss.first = rebase(t, in, read->kind, read->loss.first);
                t->record.loss.last = rebase(t, in, read->kind, read->loss.last);
            }
            if (!remap_value(t, t->current, &t->record)) {
                model_drop(&in->account, read->kind);
                continue;
            }
            remap_record(t, t->current, &t->record);
            *record = &t->record;
            return 1;
        }
        end_input(in);
        naming_next(&t->naming);
        if (t->current + 1 < t->count && !t->surveyed) {
            // the number of this input's harts is now known
            unsigned harts = in->harts_before;
            for (unsigned hart = 0; hart < MODEL_NO_HART; hart++)
                if (model_survey_hart(&t->survey, hart) && hart >= harts)
                    harts = hart + 1;
            t->inputs[t->current + 1].harts_before = harts;
        }
    }
    progress_end();
    return 0;
}

static int rewind_all(traces_t *t)
{
    t->current = 0;
    t->processes = 0;
    t->name_next = 0;
    naming_again(&t->naming);
    t->records = 0;
    t->by_records = t->ending = false;
    t->types_seen = 0;
    model_survey_again(&t->survey);
    for (unsigned i = 0; i < t->count; i++) {
        t->inputs[i].reported = true;
        uint64_t problems = t->inputs[i].problems;
        int rc = start(&t->inputs[i]);
        if (rc)
            return rc;
        t->inputs[i].problems = problems;
    }
    t->title = t->inputs[0].source.title;
    return EXIT_GOOD;
}

int traces_rewind(traces_t *t) { return rewind_all(t); }

int traces_again(traces_t *t)
{
    int rc = rewind_all(t);
    for (unsigned i = 0; i < t->count; i++) { // the pass may have ended within an input
        t->inputs[i].reported = false;
        t->inputs[i].problems = 0;
        t->inputs[i].account = (model_account_t){0};
    }
    return rc;
}

static uint64_t key_of(uint64_t *last, const model_record_t *r, unsigned flags)
{
    if (r->kind == MODEL_LOSS && flags & MODEL_LOSS_FIRST)
        return r->loss.first;
    if (r->timed && !(flags & MODEL_ITEMS && (r->item || r->kind == MODEL_OBJECT)))
        *last = r->time;
    return *last;
}

int traces_next(traces_t *t, const model_record_t **record)
{
    int rc;
    if (t->order) {
        rc = order_next(t->order, record);
        if (rc < 0)
            report_temporary("cannot read");
    } else {
        rc = next_unordered(t, record);
    }
    t->records += rc == 1;
    return rc;
}

// ---- batches

// The next rows of a single input as it has them: 1, 0 at the end, -1.
static int read_rows(traces_t *t, const model_batch_t **batch)
{
    trace_in_t *in = &t->inputs[0];
    while (!in->ended) {
        const int rc = model_read(&in->source, batch);
        if (rc == 1) {
            if (!t->options.no_progress)
                progress_block("reading", in->bytes.name, in->source.position, in->bytes.size,
                               t->records);
            return 1;
        }
        if (rc == MODEL_E_BAD)
            report_problem(in);
        else if (rc < 0)
            return cannot_read(in, rc);
        in->ended = !rc || t->options.stop_at_first;
    }
    end_input(in);
    progress_end();
    return 0;
}

int traces_read(traces_t *t, const model_batch_t **batch)
{
    const model_record_t *record;
    int rc = 1;

    if (!t->by_records) {
        t->by_records = t->order || t->count > 1 || t->options.names;
        rc = t->by_records ? 0 : read_rows(t, batch);
        const bool words = rc == 1 && !t->options.apart && runs_in_batch(*batch, &t->types_seen);
        if (words) {
            model_again(&t->inputs[0].source);
            t->by_records = true;
        }
        if (!t->by_records) {
            t->records += rc == 1 ? (*batch)->count : 0;
            return rc;
        }
        if (!t->rows.room &&
            (batch_dictionary_init(&t->dictionary) || batch_init(&t->rows, &t->dictionary)))
            return cannot_read(&t->inputs[0], MODEL_E_ROOM);
        // the numbers of earlier batches stay what they are
        if (words && batch_dictionary_copy(&t->dictionary, (*batch)->dictionary))
            return cannot_read(&t->inputs[0], MODEL_E_ROOM);
    }
    *batch = &t->rows;
    batch_clear(&t->rows);
    while (t->rows.count < BATCH_ROWS && (rc = traces_next(t, &record)) == 1)
        if (batch_put(&t->rows, record))
            return cannot_read(&t->inputs[0], MODEL_E_ROOM);
    return t->rows.count && rc >= 0 ? 1 : rc;
}

// ---- survey

// Whether all inputs have the same format and title.
static bool alike(const traces_t *t)
{
    const model_source_t *first = &t->inputs[0].source;
    bool all = true;
    for (unsigned i = 1; i < t->count; i++)
        all = all && t->inputs[i].source.format == first->format &&
              model_text_equal(t->inputs[i].source.title, first->title);
    return all;
}

// Surveys several inputs, and sorts their records.
static int survey_and_sort(traces_t *t, unsigned flags)
{
    const model_record_t *record;
    uint64_t last = 0, before = 0, latest = 0; // before: the latest time of the inputs before
    unsigned input = 0, timed = 0;             // timed: the number of inputs with a time
    bool follows = true;
    int rc;

    t->order = order_new(0);
    if (!t->order)
        return report_errno("memory", "cannot allocate");
    while ((rc = next_unordered(t, &record)) == 1) {
        t->records++;
        if (t->current != input) {
            input = t->current;
            last = 0;
            before = latest;
        }
        if (record->timed) {
            timed = timed <= input ? timed + 1 : timed;
            follows = follows && record->time >= before;
            latest = record->time > latest ? record->time : latest;
        }
        model_survey_record(&t->survey, record);
        if (order_add(t->order, key_of(&last, record, flags), record))
            return report_temporary("cannot write");
    }
    t->surveyed = true;
    t->follow = follows && timed == t->count && t->count > 1 && alike(t);
    t->survey.ordered = true; // the survey saw the inputs one after the other
    return rc < 0 ? EXIT_ERROR : EXIT_GOOD;
}

// Whether the rows of a batch are in the order that a sort would give them.
static bool rises(uint64_t *last, uint64_t *key_before, const model_batch_t *b, unsigned flags)
{
    const uint8_t *const form = b->form;
    const uint64_t *const time = b->time;
    const bool items = flags & MODEL_ITEMS;
    uint64_t before = *key_before, now = *last;
    bool rising = true;
    for (uint32_t row = 0; row < b->count; row++) {
        if (items && b->dictionary->types[b->type[row]].item)
            continue; // see key_of
        uint64_t key = now = form[row] == ROW_RECORD ? now : time[row];
        if (form[row] == ROW_RECORD)
            key = key_of(&now, b->records[b->value[row]], flags);
        rising &= key >= before;
        before = key;
    }
    *last = now;
    *key_before = before;
    return rising;
}

static int sort(traces_t *t, unsigned flags)
{
    const model_record_t *record;
    uint64_t last = 0;
    int rc;

    t->order = order_new(0);
    if (!t->order)
        return report_errno("memory", "cannot allocate");
    while ((rc = next_unordered(t, &record)) == 1)
        if (order_add(t->order, key_of(&last, record, flags), record))
            return report_temporary("cannot write");
    return rc < 0 ? EXIT_ERROR : EXIT_GOOD;
}

// Ends the survey of one input; sorts its records in a second pass if that is wanted and necessary.
static int end_survey(traces_t *t)
{
    t->surveyed = true;
    t->partial = false;
    const int rc = rewind_all(t);
    return rc || t->in_order ? rc : sort(t, t->flags);
}

// Whether the records are in the wanted order so far. The survey has the batch.
static bool in_order(traces_t *t, const model_batch_t *batch)
{
    if (!(t->flags & MODEL_ORDERED) || !t->in_order)
        return t->in_order;
    t->in_order = t->flags & (MODEL_LOSS_FIRST | MODEL_ITEMS)
                      ? rises(&t->last, &t->last_key, batch, t->flags)
                      : t->survey.ordered;
    return t->in_order;
}

// Surveys one input, from where it is, up to a number of records; to its end if they are not in
// order. `only`: what a sink has from a survey.
static int survey_one(traces_t *t, uint64_t records, bool only)
{
    const model_batch_t *batch;
    bool ordered = true;
    int rc = 1;

    while ((t->records < records || !ordered) && (rc = traces_read(t, &batch)) == 1) {
        if (only)
            (void)model_survey_watch(&t->survey, batch, t->flags & MODEL_SERIES);
        else
            model_survey_batch(&t->survey, batch);
        ordered = in_order(t, batch);
    }
    if (rc == 1) {
        t->partial = true;
        t->seen = t->records;
        return traces_again(t);
    }
    return rc < 0 ? EXIT_ERROR : end_survey(t);
}

bool traces_watch(traces_t *t, const model_batch_t *batch)
{
    if (!t->partial || t->records <= t->seen)
        return true;
    const bool changed = model_survey_watch(&t->survey, batch, t->flags & MODEL_SERIES);
    return in_order(t, batch) && !changed;
}

void traces_learn(traces_t *t)
{
    free(t->survey.threads);
    free(t->survey.series);
    model_survey_init(&t->survey, xcalloc(TRACES_THREADS, sizeof(model_survey_thread_t)),
                      TRACES_THREADS, xcalloc(TRACES_SERIES, sizeof(model_survey_series_t)),
                      TRACES_SERIES);
}

static void begin_survey(traces_t *t, unsigned flags)
{
    traces_learn(t);
    t->flags = flags;
    t->in_order = true;
    t->last = t->last_key = 0;
}

// What follows a survey.
static int begin_pass(traces_t *t, int rc)
{
    if (rc)
        return rc;
    t->records = 0;
    return t->order && order_finish(t->order) ? report_temporary("cannot write") : EXIT_GOOD;
}

int traces_survey(traces_t *t, unsigned flags)
{
    begin_survey(t, flags);
    return begin_pass(t, t->count > 1 ? survey_and_sort(t, flags)
                                      : survey_one(t, UINT64_MAX, false));
}

int traces_survey_threads(traces_t *t, unsigned flags)
{
    begin_survey(t, flags);
    return begin_pass(t, t->count > 1 ? survey_and_sort(t, flags)
                                      : survey_one(t, UINT64_MAX, true));
}

int traces_survey_first(traces_t *t, unsigned flags)
{
    const trace_in_t *in = &t->inputs[0];
    uint64_t records = 4 * t->records;
    if (records && in->source.position > in->bytes.size / 16) // much was written in vain
        records = UINT64_MAX;
    if (!t->partial) {
        const int rc = t->records ? traces_again(t) : EXIT_GOOD;
        if (rc)
            return rc;
        begin_survey(t, flags);
    }
    records = records > TRACES_FIRST ? records : TRACES_FIRST;
    return begin_pass(t, t->count > 1 ? survey_and_sort(t, flags)
                                      : survey_one(t, records, true));
}

// ---- tables

static int by_thread_order(const void *a, const void *b)
{
    const model_survey_thread_t *const *x = a, *const *y = b;
    return (*x)->order < (*y)->order ? -1 : 1;
}

static int by_series_order(const void *a, const void *b)
{
    const model_survey_series_t *const *x = a, *const *y = b;
    return (*x)->order < (*y)->order ? -1 : 1;
}

bool survey_is_idle(const model_survey_thread_t *thread)
{
    return analysis_is_idle(thread->name);
}

const model_survey_thread_t **survey_threads(const model_survey_t *survey)
{
    const model_survey_thread_t **table = xcalloc(survey->thread_count + 1, sizeof *table);
    size_t count = 0;
    for (size_t i = 0; i < survey->thread_capacity; i++)
        if (survey->threads[i].order)
            table[count++] = &survey->threads[i];
    qsort(table, count, sizeof *table, by_thread_order);
    return table;
}

const model_survey_series_t **survey_series(const model_survey_t *survey)
{
    const model_survey_series_t **table = xcalloc(survey->series_count + 1, sizeof *table);
    size_t count = 0;
    for (size_t i = 0; i < survey->series_capacity; i++)
        if (survey->series[i].order)
            table[count++] = &survey->series[i];
    qsort(table, count, sizeof *table, by_series_order);
    return table;
}

// ---- account

static void report_part(const char *name, bool *begun, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void report_part(const char *name, bool *begun, const char *format, ...)
{
    char clean[FILE_PATH];
    va_list arguments;
    if (!*begun)
        fprintf(stderr, "weir: %s: left out ",
                text_name(clean, sizeof clean, name, strlen(name), 0));
    else
        fputs(", ", stderr);
    *begun = true;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
}

static const char *plural(uint64_t count) { return count == 1 ? "" : "s"; }

static void report_tick(const char *name)
{
    message("%s: the length of a tick is unknown, and taken as 1 ns; give it with --unit", name);
}

void report_account(const char *name, const model_account_t *account)
{
    bool begun = false;
    uint64_t count;

    if (!model_lossy(account))
        return;
    progress_end();
    for (unsigned kind = 0; kind < MODEL_KINDS; kind++)
        if ((count = account->dropped[kind]))
            report_part(name, &begun, "%" PRIu64 " %s record%s", count, model_kind_name(kind),
                        plural(count));
    for (unsigned kind = 0; kind < MODEL_KINDS; kind++)
        for (unsigned less = 0; less < MODEL_LESSES; less++)
            if ((count = account->reduced[kind][less]))
                report_part(name, &begun, "%s of %" PRIu64 " %s record%s", model_less_name(less),
                            count, model_kind_name(kind), plural(count));
    if (account->unknown)
        report_part(name, &begun, "%" PRIu64 " unknown record%s", account->unknown,
                    plural(account->unknown));
    if (account->buffers)
        report_part(name, &begun, "%" PRIu64 " further trace buffer%s", account->buffers,
                    plural(account->buffers));
    if (account->bytes)
        report_part(name, &begun, "%" PRIu64 " byte%s of no known meaning", account->bytes,
                    plural(account->bytes));
    if (account->damaged)
        report_part(name, &begun, "%" PRIu64 " unreadable byte%s", account->damaged,
                    plural(account->damaged));
    if (account->tick_lost)
        report_part(name, &begun, "the length of a tick");
    if (begun)
        fprintf(stderr, "\n");
    if (account->tick_taken)
        report_tick(name);
}

void report_unmeasured(uint64_t count)
{
    if (count)
        message("left out %" PRIu64 " handler%s or spans: more are open at a time than have room",
                count, plural(count));
}

void traces_account(const traces_t *t)
{
    for (unsigned i = 0; i < t->count; i++) {
        report_account(t->inputs[i].bytes.name, &t->inputs[i].account);
        if (t->base.denominator && !t->inputs[i].source.base.denominator)
            report_tick(t->inputs[i].bytes.name);
    }
}
