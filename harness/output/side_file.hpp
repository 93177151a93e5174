// A CSV next to rows.csv whose lines belong to its rows: samples, and the side table.
#pragma once

#include <rungs/core/registry.hpp>
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
[[nodiscard]] std::vector<std::string> side_columns();
/// The lines of a row but for its energy: the fields of those columns.
[[nodiscard]] std::vector<Record> side_lines(const Row& row);
/// The lines of its energy; none if it has none, and none for what is unknown. Energies per byte and per
/// operation are without the idle power, of the work model's bytes and operations.
[[nodiscard]] std::vector<Record> energy_lines(const Row& row);

/// The columns of the visits of a row's experiments, after those of its key; and their lines.
[[nodiscard]] std::vector<std::string> why_columns();
[[nodiscard]] std::vector<Record> why_lines(const Row& row);

/// The ids of a variant's techniques, the main one first, separated by blanks.
[[nodiscard]] std::string technique_text(const RegisteredVariant& variant);

/// Writes the steps of these variants, of full names, next to `rows_path` ("rows.csv" -> "rows.steps.csv"):
/// columns case, variant, technique and step. A gain without a technique has no line, and without lines there
/// is no file. Throws Failed if it cannot be written.
void write_steps(const std::string& rows_path, const std::set<std::string>& variants);

}  // namespace rungs
