// SPDX-License-Identifier: Apache-2.0
// Input of the command, see input.h.
#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "flux_file.h"
#include "flux_pack.h"

static void start(input_t *input)
{
    flux_reader_config_t config;

    flux_reader_defaults(&config);
    config.headless = input->raw;
    config.fixed_layout = input->raw;
    flux_unpack_all(&config);
    input->reader = flux_reader_new(&config, NULL, NULL);
    if (!input->reader)
        exit(trouble("memory", "cannot allocate"));
}

void input_open(input_t *input, const octets_in_t *opened, bool raw)
{
    *input = (input_t){.name = opened->name, .octets = *opened, .raw = raw};
    start(input);
}

void input_close(input_t *input)
{
    octets_close(&input->octets);
    free(input->reader);
}

void input_wrong(input_t *input, uint64_t offset, const char *expected, const char *found)
{
    input->failed = input->ended = true;
    fprintf(stderr, "weir: %s: offset %" PRIu64 ": expected %s, found %s\n", input->name, offset, expected, found);
}

// What is at an offset of the input, for a message.
static void describe(const input_t *input, uint64_t offset, char *text, size_t size)
{
    uint64_t end = input->chunk_offset + input->chunk_size;
    uint8_t octet;

    if (offset >= input->chunk_offset && offset < end)
        snprintf(text, size, "octet %02x", input->chunk[offset - input->chunk_offset]);
    else if (input->ended && offset >= end)
        snprintf(text, size, "the end");
    else if (pread(input->octets.file, &octet, 1, (off_t)offset) == 1)
        snprintf(text, size, "octet %02x", octet);
    else
        snprintf(text, size, "something else");
}

static void reader_failed(input_t *input)
{
    const flux_error_t *error = flux_reader_error(input->reader);
    uint64_t offset = error->where.offset + (error->where.depth ? 0 : error->at);
    char found[64];

    if (error->where.depth)
        snprintf(found, sizeof found, "something else at octet %" PRIu32 " of a packed block",
                 error->where.inner + error->at);
    else if (error->code == FLUX_E_CUT)
        snprintf(found, sizeof found, "the end");
    else
        describe(input, offset, found, sizeof found);
    input_wrong(input, offset, error->expected, found);
}

int input_next(input_t *input, const flux_entry_t **entry)
{
    while (!input->failed) {
        int rc = flux_reader_next(input->reader, entry);
        if (rc == 1)
            return 1;
        if (rc < 0)
            reader_failed(input);
        if (rc < 0 || input->ended)
            return 0;
        input->chunk_offset += input->chunk_size;
        int64_t got = octets_read(&input->octets, input->chunk, sizeof input->chunk, input->chunk_offset);
        if (got < 0)
            exit(trouble(input->name, "cannot read"));
        input->chunk_size = (size_t)got;
        if (got) {
            flux_reader_feed(input->reader, input->chunk, (size_t)got);
        } else {
            input->ended = true;
            flux_reader_finish(input->reader);
        }
    }
    return 0;
}
