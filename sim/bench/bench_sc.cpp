// SPDX-License-Identifier: Apache-2.0
// SystemC bench of `weir` (AXIL=0) and of `unit_axil`, the same behind AXI4-Lite (AXIL=1): bus
// models around, the scoreboard beside it.
#include "Vtop.h"
#include "Vtop___024root.h"
#include "verilated_fst_sc.h"

#include "axil_sc.h"
#include "parameters.h"
#include "session.h"
#include "stimulus.h"

#include <exception>
#include <systemc>

#if AXIL
#define UNIT(name) unit_axil__DOT__u_weir__DOT__##name
#else
#define UNIT(name) weir__DOT__##name
#endif

namespace
{

// A process that fails ends the simulation; sc_main tells why.
struct Failure {
    std::string text;
    template <typename Process>
    void guard(Process process)
    {
        try {
            process();
        } catch (const std::exception &error) {
            text = error.what();
            sc_core::sc_stop();
        }
    }
};

struct SnoopPins {
    sc_core::sc_signal<bool> valid;
    sc_core::sc_signal<uint32_t> addr, data, strb;
};

struct RegisterPins {
    sc_core::sc_signal<bool> valid, write, ready;
    sc_core::sc_signal<uint32_t> addr, wdata, wstrb, rdata;
};

// Software and reader at the register port.
SC_MODULE(RegisterPort)
{
    sc_core::sc_in<bool> clk{"clk"}, rst_n{"rst_n"};
    RegisterPins &pins;
    RegisterDriver driver;
    Failure &failure;
    sc_core::sc_event done; // the masters have had this cycle

    SC_HAS_PROCESS(RegisterPort);
    RegisterPort(sc_core::sc_module_name name, RegisterPins & p, Master & first, Master & second,
                 uint64_t seed, Failure & f)
        : sc_module(name), pins(p), driver(first, second, seed), failure(f)
    {
        SC_METHOD(edge);
        sensitive << clk.pos();
        dont_initialize();
    }
    void edge()
    {
        failure.guard([this] {
            if (!rst_n)
                return;
            driver.edge(pins.ready, pins.rdata);
            const Access *access = driver.access();
            pins.valid = access != nullptr;
            if (access) {
                pins.write = access->write;
                pins.addr = access->addr % reg::space(built_with);
                pins.wdata = access->data;
                pins.wstrb = access->strobes;
            }
            done.notify(sc_core::SC_ZERO_TIME);
        });
    }
};

// Software and reader at AXI4-Lite.
SC_MODULE(AxiLitePort)
{
    sc_core::sc_in<bool> clk{"clk"}, rst_n{"rst_n"};
    AxiLiteMaster master;
    Failure &failure;
    sc_core::sc_event done;

    SC_HAS_PROCESS(AxiLitePort);
    AxiLitePort(sc_core::sc_module_name name, AxiLite & bus, Master & first, Master & second,
                uint64_t seed, Failure & f)
        : sc_module(name), master(bus, first, second, seed), failure(f)
    {
        SC_METHOD(edge);
        sensitive << clk.pos();
        dont_initialize();
    }
    void edge()
    {
        failure.guard([this] {
            if (!rst_n)
                return;
            master.edge();
            done.notify(sc_core::SC_ZERO_TIME);
        });
    }
};

// The hart's stores. Runs after the software of the same cycle, which may have changed what the
// hart does.
SC_MODULE(SnoopPort)
{
    SnoopPins &pins;
    Hart &hart;

    SC_HAS_PROCESS(SnoopPort);
    SnoopPort(sc_core::sc_module_name name, SnoopPins & p, Hart & h,
              const sc_core::sc_event &clocked)
        : sc_module(name), pins(p), hart(h)
    {
        SC_METHOD(edge);
        sensitive << clocked;
        dont_initialize();
    }
    void edge()
    {
        hart.clock();
        pins.valid = hart.store().valid;
        pins.addr = hart.store().addr;
        pins.data = hart.store().data;
        pins.strb = hart.store().strobes;
    }
};

// What went to AXI4-Lite must come to the register port once, in order, and the answers must come
// back.
class AxiLiteCheck
{
public:
    explicit AxiLiteCheck(AxiLite &bus) : bus_(bus) {}

    void sample(const weir_pins &pins, std::deque<Access> &writes, std::deque<Access> &reads)
    {
        if (bus_.rvalid && bus_.rready) {
            if (answers_.empty() || answers_.front() != bus_.rdata.read())
                throw std::runtime_error("RDATA is not what the unit has answered");
            answers_.pop_front();
        }
        if (bus_.bvalid && bus_.bready && written_-- == 0)
            throw std::runtime_error("a write response before the write");
        if (read_)
            answers_.push_back(pins.reg_rdata);
        read_ = false;
        if (held_ && (!pins.reg_valid || pins.reg_write != held_pins_.reg_write ||
                      pins.reg_addr != held_pins_.reg_addr))
            throw std::runtime_error("the register port does not hold its request");
        held_ = pins.reg_valid && !pins.reg_ready;
        held_pins_ = pins;
        if (!pins.reg_valid || !pins.reg_ready)
            return;
        std::deque<Access> &sent = pins.reg_write ? writes : reads;
        if (sent.empty() || sent.front().addr % reg::space(built_with) != pins.reg_addr ||
            (pins.reg_write &&
             (sent.front().data != pins.reg_wdata || sent.front().strobes != pins.reg_wstrb)))
            throw std::runtime_error(
                "an access at the register port that is not the one on the bus");
        sent.pop_front();
        if (pins.reg_write)
            written_++;
        else
            read_ = true;
    }

private:
    AxiLite &bus_;
    std::deque<uint32_t> answers_;
    uint64_t written_ = 0;
    bool read_ = false, held_ = false;
    weir_pins held_pins_ = {};
};

// Everything of one run. All inputs change at the rising edge, so at the falling edge before it all
// pins are as the next rising edge finds them: the monitor looks then.
SC_MODULE(Bench)
{
    sc_core::sc_clock clk{"clk", 10, sc_core::SC_NS, 0.5, 0, sc_core::SC_NS, false};
    sc_core::sc_signal<bool> rst_n{"rst_n"}, irq{"irq"}, trigger_in{"trigger_in"},
        pins_in{"pins_in"}, trigger_out{"trigger_out"};
    sc_core::sc_signal<bool> auth{"auth"};               // nor AUTH
    sc_core::sc_signal<uint64_t> time_gray{"time_gray"}; // these parameters have no TIME_BASE
    sc_core::sc_signal<bool> frame_valid{"frame_valid"},
        frame_ready{"frame_ready"}; // these parameters have no FRAME
    sc_core::sc_signal<uint32_t> frame_data{"frame_data"};
    sc_core::sc_signal<bool> m_valid{"m_valid"}, m_ready{"m_ready"}, m_idle{"m_idle"},
        m_error{"m_error"}; // nor RING
    sc_core::sc_signal<uint32_t> m_addr{"m_addr"}, m_wdata{"m_wdata"};
    sc_core::sc_signal<bool> csr_valid{"csr_valid"}, trap{"trap"}, interrupt{"interrupt"},
        returns{"returns"}, hint{"hint"}, hint_u{"hint_u"}, user{"user"}; // nor RETIRE
    sc_core::sc_signal<uint32_t> rd{"rd"}, rd_data{"rd_data"}, csr{"csr"}, csr_data{"csr_data"},
        code{"code"};
    RegisterPins reg;
    SnoopPins snoop;
    AxiLite axil;
    Failure failure;

    Random random, hart_random;
    Reader reader{random};
    Harts harts{built_with.harts, hart_random};
    Wires wires{0, 0}; // these parameters have no PINS
    Software software;
    Vtop top{"top"};
#if AXIL
    AxiLitePort port{"port", axil, software, reader, random.next(), failure};
    AxiLiteCheck check{axil};
#else
    RegisterPort port{"port", reg, software, reader, random.seed(), failure};
#endif
    SnoopPort snoop_port{"snoop_port", snoop, harts[0], port.done};
    Session session;
    unsigned edges = 0;

    SC_HAS_PROCESS(Bench);
    Bench(sc_core::sc_module_name name, const Options &o)
        : sc_module(name), random(o.seed), hart_random(~o.seed),
          software(built_with, random, reader, harts, wires, o.events, o.jumps, o.clears, false),
          session(o, built_with)
    {
        port.clk(clk);
        port.rst_n(rst_n);
        top.clk_i(clk);
        top.rst_ni(rst_n);
        top.irq_o(irq);
        top.snoop_valid_i(snoop.valid);
        top.snoop_addr_i(snoop.addr);
        top.snoop_data_i(snoop.data);
        top.snoop_strb_i(snoop.strb);
#if !AXIL
        top.auth_i(auth);
        top.time_gray_i(time_gray);
        top.retire_rd_i(rd);
        top.retire_rd_data_i(rd_data);
        top.retire_csr_valid_i(csr_valid);
        top.retire_csr_i(csr);
        top.retire_csr_data_i(csr_data);
        top.retire_trap_i(trap);
        top.retire_interrupt_i(interrupt);
        top.retire_code_i(code);
        top.retire_return_i(returns);
        top.retire_hint_i(hint);
        top.retire_hint_u_i(hint_u);
        top.retire_user_i(user);
        top.frame_valid_o(frame_valid);
        top.frame_data_o(frame_data);
        top.frame_ready_i(frame_ready);
        top.m_valid_o(m_valid);
        top.m_addr_o(m_addr);
        top.m_wdata_o(m_wdata);
        top.m_ready_i(m_ready);
        top.m_idle_i(m_idle);
        top.m_error_i(m_error);
#endif
        top.pins_i(pins_in);       // these parameters have no PINS
        top.trigger_i(trigger_in); // these parameters have no FILTER
        top.trigger_o(trigger_out);
#if AXIL
        top.s_axil_awvalid(axil.awvalid);
        top.s_axil_awready(axil.awready);
        top.s_axil_awaddr(axil.awaddr);
        top.s_axil_awprot(axil.awprot);
        top.s_axil_wvalid(axil.wvalid);
        top.s_axil_wready(axil.wready);
        top.s_axil_wdata(axil.wdata);
        top.s_axil_wstrb(axil.wstrb);
        top.s_axil_bvalid(axil.bvalid);
        top.s_axil_bready(axil.bready);
        top.s_axil_bresp(axil.bresp);
        top.s_axil_arvalid(axil.arvalid);
        top.s_axil_arready(axil.arready);
        top.s_axil_araddr(axil.araddr);
        top.s_axil_arprot(axil.arprot);
        top.s_axil_rvalid(axil.rvalid);
        top.s_axil_rready(axil.rready);
        top.s_axil_rdata(axil.rdata);
        top.s_axil_rresp(axil.rresp);
#else
        top.reg_valid_i(reg.valid);
        top.reg_write_i(reg.write);
        top.reg_ready_o(reg.ready);
        top.reg_addr_i(reg.addr);
        top.reg_wdata_i(reg.wdata);
        top.reg_wstrb_i(reg.wstrb);
        top.reg_rdata_o(reg.rdata);
#endif
        SC_METHOD(end_reset);
        sensitive << clk.posedge_event();
        dont_initialize();
        SC_METHOD(monitor);
        sensitive << clk.negedge_event();
        dont_initialize();
    }

    weir_pins pins() const
    {
        weir_pins p = {};
        p.rst_n = rst_n;
#if AXIL
        p.reg_valid = top.rootp->UNIT(reg_valid_i);
        p.reg_ready = top.rootp->UNIT(reg_ready_o);
        p.reg_write = top.rootp->UNIT(reg_write_i);
        p.reg_addr = top.rootp->UNIT(reg_addr_i);
        p.reg_wdata = top.rootp->UNIT(reg_wdata_i);
        p.reg_wstrb = static_cast<uint8_t>(top.rootp->UNIT(reg_wstrb_i));
        p.reg_rdata = top.rootp->UNIT(reg_rdata_o);
#else
        p.reg_valid = reg.valid;
        p.reg_ready = reg.ready;
        p.reg_write = reg.write;
        p.reg_addr = reg.addr;
        p.reg_wdata = reg.wdata;
        p.reg_wstrb = static_cast<uint8_t>(reg.wstrb.read());
        p.reg_rdata = reg.rdata;
#endif
        p.snoop[0] = {
            snoop.valid, snoop.addr, snoop.data, static_cast<uint8_t>(snoop.strb.read()), {}};
        p.trigger_in = trigger_in;
        p.trigger_out = trigger_out;
        p.irq = irq;
        return p;
    }

    void end_reset() { rst_n = ++edges >= 4; }

    void monitor()
    {
        failure.guard([this] {
            if (uint64_t ticks = software.take_jump(
                    time_to_move(top.rootp->UNIT(u_timestamp__DOT__delta_q),
                                 top.rootp->UNIT(u_admit__DOT__u_drop_report__DOT__loss_q)))) {
                move_time(top.rootp->UNIT(u_timestamp__DOT__delta_q), ticks);
                move_time(top.rootp->UNIT(u_timestamp__DOT__time_q), ticks);
                move_age(top.rootp->UNIT(u_admit__DOT__u_drop_report__DOT__age_q),
                         top.rootp->UNIT(u_admit__DOT__u_drop_report__DOT__full_q), ticks);
                session.jump(ticks);
            }
            weir_pins now = pins();
#if AXIL
            if (now.rst_n)
                check.sample(now, port.master.writes, port.master.reads);
#endif
            if (software.finished() || !session.clock(now)) {
                sc_core::sc_stop();
                return;
            }
            software.offered(session.offered());
        });
    }
};

} // namespace

int sc_main(int argc, char **argv)
{
    Options options = Options::parse(argc, argv, true);
    try {
        Verilated::randReset(2);
        Verilated::randSeed(static_cast<int>(options.seed & 0x3fffffff) + 1);
        Verilated::traceEverOn(!options.fst.empty());
        Bench bench("bench", options);
        VerilatedFstSc fst;
        sc_core::sc_start(sc_core::SC_ZERO_TIME); // Verilator's tracing wants an elaborated design
        if (!options.fst.empty()) {
            bench.top.trace(&fst, 99);
            fst.open(options.fst.c_str());
            if (!fst.isOpen())
                throw std::runtime_error(options.fst + ": cannot be written");
        }
        sc_core::sc_start();
        bench.top.final();
        fst.close();
        if (!bench.failure.text.empty())
            throw std::runtime_error(bench.failure.text);
        return bench.session.finish();
    } catch (const std::exception &error) {
        fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 2;
    }
}
