// SPDX-License-Identifier: Apache-2.0
// RKH writer: makes frames in memory of the caller. Freestanding, for small cores (1.8 KiB of code
// for rv32imc) as well as hosts; uses no library.
//
//     static uint8_t memory[256];
//     rkh_writer_t w;
//     rkh_writer_init(&w, &rkh_config_default, memory, sizeof memory, uart_send, NULL);
//     rkh_emit_tcfg(&w);                                    // the sizes, for the reader
//     rkh_begin(&w, rkh_id(1, RKH_GROUP_USR, 3), timer());  // user event 3
//     rkh_arg_u16(&w, 1060);
//     rkh_end(&w);
//
// Only whole frames leave a writer. Without space for a frame, the writer drops the frame and uses
// up its sequence number: the reader sees and counts the gap. Two threads must not use a writer at
// the same time: on a target, disable interrupts from rkh_begin to rkh_end, or use a writer, and a
// stream, for each context.
#ifndef RKH_EMIT_H
#define RKH_EMIT_H

#include "rkh.h"

#ifdef __cplusplus
extern "C" {
#endif

// Takes size bytes, whole frames with their flags. Returns 0, or any other number for a failure.
typedef int rkh_flush_fn(void *context, const uint8_t *bytes, uint32_t size);

typedef struct { // config, used, dropped are public; the rest is private
    const rkh_config_t *config;
    uint8_t *memory;
    uint32_t capacity;
    uint32_t used; // bytes of whole frames in memory
    uint32_t at;   // end of the current frame
    rkh_flush_fn *flush;
    void *context;
    uint32_t dropped; // frames without space, or rejected by the flush function
    uint8_t sequence; // of the next frame
    uint8_t sum;      // of the current frame
    bool open, full, failed;
} rkh_writer_t;

// Puts a flag into the empty memory: a stream begins with one. memory: 2 bytes more than the
// longest frame, in which every byte may take two. flush may be NULL: then frames collect in memory
// until rkh_taken is called, and those without space are dropped. The caller keeps config as long
// as the writer. Returns 0, or RKH_E_ARG (configuration not valid, capacity 0).
int rkh_writer_init(rkh_writer_t *w, const rkh_config_t *config, void *memory, uint32_t capacity,
                    rkh_flush_fn *flush, void *context);

// Hands all frames to the flush function. Returns 0, or RKH_E_WRITE (the next flush repeats the
// bytes).
int rkh_flush(rkh_writer_t *w);

// Empties w->memory after the caller has copied its w->used bytes (only between frames).
void rkh_taken(rkh_writer_t *w);

// Replaces the memory, with its w->used bytes, by another of the same capacity; only between
// frames. Returns the previous memory.
void *rkh_swap(rkh_writer_t *w, void *memory);

// ---- a frame

// Begins a frame: id (of id_size bytes), sequence number, and the low bytes of time, in ticks.
void rkh_begin(rkh_writer_t *w, uint32_t id, uint32_t time);

// Arguments of predefined records, without format: the low size (0-8) bytes of value; bytes; a
// string with its 0.
void rkh_put(rkh_writer_t *w, uint64_t value, unsigned size);
void rkh_put_bytes(rkh_writer_t *w, const void *bytes, uint32_t size);
void rkh_put_string(rkh_writer_t *w, const char *text);

// Arguments of user events, with their format. rkh_arg takes any numeric type; the configuration
// has the size of OBJ, FUN and SIG. width 0-15: the width in which viewers print it, 0 for any.
void rkh_arg(rkh_writer_t *w, unsigned type, unsigned width, uint64_t value);
void rkh_arg_string(rkh_writer_t *w, const char *text);
void rkh_arg_memory(rkh_writer_t *w, const void *bytes, uint8_t size);
static inline void rkh_arg_u8(rkh_writer_t *w, uint8_t v) { rkh_arg(w, RKH_U8, 0, v); }
static inline void rkh_arg_u16(rkh_writer_t *w, uint16_t v) { rkh_arg(w, RKH_U16, 0, v); }
static inline void rkh_arg_u32(rkh_writer_t *w, uint32_t v) { rkh_arg(w, RKH_U32, 0, v); }
static inline void rkh_arg_i32(rkh_writer_t *w, int32_t v) { rkh_arg(w, RKH_I32, 0, (uint32_t)v); }

// Ends the frame with checksum and flag. Returns 0; RKH_E_ROOM: no space, the frame is dropped and
// counted; RKH_E_WRITE: likewise, because the flush function failed; RKH_E_ARG: no frame was begun.
int rkh_end(rkh_writer_t *w);

// ---- whole frames

// Writes a frame in one call, in a fraction of the time: id, and the size bytes of its arguments.
// As rkh_begin, rkh_put_bytes and rkh_end.
int rkh_emit_frame(rkh_writer_t *w, uint32_t id, uint32_t time, const void *args, uint32_t size);

// The configuration. It has neither sequence number nor timestamp. Send it first, and repeat it for
// readers that begin later.
int rkh_emit_tcfg(rkh_writer_t *w);

// Dictionaries: event RKH_FWK_OBJ, _FUN, _AO, _TIMER, _QUEUE or _ACTOR: an address and its name.
int rkh_emit_object(rkh_writer_t *w, unsigned event, uint32_t time, uint64_t address,
                    const char *name);
// A state (RKH_FWK_STATE) or pseudostate (RKH_FWK_PSTATE) of an active object.
int rkh_emit_state(rkh_writer_t *w, unsigned event, uint32_t time, uint64_t active, uint64_t state,
                   const char *name);
int rkh_emit_signal(rkh_writer_t *w, uint32_t time, uint32_t signal, const char *name);
int rkh_emit_pool(rkh_writer_t *w, uint32_t time, uint8_t pool, const char *name);
// The name of a user event of the group USR.
int rkh_emit_user(rkh_writer_t *w, uint32_t time, uint32_t event, const char *name);

#ifdef __cplusplus
}
#endif
#endif
