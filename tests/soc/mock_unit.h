/* SPDX-License-Identifier: Apache-2.0 */
/* A minimal trace unit behind the driver's register hooks, for tests of the driver on the host.
 * Include it first. */
#ifndef MOCK_UNIT_H
#define MOCK_UNIT_H

#include <stdint.h>

enum { /* FEATURES */
       MOCK_RETIRE = 1 << 0,
       MOCK_FILTER = 1 << 1,
       MOCK_TIME_BASE = 1 << 2,
       MOCK_CHECKPOINT = 1 << 3,
       MOCK_PEEK = 1 << 4,
       MOCK_PROTECT = 1 << 5,
       MOCK_RING = 1 << 6,
       MOCK_TINY = 1 << 7,
       MOCK_ARGS_1 = 1 << 8, /* words of an event */
       MOCK_ARGS_4 = 4 << 8,
       MOCK_ARGS = 7 << 8,
       MOCK_FRAME = 1 << 12, /* ids of one byte */
       MOCK_PINS_8 = 8 << 16,
       MOCK_PINS = 0x3f << 16,
       MOCK_NARROW = 32 << 24, /* bits of a value */
       MOCK_WIDE = 64 << 24
};

enum { MOCK_BASE = 0x40000000, MOCK_WORDS = 64, MOCK_STORES = 256 };

struct mock_unit {
    unsigned hart; /* the executing hart */
    uint32_t magic, version, config,
        features; /* register values; registers of a missing feature are undefined */
    uint32_t ctrl, irq_enable, watermark, switch_id, snoop_ctrl, snoop_addr, snoop_mask, running,
        port_mask, checkpoint;
    uint32_t wait;             /* WAIT */
    uint32_t window_ids;       /* WINDOW_IDS */
    uint32_t pins[3];          /* PIN_RISE, PIN_FALL, PIN_BUS */
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
    unsigned authorised; /* with MOCK_PROTECT: reads of the trace until it ends, */
    uint32_t denied;     /* and reads after that */
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
    unsigned locked;    /* depth of WEIR_LOCK */
    unsigned undefined; /* undefined accesses */
};
extern struct mock_unit mock;

void mock_store(uintptr_t address, uint32_t data);
uint32_t mock_load(uintptr_t address);

/* Called when the driver locks: the place where a handler or another hart may come between. */
extern void (*mock_before_lock)(void);
uint32_t mock_lock(void);
void mock_unlock(uint32_t before);

#define WEIR_NAME_SIZE 63
#define WEIR_HART() mock.hart
#define WEIR_LOCK() mock_lock()
#define WEIR_UNLOCK(before) mock_unlock(before)
#define WEIR_STORE32(address, data) mock_store(address, data)
#define WEIR_LOAD32(address) mock_load(address)

#endif
