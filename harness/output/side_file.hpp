// A CSV next to rows.csv whose lines belong to its rows: samples, and the side table.
#pragma once

#include <string>
#include <vector>
#include "harness/output/append_file.hpp"
#include "harness/output/row_file.hpp"

namespace rungs {

/// One such file. Its first columns are those of RowKey::columns(), which assign a line to a row. The lines
/// of a row are written before the row itself. Lines without a row are from a run that was killed in between;
/// they are removed when the file is resumed.
class SideFile {
 public:
  /// Opens `path`, given by `option`; a new file gets a header with RowKey::columns() and `columns`. `rows`:
  /// the rows that lines may belong to. If it is null or new, `path` must be new too. Throws BadUsage if it
  /// cannot be written or has other contents.
  SideFile(const std::string& option, const std::string& path, const std::vector<std::string>& columns,
           const RowFile* rows);

  /// Adds all lines of one row, each with the values of `columns`; if it `replaces` one, in place of that
  /// one's. Throws Failed, with nothing added, if writing fails.
  void append(const Row& row, const std::vector<std::vector<std::string>>& lines, bool replaces = false);
  /// Why the lines are in a second file (see AppendFile); usually empty.
  [[nodiscard]] const std::string& moved() const { return file_.moved(); }

 private:
  void drop_lines_without_row(const std::string& option, const std::string& text, const std::string& header,
                              const RowFile& rows);
  AppendFile file_;
};

/// The columns after those of the row's key. `kind` is metric (a further figure of the case), counter (of the
/// hardware), energy (of a launch), process (what one of several has measured, by its number in `index`)  or
/// driver (what a kernel profiler does not see: memsets and copies by their numbers, and that a launch waits
/// inside); `source` is bench here, ncu in the files of `rungs ncu`.
[[nodiscard]] const std::vector<std::string>& side_columns();
/// The lines of a row but for its energy: the fields of those columns.
[[nodiscard]] std::vector<Record> side_lines(const Row& row);
/// The lines of its energy; none if it has none, and none for what is unknown. Energies per byte and per
/// operation are without the idle power, of the work model's bytes and operations.
[[nodiscard]] std::vector<Record> energy_lines(const Row& row);

/// The columns of the visits of a row's experiments, after those of its key; and their lines.
[[nodiscard]] const std::vector<std::string>& why_columns();
[[nodiscard]] std::vector<Record> why_lines(const Row& row);

}  // namespace rungs
