// The files that a run keeps beside its rows: samples, visits of experiments, the side table, steps, facts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>
#include "harness/engine/options.hpp"
#include "harness/output/provenance.hpp"
#include "harness/output/side_file.hpp"

namespace rungs {

/// Throws BadUsage if an output file of these options, or Google Benchmark's file, cannot be used; creates
/// nothing but the folder of --dump.
void check_outputs(const Options& options, const std::string& google_benchmark_out);

class FilesBeside {
 public:
  /// Opens existing ones now, so that a wrong one is refused before anything is measured. `rows`: the file of
  /// rows; null if there is none. Throws BadUsage if one cannot be used.
  FilesBeside(const Options& options, const RowFile* rows);

  /// Adds the lines of a row that will be written to the file of rows; if it takes the place of one that the
  /// file drops, in place of that one's.
  void add(const Row& row);
  /// Adds what is new of a row that the file has already: its energy and its experiments.
  void add_known(const Row& row);
  /// Why some file's lines are in a second one (see AppendFile); usually empty.
  [[nodiscard]] std::string moved() const;
  /// Completes the files. `used`: the backends that have made rows, of each GPU one.
  void finish(const std::vector<BackendFacts>& used) const;

 private:
  void open_side();
  /// Adds lines to the side table, if there is a file of rows.
  void add_side(const Row& row, const std::vector<Record>& lines);
  void add_why(const Row& row, bool again);

  const std::string out_;
  const std::uint64_t check_seed_;
  const RowFile* rows_;
  std::optional<SideFile> samples_;
  std::optional<SideFile> why_;   ///< with --why
  std::optional<SideFile> side_;  ///< opened by the first row that has lines for it
};

}  // namespace rungs
