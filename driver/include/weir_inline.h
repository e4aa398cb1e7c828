/* SPDX-License-Identifier: Apache-2.0 */
/* Private: code of the inline functions of weir.h and weir_more.h. */
#ifndef WEIR_INLINE_H
#define WEIR_INLINE_H

static inline const char *weir_error_text(int error)
{
    switch (error) {
    case WEIR_EINVAL: return "EINVAL: an argument is invalid, or the handle is NULL";
    case WEIR_ENODEV: return "ENODEV: no Weir unit at this address";
    case WEIR_EVERSION: return "EVERSION: the unit's registers or stream are of another version";
    case WEIR_ESTATE: return "ESTATE: not allowed now, or locked by weir_lock";
    case WEIR_EBUSY: return "EBUSY: the unit did not become idle in time";
    case WEIR_ENOSPC: return "ENOSPC: the table of names is full";
    case WEIR_ESINK: return "ESINK: the sink rejected bytes";
    case WEIR_ENOTSUP: return "ENOTSUP: the unit was built without this feature";
    case WEIR_EACCES: return "EACCES: the SoC does not authorise reading the trace";
    case WEIR_EUNIT: return "EUNIT: no unit of time, or clock_hz cannot make its ticks";
    case WEIR_EWATERMARK: return "EWATERMARK: the FIFO drops events below the watermark";
    case WEIR_EHART: return "EHART: no hart of the unit, or WEIR_LOCK does not exclude the others";
    case WEIR_EPORT: return "EPORT: a register does not read as stored: cached, or byte lanes";
    case WEIR_ERING: return "ERING: what the ring writes does not reach its memory";
    default: return error < 0 ? "no error of this driver" : "no error";
    }
}

#ifdef WEIR_SOFT
WEIR_INLINE void weir_freeze(struct weir *w) { w->enabled = 0; }

/* Software records into the handle itself, so the object behind the pointer is never const. */
WEIR_INLINE void weir_emit_(const struct weir *w, unsigned context, uint16_t id, uint32_t value)
{
    weir_soft_emit_((struct weir *)(uintptr_t)w, context, id, value);
}

WEIR_INLINE void weir_emit_wait_(const struct weir *w, unsigned context, uint16_t id,
                                 uint32_t value)
{
    weir_emit_(w, context, id, value);
}

WEIR_INLINE void weir_emit64_(const struct weir *w, unsigned context, uint16_t id, uint64_t value)
{
    weir_emit_(w, context, id, (uint32_t)value);
}

WEIR_INLINE void weir_emit_args_(const struct weir *w, unsigned context, uint16_t id,
                                 unsigned count, const uint32_t *values)
{
    weir_soft_emit_args_((struct weir *)(uintptr_t)w, context, id, count, values);
}

WEIR_INLINE void weir_emit_fast_(const struct weir *w, unsigned context, uint16_t id,
                                 uint32_t value)
{
    weir_emit_(w, context, id, value);
}

WEIR_INLINE void weir_switched(const struct weir *w, uint32_t thread)
{
    weir_emit_(w, WEIR_CONTEXT_INTERRUPT, WEIR_ID_THREAD_SWITCH, thread);
}

WEIR_INLINE void weir_emit_at(uintptr_t port, uint16_t id, uint32_t value)
{
    (void)port, (void)id, (void)value;
}
#else
WEIR_INLINE void weir_freeze(struct weir *w)
{
    WEIR_STORE32(w->base + WEIR_REG_CTRL, 0);
    WEIR_STORE32(w->base + WEIR_REG_IRQ_ENABLE, 0);
}

WEIR_INLINE uintptr_t weir_port_(uintptr_t first, unsigned context)
{
#if WEIR_REG_HART_STRIDE != 1 << 16
#error "WEIR_REG_HART_STRIDE"
#endif
    /* GCC makes one instruction less of the shift than of a product. */
    return first + WEIR_REG_HART_PORT_STRIDE * context + ((uintptr_t)WEIR_HART() << 16);
}

/* One store of an event, after everything before it: the stores of this event, of the event before
 * it, and of a thread switch. */
WEIR_INLINE void weir_put_(uintptr_t address, uint32_t data)
{
    WEIR_BARRIER();
    WEIR_STORE32(address, data);
}

/* The last store: nothing that follows passes it. */
WEIR_INLINE void weir_put_last_(uintptr_t address, uint32_t data)
{
    weir_put_(address, data);
    WEIR_BARRIER();
}

WEIR_INLINE void weir_pair_(uintptr_t port, uint16_t id, uint32_t value)
{
    weir_put_(port + WEIR_REG_HART_PORT_VALUE, value);
    weir_put_last_(port + WEIR_REG_HART_PORT_ID, id);
}

WEIR_INLINE void weir_stores_(uintptr_t port, uint16_t id, unsigned count, const uint32_t *values)
{
    weir_put_(port + WEIR_REG_HART_PORT_VALUE, values[0]);
    for (unsigned i = 1; i < count; i++)
        weir_put_(port + WEIR_REG_HART_PORT_ARG + 4 * (i - 1), values[i]);
    weir_put_last_(port + WEIR_REG_HART_PORT_ID, id);
}

WEIR_INLINE void weir_emit_at(uintptr_t port, uint16_t id, uint32_t value)
{
    if (port)
        weir_pair_(port, id, value);
}

WEIR_INLINE void weir_emit_(const struct weir *w, unsigned context, uint16_t id, uint32_t value)
{
#ifdef WEIR_BASE
    (void)w;
    const uintptr_t port = weir_port_(WEIR_BASE + WEIR_REG_HART, context);
#else
    const uintptr_t port = weir_port_(w->ports, context);
#endif
    weir_pair_(port, id, value);
}

WEIR_INLINE void weir_emit64_(const struct weir *w, unsigned context, uint16_t id, uint64_t value)
{
    if (!w->wide) {
        weir_emit_(w, context, id, (uint32_t)value);
        return;
    }
    const uintptr_t port = weir_port_(w->ports, context);
    weir_put_(port + WEIR_REG_HART_PORT_LOW, (uint32_t)value);
    weir_put_(port + WEIR_REG_HART_PORT_ARG, (uint32_t)(value >> 32));
    weir_put_last_(port + WEIR_REG_HART_PORT_ID, id);
}

WEIR_INLINE void weir_emit_args_(const struct weir *w, unsigned context, uint16_t id,
                                 unsigned count, const uint32_t *values)
{
    weir_stores_(weir_port_(w->ports, context), id, count < w->args ? count : w->args, values);
}

WEIR_INLINE void weir_emit_wait_(const struct weir *w, unsigned context, uint16_t id,
                                 uint32_t value)
{
    weir_pair_(weir_port_(w->wait_port, context), id, value);
}

/* Register of an event window that has this id; 0: none, and id 0. */
WEIR_INLINE uint32_t weir_window_at_(uint32_t id)
{
    return id <= WEIR_WINDOW_ID_LAST           ? id
           : (id ^ WEIR_WINDOW_THIRD) <= 0xff  ? 512u + (id & 0xff)
           : (id ^ WEIR_WINDOW_FOURTH) <= 0xff ? 768u + (id & 0xff)
                                               : 0;
}

/* An operand of asm is a constant also in code that never runs. */
#define WEIR_CONSTANT_(number) (__builtin_constant_p(number) ? (number) : 0)

/* A store of RISC-V reaches 2 KiB to both sides of a register. Where that is the page and `offset`
 * a constant, one instruction does. GCC adds up the whole address in further ones, so this is
 * assembler: in order with other volatile accesses, as a volatile store is, and no barrier for the
 * rest of memory. An address that is a constant as a whole is left to it. */
#if defined(__riscv) && defined(__OPTIMIZE__) && defined(WEIR_PLAIN_STORES_)
#define WEIR_STORE32_NEAR_(page, offset, data)                                                     \
    do {                                                                                           \
        if (__builtin_constant_p(offset) && !__builtin_constant_p(page))                           \
            __asm__ volatile("sw %z2, %1(%0)" ::"r"(page),                                         \
                             "i"(WEIR_CONSTANT_((int32_t)(offset))), "rJ"(data));                  \
        else                                                                                       \
            WEIR_STORE32((page) + (offset), data);                                                 \
    } while (0)
#else
#define WEIR_STORE32_NEAR_(page, offset, data) WEIR_STORE32((page) + (offset), data)
#endif

WEIR_INLINE void weir_emit_fast_(const struct weir *w, unsigned context, uint16_t id,
                                 uint32_t value)
{
#if defined(WEIR_HINT) && WEIR_HINT
    if (__builtin_constant_p(id) && WEIR_HINT_REACHES(id)) {
        WEIR_HINT_ASM_(WEIR_CONSTANT_(id > 4095), WEIR_CONSTANT_(WEIR_HINT_IMMEDIATE_(id)), value);
        return;
    }
#endif
#if defined(WEIR_WINDOW) && !(WEIR_WINDOW)
    const uintptr_t windows = 0;
#elif defined(WEIR_WINDOW) && defined(WEIR_BASE)
    const uintptr_t windows = WEIR_BASE + WEIR_REG_HART + WEIR_REG_HART_WINDOW;
#else
    const uintptr_t windows = w->windows;
#endif
#ifdef WEIR_WINDOW
    const int has_window = WEIR_WINDOW;
#else
    const int has_window = windows != 0;
#endif
    const uint32_t at = 4u * weir_window_at_(id);
    if (has_window && at) {
        const uintptr_t up = at & 0x800u ? WEIR_REG_HART_WINDOW_STRIDE : 0u; /* pages of 4 KiB */
        const uintptr_t page = weir_port_(windows + up, context);
        WEIR_BARRIER();
        WEIR_STORE32_NEAR_(page, at - up, value);
        WEIR_BARRIER();
    } else
        weir_emit_(w, context, id, value);
}

WEIR_INLINE void weir_switched(const struct weir *w, uint32_t thread)
{
    if (!(w->armed >> WEIR_HART() & 1))
        weir_emit_(w, WEIR_CONTEXT_INTERRUPT, WEIR_ID_THREAD_SWITCH, thread);
}
#endif

WEIR_INLINE void weir_emit(const struct weir *w, uint16_t id, uint32_t value)
{
    weir_emit_(w, WEIR_CONTEXT_THREAD, id, value);
}

WEIR_INLINE void weir_span_begin(const struct weir *w, uint16_t id)
{
    weir_emit_(w, WEIR_CONTEXT_THREAD, WEIR_ID_SPAN_BEGIN, id);
}

WEIR_INLINE void weir_span_end(const struct weir *w, uint16_t id)
{
    weir_emit_(w, WEIR_CONTEXT_THREAD, WEIR_ID_SPAN_END, id);
}

WEIR_INLINE void weir_emit_isr(const struct weir *w, uint16_t id, uint32_t value)
{
    weir_emit_(w, WEIR_CONTEXT_INTERRUPT, id, value);
}

WEIR_INLINE void weir_emit_user(const struct weir *w, uint16_t id, uint32_t value)
{
    weir_emit_(w, WEIR_CONTEXT_USER_MODE, id, value);
}

WEIR_INLINE void weir_emit64(const struct weir *w, uint16_t id, uint64_t value)
{
    weir_emit64_(w, WEIR_CONTEXT_THREAD, id, value);
}

WEIR_INLINE void weir_emit64_isr(const struct weir *w, uint16_t id, uint64_t value)
{
    weir_emit64_(w, WEIR_CONTEXT_INTERRUPT, id, value);
}

WEIR_INLINE void weir_emit64_user(const struct weir *w, uint16_t id, uint64_t value)
{
    weir_emit64_(w, WEIR_CONTEXT_USER_MODE, id, value);
}

WEIR_INLINE void weir_emit_args(const struct weir *w, uint16_t id, unsigned count,
                                const uint32_t *values)
{
    weir_emit_args_(w, WEIR_CONTEXT_THREAD, id, count, values);
}

WEIR_INLINE void weir_emit_args_isr(const struct weir *w, uint16_t id, unsigned count,
                                    const uint32_t *values)
{
    weir_emit_args_(w, WEIR_CONTEXT_INTERRUPT, id, count, values);
}

WEIR_INLINE void weir_emit_args_user(const struct weir *w, uint16_t id, unsigned count,
                                     const uint32_t *values)
{
    weir_emit_args_(w, WEIR_CONTEXT_USER_MODE, id, count, values);
}

WEIR_INLINE void weir_emit_wait(const struct weir *w, uint16_t id, uint32_t value)
{
    weir_emit_wait_(w, WEIR_CONTEXT_THREAD, id, value);
}

WEIR_INLINE void weir_emit_wait_isr(const struct weir *w, uint16_t id, uint32_t value)
{
    weir_emit_wait_(w, WEIR_CONTEXT_INTERRUPT, id, value);
}

WEIR_INLINE void weir_emit_wait_user(const struct weir *w, uint16_t id, uint32_t value)
{
    weir_emit_wait_(w, WEIR_CONTEXT_USER_MODE, id, value);
}

WEIR_INLINE void weir_emit_fast(const struct weir *w, uint16_t id, uint32_t value)
{
    weir_emit_fast_(w, WEIR_CONTEXT_THREAD, id, value);
}

WEIR_INLINE void weir_emit_fast_isr(const struct weir *w, uint16_t id, uint32_t value)
{
    weir_emit_fast_(w, WEIR_CONTEXT_INTERRUPT, id, value);
}

WEIR_INLINE void weir_emit_fast_user(const struct weir *w, uint16_t id, uint32_t value)
{
    weir_emit_fast_(w, WEIR_CONTEXT_USER_MODE, id, value);
}

WEIR_INLINE int weir_snoop_freertos(struct weir *w, void *const volatile *current_tcb)
{
    return weir_snoop(w, 0, current_tcb);
}

#endif /* WEIR_INLINE_H */
