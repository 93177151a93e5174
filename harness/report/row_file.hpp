// The CSV of a run: appended and flushed row by row, completed group by group, resumed without losing a line.
#pragma once

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "harness/report/row.hpp"

namespace rungs {

/// A rows.csv that is being written.
class RowFile {
 public:
  /// Creates `path` with its header; with `resume`, an existing file is taken over instead. Throws BadUsage,
  /// leaving any file as it was: the path cannot be written, exists without `resume`, has another schema, or
  /// is cut.
  RowFile(std::string path, bool resume);

  /// True where the file holds a row of this variant, backend, problem and cache state already.
  [[nodiscard]] bool holds(const Record& record) const;
  /// Throws BadUsage where rows taken over come from another device or commit than `now`: their times would
  /// be compared with the new ones as if they were of one run.
  void require_same_run(Backend backend, const Provenance& now) const;
  /// Adds a row and flushes it to the disk. Throws Failed where the disk refuses it.
  void append(const Record& record);
  /// Brings the rows of each problem together, in the order of their ladder, and fills vs_previous and
  /// vs_first of all rows whose partners have been measured by now. The file is replaced in one step:
  /// whenever the program dies, a whole file is there.
  void complete();

 private:
  void take_over();
  void sort_into_tables();
  void fill_factors();
  void replace_file() const;
  void open_for_append();

  std::string path_;
  std::vector<Record> records_;
  std::size_t completed_ = 0;              ///< records that complete() has seen
  std::map<std::string, double> medians_;  ///< by variant, size, params and cache
  std::ofstream stream_;
};

}  // namespace rungs
