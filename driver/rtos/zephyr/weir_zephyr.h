/* SPDX-License-Identifier: Apache-2.0 */
/* Glue for Zephyr. The repository is a module of Zephyr (zephyr/module.yml): with CONFIG_WEIR the
 * kernel finds the unit in the devicetree, starts the trace at POST_KERNEL, before the first thread
 * of the application, names threads, records events of its objects (../weir_rtos.h) and drains. A
 * switch costs nothing: the unit watches each CPU's running thread. rtos.md has the steps.
 *
 * The application emits its own events by the calls of weir.h, on the handle below. */
#ifndef WEIR_ZEPHYR_H
#define WEIR_ZEPHYR_H

#include <zephyr/kernel.h>

#include "weir.h"
#include "weir_rtos.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The handle; the trace runs when main begins. */
extern struct weir weir;

/* Result of starting the trace: 0, or an error of weir.h. CONFIG_WEIR also prints it. */
extern int weir_zephyr_result;

/* CONFIG_WEIR_SINK_APPLICATION: the application defines this sink. It runs in the thread that
 * drains, or, with CONFIG_WEIR_DRAIN_ISR, in the unit's handler. */
int weir_zephyr_sink(void *context, const void *bytes, size_t count);

/* An event of the application by its name; the head of the trace has the names. Define it at file
 * scope. `name_` is an identifier, `number` an id of class USER, COM or SYS.
 *
 *   WEIR_ZEPHYR_EVENT_NAME(sample, 1, "sample"); */
#define WEIR_ZEPHYR_EVENT_NAME(name_, number, text)                                                \
    const STRUCT_SECTION_ITERABLE(weir_event_name, weir_event_name_##name_) = {.id = (number),     \
                                                                               .name = (text)}

/* weir_emit from a thread or a handler on any CPU: on several CPUs with interrupts masked, as a
 * thread must not move to another CPU between its stores. */
static inline void weir_zephyr_emit(uint16_t id, uint32_t value)
{
#ifdef CONFIG_SMP
    const unsigned int key = arch_irq_lock();
    weir_emit_fast_isr(&weir, id, value);
    arch_irq_unlock(key);
#else
    if (k_is_in_isr())
        weir_emit_fast_isr(&weir, id, value);
    else
        weir_emit_fast(&weir, id, value);
#endif
}

/* Records how many bytes of its stack each thread never used: a pair of events, STACK and
 * STACK_FREE. Needs CONFIG_INIT_STACKS and CONFIG_THREAD_STACK_INFO; does nothing without them. */
void weir_zephyr_stacks(void);

#ifdef CONFIG_USERSPACE
/* The page that user threads store events to, by weir_emit_user. With CONFIG_WEIR_USERSPACE the
 * default memory domain has it; add it to domains of your own. */
extern struct k_mem_partition weir_zephyr_partition;
#endif

#ifdef __cplusplus
}
#endif

#endif
