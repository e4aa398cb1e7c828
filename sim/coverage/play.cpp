// SPDX-License-Identifier: Apache-2.0
// Counts coverage of one module: plays the inputs of a waveform into a Verilator model of the
// module alone; its outputs must be those of the waveform. around.py writes the script, and ports.h
// with the module's ports:
//   i N HEX       input N (of INPUTS) has this value from now on
//   o N HEX MASK  output N is to have this value in these bits, from now on
//   e             evaluate
//   t TIME        evaluate and compare
#include "Vplayed.h"
#include "ports.h"
#include "verilated.h"
#include "verilated_cov.h"

#include <array>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

void Vplayed___024root___eval_initial(Vplayed___024root *); // Verilator's own, in no header
void Vplayed___024root___eval_settle(Vplayed___024root *);

namespace
{

using Value = std::array<uint8_t, PORT_BYTES>;

struct Port {
    const char *name;
    void *at;
    size_t size;
    Value value{}, mask{};
};

Value number(const char *hex)
{
    Value value{};
    size_t digits = strlen(hex);
    for (size_t i = 0; i < digits && i / 2 < value.size(); i++) {
        char c = hex[digits - 1 - i];
        value[i / 2] |= static_cast<uint8_t>((c <= '9' ? c - '0' : c - 'a' + 10) << i % 2 * 4);
    }
    return value;
}

} // namespace

int main(int argc, char **argv)
{
    FILE *file = argc == 3 ? fopen(argv[1], "r") : nullptr;
    if (!file) {
        fprintf(stderr, "usage: %s FILE COUNTS\n", argv[0]);
        return 2;
    }
    VerilatedContext context;
    context.randReset(0); // else what a register starts with would count as a toggle
    Vplayed top(&context);
#define PORT(name) {#name, &top.name, sizeof top.name},
    std::vector<Port> inputs{INPUTS}, outputs{OUTPUTS};
    static char kind[2], first[32], hex[2 * PORT_BYTES + 1], mask[2 * PORT_BYTES + 1],
        line[6 * PORT_BYTES + 80];
    bool begun = false;
    unsigned long compared = 0;
    while (fgets(line, sizeof line, file)) {
        int fields = sscanf(line, "%1s %31s %s %s", kind, first, hex, mask);
        if (kind[0] == 'i' && fields == 3) {
            Port &port = inputs.at(std::stoul(first));
            port.value = number(hex);
            memcpy(port.at, port.value.data(), port.size);
        } else if (kind[0] == 'o' && fields == 4) {
            Port &port = outputs.at(std::stoul(first));
            port.value = number(hex);
            port.mask = number(mask);
        } else if (kind[0] == 'e') {
            top.eval();
        } else if (kind[0] == 't') {
            top.eval();
            if (!begun) {
                context.coveragep()->zero(); // what is 1 from the begin on has not moved,
                Vplayed___024root___eval_initial(
                    top.rootp); // but lines that hang on no clock were run
                Vplayed___024root___eval_settle(top.rootp);
            }
            begun = true;
            for (const Port &port : outputs) {
                Value is{};
                memcpy(is.data(), port.at, port.size);
                for (size_t i = 0; i < port.size; i++)
                    if ((is[i] ^ port.value[i]) & port.mask[i]) {
                        fprintf(stderr, "%s is not what it is in the waveform, at %s\n", port.name,
                                first);
                        return 1;
                    }
                compared++;
            }
        } else {
            fprintf(stderr, "cannot read: %s", line);
            return 2;
        }
    }
    fclose(file);
    top.final();
    context.coveragep()->write(argv[2]);
    printf("%lu outputs compared\n", compared);
    return 0;
}
