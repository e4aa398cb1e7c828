// SPDX-License-Identifier: Apache-2.0
// Bytes in and out of the command: files, standard input and output, temporary files. Reports
// errors of the system and of the command line.
#ifndef WEIR_CLI_BYTES_H
#define WEIR_CLI_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "model.h"

// Exit codes of the command.
enum { EXIT_GOOD = 0, EXIT_BAD_INPUT = 1, EXIT_ERROR = 2 };
enum { BYTES_PATH = 4096 }; // of a path, with its final 0

// Reports a failed system call on stderr: "weir: NAME: what: text of errno". Returns EXIT_ERROR.
int report_errno(const char *name, const char *what);
// Reports an error in the command line: "weir: expected ..., found ...". Returns EXIT_ERROR.
int usage(const char *expected, const char *found);

// Cleared memory. Exits with EXIT_ERROR if there is none.
void *xcalloc(size_t count, size_t size);

// Opens a file in $TMPDIR or /tmp, deleted when it is closed. Returns NULL with errno on failure.
FILE *temporary_file(void);

// ---- in

typedef struct {
    const char *name; // in messages
    int file;
    bool seekable;                  // any offset can be read at any time
    uint64_t size;                  // bytes; UINT64_MAX: unknown
    uint64_t done;                  // bytes read so far, by any pass
    uint8_t head[MODEL_GUESS_SIZE]; // the first bytes
    size_t head_size;
    uint64_t at; // of a pipe: bytes read from it
} bytes_in_t;

// Opens a file ("-": standard input) and reads its first bytes. Returns EXIT_GOOD, or reports the
// error and returns EXIT_ERROR.
int bytes_open(bytes_in_t *in, const char *path);
// Makes any offset readable: copies a pipe to a temporary file. Returns as bytes_open.
int bytes_make_seekable(bytes_in_t *in);
void bytes_close(bytes_in_t *in);
// Whether a path names the file open on a descriptor: writing it would destroy the input.
bool bytes_is_file(int file, const char *path);
// Read function of a model_input_t; context is a bytes_in_t.
int64_t bytes_read(void *context, void *bytes, size_t size, uint64_t offset);

// ---- out

typedef struct {
    const char *name; // in messages
    FILE *file;
    bool standard;
    FILE *target;          // NULL, or where bytes_finish copies file, then a temporary one
    char path[BYTES_PATH]; // of that temporary file
} bytes_out_t;

// Opens a file ("-": standard output) for the sink of a format and sets *output. Returns as
// bytes_open.
int bytes_create(bytes_out_t *out, const char *path, const model_format_t *format,
                 model_output_t *output);
// Closes the output. failed: an earlier write failed, and errno has its reason. Returns EXIT_GOOD,
// or reports the error and returns EXIT_ERROR.
int bytes_finish(bytes_out_t *out, bool failed);

#endif
