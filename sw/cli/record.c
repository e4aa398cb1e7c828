// SPDX-License-Identifier: Apache-2.0
// weir record: records a live trace to a file, until it ends or is interrupted.
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"
#include "format_choice.h"
#include "known_names.h"
#include "live.h"
#include "apply_names.h"
#include "output.h"
#include "serve.h"
#include "view_pack.h"

enum { ROTATE_INTERVAL = 64 };           // records between two checks of the size of a file
static const uint64_t SPOOL = 256000000; // bytes of a page, unless the user sets it
static const double WATCH_SECONDS = 0.2; // between two blocks for pages while records keep coming

typedef struct {
    const options_t *options;
    live_t live;
    model_source_t source;
    naming_t naming;
    bool ended; // the source ended; the naming stage may have more
    model_sink_t sink;
    size_t sink_size;
    output_t out;
    char path[4096];
    unsigned files;
    uint64_t written; // bytes of this file
    uint64_t all_written;
    model_output_t target;   // the output behind write_counted
    model_account_t account; // of all finished files
    known_names_t known;     // names, for the next files
    uint64_t events, lost, problems, unflushed;
    bool uncounted;
    bool terminal;
    double last_drawn;
    bool failed;
    bool open;      // there is a file
    serve_t *serve; // for live pages, or NULL
    view_pack_t *pack;
    double last_block;
} recording_t;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void show_progress(recording_t *r)
{
    if (!r->terminal || now() - r->last_drawn < 0.2)
        return;
    r->last_drawn = now();
    char name[FILE_PATH];
    fprintf(stderr, "\rrecording %s: %" PRIu64 " events, %" PRIu64 " lost%s, %.1f MB \033[K",
            text_name(name, sizeof name, r->out.name, strlen(r->out.name), 0), r->events, r->lost,
            r->uncounted ? " and more" : "", (double)r->all_written / 1e6);
}

static void clear_line(const recording_t *r)
{
    if (r->terminal)
        fputs("\r\033[K", stderr);
}

static void flush(recording_t *r)
{
    if (!r->unflushed)
        return;
    r->unflushed = 0;
    if (model_flush(&r->sink) || fflush(r->out.file))
        r->failed = true;
}

// ---- live pages

// Tells open pages that nothing follows; later ones can still be opened.
static void end_watching(recording_t *r, serve_end_t why)
{
    if (!r->pack)
        return;
    serve_end(r->serve, why);
    view_pack_free(r->pack);
    r->pack = NULL;
}

// The page is no part of the recording: without room for it, the recording goes on.
static void give_up_watching(recording_t *r)
{
    int reason = errno;
    clear_line(r);
    errno = reason;
    report_errno("live page", "ends, the recording goes on");
    end_watching(r, SERVE_FAILED);
}

// Sends the records since the last block to the pages.
static void watch(recording_t *r)
{
    size_t size;
    r->last_block = now();
    if (!r->pack || !view_pack_any(r->pack))
        return;
    const char *block = view_pack_block(r->pack, &size);
    if (!block || serve_block(r->serve, block, size))
        give_up_watching(r);
}

static void watch_record(recording_t *r, const model_record_t *record)
{
    if (!r->pack)
        return;
    if (view_pack_record(r->pack, record)) {
        give_up_watching(r);
        return;
    }
    unsigned events = view_pack_events(r->pack);
    if (events == VIEW_BLOCK || (events % 256 == 0 && now() - r->last_block > WATCH_SECONDS))
        watch(r);
}

static void start_watching(recording_t *r)
{
    if (!r->serve)
        return;
    view_head_t head = {
        .file = model_text(r->live.name), .title = r->source.title, .base = r->source.base};
    r->pack = view_pack_new(&head);
    if (!r->pack)
        give_up_watching(r);
    for (size_t i = 0; r->pack && i < r->options->names.count; i++) {
        model_record_t name = names_record(&r->options->names.entries[i]);
        if (name.kind == MODEL_NAME)
            watch_record(r, &name);
    }
}

static void idle(void *context)
{
    recording_t *r = context;
    watch(r);
    if (!r->sink.memory)
        return;
    flush(r);
    show_progress(r);
}

// ---- files

static int write_counted(void *context, const void *bytes, size_t size)
{
    recording_t *r = context;
    r->written += size;
    r->all_written += size;
    return r->target.write(r->target.context, bytes, size);
}

// The ending of a name, with its dot: a piece has its number before it.
static const char *ending_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot : name + strlen(name);
}

static const char *path_of(recording_t *r)
{
    const char *path = r->options->output, *ending = ending_of(text_file(path));
    if (!r->options->rotate)
        return path;
    snprintf(r->path, sizeof r->path, "%.*s-%06u%s", (int)(ending - path), path, r->files, ending);
    return r->path;
}

static bool is_piece(const char *file, const char *name)
{
    const char *ending = ending_of(name), *number = file + (ending - name) + 1;
    const size_t stem = (size_t)(ending - name);
    if (strncmp(file, name, stem) || file[stem] != '-')
        return false;
    const size_t digits = strspn(number, "0123456789");
    return digits >= 4 && !strcmp(number + digits, ending);
}

// Pieces of a longer recording would stay, and be taken for the end of this one.
static int check_pieces(const char *path)
{
    const char *name = text_file(path);
    const int size = (int)(name - path); // of the folder, with its slash
    char folder[FILE_PATH], first[NAME_MAX + 1] = "";
    const struct dirent *entry;

    snprintf(folder, sizeof folder, "%.*s", size ? size : 1, size ? path : ".");
    DIR *pieces = opendir(folder); // a missing folder is reported with its first file
    while (pieces && (entry = readdir(pieces)))
        if (is_piece(entry->d_name, name) && (!*first || strcmp(entry->d_name, first) < 0))
            snprintf(first, sizeof first, "%s", entry->d_name);
    if (pieces)
        closedir(pieces);
    return *first ? usage("%.*s%s exists: remove the pieces of the earlier recording, or choose "
                          "another OUT",
                          size, path, first)
                  : EXIT_GOOD;
}

static int write_record(recording_t *r, const model_record_t *record)
{
    return model_write(&r->sink, record);
}

// Repeats the names of earlier files: each file is complete by itself. They are not counted again.
static int write_names(recording_t *r)
{
    const model_account_t account = r->sink.account;
    int rc = 0;
    for (uint32_t i = 0; i < r->known.count && !rc; i++)
        rc = write_record(r, r->known.names[i]);
    if (r->files > 1)
        r->sink.account = account;
    return rc;
}

static int begin_file(recording_t *r, const model_format_t *format)
{
    const char *path = path_of(r);
    r->files++;
    int rc = output_create(&r->out, path, format, false, &r->target);
    if (rc)
        return rc;
    live_catch(true);
    r->written = 0;
    model_options_t options = {.settings = r->options->write_settings};
    r->sink_size = format->sink_size(&options);
    void *memory = r->sink.memory;
    const bool continues = memory && format->flags & MODEL_CONTINUES;
    if (!memory)
        memory = xcalloc(1, r->sink_size);
    else if (!continues)
        memset(memory, 0, r->sink_size);
    r->sink = (model_sink_t){
        .format = format,
        .memory = memory,
        .options = options,
        .base = r->source.base,
        .title = r->source.title,
        .from = r->source.format->name,
        .continues = continues,
        .output = {.write = write_counted, .context = r},
    };
    rc = model_begin(&r->sink);
    if (rc == MODEL_E_OPTION) {
        output_discard(&r->out);
        return usage_setting(&r->sink.problem);
    }
    r->failed = rc || write_names(r);
    r->open = !r->failed;
    return r->failed ? output_finish(&r->out, true) : output_publish(&r->out);
}

static int end_file(recording_t *r)
{
    if (!r->open)
        return EXIT_GOOD;
    r->open = false;
    int rc = model_end(&r->sink);
    model_account_add(&r->account, &r->sink.account);
    return output_finish(&r->out, rc || r->failed);
}

// ---- recording

static void problem(recording_t *r)
{
    const model_problem_t *p = &r->source.problem;
    // a record that the interrupt truncated is not an error of the input
    if (r->live.stopping && !strcmp(p->found, "the end"))
        return;
    if (r->problems++ < TRACES_PROBLEMS) {
        clear_line(r);
        message("%s: offset %" PRIu64 ": expected %s, found %s", r->live.name, p->offset,
                p->expected, p->found);
    }
}

static void count(recording_t *r, const model_record_t *record)
{
    r->events += record->kind < MODEL_LOSS;
    if (record->kind == MODEL_LOSS) {
        r->uncounted = r->uncounted || !record->loss.counted;
        for (unsigned class = 0; class < MODEL_CLASSES; class ++)
            r->lost += record->loss.count[class];
    }
    known_names_record(&r->known, record);
}

// The next record, with names: 1, 0 at the end, or MODEL_E_READ. Reports damage and continues after
// it.
static int next(recording_t *r, const model_record_t **record)
{
    const names_t *names = names_any(&r->options->names) ? &r->options->names : NULL;
    while (!(*record = naming_get(&r->naming, names))) {
        int rc = r->ended ? 0 : model_next(&r->source, record);
        if (rc == 1) {
            naming_put(&r->naming, names, *record);
        } else if (rc == MODEL_E_BAD) {
            problem(r);
        } else if (rc || r->ended) {
            return rc;
        } else {
            r->ended = true;
            naming_end(&r->naming);
        }
    }
    return 1;
}

static int record_all(recording_t *r, const model_format_t *format)
{
    const model_record_t *record;
    int rc;

    while ((rc = next(r, &record)) == 1) {
        count(r, record);
        watch_record(r, record);
        r->unflushed++;
        if (write_record(r, record) || r->failed)
            return EXIT_ERROR;
        if (r->options->rotate && r->unflushed >= ROTATE_INTERVAL)
            flush(r);
        if (r->options->rotate && r->written >= r->options->rotate) {
            rc = end_file(r);
            if (rc || (rc = begin_file(r, format)))
                return rc;
        }
        if (!(r->events % 1024))
            show_progress(r);
    }
    if (rc == MODEL_E_ROOM)
        errno = ENOMEM;
    return rc < 0 ? report_errno(r->live.name, "cannot read") : EXIT_GOOD;
}

// Finds the format by the first bytes: by few, if they are sure, else by as many as in a file.
static int detect(recording_t *r, const model_format_t **format)
{
    uint8_t bytes[MODEL_GUESS_SIZE];
    const prefix_t *first = &r->live.prefix;
    int64_t got = 1;

    while (first->size < sizeof bytes && got &&
           (!*format || (*format)->guess(first->bytes, first->size) < MODEL_GUESS_SURE)) {
        got = live_read(&r->live, bytes, sizeof bytes - first->size, first->size);
        if (got < 0)
            return report_errno(r->live.name, "cannot read");
        *format = model_format_guess(first->bytes, first->size);
    }
    return EXIT_GOOD;
}

static int input_format(recording_t *r, const model_format_t **format)
{
    const options_t *o = r->options;
    int rc;
    *format = o->from ? model_format_named(o->from) : o->raw ? model_format_named("flux") : NULL;
    if (!*format && !o->from && (rc = detect(r, format)))
        return rc;
    if (!*format && !o->from) {
        report_unknown(r->live.name, r->live.prefix.bytes, r->live.prefix.size);
        return EXIT_BAD_INPUT;
    }
    if (!*format || !(*format)->open || (*format)->flags & MODEL_SEEKS)
        return *format && (*format)->open
                   ? usage("%s cannot be read live: record its bytes with another program, then "
                           "convert the file",
                           (*format)->name)
                   : usage_format("--from", o->from ? o->from : (*format)->name, false);
    return settings_known(*format, false, o->read_settings) ? EXIT_GOOD : EXIT_ERROR;
}

static void summary(const recording_t *r)
{
    char name[FILE_PATH];
    fprintf(stderr,
            "weir: %s: %" PRIu64 " events, %" PRIu64 "%s lost, %" PRIu64 " bytes in, %" PRIu64
            " out",
            text_name(name, sizeof name, r->live.name, strlen(r->live.name), 0), r->events, r->lost,
            r->uncounted ? " and more" : "", r->live.received, r->all_written);
    if (r->files > 1)
        fprintf(stderr, " in %u files", r->files);
    if (r->problems)
        fprintf(stderr, ", %" PRIu64 " damaged region%s", r->problems, r->problems == 1 ? "" : "s");
    fputs("\n", stderr);
}

static int start_source(recording_t *r, const model_format_t *format)
{
    r->source = (model_source_t){
        .format = format,
        .input = {live_read, &r->live, UINT64_MAX},
        .options = {.raw = r->options->raw, .settings = r->options->read_settings},
    };
    if (r->options->unit)
        r->source.options.base = base_of_unit(r->options->unit);
    switch (model_open(&r->source)) {
    case 0:
        report_unused(r->live.name, &r->source, r->live.prefix.bytes, r->live.prefix.size);
        return EXIT_GOOD;
    case MODEL_E_OPTION: return usage_setting(&r->source.problem);
    case MODEL_E_ROOM: errno = ENOMEM; // fall through
    case MODEL_E_READ: return report_errno(r->live.name, "cannot read");
    default: problem(r); return EXIT_BAD_INPUT;
    }
}

static int record(recording_t *r, const model_format_t *format)
{
    const model_format_t *from;
    r->live.prefix.keeps = true;
    int rc = input_format(r, &from);
    if (!rc)
        rc = start_source(r, from);
    r->live.prefix.keeps = false;
    if (!rc)
        rc = begin_file(r, format);
    if (!rc) {
        start_watching(r);
        rc = record_all(r, format);
        watch(r);
        end_watching(r, SERVE_OVER);
        int ended = end_file(r);
        clear_line(r);
        rc = rc ? rc : ended;
    }
    if (!rc) {
        if (!r->options->quiet) {
            report_account(r->live.name, &r->source.account);
            report_account(r->out.name, &r->account);
            summary(r);
        }
        rc = r->problems ? EXIT_BAD_INPUT : EXIT_GOOD;
    }
    model_close(&r->source);
    free(r->sink.memory);
    return rc;
}

int command_record(const options_t *options)
{
    const model_format_t *format = output_format(options);
    if (!format)
        return EXIT_ERROR;
    if (options->rotate && !strcmp(options->output, "-"))
        return usage("--rotate needs a file: give its name with -o OUT");
    if (options->spool && !options->watch)
        return usage("--spool limits the page of --view: add --view, or leave out --spool");
    if ((format->flags & MODEL_SURVEYS && !(format->flags & MODEL_LIVE)) ||
        format->flags & (MODEL_PATH | MODEL_DIRECTORY | MODEL_PATCHES))
        return usage("%s cannot be written live: record to flux (.recTr), or to FXT (.fxt) if "
                     "events have extra arguments, then convert it",
                     format->name);
    if (options->rotate && check_pieces(options->output))
        return EXIT_ERROR;

    recording_t *r = xcalloc(1, sizeof *r);
    r->options = options;
    r->naming.apart = format->flags & MODEL_APART;
    r->terminal = !options->quiet && isatty(STDERR_FILENO);
    for (size_t i = 0; i < options->names.count; i++) {
        const model_record_t name = names_record(&options->names.entries[i]);
        if (name.kind == MODEL_NAME)
            known_names_record(&r->known, &name);
    }
    r->live.file = -1;
    live_catch(false); // a reader of the address may send a signal at once
    int rc = EXIT_GOOD;
    if (options->watch)
        rc = serve_start(&r->serve, options->port, options->spool ? options->spool : SPOOL, -1,
                         NULL);
    if (r->serve)
        message("live page at %s", serve_address(r->serve));
    if (!rc)
        rc = live_open(&r->live, options->paths[0], options->follow, options->reconnect,
                       options->baud);
    if (!rc)
        rc = output_check(options->output, format);
    if (!rc) {
        r->live.idle = idle;
        r->live.context = r;
        rc = record(r, format);
        if (r->serve && !r->live.stopping && rc != EXIT_ERROR) {
            message("%s ended; serving the page until SIGINT", r->live.name);
            live_wait();
        }
    }
    serve_stop(r->serve);
    live_close(&r->live);
    naming_free(&r->naming);
    known_names_free(&r->known);
    free(r);
    return rc;
}
