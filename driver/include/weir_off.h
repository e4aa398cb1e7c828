/* SPDX-License-Identifier: Apache-2.0 */
/* The no-op twin: included by weir.h when WEIR_OFF is defined. Calls keep their types and lose their code. */
#ifndef WEIR_OFF_H
#define WEIR_OFF_H

/* The call in the branch that is never taken is checked against the prototype in weir.h and then dropped. The macros are variadic,
 * so that commas in a compound literal do no harm. */
#define WEIR_OFF_RESULT(call) (0 ? (call) : 0)
#define WEIR_OFF_VOID(call) (0 ? (call) : (void)0)

#define weir_init(...) WEIR_OFF_RESULT((weir_init)(__VA_ARGS__))
#define weir_start(...) WEIR_OFF_RESULT((weir_start)(__VA_ARGS__))
#define weir_finish(...) WEIR_OFF_RESULT((weir_finish)(__VA_ARGS__))
#define weir_freeze(...) WEIR_OFF_VOID((weir_freeze)(__VA_ARGS__))
#define weir_crash(...) WEIR_OFF_RESULT((weir_crash)(__VA_ARGS__))
#define weir_rescue(...) WEIR_OFF_RESULT((weir_rescue)(__VA_ARGS__))
#define weir_disable(...) WEIR_OFF_RESULT((weir_disable)(__VA_ARGS__))
#define weir_enable(...) WEIR_OFF_RESULT((weir_enable)(__VA_ARGS__))
#define weir_emit(...) WEIR_OFF_VOID((weir_emit)(__VA_ARGS__))
#define weir_emit_isr(...) WEIR_OFF_VOID((weir_emit_isr)(__VA_ARGS__))
#define weir_emit_user(...) WEIR_OFF_VOID((weir_emit_user)(__VA_ARGS__))
#define weir_emit_wait(...) WEIR_OFF_VOID((weir_emit_wait)(__VA_ARGS__))
#define weir_emit_wait_isr(...) WEIR_OFF_VOID((weir_emit_wait_isr)(__VA_ARGS__))
#define weir_emit_wait_user(...) WEIR_OFF_VOID((weir_emit_wait_user)(__VA_ARGS__))
#define weir_wait(...) WEIR_OFF_RESULT((weir_wait)(__VA_ARGS__))
#define weir_emit_fast(...) WEIR_OFF_VOID((weir_emit_fast)(__VA_ARGS__))
#define weir_emit_fast_isr(...) WEIR_OFF_VOID((weir_emit_fast_isr)(__VA_ARGS__))
#define weir_emit_fast_user(...) WEIR_OFF_VOID((weir_emit_fast_user)(__VA_ARGS__))
#define weir_port_mask(...) WEIR_OFF_RESULT((weir_port_mask)(__VA_ARGS__))
#define weir_ring(...) WEIR_OFF_RESULT((weir_ring)(__VA_ARGS__))
#define weir_ring_image(...) WEIR_OFF_RESULT((weir_ring_image)(__VA_ARGS__))
#define weir_ring_full(...) WEIR_OFF_RESULT((weir_ring_full)(__VA_ARGS__))
#define weir_select(...) WEIR_OFF_RESULT((weir_select)(__VA_ARGS__))
#define weir_cap(...) WEIR_OFF_RESULT((weir_cap)(__VA_ARGS__))
#define weir_trigger_arm(...) WEIR_OFF_RESULT((weir_trigger_arm)(__VA_ARGS__))
#define weir_trigger_state(...) WEIR_OFF_RESULT((weir_trigger_state)(__VA_ARGS__))
#define weir_deselected(...) WEIR_OFF_RESULT((weir_deselected)(__VA_ARGS__))
#define weir_snoop(...) WEIR_OFF_RESULT((weir_snoop)(__VA_ARGS__))
#define weir_snoop_freertos(...) WEIR_OFF_RESULT((weir_snoop_freertos)(__VA_ARGS__))
#define weir_switched(...) WEIR_OFF_VOID((weir_switched)(__VA_ARGS__))
#define weir_thread_name(...) WEIR_OFF_RESULT((weir_thread_name)(__VA_ARGS__))
#define weir_thread_forget(...) WEIR_OFF_VOID((weir_thread_forget)(__VA_ARGS__))
#define weir_names_repeat(...) WEIR_OFF_RESULT((weir_names_repeat)(__VA_ARGS__))
#define weir_drain(...) WEIR_OFF_RESULT((weir_drain)(__VA_ARGS__))
#define weir_irq(...) WEIR_OFF_RESULT((weir_irq)(__VA_ARGS__))
#define weir_counters(...) WEIR_OFF_RESULT((weir_counters)(__VA_ARGS__))
#define weir_counters_of(...) WEIR_OFF_RESULT((weir_counters_of)(__VA_ARGS__))
#define weir_loss(...) WEIR_OFF_RESULT((weir_loss)(__VA_ARGS__))
#define weir_lock(...) WEIR_OFF_RESULT((weir_lock)(__VA_ARGS__))
#define weir_peek(...) WEIR_OFF_RESULT((weir_peek)(__VA_ARGS__))
#define weir_clock_hz(...) WEIR_OFF_RESULT((weir_clock_hz)(__VA_ARGS__))
#define weir_time(...) WEIR_OFF_RESULT((weir_time)(__VA_ARGS__))

#endif /* WEIR_OFF_H */
