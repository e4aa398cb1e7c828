// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite master of the SystemC bench: brings the accesses of two masters to the bus, with random
// waits on every channel.
#ifndef WEIR_BENCH_AXIL_SC_H
#define WEIR_BENCH_AXIL_SC_H

#include "bus.h"
#include "parameters.h"
#include "random.h"

#include <array>
#include <deque>
#include <stdexcept>
#include <string>
#include <systemc>

// Signals between the master and unit_axil.
struct AxiLite {
    sc_core::sc_signal<bool> awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready,
        rvalid, rready;
    sc_core::sc_signal<uint32_t> awaddr, awprot, wdata, wstrb, bresp, araddr, arprot, rdata, rresp;
};

// One write and one read may be under way at a time, and the next write may be sent before the
// response of the last. A master's reads wait for its own writes. Checks the responses, and that
// the unit holds them until they are taken.
class AxiLiteMaster
{
public:
    AxiLiteMaster(AxiLite &bus, Master &first, Master &second, uint64_t seed)
        : bus_(bus), masters_{&first, &second}, random_(seed)
    {
    }

    // Accesses in the order in which they went to the bus, for the check at the register port.
    std::deque<Access> writes, reads;

    // A cycle: looks at the signals as they were before it and sets those of the master.
    void edge()
    {
        check_held();
        if (awvalid_ && bus_.awready)
            awvalid_ = false;
        if (wvalid_ && bus_.wready)
            wvalid_ = false;
        if (arvalid_ && bus_.arready)
            arvalid_ = false;
        if (bus_.bvalid && bready_) {
            if (bus_.bresp.read() != 0)
                throw std::runtime_error("a write response is not OKAY");
            if (responses_.empty())
                throw std::runtime_error("a write response that nobody waits for");
            responses_.pop_front();
        }
        for (Master *master : masters_)
            master->clock();
        if (bus_.rvalid && rready_) {
            if (bus_.rresp.read() != 0)
                throw std::runtime_error("a read response is not OKAY");
            if (!reading_)
                throw std::runtime_error("a read response that nobody waits for");
            reading_ = false;
            masters_[reader_]->answer(bus_.rdata);
        }
        choose();
        drive();
    }

private:
    // A master's access goes to the bus if its channel is free.
    void choose()
    {
        for (size_t i = 0; i < masters_.size(); i++) {
            size_t turn = (last_ + 1 + i) % masters_.size();
            const Access *wanted = masters_[turn]->wanted();
            if (!wanted)
                continue;
            bool own_write = false;
            for (size_t owner : responses_)
                own_write |= owner == turn;
            if (wanted->write) {
                if (aw_wait_ || w_wait_ || awvalid_ || wvalid_ || responses_.size() >= 2 ||
                    (reading_ && reader_ == turn))
                    continue;
                write_ = *wanted;
                aw_wait_ = 1 + some_cycles();
                w_wait_ = 1 + some_cycles();
                responses_.push_back(turn);
                writes.push_back(write_);
            } else {
                if (reading_ || own_write)
                    continue;
                read_ = *wanted;
                ar_wait_ = 1 + some_cycles();
                reading_ = true;
                reader_ = turn;
                reads.push_back(read_);
            }
            masters_[turn]->taken();
            last_ = turn;
        }
    }

    void drive()
    {
        if (aw_wait_ && --aw_wait_ == 0)
            awvalid_ = true;
        if (w_wait_ && --w_wait_ == 0)
            wvalid_ = true;
        if (ar_wait_ && --ar_wait_ == 0)
            arvalid_ = true;
        bready_ = random_.chance(0.8);
        rready_ = random_.chance(0.8);
        bus_.awvalid = awvalid_;
        bus_.wvalid = wvalid_;
        bus_.arvalid = arvalid_;
        bus_.awaddr = write_.addr % reg::space(built_with);
        bus_.wdata = write_.data;
        bus_.wstrb = write_.strobes;
        bus_.araddr = read_.addr % reg::space(built_with);
        bus_.awprot = static_cast<uint32_t>(random_.below(8));
        bus_.arprot = static_cast<uint32_t>(random_.below(8));
        bus_.bready = bready_;
        bus_.rready = rready_;
    }

    void check_held()
    {
        if (b_held_ && !bus_.bvalid)
            throw std::runtime_error("BVALID fell before BREADY");
        if (r_held_ && (!bus_.rvalid || bus_.rdata.read() != r_data_))
            throw std::runtime_error("RVALID or RDATA changed before RREADY");
        b_held_ = bus_.bvalid && !bready_;
        r_held_ = bus_.rvalid && !rready_;
        r_data_ = bus_.rdata;
        stuck_ = reading_ || !responses_.empty() ? stuck_ + 1 : 0;
        if (bus_.bvalid || bus_.rvalid)
            stuck_ = 0;
        if (stuck_ > 10000)
            throw std::runtime_error("no response");
    }

    unsigned some_cycles()
    {
        return random_.chance(0.6) ? 0 : static_cast<unsigned>(random_.below(4));
    }

    AxiLite &bus_;
    std::array<Master *, 2> masters_;
    Random random_;
    Access write_, read_;
    std::deque<size_t> responses_; // masters whose writes wait for their response
    bool awvalid_ = false, wvalid_ = false, arvalid_ = false, bready_ = false, rready_ = false,
         reading_ = false;
    bool b_held_ = false, r_held_ = false;
    uint32_t r_data_ = 0;
    unsigned aw_wait_ = 0, w_wait_ = 0, ar_wait_ = 0, stuck_ = 0;
    size_t last_ = 0, reader_ = 0;
};

#endif
