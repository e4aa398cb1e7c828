// SPDX-License-Identifier: Apache-2.0
// Prints the value of a flux sample of any type.
#ifndef WEIR_CLI_VALUE_H
#define WEIR_CLI_VALUE_H

#include "flux_types.h"

// Prints one line to stdout. type: of the signal (FLUX_...); width: states of a logic signal, 0 if
// unknown. A value that does not fit its type is printed as bytes.
void value_print(uint8_t type, uint32_t width, const flux_data_t *data);

// A text of the file in quotes, safe for a terminal.
void value_print_text(const void *text, uint32_t size);

// Bytes in hexadecimal, at most `most`, then "...".
void value_print_bytes(const uint8_t *bytes, uint32_t size, uint32_t most);

#endif
