// What is written beside the rows: every sample and hardware counters on request, and further figures of
// cases that have some.
#pragma once

#include <string>

#include "harness/bench/options.hpp"
#include "harness/report/side_file.hpp"

namespace rungs {

/// Throws BadUsage where an output file of these options, or Google Benchmark's file, cannot be used; creates
/// nothing.
void check_outputs(const Options& options, const std::string& google_benchmark_out);

/// The CSV files beside rows.csv. Their lines are keyed like the
/// row: case, variant, backend, size, params, cache.
class SideFiles {
 public:
  /// Opens --samples. `rows`: the file of --out, or nullptr; it must outlive this. Throws BadUsage where it
  /// cannot be written.
  void open(const Options& options, const RowFile* rows);
  /// Adds a row's samples, metrics and counters; to be called before the row itself is added. Throws Failed
  /// where the disk refuses them.
  void write(const Row& row);

 private:
  void write_samples(const Row& row);
  /// A file that is opened with the first row that has something for it.
  struct Lazy {
    std::string path;
    SideFile file;
  };
  void open(Lazy& lazy) const;
  void write_figures(const Row& row, const std::vector<Metric>& figures, Lazy& lazy);

  const RowFile* rows_ = nullptr;
  SideFile samples_;
  Lazy metrics_;
  Lazy counters_;
};

}  // namespace rungs
