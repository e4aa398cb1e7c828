/* SPDX-License-Identifier: Apache-2.0 */
/* A program in U-mode emits through the user port only: the PMP opens its own memory and two pages,
 * the port and its event window. The unit drops and counts events of other classes; the PMP stops
 * accesses to other pages. For a unit with a user port on a core with PMP (Ibex). */
#include "soc.h"
#include "weir.h"

enum { READING = 1 }; /* USER id that the event window has */
enum { EVENTS = 200, COM_ID = 0x4200, SYS_ID = 0xc200 };
enum { USER_CALL = 8, STORE_FAULT = 7, LOAD_FAULT = 5 }; /* causes */

static const struct weir_event_name events[] = {
    {READING, "reading"}, {COM_ID, "message"}, {SYS_ID, "system"}};
static const struct weir_config config = {
    .base = SOC_WEIR,
    .unit = "ns10",
    .event_names = events,
    .event_name_count = 3,
    .sink = soc_host,
};
static struct weir weir;

/* ---- U-mode. It may access its code, the handle and its own stack only: see grant(). */

static _Alignas(4096) uint32_t user_stack[1024];
static volatile uint32_t *const thread_port = (volatile uint32_t *)(SOC_WEIR + WEIR_REG_HART);
static volatile uint32_t *const control = (volatile uint32_t *)(SOC_WEIR + WEIR_REG_CTRL);

/* Asks machine mode to set the port mask; a0 selects the classes. */
static void call(uint32_t what)
{
    register uint32_t a0 __asm__("a0") = what;
    __asm__ volatile("ecall" : "+r"(a0) : : "memory");
}

static void user_program(void)
{
    for (uint32_t n = 1; n <= EVENTS; n++) {
        weir_emit_user(&weir, READING, n);
        weir_emit_fast_user(&weir, READING, 1000 + n);
        weir_emit_user(&weir, COM_ID, 2000 + n);
        weir_emit_user(&weir, SYS_ID, 3000 + n); /* dropped and counted, each of them */
    }
    thread_port[0] = 1; /* the PMP stops: the thread port, ... */
    thread_port[1] = READING;
    *control = 0;       /* ... stores to the control page ... */
    (void)*control;     /* ... and loads from it, ... */
    weir.config = NULL; /* ... and stores to the handle */
    call(1);            /* machine mode allows SYS ... */
    weir_emit_user(&weir, SYS_ID, 4000);
    call(2); /* ... takes USER and COM away ... */
    weir_emit_user(&weir, READING, 5000);
    weir_emit_user(&weir, COM_ID, 5001);
    call(0); /* ... and ends the program */
}

/* ---- Machine mode */

static uint32_t stores_stopped, loads_stopped;

/* One region: [base, base + size), size a power of 2 from 8 on. */
static uint32_t napot(uint32_t base, uint32_t size) { return base >> 2 | (size / 2 - 1) >> 2; }

static void grant(void)
{
    enum { R = 1, W = 2, X = 4, NAPOT = 3 << 3 };
    const uint32_t port = SOC_WEIR + WEIR_REG_HART +
                          WEIR_CONTEXT_USER_MODE * WEIR_REG_HART_PORT_STRIDE;
    __asm__ volatile("csrw pmpaddr0, %0"
                     :
                     : "r"(napot((uint32_t)(uintptr_t)user_stack, sizeof user_stack)));
    __asm__ volatile("csrw pmpaddr1, %0" : : "r"(napot(port, WEIR_REG_HART_PORT_STRIDE)));
    __asm__ volatile("csrw pmpaddr2, %0"
                     :
                     : "r"(napot(port + WEIR_REG_HART_WINDOW, WEIR_REG_HART_PORT_STRIDE)));
    __asm__ volatile("csrw pmpaddr3, %0"
                     :
                     : "r"(napot(0, 256 * 1024))); /* program and data: read-only */
    __asm__ volatile("csrw pmpcfg0, %0"
                     :
                     : "r"((NAPOT | R | X) << 24 | (NAPOT | W | R) << 16 | (NAPOT | W | R) << 8 |
                           NAPOT | R | W));
}

static void finish(void)
{
    struct weir_counts n;
    soc_check(weir_finish(&weir), "weir_finish");
    soc_check(weir_counters_of(&weir, 0, WEIR_CONTEXT_USER_MODE, &n), "weir_counters_of");
    printf("offered user %lu com %lu sys %lu none %lu\n", (unsigned long)n.offered[WEIR_CLASS_USER],
           (unsigned long)n.offered[WEIR_CLASS_COM], (unsigned long)n.offered[WEIR_CLASS_SYS],
           (unsigned long)n.offered[WEIR_CLASS_NONE]);
    printf("dropped by mask %lu\n", (unsigned long)n.dropped[WEIR_DROP_MASK]);
    printf("stopped stores %lu loads %lu\n", (unsigned long)stores_stopped,
           (unsigned long)loads_stopped);
    exit(0);
}

/* Returns the number of bytes of instruction to skip. */
uint32_t on_trap(uint32_t cause, uint32_t pc, uint32_t a0)
{
    static const unsigned user = 1 << WEIR_CLASS_USER, com = 1 << WEIR_CLASS_COM,
                          sys = 1 << WEIR_CLASS_SYS;
    if (cause == USER_CALL && a0 == 0)
        finish();
    else if (cause == USER_CALL)
        soc_check(
            weir_port_mask(&weir, 0, WEIR_CONTEXT_USER_MODE, a0 == 1 ? user | com | sys : sys),
            "weir_port_mask");
    else if (cause == STORE_FAULT)
        stores_stopped++;
    else if (cause == LOAD_FAULT)
        loads_stopped++;
    else {
        printf("cause %lu at %08lx\n", (unsigned long)cause, (unsigned long)pc);
        exit(98);
    }
    soc_check(weir_drain(&weir), "weir_drain");
    return (*(const volatile uint16_t *)(uintptr_t)pc & 3) == 3 ? 4 : 2;
}

__asm__(
    ".balign 4\n.globl irq_entry\nirq_entry:\n"
    "    csrrw sp, mscratch, sp\n    addi sp, sp, -128\n"
    "    .irp n,1,5,6,7,10,11,12,13,14,15,16,17,28,29,30,31\n    sw x\\n, 4*\\n(sp)\n    .endr\n"
    "    mv a2, a0\n    csrr a0, mcause\n    csrr a1, mepc\n    call on_trap\n"
    "    csrr a1, mepc\n    add a1, a1, a0\n    csrw mepc, a1\n"
    "    .irp n,1,5,6,7,10,11,12,13,14,15,16,17,28,29,30,31\n    lw x\\n, 4*\\n(sp)\n    .endr\n"
    "    addi sp, sp, 128\n    csrrw sp, mscratch, sp\n    mret\n");

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    soc_check(weir_start(&weir), "weir_start");
    grant();
    __asm__ volatile("csrw mepc, %0\n\tcsrw mstatus, zero\n\tcsrw mscratch, sp\n\tmv sp, %1\n\tmret"
                     :
                     : "r"(user_program), "r"(user_stack + sizeof user_stack / sizeof *user_stack)
                     : "memory");
    __builtin_unreachable();
}
