// Shows rows that are made as Google Benchmark does: names, filter, repetitions, console formats and the JSON for its
// compare.py. Each row is one benchmark with one iteration, and the row's median is its manual time. Samples are taken
// by our sampler (harness/measure/sampler.hpp) instead of Google Benchmark's loop, which times many iterations as one:
// it cannot flush the caches between iterations, keep single samples, check results before and after, or stop on noise.
#pragma once

#include <optional>
#include <sstream>
#include "harness/engine/device_run.hpp"
#include "harness/output/append_file.hpp"

namespace rungs {

struct GoogleBenchmarkOptions {
  std::vector<std::string> arguments;
  std::string filter;        ///< of --benchmark_filter; empty: all
  unsigned repetitions = 1;  ///< of each group of rows
  bool prints_rows = false;  ///< --benchmark_format: console, json or csv replaces our tables
};

/// Reads the options after "--". Throws BadUsage if an option would have no effect here, or if its value would make
/// Google Benchmark exit, fail or run nothing.
[[nodiscard]] GoogleBenchmarkOptions google_benchmark_options(const Options& options);

class GoogleBenchmarkFront {
 public:
  /// Passes the options to Google Benchmark. `json`: the file of --json; empty: none; "-": standard output.
  GoogleBenchmarkFront(const GoogleBenchmarkOptions& options, std::string json);
  ~GoogleBenchmarkFront();

  /// Removes the rows that --benchmark_filter does not select. Throws BadUsage if it selects none.
  void keep_selected(std::vector<PlannedRow>& rows);
  /// Opens its stream, if it writes to one; call it once something will be made. Throws BadUsage.
  void open();
  /// Reports the rows of a group: those that were made, each once for every repetition.
  void report(const Group& group, const std::vector<MadeRow>& made);
  /// Completes the console's output, and writes the file. Throws Failed if that cannot be.
  void finish();

 private:
  void apply_filter(std::vector<PlannedRow>& rows) const;
  class OfTheRun;
  const GoogleBenchmarkOptions options_;
  const std::string json_;
  std::unique_ptr<OfTheRun> display_;
  std::unique_ptr<OfTheRun> file_;  ///< null: none is written
  std::ostringstream text_;         ///< of the file
  std::optional<AppendFile> out_;
};

/// The benchmark name of a row: "stitch/gpu/modulo/10240x10240/repeater:100/cuda/cold", of one of several
/// GPUs ".../cuda:1/cold"; behind it Google Benchmark's own "/iterations:1/manual_time". It is the same in
/// every run, so that compare.py can match rows.
[[nodiscard]] std::string benchmark_name(const PlannedRow& planned);

}  // namespace rungs
