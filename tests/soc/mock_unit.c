/* SPDX-License-Identifier: Apache-2.0 */
/* The unit of mock_unit.h, from theory.md and registers.md alone. */
#include "mock_unit.h"

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

static void interrupt_now(void)
{
    void (*const handler)(void) = mock.interrupt;
    mock.interrupt = 0;
    if (handler)
        handler();
}

/* The value, if the unit was built with this feature. */
static uint32_t with(uint32_t feature, uint32_t answer)
{
    if (mock.features & feature)
        return answer;
    mock.undefined++;
    return 0;
}

/* The same of what all units have but weir_tiny. */
static uint32_t not_tiny(uint32_t answer)
{
    return mock.features & MOCK_TINY ? with(0, answer) : answer;
}

/* Counters: each counter's value is its offset. */
static uint32_t counter(uint32_t offset)
{
    const uint32_t context = offset / 128 % 4, at = offset % 128;
    if (offset / 128 == 5 && (mock.features & MOCK_PINS)) /* the pins, with one hart */
        return 1000 + offset;
    if (offset / 512 || (context == 2 && !with(MOCK_PROTECT, 1)) || (context == 3 && !not_tiny(1)))
        return with(0, 0);
    return at < 24   ? 1000 + offset
           : at < 28 ? with(MOCK_FILTER, 1000 + offset)
           : at < 32 ? with(mock.features & MOCK_PINS ? MOCK_PINS : MOCK_RETIRE, 1000 + offset)
           : at >= 64 && at < 80 ? not_tiny(1000 + offset)
                                 : with(0, 0);
}

void mock_store(uintptr_t address, uint32_t data)
{
    const uint32_t offset = (uint32_t)(address - MOCK_BASE);
    if (offset >= 0x10000) {
        if (mock.store_count < MOCK_STORES) {
            mock.stores[mock.store_count].address = (uint32_t)address;
            mock.stores[mock.store_count].data = data;
        }
        mock.store_count++;
        return;
    }
    switch (offset) {
    case 0x010:
        if (data & 2) {
            if ((mock.ctrl & 1) || mock.busy)
                mock.undefined++;
            mock.clears++;
            mock.read = mock.written = 0;
            mock.tail = 0;
        }
        mock.ctrl = data & 1;
        break;
    case 0x01c:
        mock.irq_enable = data;
        interrupt_now();
        break;
    case 0x020: break;
    case 0x024: mock.watermark = data; break;
    case 0x038: mock.switch_id = data; break;
    case 0x03c: mock.time_step = with(MOCK_TIME_BASE, data); break;
    case 0x05c: mock.lock |= with(MOCK_PROTECT, data); break;
    case 0x044: mock.peek_at = with(MOCK_PEEK, data); break;
    case 0x040: mock.time_ctrl = with(MOCK_TIME_BASE, data); break;
    case 0x060: mock.checkpoint = with(MOCK_CHECKPOINT, data); break;
    case 0x400: mock.port_mask = with(MOCK_PROTECT, data); break;
    case 0x4000 + 16: /* hart 1 */
        mock.sw_entry_words = with(MOCK_CHECKPOINT, data);
        mock.sw_entry_begun = mock.sw_entry_count;
        break;
    case 0x4004 + 16: mock.sw_entry[mock.sw_entry_count++] = with(MOCK_CHECKPOINT, data); break;
    case 0x490: mock.wait = not_tiny(data); break;
    case 0x494: mock.window_ids = not_tiny(data); break;
    case 0x4a4:
    case 0x4a8:
    case 0x4ac: mock.pins[(offset - 0x4a4) / 4] = with(MOCK_PINS, data); break;
    case 0x100: mock.snoop_ctrl = not_tiny(data); break;
    case 0x104: mock.snoop_addr = not_tiny(data); break;
    case 0x10c: mock.snoop_mask = not_tiny(data); break;
    case 0x600: mock.ring_ctrl = with(MOCK_RING, mock.ring_size >> 8 <= 12 ? data : 0); break;
    case 0x604: mock.ring_base = with(MOCK_RING, data); break;
    case 0x608: mock.ring_size = with(MOCK_RING, data); break;
    case 0x108:
        (void)not_tiny(0);
        if ((mock.ctrl & 1) && data != mock.running)
            mock.announced++;
        mock.running = data;
        break;
    default:
        if (offset >= 0x080 && offset < 0x100)
            mock.filter[(offset - 0x080) / 4] = with(MOCK_FILTER, data);
        else
            mock.undefined++;
    }
}

uint32_t mock_load(uintptr_t address)
{
    const uint32_t offset = (uint32_t)(address - MOCK_BASE);
    if ((mock.features & MOCK_PROTECT) &&
        (offset == 0x02c || offset == 0x048 || offset == 0x058 || offset == 0x108 ||
         (offset >= 0x1000 && offset < 0x2000))) {
        if (!mock.authorised) {
            mock.denied++;
            return 0;
        }
        mock.authorised--;
    }
    switch (offset) {
    case 0x064: return with(MOCK_PROTECT, mock.denied | (mock.authorised ? 1u << 31 : 0));
    case 0x000: return mock.magic;
    case 0x004: return mock.version;
    case 0x008: return mock.config;
    case 0x00c: return mock.features;
    case 0x014: return (mock.busy ? mock.busy--, 1u : 0u) | (mock.late || mock.stuck ? 8u : 0u);
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
        const uint32_t low = not_tiny((uint32_t)mock.time);
        mock.time_hi = (uint32_t)(mock.time >> 32);
        mock.time += 3;
        interrupt_now();
        return low;
    }
    case 0x034: return mock.time_hi;
    case 0x05c: return with(MOCK_PROTECT, mock.lock);
    case 0x600: return with(MOCK_RING, mock.ring_ctrl);
    case 0x60c: {
        const unsigned slow = mock.ring_slow;
        mock.ring_slow -= slow > 0;
        return with(MOCK_RING, mock.ring_status | (slow ? 0 : mock.ring_ctrl & 1u));
    }
    case 0x4008 + 16: {
        const unsigned torn = mock.sw_entry_torn, later = mock.sw_entry_later;
        if (torn)
            mock.sw_entry_torn--;
        else if (later)
            mock.sw_entry_later--;
        if (torn || later || mock.sw_entry_count - mock.sw_entry_begun != mock.sw_entry_words)
            mock.sw_entry_count = mock.sw_entry_begun;
        return with(MOCK_CHECKPOINT, torn                                         ? 3
                                     : later                                      ? 2
                                     : mock.sw_entry_count == mock.sw_entry_begun ? 3
                                                                                  : 1);
    }
    case 0x048: return with(MOCK_PEEK, mock.fifo[mock.peek_at++ % MOCK_WORDS]);
    case 0x04c: return with(MOCK_PEEK, mock.written << 16 | mock.read);
    case 0x050: return with(MOCK_PEEK, mock.snapshot);
    case 0x054: return with(MOCK_PEEK, mock.snapshot_pointers);
    case 0x058: return with(MOCK_PEEK, mock.snapshot_tail);
    case 0x03c: return with(MOCK_TIME_BASE, mock.time_step);
    case 0x100: return not_tiny(mock.snoop_ctrl);
    case 0x104: return not_tiny(mock.snoop_addr);
    case 0x108: return not_tiny(mock.running);
    case 0x400: return with(MOCK_PROTECT, mock.port_mask);
    default:
        if (offset >= 0x080 && offset < 0x100)
            return with(MOCK_FILTER, mock.filter[(offset - 0x080) / 4]);
        if (offset >= 0x2000 && offset < 0x4000)
            return counter(offset - 0x2000);
        if (offset >= 0x1000 && offset < 0x2000 && mock.read < mock.written)
            return mock.fifo[mock.read++];
        mock.undefined++;
        return 0;
    }
}
