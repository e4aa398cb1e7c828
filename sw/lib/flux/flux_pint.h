// SPDX-License-Identifier: Apache-2.0
// flux, internal: the PInt, the encoding of lengths and ids.
#ifndef FLUX_PINT_H
#define FLUX_PINT_H

#include "flux_types.h"

#define FLUX_PINT_MAX 10 // bytes; 64 bits take this many, and padded numbers may

// Reads a PInt of at most size bytes. Returns the number of bytes; 0 if it does not end within
// them; FLUX_E_PINT if it is too long or too wide.
static inline int flux_pint(const uint8_t *data, size_t size, uint64_t *value)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < FLUX_PINT_MAX; i++) {
        if (i == size)
            return 0;
        if (i == FLUX_PINT_MAX - 1 && data[i] > 1)
            return FLUX_E_PINT;
        v |= (uint64_t)(data[i] & 0x7f) << (7 * i);
        if (!(data[i] & 0x80)) {
            *value = v;
            return (int)i + 1;
        }
    }
    return FLUX_E_PINT;
}

// The member type of a type byte's low nibble in the extended layout; -1 if there is none.
static inline int flux_member_from_extended(uint8_t number)
{
    static const uint8_t classic[12] = {
        FLUX_M_UNKNOWN,    FLUX_M_LOCAL_ENUM,    FLUX_M_INTEGER,     FLUX_M_FLOAT,
        FLUX_M_TEXT,       FLUX_M_LOGIC,         FLUX_M_BINARY,      FLUX_M_STRUCT,
        FLUX_M_ENUM_ARRAY, FLUX_M_INTEGER_ARRAY, FLUX_M_FLOAT_ARRAY, FLUX_M_TEXT_ARRAY};
    return number < 12 ? classic[number] : -1;
}

#endif
