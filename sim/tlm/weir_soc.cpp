// SPDX-License-Identifier: Apache-2.0
// The demo SoC as a virtual platform: the programs of driver/apps, built for Ibex, run unchanged.
// A hart is the instruction-set simulator rv32.h; it runs ahead of SystemC's time by the quantum.
// The memory map is that of sim/soc/soc_system.sv. Exit code: that of the program, 2: no end.
#include "rv32.h"
#include "weir_tlm.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

namespace
{

constexpr uint32_t RAM = 1 << 18, UNIT = 4, DEVICES = 5; // bits 31:28 of addresses
const sc_core::sc_time period(10, sc_core::SC_NS);

struct Options {
    std::string hex, out, record, preset = "small";
    uint32_t run = 1000000, quantum = 1000; // cycles of the program, ns
    uint64_t max = 1000000000;              // instructions
    bool unit = true;
} options;

FILE *output;
int exit_code = 2;
bool ended;

struct Hart : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<Hart> socket;
    tlm_utils::simple_target_socket<Hart> memory; // the unit's ring writes there
    sc_core::sc_in<bool> irq;
    weir_tlm *unit = nullptr; // what the hart does is shown to it by calls
    std::vector<uint8_t> ram = std::vector<uint8_t>(RAM);
    std::vector<rv32_op> ops = std::vector<rv32_op>(RAM / 2 + 2);
    rv32 cpu{};
    uint64_t reported = 0; // cycles that SystemC's time has, or will have when `ahead` has passed
    sc_core::sc_time ahead;
    tlm::tlm_generic_payload payload;
    uint64_t mtime_offset = 0, mtimecmp = ~uint64_t{0};

    SC_HAS_PROCESS(Hart);
    explicit Hart(sc_core::sc_module_name name)
        : sc_module(name), socket("socket"), memory("memory"), irq("irq")
    {
        memory.register_transport_dbg(this, &Hart::written);
        cpu.ram = ram.data();
        cpu.ram_size = RAM;
        cpu.ops = ops.data();
        cpu.watch = 1;
        cpu.context = this;
        cpu.load = load, cpu.store = store, cpu.stored = stored, cpu.trap = trap;
        cpu.returns = returns;
        SC_THREAD(run);
    }

    unsigned written(tlm::tlm_generic_payload &t)
    {
        const uint64_t addr = t.get_address();
        if (!t.is_write() || addr + t.get_data_length() > RAM)
            return 0;
        memcpy(ram.data() + addr, t.get_data_ptr(), t.get_data_length());
        rv32_written(&cpu, static_cast<uint32_t>(addr), t.get_data_length());
        return t.get_data_length();
    }
    static Hart &of(void *self) { return *static_cast<Hart *>(self); }
    // The hart's own time, as TLM has it: SystemC's time and `ahead`.
    void note()
    {
        ahead += static_cast<double>(cpu.cycles - reported) * period;
        reported = cpu.cycles;
    }
    void access(bool write, uint32_t addr, uint32_t &data, unsigned bytes)
    {
        if (!unit)
            return;
        note();
        const sc_core::sc_time before = sc_core::sc_time_stamp() + ahead;
        tlm::tlm_generic_payload &t = payload;
        t.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        t.set_address(addr & 0x0fffffff);
        t.set_data_ptr(reinterpret_cast<unsigned char *>(&data));
        t.set_data_length(bytes);
        t.set_streaming_width(bytes);
        t.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        socket->b_transport(t, ahead);
        cpu.cycles += static_cast<uint64_t>((sc_core::sc_time_stamp() + ahead - before) / period);
        reported = cpu.cycles;
        lines();
    }
    static uint32_t load(void *self, uint32_t addr, unsigned bytes)
    {
        uint32_t data = 0;
        if (addr >> 28 == UNIT)
            of(self).access(false, addr, data, bytes);
        else if (addr >> 28 == DEVICES)
            data = of(self).device(addr & 0xfc) >> 8 * (addr & 3);
        return data;
    }
    static void store(void *self, uint32_t addr, uint32_t data, unsigned bytes)
    {
        if (addr >> 28 == UNIT)
            of(self).access(true, addr, data, bytes);
        else if (addr >> 28 == DEVICES)
            of(self).device_store(addr & 0xff, data, bytes);
    }
    static void stored(void *self, uint32_t addr, uint32_t data, unsigned bytes)
    {
        of(self).note();
        of(self).unit->snoop(0, addr & ~3u, data << 8 * (addr & 3),
                             ((1u << bytes) - 1) << (addr & 3) & 15, of(self).ahead);
    }
    static void trap(void *self, uint32_t code, bool interrupt)
    {
        if (of(self).unit && weir_device_parameters(of(self).unit->device())->retire)
            of(self).note(), of(self).unit->trap(0, code, interrupt, of(self).ahead);
    }
    static void returns(void *self)
    {
        if (of(self).unit && weir_device_parameters(of(self).unit->device())->retire)
            of(self).note(), of(self).unit->returns(0, of(self).ahead);
    }

    uint64_t mtime() const { return cpu.cycles + mtime_offset; }
    void lines()
    {
        cpu.mip = (mtime() >= mtimecmp ? RV32_TIMER : 0u) | (irq.read() ? RV32_EXTERNAL : 0u);
    }
    uint32_t device(uint32_t addr)
    {
        lines();
        switch (addr) {
        case 0x10: return static_cast<uint32_t>(mtime());
        case 0x14: return static_cast<uint32_t>(mtime() >> 32);
        case 0x18: return static_cast<uint32_t>(mtimecmp);
        case 0x1c: return static_cast<uint32_t>(mtimecmp >> 32);
        case 0x20: return (cpu.mip >> 7 & 1) | (cpu.mip >> 11 & 1) << 1;
        case 0x24: return options.run;
        default: return 0;
        }
    }
    void device_store(uint32_t addr, uint32_t data, unsigned bytes)
    {
        const uint64_t low = data, high = uint64_t{data} << 32;
        switch (addr & 0xfc) {
        case 0x00: putchar(static_cast<int>(data & 0xff)); break;
        case 0x04:
            ended = true;
            exit_code = data < 255 ? static_cast<int>(data) : 255;
            break;
        case 0x08:
            for (unsigned i = 0; i < bytes && output; i++)
                putc(static_cast<int>(data >> 8 * i & 0xff), output);
            break;
        case 0x10: mtime_offset += low - (mtime() & 0xffffffff); break;
        case 0x14: mtime_offset += high - (mtime() & ~uint64_t{0xffffffff}); break;
        case 0x18: mtimecmp = (mtimecmp & ~uint64_t{0xffffffff}) | low; break;
        case 0x1c: mtimecmp = (mtimecmp & 0xffffffff) | high; break;
        }
        lines();
        cpu.stop = true;
    }

    // Waits until SystemC's time is the hart's.
    void sync()
    {
        note();
        sc_core::sc_time time = ahead;
        ahead = sc_core::SC_ZERO_TIME;
        wait(time);
    }
    void run()
    {
        rv32_reset(&cpu, 0x80);
        const sc_core::sc_time quantum(options.quantum, sc_core::SC_NS);
        const uint64_t cycles = std::max<uint64_t>(options.quantum / 10, 1);
        wait(period * 10); // the unit's reset
        while (!ended && cpu.instructions < options.max) {
            lines();
            uint64_t until = cpu.cycles + cycles;
            if (mtime() < mtimecmp && mtimecmp - mtime() < until - cpu.cycles)
                until = cpu.cycles + (mtimecmp - mtime());
            rv32_run(&cpu, until);
            if (cpu.waiting && !(cpu.mie & cpu.mip))
                cpu.cycles = std::max(cpu.cycles, until); // asleep
            note();
            if (ahead >= quantum)
                sync();
        }
        sc_core::sc_stop();
    }
};

// What takes effect at the unit as a script for `bench play`, which performs it on the RTL. A read
// has its answer behind it, as a comment.
struct Record {
    FILE *file;
    uint64_t now = 0; // the cycle that the script has come to
    void operator()(const weir_tlm::Action &a)
    {
        for (uint64_t gap = a.cycle > now ? a.cycle - now : 0; gap;) {
            const uint64_t part = std::min<uint64_t>(gap, 0xffffff);
            fprintf(file, "i %llx\n", static_cast<unsigned long long>(part));
            gap -= part;
        }
        now = std::max(std::max(now, a.cycle) + 1, a.until);
        switch (a.kind) {
        case a.WRITE: fprintf(file, "w %x %x %x\n", a.addr, a.data, a.strobes); break;
        case a.READ: fprintf(file, "r %x\n# %08x\n", a.addr, a.data); break;
        case a.STORE:
            fprintf(file, "s%u %x %x %x\n", a.hart, a.addr, a.data, a.strobes);
            break;
        case a.REGISTER: fprintf(file, "g%u %x %x\n", a.hart, a.addr, a.data); break;
        case a.CSR: fprintf(file, "c%u %x %x\n", a.hart, a.addr, a.data); break;
        case a.TRAP: fprintf(file, "e%u %x %x\n", a.hart, a.addr, a.data); break;
        case a.HINT:
            fprintf(file, "h%u %x %x\n", a.hart,
                    a.addr >> 20 | (a.addr >> 12 & 1) << 12 | (a.strobes & 1u) << 13, a.data);
            break;
        case a.RETURN: fprintf(file, "x%u\n", a.hart); break;
        }
    }
};

bool load_hex(Hart &hart)
{
    FILE *file = fopen(options.hex.c_str(), "r");
    if (!file)
        return perror(options.hex.c_str()), false;
    uint32_t at = 0;
    for (unsigned word; at < RAM && fscanf(file, "%x", &word) == 1; at += 4)
        memcpy(hart.ram.data() + at, &word, 4);
    fclose(file);
    return at > 0;
}

bool parse(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const std::string name = argv[i];
        if (name == "--no-unit")
            options.unit = false;
        else if (i + 1 == argc)
            return false;
        else if (name == "--hex")
            options.hex = argv[++i];
        else if (name == "--out")
            options.out = argv[++i];
        else if (name == "--record")
            options.record = argv[++i];
        else if (name == "--preset")
            options.preset = argv[++i];
        else if (name == "--run")
            options.run = static_cast<uint32_t>(strtoul(argv[++i], nullptr, 0));
        else if (name == "--quantum")
            options.quantum = static_cast<uint32_t>(strtoul(argv[++i], nullptr, 0));
        else if (name == "--max")
            options.max = strtoull(argv[++i], nullptr, 0);
        else
            return false;
    }
    return !options.hex.empty();
}

} // namespace

int sc_main(int argc, char **argv)
{
    if (!parse(argc, argv)) {
        fprintf(stderr,
                "usage: %s --hex FILE [--out FILE] [--record FILE] [--preset NAME] [--run CYCLES]\n"
                "       [--quantum NS] [--max INSTRUCTIONS] [--no-unit]\n",
                argv[0]);
        return 1;
    }
    Hart hart("hart");
    sc_core::sc_signal<bool> irq("irq"), rst_n("rst_n", true);
    hart.irq(irq);
    weir_tlm_config config;
    config.preset = options.preset.c_str();
    config.period = period;
    config.mtime = [&hart](sc_core::sc_time time) {
        return static_cast<uint64_t>(time / period) + hart.mtime_offset;
    };
    config.alone = true;
    weir_tlm unit("weir", config);
    unit.irq(irq);
    unit.rst_ni(rst_n);
    unit.watched = [&hart](unsigned, uint32_t addr) { hart.cpu.watch = addr ? addr & ~3u : 1; };
    hart.socket.bind(unit.socket);
    if (options.unit)
        hart.unit = &unit;
    unit.ring.bind(hart.memory);
    if (!load_hex(hart))
        return 1;
    if (!options.out.empty() && !(output = fopen(options.out.c_str(), "wb")))
        return perror(options.out.c_str()), 1;
    FILE *record = options.record.empty() ? nullptr : fopen(options.record.c_str(), "w");
    if (record) {
        unit.observed = Record{record, 1};
        fputs("frame 0\n", record); // a cycle; nobody takes frames here
    }
    else if (!options.record.empty())
        return perror(options.record.c_str()), 1;
    const clock_t begin = clock();
    sc_core::sc_start();
    const double seconds = static_cast<double>(clock() - begin) / CLOCKS_PER_SEC;
    fflush(stdout);
    if (record && fclose(record))
        return perror(options.record.c_str()), 1;
    if (output && fclose(output))
        return perror(options.out.c_str()), 1;
    uint64_t events = 0; // the counters of delivered and dropped ones, of the only hart
    for (uint32_t i = 0; i < 4 * 0x80; i += 4)
        events += weir_device_peek(unit.device(), 0x2000 + i);
    fprintf(stderr, "instructions %llu\ncycles %llu\nevents %llu\nseconds %.3f\n",
            static_cast<unsigned long long>(hart.cpu.instructions),
            static_cast<unsigned long long>(hart.cpu.cycles),
            static_cast<unsigned long long>(events), seconds);
    return exit_code;
}
