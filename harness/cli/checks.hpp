// Which options go together, and with the GPUs that are there.
#pragma once

#include <vector>

#include "harness/engine/options.hpp"
#include "harness/measure/gpus.hpp"

namespace rungs {

/// Throws BadUsage, naming the option, if two of them contradict each other or one has no effect.
void check_combinations(const Options& options);

/// The GPUs that rows run on: those of --device, otherwise the first one. Empty if rows run on the host or
/// the simulator alone; CUDA is asked only if the answer matters. Throws BadUsage if the GPUs asked for are
/// not there, or cannot go with the other options.
[[nodiscard]] std::vector<GpuFacts> chosen_gpus(const Options& options);

}  // namespace rungs
