// What a run writes beside its rows: files, and rows as lines of JSON.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include "harness/engine/outputs.hpp"
#include "harness/output/json.hpp"
#include "harness/output/units.hpp"

namespace rungs {
namespace {

/// Of the visits of the experiments; empty: there are none.
std::string why_file_of(const Options& options) {
  if (!options.why) return "";
  return options.why_file.empty() ? companion_of(options.out, "why") : options.why_file;
}

/// A row as a line of JSON: its columns, then its step. `before_us`: the time of what it improves; 0: unknown.
std::string line_of(const Record& record, const RegisteredVariant& variant, bool is_ceiling, double before_us,
                    double us) {
  return json_line(record, {{"is_ceiling", is_ceiling ? "true" : "false"},
                            {"step", before_us > 0 && us > 0 ? number_text(before_us / us) : "null"},
                            {"technique", json_text(technique_text(variant))},
                            {"step_kind", json_text(name_of(variant.info.step))},
                            {"source", json_text(variant.source)}});
}

}  // namespace

void check_outputs(const Options& options) {
  const std::string side = companion_of(options.out, "side");
  require_different_files({{"--out", options.out},
                           {"--out's environment", companion_of(options.out, "environment")},
                           {"--out's side table", side},
                           {"--out's steps", companion_of(options.out, "steps")},
                           {"--samples", options.samples},
                           {"--why", why_file_of(options)},
                           {"--json", options.json}});
  require_output_file("--out", options.out, options.resume);
  require_output_file("--out's", side, options.resume);
  for (const char* kind : {"environment", "steps"})
    require_output_file("--out's", companion_of(options.out, kind), true);
  require_output_file("--samples", options.samples, options.resume);
  require_output_file("--why", why_file_of(options), options.resume);
  require_output_file("--json", options.json, options.resume);
}

FilesBeside::FilesBeside(const Options& options, const RowFile* rows)
    : out_(options.out), check_seed_(options.check_seed.value_or(0)), rows_(rows) {
  if (!options.samples.empty()) {
    samples_.emplace("--samples", options.samples, std::vector<std::string>{"sample", "time_us", "sm_clock_mhz"}, rows);
  }
  if (options.why) why_.emplace("--why", why_file_of(options), why_columns(), rows);
  std::error_code ignored;
  if (std::filesystem::exists(companion_of(out_, "side"), ignored)) open_side();
}

void FilesBeside::add(const Row& row) {
  const bool again = rows_ != nullptr && rows_->drops(row.key());
  if (samples_ && row.timed()) {
    std::vector<Record> lines;
    for (const Sample& sample : row.measurement->samples) {
      lines.push_back({std::to_string(lines.size()), number_text(sample.us),
                       sample.sm_clock_mhz > 0 ? number_text(sample.sm_clock_mhz) : ""});
    }
    samples_->append(row, lines, again);
  }
  std::vector<Record> lines = side_lines(row);
  for (Record& line : energy_lines(row)) lines.push_back(std::move(line));
  add_side(row, lines);
  add_why(row, again);
}

void FilesBeside::add_known(const Row& row) {
  add_side(row, energy_lines(row));
  add_why(row, false);
}

void FilesBeside::add_side(const Row& row, const std::vector<Record>& lines) {
  if (lines.empty() || companion_of(out_, "side").empty()) return;
  if (!side_) open_side();
  side_->append(row, lines, rows_->drops(row.key()));
}

void FilesBeside::add_why(const Row& row, bool again) {
  if (why_ && !row.why.empty()) why_->append(row, why_lines(row), again);
}

std::string FilesBeside::moved() const {
  for (const auto* file : {&side_, &samples_, &why_}) {
    if (*file && !(*file)->moved().empty()) return (*file)->moved();
  }
  return "";
}

void FilesBeside::finish(const std::vector<BackendFacts>& used) const {
  if (rows_ == nullptr) return;
  write_steps(out_, rows_->variants());
  // A resumed run that made no rows has no new facts.
  if (!used.empty()) write_environment(out_, used, check_seed_);
}

void RowLines::add(const PlannedRow& planned, const Row& row, bool asked_for, const Write& write) {
  if (!asked_for) return write(line_of(to_record(row), *row.variant, true, 0, 0));
  lines_.push_back({&planned, to_record(row), row.median_us()});
}

void RowLines::ends(const Group& group, const Write& write) {
  const auto ended = [&](const Line& line) { return std::ranges::find(group, line.planned) != group.end(); };
  std::vector<Line> all;
  std::ranges::copy_if(lines_, std::back_inserter(all), ended);
  std::erase_if(lines_, ended);
  for (const Line& line : all) {
    const RegisteredVariant* before = Registry::global().previous(*line.planned->variant);
    double before_us = 0;  // of its fastest version
    for (const Line& other : all) {
      if (other.planned->variant != before || other.planned->backend != line.planned->backend || other.us <= 0)
        continue;
      before_us = before_us > 0 ? std::min(before_us, other.us) : other.us;
    }
    write(line_of(line.record, *line.planned->variant, false, before_us, line.us));
  }
}

}  // namespace rungs
