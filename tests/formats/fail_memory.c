// SPDX-License-Identifier: Apache-2.0
// To preload: the allocation of number $FAIL_MEMORY_AT of a program fails. Their number goes to the
// file $FAIL_MEMORY_COUNT at its end.
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static atomic_long count;

static bool fails(void)
{
    const char *at = getenv("FAIL_MEMORY_AT");
    const bool now = atomic_fetch_add(&count, 1) == (at ? atol(at) : -1);
    if (now)
        errno = ENOMEM;
    return now;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return fails() ? NULL : __libc_calloc(n, size); }
void *realloc(void *memory, size_t size) { return fails() ? NULL : __libc_realloc(memory, size); }

__attribute__((destructor)) static void tell(void)
{
    const long all = count;
    const char *path = getenv("FAIL_MEMORY_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%ld", all);
        fclose(file);
    }
}
