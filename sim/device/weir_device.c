/* SPDX-License-Identifier: Apache-2.0 */
/* The trace unit as a device: the golden model behind functions of a bus device. */
#include "weir_device.h"

#include "weir_golden_unit.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 0x10000, WHOLE_WORD = 0xf };

struct weir_device {
    struct weir_golden_unit unit;
    struct weir_golden_inputs in;
    struct weir_golden_store store[WEIR_GOLDEN_HARTS];
    unsigned acts; /* harts that do something in the coming cycle, a set */
    struct weir_device_config config;
    struct weir_golden_outside outside;
    uint32_t space;
    uint64_t frame_next; /* the cycle at which the next byte of a frame may leave */
    bool irq, error;
    uint32_t fifo[];
};

static bool parameters_of(const char *preset, struct weir_golden_parameters *has)
{
    static const struct {
        const char *name;
        struct weir_golden_parameters has;
    } sets[] = {
#define SET(name, ...) {#name, {__VA_ARGS__}},
        WEIR_GOLDEN_SETS(SET)
#undef SET
    };
    for (unsigned i = 0; preset && i < sizeof sets / sizeof *sets; i++)
        if (!strcmp(sets[i].name, preset))
            return *has = sets[i].has, true;
    return !preset;
}

static bool are_in_range(const struct weir_golden_parameters *p)
{
    const bool sizes = p->harts >= 1 && p->harts <= (p->pins ? 15 : 16) && p->value_regs <= 16 &&
                       p->args >= 1 && p->args <= 4 && p->fifo_log2 >= 7 && p->fifo_log2 <= 15 &&
                       p->pins <= 32 && p->thread_cache <= 16 && p->thread_cache != 1 &&
                       p->thread_cache != 2 && p->thread_cache != 3;
    const bool flags = p->tiny <= 1 && p->retire <= 1 && p->filter <= 1 && p->time_base <= 1 &&
                       p->checkpoint <= 1 && p->peek <= 1 && p->protect <= 1 && p->ring <= 1 &&
                       p->frame <= 4 && p->frame != 3;
    const bool queue = p->tiny ? p->queue_log2 == 0 : p->queue_log2 >= 2 && p->queue_log2 <= 6;
    const bool value = p->value_w == 32 || (p->value_w == 64 && p->value_regs && !p->frame &&
                                            !p->ring && p->args == 1);
    const bool wide = !p->wide || (p->ring && !p->tiny && !p->pins && !p->filter &&
                                   !p->time_base && !p->checkpoint && !p->peek && !p->protect &&
                                   !p->frame && p->value_w == 32 && p->args == 1);
    return wide && sizes && flags && queue && value && (p->args == 1 || p->value_regs) &&
           !(p->frame == 1 && p->harts + (p->pins > 0) > 4);
}

static void frame_byte(struct weir_device *d, uint8_t byte)
{
    d->config.frame(d->config.context, byte);
    d->frame_next = d->unit.cycle + d->config.frame_cycles;
}

static void memory_word(struct weir_device *d, uint32_t addr, uint32_t word)
{
    d->error |= !d->config.memory(d->config.context, addr, word);
}

static uint64_t mtime_at(void *context, uint64_t cycle)
{
    struct weir_device *d = context;
    return d->config.mtime(d->config.context, cycle);
}

struct weir_device *weir_device_new(const struct weir_device_config *config)
{
    struct weir_golden_parameters has = config->parameters;
    if (!parameters_of(config->preset, &has) || !are_in_range(&has))
        return NULL;
    struct weir_device *d = calloc(1, sizeof *d + (sizeof *d->fifo << has.fifo_log2));
    if (!d)
        return NULL;
    d->config = *config;
    d->config.parameters = has;
    d->outside.context = d;
    d->outside.mtime = config->mtime && has.time_base ? mtime_at : NULL;
    d->space = 2 * BLOCK;
    while (d->space < (has.harts + 1) * BLOCK)
        d->space *= 2;
    weir_golden_unit_init(&d->unit, &has, d->fifo);
    d->in.auth = d->in.m_idle = true;
    d->in.m_ready = config->memory != NULL;
    d->in.frame_ready = config->frame != NULL;
    return d;
}

void weir_device_free(struct weir_device *d) { free(d); }

const struct weir_golden_parameters *weir_device_parameters(const struct weir_device *d)
{
    return &d->config.parameters;
}

uint32_t weir_device_space(const struct weir_device *d) { return d->space; }

static void tell_irq(struct weir_device *d)
{
    const bool level = weir_golden_unit_irq(&d->unit);
    if (level == d->irq)
        return;
    d->irq = level;
    if (d->config.irq)
        d->config.irq(d->config.context, level);
}

/* A cycle with what is at the inputs. Returns whether the access was accepted. */
static bool clock(struct weir_device *d)
{
    struct weir_golden_unit *u = &d->unit;
    uint8_t byte;
    d->in.store = d->acts ? d->store : NULL;
    d->in.m_error = d->error;
    d->error = false;
    d->in.frame_ready = d->config.frame && u->cycle >= d->frame_next;
    if (d->outside.mtime)
        d->in.mtime = mtime_at(d, u->cycle);
    if (d->in.frame_ready && weir_golden_unit_frame(u, &byte))
        frame_byte(d, byte);
    if (d->config.memory && u->m_valid) {
        memory_word(d, u->m_addr, (uint32_t)u->m_data);
        if (u->g.has.wide)
            memory_word(d, u->m_addr + 4, (uint32_t)(u->m_data >> 32));
    }
    const bool accepted = weir_golden_unit_clock(u, &d->in);
    if (d->acts) {
        memset(d->store, 0, sizeof d->store);
        d->acts = 0;
    }
    d->in.store = NULL;
    tell_irq(d);
    return accepted;
}

/* ---- Time */

uint64_t weir_device_cycle(const struct weir_device *d) { return d->unit.cycle; }

static bool is_still(const struct weir_device *d)
{
    struct weir_golden_inputs in = d->in;
    if (d->acts || d->error)
        return false;
    in.frame_ready = d->config.frame != NULL;
    if (d->outside.mtime) /* it goes on, and the unit follows: nothing else does */
        in.mtime = d->unit.mtime[0];
    return weir_golden_unit_quiet(&d->unit, &in);
}

bool weir_device_still(const struct weir_device *d) { return is_still(d); }

void weir_device_advance(struct weir_device *d, uint64_t cycles)
{
    const struct weir_golden_unit *u = &d->unit;
    const uint64_t end = u->cycle + cycles;
    while (u->cycle < end) {
        if (!d->acts && !d->error && !d->in.m_error && u->cycle >= d->frame_next) {
            /* quiet time, as far as it goes */
            d->in.frame_ready = d->config.frame != NULL;
            const uint64_t before = u->cycle;
            if (weir_golden_unit_jump(&d->unit, &d->in, end - before, &d->outside))
                continue;
        }
        (void)clock(d);
    }
}

void weir_device_until(struct weir_device *d, uint64_t cycle)
{
    if (cycle > d->unit.cycle)
        weir_device_advance(d, cycle - d->unit.cycle);
}

/* ---- The register port */

static uint32_t access_port(struct weir_device *d, bool write, uint32_t addr, uint32_t data,
                            unsigned strobes)
{
    if (d->acts)
        (void)clock(d); /* visible before the access */
    d->in.access = (struct weir_golden_access){true, write, addr & (d->space - 1), data,
                                               (uint8_t)(strobes & WHOLE_WORD)};
    while (!clock(d)) {
        if (d->unit.cycle >= d->unit.zero_until)
            continue;
        d->in.access.valid = false; /* nothing is accepted before the counters are clear */
        weir_device_until(d, d->unit.zero_until);
        d->in.access.valid = true;
    }
    d->in.access.valid = false;
    return d->unit.rdata;
}

uint32_t weir_device_read(struct weir_device *d, uint32_t addr)
{
    return access_port(d, false, addr, 0, WHOLE_WORD);
}

void weir_device_write(struct weir_device *d, uint32_t addr, uint32_t data, unsigned strobes)
{
    (void)access_port(d, true, addr, data, strobes);
}

void weir_device_transfer(struct weir_device *d, bool write, uint32_t addr, uint8_t *bytes,
                          size_t size, const uint8_t *enables)
{
    for (size_t at = 0; at < size;) {
        const unsigned first = (addr + at) & 3;
        const unsigned most = 4 - first, n = size - at < most ? (unsigned)(size - at) : most;
        uint32_t data = 0;
        unsigned strobes = 0;
        for (unsigned i = 0; i < n; i++)
            if (!enables || enables[at + i]) {
                strobes |= 1u << (first + i);
                data |= write ? (uint32_t)bytes[at + i] << 8 * (first + i) : 0;
            }
        if (strobes)
            data = access_port(d, write, (uint32_t)(addr + at) & ~3u, data, strobes);
        for (unsigned i = 0; i < n && !write; i++)
            if (strobes >> (first + i) & 1)
                bytes[at + i] = (uint8_t)(data >> 8 * (first + i));
        at += n;
    }
}

uint32_t weir_device_peek(const struct weir_device *d, uint32_t addr)
{
    struct weir_golden_inputs in = d->in;
    in.access = (struct weir_golden_access){true, false, addr & (d->space - 1), 0, WHOLE_WORD};
    return weir_golden_unit_look(&d->unit, &in);
}

/* ---- What harts do */

static struct weir_golden_store *act(struct weir_device *d, unsigned hart)
{
    if (d->acts >> hart & 1)
        (void)clock(d);
    d->acts |= 1u << hart;
    return &d->store[hart];
}

static bool retires(const struct weir_device *d, unsigned hart)
{
    return hart < d->config.parameters.harts && d->config.parameters.retire &&
           (d->unit.g.hart[hart].snoop_ctrl || d->acts);
}

void weir_device_snoop(struct weir_device *d, unsigned hart, uint32_t addr, uint32_t data,
                       unsigned strobes)
{
    if (hart >= d->config.parameters.harts || d->config.parameters.tiny ||
        (addr & ~3u) != d->unit.g.hart[hart].snoop_addr)
        return;
    struct weir_golden_store *s = act(d, hart);
    s->valid = true;
    s->addr = addr;
    s->data = data;
    s->strobes = (uint8_t)(strobes & WHOLE_WORD);
}

void weir_device_retire(struct weir_device *d, unsigned hart, unsigned rd, uint32_t value)
{
    if (!retires(d, hart))
        return;
    struct weir_golden_retire *r = &act(d, hart)->retire;
    r->rd = rd & 31;
    r->rd_data = value;
}

void weir_device_csr(struct weir_device *d, unsigned hart, unsigned csr, uint32_t value)
{
    if (!retires(d, hart))
        return;
    struct weir_golden_retire *r = &act(d, hart)->retire;
    r->csr_valid = true;
    r->csr = csr & 0xfff;
    r->csr_data = value;
}

void weir_device_trap(struct weir_device *d, unsigned hart, unsigned code, bool interrupt)
{
    if (!retires(d, hart))
        return;
    struct weir_golden_retire *r = &act(d, hart)->retire;
    r->trap = true;
    r->interrupt = interrupt;
    r->code = (uint16_t)(code < 4094 ? code : 4094);
}

void weir_device_return(struct weir_device *d, unsigned hart)
{
    if (retires(d, hart))
        act(d, hart)->retire.returns = true;
}

void weir_device_hint(struct weir_device *d, unsigned hart, uint32_t instruction, uint32_t rs1,
                      bool user)
{
    const uint32_t form = instruction & 0x7fff; /* opcode, rd and funct3: slti x0, sltiu x0 */
    if (!retires(d, hart) || (form != 0x2013 && form != 0x3013))
        return;
    struct weir_golden_retire *r = &act(d, hart)->retire;
    r->hint = true;
    r->sltiu = form == 0x3013;
    r->user = user;
    r->csr = (uint16_t)(instruction >> 20);
    r->csr_data = rs1;
}

/* ---- Pins */

/* What harts have done so far came before. */
static void pass_acts(struct weir_device *d)
{
    if (d->acts)
        (void)clock(d);
}

void weir_device_pins(struct weir_device *d, uint32_t levels)
{
    const unsigned n = d->config.parameters.pins;
    pass_acts(d);
    d->in.pins = n ? levels & (0xffffffffu >> (32 - n)) : 0;
}

void weir_device_trigger(struct weir_device *d, bool level)
{
    pass_acts(d);
    d->in.trigger = level && d->config.parameters.filter;
}

void weir_device_auth(struct weir_device *d, bool level)
{
    pass_acts(d);
    d->in.auth = level;
}

bool weir_device_irq(const struct weir_device *d) { return weir_golden_unit_irq(&d->unit); }

bool weir_device_trigger_out(const struct weir_device *d)
{
    return weir_golden_unit_trigger(&d->unit);
}

void weir_device_reset(struct weir_device *d)
{
    weir_golden_unit_reset(&d->unit);
    memset(d->store, 0, sizeof d->store);
    d->acts = 0;
    d->frame_next = 0;
    d->in.access.valid = false;
    d->in.m_error = d->error = false;
    tell_irq(d);
}
