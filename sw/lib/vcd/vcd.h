// SPDX-License-Identifier: Apache-2.0
// VCD (value change dump, IEEE 1364) writer: streaming, in memory of the caller.
//
// Order of calls: vcd_begin, scopes and variables, vcd_end_definitions, then times and changes.
// Nothing is allocated; the caller needs only the handle of a variable.
//
// Every function returns 0 or a negative VCD_E_*. VCD_E_ARG and VCD_E_ORDER write nothing, and the
// writer can continue. After VCD_E_WRITE the output is incomplete: every later call returns
// VCD_E_WRITE. No function blocks unless the write function does. One thread at a time may use a
// writer.
#ifndef VCD_H
#define VCD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    VCD_E_ARG = -1,   // an argument is out of its range
    VCD_E_ORDER = -2, // called out of order, or the time falls
    VCD_E_WRITE = -3, // the write function failed
};

// Takes size bytes. Returns 0, or any other number for a failure.
typedef int vcd_write_fn(void *context, const void *bytes, size_t size);

struct vcd_writer { // private; set by vcd_begin
    vcd_write_fn *write;
    void *context;
    enum { VCD_DEFINING, VCD_CHANGING } state;
    int failed, timed;
    unsigned depth;
    uint32_t variables;
    uint64_t time;
};

struct vcd_variable { // handle of a variable
    uint32_t number;
    uint8_t width; // bits; 0 for an event; VCD_REAL for a real number
};
enum { VCD_REAL = 255 };

// Writes the head. A time unit is magnitude (1, 10 or 100) times unit ("s", "ms", "us", "ns", "ps"
// or "fs"). comment: one line or NULL.
int vcd_begin(struct vcd_writer *w, vcd_write_fn *write, void *context, unsigned magnitude,
              const char *unit, const char *comment);

// Opens a scope; scopes nest. Any name is allowed: characters that VCD lacks become _, names that
// Verilog rejects are escaped.
int vcd_scope(struct vcd_writer *w, const char *name);
int vcd_upscope(struct vcd_writer *w);

// A vector (a wire if width is 1) of width 1-64 bits, unknown until its first change. Names as for
// vcd_scope.
int vcd_vector(struct vcd_writer *w, const char *name, unsigned width,
               struct vcd_variable *variable);
// An event, which has no value.
int vcd_event(struct vcd_writer *w, const char *name, struct vcd_variable *variable);

// A real number. Names as for vcd_scope.
int vcd_real(struct vcd_writer *w, const char *name, struct vcd_variable *variable);

// Ends the definitions. Every scope must be closed.
int vcd_end_definitions(struct vcd_writer *w);

// The time of the next changes, in time units; it must not fall. The first change needs a time
// before it.
int vcd_time(struct vcd_writer *w, uint64_t time);
// Sets a variable from this time on; value must fit its width. An event happens, whatever the
// value.
int vcd_change(struct vcd_writer *w, struct vcd_variable variable, uint64_t value);
// The same for a variable of vcd_real.
int vcd_change_real(struct vcd_writer *w, struct vcd_variable variable, double value);

#ifdef __cplusplus
}
#endif
#endif
