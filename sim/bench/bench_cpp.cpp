// SPDX-License-Identifier: Apache-2.0
// Plain C++ bench of `weir`: random stimulus in volume.
#include "Vweir.h"
#include "Vweir___024root.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_fst_c.h"
#endif

#include "session.h"
#include "stimulus.h"

#include <exception>

static int run(const Options &options)
{
    VerilatedContext context;
    context.randReset(2);
    context.randSeed(static_cast<int>(options.seed & 0x3fffffff) + 1);
    Vweir top(&context);
#if VM_TRACE
    VerilatedFstC fst;
    if (!options.fst.empty()) {
        context.traceEverOn(true);
        top.trace(&fst, 99);
        fst.open(options.fst.c_str());
    }
    auto dump = [&] {
        if (fst.isOpen())
            fst.dump(context.time());
    };
#else
    auto dump = [] {};
#endif

    Session session(options, SLOTS, QUEUE_LOG2, FIFO_LOG2);
    Random random(options.seed);
    Reader reader(random);
    Hart hart(random);
    Software software(random, reader, hart, options.events, options.jumps);
    RegisterDriver driver(software, reader);

    for (unsigned cycle = 0; !software.finished(); cycle += cycle < 5) {
        top.rst_ni = cycle >= 4;
        top.reg_valid_i = driver.valid();
        top.reg_write_i = driver.access().write;
        top.reg_addr_i = driver.access().addr & 0x7fff;
        top.reg_wdata_i = driver.access().data;
        top.reg_wstrb_i = driver.access().strobes;
        top.snoop_valid_i = hart.store().valid;
        top.snoop_addr_i = hart.store().addr;
        top.snoop_data_i = hart.store().data;
        top.snoop_strb_i = hart.store().strobes;
        if (uint64_t ticks = software.take_jump()) {
            top.rootp->weir__DOT__u_stamp__DOT__time_q += ticks;
            session.jump(ticks);
        }
        top.clk_i = 0;
        top.eval();
        dump();
        context.timeInc(1);

        weir_pins pins = {};
        pins.rst_n = top.rst_ni;
        pins.reg_valid = top.reg_valid_i;
        pins.reg_ready = top.reg_ready_o;
        pins.reg_write = top.reg_write_i;
        pins.reg_addr = top.reg_addr_i;
        pins.reg_wdata = top.reg_wdata_i;
        pins.reg_wstrb = top.reg_wstrb_i;
        pins.reg_rdata = top.reg_rdata_o;
        pins.snoop_valid = top.snoop_valid_i;
        pins.snoop_addr = top.snoop_addr_i;
        pins.snoop_data = top.snoop_data_i;
        pins.snoop_strb = top.snoop_strb_i;
        pins.irq = top.irq_o;
        if (!session.clock(pins))
            break;

        top.clk_i = 1;
        top.eval();
        dump();
        context.timeInc(1);
        if (pins.rst_n) {
            software.offered(session.offered());
            driver.edge(pins.reg_ready, pins.reg_rdata);
            hart.clock();
        }
    }
    top.final();
    return session.finish();
}

int main(int argc, char **argv)
{
    Options options = Options::parse(argc, argv, VM_TRACE);
    try {
        return run(options);
    } catch (const std::exception &error) {
        fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 2;
    }
}
