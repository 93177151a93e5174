#include <filesystem>
#include "harness/engine/dump.hpp"
#include "harness/engine/outputs.hpp"
#include "harness/output/side_file.hpp"
#include "harness/output/units.hpp"

namespace rungs {
namespace {

/// Of the visits of the experiments; empty: there are none.
std::string why_file_of(const Options& options) {
  if (!options.why) return "";
  return options.why_file.empty() ? companion_of(options.out, "why") : options.why_file;
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
  if (!options.dump.empty()) make_dump_folder(options.dump);
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

}  // namespace rungs
