// SPDX-License-Identifier: Apache-2.0
// flux values: decoding of payloads in place.
#include "flux_value.h"

#include "flux_pint.h"

int flux_integer(const uint8_t *data, uint32_t size, int64_t *value)
{
    uint64_t v = size && data[size - 1] & 0x80 ? UINT64_MAX : 0; // the sign
    for (uint32_t i = 8; i < size; i++)
        if (data[i] != (uint8_t)v)
            return FLUX_E_RANGE;
    if (size > 8 && (data[7] & 0x80) != (v & 0x80))
        return FLUX_E_RANGE;
    for (uint32_t i = size < 8 ? size : 8; i-- > 0;)
        v = v << 8 | data[i];
    *value = (int64_t)v;
    return 0;
}

int flux_float(const uint8_t *data, uint32_t size, double *value)
{
    uint64_t bits = 0;
    if (size != 4 && size != 8)
        return FLUX_E_VALUE;
    for (uint32_t i = size; i-- > 0;)
        bits = bits << 8 | data[i];
    if (size == 4) {
        union {
            uint32_t bits;
            float value;
        } u = {(uint32_t)bits};
        *value = (double)u.value;
    } else {
        union {
            uint64_t bits;
            double value;
        } u = {bits};
        *value = u.value;
    }
    return 0;
}

const char flux_logic_chars[17] = "01ZXLHUW-JKMNOP#";

int flux_logic(uint8_t df, const uint8_t *data, uint32_t size, uint8_t *states, uint32_t width)
{
    unsigned level = df & 3, packing = df >> 2;
    if (!width || !level || packing > 2 || (packing < 2) != (size == 0))
        return FLUX_E_VALUE;
    if (packing < 2) { // every state the same
        for (uint32_t i = 0; i < width; i++)
            states[i] = (uint8_t)packing;
        return 0;
    }
    unsigned bits = 1u << (level - 1), per_byte = 8 / bits;
    uint64_t count = (uint64_t)size * per_byte;
    for (uint32_t i = 0; i < width;
         i++) { // i counts from the least significant, j from the first in the data
        uint64_t j = i < count ? count - 1 - i : 0;
        states[width - 1 - i] = data[j / per_byte] >> (8 - bits - bits * (j % per_byte)) &
                                ((1u << bits) - 1);
    }
    return 0;
}

static int array_begin(flux_array_t *array, bool counted, uint32_t fixed, const uint8_t *data,
                       uint32_t size)
{
    *array = (flux_array_t){.at = data, .end = data + size, .counted = counted, .fixed = fixed};
    if (counted) {
        uint64_t count;
        int used = flux_pint(data, size, &count);
        if (used <= 0 || count > UINT32_MAX)
            return FLUX_E_VALUE;
        array->at += used;
        array->left = (uint32_t)count;
    }
    return 0;
}

// Bytes of a float in an array from its width code 1, 2 or 3; 3 is of any length.
static int float_width(unsigned code, uint32_t *fixed)
{
    *fixed = code == 1 ? 4 : code == 2 ? 8 : 0;
    return code ? 0 : FLUX_E_VALUE;
}

int flux_array_begin(flux_array_t *array, uint8_t type, uint8_t df, const uint8_t *data,
                     uint32_t size)
{
    uint32_t fixed = 0;
    if (type < FLUX_EVENT_ARRAY || type > FLUX_TEXT_ARRAY || df > 15 || !(df & 3) ||
        (type == FLUX_FLOAT_ARRAY && float_width(df >> 2, &fixed)))
        return FLUX_E_VALUE;
    return array_begin(array, (df & 3) == 3, fixed, data, size);
}

int flux_array_begin_member(flux_array_t *array, uint8_t type, uint8_t modifiers,
                            const uint8_t *data, uint32_t size)
{
    uint32_t fixed = 0;
    if (type < FLUX_M_ENUM_ARRAY || type > FLUX_M_TEXT_ARRAY ||
        (type == FLUX_M_FLOAT_ARRAY && float_width((modifiers & FLUX_M_WIDTH) >> 4, &fixed)))
        return FLUX_E_VALUE;
    return array_begin(array, true, fixed, data, size);
}

// Reads a Value from [*at, end). 0 or FLUX_E_VALUE.
static int take_value(const uint8_t **at, const uint8_t *end, const uint8_t **data, uint32_t *size)
{
    uint64_t length;
    int used = flux_pint(*at, (size_t)(end - *at), &length);
    if (used <= 0 || length > (uint64_t)(end - *at - used))
        return FLUX_E_VALUE;
    *data = *at + used;
    *size = (uint32_t)length;
    *at = *data + length;
    return 0;
}

int flux_array_next(flux_array_t *array, flux_bytes_t *element)
{
    size_t rest = (size_t)(array->end - array->at);
    if (array->counted ? array->left == 0 : rest == 0)
        return rest == 0 ? 0 : FLUX_E_VALUE;
    if (array->counted)
        array->left--;
    if (!array->fixed)
        return take_value(&array->at, array->end, &element->data, &element->size) ? FLUX_E_VALUE
                                                                                  : 1;
    if (rest < array->fixed)
        return FLUX_E_VALUE;
    *element = (flux_bytes_t){array->at, array->fixed};
    array->at += array->fixed;
    return 1;
}

void flux_members_begin(flux_members_t *members, flux_layout_t layout, const uint8_t *data,
                        uint32_t size)
{
    *members = (flux_members_t){data, data + size, layout};
}

int flux_members_next(flux_members_t *members, flux_field_t *field)
{
    uint64_t id;
    if (members->at == members->end)
        return 0;
    int used = flux_pint(members->at, (size_t)(members->end - members->at), &id);
    if (used <= 0 || id > UINT32_MAX || members->end - members->at == used)
        return FLUX_E_VALUE;
    uint8_t byte = members->at[used];
    int type = members->layout == FLUX_EXTENDED ? flux_member_from_extended(byte & 0x0f)
                                                : byte & 0x0f;
    members->at += used + 1;
    if (type < 0)
        return FLUX_E_VALUE;
    field->member = (uint32_t)id;
    field->type = (uint8_t)type;
    field->modifiers = byte & 0xf0;
    return take_value(&members->at, members->end, &field->data, &field->size) ? FLUX_E_VALUE : 1;
}
