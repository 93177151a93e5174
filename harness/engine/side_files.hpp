// Files beside the rows: samples, hardware counters and energies on request, and further figures of cases
// that have some.
#pragma once

#include <string>

#include "harness/engine/options.hpp"
#include "harness/output/side_file.hpp"

namespace rungs {

/// Throws BadUsage if an output file of these options, or Google Benchmark's file, cannot be used; creates
/// nothing.
void check_outputs(const Options& options, const std::string& google_benchmark_out);

/// The CSV files beside rows.csv. Their lines have the key of the row: case, variant, backend, size, params,
/// cache.
class SideFiles {
 public:
  /// Opens --samples. `rows`: the file of --out, or null; it must outlive this object. Throws BadUsage if the
  /// file cannot be written.
  void open(const Options& options, const RowFile* rows);
  /// Adds a row's samples, processes, metrics, counters and energy; call it before the row itself is added.
  /// Throws Failed if writing fails.
  void write(const Row& row);
  /// Only the energy, of a row that has been added before.
  void write_energy(const Row& row);

 private:
  void write_samples(const Row& row);
  /// A file that is opened by the first row that has values for it.
  struct Lazy {
    std::string path;
    std::vector<std::string> columns;
    SideFile file;
  };
  void open(Lazy& lazy) const;
  void write_processes(const Row& row);
  void write_figures(const Row& row, const std::vector<Metric>& figures, Lazy& lazy);

  const RowFile* rows_ = nullptr;
  SideFile samples_;
  Lazy metrics_;
  Lazy counters_;
  Lazy energy_;
  Lazy processes_;
};

}  // namespace rungs
