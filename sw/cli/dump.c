// SPDX-License-Identifier: Apache-2.0
// weir dump: one line for each record of the event model; with --entries, one line for each entry
// of a flux file.
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "commands.h"
#include "dump_entries.h"
#include "model_text.h"
#include "record_text.h"

enum { TIME_COLUMNS = 14, HART_COLUMNS = 4, THREAD_COLUMNS = 16 };

// A text that a function prints.
typedef struct {
    char *text;
    size_t size;
    bool of_thread; // an event whose value is a thread
} cell_t;

typedef struct {
    traces_t traces;
    int exponent; // of times
    model_rate_t rate;
    // for rows without a record, by number in the dictionary; made at the first use
    cell_t *threads, *incoming, *types;
    size_t thread_count, type_count;
    bool named; // a first pass has read the names of the threads
    char bytes[1 << 16]; // lines to be written
    size_t used;
} dump_t;

// The column of the thread.
static cell_t thread_cell(const model_survey_t *survey, const model_record_t *r)
{
    char name[TEXT_NAME_MAX];
    cell_t cell, padded;
    FILE *out = text_stream(&cell.text, &cell.size);
    if (r->kind == MODEL_LOSS || r->kind >= MODEL_OBJECT)
        fputc('-', out);
    else
        print_thread(out, survey, r->kind == MODEL_SWITCH ? r->change.outgoing : r->thread);
    close_text(out, &cell.text);
    text_name(name, sizeof name, cell.text, cell.size, THREAD_COLUMNS);
    free(cell.text);
    const int spaces = THREAD_COLUMNS - text_columns(name);
    out = text_stream(&padded.text, &padded.size);
    fprintf(out, "%s%*s", name, spaces > 0 ? spaces : 0, "");
    close_text(out, &padded.text);
    return padded;
}

// A ? after a time: the input does not state this time; it is a bound.
static void print_interval(model_base_t base, const model_record_t *r)
{
    char first[TEXT_TIME_MAX], last[TEXT_TIME_MAX];
    const int exponent = record_exponent(base);
    printf("; from %s%s to %s%s %s", text_time(first, record_time(base, r->loss.first), exponent),
           r->loss.first_unknown ? "?" : "",
           text_time(last, record_time(base, r->loss.last), exponent),
           r->loss.last_unknown ? "?" : "", text_unit(exponent));
}

static void print_line(const model_survey_t *survey, model_base_t base, const model_record_t *r)
{
    const int exponent = record_exponent(base);
    char time[TEXT_TIME_MAX] = "", hart[8] = "-";

    if (r->timed)
        text_time(time, record_time(base, r->time), exponent);
    if (r->hart != MODEL_NO_HART)
        snprintf(hart, sizeof hart, "%u", r->hart);
    const cell_t thread = thread_cell(survey, r);
    printf("%*s %*s  %s  ", TIME_COLUMNS, *time ? time : "-", HART_COLUMNS, hart, thread.text);
    free(thread.text);
    print_record(stdout, survey, r, "to");
    if (r->kind == MODEL_COMPLETE)
        printf("; until %s %s", text_time(time, record_time(base, r->until), exponent),
               text_unit(exponent));
    if (r->kind == MODEL_LOSS)
        print_interval(base, r);
    if (r->tag == 1)
        printf("; conflict");
    else if (r->tag)
        printf("; tag %u", r->tag);
    printf("\n");
}

// ---- rows without a record

static void forget(cell_t *cells, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(cells[i].text);
        cells[i] = (cell_t){NULL, 0, false};
    }
}

static void flush(dump_t *d)
{
    fwrite(d->bytes, 1, d->used, stdout);
    d->used = 0;
}

// Moves a text to the right end of a column.
static char *to_right(char *begin, char *end, size_t columns)
{
    const size_t size = (size_t)(end - begin);
    if (size >= columns)
        return end;
    memmove(begin + columns - size, begin, size);
    memset(begin, ' ', columns - size);
    return begin + columns;
}

static char *put_hex(char *at, uint64_t number)
{
    unsigned digits = 1;
    while (digits < 16 && number >> 4 * digits)
        digits++;
    for (unsigned i = digits; i-- > 0; number >>= 4)
        at[i] = "0123456789abcdef"[number & 15];
    return at + digits;
}

// The column of a thread, or (incoming) the text of a switch to it.
static const cell_t *thread_of_row(dump_t *d, const model_batch_t *b, uint32_t number,
                                   bool incoming)
{
    cell_t *cell = &(incoming ? d->incoming : d->threads)[number];
    if (cell->text)
        return cell;
    model_record_t r = model_record(incoming ? MODEL_SWITCH : MODEL_INSTANT);
    r.thread = b->dictionary->threads[number];
    if (incoming) {
        FILE *out = text_stream(&cell->text, &cell->size);
        print_record(out, &d->traces.survey, &r, "to");
        close_text(out, &cell->text);
    } else {
        *cell = thread_cell(&d->traces.survey, &r);
    }
    return cell;
}

// The text of an event, without its value.
static const cell_t *type_of_row(dump_t *d, const model_batch_t *b, uint32_t row)
{
    cell_t *cell = &d->types[b->type[row]];
    if (cell->text)
        return cell;
    batch_space_t space;
    model_record_t r = *batch_get(b, row, &space);
    r.arg_count = 0;
    cell->of_thread = tells_a_thread(&r);
    FILE *out = text_stream(&cell->text, &cell->size);
    print_record(out, &d->traces.survey, &r, "to");
    close_text(out, &cell->text);
    return cell;
}

enum { REST = 192 }; // bytes of a line beside its texts, at most

// The place of the next line. NULL: its texts are too long.
static char *line_begin(dump_t *d, size_t texts)
{
    if (texts + REST > sizeof d->bytes)
        return NULL;
    if (texts + REST > sizeof d->bytes - d->used)
        flush(d);
    return d->bytes + d->used;
}

static bool line_end(dump_t *d, char *end)
{
    *end++ = '\n';
    d->used = (size_t)(end - d->bytes);
    return true;
}

// Prints an event with a value, or a switch. False: the row is something else.
static bool print_row(dump_t *d, const model_batch_t *b, uint32_t row)
{
    const bool change = b->form[row] == ROW_SWITCH;
    if (!change && (b->form[row] != ROW_VALUE || b->kind[row] != MODEL_INSTANT))
        return false;
    const uint32_t runs = change ? (uint32_t)b->value[row] : b->thread[row];
    const cell_t *thread = thread_of_row(d, b, runs, false),
                 *text = change ? thread_of_row(d, b, b->thread[row], true)
                                : type_of_row(d, b, row);
    bool exact;
    if (text->of_thread)
        return false;
    char *begin = line_begin(d, thread->size + text->size), *p = begin;
    if (!p)
        return false;
    p = to_right(p, text_put_time(p, model_scale(&d->rate, b->time[row], &exact), d->exponent),
                 TIME_COLUMNS);
    *p++ = ' ';
    begin = p;
    if (b->hart[row] == MODEL_NO_HART)
        *p++ = '-';
    else
        p = digits_put(p, b->hart[row]);
    p = MODEL_PUT(to_right(begin, p, HART_COLUMNS), "  ");
    p = MODEL_PUT(model_put_text(p, thread->text, thread->size), "  ");
    p = model_put_text(p, text->text, text->size);
    if (!change) {
        p = digits_put(MODEL_PUT(p, " = "), b->value[row]);
        if (b->value[row] > 9) {
            p = put_hex(MODEL_PUT(p, " (0x"), b->value[row]);
            *p++ = ')';
        }
    }
    return line_end(d, p);
}

// Prints the name of an object. False: the record is something else.
static bool print_object(dump_t *d, const model_record_t *r)
{
    char name[TEXT_NAME_MAX];
    if (r->kind != MODEL_OBJECT || r->timed || r->hart != MODEL_NO_HART)
        return false;
    text_name(name, sizeof name, r->name.bytes ? r->name.bytes : "", r->name.size, 0);
    const char *kind = model_object_name(r->object.kind);
    char *p = line_begin(d, sizeof name + strlen(kind));
    p += sprintf(p, "%*s %*s  %-*s  ", TIME_COLUMNS, "-", HART_COLUMNS, "-", THREAD_COLUMNS, "-");
    p = MODEL_PUT(model_put_text(p, kind, strlen(kind)), " 0x");
    p = MODEL_PUT(put_hex(p, r->object.number), " is ");
    return line_end(d, model_put_text(p, name, strlen(name)));
}

static cell_t *more_cells(cell_t *cells, size_t before, size_t after)
{
    cell_t *grown = xcalloc(after, sizeof *grown);
    if (before)
        memcpy(grown, cells, before * sizeof *grown);
    free(cells);
    return grown;
}

// Takes the name of a thread, or of another object. True if a thread now has another name.
static bool takes_name(dump_t *d, const model_record_t *r)
{
    if (!d->named)
        model_survey_record(&d->traces.survey, r);
    return model_survey_name(&d->traces.survey, r);
}

static void print_rows(dump_t *d, const model_batch_t *b)
{
    const size_t threads = b->dictionary->thread_count, types = b->dictionary->type_count;
    batch_space_t space;
    if (threads > d->thread_count) {
        d->threads = more_cells(d->threads, d->thread_count, 2 * threads);
        d->incoming = more_cells(d->incoming, d->thread_count, 2 * threads);
        d->thread_count = 2 * threads;
    }
    if (types > d->type_count) {
        d->types = more_cells(d->types, d->type_count, 2 * types);
        d->type_count = 2 * types;
    }
    for (uint32_t row = 0; row < b->count; row++) {
        if (print_row(d, b, row))
            continue;
        const model_record_t *r = batch_get(b, row, &space);
        if (r->kind == MODEL_OBJECT && takes_name(d, r)) {
            forget(d->threads, d->thread_count);
            forget(d->incoming, d->thread_count);
        }
        if (print_object(d, r))
            continue;
        flush(d);
        print_line(&d->traces.survey, d->traces.base, r);
    }
    flush(d);
}

// Whether a path is a file, which can be read twice.
static bool is_file(const char *path)
{
    struct stat status;
    return strcmp(path, "-") && !stat(path, &status) && S_ISREG(status.st_mode);
}

// Reads the names of the threads first, so that every line has them. A pipe is read once: there, a
// thread has its name from that name on.
static int read_names(dump_t *d)
{
    traces_t *t = &d->traces;
    if (d->named) {
        const int rc = traces_survey_threads(t, 0);
        model_survey_begin(&t->survey);
        return rc;
    }
    model_survey_init(&t->survey, xcalloc(TRACES_THREADS, sizeof(model_survey_thread_t)),
                      TRACES_THREADS, NULL, 0);
    return EXIT_GOOD;
}

int command_dump(const options_t *options)
{
    traces_options_t how = traces_options(options);
    const model_batch_t *batch;

    if (options->entries)
        return entries_dump(options->paths[0], options->raw);
    how.no_progress = true; // the output itself shows the progress
    how.rewind = is_file(options->paths[0]);
    dump_t *d = xcalloc(1, sizeof *d);
    traces_t *t = &d->traces;
    int rc = traces_open(t, options->paths, 1, &how), more = -1;
    if (rc) {
        free(d);
        return rc;
    }
    d->named = how.rewind;
    rc = read_names(d);
    d->exponent = record_exponent(t->base);
    d->rate = record_rate(t->base);
    printf("%*s %*s  ", TIME_COLUMNS, text_unit(d->exponent), HART_COLUMNS, "hart");
    text_padded("thread", THREAD_COLUMNS);
    printf("  event\n");
    while (!rc && (more = traces_read(t, &batch)) == 1)
        print_rows(d, batch);
    rc = rc ? rc : more < 0 ? EXIT_ERROR : traces_verdict(t);
    if (more == 0)
        traces_account(t);
    forget(d->threads, d->thread_count);
    forget(d->incoming, d->thread_count);
    forget(d->types, d->type_count);
    free(d->threads);
    free(d->incoming);
    free(d->types);
    traces_close(t);
    free(d);
    return rc;
}
