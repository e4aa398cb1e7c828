// SPDX-License-Identifier: Apache-2.0
// flux emitter: hand-written bytes for each kind of entry and layout, and all kinds of errors.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flux.h"
#include "flux_file.h"
#include "flux_pack.h"

static int failures;

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "flux_emitter: line %d: not %s\n", __LINE__, #condition);              \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

static uint8_t memory[4096];
static flux_buffer_t buffer;
static flux_trace_t trace;

static void start(flux_layout_t layout)
{
    flux_buffer_init(&buffer, memory, sizeof memory, NULL, NULL);
    flux_trace_init(&trace, &buffer, layout);
}

// True if the buffer holds the bytes of hex; empties it.
static bool holds(const char *hex)
{
    uint8_t expected[256];
    uint32_t size = 0;
    for (const char *p = hex; *p; p++) {
        unsigned byte;
        if (*p == ' ')
            continue;
        sscanf(p++, "%2x", &byte);
        expected[size++] = (uint8_t)byte;
    }
    bool same = size == buffer.used && !memcmp(memory, expected, size);
    if (!same) {
        fprintf(stderr, "flux_emitter: wrote");
        for (uint32_t i = 0; i < buffer.used; i++)
            fprintf(stderr, " %02x", memory[i]);
        fprintf(stderr, ", not %s\n", hex);
    }
    buffer.used = 0;
    return same;
}

static void bytes_of_each_kind(void)
{
    flux_domain_t t = {0};
    start(FLUX_CLASSIC);
    EXPECT(flux_emit_head(&trace, &(flux_head_t){.name = FLUX_STR("example"),
                                                 .description = FLUX_STR("flux example"),
                                                 .max_item = 2,
                                                 .max_entry = 4096}) == 0);
    EXPECT(holds("0001 666c7578 06 00 07 6578616d706c65 0c 666c7578206578616d706c65 00 02 8020"));
    EXPECT(flux_emit_switch(&trace, 300) == 0 && holds("0004 ac02"));
    EXPECT(flux_emit_scope(&trace,
                           &(flux_scope_t){5, 1, FLUX_STR("s"), FLUX_STR(""), FLUX_STR("t")}) == 0);
    EXPECT(holds("0010 05 01 0173 00"));
    flux_signal_t s = {
        .item = 1, .name = FLUX_STR("i"), .type = FLUX_LOGIC, .descriptor = FLUX_STR("<bits=2>")};
    EXPECT(flux_emit_signal(&trace, &s) == 0 && holds("0011 01 00 0169 00 03 08 3c626974733d323e"));
    s.last = 4;
    EXPECT(flux_emit_signal(&trace, &s) == 0 &&
           holds("0012 01 04 00 0169 00 03 08 3c626974733d323e"));
    s.last = 0;
    s.scattered = true;
    s.to = 3;
    EXPECT(flux_emit_signal(&trace, &s) == 0 &&
           holds("0014 01 00 0169 00 03 08 3c626974733d323e 00 03"));
    flux_reference_t r = {.item = 1, .parent = 5, .name = FLUX_STR("r")};
    EXPECT(flux_emit_reference(&trace, &r) == 0 && holds("0013 01 05 0172 00"));
    r.scattered = true;
    EXPECT(flux_emit_reference(&trace, &r) == 0 && holds("0015 01 05 0172 00 00 00"));
    EXPECT(flux_emit_enum(&trace,
                          &(flux_enum_t){6, FLUX_ENUM_MEMBER + 3, FLUX_STR("Yes"), 0xfff1}) == 0);
    EXPECT(holds("0030 06 0b 03596573 f1ff03"));
    flux_member_t m = {.item = 4,
                       .member = 2,
                       .parent = 1,
                       .label = FLUX_STR("m"),
                       .type = FLUX_M_FLOAT,
                       .modifiers = FLUX_M_HIDDEN,
                       .scale = -1};
    EXPECT(flux_emit_member(&trace, &m) == 0 && holds("0031 04 02 01 016d 84 00"));
    EXPECT(flux_emit_base(&trace, FLUX_STR("us")) == 0 && holds("0022 02 7573"));
    EXPECT(flux_emit_open(&trace, &t,
                          &(flux_open_t){.base = FLUX_STR("ns"), .start = -5, .rate = 200}) == 0);
    EXPECT(holds("0020 00 02 6e73 01fb 02c800") && t.current == -5 && t.open && t.start == -5 &&
           t.rate == 200 && t.item == 0);
    EXPECT(flux_emit_current(&trace, &t, 0) == 0 && holds("0023 00 00") && t.current == 0);
    EXPECT(flux_emit_integer(&trace, &t, 1, 0, 0) == 0 && holds("08 01"));
    EXPECT(flux_emit_integer(&trace, &t, 1, 10, 1) == 0 && holds("0a 0a 11 01"));
    EXPECT(flux_emit_integer(&trace, &t, 1, 10, -129) == 0 && holds("08 21 7fff"));
    EXPECT(flux_emit_integer(&trace, &t, 1, 10, INT64_MIN) == 0 &&
           holds("08 8101 0000000000000080"));
    EXPECT(flux_emit_unsigned(&trace, &t, 1, 10, 200) == 0 && holds("08 21 c800"));
    EXPECT(flux_emit_unsigned(&trace, &t, 1, 10, UINT64_MAX) == 0 &&
           holds("08 9101 ffffffffffffffff00"));
    EXPECT(flux_emit_event(&trace, &t, 16, 10 + (1ll << 32), 127) == 0 &&
           holds("8201 8080808010 12 7f"));
    t.current = 10;
    EXPECT(flux_emit_float(&trace, &t, 2, 10, 1.5) == 0 && holds("10 8901 000000000000f83f"));
    EXPECT(flux_emit_float32(&trace, &t, 2, 11, 1.5f) == 0 && holds("12 01 45 0000c03f"));
    EXPECT(flux_emit_text(&trace, &t, 2, 11, FLUX_STR("ab")) == 0 && holds("10 21 6162"));
    EXPECT(flux_emit_none(&trace, &t, 2, 11) == 0 && holds("10 00"));
    EXPECT(flux_emit_data(&trace, &t,
                          &(flux_data_t){.item = 1,
                                         .tag = 2,
                                         .df = 1,
                                         .size = 1,
                                         .data = (const uint8_t *)"\7",
                                         .position = 12}) == 0 &&
           holds("0f 02 01 11 07"));
    EXPECT(flux_emit_close(&trace, &t, 100) == 0 && holds("0021 00 01 64") && !t.open);
    EXPECT(flux_emit_relation(&trace, &(flux_relation_t){15, 1, 1, 2, -300, 0}) == 0);
    EXPECT(holds("0040 0f 01 01 02 02d4fe 00"));
    EXPECT(flux_emit_label(&trace, &(flux_label_t){15, 7, 0, 0}) == 0 && holds("0041 0f 07 00 00"));
    EXPECT(flux_emit_result(&trace, &(flux_control_t){.control = 1, .message = 2}) == 0 &&
           holds("0081 01 02 00"));
    EXPECT(flux_emit_block(&buffer, &(flux_block_t){FLUX_GZIP, 300, 2, (const uint8_t *)"xy"}) ==
           0);
    EXPECT(holds("0005 03 ac02 02 7879"));

    start(FLUX_V4);
    s = (flux_signal_t){.item = 1, .name = FLUX_STR("i"), .type = FLUX_FLOAT};
    EXPECT(flux_emit_head(&trace, &(flux_head_t){0}) == 0 &&
           holds("0001 666c7578 04 00 00 00 00 00 00"));
    EXPECT(flux_emit_signal(&trace, &s) == 0 && holds("0011 01 00 0169 00 04 00"));
    m.parent = 0;
    EXPECT(flux_emit_member(&trace, &m) == 0 && holds("0031 04 02 016d 84 00"));
    EXPECT(flux_emit_relation(&trace, &(flux_relation_t){6, 0, 1, 2, 25, 0}) == 0 &&
           holds("0040 06 01 02 01 19"));
    EXPECT(flux_emit_label(&trace, &(flux_label_t){6, 1, 5, -5}) == 0 &&
           holds("0041 06 01 0105 01fb"));

    start(FLUX_EXTENDED);
    s.tags = FLUX_STR("gantt");
    s.scale = 6;
    s.descriptor = FLUX_STR("hex");
    EXPECT(flux_emit_head(&trace, &(flux_head_t){0}) == 0 &&
           holds("0001 666c7578 06 00 00 00 00 00 00"));
    EXPECT(flux_emit_scope(&trace,
                           &(flux_scope_t){5, 1, FLUX_STR("s"), FLUX_STR(""), FLUX_STR("t")}) == 0);
    EXPECT(holds("0010 05 01 0173 00 0174"));
    EXPECT(flux_emit_signal(&trace, &s) == 0 &&
           holds("0011 01 00 0169 00 0567616e7474 03 0c 03686578"));
    EXPECT(flux_emit_member(&trace, &m) == 0 && holds("0031 04 02 00 016d 00 00 00 83 01 00"));
}

static void logic_as_the_format_says(void)
{
    static const struct {
        const char *states, *bytes;
    } cases[] = {
        {"000000000001", "08 19 01"},
        {"100000000000", "08 29 f800"},
        {"ZZZZZZZZZZZZ", "08 1a aa"},
        {"XXXXXXXXXXXX", "08 1a ff"},
        {"U-LHWX01ZX01", "08 6b 684573012301"},
        {"000000000000", "08 01"},
        {"111111111111", "08 05"},
        {"10000000", "08 19 80"},
        {"00000000Z001", "08 2a 0081"},
        {"1", "08 05"},
    };
    flux_domain_t t = {.open = true};
    start(FLUX_CLASSIC);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t states[16];
        uint32_t n = (uint32_t)strlen(cases[i].states);
        for (uint32_t k = 0; k < n; k++)
            states[k] = (uint8_t)(strchr(flux_logic_chars, cases[i].states[k]) - flux_logic_chars);
        EXPECT(flux_emit_logic(&trace, &t, 1, 0, states, n) == 0 && holds(cases[i].bytes));
    }
}

static void what_is_dropped(void)
{
    flux_domain_t t = {0};
    start(FLUX_CLASSIC);
    EXPECT(flux_emit_integer(&trace, &t, 1, 0, 1) == FLUX_E_CLOSED);
    EXPECT(flux_emit_current(&trace, &t, 0) == FLUX_E_CLOSED);
    EXPECT(flux_emit_close(&trace, &t, 0) == FLUX_E_CLOSED);
    t.open = true;
    t.current = 100;
    EXPECT(flux_emit_integer(&trace, &t, 1, 99, 1) == FLUX_E_BACK && t.current == 100);
    EXPECT(flux_emit_integer(&trace, &t, 0, 100, 1) == FLUX_E_ARG);
    EXPECT(flux_emit_data(&trace, &t, &(flux_data_t){.item = 1, .position = 100, .df = 16}) ==
           FLUX_E_ARG);
    EXPECT(flux_emit_data(&trace, &t,
                          &(flux_data_t){.item = 1, .position = 100, .size = 1, .data = memory}) ==
           FLUX_E_ARG);
    EXPECT(flux_emit_logic(&trace, &t, 1, 100, (const uint8_t[]){16}, 1) == FLUX_E_ARG);
    EXPECT(flux_emit_logic(&trace, &t, 1, 100, memory, 0) == FLUX_E_ARG);
    EXPECT(flux_emit_signal(&trace, &(flux_signal_t){.item = 5, .last = 4}) == FLUX_E_ARG);
    EXPECT(flux_emit_signal(&trace, &(flux_signal_t){.item = 5, .type = 16}) == FLUX_E_ARG);
    EXPECT(flux_emit_label(&trace, &(flux_label_t){.x = -1}) == FLUX_E_ARG);
    EXPECT(flux_emit_open(&trace, &t, &(flux_open_t){.base = {(const char *)memory, 32}}) ==
           FLUX_E_ARG);
    EXPECT(flux_emit_base(&trace, (flux_text_t){(const char *)memory, 32}) == FLUX_E_ARG);
    trace.layout = FLUX_V4;
    EXPECT(flux_emit_member(&trace, &(flux_member_t){.parent = 1}) == FLUX_E_ARG);
    EXPECT(flux_emit_relation(&trace, &(flux_relation_t){.type = 1}) == FLUX_E_ARG);
    EXPECT(flux_emit_data(&trace, &t, &(flux_data_t){.item = 1, .tag = 2, .position = 100}) ==
           FLUX_E_ARG);
    for (unsigned type = 0; type < 256; type++) // types of members that a layout has
        for (int layout = FLUX_CLASSIC; layout <= FLUX_EXTENDED; layout++) {
            trace.layout = (flux_layout_t)layout;
            const bool has = layout == FLUX_EXTENDED
                                 ? type <= FLUX_M_TEXT_ARRAY && type != FLUX_M_GLOBAL_ENUM &&
                                       type != FLUX_M_MERGE_ENUM
                                 : type < 16;
            EXPECT(flux_emit_member(&trace, &(flux_member_t){.type = (uint8_t)type}) ==
                       (has ? 0 : FLUX_E_ARG) &&
                   (buffer.used > 0) == has);
            buffer.used = 0;
        }
    trace.layout = FLUX_EXTENDED;
    EXPECT(flux_emit_member(&trace, &(flux_member_t){.type = FLUX_M_GLOBAL_ENUM}) == FLUX_E_ARG);
    EXPECT(flux_emit_member(&trace, &(flux_member_t){.type = 14}) == FLUX_E_ARG);
    EXPECT(holds(""));

    uint8_t bytes[8];
    flux_payload_t p;
    flux_payload_init(&p, bytes, sizeof bytes, FLUX_EXTENDED);
    flux_add_enum(&p, 1, FLUX_M_MERGE_ENUM, 1);
    EXPECT(p.error == FLUX_E_ARG && flux_emit_payload(&trace, &t, 1, 100, 1, &p) == FLUX_E_ARG);
    flux_payload_init(&p, bytes, sizeof bytes, FLUX_CLASSIC);
    flux_add_integer(&p, 1, 1);
    flux_add_float(&p, 1, 1);
    flux_add_integer(&p, 1, 1);
    EXPECT(p.error == FLUX_E_ROOM && p.used == 4);
    EXPECT(holds(""));
}

static int drop(void *arg, const uint8_t *data, uint32_t size)
{
    (void)data, (void)size;
    return *(int *)arg;
}

// A full buffer keeps its content, and the domain its position.
static void a_full_buffer(void)
{
    uint8_t small[17];
    int no = 1;
    flux_domain_t t = {.open = true};
    memset(small, 0xee, sizeof small);
    start(FLUX_CLASSIC);
    flux_buffer_init(&buffer, small, 16, NULL, NULL);
    for (int i = 1; i <= 4; i++)
        EXPECT(flux_emit_integer(&trace, &t, 1, i, i) == 0);
    EXPECT(flux_emit_integer(&trace, &t, 1, 5, 5) == FLUX_E_ROOM && buffer.used == 16 &&
           t.current == 4);
    EXPECT(
        !memcmp(small, "\x0a\x01\x11\x01\x0a\x01\x11\x02\x0a\x01\x11\x03\x0a\x01\x11\x04\xee", 17));
    EXPECT(flux_emit_none(&trace, &t, 1, 4) == FLUX_E_ROOM && flux_flush(&buffer) == 0 &&
           buffer.used == 16);

    flux_buffer_init(&buffer, small, 16, drop, &no);
    buffer.used = 16;
    EXPECT(flux_emit_integer(&trace, &t, 1, 5, 5) == FLUX_E_SINK && buffer.used == 16 &&
           t.current == 4);
    EXPECT(flux_flush(&buffer) == FLUX_E_SINK && buffer.used == 16);
    no = 0;
    EXPECT(flux_emit_text(&trace, &t, 1, 5, (flux_text_t){(const char *)memory, 16}) ==
           FLUX_E_ROOM);
    EXPECT(buffer.used == 16); // too large even for an empty buffer: no call of the handler
    EXPECT(flux_emit_integer(&trace, &t, 1, 5, 5) == 0 && buffer.used == 4 && t.current == 5);
    EXPECT(flux_emit_text(&trace, &t, 1, 5, (flux_text_t){(const char *)memory, UINT32_MAX}) ==
           FLUX_E_ROOM);
    EXPECT(flux_emit_raw(&buffer, memory, 12) == 0 && buffer.used == 16);
    flux_text_t half = {(const char *)memory, 1u << 31}; // two of them are 2^32 bytes
    start(FLUX_CLASSIC);
    EXPECT(flux_emit_scope(&trace, &(flux_scope_t){.item = 1, .name = half, .description = half}) ==
           FLUX_E_ROOM);
    EXPECT(buffer.used == 0);
}

// The sections of a ring before, during and after its wrap, and the two ends of its counter.
static void a_ring(void)
{
    uint8_t ring_memory[3 * (7 + 16) + 2];
    flux_ring_t ring;
    flux_domain_t t = {.open = true};
    start(FLUX_CLASSIC);
    EXPECT(flux_ring_init(&ring, ring_memory, sizeof ring_memory, 1, NULL, NULL) == FLUX_E_ARG);
    EXPECT(flux_ring_init(&ring, ring_memory, sizeof ring_memory, 4, NULL, NULL) == FLUX_E_ARG);
    EXPECT(flux_ring_init(&ring, ring_memory, 200000, 2, NULL, NULL) == FLUX_E_ARG);
    EXPECT(flux_ring_init(&ring, ring_memory, sizeof ring_memory, 3, NULL, NULL) == 0);
    EXPECT(!memcmp(ring_memory, "\0\6\x01\x10\0\0\0", 7) &&
           !memcmp(ring_memory + 23, "\0\6\0\x10\0\0\0", 7));
    EXPECT(!memcmp(ring_memory + 46, "\0\6\x80\x12\0\0\0", 7)); // the last has the remainder
    trace.buffer = &ring.buffer;
    for (int i = 1; i <= 5; i++)
        EXPECT(flux_emit_integer(&trace, &t, 1, i, i) == 0);
    EXPECT(ring_memory[2] == 1 && ring_memory[5] == 16 && ring_memory[25] == 1 &&
           ring_memory[28] == 4);
    for (int i = 6; i <= 13; i++)
        EXPECT(flux_emit_integer(&trace, &t, 1, i, i) == 0);
    EXPECT(ring_memory[2] == 2 && ring_memory[5] == 4 && ring_memory[48] == 0x81 &&
           ring.section == 0);
    EXPECT(flux_emit_text(&trace, &t, 1, 13, (flux_text_t){(const char *)memory, 17}) ==
           FLUX_E_ROOM);
    EXPECT(ring.section == 0 && ring_memory[5] == 4);
    for (int i = 14; i <= 12 * 15; i++)
        EXPECT(flux_emit_integer(&trace, &t, 1, i, i & 63) == 0);
    EXPECT(ring_memory[2] == 15 && ring_memory[25] == 15 && ring_memory[48] == 0x8f);
    EXPECT(flux_emit_integer(&trace, &t, 1, 12 * 15 + 1, 0) == 0 && ring_memory[2] == 1);
    EXPECT(flux_emit_text(&trace, &t, 1, 12 * 15 + 2, (flux_text_t){(const char *)memory, 13}) ==
               FLUX_E_ROOM &&
           ring.section == 0);
    EXPECT(flux_emit_text(&trace, &t, 1, 12 * 15 + 2, (flux_text_t){(const char *)memory, 12}) ==
               0 &&
           ring.section == 1 && ring_memory[28] == 16);
}

// ---- every function with every amount of space

static flux_domain_t open_item;

#define KINDS 31
static int emit_kind(int kind, flux_layout_t layout)
{
    static const uint8_t states[] = {0, 1, 2, 3, 0, 1, 2, 3, 5};
    static uint8_t bytes[64];
    flux_domain_t *t = &open_item;
    flux_payload_t p;
    flux_payload_init(&p, bytes, sizeof bytes, layout);
    switch (kind) {
    case 0:
        return flux_emit_head(&trace, &(flux_head_t){.name = FLUX_STR("name"), .max_item = 1000});
    case 1: return flux_emit_switch(&trace, 3);
    case 2:
        return flux_emit_scope(
            &trace, &(flux_scope_t){5, 1, FLUX_STR("scope"), FLUX_STR("text"), FLUX_STR("tag")});
    case 3:
        return flux_emit_signal(
            &trace, &(flux_signal_t){.item = 5, .name = FLUX_STR("signal"), .type = FLUX_EVENT});
    case 4:
        return flux_emit_signal(&trace,
                                &(flux_signal_t){.item = 5, .last = 300, .type = FLUX_EVENT});
    case 5:
        return flux_emit_signal(
            &trace, &(flux_signal_t){.item = 5, .scattered = true, .from = 4, .to = 300});
    case 6:
        return flux_emit_reference(&trace,
                                   &(flux_reference_t){.item = 5, .name = FLUX_STR("reference")});
    case 7:
        return flux_emit_reference(
            &trace, &(flux_reference_t){.item = 5, .scattered = true, .from = 4, .to = 300});
    case 8:
        return flux_emit_enum(&trace, &(flux_enum_t){5, FLUX_ENUM_TARGET, FLUX_STR("label"), 1000});
    case 9:
        return flux_emit_member(
            &trace, &(flux_member_t){.item = 5, .label = FLUX_STR("member"), .type = FLUX_M_TEXT});
    case 10: return flux_emit_open(&trace, t, &(flux_open_t){5, FLUX_STR("ns"), 1000, 10, false});
    case 11: return flux_emit_close(&trace, t, 5000);
    case 12: return flux_emit_base(&trace, FLUX_STR("us"));
    case 13: return flux_emit_current(&trace, t, 1234);
    case 14: return flux_emit_integer(&trace, t, 5, 1000, 1000);
    case 15: return flux_emit_unsigned(&trace, t, 5, 1000, UINT64_MAX);
    case 16: return flux_emit_event(&trace, t, 5, INT64_MAX, INT64_MIN);
    case 17: return flux_emit_float(&trace, t, 5, 1000, 1);
    case 18: return flux_emit_float32(&trace, t, 5, 1000, 1);
    case 19: return flux_emit_text(&trace, t, 5, 1000, FLUX_STR("text"));
    case 20: return flux_emit_binary(&trace, t, 5, 1000, "\0\1\2", 3);
    case 21: return flux_emit_none(&trace, t, 5, 1000);
    case 22: return flux_emit_logic(&trace, t, 5, 1000, states, 8);
    case 23: return flux_emit_logic(&trace, t, 5, 1000, states, 9);
    case 24:
        return flux_emit_data(
            &trace, t,
            &(flux_data_t){
                .item = 5, .tag = 1, .df = 1, .size = 20, .data = memory, .position = 1000});
    case 25:
        flux_add_integer(&p, 1, 1000);
        flux_add_text(&p, 2, FLUX_STR("text"));
        return flux_emit_payload(&trace, t, 5, 1000, 1, &p);
    case 26: return flux_emit_relation(&trace, &(flux_relation_t){5, 0, 1, 2, 1000, 0});
    case 27: return flux_emit_label(&trace, &(flux_label_t){5, 1, 0, 0});
    case 28:
        flux_add_integer(&p, 1, 1000);
        return flux_emit_request(&trace, &(flux_control_t){1, 2, 1, p.data, p.used});
    case 29: return flux_emit_result(&trace, &(flux_control_t){300, 2, 0, NULL, 0});
    default: return flux_emit_block(&buffer, &(flux_block_t){FLUX_LZ4, 300, 20, memory});
    }
}

// An entry is written completely or not at all, with any amount of space. Bytes before it and
// behind the buffer stay, and a rejected entry leaves the domain unchanged. Memory of exactly the
// size lets the sanitizer detect accesses beyond it.
static void any_room(void)
{
    const flux_domain_t before = {.item = 5, .current = 900, .open = true};
    for (int layout = FLUX_CLASSIC; layout <= FLUX_EXTENDED; layout++)
        for (int kind = 0; kind < KINDS; kind++) {
            static uint8_t whole[512];
            flux_buffer_init(&buffer, whole, sizeof whole, NULL, NULL);
            flux_trace_init(&trace, &buffer, (flux_layout_t)layout);
            open_item = before;
            EXPECT(emit_kind(kind, (flux_layout_t)layout) == 0);
            uint32_t size = buffer.used;
            for (uint32_t room = 0; room < size + 40; room++) {
                uint8_t *exact = malloc(3 + room);
                memset(exact, 0xa5, 3 + room);
                flux_buffer_init(&buffer, exact, 3 + room, NULL, NULL);
                buffer.used = 3;
                open_item = before;
                int rc = emit_kind(kind, (flux_layout_t)layout);
                bool fits = room >= size;
                EXPECT(rc == (fits ? 0 : FLUX_E_ROOM) && buffer.used == 3 + (fits ? size : 0));
                EXPECT(!memcmp(exact, "\xa5\xa5\xa5", 3));
                if (fits)
                    EXPECT(!memcmp(exact + 3, whole, size));
                else
                    EXPECT(open_item.current == 900 && open_item.open && open_item.start == 0);
                free(exact);
            }
        }
}

// ---- structs and arrays

static void payloads_as_the_format_says(void)
{
    flux_domain_t t = {.open = true};
    uint8_t bytes[200], inner[50];
    flux_payload_t p, n;
    start(FLUX_CLASSIC);
    flux_payload_init(&p, bytes, sizeof bytes, FLUX_CLASSIC);
    flux_add_integer(&p, 0, 42);
    flux_add_unsigned(&p, 1, 200);
    flux_add_enum(&p, 2, FLUX_M_GLOBAL_ENUM, -1);
    flux_add_float(&p, 3, 1.5);
    flux_add_text(&p, 300, FLUX_STR("ab"));
    flux_add_member(&p, 5, FLUX_M_BINARY, "\0", 1);
    flux_payload_init(&n, inner, sizeof inner, FLUX_CLASSIC);
    flux_add_integer(&n, 7, 1);
    flux_add_member(&p, 6, FLUX_M_STRUCT, n.data, n.used);
    flux_payload_init(&n, inner, sizeof inner, FLUX_CLASSIC);
    flux_add_count(&n, 2);
    flux_add_integer_element(&n, 0);
    flux_add_integer_element(&n, -300);
    flux_add_member(&p, 8, FLUX_M_INTEGER_ARRAY | 0x10, n.data, n.used);
    flux_add_unsigned(&p, 9, UINT64_MAX);
    EXPECT(p.error == 0 && flux_emit_payload(&trace, &t, 1, 0, 1, &p) == 0);
    EXPECT(holds("08 d107  00 03 01 2a  01 03 02 c800  02 02 01 ff  03 04 08 000000000000f83f  "
                 "ac02 01 02 6162  05 06 01 00"
                 "  06 09 04 07 03 01 01  08 1b 05 02 00 02 d4fe  09 03 09 ffffffffffffffff00"));

    flux_payload_init(&p, bytes, sizeof bytes,
                      FLUX_CLASSIC); // as many as the definition says: no count
    flux_add_integer_element(&p, 1);
    flux_add_integer_element(&p, 1000);
    EXPECT(flux_emit_payload(&trace, &t, 1, 0, 5, &p) == 0 && holds("08 55 01 01 02 e803"));
    flux_payload_init(&p, bytes, sizeof bytes, FLUX_CLASSIC);
    flux_add_count(&p, 2);
    flux_add_float32_element(&p, 1.5f);
    flux_add_float32_element(&p, 0);
    EXPECT(flux_emit_payload(&trace, &t, 1, 0, 7, &p) == 0 &&
           holds("08 9701 02 0000c03f 00000000"));
    flux_payload_init(&p, bytes, sizeof bytes, FLUX_CLASSIC);
    flux_add_count(&p, 1);
    flux_add_float_element(&p, 1.5);
    EXPECT(flux_emit_payload(&trace, &t, 1, 0, 11, &p) == 0 &&
           holds("08 9b01 01 000000000000f83f"));
    flux_payload_init(&p, bytes, sizeof bytes, FLUX_CLASSIC);
    flux_add_count(&p, 2);
    flux_add_element(&p, "ab", 2);
    flux_add_element(&p, "", 0);
    EXPECT(flux_emit_payload(&trace, &t, 1, 0, 3, &p) == 0 && holds("08 53 02 02 6162 00"));

    flux_payload_init(&p, bytes, sizeof bytes, FLUX_EXTENDED);
    flux_add_float(&p, 3, 1.5);
    EXPECT(holds("") && p.used == 11 && p.data[1] == 3);
    flux_payload_init(&p, bytes, sizeof bytes, FLUX_CLASSIC);
    flux_add_integer(&p, 0, 42);
    EXPECT(flux_emit_request(&trace, &(flux_control_t){0x201, 2, 1, p.data, p.used}) == 0);
    EXPECT(holds("0080 8104 02 01 00 03 01 2a"));
}

// ---- custom buffers, handlers

static uint8_t sink[1 << 16];
static uint32_t sink_used, sink_room;

static int to_sink(void *arg, const uint8_t *data, uint32_t size)
{
    (void)arg;
    if (size > sink_room - sink_used)
        return -1;
    memcpy(sink + sink_used, data, size);
    sink_used += size;
    return 0;
}

// A custom buffer: two pieces of memory, one of which can be sent while the other is written;
// counts entries.
typedef struct {
    flux_buffer_t buffer;
    uint8_t pieces[2][24];
    int piece, commits;
} double_buffer_t;

static int other_piece(flux_buffer_t *b, uint32_t need)
{
    double_buffer_t *d = (double_buffer_t *)b;
    if (need > sizeof d->pieces[0] || to_sink(NULL, b->data, b->used))
        return FLUX_E_ROOM;
    d->piece ^= 1;
    b->data = d->pieces[d->piece];
    b->used = 0;
    return 0;
}

static void count_entry(flux_buffer_t *b) { ((double_buffer_t *)b)->commits++; }

static uint32_t blocks_seen;

static int count_block(void *ctx, const flux_where_t *where, const flux_block_t *block)
{
    (void)ctx, (void)where, (void)block;
    blocks_seen++;
    return 0;
}

static int count_samples(void *ctx, const flux_where_t *where, const flux_data_t *d)
{
    int64_t *count = ctx;
    (void)where;
    if (d->size > 8) // text
        return 0;
    EXPECT(d->position == *count + 1 && d->integer == *count + 1);
    ++*count;
    return 0;
}

// Number of samples in the sink, each checked for its number and value; negative error.
static int64_t samples_in_sink(void)
{
    static const flux_visitor_t visitor = {.data = count_samples, .block = count_block};
    int64_t count = 0;
    blocks_seen = 0;
    flux_reader_config_t config;
    flux_reader_defaults(&config);
    flux_unpack_all(&config);
    size_t size = flux_reader_size(&config);
    void *reader_memory = malloc(size);
    flux_reader_t *r = flux_reader_init(reader_memory, size, &config, &visitor, &count);
    int rc = flux_reader_push(r, sink, sink_used);
    rc = rc ? rc : flux_reader_end(r);
    free(reader_memory);
    return rc ? rc : count;
}

static void a_custom_buffer(void)
{
    static double_buffer_t d;
    flux_domain_t t;
    sink_used = 0;
    sink_room = sizeof sink;
    d.buffer = (flux_buffer_t){.data = d.pieces[0],
                               .size = sizeof d.pieces[0],
                               .more = other_piece,
                               .commit = count_entry};
    flux_trace_init(&trace, &d.buffer, FLUX_CLASSIC);
    EXPECT(flux_emit_head(&trace, &(flux_head_t){.max_item = 1}) == 0);
    EXPECT(flux_emit_open(&trace, &t, &(flux_open_t){.base = FLUX_STR("ns")}) == 0);
    for (int i = 1; i <= 100; i++)
        EXPECT(flux_emit_integer(&trace, &t, 1, i, i) == 0);
    EXPECT(flux_emit_text(&trace, &t, 1, 100, (flux_text_t){(const char *)memory, 23}) ==
               FLUX_E_ROOM &&
           t.current == 100);
    EXPECT(d.commits == 102);
    to_sink(NULL, d.buffer.data, d.buffer.used);
    EXPECT(samples_in_sink() == 100);
}

// A chain whose sink is full, and later is not: no entry is lost or repeated.
static void a_blocked_chain(void)
{
    static uint8_t first[256], second[512], third[1024], scratch[2][512];
    static uint64_t work[FLUX_PACK_WORK / 8];
    for (uint8_t mode = 0; mode < FLUX_MODES; mode++) {
        flux_buffer_t outer, middle, inner;
        flux_packer_t pack_middle = {&outer, mode, scratch[0], sizeof scratch[0], work};
        flux_packer_t pack_inner = {&middle, (uint8_t)(FLUX_MODES - 1 - mode), scratch[1],
                                    sizeof scratch[1], work};
        flux_domain_t t;
        int blocked = 0;
        flux_buffer_init(&outer, third, sizeof third, to_sink, NULL);
        flux_buffer_init(&middle, second, sizeof second, flux_packer_handler, &pack_middle);
        flux_buffer_init(&inner, first, sizeof first, flux_packer_handler, &pack_inner);
        sink_used = sink_room = 0;
        flux_trace_init(&trace, &outer, FLUX_CLASSIC);
        EXPECT(flux_emit_head(&trace, &(flux_head_t){.max_item = 1}) == 0);
        EXPECT(flux_emit_open(&trace, &t, &(flux_open_t){.base = FLUX_STR("ns")}) == 0);
        trace.buffer = &inner;
        for (int i = 1; i <= 2000; i++) {
            int rc = flux_emit_integer(&trace, &t, 1, i, i);
            if (rc) {
                EXPECT(rc == FLUX_E_SINK && t.current == i - 1);
                blocked++;
                sink_room += 100 + sizeof third;
                rc = flux_emit_integer(&trace, &t, 1, i, i);
            }
            EXPECT(rc == 0);
            if (i % 4 == 0 && flux_emit_text(&trace, &t, 2, i, FLUX_STR("worth to be packed"))) {
                blocked++;
                sink_room += 100 + sizeof third;
                EXPECT(flux_emit_text(&trace, &t, 2, i, FLUX_STR("worth to be packed")) == 0);
            }
        }
        sink_room = sizeof sink;
        EXPECT(flux_flush(&inner) == 0 && flux_flush(&middle) == 0 && flux_flush(&outer) == 0);
        EXPECT(blocked >= 2 && samples_in_sink() == 2000 && blocks_seen > 10);
    }
    // packed blocks that do not fit in their target: an error, and the entries stay
    flux_buffer_t outer, inner;
    flux_packer_t packer = {&outer, FLUX_LZ4, scratch[0], sizeof scratch[0], work};
    flux_buffer_init(&outer, third, 4, NULL, NULL);
    flux_buffer_init(&inner, first, sizeof first, flux_packer_handler, &packer);
    EXPECT(flux_emit_raw(&inner, "\x0a\1\x11\1\x0a\1\x11\1", 8) == 0);
    EXPECT(flux_flush(&inner) == FLUX_E_SINK && inner.used == 8 && outer.used == 0);
}

// A block is smaller than its content, or the content is not packed: for every size, easily packed
// or not at all, with little space or much.
static void only_what_pays(void)
{
    static uint8_t content[700], third[2048], scratch[2048];
    static uint64_t work[FLUX_PACK_WORK / 8];
    uint32_t random = 1, blocks = 0, copies = 0;
    for (uint8_t mode = 0; mode < FLUX_MODES; mode++)
        for (uint32_t size = 1; size <= sizeof content; size += 1 + size / 16)
            for (uint32_t kinds = 0; kinds < 3; kinds++)
                for (uint32_t room = 0; room < 3; room++) {
                    flux_buffer_t outer;
                    const uint32_t rooms[] = {size / 2, size, sizeof scratch};
                    flux_packer_t packer = {&outer, mode, scratch, rooms[room], work};
                    for (uint32_t i = 0; i < size; i++)
                        content[i] = kinds
                                         ? (uint8_t)((random = random * 1103515245 + 12345) >> 24) %
                                               (kinds == 1 ? 255 : 3)
                                         : 7;
                    memset(scratch, 0xee, sizeof scratch);
                    flux_buffer_init(&outer, third, sizeof third, NULL, NULL);
                    EXPECT(flux_packer_handler(&packer, content, size) == 0);
                    for (uint32_t i = rooms[room]; i < sizeof scratch; i++)
                        EXPECT(scratch[i] == 0xee);
                    if (outer.used == size && !memcmp(third, content, size)) {
                        copies++;
                        continue;
                    }
                    static uint8_t back[sizeof content];
                    flux_reader_config_t config;
                    flux_reader_defaults(&config);
                    flux_unpack_all(&config);
                    uint32_t at = 3, number[2] = {0, 0}; // original size, packed size
                    EXPECT(third[0] == 0 && third[1] == FLUX_PBLK && third[2] == mode);
                    for (uint32_t n = 0; n < 2; n++)
                        for (uint32_t shift = 0;; shift += 7) {
                            number[n] |= (third[at] & 0x7fu) << shift;
                            if (third[at++] < 0x80)
                                break;
                        }
                    EXPECT(number[0] == size && number[1] < size && number[1] <= rooms[room] &&
                           outer.used == at + number[1]);
                    EXPECT(config.unpack[mode](third + at, number[1], back, size, work,
                                               sizeof work) == 0 &&
                           !memcmp(back, content, size));
                    blocks++;
                }
    EXPECT(blocks > 100 && copies > 100);
}

static void a_file(void)
{
    static uint8_t small[64];
    flux_domain_t t;
    FILE *file = tmpfile(), *full = fopen("/dev/full", "wb");
    EXPECT(file && full);
    flux_buffer_init(&buffer, small, sizeof small, flux_file_handler, file);
    flux_trace_init(&trace, &buffer, FLUX_CLASSIC);
    EXPECT(flux_emit_head(&trace, &(flux_head_t){.max_item = 1}) == 0);
    EXPECT(flux_emit_open(&trace, &t, &(flux_open_t){.base = FLUX_STR("ns")}) == 0);
    for (int i = 1; i <= 1000; i++)
        EXPECT(flux_emit_integer(&trace, &t, 1, i, i) == 0);
    EXPECT(flux_flush(&buffer) == 0);
    rewind(file);
    sink_used = (uint32_t)fread(sink, 1, sizeof sink, file);
    EXPECT(samples_in_sink() == 1000);
    fclose(file);

    setvbuf(full, NULL, _IONBF, 0);
    flux_buffer_init(&buffer, small, sizeof small, flux_file_handler, full);
    flux_domain_t u = {.open = true};
    int rc = 0, i = 0;
    while (!rc && i < 100)
        rc = flux_emit_integer(&trace, &u, 1, ++i, 0);
    EXPECT(rc == FLUX_E_SINK && u.current == i - 1 && buffer.used > 50);
    fclose(full);
}

// ---- begins of sections

static flux_domain_t entered[4];
static int entered_results[4];

static void write_currents(flux_ring_t *ring)
{
    for (int i = 0; i < 4; i++)
        entered_results[i] = flux_emit_current(&trace, &entered[i], *(int64_t *)ring->arg);
}

static void a_ring_that_begins_with_positions(void)
{
    static uint8_t ring_memory[2 * (7 + 40)];
    flux_ring_t ring;
    int64_t now = 0x123456;
    for (int i = 0; i < 4; i++)
        entered[i] = (flux_domain_t){.item = (uint32_t)i, .open = true};
    trace = (flux_trace_t){&ring.buffer, FLUX_CLASSIC};
    // more than fits in a section: an error, and nothing goes to another section
    EXPECT(flux_ring_init(&ring, ring_memory, 2 * (7 + 16), 2, write_currents, &now) == 0);
    EXPECT(ring.section == 0 && ring.buffer.used == 14);
    EXPECT(entered_results[0] == 0 && entered_results[1] == 0 && entered_results[2] == FLUX_E_ROOM);
    EXPECT(flux_emit_integer(&trace, &entered[0], 1, now, 5) == FLUX_E_ROOM);
    // a callback that uses the current time: the waiting sample is older
    EXPECT(flux_ring_init(&ring, ring_memory, sizeof ring_memory, 2, write_currents, &now) == 0);
    uint32_t used = ring.buffer.used;
    while (ring.section == 0) {
        used = ring.buffer.used;
        EXPECT(flux_emit_integer(&trace, &entered[0], 1, now, 5) == 0);
    }
    EXPECT(used > 28 && ring.buffer.used > 28 && entered_results[3] == 0);
    while (ring.buffer.used + 3 <= ring.buffer.size)
        EXPECT(flux_emit_integer(&trace, &entered[0], 1, now, 5) == 0);
    now += 1000;
    EXPECT(flux_emit_integer(&trace, &entered[0], 1, now - 10, 5) == FLUX_E_BACK &&
           ring.section == 0);
    EXPECT(ring.buffer.used == 28 && entered[0].current == now);
    EXPECT(flux_emit_logic(&trace, &entered[0], 1, now - 10, (const uint8_t[]){1, 0}, 2) ==
           FLUX_E_BACK);
    EXPECT(flux_emit_text(&trace, &entered[0], 1, now, FLUX_STR("abc")) == 0);
}

int main(void)
{
    bytes_of_each_kind();
    logic_as_the_format_says();
    what_is_dropped();
    a_full_buffer();
    any_room();
    payloads_as_the_format_says();
    a_custom_buffer();
    a_blocked_chain();
    only_what_pays();
    a_file();
    a_ring();
    a_ring_that_begins_with_positions();
    return failures != 0;
}
