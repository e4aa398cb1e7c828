// SPDX-License-Identifier: Apache-2.0
// RKH reader: takes a stream of frames in chunks of any size and delivers frames and damage, in
// order.
//
//     rkh_reader_init(&r, &rkh_config_default, memory, sizeof memory);
//     for each chunk:
//         rkh_feed(&r, chunk, size);
//         while ((what = rkh_next(&r)) != RKH_MORE)
//             if (what == RKH_FRAME) ... r.frame ...
//             else ... r.damage ...                       // RKH_DAMAGE
//     if (rkh_finish(&r) == RKH_DAMAGE) ... r.damage ...
//     ... r.totals ...
//
// Resynchronisation is instant: after any damage the next flag begins a new frame. The division
// into chunks has no effect on the result. The reader accepts a frame if its escapes, size and
// checksum are right: of frames damaged at random, a checksum of 8 bits accepts 1 in 256; without a
// checksum only the sizes protect.
#ifndef RKH_READ_H
#define RKH_READ_H

#include "rkh.h"

#ifdef __cplusplus
extern "C" {
#endif

// Results of rkh_next and rkh_finish.
enum { RKH_MORE = 0, RKH_FRAME = 1, RKH_DAMAGE = 2 };

typedef struct {
    uint64_t offset; // of the id in the stream
    uint32_t bytes;  // in the stream, escapes included, flags not
    uint32_t id;
    unsigned group;     // RKH_GROUP_...
    uint32_t event;     // of the group
    bool tcfg;          // a configuration, which r.config now contains
    bool restart;       // the sequence number restarts after a TCFG: the target was reset; the loss
                        // before it is unknown
    uint8_t sequence;   // 0 without
    uint8_t lost;       // frames missing before this one, by their sequence numbers: modulo 256
    uint32_t timestamp; // as in the frame; 0 without
    uint64_t time; // the timestamps, continued over their wraps; exact if gaps are shorter than a
                   // wrap. TCFG: time of the previous frame
    const uint8_t *args; // without head and checksum; valid until the next call
    uint32_t args_size;
} rkh_frame_t;

typedef enum {
    RKH_DAMAGE_START,  // bytes before the first flag: the rest of an earlier frame
    RKH_DAMAGE_ESCAPE, // an escape before an ordinary byte or a flag
    RKH_DAMAGE_SHORT,  // fewer bytes than the shortest frame of this configuration
    RKH_DAMAGE_LONG,   // more bytes than the reader's memory
    RKH_DAMAGE_CHECKSUM,
    RKH_DAMAGE_TCFG, // a TCFG of wrong size, or with impossible sizes
    RKH_DAMAGE_CUT,  // the stream ends inside a frame
} rkh_damage_kind_t;

typedef struct {
    uint64_t offset; // of the first byte
    uint32_t bytes;  // in the stream, flags not included
    rkh_damage_kind_t kind;
    uint32_t expected,
        found; // bytes (SHORT, LONG, TCFG: 0 expected for impossible sizes), or checksums
} rkh_damage_t;

typedef struct {
    uint64_t bytes;   // of the stream
    uint64_t frames;  // delivered
    uint64_t lost;    // sum of frame.lost
    uint64_t damaged; // damage delivered, including START and CUT; each can be several frames
    uint64_t skipped; // bytes of damage
    uint64_t restarts;
} rkh_totals_t;

typedef struct {         // config, frame, damage, totals are public; the rest is private
    rkh_config_t config; // current configuration: of rkh_reader_init, or of the last TCFG
    rkh_frame_t frame;
    rkh_damage_t damage;
    rkh_totals_t totals;
    uint8_t *memory;
    uint32_t capacity;
    const uint8_t *at, *end;
    uint32_t used;   // bytes of the current frame in memory
    uint64_t begun;  // bytes of it so far, including escapes
    uint64_t offset; // in the stream, of at
    uint64_t time;
    uint32_t timestamp;
    uint8_t expected; // next sequence number
    bool synced, sequenced, timestamped, fresh, escape, escape_bad;
} rkh_reader_t;

// memory: for the longest frame, without escapes, with checksum; RKH itself writes at most 300
// bytes. Returns 0 or RKH_E_ARG (configuration not valid, no memory).
int rkh_reader_init(rkh_reader_t *r, const rkh_config_t *config, void *memory, uint32_t capacity);

// Gives the reader the next bytes, which must remain until rkh_next returns RKH_MORE. RKH_E_ARG
// before the end of the last chunk.
int rkh_feed(rkh_reader_t *r, const void *data, size_t size);

// RKH_FRAME: r->frame is the next frame. RKH_DAMAGE: r->damage describes skipped bytes. RKH_MORE:
// feed more.
int rkh_next(rkh_reader_t *r);

// Ends the stream: RKH_DAMAGE if it ends inside a frame, else RKH_MORE.
int rkh_finish(rkh_reader_t *r);

// Writes one line of text for damage, without newline, always terminated: "byte 123: 17 bytes:
// checksum: expected 0x12, found 0x34". Returns text.
char *rkh_damage_text(const rkh_damage_t *damage, char *text, size_t size);

// Sets everything but id_size from the bytes of TCFG behind the id. RKH_E_FORMAT, without a change,
// if the result would not be valid or a reserved bit is set.
int rkh_tcfg_unpack(rkh_config_t *config, const uint8_t bytes[RKH_TCFG_SIZE]);

// Examines the first size bytes of a stream (some KiB are enough). If they look like RKH frames, it
// returns true and sets *config: from a TCFG frame (all of *config), else from checksums and
// sequence numbers of frames with ids of one byte (the rest are default values).
bool rkh_probe(const uint8_t *data, size_t size, rkh_config_t *config);

#ifdef __cplusplus
}
#endif
#endif
