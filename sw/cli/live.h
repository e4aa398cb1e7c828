// SPDX-License-Identifier: Apache-2.0
// Live input: a serial port, TCP, a pipe or a growing file. On SIGINT, SIGTERM or SIGHUP it still
// delivers all bytes that have arrived, then ends.
#ifndef WEIR_CLI_LIVE_H
#define WEIR_CLI_LIVE_H

#include "files.h"

typedef struct {
    const char *name; // in messages
    int file;
    bool follow;    // wait at the end of the file for more
    bool reconnect; // connect again, when a connection fails or ends
    bool stopping, ended;
    uint64_t received; // bytes
    uint64_t drained;  // bytes since stopping
    prefix_t prefix;   // set keeps while a format opens it
    void (*idle)(void *context); // called before waiting for bytes
    void *context;
} live_t;

// Catches these signals. writing: a write goes on after the first one; the second one ends it. Else
// the first one ends a call that waits. The third one ends the process.
void live_catch(bool writing);
// from: "-", a path, or "tcp:HOST:PORT". Sets a serial port to raw mode, 8 bits, no flow control;
// baud 0 leaves its speed. reconnect: of TCP; the connections are one stream. Returns EXIT_GOOD, or
// reports the error and returns EXIT_ERROR.
int live_open(live_t *live, const char *from, bool follow, bool reconnect, unsigned baud);
void live_close(live_t *live);
// Waits for one of these signals.
void live_wait(void);
// The read function of a model_input_t; context is a live_t.
int64_t live_read(void *context, void *bytes, size_t size, uint64_t offset);

#endif
