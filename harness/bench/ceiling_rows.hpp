// Rows that measure a ceiling beside a problem.
#pragma once

#include <vector>

#include "harness/bench/plan.hpp"

namespace rungs {

/// A row for each variant of `kind` that runs where `beside` does, moving as many bytes as that.
[[nodiscard]] std::vector<PlannedRow> ceiling_rows(Ceiling kind, const PlannedRow& beside);

}  // namespace rungs
