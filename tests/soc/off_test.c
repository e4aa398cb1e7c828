/* SPDX-License-Identifier: Apache-2.0 */
/* One function with every call of the driver and one without. With WEIR_OFF both must be the same
 * code. */
#ifndef __riscv
#define WEIR_LOCK() 0u
#define WEIR_UNLOCK(before) ((void)(before))
#endif
#include "weir.h"
#include "weir_log.h"
#define WEIR_RKH_HANDLE rkh
#include "weir_rkhtrc.h"

struct weir weir;
struct weir_rkh rkh;
struct weir_config config;
struct weir_counts counters;
void *volatile current_tcb;
volatile uint32_t work;
uint64_t now;
uint32_t filtered;
const void *image;
size_t bytes;
extern const uint32_t words[4];

#ifdef CALLS
#define TRACED(call) call
#define MUST(call)                                                                                 \
    if ((call) < 0)                                                                                \
    return -1
#else
#define TRACED(call)
#define MUST(call)
#endif

int program(uint32_t n)
{
    MUST(weir_init(&weir, &config));
    MUST(weir_thread_name(&weir, 1, "one"));
    MUST(weir_start(&weir));
    MUST(weir_snoop(&weir, 0, &current_tcb));
    MUST(weir_snoop_register(&weir, 0, WEIR_SNOOP_GPR, 4, 0xffffffff, 0));
    MUST(weir_traps(&weir, 0, 1));
    MUST(weir_hints(&weir, 0, 1));
    MUST(weir_snoop_freertos(&weir, &current_tcb));
    while (n--) {
        TRACED(weir_emit(&weir, 7, n));
        work += n;
        TRACED(weir_emit_isr(&weir, 8, work)); /* the volatile read must not happen either */
        TRACED(weir_printf(&weir, "%u of %s, %lld", (unsigned)work, "all", (long long)work));
        TRACED(weir_printf_isr(&weir, "nothing"));
        TRACED(RKH_TRC_BEGIN(0x22, work, work) RKH_TRC_SYM(&work); RKH_TRC_SIG(work);
               RKH_TRC_END());
        TRACED(RKH_TRC_USR_BEGIN(RKH_TE_USER) RKH_TUSR_UI32(0, work); RKH_TUSR_STR("text");
               RKH_TUSR_MEM(&now, 8); RKH_TRC_USR_END());
        TRACED(weir_hint(7, work));
        TRACED(weir_emit_user(&weir, 9, work));
        TRACED(weir_span_begin(&weir, 23));
        TRACED(weir_span_end(&weir, 23));
        TRACED(weir_emit_fast(&weir, 10, work));
        TRACED(weir_emit_fast_isr(&weir, 11, work));
        TRACED(weir_emit_fast_user(&weir, 12, work));
        TRACED(weir_emit64(&weir, 16, work));
        TRACED(weir_emit64_isr(&weir, 17, work));
        TRACED(weir_emit64_user(&weir, 18, work));
        TRACED(weir_emit_args(&weir, 19, 2, words));
        TRACED(weir_emit_args_isr(&weir, 20, 3, words));
        TRACED(weir_emit_args_user(&weir, 21, 4, words));
        TRACED(weir_emit_wait(&weir, 13, work));
        TRACED(weir_emit_wait_isr(&weir, 14, work));
        TRACED(weir_emit_wait_user(&weir, 15, work));
    }
    MUST(weir_disable(&weir));
    MUST(weir_enable(&weir));
    MUST(weir_names_repeat(&weir));
    MUST(weir_object_name(&weir, WEIR_OBJECT_QUEUE, work, "queue"));
    TRACED(weir_emit_at(weir_port(&weir, 0, 2), 22, work));
    TRACED((void)weir_error_text(-1));
    MUST(weir_drain(&weir));
    MUST(weir_irq(&weir));
    TRACED(weir_freeze(&weir));
    MUST(weir_crash(&weir, NULL, NULL, NULL));
    MUST(weir_rescue(&weir, &config));
    MUST(weir_finish(&weir));
    MUST(weir_counters(&weir, &counters));
    MUST(weir_counters_of(&weir, 0, 1, &counters));
    MUST(weir_port_mask(&weir, 0, 2, 1));
    MUST(weir_wait(&weir, work));
    MUST(weir_start_frames(&weir, work, work));
    MUST(weir_ring(&weir, NULL));
    MUST(weir_ring_image(&weir, &image, &bytes));
    MUST(weir_ring_full(&weir));
    MUST(weir_checkpoint(&weir, 1000, (int)work));
    MUST(weir_sw_entry(&weir, &now, 8));
    MUST(weir_lock(&weir));
    MUST(weir_peek(&weir, &filtered, 1));
    MUST(weir_authorised(&weir, &filtered));
    MUST(weir_clock_hz(&weir, work));
    MUST(weir_select(&weir, NULL));
    MUST(weir_rate_limit(&weir, 0, 1, work));
    MUST(weir_pins_watch(&weir, work, work, work));
    MUST(weir_trigger_arm(&weir, NULL, work));
    MUST(weir_trigger_state(&weir));
    MUST(weir_filtered(&weir, &filtered));
    MUST(weir_time(&weir, &now));
    MUST(weir_loss(&weir));
    TRACED(weir_switched(&weir, work));
    TRACED(weir_forget(&weir, 1));
    return (int)work;
}
