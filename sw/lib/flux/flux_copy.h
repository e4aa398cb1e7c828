// SPDX-License-Identifier: Apache-2.0
// flux: writes what a reader delivered, in the same layout or another one.
#ifndef FLUX_COPY_H
#define FLUX_COPY_H

#include "flux_emit.h"
#include "flux_read.h"

#ifdef __cplusplus
extern "C" {
#endif

// Writes entry to trace; samples keep their delta. Returns 0, or the error of the emitter, such as
// FLUX_E_ARG if the layout of trace cannot express the entry. Returns 1 without writing for blocks,
// sections (the reader delivers their content next) and errors (FLUX_ERROR). Payloads of structs
// and control entries are copied unchanged, so only streams without them convert between the
// extended layout and the others.
int flux_emit_entry(flux_trace_t *trace, const flux_entry_t *entry);

#ifdef __cplusplus
}
#endif

#endif
