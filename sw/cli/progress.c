// SPDX-License-Identifier: Apache-2.0
// The progress line, see progress.h.
#include "progress.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "text.h"

enum { EVERY = 4096, BAR = 24 };
static const double first_after = 0.5, then_every = 0.1;

static struct {
    unsigned calls;
    int terminal; // 0: unknown, 1: yes, -1: no
    bool visible;
    double next;
} line;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void draw(const char *step, const char *name, uint64_t done, uint64_t all, uint64_t records)
{
    if (!line.terminal) {
        line.terminal = isatty(STDERR_FILENO) ? 1 : -1;
        line.next = now() + first_after;
        return;
    }
    double time = now();
    if (time < line.next)
        return;
    line.next = time + then_every;
    line.visible = true;
    char clean[TEXT_NAME_MAX];
    fprintf(stderr, "\r%s %s  ", step, text_name(clean, sizeof clean, name, strlen(name), 0));
    if (all && all != UINT64_MAX) {
        int part = (int)(BAR * (done < all ? done : all) / all);
        for (int i = 0; i < BAR; i++)
            fputs(i < part ? "█" : "░", stderr);
        fprintf(stderr, " %3d %%", (int)(100 * (done < all ? done : all) / all));
    } else {
        fprintf(stderr, "%.1f MB", (double)done / 1e6);
    }
    if (records)
        fprintf(stderr, "  %" PRIu64 " records", records);
    fputs("\033[K", stderr);
}

void progress(const char *step, const char *name, uint64_t done, uint64_t all, uint64_t records)
{
    if (line.terminal >= 0 && line.calls++ % EVERY == 0)
        draw(step, name, done, all, records);
}

void progress_block(const char *step, const char *name, uint64_t done, uint64_t all,
                    uint64_t records)
{
    if (line.terminal >= 0)
        draw(step, name, done, all, records);
}

void progress_end(void)
{
    if (line.visible)
        fputs("\r\033[K", stderr);
    line.visible = false;
}
