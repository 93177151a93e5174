#include "harness/output/row_file.hpp"
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <rungs/core/errors.hpp>
#include <rungs/core/parameter.hpp>
#include "harness/output/csv.hpp"
#include "harness/output/terminal.hpp"

namespace rungs {
namespace {

RowKey key_of(const Record& record) {
  std::vector<std::string> fields;
  for (const auto name : RowKey::columns()) fields.push_back(record[column(name)]);
  return RowKey::from(fields);
}

/// What is there once: a key under a seed.
std::pair<RowKey, std::string> place_of(const Record& record) { return {key_of(record), record[column("seed")]}; }

bool has(const auto& by_place, const RowKey& key) {
  const auto first = by_place.lower_bound({key, ""});
  return first != by_place.end() && first->first.first == key;
}

/// The complete part of a file of rows: all of it, or all but a truncated last row.
std::string without_cut_row(const std::string& text) {
  const std::string whole = text.substr(0, whole_lines(text));
  // More than one row after the last complete one: the file is damaged, not truncated.
  const bool one_row = text.find("\n" + row_schema() + ",", whole.size()) == std::string::npos;
  return one_row ? whole : text;
}

}  // namespace

RowFile::RowFile(const std::string& path, bool resume, bool drop_failed) : file_("--out", path) {
  const std::string text = file_.text();
  is_new_ = file_.start(csv_line(row_columns()), text);
  if (is_new_) return;
  if (!resume) refuse_existing("--out", file_.path());
  const std::string whole = without_cut_row(text);
  take_over(whole, drop_failed);
  if (whole.size() == text.size()) return;
  file_.cut(whole.size());
  say(file_.path() + ": its last row was cut; it is made again");
}

void RowFile::take_over(const std::string& text, bool drop_failed) {
  const std::string& path = file_.path();
  const auto lines = parse_csv(text, "--resume " + path);
  if (lines.empty() || lines.front() != row_columns()) {
    throw BadUsage(fmt::format("--resume {}: its columns are not those of schema {}; resume only files of this version",
                               path, row_schema()));
  }
  std::map<std::pair<RowKey, std::string>, std::size_t> numbers;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].size() != row_columns().size() || lines[i].front() != row_schema()) {
      throw BadUsage(fmt::format("--resume {}: row {} is not a row of schema {} ({} fields; {} are needed)", path, i,
                                 row_schema(), lines[i].size(), row_columns().size()));
    }
    if (const std::string& time = lines[i][column("time_median_us")]; !time.empty() && !parse_positive(time)) {
      throw BadUsage(fmt::format(
          "--resume {}: row {}: '{}' is no time in time_median_us; expected microseconds above 0", path, i, time));
    }
    constexpr std::array statuses{Status::ok, Status::incorrect, Status::unsupported, Status::failed, Status::unstable};
    const std::string& status = lines[i][column("status")];
    if (std::ranges::none_of(statuses, [&](Status one) { return name_of(one) == status; }))
      throw BadUsage(fmt::format("--resume {}: row {}: '{}' is no status", path, i, status));
    // Rows of the simulator are compared with none.
    const auto [first, is_new] = numbers.try_emplace({key_of(lines[i]), lines[i][column("seed")]}, i);
    if (!is_new && lines[i][column("backend")] != name_of(Backend::simulator)) {
      throw BadUsage(
          fmt::format("--resume {}: row {}: the same variant, problem and cache as row {}; "
                      "expected one row each (two runs in one file?)",
                      path, i, first->second));
    }
    const bool dropped = drop_failed && status == name_of(Status::failed);
    if (dropped) {
      dropped_[place_of(lines[i])] = lines[i];
    } else {
      remember(lines[i]);
    }
  }
}

void RowFile::drop(const RowKey& key, std::uint64_t seed) {
  const std::pair place{key, std::to_string(seed)};
  const auto found = std::ranges::find_if(records_, [&](const Record& one) { return place_of(one) == place; });
  if (found == records_.end()) return;
  dropped_[place] = std::move(*found);
  records_.erase(found);
  statuses_.erase(place);
}

void RowFile::remember(const Record& record) {
  records_.push_back(record);
  statuses_[place_of(record)] = record[column("status")];
}

std::set<std::string> RowFile::variants() const {
  std::set<std::string> names;
  for (const Record& one : records_) names.insert(one[column("case")] + "/" + one[column("variant")]);
  return names;
}

std::string RowFile::status(const RowKey& key, std::uint64_t seed) const {
  const auto found = statuses_.find({key, std::to_string(seed)});
  return found == statuses_.end() ? "" : found->second;
}

bool RowFile::holds(const RowKey& key) const { return has(statuses_, key); }

bool RowFile::drops(const RowKey& key) const { return has(dropped_, key); }

std::size_t RowFile::bad_rows() const {
  return static_cast<std::size_t>(std::ranges::count_if(statuses_, [](const auto& one) {
    return one.second == name_of(Status::incorrect) || one.second == name_of(Status::failed);
  }));
}

void RowFile::require_same_run(const std::vector<BackendFacts>& now) const {
  const auto refuse = [&](const char* what, const std::string& there, const std::string& here, const char* then = "") {
    throw BadUsage(fmt::format("--resume {}: its rows are of {} '{}', this is '{}'; write to another file{}",
                               file_.path(), what, there, here, then));
  };
  for (const Record& record : records_) {
    const std::string& name = record[column("device")];
    const std::string& uuid = record[column("device_uuid")];
    std::vector<Provenance> same_backend;
    for (const BackendFacts& one : now) {
      if (record[column("backend")] == name_of(one.backend)) same_backend.push_back(one.provenance);
    }
    if (same_backend.empty()) continue;
    const Provenance& any = same_backend.front();
    const auto some = [&](const auto& fits) { return std::ranges::any_of(same_backend, fits); };
    if (!some([&](const Provenance& one) { return one.device == name; })) refuse("device", name, any.device);
    if (!some([&](const Provenance& one) { return one.device == name && one.device_uuid == uuid; }))
      refuse("device", uuid, any.device_uuid, " (rungs fleet join puts such parts of a run together)");
    if (record[column("commit")] != any.commit) refuse("commit", record[column("commit")], any.commit);
  }
}

void RowFile::require_same_build(const std::string& case_name, const std::string& variant,
                                 const std::string& built_with) const {
  for (const Record& record : records_) {
    const std::string& there = record[column("compiler")];
    if (record[column("case")] != case_name || record[column("variant")] != variant || there == built_with) continue;
    throw BadUsage(
        fmt::format("--resume {}: its rows of {}/{} were built with '{}', this is '{}'; write to another file",
                    file_.path(), case_name, variant, there, built_with));
  }
}

bool RowFile::take(const Record& record) {
  if (statuses_.contains(place_of(record))) return false;
  append(record);
  return true;
}

void RowFile::append(const Record& record) {
  if (dropped_.erase(place_of(record)) > 0) {
    file_.replace(text());
  }
  write(csv_line(record));
  remember(record);
}

void RowFile::write(const std::string& more) {
  const std::string before = file_.path();
  file_.append(more);
  if (file_.path() != before) file_.replace(text() + more);
}

std::string RowFile::text() const {
  std::string all = csv_line(row_columns());
  for (const Record& one : records_) all += csv_line(one);
  for (const auto& [place, one] : dropped_) all += csv_line(one);
  return all;
}

const std::string& RowFile::moved() {
  write("");
  return file_.moved();
}

Journal::Journal(const std::string& rows_path)
    : path_(rows_path.empty() || is_stream(rows_path) ? "" : rows_path + ".started") {}

std::vector<Record> Journal::left() const {
  std::error_code ignored;
  if (path_.empty() || !std::filesystem::exists(path_, ignored)) return {};
  try {
    std::vector<Record> rows = parse_csv(read_text(path_), path_);
    std::erase_if(rows,
                  [](const Record& row) { return row.size() != row_columns().size() || row.front() != row_schema(); });
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
