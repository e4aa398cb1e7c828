/* SPDX-License-Identifier: Apache-2.0 */
/* What SBI asks of machine mode, as far as the kernel needs it: the timer (extension TIME), and the
 * CSR time, which Rocket has not. Anything else that reaches machine mode ends the program: a
 * driver that uses a CSR of machine mode fails. */
#include <stdint.h>

#include "port.h"

enum { ILLEGAL = 2, CALL = 9, TIME = 0x54494d45, NOT_SUPPORTED = -2 };
enum { STIP = 1 << 5, MTIE = 1 << 7 };

void firmware_trap(uint64_t *x); /* the registers */
void firmware_trap(uint64_t *x)
{
    uint64_t cause, at, value;
    __asm__ volatile("csrr %0, mcause\n\tcsrr %1, mepc\n\tcsrr %2, mtval"
                     : "=r"(cause), "=r"(at), "=r"(value));
    if (cause == (1ull << 63 | 7)) { /* hands the timer's interrupt on */
        __asm__ volatile("csrc mie, %0\n\tcsrs mip, %1" : : "r"(MTIE), "r"(STIP));
        return;
    }
    if (cause == CALL) {
        const int set_timer = x[17] == TIME && x[16] == 0;
        if (set_timer) {
            MTIMECMP = x[10];
            __asm__ volatile("csrc mip, %0\n\tcsrs mie, %1" : : "r"(STIP), "r"(MTIE));
        }
        x[10] = set_timer ? 0 : (uint64_t)NOT_SUPPORTED;
        x[11] = 0;
    } else if (cause == ILLEGAL && (value & 0xfffff07f) == 0xc0102073) { /* csrr rd, time */
        if (value >> 7 & 31)
            x[value >> 7 & 31] = MTIME;
    } else {
        *(volatile uint32_t *)0x50000004 = 98;
        for (;;)
            ;
    }
    __asm__ volatile("csrw mepc, %0" : : "r"(at + 4));
}
