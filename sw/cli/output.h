// SPDX-License-Identifier: Apache-2.0
// Files that the command writes. An output is made in a hidden folder beside its place and moved
// there when it is whole: until then an older file stays as it was. A failure or a signal removes
// the folder. Standard output, pipes and devices are written directly.
#ifndef WEIR_CLI_OUTPUT_H
#define WEIR_CLI_OUTPUT_H

#include "files.h"
#include "write_behind.h"

typedef struct {
    const char *name; // in messages
    FILE *file;       // NULL: the format writes the path of its model_output_t itself
    bool standard;

    // private
    write_behind_t *behind; // NULL: bytes go to the file at once
    FILE *target;           // a pipe or a device that gets a copy of made at the end; or NULL
    bool directory;         // the output is a directory
    char path[FILE_PATH];   // its place, behind symbolic links; "" without one
    char folder[FILE_PATH]; // the hidden folder; "" without one
    char made[FILE_PATH];   // the output in this folder
} output_t;

// Checks that a path ("-": standard output) may be written: it is no input, and, for a format that
// is a directory, nothing but an earlier trace of this command is in there. Returns EXIT_GOOD, or
// reports the error and returns EXIT_ERROR.
int output_check(const char *path, const model_format_t *format);
// Checks the path and creates the output for the sink of a format; sets *output. Returns as
// output_check. may_restart: output_restart and output_discard take back what was written, to a
// pipe, too. One output at a time.
int output_create(output_t *out, const char *path, const model_format_t *format, bool may_restart,
                  model_output_t *output);
// Whether nobody sees a byte of an output before its end, so that it can be begun anew at no cost:
// all but pipes and devices, and to these the formats that write a file first.
bool output_can_restart(const char *path, const model_format_t *format);
// Begins an output with may_restart anew. A pipe stays open: its reader would take a second opening
// for the end. Returns as output_check.
int output_restart(output_t *out, const model_format_t *format, model_output_t *output);
// From here on the bytes of an output are written by a thread: for one that nobody sees before its
// end, and that is not published.
void output_write_behind(output_t *out);
// Moves an output to its place while it is being written: a recording must be visible, and survive
// the end of the machine. Returns as output_check.
int output_publish(output_t *out);
// Ends the output. failed: an earlier write failed, and errno has its reason. Returns EXIT_GOOD, or
// reports the error and returns EXIT_ERROR.
int output_finish(output_t *out, bool failed);
// Ends the output without moving it to its place, after an error that was reported.
void output_discard(output_t *out);

#endif
