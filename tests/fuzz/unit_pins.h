// SPDX-License-Identifier: Apache-2.0
// Drives all inputs of a unit from bytes, for sets with more than registers, snoop and pins.
#ifndef WEIR_UNIT_PINS_H
#define WEIR_UNIT_PINS_H

#include "scoreboard.h"

#include <cstddef>
#include <cstdint>
#include <string>

// Returns false if the scoreboard found an error; it has reported of it then. `record`: where to
// write what was done, as a script of the play bench, or empty; resets in the middle are left out.
// `stats`: gets what the scoreboard has counted, or nullptr. Throws std::runtime_error if the unit
// does not answer.
bool run_pins(const uint8_t *bytes, size_t size, const std::string &record = "",
              struct scoreboard_stats *stats = nullptr);

#endif
