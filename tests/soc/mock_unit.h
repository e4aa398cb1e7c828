/* SPDX-License-Identifier: Apache-2.0 */
/* A minimal trace unit behind the driver's register hooks, for tests of the driver on the host.
 * Include it first. */
#ifndef MOCK_UNIT_H
#define MOCK_UNIT_H

#include <stdint.h>

enum { /* FEATURES */
       MOCK_TWO_PORTS = 2,
       MOCK_USER_PORT = 3,
       MOCK_WINDOW = 1 << 2,
       MOCK_SNOOP = 1 << 3,
       MOCK_TIME = 1 << 4,
       MOCK_OFFERED = 1 << 5,
       MOCK_FILTER = 1 << 6,
       MOCK_RETIRE = 1 << 7,
       MOCK_TIME_BASE = 1 << 26,
       MOCK_PEEK = 1 << 27,
       MOCK_LOCK = 1 << 28,
       MOCK_CHECKPOINT = 1 << 29,
       MOCK_AUTH = 1 << 23,
       MOCK_SW_ENTRY = 1 << 15,
       MOCK_PINS = 1 << 14,
       MOCK_RING = 1 << 25,
};

#define MOCK_GUARANTEED (1u << 31)
#define MOCK_WIDE (1u << 30)
#define MOCK_ARGS (3u << 11) /* four values */

enum { MOCK_BASE = 0x40000000, MOCK_WORDS = 64, MOCK_STORES = 256 };

struct mock_unit {
    unsigned hart; /* the executing hart */
    uint32_t magic, version, config,
        features; /* register values; registers of a missing feature are undefined */
    uint32_t ctrl, irq_enable, watermark, switch_id, snoop_ctrl, snoop_addr, snoop_mask, running,
        port_mask, checkpoint;
    uint32_t wait;             /* WAIT */
    uint32_t pins[4];          /* PINS, PIN_RISE, PIN_FALL, PIN_BUS */
    uint32_t filter[32];       /* the words at 0x080-0x0ff */
    unsigned announced;        /* stores to RUNNING that are an event */
    uint32_t fifo[MOCK_WORDS]; /* words to be read: fifo[read .. written - 1] */
    unsigned read, written;
    uint32_t tail;
    unsigned busy;   /* number of reads of STATUS with BUSY */
    unsigned late;   /* words of a loss that follow, with BUSY, once the FIFO is empty */
    int stuck;       /* LOSS stays set without a word */
    unsigned clears; /* CTRL.CLEAR while disabled and not busy */
    uint64_t time;
    uint32_t lock;
    uint32_t sw_entry[64]; /* words of software entries */
    unsigned sw_entry_count, sw_entry_words,
        sw_entry_begun; /* number of words; length and start of the last entry */
    unsigned sw_entry_torn, sw_entry_later; /* number of reads of END with this result */
    unsigned authorised;                    /* with MOCK_AUTH: reads of the trace until it ends, */
    uint32_t denied;                        /* and reads after that */
    uint32_t peek_at, snapshot, snapshot_pointers, snapshot_tail; /* PEEK_DATA is fifo[peek_at] */
    uint32_t time_hi, time_step, time_ctrl;
    uint32_t ring_ctrl, ring_base, ring_size,
        ring_status;    /* READY only when enabled; supports sections up to 1 << 12 */
    unsigned ring_slow; /* reads before READY */
    void (*interrupt)(
        void); /* called once, after the next read of TIME_LO or store to IRQ_ENABLE */
    struct {
        uint32_t address, data;
    } stores[MOCK_STORES]; /* stores to port pages */
    unsigned store_count;
    unsigned undefined; /* undefined accesses */
};
extern struct mock_unit mock;

void mock_store(uintptr_t address, uint32_t data);
uint32_t mock_load(uintptr_t address);

#define WEIR_HART() mock.hart
#define WEIR_STORE32(address, data) mock_store(address, data)
#define WEIR_LOAD32(address) mock_load(address)

#endif
