// What a row has besides its time: hardware counters and the energy of a launch.
#pragma once

#include <string>

#include "harness/engine/run_row.hpp"

namespace rungs {

/// Measures those that were asked for and adds them to a timed row. Returns why some are missing, or what
/// must be said about them; usually empty. Throws Failed if a launch fails.
[[nodiscard]] std::string measure_beside(Row& row, BoundVariant& bound, const RowRules& rules);

}  // namespace rungs
