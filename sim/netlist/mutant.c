// SPDX-License-Identifier: Apache-2.0
// Which mutant of the netlist is at work: WEIR_MUTANT, 0 or nothing for none.
#include <stdlib.h>

int weir_mutant(void);

int weir_mutant(void)
{
    const char *number = getenv("WEIR_MUTANT");
    return number ? atoi(number) : 0;
}
