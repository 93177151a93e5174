// The options for Google Benchmark, checked before anything is written.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/engine/options.hpp"

namespace rungs {

/// The settings for Google Benchmark.
struct GoogleBenchmarkOptions {
  std::vector<std::string> arguments;  ///< without --benchmark_out, _list_tests and _context
  std::vector<std::pair<std::string, std::string>> context;  ///< of --benchmark_context
  std::string filter;                                        ///< of --benchmark_filter; empty: all
  unsigned repetitions = 1;                                  ///< of each group of rows
  std::string out;  ///< its output file (--benchmark_out or --json); empty: none
  std::string out_format = "json";
  bool only_lists = false;   ///< --benchmark_list_tests: print names, run nothing
  bool prints_rows = false;  ///< --benchmark_format: console, json or csv replaces our tables
};

/// Reads the options after "--", and the environment variables BENCHMARK_... that Google Benchmark reads too
/// (options come first). Throws BadUsage if an option would have no effect here, or if its value would make
/// Google Benchmark exit, fail or run nothing.
[[nodiscard]] GoogleBenchmarkOptions google_benchmark_options(const Options& options);

}  // namespace rungs
