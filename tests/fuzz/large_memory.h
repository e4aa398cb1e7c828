// SPDX-License-Identifier: Apache-2.0
// For fuzzers of what takes megabytes and uses few of them, as readers do: such memory is kept from
// one execution to the next, and of what must be clear the pages that were ever used are cleared.
// To give them back to the kernel takes ten times as long; that happens now and then.
// AddressSanitizer would mark all of it twice an execution, which takes 20 times as long as the
// rest. Its end is still guarded. Link with LARGE_MEMORY of sw.mk; one thread.
#ifndef LARGE_MEMORY_H
#define LARGE_MEMORY_H

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { LARGE_LEAST = 128 << 10, LARGE_PIECES = 32, LARGE_PAGE = 4096, LARGE_USES = 64,
       LARGE_MOST = 256 << 20 };

static struct {
    uint8_t *pages, *at; // at: ends where the pages end
    size_t size, room;   // size: 0 if free
    unsigned uses;
} large[LARGE_PIECES];

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void __real_free(void *memory);

static inline int large_piece(const void *memory)
{
    for (int i = 0; i < LARGE_PIECES; i++)
        if (memory && large[i].size && memory == large[i].at)
            return i;
    return -1;
}

static inline void *large_take(size_t size)
{
    const size_t room = (size + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    int found = -1;
    for (int i = 0; i < LARGE_PIECES && found < 0; i++)
        if (!large[i].size && large[i].room == room)
            found = i;
    for (int i = 0; i < LARGE_PIECES && found < 0; i++)
        if (!large[i].room) {
            uint8_t *pages = mmap(NULL, room + LARGE_PAGE, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (pages == MAP_FAILED || mprotect(pages + room, LARGE_PAGE, PROT_NONE))
                return NULL;
            large[i].pages = pages;
            large[i].room = room;
            found = i;
        }
    if (found < 0)
        return NULL;
    large[found].size = size;
    large[found].at = large[found].pages + ((room - size) & ~(size_t)15);
    return large[found].at;
}

// Clears the pages of a piece that were used.
static inline void large_clear(int i)
{
    static unsigned char used[LARGE_MOST / LARGE_PAGE];
    const size_t pages = large[i].room / LARGE_PAGE;
    if (++large[i].uses % LARGE_USES == 0 || pages > sizeof used ||
        mincore(large[i].pages, large[i].room, used)) {
        madvise(large[i].pages, large[i].room, MADV_DONTNEED);
        return;
    }
    const unsigned char *at = used, *const end = used + pages;
    while ((at = memchr(at, 1, (size_t)(end - at))))
        memset(large[i].pages + (size_t)(at++ - used) * LARGE_PAGE, 0, LARGE_PAGE);
}

void *__wrap_malloc(size_t size)
{
    void *taken = size >= LARGE_LEAST ? large_take(size) : NULL;
    return taken ? taken : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    void *taken = size && count <= SIZE_MAX / size && count * size >= LARGE_LEAST
                      ? large_take(count * size)
                      : NULL;
    if (!taken)
        return __real_calloc(count, size);
    large_clear(large_piece(taken));
    return taken;
}

void __wrap_free(void *memory)
{
    const int i = large_piece(memory);
    if (i < 0) {
        __real_free(memory);
        return;
    }
    large[i].size = 0;
}

void *__wrap_realloc(void *memory, size_t size)
{
    const int i = large_piece(memory);
    if (i < 0)
        return __real_realloc(memory, size);
    void *after = __wrap_malloc(size);
    if (after) {
        memcpy(after, memory, large[i].size < size ? large[i].size : size);
        __wrap_free(memory);
    }
    return after;
}
#endif
