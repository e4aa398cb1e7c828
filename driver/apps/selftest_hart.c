/* SPDX-License-Identifier: Apache-2.0 */
/* selftest.c with a wrong WEIR_HART (driver.mk): the self-test must say so. */
#include "selftest.c"
