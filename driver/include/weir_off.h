/* SPDX-License-Identifier: Apache-2.0 */
/* The no-op twin: included by weir.h when WEIR_OFF is defined. Calls keep their types and lose their code. */
#ifndef WEIR_OFF_H
#define WEIR_OFF_H

/* The call in the branch that is never taken is checked against the prototype in weir.h and then dropped. */
#define WEIR_OFF_RESULT(call) (0 ? (call) : 0)
#define WEIR_OFF_VOID(call) (0 ? (call) : (void)0)

#define weir_init(w, config) WEIR_OFF_RESULT((weir_init)(w, config))
#define weir_start(w) WEIR_OFF_RESULT((weir_start)(w))
#define weir_finish(w) WEIR_OFF_RESULT((weir_finish)(w))
#define weir_freeze(w) WEIR_OFF_VOID((weir_freeze)(w))
#define weir_crash(w, sink, context, doubt) WEIR_OFF_RESULT((weir_crash)(w, sink, context, doubt))
#define weir_rescue(w, config) WEIR_OFF_RESULT((weir_rescue)(w, config))
#define weir_disable(w) WEIR_OFF_RESULT((weir_disable)(w))
#define weir_enable(w) WEIR_OFF_RESULT((weir_enable)(w))
#define weir_emit(w, id, value) WEIR_OFF_VOID((weir_emit)(w, id, value))
#define weir_emit_isr(w, id, value) WEIR_OFF_VOID((weir_emit_isr)(w, id, value))
#define weir_emit_user(w, id, value) WEIR_OFF_VOID((weir_emit_user)(w, id, value))
#define weir_emit_fast(w, id, value) WEIR_OFF_VOID((weir_emit_fast)(w, id, value))
#define weir_emit_fast_isr(w, id, value) WEIR_OFF_VOID((weir_emit_fast_isr)(w, id, value))
#define weir_emit_fast_user(w, id, value) WEIR_OFF_VOID((weir_emit_fast_user)(w, id, value))
#define weir_port_mask(w, hart, context, classes) WEIR_OFF_RESULT((weir_port_mask)(w, hart, context, classes))
#define weir_ring(w, ring) WEIR_OFF_RESULT((weir_ring)(w, ring))
#define weir_ring_image(w, image, octets) WEIR_OFF_RESULT((weir_ring_image)(w, image, octets))
#define weir_ring_full(w) WEIR_OFF_RESULT((weir_ring_full)(w))
#define weir_select(w, selection) WEIR_OFF_RESULT((weir_select)(w, selection))
#define weir_cap(w, class_, events, ticks_log2) WEIR_OFF_RESULT((weir_cap)(w, class_, events, ticks_log2))
#define weir_trigger_arm(w, trigger, state) WEIR_OFF_RESULT((weir_trigger_arm)(w, trigger, state))
#define weir_trigger_state(w) WEIR_OFF_RESULT((weir_trigger_state)(w))
#define weir_deselected(w, count) WEIR_OFF_RESULT((weir_deselected)(w, count))
#define weir_snoop(w, hart, word) WEIR_OFF_RESULT((weir_snoop)(w, hart, word))
#define weir_snoop_freertos(w, current_tcb) WEIR_OFF_RESULT((weir_snoop_freertos)(w, current_tcb))
#define weir_switched(w, thread) WEIR_OFF_VOID((weir_switched)(w, thread))
#define weir_thread_name(w, thread, name) WEIR_OFF_RESULT((weir_thread_name)(w, thread, name))
#define weir_thread_forget(w, thread) WEIR_OFF_VOID((weir_thread_forget)(w, thread))
#define weir_names_repeat(w) WEIR_OFF_RESULT((weir_names_repeat)(w))
#define weir_drain(w) WEIR_OFF_RESULT((weir_drain)(w))
#define weir_irq(w) WEIR_OFF_RESULT((weir_irq)(w))
#define weir_counters(w, counters) WEIR_OFF_RESULT((weir_counters)(w, counters))
#define weir_counters_of(w, hart, context, counters) WEIR_OFF_RESULT((weir_counters_of)(w, hart, context, counters))
#define weir_loss(w) WEIR_OFF_RESULT((weir_loss)(w))
#define weir_time(w, time) WEIR_OFF_RESULT((weir_time)(w, time))

#endif /* WEIR_OFF_H */
