// SPDX-License-Identifier: Apache-2.0
// RKH reader. A frame inside one chunk and without escapes is read in place; any other is copied to
// memory.
#include "rkh_read.h"

#include <stdio.h>
#include <string.h>

int rkh_reader_init(rkh_reader_t *r, const rkh_config_t *config, void *memory, uint32_t capacity)
{
    if (!rkh_config_valid(config) || !memory || !capacity)
        return RKH_E_ARG;
    *r = (rkh_reader_t){.config = *config, .memory = memory, .capacity = capacity};
    return 0;
}

int rkh_feed(rkh_reader_t *r, const void *data, size_t size)
{
    if (r->at != r->end)
        return RKH_E_ARG;
    r->at = data;
    r->end = size ? r->at + size : r->at;
    r->totals.bytes += size;
    return 0;
}

// ---- configuration

int rkh_tcfg_unpack(rkh_config_t *config, const uint8_t bytes[RKH_TCFG_SIZE])
{
    uint32_t flags = (uint32_t)rkh_number(bytes + 2, 4);
    rkh_config_t c = {
        .id_size = config->id_size,
        .sequence = flags & RKH_F_SEQUENCE,
        .timestamp = flags & RKH_F_TIMESTAMP,
        .checksum = flags & RKH_F_CHECKSUM,
        .timestamp_size = bytes[6] & 15,
        .pointer_size = bytes[7] >> 4,
        .signal_size = bytes[6] >> 4,
        .ticks_size = bytes[7] & 15,
        .blocks_size = bytes[8] >> 4,
        .elements_size = bytes[8] & 15,
        .event_size = bytes[9],
        .block_size = bytes[10] >> 4,
        .pools = bytes[10] & 15,
        .version = (uint16_t)rkh_number(bytes, 2),
        .hz = (uint16_t)rkh_number(bytes + 11, 2),
        .flags = flags & ~(uint32_t)(RKH_F_SEQUENCE | RKH_F_TIMESTAMP | RKH_F_CHECKSUM),
    };
    if (!rkh_config_valid(&c))
        return RKH_E_FORMAT;
    *config = c;
    return 0;
}

// ---- delivery

static int damaged(rkh_reader_t *r, rkh_damage_kind_t kind, uint64_t bytes, uint32_t expected,
                   uint32_t found)
{
    r->damage = (rkh_damage_t){.offset = r->offset - bytes,
                               .bytes = bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes,
                               .kind = kind,
                               .expected = expected,
                               .found = found};
    r->totals.damaged++;
    r->totals.skipped += bytes;
    return RKH_DAMAGE;
}

// Sequence number and time of r->frame, whose bytes are valid.
static void account(rkh_reader_t *r)
{
    rkh_frame_t *f = &r->frame;
    const rkh_config_t *c = &r->config;
    uint32_t mask = c->timestamp && c->timestamp_size < 4 ? (1u << 8 * c->timestamp_size) - 1
                                                          : UINT32_MAX;
    bool back = !c->timestamp || !r->timestamped || f->timestamp < r->timestamp;
    if (c->sequence) {
        f->restart = r->fresh && r->sequenced && f->sequence == 0 && r->expected != 0 && back;
        f->lost = r->sequenced && !f->restart ? (uint8_t)(f->sequence - r->expected) : 0;
        r->expected = (uint8_t)(f->sequence + 1);
        r->sequenced = true;
        r->totals.lost += f->lost;
        r->totals.restarts += f->restart;
    }
    if (c->timestamp) {
        r->time += !r->timestamped || f->restart ? f->timestamp
                                                 : (f->timestamp - r->timestamp) & mask;
        r->timestamp = f->timestamp;
        r->timestamped = true;
    }
    r->fresh = false;
    f->time = r->time;
}

// A number of 1, 2 or 4 bytes.
static uint32_t short_number(const uint8_t *p, unsigned size)
{
    uint32_t value = p[0];
    if (size > 1)
        value |= (uint32_t)p[1] << 8;
    if (size > 2)
        value |= (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    return value;
}

// The bytes between two flags, without escapes, and their sum. raw: their number in the stream;
// r->offset is that of the flag behind them.
static int frame(rkh_reader_t *r, const uint8_t *p, uint32_t size, uint64_t raw, uint8_t sum)
{
    const rkh_config_t *c = &r->config;
    uint32_t least = rkh_head_size(c) + c->checksum;
    uint32_t id = size < c->id_size ? 0 : short_number(p, c->id_size);
    bool tcfg = id == rkh_id(c->id_size, RKH_GROUP_FWK, RKH_FWK_TCFG);
    if (size < (tcfg ? (uint32_t)c->id_size + c->checksum : least))
        return damaged(r, RKH_DAMAGE_SHORT, raw, tcfg ? (uint32_t)c->id_size + c->checksum : least,
                       size);
    if (c->checksum && sum)
        return damaged(r, RKH_DAMAGE_CHECKSUM, raw, (uint8_t)(p[size - 1] - sum), p[size - 1]);
    r->frame = (rkh_frame_t){.offset = r->offset - raw,
                             .bytes = (uint32_t)raw,
                             .id = id,
                             .group = rkh_group(c->id_size, id),
                             .event = rkh_event(c->id_size, id),
                             .tcfg = tcfg};
    rkh_frame_t *f = &r->frame;
    if (tcfg) {
        // TCFG says whether it has a checksum itself. But a stream with checksums never loses them.
        uint32_t expected = (uint32_t)c->id_size + RKH_TCFG_SIZE;
        rkh_config_t next = *c;
        if (size < expected)
            return damaged(r, RKH_DAMAGE_TCFG, raw, expected + c->checksum, size);
        if (rkh_tcfg_unpack(&next, p + c->id_size) || (c->checksum && !next.checksum))
            return damaged(r, RKH_DAMAGE_TCFG, raw, 0, size);
        if (size != expected + next.checksum)
            return damaged(r, RKH_DAMAGE_TCFG, raw, expected + next.checksum, size);
        if (next.checksum && sum)
            return damaged(r, RKH_DAMAGE_CHECKSUM, raw, (uint8_t)(p[size - 1] - sum), p[size - 1]);
        if (next.timestamp != c->timestamp || next.timestamp_size != c->timestamp_size)
            r->timestamped = false;
        f->args = p + c->id_size;
        f->args_size = RKH_TCFG_SIZE;
        f->time = r->time;
        r->config = next;
        r->fresh = true;
    } else {
        p += c->id_size;
        size -= least;
        if (c->sequence)
            f->sequence = *p++;
        if (c->timestamp) {
            f->timestamp = short_number(p, c->timestamp_size);
            p += c->timestamp_size;
        }
        f->args = p;
        f->args_size = size;
        account(r);
    }
    r->totals.frames++;
    return RKH_FRAME;
}

// ---- bytes

// Appends bytes of the current frame to memory, without escapes. Bytes beyond its size are only
// counted.
static void gather(rkh_reader_t *r, const uint8_t *p, const uint8_t *end)
{
    r->begun += (uint64_t)(end - p);
    for (; p < end; p++) {
        uint8_t byte = *p;
        if (r->escape) {
            byte ^= RKH_XOR;
            r->escape = false;
            r->escape_bad |= byte != RKH_FLAG && byte != RKH_ESCAPE;
        } else if (byte == RKH_ESCAPE) {
            r->escape = true;
            continue;
        }
        if (r->used < r->capacity)
            r->memory[r->used] = byte;
        if (r->used < UINT32_MAX)
            r->used++;
    }
}

// The flag behind the collected bytes. Returns RKH_MORE without bytes: an idle line sends flags.
static int gathered(rkh_reader_t *r)
{
    uint64_t raw = r->begun;
    uint32_t used = r->used;
    bool bad = r->escape || r->escape_bad;
    r->begun = 0;
    r->used = 0;
    r->escape = r->escape_bad = false;
    if (bad)
        return damaged(r, RKH_DAMAGE_ESCAPE, raw, 0, 0);
    if (used > r->capacity)
        return damaged(r, RKH_DAMAGE_LONG, raw, r->capacity, used);
    uint8_t sum = 0;
    for (uint32_t i = 0; i < used; i++)
        sum = (uint8_t)(sum + r->memory[i]);
    return raw ? frame(r, r->memory, used, raw, sum) : RKH_MORE;
}

int rkh_next(rkh_reader_t *r)
{
    while (r->at < r->end) {
        // a frame without escapes, complete in this chunk, is read in place
        const uint8_t *p = r->at, *stop = p;
        uint8_t sum = 0;
        while (stop < r->end && *stop != RKH_FLAG && *stop != RKH_ESCAPE)
            sum = (uint8_t)(sum + *stop++);
        size_t size = (size_t)(stop - p);
        if (stop < r->end && *stop == RKH_FLAG && r->synced && !r->begun && size <= r->capacity) {
            r->at = stop + 1;
            r->offset += size;
            int what = size ? frame(r, p, (uint32_t)size, size, sum) : RKH_MORE;
            r->offset++;
            if (what != RKH_MORE)
                return what;
            continue;
        }
        const uint8_t *flag = memchr(stop, RKH_FLAG, (size_t)(r->end - stop));
        stop = flag ? flag : r->end;
        size = (size_t)(stop - p);
        r->at = flag ? flag + 1 : r->end;
        r->offset += size;
        int what = RKH_MORE;
        if (r->synced) {
            gather(r, p, stop);
            if (flag)
                what = gathered(r);
        } else {
            r->begun += size;
            if (flag) {
                r->synced = true;
                if (r->begun)
                    what = damaged(r, RKH_DAMAGE_START, r->begun, 0, 0);
                r->begun = 0;
            }
        }
        r->offset += flag != NULL;
        if (what != RKH_MORE)
            return what;
    }
    return RKH_MORE;
}

int rkh_finish(rkh_reader_t *r)
{
    uint64_t begun = r->begun;
    if (r->at != r->end || !begun)
        return RKH_MORE;
    r->begun = 0;
    r->used = 0;
    r->escape = r->escape_bad = false;
    return damaged(r, r->synced ? RKH_DAMAGE_CUT : RKH_DAMAGE_START, begun, 0, 0);
}

char *rkh_damage_text(const rkh_damage_t *d, char *text, size_t size)
{
    int at = snprintf(text, size, "byte %llu: %lu bytes: ", (unsigned long long)d->offset,
                      (unsigned long)d->bytes);
    size_t used = at < 0 ? 0 : (size_t)at < size ? (size_t)at : size;
    char *p = text + used;
    size_t left = size - used;
    unsigned long expected = d->expected, found = d->found;
    switch (d->kind) {
    case RKH_DAMAGE_START: snprintf(p, left, "expected a flag (0x7e) before them"); break;
    case RKH_DAMAGE_ESCAPE:
        snprintf(p, left, "expected 0x5d or 0x5e after each escape (0x7d)");
        break;
    case RKH_DAMAGE_SHORT:
        snprintf(p, left, "expected a frame of at least %lu bytes, found %lu", expected, found);
        break;
    case RKH_DAMAGE_LONG:
        snprintf(p, left, "expected a frame of at most %lu bytes, found %lu", expected, found);
        break;
    case RKH_DAMAGE_CHECKSUM:
        snprintf(p, left, "checksum: expected 0x%02lx, found 0x%02lx", expected, found);
        break;
    case RKH_DAMAGE_TCFG:
        if (expected)
            snprintf(p, left, "TCFG: expected %lu bytes, found %lu", expected, found);
        else
            snprintf(p, left,
                     "TCFG: expected sizes of 0, 1, 2, 4 or 8 bytes and reserved bits of 0");
        break;
    case RKH_DAMAGE_CUT:
        snprintf(p, left, "expected a flag (0x7e) behind them, found the end");
        break;
    }
    return text;
}

// ---- guessing

bool rkh_probe(const uint8_t *data, size_t size, rkh_config_t *config)
{
    enum { LOOK = 1 << 16, LONGEST = 1024 };
    uint8_t memory[LONGEST];
    rkh_reader_t r;
    if (size > LOOK)
        size = LOOK;
    // A TCFG, for each size of id, with and without a checksum.
    for (int with = 1; with >= 0; with--)
        for (unsigned id_size = 1; id_size <= 4; id_size *= 2) {
            rkh_config_t c = rkh_config_default;
            c.id_size = (uint8_t)id_size;
            c.checksum = with;
            rkh_reader_init(&r, &c, memory, sizeof memory);
            rkh_feed(&r, data, size);
            for (int what; (what = rkh_next(&r)) != RKH_MORE;)
                if (what == RKH_FRAME && r.frame.tcfg && r.config.checksum == with) {
                    *config = r.config;
                    return true;
                }
        }
    // Otherwise frames with ids of one byte and a checksum, mostly consecutive sequence numbers,
    // nearly all sums right.
    rkh_reader_init(&r, &rkh_config_default, memory, sizeof memory);
    rkh_feed(&r, data, size);
    uint64_t next = 0;
    for (int what; (what = rkh_next(&r)) != RKH_MORE;)
        next += what == RKH_FRAME && !r.frame.lost;
    if (r.totals.frames < 4 || next * 2 < r.totals.frames ||
        r.totals.damaged > r.totals.frames / 8 + 2)
        return false;
    *config = rkh_config_default;
    return true;
}
