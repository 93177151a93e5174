// The table of one problem, as it stands on the terminal.
#pragma once

#include <string>
#include <vector>

#include "harness/report/published.hpp"
#include "harness/report/row.hpp"

namespace rungs {

/// What the table's heading says beside the problem.
struct TableHeading {
  std::string device;
  std::string floor_name;  ///< "fill 3.13 TB/s"
  double working_set_over_cache = 0;
  const PublishedFigures* published = nullptr;  ///< shown in a column of their own; none: not shown
};

/// A table of rows of one problem and cache state, in ladder order, with the step over the variant that each
/// improves, the distance to the floor, and the document's figure.
[[nodiscard]] std::string table_text(const TableHeading& heading, std::vector<Row> rows);

}  // namespace rungs
