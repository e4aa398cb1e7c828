// SPDX-License-Identifier: Apache-2.0
// flux packing: the four modes of packed blocks on top of liblz4, zlib and flux_fastlz.
#include "flux_pack.h"

#include <lz4.h>
#include <zlib.h>

#include "flux_fastlz.h"

// zlib allocates its memory here.
typedef struct {
    uint8_t *memory;
    size_t size;
} arena_t;

static void *arena_take(void *opaque, unsigned items, unsigned size)
{
    arena_t *arena = opaque;
    uint64_t bytes = ((uint64_t)items * size + 15) & ~(uint64_t)15;
    if (bytes > arena->size)
        return NULL;
    arena->size -= bytes;
    arena->memory += bytes;
    return arena->memory - bytes;
}

static void arena_release(void *opaque, void *memory) { (void)opaque, (void)memory; }

int flux_unpack_lz4(const uint8_t *in, uint32_t in_size, uint8_t *out, uint32_t out_size,
                    void *work, uint32_t work_size)
{
    (void)work, (void)work_size;
    if (in_size > INT32_MAX || out_size > INT32_MAX)
        return -1;
    return LZ4_decompress_safe((const char *)in, (char *)out, (int)in_size, (int)out_size) !=
           (int)out_size;
}

int flux_unpack_fastlz(const uint8_t *in, uint32_t in_size, uint8_t *out, uint32_t out_size,
                       void *work, uint32_t work_size)
{
    (void)work, (void)work_size;
    return out_size == 0 || flux_fastlz_unpack(in, in_size, out, out_size) != out_size;
}

static int unpack_deflate(int window_bits, const uint8_t *in, uint32_t in_size, uint8_t *out,
                          uint32_t out_size, void *work, uint32_t work_size)
{
    arena_t arena = {work, work_size};
    z_stream z = {.zalloc = arena_take,
                  .zfree = arena_release,
                  .opaque = &arena,
                  .next_in = (z_const Bytef *)in,
                  .avail_in = in_size,
                  .next_out = out,
                  .avail_out = out_size};
    if (inflateInit2(&z, window_bits) != Z_OK)
        return -1;
    int rc = inflate(&z, Z_FINISH);
    inflateEnd(&z);
    return rc != Z_STREAM_END || z.avail_out != 0 || z.avail_in != 0;
}

int flux_unpack_zlib(const uint8_t *in, uint32_t in_size, uint8_t *out, uint32_t out_size,
                     void *work, uint32_t work_size)
{
    return unpack_deflate(MAX_WBITS, in, in_size, out, out_size, work, work_size);
}

int flux_unpack_gzip(const uint8_t *in, uint32_t in_size, uint8_t *out, uint32_t out_size,
                     void *work, uint32_t work_size)
{
    return unpack_deflate(MAX_WBITS + 16, in, in_size, out, out_size, work, work_size);
}

void flux_unpack_all(flux_reader_config_t *config)
{
    config->unpack[FLUX_LZ4] = flux_unpack_lz4;
    config->unpack[FLUX_FASTLZ] = flux_unpack_fastlz;
    config->unpack[FLUX_ZLIB] = flux_unpack_zlib;
    config->unpack[FLUX_GZIP] = flux_unpack_gzip;
}

static uint32_t pack_deflate(int window_bits, const uint8_t *in, uint32_t size, uint8_t *out,
                             uint32_t out_size, void *work)
{
    arena_t arena = {work, FLUX_PACK_WORK};
    z_stream z = {.zalloc = arena_take,
                  .zfree = arena_release,
                  .opaque = &arena,
                  .next_in = (z_const Bytef *)in,
                  .avail_in = size,
                  .next_out = out,
                  .avail_out = out_size};
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) !=
        Z_OK)
        return 0;
    int rc = deflate(&z, Z_FINISH);
    deflateEnd(&z);
    return rc == Z_STREAM_END ? out_size - z.avail_out : 0;
}

uint32_t flux_pack(uint8_t mode, const uint8_t *in, uint32_t size, uint8_t *out, uint32_t out_size,
                   void *work)
{
    switch (mode) {
    case FLUX_LZ4:
        if (size > LZ4_MAX_INPUT_SIZE)
            return 0;
        return (uint32_t)LZ4_compress_fast_extState(
            work, (const char *)in, (char *)out, (int)size,
            out_size > INT32_MAX ? INT32_MAX : (int)out_size, 1);
    case FLUX_FASTLZ: return flux_fastlz_pack(0, in, size, out, out_size, work);
    case FLUX_ZLIB: return pack_deflate(MAX_WBITS, in, size, out, out_size, work);
    case FLUX_GZIP: return pack_deflate(MAX_WBITS + 16, in, size, out, out_size, work);
    }
    return 0;
}

int flux_packer_handler(void *packer, const uint8_t *data, uint32_t size)
{
    flux_packer_t *p = packer;
    uint32_t most = p->scratch_size < size ? p->scratch_size
                                           : size - 1; // must be smaller than the unpacked block
    uint32_t packed = flux_pack(p->mode, data, size, p->scratch, most, p->work);
    if (!packed)
        return flux_emit_raw(p->to, data, size);
    return flux_emit_block(p->to, &(flux_block_t){p->mode, size, packed, p->scratch});
}
