// SPDX-License-Identifier: Apache-2.0
// flux on a host: reads a file in one call, writes to one; the only part of the library that
// allocates.
#ifndef FLUX_FILE_H
#define FLUX_FILE_H

#include <stdio.h>

#include "flux_emit.h"
#include "flux_read.h"

#ifdef __cplusplus
extern "C" {
#endif

// A reader in memory of its own, with every unpacker. config may be NULL: defaults with room for a
// million items, entries of 4 MiB, 32 MiB of unpacked blocks and 64 MiB of ring. NULL if there is
// not enough memory. Release it with free().
flux_reader_t *flux_reader_new(const flux_reader_config_t *config, const flux_visitor_t *visitor,
                               void *ctx);

// Pushes all of a file ("-": standard input) through a reader and ends it. Returns what
// flux_reader_push or flux_reader_end did; FLUX_E_FILE if the file cannot be read, errno says why.
// A reader that a callback stopped is not to be pushed on: the chunk it stopped in is gone.
int flux_reader_push_file(flux_reader_t *r, const char *path);

// A handler that writes a buffer to a FILE (arg). Fails if not all could be written.
int flux_file_handler(void *file, const uint8_t *data, uint32_t size); // a flux_handler_t

#ifdef __cplusplus
}
#endif

#endif
