// SPDX-License-Identifier: Apache-2.0
// Weir's events in RKH frames: one configuration, one frame an event. The frame stage of the unit
// sends these frames, and so does software without the unit; viewers of RKH show them as user
// events. See docs/reference/rkh.md, "Weir in RKH".
//
// Configuration: rkh_weir_config: id 1, sequence number, timestamp 4 (the low 32 bits of Weir's
// time), checksum, addresses 4. Id: group USR, event = hart << 3 | kind. Ids of one byte have the
// lower two bits of a hart; a first argument I8 has the others, unless they are 0. Freestanding, as
// the writer.
#ifndef RKH_WEIR_H
#define RKH_WEIR_H

#include "rkh_emit.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const rkh_config_t rkh_weir_config;
// The same with ids of two bytes, as a unit of more than four harts sends it.
extern const rkh_config_t rkh_weir_config_harts;

typedef enum {
    RKH_WEIR_USER = 0, // USER, COM, SYS: arguments U16 id, the value, then extra arguments, if any
    RKH_WEIR_COM = 1,
    RKH_WEIR_SYS = 2,
    RKH_WEIR_THREAD = 3, // THREAD_SWITCH: OBJ value: the thread that now runs
    RKH_WEIR_ISR = 4,    // U8 1 for a trap's or interrupt's entry, 0 for its return; X32 its cause
    RKH_WEIR_LOSS = 5,   // an entry of a loss: U8 what, U32 number; or a complete loss
    RKH_WEIR_TIME = 6,   // U32 bits 63-32 of the time, U32 ticks a second (0: unknown); with
                         // timestamps of 2 bytes: U16 bits 31-16
    RKH_WEIR_NAME =
        7, // U16 id, STR its name; or U16 id, STR name, value: the name of a value of that id
} rkh_weir_kind_t;

enum { RKH_WEIR_KINDS = 8, RKH_WEIR_KIND_BITS = 3 }; // of the event's bits

// Types of entries of a loss; the number is an age, or the total.
enum {
    RKH_WEIR_LOSS_ENDS = 0,
    RKH_WEIR_LOSS_BEGINS = 1,
    RKH_WEIR_LOSS_TOTAL = 16, // + 4 * drop reason + context: of the hart of the frame; up to 79
};

typedef struct {
    rkh_weir_kind_t kind; // never TIME or NAME
    unsigned hart;        // 0-15
    uint64_t time;        // ticks
    uint16_t id;          // USER, COM, SYS
    uint64_t value; // and THREAD (32 bits), ISR (32 bits: the cause), LOSS (32 bits: the number)
    bool enter;     // ISR
    // LOSS; docs/reference/stream.md explains it
    bool
        part; // true: an entry with `what` and `value`, as the unit writes. False: a complete loss:
    uint8_t what;
    uint32_t dropped[4]; // events of class USER, COM, SYS, none
    uint8_t cause;
    uint64_t source, first, last;
} rkh_weir_event_t;

typedef struct {   // hz is public; the rest is private
    uint32_t hz;   // ticks a second; reading: 0 until a TIME frame
    uint32_t high; // bits 63-32 of the time of the latest TIME frame
    uint64_t base; // reading: offset of the reader's time
    bool started;
} rkh_weir_t;

// hz: ticks of the time a second, for writing; 0: unknown.
void rkh_weir_init(rkh_weir_t *s, uint32_t hz);

// Writes TCFG, the names of the kinds, and TIME: at the start of a stream, and repeated for readers
// that begin later. Returns as rkh_end.
int rkh_weir_emit_start(rkh_weir_t *s, rkh_writer_t *w, uint64_t time);

// Writes an event, and TIME before it if bits 63-32 have changed. Returns as rkh_end; RKH_E_ARG if
// hart or kind is out of range.
int rkh_weir_emit(rkh_weir_t *s, rkh_writer_t *w, const rkh_weir_event_t *event);
// The same for an event of USER, COM, SYS or THREAD with a 32-bit value, in a fraction of the time.
int rkh_weir_emit_value(rkh_weir_t *s, rkh_writer_t *w, rkh_weir_kind_t kind, unsigned hart,
                        uint64_t time, uint16_t id, uint32_t value);
// The same for an event of USER, COM or SYS with other arguments than one value: writes it up to
// its id. Then write the arguments with rkh_arg..., the value first, and end with rkh_end.
// RKH_E_ARG likewise; RKH_E_ROOM or RKH_E_WRITE of a TIME before it: then no frame is begun.
int rkh_weir_begin(rkh_weir_t *s, rkh_writer_t *w, const rkh_weir_event_t *event);

// Writes the name of an id, or, with a value, the name of that value of the id. Returns as
// rkh_emit.
int rkh_weir_emit_name(rkh_weir_t *s, rkh_writer_t *w, unsigned hart, uint64_t time, uint16_t id,
                       const char *name);
int rkh_weir_emit_value_name(rkh_weir_t *s, rkh_writer_t *w, unsigned hart, uint64_t time,
                             uint16_t id, uint64_t value, const char *name);

// "USER", "COM", "SYS", "THREAD", "ISR", "LOSS", "TIME", "NAME"; "?" for any other number.
const char *rkh_weir_kind_name(unsigned kind);

#ifdef __cplusplus
}
#endif
#endif
