// SPDX-License-Identifier: Apache-2.0
// A small HTTP server on loopback, in its own thread. It serves the page of `weir view` and streams
// the blocks of a running recording to it (server-sent events). A temporary file stores all blocks:
// a page opened later gets them all, and memory stays constant. Its size has a limit. The address
// contains a random token. The server rejects requests without it, and requests for another host.
#ifndef WEIR_CLI_SERVE_H
#define WEIR_CLI_SERVE_H

#include <stdint.h>
#include <stdio.h>

typedef struct serve serve_t;

// Listens on 127.0.0.1; port 0: any free one. spool: limit of the temporary file in bytes. folder
// -1: serves live pages; else an open folder with Perfetto's UI, which loads the trace. serve_stop
// closes both. Returns EXIT_GOOD, or reports the error and returns EXIT_ERROR.
int serve_start(serve_t **serve, unsigned port, uint64_t spool, int folder, FILE *trace);
// "http://127.0.0.1:PORT/TOKEN/"
const char *serve_address(const serve_t *serve);
// Sends a block to all pages. Returns 0, or -1 with errno if it cannot be stored; EFBIG at the
// limit.
int serve_block(serve_t *serve, const char *base64, size_t size);
typedef enum {
    SERVE_ON,
    SERVE_OVER,   // the recording has ended
    SERVE_FAILED, // a block could not be stored
} serve_end_t;
// Tells open and later pages that no more blocks follow, and why.
void serve_end(serve_t *serve, serve_end_t why);
// Waits up to two seconds for open pages to read the rest, then ends. NULL: does nothing.
void serve_stop(serve_t *serve);

#endif
