#include "harness/report/row_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <initializer_list>

#include "harness/report/csv.hpp"
#include "harness/report/output_file.hpp"

namespace rungs {
namespace {

std::string joined(const Record& record, std::initializer_list<std::string_view> names) {
  std::string key;
  for (const auto name : names) key += record[column(name)] + '\n';
  return key;
}

std::string identity(const Record& record) {
  return joined(record, {"case", "variant", "backend", "size", "params", "cache", "seed"});
}

/// What rows of one table share.
std::string table_key(const Record& record) {
  return joined(record, {"case", "size", "params", "cache", "seed"});
}

/// What rows must share for their times to be compared.
std::string problem_key(const Record& record, const std::string& variant) {
  return variant + '\n' + joined(record, {"size", "params", "cache", "seed"});
}

/// The median of a record in microseconds, 0 where it has none.
/// Throws BadUsage where the text is no such number.
double median_of(const Record& record, const std::string& origin) {
  const std::string& text = record[column("time_median_us")];
  if (text.empty()) return 0;
  if (const auto median = parse_positive(text)) return *median;
  throw BadUsage(
      fmt::format("{}: '{}' is no time in time_median_us; legal are microseconds above 0", origin, text));
}

std::string full_name(const Record& record) {
  return record[column("case")] + "/" + record[column("variant")];
}

}  // namespace

RowFile::RowFile(std::string path, bool resume) : path_(std::move(path)) {
  require_output_file("--out", path_, resume);
  const bool exists = std::filesystem::exists(path_);
  if (exists) take_over();
  open_for_append();
  if (!exists) {
    stream_ << csv_line(row_columns()) << std::flush;
    if (!stream_) throw BadUsage("--out " + path_ + ": cannot be written: " + std::strerror(errno));
  }
}

void RowFile::take_over() {
  const auto lines = parse_csv(read_text(path_), "--resume " + path_);
  if (lines.empty() || lines.front() != row_columns()) {
    throw BadUsage(
        fmt::format("--resume {}: its columns are not those of schema {}; resume only files of this version",
                    path_, row_schema));
  }
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].size() != row_columns().size() || lines[i].front() != row_schema) {
      throw BadUsage(fmt::format("--resume {}: row {} is no row of schema {} ({} fields; {} are needed)",
                                 path_, i, row_schema, lines[i].size(), row_columns().size()));
    }
    records_.push_back(lines[i]);
    if (const double median = median_of(lines[i], fmt::format("--resume {}: row {}", path_, i)); median > 0) {
      medians_[problem_key(lines[i], full_name(lines[i]))] = median;
    }
  }
  completed_ = records_.size();
}

void RowFile::open_for_append() {
  errno = 0;
  stream_.open(path_, std::ios::app | std::ios::binary);
  if (!stream_) throw BadUsage("--out " + path_ + ": cannot be written: " + std::strerror(errno));
}

bool RowFile::holds(const Record& record) const {
  return std::any_of(records_.begin(), records_.end(),
                     [&](const Record& one) { return identity(one) == identity(record); });
}

void RowFile::require_same_run(Backend backend, const Provenance& now) const {
  for (const Record& record : records_) {
    if (record[column("backend")] != name_of(backend)) continue;
    const auto refuse = [&](const char* what, const std::string& there, const std::string& here) {
      if (there == here) return;
      throw BadUsage(fmt::format("--resume {}: its rows are of {} '{}', this is '{}'; write to another file",
                                 path_, what, there, here));
    };
    refuse("device", record[column("device")], now.device);
    refuse("device", record[column("device_uuid")], now.device_uuid);
    refuse("commit", record[column("commit")], now.commit);
  }
}

void RowFile::append(const Record& record) {
  records_.push_back(record);
  if (const double median = median_of(record, path_); median > 0) {
    medians_[problem_key(record, full_name(record))] = median;
  }
  stream_ << csv_line(record) << std::flush;
  if (!stream_) throw Failed("writing " + path_ + ": " + std::strerror(errno));
}

void RowFile::complete() {
  if (completed_ == records_.size()) return;
  sort_into_tables();
  fill_factors();
  completed_ = records_.size();
  replace_file();
  stream_.close();
  open_for_append();
}

void RowFile::sort_into_tables() {
  std::map<std::string, std::size_t> rung;
  for (const auto* variant : Registry::global().all()) rung.emplace(variant->full_name(), rung.size());
  std::map<std::string, std::size_t> table;
  for (const Record& record : records_) table.emplace(table_key(record), table.size());
  const auto place = [&](const Record& record) {
    const auto found = rung.find(full_name(record));
    return std::pair(table.at(table_key(record)), found == rung.end() ? rung.size() : found->second);
  };
  std::stable_sort(records_.begin(), records_.end(),
                   [&](const Record& a, const Record& b) { return place(a) < place(b); });
}

void RowFile::fill_factors() {
  for (Record& record : records_) {
    const auto* variant = Registry::global().find(full_name(record));
    const double own = median_of(record, path_);
    if (variant == nullptr || own == 0) continue;
    const auto fill = [&](std::string_view name, const RegisteredVariant* other) {
      if (other == nullptr) return;
      const auto found = medians_.find(problem_key(record, other->full_name()));
      if (found != medians_.end()) record[column(name)] = fmt::format("{:.6g}", found->second / own);
    };
    fill("vs_previous", Registry::global().previous(*variant));
    fill("vs_first", Registry::global().first(*variant));
  }
}

void RowFile::replace_file() const {
  const std::string temporary = fmt::format("{}.{}.tmp", path_, getpid());
  {
    std::ofstream file(temporary, std::ios::binary);
    file << csv_line(row_columns());
    for (const Record& record : records_) file << csv_line(record);
    file.flush();
    if (!file) {
      std::filesystem::remove(temporary);
      throw Failed("writing " + temporary + ": " + std::strerror(errno));
    }
  }
  std::filesystem::rename(temporary, path_);
}

}  // namespace rungs
