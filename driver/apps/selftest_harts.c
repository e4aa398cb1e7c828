/* SPDX-License-Identifier: Apache-2.0 */
/* selftest.c on hart 0 of two (driver.mk). */
#include "selftest.c"
