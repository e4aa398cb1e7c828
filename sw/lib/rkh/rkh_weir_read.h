// SPDX-License-Identifier: Apache-2.0
// Reads Weir's events from RKH frames (rkh_weir.h).
#ifndef RKH_WEIR_READ_H
#define RKH_WEIR_READ_H

#include "rkh_read.h"
#include "rkh_weir.h"

#ifdef __cplusplus
extern "C" {
#endif

// The hart of a frame of the group USR. *before is the number of arguments that tell it, 0 or 1,
// before all others. RKH_E_FORMAT: they are wrong.
int rkh_weir_hart(const rkh_reader_t *r, unsigned *before);

// Decodes a frame of the reader (r->frame). 1: *event is the event; its value is the first argument
// behind the id, 0 unless a number; rkh_args.h has all arguments. 0: the frame is no
// event (TIME, NAME, TCFG, any other group). RKH_E_FORMAT: the id is that of an event of Weir, but
// its arguments are wrong.
int rkh_weir_take(rkh_weir_t *s, const rkh_reader_t *r, rkh_weir_event_t *event);

#ifdef __cplusplus
}
#endif
#endif
