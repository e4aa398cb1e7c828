/* SPDX-License-Identifier: Apache-2.0 */
/* The device with faults of mock_unit.h. */
#include "mock_unit.h"

#include "weir_device.h"

#include <assert.h>
#include <string.h>

enum { FAULT = 0x018, WHOLE_WORD = 15, SETTLES = 2000 };

struct mock_unit mock;

void (*mock_before_lock)(void);

uint32_t mock_lock(void)
{
    void (*const interrupt)(void) = mock_before_lock;
    if (!mock.locked && interrupt) {
        mock_before_lock = 0;
        interrupt();
    }
    return mock.locked++;
}

void mock_unlock(uint32_t before)
{
    if (mock.locked != before + 1)
        mock.undefined++;
    mock.locked = before;
}

static void interrupt_now(void (**at)(void))
{
    void (*const handler)(void) = *at;
    *at = 0;
    if (handler)
        handler();
}

static bool takes(void *context, uint32_t addr, uint32_t word)
{
    (void)context;
    if (mock.ring_memory)
        memcpy((void *)(uintptr_t)(mock.ring_upper | addr), &word, sizeof word);
    return true;
}

/* The fields of CONFIG and FEATURES are its parameters. */
static struct weir_device *unit(void)
{
    const uint32_t c = mock.config, f = mock.features;
    if (mock.device)
        return mock.device;
    mock.device = weir_device_new(
        &(struct weir_device_config){.parameters = {.harts = c & 31,
                                                    .value_regs = c >> 8 & 31,
                                                    .queue_log2 = c >> 13 & 31,
                                                    .fifo_log2 = c >> 18 & 31,
                                                    .thread_cache = c >> 23 & 31,
                                                    .retire = f & 1,
                                                    .filter = f >> 1 & 1,
                                                    .time_base = f >> 2 & 1,
                                                    .checkpoint = f >> 3 & 1,
                                                    .peek = f >> 4 & 1,
                                                    .protect = f >> 5 & 1,
                                                    .ring = f >> 6 & 1,
                                                    .tiny = f >> 7 & 1,
                                                    .args = f >> 8 & 7,
                                                    .frame = f >> 12 & 7,
                                                    .wide = f >> 15 & 1,
                                                    .pins = f >> 16 & 63,
                                                    .value_w = f >> 24 & 127},
                                     .memory = takes});
    assert(mock.device && mock_register(0x008) == c && mock_register(0x00c) == f);
    return mock.device;
}

void mock_reset(void)
{
    weir_device_free(mock.device);
    memset(&mock, 0, sizeof mock);
}

uint32_t mock_register(uint32_t at) { return weir_device_peek(unit(), at); }

/* An access must be to something that the unit has; then everything settles. */
static void judge(void)
{
    if (mock_register(FAULT) & 1) {
        mock.undefined++;
        weir_device_write(unit(), FAULT, 1, WHOLE_WORD);
    }
    weir_device_advance(unit(), SETTLES);
}

static void deliver(uintptr_t address, uint32_t data)
{
    const uint32_t offset = (uint32_t)(address - MOCK_BASE);
    if (mock.swapped)
        data = __builtin_bswap32(data);
    if (offset == 0x01c)
        interrupt_now(&mock.level);
    if (offset == 0x010)
        mock.ctrl = data;
    if (offset >= 0x10000) {
        if (mock.store_count < MOCK_STORES) {
            mock.stores[mock.store_count].address = (uint32_t)address;
            mock.stores[mock.store_count].data = data;
        }
        mock.store_count++;
        if (offset >= weir_device_space(unit())) /* of another hart than it has */
            return;
    }
    if (offset == 0x010 && (data & 2)) {
        mock.clears++;
        mock.read = mock.written = 0;
        mock.tail = 0;
    } else if (offset == 0x044) {
        mock.peek_at = data;
    } else if (offset == 0x060) {
        mock.checkpoint = data;
    } else if (offset == 0x4004) {
        mock.sw_entry[mock.sw_entry_count++ % 64] = data;
    } else if (offset == 0x4000) {
        mock.sw_entry_count = 0;
    }
    weir_device_write(unit(), offset, data, WHOLE_WORD);
    judge();
    if (offset == 0x01c)
        interrupt_now(&mock.interrupt);
}

static struct held {
    uintptr_t address;
    uint32_t data;
} held[16];
static unsigned held_count;

void mock_barrier(void)
{
    while (held_count) {
        unsigned last = held_count - 1;
        for (unsigned i = last; i-- > 0;) /* stores to one address keep their order */
            if (held[i].address == held[last].address)
                last = i;
        const struct held store = held[last];
        for (held_count--; last < held_count; last++)
            held[last] = held[last + 1];
        deliver(store.address, store.data);
    }
}

void mock_store(uintptr_t address, uint32_t data)
{
    if (!mock.reorders) {
        deliver(address, data);
        return;
    }
    if (held_count == sizeof held / sizeof *held)
        mock_barrier();
    held[held_count++] = (struct held){address, data};
}

/* What the test has laid over the answer of the device. */
static uint32_t laid_over(uint32_t offset, uint32_t answer)
{
    switch (offset) {
    case 0x000: return mock.magic ? mock.magic : answer;
    case 0x004: return mock.version ? mock.version : answer;
    case 0x010: return mock.cached ? mock.ctrl : answer;
    case 0x014: return (mock.busy ? mock.busy--, 1u : answer) | (mock.late || mock.stuck ? 8u : 0u);
    case 0x028: {
        const unsigned level = (mock.features & MOCK_PROTECT) && !mock.authorised
                                   ? 0
                                   : mock.written - mock.read;
        if (!level && mock.late) { /* free space: the rest follows later */
            mock.written += mock.late;
            mock.late = 0;
            mock.busy = 1;
        }
        return level;
    }
    case 0x02c: return mock.tail;
    case 0x030: {
        const uint32_t low = (uint32_t)mock.time;
        mock.time_hi = (uint32_t)(mock.time >> 32);
        mock.time += 3;
        return low;
    }
    case 0x034: return mock.time_hi;
    case 0x048: return mock.fifo[mock.peek_at++ % MOCK_WORDS];
    case 0x04c: return mock.written << 16 | mock.read;
    case 0x050: return mock.snapshot;
    case 0x054: return mock.snapshot_pointers;
    case 0x058: return mock.snapshot_tail;
    case 0x064: return mock.denied | (mock.authorised ? 1u << 31 : 0);
    case 0x098: return mock.filtered ? mock.filtered : answer;
    case 0x0a4: return mock.trigger_state ? mock.trigger_state : answer;
    case 0x60c: {
        const unsigned slow = mock.ring_slow;
        mock.ring_slow -= slow > 0;
        return (answer & ~(slow ? 1u : 0u)) | mock.ring_status;
    }
    case 0x4008:
        if (mock.sw_entry_torn)
            return mock.sw_entry_torn--, 3;
        return mock.sw_entry_later ? mock.sw_entry_later--, 2 : answer;
    default:
        if (offset >= 0x1000 && offset < 0x2000)
            return mock.read < mock.written ? mock.fifo[mock.read++] : (mock.undefined++, 0);
        if (offset >= 0x2000 && offset < 0x4000) /* each counter is its offset */
            return 1000 + offset - 0x2000;
        return answer;
    }
}

uint32_t mock_load(uintptr_t address)
{
    const uint32_t offset = (uint32_t)(address - MOCK_BASE);
    const uint32_t answer = weir_device_read(unit(), offset);
    judge();
    if ((mock.features & MOCK_PROTECT) &&
        (offset == 0x02c || offset == 0x048 || offset == 0x058 || offset == 0x108 ||
         (offset >= 0x1000 && offset < 0x2000))) {
        if (!mock.authorised) {
            mock.denied++;
            return 0;
        }
        mock.authorised--;
    }
    const uint32_t laid = laid_over(offset, answer);
    if (offset == 0x030)
        interrupt_now(&mock.interrupt);
    if (offset >= 0x1000 && offset < 0x2000 && mock.word_read && !mock.words_before--)
        interrupt_now(&mock.word_read);
    return laid;
}
