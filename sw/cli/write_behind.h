// SPDX-License-Identifier: Apache-2.0
// Writes a file in a thread of its own, while its user makes the next bytes.
#ifndef WEIR_CLI_WRITE_BEHIND_H
#define WEIR_CLI_WRITE_BEHIND_H

#include <stddef.h>
#include <stdio.h>

typedef struct write_behind write_behind_t;

// Returns NULL if there is no memory or no thread. Until the end, nobody else uses the file.
write_behind_t *write_behind_begin(FILE *file);
// Takes bytes. Returns 0; or -1 with errno if earlier bytes could not be written.
int write_behind_put(write_behind_t *behind, const void *bytes, size_t size);
// Waits until all bytes are in the file. Returns as write_behind_put.
int write_behind_wait(write_behind_t *behind);
// Waits, and frees everything. NULL is allowed. Returns as write_behind_put.
int write_behind_end(write_behind_t *behind);

#endif
