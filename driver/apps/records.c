/* SPDX-License-Identifier: Apache-2.0 */
/* RKH's trace macros: predefined records, user events with every type of argument, filters. `weir`
 * shows the same records from every back end. */
#include "soc.h"
#include "weir.h"

#define WEIR_RKH_HANDLE rkh
#include "weir_rkhtrc.h"

enum { QUE_INIT = 1 << 5, SMA_FIFO = 2 << 5 | 3, SM_TRN = 3 << 5 | 2 };
enum { LOW_POWER = RKH_TE_USER, DISCONNECTED, EMPTY };

static uint32_t memory[WEIR_SOFT_WORDS(16384)];
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .sink = soc_host,
    .memory = memory,
    .memory_bytes = sizeof memory,
};
static struct weir weir;
struct weir_rkh rkh;

/* Wrappers as RKH has them. */
#define TR_QUE_INIT(queue, object, elements)                                                       \
    RKH_TRC_BEGIN_WOAOSIG(QUE_INIT)                                                                \
    RKH_TRC_SYM(queue);                                                                            \
    RKH_TRC_SYM(object);                                                                           \
    RKH_TRC_NE(elements);                                                                          \
    RKH_TRC_END()
#define TR_SMA_FIFO(object, prio, signal, pool, references, elements)                              \
    RKH_TRC_BEGIN(SMA_FIFO, prio, signal)                                                          \
    RKH_TRC_SYM(object);                                                                           \
    RKH_TRC_SIG(signal);                                                                           \
    RKH_TRC_SNDR(0);                                                                               \
    RKH_TRC_UI8(pool);                                                                             \
    RKH_TRC_UI8(references);                                                                       \
    RKH_TRC_NE(elements);                                                                          \
    RKH_TRC_QUE_NMIN(0);                                                                           \
    RKH_TRC_END()

int main(void)
{
    const uint8_t bytes[] = {0x7e, 0x7d, 0, 255};
    soc_check(weir_init(&weir, &config), "weir_init");
    soc_check(weir_start(&weir), "weir_start");
    weir_rkh_init(&rkh, &weir);

    TR_QUE_INIT(0x20001000, 0x20002000, 8)
    TR_SMA_FIFO(0x20002000, 5, 17, 1, 2, 3)
    RKH_TRC_USR_BEGIN(LOW_POWER)
    RKH_TUSR_I8(0, -1);
    RKH_TUSR_UI8(3, 255);
    RKH_TUSR_I16(0, -2);
    RKH_TUSR_UI16(5, 65535);
    RKH_TUSR_I32(0, -3);
    RKH_TUSR_UI32(0, 0xffffffff);
    RKH_TUSR_X32(8, 0xbeef);
    RKH_TRC_USR_END()
    soc_check(weir_drain(&weir), "weir_drain");
    RKH_TRC_USR_BEGIN(DISCONNECTED)
    RKH_TUSR_STR("hello");
    RKH_TUSR_MEM(bytes, sizeof bytes);
    RKH_TUSR_OBJ(0x20001000);
    RKH_TUSR_FUN(0x100);
    RKH_TUSR_SIG(17);
    RKH_TRC_USR_END()

    /* filtered out, one after the other */
    soc_check(weir_rkh_filter_event(&rkh, QUE_INIT, 1), "filter");
    TR_QUE_INIT(1, 2, 3)
    soc_check(weir_rkh_filter_event(&rkh, QUE_INIT, 0), "filter");
    soc_check(weir_rkh_filter_priority(&rkh, 5, 1), "filter");
    TR_SMA_FIFO(1, 5, 17, 1, 2, 3)
    TR_SMA_FIFO(0x20002000, 6, 17, 4, 5, 6) /* passes: another priority */
    soc_check(weir_rkh_filter_signal(&rkh, 17, 1), "filter");
    TR_SMA_FIFO(1, 6, 17, 1, 2, 3)
    TR_SMA_FIFO(0x20002000, 6, 18, 7, 8, 9) /* passes: another signal */
    soc_check(weir_rkh_filter_group(&rkh, 2, 1), "filter");
    TR_SMA_FIFO(1, 6, 18, 1, 2, 3)
    if (weir_rkh_filter_group(&rkh, 8, 1) != WEIR_EINVAL ||
        weir_rkh_filter_priority(&rkh, 64, 1) != WEIR_EINVAL ||
        weir_rkh_filter_signal(&rkh, 256, 1) != WEIR_EINVAL ||
        weir_rkh_filter_event(&rkh, 0x10c0, 1) != WEIR_EINVAL)
        return 1;

    TR_QUE_INIT(0x20001000, 0x20002000, 9)
    soc_check(weir_finish(&weir), "weir_finish");
    return 0;
}
