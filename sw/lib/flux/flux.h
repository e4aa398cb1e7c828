// SPDX-License-Identifier: Apache-2.0
// flux: all of the library that needs no other library. On a target, include only flux_emit.h.
#ifndef FLUX_H
#define FLUX_H

#include "flux_emit.h"
#include "flux_read.h"
#include "flux_types.h"
#include "flux_value.h"

#endif
