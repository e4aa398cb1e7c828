/* SPDX-License-Identifier: Apache-2.0 */
/* printf without formatting on the target: the trace carries the address of the format string and
 * the arguments. `weir --names firmware.elf` formats the text on the host.
 *
 *   weir_printf(&weir, "motor %d: %u rpm", motor, speed);
 *   weir_printf_isr(&weir, "overrun at %p", address);          from interrupt handlers
 *
 * The format is a string constant; the compiler checks it like that of printf. At most 8 arguments,
 * all conversions except %n. %s must point to a constant of the program, which the host reads from
 * the ELF; any other pointer is shown as an address. Arguments are evaluated once, in order, before
 * anything is emitted: they may take locks, and log.
 *
 * Cost: one event (two stores) for each argument of up to 32 bits, two for one of 64 bits or a
 * double, and two more events; without arguments, one event. WEIR_LOCK keeps them together, so call
 * it in the mode of the driver only (machine mode, or S-mode with WEIR_S_MODE), not in U-mode. It
 * works with every back end. With WEIR_OFF arguments are type-checked and make no code.
 *
 * Format strings need no memory of the target if the linker script keeps their section out of the
 * image:
 *
 *   .weir_formats 0 (INFO) : { *(.weir_formats) }
 *
 * In C++, use it in functions that are neither inline nor templates: the compiler cannot put the
 * strings of those into one section. */
#ifndef WEIR_LOG_H
#define WEIR_LOG_H

#include "weir.h"

#ifdef __cplusplus
#include <string.h>
#endif
#if !defined(WEIR_LOCK) && !defined(WEIR_OFF)
#error "this hart needs WEIR_LOCK and WEIR_UNLOCK (weir_hooks.h)"
#endif

#define weir_printf(w, ...) weir_log_(w, WEIR_CONTEXT_THREAD, __VA_ARGS__)
#define weir_printf_isr(w, ...) weir_log_(w, WEIR_CONTEXT_INTERRUPT, __VA_ARGS__)

/* ---- Private: code of the macros */

/* A run of events that belong together: DATA events, then their sum, then the last event. The sum
 * lets readers reject a run that lost an event. */
struct weir_run_ {
    const struct weir *w;
    unsigned context;
    uint32_t sum, words;
};

WEIR_INLINE void weir_run_word_(struct weir_run_ *run, uint32_t word)
{
    run->sum += word;
    run->words++;
    (weir_emit_)(run->w, run->context, WEIR_ID_DATA, word);
}

WEIR_INLINE void weir_run_end_(const struct weir_run_ *run, uint16_t id, uint32_t value)
{
    const uint32_t sum = run->sum + value;
    if (run->words)
        (weir_emit_)(run->w, run->context, WEIR_ID_DATA, (sum ^ sum >> 16) & 0xffffu);
    (weir_emit_)(run->w, run->context, id, value);
}

WEIR_INLINE uint32_t weir_log_address_(const char *format)
{
#ifdef __cplusplus
    return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(format));
#else
    return (uint32_t)(uintptr_t)format;
#endif
}

static inline __attribute__((format(printf, 1, 2))) void weir_log_check_(const char *format, ...)
{
    (void)format;
}

/* The words of an argument after default promotions: char and short become int, float becomes
 * double, arrays become pointers. */
#ifdef __cplusplus
extern "C++" {
template <typename T>
struct weir_words_ {
    uint32_t words[(sizeof(T) + 3) / 4];
};

template <typename T>
static inline weir_words_<T> weir_log_copy_(T value)
{
    weir_words_<T> copy = {};
    memcpy(copy.words, &value, sizeof value);
    return copy;
}

template <typename T>
static inline auto weir_log_words_(T value) -> decltype(weir_log_copy_(+value))
{
    return weir_log_copy_(+value);
}

static inline weir_words_<double> weir_log_words_(float value)
{
    return weir_log_copy_(double(value));
}
}
#define weir_log_hold_(n, x) const auto weir_argument_##n##_ = weir_log_words_(x);
#else
#define weir_log_type_(x) __typeof__(_Generic((x) + 0, float : 0.0, default : (x) + 0))
#define weir_log_hold_(n, x)                                                                       \
    const union {                                                                                  \
        weir_log_type_(x) value;                                                                   \
        uint32_t words[(sizeof(weir_log_type_(x)) + 3) / 4];                                       \
    } weir_argument_##n##_ = {.value = (x)};
#endif
#define weir_log_emit_(n, x)                                                                       \
    for (unsigned weir_i_ = 0; weir_i_ < sizeof weir_argument_##n##_.words / 4; weir_i_++)         \
        weir_run_word_(&weir_run_, weir_argument_##n##_.words[weir_i_]);

/* `what` of each argument and its number, counted from the last. */
#define weir_log_each_0_(what, f)
#define weir_log_each_1_(what, f, a) what(1, a)
#define weir_log_each_2_(what, f, a, ...) what(2, a) weir_log_each_1_(what, f, __VA_ARGS__)
#define weir_log_each_3_(what, f, a, ...) what(3, a) weir_log_each_2_(what, f, __VA_ARGS__)
#define weir_log_each_4_(what, f, a, ...) what(4, a) weir_log_each_3_(what, f, __VA_ARGS__)
#define weir_log_each_5_(what, f, a, ...) what(5, a) weir_log_each_4_(what, f, __VA_ARGS__)
#define weir_log_each_6_(what, f, a, ...) what(6, a) weir_log_each_5_(what, f, __VA_ARGS__)
#define weir_log_each_7_(what, f, a, ...) what(7, a) weir_log_each_6_(what, f, __VA_ARGS__)
#define weir_log_each_8_(what, f, a, ...) what(8, a) weir_log_each_7_(what, f, __VA_ARGS__)
#define weir_log_pick_(a, b, c, d, e, f, g, h, i, each, ...) each
#define weir_log_each_(what, ...)                                                                  \
    weir_log_pick_(__VA_ARGS__, weir_log_each_8_, weir_log_each_7_, weir_log_each_6_,              \
                   weir_log_each_5_, weir_log_each_4_, weir_log_each_3_, weir_log_each_2_,         \
                   weir_log_each_1_, weir_log_each_0_, )(what, __VA_ARGS__)
#define weir_log_first_(first, ...) first

#ifdef WEIR_OFF
#define weir_log_(w, context, ...)                                                                 \
    do {                                                                                           \
        if (0) {                                                                                   \
            const struct weir *const weir_w_ = (w);                                                \
            (void)weir_w_;                                                                         \
            weir_log_check_(__VA_ARGS__);                                                          \
        }                                                                                          \
    } while (0)
#else
#define weir_log_(w, context, ...)                                                                 \
    do {                                                                                           \
        static const char weir_format_[]                                                           \
            __attribute__((section(".weir_formats"), aligned(1))) = weir_log_first_(__VA_ARGS__,   \
                                                                                    0);            \
        if (0)                                                                                     \
            weir_log_check_(__VA_ARGS__);                                                          \
        struct weir_run_ weir_run_ = {(w), (context), 0, 0};                                       \
        weir_log_each_(weir_log_hold_, __VA_ARGS__);                                               \
        const uint32_t weir_before_ = WEIR_LOCK();                                                 \
        weir_log_each_(weir_log_emit_, __VA_ARGS__);                                               \
        weir_run_end_(&weir_run_, WEIR_ID_LOG, weir_log_address_(weir_format_));                   \
        WEIR_UNLOCK(weir_before_);                                                                 \
    } while (0)
#endif

#endif /* WEIR_LOG_H */
