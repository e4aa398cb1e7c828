// SPDX-License-Identifier: Apache-2.0
// What several events say together: the arguments and the format of a log (weir_log.h), the octets of an RKH record
// (weir_rkhtrc.h). The words come as DATA events of a hart, the last of them their sum, and then LOG or RECORD.
#ifndef WEIR_CLI_RUNS_H
#define WEIR_CLI_RUNS_H

#include "model.h"
#include "names.h"
#include "rkh_args.h"

enum { RUNS_HARTS = 16, RUNS_WORDS = 80 };

typedef struct {
    struct {
        uint32_t words[RUNS_WORDS];
        unsigned count;
    } harts[RUNS_HARTS];
    model_record_t record;
    model_arg_t args[MODEL_ARGS_MAX];
    rkh_arg_t rkh_args[MODEL_ARGS_MAX];     // hold the names
    char names[MODEL_ARGS_MAX][8];
    uint8_t octets[4 * RUNS_WORDS];
    char text[4096];
} runs_t;

// The record in place of this one: itself; NULL if it is a word of a run that is not over; or, valid until the next call, what the
// run says that ends with it. A run that does not fit together is the event that ends it, with its words as further arguments.
const model_record_t *runs_take(runs_t *runs, const names_t *names, const model_record_t *record);

// Forgets the words of runs that have not ended; returns how many there were.
unsigned runs_end(runs_t *runs);

// Octets of user events' ids: RKH_TE_USER + n is the unit's USER id RUNS_USER + n (weir_rkhtrc.h).
enum { RUNS_USER = 0x3000, RUNS_TE_USER = 0xc0 };

#endif
