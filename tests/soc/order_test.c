/* SPDX-License-Identifier: Apache-2.0 */
/* Events on a bus that delivers stores in any order unless a barrier stands between them. The unit
 * must receive the events of the program, and the switches of the running thread at their place. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void bus_store(uintptr_t address, uint32_t data);
static void bus_barrier(void);

#define WEIR_STORE32(address, data) bus_store(address, data)
#define WEIR_LOAD32(address) ((void)(address), 0u)
#define WEIR_BARRIER() bus_barrier()
#define WEIR_LOCK() 0u
#define WEIR_UNLOCK(before) ((void)(before))
#include "weir.h"

enum { BASE = 0x40000000, WORD = 0x1000, EVENTS = 20000 };

/* What the unit records: an event with its thread. */
struct event {
    uint32_t id, thread, values[4];
};

/* ---- The bus: a store buffer that empties in any order */

static struct store {
    uintptr_t address;
    uint32_t data;
} buffer[8];
static unsigned waiting, seed = 1;

static struct event seen[EVENTS];
static unsigned seen_count;
static uint32_t held[4], running;

static unsigned chance(unsigned sides)
{
    seed = seed * 1103515245u + 12345;
    return seed >> 16 & 0x7fff ? (seed >> 16) % sides : 0;
}

/* The unit: registers of one port, its event window, and the watched word. */
static void deliver(struct store store)
{
    const uint32_t offset = (uint32_t)(store.address - BASE - WEIR_REG_HART);
    if (store.address == WORD) {
        running = store.data;
        return;
    }
    struct event e = {.thread = running};
    switch (offset) {
    case WEIR_REG_HART_PORT_VALUE:
    case WEIR_REG_HART_PORT_LOW: held[0] = store.data; return;
    case WEIR_REG_HART_PORT_ARG:
    case WEIR_REG_HART_PORT_ARG + 4:
    case WEIR_REG_HART_PORT_ARG + 8:
        held[1 + (offset - WEIR_REG_HART_PORT_ARG) / 4] = store.data;
        return;
    case WEIR_REG_HART_PORT_ID:
        e.id = store.data;
        for (unsigned i = 0; i < 4; i++) {
            e.values[i] = held[i];
            held[i] = 0;
        }
        break;
    default:
        assert(offset >= WEIR_REG_HART_WINDOW);
        e.id = (offset - WEIR_REG_HART_WINDOW) / 4;
        e.values[0] = store.data;
    }
    assert(seen_count < EVENTS);
    seen[seen_count++] = e;
}

static void deliver_one(void)
{
    const unsigned which = chance(waiting);
    const struct store store = buffer[which];
    for (unsigned i = which; i + 1 < waiting; i++)
        buffer[i] = buffer[i + 1];
    waiting--;
    deliver(store);
}

static void bus_store(uintptr_t address, uint32_t data)
{
    if (waiting == sizeof buffer / sizeof *buffer)
        deliver_one();
    buffer[waiting++] = (struct store){address, data};
    if (chance(4) == 0)
        deliver_one();
}

static void bus_barrier(void)
{
    while (waiting)
        deliver_one();
}

/* ---- The program */

static struct event sent[EVENTS];

int main(void)
{
    static struct weir w;
    w.ports = BASE + WEIR_REG_HART;
    w.wait_port = w.ports;
    w.windows = w.ports + WEIR_REG_HART_WINDOW;
    w.args = 4;
    uint32_t thread = 0;
    for (unsigned n = 0; n < EVENTS; n++) {
        const unsigned kind = chance(5);
        uint32_t values[4] = {n, n + 1, n + 2, n + 3};
        const uint16_t id = (uint16_t)(1 + n % 1000);
        w.wide = kind == 3;
        if (kind == 0)
            weir_emit(&w, id, n);
        else if (kind == 1)
            weir_emit_fast(&w, id, n);
        else if (kind == 2)
            weir_emit_args(&w, id, 4, values);
        else if (kind == 3)
            weir_emit64(&w, id, (uint64_t)(n + 1) << 32 | n);
        else
            weir_emit_at(w.ports, id, n);
        sent[n] = (struct event){.id = id, .thread = thread, .values = {n}};
        for (unsigned i = 1; i < 4 && (kind == 2 || (kind == 3 && i == 1)); i++)
            sent[n].values[i] = values[i];
        if (chance(3) == 0)
            bus_store(WORD, thread = chance(100)); /* the kernel switches, without a barrier */
    }
    bus_barrier();
    assert(seen_count == EVENTS);
    for (unsigned n = 0; n < EVENTS; n++) {
        assert(seen[n].id == sent[n].id && seen[n].thread == sent[n].thread);
        for (unsigned i = 0; i < 4; i++)
            assert(seen[n].values[i] == sent[n].values[i]);
    }
    puts("good");
    return 0;
}
