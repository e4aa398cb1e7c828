// SPDX-License-Identifier: Apache-2.0
// Records what a run does at the pins, as a script for the play bench.
#include "record.h"

#include <cerrno>
#include <cinttypes>
#include <cstdarg>
#include <cstring>
#include <stdexcept>
#include <utility>

Record::Record(const std::string &name, const weir_golden_parameters &unit) : unit_(unit)
{
    if (name.empty())
        return;
    file_.reset(fopen(name.c_str(), "wb"));
    if (!file_)
        throw std::runtime_error(name + ": " + strerror(errno));
}

void Record::tell(const char *format, ...)
{
    char text[80];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    line_ += (line_.empty() ? "" : " ; ") + std::string(text);
}

static std::string text_of(const Access &a)
{
    char text[40];
    if (!a.write)
        snprintf(text, sizeof text, "r %" PRIx32, a.addr);
    else if (a.strobes == 0xf)
        snprintf(text, sizeof text, "w %" PRIx32 " %" PRIx32, a.addr, a.data);
    else
        snprintf(text, sizeof text, "w %" PRIx32 " %" PRIx32 " %x", a.addr, a.data, a.strobes);
    return text;
}

static bool same(const Access &a, const Access &b)
{
    return a.write == b.write && a.addr == b.addr &&
           (!a.write || (a.data == b.data && a.strobes == b.strobes));
}

void Record::flush()
{
    if (file_ && idle_)
        fprintf(file_.get(), "i %" PRIx64 "\n", idle_);
    for (; file_ && waits_; waits_--)
        fprintf(file_.get(), "try %s\n", text_of(waiting_).c_str());
    idle_ = 0;
}

void Record::reset()
{
    flush();
    if (file_)
        fprintf(file_.get(), "reset 1\n");
}

void Record::jump(uint64_t ticks)
{
    if (file_)
        tell("jump %" PRIx64, ticks);
}

void Record::cycle(const Access *access, bool accepted, const Stores &stores, bool trigger,
                   const MemoryPins &memory, bool frame_ready, const ExternalTime &mtime, bool auth,
                   const EventPins &event_pins)
{
    if (!file_)
        return;
    for (unsigned h = 0; h < unit_.harts; h++) {
        const Store &s = stores[h];
        if (s.valid)
            tell(s.strobes == 0xf ? "s%u %" PRIx32 " %" PRIx32 : "s%u %" PRIx32 " %" PRIx32 " %x",
                 h, s.addr, s.data, s.strobes);
        if (s.retire.rd)
            tell("g%u %x %" PRIx32, h, s.retire.rd, s.retire.rd_data);
        if (s.retire.csr_valid)
            tell("c%u %x %" PRIx32, h, s.retire.csr, s.retire.csr_data);
        if (s.retire.trap)
            tell("e%u %x %x", h, s.retire.code, s.retire.interrupt);
        if (s.retire.returns)
            tell("x%u", h);
        if (s.retire.hint)
            tell("h%u %x %" PRIx32, h,
                 s.retire.csr | s.retire.sltiu << 12 | s.retire.user << 13u, s.retire.csr_data);
    }
    if (trigger != std::exchange(trigger_, trigger))
        tell("t %x", trigger);
    if (auth != std::exchange(auth_, auth))
        tell("a %x", auth);
    if (unit_.pins && event_pins.level != std::exchange(pins_, event_pins.level))
        tell("p %" PRIx32, event_pins.level);
    if (unit_.pins && event_pins.before != event_pins.level)
        tell("glitch %" PRIx32, event_pins.before);
    if (unit_.ring && memory.ready != std::exchange(memory_.ready, memory.ready))
        tell("ring %x", memory.ready);
    if (unit_.ring && memory.error != std::exchange(memory_.error, memory.error))
        tell("error %x", memory.error);
    if (unit_.ring && memory.idle != std::exchange(memory_.idle, memory.idle))
        tell("idle %x", memory.idle);
    if (unit_.frame && frame_ready != std::exchange(frame_ready_, frame_ready))
        tell("frame %x", frame_ready);
    if (unit_.time_base &&
        (mtime.gray != mtime_.gray || mtime.least != mtime_.least || mtime.most != mtime_.most)) {
        mtime_ = mtime;
        tell("time %" PRIx64 " %" PRIx64 " %" PRIx64, mtime.gray, mtime.least, mtime.most);
    }
    const bool alone = line_.empty(), goes_on = waits_ && access && same(*access, waiting_);
    if (!access && alone && !waits_) {
        idle_++;
        return;
    }
    if (access && alone && !accepted &&
        (!waits_ || goes_on)) { // reported when it is accepted, as one line
        if (!waits_)
            flush();
        waiting_ = *access;
        waits_++;
        return;
    }
    if (goes_on && alone)
        waits_ = 0;
    flush();
    if (!access && alone) {
        idle_++;
        return;
    }
    std::string text = access ? (accepted ? "" : "try ") + text_of(*access) + (alone ? "" : " ; ") +
                                    line_
                              : line_;
    fprintf(file_.get(), "%s\n", text.c_str());
    line_.clear();
}
