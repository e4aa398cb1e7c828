/* SPDX-License-Identifier: Apache-2.0 */
/* A program that crashes and still delivers its whole trace. SOC_RUN (option --run) selects the
 * kind of crash. */
#include "soc.h"
#include "weir.h"
#include "weir_crash.h"

enum { IN_MAIN, BEFORE_SINK, IN_SINK, FROZEN, RESET, ILLEGAL };
enum { COUNT = 1, CRASH = 2, EVENTS = 300 };

static int crashing_sink(void *context, const void *bytes, size_t count);

static uint32_t memory[WEIR_SOFT_WORDS(32768)];
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .sink = crashing_sink,
    .memory = memory,
    .memory_bytes = sizeof memory,
};
static struct weir weir;
static uint32_t way;
static volatile uint32_t armed;
static uint32_t boots __attribute__((section(".noinit")));

/* Leaves no stack, no gp and no interrupts, and takes a trap: one that every core has, or one with
 * a value. */
static __attribute__((noreturn, noinline)) void crash_now(void)
{
    if (way == ILLEGAL)
        __asm__ volatile("csrci mstatus, 8\n\tli sp, 0x3\n\tli gp, 0\n"
                         ".globl illegal_at\nillegal_at: .word 0xffffffff");
    __asm__ volatile("csrci mstatus, 8\n\tli sp, 0x3\n\tli gp, 0\n"
                     ".globl ecall_at\necall_at: ecall");
    __builtin_unreachable();
}

static int crashing_sink(void *context, const void *bytes, size_t count)
{
    if (armed && way == BEFORE_SINK)
        crash_now();
    if (armed && way == IN_SINK) {
        if (soc_host(context, bytes, count / 8 * 4))
            return 1;
        crash_now();
    }
    return soc_host(context, bytes, count);
}

static void crashed(uint32_t cause, uint32_t pc, uint32_t value);
WEIR_CRASH_ENTRY(crash_entry, 1000, crashed)

static void crashed(uint32_t cause, uint32_t pc, uint32_t value)
{
    const uintptr_t stack = (uintptr_t)__builtin_frame_address(0) - (uintptr_t)crash_entry_stack;
    size_t uncertain_bytes = 0;
    weir_emit_isr(&weir, CRASH, cause);
    if (way == FROZEN) { /* events after it must be ignored */
        weir_freeze(&weir);
        weir_emit_isr(&weir, CRASH, 0xdead);
    }
    const int error = weir_crash(&weir, soc_host, NULL, &uncertain_bytes);
    printf("crash %lu at %lx value %lx stack %lu of %u: %d, %lu bytes uncertain\n",
           (unsigned long)cause, (unsigned long)pc, (unsigned long)value, (unsigned long)stack,
           (unsigned)sizeof crash_entry_stack, error, (unsigned long)uncertain_bytes);
    exit(error < 0);
}

__asm__(".globl irq_entry\nirq_entry: j crash_entry\n");

int main(void)
{
    way = SOC_RUN;
    if (way == RESET && boots == 0x600d) { /* the hart was reset, the unit was not */
        soc_check(weir_rescue(&weir, &config), "weir_rescue");
        printf("rescued\n");
        return weir_init(&weir, &config) < 0 || weir_start(&weir) != 0 || weir_disable(&weir) < 0 ||
               weir_crash(&weir, (weir_sink *)0, NULL, NULL) < 0;
    }
    soc_check(weir_init(&weir, &config), "weir_init");
    soc_check(weir_start(&weir), "weir_start");
    for (uint32_t n = 1; n <= EVENTS; n++) {
        weir_emit(&weir, COUNT, n);
        if (n % 100 == 0 && n < EVENTS)
            soc_check(weir_drain(&weir), "weir_drain");
    }
    armed = 1;
    if (way == BEFORE_SINK || way == IN_SINK)
        soc_check(weir_drain(&weir), "weir_drain");
    if (way == RESET) {
        boots = 0x600d;
        __asm__ volatile("j start");
    }
    crash_now();
}
