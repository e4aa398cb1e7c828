// SPDX-License-Identifier: Apache-2.0
// Bytes in and out of the command: files, standard input and output, temporary files; and its words
// about trouble.
#ifndef WEIR_CLI_BYTES_H
#define WEIR_CLI_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "model.h"

// Exit codes of the command.
enum { EXIT_GOOD = 0, EXIT_BAD_INPUT = 1, EXIT_ERROR = 2 };
enum { BYTES_PATH = 4096 }; // of a path, with its end

// Tells trouble that is not the input's: "weir: NAME: what: error text of errno". Returns
// EXIT_TROUBLE.
int report_errno(const char *name, const char *what);
// Tells what is wrong with the command line: "weir: expected ..., found ...". Returns EXIT_TROUBLE.
int usage(const char *expected, const char *found);

// Cleared memory, or the end of the program.
void *xcalloc(size_t count, size_t size);

// A file that is gone when it is closed, in $TMPDIR or /tmp. NULL with errno.
FILE *temporary_file(void);

// ---- in

typedef struct {
    const char *name; // as told in messages
    int file;
    bool seekable;                  // any offset can be read at any time
    uint64_t size;                  // bytes; UINT64_MAX: not known
    uint64_t done;                  // bytes read so far, by any pass
    uint8_t head[MODEL_GUESS_SIZE]; // the first bytes
    size_t head_size;
    uint64_t at; // of a pipe: bytes taken from it
} bytes_in_t;

// Opens a file ("-": standard input) and reads its first bytes. Returns EXIT_GOOD, or EXIT_TROUBLE
// with the reason told.
int bytes_open(bytes_in_t *in, const char *path);
// Makes any offset readable: a pipe is copied to a temporary file. Returns as bytes_open.
int bytes_make_seekable(bytes_in_t *in);
void bytes_close(bytes_in_t *in);
// Whether a path is that of the file that is read from a descriptor: writing it would destroy what
// is still to be read.
bool bytes_is_file(int file, const char *path);
// The input of a source; context is a bytes_in_t.
int64_t bytes_read(void *context, void *bytes, size_t size, uint64_t offset);

// ---- out

typedef struct {
    const char *name; // as told in messages
    FILE *file;
    bool standard;
    FILE *target;          // NULL, or where file, then a temporary one, goes at the end
    char path[BYTES_PATH]; // of that temporary file
} bytes_out_t;

// Opens a file ("-": standard output) for a format's sink, and sets *output. Returns as bytes_open.
int bytes_create(bytes_out_t *out, const char *path, const model_format_t *format,
                 model_output_t *output);
// All was written, or writing failed already: then that is what is told. Returns EXIT_GOOD, or
// EXIT_TROUBLE with the reason told.
int bytes_finish(bytes_out_t *out, bool failed);

#endif
