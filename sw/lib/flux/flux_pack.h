// SPDX-License-Identifier: Apache-2.0
// flux packing: unpackers for the reader, and handlers that pack the entries of one buffer into
// another. LZ4 is done by liblz4, zlib and gzip by zlib, FastLZ by flux_fastlz.c. Nothing is
// allocated.
#ifndef FLUX_PACK_H
#define FLUX_PACK_H

#include "flux_emit.h"
#include "flux_read.h"

#ifdef __cplusplus
extern "C" {
#endif

// flux_unpack_t of each mode. config.work: zlib and gzip need FLUX_UNPACK_WORK bytes, the others
// none.
#define FLUX_UNPACK_WORK (48u << 10)
int flux_unpack_lz4(const uint8_t *in, uint32_t in_size, uint8_t *out, uint32_t out_size,
                    void *work, uint32_t work_size);
int flux_unpack_fastlz(const uint8_t *in, uint32_t in_size, uint8_t *out, uint32_t out_size,
                       void *work, uint32_t work_size);
int flux_unpack_zlib(const uint8_t *in, uint32_t in_size, uint8_t *out, uint32_t out_size,
                     void *work, uint32_t work_size);
int flux_unpack_gzip(const uint8_t *in, uint32_t in_size, uint8_t *out, uint32_t out_size,
                     void *work, uint32_t work_size);

// Sets all four in the configuration of a reader.
void flux_unpack_all(flux_reader_config_t *config);

// Packs size bytes at in into at most out_size bytes at out. work: FLUX_PACK_WORK bytes of scratch
// memory, aligned as for malloc. Returns the number of bytes, or 0 if they do not fit or the mode
// is unknown.
#define FLUX_PACK_WORK (512u << 10)
uint32_t flux_pack(uint8_t mode, const uint8_t *in, uint32_t size, uint8_t *out, uint32_t out_size,
                   void *work);

// A handler that packs: the entries of its buffer become one packed block in the buffer `to`.
// Blocks nest if `to` has a packer as its handler, too. Blocks that would not become smaller are
// copied unpacked. `to` must hold the largest block, that is as many bytes as the packed buffer.
//
//     flux_packer_t packer = {&outer, FLUX_LZ4, scratch, sizeof scratch, work};
//     flux_buffer_init(&inner, memory, sizeof memory, flux_packer_handler, &packer);
//     ... emit to inner ...
//     flux_flush(&inner);
//     flux_flush(&outer);
typedef struct {
    flux_buffer_t *to;
    uint8_t mode;     // FLUX_LZ4 ...
    uint8_t *scratch; // for packed bytes; the size of the packed buffer is enough
    uint32_t scratch_size;
    void *work; // FLUX_PACK_WORK bytes, aligned as for malloc; packers that never run at the same
                // time may share it
} flux_packer_t;
int flux_packer_handler(void *packer, const uint8_t *data, uint32_t size); // a flux_handler_t

#ifdef __cplusplus
}
#endif

#endif
