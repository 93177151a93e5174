// The side table: a line for each figure of a row that is no column of it.
#pragma once

#include <string>
#include <vector>

#include "harness/output/row.hpp"

namespace rungs {

/// The columns after those of the row's key. `kind` is metric (a further figure of the case), counter (of the
/// hardware), energy (of a launch), process (what one of several has measured, by its number in `index`) or
/// driver (what a kernel profiler does not see: memsets and copies by their numbers, and that a launch waits
/// inside); `source` is bench here, ncu in the files of `rungs ncu`.
[[nodiscard]] const std::vector<std::string>& side_columns();
/// The lines of a row but for its energy: the fields of those columns.
[[nodiscard]] std::vector<Record> side_lines(const Row& row);
/// The lines of its energy; none if it has none, and none for what is unknown. Energies per byte and per
/// operation are without the idle power, of the work model's bytes and operations.
[[nodiscard]] std::vector<Record> energy_lines(const Row& row);

}  // namespace rungs
