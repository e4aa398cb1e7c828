// SPDX-License-Identifier: Apache-2.0
// The trace unit for SystemC TLM-2.0: a loosely-timed target around sim/device. SystemC 2.3 and
// 3.0. docs/guides/device.md is the guide; sim/tlm/weir_platform.cpp is a whole platform.
#ifndef WEIR_TLM_H
#define WEIR_TLM_H

#include "weir_device.h"

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

struct weir_tlm_config {
    const char *preset = "small"; // "tiny", "small", "full", "wide"; nullptr: `parameters`
    weir_golden_parameters parameters{};
    sc_core::sc_time period{10, sc_core::SC_NS}; // of the unit's clock
    unsigned frame_cycles = 1;                   // of its clock, for a byte of a frame
    // Bytes of frames (FRAME), for a file, a socket or a UART of the platform; may be empty.
    std::function<void(uint8_t)> frame;
    // The external counter (TIME_BASE): its value at a time; may be empty.
    std::function<uint64_t(sc_core::sc_time)> mtime;
    // One initiator makes all accesses and shows all that harts do, in the order of its time. Then
    // the unit runs ahead of SystemC's time with it, and no access waits for its time: much faster
    // where events are dense. The ring writes, and frames leave, ahead of time, too.
    bool alone = false;
};

// Sockets
//   socket    the register port. Any length, alignment, byte enables and streaming width of whole
//             transfers; DMI is rejected; transport_dbg reads without side effects.
//   ring      the unit's writes to memory (RING); leave it unbound without a ring.
//   irq, frames and mtime as above; rst_ni resets at any time.
//
// Time     An initiator may run ahead of SystemC's time by its quantum. Accesses of several
//          initiators, and what their harts do, take effect in the order of their own times
//          (sc_time_stamp() + delay): a store to a port is queued until SystemC's time has reached
//          it, and its timestamp is that time, within two ticks, at every quantum. An access that
//          has an answer, or that may stall or change what others see, synchronises: it waits until
//          SystemC's time is its own. So does an access that changes irq_o: the initiator sees the
//          interrupt before its next instruction.
// Threads  b_transport is called from SC_THREADs, as it may wait.
class weir_tlm : public sc_core::sc_module
{
public:
    tlm_utils::simple_target_socket<weir_tlm> socket;
    tlm_utils::simple_initiator_socket_optional<weir_tlm> ring;
    sc_core::sc_out<bool> irq;
    sc_core::sc_in<bool> rst_ni;

    // What a core model passes to the tap of its data side, see weir_tap. Page of the word that a
    // hart's snoop watches: DMI of this page must end, since stores by DMI pass the tap by. The
    // platform sets it; called whenever SNOOP_ADDR of a hart may be another.
    std::function<void(unsigned hart, uint32_t addr)> watched;

    weir_tlm(sc_core::sc_module_name name, const weir_tlm_config &config = {})
        : sc_module(name), socket("socket"), ring("ring"), irq("irq"), rst_ni("rst_ni"),
          config_(config)
    {
        weir_device_config device{};
        device.preset = config.preset;
        device.parameters = config.parameters;
        device.context = this;
        device.irq = on_irq;
        device.frame = config.frame ? on_frame : nullptr;
        device.frame_cycles = config.frame_cycles;
        device.memory = on_memory;
        device.mtime = config.mtime ? on_mtime : nullptr;
        device_.reset(weir_device_new(&device));
        if (!device_)
            throw std::invalid_argument("weir_tlm: no such preset, or parameters out of range");
        socket.register_b_transport(this, &weir_tlm::b_transport);
        socket.register_transport_dbg(this, &weir_tlm::transport_dbg);
        SC_HAS_PROCESS(weir_tlm);
        SC_METHOD(wake);
        sensitive << wake_;
        dont_initialize();
        SC_METHOD(drive);
        sensitive << irq_changed_;
        SC_METHOD(reset);
        sensitive << rst_ni.neg();
        dont_initialize();
    }

    // ---- What harts do, at their own time: sc_time_stamp() + delay
    void snoop(unsigned hart, uint32_t addr, uint32_t data, unsigned strobes,
               const sc_core::sc_time &delay)
    {
        if (hart < snoop_addr_.size() && (addr & ~3u) == snoop_addr_[hart])
            post({at(delay), Post::STORE, hart, addr, data, strobes});
    }
    void retire(unsigned hart, unsigned rd, uint32_t value, const sc_core::sc_time &delay)
    {
        post({at(delay), Post::REGISTER, hart, rd, value, 0});
    }
    void csr(unsigned hart, unsigned csr, uint32_t value, const sc_core::sc_time &delay)
    {
        post({at(delay), Post::CSR, hart, csr, value, 0});
    }
    void trap(unsigned hart, unsigned code, bool interrupt, const sc_core::sc_time &delay)
    {
        post({at(delay), Post::TRAP, hart, code, interrupt, 0});
    }
    void hint(unsigned hart, uint32_t instruction, uint32_t rs1, bool user,
              const sc_core::sc_time &delay)
    {
        if ((instruction & 0x6fff) == 0x2013) // slti x0, sltiu x0
            post({at(delay), Post::HINT, hart, instruction, rs1, user});
    }
    void returns(unsigned hart, const sc_core::sc_time &delay)
    {
        post({at(delay), Post::RETURN, hart, 0, 0, 0});
    }
    // Pins, at SystemC's time
    void pins(uint32_t levels) { catch_up(), weir_device_pins(device_.get(), levels), settle(); }
    void trigger(bool level) { catch_up(), weir_device_trigger(device_.get(), level), settle(); }
    void auth(bool level) { catch_up(), weir_device_auth(device_.get(), level), settle(); }

    // What takes effect at the unit, in its order, for a log.
    struct Action {
        enum Kind { WRITE, READ, STORE, REGISTER, CSR, TRAP, HINT, RETURN };
        uint64_t cycle; // of the unit, since reset, from which on it is there
        Kind kind;
        unsigned hart;       // that it is of; not of accesses
        uint32_t addr, data; // register and value, of a read the answer; a trap: code, whether it
                             // is an interrupt; a HINT: instruction, rs1, and `strobes` whether in
                             // user mode
        unsigned strobes;
        uint64_t until = 0; // of an access: the cycle behind the one that accepts it
    };
    std::function<void(const Action &)> observed;

    // As it is at SystemC's time.
    const weir_device *device()
    {
        catch_up();
        return device_.get();
    }
    void end_of_simulation() override { catch_up(); }
    uint64_t late() const { return late_; } // posts that were late: 0 unless time went back

private:
    using Post = Action;

    static constexpr uint32_t HARTS_FROM = 0x10000, GUARANTEED = 0x8000, SNOOP = 0x100,
                              SNOOP_HART = 0x20, SNOOP_ADDR = 0x104, CTRL = 0x10,
                              IRQ_ENABLE = 0x1c, FRAME_CTRL = 0x480, RING_CTRL = 0x600;

    static void on_irq(void *self, bool level)
    {
        auto *unit = static_cast<weir_tlm *>(self);
        unit->irq_level_ = level;
        unit->irq_changed_.notify(unit->time_to(weir_device_cycle(unit->device_.get())));
    }
    static void on_frame(void *self, uint8_t byte)
    {
        static_cast<weir_tlm *>(self)->config_.frame(byte);
    }
    static uint64_t on_mtime(void *self, uint64_t cycle)
    {
        auto *unit = static_cast<weir_tlm *>(self);
        const sc_core::sc_time since = static_cast<double>(cycle) * unit->config_.period;
        return unit->config_.mtime(unit->begin_ + since);
    }
    static bool on_memory(void *self, uint32_t addr, uint32_t word)
    {
        auto *unit = static_cast<weir_tlm *>(self);
        if (unit->ring.size() == 0)
            return false;
        uint8_t bytes[4] = {static_cast<uint8_t>(word), static_cast<uint8_t>(word >> 8),
                            static_cast<uint8_t>(word >> 16), static_cast<uint8_t>(word >> 24)};
        tlm::tlm_generic_payload t;
        t.set_command(tlm::TLM_WRITE_COMMAND);
        t.set_address(addr);
        t.set_data_ptr(bytes);
        t.set_data_length(4);
        t.set_streaming_width(4);
        t.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        // Inside of a method nobody can wait: as a debug write, which memories serve at once.
        return unit->ring->transport_dbg(t) == 4;
    }

    // The cycle of a time: the first whose edge is not before it.
    uint64_t at(const sc_core::sc_time &delay) const
    {
        const sc_core::sc_time time = sc_core::sc_time_stamp() + delay - begin_;
        return (time.value() + config_.period.value() - 1) / config_.period.value();
    }

    // From SystemC's time to that of a cycle; 0 if it has passed.
    sc_core::sc_time time_to(uint64_t cycle) const
    {
        const sc_core::sc_time time = begin_ + static_cast<double>(cycle) * config_.period;
        return time > sc_core::sc_time_stamp() ? time - sc_core::sc_time_stamp()
                                               : sc_core::SC_ZERO_TIME;
    }

    // Queued by time; of one time in the order of the calls. While nobody sees what the unit does
    // by itself, they stay there until the next access.
    void post(const Post &p)
    {
        if (rst_ni.size() && !rst_ni.read())
            return;
        if (config_.alone) {
            perform(p);
            return;
        }
        if (posts_.size() >= POSTS)
            catch_up();
        auto place = posts_.end();
        while (place != posts_.begin() && (place - 1)->cycle > p.cycle)
            --place;
        const bool first = place == posts_.begin();
        posts_.insert(place, p);
        if (first && visible_)
            wake_.notify(time_to(p.cycle));
    }

    void perform(const Post &p)
    {
        weir_device *d = device_.get();
        late_ += weir_device_cycle(d) > p.cycle + 2;
        weir_device_until(d, p.cycle);
        const uint64_t cycle = weir_device_cycle(d);
        switch (p.kind) {
        case Post::READ: break; // reads are not queued
        case Post::WRITE: weir_device_write(d, p.addr, p.data, p.strobes); break;
        case Post::STORE: weir_device_snoop(d, p.hart, p.addr, p.data, p.strobes); break;
        case Post::REGISTER: weir_device_retire(d, p.hart, p.addr, p.data); break;
        case Post::CSR: weir_device_csr(d, p.hart, p.addr, p.data); break;
        case Post::TRAP: weir_device_trap(d, p.hart, p.addr, p.data != 0); break;
        case Post::HINT: weir_device_hint(d, p.hart, p.addr, p.data, p.strobes != 0); break;
        case Post::RETURN: weir_device_return(d, p.hart); break;
        }
        observe(p, cycle);
    }

    void observe(Action a, uint64_t cycle)
    {
        a.cycle = cycle;
        a.until = weir_device_cycle(device_.get());
        if (observed)
            observed(a);
    }

    // All that came before SystemC's time, and that time itself.
    void catch_up()
    {
        const uint64_t now = at(sc_core::SC_ZERO_TIME);
        size_t done = 0;
        for (; done < posts_.size() && posts_[done].cycle <= now; done++)
            perform(posts_[done]);
        posts_.erase(posts_.begin(), posts_.begin() + static_cast<std::ptrdiff_t>(done));
        weir_device_until(device_.get(), now);
    }

    // Comes again when the next post is due, or while something goes on by itself.
    void settle()
    {
        if (!visible_)
            return;
        const uint64_t now = weir_device_cycle(device_.get());
        if (!weir_device_still(device_.get()))
            wake_.notify(std::max(config_.period, time_to(now + (posts_.empty() ||
                                                                 posts_[0].cycle > now + CYCLES
                                                             ? CYCLES
                                                             : 1))));
        else if (!posts_.empty())
            wake_.notify(std::max(config_.period, time_to(posts_[0].cycle)));
    }
    static constexpr uint64_t CYCLES = 16;
    static constexpr size_t POSTS = 1024;

    void wake()
    {
        catch_up();
        settle();
    }

    // The only driver of irq.
    void drive() { irq.write(irq_level_); }

    void reset()
    {
        posts_.clear();
        weir_device_reset(device_.get());
        begin_ = sc_core::sc_time_stamp();
        visible_ = false;
        snoop_changed();
        irq_changed_.notify(sc_core::SC_ZERO_TIME);
    }

    // Where snoops look.
    void snoop_changed()
    {
        for (unsigned h = 0; h < weir_device_parameters(device_.get())->harts; h++) {
            const uint32_t addr = weir_device_peek(device_.get(), SNOOP_ADDR + SNOOP_HART * h);
            if (addr == snoop_addr_[h])
                continue;
            snoop_addr_[h] = addr;
            if (watched)
                watched(h, addr);
        }
    }

    // A register was stored to: what depends on it?
    void configured(uint32_t addr)
    {
        const uint32_t page = addr & 0xffff;
        if (page >= SNOOP && page < SNOOP + 16 * SNOOP_HART)
            snoop_changed();
        if (page != CTRL && page != IRQ_ENABLE && page != FRAME_CTRL && page != RING_CTRL)
            return;
        const bool sees = weir_device_peek(device_.get(), IRQ_ENABLE) ||
                          (weir_device_peek(device_.get(), FRAME_CTRL) & 1) ||
                          (weir_device_peek(device_.get(), RING_CTRL) & 1);
        visible_ = sees || (visible_ && page != CTRL); // frames go on until CLEAR
    }

    // A store to a port that never stalls, and whose effect nobody sees before SystemC's time.
    static bool may_be_posted(bool write, uint32_t addr)
    {
        return write && addr >= HARTS_FROM && !(addr & GUARANTEED);
    }

    uint32_t access(bool write, uint32_t addr, uint32_t data, unsigned strobes,
                    sc_core::sc_time &delay)
    {
        if (may_be_posted(write, addr)) {
            post({at(delay), Post::WRITE, 0, addr, data, strobes});
            delay += config_.period;
            return 0;
        }
        weir_device *d = device_.get();
        if (config_.alone) {
            weir_device_until(d, at(delay));
        } else {
            if (delay != sc_core::SC_ZERO_TIME)
                sc_core::wait(delay);
            delay = sc_core::SC_ZERO_TIME;
            catch_up();
        }
        const uint64_t now = at(delay), cycle = weir_device_cycle(d);
        uint32_t answer = 0;
        if (write)
            weir_device_write(d, addr, data, strobes);
        else
            answer = data = weir_device_read(d, addr);
        observe({now, write ? Action::WRITE : Action::READ, 0, addr, data, strobes}, cycle);
        // What it took: other accesses were at the port before, a guaranteed store stalls.
        const uint64_t taken = weir_device_cycle(d) - now;
        if (taken > 2 && !config_.alone)
            sc_core::wait(static_cast<double>(taken) * config_.period);
        else
            delay += static_cast<double>(taken) * config_.period;
        if (write && addr < HARTS_FROM)
            configured(addr);
        return answer;
    }

    void b_transport(tlm::tlm_generic_payload &t, sc_core::sc_time &delay)
    {
        const unsigned length = t.get_data_length(), width = t.get_streaming_width();
        const uint8_t *enables = t.get_byte_enable_ptr();
        const unsigned enable_length = t.get_byte_enable_length();
        t.set_dmi_allowed(false);
        if (t.get_command() == tlm::TLM_IGNORE_COMMAND) {
            t.set_response_status(tlm::TLM_OK_RESPONSE);
            return;
        }
        if (width < length || length == 0) {
            t.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
            return;
        }
        if (enables && enable_length == 0) {
            t.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
            return;
        }
        const bool irq_before = irq_level_, write = t.is_write();
        const uint32_t space = weir_device_space(device_.get()),
                       begin = static_cast<uint32_t>(t.get_address()) & (space - 1);
        uint8_t *bytes = t.get_data_ptr();
        for (unsigned i = 0; i < length;) {
            const uint32_t addr = (begin + i) & (space - 1);
            const unsigned first = addr & 3, n = std::min(4 - first, length - i);
            uint32_t data = 0;
            unsigned strobes = 0;
            for (unsigned b = 0; b < n; b++)
                if (!enables || enables[(i + b) % enable_length] == TLM_BYTE_ENABLED) {
                    strobes |= 1u << (first + b);
                    data |= write ? static_cast<uint32_t>(bytes[i + b]) << 8 * (first + b) : 0;
                }
            if (strobes)
                data = access(write, addr & ~3u, data, strobes, delay);
            for (unsigned b = 0; b < n && !write; b++)
                if (strobes >> (first + b) & 1)
                    bytes[i + b] = static_cast<uint8_t>(data >> 8 * (first + b));
            i += n;
        }
        t.set_response_status(tlm::TLM_OK_RESPONSE);
        settle();
        if (irq_level_ != irq_before) { // the initiator must see it before it goes on
            sc_core::wait(delay);
            delay = sc_core::SC_ZERO_TIME;
            sc_core::wait(sc_core::SC_ZERO_TIME); // drive,
            sc_core::wait(sc_core::SC_ZERO_TIME); // and the signal's update
        }
    }

    // A debugger reads whole words; nothing changes. Stores by a debugger are rejected: they would
    // have to happen at a time.
    unsigned transport_dbg(tlm::tlm_generic_payload &t)
    {
        if (!t.is_read())
            return 0;
        catch_up();
        uint8_t *bytes = t.get_data_ptr();
        for (unsigned i = 0; i < t.get_data_length(); i++) {
            const uint32_t addr = static_cast<uint32_t>(t.get_address()) + i;
            bytes[i] = static_cast<uint8_t>(weir_device_peek(device_.get(), addr & ~3u) >>
                                            8 * (addr & 3));
        }
        return t.get_data_length();
    }

    struct Free {
        void operator()(weir_device *d) const { weir_device_free(d); }
    };
    const weir_tlm_config config_;
    std::unique_ptr<weir_device, Free> device_;
    std::vector<Post> posts_; // in the order of their times
    std::vector<uint32_t> snoop_addr_ = std::vector<uint32_t>(16, 0);
    sc_core::sc_event wake_, irq_changed_;
    sc_core::sc_time begin_ = sc_core::SC_ZERO_TIME; // of cycle 0
    bool irq_level_ = false;
    bool visible_ = false; // somebody sees what it does by itself: interrupt, frames, ring
    uint64_t late_ = 0;
};

// Between the data side of a hart and its bus: shows the unit every store. DMI of the page that the
// hart's snoop watches is taken back, and rejected from then on; all other DMI passes.
class weir_tap : public sc_core::sc_module
{
public:
    tlm_utils::simple_target_socket<weir_tap> in;
    tlm_utils::simple_initiator_socket<weir_tap> out;

    weir_tap(sc_core::sc_module_name name, weir_tlm &unit, unsigned hart)
        : sc_module(name), in("in"), out("out"), unit_(unit), hart_(hart)
    {
        in.register_b_transport(this, &weir_tap::b_transport);
        in.register_transport_dbg(this, &weir_tap::transport_dbg);
        in.register_get_direct_mem_ptr(this, &weir_tap::get_direct_mem_ptr);
        out.register_invalidate_direct_mem_ptr(this, &weir_tap::invalidate);
    }

    // The snoop watches this word now: weir_tlm::watched calls it.
    void watch(uint32_t addr)
    {
        page_ = addr & ~uint64_t{0xfff};
        watches_ = addr != 0;
        if (watches_)
            in->invalidate_direct_mem_ptr(page_, page_ + 0xfff);
    }

private:
    void b_transport(tlm::tlm_generic_payload &t, sc_core::sc_time &delay)
    {
        const uint64_t addr = t.get_address(); // before the bus makes it local
        const bool shows = t.is_write() && watches_ && (addr & ~uint64_t{0xfff}) == page_;
        uint32_t data = 0;
        unsigned strobes = 0;
        for (unsigned b = 0; shows && b < 4 && b < t.get_data_length(); b++) {
            const unsigned lane = (addr + b) & 3;
            const uint8_t *enables = t.get_byte_enable_ptr();
            if (!enables || enables[b % t.get_byte_enable_length()] == TLM_BYTE_ENABLED)
                strobes |= 1u << lane, data |= uint32_t{t.get_data_ptr()[b]} << 8 * lane;
        }
        out->b_transport(t, delay);
        if (shows && (addr & 3) == 0)
            unit_.snoop(hart_, static_cast<uint32_t>(addr), data, strobes, delay);
    }
    unsigned transport_dbg(tlm::tlm_generic_payload &t) { return out->transport_dbg(t); }

    // Memory may offer a large region: without the watched page it is the part before or behind.
    bool get_direct_mem_ptr(tlm::tlm_generic_payload &t, tlm::tlm_dmi &dmi)
    {
        const uint64_t addr = t.get_address();
        if ((watches_ && (addr & ~uint64_t{0xfff}) == page_) || !out->get_direct_mem_ptr(t, dmi))
            return false;
        if (!watches_ || dmi.get_end_address() < page_ || dmi.get_start_address() > page_ + 0xfff)
            return true;
        if (addr < page_) {
            dmi.set_end_address(page_ - 1);
        } else {
            dmi.set_dmi_ptr(dmi.get_dmi_ptr() + (page_ + 0x1000 - dmi.get_start_address()));
            dmi.set_start_address(page_ + 0x1000);
        }
        return true;
    }
    void invalidate(sc_dt::uint64 begin, sc_dt::uint64 end)
    {
        in->invalidate_direct_mem_ptr(begin, end);
    }

    weir_tlm &unit_;
    const unsigned hart_;
    uint64_t page_ = 0;
    bool watches_ = false;
};

#endif
