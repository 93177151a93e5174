// Where a run's numbers come from.
#pragma once

#include <string>

#include "harness/report/row.hpp"

namespace rungs {

/// The provenance of rows that `executor` makes in this process.
[[nodiscard]] Provenance provenance_of(const Executor& executor);

/// Now, in UTC, as ISO 8601: "2026-01-31T12:00:00Z".
[[nodiscard]] std::string timestamp_now();

/// Writes what else there is to know of the run beside `rows_path` ("rows.csv" -> "rows.environment.csv"):
/// columns backend, name, value. Of an older one, what it says of other backends than these is kept.
void write_environment(const std::string& rows_path, const std::vector<const Executor*>& executors);

}  // namespace rungs
