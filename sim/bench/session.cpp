// SPDX-License-Identifier: Apache-2.0
// Common to all benches: the scoreboard with its files, and the report at the end.
#include "session.h"

#include "bus.h"

#include <cctype>
#include <cerrno>
#include <cinttypes>
#include <cstring>
#include <numeric>
#include <stdexcept>

static FILE *open_file(const std::string &name)
{
    if (name.empty())
        return nullptr;
    FILE *file = fopen(name.c_str(), "wb");
    if (!file)
        throw std::runtime_error(name + ": " + strerror(errno));
    return file;
}

static uint64_t sum(const uint64_t (&by_class)[4])
{
    return std::accumulate(by_class, by_class + 4, uint64_t{0});
}

Session::Session(const Options &options, const weir_golden_parameters &unit)
    : stream_(open_file(options.stream)), frames_(open_file(options.frames)),
      log_(open_file(options.log)), memory_(open_file(options.memory)), crosses_(options.crosses),
      corrupt_(options.corrupt)
{
    scoreboard_config config = {};
    config.unit = unit;
    config.report = stderr;
    config.stream = stream_.get();
    config.frames = frames_.get();
    config.log = log_.get();
    config.memory = memory_.get();
    config.cut = options.cut;
    scoreboard_.reset(scoreboard_new(&config));
    if (!scoreboard_)
        throw std::runtime_error("out of memory");
}

bool Session::clock(const weir_pins &pins)
{
    const bool corrupt = data_read_ && pins.reg_rdata && ++words_ == corrupt_;
    data_read_ = pins.reg_valid && pins.reg_ready && !pins.reg_write &&
                 (pins.reg_addr & ~0xfffu) == reg::DATA;
    if (!corrupt)
        return scoreboard_clock(scoreboard_.get(), &pins);
    weir_pins corrupted = pins;
    corrupted.reg_rdata ^= 1u << (7 * corrupt_ % 32);
    return scoreboard_clock(scoreboard_.get(), &corrupted);
}

void Session::jump(uint64_t ticks) { scoreboard_jump(scoreboard_.get(), ticks); }
void Session::count(uint32_t count) { scoreboard_count(scoreboard_.get(), count); }
uint64_t Session::offered() const { return sum(stats().offered); }
uint64_t Session::delivered() const { return sum(stats().delivered); }

// What a while is, and many words; `cross PORT FATE READER events`, those that were met.
static void print_crosses(const struct scoreboard_stats &s)
{
    static const char *const port[SCOREBOARD_PORTS] = {"thread", "interrupt", "user", "snoop",
                                                       "pins"};
    static const char *const of_class[] = {"USER",        "USER_in_loss", "USER_dropped",
                                           "COM",         "COM_in_loss",  "COM_dropped",
                                           "SYS",         "SYS_in_loss",  "SYS_dropped"};
    const auto fate = [](unsigned f) {
        return f < 9 ? of_class[f] : weir_golden_reason(f - 9 + WEIR_GOLDEN_TORN);
    };
    static const char *const reader[SCOREBOARD_READERS] = {"ring", "frames", "none", "some",
                                                           "many"};
    printf("while %d cycles\nmany %d words\n", SCOREBOARD_WHILE, SCOREBOARD_MANY);
    for (unsigned p = 0; p < SCOREBOARD_PORTS; p++)
        for (unsigned f = 0; f < SCOREBOARD_FATES; f++)
            for (unsigned r = 0; r < SCOREBOARD_READERS; r++)
                if (s.crossed[p][f][r])
                    printf("cross %s %s %s %" PRIu64 "\n", port[p], fate(f), reader[r],
                           s.crossed[p][f][r]);
}

int Session::finish()
{
    bool good = scoreboard_finish(scoreboard_.get());
    double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const struct scoreboard_stats &s = stats();
    static const char *const name[] = {"user", "com", "sys", "none"};
    for (int i = 0; i < 4; i++) {
        printf("%s_offered %" PRIu64 " events\n", name[i], s.offered[i]);
        printf("%s_delivered %" PRIu64 " events\n", name[i], s.delivered[i]);
        printf("%s_dropped %" PRIu64 " events\n", name[i], s.dropped[i]);
        printf("%s_unread %" PRIu64 " events\n", name[i], s.unread[i]);
        if (good && s.offered[i] != s.delivered[i] + s.dropped[i] + s.unread[i]) {
            fprintf(stderr, "offered is not delivered + dropped + unread\n");
            good = false;
        }
    }
    printf("offered %" PRIu64 " events\n", sum(s.offered));
    printf("delivered %" PRIu64 " events\n", sum(s.delivered));
    printf("dropped %" PRIu64 " events\n", sum(s.dropped));
    printf("dropped_space %" PRIu64 " events\n", s.kind[0] + s.kind[1] + s.kind[2]);
    for (unsigned kind = WEIR_GOLDEN_TORN; kind < WEIR_GOLDEN_KINDS; kind++)
        if (const char *reason = weir_golden_reason(kind)) {
            printf("dropped_");
            for (; *reason; reason++)
                putchar(std::tolower(static_cast<unsigned char>(*reason)));
            printf(" %" PRIu64 " events\n", s.kind[kind]);
        }
    printf("filtered %" PRIu64 " events\n", s.filtered);
    printf("pulses %" PRIu64 " pulses\n", s.pulses);
    printf("pressed_rate_limit %" PRIu64 " events\n", s.pressed_rate_limit);
    printf("pressed_filtered %" PRIu64 " events\n", s.pressed_filtered);
    static const char *const state[] = {"open", "closed", "freezing", "frozen"};
    for (int i = 0; i < 4; i++) {
        printf("trigger_%s %" PRIu64 " times\n", state[i], s.state[i]);
        printf("pressed_%s %" PRIu64 " times\n", state[i], s.pressed_state[i]);
    }
    printf("from_thread %" PRIu64 " events\n", s.context[0]);
    printf("from_interrupt %" PRIu64 " events\n", s.context[1]);
    printf("from_user %" PRIu64 " events\n", s.context[2]);
    printf("from_snoop %" PRIu64 " events\n", s.context[3]);
    printf("checkpoints %" PRIu64 " checkpoints\n", s.checkpoints);
    printf("checkpoints_in_loss %" PRIu64 " checkpoints\n", s.checkpoints_in_loss);
    printf("thread_cache_known %" PRIu64 " events\n", s.known);
    printf("thread_cache_filled %" PRIu64 " events\n", s.filled);
    printf("thread_cache_refilled %" PRIu64 " events\n", s.refilled);
    printf("traps %" PRIu64 " events\n", s.traps);
    printf("hints %" PRIu64 " events\n", s.hints);
    printf("hints_in_trap %" PRIu64 " events\n", s.hints_in_trap);
    printf("hints_switch %" PRIu64 " events\n", s.hints_switch);
    printf("hints_bad %" PRIu64 " events\n", s.hints_bad);
    printf("hints_masked %" PRIu64 " events\n", s.hints_masked);
    printf("pressed_hints %" PRIu64 " events\n", s.pressed_hints);
    printf("pins %" PRIu64 " events\n", s.pins);
    printf("pins_bus %" PRIu64 " events\n", s.pins_bus);
    printf("pins_overrun %" PRIu64 " events\n", s.pins_overrun);
    printf("pressed_pins %" PRIu64 " events\n", s.pressed_pins);
    printf("by_window %" PRIu64 " events\n", s.windows);
    printf("same_tick %" PRIu64 " entries\n", s.same_tick);
    printf("steps %" PRIu64 " entries\n", s.steps);
    printf("mtime %" PRIu64 " entries\n", s.mtime);
    printf("bytes %" PRIu64 " bytes\n", s.bytes);
    printf("event_bytes %" PRIu64 " bytes\n", s.event_bytes);
    printf("frame_bytes %" PRIu64 " bytes\n", s.frame_bytes);
    printf("losses %" PRIu64 " losses\n", s.losses);
    printf("totals %" PRIu64 " entries\n", s.totals);
    printf("must_wait %" PRIu64 " cycles\n", s.must_wait);
    printf("waits %" PRIu64 " cycles\n", s.waits);
    printf("reserved %" PRIu64 " events\n", s.reserved);
    printf("held %" PRIu64 " cycles\n", s.held);
    printf("wide %" PRIu64 " events\n", s.wide);
    printf("several %" PRIu64 " events\nmost %" PRIu64 " events\n", s.several, s.most);
    printf("expired %" PRIu64 " stores\n", s.expired);
    printf("answers %" PRIu64 " reads\n", s.answers);
    printf("peeks %" PRIu64 " words\n", s.peeks);
    printf("sw_entries %" PRIu64 " entries\n", s.sw_entries);
    printf("pressed_sw_entries %" PRIu64 " entries\n", s.pressed_sw_entries);
    printf("sw_entries_later %" PRIu64 " entries\n", s.sw_entries_later);
    printf("sw_entries_torn %" PRIu64 " entries\n", s.sw_entries_torn);
    printf("denied %" PRIu64 " reads\n", s.denied);
    printf("pressed_denied %" PRIu64 " reads\n", s.pressed_denied);
    printf("locked %" PRIu64 " stores\n", s.locked);
    printf("rings %" PRIu64 " times\n", s.rings);
    printf("alone_words %" PRIu64 " words\n", s.alone_words);
    printf("late_words %" PRIu64 " cycles\n", s.late_words);
    printf("resets %" PRIu64 " resets\n", s.resets);
    printf("withdrawn %" PRIu64 " accesses\n", s.withdrawn);
    printf("all_stores %" PRIu64 " cycles\n", s.all_stores);
    printf("frame_ctrl %" PRIu64 " stores\n", s.frame_ctrl);
    printf("time_ctrl %" PRIu64 " stores\n", s.time_ctrl);
    printf("frames_cut %" PRIu64 " times\n", s.frames_cut);
    printf("idle_clears %" PRIu64 " times\n", s.idle_clears);
    printf("locked_drains %" PRIu64 " times\n", s.locked_drains);
    printf("drained %" PRIu64 " times\n", s.drained);
    printf("cycles %" PRIu64 " cycles\n", s.cycles);
    printf("speed %.0f kHz\n", seconds > 0 ? static_cast<double>(s.cycles) / seconds / 1000 : 0.0);
    printf("errors %" PRIu64 " errors\n", s.errors);
    if (crosses_)
        print_crosses(s);
    return good ? 0 : 1;
}
