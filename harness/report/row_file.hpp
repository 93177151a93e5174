// The CSV of a run: appended row by row, resumed without losing a line.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/report/append_file.hpp"
#include "harness/report/row.hpp"

namespace rungs {

/// A rows.csv that is being written. No other run can write it meanwhile.
class RowFile {
 public:
  /// Creates `path` with its header; with `resume`, an existing file is taken over instead. Throws BadUsage,
  /// leaving any file as it was: the path cannot be written, holds something without `resume`, has another
  /// schema, or is written by another run. A last row that was cut (a full disk, a crash) is taken off.
  RowFile(std::string path, bool resume);

  /// What the user should know of a file that was taken over; empty mostly.
  [[nodiscard]] const std::string& remark() const { return remark_; }
  /// True where it was begun by this run, so that nothing beside it can belong to its rows.
  [[nodiscard]] bool is_new() const { return is_new_; }
  /// True where the file holds a row of this variant, backend, problem, cache state and seed already.
  [[nodiscard]] bool holds(const Record& record) const;
  /// How many of its rows are incorrect or failed.
  [[nodiscard]] std::size_t bad_rows() const;
  /// True where it holds a row with these fields, in the order of `row_key()`.
  [[nodiscard]] bool holds_key(const std::vector<std::string>& fields) const;
  /// Throws BadUsage where rows taken over come from another device or commit than `now`: their times would
  /// be compared with the new ones as if they were of one run.
  void require_same_run(Backend backend, const Provenance& now) const;
  /// Adds a row. Throws Failed, with nothing added, where the disk refuses it.
  void append(const Record& record);

 private:
  void take_over(const std::string& text);
  void remember(const Record& record);

  AppendFile file_;
  std::string remark_;
  bool is_new_ = false;
  std::vector<Record> records_;
  std::map<std::string, std::string> statuses_;  ///< by what a row is a row of
  std::set<std::string> keys_;
};

/// The columns by which lines of side files (samples, metrics, counters) belong to a row.
[[nodiscard]] const std::vector<std::string_view>& row_key();

}  // namespace rungs
