#include "harness/bench/side_files.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "harness/bench/dump.hpp"
#include "harness/report/csv.hpp"
#include "harness/report/output_file.hpp"

namespace rungs {
namespace {

/// Opens a file for appending, with its header if it is new. An empty path gives a closed stream.
std::ofstream open_side_file(const std::string& path, const char* header) {
  if (path.empty()) return {};
  const bool is_new = !std::filesystem::exists(path);
  std::ofstream stream(path, std::ios::app | std::ios::binary);
  if (is_new) stream << header << std::flush;
  if (!stream) throw BadUsage(path + ": cannot be written: " + std::strerror(errno));
  return stream;
}

/// The fields by which a line of a side file belongs to a row.
std::vector<std::string> key_fields(const Row& row) {
  const Record record = to_record(row);
  std::vector<std::string> fields;
  for (const auto* name : {"case", "variant", "backend", "size", "params", "cache"}) {
    fields.push_back(record[column(name)]);
  }
  return fields;
}

}  // namespace

void check_outputs(const Options& options, const std::string& google_benchmark_out) {
  const std::string json = options.json.empty() ? "-- --benchmark_out" : "--json";
  require_different_files({{"--out", options.out},
                           {"--out's environment", environment_path(options.out)},
                           {"--out's metrics", metrics_path(options.out)},
                           {"--out's counters", counters_path(options.out)},
                           {"--samples", options.samples},
                           {json, google_benchmark_out},
                           {"--published", options.published}});
  if (!options.out.empty()) require_output_file("--out", options.out, options.resume);
  if (!options.samples.empty()) require_output_file("--samples", options.samples, options.resume);
  if (!google_benchmark_out.empty()) require_output_file(json, google_benchmark_out, options.resume);
  if (!options.dump.empty()) require_dump_folder(options.dump);
}

void SideFiles::open(const Options& options) {
  samples_ =
      open_side_file(options.samples, "case,variant,backend,size,params,cache,sample,time_us,sm_clock_mhz\n");
  metrics_.path = metrics_path(options.out);
  counters_.path = counters_path(options.out);
}

void SideFiles::write(const Row& row) {
  if (samples_.is_open() && row.timed()) write_samples(row);
  write_figures(row, row.metrics, metrics_);
  write_figures(row, row.counters, counters_);
}

void SideFiles::write_samples(const Row& row) {
  for (std::size_t i = 0; i < row.measurement->samples.size(); ++i) {
    const Sample& sample = row.measurement->samples[i];
    auto fields = key_fields(row);
    fields.push_back(std::to_string(i));
    fields.push_back(fmt::format("{:.6g}", sample.us));
    fields.push_back(sample.sm_clock_mhz > 0 ? fmt::format("{:.5g}", sample.sm_clock_mhz) : "");
    samples_ << csv_line(fields);
  }
  samples_ << std::flush;
  if (!samples_) throw Failed(std::string("writing samples: ") + std::strerror(errno));
}

void SideFiles::write_figures(const Row& row, const std::vector<Metric>& figures, Lazy& file) {
  if (figures.empty() || file.path.empty()) return;
  if (!file.stream.is_open())
    file.stream = open_side_file(file.path, "case,variant,backend,size,params,cache,metric,value,unit\n");
  for (const Metric& figure : figures) {
    auto fields = key_fields(row);
    fields.insert(fields.end(), {figure.name, fmt::format("{:.6g}", figure.value), figure.unit});
    file.stream << csv_line(fields);
  }
  file.stream << std::flush;
  if (!file.stream) throw Failed("writing " + file.path + ": " + std::strerror(errno));
}

}  // namespace rungs
