// SPDX-License-Identifier: Apache-2.0
// The command's dictionaries: fuzzing of the readers of ELF, JSON and YAML, and of what puts logs
// and RKH records together by the format strings of a firmware's ELF. No file can make it touch
// memory that is not its own or say more than fits; every event of a run comes out again, in order,
// as what the run says or as the event that it was.
//
// The first byte of an input is its kind, the second how many words a run has; then these words;
// the rest is the file.
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "dictionary.h"
#include "random.h"
#include "assemble_words.h"
#include "weir_stream.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STRAIGHT = 1, WIDE = 2, BAD_SUM = 4, RECORD = 8, SHORT = 16 }; // bits of the first byte
enum { FORMATS = 0x1000, STRINGS = 0x8000 };

const model_format_t *const model_formats[] = {
    NULL}; // the part of the model that is linked looks for formats here

static volatile uint64_t sink;

static void touch(model_text_t text)
{
    for (size_t i = 0; i < text.size; i++)
        sink += (uint8_t)text.bytes[i];
}

// ---- dictionaries

static void load(names_t *names, const uint8_t *data, size_t size)
{
    static int file = -1;
    static FILE *nowhere;
    char path[32];
    if (file < 0) {
        file = memfd_create("names", 0);
        nowhere = fopen("/dev/null", "w");
    }
    REQUIRE(file >= 0 && nowhere && !ftruncate(file, 0) &&
            pwrite(file, data, size, 0) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    FILE *before = stderr;
    stderr = nowhere;
    int rc = names_load(names, path);
    stderr = before;
    REQUIRE(rc == 0 || rc == 1);
    for (size_t i = 0; i < names->count; i++) {
        const names_entry_t *e = &names->entries[i];
        const char *found = e->kind == NAMES_ID      ? names_id(names, e->id)
                            : e->kind == NAMES_VALUE ? names_value(names, e->id, e->value)
                                                     : names_thread(names, e->value, NULL);
        REQUIRE(found == e->name);
        model_record_t record = names_record(e);
        touch(record.name);
    }
    uint64_t kept = 0;
    for (size_t i = 0; i < names->image_count; i++) {
        const struct names_image *image = &names->images[i];
        kept += image->size;
        for (size_t at = 0; at < image->size; at += 7) {
            const char *text = image->formats ? names_format(names, image->address + at)
                                              : names_string(names, image->address + at);
            REQUIRE(text || image->address + at < image->address);
            sink += text ? strlen(text) : 0;
        }
    }
    REQUIRE(kept <= size);
}

// The file as the one section of an ELF that has formats and constants.
static void straight(names_t *names, const uint8_t *data, size_t size, bool wide)
{
    names->images = calloc(2, sizeof *names->images);
    names->image_count = 2;
    names->bytes_of_long = wide ? 8 : 4;
    for (unsigned i = 0; i < 2; i++) {
        names->images[i] = (struct names_image){i ? STRINGS : FORMATS, malloc(size + 1), size, !i};
        memcpy(names->images[i].bytes, data, size);
        names->images[i].bytes[size] = 0;
    }
}

// ---- runs

static unsigned come, gone, held;   // events that were given, that came back, and words of the run
                                    // that were not given back yet
static uint64_t latest[RUNS_HARTS]; // time of what came back last

static void get(runs_t *runs)
{
    const model_record_t *r;
    while ((r = runs_get(runs))) {
        REQUIRE(r->time > latest[r->hart]);
        latest[r->hart] = r->time;
        touch(r->name);
        touch(r->category);
        touch(r->text);
        REQUIRE(r->arg_count <= MODEL_ARGS_MAX && r->text.size < sizeof runs->text);
        for (unsigned i = 0; i < r->arg_count; i++) {
            touch(r->args[i].name);
            if (r->args[i].type == MODEL_ARG_TEXT || r->args[i].type == MODEL_ARG_BYTES)
                touch(r->args[i].text);
        }
        const bool event = r->kind == MODEL_INSTANT && r->space == MODEL_SPACE_WEIR &&
                           r->id >= WEIR_ID_DATA && r->id <= WEIR_ID_RECORD;
        gone += event
                    ? 1
                    : held +
                          1; // what a run says stands for its words, their sum, and the last event
    }
}

static void put(runs_t *runs, const names_t *names, uint32_t id, uint64_t value, unsigned hart)
{
    static model_record_t record;
    static model_arg_t arg;
    arg = (model_arg_t){
        .name = model_text("value"), .type = MODEL_ARG_UINT, .bits = 32, .u = value};
    record = model_record(MODEL_INSTANT);
    record.timed = true;
    record.time = come + 1;
    record.hart = (uint16_t)hart;
    record.space = MODEL_SPACE_WEIR;
    record.id = id;
    record.name = model_text("name");
    record.args = &arg;
    record.arg_count = 1;
    come++;
    runs_put(runs, names, &record);
    get(runs);
    held = id == WEIR_ID_DATA && held < RUNS_WORDS ? held + 1 : 0; // one that is too long is none
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static runs_t runs;
    uint32_t words[RUNS_WORDS + 8] = {0};
    names_t names = {0};

    if (size < 2)
        return 0;
    const unsigned option = data[0];
    unsigned count = data[1] % (RUNS_WORDS + 2);
    data += 2;
    size -= 2;
    if (size < 4 * count)
        count = (unsigned)size / 4;
    memcpy(words, data, 4 * count);
    data += 4 * count;
    size -= 4 * count;

    if (option & STRAIGHT)
        straight(&names, data, size, option & WIDE);
    else
        load(&names, data, size);
    memset(&runs, 0, sizeof runs);
    come = gone = held = 0;
    memset(latest, 0, sizeof latest);
    uint32_t last = option & RECORD     ? (count ? words[--count] : 0)
                    : option & STRAIGHT ? FORMATS
                    : names.image_count ? (uint32_t)names.images[0].address
                                        : 0;
    uint32_t sum = last;
    for (unsigned i = 0; i < count; i++) {
        put(&runs, &names, WEIR_ID_DATA, words[i], 1);
        sum += words[i];
    }
    if (count || !(option & SHORT)) {
        put(&runs, &names, WEIR_ID_DATA, ((sum ^ sum >> 16) & 0xffff) + !!(option & BAD_SUM), 1);
        put(&runs, &names, option & RECORD ? WEIR_ID_RECORD : WEIR_ID_LOG, last, 1);
    } else {
        put(&runs, &names, option & RECORD ? WEIR_ID_RECORD : WEIR_ID_LOG, last,
            1); // of no words: no sum
    }
    put(&runs, &names, WEIR_ID_DATA, 7, 2); // a run that does not end
    runs_end(&runs);
    get(&runs);
    REQUIRE(come == gone);
    names_free(&names);
    return 0;
}
