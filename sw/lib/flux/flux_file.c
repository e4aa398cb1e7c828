// SPDX-License-Identifier: Apache-2.0
// flux on a host: files.
#include "flux_file.h"

#include <stdlib.h>
#include <string.h>

#include "flux_pack.h"

flux_reader_t *flux_reader_new(const flux_reader_config_t *config, const flux_visitor_t *visitor,
                               void *ctx)
{
    flux_reader_config_t c;
    flux_reader_defaults(&c);
    c.items = 1u << 20;
    c.entry_max = 4u << 20;
    c.window = 32u << 20;
    c.ring = 64u << 20;
    if (config)
        c = *config;
    flux_unpack_all(&c);
    size_t size = flux_reader_size(&c);
    void *memory = size ? malloc(size) : NULL;
    return flux_reader_init(memory, size, &c, visitor, ctx);
}

int flux_reader_push_file(flux_reader_t *r, const char *path)
{
    static const size_t chunk = 64u << 10; // stays in the cache
    bool standard = !strcmp(path, "-");
    FILE *file = standard ? stdin : fopen(path, "rb");
    uint8_t *data = malloc(chunk);
    int rc = file && data ? 0 : FLUX_E_FILE;
    size_t size;
    while (!rc && (size = fread(data, 1, chunk, file)) > 0)
        rc = flux_reader_push(r, data, size);
    if (!rc)
        rc = ferror(file) ? FLUX_E_FILE : flux_reader_end(r);
    free(data);
    if (file && !standard)
        fclose(file);
    return rc;
}

int flux_file_handler(void *file, const uint8_t *data, uint32_t size)
{
    return fwrite(data, 1, size, file) == size ? 0 : -1;
}
