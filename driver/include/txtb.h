// SPDX-License-Identifier: Apache-2.0
// The ThreadX trace buffer (TXTB, files .trx): common definitions of the reader (txtb_read.h), the
// writer of files (txtb_write.h) and the writer of rings in memory (txtb_ring.h).
// docs/reference/txtb.md describes the format to the byte.
//
//     control header    48 bytes
//     object registry   n * (16 + name size) bytes
//     entries           m * 32 bytes, a ring
//
// No function of this library allocates, or has state outside the caller's memory. Objects are
// independent of one another; calls on one object must not overlap.
#ifndef TXTB_H
#define TXTB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TXTB_E_ARG = -1,    // an argument is out of its range; nothing was done
    TXTB_E_ROOM = -2,   // the registry is full, or more entries were written than announced
    TXTB_E_WRITE = -3,  // the write function failed
    TXTB_E_READ = -4,   // the read function failed
    TXTB_E_FORMAT = -5, // the buffer contradicts its header: see the reader's problem
    TXTB_E_CUT = -6,    // the input ends before the buffer does
};

enum {
    TXTB_HEADER_SIZE = 48,
    TXTB_OBJECT_SIZE = 16, // of a registry entry, without its name
    TXTB_EVENT_SIZE = 32,
    TXTB_NAME_SIZE = 32, // bytes of a name, if the header has no other size
};
#define TXTB_ID 0x54585442u   // "TXTB", in the byte order of the target
#define TXTB_ISR 0xffffffffu  // context: an interrupt service routine
#define TXTB_INIT 0xf0f0f0f0u // context: initialization, before any thread

// ---- objects

enum {
    TXTB_THREAD = 1,
    TXTB_OBJECT_TYPES = 29
}; // types 0-28; 0: the registry entry is not valid; 15-20: reserved

typedef struct {
    bool available; // true: the object was deleted, and the entry is free. Its content may still be
                    // right
    uint8_t type;   // 0-28; other numbers are copied
    uint8_t reserved[2];
    uint32_t address;      // of the object; entries refer to it
    uint32_t parameter[2]; // txtb_parameter_name returns their names
    const char *name;      // not 0-terminated: name_size bytes, up to the first 0
    uint32_t name_size;
} txtb_object_t;

// Sets the priority of a thread, 0-1023, at its registration.
void txtb_object_set_priority(txtb_object_t *object, unsigned priority);

// ---- events

typedef struct {
    uint32_t context;   // address of the running thread, TXTB_ISR or TXTB_INIT; 0: unused entry
    uint32_t priority;  // of a thread: bit 31 set, threshold << 16, priority (txtb_priority). ISR:
                        // the interrupted thread
    uint32_t id;        // TXTB_...
    uint32_t timestamp; // time in the entry, with the header's mask applied
    uint32_t info[4];   // txtb_field (txtb_names.h) explains them
    // set by the reader
    uint64_t time;   // the timestamps, continued over their wraps, in ticks of the target's timer
    uint64_t offset; // of the entry in the input
} txtb_event_t;

// The ids that the driver writes and readers interpret; txtb_names.h knows all of them.
enum {
    TXTB_THREAD_RESUME = 1,
    TXTB_THREAD_SUSPEND = 2,
    TXTB_ISR_ENTER = 3,
    TXTB_ISR_EXIT = 4,
    TXTB_TIME_SLICE = 5,
    TXTB_RUNNING = 6,
    TXTB_THREAD_RELINQUISH = 109,
    TXTB_USER_FIRST = 4096, // user events: tx_trace.h and tracex-parser have 4096-65535, the
                            // format's page 1025 and above;
    TXTB_USER_LAST = 65535, // all agree from 4096 on
    TXTB_USER_LEAST = 1025,
};

// The priority word of entries of a thread. priority, threshold: 0-1023.
static inline uint32_t txtb_priority(unsigned priority, unsigned threshold)
{
    return UINT32_C(0x80000000) | threshold << 16 | priority;
}

// Makes the entry for a change from one thread to another; 0 is idle. TraceX calculates running
// times from THREAD_SUSPEND of the outgoing thread, or, from idle, from THREAD_RESUME of the
// incoming one in an ISR; not from RUNNING. Sets context, priority (priority_word of the outgoing
// thread, unless from idle), id and info. Rejects 0 to 0.
int txtb_switch(txtb_event_t *event, uint32_t from, uint32_t to, uint32_t priority_word);

#ifdef __cplusplus
}
#endif
#endif
