// SPDX-License-Identifier: Apache-2.0
// flux values: decodes the payload of a sample in place; no allocation, every length checked.
//
// A sample does not contain its complete type: the definition of its signal does
// (flux_reader_item). The functions below read a payload of a type and return 0, or FLUX_E_VALUE if
// it does not fit.
#ifndef FLUX_VALUE_H
#define FLUX_VALUE_H

#include "flux_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// A signed integer of size bytes, least significant first. FLUX_E_RANGE if it is outside 64 bit.
int flux_integer(const uint8_t *data, uint32_t size, int64_t *value);

// A float of 4 or 8 bytes.
int flux_float(const uint8_t *data, uint32_t size, double *value);

// Logic: writes width states (0-15), the most significant first, to states. width 0 is an error.
int flux_logic(uint8_t df, const uint8_t *data, uint32_t size, uint8_t *states, uint32_t width);
extern const char flux_logic_chars[17]; // state to character

// One byte string inside a payload.
typedef struct {
    const uint8_t *data;
    uint32_t size;
} flux_bytes_t;

// Arrays: begin, then next until it returns 0. Elements are bytes: decode them with flux_integer or
// flux_float, or as text.
//
//     flux_array_t array;
//     flux_bytes_t element;
//     flux_array_begin(&array, type, df, data, size);
//     while ((rc = flux_array_next(&array, &element)) == 1) ...
typedef struct {
    const uint8_t *at, *end;
    uint32_t left; // remaining elements, if counted
    bool counted;
    uint32_t fixed; // bytes of an element; 0: each has its own length
} flux_array_t;
// type: FLUX_EVENT_ARRAY to FLUX_TEXT_ARRAY.
int flux_array_begin(flux_array_t *array, uint8_t type, uint8_t df, const uint8_t *data,
                     uint32_t size);
// The same for a member of a struct: type FLUX_M_ENUM_ARRAY to FLUX_M_TEXT_ARRAY, modifiers from
// the member.
int flux_array_begin_member(flux_array_t *array, uint8_t type, uint8_t modifiers,
                            const uint8_t *data, uint32_t size);
// 1: *element is the next. 0: no more. FLUX_E_VALUE: damaged.
int flux_array_next(flux_array_t *array, flux_bytes_t *element);

// Structs and control entries: begin, then next until it returns 0. For a nested struct, begin with
// the data of its member.
typedef struct {
    const uint8_t *at, *end;
    flux_layout_t layout;
} flux_members_t;
typedef struct {
    uint32_t member;
    uint8_t type, modifiers; // FLUX_M_...
    const uint8_t *data;
    uint32_t size;
} flux_field_t;
void flux_members_begin(flux_members_t *members, flux_layout_t layout, const uint8_t *data,
                        uint32_t size);
int flux_members_next(flux_members_t *members, flux_field_t *field);

#ifdef __cplusplus
}
#endif

#endif
