// SPDX-License-Identifier: Apache-2.0
// Combines runs of events into one record: the arguments and the format of a log (weir_log.h), the
// bytes of an RKH record (weir_rkhtrc.h). The words arrive as DATA events of a hart, the last one
// is their sum; LOG or RECORD ends the run.
#ifndef ASSEMBLE_WORDS_H
#define ASSEMBLE_WORDS_H

#include "model.h"
#include "names.h"
#include "rkh_args.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RUNS_HARTS = 16, RUNS_WORDS = 80 };

typedef struct {
    struct runs_word {
        uint64_t time;
        model_thread_t thread;
        uint32_t value;
    } words[RUNS_WORDS];
    unsigned count;
    model_record_t first_word; // for the fields that all words share
    model_arg_t arg;
    char name[64];
} runs_hart_t;

typedef struct {
    runs_hart_t harts[RUNS_HARTS];
    // runs_get returns, if replaying, the words of this hart from `next` on as single events; then
    // `last`
    unsigned hart, next;
    bool replaying, ending;
    const model_record_t *last;

    model_record_t record;
    model_arg_t args[MODEL_ARGS_MAX];
    rkh_arg_t rkh_args[MODEL_ARGS_MAX]; // storage of their names
    uint32_t words[RUNS_WORDS];
    uint8_t bytes[4 * RUNS_WORDS];
    char text[4096];
} runs_t;

// Takes a record, which must stay valid until runs_get returns NULL. Before, runs_get returns: this
// record; or none, if it is a word of a run; or the record that the run decodes to. Words of a
// damaged run are returned as single events. Each is valid until the next call.
void runs_put(runs_t *runs, const names_t *names, const model_record_t *record);
const model_record_t *runs_get(runs_t *runs);

// True if a batch has words of a run. *types_seen, 0 at first: types of its dictionary that were
// looked at before, none of them of a word.
bool runs_in_batch(const model_batch_t *batch, uint32_t *types_seen);

// No more records: runs_get returns the words of incomplete runs.
void runs_end(runs_t *runs);

// User events: RKH_TE_USER + n is the unit's USER id RUNS_USER + n (weir_rkhtrc.h).
enum { RUNS_USER = 0x3000, RUNS_TE_USER = 0xc0 };

#ifdef __cplusplus
}
#endif
#endif
