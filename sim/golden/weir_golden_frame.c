/* SPDX-License-Identifier: Apache-2.0 */
/* Golden model of the frame sink, from docs/reference/rkh.md. */
#include "weir_golden_frame.h"

enum { GROUP_FWK = 5, GROUP_USR = 6, FWK_TUSR = 11, FWK_TCFG = 12 };
enum { KIND_THREAD = 3, KIND_ISR = 4, KIND_LOSS = 5, KIND_TIME = 6, KINDS = 8 };
enum { TYPE_U8 = 1, TYPE_U16 = 3, TYPE_U32 = 5, TYPE_X32 = 6, TYPE_OBJ = 9 };

static const char *const kind_name[KINDS] = {"USER", "COM",  "SYS",  "THREAD",
                                             "ISR",  "LOSS", "TIME", "NAME"};

/* Bytes of frames, and the frame that is written. */
struct writer {
    uint8_t *bytes;
    size_t size;
    unsigned sum;
};

static void put(struct writer *w, unsigned byte)
{
    byte &= 0xff;
    w->sum += byte;
    if (byte == 0x7e || byte == 0x7d) {
        w->bytes[w->size++] = 0x7d;
        byte ^= 0x20;
    }
    w->bytes[w->size++] = (uint8_t)byte;
}

static void put_number(struct writer *w, uint64_t n, unsigned size)
{
    while (size--) {
        put(w, (unsigned)n);
        n >>= 8;
    }
}

static void put_argument(struct writer *w, unsigned type, unsigned size, uint64_t n)
{
    put(w, type);
    put_number(w, n, size);
}

/* A word of an event, in the fewest bytes that an argument may have. */
static void put_word(struct writer *w, uint64_t n)
{
    unsigned size = n > 0xffff ? 4 : n > 0xff ? 2 : 1;
    put_argument(w, size == 4 ? TYPE_U32 : size == 2 ? TYPE_U16 : TYPE_U8, size, n);
}

static void begin(struct weir_golden_frames *f, struct writer *w, unsigned group, unsigned event)
{
    w->sum = 0;
    if (f->id == 1)
        put(w, group << 5 | event);
    else
        put_number(w, (uint64_t)group << 8 * (f->id - 1) | event, f->id);
    if (group == GROUP_FWK && event == FWK_TCFG)
        return;
    put(w, f->sequence++);
    put_number(w, f->time, f->timestamp);
}

static void end(struct writer *w)
{
    put(w, 0x100 - w->sum % 0x100);
    w->bytes[w->size++] = 0x7e;
}

static void put_configuration(struct weir_golden_frames *f, struct writer *w)
{
    const uint32_t flags = 1u << 2 | 1u << 3 | 1u << 15 | 1u << 16 |
                           1u << 17; /* user, all groups; number, timestamp, checksum */
    begin(f, w, GROUP_FWK, FWK_TCFG);
    put_number(w, 0x3000, 2);
    put_number(w, flags, 4);
    put(w, 1 << 4 | f->timestamp);
    put(w, 4 << 4 | 1);
    put(w, 1 << 4 | 1);
    put(w, 1);
    put(w, 1 << 4 | 0);
    put_number(w, 0, 2);
    end(w);
}

static void put_time(struct weir_golden_frames *f, struct writer *w)
{
    begin(f, w, GROUP_USR, KIND_TIME);
    put_argument(w, TYPE_U32, 4, f->time >> 32);
    put_argument(w, TYPE_U32, 4, f->hz);
    if (f->timestamp == 2)
        put_argument(w, TYPE_U16, 2, f->time >> 16);
    end(w);
}

static void put_start(struct weir_golden_frames *f, struct writer *w)
{
    put_configuration(f, w);
    for (unsigned kind = 0; kind < KINDS; kind++) {
        begin(f, w, GROUP_FWK, FWK_TUSR);
        put_number(w, kind, f->id);
        const char *letter = kind_name[kind];
        do
            put(w, (unsigned char)*letter);
        while (*letter++);
        end(w);
    }
    put_time(f, w);
}

/* What goes before the frame of an entry, and its head. */
static void begin_entry(struct weir_golden_frames *f, struct writer *w, unsigned hart,
                        unsigned kind, uint64_t time)
{
    uint64_t before = f->time;
    f->time = time;
    if (!f->begun) {
        w->bytes[w->size++] = 0x7e;
        f->sequence = 0;
    }
    if (!f->begun || (f->interval && f->since >= f->interval)) {
        put_start(f, w);
        f->begun = true;
        f->since = 0;
    } else if (time >> 8 * f->timestamp != before >> 8 * f->timestamp) {
        put_time(f, w);
    }
    f->since++;
    begin(f, w, GROUP_USR, hart << 3 | kind);
}

size_t weir_golden_frame_event(struct weir_golden_frames *f, const struct weir_golden_event *event,
                               uint8_t bytes[WEIR_GOLDEN_FRAMES_MAX])
{
    struct writer w = {bytes, 0, 0};
    bool is_trap = event->source % 4 == WEIR_GOLDEN_SNOOP && event->id == WEIR_GOLDEN_ISR &&
                   !event->is_switch;
    begin_entry(f, &w, event->source / 4u,
                event->is_switch ? KIND_THREAD
                : is_trap        ? KIND_ISR
                                 : event->class_,
                event->time);
    if (is_trap) {
        bool entry = event->value & 1, interrupt = event->value & 2;
        put_argument(&w, TYPE_U8, 1, entry);
        put_argument(&w, TYPE_X32, 4, (interrupt ? 0x80000000 : 0) | event->value >> 2);
    } else if (event->is_switch) {
        put_argument(&w, TYPE_OBJ, 4, event->value);
    } else {
        put_argument(&w, TYPE_U16, 2, event->id);
        put_word(&w, event->value);
        for (unsigned i = 0; i < event->extra; i++)
            put_word(&w, event->more[i]);
    }
    end(&w);
    return w.size;
}

static size_t put_loss(struct weir_golden_frames *f, unsigned hart, unsigned what, uint32_t number,
                       uint64_t time, uint8_t bytes[WEIR_GOLDEN_FRAMES_MAX])
{
    struct writer w = {bytes, 0, 0};
    begin_entry(f, &w, hart, KIND_LOSS, time);
    put_argument(&w, TYPE_U8, 1, what);
    put_argument(&w, TYPE_U32, 4, number);
    end(&w);
    return w.size;
}

size_t weir_golden_frame_loss(struct weir_golden_frames *f, bool begins, uint64_t dropped,
                              uint64_t time, uint8_t bytes[WEIR_GOLDEN_FRAMES_MAX])
{
    const uint64_t age_max = 0x7fffffff;
    uint64_t age = time - dropped < age_max ? time - dropped : age_max;
    return put_loss(f, 0, begins, (uint32_t)age, time, bytes);
}

size_t weir_golden_frame_dropped(struct weir_golden_frames *f, unsigned kind, unsigned source,
                                 uint32_t total, uint64_t time,
                                 uint8_t bytes[WEIR_GOLDEN_FRAMES_MAX])
{
    return put_loss(f, source / 4, 16 + 4 * kind + source % 4, total, time, bytes);
}
