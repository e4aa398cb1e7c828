// SPDX-License-Identifier: Apache-2.0
// The Verilated `weir` in plain C++: its pins, its clock, its waveform.
#include "unit_cpp.h"

#include "parameters.h"

#include "Vweir.h"
#include "Vweir___024root.h"
#include "verilated.h"

#include <algorithm>
#include <cstdlib>
#include <type_traits>
#include <unistd.h>
#if VM_COVERAGE
#include "verilated_cov.h"
#endif
#if VM_TRACE
#include "verilated_fst_c.h"
#endif

void Vweir___024root___eval_initial(Vweir___024root *); // Verilator's own, in no header
void Vweir___024root___eval_settle(Vweir___024root *);

const weir_golden_parameters Unit::parameters = built_with;
const bool Unit::waves = VM_TRACE;

struct Unit::Model {
    VerilatedContext context;
    std::unique_ptr<Vweir> top;
#if VM_TRACE
    VerilatedFstC fst;
    bool dumps() { return fst.isOpen(); }
    void dump()
    {
        if (fst.isOpen())
            fst.dump(context.time());
    }
#else
    static bool dumps() { return false; }
    void dump() {}
#endif
    void eval(bool clock)
    {
        top->clk_i = clock;
        top->eval();
        dump();
        context.timeInc(1);
    }
};

Unit::Unit(uint64_t seed, const std::string &fst) : model_(std::make_unique<Model>())
{
    model_->context.randReset(
        VM_COVERAGE ? 0 : 2); // else what a register starts with would count as a toggle
    model_->context.randSeed(static_cast<int>(seed & 0x3fffffff) + 1);
    model_->top = std::make_unique<Vweir>(&model_->context);
#if VM_COVERAGE
    model_->top->eval();
    model_->context.coveragep()->zero(); // what is 1 from the begin on has not moved,
    Vweir___024root___eval_initial(model_->top->rootp); // but lines that hang on no clock were run
    Vweir___024root___eval_settle(model_->top->rootp);
#endif
#if VM_TRACE
    if (!fst.empty()) {
        model_->context.traceEverOn(true);
        model_->top->trace(&model_->fst, 99);
        model_->fst.open(fst.c_str());
        if (!model_->fst.isOpen())
            throw std::runtime_error(fst + ": cannot be written");
    }
#else
    (void)fst;
#endif
}

Unit::~Unit()
{
    model_->top->final();
#if VM_COVERAGE
    if (const char *folder = getenv("WEIR_COVERAGE"))
        model_->context.coveragep()->write(
            (std::string(folder) + "/" + std::to_string(getpid()) + ".dat").c_str());
#endif
}

// `width` bits of a pin from `lsb` on.
template <typename Pin>
static void put(Pin &pin, unsigned lsb, unsigned width, uint64_t value)
{
    if constexpr (std::is_integral_v<Pin>) {
        uint64_t mask = ((uint64_t{1} << width) - 1) << lsb;
        pin = static_cast<Pin>((pin & ~mask) | value << lsb);
    } else {
        for (unsigned done = 0, part; done < width; done += part) { // words of a wide pin
            unsigned bit = (lsb + done) % 32;
            part = std::min(32 - bit, width - done);
            put(pin[(lsb + done) / 32], bit, part, value >> done & ((uint64_t{1} << part) - 1));
        }
    }
}

const weir_pins &Unit::settle(bool rst_n, const Access *access, const Stores &stores, bool trigger,
                              const MemoryPins &memory, bool frame_ready, const ExternalTime &mtime,
                              bool auth, const EventPins &event_pins)
{
    Vweir &top = *model_->top;
    top.rst_ni = rst_n;
    top.reg_valid_i = access != nullptr;
    if (access) {
        top.reg_write_i = access->write;
        top.reg_addr_i = access->addr % reg::space(built_with);
        top.reg_wdata_i = access->data;
        top.reg_wstrb_i = access->strobes;
    }
    const uint32_t there = static_cast<uint32_t>((uint64_t{1} << built_with.pins) - 1);
#if !UNIT_TINY // it has none of these pins
    for (unsigned h = 0; h < built_with.harts; h++) {
        put(top.snoop_valid_i, h, 1, stores[h].valid);
        put(top.snoop_addr_i, 32 * h, 32, stores[h].addr);
        put(top.snoop_data_i, 32 * h, 32, stores[h].data);
        put(top.snoop_strb_i, 4 * h, 4, stores[h].strobes);
        if (!built_with.retire)
            continue;
        const weir_golden_retire &retire = stores[h].retire;
        put(top.retire_rd_i, 5 * h, 5, retire.rd);
        put(top.retire_rd_data_i, 32 * h, 32, retire.rd_data);
        put(top.retire_csr_valid_i, h, 1, retire.csr_valid);
        put(top.retire_csr_i, 12 * h, 12, retire.csr);
        put(top.retire_csr_data_i, 32 * h, 32, retire.csr_data);
        put(top.retire_trap_i, h, 1, retire.trap);
        put(top.retire_interrupt_i, h, 1, retire.interrupt);
        put(top.retire_code_i, 12 * h, 12, retire.code);
        put(top.retire_return_i, h, 1, retire.returns);
        put(top.retire_hint_i, h, 1, retire.hint);
        put(top.retire_hint_u_i, h, 1, retire.sltiu);
        put(top.retire_user_i, h, 1, retire.user);
    }
    top.m_ready_i = memory.ready;
    top.m_idle_i = memory.idle;
    top.m_error_i = memory.error;
#endif
#if !UNIT_TINY && !UNIT_WIDE
    top.auth_i = auth;
    top.trigger_i = trigger;
    top.time_gray_i = mtime.gray;
    top.frame_ready_i = frame_ready;
    if (event_pins.before != event_pins.level) {
        put(top.pins_i, 0, std::max(built_with.pins, 1u), event_pins.before & there);
        model_->eval(false);
    }
    put(top.pins_i, 0, std::max(built_with.pins, 1u), event_pins.level & there);
#endif
    model_->eval(false);

    weir_pins &pins = pins_;
    pins.pins = event_pins.level & there;
    pins.rst_n = rst_n;
    pins.reg_valid = top.reg_valid_i;
    pins.reg_ready = top.reg_ready_o;
    pins.reg_write = top.reg_write_i;
    pins.reg_addr = top.reg_addr_i;
    pins.reg_wdata = top.reg_wdata_i;
    pins.reg_wstrb = top.reg_wstrb_i;
    pins.reg_rdata = top.reg_rdata_o;
    std::copy_n(stores.begin(), built_with.harts, pins.snoop);
    pins.auth = auth;
    pins.trigger_in = trigger;
    pins.mtime_least = mtime.least;
    pins.mtime_most = mtime.most;
#if UNIT_TIME_BASE
    pins.mtime = top.rootp->UNIT_TOP(u_timestamp__DOT__time_q) +
                 top.rootp->UNIT_TOP(u_timestamp__DOT__g_base__DOT__more_q);
    pins.mtime_known = top.rootp->UNIT_TOP(u_timestamp__DOT__g_base__DOT__external_q) &&
                       !top.rootp->UNIT_TOP(u_timestamp__DOT__g_base__DOT__load_q);
    pins.entry = top.rootp->UNIT_TOP(u_timestamp__DOT__entry_i);
#endif
    pins.irq = top.irq_o;
    pins.m_ready = memory.ready;
    pins.m_error = memory.error;
    pins.m_idle = memory.idle;
    pins.frame_ready = frame_ready;
#if !UNIT_TINY
    pins.m_valid = top.m_valid_o;
    pins.m_addr = top.m_addr_o;
    pins.m_wdata = top.m_wdata_o;
#endif
#if !UNIT_TINY && !UNIT_WIDE
    pins.trigger_out = top.trigger_o;
    pins.frame_valid = top.frame_valid_o;
    pins.frame_data = top.frame_data_o;
#endif
    return pins;
}

#if VERILATOR_VERSION_INTEGER == 5006000 && !defined(UNIT_NETLIST) && !VM_COVERAGE
void Vweir___024root___eval_nba(Vweir___024root *root);

// eval() would settle the inputs once more, though none has changed: of what it does, only what
// follows the cycle, and the clock need not fall. That is a matter of one version of Verilator, and
// of runs that show the clock to nobody.
void Unit::edge()
{
    if (model_->dumps()) {
        model_->eval(true);
        return;
    }
    Vweir___024root &root = *model_->top->rootp;
    root.__VnbaTriggered.at(0) = true;
    Vweir___024root___eval_nba(&root);
    model_->context.timeInc(1);
}
#else
void Unit::edge() { model_->eval(true); }
#endif

#ifdef UNIT_GATES
// A netlist of gates has no such registers.
uint64_t Unit::time_to_jump() const { return 0; }
void Unit::jump(uint64_t) {}
void Unit::count(uint32_t)
{
    throw std::runtime_error("the counters of a netlist of gates begin at 0");
}
#else
uint64_t Unit::time_to_jump() const
{
    Vweir___024root &root = *model_->top->rootp;
#ifdef UNIT_NETLIST
    const unsigned loss = 0; // synthesis may have encoded it anew
#elif UNIT_TINY
    const unsigned loss = root.UNIT_TOP(u_admit__DOT__loss_q);
#else
    const unsigned loss = root.UNIT_TOP(u_admit__DOT__u_drop_report__DOT__loss_q);
#endif
    return time_to_move(root.UNIT_TOP(u_timestamp__DOT__delta_q), loss);
}

void Unit::jump(uint64_t ticks)
{
    Vweir___024root &root = *model_->top->rootp;
    move_time(root.UNIT_TOP(u_timestamp__DOT__delta_q), ticks);
#if !UNIT_TINY
    move_time(root.UNIT_TOP(u_timestamp__DOT__time_q), ticks);
#endif
#if UNIT_TINY
    move_age(root.UNIT_TOP(u_admit__DOT__age_q), root.UNIT_TOP(u_admit__DOT__full_q), ticks);
#else
    move_age(root.UNIT_TOP(u_admit__DOT__u_drop_report__DOT__age_q),
             root.UNIT_TOP(u_admit__DOT__u_drop_report__DOT__full_q), ticks);
#endif
#ifdef UNIT_NETLIST
    Vweir___024root___eval_settle(&root); // what hangs on these registers lies in wires
#endif
}

template <typename Word, size_t size>
static void fill(VlUnpacked<Word, size> &words, uint64_t word)
{
    for (size_t i = 0; i < size; i++)
        words[i] = static_cast<Word>(word);
}

// Above a count, in its word or (TWO of weir_counters.sv) in a memory beside it, are a bit that
// its lower half is all ones, and the mark that it has changed.
#if UNIT_TINY
#define COUNTERS(of) root.UNIT_TOP(u_admit__DOT__##of)
#else
#define COUNTERS(of) root.UNIT_TOP(u_admit__DOT__u_counters__DOT__##of)
#endif
#if UNIT_QUEUE_LOG2 && (UNIT_RETIRE || UNIT_HARTS > 1)
#define FILL(of)                                                                                   \
    (fill(COUNTERS(of##__DOT__ram), count), fill(COUNTERS(of##__DOT__g_two__DOT__marks), ones))
#else
#define FILL(of) fill(COUNTERS(of##__DOT__ram), uint64_t{ones} << 32 | count)
#endif

void Unit::count(uint32_t count)
{
    Vweir___024root &root = *model_->top->rootp;
    const bool ones = (count & 0xffff) == 0xffff;
#if UNIT_TINY
    FILL(u_dropped);
#else
    FILL(u_counts);
#endif
}
#endif
