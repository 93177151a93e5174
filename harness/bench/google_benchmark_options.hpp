// The options of Google Benchmark that a run was given, checked before anything is written.
#pragma once

#include <string>
#include <vector>

#include "harness/bench/options.hpp"

namespace rungs {

/// What Google Benchmark is to do.
struct GoogleBenchmarkOptions {
  std::vector<std::string> arguments;  ///< for it, without --benchmark_out and --benchmark_list_tests
  std::string out;                     ///< its file (--benchmark_out, or --json); empty: none
  bool only_lists = false;             ///< --benchmark_list_tests: print names, run nothing
  bool prints_rows = false;  ///< --benchmark_format: its console, json or csv takes the place of our tables
};

/// Reads the options after "--" and the environment variables BENCHMARK_..., which Google Benchmark reads too
/// (options come first). Throws BadUsage where an option would have no effect here, or has a value at which
/// Google Benchmark would end the program, fail or run nothing.
[[nodiscard]] GoogleBenchmarkOptions google_benchmark_options(const Options& options);

}  // namespace rungs
