// A row: the outcome of one (variant, backend, problem, cache state), one line of the CSV.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/measure/executor.hpp"
#include "harness/registry/registry.hpp"

namespace rungs {

/// How a row ended. Times are there on `ok` and `unstable` only.
enum class Status { ok, incorrect, unsupported, failed, unstable };
[[nodiscard]] std::string_view name_of(Status status);

/// Where the numbers come from; the same for all rows of a backend in a run.
struct Provenance {
  std::string host, device, device_uuid, driver, cuda, compiler;
  std::string commit;        ///< of the repository that the variants are in
  std::string rungs_commit;  ///< of Rungs
  std::string binary;        ///< the program's build ID
};

struct Row {
  const RegisteredVariant* variant = nullptr;
  Backend backend = Backend::host;
  std::string size, params;
  std::optional<Cache> cache;  ///< empty where nothing was to be timed
  Status status = Status::ok;
  std::string message;
  std::optional<Measurement> measurement;
  Work work;
  double event_overhead_us = 0;       ///< part of each time; 0: not known
  double peak_percent = 0;            ///< of the datasheet's bandwidth; 0: not known
  double speed_of_light_percent = 0;  ///< of what the measured ceilings allow; 0: not known
  double max_error = 0;
  std::uint64_t mismatches = 0;
  std::uint64_t seed = 0;
  std::string timestamp;         ///< UTC, ISO 8601
  std::vector<Metric> metrics;   ///< the case's further figures, for a side file
  std::vector<Metric> counters;  ///< the device's, for another
  DeviceState state;             ///< the device's, when the row ended
  Provenance provenance;

  [[nodiscard]] bool timed() const { return measurement.has_value(); }
  /// Median time of a launch in microseconds; 0 where not timed.
  [[nodiscard]] double median_us() const { return timed() ? measurement->summary.median : 0; }
  /// Bytes of the work model over the median, in bytes a second; 0 where not timed.
  [[nodiscard]] double bytes_per_second() const;
};

/// The schema's name: it changes whenever the columns do.
inline constexpr std::string_view row_schema = "rungs-row-2";

/// One line of the CSV as text, in the order of `row_columns()`.
using Record = std::vector<std::string>;

/// The CSV's column names, in order.
[[nodiscard]] const std::vector<std::string>& row_columns();
/// The index of a column; the name must be one of row_columns().
[[nodiscard]] std::size_t column(std::string_view name);
/// The row as text.
[[nodiscard]] Record to_record(const Row& row);

}  // namespace rungs
