// SPDX-License-Identifier: Apache-2.0
// A small HTTP server on loopback, in a thread of its own, that gives the page of `weir view` to a
// browser, and follows it with the blocks of a trace that is still being recorded (server-sent
// events). All blocks are kept in a temporary file, so that a page that is opened late, or once
// more, gets them all, and memory stays constant.
//
// Only who knows the address can read: it holds a random number, and requests that name another
// host are rejected.
#ifndef WEIR_CLI_SERVE_H
#define WEIR_CLI_SERVE_H

#include <stdio.h>

typedef struct serve serve_t;

// Listens on 127.0.0.1, port 0: any that is free. folder -1: for pages that follow a recording;
// else, an open folder that holds Perfetto's UI, which is given the trace. Both are closed with the
// server. Returns EXIT_GOOD, or EXIT_TROUBLE with the reason told.
int serve_start(serve_t **serve, unsigned port, int folder, FILE *trace);
// "http://127.0.0.1:PORT/NUMBER/"
const char *serve_address(const serve_t *serve);
// A block goes to all pages. Returns 0, or -1 with errno if it cannot be kept.
int serve_block(serve_t *serve, const char *base64, size_t size);
// No more blocks will come; pages that are open are told. Later pages are still served.
int serve_over(serve_t *serve);
// Gives pages that are open two seconds to read the rest, then ends. NULL: nothing to do.
void serve_stop(serve_t *serve);

#endif
