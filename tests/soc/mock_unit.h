/* SPDX-License-Identifier: Apache-2.0 */
/* The device of sim/device behind the driver's register hooks, for tests of the driver on the host,
 * with faults laid over it. What is laid over is what no unit shows on request: another identity,
 * BUSY, LOSS or an END that stay, words, counts and times of a test's choice, authorisation that
 * ends between two reads, and a handler between two accesses. Include it first. */
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
       MOCK_FRAME = 1 << 12, /* ids of one byte */
       MOCK_ROWS = 1 << 15,  /* weir_wide */
       MOCK_PINS_8 = 8 << 16,
       MOCK_NARROW = 32 << 24, /* bits of a value */
       MOCK_WIDE = 64 << 24
};

enum { MOCK_BASE = 0x40000000, MOCK_WORDS = 64, MOCK_STORES = 256 };

struct mock_unit {
    unsigned hart;             /* the executing hart */
    uint32_t config, features; /* of the device, which is made at the first access */
    uint32_t magic, version;   /* read in place of the device's, if not 0 */
    uint32_t fifo[MOCK_WORDS]; /* words to be read: fifo[read .. written - 1] */
    unsigned read, written;
    uint32_t tail;
    unsigned busy;       /* number of reads of STATUS with BUSY */
    unsigned late;       /* words of a loss that follow, with BUSY, once the FIFO is empty */
    int stuck;           /* LOSS stays set without a word */
    unsigned clears;     /* stores to CTRL with CLEAR */
    int cached, swapped; /* CTRL reads as it was stored, to ctrl; the bytes of stores are swapped */
    uint32_t ctrl;
    uint64_t time;
    uint32_t sw_entry[64]; /* words of software entries */
    unsigned sw_entry_count;
    unsigned sw_entry_torn, sw_entry_later; /* number of reads of END with this result */
    unsigned authorised; /* with MOCK_PROTECT: reads of the trace until it ends, */
    uint32_t denied;     /* and reads after that */
    uint32_t peek_at, snapshot, snapshot_pointers, snapshot_tail; /* PEEK_DATA is fifo[peek_at] */
    uint32_t time_hi;
    uint32_t trigger_state, filtered; /* read in place of the device's, if not 0 */
    uint32_t ring_status;             /* bits that it has besides the device's */
    unsigned ring_slow;               /* reads before READY */
    int ring_memory;                  /* 1: the ring writes to the memory of this program, */
    uint64_t ring_upper;              /* and its bus has these upper address bits */
    void (*interrupt)(
        void); /* called once, after the next read of TIME_LO or store to IRQ_ENABLE */
    void (*level)(void);     /* called once, before the next store to IRQ_ENABLE */
    void (*word_read)(void); /* called once, after the read of a word, but `words_before` words */
    unsigned words_before;
    struct {
        uint32_t address, data;
    } stores[MOCK_STORES]; /* stores to port pages */
    unsigned store_count;
    int reorders; /* 1: the bus holds stores back until a barrier, and delivers the last first */
    uint32_t checkpoint; /* the last store to CHECKPOINT */
    unsigned locked;     /* depth of WEIR_LOCK */
    unsigned undefined;  /* accesses of which the device has set FAULT.ACCESS, and wrong unlocks */
    struct weir_device *device;
};
extern struct mock_unit mock;

void mock_store(uintptr_t address, uint32_t data);
uint32_t mock_load(uintptr_t address);
void mock_barrier(void);
void mock_reset(void);               /* no device any more, and no fault */
uint32_t mock_register(uint32_t at); /* of the device, without an access */

/* Called when the driver locks: the place where a handler or another hart may come between. */
extern void (*mock_before_lock)(void);
uint32_t mock_lock(void);
void mock_unlock(uint32_t before);

#define WEIR_NAME_SIZE 63
#define WEIR_HART() mock.hart
#define WEIR_LOCK() mock_lock()
#define WEIR_UNLOCK(before) mock_unlock(before)
#define WEIR_BARRIER() mock_barrier()
#define WEIR_STORE32(address, data) mock_store(address, data)
#define WEIR_LOAD32(address) mock_load(address)

#endif
