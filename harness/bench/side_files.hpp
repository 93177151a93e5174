// What is written beside the rows: every sample and hardware counters on request, and further figures of
// cases that have some.
#pragma once

#include <fstream>
#include <string>

#include "harness/bench/options.hpp"
#include "harness/report/row.hpp"

namespace rungs {

/// Throws BadUsage where an output file of these options, or Google Benchmark's file, cannot be used; creates
/// nothing.
void check_outputs(const Options& options, const std::string& google_benchmark_out);

/// The CSV files beside rows.csv. Their lines are keyed like the
/// row: case, variant, backend, size, params, cache.
class SideFiles {
 public:
  /// Opens --samples. Throws BadUsage where it cannot be written.
  void open(const Options& options);
  /// Adds a row's samples, metrics and counters, and flushes. Throws Failed where the disk refuses them.
  void write(const Row& row);

 private:
  void write_samples(const Row& row);
  /// A file that is opened with the first row that has something for it.
  struct Lazy {
    std::string path;
    std::ofstream stream;
  };
  static void write_figures(const Row& row, const std::vector<Metric>& figures, Lazy& file);

  std::ofstream samples_;
  Lazy metrics_;
  Lazy counters_;
};

}  // namespace rungs
