// SPDX-License-Identifier: Apache-2.0
// Writes a file in a thread of its own, see write_behind.h.
#include "write_behind.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 4, BLOCK = 1 << 18 };

struct write_behind {
    FILE *file;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    // with the mutex
    uint64_t given, written; // numbers of blocks
    int failed;              // errno
    bool stop;

    size_t size[BLOCKS]; // of a block that was given
    size_t used;         // of the block that is being filled
    char blocks[BLOCKS][BLOCK];
};

static void *run(void *context)
{
    write_behind_t *w = context;
    pthread_mutex_lock(&w->mutex);
    for (;;) {
        while (!w->stop && w->given == w->written)
            pthread_cond_wait(&w->changed, &w->mutex);
        if (w->given == w->written)
            break;
        const unsigned block = w->written % BLOCKS;
        const bool lost = w->failed;
        pthread_mutex_unlock(&w->mutex);
        const size_t size = w->size[block];
        errno = 0;
        const bool good = lost || fwrite(w->blocks[block], 1, size, w->file) == size;
        const int reason = errno ? errno : EIO;
        pthread_mutex_lock(&w->mutex);
        if (!good)
            w->failed = reason;
        w->written++;
        pthread_cond_signal(&w->changed);
    }
    pthread_mutex_unlock(&w->mutex);
    return NULL;
}

write_behind_t *write_behind_begin(FILE *file)
{
    write_behind_t *w = malloc(sizeof *w);
    sigset_t all, before;
    if (!w)
        return NULL;
    memset(w, 0, offsetof(write_behind_t, blocks));
    w->file = file;
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->changed, NULL);
    sigfillset(&all); // signals are for the thread of the user, but for those that a write makes
    sigdelset(&all, SIGPIPE);
    sigdelset(&all, SIGXFSZ);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int failed = pthread_create(&w->thread, NULL, run, w);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!failed)
        return w;
    free(w);
    return NULL;
}

static int result(int failed)
{
    if (failed)
        errno = failed;
    return failed ? -1 : 0;
}

// Gives the block to the thread, and waits until there are at most `most` with it.
static int give(write_behind_t *w, unsigned most)
{
    pthread_mutex_lock(&w->mutex);
    if (w->used) {
        w->size[w->given % BLOCKS] = w->used;
        w->given++;
        w->used = 0;
        pthread_cond_signal(&w->changed);
    }
    while (w->given - w->written > most)
        pthread_cond_wait(&w->changed, &w->mutex);
    const int failed = w->failed;
    pthread_mutex_unlock(&w->mutex);
    return result(failed);
}

int write_behind_put(write_behind_t *w, const void *bytes, size_t size)
{
    int rc = 0;
    while (size && !rc) {
        const size_t room = BLOCK - w->used, piece = size < room ? size : room;
        memcpy(w->blocks[w->given % BLOCKS] + w->used, bytes, piece);
        w->used += piece;
        bytes = (const char *)bytes + piece;
        size -= piece;
        if (w->used == BLOCK)
            rc = give(w, BLOCKS - 1);
    }
    return rc;
}

int write_behind_wait(write_behind_t *w) { return give(w, 0); }

int write_behind_end(write_behind_t *w)
{
    if (!w)
        return 0;
    const int rc = give(w, 0), reason = errno;
    pthread_mutex_lock(&w->mutex);
    w->stop = true;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->mutex);
    pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->mutex);
    free(w);
    errno = reason;
    return rc;
}
