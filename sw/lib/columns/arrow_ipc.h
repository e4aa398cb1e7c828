// SPDX-License-Identifier: Apache-2.0
// Writes columns as Arrow's format for files and streams (IPC, version 5): a schema, batches of
// rows with dictionaries. The file has its dictionaries behind its batches, and a list of both at
// its end, so it is written in one pass; the stream has a dictionary, and later what is new in it,
// before the batch that needs it.
#ifndef ARROW_IPC_H
#define ARROW_IPC_H

#include "columns.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct { // where a message is, in a file
    uint64_t offset, body;
    uint32_t head;
} arrow_block_t;

typedef struct {
    model_output_t *output; // set by the caller, as is `stream`; the rest is 0
    bool stream;
    const char *const *metadata; // pairs of texts, which stay
    unsigned pairs;

    // private
    uint64_t size;  // of what was written
    uint8_t *bytes; // of the message that is made
    size_t used, room;
    bool no_memory;
    uint32_t written[COLUMNS_MAX]; // texts of the dictionaries
    arrow_block_t dictionaries[COLUMNS_MAX];
    unsigned dictionary_count;
    arrow_block_t *batches;
    size_t batch_count, batch_room;
} arrow_ipc_t;

// All return 0, MODEL_E_WRITE, or MODEL_E_ROOM without memory.
int arrow_begin(arrow_ipc_t *ipc, const columns_t *columns);
// Writes the rows; columns_pack was called.
int arrow_batch(arrow_ipc_t *ipc, const columns_t *columns);
int arrow_end(arrow_ipc_t *ipc, const columns_t *columns);
void arrow_free(arrow_ipc_t *ipc);

#ifdef __cplusplus
}
#endif
#endif
