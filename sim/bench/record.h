// SPDX-License-Identifier: Apache-2.0
// Records what a run does at the pins, as a script for the play bench.
#ifndef WEIR_BENCH_RECORD_H
#define WEIR_BENCH_RECORD_H

#include "bus.h"

#include <cstdio>
#include <memory>
#include <string>

// A cycle is what the pins had just before its cycle. Cycles in reset are not reported: the play
// bench begins with the same four.
class Record
{
public:
    // `name` may be empty: records nothing. Throws std::runtime_error if the file cannot be
    // written.
    Record(const std::string &name, const weir_golden_parameters &unit);
    ~Record() { flush(); }

    void jump(uint64_t ticks); // before a cycle
    void reset();              // a cycle of it
    void cycle(const Access *access, bool accepted, const Stores &stores, bool trigger,
               const MemoryPins &memory, bool frame_ready, const ExternalTime &mtime, bool auth,
               const EventPins &event_pins);

private:
    struct Close {
        void operator()(FILE *file) const { fclose(file); }
    };
    void tell(const char *format, ...) __attribute__((format(printf, 2, 3)));
    void flush();

    std::unique_ptr<FILE, Close> file_;
    const weir_golden_parameters unit_;
    std::string line_;  // of this cycle
    uint64_t idle_ = 0; // cycles of nothing, not reported yet
    Access waiting_;    // or of nothing but this access, which waits
    uint64_t waits_ = 0;
    bool trigger_ = false, frame_ready_ = true, auth_ = true; // as the play bench begins
    MemoryPins memory_;
    uint32_t pins_ = 0;
    ExternalTime mtime_;
};

#endif
