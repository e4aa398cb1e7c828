// SPDX-License-Identifier: Apache-2.0
// Files that the command reads, and temporary files. Reports errors of the
// system. output.h has the files that it writes.
#ifndef WEIR_CLI_FILES_H
#define WEIR_CLI_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "model.h"
#include "usage.h"

// Exit codes of the command.
enum { EXIT_GOOD = 0, EXIT_BAD_INPUT = 1, EXIT_ERROR = 2 };
enum { FILE_PATH = 4096 }; // of a path, with its final 0

// Reports a failed system call on stderr: "weir: NAME: what: text of errno". Returns EXIT_ERROR.
int report_errno(const char *name, const char *what);

// Memory that was allocated. NULL: does not return, see memory_end.h.
void *checked(void *memory);
// Memory, checked; cleared memory, checked.
void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
// Opens a stream in memory, checked. Closes it and checks that it has all its text.
FILE *text_stream(char **text, size_t *size);
void close_text(FILE *stream, char *const *text);

// The folder for temporary files: $TMPDIR or /tmp.
const char *temporary_folder(void);
// Opens a file in this folder, deleted when it is closed. Returns NULL with errno on failure.
FILE *temporary_file(void);
// Reports that such a file failed, as report_errno.
int report_temporary(const char *what);

// ---- in

// The first bytes of an input that can be read only once: a format reads them twice
// (model_input_t).
typedef struct {
    uint8_t *bytes;
    size_t size, capacity;
    bool keeps; // set by the caller: whether further bytes are added
} prefix_t;

// Adds bytes that were read, if it keeps them. Returns 0, or -1 with errno.
int prefix_add(prefix_t *prefix, const void *bytes, size_t size);
// Reads from it. Returns the number of bytes, 0 behind its end; there it frees what nobody reads
// again.
size_t prefix_read(prefix_t *prefix, void *bytes, size_t size, uint64_t offset);

typedef struct {
    const char *name; // in messages
    int file;
    bool seekable;                  // any offset can be read at any time
    uint64_t size;                  // bytes; UINT64_MAX: unknown
    uint64_t done;                  // bytes read so far, by any pass
    uint8_t head[MODEL_GUESS_SIZE]; // the first bytes
    size_t head_size;
    prefix_t prefix; // of a pipe; set keeps while a format opens it
    uint64_t at;     // of a pipe: bytes read from it
} input_t;

// Opens a file ("-": standard input) and reads its first bytes. Returns EXIT_GOOD, or reports the
// error and returns EXIT_ERROR.
int input_open(input_t *in, const char *path);
// Makes any offset readable: copies a pipe to a temporary file. Returns as input_open.
int input_make_seekable(input_t *in);
// Whether a thread reads ahead: it pays for files that are not short, on several processors.
// $WEIR_PARALLEL decides for all files: 0 or 1.
bool input_reads_ahead(const input_t *in);
void input_close(input_t *in);
// Remembers a file as an input, so that no output replaces it. input_open does it; a reader that
// opens its file by itself calls it. Returns EXIT_GOOD, or reports that standard output is this
// file and returns EXIT_ERROR.
int input_remember(const char *name, int file);
// Whether a path names a remembered file, under this name or another.
bool input_is(const char *path);
// Read function of a model_input_t; context is a input_t.
int64_t input_read(void *context, void *bytes, size_t size, uint64_t offset);

#endif
