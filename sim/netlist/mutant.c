// SPDX-License-Identifier: Apache-2.0
// Selects the active mutant of the netlist: environment variable WEIR_MUTANT; unset or 0: none.
#include <stdlib.h>

int weir_mutant(void);

int weir_mutant(void)
{
    const char *number = getenv("WEIR_MUTANT");
    return number ? atoi(number) : 0;
}
