// What the command line asks for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/measure/counters.hpp"
#include "harness/measure/sampler.hpp"

namespace rungs {

/// The options of `bench`, checked as far as that needs neither registry nor device.
struct Options {
  bool list = false;
  bool version = false;
  bool self_test = false;
  bool verify_only = false;
  bool profile = false;
  unsigned profile_launches = 1;  ///< of each variant, with `profile`
  bool resume = false;
  bool awkward = false;
  bool time_unoptimised = false;
  bool interleave = false;
  std::string filter;
  std::string sizes;
  std::string input;  ///< a picture to work on, in place of drawn pixels
  std::vector<std::string> params;
  std::string backend = "auto";
  std::optional<int> device;
  std::string cache = "cold";
  std::vector<Counter> counters;
  std::string out;
  std::string samples;
  std::string json;
  std::string published;  ///< a CSV of published figures; empty: the project's own
  std::string dump;       ///< a folder for pictures of inputs and results
  std::string progress = "auto";
  StopRules stop;
  std::uint64_t seed = 1;
  std::vector<std::string> google_benchmark;  ///< what stands behind "--"
};

/// How reading the command line ended: options to run with, or a text that was asked for (--help).
struct ParsedOptions {
  Options options;
  std::string help;  ///< to print before leaving with code 0; empty mostly
};

/// Throws BadUsage with one line that names the option, the value and what is legal.
[[nodiscard]] ParsedOptions parse_options(int argc, const char* const* argv);

}  // namespace rungs
