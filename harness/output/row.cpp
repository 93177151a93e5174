#include "harness/output/row.hpp"
#include <array>
#include "harness/output/units.hpp"

namespace rungs {
namespace {

std::string known(double value) { return value > 0 ? number_text(value) : ""; }

std::string known(const std::optional<double>& value) { return value ? number_text(*value) : ""; }

/// `set` takes the name of a column and its text.
void set_times(const auto& set, const Row& row) {
  const Measurement& measured = *row.measurement;
  const Summary& times = measured.summary;
  set("samples", std::to_string(measured.samples.size()));
  set("discarded", std::to_string(measured.discarded));
  set("time_min_us", number_text(times.min));
  set("time_median_us", number_text(times.median));
  set("time_mean_us", number_text(times.mean));
  set("time_p95_us", number_text(times.p95));
  set("iqr_percent", known(times.iqr_percent));
  if (times.interval) {
    set("ci_low_us", number_text(times.interval->low));
    set("ci_high_us", number_text(times.interval->high));
  }
  set("modes", times.modes_apart_percent ? "2" : "1");
  set("stop_reason", name_of(measured.stop_reason));
  set("event_overhead_us", known(row.event_overhead_us));
  set("gbps", known(row.bytes_per_second() / 1e9));
  set("gops", known(static_cast<double>(row.work.operations) / row.median_us() / 1e3));
  set("sm_clock_mhz", known(measured.sm_clock_mhz));
}

void set_provenance(const auto& set, const Row& row) {
  const Provenance& from = row.provenance;
  const std::string& library = row.variant->info.built_with;
  set("host", from.host);
  set("device", from.device);
  set("device_uuid", from.device_uuid);
  set("driver", from.driver);
  set("cuda", from.cuda);
  set("compiler", library.empty() ? from.compiler : library);
  set("commit", from.commit);
  set("rungs_commit", from.rungs_commit);
  set("binary", from.binary);
}

}  // namespace

std::string_view name_of(Status status) {
  constexpr std::array<std::string_view, 5> names{"ok", "incorrect", "unsupported", "failed", "unstable"};
  return names.at(static_cast<std::size_t>(status));
}

RowKey Row::key() const {
  return {variant->owner->name(),
          variant->info.name,
          std::string(name_of(backend)),
          size,
          params,
          cache ? std::string(name_of(*cache)) : "",
          provenance.device_uuid};
}

double Row::bytes_per_second() const { return timed() ? static_cast<double>(work.bytes()) / (median_us() * 1e-6) : 0; }

Record to_record(const Row& row) {
  Record record(row_columns().size());
  const auto set = [&](std::string_view name, std::string_view text) { record.at(column(name)) = text; };
  set("schema", row_schema());
  set("case", row.variant->owner->name());
  set("variant", row.variant->info.name);
  set("improves", row.variant->info.improves);
  set("backend", name_of(row.backend));
  set("status", name_of(row.status));
  set("message", row.message);
  set("size", row.size);
  set("params", row.params);
  if (row.cache) set("cache", name_of(*row.cache));
  if (row.timed()) set_times(set, row);
  set("bytes", std::to_string(row.work.bytes()));
  set("operations", std::to_string(row.work.operations));
  set("peak_percent", known(row.peak_percent));
  set("speed_of_light_percent", known(row.speed_of_light_percent));
  set("ceiling", row.ceiling);
  set("max_error", number_text(row.max_error));
  set("mismatches", std::to_string(row.mismatches));
  set("clock_locked", row.state.clock_locked);
  set("throttle", row.state.throttle);
  set("temperature_c", known(row.state.temperature_c));
  set_provenance(set, row);
  set("seed", std::to_string(row.seed));
  set("timestamp", row.timestamp);
  return record;
}

}  // namespace rungs
