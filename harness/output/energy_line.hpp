// A row's energy as a line of the file of energies.
#pragma once

#include <string>
#include <vector>

#include "harness/output/row.hpp"

namespace rungs {

/// The columns after those of the row's key, units in their names.
[[nodiscard]] const std::vector<std::string>& energy_columns();
/// Their values, for a row that has an energy; what is unknown is empty. Energies per byte and per operation
/// are without the idle power, of the work model's bytes and operations.
[[nodiscard]] std::vector<std::string> energy_line(const Row& row);

}  // namespace rungs
