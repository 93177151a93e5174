#include "harness/engine/side_files.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "harness/engine/dump.hpp"
#include "harness/output/energy_line.hpp"
#include "harness/output/output_file.hpp"
#include "harness/output/units.hpp"

namespace rungs {

void check_outputs(const Options& options, const std::string& google_benchmark_out) {
  const std::string json = options.json.empty() ? "-- --benchmark_out" : "--json";
  require_different_files({{"--out", options.out},
                           {"--out's environment", environment_path(options.out)},
                           {"--out's metrics", metrics_path(options.out)},
                           {"--out's counters", counters_path(options.out)},
                           {"--out's energy", energy_path(options.out)},
                           {"--out's processes", processes_path(options.out)},
                           {"--samples", options.samples},
                           {json, google_benchmark_out}});
  if (!options.out.empty()) require_output_file("--out", options.out, options.resume);
  for (const std::string& beside : {metrics_path(options.out), counters_path(options.out),
                                    energy_path(options.out), processes_path(options.out)}) {
    if (!beside.empty()) require_output_file("--out's", beside, options.resume);
  }
  if (!options.samples.empty()) require_output_file("--samples", options.samples, options.resume);
  if (!google_benchmark_out.empty()) require_output_file(json, google_benchmark_out, options.resume);
  if (!options.dump.empty()) require_dump_folder(options.dump);
}

void SideFiles::open(const Options& options, const RowFile* rows) {
  rows_ = rows;
  if (!options.samples.empty())
    samples_ = SideFile("--samples", options.samples, {"sample", "time_us", "sm_clock_mhz"}, rows);
  metrics_ = {metrics_path(options.out), {"metric", "value", "unit"}, {}};
  counters_ = {counters_path(options.out), {"metric", "value", "unit"}, {}};
  energy_ = {energy_path(options.out), energy_columns(), {}};
  processes_ = {
      processes_path(options.out),
      {"process", "samples", "time_median_us", "time_trimmed_mean_us", "time_trimmed_sd_us", "sm_clock_mhz"},
      {}};
  // An existing file is opened now, so that a wrong one is refused before anything is measured.
  for (Lazy* lazy : {&metrics_, &counters_, &energy_, &processes_}) {
    if (!lazy->path.empty() && std::filesystem::exists(lazy->path)) open(*lazy);
  }
}

void SideFiles::open(Lazy& lazy) const { lazy.file = SideFile("--out's", lazy.path, lazy.columns, rows_); }

void SideFiles::write(const Row& row) {
  if (samples_.is_open() && row.timed()) write_samples(row);
  write_processes(row);
  write_figures(row, row.metrics, metrics_);
  write_figures(row, row.counters, counters_);
  write_energy(row);
}

void SideFiles::write_energy(const Row& row) {
  if (!row.energy || energy_.path.empty()) return;
  if (!energy_.file.is_open()) open(energy_);
  energy_.file.append(row, {energy_line(row)});
}

void SideFiles::write_processes(const Row& row) {
  if (row.processes.empty() || processes_.path.empty()) return;
  if (!processes_.file.is_open()) open(processes_);
  std::vector<std::vector<std::string>> lines;
  for (const ProcessSummary& one : row.processes) {
    lines.push_back({std::to_string(lines.size() + 1), std::to_string(one.samples),
                     number_text(one.median_us), number_text(one.trimmed_mean_us),
                     number_text(one.trimmed_sd_us),
                     one.sm_clock_mhz > 0 ? number_text(one.sm_clock_mhz) : ""});
  }
  processes_.file.append(row, lines);
}

void SideFiles::write_samples(const Row& row) {
  std::vector<std::vector<std::string>> lines;
  for (const Sample& sample : row.measurement->samples) {
    lines.push_back({std::to_string(lines.size()), number_text(sample.us),
                     sample.sm_clock_mhz > 0 ? number_text(sample.sm_clock_mhz) : ""});
  }
  samples_.append(row, lines);
}

void SideFiles::write_figures(const Row& row, const std::vector<Metric>& figures, Lazy& lazy) {
  if (figures.empty() || lazy.path.empty()) return;
  if (!lazy.file.is_open()) open(lazy);
  std::vector<std::vector<std::string>> lines;
  for (const Metric& figure : figures) lines.push_back({figure.name, number_text(figure.value), figure.unit});
  lazy.file.append(row, lines);
}

}  // namespace rungs
