// Remarks on a row, from its figures.
#pragma once

#include <string>
#include <vector>

#include "harness/measure/executor.hpp"
#include "harness/measure/sampler.hpp"
#include "harness/output/row.hpp"

namespace rungs {

/// A rate above the peak bandwidth of the memory is not a result: names the likely cause. Empty for others.
[[nodiscard]] std::string doubt(const Row& row, const Executor& executor);
/// "the two visits to it differ by 1.9 %: 2.00 ms, 2.04 ms".
[[nodiscard]] std::string difference(const std::vector<double>& medians);
/// "the times fall into two groups, 3.1 % apart"; empty if they do not.
[[nodiscard]] std::string groups(const Measurement& measured);
/// Merges the states after both visits: throttling after either one counts.
[[nodiscard]] DeviceState merged(const DeviceState& first, DeviceState second);

}  // namespace rungs
