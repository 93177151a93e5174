// Rows that measure the ceilings of a problem.
#pragma once

#include <vector>

#include "harness/engine/plan.hpp"

namespace rungs {

/// One row for each variant that measures `kind` and runs on the backend of `row`, with the same number of
/// bytes.
[[nodiscard]] std::vector<PlannedRow> ceiling_rows(Ceiling kind, const PlannedRow& row);

}  // namespace rungs
