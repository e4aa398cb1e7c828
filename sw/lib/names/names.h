// SPDX-License-Identifier: Apache-2.0
// A dictionary: names of ids, of values of ids, and of threads; from a JSON or YAML file, or from a
// firmware's ELF.
#ifndef NAMES_H
#define NAMES_H

#include "model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    enum { NAMES_ID, NAMES_VALUE, NAMES_THREAD } kind;
    uint32_t id;    // ID, VALUE
    uint64_t value; // VALUE, THREAD
    char *name;
    char *unit;  // ID: of its values, or NULL
    bool symbol; // THREAD: the name is a symbol; a name in the trace takes precedence
    unsigned file; // private: which of the files it is from
} names_entry_t;

typedef struct {
    names_entry_t *entries; // sorted by kind, id, value once loaded
    size_t count, capacity;
    bool no_memory; // for some of them; names_read reports it
    unsigned files; // read so far

    // of ELFs: read-only data and format strings (weir_log.h), each with a final 0
    struct names_image {
        uint64_t address;
        char *bytes;
        size_t size;
        bool formats;
    } * images;
    size_t image_count;
    unsigned bytes_of_long; // 4 or 8; 0: no ELF
} names_t;

// Adds the names of an open file of any kind, from its first byte; it must be seekable. Later files
// take precedence; one file must not give two names to one thing. Returns 0; MODEL_E_BAD with
// *problem; MODEL_E_READ or MODEL_E_ROOM, with errno.
int names_read(names_t *names, int file, model_problem_t *problem);
void names_free(names_t *names);

// Whether it has any entry.
bool names_any(const names_t *names);

// The name of an id, of one of its values, or of a thread; NULL if there is none. symbol may be
// NULL; *symbol: whether the name is a symbol.
const char *names_id(const names_t *names, uint32_t id);
const char *names_value(const names_t *names, uint32_t id, uint64_t value);
const char *names_thread(const names_t *names, uint64_t thread, bool *symbol);

// The format string, or another string constant of the program, at an address; NULL if there is
// none. names may be NULL.
const char *names_format(const names_t *names, uint64_t address);
const char *names_string(const names_t *names, uint64_t address);
// Bytes of a long and of a pointer of the program: 4 or 8.
unsigned names_long(const names_t *names);

// An entry as a record of the model.
model_record_t names_record(const names_entry_t *entry);

#ifdef __cplusplus
}
#endif
#endif
