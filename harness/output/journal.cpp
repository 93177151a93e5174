#include "harness/output/journal.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <rungs/core/errors.hpp>
#include <utility>

#include "harness/output/csv.hpp"
#include "harness/output/output_file.hpp"

namespace rungs {

std::string journal_path(const std::string& rows_path) {
  return rows_path.empty() ? "" : rows_path + ".started";
}

Journal::Journal(const std::string& rows_path) : path_(journal_path(rows_path)) {}

std::vector<Record> Journal::left() const {
  if (path_.empty() || !std::filesystem::exists(path_)) return {};
  try {
    std::vector<Record> rows = parse_csv(read_text(path_), path_);
    std::erase_if(rows, [](const Record& row) {
      return row.size() != row_columns().size() || row.front() != row_schema();
    });
    return rows;
  } catch (const std::exception&) {  // it was being written when the run was killed
    return {};
  }
}

void Journal::write(const std::vector<Record>& rows) const {
  if (path_.empty()) return;
  std::ofstream file(path_, std::ios::binary | std::ios::trunc);
  for (const Record& row : rows) file << csv_line(row);
}

void Journal::clear() const {
  if (!path_.empty()) std::remove(path_.c_str());
}

}  // namespace rungs
