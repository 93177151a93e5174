// Rows that are repeated in fresh processes, one row in the end: --processes.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "harness/engine/plan.hpp"
#include "harness/output/row.hpp"

namespace rungs {

/// Collects what each process has made of the rows of one problem.
class RepeatedRows {
 public:
  /// `processes`: how many each row is to have, from 1.
  explicit RepeatedRows(unsigned processes) : processes_(processes) {}

  /// Adds what a process has made. Returns the row once it is complete: with the samples of all processes, or
  /// as it is if this process gave it no time.
  [[nodiscard]] std::optional<Row> add(const PlannedRow& planned, Row row);
  /// Those of `rows` that still lack a process.
  [[nodiscard]] std::vector<const PlannedRow*> unfinished(const std::vector<const PlannedRow*>& rows) const;

 private:
  unsigned processes_;
  std::map<const PlannedRow*, std::vector<Row>> made_;  ///< rows that are not complete
};

}  // namespace rungs
