/* SPDX-License-Identifier: Apache-2.0 */
/* printf without printing: what is sent is where the format string lies and the arguments as they
 * are; `weir --names firmware.elf` puts the text together on the host.
 *
 *   weir_printf(&weir, "motor %d: %u rpm", motor, speed);
 *   weir_printf_isr(&weir, "overrun at %p", address);          from interrupt handlers
 *
 * The format is a string constant, and checked against the arguments by the compiler as that of
 * printf; at most 8 arguments. All conversions but %n; %s must point to a constant of the program
 * (the host reads it from the ELF), anything else is shown as its address. An argument of up to 32
 * bits is one event of two stores, one of 64 bits or a double is two; two more events end the run,
 * one if there are no arguments. They are kept together by WEIR_LOCK: for machine mode. Works with
 * every back-end; with WEIR_OFF the arguments are type-checked and gone.
 *
 * Format strings need no memory of the target if the linker script keeps their section out of the
 * image:
 *
 *   .weir_formats 0 (INFO) : { *(.weir_formats) } */
#ifndef WEIR_LOG_H
#define WEIR_LOG_H

#include "weir.h"

#ifdef __cplusplus
    #error "weir_log.h is for C: it selects by the type of the arguments"
#endif
#if !defined(WEIR_LOCK) && !defined(WEIR_OFF)
    #error "this hart needs WEIR_LOCK and WEIR_UNLOCK (weir.h, hooks)"
#endif

#define weir_printf(w, ...) weir_log_(w, WEIR_CONTEXT_THREAD, __VA_ARGS__)
#define weir_printf_isr(w, ...) weir_log_(w, WEIR_CONTEXT_INTERRUPT, __VA_ARGS__)

/* ---- Only the code of the macros */

/* A run under way. Its words are DATA events; the last but one tells their sum, so that no run with
 * a loss in it is believed. */
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

static inline __attribute__((format(printf, 1, 2))) void weir_log_check_(const char *format, ...)
{
    (void)format;
}

/* The argument as printf gets it: char and short become int, float double, arrays pointers. */
#define weir_log_type_(x) __typeof__(_Generic((x) + 0, float : 0.0, default : (x) + 0))
#define weir_log_argument_(x)                                                                      \
    do {                                                                                           \
        const union {                                                                              \
            weir_log_type_(x) value;                                                               \
            uint32_t words[(sizeof(weir_log_type_(x)) + 3) / 4];                                   \
        } weir_argument_ = {.value = (x)};                                                         \
        for (unsigned weir_i_ = 0; weir_i_ < sizeof weir_argument_.words / 4; weir_i_++)           \
            weir_run_word_(&weir_run_, weir_argument_.words[weir_i_]);                             \
    } while (0)

#define weir_log_each_0_(f)
#define weir_log_each_1_(f, a) weir_log_argument_(a);
#define weir_log_each_2_(f, a, ...)                                                                \
    weir_log_argument_(a);                                                                         \
    weir_log_each_1_(f, __VA_ARGS__)
#define weir_log_each_3_(f, a, ...)                                                                \
    weir_log_argument_(a);                                                                         \
    weir_log_each_2_(f, __VA_ARGS__)
#define weir_log_each_4_(f, a, ...)                                                                \
    weir_log_argument_(a);                                                                         \
    weir_log_each_3_(f, __VA_ARGS__)
#define weir_log_each_5_(f, a, ...)                                                                \
    weir_log_argument_(a);                                                                         \
    weir_log_each_4_(f, __VA_ARGS__)
#define weir_log_each_6_(f, a, ...)                                                                \
    weir_log_argument_(a);                                                                         \
    weir_log_each_5_(f, __VA_ARGS__)
#define weir_log_each_7_(f, a, ...)                                                                \
    weir_log_argument_(a);                                                                         \
    weir_log_each_6_(f, __VA_ARGS__)
#define weir_log_each_8_(f, a, ...)                                                                \
    weir_log_argument_(a);                                                                         \
    weir_log_each_7_(f, __VA_ARGS__)
#define weir_log_pick_(a, b, c, d, e, f, g, h, i, each, ...) each
#define weir_log_first_(first, ...) first

#ifdef WEIR_OFF
    #define weir_log_(w, context, ...)                                                             \
        do {                                                                                       \
            if (0) {                                                                               \
                const struct weir *const weir_w_ = (w);                                            \
                (void)weir_w_;                                                                     \
                weir_log_check_(__VA_ARGS__);                                                      \
            }                                                                                      \
        } while (0)
#else
    #define weir_log_(w, context, ...)                                                             \
        do {                                                                                       \
            static const char weir_format_[] __attribute__((                                       \
                section(".weir_formats"), aligned(1))) = weir_log_first_(__VA_ARGS__, 0);          \
            if (0)                                                                                 \
                weir_log_check_(__VA_ARGS__);                                                      \
            struct weir_run_ weir_run_ = {(w), (context), 0, 0};                                   \
            const uint32_t weir_before_ = WEIR_LOCK();                                             \
            weir_log_pick_(__VA_ARGS__, weir_log_each_8_, weir_log_each_7_, weir_log_each_6_,      \
                           weir_log_each_5_, weir_log_each_4_, weir_log_each_3_, weir_log_each_2_, \
                           weir_log_each_1_, weir_log_each_0_, )(__VA_ARGS__)                      \
                weir_run_end_(&weir_run_, WEIR_ID_LOG, (uint32_t)(uintptr_t)weir_format_);         \
            WEIR_UNLOCK(weir_before_);                                                             \
        } while (0)
#endif

#endif /* WEIR_LOG_H */
