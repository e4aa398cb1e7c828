// SPDX-License-Identifier: Apache-2.0
// Bytes that come as they are made: from a serial port, TCP, a pipe, a file that grows. Ends at
// SIGINT or SIGTERM with everything that had arrived by then.
#ifndef WEIR_CLI_LIVE_H
#define WEIR_CLI_LIVE_H

#include <signal.h>

#include "bytes.h"

typedef struct {
    const char *name; // as told in messages
    int file;
    bool follow; // at the end of the file, wait for more
    bool stopping, ended;
    uint64_t received;              // bytes
    uint64_t drained;               // since stopping
    uint8_t head[MODEL_GUESS_SIZE]; // the first bytes
    size_t head_size;
    void (*idle)(void *context); // called before waiting for bytes
    void *context;
    sigset_t waiting; // signals that are let through while waiting
} live_t;

// From here on SIGINT and SIGTERM are kept for live_read and live_wait; live_open does it, too.
void live_catch(void);
// from: "-", a path, or "tcp:HOST:PORT". A serial port is set raw, 8 bits, without flow control;
// baud 0 leaves its speed. Waits for the first bytes. Returns EXIT_GOOD, or EXIT_TROUBLE with the
// reason told.
int live_open(live_t *live, const char *from, bool follow, unsigned baud);
void live_close(live_t *live);
// Waits for SIGINT or SIGTERM.
void live_wait(live_t *live);
// The read function of a model_input_t; context is a live_t.
int64_t live_read(void *context, void *bytes, size_t size, uint64_t offset);

#endif
