// SPDX-License-Identifier: Apache-2.0
// TXTB reader: finds trace buffers in a file or in a dump of memory, at any alignment and in either
// byte order, and delivers their objects and events, oldest first. Its memory does not depend on
// the size of the input.
//
//     txtb_open(&r, read, file, 0, memory, sizeof memory)                 1: found
//     while ((rc = txtb_next_object(&r, &object)) == 1) ...
//     while ((rc = txtb_next_event(&r, &event)) == 1) ...
//     txtb_open(&r, read, file, r.end, memory, sizeof memory)             the next buffer, if any
#ifndef TXTB_READ_H
#define TXTB_READ_H

#include "txtb_names.h"

#ifdef __cplusplus
extern "C" {
#endif

// Reads up to size bytes at an offset. Returns their number, smaller only at the end; negative:
// cannot read.
typedef int64_t txtb_read_fn(void *context, void *bytes, size_t size, uint64_t offset);

typedef enum {
    TXTB_NO_ID,        // no TXTB id in the input
    TXTB_BAD_POINTERS, // registry and entries contradict header and pointers in position or size
    TXTB_BAD_REGISTRY, // the registry's size is not a multiple of an entry's size
    TXTB_BAD_ENTRIES,  // the ring's size is not a multiple of 32
    TXTB_BAD_CURRENT,  // the oldest entry is not in the ring
    TXTB_BAD_MASK,     // no bit of the timer is valid
    TXTB_BAD_CUT,      // the input ends inside the buffer
} txtb_problem_kind_t;

typedef struct {
    txtb_problem_kind_t kind;
    uint64_t offset; // into the input
    uint64_t expected, found;
} txtb_problem_t;

// The control header, unchanged.
typedef struct {
    bool big_endian;
    uint32_t mask, base, registry_start, registry_end, buffer_start, buffer_end, current;
    uint16_t reserved1, name_size;
    uint32_t reserved[3];
} txtb_header_t;

typedef struct { // public except for the last lines
    txtb_header_t header;
    uint64_t offset, end; // of the buffer in the input; its end
    bool sequential; // base or pointers make no sense: the reader assumes that header, registry and
                     // entries follow each other
    bool
        misplaced; // the current pointer is not that of an entry: events are in the order of memory
    bool down; // the timer counts down: the caller sets it before the first event
    uint32_t objects, events; // registry entries, ring entries
    uint32_t unused;          // unused ring entries so far
    uint64_t wraps;           // of the timestamps, so far
    txtb_problem_t problem;   // after an error, and after txtb_open returned 0
    // private
    txtb_read_fn *read;
    void *context;
    uint8_t *memory;
    size_t capacity, have; // bytes in memory
    uint64_t from;         // their offset in the input
    uint64_t registry, ring;
    uint32_t next_object, next_event, first_event;
    uint64_t time;
    uint32_t span; // mask of the timer's width
    bool timestamped, cut, cut_reported;
} txtb_reader_t;

enum { TXTB_MEMORY_LEAST = 256 };

// Finds the next buffer whose id is at offset `from` or later. memory: at least TXTB_MEMORY_LEAST
// bytes, some KiB for speed, 16 + name size for complete names; the caller keeps it until the last
// call. Returns 1: found; 0: none, and r->problem describes the error in the first id, or that no
// id was found; TXTB_E_READ; TXTB_E_ARG.
int txtb_open(txtb_reader_t *r, txtb_read_fn *read, void *context, uint64_t from, void *memory,
              size_t size);

// Returns 1 with *object, the next used entry of the registry; its name is valid until the next
// call. Entries without type and address are skipped. 0: no more. TXTB_E_CUT: the input ends in the
// registry; an incomplete entry, or one with an incomplete name, is not delivered, whatever the
// size of memory. TXTB_E_READ.
int txtb_next_object(txtb_reader_t *r, txtb_object_t *object);

// Returns 1 with *event, the next event in the order of the ring. Unused entries are skipped. 0: no
// more. TXTB_E_CUT, once, behind the last event: the input ends before the buffer does.
// TXTB_E_READ.
int txtb_next_event(txtb_reader_t *r, txtb_event_t *event);

// After txtb_open: whether the timer counts down, by the majority of steps from one entry to the
// next, each taken as the shorter way around. Reads the ring. 1: down, at least twice as many steps
// as up, and at least TXTB_STEPS_LEAST; 0: up; TXTB_E_READ. It does not set `down`.
enum { TXTB_STEPS_LEAST = 4 };
int txtb_counts_down(txtb_reader_t *r);

// After the last event: what the input has besides this buffer. *buffers: further ones, behind it;
// *first: the offset of the first of them.
// *bytes: those before, between and behind its parts, and not of a further buffer; but not where
// all of them are 0, or all are 0xff: unused memory. Reads all of it. Returns 0 or TXTB_E_READ.
int txtb_others(txtb_reader_t *reader, uint64_t *bytes, uint64_t *buffers, uint64_t *first);

// Writes one line for r->problem, without newline, always terminated: "byte 48: expected ..., found
// ...". Returns text.
char *txtb_problem_text(const txtb_problem_t *problem, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
