// SPDX-License-Identifier: Apache-2.0
// SystemC harness of a demo SoC, the main one. The clock is 100 MHz, so that the waveform shows
// real times.
#include <systemc>

#include <memory>

#include "soc_bench.h"
#include "soc_pins.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_fst_sc.h"
#endif
#include SOC_HEADER

using namespace sc_core;

namespace
{

SC_MODULE(Harness)
{
    SocBench &bench;
    sc_clock clk{"clk", 10, SC_NS, 0.5, 10, SC_NS, true};
    sc_signal<bool> rst_n{"rst_n", true};
#define SIGNAL(port, type, member) sc_signal<type> port{#port};
    SOC_PINS(SIGNAL)
#undef SIGNAL
#define SIGNAL(port, type, member, bits) sc_signal<type> port{#port};
    SOC_RETIRE(SIGNAL)
#undef SIGNAL
    SOC_TOP soc{"soc"};
    SocPins pins = {};

    SC_HAS_PROCESS(Harness);
    Harness(sc_module_name name, SocBench & b) : sc_module(name), bench(b)
    {
        soc.clk_i(clk);
        soc.rst_ni(rst_n);
#define BIND(port, type, member) soc.port(port);
        SOC_PINS(BIND)
#undef BIND
#define BIND(port, type, member, bits) soc.port(port);
        SOC_RETIRE(BIND)
#undef BIND
        SC_THREAD(reset);
        SC_METHOD(edge);
        sensitive << clk.posedge_event();
        dont_initialize();
    }

    void reset()
    { // a falling edge, for cores with asynchronous reset
        wait(2, SC_NS);
        rst_n.write(false);
        wait(10 * kResetEdges + 3, SC_NS);
        rst_n.write(true);
    }

    void edge()
    { // signals still have their values from before the edge
        pins.rst_n = rst_n.read();
#define TAKE(port, type, member) pins.member = static_cast<decltype(pins.member)>(port.read());
        SOC_PINS(TAKE)
#undef TAKE
        auto &retire = pins.unit.snoop[0].retire;
#define TAKE(port, type, member, bits)                                                             \
    retire.member = static_cast<decltype(retire.member)>(port.read());
        SOC_RETIRE(TAKE)
#undef TAKE
        if (!bench.clock(pins))
            sc_stop();
    }
};

} // namespace

int sc_main(int argc, char **argv)
{
    SocOptions options;
    SocBench bench;
    if (!options.parse(argc, argv) || !bench.open(options))
        return 1;

    const std::string hex = "+hex=" + options.hex;
    const std::string run = "+run=" + std::to_string(options.run);
    const std::string fault = "+fault=" + std::to_string(options.fault);
    const char *plusargs[] = {argv[0], hex.c_str(), run.c_str(), fault.c_str()};
    Verilated::commandArgs(4, plusargs);
    sc_report_handler::set_actions(SC_INFO, SC_DO_NOTHING); // no message from sc_stop
    Harness harness("harness", bench);
#if VM_TRACE
    std::unique_ptr<VerilatedFstSc> fst;
    if (!options.fst.empty()) {
        Verilated::traceEverOn(true);
        sc_start(SC_ZERO_TIME); // elaborates the model, which tracing needs
        fst = std::make_unique<VerilatedFstSc>();
        harness.soc.trace(fst.get(), 99);
        fst->open(options.fst.c_str());
    }
#endif
    sc_start();
    harness.soc.final();
#if VM_TRACE
    if (fst)
        fst->close();
#endif
    return bench.finish("SystemC bench");
}
