/* SPDX-License-Identifier: Apache-2.0 */
/* Names of objects, for the glue of every kernel. */
#include "weir_rtos.h"

static uint32_t crc16(uint32_t crc, uint32_t byte)
{
    crc ^= byte << 8;
    for (int bit = 0; bit < 8; bit++)
        crc = crc << 1 ^ (crc & 0x8000 ? 0x11021 : 0);
    return crc & 0xffff;
}

static uint32_t byte_of(uint8_t kind, const char *name, uint32_t at)
{
    return at ? (uint8_t)name[at - 1] : kind;
}

void weir_object_name(struct weir *w, uint8_t kind, const void *object, const char *name)
{
    const uint32_t address = (uint32_t)(uintptr_t)object;
    uint32_t bytes = 1, crc = 0xffff;
    while (bytes < WEIR_SIZE_THREAD_NAME_MAX && name[bytes - 1])
        bytes++;
    if (name[bytes - 1]) /* too long: cut before a character */
        while (bytes > 1 && ((uint8_t)name[bytes - 1] & 0xc0) == 0x80)
            bytes--;
    for (uint32_t at = 0; at < 32; at += 8)
        crc = crc16(crc, address >> at & 0xff);
    for (uint32_t at = 0; at < bytes; at++)
        crc = crc16(crc, byte_of(kind, name, at));

    const uint32_t before = WEIR_LOCK(); /* keeps the run of events together */
    weir_emit_isr(w, WEIR_ID_OBJECT_NAME, 0xff000000u | bytes << 16 | crc);
    weir_emit_isr(w, WEIR_ID_OBJECT_NAME, address);
    for (uint32_t at = 0; at < bytes; at += 4) {
        uint32_t value = 0;
        for (uint32_t i = 0; i < 4 && at + i < bytes; i++)
            value |= byte_of(kind, name, at + i) << 8 * i;
        weir_emit_isr(w, WEIR_ID_OBJECT_NAME, value);
    }
    WEIR_UNLOCK(before);
}
