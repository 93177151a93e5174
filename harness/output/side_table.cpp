#include "harness/output/side_table.hpp"

#include <optional>

#include "harness/output/units.hpp"

namespace rungs {
namespace {

/// Lines of one kind. A value that is not known has no line.
class SideLines {
 public:
  explicit SideLines(std::string kind) : kind_(std::move(kind)) {}
  void add(const std::string& name, const std::string& value, const std::string& unit,
           std::size_t index = 0) {
    if (value.empty()) return;
    lines_.push_back({kind_, name, index > 0 ? std::to_string(index) : "", value, unit, "bench"});
  }
  void add(const std::string& name, const std::optional<double>& value, const std::string& unit,
           std::size_t index = 0) {
    if (value) add(name, number_text(*value), unit, index);
  }
  void move_to(std::vector<Record>& all) { all.insert(all.end(), lines_.begin(), lines_.end()); }

 private:
  std::string kind_;
  std::vector<Record> lines_;
};

/// Picojoules for each of these bytes or operations.
std::optional<double> picojoules(double joules, std::uint64_t count) {
  if (count == 0) return std::nullopt;
  return 1e12 * joules / static_cast<double>(count);
}

}  // namespace

const std::vector<std::string>& side_columns() {
  static const std::vector<std::string> names{"kind", "name", "index", "value", "unit", "source"};
  return names;
}

std::vector<Record> side_lines(const Row& row) {
  SideLines processes("process"), metrics("metric"), counters("counter"), driver("driver");
  std::size_t number = 0;
  for (const ProcessSummary& one : row.processes) {
    ++number;
    processes.add("samples", std::to_string(one.samples), "", number);
    processes.add("time_median_us", one.median_us, "us", number);
    processes.add("time_trimmed_mean_us", one.trimmed_mean_us, "us", number);
    processes.add("time_trimmed_sd_us", one.trimmed_sd_us, "us", number);
    if (one.sm_clock_mhz > 0) processes.add("sm_clock_mhz", one.sm_clock_mhz, "MHz", number);
  }
  for (const Metric& one : row.metrics) metrics.add(one.name, one.value, one.unit);
  for (const Metric& one : row.counters) counters.add(one.name, one.value, one.unit);
  number = 0;
  for (const Metric& one : row.driver) driver.add(one.name, one.value, one.unit, ++number);
  if (row.timed() && row.measurement->waits_inside) driver.add("waits_inside", "1", "");
  std::vector<Record> all;
  for (SideLines* lines : {&processes, &metrics, &counters, &driver}) lines->move_to(all);
  return all;
}

std::vector<Record> energy_lines(const Row& row) {
  if (!row.energy) return {};
  const Energy& energy = *row.energy;
  const PowerState& state = energy.state;
  SideLines lines("energy");
  lines.add("joules_per_launch", energy.joules_per_launch, "J");
  lines.add("idle_watts", energy.idle_watts, "W");
  lines.add("net_joules_per_launch", energy.net_joules_per_launch, "J");
  lines.add("ci_low", energy.ci_low, "J");
  lines.add("ci_high", energy.ci_high, "J");
  lines.add("pj_per_byte", picojoules(energy.net_joules_per_launch, row.work.bytes()), "pJ");
  lines.add("pj_per_operation", picojoules(energy.net_joules_per_launch, row.work.operations), "pJ");
  lines.add("seconds", energy.seconds, "s");
  lines.add("launches", energy.launches, "");
  lines.add("updates", std::to_string(energy.updates), "");
  lines.add("watts", energy.watts, "W");
  lines.add("temperature_c", state.temperature_c, "C");
  lines.add("sm_clock_mhz", state.sm_clock_mhz, "MHz");
  lines.add("memory_clock_mhz", state.memory_clock_mhz, "MHz");
  lines.add("power_limit_w", state.power_limit_w, "W");
  lines.add("throttle", energy.throttle, "");
  lines.add("time_median_us", row.median_us(), "us");  // tells that both are of one run
  std::vector<Record> all;
  lines.move_to(all);
  return all;
}

}  // namespace rungs
