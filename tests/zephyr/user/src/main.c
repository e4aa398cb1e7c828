/* SPDX-License-Identifier: Apache-2.0 */
/* An application of Zephyr with a user thread. The thread emits by stores to the user port, which
 * is all it may reach of the unit, and by HINTs, which need no page; then it stores to the page of
 * another port, and the kernel ends it. run.py compares the trace with what was printed. */
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

#include "demo.h"
#include "weir_zephyr.h"

enum { ROUNDS = 100, STORED = 1, HINTED = 2, FROM_KERNEL = 3, OF_SYS = 0xc200 };
WEIR_ZEPHYR_EVENT_NAME(stored, STORED, "stored");
WEIR_ZEPHYR_EVENT_NAME(hinted, HINTED, "hinted");

static volatile unsigned faults;
void k_sys_fatal_error_handler(unsigned int reason, const struct arch_esf *esf)
{
    ARG_UNUSED(reason);
    ARG_UNUSED(esf);
    faults++; /* the kernel ends the thread */
}

static void user(void *rounds, void *b, void *c)
{
    for (uint32_t n = 0; n < (uint32_t)(uintptr_t)rounds; n++) {
        weir_emit_user(&weir, STORED, n);
        weir_hint(HINTED, n);
        weir_emit_user(&weir, OF_SYS, n); /* dropped and counted */
        k_yield();
    }
    *(volatile uint32_t *)(WEIR_BASE + WEIR_REG_HART) = 1; /* the page of the thread port */
    weir_hint(HINTED, 0xffffffff);                         /* never reached */
}
static K_THREAD_STACK_DEFINE(user_stack, 1024);
static struct k_thread user_thread;

int main(void)
{
    struct weir_counts n;
    if (weir_zephyr_result < 0) {
        EXIT = 1;
        return 1;
    }
    k_thread_create(&user_thread, user_stack, K_THREAD_STACK_SIZEOF(user_stack), user,
                    (void *)(uintptr_t)ROUNDS, NULL, NULL, 5, K_USER, K_FOREVER);
    k_thread_name_set(&user_thread, "user");
    k_thread_start(&user_thread);
    k_thread_join(&user_thread, K_FOREVER);
    weir_zephyr_emit(FROM_KERNEL, faults);
    if (weir_finish(&weir) < 0 || weir_counters_of(&weir, 0, WEIR_CONTEXT_USER_MODE, &n) < 0) {
        EXIT = 2;
        return 2;
    }
    printk("rounds %u\nfaults %u\noffered %u\ndropped %u\n", ROUNDS, faults,
           n.offered[WEIR_CLASS_USER] + n.offered[WEIR_CLASS_NONE], n.dropped[WEIR_DROP_MASK]);
    printk("thread 0x%lx\n", (unsigned long)(uintptr_t)&user_thread);
    EXIT = 0;
    return 0;
}
