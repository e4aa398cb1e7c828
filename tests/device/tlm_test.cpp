// SPDX-License-Identifier: Apache-2.0
// Test of the TLM model: transfers of every shape, a debugger, DMI, interrupt, a stalled store,
// reset in mid-flight, a ring.
#include "weir_tlm.h"

#include <cstdio>

namespace
{

int failures;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("line %d: not so: %s\n", __LINE__, #condition);                                 \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

const sc_core::sc_time period(10, sc_core::SC_NS);

struct Memory : sc_core::sc_module {
    tlm_utils::simple_target_socket<Memory> socket;
    uint8_t bytes[0x10000] = {};
    unsigned writes = 0;
    explicit Memory(sc_core::sc_module_name name) : sc_module(name), socket("socket")
    {
        socket.register_b_transport(this, &Memory::b_transport);
        socket.register_transport_dbg(this, &Memory::transport_dbg);
        socket.register_get_direct_mem_ptr(this, &Memory::get_direct_mem_ptr);
    }
    unsigned transport_dbg(tlm::tlm_generic_payload &t)
    {
        uint8_t *at = bytes + t.get_address() % sizeof bytes;
        memcpy(t.is_write() ? at : t.get_data_ptr(), t.is_write() ? t.get_data_ptr() : at,
               t.get_data_length());
        writes += t.is_write();
        return t.get_data_length();
    }
    void b_transport(tlm::tlm_generic_payload &t, sc_core::sc_time &)
    {
        transport_dbg(t);
        t.set_response_status(tlm::TLM_OK_RESPONSE);
    }
    bool get_direct_mem_ptr(tlm::tlm_generic_payload &, tlm::tlm_dmi &dmi)
    {
        dmi.set_start_address(0);
        dmi.set_end_address(sizeof bytes - 1);
        dmi.set_dmi_ptr(bytes);
        dmi.allow_read_write();
        return true;
    }
};

struct Test : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<Test> socket, data;
    sc_core::sc_in<bool> irq;
    sc_core::sc_out<bool> rst_n;
    weir_tlm &unit;
    Memory &memory, &ring_memory;
    unsigned invalidated = 0;
    uint64_t invalid_begin = 0, invalid_end = 0;

    SC_HAS_PROCESS(Test);
    Test(sc_core::sc_module_name name, weir_tlm &u, Memory &m, Memory &r)
        : sc_module(name), socket("socket"), data("data"), irq("irq"), rst_n("rst_n"), unit(u),
          memory(m), ring_memory(r)
    {
        data.register_invalidate_direct_mem_ptr(this, &Test::invalidate);
        SC_THREAD(run);
    }
    void invalidate(sc_dt::uint64 begin, sc_dt::uint64 end)
    {
        invalidated++;
        invalid_begin = begin, invalid_end = end;
    }
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;

    template <typename Socket>
    tlm::tlm_response_status transfer(Socket &to, bool write, uint64_t addr, void *bytes,
                                      unsigned size, uint8_t *enables = nullptr,
                                      unsigned enable_size = 0, unsigned width = 0)
    {
        tlm::tlm_generic_payload t;
        t.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        t.set_address(addr);
        t.set_data_ptr(static_cast<uint8_t *>(bytes));
        t.set_data_length(size);
        t.set_streaming_width(width ? width : size);
        t.set_byte_enable_ptr(enables);
        t.set_byte_enable_length(enable_size);
        t.set_dmi_allowed(true);
        to->b_transport(t, delay);
        CHECK(&to != &socket || !t.is_dmi_allowed());
        return t.get_response_status();
    }
    uint32_t read(uint32_t addr)
    {
        uint32_t word = 0;
        CHECK(transfer(socket, false, addr, &word, 4) == tlm::TLM_OK_RESPONSE);
        return word;
    }
    void write(uint32_t addr, uint32_t word)
    {
        CHECK(transfer(socket, true, addr, &word, 4) == tlm::TLM_OK_RESPONSE);
    }
    uint32_t debug(uint32_t addr)
    {
        uint32_t word = 0;
        tlm::tlm_generic_payload t;
        t.set_command(tlm::TLM_READ_COMMAND);
        t.set_address(addr);
        t.set_data_ptr(reinterpret_cast<uint8_t *>(&word));
        t.set_data_length(4);
        CHECK(socket->transport_dbg(t) == 4);
        t.set_command(tlm::TLM_WRITE_COMMAND);
        CHECK(socket->transport_dbg(t) == 0);
        return word;
    }
    void sync()
    {
        wait(delay);
        delay = sc_core::SC_ZERO_TIME;
    }
    void shapes()
    {
        uint8_t bytes[12];
        CHECK(read(0) == 0x52494557);
        CHECK(transfer(socket, false, 1, bytes, 6) == tlm::TLM_OK_RESPONSE);
        const uint32_t words[3] = {debug(0), debug(4), debug(8)};
        CHECK(memcmp(bytes, reinterpret_cast<const uint8_t *>(words) + 1, 6) == 0);
        CHECK(transfer(socket, false, 0, bytes, 12) == tlm::TLM_OK_RESPONSE); /* a burst */
        CHECK(memcmp(bytes, words, 12) == 0 && words[1] && words[2]);
        uint8_t enables[2] = {TLM_BYTE_ENABLED, TLM_BYTE_DISABLED}; /* repeats */
        memset(bytes, 0xee, sizeof bytes);
        CHECK(transfer(socket, false, 0, bytes, 4, enables, 2) == tlm::TLM_OK_RESPONSE);
        CHECK(bytes[0] == 'W' && bytes[1] == 0xee && bytes[2] == 'I' && bytes[3] == 0xee);
        CHECK(transfer(socket, false, 0, bytes, 8, nullptr, 0, 4) == tlm::TLM_BURST_ERROR_RESPONSE);
        CHECK(transfer(socket, false, 0, bytes, 4, enables, 0) ==
              tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
        write(0x490, 0x1234);
        CHECK(debug(0x490) == 0x1234 && read(0x20490) == 0x1234);
        uint32_t narrow = 0x55;
        CHECK(transfer(socket, true, 0x490, &narrow, 1) == tlm::TLM_OK_RESPONSE);
        CHECK(debug(0x490) == 0x1234 && (read(0x18) & 1));
        write(0x18, 3);
        tlm::tlm_generic_payload t;
        tlm::tlm_dmi dmi;
        t.set_address(0);
        CHECK(!socket->get_direct_mem_ptr(t, dmi));
    }
    /* An access that changes irq: its initiator sees that before it goes on. */
    void interrupt()
    {
        write(0x10, 1);
        write(0x24, 0);
        CHECK(!irq.read());
        write(0x1c, 1);
        CHECK(irq.read());
        write(0x1c, 0);
        CHECK(!irq.read());
        write(0x24, 2); /* a store to a port is queued: the interrupt follows by itself */
        write(0x1c, 1);
        for (unsigned i = 0; i < 8; i++) {
            write(0x10000, 0x12345678);
            write(0x10004, 1);
        }
        CHECK(!irq.read());
        sync();
        wait(period * 64);
        CHECK(irq.read() && read(0x28) >= 2);
        while (read(0x28))
            (void)read(0x1000);
        CHECK(!irq.read());
        write(0x1c, 0);
    }
    /* A guaranteed store to a full FIFO stalls its initiator for WAIT cycles. */
    void stall()
    {
        write(0x490, 500);
        for (unsigned i = 0; i < 6000; i++)
            write(0x14000 + 4 * (i % 1000) + 4, i);
        sync();
        CHECK(debug(0x14) & 2);
        const sc_core::sc_time before = sc_core::sc_time_stamp();
        write(0x1c004, 7);
        sync();
        const double cycles = (sc_core::sc_time_stamp() - before) / period;
        CHECK(cycles >= 500 && cycles < 560);
    }
    /* The page of the watched word is no DMI; the rest is. */
    void direct_memory()
    {
        tlm::tlm_generic_payload t;
        tlm::tlm_dmi dmi;
        uint32_t word = 0x80002000;
        write(0x104, 0x4008);
        write(0x100, 1);
        CHECK(invalidated == 1 && invalid_begin == 0x4000 && invalid_end == 0x4fff);
        t.set_address(0x4010);
        CHECK(!data->get_direct_mem_ptr(t, dmi));
        t.set_address(0x3000);
        CHECK(data->get_direct_mem_ptr(t, dmi) && dmi.get_end_address() == 0x3fff);
        t.set_address(0x5004);
        CHECK(data->get_direct_mem_ptr(t, dmi) && dmi.get_start_address() == 0x5000 &&
              dmi.get_dmi_ptr() == memory.bytes + 0x5000);
        CHECK(transfer(data, true, 0x4008, &word, 4) == tlm::TLM_OK_RESPONSE);
        sync();
        wait(period * 20);
        CHECK(debug(0x108) == 0x80002000);
    }
    void ring()
    {
        write(0x10, 0);
        while (read(0x14) & 1)
            ;
        write(0x10, 2);
        write(0x604, 0x8000);
        write(0x608, 10 << 8 | 12);
        write(0x600, 1);
        write(0x10, 1);
        CHECK(debug(0x18) == 0);
        for (unsigned i = 0; i < 100; i++)
            write(0x14004, i);
        write(0x10, 0);
        while (read(0x14) & 1)
            ;
        CHECK(ring_memory.writes > 50 && ring_memory.bytes[0x8001] == 6 && (read(0x60c) & 1));
    }
    void reset()
    {
        write(0x10, 1);
        for (unsigned i = 0; i < 10; i++)
            write(0x14004, i);
        rst_n.write(false); /* while they are queued */
        wait(period * 3);
        rst_n.write(true);
        sync();
        CHECK(read(0x10) == 0);
        write(0x10, 1); /* none of them comes now */
        sync();
        wait(period * 50000);
        CHECK(read(0x28) == 0 && read(0x2040) == 0);
        CHECK(read(0) == 0x52494557);
    }
    void run()
    {
        rst_n.write(true);
        wait(period * 5);
        shapes();
        interrupt();
        stall();
        direct_memory();
        reset();
        ring();
        sc_core::sc_stop();
    }
};

} // namespace

int sc_main(int, char **)
{
    weir_tlm_config config;
    config.preset = "full";
    config.period = period;
    weir_tlm unit("weir", config);
    Memory memory("memory"), ring_memory("ring_memory");
    weir_tap tap("tap", unit, 0);
    Test test("test", unit, memory, ring_memory);
    sc_core::sc_signal<bool> irq("irq"), rst_n("rst_n", true);
    test.socket.bind(unit.socket);
    test.data.bind(tap.in);
    tap.out.bind(memory.socket);
    unit.ring.bind(ring_memory.socket);
    unit.irq(irq);
    unit.rst_ni(rst_n);
    test.irq(irq);
    test.rst_n(rst_n);
    unit.watched = [&](unsigned, uint32_t addr) { tap.watch(addr); };
    sc_core::sc_start();
    CHECK(unit.late() == 0);
    bool thrown = false;
    try {
        weir_tlm_config wrong;
        wrong.preset = "huge";
        weir_tlm none("none", wrong);
    } catch (const std::exception &) {
        thrown = true;
    }
    CHECK(thrown);
    if (!failures)
        printf("tlm: as documented\n");
    return failures != 0;
}
