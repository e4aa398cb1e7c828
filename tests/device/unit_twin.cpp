// SPDX-License-Identifier: Apache-2.0
// The Verilated `weir`, and beside it the whole golden model with the same inputs: the bench gets
// the pins of the RTL, as ever, and ends with the first cycle in which those of the model differ.
#define Unit Rtl
#include "unit_cpp.h"
#undef WEIR_BENCH_UNIT_CPP_H
#undef Unit
#define Unit Golden
#include "unit_cpp.h"
#undef WEIR_BENCH_UNIT_CPP_H
#undef Unit
#include "unit_cpp.h"

#include "parameters.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <deque>

const weir_golden_parameters Unit::parameters = built_with;
const bool Unit::waves = Rtl::waves;

struct Unit::Model {
    Rtl rtl;
    Golden model;
    uint64_t cycle = 0;
    bool read = false; // one was accepted in the cycle before
    uint32_t addr = 0;

    struct Order { // of what the two give, one earlier than the other
        std::deque<uint64_t> rtl, model;

        void same(const Model &m, const char *pin, bool there, uint64_t value, bool other_there,
                  uint64_t other)
        {
            if (there)
                rtl.push_back(value);
            if (other_there)
                model.push_back(other);
            for (; !rtl.empty() && !model.empty(); rtl.pop_front(), model.pop_front())
                m.same(pin, rtl.front(), model.front());
        }
    } frames, writes, places;

    Model(uint64_t seed, const std::string &fst) : rtl(seed, fst), model(seed, "") {}

    void same(const char *pin, uint64_t rtl, uint64_t model) const
    {
        if (rtl == model)
            return;
        fprintf(stderr, "cycle %" PRIu64 ": %s is %" PRIx64 ", of the model %" PRIx64, cycle, pin,
                rtl, model);
        if (read)
            fprintf(stderr, "; after a read of %05x", addr);
        fprintf(stderr, "\n");
        exit(1);
    }
};

Unit::Unit(uint64_t seed, const std::string &fst) : model_(std::make_unique<Model>(seed, fst)) {}

Unit::~Unit() = default;

// Bits of an answer that depend on how fast frames and ring are.
static uint32_t open(uint32_t addr)
{
    if (built_with.wide)
        return 0;
    switch (addr) {
    case reg::FRAME_CTRL: return WEIR_FRAME_CTRL_BUSY_MASK;
    case reg::RING_STATUS: return WEIR_RING_STATUS_BUSY_MASK;
    case reg::RING_AT: return ~0u;
    default: return 0;
    }
}

const weir_pins &Unit::settle(bool rst_n, const Access *access, const Stores &stores, bool trigger,
                              const MemoryPins &memory, bool frame_ready, const ExternalTime &mtime,
                              bool auth, const EventPins &event_pins)
{
    Model &m = *model_;
    const weir_pins &rtl = m.rtl.settle(rst_n, access, stores, trigger, memory, frame_ready, mtime,
                                        auth, event_pins);
    uint64_t now = mtime.gray; // what the RTL finds of a step under way
    for (unsigned i = 1; i < 64; i *= 2)
        now ^= now >> i;
    const weir_pins &model = m.model.settle(rst_n, access, stores, trigger, memory, frame_ready,
                                            {mtime.gray, now, now}, auth, event_pins);
    if (!rst_n)
        return m.read = false, rtl;
    if (rtl.reg_valid)
        m.same("reg_ready", rtl.reg_ready, model.reg_ready);
    // A word that was never written is what the RAM began with, of the model 0. TAIL beside the
    // ring of weir_wide is in no document.
    const bool any = m.addr == reg::PEEK_DATA || (built_with.wide && m.addr == reg::TAIL);
    if (m.read && !(any && !model.reg_rdata))
        m.same("reg_rdata", rtl.reg_rdata & ~open(m.addr), model.reg_rdata & ~open(m.addr));
    m.same("irq", rtl.irq, model.irq);
    m.same("trigger", rtl.trigger_out, model.trigger_out);
    if (built_with.wide)
        m.same("m_valid", rtl.m_valid, model.m_valid);
    // theory.md promises no pace of other rings, nor of frames: the same bytes in the same order
    m.frames.same(m, "frame_data", rtl.frame_valid && frame_ready, rtl.frame_data,
                  model.frame_valid && frame_ready, model.frame_data);
    m.writes.same(m, "m_wdata", rtl.m_valid && memory.ready, rtl.m_wdata,
                  model.m_valid && memory.ready, model.m_wdata);
    m.places.same(m, "m_addr", rtl.m_valid && memory.ready, rtl.m_addr,
                  model.m_valid && memory.ready, model.m_addr);
    m.read = rtl.reg_valid && rtl.reg_ready && !rtl.reg_write;
    m.addr = rtl.reg_addr;
    return rtl;
}

void Unit::edge()
{
    model_->rtl.edge();
    model_->model.edge();
    model_->cycle++;
}

uint64_t Unit::time_to_jump() const
{
    return std::min(model_->rtl.time_to_jump(), model_->model.time_to_jump());
}

void Unit::jump(uint64_t ticks)
{
    model_->rtl.jump(ticks);
    model_->model.jump(ticks);
}

void Unit::count(uint32_t count)
{
    model_->rtl.count(count);
    model_->model.count(count);
}
