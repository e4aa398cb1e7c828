// SPDX-License-Identifier: Apache-2.0
// flux emitter: octets written out by hand for each kind of entry and layout, and what happens when something is wrong.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flux.h"
#include "flux_pack.h"

static int failures;

#define EXPECT(condition)                                                                                              \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "flux_emitter: line %d: not %s\n", __LINE__, #condition);                                  \
            failures++;                                                                                                \
        }                                                                                                              \
    } while (0)

static uint8_t memory[4096];
static flux_buffer_t buffer;
static flux_trace_t trace;

static void start(flux_layout_t layout)
{
    flux_buffer_init(&buffer, memory, sizeof memory, NULL, NULL);
    flux_trace_init(&trace, &buffer, layout);
}

// Whether the buffer holds the octets that hex names; empties it.
static bool holds(const char *hex)
{
    uint8_t expected[256];
    uint32_t size = 0;
    for (const char *p = hex; *p; p++) {
        unsigned octet;
        if (*p == ' ')
            continue;
        sscanf(p++, "%2x", &octet);
        expected[size++] = (uint8_t)octet;
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

static void octets_of_each_kind(void)
{
    flux_domain_t t = { 0 };
    start(FLUX_CLASSIC);
    EXPECT(flux_emit_head(&trace, &(flux_head_t){ .name = FLUX_STR("example"), .description = FLUX_STR("flux example"),
                                                  .max_item = 2, .max_entry = 4096 }) == 0);
    EXPECT(holds("0001 666c7578 06 00 07 6578616d706c65 0c 666c7578206578616d706c65 00 02 8020"));
    EXPECT(flux_emit_switch(&trace, 300) == 0 && holds("0004 ac02"));
    EXPECT(flux_emit_scope(&trace, &(flux_scope_t){ 5, 1, FLUX_STR("s"), FLUX_STR(""), FLUX_STR("t") }) == 0);
    EXPECT(holds("0010 05 01 0173 00"));
    flux_signal_t s = { .item = 1, .name = FLUX_STR("i"), .type = FLUX_LOGIC, .descriptor = FLUX_STR("<bits=2>") };
    EXPECT(flux_emit_signal(&trace, &s) == 0 && holds("0011 01 00 0169 00 03 08 3c626974733d323e"));
    s.last = 4;
    EXPECT(flux_emit_signal(&trace, &s) == 0 && holds("0012 01 04 00 0169 00 03 08 3c626974733d323e"));
    s.last = 0;
    s.scattered = true;
    s.to = 3;
    EXPECT(flux_emit_signal(&trace, &s) == 0 && holds("0014 01 00 0169 00 03 08 3c626974733d323e 00 03"));
    flux_reference_t r = { .item = 1, .parent = 5, .name = FLUX_STR("r") };
    EXPECT(flux_emit_reference(&trace, &r) == 0 && holds("0013 01 05 0172 00"));
    r.scattered = true;
    EXPECT(flux_emit_reference(&trace, &r) == 0 && holds("0015 01 05 0172 00 00 00"));
    EXPECT(flux_emit_enum(&trace, &(flux_enum_t){ 6, FLUX_ENUM_MEMBER + 3, FLUX_STR("Yes"), 0xfff1 }) == 0);
    EXPECT(holds("0030 06 0b 03596573 f1ff03"));
    flux_member_t m = { .item = 4, .member = 2, .parent = 1, .label = FLUX_STR("m"), .type = FLUX_M_FLOAT,
                        .modifiers = FLUX_M_HIDDEN, .scale = -1 };
    EXPECT(flux_emit_member(&trace, &m) == 0 && holds("0031 04 02 01 016d 84 00"));
    EXPECT(flux_emit_base(&trace, FLUX_STR("us")) == 0 && holds("0022 02 7573"));
    EXPECT(flux_emit_open(&trace, &t, &(flux_open_t){ .base = FLUX_STR("ns"), .start = -5, .rate = 200 }) == 0);
    EXPECT(holds("0020 00 02 6e73 01fb 02c800") && t.current == -5 && t.open);
    EXPECT(flux_emit_current(&trace, &t, 0) == 0 && holds("0023 00 00") && t.current == 0);
    EXPECT(flux_emit_integer(&trace, &t, 1, 0, 0) == 0 && holds("08 01"));
    EXPECT(flux_emit_integer(&trace, &t, 1, 10, 1) == 0 && holds("0a 0a 11 01"));
    EXPECT(flux_emit_integer(&trace, &t, 1, 10, -129) == 0 && holds("08 21 7fff"));
    EXPECT(flux_emit_integer(&trace, &t, 1, 10, INT64_MIN) == 0 && holds("08 8101 0000000000000080"));
    EXPECT(flux_emit_unsigned(&trace, &t, 1, 10, 200) == 0 && holds("08 21 c800"));
    EXPECT(flux_emit_unsigned(&trace, &t, 1, 10, UINT64_MAX) == 0 && holds("08 9101 ffffffffffffffff00"));
    EXPECT(flux_emit_event(&trace, &t, 16, 10 + (1ll << 32), 127) == 0 && holds("8201 8080808010 12 7f"));
    t.current = 10;
    EXPECT(flux_emit_float(&trace, &t, 2, 10, 1.5) == 0 && holds("10 8901 000000000000f83f"));
    EXPECT(flux_emit_float32(&trace, &t, 2, 11, 1.5f) == 0 && holds("12 01 45 0000c03f"));
    EXPECT(flux_emit_text(&trace, &t, 2, 11, FLUX_STR("ab")) == 0 && holds("10 21 6162"));
    EXPECT(flux_emit_none(&trace, &t, 2, 11) == 0 && holds("10 00"));
    EXPECT(flux_emit_data(&trace, &t, &(flux_data_t){ .item = 1, .tag = 2, .df = 1, .size = 1,
                          .data = (const uint8_t *)"\7", .position = 12 }) == 0 && holds("0f 02 01 11 07"));
    EXPECT(flux_emit_close(&trace, &t, 100) == 0 && holds("0021 00 01 64") && !t.open);
    EXPECT(flux_emit_relation(&trace, &(flux_relation_t){ 15, 1, 1, 2, -300, 0 }) == 0);
    EXPECT(holds("0040 0f 01 01 02 02d4fe 00"));
    EXPECT(flux_emit_label(&trace, &(flux_label_t){ 15, 7, 0, 0 }) == 0 && holds("0041 0f 07 00 00"));
    EXPECT(flux_emit_result(&trace, &(flux_control_t){ .control = 1, .message = 2 }) == 0 && holds("0081 01 02 00"));
    EXPECT(flux_emit_block(&buffer, &(flux_block_t){ FLUX_GZIP, 300, 2, (const uint8_t *)"xy" }) == 0);
    EXPECT(holds("0005 03 ac02 02 7879"));

    start(FLUX_V4);
    s = (flux_signal_t){ .item = 1, .name = FLUX_STR("i"), .type = FLUX_FLOAT };
    EXPECT(flux_emit_head(&trace, &(flux_head_t){ 0 }) == 0 && holds("0001 666c7578 04 00 00 00 00 00 00"));
    EXPECT(flux_emit_signal(&trace, &s) == 0 && holds("0011 01 00 0169 00 04 00"));
    m.parent = 0;
    EXPECT(flux_emit_member(&trace, &m) == 0 && holds("0031 04 02 016d 84 00"));
    EXPECT(flux_emit_relation(&trace, &(flux_relation_t){ 6, 0, 1, 2, 25, 0 }) == 0 && holds("0040 06 01 02 01 19"));
    EXPECT(flux_emit_label(&trace, &(flux_label_t){ 6, 1, 5, -5 }) == 0 && holds("0041 06 01 0105 01fb"));

    start(FLUX_EXTENDED);
    s.tags = FLUX_STR("gantt");
    s.scale = 6;
    s.descriptor = FLUX_STR("hex");
    EXPECT(flux_emit_head(&trace, &(flux_head_t){ 0 }) == 0 && holds("0001 666c7578 06 00 00 00 00 00 00"));
    EXPECT(flux_emit_scope(&trace, &(flux_scope_t){ 5, 1, FLUX_STR("s"), FLUX_STR(""), FLUX_STR("t") }) == 0);
    EXPECT(holds("0010 05 01 0173 00 0174"));
    EXPECT(flux_emit_signal(&trace, &s) == 0 && holds("0011 01 00 0169 00 0567616e7474 03 0c 03686578"));
    EXPECT(flux_emit_member(&trace, &m) == 0 && holds("0031 04 02 00 016d 00 00 00 83 01 00"));
}

static void logic_as_the_format_says(void)
{
    static const struct { const char *states, *octets; } cases[] = {
        { "000000000001", "08 19 01" }, { "100000000000", "08 29 f800" }, { "ZZZZZZZZZZZZ", "08 1a aa" },
        { "XXXXXXXXXXXX", "08 1a ff" }, { "U-LHWX01ZX01", "08 6b 684573012301" }, { "000000000000", "08 01" },
        { "111111111111", "08 05" }, { "10000000", "08 19 80" }, { "00000000Z001", "08 2a 0081" }, { "1", "08 05" },
    };
    flux_domain_t t = { .open = true };
    start(FLUX_CLASSIC);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t states[16];
        uint32_t n = (uint32_t)strlen(cases[i].states);
        for (uint32_t k = 0; k < n; k++)
            states[k] = (uint8_t)(strchr(flux_logic_chars, cases[i].states[k]) - flux_logic_chars);
        EXPECT(flux_emit_logic(&trace, &t, 1, 0, states, n) == 0 && holds(cases[i].octets));
    }
}

static void what_is_refused(void)
{
    flux_domain_t t = { 0 };
    start(FLUX_CLASSIC);
    EXPECT(flux_emit_integer(&trace, &t, 1, 0, 1) == FLUX_E_CLOSED);
    EXPECT(flux_emit_current(&trace, &t, 0) == FLUX_E_CLOSED);
    EXPECT(flux_emit_close(&trace, &t, 0) == FLUX_E_CLOSED);
    t.open = true;
    t.current = 100;
    EXPECT(flux_emit_integer(&trace, &t, 1, 99, 1) == FLUX_E_BACK && t.current == 100);
    EXPECT(flux_emit_integer(&trace, &t, 0, 100, 1) == FLUX_E_ARG);
    EXPECT(flux_emit_data(&trace, &t, &(flux_data_t){ .item = 1, .position = 100, .df = 16 }) == FLUX_E_ARG);
    EXPECT(flux_emit_data(&trace, &t, &(flux_data_t){ .item = 1, .position = 100, .size = 1,
                          .data = memory }) == FLUX_E_ARG);
    EXPECT(flux_emit_logic(&trace, &t, 1, 100, (const uint8_t[]){ 16 }, 1) == FLUX_E_ARG);
    EXPECT(flux_emit_logic(&trace, &t, 1, 100, memory, 0) == FLUX_E_ARG);
    EXPECT(flux_emit_signal(&trace, &(flux_signal_t){ .item = 5, .last = 4 }) == FLUX_E_ARG);
    EXPECT(flux_emit_signal(&trace, &(flux_signal_t){ .item = 5, .type = 16 }) == FLUX_E_ARG);
    EXPECT(flux_emit_label(&trace, &(flux_label_t){ .x = -1 }) == FLUX_E_ARG);
    EXPECT(flux_emit_open(&trace, &t, &(flux_open_t){ .base = { (const char *)memory, 32 } }) == FLUX_E_ARG);
    EXPECT(flux_emit_base(&trace, (flux_text_t){ (const char *)memory, 32 }) == FLUX_E_ARG);
    trace.layout = FLUX_V4;
    EXPECT(flux_emit_member(&trace, &(flux_member_t){ .parent = 1 }) == FLUX_E_ARG);
    EXPECT(flux_emit_relation(&trace, &(flux_relation_t){ .type = 1 }) == FLUX_E_ARG);
    EXPECT(flux_emit_data(&trace, &t, &(flux_data_t){ .item = 1, .tag = 2, .position = 100 }) == FLUX_E_ARG);
    trace.layout = FLUX_EXTENDED;
    EXPECT(flux_emit_member(&trace, &(flux_member_t){ .type = FLUX_M_GLOBAL_ENUM }) == FLUX_E_ARG);
    EXPECT(flux_emit_member(&trace, &(flux_member_t){ .type = 14 }) == FLUX_E_ARG);
    EXPECT(holds(""));

    uint8_t octets[8];
    flux_payload_t p;
    flux_payload_init(&p, octets, sizeof octets, FLUX_EXTENDED);
    flux_add_enum(&p, 1, FLUX_M_MERGE_ENUM, 1);
    EXPECT(p.error == FLUX_E_ARG && flux_emit_payload(&trace, &t, 1, 100, 1, &p) == FLUX_E_ARG);
    flux_payload_init(&p, octets, sizeof octets, FLUX_CLASSIC);
    flux_add_integer(&p, 1, 1);
    flux_add_float(&p, 1, 1);
    flux_add_integer(&p, 1, 1);
    EXPECT(p.error == FLUX_E_ROOM && p.used == 4);
    EXPECT(holds(""));
}

static int refuse(void *arg, const uint8_t *data, uint32_t size)
{
    (void)data, (void)size;
    return *(int *)arg;
}

// A full buffer keeps what is in it, to the octet, and the domain its position.
static void a_full_buffer(void)
{
    uint8_t small[17];
    int no = 1;
    flux_domain_t t = { .open = true };
    memset(small, 0xee, sizeof small);
    start(FLUX_CLASSIC);
    flux_buffer_init(&buffer, small, 16, NULL, NULL);
    for (int i = 1; i <= 4; i++)
        EXPECT(flux_emit_integer(&trace, &t, 1, i, i) == 0);
    EXPECT(flux_emit_integer(&trace, &t, 1, 5, 5) == FLUX_E_ROOM && buffer.used == 16 && t.current == 4);
    EXPECT(!memcmp(small, "\x0a\x01\x11\x01\x0a\x01\x11\x02\x0a\x01\x11\x03\x0a\x01\x11\x04\xee", 17));
    EXPECT(flux_emit_none(&trace, &t, 1, 4) == FLUX_E_ROOM && flux_flush(&buffer) == 0 && buffer.used == 16);

    flux_buffer_init(&buffer, small, 16, refuse, &no);
    buffer.used = 16;
    EXPECT(flux_emit_integer(&trace, &t, 1, 5, 5) == FLUX_E_SINK && buffer.used == 16 && t.current == 4);
    EXPECT(flux_flush(&buffer) == FLUX_E_SINK && buffer.used == 16);
    no = 0;
    EXPECT(flux_emit_text(&trace, &t, 1, 5, (flux_text_t){ (const char *)memory, 16 }) == FLUX_E_ROOM);
    EXPECT(buffer.used == 16); // too large even for an empty buffer: the handler was not asked
    EXPECT(flux_emit_integer(&trace, &t, 1, 5, 5) == 0 && buffer.used == 4 && t.current == 5);
    EXPECT(flux_emit_text(&trace, &t, 1, 5, (flux_text_t){ (const char *)memory, UINT32_MAX }) == FLUX_E_ROOM);
    EXPECT(flux_emit_raw(&buffer, memory, 12) == 0 && buffer.used == 16);
}

// The sections of a ring before, while and after it wraps, and the two ends of its counter.
static void a_ring(void)
{
    uint8_t ring_memory[3 * (7 + 16) + 2];
    flux_ring_t ring;
    flux_domain_t t = { .open = true };
    start(FLUX_CLASSIC);
    EXPECT(flux_ring_init(&ring, ring_memory, sizeof ring_memory, 1, NULL, NULL) == FLUX_E_ARG);
    EXPECT(flux_ring_init(&ring, ring_memory, sizeof ring_memory, 4, NULL, NULL) == FLUX_E_ARG);
    EXPECT(flux_ring_init(&ring, ring_memory, 200000, 2, NULL, NULL) == FLUX_E_ARG);
    EXPECT(flux_ring_init(&ring, ring_memory, sizeof ring_memory, 3, NULL, NULL) == 0);
    EXPECT(!memcmp(ring_memory, "\0\6\x01\x10\0\0\0", 7) && !memcmp(ring_memory + 23, "\0\6\0\x10\0\0\0", 7));
    EXPECT(!memcmp(ring_memory + 46, "\0\6\x80\x12\0\0\0", 7)); // the last has the remainder
    trace.buffer = &ring.buffer;
    for (int i = 1; i <= 5; i++)
        EXPECT(flux_emit_integer(&trace, &t, 1, i, i) == 0);
    EXPECT(ring_memory[2] == 1 && ring_memory[5] == 16 && ring_memory[25] == 1 && ring_memory[28] == 4);
    for (int i = 6; i <= 13; i++)
        EXPECT(flux_emit_integer(&trace, &t, 1, i, i) == 0);
    EXPECT(ring_memory[2] == 2 && ring_memory[5] == 4 && ring_memory[48] == 0x81 && ring.section == 0);
    EXPECT(flux_emit_text(&trace, &t, 1, 13, (flux_text_t){ (const char *)memory, 17 }) == FLUX_E_ROOM);
    EXPECT(ring.section == 0 && ring_memory[5] == 4);
    for (int i = 14; i <= 12 * 15; i++)
        EXPECT(flux_emit_integer(&trace, &t, 1, i, i & 63) == 0);
    EXPECT(ring_memory[2] == 15 && ring_memory[25] == 15 && ring_memory[48] == 0x8f);
    EXPECT(flux_emit_integer(&trace, &t, 1, 12 * 15 + 1, 0) == 0 && ring_memory[2] == 1);
}

int main(void)
{
    octets_of_each_kind();
    logic_as_the_format_says();
    what_is_refused();
    a_full_buffer();
    a_ring();
    return failures != 0;
}
