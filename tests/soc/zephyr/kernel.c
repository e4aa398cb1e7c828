/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel of the miniature of Zephyr; zephyr/kernel.h documents it. */
#include <zephyr/init.h>
#include <zephyr/irq.h>
#include <zephyr/kernel.h>

#include "soc.h"

#include <string.h>

struct z_kernel _kernel;
static struct k_thread *created;
static volatile uint32_t ticks;
void (*kernel_handler_11)(const void *unused);
static struct k_thread idle, starting; /* starting: runs until the first switch */
extern char __irq_stack_top;

void z_riscv_switch(struct k_thread *to, struct k_thread *from);
void z_thread_start(void);

enum { EAGAIN = 11, ENOMSG = 35 };

static void choose(void)
{
    struct k_thread *thread = created;
    while (thread->pends_on || thread->wakes_in)
        thread = thread->next;
    _kernel.cache = thread;
}

bool k_is_in_isr(void) { return _kernel.cpus[0].nested != 0; }

/* At the end of an interrupt. */
struct k_thread *z_get_next_switch_handle(void)
{
    _kernel.cpus[0].current = _kernel.cache;
    return _kernel.cache;
}

/* Called with interrupts masked; the thread gets its own mask back when it runs again. */
static int swap(uint32_t key)
{
    struct k_thread *const old = _kernel.cpus[0].current;
    if (_kernel.cache != old) {
        old->swap_result = -EAGAIN;
        _kernel.cpus[0].current = _kernel.cache;
        z_riscv_switch(_kernel.cache, old);
    }
    soc_irq_restore(key);
    return _kernel.cpus[0].current->swap_result;
}

static void ready(struct k_thread *thread)
{
    thread->pends_on = NULL;
    thread->wakes_in = 0;
    sys_port_trace_k_thread_sched_ready(thread);
    choose();
}

static int pend(void *object, k_timeout_t timeout, uint32_t key)
{
    struct k_thread *const thread = _kernel.cpus[0].current;
    thread->pends_on = object;
    thread->wakes_in = timeout.ticks > 0 ? timeout.ticks : 0;
    sys_port_trace_k_thread_sched_pend(thread);
    choose();
    return swap(key);
}

static struct k_thread *who_pends_on(const void *object)
{
    struct k_thread *thread = created;
    while (thread && thread->pends_on != object)
        thread = thread->next;
    return thread;
}

static void reschedule(uint32_t key)
{
    if (k_is_in_isr())
        soc_irq_restore(key);
    else
        (void)swap(key);
}

static void begin(void)
{
    _kernel.cpus[0].current->entry();
    k_thread_abort(_kernel.cpus[0].current);
}

k_tid_t k_current_get(void) { return _kernel.cpus[0].current; }

static k_tid_t create(struct k_thread *thread, void (*entry)(void), int priority, const char *name)
{
    memset(thread, 0, sizeof *thread); /* it may have been another thread's */
    thread->name = name;
    uint32_t *const frame = thread->stack + sizeof thread->stack / sizeof *thread->stack - 20;
    frame[0] = (uint32_t)(uintptr_t)begin;
    frame[1] = 0x1880;
    thread->callee_saved[0] = (uint32_t)(uintptr_t)z_thread_start;
    thread->callee_saved[1] = (uint32_t)(uintptr_t)frame;
    thread->priority = priority;
    thread->entry = entry;
    sys_port_trace_k_thread_create(thread);
    const uint32_t key = soc_irq_save();
    struct k_thread **place = &created;
    while (*place && (*place)->priority <= priority)
        place = &(*place)->next;
    thread->next = *place;
    *place = thread;
    ready(thread);
    if (_kernel.cpus[0].current != &starting)
        reschedule(key);
    return thread;
}

k_tid_t k_thread_create(struct k_thread *thread, void (*entry)(void), int priority)
{
    return create(thread, entry, priority, NULL);
}

/* Takes a thread out of the list; the kernel then forgets it. */
void k_thread_abort(k_tid_t thread)
{
    const uint32_t key = soc_irq_save();
    sys_port_trace_k_thread_abort_enter(thread);
    struct k_thread **place = &created;
    while (*place != thread)
        place = &(*place)->next;
    *place = thread->next;
    choose();
    reschedule(key);
}

void k_thread_foreach_unlocked(void (*call)(const struct k_thread *thread, void *data), void *data)
{
    for (const struct k_thread *thread = created; thread; thread = thread->next)
        call(thread, data);
}

int k_thread_name_set(k_tid_t thread, const char *name)
{
    thread->name = name;
    sys_port_trace_k_thread_name_set(thread, 0);
    return 0;
}

const char *k_thread_name_get(k_tid_t thread) { return thread->name; }

void k_sleep(k_timeout_t timeout)
{
    const uint32_t key = soc_irq_save();
    _kernel.cpus[0].current->wakes_in = timeout.ticks;
    choose();
    (void)swap(key);
}

void z_tick(void)
{
    ticks++;
    for (struct k_thread *thread = created; thread; thread = thread->next)
        if (thread->wakes_in && --thread->wakes_in == 0)
            ready(thread);
}

int k_sem_init(struct k_sem *sem, unsigned count, unsigned limit)
{
    *sem = (struct k_sem){count, limit};
    sys_port_trace_k_sem_init(sem, 0);
    return 0;
}

void k_sem_give(struct k_sem *sem)
{
    const uint32_t key = soc_irq_save();
    sys_port_trace_k_sem_give_enter(sem);
    struct k_thread *const thread = who_pends_on(sem);
    if (thread) {
        thread->swap_result = 0;
        ready(thread);
    } else if (sem->count < sem->limit)
        sem->count++;
    reschedule(key);
}

int k_sem_take(struct k_sem *sem, k_timeout_t timeout)
{
    const uint32_t key = soc_irq_save();
    int result = 0;
    if (sem->count) {
        sem->count--;
        soc_irq_restore(key);
    } else if (timeout.ticks == 0) {
        soc_irq_restore(key);
        result = -EAGAIN;
    } else {
        sys_port_trace_k_sem_take_blocking(sem, timeout);
        result = pend(sem, timeout, key);
    }
    sys_port_trace_k_sem_take_exit(sem, timeout, result);
    return result;
}

int k_mutex_init(struct k_mutex *mutex)
{
    mutex->owner = NULL;
    sys_port_trace_k_mutex_init(mutex, 0);
    return 0;
}

int k_mutex_lock(struct k_mutex *mutex, k_timeout_t timeout)
{
    const uint32_t key = soc_irq_save();
    int result = 0;
    if (!mutex->owner) {
        mutex->owner = _kernel.cpus[0].current;
        soc_irq_restore(key);
    } else {
        sys_port_trace_k_mutex_lock_blocking(mutex, timeout);
        result = pend(mutex, timeout, key);
    }
    sys_port_trace_k_mutex_lock_exit(mutex, timeout, result);
    return result;
}

int k_mutex_unlock(struct k_mutex *mutex)
{
    const uint32_t key = soc_irq_save();
    struct k_thread *const thread = who_pends_on(mutex);
    mutex->owner = thread;
    if (thread) {
        thread->swap_result = 0;
        ready(thread);
    }
    reschedule(key);
    sys_port_trace_k_mutex_unlock_exit(mutex, 0);
    return 0;
}

void k_msgq_init(struct k_msgq *queue, uint32_t *buffer, uint32_t max)
{
    *queue = (struct k_msgq){buffer, max, 0, 0};
    sys_port_trace_k_msgq_init(queue);
}

int k_msgq_put(struct k_msgq *queue, const void *message, k_timeout_t timeout)
{
    (void)timeout; /* only K_NO_WAIT */
    const uint32_t key = soc_irq_save();
    const bool full = queue->used == queue->max;
    if (!full) {
        queue->buffer[(queue->first + queue->used++) % queue->max] = *(const uint32_t *)message;
        struct k_thread *const thread = who_pends_on(queue);
        if (thread) {
            thread->swap_result = 0;
            ready(thread);
        }
    }
    sys_port_trace_k_msgq_put_exit(queue, timeout, full ? -ENOMSG : 0);
    reschedule(key);
    return full ? -ENOMSG : 0;
}

int k_msgq_get(struct k_msgq *queue, void *message, k_timeout_t timeout)
{
    uint32_t key = soc_irq_save();
    while (!queue->used) {
        sys_port_trace_k_msgq_get_blocking(queue, timeout);
        (void)pend(queue, timeout, key);
        key = soc_irq_save();
    }
    *(uint32_t *)message = queue->buffer[queue->first];
    queue->first = (queue->first + 1) % queue->max;
    queue->used--;
    sys_port_trace_k_msgq_get_exit(queue, timeout, 0);
    soc_irq_restore(key);
    return 0;
}

static void run_idle(void)
{
    for (;;) {
        const uint32_t seen = ticks;
        sys_trace_idle_user();
        while (ticks == seen) /* the hart sleeps until an interrupt */
            ;
    }
}

void z_cstart(void (*main)(void))
{
    static struct k_thread main_thread;
    extern const struct static_thread __start_static_threads[], __stop_static_threads[];
    _kernel.cpus[0].irq_stack = &__irq_stack_top;
    _kernel.cpus[0].current = &starting;
    /* Older than the trace: no hook names them. */
    create(&idle, run_idle, 100, "idle");
    create(&main_thread, main, 0, "main");
    if (kernel_init_step() < 0)
        exit(97);
    for (const struct static_thread *t = __start_static_threads; t != __stop_static_threads; t++)
        create(t->thread, t->entry, t->priority, t->name);
    __asm__ volatile("csrw mie, %0" : : "r"(1u << 7 | 1u << 11));
    (void)swap(8);
}
