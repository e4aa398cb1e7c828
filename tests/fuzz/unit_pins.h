// SPDX-License-Identifier: Apache-2.0
// What bytes do at all inputs of a unit that has more of them than registers, snoop and pins.
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
