// Files next to the rows: the side table, and samples on request.
#pragma once

#include <string>

#include "harness/engine/options.hpp"
#include "harness/output/side_file.hpp"

namespace rungs {

/// Throws BadUsage if an output file of these options, or Google Benchmark's file, cannot be used; creates
/// nothing.
void check_outputs(const Options& options, const std::string& google_benchmark_out);

/// The CSV files next to rows.csv. Their lines have the key of the row.
class SideFiles {
 public:
  /// Opens --samples. `rows`: the file of --out, or null; it must outlive this object. Throws BadUsage if the
  /// file cannot be written.
  void open(const Options& options, const RowFile* rows);
  /// Adds a row's samples and its lines of the side table; call it before the row itself is added. Throws
  /// Failed if writing fails.
  void write(const Row& row);
  /// Only the energy, of a row that has been added before.
  void write_energy(const Row& row);

 private:
  void write_samples(const Row& row);
  void append(const Row& row, const std::vector<Record>& lines);
  void open_side();

  const RowFile* rows_ = nullptr;
  SideFile samples_;
  std::string side_path_;  ///< empty: there is no file of rows
  SideFile side_;          ///< opened by the first row that has lines for it
};

}  // namespace rungs
