#include "harness/engine/side_files.hpp"

#include <filesystem>

#include "harness/engine/dump.hpp"
#include "harness/output/output_file.hpp"
#include "harness/output/side_table.hpp"
#include "harness/output/units.hpp"

namespace rungs {

void check_outputs(const Options& options, const std::string& google_benchmark_out) {
  const std::string json = options.json.empty() ? "-- --benchmark_out" : "--json";
  const std::string side = beside(options.out, "side");
  require_different_files({{"--out", options.out},
                           {"--out's environment", beside(options.out, "environment")},
                           {"--out's side table", side},
                           {"--samples", options.samples},
                           {json, google_benchmark_out}});
  if (!options.out.empty()) require_output_file("--out", options.out, options.resume);
  if (!side.empty()) require_output_file("--out's", side, options.resume);
  if (!options.samples.empty()) require_output_file("--samples", options.samples, options.resume);
  if (!google_benchmark_out.empty()) require_output_file(json, google_benchmark_out, options.resume);
  if (!options.dump.empty()) require_dump_folder(options.dump);
}

void SideFiles::open(const Options& options, const RowFile* rows) {
  rows_ = rows;
  if (!options.samples.empty())
    samples_ = SideFile("--samples", options.samples, {"sample", "time_us", "sm_clock_mhz"}, rows);
  side_path_ = beside(options.out, "side");
  // An existing file is opened now, so that a wrong one is refused before anything is measured.
  if (!side_path_.empty() && std::filesystem::exists(side_path_)) open_side();
}

void SideFiles::open_side() { side_ = SideFile("--out's", side_path_, side_columns(), rows_); }

void SideFiles::write(const Row& row) {
  if (samples_.is_open() && row.timed()) write_samples(row);
  std::vector<Record> lines = side_lines(row);
  for (Record& line : energy_lines(row)) lines.push_back(std::move(line));
  append(row, lines);
}

void SideFiles::write_energy(const Row& row) { append(row, energy_lines(row)); }

void SideFiles::append(const Row& row, const std::vector<Record>& lines) {
  if (lines.empty() || side_path_.empty()) return;
  if (!side_.is_open()) open_side();
  side_.append(row, lines);
}

void SideFiles::write_samples(const Row& row) {
  std::vector<Record> lines;
  for (const Sample& sample : row.measurement->samples) {
    lines.push_back({std::to_string(lines.size()), number_text(sample.us),
                     sample.sm_clock_mhz > 0 ? number_text(sample.sm_clock_mhz) : ""});
  }
  samples_.append(row, lines);
}

}  // namespace rungs
