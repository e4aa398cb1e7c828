// SPDX-License-Identifier: Apache-2.0
// weir compare: its exit code.
#ifndef WEIR_CLI_COMPARE_H
#define WEIR_CLI_COMPARE_H

#include "stats.h"

enum { COMPARE_SLOWER = 3 }; // something became slower

#endif
