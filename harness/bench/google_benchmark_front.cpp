#include "harness/bench/google_benchmark_front.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <regex>

namespace rungs {
namespace {

/// The session prints its own tables.
class SilentReporter final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>&) override {}
};

/// "stitch/gpu/modulo/10240x10240/repeater:100/cuda/cold": what stays the same from run to run, so that
/// compare.py pairs it.
std::string benchmark_name(const PlannedRow& planned) {
  std::string name = planned.variant->full_name() + "/" + to_string(planned.problem->size());
  std::string params = params_of(planned);
  std::replace(params.begin(), params.end(), '=', ':');
  std::replace(params.begin(), params.end(), ';', '/');
  if (!params.empty()) name += "/" + params;
  name += "/" + std::string(name_of(planned.backend));
  return planned.cache ? name + "/" + std::string(name_of(*planned.cache)) : name;
}

void report(benchmark::State& state, const Row& row) {
  if (row.status != Status::ok && row.status != Status::unstable) {
    state.SkipWithError(fmt::format("{}: {}", name_of(row.status), row.message).c_str());
    return;
  }
  if (!row.timed()) return;
  state.SetIterationTime(row.median_us() * 1e-6);
  state.counters["samples"] = static_cast<double>(row.measurement->samples.size());
  state.counters["noise_percent"] = row.measurement->summary.noise_percent;
  state.counters["bytes_per_second"] = row.bytes_per_second();
  if (row.floor_percent > 0) state.counters["floor_percent"] = row.floor_percent;
}

/// Keeps Google Benchmark's own complaints off the terminal while it lives: ours are one line.
class QuietStandardError {
 public:
  QuietStandardError() : before_(std::cerr.rdbuf(nullptr)) {}
  ~QuietStandardError() { std::cerr.rdbuf(before_); }
  QuietStandardError(const QuietStandardError&) = delete;
  QuietStandardError& operator=(const QuietStandardError&) = delete;

 private:
  std::streambuf* before_;
};

/// Values at which Google Benchmark would end the program, or run nothing, are refused here.
void check_value(const std::string& argument, const std::vector<PlannedRow>& rows) {
  const std::string value = argument.substr(argument.find('=') + 1);
  if (argument.starts_with("--benchmark_format=") || argument.starts_with("--benchmark_out_format=")) {
    if (value != "console" && value != "json" && value != "csv") {
      throw BadUsage(argument + ": legal are console, json, csv");
    }
  }
  if (!argument.starts_with("--benchmark_filter=") || value == "all") return;
  const bool negated = value.starts_with('-');
  try {
    const std::regex pattern(negated ? value.substr(1) : value, std::regex::extended);
    const auto matches = [&](const PlannedRow& row) {
      return std::regex_search(benchmark_name(row) + "/iterations:1/manual_time", pattern) != negated;
    };
    if (std::none_of(rows.begin(), rows.end(), matches)) {
      throw BadUsage(fmt::format("{}: matches none of the {} rows; they are named like {}", argument,
                                 rows.size(), benchmark_name(rows.front())));
    }
  } catch (const std::regex_error& error) {
    throw BadUsage(fmt::format("{}: no regular expression ({})", argument, error.what()));
  }
}

}  // namespace

void initialise_google_benchmark(const Options& options, const std::vector<PlannedRow>& rows) {
  // Google Benchmark keeps pointers into its arguments.
  static std::vector<std::string> texts;
  texts = {"bench"};
  if (!options.json.empty()) {
    texts.push_back("--benchmark_out=" + options.json);
    texts.emplace_back("--benchmark_out_format=json");
  }
  for (const std::string& argument : options.google_benchmark) check_value(argument, rows);
  texts.insert(texts.end(), options.google_benchmark.begin(), options.google_benchmark.end());
  std::vector<char*> arguments;
  for (auto& text : texts) arguments.push_back(text.data());
  int count = static_cast<int>(arguments.size());
  {
    const QuietStandardError quiet;
    benchmark::Initialize(&count, arguments.data());
  }
  if (count > 1) {
    throw BadUsage(fmt::format(
        "-- {}: no option of Google Benchmark, or no legal value of one; bench -- --help lists them",
        arguments[1]));
  }
}

void run_benchmarks(const std::vector<PlannedRow>& rows, Session& session, bool (*interrupted)()) {
  for (const PlannedRow& planned : rows) {
    const auto run = [&session, &planned, interrupted](benchmark::State& state) {
      for (auto _ : state) {
        if (interrupted()) {
          state.SkipWithError("interrupted");
          break;
        }
        report(state, session.make(planned));
      }
    };
    benchmark::RegisterBenchmark(benchmark_name(planned).c_str(), run)
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
  }
  SilentReporter silent;
  benchmark::RunSpecifiedBenchmarks(&silent);
  benchmark::Shutdown();
}

}  // namespace rungs
