/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_STATE_H
#define WEIR_STATE_H

/* Values of weir.state. A zeroed struct weir is UNKNOWN. */
enum { UNKNOWN, READY, RUNNING, FINISHING, FINISHED };

/* SNOOP_CTRL after weir_init */
#if defined(WEIR_HINT) && WEIR_HINT
enum { HINTS_RESET = WEIR_SNOOP_CTRL_HINT_MASK };
#else
enum { HINTS_RESET = 0 };
#endif

enum { NO_UNIT = 127 };

/* Decimal exponent of a unit of time in seconds: -8 of "ns10". NO_UNIT of any other text. */
static int unit_exponent(const char *unit)
{
    static const char prefixes[] = "munpfa"; /* each is a thousandth of the one before */
    int exponent = 0;
    unsigned zeros = 0;
    for (int i = 0; prefixes[i] && !exponent; i++)
        if (unit[0] == prefixes[i])
            exponent = -3 * (i + 1);
    unit += exponent != 0;
    if (*unit++ != 's')
        return NO_UNIT;
    if (*unit == '1')
        while (*++unit == '0')
            zeros++;
    return *unit || zeros > 2 || unit[-1] == '1' ? NO_UNIT : exponent + (int)zeros;
}

#endif
