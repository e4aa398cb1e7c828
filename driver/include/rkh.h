// SPDX-License-Identifier: Apache-2.0
// RKH trace frames: common definitions of the reader (rkh_read.h), the writer (rkh_emit.h), the
// arguments of the predefined records (rkh_args.h), the dictionaries (rkh_names.h) and Weir's own
// events in frames (rkh_weir.h). docs/reference/rkh.md describes the format to the byte.
//
//     flag | id | sequence number | timestamp | arguments | checksum | flag
//     7e     1/2/4     1              1/2/4          n          1             little-endian
//
// No function of this library allocates, blocks, or has state outside the caller's memory. Objects
// are independent of one another; calls on one object must not overlap.
#ifndef RKH_H
#define RKH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- errors

enum {
    RKH_E_ARG = -1, // an argument is out of its range; nothing was done
    RKH_E_ROOM =
        -2, // no space: the frame was dropped and its sequence number used up; or a table is full
    RKH_E_WRITE = -3,  // the flush function of a writer failed
    RKH_E_FORMAT = -4, // bytes that break the rules of their position
};

// ---- special bytes

enum {
    RKH_FLAG = 0x7e, // between frames, nowhere else
    RKH_ESCAPE =
        0x7d, // precedes a byte that would be 7e or 7d; that byte is then XORed with RKH_XOR
    RKH_XOR = 0x20,
};

// ---- configuration

// The part of RKH's configuration (rkhcfg.h, rkhport.h) that decides the layout of frames. A TCFG
// frame carries all of it except id_size.
typedef struct {
    uint8_t id_size; // bytes of an event id: 1, 2 or 4 (RKH_CFG_TRC_SIZEOF_TE_ID; not in TCFG)
    bool sequence;   // frames carry a sequence number (RKH_CFG_TRC_NSEQ_EN)
    bool timestamp;  // frames carry a timestamp (RKH_CFG_TRC_TSTAMP_EN)
    bool checksum;   // frames carry a checksum (RKH_CFG_TRC_CHK_EN)
    uint8_t timestamp_size; // bytes of a timestamp: 1, 2 or 4; ignored without one
    uint8_t pointer_size;  // bytes of the address of an object or function: 0, 1, 2, 4 or 8, as all
                           // following sizes
    uint8_t signal_size;   // of an event signal
    uint8_t ticks_size;    // of a number of timer ticks
    uint8_t blocks_size;   // of a number of memory blocks
    uint8_t elements_size; // of a number of queue elements
    uint8_t event_size;    // of the size of an event
    uint8_t block_size;    // of the size of a memory block
    uint8_t pools;         // RKH_CFG_FWK_MAX_EVT_POOL: 0-15
    uint16_t version;      // RKH_VERSION_CODE: 0x3112 is 3.1.12
    uint16_t hz;           // ticks of the timestamp a second; 0: unknown
    uint32_t flags;        // RKH_F_...; the bits of sequence, timestamp and checksum are 0 here
} rkh_config_t;

// Flags of TCFG. SENDER, QUEUE_MINIMUM and POOL_MINIMUM add an argument to some records.
enum {
    RKH_F_SENDER = 1 << 0, // posted events have their sender
    RKH_F_FILTER = 1 << 1,
    RKH_F_USER = 1 << 2, // user events
    RKH_F_ALL = 1 << 3,  // all groups
    RKH_F_POOL = 1 << 4,
    RKH_F_QUEUE = 1 << 5,
    RKH_F_SMA = 1 << 6,
    RKH_F_TIMER = 1 << 7,
    RKH_F_SM = 1 << 8,
    RKH_F_FRAMEWORK = 1 << 9,
    RKH_F_ASSERT = 1 << 10,
    RKH_F_QUEUE_MINIMUM = 1 << 11, // queue events have the smallest free space so far
    RKH_F_POOL_MINIMUM = 1 << 12,  // pool events likewise
    RKH_F_FILTER_SMA = 1 << 13,
    RKH_F_FILTER_SIGNAL = 1 << 14,
    RKH_F_SEQUENCE = 1 << 15, // these three are bool members of rkh_config_t
    RKH_F_TIMESTAMP = 1 << 16,
    RKH_F_CHECKSUM = 1 << 17,
};

// RKH's default: id 1, sequence, timestamp 4, checksum, pointers 4, signals 1, everything else 1.
extern const rkh_config_t rkh_config_default;

// True if every member is in its range.
bool rkh_config_valid(const rkh_config_t *config);

// Bytes of a frame before its arguments: id, sequence number, timestamp.
uint32_t rkh_head_size(const rkh_config_t *config);

enum { RKH_TCFG_SIZE = 13 }; // bytes of TCFG behind the id, without checksum

// Packs the bytes of TCFG behind the id; rkh_read.h unpacks them.
void rkh_tcfg_pack(const rkh_config_t *config, uint8_t bytes[RKH_TCFG_SIZE]);

// ---- ids

// An id consists of a group (top 3 bits of an id of 1 byte, top 8 bits of longer ones) and an
// event.
enum {
    RKH_GROUP_MP = 0,  // memory pools
    RKH_GROUP_QUE = 1, // queues
    RKH_GROUP_SMA = 2, // active objects
    RKH_GROUP_SM = 3,  // state machines
    RKH_GROUP_TMR = 4, // timers
    RKH_GROUP_FWK = 5, // the framework; configuration and dictionaries
    RKH_GROUP_USR = 6, // the application
    RKH_GROUP_UT = 7,  // unit test harness
};

// Events of the group FWK that this library writes and reads itself.
enum {
    RKH_FWK_OBJ = 6,
    RKH_FWK_SIG = 7,
    RKH_FWK_FUN = 8,
    RKH_FWK_TUSR = 11,
    RKH_FWK_TCFG = 12,
    RKH_FWK_ASSERT = 13,
    RKH_FWK_AO = 14,
    RKH_FWK_STATE = 15,
    RKH_FWK_PSTATE = 16,
    RKH_FWK_TIMER = 17,
    RKH_FWK_EPOOL = 18,
    RKH_FWK_QUEUE = 19,
    RKH_FWK_ACTOR = 20,
};

// Bits of the event in an id: 5, 8 or 24 for ids of 1, 2 or 4 bytes.
static inline unsigned rkh_event_bits(unsigned id_size)
{
    return id_size == 1 ? 5 : id_size == 2 ? 8 : 24;
}
static inline uint32_t rkh_id(unsigned id_size, unsigned group, uint32_t event)
{
    return (uint32_t)group << rkh_event_bits(id_size) | event;
}
static inline unsigned rkh_group(unsigned id_size, uint32_t id)
{
    return id >> rkh_event_bits(id_size);
}
static inline uint32_t rkh_event(unsigned id_size, uint32_t id)
{
    return id & ((1u << rkh_event_bits(id_size)) - 1);
}

// Types of arguments of user events. A format byte precedes each argument: low nibble the type,
// high nibble the width in which viewers print numbers, 0 for any.
enum {
    RKH_I8 = 0,
    RKH_U8 = 1,
    RKH_I16 = 2,
    RKH_U16 = 3,
    RKH_I32 = 4,
    RKH_U32 = 5,
    RKH_X32 = 6,  // printed as hexadecimal
    RKH_STR = 7,  // bytes up to and including a 0
    RKH_MEM = 8,  // a byte of length, then that number of bytes
    RKH_OBJ = 9,  // pointer_size bytes: an address with a name in the object dictionary
    RKH_FUN = 10, // likewise, of a function
    RKH_SIG = 11, // signal_size bytes
};

// Returns size (0-8) bytes at p, little-endian, as a number.
static inline uint64_t rkh_number(const uint8_t *p, unsigned size)
{
    uint64_t value = 0;
    while (size)
        value = value << 8 | p[--size];
    return value;
}

#ifdef __cplusplus
}
#endif
#endif
