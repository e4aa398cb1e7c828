/* SPDX-License-Identifier: Apache-2.0 */
/* A miniature of Zephyr for tests of the glue and the trace: the types, the word that holds the
 * running thread, the hooks of the kernel at their call sites, static threads, deletion, devicetree
 * of one unit, and the switch sequence of the RISC-V port (kernel.c, switch.S). Written from the
 * documentation; contains no code of Zephyr. */
#ifndef ZEPHYR_KERNEL_H
#define ZEPHYR_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    int64_t ticks;
} k_timeout_t;
#define K_FOREVER ((k_timeout_t){-1})
#define K_NO_WAIT ((k_timeout_t){0})
#define K_TICKS(n) ((k_timeout_t){n})

struct k_thread {
    uint32_t callee_saved[14]; /* ra, sp, s0-s11 */
    int priority, swap_result;
    void *pends_on; /* NULL: ready, or asleep */
    int64_t wakes_in;
    const char *name;
    void (*entry)(void);
    struct k_thread *next;
    _Alignas(16) uint32_t stack[256];
};
typedef struct k_thread *k_tid_t;

struct k_sem {
    unsigned count, limit;
};
struct k_mutex {
    struct k_thread *owner;
};
struct k_msgq {
    uint32_t *buffer;
    uint32_t max, used, first;
};
struct k_event {
    uint32_t events;
};

struct z_kernel {
    struct {
        uint32_t nested;
        void *irq_stack;
        struct k_thread *volatile current;
    } cpus[1];
    struct k_thread *cache; /* who should run */
};
extern struct z_kernel _kernel;

bool k_is_in_isr(void);
k_tid_t k_thread_create(struct k_thread *thread, void (*entry)(void), int priority);
int k_thread_name_set(k_tid_t thread, const char *name);
const char *k_thread_name_get(k_tid_t thread);
void k_sleep(k_timeout_t timeout);
int k_sem_init(struct k_sem *sem, unsigned count, unsigned limit);
void k_sem_give(struct k_sem *sem);
int k_sem_take(struct k_sem *sem, k_timeout_t timeout);
int k_mutex_init(struct k_mutex *mutex);
int k_mutex_lock(struct k_mutex *mutex, k_timeout_t timeout);
int k_mutex_unlock(struct k_mutex *mutex);
void k_msgq_init(struct k_msgq *queue, uint32_t *buffer, uint32_t max); /* messages of one word */
int k_msgq_put(struct k_msgq *queue, const void *message, k_timeout_t timeout);
int k_msgq_get(struct k_msgq *queue, void *message, k_timeout_t timeout);
void z_tick(void);                 /* called by the timer's handler */
void z_cstart(void (*main)(void)); /* main becomes the first thread; never returns */

#define _current (_kernel.cpus[0].current)
k_tid_t k_current_get(void);
void k_thread_abort(k_tid_t thread);
void k_thread_foreach_unlocked(void (*call)(const struct k_thread *thread, void *data), void *data);

/* Threads that the kernel starts after the last step of its initialization */
struct static_thread {
    struct k_thread *thread;
    void (*entry)(void);
    int priority;
    const char *name;
};
#define K_THREAD_DEFINE(name_, entry_, priority_)                                                  \
    static struct k_thread name_;                                                                  \
    static const struct static_thread static_##name_                                               \
        __attribute__((section("static_threads"), used)) = {&name_, entry_, priority_, #name_}

/* Named objects in a section */
#define STRUCT_SECTION_ITERABLE(type, name)                                                        \
    struct type name __attribute__((section(#type), used, aligned(4)))
#define STRUCT_SECTION_COUNT(type, to)                                                             \
    do {                                                                                           \
        extern const struct type __start_##type[], __stop_##type[];                                \
        *(to) = (size_t)(__stop_##type - __start_##type);                                          \
    } while (0)
#define STRUCT_SECTION_GET(type, index, to)                                                        \
    do {                                                                                           \
        extern const struct type __start_##type[];                                                 \
        *(to) = &__start_##type[index];                                                            \
    } while (0)
#define ARRAY_SIZE(array) (sizeof(array) / sizeof *(array))
#define IS_ENABLED(option) (option)

#include <tracing_user.h>

#endif
