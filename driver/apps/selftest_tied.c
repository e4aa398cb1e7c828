/* SPDX-License-Identifier: Apache-2.0 */
/* selftest.c for a unit whose retire view is tied to 0. */
#define NO_RETIRE 1
#include "selftest.c"
