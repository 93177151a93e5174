#include "harness/output/row.hpp"

#include <array>
#include <utility>

#include "harness/output/units.hpp"

namespace rungs {
namespace {

std::string known(double value) { return value > 0 ? number_text(value) : ""; }

std::string known(const std::optional<double>& value) { return value ? number_text(*value) : ""; }

/// A row's fields, set by the names of their columns.
class Fields {
 public:
  void set(std::string_view name, std::string text) { record_.at(column(name)) = std::move(text); }
  void set(std::string_view name, std::uint64_t count) { set(name, std::to_string(count)); }
  Record take() { return std::move(record_); }

 private:
  Record record_ = Record(row_columns().size());
};

void set_times(Fields& fields, const Row& row) {
  const Measurement& measured = *row.measurement;
  const Summary& times = measured.summary;
  fields.set("samples", measured.samples.size());
  fields.set("discarded", measured.discarded);
  fields.set("time_min_us", number_text(times.min));
  fields.set("time_median_us", number_text(times.median));
  fields.set("time_mean_us", number_text(times.mean));
  fields.set("time_p95_us", number_text(times.p95));
  fields.set("iqr_percent", known(times.iqr_percent));
  if (times.interval) {
    fields.set("ci_low_us", number_text(times.interval->low));
    fields.set("ci_high_us", number_text(times.interval->high));
  }
  fields.set("modes", times.modes_apart_percent ? "2" : "1");
  fields.set("stop_reason", std::string(name_of(measured.stop_reason)));
  fields.set("event_overhead_us", known(row.event_overhead_us));
  fields.set("gbps", known(row.bytes_per_second() / 1e9));
  fields.set("gops", known(static_cast<double>(row.work.operations) / row.median_us() / 1e3));
  fields.set("sm_clock_mhz", known(measured.sm_clock_mhz));
}

void set_provenance(Fields& fields, const Row& row) {
  const Provenance& from = row.provenance;
  const std::string& library = row.variant->info.built_with;
  fields.set("host", from.host);
  fields.set("device", from.device);
  fields.set("device_uuid", from.device_uuid);
  fields.set("driver", from.driver);
  fields.set("cuda", from.cuda);
  fields.set("compiler", library.empty() ? from.compiler : library);
  fields.set("commit", from.commit);
  fields.set("rungs_commit", from.rungs_commit);
  fields.set("binary", from.binary);
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

double Row::bytes_per_second() const {
  return timed() ? static_cast<double>(work.bytes()) / (median_us() * 1e-6) : 0;
}

Record to_record(const Row& row) {
  Fields fields;
  fields.set("schema", row_schema());
  fields.set("case", row.variant->owner->name());
  fields.set("variant", row.variant->info.name);
  fields.set("improves", row.variant->info.improves);
  fields.set("backend", std::string(name_of(row.backend)));
  fields.set("status", std::string(name_of(row.status)));
  fields.set("message", row.message);
  fields.set("size", row.size);
  fields.set("params", row.params);
  if (row.cache) fields.set("cache", std::string(name_of(*row.cache)));
  if (row.timed()) set_times(fields, row);
  fields.set("bytes", row.work.bytes());
  fields.set("operations", row.work.operations);
  fields.set("peak_percent", known(row.peak_percent));
  fields.set("speed_of_light_percent", known(row.speed_of_light_percent));
  fields.set("ceiling", row.ceiling);
  fields.set("max_error", number_text(row.max_error));
  fields.set("mismatches", row.mismatches);
  fields.set("clock_locked", row.state.clock_locked);
  fields.set("throttle", row.state.throttle);
  fields.set("temperature_c", known(row.state.temperature_c));
  set_provenance(fields, row);
  fields.set("seed", row.seed);
  fields.set("timestamp", row.timestamp);
  return fields.take();
}

}  // namespace rungs
