// Parses the command line, and says which options go together, and with the GPUs that are there.
#pragma once

#include "harness/engine/options.hpp"

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

/// Measures the ceilings (on the first of `gpus`, or on the host if there is none), the time of an empty pair
/// of events, and the difference between two runs of the same variants. Prints the results. Returns 0 if all are good,
/// else 1.
[[nodiscard]] int self_test(const Options& options, const std::vector<GpuFacts>& gpus);

// The values that options take, from their text. All throw BadUsage, with the wrong part and what is expected.

/// Parses "1024,1920x1080,4096x4096x512,256..16384*2,m=64,n=64..256*2": one number for all sides, sides joined by x,
/// ranges from..to that grow by a factor (*F) or a step (+S), and sides by name; a repeated name starts the next size.
[[nodiscard]] std::vector<AskedSize> parse_sizes(const std::string& text);
/// Parses cache states, in the order in which they are measured.
[[nodiscard]] std::vector<Cache> parse_caches(const std::string& text);
/// Parses NAME=VALUE, NAME=V,V or NAME=all.
[[nodiscard]] AskedParameter parse_parameter(const std::string& text);
/// Parses what --device asks for: "all", "2", "0,2"; none of them twice.
[[nodiscard]] AskedDevices parse_devices(const std::string& text);

}  // namespace rungs
