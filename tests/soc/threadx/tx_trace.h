/* SPDX-License-Identifier: Apache-2.0 */
/* See tx_api.h, which has all of it here. */
#include "tx_api.h"
