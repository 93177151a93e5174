// What is said about rows beside their numbers.
#pragma once

#include <string>
#include <vector>

#include "harness/measure/ceilings.hpp"
#include "harness/output/row.hpp"

namespace rungs {

/// The conditions of a planned row that is to be timed, or of a timed row.
template <class PlannedOrRow>
Conditions conditions_of(const PlannedOrRow& row) {
  return {row.backend, *row.cache, row.variant->info.all_cores, row.variant->on.at(row.backend).with_copies};
}

/// How a row ended, for the progress: "12.3 us", "incorrect (4 wrong; ...)".
[[nodiscard]] std::string outcome(const Row& row);

/// The ceilings for the rows of one problem: "fill 22.3 GB/s, fill (all cores) 155 GB/s".
[[nodiscard]] std::string ceilings_text(const Ceilings& ceilings, const std::vector<Row>& rows);

/// About a row above 100 %: it cannot be faster than the hardware, so the measured ceiling is too low.
[[nodiscard]] std::string beyond_ceiling(const Row& row);

}  // namespace rungs
