#include "harness/output/side_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <rungs/core/errors.hpp>

#include "harness/output/csv.hpp"
#include "harness/output/output_file.hpp"

namespace rungs {
SideFile::SideFile(const std::string& option, const std::string& path,
                   const std::vector<std::string>& columns, const RowFile* rows)
    : file_(option, path) {
  std::vector<std::string> names(RowKey::columns().begin(), RowKey::columns().end());
  names.insert(names.end(), columns.begin(), columns.end());
  const std::string header = csv_line(names);
  const std::string text = file_.text();
  if (file_.start(header, text)) return;
  if (rows == nullptr) refuse_existing(option, path);
  if (rows->is_new()) {
    throw BadUsage(
        fmt::format("{} {}: holds lines, but the rows that are to be completed are a new file; "
                    "name another",
                    option, path));
  }
  drop_lines_without_row(option, text, header, *rows);
}

void SideFile::drop_lines_without_row(const std::string& option, const std::string& text,
                                      const std::string& header, const RowFile& rows) {
  const auto refuse = [&] {
    throw BadUsage(fmt::format("{} {}: does not belong to the rows that are resumed; name another file",
                               option, file_.path()));
  };
  const std::string whole = text.substr(0, whole_lines(text));
  // More than one line after the last complete one: the file is damaged, not truncated.
  if (!whole.starts_with(header) || text.find('\n', whole.size()) != std::string::npos) refuse();
  const auto lines = parse_csv(whole, option + " " + file_.path());
  const auto is_whole = [&](const auto& line) { return line.size() == lines.front().size(); };
  if (!std::all_of(lines.begin(), lines.end(), is_whole)) refuse();
  const auto has_row = [&](const auto& line) { return rows.holds(RowKey::from(line)); };
  const auto first_without = std::find_if_not(lines.begin() + 1, lines.end(), has_row);
  // Only the row in progress can be missing: otherwise the file belongs to other rows.
  const auto is_of_that_row = [&](const auto& line) {
    return RowKey::from(line) == RowKey::from(*first_without);
  };
  if (!std::all_of(first_without, lines.end(), is_of_that_row)) refuse();
  std::string kept = header;
  std::for_each(lines.begin() + 1, first_without, [&](const auto& line) { kept += csv_line(line); });
  if (!whole.starts_with(kept)) refuse();
  if (kept.size() < text.size()) file_.cut(kept.size());
}

void SideFile::append(const Row& row, const std::vector<std::vector<std::string>>& lines) {
  const auto key = row.key().fields();
  std::string text;
  for (const auto& values : lines) {
    auto fields = key;
    fields.insert(fields.end(), values.begin(), values.end());
    text += csv_line(fields);
  }
  file_.append(text);
}

}  // namespace rungs
