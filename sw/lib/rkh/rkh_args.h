// SPDX-License-Identifier: Apache-2.0
// RKH: the predefined records by name, and the arguments of any frame, one by one.
//
//     rkh_args_t args;
//     rkh_arg_t arg;
//     rkh_args_begin(&args, &r.config, &r.frame);
//     while ((rc = rkh_args_next(&args, &arg)) == 1) ... arg.name, arg.value ...
//     if (rc < 0) ... the bytes are not what this record has ...
#ifndef RKH_ARGS_H
#define RKH_ARGS_H

#include "rkh_read.h"

#ifdef __cplusplus
extern "C" {
#endif

// The group of an id in letters ("SMA"), "?" if there is none; and the event in it ("FIFO"), NULL
// if it is not predefined.
const char *rkh_group_name(unsigned group);
const char *rkh_event_name(unsigned group, uint32_t event);

typedef struct {
    char name[16];       // as in docs/formats/rkh.md; "" for arguments of user events
    uint8_t type;        // RKH_U8 ... RKH_SIG
    uint8_t width;       // the width told for user events, 0 for any
    uint32_t size;       // bytes of the number, memory or text (its 0 not counted)
    uint64_t value;      // numbers, addresses, signals; signed types are sign-extended to 64 bit
    const uint8_t *data; // RKH_MEM, RKH_STR (with a 0 behind)
} rkh_arg_t;

typedef struct { // private
    const rkh_config_t *config;
    const uint8_t *at, *end;
    const char
        *form; // what remains of the record's form; NULL: each argument says itself what it is
} rkh_args_t;

// Goes to the arguments of a frame; config is that in force. A record that is not predefined has
// one argument "bytes", RKH_MEM, if it has any bytes.
void rkh_args_begin(rkh_args_t *args, const rkh_config_t *config, const rkh_frame_t *frame);

// 1: *arg is the next argument, valid as long as the frame. 0: there is no more. RKH_E_FORMAT:
// bytes are missing or left over, or a format byte means nothing.
int rkh_args_next(rkh_args_t *args, rkh_arg_t *arg);

#ifdef __cplusplus
}
#endif
#endif
