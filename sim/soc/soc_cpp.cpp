// SPDX-License-Identifier: Apache-2.0
// Plain C++ harness of a demo SoC, for long runs.
#include <memory>

#include "soc_bench.h"
#include "soc_pins.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_fst_c.h"
#endif
#include SOC_HEADER
#if UNIT_TIME_BASE
#include SOC_ROOT
#define JOINED(soc, signal)                                                                        \
    soc##__DOT__u_system__DOT__u_weir__DOT__u_timestamp__DOT__##signal
#define TIMESTAMP_OF(soc, signal) JOINED(soc, signal)
#define TIMESTAMP(signal) soc->rootp->TIMESTAMP_OF(SOC, signal)
#endif

int main(int argc, char **argv)
{
    SocOptions options;
    SocBench bench;
    if (!options.parse(argc, argv) || !bench.open(options))
        return 1;

    VerilatedContext context;
    const std::string hex = "+hex=" + options.hex;
    const std::string run = "+run=" + std::to_string(options.run);
    const std::string fault = "+fault=" + std::to_string(options.fault);
    const char *plusargs[] = {argv[0], hex.c_str(), run.c_str(), fault.c_str()};
    context.commandArgs(4, plusargs);
    const auto soc = std::make_unique<SOC_TOP>(&context);
#if VM_TRACE
    std::unique_ptr<VerilatedFstC> fst;
    if (!options.fst.empty()) {
        context.traceEverOn(true);
        fst = std::make_unique<VerilatedFstC>();
        soc->trace(fst.get(), 99);
        fst->open(options.fst.c_str());
    }
    const auto dump = [&] {
        if (fst)
            fst->dump(context.time());
    };
#else
    const auto dump = [] {};
#endif

    // Samples the pins while the clock is low, just before its rise. Reset falls once, for cores
    // with asynchronous reset.
    SocPins pins = {};
    soc->clk_i = 0;
    soc->rst_ni = 1;
    soc->eval();
    soc->rst_ni = 0;
    soc->eval();
    for (unsigned edge = 0;; ++edge) {
        if (edge == kResetEdges) {
            soc->rst_ni = 1;
            soc->eval();
        }
        dump();
        pins.rst_n = soc->rst_ni;
#define TAKE(port, type, member) pins.member = soc->port;
        SOC_PINS(TAKE)
#undef TAKE
        for (unsigned hart = 0; hart < SOC_HARTS; ++hart) {
            auto &retire = pins.unit.snoop[hart].retire;
#define TAKE(port, type, member, bits)                                                             \
    retire.member = static_cast<decltype(retire.member)>(                                          \
        static_cast<uint64_t>(soc->port) >> hart * bits & ((1ull << bits) - 1));
            SOC_RETIRE(TAKE)
#undef TAKE
        }
#if UNIT_TIME_BASE // what the unit has read of the external counter
        pins.unit.mtime = TIMESTAMP(time_q) + TIMESTAMP(g_base__DOT__more_q);
        pins.unit.mtime_known = TIMESTAMP(g_base__DOT__external_q) &&
                                !TIMESTAMP(g_base__DOT__load_q);
        pins.unit.entry = TIMESTAMP(entry_i);
#endif
        if (!bench.clock(pins))
            break;
        context.timeInc(5);
        soc->clk_i = 1;
        soc->eval();
        dump();
        context.timeInc(5);
        soc->clk_i = 0;
        soc->eval();
    }
    soc->final();
#if VM_TRACE
    if (fst)
        fst->close();
#endif
    return bench.finish("C++ bench");
}
