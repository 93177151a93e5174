// The table of one problem on the terminal, and which version of a tunable variant to choose.
#pragma once

#include <string>
#include <vector>
#include "harness/output/row.hpp"
#include "harness/output/terminal.hpp"

namespace rungs {

/// The heading of a table, besides the problem.
struct TableHeading {
  std::string device;
  std::string ceilings;  ///< "fill 3.13 TB/s"
  double working_set_over_cache = 0;
};

/// The table of one problem and cache state, in ladder order: times, speedup over the variant that each row
/// improves, and share of the speed of light.
/// Columns that do not fit on the terminal are left out. `remarks`: with the rows that have no time, and with
/// what is to be said about those that have one.
[[nodiscard]] std::string table_text(const TableHeading& heading, std::vector<Row> rows, const Terminal& terminal = {},
                                     bool remarks = true);

/// One line for the table: how many rows were timed or found correct, and the fastest; below it a line for
/// each row that is incorrect, failed or unsupported.
[[nodiscard]] std::string brief_text(const std::vector<Row>& rows);

/// Of the rows of one problem, a line for each variant of which several versions were asked for: the fastest,
/// those that cannot be told from it (the 95 % intervals of their medians meet), how much slower the default
/// is, and how many are wrong. With several such variants, the fastest of all in a line of its own.
[[nodiscard]] std::string winners_text(const std::vector<Row>& rows);

}  // namespace rungs
