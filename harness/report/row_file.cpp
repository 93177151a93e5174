#include "harness/report/row_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/registry/errors.hpp"
#include "harness/registry/parameter.hpp"
#include "harness/report/csv.hpp"
#include "harness/report/output_file.hpp"

namespace rungs {
namespace {

std::string key_of(const Record& record) {
  std::string key;
  for (const auto name : row_key()) key += record[column(name)] + '\n';
  return key;
}

std::string identity(const Record& record) { return key_of(record) + record[column("seed")]; }

void require_time(const Record& record, const std::string& origin) {
  const std::string& text = record[column("time_median_us")];
  if (text.empty() || parse_positive(text)) return;
  throw BadUsage(
      fmt::format("{}: '{}' is no time in time_median_us; expected microseconds above 0", origin, text));
}

/// The part of a file of rows that is whole: all of it, or all but a last row that was cut.
std::string without_cut_row(const std::string& text) {
  const std::string whole = text.substr(0, whole_lines(text));
  // More than one row behind the last whole one: that is damage, not a row that was cut.
  const bool one_row = text.find("\n" + std::string(row_schema) + ",", whole.size()) == std::string::npos;
  return one_row ? whole : text;
}

}  // namespace

const std::vector<std::string_view>& row_key() {
  static const std::vector<std::string_view> names{"case", "variant", "backend", "size", "params", "cache"};
  return names;
}

RowFile::RowFile(std::string path, bool resume) {
  require_output_file("--out", path, true);
  file_ = AppendFile("--out", std::move(path));
  const std::string text = file_.text();
  const std::string header = csv_line(row_columns());
  // A run that died, or a disk that was full, before the header was whole has left nothing to keep.
  if (header.starts_with(text) && text.size() < header.size()) {
    is_new_ = true;
    file_.cut(0);
    try {
      file_.append(header);
    } catch (const Failed& error) {
      throw BadUsage("--out " + file_.path() + ": cannot be written: " + error.what());
    }
    return;
  }
  if (!resume) refuse_existing("--out", file_.path());
  const std::string whole = without_cut_row(text);
  take_over(whole);
  if (whole.size() == text.size()) return;
  file_.cut(whole.size());
  remark_ = fmt::format("{}: its last row was cut; it is made again", file_.path());
}

void RowFile::take_over(const std::string& text) {
  const std::string& path = file_.path();
  const auto lines = parse_csv(text, "--resume " + path);
  if (lines.empty() || lines.front() != row_columns()) {
    throw BadUsage(
        fmt::format("--resume {}: its columns are not those of schema {}; resume only files of this version",
                    path, row_schema));
  }
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].size() != row_columns().size() || lines[i].front() != row_schema) {
      throw BadUsage(fmt::format("--resume {}: row {} is no row of schema {} ({} fields; {} are needed)",
                                 path, i, row_schema, lines[i].size(), row_columns().size()));
    }
    require_time(lines[i], fmt::format("--resume {}: row {}", path, i));
    remember(lines[i]);
  }
}

void RowFile::remember(const Record& record) {
  records_.push_back(record);
  statuses_[identity(record)] = record[column("status")];
  keys_.insert(key_of(record));
}

bool RowFile::holds(const Record& record) const { return statuses_.contains(identity(record)); }

std::size_t RowFile::bad_rows() const {
  return static_cast<std::size_t>(std::count_if(statuses_.begin(), statuses_.end(), [](const auto& one) {
    return one.second == name_of(Status::incorrect) || one.second == name_of(Status::failed);
  }));
}

bool RowFile::holds_key(const std::vector<std::string>& fields) const {
  std::string key;
  for (const auto& field : fields) key += field + '\n';
  return keys_.contains(key);
}

void RowFile::require_same_run(Backend backend, const Provenance& now) const {
  for (const Record& record : records_) {
    if (record[column("backend")] != name_of(backend)) continue;
    const auto refuse = [&](const char* what, const std::string& there, const std::string& here) {
      if (there == here) return;
      throw BadUsage(fmt::format("--resume {}: its rows are of {} '{}', this is '{}'; write to another file",
                                 file_.path(), what, there, here));
    };
    refuse("device", record[column("device")], now.device);
    refuse("device", record[column("device_uuid")], now.device_uuid);
    refuse("commit", record[column("commit")], now.commit);
  }
}

void RowFile::append(const Record& record) {
  file_.append(csv_line(record));
  remember(record);
}

}  // namespace rungs
