// SPDX-License-Identifier: Apache-2.0
// Runs the top of a board, as RTL or as the netlist of its bitstream, and reads its UARTs at the
// pins. Arguments: cycles, length of a bit in sixteenths of a cycle, file for the bytes of trace_o,
// file for those of console_o.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "verilated.h"
#include BOARD_HEADER

namespace
{

// Releases the button of the board, if it has one.
template <class Top>
auto release(Top &top, int) -> decltype(top.button_ni, void())
{
    top.button_ni = 1;
}
template <class Top>
auto release(Top &top, long) -> decltype(top.button_i, void())
{
    top.button_i = 0;
}
template <class Top>
void release(Top &, ...)
{
}

// 8N1, sampled in the middle of each bit. Reports a byte without stop bit: the line is damaged.
class Receiver
{
public:
    Receiver(const char *name, uint64_t bit) : name_(name), bit_(bit), file_(fopen(name, "wb"))
    {
        if (!file_) {
            perror(name);
            exit(1);
        }
    }
    ~Receiver() { fclose(file_); }

    void cycle(bool level) // once per cycle
    {
        if (count_ == 0) {
            if (!level && last_) { // the start bit: the middle of the first bit of data is one and
                                   // a half bits on
                count_ = 1;
                wait_ = bit_ + bit_ / 2;
            }
        } else if ((wait_ -= wait_ < 16 ? wait_ : 16) < 16) {
            if (count_ <= 8) {
                byte_ = byte_ >> 1 | (level ? 0x80 : 0);
                wait_ += bit_;
                count_++;
            } else {
                if (!level) {
                    fprintf(stderr, "%s: byte %llu has no stop bit\n", name_,
                            static_cast<unsigned long long>(bytes_));
                    exit(1);
                }
                putc(byte_, file_);
                bytes_++;
                count_ = 0;
            }
        }
        last_ = level;
    }

private:
    const char *name_;
    uint64_t bit_, wait_ = 0, bytes_ = 0;
    FILE *file_;
    unsigned count_ = 0, byte_ = 0;
    bool last_ = false; // low until the first high: a low level after configuration is no start bit
};

} // namespace

int main(int argc, char **argv)
{
    if (argc != 5 || strtoull(argv[2], nullptr, 10) < 64) {
        fprintf(stderr, "usage: %s CYCLES BIT TRACE CONSOLE\n", argv[0]);
        return 1;
    }
    const uint64_t cycles = strtoull(argv[1], nullptr, 10), bit = strtoull(argv[2], nullptr, 10);
    VerilatedContext context;
    const auto top = std::make_unique<BOARD_TOP>(&context);
    Receiver trace(argv[3], bit), console(argv[4], bit);
    release(*top, 0);
    for (uint64_t n = 0; n < cycles; n++) {
        top->clk_i = 0;
        top->eval();
        context.timeInc(1);
        top->clk_i = 1;
        top->eval();
        context.timeInc(1);
        trace.cycle(top->trace_o);
        console.cycle(top->console_o);
    }
    top->final();
    return 0;
}
