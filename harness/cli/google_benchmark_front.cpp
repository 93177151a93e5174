#include "harness/cli/google_benchmark_front.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <rungs/core/program.hpp>
#include <set>
#include <sstream>

namespace rungs {
namespace {

/// Prints nothing: the session prints a table when all rows of a problem are complete.
class TablesInstead final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>&) override {}
};

void report(benchmark::State& state, const Row& row) {
  if (row.status != Status::ok && row.status != Status::unstable) {
    state.SkipWithError(fmt::format("{}: {}", name_of(row.status), row.message).c_str());
    return;
  }
  if (!row.timed()) return;
  state.SetIterationTime(row.median_us() * 1e-6);
  state.counters["samples"] = static_cast<double>(row.measurement->samples.size());
  if (const auto iqr = row.measurement->summary.iqr_percent) state.counters["iqr_percent"] = *iqr;
  state.counters["bytes_per_second"] = row.bytes_per_second();
  if (row.speed_of_light_percent > 0) state.counters["speed_of_light_percent"] = row.speed_of_light_percent;
}

using RunRow = std::function<void(benchmark::State&, const PlannedRow&)>;

void register_rows(const std::vector<PlannedRow>& rows, const RunRow& run_row) {
  benchmark::ClearRegisteredBenchmarks();
  for (const PlannedRow& planned : rows) {
    const auto run = [run_row, &planned](benchmark::State& state) {
      for (auto _ : state) run_row(state, planned);
    };
    benchmark::RegisterBenchmark(benchmark_name(planned).c_str(), run)
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
  }
}

/// Passes options to Google Benchmark; they replace those of an earlier call.
void set_options(std::vector<std::string> options) {
  // Google Benchmark keeps pointers to its arguments.
  static std::vector<std::string> texts;
  texts = std::move(options);
  texts.insert(texts.begin(), "bench");
  std::vector<char*> arguments;
  for (auto& text : texts) arguments.push_back(text.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (count > 1) {
    throw BadUsage(
        fmt::format("-- {}: not an option of Google Benchmark, or not a value that it takes "
                    "(bench -- --benchmark_help lists them)",
                    arguments[1]));
  }
}

/// The options as given, except that --benchmark_out and the list option are set as requested.
std::vector<std::string> arguments_of(const GoogleBenchmarkOptions& options, const std::string& out,
                                      bool lists) {
  std::vector<std::string> arguments = options.arguments;
  arguments.push_back("--benchmark_out=" + out);
  arguments.emplace_back(lists ? "--benchmark_list_tests=true" : "--benchmark_list_tests=false");
  return arguments;
}

}  // namespace

std::string benchmark_name(const PlannedRow& planned) {
  std::string name = planned.variant->full_name() + "/" + to_string(planned.problem->size());
  std::string params = params_of(planned);
  std::replace(params.begin(), params.end(), '=', ':');
  std::replace(params.begin(), params.end(), ';', '/');
  if (!params.empty()) name += "/" + params;
  name += "/" + std::string(name_of(planned.backend));
  return planned.cache ? name + "/" + std::string(name_of(*planned.cache)) : name;
}

void initialise_google_benchmark(const GoogleBenchmarkOptions& options) {
  set_options(arguments_of(options, options.only_lists ? "" : options.out, options.only_lists));
}

std::string keep_selected(const GoogleBenchmarkOptions& options, std::vector<PlannedRow>& rows) {
  set_options(arguments_of(options, "", true));
  register_rows(rows, {});
  TablesInstead reporter;
  std::ostringstream names;
  std::ostringstream errors;
  reporter.SetOutputStream(&names);
  reporter.SetErrorStream(&errors);
  benchmark::RunSpecifiedBenchmarks(&reporter);
  initialise_google_benchmark(options);
  std::set<std::string> selected;
  std::istringstream lines(names.str());
  // Google Benchmark lists "NAME/iterations:1/manual_time".
  for (std::string line; std::getline(lines, line);)
    selected.insert(line.substr(0, line.rfind("/iterations:")));
  std::erase_if(rows, [&](const PlannedRow& planned) { return !selected.contains(benchmark_name(planned)); });
  std::string why = errors.str();
  why.erase(why.find_last_not_of('\n') + 1);
  return why;
}

void list_benchmarks(const std::vector<PlannedRow>& rows) {
  register_rows(rows, {});
  benchmark::RunSpecifiedBenchmarks();
}

void run_benchmarks(const std::vector<PlannedRow>& rows, const GoogleBenchmarkOptions& options,
                    Session& session, bool (*interrupted)()) {
  session.begin(rows, interrupted);
  register_rows(rows, [&session](benchmark::State& state, const PlannedRow& planned) {
    if (const auto row = session.make(planned)) {
      report(state, *row);
    } else {
      state.SkipWithError("interrupted");
    }
  });
  // Once: the context stays for further runs of the same process, so Shutdown(), which deletes it, is not
  // called.
  [[maybe_unused]] static const bool added = (benchmark::AddCustomContext("rungs_commit", commit()), true);
  TablesInstead tables;
  if (options.prints_rows) {
    benchmark::RunSpecifiedBenchmarks();
  } else {
    benchmark::RunSpecifiedBenchmarks(&tables);
  }
}

}  // namespace rungs
