// SPDX-License-Identifier: Apache-2.0
// flux on a host: reads a file in one call, writes to one. Only this part of the library allocates.
#ifndef FLUX_FILE_H
#define FLUX_FILE_H

#include <stdio.h>

#include "flux_emit.h"
#include "flux_read.h"

#ifdef __cplusplus
extern "C" {
#endif

// Returns a reader in memory of its own, with every unpacker, or NULL without memory. config may be
// NULL: then limits are a million items, entries of 4 MiB, 32 MiB of unpacked blocks and 64 MiB of
// ring. Release the reader with free().
flux_reader_t *flux_reader_new(const flux_reader_config_t *config, const flux_visitor_t *visitor,
                               void *ctx);

// Reads a file ("-": standard input) through a reader, to its end. Returns the result of
// flux_reader_push or flux_reader_end; FLUX_E_FILE if reading fails, with the reason in errno. Do
// not push on after a callback stopped the reader: the rest of that chunk is lost.
int flux_reader_push_file(flux_reader_t *r, const char *path);

// A handler that writes a buffer to a FILE (arg). Fails unless all bytes are written.
int flux_file_handler(void *file, const uint8_t *data, uint32_t size); // a flux_handler_t

#ifdef __cplusplus
}
#endif

#endif
