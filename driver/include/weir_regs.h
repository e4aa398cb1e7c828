/* SPDX-License-Identifier: Apache-2.0 */
/* Offsets and fields of the registers. Made by `make regs` from weir.rdl. */
#ifndef WEIR_REGS_H
#define WEIR_REGS_H

/* MAGIC: Magic number */
#define WEIR_REG_MAGIC                         0x000u
#define WEIR_MAGIC_VALUE                       0x52494557u
#define WEIR_MAGIC_LSB                         0u
#define WEIR_MAGIC_MASK                        0xffffffffu
#define WEIR_MAGIC_WIDTH                       32u
#define WEIR_MAGIC_RESET                       0x52494557u

/* VERSION: Versions */
#define WEIR_REG_VERSION                       0x004u
#define WEIR_VERSION_VALUE                     0x01000503u
#define WEIR_VERSION_STREAM_LSB                0u
#define WEIR_VERSION_STREAM_MASK               0xffu
#define WEIR_VERSION_STREAM_WIDTH              8u
#define WEIR_VERSION_STREAM_RESET              0x3u
#define WEIR_VERSION_REGS_LSB                  8u
#define WEIR_VERSION_REGS_MASK                 0xff00u
#define WEIR_VERSION_REGS_WIDTH                8u
#define WEIR_VERSION_REGS_RESET                0x5u
#define WEIR_VERSION_IP_MINOR_LSB              16u
#define WEIR_VERSION_IP_MINOR_MASK             0xff0000u
#define WEIR_VERSION_IP_MINOR_WIDTH            8u
#define WEIR_VERSION_IP_MINOR_RESET            0x0u
#define WEIR_VERSION_IP_MAJOR_LSB              24u
#define WEIR_VERSION_IP_MAJOR_MASK             0xff000000u
#define WEIR_VERSION_IP_MAJOR_WIDTH            8u
#define WEIR_VERSION_IP_MAJOR_RESET            0x1u

/* CONFIG: Sizes that this unit was built with */
#define WEIR_REG_CONFIG                        0x008u
#define WEIR_CONFIG_HARTS_LSB                  0u
#define WEIR_CONFIG_HARTS_MASK                 0x1fu
#define WEIR_CONFIG_HARTS_WIDTH                5u
#define WEIR_CONFIG_VALUE_REGS_LSB             8u
#define WEIR_CONFIG_VALUE_REGS_MASK            0x1f00u
#define WEIR_CONFIG_VALUE_REGS_WIDTH           5u
#define WEIR_CONFIG_QUEUE_LOG2_LSB             13u
#define WEIR_CONFIG_QUEUE_LOG2_MASK            0x3e000u
#define WEIR_CONFIG_QUEUE_LOG2_WIDTH           5u
#define WEIR_CONFIG_FIFO_LOG2_LSB              18u
#define WEIR_CONFIG_FIFO_LOG2_MASK             0x7c0000u
#define WEIR_CONFIG_FIFO_LOG2_WIDTH            5u
#define WEIR_CONFIG_THREAD_CACHE_LSB           23u
#define WEIR_CONFIG_THREAD_CACHE_MASK          0xf800000u
#define WEIR_CONFIG_THREAD_CACHE_WIDTH         5u

/* FEATURES: Features that this unit was built with */
#define WEIR_REG_FEATURES                      0x00cu
#define WEIR_FEATURES_RETIRE_LSB               0u
#define WEIR_FEATURES_RETIRE_MASK              0x1u
#define WEIR_FEATURES_RETIRE_WIDTH             1u
#define WEIR_FEATURES_FILTER_LSB               1u
#define WEIR_FEATURES_FILTER_MASK              0x2u
#define WEIR_FEATURES_FILTER_WIDTH             1u
#define WEIR_FEATURES_TIME_BASE_LSB            2u
#define WEIR_FEATURES_TIME_BASE_MASK           0x4u
#define WEIR_FEATURES_TIME_BASE_WIDTH          1u
#define WEIR_FEATURES_CHECKPOINT_LSB           3u
#define WEIR_FEATURES_CHECKPOINT_MASK          0x8u
#define WEIR_FEATURES_CHECKPOINT_WIDTH         1u
#define WEIR_FEATURES_PEEK_LSB                 4u
#define WEIR_FEATURES_PEEK_MASK                0x10u
#define WEIR_FEATURES_PEEK_WIDTH               1u
#define WEIR_FEATURES_PROTECT_LSB              5u
#define WEIR_FEATURES_PROTECT_MASK             0x20u
#define WEIR_FEATURES_PROTECT_WIDTH            1u
#define WEIR_FEATURES_RING_LSB                 6u
#define WEIR_FEATURES_RING_MASK                0x40u
#define WEIR_FEATURES_RING_WIDTH               1u
#define WEIR_FEATURES_TINY_LSB                 7u
#define WEIR_FEATURES_TINY_MASK                0x80u
#define WEIR_FEATURES_TINY_WIDTH               1u
#define WEIR_FEATURES_ARGS_LSB                 8u
#define WEIR_FEATURES_ARGS_MASK                0x700u
#define WEIR_FEATURES_ARGS_WIDTH               3u
#define WEIR_FEATURES_FRAME_LSB                12u
#define WEIR_FEATURES_FRAME_MASK               0x7000u
#define WEIR_FEATURES_FRAME_WIDTH              3u
#define WEIR_FEATURES_WIDE_LSB                 15u
#define WEIR_FEATURES_WIDE_MASK                0x8000u
#define WEIR_FEATURES_WIDE_WIDTH               1u
#define WEIR_FEATURES_PINS_LSB                 16u
#define WEIR_FEATURES_PINS_MASK                0x3f0000u
#define WEIR_FEATURES_PINS_WIDTH               6u
#define WEIR_FEATURES_VALUE_W_LSB              24u
#define WEIR_FEATURES_VALUE_W_MASK             0x7f000000u
#define WEIR_FEATURES_VALUE_W_WIDTH            7u

/* CTRL: Control */
#define WEIR_REG_CTRL                          0x010u
#define WEIR_CTRL_ENABLE_LSB                   0u
#define WEIR_CTRL_ENABLE_MASK                  0x1u
#define WEIR_CTRL_ENABLE_WIDTH                 1u
#define WEIR_CTRL_ENABLE_RESET                 0x0u
#define WEIR_CTRL_CLEAR_LSB                    1u
#define WEIR_CTRL_CLEAR_MASK                   0x2u
#define WEIR_CTRL_CLEAR_WIDTH                  1u
#define WEIR_CTRL_CLEAR_RESET                  0x0u

/* STATUS: Status */
#define WEIR_REG_STATUS                        0x014u
#define WEIR_STATUS_BUSY_LSB                   0u
#define WEIR_STATUS_BUSY_MASK                  0x1u
#define WEIR_STATUS_BUSY_WIDTH                 1u
#define WEIR_STATUS_OVERLOAD_LSB               1u
#define WEIR_STATUS_OVERLOAD_MASK              0x2u
#define WEIR_STATUS_OVERLOAD_WIDTH             1u
#define WEIR_STATUS_EMPTY_LSB                  2u
#define WEIR_STATUS_EMPTY_MASK                 0x4u
#define WEIR_STATUS_EMPTY_WIDTH                1u
#define WEIR_STATUS_LOSS_LSB                   3u
#define WEIR_STATUS_LOSS_MASK                  0x8u
#define WEIR_STATUS_LOSS_WIDTH                 1u
#define WEIR_STATUS_FROZEN_LSB                 4u
#define WEIR_STATUS_FROZEN_MASK                0x10u
#define WEIR_STATUS_FROZEN_WIDTH               1u

/* FAULT: Faults, sticky */
#define WEIR_REG_FAULT                         0x018u
#define WEIR_FAULT_ACCESS_LSB                  0u
#define WEIR_FAULT_ACCESS_MASK                 0x1u
#define WEIR_FAULT_ACCESS_WIDTH                1u
#define WEIR_FAULT_ACCESS_RESET                0x0u
#define WEIR_FAULT_EMPTY_LSB                   1u
#define WEIR_FAULT_EMPTY_MASK                  0x2u
#define WEIR_FAULT_EMPTY_WIDTH                 1u
#define WEIR_FAULT_EMPTY_RESET                 0x0u
#define WEIR_FAULT_RING_LSB                    2u
#define WEIR_FAULT_RING_MASK                   0x4u
#define WEIR_FAULT_RING_WIDTH                  1u
#define WEIR_FAULT_RING_RESET                  0x0u

/* IRQ_ENABLE: Interrupt enable */
#define WEIR_REG_IRQ_ENABLE                    0x01cu
#define WEIR_IRQ_ENABLE_WATERMARK_LSB          0u
#define WEIR_IRQ_ENABLE_WATERMARK_MASK         0x1u
#define WEIR_IRQ_ENABLE_WATERMARK_WIDTH        1u
#define WEIR_IRQ_ENABLE_WATERMARK_RESET        0x0u
#define WEIR_IRQ_ENABLE_LOSS_LSB               1u
#define WEIR_IRQ_ENABLE_LOSS_MASK              0x2u
#define WEIR_IRQ_ENABLE_LOSS_WIDTH             1u
#define WEIR_IRQ_ENABLE_LOSS_RESET             0x0u

/* IRQ_STATUS: Interrupt status */
#define WEIR_REG_IRQ_STATUS                    0x020u
#define WEIR_IRQ_STATUS_WATERMARK_LSB          0u
#define WEIR_IRQ_STATUS_WATERMARK_MASK         0x1u
#define WEIR_IRQ_STATUS_WATERMARK_WIDTH        1u
#define WEIR_IRQ_STATUS_LOSS_LSB               1u
#define WEIR_IRQ_STATUS_LOSS_MASK              0x2u
#define WEIR_IRQ_STATUS_LOSS_WIDTH             1u
#define WEIR_IRQ_STATUS_LOSS_RESET             0x0u

/* WATERMARK: Watermark in words */
#define WEIR_REG_WATERMARK                     0x024u
#define WEIR_WATERMARK_WORDS_LSB               0u
#define WEIR_WATERMARK_WORDS_MASK              0xffffu
#define WEIR_WATERMARK_WORDS_WIDTH             16u
#define WEIR_WATERMARK_WORDS_RESET             0xffffu

/* LEVEL: Words ready in the FIFO */
#define WEIR_REG_LEVEL                         0x028u
#define WEIR_LEVEL_WORDS_LSB                   0u
#define WEIR_LEVEL_WORDS_MASK                  0xffffu
#define WEIR_LEVEL_WORDS_WIDTH                 16u

/* TAIL: Bytes that do not fill a word yet */
#define WEIR_REG_TAIL                          0x02cu
#define WEIR_TAIL_BYTES_LSB                    0u
#define WEIR_TAIL_BYTES_MASK                   0xffffffu
#define WEIR_TAIL_BYTES_WIDTH                  24u
#define WEIR_TAIL_COUNT_LSB                    24u
#define WEIR_TAIL_COUNT_MASK                   0x3000000u
#define WEIR_TAIL_COUNT_WIDTH                  2u

/* TIME_LO: Time, low half; not in weir_tiny */
#define WEIR_REG_TIME_LO                       0x030u
#define WEIR_TIME_LO_LSB                       0u
#define WEIR_TIME_LO_MASK                      0xffffffffu
#define WEIR_TIME_LO_WIDTH                     32u

/* TIME_HI: Time, high half; not in weir_tiny */
#define WEIR_REG_TIME_HI                       0x034u
#define WEIR_TIME_HI_LSB                       0u
#define WEIR_TIME_HI_MASK                      0xffffffffu
#define WEIR_TIME_HI_WIDTH                     32u

/* SWITCH_ID: Id of THREAD_SWITCH */
#define WEIR_REG_SWITCH_ID                     0x038u
#define WEIR_SWITCH_ID_ID_LSB                  0u
#define WEIR_SWITCH_ID_ID_MASK                 0xffffu
#define WEIR_SWITCH_ID_ID_WIDTH                16u
#define WEIR_SWITCH_ID_ID_RESET                0x8000u

/* TIME_STEP: Ticks per clock cycle; this and TIME_CTRL: units with TIME_BASE */
#define WEIR_REG_TIME_STEP                     0x03cu
#define WEIR_TIME_STEP_LSB                     0u
#define WEIR_TIME_STEP_MASK                    0xffffffffu
#define WEIR_TIME_STEP_WIDTH                   32u
#define WEIR_TIME_STEP_RESET                   0x1000000u

/* TIME_CTRL: Time base */
#define WEIR_REG_TIME_CTRL                     0x040u
#define WEIR_TIME_CTRL_MTIME_LSB               0u
#define WEIR_TIME_CTRL_MTIME_MASK              0x1u
#define WEIR_TIME_CTRL_MTIME_WIDTH             1u
#define WEIR_TIME_CTRL_MTIME_RESET             0x0u
#define WEIR_TIME_CTRL_ACTIVE_LSB              1u
#define WEIR_TIME_CTRL_ACTIVE_MASK             0x2u
#define WEIR_TIME_CTRL_ACTIVE_WIDTH            1u

/* PEEK_AT: FIFO read-back address (PEEK = 1, like all registers down to SNAPSHOT_TAIL) */
#define WEIR_REG_PEEK_AT                       0x044u
#define WEIR_PEEK_AT_AT_LSB                    0u
#define WEIR_PEEK_AT_AT_MASK                   0x7fffu
#define WEIR_PEEK_AT_AT_WIDTH                  15u
#define WEIR_PEEK_AT_AT_RESET                  0x0u

/* PEEK_DATA: Word at PEEK_AT */
#define WEIR_REG_PEEK_DATA                     0x048u
#define WEIR_PEEK_DATA_LSB                     0u
#define WEIR_PEEK_DATA_MASK                    0xffffffffu
#define WEIR_PEEK_DATA_WIDTH                   32u

/* FIFO_POINTERS: Positions of the words in the FIFO */
#define WEIR_REG_FIFO_POINTERS                 0x04cu
#define WEIR_FIFO_POINTERS_READ_LSB            0u
#define WEIR_FIFO_POINTERS_READ_MASK           0xffffu
#define WEIR_FIFO_POINTERS_READ_WIDTH          16u
#define WEIR_FIFO_POINTERS_WRITE_LSB           16u
#define WEIR_FIFO_POINTERS_WRITE_MASK          0xffff0000u
#define WEIR_FIFO_POINTERS_WRITE_WIDTH         16u

/* SNAPSHOT: Snapshot after a reset */
#define WEIR_REG_SNAPSHOT                      0x050u
#define WEIR_SNAPSHOT_VALID_LSB                0u
#define WEIR_SNAPSHOT_VALID_MASK               0x1u
#define WEIR_SNAPSHOT_VALID_WIDTH              1u

/* SNAPSHOT_POINTERS: FIFO_POINTERS at the reset; 0 unless SNAPSHOT.VALID */
#define WEIR_REG_SNAPSHOT_POINTERS             0x054u
#define WEIR_SNAPSHOT_POINTERS_READ_LSB        0u
#define WEIR_SNAPSHOT_POINTERS_READ_MASK       0xffffu
#define WEIR_SNAPSHOT_POINTERS_READ_WIDTH      16u
#define WEIR_SNAPSHOT_POINTERS_WRITE_LSB       16u
#define WEIR_SNAPSHOT_POINTERS_WRITE_MASK      0xffff0000u
#define WEIR_SNAPSHOT_POINTERS_WRITE_WIDTH     16u

/* SNAPSHOT_TAIL: TAIL at the reset; 0 unless SNAPSHOT.VALID */
#define WEIR_REG_SNAPSHOT_TAIL                 0x058u
#define WEIR_SNAPSHOT_TAIL_BYTES_LSB           0u
#define WEIR_SNAPSHOT_TAIL_BYTES_MASK          0xffffffu
#define WEIR_SNAPSHOT_TAIL_BYTES_WIDTH         24u
#define WEIR_SNAPSHOT_TAIL_COUNT_LSB           24u
#define WEIR_SNAPSHOT_TAIL_COUNT_MASK          0x3000000u
#define WEIR_SNAPSHOT_TAIL_COUNT_WIDTH         2u

/* LOCK: Lock; units with PROTECT */
#define WEIR_REG_LOCK                          0x05cu
#define WEIR_LOCK_LSB                          0u
#define WEIR_LOCK_MASK                         0x1u
#define WEIR_LOCK_WIDTH                        1u
#define WEIR_LOCK_RESET                        0x0u

/* CHECKPOINT: Checkpoints in the stream; units with CHECKPOINT */
#define WEIR_REG_CHECKPOINT                    0x060u
#define WEIR_CHECKPOINT_BYTES_LSB              0u
#define WEIR_CHECKPOINT_BYTES_MASK             0xffffu
#define WEIR_CHECKPOINT_BYTES_WIDTH            16u
#define WEIR_CHECKPOINT_BYTES_RESET            0x0u
#define WEIR_CHECKPOINT_NOW_LSB                31u
#define WEIR_CHECKPOINT_NOW_MASK               0x80000000u
#define WEIR_CHECKPOINT_NOW_WIDTH              1u
#define WEIR_CHECKPOINT_NOW_RESET              0x0u

/* AUTH: Authorisation to read the trace; units with PROTECT */
#define WEIR_REG_AUTH                          0x064u
#define WEIR_AUTH_DENIED_LSB                   0u
#define WEIR_AUTH_DENIED_MASK                  0x7fffffffu
#define WEIR_AUTH_DENIED_WIDTH                 31u
#define WEIR_AUTH_DENIED_RESET                 0x0u
#define WEIR_AUTH_NOW_LSB                      31u
#define WEIR_AUTH_NOW_MASK                     0x80000000u
#define WEIR_AUTH_NOW_WIDTH                    1u

/* SW_DROPPED: Software entries that were not written; units with CHECKPOINT */
#define WEIR_REG_SW_DROPPED                    0x068u
#define WEIR_SW_DROPPED_VALUE                  0x00000000u
#define WEIR_SW_DROPPED_COUNT_LSB              0u
#define WEIR_SW_DROPPED_COUNT_MASK             0xffffffffu
#define WEIR_SW_DROPPED_COUNT_WIDTH            32u
#define WEIR_SW_DROPPED_COUNT_RESET            0x0u

/* SELECT: Selected events; this and all registers down to MATCH: units with FILTER. Bits 7:3 are
 * free for classes */
#define WEIR_REG_SELECT                        0x080u
#define WEIR_SELECT_USER_LSB                   0u
#define WEIR_SELECT_USER_MASK                  0x1u
#define WEIR_SELECT_USER_WIDTH                 1u
#define WEIR_SELECT_USER_RESET                 0x1u
#define WEIR_SELECT_COM_LSB                    1u
#define WEIR_SELECT_COM_MASK                   0x2u
#define WEIR_SELECT_COM_WIDTH                  1u
#define WEIR_SELECT_COM_RESET                  0x1u
#define WEIR_SELECT_SYS_LSB                    2u
#define WEIR_SELECT_SYS_MASK                   0x4u
#define WEIR_SELECT_SYS_WIDTH                  1u
#define WEIR_SELECT_SYS_RESET                  0x1u
#define WEIR_SELECT_RANGE0_LSB                 8u
#define WEIR_SELECT_RANGE0_MASK                0x100u
#define WEIR_SELECT_RANGE0_WIDTH               1u
#define WEIR_SELECT_RANGE0_RESET               0x0u
#define WEIR_SELECT_RANGE1_LSB                 9u
#define WEIR_SELECT_RANGE1_MASK                0x200u
#define WEIR_SELECT_RANGE1_WIDTH               1u
#define WEIR_SELECT_RANGE1_RESET               0x0u
#define WEIR_SELECT_ID_LSB                     10u
#define WEIR_SELECT_ID_MASK                    0x400u
#define WEIR_SELECT_ID_WIDTH                   1u
#define WEIR_SELECT_ID_RESET                   0x0u
#define WEIR_SELECT_INVERT_LSB                 12u
#define WEIR_SELECT_INVERT_MASK                0x1000u
#define WEIR_SELECT_INVERT_WIDTH               1u
#define WEIR_SELECT_INVERT_RESET               0x0u

/* SELECT_ID: Ids equal to ID in the bits of MASK */
#define WEIR_REG_SELECT_ID                     0x084u
#define WEIR_SELECT_ID_ID_LSB                  0u
#define WEIR_SELECT_ID_ID_MASK                 0xffffu
#define WEIR_SELECT_ID_ID_WIDTH                16u
#define WEIR_SELECT_ID_ID_RESET                0x0u
#define WEIR_SELECT_ID_MASK_LSB                16u
#define WEIR_SELECT_ID_MASK_MASK               0xffff0000u
#define WEIR_SELECT_ID_MASK_WIDTH              16u
#define WEIR_SELECT_ID_MASK_RESET              0x0u

/* RANGE: A range of ids */
#define WEIR_REG_RANGE                         0x088u
#define WEIR_REG_RANGE_COUNT                   2u
#define WEIR_REG_RANGE_STRIDE                  0x4u
#define WEIR_RANGE_FIRST_LSB                   0u
#define WEIR_RANGE_FIRST_MASK                  0xffffu
#define WEIR_RANGE_FIRST_WIDTH                 16u
#define WEIR_RANGE_FIRST_RESET                 0x0u
#define WEIR_RANGE_LAST_LSB                    16u
#define WEIR_RANGE_LAST_MASK                   0xffff0000u
#define WEIR_RANGE_LAST_WIDTH                  16u
#define WEIR_RANGE_LAST_RESET                  0x0u

/* RATE_LIMIT: Rate limit of USER (0) and COM (1) */
#define WEIR_REG_RATE_LIMIT                    0x090u
#define WEIR_REG_RATE_LIMIT_COUNT              2u
#define WEIR_REG_RATE_LIMIT_STRIDE             0x4u
#define WEIR_RATE_LIMIT_COUNT_LSB              0u
#define WEIR_RATE_LIMIT_COUNT_MASK             0xffffu
#define WEIR_RATE_LIMIT_COUNT_WIDTH            16u
#define WEIR_RATE_LIMIT_COUNT_RESET            0x0u
#define WEIR_RATE_LIMIT_INTERVAL_LSB           16u
#define WEIR_RATE_LIMIT_INTERVAL_MASK          0x1f0000u
#define WEIR_RATE_LIMIT_INTERVAL_WIDTH         5u
#define WEIR_RATE_LIMIT_INTERVAL_RESET         0x0u
#define WEIR_RATE_LIMIT_ENABLE_LSB             31u
#define WEIR_RATE_LIMIT_ENABLE_MASK            0x80000000u
#define WEIR_RATE_LIMIT_ENABLE_WIDTH           1u
#define WEIR_RATE_LIMIT_ENABLE_RESET           0x0u

/* FILTERED: Filtered-out events */
#define WEIR_REG_FILTERED                      0x098u
#define WEIR_FILTERED_COUNT_LSB                0u
#define WEIR_FILTERED_COUNT_MASK               0xffffffffu
#define WEIR_FILTERED_COUNT_WIDTH              32u

/* FREEZE_AFTER: Events after the one that freezes */
#define WEIR_REG_FREEZE_AFTER                  0x09cu
#define WEIR_FREEZE_AFTER_COUNT_LSB            0u
#define WEIR_FREEZE_AFTER_COUNT_MASK           0xffffu
#define WEIR_FREEZE_AFTER_COUNT_WIDTH          16u
#define WEIR_FREEZE_AFTER_COUNT_RESET          0x0u

/* TRIGGER: Causes of each action: bit 0 MATCH 0, 1 MATCH 1, 2 pin */
#define WEIR_REG_TRIGGER                       0x0a0u
#define WEIR_TRIGGER_START_LSB                 0u
#define WEIR_TRIGGER_START_MASK                0x7u
#define WEIR_TRIGGER_START_WIDTH               3u
#define WEIR_TRIGGER_START_RESET               0x0u
#define WEIR_TRIGGER_STOP_LSB                  4u
#define WEIR_TRIGGER_STOP_MASK                 0x70u
#define WEIR_TRIGGER_STOP_WIDTH                3u
#define WEIR_TRIGGER_STOP_RESET                0x0u
#define WEIR_TRIGGER_FREEZE_LSB                8u
#define WEIR_TRIGGER_FREEZE_MASK               0x700u
#define WEIR_TRIGGER_FREEZE_WIDTH              3u
#define WEIR_TRIGGER_FREEZE_RESET              0x0u
#define WEIR_TRIGGER_OUT_LSB                   12u
#define WEIR_TRIGGER_OUT_MASK                  0x7000u
#define WEIR_TRIGGER_OUT_WIDTH                 3u
#define WEIR_TRIGGER_OUT_RESET                 0x0u
#define WEIR_TRIGGER_FALLING_LSB               16u
#define WEIR_TRIGGER_FALLING_MASK              0x10000u
#define WEIR_TRIGGER_FALLING_WIDTH             1u
#define WEIR_TRIGGER_FALLING_RESET             0x0u

/* TRIGGER_STATE: State of the trigger */
#define WEIR_REG_TRIGGER_STATE                 0x0a4u
#define WEIR_TRIGGER_STATE_STATE_LSB           0u
#define WEIR_TRIGGER_STATE_STATE_MASK          0x3u
#define WEIR_TRIGGER_STATE_STATE_WIDTH         2u
#define WEIR_TRIGGER_STATE_STATE_RESET         0x0u
#define WEIR_TRIGGER_STATE_LEFT_LSB            16u
#define WEIR_TRIGGER_STATE_LEFT_MASK           0xffff0000u
#define WEIR_TRIGGER_STATE_LEFT_WIDTH          16u
#define WEIR_TRIGGER_STATE_LEFT_RESET          0x0u

/* MATCH: Event that causes a trigger action; offsets inside it are relative to one of them */
#define WEIR_REG_MATCH                         0x0b0u
#define WEIR_REG_MATCH_COUNT                   2u
#define WEIR_REG_MATCH_STRIDE                  0x10u

/* MATCH_ID: Id, in the bits of MASK */
#define WEIR_REG_MATCH_ID                      0x00u
#define WEIR_MATCH_ID_LSB                      0u
#define WEIR_MATCH_ID_MASK                     0xffffu
#define WEIR_MATCH_ID_WIDTH                    16u
#define WEIR_MATCH_ID_RESET                    0x0u
#define WEIR_MATCH_ID_MASK_LSB                 16u
#define WEIR_MATCH_ID_MASK_MASK                0xffff0000u
#define WEIR_MATCH_ID_MASK_WIDTH               16u
#define WEIR_MATCH_ID_MASK_RESET               0x0u

/* MATCH_VALUE: Value, in the bits of MASK */
#define WEIR_REG_MATCH_VALUE                   0x04u
#define WEIR_MATCH_VALUE_LSB                   0u
#define WEIR_MATCH_VALUE_MASK                  0xffffffffu
#define WEIR_MATCH_VALUE_WIDTH                 32u
#define WEIR_MATCH_VALUE_RESET                 0x0u

/* MATCH_MASK: Bits of the value to compare */
#define WEIR_REG_MATCH_MASK                    0x08u
#define WEIR_MATCH_MASK_LSB                    0u
#define WEIR_MATCH_MASK_MASK                   0xffffffffu
#define WEIR_MATCH_MASK_WIDTH                  32u
#define WEIR_MATCH_MASK_RESET                  0x0u

/* SNOOP: Snoop of one hart; not in weir_tiny; offsets inside it are relative to one of them */
#define WEIR_REG_SNOOP                         0x100u
#define WEIR_REG_SNOOP_COUNT                   16u
#define WEIR_REG_SNOOP_STRIDE                  0x20u

/* SNOOP_CTRL: Snoop control */
#define WEIR_REG_SNOOP_CTRL                    0x00u
#define WEIR_SNOOP_CTRL_ENABLE_LSB             0u
#define WEIR_SNOOP_CTRL_ENABLE_MASK            0x1u
#define WEIR_SNOOP_CTRL_ENABLE_WIDTH           1u
#define WEIR_SNOOP_CTRL_ENABLE_RESET           0x0u
#define WEIR_SNOOP_CTRL_ISR_LSB                1u
#define WEIR_SNOOP_CTRL_ISR_MASK               0x2u
#define WEIR_SNOOP_CTRL_ISR_WIDTH              1u
#define WEIR_SNOOP_CTRL_ISR_RESET              0x0u
#define WEIR_SNOOP_CTRL_EVERY_LSB              2u
#define WEIR_SNOOP_CTRL_EVERY_MASK             0x4u
#define WEIR_SNOOP_CTRL_EVERY_WIDTH            1u
#define WEIR_SNOOP_CTRL_EVERY_RESET            0x0u
#define WEIR_SNOOP_CTRL_HINT_LSB               3u
#define WEIR_SNOOP_CTRL_HINT_MASK              0x8u
#define WEIR_SNOOP_CTRL_HINT_WIDTH             1u
#define WEIR_SNOOP_CTRL_HINT_RESET             0x0u
#define WEIR_SNOOP_CTRL_MATCH_ON_LSB           4u
#define WEIR_SNOOP_CTRL_MATCH_ON_MASK          0x30u
#define WEIR_SNOOP_CTRL_MATCH_ON_WIDTH         2u
#define WEIR_SNOOP_CTRL_MATCH_ON_RESET         0x0u
#define WEIR_SNOOP_CTRL_INDEX_LSB              16u
#define WEIR_SNOOP_CTRL_INDEX_MASK             0xfff0000u
#define WEIR_SNOOP_CTRL_INDEX_WIDTH            12u
#define WEIR_SNOOP_CTRL_INDEX_RESET            0x0u

/* SNOOP_ADDR: Snooped address */
#define WEIR_REG_SNOOP_ADDR                    0x04u
#define WEIR_SNOOP_ADDR_LSB                    0u
#define WEIR_SNOOP_ADDR_MASK                   0xffffffffu
#define WEIR_SNOOP_ADDR_WIDTH                  32u
#define WEIR_SNOOP_ADDR_RESET                  0x0u

/* SNOOP_RUNNING: Running thread */
#define WEIR_REG_SNOOP_RUNNING                 0x08u
#define WEIR_SNOOP_RUNNING_THREAD_LSB          0u
#define WEIR_SNOOP_RUNNING_THREAD_MASK         0xffffffffu
#define WEIR_SNOOP_RUNNING_THREAD_WIDTH        32u
#define WEIR_SNOOP_RUNNING_THREAD_RESET        0x0u

/* SNOOP_MASK: Bits of the value to compare */
#define WEIR_REG_SNOOP_MASK                    0x0cu
#define WEIR_SNOOP_MASK_LSB                    0u
#define WEIR_SNOOP_MASK_MASK                   0xffffffffu
#define WEIR_SNOOP_MASK_WIDTH                  32u
#define WEIR_SNOOP_MASK_RESET                  0xffffffffu

/* PORT_MASK: Classes that each port of a hart may emit; units with PROTECT. Bit 0 USER, 1 COM, 2
 * SYS; 5 more bits per port are free for classes */
#define WEIR_REG_PORT_MASK                     0x400u
#define WEIR_REG_PORT_MASK_COUNT               16u
#define WEIR_REG_PORT_MASK_STRIDE              0x4u
#define WEIR_PORT_MASK_THREAD_LSB              0u
#define WEIR_PORT_MASK_THREAD_MASK             0x7u
#define WEIR_PORT_MASK_THREAD_WIDTH            3u
#define WEIR_PORT_MASK_THREAD_RESET            0x7u
#define WEIR_PORT_MASK_INTERRUPT_LSB           8u
#define WEIR_PORT_MASK_INTERRUPT_MASK          0x700u
#define WEIR_PORT_MASK_INTERRUPT_WIDTH         3u
#define WEIR_PORT_MASK_INTERRUPT_RESET         0x7u
#define WEIR_PORT_MASK_USER_LSB                16u
#define WEIR_PORT_MASK_USER_MASK               0x70000u
#define WEIR_PORT_MASK_USER_WIDTH              3u
#define WEIR_PORT_MASK_USER_RESET              0x3u

/* FRAME_CTRL: Frame sink; this and FRAME_HZ: units with FRAME */
#define WEIR_REG_FRAME_CTRL                    0x480u
#define WEIR_FRAME_CTRL_ENABLE_LSB             0u
#define WEIR_FRAME_CTRL_ENABLE_MASK            0x1u
#define WEIR_FRAME_CTRL_ENABLE_WIDTH           1u
#define WEIR_FRAME_CTRL_ENABLE_RESET           0x0u
#define WEIR_FRAME_CTRL_BUSY_LSB               1u
#define WEIR_FRAME_CTRL_BUSY_MASK              0x2u
#define WEIR_FRAME_CTRL_BUSY_WIDTH             1u
#define WEIR_FRAME_CTRL_INTERVAL_LSB           16u
#define WEIR_FRAME_CTRL_INTERVAL_MASK          0xffff0000u
#define WEIR_FRAME_CTRL_INTERVAL_WIDTH         16u
#define WEIR_FRAME_CTRL_INTERVAL_RESET         0x0u

/* FRAME_HZ: Ticks of time per second, as frames report it */
#define WEIR_REG_FRAME_HZ                      0x484u
#define WEIR_FRAME_HZ_LSB                      0u
#define WEIR_FRAME_HZ_MASK                     0xffffffffu
#define WEIR_FRAME_HZ_WIDTH                    32u
#define WEIR_FRAME_HZ_RESET                    0x0u

/* WAIT: Longest stall of a store to a guaranteed port or event window; not in weir_tiny */
#define WEIR_REG_WAIT                          0x490u
#define WEIR_WAIT_CYCLES_LSB                   0u
#define WEIR_WAIT_CYCLES_MASK                  0xffffffu
#define WEIR_WAIT_CYCLES_WIDTH                 24u
#define WEIR_WAIT_CYCLES_RESET                 0x1000u

/* WINDOW_IDS: Ids of the event windows, and of HINTs by sltiu; not in weir_tiny */
#define WEIR_REG_WINDOW_IDS                    0x494u
#define WEIR_WINDOW_IDS_THIRD_LSB              0u
#define WEIR_WINDOW_IDS_THIRD_MASK             0xffu
#define WEIR_WINDOW_IDS_THIRD_WIDTH            8u
#define WEIR_WINDOW_IDS_THIRD_RESET            0x2u
#define WEIR_WINDOW_IDS_FOURTH_LSB             8u
#define WEIR_WINDOW_IDS_FOURTH_MASK            0xff00u
#define WEIR_WINDOW_IDS_FOURTH_WIDTH           8u
#define WEIR_WINDOW_IDS_FOURTH_RESET           0x3u

/* PIN_RISE: Pins whose rising edges are events; this and all registers down to PIN_BUS: units with
 * PINS */
#define WEIR_REG_PIN_RISE                      0x4a4u
#define WEIR_PIN_RISE_LSB                      0u
#define WEIR_PIN_RISE_MASK                     0xffffffffu
#define WEIR_PIN_RISE_WIDTH                    32u
#define WEIR_PIN_RISE_RESET                    0x0u

/* PIN_FALL: Pins whose falling edges are events */
#define WEIR_REG_PIN_FALL                      0x4a8u
#define WEIR_PIN_FALL_LSB                      0u
#define WEIR_PIN_FALL_MASK                     0xffffffffu
#define WEIR_PIN_FALL_WIDTH                    32u
#define WEIR_PIN_FALL_RESET                    0x0u

/* PIN_BUS: Pins that form a bus */
#define WEIR_REG_PIN_BUS                       0x4acu
#define WEIR_PIN_BUS_LSB                       0u
#define WEIR_PIN_BUS_MASK                      0xffffffffu
#define WEIR_PIN_BUS_WIDTH                     32u
#define WEIR_PIN_BUS_RESET                     0x0u

/* RING_CTRL: Ring control; units with RING. This, RING_BASE and RING_SIZE accept stores only before
 * the unit is first enabled after reset or CLEAR, and ENABLE once */
#define WEIR_REG_RING_CTRL                     0x600u
#define WEIR_RING_CTRL_ENABLE_LSB              0u
#define WEIR_RING_CTRL_ENABLE_MASK             0x1u
#define WEIR_RING_CTRL_ENABLE_WIDTH            1u
#define WEIR_RING_CTRL_ENABLE_RESET            0x0u
#define WEIR_RING_CTRL_STOP_LSB                1u
#define WEIR_RING_CTRL_STOP_MASK               0x2u
#define WEIR_RING_CTRL_STOP_WIDTH              1u
#define WEIR_RING_CTRL_STOP_RESET              0x0u
#define WEIR_RING_CTRL_FIFO_LSB                2u
#define WEIR_RING_CTRL_FIFO_MASK               0x4u
#define WEIR_RING_CTRL_FIFO_WIDTH              1u
#define WEIR_RING_CTRL_FIFO_RESET              0x0u

/* RING_BASE: Address of the ring; units with RING */
#define WEIR_REG_RING_BASE                     0x604u
#define WEIR_RING_BASE_BASE_LSB                0u
#define WEIR_RING_BASE_BASE_MASK               0xffffffffu
#define WEIR_RING_BASE_BASE_WIDTH              32u
#define WEIR_RING_BASE_BASE_RESET              0x0u

/* RING_SIZE: Size of the ring; units with RING */
#define WEIR_REG_RING_SIZE                     0x608u
#define WEIR_RING_SIZE_BUFFER_LSB              0u
#define WEIR_RING_SIZE_BUFFER_MASK             0x1fu
#define WEIR_RING_SIZE_BUFFER_WIDTH            5u
#define WEIR_RING_SIZE_BUFFER_RESET            0x10u
#define WEIR_RING_SIZE_SECTION_LSB             8u
#define WEIR_RING_SIZE_SECTION_MASK            0x1f00u
#define WEIR_RING_SIZE_SECTION_WIDTH           5u
#define WEIR_RING_SIZE_SECTION_RESET           0xcu

/* RING_STATUS: Status of the ring; units with RING */
#define WEIR_REG_RING_STATUS                   0x60cu
#define WEIR_RING_STATUS_READY_LSB             0u
#define WEIR_RING_STATUS_READY_MASK            0x1u
#define WEIR_RING_STATUS_READY_WIDTH           1u
#define WEIR_RING_STATUS_FULL_LSB              1u
#define WEIR_RING_STATUS_FULL_MASK             0x2u
#define WEIR_RING_STATUS_FULL_WIDTH            1u
#define WEIR_RING_STATUS_WRAPPED_LSB           2u
#define WEIR_RING_STATUS_WRAPPED_MASK          0x4u
#define WEIR_RING_STATUS_WRAPPED_WIDTH         1u
#define WEIR_RING_STATUS_BUSY_LSB              3u
#define WEIR_RING_STATUS_BUSY_MASK             0x8u
#define WEIR_RING_STATUS_BUSY_WIDTH            1u

/* RING_AT: Position in the ring; units with RING */
#define WEIR_REG_RING_AT                       0x610u
#define WEIR_RING_AT_OFFSET_LSB                0u
#define WEIR_RING_AT_OFFSET_MASK               0xffffffffu
#define WEIR_RING_AT_OFFSET_WIDTH              32u

/* DATA: Data page */
#define WEIR_REG_DATA                          0x1000u
#define WEIR_REG_DATA_COUNT                    1024u
#define WEIR_REG_DATA_STRIDE                   0x4u
#define WEIR_DATA_WORD_LSB                     0u
#define WEIR_DATA_WORD_MASK                    0xffffffffu
#define WEIR_DATA_WORD_WIDTH                   32u

/* COUNTERS: Counters of a source, 4 * hart + context. Event pins count as the interrupt context of
 * one more hart; offsets inside it are relative to one of them */
#define WEIR_REG_COUNTERS                      0x2000u
#define WEIR_REG_COUNTERS_COUNT                64u
#define WEIR_REG_COUNTERS_STRIDE               0x80u

/* COUNTERS_DROPPED: Dropped events, one register for each drop reason */
#define WEIR_REG_COUNTERS_DROPPED              0x00u
#define WEIR_REG_COUNTERS_DROPPED_COUNT        16u
#define WEIR_REG_COUNTERS_DROPPED_STRIDE       0x4u
#define WEIR_COUNTERS_DROPPED_COUNT_LSB        0u
#define WEIR_COUNTERS_DROPPED_COUNT_MASK       0xffffffffu
#define WEIR_COUNTERS_DROPPED_COUNT_WIDTH      32u

/* COUNTERS_DELIVERED: Delivered events, one register for each class, USER, COM and SYS; not in
 * weir_tiny. Offered is delivered and dropped */
#define WEIR_REG_COUNTERS_DELIVERED            0x40u
#define WEIR_REG_COUNTERS_DELIVERED_COUNT      8u
#define WEIR_REG_COUNTERS_DELIVERED_STRIDE     0x4u
#define WEIR_COUNTERS_DELIVERED_COUNT_LSB      0u
#define WEIR_COUNTERS_DELIVERED_COUNT_MASK     0xffffffffu
#define WEIR_COUNTERS_DELIVERED_COUNT_WIDTH    32u

/* SW_ENTRY: Software entries of one hart; units with CHECKPOINT; offsets inside it are relative to
 * one of them */
#define WEIR_REG_SW_ENTRY                      0x4000u
#define WEIR_REG_SW_ENTRY_COUNT                16u
#define WEIR_REG_SW_ENTRY_STRIDE               0x10u

/* SW_ENTRY_BEGIN: Begin an entry */
#define WEIR_REG_SW_ENTRY_BEGIN                0x00u
#define WEIR_SW_ENTRY_BEGIN_WORDS_LSB          0u
#define WEIR_SW_ENTRY_BEGIN_WORDS_MASK         0x3fu
#define WEIR_SW_ENTRY_BEGIN_WORDS_WIDTH        6u

/* SW_ENTRY_WORD: Next word of the entry */
#define WEIR_REG_SW_ENTRY_WORD                 0x04u
#define WEIR_SW_ENTRY_WORD_BYTES_LSB           0u
#define WEIR_SW_ENTRY_WORD_BYTES_MASK          0xffffffffu
#define WEIR_SW_ENTRY_WORD_BYTES_WIDTH         32u

/* SW_ENTRY_END: Write the entry to the stream */
#define WEIR_REG_SW_ENTRY_END                  0x08u
#define WEIR_SW_ENTRY_END_ANSWER_LSB           0u
#define WEIR_SW_ENTRY_END_ANSWER_MASK          0x3u
#define WEIR_SW_ENTRY_END_ANSWER_WIDTH         2u

/* HART: Ports and event windows of one hart; offsets inside it are relative to one of them */
#define WEIR_REG_HART                          0x10000u
#define WEIR_REG_HART_COUNT                    16u
#define WEIR_REG_HART_STRIDE                   0x10000u

/* HART_PORT: Port of a context: 0 thread, 1 interrupt, 2 user (units with PROTECT). Guaranteed
 * ports, not in weir_tiny: their stores to ID wait for free space; offsets inside it are relative
 * to one of them */
#define WEIR_REG_HART_PORT                     0x00u
#define WEIR_REG_HART_PORT_COUNT               3u
#define WEIR_REG_HART_PORT_STRIDE              0x1000u

/* HART_PORT_VALUE: Value of the next event; reads what was stored */
#define WEIR_REG_HART_PORT_VALUE               0x00u
#define WEIR_HART_PORT_VALUE_LSB               0u
#define WEIR_HART_PORT_VALUE_MASK              0xffffffffu
#define WEIR_HART_PORT_VALUE_WIDTH             32u

/* HART_PORT_ID: Id: offers the event */
#define WEIR_REG_HART_PORT_ID                  0x04u
#define WEIR_HART_PORT_ID_LSB                  0u
#define WEIR_HART_PORT_ID_MASK                 0xffffffffu
#define WEIR_HART_PORT_ID_WIDTH                32u
#define WEIR_REG_HART_PORT_LOW                 0x08u

/* HART_PORT_ARG: Extra arguments 1 to 3; units with ARGS above 1. ARG 0 is the high half of the
 * value in units with VALUE_W = 64 */
#define WEIR_REG_HART_PORT_ARG                 0x0cu
#define WEIR_REG_HART_PORT_ARG_COUNT           3u
#define WEIR_REG_HART_PORT_ARG_STRIDE          0x4u
#define WEIR_HART_PORT_ARG_LSB                 0u
#define WEIR_HART_PORT_ARG_MASK                0xffffffffu
#define WEIR_HART_PORT_ARG_WIDTH               32u

/* HART_WINDOW: Event window of a context: register n offers an event with id n, from 512 on as
 * WINDOW_IDS says. Not in weir_tiny. Guaranteed windows: their stores wait for free space; offsets
 * inside it are relative to one of them */
#define WEIR_REG_HART_WINDOW                   0x4000u
#define WEIR_REG_HART_WINDOW_COUNT             3u
#define WEIR_REG_HART_WINDOW_STRIDE            0x1000u

/* HART_WINDOW_EVENT: Value of an event, and the event */
#define WEIR_REG_HART_WINDOW_EVENT             0x00u
#define WEIR_REG_HART_WINDOW_EVENT_COUNT       1024u
#define WEIR_REG_HART_WINDOW_EVENT_STRIDE      0x4u
#define WEIR_HART_WINDOW_EVENT_VALUE_LSB       0u
#define WEIR_HART_WINDOW_EVENT_VALUE_MASK      0xffffffffu
#define WEIR_HART_WINDOW_EVENT_VALUE_WIDTH     32u
#define WEIR_REG_HART_GUARANTEED_PORT          0x8000u
#define WEIR_REG_HART_GUARANTEED_PORT_COUNT    3u
#define WEIR_REG_HART_GUARANTEED_PORT_STRIDE   0x1000u
#define WEIR_REG_HART_GUARANTEED_WINDOW        0xc000u
#define WEIR_REG_HART_GUARANTEED_WINDOW_COUNT  3u
#define WEIR_REG_HART_GUARANTEED_WINDOW_STRIDE 0x1000u

#endif /* WEIR_REGS_H */
