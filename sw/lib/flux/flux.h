// SPDX-License-Identifier: Apache-2.0
// flux: everything of the library that needs no other library. On a target, include flux_emit.h
// alone.
#ifndef FLUX_H
#define FLUX_H

#include "flux_emit.h"
#include "flux_read.h"
#include "flux_types.h"
#include "flux_value.h"

#endif
