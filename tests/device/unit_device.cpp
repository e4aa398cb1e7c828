// SPDX-License-Identifier: Apache-2.0
// The whole golden model in place of the Verilated `weir`: the benches drive it, and the scoreboard
// checks it, as they do the RTL.
#include "unit_cpp.h"

#include "parameters.h"
#include "weir_golden_unit.h"

#include <vector>

const weir_golden_parameters Unit::parameters = built_with;
const bool Unit::waves = false;

struct Unit::Model {
    weir_golden_unit unit;
    weir_golden_inputs in;
    Stores stores;
    std::vector<uint32_t> fifo;
    bool rst_n;
};

Unit::Unit(uint64_t, const std::string &) : model_(std::make_unique<Model>())
{
    model_->fifo.resize(size_t{1} << built_with.fifo_log2);
    weir_golden_unit_init(&model_->unit, &built_with, model_->fifo.data());
}

Unit::~Unit() = default;

const weir_pins &Unit::settle(bool rst_n, const Access *access, const Stores &stores, bool trigger,
                              const MemoryPins &memory, bool frame_ready, const ExternalTime &mtime,
                              bool auth, const EventPins &event_pins)
{
    weir_golden_unit &u = model_->unit;
    weir_golden_inputs &in = model_->in;
    const uint32_t there = static_cast<uint32_t>((uint64_t{1} << built_with.pins) - 1);
    model_->rst_n = rst_n;
    model_->stores = stores;
    in = {};
    if (access)
        in.access = {true, access->write, access->addr % reg::space(built_with), access->data,
                     access->strobes};
    in.store = model_->stores.data();
    in.pins = event_pins.level & there;
    in.trigger = trigger && built_with.filter;
    in.auth = auth && built_with.protect;
    in.m_ready = memory.ready;
    in.m_error = memory.error && built_with.ring;
    in.m_idle = memory.idle;
    in.frame_ready = frame_ready;
    in.mtime = mtime.least;
    weir_pins &pins = pins_;
    pins = {};
    pins.rst_n = rst_n;
    pins.reg_valid = access != nullptr;
    if (access) {
        pins.reg_write = access->write;
        pins.reg_addr = in.access.addr;
        pins.reg_wdata = access->data;
        pins.reg_wstrb = access->strobes;
    }
    pins.reg_ready = weir_golden_unit_ready(&u, &in.access);
    pins.reg_rdata = u.rdata;
    for (unsigned h = 0; h < built_with.harts; h++)
        pins.snoop[h] = stores[h];
    pins.auth = in.auth;
    pins.trigger_in = in.trigger;
    pins.trigger_out = weir_golden_unit_trigger(&u);
    pins.pins = in.pins;
    pins.mtime_least = mtime.least;
    pins.mtime_most = mtime.most;
    pins.mtime = u.mtime[3];
    pins.mtime_known = u.g.mtime_active && !u.g.clearing;
    if (built_with.time_base) { // the scoreboard asks for what this cycle does
        weir_golden_unit copy = u;
        weir_golden_unit_clock(&copy, &in);
        pins.entry = copy.made;
    }
    pins.m_valid = u.m_valid;
    pins.m_ready = in.m_ready;
    pins.m_error = in.m_error;
    pins.m_idle = in.m_idle;
    pins.m_addr = u.m_addr;
    pins.m_wdata = u.m_data;
    pins.irq = weir_golden_unit_irq(&u);
    pins.frame_valid = weir_golden_unit_frame(&u, &pins.frame_data);
    pins.frame_ready = frame_ready;
    return pins;
}

void Unit::edge()
{
    if (model_->rst_n)
        weir_golden_unit_clock(&model_->unit, &model_->in);
    else
        weir_golden_unit_reset(&model_->unit);
}

uint64_t Unit::time_to_jump() const
{
    return time_to_move(model_->unit.g.time - model_->unit.stream.time, 0);
}

void Unit::jump(uint64_t ticks)
{
    weir_golden_unit &u = model_->unit;
    u.g.time += ticks;
    for (uint64_t &time : u.times)
        time += ticks;
}

void Unit::count(uint32_t count)
{
    weir_golden_unit &u = model_->unit;
    for (unsigned source = 0; source < WEIR_GOLDEN_SOURCES; source++) {
        for (unsigned kind = 0; kind < WEIR_GOLDEN_KINDS; kind++)
            u.dropped[source][kind] = count;
        for (unsigned class_ = 0; class_ < WEIR_GOLDEN_CLASSES; class_++)
            u.delivered[source][class_] = count;
    }
}
