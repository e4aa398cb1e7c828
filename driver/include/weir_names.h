/* SPDX-License-Identifier: Apache-2.0 */
/* Names of ids and of their values. They stay in the firmware's ELF and take no memory of the
 * target. `weir --names firmware.elf` reads them, so names and code cannot drift apart.
 *
 *   WEIR_NAME(1, "sample");                    events of id 1 are called sample
 *   WEIR_NAME_UNIT(1, "sample", "mV");         and their values are millivolts
 *   WEIR_VALUE_NAME(3, 0, "closed");           value 0 of id 3 is called closed
 *
 * Use them at file scope, in any C file. Ids and values are constant expressions. Names have at
 * most 51 bytes of UTF-8, units at most 11. Keep the section out of the image in the linker script:
 *
 *   .weir_names 0 (INFO) : { KEEP(*(.weir_names)) } */
#ifndef WEIR_NAMES_H
#define WEIR_NAMES_H

#include <stdint.h>

enum { WEIR_NAMES_ID = 1, WEIR_NAMES_VALUE = 2 };

/* One entry of the section: 80 bytes, in the byte order of the target. */
struct weir_name {
    uint32_t kind; /* WEIR_NAMES_... */
    uint32_t id;
    uint64_t value;
    char name[52], unit[12]; /* 0-terminated */
};

#define WEIR_NAMES_JOIN_(a, b) a##b
#define WEIR_NAMES_SYMBOL_(line) WEIR_NAMES_JOIN_(weir_name_of_line_, line)
#define WEIR_NAMES_ENTRY_(kind, id, value, name, unit)                                             \
    static const struct weir_name WEIR_NAMES_SYMBOL_(__LINE__)                                     \
        __attribute__((section(".weir_names"), used, aligned(8))) = {kind, id, value, name, unit}

#define WEIR_NAME(id, name) WEIR_NAMES_ENTRY_(WEIR_NAMES_ID, id, 0, name, "")
#define WEIR_NAME_UNIT(id, name, unit) WEIR_NAMES_ENTRY_(WEIR_NAMES_ID, id, 0, name, unit)
#define WEIR_VALUE_NAME(id, value, name) WEIR_NAMES_ENTRY_(WEIR_NAMES_VALUE, id, value, name, "")

#endif
