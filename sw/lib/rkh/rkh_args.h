// SPDX-License-Identifier: Apache-2.0
// RKH: the predefined records by name, and the arguments of any frame, one by one.
//
//     rkh_args_t args;
//     rkh_arg_t arg;
//     rkh_args_begin(&args, &r.config, &r.frame);
//     while ((rc = rkh_args_next(&args, &arg)) == 1) ... arg.name, arg.value ...
//     if (rc < 0) ... the bytes do not match this record ...
#ifndef RKH_ARGS_H
#define RKH_ARGS_H

#include "rkh_read.h"

#ifdef __cplusplus
extern "C" {
#endif

// Returns the name of a group ("SMA"; "?" for others), and of an event in it ("FIFO"; NULL unless
// predefined).
const char *rkh_group_name(unsigned group);
const char *rkh_event_name(unsigned group, uint32_t event);

typedef struct {
    char name[16];       // as in docs/reference/rkh.md; "" for arguments of user events
    uint8_t type;        // RKH_U8 ... RKH_SIG
    uint8_t width;       // print width of user events, 0 for any
    uint32_t size;       // bytes of the number, memory or text (without its 0)
    uint64_t value;      // numbers, addresses, signals; signed types are sign-extended to 64 bits
    const uint8_t *data; // RKH_MEM, RKH_STR (followed by a 0)
} rkh_arg_t;

typedef struct { // private
    const rkh_config_t *config;
    const uint8_t *at, *end;
    const char *form; // the rest of the record's form; NULL: format bytes give the types
} rkh_args_t;

// Begins with the arguments of a frame; config is the current configuration. A record that is not
// predefined has one argument "bytes", RKH_MEM, unless it has no bytes.
void rkh_args_begin(rkh_args_t *args, const rkh_config_t *config, const rkh_frame_t *frame);

// Returns 1 with *arg, the next argument, valid as long as the frame; 0 after the last;
// RKH_E_FORMAT: bytes are missing or left over, or a format byte is unknown.
int rkh_args_next(rkh_args_t *args, rkh_arg_t *arg);

#ifdef __cplusplus
}
#endif
#endif
