// SPDX-License-Identifier: Apache-2.0
// The readers for the page that opens any trace (make viewer), as WebAssembly: the same code that
// reads, sorts and packs for `weir view`. The page calls the functions below, in this order:
//
//   open_file     once for each file: memory for its bytes, which the page fills
//   open_begin    reads all of them once; 0, or an exit code of the command
//   open_block    the next block (view_pack.h, neither compressed nor in base64); 0 at the end
//   open_end      the verdict of the readers: an exit code
//
// What the command reports on stderr, the page gets there: problems, and what was left out. Files
// are in memory; this file stands for files.c, progress.c and names.c.
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "model_ahead.h"
#include "output.h"
#include "progress.h"
#include "view_pack.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { FILES = 64 };

static struct {
    char name[256];
    uint8_t *bytes;
    size_t size;
} files[FILES];
static unsigned file_count;

static traces_t traces;
static view_pack_t *pack;
static size_t block_size;

// The formats that can be read.
extern const model_format_t model_flux, model_fxt, model_txtb, model_rkh;
const model_format_t *const model_formats[] = {&model_flux, &model_fxt, &model_txtb, &model_rkh,
                                               NULL};

// ---- files.h, progress.h

int report_errno(const char *name, const char *what)
{
    fprintf(stderr, "weir: %s: %s: %s\n", name, what, strerror(errno));
    return EXIT_ERROR;
}

void *checked(void *memory)
{
    if (!memory)
        exit(report_errno("memory", "cannot allocate"));
    return memory;
}

void *xcalloc(size_t count, size_t size)
{
    return checked(calloc(count ? count : 1, size ? size : 1));
}

bool input_reads_ahead(const input_t *in) { return (void)in, false; }

FILE *temporary_file(void) // only for more records than memory holds
{
    errno = ENOSPC;
    return NULL;
}

int report_temporary(const char *what) { return report_errno("memory", what); }

int input_open(input_t *in, const char *path)
{
    for (unsigned i = 0; i < file_count; i++)
        if (!strcmp(files[i].name, path)) {
            *in = (input_t){
                .name = files[i].name, .file = (int)i, .seekable = true, .size = files[i].size};
            in->head_size = in->size < sizeof in->head ? (size_t)in->size : sizeof in->head;
            memcpy(in->head, files[i].bytes, in->head_size);
            return EXIT_GOOD;
        }
    errno = ENOENT;
    return report_errno(path, "cannot open");
}

int input_make_seekable(input_t *in)
{
    (void)in; // it is
    return EXIT_GOOD;
}

void input_close(input_t *in) { (void)in; }

int64_t input_read(void *context, void *bytes, size_t size, uint64_t offset)
{
    const input_t *in = context;
    const size_t all = files[in->file].size;
    if (offset >= all)
        return 0;
    if (size > all - offset)
        size = (size_t)(all - offset);
    memcpy(bytes, files[in->file].bytes + offset, size);
    return (int64_t)size;
}

void progress(const char *step, const char *name, uint64_t done, uint64_t all, uint64_t records)
{
    (void)step, (void)name, (void)done, (void)all, (void)records;
}

void progress_block(const char *step, const char *name, uint64_t done, uint64_t all,
                    uint64_t records)
{
    (void)step, (void)name, (void)done, (void)all, (void)records;
}

void progress_end(void) {}

// ---- model_ahead.h: the page has one thread

model_ahead_t *model_ahead_begin(const model_source_t *source, model_fill_t *fill,
                                 batch_dictionary_t *dictionary)
{
    return (void)source, (void)fill, (void)dictionary, NULL;
}

int model_ahead_read(model_ahead_t *ahead, model_source_t *source, model_batch_t **batch)
{
    return (void)ahead, (void)source, (void)batch, MODEL_E_READ;
}

void model_ahead_end(model_ahead_t *ahead) { (void)ahead; }

// ---- names.h: the page has none

const char *names_id(const names_t *names, uint32_t id) { return (void)names, (void)id, NULL; }

const char *names_value(const names_t *names, uint32_t id, uint64_t value)
{
    return (void)names, (void)id, (void)value, NULL;
}

const char *names_thread(const names_t *names, uint64_t thread, bool *symbol)
{
    return (void)names, (void)thread, (void)symbol, NULL;
}

const char *names_format(const names_t *names, uint64_t address)
{
    return (void)names, (void)address, NULL;
}

const char *names_string(const names_t *names, uint64_t address)
{
    return (void)names, (void)address, NULL;
}

unsigned names_long(const names_t *names) { return (void)names, 4; }

bool names_any(const names_t *names) { return (void)names, false; }

model_record_t names_record(const names_entry_t *entry)
{
    return (void)entry, model_record(MODEL_NAME);
}

// ---- what the page calls

// Memory for a file of this size with this name (UTF-8, cut to 255 bytes); NULL: no memory.
EXPORT(open_file) uint8_t *open_file(const char *name, size_t size)
{
    if (file_count == FILES)
        return NULL;
    uint8_t *bytes = malloc(size ? size : 1);
    if (!bytes)
        return NULL;
    snprintf(files[file_count].name, sizeof files->name, "%s", name);
    files[file_count].bytes = bytes;
    files[file_count++].size = size;
    return bytes;
}

// Memory for a string of the page; the page does not give it back.
EXPORT(open_text) char *open_text(size_t size) { return malloc(size + 1); }

// unit: "" or that of a bare stream, which then is one.
EXPORT(open_begin) int open_begin(const char *unit)
{
    char *paths[FILES], name[320];
    traces_options_t how = {.rewind = true, .no_progress = true};
    setlocale(LC_CTYPE, "C.UTF-8");
    if (*unit) {
        how.model.raw = true;
        how.model.base = base_of_unit(unit);
        if (!how.model.base.denominator)
            return usage("%s is no unit: write one like 10ns", unit);
    }
    for (unsigned i = 0; i < file_count; i++)
        paths[i] = files[i].name;
    int rc = traces_open(&traces, paths, file_count, &how);
    if (!rc)
        rc = traces_survey(&traces, MODEL_ORDERED);
    if (rc)
        return rc;
    const model_survey_t *survey = &traces.survey;
    snprintf(name, sizeof name, "%s%s", files[0].name, file_count > 1 ? " and others" : "");
    view_head_t head = {.file = model_text(name),
                        .title = traces.title,
                        .base = traces.base,
                        .known = true,
                        .first = survey->first,
                        .last = survey->last};
    for (unsigned kind = 0; kind <= MODEL_LOSS; kind++)
        head.records += survey->count[kind];
    pack = view_pack_new(&head);
    return pack ? EXIT_GOOD : report_errno("memory", "cannot allocate");
}

EXPORT(open_block) const uint8_t *open_block(void)
{
    const model_record_t *record;
    int rc = 1;
    while (view_pack_events(pack) < VIEW_BLOCK && (rc = traces_next(&traces, &record)) == 1)
        if (view_pack_record(pack, record))
            exit(report_errno("memory", "cannot allocate"));
    if (rc < 0)
        exit(EXIT_ERROR);
    if (!view_pack_any(pack))
        return NULL;
    const uint8_t *block = view_pack_plain(pack, &block_size);
    if (!block)
        exit(report_errno("memory", "cannot allocate"));
    return block;
}

EXPORT(open_block_size) size_t open_block_size(void) { return block_size; }

EXPORT(open_end) int open_end(void)
{
    view_report(files[0].name, view_pack_left(pack));
    for (unsigned i = 0; i < traces.count; i++)
        report_account(traces.inputs[i].bytes.name, &traces.inputs[i].account);
    return traces_verdict(&traces);
}
