// SPDX-License-Identifier: Apache-2.0
// Reads batches in a thread of its own, some of them ahead of their user. Private to the model.
#ifndef MODEL_AHEAD_H
#define MODEL_AHEAD_H

#include "batch.h"

typedef struct model_ahead model_ahead_t;

// Reads the next rows of a source into a batch, as model_format_t.read.
typedef int model_fill_t(model_source_t *source, model_batch_t *batch);

// Begins to read. From here on only the thread uses the source's memory, input and dictionary.
// Returns NULL if there is no memory or no thread.
model_ahead_t *model_ahead_begin(const model_source_t *source, model_fill_t *fill,
                                 batch_dictionary_t *dictionary);
// The next batch, which may have no rows, with what reading returned behind it. Takes account,
// problem and place of the source over from there, and errno. The batch before it is free again.
// Behind an end, or an error behind which nothing can be read, it returns that again.
int model_ahead_read(model_ahead_t *ahead, model_source_t *source, model_batch_t **batch);
// Stops the thread, and frees its memory. NULL is allowed.
void model_ahead_end(model_ahead_t *ahead);

#endif
