// Which version of a tunable variant to choose.
#pragma once

#include <string>
#include <vector>
#include "harness/output/row.hpp"

namespace rungs {

/// Of the rows of one problem, a line for each variant of which several versions were asked for: the fastest,
/// those that cannot be told from it (the 95 % intervals of their medians meet), how much slower the default
/// is, and how many are wrong. With several such variants, the fastest of all in a line of its own.
[[nodiscard]] std::string winners_text(const std::vector<Row>& rows);

}  // namespace rungs
