// bench --self-test: does the harness measure well on this machine?
#pragma once

#include "harness/bench/options.hpp"

namespace rungs {

/// Measures the ceilings (on the GPU if there is one, else on the host), the cost of an empty pair of events,
/// and how far two repeated runs of the same variants agree; checks that a planted wrong launch is caught.
/// Prints what it found. Returns 0 where all of it is as it should be, 1 where not.
[[nodiscard]] int self_test(const Options& options, bool gpu);

}  // namespace rungs
