// Which GPUs a run uses: --device.
#pragma once

#include <string>
#include <vector>

#include "harness/engine/options.hpp"
#include "harness/measure/gpus.hpp"

namespace rungs {

/// What --device asks for: "all", "2", "0,2". Throws BadUsage for anything else, and for a number that is
/// there twice.
[[nodiscard]] AskedDevices parse_devices(const std::string& text);

/// The GPUs that rows run on: those of --device, otherwise the first one. Empty if rows run on the host or
/// the simulator alone; CUDA is asked only if the answer matters. Throws BadUsage if the GPUs asked for are
/// not there, or cannot go with the other options.
[[nodiscard]] std::vector<GpuFacts> chosen_gpus(const Options& options);

}  // namespace rungs
