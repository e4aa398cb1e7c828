/* SPDX-License-Identifier: Apache-2.0 */
/* Golden model of the frame sink: the same entries in, the same bytes out. */
#ifndef WEIR_GOLDEN_FRAME_H
#define WEIR_GOLDEN_FRAME_H

#include "weir_golden.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Written from rkh.md and theory.md, frame; it shares no code with the RTL or
 * with the library that reads and writes RKH frames. */

/* The longest that one entry can become: the flag of a new stream, a start of ten frames, its own
 * frame, every byte escaped. */
enum { WEIR_GOLDEN_FRAMES_MAX = 512 };

struct weir_golden_frames {
    unsigned id, timestamp; /* bytes of an id, 1, 2 or 4, and of a timestamp, 2 or 4 */
    uint32_t interval;      /* events between two starts; 0: one start */
    uint32_t hz;            /* ticks a second that frames tell */
    bool begun;             /* the rest is private; zero `begun` at reset and at CLEAR */
    uint8_t sequence;
    uint32_t since; /* events since the start */
    uint64_t time;  /* of the last entry */
};

/* The frames of one entry, with all that goes before it: docs/reference/rkh.md, Weir in RKH. They
 * return how many bytes. The entries are those of weir_golden_encode_... */
size_t weir_golden_frame_event(struct weir_golden_frames *frames,
                               const struct weir_golden_event *event,
                               uint8_t bytes[WEIR_GOLDEN_FRAMES_MAX]);
size_t weir_golden_frame_loss(struct weir_golden_frames *frames, bool begins, uint64_t dropped,
                              uint64_t time, uint8_t bytes[WEIR_GOLDEN_FRAMES_MAX]);
size_t weir_golden_frame_dropped(struct weir_golden_frames *frames, unsigned kind, unsigned source,
                                 uint32_t total, uint64_t time,
                                 uint8_t bytes[WEIR_GOLDEN_FRAMES_MAX]);

#ifdef __cplusplus
}
#endif
#endif
