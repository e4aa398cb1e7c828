// SPDX-License-Identifier: Apache-2.0
// Converters of `weir convert`: one function a format.
#ifndef WEIR_CLI_CONVERT_H
#define WEIR_CLI_CONVERT_H

#include <stdio.h>

#include "trace.h"

// Each writes the whole of a surveyed Weir trace, reading it again through pass. A write error is seen by ferror(out).
// Returns an exit code.
typedef int converter_t(const trace_t *trace, trace_t *pass, FILE *out);

converter_t convert_fxt, convert_vcd, convert_csv;

// The write function of the format libraries; context is a FILE.
int convert_write(void *context, const void *octets, size_t size);

#endif
