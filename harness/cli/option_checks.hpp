// Which options go together.
#pragma once

#include "harness/engine/options.hpp"

namespace rungs {

/// Throws BadUsage, naming the option, if two of them contradict each other or one has no effect.
void check_combinations(const Options& options);

}  // namespace rungs
