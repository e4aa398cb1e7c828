// SPDX-License-Identifier: Apache-2.0
// Prints the value of a flux sample, see value.h.
#include "value.h"

#include <inttypes.h>
#include <stdio.h>

#include "flux_value.h"
#include "text.h"

enum { BYTES_MAX = 32, LOGIC_MAX = 4096, DEPTH_MAX = 8 };

void value_print_bytes(const uint8_t *bytes, uint32_t size, uint32_t most)
{
    for (uint32_t i = 0; i < size && i < most; i++)
        printf("%s%02x", i ? " " : "", bytes[i]);
    if (size > most)
        printf(" ...");
}

void value_print_text(const void *text, uint32_t size)
{
    char clean[TEXT_NAME_MAX];
    const char *bytes = text;
    printf("\"%s\"", text_name(clean, sizeof clean, bytes, size, 0));
    if (size >= TEXT_NAME_MAX)
        printf("...");
}

static void print_raw(const uint8_t *data, uint32_t size)
{
    printf("<");
    value_print_bytes(data, size, BYTES_MAX);
    printf(">");
}

static void print_integer(const uint8_t *data, uint32_t size)
{
    int64_t number;
    if (flux_integer(data, size, &number))
        print_raw(data, size);
    else
        printf("%" PRId64, number);
}

static void print_float(const uint8_t *data, uint32_t size)
{
    double number;
    if (flux_float(data, size, &number))
        print_raw(data, size);
    else
        printf("%.*g", size == 4 ? 9 : 17, number);
}

static void print_logic(const flux_data_t *data, uint32_t width)
{
    static const uint8_t states_per_byte[] = {0, 8, 4, 2};
    uint8_t states[LOGIC_MAX];
    if (!width)
        width = data->size ? data->size * states_per_byte[data->df & 3] : 1;
    if (width > LOGIC_MAX || flux_logic(data->df, data->data, data->size, states, width)) {
        print_raw(data->data, data->size);
        return;
    }
    for (uint32_t i = 0; i < width; i++)
        putchar(flux_logic_chars[states[i] & 15]);
}

static void print_elements(flux_array_t *array, int rc, uint8_t type)
{
    flux_bytes_t element;
    const char *separator = "";

    printf("[");
    while (!rc && (rc = flux_array_next(array, &element)) == 1) {
        printf("%s", separator);
        separator = ", ";
        if (type == FLUX_FLOAT_ARRAY)
            print_float(element.data, element.size);
        else if (type == FLUX_TEXT_ARRAY)
            value_print_text(element.data, element.size);
        else
            print_integer(element.data, element.size);
        rc = 0;
    }
    printf(rc < 0 ? " damaged]" : "]");
}

static void print_members(flux_layout_t layout, const uint8_t *data, uint32_t size, int depth)
{
    flux_members_t members;
    flux_field_t field;
    const char *separator = "";
    int rc;

    printf("{");
    flux_members_begin(&members, layout, data, size);
    while ((rc = flux_members_next(&members, &field)) == 1) {
        printf("%s%" PRIu32 ": ", separator, field.member);
        separator = ", ";
        flux_array_t array;
        switch (field.type) {
        case FLUX_M_TEXT: value_print_text(field.data, field.size); break;
        case FLUX_M_FLOAT: print_float(field.data, field.size); break;
        case FLUX_M_STRUCT:
            if (depth < DEPTH_MAX)
                print_members(layout, field.data, field.size, depth + 1);
            else
                print_raw(field.data, field.size);
            break;
        case FLUX_M_ENUM_ARRAY:
        case FLUX_M_INTEGER_ARRAY:
        case FLUX_M_FLOAT_ARRAY:
        case FLUX_M_TEXT_ARRAY:
            rc = flux_array_begin_member(&array, field.type, field.modifiers, field.data,
                                         field.size);
            print_elements(&array, rc,
                           field.type == FLUX_M_FLOAT_ARRAY  ? FLUX_FLOAT_ARRAY
                           : field.type == FLUX_M_TEXT_ARRAY ? FLUX_TEXT_ARRAY
                                                             : FLUX_INTEGER_ARRAY);
            break;
        case FLUX_M_GLOBAL_ENUM:
        case FLUX_M_LOCAL_ENUM:
        case FLUX_M_MERGE_ENUM:
        case FLUX_M_INTEGER: print_integer(field.data, field.size); break;
        default: print_raw(field.data, field.size);
        }
    }
    printf(rc < 0 ? " damaged}" : "}");
}

void value_print(uint8_t type, uint32_t width, const flux_data_t *data)
{
    flux_array_t array;

    if (data->df == FLUX_DF_NONE && !data->size) {
        printf("none");
        return;
    }
    switch (type) {
    case FLUX_EVENT:
    case FLUX_INTEGER: print_integer(data->data, data->size); break;
    case FLUX_FLOAT: print_float(data->data, data->size); break;
    case FLUX_LOGIC: print_logic(data, width); break;
    case FLUX_TEXT: value_print_text(data->data, data->size); break;
    case FLUX_STRUCT: print_members(data->layout, data->data, data->size, 0); break;
    case FLUX_EVENT_ARRAY:
    case FLUX_INTEGER_ARRAY:
    case FLUX_FLOAT_ARRAY:
    case FLUX_TEXT_ARRAY:
        print_elements(&array, flux_array_begin(&array, type, data->df, data->data, data->size),
                       type);
        break;
    default: print_raw(data->data, data->size);
    }
}
