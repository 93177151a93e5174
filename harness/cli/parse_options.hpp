// Parses the command line, and says which options go together, and with the GPUs that are there.
#pragma once

#include <vector>

#include "harness/engine/options.hpp"
#include "harness/measure/gpus.hpp"

namespace CLI {
class App;
}

namespace rungs {

/// Adds the options, which store what they are given in `options`.
void add_options(CLI::App& app, Options& options);

/// Throws BadUsage with one line that names the option, the value and what is expected.
[[nodiscard]] Options parse_options(int argc, const char* const* argv);

/// The GPUs that rows run on: those of --device, otherwise the first one. Empty if rows run on the host or
/// the simulator alone; CUDA is asked only if the answer matters. Throws BadUsage if the GPUs asked for are
/// not there, or cannot go with the other options.
[[nodiscard]] std::vector<GpuFacts> chosen_gpus(const Options& options);

}  // namespace rungs
