#include "harness/engine/row_notes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/output/units.hpp"

namespace rungs {

std::string doubt(const Row& row, const Executor& executor) {
  if (row.peak_percent <= 100) return "";
  const double share = static_cast<double>(row.work.bytes()) / static_cast<double>(executor.cache_bytes());
  return fmt::format(
      "faster than the memory's {}: {}", rate_text(executor.peak_bytes_per_second()),
      share < 2 ? fmt::format("the working set is {:.2g} of the L2", share) : "is work skipped?");
}

std::string difference(const std::vector<double>& medians) {
  const auto [least, most] = std::minmax_element(medians.begin(), medians.end());
  return fmt::format("the two visits to it differ by {:.2g} %: {}, {}", 100 * (*most / *least - 1),
                     time_text(medians.front()), time_text(medians.back()));
}

DeviceState merged(const DeviceState& first, DeviceState second) {
  const bool throttled = !first.throttle.empty() && first.throttle != "none";
  if (throttled && second.throttle == "none") second.throttle = first.throttle;
  if (throttled && second.throttle.find(first.throttle) == std::string::npos) {
    second.throttle += "+" + first.throttle;
  }
  return second;
}

std::string groups(const Measurement& measured) {
  const auto apart = measured.summary.modes_apart_percent;
  if (!apart) return "";
  const int digits = *apart < 1 ? 2 : *apart < 10 ? 1 : 0;
  return fmt::format("the times fall into two groups, {:.{}f} % apart", *apart, digits);
}

}  // namespace rungs
