// SPDX-License-Identifier: Apache-2.0
// The RKH reader against a plain one, written from rkh.md, which has the whole stream
// in memory: every frame, all damage with its text, the configuration and the totals must be the
// same, in chunks of every size, wherever the stream begins or ends, and with each of its bytes
// changed.
#undef NDEBUG
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "rkh_read.h"

enum {
    CAPACITY = 40,
    STREAM = 2000,
    RESULTS = 400,
    CHECKSUM = 1 << 17,
    TIMESTAMP = 1 << 16,
    SEQUENCE = 1 << 15
};

static uint64_t state = 1;

static uint32_t any(uint32_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % below;
}

// ---- a stream

static uint8_t stream[STREAM];
static size_t size;

static void put_frame(const uint8_t *bytes, unsigned count, bool checksum)
{
    uint8_t frame[80], sum = 0;
    memcpy(frame, bytes, count);
    for (unsigned i = 0; i < count; i++)
        sum = (uint8_t)(sum + frame[i]);
    if (checksum)
        frame[count++] = (uint8_t)-sum;
    for (unsigned i = 0; i < count; i++) {
        const bool escaped = frame[i] == 0x7e || frame[i] == 0x7d;
        if (escaped)
            stream[size++] = 0x7d;
        stream[size++] = escaped ? frame[i] ^ 0x20 : frame[i];
    }
    stream[size++] = 0x7e;
}

static unsigned put_id(uint8_t *bytes, unsigned id_size, unsigned group, uint32_t event)
{
    const uint32_t id = id_size == 1   ? group << 5 | event
                        : id_size == 2 ? group << 8 | event
                                       : group << 24 | event;
    for (unsigned i = 0; i < id_size; i++)
        bytes[i] = (uint8_t)(id >> 8 * i);
    return id_size;
}

static void pack(const rkh_config_t *c, uint8_t bytes[13])
{
    const uint32_t flags = c->flags | (c->sequence ? SEQUENCE : 0) |
                           (c->timestamp ? TIMESTAMP : 0) | (c->checksum ? CHECKSUM : 0);
    const uint8_t tcfg[13] = {
        c->version & 255,
        c->version >> 8,
        flags & 255,
        flags >> 8 & 255,
        flags >> 16 & 255,
        flags >> 24,
        (uint8_t)(c->signal_size * 16 + c->timestamp_size),
        (uint8_t)(c->pointer_size * 16 + c->ticks_size),
        (uint8_t)(c->blocks_size * 16 + c->elements_size),
        c->event_size,
        (uint8_t)(c->block_size * 16 + c->pools),
        c->hz & 255,
        c->hz >> 8,
    };
    memcpy(bytes, tcfg, 13);
}

// Frames of a target: some are lost, timestamps wrap, it repeats its configuration, and restarts
// once.
static void make(const rkh_config_t *c)
{
    uint8_t bytes[80], sequence = 250;
    uint32_t timestamp = 200;
    size = 0;
    stream[size++] = 0x7e;
    for (unsigned n = 0; n < 24; n++, sequence++) {
        unsigned count = put_id(bytes, c->id_size, any(8), any(5));
        if (n == 10)
            timestamp = sequence = 0;
        if (n % 7 == 3 || n == 10) {
            count = put_id(bytes, c->id_size, 5, 12);
            pack(c, bytes + count);
            put_frame(bytes, count + 13, c->checksum);
            count = put_id(bytes, c->id_size, 6, 1);
        }
        sequence = (uint8_t)(sequence + (n % 5 == 4));
        if (c->sequence)
            bytes[count++] = sequence;
        timestamp += any(n % 4 ? 90 : 70000);
        for (unsigned i = 0; c->timestamp && i < c->timestamp_size; i++)
            bytes[count++] = (uint8_t)(timestamp >> 8 * i);
        for (unsigned i = n % 6; i > 0; i--)
            bytes[count++] = any(3) ? (uint8_t)any(256) : (uint8_t)(0x7d + any(2));
        put_frame(bytes, count, c->checksum);
        if (n % 6 == 5)
            stream[size++] = 0x7e; // an idle line
    }
    for (unsigned count = CAPACITY - 1; count <= CAPACITY + 1; count++) { // at the limit of memory
        memset(bytes, 0x11, sizeof bytes);
        put_frame(bytes, count - c->checksum, c->checksum);
    }
}

// ---- expected results

typedef struct {
    int what;
    rkh_frame_t frame;
    uint8_t args[80];
    rkh_damage_t damage;
} result_t;

static result_t wanted[RESULTS];
static unsigned wanted_count;
static rkh_config_t config;
static rkh_totals_t totals;
static struct {
    bool sequenced, timestamped, fresh;
    uint8_t next;
    uint32_t timestamp;
    uint64_t time;
} was;

static void passed_over(rkh_damage_kind_t kind, size_t offset, size_t bytes, uint32_t expected,
                        uint32_t found)
{
    wanted[wanted_count++] = (result_t){.what = RKH_DAMAGE,
                                        .damage = {offset, (uint32_t)bytes, kind, expected, found}};
    totals.damaged++;
    totals.skipped += bytes;
}

static bool a_size(unsigned n) { return !n || n == 1 || n == 2 || n == 4 || n == 8; }

static bool unpack(const uint8_t *p, rkh_config_t *c)
{
    const uint32_t flags = p[2] + 256u * p[3] + 65536u * p[4] + 16777216u * p[5];
    *c = (rkh_config_t){
        .id_size = config.id_size,
        .sequence = flags & SEQUENCE,
        .timestamp = flags & TIMESTAMP,
        .checksum = flags & CHECKSUM,
        .timestamp_size = p[6] % 16,
        .signal_size = p[6] / 16,
        .ticks_size = p[7] % 16,
        .pointer_size = p[7] / 16,
        .elements_size = p[8] % 16,
        .blocks_size = p[8] / 16,
        .event_size = p[9],
        .pools = p[10] % 16,
        .block_size = p[10] / 16,
        .version = (uint16_t)(p[0] + 256 * p[1]),
        .hz = (uint16_t)(p[11] + 256 * p[12]),
        .flags = flags & ~(uint32_t)(SEQUENCE | TIMESTAMP | CHECKSUM),
    };
    return flags < 1 << 18 && a_size(c->timestamp_size) && c->timestamp_size < 8 &&
           (c->timestamp_size || !c->timestamp) && a_size(c->signal_size) &&
           a_size(c->ticks_size) && a_size(c->pointer_size) && a_size(c->elements_size) &&
           a_size(c->blocks_size) && a_size(c->event_size) && a_size(c->block_size);
}

static void between_flags(const uint8_t *p, size_t offset, size_t bytes)
{
    uint8_t frame[STREAM], sum = 0;
    uint32_t n = 0;
    for (size_t i = 0; i < bytes; i++) {
        uint8_t byte = p[i];
        if (byte == 0x7d && (++i == bytes || (p[i] != 0x5d && p[i] != 0x5e))) {
            passed_over(RKH_DAMAGE_ESCAPE, offset, bytes, 0, 0);
            return;
        }
        frame[n++] = byte == 0x7d ? p[i] ^ 0x20 : byte;
        sum = (uint8_t)(sum + frame[n - 1]);
    }
    const unsigned id_size = config.id_size,
                   timestamp_size = config.timestamp ? config.timestamp_size : 0,
                   head = id_size + config.sequence + timestamp_size;
    uint32_t id = 0;
    for (unsigned i = id_size; n >= id_size && i-- > 0;)
        id = id << 8 | frame[i];
    const bool tcfg = id == (id_size == 1 ? 0xacu : id_size == 2 ? 0x50cu : 0x500000cu);
    const uint32_t least = (tcfg ? id_size : head) + config.checksum;
    if (n > CAPACITY) {
        passed_over(RKH_DAMAGE_LONG, offset, bytes, CAPACITY, n);
        return;
    }
    if (n < least) {
        passed_over(RKH_DAMAGE_SHORT, offset, bytes, least, n);
        return;
    }
    const uint8_t last = frame[n - 1], right = (uint8_t)(last - sum);
    if (config.checksum && sum) {
        passed_over(RKH_DAMAGE_CHECKSUM, offset, bytes, right, last);
        return;
    }
    result_t w = {.what = RKH_FRAME,
                  .frame = {.offset = offset, .bytes = (uint32_t)bytes, .id = id, .tcfg = tcfg}};
    rkh_frame_t *f = &w.frame;
    f->group = id_size == 1 ? id / 32 : id_size == 2 ? id / 256 : id / 16777216;
    f->event = id_size == 1 ? id % 32 : id_size == 2 ? id % 256 : id % 16777216;
    if (tcfg) {
        rkh_config_t next;
        if (n < id_size + 13) {
            passed_over(RKH_DAMAGE_TCFG, offset, bytes, id_size + 13 + config.checksum, n);
            return;
        }
        if (!unpack(frame + id_size, &next) || (config.checksum && !next.checksum)) {
            passed_over(RKH_DAMAGE_TCFG, offset, bytes, 0, n);
            return;
        }
        if (n != id_size + 13 + next.checksum) {
            passed_over(RKH_DAMAGE_TCFG, offset, bytes, id_size + 13 + next.checksum, n);
            return;
        }
        if (next.checksum && sum) {
            passed_over(RKH_DAMAGE_CHECKSUM, offset, bytes, right, last);
            return;
        }
        was.timestamped = was.timestamped && next.timestamp == config.timestamp &&
                          next.timestamp_size == config.timestamp_size; // the timestamps change
        was.fresh = true;
        config = next;
        f->args_size = 13;
        memcpy(w.args, frame + id_size, 13);
    } else {
        for (unsigned i = 0; i < timestamp_size; i++)
            f->timestamp |= (uint32_t)frame[id_size + config.sequence + i] << 8 * i;
        if (config.sequence) {
            f->sequence = frame[id_size];
            f->restart = was.fresh && was.sequenced && !f->sequence && was.next &&
                         (!config.timestamp || !was.timestamped || f->timestamp < was.timestamp);
            f->lost = was.sequenced && !f->restart ? (uint8_t)(f->sequence - was.next) : 0;
            was.next = (uint8_t)(f->sequence + 1);
            was.sequenced = true;
        }
        if (config.timestamp) {
            const uint64_t wrap = (uint64_t)1 << 8 * timestamp_size;
            was.time += !was.timestamped || f->restart
                            ? f->timestamp
                            : (f->timestamp + wrap - was.timestamp) % wrap;
            was.timestamp = f->timestamp;
            was.timestamped = true;
        }
        was.fresh = false;
        f->args_size = n - head - config.checksum;
        memcpy(w.args, frame + head, f->args_size);
    }
    f->time = was.time;
    totals.frames++;
    totals.lost += f->lost;
    totals.restarts += f->restart;
    wanted[wanted_count++] = w;
}

static void expect(const rkh_config_t *c, const uint8_t *bytes, size_t count)
{
    size_t from = 0;
    wanted_count = 0;
    config = *c;
    totals = (rkh_totals_t){.bytes = count};
    memset(&was, 0, sizeof was);
    bool flag_before = false;
    for (size_t at = 0; at <= count; at++) {
        if (at < count && bytes[at] != 0x7e)
            continue;
        if (at > from && !flag_before)
            passed_over(RKH_DAMAGE_START, from, at - from, 0, 0);
        else if (at > from && at == count)
            passed_over(RKH_DAMAGE_CUT, from, at - from, 0, 0);
        else if (at > from)
            between_flags(bytes + from, from, at - from);
        flag_before = true;
        from = at + 1;
    }
    assert(wanted_count < RESULTS);
}

// ---- results of the reader

static void check_text(const rkh_damage_t *d)
{
    char line[200], text[200];
    int at = snprintf(line, sizeof line, "byte %u: %u bytes: ", (unsigned)d->offset, d->bytes);
    switch (d->kind) {
    case RKH_DAMAGE_START:
        snprintf(line + at, sizeof line - (size_t)at, "expected a flag (0x7e) before them");
        break;
    case RKH_DAMAGE_ESCAPE:
        snprintf(line + at, sizeof line - (size_t)at,
                 "expected 0x5d or 0x5e after each escape (0x7d)");
        break;
    case RKH_DAMAGE_SHORT:
        snprintf(line + at, sizeof line - (size_t)at,
                 "expected a frame of at least %u bytes, found %u", d->expected, d->found);
        break;
    case RKH_DAMAGE_LONG:
        snprintf(line + at, sizeof line - (size_t)at,
                 "expected a frame of at most %u bytes, found %u", d->expected, d->found);
        break;
    case RKH_DAMAGE_CHECKSUM:
        snprintf(line + at, sizeof line - (size_t)at, "checksum: expected 0x%02x, found 0x%02x",
                 d->expected, d->found);
        break;
    case RKH_DAMAGE_TCFG:
        if (d->expected)
            snprintf(line + at, sizeof line - (size_t)at, "TCFG: expected %u bytes, found %u",
                     d->expected, d->found);
        else
            snprintf(line + at, sizeof line - (size_t)at,
                     "TCFG: expected sizes of 0, 1, 2, 4 or 8 bytes and reserved bits of 0");
        break;
    case RKH_DAMAGE_CUT:
        snprintf(line + at, sizeof line - (size_t)at,
                 "expected a flag (0x7e) behind them, found the end");
        break;
    }
    const size_t length = strlen(line);
    for (size_t room = 1; room < sizeof text;
         room += room < length - 2 ? 17 : 1) { // complete, or as much as fits
        memset(text, '#', sizeof text);
        assert(rkh_damage_text(d, text, room) == text && !strncmp(text, line, room - 1) &&
               strlen(text) == (length < room ? length : room - 1) && text[room] == '#');
    }
}

static void check(unsigned *next, const rkh_reader_t *r, int what)
{
    assert(*next < wanted_count);
    const result_t *w = &wanted[(*next)++];
    const rkh_frame_t *f = &r->frame, *x = &w->frame;
    assert(what == w->what);
    if (what == RKH_DAMAGE) {
        const rkh_damage_t *d = &r->damage, *y = &w->damage;
        assert(d->offset == y->offset && d->bytes == y->bytes && d->kind == y->kind &&
               d->expected == y->expected && d->found == y->found);
        return;
    }
    assert(f->offset == x->offset && f->bytes == x->bytes && f->id == x->id &&
           f->group == x->group && f->event == x->event && f->tcfg == x->tcfg);
    assert(f->restart == x->restart && f->sequence == x->sequence && f->lost == x->lost &&
           f->timestamp == x->timestamp && f->time == x->time);
    assert(f->args_size == x->args_size && !memcmp(f->args, w->args, x->args_size));
}

static void check_configs(const rkh_config_t *a, const rkh_config_t *b)
{
    uint8_t one[13], two[13];
    pack(a, one);
    pack(b, two);
    assert(!memcmp(one, two, 13) && a->id_size == b->id_size);
}

// chunk: size of the chunks.
static void read_it(const rkh_config_t *c, const uint8_t *bytes, size_t count, size_t chunk)
{
    uint8_t memory[CAPACITY];
    rkh_reader_t r;
    unsigned next = 0;
    int what;
    assert(!rkh_reader_init(&r, c, memory, CAPACITY));
    for (size_t at = 0; at < count; at += chunk) {
        assert(!rkh_feed(&r, bytes + at, count - at < chunk ? count - at : chunk));
        while ((what = rkh_next(&r)) != RKH_MORE)
            check(&next, &r, what);
    }
    if ((what = rkh_finish(&r)) != RKH_MORE)
        check(&next, &r, what);
    assert(next == wanted_count && rkh_finish(&r) == RKH_MORE);
    assert(r.totals.bytes == totals.bytes && r.totals.frames == totals.frames &&
           r.totals.lost == totals.lost && r.totals.damaged == totals.damaged &&
           r.totals.skipped == totals.skipped && r.totals.restarts == totals.restarts);
    check_configs(&r.config, &config);
}

// ---- TCFG: every size in every field, every flag; each byte of it with any value

static void tcfg(void)
{
    uint8_t bytes[13], own[13];
    for (unsigned flags = 0; flags < 8; flags++) {
        rkh_config_t c = rkh_config_default;
        c.sequence = flags & 1, c.timestamp = flags & 2, c.checksum = flags & 4;
        c.flags = 1u << any(15);
        c.version = (uint16_t)any(65536), c.hz = (uint16_t)any(65536), c.pools = (uint8_t)any(16);
        c.signal_size = 8, c.pointer_size = 2, c.ticks_size = 4, c.blocks_size = 1,
        c.elements_size = 0, c.event_size = 8, c.block_size = 2;
        rkh_tcfg_pack(&c, bytes);
        pack(&c, own);
        assert(!memcmp(bytes, own, 13));
        assert(rkh_head_size(&c) == 1u + (flags & 1) + (flags & 2 ? 4 : 0));
        for (unsigned at = 0; at < 13; at++)
            for (unsigned value = 0; value < 256; value++) {
                rkh_config_t read = c, wants;
                memcpy(bytes, own, 13);
                bytes[at] = (uint8_t)value;
                config = c;
                const bool good = unpack(bytes, &wants);
                assert(rkh_tcfg_unpack(&read, bytes) == (good ? 0 : RKH_E_FORMAT));
                check_configs(&read, good ? &wants : &c);
                assert(rkh_config_valid(&wants) == good);
            }
    }
}

// ---- plausible RKH: a TCFG; or four frames and more, half of them in sequence, nearly all good

static void probe(void)
{
    const rkh_config_t c = rkh_config_default;
    for (unsigned frames = 0; frames < 34; frames += frames < 12 ? 1 : 7)
        for (unsigned late = 0; late <= frames; late++) // frames after lost ones
            for (unsigned bad = 0; bad < 9; bad++) {
                rkh_config_t found = {0};
                uint8_t sequence = 0;
                size = 0;
                stream[size++] = 0x7e;
                for (unsigned n = 0; n < frames; n++) {
                    sequence = (uint8_t)(sequence + (n >= frames - late ? 2 : 1));
                    put_frame((const uint8_t[7]){1, sequence, 3, 4, 5, 6, 7}, 7, true);
                }
                for (unsigned n = 0; n < bad; n++)
                    put_frame((const uint8_t[9]){1, 2, 3, 4, 5, 6, 7, 8, 9}, 9, false);
                const unsigned lost = late && late == frames
                                          ? late - 1
                                          : late; // a loss before the first frame is unknown
                const bool good = frames >= 4 && 2 * (frames - lost) >= frames &&
                                  bad <= frames / 8 + 2;
                assert(rkh_probe(stream, size, &found) == good);
                if (good)
                    check_configs(&found, &c);
            }
}

int main(void)
{
    // no_sum: the reader expects no checksums; a TCFG announces them
    static const struct {
        uint8_t id_size;
        bool sequence, timestamp, checksum;
        uint8_t timestamp_size;
        bool no_sum;
    } kinds[] = {
        {1, true, true, true, 4, false},  {1, true, true, false, 1, false},
        {2, true, true, true, 2, false},  {4, false, true, true, 1, false},
        {2, true, false, true, 0, false}, {1, false, false, false, 4, false},
        {1, true, true, true, 1, true},
    };
    enum {
        IMPOSSIBLE = RKH_DAMAGE_CUT + 1,
        FRAME
    }; // beside the kinds of damage: a TCFG of the right size; none
    unsigned seen = 0;
    tcfg();
    probe();
    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        rkh_config_t c = rkh_config_default;
        c.id_size = kinds[k].id_size, c.sequence = kinds[k].sequence,
        c.timestamp = kinds[k].timestamp, c.checksum = kinds[k].checksum,
        c.timestamp_size = kinds[k].timestamp_size;
        make(&c);
        assert(size < STREAM);
        rkh_config_t found = {0};
        assert(rkh_probe(stream, size, &found));
        check_configs(&found, &c);
        c.checksum = c.checksum && !kinds[k].no_sum;
        expect(&c, stream, size);
        for (size_t chunk = 1; chunk < 50; chunk++)
            read_it(&c, stream, size, chunk);
        read_it(&c, stream, size, size);
        for (size_t at = 0; at <= size; at++) {
            expect(&c, stream, at);
            read_it(&c, stream, at, 1 + at % 13);
            expect(&c, stream + at, size - at);
            read_it(&c, stream + at, size - at, 1 + any(60));
        }
        for (size_t at = 0; at < size; at++) {
            const uint8_t there = stream[at], values[] = {0,
                                                          0x7d,
                                                          0x7e,
                                                          there ^ 1,
                                                          there ^ 0x20,
                                                          there ^ 0x80,
                                                          (uint8_t)any(256)};
            for (unsigned i = 0; i < sizeof values; i++) {
                stream[at] = values[i];
                expect(&c, stream, size);
                read_it(&c, stream, size, 1 + any(30));
                for (unsigned n = 0; n < wanted_count; n++) {
                    const rkh_damage_t *d = &wanted[n].damage;
                    const unsigned kind = wanted[n].what != RKH_DAMAGE                 ? FRAME
                                          : d->kind == RKH_DAMAGE_TCFG && !d->expected ? IMPOSSIBLE
                                                                                       : d->kind;
                    if (kind != FRAME && !(seen >> kind & 1))
                        check_text(d);
                    seen |= 1u << kind;
                }
            }
            stream[at] = there;
        }
    }
    assert(seen == (1u << (FRAME + 1)) - 1); // each kind of damage was met
    printf("each way of reading says the same\n");
    return 0;
}
