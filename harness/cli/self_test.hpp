// bench --self-test: does the harness measure well on this machine?
#pragma once

#include <vector>
#include "harness/engine/options.hpp"
#include "harness/measure/gpus.hpp"

namespace rungs {

/// Measures the ceilings (on the first of `gpus`, or on the host if there is none), the time of an empty pair
/// of events, and the difference between two runs of the same variants; checks that a deliberately wrong
/// launch is found. Prints the results. Returns 0 if all are good, else 1.
[[nodiscard]] int self_test(const Options& options, const std::vector<GpuFacts>& gpus);

}  // namespace rungs
