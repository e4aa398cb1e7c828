// SPDX-License-Identifier: Apache-2.0
// RKH: the configuration, and TCFG, the frame that carries it. Freestanding, as the writer.
#include "rkh.h"

const rkh_config_t rkh_config_default = {
    .id_size = 1,
    .sequence = true,
    .timestamp = true,
    .checksum = true,
    .timestamp_size = 4,
    .pointer_size = 4,
    .signal_size = 1,
    .ticks_size = 1,
    .blocks_size = 1,
    .elements_size = 1,
    .event_size = 1,
    .block_size = 1,
    .pools = 0,
    .version = 0x3000,
    .flags = RKH_F_ALL | RKH_F_USER,
};

bool rkh_config_valid(const rkh_config_t *c)
{
    const uint8_t sizes[] = {c->id_size,       c->timestamp_size, c->pointer_size,
                             c->signal_size,   c->ticks_size,     c->blocks_size,
                             c->elements_size, c->event_size,     c->block_size};
    for (unsigned i = 0; i < sizeof sizes; i++)
        if (sizes[i] > 8 || !(1u << sizes[i] & (1 << 0 | 1 << 1 | 1 << 2 | 1 << 4 | 1 << 8)))
            return false;
    return c->id_size && c->id_size < 8 && c->timestamp_size < 8 &&
           (!c->timestamp || c->timestamp_size) && c->pools < 16 && !(c->flags >> 15);
}

uint32_t rkh_head_size(const rkh_config_t *c)
{
    return (uint32_t)c->id_size + c->sequence + (c->timestamp ? c->timestamp_size : 0u);
}

void rkh_tcfg_pack(const rkh_config_t *c, uint8_t bytes[RKH_TCFG_SIZE])
{
    uint32_t flags = c->flags | (c->sequence ? RKH_F_SEQUENCE : 0u) |
                     (c->timestamp ? RKH_F_TIMESTAMP : 0u) | (c->checksum ? RKH_F_CHECKSUM : 0u);
    bytes[0] = (uint8_t)c->version;
    bytes[1] = (uint8_t)(c->version >> 8);
    for (int i = 0; i < 4; i++, flags >>= 8)
        bytes[2 + i] = (uint8_t)flags;
    bytes[6] = (uint8_t)(c->signal_size << 4 | c->timestamp_size);
    bytes[7] = (uint8_t)(c->pointer_size << 4 | c->ticks_size);
    bytes[8] = (uint8_t)(c->blocks_size << 4 | c->elements_size);
    bytes[9] = c->event_size;
    bytes[10] = (uint8_t)(c->block_size << 4 | c->pools);
    bytes[11] = (uint8_t)c->hz;
    bytes[12] = (uint8_t)(c->hz >> 8);
}
