/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of the stream. Made by `make regs` from stream.toml. */
#ifndef WEIR_STREAM_H
#define WEIR_STREAM_H

/* ids */
#define WEIR_ID_USER_FIRST        0x0001u
#define WEIR_ID_USER_LAST         0x3fffu
#define WEIR_ID_COM_FIRST         0x4000u
#define WEIR_ID_COM_LAST          0x7fffu
#define WEIR_ID_SYS_FIRST         0xc000u
#define WEIR_ID_SYS_LAST          0xffffu
#define WEIR_ID_THREAD_NAME       0x4000u
#define WEIR_ID_OBJECT_NAME       0x4001u
#define WEIR_ID_SPAN_BEGIN        0x4002u
#define WEIR_ID_SPAN_END          0x4003u
#define WEIR_ID_DATA              0x4010u
#define WEIR_ID_LOG               0x4011u
#define WEIR_ID_RECORD            0x4012u
#define WEIR_ID_PIN               0x4400u
#define WEIR_ID_PIN_BUS           0x4420u
#define WEIR_ID_THREADX           0x5000u
#define WEIR_ID_THREAD_SWITCH     0x8000u
#define WEIR_ID_THREAD_SWITCH_ALT 0xc000u
#define WEIR_ID_ISR_ENTER         0xc120u
#define WEIR_ID_ISR_EXIT          0xc121u
#define WEIR_ID_ISR               0xc001u

/* classes */
#define WEIR_CLASS_USER           0u
#define WEIR_CLASS_COM            1u
#define WEIR_CLASS_SYS            2u
#define WEIR_CLASS_NONE           3u
#define WEIR_CLASS_COUNT          4u
#define WEIR_CLASS_CODES          8u
#define WEIR_CLASS_W              2u

/* drop reasons */
#define WEIR_DROP_USER            0u
#define WEIR_DROP_COM             1u
#define WEIR_DROP_SYS             2u
#define WEIR_DROP_TORN            3u
#define WEIR_DROP_ID              4u
#define WEIR_DROP_MASK            5u
#define WEIR_DROP_RATE_LIMIT      6u
#define WEIR_DROP_OVERRUN         7u
#define WEIR_DROP_COUNT           8u
#define WEIR_DROP_CODES           16u
#define WEIR_DROP_W               3u

/* states of the trigger */
#define WEIR_TRIGGER_OPEN         0u
#define WEIR_TRIGGER_CLOSED       1u
#define WEIR_TRIGGER_FREEZING     2u
#define WEIR_TRIGGER_FROZEN       3u

/* what a snoop watches */
#define WEIR_SNOOP_STORE          0u
#define WEIR_SNOOP_GPR            1u
#define WEIR_SNOOP_CSR            2u

/* traps */
#define WEIR_ISR_UNKNOWN          4095u

/* entries by software */
#define WEIR_SW_ENTRY_WRITTEN     1u
#define WEIR_SW_ENTRY_LATER       2u
#define WEIR_SW_ENTRY_TORN        3u

/* contexts */
#define WEIR_CONTEXT_THREAD       0u
#define WEIR_CONTEXT_INTERRUPT    1u
#define WEIR_CONTEXT_USER_MODE    2u
#define WEIR_CONTEXT_SNOOP        3u

/* items: 16 * (id + ITEM_ID_BIAS) + hart, unless one of the others */
#define WEIR_ITEM_THREAD          1u
#define WEIR_ITEM_ISR             2u
#define WEIR_ITEM_LOSS            3u
#define WEIR_ITEM_CHECKPOINT      4u
#define WEIR_ITEM_USER_SHORT      4u
#define WEIR_ITEM_USER_SHORT_IDS  11u
#define WEIR_ITEM_ROW_THREAD      16u
#define WEIR_ITEM_ROW_ISR         32u
#define WEIR_ITEM_ARG             192u
#define WEIR_ITEM_ROW_SCOPE       240u
#define WEIR_ITEM_DROPPED         256u
#define WEIR_ITEM_CACHE_ENTRY     768u
#define WEIR_ITEM_DROPPED_MORE    525312u
#define WEIR_ITEM_ID_BIAS         63u
#define WEIR_ITEM_MAX             1049583u

/* sizes in bytes */
#define WEIR_SIZE_ENTRY_MAX       20u
#define WEIR_SIZE_SW_ENTRY_MAX    128u
#define WEIR_SIZE_ENTRY_MAX_WIDE  25u
#define WEIR_SIZE_ENTRY_ARG       8u
#define WEIR_SIZE_THREAD_NAME_MAX 63u

/* loss, in ticks */
#define WEIR_LOSS_QUIET           64u
#define WEIR_LOSS_AGE_MAX         2147483647u

/* names of the drop reasons, by code */
#define WEIR_DROP_NAMES \
    {"USER", "COM", "SYS", "TORN", "ID", "MASK", "RATE_LIMIT", "OVERRUN"}

/* bit of a drop reason in a set of causes: 0 is no space, for any class */
#define WEIR_DROP_CAUSE(reason) \
    ((reason) < WEIR_DROP_TORN ? 0u : 1u + (reason)-WEIR_DROP_TORN)

/* item of the total of the drops for a reason, of a source */
#define WEIR_ITEM_DROPPED_OF(reason, context, hart) \
    (((reason) < 8 ? WEIR_ITEM_DROPPED + 64u * (reason) \
                   : WEIR_ITEM_DROPPED_MORE + 64u * ((reason)-8u)) + \
     16u * (context) + (hart))

#endif /* WEIR_STREAM_H */
