// SPDX-License-Identifier: Apache-2.0
// The inputs of a fuzzer: reads numbers, ports and threads from its bytes. inputs_cpp.cpp and
// tests/fuzz/unit_pins.cpp make actions of them.
#ifndef WEIR_INPUT_BYTES_H
#define WEIR_INPUT_BYTES_H

#include "bus.h"

#include <cstddef>
#include <cstdint>

class InputBytes
{
protected:
    static constexpr uint32_t threads[] = {0x80002000, 0x80002100, 0,          1,
                                           0x7f,       0xffffffff, 0x80002000, 0x12345678};
    static constexpr uint32_t current = 0x80001000; // the word that is snooped

    InputBytes(const uint8_t *bytes, size_t size, const weir_golden_parameters &unit)
        : bytes_(bytes), left_(size), unit_(unit)
    {
    }

    // The next byte; when there are none left, 0.
    uint8_t byte() { return left_ ? left_--, *bytes_++ : 0; }
    uint32_t number(unsigned bytes)
    {
        uint32_t n = 0;
        while (bytes--)
            n = n << 8 | byte();
        return n;
    }
    uint32_t port(uint8_t kind) const
    {
        static constexpr uint32_t ports[] = {reg::THREAD_PORT, reg::INTERRUPT_PORT, reg::USER_PORT,
                                             reg::THREAD_PORT};
        return reg::HART * (kind >> 4 & 7) % (unit_.harts * reg::HART) + ports[kind & 3] +
               (kind & 4 && !unit_.tiny ? uint32_t{reg::GUARANTEED} : 0);
    }

    const uint8_t *bytes_;
    size_t left_;
    const weir_golden_parameters &unit_;
};

#endif
