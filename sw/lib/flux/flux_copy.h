// SPDX-License-Identifier: Apache-2.0
// flux: emits again what a reader delivered, in the same layout or another one.
#ifndef FLUX_COPY_H
#define FLUX_COPY_H

#include "flux_emit.h"
#include "flux_read.h"

#ifdef __cplusplus
extern "C" {
#endif

// Writes entry to trace, the delta of a sample as it was. Blocks and sections are not written: what
// is in them follows by itself, in reading order. Errors (FLUX_ERROR) neither. Returns 0, 1 for
// those, or what the emitter returned: FLUX_E_ARG for what the layout of trace cannot express.
// Payloads of structs and control entries are copied as they are, so between the extended layout
// and the others only streams without them can be converted.
int flux_emit_entry(flux_trace_t *trace, const flux_entry_t *entry);

#ifdef __cplusplus
}
#endif

#endif
