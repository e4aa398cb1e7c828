// SPDX-License-Identifier: Apache-2.0
// Events and runs until the length of the trace is known, see run_spool.h.
#include "run_spool.h"

#include <errno.h>
#include <string.h>

#include "files.h"

// ---- writing

static void write_words(run_spool_t *s)
{
    if (!s->file && !(s->file = temporary_file()))
        s->failed = errno;
    if (!s->failed && fwrite(s->words, sizeof *s->words, s->used, s->file) != s->used)
        s->failed = errno ? errno : EIO;
    s->used = 0;
}

static uint32_t *room(run_spool_t *s, unsigned words)
{
    if (RUN_SPOOL_WORDS - s->used < words)
        write_words(s);
    s->used += words;
    return s->words + s->used - words;
}

void run_spool_put(run_spool_t *s, unsigned slot, uint64_t time)
{
    if (time < s->time || (time - s->time) >> 26) {
        uint32_t *words = room(s, 3);
        words[0] = RUN_SPOOL_TIME;
        words[1] = (uint32_t)time;
        words[2] = (uint32_t)(time >> 32);
        s->time = time;
    }
    *room(s, 1) = (uint32_t)(time - s->time) << 6 | slot;
    s->time = time;
}

void run_spool_row(run_spool_t *s, int row)
{
    uint32_t *words = room(s, 2);
    words[0] = RUN_SPOOL_ROW;
    words[1] = (uint32_t)row;
    s->rows[(unsigned)row % RUN_SPOOL_SLOTS] = row + 1;
}

void run_spool_run(run_spool_t *s, int row, uint64_t from, uint64_t to)
{
    run_spool_put(s, RUN_SPOOL_RUN, to);
    uint32_t *words = room(s, 3);
    words[0] = (uint32_t)row;
    words[1] = (uint32_t)(to - from);
    words[2] = (uint32_t)((to - from) >> 32);
}

void run_spool_loss(run_spool_t *s, uint64_t first, uint64_t last)
{
    run_spool_put(s, RUN_SPOOL_LOSS, first);
    uint32_t *words = room(s, 2);
    words[0] = (uint32_t)(last - first);
    words[1] = (uint32_t)((last - first) >> 32);
}

// ---- reading

int run_spool_rewind(run_spool_t *s)
{
    if (s->file) {
        write_words(s);
        if (!s->failed && fseek(s->file, 0, SEEK_SET))
            s->failed = errno;
    }
    s->all_read = !s->file;
    s->next = 0;
    s->time = 0;
    memset(s->rows, 0, sizeof s->rows);
    errno = s->failed;
    return s->failed ? -1 : 0;
}

// Reads on. False: there is no more.
static bool fill(run_spool_t *s)
{
    if (s->all_read)
        return false;
    s->next = 0;
    s->used = (uint32_t)fread(s->words, sizeof *s->words, RUN_SPOOL_WORDS, s->file);
    s->all_read = s->used < RUN_SPOOL_WORDS;
    if (ferror(s->file))
        s->failed = errno ? errno : EIO;
    return s->used > 0;
}

static uint32_t word(run_spool_t *s)
{
    return s->next < s->used || fill(s) ? s->words[s->next++] : 0;
}

static uint64_t two_words(run_spool_t *s)
{
    const uint64_t low = word(s);
    return low | (uint64_t)word(s) << 32;
}

int run_spool_next(run_spool_t *s, run_spool_entry_t *e)
{
    while (s->next < s->used || fill(s)) {
        const uint32_t first = s->words[s->next++], slot = first & 63;
        s->time += first >> 6;
        *e = (run_spool_entry_t){.from = s->time, .to = s->time};
        if (slot < RUN_SPOOL_SLOTS) {
            e->row = s->rows[slot];
            return 1;
        }
        switch (slot) {
        case RUN_SPOOL_ROW: {
            const int row = (int)word(s);
            s->rows[(unsigned)row % RUN_SPOOL_SLOTS] = row;
            break;
        }
        case RUN_SPOOL_TIME: s->time = two_words(s); break;
        case RUN_SPOOL_RUN:
            e->kind = RUN_SPOOL_IS_RUN;
            e->row = (int)word(s);
            e->from -= two_words(s);
            return 1;
        default:
            e->kind = RUN_SPOOL_IS_LOSS;
            e->to += two_words(s);
            return 1;
        }
    }
    errno = s->failed;
    return s->failed ? -1 : 0;
}

void run_spool_free(run_spool_t *s)
{
    if (s->file)
        fclose(s->file);
}
