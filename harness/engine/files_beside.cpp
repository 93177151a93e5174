// What a run writes beside its rows: files, and rows as lines of JSON.
#include <filesystem>
#include <utility>
#include "harness/engine/outputs.hpp"
#include "harness/output/json.hpp"
#include "harness/output/side_file.hpp"
#include "harness/output/units.hpp"

namespace rungs {
namespace {

/// Of the visits of the experiments; empty: there are none.
std::string why_file_of(const Options& options) {
  if (!options.why) return "";
  return options.why_file.empty() ? companion_of(options.out, "why") : options.why_file;
}

/// The key of a row without the version of the variant.
RowKey without_version(RowKey key, const std::string& axes) {
  key.params.resize(key.params.size() - axes.size());
  if (key.params.ends_with(';')) key.params.pop_back();
  return key;
}

}  // namespace

void check_outputs(const Options& options, const std::string& google_benchmark_out) {
  const std::string json = options.json.empty() ? "-- --benchmark_out" : "--json";
  const std::string side = companion_of(options.out, "side");
  require_different_files({{"--out", options.out},
                           {"--out's environment", companion_of(options.out, "environment")},
                           {"--out's side table", side},
                           {"--out's steps", companion_of(options.out, "steps")},
                           {"--samples", options.samples},
                           {"--why", why_file_of(options)},
                           {json, google_benchmark_out}});
  require_output_file("--out", options.out, options.resume);
  require_output_file("--out's", side, options.resume);
  for (const char* kind : {"environment", "steps"})
    require_output_file("--out's", companion_of(options.out, kind), true);
  require_output_file("--samples", options.samples, options.resume);
  require_output_file("--why", why_file_of(options), options.resume);
  require_output_file(json, google_benchmark_out, options.resume);
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

void FilesBeside::open_side() { side_.emplace("--out's", companion_of(out_, "side"), side_columns(), rows_); }

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

void RowLines::begins(const Group& group) {
  for (const PlannedRow* planned : group) {
    const RowKey key = key_of(*planned);
    open_.insert(key);
    first_.emplace(without_version(key, empty_row(*planned).axes), key);
  }
}

void RowLines::ends(const Group& group, const Write& write) {
  for (const PlannedRow* planned : group) open_.erase(key_of(*planned));
  write_complete(write);
}

void RowLines::add(const PlannedRow& planned, const Row& row, bool asked_for, const Write& write) {
  open_.erase(key_of(planned));
  if (row.timed()) medians_.emplace(key_of(planned), row.median_us());
  Line line{to_record(row), {}, row.median_us(), asked_for, row.variant};
  if (const RegisteredVariant* before = Registry::global().previous(*row.variant)) {
    RowKey key = without_version(key_of(planned), row.axes);
    key.variant = before->info.name;
    if (const auto found = first_.find(key); found != first_.end()) line.before = found->second;
  }
  lines_.push_back(std::move(line));
  write_complete(write);
}

void RowLines::write_complete(const Write& write) {
  std::erase_if(lines_, [&](const Line& line) {
    if (line.before && open_.contains(*line.before)) return false;
    const auto found = line.before && line.us > 0 ? medians_.find(*line.before) : medians_.end();
    write(json_line(line.record, {{"is_ceiling", line.asked_for ? "false" : "true"},
                                  {"step", found == medians_.end() ? "null" : number_text(found->second / line.us)},
                                  {"technique", json_text(technique_text(*line.variant))},
                                  {"step_kind", json_text(name_of(line.variant->info.step))},
                                  {"source", json_text(line.variant->source)}}));
    return true;
  });
}

}  // namespace rungs
