// SPDX-License-Identifier: Apache-2.0
// TXTB writer: writes a file in one pass, in fixed memory. It also has the parts for writing on a
// target: txtb_ring.h.
//
//     txtb_writer_t w;
//     txtb_writer_config_t config = {.mask = 0xffffffff, .objects = 3, .events = 1000};
//     txtb_writer_init(&w, &config, write_to_file, file);  // writes the header
//     txtb_write_object(&w, &object); ...                  // up to config.objects
//     txtb_write_event(&w, &event); ...                    // config.events, oldest first
//     txtb_writer_end(&w);
//
// The header needs the numbers first. Other projects' readers use a wrong order for a ring that is
// not full, so a file has exactly one entry for each event. One registry entry stays free (its
// address 0), so that "no next thread" is found in it, as readers expect.
#ifndef TXTB_WRITE_H
#define TXTB_WRITE_H

#include "txtb_names.h"

#ifdef __cplusplus
extern "C" {
#endif

// Takes size bytes. Returns 0, or any other number for a failure.
typedef int txtb_write_fn(void *context, const void *bytes, size_t size);

typedef struct {
    bool big_endian;
    uint32_t mask;      // timer valid mask for timestamps. 0 stands for 0xffffffff
    uint32_t base;      // address of the buffer on the target; any will do
    uint16_t name_size; // bytes of a name, 1-63 for TraceX, up to 65535; 0 stands for 32
    uint32_t objects;   // registry entries, without the free one
    uint32_t events;    // entries; header, registry and entries must be below 4 GiB
} txtb_writer_config_t;

typedef struct { // private
    txtb_writer_config_t config;
    txtb_write_fn *write;
    void *context;
    uint32_t objects, events; // written so far
    bool registry_done, failed;
} txtb_writer_t;

// Without a stream: packs the bytes of a header, of a registry entry (its name follows, cut or
// filled to name_size bytes) and of a ring entry, for callers that write the header last.
// txtb_pack_header returns as txtb_writer_init.
int txtb_pack_header(const txtb_writer_config_t *config, uint8_t bytes[TXTB_HEADER_SIZE]);
void txtb_pack_object(const txtb_object_t *object, bool big_endian,
                      uint8_t bytes[TXTB_OBJECT_SIZE]);
void txtb_pack_event(const txtb_event_t *event, bool big_endian, uint32_t mask,
                     uint8_t bytes[TXTB_EVENT_SIZE]);

// Writes the header. Returns 0; TXTB_E_ARG (larger than 32 bits can address); TXTB_E_WRITE. After
// TXTB_E_WRITE every call returns it.
int txtb_writer_init(txtb_writer_t *w, const txtb_writer_config_t *config, txtb_write_fn *write,
                     void *context);

// Names longer than in the configuration are cut. TXTB_E_ROOM: more than announced; TXTB_E_ARG:
// after the first event.
int txtb_write_object(txtb_writer_t *w, const txtb_object_t *object);

// Writes context, priority, id, info, and the low 32 bits of time with the mask. TXTB_E_ROOM: more
// than announced; TXTB_E_ARG: context 0, which would end the trace.
int txtb_write_event(txtb_writer_t *w, const txtb_event_t *event);

// Fills announced entries that were not written with unused ones. Returns 0 or TXTB_E_WRITE.
int txtb_writer_end(txtb_writer_t *w);

#ifdef __cplusplus
}
#endif
#endif
