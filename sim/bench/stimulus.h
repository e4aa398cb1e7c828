// SPDX-License-Identifier: Apache-2.0
// Constrained random stimulus: software at the ports, the hart's stores, and the reader; no
// simulator types.
#ifndef WEIR_BENCH_STIMULUS_H
#define WEIR_BENCH_STIMULUS_H

#include "bus.h"
#include "random.h"

#include <functional>
#include <list>
#include <vector>

// Takes words off the data page as it is reported.
class Reader : public Master
{
public:
    explicit Reader(Random &random) : random_(random) {}

    // Cycles between its accesses; it reads LEVEL first and takes what is there, or it reads the
    // data page blindly.
    void run(unsigned pause, bool blind)
    {
        pause_ = pause;
        blind_ = blind;
        if (careful)
            forget();
        running_ = true;
    }
    void stall() { running_ = false; }
    void reset() { running_ = waiting_ = false, wait_ = 0; }
    bool careful = false; // reads no word that LEVEL has not reported: one of a state, or of a
                          // value of 64 bits, may be 0
    bool idle() const { return !running_ && !waiting_; } // stalled, and no answer is due

    void clock() override;
    const Access *wanted() const override
    {
        return running_ && !waiting_ && wait_ == 0 ? &access_ : nullptr;
    }
    void taken() override
    {
        waiting_ = true;
        asked_ = access_.addr;
    }
    void answer(uint32_t data) override;

private:
    void forget()
    {
        level_ = 0;
        access_.addr = reg::LEVEL;
    }

    Random &random_;
    Access access_{false, reg::LEVEL, 0, 0xf};
    bool running_ = false, blind_ = false, waiting_ = false;
    unsigned pause_ = 0, wait_ = 0;
    uint32_t level_ = 0, asked_ = 0;
};

// What a hart does: stores on its data bus, to the snooped word, near it and elsewhere, alone and
// cycle after cycle; writes of the register and the CSR that are watched, and others; traps.
class Hart
{
public:
    explicit Hart(Random &random) : random_(random), more_(random.seed() ^ 0x68696e74) {}

    static constexpr unsigned threads = 6;
    uint32_t thread[threads] = {}; // the values that threads have
    uint32_t current = 0x80001000; // the word that holds the running thread
    double rate = 0;               // chance of a store in a cycle
    double traps = 0;              // and, with it or not, of an entry into a trap, and of a return
    double hints = 0;              // and of some HINTs, cycle after cycle
    bool retires = false;          // it shows what it does besides
    uint32_t index = 0;            // the register or CSR that is watched

    void clock();
    const Store &store() const { return store_; }
    void switch_now(Random &random); // a store to the word that is watched
    void number(unsigned h) { more_ = Random(more_.seed() + h); }

private:
    void retire();
    void hint();

    Random &random_;
    Random more_; // of what was added since, so that a seed goes on giving the same besides
    Store store_{};
    unsigned burst_ = 0, hint_burst_ = 0;
};

// Takes bytes of frames, at a pace that changes.
class Taker
{
public:
    explicit Taker(uint64_t seed) : random_(seed ^ 0x66726d) {}

    bool ready()
    {
        static const double rates[] = {0.2, 0.5, 0.9, 1, 1};
        if (cycle_++ % 3000 == 0)
            rate_ = random_.of(rates);
        return random_.chance(rate_);
    }

private:
    Random random_;
    uint64_t cycle_ = 0;
    double rate_ = 1;
};

// A counter of another clock, faster or slower than the unit's, that drifts. What a cycle finds of
// a bit that changes just then is anything.
class Ticker
{
public:
    explicit Ticker(uint64_t seed)
        : random_(seed ^ 0x7469636b), count_(random_.next() >> random_.below(64))
    {
    }
    ExternalTime clock();

private:
    Random random_;
    uint64_t count_;
    double rate_ = 1, phase_ = 0; // steps in a cycle of the unit
};

// The event pins: wires of other hardware that change alone, together, in bursts, and for less than
// a cycle.
class Wires
{
public:
    Wires(uint64_t seed, unsigned pins) : random_(seed ^ 0x70696e), pins_(pins) {}

    double rate = 0; // chance of a change in a cycle
    void clock();
    const EventPins &now() const { return now_; }

private:
    uint32_t some();

    Random random_;
    unsigned pins_, burst_ = 0;
    EventPins now_;
};

// All harts of a unit.
class Harts : public std::vector<Hart>
{
public:
    Harts(unsigned harts, Random &random)
        : std::vector<Hart>(harts, Hart(random)), more_(random.seed() ^ 0x616c6c)
    {
        for (unsigned h = 0; h < harts; h++)
            (*this)[h].number(h);
    }
    void clock();
    void pause() // until the next phase
    {
        for (Hart &hart : *this)
            hart.rate = hart.traps = hart.hints = 0;
        together = false;
    }
    const Stores &stores() const { return stores_; }

    bool together = false; // now and then all store at once, cycle after cycle

private:
    Stores stores_{};
    Random more_;
    uint64_t burst_ = 0;
};

// Software: a sequence of accesses, made up as it goes; ends after a number of events by draining
// the unit.
class Software : public Master
{
public:
    // Ends after `events` offered events; may move the unit's time forward, and CLEAR the unit.
    // Frames take the stream from the begin, or, if it may CLEAR, now and then.
    Software(const weir_golden_parameters &unit, Random &random, Reader &reader, Harts &harts,
             Wires &wires, uint64_t events, bool jumps, bool clears, bool frames)
        : unit_(unit), random_(random), more_(random.seed() ^ 0x6d6f7265), reader_(reader),
          harts_(harts), wires_(wires), events_(events), jumps_(jumps), clears_(clears),
          frames_(frames)
    {
        reader_.careful = unit.checkpoint || unit.value_w == 64;
    }

    void offered(uint64_t events) { offered_ = events; } // reported by the bench, once per cycle
    bool finished() const { return finished_ && steps_.empty(); }
    bool started() const { return started_ || resets_; }
    bool may_be_reset() const
    {
        return started_ && !finished_ && (wants_reset_ || offered_ < events_);
    }
    void reset(); // the unit was: all begins anew
    bool wants_reset() const { return wants_reset_; }
    bool resets = false;                      // the bench makes some
    bool trigger_pin() const { return pin_; } // level of trigger_i
    bool auth_pin() const { return auth_; }   // level of auth_i
    uint64_t
    take_jump(uint64_t most); // ticks by which time is to be moved before the next cycle; mostly 0

    void clock() override;
    const Access *wanted() const override;
    void taken() override;
    void answer(uint32_t data) override;

private:
    // One step: waits, then makes an access if it has one, else calls `then` at once. With an
    // access that reads, `then` gets the answer, and nothing else happens before.
    struct Step {
        uint64_t wait = 0;
        bool makes_access = false;
        Access access;
        std::function<void(uint32_t)> then;
    };

    void write(uint32_t addr, uint32_t data, uint8_t strobes = 0xf);
    void read(uint32_t addr, std::function<void(uint32_t)> then = nullptr);
    void wait(uint64_t cycles);
    void call(std::function<void()> what);
    void before_the_rest(const std::function<void()> &what);

    void refill();
    void begin_phase();
    void end_phase();
    void one_operation();
    void offer(uint32_t port);
    uint32_t alias() { return random_.chance(guarantee_) ? uint32_t{reg::GUARANTEED} : 0; }
    void pair(uint32_t port);
    void value(uint32_t port);
    void window(uint32_t port);
    void switch_thread(uint32_t port);
    void software_entry();
    void register_access();
    void undefined_access();
    void addresses_beside();
    void all_registers();
    void read_registers();
    bool looked_at(uint32_t addr);
    void filter_register();
    void arrange_filter();
    void disable_in_the_middle();
    void set_ring();
    void ask_stuck(std::function<void(bool)> then);
    void read_everything(unsigned times);
    void drain();
    void stall_reader();
    void await_reader();
    void poll_busy(unsigned polls, std::function<void(uint32_t)> then = nullptr);
    void read_words();
    void poll_frames(unsigned polls);
    void choose_sink();
    void choose_time();
    void choose_pins();
    uint32_t any_pins();
    void authorise(bool level);
    uint32_t any_step();
    void clear_while_perhaps_busy();
    void cut_frames();
    void poll_cut_frames(unsigned polls);
    void change_sink_and_back();
    void change_time_and_back();
    void jump();

    uint32_t any_port();
    unsigned any_hart() { return static_cast<unsigned>(random_.below(unit_.harts)); }
    uint32_t any_thread() { return harts_[any_hart()].thread[random_.below(Hart::threads)]; }
    uint32_t any_id();
    uint32_t any_value();
    uint64_t gap();
    uint8_t narrow();

    const weir_golden_parameters unit_;
    const std::vector<uint32_t> counters_ = reg::counters(unit_);
    Random &random_;
    Random more_; // of what was added since, so that a seed goes on giving the same besides
    Reader &reader_;
    Harts &harts_;
    Wires &wires_;
    uint64_t events_, offered_ = 0;
    bool jumps_, clears_, frames_, framing_ = false, finished_ = false;
    unsigned resets_ = 0;
    bool wants_reset_ = false;
    bool alone_ = false; // a ring may have the stream alone

    std::list<Step> steps_;
    bool answer_due_ = false;
    std::function<void(uint32_t)> on_answer_;
    uint64_t jump_ = 0;
    uint64_t time_ = 0; // about what the unit's time is
    uint64_t phase_end_ = 0;
    bool started_ = false;
    bool mtime_ = false; // time is an external counter: it cannot be moved
    unsigned times_ = 0; // choices of what a tick is

    // the character of a phase
    unsigned gap_kind_ = 0, id_kind_ = 0, value_bits_ = 32;
    double odd_ = 0;       // chance of an operation that is not a plain event
    double guarantee_ = 0; // chance that it waits for space
    double windows_ = 0;   // chance that an event is offered by a window
    double filters_ = 0;   // chance of a store to a register of filter before an operation
    double changes_ = 0;   // chance that the pin changes in a cycle
    bool pin_ = false;
    double closes_ = 0,
           opens_ = 0; // chance that authorisation ends in a cycle, and that it comes back
    bool auth_ = true;
    uint64_t operations_ = 0; // left in this phase: filter may offer nothing of them
    uint32_t switch_id_ = 0x8000;
};

#endif
