// SPDX-License-Identifier: Apache-2.0
// Runs a SoC of litex_soc.py: sim FOLDER [CYCLES]. FOLDER gets its output: trace and ring from the
// UART, frames, and stores, a log of every store that the data bus of the CPU accepts: cycle,
// address, data, byte lanes, hart.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "Vsim.h"
#include "verilated.h"

static FILE *file(const std::string &folder, const char *name)
{
    FILE *opened = fopen((folder + "/" + name).c_str(), "wb");
    if (!opened) {
        perror(name);
        exit(1);
    }
    return opened;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s FOLDER [CYCLES]\n", argv[0]);
        return 1;
    }
    const std::string folder = argv[1];
    const unsigned long limit = argc > 2 ? strtoul(argv[2], nullptr, 0) : 10000000;
    enum { TRACE, RING, FAILED, DONE };
    FILE *const channels[] = {file(folder, "trace.recTr"), file(folder, "ring.recTr"),
                              file(folder, "error")};
    FILE *const frames = file(folder, "frames.rkh"), *const stores = file(folder, "stores");
    Vsim sim;
    sim.serial_source_ready = 1;
    sim.serial_sink_valid = 0;
    sim.frames_ready = 1;
    unsigned long cycle = 0;
    for (; cycle < limit && sim.channel != DONE; cycle++) {
        sim.sys_clk = 0;
        sim.eval();
        if (sim.serial_source_valid)
            fputc(sim.serial_source_data, channels[sim.channel]);
        if (sim.frames_valid)
            fputc(sim.frames_data, frames);
        if (sim.data_cyc && sim.data_stb && sim.data_ack && sim.data_we)
            fprintf(stores, "%lu %x %x %x 0\n", cycle, sim.data_adr, sim.data_dat_w, sim.data_sel);
        sim.sys_clk = 1;
        sim.eval();
    }
    const bool failed = ftell(channels[FAILED]) != 0;
    bool written = true;
    for (FILE *f : {channels[TRACE], channels[RING], channels[FAILED], frames, stores})
        written = fclose(f) == 0 && written;
    sim.final();
    fprintf(stderr, "%lu cycles%s\n", cycle,
            cycle == limit ? ", without an end"
            : failed       ? ", an error of the driver"
                           : "");
    return cycle == limit || failed || !written;
}
