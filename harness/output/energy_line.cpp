#include "harness/output/energy_line.hpp"

#include <optional>

#include "harness/output/units.hpp"

namespace rungs {
namespace {

std::string if_known(const std::optional<double>& value) { return value ? number_text(*value) : ""; }

/// Picojoules for each of these bytes or operations.
std::string picojoules(double joules, std::uint64_t count) {
  return count > 0 ? number_text(1e12 * joules / static_cast<double>(count)) : "";
}

}  // namespace

const std::vector<std::string>& energy_columns() {
  static const std::vector<std::string> names{"joules_per_launch",
                                              "idle_watts",
                                              "net_joules_per_launch",
                                              "ci_low",
                                              "ci_high",
                                              "pj_per_byte",
                                              "pj_per_operation",
                                              "seconds",
                                              "launches",
                                              "updates",
                                              "watts",
                                              "temperature_c",
                                              "sm_clock_mhz",
                                              "memory_clock_mhz",
                                              "power_limit_w",
                                              "throttle",
                                              "time_median_us",
                                              "device",
                                              "driver",
                                              "commit",
                                              "rungs_commit",
                                              "binary",
                                              "timestamp"};
  return names;
}

std::vector<std::string> energy_line(const Row& row) {
  const Energy& energy = *row.energy;
  const PowerState& state = energy.state;
  return {number_text(energy.joules_per_launch),
          number_text(energy.idle_watts),
          number_text(energy.net_joules_per_launch),
          number_text(energy.ci_low),
          number_text(energy.ci_high),
          picojoules(energy.net_joules_per_launch, row.work.bytes()),
          picojoules(energy.net_joules_per_launch, row.work.operations),
          number_text(energy.seconds),
          number_text(energy.launches),
          std::to_string(energy.updates),
          number_text(energy.watts),
          if_known(state.temperature_c),
          if_known(state.sm_clock_mhz),
          if_known(state.memory_clock_mhz),
          if_known(state.power_limit_w),
          energy.throttle,
          number_text(row.median_us()),
          row.provenance.device,
          row.provenance.driver,
          row.provenance.commit,
          row.provenance.rungs_commit,
          row.provenance.binary,
          row.timestamp};
}

}  // namespace rungs
