#include "harness/engine/repeated_rows.hpp"

#include <algorithm>
#include <utility>

#include "harness/engine/row_notes.hpp"

namespace rungs {
namespace {

/// One row of those that the processes have made.
Row combined(const std::vector<Row>& rows) {
  Row all = rows.back();
  std::vector<Measurement> each;
  for (const Row& row : rows) {
    each.push_back(*row.measurement);
    all.processes.push_back(summary_of_process(*row.measurement));
    all.state = merged(all.state, row.state);
    all.max_error = std::max(all.max_error, row.max_error);
    if (all.message.empty()) all.message = row.message;
  }
  all.measurement = of_processes(each);
  if (all.measurement->unstable()) return all;
  all.status = Status::ok;
  // It is proportional to the rate.
  if (rows.back().median_us() > 0) all.peak_percent *= rows.back().median_us() / all.median_us();
  return all;
}

}  // namespace

std::optional<Row> RepeatedRows::add(const PlannedRow& planned, Row row) {
  if (processes_ == 1) return row;
  std::vector<Row>& rows = made_[&planned];
  rows.push_back(std::move(row));
  if (rows.back().timed() && rows.size() < processes_) return std::nullopt;
  const auto taken = made_.extract(&planned);
  return taken.mapped().back().timed() ? combined(taken.mapped()) : taken.mapped().back();
}

std::vector<const PlannedRow*> RepeatedRows::unfinished(const std::vector<const PlannedRow*>& rows) const {
  std::vector<const PlannedRow*> left;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(left),
               [&](const PlannedRow* planned) { return made_.contains(planned); });
  return left;
}

}  // namespace rungs
