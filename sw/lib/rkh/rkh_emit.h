// SPDX-License-Identifier: Apache-2.0
// RKH writer: makes frames in memory the caller owns. Freestanding: fits a small core (1.8 KiB of
// code for rv32imc) as well as a host; needs nothing of any library.
//
//     static uint8_t memory[256];
//     rkh_writer_t w;
//     rkh_writer_init(&w, &rkh_config_default, memory, sizeof memory, uart_send, NULL);
//     rkh_emit_tcfg(&w);                                       // so that a reader knows the sizes
//     rkh_begin(&w, rkh_id(1, RKH_GROUP_USR, 3), timer());     // an event of the application,
//     number 3 rkh_arg_u16(&w, 1060); rkh_end(&w);
//
// Only whole frames leave a writer. A frame that finds no room is dropped, and its sequence number
// is used up: so the reader sees, and counts, what is missing. A writer is not for two threads at
// once: on a target, interrupts must be off from rkh_begin to rkh_end, or each context needs a
// writer of its own (then use two streams).
#ifndef RKH_EMIT_H
#define RKH_EMIT_H

#include "rkh.h"

#ifdef __cplusplus
extern "C" {
#endif

// Takes size bytes, whole frames with their flags; returns 0, anything else is a failure.
typedef int rkh_flush_fn(void *context, const uint8_t *bytes, uint32_t size);

typedef struct { // config, used, dropped may be read; the rest is private
    const rkh_config_t *config;
    uint8_t *memory;
    uint32_t capacity;
    uint32_t used; // bytes of whole frames in memory
    uint32_t at;   // end of the frame under way
    rkh_flush_fn *flush;
    void *context;
    uint32_t dropped; // frames that found no room, or that the flush function did not take
    uint8_t sequence; // of the next frame
    uint8_t sum;      // of the frame under way
    bool open, full, failed;
} rkh_writer_t;

// Puts a flag into the empty memory: a stream begins with one. memory: at least 2 bytes more than
// the longest frame, each byte of which may take two. flush may be NULL: then frames gather in
// memory until rkh_taken is called, and those that find no room are dropped. config is not copied
// and must outlive the writer. Returns 0, or RKH_E_ARG (configuration not valid, capacity 0).
int rkh_writer_init(rkh_writer_t *w, const rkh_config_t *config, void *memory, uint32_t capacity,
                    rkh_flush_fn *flush, void *context);

// Hands everything to the flush function. 0 or RKH_E_WRITE (the bytes stay and are handed over
// again next time).
int rkh_flush(rkh_writer_t *w);

// The caller has taken w->used bytes from w->memory himself (only between frames).
void rkh_taken(rkh_writer_t *w);

// The caller takes the memory itself, with its w->used bytes, and gives another of the same
// capacity; only between frames. Returns the memory taken.
void *rkh_swap(rkh_writer_t *w, void *memory);

// ---- a frame

// Begins a frame: id (of id_size bytes), sequence number, and the low bytes of time, in ticks.
void rkh_begin(rkh_writer_t *w, uint32_t id, uint32_t time);

// Arguments as predefined records have them, without format: the low size (0-8) bytes of value;
// bytes; a string with its 0.
void rkh_put(rkh_writer_t *w, uint64_t value, unsigned size);
void rkh_put_bytes(rkh_writer_t *w, const void *bytes, uint32_t size);
void rkh_put_string(rkh_writer_t *w, const char *text);

// Arguments of user events, with their format. rkh_arg has any type that is a number, in the size
// the configuration says for OBJ, FUN and SIG; width 0-15: how wide a viewer should print it, 0 for
// any.
void rkh_arg(rkh_writer_t *w, unsigned type, unsigned width, uint64_t value);
void rkh_arg_string(rkh_writer_t *w, const char *text);
void rkh_arg_memory(rkh_writer_t *w, const void *bytes, uint8_t size);
static inline void rkh_arg_u8(rkh_writer_t *w, uint8_t v) { rkh_arg(w, RKH_U8, 0, v); }
static inline void rkh_arg_u16(rkh_writer_t *w, uint16_t v) { rkh_arg(w, RKH_U16, 0, v); }
static inline void rkh_arg_u32(rkh_writer_t *w, uint32_t v) { rkh_arg(w, RKH_U32, 0, v); }
static inline void rkh_arg_i32(rkh_writer_t *w, int32_t v) { rkh_arg(w, RKH_I32, 0, (uint32_t)v); }

// Ends the frame: checksum and flag. 0; RKH_E_ROOM: the frame is larger than what memory was left,
// it is dropped and counted; RKH_E_WRITE: likewise, since the flush function failed; RKH_E_ARG: no
// frame was begun.
int rkh_end(rkh_writer_t *w);

// ---- whole frames

// A frame in one go, in a fraction of the time: id, and the size bytes of its arguments. As
// rkh_begin, rkh_put_bytes and rkh_end.
int rkh_emit_frame(rkh_writer_t *w, uint32_t id, uint32_t time, const void *args, uint32_t size);

// The configuration. It has neither sequence number nor timestamp. Send it first, and again from
// time to time if readers may come late.
int rkh_emit_tcfg(rkh_writer_t *w);

// Dictionaries: event RKH_FWK_OBJ, _FUN, _AO, _TIMER, _QUEUE or _ACTOR: an address and its name.
int rkh_emit_object(rkh_writer_t *w, unsigned event, uint32_t time, uint64_t address,
                    const char *name);
// A state (RKH_FWK_STATE) or pseudostate (RKH_FWK_PSTATE) of an active object.
int rkh_emit_state(rkh_writer_t *w, unsigned event, uint32_t time, uint64_t active, uint64_t state,
                   const char *name);
int rkh_emit_signal(rkh_writer_t *w, uint32_t time, uint32_t signal, const char *name);
int rkh_emit_pool(rkh_writer_t *w, uint32_t time, uint8_t pool, const char *name);
// The name of a user event, of the group USR.
int rkh_emit_user(rkh_writer_t *w, uint32_t time, uint32_t event, const char *name);

#ifdef __cplusplus
}
#endif
#endif
