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
// Resynchronisation is instant: whatever was damaged, the next flag begins a new frame. What is
// delivered does not depend on how the stream is cut into chunks. A frame is accepted if its
// escapes, size and checksum are right: of frames damaged at random, a checksum of 8 bits lets 1 in
// 256 through; without checksum nothing but the sizes protects.
#ifndef RKH_READ_H
#define RKH_READ_H

#include "rkh.h"

#ifdef __cplusplus
extern "C" {
#endif

// What rkh_next and rkh_finish return.
enum { RKH_MORE = 0, RKH_FRAME = 1, RKH_DAMAGE = 2 };

typedef struct {
    uint64_t offset; // of the id in the stream
    uint32_t bytes;  // in the stream, escapes included, flags not
    uint32_t id;
    unsigned group;   // RKH_GROUP_...
    uint32_t event;   // of the group
    bool tcfg;        // a configuration: the reader has taken it, r.config is the new one
    bool restart;     // the sequence number began anew after a TCFG: the target was reset; what was
                      // lost is not known
    uint8_t sequence; // 0 without
    uint8_t lost;     // frames missing before this one, by the sequence numbers: modulo 256
    uint32_t timestamp; // as in the frame; 0 without
    uint64_t time; // the timestamps, continued over their wraps; exact while gaps are shorter than
                   // a wrap. Of a TCFG: that of the frame before
    const uint8_t *args; // behind the head, checksum not included; valid until the next call
    uint32_t args_size;
} rkh_frame_t;

typedef enum {
    RKH_DAMAGE_START,  // bytes before the first flag: the rest of a frame that began earlier
    RKH_DAMAGE_ESCAPE, // an escape before a byte that needs none, or before a flag
    RKH_DAMAGE_SHORT,  // fewer bytes than any frame of this configuration has
    RKH_DAMAGE_LONG,   // more bytes than the reader's memory
    RKH_DAMAGE_CHECKSUM,
    RKH_DAMAGE_TCFG, // a TCFG that is none: wrong size, or sizes in it that cannot be
    RKH_DAMAGE_CUT,  // the stream ends inside a frame
} rkh_damage_kind_t;

typedef struct {
    uint64_t offset; // of the first byte
    uint32_t bytes;  // in the stream, flags not included
    rkh_damage_kind_t kind;
    uint32_t expected,
        found; // bytes (SHORT, LONG, TCFG: 0 expected if sizes in it cannot be), or checksums
} rkh_damage_t;

typedef struct {
    uint64_t bytes;   // of the stream
    uint64_t frames;  // delivered
    uint64_t lost;    // sum of frame.lost
    uint64_t damaged; // damage delivered, START and CUT included; each may have been one frame, or
                      // several
    uint64_t skipped; // bytes of it
    uint64_t restarts;
} rkh_totals_t;

typedef struct {         // config, frame, damage, totals may be read; the rest is private
    rkh_config_t config; // what is in force: that of rkh_reader_init, or of the last TCFG
    rkh_frame_t frame;
    rkh_damage_t damage;
    rkh_totals_t totals;
    uint8_t *memory;
    uint32_t capacity;
    const uint8_t *at, *end;
    uint32_t used;   // bytes of the frame under way in memory
    uint64_t begun;  // bytes of it seen, escapes included
    uint64_t offset; // in the stream, of at
    uint64_t time;
    uint32_t timestamp;
    uint8_t expected; // next sequence number
    bool synced, sequenced, timestamped, fresh, escape, escape_bad;
} rkh_reader_t;

// memory: for the longest frame, escapes undone, checksum included; RKH itself makes none over 300
// bytes. Returns 0 or RKH_E_ARG (configuration not valid, no memory).
int rkh_reader_init(rkh_reader_t *r, const rkh_config_t *config, void *memory, uint32_t capacity);

// Gives the reader the next bytes, which must stay until rkh_next returns RKH_MORE. RKH_E_ARG if
// those before are not used up.
int rkh_feed(rkh_reader_t *r, const void *data, size_t size);

// RKH_FRAME: r->frame is the next frame. RKH_DAMAGE: r->damage is what was passed over. RKH_MORE:
// feed more.
int rkh_next(rkh_reader_t *r);

// The stream is over: RKH_DAMAGE if it ended inside a frame, else RKH_MORE.
int rkh_finish(rkh_reader_t *r);

// One line of text for damage, without newline, always terminated: "byte 123: 17 bytes: checksum:
// expected 0x12, found 0x34". Returns text.
char *rkh_damage_text(const rkh_damage_t *damage, char *text, size_t size);

// Sets everything but id_size from the bytes of TCFG behind the id. RKH_E_FORMAT, with nothing
// changed, if what it would set is not valid or a reserved bit is set.
int rkh_tcfg_unpack(rkh_config_t *config, const uint8_t bytes[RKH_TCFG_SIZE]);

// Looks at the first size bytes of a stream (some KiB are enough). If they look like RKH frames,
// sets *config to what they look like and returns true: by a TCFG frame (all of *config), else by
// checksums and sequence numbers of frames with ids of one byte (of the rest, default values).
bool rkh_probe(const uint8_t *data, size_t size, rkh_config_t *config);

#ifdef __cplusplus
}
#endif
#endif
