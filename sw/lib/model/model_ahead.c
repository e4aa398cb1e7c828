// SPDX-License-Identifier: Apache-2.0
// Reads batches in a thread of its own, see model_ahead.h.
//
// A ring of slots: the thread fills one after the other, the user has at most one of them. The
// dictionary grows while the user reads earlier batches. Its entries never change, and its tables
// stay where they were until the end (batch.c), so that each batch has the dictionary as it was
// when the batch was whole.
#include "model_ahead.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

// A thread that waits is woken when ENOUGH slots are filled, or free: one that sleeps and wakes for
// each batch costs more than it saves.
enum { AHEAD = 8, ENOUGH = AHEAD / 2 };

typedef struct {
    model_batch_t batch;
    batch_dictionary_t dictionary;
    int result, reason; // reason: errno
    // of the source, behind this batch
    model_account_t account;
    model_problem_t problem;
    uint64_t position, bytes;
} slot_t;

struct model_ahead {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    // of the thread
    model_source_t source;
    model_fill_t *fill;
    batch_dictionary_t *dictionary;
    // of both, with the mutex
    uint64_t filled, freed; // numbers of slots
    bool stop;

    bool taken; // the user has a slot
    slot_t slots[AHEAD];
};

static void fill_slot(model_ahead_t *a, slot_t *slot)
{
    batch_clear(&slot->batch);
    slot->batch.dictionary = a->dictionary;
    slot->result = a->fill(&a->source, &slot->batch);
    slot->reason = errno;
    batch_count(&slot->batch, 0, slot->batch.count, a->source.account.records);
    slot->account = a->source.account;
    slot->problem = a->source.problem;
    slot->position = a->source.position;
    slot->bytes = a->source.bytes;
    slot->dictionary = *a->dictionary;
    slot->batch.dictionary = &slot->dictionary;
}

static bool is_last(const slot_t *slot)
{
    return slot->result != 1 && slot->result != MODEL_E_BAD;
}

static void *run(void *context)
{
    model_ahead_t *a = context;
    bool goes_on = true;
    while (goes_on) {
        pthread_mutex_lock(&a->mutex);
        while (!a->stop && a->filled - a->freed == AHEAD)
            pthread_cond_wait(&a->changed, &a->mutex);
        goes_on = !a->stop;
        slot_t *slot = &a->slots[a->filled % AHEAD];
        pthread_mutex_unlock(&a->mutex);
        if (!goes_on)
            break;
        fill_slot(a, slot);
        goes_on = !is_last(slot);
        pthread_mutex_lock(&a->mutex);
        a->filled++;
        if (!goes_on || a->filled - a->freed == ENOUGH)
            pthread_cond_signal(&a->changed);
        pthread_mutex_unlock(&a->mutex);
    }
    return NULL;
}

static void free_slots(model_ahead_t *a)
{
    for (unsigned i = 0; i < AHEAD; i++)
        batch_free(&a->slots[i].batch);
    pthread_cond_destroy(&a->changed);
    pthread_mutex_destroy(&a->mutex);
    free(a);
}

model_ahead_t *model_ahead_begin(const model_source_t *source, model_fill_t *fill,
                                 batch_dictionary_t *dictionary)
{
    model_ahead_t *a = calloc(1, sizeof *a);
    sigset_t all, before;
    int failed = 0;
    if (!a)
        return NULL;
    a->source = *source;
    a->fill = fill;
    a->dictionary = dictionary;
    pthread_mutex_init(&a->mutex, NULL);
    pthread_cond_init(&a->changed, NULL);
    for (unsigned i = 0; i < AHEAD; i++)
        failed |= batch_init(&a->slots[i].batch, dictionary);
    sigfillset(&all); // signals are for the thread of the user
    pthread_sigmask(SIG_SETMASK, &all, &before);
    failed = failed || pthread_create(&a->thread, NULL, run, a);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!failed)
        return a;
    free_slots(a);
    return NULL;
}

int model_ahead_read(model_ahead_t *a, model_source_t *source, model_batch_t **batch)
{
    pthread_mutex_lock(&a->mutex);
    const slot_t *before = &a->slots[a->freed % AHEAD];
    const bool over = a->taken && is_last(before);
    if (a->taken && !over) {
        a->freed++;
        if (a->filled - a->freed == AHEAD - ENOUGH)
            pthread_cond_signal(&a->changed);
    }
    a->taken = true;
    while (a->filled == a->freed)
        pthread_cond_wait(&a->changed, &a->mutex);
    slot_t *slot = &a->slots[a->freed % AHEAD];
    pthread_mutex_unlock(&a->mutex);
    if (over)
        batch_clear(&slot->batch);
    source->account = slot->account;
    source->problem = slot->problem;
    source->position = slot->position;
    source->bytes = slot->bytes;
    errno = slot->reason;
    *batch = &slot->batch;
    return slot->result;
}

void model_ahead_end(model_ahead_t *a)
{
    if (!a)
        return;
    pthread_mutex_lock(&a->mutex);
    a->stop = true;
    pthread_cond_signal(&a->changed);
    pthread_mutex_unlock(&a->mutex);
    pthread_join(a->thread, NULL);
    free_slots(a);
}
