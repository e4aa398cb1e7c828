// SPDX-License-Identifier: Apache-2.0
// A target for GDB: the RTL of the unit with events in its FIFO or its ring, and memory, behind
// GDB's remote protocol, like a stopped core behind a debug probe. Prints its port on the loopback
// interface. Arguments: "fifo" or "ring", number of events.
#include "unit_cpp.h"
#include "weir_regs.h"
#include "weir_stream.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace
{

constexpr uint32_t kUnit = 0x40000000, kSpace = 0x20000, kMemory = 0x80000000, kWindowLog2 = 12,
                   kSectionLog2 = 9;
std::vector<uint8_t> memory(1u << kWindowLog2, 0xcc);
std::unique_ptr<Unit> unit;
uint64_t cycles_run;
bool authorised;

weir_pins cycle(const Access *access)
{
    weir_pins pins = unit->settle(cycles_run++ >= 4, access, {}, false, {}, true, {}, authorised);
    if (pins.rst_n && pins.m_valid)
        for (unsigned i = 0; i < 4; i++)
            memory.at(pins.m_addr - kMemory + i) = static_cast<uint8_t>(pins.m_wdata >> 8 * i);
    unit->edge();
    return pins;
}

uint32_t access(bool write, uint32_t offset, uint32_t data = 0)
{
    const Access access = {write, offset, data, 0xf};
    while (!cycle(&access).reg_ready)
        ;
    return cycle(nullptr).reg_rdata;
}

// ---- GDB's remote protocol: the part for a stopped target

std::string hex(const std::vector<uint8_t> &bytes)
{
    std::string text;
    char two[3];
    for (uint8_t byte : bytes) {
        snprintf(two, sizeof two, "%02x", byte);
        text += two;
    }
    return text;
}

bool in_memory(uint32_t address, uint32_t bytes)
{
    return address >= kMemory && address - kMemory + bytes <= memory.size();
}
bool in_unit(uint32_t address, uint32_t bytes)
{
    return address - kUnit < kSpace && address % 4 == 0 && bytes == 4;
} // whole words only

std::string answer(const std::string &packet)
{
    uint32_t address, bytes;
    if (packet == "?")
        return "S05";
    if (packet == "g")
        return std::string(33 * 8, '0');
    if (packet[0] == 'H')
        return "OK";
    if (sscanf(packet.c_str(), "m%" SCNx32 ",%" SCNx32, &address, &bytes) == 2) {
        if (in_memory(address, bytes))
            return hex({memory.begin() + (address - kMemory),
                        memory.begin() + (address - kMemory) + bytes});
        if (!in_unit(address, bytes))
            return "E01";
        const uint32_t word = access(false, address - kUnit);
        return hex({uint8_t(word), uint8_t(word >> 8), uint8_t(word >> 16), uint8_t(word >> 24)});
    }
    if (sscanf(packet.c_str(), "M%" SCNx32 ",%" SCNx32, &address, &bytes) == 2) {
        if (!in_unit(address, bytes))
            return "E01";
        const auto word = static_cast<uint32_t>(
            strtoul(packet.substr(packet.find(':') + 1).c_str(), nullptr, 16));
        access(true, address - kUnit, __builtin_bswap32(word));
        return "OK";
    }
    return "";
}

void serve(int gdb)
{
    std::string packet;
    bool inside = false;
    char c;
    while (read(gdb, &c, 1) == 1) {
        if (c == '$') {
            inside = true;
            packet.clear();
        } else if (c == '#' && inside) {
            char sum[2];
            if (read(gdb, &sum[0], 1) != 1 || read(gdb, &sum[1], 1) != 1)
                return;
            inside = false;
            const std::string text = answer(packet);
            unsigned check = 0;
            for (char each : text)
                check += static_cast<unsigned char>(each);
            char end[4];
            snprintf(end, sizeof end, "#%02x", check & 0xff);
            const std::string reply = "+$" + text + end;
            if (write(gdb, reply.data(), reply.size()) != static_cast<ssize_t>(reply.size()) ||
                packet[0] == 'k' || packet[0] == 'D')
                return;
        } else if (inside) {
            packet += c;
        }
    }
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3)
        return 1;
    const bool ring = std::string(argv[1]) == "ring";
    authorised = std::string(argv[1]) != "closed";
    unit = std::make_unique<Unit>(1, "");
    for (int i = 0; i < 200; i++)
        cycle(nullptr);
    if (ring) {
        access(true, WEIR_REG_RING_BASE, kMemory);
        access(true, WEIR_REG_RING_SIZE,
               kSectionLog2 << WEIR_RING_SIZE_SECTION_LSB | kWindowLog2
                                                                << WEIR_RING_SIZE_BUFFER_LSB);
        access(true, WEIR_REG_RING_CTRL, WEIR_RING_CTRL_ENABLE_MASK);
    }
    access(true, WEIR_REG_CTRL, WEIR_CTRL_ENABLE_MASK);
    for (uint32_t n = 1; n <= strtoul(argv[2], nullptr, 10); n++) {
        access(true, WEIR_REG_HART + WEIR_REG_HART_PORT_VALUE, n);
        access(true, WEIR_REG_HART + WEIR_REG_HART_PORT_ID, 1);
        for (int i = 0; i < 20; i++)
            cycle(nullptr);
    }

    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (listener < 0 || bind(listener, reinterpret_cast<sockaddr *>(&address), size) ||
        listen(listener, 1) || getsockname(listener, reinterpret_cast<sockaddr *>(&address), &size))
        return 1;
    printf("%u\n", ntohs(address.sin_port));
    fflush(stdout);
    serve(accept(listener, nullptr, nullptr));
    return 0;
}
