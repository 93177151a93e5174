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

void check_outputs(const Options& options) {
  require_different_files({{"--out", options.out},
                           {"--out's environment", environment_path(options.out)},
                           {"--out's metrics", metrics_path(options.out)},
                           {"--samples", options.samples},
                           {"--json", options.json}});
  if (!options.out.empty()) require_output_file("--out", options.out, options.resume);
  if (!options.samples.empty()) require_output_file("--samples", options.samples, options.resume);
  if (!options.json.empty()) require_output_file("--json", options.json, options.resume);
  if (!options.dump.empty()) require_dump_folder(options.dump);
}

void SideFiles::open(const Options& options) {
  samples_ =
      open_side_file(options.samples, "case,variant,backend,size,params,cache,sample,time_us,sm_clock_mhz\n");
  metrics_path_ = metrics_path(options.out);
}

void SideFiles::write(const Row& row) {
  if (samples_.is_open() && row.timed()) write_samples(row);
  if (!row.metrics.empty() && !metrics_path_.empty()) write_metrics(row);
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

void SideFiles::write_metrics(const Row& row) {
  if (!metrics_.is_open())
    metrics_ = open_side_file(metrics_path_, "case,variant,backend,size,params,cache,metric,value,unit\n");
  for (const Metric& metric : row.metrics) {
    auto fields = key_fields(row);
    fields.insert(fields.end(), {metric.name, fmt::format("{:.6g}", metric.value), metric.unit});
    metrics_ << csv_line(fields);
  }
  metrics_ << std::flush;
  if (!metrics_) throw Failed("writing " + metrics_path_ + ": " + std::strerror(errno));
}

}  // namespace rungs
