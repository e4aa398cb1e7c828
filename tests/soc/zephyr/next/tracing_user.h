/* SPDX-License-Identifier: Apache-2.0 */
/* Zephyr's own header of this name, in miniature: the hooks that it fills call these functions. */
#ifndef TRACING_USER_H
#define TRACING_USER_H

struct k_thread;
void sys_trace_thread_create_user(struct k_thread *thread);
void sys_trace_isr_enter_user(int nested); /* older versions have the argument */
void sys_trace_isr_exit_user(int nested);
void sys_trace_idle_user(void);

#define sys_port_trace_k_thread_create(thread) sys_trace_thread_create_user(thread)
#define sys_port_trace_k_thread_abort_enter(thread)

#endif
