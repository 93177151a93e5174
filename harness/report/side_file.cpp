#include "harness/report/side_file.hpp"

#include <fmt/format.h>

#include "harness/registry/errors.hpp"
#include "harness/report/csv.hpp"
#include "harness/report/output_file.hpp"

namespace rungs {
namespace {

std::vector<std::string> key_of(const std::vector<std::string>& fields) {
  const auto count = static_cast<std::ptrdiff_t>(row_key().size());
  return {fields.begin(), fields.begin() + count};
}

}  // namespace

SideFile::SideFile(const std::string& option, const std::string& path,
                   const std::vector<std::string>& columns, const RowFile* rows)
    : file_(option, path) {
  std::vector<std::string> names(row_key().begin(), row_key().end());
  names.insert(names.end(), columns.begin(), columns.end());
  const std::string header = csv_line(names);
  const std::string text = file_.text();
  if (header.starts_with(text) && text.size() < header.size()) {
    file_.cut(0);
    try {
      file_.append(header);
    } catch (const Failed& error) {
      throw BadUsage(option + " " + path + ": cannot be written: " + error.what());
    }
    return;
  }
  if (rows == nullptr) refuse_existing(option, path);
  drop_lines_without_row(option, text, header, *rows);
}

void SideFile::drop_lines_without_row(const std::string& option, const std::string& text,
                                      const std::string& header, const RowFile& rows) {
  const std::string whole = text.substr(0, whole_lines(text));
  const auto lines = parse_csv(whole, option + " " + file_.path());
  std::size_t kept = header.size();
  for (std::size_t i = 1; i < lines.size() && lines[i].size() > row_key().size(); ++i) {
    if (!rows.holds_key(key_of(lines[i]))) break;
    kept += csv_line(lines[i]).size();
  }
  // Only the row that was being made can be missing: anything else is a file of other rows.
  const bool of_these_rows = whole.starts_with(header) && [&] {
    const auto rest = parse_csv(whole.substr(kept), option);
    return rest.empty() ||
           (rest.front().size() == lines.front().size() && key_of(rest.front()) == key_of(rest.back()));
  }();
  if (!of_these_rows) {
    throw BadUsage(fmt::format("{} {}: does not belong to the rows that are resumed; name another file",
                               option, file_.path()));
  }
  if (kept < text.size()) file_.cut(kept);
}

void SideFile::append(const Row& row, const std::vector<std::vector<std::string>>& lines) {
  const Record record = to_record(row);
  std::vector<std::string> key;
  for (const auto name : row_key()) key.push_back(record[column(name)]);
  std::string text;
  for (const auto& values : lines) {
    auto fields = key;
    fields.insert(fields.end(), values.begin(), values.end());
    text += csv_line(fields);
  }
  file_.append(text);
}

}  // namespace rungs
