// SPDX-License-Identifier: Apache-2.0
// The bench of soc_rocket.sv: console, host channel, end, and a log of what the core did at its
// pins and at the end of its pipeline, which owes nothing to Weir.
//
// usage: soc HEX OUT LOG RUN [CYCLE]    CYCLE: resets Weir alone then, for 8 cycles
// Lines of LOG: "cycle s address data strobes" (a word of a store), "cycle t value" (tp), "cycle g
// value" (gp), "cycle h instruction value" (HINT), "cycle e cause" (trap), "cycle r" (return)
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "Vsoc_rocket.h"
#include "verilated.h"

static FILE *out, *log_file;

static void log_cycle(const Vsoc_rocket &soc, uint64_t cycle)
{
    if (soc.core_store_o)
        for (unsigned half = 0; half < 2; half++)
            if (soc.core_strb_o >> 4 * half & 15)
                fprintf(log_file, "%" PRIu64 " s %08x %08x %x\n", cycle,
                        (soc.core_addr_o & ~7u) + 4 * half,
                        static_cast<unsigned>(soc.core_data_o >> 32 * half),
                        soc.core_strb_o >> 4 * half & 15);
    if (soc.tp_valid_o || soc.gp_valid_o)
        fprintf(log_file, "%" PRIu64 " %c %" PRIx64 "\n", cycle, soc.tp_valid_o ? 't' : 'g',
                soc.written_o);
    if (soc.hint_o)
        fprintf(log_file, "%" PRIu64 " h %x %" PRIx64 "\n", cycle, soc.insn_o, soc.rs1_o);
    if (soc.trap_o)
        fprintf(log_file, "%" PRIu64 " e %" PRIx64 "\n", cycle, soc.cause_o);
    if (soc.return_o)
        fprintf(log_file, "%" PRIu64 " r\n", cycle);
}

int main(int argc, char **argv)
{
    if (argc < 5 || argc > 6) {
        fprintf(stderr, "usage: %s HEX OUT LOG RUN [CYCLE]\n", argv[0]);
        return 1;
    }
    out = fopen(argv[2], "wb");
    log_file = fopen(argv[3], "wb");
    if (!out || !log_file) {
        perror(argv[0]);
        return 1;
    }
    VerilatedContext context;
    const std::string hex = "+hex=" + std::string(argv[1]), run = "+run=" + std::string(argv[4]);
    const char *plusargs[] = {argv[0], hex.c_str(), run.c_str()};
    context.commandArgs(3, plusargs);
    const auto soc = std::make_unique<Vsoc_rocket>(&context);
    const uint64_t reset_at = argc > 5 ? strtoull(argv[5], nullptr, 0) : ~0ull;
    int code = 2;
    soc->clk_i = 0;
    soc->rst_ni = 0;
    soc->eval();
    for (uint64_t cycle = 0; cycle < 50000000; cycle++) {
        if (cycle == 100)
            soc->rst_ni = 1;
        soc->unit_reset_i = cycle - reset_at < 8;
        soc->eval();
        if (soc->rst_ni) {
            log_cycle(*soc, cycle);
            if (soc->console_valid_o)
                putchar(soc->console_data_o);
            for (unsigned lane = 0; soc->host_valid_o && lane < 4; lane++)
                if (soc->host_strb_o >> lane & 1)
                    putc(static_cast<int>(soc->host_data_o >> 8 * lane & 255), out);
            if (soc->exit_valid_o) {
                code = static_cast<int>(soc->exit_code_o);
                printf("%" PRIu64 " cycles, %u writes of the ring\n", cycle, soc->ring_rows_o);
                break;
            }
        }
        soc->clk_i = 1;
        soc->eval();
        soc->clk_i = 0;
        soc->eval();
    }
    fclose(out);
    fclose(log_file);
    return code;
}
