// SPDX-License-Identifier: Apache-2.0
// flux emitter: writes entries into the caller's memory; freestanding C11, no allocation, no
// library.
//
//     uint8_t memory[256];
//     flux_buffer_t buffer;
//     flux_trace_t trace;
//     flux_domain_t time;
//     flux_buffer_init(&buffer, memory, sizeof memory, my_handler, my_arg);
//     flux_trace_init(&trace, &buffer, FLUX_CLASSIC);
//     flux_emit_head(&trace,
//                    &(flux_head_t){.name = FLUX_STR("demo"), .max_item = 1, .max_entry = 64});
//     flux_emit_signal(&trace, &(flux_signal_t){
//                                  .item = 1, .name = FLUX_STR("count"), .type = FLUX_INTEGER});
//     flux_emit_open(&trace, &time, &(flux_open_t){.base = FLUX_STR("ns")});
//     flux_emit_integer(&trace, &time, 1, 100, 42);
//     flux_emit_close(&trace, &time, 200);
//     flux_flush(&buffer);
//
// Every flux_emit function writes one whole entry or nothing. It returns 0 or a negative error:
//   FLUX_E_ARG   argument out of range, or not expressible in the layout of the trace
//   FLUX_E_ROOM  the entry does not fit even after the handler made space
//   FLUX_E_SINK  the handler failed
//   FLUX_E_BACK  position before the current one of its domain (write a flux_emit_current first)
//   FLUX_E_CLOSED  the domain of a sample, a current or a close is not open
//
// An error changes neither earlier entries of the buffer nor the position of the domain.
//
// No function blocks (unless the handler does) or disables interrupts. Calls on one buffer must not
// interrupt each other; calls on different buffers are independent, also from an ISR.
#ifndef FLUX_EMIT_H
#define FLUX_EMIT_H

#include "flux_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- buffers

// Takes size bytes (whole entries) from a linear buffer: store them, send them, or pack them into
// another buffer. Returns 0; any other number keeps them in the buffer, and the emitter returns
// FLUX_E_SINK.
typedef int (*flux_handler_t)(void *arg, const uint8_t *data, uint32_t size);

// A buffer: entries are written at data + used. A custom buffer sets the fields itself:
//   more    called when an entry of need bytes does not fit. It makes space by changing data, size
//           and used and returns 0, or changes nothing and returns a negative error. It may emit
//           entries itself once there is space. If they move the domain beyond the position of the
//           waiting sample, the emitter rejects that sample with FLUX_E_BACK. May be NULL: then
//           the buffer cannot grow.
//   commit  called after each entry; used already counts it. May be NULL.
typedef struct flux_buffer flux_buffer_t;
struct flux_buffer {
    uint8_t *data;
    uint32_t size, used; // bytes
    int (*more)(flux_buffer_t *buffer, uint32_t need);
    void (*commit)(flux_buffer_t *buffer);
    flux_handler_t handler;
    void *arg;
};

// Initialises a linear buffer over size bytes at memory. When it is full, and at flux_flush, its
// content goes to handler(arg, ...). handler may be NULL: then the buffer fills up, and
// buffer->used is the fill level.
void flux_buffer_init(flux_buffer_t *buffer, void *memory, uint32_t size, flux_handler_t handler,
                      void *arg);

// Hands the content of a linear buffer to its handler. Returns 0 or FLUX_E_SINK. Without a handler
// it does nothing.
int flux_flush(flux_buffer_t *buffer);

// A ring in memory: sections, of which a new one overwrites the oldest when all are full. A dump of
// the memory at any time between two calls, behind HEAD, definitions and OPEN, is a valid flux
// file.
typedef struct flux_ring flux_ring_t;
struct flux_ring {
    flux_buffer_t buffer; // connect traces to this
    uint8_t *memory;
    uint32_t size;                    // bytes of memory
    uint32_t sections, section;       // number of sections, and the current one
    void (*enter)(flux_ring_t *ring); // called at the start of every section; may be NULL
    void *arg;
};

// Divides size bytes at memory into 2-65535 sections of 16-65535 bytes of content each (plus a
// header of 7 bytes) and enters the first. enter is called at the start of every section, also of
// the first. It should write a flux_emit_current for each open domain, so that the section can be
// read alone. Its entries must fit in the section: FLUX_E_ROOM for those that do not. Returns 0 or
// FLUX_E_ARG. The caller writes HEAD, definitions and OPEN to the memory just before the ring,
// through a linear buffer of its own, and then sets trace.buffer to &ring->buffer.
int flux_ring_init(flux_ring_t *ring, void *memory, uint32_t size, uint32_t sections,
                   void (*enter)(flux_ring_t *ring), void *arg);

// ---- traces

typedef struct {
    flux_buffer_t *buffer; // may be changed between two entries
    flux_layout_t layout;
} flux_trace_t;

void flux_trace_init(flux_trace_t *trace, flux_buffer_t *buffer, flux_layout_t layout);

int flux_emit_head(flux_trace_t *trace, const flux_head_t *head);
int flux_emit_switch(flux_trace_t *trace,
                     uint32_t id); // SWTH: entries from here on belong to trace id

// ---- definitions
int flux_emit_scope(flux_trace_t *trace, const flux_scope_t *scope);
int flux_emit_signal(flux_trace_t *trace,
                     const flux_signal_t *signal); // SIGD; SSGD if scattered; MSGD if last > 0
int flux_emit_reference(flux_trace_t *trace,
                        const flux_reference_t *ref); // SIRD; SSRD if scattered
int flux_emit_enum(flux_trace_t *trace, const flux_enum_t *label);
int flux_emit_member(flux_trace_t *trace, const flux_member_t *member);

// ---- domains

// Opens an item and initialises domain (except base). The caller owns domain and keeps it until the
// item is closed. Samples of the item and its descendants use this domain; the emitter does not
// check which item belongs to which. FLUX_E_ARG if open->base is longer than FLUX_BASE_MAX.
int flux_emit_open(flux_trace_t *trace, flux_domain_t *domain, const flux_open_t *open);
int flux_emit_close(flux_trace_t *trace, flux_domain_t *domain, int64_t end);
int flux_emit_base(flux_trace_t *trace, flux_text_t base); // DOMD
int flux_emit_current(flux_trace_t *trace, flux_domain_t *domain,
                      int64_t position); // CURR; the position may go back

// ---- data
// position is absolute, in units of the domain's base, and not before the domain's current
// position. item is not 0. FLUX_E_CLOSED if the domain is not open. Only flux_emit_data sets the
// tag of a sample (1 conflict, 2-255 explicit).

int flux_emit_integer(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                      int64_t value);
int flux_emit_unsigned(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                       uint64_t value);
int flux_emit_event(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                    int64_t value);
int flux_emit_float(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                    double value);
int flux_emit_float32(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                      float value);
int flux_emit_text(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                   flux_text_t text);
int flux_emit_binary(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                     const void *data, uint32_t size);
int flux_emit_none(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position);

// Logic: states (0-15: 0 1 Z X L H U W - J K M N O P #) one byte each, the most significant first;
// count is the width of the signal. Leading states equal to the first are left out.
int flux_emit_logic(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                    const uint8_t *states, uint32_t count);

// Any payload: structs and arrays (see below), big integers, and what a reader delivered. Uses
// item, tag, df, size, data and position of sample.
int flux_emit_data(flux_trace_t *trace, flux_domain_t *domain, const flux_data_t *sample);

// ---- payloads of structs and arrays

// A payload under construction in the caller's memory of size bytes. error keeps the first error,
// and flux_emit_payload returns it. layout must be that of the trace: it decides the numbers of
// member types.
typedef struct {
    uint8_t *data;
    uint32_t size, used;
    flux_layout_t layout;
    int error; // 0, FLUX_E_ROOM or FLUX_E_ARG
} flux_payload_t;

void flux_payload_init(flux_payload_t *payload, void *memory, uint32_t size, flux_layout_t layout);

// Members of a struct (or of a control entry). type: FLUX_M_...; the enum functions take one of the
// three enum types.
void flux_add_integer(flux_payload_t *p, uint32_t member, int64_t value);
void flux_add_unsigned(flux_payload_t *p, uint32_t member, uint64_t value);
void flux_add_enum(flux_payload_t *p, uint32_t member, uint8_t type, int64_t value);
void flux_add_float(flux_payload_t *p, uint32_t member, double value);
void flux_add_text(flux_payload_t *p, uint32_t member, flux_text_t text);
// Any member: a nested struct (FLUX_M_STRUCT, data of another payload), an array (type with width
// hint, data of another payload that begins with flux_add_count), or plain bytes (FLUX_M_BINARY).
void flux_add_member(flux_payload_t *p, uint32_t member, uint8_t type, const void *data,
                     uint32_t size);

// Elements of an array. An array of dynamic length (df 3 + ...) and every array inside a struct
// begins with its count.
void flux_add_count(flux_payload_t *p, uint32_t count);
void flux_add_element(flux_payload_t *p, const void *data,
                      uint32_t size); // text, big integers: copied unchanged
void flux_add_integer_element(flux_payload_t *p, int64_t value);
void flux_add_float_element(flux_payload_t *p, double value);  // df 9, 11
void flux_add_float32_element(flux_payload_t *p, float value); // df 5, 7

// Emits a payload as a sample: df 1 for structs; for arrays see docs/reference/flux.md.
int flux_emit_payload(flux_trace_t *trace, flux_domain_t *domain, uint32_t item, int64_t position,
                      uint8_t df, const flux_payload_t *payload);

// ---- attachments and control
int flux_emit_relation(flux_trace_t *trace, const flux_relation_t *relation);
int flux_emit_label(flux_trace_t *trace, const flux_label_t *label);
int flux_emit_request(flux_trace_t *trace, const flux_control_t *control); // CREQ
int flux_emit_result(flux_trace_t *trace, const flux_control_t *control);  // CRES

// ---- whole entries

// Copies size bytes, which must be whole entries, into the buffer; all or nothing.
int flux_emit_raw(flux_buffer_t *buffer, const void *entries, uint32_t size);

// A packed block (see flux_pack.h for buffers that pack).
int flux_emit_block(flux_buffer_t *buffer, const flux_block_t *block);

// To write what a reader delivered, also in another layout, use flux_emit_entry of flux_copy.h.

#ifdef __cplusplus
}
#endif

#endif
