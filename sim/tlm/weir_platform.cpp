// SPDX-License-Identifier: Apache-2.0
// Example platform: two harts run host-compiled firmware (firmware.c) through taps and a bus, with
// memory and the unit as targets. Each hart runs ahead of SystemC's time by the quantum.
#include "weir_tlm.h"

#include "platform_hooks.h"

#include <sys/mman.h>
#include <tlm_utils/tlm_quantumkeeper.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

extern "C" unsigned firmware_main(unsigned hart);
extern "C" void firmware_interrupt(void);
unsigned platform_events = 2000;

namespace
{

constexpr uint64_t MEMORY = 0x80000000, MEMORY_SIZE = 0x10000, UNIT = 0x40000000;
const sc_core::sc_time period(10, sc_core::SC_NS);
FILE *output;
bool use_dmi = true;
unsigned bad, done_harts;

struct Memory : sc_core::sc_module {
    tlm_utils::simple_target_socket<Memory> socket;
    uint8_t *bytes;
    explicit Memory(sc_core::sc_module_name name) : sc_module(name), socket("socket")
    {
        // Host-compiled firmware may read through pointers, too: the same addresses on the host.
        void *place = mmap(reinterpret_cast<void *>(MEMORY), MEMORY_SIZE, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (place == MAP_FAILED)
            throw std::runtime_error("no memory at 0x80000000");
        bytes = static_cast<uint8_t *>(place);
        socket.register_b_transport(this, &Memory::b_transport);
        socket.register_get_direct_mem_ptr(this, &Memory::get_direct_mem_ptr);
        socket.register_transport_dbg(this, &Memory::transport_dbg);
    }
    unsigned transport_dbg(tlm::tlm_generic_payload &t)
    {
        uint8_t *at = bytes + t.get_address() % MEMORY_SIZE;
        if (t.is_write())
            memcpy(at, t.get_data_ptr(), t.get_data_length());
        else
            memcpy(t.get_data_ptr(), at, t.get_data_length());
        return t.get_data_length();
    }
    void b_transport(tlm::tlm_generic_payload &t, sc_core::sc_time &delay)
    {
        transport_dbg(t);
        t.set_dmi_allowed(true);
        t.set_response_status(tlm::TLM_OK_RESPONSE);
        delay += period;
    }
    bool get_direct_mem_ptr(tlm::tlm_generic_payload &, tlm::tlm_dmi &dmi)
    {
        dmi.set_start_address(0);
        dmi.set_end_address(MEMORY_SIZE - 1);
        dmi.set_dmi_ptr(bytes);
        dmi.allow_read_write();
        return true;
    }
};

struct Bus : sc_core::sc_module {
    std::vector<std::unique_ptr<tlm_utils::simple_target_socket<Bus>>> in;
    tlm_utils::simple_initiator_socket<Bus> memory, unit;
    Bus(sc_core::sc_module_name name, unsigned masters)
        : sc_module(name), memory("memory"), unit("unit")
    {
        for (unsigned i = 0; i < masters; i++) {
            in.push_back(std::make_unique<tlm_utils::simple_target_socket<Bus>>(
                ("in" + std::to_string(i)).c_str()));
            in[i]->register_b_transport(this, &Bus::b_transport);
            in[i]->register_get_direct_mem_ptr(this, &Bus::get_direct_mem_ptr);
            in[i]->register_transport_dbg(this, &Bus::transport_dbg);
        }
    }
    tlm_utils::simple_initiator_socket<Bus> &route(tlm::tlm_generic_payload &t)
    {
        const bool to_memory = t.get_address() >= MEMORY;
        t.set_address(t.get_address() - (to_memory ? MEMORY : UNIT));
        return to_memory ? memory : unit;
    }
    void b_transport(tlm::tlm_generic_payload &t, sc_core::sc_time &delay)
    {
        route(t)->b_transport(t, delay);
    }
    unsigned transport_dbg(tlm::tlm_generic_payload &t) { return route(t)->transport_dbg(t); }
    bool get_direct_mem_ptr(tlm::tlm_generic_payload &t, tlm::tlm_dmi &dmi)
    {
        if (t.get_address() < MEMORY)
            return false;
        if (!route(t)->get_direct_mem_ptr(t, dmi))
            return false;
        dmi.set_start_address(dmi.get_start_address() + MEMORY);
        dmi.set_end_address(dmi.get_end_address() + MEMORY);
        return true;
    }
};

// A hart that runs a C function: each load or store is a transaction, or goes by DMI.
struct Hart : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<Hart> socket;
    sc_core::sc_in<bool> irq;
    const unsigned number;
    tlm_utils::tlm_quantumkeeper time;
    tlm::tlm_dmi dmi;
    bool has_dmi = false, in_handler = false;
    uint64_t accesses = 0, by_dmi = 0, irqs = 0;

    SC_HAS_PROCESS(Hart);
    Hart(sc_core::sc_module_name name, unsigned n)
        : sc_module(name), socket("socket"), irq("irq"), number(n)
    {
        socket.register_invalidate_direct_mem_ptr(this, &Hart::invalidate);
        SC_THREAD(run);
    }
    void run()
    {
        wait(period * 10);
        time.reset();
        bad += firmware_main(number);
        time.sync();
        if (++done_harts == 2)
            sc_core::sc_stop();
    }
    void invalidate(sc_dt::uint64, sc_dt::uint64) { has_dmi = false; }
    uint64_t cycle() const { return static_cast<uint64_t>(time.get_current_time() / period); }
    void pass(const sc_core::sc_time &t)
    {
        time.inc(t);
        if (time.need_sync())
            time.sync();
    }
    // Handlers run between pieces of work, never inside of the driver.
    void work(const sc_core::sc_time &t)
    {
        pass(t);
        if (number == 0 && irq.read() && !in_handler) {
            in_handler = true;
            irqs++;
            firmware_interrupt();
            in_handler = false;
        }
    }
    uint32_t access(bool write, uint64_t addr, uint32_t data)
    {
        accesses++;
        if (has_dmi && addr >= dmi.get_start_address() && addr + 3 <= dmi.get_end_address()) {
            uint8_t *at = dmi.get_dmi_ptr() + (addr - dmi.get_start_address());
            by_dmi++;
            if (write)
                memcpy(at, &data, 4);
            else
                memcpy(&data, at, 4);
            pass(period);
            return data;
        }
        tlm::tlm_generic_payload t;
        t.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        t.set_address(addr);
        t.set_data_ptr(reinterpret_cast<uint8_t *>(&data));
        t.set_data_length(4);
        t.set_streaming_width(4);
        t.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        sc_core::sc_time delay = time.get_local_time();
        socket->b_transport(t, delay);
        bad += t.get_response_status() != tlm::TLM_OK_RESPONSE;
        time.set(delay);
        if (use_dmi && t.is_dmi_allowed() && !has_dmi) {
            t.set_address(addr);
            dmi.init();
            has_dmi = socket->get_direct_mem_ptr(t, dmi);
        }
        pass(sc_core::SC_ZERO_TIME);
        return data;
    }
};

Hart &this_hart()
{
    return *dynamic_cast<Hart *>(sc_core::sc_get_current_process_handle().get_parent_object());
}

} // namespace

extern "C" {
void platform_store(uintptr_t address, uint32_t data) { this_hart().access(true, address, data); }
uint32_t platform_load(uintptr_t address) { return this_hart().access(false, address, 0); }
unsigned platform_hart(void) { return this_hart().number; }
uint64_t platform_cycle(void) { return this_hart().cycle(); }
void platform_work(unsigned n) { this_hart().work(static_cast<double>(n) * period); }
void platform_output(const void *bytes, unsigned long count) { fwrite(bytes, 1, count, output); }
}

int sc_main(int argc, char **argv)
{
    uint64_t quantum = 10000;
    std::string out = "/dev/null";
    for (int i = 1; i < argc; i++) {
        const std::string option = argv[i];
        if (option == "--no-dmi")
            use_dmi = false;
        else if (option == "--quantum" && i + 1 < argc)
            quantum = strtoull(argv[++i], nullptr, 10);
        else if (option == "--events" && i + 1 < argc)
            platform_events = static_cast<unsigned>(atoi(argv[++i]));
        else if (option == "--out" && i + 1 < argc)
            out = argv[++i];
        else {
            printf("usage: %s [--quantum NS] [--events N] [--out FILE] [--no-dmi]\n"
                   "Two harts emit N events each; FILE gets the trace. Exit code: 0 if the "
                   "firmware saw no error.\n",
                   argv[0]);
            return 2;
        }
    }
    output = fopen(out.c_str(), "wb");
    if (!output) {
        perror(out.c_str());
        return 2;
    }
    tlm::tlm_global_quantum::instance().set(
        sc_core::sc_time(static_cast<double>(quantum), sc_core::SC_NS));
    weir_tlm_config config;
    config.preset = nullptr;
    config.period = period;
    config.parameters = {}; // small, two harts
    config.parameters.harts = 2;
    config.parameters.value_regs = 4;
    config.parameters.value_w = 32;
    config.parameters.args = 1;
    config.parameters.queue_log2 = 5;
    config.parameters.thread_cache = 8;
    config.parameters.fifo_log2 = 12;
    weir_tlm unit("weir", config);
    Memory memory("memory");
    Bus bus("bus", 2);
    sc_core::sc_signal<bool> irq("irq"), rst_n("rst_n", true);
    std::vector<std::unique_ptr<Hart>> harts;
    std::vector<std::unique_ptr<weir_tap>> taps;
    for (unsigned h = 0; h < 2; h++) {
        harts.push_back(std::make_unique<Hart>(("hart" + std::to_string(h)).c_str(), h));
        taps.push_back(std::make_unique<weir_tap>(("tap" + std::to_string(h)).c_str(), unit, h));
        harts[h]->socket.bind(taps[h]->in);
        taps[h]->out.bind(*bus.in[h]);
        harts[h]->irq(irq);
    }
    bus.memory.bind(memory.socket);
    bus.unit.bind(unit.socket);
    unit.irq(irq);
    unit.rst_ni(rst_n);
    unit.watched = [&](unsigned hart, uint32_t addr) {
        if (hart < 2)
            taps[hart]->watch(addr);
    };
    const auto start = std::chrono::steady_clock::now();
    sc_core::sc_start();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    fclose(output);
    const uint64_t accesses = harts[0]->accesses + harts[1]->accesses,
                   by_dmi = harts[0]->by_dmi + harts[1]->by_dmi;
    printf("cycles %.0f\naccesses %llu\ndmi %llu\nirqs %llu\nlate %llu\nbad %u\nseconds %.3f\n",
           sc_core::sc_time_stamp() / period, static_cast<unsigned long long>(accesses),
           static_cast<unsigned long long>(by_dmi),
           static_cast<unsigned long long>(harts[0]->irqs),
           static_cast<unsigned long long>(unit.late()), bad, took.count());
    return bad ? 1 : 0;
}
