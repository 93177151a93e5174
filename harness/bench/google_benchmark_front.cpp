#include "harness/bench/google_benchmark_front.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>

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
  std::string params = planned.problem->params();
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

void initialise(const Options& options) {
  // Google Benchmark keeps pointers into its arguments.
  static std::vector<std::string> texts;
  texts = {"bench"};
  if (!options.json.empty()) {
    texts.push_back("--benchmark_out=" + options.json);
    texts.emplace_back("--benchmark_out_format=json");
  }
  texts.insert(texts.end(), options.google_benchmark.begin(), options.google_benchmark.end());
  std::vector<char*> arguments;
  for (auto& text : texts) arguments.push_back(text.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (count > 1) {
    throw BadUsage(fmt::format(
        "-- {}: not an option of Google Benchmark; legal are those of --benchmark_help", arguments[1]));
  }
}

}  // namespace

void run_benchmarks(const std::vector<PlannedRow>& rows, Session& session, const Options& options,
                    bool (*interrupted)()) {
  initialise(options);
  for (const PlannedRow& planned : rows) {
    benchmark::RegisterBenchmark(benchmark_name(planned).c_str(),
                                 [&](benchmark::State& state) {
                                   for (auto _ : state) {
                                     if (interrupted()) {
                                       state.SkipWithError("interrupted");
                                       break;
                                     }
                                     report(state, session.make(planned));
                                   }
                                 })
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
  }
  SilentReporter silent;
  benchmark::RunSpecifiedBenchmarks(&silent);
  benchmark::Shutdown();
}

}  // namespace rungs
