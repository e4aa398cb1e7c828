/* SPDX-License-Identifier: Apache-2.0 */
/* The driver for C++11 and later: spans that end with their scope, and events with the type of
 * their value. Everything compiles to the calls of weir.h.
 *
 *   constexpr weirpp::event<int16_t> temperature{1};
 *   constexpr weirpp::event<float> voltage{2};
 *
 *   void control(const weir &w)
 *   {
 *       const weirpp::span span{w, 3};      // a duration, to the end of the function
 *       temperature(w, read_temperature());
 *       voltage(w, read_voltage());
 *   } */
#ifndef WEIR_HPP
#define WEIR_HPP

#include <string.h>

#include "weir.h"

namespace weirpp
{

/* An event id whose values are of type T, at most 32 bits: as the driver offers it, sign-extended
 * or as the bits of a float. With 64 bits the unit needs values of 64 bits (weir_emit64). */
template <typename T>
class event
{
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                  "a value has 8, 16, 32 or 64 bits");
    uint16_t id_;

    /* Integers widen by their sign; other types keep their bits. */
    template <typename V>
    static uint64_t bits(V value)
    {
        return static_cast<uint64_t>(static_cast<int64_t>(value));
    }
    static uint64_t bits(float value)
    {
        uint32_t word;
        memcpy(&word, &value, sizeof word);
        return word;
    }
    static uint64_t bits(double value)
    {
        uint64_t word;
        memcpy(&word, &value, sizeof word);
        return word;
    }

public:
    explicit constexpr event(uint16_t id) : id_(id) {}
    constexpr uint16_t id() const { return id_; }

    /* From a thread. */
    void operator()(const ::weir &w, T value) const
    {
        if (sizeof(T) == 8)
            weir_emit64(&w, id_, bits(value));
        else
            weir_emit(&w, id_, static_cast<uint32_t>(bits(value)));
    }

    /* From an interrupt handler. */
    void from_isr(const ::weir &w, T value) const
    {
        if (sizeof(T) == 8)
            weir_emit64_isr(&w, id_, bits(value));
        else
            weir_emit_isr(&w, id_, static_cast<uint32_t>(bits(value)));
    }
};

/* A duration on the running thread, from here to the end of the scope. `id` gives its name. */
class span
{
    const ::weir &w_;
    uint16_t id_;

public:
    span(const ::weir &w, uint16_t id) : w_(w), id_(id) { weir_span_begin(&w_, id_); }
    ~span() { weir_span_end(&w_, id_); }
    span(const span &) = delete;
    span &operator=(const span &) = delete;
};

} // namespace weirpp

#endif
