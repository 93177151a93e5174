// A row: the result of one (variant, backend, problem, cache state), one line of the CSV. Its columns are listed in
// harness/output/columns.csv: the one list for bench and the scripts.
#pragma once

#include <compare>
#include <cstdint>
#include <rungs/core/registry.hpp>
#include "harness/measure/executor.hpp"

namespace rungs {

/// One line of the list.
struct Column {
  std::string name;
  std::string type;  ///< text, integer, number, size ("1920x1080") or timestamp (UTC, ISO 8601)
  bool may_be_empty = false;
  std::vector<std::string> legal;  ///< the values that it may have; none: any of its type
  bool may_be_infinite = false;    ///< a number that may be the text inf
  std::string description;

  [[nodiscard]] bool is_number() const { return type == "integer" || type == "number"; }
};

/// All columns, in the order of the file of rows.
[[nodiscard]] const std::vector<Column>& columns();
[[nodiscard]] const std::vector<std::string>& row_columns();
/// The index of a column; throws std::out_of_range if there is none of this name.
[[nodiscard]] std::size_t column(std::string_view name);
/// Name of the schema, which changes whenever the columns change: "rungs-row-3".
[[nodiscard]] const std::string& row_schema();
/// The JSON schema of a line of --format=jsonl, for --list=schema.
[[nodiscard]] std::string schema_json();

/// One variant on one problem in one cache state and, of GPU rows, on one GPU, as text. Together with the
/// seed it identifies one row of a file.
struct RowKey {
  std::string case_name, variant, backend, size, params, cache, device_uuid;

  auto operator<=>(const RowKey&) const = default;  // NOLINT(modernize-use-nullptr): of <=>'s own 0

  [[nodiscard]] static const std::vector<std::string_view>& columns() {
    static const std::vector<std::string_view> names{"case",   "variant", "backend",    "size",
                                                     "params", "cache",   "device_uuid"};
    return names;
  }
  /// The fields, in the same order.
  [[nodiscard]] std::vector<std::string> fields() const {
    return {case_name, variant, backend, size, params, cache, device_uuid};
  }
  /// Makes a key from fields in that order; further fields are ignored.
  [[nodiscard]] static RowKey from(const std::vector<std::string>& fields) {
    return {fields.at(0), fields.at(1), fields.at(2), fields.at(3), fields.at(4), fields.at(5), fields.at(6)};
  }
};

/// How a row ended. Only `ok` and `unstable` rows have times.
enum class Status { ok, incorrect, unsupported, failed, unstable };
[[nodiscard]] std::string_view name_of(Status status);

/// Provenance of the numbers; the same for all rows of a backend in a run.
struct Provenance {
  std::string host, device, device_uuid, driver, cuda, compiler;
  std::string commit;        ///< of the repository that contains the variants
  std::string rungs_commit;  ///< of Rungs
  std::string binary;        ///< build ID of the program
  bool operator==(const Provenance&) const = default;
};

/// What visits find out about a row.
struct RowProgress {
  Status status = Status::ok;
  std::string message;
  std::optional<Measurement> measurement;
  double event_overhead_us = 0;  ///< included in each time; 0: unknown
  double peak_percent = 0;       ///< of the datasheet's bandwidth; 0: unknown
  double max_error = 0;
  std::uint64_t mismatches = 0;
  std::vector<Metric> metrics;   ///< further figures of the case, for the side table
  std::vector<Metric> counters;  ///< hardware counters
  std::vector<Metric> driver;    ///< memsets and copies of a profiled launch, see Executor::driver_operations
  std::optional<Energy> energy;  ///< of a launch
  std::vector<WhyVisit> why;     ///< visits with less of a resource
  DeviceState state;             ///< of the device, when the row ended
  std::string left_behind;       ///< what the variant changed in its process; added to the message
  Provenance provenance;
  bool operator==(const RowProgress&) const = default;

  /// Adds something, which may be empty, to the message.
  void say(const std::string& more) { message += (message.empty() || more.empty() ? "" : "; ") + more; }
};

struct Row : RowProgress {
  const RegisteredVariant* variant = nullptr;
  Backend backend = Backend::host;
  std::string size, params;
  std::string axes;            ///< the end of `params`: "block=128" of a variant that is compiled several times
  std::optional<Cache> cache;  ///< empty if nothing was to be timed
  Work work;
  double speed_of_light_percent = 0;  ///< of the speed of light from measured ceilings; 0: unknown
  std::string ceiling;                ///< what makes it: "fill", "copy+read"; empty: unknown
  std::uint64_t seed = 0;
  std::string timestamp;                  ///< UTC, ISO 8601
  std::vector<ProcessSummary> processes;  ///< that have measured it, if it was to be repeated in several

  /// Takes over what another process has found out.
  void take(RowProgress progress) { static_cast<RowProgress&>(*this) = std::move(progress); }
  [[nodiscard]] RowKey key() const;
  [[nodiscard]] bool timed() const { return measurement.has_value(); }
  /// Median time of a launch in microseconds; 0 if not timed.
  [[nodiscard]] double median_us() const { return timed() ? measurement->summary.median : 0; }
  /// Bytes of the work model divided by the median, in bytes per second; 0 if not timed.
  [[nodiscard]] double bytes_per_second() const;
};

/// One line of the CSV as text, in the order of `columns()`.
using Record = std::vector<std::string>;

/// The row as text fields; each column is set by its name.
[[nodiscard]] Record to_record(const Row& row);

}  // namespace rungs
