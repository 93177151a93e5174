#include "harness/cli/google_benchmark_front.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <rungs/core/program.hpp>
#include <set>
#include <span>
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

void register_rows(std::span<const PlannedRow> rows, const RunRow& run_row) {
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

/// The time that Google Benchmark takes to find n registered benchmarks grows with n^2 (version 1.7.1: 46 s
/// for 21 000), so it gets this many at a time.
constexpr std::size_t part = 200;

/// Calls `use` for one part of the rows after the other.
template <class Use>
void for_parts(std::span<const PlannedRow> rows, std::size_t at_once, const Use& use) {
  for (std::size_t first = 0; first < rows.size(); first += at_once)
    use(rows.subspan(first, std::min(at_once, rows.size() - first)));
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
  if (planned.gpu && planned.gpu->one_of_several) name += fmt::format(":{}", planned.gpu->index);
  return planned.cache ? name + "/" + std::string(name_of(*planned.cache)) : name;
}

void initialise_google_benchmark(const GoogleBenchmarkOptions& options) {
  set_options(arguments_of(options, options.only_lists ? "" : options.out, options.only_lists));
}

std::string keep_selected(const GoogleBenchmarkOptions& options, std::vector<PlannedRow>& rows) {
  if (options.arguments.empty()) return "";
  set_options(arguments_of(options, "", true));
  TablesInstead reporter;
  std::ostringstream names;
  std::ostringstream errors;
  reporter.SetOutputStream(&names);
  reporter.SetErrorStream(&errors);
  for_parts(rows, part, [&](std::span<const PlannedRow> some) {
    register_rows(some, {});
    benchmark::RunSpecifiedBenchmarks(&reporter);
  });
  initialise_google_benchmark(options);
  std::set<std::string> selected;
  std::istringstream lines(names.str());
  // Google Benchmark lists "NAME/iterations:1/manual_time".
  for (std::string line; std::getline(lines, line);)
    selected.insert(line.substr(0, line.rfind("/iterations:")));
  std::erase_if(rows, [&](const PlannedRow& planned) { return !selected.contains(benchmark_name(planned)); });
  const std::string why = errors.str();  // the same for each part in which nothing is selected
  return why.substr(0, why.find('\n'));
}

void list_benchmarks(const std::vector<PlannedRow>& rows) {
  for_parts(rows, part, [](std::span<const PlannedRow> some) {
    register_rows(some, {});
    benchmark::RunSpecifiedBenchmarks();
  });
}

void run_benchmarks(const std::vector<PlannedRow>& rows, const GoogleBenchmarkOptions& options,
                    const MakeRow& make) {
  const auto run_row = [&make](benchmark::State& state, const PlannedRow& planned) {
    if (const auto row = make(planned)) {
      report(state, *row);
    } else {
      state.SkipWithError("interrupted");
    }
  };
  // Once: the context stays for further runs of the same process, so Shutdown(), which deletes it, is not
  // called.
  // Here and not among Google Benchmark's own options: it would add them each time that it gets options.
  [[maybe_unused]] static const bool added = [&options] {
    benchmark::AddCustomContext("rungs_commit", commit());
    for (const auto& [key, value] : options.context) benchmark::AddCustomContext(key, value);
    return true;
  }();
  if (options.prints_rows) {
    register_rows(rows, run_row);
    benchmark::RunSpecifiedBenchmarks();
    return;
  }
  // In parts only where it neither writes a file nor orders or repeats them.
  const std::size_t at_once = options.arguments.empty() && options.out.empty() ? part : rows.size();
  TablesInstead tables;
  for_parts(rows, at_once, [&](std::span<const PlannedRow> some) {
    register_rows(some, run_row);
    benchmark::RunSpecifiedBenchmarks(&tables);
  });
}

}  // namespace rungs
