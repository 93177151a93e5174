// A CSV beside rows.csv whose lines belong to its rows: samples, metrics, counters.
#pragma once

#include <string>
#include <vector>

#include "harness/report/append_file.hpp"
#include "harness/report/row_file.hpp"

namespace rungs {

/// One such file. Its first columns are those of row_key(), so that a line belongs to a row. A row's lines
/// are written before the row: what has no row was left by a run that died in between, and is taken off when
/// the file is resumed.
class SideFile {
 public:
  /// Not open.
  SideFile() = default;
  /// Opens `path`, given by `option`, and writes the header where it is new: row_key() and `columns`. `rows`:
  /// the rows that lines may belong to; where there is no such file (nullptr), or it is new, `path` must be
  /// new too. Throws BadUsage where it cannot be written, or holds something else.
  SideFile(const std::string& option, const std::string& path, const std::vector<std::string>& columns,
           const RowFile* rows);

  [[nodiscard]] bool is_open() const { return file_.is_open(); }
  /// Adds all lines of one row, each with the values of `columns`. Throws Failed, with nothing added, where
  /// the disk refuses them.
  void append(const Row& row, const std::vector<std::vector<std::string>>& lines);

 private:
  void drop_lines_without_row(const std::string& option, const std::string& text, const std::string& header,
                              const RowFile& rows);
  AppendFile file_;
};

}  // namespace rungs
